/** One call of the command line, from its arguments to its exit code. */
import { describeError } from '../commands/describe-error';
import { catchInterrupts } from '../commands/interrupts';
import { outliveOutput, sayTo } from '../commands/say';
import { Unread, type Session } from '../commands/session';
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

/** Each is loaded when it is called, for a connection is begun only after what has been loaded before it. */
const RUNNERS: Readonly<Record<CommandName, () => Promise<Runner>>> = {
  run: async () => (await import('../commands/run')).runCommand,
  acquire: async () => {
    const { acquireCommand } = await import('../commands/acquire');
    return (session, inputs, problems) => acquireCommand(session, inputs, problems);
  },
  'check-quit': async () => (await import('../commands/check-quit')).checkQuitCommand,
  keep: async () => (await import('../commands/keep')).keepCommand,
  release: async () => {
    const { releaseCommand } = await import('../commands/release');
    return (session, inputs, problems) => releaseCommand(session, inputs, problems);
  },
  status: async () => (await import('../commands/status')).statusCommand,
  hold: async () => (await import('../commands/manage')).holdCommand,
  unhold: async () => (await import('../commands/manage')).unholdCommand,
  evict: async () => (await import('../commands/manage')).evictCommand,
  bump: async () => (await import('../commands/manage')).bumpCommand,
  cancel: async () => (await import('../commands/manage')).cancelCommand,
  note: async () => (await import('../commands/manage')).noteCommand,
  explain: async () => (await import('../commands/explain')).explainCommand,
  history: async () => (await import('../commands/history')).historyCommand,
  doctor: async () => (await import('../commands/doctor')).doctorCommand,
  fence: async () => (await import('../commands/fence')).fenceCommand,
  init: async () => (await import('../commands/init')).initCommand,
  'bash-functions': async () => (await import('../commands/bash-functions')).bashFunctionsCommand,
  demo: async () => (await import('../commands/demo')).demoCommand,
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
    const command = await RUNNERS[line.name]();
    return await command(session, line, line.problems, line.command);
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
