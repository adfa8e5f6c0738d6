/**
 * What must never be, whatever goes wrong. The letters are those of docs/safety.md. Nothing here asks the decision functions:
 * who is dead, whose a file is and who goes first is worked out again.
 */
import type { BeatResult } from '../../src/pool/pool';
import type { LeaseRecord } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Verb } from '../../src/protocol/verbs';
import type { Clocks, Files } from '../pool-model/files';
import { isStamp } from '../pool-model/program';
import { Violation } from '../program/violation';
import type { Arrival, Watcher } from './bastion';

/** Somebody who believes to have a host, from then until it leaves. */
export interface Use {
  readonly host: string;
  readonly id: string;
  readonly owner: string;
  /** 0: a bash job. */
  readonly token: number;
  /** Why this one may be there while its host is somebody else's already; undefined: it may not. */
  readonly excuse: () => string | undefined;
}

/** Why one that shares with bash jobs may meet another: docs/safety.md promises nothing then. */
const ROBBED = 'a reboot took the locks away beside bash jobs';

/** A later process of a job has its lease at once; the earlier learns of it at its next heartbeat. */
const ONE_JOB = 'two processes of one job';

/** From when a commit was decided on until no program begins it any more, in ms. */
const LATEST_MS = 11_000;

export interface OracleOptions {
  readonly lockTimeoutMs: number | undefined;
  readonly nowMs: () => number;
  readonly count: (what: string) => void;
  readonly note: (text: string) => void;
}

export class Oracle implements Watcher {
  readonly #uses = new Map<string, Set<Use>>();
  /** The highest token that each host has seen. */
  readonly #fence = new Map<string, Pick<Use, 'token' | 'owner'>>();
  readonly #lastToken = new Map<string, { readonly token: number; readonly id: string }>();
  readonly #takes = new Map<string, { readonly hosts: readonly string[]; readonly token: number }>();
  /** Stamps of bash jobs that have found their lock confirmed. */
  readonly #confirmed = new Map<string, { readonly id: string; readonly host: string }>();
  readonly #robbed = new Set<string>();
  /** The last token of each job on each host. */
  readonly #byOwner = new Map<string, number>();
  readonly #lost = new Set<string>();
  readonly #ended = new Map<string, { readonly atMs: number; readonly hadLease: boolean }>();
  /** The first violation, also where whoever was told of it goes on. */
  broken: Error | undefined;
  /** Told of each use that begins. */
  onUse: (use: Use) => void = () => undefined;

  constructor(private readonly options: OracleOptions) {}

  #fail(what: string): never {
    const violation = new Violation(what);
    this.fault(violation);
    throw violation;
  }

  /** Something threw that should not: a flow, or the simulation itself. */
  fault(error: unknown): void {
    this.broken ??= error instanceof Error ? error : new Error(String(error));
  }

  // ---- who is at work: (a) (b) (c)

  isUsed(host: string): boolean {
    return (this.#uses.get(host)?.size ?? 0) > 0;
  }

  enter(use: Use): void {
    const there = this.#uses.get(use.host) ?? new Set();
    this.#uses.set(use.host, there);
    for (const other of there) this.#meet(use, other);
    there.add(use);
    this.options.note(`${use.id} has ${use.host}${use.token > 0 ? ` with token ${use.token}` : ''}`);
    this.onUse(use);
    this.write(use);
  }

  leave(use: Use): void {
    if (this.#uses.get(use.host)?.delete(use) === true) this.options.note(`${use.id} leaves ${use.host}`);
  }

  /** Through the fence, as whoever has a token writes to a host. */
  write(use: Use): void {
    if (use.token === 0) return;
    const highest = this.#fence.get(use.host);
    if (highest === undefined || use.token >= highest.token) {
      this.#fence.set(use.host, use);
      return;
    }
    const isOneJob = highest.owner === use.owner || this.#isTakenOver(use);
    const excuse = isOneJob ? ONE_JOB : (this.#robbery(use) ?? use.excuse());
    if (excuse === undefined) {
      this.#fail(
        `(c) ${use.host} refuses ${use.id} with token ${use.token}, which has it: ${highest.token} came`,
      );
    }
    this.options.count(`refused writes: ${excuse}`);
  }

  #meet(use: Use, other: Use): void {
    if (use.token > 0 && use.token === other.token && use.id !== other.id)
      this.#fail(`(a) ${use.id} and ${other.id} have one token of ${use.host}`);
    const excuse =
      use.owner === other.owner || this.#isTakenOver(other)
        ? ONE_JOB
        : (this.#robbery(use, other) ?? other.excuse() ?? use.excuse());
    if (excuse === undefined) this.#fail(`(b) ${use.id} and ${other.id} have ${use.host} at one time`);
    this.options.count(`excused: ${excuse}`);
  }

  /** Its command lives for seconds after its process was killed; a later process of the job may have given the host away. */
  #isTakenOver({ host, owner, token }: Use): boolean {
    return (this.#byOwner.get(`${host} ${owner}`) ?? 0) > token;
  }

  bashConfirmed(stamp: string, id: string, host: string): void {
    this.#confirmed.set(stamp, { id, host });
  }

  bashLeft(stamp: string): void {
    this.#confirmed.delete(stamp);
  }

  /**
   * The locks of those who share this host with bash jobs are gone, and they have yet to find out; bash jobs never do. A bash
   * job that finds no lock there ends a lease of ours by its own.
   */
  rob(host: string, holder?: string): void {
    if (this.options.lockTimeoutMs === undefined) return;
    // who has yet to hear that it has the host
    if (holder !== undefined) this.#robbed.add(holder);
    for (const use of this.#uses.get(host) ?? []) this.#robbed.add(use.id);
    for (const owner of this.#confirmed.values()) if (owner.host === host) this.#robbed.add(owner.id);
  }

  #robbery(...both: readonly Use[]): string | undefined {
    return both.some(({ id }) => this.#robbed.has(id)) ? ROBBED : undefined;
  }

  // ---- what a commit may do: (a) (d) (g) (h)

  onAgreed({ by, request, seen }: Arrival, before: Files, after: Files, clocks: Clocks): void {
    for (const verb of request.verbs) {
      this.options.count(verb.verb);
      if (verb.verb === 'lose') this.#lost.add(before.records.get(verb.host)?.record.id ?? '');
      if (verb.verb === 'take') this.#take(verb, seen, before, after);
    }
    this.options.note(`${by}: ${request.verbs.map(textOf).join(' + ')}`);
    const owner = ownerOf(before, by) ?? ownerOf(after, by);
    this.#records(by, owner, before, after, clocks);
    this.#requests(by, owner, before, after, clocks);
    this.#comesBack(by, after);
  }

  #take(verb: Extract<Verb, { verb: 'take' }>, seen: Snapshot, before: Files, after: Files): void {
    const { id, owner } = verb.who;
    const token = after.records.get(verb.hosts[0] ?? '')?.record.token ?? 0;
    for (const host of verb.hosts) {
      const record = before.records.get(host)?.record;
      if (record?.id === id && isActive(record)) this.#fail(`(g) ${id} takes ${host} twice`);
      const taken = after.records.get(host)?.record;
      if (taken?.token !== token) this.#fail(`(a) ${id} takes ${verb.hosts.join(',')} with several tokens`);
      const last = this.#lastToken.get(host);
      if (last !== undefined && token <= last.token) {
        this.#fail(`(a) ${id} takes ${host} with token ${token}, and ${last.id} has had ${last.token}`);
      }
      this.#lastToken.set(host, { token, id });
      this.#byOwner.set(`${host} ${owner}`, token);
      // a later process of a job has its lease at once, whoever waits
      if (record !== undefined && isActive(record) && record.owner === owner) continue;
      const ahead = waitersAhead(before, seen, host, verb).find(
        (waiter) => waiter.owner !== owner && wasWaiting(seen, waiter),
      );
      if (ahead !== undefined) this.#fail(`(h) ${id} takes ${host}, and ${ahead.id} is ahead of it`);
    }
    this.#takes.set(id, { hosts: verb.hosts, token });
  }

  #records(by: string, owner: string | undefined, before: Files, after: Files, clocks: Clocks): void {
    for (const [host, { record }] of after.records) {
      const old = before.records.get(host)?.record;
      if (old === undefined || old === record || old.id === by || !isActive(old)) continue;
      if (record.id === old.id && record.state === 'lost') {
        if (isStampOf(old, before.locks.get(host)?.text ?? ''))
          this.#fail(`(d) ${by} says that ${old.id} has lost ${host}, whose lock stands`);
      } else if (!isOver(before, clocks, old, restMs(old)) && old.owner !== owner) {
        this.#fail(`(d) ${by} ends the lease of ${old.id} on ${host}, which lives`);
      }
    }
  }

  #requests(by: string, owner: string | undefined, before: Files, after: Files, clocks: Clocks): void {
    for (const [name, { record }] of before.requests) {
      if (record === undefined || record.id === by || isThere(after, name) || record.owner === owner)
        continue;
      const isOfAnOldLease = [...before.records.values()].some(
        (file) =>
          file.record.id === record.id &&
          isActive(file.record) &&
          isOver(before, clocks, file.record, restMs(file.record)),
      );
      if (isOver(before, clocks, record, 0) || isOfAnOldLease) continue;
      this.#fail(`(d) ${by} removes ${name} of ${record.id}, which lives`);
    }
    for (const id of before.beats.keys()) {
      if (id === by || after.beats.has(id)) continue;
      const own = [...before.requests.values(), ...before.records.values()]
        .flatMap(({ record }) => record ?? [])
        .filter((record) => record.id === id && (isActive(record) || record.state === 'waiting'));
      const lives = own.some(
        (record) =>
          record.owner !== owner && !isOver(before, clocks, record, isActive(record) ? restMs(record) : 0),
      );
      if (
        lives &&
        own.every((record) => !isActive(record) || !isOver(before, clocks, record, restMs(record)))
      )
        this.#fail(`(d) ${by} removes the heartbeat of ${id}, which lives`);
    }
  }

  onBeat(id: string, before: Files, after: Files, answer: BeatResult, clocks: Clocks): void {
    if (answer.kind !== 'alive') return;
    const changed = [...after.beats].filter(([other, one]) => one !== before.beats.get(other));
    if (changed.some(([other]) => other !== id)) this.#fail(`(d) a heartbeat of ${id} changes another`);
    for (const [host, { record }] of before.records) {
      if (record.id === id && isActive(record) && isOver(before, clocks, record, 0))
        this.#fail(`(d) a heartbeat of ${id} brings its lease of ${host} back, which had expired`);
    }
  }

  onHit(what: string, by: string): void {
    this.options.note(`the program of ${by} is ${what}`);
  }

  onRefused({ by }: Arrival, why: string): void {
    this.#fail(`the program refused what a flow of ${by} asked for: ${why}`);
  }

  // ---- what stands in the files: (a) (d) (f) (g) (j)

  onChanged(before: Files, after: Files, by: Arrival | undefined, { wallNs }: Clocks): void {
    for (const [host, { text }] of after.locks) {
      if (!isStamp(text)) this.#fail(`(f) the lock of ${host} is no stamp: ${JSON.stringify(text)}`);
    }
    for (const [host, { record }] of after.records) {
      const old = before.records.get(host)?.record;
      if (old === undefined || old === record) continue;
      if (record.token < old.token)
        this.#fail(`(a) the token of ${host} falls from ${old.token} to ${record.token}`);
      if (record.token === old.token && record.id !== old.id)
        this.#fail(`(a) ${old.id} and ${record.id} have one token of ${host}`);
    }
    if (by === undefined) return;
    const timeoutNs = BigInt(this.options.lockTimeoutMs ?? 0) * 1_000_000n;
    for (const [host, { text, mtimeNs }] of before.locks) {
      if (after.locks.get(host)?.text === text || !this.#confirmed.has(text)) continue;
      if (wallNs - mtimeNs < timeoutNs)
        this.#fail(`(d) ${by.by} takes the lock of ${host} away, which a bash job has`);
    }
  }

  onComplete(files: Files): void {
    const asking = new Map<string, string>();
    const places = new Set<string>();
    for (const { name, record } of files.requests.values()) {
      if (record === undefined) continue;
      const place = `${record.id} ${name.host}`;
      if (places.has(place)) this.#fail(`(g) ${record.id} has two places at ${name.host}`);
      places.add(place);
      if (name.queued) continue;
      const other = asking.get(record.id);
      if (other !== undefined)
        this.#fail(`${record.id} asks the holders of ${other} and ${name.host} to leave`);
      asking.set(record.id, name.host);
    }
    for (const [id, { hosts, token }] of this.#takes) {
      if (hosts.length < 2) continue;
      const records = hosts.map((host) => files.records.get(host)?.record);
      const has = records.some((one) => one?.id === id && one.token === token && isActive(one));
      if (has && records.some((one) => one === undefined || one.token < token))
        this.#fail(`(j) ${id} has some of ${hosts.join(',')} only`);
    }
    if (files.legacy !== undefined) return;
    for (const host of files.locks.keys()) {
      const record = files.records.get(host)?.record;
      if (record === undefined || record.state === 'free') this.#fail(`(f) ${host} is free, and has a lock`);
    }
  }

  // ---- what is left: (i)

  /** Has a bash job's lock ended a lease of this request? */
  isLost(id: string): boolean {
    return this.#lost.has(id);
  }

  /** A request that has ended in order, and has said nothing of anything left behind. */
  ended(id: string, files: Files, hadLease: boolean): void {
    const left = leftOf(files, id);
    if (left !== undefined) this.#fail(`(i) ${id} has ended, and ${left} is left`);
    this.#ended.set(id, { atMs: this.options.nowMs(), hadLease });
  }

  /** A request that was given up may come until its deadline; acquire waits for that, and a release is not told. */
  #comesBack(by: string, after: Files): void {
    const end = this.#ended.get(by);
    const left = end && leftOf(after, by);
    if (end === undefined || left === undefined) return;
    const sinceMs = this.options.nowMs() - end.atMs;
    if (!end.hadLease || sinceMs > LATEST_MS)
      this.#fail(`(i) ${by} has ended ${Math.round(sinceMs)} ms ago, and has ${left} again`);
    this.options.count('excused: a request came late after a release');
  }
}

function textOf(verb: Verb): string {
  const where = 'hosts' in verb ? verb.hosts.join(',') : 'host' in verb ? (verb.host ?? '-') : '';
  const whose = 'id' in verb ? verb.id : '';
  return [verb.verb, whose, where].filter((word) => word !== '').join(' ');
}

/** What a pool still has of a request; undefined: nothing. */
export function leftOf(files: Files, id: string): string | undefined {
  for (const { name, record } of files.requests.values())
    if (record?.id === id) return `its file ${name.text}`;
  if (files.beats.has(id)) return 'its heartbeat';
  for (const [host, { record }] of files.records) {
    if (record.id === id && (isActive(record) || record.state === 'lost')) return `its lease of ${host}`;
  }
  return undefined;
}

// ---- judging files anew

export function isActive({ state }: LeaseRecord): boolean {
  return state === 'held' || state === 'settling' || state === 'quitting';
}

function isStampOf(record: LeaseRecord, lock: string): boolean {
  return lock === String(record.stampNs) || lock === String(record.previousStampNs);
}

function isThere({ requests }: Files, name: string): boolean {
  return requests.has(name) || requests.has(`${name}.queued`) || requests.has(name.replace(/\.queued$/, ''));
}

/** How long a host rests after a lease has expired. */
export function restMs({ ttlMs }: LeaseRecord): number {
  return Math.min(15_000, Math.floor(ttlMs / 8));
}

/** Has it been without a sign of life, or past its end, for so much longer than it may? */
export function isOver(
  files: Files,
  { uptimeMs, bootId }: Clocks,
  record: LeaseRecord,
  byMs: number,
): boolean {
  const { until, ttlMs, state } = record;
  const endMs = (until.bootId === bootId ? until.startMs : 0) + until.durationMs;
  if (state !== 'waiting' && uptimeMs > endMs + byMs) return true;
  const beat = files.beats.get(record.id);
  return beat === undefined || uptimeMs - (beat.bootId === bootId ? beat.uptimeMs : 0) > ttlMs + byMs;
}

function ownerOf(files: Files, id: string): string | undefined {
  const all = [...files.records.values(), ...files.requests.values()];
  return all.find(({ record }) => record?.id === id)?.record?.owner;
}

/**
 * A commit compares only the hosts that it takes: a waiter that was dead when the decision was made may be back by now, and
 * one that was just taking another host may have given that back.
 */
function wasWaiting(seen: Snapshot, { id, ttlMs }: LeaseRecord): boolean {
  if (!seen.waiters.some((one) => one.id === id)) return true;
  if ([...seen.hosts.values()].some(({ record }) => record?.id === id && isActive(record))) return false;
  const beat = seen.heartbeats.get(id);
  if (beat === undefined || beat === 'unreadable') return false;
  const ageMs = seen.uptimeMs - (beat.bootId === seen.bootId ? beat.uptimeMs : 0);
  return ageMs <= ttlMs;
}

/** Waiters for one host out of some who go before whoever takes it: priority, starving, version, arrival. */
function waitersAhead(
  files: Files,
  seen: Snapshot,
  host: string,
  take: Extract<Verb, { verb: 'take' }>,
): LeaseRecord[] {
  const requests = [...files.requests.values()];
  const own = requests.find(({ record }) => record?.id === take.who.id)?.record;
  const isOwnStarved = own !== undefined && isStarved(seen, own);
  return requests.flatMap(({ name, record }) => {
    if (record === undefined || name.host !== host || record.id === take.who.id) return [];
    if (holdsAny(files, record.id) || (record.details.groups ?? []).length > 1) return [];
    const starved = isStarved(seen, record);
    const order =
      record.priority - take.priority ||
      Number(starved) - Number(isOwnStarved) ||
      (starved ? 0 : compareVersions(record.version.text, take.version)) ||
      (own === undefined || record.stampNs < own.stampNs ? 1 : -1);
    return order > 0 ? [record] : [];
  });
}

function isStarved({ uptimeMs, bootId }: Snapshot, { until, details }: LeaseRecord): boolean {
  const ageMs = uptimeMs - (until.bootId === bootId ? until.startMs : 0);
  return details.starveAfterMs !== undefined && ageMs >= details.starveAfterMs;
}

function holdsAny({ records }: Files, id: string): boolean {
  return [...records.values()].some(({ record }) => record.id === id && isActive(record));
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  return (
    [0, 1, 2].map((at) => (left[at] ?? 0) - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}
