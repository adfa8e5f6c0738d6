/** What every kind of pool must do for the verbs that people use: holds, evictions, notes, amended places; and for tickets. */
import type { Pool } from '../../src/pool/pool';
import type { Details } from '../../src/protocol/record';
import type { Change } from '../../src/protocol/verbs';
import { change, free, keep, take, wait } from './changes';
import { commit, mustCommit, TestBed, type MakePool } from './test-bed';

const TTL = 120_000;
const HOUR = 3_600_000;

export function describePeopleVerbs(name: string, makePool: MakePool): void {
  describe(`people's verbs of a pool: ${name}`, () => {
    let bed: TestBed;
    let pool: Pool;
    let job: Pool;
    beforeEach(() => {
      bed = new TestBed(makePool);
      pool = bed.open();
      job = bed.open('role=job');
    });
    afterEach(() => bed.dispose());

    const recordOf = async (host = 'h1') => (await pool.snapshot()).hosts.get(host)!.record!;
    const conflict = async (result: ReturnType<typeof commit>) =>
      expect((await result).kind).toBe('conflict');
    const refused = (result: Promise<unknown>) =>
      expect(result).rejects.toMatchObject({ name: 'PoolUnavailable', reason: 'refused' });
    const hold = (id: string, forMs: number): Change =>
      take(id, ['h1'], { kind: 'hold', keeper: false, ttlMs: forMs, maxHoldMs: forMs });
    const evict = (id: string, graceMs: number, hosts = ['h1']): Change =>
      change(hosts, { verb: 'evict', id, hosts, graceMs, details: { job: id, note: 'evicted' } });
    const note = (id: string, details: Details, hosts = ['h1']): Change =>
      change(hosts, { verb: 'note', id, hosts, details });
    const amend = (id: string, priority: number | undefined, details?: Details): Change =>
      change([], { verb: 'amend', id, priority, details });

    describe('a hold', () => {
      it('needs no heartbeat, and ends by itself', async () => {
        await mustCommit(pool, hold('p', HOUR));
        expect(await recordOf()).toMatchObject({ kind: 'hold', state: 'held', ttlMs: HOUR });
        expect(bed.has('.giveway/p.hb')).toBe(false);
        expect(bed.visible()).toEqual(['h1.lock']);
        bed.advance(HOUR);
        await conflict(commit(pool, take('b', ['h1'])));
        bed.advance(15_010);
        await mustCommit(pool, take('b', ['h1']));
      });

      it('from a place in the queue takes place and heartbeat away', async () => {
        await mustCommit(pool, wait('p', ['h1']));
        await mustCommit(pool, take('p', ['h1'], { kind: 'hold', from: 'waiting', keeper: false }));
        expect(bed.visible()).toEqual(['h1.lock']);
        expect(bed.has('.giveway/p.hb')).toBe(false);
      });

      it('is not taken over by the same owner', async () => {
        await mustCommit(pool, hold('p', HOUR));
        const who = { id: 'q', owner: 'owner-of-p', attempt: 2 };
        await conflict(commit(pool, take('q', ['h1'], { who })));
      });

      it('is an admin’s to make, and to end before its time', async () => {
        await refused(commit(job, hold('p', HOUR)));
        await mustCommit(pool, hold('p', HOUR));
        await mustCommit(pool, free('p', ['h1']));
        await mustCommit(job, take('b', ['h1']));
      });

      it('is what a job’s own lease may become, never for longer than the lease had', async () => {
        await mustCommit(job, take('a', ['h1'], { maxHoldMs: 2 * HOUR }));
        bed.advance(60_000);
        await mustCommit(job, keep('a', 9 * HOUR, { kind: 'hold', details: { job: 'a' } }));
        const { until, kind } = await recordOf();
        expect(kind).toBe('hold');
        expect(until.durationMs).toBe(2 * HOUR);
        expect(bed.has('.giveway/a.hb')).toBe(false);
        bed.advance(2 * HOUR - 61_000);
        await conflict(commit(pool, take('b', ['h1'])));
        bed.advance(20_000);
        await mustCommit(pool, take('b', ['h1']));
      });
    });

    describe('an eviction', () => {
      it('leaves the lease its grace and a ttl, then it is over however well it is kept', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.advance(10_000);
        await mustCommit(pool, evict('a', 10_000));
        expect(await recordOf()).toMatchObject({ state: 'quitting', details: { note: 'evicted' } });
        bed.advance(100_000);
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
        bed.advance(30_000);
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
        bed.advance(10);
        expect((await pool.beat('a', ['h1'])).kind).toBe('expired');
        await conflict(commit(pool, take('b', ['h1'])));
        bed.advance(15_010);
        await mustCommit(pool, take('b', ['h1']));
      });

      it('of a lease without a keeper waits two minutes at most', async () => {
        await mustCommit(pool, take('a', ['h1'], { keeper: false, ttlMs: 6 * HOUR }));
        await mustCommit(pool, evict('a', 0));
        bed.advance(120_010);
        expect((await pool.beat('a', ['h1'])).kind).toBe('expired');
      });

      it('never makes a lease last longer', async () => {
        await mustCommit(pool, take('a', ['h1'], { maxHoldMs: TTL }));
        await mustCommit(pool, evict('a', HOUR));
        expect((await recordOf()).until.durationMs).toBe(TTL);
        await mustCommit(pool, evict('a', 0));
        expect((await recordOf()).until.durationMs).toBe(TTL);
      });

      it('is for leases that live, of that id, and for admins', async () => {
        await mustCommit(pool, take('a', ['h1']));
        await refused(commit(job, evict('a', 0)));
        expect((await mustCommit(pool, evict('b', 0))).notHeld).toEqual(['h1']);
        bed.advance(TTL + 10);
        await conflict(commit(pool, evict('a', 0)));
        bed.advance(15_010);
        await mustCommit(pool, hold('p', HOUR));
        await conflict(commit(pool, evict('p', 0)));
      });
    });

    describe('a note', () => {
      it('changes what people read, and nothing else', async () => {
        await mustCommit(job, take('a', ['h1', 'h2']));
        const before = await recordOf();
        await mustCommit(job, note('a', { job: 'a', note: 'x; y\nz' }, ['h1', 'h2']));
        const after = await recordOf('h2');
        expect(after.details).toEqual({ job: 'a', note: 'x; y\nz' });
        expect({ ...(await recordOf()), details: undefined }).toEqual({ ...before, details: undefined });
      });

      it('is for the own tenant’s leases, while they live', async () => {
        const mine = bed.open('role=job', 'tenant=mine');
        await mustCommit(mine, take('a', ['h1']));
        await refused(commit(bed.open('role=job', 'tenant=yours'), note('a', { note: 'x' })));
        await mustCommit(pool, note('a', { note: 'by an admin' }));
        bed.advance(TTL + 10);
        await conflict(commit(mine, note('a', { note: 'x' })));
      });
    });

    describe('an amended place', () => {
      it('has another priority in all its files, and its arrival', async () => {
        await mustCommit(job, wait('w', ['h1', 'h2'], { target: 'h1' }));
        const [before] = (await pool.snapshot()).waiters;
        const names = bed.visible();
        await mustCommit(pool, amend('w', 7));
        const [after] = (await pool.snapshot()).waiters;
        expect(after).toMatchObject({ priority: 7, arrivalNs: before!.arrivalNs });
        expect(bed.visible()).toEqual(names);
        for (const file of names) expect(bed.read(file)).toMatch(/ 7 4\.21 lease waiting /);
      });

      it('says that it is cancelled', async () => {
        await mustCommit(job, wait('w', ['h1']));
        const cancelled = { by: 'ann', reason: 'wrong branch' };
        await mustCommit(pool, amend('w', undefined, { job: 'w', cancelled }));
        expect((await pool.snapshot()).waiters[0]!.record!.details.cancelled).toEqual(cancelled);
      });

      it('is an admin’s to change, while it is there', async () => {
        await mustCommit(job, wait('w', ['h1']));
        await refused(commit(job, amend('w', 7)));
        await conflict(commit(pool, amend('nobody', 7)));
      });
    });

    describe('a ticket', () => {
      const giveWay = async (): Promise<bigint> => {
        const who = { id: 'a', owner: 'me', attempt: 1 };
        await mustCommit(job, wait('a', ['h1'], { who }));
        const { arrivalNs } = (await pool.snapshot()).waiters[0]!;
        await mustCommit(job, take('a', ['h1'], { who, from: 'waiting' }));
        await mustCommit(job, free('a', ['h1'], { leave: 'ticket' }));
        expect(bed.has('.giveway/a.ticket')).toBe(true);
        return arrivalNs;
      };
      const back = (more: Parameters<typeof wait>[2] = {}): Change =>
        wait('a2', ['h1'], { who: { id: 'a2', owner: 'me', attempt: 1 }, supersedes: 'a', ...more });

      it('gives the same job its arrival again, once', async () => {
        const arrivalNs = await giveWay();
        bed.advance(60_000);
        await mustCommit(job, wait('other', ['h1']));
        await mustCommit(job, back());
        const { waiters } = await pool.snapshot();
        expect(waiters.find(({ id }) => id === 'a2')!.arrivalNs).toBe(arrivalNs);
        expect(bed.has('.giveway/a.ticket')).toBe(false);
        await mustCommit(job, back({ who: { id: 'a3', owner: 'me', attempt: 1 } }));
        const third = (await pool.snapshot()).waiters.find(({ id }) => id === 'a3')!;
        expect(third.arrivalNs).toBeGreaterThan(arrivalNs);
      });

      it('is nobody else’s: of another owner, tenant or an earlier attempt', async () => {
        await giveWay();
        await refused(commit(job, back({ who: { id: 'b', owner: 'you', attempt: 1 } })));
        await refused(commit(bed.open('role=job', 'tenant=yours'), back()));
        expect(bed.has('.giveway/a.ticket')).toBe(true);
      });

      it('is not left by a release that gave nothing back', async () => {
        await mustCommit(job, free('a', ['h1'], { leave: 'ticket' }));
        expect(bed.has('.giveway/a.ticket')).toBe(false);
      });
    });

    it('the lab’s settings come with a snapshot, as they stand there', async () => {
      expect((await pool.snapshot()).settingsText).toBeUndefined();
      const text = '{\n  "hosts": ["h1"],\n\n  "x": "= 1 ok"\n}';
      bed.write('giveway.json', text);
      expect((await pool.snapshot()).settingsText).toBe(text);
      await mustCommit(pool, take('a', ['h1']));
    });
  });
}
