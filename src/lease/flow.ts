/** What every flow is given, and the one step that all of them share: commit, and see what came of it. */
import { OutcomeUnknown, PoolUnavailable, PoolUnreachable, type CommitResult, type Pool } from '../pool/pool';
import type { WaitReport } from '../protocol/wait-report';
import type { Told } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import type { Change } from '../protocol/verbs';
import type { Clock } from './clock';

/** What a flow has to say while it goes on; whoever started it prints. May grow. */
export type FlowEvent =
  | {
      readonly type: 'waiting';
      readonly report: WaitReport;
      readonly snapshot: Snapshot;
      readonly waitedMs: number;
    }
  | { readonly type: 'told'; readonly told: Told }
  | { readonly type: 'retrying'; readonly error: Error; readonly inMs: number }
  | { readonly type: 'lock-put-back'; readonly hosts: readonly string[] }
  | { readonly type: 'left-behind'; readonly error: Error };

export interface FlowContext {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly say: (event: FlowEvent) => void;
  /** Aborts the flow, which then takes its own files away and rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
}

/** How often a pool may fail in a row before a flow gives up; a success starts the count again. */
export const MAX_FAILURES = 6;

/** Counts failures in a row and waits longer after each. */
export interface Patience {
  /** Resolves when it is time to try again; rejects with the error once there were too many. */
  afterFailure(error: unknown): Promise<void>;
  reset(): void;
}

export interface PatienceOptions {
  /** How many unknown outcomes in a row. */
  readonly maxFailures?: number;
  /** How long a pool may be out of reach, in ms. */
  readonly reachMs?: number;
  /** What may have been nothing but bad luck; the rest fails at once. */
  readonly isPassing?: (error: Error) => boolean;
}

const REACH_MS = 60_000;
const MAX_DELAY_MS = 30_000;
const MAX_UNKNOWN_DELAY_MS = 5000;

export function patience(
  { clock, say, signal, random }: FlowContext,
  { maxFailures = MAX_FAILURES, reachMs = REACH_MS, isPassing = isBadLuck }: PatienceOptions = {},
): Patience {
  let failures = 0;
  let sinceMs: number | undefined;
  return {
    async afterFailure(error) {
      signal.throwIfAborted();
      if (!(error instanceof Error) || !isPassing(error)) throw error;
      failures += 1;
      sinceMs ??= clock.now();
      const isOver =
        error instanceof PoolUnreachable
          ? failures >= (error.maxTries ?? Infinity) || clock.now() - sinceMs >= reachMs
          : failures >= maxFailures;
      if (isOver) {
        throw new PoolUnavailable('fault', `${error.message} (${failures} times in a row)`, { cause: error });
      }
      // out of reach for all alike: who comes again at once would only be one of a crowd
      const mostMs = error instanceof PoolUnreachable ? MAX_DELAY_MS : MAX_UNKNOWN_DELAY_MS;
      const leastMs = error instanceof PoolUnreachable ? error.delayMs : 100;
      const inMs = Math.round((0.5 + random()) * Math.min(mostMs, leastMs * 2 ** Math.min(failures, 8)));
      say({ type: 'retrying', error, inMs });
      await clock.sleep(inMs, signal);
    },
    reset() {
      failures = 0;
      sinceMs = undefined;
    },
  };
}

function isBadLuck(error: Error): boolean {
  return error instanceof OutcomeUnknown || error instanceof PoolUnreachable;
}

/**
 * A snapshot, in spite of a pool that fails for a while. It counts by itself unless told otherwise: a pool that can be
 * read, but takes no commit, is to be given up all the same.
 */
export async function look(context: FlowContext, failing = patience(context)): Promise<Snapshot> {
  for (;;) {
    try {
      const snapshot = await context.pool.snapshot(context.signal);
      failing.reset();
      return snapshot;
    } catch (error) {
      await failing.afterFailure(error);
    }
  }
}

export interface Advance {
  /** What was committed, if it was; `unknown` until a snapshot shows the own id. */
  readonly result: Extract<CommitResult, { kind: 'committed' }> | 'unknown' | undefined;
  /** To decide upon next; undefined: look again. */
  readonly next: Snapshot | undefined;
}

/**
 * Commits once. Whatever comes of it, the caller decides anew from what it then sees. `onUnknown` hears until when an
 * unknown outcome may still take effect, in ms of the bastion's uptime, and before anything can break the flow off.
 */
export async function advance(
  context: FlowContext,
  seen: Snapshot,
  change: Change,
  failing: Patience,
  onUnknown?: (untilMs: number | undefined) => void,
): Promise<Advance> {
  const { pool, clock, signal, random } = context;
  try {
    const result = await pool.commit(seen, change, signal);
    switch (result.kind) {
      case 'committed':
        failing.reset();
        return { result, next: undefined };
      case 'conflict':
        failing.reset();
        return { result: undefined, next: result.snapshot };
      case 'busy':
        await clock.sleep(20 + random() * 200, signal);
        return { result: undefined, next: undefined };
    }
  } catch (error) {
    if (error instanceof OutcomeUnknown) onUnknown?.(error.deadlineUptimeMs);
    await failing.afterFailure(error);
    return { result: 'unknown', next: undefined };
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
