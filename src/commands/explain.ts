import { look, patience } from '../lease/flow';
import { explain, type PastEvent, type Who } from '../protocol/explain';
import { hostsOf } from '../protocol/host';
import type { JournalEvent } from '../protocol/journal';
import type { Snapshot } from '../protocol/snapshot';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { resolveHost, type LabSettings } from '../settings/lab-settings';
import { explainJson, explainText } from './explain-text';
import { labSettings } from './fit-to-lab';
import { latestEvents } from './history';
import { eventSentence } from './history-text';
import { identityOf, missing, NEEDS_POOL, withProwAliases } from './job';
import { withPool, type Session } from './session';
import { failOn } from './usage';

/** `giveway explain`: who holds a host and why, who is next and why, and what would help. Changes nothing. */
export async function explainCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.explain.inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
  failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
  const { lease, owner, json } = inputs;
  const who: Who = lease === undefined ? { owner: identityOf(env, inputs).owner } : { id: lease };
  return withPool(session, inputs, async (context) => {
    const snapshot = await look(context, patience(context));
    const lab = labSettings(session, snapshot);
    const hosts = inputs.host === undefined ? undefined : hostsIn(lab, snapshot, hostsOf(inputs.host));
    const options = { hosts, who, known: lab.hosts };
    const shown = explain(snapshot, options).hosts.map(({ host }) => host);
    const lately = shown.length === 0 ? undefined : latelyOf(await latestEvents(context), shown);
    const explanation = explain(snapshot, { ...options, lately });
    // the environment of a job names its owner always
    const isAsked = given.has('lease') || given.has('owner');
    if (isAsked && explanation.you === null) {
      session.say.line(
        `nothing in the pool is of ${lease ?? owner ?? 'this job'}: it neither waits nor holds`,
      );
    }
    const text = json === true ? explainJson(explanation, context.pool.name) : explainText(explanation);
    session.print(`${text}\n`);
    return EXIT.done;
  });
}

const LATELY = 10;

/** The last events of these hosts. */
function latelyOf(events: readonly JournalEvent[], hosts: readonly string[]): PastEvent[] {
  return events
    .map((event) => ({ event, at: event.hosts.filter((host) => hosts.includes(host)) }))
    .filter(({ at }) => at.length > 0)
    .slice(-LATELY)
    .map(({ event, at }) => ({ atMs: event.atMs, host: at.join(', '), what: eventSentence(event) }));
}

/** By their own names. A name that neither the lab nor the pool knows throws UsageError. */
function hostsIn(lab: LabSettings, snapshot: Snapshot, names: readonly string[]): string[] {
  const problems: Problem[] = [];
  const hosts = names.map((name) => {
    const found = resolveHost(lab, name);
    if ('host' in found) return found.host;
    if (!snapshot.hosts.has(name))
      problems.push({
        input: '--host',
        expected: `a host of this lab (nearest: ${found.nearest})`,
        got: name,
      });
    return name;
  });
  failOn(problems);
  return hosts;
}
