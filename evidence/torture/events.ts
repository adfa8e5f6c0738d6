/** What the jobs of a round have noted, and what the bash jobs among them. */
import { existsSync, readFileSync } from 'node:fs';

/** A line of the arena's events; inside.bash has the list. */
export interface Event {
  readonly atMs: number;
  readonly job: string;
  readonly name: string;
  readonly words: readonly string[];
}

/** In the order in which they were written; a last line without its end is still being written. */
export function readEvents(path: string): Event[] {
  return linesOf(path).flatMap((line) => {
    const [at = '', job = '', name = '', ...words] = line.split(' ');
    return /^\d+$/.test(at) ? [{ atMs: Number(at), job, name, words }] : [];
  });
}

/** How a bash job came by a host's lock, on the uptime clock, in ms. */
export interface BashWrite {
  readonly host: string;
  /** The lock was read and found free or expired. */
  readonly testedAtMs: number;
  /** It was written; undefined: nobody knows, for the job was killed meanwhile. */
  readonly wroteAtMs: number | undefined;
  /** It was confirmed to be the job's own. */
  readonly confirmedAtMs: number | undefined;
  /** It was removed by the job. */
  readonly removedAtMs: number | undefined;
}

/** From a log of bash-peer.sh. */
export function readBashWrites(path: string, epochMs: number): BashWrite[] {
  const writes = new Map<string, BashWrite>();
  const past: BashWrite[] = [];
  for (const line of linesOf(path)) {
    const [at = '', event = '', lock = '', what = ''] = line.split(' ');
    const host = /([^/]*)\.lock$/.exec(lock)?.[1];
    if (host === undefined) continue;
    const atMs = Number(BigInt(at) / 1_000_000n) - epochMs;
    const open = writes.get(host);
    if (event === 'tested' && what !== 'busy') {
      if (open !== undefined) past.push(open);
      writes.set(host, {
        host,
        testedAtMs: atMs,
        wroteAtMs: undefined,
        confirmedAtMs: undefined,
        removedAtMs: undefined,
      });
    }
    if (open === undefined) continue;
    if (event === 'wrote') writes.set(host, { ...open, wroteAtMs: atMs });
    if (event === 'confirmed') writes.set(host, { ...open, confirmedAtMs: atMs });
    if (event === 'gave-back' || event === 'released') writes.set(host, { ...open, removedAtMs: atMs });
  }
  return [...past, ...writes.values()];
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
