/** The pipeline under Tekton's own controllers and entrypoint, against a real sshd: each task is a pod of its own. */
import { condition, podOf, reason, type Run } from './equipment/cluster';
import { Lab, runOf } from './equipment/lab';
import { BUILD_MS } from './equipment/tools';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.start();
}, BUILD_MS);
afterAll(() => lab.end());

jest.setTimeout(300_000);

interface Scripts {
  readonly install?: string;
  readonly tests?: string;
  readonly report?: string;
}

/** Starts a run that is named after its host. */
async function start(host: string, scripts: Scripts, params = {}, spec = {}): Promise<void> {
  const { install = 'echo installed', tests = 'echo tested', report = 'echo reported' } = scripts;
  const all = {
    pool: lab.pool,
    host,
    image: 'job',
    'product-version': '4.21',
    install,
    tests,
    report,
    ...params,
  };
  await lab.cluster.apply(runOf('PipelineRun', host, { ref: 'giveway-install-and-test', params: all, spec }));
}

const ended = (host: string): Promise<Run> => lab.cluster.done('PipelineRun', host);
const pod = (host: string, task: string): string => podOf(`${host}-${task}`);
const log = (host: string, task: string, step = task): string =>
  lab.cluster.log(pod(host, task), `step-${step}`);
const says = (host: string, task: string, pattern: RegExp): Promise<void> =>
  lab.cluster.says(pod(host, task), `step-${task}`, pattern);

function skipped(run: Run): string[] {
  return (run.status?.skippedTasks ?? []).map(({ name }) => name);
}

test.concurrent('install, tests and report run while the host is held, and it is given back', async () => {
  await start('whole', {
    install: 'echo "on $GIVEWAY_HOST"; sleep 2',
    tests: 'echo "tests on $GIVEWAY_HOST"',
  });
  await says('whole', 'install', /on whole/);
  expect(await lab.host('whole')).toMatchObject({
    state: 'held',
    holder: { job: 'lab / whole', version: '4.21' },
  });
  const run = await ended('whole');
  expect([condition(run), reason(run)]).toEqual(['True', 'Succeeded']);
  expect(log('whole', 'tests')).toContain('tests on whole');
  expect(log('whole', 'report')).toContain('reported');
  expect(log('whole', 'release', 'release')).toContain('"released":true');
  await lab.isFree('whole');
});

test.concurrent(
  'a newer job comes while this one installs: the tests are left out with success',
  async () => {
    await start('middle', { install: 'echo installing; sleep 5' });
    await says('middle', 'install', /installing/);
    const newer = lab.hold('middle');
    const run = await ended('middle');
    expect(condition(run)).toBe('True');
    expect(log('middle', 'tests', 'check-quit')).toContain('"byVersion":"4.22"');
    expect(log('middle', 'tests')).not.toContain('tested');
    expect(skipped(run)).toEqual(['report']);
    await newer;
    await lab.giveBack('middle');
  },
);

test.concurrent('the installation fails: no test runs, and the host is given back', async () => {
  await start('broken', { install: 'exit 3' });
  const run = await ended('broken');
  expect([condition(run), reason(run)]).toEqual(['False', 'Failed']);
  expect(log('broken', 'tests')).toBe('');
  await lab.isFree('broken');
});

test.concurrent('no host in time: release in finally needs no result, and does no harm', async () => {
  await lab.hold('none');
  await start('none', {}, { 'wait-timeout': '1s' });
  const run = await ended('none');
  expect(condition(run)).toBe('False');
  expect(log('none', 'release', 'release')).toContain('{"released":false,"reason":"not-held"}');
  expect(await lab.host('none')).toMatchObject({ state: 'held', holder: { version: '4.22' }, waiting: [] });
  await lab.giveBack('none');
});

test.concurrent('a busy host is skipped: nothing runs, with success', async () => {
  await lab.hold('busy');
  await start('busy', {}, { 'if-busy': 'skip' });
  const run = await ended('busy');
  expect(condition(run)).toBe('True');
  expect(skipped(run).sort()).toEqual(['install', 'report', 'tests']);
  await lab.giveBack('busy');
});

describe('the run is cancelled by CancelledRunFinally', () => {
  const cancel = (host: string): Promise<void> =>
    lab.cluster.stop('PipelineRun', host, 'CancelledRunFinally');

  test.concurrent('while it waits: its place is gone, and the holder is left alone', async () => {
    await lab.hold('waits');
    await start('waits', {});
    await lab.hostIs('waits', ({ waiting }) => waiting.length === 1);
    await cancel('waits');
    await lab.cluster.happens('pod-ended', pod('waits', 'acquire'));
    expect(await lab.host('waits')).toMatchObject({ state: 'held', waiting: [] });
    expect(reason(await ended('waits'))).toBe('Cancelled');
    await lab.giveBack('waits');
  });

  test.concurrent.each([
    ['install', { install: `trap '' TERM; while :; do echo alive; sleep 1; done` }],
    ['tests', { tests: `trap '' TERM; while :; do echo alive; sleep 1; done` }],
  ] as const)('in %s: the host is given back, but not before the pod is gone', async (task, scripts) => {
    const host = `in-${task}`;
    await start(host, scripts);
    await says(host, task, /alive/);
    await cancel(host);
    await lab.cluster.happens('pod-ended', pod(host, task));
    expect(await lab.host(host)).toMatchObject({ state: 'held' });
    const run = await ended(host);
    expect(reason(run)).toBe('Cancelled');
    await lab.isFree(host);
  });
});

test.concurrent('a timeout of its tasks is met in finally', async () => {
  await start(
    'late',
    { tests: 'echo testing; sleep 100' },
    {},
    { timeouts: { pipeline: '3m', tasks: '20s' } },
  );
  expect(condition(await ended('late'))).toBe('False');
  await lab.isFree('late');
});

test.concurrent(
  'Cancelled runs no finally: the lease lives on, and its owner can still give it back',
  async () => {
    await start('plain', { install: 'echo installing; sleep 100' });
    await says('plain', 'install', /installing/);
    await lab.cluster.stop('PipelineRun', 'plain', 'Cancelled');
    const run = await ended('plain');
    await lab.cluster.happens('pod-ended', pod('plain', 'install'));
    expect(await lab.host('plain')).toMatchObject({ state: 'held' });
    const params = { pool: lab.pool, owner: `tekton/${run.metadata.uid}` };
    await lab.cluster.apply(runOf('TaskRun', 'plain-by-hand', { ref: 'giveway-release', params }));
    expect(condition(await lab.cluster.done('TaskRun', 'plain-by-hand'))).toBe('True');
    await lab.isFree('plain');
  },
);

test('after all of these the pool holds nothing of any job', async () => {
  expect(await lab.leftovers()).toEqual([]);
});
