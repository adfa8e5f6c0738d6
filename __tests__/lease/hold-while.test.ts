import { holdWhile } from '../../src/lease/hold-while';
import type { Lease } from '../../src/lease/lease';
import { PoolUnreachable, type Pool } from '../../src/pool/pool';
import { free, take } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf } from '../protocol/pool-picture';
import { Lab, leaseOf, OwnTime, Stopped, type Job } from './lab';

/** As a lease has them by default: heartbeats every 15 s, and what uses the host asked to end at 5/8 of the ttl. */
const TTL_MS = 120_000;
const TERMINATE_MS = 75_000;

let lab: Lab;
let time: OwnTime;
let pool: Pool;
let job: Job;
let lease: Lease;
beforeEach(async () => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
  job = lab.jobIn(time);
  const request = requestOf('me', { ttlMs: TTL_MS });
  lease = leaseOf(request);
  await mustCommit(pool, take('me', ['h1'], { who: request.who, ttlMs: TTL_MS }));
});
afterEach(() => lab.dispose());

/** Work that goes on for so long, or until it is told to end; when that was, and why. */
async function work(
  ms: number,
  { on = job, meanwhile }: { readonly on?: Job; readonly meanwhile?: () => Promise<unknown> } = {},
): Promise<{ readonly endedAtMs: number; readonly why: string | undefined }> {
  let endedAtMs = 0;
  let why: string | undefined;
  await time.throughout(
    holdWhile(on, lease, async (signal) => {
      await meanwhile?.();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        time.after(ms, resolve);
      });
      endedAtMs = time.now();
      why = signal.aborted ? (signal.reason as Error).message : undefined;
    }),
  );
  return { endedAtMs, why };
}

const stateOf = async (): Promise<string | undefined> =>
  (await pool.snapshot()).hosts.get('h1')?.record?.state;

/** The same job where no heartbeat comes through from then on. */
function cutOff(sinceMs: number): Job {
  const beat: Pool['beat'] = (...args) =>
    time.now() >= sinceMs
      ? Promise.reject(new PoolUnreachable('no route', 100, undefined))
      : job.pool.beat(...args);
  return { ...job, pool: { ...job.pool, beat } };
}

test('heartbeats go on while the work does, however long that takes', async () => {
  expect(await work(5 * TTL_MS)).toEqual({ endedAtMs: expect.any(Number) as number, why: undefined });
  expect(await stateOf()).toBe('held');
  expect((await job.pool.beat('me', ['h1'])).kind).toBe('alive');
});

test('when the work is done they end', async () => {
  await work(1000);
  await time.pass(2 * TTL_MS);
  expect((await job.pool.beat('me', ['h1'])).kind).toBe('expired');
});

test('where heartbeats fail, the work is told so early that what ends soon after is over before the lease is', async () => {
  const { endedAtMs, why } = await work(5 * TTL_MS, { on: cutOff(40_000) });
  expect(why).toBe('heartbeats have failed for too long');
  // the last good one was sent at 30 s or a little later
  expect(endedAtMs).toBeGreaterThanOrEqual(30_000 + TERMINATE_MS);
  expect(endedAtMs).toBeLessThan(40_000 + TERMINATE_MS + 1000);
});

test('a few heartbeats that fail stop nothing', async () => {
  let fails = 0;
  const beat: Pool['beat'] = (...args) => {
    fails += time.now() > 20_000 ? 1 : 0;
    const isOut = fails > 0 && fails < 4;
    return isOut ? Promise.reject(new PoolUnreachable('no route', 100, undefined)) : job.pool.beat(...args);
  };
  const { why } = await work(3 * TTL_MS, { on: { ...job, pool: { ...job.pool, beat } } });
  expect([why, fails > 4]).toEqual([undefined, true]);
});

test('a lease that another process of the job has given back ends the work', async () => {
  const { endedAtMs, why } = await work(5 * TTL_MS, {
    meanwhile: () => mustCommit(pool, free('me', ['h1'])),
  });
  expect([why, endedAtMs < TERMINATE_MS]).toEqual(['the lease is lost', true]);
});

test('the flow’s own signal ends the work', async () => {
  const abort = async (): Promise<void> => job.abort();
  const { why } = await work(5 * TTL_MS, { meanwhile: abort });
  expect(why).toBe(new Stopped('stopped by the test').message);
});

test('work on a lease that is not there any more hears so before it begins', async () => {
  await mustCommit(pool, free('me', ['h1']));
  const { why } = await work(1000);
  expect(why).toBe('the lease is lost');
});

test('what the work throws comes through, and nothing beats any more', async () => {
  const failing = holdWhile(job, lease, () => Promise.reject(new Error('no power')));
  await expect(time.throughout(failing)).rejects.toThrow('no power');
  await time.pass(2 * TTL_MS);
  expect((await job.pool.beat('me', ['h1'])).kind).toBe('expired');
});
