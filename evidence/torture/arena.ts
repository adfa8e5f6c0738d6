/** Where a round takes place: the pool's folder, a bastion before it, the clocks of its programs, and the oracle's folders. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mount, toolPath } from '../../__tests__/pool/toolbox';
import { Sshd, type KeyPair } from '../../__tests__/ssh/sshd';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { Line } from './line';
import { processesIn, signal, type Found } from './processes';
import type { JobPlan, RoundPlan } from './plan';

const PROJECT = resolve(__dirname, '../..');
export const CLI = join(PROJECT, 'dist/cli/index.js');
const FIRST_BOOT = '00000000-0000-4000-8000-000000000000';

/** The bastion of a round over SSH. */
interface Bastion {
  readonly sshd: Sshd;
  readonly line: Line;
  /** A key that opens a shell, and one that can start nothing but the program. */
  readonly open: KeyPair;
  readonly bound: KeyPair;
}

/** Those that are to be cleared away if this process is told to stop. */
const open = new Set<Arena>();

export function closeArenas(): Promise<unknown> {
  return Promise.all([...open].map((arena) => arena.close()));
}

export class Arena {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'giveway-torture-')));
  readonly pool = join(this.root, 'pool');
  readonly events = join(this.root, 'events');
  #bastion: Bastion | undefined;
  #observer: Pool | undefined;
  #boots = 0;
  readonly #undo: (() => unknown)[] = [];

  private constructor(
    readonly plan: RoundPlan,
    /** The program's text where it is not the one that the command brings. */
    private readonly program: string | undefined,
  ) {}

  static async open(plan: RoundPlan, program?: string): Promise<Arena> {
    const arena = new Arena(plan, program);
    open.add(arena);
    try {
      await arena.#build();
    } catch (error) {
      await arena.close();
      throw error;
    }
    return arena;
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  /** Where lock, waiting and queue files are. */
  get locks(): string {
    return this.plan.hasLockFolder ? this.path('locks') : this.pool;
  }

  get bastion(): Bastion | undefined {
    return this.#bastion;
  }

  /** A pool of the round's own on the same folder, which meets no fault of the network's. */
  get observer(): Pool {
    this.#observer ??= directoryPool({
      folder: this.pool,
      shell: [this.path('bin/program')],
      env: { ...this.env, TORTURE_SHELL: 'dash' },
    });
    return this.#observer;
  }

  /** What every process of the round gets. */
  get env(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], HOME: this.root, TMPDIR: this.path('tmp'), ARENA: this.root };
  }

  jobEnv(name: string, job: JobPlan): NodeJS.ProcessEnv {
    const key = this.#bastion === undefined ? {} : this.#keyFor(this.#bastion, job);
    return {
      ...this.env,
      PATH: `${this.path('bin')}:${process.env['PATH'] ?? ''}`,
      TORTURE_SHELL: job.shell.join(' '),
      JOB: name,
      HOLD_MS: String(job.holdMs),
      GIVEWAY_OWNER: name,
      GIVEWAY_PRODUCT_VERSION: job.version,
      GIVEWAY_STATE_DIR: this.path('work', name),
      GIVEWAY_POOL: this.poolName,
      ...key,
    };
  }

  #keyFor({ sshd, line, open, bound }: Bastion, { isBound }: JobPlan): NodeJS.ProcessEnv {
    return {
      GIVEWAY_PRIVATE_KEY: (isBound ? bound : open).privateKey,
      GIVEWAY_KNOWN_HOSTS: sshd.knownHosts(undefined, line.port),
    };
  }

  get poolName(): string {
    const { sshd, line } = this.#bastion ?? {};
    if (sshd === undefined || line === undefined) return this.pool;
    return `ssh://${sshd.user}@127.0.0.1:${line.port}${this.pool}`;
  }

  /** The programs that work on the pool now, but for the observer's. */
  programs(): Found[] {
    return processesIn(join(this.pool, '.giveway')).filter(({ parent }) => parent !== process.pid);
  }

  /** The jobs that are at a host now, as far as the oracle knows. */
  inside(): string[] {
    return readdirSync(this.path('inside')).flatMap((host) => {
      try {
        return readlinkSync(this.path('inside', host)).split(':', 1);
      } catch {
        return []; // left meanwhile
      }
    });
  }

  // ---- what can happen to a folder and its machine

  /** The wall clock of all programs, from now on. */
  shiftWallClock(seconds: number): void {
    this.#write('wall-offset', `${seconds >= 0 ? '+' : ''}${seconds}`);
  }

  /** The machine that has the folder starts again; `wipe` says what of it was on a tmpfs. */
  reboot(wipe: 'nothing' | 'everything'): void {
    const programs = processesIn(join(this.pool, '.giveway'));
    for (const { pid } of programs) signal(pid, 'SIGSTOP');
    this.#boots += 1;
    this.#write('boot', `${FIRST_BOOT.slice(0, -3)}${String(this.#boots).padStart(3, '0')}\n`);
    const uptime = Math.floor(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]));
    this.#write('uptime-offset', String(-uptime));
    if (wipe === 'everything') {
      for (const name of readdirSync(this.pool))
        rmSync(join(this.pool, name), { recursive: true, force: true });
    }
    for (const { pid } of programs) signal(pid, 'SIGKILL');
  }

  /** Leaves so many blocks of 4 KiB; what is left until `emptyDisk`. */
  fillDisk(blocks: number): void {
    const { bfree, bsize } = statfsSync(this.pool);
    const bytes = bfree * bsize - blocks * 4096;
    if (bytes > 0) writeFileSync(join(this.pool, 'filler'), Buffer.alloc(bytes));
  }

  emptyDisk(): void {
    rmSync(join(this.pool, 'filler'), { force: true });
  }

  /** Says whether it worked: with a file open for writing it does not. */
  remount(mode: 'ro' | 'rw'): boolean {
    try {
      execFileSync('mount', ['-o', `remount,${mode}`, this.pool], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  /** Files that bash jobs see, and the program's own in `.giveway`, with their content. */
  files(): ReadonlyMap<string, string> {
    const folders = [...new Set([this.pool, this.locks]), join(this.pool, '.giveway')];
    return new Map(
      folders.flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => [name, readFileSync(join(folder, name), 'latin1')] as const),
      ),
    );
  }

  async close(isKept = false): Promise<void> {
    if (!open.delete(this)) return;
    await this.#observer?.close();
    for (const { pid } of processesIn(this.root)) signal(pid, 'SIGKILL');
    for (const undo of this.#undo) await undo();
    if (!isKept) rmSync(this.root, { recursive: true, force: true });
  }

  async #build(): Promise<void> {
    const { plan } = this;
    for (const folder of ['pool', 'locks', 'tmp', 'bin', 'work', 'inside', 'hosts', 'deadlines', 'clock']) {
      mkdirSync(this.path(folder));
    }
    writeFileSync(this.events, '');
    this.#write('boot', `${FIRST_BOOT}\n`);
    this.#write('uptime-offset', '0');
    this.#write('wall-offset', '+0');
    writeFileSync(this.path('fence'), execFileSync(process.execPath, [CLI, 'fence', '--print']));
    if (this.program !== undefined) writeFileSync(this.path('program'), this.program);
    else writeFileSync(this.path('program'), readFileSync(join(PROJECT, 'dist/bundle/program.sh')));
    this.#script('bin/program', this.#programScript());
    // the program asks `date` for the wall clock, and nothing else
    this.#script(
      'clock/date',
      `read -r shift <'${this.path('wall-offset')}'; exec '${toolPath('date')}' -d "$shift seconds" "$@"`,
    );
    // wherever a program is started, it is as `sh -c PROGRAM giveway FOLDER OPTION…`
    this.#script(
      'bin/sh',
      `case \${3-} in giveway) exec '${this.path('bin/program')}' "$@" ;; *) exec /bin/sh "$@" ;; esac`,
    );
    this.#script(
      'bin/bound',
      `exec '${this.path('bin/program')}' -c "$(cat '${this.path('program')}')" giveway '${this.pool}' role=job`,
    );
    if (plan.theme === 'disk') this.#mountSmallDisk();
    if (plan.kind === 'ssh') await this.#startBastion();
  }

  /** Any of the shells; on a boot and a wall clock of the round's; with the program that the round is about. */
  #programScript(): string {
    return `
shell=\${TORTURE_SHELL:-$(set -- dash bash 'busybox sh'; shift $(($$ % 3)); echo "$1")}
program=$2
${this.program === undefined ? '' : `program=$(cat '${this.path('program')}')`}
shift 2
read -r uptime <'${this.path('uptime-offset')}'
PATH='${this.path('clock')}':$PATH
set -- $shell -c "$program" "$@" 'boot=${this.path('boot')}'
[ "$uptime" = 0 ] || set -- unshare --time --boottime="$uptime" "$@"
exec "$@"`;
  }

  #mountSmallDisk(): void {
    this.#undo.unshift(mount(this.pool, '-t', 'tmpfs', '-o', 'size=1m', 'giveway-torture'));
  }

  async #startBastion(): Promise<void> {
    const startups = this.plan.theme === 'crowd' ? '3:60:5' : '100';
    const sshd = await Sshd.start({ config: [`MaxStartups ${startups}`, 'PermitUserEnvironment yes'] });
    this.#undo.unshift(() => sshd.stop());
    const line = await Line.to(sshd.port);
    this.#undo.unshift(() => line.stop());
    this.#bastion = {
      sshd,
      line,
      open: sshd.authorize(`environment="PATH=${this.path('bin')}:/usr/bin:/bin"`),
      bound: sshd.authorize(`restrict,command="${this.path('bin/bound')}"`),
    };
    writeFileSync(this.path('peer-key'), sshd.authorize().privateKey, { mode: 0o600 });
  }

  #script(name: string, body: string): void {
    writeFileSync(this.path(name), `#!/bin/sh\n${body}\n`);
    chmodSync(this.path(name), 0o755);
  }

  /** Whole or not at all: a program may be reading it. */
  #write(name: string, text: string): void {
    writeFileSync(this.path(`${name}.new`), text);
    renameSync(this.path(`${name}.new`), this.path(name));
  }
}
