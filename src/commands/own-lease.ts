/** How a later step finds the lease of its job. */
import { existsSync } from 'node:fs';
import { deadlineSignal } from '../lease/clock';
import { look, patience, type FlowContext } from '../lease/flow';
import type { Lease } from '../lease/lease';
import { isOtherScript } from '../platform/shell';
import { stateDir } from '../platform/state-dir';
import type { LeaseRecord } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { DEFAULTS } from '../protocol/timing';
import type { Inputs, Problem } from '../settings/inputs';
import { identityOf, missing, NEEDS_POOL, withProwAliases } from './job';
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
  /** Undefined: it was not named. */
  readonly id: string | undefined;
  readonly owner: string;
  readonly attempt: number;
}

/**
 * By --lease-file, else the only file in the state folder that fits --lease and --owner, else by these on the pool. Throws
 * UsageError. `mayBeGone`: a file that was named and is not there is no problem; `mayLackPool`: nor is it that nothing tells
 * where the pool is.
 */
export function ownLease(
  { env, say }: Session,
  inputs: Inputs<'pool' | 'lease-file' | 'lease' | 'state-dir' | 'owner'>,
  problems: readonly Problem[],
  {
    mayBeGone = false,
    mayLackPool = false,
  }: { readonly mayBeGone?: boolean; readonly mayLackPool?: boolean } = {},
): OwnLease {
  const folder = inputs['state-dir'] ?? stateDir(env);
  const named = inputs['lease-file'];
  const { owner, attempt } = identityOf(env, inputs);
  const isOwn = (lease: LeaseFile): boolean => {
    if (inputs.lease !== undefined) return lease.id === inputs.lease;
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
    const isById = inputs.lease !== undefined;
    if (named !== undefined && (existsSync(named) || !(mayBeGone || isById))) file = readLeaseFile(named);
    // a lease that was asked for by its id may be another than that of the file in the environment
    if (isById && file?.id !== inputs.lease) file = undefined;
    if (file === undefined && (named === undefined || isById)) file = findLeaseFile(folder, isOwn);
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
  const absent =
    mayLackPool || fileProblems.length > 0
      ? []
      : missing([needsPool(folder)], { values, problems: poolProblems });
  failOn(poolProblems, fileProblems, absent);
  return { pool: values.pool, folder, file, id: inputs.lease, owner, attempt };
}

function needsPool(folder: string): readonly ['pool', string] {
  return [NEEDS_POOL[0], `${NEEDS_POOL[1]}, for there is no lease file in ${folder}`];
}

/** The lease itself; undefined where the pool has none of this job. */
export async function resolveLease(context: FlowContext, own: OwnLease): Promise<Lease | undefined> {
  if (own.file !== undefined) return own.file;
  return findLease(await look(context), own);
}

/** The same, once it is there: an earlier step may still be waiting for it. Undefined: it did not come in time. */
export async function awaitLease(
  context: FlowContext,
  own: OwnLease,
  waitTimeoutMs: number,
): Promise<Lease | undefined> {
  const late = new Error('the wait timeout has passed');
  const { signal, cancel } = deadlineSignal(context.clock, waitTimeoutMs, late, context.signal);
  const bounded = { ...context, signal };
  const failing = patience(bounded, { reachMs: waitTimeoutMs });
  try {
    for (;;) {
      const snapshot = await look(bounded, failing);
      const lease = findLease(snapshot, own);
      if (lease !== undefined) return lease;
      const watched = context.pool.watch(snapshot, { everyMs: LOOK_MS, untilUptimeMs: undefined }, signal);
      await watched.catch((error: unknown) => failing.afterFailure(error));
    }
  } catch (error) {
    if (signal.reason === late) return undefined;
    throw error;
  } finally {
    cancel();
  }
}

const LOOK_MS = 3000;

/** The lease that a snapshot shows of this job, by its id or its owner. */
export function findLease(
  snapshot: Snapshot,
  { pool = '', id, owner, attempt }: OwnLease,
): Lease | undefined {
  const isNamed = (record: LeaseRecord): boolean =>
    id === undefined ? record.owner === owner && record.attempt <= attempt : record.id === id;
  const held = [...snapshot.hosts.values()].flatMap(({ host, record }): [string, LeaseRecord][] =>
    record !== undefined &&
    isNamed(record) &&
    record.tenant === snapshot.caller.tenant &&
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
    owner: first.owner,
    attempt: first.attempt,
    fencingToken: first.token,
    version: first.version.text,
    ttlMs: first.ttlMs,
    heartbeatMs: first.details.heartbeatMs ?? DEFAULTS.heartbeatMs,
    settleMs: DEFAULTS.settleMs,
    keeper: first.details.keeper ?? false,
  };
}
