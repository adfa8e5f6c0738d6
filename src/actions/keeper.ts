import { text } from 'node:stream/consumers';
import { describeError } from '../commands/describe-error';
import { catchSignals } from '../commands/interrupts';
import { keepCommand } from '../commands/keep';
import { outliveOutput, sayTo } from '../commands/say';
import { isRunning } from '../platform/process-id';
import { EXIT } from '../settings/exit-codes';
import type { KeeperTask } from './keeper-process';

const WORKER_MS = 1000;

/** The keeper: `giveway keep` with a log on stdout, for as long as the job is run by somebody. */
export async function keeper(): Promise<void> {
  const task = JSON.parse(await text(process.stdin)) as KeeperTask;
  const { worker } = task;
  outliveOutput();
  const write = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}`);
  const say = sayTo({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
  const interrupts = catchSignals();
  const watching = setInterval(() => {
    if (worker === undefined || isRunning(worker)) return;
    say.line('the runner is gone: no more heartbeats, so that the lease expires');
    // no orderly end: what the job has started may still use the host
    process.exit(EXIT.lost);
  }, WORKER_MS);
  const session = {
    env: { ...process.env, ...task.secrets },
    result: (value: object) => say.line(JSON.stringify(value)),
    print: write,
    say,
    interrupts,
    isTerminal: false,
    unread: new AbortController().signal,
  };
  try {
    process.exitCode = await keepCommand(session, { given: new Map(task.given) }, []);
  } catch (error) {
    const { lines, code } = describeError(error);
    for (const line of lines) say.line(line);
    process.exitCode = code;
  } finally {
    clearInterval(watching);
    interrupts.end();
  }
}
