/** The step registry keeps the rules that ci-operator loads it by. */
import { join } from 'node:path';
import { COMMANDS } from '../../src/settings/commands';
import { environmentName } from '../../src/settings/inputs';
import { loadRegistry, readFiles, resolveWorkflow, type Files, type Step } from './equipment/registry';

const files = readFiles(join(__dirname, '../../prow/step-registry'));
const { registry, problems } = loadRegistry(files);
const STEPS: readonly Step[] = [...registry.refs.values(), ...registry.observers.values()];

test('every file keeps the rules', () => {
  expect(problems).toEqual([]);
  expect([...registry.refs.keys()].sort()).toEqual([
    'giveway-acquire',
    'giveway-bash-files',
    'giveway-check-quit',
    'giveway-release',
  ]);
  expect([...registry.observers.keys()]).toEqual(['giveway-hold']);
  expect([...registry.chains.keys()]).toEqual(['giveway']);
  expect([...registry.workflows.keys()]).toEqual(['giveway']);
});

test('the workflow acquires, checks and releases, beside a keeper', () => {
  const { pre, test: between, post, observers, bestEffort } = resolveWorkflow(registry, 'giveway');
  const names = (steps: readonly Step[]): string[] => steps.map(({ as }) => as);
  expect(names(pre)).toEqual(['giveway-acquire', 'giveway-check-quit']);
  expect(names(between)).toEqual([]);
  expect(names(post)).toEqual(['giveway-release']);
  expect(names(observers)).toEqual(['giveway-hold']);
  // a release that fails fails no job: it is best effort, and the workflow allows that
  expect([bestEffort, post[0]?.best_effort]).toEqual([true, true]);
});

test.each(STEPS.map((step) => [step.as, step] as const))('%s leaves its process time to leave', (_, step) => {
  const seconds = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(step.grace_period ?? '');
  expect(Number(seconds?.[1] ?? 0) * 60 + Number(seconds?.[2] ?? 0)).toBeGreaterThanOrEqual(30);
});

const COMMAND_OF: Readonly<Record<string, keyof typeof COMMANDS>> = {
  'giveway-acquire': 'acquire',
  'giveway-check-quit': 'check-quit',
  'giveway-release': 'release',
  'giveway-hold': 'keep',
};
/** The bash jobs' variables, which giveway reads in a Prow job. */
const BASH_JOBS = ['AUX_HOST', 'LOCK_ACQUIRE_ATTEMPTS'];

test.each(Object.entries(COMMAND_OF))('%s has no env that giveway %s does not read', (as, command) => {
  const step = STEPS.find((one) => one.as === as);
  const read = [...COMMANDS[command].inputs.map(environmentName), ...BASH_JOBS];
  expect(step?.env.map(({ name }) => name).filter((name) => !read.includes(name))).toEqual([]);
  expect(step?.commands).toContain(`giveway ${command}`);
});

test('every step but that for bash steps is a command of giveway', () => {
  const others = STEPS.map(({ as }) => as).filter((as) => !(as in COMMAND_OF));
  expect(others).toEqual(['giveway-bash-files']);
});

test('only the host must be said', () => {
  const required = STEPS.flatMap((step) =>
    step.env.filter((parameter) => parameter.default === undefined).map(({ name }) => `${step.as} ${name}`),
  );
  expect(required).toEqual(['giveway-acquire GIVEWAY_HOST']);
});

describe('a mistake is told', () => {
  const acquire = 'giveway/acquire/giveway-acquire-ref.yaml';
  const script = 'giveway/acquire/giveway-acquire-commands.sh';
  const release = 'giveway/release/giveway-release-ref.yaml';
  const hold = 'giveway/hold/giveway-hold-observer.yaml';
  const chain = 'giveway/giveway-chain.yaml';
  const workflow = 'giveway/giveway-workflow.yaml';

  const replaced = (path: string, from: string | RegExp, to: string): Files => {
    const text = files.get(path) ?? '';
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    return new Map([...files, [path, changed]]);
  };
  const moved = (from: string, to: string): Files =>
    new Map([...files].map(([path, text]) => [path === from ? to : path, text]));
  const without = (path: string): Files => new Map([...files].filter(([one]) => one !== path));

  test.each<[what: string, mutant: () => Files, problem: RegExp]>([
    [
      'a file of another name',
      () => moved(acquire, 'giveway/acquire/acquire-ref.yaml'),
      /must begin with giveway-acquire/,
    ],
    [
      'a ref of another name',
      () => replaced(acquire, 'as: giveway-acquire', 'as: giveway-take'),
      /must be giveway-acquire/,
    ],
    [
      'an observer of another name',
      () => replaced(hold, 'name: giveway-hold', 'name: giveway-keep'),
      /must be giveway-hold/,
    ],
    ['a kind that does not exist', () => moved(chain, 'giveway/giveway-chains.yaml'), /no such kind/],
    [
      'commands of another name',
      () => replaced(acquire, 'commands: giveway-acquire-commands.sh', 'commands: acquire.sh'),
      /commands must be/,
    ],
    ['commands that are missing', () => without(script), /giveway-acquire-commands.sh is missing/],
    ['no OWNERS', () => without('giveway/hold/OWNERS'), /no OWNERS/],
    [
      'OWNERS without approvers',
      () => replaced('giveway/hold/OWNERS', 'approvers', 'approver'),
      /approvers are missing/,
    ],
    [
      'a field that does not exist',
      () => replaced(acquire, 'timeout:', 'time_out:'),
      /unknown field time_out/,
    ],
    [
      'credentials of an observer',
      () => replaced(hold, '  env:', '  credentials: []\n  env:'),
      /unknown field credentials/,
    ],
    ['no image', () => replaced(acquire, / *from_image:\n.*\n.*\n.*\n/, ''), /one of from and from_image/],
    [
      'two images',
      () => replaced(acquire, 'from_image:', 'from: cli\n  from_image:'),
      /one of from and from_image/,
    ],
    ['an image without a tag', () => replaced(acquire, /\n *tag: latest/, ''), /from_image needs/],
    ['no resources', () => replaced(acquire, 'requests:', 'limits:'), /resources.requests are required/],
    ['a quantity that is none', () => replaced(acquire, 'cpu: 10m', 'cpu: ten'), /cpu is no quantity/],
    [
      'a duration that is none',
      () => replaced(acquire, 'grace_period: 30s', 'grace_period: 30'),
      /grace_period is no duration/,
    ],
    [
      'best effort without a timeout',
      () => replaced(release, / *timeout: .*\n/, ''),
      /best_effort needs a timeout/,
    ],
    [
      'a trap without a grace period',
      () =>
        new Map([
          ...replaced(acquire, / *grace_period: .*\n/, ''),
          [script, `${files.get(script) ?? ''}trap 'exit 1' EXIT\n`],
        ]),
      /trap needs a grace_period/,
    ],
    [
      'an env without documentation',
      () => replaced(release, /documentation: The bastion of .*/, ''),
      /AUX_HOST: documentation/,
    ],
    [
      'an env that is there twice',
      () => replaced(acquire, 'name: AUX_HOST', 'name: GIVEWAY_POOL'),
      /GIVEWAY_POOL is there twice/,
    ],
    [
      'an env that nobody declares',
      () => replaced(script, 'exec ', 'echo "$GIVEWAY_JUMP"\nexec '),
      /GIVEWAY_JUMP is read/,
    ],
    [
      'a script that goes on after a mistake',
      () => replaced(script, 'set -o errexit ', 'set '),
      /end at a mistake/,
    ],
    [
      'a ref that does not exist',
      () => replaced(chain, 'ref: giveway-acquire', 'ref: giveway-take'),
      /no ref giveway-take/,
    ],
    [
      'a chain that does not exist',
      () => replaced(workflow, 'chain: giveway', 'chain: giveway-pre'),
      /no chain giveway-pre/,
    ],
    [
      'an observer that does not exist',
      () => replaced(workflow, '- giveway-hold', '- giveway-keep'),
      /no observer giveway-keep/,
    ],
    [
      'a chain that leads to itself',
      () => replaced(chain, 'ref: giveway-check-quit', 'chain: giveway'),
      /leads back to itself/,
    ],
    [
      'a step that is there twice',
      () => replaced(workflow, 'ref: giveway-release', 'ref: giveway-acquire'),
      /giveway-acquire is there twice/,
    ],
    [
      'an env of a workflow that no step has',
      () => replaced(workflow, '    pre:', '    env:\n      LEASE: x\n    pre:'),
      /no step has the env LEASE/,
    ],
  ])('%s', (_, mutant, problem) => {
    expect(loadRegistry(mutant()).problems.join('\n')).toMatch(problem);
  });
});
