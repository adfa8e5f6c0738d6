/**
 * Who keeps a request from every host that it wants: until one of them leaves, it can't take any. What else may concern it,
 * such as which holder it is to ask, it hears of a little later, for it looks at the whole pool from time to time.
 */
import { availabilityOf } from './availability';
import { waiterEndsAtMs } from './expiry';
import type { Claim } from './order';
import { waitersAhead } from './queue';
import { ownWaiter, type AcquireRequest } from './request';
import { isSameJob } from './same-job';
import type { Snapshot, Waiter } from './snapshot';

/**
 * Those ahead who take a host as soon as it is free, whatever else is: they want one host, and no more with it. The last is
 * the one that stands directly ahead. There are none at a host that an earlier attempt of this job has, for it need not
 * wait for its turn there.
 */
export function blockersAt(
  snapshot: Snapshot,
  request: AcquireRequest,
  host: string,
  claim: Claim,
): readonly Waiter[] {
  const availability = availabilityOf(snapshot, host);
  const hasHolder = availability.state === 'held' || availability.state === 'resting';
  if (hasHolder && isSameJob(snapshot, request, availability.holder)) return [];
  return waitersAhead(snapshot, host, claim)
    .map(({ waiter }) => waiter)
    .filter(({ record }) => {
      if (record === undefined || isSameJob(snapshot, request, record)) return false;
      const { groups = [[host]] } = record.details;
      return groups.length === 1 && groups.flat().includes(host);
    });
}

/** When the last of them has died, if none of them gives a sign of life again; in ms of uptime. */
export function blockersEndAtMs(snapshot: Snapshot, blockers: readonly Waiter[]): number {
  return Math.max(...blockers.map((waiter) => waiterEndsAtMs(snapshot, waiter) + 1));
}

/**
 * Files of the queue that keep a request where it is for as long as they stand as they are: at each host that of the waiter
 * directly ahead; that of the one half-way to it, whose going tells that its turn comes nearer; and one of its own, which a
 * person may change. So one that leaves wakes a few others, and the first of them at once, as in the lock recipe of
 * ZooKeeper. Undefined where something else may change its lot.
 */
export function blockedBy(
  snapshot: Snapshot,
  request: AcquireRequest,
  hosts: readonly string[],
  claim: Claim,
): readonly string[] | undefined {
  const own = ownWaiter(snapshot, request)?.files[0]?.text;
  const ahead = hosts.map((host) => {
    const blockers = blockersAt(snapshot, request, host, claim);
    const watched = [blockers[Math.floor((blockers.length - 1) / 2)], blockers.at(-1)];
    return watched.flatMap((waiter) => waiter?.files.find((file) => file.host === host)?.text ?? []);
  });
  if (own === undefined || ahead.some((names) => names.length === 0)) return undefined;
  return [...new Set([...ahead.flat(), own])];
}
