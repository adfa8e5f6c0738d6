/** The tasks and step actions one by one: the catalog's own tests, and what these can't show. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { condition, podOf, results, type Run } from './equipment/cluster';
import { Lab, manifestPaths, runOf } from './equipment/lab';
import { BUILD_MS, ROOT } from './equipment/tools';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.start();
}, BUILD_MS);
afterAll(() => lab.end());

jest.setTimeout(240_000);

const catalogTests = [...manifestPaths('task'), ...manifestPaths('stepaction')].map((path) =>
  relative(ROOT, join(dirname(path), 'tests/run.yaml')),
);

test.concurrent.each(catalogTests)('%s succeeds', async (path) => {
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(
    'ssh://giveway@bastion.example.com/srv/lab',
    lab.pool,
  );
  const { kind } = parse(text) as { kind: 'TaskRun' | 'PipelineRun' };
  const [name = ''] = await lab.cluster.apply(text);
  expect(condition(await lab.cluster.done(kind, name))).toBe('True');
});

/** Runs a task of ours and resolves with the run, once it is over. */
async function task(
  ref: string,
  name: string,
  params: Readonly<Record<string, string>>,
  spec = {},
): Promise<Run> {
  await lab.cluster.apply(runOf('TaskRun', name, { ref, params: { pool: lab.pool, ...params }, spec }));
  return lab.cluster.done('TaskRun', name);
}

describe('giveway-check-quit, while a job for a newer version waits', () => {
  test.concurrent.each([
    ['force', 'False'],
    ['graceful', 'True'],
  ] as const)('mode %s: success is %s, and the results tell why', async (mode, success) => {
    const owner = `job-${mode}`;
    await task('giveway-acquire', `acquire-${mode}`, { host: mode, owner, 'product-version': '4.21' });
    const newer = lab.hold(mode, '4.22');
    await lab.hostIs(mode, ({ waiting }) => waiting.length === 1);
    const run = await task('giveway-check-quit', `check-${mode}`, { owner, mode });
    expect(condition(run)).toBe(success);
    expect(results(run)).toMatchObject({
      quit: 'true',
      reason: 'preempted',
      'by-version': '4.22',
      'by-job': `other-${mode}`,
    });
    expect(Date.parse(String(results(run)['grace-until']))).toBeGreaterThan(Date.now());
    await task('giveway-release', `release-${mode}`, { owner });
    await newer;
    await lab.giveBack(mode);
  });
});

test.concurrent(
  'a lease file in the shared workspace is found by a task that does not know the owner',
  async () => {
    const workspaces = [
      { name: 'ssh-credentials', secret: { secretName: 'giveway-ssh' } },
      { name: 'state', persistentVolumeClaim: { claimName: 'state' } },
    ];
    await task('giveway-acquire', 'acquire-state', { host: 'state', owner: 'somebody' }, { workspaces });
    const run = await task('giveway-release', 'release-state', {}, { workspaces });
    expect(results(run)).toMatchObject({ released: 'true' });
  },
);

test.concurrent('after a failure the host can be kept for its owner', async () => {
  await task('giveway-acquire', 'acquire-kept', { host: 'kept', owner: 'looker' });
  const params = { owner: 'looker', 'if-failed': 'hold:1h' };
  const kept = await task('giveway-release', 'release-kept', { ...params, 'job-status': 'failure' });
  expect(results(kept)).toMatchObject({ released: 'false', reason: 'on-hold' });
  expect(await lab.host('kept')).toMatchObject({ state: 'on-hold' });
  await task('giveway-release', 'release-looked', { ...params, 'job-status': 'success' });
  await lab.isFree('kept');
});

test.concurrent('giveway-status prints a table, and fails where a person is needed', async () => {
  await lab.hold('shown', '4.22');
  const all = await task('giveway-status', 'status-all', { host: 'shown' });
  expect(lab.cluster.log(podOf('status-all'), 'step-status')).toMatch(/^shown +held +other-shown +4\.22/m);
  expect(condition(all)).toBe('True');
  const checked = await task('giveway-status', 'status-check', {
    host: 'shown',
    check: 'yes',
    'max-held': '1s',
  });
  expect(condition(checked)).toBe('False');
  await lab.giveBack('shown');
});

test.concurrent('the results stay below 1 KB, whatever the names are', async () => {
  const host = 'h'.repeat(128);
  const longest = { owner: 'o'.repeat(200), 'product-version': '4.21' };
  const acquired = await task('giveway-acquire', 'acquire-long', { host, ...longest });
  const other = ['--host', host, '--product-version', '4.22', '--owner', `${'n'.repeat(199)}w`];
  const newer = lab.giveway('acquire', ...other);
  await lab.hostIs(host, ({ waiting }) => waiting.length === 1);
  const checked = await task('giveway-check-quit', 'check-long', longest);
  const released = await task('giveway-release', 'release-long', longest);
  for (const run of [acquired, checked, released]) {
    const size = JSON.stringify(results(run)).length;
    expect(size).toBeGreaterThan(20);
    expect(size).toBeLessThan(1024);
  }
  await newer;
  await lab.giveway('release', '--owner', `${'n'.repeat(199)}w`);
});

test.concurrent('what a param holds is never run', async () => {
  const canary = '"; touch /workspace/canary; echo "$(touch /workspace/canary)`touch /workspace/canary`';
  const run = await task('giveway-acquire', 'acquire-evil', {
    host: 'evil',
    'job-url': canary,
    owner: canary,
  });
  expect(condition(run)).toBe('True');
  const released = await task('giveway-release', 'release-evil', { owner: canary });
  expect(results(released)).toMatchObject({ released: 'true' });
  expect(lab.cluster.files(podOf('acquire-evil'), 'canary')).toEqual([]);
});

test('after all of these the pool holds nothing of any job', async () => {
  expect(await lab.leftovers()).toEqual([]);
});
