/** Processes of this machine, told apart although pids come again. */
import { readFileSync } from 'node:fs';

/** A pid, and when that process started. */
export interface ProcessId {
  readonly pid: number;
  /** The boot, and clock ticks since; undefined where there is no /proc. Opaque. */
  readonly startedAt: string | undefined;
}

export function processId(pid = process.pid): ProcessId {
  return { pid, startedAt: startTime(pid) };
}

/** Where there is no /proc, a process that has the pid by now passes for the one that had it. */
export function isRunning({ pid, startedAt }: ProcessId): boolean {
  if (startedAt !== undefined) return startTime(pid) === startedAt;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The 22nd field; the name before may hold blanks and brackets. A zombie has ended. Undefined: no such process. */
function startTime(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
    return fields[0] === 'Z' || fields[19] === undefined ? undefined : `${boot}.${fields[19]}`;
  } catch {
    return undefined;
  }
}
