/** Checkpoints: how a job hears that it must leave, and what it can do. */
import { existsSync, readFileSync } from 'node:fs';
import { until } from '../cli/equipment/lab';
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, RunningStep, Step } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

async function held(host: string, more: Inputs = {}): Promise<Job> {
  const job = bench.job({ ref: 'release-4.21' });
  expect((await job.uses('acquire', { ...bench.access(), host, ...more })).outcome).toBe('success');
  return job;
}

/** A job for a newer version, which waits for the host. */
async function arrives(host: string): Promise<{ readonly job: Job; readonly waiting: RunningStep }> {
  const job = bench.job({ ref: 'release-4.22', workflow: 'newer' });
  const waiting = job.start('acquire', { ...bench.access(), host });
  await waiting.says(/: waiting /);
  return { job, waiting };
}

async function succeeds({ job, waiting }: Awaited<ReturnType<typeof arrives>>): Promise<void> {
  expect((await waiting.ended).outputs).toMatchObject({ acquired: 'true', version: '4.22' });
  await job.end();
}

const check = (job: Job, more: Inputs = {}): Promise<Step> =>
  job.uses('check-quit', { ...bench.access(), ...more });

const ASKED = {
  quit: 'true',
  reason: 'preempted',
  'by-version': '4.22',
  'by-job': 'acme/device / newer / test',
  'grace-until': expect.stringMatching(/Z$/) as string,
};

test('graceful: the step succeeds with quit=true and a notice; later steps go by the output, and the newer job gets the host', async () => {
  const host = bench.host();
  const job = await held(host);
  const newer = await arrives(host);
  const checked = await check(job, { mode: 'graceful' });
  expect([checked.outcome, checked.outputs]).toEqual(['success', ASKED]);
  expect(checked.annotations).toEqual([
    {
      kind: 'notice',
      title: 'Giving way',
      message: expect.stringMatching(
        /please leave by .*: acme\/device \/ newer \/ test \(4\.22\) waits/,
      ) as string,
    },
  ]);
  // if: steps.checkpoint.outputs.quit != 'true'
  if (checked.outputs['quit'] !== 'true') await job.run('echo the tests');
  const { posts } = await job.end();
  expect(job.status).toBe('success');
  expect(posts[0]?.summary).toContain('<td>acme&#47;device &#47; newer &#47; test &#40;4.22&#41;</td>');
  await succeeds(newer);
});

test('force: the step fails, and the post gives the host back', async () => {
  const host = bench.host();
  const job = await held(host);
  const newer = await arrives(host);
  const checked = await check(job, { mode: 'force' });
  expect([checked.outcome, checked.exitCode, checked.outputs]).toEqual(['failure', 1, ASKED]);
  expect(checked.annotations).toMatchObject([
    { kind: 'error', message: expect.stringMatching(/please leave/) as string },
  ]);
  await job.end();
  await succeeds(newer);
});

test('the quit file appears between the steps, without a checkpoint', async () => {
  const host = bench.host();
  const job = await held(host);
  const { log } = await job.run('echo "$GIVEWAY_QUIT_FILE"');
  const file = log.trim();
  expect(existsSync(file)).toBe(false);
  const newer = await arrives(host);
  await until(() => existsSync(file), 'the quit file is there');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ reason: 'preempted', byVersion: '4.22' });
  await job.end();
  expect(existsSync(file)).toBe(false);
  await succeeds(newer);
});

test.each(['graceful', 'force'])(
  '%s: a lease that is lost always fails the step, in its own words',
  async (mode) => {
    const host = bench.host();
    const job = await held(host, SHORT);
    for (const { pid } of job.tracked()) process.kill(pid, 'SIGKILL');
    const newer = await arrives(host);
    await newer.waiting.ended;
    const checked = await check(job, { mode });
    expect([checked.outcome, checked.outputs]).toEqual(['failure', { quit: 'true', reason: 'lost' }]);
    expect(checked.annotations).toMatchObject([
      { kind: 'error', message: expect.stringMatching(/the lease is lost: .* Stop using it/) as string },
    ]);
    const { posts } = await job.end();
    expect(posts[0]?.annotations).toMatchObject([
      { kind: 'warning', message: expect.stringMatching(/the lease had been lost before/) as string },
    ]);
    expect(bench.record(host)?.state).toBe('held');
    await newer.job.end();
  },
);

test('with an iteration only every third turn looks, or every Nth', async () => {
  const host = bench.host();
  const job = await held(host);
  const newer = await arrives(host);
  const turns = [
    { iteration: '1' },
    { iteration: '2' },
    { iteration: '3' },
    { iteration: '4', every: '2' },
    { iteration: '3', every: '2' },
  ];
  const quits: (string | undefined)[] = [];
  for (const turn of turns) quits.push((await check(job, turn)).outputs['quit']);
  expect(quits).toEqual(['false', 'false', 'true', 'true', 'false']);
  await job.end();
  await succeeds(newer);
});

test('on-unreachable: continue carries on without an answer, and says so', async () => {
  const host = bench.host();
  const job = await held(host);
  // as good as out of reach, but known at once
  const wrong = { 'known-hosts': 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
  const checked = await check(job, { ...wrong, 'on-unreachable': 'continue' });
  expect([checked.outcome, checked.outputs]).toEqual(['success', { quit: 'false', unreachable: 'true' }]);
  expect(checked.log).toMatch(/carrying on although nobody could be asked/);
  const failed = await check(job, wrong);
  expect([failed.outcome, failed.outputs]).toEqual(['failure', {}]);
  await job.end();
});

test('a checkpoint of a job without a lease fails: it must not go on as if it had one', async () => {
  const job = bench.job();
  const checked = await check(job);
  expect([checked.outcome, checked.outputs]).toEqual(['failure', { quit: 'true', reason: 'lost' }]);
  await job.end();
});
