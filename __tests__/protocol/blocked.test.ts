/** Who is blocked, and by what: until it has gone, no change gives a waiting request anything to do. */
import fc from 'fast-check';
import type { AcquireRequest } from '../../src/protocol/request';
import {
  bashWaits,
  decide,
  freed,
  holds,
  legacy,
  NOW_MS,
  placeOf,
  requestOf,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
} from './pool-picture';

const me = requestOf('me');
const place = placeOf(me, { target: 'h1' });
const newer = (id: string, hosts = ['h1'], looks = {}): Part =>
  waits(id, hosts, { version: '4.22', ...looks });

/** Whose files block a request that waits: ids, its own among them. */
function blocked(request: AcquireRequest, parts: readonly Part[]): readonly string[] | undefined {
  const decision = decide(request, parts);
  if (decision.kind !== 'wait') throw new Error(`it does not wait: ${decision.kind}`);
  const { waiters } = snapshotOf(...parts);
  return decision.blockedBy?.map(
    (name) => waiters.find(({ files }) => files.some(({ text }) => text === name))?.id ?? name,
  );
}

describe('a request that waits', () => {
  it('is blocked by the one directly ahead, watches the one half-way to it, and its own place', () => {
    const ahead = (count: number): Part[] =>
      Array.from({ length: count }, (_, index) =>
        newer(`w${index}`, ['h1'], { arrivedAgoMs: 9_000 - index }),
      );
    const parts = (count: number): Part[] => [holds('x', 'h1'), ...ahead(count), place];
    expect(blocked(me, parts(1))).toEqual(['w0', 'me']);
    expect(blocked(me, parts(2))).toEqual(['w0', 'w1', 'me']);
    expect(blocked(me, parts(3))).toEqual(['w1', 'w2', 'me']);
    expect(blocked(me, parts(9))).toEqual(['w4', 'w8', 'me']);
  });

  it.each<[string, readonly Part[]]>([
    ['nobody is ahead', []],
    ['a bash job is, which may leave a free host alone', [legacy(3600), bashWaits('h1', '4.22')]],
    [
      'one is that wants a second host as well, and takes none without it',
      [waits('both', ['h1', 'h2'], { version: '4.22', details: { groups: [['h1'], ['h2']] } })],
    ],
    [
      'one is whose request names another host',
      [waits('odd', ['h1'], { version: '4.22', details: { groups: [['h9']] } })],
    ],
    ['an earlier process of its own job is', [newer('mine', ['h1'], { owner: 'owner-of-me' })]],
    ['the one ahead is dead', [newer('dead', ['h1'], { beatAgeMs: 120_001 })]],
  ])('is not where %s', (_, parts) => {
    const decision = decide(me, [holds('x', 'h1'), ...parts, place]);
    expect(decision).not.toMatchObject({ blockedBy: expect.anything() as unknown });
  });

  it('is not where an earlier attempt of its own job has the host, for it need not wait for its turn', () => {
    const earlier = holds('mine', 'h1', { owner: 'owner-of-me', details: { keeper: true } });
    expect(blocked(me, [earlier, newer('first'), place])).toBeUndefined();
  });

  it('of several hosts is by one at each of them, or not at all', () => {
    const either = requestOf('me', { groups: [['h1', 'h2']] });
    const own = placeOf(either);
    const parts = [holds('x', 'h1'), holds('y', 'h2'), own];
    expect(blocked(either, [...parts, newer('a'), newer('b', ['h2'], { arrivedAgoMs: 9_000 })])).toEqual([
      'a',
      'b',
      'me',
    ]);
    expect(blocked(either, [...parts, newer('a', ['h1', 'h2'])])).toHaveLength(3);
    const free = [holds('x', 'h1'), holds('y', 'h2'), placeOf(either)];
    expect(blocked(either, [...free, newer('a')])).toBeUndefined();
  });
});

describe('time alone', () => {
  it('wakes one that is blocked when all ahead have died, not when the holder or the first of them has', () => {
    const parts = [
      holds('x', 'h1', { beatAgeMs: 110_000 }),
      newer('first', ['h1'], { arrivedAgoMs: 9_000, beatAgeMs: 90_000 }),
      newer('second', ['h1'], { arrivedAgoMs: 8_000, beatAgeMs: 30_000 }),
      place,
    ];
    expect(decide(me, parts)).toMatchObject({ kind: 'wait', wakeAtMs: NOW_MS + 90_001 });
  });

  it('wakes whoever may ask one of several holders to leave, when the exempt time of one ends', () => {
    const either = requestOf('me', { groups: [['h1', 'h2']], version: '4.22' });
    const exempt = (exemptMs: number): HolderLooks => ({ takenAgoMs: 10_000, details: { exemptMs } });
    const parts = [holds('x', 'h1', exempt(30_000)), holds('y', 'h2', exempt(50_000)), placeOf(either)];
    expect(decide(either, parts)).toMatchObject({ kind: 'wait', wakeAtMs: NOW_MS + 20_000 });
    const ahead = ['h1', 'h2'].map((host) => waits(`w${host}`, [host], { version: '4.23' }));
    expect(decide(either, [...parts, ...ahead])).toMatchObject({
      kind: 'wait',
      blockedBy: expect.anything() as unknown,
      wakeAtMs: NOW_MS + 20_000,
    });
  });

  it('wakes it when it starves, for then it goes before them', () => {
    const starving = requestOf('me', { details: { starveAfterMs: 60_000 } });
    const own = placeOf(starving, { target: 'h1', arrivedAgoMs: 20_000 });
    expect(decide(starving, [holds('x', 'h1'), newer('first'), own])).toMatchObject({
      kind: 'wait',
      wakeAtMs: NOW_MS + 40_000,
    });
  });
});

describe('whatever else happens, while the files that block it stand', () => {
  const host = fc.constantFrom('h1', 'h2');
  const waiter = fc.record({
    hosts: fc.constantFrom(['h1'], ['h2'], ['h1', 'h2']),
    version: fc.constantFrom('4.20', '4.21', '4.22'),
    priority: fc.constantFrom(0, 0, 0, 1),
    arrivedAgoS: fc.integer({ min: 0, max: 20 }),
    needsBoth: fc.boolean(),
  });
  type Waiting = typeof waiter extends fc.Arbitrary<infer T> ? T : never;
  const lease = fc.record({ host, end: fc.constantFrom('held', 'free', 'dead', 'none') });
  const world = fc.record({
    waiters: fc.array(waiter, { maxLength: 5 }),
    leases: fc.uniqueArray(lease, { selector: (one) => one.host }),
  });

  const leaseParts = (leases: readonly { host: string; end: string }[]): Part[] =>
    leases.flatMap(({ host, end }) => {
      if (end === 'none') return [];
      if (end === 'free') return [freed(host, 5_000)];
      return [holds(`x${host}`, host, { beatAgeMs: end === 'dead' ? 200_000 : 0 })];
    });
  /** No two come at one instant. */
  const waiterPart = (
    id: string,
    { hosts, needsBoth, arrivedAgoS, ...looks }: Waiting,
    index: number,
  ): Part => {
    const arrivedAgoMs = arrivedAgoS * 1000 + 1 + index;
    const groups = needsBoth && hosts.length > 1 ? hosts.map((one) => [one]) : [hosts];
    return waits(id, hosts, { ...looks, arrivedAgoMs, details: { groups } });
  };

  it('it takes nothing', () => {
    let count = 0;
    fc.assert(
      fc.property(
        fc.constantFrom([['h1']], [['h1', 'h2']], [['h1'], ['h2']]),
        world,
        world,
        (groups, before, after) => {
          const request = requestOf('me', { groups });
          const own = placeOf(request, { target: 'h1', arrivedAgoMs: 10_000 });
          const parts = (leases: Part[], entries: [string, Waiting][]): Part[] => [
            ...leases,
            ...entries.map(([id, one]) => waiterPart(id, one, Number(id.replace(/\D/g, '')))),
            own,
          ];
          const entries = before.waiters.map((one, index): [string, Waiting] => [`w${index}`, one]);
          const seen = parts(leaseParts(before.leases), entries);
          const decision = decide(request, seen);
          if (decision.kind !== 'wait' || decision.blockedBy === undefined) return;
          count += 1;
          const blockers = blocked(request, seen) ?? [];
          const later = after.waiters.map((one, index): [string, Waiting] => [`later1${index}`, one]);
          const staying = entries.filter(([id]) => blockers.includes(id));
          const next = decide(request, parts(leaseParts(after.leases), [...staying, ...later]));
          const verbs = next.kind === 'change' ? next.change.verbs.map(({ verb }) => verb) : [];
          expect(verbs).not.toContain('take');
        },
      ),
      { numRuns: 1500, seed: 7 },
    );
    expect(count).toBeGreaterThan(150);
  });
});
