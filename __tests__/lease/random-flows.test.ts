/**
 * Random commands to a few jobs, their requests, replies and timers in any order, on a pool that loses what it can. Time
 * passes by what is done next, so a job stands still whenever the scheduler forgets it.
 *
 * A failure prints the seed and the path of the smallest case, and the schedule. To run just that again, put both into the
 * parameters of `fc.assert`: `{ seed: 123, path: '7:0:2', endOnFailure: true }`, and into those of `fc.commands` the
 * `replayPath` that stands with them.
 */
import fc from 'fast-check';
import { Bastion } from '../../evidence/simulation/bastion';
import type { Mutation } from '../../evidence/simulation/mutation';
import { Oracle, type Use } from '../../evidence/simulation/oracle';
import { Timeline } from '../../evidence/simulation/timeline';
import { commitRequest } from '../../evidence/pool-model/program';
import { seeded } from '../../evidence/seeded';
import { acquire } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import type { Clock } from '../../src/lease/clock';
import type { FlowContext } from '../../src/lease/flow';
import type { Lease } from '../../src/lease/lease';
import { release } from '../../src/lease/release';
import {
  isPoolError,
  OutcomeUnknown,
  PoolUnreachable,
  type CommitResult,
  type Pool,
} from '../../src/pool/pool';
import { requestOf } from '../protocol/pool-picture';

const RUNS = 500;
const TTL_MS = 20_000;
const DEADLINE_MS = 10_000;
const JOBS = ['a', 'b', 'c', 'd'];

/** What becomes of a request; `impatient`: it is given up, and arrives all the same, before that or after. */
const FAULTS = ['fine', 'fine', 'fine', 'lost', 'no reply', 'impatient', 'busy', 'unreachable'] as const;
type Fault = (typeof FAULTS)[number];

class Stopped extends Error {}

/** One pool, and the jobs that meet there. */
class Lab {
  readonly timeline = new Timeline();
  readonly #told: string[] = [];
  readonly oracle = new Oracle({
    lockTimeoutMs: undefined,
    nowMs: () => this.timeline.nowMs,
    count: () => undefined,
    note: (text) => void this.#told.push(text),
  });
  readonly bastion: Bastion;
  readonly jobs = new Map<string, Job>();
  readonly #faults: Fault[];
  /** Ends the run: what is broken goes on for ever. */
  #end: () => void = () => undefined;
  readonly broken = new Promise<void>((resolve) => (this.#end = resolve));

  constructor(
    readonly scheduler: fc.Scheduler,
    faults: readonly Fault[],
    mutation: Mutation,
  ) {
    this.#faults = [...faults];
    const options = { legacy: undefined, watcher: this.oracle, mutation, random: seeded(1) };
    this.bastion = new Bastion(this.timeline, options);
  }

  fault(): Fault {
    return this.#faults.shift() ?? 'fine';
  }

  /** Does it whenever its turn comes; then at least so much time has passed. */
  later(what: string, ms: number, deed: () => void): void {
    const dueMs = this.timeline.nowMs + ms;
    void this.scheduler.schedule(Promise.resolve(), what).then(() => {
      this.timeline.nowMs = Math.max(this.timeline.nowMs, dueMs);
      try {
        deed();
      } catch (error) {
        this.oracle.fault(error);
      }
      if (this.oracle.broken !== undefined) this.#end();
    });
  }

  readonly clock: Clock = {
    now: () => this.timeline.nowMs,
    after: (ms, callback) => {
      let isCancelled = false;
      this.later(`a timer of ${ms} ms`, ms, () => {
        if (!isCancelled) callback();
      });
      return { cancel: () => void (isCancelled = true) };
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason as Error);
        if (signal.aborted) onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        this.later(`a sleep of ${Math.round(ms)} ms`, ms, () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        });
      }),
  };

  get trace(): string {
    return this.#told.join('\n');
  }
}

/** The request arrives, and the reply comes back, each when the scheduler says so. */
function poolOf(lab: Lab, id: string): Pool {
  const { bastion } = lab;
  function ask<T>(
    what: string,
    signal: AbortSignal | undefined,
    perform: (reply: (answer: T) => void) => void,
    unclear: () => Error,
    busy?: T,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const fault = lab.fault();
      const settle = (how: () => void): void => {
        signal?.removeEventListener('abort', onAbort);
        how();
      };
      const fail = (error: Error): void =>
        lab.later(`${id} gives up: ${what}`, 100, () => settle(() => reject(error)));
      const onAbort = (): void => fail(unclear());
      signal?.addEventListener('abort', onAbort, { once: true });
      if (fault === 'unreachable') {
        fail(new PoolUnreachable('out of reach', 500, undefined));
        return;
      }
      if (fault === 'busy' && busy !== undefined) {
        lab.later(`${id} hears that the pool is busy`, 100, () => settle(() => resolve(busy)));
        return;
      }
      if (fault === 'lost' || fault === 'impatient' || fault === 'no reply') fail(unclear());
      if (fault === 'lost') return;
      lab.later(`${what} of ${id} arrives`, 20, () =>
        perform((answer) => {
          if (fault !== 'no reply')
            lab.later(`${id} hears of ${what}`, 20, () => settle(() => resolve(answer)));
        }),
      );
    });
  }
  const unanswered = (): Error => new OutcomeUnknown('no answer', undefined);
  return {
    name: 'pool',
    snapshot: (signal) =>
      ask('a look', signal, (reply) => bastion.look((seen) => seen && reply(seen)), unanswered),
    commit: (seen, change, signal) => {
      const request = commitRequest(seen, change, DEADLINE_MS);
      const verbs = change.verbs.map(({ verb }) => verb).join(' + ');
      return ask<CommitResult>(
        verbs,
        signal,
        (reply) =>
          bastion.commit({ by: id, request, seen }, (answer) => {
            if (answer.kind !== 'broken') reply(answer);
          }),
        () => new OutcomeUnknown('no clear answer', request.deadlineUptimeMs),
        { kind: 'busy' },
      );
    },
    beat: (beating, hosts, signal) =>
      ask(
        'a heartbeat',
        signal,
        (reply) => bastion.beat(beating, hosts, (answer) => answer && reply(answer)),
        unanswered,
      ),
    watch: async (seen, { everyMs, untilUptimeMs = Infinity }, signal) => {
      await lab.clock.sleep(everyMs, signal);
      const isDue = bastion.clocks.uptimeMs >= untilUptimeMs;
      return isDue && bastion.files.generation === seen.generation ? 'due' : 'changed';
    },
    journal: () => Promise.resolve([]),
    list: () => Promise.reject(new Error('no flow here lists a pool')),
    close: () => Promise.resolve(),
  };
}

/** A job without a keeper: it keeps the time itself until when its lease lives for certain. */
class Job {
  readonly #waiting = new AbortController();
  #lease: Lease | undefined;
  #uses: Use[] = [];
  #untilMs = 0;
  #hasLeftBehind = false;
  #isChecking = false;
  readonly acquired: Promise<void>;

  constructor(
    private readonly lab: Lab,
    private readonly id: string,
    private readonly wants: { readonly version: string; readonly groups: readonly (readonly string[])[] },
  ) {
    this.acquired = this.#acquire();
  }

  #context(signal = new AbortController().signal): FlowContext {
    const { lab, id } = this;
    return {
      pool: poolOf(lab, id),
      clock: lab.clock,
      random: () => 0.5,
      signal,
      say: ({ type }) => void (this.#hasLeftBehind ||= type === 'left-behind'),
    };
  }

  async #acquire(): Promise<void> {
    const { id, wants } = this;
    const details = { job: id, heartbeatMs: 2_000, keeper: false };
    const request = requestOf(id, { ...wants, waiterTtlMs: TTL_MS, ttlMs: TTL_MS, details });
    try {
      const result = await acquire(this.#context(this.#waiting.signal), request, {
        waitTimeoutMs: undefined,
      });
      if (result.kind !== 'acquired') return;
      this.#lease = result.lease;
      this.#untilMs = result.sentAtMs + TTL_MS;
      this.#work(result.lease);
    } catch (error) {
      this.#expected(error);
    }
  }

  #work({ hosts, fencingToken: token }: Lease): void {
    const { id, lab } = this;
    if (lab.clock.now() >= this.#untilMs) return;
    const excuse = (): string | undefined =>
      lab.clock.now() >= this.#untilMs ? 'by its own clock its lease is over' : undefined;
    this.#uses = hosts.map((host) => ({ host, id, owner: id, token, excuse }));
    for (const use of this.#uses) lab.oracle.enter(use);
  }

  write(): void {
    for (const use of this.#uses) this.lab.oracle.write(use);
  }

  #leave(): void {
    for (const use of this.#uses.splice(0)) this.lab.oracle.leave(use);
  }

  async check(): Promise<void> {
    if (this.#lease === undefined || this.#uses.length === 0 || this.#isChecking) return;
    this.#isChecking = true;
    const sentAtMs = this.lab.clock.now();
    try {
      const { kind } = await checkQuit(this.#context(), this.#lease);
      if (kind === 'carry-on') this.#untilMs = sentAtMs + TTL_MS;
      else this.#leave();
    } catch (error) {
      this.#expected(error);
    } finally {
      this.#isChecking = false;
    }
  }

  /** It wants the host no longer, or has done with it. */
  async end(): Promise<void> {
    this.#waiting.abort(new Stopped());
    await this.acquired;
    this.#leave();
    const hadLease = this.#lease !== undefined;
    if (!hadLease && this.#hasLeftBehind) return;
    try {
      if (hadLease) await release(this.#context(), { id: this.id });
      if (!this.#hasLeftBehind && !this.#isChecking) {
        this.lab.oracle.ended(this.id, this.lab.bastion.files, hadLease);
      }
    } catch (error) {
      this.#expected(error);
    }
  }

  #expected(error: unknown): void {
    if (!isPoolError(error) && !(error instanceof Stopped)) this.lab.oracle.fault(error);
  }
}

// ---- commands, and the model of what each job is about

type Model = Map<string, 'wants' | 'ended'>;
type Doing = fc.AsyncCommand<Model, Lab>;

const command = (name: string, check: (m: Model) => boolean, run: (m: Model, lab: Lab) => void): Doing => ({
  check: (m) => check(m),
  run: (m, lab) => {
    run(m, lab);
    return Promise.resolve();
  },
  toString: () => name,
});

const name = fc.constantFrom(...JOBS);
const wants = fc.record({
  version: fc.constantFrom('4.20', '4.21', '4.22'),
  groups: fc.constantFrom([['h1']], [['h1']], [['h1', 'h2']], [['h1'], ['h2']]),
});
const begins = fc.tuple(name, wants).map(([job, wanted]) =>
  command(
    `${job} begins: ${wanted.version} ${JSON.stringify(wanted.groups)}`,
    (m) => !m.has(job),
    (m, lab) => {
      m.set(job, 'wants');
      lab.jobs.set(job, new Job(lab, job, wanted));
    },
  ),
);
const checks = name.map((job) =>
  command(
    `${job} checks`,
    (m) => m.get(job) === 'wants',
    (_m, lab) => void lab.jobs.get(job)?.check(),
  ),
);
const writes = name.map((job) =>
  command(
    `${job} writes`,
    (m) => m.get(job) === 'wants',
    (_m, lab) => lab.jobs.get(job)?.write(),
  ),
);
const ends = name.map((job) =>
  command(
    `${job} ends`,
    (m) => m.get(job) === 'wants',
    (m, lab) => {
      m.set(job, 'ended');
      void lab.jobs.get(job)?.end();
    },
  ),
);
const passes = fc.constantFrom(1_000, 5_000, 15_000, 30_000).map((ms) =>
  command(
    `${ms} ms pass`,
    () => true,
    (_m, lab) => void (lab.timeline.nowMs += ms),
  ),
);
const sets = fc.constantFrom(-3_600_000, 3_600_000).map((ms) =>
  command(
    `the clock is set by ${ms} ms`,
    () => true,
    (_m, lab) => lab.bastion.setWallBy(ms),
  ),
);

const commands = fc.commands([begins, begins, checks, checks, writes, ends, passes, sets], {
  maxCommands: 25,
});
const faults = fc.array(fc.constantFrom(...FAULTS), { maxLength: 60 });

function nothingBreaks(mutation: Mutation): fc.IAsyncPropertyWithHooks<unknown[]> {
  return fc.asyncProperty(fc.scheduler(), faults, commands, async (scheduler, drawn, doings) => {
    const lab = new Lab(scheduler, drawn, mutation);
    await fc.scheduledModelRun(scheduler, () => ({ model: new Map() as Model, real: lab }), doings);
    const ended = Promise.all([...lab.jobs.values()].map((job) => job.end()));
    await scheduler.waitFor(Promise.race([ended, lab.broken]));
    if (lab.oracle.broken !== undefined) {
      throw new Error(`${lab.oracle.broken.message}\n${lab.trace}`, { cause: lab.oracle.broken });
    }
  }) as fc.IAsyncPropertyWithHooks<unknown[]>;
}

test('whatever is done, lost and late in whatever order, nothing comes of it that must not be', async () => {
  await fc.assert(nothingBreaks({}), { numRuns: RUNS });
});

test.each<[string, Mutation, RegExp]>([
  ['tokens by the wall clock', { tokensByClock: true }, /\(a\)/],
  ['a ttl that nobody minds', { agesBeatsMs: 30_000 }, /\([bd]\)/],
])('%s: it is seen', async (_name, mutation, rule) => {
  const { failed, errorInstance } = await fc.check(nothingBreaks(mutation), {
    ...{ numRuns: 500, seed: 1, endOnFailure: true },
  });
  expect(failed).toBe(true);
  expect(String(errorInstance)).toMatch(rule);
});
