/** What a person does with other jobs' leases and places: each a loop of snapshot, decide, commit. */
import type { Details, LeaseRecord, Told } from '../protocol/record';
import { liveRecord } from '../protocol/expiry';
import type { Snapshot, Waiter } from '../protocol/snapshot';
import type { Verb } from '../protocol/verbs';
import { advance, look, patience, type FlowContext } from './flow';

/** What is to be done, or the answer, once there is nothing to do any more. */
type Step<T> =
  { readonly hosts: readonly string[]; readonly verbs: readonly Verb[] } | { readonly answer: T };

/** Decides and commits until the answer shows in a snapshot, so that a lost reply is no special case. */
async function untilAnswered<T>(context: FlowContext, decide: (snapshot: Snapshot) => Step<T>): Promise<T> {
  const failing = patience(context);
  for (let next: Snapshot | undefined; ;) {
    const snapshot: Snapshot = next ?? (await look(context));
    const step = decide(snapshot);
    if ('answer' in step) return step.answer;
    next = (await advance(context, snapshot, step, failing)).next;
  }
}

/** The lease that lives on a host; undefined where there is none, or another job's lock. */
function leaseOn(snapshot: Snapshot, host: string): LeaseRecord | undefined {
  const record = snapshot.hosts.get(host)?.record;
  return record === undefined ? undefined : liveRecord(snapshot, host, record.id);
}

/** All hosts of the lease that a host is part of. */
function hostsOf(snapshot: Snapshot, { id }: LeaseRecord): string[] {
  return [...snapshot.hosts.values()].filter(({ record }) => record?.id === id).map(({ host }) => host);
}

export interface EvictRequest {
  readonly by: string;
  readonly reason: string;
  readonly graceMs: number;
}

export type Evicted =
  | {
      readonly kind: 'evicted';
      readonly record: LeaseRecord;
      readonly hosts: readonly string[];
      readonly told: Told;
    }
  | { readonly kind: 'not-held' | 'on-hold' };

/**
 * Ends the lease that lives on a host: its job is told now, and has `graceMs`; after that and the time that its keeper needs
 * to notice, the lease is over, whatever the job does. All hosts of the lease go with it.
 */
export function evict(context: FlowContext, host: string, request: EvictRequest): Promise<Evicted> {
  const { by, reason, graceMs } = request;
  const note = `evicted by ${by}: ${reason}`;
  let first: string | undefined;
  return untilAnswered<Evicted>(context, (snapshot) => {
    const record = leaseOn(snapshot, host);
    // somebody else's by now: that one is not to be evicted
    if (record === undefined || (first !== undefined && record.id !== first))
      return { answer: { kind: 'not-held' } };
    if (record.kind === 'hold') return { answer: { kind: 'on-hold' } };
    first = record.id;
    const hosts = hostsOf(snapshot, record);
    const { told } = record.details;
    if (record.details.note === note && told !== undefined)
      return { answer: { kind: 'evicted', record, hosts, told } };
    const details: Details = { ...record.details, note, told: evictionOf(snapshot, record, request) };
    return { hosts, verbs: [{ verb: 'evict', id: record.id, hosts, graceMs, details }] };
  });
}

/** An earlier end of grace stays: the first answer never moves to a later one. */
function evictionOf(snapshot: Snapshot, record: LeaseRecord, { by, graceMs }: EvictRequest): Told {
  const nowMs = Number(snapshot.wallNs / 1_000_000n);
  const before = record.details.told;
  if (before !== undefined && before.graceUntilMs <= nowMs + graceMs) return before;
  return {
    byId: '-',
    byJob: by,
    byVersion: before?.byVersion ?? '-',
    atMs: before?.atMs ?? nowMs,
    graceUntilMs: nowMs + graceMs,
    grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
  };
}

export type Unheld =
  { readonly kind: 'released'; readonly record: LeaseRecord } | { readonly kind: 'not-on-hold' };

/** Ends a person's hold; never a job's lease. */
export function unhold(context: FlowContext, host: string): Promise<Unheld> {
  let held: LeaseRecord | undefined;
  return untilAnswered<Unheld>(context, (snapshot) => {
    const record = leaseOn(snapshot, host);
    if (record?.kind !== 'hold' || (held !== undefined && record.id !== held.id)) {
      return { answer: held === undefined ? { kind: 'not-on-hold' } : { kind: 'released', record: held } };
    }
    held = record;
    const hosts = hostsOf(snapshot, record);
    return { hosts, verbs: [{ verb: 'free', id: record.id, hosts, leave: 'end', details: undefined }] };
  });
}

/** Which waiter: by the id of its request, or by its owner. */
export type WhichWaiter = { readonly id: string } | { readonly owner: string };

export type Amended =
  { readonly kind: 'amended'; readonly waiter: Waiter } | { readonly kind: 'not-waiting' };

function waiterOf(snapshot: Snapshot, which: WhichWaiter): Waiter | undefined {
  return snapshot.waiters.find(({ id, record }) =>
    record === undefined ? false : 'id' in which ? id === which.id : record.owner === which.owner,
  );
}

/** Gives a waiter another priority; its job learns of it by its own next look. */
export function bump(context: FlowContext, which: WhichWaiter, priority: number): Promise<Amended> {
  return untilAnswered<Amended>(context, (snapshot) => {
    const waiter = waiterOf(snapshot, which);
    if (waiter === undefined) return { answer: { kind: 'not-waiting' } };
    if (waiter.priority === priority) return { answer: { kind: 'amended', waiter } };
    return { hosts: [], verbs: [{ verb: 'amend', id: waiter.id, priority, details: undefined }] };
  });
}

/** Takes a waiter out of the queue: its acquire ends, and says by whom and why. */
export function cancel(
  context: FlowContext,
  which: WhichWaiter,
  cancelled: { readonly by: string; readonly reason: string },
): Promise<Amended> {
  return untilAnswered<Amended>(context, (snapshot) => {
    const waiter = waiterOf(snapshot, which);
    if (waiter?.record === undefined) return { answer: { kind: 'not-waiting' } };
    const { details } = waiter.record;
    if (details.cancelled !== undefined) return { answer: { kind: 'amended', waiter } };
    const verb: Verb = {
      verb: 'amend',
      id: waiter.id,
      priority: undefined,
      details: { ...details, cancelled },
    };
    return { hosts: [], verbs: [verb] };
  });
}

export type Noted =
  { readonly kind: 'noted'; readonly hosts: readonly string[] } | { readonly kind: 'not-held' };

/** Puts a note into the record of the lease on a host, or of the lease with an id. */
export function note(
  context: FlowContext,
  which: { readonly host: string } | { readonly id: string },
  text: string,
): Promise<Noted> {
  return untilAnswered<Noted>(context, (snapshot) => {
    const host =
      'host' in which
        ? which.host
        : [...snapshot.hosts.values()].find(({ record }) => record?.id === which.id)?.host;
    const record = host === undefined ? undefined : leaseOn(snapshot, host);
    if (record === undefined) return { answer: { kind: 'not-held' } };
    const hosts = hostsOf(snapshot, record);
    if (record.details.note === text) return { answer: { kind: 'noted', hosts } };
    return {
      hosts,
      verbs: [{ verb: 'note', id: record.id, hosts, details: { ...record.details, note: text } }],
    };
  });
}
