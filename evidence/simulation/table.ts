/** What came of all rounds, for people. */
import type { RoundResult } from './round';

export interface Tally {
  readonly runs: number;
  readonly firstSeed: number;
  readonly lastSeed: number;
  readonly events: number;
  readonly virtualMs: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly recoveryMs: readonly number[];
  /** Beside bash jobs, where a dead one keeps a host for LOCK_TIMEOUT. */
  readonly sharedRecoveryMs: readonly number[];
  readonly violations: number;
}

/** Adds rounds up as they come, for nobody keeps them all. */
export function tally(): { add(result: RoundResult): void; total(): Tally } {
  const counts = new Map<string, number>();
  const recoveryMs: number[] = [];
  const sharedRecoveryMs: number[] = [];
  const seeds: number[] = [];
  let events = 0;
  let virtualMs = 0;
  let violations = 0;
  return {
    add: (result) => {
      seeds.push(result.seed);
      events += result.events;
      virtualMs += result.virtualMs;
      (result.isShared ? sharedRecoveryMs : recoveryMs).push(...result.recoveryMs);
      if (result.violation !== undefined) violations += 1;
      for (const [what, count] of result.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    },
    total: () => ({
      runs: seeds.length,
      firstSeed: seeds[0] ?? 0,
      lastSeed: seeds.at(-1) ?? 0,
      events,
      virtualMs,
      counts,
      recoveryMs: recoveryMs.sort((a, b) => a - b),
      sharedRecoveryMs: sharedRecoveryMs.sort((a, b) => a - b),
      violations,
    }),
  };
}

/** Counted by the round under these words; the rest is in sections, by how the words begin. */
const ROWS = [
  'jobs',
  'bash jobs',
  'leases',
  'leases waited for',
  'leases of several hosts',
  'bash leases',
  'preemptions',
  'lost',
  'cancelled',
  'restarted',
  'resumed',
  'unknown outcomes',
] as const;

const SECTIONS = ['not acquired', 'fault', 'request', 'excused', 'refused writes'] as const;

export function tableOf({ runs, firstSeed, lastSeed, events, virtualMs, ...rest }: Tally): string {
  const { counts, recoveryMs, sharedRecoveryMs, violations } = rest;
  const rows: (readonly [string, string | number])[] = [
    ['seeds', `${firstSeed} to ${lastSeed} (${runs} runs)`],
    ['events', events],
    ['virtual hours', (virtualMs / 3_600_000).toFixed(1)],
    ...ROWS.map((what) => [what, counts.get(what) ?? 0] as const),
    ...SECTIONS.flatMap((section) => sectionOf(section, counts)),
    ['recovery p50, p99, longest', spread(recoveryMs)],
    ['recovery beside bash jobs', spread(sharedRecoveryMs)],
    ['violations', violations],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function sectionOf(section: string, counts: ReadonlyMap<string, number>): [string, number][] {
  const prefix = `${section}: `;
  const own = [...counts]
    .filter(([what]) => what.startsWith(prefix))
    .map(([what, count]): [string, number] => [`  ${what.slice(prefix.length)}`, count])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [[section, own.reduce((sum, [, count]) => sum + count, 0)], ...own];
}

function spread(sorted: readonly number[]): string {
  return [0.5, 0.99, 1].map((part) => secondsAt(sorted, part)).join(', ');
}

function secondsAt(sorted: readonly number[], part: number): string {
  const at = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
  return at === undefined ? '-' : `${(at / 1000).toFixed(1)} s`;
}
