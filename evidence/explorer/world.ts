/** The states that the explorer goes through: one pool, the jobs that meet there, and what is on its way between them. */
import type { CommitResult } from '../../src/pool/pool';
import { NO_MEMORY, type AcquireMemory } from '../../src/protocol/acquire';
import type { HostGroups } from '../../src/protocol/host';
import { parseProductVersion } from '../../src/protocol/product-version';
import type { AcquireRequest } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import { emptyFiles, snapshotOf, type Clocks, type Files } from '../pool-model/files';
import type { CommitRequest, Step } from '../pool-model/program';

/**
 * One tick of the clock, in ms. All that matters comes out at whole ticks: a heartbeat lives for one (TTL_MS), the host
 * rests at two, and its lease has expired at three; a lock has settled after one; a request that is not answered within
 * one is given up.
 */
export const TICK_MS = 45_000;
export const TTL_MS = 80_000;
/** 4 ticks. A keeper gives its lock a new stamp after two. */
export const LOCK_TIMEOUT_MS = 180_000;

export interface JobOptions {
  readonly version: string;
  readonly groups?: HostGroups;
  readonly priority?: number;
  /** A process stays and beats, as `run` does; else every check does. */
  readonly keeper?: boolean;
  readonly ifBusy?: AcquireRequest['ifBusy'];
}

export interface BashOptions {
  readonly version: string;
  /** Older jobs make no waiting file. */
  readonly waits?: boolean;
}

/** What can go wrong, each at most so often in one history. */
export interface Budget {
  /** Requests that never arrive, and replies. */
  readonly lost: number;
  /** Requests that take effect after their client has given them up. */
  readonly late: number;
  /** Jobs that die. */
  readonly crashes: number;
  /** Jobs that come back, as the next attempt. */
  readonly restarts: number;
  /** Jobs that want no longer while they wait. */
  readonly givenUp: number;
  readonly reboots: number;
  /** The pool's wall clock is set an hour back or forward. */
  readonly clockJumps: number;
}

export interface WorldOptions {
  readonly jobs: readonly JobOptions[];
  readonly bash?: readonly BashOptions[];
  readonly budget: Partial<Budget>;
  /** Is the folder shared with bash jobs? By default where there is one. */
  readonly isShared?: boolean;
  /** 0: no settle time. */
  readonly settleMs?: number;
  /**
   * May a job stand still for longer than its ttl and then go on, without noticing? Else `run`'s deadline is kept: whatever
   * a job does has ended before its lease has.
   */
  readonly pauses?: boolean;
  /** Does the program refuse what comes later than its deadline? Safety is not to rest on it. */
  readonly deadlines?: boolean;
  /** Is a job that has ended never to come back by a change that it gave up long before? */
  readonly strictEnds?: boolean;
  /** How far apart two looks at the wall clock are at least. */
  readonly drawNs?: bigint;
  /** Are the locks gone after a reboot? */
  readonly tmpfs?: boolean;
  /** Does bash confirm its write only after every other write that was under way (R > D)? */
  readonly bashConfirmsLate?: boolean;
  /** Does bash write within the settle time after its look? */
  readonly bashWritesSoon?: boolean;
}

/** A change on its way, with the snapshot that it rests on. */
export interface Sent {
  readonly seen: Snapshot;
  readonly change: Change;
  readonly request: CommitRequest;
  /** On the job's own clock. */
  readonly sentAtMs: number;
}

/** A change or a heartbeat that was given up, or whose job has died, and that is on its way all the same. */
export type Late =
  { readonly id: string; readonly sent: Sent } | { readonly id: string; readonly hosts: readonly string[] };

/** What the pool has answered and the job has not heard yet. */
export type Answer = Extract<CommitResult, { kind: 'committed' }> | { readonly kind: 'conflict' | 'busy' };

export interface HoldState {
  readonly token: number;
  readonly hosts: readonly string[];
  /** When the last good heartbeat was sent, on the own clock. */
  readonly goodAtMs: number;
  readonly isTold: boolean;
  readonly settlingSinceMs: number | undefined;
}

/** A job of ours, at one point of the flows in src/lease. */
export interface Job {
  readonly index: number;
  readonly request: AcquireRequest;
  readonly phase: 'acquire' | 'hold' | 'leave' | 'over' | 'dead';
  readonly memory: AcquireMemory;
  /** What acquire keeps of its attempt. */
  readonly isUntouched: boolean;
  readonly arrivals: number;
  readonly unknownUntilMs: number | undefined;
  /** When the latest change was sent that may have been committed. */
  readonly sentAtMs: number | undefined;
  readonly hold: HoldState | undefined;
  /** Of the leave that follows an acquire: a single commit of unknown outcome, which has shown once it is seen. */
  readonly isOne: boolean;
  /** Has it seen, since the last tick and since it last did something, that there is nothing to do? */
  readonly isIdle: boolean;
  /** On its way to the pool; or answered, and the answer on its way back. */
  readonly sent: Sent | undefined;
  readonly answered: Sent | undefined;
  readonly answer: Answer | undefined;
}

/** A bash job, between two of its steps. */
export interface BashJob {
  readonly index: number;
  readonly version: { readonly major: number; readonly minor: number };
  readonly waits: boolean;
  readonly phase:
    | 'new'
    | 'trying'
    /** Found the host free, and is about to write. */
    | 'tested'
    | 'wrote'
    | 'confirmed'
    /** Found a higher waiter, and is about to give the lock back. */
    | 'yielding'
    | 'holding'
    /** Uses the host no more, and is about to remove the lock. */
    | 'leaving'
    | 'over'
    | 'dead';
  readonly waitingFile: string | undefined;
  /** What it wrote into the lock, and when. */
  readonly stamp: string | undefined;
  readonly wroteAtMs: number;
}

/** A commit between two of its steps: only bash jobs, which know no guard, can act meanwhile. */
export interface InFlight {
  readonly steps: readonly Step[];
  /** It has compared the lock and is about to rename or remove. */
  readonly isCompared: boolean;
  readonly atNs: bigint;
  readonly answer: Extract<CommitResult, { kind: 'committed' }>;
  /** Who hears of it, if anybody. */
  readonly job: number | undefined;
}

export interface World {
  readonly options: Required<Omit<WorldOptions, 'jobs' | 'bash' | 'budget'>>;
  /** True time, in ms from the start. */
  readonly nowMs: number;
  /** When the pool's machine was started, and how often before. */
  readonly bootedAtMs: number;
  readonly boots: number;
  /** How far its wall clock is ahead, in ms. */
  readonly wallAheadMs: number;
  /** How often somebody has asked for the time: no two get the same. */
  readonly draws: number;
  readonly files: Files;
  readonly jobs: readonly Job[];
  readonly bash: readonly BashJob[];
  readonly inFlight: InFlight | undefined;
  /** What nobody waits for any more, and may still arrive. */
  readonly late: readonly Late[];
  readonly left: Budget;
}

export const BASE_NS = 1_766_568_440_000_000_000n;

export function clocksOf({ nowMs, bootedAtMs, boots, wallAheadMs, draws, options }: World): Clocks {
  return {
    uptimeMs: nowMs - bootedAtMs,
    bootId: `00000000-0000-4000-8000-00000000000${boots}`,
    wallNs: BASE_NS + BigInt(nowMs + wallAheadMs) * 1_000_000n + BigInt(draws) * options.drawNs,
  };
}

export function look(world: World): Snapshot {
  return snapshotOf(world.files, clocksOf(world));
}

export function withJob(world: World, job: Job): World {
  return { ...world, jobs: world.jobs.map((other) => (other.index === job.index ? job : other)) };
}

export function withBash(world: World, bash: BashJob): World {
  return { ...world, bash: world.bash.map((other) => (other.index === bash.index ? bash : other)) };
}

/** One of a kind less may go wrong from here on; undefined where none is left. */
export function spend(world: World, kind: keyof Budget): World | undefined {
  if (world.left[kind] <= 0) return undefined;
  return { ...world, left: { ...world.left, [kind]: world.left[kind] - 1 } };
}

/** Does the job hold, or is it about to? */
export function hasLease({ files }: World, { phase, hold, request }: Job): boolean {
  if (phase !== 'acquire') return hold !== undefined;
  const records = [...files.records.values()].map(({ record }) => record);
  return records.some(({ id, state }) => id === request.who.id && (state === 'settling' || state === 'held'));
}

const NAMES = 'abcdefgh';

export function newWorld({ jobs, bash = [], budget, ...options }: WorldOptions): World {
  const settings = {
    isShared: bash.length > 0,
    settleMs: TICK_MS,
    pauses: false,
    deadlines: true,
    strictEnds: false,
    drawNs: 10_000n,
    tmpfs: true,
    bashConfirmsLate: true,
    bashWritesSoon: true,
    ...options,
  };
  return {
    options: settings,
    nowMs: 0,
    bootedAtMs: -10_000_000,
    boots: 1,
    wallAheadMs: 0,
    draws: 0,
    files: emptyFiles(settings.isShared ? { lockTimeoutMs: LOCK_TIMEOUT_MS } : undefined),
    jobs: jobs.map((one, index) => newJob(index, requestFor(one, index, settings.settleMs))),
    bash: bash.map(newBashJob),
    inFlight: undefined,
    late: [],
    left: {
      ...{ lost: 0, late: 0, crashes: 0, restarts: 0, givenUp: 0, reboots: 0, clockJumps: 0 },
      ...budget,
    },
  };
}

function requestFor(options: JobOptions, index: number, settleMs: number): AcquireRequest {
  const name = NAMES[index] ?? `job${index}`;
  const version = parseProductVersion(options.version);
  if (version === undefined) throw new Error(`no version: ${options.version}`);
  return {
    who: { id: `${name}1`, owner: name, attempt: 1 },
    groups: options.groups ?? [['h1']],
    priority: options.priority ?? 0,
    version,
    waiterTtlMs: TTL_MS,
    ttlMs: TTL_MS,
    maxHoldMs: 86_400_000,
    settleMs,
    ifBusy: options.ifBusy ?? 'wait',
    details: { heartbeatMs: 15_000, keeper: options.keeper ?? true },
  };
}

export function newJob(index: number, request: AcquireRequest): Job {
  return {
    index,
    request,
    phase: 'acquire',
    memory: NO_MEMORY,
    isUntouched: true,
    arrivals: 0,
    unknownUntilMs: undefined,
    sentAtMs: undefined,
    hold: undefined,
    isOne: false,
    isIdle: false,
    sent: undefined,
    answered: undefined,
    answer: undefined,
  };
}

function newBashJob({ version, waits = true }: BashOptions, index: number): BashJob {
  const parsed = parseProductVersion(version);
  if (parsed === undefined) throw new Error(`no version: ${version}`);
  const { major, minor } = parsed;
  const phase = 'new';
  return {
    index,
    version: { major, minor },
    waits,
    phase,
    waitingFile: undefined,
    stamp: undefined,
    wroteAtMs: 0,
  };
}
