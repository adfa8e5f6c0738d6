import { PoolUnavailable, type Watched } from '../pool/pool';
import { decideAcquire, NO_MEMORY, remember, type AcquireDecision } from '../protocol/acquire';
import { noteTaken } from '../protocol/queue';
import type { Previous } from '../protocol/record';
import type { AcquireRequest } from '../protocol/request';
import { laterBy, type Snapshot } from '../protocol/snapshot';
import type { Change, Verb } from '../protocol/verbs';
import type { WaitReport } from '../protocol/wait-report';
import { deadlineSignal } from './clock';
import { advance, look, patience, type FlowContext, type Patience } from './flow';
import type { Lease } from './lease';
import { abandon } from './leave';

export interface AcquireOptions {
  /** Give up after so long, in ms; undefined: wait for ever. */
  readonly waitTimeoutMs: number | undefined;
  /** Fits the request to what the first look shows, such as the lab's settings; what it throws ends the acquire. */
  readonly fit?: (request: AcquireRequest, snapshot: Snapshot) => AcquireRequest;
  /** How often to look at the head of the queue, and elsewhere, in ms. */
  readonly headMs?: number;
  readonly queueMs?: number;
}

type WaitDecision = Extract<AcquireDecision, { kind: 'wait' }>;

type Acquired = Extract<AcquireResult, { kind: 'acquired' }>;

export type AcquireResult =
  | {
      readonly kind: 'acquired';
      readonly lease: Lease;
      readonly waitedMs: number;
      readonly previous: Previous | undefined;
      /** Just before the commit that took the host was sent, on the own clock: the lease lives at least its ttl from here. */
      readonly sentAtMs: number;
      /** When max-hold ends the lease, however well it is kept, on the own clock; never later than the pool has it. */
      readonly endsAtMs: number;
    }
  | {
      readonly kind: 'not-acquired';
      readonly reason: 'busy' | 'timeout';
      readonly report: WaitReport | undefined;
      readonly snapshot: Snapshot | undefined;
    }
  /** A later process of the same job has taken this one's place. */
  | { readonly kind: 'superseded' }
  /** A person has taken it out of the queue. */
  | { readonly kind: 'cancelled'; readonly by: string; readonly reason: string };

/** How long a pool may be out of reach of a job that waits without a time-out. */
const REACH_MS = 600_000;

class WaitTimeout extends Error {}

/**
 * Gets the hosts that the request wants, or its place in the queue until it does. Resolves when the lease was ours at the
 * moment of the commit; it may have been lost since. Every other end takes the request's own files away first.
 */
export async function acquire(
  context: FlowContext,
  request: AcquireRequest,
  options: AcquireOptions,
): Promise<AcquireResult> {
  const { clock } = context;
  const attempt: Attempt = {
    isUntouched: true,
    unknownUntilMs: undefined,
    arrivals: 0,
    report: undefined,
    snapshot: undefined,
  };
  const timeout = new WaitTimeout('the wait timeout has passed');
  const { signal, cancel } = deadlineSignal(clock, options.waitTimeoutMs, timeout, context.signal);
  const bounded = { ...context, signal };
  try {
    const result = await attemptAcquire(bounded, request, options, attempt);
    if (result.kind !== 'acquired') await takeAway(context, request, attempt);
    return result;
  } catch (error) {
    await takeAway(context, request, attempt);
    if (signal.reason !== timeout) throw error;
    return { kind: 'not-acquired', reason: 'timeout', report: attempt.report, snapshot: attempt.snapshot };
  } finally {
    cancel();
  }
}

/** What is worth knowing of an attempt after it has been broken off. */
interface Attempt {
  /** Nothing was sent that could have left anything behind. */
  isUntouched: boolean;
  unknownUntilMs: number | undefined;
  /** Commits that may have brought the own id into the pool: all that were not refused. */
  arrivals: number;
  report: WaitReport | undefined;
  snapshot: Snapshot | undefined;
}

async function takeAway(context: FlowContext, request: AcquireRequest, attempt: Attempt): Promise<void> {
  if (attempt.isUntouched) return;
  await abandon(context, request.who.id, {
    unknownUntilMs: attempt.unknownUntilMs,
    isOne: attempt.arrivals <= 1,
  });
}

async function attemptAcquire(
  context: FlowContext,
  asked: AcquireRequest,
  { headMs = 100, queueMs = 15_000, waitTimeoutMs, fit = (request) => request }: AcquireOptions,
  attempt: Attempt,
): Promise<AcquireResult> {
  const { pool, clock, signal } = context;
  signal.throwIfAborted();
  const startedAtMs = clock.now();
  // who waits for hours has time for a bastion that is restarted
  const reach = { reachMs: waitTimeoutMs ?? REACH_MS };
  const failing = patience(context, reach);
  let request = asked;
  let isFitted = false;
  const beats = placeBeats(context, asked, failing);
  let memory = NO_MEMORY;
  let sentAtMs = clock.now();
  let takeSentAtMs: number | undefined;
  const ends = (): { sentAtMs: number; endsAtMs: number } => ({
    sentAtMs,
    endsAtMs: (takeSentAtMs ?? startedAtMs) + request.maxHoldMs,
  });
  for (let next: Snapshot | undefined; ;) {
    const snapshot: Snapshot = next ?? (await look(context, patience(context, reach)));
    next = undefined;
    if (!isFitted) request = fit(asked, snapshot);
    isFitted = true;
    memory = remember(snapshot, request, memory);
    const decision = decideAcquire(snapshot, request, memory);
    attempt.snapshot = snapshot;
    // the one that was sent is there: nothing is on its way any more
    if (attempt.arrivals === 1 && snapshot.heartbeats.has(request.who.id)) attempt.unknownUntilMs = undefined;
    const waitedMs = clock.now() - startedAtMs;
    switch (decision.kind) {
      case 'acquired':
        return { ...acquired(context, request, decision, waitedMs), ...ends() };
      case 'superseded':
        return { kind: 'superseded' };
      case 'cancelled':
        attempt.isUntouched = false;
        return decision;
      case 'broken':
        throw new PoolUnavailable(
          'broken-record',
          `the pool ${pool.name} can't be used: ${decision.problem}`,
        );
      case 'busy':
        return { kind: 'not-acquired', reason: 'busy', report: decision.report, snapshot };
      case 'change': {
        const sendingAtMs = clock.now();
        attempt.isUntouched = false;
        const mayArrive = arrives(decision.change);
        if (mayArrive) attempt.arrivals += 1;
        const step = await advance(context, snapshot, decision.change, failing, (untilMs) => {
          if (mayArrive) attempt.unknownUntilMs = latest(attempt.unknownUntilMs, untilMs);
        });
        next = step.next;
        if (step.result === undefined && mayArrive) attempt.arrivals -= 1;
        const taken = decision.change.verbs.find((verb) => verb.verb === 'take');
        if (step.result !== undefined) sentAtMs = sendingAtMs;
        if (step.result !== undefined && taken !== undefined) takeSentAtMs ??= sendingAtMs;
        if (step.result === undefined || step.result === 'unknown') break;
        if (decision.change.verbs.some(({ verb }) => BEATING.includes(verb))) beats.made();
        // the answer tells all that a new look would
        if (taken?.state === 'held' && step.result.unlinked.length === 0) {
          const lease = leaseOf(pool.name, request, taken.hosts, step.result.token);
          return { kind: 'acquired', lease, waitedMs, previous: taken.details.previous, ...ends() };
        }
        break;
      }
      case 'wait': {
        attempt.report = decision.report;
        if (decision.report.because !== 'settling') takeSentAtMs = undefined;
        const say = (): void => {
          const waitedMs = clock.now() - startedAtMs;
          context.say({ type: 'waiting', report: decision.report, snapshot, waitedMs });
        };
        const everyMs = lookEveryMs(decision, headMs, queueMs);
        const sameForMs = await untilNews(context, snapshot, { decision, everyMs, say, beats, failing });
        // who is blocked does not look at locks
        if (decision.blockedBy === undefined && sameForMs > 0) {
          memory = { ...memory, seen: noteTaken(laterBy(snapshot, sameForMs), memory.seen) };
        }
        break;
      }
    }
    if (signal.aborted) throw signal.reason;
  }
}

interface Waiting {
  readonly decision: WaitDecision;
  readonly everyMs: number;
  readonly say: () => void;
  readonly beats: PlaceBeats;
  readonly failing: Patience;
}

/**
 * Beats for a place until there may be something new to decide upon. Resolves with how long, in ms, the pool has been as
 * the snapshot shows it, as far as that is certain.
 */
async function untilNews(
  { pool, clock, signal }: FlowContext,
  snapshot: Snapshot,
  { decision: { wakeAtMs = Infinity, blockedBy }, everyMs, say, beats, failing }: Waiting,
): Promise<number> {
  const blocked = blockedBy && { by: blockedBy, forMs: LOOKS_PER_REFRESH * everyMs };
  const lookedAtMs = clock.now();
  // what the pool's clock is ahead of the snapshot's answer, which took its time
  let aheadMs = 0;
  const uptimeMs = (): number => snapshot.uptimeMs + (clock.now() - lookedAtMs) + aheadMs;
  // a heartbeat alone needs no new snapshot, which costs the more the more are waiting
  while (uptimeMs() < wakeAtMs) {
    say();
    if (beats.dueInMs() === 0 && !(await beats.make())) return 0;
    const untilUptimeMs = Math.min(wakeAtMs, uptimeMs() + beats.dueInMs());
    let watched: Watched;
    try {
      watched = await pool.watch(snapshot, { everyMs, untilUptimeMs, blocked }, signal);
      failing.reset();
    } catch (error) {
      await failing.afterFailure(error);
      return 0;
    }
    if (watched === 'changed') break;
    aheadMs += Math.max(0, untilUptimeMs - uptimeMs());
  }
  // the last look but one
  return Math.max(0, clock.now() - lookedAtMs - SURE_LOOKS * everyMs);
}

/** Would it bring the request into the pool, even late? The other verbs need what is there already. */
export function arrives({ verbs }: Change): boolean {
  return verbs.some((verb) => verb.verb === 'wait' || (verb.verb === 'take' && verb.from === 'new'));
}

/** Verbs that renew the heartbeat of a request by the way. */
const BEATING: readonly Verb['verb'][] = ['wait', 'take', 'held'];

/**
 * The head of the queue looks often, the others the more rarely the more are ahead of them, down to `queueMs`. Those that
 * are blocked look twice as often as the rest, for they look at less.
 */
function lookEveryMs({ aheadCount, blockedBy }: WaitDecision, headMs: number, queueMs: number): number {
  const perWaiterMs = (blockedBy === undefined ? 5 : 2.5) * headMs;
  return aheadCount === 0 ? headMs : Math.min(queueMs, perWaiterMs * aheadCount);
}

/** Every so manieth look of one that is blocked is at more than what blocks it: what it says of the rest is no older. */
const LOOKS_PER_REFRESH = 8;

/** In so many looks' time one has come through for certain. */
const SURE_LOOKS = 3;

/** Keeps a place in the queue alive while its process waits. */
function placeBeats(
  { pool, clock, signal }: FlowContext,
  request: AcquireRequest,
  failing: Patience,
): PlaceBeats {
  const everyMs = request.details.heartbeatMs ?? request.waiterTtlMs / 8;
  let lastMs = clock.now();
  const dueInMs = (): number => Math.max(0, lastMs + everyMs - clock.now());
  return {
    made: () => void (lastMs = clock.now()),
    dueInMs,
    async make() {
      lastMs = clock.now();
      try {
        return (await pool.beat(request.who.id, [], signal)).kind === 'alive';
      } catch (error) {
        await failing.afterFailure(error);
        return false;
      }
    },
  };
}

interface PlaceBeats {
  /** By a commit. */
  made(): void;
  dueInMs(): number;
  /** Resolves with whether the place is there for certain; else a new look shows it, and it may have to be asked for again. */
  make(): Promise<boolean>;
}

function acquired(
  { pool }: FlowContext,
  request: AcquireRequest,
  { records }: Extract<AcquireDecision, { kind: 'acquired' }>,
  waitedMs: number,
): Omit<Acquired, 'sentAtMs' | 'endsAtMs'> {
  const [record] = records.values();
  const lease = leaseOf(pool.name, request, [...records.keys()], record?.token ?? 0);
  return { kind: 'acquired', lease, waitedMs, previous: record?.details.previous };
}

function leaseOf(pool: string, request: AcquireRequest, hosts: readonly string[], token: number): Lease {
  const { who, version, ttlMs, settleMs, details } = request;
  return {
    pool,
    hosts,
    ...who,
    fencingToken: token,
    version: version.text,
    ttlMs,
    heartbeatMs: details.heartbeatMs ?? ttlMs / 8,
    settleMs,
    keeper: details.keeper ?? false,
  };
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}
