import { checkQuit } from '../../src/lease/check-quit';
import type { Lease } from '../../src/lease/lease';
import { PoolUnavailable, type Pool } from '../../src/pool/pool';
import type { LeaseRecord } from '../../src/protocol/record';
import { change, free, take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf } from '../protocol/pool-picture';
import { FINE, Lab, leaseOf, OwnTime } from './lab';

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

/** A lease of 6 h that nobody keeps, or one with a keeper. */
async function held(keeper = false, hosts = ['h1']): Promise<Lease> {
  const ttlMs = keeper ? 120_000 : 6 * HOUR_MS;
  const state = (await pool.snapshot()).legacy === undefined ? 'held' : 'settling';
  await mustCommit(pool, take('me', hosts, { ttlMs, keeper, state, maxHoldMs: 24 * HOUR_MS }));
  if (state === 'settling') await mustCommit(pool, change(hosts, { verb: 'held', id: 'me', hosts }));
  return { ...leaseOf(requestOf('me', { ttlMs }), hosts), keeper };
}

const check = (lease: Lease, plan?: object) => checkQuit(lab.jobIn(time, plan), lease);
const recordOf = async (host = 'h1'): Promise<LeaseRecord> =>
  (await pool.snapshot()).hosts.get(host)!.record!;
const lockText = (): string => lab.bed.read('h1.lock');
const leaving = (id: string) => change([], { verb: 'unwait', id, arrivalNs: undefined });
const asking = (id: string, more: object = {}) =>
  wait(id, ['h1'], { version: '4.22', target: 'h1', ttlMs: 9 * HOUR_MS, ...more });

it.each([true, false])('nobody asks: carry on (keeper: %p)', async (keeper) => {
  expect(await check(await held(keeper))).toEqual({ kind: 'carry-on' });
});

describe('the first answer never moves', () => {
  it.each([true, false])('though the waiter leaves, or a higher one comes (keeper: %p)', async (keeper) => {
    const lease = await held(keeper);
    await mustCommit(pool, asking('newer', { details: { job: 'nightly' } }));
    const first = await check(lease);
    expect(first).toMatchObject({
      kind: 'quit',
      told: { byId: 'newer', byJob: 'nightly', byVersion: '4.22' },
    });
    await mustCommit(pool, leaving('newer'));
    expect(await check(lease)).toEqual(first);
    await mustCommit(pool, asking('third', { version: '5.0', priority: 9 }));
    expect(await check(lease)).toEqual(first);
    expect(await recordOf()).toMatchObject({ state: 'quitting', details: { job: 'me' } });
  });

  it('a waiter that left before anybody looked is not spoken of (slurm PR 216)', async () => {
    const lease = await held();
    await mustCommit(pool, asking('newer'));
    await mustCommit(pool, leaving('newer'));
    expect(await check(lease)).toEqual({ kind: 'carry-on' });
  });

  it('of two hosts, both are told', async () => {
    const lease = await held(false, ['h1', 'h2']);
    await mustCommit(pool, asking('newer'));
    expect((await check(lease)).kind).toBe('quit');
    expect((await recordOf('h2')).details.told?.byId).toBe('newer');
  });
});

describe('lost', () => {
  it('that was given back, taken by another, or is past its ttl', async () => {
    const lease = await held();
    await time.pass(6 * HOUR_MS + 10);
    expect(await check(lease)).toEqual({ kind: 'lost' });
    await time.pass(15_000);
    await mustCommit(pool, take('other', ['h1']));
    expect(await check(lease)).toEqual({ kind: 'lost' });
    await mustCommit(pool, free('other', ['h1']));
    expect(await check(lease)).toEqual({ kind: 'lost' });
    lab.wipe();
    expect(await check(lease)).toEqual({ kind: 'lost' });
  });

  it('a keeper that fell silent for its ttl', async () => {
    const lease = await held(true);
    await time.pass(120_010);
    expect(await check(lease)).toEqual({ kind: 'lost' });
  });

  it("under another job's lock, with a mark in the record, and for ever", async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held(true);
    lab.bed.write('h1.lock', '1766568440841947242\n');
    expect(await check(lease)).toEqual({ kind: 'lost' });
    expect((await recordOf()).state).toBe('lost');
    lab.remove('h1.lock');
    expect(await check(lease)).toEqual({ kind: 'lost' });
    expect(lab.bed.visible()).toEqual([]);
  });
});

describe('a lease without a keeper', () => {
  it('is renewed by each check, up to max-hold', async () => {
    const lease = await held();
    for (let checks = 0; checks < 4; checks += 1) {
      await time.pass(5 * HOUR_MS);
      expect(await check(lease)).toEqual({ kind: 'carry-on' });
    }
    await time.pass(4 * HOUR_MS + 60_000);
    expect(await check(lease)).toEqual({ kind: 'lost' });
  });

  it('one with a keeper is not: the keeper does that', async () => {
    const lease = await held(true);
    await time.pass(100_000);
    expect(await check(lease)).toEqual({ kind: 'carry-on' });
    await time.pass(20_010);
    expect(await check(lease)).toEqual({ kind: 'lost' });
  });

  it('shows bash jobs a stamp that ends with the lease, renewed by each check', async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held();
    const endsInMs = (): number => Number(BigInt(lockText()) / 1_000_000n) + 3_600_000 - Date.now();
    expect(Math.abs(endsInMs() - 6 * HOUR_MS)).toBeLessThan(5_000);
    const before = lockText();
    await time.pass(HOUR_MS);
    expect(await check(lease)).toEqual({ kind: 'carry-on' });
    expect(lockText()).not.toBe(before);
    expect(Math.abs(endsInMs() - 6 * HOUR_MS)).toBeLessThan(5_000);
  });

  it('puts a missing lock back; where bash jobs are, the next check confirms it', async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held();
    lab.remove('h1.lock');
    const job = lab.jobIn(time, FINE);
    expect(await checkQuit(job, lease)).toEqual({ kind: 'carry-on' });
    expect(job.said).toEqual([{ type: 'lock-put-back', hosts: ['h1'] }]);
    expect(lockText()).toBe(`${(await recordOf()).stampNs}\n`);
    expect((await recordOf()).state).toBe('settling');
    expect(await check(lease)).toEqual({ kind: 'carry-on' });
    expect((await recordOf()).state).toBe('held');
  });

  it('is not confirmed by the check that put it back, even after a lost reply', async () => {
    await lab.shareWithBash(3600, pool);
    const lease = await held();
    lab.remove('h1.lock');
    expect(await check(lease, { ...FINE, lostReplies: 1 })).toEqual({ kind: 'carry-on' });
    expect((await recordOf()).state).toBe('settling');
  });
});

it.each([
  ['with a keeper', true, undefined],
  ['without one', false, undefined],
  ['with a keeper, among bash jobs', true, 3600],
  ['without one, among bash jobs', false, 3600],
])('a missing lock does not keep the answer from being written: %s', async (_, keeper, lockTimeoutS) => {
  if (lockTimeoutS !== undefined) await lab.shareWithBash(lockTimeoutS, pool);
  const lease = await held(keeper);
  await mustCommit(pool, asking('newer'));
  lab.remove('h1.lock');
  expect(await check(lease)).toMatchObject({ kind: 'quit', told: { byId: 'newer' } });
  expect((await recordOf()).details.told?.byId).toBe('newer');
  expect(lockText()).toBe(`${(await recordOf()).stampNs}\n`);
});

it('answers in spite of conflicts and lost replies, one after the other', async () => {
  const lease = await held();
  await mustCommit(pool, asking('newer'));
  const job = lab.jobIn(time, { conflicts: 2, lostReplies: 2, lostBeats: 2, lostRequests: 1 });
  expect((await checkQuit(job, lease)).kind).toBe('quit');
  expect(job.pool.faults).toEqual([
    'lostBeats',
    'lostBeats',
    'conflicts',
    'conflicts',
    'lostRequests',
    'lostReplies',
  ]);
});

it('a pool that does not answer is an error, never an answer', async () => {
  const lease = await held();
  await expect(check(lease, { lostBeatRequests: 99 })).rejects.toBeInstanceOf(PoolUnavailable);
  await mustCommit(pool, asking('newer'));
  await expect(check(lease, { lostRequests: 99 })).rejects.toBeInstanceOf(PoolUnavailable);
});
