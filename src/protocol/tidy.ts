/** What anyone may commit who comes by, and everyone profits from. */
import { decideExpiry, isWaiterAlive, lockOwner } from './expiry';
import type { Snapshot } from './snapshot';
import type { Verb } from './verbs';

/** Leases whose lock another job has overwritten. */
export function loseVerbs(snapshot: Snapshot, hosts: readonly string[]): Verb[] {
  return hosts
    .filter((host) => lockOwner(snapshot.hosts.get(host)) === 'foreign')
    .filter((host) => decideExpiry(snapshot, host).state === 'live')
    .map((host) => ({ verb: 'lose', host }));
}

/** The files of waiters that are dead; without them bash jobs would give way to nobody. */
export function clearVerbs(snapshot: Snapshot, hosts: readonly string[], ownId: string): Verb[] {
  return snapshot.waiters
    .filter(
      (waiter) => waiter.record !== undefined && waiter.id !== ownId && !isWaiterAlive(snapshot, waiter),
    )
    .flatMap((waiter) => {
      const file = waiter.files.find(({ host }) => hosts.includes(host));
      return file === undefined ? [] : [{ verb: 'clear', id: waiter.id, name: file.text }];
    });
}

/** Leases that are over, whose locks would keep bash jobs out; for when nobody takes such a host at once. */
export function expireVerbs(snapshot: Snapshot, hosts: readonly string[]): Verb[] {
  return hosts.flatMap((host): Verb[] => {
    const life = decideExpiry(snapshot, host);
    if (life.state !== 'expired' || lockOwner(snapshot.hosts.get(host)) === 'foreign') return [];
    return [{ verb: 'expire', host, details: { ...life.record.details, endedBy: 'expired' } }];
  });
}
