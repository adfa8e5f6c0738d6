/** The user's command as a process group of its own, and a guard that ends it if this process is killed. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import type { Command, Exit } from '../lease/run';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/**
 * Reads one line. At the end of file without one, the process that held the other end is gone, and with it the heartbeats:
 * the group must be dead before the lease is anybody else's.
 */
const GUARD = 'read -r line || { kill -TERM -"$1"; sleep "$2"; kill -KILL -"$1"; }';

export interface ChildOptions {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** How long the guard lets the command leave, in ms. */
  readonly guardMs: number;
  readonly onError: (message: string) => void;
}

export function startChild({ command, env, guardMs, onError }: ChildOptions): Command {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: 'inherit', env, detached: true });
  const { pid } = child;
  const guard = pid === undefined ? undefined : startGuard(pid, guardMs);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error: NodeJS.ErrnoException) => {
      onError(`can't start ${JSON.stringify(file)}: ${error.message}`);
      resolve({ code: error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE, signal: null });
    });
  });
  void exited.then(() => guard?.stdin.end('done\n'));
  return {
    exited,
    signal: (name) => {
      if (pid !== undefined) signalGroup(pid, name);
    },
  };
}

function startGuard(group: number, guardMs: number): { readonly stdin: Writable } {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'giveway-guard', String(group), String(guardMs / 1000)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: process.env['PATH'] },
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return guard;
}

function signalGroup(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The exit code that a shell would give. */
export function exitCodeOf({ code, signal }: Exit): number {
  if (signal !== null) return 128 + constants.signals[signal];
  return code ?? 1;
}
