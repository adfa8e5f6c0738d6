/**
 * Whose the hosts were after each commit, by the journal alone; and what in it contradicts what a lease is. No decision
 * function and no file of the pool is asked.
 */
import { commitText, type Commit, type JournalEvent } from './journal';
import { contradiction, type Contradiction } from './contradiction';

export interface Lease {
  readonly id: string;
  readonly owner: string;
  readonly token: number;
  /** `put-back`: as before, or it settles again, as it does in legacy mode. */
  readonly state: 'settling' | 'held' | 'quitting' | 'put-back' | 'lost' | 'free';
}

/** What is known of each host; one that is not in it may be anything, or has never been taken. */
export type Leases = ReadonlyMap<string, Lease>;

export interface Replayed {
  /** The leases after the commit of that number; before the first commit, number 0. */
  readonly after: ReadonlyMap<number, Leases>;
  /** The hosts that a commit did something to, by its number. */
  readonly touched: ReadonlyMap<number, ReadonlySet<string>>;
  readonly contradictions: readonly Contradiction[];
}

export interface ReplayOptions {
  /** Are all commits there, from the first? Else what lies between two is not known. Default true. */
  readonly isWhole?: boolean;
}

export function replayLeases(commits: readonly Commit[], { isWhole = true }: ReplayOptions = {}): Replayed {
  const after = new Map<number, Leases>([[0, new Map()]]);
  const touched = new Map<number, ReadonlySet<string>>();
  const contradictions: Contradiction[] = [];
  const tokens = new Map<string, number>();
  let leases = new Map<string, Lease>();
  let last = isWhole ? 0 : undefined;
  for (const commit of commits) {
    const isNext = last !== undefined && commit.number === last + 1;
    if (!isNext && isWhole) {
      contradictions.push(contradiction('numbers', `${commitText(commit)} follows commit ${last ?? 0}`));
    }
    const replay = new Replay(isNext ? leases : new Map<string, Lease>(), tokens, commit);
    contradictions.push(...replay.contradictions);
    leases = replay.leases;
    after.set(commit.number, leases);
    touched.set(commit.number, replay.touched);
    last = commit.number;
  }
  return { after, touched, contradictions };
}

const SETTLING: readonly Lease['state'][] = ['settling', 'put-back'];

/** One commit. */
class Replay {
  readonly leases: Map<string, Lease>;
  readonly touched = new Set<string>();
  readonly contradictions: Contradiction[] = [];
  /** Hosts whose lease this commit has ended, with its owner. */
  readonly #superseded = new Map<string, string>();

  constructor(
    before: Leases,
    /** The highest of each host so far. */
    private readonly tokens: Map<string, number>,
    private readonly commit: Commit,
  ) {
    this.leases = new Map(before);
    for (const event of commit.events) this.#apply(event);
  }

  #apply({ name, words }: JournalEvent): void {
    const [id = '', second = '', third = '', fourth = ''] = words;
    switch (name) {
      case 'requested':
        for (const host of hostsIn(words[4])) this.touched.add(host);
        return;
      case 'settling':
      case 'held':
        if (words.length > 1) this.#take(name, words);
        else this.#settle(id);
        return;
      case 'told':
      case 'evicted':
        for (const host of hostsIn(second)) {
          const lease = this.#own(host, id, name);
          if (name === 'told' && lease?.state === 'quitting') {
            this.#contradict('own lease', `${id} is told twice to leave ${host}`);
          }
          if (lease !== undefined) this.leases.set(host, { ...lease, state: 'quitting' });
        }
        return;
      case 'released': {
        const lease = this.#own(second, id, name, Number(third));
        if (lease !== undefined && lease.state !== fourth && lease.state !== 'put-back') {
          this.#contradict('own lease', `${second} was ${lease.state} and not ${fourth}`);
        }
        this.#end(second, lease, 'free');
        return;
      }
      case 'expired':
      case 'superseded':
      case 'lost': {
        const lease = this.#own(second, id, name, Number(third));
        if (name === 'superseded' && lease !== undefined) this.#superseded.set(second, lease.owner);
        this.#end(second, lease, name === 'lost' ? 'lost' : 'free');
        return;
      }
      case 'put-back': {
        const lease = this.#own(second, id, name);
        if (lease !== undefined) this.leases.set(second, { ...lease, state: 'put-back' });
        return;
      }
      default:
        // changes no lease
        return;
    }
  }

  #take(state: 'settling' | 'held', [id = '', owner = '', , text, hosts]: readonly string[]): void {
    const token = Number(text);
    for (const host of hostsIn(hosts)) {
      this.touched.add(host);
      const before = this.leases.get(host);
      if (before !== undefined && before.state !== 'free' && before.state !== 'lost') {
        this.#contradict('free host', `${id} takes ${host}, which ${before.id} has`);
      }
      const superseded = this.#superseded.get(host);
      if (superseded !== undefined && superseded !== owner) {
        this.#contradict('own lease', `${owner} supersedes ${superseded}, which is another job, at ${host}`);
      }
      const last = this.tokens.get(host) ?? 0;
      if (token <= last) this.#contradict('token', `${id} takes ${host} with token ${token} after ${last}`);
      this.tokens.set(host, Math.max(token, last));
      this.leases.set(host, { id, owner, token, state });
    }
  }

  #settle(id: string): void {
    const own = [...this.leases].filter(([, lease]) => lease.id === id && SETTLING.includes(lease.state));
    for (const [host, lease] of own) {
      this.touched.add(host);
      this.leases.set(host, { ...lease, state: 'held' });
    }
  }

  #end(host: string, lease: Lease | undefined, state: 'lost' | 'free'): void {
    if (lease === undefined) this.leases.delete(host);
    else this.leases.set(host, { ...lease, state });
  }

  /** The lease on a host that something is done to; undefined where it is not known. */
  #own(host: string, id: string, name: string, token?: number): Lease | undefined {
    this.touched.add(host);
    const lease = this.leases.get(host);
    if (lease === undefined) return undefined;
    const isOwn = lease.id === id && lease.state !== 'free' && (token === undefined || token === lease.token);
    if (!isOwn) {
      const now = lease.state === 'free' ? 'nobody' : `${lease.id} with token ${lease.token}`;
      this.#contradict('own lease', `${name} for ${id} at ${host}, which ${now} has`);
    }
    return lease;
  }

  #contradict(rule: Contradiction['rule'], what: string): void {
    this.contradictions.push(contradiction(rule, `${commitText(this.commit)}: ${what}`));
  }
}

/** `h1,h2`. */
function hostsIn(text = ''): string[] {
  return text.split(',').filter((host) => host !== '' && host !== '-');
}
