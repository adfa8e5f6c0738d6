import { acquire, type AcquireResult } from '../lease/acquire';
import { abandon } from '../lease/leave';
import { stateDir } from '../platform/state-dir';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs } from '../settings/inputs';
import { COMMANDS } from '../settings/commands';
import { requestedJob, withProwAliases } from './job';
import { folderProblems, removeLeaseFiles, writeLeaseFiles } from './lease-file';
import { seconds, withPool, type Session } from './session';
import { failOn } from './usage';
import { acquiredText, previousJson } from './acquired-text';
import { waitingJson } from './waiting-json';
import type { Problem } from '../settings/inputs';

/** `giveway acquire`: waits for a host and leaves a lease file for later steps. */
export async function acquireCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.acquire.inputs, { given, env });
  const aliased = withProwAliases(env, ['pool', 'wait-timeout'], read);
  const inputs = aliased.values;
  const { request, versionNote, problems: jobProblems } = requestedJob(env, aliased, false);
  const folder = inputs['state-dir'] ?? stateDir(env);
  failOn(problems, aliased.problems, jobProblems, folderProblems({ input: '--state-dir', folder }));
  if (versionNote !== undefined) say.line(versionNote);

  return withPool(session, inputs, async (context) => {
    const result = await acquire(context, request, { waitTimeoutMs: inputs['wait-timeout'] });
    if (result.kind !== 'acquired') return reportNotAcquired(session, result, request.ifBusy);
    const { lease, waitedMs } = result;
    const previous = previousJson(result);
    const acquiredAt = new Date().toISOString();
    let leaseFile: string | undefined;
    try {
      [leaseFile] = writeLeaseFiles(folder, { ...lease, acquiredAt });
      // whoever was told to stop wants no host any more
      context.signal.throwIfAborted();
    } catch (error) {
      // later steps could not give it back, or won't
      removeLeaseFiles(folder, lease);
      await abandon(context, lease.id, {});
      throw error;
    }
    say.line(acquiredText(result));
    session.result({
      acquired: true,
      host: lease.hosts.join(','),
      hosts: lease.hosts,
      leaseId: lease.id,
      fencingToken: lease.fencingToken,
      version: lease.version,
      waitedSeconds: seconds(waitedMs),
      acquiredAt,
      leaseFile,
      ...(previous === undefined ? {} : { previous }),
    });
    return EXIT.done;
  });
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
  return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}

export function notAcquiredExit(
  result: Exclude<AcquireResult, { kind: 'acquired' }>,
  ifBusy: 'wait' | 'skip' | 'fail',
): number {
  if (result.kind === 'superseded') return EXIT.lost;
  return result.reason === 'busy' && ifBusy === 'skip' ? EXIT.done : EXIT.notAcquired;
}
