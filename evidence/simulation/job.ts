/**
 * One Giveway job in virtual time: the real flows, with a command that is simulated. As `run`; as steps that acquire, check
 * and release; or with a keeper in the background between those.
 */
import { acquire, type AcquireResult } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import type { FlowContext } from '../../src/lease/flow';
import { keep } from '../../src/lease/keep';
import type { Lease } from '../../src/lease/lease';
import { release } from '../../src/lease/release';
import { Interrupted, run, type Command, type Exit } from '../../src/lease/run';
import { isPoolError } from '../../src/pool/pool';
import { parseProductVersion } from '../../src/protocol/product-version';
import type { AcquireRequest } from '../../src/protocol/request';
import { lockDelayMs } from '../../src/protocol/timing';
import type { Identity } from '../../src/protocol/verbs';
import type { Seeded } from '../seeded';
import { Actor } from './actor';
import { Line } from './line';
import type { Use } from './oracle';
import type { JobPlan } from './plan';
import type { World } from './world';

type Acquired = Extract<AcquireResult, { kind: 'acquired' }>;

/** How a job came to its end; `in-order`: it has taken away what it had, as far as it knows. */
export type Fate = 'running' | 'in-order' | 'left-behind' | 'crashed';

export class Job {
  /** The processes of ours. */
  readonly giveway: Actor;
  /** The command, and the shell that watches over it for `run`. */
  readonly machine: Actor;
  readonly line: Line;
  fate: Fate = 'running';
  /** It gave way, and its place waits for it. */
  hasTicket = false;
  readonly #controller = new AbortController();
  readonly #random: Seeded;
  readonly #uses = new Set<Use>();
  #hadLease = false;

  constructor(
    private readonly world: World,
    readonly plan: JobPlan,
    readonly who: Identity,
    /** Called once, whatever the end. */
    private readonly onEnd: (job: Job) => void,
  ) {
    const { timeline, bastion, mutation, weather, count } = world;
    this.#random = world.random.fork();
    const aheadMs = this.#random.below(1_000_000);
    this.giveway = new Actor(timeline, aheadMs);
    this.machine = new Actor(timeline, aheadMs);
    const { id } = who;
    this.line = new Line(this.giveway, {
      id,
      bastion,
      random: this.#random.fork(),
      weather,
      mutation,
      count,
    });
  }

  start(resumes: string | undefined): void {
    const { note, count } = this.world;
    const { kind, version, groups, cancelAfterMs } = this.plan;
    const { id } = this.who;
    count('jobs');
    note(`${id} begins: ${kind} ${version} ${JSON.stringify(groups)}`);
    if (cancelAfterMs !== undefined) this.giveway.after(cancelAfterMs, () => this.#cancel());
    this.#go({ ...this.#request(), resumes })
      .catch((error: unknown) => {
        if (!isPoolError(error) && !(error instanceof Interrupted)) throw error;
        note(`${id} fails: ${error.message}`);
      })
      .then(() => this.#end())
      .catch((error: unknown) => this.world.oracle.fault(error));
  }

  /** The process of ours alone is gone, or all that runs on its machine. */
  crash(isMachine: boolean): void {
    const { note, timeline } = this.world;
    if (this.fate !== 'running') return;
    note(`${this.who.id} ${isMachine ? 'and its machine crash' : 'crashes'}`);
    this.giveway.die();
    this.fate = 'crashed';
    if (isMachine || this.plan.kind !== 'run') this.machine.die();
    if (this.machine.isDead) this.#leaveAll();
    // the shell that watches over the command sees to its end
    else this.machine.after(Math.min(10_000, lockDelayMs(this.plan.ttlMs)), () => this.#leaveAll());
    timeline.at(timeline.nowMs, () => this.onEnd(this));
  }

  freeze(ms: number, isMachine: boolean): void {
    this.world.note(`${this.who.id} stands still for ${Math.round(ms / 1000)} s`);
    this.giveway.freeze(ms);
    if (isMachine || this.plan.kind !== 'run') this.machine.freeze(ms);
  }

  thaw(): void {
    this.giveway.thaw();
    this.machine.thaw();
  }

  #cancel(): void {
    if (this.fate !== 'running' || this.#controller.signal.aborted) return;
    this.world.count('cancelled');
    this.world.note(`${this.who.id} is cancelled`);
    this.#controller.abort(new Interrupted('SIGTERM'));
  }

  #end(): void {
    const { oracle, bastion, note } = this.world;
    if (this.fate === 'crashed') return;
    this.#leaveAll();
    if (this.fate === 'running') this.fate = 'in-order';
    note(`${this.who.id} ends: ${this.fate}`);
    if (this.fate === 'in-order') oracle.ended(this.who.id, bastion.files, this.#hadLease);
    this.onEnd(this);
  }

  // ---- the three kinds

  async #go(request: AcquireRequest): Promise<void> {
    switch (this.plan.kind) {
      case 'run':
        return this.#run(request);
      case 'steps':
        return this.#steps(request);
      case 'kept':
        return this.#kept(request);
    }
  }

  async #run(request: AcquireRequest): Promise<void> {
    const result = await run(this.#context(), request, {
      waitTimeoutMs: this.plan.waitTimeoutMs,
      start: (lease) => this.#command(lease),
      quitSignal: 'SIGTERM',
      onQuit: () => this.world.count('preemptions'),
      onAcquired: (acquired) => this.#got(acquired),
    });
    if (result.kind === 'not-run') {
      this.#notAcquired(result.acquire);
      return;
    }
    if (result.because === 'lost') this.world.count('lost');
    this.hasTicket = result.released?.kind === 'released' && result.released.hasTicket;
  }

  /** Every check renews the lease, and the job itself keeps the time until when it lives for certain. */
  async #steps(request: AcquireRequest): Promise<void> {
    const result = await acquire(this.#context(), request, { waitTimeoutMs: this.plan.waitTimeoutMs });
    if (result.kind !== 'acquired') {
      this.#notAcquired(result);
      return;
    }
    this.#got(result);
    const done = this.#untilCancelled();
    this.#work(result.lease, done);
    const until = this.#deadline(result, done);
    until.renew(result.sentAtMs);
    const { clock, random } = this.#context();
    const isOver = (): boolean => done.signal.aborted;
    while (!isOver()) {
      await clock.sleep(this.plan.checkMs * (0.5 + random()), done.signal).catch(() => undefined);
      if (isOver()) break;
      const sentAtMs = clock.now();
      try {
        const { kind } = await checkQuit({ ...this.#context(), signal: done.signal }, result.lease);
        if (kind === 'carry-on') until.renew(sentAtMs);
        if (kind === 'quit') this.world.count('preemptions');
        if (kind === 'lost') this.world.count('lost');
        if (kind === 'quit' || (kind === 'lost' && this.world.mutation.worksOnWhenLost !== true))
          done.abort();
      } catch (error) {
        // it carries on where the pool can't be reached
        if (!isOver() && !isPoolError(error)) throw error;
      }
    }
    until.cancel();
    this.#leaveAll();
    await this.#release();
  }

  async #kept(request: AcquireRequest): Promise<void> {
    const result = await acquire(this.#context(), request, { waitTimeoutMs: this.plan.waitTimeoutMs });
    if (result.kind !== 'acquired') {
      this.#notAcquired(result);
      return;
    }
    this.#got(result);
    const { ttlMs, heartbeatMs, leaseTtlMs, endsKeeperFirst } = this.plan;
    const done = this.#untilCancelled();
    const keeper = new AbortController();
    const leave = (): void => {
      done.abort();
      if (this.world.mutation.worksOnWhenLost !== true) this.#leaveAll();
    };
    const keeping = keep({ ...this.#context(), signal: keeper.signal }, result.lease, {
      ttlMs,
      heartbeatMs,
      onEnd: { kind: 'keep', leaseTtlMs },
      onKept: (lease) => {
        if (!done.signal.aborted) this.#work(lease, done);
      },
      onQuit: () => {
        this.world.count('preemptions');
        leave();
      },
      onOverdue: leave,
    });
    const end = keeping
      .then(({ kind }) => {
        if (kind === 'lost') this.world.count('lost');
      })
      .catch((error: unknown) => {
        if (!isPoolError(error)) this.world.oracle.fault(error);
      })
      .finally(leave);
    await aborted(done.signal);
    this.#leaveAll();
    if (endsKeeperFirst) {
      keeper.abort(new Interrupted('SIGTERM'));
      await end;
    }
    await this.#release();
    if (this.fate === 'left-behind') keeper.abort(new Interrupted('SIGTERM'));
    await end;
  }

  #got({ lease, waitedMs }: Acquired): void {
    const { count } = this.world;
    this.#hadLease = true;
    count('leases');
    if (lease.hosts.length > 1) count('leases of several hosts');
    if (waitedMs > 1000) count('leases waited for');
  }

  #notAcquired(result: Exclude<AcquireResult, { kind: 'acquired' }>): void {
    this.world.count(`not acquired: ${result.kind === 'not-acquired' ? result.reason : result.kind}`);
  }

  async #release(): Promise<void> {
    try {
      const signal = new AbortController().signal;
      const result = await release({ ...this.#context(), signal }, { id: this.who.id });
      this.hasTicket = result.kind === 'released' && result.hasTicket;
    } catch (error) {
      if (!isPoolError(error)) throw error;
      this.fate = 'left-behind';
    }
  }

  // ---- what a job does with a host

  #untilCancelled(): AbortController {
    const done = new AbortController();
    const { signal } = this.#controller;
    if (signal.aborted) done.abort();
    else signal.addEventListener('abort', () => done.abort(), { once: true });
    return done;
  }

  /** Its work ends by itself if nothing else ends it. */
  #work(lease: Lease, done: AbortController): void {
    this.#enter(lease);
    this.machine.after(this.plan.holdMs, () => done.abort());
  }

  #deadline(
    { lease: { ttlMs }, endsAtMs }: Acquired,
    done: AbortController,
  ): { readonly renew: (sentAtMs: number) => void; readonly cancel: () => void } {
    let timer: { cancel(): void } | undefined;
    const { clock } = this.machine;
    return {
      renew: (sentAtMs) => {
        timer?.cancel();
        if (this.world.mutation.worksOnWhenLost === true) return;
        // beside bash jobs clocks differ by seconds
        const leftMs = Math.min(sentAtMs + ttlMs, endsAtMs) - clock.now() - this.plan.clockMarginMs;
        timer = this.machine.after(Math.max(0, leftMs), () => {
          this.#leaveAll();
          done.abort();
        });
      },
      cancel: () => timer?.cancel(),
    };
  }

  #command(lease: Lease): Command {
    let end: (exit: Exit) => void = () => undefined;
    const exited = new Promise<Exit>((resolve) => (end = resolve));
    let guard: { cancel(): void } | undefined;
    let isOver = false;
    const exit = (signal: NodeJS.Signals | null): void => {
      if (isOver) return;
      isOver = true;
      guard?.cancel();
      this.#leaveAll();
      this.giveway.does(() => end({ code: signal === null ? 0 : null, signal }));
    };
    this.#enter(lease);
    this.machine.after(this.plan.holdMs, () => exit(null));
    return {
      exited,
      signal: (name) => {
        if (this.world.mutation.worksOnWhenLost === true) return;
        this.machine.does(() => {
          if (name === 'SIGKILL') exit(name);
          else if (this.plan.leavesInMs !== undefined)
            this.machine.after(this.plan.leavesInMs, () => exit(name));
        });
      },
      mustEndIn: (ms) => {
        guard?.cancel();
        if (ms !== Infinity && this.world.mutation.worksOnWhenLost !== true)
          guard = this.machine.after(ms, () => exit('SIGKILL'));
      },
    };
  }

  #enter({ hosts, fencingToken }: Lease): void {
    const { id, owner } = this.who;
    for (const host of hosts) {
      const use: Use = { host, id, owner, token: fencingToken, excuse: () => this.#excuse() };
      this.#uses.add(use);
      this.world.oracle.enter(use);
      this.#write(use);
    }
  }

  /** From time to time the work writes to its host. */
  #write(use: Use): void {
    this.machine.after(this.#random.between(1, 120_000), () => {
      if (!this.#uses.has(use)) return;
      this.world.oracle.write(use);
      this.#write(use);
    });
  }

  #excuse(): string | undefined {
    const { fromMs, toMs } = this.machine.lastPause;
    const { nowMs } = this.world.timeline;
    // what it still does in the second after it has woken up
    const isNow = nowMs >= fromMs && nowMs <= toMs + 1000;
    return isNow && toMs - fromMs > this.plan.ttlMs / 8 ? 'a machine stood still for too long' : undefined;
  }

  #leaveAll(): void {
    for (const use of this.#uses) this.world.oracle.leave(use);
    this.#uses.clear();
  }

  // ---- what the flows are given

  #context(): FlowContext {
    const { note } = this.world;
    return {
      pool: this.line,
      clock: this.giveway.clock,
      signal: this.#controller.signal,
      random: () => this.#random.next(),
      say: (event) => {
        if (event.type === 'left-behind') {
          this.fate = this.fate === 'crashed' ? 'crashed' : 'left-behind';
          note(`${this.who.id} may leave something behind: ${event.error.message}`);
        }
      },
    };
  }

  #request(): AcquireRequest {
    const { plan, who } = this;
    const version = parseProductVersion(plan.version);
    if (version === undefined) throw new Error(`no version: ${plan.version}`);
    const keeper = plan.kind === 'run';
    return {
      who,
      groups: plan.groups,
      priority: plan.priority,
      version,
      waiterTtlMs: plan.ttlMs,
      ttlMs: keeper ? plan.ttlMs : plan.leaseTtlMs,
      maxHoldMs: plan.maxHoldMs,
      settleMs: this.world.mutation.settlesNever === true ? 0 : plan.settleMs,
      ifBusy: plan.ifBusy,
      details: { heartbeatMs: plan.heartbeatMs, keeper, ...plan.details },
    };
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
