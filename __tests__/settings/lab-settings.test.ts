import { parseLabSettings, resolveHost, type LabSettings } from '../../src/settings/lab-settings';

function settings(json: unknown): LabSettings {
  const parsed = parseLabSettings(JSON.stringify(json));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.settings;
}

const problem = (text: string): string | undefined => {
  const parsed = parseLabSettings(text);
  return 'problem' in parsed ? parsed.problem : undefined;
};

test('without a file nothing is limited', () => {
  expect(parseLabSettings(undefined)).toEqual({
    settings: { hosts: undefined, limits: {}, defaults: {}, requireVersion: false },
  });
});

test('hosts are a list of names, as init writes them, or an object', () => {
  expect([...(settings({ hosts: ['h1', 'h2'] }).hosts?.keys() ?? [])]).toEqual(['h1', 'h2']);
  const { hosts } = settings({ hosts: { h1: { aliases: ['a'], contact: 'ann', note: 'rack 3' } } });
  expect(hosts?.get('h1')).toEqual({ aliases: ['a'], contact: 'ann', note: 'rack 3' });
});

test('limits and defaults are durations and a priority', () => {
  const times = { 'max-hold': '8h', grace: '90s', 'exempt-time': '1h30m', priority: -3 };
  const read = { maxHoldMs: 28_800_000, graceMs: 90_000, exemptMs: 5_400_000, priority: -3 };
  expect(settings({ limits: times, defaults: times })).toMatchObject({ limits: read, defaults: read });
});

test.each([
  ['', /giveway\.json can't be used: /],
  ['[]', /expected an object/],
  ['{"hosts":5}', /hosts: expected an object/],
  ['{"hosts":{"h 1":{}}}', /"h 1" is no host name/],
  ['{"hosts":{"h1":{"aliases":"x"}}}', /h1: aliases: expected a list/],
  ['{"hosts":{"h1":{"aliases":["h2"]},"h2":{}}}', /h2 is there twice/],
  ['{"hosts":{"h1":{"note":5}}}', /h1: note: expected a text/],
  ['{"hosts":{"h1":{"alias":["x"]}}}', /"alias" is unknown \(nearest: aliases\)/],
  ['{"limits":{"max-hold":8}}', /limits: max-hold: expected/],
  ['{"limits":{"max-hold":"8"}}', /limits: max-hold: expected a duration/],
  ['{"limits":{"priority":1001}}', /priority: expected a whole number/],
  ['{"limits":{"priority":"5"}}', /priority: expected a whole number/],
  ['{"require-version":"yes"}', /require-version: expected true or false/],
])('%j is a problem that is named', (text, expected) => {
  expect(problem(text)).toMatch(expected);
});

describe('a host', () => {
  const lab = settings({ hosts: { 'lab-1': { aliases: ['nut'] }, 'lab-2': {} } });

  test.each([
    ['lab-1', { host: 'lab-1' }],
    ['nut', { host: 'lab-1' }],
    ['lab-3', { nearest: 'lab-1' }],
    ['nutt', { nearest: 'nut' }],
  ])('%s is resolved', (name, expected) => {
    expect(resolveHost(lab, name)).toEqual(expected);
  });

  test('may have any name where the lab names none', () => {
    expect(resolveHost(settings({}), 'whatever')).toEqual({ host: 'whatever' });
  });

  test('has no nearest where the lab has none', () => {
    expect(resolveHost(settings({ hosts: [] }), 'h1')).toEqual({ nearest: 'none' });
  });
});
