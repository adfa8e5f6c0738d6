/** One job keeps a host for a later job of the run, which names the lease by an output. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, JobSetup } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const RUN: JobSetup = { runId: '815' };

/** The first job, and what the second is handed over of its outputs. */
async function first(
  host: string,
  more: Inputs = {},
  setup: JobSetup = {},
): Promise<{ readonly job: Job; readonly outputs: Inputs }> {
  const job = bench.job({ ...RUN, job: 'install', ...setup });
  const step = await job.uses('acquire', { ...bench.access(), host, keep: 'yes', ...more });
  expect(step.outcome).toBe('success');
  const { lease = '', host: name = '' } = step.outputs;
  return { job, outputs: job.handOver({ lease, host: name }) };
}

test('keep leaves the lease to a later job, which finds it by the output lease though the host is a secret', async () => {
  const host = bench.host();
  const secrets = { secrets: [host] };
  const { job, outputs } = await first(host, { 'lease-ttl': '2h' }, secrets);
  // the platform drops an output with a secret in it, and says nothing
  expect(Object.keys(outputs)).toEqual(['lease']);
  const { posts, killed } = await job.end();
  expect(posts[0]?.annotations).toEqual([]);
  expect(posts[0]?.log).toMatch(/left to a later job of this run, for 2h/);
  // the keeper has made an orderly end, and the lease lives without one
  expect(killed).toEqual([]);
  expect(bench.record(host)).toEqual({ id: outputs['lease'], state: 'held', ttlMs: 7_200_000 });

  const second = bench.job({ ...RUN, job: 'test', ...secrets });
  const adopted = await second.uses('acquire', { ...bench.access(), ...outputs });
  expect(adopted.outputs).toMatchObject({ acquired: 'true', host, lease: outputs['lease'] });
  expect(bench.record(host)?.ttlMs).toBe(120_000);
  expect((await second.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  const ended = await second.end();
  expect([ended.posts[0]?.log, ended.killed]).toEqual([expect.stringMatching(/gave .* back/) as string, []]);
  expect(bench.isFree(host)).toBe(true);
});

test('a later job may begin long after the first has ended: later than a lease lives with a keeper', async () => {
  const host = bench.host();
  const { job, outputs } = await first(host, SHORT);
  await job.end();
  await sleep(7000);
  const second = bench.job({ ...RUN, job: 'test' });
  const adopted = await second.uses('acquire', { ...bench.access(), ...outputs, ...SHORT });
  expect([adopted.outcome, adopted.outputs['lease']]).toEqual(['success', outputs['lease']]);
  expect((await second.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await second.end();
  expect(bench.isFree(host)).toBe(true);
});

test('a host goes through three jobs of a run', async () => {
  const host = bench.host();
  const { job, outputs } = await first(host);
  await job.end();
  for (const [name, keep] of [
    ['test', 'yes'],
    ['collect', 'no'],
  ] as const) {
    const next = bench.job({ ...RUN, job: name });
    const adopted = await next.uses('acquire', { ...bench.access(), ...outputs, keep });
    expect([name, adopted.outcome]).toEqual([name, 'success']);
    await next.end();
  }
  expect(bench.isFree(host)).toBe(true);
});

test('a last job gives a kept host back by its lease alone', async () => {
  const host = bench.host();
  const { job, outputs } = await first(host);
  await job.end();
  const last = bench.job({ ...RUN, job: 'clean-up' });
  const { lease = '' } = outputs;
  expect((await last.uses('release', { ...bench.access(), lease })).outputs).toMatchObject({
    released: 'true',
  });
  await last.end();
  expect(bench.isFree(host)).toBe(true);
});

test.each<['cancelled' | 'failure', (job: Job) => Promise<unknown>]>([
  ['cancelled', (job) => job.cancel()],
  ['failure', (job) => job.run('exit 3')],
])('a job that ends as %s has no later job: keep or not, the host is given back', async (status, end) => {
  const host = bench.host();
  const { job } = await first(host);
  await end(job);
  expect(job.status).toBe(status);
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/gave .* back/);
  expect(bench.isFree(host)).toBe(true);
});

test('where a step has given the host back, keep has nothing to leave', async () => {
  const host = bench.host();
  const { job } = await first(host);
  await job.uses('release', bench.access());
  const { posts } = await job.end();
  const post = posts.at(-1);
  expect([post?.annotations, post?.log]).toEqual([
    [],
    expect.stringMatching(/nothing is left to a later job: the host was given back/) as string,
  ]);
});

test('a later job that comes too late fails in its own words, and touches nothing of who has the host by then', async () => {
  const host = bench.host();
  const { job, outputs } = await first(host, { 'lease-ttl': '1s', ttl: '2s', heartbeat: '500ms' });
  await job.end();
  const other = bench.job({ workflow: 'weekly' });
  const taken = await other.uses('acquire', { ...bench.access(), host, 'wait-timeout': '60s' });
  expect(taken.outcome).toBe('success');
  const late = bench.job({ ...RUN, job: 'test' });
  const adopted = await late.uses('acquire', { ...bench.access(), ...outputs });
  expect(adopted.outcome).toBe('failure');
  expect(adopted.outputs).toMatchObject({ acquired: 'false', reason: 'lost' });
  expect(adopted.annotations[0]?.message).toMatch(
    /there is no lease .* any more: it was given back, or lost/,
  );
  await late.end();
  expect((await other.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await other.end();
});

test('the second attempt of the first job takes the kept host over', async () => {
  const host = bench.host();
  const { job } = await first(host);
  await job.end();
  const again = await first(host, { keep: 'no' }, { attempt: 2 });
  await again.job.end();
  expect(bench.isFree(host)).toBe(true);
});
