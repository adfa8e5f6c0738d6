import { claimOfWaiter } from '../../src/protocol/order';
import { couldTakeNow, noteTaken, waitersAhead, waitersFor } from '../../src/protocol/queue';
import type { Snapshot } from '../../src/protocol/snapshot';
import {
  bashHolds,
  bashWaits,
  freed,
  holds,
  HOUR_MS,
  legacy,
  NOW_MS,
  snapshotOf,
  waits,
  type Part,
} from './pool-picture';

const NEVER = new Map<string, number>();
const ids = (waiters: readonly { readonly id: string }[]): string[] => waiters.map(({ id }) => id);
const waiterOf = (snapshot: Snapshot, id: string) => snapshot.waiters.find((waiter) => waiter.id === id)!;
const bashOf = (snapshot: Snapshot) => snapshot.waiters.find(({ record }) => record === undefined)!;
const couldTake = (id: string, host: string, ...parts: Part[]): boolean => {
  const snapshot = snapshotOf(...parts);
  return couldTakeNow(snapshot, waiterOf(snapshot, id), host, NEVER);
};

describe('the queue of a host', () => {
  it('in the order of priority, version, arrival; waiting and queue files alike', () => {
    const snapshot = snapshotOf(
      waits('late', ['h1'], { arrivedAgoMs: 1_000 }),
      waits('early', ['h1'], { arrivedAgoMs: 2_000 }),
      waits('newer', ['h2', 'h1'], { version: '4.22', target: 'h1' }),
      waits('above', ['h1'], { priority: 1, version: '4.1' }),
      waits('elsewhere', ['h2'], { version: '9.9' }),
    );
    expect(ids(waitersFor(snapshot, 'h1'))).toEqual(['above', 'newer', 'early', 'late']);
  });

  it.each([
    ['a dead one', waits('a', ['h1'], { beatAgeMs: 120_001 })],
    ['one without a heartbeat', waits('a', ['h1'], { beatAgeMs: 'none' })],
    ['a bash job of more than 12 h ago', bashWaits('h1', '9.9', 12 * HOUR_MS + 1)],
  ])('%s does not count', (_, part) => {
    expect(waitersFor(snapshotOf(legacy(), part), 'h1')).toEqual([]);
  });

  it('a job that is just taking a host waits for no other', () => {
    const taking = [waits('a', ['h1', 'h2']), holds('a', 'h1', { state: 'settling' })];
    expect(waitersFor(snapshotOf(legacy(), ...taking), 'h2')).toEqual([]);
  });

  it.each([
    ['its take is lost', holds('a', 'h1', { state: 'lost' })],
    ["another job's lock stands over it", holds('a', 'h1', { lock: '1700000000000000000' })],
    ['it gave the host back', freed('h1', 0)],
  ])('it waits again when %s', (_, part) => {
    expect(ids(waitersFor(snapshotOf(legacy(), part, waits('a', ['h1', 'h2'])), 'h2'))).toEqual(['a']);
  });

  it('a file name that resembles a request but is none is nobody', () => {
    const snapshot = snapshotOf(legacy(), (picture) => {
      picture.lines.push(
        'empty h1.lock.waiting.1.',
        'empty h1.lock.waiting.1.4',
        'empty h1.lock.waiting.4.22',
      );
    });
    expect(waitersFor(snapshot, 'h1')).toEqual([]);
  });
});

describe('who is ahead', () => {
  it('everyone who goes first by some rule, and never oneself', () => {
    const snapshot = snapshotOf(
      waits('me', ['h1'], { version: '4.21', arrivedAgoMs: 5_000 }),
      waits('newer', ['h1'], { version: '4.22' }),
      waits('earlier', ['h1'], { arrivedAgoMs: 6_000 }),
      waits('later', ['h1'], { arrivedAgoMs: 4_000 }),
      waits('older', ['h1'], { version: '4.20', arrivedAgoMs: 9_000 }),
    );
    const ahead = waitersAhead(snapshot, 'h1', claimOfWaiter(snapshot, waiterOf(snapshot, 'me')));
    expect(ahead.map(({ waiter, rule }) => [waiter.id, rule])).toEqual([
      ['newer', 'version'],
      ['earlier', 'arrival'],
    ]);
  });
});

describe('a waiter ahead counts only if it could take the host now', () => {
  const both = { details: { groups: [['h1'], ['h2']] } };
  it.each([
    ['a free host: yes', true, [waits('a', ['h1'])]],
    ['a held host: no', false, [waits('a', ['h1']), holds('x', 'h1')]],
    ['all of two, both free: yes', true, [waits('a', ['h1', 'h2'], both)]],
    ['all of two, the other held: no', false, [waits('a', ['h1', 'h2'], both), holds('x', 'h2')]],
    [
      'all of two, the other resting: no',
      false,
      [waits('a', ['h1', 'h2'], both), holds('x', 'h2', { beatAgeMs: 120_001 })],
    ],
    ['any of two, the other held: yes', true, [waits('a', ['h1', 'h2']), holds('x', 'h2')]],
    [
      'one of each group, and only this host is left for two groups: no',
      false,
      [
        waits('a', ['h1', 'h2'], {
          details: {
            groups: [
              ['h1', 'h2'],
              ['h1', 'h2'],
            ],
          },
        }),
        holds('x', 'h2'),
      ],
    ],
    [
      'one of each group, the second group has another: yes',
      true,
      [
        waits('a', ['h1', 'h2', 'h3'], {
          details: {
            groups: [
              ['h1', 'h2'],
              ['h1', 'h3'],
            ],
          },
        }),
        holds('x', 'h2'),
      ],
    ],
  ])('%s', (_, expected, parts) => {
    expect(couldTake('a', 'h1', ...parts)).toBe(expected);
  });

  it('a record without groups wants any one of the hosts that it has files at', () => {
    const odd = { groups: 'nonsense' } as never;
    expect(couldTake('a', 'h1', waits('a', ['h1', 'h2'], { details: odd }), holds('x', 'h2'))).toBe(true);
  });
});

describe('a bash waiter is no longer ahead once it has left the host free for 150 s', () => {
  const NOW = { snapshotAt: NOW_MS };
  it.each([
    ['it came just now', 0, [], NEVER, true],
    ['it came 149,999 ms ago', 149_999, [], NEVER, true],
    ['it came 150 s ago', 150_000, [], NEVER, false],
    ['the host was given back 149,999 ms ago', HOUR_MS, [freed('h1', 149_999)], NEVER, true],
    ['the host was given back 150 s ago', HOUR_MS, [freed('h1', 150_000)], NEVER, false],
    [
      'the host was seen taken 149,999 ms ago',
      HOUR_MS,
      [],
      new Map([['h1', NOW.snapshotAt - 149_999]]),
      true,
    ],
    ['the host was seen taken 150 s ago', HOUR_MS, [], new Map([['h1', NOW.snapshotAt - 150_000]]), false],
    ['another host was seen taken', HOUR_MS, [], new Map([['h2', NOW.snapshotAt]]), false],
    ['its clock is ahead', -HOUR_MS, [], NEVER, true],
  ])('%s', (_, agoMs, parts, seen, expected) => {
    const snapshot = snapshotOf(legacy(), ...parts, bashWaits('h1', '4.22', agoMs));
    expect(couldTakeNow(snapshot, bashOf(snapshot), 'h1', seen)).toBe(expected);
  });

  it('a client notes which hosts it sees taken, and keeps what it saw', () => {
    const snapshot = snapshotOf(legacy(), bashHolds('h1'), holds('x', 'h2'), freed('h3', 5));
    const seen = noteTaken(
      snapshot,
      new Map([
        ['h3', 1],
        ['h1', 2],
      ]),
    );
    expect(Object.fromEntries(seen)).toEqual({ h1: NOW_MS, h2: NOW_MS, h3: 1 });
  });

  it.each<[string, number, object]>([
    ['stands for as long as a job needs it', 30_000, { h1: NOW_MS }],
    ['was written just now: its job may give it back because of the waiter itself', 29_000, { h1: 7 }],
    ['is from the future, by a clock that was set', -1_000, { h1: NOW_MS }],
  ])('a bash lock that %s', (_, agoMs, expected) => {
    const seen = noteTaken(snapshotOf(legacy(3600), bashHolds('h1', agoMs)), new Map([['h1', 7]]));
    expect(Object.fromEntries(seen)).toEqual(expected);
  });

  it('a lock that settles is a try as well, for a late write of a bash job may end it', () => {
    const settling = holds('x', 'h1', { state: 'settling' });
    const seen = noteTaken(snapshotOf(legacy(3600), settling), new Map([['h1', 7]]));
    expect(Object.fromEntries(seen)).toEqual({ h1: 7 });
  });

  it('what it saw before a reboot counts from the first look after it', () => {
    const seen = noteTaken(snapshotOf(legacy(), freed('h1', 5)), new Map([['h1', 90 * NOW_MS]]));
    expect(Object.fromEntries(seen)).toEqual({ h1: NOW_MS });
  });
});
