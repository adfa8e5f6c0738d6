/** A pool in a folder of this machine: the program is spawned here. */
import { spawn } from 'node:child_process';
import type { Pool } from './pool';
import { programPool, type ProgramPoolOptions } from './program-pool';
import type { Channel, Ending } from './program-session';
import { programText } from './program-text';

export interface DirectoryPoolOptions extends Pick<
  ProgramPoolOptions,
  'operationMs' | 'afterAbortMs' | 'deadlineMs'
> {
  readonly folder: string;
  readonly allowNfs?: boolean;
  /** The shell and its first arguments; tests run every one that the program is written for. */
  readonly shell?: readonly string[];
  /** Further options of the program, such as `clock=FILE`. */
  readonly settings?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The program's text; tests bring others. */
  readonly program?: string;
}

export function directoryPool(options: DirectoryPoolOptions): Pool {
  const { folder, allowNfs = false, shell = ['sh'], settings = [], env, program, ...limits } = options;
  const args = ['role=admin', ...(allowNfs ? ['nfs=allow'] : []), ...settings];
  return programPool({
    name: folder,
    isLocal: true,
    ...limits,
    connect: () => Promise.resolve(startProgram(shell, [folder, ...args], program ?? programText(), env)),
  });
}

/** Starts the program in a session of its own, so that a terminal's Ctrl-C reaches the client, and it alone. */
function startProgram(
  [command = 'sh', ...first]: readonly string[],
  args: readonly string[],
  program: string,
  env: NodeJS.ProcessEnv | undefined,
): Channel {
  const child = spawn(command, [...first, '-c', program, 'giveway', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(env === undefined ? {} : { env }),
  });
  let complaints = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => (complaints = (complaints + chunk).slice(-2000)));
  const closed = new Promise<Ending>((resolve) => {
    child.once('close', () => resolve('ended'));
    child.once('error', (error) => {
      complaints += error.message;
      resolve('ended');
    });
  });
  return {
    input: child.stdin,
    output: child.stdout,
    complaints: () => complaints,
    destroy: () => killGroup(child.pid),
    closed,
  };
}

/** The program with whatever it waits for: an orphaned flock would hold the streams open until it has the guard. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // gone already
  }
}
