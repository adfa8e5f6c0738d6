import { decideExpiry, isInQueue, lockOwner } from './expiry';
import { claimOfHolder, claimOfWaiter, compareClaims } from './order';
import { isNewerMinor } from './product-version';
import type { Details, LeaseRecord, Told } from './record';
import { spanAgeMs, spanEndMs, type Snapshot, type Waiter } from './snapshot';
import { DEFAULTS } from './timing';
import type { Verb } from './verbs';

/** What a holder is told at a checkpoint. The first quit never moves: it is in the record from then on. */
export type QuitDecision =
  | { readonly kind: 'carry-on' }
  | { readonly kind: 'quit'; readonly told: Told; readonly verbs: readonly Verb[] }
  | { readonly kind: 'lost'; readonly verbs: readonly Verb[] };

/** Must the holder of these hosts leave? `verbs` are what has to be committed before the answer counts. */
export function decideQuit(snapshot: Snapshot, id: string, hosts: readonly string[]): QuitDecision {
  const records: LeaseRecord[] = [];
  for (const host of hosts) {
    const record = snapshot.hosts.get(host)?.record;
    const life = decideExpiry(snapshot, host);
    if (record?.id !== id || life.state !== 'live') return { kind: 'lost', verbs: [] };
    if (lockOwner(snapshot.hosts.get(host)) === 'foreign')
      return { kind: 'lost', verbs: [{ verb: 'lose', host }] };
    records.push(record);
  }
  const told = records.find((record) => record.details.told !== undefined)?.details.told;
  if (told !== undefined) return { kind: 'quit', told, verbs: [] };
  for (const [index, record] of records.entries()) {
    const preemptor = findPreemptor(snapshot, hosts[index] ?? '', record);
    if (preemptor === undefined) continue;
    const told = tellingOf(snapshot, record, preemptor);
    return { kind: 'quit', told, verbs: tellVerbs(snapshot, id, hosts, { ...record.details, told }) };
  }
  return { kind: 'carry-on' };
}

/**
 * Only a lease that stands can be told. One that settles again, because its lock had been missing, is confirmed first:
 * its job leaves anyway. Empty while a lock is missing: that is put back first.
 */
function tellVerbs(snapshot: Snapshot, id: string, hosts: readonly string[], details: Details): Verb[] {
  const views = hosts.map((host) => snapshot.hosts.get(host));
  if (views.some((view) => lockOwner(view) !== 'ours')) return [];
  const settling = hosts.filter((_, index) => views[index]?.record?.state === 'settling');
  if (settling.length > 0) return [{ verb: 'held', id, hosts: settling }];
  return [{ verb: 'tell', id, hosts, details }];
}

/** The first in the queue of those that ask this holder to leave and may. */
export function findPreemptor(snapshot: Snapshot, host: string, record: LeaseRecord): Waiter | undefined {
  return snapshot.waiters
    .filter((waiter) => waiter.files.some((file) => file.host === host && !file.queued))
    .filter((waiter) => waiter.id !== record.id && isInQueue(snapshot, waiter))
    .filter((waiter) => mayPreempt(snapshot, waiter, record))
    .sort((a, b) => compareClaims(claimOfWaiter(snapshot, a), claimOfWaiter(snapshot, b)))[0];
}

/** Which rule keeps a waiter from making a holder leave, whenever it asks. May grow. */
export type PreemptionBar =
  | 'hold'
  | 'not-preemptible'
  | 'preempts-nobody'
  /** A bash waiter that let the host pass before this holder took it. */
  | 'passed-over'
  /** Its priority is lower. */
  | 'priority'
  /** Its priority is the same, and its major.minor no newer. */
  | 'version'
  /** The holder's place in the queue, frozen at its take, is ahead of it. */
  | 'place';

/** By which rule a waiter may make a holder leave, or why it may not. */
export type Preemption =
  | { readonly kind: 'may'; readonly rule: 'priority' | 'version' }
  /** As if it may, but for the exempt time. */
  | { readonly kind: 'exempt'; readonly untilMs: number; readonly rule: 'priority' | 'version' }
  | { readonly kind: 'may-not'; readonly rule: PreemptionBar };

/**
 * A waiter preempts a holder if its priority is higher, or equal with a newer major.minor, and it stands ahead of the
 * holder's frozen place; never a hold, never one that is not preemptible, never within its exempt time. A bash waiter
 * that let the host pass before this holder took it is no longer ahead of it.
 */
export function decidePreemption(snapshot: Snapshot, waiter: Waiter, record: LeaseRecord): Preemption {
  const rule = waiter.priority === record.priority ? 'version' : 'priority';
  const bar = preemptionBar(snapshot, waiter, record, rule);
  if (bar !== undefined) return { kind: 'may-not', rule: bar };
  const untilMs = exemptUntilMs(snapshot, record);
  return untilMs <= snapshot.uptimeMs ? { kind: 'may', rule } : { kind: 'exempt', untilMs, rule };
}

export function mayPreempt(snapshot: Snapshot, waiter: Waiter, record: LeaseRecord): boolean {
  return decidePreemption(snapshot, waiter, record).kind === 'may';
}

/** As mayPreempt, but for the exempt time, which ends. */
export function outranks(snapshot: Snapshot, waiter: Waiter, record: LeaseRecord): boolean {
  return decidePreemption(snapshot, waiter, record).kind !== 'may-not';
}

function preemptionBar(
  snapshot: Snapshot,
  waiter: Waiter,
  record: LeaseRecord,
  rule: 'priority' | 'version',
): PreemptionBar | undefined {
  if (record.kind === 'hold') return 'hold';
  if (record.details.preemptible === false) return 'not-preemptible';
  if (waiter.record?.details.preempts === false) return 'preempts-nobody';
  if (waiter.record === undefined && record.details.passedOver?.includes(waiter.id) === true)
    return 'passed-over';
  const isMore =
    rule === 'priority' ? waiter.priority > record.priority : isNewerMinor(waiter.version, record.version);
  if (!isMore) return rule;
  return compareClaims(claimOfWaiter(snapshot, waiter), claimOfHolder(record)) < 0 ? undefined : 'place';
}

/** Until when a lease can't be preempted, in ms of uptime. */
export function exemptUntilMs(snapshot: Snapshot, record: LeaseRecord): number {
  return (
    snapshot.uptimeMs - spanAgeMs(snapshot, record.until) + (record.details.exemptMs ?? DEFAULTS.exemptMs)
  );
}

/** How long a holder that has been told may still stay, in ms; negative once it is overdue. */
export function graceLeftMs(snapshot: Snapshot, told: Told): number {
  return spanEndMs(snapshot, told.grace) - snapshot.uptimeMs;
}

/** What a job is called in what others read: its name, its id, or that it is a bash job. */
export function jobName(waiter: Waiter): string {
  return waiter.record === undefined ? 'a bash job' : (waiter.record.details.job ?? waiter.record.owner);
}

function tellingOf(snapshot: Snapshot, record: LeaseRecord, preemptor: Waiter): Told {
  const graceMs = record.details.graceMs ?? DEFAULTS.graceMs;
  const nowMs = Number(snapshot.wallNs / 1_000_000n);
  return {
    byId: preemptor.id,
    byJob: jobName(preemptor),
    byVersion: preemptor.version.text,
    atMs: nowMs,
    graceUntilMs: nowMs + graceMs,
    grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
  };
}
