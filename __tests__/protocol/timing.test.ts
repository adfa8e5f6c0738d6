import fc from 'fast-check';
import {
  commandDeadlines,
  DEFAULTS,
  lockDelayMs,
  timingProblems,
  type Timing,
} from '../../src/protocol/timing';

const FITS: Timing = {
  heartbeatMs: DEFAULTS.heartbeatMs,
  ttlMs: DEFAULTS.ttlMs,
  leaseTtlMs: DEFAULTS.ttlMs,
  exemptMs: DEFAULTS.exemptMs,
  maxHoldMs: DEFAULTS.maxHoldMs,
  settleMs: DEFAULTS.settleMs,
};
const flags = (timing: Partial<Timing>): string[] =>
  timingProblems({ ...FITS, ...timing }).map(({ flag }) => flag);

describe('times that fit together', () => {
  it('the defaults do', () => {
    expect(timingProblems(FITS)).toEqual([]);
  });

  it.each<[string, Partial<Timing>, string[]]>([
    ['a ttl of three heartbeats', { ttlMs: 45_000 }, []],
    ['a ttl below three heartbeats', { ttlMs: 44_999 }, ['ttl']],
    ['a ttl of 0', { ttlMs: 0 }, ['ttl']],
    ['a heartbeat of 0.1 s', { heartbeatMs: 100 }, []],
    ['a shorter heartbeat', { heartbeatMs: 99 }, ['heartbeat']],
    ['a heartbeat of 0', { heartbeatMs: 0 }, ['heartbeat']],
    ['a max-hold of the ttl of the lease', { maxHoldMs: 120_000 }, []],
    [
      'a max-hold below the longer ttl of a lease without a keeper',
      { leaseTtlMs: 21_600_000, maxHoldMs: 21_599_999 },
      ['max-hold'],
    ],
    ['a shorter max-hold', { maxHoldMs: 119_999 }, ['max-hold']],
    ['an exempt time of max-hold', { exemptMs: DEFAULTS.maxHoldMs }, []],
    ['a longer exempt time', { exemptMs: DEFAULTS.maxHoldMs + 1 }, ['exempt-time']],
    ['a settle time of 1 s', { settleMs: 1_000 }, []],
    ['a shorter settle time', { settleMs: 999 }, ['settle']],
    [
      'all at once',
      { heartbeatMs: 50, ttlMs: 149, maxHoldMs: 10, exemptMs: 11, settleMs: 0 },
      ['heartbeat', 'ttl', 'max-hold', 'exempt-time', 'settle'],
    ],
  ])('%s', (_, timing, expected) => {
    expect(flags(timing)).toEqual(expected);
  });

  it('say what was expected and what was got', () => {
    expect(timingProblems({ ...FITS, ttlMs: 30_000 })).toEqual([
      { flag: 'ttl', expected: expect.stringContaining('3') as string, got: 30_000 },
    ]);
  });
});

it.each([
  [0, 0],
  [7, 0],
  [8, 1],
  [8_000, 1_000],
  [119_999, 14_999],
  [120_000, 15_000],
  [21_600_000, 15_000],
])('a host rests after an expiry by its ttl, at most 15 s: %p ms, %p ms', (ttlMs, restMs) => {
  expect(lockDelayMs(ttlMs)).toBe(restMs);
});

it('a command is asked to end at 75 s and killed at 105 s of a ttl of 120 s', () => {
  expect(commandDeadlines(120_000)).toEqual({ terminateMs: 75_000, killMs: 105_000 });
});

it('it always has time between the two, and is dead before the lease may be taken', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 100_000_000 }), (ttlMs) => {
      const { terminateMs, killMs } = commandDeadlines(ttlMs);
      return 0 < terminateMs && terminateMs < killMs && killMs < ttlMs;
    }),
  );
});
