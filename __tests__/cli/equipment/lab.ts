/** A folder for one test: a pool, jobs of real processes that share it, and nothing of them left afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What users run: the bundle, as it is committed. */
export const GIVEWAY = resolve(__dirname, '../../../dist/cli/index.js');

/** A lease that expires soon: its lock delay is an eighth of the ttl. */
export const SHORT = ['--ttl', '3s', '--heartbeat', '500ms'] as const;
export const SHORT_TTL_MS = 3000;
export const SHORT_DELAY_MS = 375;
export const SHORT_BEAT_MS = 500;

/** How long a process may take for its clean-up once it has been told to stop. */
export const CLEAN_UP_MS = 5000;

export interface Ended {
  /** As a shell has it: 128 + n for a signal. */
  readonly status: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  /** stdout and stderr so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the match once stdout or stderr has it; rejects when the process ends without, or after a time. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Signals this process and no other. */
  readonly signal: (...names: NodeJS.Signals[]) => void;
  /** Closes our end of its streams, as a reader does that is gone. */
  readonly hangUp: () => void;
  readonly write: (text: string) => void;
  readonly ended: Promise<Ended>;
}

export interface Job {
  readonly name: string;
  /** Where its lease files are. */
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts `giveway` with these arguments. */
  readonly start: (...args: string[]) => Running;
  /** The same, to its end. */
  readonly giveway: (...args: string[]) => Promise<Ended>;
}

const labs: Lab[] = [];

/** For `afterEach`. */
export async function endLabs(): Promise<void> {
  for (const lab of labs.splice(0)) await lab.end();
}

export class Lab {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'giveway-cli-')));
  readonly pool = this.folder('pool');
  /** TMPDIR of every job. */
  readonly tmp = this.folder('tmp');
  readonly #undo: (() => unknown)[] = [];

  constructor() {
    labs.push(this);
  }

  /** The path of a folder in the lab, made if need be. */
  folder(...names: string[]): string {
    const path = join(this.root, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  /** A job of its own, by its owner. Its version comes from its name, such as `nightly-4.21`. */
  job(name: string, env: NodeJS.ProcessEnv = {}): Job {
    const state = this.folder(`state-${name.replace(/[^A-Za-z0-9.]+/g, '-')}`);
    const full = {
      ...this.env,
      GIVEWAY_OWNER: name,
      JOB_NAME: name,
      GIVEWAY_STATE_DIR: state,
      ...env,
    };
    const start = (...args: string[]): Running => this.start([process.execPath, GIVEWAY, ...args], full);
    return { name, state, env: full, start, giveway: (...args) => start(...args).ended };
  }

  /** What every process of the lab gets: nothing of the machine that the test runs on but its PATH. */
  get env(): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], HOME: this.root, TMPDIR: this.tmp };
  }

  /** Starts any command in the lab, in a process group of its own. */
  start([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv, cwd = this.folder('work')): Running {
    return watched(spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true }));
  }

  /** `run --pool … --host h1` with a short ttl; flags go before `--`. */
  run(job: Job, flags: readonly string[], ...command: string[]): Running {
    return job.start(...this.runArgs(flags, ...command));
  }

  runArgs(flags: readonly string[], ...command: string[]): string[] {
    return ['run', '--pool', this.pool, '--host', 'h1', ...SHORT, ...flags, '--', ...command];
  }

  /** What jobs have left in the pool: locks, waiting and queue files, heartbeats. Records stay for ever. */
  traces(): string[] {
    return [
      ...readdirSync(this.pool).filter((name) => name !== '.giveway'),
      ...(existsSync(join(this.pool, '.giveway'))
        ? readdirSync(join(this.pool, '.giveway')).filter((name) => /\.hb$|tmp|redo/.test(name))
        : []),
    ];
  }

  /** The lock of a host, without its newline; undefined where there is none. */
  lock(host: string): string | undefined {
    const path = join(this.pool, `${host}.lock`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  }

  /** Every process that stands in the lab's folders, which all of them do: jobs, commands, guards, programs. */
  processes(folder = this.root): { readonly pid: number; readonly line: string }[] {
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const isHere = readlinkSync(`/proc/${name}/cwd`).startsWith(folder);
        const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
          .replace(/[\0\n]+/g, ' ')
          .trim();
        // a zombie has no command line any more
        return isHere && line !== '' ? [{ pid: Number(name), line }] : [];
      } catch {
        return []; // ended meanwhile
      }
    });
  }

  /** Waits until no file and no process of any job is left, and fails if that takes too long. */
  async isClean(): Promise<void> {
    await until(
      () => this.traces().length === 0 && this.processes().length === 0,
      () =>
        `left: ${JSON.stringify([...this.traces(), ...this.processes().map(({ line }) => line.slice(0, 80))])}`,
      CLEAN_UP_MS,
    );
    // npm on Node 24 keeps a cache there
    expect(readdirSync(this.tmp).filter((name) => name.startsWith('giveway'))).toEqual([]);
  }

  write(name: string, text: string, mode = 0o644): string {
    const path = join(this.root, name);
    writeFileSync(path, text, { mode });
    return path;
  }

  undoLater(undo: () => unknown): void {
    this.#undo.unshift(undo);
  }

  /** Kills what is left of this lab, and removes it. */
  async end(): Promise<void> {
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      for (const { pid } of left) kill(pid, 'SIGKILL');
      await sleep(10);
    }
    for (const undo of this.#undo) await undo();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function watched(child: ChildProcess): Running {
  let stdout = '';
  let stderr = '';
  let onOutput: () => void = () => undefined;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onOutput();
  });
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<Ended>((onEnd, onError) => {
    child.once('error', onError);
    child.once('close', (code, signal) => {
      const status = signal === null ? (code ?? -1) : 128 + constants.signals[signal];
      onEnd({ status, signal, stdout, stderr });
    });
  });
  ended.catch(() => undefined);
  const pid = child.pid ?? 0;
  return {
    pid,
    stdout: () => stdout,
    stderr: () => stderr,
    says: async (pattern) => {
      const find = (): RegExpExecArray | null => pattern.exec(stderr) ?? pattern.exec(stdout);
      const said = new Promise<RegExpExecArray>((onFound) => {
        onOutput = () => {
          const found = find();
          if (found !== null) onFound(found);
        };
        onOutput();
      });
      const what = (): string => `${String(pattern)} was not said, but ${JSON.stringify({ stdout, stderr })}`;
      const silent = ended.then(() => find() ?? Promise.reject(new Error(what())));
      return within(Promise.race([said, silent]), 20_000, what);
    },
    signal: (...names) => {
      for (const name of names) kill(pid, name);
    },
    hangUp: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    write: (text) => void child.stdin?.write(text),
    ended,
  };
}

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone already
  }
}

/** Polls a condition; what it waits for is a file or a process, which nobody tells of. */
export async function until(
  isSo: () => boolean,
  what: string | (() => string),
  withinMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > deadline) {
      throw new Error(`not within ${withinMs} ms: ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(10);
  }
}

export async function within<T>(promise: Promise<T>, ms: number, what: () => string): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not within ${ms} ms: ${what()}`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

/** The one line of JSON that a command printed; anything else on its stdout fails the test. */
export function jsonOf({ stdout }: Pick<Ended, 'stdout'>): Record<string, unknown> {
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Record<string, unknown>;
}
