/** One call of the command line, from its arguments to its exit code. */
import { Interrupted } from '../lease/run';
import { isPoolError, PoolUnavailable } from '../pool/pool';
import { oneLine } from '../protocol/one-line';
import { EXIT } from '../settings/exit-codes';
import { describeProblem, type GivenInputs, type Problem } from '../settings/inputs';
import { acquireCommand } from '../commands/acquire';
import { checkQuitCommand } from '../commands/check-quit';
import { exitCodeOf } from '../commands/child';
import { parseCommandLine } from './command-line';
import type { CommandName } from '../settings/commands';
import { bashFunctionsCommand } from '../commands/bash-functions';
import { demoCommand } from '../commands/demo';
import { initCommand } from '../commands/init';
import { catchInterrupts } from '../commands/interrupts';
import { LeaseFileError } from '../commands/lease-file';
import { keepCommand } from '../commands/keep';
import { releaseCommand } from '../commands/release';
import { runCommand } from '../commands/run';
import { sayTo, type Say } from '../commands/say';
import { Unread, type Session } from '../commands/session';
import { statusCommand } from '../commands/status';
import { UsageError } from '../commands/usage';

type Runner = (
  session: Session,
  inputs: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  command: readonly string[],
) => Promise<number>;

const RUNNERS: Readonly<Record<CommandName, Runner>> = {
  run: runCommand,
  acquire: acquireCommand,
  'check-quit': checkQuitCommand,
  keep: keepCommand,
  release: releaseCommand,
  status: statusCommand,
  init: initCommand,
  'bash-functions': bashFunctionsCommand,
  demo: demoCommand,
};

/** Runs `giveway` with these arguments; resolves with the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const { stderr, stdout } = process;
  // whoever read them may be gone (`giveway … | head`): that ends neither a lease nor its clean-up
  const unread = new AbortController();
  stdout.on('error', () => unread.abort(new Unread()));
  stderr.on('error', () => undefined);
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
    return reportError(say, line.name, error);
  } finally {
    interrupts.end();
  }
}

/** One table from what went wrong to what people read and what the exit code is. */
function reportError(say: Say, name: CommandName, error: unknown): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) say.line(describeProblem(problem));
    say.line(`giveway ${name} --help tells more`);
    return EXIT.usage;
  }
  if (error instanceof LeaseFileError) {
    say.line(oneLine(error.message, 500));
    return EXIT.usage;
  }
  if (error instanceof Interrupted) {
    say.line(error.message);
    return exitCodeOf({ code: null, signal: error.signalName });
  }
  if (isPoolError(error)) {
    say.line(oneLine(error.message, 1000));
    return error instanceof PoolUnavailable && error.reason === 'input' ? EXIT.usage : EXIT.poolUnavailable;
  }
  say.line(
    `a fault of giveway itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return EXIT.fault;
}
