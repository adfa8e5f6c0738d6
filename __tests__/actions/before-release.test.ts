/** A command that runs on a host before it is given back, and never on one that may be another job's. */
import { existsSync, readFileSync } from 'node:fs';
import { until } from '../cli/equipment/lab';
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, RunningStep } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

async function held(host: string, more: Inputs = {}): Promise<Job> {
  const job = bench.job();
  expect((await job.uses('acquire', { ...bench.access(), host, ...more })).outcome).toBe('success');
  return job;
}

async function waits(host: string): Promise<{ readonly job: Job; readonly waiting: RunningStep }> {
  const job = bench.job({ ref: 'release-4.22', workflow: 'newer' });
  const waiting = job.start('acquire', { ...bench.access(), host });
  await waiting.says(/: waiting /);
  return { job, waiting };
}

test('it is told the host, gets no key, and its text is a script like any other', async () => {
  const host = bench.host();
  const job = await held(host, {
    'before-release': `
      printf '%s|' "$GIVEWAY_HOST" "a 'b' \\"c\\" $((1 + 1))" '$(date)'
      read -r line || echo "no input, ''"
      echo "key: \${GIVEWAY_PRIVATE_KEY-none} \${INPUT_PRIVATE_KEY-none}" && env | grep -c 'OPENSSH PRIVATE' || :`,
  });
  const { posts } = await job.end();
  expect(posts[0]?.log).toContain(`${host}|a 'b' "c" 2|$(date)|no input, ''\nkey: none none\n0\n`);
  expect(posts[0]?.annotations).toEqual([]);
  expect(bench.isFree(host)).toBe(true);
});

test('in a release step it runs there, and not again in the post', async () => {
  const host = bench.host();
  const command = { 'before-release': `echo off >>"$RUNNER_TEMP/power"` };
  const job = await held(host, command);
  await job.uses('release', { ...bench.access(), ...command });
  expect(bench.isFree(host)).toBe(true);
  await job.end();
  expect(readFileSync(`${job.temp}/power`, 'utf8')).toBe('off\n');
});

test.each([
  ['fails', 'exit 3', {}, /before-release failed with exit code 3/],
  ['is killed', 'kill -9 $$', {}, /before-release failed with exit code 137/],
  [
    'hangs, whatever it is told',
    `trap '' TERM INT HUP; while :; do sleep 1; done`,
    { 'before-release-timeout': '1s' },
    /before-release was ended, for it took longer than 1s/,
  ],
])('when it %s, that is a warning, and the host is given back', async (_, text, limit, says) => {
  const host = bench.host();
  const job = await held(host, { 'before-release': text, ...limit });
  const { posts } = await job.end();
  expect(posts[0]?.annotations).toMatchObject([
    { kind: 'warning', message: expect.stringMatching(says) as string },
  ]);
  expect(bench.isFree(host)).toBe(true);
  // a job does not fail for its clean-up
  expect(job.status).toBe('success');
});

test('what it leaves running in its group is over before the host is free', async () => {
  const host = bench.host();
  const job = await held(host, { 'before-release': `sleep 60 & echo "left: $!"` });
  const { posts } = await job.end();
  const pid = /left: (\d+)/.exec(posts[0]?.log ?? '')?.[1] ?? '';
  expect(pid).not.toBe('');
  // a zombie has no command line
  expect(existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '').toBe('');
  expect(posts[0]?.annotations).toEqual([]);
});

test('what leaves its group, streams and all, holds nothing up', async () => {
  const host = bench.host();
  const job = await held(host, {
    'before-release': `setsid sh -c 'touch "$RUNNER_TEMP/out"; exec sleep 60' &
      echo to stderr >&2; until [ -e "$RUNNER_TEMP/out" ]; do sleep 0.05; done`,
  });
  const { posts, killed } = await job.end();
  // by the runner's own clean-up, behind the post
  expect(killed).toEqual(['sleep 60']);
  expect(posts[0]).toMatchObject({ outcome: 'success', annotations: [] });
  expect(posts[0]?.log).toMatch(/^to stderr$/m);
  expect(bench.isFree(host)).toBe(true);
});

test('to end it, all of its group is told first, and has a moment to leave', async () => {
  const host = bench.host();
  const child = `trap "echo left in order; exit 0" TERM; while :; do sleep 0.1; done`;
  const job = await held(host, {
    'before-release': `trap : TERM; bash -c '${child}'`,
    'before-release-timeout': '1s',
  });
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/^left in order$/m);
  expect(posts[0]?.annotations[0]?.message).toMatch(/before-release was ended, for it took longer than 1s/);
});

test('heartbeats go on meanwhile, even where the keeper is dead', async () => {
  const host = bench.host();
  // longer than the lease lives without
  const job = await held(host, { ...SHORT, 'before-release': 'sleep 8; echo done' });
  for (const { pid } of job.tracked()) process.kill(pid, 'SIGKILL');
  const newer = await waits(host);
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/^done$/m);
  expect(posts[0]?.log).toMatch(/gave .* back/);
  const { outputs } = await newer.waiting.ended;
  expect(JSON.parse(outputs['previous'] ?? '')).toMatchObject({ endedBy: 'released' });
  await newer.job.end();
});

test('it is not run on a host that is another’s by now', async () => {
  const host = bench.host();
  const job = await held(host, { ...SHORT, 'before-release': `touch "$RUNNER_TEMP/power"` });
  for (const { pid } of job.tracked()) process.kill(pid, 'SIGKILL');
  const newer = await waits(host);
  await newer.waiting.ended;
  await job.end();
  expect(existsSync(`${job.temp}/power`)).toBe(false);
  expect(bench.record(host)?.state).toBe('held');
  await newer.job.end();
});

test('nor on one that was given back already', async () => {
  const host = bench.host();
  const job = await held(host, { 'before-release': `touch "$RUNNER_TEMP/power"` });
  await job.uses('release', bench.access());
  await job.end();
  expect(existsSync(`${job.temp}/power`)).toBe(false);
});

test('it is ended once the lease is lost under it', async () => {
  const host = bench.host();
  const run = { runId: '99' };
  const job = bench.job(run);
  await job.uses('acquire', { ...bench.access(), host, 'before-release': `echo begun; exec sleep 60` });
  const post = job.startPost();
  await post.says(/^begun/m);
  const again = bench.job({ ...run, attempt: 2 });
  expect((await again.uses('acquire', { ...bench.access(), host })).outputs['acquired']).toBe('true');
  const { log, annotations } = await post.ended;
  expect(annotations.map(({ message }) => message)).toEqual([
    expect.stringMatching(/before-release was ended \(the lease is lost\)/),
    expect.stringMatching(/the lease had been lost before/),
  ]);
  expect(log).toMatch(/what the keeper said/);
  await job.end();
  expect((await again.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await again.end();
});

test('cancelled in a release step, it is ended before the host is given back', async () => {
  const host = bench.host();
  const job = await held(host);
  const text = `echo begun; while :; do date >"$RUNNER_TEMP/alive"; sleep 0.05; done`;
  const step = job.start('release', { ...bench.access(), 'before-release': text });
  await step.says(/^begun/m);
  const newer = await waits(host);
  const cancelled = job.cancel();
  await until(() => newer.waiting.log().includes('acquired'), 'it has the host');
  const alive = readFileSync(`${job.temp}/alive`, 'utf8');
  await cancelled;
  const { signal, annotations } = await step.ended;
  expect([signal, annotations[0]?.message]).toEqual([
    null,
    expect.stringMatching(/before-release was ended \(interrupted by SIGINT\)/),
  ]);
  expect(readFileSync(`${job.temp}/alive`, 'utf8')).toBe(alive);
  await newer.waiting.ended;
  await job.end();
  await newer.job.end();
});
