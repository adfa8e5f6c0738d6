/** Other processes of the same job: a step that is run again, a later attempt of a workflow. */
import { decideExpiry, heartbeatAgeMs, isInQueue } from './expiry';
import { hostsOf } from './host';
import type { LeaseRecord } from './record';
import { ownWaiter, type AcquireRequest } from './request';
import type { Snapshot, Waiter } from './snapshot';
import { commandDeadlines, DEFAULTS } from './timing';

/** The same owner may run again, in a step that is repeated or a later attempt: it takes its own lease over. */
export function isSameJob(snapshot: Snapshot, request: AcquireRequest, record: LeaseRecord): boolean {
  const { id, owner } = request.who;
  return record.id !== id && record.owner === owner && record.tenant === snapshot.caller.tenant;
}

/** May this process have what an earlier one of the same job left? Not while that one has just given a sign of life. */
export function mayTakeOver(snapshot: Snapshot, request: AcquireRequest, record: LeaseRecord): boolean {
  if (!isSameJob(snapshot, request, record) || record.attempt > request.who.attempt) return false;
  return record.attempt < request.who.attempt || snapshot.uptimeMs >= silentAtMs(snapshot, record);
}

/**
 * From when on a process of this job counts as silent, in ms of uptime: two intervals after its last sign of life; but one
 * that keeps a lease while a command runs may be cut off from the pool only, so its command must be dead by its own
 * deadline first.
 */
export function silentAtMs(snapshot: Snapshot, record: LeaseRecord): number {
  const ageMs = heartbeatAgeMs(snapshot, record.id) ?? Infinity;
  const { heartbeatMs = DEFAULTS.heartbeatMs, keeper = false } = record.details;
  const isKept = keeper && record.state !== 'waiting';
  const silenceMs = isKept
    ? Math.max(2 * heartbeatMs, commandDeadlines(record.ttlMs).killMs)
    : 2 * heartbeatMs;
  return snapshot.uptimeMs - ageMs + silenceMs;
}

/** Has a later process of this job taken over what this one had, or a later attempt begun? */
export function isSuperseded(snapshot: Snapshot, request: AcquireRequest, wasRegistered: boolean): boolean {
  const hosts = hostsOf(request.groups);
  const others = [
    ...hosts.flatMap((host) => {
      const life = decideExpiry(snapshot, host);
      return life.state === 'live' ? [life.record] : [];
    }),
    ...snapshot.waiters
      .filter(
        (waiter) => waiter.files.some((file) => hosts.includes(file.host)) && isInQueue(snapshot, waiter),
      )
      .flatMap((waiter) => waiter.record ?? []),
  ].filter((record) => isSameJob(snapshot, request, record));
  if (others.some((record) => record.attempt > request.who.attempt)) return true;
  const isGone = ownWaiter(snapshot, request) === undefined && !snapshot.heartbeats.has(request.who.id);
  return wasRegistered && isGone && others.some((record) => record.attempt === request.who.attempt);
}

/** The place of an earlier process of this job, which this one may have. */
export function earlierPlace(snapshot: Snapshot, request: AcquireRequest): Waiter | undefined {
  const hosts = hostsOf(request.groups);
  return snapshot.waiters.find(
    ({ record, files }) =>
      record !== undefined &&
      mayTakeOver(snapshot, request, record) &&
      files.some((file) => hosts.includes(file.host)),
  );
}
