import { availabilityOf } from './availability';
import { isWaiterAlive } from './expiry';
import { claimOfHolder, claimOfWaiter, compareClaims } from './order';
import { mayPreempt } from './quit';
import { BASH_PRIORITY, type Snapshot, type Waiter } from './snapshot';

/**
 * The one host at which a waiter has a waiting file, so that one holder leaves and not one at each candidate: the
 * lowest-ranked holder that it may preempt and that no waiter ahead of it asks already, bash holders last; its only
 * candidate; or none. Once a holder has been told on its behalf, the target stays.
 *
 * A bash holder counts as told at once, for bash reads the name itself.
 */
export function chooseTarget(
  snapshot: Snapshot,
  waiter: Waiter,
  groups: readonly (readonly string[])[],
): string | undefined {
  const [candidates] = groups;
  if (candidates === undefined || whyItAsksNobody(snapshot, waiter, groups) !== undefined) return undefined;
  if (candidates.length === 1) return candidates[0];
  const current = waiter.files.find((file) => !file.queued)?.host;
  if (current !== undefined && isToldFor(snapshot, waiter, current)) return current;
  const asked = hostsAskedByOthers(snapshot, waiter);
  const ranked = candidates
    .filter((host) => !asked.has(host))
    .flatMap((host) => preemptibleHolder(snapshot, waiter, host))
    .sort((a, b) => a.rank - b.rank || compareHolders(b, a));
  const best = ranked[0];
  if (best === undefined) return undefined;
  // as good as the best: no reason to move
  const stays = ranked.find(({ host }) => host === current);
  return stays !== undefined && stays.rank === best.rank && compareHolders(stays, best) === 0
    ? current
    : best.host;
}

/** Why a waiter asks no holder at all to leave; undefined: it does. May grow. */
export type AsksNobody = 'several-hosts' | 'preempts-nobody' | 'below-bash';

export function whyItAsksNobody(
  snapshot: Snapshot,
  waiter: Waiter,
  groups: readonly (readonly string[])[],
): AsksNobody | undefined {
  // it would empty one host while it waits for the other
  if (groups.length > 1) return 'several-hosts';
  if (waiter.record?.details.preempts === false) return 'preempts-nobody';
  // a waiting file of a higher version makes bash jobs leave, whatever the priority: below theirs, a job has none
  return snapshot.legacy === undefined || waiter.priority >= BASH_PRIORITY ? undefined : 'below-bash';
}

function isToldFor(snapshot: Snapshot, waiter: Waiter, host: string): boolean {
  const availability = availabilityOf(snapshot, host);
  if (availability.state === 'bash') return true;
  return availability.state === 'held' && availability.holder.details.told?.byId === waiter.id;
}

interface Holder {
  readonly host: string;
  /** 0 for one that leaves already, for a waiter that has gone; 1 for others of ours; 2 for bash's: bash holders last. */
  readonly rank: number;
  readonly claim: ReturnType<typeof claimOfHolder> | undefined;
}

function preemptibleHolder(snapshot: Snapshot, waiter: Waiter, host: string): Holder[] {
  const availability = availabilityOf(snapshot, host);
  if (availability.state === 'bash') return [{ host, rank: 2, claim: undefined }];
  if (availability.state !== 'held' || !mayPreempt(snapshot, waiter, availability.holder)) return [];
  const rank = availability.holder.details.told === undefined ? 1 : 0;
  return [{ host, rank, claim: claimOfHolder(availability.holder) }];
}

function compareHolders(a: Holder, b: Holder): number {
  return a.claim === undefined || b.claim === undefined ? 0 : compareClaims(a.claim, b.claim);
}

/** Hosts whose holders others ask to leave: those ahead in the queue, and those whose holder has been told. */
function hostsAskedByOthers(snapshot: Snapshot, waiter: Waiter): Set<string> {
  const own = claimOfWaiter(snapshot, waiter);
  const others = snapshot.waiters.filter((other) => other.id !== waiter.id && isWaiterAlive(snapshot, other));
  return new Set(
    others.flatMap((other) => {
      const isAhead = compareClaims(claimOfWaiter(snapshot, other), own) < 0;
      return other.files
        .filter((file) => !file.queued && (isAhead || isToldFor(snapshot, other, file.host)))
        .map((file) => file.host);
    }),
  );
}
