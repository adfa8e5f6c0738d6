/** One call of the command line, from its arguments to its exit code. */
import { acquireCommand } from '../commands/acquire';
import { bashFunctionsCommand } from '../commands/bash-functions';
import { checkQuitCommand } from '../commands/check-quit';
import { demoCommand } from '../commands/demo';
import { describeError } from '../commands/describe-error';
import { doctorCommand } from '../commands/doctor';
import { explainCommand } from '../commands/explain';
import { fenceCommand } from '../commands/fence';
import { historyCommand } from '../commands/history';
import { initCommand } from '../commands/init';
import { catchInterrupts } from '../commands/interrupts';
import { keepCommand } from '../commands/keep';
import {
  bumpCommand,
  cancelCommand,
  evictCommand,
  holdCommand,
  noteCommand,
  unholdCommand,
} from '../commands/manage';
import { releaseCommand } from '../commands/release';
import { runCommand } from '../commands/run';
import { outliveOutput, sayTo } from '../commands/say';
import { Unread, type Session } from '../commands/session';
import { statusCommand } from '../commands/status';
import { UsageError } from '../commands/usage';
import type { CommandName } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import type { GivenInputs, Problem } from '../settings/inputs';
import { parseCommandLine } from './command-line';

type Runner = (
  session: Session,
  inputs: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  command: readonly string[],
) => Promise<number>;

const RUNNERS: Readonly<Record<CommandName, Runner>> = {
  run: runCommand,
  acquire: (session, inputs, problems) => acquireCommand(session, inputs, problems),
  'check-quit': checkQuitCommand,
  keep: keepCommand,
  release: (session, inputs, problems) => releaseCommand(session, inputs, problems),
  status: statusCommand,
  hold: holdCommand,
  unhold: unholdCommand,
  evict: evictCommand,
  bump: bumpCommand,
  cancel: cancelCommand,
  note: noteCommand,
  explain: explainCommand,
  history: historyCommand,
  doctor: doctorCommand,
  fence: fenceCommand,
  init: initCommand,
  'bash-functions': bashFunctionsCommand,
  demo: demoCommand,
};

/** Runs `giveway` with these arguments; resolves with the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const { stderr, stdout } = process;
  const unread = new AbortController();
  outliveOutput(() => unread.abort(new Unread()));
  const line = parseCommandLine(argv);
  if (line.kind === 'text') {
    (line.isError ? stderr : stdout).write(line.text);
    return line.isError ? EXIT.usage : EXIT.done;
  }
  const output = {
    write: (text: string) => void stderr.write(text),
    isTerminal: stderr.isTTY,
    // a window changes its size, and a pseudo-terminal may have none
    columns: () => stderr.columns || 80,
  };
  const say = sayTo(output, () => performance.now());
  const interrupts = catchInterrupts(process.env);
  const session: Session = {
    env: process.env,
    result: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    print: (text) => void stdout.write(text),
    say,
    interrupts,
    isTerminal: stdout.isTTY,
    unread: unread.signal,
  };
  try {
    return await RUNNERS[line.name](session, line, line.problems, line.command);
  } catch (error) {
    say.done();
    const { lines, code } = describeError(error);
    for (const text of lines) say.line(text);
    if (error instanceof UsageError) say.line(`giveway ${line.name} --help tells more`);
    return code;
  } finally {
    interrupts.end();
  }
}
