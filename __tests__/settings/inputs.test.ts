import {
  describeProblem,
  environmentName,
  INPUTS,
  readInputs,
  type InputName,
} from '../../src/settings/inputs';

const given = (entries: Record<string, string[]>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(entries));

test('every input has a twin in the environment', () => {
  expect(environmentName('wait-timeout')).toBe('GIVEWAY_WAIT_TIMEOUT');
  const twins = (Object.keys(INPUTS) as InputName[]).map(environmentName);
  expect(new Set(twins).size).toBe(twins.length);
  for (const twin of twins) expect(twin).toMatch(/^GIVEWAY_[A-Z_]+$/);
});

test('a flag comes before its twin, and an empty twin is none', () => {
  const env = { GIVEWAY_TTL: '1h', GIVEWAY_GRACE: '', GIVEWAY_HEARTBEAT: '5s' };
  const { values, problems } = readInputs(['ttl', 'grace', 'heartbeat', 'settle'], {
    given: given({ ttl: ['2h'] }),
    env,
  });
  expect(values).toEqual({ ttl: 7_200_000, heartbeat: 5000 });
  expect(problems).toEqual([]);
});

test('inputs that a command does not take are not read', () => {
  expect(readInputs(['ttl'], { given: given({ grace: ['x'] }), env: { GIVEWAY_GRACE: 'x' } })).toEqual({
    values: {},
    problems: [],
  });
});

test('of a flag that is given twice the last counts, but every host', () => {
  const { values } = readInputs(['ttl', 'host'], {
    given: given({ ttl: ['1h', '2h'], host: ['h1,h2', 'h3'] }),
    env: {},
  });
  expect(values).toEqual({ ttl: 7_200_000, host: [['h1', 'h2'], ['h3']] });
});

test('hosts wanted at the same time are separated by blanks in the environment', () => {
  const { values } = readInputs(['host'], { given: given({}), env: { GIVEWAY_HOST: ' h1,h2  h3\n' } });
  expect(values).toEqual({ host: [['h1', 'h2'], ['h3']] });
});

test('every problem is told, by the name that the bad value came by', () => {
  const { values, problems } = readInputs(['ttl', 'grace', 'mode', 'json'], {
    given: given({ ttl: ['10'], json: ['yes'] }),
    env: { GIVEWAY_GRACE: '5', GIVEWAY_MODE: 'soft' },
  });
  expect(values).toEqual({ json: true });
  expect(problems.map(({ input, got }) => [input, got])).toEqual([
    ['--ttl', '10'],
    ['GIVEWAY_GRACE', '5'],
    ['GIVEWAY_MODE', 'soft'],
  ]);
});

test.each([
  [{ input: '--ttl', expected: 'a duration', got: '10' }, '--ttl: expected a duration, got "10"'],
  [{ input: '--ttl', expected: 'a duration', got: '' }, '--ttl: expected a duration, got ""'],
  [{ input: '--pool', expected: 'the folder', got: undefined }, '--pool is missing: expected the folder'],
  [
    { input: '--host', expected: 'a host', got: 'a\n::error::b' },
    '--host: expected a host, got "a\\n::error::b"',
  ],
  [
    { input: '--host', expected: 'a host', got: 'h'.repeat(81) },
    `--host: expected a host, got "${'h'.repeat(80)}…"`,
  ],
])('a problem is one line: %j', (problem, line) => {
  expect(describeProblem(problem)).toBe(line);
});
