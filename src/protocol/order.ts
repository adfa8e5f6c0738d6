import { compareProductVersions } from './product-version';
import type { LeaseRecord } from './record';
import { spanAgeMs, type Snapshot, type Waiter } from './snapshot';

/** A place in the queue: a waiter's, or a holder's as it was frozen at its take. */
export interface Claim {
  readonly id: string;
  readonly priority: number;
  /** It has waited for its starve-after: it precedes every version of its priority. */
  readonly starved: boolean;
  readonly version: LeaseRecord['version'];
  readonly arrivalNs: bigint;
}

/** By which rule one claim is ahead of another. States may grow. */
export type OrderRule = 'priority' | 'starved' | 'version' | 'arrival';

interface Comparison {
  readonly rule: OrderRule;
  readonly compare: (a: Claim, b: Claim) => number;
}

/** The order of the queue, first difference first; each is negative if `a` goes before `b`. */
const RULES: readonly Comparison[] = [
  { rule: 'priority', compare: (a, b) => b.priority - a.priority },
  { rule: 'starved', compare: (a, b) => Number(b.starved) - Number(a.starved) },
  { rule: 'version', compare: (a, b) => (a.starved ? 0 : compareProductVersions(b.version, a.version)) },
  { rule: 'arrival', compare: (a, b) => compareAscending(a.arrivalNs, b.arrivalNs) },
  { rule: 'arrival', compare: (a, b) => compareAscending(a.id, b.id) },
];

/** Priority, those that starve, version, arrival, id: negative if `a` goes before `b`, 0 only for the same claim. */
export function compareClaims(a: Claim, b: Claim): number {
  return firstDifference(a, b)?.sign ?? 0;
}

/** The rule by which `a` is ahead of `b`; undefined if it isn't. */
export function ruleAhead(a: Claim, b: Claim): OrderRule | undefined {
  const difference = firstDifference(a, b);
  return difference !== undefined && difference.sign < 0 ? difference.rule : undefined;
}

function firstDifference(
  a: Claim,
  b: Claim,
): { readonly rule: OrderRule; readonly sign: number } | undefined {
  for (const { rule, compare } of RULES) {
    const sign = compare(a, b);
    if (sign !== 0) return { rule, sign };
  }
  return undefined;
}

function compareAscending<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where a waiter stands. */
export function claimOfWaiter(snapshot: Snapshot, waiter: Waiter): Claim {
  const { id, priority, version, arrivalNs } = waiter;
  const starved = snapshot.uptimeMs >= starvesAtMs(snapshot, waiter);
  return { id, priority, starved, version, arrivalNs };
}

/** From when on a waiter precedes every version of its priority, in ms of uptime; Infinity: it never does. */
export function starvesAtMs(snapshot: Snapshot, { record }: Waiter): number {
  if (record?.details.starveAfterMs === undefined) return Infinity;
  const { starveAfterMs, waitedBeforeMs = 0 } = record.details;
  return snapshot.uptimeMs - spanAgeMs(snapshot, record.until) + starveAfterMs - waitedBeforeMs;
}

/** The place that a holder had when it took the host. */
export function claimOfHolder(record: LeaseRecord): Claim {
  const { id, priority, version, details, token } = record;
  const arrivalNs = details.arrivalNs === undefined ? BigInt(token) * 1000n : BigInt(details.arrivalNs);
  return { id, priority, starved: details.starved ?? false, version, arrivalNs };
}
