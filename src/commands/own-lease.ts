/** How a later step finds the lease of its job. */
import { existsSync } from 'node:fs';
import { deadlineSignal } from '../lease/clock';
import { look, patience, type FlowContext } from '../lease/flow';
import type { Lease } from '../lease/lease';
import type { Identity } from '../platform/identity';
import { isOtherScript } from '../platform/shell';
import { stateDir } from '../platform/state-dir';
import type { LeaseRecord } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { DEFAULTS } from '../protocol/timing';
import type { GivenInputs, Inputs, Problem } from '../settings/inputs';
import { identityOf, missing, NEEDS_POOL, withProwAliases } from './job';
import { findLeaseFile, LeaseFileError, readLeaseFile, type LeaseFile } from './lease-file';
import type { Session } from './session';
import { failOn } from './usage';

type OwnInputs = Inputs<'pool' | 'lease-file' | 'lease' | 'state-dir' | 'owner'>;

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
 * By --lease-file, else the only file in the state folder that fits --lease and the job's owner, else by these on the pool.
 * Its pool is what --pool says, else the file, else the environment, which may speak of another lease. Throws UsageError.
 * `mayBeGone`: a file that was named and is not there is no problem; `mayLackPool`: nor is it that nothing tells where the
 * pool is.
 */
export function ownLease(
  { env, say }: Session,
  { given, inputs }: Pick<GivenInputs, 'given'> & { readonly inputs: OwnInputs },
  problems: readonly Problem[],
  {
    mayBeGone = false,
    mayLackPool = false,
  }: { readonly mayBeGone?: boolean; readonly mayLackPool?: boolean } = {},
): OwnLease {
  const folder = inputs['state-dir'] ?? stateDir(env);
  const named = inputs['lease-file'];
  const identity = identityOf(env, inputs);
  const { owner, attempt } = identity;
  const isOwn = (lease: LeaseFile): boolean => {
    if (inputs.lease !== undefined) return lease.id === inputs.lease;
    const whose = whoseElse(lease, identity, inputs.owner !== undefined);
    // an owner that was given is asked for by name: the folder may hold another job's lease
    if (whose !== undefined && inputs.owner === undefined) {
      say.line(
        `the lease of ${lease.hosts.join(', ')} in ${folder} is ${whose} (${lease.owner}): it is left alone`,
      );
    }
    return whose === undefined;
  };
  const fileProblems: Problem[] = [];
  let file: LeaseFile | undefined;
  try {
    const isById = inputs.lease !== undefined;
    if (named !== undefined && (existsSync(named) || !(mayBeGone || isById))) file = readLeaseFile(named);
    // a lease that was asked for by its id may be another than that of the file in the environment
    if (isById && file?.id !== inputs.lease) file = undefined;
    const isReplaced = !isById && file !== undefined && wasReplaced(file, env, identity);
    if (isReplaced) {
      say.line(
        `${named ?? ''} tells of another job's lease by now (${file?.owner ?? ''}), which is left alone`,
      );
      file = undefined;
    }
    if (file === undefined && (named === undefined || isById || isReplaced))
      file = findLeaseFile(folder, isOwn);
  } catch (error) {
    if (!(error instanceof LeaseFileError)) throw error;
    fileProblems.push({
      input: '--lease-file',
      expected: `a lease that can be used (${error.message})`,
      got: named ?? folder,
    });
  }
  const flag = given.has('pool') ? inputs.pool : undefined;
  const pool = { pool: flag ?? file?.pool ?? inputs.pool };
  const { values, problems: poolProblems } = withProwAliases(env, ['pool'], { values: pool, problems });
  const absent =
    mayLackPool || fileProblems.length > 0
      ? []
      : missing([needsPool(folder)], { values, problems: poolProblems });
  failOn(poolProblems, fileProblems, absent);
  return { pool: values.pool, folder, file, id: inputs.lease, owner, attempt };
}

/** Whose a lease is that lies where this job looks for its own; undefined: it may be this job's. */
function whoseElse(
  lease: LeaseFile,
  { platform, owner, attempt }: Identity,
  isOwnerGiven: boolean,
): string | undefined {
  const [maker] = /^(github|tekton|prow|shell)(?=\/)/.exec(lease.owner) ?? [];
  // by a name that a person gave, which a task or a script that has the folder need not know; a runner's jobs have one folder
  if (!isOwnerGiven && maker === undefined && platform !== 'github') return undefined;
  // a script's steps may be started by other scripts of its own
  if (!isOwnerGiven && maker === 'shell' && platform === 'shell') {
    return isOtherScript(lease.owner) ? "another script's, which is still running" : undefined;
  }
  if (lease.owner !== owner) return "another job's";
  return lease.attempt > attempt ? "a later attempt's of this job" : undefined;
}

/**
 * Has another job of this machine written its lease to the very file that an earlier step had put into the environment? Its
 * owner alone does not tell: a later step may have been given none. By the fencing token, which was put there with it.
 */
function wasReplaced(
  { owner, attempt, fencingToken }: LeaseFile,
  env: NodeJS.ProcessEnv,
  identity: Identity,
): boolean {
  const token = env['GIVEWAY_FENCING_TOKEN'];
  const isOther = owner !== identity.owner || attempt > identity.attempt;
  return token !== undefined && token !== String(fencingToken) && isOther;
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
