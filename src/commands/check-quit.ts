import { checkQuit, type CheckResult } from '../lease/check-quit';
import { isPoolError } from '../pool/pool';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { COMMANDS } from '../settings/commands';
import { withProwAliases } from './job';
import { ownLease, resolveLease } from './own-lease';
import { askKeeper } from './keeper-socket';
import { toldText } from './told-text';
import { LOST_JSON, quitJson } from './quit-file';
import { withPool, type Session } from './session';

const EVERY = 3;

/** `giveway check-quit`: at a checkpoint, must this job leave? */
export async function checkQuitCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS['check-quit'].inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['every'], read);
  const own = ownLease(session, { given, inputs }, [...problems, ...inputProblems]);
  const { iteration } = inputs;
  if (iteration !== undefined && iteration % (inputs.every ?? EVERY) !== 0) {
    session.result({ quit: false });
    return EXIT.done;
  }
  const { file } = own;
  const socket = env['GIVEWAY_KEEPER_SOCKET'];
  const mode = inputs.mode ?? 'graceful';
  if (socket !== undefined && file !== undefined) {
    const result = await askKeeper(socket, file.id, session.interrupts.signal);
    if (result !== undefined) return reportCheck(session, result, mode);
  }
  try {
    return await withPool(session, { ...inputs, pool: own.pool }, async (context) => {
      const lease = await resolveLease(context, own);
      const result: CheckResult = lease === undefined ? { kind: 'lost' } : await checkQuit(context, lease);
      return reportCheck(session, result, mode);
    });
  } catch (error) {
    if (!isPoolError(error) || inputs['on-unreachable'] !== 'continue') throw error;
    say.line(`carrying on although nobody could be asked: ${error.message}`);
    session.result({ quit: false, unreachable: true });
    return EXIT.done;
  }
}

function reportCheck(session: Session, result: CheckResult, mode: 'graceful' | 'force'): number {
  const { say } = session;
  switch (result.kind) {
    case 'carry-on':
      session.result({ quit: false });
      return EXIT.done;
    case 'lost':
      say.line('the lease is lost: the host is, or may be, another job’s. Stop using it.');
      session.result({ quit: true, ...LOST_JSON });
      return EXIT.lost;
    case 'quit': {
      say.line(`please leave ${toldText(result.told)}`);
      session.result({ quit: true, ...quitJson(result.told) });
      return mode === 'force' ? EXIT.quitForced : EXIT.quitGraceful;
    }
  }
}
