import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interrupted, type Exit } from '../lease/run';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { exitCodeOf } from './child';
import type { Session } from './session';
import { failOn } from './usage';

/** `giveway fence`: runs a command on a lab host, unless a later lease of the host has run one before. */
export async function fenceCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  command: readonly string[],
): Promise<number> {
  const { env, interrupts } = session;
  const { values, problems: inputProblems } = readInputs(COMMANDS.fence.inputs, { given, env });
  failOn(problems, inputProblems);
  const program = readFileSync(join(__dirname, 'fence.sh'), 'utf8');
  if (values.print === true) {
    session.print(program);
    return EXIT.done;
  }
  const flags = Object.entries({
    '--token': values.token,
    '--pool': values.pool,
    '--fence-file': values['fence-file'],
  }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  const adopt = values.adopt === true ? ['--adopt'] : [];
  const args = ['-c', program, 'giveway-fence', ...flags, ...adopt, '--', ...command];
  const child = spawn('/bin/sh', args, { stdio: 'inherit', env });
  const pass = (): void => {
    const { reason } = interrupts.signal as { readonly reason: unknown };
    child.kill(reason instanceof Interrupted ? reason.signalName : 'SIGTERM');
  };
  interrupts.signal.addEventListener('abort', pass, { once: true });
  if (interrupts.signal.aborted) pass();
  interrupts.onFurther((name) => child.kill(name));
  const exit = await new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return exitCodeOf(exit);
}
