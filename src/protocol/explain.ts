/** Who holds a host and why, who is next and why, and what would help: as values; the words are the caller's. */
import { availabilityOf, isFree } from './availability';
import {
  bashLockEndsAtNs,
  decideExpiry,
  heartbeatAgeMs,
  isInQueue,
  isWaiterAlive,
  leaseEndsAtMs,
  lockOwner,
} from './expiry';
import { chooseHosts, hostsOf, type HostGroups } from './host';
import { oneLine } from './one-line';
import { claimOfWaiter, compareClaims, starvesAtMs, type OrderRule } from './order';
import type { ProductVersion } from './product-version';
import { couldTakeNow, waitersAhead, waitersFor } from './queue';
import { decidePreemption, findPreemptor, graceLeftMs, type Preemption, type PreemptionBar } from './quit';
import type { LeaseRecord } from './record';
import { spanEndMs, type Snapshot, type Waiter } from './snapshot';
import {
  atWallMs,
  printedName,
  statusOf,
  waiterName,
  type HolderStatus,
  type HostStatus,
  type WaiterStatus,
} from './status';
import { chooseTarget, whyItAsksNobody, type AsksNobody } from './target';
import { DEFAULTS, evictionRestMs } from './timing';

/**
 * All instants are in ms since the epoch, on the bastion's wall clock, and nothing else ends in `Ms`; all texts are fit to
 * print. Every kind, rule and reason may grow.
 */
export interface Explanation {
  readonly nowMs: number;
  readonly hosts: readonly HostExplanation[];
  /** The job that was asked for, if it waits or holds. */
  readonly you: OwnExplanation | null;
  /** What has happened, oldest first; null: nobody has read the journal. */
  readonly lately: readonly PastEvent[] | null;
}

export interface PastEvent {
  readonly atMs: number;
  readonly host: string | null;
  /** A sentence. */
  readonly what: string;
}

export interface HostExplanation extends Omit<HostStatus, 'holder' | 'waiting'> {
  readonly holder: HolderExplanation | null;
  readonly lock: Lock;
  /** Whom the holder must make way for, whoever waits now; null where nobody of ours holds. */
  readonly preemptible: Preemptible | null;
  /** Must the holder leave, and does it know? Null where nobody holds. */
  readonly leaving: Leaving | null;
  readonly waiting: readonly QueuePlace[];
  /** What would help those who wait, best first. */
  readonly advice: readonly Advice[];
  /** As the lab's settings have it: whom to ask about the machine, and what to know of it. */
  readonly contact: string | null;
  readonly hostNote: string | null;
}

/** What is unknown, of a bash job or of none, is null. */
export interface HolderExplanation extends HolderStatus {
  readonly priority: number | null;
  /** The end of its max-hold, or of an eviction: then the lease ends however often it is renewed. */
  readonly atMostUntilMs: number | null;
  /** It does so no later than it would if it were evicted now, without grace. */
  readonly endsSoon: boolean;
  /** Does a process beat for it? Else it gives a sign of life, and looks, only at its checkpoints. */
  readonly keeper: boolean | null;
  /** Signs of life are missing that its keeper should have given. */
  readonly silent: boolean;
}

/** What the lock on disk says. */
export type Lock =
  | { readonly kind: 'none' | 'own' | 'settling' }
  /** Somebody removed it under a live lease, whose job puts it back. */
  | { readonly kind: 'missing' }
  /** The lease that it belongs to is over; the next change of the host takes it away. */
  | { readonly kind: 'left' }
  /** No record speaks of it; `endsAtMs` null: nobody knows LOCK_TIMEOUT. `lostBy`: whose live lease it stands over. */
  | {
      readonly kind: 'bash';
      readonly endsAtMs: number | null;
      readonly expired: boolean;
      readonly lostBy: string | null;
    };

/** A priority above and, with the same priority, a version above make the holder leave, each null where none does. */
export interface Preemptible {
  readonly byPriorityAbove: number | null;
  readonly byVersionAbove: string | null;
  /** From when on: the end of the exempt time, or now. */
  readonly fromMs: number;
  /** Why a newer version does not. */
  readonly because: PreemptionBar | null;
}

interface Asker {
  readonly byJob: string;
  /** Null: a person. */
  readonly byVersion: string | null;
}

export type Leaving =
  | (Asker & {
      readonly kind: 'told';
      readonly atMs: number;
      readonly graceUntilMs: number;
      readonly overdue: boolean;
    })
  /** The record says that it must leave, but not for whom. */
  | { readonly kind: 'told-by-nobody' }
  /** Somebody makes it leave, and it has not looked since. */
  | (Asker & { readonly kind: 'unaware'; readonly rule: 'priority' | 'version' })
  /** Somebody will make it leave, but not before. */
  | (Asker & { readonly kind: 'exempt'; readonly untilMs: number; readonly rule: 'priority' | 'version' })
  /** A bash job leaves for a higher version than its own, which nobody else knows. */
  | (Asker & { readonly kind: 'bash' })
  | {
      readonly kind: 'stays';
      readonly because: 'hold' | 'settling' | 'not-preemptible' | 'nobody-waits' | 'nobody-may';
    };

/** Why a waiter that could make the holder leave does not ask it. */
export type AsksNot = AsksNobody | 'asks-elsewhere' | 'another-asks' | 'asks-soon';

export interface QueuePlace extends WaiterStatus {
  /** Null for a dead one. */
  readonly priority: number | null;
  /** When it precedes, or has preceded, every version of its priority; null: never. */
  readonly starvesAtMs: number | null;
  /** May it make the holder leave, by which rule, or why not? Null where no lease of ours is in its way. */
  readonly preemption: Preemption | null;
  readonly asksNot: AsksNot | null;
}

export interface OwnExplanation {
  readonly job: string;
  readonly version: string;
  readonly priority: number;
  /** `gone`: its files are there, but its process gives no sign of life. `cancelled`: a person took it out of the queue. */
  readonly state: 'waits' | 'holds' | 'gone' | 'cancelled';
  readonly sinceMs: number;
  /** Does it want its hosts at the same time, all or none? */
  readonly together: boolean;
  /** The host whose holder it asks to leave. */
  readonly asksAt: string | null;
  readonly asksNobody: AsksNobody | null;
  readonly starvesAtMs: number | null;
  /** Of a waiter: its place at each host. Of a holder: none. */
  readonly places: readonly OwnPlace[];
  readonly holds: readonly string[];
  readonly advice: readonly Advice[];
}

export interface OwnPlace {
  readonly host: string;
  readonly position: number;
  readonly of: number;
  readonly ahead: readonly Ahead[];
  /** What must happen before it may have the host; nothing: it takes it when it next looks. */
  readonly first: readonly Step[];
}

interface Ahead {
  readonly job: string;
  readonly version: string;
  readonly rule: OrderRule;
  /** It would take the host now or once it is free; else it waits for another host as well, or does not look. */
  readonly goesFirst: boolean;
}

/** `untilMs`: at the latest, as far as anybody knows. */
export type Step =
  | {
      readonly kind: 'holder-leaves' | 'host-rests' | 'bash-lock-ends' | 'hold-ends';
      readonly untilMs: number | null;
    }
  | { readonly kind: 'record-mended' }
  | { readonly kind: 'others-go-first'; readonly count: number }
  | { readonly kind: 'other-hosts-free'; readonly hosts: readonly string[] };

export type Advice =
  /** It comes by itself; `untilMs` null: nobody knows when. */
  | {
      readonly do: 'wait';
      readonly for:
        | 'checkpoint'
        | 'grace'
        | 'lease-end'
        | 'exempt-time'
        | 'silence'
        | 'rest'
        | 'settling'
        | 'hold'
        | 'bash-lock'
        | 'starve-after';
      readonly untilMs: number | null;
    }
  /** The host may be had at once. */
  | { readonly do: 'nothing'; readonly because: 'expired' }
  | { readonly do: 'evict'; readonly because: 'overdue' | 'unaware' | 'stays' }
  | { readonly do: 'unhold' | 'end-bash-job' | 'mend-record' }
  /** With a higher priority it would be ahead, and could make the holder leave. */
  | { readonly do: 'raise-priority'; readonly above: number };

/** Whose place is asked for: all processes of a job, or one by the id of its request. */
export type Who = { readonly owner: string } | { readonly id: string };

export interface KnownHost {
  readonly contact?: string;
  readonly note?: string;
}

export interface ExplainOptions {
  /** Where not given: those of the job that was asked for, else all that the pool has files of. */
  readonly hosts?: readonly string[] | undefined;
  readonly who?: Who | undefined;
  /** The hosts that the lab's settings name, idle or not. */
  readonly known?: ReadonlyMap<string, KnownHost> | undefined;
  readonly lately?: readonly PastEvent[] | undefined;
}

/** What there is to say of a pool at this instant, by the decisions that jobs go by. */
export function explain(
  snapshot: Snapshot,
  { hosts, who, known = new Map(), lately }: ExplainOptions = {},
): Explanation {
  const own = who === undefined ? undefined : findOwn(snapshot, who);
  const status = statusOf(snapshot, hosts ?? own?.hosts, [...known.keys()]);
  return {
    nowMs: status.nowMs,
    hosts: status.hosts.map((host) => hostExplanation(snapshot, host, known.get(host.host))),
    you: own === undefined ? null : ownExplanation(snapshot, own),
    lately: lately?.map(({ atMs, host, what }) => ({ atMs, host, what: oneLine(what, 500) })) ?? null,
  };
}

// ---- a host and its holder

function hostExplanation(
  snapshot: Snapshot,
  status: HostStatus,
  { contact, note }: KnownHost = {},
): HostExplanation {
  const { host, state, holder: shown, restsUntilMs, problem } = status;
  // a lock of a bash job may stand over a record, which then tells nothing of the holder
  const record = shown === null || shown.legacy ? undefined : snapshot.hosts.get(host)?.record;
  const availability = availabilityOf(snapshot, host);
  const inTheWay = availability.state === 'held' ? availability.holder : undefined;
  const holder = shown === null ? null : holderExplanation(snapshot, shown, record);
  const leaving = leavingOf(snapshot, status, inTheWay);
  const waiting = queueOf(snapshot, status, inTheWay);
  return {
    host,
    state,
    holder,
    ...(restsUntilMs === undefined ? {} : { restsUntilMs }),
    ...(problem === undefined ? {} : { problem }),
    lock: lockOf(snapshot, host),
    preemptible: inTheWay === undefined ? null : preemptibleOf(snapshot, inTheWay),
    leaving,
    waiting,
    advice: hostAdvice(status, {
      holder,
      leaving,
      waiting,
      pushableAbove: inTheWay === undefined ? undefined : pushableAbove(snapshot, host, inTheWay),
    }),
    contact: contact === undefined ? null : oneLine(contact),
    hostNote: note === undefined ? null : oneLine(note),
  };
}

function holderExplanation(
  snapshot: Snapshot,
  holder: HolderStatus,
  record: LeaseRecord | undefined,
): HolderExplanation {
  if (record === undefined) {
    return { ...holder, priority: null, atMostUntilMs: null, endsSoon: false, keeper: null, silent: false };
  }
  const { keeper = false, heartbeatMs = DEFAULTS.heartbeatMs } = record.details;
  const atMostMs = spanEndMs(snapshot, record.until);
  const endsAtMs = leaseEndsAtMs(snapshot, record);
  const ageMs = heartbeatAgeMs(snapshot, record.id) ?? Infinity;
  return {
    ...holder,
    endsAtMs: endsAtMs === undefined ? null : atWallMs(snapshot, endsAtMs),
    priority: record.priority,
    atMostUntilMs: atWallMs(snapshot, atMostMs),
    endsSoon: atMostMs - snapshot.uptimeMs <= evictionRestMs(record.ttlMs),
    keeper: record.kind === 'hold' ? null : keeper,
    silent: record.kind !== 'hold' && keeper && ageMs >= 2 * heartbeatMs,
  };
}

function lockOf(snapshot: Snapshot, host: string): Lock {
  const view = snapshot.hosts.get(host);
  const owner = lockOwner(view);
  const life = decideExpiry(snapshot, host);
  const live = life.state === 'live' ? life.record : undefined;
  if (view === undefined || owner === 'none') return { kind: live === undefined ? 'none' : 'missing' };
  if (owner === 'ours') {
    if (live === undefined) return { kind: 'left' };
    return { kind: live.state === 'settling' ? 'settling' : 'own' };
  }
  const endsAtNs = bashLockEndsAtNs(snapshot, view);
  return {
    kind: 'bash',
    endsAtMs: endsAtNs === undefined ? null : Number(endsAtNs / 1_000_000n),
    expired: endsAtNs !== undefined && endsAtNs <= snapshot.wallNs,
    lostBy: live === undefined ? null : printedName(live.details.job ?? live.owner),
  };
}

/** By what a holder can be preempted: the rule itself is asked, for a job that has just come. */
function preemptibleOf(snapshot: Snapshot, record: LeaseRecord): Preemptible {
  const { priority, version } = record;
  const ask = (claim: Pick<Waiter, 'priority' | 'version'>): Preemption => {
    const waiter = { id: '', record: undefined, files: [], arrivalNs: snapshot.wallNs, ...claim };
    return decidePreemption(snapshot, waiter, record);
  };
  const urgent = ask({ priority: priority + 1, version });
  const newer = ask({ priority, version: newerThan(version) });
  const exempt = [urgent, newer].find((answer) => answer.kind === 'exempt');
  return {
    byPriorityAbove: urgent.kind === 'may-not' ? null : priority,
    byVersionAbove: newer.kind === 'may-not' ? null : version.text,
    fromMs: atWallMs(snapshot, exempt?.untilMs ?? snapshot.uptimeMs),
    because: newer.kind === 'may-not' ? newer.rule : null,
  };
}

/** The next minor, if numbers go so far. */
function newerThan(version: ProductVersion): ProductVersion {
  const minor = version.minor + 1;
  if (!Number.isSafeInteger(minor)) return version;
  return { major: version.major, minor, text: `${version.major}.${minor}` };
}

function leavingOf(snapshot: Snapshot, status: HostStatus, record: LeaseRecord | undefined): Leaving | null {
  const { host, state, holder, waiting } = status;
  if (holder === null || state === 'resting' || state === 'expired') return null;
  const asker = waiting.find(({ alive, asks }) => alive && asks);
  if (record === undefined) {
    return asker === undefined
      ? { kind: 'stays', because: 'nobody-waits' }
      : { kind: 'bash', byJob: asker.job, byVersion: asker.version };
  }
  const { told } = record.details;
  if (told !== undefined) {
    return {
      kind: 'told',
      byJob: printedName(told.byJob),
      // a person has none
      byVersion: told.byVersion === '-' ? null : oneLine(told.byVersion) || null,
      atMs: told.atMs,
      graceUntilMs: told.graceUntilMs,
      overdue: graceLeftMs(snapshot, told) < 0,
    };
  }
  if (state === 'quitting') return { kind: 'told-by-nobody' };
  if (state === 'on-hold') return { kind: 'stays', because: 'hold' };
  if (state === 'settling') return { kind: 'stays', because: 'settling' };
  const preemptor = findPreemptor(snapshot, host, record);
  if (preemptor !== undefined) {
    const preemption = decidePreemption(snapshot, preemptor, record);
    if (preemption.kind === 'may') return { kind: 'unaware', ...askerOf(preemptor), rule: preemption.rule };
  }
  for (const waiter of waitersFor(snapshot, host)) {
    const preemption = decidePreemption(snapshot, waiter, record);
    if (preemption.kind !== 'exempt' || asksNobody(snapshot, waiter) !== undefined) continue;
    const untilMs = atWallMs(snapshot, preemption.untilMs);
    return { kind: 'exempt', untilMs, ...askerOf(waiter), rule: preemption.rule };
  }
  if (record.details.preemptible === false) return { kind: 'stays', because: 'not-preemptible' };
  return { kind: 'stays', because: waiting.some(({ alive }) => alive) ? 'nobody-may' : 'nobody-waits' };
}

function askerOf(waiter: Waiter): Asker {
  return { byJob: waiterName(waiter), byVersion: waiter.version.text };
}

// ---- the queue

function queueOf(snapshot: Snapshot, status: HostStatus, record: LeaseRecord | undefined): QueuePlace[] {
  // as status has them: the live ones in this order, then the dead
  const live = waitersFor(snapshot, status.host);
  return status.waiting.map((shown, index) => {
    const waiter = live[index];
    if (waiter === undefined) {
      return { ...shown, priority: null, starvesAtMs: null, preemption: null, asksNot: null };
    }
    const preemption = record === undefined ? null : decidePreemption(snapshot, waiter, record);
    return {
      ...shown,
      priority: waiter.priority,
      starvesAtMs: starvesAtWallMs(snapshot, waiter),
      preemption:
        preemption?.kind === 'exempt'
          ? { ...preemption, untilMs: atWallMs(snapshot, preemption.untilMs) }
          : preemption,
      asksNot: shown.asks ? null : asksNotOf(snapshot, waiter, status, preemption),
    };
  });
}

function asksNotOf(
  snapshot: Snapshot,
  waiter: Waiter,
  { host, holder, state }: HostStatus,
  preemption: Preemption | null,
): AsksNot | null {
  const isBash = holder?.legacy === true && state === 'held';
  if (!isBash && preemption?.kind !== 'may') return null;
  const nobody = asksNobody(snapshot, waiter);
  if (nobody !== undefined) return nobody;
  if (asksAt(waiter) !== undefined) return 'asks-elsewhere';
  return chooseTarget(snapshot, waiter, groupsOf(waiter)) === host ? 'asks-soon' : 'another-asks';
}

function asksNobody(snapshot: Snapshot, waiter: Waiter): AsksNobody | undefined {
  return whyItAsksNobody(snapshot, waiter, groupsOf(waiter));
}

function asksAt(waiter: Waiter): string | undefined {
  return waiter.files.find(({ queued }) => !queued)?.host;
}

/** Of a bash job: the host of its file. */
function groupsOf({ record, files }: Waiter): HostGroups {
  return record?.details.groups ?? [files.map(({ host }) => host)];
}

function starvesAtWallMs(snapshot: Snapshot, waiter: Waiter): number | null {
  const atMs = starvesAtMs(snapshot, waiter);
  return atMs === Infinity ? null : atWallMs(snapshot, atMs);
}

// ---- what would help

interface Situation extends Pick<HostExplanation, 'holder' | 'leaving' | 'waiting'> {
  /** Above which priority one of those that wait would make the holder leave; undefined: none would at any. */
  readonly pushableAbove: number | undefined;
}

function hostAdvice({ state, restsUntilMs }: HostStatus, situation: Situation): Advice[] {
  const { holder } = situation;
  const endsAtMs = holder?.endsAtMs ?? null;
  switch (state) {
    case 'free':
      return [];
    case 'broken':
      return [{ do: 'mend-record' }];
    case 'expired':
      return [{ do: 'nothing', because: 'expired' }];
    case 'resting':
      return [{ do: 'wait', for: 'rest', untilMs: restsUntilMs ?? null }];
    case 'settling':
      return [{ do: 'wait', for: 'settling', untilMs: null }];
    case 'on-hold':
      return [{ do: 'wait', for: 'hold', untilMs: endsAtMs }, { do: 'unhold' }];
    case 'held':
    case 'quitting': {
      if (holder?.legacy === true) {
        const wait: Advice = { do: 'wait', for: 'bash-lock', untilMs: endsAtMs };
        return endsAtMs === null ? [{ do: 'end-bash-job' }] : [wait];
      }
      const silence: Advice[] =
        holder?.silent === true ? [{ do: 'wait', for: 'silence', untilMs: endsAtMs }] : [];
      return [...silence, ...leavingAdvice(situation)];
    }
  }
}

function leavingAdvice({ holder, leaving, waiting, pushableAbove: above }: Situation): Advice[] {
  switch (leaving?.kind) {
    case 'told':
      if (!leaving.overdue) return [{ do: 'wait', for: 'grace', untilMs: leaving.graceUntilMs }];
      // an eviction would not end it sooner
      return holder?.endsSoon === true
        ? [{ do: 'wait', for: 'lease-end', untilMs: holder.atMostUntilMs }]
        : [{ do: 'evict', because: 'overdue' }];
    case 'unaware': {
      if (holder?.silent === true) return [];
      const wait: Advice = { do: 'wait', for: 'checkpoint', untilMs: null };
      // a keeper looks all the time; what only checkpoints tell, a job that hangs never learns
      return holder?.keeper === true ? [wait] : [wait, { do: 'evict', because: 'unaware' }];
    }
    case 'exempt':
      return [{ do: 'wait', for: 'exempt-time', untilMs: leaving.untilMs }];
    case 'stays':
    case 'told-by-nobody':
      return [
        ...(above === undefined ? [] : [{ do: 'raise-priority', above } as const]),
        ...(waiting.some(({ alive }) => alive) ? [{ do: 'evict', because: 'stays' } as const] : []),
      ];
    case 'bash':
    case undefined:
      return [];
  }
}

function pushableAbove(snapshot: Snapshot, host: string, holder: LeaseRecord): number | undefined {
  const isPushed = waitersFor(snapshot, host).some(
    (waiter) =>
      // a bash job has no priority that could be raised
      waiter.record !== undefined &&
      decidePreemption(snapshot, waiter, holder).kind === 'may-not' &&
      wouldGiveWay(snapshot, waiter, holder),
  );
  return isPushed ? holder.priority : undefined;
}

// ---- the job that asks

interface Own {
  readonly record: LeaseRecord;
  /** Undefined: it holds. */
  readonly waiter: Waiter | undefined;
  readonly hosts: readonly string[];
}

/** A lease that lives, else a place, of the caller's own tenant if it has one; the latest attempt of several. */
function findOwn(snapshot: Snapshot, who: Who): Own | undefined {
  const isIt = (record: LeaseRecord): boolean =>
    'id' in who ? record.id === who.id : record.owner === who.owner;
  const held = [...snapshot.hosts.keys()].flatMap((host): Own[] => {
    const availability = availabilityOf(snapshot, host);
    if (availability.state !== 'held' || !isIt(availability.holder)) return [];
    return [{ record: availability.holder, waiter: undefined, hosts: [host] }];
  });
  const waiting = snapshot.waiters.flatMap((waiter): Own[] => {
    const { record } = waiter;
    if (record === undefined || !isIt(record)) return [];
    return [{ record, waiter, hosts: hostsOf([waiter.files.map(({ host }) => host)]) }];
  });
  const rank = ({ record, waiter }: Own): number[] => [
    Number(record.tenant !== snapshot.caller.tenant),
    Number(waiter !== undefined),
    Number(waiter !== undefined && !isInQueue(snapshot, waiter)),
    -record.attempt,
  ];
  const [first] = [...held, ...waiting].sort((a, b) => compareNumbers(rank(a), rank(b)));
  if (first === undefined || first.waiter !== undefined) return first;
  const hosts = held.filter(({ record }) => record.id === first.record.id).flatMap((one) => one.hosts);
  return { ...first, hosts };
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  return a.map((number, index) => number - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function ownExplanation(snapshot: Snapshot, { record, waiter, hosts }: Own): OwnExplanation {
  const state = ownState(snapshot, waiter);
  const places =
    waiter !== undefined && state === 'waits' ? hosts.map((host) => ownPlace(snapshot, waiter, host)) : [];
  return {
    job: printedName(record.details.job ?? record.owner),
    version: record.version.text,
    priority: record.priority,
    state,
    sinceMs: waiter === undefined ? Math.floor(record.token / 1000) : Number(waiter.arrivalNs / 1_000_000n),
    together: waiter !== undefined && groupsOf(waiter).length > 1,
    asksAt: (waiter === undefined ? undefined : asksAt(waiter)) ?? null,
    asksNobody: (waiter === undefined ? undefined : asksNobody(snapshot, waiter)) ?? null,
    starvesAtMs: waiter === undefined ? null : starvesAtWallMs(snapshot, waiter),
    places,
    holds: waiter === undefined ? hosts : [],
    advice: waiter !== undefined && state === 'waits' ? ownAdvice(snapshot, waiter, places) : [],
  };
}

function ownState(snapshot: Snapshot, waiter: Waiter | undefined): OwnExplanation['state'] {
  if (waiter === undefined) return 'holds';
  if (isInQueue(snapshot, waiter)) return 'waits';
  return isWaiterAlive(snapshot, waiter) ? 'cancelled' : 'gone';
}

function ownPlace(snapshot: Snapshot, waiter: Waiter, host: string): OwnPlace {
  const queue = waitersFor(snapshot, host);
  const isHostFree = isFree(snapshot, host);
  const ahead = waitersAhead(snapshot, host, claimOfWaiter(snapshot, waiter)).map(
    ({ waiter: other, rule }) => ({
      job: waiterName(other),
      version: other.version.text,
      rule,
      goesFirst: !isHostFree || couldTakeNow(snapshot, other, host, new Map()),
    }),
  );
  const count = ahead.filter(({ goesFirst }) => goesFirst).length;
  const first: Step[] = [
    ...holderSteps(snapshot, host),
    ...(count === 0 ? [] : [{ kind: 'others-go-first' as const, count }]),
    ...otherHostsStep(snapshot, waiter, host),
  ];
  return { host, position: ahead.length + 1, of: Math.max(queue.length, ahead.length + 1), ahead, first };
}

function holderSteps(snapshot: Snapshot, host: string): Step[] {
  const availability = availabilityOf(snapshot, host);
  switch (availability.state) {
    case 'free':
      return [];
    case 'broken':
      return [{ kind: 'record-mended' }];
    case 'resting':
      return [{ kind: 'host-rests', untilMs: atWallMs(snapshot, availability.untilMs) }];
    case 'bash': {
      const { untilMs } = availability;
      return [
        { kind: 'bash-lock-ends', untilMs: untilMs === undefined ? null : atWallMs(snapshot, untilMs) },
      ];
    }
    case 'held': {
      const { holder } = availability;
      const { told } = holder.details;
      const endsAtMs = atWallMs(snapshot, spanEndMs(snapshot, holder.until));
      if (holder.kind === 'hold') return [{ kind: 'hold-ends', untilMs: endsAtMs }];
      return [{ kind: 'holder-leaves', untilMs: Math.min(told?.graceUntilMs ?? Infinity, endsAtMs) }];
    }
  }
}

/** With this host fixed for one of the groups: which of the others are taken, where that keeps the job from all. */
function otherHostsStep(snapshot: Snapshot, waiter: Waiter, host: string): Step[] {
  const groups = groupsOf(waiter);
  if (groups.length < 2) return [];
  const others = groups.filter((group) => !group.includes(host));
  const isThere = (candidate: string): boolean => candidate !== host && isFree(snapshot, candidate);
  if (chooseHosts(others, isThere) !== undefined) return [];
  return [{ kind: 'other-hosts-free', hosts: hostsOf(others).filter((one) => !isFree(snapshot, one)) }];
}

function ownAdvice(snapshot: Snapshot, waiter: Waiter, places: readonly OwnPlace[]): Advice[] {
  const isItsTurn = ({ first }: OwnPlace): boolean => first.length === 0;
  if (groupsOf(waiter).length > 1 ? places.every(isItsTurn) : places.some(isItsTurn)) return [];
  const hosts = places.map(({ host }) => host);
  const ahead = hosts.flatMap((host) => waitersAhead(snapshot, host, claimOfWaiter(snapshot, waiter)));
  const startsAtMs = starvesAtMs(snapshot, waiter);
  const isLater = startsAtMs > snapshot.uptimeMs && startsAtMs !== Infinity;
  const wouldGain = isLater && ahead.some(({ waiter: other }) => wouldPrecede(snapshot, waiter, other));
  const above = priorityToPass(snapshot, waiter, hosts);
  return [
    ...(wouldGain
      ? [{ do: 'wait', for: 'starve-after', untilMs: atWallMs(snapshot, startsAtMs) } as const]
      : []),
    ...(above === undefined ? [] : [{ do: 'raise-priority', above } as const]),
  ];
}

/** Above which priority it would be first at one of its hosts, or at all where it wants them together. */
function priorityToPass(snapshot: Snapshot, waiter: Waiter, hosts: readonly string[]): number | undefined {
  const needs = hosts.map((host) => {
    const ahead = waitersAhead(snapshot, host, claimOfWaiter(snapshot, waiter)).map(
      ({ waiter: { priority } }) => priority,
    );
    const availability = availabilityOf(snapshot, host);
    const holder = availability.state === 'held' ? availability.holder : undefined;
    // one that leaves already needs no push
    const stays =
      holder !== undefined &&
      holder.details.told === undefined &&
      decidePreemption(snapshot, waiter, holder).kind === 'may-not';
    const isPassed = holder !== undefined && stays && wouldGiveWay(snapshot, waiter, holder);
    const above = [...ahead, ...(isPassed ? [holder.priority] : [])];
    return { isFirst: ahead.length === 0 && !stays, above };
  });
  const isTogether = groupsOf(waiter).length > 1;
  if (!isTogether && needs.some(({ isFirst }) => isFirst)) return undefined;
  const each = needs.filter(({ above }) => above.length > 0).map(({ above }) => Math.max(...above));
  if (each.length === 0) return undefined;
  return isTogether ? Math.max(...each) : Math.min(...each);
}

/** Would this holder leave for the same waiter of a higher priority? */
function wouldGiveWay(snapshot: Snapshot, waiter: Waiter, holder: LeaseRecord): boolean {
  const urgent = { ...waiter, priority: holder.priority + 1 };
  return (
    asksNobody(snapshot, urgent) === undefined &&
    decidePreemption(snapshot, urgent, holder).kind !== 'may-not'
  );
}

/** Would it stand before this one once it starves? */
function wouldPrecede(snapshot: Snapshot, waiter: Waiter, other: Waiter): boolean {
  const starved = { ...claimOfWaiter(snapshot, waiter), starved: true };
  return compareClaims(starved, claimOfWaiter(snapshot, other)) < 0;
}
