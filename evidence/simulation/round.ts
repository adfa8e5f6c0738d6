/**
 * One round in virtual time: jobs come and go while things go wrong; then all is well again, and it is seen how long it takes
 * until each host is to be had, that everybody comes to an end, and that nothing is left.
 */
import type { Seeded } from '../seeded';
import { BashPeer, drawBash } from './bash-peer';
import { Bastion } from './bastion';
import { nextFault } from './faults';
import { Job } from './job';
import { FAIR_WEATHER } from './line';
import type { Mutation } from './mutation';
import { isActive, Oracle, restMs } from './oracle';
import { CLIENTS, drawJob, planRound, probePlan, type JobPlan, type RoundPlan } from './plan';
import { Timeline } from './timeline';
import type { World } from './world';

export interface RoundResult {
  readonly seed: number;
  /** With bash jobs? */
  readonly isShared: boolean;
  readonly events: number;
  readonly virtualMs: number;
  readonly counts: ReadonlyMap<string, number>;
  /** From the end of all faults until somebody had a host that nobody had then, in ms. */
  readonly recoveryMs: readonly number[];
  readonly violation: string | undefined;
  /** What led there, of those who have to do with it. */
  readonly trace: readonly string[];
}

/** The last of what has to do with a violation. */
const TRACE_LINES = 60;
/** Longer than any lease lives and rests without a sign of life, and than anything is on its way. */
const LONGEST_LIFE_MS = 900_000;
/** Nobody works for longer than minutes: whoever has not ended by then never does. */
const LATEST_END_MS = 12 * 3_600_000;

/** `changes`: to what the seed draws. */
export async function runRound(
  seed: number,
  mutation: Mutation = {},
  changes: Partial<RoundPlan> = {},
): Promise<RoundResult> {
  const round = new Round({ ...planRound(seed), ...changes }, mutation);
  return round.run();
}

export class Round implements World {
  readonly timeline = new Timeline();
  readonly oracle: Oracle;
  readonly bastion: Bastion;
  readonly random: Seeded;
  readonly jobs = new Set<Job>();
  readonly peers = new Set<BashPeer>();
  readonly #counts = new Map<string, number>();
  readonly #notes: string[] = [];
  readonly #recoveryMs: number[] = [];
  readonly #jobRandom: Seeded;
  /** Those that have crashed as well: what they have sent may still arrive. */
  readonly #all: Job[] = [];
  isRaging = true;
  hasLostLocks = false;
  #names = 0;

  constructor(
    readonly plan: RoundPlan,
    readonly mutation: Mutation,
  ) {
    this.random = plan.random.fork();
    this.#jobRandom = plan.random.fork();
    const { lockTimeoutMs } = plan;
    const { count, note, timeline } = this;
    this.oracle = new Oracle({ lockTimeoutMs, count, note, nowMs: () => timeline.nowMs });
    const legacy = lockTimeoutMs === undefined ? undefined : { lockTimeoutMs };
    this.bastion = new Bastion(timeline, {
      legacy,
      watcher: this.oracle,
      mutation,
      random: plan.random.fork(),
    });
  }

  readonly weather = (): typeof FAIR_WEATHER => (this.isRaging ? this.plan.weather : FAIR_WEATHER);

  readonly count = (what: string): void => void this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);

  readonly note = (text: string): void => {
    this.#notes.push(`${(this.timeline.nowMs / 1000).toFixed(3).padStart(9)}  ${text}`);
  };

  async run(): Promise<RoundResult> {
    try {
      await this.#run();
    } catch (error) {
      this.oracle.fault(error);
    }
    const { broken } = this.oracle;
    const violation = broken === undefined ? undefined : textOf(broken);
    return {
      seed: this.plan.seed,
      isShared: this.plan.lockTimeoutMs !== undefined,
      events: this.timeline.events,
      virtualMs: this.timeline.nowMs,
      counts: this.#counts,
      recoveryMs: this.#recoveryMs,
      violation,
      trace: violation === undefined ? [] : this.#traceOf(violation),
    };
  }

  async #run(): Promise<void> {
    const { plan, timeline } = this;
    for (let slot = 0; slot < CLIENTS; slot += 1) this.#later(() => this.#newJob());
    for (let slot = 0; slot < plan.bashJobs; slot += 1) this.#later(() => this.#newPeer());
    const faults = plan.random.fork();
    const goWrong = (): void => {
      if (!this.isRaging) return;
      nextFault(this, faults);
      timeline.at(timeline.nowMs - Math.log(1 - faults.next()) * plan.calmMs, goWrong);
    };
    timeline.at(plan.calmMs, goWrong);
    await this.#until(() => false, plan.rageMs);
    // nobody is promised anything while the machine is down
    await this.#until(() => !this.bastion.isDown, plan.rageMs + 3_600_000);
    await this.#recover();
    await this.#ends('(e) not everybody comes to an end');
    // until whatever a dead job has left has expired
    await this.#until(() => false, timeline.nowMs + LONGEST_LIFE_MS);
    for (const host of plan.hosts) this.#probe(host);
    await this.#ends('(e) a host is not to be had any more');
    this.#leftovers();
  }

  /** All is well from here on. */
  async #recover(): Promise<void> {
    const { plan, timeline, oracle } = this;
    this.isRaging = false;
    this.note('all is well from here on');
    this.bastion.killsNext = false;
    this.bastion.stopsNextForMs = 0;
    for (const job of this.jobs) {
      job.thaw();
      job.line.isDown = false;
    }
    const startMs = timeline.nowMs;
    const waitedFor = new Map(
      plan.hosts.filter((host) => !oracle.isUsed(host)).map((host) => [host, startMs + this.#soonMs(host)]),
    );
    oracle.onUse = ({ host }) => {
      if (waitedFor.delete(host)) this.#recoveryMs.push(timeline.nowMs - startMs);
    };
    for (const host of plan.hosts) this.#probe(host);
    while (waitedFor.size > 0) {
      const [first] = [...waitedFor].sort(([, a], [, b]) => a - b);
      if (first === undefined) break;
      const [host, atMs] = first;
      if (await this.#until(() => !waitedFor.has(host), atMs)) continue;
      throw new Error(`(e) nobody has ${host} after ${Math.round((atMs - startMs) / 1000)} s`);
    }
  }

  /** Within what time somebody must have a host that nobody has now. */
  #soonMs(host: string): number {
    const { files, clocks } = this.bastion;
    const { lockTimeoutMs } = this.plan;
    const record = files.records.get(host)?.record;
    const lock = files.locks.get(host);
    // those ahead that are dead count until their place has expired
    let ms = 120_000;
    if (record !== undefined && isActive(record)) {
      const beat = files.beats.get(record.id);
      const madeAtMs = beat?.bootId === clocks.bootId ? beat.uptimeMs : 0;
      const leftMs = beat === undefined ? 0 : madeAtMs + record.ttlMs - clocks.uptimeMs;
      ms = Math.max(ms, leftMs + restMs(record));
      // a keeper that ends in order may still be about to give the lease a longer life
      const job = this.#all.find(({ who }) => who.id === record.id);
      if (job?.plan.kind === 'kept') ms = Math.max(ms, job.plan.leaseTtlMs + 15_000);
    }
    // a take that a killed program has begun shows when somebody finishes it
    if (this.bastion.isRedoPending) ms = Math.max(ms, LONGEST_LIFE_MS);
    if (lockTimeoutMs !== undefined) {
      if (lock !== undefined)
        ms = Math.max(ms, lockTimeoutMs - Number((clocks.wallNs - lock.mtimeNs) / 1_000_000n));
      // bash waiters that are dead, bash jobs that try in vain, and the settle time
      ms += 150_000 + 60_000 + 10_000;
    }
    // what is on its way, the longest that somebody waits before it tries again, and two looks
    return ms + 60_000 + 45_000 + 6_000;
  }

  async #ends(otherwise: string): Promise<void> {
    const isOver = (): boolean => this.jobs.size === 0 && this.peers.size === 0;
    if (await this.#until(isOver, this.timeline.nowMs + LATEST_END_MS)) return;
    const left = [...this.jobs].map(({ who }) => who.id).join(', ');
    throw new Error(`${otherwise}: ${left}`);
  }

  #leftovers(): void {
    const { files } = this.bastion;
    for (const { name, record } of files.requests.values()) {
      if (record !== undefined) throw new Error(`(i) ${name.text} of ${record.id} is left`);
    }
    for (const [host, { record }] of files.records) {
      if (isActive(record)) throw new Error(`(i) the lease of ${record.id} on ${host} is left`);
    }
    // found by nobody but doctor: of a waiter that died while its files went with a tmpfs, and of a holder that died and
    // whose lock a bash job has overwritten
    if (this.hasLostLocks) return;
    for (const id of files.beats.keys()) {
      if (!this.oracle.isLost(id)) throw new Error(`(i) the heartbeat of ${id} is left`);
    }
  }

  async #until(isSo: () => boolean, latestMs: number): Promise<boolean> {
    const { oracle, timeline } = this;
    const came = await timeline.passUntil(() => oracle.broken !== undefined || isSo(), latestMs);
    if (oracle.broken !== undefined) throw oracle.broken;
    return came;
  }

  // ---- who comes and goes

  #later(deed: () => void): void {
    const ms = this.#jobRandom.below(this.plan.idleMs);
    this.timeline.at(this.timeline.nowMs + ms, () => {
      if (this.isRaging) deed();
    });
  }

  #newJob(): void {
    const owner = this.#name('j');
    this.#start(drawJob(this.#jobRandom, this.plan), { id: `${owner}.1`, owner, attempt: 1 }, undefined);
  }

  #probe(host: string): void {
    const owner = this.#name('p');
    this.#start(
      probePlan(this.#jobRandom, this.plan, host),
      { id: `${owner}.1`, owner, attempt: 1 },
      undefined,
    );
  }

  #start(plan: JobPlan, who: Job['who'], resumes: string | undefined): void {
    const job = new Job(this, plan, who, (ended) => {
      this.jobs.delete(ended);
      this.#later(() => this.#follow(ended));
    });
    this.jobs.add(job);
    this.#all.push(job);
    job.start(resumes);
  }

  /** Who gave way may come back to its place; who crashed may be started again; else somebody else comes. */
  #follow({ plan, who, hasTicket, fate }: Job): void {
    const random = this.#jobRandom;
    const [owner = '', count] = who.id.split('.');
    const id = `${owner}.${Number(count) + 1}`;
    if (hasTicket && random.chance(0.5)) {
      this.count('resumed');
      this.#start(plan, { ...who, id }, who.id);
    } else if ((fate === 'crashed' || fate === 'left-behind') && random.chance(0.5)) {
      this.count('restarted');
      this.#start(plan, { ...who, id, attempt: who.attempt + random.below(2) }, undefined);
    } else this.#newJob();
  }

  #newPeer(): void {
    const random = this.#jobRandom;
    const plan = drawBash(random, this.#name('b'), this.plan);
    const peer = new BashPeer(this, plan, random.fork(), (ended) => {
      this.peers.delete(ended);
      this.#later(() => this.#newPeer());
    });
    this.peers.add(peer);
    peer.start();
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind}${this.#names}`;
  }

  // ---- for people

  #traceOf(violation: string): string[] {
    const names = violation.match(/\b(?:[jpb]\d+(?:\.\d+)?|h\d)\b/g) ?? [];
    const words = names.map((name) => new RegExp(`\\b${name.replace('.', '\\.')}\\b`));
    // what befalls everybody begins with a dash
    const isAbout = (line: string): boolean => line.includes('  - ') || words.some((word) => word.test(line));
    return this.#notes.filter(isAbout).slice(-TRACE_LINES);
  }
}

function textOf(error: Error): string {
  return error.message.startsWith('(') ? error.message : (error.stack ?? error.message);
}
