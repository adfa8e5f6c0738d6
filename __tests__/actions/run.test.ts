/** The run action: one step that holds a host while a script runs. */
import { readFileSync } from 'node:fs';
import { until } from '../cli/equipment/lab';
import { Bench } from './equipment/bench';
import type { Inputs, Job, RunningStep, Step } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const start = (job: Job, host: string, run: string, more: Inputs = {}): RunningStep =>
  job.start('run', { ...bench.access(), host, run, ...more });
const ran = (job: Job, host: string, run: string, more: Inputs = {}): Promise<Step> =>
  start(job, host, run, more).ended;

async function arrives(host: string): Promise<{ readonly job: Job; readonly waiting: RunningStep }> {
  const job = bench.job({ ref: 'release-4.22', workflow: 'newer' });
  const waiting = job.start('acquire', { ...bench.access(), host });
  await waiting.says(/: waiting /);
  return { job, waiting };
}

test('the script runs while the host is held, knows it, and gets no key', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = await ran(
    job,
    host,
    `echo "on $GIVEWAY_HOST with $GIVEWAY_FENCING_TOKEN"
     cat "$GIVEWAY_LEASE_FILE"
     env | grep -c 'OPENSSH\\|^INPUT_\\|^GIVEWAY_PRIVATE' || true`,
  );
  expect(step.outcome).toBe('success');
  const { 'fencing-token': token = '', ...outputs } = step.outputs;
  expect(outputs).toMatchObject({
    outcome: 'ended',
    quit: 'false',
    host,
    hosts: JSON.stringify([host]),
    version: '4.21',
    'exit-code': '0',
    signal: '',
    released: 'true',
  });
  expect(step.log).toContain(`on ${host} with ${token}\n`);
  expect(step.log).toMatch(/^0$/m);
  expect(step.summary).toMatch(new RegExp(`<td>${host}</td><td>4\\.21</td>.*<td>nobody</td><td>ended</td>`));
  expect(bench.isFree(host)).toBe(true);
  const { posts, killed } = await job.end();
  expect([posts.map(({ log }) => log), killed]).toEqual([[''], []]);
});

test('a script that fails fails the step, and the first command that fails ends the script', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = await ran(job, host, 'echo one\n(exit 7) | cat\necho two');
  expect([step.outcome, step.outputs['exit-code'], step.log.includes('two')]).toEqual([
    'failure',
    '7',
    false,
  ]);
  expect(step.annotations).toEqual([
    { kind: 'error', title: '', message: 'the command ended with exit code 7' },
  ]);
  await job.end();
});

test('without a script nothing is waited for', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = await ran(job, host, ' \n');
  expect(step.annotations).toMatchObject([
    { kind: 'error', message: expect.stringMatching(/^run is missing/) as string },
  ]);
  expect(bench.record(host)).toBeUndefined();
  await job.end();
});

test.each([
  ['force', 'failure', 'error'],
  ['graceful', 'success', 'notice'],
])(
  '%s: a script that must give way is told by signal and file, and the step is a %s',
  async (mode, outcome, kind) => {
    const host = bench.host();
    const job = bench.job({ ref: 'release-4.21' });
    const script = `trap 'cat "$GIVEWAY_QUIT_FILE"; exit 0' TERM; echo begun; while :; do sleep 0.1; done`;
    const step = start(job, host, script, { mode });
    await step.says(/^begun/m);
    const newer = await arrives(host);
    const ended = await step.ended;
    expect([ended.outcome, ended.outputs['outcome']]).toEqual([outcome, 'preempted']);
    expect(ended.outputs).toMatchObject({
      quit: 'true',
      reason: 'preempted',
      'by-version': '4.22',
      'by-job': 'acme/device / newer / test',
    });
    expect(ended.log).toContain('{"reason":"preempted","byVersion":"4.22"');
    expect(ended.annotations).toMatchObject([
      { kind, message: 'the job gave way to acme/device / newer / test (4.22)' },
    ]);
    expect(ended.summary).toContain('<td>preempted</td>');
    expect((await newer.waiting.ended).outputs['acquired']).toBe('true');
    await newer.job.end();
    await job.end();
  },
);

test('cancelled, it passes the signal on, and the host is free before the runner would kill', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = start(
    job,
    host,
    `trap 'echo interrupted; exit 1' INT; echo begun; while :; do sleep 0.1; done`,
  );
  await step.says(/^begun/m);
  await job.cancel();
  const { outcome, signal, log, outputs, summary } = await step.ended;
  expect([outcome, signal, outputs['outcome']]).toEqual(['cancelled', null, 'interrupted']);
  expect(log).toMatch(/^interrupted$/m);
  expect(summary).toContain('<td>interrupted</td>');
  expect(bench.isFree(host)).toBe(true);
  await job.end();
});

test('cancelled while it waits, it leaves nothing for its post', async () => {
  const host = bench.host();
  const holder = bench.job();
  await holder.uses('acquire', { ...bench.access(), host });
  const job = bench.job();
  const step = start(job, host, 'echo never');
  await step.says(/: waiting /);
  await job.cancel();
  expect((await step.ended).outputs['outcome']).toBe('interrupted');
  expect(bench.waiting(host)).toBe(0);
  const { posts } = await job.end();
  expect(posts.map(({ log }) => log)).toEqual(['']);
  await holder.end();
});

test('SIGKILL: the script is dead before the post gives the host back, after before-release', async () => {
  const host = bench.host();
  const job = bench.job();
  const script = `trap '' TERM INT; echo begun; while :; do date +%s%N >"$RUNNER_TEMP/alive"; sleep 0.05; done`;
  const step = start(job, host, script, { 'before-release': 'cat "$RUNNER_TEMP/alive"; sleep 1' });
  await step.says(/^begun/m);
  process.kill(await step.pid, 'SIGKILL');
  await step.ended;
  const { posts } = await job.end();
  const alive = readFileSync(`${job.temp}/alive`, 'utf8').trim();
  expect(posts[0]?.log.split('\n')).toContain(alive);
  expect(posts[0]?.log).toMatch(/gave .* back/);
  expect(bench.isFree(host)).toBe(true);
});

test('before-release runs behind the script, while the host is still held', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = await ran(job, host, 'echo script', {
    'before-release': `test -e "${bench.folder}/${host}.lock" && echo "power off $GIVEWAY_HOST"`,
  });
  expect(step.log).toMatch(new RegExp(`^script\\n[^]*^power off ${host}\\n[^]*gave ${host} back`, 'm'));
  expect(step.annotations).toEqual([]);
  await job.end();
});

test('if-busy: skip succeeds without running the script', async () => {
  const host = bench.host();
  const holder = bench.job();
  await holder.uses('acquire', { ...bench.access(), host });
  const job = bench.job({ workflow: 'weekly' });
  const step = await ran(job, host, 'echo script', { 'if-busy': 'skip' });
  expect([step.outcome, step.outputs['outcome'], step.outputs['reason']]).toEqual([
    'success',
    'not-acquired',
    'busy',
  ]);
  expect(step.log).not.toMatch(/^script/m);
  expect(step.summary).toContain('busy');
  await job.end();
  await holder.end();
});

test('on-quit: requeue waits again behind the newer job, and runs the script once more', async () => {
  const host = bench.host();
  const job = bench.job({ ref: 'release-4.21' });
  const script = `n=$(cat "$RUNNER_TEMP/n" 2>/dev/null || echo 0)
    echo $((n + 1)) >"$RUNNER_TEMP/n"; echo "turn $n"
    [ "$n" = 0 ] || exit 0
    trap 'exit 0' TERM; while :; do sleep 0.1; done`;
  const step = start(job, host, script, { 'on-quit': 'requeue' });
  await step.says(/^turn 0$/m);
  const newer = await arrives(host);
  expect((await newer.waiting.ended).outputs['acquired']).toBe('true');
  await step.says(/waits again/);
  await newer.job.end();
  const { outcome, outputs, log } = await step.ended;
  expect([outcome, outputs['outcome'], outputs['quit']]).toEqual(['success', 'ended', 'false']);
  expect(log).toMatch(/^turn 1$/m);
  await job.end();
});

test('SIGKILL while it waits again: the post takes that place in the queue away', async () => {
  const host = bench.host();
  const job = bench.job({ ref: 'release-4.21' });
  const script = `trap 'exit 0' TERM; echo begun; while :; do sleep 0.1; done`;
  const step = start(job, host, script, { 'on-quit': 'requeue' });
  await step.says(/^begun/m);
  const newer = await arrives(host);
  await newer.waiting.ended;
  await step.says(/waits again/);
  await until(() => bench.waiting(host) === 1, 'it waits');
  process.kill(await step.pid, 'SIGKILL');
  await step.ended;
  await job.end();
  expect(bench.waiting(host)).toBe(0);
  await newer.job.end();
});
