import { setTimeout as pause } from 'node:timers/promises';
import { hold, type Lost } from '../../src/lease/hold';
import type { Lease } from '../../src/lease/lease';
import { release } from '../../src/lease/release';
import { OutcomeUnknown, PoolUnavailable, type Pool } from '../../src/pool/pool';
import type { LeaseRecord, Told } from '../../src/protocol/record';
import { change, free, take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf, type RequestLooks } from '../protocol/pool-picture';
import { FINE, Lab, leaseOf, OwnTime, Stopped, until, type Job } from './lab';

const HOUR_MS = 3_600_000;

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

/** Takes h1 and what else is asked for, as the job `me`, whose keeper the test then is. */
async function held(
  looks: RequestLooks = {},
  hosts = ['h1'],
  state: 'held' | 'settling' = 'held',
): Promise<Lease> {
  const { who, ttlMs, maxHoldMs, details, ...rest } = requestOf('me', looks);
  const verb = { who, ttlMs, maxHoldMs, details, version: rest.version.text, state };
  await mustCommit(pool, take('me', hosts, { ...verb, keeper: details.keeper ?? true }));
  if (state === 'settling') await mustCommit(pool, change(hosts, { verb: 'held', id: 'me', hosts }));
  return leaseOf(requestOf('me', looks), hosts);
}

interface Keeping {
  readonly ended: Promise<Lost>;
  readonly beats: number[];
  readonly told: Told[];
}

function keep(job: Job, lease: Lease, everyMs = 3_000): Keeping {
  const beats: number[] = [];
  const told: Told[] = [];
  const ended = hold(job, lease, {
    sinceMs: job.clock.now(),
    onBeat: (sentAtMs) => void beats.push(sentAtMs),
    onQuit: (by) => void told.push(by),
    everyMs,
  });
  return { ended, beats, told };
}

const recordOf = async (host = 'h1'): Promise<LeaseRecord> =>
  (await pool.snapshot()).hosts.get(host)!.record!;
const newer = (more: object = {}) =>
  wait('newer', ['h1'], { version: '4.22', target: 'h1', ttlMs: 9 * HOUR_MS, ...more });

describe('a lease is kept', () => {
  it('for 8 hours: it beats in every interval until it is told to stop (kube-agents#1687)', async () => {
    const lease = await held({ ttlMs: 960_000, details: { heartbeatMs: 120_000, keeper: true } });
    const job = lab.jobIn(time);
    time.after(8 * HOUR_MS, () => job.abort());
    const { ended, beats } = keep(job, lease, 120_000);
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(beats).toHaveLength(239);
    const gaps = beats.map((atMs, index) => atMs - (beats[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(2 * 120_000);
    expect(await recordOf()).toMatchObject({ id: 'me', state: 'held' });
  });

  it('max-hold ends it, whoever beats: an orphan keeper does not keep a host for ever', async () => {
    const job = lab.jobIn(time);
    const { ended } = keep(job, await held({ maxHoldMs: 600_000 }));
    expect(await ended).toBe('expired');
    expect(time.now()).toBeGreaterThan(600_000);
    expect(time.now()).toBeLessThan(620_000);
  });

  it('though heartbeats fail for most of the ttl, if one comes through then', async () => {
    const lease = await held();
    const job = lab.jobIn(time, FINE);
    let isOut = false;
    time.after(60_000, () => void (isOut = true));
    time.after(150_000, () => void (isOut = false));
    time.after(600_000, () => job.abort());
    const out: Job = {
      ...job,
      pool: {
        ...job.pool,
        beat: (...args) =>
          isOut ? Promise.reject(new OutcomeUnknown('no answer', undefined)) : job.pool.beat(...args),
      },
    };
    const { ended, beats } = keep(out, lease);
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(beats.filter((atMs) => atMs > 60_000 && atMs < 150_000)).toEqual([]);
    expect(beats.at(-1)).toBeGreaterThan(580_000);
    expect(job.said.some(({ type }) => type === 'retrying')).toBe(true);
  });
});

it('a pool that is far away is looked at once for each heartbeat, however late its answers are', async () => {
  // in the world's time
  await lab.dispose();
  lab = new Lab();
  pool = lab.pool();
  const job = lab.job(FINE);
  let snapshots = 0;
  const far: Job = {
    ...job,
    pool: {
      ...job.pool,
      // what it says of its clock is old by then
      snapshot: async (signal) => {
        snapshots += 1;
        const snapshot = await job.pool.snapshot(signal);
        await pause(100);
        return snapshot;
      },
    },
  };
  const lease = await held({ details: { heartbeatMs: 400, keeper: true } });
  const { ended, beats } = keep(far, lease);
  await until(() => beats.length === 4);
  job.abort();
  await expect(ended).rejects.toBeInstanceOf(Stopped);
  expect(snapshots).toBeLessThanOrEqual(beats.length + 1);
});

describe('a lease is given up by its keeper', () => {
  it.each([
    ['that are not answered', new OutcomeUnknown('no answer', undefined)],
    ['for which the disk is full', new PoolUnavailable('no-space', 'full')],
  ])('after a ttl of heartbeats %s, counted from before the last good one', async (_, error) => {
    const lease = await held();
    const job = lab.jobIn(time, FINE);
    const broken: Job = {
      ...job,
      pool: {
        ...job.pool,
        beat: (...args) => (time.now() > 60_000 ? Promise.reject(error) : job.pool.beat(...args)),
      },
    };
    const { ended, beats } = keep(broken, lease);
    expect(await ended).toBe('expired');
    const goodAtMs = beats.at(-1)!;
    expect(time.now()).toBeGreaterThanOrEqual(goodAtMs + 120_000);
    expect(time.now()).toBeLessThan(goodAtMs + 130_000);
  });

  it('when it finds it expired: it never comes back', async () => {
    const lease = await held();
    await time.pass(120_010);
    expect(await keep(lab.jobIn(time), lease).ended).toBe('expired');
    expect((await recordOf()).state).toBe('held');
  });

  it('when the host was given back by another process of the job', async () => {
    const lease = await held(undefined, ['h1', 'h2']);
    await mustCommit(pool, free('me', ['h1', 'h2']));
    expect(await keep(lab.jobIn(time), lease).ended).toBe('released');
  });

  it('when one of its hosts expired, and the other was given back', async () => {
    const lease = await held(undefined, ['h1', 'h2']);
    await mustCommit(pool, free('me', ['h1']));
    await mustCommit(pool, free('me', ['h2'], { details: { job: 'me', endedBy: 'expired' } }));
    expect(await keep(lab.jobIn(time), lease).ended).toBe('taken');
  });

  it('when the host was given to another job', async () => {
    const lease = await held();
    await mustCommit(pool, free('me', ['h1']));
    await mustCommit(pool, take('other', ['h1']));
    expect(await keep(lab.jobIn(time), lease).ended).toBe('taken');
    expect(await recordOf()).toMatchObject({ id: 'other', state: 'held' });
  });

  it('when its pool was wiped', async () => {
    const lease = await held();
    lab.wipe();
    expect(await keep(lab.jobIn(time), lease).ended).toBe('taken');
  });

  it("under another job's lock, which stays; the record is marked before it goes", async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held({}, ['h1'], 'settling');
    const job = lab.jobIn(time);
    const foreign = '1766568440841947242\n';
    time.after(20_000, () => lab.bed.write('h1.lock', foreign));
    expect(await keep(job, lease).ended).toBe('taken');
    expect(await release(lab.jobIn(time), { id: 'me' })).toEqual({ kind: 'lost', hosts: ['h1'] });
    expect(lab.bed.read('h1.lock')).toBe(foreign);
    expect(lab.bed.read('.giveway/journal')).toContain('lost me h1');
  });
});

describe('a lock that is missing', () => {
  it('is put back by the keeper, with a warning, in spite of a conflict and a lost reply', async () => {
    const lease = await held();
    const job = lab.jobIn(time);
    time.after(20_000, () => lab.remove('h1.lock'));
    time.after(100_000, () => job.abort());
    await expect(keep(job, lease).ended).rejects.toBeInstanceOf(Stopped);
    expect(job.pool.faults).toEqual(expect.arrayContaining(['conflicts', 'lostReplies']));
    expect(lab.bed.read('h1.lock')).toBe(`${(await recordOf()).stampNs}\n`);
    expect((await recordOf()).state).toBe('held');
  });

  it('settles again where bash jobs are, and is confirmed after the settle time', async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held({}, ['h1'], 'settling');
    const job = lab.jobIn(time, FINE);
    const states: [number, string][] = [];
    time.after(20_000, () => lab.remove('h1.lock'));
    for (const atMs of [31_000, 39_000, 60_000]) {
      time.after(atMs, async () => void states.push([atMs, (await recordOf()).state]));
    }
    time.after(70_000, () => job.abort());
    await expect(keep(job, lease, 1_000).ended).rejects.toBeInstanceOf(Stopped);
    expect(states).toEqual([
      [31_000, 'settling'],
      [39_000, 'settling'],
      [60_000, 'held'],
    ]);
    expect(job.said).toEqual([{ type: 'lock-put-back', hosts: ['h1'] }]);
  });

  it.each([
    ['alone', undefined],
    ['among bash jobs', 3600],
  ])('does not keep a quit request from its holder: %s', async (_, lockTimeoutS) => {
    if (lockTimeoutS !== undefined) await lab.shareWithBash(lockTimeoutS, pool);
    const lease = await held({}, ['h1'], lockTimeoutS === undefined ? 'held' : 'settling');
    const job = lab.jobIn(time);
    time.after(20_000, async () => {
      lab.remove('h1.lock');
      await mustCommit(pool, newer());
    });
    time.after(60_000, () => job.abort());
    const { ended, told } = keep(job, lease);
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(told).toMatchObject([{ byId: 'newer' }]);
    expect((await recordOf()).details.told).toEqual(told[0]);
    expect(lab.bed.read('h1.lock')).toBe(`${(await recordOf()).stampNs}\n`);
  });
});

describe('a quit request', () => {
  it('is handed on once, and is in the record by then; its lease is kept all the same', async () => {
    const lease = await held();
    const job = lab.jobIn(time);
    time.after(20_000, () => mustCommit(pool, newer()));
    time.after(40_000, () =>
      mustCommit(pool, change([], { verb: 'unwait', id: 'newer', arrivalNs: undefined })),
    );
    time.after(60_000, () =>
      mustCommit(pool, newer({ who: { id: 'third', owner: 'o', attempt: 1 }, version: '5.0' })),
    );
    time.after(300_000, () => job.abort());
    const { ended, told, beats } = keep(job, lease);
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(told).toMatchObject([{ byId: 'newer', byVersion: '4.22' }]);
    expect(await recordOf()).toMatchObject({ id: 'me', state: 'quitting', details: { told: told[0] } });
    expect(beats.at(-1)).toBeGreaterThan(280_000);
    expect(job.pool.faults).toEqual(expect.arrayContaining(['conflicts', 'lostReplies', 'lostBeats']));
  });

  it('comes within one look', async () => {
    const lease = await held();
    const job = lab.jobIn(time, FINE);
    time.after(20_000, () => mustCommit(pool, newer()));
    const { ended, told } = keep({ ...job, say: ({ type }) => type === 'told' && job.abort() }, lease, 3_000);
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(told).toHaveLength(1);
    expect(time.now()).toBeLessThanOrEqual(23_010);
  });

  it('waits for the end of exempt time', async () => {
    const lease = await held({ details: { exemptMs: 200_000, heartbeatMs: 15_000 } });
    const job = lab.jobIn(time, FINE);
    await mustCommit(pool, newer());
    await expect(
      keep({ ...job, say: ({ type }) => type === 'told' && job.abort() }, lease).ended,
    ).rejects.toBeInstanceOf(Stopped);
    expect(time.now()).toBeGreaterThanOrEqual(200_000);
    expect(time.now()).toBeLessThan(216_000);
  });
});

describe('the stamp that bash jobs see', () => {
  it('is renewed before half of LOCK_TIMEOUT is much over, and is 19 digits at every instant', async () => {
    pool = lab.pool();
    await lab.shareWithBash(2, pool);
    // before the take, for its stamp is renewed by nobody while the job logs in
    const job = await lab.connectedJob();
    const lease = await held({}, ['h1'], 'settling');
    const stamps = new Set([lab.bed.read('h1.lock')]);
    const { ended } = keep(job, { ...lease, heartbeatMs: 100 }, 50);
    ended.catch(() => undefined);
    const untilMs = performance.now() + 4_000;
    while (performance.now() < untilMs) {
      const lock = lab.bed.read('h1.lock');
      expect(lock).toMatch(/^\d{19}\n$/);
      stamps.add(lock);
      expect(BigInt(Date.now()) - BigInt(lock) / 1_000_000n).toBeLessThan(2_000n);
      await new Promise((resolve) => setImmediate(resolve));
    }
    job.abort();
    await expect(ended).rejects.toBeInstanceOf(Stopped);
    expect(stamps.size).toBeGreaterThanOrEqual(3);
    expect(stamps.size).toBeLessThanOrEqual(7);
  });
});

it('the files of dead waiters go, for bash jobs would give way to nobody', async () => {
  const lease = await held();
  await mustCommit(pool, wait('dead', ['h1'], { version: '99.0', target: 'h1', ttlMs: 30_000 }));
  await time.pass(30_010);
  const job = lab.jobIn(time);
  time.after(20_000, () => job.abort());
  const { ended, told } = keep(job, lease);
  await expect(ended).rejects.toBeInstanceOf(Stopped);
  expect(told).toEqual([]);
  expect(lab.bed.visible()).toEqual(['h1.lock']);
});
