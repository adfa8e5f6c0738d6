/** A lab machine's bastion that workflows reach by restricted keys, and what is left there after each test. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, Lab, until } from '../../cli/equipment/lab';
import { Machine } from '../../init/equipment/machine';
import { leftovers } from '../../ssh/bastion';
import { Job, type Inputs, type JobSetup, type Step } from './runner';

/** The folder on the bastion. */
const FOLDER = '/srv/lab';
const USER = 'giveway';

/** A lease that is over soon after its last heartbeat; the host rests for an eighth of the ttl then. */
export const SHORT = { ttl: '6s', heartbeat: '1s' } as const;

/** How long what a job left may take to go: processes that end with it, connections that are closed. */
const LEFT_MS = 8000;

export class Bench {
  /** As jobs name it. */
  readonly pool: string;
  /** The same folder by its path here. */
  readonly folder: string;
  readonly #keys = new Map<string, string>();
  readonly #jobs: Job[] = [];
  #lab: Lab | undefined;
  #hosts = 0;

  private constructor(readonly machine: Machine) {
    this.pool = machine.poolName(USER, FOLDER);
    this.folder = machine.path(FOLDER);
  }

  /** With a key for the jobs of each tenant. */
  static async start(...tenants: string[]): Promise<Bench> {
    const machine = await Machine.start();
    await machine.startSshd('MaxStartups 100', 'MaxSessions 100');
    const bench = new Bench(machine);
    for (const tenant of tenants.length === 0 ? ['acme'] : tenants) {
      machine.key(tenant);
      bench.addKey(tenant, machine.publicKey(tenant), readFileSync(join(machine.root, tenant), 'utf8'));
    }
    return bench;
  }

  /** Lets a key in, as `giveway init` binds it: to this pool, the role of a job and a tenant. */
  addKey(tenant: string, publicKey: string, privateKey: string, name = tenant): void {
    const key = ['--add-key', publicKey, '--role', 'job', '--tenant', tenant];
    const { status, stdout, stderr } = this.machine.init(FOLDER, '--user', USER, ...key);
    if (status !== 0) throw new Error(`init failed: ${stdout}${stderr}`);
    this.#keys.set(name, privateKey);
  }

  key(name = 'acme'): string {
    return this.#keys.get(name) ?? '';
  }

  /** Where this test's jobs have all their files and stand with all their processes. */
  get lab(): Lab {
    return (this.#lab ??= new Lab());
  }

  /** A host that no test has had yet. */
  host(): string {
    this.#hosts += 1;
    return `bench-${this.#hosts}`;
  }

  /** `unpacked`: where the runner has the actions, if it is not this checkout. */
  job(setup: JobSetup = {}, unpacked?: string): Job {
    const secrets = [...(setup.secrets ?? []), ...this.#keys.values()];
    const job = new Job({ home: this.lab.root, tmp: this.lab.tmp, unpacked }, { ...setup, secrets });
    this.#jobs.push(job);
    return job;
  }

  /** The inputs by which every step reaches the pool. */
  access(key = 'acme'): Inputs {
    return { pool: this.pool, 'private-key': this.key(key), 'known-hosts': this.machine.knownHosts };
  }

  /** The fields of a host's record that the program reads. */
  record(host: string): { readonly state: string; readonly ttlMs: number; readonly id: string } | undefined {
    try {
      const text = readFileSync(join(this.folder, '.giveway', `${host}.lease`), 'utf8');
      const fields = text.split(' ');
      return { id: fields[1] ?? '', state: fields[8] ?? '', ttlMs: Number(fields[12]) };
    } catch {
      return undefined;
    }
  }

  /** No lease, and no file of anybody who wants it. */
  isFree(host: string): boolean {
    return ['free', undefined].includes(this.record(host)?.state) && this.#filesOf(host).length === 0;
  }

  /** How many waiting and queue files there are for a host. */
  waiting(host: string): number {
    return this.#filesOf(host).filter((name) => name.includes('.waiting.')).length;
  }

  #filesOf(host: string): string[] {
    return readdirSync(this.folder).filter((name) => name.startsWith(`${host}.lock`));
  }

  /** Takes the pool's guard, so that no commit gets on; resolves with what gives it back. */
  async holdGuard(): Promise<() => Promise<void>> {
    const holder = spawn('flock', [join(this.folder, '.giveway'), 'sh', '-c', 'echo held; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: this.lab.root,
      detached: true,
    });
    const ended = new Promise<void>((resolve) => holder.once('close', () => resolve()));
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    return async () => {
      if (holder.pid !== undefined) process.kill(-holder.pid, 'SIGKILL');
      await ended;
    };
  }

  /** Resolves once a request that was sent over SSH stands before the guard. */
  async someoneWaitsForGuard(): Promise<void> {
    const inner = statSync(join(this.folder, '.giveway')).ino;
    const isWaiting = (): boolean =>
      readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && waitsForGuard(pid, inner));
    await until(isWaiting, 'a commit waits for the guard');
  }

  /** For `afterEach`: nothing of any job is left, on the pool or as a process; and no step has shown what it must not. */
  async afterTest(): Promise<void> {
    const jobs = this.#jobs.splice(0);
    try {
      for (const step of jobs.flatMap(({ steps }) => steps)) this.#check(step);
      expect(jobs.filter(({ isOver }) => !isOver).map(({ steps }) => steps.map(({ name }) => name))).toEqual(
        [],
      );
      const left = (): string[] => [
        // a job that gave way may come again with its ticket
        ...leftovers(this.folder).filter((name) => !name.endsWith('.ticket')),
        ...this.lab.processes().map(({ line }) => line),
        ...readdirSync(this.lab.tmp).filter((name) => name.startsWith('giveway')),
      ];
      await until(
        () => left().length === 0,
        () => `left: ${JSON.stringify(left())}`,
        LEFT_MS,
      );
    } finally {
      this.#lab = undefined;
      await endLabs();
      // one test that fails is enough
      for (const name of leftovers(this.folder)) {
        rmSync(join(this.folder, /\.(hb|ticket)$/.test(name) ? '.giveway' : '', name), { force: true });
      }
    }
  }

  async stop(): Promise<void> {
    await this.machine.stop();
  }

  #check({ name, unmasked, summary, commands, annotations, outputs }: Step): void {
    const secrets = [...this.#keys.values()].flatMap((key) => key.trim().split('\n'));
    const texts = [unmasked, summary, ...Object.values(outputs)];
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
    const known = ['add-mask', 'error', 'warning', 'notice', 'group', 'endgroup', 'debug'];
    expect([name, commands.filter((command) => !known.includes(command.name))]).toEqual([name, []]);
    for (const kind of ['error', 'warning', 'notice']) {
      expect(annotations.filter((one) => one.kind === kind).length).toBeLessThanOrEqual(10);
    }
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  }
}

/** The program stands in the folder, which has another path on the machine that it runs on. */
function waitsForGuard(pid: string, inner: number): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command[0] === 'flock' && command[1] === '-w' && statSync(`/proc/${pid}/cwd`).ino === inner;
  } catch {
    return false; // ended meanwhile
  }
}
