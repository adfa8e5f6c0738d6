/** giveway-run under Tekton's own controllers and entrypoint, against a real sshd. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { condition, podOf, reason, results, type Run } from './equipment/cluster';
import { Lab, runOf } from './equipment/lab';
import { BUILD_MS } from './equipment/tools';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.start();
}, BUILD_MS);
afterAll(() => lab.end());

jest.setTimeout(240_000);

type Params = Readonly<Record<string, string | readonly string[]>>;

/** Starts a run that is named after its host. */
async function start(host: string, script: string, params: Params = {}, spec = {}): Promise<void> {
  const all = { pool: lab.pool, host, image: 'job', script, 'product-version': '4.21', ...params };
  await lab.cluster.apply(runOf('TaskRun', host, { ref: 'giveway-run', params: all, spec }));
}

const ended = (host: string): Promise<Run> => lab.cluster.done('TaskRun', host);
const log = (host: string): string => lab.cluster.log(podOf(host), 'step-script');
const says = (host: string, pattern: RegExp): Promise<void> =>
  lab.cluster.says(podOf(host), 'step-script', pattern);

/** A job for a newer version wants the host; resolves when it has it, and has given it back. */
async function newerJob(host: string): Promise<void> {
  await lab.hold(host, '4.22');
  await lab.giveBack(host);
}

/** Resolves once the pod is gone; fails if any of it had to be killed. */
async function leavesInTime(host: string): Promise<void> {
  await lab.cluster.happens('pod-ended', podOf(host));
  expect(killed(host)).toEqual([]);
}

function killed(host: string): unknown[] {
  return lab.cluster.events
    .filter(({ event, pod }) => event === 'container-killed' && pod === podOf(host))
    .map(({ container }) => container);
}

describe('a script runs while the host is held', () => {
  test.concurrent('and its success is that of the run', async () => {
    await start('success', 'echo "host $GIVEWAY_HOST, token $GIVEWAY_FENCING_TOKEN, args $1, $2"', {
      args: ['a b', '$(canary)'],
    });
    const run = await ended('success');
    expect(log('success')).toMatch(/^host success, token \d{16}, args a b, \$\(canary\)$/m);
    expect([condition(run), reason(run)]).toEqual(['True', 'Succeeded']);
    const {
      'fencing-token': token,
      'waited-seconds': waited,
      'held-seconds': held,
      ...others
    } = results(run);
    expect(others).toEqual({
      'exit-code': '0',
      host: 'success',
      outcome: 'ended',
      quit: 'false',
      version: '4.21',
    });
    expect(log('success')).toContain(`token ${String(token)},`);
    expect([Number(waited), Number(held)].every((seconds) => seconds >= 0 && seconds < 60)).toBe(true);
    await lab.isFree('success');
  });

  test.concurrent('and its failure too, with its exit code', async () => {
    await start('failure', 'false; echo not reached');
    const run = await ended('failure');
    expect([condition(run), reason(run)]).toEqual(['False', 'StepFailed']);
    expect(results(run)).toMatchObject({ 'exit-code': '1', outcome: 'ended' });
    expect(log('failure')).not.toContain('not reached');
    await lab.isFree('failure');
  });

  test.concurrent('by the interpreter that its first line names', async () => {
    await start('shebang', '#!/usr/bin/env bash\n[[ $BASH_VERSION ]] && exit 42');
    expect(results(await ended('shebang'))).toMatchObject({ 'exit-code': '42' });
  });

  test.concurrent.each(['bash', 'busybox'])('in an image whose sh is %s', async (shell) => {
    const bin = join(lab.machine.root, `bin-${shell}`);
    mkdirSync(bin);
    if (shell === 'busybox') {
      cpSync('/bin/busybox', join(bin, 'busybox'));
      for (const name of ['sh', 'cat', 'sleep', 'chmod']) symlinkSync('busybox', join(bin, name));
    } else {
      cpSync('/bin/bash', join(bin, 'sh'));
      for (const name of ['cat', 'sleep', 'chmod']) cpSync(`/bin/${name}`, join(bin, name));
    }
    const libraries = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'].map((path) => ({
      source: path,
      target: path,
      readOnly: true,
    }));
    await lab.cluster.addImage({
      name: shell,
      files: [...libraries, { source: bin, target: '/bin', readOnly: true }],
      env: ['PATH=/bin'],
      user: '0:0',
      entrypoint: [],
      workingDir: '/',
    });
    await start(shell, "trap 'echo left; exit 3' TERM; echo started; sleep 100", { image: shell });
    await says(shell, /started/);
    const newer = newerJob(shell);
    const run = await ended(shell);
    expect(log(shell)).toContain('left');
    expect(results(run)).toMatchObject({ outcome: 'preempted', 'exit-code': '3' });
    await newer;
  });

  test.concurrent('and sees neither key, pool nor lease', async () => {
    await start(
      'secrets',
      'id -u; env; ls -laR /workspace /giveway; cat /giveway/*/*.lease.json /workspace/*/* || true',
    );
    await ended('secrets');
    const seen = log('secrets');
    expect(seen).toMatch(/^1234$/m);
    expect(seen).not.toMatch(/PRIVATE KEY|ssh-privatekey|ssh:\/\/|lease\.json$/m);
    expect(seen).not.toMatch(/GIVEWAY_(POOL|SSH|PRIVATE|LEASE)/);
  });

  test.concurrent('and can change nothing of what its keeper goes by', async () => {
    await start(
      'meddler',
      'for what in quit.json grace-over acquired; do (: >/giveway/shared/$what) 2>/dev/null && exit 9; done; true',
    );
    expect(results(await ended('meddler'))).toMatchObject({ 'exit-code': '0' });
  });
});

describe('a job for a newer version comes', () => {
  test.concurrent.each([
    ['force', 'False'],
    ['graceful', 'True'],
  ] as const)('mode %s: the script is asked to leave, and success is %s', async (mode, success) => {
    const script = `trap 'cat "$GIVEWAY_QUIT_FILE"; exit 0' TERM; echo started; while :; do sleep 1; done`;
    await start(mode, script, { mode });
    await says(mode, /started/);
    const newer = newerJob(mode);
    const run = await ended(mode);
    expect(condition(run)).toBe(success);
    expect(results(run)).toMatchObject({ outcome: 'preempted', quit: 'true', 'exit-code': '0' });
    expect(log(mode)).toMatch(/"reason":"preempted","byVersion":"4.22"/);
    await newer;
  });

  test.concurrent('a script that does not leave is killed when its grace is over', async () => {
    await start('deaf', "trap '' TERM; echo started; while :; do sleep 1; done", { grace: '4s' });
    await says('deaf', /started/);
    const newer = newerJob('deaf');
    const run = await ended('deaf');
    expect(results(run)).toMatchObject({ outcome: 'preempted', 'exit-code': '137' });
    await newer;
  });
});

describe('without a host', () => {
  test.concurrent('if-busy skip: the script does not run, and that is no failure', async () => {
    await lab.hold('skip');
    await start('skip', 'echo ran', { 'if-busy': 'skip' });
    const run = await ended('skip');
    expect(condition(run)).toBe('True');
    expect(results(run)).toMatchObject({ outcome: 'skipped', host: '' });
    expect(log('skip')).not.toContain('ran\n');
    expect((await lab.host('skip')).holder?.version).toBe('4.22');
    await lab.giveBack('skip');
  });

  test.concurrent('a wait that was in vain fails the run, and leaves no place behind', async () => {
    await lab.hold('vain');
    await start('vain', 'echo ran', { 'wait-timeout': '1s' });
    const run = await ended('vain');
    expect(condition(run)).toBe('False');
    await lab.cluster.happens('pod-ended', podOf('vain'));
    expect(await lab.host('vain')).toMatchObject({ state: 'held', waiting: [] });
    await lab.giveBack('vain');
  });
});

describe('the run is cancelled', () => {
  const cancel = (host: string): Promise<void> => lab.cluster.stop('TaskRun', host, 'TaskRunCancelled');

  test.concurrent(
    'while it waits for the host: its place is gone, and the holder is left alone',
    async () => {
      await lab.hold('waits');
      await start('waits', 'echo ran', {});
      await lab.hostIs('waits', ({ waiting }) => waiting.length === 1);
      await cancel('waits');
      await leavesInTime('waits');
      expect(reason(await ended('waits'))).toBe('TaskRunCancelled');
      expect(await lab.host('waits')).toMatchObject({ state: 'held', waiting: [] });
      await lab.giveBack('waits');
    },
  );

  test.concurrent('while the script runs: it is asked to leave, and the host is given back', async () => {
    await start('stops', "trap 'echo left; exit 0' TERM; echo started; while :; do sleep 1; done");
    await says('stops', /started/);
    await cancel('stops');
    await leavesInTime('stops');
    expect(log('stops')).toContain('left');
    await lab.isFree('stops');
  });

  test.concurrent(
    'a script that does not leave is killed before the pod is, and the host is given back only then',
    async () => {
      await start('stays', "trap '' TERM; while :; do echo alive; sleep 1; done");
      await says('stays', /alive/);
      await cancel('stays');
      await lab.cluster.happens('pod-terminating', podOf('stays'));
      for (let state = 'held'; state === 'held'; { state } = await lab.host('stays')) await pause(500);
      const said = log('stays');
      await leavesInTime('stays');
      expect(log('stays')).toBe(said);
      await lab.isFree('stays');
    },
  );

  // wherever the signal meets it: between two steps, in the middle of a login, …
  test.concurrent.each([0, 300, 600, 1000, 1500, 2200])('%i ms after its start', async (ms) => {
    const host = `after-${ms}`;
    await start(host, 'sleep 100');
    await lab.cluster.happens('container-started', podOf(host), 'step-acquire');
    await pause(ms);
    await cancel(host);
    await lab.cluster.happens('pod-ended', podOf(host));
    // a container's first process misses a signal that comes before it listens, and is killed half a minute later; but
    // then nothing can have been acquired, as that needs a keeper that listens
    await lab.isFree(host);
  });
});

test.concurrent(
  'the keeper is gone: the script is asked to leave, as nobody beats for the lease any more',
  async () => {
    await start('orphan', "trap 'echo left; exit 0' TERM; echo started; while :; do sleep 1; done");
    await says('orphan', /started/);
    const { pid } = await lab.cluster.happens('container-started', podOf('orphan'), 'sidecar-keeper');
    process.kill(pid!, 'SIGKILL');
    await says('orphan', /left/);
    await ended('orphan');
    await lab.isFree('orphan');
  },
);

test.concurrent(
  'the script’s container is killed, entrypoint and all: the keeper gives the host back',
  async () => {
    await start('oom', 'echo started; sleep 100');
    await says('oom', /started/);
    const { pid } = await lab.cluster.happens('container-started', podOf('oom'), 'step-script');
    process.kill(pid!, 'SIGKILL');
    await lab.hostIs('oom', ({ state }) => state === 'free');
    expect(lab.cluster.log(podOf('oom'), 'step-finish')).not.toContain('released');
  },
);

test.concurrent('a timeout of the run is met as a cancellation', async () => {
  await start('late', 'echo started; sleep 100', {}, { timeout: '25s' });
  await says('late', /started/);
  expect(reason(await ended('late'))).toBe('TaskRunTimeout');
  await leavesInTime('late');
  await lab.isFree('late');
});

test('after all of these the pool holds nothing of any job', async () => {
  expect(await lab.leftovers()).toEqual([]);
});
