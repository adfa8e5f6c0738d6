/**
 * What must never be. The letters are those of the list of invariants in docs/evidence.md. Nothing here asks the decision
 * functions: who is dead, whose a file is and who goes first is worked out again.
 */
import type { RequestName } from '../../src/protocol/names';
import type { LeaseRecord } from '../../src/protocol/record';
import type { Snapshot, Waiter } from '../../src/protocol/snapshot';
import type { Verb } from '../../src/protocol/verbs';
import type { Files } from '../pool-model/files';
import { isStamp } from '../pool-model/program';
import { clocksOf, LOCK_TIMEOUT_MS, type BashJob, type Sent, type World } from './world';

// ---- of a state

export function brokenState(world: World): string | undefined {
  return overlap(world) ?? oddFiles(world) ?? leftovers(world) ?? partial(world);
}

/** (a) (b) (c): who may be at work on a host at one time. */
function overlap({ jobs, bash, files, options }: World): string | undefined {
  const bashHolders = bash.filter(({ phase }) => phase === 'holding');
  const holders = jobs.flatMap(({ phase, hold, request }) =>
    phase === 'hold' && hold !== undefined
      ? hold.hosts.map((host) => ({ host, hold, who: request.who }))
      : [],
  );
  for (const [index, one] of holders.entries()) {
    const record = files.records.get(one.host)?.record;
    if (record === undefined || one.hold.token > record.token) {
      return `(c) ${one.who.id} holds ${one.host} with a token above that of its record: a later holder would be refused`;
    }
    for (const other of holders.slice(index + 1)) {
      if (other.host !== one.host) continue;
      if (one.hold.token === other.hold.token) return `(a) ${one.who.id} and ${other.who.id} have one token`;
      if (!options.pauses) return `(b) ${one.who.id} and ${other.who.id} hold ${one.host}`;
    }
    if (one.host === 'h1' && bashHolders.length > 0 && !options.pauses) {
      return `(b) ${one.who.id} and a bash job hold ${one.host}`;
    }
  }
  if (bashHolders.length > 1) return '(b) two bash jobs hold h1';
  return undefined;
}

/** (f) what stands in the files at every instant. */
function oddFiles({ files, inFlight, bash }: World): string | undefined {
  for (const [host, { text }] of files.locks) {
    if (!isStamp(text)) return `(f) the lock of ${host} is no stamp: ${text}`;
    const record = files.records.get(host)?.record;
    // a commit that has put the record has yet to remove the lock
    if (inFlight !== undefined || bash.length > 0) continue;
    if (record === undefined || record.state === 'free') return `(f) ${host} is free, and has a lock`;
  }
  const asking = new Map<string, string>();
  for (const { name, record } of files.requests.values()) {
    if (record === undefined || name.queued) continue;
    const other = asking.get(record.id);
    if (other !== undefined) return `(k) ${record.id} asks the holders of ${other} and ${name.host} to leave`;
    asking.set(record.id, name.host);
  }
  return undefined;
}

/** (i) a job that has ended by itself has left nothing. */
function leftovers({ jobs, files }: World): string | undefined {
  for (const { phase, request } of jobs) {
    if (phase !== 'over') continue;
    const { id } = request.who;
    for (const { name, record } of files.requests.values()) {
      if (record?.id === id) return `(i) ${id} is over, and its file ${name.text} is left`;
    }
    if (files.beats.has(id)) return `(i) ${id} is over, and its heartbeat is left`;
    for (const [host, { record }] of files.records) {
      if (record.id === id && record.state !== 'free') return `(i) ${id} is over, and has ${host}`;
    }
  }
  return undefined;
}

/** (j) a lease of several hosts is of all of them, but for those that were taken from it. */
function partial({ jobs, files, inFlight }: World): string | undefined {
  if (inFlight !== undefined) return undefined;
  for (const { request } of jobs) {
    const { who, groups } = request;
    if (groups.length < 2) continue;
    const records = groups.flat().map((host) => files.records.get(host)?.record);
    const own = records.find((record) => record?.id === who.id && isActive(record));
    if (own === undefined) continue;
    const missed = records.find((record) => record === undefined || record.token < own.token);
    if (missed !== undefined || records.includes(undefined))
      return `(j) ${who.id} has some of its hosts only`;
  }
  return undefined;
}

// ---- of a change

/** (g) (h) (l): may this change be made now? To be asked before it is. */
export function brokenByCommit(world: World, { seen, change }: Sent): string | undefined {
  for (const verb of change.verbs) {
    if (verb.verb === 'tell') {
      const broken = brokenByTelling(seen, verb);
      if (broken !== undefined) return broken;
    }
    if (verb.verb !== 'take') continue;
    const { id, owner } = verb.who;
    for (const host of verb.hosts) {
      const record = world.files.records.get(host)?.record;
      if (record?.id === id && isActive(record)) return `(g) ${id} takes ${host} twice`;
      // a later process of a job has its lease at once, whoever waits
      if (record !== undefined && isActive(record) && record.owner === owner) continue;
      const ahead = waitersAhead(world, host, verb).find(
        (waiter) => waiter.record?.owner !== owner && wasAlive(seen, waiter),
      );
      if (ahead !== undefined) return `(h) ${id} takes ${host}, and ${ahead.id} is ahead of it`;
    }
  }
  return undefined;
}

/**
 * (l) a holder is asked to leave by one that goes before it, by priority or a newer minor version, and has its whole grace. A
 * commit compares names and not ids: a later process of that job may have its place by now.
 */
function brokenByTelling(seen: Snapshot, verb: Extract<Verb, { verb: 'tell' }>): string | undefined {
  const { id, hosts, details } = verb;
  const { told, graceMs = 600_000 } = details;
  if (told?.grace.durationMs !== graceMs) return `(l) ${id} is to leave without its grace`;
  const waiter = seen.waiters.find((one) => one.id === told.byId);
  const isAhead = waiter?.files.some((name) => {
    const holder = seen.hosts.get(name.host)?.record;
    if (name.queued || !hosts.includes(name.host) || holder?.id !== id) return false;
    const higher = waiter.priority - holder.priority;
    return higher > 0 || (higher === 0 && isNewer(name, holder.version));
  });
  return isAhead === true ? undefined : `(l) ${id} is to leave for ${told.byId}, which does not go before it`;
}

function isNewer(one: RequestName, other: LeaseRecord['version']): boolean {
  return one.major > other.major || (one.major === other.major && one.minor > other.minor);
}

/** A commit compares no heartbeats: a waiter that was dead when the decision was made may be back by now. */
function wasAlive(seen: Snapshot, { id, record }: Pick<Waiter, 'id' | 'record'>): boolean {
  const beat = seen.heartbeats.get(id);
  if (beat === undefined || beat === 'unreadable') return false;
  const ageMs = seen.uptimeMs - (beat.bootId === seen.bootId ? beat.uptimeMs : 0);
  return seen.waiters.some((one) => one.id === id) && ageMs <= (record?.ttlMs ?? 0);
}

/** Live waiters for the host alone that go before whoever takes it: priority, version, arrival. */
function waitersAhead(
  world: World,
  host: string,
  take: { readonly who: { readonly id: string }; readonly priority: number; readonly version: string },
): Pick<Waiter, 'id' | 'record'>[] {
  const requests = [...world.files.requests.values()];
  const arrivedNs = requests.find(({ record }) => record?.id === take.who.id)?.record?.stampNs;
  return requests.flatMap(({ name, record }) => {
    if (record === undefined || name.host !== host || record.id === take.who.id) return [];
    if (beatAgeMs(world, record.id) > record.ttlMs || holdsAny(world.files, record.id)) return [];
    if ((record.details.groups ?? []).length > 1) return [];
    const order =
      record.priority - take.priority ||
      compareVersions(record.version.text, take.version) ||
      (arrivedNs === undefined || record.stampNs < arrivedNs ? 1 : -1);
    return order > 0 ? [{ id: record.id, record }] : [];
  });
}

function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  return (
    [0, 1, 2].map((at) => (left[at] ?? 0) - (right[at] ?? 0)).find((difference) => difference !== 0) ?? 0
  );
}

/** (b) a job that looks, and goes on as if it had these hosts, has them: its lease lives, and no other job's lock is there. */
export function brokenByUse(world: World, id: string, hosts: readonly string[]): string | undefined {
  for (const host of hosts) {
    const record = world.files.records.get(host)?.record;
    if (record?.id !== id || !isActive(record))
      return `(b) ${id} looks, and does not see that ${host} is not its own`;
    if (beatAgeMs(world, id) > record.ttlMs)
      return `(b) ${id} looks, and does not see that its lease has expired`;
    const lock = world.files.locks.get(host)?.text;
    if (lock !== undefined && !isStampOf(record, lock))
      return `(b) ${id} looks, and does not see another job's lock`;
  }
  return undefined;
}

/** (a) (d): whose files may change, when `by` does something? */
export function brokenByChange(before: World, after: Files, by: string | undefined): string | undefined {
  const { files } = before;
  for (const [host, { record }] of after.records) {
    const old = files.records.get(host)?.record;
    if (old === undefined || old === record) continue;
    if (record.token < old.token)
      return `(a) the token of ${host} falls from ${old.token} to ${record.token}`;
    if (record.token === old.token && record.id !== old.id) return `(a) two leases of ${host} have one token`;
    if (old.id === by || !isActive(old)) continue;
    if (record.state === 'lost' && record.id === old.id) {
      if (isStampOf(old, files.locks.get(host)?.text ?? '')) return `(d) ${by} loses ${host} for ${old.id}`;
    } else if (!isOver(before, old) && !isOwnedBy(before, old, by)) {
      return `(d) ${by} ends the lease of ${old.id} on ${host}, which lives`;
    }
  }
  for (const [name, { record }] of files.requests) {
    if (record === undefined || record.id === by || isThere(after, name)) continue;
    if (!isDead(before, record) && !isOwnedBy(before, record, by)) {
      return `(d) ${by} removes ${name} of ${record.id}, which lives`;
    }
  }
  for (const id of files.beats.keys()) {
    if (id === by || after.beats.has(id)) continue;
    const records = [...files.requests.values(), ...files.records.values()].flatMap(
      ({ record }) => record ?? [],
    );
    const own = records.filter(
      (record) => record.id === id && (isActive(record) || record.state === 'waiting'),
    );
    if (own.some((record) => !isDead(before, record) && !isOwnedBy(before, record, by))) {
      return `(d) ${by} removes the heartbeat of ${id}, which lives`;
    }
  }
  return brokenLock(before, after);
}

/**
 * (d) may these locks be gone? Not while a bash job has one that has found it confirmed, until LOCK_TIMEOUT has passed. One
 * that has only written may lose its lock: it will see so.
 */
export function brokenLock(before: World, after: Files): string | undefined {
  const { wallNs } = clocksOf(before);
  for (const [host, { text, mtimeNs }] of before.files.locks) {
    if (after.locks.get(host)?.text === text) continue;
    const owner = before.bash.find(({ stamp, phase }) => stamp === text && CONFIRMED.includes(phase));
    if (owner === undefined || wallNs - mtimeNs >= BigInt(LOCK_TIMEOUT_MS) * 1_000_000n) continue;
    return `(d) the lock of ${host} was that of bash ${owner.index}`;
  }
  return undefined;
}

const CONFIRMED: readonly BashJob['phase'][] = ['confirmed', 'holding'];

function isThere({ requests }: Files, name: string): boolean {
  return requests.has(name) || requests.has(`${name}.queued`) || requests.has(name.replace(/\.queued$/, ''));
}

function isActive({ state }: LeaseRecord): boolean {
  return state === 'held' || state === 'settling' || state === 'quitting';
}

function isStampOf(record: LeaseRecord, lock: string): boolean {
  return lock === String(record.stampNs) || lock === String(record.previousStampNs);
}

function holdsAny({ records }: Files, id: string): boolean {
  return [...records.values()].some(({ record }) => record.id === id && isActive(record));
}

/** In ms of uptime; Infinity where there is no heartbeat. */
function beatAgeMs(world: World, id: string): number {
  const { uptimeMs, bootId } = clocksOf(world);
  const beat = world.files.beats.get(id);
  if (beat === undefined) return Infinity;
  return uptimeMs - (beat.bootId === bootId ? beat.uptimeMs : 0);
}

function isOver(world: World, { id, ttlMs }: LeaseRecord): boolean {
  return beatAgeMs(world, id) > ttlMs + Math.min(15_000, Math.floor(ttlMs / 8));
}

/** A lease also rests before anybody may end it; a place in the queue does not. */
function isDead(world: World, record: LeaseRecord): boolean {
  return record.state === 'waiting' ? beatAgeMs(world, record.id) > record.ttlMs : isOver(world, record);
}

/** Is it an earlier process of the job of `by`? */
function isOwnedBy({ jobs }: World, { owner }: LeaseRecord, by: string | undefined): boolean {
  return jobs.some(({ request }) => request.who.owner === owner && request.who.id === by);
}
