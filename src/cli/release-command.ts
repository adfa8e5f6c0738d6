import { release } from '../lease/release';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { COMMANDS } from './command-line';
import { durationText } from './duration-text';
import { removeLeaseFiles } from './lease-file';
import { ownLease } from './own-lease';
import { printJson, seconds, withPool, type Session } from './session';

/** `giveway release`: gives back what is this job's, whatever state it is in. */
export async function releaseCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.release.inputs, { given, env });
  const own = ownLease(session, read.values, [...problems, ...read.problems]);
  const whose = own.file === undefined ? { owner: own.owner, attempt: own.attempt } : { id: own.file.id };
  const result = await withPool(session, own.pool, read.values['allow-nfs'], (context) =>
    release(context, whose),
  );
  if (own.file !== undefined) removeLeaseFiles(own.folder, own.file);
  switch (result.kind) {
    case 'released':
      say.line(`gave ${result.hosts.join(', ')} back after ${durationText(result.heldMs)}`);
      printJson(session, { released: true, heldSeconds: seconds(result.heldMs) });
      return EXIT.done;
    case 'not-held':
      say.line('nothing to give back');
      printJson(session, { released: false, reason: 'not-held' });
      return EXIT.done;
    case 'lost':
      say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
      printJson(session, { released: false, reason: 'lost' });
      return EXIT.lost;
  }
}
