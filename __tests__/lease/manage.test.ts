/** Each on a pool that conflicts once and loses a reply: what a person asks for is done once, and its answer is right. */
import { acquire } from '../../src/lease/acquire';
import { changeLiving } from '../../src/lease/keep';
import { bump, cancel, evict, note, unhold } from '../../src/lease/manage';
import { release } from '../../src/lease/release';
import type { Pool } from '../../src/pool/pool';
import type { Details, LeaseRecord } from '../../src/protocol/record';
import { take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf } from '../protocol/pool-picture';
import { Lab, leaseOf, OwnTime } from './lab';

const HOUR_MS = 3_600_000;
const ANN = { by: 'ann', reason: 'release needs it', graceMs: 60_000 };

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

const recordOf = async (host = 'h1'): Promise<LeaseRecord> =>
  (await pool.snapshot()).hosts.get(host)!.record!;
const holds = (hosts = ['h1'], details: Details = { job: 'me', keeper: true }) =>
  mustCommit(pool, take('me', hosts, { details }));

describe('evict', () => {
  it('tells the job, once, and ends the lease on all its hosts', async () => {
    await holds(['h1', 'h2']);
    const result = await evict(lab.jobIn(time), 'h1', ANN);
    expect(result).toMatchObject({ kind: 'evicted', hosts: ['h1', 'h2'], told: { byJob: 'ann' } });
    for (const host of ['h1', 'h2']) {
      expect(await recordOf(host)).toMatchObject({
        state: 'quitting',
        until: { durationMs: 180_000 },
        details: {
          job: 'me',
          note: 'evicted by ann: release needs it',
          told: { byJob: 'ann', byVersion: '-' },
        },
      });
    }
  });

  it('keeps who asked first, and the earlier end of grace', async () => {
    const grace = { startMs: lab.bed.uptimeMs, durationMs: 1000, bootId: (await pool.snapshot()).bootId };
    const nowMs = Number((await pool.snapshot()).wallNs / 1_000_000n);
    const told = { byId: 'w', byJob: 'w', byVersion: '4.22', atMs: nowMs, graceUntilMs: nowMs + 1000, grace };
    await holds(['h1'], { job: 'me', told });
    const result = await evict(lab.jobIn(time), 'h1', ANN);
    expect(result).toMatchObject({ kind: 'evicted', told });
  });

  it.each([
    ['nobody has', 'not-held'],
    ['is on hold', 'on-hold'],
  ])('leaves a host alone that %s', async (_, kind) => {
    if (kind === 'on-hold') await mustCommit(pool, take('p', ['h1'], { kind: 'hold', keeper: false }));
    expect(await evict(lab.jobIn(time), 'h1', ANN)).toEqual({ kind });
  });

  it('does not evict whoever has the host by then', async () => {
    await holds();
    const job = lab.jobIn(time);
    const commit = job.pool.commit.bind(job.pool);
    let isFirst = true;
    job.pool.commit = async (...args) => {
      if (!isFirst) return commit(...args);
      isFirst = false;
      await mustCommit(pool, {
        hosts: [],
        verbs: [{ verb: 'free', id: 'me', hosts: ['h1'], leave: 'end', details: undefined }],
      });
      await mustCommit(pool, take('other', ['h1']));
      return { kind: 'conflict', snapshot: await pool.snapshot() };
    };
    expect(await evict(job, 'h1', ANN)).toEqual({ kind: 'not-held' });
    expect(await recordOf()).toMatchObject({ id: 'other', state: 'held' });
  });
});

describe('unhold', () => {
  it('ends a hold, and says so in spite of a lost reply', async () => {
    await mustCommit(pool, take('p', ['h1'], { kind: 'hold', keeper: false }));
    expect(await unhold(lab.jobIn(time), 'h1')).toMatchObject({ kind: 'released', record: { id: 'p' } });
    expect((await recordOf()).state).toBe('free');
  });

  it('never ends a lease', async () => {
    await holds();
    expect(await unhold(lab.jobIn(time), 'h1')).toEqual({ kind: 'not-on-hold' });
    expect((await recordOf()).state).toBe('held');
  });
});

describe('a waiter', () => {
  beforeEach(() => mustCommit(pool, wait('w', ['h1', 'h2'])));

  it.each([{ id: 'w' }, { owner: 'owner-of-w' }])('gets another priority, by %j', async (which) => {
    expect(await bump(lab.jobIn(time), which, 9)).toMatchObject({ kind: 'amended', waiter: { priority: 9 } });
    expect((await pool.snapshot()).waiters).toMatchObject([{ id: 'w', priority: 9 }]);
  });

  it('is cancelled once: the first reason stays', async () => {
    await cancel(lab.jobIn(time), { id: 'w' }, { by: 'ann', reason: 'a' });
    await cancel(lab.jobIn(time), { id: 'w' }, { by: 'bob', reason: 'b' });
    const [waiter] = (await pool.snapshot()).waiters;
    expect(waiter!.record!.details.cancelled).toEqual({ by: 'ann', reason: 'a' });
  });

  it('that is not there is said', async () => {
    expect(await bump(lab.jobIn(time), { id: 'x' }, 9)).toEqual({ kind: 'not-waiting' });
    expect(await cancel(lab.jobIn(time), { owner: 'x' }, { by: 'ann', reason: 'a' })).toEqual({
      kind: 'not-waiting',
    });
  });
});

test('a cancelled waiter is in nobody’s way, asks nobody to leave, and its own acquire ends', async () => {
  await holds(['h1'], { job: 'me' });
  await mustCommit(pool, wait('w', ['h1'], { version: '4.22', target: 'h1' }));
  await cancel(lab.jobIn(time), { id: 'w' }, { by: 'ann', reason: 'a' });
  const request = requestOf('w', { version: '4.22' });
  const ended = await time.throughout(acquire(lab.jobIn(time), request, { waitTimeoutMs: undefined }));
  expect(ended).toEqual({ kind: 'cancelled', by: 'ann', reason: 'a' });
  expect(lab.bed.visible()).toEqual(['h1.lock']);
});

test('a note is put on all hosts of a lease, by a host or its id', async () => {
  await holds(['h1', 'h2']);
  expect(await note(lab.jobIn(time), { host: 'h2' }, 'one')).toEqual({ kind: 'noted', hosts: ['h1', 'h2'] });
  expect(await note(lab.jobIn(time), { id: 'me' }, 'two')).toMatchObject({ kind: 'noted' });
  expect((await recordOf()).details.note).toBe('two');
  expect(await note(lab.jobIn(time), { host: 'h3' }, 'x')).toEqual({ kind: 'not-held' });
});

test('a lease that became a hold ends by its owner’s release', async () => {
  await holds();
  const lease = leaseOf(requestOf('me'));
  const living = { keeper: false, ttlMs: 2 * HOUR_MS, kind: 'hold', note: 'kept' } as const;
  expect((await changeLiving(lab.jobIn(time), lease, living)).kind).toBe('changed');
  expect(await recordOf()).toMatchObject({ kind: 'hold', details: { note: 'kept' } });
  expect((await release(lab.jobIn(time), { id: 'me' })).kind).toBe('released');
  expect(lab.bed.visible()).toEqual([]);
});
