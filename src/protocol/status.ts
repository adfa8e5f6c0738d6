/** What a pool looks like to a person: every host, who holds it, who waits. */
import { availabilityOf, type Availability } from './availability';
import { bashLockEndsAtNs, decideExpiry, heartbeatAgeMs, isWaiterAlive, lockOwner } from './expiry';
import { oneLine } from './one-line';
import { claimOfWaiter, ruleAhead, type OrderRule } from './order';
import { waitersFor } from './queue';
import { findPreemptor, graceLeftMs, jobName, mayPreempt } from './quit';
import type { LeaseRecord } from './record';
import { spanEndMs, type HostView, type Snapshot, type Waiter } from './snapshot';
import { lockDelayMs } from './timing';

/** May grow. */
export type HostState =
  'free' | 'held' | 'settling' | 'quitting' | 'expired' | 'resting' | 'on-hold' | 'broken';

/** All instants are in ms since the epoch, on the bastion's wall clock; all texts are fit to print. */
export interface Status {
  readonly nowMs: number;
  readonly hosts: readonly HostStatus[];
}

export interface HostStatus {
  readonly host: string;
  readonly state: HostState;
  /** Of an expired or resting host: who had it. */
  readonly holder: HolderStatus | null;
  /** Of a resting host: until when nobody may have it. */
  readonly restsUntilMs?: number;
  /** Why a broken host's record can't be read. */
  readonly problem?: string;
  /** The live ones in the order of the queue, then dead ones whose files nobody has cleared yet. */
  readonly waiting: readonly WaiterStatus[];
}

/** Of a bash job nothing is known but its lock: what is unknown is null. */
export interface HolderStatus {
  readonly job: string;
  readonly url: string | null;
  readonly project?: string;
  /** Null for a bash job and for a person's hold. */
  readonly version: string | null;
  /** What a person, or the job itself, has to say. */
  readonly note?: string;
  readonly sinceMs: number | null;
  readonly fencingToken: number | null;
  readonly legacy: boolean;
  /** When the lease ends, or has ended, unless it is renewed; null if that is unknown, or never. */
  readonly endsAtMs: number | null;
  /** The last heartbeat. */
  readonly lastSignMs: number | null;
  readonly told?: {
    readonly byJob: string;
    readonly byVersion: string;
    readonly graceUntilMs: number;
    readonly overdue: boolean;
  };
  /** Somebody asks it to leave and may, but it has not looked yet. */
  readonly unaware?: true;
  readonly expiredBy?: 'silence' | 'max-hold';
}

export interface WaiterStatus {
  readonly job: string;
  /** Of the request, and of the job: what `bump` and `cancel` take. Null for a bash job. */
  readonly id: string | null;
  readonly owner: string | null;
  readonly url: string | null;
  readonly version: string;
  readonly sinceMs: number;
  /** From 1; null for a dead one. */
  readonly position: number | null;
  readonly alive: boolean;
  /** May it make the present holder leave? False for a bash holder, whose version nobody knows. */
  readonly preempts: boolean;
  readonly legacy: boolean;
  /** Has it a waiting file here, by which it asks the holder to leave? */
  readonly asks: boolean;
  /** Why it is ahead of the next one; null for the last. */
  readonly rule: OrderRule | null;
}

const LONGEST_URL = 2000;
/** As the program has it. */
const LONGEST_OWNER = 512;

/** The hosts given, those without any file as free; or all that the pool has files of, and `known` ones. */
export function statusOf(
  snapshot: Snapshot,
  hosts?: readonly string[],
  known: readonly string[] = [],
): Status {
  const all = [...new Set([...snapshot.hosts.keys(), ...known])].sort(compareHosts);
  const shown = hosts === undefined ? all : [...new Set(hosts)];
  return { nowMs: nowMs(snapshot), hosts: shown.map((host) => hostStatus(snapshot, host)) };
}

/** What `status --check` fails on, each a sentence. */
export function statusProblems(
  status: Status,
  { maxHeldMs }: { readonly maxHeldMs?: number } = {},
): string[] {
  return status.hosts.flatMap(({ host, state, holder, problem }) => {
    if (problem !== undefined) return [`${host}: ${problem}`];
    if (holder === null) return [];
    const who = jobLabel(holder);
    const { told, sinceMs, legacy, expiredBy } = holder;
    const sentences = [];
    if (state === 'expired') {
      const why = expiredBy === 'max-hold' ? 'its time was up' : 'its job gives no sign of life';
      sentences.push(
        legacy
          ? `${host}: the lock of ${who} is older than LOCK_TIMEOUT`
          : `${host}: the lease of ${who} has expired, ${why}`,
      );
    }
    if (told?.overdue === true) {
      const asker = jobLabel({ job: told.byJob, version: told.byVersion });
      sentences.push(`${host}: ${who} was asked to leave for ${asker} and has used up its grace`);
    }
    const isHeld = state === 'held' || state === 'settling' || state === 'quitting';
    const heldMs = status.nowMs - (sinceMs ?? Infinity);
    if (isHeld && maxHeldMs !== undefined && heldMs > maxHeldMs) {
      sentences.push(
        `${host}: ${who} has held it for ${roughly(heldMs)}, which is more than ${roughly(maxHeldMs)}`,
      );
    }
    return sentences;
  });
}

/** `job (4.22)`; without a version where it is unknown. */
export function jobLabel({
  job,
  version,
}: {
  readonly job: string;
  readonly version: string | null;
}): string {
  return version === null ? job : `${job} (${version})`;
}

/** What a waiter is called, fit to print. */
export function waiterName(waiter: Waiter): string {
  return printedName(jobName(waiter));
}

/** A name may consist of nothing that can be printed. */
export function printedName(name: string): string {
  return oneLine(name) || '(no name)';
}

/** By name, numbers in it by their value: h2 before h10. */
function compareHosts(a: string, b: string): number {
  const key = (host: string): string => host.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
  return key(a) < key(b) ? -1 : 1;
}

// ---- one host

function hostStatus(snapshot: Snapshot, host: string): HostStatus {
  const availability = availabilityOf(snapshot, host);
  return {
    host,
    ...stateOf(snapshot, host, availability),
    waiting: waiting(snapshot, host, availability),
  };
}

function stateOf(
  snapshot: Snapshot,
  host: string,
  availability: Availability,
): Pick<HostStatus, 'state' | 'holder' | 'restsUntilMs' | 'problem'> {
  switch (availability.state) {
    case 'broken':
      return { state: 'broken', holder: null, problem: oneLine(availability.problem, 400) };
    case 'bash':
      return { state: 'held', holder: bashHolder(snapshot, host) };
    case 'held': {
      const { holder, endsAtMs } = availability;
      const state = stateOfHeld(holder);
      const isUnaware = state === 'held' && findPreemptor(snapshot, host, holder) !== undefined;
      return {
        state,
        holder: {
          ...holderOf(snapshot, holder, endsAtMs),
          ...toldOf(snapshot, holder),
          ...(isUnaware ? { unaware: true } : {}),
        },
      };
    }
    case 'resting': {
      const { holder, untilMs } = availability;
      return {
        state: 'resting',
        holder: {
          ...holderOf(snapshot, holder, untilMs - lockDelayMs(holder.ttlMs)),
          expiredBy: expiredBy(snapshot, holder),
        },
        restsUntilMs: atWallMs(snapshot, untilMs),
      };
    }
    case 'free':
      return leftBehind(snapshot, host);
  }
}

/** Whoever comes may have it, but the one before has not given it back. */
function leftBehind(snapshot: Snapshot, host: string): Pick<HostStatus, 'state' | 'holder'> {
  if (lockOwner(snapshot.hosts.get(host)) === 'foreign') {
    return { state: 'expired', holder: bashHolder(snapshot, host) };
  }
  const life = decideExpiry(snapshot, host);
  if (life.state !== 'expired') return { state: 'free', holder: null };
  const { record } = life;
  return {
    state: 'expired',
    holder: { ...holderOf(snapshot, record, undefined), expiredBy: expiredBy(snapshot, record) },
  };
}

function stateOfHeld(record: LeaseRecord): HostState {
  if (record.kind === 'hold') return 'on-hold';
  if (record.state === 'settling') return 'settling';
  return record.state === 'quitting' || record.details.told !== undefined ? 'quitting' : 'held';
}

function holderOf(snapshot: Snapshot, record: LeaseRecord, endsAtMs: number | undefined): HolderStatus {
  const { job, url, project, note } = record.details;
  const ageMs = record.kind === 'hold' ? undefined : heartbeatAgeMs(snapshot, record.id);
  return {
    job: printedName(job ?? record.owner),
    url: linkOf(url),
    ...(project === undefined ? {} : { project: oneLine(project) }),
    version: record.kind === 'hold' ? null : record.version.text,
    sinceMs: Math.floor(record.token / 1000), // a token is the instant of the take in µs
    fencingToken: record.token,
    legacy: false,
    ...(note === undefined ? {} : { note: printedName(note) }),
    endsAtMs: endsAtMs === undefined ? null : atWallMs(snapshot, endsAtMs),
    lastSignMs: ageMs === undefined ? null : nowMs(snapshot) - ageMs,
  };
}

function bashHolder(snapshot: Snapshot, host: string): HolderStatus {
  const view = snapshot.hosts.get(host);
  const endsAtNs = view === undefined ? undefined : bashLockEndsAtNs(snapshot, view);
  return {
    job: 'a bash job',
    url: null,
    version: null,
    sinceMs: bashSinceMs(view),
    fencingToken: null,
    legacy: true,
    endsAtMs: endsAtNs === undefined ? null : asMs(endsAtNs),
    lastSignMs: null,
  };
}

/** By the file's mtime; the content carries the clock of the job's pod. */
function bashSinceMs(view: HostView | undefined): number | null {
  if (view === undefined) return null;
  if (view.lockMtimeNs !== undefined) return asMs(view.lockMtimeNs);
  return /^\d{19}$/.test(view.lockText) ? asMs(BigInt(view.lockText)) : null;
}

function toldOf(snapshot: Snapshot, { details: { told } }: LeaseRecord): Pick<HolderStatus, 'told'> {
  if (told === undefined) return {};
  return {
    told: {
      byJob: printedName(told.byJob),
      byVersion: oneLine(told.byVersion),
      graceUntilMs: told.graceUntilMs,
      overdue: graceLeftMs(snapshot, told) < 0,
    },
  };
}

function expiredBy(snapshot: Snapshot, record: LeaseRecord): 'silence' | 'max-hold' {
  if (record.kind === 'hold') return 'max-hold';
  const ageMs = heartbeatAgeMs(snapshot, record.id);
  if (ageMs === undefined) return 'silence';
  const silentSinceMs = snapshot.uptimeMs - ageMs + record.ttlMs;
  return spanEndMs(snapshot, record.until) < silentSinceMs ? 'max-hold' : 'silence';
}

// ---- who waits

function waiting(snapshot: Snapshot, host: string, availability: Availability): WaiterStatus[] {
  const statusOfWaiter = (waiter: Waiter, place: Pick<WaiterStatus, 'position' | 'rule'>): WaiterStatus => ({
    job: waiterName(waiter),
    id: waiter.record?.id ?? null,
    owner: waiter.record === undefined ? null : oneLine(waiter.record.owner, LONGEST_OWNER),
    url: linkOf(waiter.record?.details.url),
    version: waiter.version.text,
    sinceMs: asMs(waiter.arrivalNs),
    alive: place.position !== null,
    preempts:
      place.position !== null &&
      availability.state === 'held' &&
      mayPreempt(snapshot, waiter, availability.holder),
    legacy: waiter.record === undefined,
    asks: waiter.files.some((file) => file.host === host && !file.queued),
    ...place,
  });
  const live = waitersFor(snapshot, host);
  const holderId = snapshot.hosts.get(host)?.record?.id;
  const dead = snapshot.waiters.filter(
    (waiter) =>
      waiter.id !== holderId &&
      waiter.files.some((file) => file.host === host) &&
      !isWaiterAlive(snapshot, waiter),
  );
  return [
    ...live.map((waiter, index) => {
      const next = live[index + 1];
      const rule = next && ruleAhead(claimOfWaiter(snapshot, waiter), claimOfWaiter(snapshot, next));
      return statusOfWaiter(waiter, { position: index + 1, rule: rule ?? null });
    }),
    ...dead.map((waiter) => statusOfWaiter(waiter, { position: null, rule: null })),
  ];
}

// ---- small things

function linkOf(url: string | undefined): string | null {
  return url === undefined ? null : oneLine(url, LONGEST_URL);
}

function nowMs(snapshot: Snapshot): number {
  return asMs(snapshot.wallNs);
}

/** An instant of uptime on the wall clock. */
export function atWallMs(snapshot: Snapshot, uptimeMs: number): number {
  return nowMs(snapshot) + uptimeMs - snapshot.uptimeMs;
}

function asMs(ns: bigint): number {
  return Number(ns / 1_000_000n);
}

function roughly(ms: number): string {
  return ms < 2 * 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 360_000) / 10} h`;
}
