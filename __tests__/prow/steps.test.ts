/**
 * The step registry's steps under Prow's own entrypoint, with ci-operator's environment, on a bastion that bash jobs use
 * at the same time. After every run the pool holds nothing of the jobs that have ended.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonOf, until } from '../cli/equipment/lab';
import type { ProwLab } from './equipment/prow-lab';
import { type Pod, type ProwJob, type RunningPod } from './equipment/prow-lab';
import { loadRegistry, parameterValues, readFiles, resolveWorkflow, type Step } from './equipment/registry';
import { withProwLab } from './equipment/with-prow-lab';

const { registry } = loadRegistry(readFiles(resolve(__dirname, '../../prow/step-registry')));
const workflow = resolveWorkflow(registry, 'giveway');
const [acquire, checkQuit] = workflow.pre as readonly [Step, Step];
const [release] = workflow.post as readonly [Step];
const [hold] = workflow.observers as readonly [Step];

let lab: ProwLab;
withProwLab((one) => (lab = one));

/** A job of the workflow; its steps get what the registry says that they get, and no other variable of ours. */
class Job {
  readonly prow: ProwJob;
  constructor(
    version: string,
    private readonly given: Readonly<Record<string, string>> = {},
  ) {
    this.prow = lab.prowJob(`periodic-ci-nightly-${version}-telcov10n`);
  }

  pod(step: Step, more: Partial<Pod> = {}): Pod {
    const given = { GIVEWAY_POOL: lab.poolName, GIVEWAY_HOST: 'h1', GIVEWAY_SETTLE: '1s', ...this.given };
    return { as: step.as, commands: step.commands, env: parameterValues(step, given), ...more };
  }

  start(step: Step, more: Partial<Pod> = {}): RunningPod {
    return this.prow.start(this.pod(step, more));
  }

  run(step: Step, more: Partial<Pod> = {}): RunningPod['finished'] {
    return this.start(step, more).finished;
  }

  /** A step of the job's own. */
  own(commands: string, more: Partial<Pod> = {}): RunningPod {
    return this.prow.start({ as: 'own', commands, ...more });
  }
}

/** The line of JSON that a step's command printed, among what the entrypoint prints. */
function resultOf({ stdout }: { readonly stdout: string }): Record<string, unknown> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"') && !line.includes('"component"'));
  return jsonOf({ stdout: `${lines.join('\n')}\n` });
}

const EXIT_TIMEOUT = 127;
const EXIT_ABORTED = 130;
/** Shorter than what giveway needs for its clean-up, it would be a kill. */
const GRACE_MS = 10_000;

describe('a job that runs to its end', () => {
  it('holds the host between acquire and release, beside its keeper', async () => {
    const job = new Job('4.21');
    const keeper = job.start(hold, {
      isObserver: true,
      env: { ...job.pod(hold).env, GIVEWAY_HEARTBEAT: '200ms' },
    });
    const acquired = await job.run(acquire);
    expect(acquired).toMatchObject({ status: 0 });
    expect(resultOf(acquired)).toMatchObject({ acquired: true, host: 'h1', version: '4.21' });
    expect(lab.state('h1')).toBe('held');
    await keeper.says(/keeping h1/);
    expect(resultOf(await job.run(checkQuit))).toEqual({ quit: false });
    expect(await job.own('test -e "$SHARED_DIR/giveway-h1.lease.json"').finished).toMatchObject({
      status: 0,
    });
    // as ci-operator does it: the observer is told to end as the steps of post begin
    keeper.abort();
    const released = await job.run(release);
    expect(released).toMatchObject({ status: 0 });
    expect(resultOf(released)).toMatchObject({ released: true });
    expect(await keeper.finished).toMatchObject({ status: EXIT_ABORTED });
    await lab.isEmpty();
  });

  it('does not release what its keeper keeps for the steps of post', async () => {
    const job = new Job('4.21');
    const keeper = job.start(hold, { isObserver: true });
    await job.run(acquire);
    await keeper.says(/keeping h1/);
    keeper.abort();
    await keeper.finished;
    expect(lab.state('h1')).toBe('held');
    expect(lab.left()).toContain('h1.lock');
    expect(resultOf(await job.run(release))).toMatchObject({ released: true });
    await lab.isEmpty();
  });

  it('leaves nothing to do for a second release, nor for one without an acquire', async () => {
    const job = new Job('4.21');
    await job.run(acquire);
    await job.run(release);
    for (const one of [job, new Job('4.21')]) {
      const again = await one.run(release);
      expect(again).toMatchObject({ status: 0 });
      expect(resultOf(again)).toEqual({ released: false, reason: 'not-held' });
    }
    await lab.isEmpty();
  });
});

describe('bash jobs beside it', () => {
  it('a bash job of a newer version makes it leave at its checkpoint, with failure', async () => {
    const job = new Job('4.21');
    await job.run(acquire);
    const peer = lab.peer('4.22');
    await lab.isWanted('4.22');
    expect(await job.run(checkQuit)).toMatchObject({ status: 1 });
    await job.run(release);
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('or with success, and a file for the steps that come', async () => {
    const job = new Job('4.21', { GIVEWAY_MODE: 'graceful' });
    await job.run(acquire);
    const peer = lab.peer('4.22');
    await lab.isWanted('4.22');
    const checked = await job.run(checkQuit);
    expect(checked).toMatchObject({ status: 0 });
    expect(resultOf(checked)).toMatchObject({ quit: true, reason: 'preempted', byVersion: '4.22' });
    expect(job.prow.sharedFile('graceful_quit_requested')).toBe('higher_ocp_version=4.22\n');
    await job.run(release);
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('a bash job of an older version gives the host up to it', async () => {
    const peer = lab.peer('4.21');
    await lab.until(peer, 'locked');
    const job = new Job('4.22');
    const acquired = await job.run(acquire);
    expect(resultOf(acquired)).toMatchObject({ acquired: true });
    expect(await peer.exited).toEqual({ code: 0, signal: null });
    await job.run(release);
    await lab.isEmpty();
  });

  it('without GIVEWAY_POOL it goes where bash jobs go: to root on AUX_HOST', async () => {
    // a bastion with another key: the bash jobs' folder is one of this machine too, and no test touches it
    const job = new Job('4.22', {
      GIVEWAY_POOL: '',
      AUX_HOST: lab.bastion,
      GIVEWAY_KNOWN_HOSTS: `SHA256:${'A'.repeat(43)}`,
    });
    const acquired = await job.run(acquire);
    expect(acquired).toMatchObject({ status: 13 });
    expect(acquired.stdout).toContain(`the host key of root@${lab.bastion}:${lab.port} is another one`);
    await lab.isEmpty();
  });
});

describe('an abort', () => {
  it('while it waits leaves no place in the queue', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new Job('4.21');
    const waiting = job.start(acquire, { graceMs: GRACE_MS });
    await lab.isWanted('4.21');
    waiting.abort();
    expect(await waiting.finished).toMatchObject({ status: EXIT_ABORTED });
    expect(lab.waitingVersions('h1')).toEqual([]);
    expect(await job.run(release)).toMatchObject({ status: 0 });
    await peer.stop();
    await lab.isEmpty();
  });

  it('while a step uses the host frees it in post, and the next job gets it', async () => {
    const job = new Job('4.22');
    await job.run(acquire);
    const using = job.own('echo in use; sleep 300', { graceMs: 1000 });
    await using.says(/in use/);
    const peer = lab.peer('4.21');
    await lab.until(peer, 'waiting');
    using.abort();
    expect(await using.finished).toMatchObject({ status: EXIT_ABORTED });
    expect(resultOf(await job.run(release))).toMatchObject({ released: true });
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('while it takes the host leaves none that nobody knows of', async () => {
    const job = new Job('4.21');
    const taking = job.start(acquire, { graceMs: GRACE_MS });
    await until(() => lab.state('h1') === 'settling', 'it has linked the lock');
    taking.abort();
    expect(await taking.finished).toMatchObject({ status: EXIT_ABORTED });
    expect(await job.run(release)).toMatchObject({ status: 0 });
    await lab.isEmpty();
  });

  it('of a release does not keep it from giving the host back', async () => {
    const job = new Job('4.21');
    await job.run(acquire);
    const releasing = job.start(release, { graceMs: GRACE_MS });
    await until(() => lab.processes().some(({ line }) => line.endsWith(' release')), 'it has started');
    releasing.abort();
    await releasing.finished;
    // the signal may have been there before the process could take one: then the next try does it
    await job.run(release);
    await lab.isEmpty();
  });
});

describe('a timeout', () => {
  it('while it waits leaves no place in the queue', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new Job('4.21');
    const waiting = job.start(acquire, { timeoutMs: 3000, graceMs: GRACE_MS });
    await lab.isWanted('4.21');
    expect(await waiting.finished).toMatchObject({ status: EXIT_TIMEOUT });
    expect(lab.waitingVersions('h1')).toEqual([]);
    await job.run(release);
    await peer.stop();
    await lab.isEmpty();
  });

  it('of a step that uses the host and takes no notice frees it in post', async () => {
    const job = new Job('4.21');
    await job.run(acquire);
    const using = job.own("trap '' INT TERM; echo in use; while :; do sleep 1; done", {
      timeoutMs: 1000,
      graceMs: 500,
    });
    expect(await using.finished).toMatchObject({ status: EXIT_TIMEOUT });
    expect(resultOf(await job.run(release))).toMatchObject({ released: true });
    await lab.isEmpty();
  });
});

describe('a pod that vanishes', () => {
  it('in acquire, before SHARED_DIR was saved: release finds the lease by the job itself', async () => {
    const job = new Job('4.21');
    const pod = job.pod(acquire);
    // acquired, and then the node goes before the step has ended
    const taking = job.prow.start({
      ...pod,
      commands: `${pod.commands.replace('exec ', '')}\necho taken; sleep 300\n`,
    });
    await taking.says(/^taken$/m);
    await taking.vanish();
    expect(job.prow.sharedFile('giveway-h1.lease.json')).toBeUndefined();
    expect(lab.state('h1')).toBe('held');
    expect(resultOf(await job.run(release))).toMatchObject({ released: true });
    await lab.isEmpty();
  });

  it('with all of the job: beside a keeper the host is free again after its ttl, for a bash job too', async () => {
    const times = { GIVEWAY_TTL: '2s', GIVEWAY_HEARTBEAT: '300ms' };
    const job = new Job('4.22');
    const keeper = job.start(hold, { isObserver: true, env: { ...job.pod(hold).env, ...times } });
    await job.run(acquire);
    await keeper.says(/keeping h1/);
    await keeper.vanish();
    const next = new Job('4.21');
    expect(resultOf(await next.run(acquire))).toMatchObject({
      acquired: true,
      previous: { endedBy: 'expired' },
    });
    await next.run(release);
    await lab.isEmpty();
  });
});

describe('a keeper', () => {
  it('tells in its artifacts that the job has been asked to leave', async () => {
    const job = new Job('4.21');
    const keeper = job.start(hold, {
      isObserver: true,
      env: { ...job.pod(hold).env, GIVEWAY_HEARTBEAT: '200ms' },
    });
    await job.run(acquire);
    await keeper.says(/keeping h1/);
    const peer = lab.peer('4.22');
    const file = join(keeper.artifacts, 'giveway-quit.json');
    await until(() => readOr(file, '').includes('"byVersion":"4.22"'), 'the keeper has written it');
    expect(await job.run(checkQuit)).toMatchObject({ status: 1 });
    await job.run(release);
    await lab.until(peer, 'locked');
    await peer.stop();
    keeper.abort();
    await keeper.finished;
    await lab.isEmpty();
  });

  it('of a job that has lost its host: the checkpoint fails in either mode', async () => {
    const job = new Job('4.21', { GIVEWAY_MODE: 'graceful' });
    await job.run(acquire);
    // a bash job's late write
    writeFileSync(join(lab.locks, 'h1.lock'), '1766568440841947242\n');
    const checked = await job.run(checkQuit);
    expect(checked).toMatchObject({ status: 11 });
    expect(resultOf(checked)).toEqual({ quit: true, reason: 'lost' });
    expect(job.prow.sharedFile('graceful_quit_requested')).toBeUndefined();
    await job.run(release);
    expect(lab.left()).toEqual(['h1.lock']);
  });
});

function readOr(path: string, other: string): string {
  try {
    return readFileSync(path, 'utf8') || other;
  } catch {
    return other;
  }
}
