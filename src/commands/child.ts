/** The user's command as a process group of its own, and a guard that ends it where this process can't. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Command, Exit } from '../lease/run';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

let guardText: string | undefined;

/** The guard's text, as it stands beside this code. */
function guardProgram(): string {
  // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
  if (guardText === undefined) guardText = readFileSync(join(__dirname, 'guard.sh'), 'utf8');
  return guardText;
}

export interface ChildOptions {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly quitSignal: NodeJS.Signals;
  /** What the command is told in files; goes with it if this process can't remove it. */
  readonly folder: string;
  /** How long the guard lets the command leave, in ms. */
  readonly guardMs: number;
  /** When it must be dead if this process is stopped before it has told anything, in ms from now. */
  readonly killMs: number;
  readonly onError: (message: string) => void;
}

/** Starts the command; a command that can't be started has exited with the status that a shell would give. */
export function startChild(options: ChildOptions): Command {
  const { command, env, guardMs, onError } = options;
  const [file = '', ...args] = command;
  const guard = startGuard(options);
  const failed = (error: NodeJS.ErrnoException): Exit => {
    onError(`can't start ${JSON.stringify(file)}: ${error.message}`);
    return { code: error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE, signal: null };
  };
  let child: ChildProcess;
  try {
    child = spawn(file, args, { stdio: 'inherit', env, detached: true });
  } catch (error) {
    // what the system refuses at once, such as too long a list of arguments
    guard.tell('done');
    return { exited: Promise.resolve(failed(error as NodeJS.ErrnoException)), signal: () => undefined };
  }
  const { pid } = child;
  if (pid !== undefined) guard.tell(String(pid));
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve(failed(error)));
  });
  void exited.then(() => guard.end());
  return {
    exited,
    signal: (name) => {
      if (pid !== undefined) signalGroup(pid, name, onError);
    },
    mustEndIn: (killMs) => guard.tell(limitOf(killMs, guardMs)),
  };
}

/** In seconds, until the guard sends its first signal; 0 or nothing would be no limit. */
function limitOf(killMs: number, guardMs: number): string {
  if (killMs === Infinity) return '';
  return String(Math.max(1, Math.round(killMs - guardMs)) / 1000);
}

/** In a session of its own, so that what kills this process's group leaves it alone. */
function startGuard({ env, guardMs, killMs, quitSignal, folder }: ChildOptions): {
  readonly tell: (line: string) => void;
  readonly end: () => void;
} {
  const args = [quitSignal.replace(/^SIG/, ''), String(guardMs / 1000), folder, limitOf(killMs, guardMs)];
  const guard = spawn('/bin/sh', ['-c', guardProgram(), 'giveway-guard', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: env['PATH'] },
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return {
    tell: (line) => void guard.stdin.write(`${line}\n`),
    end: () => void guard.stdin.end('done\n'),
  };
}

function signalGroup(group: number, name: NodeJS.Signals, onError: (message: string) => void): void {
  try {
    process.kill(-group, name);
  } catch (error) {
    // what runs as another user can't be signalled: then the command must end by itself
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    onError(`can't send ${name} to the command: ${(error as Error).message}`);
  }
}

/** The exit code that a shell would give. */
export function exitCodeOf({ code, signal }: Exit): number {
  if (signal !== null) return 128 + constants.signals[signal];
  return code ?? 1;
}
