import { decideExpiry, lockOwner } from './expiry';
import type { LeaseRecord } from './record';
import type { Snapshot } from './snapshot';
import { clearVerbs } from './tidy';
import type { Verb } from './verbs';

export interface UpkeepOptions {
  readonly keeper: boolean;
  readonly settleMs: number;
  /** The uptime of the first snapshot that showed a lock settling again, after it had been put back. */
  readonly settlingSinceMs: number | undefined;
}

/**
 * What a holder does for its lease besides beating: put back a lock that is missing, confirm one that has settled again,
 * give bash a new stamp before the old one looks expired, and clear the files of dead waiters, which bash would obey.
 */
export function upkeepVerbs(
  snapshot: Snapshot,
  id: string,
  hosts: readonly string[],
  options: UpkeepOptions,
): Verb[] {
  const own = hosts.flatMap((host): [string, LeaseRecord][] => {
    const life = decideExpiry(snapshot, host);
    return life.state === 'live' && life.record.id === id ? [[host, life.record]] : [];
  });
  const confirmed = settledHosts(snapshot, own, options);
  const renewed = own
    .filter(
      ([host, record]) =>
        lockOwner(snapshot.hosts.get(host)) === 'none' || isStampOld(snapshot, record, options),
    )
    .map(([host]) => host)
    // one commit changes a record once
    .filter((host) => !confirmed.includes(host));
  const renew: Verb[] =
    renewed.length === 0 ? [] : [{ verb: 'renew', id, hosts: renewed, keeper: options.keeper }];
  const confirm: Verb[] = confirmed.length === 0 ? [] : [{ verb: 'held', id, hosts: confirmed }];
  return [...renew, ...confirm, ...clearVerbs(snapshot, hosts, id)];
}

/** Is a lease of the id settling, with every one of its locks in place? Only then does the settle time run. */
export function isSettling(snapshot: Snapshot, id: string, hosts: readonly string[]): boolean {
  const views = hosts.flatMap((host) => snapshot.hosts.get(host) ?? []);
  const own = views.filter(({ record }) => record?.id === id);
  return (
    own.some(({ record }) => record?.state === 'settling') && own.every((view) => lockOwner(view) === 'ours')
  );
}

/**
 * Since when a lease of the id settles, as far as whoever remembers `beforeMs` has seen, in ms of uptime. An instant that is
 * still to come was of an earlier boot: it would settle for as long as that had lasted.
 */
export function settlingSince(
  snapshot: Snapshot,
  id: string,
  hosts: readonly string[],
  beforeMs: number | undefined,
): number | undefined {
  if (!isSettling(snapshot, id, hosts)) return undefined;
  return Math.min(beforeMs ?? snapshot.uptimeMs, snapshot.uptimeMs);
}

/** Half of LOCK_TIMEOUT has passed, or nobody but this check renews the stamp. */
function isStampOld(snapshot: Snapshot, record: LeaseRecord, { keeper }: UpkeepOptions): boolean {
  if (snapshot.legacy === undefined) return false;
  if (!keeper) return true;
  return stampDueInMs(snapshot, record) <= 0;
}

/** In how many ms a keeper must give bash jobs a new stamp; Infinity where they never see this one expire. */
function stampDueInMs(snapshot: Snapshot, record: LeaseRecord): number {
  const lockTimeoutMs = snapshot.legacy?.lockTimeoutMs;
  if (lockTimeoutMs === undefined) return Infinity;
  return lockTimeoutMs / 2 - Number(snapshot.wallNs - record.stampNs) / 1_000_000;
}

/** When a keeper has something to do for its lease besides beating, in ms of uptime; Infinity if nothing is to come. */
export function nextUpkeepAtMs(
  snapshot: Snapshot,
  id: string,
  hosts: readonly string[],
  { settleMs, settlingSinceMs = Infinity }: UpkeepOptions,
): number {
  const own = hosts.flatMap((host) => snapshot.hosts.get(host)?.record ?? []).filter((one) => one.id === id);
  const dueInMs = own.map((record) => Math.max(0, stampDueInMs(snapshot, record)));
  return Math.min(settlingSinceMs + settleMs, ...dueInMs.map((ms) => snapshot.uptimeMs + Math.ceil(ms)));
}

function settledHosts(
  snapshot: Snapshot,
  own: readonly [string, LeaseRecord][],
  { settleMs, settlingSinceMs }: UpkeepOptions,
): string[] {
  if (settlingSinceMs === undefined || snapshot.uptimeMs < settlingSinceMs + settleMs) return [];
  return own
    .filter(([host, record]) => record.state === 'settling' && lockOwner(snapshot.hosts.get(host)) === 'ours')
    .map(([host]) => host);
}
