import {
  isSettling,
  nextUpkeepAtMs,
  settlingSince,
  upkeepVerbs,
  type UpkeepOptions,
} from '../../src/protocol/upkeep';
import type { Verb } from '../../src/protocol/verbs';
import {
  holds,
  legacy,
  NOW_MS,
  NOW_NS,
  ns,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
} from './pool-picture';

const KEPT: UpkeepOptions = { keeper: true, settleMs: 10_000, settlingSinceMs: undefined };
const UNKEPT: UpkeepOptions = { ...KEPT, keeper: false };
const OLD = '1700000000000000000';
const BASH = legacy(3600);
const keep = (parts: readonly Part[], options = KEPT, hosts = ['h1']): Verb[] =>
  upkeepVerbs(snapshotOf(...parts), 'me', hosts, options);
const mine = (looks: HolderLooks = {}, host = 'h1'): Part => holds('me', host, looks);
const renewal = (keeper = true, ...hosts: string[]): unknown => ({ verb: 'renew', id: 'me', hosts, keeper });

describe('a holder has nothing to do', () => {
  it.each<[string, readonly Part[], UpkeepOptions]>([
    ['while all is in place', [mine()], KEPT],
    ['without a keeper either, where no bash job looks', [mine()], UNKEPT],
    ["for another job's lease", [holds('other', 'h1', { lock: 'none' })], KEPT],
    ['for a lease that is over', [mine({ lock: 'none', beatAgeMs: 120_001 })], KEPT],
    ['for a lost one: nothing is ever written back', [BASH, mine({ state: 'lost' })], KEPT],
    ["under another job's lock", [mine({ lock: OLD })], KEPT],
    ['with bash jobs that name no LOCK_TIMEOUT', [legacy(), mine({ takenAgoMs: 9_000_000 })], KEPT],
  ])('%s', (_, parts, options) => {
    expect(keep(parts, options)).toEqual([]);
  });
});

describe('a missing lock', () => {
  it('is put back by its holder', () => {
    expect(keep([mine({ lock: 'none' })])).toEqual([renewal(true, 'h1')]);
  });
  it('of one host of two: that one', () => {
    expect(keep([mine(), mine({ lock: 'none' }, 'h2')], KEPT, ['h1', 'h2'])).toEqual([renewal(true, 'h2')]);
  });
});

describe('the stamp that bash sees', () => {
  it.each([
    [1_799_999, 0],
    [1_800_000, 1],
    [1_800_001, 1],
    [0, 0],
    [-60_000, 0],
  ])('is renewed at half of LOCK_TIMEOUT: %p ms old, %p times', (ageMs, times) => {
    const looks = { stampNs: NOW_NS - ns(ageMs), takenAgoMs: 4_000_000 };
    expect(keep([BASH, mine(looks)])).toEqual(times === 0 ? [] : [renewal(true, 'h1')]);
  });
  it('without a keeper, by every check, for each moves the end of the lease', () => {
    expect(keep([BASH, mine({ takenAgoMs: 0 })], UNKEPT)).toEqual([renewal(false, 'h1')]);
    expect(keep([legacy(), mine({ takenAgoMs: 0 })], UNKEPT)).toEqual([renewal(false, 'h1')]);
  });
});

describe('a lease that settles again after its lock was put back', () => {
  const settling = mine({ state: 'settling', takenAgoMs: 60_000 });
  it.each([
    [undefined, []],
    [0, []],
    [9_999, []],
    [10_000, [{ verb: 'held', id: 'me', hosts: ['h1'] }]],
  ])('is confirmed after the settle time: %p ms', (agoMs, verbs) => {
    const settlingSinceMs = agoMs === undefined ? undefined : NOW_MS - agoMs;
    expect(keep([BASH, settling], { ...KEPT, settlingSinceMs })).toEqual(verbs);
  });
  it('is confirmed before it is renewed, for one commit changes a record once', () => {
    const settled = { ...UNKEPT, settlingSinceMs: NOW_MS - 10_000 };
    expect(keep([BASH, settling], settled)).toEqual([{ verb: 'held', id: 'me', hosts: ['h1'] }]);
  });
  it('of which only some locks stand: the others are put back', () => {
    const parts = [BASH, settling, mine({ state: 'settling', lock: 'none' }, 'h2')];
    const settled = { ...KEPT, settlingSinceMs: NOW_MS - 10_000 };
    expect(keep(parts, settled, ['h1', 'h2'])).toEqual([
      renewal(true, 'h2'),
      { verb: 'held', id: 'me', hosts: ['h1'] },
    ]);
  });

  it.each<[string, boolean, readonly Part[]]>([
    ['runs while its lock stands', true, [settling]],
    ['does not run while it is missing', false, [mine({ state: 'settling', lock: 'none' })]],
    ['does not run under a foreign lock', false, [mine({ state: 'settling', lock: OLD })]],
    ['does not run for a lease that is held', false, [mine()]],
    ['does not run for somebody else', false, [holds('other', 'h1', { state: 'settling' })]],
    ['runs with the locks of all its hosts', true, [settling, mine({}, 'h2')]],
    ['starts anew when one of them is missing', false, [settling, mine({ lock: 'none' }, 'h2')]],
  ])('the settle time %s', (_, runs, parts) => {
    expect(isSettling(snapshotOf(BASH, ...parts), 'me', ['h1', 'h2'])).toBe(runs);
  });

  it.each<[string, number | undefined, number | undefined, readonly Part[]]>([
    ['from the first look that shows it', undefined, NOW_MS, [settling]],
    ['from then on', NOW_MS - 3_000, NOW_MS - 3_000, [settling]],
    [
      'after a reboot anew: an instant that is still to come was of an earlier boot',
      90 * NOW_MS,
      NOW_MS,
      [settling],
    ],
    ['no more once it is held', NOW_MS - 3_000, undefined, [mine()]],
  ])('the settle time counts %s', (_, beforeMs, expected, parts) => {
    expect(settlingSince(snapshotOf(BASH, ...parts), 'me', ['h1'], beforeMs)).toBe(expected);
  });
});

describe('the files of dead waiters', () => {
  const dead = waits('dead', ['h1', 'h2'], { version: '99.0', target: 'h1', beatAgeMs: 120_001 });
  it('go, for bash jobs would obey them', () => {
    expect(keep([mine(), dead])).toMatchObject([{ verb: 'clear', id: 'dead' }]);
  });
  it('once, where a waiter has several', () => {
    expect(keep([mine(), mine({}, 'h2'), dead], KEPT, ['h1', 'h2'])).toHaveLength(1);
  });
});

describe('a keeper wakes', () => {
  const at = (parts: readonly Part[], settlingSinceMs?: number): number =>
    nextUpkeepAtMs(snapshotOf(...parts), 'me', ['h1'], { ...KEPT, settlingSinceMs });
  it('at half of LOCK_TIMEOUT, and at the end of a settle time', () => {
    expect(at([BASH, mine({ takenAgoMs: 60_000 })])).toBe(NOW_MS + 1_740_000);
    expect(at([BASH, mine({ takenAgoMs: 60_000 })], NOW_MS - 3_000)).toBe(NOW_MS + 7_000);
    expect(at([BASH, mine({ takenAgoMs: 9_000_000 })])).toBe(NOW_MS);
  });
  it('for nothing else', () => {
    expect(at([mine()])).toBe(Infinity);
    expect(at([legacy(), mine()])).toBe(Infinity);
    expect(at([BASH, holds('other', 'h1')])).toBe(Infinity);
  });
});
