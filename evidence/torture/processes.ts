/** Processes of this machine by where they stand, and signals to them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** T for one that is stopped. */
  readonly state: string;
}

/** Every process whose working folder is this one or within it, but for those that have ended. */
export function processesIn(folder: string): Found[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const standsIn = readlinkSync(`/proc/${name}/cwd`).replace(/ \(deleted\)$/, '');
      if (standsIn !== folder && !standsIn.startsWith(`${folder}/`)) return [];
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return [];
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), state }];
    } catch {
      return []; // ended meanwhile
    }
  });
}

/** Says whether there was such a process. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Of this machine, in ms. */
export function uptimeMs(): number {
  return Math.round(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000);
}
