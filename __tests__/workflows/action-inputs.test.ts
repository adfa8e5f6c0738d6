/** The action.yml files say what the code reads and writes. */
import { COMMANDS, type CommandName } from '../../src/settings/commands';
import { environmentName, INPUTS, type InputName } from '../../src/settings/inputs';
import { DEFAULTS } from '../../src/protocol/timing';
import { parseDuration } from '../../src/settings/values';
import { ACTIONS, readAction } from './equipment/validate';

interface Expected {
  readonly command: CommandName;
  /** Of the command's inputs, those that a step can't be given. */
  readonly without: readonly InputName[];
  readonly required: readonly string[];
  /** What the actions have besides. */
  readonly extras: readonly string[];
}

const SECRETS = ['private-key', 'passphrase'];
const BEFORE_RELEASE = ['before-release', 'before-release-timeout'];
const EXPECTED: Readonly<Record<string, Expected>> = {
  acquire: {
    command: 'acquire',
    // a later run has another machine, without the file
    without: ['state-dir', 'resume'],
    required: ['pool'],
    extras: [...SECRETS, ...BEFORE_RELEASE, 'keep', 'if-failed', 'matrix', 'job-status'],
  },
  'check-quit': {
    command: 'check-quit',
    without: ['state-dir'],
    required: [],
    extras: [...SECRETS, 'matrix'],
  },
  release: {
    command: 'release',
    without: ['state-dir'],
    required: [],
    extras: [...SECRETS, ...BEFORE_RELEASE, 'matrix'],
  },
  run: {
    command: 'run',
    without: ['result-file', 'resume'],
    required: ['run', 'pool', 'host'],
    extras: [...SECRETS, ...BEFORE_RELEASE, 'run', 'matrix'],
  },
  '.': {
    command: 'run',
    without: ['result-file', 'resume'],
    required: ['run', 'host'],
    extras: [...SECRETS, 'run', 'matrix'],
  },
};

/** What the actions say in words of their own, because there it is another thing than a flag. */
const OWN_WORDS: readonly string[] = [
  'host',
  'private-key-file',
  'lease-ttl',
  'if-failed',
  'lease of acquire',
  'ttl of acquire',
  'pool of .',
  'job-status',
];

/** Whose defaults come from the platform, and not from the code. */
const STANDARDS: Readonly<Record<string, string>> = {
  keep: 'no',
  matrix: '${{ toJSON(matrix) }}',
  'job-status': '${{ job.status }}',
};

const DEFAULT_OF = {
  heartbeat: DEFAULTS.heartbeatMs,
  ttl: DEFAULTS.ttlMs,
  'lease-ttl': DEFAULTS.leaseTtlMs,
  'max-hold': DEFAULTS.maxHoldMs,
  'exempt-time': DEFAULTS.exemptMs,
  grace: DEFAULTS.graceMs,
  settle: DEFAULTS.settleMs,
};

test('every action is looked at', () => {
  expect([...ACTIONS.keys()].sort()).toEqual(Object.keys(EXPECTED).sort());
});

describe.each(Object.entries(EXPECTED))('%s', (folder, { command, without, required, extras }) => {
  const { inputs, outputs, runs } = readAction(folder);
  const settings = COMMANDS[command].inputs.filter((name) => !without.includes(name));

  test('has the inputs of its command, and its own', () => {
    expect(Object.keys(inputs).sort()).toEqual([...settings, ...extras].sort());
  });

  test('says of every input what it is, in the words of the flag of that name', () => {
    for (const name of extras) expect(inputs[name]?.description).toMatch(/\w/);
    const other = settings.filter((name) => inputs[name]?.description !== INPUTS[name].about);
    expect(
      other.filter((name) => !OWN_WORDS.includes(name) && !OWN_WORDS.includes(`${name} of ${folder}`)),
    ).toEqual([]);
  });

  test('asks for what it can do nothing without', () => {
    expect(
      Object.keys(inputs)
        .filter((name) => inputs[name]?.required === true)
        .sort(),
    ).toEqual([...required].sort());
  });

  test('leaves defaults to the code, but for what only the platform knows', () => {
    const standards = Object.entries(inputs).flatMap(([name, { default: standard }]) =>
      standard === undefined ? [] : [[name, standard]],
    );
    expect(Object.fromEntries(standards)).toEqual(
      Object.fromEntries(Object.entries(STANDARDS).filter(([name]) => name in inputs)),
    );
  });

  test('says of every output what it is', () => {
    expect(Object.keys(outputs).length).toBeGreaterThan(0);
    for (const { description } of Object.values(outputs)) expect(description).toMatch(/\w/);
  });

  test('ends what it says of a time with its default, as the code has it', () => {
    const said = Object.keys(DEFAULT_OF)
      .filter((name) => name in inputs)
      .map((name) => {
        const parsed = parseDuration(/; (\w+)$/.exec(inputs[name]?.description ?? '')?.[1] ?? '');
        return [name, 'value' in parsed ? parsed.value : 'none'];
      });
    const timed = Object.entries(DEFAULT_OF).filter(([name]) => name in inputs);
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(timed));
  });

  if (folder === '.') {
    test('hands every input to its step by the environment, and no other way', () => {
      const [step] = runs['steps'] as { env: Record<string, string>; run: string; shell: string }[];
      const twins = Object.keys(inputs).map((name) => [environmentName(name), `\${{ inputs.${name} }}`]);
      expect(step?.env).toEqual(Object.fromEntries(twins));
      expect(step?.run).not.toContain('${{');
      expect(step?.run).toMatch(/^exec node "\$GITHUB_ACTION_PATH\/dist\/actions\/composite\.js"/);
      expect(Object.entries(outputs).map(([name, { value }]) => [name, value])).toEqual(
        Object.keys(outputs).map((name) => [name, `\${{ steps.run.outputs.${name} }}`]),
      );
    });
  } else {
    test('runs on the Node of the platform', () => {
      const posts = command === 'check-quit' ? {} : { post: `../dist/actions/${folder}-post.js` };
      expect(runs).toEqual({ using: 'node24', main: `../dist/actions/${folder}.js`, ...posts });
    });
  }
});
