/** What a process and all below it have cost so far. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Cost {
  /** Of those that are alive, and of those that they have waited for. */
  readonly cpuS: number;
  /** With shared pages by their share. */
  readonly megabytes: number;
  readonly processes: number;
}

export function costOf(root: number): Cost {
  const ticksASecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : [],
  );
  const below = new Set([root]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  const own = all.filter(({ pid }) => below.has(pid));
  return {
    cpuS: own.reduce((sum, { ticks }) => sum + ticks, 0) / ticksASecond,
    megabytes: own.reduce((sum, { pid }) => sum + pssKb(pid), 0) / 1024,
    processes: own.length,
  };
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** undefined: gone meanwhile. */
function statOf(pid: number): Stat | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // the name before it is in brackets and may have any characters
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), ticks };
}

function pssKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
