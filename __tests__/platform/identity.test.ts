import fc from 'fast-check';
import {
  matrixForPeople,
  oneLine,
  ownerFromText,
  ownerOf,
  read,
  versionOf,
} from '../../src/platform/identity';

const token = /^[!-~]{1,200}$/;

describe('an owner is one word of printable ASCII, at most 200 characters', () => {
  test.each([
    ['plain parts stay readable', ['github', 'org', 'repo', '123', 'e2e'], 'github/org/repo/123/e2e'],
    ['a slash within a part is no separator', ['a/b', 'c'], 'a%2Fb/c'],
    ['a space', ['a b'], 'a%20b'],
    ['a percent sign', ['a%20b'], 'a%2520b'],
    ['a newline', ['a\nb'], 'a%0Ab'],
    ['a letter beyond ASCII', ['ä'], '%C3%A4'],
    ['what is empty keeps its place', ['a', '', 'b'], 'a//b'],
    [
      'what a shell might read',
      ['$(id)`;|&<>\'"*?[]{}~#!\\'],
      expect.not.stringMatching(/[$`;|&<>'"*?[\]{}~#!\\]/),
    ],
  ])('%s', (_, parts, expected) => {
    expect(ownerOf(parts)).toEqual(expected);
    expect(ownerOf(parts)).toMatch(token);
  });

  test('a long one keeps a readable head and gets a hash of the whole', () => {
    const owner = ownerOf(['github', 'org', 'a'.repeat(300)]);
    expect(owner).toHaveLength(200);
    expect(owner).toMatch(/^github\/org\/a{124}~[0-9a-f]{64}$/);
  });

  test('200 characters are not long, 201 are', () => {
    expect(ownerOf(['a'.repeat(200)])).toBe('a'.repeat(200));
    expect(ownerOf(['a'.repeat(201)])).toMatch(/~[0-9a-f]{64}$/);
  });

  test('a long one is not cut within a percent code', () => {
    for (const padding of ['', 'a', 'aa']) {
      expect(ownerOf([`${padding}${'ä'.repeat(100)}`])).toMatch(/^(?:a|%[0-9A-F]{2})+~[0-9a-f]{64}$/);
    }
  });

  test('long ones that differ at the end differ', () => {
    expect(ownerOf(['a'.repeat(300), 'x'])).not.toBe(ownerOf(['a'.repeat(300), 'y']));
  });

  test('any parts give a word, and different parts different words', () => {
    const parts = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        fc.pre(a.join('') !== '' && b.join('') !== '');
        expect(ownerOf(a)).toMatch(token);
        // A lone surrogate is no character; all of them are written alike.
        const same = JSON.stringify(a.map(wellFormed)) === JSON.stringify(b.map(wellFormed));
        expect(ownerOf(a) === ownerOf(b)).toBe(same);
      }),
    );
  });
});

function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

describe('two legs of a matrix have different owners', () => {
  test.each([
    ['one value', '{"version":"4.21"}', '{"version":"4.22"}'],
    ['one of two values', '{"version":"4.21","arch":"x86"}', '{"version":"4.21","arch":"arm"}'],
    ['a leg with one more value', '{"version":"4.21"}', '{"version":"4.21","arch":"arm"}'],
    ['a name', '{"a":"1"}', '{"b":"1"}'],
    ['a number and the same as text', '{"node":20}', '{"node":"20"}'],
    ['true and the same as text', '{"fips":true}', '{"fips":"true"}'],
    ['null and the same as text', '{"x":null}', '{"x":"null"}'],
    ['an object and the same as text', '{"x":{"a":1}}', '{"x":"{\\"a\\":1}"}'],
    ['an inner value', '{"x":{"a":1}}', '{"x":{"a":2}}'],
    ['the order within a list', '{"x":[1,2]}', '{"x":[2,1]}'],
    ['a value with the separators in it', '{"a":"1,b=2"}', '{"a":"1","b":"2"}'],
    ['a value with a colon before it', '{"a":":1"}', '{"a":1}'],
    ['an empty value and none', '{"a":""}', '{}'],
    ['lists instead of objects', '[1]', '[2]'],
    ['what is no JSON', 'leg-1', 'leg-2'],
  ])('%s', (_, a, b) => {
    expect(ownerOf(['x'], a)).not.toBe(ownerOf(['x'], b));
    expect(ownerOf(['x'], a)).toMatch(token);
  });

  test.each([
    ['the order of names', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['the order of inner names', '{"x":{"a":1,"b":2}}', '{"x":{"b":2,"a":1}}'],
    ['white space', '{"a":1}', '{\n  "a": 1\n}'],
    ['no matrix in two forms', 'null', '{}'],
    ['no matrix in two more forms', '', ' '],
  ])('but one leg has one owner: %s', (_, a, b) => {
    expect(ownerOf(['x'], a)).toBe(ownerOf(['x'], b));
  });

  test.each([
    ['{"version":"4.22","node":20}', 'x/node=:20,version=4.22'],
    ['null', 'x'],
    ['{}', 'x'],
    ['', 'x'],
  ])('the matrix %j gives %s', (matrix, expected) => {
    expect(ownerOf(['x'], matrix)).toBe(expected);
  });

  test('a large matrix still fits, and still differs', () => {
    const leg = (n: number): string => JSON.stringify({ filler: 'a'.repeat(5_000), n });
    expect(ownerOf(['x'], leg(1))).toHaveLength(200);
    expect(ownerOf(['x'], leg(1))).not.toBe(ownerOf(['x'], leg(2)));
  });
});

describe('an owner that is given', () => {
  test.each([
    ['stays as it is', 'team-a/nightly', 'team-a/nightly'],
    ['is encoded if it can be no owner', 'Team A/nightly', 'Team%20A/nightly'],
    ['has its quotes encoded', "a'b", 'a%27b'],
  ])('%s', (_, text, expected) => {
    expect(ownerFromText(text)).toBe(expected);
  });

  test('is the same job again when an owner of ours is given back', () => {
    for (const parts of [['github', 'a/b', 'c d'], ['x'.repeat(300)], ['ä'.repeat(90)]]) {
      const owner = ownerOf(parts, '{"version":"4.22","node":20}');
      expect(ownerFromText(owner)).toBe(owner);
    }
    expect(ownerFromText(ownerFromText('Team A'))).toBe(ownerFromText('Team A'));
  });
});

test.each([
  ['x', 'x'],
  [' x ', 'x'],
  ['', undefined],
  ['  ', undefined],
  [undefined, undefined],
])('a variable %j is read as %j', (value, expected) => {
  expect(read({ NAME: value }, 'NAME')).toBe(expected);
});

test.each([
  ['plain', 'plain'],
  ['a\nb', 'a b'],
  ['a\r\n::error::b', 'a ::error::b'],
  ['\u001b[31mred', 'red'],
  ['a\u2028b', 'a b'],
  ['a\u0085b', 'a b'],
  ['', ''],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(199)}…`],
])('for people %j is %j', (text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test.each([
  ['{"version":"4.22","arch":"arm64"}', ' (4.22, arm64)'],
  ['{"node":20,"x":{"a":1}}', ' (20, {"a":1})'],
  ['null', ''],
  ['{}', ''],
  ['no json', ''],
  [undefined, ''],
])('for people the matrix %j is %j', (matrix, expected) => {
  expect(matrixForPeople(matrix)).toBe(expected);
});

describe('the version comes from JOB_NAME, else GITHUB_REF_NAME, else GITHUB_BASE_REF', () => {
  test.each([
    [{ JOB_NAME: 'nightly-4.22-e2e', GITHUB_REF_NAME: 'release-4.20' }, '4.22', 'JOB_NAME', 'whole-word'],
    [{ JOB_NAME: 'e2e', GITHUB_REF_NAME: 'release-4.20' }, '4.20', 'GITHUB_REF_NAME', 'branch'],
    [{ GITHUB_REF_NAME: '4.22' }, '4.22', 'GITHUB_REF_NAME', 'branch'],
    [{ GITHUB_REF_NAME: '12/merge', GITHUB_BASE_REF: 'release-4.20' }, '4.20', 'GITHUB_BASE_REF', 'branch'],
    [{ GITHUB_REF_NAME: 'main', GITHUB_BASE_REF: '' }, undefined, undefined, undefined],
    [{ GITHUB_HEAD_REF: 'release-4.22', GITHUB_BASE_REF: 'main' }, undefined, undefined, undefined],
    [{}, undefined, undefined, undefined],
  ])('%j: %s by %s', (env, text, source, rule) => {
    expect(versionOf(env, {}).version).toEqual(text === undefined ? undefined : { text, source, rule });
  });

  test('without one it says what was looked at', () => {
    expect(versionOf({ JOB_NAME: 'e2e', GITHUB_REF_NAME: 'main' }, {}).whyNoVersion).toMatch(
      /JOB_NAME "e2e".*GITHUB_REF_NAME "main"/,
    );
    expect(versionOf({}, {}).whyNoVersion).toMatch(/JOB_NAME/);
    expect(versionOf({ JOB_NAME: '4.22' }, {}).whyNoVersion).toBeUndefined();
  });

  test('a pattern replaces the rules', () => {
    const env = { JOB_NAME: 'app-7.3-ocp-4.22', GITHUB_REF_NAME: 'release-4.20' };
    expect(versionOf(env, { versionPattern: 'app-([0-9.]+)' }).version?.text).toBe('7.3');
    expect(versionOf(env, { versionPattern: 'none-([0-9.]+)' }).version).toBeUndefined();
    expect(versionOf(env, { versionPattern: '(' }).whyNoVersion).toMatch(/pattern/);
  });
});
