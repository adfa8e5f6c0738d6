/** A folder for a pool with a clock of its own, and the pools that a test opens on it. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitResult, Pool } from '../../src/pool/pool';
import type { Change } from '../../src/protocol/verbs';

/** The shells that the program is written for. */
export const SHELLS: readonly (readonly [string, readonly string[]])[] = [
  ['dash', ['dash']],
  ['bash', ['bash']],
  ['busybox ash', ['busybox', 'sh']],
];

export const BOOT = '00000000-0000-4000-8000-000000000001';
export const NEXT_BOOT = '00000000-0000-4000-8000-000000000002';

export interface PoolToMake {
  readonly folder: string;
  /** Options of the program; a later one wins over an earlier one. */
  readonly settings: readonly string[];
  /** How long a reply may still take after an abort; by default as in the product. */
  readonly afterAbortMs?: number;
}

export type MakePool = (options: PoolToMake) => Pool;

export class TestBed {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'giveway-pool-')));
  readonly folder = join(this.root, 'pool');
  #uptimeMs = 1_000_000;
  readonly #pools: Pool[] = [];
  readonly #undo: (() => unknown)[] = [];

  constructor(private readonly makePool: MakePool) {
    mkdirSync(this.folder);
    this.setUptime(this.#uptimeMs);
    this.setBoot(BOOT);
  }

  /** Opens one more pool on the folder. */
  open(...settings: string[]): Pool {
    const pool = this.makePool({ folder: this.folder, settings: [...this.settings, ...settings] });
    this.#pools.push(pool);
    return pool;
  }

  get settings(): string[] {
    return [`clock=${join(this.root, 'clock')}`, `boot=${join(this.root, 'boot')}`, 'guard-wait=1'];
  }

  get uptimeMs(): number {
    return this.#uptimeMs;
  }

  setUptime(ms: number): void {
    this.#uptimeMs = ms;
    const hundredths = String(Math.round(ms / 10) % 100).padStart(2, '0');
    // a program may be reading it
    writeFileSync(join(this.root, 'clock.new'), `${Math.floor(ms / 1000)}.${hundredths} 0.00\n`);
    renameSync(join(this.root, 'clock.new'), join(this.root, 'clock'));
  }

  advance(ms: number): void {
    this.setUptime(this.#uptimeMs + ms);
  }

  setBoot(id: string): void {
    writeFileSync(join(this.root, 'boot'), `${id}\n`);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  inner(name: string): string {
    return join(this.folder, '.giveway', name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'latin1');
  }

  has(name: string): boolean {
    return existsSync(this.path(name));
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  /** Every file of the pool with its content. What goes between listing and reading, as temporary files do, is left out. */
  files(): Record<string, string> {
    const files: Record<string, string> = {};
    for (const folder of ['', '.giveway/']) {
      for (const entry of readdirSync(join(this.folder, folder), { withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const text = unlessGone(() => this.read(folder + entry.name));
        if (text !== undefined) files[folder + entry.name] = text;
      }
    }
    return files;
  }

  /** Names in the folder that bash jobs see. */
  visible(): string[] {
    return readdirSync(this.folder).filter((name) => name !== '.giveway');
  }

  undoLater(undo: () => unknown): void {
    this.#undo.unshift(undo);
  }

  async dispose(): Promise<void> {
    for (const undo of this.#undo) await undo();
    await Promise.all(this.#pools.map((pool) => pool.close()));
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Takes the guard of the pool, as a stuck program would; resolves with what gives it back. */
export async function holdGuard(bed: TestBed): Promise<() => Promise<void>> {
  const holder = spawn('flock', [bed.inner(''), 'sh', '-c', 'echo held; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => holder.once('close', () => resolve()));
  await new Promise((resolve) => holder.stdout.once('data', resolve));
  let given = false;
  const giveBack = async (): Promise<void> => {
    if (!given && holder.pid !== undefined) process.kill(-holder.pid, 'SIGKILL');
    given = true;
    await ended;
  };
  bed.undoLater(giveBack);
  return giveBack;
}

/** The processes that work in the folder: the program stands in `.giveway`. */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false; // ended meanwhile
    }
  });
}

/** Commits against a fresh snapshot. */
export async function commit(pool: Pool, change: Change, signal?: AbortSignal): Promise<CommitResult> {
  return pool.commit(await pool.snapshot(signal), change, signal);
}

export type Committed = Extract<CommitResult, { kind: 'committed' }>;

export class NotCommitted extends Error {}

/** Commits against a fresh snapshot, and fails the test unless it takes effect. */
export async function mustCommit(pool: Pool, change: Change): Promise<Committed> {
  const result = await commit(pool, change);
  if (result.kind !== 'committed') throw new NotCommitted(`not committed: ${result.kind}`);
  return result;
}

function unlessGone(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
