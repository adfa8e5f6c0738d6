import { availabilityOf, isFree, type Availability } from './availability';
import { blockersAt, blockersEndAtMs } from './blocked';
import { waiterEndsAtMs } from './expiry';
import { hostsOf } from './host';
import { starvesAtMs, type Claim } from './order';
import { freeForMs, waitersAhead, type Ahead, type LastSeenTaken } from './queue';
import { decidePreemption } from './quit';
import { ownWaiter, type AcquireRequest } from './request';
import { isSameJob, silentAtMs } from './same-job';
import type { Snapshot, Waiter } from './snapshot';
import { DEFAULTS } from './timing';

/** What a waiting job can say of itself. */
export interface WaitReport {
  readonly hosts: readonly { readonly host: string; readonly availability: Availability }[];
  readonly ahead: readonly Ahead[];
  /** Settling, or an earlier attempt of this very job that may still be alive. */
  readonly because: 'queue' | 'settling' | 'earlier-attempt';
  readonly target: string | undefined;
}

/** Who has the hosts that a request wants, and who is ahead. */
export function reportOf(snapshot: Snapshot, request: AcquireRequest, claim: Claim | undefined): WaitReport {
  const hosts = hostsOf(request.groups).map((host) => ({
    host,
    availability: availabilityOf(snapshot, host),
  }));
  const isEarlierAttempt = hosts.some(
    ({ availability }) => availability.state === 'held' && isSameJob(snapshot, request, availability.holder),
  );
  const ahead = claim === undefined ? [] : hosts.flatMap(({ host }) => waitersAhead(snapshot, host, claim));
  return {
    hosts,
    ahead: [...new Map(ahead.map((one) => [one.waiter.id, one])).values()],
    because: isEarlierAttempt ? 'earlier-attempt' : 'queue',
    target: ownWaiter(snapshot, request)?.files.find((file) => !file.queued)?.host,
  };
}

/**
 * The next instant at which time alone changes something: an expiry, an end of rest, an earlier attempt fallen silent, the
 * own starving, the end of an exempt time. Where others are ahead in any case, only that the last of them has died.
 */
export function nextChangeMs(
  snapshot: Snapshot,
  request: AcquireRequest,
  seen: LastSeenTaken,
  hosts: readonly string[],
  claim: Claim,
): number | undefined {
  const instants = hosts.flatMap((host) => {
    const blockers = blockersAt(snapshot, request, host, claim);
    if (blockers.length > 0) return [blockersEndAtMs(snapshot, blockers)];
    const ahead = waitersAhead(snapshot, host, claim).map(({ waiter }) =>
      waiter.record === undefined && isFree(snapshot, host)
        ? snapshot.uptimeMs + DEFAULTS.bashPatienceMs - freeForMs(snapshot, waiter, host, seen)
        : waiterEndsAtMs(snapshot, waiter) + 1,
    );
    return [...ahead, ...holderInstants(snapshot, request, host)];
  });
  const own = ownWaiter(snapshot, request);
  if (own !== undefined) {
    instants.push(
      starvesAtMs(snapshot, own),
      ...hosts.flatMap((host) => exemptInstants(snapshot, own, host)),
    );
  }
  const future = instants.filter((at) => at > snapshot.uptimeMs);
  const nextMs = Math.min(...future);
  return nextMs === Infinity ? undefined : nextMs;
}

/** One that may ask one of several holders asks none before its exempt time is over. */
function exemptInstants(snapshot: Snapshot, own: Waiter, host: string): number[] {
  const availability = availabilityOf(snapshot, host);
  if (availability.state !== 'held') return [];
  const preemption = decidePreemption(snapshot, own, availability.holder);
  return preemption.kind === 'exempt' ? [preemption.untilMs] : [];
}

function holderInstants(snapshot: Snapshot, request: AcquireRequest, host: string): number[] {
  const availability = availabilityOf(snapshot, host);
  switch (availability.state) {
    case 'held': {
      const { holder, endsAtMs } = availability;
      return isSameJob(snapshot, request, holder)
        ? [endsAtMs + 1, silentAtMs(snapshot, holder)]
        : [endsAtMs + 1];
    }
    case 'resting':
      return [availability.untilMs + 1];
    case 'bash':
      return availability.untilMs === undefined ? [] : [availability.untilMs];
    case 'free':
    case 'broken':
      return [];
  }
}
