import { checkQuit, type CheckResult } from '../lease/check-quit';
import { OutcomeUnknown, PoolUnavailable } from '../pool/pool';
import { oneLine } from '../protocol/one-line';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { clockText } from './duration-text';
import { COMMANDS } from './command-line';
import { withProwAliases } from './job';
import { ownLease, resolveLease } from './own-lease';
import { printJson, withPool, type Session } from './session';

const EVERY = 3;

/** `giveway check-quit`: at a checkpoint, must this job leave? */
export async function checkQuitCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS['check-quit'].inputs, { given, env });
  const inputs = withProwAliases(env, read.values);
  const own = ownLease(session, inputs, [...problems, ...read.problems]);
  const { iteration } = inputs;
  if (iteration !== undefined && iteration % (inputs.every ?? EVERY) !== 0) {
    printJson(session, { quit: false });
    return EXIT.done;
  }
  try {
    return await withPool(session, own.pool, inputs['allow-nfs'], async (context) => {
      const lease = await resolveLease(context, own);
      const result: CheckResult = lease === undefined ? { kind: 'lost' } : await checkQuit(context, lease);
      return reportCheck(session, result, inputs.mode ?? 'graceful');
    });
  } catch (error) {
    const isUnreachable = error instanceof PoolUnavailable || error instanceof OutcomeUnknown;
    if (!isUnreachable || inputs['on-unreachable'] !== 'continue') throw error;
    say.line(`carrying on although nobody could be asked: ${error.message}`);
    printJson(session, { quit: false, unreachable: true });
    return EXIT.done;
  }
}

function reportCheck(session: Session, result: CheckResult, mode: 'graceful' | 'force'): number {
  const { say } = session;
  switch (result.kind) {
    case 'carry-on':
      printJson(session, { quit: false });
      return EXIT.done;
    case 'lost':
      say.line('the lease is lost: the host is, or may be, another job’s. Stop using it.');
      printJson(session, { quit: true, reason: 'lost' });
      return EXIT.lost;
    case 'quit': {
      const { byVersion, byJob, graceUntilMs } = result.told;
      const until = clockText(graceUntilMs, Date.now());
      say.line(`please leave by ${until}: ${oneLine(byJob)} (${oneLine(byVersion)}) waits for this host`);
      printJson(session, {
        quit: true,
        reason: 'preempted',
        byVersion: oneLine(byVersion),
        byJob: oneLine(byJob),
        graceUntil: new Date(graceUntilMs).toISOString(),
      });
      return mode === 'force' ? EXIT.quitForced : EXIT.quitGraceful;
    }
  }
}
