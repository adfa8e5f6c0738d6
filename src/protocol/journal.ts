/** What has happened in a pool: lines of its journal, as the program writes them, to events that tell a story. Pure. */
import { isHostName } from './host';
import { oneLine } from './one-line';
import { parseDetails, type Details } from './record';
import { printedName } from './status';

/** May grow. */
export const JOURNAL_EVENTS = [
  'requested',
  'acquired',
  'told',
  'released',
  'preempted',
  'expired',
  'lost',
  'superseded',
  'hold',
  'unhold',
  'evicted',
  'noted',
  'bumped',
  'cancelled',
  'left',
  'cleared',
  'put-back',
  'fixed',
  'bash-seen',
  'bash-taken-over',
  'legacy',
] as const;

export type JournalEventName = (typeof JOURNAL_EVENTS)[number];

/** How a lease, a hold or a wait ended. `given-back`: while it settled, so that it never was held. May grow. */
export type Outcome =
  | 'released'
  | 'preempted'
  | 'evicted'
  | 'expired'
  | 'lost'
  | 'superseded'
  | 'given-back'
  | 'left'
  | 'dead'
  | 'cancelled';

/** All texts are fit to print. What does not apply, or was before the journal begins, is null. */
export interface JournalEvent {
  /** The number of the commit. */
  readonly commit: number;
  /** On the bastion's wall clock, in ms since the epoch. */
  readonly atMs: number;
  readonly event: JournalEventName;
  readonly hosts: readonly string[];
  readonly id: string | null;
  readonly owner: string | null;
  readonly job: string | null;
  readonly url: string | null;
  readonly project: string | null;
  readonly tenant: string | null;
  readonly version: string | null;
  readonly waitedMs: number | null;
  readonly heldMs: number | null;
  readonly outcome: Outcome | null;
  /** For whom, or by whom: the job that made a holder leave, the person that acted. */
  readonly by: string | null;
  /** A reason, a note, a new priority, what was mended. */
  readonly note: string | null;
}

/** Reads a journal piece by piece. */
export interface JournalReader {
  /**
   * Lines in the order of the journal; those of commits that it has read before count once. Answers with what is new.
   */
  read(lines: readonly string[]): readonly JournalEvent[];
  /** How many lines and events could not be read so far: torn by a kill or a full disk, or of a newer program. */
  skipped(): number;
  /** The number of the last commit read; 0 before the first. */
  lastCommit(): number;
}

/** What is known of a request, from the earlier lines. */
interface Known {
  readonly id: string;
  owner?: string;
  tenant?: string;
  version?: string;
  details: Details;
  hosts: readonly string[];
  requestedAtMs?: number;
  heldAtMs?: number;
  isHold?: true;
  isEvicted?: true;
}

interface Line {
  readonly commit: number;
  readonly atMs: number;
  readonly events: readonly (readonly string[])[];
}

type Telling = Partial<Omit<JournalEvent, 'commit' | 'atMs' | 'event'>>;

export function journalReader(): JournalReader {
  const known = new Map<string, Known>();
  let skipped = 0;
  let last = 0;

  function read(texts: readonly string[]): JournalEvent[] {
    // where a process was killed while it wrote a line, the whole one stands behind the part
    const lines = new Map<number, Line>();
    for (const text of texts) {
      const line = parseLine(text);
      if (line === undefined) skipped += 1;
      else if (line.commit > last) lines.set(line.commit, line);
    }
    const events = [...lines.values()].flatMap((line) => eventsOf(line));
    last = Math.max(last, ...lines.keys());
    return events;
  }

  function eventsOf(line: Line): JournalEvent[] {
    const events: JournalEvent[] = [];
    for (const words of line.events) {
      const told = tell(line, words);
      if (told === 'unknown') skipped += 1;
      else if (told !== 'nothing') add(events, told);
    }
    return events;
  }

  function knownOf(id: string): Known {
    const found = known.get(id) ?? { id, details: {}, hosts: [] };
    known.set(id, found);
    return found;
  }

  function tell(line: Line, [event = '', ...words]: readonly string[]): JournalEvent | 'nothing' | 'unknown' {
    const { atMs } = line;
    const [id = '', second = '', third = '', fourth = ''] = words;
    const say = (name: JournalEventName, about: Known | undefined, more: Telling = {}): JournalEvent => ({
      commit: line.commit,
      atMs,
      event: name,
      ...describe(about),
      ...more,
    });
    switch (event) {
      case 'requested':
      case 'held':
      case 'settling': {
        const about = knownOf(id);
        if (words.length > 1) learn(about, words);
        if (event === 'requested') {
          about.requestedAtMs = atMs;
          return say('requested', about);
        }
        if (event === 'settling' || about.heldAtMs !== undefined) return 'nothing';
        about.heldAtMs = atMs;
        const isTakenForPerson = line.events.some(([name, of]) => name === 'hold' && of === id);
        if (isTakenForPerson) return 'nothing'; // the event behind it says so
        // a take that no request came before had nothing to wait for
        const waitedMs = waited(about, atMs) ?? 0;
        return about.isHold
          ? say('hold', about, { waitedMs, ...holdText(about) })
          : say('acquired', about, { waitedMs });
      }
      case 'hold': {
        const about = knownOf(id);
        about.isHold = true;
        about.hosts = hostList(second);
        about.details = { ...about.details, ...detailsOf(third) };
        // one that settles is not had yet
        return about.heldAtMs === undefined
          ? 'nothing'
          : say('hold', about, { waitedMs: waited(about, atMs), ...holdText(about) });
      }
      case 'told': {
        const about = knownOf(id);
        about.details = { ...about.details, ...detailsOf(third) };
        const { told } = about.details;
        return say('told', about, {
          hosts: hostList(second),
          by: told === undefined ? null : label(told.byJob, told.byVersion),
        });
      }
      case 'evicted': {
        const about = knownOf(id);
        about.isEvicted = true;
        about.details = { ...about.details, ...detailsOf(third) };
        const { told } = about.details;
        return say('evicted', about, {
          hosts: hostList(second),
          by: told === undefined ? null : printedName(told.byJob),
          note: noteOf(about),
        });
      }
      case 'noted': {
        const about = knownOf(id);
        about.details = { ...about.details, ...detailsOf(third) };
        return say('noted', about, { hosts: hostList(second), note: noteOf(about) });
      }
      case 'amended': {
        const about = knownOf(id);
        const { cancelled } = detailsOf(third);
        if (cancelled === undefined) return say('bumped', about, { note: `priority ${oneLine(second, 8)}` });
        return say('cancelled', about, {
          waitedMs: waited(about, atMs),
          outcome: 'cancelled',
          by: printedName(cancelled.by),
          note: oneLine(cancelled.reason, LONGEST_NOTE),
        });
      }
      case 'released': {
        const about = knownOf(id);
        const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
        if (fourth === 'lost') return 'nothing'; // told when it was lost
        if (fourth === 'settling' && about.heldAtMs === undefined) {
          return say('released', about, { ...at, heldMs: null, outcome: 'given-back' });
        }
        if (about.isHold) return say('unhold', about, { ...at, outcome: 'released' });
        if (about.isEvicted) return say('preempted', about, { ...at, outcome: 'evicted' });
        return fourth === 'quitting'
          ? say('preempted', about, { ...at, outcome: 'preempted' })
          : say('released', about, { ...at, outcome: 'released' });
      }
      case 'expired': {
        const about = knownOf(id);
        const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
        if (about.isHold) return say('unhold', about, { ...at, outcome: 'expired' });
        return say('expired', about, { ...at, outcome: about.isEvicted ? 'evicted' : 'expired' });
      }
      case 'superseded':
      case 'lost': {
        const about = knownOf(id);
        const heldMs = held(about, third, atMs);
        return say(event, about, { hosts: hostList(second), heldMs, outcome: event });
      }
      case 'left': {
        const about = knownOf(id);
        return say('left', about, { waitedMs: waited(about, atMs), outcome: 'left' });
      }
      case 'cleared': {
        const about = knownOf(id);
        about.owner ??= second;
        return say('cleared', about, { waitedMs: waited(about, atMs), outcome: 'dead' });
      }
      case 'put-back':
        return say('put-back', knownOf(id), { hosts: hostList(second) });
      case 'bash-seen':
        return say('bash-seen', undefined, { hosts: hostList(second), note: bashTrace(third) });
      case 'bash-taken-over':
        return say('bash-taken-over', undefined, { hosts: hostList(second) });
      case 'fixed':
        return say('fixed', undefined, {
          hosts: hostList(third),
          note: oneLine([id, second].filter((word) => word !== '-').join(' '), LONGEST_NOTE),
        });
      case 'legacy':
        return say('legacy', undefined, {
          note: id === '-' ? 'LOCK_TIMEOUT unknown' : `LOCK_TIMEOUT ${oneLine(id, 20)} s`,
        });
      default:
        return 'unknown';
    }
  }

  return { read, skipped: () => skipped, lastCommit: () => last };
}

const LONGEST_NOTE = 400;
const LONGEST_URL = 2000;

function parseLine(text: string): Line | undefined {
  const match = /^(\d{1,15}) (\d{19})((?: .*;)?) *$/.exec(text);
  if (match === null) return undefined;
  const [, commit, ns = '', rest = ''] = match;
  // no blank is in a word, and behind each event stands one or the end
  const events = rest.split(/;(?= |$)/).flatMap((event) => {
    const words = event.split(' ').filter((word) => word !== '');
    return words.length === 0 ? [] : [words];
  });
  return { commit: Number(commit), atMs: Number(BigInt(ns) / 1_000_000n), events };
}

/** `ID OWNER VERSION TOKEN HOSTS TENANT JSON` */
function learn(about: Known, [, owner, version, , hosts = '', tenant, json = '']: readonly string[]): void {
  about.details = { ...about.details, ...detailsOf(json) };
  about.hosts = hostList(hosts);
  if (owner !== undefined) about.owner = owner;
  if (version !== undefined) about.version = version;
  if (tenant !== undefined) about.tenant = tenant;
}

function describe(about: Known | undefined): Omit<JournalEvent, 'commit' | 'atMs' | 'event'> {
  const { job = about?.owner, url, project } = about?.details ?? {};
  const { version, tenant } = about ?? {};
  return {
    hosts: about?.hosts ?? [],
    id: about === undefined ? null : oneLine(about.id, 64),
    owner: about?.owner === undefined ? null : oneLine(about.owner, 512),
    job: job === undefined ? null : printedName(job),
    url: url === undefined ? null : oneLine(url, LONGEST_URL),
    project: project === undefined ? null : oneLine(project),
    tenant: tenant === undefined ? null : oneLine(tenant, 64),
    version: version === undefined || about?.isHold === true ? null : oneLine(version),
    waitedMs: null,
    heldMs: null,
    outcome: null,
    by: null,
    note: null,
  };
}

/** One event for several hosts that a commit names one by one. */
function add(events: JournalEvent[], event: JournalEvent): void {
  const before = events.at(-1);
  const isSame = before?.event === event.event && before.id === event.id && event.id !== null;
  if (!isSame) events.push(event);
  else events[events.length - 1] = { ...before, hosts: [...new Set([...before.hosts, ...event.hosts])] };
}

function detailsOf(json: string): Details {
  return parseDetails(json) ?? {};
}

function hostList(text: string): string[] {
  return text.split(',').filter(isHostName);
}

/** Null where the journal does not reach back so far. */
function waited({ requestedAtMs, details: { arrivalNs } }: Known, atMs: number): number | null {
  const sinceMs =
    requestedAtMs ?? (arrivalNs === undefined ? undefined : Number(BigInt(arrivalNs) / 1_000_000n));
  return sinceMs === undefined ? null : Math.max(0, atMs - sinceMs);
}

/** The token is the instant of the take in µs, for where the journal does not reach back so far. */
function held({ heldAtMs }: Known, token: string, atMs: number): number | null {
  if (heldAtMs !== undefined) return Math.max(0, atMs - heldAtMs);
  return /^\d{13,16}$/.test(token) ? Math.max(0, atMs - Math.floor(Number(token) / 1000)) : null;
}

/** A person's hold: its job's name is who has it. */
function holdText(about: Known): Telling {
  const { job } = about.details;
  return { by: job === undefined ? null : printedName(job), note: noteOf(about) };
}

function noteOf({ details: { note } }: Known): string | null {
  return note === undefined ? null : oneLine(note, LONGEST_NOTE);
}

/** Of a bash job nothing is known but its lock, or the name of its waiting file: `<arrival>.<major>.<minor>`. */
function bashTrace(text: string): string {
  const version = /^\d+\.(\d+\.\d+)$/.exec(text)?.[1];
  return version === undefined ? 'a lock' : `waiting, ${version}`;
}

function label(job: string, version: string): string {
  return version === '-' ? printedName(job) : `${printedName(job)} (${oneLine(version, 40)})`;
}

export interface EventFilter {
  readonly hosts?: readonly string[] | undefined;
  /** Within the name of the job or of its owner, whatever the case. */
  readonly job?: string | undefined;
  readonly project?: string | undefined;
  readonly sinceMs?: number | undefined;
}

export function isWanted(event: JournalEvent, { hosts, job, project, sinceMs }: EventFilter): boolean {
  const names = [event.job, event.owner].map((name) => (name ?? '').toLowerCase());
  return (
    (hosts === undefined || event.hosts.some((host) => hosts.includes(host))) &&
    (job === undefined || names.some((name) => name.includes(job.toLowerCase()))) &&
    (project === undefined || event.project === project) &&
    (sinceMs === undefined || event.atMs >= sinceMs)
  );
}
