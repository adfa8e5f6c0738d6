import { look, patience, type FlowContext } from '../lease/flow';
import { hostsOf } from '../protocol/host';
import type { Snapshot } from '../protocol/snapshot';
import { statusOf, statusProblems, type Status } from '../protocol/status';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Inputs, type Problem } from '../settings/inputs';
import { COMMANDS } from '../settings/commands';
import { Interrupted } from '../lease/run';
import { resolveHost } from '../settings/lab-settings';
import { labSettings } from './fit-to-lab';
import { missing, NEEDS_POOL, withProwAliases } from './job';
import { Unread, withPool, type Session } from './session';
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
    if (inputs.watch === true) return watch(session, context, snapshot, inputs);
    return inputs.check === true ? check(session, snapshot, inputs) : EXIT.done;
  });
}

const WATCH_MS = 1000;

/** Shows it again whenever it changes; a signal, or the end of its reader, is how it ends, and no failure. */
async function watch(
  session: Session,
  context: FlowContext,
  first: Snapshot,
  inputs: StatusInputs,
): Promise<number> {
  const ending = new AbortController();
  const onUnread = (): void => ending.abort(session.unread.reason);
  const onInterrupt = (): void => ending.abort(context.signal.reason);
  session.unread.addEventListener('abort', onUnread, { once: true });
  context.signal.addEventListener('abort', onInterrupt, { once: true });
  if (session.unread.aborted) onUnread();
  if (context.signal.aborted) onInterrupt();
  const watched = { ...context, signal: ending.signal };
  const failing = patience(watched);
  try {
    for (let snapshot = first; ;) {
      // a minute at most: how long somebody has held or waited changes by itself
      const untilUptimeMs = snapshot.uptimeMs + 60_000;
      await context.pool.watch(snapshot, { everyMs: WATCH_MS, untilUptimeMs }, ending.signal);
      snapshot = await look(watched, failing);
      show(session, context, snapshot, inputs);
    }
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Unread) return EXIT.done;
    throw error;
  }
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
