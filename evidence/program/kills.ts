/**
 * The program is killed in the middle of a request, and whoever recovers from that is killed too, again and again. What is
 * left in the end is the whole request or nothing of it, written down once.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { change, free, keep, renew, take, wait } from '../../__tests__/pool/changes';
import { mustCommit, processesIn, TestBed } from '../../__tests__/pool/test-bed';
import { killable, makeKillers, type KillAt } from '../../__tests__/pool/toolbox';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { lockOwner } from '../../src/protocol/expiry';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import type { Seeded } from '../seeded';
import { Violation } from './violation';

/** Where one program is killed: around its nth external command, or before its own nth write to, or opening of, a file. */
export interface Kill {
  readonly at: KillAt | OwnCall;
  readonly nth: number;
}

/** By the names of the system calls. */
type OwnCall = 'write' | 'openat';
const OWN_CALLS: readonly OwnCall[] = ['write', 'openat'];
const WAYS = ['before', 'after', 'late', ...OWN_CALLS] as const;

interface Scenario {
  readonly name: string;
  readonly prepare: (pool: Pool, bed: TestBed) => Promise<unknown>;
  /** A commit, or the heartbeat of this id. */
  readonly wanted: Change | { readonly beat: string; readonly hosts: readonly string[] };
}

const HOSTS = ['h1', 'h2', 'h3'];
const TTL = 120_000;
const LOCK_DELAY = 15_000;

function legacy(pool: Pool, folder?: string): Promise<unknown> {
  return mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: 3600, folder }));
}

/** Where bash jobs have their locks in some of the scenarios: not in the pool's own folder. */
function lockFolder(bed: TestBed): string {
  return join(bed.root, 'locks');
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a take of three hosts from a place',
    prepare: (pool) => mustCommit(pool, wait('a', HOSTS, { target: 'h2' })),
    wanted: take('a', HOSTS, { from: 'waiting' }),
  },
  {
    name: 'a release of three hosts',
    prepare: (pool) => mustCommit(pool, take('a', HOSTS)),
    wanted: free('a', HOSTS),
  },
  {
    name: 'a renewal of three hosts',
    prepare: (pool) => mustCommit(pool, take('a', HOSTS)),
    wanted: renew('a', HOSTS, false),
  },
  {
    name: 'a place at three hosts',
    prepare: (pool) => mustCommit(pool, take('holder', ['h1'])),
    wanted: wait('a', HOSTS, { target: 'h1' }),
  },
  {
    name: 'a move of the target',
    prepare: (pool) => mustCommit(pool, wait('a', HOSTS, { target: 'h1' })),
    wanted: change([], { verb: 'target', id: 'a', host: 'h3' }),
  },
  {
    name: 'a place that is given up',
    prepare: (pool) => mustCommit(pool, wait('a', HOSTS, { target: 'h1' })),
    wanted: change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }),
  },
  {
    name: 'the take of an expired lease of three hosts, whose holder waits elsewhere too',
    async prepare(pool, bed) {
      await mustCommit(pool, wait('a', [...HOSTS, 'h4']));
      await mustCommit(pool, take('a', HOSTS, { from: 'waiting' }));
      await mustCommit(pool, wait('a', ['h4']));
      bed.advance(TTL + LOCK_DELAY + 10);
    },
    wanted: take('b', HOSTS),
  },
  {
    name: 'a lease that has settled, with its lock in the folder of bash jobs',
    async prepare(pool, bed) {
      await legacy(pool, lockFolder(bed));
      await mustCommit(pool, wait('a', ['h1', 'h2'], { target: 'h1' }));
      await mustCommit(pool, take('a', ['h1', 'h2'], { from: 'waiting', state: 'settling' }));
    },
    wanted: change(['h1', 'h2'], { verb: 'held', id: 'a', hosts: ['h1', 'h2'] }),
  },
  {
    name: 'a take of two hosts in the folder of bash jobs',
    async prepare(pool, bed) {
      await legacy(pool, lockFolder(bed));
      await mustCommit(pool, wait('a', ['h1', 'h2']));
    },
    wanted: take('a', ['h1', 'h2'], { from: 'waiting', state: 'settling' }),
  },
  {
    name: 'a keeper that leaves its lease to itself',
    prepare: (pool) => mustCommit(pool, take('a', ['h1', 'h2'])),
    wanted: keep('a', 21_600_000, {}, ['h1', 'h2']),
  },
  {
    name: 'a dead waiter that is cleared',
    async prepare(pool, bed) {
      await mustCommit(pool, wait('a', HOSTS, { target: 'h1' }));
      bed.advance(TTL + 10);
    },
    // the name is put in when it is known
    wanted: change([], { verb: 'clear', id: 'a', name: '' }),
  },
  {
    name: 'an expired lease that is ended',
    async prepare(pool, bed) {
      await mustCommit(pool, take('a', ['h1']));
      bed.advance(TTL + LOCK_DELAY + 10);
    },
    wanted: change(['h1'], { verb: 'expire', host: 'h1', details: { job: 'a', endedBy: 'expired' } }),
  },
  {
    name: 'a heartbeat',
    prepare: (pool) => mustCommit(pool, take('a', HOSTS)),
    wanted: { beat: 'a', hosts: HOSTS },
  },
];

/** One scenario in one shell, prepared once, for many kills. */
export class KillBench {
  readonly #bed: TestBed;
  readonly #next: Pool;
  /** By the ways to be killed: which of an unharmed program's calls are worth a kill. */
  readonly #points = new Map<Kill['at'], readonly number[]>();
  readonly #killers = new Map<KillAt, ReturnType<typeof makeKillers>>();
  #wanted: Scenario['wanted'];
  #seen: Snapshot | undefined;
  #before: Summary | undefined;
  #after: Summary | undefined;
  #generation = 0;

  private constructor(
    readonly scenario: Scenario,
    private readonly shell: readonly string[],
    private readonly program: string,
  ) {
    this.#bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell, program }));
    this.#wanted = scenario.wanted;
    this.#next = this.#bed.open('guard-wait=20');
  }

  static async of(scenario: Scenario, shell: readonly string[], program: string): Promise<KillBench> {
    const bench = new KillBench(scenario, shell, program);
    try {
      await bench.#prepare();
    } catch (error) {
      await bench.dispose();
      throw error;
    }
    return bench;
  }

  /** Every place at which a program that carries out the request can be killed in this way. */
  kills(at: Kill['at']): Kill[] {
    return (this.#points.get(at) ?? []).map((nth) => ({ at, nth }));
  }

  draw(random: Seeded): Kill {
    return random.pick(this.kills(random.pick(WAYS)));
  }

  /**
   * The first kill meets the request itself, each later one whoever comes next. Says whether the request took effect, and
   * how many programs were killed; throws a Violation if it took effect by halves, or twice.
   */
  async story(kills: readonly Kill[]): Promise<{ readonly isApplied: boolean; readonly killed: number }> {
    this.#restore();
    let killed = 0;
    for (const [index, kill] of kills.entries()) {
      if (await this.#runKilled(kill, index === 0)) killed += 1;
    }
    if (kills.length === 0) await this.#runUnharmed();
    return { isApplied: await this.#judge(kills), killed };
  }

  dispose(): Promise<void> {
    return this.#bed.dispose();
  }

  async #prepare(): Promise<void> {
    const bed = this.#bed;
    mkdirSync(lockFolder(bed));
    const pool = bed.open();
    await this.scenario.prepare(pool, bed);
    this.#seen = await pool.snapshot();
    if ('verbs' in this.#wanted && this.#wanted.verbs[0]?.verb === 'clear') {
      const name = this.#seen.waiters[0]?.files[0]?.text ?? '';
      this.#wanted = change([], { ...this.#wanted.verbs[0], name });
    }
    this.#before = summary(this.#seen);
    this.#generation = this.#seen.generation;
    await pool.close();
    for (const folder of ['pool', 'locks']) {
      cpSync(join(bed.root, folder), join(bed.root, 'prepared', folder), { recursive: true });
    }
    // one run unharmed in each way to be watched, which counts what there is to kill at
    for (const at of ['before', ...OWN_CALLS] as const) {
      this.#restore();
      const points = await this.#count(at);
      for (const way of at === 'before' ? (['before', 'after', 'late'] as const) : [at]) {
        this.#points.set(way, points);
      }
      const after = summary(await this.#next.snapshot());
      this.#after ??= after;
      if (JSON.stringify(after) !== JSON.stringify(this.#after)) throw new Violation('not the same twice');
    }
    const isBeat = 'beat' in this.#wanted;
    if (!isBeat && JSON.stringify(this.#after) === JSON.stringify(this.#before)) {
      throw new Violation(`${this.scenario.name}: changes nothing`);
    }
  }

  /** Brings the files back, and keeps the folders, in which a program stands. */
  #restore(): void {
    const { root } = this.#bed;
    for (const folder of ['pool', 'pool/.giveway', 'locks']) {
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
        if (!entry.isDirectory()) rmSync(join(root, folder, entry.name));
      }
    }
    cpSync(join(root, 'prepared'), root, { recursive: true });
  }

  async #run(pool: Pool, isFirst: boolean): Promise<void> {
    if (!isFirst) await pool.beat('nobody', []);
    else if ('beat' in this.#wanted) await pool.beat(this.#wanted.beat, this.#wanted.hosts);
    else if (this.#seen !== undefined) {
      const { kind } = await pool.commit(this.#seen, this.#wanted);
      if (kind !== 'committed') throw new Violation(`${this.scenario.name}: ${kind}`);
    }
  }

  async #runUnharmed(): Promise<void> {
    const pool = this.#bed.open();
    await this.#run(pool, true);
    await pool.close();
  }

  async #runKilled({ at, nth }: Kill, isFirst: boolean): Promise<boolean> {
    const pool = this.#open(at, nth);
    try {
      await this.#run(pool, isFirst);
      return false;
    } catch (error) {
      if (error instanceof Violation) throw error;
      return true;
    } finally {
      await pool.close();
    }
  }

  #open(at: Kill['at'], nth: number): Pool {
    const { folder, settings } = this.#bed;
    const options = { folder, settings: [...settings, 'guard-wait=20'], program: this.program };
    if (isOwnCall(at)) {
      const traced = ['strace', '-qq', '-e', `trace=${at}`, '-o', join(this.#bed.root, 'trace')];
      const inject = nth === 0 ? [] : ['-e', `inject=${at}:signal=KILL:when=${nth}`];
      return directoryPool({ ...options, shell: [...traced, ...inject, ...this.shell] });
    }
    let killers = this.#killers.get(at);
    if (killers === undefined) {
      killers = makeKillers(join(this.#bed.root, `bin-${at}`), at, LATE_S);
      this.#killers.set(at, killers);
    }
    killers.arm(nth);
    return directoryPool({
      ...options,
      shell: killable(this.shell, killers),
      env: { PATH: killers.path },
    });
  }

  async #count(at: Kill['at']): Promise<number[]> {
    const pool = this.#open(at, 0);
    try {
      await this.#run(pool, true);
    } finally {
      await pool.close();
    }
    if (!isOwnCall(at)) {
      const calls = Array.from({ length: this.#killers.get(at)?.calls() ?? 0 }, (_, index) => index + 1);
      return calls.slice(START_COMMANDS);
    }
    const calls = readFileSync(join(this.#bed.root, 'trace'), 'latin1')
      .split('\n')
      .filter((line) => line.startsWith(`${at}(`));
    return calls.flatMap((line, index) => (CHANGES.test(line) ? [index + 1] : []));
  }

  async #judge(kills: readonly Kill[]): Promise<boolean> {
    const where = (what: string): Violation =>
      new Violation(
        `${what}, after ${this.scenario.name} in ${this.shell.join(' ')} was killed ${JSON.stringify(kills)}`,
      );
    // under the guard, so after whatever a killed program's last command still did
    await this.#next.beat('nobody', []);
    const seen = await this.#next.snapshot();
    const found = JSON.stringify(summary(seen));
    const isBeat = 'beat' in this.#wanted;
    const isApplied = found === JSON.stringify(this.#after) && !isBeat;
    if (!isApplied && found !== JSON.stringify(this.#before)) {
      throw where(
        `partly done: ${found}, neither ${JSON.stringify(this.#before)} nor ${JSON.stringify(this.#after)}`,
      );
    }
    if (seen.generation !== this.#generation + (isApplied ? 1 : 0)) {
      throw where(
        `generation ${seen.generation} after ${this.#generation}, ${isApplied ? 'done' : 'not done'}`,
      );
    }
    const lines = this.#journal().filter((line) => line.startsWith(`${this.#generation + 1} `)).length;
    if (lines !== (isApplied ? 1 : 0)) throw where(`${lines} lines in the journal`);
    for (const [id, beat] of seen.heartbeats)
      if (beat === 'unreadable') throw where(`a torn heartbeat of ${id}`);
    // the next commit sweeps what was left, takes what is free, and nothing may come after it
    const isFree = (host: string): boolean => {
      const view = seen.hosts.get(host);
      return (view?.lockText ?? 'none') === 'none' && (view?.record?.state ?? 'free') === 'free';
    };
    const freeHosts = [...HOSTS, 'h9'].filter(isFree);
    await mustCommit(this.#next, take('later', freeHosts, { state: seen.legacy ? 'settling' : 'held' }));
    const swept = this.#files();
    const odd = Object.keys(swept).filter((name) => /tmp|redo|probe/.test(name));
    if (odd.length > 0) throw where(`left behind: ${odd.join(' ')}`);
    for (const [name, text] of Object.entries(swept)) {
      if (name.endsWith('.lock') && !/^\d{19}\n$/.test(text))
        throw where(`${name} holds ${JSON.stringify(text)}`);
    }
    for (let left = 400; processesIn(this.#bed.folder).length > 1; left -= 1) {
      if (left === 0) throw where('a killed program has left a process behind');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (JSON.stringify(this.#files()) !== JSON.stringify(swept))
      throw where('something was changed without the guard');
    return isApplied;
  }

  #journal(): string[] {
    return readFileSync(this.#bed.inner('journal'), 'utf8').split('\n');
  }

  #files(): Record<string, string> {
    const locks = lockFolder(this.#bed);
    const outside = readdirSync(locks).map((name) => [name, readFileSync(join(locks, name), 'latin1')]);
    return { ...this.#bed.files(), ...(Object.fromEntries(outside) as Record<string, string>) };
  }
}

/** How long a command goes on after its program was killed: time enough for others to come. */
const LATE_S = 0.3;
/** Commands of the program's start, which touch no pool: stat and date. */
const START_COMMANDS = 2;
/** Calls that change a file: not what is written to the client, or by `command -v`, nor what is opened to be read. */
const CHANGES = /^write\(\d+, "(?!giveway-program|= |\/)|^openat\((?!.*\/dev\/null).*O_(?:WRONLY|RDWR)/;

function isOwnCall(at: Kill['at']): at is OwnCall {
  return OWN_CALLS.some((call) => call === at);
}

type Summary = Record<string, unknown>;

/** What counts, without times. */
function summary(seen: Snapshot): Summary {
  const hosts = [...seen.hosts.values()].sort((a, b) => (a.host < b.host ? -1 : 1));
  const token = hosts[0]?.record?.token;
  return {
    hosts: hosts.map((view) => [
      view.host,
      view.record === undefined
        ? (view.problem ?? 'none')
        : [view.record.id, view.record.state, view.record.ttlMs],
      view.record?.token === token,
      lockOwner(view),
      // a renewal changes nothing else
      view.record !== undefined && view.record.previousStampNs > 0n,
    ]),
    waiting: seen.waiters
      .map(({ id, files }) => [
        id,
        files.map(({ host, queued }) => `${host}${queued ? ' queued' : ''}`).sort(),
      ])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    beats: [...seen.heartbeats.keys()].sort(),
  };
}
