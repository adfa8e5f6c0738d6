import { look, patience, type FlowContext } from '../lease/flow';
import { hostsOf } from '../protocol/host';
import type { Snapshot } from '../protocol/snapshot';
import { statusOf, statusProblems, type Status } from '../protocol/status';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Inputs, type Problem } from '../settings/inputs';
import { COMMANDS } from '../settings/commands';
import { resolveHost } from '../settings/lab-settings';
import { labSettings } from './fit-to-lab';
import { missing, NEEDS_POOL, withProwAliases } from './job';
import { onEveryChange } from './every-change';
import { withPool, type Session } from './session';
import { statusJson, statusTable } from './status-text';
import { failOn } from './usage';

type StatusInputs = Inputs<'host' | 'json' | 'watch' | 'check' | 'max-held'>;

/** `giveway status`: who holds what, and who waits. */
export async function statusCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.status.inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
  failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
  return withPool(session, inputs, async (context) => {
    const snapshot = await look(context, patience(context));
    show(session, context, snapshot, inputs);
    if (inputs.watch === true) {
      return onEveryChange(session, context, snapshot, (next) => show(session, context, next, inputs));
    }
    return inputs.check === true ? check(session, snapshot, inputs) : EXIT.done;
  });
}

function show(session: Session, { pool }: FlowContext, snapshot: Snapshot, inputs: StatusInputs): void {
  const status = statusIn(session, snapshot, inputs);
  if (inputs.json === true) {
    session.print(`${statusJson(status, pool.name)}\n`);
    return;
  }
  const clear = inputs.watch === true && session.isTerminal ? '\u001b[H\u001b[2J' : '';
  const colours = session.isTerminal && session.env['NO_COLOR'] === undefined;
  session.print(`${clear}${statusTable(status, { nowMs: status.nowMs, colours })}\n`);
}

/** Of the hosts that were asked for, by name or alias, or of all: those of the lab's settings as well, idle or not. */
function statusIn(session: Session, snapshot: Snapshot, { host }: StatusInputs): Status {
  const lab = labSettings(session, snapshot);
  if (host === undefined) return statusOf(snapshot, undefined, [...(lab.hosts?.keys() ?? [])]);
  const names = hostsOf(host).map((name) => {
    const found = resolveHost(lab, name);
    return 'host' in found ? found.host : name;
  });
  return statusOf(snapshot, names);
}

function check(session: Session, snapshot: Snapshot, inputs: StatusInputs): number {
  const { say } = session;
  const status = statusIn(session, snapshot, inputs);
  const maxHeldMs = inputs['max-held'];
  const found = statusProblems(status, maxHeldMs === undefined ? {} : { maxHeldMs });
  for (const problem of found) say.line(problem);
  return found.length > 0 ? EXIT.needsAttention : EXIT.done;
}
