/** The process that beats between the steps of a job. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GIVEWAY, until } from '../cli/equipment/lab';
import { mount } from '../pool/toolbox';
import { REPOSITORY } from './equipment/action-file';
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, JobSetup } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

async function held(host: string, more: Inputs = {}, setup: JobSetup = {}): Promise<Job> {
  const job = bench.job(setup);
  expect((await job.uses('acquire', { ...bench.access(), host, ...more })).outcome).toBe('success');
  return job;
}

const keepers = (job: Job): ReturnType<Job['tracked']> =>
  job.tracked().filter(({ line }) => line.endsWith('keeper.js'));

test('it keeps a lease beyond its ttl, while no step runs', async () => {
  const host = bench.host();
  const job = await held(host, SHORT);
  await sleep(8000);
  expect((await job.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await job.end();
});

test('it has neither the key nor any input in its environment, but the variable by which the runner ends it', async () => {
  const host = bench.host();
  const env = { GIVEWAY_PRIVATE_KEY: bench.key(), GIVEWAY_PASSPHRASE: 'correct horse' };
  const job = await held(host, {}, { env });
  const [keeper, ...others] = keepers(job);
  expect(others).toEqual([]);
  const names = keeper?.environment.map((pair) => pair.split('=')[0] ?? '') ?? [];
  expect(names).toContain('RUNNER_TRACKING_ID');
  expect(names.filter((name) => name.startsWith('INPUT_') || /KEY|PASSPHRASE/.test(name))).toEqual([]);
  const text = `${keeper?.line} ${keeper?.environment.join('\n')}`;
  expect(
    bench
      .key()
      .split('\n')
      .filter((line) => line !== '' && text.includes(line)),
  ).toEqual([]);
  await job.end();
});

test('it holds no step up: it has none of its streams, and acquire takes hardly longer than on the command line', async () => {
  const host = bench.host();
  const { pool = '', 'known-hosts': knownHosts = '' } = bench.access();
  const least = { action: Infinity, commandLine: Infinity };
  // the least of a few, for the machine has other work
  for (let round = 0; round < 4; round += 1) {
    const job = bench.job();
    const step = await job.uses('acquire', { ...bench.access(), host });
    expect([step.outcome, step.isHeldUp]).toEqual(['success', false]);
    least.action = Math.min(least.action, step.ms);
    await job.end();
    const startMs = performance.now();
    const env = { ...bench.lab.env, GIVEWAY_PRIVATE_KEY: bench.key(), GIVEWAY_STATE_DIR: bench.lab.root };
    const command = [process.execPath, GIVEWAY, 'acquire', '--pool', pool, '--host', host];
    const more = ['--known-hosts', knownHosts, '--product-version', '4.21', '--owner', 'me'];
    expect((await bench.lab.start([...command, ...more], env).ended).status).toBe(0);
    least.commandLine = Math.min(least.commandLine, performance.now() - startMs);
    const release = [process.execPath, GIVEWAY, 'release', '--known-hosts', knownHosts];
    expect((await bench.lab.start(release, env).ended).status).toBe(0);
  }
  // what it is held to is 1.2, measured on a machine that does nothing else
  expect(least.action).toBeLessThan(1.6 * least.commandLine + 100);
});

test('it goes by the pool of its lease, whatever pool the job’s environment names', async () => {
  const host = bench.host();
  const elsewhere = bench.lab.folder('elsewhere');
  const job = await held(host, SHORT, { env: { GIVEWAY_POOL: elsewhere } });
  await sleep(8000);
  expect(keepers(job)).toHaveLength(1);
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/gave .* back/);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('killed, it is missed: the post shows what it said', async () => {
  const host = bench.host();
  const job = await held(host);
  const [keeper] = keepers(job);
  process.kill(keeper?.pid ?? 0, 'SIGKILL');
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/gave .* back[^]*\[group\] what the keeper said[^]*\[endgroup\]/);
  expect(bench.isFree(host)).toBe(true);
});

test('told to stop by somebody else, it leaves a lease that lives on by itself', async () => {
  const host = bench.host();
  const job = await held(host, { 'lease-ttl': '2h' });
  const [keeper] = keepers(job);
  const log = join(job.temp, `giveway-${host}.${bench.record(host)?.id ?? ''}.keeper.log`);
  await until(() => readFileSync(log, 'utf8').includes('keeping'), 'it beats');
  process.kill(keeper?.pid ?? 0, 'SIGTERM');
  await until(() => keepers(job).length === 0, 'it ends');
  expect(bench.record(host)).toMatchObject({ state: 'held', ttlMs: 7_200_000 });
  await job.end();
});

test('it goes on where its log can’t be written any more', async () => {
  const host = bench.host();
  const job = bench.job();
  bench.lab.undoLater(mount(job.temp, '-t', 'tmpfs', '-o', 'size=64k', 'giveway-test'));
  expect((await job.uses('acquire', { ...bench.access(), host, ...SHORT })).outcome).toBe('success');
  const [keeper] = keepers(job);
  const fill = await job.run('yes > "$1/full" || true'.replace('$1', job.temp));
  expect(fill.log).toMatch(/No space left/);
  const newer = bench.job({ workflow: 'newer', ref: 'release-4.22' });
  const ahead = newer.start('acquire', { ...bench.access(), host });
  await ahead.says(/: waiting /);
  // it has heard of the newer one, and beats on after that
  await sleep(8000);
  expect(keepers(job).map(({ pid }) => pid)).toEqual([keeper?.pid]);
  expect(bench.record(host)).toMatchObject({ state: 'quitting' });
  rmSync(join(job.temp, 'full'));
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/gave .* back/);
  expect((await ahead.ended).outcome).toBe('success');
  await newer.end();
});

test('one that can’t run costs the lease and no more: the post shows why', async () => {
  const host = bench.host();
  // what the runner has unpacked, without it
  const broken = bench.lab.folder('broken');
  cpSync(join(REPOSITORY, 'dist'), join(broken, 'dist'), { recursive: true });
  mkdirSync(join(broken, 'acquire'));
  symlinkSync(join(REPOSITORY, 'acquire/action.yml'), join(broken, 'acquire/action.yml'));
  rmSync(join(broken, 'dist/actions/keeper.js'));
  const job = bench.job({}, broken);
  const acquired = await job.uses('acquire', { ...bench.access(), host, ...SHORT });
  expect(acquired.outcome).toBe('success');
  // by acquire itself: the next step may look before a keeper has begun
  const leaseFile = readFileSync(acquired.outputs['lease-file'] ?? '', 'utf8');
  expect(JSON.parse(leaseFile)).toMatchObject({ keptBy: { pid: expect.any(Number) as number } });
  await until(() => keepers(job).length === 0, 'it ends');
  const { posts } = await job.end();
  expect(posts[0]?.log).toMatch(/what the keeper said[^]*Cannot find module '[^']*keeper\.js'/);
  expect(bench.isFree(host)).toBe(true);
});
