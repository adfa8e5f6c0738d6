import type { AcquireResult } from '../lease/acquire';
import { oneLine } from '../protocol/one-line';
import { durationText } from './duration-text';

type Acquired = Extract<AcquireResult, { kind: 'acquired' }>;

/** That there is a host, and what became of the job before where it did not give it back. */
export function acquiredText({ lease, waitedMs, previous }: Acquired): string {
  const after = waitedMs < 1000 ? '' : ` after ${durationText(waitedMs)}`;
  const whose = previous?.endedBy === 'expired' ? `; the lease of ${oneLine(previous.job)} had expired` : '';
  return `acquired ${lease.hosts.join(', ')} for ${lease.version}${after}${whose}`;
}

/** Who had the host, and how that ended. */
export function previousJson({ previous }: Acquired): { job: string; endedBy: string } | undefined {
  return previous === undefined ? undefined : { job: oneLine(previous.job), endedBy: previous.endedBy };
}
