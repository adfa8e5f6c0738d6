import { abandon, leave } from '../../src/lease/leave';
import { idsOf, release } from '../../src/lease/release';
import { PoolUnavailable, type Pool } from '../../src/pool/pool';
import { change, free, take, wait } from '../pool/changes';
import { mustCommit, NEXT_BOOT } from '../pool/test-bed';
import { callerOf, freed, holds, snapshotOf, waits } from '../protocol/pool-picture';
import { FINE, Lab, OwnTime, type Job } from './lab';

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

const give = (id: string, plan?: object) => release(lab.jobIn(time, plan), { id });
const isFreed = async (host = 'h1'): Promise<boolean> =>
  (await pool.snapshot()).hosts.get(host)?.record?.state === 'free';

describe('a lease is given back', () => {
  it('with how long it was held, in spite of a conflict and a lost reply', async () => {
    await mustCommit(pool, take('me', ['h1', 'h2']));
    await time.pass(5_000);
    const job = lab.jobIn(time);
    const result = await release(job, { id: 'me' });
    expect(result).toMatchObject({ kind: 'released', hosts: ['h1', 'h2'] });
    expect(result.kind === 'released' && result.heldMs).toBeGreaterThanOrEqual(5_000);
    expect(result.kind === 'released' && result.heldMs).toBeLessThan(8_000);
    expect(job.pool.faults).toEqual(['conflicts', 'lostReplies']);
    expect(lab.bed.visible()).toEqual([]);
    expect(lab.bed.files()).not.toHaveProperty('.giveway/me.hb');
  });

  it('at once, with no need to wait until a lost request can not come any more', async () => {
    await mustCommit(pool, take('me', ['h1']));
    await give('me', { ...FINE, lostReplies: 1 });
    expect(time.now()).toBeLessThan(1_000);
  });

  it('as often as one likes: the second time there is nothing to give', async () => {
    await mustCommit(pool, take('me', ['h1']));
    await give('me');
    const files = lab.bed.files();
    expect(await give('me')).toEqual({ kind: 'not-held' });
    expect(await give('never-there')).toEqual({ kind: 'not-held' });
    expect(lab.bed.files()).toEqual(files);
  });

  it('together with the files of a place', async () => {
    await mustCommit(pool, take('holder', ['h1']));
    await mustCommit(pool, wait('me', ['h1', 'h2'], { target: 'h1' }));
    expect(await give('me')).toEqual({ kind: 'not-held' });
    expect(lab.bed.visible()).toEqual(['h1.lock']);
  });

  it('though its own take, of unknown outcome, comes only when the leaving job has seen its place', async () => {
    await mustCommit(pool, wait('me', ['h1'], { target: 'h1' }));
    const seen = await pool.snapshot();
    const job = lab.jobIn(time, FINE);
    let isLate = true;
    const commit: Pool['commit'] = async (...leaving) => {
      if (isLate) await pool.commit(seen, take('me', ['h1'], { from: 'waiting' }));
      isLate = false;
      return job.pool.commit(...leaving);
    };
    await abandon({ ...job, pool: { ...job.pool, commit } }, 'me', {});
    expect(lab.bed.visible()).toEqual([]);
    expect(await isFreed()).toBe(true);
  });

  it('while it settles', async () => {
    await lab.shareWithBash(60, pool);
    await mustCommit(pool, wait('me', ['h1'], { target: 'h1' }));
    await mustCommit(pool, take('me', ['h1'], { state: 'settling', from: 'waiting' }));
    expect((await give('me')).kind).toBe('released');
    expect(lab.bed.visible()).toEqual([]);
  });

  it('though it has expired, as long as nobody else has it', async () => {
    await mustCommit(pool, take('me', ['h1']));
    await time.pass(300_000);
    expect((await give('me')).kind).toBe('released');
    expect(await isFreed()).toBe(true);
  });

  it('though its lock is missing', async () => {
    await mustCommit(pool, take('me', ['h1']));
    lab.remove('h1.lock');
    expect((await give('me')).kind).toBe('released');
  });
});

describe("another job's is left alone", () => {
  it('after an expiry and a new lease: lost, and the new lock stays', async () => {
    await mustCommit(pool, take('me', ['h1']));
    await time.pass(200_000);
    await mustCommit(
      pool,
      take('next', ['h1'], { details: { previous: { id: 'me', job: 'me', endedBy: 'expired' } } }),
    );
    const files = lab.bed.files();
    expect(await give('me')).toEqual({ kind: 'lost', hosts: [] });
    expect(lab.bed.files()).toEqual(files);
  });

  it('when the reply was lost and the next job came before the retry (etcd#22082)', async () => {
    await mustCommit(pool, take('me', ['h1']));
    const job = lab.jobIn(time, { ...FINE, lostReplies: 1 });
    let next: Record<string, string> = {};
    const slow: Job = {
      ...job,
      clock: {
        ...job.clock,
        now: () => time.now(),
        after: (...args) => time.after(...args),
        // the next job is there before the retry
        sleep: async () => {
          await mustCommit(pool, take('next', ['h1']));
          next = lab.bed.files();
        },
      },
    };
    expect(await release(slow, { id: 'me' })).toMatchObject({ kind: 'released' });
    expect(lab.bed.files()).toEqual(next);
    expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ id: 'next', state: 'held' });
  });

  it('when the request itself comes late, after the next job', async () => {
    await mustCommit(pool, take('me', ['h1']));
    const job = lab.jobIn(time, { ...FINE, late: 1 });
    expect((await release(job, { id: 'me' })).kind).toBe('released');
    await mustCommit(pool, take('next', ['h1']));
    const files = lab.bed.files();
    await job.pool.applyLate();
    expect(lab.bed.files()).toEqual(files);
  });

  it('when it was taken over between look and commit, it is not called released', async () => {
    await mustCommit(pool, take('me', ['h1']));
    await time.pass(200_000);
    const job = lab.jobIn(time, FINE);
    const outrun: Job = {
      ...job,
      pool: {
        ...job.pool,
        commit: async (...args) => {
          const previous = { id: 'me', job: 'me', endedBy: 'expired' } as const;
          await mustCommit(pool, take('next', ['h1'], { details: { previous } }));
          return job.pool.commit(...args);
        },
      },
    };
    expect(await release(outrun, { id: 'me' })).toEqual({ kind: 'lost', hosts: [] });
    expect(lab.bed.visible()).toEqual(['h1.lock']);
  });

  it("a bash job's lock over a lost lease", async () => {
    await lab.shareWithBash(3600, pool);
    await mustCommit(pool, take('me', ['h1'], { state: 'settling' }));
    lab.bed.write('h1.lock', '1766568440841947242\n');
    await mustCommit(pool, change(['h1'], { verb: 'lose', host: 'h1' }));
    expect(await give('me')).toEqual({ kind: 'lost', hosts: ['h1'] });
    expect(lab.bed.read('h1.lock')).toBe('1766568440841947242\n');
    expect(await give('me')).toEqual({ kind: 'not-held' });
  });
});

describe('by owner, where no lease file was saved', () => {
  const owner = 'run-1/build';
  const mine = (id: string, attempt = 1) => ({ who: { id, owner, attempt } });

  it('every lease and place of that job goes, and nothing else', async () => {
    await mustCommit(pool, take('a', ['h1'], mine('a')));
    await mustCommit(pool, take('other', ['h2']));
    await mustCommit(pool, wait('b', ['h2'], { ...mine('b'), target: 'h2' }));
    await mustCommit(pool, take('later', ['h3'], mine('later', 2)));
    const result = await release(lab.jobIn(time), { owner, attempt: 1 });
    expect(result).toMatchObject({ kind: 'released', hosts: ['h1'] });
    expect(lab.bed.visible().sort()).toEqual(['h2.lock', 'h3.lock']);
  });

  it('nothing of that job: not held', async () => {
    await mustCommit(pool, take('other', ['h1']));
    expect(await release(lab.jobIn(time), { owner, attempt: 1 })).toEqual({ kind: 'not-held' });
  });

  it.each([
    ['its lease', ['a'], holds('a', 'h1', { owner, attempt: 1 })],
    ['one of an earlier attempt', ['a'], holds('a', 'h1', { owner, attempt: 0 })],
    ['none of a later attempt', [], holds('a', 'h1', { owner, attempt: 2 })],
    ['its lost lease', ['a'], holds('a', 'h1', { owner, state: 'lost' })],
    ['nothing that was given back', [], freed('h1', 5, { owner })],
    ['its place', ['a'], waits('a', ['h1', 'h2'], { owner })],
    ["none of another tenant's", [], holds('a', 'h1', { owner, tenant: 'other' })],
    ['none of an owner whose name only begins like it', [], holds('a', 'h1', { owner: `${owner}/2` })],
  ])('%s', (_, ids, part) => {
    expect(idsOf(snapshotOf(part), { owner, attempt: 1 })).toEqual(ids);
  });

  it("within the caller's tenant", () => {
    const snapshot = snapshotOf(callerOf('t'), holds('a', 'h1', { owner, tenant: 't' }));
    expect(idsOf(snapshot, { owner, attempt: 1 })).toEqual(['a']);
  });
});

it('a pool that does not answer is an error: nobody is told that the host is free', async () => {
  await mustCommit(pool, take('me', ['h1']));
  await expect(give('me', { lostRequests: 99 })).rejects.toBeInstanceOf(PoolUnavailable);
  expect(await isFreed()).toBe(false);
  await mustCommit(pool, free('me', ['h1']));
});

describe('while something may still be under way', () => {
  /** How long it takes in the job's own time, in ms. */
  async function leaving(unknownUntilMs: number): Promise<number> {
    const fromMs = time.now();
    await leave(lab.jobIn(time, FINE), () => ['me'], { unknownUntilMs });
    return time.now() - fromMs;
  }

  it('nothing counts as gone before its deadline', async () => {
    expect(await leaving(lab.bed.uptimeMs + 8_000)).toBeGreaterThan(8_000);
  });

  it('but a deadline of an uptime before a reboot has passed with it', async () => {
    const unknownUntilMs = lab.bed.uptimeMs + 8_000;
    lab.bed.setBoot(NEXT_BOOT);
    lab.bed.setUptime(30_000);
    expect(await leaving(unknownUntilMs)).toBe(0);
  });
});
