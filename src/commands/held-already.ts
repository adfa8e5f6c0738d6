import { join } from 'node:path';
import { liveRecord } from '../protocol/expiry';
import { hostsOf } from '../protocol/host';
import type { AcquireRequest } from '../protocol/request';
import type { Snapshot } from '../protocol/snapshot';
import { clockText } from './duration-text';
import { leaseFileName, liveKeeper, readLeaseFile, type LeaseFile } from './lease-file';
import { failOn } from './usage';

/**
 * Throws UsageError for a job that would wait for itself: an earlier step of it holds the host, and the process that beats for
 * that lease is alive. Only where both are certain, by a lease file in the folder or in the environment: what can't be seen
 * from here may be a step that was killed, and this one takes its lease over in time.
 */
export function failIfHeldAlready(
  { who, groups, ifBusy }: AcquireRequest,
  snapshot: Snapshot,
  { env, folder }: { readonly env: NodeJS.ProcessEnv; readonly folder: string },
): void {
  if (ifBusy !== 'wait') return;
  const paths = [
    env['GIVEWAY_LEASE_FILE'] ?? '',
    ...hostsOf(groups).map((host) => join(folder, leaseFileName(host))),
  ];
  const kept = paths.flatMap((path) => {
    const file = readable(path);
    const keeper = file === undefined ? undefined : liveKeeper(file);
    const isOwn = file?.owner === who.owner && file.attempt === who.attempt;
    return file !== undefined && keeper !== undefined && isOwn ? [{ path, file, keeper }] : [];
  });
  const keptAt = (host: string): (typeof kept)[number] | undefined =>
    kept.find(({ file }) => liveRecord(snapshot, host, file.id) !== undefined);
  const group = groups.find((hosts) => hosts.every((host) => keptAt(host) !== undefined)) ?? [];
  const own = keptAt(group[0] ?? '');
  if (own === undefined) return;
  const since = clockText(Date.parse(own.file.acquiredAt), Date.now());
  failOn([
    {
      input: '--host',
      expected: `a host that this job does not hold already: an earlier step acquired it at ${since} (${own.path}), and its process ${own.keeper.pid} keeps it, so this step would wait for itself; release it first, or, if this is another job, give it another owner`,
      got: group.join(','),
    },
  ]);
}

function readable(path: string): LeaseFile | undefined {
  try {
    return readLeaseFile(path);
  } catch {
    return undefined;
  }
}
