/** The user's command as a process group of its own, and a guard that ends it where this process can't. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Command, Exit } from '../lease/run';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/**
 * Ends the command's group where this process can't: it was killed, or is stopped and sends no heartbeats. The group must
 * be dead before the lease is anybody else's.
 *
 * Reads lines: first the group, then `done`, or in how many seconds at most the next line comes ($4 for the first two).
 * Without it, or at the end of file, when this process is gone, the group gets signal $1, and $2 seconds later SIGKILL;
 * then the folder $3 goes, which the command had its files in. By its name in their environment are found those whose
 * group nobody could tell any more. `timeout` is how sh reads within a time; where it is missing or fails, there is no
 * limit. (1 is the end of file; 124, in old busybox 143, too late.)
 */
const GUARD = `
hear() {
  if [ -n "$seconds" ]; then
    line=$(timeout "$seconds" /bin/sh -c 'read -r line && echo "$line"')
    case $? in 0) return 0 ;; 124 | 143) return 2 ;; 1) return 1 ;; esac
  fi
  read -r line
}
find_groups() {
  for f in $(grep -lsF "$1/" /proc/[0-9]*/environ); do
    f=\${f#/proc/}
    groups="$groups \${f%/environ}"
  done
}
signal_groups() {
  for group in $groups; do kill -"$1" -"$group"; done
}
end_groups() {
  signal_groups "$1"
  sleep "$2"
  signal_groups KILL
  rm -rf "$3"
  exit
}
groups= seconds=$4
hear || {
  # by a process that was killed it may be about to start; for one that is stopped there is no time to lose
  [ $? -ne 1 ] || sleep 1
  find_groups "$3"
  end_groups "$@"
}
groups=$line
while [ "$line" != 'done' ]; do
  hear || end_groups "$@"
  seconds=$line
done`;

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

/** In seconds, until the guard sends its first signal; 0 would be no limit. */
function limitOf(killMs: number, guardMs: number): string {
  return String(Math.max(1, Math.round(killMs - guardMs)) / 1000);
}

/** In a session of its own, so that what kills this process's group leaves it alone. */
function startGuard({ guardMs, killMs, quitSignal, folder }: ChildOptions): {
  readonly tell: (line: string) => void;
  readonly end: () => void;
} {
  const args = [quitSignal.replace(/^SIG/, ''), String(guardMs / 1000), folder, limitOf(killMs, guardMs)];
  const guard = spawn('/bin/sh', ['-c', GUARD, 'giveway-guard', ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: process.env['PATH'] },
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
