/** What came of all rounds, for people. */
import { THEMES } from './plan';
import { count, type RoundResult } from './round';

export function tableOf(results: readonly RoundResult[]): string {
  const sum = (of: (result: RoundResult) => number): number =>
    results.reduce((total, each) => total + of(each), 0);
  const added = (of: (result: RoundResult) => ReadonlyMap<string, number>): [string, number][] => {
    const total = new Map<string, number>();
    for (const result of results) for (const [key, value] of of(result)) count(total, key, value);
    return [...total].sort(([a], [b]) => (a < b ? -1 : 1));
  };
  const seeds = results.map(({ plan }) => plan.seed);
  const kinds = (['folder', 'ssh'] as const).map(
    (kind) => `${kind} ${results.filter(({ plan }) => plan.kind === kind).length}`,
  );
  const themes = THEMES.map(
    (theme) => `${theme} ${results.filter(({ plan }) => plan.theme === theme).length}`,
  );
  const recovery = results.flatMap(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
  const faults = added(({ faults }) => faults);
  const excused = added(({ excused }) => excused);
  const states = new Set(results.flatMap((result) => [...result.states]));
  const rows: (readonly [string, string | number])[] = [
    ['seeds', `${Math.min(...seeds)} to ${Math.max(...seeds)} (${results.length} rounds)`],
    ['pools', kinds.join(', ')],
    ['rounds about', themes.join(', ')],
    ...section(
      'operations',
      added(({ operations }) => operations),
    ),
    ...section('faults', faults),
    ['different states of a pool seen', states.size],
    ['looks at lock files', sum(({ lockReads }) => lockReads)],
    ['commits of unknown outcome', sum(({ unknownOutcomes }) => unknownOutcomes)],
    ['lost leases', sum(({ lostLeases }) => lostLeases)],
    ['writes that a host refused', sum(({ refusedWrites }) => refusedWrites)],
    ...section('excused', excused),
    ['recovery p50, p99, longest', [0.5, 0.99, 1].map((part) => secondsAt(recovery, part)).join(', ')],
    ['violations', sum(({ violations }) => violations.length)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function section(name: string, counts: readonly [string, number][]): [string, number][] {
  const total = counts.reduce((all, [, value]) => all + value, 0);
  return [[name, total], ...counts.map(([key, value]): [string, number] => [`  ${key}`, value])];
}

function secondsAt(sorted: readonly number[], part: number): string {
  const at = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
  return at === undefined ? '-' : `${(at / 1000).toFixed(1)} s`;
}
