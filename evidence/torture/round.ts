/** One round: jobs share a pool while faults strike, then all is well again, and it is judged what has come of it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseRecord } from '../../src/protocol/record';
import { readCommits } from '../history/journal';
import { checkUses } from '../history/uses';
import { Arena, CLI } from './arena';
import { readBashWrites, readEvents, type Event } from './events';
import { Faults } from './faults';
import { complaintsOf, Jobs, type Job } from './jobs';
import { judge } from './judge';
import { Observer } from './observer';
import { GIVEWAY_JOBS, type RoundPlan } from './plan';
import { uptimeMs } from './processes';

export interface RoundOptions {
  /** How long faults strike. */
  readonly rageMs: number;
  /** A program other than the command's own, for a mutant. */
  readonly program?: string;
}

export interface RoundResult {
  readonly plan: RoundPlan;
  readonly operations: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<string, number>;
  readonly excused: ReadonlyMap<string, number>;
  readonly states: ReadonlySet<string>;
  readonly unknownOutcomes: number;
  readonly lostLeases: number;
  readonly refusedWrites: number;
  readonly lockReads: number;
  /** For each host: from the end of the faults until somebody had acquired it. */
  readonly recoveryMs: readonly number[];
  readonly violations: readonly string[];
  /** Where everything was kept, if there was a violation. */
  readonly kept: string | undefined;
}

export async function runRound(plan: RoundPlan, { rageMs, program }: RoundOptions): Promise<RoundResult> {
  const arena = await Arena.open(plan, program);
  let isKept = false;
  try {
    const result = await new Round(arena, rageMs).run();
    isKept = result.violations.length > 0;
    return { ...result, kept: isKept ? arena.root : undefined };
  } catch (error) {
    isKept = true;
    throw new Error(`the round of seed ${plan.seed} broke off (see ${arena.root})`, { cause: error });
  } finally {
    await arena.close(isKept);
  }
}

class Round {
  readonly #jobs: Jobs;
  readonly #faults: Faults;
  readonly #violations: string[] = [];
  readonly #epochMs = Date.now() - uptimeMs();

  constructor(
    private readonly arena: Arena,
    private readonly rageMs: number,
  ) {
    this.#jobs = new Jobs(arena);
    this.#faults = new Faults(arena, this.#jobs, arena.plan.random.fork());
  }

  async run(): Promise<Omit<RoundResult, 'kept'>> {
    const { arena } = this;
    const { plan } = arena;
    await this.#setUp();
    const reader = helper('lock-reader.cjs', arena.locks, ...plan.hosts);
    const stalls = helper('stall-watch.cjs', '150');
    const observer = new Observer(arena);
    this.#jobs.fill(GIVEWAY_JOBS, plan.bashJobs, plan.random.fork());
    await this.#faults.rage(this.rageMs);
    this.#faults.heal();
    // as an admin does
    for (const path of this.#jobs.deadBashWaiters()) rmSync(path, { force: true });
    const recoveryMs = await this.#recover();
    await this.#drain();
    await observer.stop();
    this.#lookForLeftovers('before anybody has cleared up', (job) => endedInOrder(job));
    await this.#sweep();
    this.#lookForLeftovers('at the end', () => true);
    const read = await reader.end();
    const evidence = {
      plan,
      events: readEvents(arena.events),
      jobs: this.#jobs.all,
      bashWrites: this.#jobs.all
        .filter(({ kind }) => kind === 'bash')
        .flatMap(({ name }) => readBashWrites(arena.path('work', `${name}.peer`), this.#epochMs)),
      stalls: (await stalls.end()) as unknown as { atMs: number; lateMs: number }[],
      wipedAtUs: this.#faults.wipedAtUs,
    };
    const { violations, excused } = judge(evidence);
    this.#holdAgainstJournal(evidence.events);
    const counts = read.pop() as { reads: number };
    for (const { host, text } of read as unknown as { host: string; text: string }[]) {
      // bash empties the file before it writes
      if (text === '' && plan.bashJobs > 0) count(excused, 'a bash job empties the lock before it writes');
      else this.#violations.push(`(f) the lock of ${host} read ${JSON.stringify(text)}`);
    }
    return {
      plan,
      ...this.#counts(evidence.events),
      faults: this.#faults.counts,
      excused,
      states: observer.states,
      lockReads: counts.reads,
      recoveryMs,
      violations: [...violations, ...this.#violations, ...observer.violations],
    };
  }

  async #setUp(): Promise<void> {
    const { observer, plan, locks, pool } = this.arena;
    if (plan.bashJobs === 0) return;
    const lockTimeoutS = plan.timing.lockTimeoutMs / 1000;
    const verb = { verb: 'legacy', lockTimeoutS, folder: locks === pool ? undefined : locks } as const;
    await observer.commit(await observer.snapshot(), { hosts: [], verbs: [verb] });
  }

  /** Until every host has been acquired again; what dead jobs have left is in the way at first. */
  async #recover(): Promise<number[]> {
    const { plan, events } = this.arena;
    const { timing } = plan;
    const startMs = uptimeMs();
    const longestMs = Math.max(timing.leaseTtlMs * 1.125, plan.bashJobs > 0 ? timing.lockTimeoutMs : 0);
    // a live holder may be in the way too, a job may be slow to start, and a waiter may be far down the queue
    const deadlineMs = startMs + 2 * longestMs + 60_000;
    const recovered = new Map<string, number>();
    for (;;) {
      for (const { atMs, name, words } of readEvents(events)) {
        const [host = ''] = words;
        if (name === 'enter' && atMs > startMs && !recovered.has(host)) recovered.set(host, atMs - startMs);
      }
      this.#jobs.wanted = plan.hosts.filter((host) => !recovered.has(host));
      if (this.#jobs.wanted.length === 0) break;
      if (uptimeMs() > deadlineMs) {
        this.#violations.push(`(e) nobody has acquired ${this.#jobs.wanted.join(', ')} again`);
        break;
      }
      await pause(50);
    }
    return [...recovered.values()];
  }

  async #drain(): Promise<void> {
    const stuck = await this.#jobs.close(150_000);
    for (const { name, kind } of stuck) this.#violations.push(`(e) ${name} (${kind}) did not end by itself`);
  }

  /** Files that jobs have left which are to have left none. */
  #lookForLeftovers(when: string, isToHaveLeftNone: (job: Job) => boolean): void {
    // a folder that was emptied under them, or locks that bash jobs have left, are nobody's to clear
    if (this.arena.plan.theme === 'wiped') return;
    const jobs = new Map(this.#jobs.all.map((job) => [job.name, job]));
    for (const [name, text] of this.arena.files()) {
      if (!/\.waiting\.|\.lease$/.test(name)) continue;
      const parsed = parseRecord(text.trimEnd());
      if (parsed.kind !== 'record') {
        if (text !== '' || when === 'at the end') this.#violations.push(`(i) ${name} is left ${when}`);
        continue;
      }
      const { owner, state } = parsed.record;
      if (state === 'free' || (state === 'lost' && name.endsWith('.lease'))) continue;
      const job = jobs.get(owner);
      if (job === undefined || isToHaveLeftNone(job)) {
        this.#violations.push(`(i) ${owner} has left ${name} (${state}) ${when}`);
      }
    }
    if (when !== 'at the end') return;
    for (const name of this.arena.files().keys()) {
      if (/\.lock$|\.hb$|^redo|tmp/.test(name)) this.#violations.push(`(i) ${name} is left ${when}`);
    }
  }

  /** The pool's own account of who had which host, against what the jobs have noted. */
  #holdAgainstJournal(events: readonly Event[]): void {
    const { theme } = this.arena.plan;
    const files = this.arena.files();
    const lines = ['journal.1', 'journal'].flatMap((name) => files.get(name)?.split('\n') ?? []);
    const uses = events.flatMap(({ atMs, job: owner, name, words: [host = '', token] }) =>
      // a bash job has no token
      name === 'enter' && token !== '0' ? [{ owner, host, token: Number(token), atMs }] : [],
    );
    const found = checkUses({
      commits: readCommits(lines),
      isWhole: theme !== 'disk',
      // what was before the folder was emptied is not in the journal
      uses: theme === 'wiped' ? [] : uses,
      startedAtMs: new Map(this.#jobs.all.map(({ name, startedAtMs }) => [name, startedAtMs])),
    });
    for (const { rule, what } of found) this.#violations.push(`(history, ${rule}) ${what}`);
  }

  /** A job for each host, as one that comes the next day: what the dead have left goes. */
  async #sweep(): Promise<void> {
    const { arena } = this;
    const { plan } = arena;
    arena.shiftWallClock(0);
    for (const host of plan.hosts) {
      const args = [
        'run',
        '--pool',
        arena.pool,
        '--host',
        host,
        '--product-version',
        '9.9',
        '--owner',
        'sweeper',
      ];
      const times = ['--settle', `${plan.timing.settleMs}ms`, '--wait-timeout', '90s'];
      const child = spawn(process.execPath, [CLI, ...args, ...times, '--', 'true'], {
        cwd: arena.path('work'),
        env: {
          ...arena.env,
          PATH: `${arena.path('bin')}:${process.env['PATH'] ?? ''}`,
          TORTURE_SHELL: 'dash',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const status = await new Promise((resolve) => child.once('close', resolve));
      if (status !== 0) this.#violations.push(`(e) nobody can have ${host} any more: ${said.slice(-500)}`);
    }
  }

  #counts(
    events: readonly Event[],
  ): Pick<RoundResult, 'operations' | 'unknownOutcomes' | 'lostLeases' | 'refusedWrites'> {
    const operations = new Map<string, number>();
    let unknownOutcomes = 0;
    for (const job of this.#jobs.all) {
      count(operations, job.kind === 'bash' ? 'bash jobs' : `jobs by ${job.kind}`);
      const complaints = complaintsOf(job);
      unknownOutcomes += complaints.match(/had no clear answer/g)?.length ?? 0;
      count(operations, 'requests tried again', complaints.match(/trying again in/g)?.length ?? 0);
    }
    const of = (name: string): number => events.filter((event) => event.name === name).length;
    count(operations, 'leases used', of('enter'));
    count(operations, 'writes that a host took', of('write'));
    const lost = this.#jobs.all.filter(({ kind, status }) => kind === 'run' && status === 11).length;
    return { operations, unknownOutcomes, lostLeases: lost + of('lost'), refusedWrites: of('refused') };
  }
}

/** By itself or when it was asked to, and without having said that the pool was out of reach for it. */
function endedInOrder(job: Job): boolean {
  const isOutOfReach = job.status === 13 || /may have left/.test(complaintsOf(job));
  return job.kind !== 'bash' && job.fate !== 'killed' && !isOutOfReach;
}

export function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** A process that looks at something all the while, and tells of it in lines of JSON. */
function helper(
  script: string,
  ...args: string[]
): { readonly end: () => Promise<Record<string, unknown>[]> } {
  const child: ChildProcess = spawn(process.execPath, [join(__dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return {
    async end() {
      child.stdin?.end();
      await ended;
      return said
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
