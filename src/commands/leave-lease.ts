import { changeLiving, type ChangeLiving } from '../lease/keep';
import { stateDir } from '../platform/state-dir';
import { DEFAULTS } from '../protocol/timing';
import { COMMANDS } from '../settings/commands';
import { readInputs, type GivenInputs } from '../settings/inputs';
import { durationText } from './duration-text';
import { removeLeaseFiles, type LeaseFile } from './lease-file';
import { withPool, type Session } from './session';
import { failOn } from './usage';

/** Leaves a lease of this job to a later one, which names it by its id: it lives on by itself, and has no file here. */
export async function leaveLease(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  lease: LeaseFile,
): Promise<ChangeLiving['kind']> {
  const { env, say } = session;
  const { values: inputs, problems } = readInputs(COMMANDS.acquire.inputs, { given, env });
  failOn(problems);
  const ttlMs = inputs['lease-ttl'] ?? DEFAULTS.leaseTtlMs;
  const { kind } = await withPool(session, { ...inputs, pool: lease.pool }, (context) =>
    changeLiving(context, lease, { keeper: false, ttlMs }),
  );
  removeLeaseFiles(inputs['state-dir'] ?? stateDir(env), lease);
  const host = lease.hosts.join(', ');
  switch (kind) {
    case 'changed':
      say.line(`${host} is left to a later job of this run, for ${durationText(ttlMs)}: lease ${lease.id}`);
      break;
    case 'released':
      say.line('nothing is left to a later job: the host was given back');
      break;
    case 'lost':
      say.line('nothing is left to a later job: the lease is lost, and the host is, or was, another job’s');
      break;
  }
  return kind;
}
