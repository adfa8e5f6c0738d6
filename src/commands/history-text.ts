/** What `history` prints: a line an event, for people or as JSON; and the sentences that `explain` has of it. */
import type { JournalEvent, JournalEventName, Outcome } from '../protocol/journal';
import { lengthOf, oneLine } from '../protocol/one-line';
import { clockText, durationText, isoText } from './duration-text';

const HEADERS = ['When', 'Event', 'Host', 'Job', 'Version', 'Waited', 'Held', 'More'] as const;
const LONGEST_JOB = 40;
const LONGEST_HOSTS = 40;
const LONGEST_MORE = 100;
/** So that what is added later stands below what is there. */
const LEAST_WIDTHS = [6, 9, 10, 16, 7, 6, 6, 0];
const GAP = '  ';

export interface HistoryTable {
  /** The header, and the first events; without a newline at its end. */
  readonly head: string;
  /** More events, in columns of the same width. */
  readonly lines: (events: readonly JournalEvent[]) => readonly string[];
}

/** Times of another day than `nowMs` have their date. */
export function historyTable(first: readonly JournalEvent[], nowMs: number): HistoryTable {
  const rows = [HEADERS, ...first.map((event) => cellsOf(event, nowMs))];
  const widths = LEAST_WIDTHS.map((least, column) =>
    Math.max(least, ...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - lengthOf(cell))))
      .join(GAP)
      .trimEnd();
  return {
    head: rows.map(lineOf).join('\n'),
    lines: (events) => events.map((event) => lineOf(cellsOf(event, nowMs))),
  };
}

function cellsOf(event: JournalEvent, nowMs: number): string[] {
  const { hosts, job, version, waitedMs, heldMs } = event;
  return [
    clockText(event.atMs, nowMs, 'seconds'),
    event.event,
    hosts.length === 0 ? '-' : oneLine(hosts.join(','), LONGEST_HOSTS),
    oneLine(job ?? '-', LONGEST_JOB),
    oneLine(version ?? '-', 16),
    waitedMs === null ? '-' : durationText(waitedMs),
    heldMs === null ? '-' : durationText(heldMs),
    oneLine(moreText(event), LONGEST_MORE),
  ];
}

/** By whom, why, and how it ended where the event does not say so. */
function moreText({ event, outcome, by, note }: JournalEvent): string {
  const parts = [
    ...(by === null ? [] : [`${event === 'told' ? 'for' : 'by'} ${by}`]),
    ...(note === null ? [] : [note]),
    ...(outcome === null || SAID[event] === outcome ? [] : [OUTCOMES[outcome]]),
  ];
  return parts.join(': ');
}

/** What the event's own name says of how it ended. */
const SAID: Readonly<Partial<Record<JournalEventName, Outcome>>> = {
  released: 'released',
  preempted: 'preempted',
  expired: 'expired',
  lost: 'lost',
  superseded: 'superseded',
  left: 'left',
  cancelled: 'cancelled',
  unhold: 'released',
};

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  released: 'released',
  preempted: 'gave way',
  evicted: 'it had been evicted',
  expired: 'its time was up',
  lost: 'lost',
  superseded: 'superseded',
  'given-back': 'given back before it was held',
  left: 'left',
  dead: 'it gave no sign of life',
  cancelled: 'cancelled',
};

/** One line, without a newline at its end; an instant `…Ms` is there as `…`, in ISO 8601, a duration in seconds. */
export function historyJson(event: JournalEvent): string {
  const { commit, atMs, waitedMs, heldMs, ...more } = event;
  return JSON.stringify({
    at: isoText(atMs),
    commit,
    ...more,
    waitedSeconds: waitedMs === null ? null : Math.round(waitedMs / 100) / 10,
    heldSeconds: heldMs === null ? null : Math.round(heldMs / 100) / 10,
  });
}

/** Without the hosts, which stand before it. */
export function eventSentence(event: JournalEvent): string {
  const { job, version, waitedMs, heldMs, by, note, outcome } = event;
  const who = job === null ? 'somebody' : version === null ? job : `${job} (${version})`;
  const after = heldMs === null ? '' : ` after ${durationText(heldMs)}`;
  const why = note === null ? '' : `: ${note}`;
  const byWhom = by === null ? '' : ` by ${by}`;
  switch (event.event) {
    case 'requested':
      return `${who} came, and waits`;
    case 'acquired':
      return waitedMs === null || waitedMs < 1000
        ? `${who} got it`
        : `${who} got it after ${durationText(waitedMs)}`;
    case 'told':
      return `${who} was told to leave${by === null ? '' : ` for ${by}`}`;
    case 'released':
      return outcome === 'given-back'
        ? `${who} gave it back before it was held`
        : `${who} gave it back${after}`;
    case 'preempted':
      return outcome === 'evicted' ? `${who} left${after}, evicted` : `${who} gave way${after}`;
    case 'expired':
      return `the lease of ${who} expired${after}`;
    case 'lost':
      return `${who} lost it to another job's lock${after}`;
    case 'superseded':
      return `a later process of ${who} took it over${after}`;
    case 'hold':
      return `${by ?? who} has it on hold${why}`;
    case 'unhold':
      return `the hold of ${who} ended${after}`;
    case 'evicted':
      return `${who} was told to leave${byWhom}${why}`;
    case 'noted':
      return `a note on the lease of ${who}${why}`;
    case 'bumped':
      return `${who} got another place${why}`;
    case 'cancelled':
      return `${who} was taken out of the queue${byWhom}${why}`;
    case 'left':
      return `${who} left the queue`;
    case 'cleared':
      return `${who} was taken out of the queue: it gave no sign of life`;
    case 'put-back':
      return `somebody had removed the lock of ${who}, which put it back`;
    case 'fixed':
      return `giveway doctor mended${why}`;
    case 'bash-seen':
      return `a bash job was seen${why}`;
    case 'bash-taken-over':
      return 'the lock of a bash job had expired, and was taken over';
    case 'legacy':
      return `shared with bash jobs from now on${why}`;
  }
}
