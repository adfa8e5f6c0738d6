/** Taking away what a request has left in a pool: its place, its lease. */
import { COMMIT_DEADLINE_MS, OutcomeUnknown } from '../pool/pool';
import { lockOwner } from '../protocol/expiry';
import { spanAgeMs, type Snapshot } from '../protocol/snapshot';
import { loseVerbs } from '../protocol/tidy';
import type { Verb } from '../protocol/verbs';
import { deadlineSignal } from './clock';
import { advance, asError, look, patience, type FlowContext } from './flow';

/** What was found of a request, and given up. */
export interface Left {
  /** Hosts that were given back, each with how long it had been held, in ms. */
  readonly freed: ReadonlyMap<string, number>;
  /** Hosts that somebody else had taken. */
  readonly lost: readonly string[];
  /** It gave way, and its seniority stays in the pool. */
  readonly hasTicket: boolean;
}

/** Commits of unknown outcome. */
export interface Underway {
  /** The uptime until which one may still take effect; undefined: there is none. */
  readonly unknownUntilMs?: number | undefined;
  /** It is a single one: once it has shown, nothing more comes. */
  readonly isOne?: boolean;
}

/** A deadline that is further off is of an uptime before a reboot, and with that all has gone that was under way. */
const MOST_UNDERWAY_MS = 2 * COMMIT_DEADLINE_MS;

/**
 * Removes every file of these requests and gives their hosts back, in one commit each; looks again until nothing is there.
 * Idempotent: what is gone already is simply not in the answer.
 *
 * Nothing counts as gone while an earlier commit may still take effect.
 */
export async function leave(
  context: FlowContext,
  findIds: (snapshot: Snapshot) => readonly string[],
  { unknownUntilMs: unknownMs = -Infinity, isOne = false }: Underway = {},
): Promise<Left> {
  let unknownUntilMs = unknownMs;
  const failing = patience(context);
  const freed = new Map<string, number>();
  const lost = new Set<string>();
  let hasTicket = false;
  for (let next: Snapshot | undefined; ;) {
    const snapshot = next ?? (await look(context));
    next = undefined;
    if (unknownUntilMs - snapshot.uptimeMs > MOST_UNDERWAY_MS) unknownUntilMs = -Infinity;
    const parts = findIds(snapshot).map((id) => partsOf(snapshot, id));
    if (isOne && parts.some((part) => part.verbs.length > 0)) unknownUntilMs = -Infinity;
    for (const part of parts) {
      for (const [host, heldMs] of part.held) freed.set(host, heldMs);
      for (const host of part.lost) lost.add(host);
    }
    const verbs = parts.flatMap((part) => part.verbs);
    hasTicket ||= verbs.some((verb) => verb.verb === 'free' && verb.leave === 'ticket');
    if (verbs.length > 0) {
      // of unknown outcome is as good: what still shows is given back again, and what comes late finds nothing of this id
      const step = await advance(context, snapshot, { hosts: [], verbs }, failing);
      next = step.next;
      if (step.result === 'unknown' || step.result === undefined) continue;
      for (const host of step.result.lost) lost.add(host);
      for (const host of [...step.result.notHeld, ...step.result.lost]) freed.delete(host);
      // only a lease ends for good at once: a take of its own may have come between the look and the end of a place
      const isAll = verbs.every(({ verb }) => verb === 'free');
      if (isAll && snapshot.uptimeMs > unknownUntilMs) return { freed, lost: [...lost], hasTicket };
      continue;
    }
    if (snapshot.uptimeMs > unknownUntilMs) return { freed, lost: [...lost], hasTicket };
    await context.clock.sleep(Math.min(500, unknownUntilMs - snapshot.uptimeMs + 10), context.signal);
  }
}

/** What a request has in the pool, and what takes it away. */
export interface Parts {
  readonly held: ReadonlyMap<string, number>;
  readonly lost: readonly string[];
  readonly verbs: readonly Verb[];
}

/** Pure, so that whatever drives a job in a time of its own can leave as this flow does. */
export function partsOf(snapshot: Snapshot, id: string): Parts {
  const held = new Map<string, number>();
  const lost: string[] = [];
  for (const view of snapshot.hosts.values()) {
    const { host, record } = view;
    if (record?.id !== id || record.state === 'free') continue;
    if (record.state === 'lost' || lockOwner(view) === 'foreign') lost.push(host);
    else held.set(host, spanAgeMs(snapshot, record.until));
  }
  // that another job's lock stands there is to be seen in the record and the journal before the lease goes
  const losing = loseVerbs(snapshot, lost);
  if (losing.length > 0) return { held: new Map(), lost, verbs: losing };
  const hosts = [...held.keys(), ...lost];
  const waiter = snapshot.waiters.find((one) => one.id === id);
  if (hosts.length > 0) {
    // who gave way may come back to the place that it had
    const wasTold = hosts.some((host) => snapshot.hosts.get(host)?.record?.details.told !== undefined);
    const leave = wasTold ? 'ticket' : 'end';
    return { held, lost, verbs: [{ verb: 'free', id, hosts, leave, details: undefined }] };
  }
  const isThere = waiter !== undefined || snapshot.heartbeats.has(id);
  return { held, lost, verbs: isThere ? [{ verb: 'unwait', id, arrivalNs: waiter?.arrivalNs }] : [] };
}

/**
 * Takes away what a request that was given up has left, within `budgetMs`, whatever made it end. Says so where it can't:
 * then the files go when they expire.
 */
export async function abandon(
  context: FlowContext,
  id: string,
  underway: Underway,
  budgetMs = 4000,
): Promise<void> {
  const late = new OutcomeUnknown(`the pool ${context.pool.name} did not answer in time`, undefined);
  const { signal, cancel } = deadlineSignal(context.clock, budgetMs, late);
  try {
    await leave({ ...context, signal }, () => [id], underway);
  } catch (error) {
    context.say({ type: 'left-behind', error: asError(error) });
  } finally {
    cancel();
  }
}
