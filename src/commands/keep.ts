import { rmSync } from 'node:fs';
import { keep, type KeepResult } from '../lease/keep';
import type { Lease } from '../lease/lease';
import { processId } from '../platform/process-id';
import { DEFAULTS } from '../protocol/timing';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { durationText } from './duration-text';
import { heartbeatInputProblems } from './job';
import { noteKeeper, removeLeaseFiles } from './lease-file';
import { awaitLease, ownLease, resolveLease } from './own-lease';
import { LOST_JSON, quitJson, writeQuitFile } from './quit-file';
import { withPool, type Session } from './session';

/** `giveway keep`: beats for a lease that an earlier step acquired. */
export async function keepCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say } = session;
  const { values: inputs, problems: inputProblems } = readInputs(COMMANDS.keep.inputs, { given, env });
  const heartbeatMs = inputs.heartbeat ?? DEFAULTS.heartbeatMs;
  const ttlMs = inputs.ttl ?? DEFAULTS.ttlMs;
  const leaseTtlMs = inputs['lease-ttl'] ?? DEFAULTS.leaseTtlMs;
  const own = ownLease(session, { given, inputs }, [
    ...problems,
    ...inputProblems,
    ...heartbeatInputProblems({ heartbeatMs, ttlMs }),
  ]);
  const quitFile = inputs['quit-file'];
  if (quitFile !== undefined) rmSync(quitFile, { force: true });
  const tell = (value: object): void => {
    if (quitFile !== undefined) writeQuitFile(session, quitFile, value);
  };
  return withPool(session, { ...inputs, pool: own.pool }, async (context) => {
    const waitMs = inputs['wait-timeout'];
    const lease =
      waitMs === undefined || own.file !== undefined
        ? await resolveLease(context, own)
        : await awaitLease(context, own, waitMs);
    if (lease === undefined) {
      say.line('there is no lease of this job to be kept');
      session.result({ kept: false, reason: 'not-held' });
      return EXIT.notAcquired;
    }
    const named = inputs['lease-file'];
    noteKeeper(own.folder, lease, processId(), named);
    const onEnd =
      inputs['on-end'] === 'release'
        ? ({ kind: 'release' } as const)
        : ({ kind: 'keep', leaseTtlMs } as const);
    const result = await keep(context, lease, {
      ttlMs,
      heartbeatMs,
      onEnd,
      onQuit: (told) => tell(quitJson(told)),
      onOverdue: () => {
        say.line('no heartbeat has come through for a while: the job must leave before the lease ends');
        tell(LOST_JSON);
      },
      onKept: ({ hosts }) =>
        say.line(`keeping ${hosts.join(', ')}: a heartbeat every ${durationText(heartbeatMs)}`),
    });
    if (result.kind === 'lost') tell(LOST_JSON);
    // whoever has given the hosts back may have removed them just before this process wrote them
    if (result.kind === 'released') removeLeaseFiles(own.folder, lease, named);
    return report(session, lease, result);
  });
}

function report(session: Session, { hosts, id }: Lease, result: KeepResult): number {
  const host = hosts.join(', ');
  const end = result.kind === 'ended' ? result.left : result.kind;
  const text = {
    kept: `told to stop: the lease of ${host} lives on without heartbeats`,
    released: `${host} has been given back`,
    lost: `the lease of ${host} is lost: the host is, or may be, another job’s. Stop using it.`,
    unknown: `told to stop: what became of the lease of ${host} is not known`,
  }[end];
  const code = { kept: EXIT.done, released: EXIT.done, lost: EXIT.lost, unknown: EXIT.poolUnavailable }[end];
  session.say.line(text);
  session.result({
    kept: end === 'kept' || end === 'released',
    host: hosts.join(','),
    leaseId: id,
    ended: end,
  });
  return code;
}
