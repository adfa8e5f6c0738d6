/** What one round is like, drawn from its seed: the hosts, who shares them, how bad things get, and what each job wants. */
import type { HostGroups } from '../../src/protocol/host';
import type { Details } from '../../src/protocol/record';
import type { AcquireRequest } from '../../src/protocol/request';
import { seeded, type Seeded } from '../seeded';
import type { Weather } from './line';

export interface RoundPlan {
  readonly seed: number;
  readonly hosts: readonly string[];
  /** Beside as many Giveway jobs as CLIENTS says. */
  readonly bashJobs: number;
  /** Is the folder shared with bash jobs? LOCK_TIMEOUT in ms. */
  readonly lockTimeoutMs: number | undefined;
  /** How long after its look a bash job writes at most. */
  readonly bashWriteMs: number;
  /** Their versions: 4.FIRST to 4.LAST. */
  readonly bashMinors: readonly [first: number, last: number];
  /** How long a client has nothing to do between two jobs, at most. */
  readonly idleMs: number;
  /** What kinds of jobs there are, each as often as it stands here. */
  readonly kinds: readonly JobPlan['kind'][];
  /** How long things go wrong. */
  readonly rageMs: number;
  /** Between two faults, on average. */
  readonly calmMs: number;
  readonly weather: Weather;
  /** Are the locks gone after a reboot? */
  readonly isTmpfs: boolean;
  readonly random: Seeded;
}

export const CLIENTS = 8;

export function planRound(seed: number): RoundPlan {
  const random = seeded(seed);
  const isShared = random.chance(0.5);
  const isBad = random.chance(0.5);
  const isLate = random.chance(0.15);
  const part = (most: number): number => (isBad ? random.next() * most : random.next() * 0.1 * most);
  return {
    seed,
    hosts: ['h1', 'h2', 'h3'].slice(0, random.between(1, isShared ? 2 : 3)),
    bashJobs: isShared ? random.between(1, 6) : 0,
    lockTimeoutMs: isShared ? random.pick([10, 20, 60]) * MINUTE_MS : undefined,
    bashWriteMs: random.pick([500, 2_000, 8_000]),
    bashMinors: [18, 23],
    idleMs: random.pick([20_000, 60_000, 300_000, 1_200_000]),
    kinds: random.pick<readonly JobPlan['kind'][]>([['run', 'run', 'steps', 'kept'], ['run'], ['steps']]),
    rageMs: random.between(5, 40) * MINUTE_MS,
    calmMs: random.pick([10_000, 30_000, 90_000]),
    weather: {
      lostRequests: part(0.05),
      lostReplies: part(0.05),
      slow: part(0.5),
      verySlow: isLate ? 0.3 : part(0.03),
    },
    isTmpfs: random.chance(0.5),
    random,
  };
}

const MINUTE_MS = 60_000;

export interface JobPlan {
  readonly kind: 'run' | 'steps' | 'kept';
  readonly groups: HostGroups;
  readonly version: string;
  readonly priority: number;
  readonly ifBusy: AcquireRequest['ifBusy'];
  readonly waitTimeoutMs: number | undefined;
  readonly details: Details;
  /** How long its work takes if nothing ends it. */
  readonly holdMs: number;
  /** Between two checkpoints. */
  readonly checkMs: number;
  readonly cancelAfterMs: number | undefined;
  /** How long its command takes to leave at SIGTERM; undefined: it does not. */
  readonly leavesInMs: number | undefined;
  readonly endsKeeperFirst: boolean;
  readonly ttlMs: number;
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
  readonly settleMs: number;
  readonly maxHoldMs: number;
  /** So much earlier than it must does a job without a keeper leave. */
  readonly clockMarginMs: number;
}

export function drawJob(random: Seeded, { hosts, kinds, lockTimeoutMs }: RoundPlan): JobPlan {
  const sometimes = <T>(part: number, value: T): T | undefined => (random.chance(part) ? value : undefined);
  const host = random.pick(hosts);
  const groups = random.chance(0.7)
    ? [[host]]
    : random.pick<HostGroups>([[hosts], hosts.slice(0, 2).map((one) => [one]), [hosts.slice(0, 2)]]);
  const starveAfterMs = sometimes(0.15, random.between(1, 10) * MINUTE_MS);
  const exemptMs = sometimes(0.15, random.between(10, 300) * 1000);
  return {
    kind: random.pick(kinds),
    groups,
    version: random.pick(['4.18', '4.20', '4.20', '4.21', '4.21.3', '4.21', '4.22', '5.0']),
    priority: random.pick([0, 0, 0, 0, 0, 0, -5, 10]),
    ifBusy: random.chance(0.1) ? random.pick(['skip', 'fail']) : 'wait',
    waitTimeoutMs: sometimes(0.15, random.between(1, 600) * 1000),
    details: {
      graceMs: random.pick([5_000, 60_000, 600_000]),
      ...(random.chance(0.1) ? { preempts: false } : {}),
      ...(random.chance(0.1) ? { preemptible: false } : {}),
      ...(exemptMs === undefined ? {} : { exemptMs }),
      ...(starveAfterMs === undefined ? {} : { starveAfterMs }),
    },
    holdMs: random.pick([0, 100, 5_000, 60_000, 60_000, 180_000, 600_000]),
    checkMs: random.pick([5_000, 30_000, 60_000]),
    cancelAfterMs: sometimes(0.15, random.between(0, 600) * 1000),
    leavesInMs: random.chance(0.2) ? undefined : random.between(0, 5_000),
    endsKeeperFirst: random.chance(0.3),
    ttlMs: 120_000,
    leaseTtlMs: random.pick([300_000, 600_000]),
    heartbeatMs: 15_000,
    settleMs: 10_000,
    maxHoldMs: random.chance(0.05) ? 600_000 : 86_400_000,
    clockMarginMs: lockTimeoutMs === undefined ? 0 : 10_000,
  };
}

/** Whoever comes last of all, for a host that must be to be had again. */
export function probePlan(random: Seeded, round: RoundPlan, host: string): JobPlan {
  return {
    ...drawJob(random, round),
    kind: 'run',
    groups: [[host]],
    version: '4.1',
    priority: 0,
    ifBusy: 'wait',
    waitTimeoutMs: undefined,
    cancelAfterMs: undefined,
    details: { graceMs: 60_000 },
    holdMs: 1_000,
    maxHoldMs: 86_400_000,
  };
}
