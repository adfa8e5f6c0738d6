/** A pool in a folder and the flows that a test runs on it, in real time or in a time of its own. */
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock, type Clock } from '../../src/lease/clock';
import type { FlowContext, FlowEvent } from '../../src/lease/flow';
import type { Lease } from '../../src/lease/lease';
import type { Pool } from '../../src/pool/pool';
import type { AcquireRequest } from '../../src/protocol/request';
import { flakyPool, type FlakyPlan, type FlakyPool } from '../pool/flaky-pool';
import { processesIn, TestBed, type PoolToMake } from '../pool/test-bed';
import { requestOf, type RequestLooks } from '../protocol/pool-picture';
import { makePool } from './pool-kind';

/** Nothing goes wrong. */
export const FINE: FlakyPlan = { conflicts: 0, lostReplies: 0, lostBeats: 0 };

/** How long a job that ends tries to leave: then it says what it leaves behind. */
export const CLEAN_UP_MS = 4_000;

const REAL_TIME = ['clock=/proc/uptime', 'boot=/proc/sys/kernel/random/boot_id', 'guard-wait=10'];

export interface Job extends FlowContext {
  readonly pool: FlakyPool;
  readonly said: FlowEvent[];
  readonly abort: (reason?: Error) => void;
}

/** Whoever is told to stop in a test is told with this. */
export class Stopped extends Error {}

export class Lab {
  readonly bed: TestBed;

  constructor(options: Pick<PoolToMake, 'afterAbortMs'> = {}) {
    this.bed = new TestBed((pool) => makePool({ ...pool, ...options }));
  }

  /** A job with a connection of its own, in real time; by default one conflict and one lost reply come its way. */
  job(plan: FlakyPlan = {}): Job {
    return this.#job(this.bed.open(...REAL_TIME), systemClock, plan);
  }

  /** The same, already connected: a login over SSH takes its time, and more of it on a busy machine. */
  async connectedJob(plan: FlakyPlan = {}): Promise<Job> {
    const job = this.job(plan);
    await job.pool.snapshot();
    return job;
  }

  /** The same in a time of its own, which passes where the job waits for it. */
  jobIn(time: OwnTime, plan: FlakyPlan = {}): Job {
    return this.#job(time.bend(this.bed.open()), time, plan);
  }

  /** A pool without faults, for what a test looks at and does by itself. */
  pool(...settings: string[]): Pool {
    return this.bed.open(...REAL_TIME, ...settings);
  }

  /** The pool is shared with bash jobs from the start. */
  async shareWithBash(lockTimeoutS: number | undefined, pool: Pool): Promise<void> {
    const verb = { verb: 'legacy', lockTimeoutS, folder: undefined } as const;
    await pool.commit(await pool.snapshot(), { hosts: [], verbs: [verb] });
  }

  /** Removes a file that bash jobs see. */
  remove(name: string): void {
    rmSync(this.bed.path(name));
  }

  /** The folder is empty, as a reboot leaves a tmpfs. */
  wipe(): void {
    rmSync(this.bed.folder, { recursive: true });
    mkdirSync(this.bed.folder);
  }

  #job(pool: Pool, clock: Clock, plan: FlakyPlan): Job {
    const said: FlowEvent[] = [];
    const controller = new AbortController();
    return {
      pool: flakyPool(pool, plan),
      clock,
      said,
      say: (event) => void said.push(event),
      signal: controller.signal,
      abort: (reason = new Stopped('stopped by the test')) => controller.abort(reason),
      random: Math.random,
    };
  }

  dispose(): Promise<void> {
    return this.bed.dispose();
  }
}

/**
 * Monotonic time and the pool's uptime in one, in steps of 10 ms as uptime has them. It passes only where somebody waits,
 * and not by itself while a pool is asked or a timer's deed is being done: a login over SSH takes its time.
 */
export class OwnTime implements Clock {
  #nowMs = 0;
  readonly #startMs: number;
  /** Requests and timers' deeds that are under way. */
  #underWay = 0;
  #timers: { atMs: number; callback: () => unknown }[] = [];

  constructor(private readonly bed: TestBed) {
    this.#startMs = bed.uptimeMs;
  }

  now(): number {
    return this.#nowMs;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.pass(ms);
    signal.throwIfAborted();
  }

  /** What it does may take its time; the clock stands meanwhile. */
  after(ms: number, callback: () => unknown): { cancel(): void } {
    const timer = { atMs: this.#nowMs + ms, callback };
    this.#timers.push(timer);
    return { cancel: () => void (this.#timers = this.#timers.filter((other) => other !== timer)) };
  }

  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + Math.max(10, Math.ceil(ms / 10) * 10);
    for (;;) {
      const due = this.#timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#set(Math.max(this.#nowMs, Math.ceil(due.atMs / 10) * 10));
      await this.#during(async () => due.callback());
      // whoever waits for what the timer did goes on
      await pause(0);
    }
    this.#set(untilMs);
  }

  /** Resolves with the promise; time passes by itself once nobody waits for it any more but timers. */
  async throughout<T>(promise: Promise<T>): Promise<T> {
    const over = new AbortController();
    const ended = promise.finally(() => over.abort());
    ended.catch(() => undefined);
    for (let seenMs = -1; !over.signal.aborted;) {
      if (seenMs === this.#nowMs && this.#underWay === 0) await this.pass(50);
      seenMs = this.#nowMs;
      await pause(10);
    }
    return ended;
  }

  async #during<T>(deed: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await deed();
    } finally {
      this.#underWay -= 1;
    }
  }

  #set(ms: number): void {
    this.#nowMs = Math.max(this.#nowMs, ms);
    this.bed.setUptime(this.#startMs + this.#nowMs);
  }

  /** The same pool; waiting for a change passes this time and not the world's. */
  bend(pool: Pool): Pool {
    const snapshot: Pool['snapshot'] = (signal) => this.#during(() => pool.snapshot(signal));
    return {
      ...pool,
      snapshot,
      commit: (...args) => this.#during(() => pool.commit(...args)),
      beat: (...args) => this.#during(() => pool.beat(...args)),
      watch: async (seen, { everyMs, untilUptimeMs = Infinity }, signal) => {
        for (;;) {
          signal.throwIfAborted();
          const { generation, uptimeMs } = await snapshot(signal);
          if (generation !== seen.generation) return 'changed';
          if (uptimeMs >= untilUptimeMs) return 'due';
          await this.pass(Math.min(everyMs, untilUptimeMs - uptimeMs));
        }
      },
    };
  }
}

/** Real time, but for its timers of `ms`: they run out when the test says so. */
export class TimerByHand implements Clock {
  readonly #running = new Set<() => void>();

  constructor(readonly ms: number) {}

  now(): number {
    return systemClock.now();
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  after(ms: number, callback: () => void): { cancel(): void } {
    if (ms !== this.ms) return systemClock.after(ms, callback);
    this.#running.add(callback);
    return { cancel: () => void this.#running.delete(callback) };
  }

  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  runOut(): void {
    const due = [...this.#running];
    if (due.length === 0) throw new Error(`no timer of ${this.ms} ms is running`);
    this.#running.clear();
    for (const callback of due) callback();
  }
}

/** A request as a job in real time makes it: all times are short. */
export function quickRequest(id: string, looks: RequestLooks = {}): AcquireRequest {
  return requestOf(id, {
    waiterTtlMs: 20_000,
    ttlMs: 20_000,
    settleMs: 100,
    ...looks,
    details: { job: id, heartbeatMs: 2_000, keeper: true, ...looks.details },
  });
}

export const QUICK = { waitTimeoutMs: undefined, headMs: 5, queueMs: 20 } as const;

/** The lease that a request would have. */
export function leaseOf(request: AcquireRequest, hosts = ['h1']): Lease {
  const { who, version, ttlMs, settleMs, details } = request;
  return {
    pool: 'pool',
    hosts,
    ...who,
    fencingToken: 1,
    version: version.text,
    ttlMs,
    heartbeatMs: details.heartbeatMs ?? 15_000,
    settleMs,
    keeper: details.keeper ?? false,
  };
}

/** Below the limit of a test, for one that waits in vain is to say for what. */
const UNTIL_MS = 25_000;

/** Resolves once it is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + UNTIL_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about: ${isSo.toString()}`);
    await pause(2);
  }
}

/** Signals every program that works on the pool. */
export function signalPrograms({ folder }: TestBed, name: NodeJS.Signals): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // ended meanwhile
    }
  }
}

/** Stops every program that works on the pool: it does not answer any more. None outlives the test. */
export function stopPrograms(bed: TestBed): void {
  bed.undoLater(() => signalPrograms(bed, 'SIGKILL'));
  signalPrograms(bed, 'SIGSTOP');
}
