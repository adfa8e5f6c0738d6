import { hold } from '../../src/lease/hold';
import {
  Interrupted,
  run,
  type Command,
  type Exit,
  type RunOptions,
  type RunResult,
} from '../../src/lease/run';
import { OutcomeUnknown, type Pool } from '../../src/pool/pool';
import type { Told } from '../../src/protocol/record';
import { free, take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { requestOf, type RequestLooks } from '../protocol/pool-picture';
import { FINE, Lab, leaseOf, OwnTime, Stopped, until, type Job } from './lab';

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

/** A command that ends by itself after so long, or so long after the signals that it obeys. */
interface Behaviour {
  readonly endsAfterMs?: number;
  readonly obeys?: readonly NodeJS.Signals[];
  readonly obeysAfterMs?: number;
}

class FakeCommand implements Command {
  readonly signals: [number, NodeJS.Signals][] = [];
  readonly exited: Promise<Exit>;
  readonly startedAtMs = time.now();
  endedAtMs: number | undefined;
  #end: (exit: Exit) => void = () => undefined;

  constructor(private readonly behaviour: Behaviour) {
    this.exited = new Promise((resolve) => {
      this.#end = (exit) => {
        this.endedAtMs ??= time.now();
        resolve(exit);
      };
    });
    const { endsAfterMs } = behaviour;
    if (endsAfterMs !== undefined) time.after(endsAfterMs, () => this.#end({ code: 0, signal: null }));
  }

  signal(name: NodeJS.Signals): void {
    this.signals.push([time.now() - this.startedAtMs, name]);
    const { obeys = ['SIGTERM', 'SIGINT'], obeysAfterMs = 0 } = this.behaviour;
    if (name === 'SIGKILL') this.#end({ code: null, signal: name });
    else if (obeys.includes(name)) time.after(obeysAfterMs, () => this.#end({ code: null, signal: name }));
  }
}

/** When the command got a signal first, in ms from its start. */
function firstAt(command: FakeCommand, name: NodeJS.Signals): number {
  const first = command.signals.find(([, signal]) => signal === name);
  if (first === undefined) throw new Error(`no ${name}`);
  return first[0];
}

interface Run {
  readonly result: Promise<RunResult>;
  readonly command: () => FakeCommand;
  readonly isStarted: () => boolean;
  readonly told: Told[];
}

function start(
  job: Job,
  behaviour: Behaviour,
  looks: RequestLooks = {},
  more: Partial<RunOptions> = {},
): Run {
  let command: FakeCommand | undefined;
  const told: Told[] = [];
  const result = run(job, requestOf('me', looks), {
    waitTimeoutMs: undefined,
    headMs: 1_000,
    start: () => (command = new FakeCommand(behaviour)),
    quitSignal: 'SIGTERM',
    onQuit: (by) => void told.push(by),
    onAcquired: () => undefined,
    ...more,
  });
  return { result, command: () => command!, isStarted: () => command !== undefined, told };
}

async function ran(result: Promise<RunResult>): Promise<Extract<RunResult, { kind: 'ran' }>> {
  const ended = await time.throughout(result);
  if (ended.kind !== 'ran') throw new Error(ended.kind);
  return ended;
}

const newer = (more: object = {}) =>
  wait('newer', ['h1'], { version: '4.22', target: 'h1', ttlMs: 900_000_000, ...more });
/** Beats and looks fail from then on. */
const cutOff = (job: Job, atMs: number): Job => {
  const failing = (): Promise<never> => Promise.reject(new OutcomeUnknown('no answer', undefined));
  const isOut = (): boolean => time.now() >= atMs;
  return {
    ...job,
    pool: {
      ...job.pool,
      beat: (...args) => (isOut() ? failing() : job.pool.beat(...args)),
      snapshot: (...args) => (isOut() ? failing() : job.pool.snapshot(...args)),
      commit: (...args) => (isOut() ? failing() : job.pool.commit(...args)),
    },
  };
};

describe('a command runs while the host is held', () => {
  it('and the host is given back when it has ended', async () => {
    const job = lab.jobIn(time);
    let heldAtEnd: string[] = [];
    time.after(59_000, () => void (heldAtEnd = lab.bed.visible()));
    const result = await ran(start(job, { endsAfterMs: 60_000 }).result);
    expect(result).toMatchObject({
      because: 'ended',
      exit: { code: 0, signal: null },
      told: undefined,
      released: { kind: 'released', hosts: ['h1'] },
      lease: { id: 'me', hosts: ['h1'] },
    });
    expect(heldAtEnd).toEqual(['h1.lock']);
    expect(lab.bed.visible()).toEqual([]);
    expect(job.pool.faults).toEqual(expect.arrayContaining(['conflicts', 'lostReplies', 'lostBeats']));
  });

  it('for as long as it takes: heartbeats go on', async () => {
    const run = start(lab.jobIn(time, FINE), { endsAfterMs: 1_000_000 });
    expect((await ran(run.result)).because).toBe('ended');
    expect(run.command().signals).toEqual([]);
  });

  it('and may give the host back itself: it ends by itself all the same', async () => {
    const looks = { ttlMs: 4_000, details: { heartbeatMs: 1_000, keeper: true } };
    const run = start(lab.jobIn(time, FINE), { endsAfterMs: 10_000 }, looks);
    time.after(2_000, () => mustCommit(pool, free('me', ['h1'])));
    expect(await ran(run.result)).toMatchObject({ because: 'ended', exit: { code: 0 } });
    expect(run.command().signals).toEqual([]);
  });

  it('it is not started where the host is busy', async () => {
    await mustCommit(pool, take('holder', ['h1']));
    const run = start(lab.jobIn(time), {}, { ifBusy: 'fail' });
    expect(await run.result).toMatchObject({ kind: 'not-run', acquire: { reason: 'busy' } });
    expect(run.isStarted()).toBe(false);
  });

  it('nor where this process stood still after the take for so long that the lease may soon be over', async () => {
    const standsStill = (ms: number): Partial<RunOptions> => ({ onAcquired: () => void time.pass(ms) });
    const late = start(lab.jobIn(time, FINE), { endsAfterMs: 10 }, { ttlMs: 120_000 }, standsStill(75_000));
    expect((await ran(late.result)).because).toBe('lost');
    expect(late.isStarted()).toBe(false);
    expect(lab.bed.visible()).toEqual([]);
    const inTime = start(lab.jobIn(time, FINE), { endsAfterMs: 10 }, { ttlMs: 120_000 }, standsStill(74_000));
    expect((await ran(inTime.result)).because).toBe('ended');
    expect(inTime.isStarted()).toBe(true);
  });

  it('nor after the wait timeout', async () => {
    await mustCommit(pool, take('holder', ['h1'], { ttlMs: 9_000_000 }));
    const run = start(lab.jobIn(time), {}, {}, { waitTimeoutMs: 60_000 });
    expect(await run.result).toMatchObject({ kind: 'not-run', acquire: { reason: 'timeout' } });
    expect(run.isStarted()).toBe(false);
    expect(lab.bed.visible()).toEqual(['h1.lock']);
  });
});

describe('when it must leave', () => {
  it('it gets the quit signal, and time to end', async () => {
    time.after(30_000, () => mustCommit(pool, newer({ details: { job: 'nightly' } })));
    const run = start(lab.jobIn(time), { endsAfterMs: 900_000, obeysAfterMs: 100_000 });
    expect(await ran(run.result)).toMatchObject({
      because: 'preempted',
      exit: { signal: 'SIGTERM' },
      told: { byId: 'newer', byJob: 'nightly' },
      released: { kind: 'released' },
    });
    expect(run.told).toHaveLength(1);
    const atMs = firstAt(run.command(), 'SIGTERM');
    // the take itself took a moment
    expect(atMs).toBeGreaterThan(29_000);
    expect(atMs).toBeLessThan(35_000);
    // what it may have left in its group
    expect(run.command().signals.map(([, name]) => name)).toEqual(['SIGTERM', 'SIGKILL']);
    expect(lab.bed.visible()).toEqual([expect.stringContaining('.waiting.')]);
  });

  it('by another signal, if so asked', async () => {
    time.after(30_000, () => mustCommit(pool, newer()));
    const run = start(lab.jobIn(time, FINE), { obeys: ['SIGUSR1'] }, {}, { quitSignal: 'SIGUSR1' });
    expect((await ran(run.result)).exit.signal).toBe('SIGUSR1');
  });

  it('it is killed at the end of its grace', async () => {
    await mustCommit(pool, newer({ version: '4.22' }));
    const looks = { version: '4.30', details: { graceMs: 45_000, heartbeatMs: 15_000, keeper: true } };
    time.after(30_000, () =>
      mustCommit(pool, newer({ who: { id: 'top', owner: 'o', attempt: 1 }, priority: 5 })),
    );
    const run = start(lab.jobIn(time, FINE), { obeys: [] }, looks);
    expect(await ran(run.result)).toMatchObject({ because: 'preempted', exit: { signal: 'SIGKILL' } });
    const [askedMs, killedMs] = [firstAt(run.command(), 'SIGTERM'), firstAt(run.command(), 'SIGKILL')];
    expect(killedMs - askedMs).toBeGreaterThanOrEqual(45_000);
    expect(killedMs - askedMs).toBeLessThan(46_000);
  });
});

describe('when its lease fails', () => {
  it('at the end of max-hold it is dead before anyone else can have the host, however well it beats', async () => {
    const run = start(lab.jobIn(time, FINE), { obeys: [] }, { maxHoldMs: 600_000 });
    expect(await ran(run.result)).toMatchObject({ because: 'lost', exit: { signal: 'SIGKILL' } });
    expect(firstAt(run.command(), 'SIGTERM')).toBeLessThanOrEqual(600_000 - 45_000);
    expect(firstAt(run.command(), 'SIGKILL')).toBeLessThan(600_000);
    expect(firstAt(run.command(), 'SIGKILL')).toBeGreaterThan(580_000);
  });

  it('without heartbeats it is asked at 5/8 of the ttl, killed at 7/8, and dead before the lease ends', async () => {
    const run = start(cutOff(lab.jobIn(time, FINE), 100_000), { obeys: [] });
    expect(await ran(run.result)).toMatchObject({
      because: 'lost',
      exit: { signal: 'SIGKILL' },
      released: undefined,
    });
    const goodAtMs = 90_000;
    const [askedMs, killedMs] = [firstAt(run.command(), 'SIGTERM'), firstAt(run.command(), 'SIGKILL')];
    expect(Math.abs(askedMs - (goodAtMs + 75_000))).toBeLessThan(2_000);
    expect(Math.abs(killedMs - (goodAtMs + 105_000))).toBeLessThan(2_000);
    expect(run.command().endedAtMs).toBeLessThan(goodAtMs + 120_000);
  });

  it('before the first heartbeat the time counts from before the take was sent', async () => {
    const job = lab.jobIn(time, FINE);
    const slow: Job = {
      ...job,
      pool: {
        ...job.pool,
        // the reply of the take is 60 s on its way; after it, nothing comes through
        commit: async (...args) => {
          const result = await job.pool.commit(...args);
          await time.pass(60_000);
          return result;
        },
      },
    };
    const run = start(cutOff(slow, 60_000), { obeys: [] });
    expect((await ran(run.result)).because).toBe('lost');
    expect(run.command().signals[0]![0]).toBeLessThan(17_000);
    expect(run.command().endedAtMs).toBeLessThan(107_000);
  });

  it('one heartbeat that fails is no reason', async () => {
    const run = start(lab.jobIn(time, { ...FINE, lostBeatRequests: 2 }), { endsAfterMs: 300_000 });
    expect((await ran(run.result)).because).toBe('ended');
    expect(run.command().signals).toEqual([]);
  });

  it("under another job's lock it is killed at once, and that lock stays", async () => {
    await lab.shareWithBash(3600, pool);
    const foreign = '1766568440841947242\n';
    const run = start(lab.jobIn(time, FINE), { obeys: [] });
    time.after(60_000, () => lab.bed.write('h1.lock', foreign));
    expect(await ran(run.result)).toMatchObject({
      because: 'lost',
      released: { kind: 'lost', hosts: ['h1'] },
    });
    const [askedMs, killedMs] = [firstAt(run.command(), 'SIGTERM'), firstAt(run.command(), 'SIGKILL')];
    expect(killedMs - askedMs).toBeLessThan(100);
    expect(lab.bed.read('h1.lock')).toBe(foreign);
  });

  it('a fault of ours stops it, and is thrown after the host was given back', async () => {
    const job = lab.jobIn(time, FINE);
    const faulty: Job = {
      ...job,
      pool: {
        ...job.pool,
        beat: () => Promise.reject(new TypeError('a fault')),
      },
    };
    const run = start(faulty, { obeysAfterMs: 500 });
    await expect(time.throughout(run.result)).rejects.toBeInstanceOf(TypeError);
    expect(run.command().signals[0]![1]).toBe('SIGTERM');
    expect(lab.bed.visible()).toEqual([]);
  });
});

describe('when it is interrupted', () => {
  it('while it waits: its files go, and the reason is thrown', async () => {
    await mustCommit(pool, take('holder', ['h1'], { ttlMs: 9_000_000 }));
    const job = lab.jobIn(time);
    time.after(60_000, () => job.abort(new Interrupted('SIGINT')));
    const run = start(job, {});
    await expect(run.result).rejects.toMatchObject({ signalName: 'SIGINT' });
    expect(run.isStarted()).toBe(false);
    expect(lab.bed.visible()).toEqual(['h1.lock']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'while it holds, by %s: that signal, a moment, and the host is free',
    async (name) => {
      const job = lab.jobIn(time);
      time.after(60_000, () => job.abort(new Interrupted(name)));
      const run = start(job, { obeysAfterMs: 1_000 });
      expect(await ran(run.result)).toMatchObject({
        because: 'interrupted',
        exit: { signal: name },
        released: { kind: 'released' },
      });
      expect(run.command().signals[0]![1]).toBe(name);
      expect(lab.bed.visible()).toEqual([]);
    },
  );

  it('one that does not obey is killed after 3 s', async () => {
    const job = lab.jobIn(time, FINE);
    time.after(60_000, () => job.abort(new Interrupted('SIGTERM')));
    const run = start(job, { obeys: [] });
    expect((await ran(run.result)).because).toBe('interrupted');
    const [askedMs, killedMs] = [firstAt(run.command(), 'SIGTERM'), firstAt(run.command(), 'SIGKILL')];
    expect(killedMs - askedMs).toBeGreaterThanOrEqual(3_000);
    expect(killedMs - askedMs).toBeLessThan(3_100);
  });

  it('during its grace: 3 s are left to it, not the rest of the grace', async () => {
    const job = lab.jobIn(time, FINE);
    time.after(30_000, () => mustCommit(pool, newer()));
    time.after(60_000, () => job.abort(new Interrupted('SIGTERM')));
    const run = start(job, { obeys: [] });
    expect((await ran(run.result)).because).toBe('preempted');
    expect(firstAt(run.command(), 'SIGKILL')).toBeLessThan(64_000);
  });

  it('between the take and the start: nothing is started, and the host is free', async () => {
    const job = lab.jobIn(time, FINE);
    const run = start(job, {}, {}, { onAcquired: () => job.abort(new Interrupted('SIGTERM')) });
    expect(await ran(run.result)).toMatchObject({ because: 'interrupted', released: { kind: 'released' } });
    expect(run.isStarted()).toBe(false);
    expect(lab.bed.visible()).toEqual([]);
  });
});

it('a keeper that lives on after its job can not keep the host from the others for longer than max-hold', async () => {
  const looks = { maxHoldMs: 400_000 };
  const orphan = start(lab.jobIn(time, FINE), { obeys: [] }, looks);
  await until(orphan.isStarted);
  expect(await ran(orphan.result)).toMatchObject({ because: 'lost', exit: { signal: 'SIGKILL' } });
  expect(time.now()).toBeLessThan(420_000);
});

it('two keepers of one lease do not tell each other apart, but one that was superseded ends', async () => {
  await mustCommit(pool, take('me', ['h1'], { who: { id: 'me', owner: 'owner-of-me', attempt: 1 } }));
  const job = lab.jobIn(time, FINE);
  time.after(40_000, () =>
    mustCommit(pool, take('again', ['h1'], { who: { id: 'again', owner: 'owner-of-me', attempt: 2 } })),
  );
  const ended = hold(job, leaseOf(requestOf('me')), {
    sinceMs: time.now(),
    onBeat: () => undefined,
    onQuit: () => undefined,
  });
  expect(await ended).toBe('taken');
  expect(job.signal.reason).not.toBeInstanceOf(Stopped);
});
