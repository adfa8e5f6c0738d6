/** Flags and help; what was typed comes out as texts, which src/settings then reads. */
import { Command, type Help } from 'commander';
import { closest } from 'fastest-levenshtein';
import { version as packageVersion } from '../../package.json';
import { COMMANDS, type CommandName, type CommandSpec } from '../settings/commands';
import { environmentName, INPUTS, type InputName, type Problem } from '../settings/inputs';

export type CommandLine =
  | {
      readonly kind: 'command';
      readonly name: CommandName;
      readonly given: ReadonlyMap<string, readonly string[]>;
      readonly command: readonly string[];
      readonly problems: readonly Problem[];
    }
  /** Help or version: what to print, and whether it was asked for. */
  | { readonly kind: 'text'; readonly text: string; readonly isError: boolean };

/** Reads the arguments behind `giveway`. Unknown flags and stray words come back as problems, beside all others. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const separator = argv.indexOf('--');
  const own = separator < 0 ? [...argv] : argv.slice(0, separator);
  const command = separator < 0 ? [] : argv.slice(separator + 1);
  let text = '';
  let found: CommandLine | undefined;
  const program = programOf((name, flags, words) => {
    const { given, stray } = withOperand(name, flags, words);
    const problems = [
      ...stray.flatMap((word, index) => strayProblem(word, stray[index - 1], name)),
      ...commandProblems(name, separator, command),
    ];
    found = { kind: 'command', name, given, command, problems };
  });
  const print = (chunk: string): void => void (text += chunk);
  for (const one of [program, ...program.commands]) {
    one.exitOverride().configureOutput({ writeOut: print, writeErr: print });
  }
  try {
    program.parse(own, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
    return { kind: 'text', text: text === '' ? program.helpInformation() : text, isError: !isHelp };
  }
  return found ?? { kind: 'text', text: program.helpInformation(), isError: true };
}

type OnCommand = (
  name: CommandName,
  given: ReadonlyMap<string, readonly string[]>,
  stray: readonly string[],
) => void;

function programOf(onCommand: OnCommand): Command {
  const program = new Command('giveway')
    .description('Lab hosts shared between CI jobs, without a server: a job for a newer version goes first.')
    .version(packageVersion, '--version')
    .configureHelp({ styleTitle: (title) => title, sortSubcommands: false } satisfies Partial<Help>)
    .addHelpText('after', () => examplesText(COMMANDS.run.examples) + PROGRAM_NOTES);
  for (const [name, spec] of Object.entries(COMMANDS) as [CommandName, CommandSpec][]) {
    const command = program
      .command(name)
      .description(spec.about)
      .usage(
        `${spec.operand === undefined ? '' : `${INPUTS[spec.operand].value} `}[options]${spec.takesCommand === true ? ' -- COMMAND…' : ''}`,
      )
      .allowUnknownOption()
      .allowExcessArguments()
      .addHelpText('after', () => examplesText(spec.examples) + COMMAND_NOTES);
    for (const input of spec.inputs) addOption(command, input, spec.meanings?.[input]);
    command.action(() => onCommand(name, givenOf(command, spec.inputs), command.args));
  }
  return program;
}

function addOption(command: Command, name: InputName, meaning: string | undefined): void {
  const { value } = INPUTS[name];
  const about = meaning ?? INPUTS[name].about;
  const collect = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];
  if (value === undefined) command.option(`--${name}`, about);
  else command.option(`--${name} <${value}>`, about, collect);
}

function givenOf(command: Command, names: readonly InputName[]): Map<string, readonly string[]> {
  const options: Record<string, unknown> = command.opts();
  return new Map(
    names.flatMap((name) => {
      const value = options[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
      if (value === undefined) return [];
      return [[name, value === true ? ['yes'] : (value as string[])] as const];
    }),
  );
}

/** The first word of its own stands for the input that a command may have without a flag. */
function withOperand(
  name: CommandName,
  given: ReadonlyMap<string, readonly string[]>,
  words: readonly string[],
): { readonly given: ReadonlyMap<string, readonly string[]>; readonly stray: readonly string[] } {
  const { operand }: CommandSpec = COMMANDS[name];
  const [first, ...stray] = words;
  if (operand === undefined || first === undefined || first.startsWith('-') || given.has(operand)) {
    return { given, stray: words };
  }
  return { given: new Map([...given, [operand, [first]]]), stray };
}

function strayProblem(word: string, before: string | undefined, name: CommandName): Problem[] {
  if (!word.startsWith('-')) {
    // the value of an unknown flag, which is named already
    if (before?.startsWith('-') === true && !before.includes('=')) return [];
    return [{ input: 'arguments', expected: 'flags, and behind -- a command', got: word }];
  }
  const flags = COMMANDS[name].inputs.map((input) => `--${input}`);
  const nearest = flags.length === 0 ? '--help' : closest(word.split('=')[0] ?? word, flags);
  return [{ input: word, expected: `a flag of giveway ${name} (nearest: ${nearest})`, got: word }];
}

function commandProblems(name: CommandName, separator: number, command: readonly string[]): Problem[] {
  const { takesCommand = false, inputs }: CommandSpec = COMMANDS[name];
  if (!takesCommand && separator >= 0) {
    return [{ input: 'arguments', expected: 'nothing behind --', got: ['--', ...command].join(' ') }];
  }
  // one that prints instead has no use for a command
  const isNeeded = takesCommand && !inputs.includes('print');
  return isNeeded && command.length === 0
    ? [{ input: 'command', expected: 'a command behind --', got: undefined }]
    : [];
}

function examplesText(examples: CommandSpec['examples']): string {
  if (examples.length === 0) return '';
  return `\nExamples:\n${examples.map(([line, about]) => `  # ${about}\n  ${line}\n`).join('')}`;
}

const COMMAND_NOTES = `
Every flag has a twin in the environment: --wait-timeout is ${environmentName('wait-timeout')}.
Durations are 90s, 15m, 2h, 1h30m.
`;

const PROGRAM_NOTES = `
giveway COMMAND --help tells more of each.
`;
