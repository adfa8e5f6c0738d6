/**
 * Can a history be? The commits are ordered by the journal, held against real time, and each is put before the decision
 * functions again: was it right by what had been seen, and was what had been seen still so?
 */
import { availabilityOf } from '../../src/protocol/availability';
import { decideExpiry, isWaiterAlive } from '../../src/protocol/expiry';
import { claimOfWaiter, type Claim } from '../../src/protocol/order';
import { parseProductVersion } from '../../src/protocol/product-version';
import { couldTakeNow, waitersAhead } from '../../src/protocol/queue';
import { decideQuit } from '../../src/protocol/quit';
import { lockDelayMs } from '../../src/protocol/timing';
import type { LeaseRecord } from '../../src/protocol/record';
import type { Verb } from '../../src/protocol/verbs';
import { contradiction, type Contradiction, type Rule } from './contradiction';
import type { Attempt, Beat, History, Look } from './history';
import { replayLeases, type Lease, type Replayed } from './leases';
import { attemptText, place, type Placement } from './placement';

/** The first contradiction, if there is one. */
export function checkHistory(history: History): Contradiction | undefined {
  const replayed = replayLeases(history.commits);
  const [first] = replayed.contradictions;
  if (first !== undefined) return first;
  const placement = place(history, replayed.touched);
  if ('rule' in placement) return placement;
  const check = new Check(history, replayed, placement);
  return check.looks() ?? check.commits() ?? check.expiries() ?? check.beats();
}

class Check {
  readonly #placed: readonly (readonly [Attempt, number])[];

  constructor(
    private readonly history: History,
    private readonly replayed: Replayed,
    placement: Placement,
  ) {
    this.#placed = [...placement].sort(([, a], [, b]) => a - b);
  }

  /** Whoever looks sees all that had been acknowledged, nothing that had not been asked for, and each host as it was. */
  looks(): Contradiction | undefined {
    for (const look of this.history.operations) {
      if (look.kind !== 'look') continue;
      const { generation } = look.snapshot;
      const [from, to] = this.#window(look);
      const says = `${look.process} looked at ${look.invokedAtMs.toFixed(1)} ms and saw commit ${generation}`;
      if (generation < from)
        return contradiction('real time', `${says}; commit ${from} had been acknowledged`);
      if (generation > to)
        return contradiction('real time', `${says}; commit ${to + 1} had not been asked for`);
      const wrong = this.#wrongHost(look);
      if (wrong !== undefined) return contradiction('look', `${says}, with ${wrong}`);
    }
    return undefined;
  }

  #wrongHost({ snapshot }: Look): string | undefined {
    const leases = this.replayed.after.get(snapshot.generation);
    for (const host of new Set([...snapshot.hosts.keys(), ...(leases?.keys() ?? [])])) {
      const record = snapshot.hosts.get(host)?.record;
      const lease = leases?.get(host);
      if (!isAs(record, lease)) return `${host} ${textOf(record)}; it was ${textOf(lease)}`;
    }
    return undefined;
  }

  commits(): Contradiction | undefined {
    for (const [attempt, number] of this.#placed) {
      for (const verb of attempt.change.verbs) {
        const wrong = wrongVerb(attempt, verb);
        if (wrong === undefined) continue;
        const [rule, what] = wrong;
        return contradiction(rule, `commit ${number} is ${attemptText(attempt)}: ${what}`);
      }
    }
    return undefined;
  }

  /** Nobody ends another's lease before its ttl and its rest have passed since its last sign of life. */
  expiries(): Contradiction | undefined {
    for (const [attempt, number] of this.#placed) {
      const events = this.history.commits.find((commit) => commit.number === number)?.events ?? [];
      for (const { name, words } of events) {
        const [id = '', host = ''] = words;
        if (name !== 'expired') continue;
        const sign = this.#lastSign(id, number);
        if (sign === undefined) continue;
        const leftMs = sign.atMs + sign.ttlMs + lockDelayMs(sign.ttlMs) - attempt.endedAtMs;
        if (leftMs > 0) {
          const what = `ends the lease of ${id} on ${host}, which lived for ${leftMs.toFixed(1)} ms more`;
          return contradiction('expiry', `commit ${number} is ${attemptText(attempt)}: it ${what}`);
        }
      }
    }
    return undefined;
  }

  /** When the last heartbeat was asked for that had been found alive before that commit was asked for; with the ttl by then. */
  #lastSign(id: string, before: number): { readonly atMs: number; readonly ttlMs: number } | undefined {
    const made = this.#placed.filter(([, number]) => number < before);
    let ttlMs: number | undefined;
    let atMs = -Infinity;
    for (const [attempt] of made) {
      for (const verb of attempt.change.verbs) {
        if (verb.verb === 'take' && verb.who.id === id) ttlMs = verb.ttlMs;
        if (verb.verb === 'keep' && verb.id === id) ttlMs = verb.ttlMs;
        if (beatsFor(verb, id)) atMs = Math.max(atMs, attempt.invokedAtMs);
      }
    }
    const [attempt] = this.#placed.find(([, number]) => number === before) ?? [];
    for (const beat of this.history.operations) {
      if (beat.kind !== 'beat' || beat.id !== id || beat.answer !== 'alive') continue;
      if (beat.endedAtMs < (attempt?.invokedAtMs ?? 0)) atMs = Math.max(atMs, beat.invokedAtMs);
    }
    return ttlMs === undefined ? undefined : { atMs, ttlMs };
  }

  /** Who is told that its leases live has them at some instant meanwhile. */
  beats(): Contradiction | undefined {
    for (const beat of this.history.operations) {
      if (beat.kind !== 'beat' || beat.answer !== 'alive' || beat.hosts.length === 0) continue;
      const [from, to] = this.#window(beat);
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      const had = numbers.some((number) => beat.hosts.every((host) => this.#has(beat, host, number)));
      if (!had) {
        const what = `between commit ${from} and ${to} it was not ${beat.id}'s`;
        return contradiction(
          'heartbeat',
          `${beat.process} was told at ${beat.endedAtMs.toFixed(1)} ms that ${beat.hosts.join(',')} is its own: ${what}`,
        );
      }
    }
    return undefined;
  }

  #has({ id }: Beat, host: string, number: number): boolean {
    const lease = this.replayed.after.get(number)?.get(host);
    return lease?.id === id && lease.state !== 'free' && lease.state !== 'lost';
  }

  /** The least and the greatest number that the last commit can have had at some instant of an operation. */
  #window({ invokedAtMs, endedAtMs }: Look | Beat): readonly [number, number] {
    let from = 0;
    let to = this.history.commits.at(-1)?.number ?? 0;
    for (const [attempt, number] of this.#placed) {
      if (attempt.endedAtMs < invokedAtMs) from = Math.max(from, number);
      if (attempt.invokedAtMs > endedAtMs) to = Math.min(to, number - 1);
    }
    return [from, to];
  }
}

/** Is the record that of the lease? */
function isAs(record: LeaseRecord | undefined, lease: Lease | undefined): boolean {
  if (record === undefined || lease === undefined) return record === lease;
  // whether a lock that was put back settles again, the journal does not tell
  const states = lease.state === 'put-back' ? ['settling', 'held', 'quitting'] : [lease.state];
  return record.id === lease.id && record.token === lease.token && states.includes(record.state);
}

function textOf(one: (Pick<Lease, 'id' | 'token'> & { readonly state: string }) | undefined): string {
  return one === undefined ? 'never taken' : `${one.state}, ${one.id} with token ${one.token}`;
}

function beatsFor(verb: Verb, id: string): boolean {
  if (verb.verb === 'take') return verb.who.id === id;
  return (verb.verb === 'held' || verb.verb === 'keep') && verb.id === id;
}

// ---- was it right, by what had been seen?

function wrongVerb({ seen }: Attempt, verb: Verb): readonly [Rule, string] | undefined {
  switch (verb.verb) {
    case 'take':
      for (const host of verb.hosts) {
        const wrong = wrongTake(seen, verb, host);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    case 'tell': {
      const decision = decideQuit(seen, verb.id, verb.hosts);
      const by = verb.details.told?.byId;
      if (decision.kind === 'quit' && decision.told.byId === by) return undefined;
      return ['told', `nobody by the id of ${by} may make it leave (${decision.kind})`];
    }
    case 'expire': {
      const { state } = decideExpiry(seen, verb.host);
      return state === 'expired' ? undefined : ['expiry', `the lease of ${verb.host} was ${state}`];
    }
    case 'clear': {
      const waiter = seen.waiters.find(({ id }) => id === verb.id);
      return waiter === undefined || !isWaiterAlive(seen, waiter)
        ? undefined
        : ['expiry', `${verb.id} was alive`];
    }
    case 'wait':
    case 'target':
    case 'unwait':
    case 'held':
    case 'renew':
    case 'keep':
    case 'evict':
    case 'note':
    case 'amend':
    case 'free':
    case 'lose':
    case 'mend':
    case 'fixed':
    case 'legacy':
      // asks for no decision; what it did to whose lease, the journal tells
      return undefined;
  }
}

function wrongTake(
  seen: Attempt['seen'],
  verb: Extract<Verb, { verb: 'take' }>,
  host: string,
): readonly [Rule, string] | undefined {
  const { owner } = verb.who;
  const availability = availabilityOf(seen, host);
  const isOwn = 'holder' in availability && availability.holder.owner === owner;
  if (availability.state !== 'free' && !isOwn) return ['free host', `${host} was ${availability.state}`];
  // a later process of a job has its lease at once, whoever waits
  if (isOwn) return undefined;
  const claim = claimOf(seen, verb);
  const better = waitersAhead(seen, host, claim).find(
    ({ waiter }) =>
      waiter.record !== undefined &&
      waiter.record.owner !== owner &&
      couldTakeNow(seen, waiter, host, new Map()),
  );
  if (better === undefined) return undefined;
  return ['order', `${better.waiter.id} is ahead of it at ${host} by ${better.rule}`];
}

/** Without a place it stands behind everybody of its version. */
function claimOf(seen: Attempt['seen'], { who, priority, version }: Extract<Verb, { verb: 'take' }>): Claim {
  const waiter = seen.waiters.find(({ id }) => id === who.id);
  if (waiter !== undefined) return claimOfWaiter(seen, waiter);
  const parsed = parseProductVersion(version);
  if (parsed === undefined) throw new Error(`no version: ${version}`);
  return { id: who.id, priority, starved: false, version: parsed, arrivalNs: seen.wallNs * 2n };
}
