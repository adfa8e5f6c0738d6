import { isPoolError } from '../pool/pool';
import { isGivenBack } from '../protocol/given-back';
import { decideQuit } from '../protocol/quit';
import type { Told } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { nextUpkeepAtMs, settlingSince, upkeepVerbs } from '../protocol/upkeep';
import { advance, patience, type FlowContext, type Patience } from './flow';
import type { Lease } from './lease';

export interface Holding {
  /** Called once, when the job is asked to leave. */
  readonly onQuit: (told: Told) => void;
  /** After each good heartbeat, with the own clock's time just before it was sent: the lease lives its ttl from there. */
  readonly onBeat: (sentAtMs: number) => void;
  /** Just before the take was sent. */
  readonly sinceMs: number;
  /** How often to look for a quit request, in ms. */
  readonly everyMs?: number;
}

/** Why a lease can't be held any more; `released`: another process of its job gave it back. */
export type Lost = 'taken' | 'expired' | 'released';

/**
 * Keeps a lease: beats, hands a quit request on, and keeps the lock as bash must see it. Resolves when the lease is lost;
 * rejects with the signal's reason. One heartbeat that fails is not fatal, the ttl's worth of them is.
 */
export async function hold(context: FlowContext, lease: Lease, holding: Holding): Promise<Lost> {
  const { pool, clock, say, signal } = context;
  const { id, hosts, ttlMs, heartbeatMs } = lease;
  let goodAtMs = holding.sinceMs;
  let dueAtMs = goodAtMs + heartbeatMs;
  let told: Told | undefined;
  let settlingSinceMs: number | undefined;
  let isOver = false;
  // bounded by the ttl, not by a count: a pool that is out of reach may come back, and so may room on a full disk
  const failing = patience(context, { maxFailures: Infinity, reachMs: Infinity, isPassing: isPoolError });
  for (let next: Snapshot | undefined; ;) {
    signal.throwIfAborted();
    if (clock.now() >= goodAtMs + ttlMs) return 'expired';
    try {
      if (clock.now() >= dueAtMs) {
        const sentAtMs = clock.now();
        const { kind } = await pool.beat(id, hosts, signal);
        if (kind === 'expired') return 'expired';
        if (kind === 'alive') {
          goodAtMs = sentAtMs;
          holding.onBeat(sentAtMs);
        }
        // what became of a lease that has no heartbeat any more shows in the records
        isOver = kind !== 'alive';
        dueAtMs = sentAtMs + heartbeatMs;
      }
      const snapshot: Snapshot = next ?? (await pool.snapshot(signal));
      next = undefined;
      if (isOver) return isGivenBack(snapshot, id, hosts) ? 'released' : 'taken';
      const seenAtMs = clock.now();
      settlingSinceMs = settlingSince(snapshot, id, hosts, settlingSinceMs);
      const decision = decideQuit(snapshot, id, hosts);
      const options = { keeper: lease.keeper, settleMs: lease.settleMs, settlingSinceMs };
      const upkeep = decision.kind === 'lost' ? [] : upkeepVerbs(snapshot, id, hosts, options);
      // a missing lock is put back before anything can be written into the record
      const due = decision.kind === 'carry-on' ? [] : decision.verbs;
      const verbs = upkeep.length > 0 ? upkeep : due;
      if (verbs.length > 0) {
        next = await keepUp(context, snapshot, { hosts, verbs }, failing);
        continue;
      }
      if (decision.kind === 'lost') return endOf(snapshot, lease);
      if (decision.kind === 'quit' && told === undefined) {
        told = decision.told;
        say({ type: 'told', told });
        holding.onQuit(told);
      }
      failing.reset();
      const beatAtMs = snapshot.uptimeMs + Math.max(0, dueAtMs - seenAtMs);
      const untilUptimeMs = Math.min(beatAtMs, nextUpkeepAtMs(snapshot, id, hosts, options));
      const watched = await pool.watch(snapshot, { everyMs: holding.everyMs ?? 3000, untilUptimeMs }, signal);
      // by the pool's clock, which is ahead of what is known of it here by as long as its answer took
      if (watched === 'due' && untilUptimeMs === beatAtMs) dueAtMs = clock.now();
    } catch (error) {
      signal.throwIfAborted();
      await failing.afterFailure(error);
    }
  }
}

async function keepUp(
  context: FlowContext,
  snapshot: Snapshot,
  change: Parameters<typeof advance>[2],
  failing: Patience,
): Promise<Snapshot | undefined> {
  const { result, next } = await advance(context, snapshot, change, failing);
  if (result !== undefined && result !== 'unknown' && result.putBack.length > 0) {
    context.say({ type: 'lock-put-back', hosts: result.putBack });
  }
  return next;
}

function endOf(snapshot: Snapshot, { id, hosts }: Lease): Lost {
  if (isGivenBack(snapshot, id, hosts)) return 'released';
  // do all records still carry the lease? Then it ended by itself, and nobody has taken it
  const records = hosts.map((host) => snapshot.hosts.get(host)?.record);
  const isOurs = records.every(
    (record) => record?.id === id && record.state !== 'lost' && record.state !== 'free',
  );
  return isOurs ? 'expired' : 'taken';
}
