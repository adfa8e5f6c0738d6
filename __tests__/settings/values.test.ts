import {
  oneOf,
  parseDuration,
  parseHostGroups,
  parsePattern,
  parsePool,
  parseSignal,
  parseText,
  parseVersion,
  parseYesNo,
  wholeNumber,
} from '../../src/settings/values';

const bad = { expected: expect.any(String) as string };

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['1h30m', 5_400_000],
  ['1h2m3s4ms', 3_723_004],
  ['500ms', 500],
  ['0s', 0],
  ['72h', 259_200_000],
  ['007s', 7000],
])('%s is a duration of %i ms', (text, value) => {
  expect(parseDuration(text)).toEqual({ value });
});

test.each([
  '',
  ' ',
  '0',
  '10',
  '1.5h',
  '-1s',
  '+1s',
  '1d',
  '1H',
  '30m1h',
  '1s ',
  '1h 30m',
  's',
  '1e3s',
  '99999999999s',
  '５s',
])('%j is no duration', (text) => {
  expect(parseDuration(text)).toEqual(bad);
});

test.each([
  [['h1'], [['h1']]],
  [
    ['h1,h2', 'h3'],
    [['h1', 'h2'], ['h3']],
  ],
  [['h1, h2'], [['h1', 'h2']]],
  [['H-1.lab_x'], [['H-1.lab_x']]],
  [['0'], [['0']]],
  [['h'.repeat(128)], [['h'.repeat(128)]]],
])('%j names hosts', (texts, value) => {
  expect(parseHostGroups(texts)).toEqual({ value });
});

test.each([
  [[]],
  [['']],
  [[',']],
  [['h1,']],
  [['../x']],
  [['a b']],
  [['-x']],
  [['.x']],
  [['_x']],
  [['h1\n']],
  [['h1\nh2']],
  [['h.lock2']],
  [['h.lock']],
  [['h.waiting.4']],
  [['h/1']],
  [['hôte']],
  [['h'.repeat(129)]],
  [['h1', 'h1']],
  [['h1,h1']],
  [['h1,h2', 'h2']],
])('%j names none', (texts) => {
  expect(parseHostGroups(texts)).toEqual(bad);
});

test.each(['4.22', '4.22.3', '4.9', '10.0'])('%s is a version', (text) => {
  expect(parseVersion(text)).toEqual({ value: expect.objectContaining({ text }) as object });
});

test.each(['', '4', 'main', '4.x', '4.22 ', '-4.22'])('%j is no version', (text) => {
  expect(parseVersion(text)).toEqual(bad);
});

test.each([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
])('%s is %s', (text, value) => {
  expect(parseYesNo(text)).toEqual({ value });
});

test.each(['', 'Yes', '1', 'on'])('%j is neither yes nor no', (text) => {
  expect(parseYesNo(text)).toEqual(bad);
});

test.each([
  ['TERM', 'SIGTERM'],
  ['sigint', 'SIGINT'],
  ['usr1', 'SIGUSR1'],
])('%s is the signal %s', (text, value) => {
  expect(parseSignal(text)).toEqual({ value });
});

test.each(['', '15', 'KILL', 'SIGSTOP', 'SIG'])('%j is no signal that a command can leave by', (text) => {
  expect(parseSignal(text)).toEqual(bad);
});

test('whole numbers have both bounds', () => {
  const parse = wholeNumber(-2, 10);
  for (const [text, value] of [
    ['-2', -2],
    ['0', 0],
    ['10', 10],
    ['007', 7],
  ] as const) {
    expect(parse(text)).toEqual({ value });
  }
  for (const text of ['', '-3', '11', '1.0', '1e1', ' 1', '0x1', '9'.repeat(400)]) {
    expect(parse(text)).toEqual({ expected: 'a whole number from -2 to 10' });
  }
});

test('words are those of the list, as they are written there', () => {
  expect(oneOf('wait', 'skip')('skip')).toEqual({ value: 'skip' });
  for (const text of ['', 'Skip', 'toString', 'wai']) {
    expect(oneOf('wait', 'skip')(text)).toEqual({ expected: 'one of wait, skip' });
  }
});

test('texts are not blank', () => {
  expect(parseText(' x ')).toEqual({ value: ' x ' });
  for (const text of ['', ' ', '\n']) expect(parseText(text)).toEqual(bad);
});

test('a pattern is a regular expression', () => {
  expect(parsePattern('release-(\\d+\\.\\d+)')).toEqual({ value: 'release-(\\d+\\.\\d+)' });
  for (const text of ['(', '[', '*']) expect(parsePattern(text)).toEqual(bad);
});

test.each(['/srv/lab', 'lab', './a b', 'ssh://u@bastion/dir', 'ssh://bastion:2222/dir'])(
  '%s is a pool',
  (text) => {
    expect(parsePool(text)).toEqual({ value: text });
  },
);

test.each(['', 'http://x/y', 'etcd://x', 'ssh://', 'ssh://bastion', 'a\0b'])('%j is no pool', (text) => {
  expect(parsePool(text)).toEqual(bad);
});
