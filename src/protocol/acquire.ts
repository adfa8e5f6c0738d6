import { availabilityOf } from './availability';
import { blockedBy } from './blocked';
import { decideExpiry, lockOwner } from './expiry';
import { chooseHosts, hostsOf } from './host';
import { claimOfWaiter, type Claim } from './order';
import { couldTakeNow, noteTaken, waitersAhead, type LastSeenTaken } from './queue';
import { findPreemptor } from './quit';
import type { Details, LeaseRecord, Previous } from './record';
import { asWaiter, ownRecords, ownWaiter, type AcquireRequest } from './request';
import { earlierPlace, isSameJob, isSuperseded, mayTakeOver } from './same-job';
import type { Snapshot, Waiter } from './snapshot';
import { chooseTarget } from './target';
import { clearVerbs, expireVerbs, loseVerbs } from './tidy';
import { settlingSince } from './upkeep';
import type { Change, Verb } from './verbs';
import { nextChangeMs, reportOf, type WaitReport } from './wait-report';

/** What a client remembers between two decisions of one request. */
export interface AcquireMemory {
  readonly seen: LastSeenTaken;
  /** The uptime of the first snapshot that showed every own lock in place. */
  readonly settlingSinceMs: number | undefined;
  readonly wasRegistered: boolean;
}

export const NO_MEMORY: AcquireMemory = { seen: new Map(), settlingSinceMs: undefined, wasRegistered: false };

export type AcquireDecision =
  | { readonly kind: 'acquired'; readonly records: ReadonlyMap<string, LeaseRecord> }
  /** Commit this, look again, decide again. */
  | { readonly kind: 'change'; readonly change: Change }
  | {
      readonly kind: 'wait';
      readonly report: WaitReport;
      /** How many are ahead, where they are fewest: the fewer, the more often it is worth a look. */
      readonly aheadCount: number;
      /** While these files of the queue stand as they do, no other change is of use to it. */
      readonly blockedBy: readonly string[] | undefined;
      /** When the passing of time alone may change the answer, in ms of uptime. */
      readonly wakeAtMs: number | undefined;
    }
  /** With if-busy: nothing is free, and nobody was asked to leave. */
  | { readonly kind: 'busy'; readonly report: WaitReport }
  /** A candidate's record can't be read: it is neither free nor held. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** A later process of the same job has taken over. */
  | { readonly kind: 'superseded' }
  /** A person has taken it out of the queue. */
  | { readonly kind: 'cancelled'; readonly by: string; readonly reason: string };

/** Notes what only the passing of snapshots tells. To be called with each snapshot before it is decided upon. */
export function remember(snapshot: Snapshot, request: AcquireRequest, memory: AcquireMemory): AcquireMemory {
  const hosts = ownRecords(snapshot, request).map(([host]) => host);
  return {
    seen: noteTaken(snapshot, memory.seen),
    settlingSinceMs: settlingSince(snapshot, request.who.id, hosts, memory.settlingSinceMs),
    wasRegistered: memory.wasRegistered || ownWaiter(snapshot, request) !== undefined,
  };
}

/**
 * The rule of sharing. In this order: what is ours already; a later attempt of this job; what must be tidied first; a
 * free host, if nobody ahead could take it; a place in the queue, and the one holder to ask.
 */
export function decideAcquire(
  snapshot: Snapshot,
  request: AcquireRequest,
  memory: AcquireMemory,
): AcquireDecision {
  const own = ownRecords(snapshot, request);
  if (own.length > 0) return decideOwn(snapshot, request, memory, own);
  if (isSuperseded(snapshot, request, memory.wasRegistered)) return { kind: 'superseded' };
  const cancelled = ownWaiter(snapshot, request)?.record?.details.cancelled;
  if (cancelled !== undefined) return { kind: 'cancelled', ...cancelled };
  const hosts = hostsOf(request.groups);
  const problem = hosts.map((host) => snapshot.hosts.get(host)?.problem).find((text) => text !== undefined);
  if (problem !== undefined) return { kind: 'broken', problem };
  const tidying = [...loseVerbs(snapshot, hosts), ...clearVerbs(snapshot, hosts, request.who.id)];
  if (tidying.length > 0) return { kind: 'change', change: { hosts: [], verbs: tidying } };

  const waiter = ownWaiter(snapshot, request);
  const claim = waiter === undefined ? newClaim(snapshot, request) : claimOfWaiter(snapshot, waiter);
  const chosen = chooseHosts(request.groups, (host) => mayTake(snapshot, request, memory, host, claim));
  if (chosen !== undefined) return take(snapshot, request, memory, waiter, claim, chosen);
  if (request.ifBusy !== 'wait') return { kind: 'busy', report: reportOf(snapshot, request, claim) };
  const expired = expireVerbs(snapshot, hosts);
  if (expired.length > 0) return { kind: 'change', change: { hosts: [], verbs: expired } };
  const target = chooseTarget(snapshot, waiter ?? asWaiter(snapshot, request, claim), request.groups);
  if (waiter === undefined || !hasAllFiles(waiter, hosts)) return register(snapshot, request, target, hosts);
  if (target !== waiter.files.find((file) => !file.queued)?.host) {
    return {
      kind: 'change',
      change: { hosts, verbs: [{ verb: 'target', id: request.who.id, host: target }] },
    };
  }
  return waiting(snapshot, request, memory, claim);
}

// ---- what is ours already

function decideOwn(
  snapshot: Snapshot,
  request: AcquireRequest,
  memory: AcquireMemory,
  own: [string, LeaseRecord][],
): AcquireDecision {
  const { id } = request.who;
  const hosts = own.map(([host]) => host);
  const lost = loseVerbs(snapshot, hosts);
  // lost while settling: the other hosts go back as well, the place stays
  if (lost.length > 0) return { kind: 'change', change: { hosts, verbs: lost } };
  // partly ours, or expired while this process was stopped: back to the queue
  const isWhole = own.length === request.groups.length;
  if (!isWhole || !hosts.every((host) => decideExpiry(snapshot, host).state === 'live')) {
    return giveBack(request, hosts);
  }
  if (own.every(([, record]) => record.state !== 'settling'))
    return { kind: 'acquired', records: new Map(own) };
  const missing = hosts.filter((host) => lockOwner(snapshot.hosts.get(host)) === 'none');
  if (missing.length > 0) {
    const keeper = request.details.keeper ?? false;
    return { kind: 'change', change: { hosts, verbs: [{ verb: 'renew', id, hosts: missing, keeper }] } };
  }
  const preempted = own.some(([host, record]) =>
    findPreemptor(snapshot, host, { ...record, details: notExempt(record) }),
  );
  if (preempted) return giveBack(request, hosts);
  const settledAtMs = (memory.settlingSinceMs ?? snapshot.uptimeMs) + request.settleMs;
  if (snapshot.uptimeMs >= settledAtMs)
    return { kind: 'change', change: { hosts, verbs: [{ verb: 'held', id, hosts }] } };
  const report = { ...reportOf(snapshot, request, undefined), because: 'settling' as const };
  return { kind: 'wait', report, aheadCount: 0, blockedBy: undefined, wakeAtMs: settledAtMs };
}

/** A host that is only settling is given back at once: its job has not started. */
function notExempt(record: LeaseRecord): Details {
  return { ...record.details, exemptMs: 0 };
}

function giveBack(request: AcquireRequest, hosts: string[]): AcquireDecision {
  const verb: Verb = { verb: 'free', id: request.who.id, hosts, leave: 'place', details: undefined };
  return { kind: 'change', change: { hosts, verbs: [verb] } };
}

// ---- taking

function hasAllFiles(waiter: Waiter, hosts: readonly string[]): boolean {
  return hosts.every((host) => waiter.files.some((file) => file.host === host));
}

/** Where a job would stand that has no place yet: behind everybody who has. */
function newClaim(snapshot: Snapshot, request: AcquireRequest): Claim {
  const { who, priority, version } = request;
  return {
    id: who.id,
    priority,
    starved: false,
    version,
    arrivalNs: snapshot.wallNs + 1_000_000_000_000_000n,
  };
}

/** Is the host free, or an earlier attempt's of this job, and could nobody ahead take it now? */
function mayTake(
  snapshot: Snapshot,
  request: AcquireRequest,
  memory: AcquireMemory,
  host: string,
  claim: Claim,
): boolean {
  const availability = availabilityOf(snapshot, host);
  if (availability.state === 'held' || availability.state === 'resting') {
    return mayTakeOver(snapshot, request, availability.holder);
  }
  if (availability.state !== 'free') return false;
  return waitersAhead(snapshot, host, claim)
    .filter(({ waiter }) => waiter.record === undefined || !mayTakeOver(snapshot, request, waiter.record))
    .every(({ waiter }) => !couldTakeNow(snapshot, waiter, host, memory.seen));
}

function take(
  snapshot: Snapshot,
  request: AcquireRequest,
  memory: AcquireMemory,
  waiter: Waiter | undefined,
  claim: Claim,
  hosts: string[],
): AcquireDecision {
  const { who, version, ttlMs, maxHoldMs, details } = request;
  // a person may have changed it
  const { priority } = claim;
  const isLegacy = snapshot.legacy !== undefined;
  const needsPlace = waiter === undefined || !hasAllFiles(waiter, hosts);
  // a place comes first where bash jobs look, and where this job had one, or an earlier process of it
  const hadPlace = waiter !== undefined || snapshot.heartbeats.has(who.id);
  if (needsPlace && (isLegacy || hadPlace || earlierPlace(snapshot, request) !== undefined)) {
    const target = isLegacy ? settleTarget(snapshot, request, hosts) : undefined;
    return register(snapshot, request, target, request.ifBusy === 'wait' ? hostsOf(request.groups) : hosts);
  }
  const previous = previousOf(snapshot, request, hosts[0] ?? '');
  const passedOver = hosts.flatMap((host) => passedOverAt(snapshot, memory, host, claim));
  const verb: Verb = {
    verb: 'take',
    who,
    priority,
    version: version.text,
    ttlMs,
    maxHoldMs,
    keeper: details.keeper ?? false,
    kind: request.kind,
    state: isLegacy ? 'settling' : 'held',
    from: waiter === undefined ? 'new' : 'waiting',
    hosts,
    details: {
      ...details,
      groups: request.groups,
      ...(waiter === undefined ? {} : { arrivalNs: String(waiter.arrivalNs) }),
      ...(claim.starved ? { starved: true } : {}),
      ...(passedOver.length === 0 ? {} : { passedOver }),
      ...(previous === undefined ? {} : { previous }),
    },
  };
  const target: Verb[] = isLegacy
    ? [{ verb: 'target', id: who.id, host: settleTarget(snapshot, request, hosts) }]
    : [];
  return { kind: 'change', change: { hosts, verbs: [...target, verb] } };
}

/** Bash waiters ahead that have left the host free for so long that it goes to this job: they don't preempt it either. */
function passedOverAt(snapshot: Snapshot, memory: AcquireMemory, host: string, claim: Claim): string[] {
  return waitersAhead(snapshot, host, claim)
    .filter(({ waiter }) => waiter.record === undefined && !couldTakeNow(snapshot, waiter, host, memory.seen))
    .map(({ waiter }) => waiter.id);
}

/** Where the waiting file stands while a host settles: there, so that bash jobs of lower versions keep off. */
function settleTarget(snapshot: Snapshot, request: AcquireRequest, hosts: string[]): string | undefined {
  const [host, ...others] = hosts;
  if (host === undefined || others.length > 0) return undefined;
  return chooseTarget(snapshot, asWaiter(snapshot, request, newClaim(snapshot, request)), [[host]]);
}

function previousOf(snapshot: Snapshot, request: AcquireRequest, host: string): Previous | undefined {
  const view = snapshot.hosts.get(host);
  if (lockOwner(view) === 'foreign') return { id: '-', job: 'a bash job', endedBy: 'bash' };
  const record = view?.record;
  return record === undefined
    ? undefined
    : { id: record.id, job: record.details.job ?? record.owner, endedBy: endOf(snapshot, request, record) };
}

/** How the lease ended that this take follows. */
function endOf(snapshot: Snapshot, request: AcquireRequest, record: LeaseRecord): Previous['endedBy'] {
  if (record.state === 'free') return record.details.endedBy ?? 'released';
  if (record.state === 'lost') return 'lost';
  return isSameJob(snapshot, request, record) ? 'superseded' : 'expired';
}

// ---- the queue

function register(
  snapshot: Snapshot,
  request: AcquireRequest,
  target: string | undefined,
  hosts: readonly string[],
): AcquireDecision {
  const { who, priority, version, waiterTtlMs, details, groups } = request;
  const verb: Verb = {
    verb: 'wait',
    who,
    priority,
    version: version.text,
    ttlMs: waiterTtlMs,
    supersedes: earlierPlace(snapshot, request)?.id ?? request.resumes,
    target,
    hosts,
    details: { ...details, groups },
  };
  // a file that it has elsewhere asks nobody any more
  const elsewhere: Verb[] =
    ownWaiter(snapshot, request) === undefined ? [] : [{ verb: 'target', id: who.id, host: target }];
  return { kind: 'change', change: { hosts: [], verbs: [...elsewhere, verb] } };
}

// ---- waiting

function waiting(
  snapshot: Snapshot,
  request: AcquireRequest,
  memory: AcquireMemory,
  claim: Claim,
): AcquireDecision {
  const report = reportOf(snapshot, request, claim);
  const hosts = hostsOf(request.groups);
  const aheadCount = Math.min(...hosts.map((host) => waitersAhead(snapshot, host, claim).length));
  return {
    kind: 'wait',
    report,
    aheadCount,
    blockedBy: blockedBy(snapshot, request, hosts, claim),
    wakeAtMs: nextChangeMs(snapshot, request, memory.seen, hosts, claim),
  };
}
