/** However a job ends, the host is free again and nothing of the job is left. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../cli/equipment/lab';
import { BadLine, freePort, makeKey } from '../ssh/sshd';
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, RunningStep, Step } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const start = (job: Job, host: string, more: Inputs = {}): RunningStep =>
  job.start('acquire', { ...bench.access(), host, ...more });
const acquire = (job: Job, host: string, more: Inputs = {}): Promise<Step> => start(job, host, more).ended;

async function held(host: string, more: Inputs = {}): Promise<Job> {
  const job = bench.job();
  expect((await acquire(job, host, more)).outcome).toBe('success');
  return job;
}

/** A way to the pool on which nothing is ever answered. */
async function silentLine(): Promise<BadLine & { readonly pool: string }> {
  const line = await BadLine.to(bench.machine.port, await freePort());
  line.goSilent();
  return Object.assign(line, { pool: bench.pool.replace(String(bench.machine.port), String(line.port)) });
}

/** A step that the runner tells to stop must be over before the runner kills it. */
const CANCEL_MS = 7500;

describe('a job that is cancelled', () => {
  test('while the bastion does not answer ends at once, and its post has nothing to ask', async () => {
    const line = await silentLine();
    const job = bench.job();
    const step = start(job, bench.host(), { pool: line.pool });
    await until(() => line.open > 0, 'it connects');
    await job.cancel();
    const { outcome, signal, ms } = await step.ended;
    expect([outcome, signal]).toEqual(['cancelled', null]);
    expect(ms).toBeLessThan(CANCEL_MS);
    const { posts } = await job.end();
    expect(posts.map(({ log }) => log)).toEqual(['']);
    await line.stop();
  });

  test('while it waits for a host takes its place in the queue away itself', async () => {
    const host = bench.host();
    const holder = await held(host);
    const job = bench.job();
    const step = start(job, host);
    await step.says(/: waiting /);
    expect(bench.waiting(host)).toBe(1);
    await job.cancel();
    const { outcome, annotations, signal } = await step.ended;
    expect([outcome, signal]).toEqual(['cancelled', null]);
    expect(annotations).toMatchObject([{ kind: 'error', message: 'interrupted by SIGINT' }]);
    expect(bench.waiting(host)).toBe(0);
    await job.end();
    await holder.end();
  });

  test('while its take is on its way has given the host back at its end, whatever became of the take', async () => {
    const host = bench.host();
    const job = bench.job();
    const letGo = await bench.holdGuard();
    const step = start(job, host);
    await bench.someoneWaitsForGuard();
    await job.cancel();
    const { outcome, signal } = await step.ended;
    expect([outcome, signal]).toEqual(['cancelled', null]);
    await letGo();
    await job.end();
    expect(bench.isFree(host)).toBe(true);
  });

  test('in a checkpoint that gets no answer gives the host back', async () => {
    const host = bench.host();
    const job = await held(host);
    const line = await silentLine();
    const step = job.start('check-quit', { ...bench.access(), pool: line.pool });
    await until(() => line.open > 0, 'it connects');
    await job.cancel();
    const { outcome, signal, outputs } = await step.ended;
    expect([outcome, signal, outputs]).toEqual(['cancelled', null, {}]);
    await line.stop();
    const { posts } = await job.end();
    expect(posts[0]?.log).toMatch(/gave .* back/);
    expect(bench.isFree(host)).toBe(true);
  });

  test('while it holds a host, in a step of its own that takes no notice, gives the host back', async () => {
    const host = bench.host();
    const job = await held(host);
    const step = job.startScript(`trap '' INT TERM; echo deaf; while :; do sleep 1; done`);
    await step.says(/deaf/);
    await job.cancel();
    expect((await step.ended).signal).toBe('SIGKILL');
    const { posts } = await job.end();
    expect(posts[0]?.log).toMatch(/gave .* back/);
    expect(posts[0]?.summary).toContain('<td>cancelled</td>');
  });

  test('between two of its steps gives the host back', async () => {
    const host = bench.host();
    const job = await held(host);
    await job.cancel();
    const { posts, killed } = await job.end();
    expect([posts[0]?.outcome, killed]).toEqual(['success', []]);
    expect(bench.isFree(host)).toBe(true);
  });

  test('while its release can’t get on has the host given back by a post', async () => {
    const host = bench.host();
    const job = await held(host);
    const letGo = await bench.holdGuard();
    const step = job.start('release', bench.access());
    await bench.someoneWaitsForGuard();
    await job.cancel();
    const { outcome, signal } = await step.ended;
    expect([outcome, signal]).toEqual(['cancelled', null]);
    await letGo();
    const { posts } = await job.end();
    expect(posts.flatMap(({ annotations }) => annotations)).toEqual([]);
    expect(bench.isFree(host)).toBe(true);
  });

  test('in its post goes on with it: the runner signals no post', async () => {
    const host = bench.host();
    const job = await held(host, { 'before-release': 'echo begun; sleep 2; echo done' });
    const post = job.startPost();
    await post.says(/^begun/m);
    await job.cancel();
    const { outcome, log } = await post.ended;
    expect([outcome, log]).toEqual(['success', expect.stringMatching(/^done$/m) as string]);
    expect(bench.isFree(host)).toBe(true);
    await job.end();
  });
});

test('a post that is told to stop, with its runner, ends before-release and gives the host back in time', async () => {
  const host = bench.host();
  const job = await held(host, { 'before-release': `trap '' TERM; echo begun; while :; do sleep 1; done` });
  const post = job.startPost();
  await post.says(/^begun/m);
  await job.shutDown();
  const { signal, annotations } = await post.ended;
  expect(signal).toBeNull();
  expect(annotations[0]?.message).toMatch(/before-release was ended \(interrupted by SIGINT\)/);
  expect(bench.isFree(host)).toBe(true);
  await job.end();
});

describe('a main that fails', () => {
  test.each<[string, () => Inputs, RegExp]>([
    ['a duration without a unit', () => ({ ttl: '90' }), /^ttl: expected a duration .*, got "90"$/],
    [
      'a keep that is neither yes nor no',
      () => ({ keep: 'perhaps' }),
      /^keep: expected yes or no, got "perhaps"$/,
    ],
    [
      'a limit without a unit',
      () => ({ 'before-release-timeout': '5' }),
      /^before-release-timeout: expected a duration/,
    ],
    [
      'an if-failed that only its post would read',
      () => ({ 'if-failed': 'hold' }),
      /^if-failed: expected hold and a duration, such as hold:2h, got "hold"$/,
    ],
    ['no host', () => ({ host: '' }), /^host .* is missing/],
    ['no pool', () => ({ pool: '' }), /^pool .* is missing/],
    [
      'another host key',
      () => ({ 'known-hosts': `[127.0.0.1]:${bench.machine.port} ${makeKey().publicKey}` }),
      /SHA256:/,
    ],
    ['a key that is not let in', () => ({ 'private-key': makeKey().privateKey }), /authorized_keys/],
    ['a key that is none', () => ({ 'private-key': 'nonsense' }), /private key/],
  ])('for %s says so on the run, and its post is silent', async (_, inputs, says) => {
    const host = bench.host();
    const job = bench.job();
    const failed = await acquire(job, host, inputs());
    expect([failed.outcome, failed.exitCode]).toEqual(['failure', 1]);
    expect(failed.annotations).toMatchObject([
      { kind: 'error', message: expect.stringMatching(says) as string },
    ]);
    const { posts } = await job.end();
    expect(posts.map(({ log }) => log)).toEqual(['']);
    expect(bench.record(host)).toBeUndefined();
  });

  test('for several reasons tells all of them', async () => {
    const job = bench.job();
    const failed = await acquire(job, 'no/host', { ttl: '90', keep: 'perhaps' });
    expect(failed.annotations).toHaveLength(1);
    expect(failed.annotations[0]?.message.split('\n').map((line) => line.split(':')[0])).toEqual([
      'keep',
      'host',
      'ttl',
    ]);
    await job.end();
  });
});

describe('SIGKILL', () => {
  test('of a main that waits: the post takes its place in the queue away', async () => {
    const host = bench.host();
    const holder = await held(host);
    const job = bench.job();
    const step = start(job, host);
    await step.says(/: waiting /);
    process.kill(await step.pid, 'SIGKILL');
    expect((await step.ended).signal).toBe('SIGKILL');
    expect(bench.waiting(host)).toBe(1);
    await job.end();
    expect(bench.waiting(host)).toBe(0);
    await holder.end();
  });

  test('of a main right after it has taken the host: the post gives it back', async () => {
    for (let tries = 1; ; tries += 1) {
      const host = bench.host();
      const job = bench.job();
      const step = start(job, host);
      const pid = await step.pid;
      while (bench.record(host)?.state !== 'held') await new Promise(setImmediate);
      process.kill(pid, 'SIGKILL');
      const { signal } = await step.ended;
      await job.end();
      expect(bench.isFree(host)).toBe(true);
      if (signal === 'SIGKILL') return;
      // it had ended before the signal came
      expect(tries).toBeLessThan(5);
    }
  });

  test('of a main whose take is on its way: the post waits until that can’t come about any more', async () => {
    const host = bench.host();
    const job = bench.job();
    const letGo = await bench.holdGuard();
    const step = start(job, host);
    await bench.someoneWaitsForGuard();
    process.kill(await step.pid, 'SIGKILL');
    await step.ended;
    const post = job.startPost();
    // long enough for a post that sees nothing yet and is content with that
    await sleep(2000);
    expect(bench.record(host)).toBeUndefined();
    await letGo();
    expect((await post.ended).log).toMatch(/gave .* back/);
    expect(bench.isFree(host)).toBe(true);
    await job.end();
  });

  test('of the worker while it holds: no post runs, the keeper stops, the lease expires, and the next job is told', async () => {
    const host = bench.host();
    const job = await held(host, SHORT);
    await job.killWorker();
    const next = bench.job({ workflow: 'weekly' });
    const acquired = await acquire(next, host, { 'wait-timeout': '60s' });
    expect(acquired.outputs['acquired']).toBe('true');
    expect(JSON.parse(acquired.outputs['previous'] ?? '')).toEqual({
      job: 'acme/device / nightly / test',
      endedBy: 'expired',
    });
    expect(acquired.log).toMatch(/the lease of acme\/device \/ nightly \/ test had expired/);
    expect(job.tracked()).toEqual([]);
    await next.end();
  });

  test('of the worker while main waits: main takes its place in the queue away itself', async () => {
    const host = bench.host();
    const holder = await held(host);
    const job = bench.job();
    const step = start(job, host);
    await step.says(/: waiting /);
    await job.killWorker();
    await until(() => bench.waiting(host) === 0, 'its file is gone');
    await holder.end();
  });

  test('of the worker while main says something: that nobody reads it does not keep main from its clean-up', async () => {
    const host = bench.host();
    const holder = await held(host);
    const job = bench.job();
    const step = start(job, host);
    await step.says(/: waiting /);
    await job.stopReading();
    const newer = bench.job({ workflow: 'newer', ref: 'release-4.22' });
    const ahead = start(newer, host);
    await ahead.says(/: waiting /);
    // it has seen the newer one, and told of it
    await sleep(2000);
    expect(job.tracked()).toHaveLength(1);
    await job.killWorker();
    await until(() => bench.waiting(host) === 1, 'its file is gone');
    await newer.cancel();
    await ahead.ended;
    await newer.end();
    await holder.end();
  });
});

test('a runner that is shut down runs no post: the clean-up ends the keeper, and the lease expires', async () => {
  const host = bench.host();
  const job = await held(host, SHORT);
  await job.shutDown();
  const { posts, killed } = await job.end();
  expect([posts, killed]).toEqual([[], [expect.stringMatching(/keeper\.js$/)]]);
  const next = await held(host, { 'wait-timeout': '60s' });
  await next.end();
});

describe('if-failed', () => {
  test('keeps the host of a job that has failed for its owner to look at, as it is', async () => {
    const host = bench.host();
    const command = { 'if-failed': 'hold:2h', 'before-release': 'echo power off' };
    const job = await held(host, command);
    const lease = bench.record(host)?.id ?? '';
    await job.run('exit 1');
    const { posts, killed } = await job.end();
    expect(posts[0]?.log).toMatch(new RegExp(`the job has failed: ${host} stays on hold until`));
    expect(posts[0]?.log).not.toMatch(/power off/);
    expect([posts[0]?.annotations, killed]).toEqual([[], []]);
    expect(bench.record(host)).toMatchObject({ id: lease, ttlMs: 7_200_000 });
    const owner = bench.job();
    const released = await owner.uses('release', { ...bench.access(), lease });
    expect(released.outputs['released']).toBe('true');
    await owner.end();
  });

  test.each(['success', 'cancelled'])('gives the host of a job that ended as %s back', async (status) => {
    const host = bench.host();
    const job = await held(host, { 'if-failed': 'hold:2h' });
    if (status === 'cancelled') await job.cancel();
    await job.end();
    expect(bench.isFree(host)).toBe(true);
  });
});

test('a release step with a mistake in it fails, and its post gives the host back all the same', async () => {
  const host = bench.host();
  const job = await held(host, { keep: 'yes' });
  const lease = bench.record(host)?.id ?? '';
  await job.end();
  const last = bench.job();
  const mistakes = { 'if-failed': 'hold', 'before-release-timeout': '5' };
  const failed = await last.uses('release', { ...bench.access(), lease, ...mistakes });
  expect([failed.outcome, bench.record(host)?.state]).toEqual(['failure', 'held']);
  const { posts } = await last.end();
  expect(posts[0]?.log).toMatch(/passed over: if-failed: expected hold and a duration[^]*gave .* back/);
  expect(bench.isFree(host)).toBe(true);
});
