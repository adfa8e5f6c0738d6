/** Two runners of one machine whose jobs have their lease files in one folder: GIVEWAY_STATE_DIR is the machine's. */
import { existsSync } from 'node:fs';
import { until } from '../cli/equipment/lab';
import { Bench, SHORT } from './equipment/bench';
import type { Job, JobSetup } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const jobOf = (workflow: string, setup: JobSetup = {}): Job =>
  bench.job({ workflow, ...setup, env: { GIVEWAY_STATE_DIR: bench.lab.folder('state') } });

async function acquire(job: Job, host: string, more: object = {}): Promise<void> {
  expect((await job.uses('acquire', { ...bench.access(), host, ...more })).outputs['acquired']).toBe('true');
}

test('a job without a lease neither checks nor releases that of the other', async () => {
  const host = bench.host();
  const mine = jobOf('mine');
  await acquire(mine, host);
  const lease = bench.record(host)?.id;
  const other = jobOf('other');
  expect((await other.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'true', reason: 'lost' });
  const released = await other.uses('release', bench.access(), { always: true });
  expect(released.outputs).toEqual({ released: 'false', reason: 'not-held' });
  expect(released.log).toMatch(/is another job's \(github\/acme\/device\/.*\): it is left alone/);
  await other.end();
  expect(bench.record(host)).toMatchObject({ id: lease, state: 'held' });
  expect((await mine.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await mine.end();
});

test('each has its own lease, and each end gives back its own', async () => {
  const [a, b] = [bench.host(), bench.host()];
  const [first, second] = [jobOf('first'), jobOf('second')];
  await acquire(first, a);
  await acquire(second, b);
  for (const job of [first, second]) {
    expect((await job.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  }
  expect((await first.uses('release', bench.access())).outputs).toMatchObject({ released: 'true' });
  expect([bench.isFree(a), bench.isFree(b)]).toEqual([true, false]);
  await first.end();
  expect((await second.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await second.end();
  expect(bench.isFree(b)).toBe(true);
});

test('a job whose host is the other’s by now hears so, although the file that it knows is the other’s too', async () => {
  const host = bench.host();
  const slow = jobOf('slow');
  await acquire(slow, host, SHORT);
  for (const { pid } of slow.tracked()) process.kill(pid, 'SIGKILL');
  const next = jobOf('next');
  await acquire(next, host, { 'wait-timeout': '60s' });
  const lease = bench.record(host)?.id;

  expect((await slow.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'true', reason: 'lost' });
  const released = await slow.uses('release', bench.access(), { always: true });
  expect(released.outputs['released']).toBe('false');
  expect(released.log).toMatch(/lease\.json tells of another job's lease by now .*left alone/);
  const newer = bench.job({ ref: 'release-4.22', workflow: 'newer' });
  const waiting = newer.start('acquire', { ...bench.access(), host });
  const file = (await next.run('echo "$GIVEWAY_QUIT_FILE"')).log.trim();
  await until(() => existsSync(file), 'the quit file is there');
  await slow.end();
  expect(existsSync(file)).toBe(true);
  expect(bench.record(host)).toMatchObject({ id: lease, state: 'quitting' });
  expect((await next.uses('check-quit', bench.access())).outputs['reason']).toBe('preempted');
  await next.end();
  expect((await waiting.ended).outputs['acquired']).toBe('true');
  await newer.end();
});

test('the second attempt of a run has what the first has left there; the first does not have what is the second’s', async () => {
  const host = bench.host();
  const run = { runId: '4713', job: 'install' };
  const first = jobOf('nightly', { ...run, attempt: 1 });
  await acquire(first, host, SHORT);
  const second = jobOf('nightly', { ...run, attempt: 2 });
  await acquire(second, host);
  expect((await first.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'true', reason: 'lost' });
  await first.uses('release', bench.access(), { always: true });
  await first.end();
  expect((await second.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await second.end();
  expect(bench.isFree(host)).toBe(true);
});
