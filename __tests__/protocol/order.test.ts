import fc from 'fast-check';
import { claimOfHolder, claimOfWaiter, compareClaims, ruleAhead, type Claim } from '../../src/protocol/order';
import { parseProductVersion } from '../../src/protocol/product-version';
import type { Snapshot } from '../../src/protocol/snapshot';
import {
  bashWaits,
  holds,
  legacy,
  NOW_NS,
  ns,
  OTHER_BOOT,
  snapshotOf,
  waits,
  type WaiterLooks,
} from './pool-picture';

function claim(id: string, looks: Partial<Omit<Claim, 'version'>> & { version?: string } = {}): Claim {
  const { version = '4.21', ...rest } = looks;
  return {
    id,
    priority: 0,
    starved: false,
    arrivalNs: 100n,
    ...rest,
    version: parseProductVersion(version)!,
  };
}

const claimOf = (snapshot: Snapshot, id: string): Claim =>
  claimOfWaiter(
    snapshot,
    snapshot.waiters.find((waiter) => waiter.id === id || waiter.record === undefined)!,
  );

describe('who is ahead, and by which rule', () => {
  test.each([
    ['a higher priority', claim('a', { priority: 1 }), claim('b', { version: '99.0' }), 'priority'],
    [
      'priority 0 before a negative one',
      claim('a'),
      claim('b', { priority: -1, version: '99.0' }),
      'priority',
    ],
    ['a newer minor', claim('a', { version: '4.22', arrivalNs: 200n }), claim('b'), 'version'],
    ['1.10 before 1.9', claim('a', { version: '1.10' }), claim('b', { version: '1.9' }), 'version'],
    ['a newer major', claim('a', { version: '5.0' }), claim('b', { version: '4.99' }), 'version'],
    ['a newer patch', claim('a', { version: '4.21.1', arrivalNs: 200n }), claim('b'), 'version'],
    ['a release before its candidate', claim('a'), claim('b', { version: '4.21.0-rc.1' }), 'version'],
    ['any version before none', claim('a', { version: '0.1' }), claim('b', { version: '0.0' }), 'version'],
    ['one that starves', claim('a', { starved: true }), claim('b', { version: '99.0' }), 'starved'],
    [
      'no starving one of lower priority',
      claim('a'),
      claim('b', { priority: -1, starved: true }),
      'priority',
    ],
    [
      'the earlier of two that starve, whatever their versions',
      claim('a', { starved: true, arrivalNs: 99n }),
      claim('b', { starved: true, version: '99.0' }),
      'arrival',
    ],
    ['the earlier of equals', claim('b', { arrivalNs: 99n }), claim('a'), 'arrival'],
    ['an arrival at 0', claim('b', { arrivalNs: 0n }), claim('a', { arrivalNs: 1n }), 'arrival'],
    ['the lower id at one instant', claim('a'), claim('b'), 'arrival'],
    ['an empty id', claim(''), claim('a'), 'arrival'],
    ['by arrival, where only the build differs', claim('a'), claim('b', { version: '4.21.0+x' }), 'arrival'],
    [
      'the earlier of nanoseconds that a number can not tell apart',
      claim('b', { arrivalNs: NOW_NS }),
      claim('a', { arrivalNs: NOW_NS + 1n }),
      'arrival',
    ],
  ] as const)('%s', (_, first, second, rule) => {
    expect(compareClaims(first, second)).toBeLessThan(0);
    expect(compareClaims(second, first)).toBeGreaterThan(0);
    expect(ruleAhead(first, second)).toBe(rule);
    expect(ruleAhead(second, first)).toBeUndefined();
  });

  it('nobody is ahead of itself', () => {
    expect(compareClaims(claim('a'), claim('a'))).toBe(0);
    expect(ruleAhead(claim('a'), claim('a'))).toBeUndefined();
  });
});

describe('the order is total', () => {
  const claims = fc.record({
    id: fc.constantFrom('', 'a', 'b', 'c', 'd'),
    priority: fc.integer({ min: -2, max: 2 }),
    starved: fc.boolean(),
    version: fc
      .constantFrom(
        '0.0',
        '4.9',
        '4.21',
        '4.21.0',
        '4.21.0+b',
        '4.21.1',
        '4.22.0-rc.1',
        '4.22.0-rc.10',
        '5.0',
      )
      .map((text) => parseProductVersion(text)!),
    arrivalNs: fc.constantFrom(0n, NOW_NS, NOW_NS + 1n),
  });
  const sign = (a: Claim, b: Claim): number => Math.sign(compareClaims(a, b));

  it('antisymmetric', () => {
    fc.assert(fc.property(claims, claims, (a, b) => sign(a, b) + sign(b, a) === 0));
  });

  it('transitive, equality included', () => {
    fc.assert(
      fc.property(claims, claims, claims, (a, b, c) => {
        if (sign(a, b) <= 0 && sign(b, c) <= 0) {
          expect(sign(a, c)).toBe(Math.min(sign(a, b), sign(b, c)));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('two of different ids are never equal', () => {
    fc.assert(fc.property(claims, claims, (a, b) => a.id === b.id || sign(a, b) !== 0));
  });

  it('a rule is named exactly where one is ahead', () => {
    fc.assert(fc.property(claims, claims, (a, b) => (ruleAhead(a, b) !== undefined) === sign(a, b) < 0));
  });
});

describe('the place of a waiter', () => {
  test.each([
    ['without starve-after', {}, false],
    ['just before it', { starveAfterMs: 10_001 }, false],
    ['at it', { starveAfterMs: 10_000 }, true],
    ['just after it', { starveAfterMs: 9_999 }, true],
    ['with a starve-after of 0', { starveAfterMs: 0 }, true],
  ])('it starves %s: %p', (_, details, starved) => {
    const snapshot = snapshotOf(waits('a', ['h1'], { arrivedAgoMs: 10_000, details }));
    expect(claimOf(snapshot, 'a')).toMatchObject({ starved, arrivalNs: NOW_NS - ns(10_000) });
  });

  it('what it waited before a reboot of the bastion counts from there anew', () => {
    const looks: WaiterLooks = { registeredBoot: OTHER_BOOT, details: { starveAfterMs: 200_000_000 } };
    expect(claimOf(snapshotOf(waits('a', ['h1'], looks)), 'a').starved).toBe(true);
    const longer = { ...looks, details: { starveAfterMs: 200_000_001 } };
    expect(claimOf(snapshotOf(waits('a', ['h1'], longer)), 'a').starved).toBe(false);
  });

  it("a bash waiter's arrival is its file's, not its pod's, and its priority is 0", () => {
    const snapshot = snapshotOf(legacy(), bashWaits('h1', '4.22', 5_000));
    expect(claimOf(snapshot, 'bash')).toMatchObject({
      priority: 0,
      starved: false,
      version: { major: 4, minor: 22 },
      arrivalNs: NOW_NS - ns(5_000),
    });
  });
});

describe('the place of a holder is the one that it had at its take', () => {
  const placeOf = (details: object): Claim =>
    claimOfHolder(
      snapshotOf(holds('a', 'h1', { priority: 2, version: '4.20', token: 77, details })).hosts.get('h1')!
        .record!,
    );

  it('its arrival and whether it starved are in the record', () => {
    const place = placeOf({ arrivalNs: '12', starved: true });
    expect(place).toMatchObject({ id: 'a', priority: 2, starved: true, arrivalNs: 12n });
  });

  it('one that never waited arrived when it took the host', () => {
    expect(placeOf({})).toMatchObject({ starved: false, arrivalNs: 77_000n });
  });
});
