/** The commands, their flags and help; what was typed comes out as texts, which src/settings then reads. */
import { Command, type Help } from 'commander';
import { closest } from 'fastest-levenshtein';
import { version as packageVersion } from '../../package.json';
import { environmentName, INPUTS, type InputName, type Problem } from '../settings/inputs';

const WHO = ['product-version', 'version-pattern', 'owner', 'job-url'] as const;
const LEASE = [
  'priority',
  'if-busy',
  'wait-timeout',
  'ttl',
  'heartbeat',
  'max-hold',
  'exempt-time',
  'grace',
  'preempts',
  'preemptible',
  'starve-after',
  'settle',
] as const;
const POOL = ['pool', 'private-key-file', 'known-hosts', 'jump', 'allow-nfs'] as const;

interface CommandSpec {
  readonly about: string;
  readonly inputs: readonly InputName[];
  /** Does a command line of the user's own follow behind `--`? */
  readonly takesCommand?: boolean;
  /** The input that may also stand on its own, without its flag. */
  readonly operand?: InputName;
  readonly examples: readonly (readonly [line: string, about: string])[];
}

export const COMMANDS = {
  run: {
    about: 'Hold a host while a command runs. The command is stopped when it must give way.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'mode', 'quit-signal', 'result-file'],
    takesCommand: true,
    examples: [
      ['giveway run --pool /srv/lab --host h1 --product-version 4.22 -- make test', 'hold h1 for 4.22'],
      ['giveway run --pool /srv/lab --host h1,h2,h3 -- ./install.sh', 'whichever is free first'],
      ['giveway run --pool /srv/lab --host h1 --host h2 -- ./pair.sh', 'both at the same time'],
    ],
  },
  acquire: {
    about: 'Wait for a host and keep it for later steps, until `giveway release`.',
    inputs: [...POOL, 'host', ...WHO, ...LEASE, 'lease-ttl', 'state-dir'],
    examples: [
      ['giveway acquire --pool /srv/lab --host h1 --wait-timeout 2h', 'wait for two hours at most'],
      ['giveway acquire --pool /srv/lab --host h1 --if-busy skip', 'succeed without it if it is busy'],
    ],
  },
  'check-quit': {
    about: 'At a checkpoint: must this job leave? Also keeps the lease alive.',
    inputs: [...POOL, 'lease-file', 'state-dir', 'owner', 'mode', 'iteration', 'every', 'on-unreachable'],
    examples: [
      ['giveway check-quit', 'exit 10 if a newer job waits'],
      ['giveway check-quit --mode force', 'exit 1 if a newer job waits'],
      ['giveway check-quit --iteration "$i" --every 3', 'look on every third turn of a loop'],
    ],
  },
  release: {
    about: 'Give the host back. Safe to call in every case, as often as you like.',
    inputs: [...POOL, 'lease-file', 'state-dir', 'owner'],
    examples: [
      ['giveway release', 'the lease in the state folder'],
      ['giveway release --pool /srv/lab --owner "$BUILD_ID"', 'no lease file was saved'],
    ],
  },
  status: {
    about: 'Who holds which host, since when, and who waits.',
    inputs: [...POOL, 'host', 'json', 'watch', 'check', 'max-held'],
    examples: [
      ['giveway status --pool /srv/lab', 'a table'],
      [
        'giveway status --pool /srv/lab --check --max-held 12h',
        'for monitoring: exit 14 if a person is needed',
      ],
    ],
  },
  init: {
    about: 'Set up a folder, here or on a bastion: account, program, settings, and a restricted key.',
    inputs: [
      ...POOL,
      'user',
      'group',
      'host',
      'add-key',
      'role',
      'tenant',
      'max-priority',
      'max-version',
      'legacy',
      'lock-timeout',
      'locks',
      'print',
    ],
    operand: 'pool',
    examples: [
      ['giveway init /srv/lab --group lab', 'a folder of this machine, for a group'],
      [
        'giveway init ssh://root@bastion/srv/lab --user giveway --add-key job.pub --role job --tenant ci',
        'a bastion, with an account and a key that jobs use',
      ],
      [
        'giveway init /srv/lab --legacy --lock-timeout 10h --locks /var/run/lock/pool',
        'share it with bash jobs; safe to run again, as all of these',
      ],
      ['giveway init /srv/lab --print | ssh root@bastion sh', 'read it before it runs, or run it elsewhere'],
    ],
  },
  demo: {
    about: '4.21 holds a host, 4.22 arrives, 4.21 gives way: in a temporary folder, no set-up.',
    inputs: [],
    examples: [],
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof COMMANDS;

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
    for (const input of spec.inputs) addOption(command, input);
    command.action(() => onCommand(name, givenOf(command, spec.inputs), command.args));
  }
  return program;
}

function addOption(command: Command, name: InputName): void {
  const { value, about } = INPUTS[name];
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
  const takesCommand = name === 'run';
  if (takesCommand && command.length === 0) {
    return [{ input: 'command', expected: 'a command behind --', got: undefined }];
  }
  if (!takesCommand && separator >= 0) {
    return [{ input: 'arguments', expected: 'nothing behind --', got: ['--', ...command].join(' ') }];
  }
  return [];
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
