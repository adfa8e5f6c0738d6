/** Figures and their tables: a figure is a ratio to something known in the same run, taken in turn with it. */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

/** In ms; of an odd number of samples the middle one. */
export interface Summary {
  readonly median: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

export function summary(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
  return { median: at(0.5), p95: at(0.95), min: at(0), max: at(1), count: sorted.length };
}

/** What something costs beside a peer. */
export interface Comparison {
  readonly name: string;
  readonly ours: Summary;
  readonly peerName: string;
  readonly peer: Summary;
  readonly ratio: number;
  /** The ratio must be at most, or at least, this. */
  readonly atMost?: number | undefined;
  readonly atLeast?: number | undefined;
  /** Our median must be at most so many ms. */
  readonly atMostMs?: number | undefined;
}

/** A number by itself. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number | undefined;
}

export interface Limits {
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly atMostMs?: number;
}

export interface Report {
  readonly title: string;
  readonly comparisons: readonly Comparison[];
  readonly figures: readonly Figure[];
}

/** Resolves with how long it took, in ms. */
export type Timed = () => Promise<number>;

/** All in turn, so that a drift of the machine meets all; the first round only warms up. */
export async function inTurn<Name extends string>(
  rounds: number,
  what: Readonly<Record<Name, Timed>>,
): Promise<Record<Name, Summary>> {
  const names = Object.keys(what) as Name[];
  const taken = names.map((name) => ({ name, samples: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, samples } of taken) {
      const ms = await what[name]();
      if (round > 0) samples.push(ms);
    }
  }
  const summaries = taken.map(({ name, samples }) => [name, summary(samples)] as const);
  return Object.fromEntries(summaries) as Record<Name, Summary>;
}

export function compared(
  [name, ours]: readonly [string, Summary],
  [peerName, peer]: readonly [string, Summary],
  limits: Limits = {},
): Comparison {
  return { name, ours, peerName, peer, ratio: ours.median / peer.median, ...limits };
}

export async function milliseconds(action: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await action();
  return performance.now() - fromMs;
}

export function machineLine(): string {
  const cpu = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;
  const kernel = execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim();
  const ssh = /OpenSSH_[\w.]+/.exec(execFileSync('sh', ['-c', 'ssh -V 2>&1'], { encoding: 'utf8' }))?.[0];
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpu}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${kernel}, Node ${process.version}, ${ssh ?? 'no ssh'}`;
}

export function printReport({ title, comparisons, figures }: Report): void {
  console.log(`\n${title}\n`);
  if (comparisons.length > 0) {
    printTable(
      ['what', 'ms: median (min–max)', 'beside', 'ms: median (min–max)', 'ratio', 'limit'],
      comparisons.map((row) => [
        row.name,
        inMs(row.ours),
        row.peerName,
        inMs(row.peer),
        row.ratio.toFixed(2),
        limitOf(row),
      ]),
    );
  }
  if (figures.length > 0) {
    if (comparisons.length > 0) console.log();
    printTable(
      ['what', 'figure', 'limit'],
      figures.map(({ name, value, unit, atMost }) => [
        name,
        `${readable(value)} ${unit}`,
        atMost === undefined ? '' : `${atMost} ${unit}`,
      ]),
    );
  }
}

/** What is over its limit, by name. */
export function exceeded({ comparisons, figures }: Report): string[] {
  return [
    ...comparisons.filter(
      ({ ratio, ours, atMost = Infinity, atLeast = 0, atMostMs = Infinity }) =>
        ratio > atMost || ratio < atLeast || ours.median > atMostMs,
    ),
    ...figures.filter(({ value, atMost = Infinity }) => value > atMost),
  ].map(({ name }) => name);
}

function inMs({ median, min, max }: Summary): string {
  return `${readable(median)} (${readable(min)}–${readable(max)})`;
}

function readable(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 2 : value < 1000 ? 1 : 0);
}

function limitOf({ atMost, atLeast, atMostMs }: Comparison): string {
  const limits = [
    atMost === undefined ? '' : `≤ ${atMost} ×`,
    atLeast === undefined ? '' : `≥ ${atLeast} ×`,
    atMostMs === undefined ? '' : `≤ ${atMostMs} ms`,
  ];
  return limits.filter((limit) => limit !== '').join(', ');
}

/** As Markdown, to be pasted into docs/performance.md. */
function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(line(head));
  console.log(line(head.map((_, column) => '-'.repeat(widths[column] ?? 0))));
  for (const row of rows) console.log(line(row));
}
