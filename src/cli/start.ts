import { EXIT } from '../settings/exit-codes';
import { main } from './main';

/** This process is `giveway`, with its arguments, streams and exit code. */
export async function start(): Promise<void> {
  // Node's own code for this is 1, which has a meaning here.
  process.on('uncaughtException', (error) => {
    console.error(`giveway: a fault of giveway itself: ${error.stack ?? error.message}`);
    process.exit(EXIT.fault);
  });
  process.exitCode = await main(process.argv.slice(2));
}
