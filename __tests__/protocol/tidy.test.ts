import { clearVerbs, expireVerbs, loseVerbs } from '../../src/protocol/tidy';
import {
  bashHolds,
  bashWaits,
  freed,
  holds,
  HOUR_MS,
  legacy,
  lines,
  snapshotOf,
  waits,
} from './pool-picture';

const OLD = '1700000000000000000';

describe('a lease is marked as lost by whoever sees it', () => {
  it.each([
    ["live, under another job's lock", true, holds('x', 'h1', { lock: OLD })],
    ['settling, under it', true, holds('x', 'h1', { state: 'settling', lock: OLD })],
    ['live, under a lock that is no stamp', true, holds('x', 'h1', { lock: 'odd' })],
    ['live, its own lock in place', false, holds('x', 'h1')],
    ['live, its lock missing', false, holds('x', 'h1', { lock: 'none' })],
    ['lost already', false, holds('x', 'h1', { state: 'lost', lock: OLD })],
    ['dead', false, holds('x', 'h1', { beatAgeMs: 'none', lock: OLD })],
    ['given back', false, freed('h1', 1, { lock: OLD })],
    ['without a record', false, bashHolds('h1')],
  ])('%s: %p', (_, isLost, part) => {
    const verbs = loseVerbs(snapshotOf(legacy(60), part), ['h1']);
    expect(verbs).toEqual(isLost ? [{ verb: 'lose', host: 'h1' }] : []);
  });

  it('on the hosts that it looks at', () => {
    expect(loseVerbs(snapshotOf(legacy(60), holds('x', 'h1', { lock: OLD })), ['h2'])).toEqual([]);
  });
});

describe('the files of dead waiters are cleared', () => {
  it('by the name of one of them, at a host that is looked at', () => {
    const snapshot = snapshotOf(waits('dead', ['h1', 'h2'], { target: 'h1', beatAgeMs: 120_001 }));
    const name = snapshot.waiters[0]!.files.find(({ host }) => host === 'h2')!.text;
    expect(clearVerbs(snapshot, ['h2'], 'me')).toEqual([{ verb: 'clear', id: 'dead', name }]);
    expect(clearVerbs(snapshot, ['h3'], 'me')).toEqual([]);
  });

  it.each([
    ['at its last ms', waits('a', ['h1'], { beatAgeMs: 120_000 })],
    ['with a heartbeat that can not be read', waits('a', ['h1'], { beatAgeMs: 'unreadable' })],
    ['of bash, whose file is not ours to remove', bashWaits('h1', '9.9', 99 * HOUR_MS)],
    ['of the caller itself', waits('me', ['h1'], { beatAgeMs: 'none' })],
    ['that can not be read', lines('waiting h1.lock.waiting.1.9.9', '../h1.lock.waiting.1.9.9:rubbish')],
  ])('but not one %s', (_, part) => {
    expect(clearVerbs(snapshotOf(legacy(60), part), ['h1'], 'me')).toEqual([]);
  });
});

describe('a lease that is over is ended, so that its lock keeps no bash job out', () => {
  it.each([
    ['past its ttl and the rest', true, holds('x', 'h1', { beatAgeMs: 135_001 })],
    ['without a heartbeat', true, holds('x', 'h1', { beatAgeMs: 'none' })],
    ['still resting', false, holds('x', 'h1', { beatAgeMs: 135_000 })],
    ['live', false, holds('x', 'h1', { beatAgeMs: 120_000 })],
    ['given back', false, freed('h1', 1)],
    ["over, but under another job's lock", false, holds('x', 'h1', { beatAgeMs: 'none', lock: OLD })],
  ])('%s: %p', (_, isOver, part) => {
    const verbs = expireVerbs(snapshotOf(legacy(60), part), ['h1']);
    expect(verbs.map(({ verb }) => verb)).toEqual(isOver ? ['expire'] : []);
    if (isOver) expect(verbs).toMatchObject([{ host: 'h1', details: { endedBy: 'expired' } }]);
  });
});
