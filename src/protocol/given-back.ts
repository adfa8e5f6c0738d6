import type { Snapshot } from './snapshot';

/**
 * Was the lease given back on all these hosts, by its own job, and not taken away? Seen in its record, or in what the next
 * holder's record says of it; of what came before that nothing is known.
 */
export function isGivenBack(snapshot: Snapshot, id: string, hosts: readonly string[]): boolean {
  return hosts.every((host) => {
    const record = snapshot.hosts.get(host)?.record;
    if (record === undefined) return false;
    if (record.id === id)
      return record.state === 'free' && (record.details.endedBy ?? 'released') === 'released';
    const { previous } = record.details;
    return previous?.id === id && previous.endedBy === 'released';
  });
}
