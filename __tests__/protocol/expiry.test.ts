import {
  bashLockEndsAtNs,
  decideExpiry,
  heartbeatAgeMs,
  isWaiterAlive,
  lockOwner,
  waiterEndsAtMs,
} from '../../src/protocol/expiry';
import {
  bashHolds,
  bashWaits,
  freed,
  holds,
  HOUR_MS,
  legacy,
  NOW_MS,
  NOW_NS,
  ns,
  OTHER_BOOT,
  snapshotOf,
  waits,
  type HolderLooks,
} from './pool-picture';

describe('a lease lives for its ttl after a heartbeat, then rests, then has expired', () => {
  const ttlMs = 120_000;
  test.each<[string, HolderLooks, string]>([
    ['just beaten', { beatAgeMs: 0 }, 'live'],
    ['at ttl - 1 ms', { beatAgeMs: ttlMs - 1 }, 'live'],
    ['at its ttl', { beatAgeMs: ttlMs }, 'live'],
    ['at ttl + 1 ms', { beatAgeMs: ttlMs + 1 }, 'resting'],
    ['at the end of the lock delay', { beatAgeMs: ttlMs + 15_000 }, 'resting'],
    ['after the lock delay', { beatAgeMs: ttlMs + 15_001 }, 'expired'],
    ['of a short ttl, at the end of an eighth', { ttlMs: 8_000, beatAgeMs: 9_000 }, 'resting'],
    ['of a short ttl, after it', { ttlMs: 8_000, beatAgeMs: 9_001 }, 'expired'],
    ['with a ttl of 0, at once', { ttlMs: 0, beatAgeMs: 0 }, 'live'],
    ['with a ttl of 0, 1 ms later', { ttlMs: 0, beatAgeMs: 1 }, 'expired'],
    ['without a heartbeat', { beatAgeMs: 'none' }, 'expired'],
    ['with one that can not be read', { beatAgeMs: 'unreadable' }, 'live'],
    ['with one from the future', { beatAgeMs: -5_000 }, 'live'],
    ['settling', { state: 'settling' }, 'live'],
    ['quitting', { state: 'quitting' }, 'live'],
    ['lost, whatever its heartbeat', { state: 'lost' }, 'lost'],
    ['lost, and long dead', { state: 'lost', beatAgeMs: 'none' }, 'lost'],
  ])('%s', (_, looks, state) => {
    const snapshot = snapshotOf(holds('a', 'h1', { ttlMs, takenAgoMs: 500_000, ...looks }));
    expect(decideExpiry(snapshot, 'h1').state).toBe(state);
  });

  it('says until when', () => {
    const live = snapshotOf(holds('a', 'h1', { beatAgeMs: 20_000 }));
    expect(decideExpiry(live, 'h1')).toMatchObject({ endsAtMs: NOW_MS + 100_000 });
    const resting = snapshotOf(holds('a', 'h1', { beatAgeMs: 120_001 }));
    expect(decideExpiry(resting, 'h1')).toMatchObject({ untilMs: NOW_MS - 120_001 + 135_000 });
  });

  test.each([
    [HOUR_MS, 'live'],
    [HOUR_MS + 1, 'resting'],
    [HOUR_MS + 15_000, 'resting'],
    [HOUR_MS + 15_001, 'expired'],
  ])('max-hold ends it, however well it beats: taken %p ms ago, %s', (takenAgoMs, state) => {
    const snapshot = snapshotOf(holds('a', 'h1', { maxHoldMs: HOUR_MS, takenAgoMs }));
    expect(decideExpiry(snapshot, 'h1').state).toBe(state);
  });

  test.each([
    [HOUR_MS, 'live'],
    [HOUR_MS + 1, 'resting'],
  ])('a hold needs no heartbeat, and ends at its until: made %p ms ago, %s', (takenAgoMs, state) => {
    const hold: HolderLooks = { kind: 'hold', beatAgeMs: 'none', maxHoldMs: HOUR_MS, takenAgoMs };
    expect(decideExpiry(snapshotOf(holds('a', 'h1', hold)), 'h1').state).toBe(state);
  });

  it('a host without a record, and one that was given back, are free', () => {
    expect(decideExpiry(snapshotOf(), 'h1')).toEqual({ state: 'free' });
    expect(decideExpiry(snapshotOf(freed('h1', 0)), 'h1')).toEqual({ state: 'free' });
    expect(decideExpiry(snapshotOf(waits('a', ['h1'])), 'h1')).toEqual({ state: 'free' });
  });
});

it('a heartbeat from the future is as good as one made now', () => {
  expect(heartbeatAgeMs(snapshotOf(holds('a', 'h1', { beatAgeMs: -5_000 })), 'a')).toBe(0);
  expect(heartbeatAgeMs(snapshotOf(), 'a')).toBeUndefined();
});

describe('after a reboot of the bastion', () => {
  const ageAt = (uptimeMs: number): number | undefined => {
    const snapshot = snapshotOf(holds('a', 'h1', { beatBoot: OTHER_BOOT, beatAgeMs: 999_999_999_999 }));
    return heartbeatAgeMs({ ...snapshot, uptimeMs }, 'a');
  };

  it('a heartbeat counts as made at uptime 0', () => {
    expect(ageAt(0)).toBe(0);
    expect(ageAt(119_999)).toBe(119_999);
  });

  it('a lease of before lives for its ttl from uptime 0', () => {
    const looks = { beatBoot: OTHER_BOOT, boot: OTHER_BOOT, beatAgeMs: 1 };
    const snapshot = snapshotOf(holds('a', 'h1', looks));
    expect(decideExpiry({ ...snapshot, uptimeMs: 120_000 }, 'h1').state).toBe('live');
    expect(decideExpiry({ ...snapshot, uptimeMs: 120_001 }, 'h1').state).toBe('resting');
  });

  it('max-hold counts anew from there', () => {
    const looks = { boot: OTHER_BOOT, maxHoldMs: HOUR_MS };
    const snapshot = { ...snapshotOf(holds('a', 'h1', { ...looks, beatAgeMs: 'unreadable' })) };
    expect(decideExpiry({ ...snapshot, uptimeMs: HOUR_MS }, 'h1').state).toBe('live');
    expect(decideExpiry({ ...snapshot, uptimeMs: HOUR_MS + 1 }, 'h1').state).toBe('resting');
  });

  it('a jump of the wall clock ends nothing', () => {
    const snapshot = snapshotOf(holds('a', 'h1'), waits('b', ['h1']));
    for (const wallNs of [0n, NOW_NS - ns(HOUR_MS), NOW_NS + ns(HOUR_MS)]) {
      expect(decideExpiry({ ...snapshot, wallNs }, 'h1').state).toBe('live');
      expect(isWaiterAlive({ ...snapshot, wallNs }, snapshot.waiters[0]!)).toBe(true);
    }
  });
});

describe('a waiter lives', () => {
  test.each([
    ['for its ttl - 1 ms', { beatAgeMs: 119_999 }, true],
    ['for its ttl', { beatAgeMs: 120_000 }, true],
    ['no longer than that', { beatAgeMs: 120_001 }, false],
    ['not without a heartbeat', { beatAgeMs: 'none' }, false],
    ['with a heartbeat that can not be read', { beatAgeMs: 'unreadable' }, true],
    ['by its heartbeat, however long ago it came', { arrivedAgoMs: 50 * HOUR_MS }, true],
  ] as const)('%s', (_, looks, alive) => {
    const snapshot = snapshotOf(waits('a', ['h1'], looks));
    expect(isWaiterAlive(snapshot, snapshot.waiters[0]!)).toBe(alive);
  });

  it('not without a heartbeat at uptime 0 either', () => {
    const snapshot = { ...snapshotOf(waits('a', ['h1'], { beatAgeMs: 'none' })), uptimeMs: 0 };
    expect(isWaiterAlive(snapshot, snapshot.waiters[0]!)).toBe(false);
  });

  test.each([
    [0, true],
    [12 * HOUR_MS - 1, true],
    [12 * HOUR_MS, true],
    [12 * HOUR_MS + 1, false],
    [-HOUR_MS, true],
  ])('of bash, for 12 h by the age of its file: %p ms, %p', (agoMs, alive) => {
    const snapshot = snapshotOf(legacy(), bashWaits('h1', '4.22', agoMs));
    expect(isWaiterAlive(snapshot, snapshot.waiters[0]!)).toBe(alive);
    expect(waiterEndsAtMs(snapshot, snapshot.waiters[0]!)).toBe(NOW_MS - agoMs + 12 * HOUR_MS);
  });
});

describe('whose lock it is', () => {
  const STAMP = 1_766_568_440_000_000_000n;
  test.each([
    ['none', {}, 'none'],
    ['with its stamp', { lock: String(STAMP) }, 'ours'],
    ['with its previous stamp', { lock: String(STAMP - 1n) }, 'ours'],
    ['with another stamp', { lock: String(STAMP + 1n) }, 'foreign'],
    ['with what is no stamp', { lock: 'odd' }, 'foreign'],
    ['of a lease that is long dead', { lock: String(STAMP), beatAgeMs: 'none' }, 'ours'],
  ] as const)('%s', (_, looks, owner) => {
    const record = { lock: 'none', stampNs: STAMP, previousStampNs: STAMP - 1n, ...looks };
    expect(lockOwner(snapshotOf(holds('a', 'h1', record)).hosts.get('h1'))).toBe(owner);
  });

  it("after a release, a lock with its stamp is still nobody else's", () => {
    const record = { stampNs: STAMP, lock: String(STAMP) };
    expect(lockOwner(snapshotOf(freed('h1', 1_000, record)).hosts.get('h1'))).toBe('ours');
  });

  it('of a host without a record it is foreign, and of an unknown host there is none', () => {
    expect(lockOwner(snapshotOf(bashHolds('h1')).hosts.get('h1'))).toBe('foreign');
    expect(lockOwner(undefined)).toBe('none');
  });
});

describe("a bash job's lock expires LOCK_TIMEOUT after the later of its mtime and its content", () => {
  const MTIME = NOW_NS - ns(60_000);
  const TIMEOUT = ns(3_600_000);
  test.each([
    ['content as old as the file', String(MTIME), MTIME + TIMEOUT],
    ['content older than the file', String(MTIME - TIMEOUT), MTIME + TIMEOUT],
    ["content ahead, by its pod's clock", String(MTIME + 1n), MTIME + 1n + TIMEOUT],
    ['content ahead by LOCK_TIMEOUT', String(MTIME + TIMEOUT), MTIME + TIMEOUT + TIMEOUT],
    ['content further ahead is capped there', '9000000000000000000', MTIME + TIMEOUT + TIMEOUT],
    ['content that is no stamp', 'odd', MTIME + TIMEOUT],
  ])('%s', (_, content, endsAtNs) => {
    const snapshot = snapshotOf(legacy(3600), bashHolds('h1', 60_000, content));
    expect(bashLockEndsAtNs(snapshot, snapshot.hosts.get('h1')!)).toBe(endsAtNs);
  });

  test.each([
    ['nobody has said LOCK_TIMEOUT', [legacy()]],
    ['the pool is not shared with bash', []],
  ])('never, where %s', (_, mode) => {
    const snapshot = snapshotOf(...mode, bashHolds('h1', 1000 * HOUR_MS));
    expect(bashLockEndsAtNs(snapshot, snapshot.hosts.get('h1')!)).toBeUndefined();
  });
});
