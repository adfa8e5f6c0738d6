/** What goes wrong in a round, at random instants: each kind with its weight, and all of it undone in the end. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '../seeded';
import type { Arena } from './arena';
import type { Job, Jobs } from './jobs';
import type { Theme } from './plan';
import { processesIn, signal } from './processes';

interface Fault {
  readonly name: string;
  readonly weight: number;
  /** Where it can come; everywhere if nothing is said. */
  readonly themes?: readonly Theme[];
  readonly needsSsh?: boolean;
  /** Says whether there was anything to strike. */
  readonly strike: () => boolean;
}

/** Mean time between two faults, in ms. */
const EVERY_MS = 600;

export class Faults {
  /** How often each has struck. */
  readonly counts = new Map<string, number>();
  /** When the folder was emptied, in µs since the epoch, as tokens are. */
  readonly wipedAtUs: number[] = [];
  readonly #random: Seeded;
  readonly #pending = new Set<() => void>();
  readonly #faults: readonly Fault[];
  #hasCalmClock = true;

  constructor(
    private readonly arena: Arena,
    private readonly jobs: Jobs,
    random: Seeded,
  ) {
    this.#random = random;
    const { theme, kind } = arena.plan;
    this.#faults = [...this.#everywhere(), ...this.#network(), ...this.#machine()].filter(
      ({ themes, needsSsh = false }) =>
        (themes === undefined || themes.includes(theme)) && (!needsSsh || kind === 'ssh'),
    );
  }

  async rage(ms: number): Promise<void> {
    const random = this.#random;
    const end = performance.now() + ms;
    for (;;) {
      const waitMs = -Math.log(1 - random.next()) * EVERY_MS;
      if (performance.now() + waitMs > end) break;
      await pause(waitMs);
      this.#strikeOne();
    }
    await pause(Math.max(0, end - performance.now()));
  }

  /** Everything goes on as it should. */
  heal(): void {
    if (this.arena.plan.theme === 'disk') this.arena.remount('rw');
    for (const undo of [...this.#pending]) undo();
    this.arena.bastion?.line.heal();
  }

  #strikeOne(): void {
    const total = this.#faults.reduce((sum, { weight }) => sum + weight, 0);
    let drawn = this.#random.next() * total;
    const fault = this.#faults.find(({ weight }) => (drawn -= weight) < 0);
    if (fault?.strike() === true) this.counts.set(fault.name, (this.counts.get(fault.name) ?? 0) + 1);
  }

  /** Undoes it after so long, or when all is to be well again. */
  #undoAfter(ms: number, undo: () => void): void {
    const once = (): void => {
      clearTimeout(timer);
      if (this.#pending.delete(once)) undo();
    };
    const timer = setTimeout(once, ms);
    this.#pending.add(once);
  }

  #everywhere(): Fault[] {
    const random = this.#random;
    const { ttlMs, leaseTtlMs } = this.arena.plan.timing;
    return [
      { name: 'job killed', weight: 3, strike: () => this.#some((job) => this.#killJob(job)) },
      {
        name: 'job gone with its machine',
        weight: 2,
        strike: () => this.#some((job) => (this.jobs.kill(job), true)),
      },
      {
        name: 'job stopped past its ttl',
        weight: 2.5,
        strike: () =>
          this.#some(
            (job) => {
              const lease = job.kind === 'steps' ? leaseTtlMs : ttlMs;
              return this.#stop(pidsToStop(job), lease * (1.2 + 0.4 * random.next()));
            },
            ['run', 'steps'],
          ),
      },
      {
        name: 'job stopped for a moment',
        weight: 2,
        strike: () =>
          this.#some((job) => this.#stop(pidsToStop(job), random.between(50, 1_500)), ['run', 'steps']),
      },
      {
        name: 'command stopped',
        weight: 1,
        strike: () => this.#some((job) => this.#stop(commandOf(job), random.between(100, 7_000)), ['run']),
      },
      {
        name: 'job cancelled',
        weight: 1.5,
        strike: () =>
          this.#some((job) => {
            job.fate ??= 'terminated';
            return signal(job.kind === 'run' ? job.pid : -job.pid, 'SIGTERM');
          }),
      },
      { name: 'program killed', weight: 3, strike: () => this.#someProgram((pid) => signal(pid, 'SIGKILL')) },
      {
        name: 'program stopped for a moment',
        weight: 1.5,
        strike: () => this.#someProgram((pid) => this.#stop([pid], random.between(50, 1_500))),
      },
      {
        name: 'program stopped past the ttl',
        weight: 0.7,
        strike: () => this.#someProgram((pid) => this.#stop([pid], ttlMs * (1.2 + 0.4 * random.next()))),
      },
    ];
  }

  #network(): Fault[] {
    const random = this.#random;
    const line = (): NonNullable<Arena['bastion']>['line'] | undefined => this.arena.bastion?.line;
    const ssh = { needsSsh: true } as const;
    return [
      { ...ssh, name: 'connection cut', weight: 3, strike: () => line()?.cut(random) ?? false },
      { ...ssh, name: 'connection half-open', weight: 1.5, strike: () => line()?.halfOpen(random) ?? false },
      { ...ssh, name: 'replies swallowed', weight: 2, strike: () => line()?.swallowReplies(random) ?? false },
      {
        ...ssh,
        name: 'line slow',
        weight: 1.5,
        strike: () => {
          line()?.delay(random.between(30, 700));
          this.#undoAfter(random.between(500, 4_000), () => line()?.delay(0));
          return true;
        },
      },
      {
        ...ssh,
        name: 'connections refused',
        weight: 1.5,
        strike: () => {
          line()?.refuse(true);
          this.#undoAfter(random.between(300, 3_000), () => line()?.refuse(false));
          return true;
        },
      },
      {
        ...ssh,
        name: 'all connections cut',
        weight: 3,
        themes: ['crowd'],
        strike: () => {
          let cut = 0;
          while (line()?.cut(random) === true && cut < 50) cut += 1;
          return cut > 0;
        },
      },
    ];
  }

  #machine(): Fault[] {
    const random = this.#random;
    const { arena } = this;
    return [
      {
        name: 'disk full',
        weight: 4,
        themes: ['disk'],
        strike: () => {
          try {
            arena.fillDisk(random.between(0, 4));
          } catch {
            // a program was quicker to take the room: it is full all the same
          }
          this.#undoAfter(random.between(200, 2_500), () => this.#emptyDisk());
          return true;
        },
      },
      {
        name: 'folder read-only',
        weight: 3,
        themes: ['disk'],
        strike: () => {
          if (!arena.remount('ro')) return false;
          this.#undoAfter(random.between(200, 2_500), () => void arena.remount('rw'));
          return true;
        },
      },
      {
        name: 'wall clock set',
        weight: 4,
        themes: ['clocks'],
        strike: () => {
          arena.shiftWallClock(random.pick([3_600, -3_600, 60, -60, 86_400, 0]));
          return true;
        },
      },
      { name: 'reboot', weight: 1.5, themes: ['clocks'], strike: () => this.#reboot('nothing') },
      {
        name: 'reboot with an empty folder',
        weight: 2,
        themes: ['wiped'],
        strike: () => this.#reboot('everything'),
      },
    ];
  }

  #emptyDisk(): void {
    try {
      this.arena.emptyDisk();
    } catch {
      // it is read-only at the moment
      this.#undoAfter(200, () => this.#emptyDisk());
    }
  }

  /** Not one after the other: a job needs a while to see what has become of its lease. */
  #reboot(wipe: 'nothing' | 'everything'): boolean {
    if (!this.#hasCalmClock) return false;
    this.#hasCalmClock = false;
    this.#undoAfter(6_000, () => (this.#hasCalmClock = true));
    this.arena.reboot(wipe);
    if (wipe === 'everything') this.wipedAtUs.push(Date.now() * 1000);
    return true;
  }

  /** Mostly one that has a host: that is where it hurts. */
  #some(strike: (job: Job) => boolean, kinds: readonly Job['kind'][] = ['run', 'steps', 'bash']): boolean {
    const jobs = this.jobs.running.filter(({ kind }) => kinds.includes(kind));
    const inside = this.arena.inside();
    const holders = jobs.filter(({ name }) => inside.includes(name));
    const from = holders.length > 0 && this.#random.chance(0.7) ? holders : jobs;
    return from.length > 0 && strike(this.#random.pick(from));
  }

  #someProgram(strike: (pid: number) => boolean): boolean {
    const programs = this.arena.programs();
    return programs.length > 0 && strike(this.#random.pick(programs).pid);
  }

  /** What a person does who looks up a pid: of a job with a keeper only the keeper, and its guard has to do the rest. */
  #killJob(job: Job): boolean {
    job.fate ??= 'killed';
    if (job.kind === 'run') return signal(job.pid, 'SIGKILL');
    return signal(-job.pid, 'SIGKILL');
  }

  #stop(pids: readonly number[], ms: number): boolean {
    const stopped = pids.filter((pid) => signal(pid, 'SIGSTOP'));
    if (stopped.length === 0) return false;
    this.#undoAfter(ms, () => {
      for (const pid of stopped) signal(pid, 'SIGCONT');
    });
    return true;
  }
}

/** The keeper alone, whose guard watches it; or a job of several steps as a whole. */
function pidsToStop(job: Job): number[] {
  return job.kind === 'run' ? [job.pid] : processesIn(job.folder).map(({ pid }) => pid);
}

/** The command of a `run` is a group of its own; so is the guard, which is left alone. */
function commandOf(job: Job): number[] {
  return processesIn(job.folder)
    .filter(({ pid, parent, group }) => parent === job.pid && group === pid)
    .filter(({ pid }) => !isGuard(pid))
    .map(({ pid }) => -pid);
}

function isGuard(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('giveway-guard');
  } catch {
    return true; // ended meanwhile
  }
}
