import type { LeaseRecord } from './record';
import { spanEndMs, type HostView, type Snapshot, type Waiter } from './snapshot';
import { DEFAULTS, lockDelayMs } from './timing';

/** What a host's record is worth now. The program checks the same again before it gives a host away. */
export type Life =
  | { readonly state: 'free' | 'lost' }
  | { readonly state: 'live'; readonly record: LeaseRecord; readonly endsAtMs: number }
  /** Expired, but nobody may have it yet. */
  | { readonly state: 'resting'; readonly record: LeaseRecord; readonly untilMs: number }
  | { readonly state: 'expired'; readonly record: LeaseRecord };

/** Is the lease of a host alive? By heartbeat and ttl, and by `until`, on the bastion's uptime. */
export function decideExpiry(snapshot: Snapshot, host: string): Life {
  const record = snapshot.hosts.get(host)?.record;
  if (record === undefined || record.state === 'free') return { state: 'free' };
  if (record.state === 'lost') return { state: 'lost' };
  const endsAtMs = leaseEndsAtMs(snapshot, record);
  if (endsAtMs === undefined) return { state: 'expired', record };
  if (snapshot.uptimeMs <= endsAtMs) return { state: 'live', record, endsAtMs };
  const untilMs = endsAtMs + lockDelayMs(record.ttlMs);
  return snapshot.uptimeMs <= untilMs ? { state: 'resting', record, untilMs } : { state: 'expired', record };
}

/** The record of a host where the lease of this id lives, and the lock is no other job's. */
export function liveRecord(snapshot: Snapshot, host: string, id: string): LeaseRecord | undefined {
  const life = decideExpiry(snapshot, host);
  if (life.state !== 'live' || life.record.id !== id) return undefined;
  return lockOwner(snapshot.hosts.get(host)) === 'foreign' ? undefined : life.record;
}

/** The last instant at which a lease is live unless it is renewed; undefined where its heartbeat is gone. */
export function leaseEndsAtMs(snapshot: Snapshot, record: LeaseRecord): number | undefined {
  const untilMs = spanEndMs(snapshot, record.until);
  if (record.kind === 'hold') return untilMs;
  const ageMs = heartbeatAgeMs(snapshot, record.id);
  return ageMs === undefined ? undefined : Math.min(untilMs, snapshot.uptimeMs - ageMs + record.ttlMs);
}

/**
 * How long ago a request's process gave a sign of life, in ms; undefined where there is no heartbeat: it is dead. One that
 * can't be read counts as made just now, and one of another boot as made at uptime 0.
 */
export function heartbeatAgeMs(snapshot: Snapshot, id: string): number | undefined {
  const heartbeat = snapshot.heartbeats.get(id);
  if (heartbeat === undefined) return undefined;
  if (heartbeat === 'unreadable') return 0;
  const madeAtMs = heartbeat.bootId === snapshot.bootId ? heartbeat.uptimeMs : 0;
  return Math.max(0, snapshot.uptimeMs - madeAtMs);
}

/** Until when a waiter counts unless it gives a sign of life, in ms of uptime; bash jobs by the age of their file. */
export function waiterEndsAtMs(snapshot: Snapshot, waiter: Waiter): number {
  if (waiter.record === undefined) {
    const ageMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1_000_000n);
    return snapshot.uptimeMs - ageMs + DEFAULTS.legacyWaiterTtlMs;
  }
  const ageMs = heartbeatAgeMs(snapshot, waiter.id);
  return ageMs === undefined ? -1 : snapshot.uptimeMs - ageMs + waiter.record.ttlMs;
}

export function isWaiterAlive(snapshot: Snapshot, waiter: Waiter): boolean {
  return snapshot.uptimeMs <= waiterEndsAtMs(snapshot, waiter);
}

/** Is it in the queue: alive, and not taken out of it by a person? */
export function isInQueue(snapshot: Snapshot, waiter: Waiter): boolean {
  return waiter.record?.details.cancelled === undefined && isWaiterAlive(snapshot, waiter);
}

/** Whose lock file stands there: a lock whose content is a stamp of the record is ours, live or not. */
export function lockOwner(view: HostView | undefined): 'none' | 'ours' | 'foreign' {
  if (view === undefined || view.lockText === 'none') return 'none';
  const stamps = [view.record?.stampNs, view.record?.previousStampNs].map(String);
  return stamps.includes(view.lockText) ? 'ours' : 'foreign';
}

/**
 * When a bash job's lock expires, on the wall clock: LOCK_TIMEOUT after the later of its mtime and its content, the
 * content capped at mtime + LOCK_TIMEOUT. Undefined: never, for nobody has said LOCK_TIMEOUT.
 */
export function bashLockEndsAtNs(snapshot: Snapshot, view: HostView): bigint | undefined {
  const timeoutMs = snapshot.legacy?.lockTimeoutMs;
  if (timeoutMs === undefined || view.lockMtimeNs === undefined) return undefined;
  const timeoutNs = BigInt(timeoutMs) * 1_000_000n;
  const latestNs = view.lockMtimeNs + timeoutNs;
  const contentNs = /^\d{19}$/.test(view.lockText) ? BigInt(view.lockText) : 0n;
  const cappedNs = contentNs < latestNs ? contentNs : latestNs;
  return (cappedNs > view.lockMtimeNs ? cappedNs : view.lockMtimeNs) + timeoutNs;
}
