import { acquire, type AcquireResult } from '../lease/acquire';
import { release } from '../lease/release';
import { stateDir } from '../platform/state-dir';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs } from '../settings/inputs';
import { COMMANDS } from './command-line';
import { durationText } from './duration-text';
import { identityOf, jobOf, missing, NEEDS_HOST, NEEDS_POOL, versionOf, withProwAliases } from './job';
import { writeLeaseFiles } from './lease-file';
import { printJson, seconds, withPool, type Session } from './session';
import { failOn } from './usage';
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
  const inputs = withProwAliases(env, read.values);
  const identity = identityOf(env, inputs);
  const { version, note } = versionOf(inputs, identity);
  const job = jobOf(inputs, identity, version, false);
  failOn(
    problems,
    read.problems,
    missing([NEEDS_POOL, NEEDS_HOST], { values: inputs, problems: read.problems }),
    'problems' in job ? job.problems : [],
  );
  if ('problems' in job) return EXIT.usage;
  if (note !== undefined) say.line(note);

  const folder = inputs['state-dir'] ?? stateDir(env);
  return withPool(session, inputs.pool ?? '', inputs['allow-nfs'], async (context) => {
    const result = await acquire(context, job.request, { waitTimeoutMs: inputs['wait-timeout'] });
    if (result.kind !== 'acquired') return reportNotAcquired(session, result, job.request.ifBusy);
    const { lease, waitedMs, previous } = result;
    const acquiredAt = new Date().toISOString();
    let leaseFile: string | undefined;
    try {
      [leaseFile] = writeLeaseFiles(folder, { ...lease, acquiredAt });
    } catch (error) {
      // later steps could not give it back
      await release(context, { id: lease.id });
      throw error;
    }
    say.line(`acquired ${lease.hosts.join(', ')} for ${lease.version} after ${durationText(waitedMs)}`);
    printJson(session, {
      acquired: true,
      host: lease.hosts.join(','),
      hosts: lease.hosts,
      leaseId: lease.id,
      fencingToken: lease.fencingToken,
      version: lease.version,
      waitedSeconds: seconds(waitedMs),
      acquiredAt,
      leaseFile,
      ...(previous === undefined ? {} : { previous: { job: previous.job, endedBy: previous.endedBy } }),
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
  printJson(session, waitingJson(result));
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
