import fc from 'fast-check';
import type { ProductVersion } from '../../src/protocol/product-version';
import {
  compareProductVersions,
  formatMajorMinor,
  isNewerMinor,
  parseProductVersion,
} from '../../src/protocol/product-version';

function version(text: string): ProductVersion {
  const parsed = parseProductVersion(text);
  if (parsed === undefined) throw new Error(`not a version: ${text}`);
  return parsed;
}

describe('a version is major.minor, and may go on as semver does', () => {
  test.each([
    ['4.22', 4, 22],
    ['4.22.3', 4, 22],
    ['4.22.0-rc.1', 4, 22],
    ['4.22.0-0.nightly-2026-11-30-093000', 4, 22],
    ['4.22.0+build.7', 4, 22],
    ['4.22.0-ec.2+build.007', 4, 22],
    ['0.0', 0, 0],
    ['0.0.0', 0, 0],
    ['99.0', 99, 0],
    ['10.100', 10, 100],
    ['9007199254740991.9007199254740991', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [`4.22.0-${'a'.repeat(57)}`, 4, 22],
  ])('%s is one', (text, major, minor) => {
    expect(parseProductVersion(text)).toEqual({ major, minor, text });
  });

  test.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['a major alone', '4'],
    ['a major and a dot', '4.'],
    ['a minor alone', '.22'],
    ['a v before it', 'v4.22'],
    ['a v before semver', 'v4.22.3'],
    ['an equals sign', '=4.22.3'],
    ['a letter for the minor', '4.y'],
    ['a leading zero in the major', '04.2'],
    ['a leading zero in the minor', '4.022'],
    ['a leading zero in the patch', '4.22.03'],
    ['a leading zero in the prerelease', '4.22.0-rc.01'],
    ['two zeros', '00.0'],
    ['a sign', '-4.22'],
    ['an exponent', '4e1.22'],
    ['hexadecimal', '0x4.22'],
    ['a comma', '4,22'],
    ['a blank before it', ' 4.22'],
    ['a blank behind it', '4.22 '],
    ['a blank within', '4. 22'],
    ['a newline behind it', '4.22\n'],
    ['a newline behind semver', '4.22.3\n'],
    ['four numbers', '4.22.3.1'],
    ['a prerelease without a patch', '4.22-rc.1'],
    ['an empty prerelease', '4.22.0-'],
    ['an empty build', '4.22.0+'],
    ['two builds', '4.22.0+a+b'],
    ['digits that are not ASCII', '٤.٢٢'],
    ['a slash', '4.22.0-rc/1'],
    ['a command', '4.22.0-$(id)'],
    ['65 characters', `4.22.0-${'a'.repeat(58)}`],
    ['a major beyond 2^53', '9007199254740992.0'],
    ['a minor beyond 2^53', '4.9007199254740992'],
    ['a patch beyond 2^53', '4.22.9007199254740993'],
    ['a prerelease number beyond 2^53', '4.22.0-rc.9007199254740993'],
  ])('%s is none', (_, text) => {
    expect(parseProductVersion(text)).toBeUndefined();
  });
});

describe('a newer version goes first', () => {
  test.each([
    ['1.10', '1.9', '1.10 is above 1.9: numbers, not letters'],
    ['4.22', '4.3', 'a minor of two digits is above one of one digit'],
    ['5.0', '4.99', 'the major comes first'],
    ['10.0', '9.9', 'the major is a number too'],
    ['4.22.1', '4.22', 'a missing patch is .0'],
    ['4.22.10', '4.22.9', 'the patch is a number'],
    ['4.22.0', '4.22.0-rc.1', 'a prerelease comes before its release'],
    ['4.22', '4.22.0-rc.9', 'a prerelease comes before its release without a patch'],
    ['4.22.0-rc.10', '4.22.0-rc.9', 'numbers in a prerelease are numbers'],
    ['4.22.0-rc.1', '4.22.0-ec.5', 'words in a prerelease are in order of letters'],
    ['4.22.0-rc.1', '4.21.99', 'the prerelease of a newer minor is above any patch of an older one'],
    ['0.1', '0.0', 'zero is a number like any other'],
  ])('%s above %s: %s', (newer, older) => {
    expect(compareProductVersions(version(newer), version(older))).toBeGreaterThan(0);
    expect(compareProductVersions(version(older), version(newer))).toBeLessThan(0);
  });

  test.each([
    ['4.22', '4.22'],
    ['4.22', '4.22.0'],
    ['4.22.0+a', '4.22.0+b'],
    ['0.0', '0.0.0'],
  ])('%s and %s are equal', (a, b) => {
    expect(compareProductVersions(version(a), version(b))).toBe(0);
    expect(compareProductVersions(version(b), version(a))).toBe(0);
  });
});

describe('only a newer major.minor is a newer minor', () => {
  test.each([
    ['4.22', '4.21', true],
    ['4.10', '4.9', true],
    ['5.0', '4.22', true],
    ['4.22', '4.22', false],
    ['4.21', '4.22', false],
    ['4.22', '5.0', false],
    ['4.22.9', '4.22.0', false],
    ['4.22.0', '4.22.0-rc.1', false],
    ['4.22.0-rc.1', '4.21.9', true],
    ['0.0', '0.0', false],
  ])('%s over %s: %s', (a, b, expected) => {
    expect(isNewerMinor(version(a), version(b))).toBe(expected);
  });
});

test.each([
  ['4.22', '4.22'],
  ['4.22.3', '4.22'],
  ['4.22.0-rc.1', '4.22'],
  ['0.0', '0.0'],
])('the major.minor of %s is %s', (text, expected) => {
  expect(formatMajorMinor(version(text))).toBe(expected);
});

const anyVersion = fc
  .tuple(
    fc.nat(12),
    fc.nat(12),
    fc.constantFrom('', '.0', '.1', '.10', '.0-rc.1', '.0-rc.10', '.0-ec.2', '.0-1', '.0+b'),
  )
  .map(([major, minor, rest]) => version(`${major}.${minor}${rest}`));

describe('the order is total', () => {
  test('two versions are in opposite order when they change places', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (a, b) => {
        // + 0, because -0 is not 0 here.
        expect(Math.sign(compareProductVersions(a, b))).toBe(-Math.sign(compareProductVersions(b, a)) + 0);
      }),
    );
  });

  test('what is not below another, which is not below a third, is not below the third', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        const [lowest, middle, highest] = [a, b, c].sort(compareProductVersions);
        expect(compareProductVersions(lowest!, middle!)).toBeLessThanOrEqual(0);
        expect(compareProductVersions(middle!, highest!)).toBeLessThanOrEqual(0);
        expect(compareProductVersions(lowest!, highest!)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('a newer minor is above in the order too, and never both ways', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, (a, b) => {
        if (isNewerMinor(a, b)) expect(compareProductVersions(a, b)).toBeGreaterThan(0);
        expect(isNewerMinor(a, b) && isNewerMinor(b, a)).toBe(false);
      }),
    );
  });

  test('any text is read without an error, and what is accepted is one word that reads the same again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9v.+a-z -]{1,70}$/)), (text) => {
        const parsed = parseProductVersion(text);
        if (parsed === undefined) return;
        expect(parsed.text).toMatch(/^[!-~]{3,64}$/);
        expect(parseProductVersion(parsed.text)).toEqual(parsed);
      }),
    );
  });
});
