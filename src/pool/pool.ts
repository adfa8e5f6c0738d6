import type { Listing } from '../protocol/doctor';
import type { Snapshot } from '../protocol/snapshot';
import type { Change } from '../protocol/verbs';

/**
 * A directory of records for a set of hosts. Everything that reads or changes one goes through these calls; one
 * conformance suite runs against every kind.
 *
 * Each call rejects with PoolUnavailable or PoolUnreachable, with OutcomeUnknown where it might have taken effect all the same, or with the
 * signal's reason.
 */
export interface Pool {
  /** For people and lease files: what `--pool` was given. */
  readonly name: string;
  snapshot(signal?: AbortSignal): Promise<Snapshot>;
  /**
   * Compare-and-swap: takes effect only if the hosts named are, byte for byte, as `seen` has them. Once it is sent, a
   * signal that aborts gives its answer a moment more: it may resolve after all, or else rejects with OutcomeUnknown.
   */
  commit(seen: Snapshot, change: Change, signal?: AbortSignal): Promise<CommitResult>;
  /** Renews the leases on `hosts`, or with none the place in the queue. */
  beat(id: string, hosts: readonly string[], signal?: AbortSignal): Promise<BeatResult>;
  /**
   * Resolves when something may have changed since `seen`, or is due at `untilUptimeMs`. Looks every `everyMs`. A
   * heartbeat is no change, and for a while nothing is but to the files of `blocked`.
   */
  watch(seen: Snapshot, options: WatchOptions, signal: AbortSignal): Promise<Watched>;
  /** The last lines of the journal, oldest first. */
  journal(lines: number, signal?: AbortSignal): Promise<readonly string[]>;
  /** What lies in the pool's folders, whatever it is. */
  list(signal?: AbortSignal): Promise<Listing>;
  /** Ends the connection; no process is left. Idempotent. */
  close(): Promise<void>;
}

/** How long after being sent a commit may still begin, in ms; the program refuses it later. */
export const COMMIT_DEADLINE_MS = 10_000;

export type Watched = 'changed' | 'due';

export interface WatchOptions {
  readonly everyMs: number;
  readonly untilUptimeMs: number | undefined;
  /** Names of waiting and queue files: while they stand as they were seen, other changes are looked at once in `forMs` only. */
  readonly blocked?: { readonly by: readonly string[]; readonly forMs: number } | undefined;
}

export type CommitResult =
  | {
      readonly kind: 'committed';
      /** The fencing token of a take, in microseconds; 0 otherwise. */
      readonly token: number;
      /** Hosts whose lock another job's file kept out: the lease there is as good as lost. */
      readonly unlinked: readonly string[];
      /** Hosts that the lease did not hold. */
      readonly notHeld: readonly string[];
      /** Hosts that had been lost before they were given back. */
      readonly lost: readonly string[];
      /** Hosts whose missing lock was put back. */
      readonly putBack: readonly string[];
    }
  | { readonly kind: 'conflict'; readonly snapshot: Snapshot }
  /** The guard could not be had in time, or the request came too late: nothing was done. */
  | { readonly kind: 'busy' };

export type BeatResult =
  | { readonly kind: 'alive'; readonly missingLocks: readonly string[] }
  /** `gone`: the heartbeat is not there; `expired`: it came too late; `lost`: another job's. None ever comes back. */
  | { readonly kind: 'gone' | 'expired' | 'lost' };

/** Why a pool can't be used. The message says what happened, to what, and what to do. */
export type Unavailable =
  | 'no-folder'
  | 'permission'
  | 'no-space'
  | 'missing-tool'
  | 'nfs'
  | 'broken-record'
  | 'newer-format'
  | 'refused'
  /** A key, a passphrase, a file that can't be used. */
  | 'input'
  | 'auth'
  | 'host-key'
  | 'fault';

/** Nothing was changed, and trying again at once will not help. */
export class PoolUnavailable extends Error {
  constructor(
    readonly reason: Unavailable,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PoolUnavailable';
  }
}

/** Nothing was sent: the pool is out of reach for now, and may be back soon. */
export class PoolUnreachable extends Error {
  constructor(
    message: string,
    /** Not before so long should it be tried again, in ms. */
    readonly delayMs: number,
    /** After so many tries there is no use in another; undefined: as long as one has time. */
    readonly maxTries: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PoolUnreachable';
  }
}

/**
 * The request may or may not have taken effect, now or later, up to `deadlineUptimeMs` on the bastion's clock: look for
 * the own id before trying again.
 */
export class OutcomeUnknown extends Error {
  constructor(
    message: string,
    readonly deadlineUptimeMs: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutcomeUnknown';
  }
}

/** Is it the pool that is to blame, whatever the reason? */
export function isPoolError(error: unknown): error is PoolUnavailable | PoolUnreachable | OutcomeUnknown {
  return [PoolUnavailable, PoolUnreachable, OutcomeUnknown].some((kind) => error instanceof kind);
}
