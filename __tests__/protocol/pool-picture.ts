/** Snapshots for tests of decisions: what is told of a pool is written as the program writes it, and read as the client reads it. */
import {
  decideAcquire,
  NO_MEMORY,
  remember,
  type AcquireDecision,
  type AcquireMemory,
} from '../../src/protocol/acquire';
import { hostsOf } from '../../src/protocol/host';
import { requestName } from '../../src/protocol/names';
import { parseProductVersion } from '../../src/protocol/product-version';
import { formatDetails, type Details, type RecordState } from '../../src/protocol/record';
import type { AcquireRequest } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import { parseSnapshot } from '../../src/pool/wire';

export const NOW_MS = 200_000_000;
export const NOW_NS = 1_766_568_440_841_947_242n;
export const BOOT = '00000000-0000-4000-8000-000000000001';
export const OTHER_BOOT = '00000000-0000-4000-8000-000000000002';
export const HOUR_MS = 3_600_000;

/** One thing that is there. */
export type Part = (picture: Picture) => void;

interface Picture {
  mode: string;
  tenant: string;
  lines: string[];
}

/** The pool at NOW_MS of uptime and NOW_NS on the wall clock. */
export function snapshotOf(...parts: readonly Part[]): Snapshot {
  const picture: Picture = { mode: 'off', tenant: '-', lines: [] };
  for (const part of parts) part(picture);
  const head = `snapshot 7 ${NOW_MS} ${BOOT} ${NOW_NS} ${picture.mode}`;
  return parseSnapshot([head, ...picture.lines], { role: 'job', tenant: picture.tenant });
}

/** The pool is shared with bash jobs; without LOCK_TIMEOUT where none is given. */
export function legacy(lockTimeoutS?: number): Part {
  return (picture) => void (picture.mode = lockTimeoutS === undefined ? '-' : String(lockTimeoutS));
}

export function callerOf(tenant: string): Part {
  return (picture) => void (picture.tenant = tenant);
}

/** Whose file it is, and how old its sign of life. */
interface Life {
  readonly owner?: string;
  readonly attempt?: number;
  readonly tenant?: string;
  readonly priority?: number;
  readonly version?: string;
  readonly ttlMs?: number;
  /** Since the last heartbeat; `none`: there is no file. */
  readonly beatAgeMs?: number | 'none' | 'unreadable';
  readonly beatBoot?: string;
  readonly details?: Details;
}

export interface HolderLooks extends Life {
  readonly kind?: 'lease' | 'hold';
  readonly state?: RecordState;
  readonly takenAgoMs?: number;
  readonly maxHoldMs?: number;
  readonly boot?: string;
  readonly stampNs?: bigint;
  readonly previousStampNs?: bigint;
  readonly token?: number;
  /** What the lock file holds; ours unless told otherwise. */
  readonly lock?: string;
  readonly lockAgeMs?: number;
}

/** The record of a host, and unless told otherwise a lock that is its own. */
export function holds(id: string, host: string, looks: HolderLooks = {}): Part {
  const {
    kind = 'lease',
    state = 'held',
    takenAgoMs = 60_000,
    maxHoldMs = 24 * HOUR_MS,
    boot = BOOT,
  } = looks;
  const { stampNs = NOW_NS - ns(takenAgoMs), previousStampNs = 0n } = looks;
  const token = looks.token ?? Number((NOW_NS - ns(takenAgoMs)) / 1000n);
  const startMs = boot === BOOT ? NOW_MS - takenAgoMs : 5_000;
  return (picture) => {
    const until = `${startMs}+${maxHoldMs}@${boot}`;
    picture.lines.push(
      `lease ${host}`,
      `${host}.lease:${recordText(id, looks, { kind, state, token, stampNs, previousStampNs, until })}`,
      ...heartbeat(id, looks, stampNs),
    );
    const isFree = state === 'free' || state === 'lost';
    const lock = looks.lock ?? (isFree ? 'none' : String(stampNs));
    if (lock !== 'none') picture.lines.push(...lockLines(host, lock, looks.lockAgeMs ?? takenAgoMs));
  };
}

/** A record that says that the host is free, since so long. */
export function freed(host: string, agoMs: number, looks: HolderLooks = {}): Part {
  return holds('earlier', host, {
    beatAgeMs: 'none',
    ...looks,
    state: 'free',
    takenAgoMs: agoMs,
    maxHoldMs: 0,
  });
}

export interface WaiterLooks extends Life {
  /** The host of its waiting file; its other files are queue files. */
  readonly target?: string;
  readonly arrivedAgoMs?: number;
  readonly registeredBoot?: string;
}

/** A job's places in the queue. Hosts: any one of them, unless its details name groups. */
export function waits(id: string, hosts: readonly string[], looks: WaiterLooks = {}): Part {
  const { version = '4.21', arrivedAgoMs = 10_000, target, registeredBoot = BOOT } = looks;
  const arrivalNs = NOW_NS - ns(arrivedAgoMs);
  const { major, minor } = versionOf(version);
  const details: Details = { groups: [hosts], ...looks.details };
  const startMs = registeredBoot === BOOT ? NOW_MS - arrivedAgoMs : 5_000;
  const text = recordText(
    id,
    { ...looks, details },
    {
      kind: 'lease',
      state: 'waiting',
      token: 0,
      stampNs: arrivalNs,
      previousStampNs: 0n,
      until: `${startMs}+0@${registeredBoot}`,
    },
  );
  return (picture) => {
    for (const host of hosts) {
      const name = requestName({ host, arrivalNs, major, minor, queued: host !== target });
      picture.lines.push(`waiting ${name}`, `../${name}:${text}`);
    }
    picture.lines.push(...heartbeat(id, looks, arrivalNs));
  };
}

/** The empty waiting file of a bash job. */
export function bashWaits(host: string, version: string, agoMs = 10_000): Part {
  const { major, minor } = versionOf(version);
  // the name carries the clock of the job's pod, which counts for nothing
  const name = requestName({
    host,
    arrivalNs: 1_700_000_000_000_000_000n + BigInt(agoMs),
    major,
    minor,
    queued: false,
  });
  return ({ lines }) => void lines.push(`empty ${name}`, `mtime ${name} ${seconds(NOW_NS - ns(agoMs))}`);
}

/** A lock that no record speaks of. */
export function bashHolds(host: string, agoMs = 60_000, content = String(NOW_NS - ns(agoMs))): Part {
  return ({ lines }) => void lines.push(...lockLines(host, content, agoMs));
}

/** Lines as the program might send them. */
export function lines(...texts: readonly string[]): Part {
  return (picture) => void picture.lines.push(...texts);
}

export interface RequestLooks extends Partial<Omit<AcquireRequest, 'who' | 'version' | 'groups'>> {
  readonly owner?: string;
  readonly attempt?: number;
  readonly version?: string;
  readonly groups?: AcquireRequest['groups'];
}

/** A request of the job `id` for any one of h1, or of the groups given. */
export function requestOf(id: string, looks: RequestLooks = {}): AcquireRequest {
  const { owner = `owner-of-${id}`, attempt = 1, version = '4.21', groups = [['h1']], ...rest } = looks;
  return {
    who: { id, owner, attempt },
    groups,
    priority: 0,
    version: parseProductVersion(version)!,
    waiterTtlMs: 120_000,
    ttlMs: 120_000,
    maxHoldMs: 24 * HOUR_MS,
    settleMs: 10_000,
    ifBusy: 'wait',
    details: { job: id, heartbeatMs: 15_000, keeper: true },
    ...rest,
  };
}

/** The hosts of a request, each with a file of its own in the snapshot. */
export function placeOf(request: AcquireRequest, looks: WaiterLooks = {}): Part {
  return waits(request.who.id, hostsOf(request.groups), {
    owner: request.who.owner,
    attempt: request.who.attempt,
    priority: request.priority,
    version: request.version.text,
    ...looks,
    details: { ...request.details, groups: request.groups, ...looks.details },
  });
}

function recordText(
  id: string,
  life: Life,
  record: {
    kind: string;
    state: string;
    token: number;
    stampNs: bigint;
    previousStampNs: bigint;
    until: string;
  },
): string {
  const { owner = `owner-of-${id}`, attempt = 1, tenant = '-', priority = 0, version = '4.21' } = life;
  const { ttlMs = 120_000, details } = life;
  const { kind, state, token, stampNs, previousStampNs, until } = record;
  const fields = [1, id, owner, attempt, tenant, priority, version, kind, state];
  const rest = [
    token,
    stampNs,
    previousStampNs,
    ttlMs,
    until,
    formatDetails({ job: `job-${id}`, ...details }),
  ];
  return [...fields, ...rest].join(' ');
}

function heartbeat(id: string, { beatAgeMs = 0, beatBoot = BOOT }: Life, arrivalNs: bigint): string[] {
  if (beatAgeMs === 'none') return [];
  if (beatAgeMs === 'unreadable') return [`${id}.hb:rubbish`];
  const uptime = String(beatBoot === BOOT ? NOW_MS - beatAgeMs : beatAgeMs).padStart(15, '0');
  return [`${id}.hb:${uptime} ${beatBoot} ${arrivalNs}`];
}

function lockLines(host: string, content: string, ageMs: number): string[] {
  return [`lock ${host} ${content}`, `mtime ${host}.lock ${seconds(NOW_NS - ns(ageMs))}`];
}

function versionOf(text: string): { major: number; minor: number } {
  const version = parseProductVersion(text);
  if (version === undefined) throw new Error(`no version: ${text}`);
  return version;
}

export function ns(ms: number): bigint {
  return BigInt(ms) * 1_000_000n;
}

function seconds(atNs: bigint): string {
  return `${atNs / 1_000_000_000n}.${String(atNs % 1_000_000_000n).padStart(9, '0')}`;
}

/** What a request's client decides upon such a pool. */
export function decide(
  request: AcquireRequest,
  parts: readonly Part[],
  memory: AcquireMemory = NO_MEMORY,
): AcquireDecision {
  const snapshot = snapshotOf(...parts);
  return decideAcquire(snapshot, request, remember(snapshot, request, memory));
}
