import { lengthOf, oneLine } from '../protocol/one-line';
import type { HolderStatus, HostState, HostStatus, Status, WaiterStatus } from '../protocol/status';
import { clockText, durationText, isoText } from './duration-text';

export interface TableOptions {
  readonly nowMs: number;
  readonly colours: boolean;
  /** What the table should fit into. Host names are never cut, so it may be wider. */
  readonly columns?: number;
}

const HEADERS = ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'] as const;
const STATE = 1;
const HOLDER = 2;
const WAITING = 5;

const GAP = '  ';
const LONGEST_VERSION = 12;

/** How many characters the two columns get whose texts may be cut. */
interface Room {
  readonly holder: number;
  readonly waiting: number;
}

const LEAST_ROOM: Room = { holder: 12, waiting: 24 };

/** The table that `status` prints, without a newline at its end; below it, what is wrong with broken records. */
export function statusTable(status: Status, { nowMs, colours, columns = 100 }: TableOptions): string {
  if (status.hosts.length === 0) return 'Nobody has used this pool yet.';
  const linesFor = (room: Room): (readonly string[])[] => [
    HEADERS,
    ...status.hosts.map((host) => rowOf(host, nowMs, room)),
  ];
  const room = roomIn(columns, widthsOf(linesFor({ holder: Infinity, waiting: Infinity })));
  const lines = linesFor(room);
  const widths = widthsOf(lines);
  const table = lines.map((cells, line) =>
    cells
      .map((cell, column) => {
        const padding = column === WAITING ? '' : ' '.repeat((widths[column] ?? 0) - lengthOf(cell));
        return (colours ? painted(cell, colourOf(column, status.hosts[line - 1])) : cell) + padding;
      })
      .join(GAP)
      .trimEnd(),
  );
  const problems = status.hosts.flatMap(({ host, problem }) =>
    problem === undefined ? [] : [`${host}: ${problem}`],
  );
  return [...table, ...problems].join('\n');
}

function rowOf(host: HostStatus, nowMs: number, room: Room): string[] {
  const { holder } = host;
  return [
    host.host,
    stateText(host, nowMs),
    holder === null ? '-' : oneLine(holderText(holder), room.holder),
    holder?.version ? oneLine(holder.version, LONGEST_VERSION) : '-',
    sinceText(holder, nowMs),
    waitingText(host, room.waiting),
  ];
}

/** `nightly-4.21: installing` */
function holderText({ job, note }: HolderStatus): string {
  return note === undefined ? job : `${job}: ${note}`;
}

function widthsOf(lines: readonly (readonly string[])[]): number[] {
  return HEADERS.map((_, column) => Math.max(...lines.map((cells) => lengthOf(cells[column] ?? ''))));
}

/** What the other columns leave, shared out: neither gets more than it can use while the other lacks it. */
function roomIn(columns: number, natural: readonly number[]): Room {
  const [holder = 0, waiting = 0] = [natural[HOLDER], natural[WAITING]];
  const all = natural.reduce((sum, width) => sum + width, GAP.length * (natural.length - 1));
  const left = columns - (all - holder - waiting);
  const half = Math.min(Math.floor(left / 2), left - LEAST_ROOM.waiting);
  const forHolder = Math.min(holder, Math.max(LEAST_ROOM.holder, half, left - waiting));
  return { holder: forHolder, waiting: Math.max(LEAST_ROOM.waiting, left - forHolder) };
}

const COLOURS: Readonly<Record<HostState, string>> = {
  free: '32',
  held: '33',
  settling: '33',
  quitting: '35',
  expired: '31',
  resting: '36',
  'on-hold': '34',
  broken: '31',
};

/** The headers have no host. */
function colourOf(column: number, host: HostStatus | undefined): string | undefined {
  if (host === undefined) return '1';
  return column === STATE ? COLOURS[host.state] : undefined;
}

function painted(cell: string, colour: string | undefined): string {
  return colour === undefined ? cell : `\u001b[${colour}m${cell}\u001b[0m`;
}

/** With the time that is left, where it ends by itself. */
function stateText({ state, holder, restsUntilMs }: HostStatus, nowMs: number): string {
  if (holder?.told !== undefined && state === 'quitting') {
    const { overdue, graceUntilMs } = holder.told;
    return overdue ? 'quitting (overdue)' : `quitting ${durationText(graceUntilMs - nowMs)}`;
  }
  if (holder?.unaware === true) return `${state} (unaware)`;
  if (restsUntilMs !== undefined) return `${state} ${durationText(restsUntilMs - nowMs)}`;
  return state;
}

function sinceText(holder: HolderStatus | null, nowMs: number): string {
  const { sinceMs = null } = holder ?? {};
  return sinceMs === null ? '-' : `${clockText(sinceMs, nowMs)} (${durationText(nowMs - sinceMs)})`;
}

/** `4.22 my-job (asked), +2`: of the first waiter its job's name is cut, and nothing else. */
function waitingText({ waiting, holder }: HostStatus, width: number): string {
  const [first, ...others] = waiting.filter(({ alive }) => alive);
  const dead = waiting.filter(({ alive }) => !alive).length;
  const deadText = dead === 0 ? '' : `${dead} dead`;
  if (first === undefined) return deadText === '' ? '-' : deadText;
  const version = oneLine(first.version, LONGEST_VERSION);
  const behind = [
    // one that may not make the holder leave has asked in vain; of a bash job nobody knows
    first.asks && (first.preempts || holder?.legacy === true) ? ' (asked)' : '',
    others.length === 0 ? '' : `, +${others.length}`,
    deadText === '' ? '' : `, ${deadText}`,
  ].join('');
  const room = Math.max(4, width - lengthOf(version) - 1 - lengthOf(behind));
  return `${version} ${oneLine(first.job, room)}${behind}`;
}

/** What `status --json` prints: one line, without a newline at its end. */
export function statusJson(status: Status, pool: string): string {
  return JSON.stringify({ pool, now: isoText(status.nowMs), hosts: status.hosts.map(hostJson) });
}

function hostJson({ host, state, holder, restsUntilMs, problem, waiting }: HostStatus): object {
  return {
    host,
    state,
    holder: holder === null ? null : holderJson(holder),
    ...(restsUntilMs === undefined ? {} : { restsUntil: isoText(restsUntilMs) }),
    ...(problem === undefined ? {} : { problem }),
    waiting: waiting.map(waiterJson),
  };
}

function holderJson({ sinceMs, endsAtMs, lastSignMs, told, ...holder }: HolderStatus): object {
  const { job, url, version, fencingToken, legacy, ...more } = holder;
  return {
    job,
    url,
    version,
    since: orNull(sinceMs),
    fencingToken,
    legacy,
    endsAt: orNull(endsAtMs),
    lastSign: orNull(lastSignMs),
    ...more,
    ...(told === undefined ? {} : { told: toldJson(told) }),
  };
}

function toldJson({ graceUntilMs, overdue, ...told }: NonNullable<HolderStatus['told']>): object {
  return { ...told, graceUntil: isoText(graceUntilMs), overdue };
}

function waiterJson({ sinceMs, job, id, owner, url, version, position, ...more }: WaiterStatus): object {
  return { job, id, owner, url, version, since: isoText(sinceMs), position, ...more };
}

function orNull(epochMs: number | null): string | null {
  return epochMs === null ? null : isoText(epochMs);
}
