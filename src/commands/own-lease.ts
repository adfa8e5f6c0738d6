/** How a later step finds the lease of its job. */
import { existsSync } from 'node:fs';
import type { FlowContext } from '../lease/flow';
import type { Lease } from '../lease/lease';
import { isOtherScript } from '../platform/shell';
import { stateDir } from '../platform/state-dir';
import type { LeaseRecord } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { DEFAULTS } from '../protocol/timing';
import type { Inputs, Problem } from '../settings/inputs';
import { identityOf, withProwAliases } from './job';
import { findLeaseFile, LeaseFileError, readLeaseFile, type LeaseFile } from './lease-file';
import type { Session } from './session';
import { failOn } from './usage';

export interface OwnLease {
  /** Undefined: nothing tells where to look. */
  readonly pool: string | undefined;
  /** Where lease files are. */
  readonly folder: string;
  /** Undefined: no file was saved, so look by owner. */
  readonly file: LeaseFile | undefined;
  readonly owner: string;
  readonly attempt: number;
}

/**
 * By --lease-file, else the only file in the state folder, else by owner on the pool. Throws UsageError. `mayBeGone`: a
 * file that was named and is not there is no problem.
 */
export function ownLease(
  { env, say }: Session,
  inputs: Inputs<'pool' | 'lease-file' | 'state-dir' | 'owner'>,
  problems: readonly Problem[],
  { mayBeGone = false }: { readonly mayBeGone?: boolean } = {},
): OwnLease {
  const folder = inputs['state-dir'] ?? stateDir(env);
  const named = inputs['lease-file'];
  const { owner, attempt } = identityOf(env, inputs);
  const isOwn = (lease: LeaseFile): boolean => {
    // an owner that was given is asked for by name: the folder may hold another job's lease
    if (inputs.owner !== undefined) return lease.owner === owner;
    if (!isOtherScript(lease.owner)) return true;
    say.line(
      `the lease of ${lease.hosts.join(', ')} in ${folder} is another script's, which is still running (${lease.owner}): it is left alone`,
    );
    return false;
  };
  const fileProblems: Problem[] = [];
  let file: LeaseFile | undefined;
  try {
    if (named === undefined) file = findLeaseFile(folder, isOwn);
    else if (!mayBeGone || existsSync(named)) file = readLeaseFile(named);
  } catch (error) {
    if (!(error instanceof LeaseFileError)) throw error;
    fileProblems.push({
      input: '--lease-file',
      expected: `a lease that can be used (${error.message})`,
      got: named ?? folder,
    });
  }
  const given = { pool: inputs.pool ?? file?.pool };
  const { values, problems: poolProblems } = withProwAliases(env, ['pool'], { values: given, problems });
  failOn(poolProblems, fileProblems);
  return { pool: values.pool, folder, file, owner, attempt };
}

/** The lease itself; undefined where the pool has none of this owner. */
export async function resolveLease(context: FlowContext, own: OwnLease): Promise<Lease | undefined> {
  if (own.file !== undefined) return own.file;
  const snapshot = await context.pool.snapshot(context.signal);
  return leaseByOwner(snapshot, own);
}

function leaseByOwner(snapshot: Snapshot, { pool = '', owner, attempt }: OwnLease): Lease | undefined {
  const held = [...snapshot.hosts.values()].flatMap(({ host, record }): [string, LeaseRecord][] =>
    record?.owner === owner &&
    record.tenant === snapshot.caller.tenant &&
    record.attempt <= attempt &&
    ['held', 'quitting', 'settling', 'lost'].includes(record.state)
      ? [[host, record]]
      : [],
  );
  const first = held[0]?.[1];
  if (first === undefined) return undefined;
  return {
    pool,
    hosts: held.filter(([, record]) => record.id === first.id).map(([host]) => host),
    id: first.id,
    owner,
    attempt: first.attempt,
    fencingToken: first.token,
    version: first.version.text,
    ttlMs: first.ttlMs,
    heartbeatMs: first.details.heartbeatMs ?? DEFAULTS.heartbeatMs,
    settleMs: DEFAULTS.settleMs,
    keeper: first.details.keeper ?? false,
  };
}
