import { changeLiving, keep, type KeepResult, type Keeping } from '../../src/lease/keep';
import type { Lease } from '../../src/lease/lease';
import { release } from '../../src/lease/release';
import { PoolUnreachable, type Pool } from '../../src/pool/pool';
import type { LeaseRecord, Told } from '../../src/protocol/record';
import { free, take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf } from '../protocol/pool-picture';
import { Lab, leaseOf, OwnTime, type Job } from './lab';

const HOUR_MS = 3_600_000;
const TTL_MS = 120_000;

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

/** Takes the hosts as an acquire without a keeper does. */
async function acquired(hosts = ['h1']): Promise<Lease> {
  const { who, maxHoldMs, details, version } = requestOf('me', {});
  const verb = { who, ttlMs: 6 * HOUR_MS, maxHoldMs, details: { ...details, keeper: false } };
  await mustCommit(pool, take('me', hosts, { ...verb, version: version.text, keeper: false }));
  return { ...leaseOf(requestOf('me', {}), hosts), keeper: false, ttlMs: 6 * HOUR_MS };
}

const recordOf = async (host = 'h1'): Promise<LeaseRecord> =>
  (await pool.snapshot()).hosts.get(host)!.record!;

interface Kept {
  readonly ended: Promise<KeepResult>;
  readonly kept: Promise<void>;
  readonly told: Told[];
}

function start(
  job: Job,
  lease: Lease,
  onEnd: Keeping['onEnd'] = { kind: 'keep', leaseTtlMs: HOUR_MS },
): Kept {
  const told: Told[] = [];
  let isKept: () => void = () => undefined;
  const kept = new Promise<void>((resolve) => (isKept = resolve));
  const ended = keep(job, lease, {
    ttlMs: TTL_MS,
    heartbeatMs: 15_000,
    onEnd,
    onQuit: (by) => void told.push(by),
    onKept: () => isKept(),
  });
  return { ended, kept, told };
}

describe('a keeper', () => {
  it('makes the lease one that lives by heartbeats, and beats for it', async () => {
    const keeping = start(lab.jobIn(time), await acquired());
    await keeping.kept;
    expect(await recordOf()).toMatchObject({ ttlMs: TTL_MS, details: { keeper: true, heartbeatMs: 15_000 } });
    time.after(5 * TTL_MS, async () => {
      expect((await recordOf()).state).toBe('held');
      await mustCommit(pool, free('me', ['h1']));
    });
    expect(await keeping.ended).toEqual({ kind: 'released' });
    expect(time.now()).toBeGreaterThanOrEqual(5 * TTL_MS);
  });

  it('keeps all hosts of a lease', async () => {
    const keeping = start(lab.jobIn(time), await acquired(['h1', 'h2']));
    await keeping.kept;
    time.after(2 * TTL_MS, async () => {
      for (const host of ['h1', 'h2']) {
        expect(await recordOf(host)).toMatchObject({ state: 'held', ttlMs: TTL_MS });
      }
      await mustCommit(pool, free('me', ['h1', 'h2']));
    });
    expect(await keeping.ended).toEqual({ kind: 'released' });
  });

  it('hands a quit request on once', async () => {
    const keeping = start(lab.jobIn(time), await acquired());
    await keeping.kept;
    time.after(5000, async () => {
      await mustCommit(pool, wait('newer', ['h1'], { version: '4.22', target: 'h1', ttlMs: HOUR_MS }));
    });
    time.after(60_000, async () => {
      expect(keeping.told).toMatchObject([{ byVersion: '4.22' }]);
      expect((await recordOf()).state).toBe('quitting');
      await mustCommit(pool, free('me', ['h1']));
    });
    expect(await keeping.ended).toEqual({ kind: 'released' });
  });

  it('that is told to stop leaves the lease alive for lease-ttl, without a keeper', async () => {
    const job = lab.jobIn(time);
    const keeping = start(job, await acquired());
    await keeping.kept;
    job.abort();
    expect(await keeping.ended).toEqual({ kind: 'ended', left: 'kept' });
    expect(await recordOf()).toMatchObject({ state: 'held', ttlMs: HOUR_MS, details: { keeper: false } });
    lab.bed.advance(HOUR_MS - 1000);
    expect((await pool.beat('me', ['h1'])).kind).toBe('alive');
  });

  it('that is told to stop before it keeps anything makes the same orderly end', async () => {
    const job = lab.jobIn(time);
    const lease = await acquired();
    job.abort();
    expect(await start(job, lease).ended).toEqual({ kind: 'ended', left: 'kept' });
    expect((await recordOf()).ttlMs).toBe(HOUR_MS);
  });

  it('gives the host back when it is told to stop, if that is what it is for', async () => {
    const job = lab.jobIn(time);
    const keeping = start(job, await acquired(), { kind: 'release' });
    await keeping.kept;
    job.abort();
    expect(await keeping.ended).toEqual({ kind: 'ended', left: 'released' });
    expect((await recordOf()).state).toBe('free');
    expect(lab.bed.visible()).toEqual([]);
  });

  it('says in time that heartbeats fail, so that the job is gone before the lease is', async () => {
    const job = lab.jobIn(time);
    let isDown = false;
    const flaky: Pool = {
      ...job.pool,
      beat: (...args) =>
        isDown ? Promise.reject(new PoolUnreachable('down', 1000, undefined)) : job.pool.beat(...args),
    };
    const overdueAtMs: number[] = [];
    const downAtMs = 3 * TTL_MS;
    time.after(downAtMs, async () => void (isDown = true));
    const ended = await keep({ ...job, pool: flaky }, await acquired(), {
      ttlMs: TTL_MS,
      heartbeatMs: 15_000,
      onEnd: { kind: 'release' },
      onQuit: () => undefined,
      onKept: () => undefined,
      onOverdue: () => void overdueAtMs.push(time.now()),
    });
    expect(ended).toEqual({ kind: 'lost', how: 'expired' });
    expect(overdueAtMs).toHaveLength(1);
    expect(overdueAtMs[0]).toBeGreaterThan(downAtMs);
    expect(overdueAtMs[0]).toBeLessThanOrEqual(downAtMs + 75_000);
  });

  it('says that the lease is lost when another job holds the host', async () => {
    const keeping = start(lab.jobIn(time), await acquired());
    await keeping.kept;
    time.after(5000, async () => {
      await mustCommit(pool, free('me', ['h1']));
      await mustCommit(pool, take('other', ['h1'], { details: { job: 'other' } }));
    });
    expect(await keeping.ended).toEqual({ kind: 'lost', how: 'taken' });
    expect((await recordOf()).id).toBe('other');
  });

  it('knows by the next holder that the host had been given back', async () => {
    const keeping = start(lab.jobIn(time), await acquired());
    await keeping.kept;
    time.after(5000, async () => {
      await mustCommit(pool, free('me', ['h1']));
      const previous = { id: 'me', job: 'me', endedBy: 'released' } as const;
      await mustCommit(pool, take('other', ['h1'], { details: { job: 'other', previous } }));
    });
    expect(await keeping.ended).toEqual({ kind: 'released' });
  });

  it.each(['released', 'lost'] as const)('keeps nothing of a lease that is %s', async (kind) => {
    const lease = await acquired();
    if (kind === 'released') await release(lab.jobIn(time), { id: 'me' });
    else lab.bed.advance(7 * HOUR_MS);
    const result = await start(lab.jobIn(time), lease).ended;
    expect(result).toEqual(kind === 'released' ? { kind } : { kind, how: 'taken' });
  });
});

test('a lease of another id is not made to live another way', async () => {
  const lease = await acquired();
  const other = { ...lease, id: 'other' };
  const before = await recordOf();
  expect(await changeLiving(lab.jobIn(time), other, { keeper: true, ttlMs: 1 })).toEqual({ kind: 'lost' });
  expect(await recordOf()).toEqual(before);
});
