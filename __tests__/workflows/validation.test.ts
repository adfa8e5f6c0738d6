/** Actions, workflows and the examples of the documents are what GitHub takes; and what it would not take is found. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents, examplesIn, ROOT } from './equipment/examples';
import { BUILD_MS, goTool } from './equipment/go-tool';
import { actionlint, ACTIONS, actionText, LanguageService, type Document } from './equipment/validate';

const examples = [...documents()].flatMap(([path, text]) => examplesIn(path, text));
const ownWorkflows = readdirSync(join(ROOT, '.github/workflows')).map((name) => ({
  path: `.github/workflows/${name}`,
  text: readFileSync(join(ROOT, '.github/workflows', name), 'utf8'),
}));
const workflows: readonly Document[] = [
  ...ownWorkflows,
  ...examples.map(({ where, workflow }) => ({ path: `${where}.yml`, text: workflow })),
];

let service: LanguageService;
let lint: string;
beforeAll(() => {
  service = new LanguageService();
  lint = goTool('actionlint');
}, BUILD_MS);
afterAll(() => service.end());

/** Both opinions on one workflow. */
function opinions(text: string): {
  readonly service: readonly string[];
  readonly actionlint: readonly string[];
} {
  const document = { path: '.github/workflows/mutant.yml', text };
  return { service: service.check([document])[0]!, actionlint: actionlint(lint, [document])[0]! };
}

test('every action is right', () => {
  const found = service.check(
    [...ACTIONS.keys()].map((folder) => ({ path: `${folder}/action.yml`, text: actionText(folder) })),
  );
  expect(Object.fromEntries([...ACTIONS.keys()].map((folder, index) => [folder, found[index]]))).toEqual(
    Object.fromEntries([...ACTIONS.keys()].map((folder) => [folder, []])),
  );
});

const nothing = Object.fromEntries(workflows.map(({ path }) => [path, []]));

test('every workflow and every example is right, says the language service', () => {
  const found = service.check(workflows);
  expect(Object.fromEntries(workflows.map(({ path }, index) => [path, found[index]]))).toEqual(nothing);
});

test('every workflow and every example is right, says actionlint', () => {
  const found = actionlint(lint, workflows);
  expect(Object.fromEntries(workflows.map(({ path }, index) => [path, found[index]]))).toEqual(nothing);
});

test('every use of an action in the documents is in an example', () => {
  const uses = /uses: *giveway-ci\/giveway/g;
  const count = (texts: readonly string[]): number => texts.flatMap((text) => text.match(uses) ?? []).length;
  expect(count(examples.map(({ text }) => text))).toBe(count([...documents().values()]));
  expect(count(examples.map(({ text }) => text))).toBeGreaterThan(10);
});

describe('what is wrong is found', () => {
  const quickStart = examples.find(({ where }) => where.startsWith('README.md'))!.workflow;
  const composite = examples.find(({ text }) => text.includes('uses: giveway-ci/giveway@v1'))!.workflow;

  test.each([
    [
      'an unknown input',
      quickStart,
      '          host: lab',
      '          hots: lab',
      "input 'hots'",
      'input "hots"',
    ],
    ['a missing input', quickStart, /^ *pool: .*\n/m, '', 'required input `pool`', '"pool"'],
    ['a missing input of the composite', composite, /^ *host: .*\n/m, '', 'required input `host`', '"host"'],
    [
      'an unknown key',
      quickStart,
      'timeout-minutes',
      'timeout-hours',
      "Unexpected value 'timeout-hours'",
      'timeout-hours',
    ],
    ['a step that is not there', quickStart, 'steps.before-tests', 'steps.before', 'before', '"before"'],
  ])('%s', (_, workflow, right, wrong, serviceSays, actionlintSays) => {
    const mutant = workflow.replace(right, wrong);
    expect(mutant).not.toBe(workflow);
    const { service: one, actionlint: other } = opinions(mutant);
    expect(one.join('\n')).toContain(serviceSays);
    expect(other.join('\n')).toContain(actionlintSays);
  });

  test('an unknown action', () => {
    const mutant = quickStart.replace('acquire@v1', 'require@v1');
    expect(mutant).not.toBe(quickStart);
    expect(opinions(mutant).service.join('\n')).toContain('Unable to resolve action');
  });

  test('an output that the action has not', () => {
    const mutant = quickStart.replace('outputs.quit ', 'outputs.quits ');
    expect(mutant).not.toBe(quickStart);
    expect(opinions(mutant).actionlint.join('\n')).toContain('"quits"');
  });

  test("a script's unquoted variable", () => {
    const mutant = quickStart.replace('./test.sh "$GIVEWAY_HOST"', './test.sh $GIVEWAY_HOST');
    expect(mutant).not.toBe(quickStart);
    expect(opinions(mutant).actionlint.join('\n')).toContain('SC2086');
  });

  test.each([
    ['another runtime', /using: node24/, 'using: node25'],
    ['an unknown key', /^author: /m, 'writer: '],
    ['no description', /^description: .*\n/m, ''],
    ['a step without a shell', /^ *shell: bash\n/m, ''],
    ['no main', /^ *main: .*\n/m, ''],
    ['a bad expression', /toJSON\(matrix\)/, 'toYAML(matrix)'],
  ])('%s of an action', (_, right, wrong) => {
    const mutants = [...ACTIONS.keys()]
      .map((folder) => ({ path: `${folder}/action.yml`, text: actionText(folder) }))
      .filter(({ text }) => text.search(right) >= 0)
      .map(({ path, text }) => ({ path, text: text.replace(right, wrong) }));
    expect(mutants.length).toBeGreaterThan(0);
    for (const found of service.check(mutants)) expect(found).not.toEqual([]);
  });
});
