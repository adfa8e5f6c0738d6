import { bashLockEndsAtNs, decideExpiry, lockOwner } from './expiry';
import type { LeaseRecord } from './record';
import type { Snapshot } from './snapshot';

/** What a host is to somebody who wants it. */
export type Availability =
  | { readonly state: 'free'; readonly previous: LeaseRecord | undefined }
  | { readonly state: 'held'; readonly holder: LeaseRecord; readonly endsAtMs: number }
  | { readonly state: 'resting'; readonly holder: LeaseRecord; readonly untilMs: number }
  /** A lock that no record speaks of; undefined: it ends when bash removes it. */
  | { readonly state: 'bash'; readonly untilMs: number | undefined }
  | { readonly state: 'broken'; readonly problem: string };

/** May a host be taken now, as far as its own files tell? Who is next is another question. */
export function availabilityOf(snapshot: Snapshot, host: string): Availability {
  const view = snapshot.hosts.get(host);
  if (view === undefined) return { state: 'free', previous: undefined };
  if (view.problem !== undefined) return { state: 'broken', problem: view.problem };
  if (lockOwner(view) === 'foreign') {
    const endsAtNs = bashLockEndsAtNs(snapshot, view);
    if (endsAtNs === undefined) return { state: 'bash', untilMs: undefined };
    const leftMs = Number((endsAtNs - snapshot.wallNs) / 1_000_000n);
    if (endsAtNs > snapshot.wallNs) return { state: 'bash', untilMs: snapshot.uptimeMs + leftMs + 1 };
  }
  const life = decideExpiry(snapshot, host);
  switch (life.state) {
    case 'free':
    case 'lost':
      return { state: 'free', previous: view.record };
    case 'expired':
      return { state: 'free', previous: life.record };
    case 'live':
      return { state: 'held', holder: life.record, endsAtMs: life.endsAtMs };
    case 'resting':
      return { state: 'resting', holder: life.record, untilMs: life.untilMs };
  }
}

export function isFree(snapshot: Snapshot, host: string): boolean {
  return availabilityOf(snapshot, host).state === 'free';
}
