/** What one round is like, drawn from its seed: where the pool is, who shares it, and what may go wrong. */
import { seeded, type Seeded } from '../seeded';

export type PoolKind = 'folder' | 'ssh';

/** What a round is about, besides jobs that are killed and stopped, which is in all of them. */
export const THEMES = ['bash', 'network', 'disk', 'clocks', 'crowd', 'wiped'] as const;
export type Theme = (typeof THEMES)[number];

export interface RoundPlan {
  readonly seed: number;
  readonly kind: PoolKind;
  readonly theme: Theme;
  readonly hosts: readonly string[];
  /** Bash jobs beside the Giveway jobs; the pool is in legacy mode then. */
  readonly bashJobs: number;
  /** Are the locks in a folder of their own? */
  readonly hasLockFolder: boolean;
  readonly timing: Timing;
  readonly random: Seeded;
}

/** In ms, for all jobs of the torture. */
export interface Timing {
  /** Of leases that a process keeps, and of places. */
  readonly ttlMs: number;
  readonly heartbeatMs: number;
  /** Of leases that only checkpoints renew. */
  readonly leaseTtlMs: number;
  readonly settleMs: number;
  /** Bash's LOCK_TIMEOUT, and how long its jobs wait between writing and confirming. */
  readonly lockTimeoutMs: number;
  readonly confirmMs: number;
}

/** Far shorter than the defaults, and long enough that a busy machine alone makes nobody lose a lease. */
const TIMING: Timing = {
  ttlMs: 5_000,
  heartbeatMs: 700,
  leaseTtlMs: 8_000,
  settleMs: 2_000,
  lockTimeoutMs: 16_000,
  confirmMs: 1_000,
};

export const GIVEWAY_JOBS = 8;
const BASH_JOBS = 2;

/** Where a theme can be; every kind of pool has its turn. */
const KINDS: Readonly<Record<Theme, readonly PoolKind[]>> = {
  bash: ['folder', 'ssh'],
  network: ['ssh'],
  disk: ['folder', 'ssh'],
  clocks: ['folder', 'ssh'],
  crowd: ['ssh'],
  wiped: ['folder', 'ssh'],
};

/** `wanted` leaves only one kind of pool; in as many seeds in a row as there are such rounds, each theme has its turn. */
export function planRound(seed: number, wanted?: PoolKind): RoundPlan {
  const all = THEMES.flatMap((theme) => KINDS[theme].map((kind) => ({ theme, kind })));
  const fitting = all.filter(({ kind }) => wanted === undefined || kind === wanted);
  // the kinds alternate, so that few rounds see both
  const ordered = [...fitting].sort((a, b) => turn(a, all) - turn(b, all));
  const { theme, kind } = ordered[seed % ordered.length] ?? { theme: 'bash', kind: 'folder' };
  const random = seeded(seed);
  return {
    seed,
    kind,
    theme,
    hosts: ['h1', 'h2', 'h3'],
    bashJobs: theme === 'bash' ? BASH_JOBS : 0,
    hasLockFolder: theme === 'bash' && random.chance(0.5),
    timing: TIMING,
    random,
  };
}

function turn(round: { theme: Theme; kind: PoolKind }, all: readonly { kind: PoolKind }[]): number {
  const sameKind = all.filter(({ kind }) => kind === round.kind);
  return 2 * sameKind.indexOf(round) + (round.kind === 'ssh' ? 1 : 0);
}

/** What one Giveway job wants. */
export interface JobPlan {
  readonly kind: 'run' | 'steps';
  readonly flags: readonly string[];
  readonly version: string;
  readonly holdMs: number;
  readonly checkMs: number;
  /** The shell that a local program is started in. */
  readonly shell: readonly string[];
  /** Over SSH: by a key that can start nothing but the program? */
  readonly isBound: boolean;
}

const SHELLS = [['dash'], ['bash'], ['busybox', 'sh']] as const;

export function drawJob(random: Seeded, { hosts, timing }: RoundPlan): JobPlan {
  const kind = random.chance(0.6) ? 'run' : 'steps';
  const wanted = random.pick([
    ...hosts.map((host) => ['--host', host]),
    ['--host', hosts.join(',')],
    ['--host', hosts.slice(0, 2).join(',')],
    hosts.slice(0, 2).flatMap((host) => ['--host', host]),
  ]);
  const seconds = (ms: number): string => `${ms}ms`;
  const optional = [
    ['--priority', random.pick(['-5', '10', '10'])],
    ['--preempts', 'no'],
    ['--preemptible', 'no'],
    ['--exempt-time', '1s'],
    ['--starve-after', '5s'],
    ['--if-busy', random.pick(['skip', 'fail'])],
    ['--wait-timeout', random.pick(['2s', '6s'])],
  ].filter(() => random.chance(0.12));
  const hasTimeout = optional.some(([flag]) => flag === '--wait-timeout');
  return {
    kind,
    flags: [
      ...wanted,
      ...optional.flat(),
      ...(hasTimeout ? [] : ['--wait-timeout', '90s']),
      ...['--ttl', seconds(timing.ttlMs), '--heartbeat', seconds(timing.heartbeatMs)],
      ...['--settle', seconds(timing.settleMs), '--grace', random.pick(['1s', '3s'])],
      ...(kind === 'run'
        ? ['--mode', random.pick(['graceful', 'force'])]
        : ['--lease-ttl', seconds(timing.leaseTtlMs)]),
    ],
    version: random.pick(['4.18', '4.20', '4.20', '4.21', '4.21', '4.21', '4.22', '4.23']),
    holdMs: random.pick([0, 200, 500, 1_000, 1_000, 2_000, 3_000]),
    checkMs: random.pick([300, 700, 1_500]),
    shell: random.pick(SHELLS),
    isBound: random.chance(0.5),
  };
}
