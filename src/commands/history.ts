import { look, patience, type FlowContext } from '../lease/flow';
import { hostsOf } from '../protocol/host';
import {
  isWanted,
  journalReader,
  type EventFilter,
  type JournalEvent,
  type JournalReader,
} from '../protocol/journal';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { resolveHost } from '../settings/lab-settings';
import { onEveryChange } from './every-change';
import { labSettings } from './fit-to-lab';
import { historyJson, historyTable, type HistoryTable } from './history-text';
import { missing, NEEDS_POOL, withProwAliases } from './job';
import { withPool, type Session } from './session';
import { failOn } from './usage';

const SINCE_MS = 7 * 24 * 3_600_000;
/** More than both files of a journal can have. */
const ALL_LINES = 10_000_000;
/** How many are asked for at first when something has changed. */
const FEW_LINES = 100;

/** `giveway history`: what has happened, as the journal tells it. Changes nothing. */
export async function historyCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.history.inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
  failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
  return withPool(session, inputs, async (context) => {
    const snapshot = await look(context, patience(context));
    const nowMs = Number(snapshot.wallNs / 1_000_000n);
    const lab = labSettings(session, snapshot);
    const hosts = inputs.host && hostsOf(inputs.host).flatMap((name) => [name, nameOf(lab, name)]);
    const filter: EventFilter = {
      hosts,
      job: inputs.job,
      project: inputs.project,
      sinceMs: nowMs - (inputs.since ?? SINCE_MS),
    };
    const reader = journalReader();
    const all = reader.read(await context.pool.journal(ALL_LINES, context.signal));
    const first = all.filter((event) => isWanted(event, filter));
    const show = inputs.json === true ? jsonPrinter(session) : tablePrinter(session, nowMs, inputs.follow);
    show(first);
    if (reader.skipped() > 0) session.say.line(`${reader.skipped()} entries of the journal cannot be read`);
    if (inputs.follow !== true) return EXIT.done;
    return onEveryChange(session, context, snapshot, async (_, watched) => {
      const events = await newEvents(watched, reader);
      const wanted = events.filter((event) => isWanted(event, filter));
      if (wanted.length > 0) show(wanted);
    });
  });
}

function nameOf(lab: Parameters<typeof resolveHost>[0], name: string): string {
  const found = resolveHost(lab, name);
  return 'host' in found ? found.host : name;
}

/** What the journal has behind the last commit that was read, however much that is. */
async function newEvents(
  { pool, signal }: FlowContext,
  reader: JournalReader,
): Promise<readonly JournalEvent[]> {
  for (let count = FEW_LINES; ; count *= 8) {
    const lines = await pool.journal(count, signal);
    const oldest = Number(lines[0]?.split(' ')[0] ?? 0);
    if (lines.length < count || oldest <= reader.lastCommit() + 1) return reader.read(lines);
  }
}

/** The events of the last lines of a journal, for those who want but the latest. */
export async function latestEvents({ pool, signal }: FlowContext): Promise<readonly JournalEvent[]> {
  return journalReader().read(await pool.journal(LATELY_LINES, signal));
}

const LATELY_LINES = 1000;

type Show = (events: readonly JournalEvent[]) => void;

function jsonPrinter({ print }: Session): Show {
  return (events) => {
    if (events.length > 0) print(`${events.map(historyJson).join('\n')}\n`);
  };
}

/** With what came first it settles how wide the columns are. */
function tablePrinter({ print }: Session, nowMs: number, goesOn = false): Show {
  let table: HistoryTable | undefined;
  return (events) => {
    if (table !== undefined) {
      print(`${table.lines(events).join('\n')}\n`);
      return;
    }
    table = historyTable(events, nowMs);
    print(events.length === 0 && !goesOn ? 'The journal has nothing of that.\n' : `${table.head}\n`);
  };
}
