import { acquire, type AcquireResult } from '../lease/acquire';
import type { FlowContext } from '../lease/flow';
import { changeLiving } from '../lease/keep';
import { abandon } from '../lease/leave';
import type { Lease } from '../lease/lease';
import { stateDir } from '../platform/state-dir';
import { oneLine } from '../protocol/one-line';
import { DEFAULTS } from '../protocol/timing';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Inputs, type Problem } from '../settings/inputs';
import { acquiredText, previousJson } from './acquired-text';
import { fitToLab, labSettings } from './fit-to-lab';
import { failIfHeldAlready } from './held-already';
import { heartbeatInputProblems, requestedJob, withProwAliases } from './job';
import { folderProblems, removeLeaseFiles, writeLeaseFiles, type LeaseFile } from './lease-file';
import { ownLease, resolveLease } from './own-lease';
import { seconds, withPool, type PoolInputs, type Session } from './session';
import { failOn } from './usage';
import { waitingJson } from './waiting-json';

/** What a caller does besides, around the same acquire. */
export interface AcquireHooks {
  /** Will a process beat for the lease? Then it lives for `ttl`, else for `lease-ttl`. */
  readonly keeper: boolean;
  /** Hears the id of the request before anything of it is in the pool. */
  readonly onRequest?: (request: { readonly pool: string; readonly id: string }) => void;
  /** Hears of the lease when its files are written. */
  readonly onLease?: (lease: LeaseFile, paths: readonly string[]) => void;
}

/** `giveway acquire`: waits for a host and leaves a lease file for later steps; or takes over what an earlier job left. */
export async function acquireCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  hooks: AcquireHooks = { keeper: false },
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.acquire.inputs, { given, env });
  const aliased = withProwAliases(env, ['pool', 'wait-timeout'], read);
  const inputs = aliased.values;
  const folder = inputs['state-dir'] ?? stateDir(env);
  const unwritable = folderProblems({ input: '--state-dir', folder });
  if (inputs.lease !== undefined) {
    const named = { ...inputs, 'lease-file': undefined, lease: inputs.lease };
    return adopt(session, { given, inputs: named }, [...problems, ...aliased.problems, ...unwritable], hooks);
  }
  const { request, versionNote, problems: jobProblems } = requestedJob(env, aliased, hooks.keeper);
  failOn(problems, aliased.problems, jobProblems, unwritable);
  if (versionNote !== undefined) say.line(versionNote);
  hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });

  return withPool(session, inputs, async (context) => {
    const result = await acquire(context, request, {
      waitTimeoutMs: inputs['wait-timeout'],
      fit: (asked, snapshot) => {
        const fitted = fitToLab(asked, inputs, labSettings(session, snapshot));
        failIfHeldAlready(fitted, snapshot, { env, folder });
        return fitted;
      },
    });
    if (result.kind !== 'acquired') return reportNotAcquired(session, result, request.ifBusy);
    const { waitedBeforeMs } = request.details;
    const lease = {
      ...result.lease,
      acquiredAt: new Date().toISOString(),
      waitedMs: result.waitedMs,
      ...(waitedBeforeMs === undefined ? {} : { waitedBeforeMs }),
    };
    const leaseFile = await leaveFiles(context, folder, lease, hooks);
    say.line(acquiredText(result));
    const previous = previousJson(result);
    session.result({ ...leaseJson(lease, leaseFile), ...(previous === undefined ? {} : { previous }) });
    return EXIT.done;
  });
}

type AdoptInputs = PoolInputs &
  Inputs<'state-dir' | 'owner' | 'heartbeat' | 'ttl' | 'lease-ttl'> & {
    readonly lease: string;
    readonly 'lease-file': undefined;
  };

/** Makes a lease that an earlier job of the run kept this job's. */
async function adopt(
  session: Session,
  { given, inputs }: Pick<GivenInputs, 'given'> & { readonly inputs: AdoptInputs },
  problems: readonly Problem[],
  hooks: AcquireHooks,
): Promise<number> {
  const { heartbeat: heartbeatMs = DEFAULTS.heartbeatMs, ttl = DEFAULTS.ttlMs } = inputs;
  const ttlMs = hooks.keeper ? ttl : (inputs['lease-ttl'] ?? DEFAULTS.leaseTtlMs);
  const own = ownLease(session, { given, inputs }, [
    ...problems,
    ...heartbeatInputProblems({ heartbeatMs, ttlMs }),
  ]);
  hooks.onRequest?.({ pool: own.pool ?? '', id: inputs.lease });
  return withPool(session, { ...inputs, pool: own.pool }, async (context) => {
    const found = await resolveLease(context, own);
    const living = { keeper: hooks.keeper, ttlMs, heartbeatMs };
    const changed = found === undefined ? undefined : await changeLiving(context, found, living);
    if (changed?.kind !== 'changed') {
      session.say.line(`there is no lease ${inputs.lease} any more: it was given back, or lost`);
      session.result({ acquired: false, reason: 'lost' });
      return EXIT.lost;
    }
    const lease = { ...changed.lease, acquiredAt: acquiredAtOf(changed.lease) };
    const leaseFile = await leaveFiles(context, own.folder, lease, hooks);
    session.say.line(`took over ${lease.hosts.join(', ')} from an earlier job`);
    session.result(leaseJson({ ...lease, waitedMs: 0 }, leaseFile));
    return EXIT.done;
  });
}

/** Writes the lease files; whoever can't, or was told to stop meanwhile, gives the hosts back: later steps could not. */
async function leaveFiles(
  context: FlowContext,
  folder: string,
  lease: LeaseFile,
  { onLease }: AcquireHooks,
): Promise<string> {
  try {
    const paths = writeLeaseFiles(folder, lease);
    context.signal.throwIfAborted();
    onLease?.(lease, paths);
    return paths[0] ?? '';
  } catch (error) {
    removeLeaseFiles(folder, lease);
    await abandon(context, lease.id, {});
    throw error;
  }
}

/** When the host was taken: a token is the time of its take, in microseconds, unless the clock had been ahead. */
function acquiredAtOf({ fencingToken }: Lease): string {
  return new Date(Math.floor(fencingToken / 1000)).toISOString();
}

function leaseJson(lease: LeaseFile & { readonly waitedMs: number }, leaseFile: string): object {
  return {
    acquired: true,
    host: lease.hosts.join(','),
    hosts: lease.hosts,
    leaseId: lease.id,
    fencingToken: lease.fencingToken,
    version: lease.version,
    waitedSeconds: seconds(lease.waitedMs),
    acquiredAt: lease.acquiredAt,
    leaseFile,
  };
}

/** Says why there is no host; the exit code. */
function reportNotAcquired(
  session: Session,
  result: Exclude<AcquireResult, { kind: 'acquired' }>,
  ifBusy: 'wait' | 'skip' | 'fail',
): number {
  session.result(waitingJson(result));
  session.say.line(notAcquiredText(result));
  return notAcquiredExit(result, ifBusy);
}

export function notAcquiredText(result: Exclude<AcquireResult, { kind: 'acquired' }>): string {
  if (result.kind === 'superseded') return 'a later process of this same job has taken over its place';
  if (result.kind === 'cancelled') {
    return `taken out of the queue by ${oneLine(result.by)}: ${oneLine(result.reason)}`;
  }
  return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}

export function notAcquiredExit(
  result: Exclude<AcquireResult, { kind: 'acquired' }>,
  ifBusy: 'wait' | 'skip' | 'fail',
): number {
  if (result.kind === 'superseded') return EXIT.lost;
  if (result.kind === 'cancelled') return EXIT.notAcquired;
  return result.reason === 'busy' && ifBusy === 'skip' ? EXIT.done : EXIT.notAcquired;
}
