import fc from 'fast-check';
import { chooseHosts, hostsOf, isHostName } from '../../src/protocol/host';
import { lockName, parseRequestName, requestName } from '../../src/protocol/names';

describe('a host name', () => {
  it.each([
    ['h', true],
    ['spoke-baremetal-50-7c-6f-5c-47-8c', true],
    ['H1.lab_2', true],
    ['0', true],
    ['x'.repeat(128), true],
    ['lock', true],
    ['h-lock', true],
    ['h.loc', true],
    ['', false],
    ['x'.repeat(129), false],
    ['x'.repeat(300), false],
    ['-x', false],
    ['.x', false],
    ['_x', false],
    ['../x', false],
    ['a/b', false],
    ['a b', false],
    ['a\n', false],
    ['a\nb', false],
    ['a,b', false],
    ['h.lock', false],
    ['h.lock2', false],
    ['h.waiting', false],
    ['h.waiting.1', false],
    ['é', false],
    ['*', false],
  ])('%j: %s', (text, expected) => expect(isHostName(text)).toBe(expected));
});

describe('the hosts of a request', () => {
  it.each([
    [
      [['h1', 'h2'], ['h2']],
      ['h1', 'h2'],
    ],
    [[], []],
    [[[]], []],
  ])('%j', (groups, hosts) => expect(hostsOf(groups)).toEqual(hosts));

  it.each([
    ['any one of two', [['h1', 'h2']], ['h1', 'h2'], ['h1']],
    ['any one of two, the first busy', [['h1', 'h2']], ['h2'], ['h2']],
    ['all', [['h1'], ['h2']], ['h1', 'h2'], ['h1', 'h2']],
    ['all, one busy', [['h1'], ['h2']], ['h1'], undefined],
    ['the first group gives way', [['h1', 'h2'], ['h1']], ['h1', 'h2'], ['h2', 'h1']],
    ['no host twice', [['h1'], ['h1']], ['h1'], undefined],
    ['an empty group', [[]], ['h1'], undefined],
    ['no group', [], ['h1'], []],
  ])('chosen: %s', (_, groups, available, expected) => {
    expect(chooseHosts(groups, (host) => available.includes(host))).toEqual(expected);
  });
});

describe("a request file's name", () => {
  const NS = '1766568440841947242';

  it.each([
    [`h1.lock.waiting.${NS}.4.22`, { host: 'h1', major: 4, minor: 22, queued: false }],
    [`h1.lock.waiting.${NS}.4.22.queued`, { host: 'h1', major: 4, minor: 22, queued: true }],
    [`a.b-c_d.lock.waiting.${NS}.0.0`, { host: 'a.b-c_d', major: 0, minor: 0 }],
  ])('reads: %s', (name, expected) => {
    expect(parseRequestName(name)).toMatchObject({ ...expected, arrivalNs: BigInt(NS) });
  });

  it.each([
    '',
    'h1.lock',
    'h1.lock.waiting',
    'h1.lock.waiting.',
    `h1.lock.waiting.${NS}`,
    `h1.lock.waiting.${NS}.4`,
    `h1.lock.waiting.${NS}.4.22.5`,
    `h1.lock.waiting.${NS}.4.22.queued.queued`,
    `h1.lock.waiting.${NS}.4.22.bak`,
    `h1.lock.waiting.${NS}.4.22\n`,
    `h1.lock.waiting.${NS}0.4.22`,
    `h1.lock.waiting.-1.4.22`,
    `h1.lock.waiting.x.4.22`,
    `.lock.waiting.${NS}.4.22`,
    `h1.lock2.lock.waiting.${NS}.4.22`,
    `h1.lock.waiting.1.1.1.lock.waiting.${NS}.4.22`,
    `../h1.lock.waiting.${NS}.4.22`,
    `h1.lock.waiting.${NS}.4.22 `,
  ])('is none: %j', (name) => expect(parseRequestName(name)).toBeUndefined());

  it('reads as it was written, to the nanosecond', () => {
    const part = fc.nat();
    const hosts = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$/).filter(isHostName);
    fc.assert(
      fc.property(
        hosts,
        fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }),
        part,
        part,
        fc.boolean(),
        (host, arrivalNs, major, minor, queued) => {
          const name = { host, arrivalNs, major, minor, queued };
          expect(parseRequestName(requestName(name))).toEqual(name);
          expect(requestName(name).startsWith(`${lockName(host)}.waiting.`)).toBe(true);
        },
      ),
    );
  });
});
