import { earlierPlace, isSuperseded, mayTakeOver, silentAtMs } from '../../src/protocol/same-job';
import {
  callerOf,
  holds,
  NOW_MS,
  requestOf,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
  type RequestLooks,
} from './pool-picture';

const owner = 'run-1';
const me = (looks: RequestLooks = {}) => requestOf('me', { owner, attempt: 2, ...looks });
const details = { heartbeatMs: 15_000 };

describe('an earlier process of the same job may be taken over from', () => {
  const may = (looks: HolderLooks, id = 'earlier', ...parts: Part[]): boolean => {
    const snapshot = snapshotOf(...parts, holds(id, 'h1', { owner, attempt: 2, details, ...looks }));
    return mayTakeOver(snapshot, me(), snapshot.hosts.get('h1')!.record!);
  };

  it.each<[string, boolean, HolderLooks]>([
    ['of a lower attempt, at once', true, { attempt: 1, beatAgeMs: 0 }],
    ['of attempt 0, at once', true, { attempt: 0 }],
    ['of the same attempt that has just beaten', false, { beatAgeMs: 0 }],
    ['of the same attempt, 1 ms before two intervals', false, { beatAgeMs: 29_999 }],
    ['of the same attempt, after two intervals', true, { beatAgeMs: 30_000 }],
    ['of the same attempt, without a heartbeat', true, { beatAgeMs: 'none' }],
    ['of the same attempt, with one that can not be read', false, { beatAgeMs: 'unreadable' }],
    ['of a higher attempt', false, { attempt: 3, beatAgeMs: 'none' }],
    ['of another owner', false, { owner: 'run-2', attempt: 1, beatAgeMs: 'none' }],
    ['of another tenant', false, { tenant: 'other', attempt: 1, beatAgeMs: 'none' }],
    ['by the interval that it names itself', true, { beatAgeMs: 2_000, details: { heartbeatMs: 1_000 } }],
    ['that names none, by the default', false, { beatAgeMs: 29_999, details: {} }],
  ])('%s: %p', (_, expected, looks) => {
    expect(may(looks)).toBe(expected);
  });

  it('never from itself', () => {
    expect(may({ attempt: 1 }, 'me')).toBe(false);
  });

  it('within a tenant', () => {
    expect(may({ tenant: 't', attempt: 1 }, 'earlier', callerOf('t'))).toBe(true);
  });

  it('falls silent two intervals after its last sign of life', () => {
    const snapshot = snapshotOf(holds('earlier', 'h1', { beatAgeMs: 10_000, details }));
    expect(silentAtMs(snapshot, snapshot.hosts.get('h1')!.record!)).toBe(NOW_MS + 20_000);
  });

  it('and one that keeps a lease for a command only when that command must be dead', () => {
    const details = { heartbeatMs: 15_000, keeper: true };
    const snapshot = snapshotOf(holds('x', 'h1', { beatAgeMs: 10_000, details }));
    expect(silentAtMs(snapshot, snapshot.hosts.get('h1')!.record!)).toBe(NOW_MS - 10_000 + 105_000);
  });
});

describe('the place of an earlier process', () => {
  it('is found at any host of the request', () => {
    const snapshot = snapshotOf(waits('earlier', ['h2'], { owner, attempt: 1 }));
    expect(earlierPlace(snapshot, me({ groups: [['h1', 'h2']] }))?.id).toBe('earlier');
    expect(earlierPlace(snapshot, me())).toBeUndefined();
  });
  it('is not there while that process beats', () => {
    const snapshot = snapshotOf(waits('earlier', ['h1'], { owner, attempt: 2, details }));
    expect(earlierPlace(snapshot, me())).toBeUndefined();
  });
});

describe('a process is superseded', () => {
  const isOver = (parts: readonly Part[], wasRegistered = false, looks: RequestLooks = {}): boolean =>
    isSuperseded(snapshotOf(...parts), me(looks), wasRegistered);

  it('by a lease or a place of a later attempt', () => {
    expect(isOver([holds('later', 'h1', { owner, attempt: 3 })])).toBe(true);
    expect(isOver([waits('later', ['h1'], { owner, attempt: 3 })])).toBe(true);
  });
  it.each<[string, Part]>([
    ['a dead lease', holds('later', 'h1', { owner, attempt: 3, beatAgeMs: 'none' })],
    ['a dead place', waits('later', ['h1'], { owner, attempt: 3, beatAgeMs: 'none' })],
    ['one elsewhere', holds('later', 'h2', { owner, attempt: 3 })],
    ['an earlier attempt', holds('later', 'h1', { owner, attempt: 1 })],
    ['the same attempt', holds('later', 'h1', { owner, attempt: 2 })],
    ['another job', holds('later', 'h1', { attempt: 3 })],
  ])('not by %s', (_, part) => {
    expect(isOver([part])).toBe(false);
  });
  it('by the same attempt, once its own place is gone', () => {
    const other = holds('later', 'h1', { owner, attempt: 2 });
    expect(isOver([other], true)).toBe(true);
    expect(isOver([other, waits('me', ['h1'], { owner, attempt: 2 })], true)).toBe(false);
  });
});
