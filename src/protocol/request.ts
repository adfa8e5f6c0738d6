import type { HostGroups } from './host';
import type { Claim } from './order';
import type { ProductVersion } from './product-version';
import type { Details, LeaseRecord } from './record';
import type { Snapshot, Waiter } from './snapshot';
import type { Identity } from './verbs';

/** What a job asks for. */
export interface AcquireRequest {
  readonly who: Identity;
  readonly groups: HostGroups;
  readonly priority: number;
  readonly version: ProductVersion;
  /** Of the place in the queue, for which the waiting process beats. */
  readonly waiterTtlMs: number;
  /** Of the lease. */
  readonly ttlMs: number;
  readonly maxHoldMs: number;
  readonly settleMs: number;
  readonly ifBusy: 'wait' | 'skip' | 'fail';
  /** A person's hold instead of a job's lease. */
  readonly kind?: 'hold' | undefined;
  /** The id of a lease that this job gave way with: its seniority is this request's, if it left any. */
  readonly resumes?: string | undefined;
  /** Goes into the record as it is; `keeper`, `heartbeatMs`, `preempts` and the like are read from it. */
  readonly details: Details;
}

/**
 * What a job asks for that gave way, and comes back for the place that it had. The time that it has waited counts on, so that
 * newer jobs that come again and again do not keep it from starving.
 */
export function requestAgain(request: AcquireRequest, id: string, waitedMs: number): AcquireRequest {
  const { who, details } = request;
  const waitedBeforeMs = (details.waitedBeforeMs ?? 0) + Math.round(waitedMs);
  return { ...request, who: { ...who, id }, resumes: who.id, details: { ...details, waitedBeforeMs } };
}

/** The leases that a request has already, by host. */
export function ownRecords(snapshot: Snapshot, request: AcquireRequest): [string, LeaseRecord][] {
  return [...snapshot.hosts.values()].flatMap(({ host, record }) =>
    record?.id === request.who.id && ['settling', 'held', 'quitting'].includes(record.state)
      ? [[host, record]]
      : [],
  );
}

/** The place that a request has in the queue. */
export function ownWaiter(snapshot: Snapshot, request: AcquireRequest): Waiter | undefined {
  return snapshot.waiters.find(({ id }) => id === request.who.id);
}

/** A request that has no file yet, as it will look once it has. */
export function asWaiter(snapshot: Snapshot, request: AcquireRequest, claim: Claim): Waiter {
  const { id, priority, version, arrivalNs } = claim;
  const { who, waiterTtlMs, details, groups } = request;
  const record: LeaseRecord = {
    format: '1',
    id,
    owner: who.owner,
    attempt: who.attempt,
    tenant: snapshot.caller.tenant,
    priority,
    version,
    kind: 'lease',
    state: 'waiting',
    token: 0,
    stampNs: arrivalNs,
    previousStampNs: 0n,
    ttlMs: waiterTtlMs,
    until: { startMs: snapshot.uptimeMs, durationMs: 0, bootId: snapshot.bootId },
    details: { ...details, groups },
  };
  return { id, record, files: [], version, priority, arrivalNs };
}
