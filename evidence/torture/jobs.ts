/** The jobs of a round: Giveway jobs by the command itself, and bash jobs; one after the other in each of their slots. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Seeded } from '../seeded';
import { CLI, type Arena } from './arena';
import { drawJob, type JobPlan } from './plan';
import { processesIn, signal, uptimeMs } from './processes';

const PEER = join(__dirname, '../../__tests__/peers/bash-peer.sh');

export interface Job {
  readonly name: string;
  readonly kind: 'run' | 'steps' | 'bash';
  readonly pid: number;
  /** Where all of its processes stand, but for the programs. */
  readonly folder: string;
  readonly startedAtMs: number;
  readonly ended: Promise<number>;
  /** As a shell has it; undefined while it runs. */
  status: number | undefined;
  endedAtMs: number | undefined;
  /** What was done to it, if it was not left to end by itself. */
  fate: 'killed' | 'terminated' | undefined;
}

export class Jobs {
  readonly all: Job[] = [];
  #isOpen = true;
  /** Hosts that new jobs are to ask for; all where it is empty. */
  wanted: readonly string[] = [];
  readonly #slots: Promise<void>[] = [];

  constructor(private readonly arena: Arena) {}

  get running(): Job[] {
    return this.all.filter(({ status }) => status === undefined);
  }

  /** Starts jobs, so many at a time, until `close`. */
  fill(giveway: number, bash: number, random: Seeded): void {
    for (let slot = 0; slot < giveway; slot += 1) {
      this.#slots.push(this.#keepFull(random.fork(), (own, nth) => this.#giveway(own, `j${slot}-${nth}`)));
    }
    for (let slot = 0; slot < bash; slot += 1) {
      this.#slots.push(this.#keepFull(random.fork(), (own, nth) => this.#bash(own, `b${slot}-${nth}`)));
    }
  }

  /** Starts no more jobs; resolves when all have ended by themselves, or with those that did not. */
  async close(withinMs: number): Promise<Job[]> {
    this.#isOpen = false;
    const late = pause(withinMs);
    await Promise.race([Promise.all(this.#slots), late]);
    const stuck = this.running;
    for (const job of stuck) this.kill(job);
    await Promise.all(this.#slots);
    return stuck;
  }

  /** Everything of it at once, as if its machine had gone. */
  kill(job: Job): void {
    job.fate ??= 'killed';
    for (const { pid } of processesIn(job.folder)) signal(pid, 'SIGKILL');
    signal(job.pid, 'SIGKILL');
  }

  /** The waiting files of bash jobs that were killed: they would be ahead of lower versions for minutes. */
  deadBashWaiters(): string[] {
    const dead = this.all.filter(({ kind, status }) => kind === 'bash' && status !== undefined);
    return dead.flatMap(({ folder }) => {
      const path = join(folder, 'own_waiting_file.txt');
      return existsSync(path) ? [readFileSync(path, 'utf8').trim()] : [];
    });
  }

  async #keepFull(random: Seeded, start: (random: Seeded, nth: number) => Job): Promise<void> {
    for (let nth = 0; this.#isOpen; nth += 1) {
      const job = start(random, nth);
      this.all.push(job);
      job.status = await job.ended;
      job.endedAtMs = uptimeMs();
      await pause(random.pick([0, 50, 300, 800]));
    }
  }

  #giveway(random: Seeded, name: string): Job {
    const { arena } = this;
    const { plan } = arena;
    const hosts = this.wanted.length > 0 ? this.wanted : plan.hosts;
    const drawn = drawJob(random, { ...plan, hosts });
    const job: JobPlan = ['clocks', 'wiped'].includes(plan.theme) ? { ...drawn, isBound: true } : drawn;
    const env = {
      ...arena.jobEnv(name, job),
      CHECK_MS: String(job.checkMs),
      LEASE_TTL_MS: String(plan.timing.leaseTtlMs),
      NODE: process.execPath,
      CLI,
      KIND: job.kind,
    };
    const inside = join(__dirname, 'inside.bash');
    const command =
      job.kind === 'run'
        ? [process.execPath, CLI, 'run', ...job.flags, '--', 'bash', inside]
        : ['bash', join(__dirname, 'steps.bash'), ...job.flags];
    return this.#start(name, job.kind, command, env);
  }

  #bash(random: Seeded, name: string): Job {
    const { arena } = this;
    const { timing, hosts } = arena.plan;
    const env = {
      ...arena.env,
      JOB: name,
      KIND: 'bash',
      PEER,
      HOLD_MS: String(random.pick([200, 1_000, 2_000])),
      LOCK_DIR: arena.locks,
      LOCK_HOST: '',
      LOCK_HOSTS: random.pick([hosts[0], hosts.slice(0, 2).join(',')]),
      JOB_NAME: `nightly-${random.pick(['4.19', '4.21', '4.22'])}`,
      SHARED_DIR: arena.path('work', name),
      LOCK_TIMEOUT: String(timing.lockTimeoutMs / 1000),
      LOCK_ACQUIRE_ATTEMPTS: '60',
      PEER_RETRY_SECONDS: '0.5',
      PEER_WRITE_DELAY_MS: String(random.pick([0, 50, 200])),
      PEER_CONFIRM_DELAY_MS: String(timing.confirmMs),
      PEER_LOG: arena.path('work', `${name}.peer`),
      PEER_SSH: this.#peerSsh(),
    };
    return this.#start(name, 'bash', ['bash', join(__dirname, 'bash-job.bash')], env);
  }

  /** Bash jobs reach the bastion without a bad line: what one does whose call was cut is not for Giveway to mend. */
  #peerSsh(): string {
    const { bastion } = this.arena;
    if (bastion === undefined) return '';
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR'];
    const { sshd } = bastion;
    return [
      ...['ssh', '-i', this.arena.path('peer-key'), '-p', String(sshd.port)],
      ...options.flatMap((option) => ['-o', option]),
      `${sshd.user}@127.0.0.1`,
    ].join(' ');
  }

  #start(name: string, kind: Job['kind'], command: readonly string[], env: NodeJS.ProcessEnv): Job {
    const folder = this.arena.path('work', name);
    mkdirSync(folder);
    const [stdout, stderr] = ['stdout', 'stderr'].map((file) => openSync(join(folder, file), 'a'));
    const [file = '', ...args] = command;
    const child = spawn(file, args, {
      cwd: folder,
      env,
      stdio: ['ignore', stdout, stderr],
      // a group of its own, which one signal reaches as a whole
      detached: true,
    });
    for (const opened of [stdout, stderr]) if (opened !== undefined) closeSync(opened);
    return {
      name,
      kind,
      pid: child.pid ?? 0,
      folder,
      startedAtMs: uptimeMs(),
      ended: statusOf(child),
      status: undefined,
      endedAtMs: undefined,
      fate: undefined,
    };
  }
}

function statusOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, name) => resolve(name === null ? (code ?? -1) : 128));
  });
}

/** What it has said to stderr. */
export function complaintsOf(job: Job): string {
  const path = join(job.folder, 'stderr');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
