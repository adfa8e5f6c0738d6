import { isFree } from './availability';
import { isInQueue, lockOwner } from './expiry';
import { chooseHosts } from './host';
import { claimOfWaiter, compareClaims, ruleAhead, type Claim, type OrderRule } from './order';
import { spanAgeMs, type Snapshot, type Waiter } from './snapshot';
import { DEFAULTS } from './timing';

/** Somebody ahead in the queue, and by which rule. */
export interface Ahead {
  readonly waiter: Waiter;
  readonly rule: OrderRule;
}

/** When each host was last seen taken, in ms of uptime: a client's own memory, for bash jobs leave no trace of it. */
export type LastSeenTaken = ReadonlyMap<string, number>;

/** The live waiters for a host, in the order of the queue; a job that is just taking a host waits for no other. */
export function waitersFor(snapshot: Snapshot, host: string): Waiter[] {
  const holders = liveHolderIds(snapshot);
  return snapshot.waiters
    .filter((waiter) => waiter.files.some((file) => file.host === host))
    .filter((waiter) => !holders.has(waiter.id) && isInQueue(snapshot, waiter))
    .sort((a, b) => compareClaims(claimOfWaiter(snapshot, a), claimOfWaiter(snapshot, b)));
}

/** Who is ahead of a claim for a host. */
export function waitersAhead(snapshot: Snapshot, host: string, claim: Claim): Ahead[] {
  return waitersFor(snapshot, host).flatMap((waiter) => {
    if (waiter.id === claim.id) return [];
    const rule = ruleAhead(claimOfWaiter(snapshot, waiter), claim);
    return rule === undefined ? [] : [{ waiter, rule }];
  });
}

/** Could this waiter take this host now, by what is free? A free host goes to the first that could. */
export function couldTakeNow(snapshot: Snapshot, waiter: Waiter, host: string, seen: LastSeenTaken): boolean {
  if (waiter.record === undefined) return !hasLeftItFree(snapshot, waiter, host, seen);
  const groups = waiter.record.details.groups ?? [waiter.files.map((file) => file.host)];
  const groupOfHost = groups.findIndex((group) => group.includes(host));
  // with this host fixed for one of its groups, can the others be served as well?
  const others = groups.map((group, index) => (index === groupOfHost ? [host] : group));
  return chooseHosts(others, (candidate) => isFree(snapshot, candidate)) !== undefined;
}

/** Bash asks once a minute: one that has let a free host pass for 150 s is not there, or is no longer interested. */
function hasLeftItFree(snapshot: Snapshot, waiter: Waiter, host: string, seen: LastSeenTaken): boolean {
  return freeForMs(snapshot, waiter, host, seen) >= DEFAULTS.bashPatienceMs;
}

/** How long a host has been free under a bash waiter's eyes, in ms, as far as this client can know. */
export function freeForMs(snapshot: Snapshot, waiter: Waiter, host: string, seen: LastSeenTaken): number {
  const waitedMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1_000_000n);
  const record = snapshot.hosts.get(host)?.record;
  const freedForMs = record?.state === 'free' ? spanAgeMs(snapshot, record.until) : Infinity;
  const sinceSeenMs = snapshot.uptimeMs - (seen.get(host) ?? -Infinity);
  return Math.min(waitedMs, freedForMs, sinceSeenMs);
}

/** Remembers which hosts are taken now. What was seen before a reboot counts from the first look after it. */
export function noteTaken(snapshot: Snapshot, seen: LastSeenTaken): LastSeenTaken {
  const { uptimeMs } = snapshot;
  const before = [...seen].map(([host, atMs]) => [host, Math.min(atMs, uptimeMs)] as const);
  const taken = [...snapshot.hosts.keys()].filter(
    (host) => !isFree(snapshot, host) && !isTried(snapshot, host),
  );
  return new Map([...before, ...taken.map((host) => [host, uptimeMs] as const)]);
}

/** Longer than a bash job takes from its write to having the host, or to giving it back because somebody higher waits. */
const BASH_TRY_MS = 30_000;

/**
 * A bash job of a lower version writes its lock each minute, and takes it away again because of that very waiter. That is no
 * use of the host: it would keep a dead waiter ahead for as long as the other tries. Nor is a lock that settles, which such a
 * write may end.
 */
function isTried(snapshot: Snapshot, host: string): boolean {
  const view = snapshot.hosts.get(host);
  if (lockOwner(view) === 'ours') return view?.record?.state === 'settling';
  if (lockOwner(view) !== 'foreign' || view?.lockMtimeNs === undefined) return false;
  const ageMs = Number((snapshot.wallNs - view.lockMtimeNs) / 1_000_000n);
  return ageMs >= 0 && ageMs < BASH_TRY_MS;
}

function liveHolderIds(snapshot: Snapshot): Set<string> {
  const ids = new Set<string>();
  for (const view of snapshot.hosts.values()) {
    const state = view.record?.state;
    if (view.record === undefined || state === 'free' || state === 'lost' || lockOwner(view) === 'foreign')
      continue;
    ids.add(view.record.id);
  }
  return ids;
}
