/** The process that beats between the steps of a job: started by acquire, bound to the job. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, processId, type ProcessId } from '../platform/process-id';

/** What a keeper is told on its stdin, for a key must be in no file and in nobody's environment. */
export interface KeeperTask {
  /** The flags of `giveway keep`. */
  readonly given: readonly (readonly [string, readonly string[]])[];
  readonly secrets: Readonly<Record<string, string>>;
  /** The runner's process that this job is run by; undefined in a container, which ends with the job. */
  readonly worker: ProcessId | undefined;
}

/**
 * Starts it apart from this step: the step does not wait for it, nor for its streams. It keeps RUNNER_TRACKING_ID, by which
 * the runner ends it at the end of the job. Throws where there can be no process.
 */
export function startKeeper(
  task: KeeperTask,
  { env, logFile }: { env: NodeJS.ProcessEnv; logFile: string },
): ProcessId {
  const log = openSync(logFile, 'a', 0o600);
  try {
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !(name in task.secrets)));
    const child = spawn(process.execPath, [join(dirname(process.argv[1] ?? ''), 'keeper.js')], {
      detached: true,
      stdio: ['pipe', log, log],
      env: own,
    });
    child.on('error', () => undefined);
    if (child.pid === undefined) throw new Error(`no process could be started for ${process.execPath}`);
    // that it ended at once shows in its log, and by the lease, which ends with its ttl
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(task));
    child.unref();
    return processId(child.pid);
  } finally {
    closeSync(log);
  }
}

/**
 * The process that runs this step's job, if it can be watched from here. To be asked for as the step begins: who has lost
 * it meanwhile would take its heir for it.
 */
export function workerProcess(): ProcessId | undefined {
  return process.ppid > 1 ? processId(process.ppid) : undefined;
}

/** Ends a keeper whose lease is not to live on. */
export function killProcess(id: ProcessId): void {
  if (isRunning(id)) signalProcess(id, 'SIGKILL');
}

/** Asks it to make an orderly end, and waits for that; kills it when its time is over. */
export async function stopProcess(id: ProcessId, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  if (isRunning(id)) signalProcess(id, 'SIGTERM');
  while (isRunning(id)) {
    if (performance.now() > deadline) {
      signalProcess(id, 'SIGKILL');
      return;
    }
    await sleep(20);
  }
}

function signalProcess({ pid }: ProcessId, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended meanwhile
  }
}
