/** Handing a lease to a process that beats for it, and leaving it without one. */
import { isGivenBack } from '../protocol/given-back';
import type { Details, Told } from '../protocol/record';
import { liveRecord } from '../protocol/expiry';
import type { Snapshot } from '../protocol/snapshot';
import { commandDeadlines } from '../protocol/timing';
import { deadlineSignal, type Clock } from './clock';
import { advance, asError, look, patience, type FlowContext } from './flow';
import { hold, type Lost } from './hold';
import type { Lease } from './lease';
import { release } from './release';

/** How a lease lives: by heartbeats of a process that stays, or for a long time by itself. */
export interface Living {
  readonly keeper: boolean;
  readonly ttlMs: number;
  /** With a keeper. */
  readonly heartbeatMs?: number;
  /** From now on a hold, which ends after ttlMs and gives way to nobody. */
  readonly kind?: 'hold';
  /** Why, for people. */
  readonly note?: string;
}

export type ChangeLiving =
  | {
      readonly kind: 'changed';
      readonly lease: Lease;
      /** Just before the commit was sent. */ readonly sentAtMs: number;
    }
  /** There is nothing to be kept: `released` by its own job, or not. */
  | { readonly kind: 'released' }
  | { readonly kind: 'lost' };

/** Makes a lease live another way from now on. Doing it twice is doing it once, but for a new sign of life. */
export async function changeLiving(
  context: FlowContext,
  lease: Lease,
  living: Living,
): Promise<ChangeLiving> {
  const { id, hosts } = lease;
  const failing = patience(context);
  for (let next: Snapshot | undefined; ;) {
    const snapshot: Snapshot = next ?? (await look(context));
    const records = hosts.map((host) => liveRecord(snapshot, host, id));
    const details = records[0]?.details;
    if (details === undefined || records.includes(undefined)) {
      return { kind: isGivenBack(snapshot, id, hosts) ? 'released' : 'lost' };
    }
    const sentAtMs = context.clock.now();
    const verb = {
      verb: 'keep',
      id,
      hosts,
      ttlMs: living.ttlMs,
      keeper: living.keeper,
      kind: living.kind,
      details: detailsOf(details, living),
    } as const;
    const step = await advance(context, snapshot, { hosts, verbs: [verb] }, failing);
    next = step.next;
    // of unknown outcome: the same again, for it does no harm twice
    if (step.result === undefined || step.result === 'unknown') continue;
    const { keeper, ttlMs, heartbeatMs = lease.heartbeatMs } = living;
    return { kind: 'changed', sentAtMs, lease: { ...lease, keeper, ttlMs, heartbeatMs } };
  }
}

function detailsOf(details: Details, { keeper, heartbeatMs, note }: Living): Details {
  return {
    ...details,
    keeper,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(note === undefined ? {} : { note }),
  };
}

export interface Keeping {
  readonly ttlMs: number;
  readonly heartbeatMs: number;
  /** What becomes of the lease when this process is told to stop: it lives on so long without a keeper, or is given back. */
  readonly onEnd: { readonly kind: 'keep'; readonly leaseTtlMs: number } | { readonly kind: 'release' };
  /** Called once, when the job is asked to leave. */
  readonly onQuit: (told: Told) => void;
  /** Called once, when this process beats for the lease. */
  readonly onKept: (lease: Lease) => void;
  /** Called when heartbeats have failed for so long that a job must leave now to be gone before the lease is. */
  readonly onOverdue?: () => void;
  /** How often to look for a quit request, in ms. */
  readonly everyMs?: number;
}

export type KeepResult =
  /** The signal ended it: the lease lives on, or was given back. */
  | { readonly kind: 'ended'; readonly left: 'kept' | 'released' | 'lost' | 'unknown' }
  /** Another process of the job has given the hosts back. */
  | { readonly kind: 'released' }
  | { readonly kind: 'lost'; readonly how: Exclude<Lost, 'released'> };

/** How long the last act may take once the signal has come: whoever sent it kills soon. */
const LAST_ACT_MS = 4000;

/**
 * Beats for a lease that is there already, until it is given back or lost, or until the signal; then makes an orderly end.
 * It changes nothing but this lease.
 */
export async function keep(context: FlowContext, lease: Lease, keeping: Keeping): Promise<KeepResult> {
  const { signal } = context;
  const { ttlMs, heartbeatMs } = keeping;
  const overdue = alarm(context.clock, commandDeadlines(ttlMs).terminateMs, () => keeping.onOverdue?.());
  try {
    const changed = await changeLiving(context, lease, { keeper: true, ttlMs, heartbeatMs });
    if (changed.kind === 'released') return changed;
    if (changed.kind === 'lost') return { kind: 'lost', how: 'taken' };
    overdue.set(changed.sentAtMs);
    keeping.onKept(changed.lease);
    const how = await hold(context, changed.lease, {
      onQuit: keeping.onQuit,
      onBeat: overdue.set,
      sinceMs: changed.sentAtMs,
      ...(keeping.everyMs === undefined ? {} : { everyMs: keeping.everyMs }),
    });
    return how === 'released' ? { kind: 'released' } : { kind: 'lost', how };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { kind: 'ended', left: await endOrderly(context, lease, keeping) };
  } finally {
    overdue.cancel();
  }
}

/** Calls back so long after the time that it was last set to; a call to the pool that hangs does not hold it up. */
function alarm(
  clock: Clock,
  afterMs: number,
  callback: () => void,
): { readonly set: (fromMs: number) => void; readonly cancel: () => void } {
  let timer: { cancel(): void } | undefined;
  const cancel = (): void => timer?.cancel();
  const set = (fromMs: number): void => {
    cancel();
    timer = clock.after(Math.max(0, fromMs + afterMs - clock.now()), callback);
  };
  return { set, cancel };
}

async function endOrderly(
  context: FlowContext,
  lease: Lease,
  { onEnd }: Keeping,
): Promise<Extract<KeepResult, { kind: 'ended' }>['left']> {
  const late = new Error(`the pool ${lease.pool} did not answer in time`);
  const { signal, cancel } = deadlineSignal(context.clock, LAST_ACT_MS, late);
  const last = { ...context, signal };
  try {
    if (onEnd.kind === 'release') {
      const { kind } = await release(last, { id: lease.id });
      return kind === 'lost' ? 'lost' : 'released';
    }
    const { kind } = await changeLiving(last, lease, { keeper: false, ttlMs: onEnd.leaseTtlMs });
    return kind === 'changed' ? 'kept' : kind;
  } catch (error) {
    context.say({ type: 'left-behind', error: asError(error) });
    return 'unknown';
  } finally {
    cancel();
  }
}
