/** Every default of DESIGN's table, once. All in ms. */
export const DEFAULTS = {
  heartbeatMs: 15_000,
  /** How long a lease lives without a heartbeat while a process keeps it. */
  ttlMs: 120_000,
  /** How long it lives without one: every check-quit renews it. */
  leaseTtlMs: 6 * 3_600_000,
  /** How long a holder may take to leave once it has been told. */
  graceMs: 600_000,
  /** How long after its start a lease can't be preempted. */
  exemptMs: 0,
  /** In legacy mode: how long a new lock must stand before it counts, longer than any bash job's check-to-write delay. */
  settleMs: 10_000,
  /** How long a bash job's waiting file counts. */
  legacyWaiterTtlMs: 12 * 3_600_000,
  /** How long a bash waiter may leave a host free before others go ahead: bash asks once a minute. */
  bashPatienceMs: 150_000,
  maxHoldMs: 24 * 3_600_000,
  /** For one request to a pool. */
  operationMs: 30_000,
} as const;

/** Less would give up the protection of all that share a folder with bash jobs. */
const LEAST_SETTLE_MS = 1000;

/** Heartbeats that may fail before a lease expires; fewer would make one slow request fatal. */
export const MIN_HEARTBEATS_PER_TTL = 3;

/**
 * How long a host rests after its lease expired, so that the last acts of a job that is just dying meet nobody. The
 * program computes the same.
 */
export function lockDelayMs(ttlMs: number): number {
  return Math.min(15_000, Math.floor(ttlMs / 8));
}

/**
 * When a command must end whose lease is not renewed, counted from the moment before the last good heartbeat was sent:
 * asked at 5/8 of the ttl and killed at 7/8, so that it is dead before anyone else can hold the host.
 */
export function commandDeadlines(ttlMs: number): { readonly terminateMs: number; readonly killMs: number } {
  return { terminateMs: (ttlMs * 5) / 8, killMs: (ttlMs * 7) / 8 };
}

export interface Timing {
  readonly heartbeatMs: number;
  /** Without a heartbeat, while a process gives one. */
  readonly ttlMs: number;
  /** Of the lease itself: the same, or longer where nothing but check-quit renews it. */
  readonly leaseTtlMs: number;
  readonly exemptMs: number;
  readonly maxHoldMs: number;
  readonly settleMs: number;
}

/** What doesn't fit together, each by the flag to change, what was expected, and what was got, in ms. */
/** How long an evicted lease still lives after its grace, so that whoever beats for it has noticed, in ms; as the program has it. */
export function evictionRestMs(ttlMs: number): number {
  return Math.min(ttlMs, 120_000);
}

export interface TimingProblem {
  readonly flag: 'heartbeat' | 'ttl' | 'max-hold' | 'exempt-time' | 'settle';
  readonly expected: string;
  readonly got: number;
}

/** Empty if all fits. */
export function timingProblems(timing: Timing): TimingProblem[] {
  const { leaseTtlMs, exemptMs, maxHoldMs, settleMs } = timing;
  return [
    ...heartbeatProblems(timing),
    ...broken([
      {
        flag: 'max-hold',
        expected: `at least the ttl of the lease, ${leaseTtlMs / 1000}s`,
        got: maxHoldMs,
        holds: maxHoldMs >= leaseTtlMs,
      },
      {
        flag: 'exempt-time',
        expected: `at most max-hold, ${maxHoldMs / 1000}s`,
        got: exemptMs,
        holds: exemptMs <= maxHoldMs,
      },
      {
        flag: 'settle',
        expected: `at least ${LEAST_SETTLE_MS / 1000}s, longer than any bash job takes from its check to its write`,
        got: settleMs,
        holds: settleMs >= LEAST_SETTLE_MS,
      },
    ]),
  ];
}

/** What is wrong with how often a lease gets a heartbeat, and how long it lives without. */
export function heartbeatProblems({
  heartbeatMs,
  ttlMs,
}: Pick<Timing, 'heartbeatMs' | 'ttlMs'>): TimingProblem[] {
  return broken([
    { flag: 'heartbeat', expected: 'at least 100ms', got: heartbeatMs, holds: heartbeatMs >= 100 },
    {
      flag: 'ttl',
      expected: `at least ${MIN_HEARTBEATS_PER_TTL} heartbeats, which are ${heartbeatMs / 1000}s apart`,
      got: ttlMs,
      holds: ttlMs >= MIN_HEARTBEATS_PER_TTL * heartbeatMs,
    },
  ]);
}

function broken(rules: readonly (TimingProblem & { readonly holds: boolean })[]): TimingProblem[] {
  return rules.filter(({ holds }) => !holds).map(({ flag, expected, got }) => ({ flag, expected, got }));
}
