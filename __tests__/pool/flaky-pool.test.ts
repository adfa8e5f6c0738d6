import { directoryPool } from '../../src/pool/directory';
import { OutcomeUnknown } from '../../src/pool/pool';
import { free, take } from './changes';
import { flakyPool } from './flaky-pool';
import { TestBed } from './test-bed';

describe('a flaky pool', () => {
  let bed: TestBed;
  beforeEach(() => {
    bed = new TestBed((options) => directoryPool(options));
  });
  afterEach(() => bed.dispose());

  it('shows one conflict, one lost reply of a commit and one of a heartbeat, then none', async () => {
    const pool = flakyPool(bed.open());
    const seen = await pool.snapshot();
    const conflict = await pool.commit(seen, take('a', ['h1']));
    if (conflict.kind !== 'conflict') throw new Error(conflict.kind);
    expect(conflict.snapshot.hosts.size).toBe(0);
    await expect(pool.commit(seen, take('a', ['h1']))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect((await pool.snapshot()).hosts.get('h1')!.record!.state).toBe('held');
    await expect(pool.beat('a', ['h1'])).rejects.toBeInstanceOf(OutcomeUnknown);
    expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
    expect((await pool.commit(await pool.snapshot(), free('a', ['h1']))).kind).toBe('committed');
    expect(pool.faults).toEqual(['conflicts', 'lostReplies', 'lostBeats']);
  });

  it('loses requests, and applies others late, as they stood', async () => {
    const pool = flakyPool(bed.open(), { conflicts: 0, lostRequests: 1, late: 1, lostReplies: 0 });
    const seen = await pool.snapshot();
    await expect(pool.commit(seen, take('a', ['h1']))).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(pool.commit(seen, take('b', ['h1']))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect((await pool.snapshot()).hosts.size).toBe(0);
    expect((await pool.commit(seen, take('c', ['h1']))).kind).toBe('committed');
    expect((await pool.applyLate()).map(({ kind }) => kind)).toEqual(['conflict']);
    expect((await pool.snapshot()).hosts.get('h1')!.record!.id).toBe('c');
  });

  it('can lose every reply', async () => {
    const pool = flakyPool(bed.open(), { conflicts: 0, lostReplies: Infinity, lostBeats: Infinity });
    for (let i = 0; i < 3; i += 1) {
      const outcome = pool.commit(await pool.snapshot(), take(`a${i}`, [`h${i}`]));
      await expect(outcome).rejects.toBeInstanceOf(OutcomeUnknown);
      await expect(pool.beat(`a${i}`, [])).rejects.toBeInstanceOf(OutcomeUnknown);
    }
    expect((await pool.snapshot()).hosts.size).toBe(3);
  });
});
