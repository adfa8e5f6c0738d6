/** A pool as a bad day shows it: conflicts, replies and requests that get lost, commits that take effect late. */
import { OutcomeUnknown, type CommitResult, type Pool } from '../../src/pool/pool';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';

/** How many of each; they come in this order, each on a commit of its own. */
export interface FlakyPlan {
  /** Commits answered by a conflict with a fresh snapshot, whatever they ask. Default 1. */
  readonly conflicts?: number;
  /** Commits that never reach the pool; the outcome is unknown. Default 0. */
  readonly lostRequests?: number;
  /** Commits that take effect only when `applyLate` is called; the outcome is unknown. Default 0. */
  readonly late?: number;
  /** Commits that take effect, and whose reply is lost; the outcome is unknown. Default 1. */
  readonly lostReplies?: number;
  /** Heartbeats that take effect, and whose reply is lost. Default 1. */
  readonly lostBeats?: number;
  /** Heartbeats that never reach the pool. Default 0. */
  readonly lostBeatRequests?: number;
}

export type Fault = keyof FlakyPlan;

export interface FlakyPool extends Pool {
  /** What went wrong so far, so that a test can tell that its flow met it. */
  readonly faults: readonly Fault[];
  /** Sends what was held back, in order, as it stood. */
  applyLate(): Promise<CommitResult[]>;
}

const DEADLINE_MS = 10_000;

/** By default one conflict, one lost reply of a commit and one of a heartbeat; then it does as the pool does. */
export function flakyPool(pool: Pool, plan: FlakyPlan = {}): FlakyPool {
  const left: Record<Fault, number> = {
    conflicts: 1,
    lostRequests: 0,
    late: 0,
    lostReplies: 1,
    lostBeats: 1,
    lostBeatRequests: 0,
    ...plan,
  };
  const faults: Fault[] = [];
  const heldBack: [Snapshot, Change][] = [];

  /** The first of these that is still to come. */
  const next = (...kinds: Fault[]): Fault | undefined => {
    const fault = kinds.find((kind) => left[kind] > 0);
    if (fault !== undefined) {
      left[fault] -= 1;
      faults.push(fault);
    }
    return fault;
  };

  return {
    name: pool.name,
    faults,
    snapshot: (signal) => pool.snapshot(signal),
    watch: (seen, options, signal) => pool.watch(seen, options, signal),
    journal: (lines, signal) => pool.journal(lines, signal),
    list: (signal) => pool.list(signal),
    close: () => pool.close(),
    async commit(seen, change, signal) {
      signal?.throwIfAborted();
      const fault = next('conflicts', 'lostRequests', 'late', 'lostReplies');
      if (fault === undefined) return pool.commit(seen, change, signal);
      if (fault === 'conflicts') return { kind: 'conflict', snapshot: await pool.snapshot(signal) };
      if (fault === 'late') heldBack.push([seen, change]);
      if (fault === 'lostReplies') await pool.commit(seen, change, signal);
      throw new OutcomeUnknown(`${pool.name}: ${fault}`, seen.uptimeMs + DEADLINE_MS);
    },
    async beat(id, hosts, signal) {
      signal?.throwIfAborted();
      const fault = next('lostBeatRequests', 'lostBeats');
      if (fault === undefined) return pool.beat(id, hosts, signal);
      if (fault === 'lostBeats') await pool.beat(id, hosts, signal);
      throw new OutcomeUnknown(`${pool.name}: ${fault}`, undefined);
    },
    async applyLate() {
      const results: CommitResult[] = [];
      for (const [seen, change] of heldBack.splice(0)) results.push(await pool.commit(seen, change));
      return results;
    },
  };
}
