/**
 * Scenarios for tests of decisions: a list of events, each with the answer that is expected. The jobs of a scenario run on
 * the model of the program, in virtual time; bash jobs among them do as they do, but for the delays within a try.
 */
import { emptyFiles, requestFile, type Files } from '../../evidence/pool-model/files';
import type { Details } from '../../src/protocol/record';
import { statusOf } from '../../src/protocol/status';
import { HOUR_MS, requestOf, type RequestLooks } from './pool-picture';
import {
  beats,
  BOOTED_MS,
  clocksOf,
  comesBack,
  leave,
  look,
  newJob,
  send,
  turn,
  type Rest,
  type Stage,
  type VirtualJob,
} from './virtual-job';

export const MIN = 60_000;
/** Unless a job is set to another. */
export const GRACE = 10 * MIN;
export const TTL = 24 * HOUR_MS;
export const LOCK_TIMEOUT = 10 * HOUR_MS;
export const SETTLE = 10_000;

/** What each job is set to, by its name. */
export type Cast = Readonly<Record<string, Looks | BashLooks>>;
type Looks = Pick<RequestLooks, 'version' | 'priority' | 'groups' | 'kind' | 'maxHoldMs'> & Details;
/** A bash job that wants h1. */
interface BashLooks {
  readonly bash: string;
}

/**
 * `comes` and `looks`: has its turn, the first or another. `goes`: leaves the queue, or gives back what it has. `returns`: as
 * the same job, for the place that it had. `dies`: gives no sign of life from now on. `priority`: a person gives it another.
 * `shows`, of a host: what `giveway status` says of it.
 */
type Act = 'comes' | 'looks' | 'goes' | 'returns' | 'dies' | 'shows' | `priority ${number}`;
export type Event = readonly [atMs: number, who: string, act: Act, answer?: string];
export type Scenario = readonly [rule: string, cast: Cast, events: readonly Event[]];

/** A test for each. */
export function tells(scenarios: readonly Scenario[]): void {
  test.each(scenarios)('%s', (_, cast, events) => {
    expect(play(cast, events)).toEqual(events);
  });
}

/** A person's hold, as `giveway hold` asks for it. */
export function hold(forMs: number): Looks {
  return {
    kind: 'hold',
    version: '0.0',
    priority: 1000,
    maxHoldMs: forMs,
    preempts: false,
    preemptible: false,
  };
}

interface Players {
  readonly stage: Stage;
  readonly cast: Cast;
  readonly jobs: Map<string, VirtualJob>;
  readonly bash: Map<string, BashJob>;
}

/** Plays it; what was answered, in the shape of the events. */
function play(cast: Cast, events: readonly Event[]): Event[] {
  const isShared = Object.values(cast).some((looks) => 'bash' in looks);
  const legacy = isShared ? { lockTimeoutMs: LOCK_TIMEOUT } : undefined;
  const stage: Stage = { files: emptyFiles(legacy), nowMs: 0 };
  const players: Players = { stage, cast, jobs: new Map(), bash: new Map() };
  return events.map(([atMs, who, act]): Event => {
    if (atMs < stage.nowMs) throw new Error(`${atMs} is in the past`);
    stage.nowMs = atMs;
    for (const job of players.jobs.values()) beats(stage, job);
    const looks = cast[who] ?? {};
    const answer = 'bash' in looks ? performBash(players, who, act) : perform(players, who, act);
    noTwoHold(players);
    return answer === undefined ? [atMs, who, act] : [atMs, who, act, answer];
  });
}

/** Whatever a safeguard comes to beside bash jobs. */
function noTwoHold({ jobs, bash }: Players): void {
  const holders = [
    ...[...jobs].flatMap(([name, { hosts }]) => hosts.map((host) => `${host}: ${name}`)),
    ...[...bash].flatMap(([name, { holds }]) => (holds ? [`h1: ${name}`] : [])),
  ];
  const hosts = holders.map((text) => text.split(':')[0]);
  if (new Set(hosts).size !== hosts.length) throw new Error(`two holders: ${holders.join(', ')}`);
}

function perform({ stage, cast, jobs }: Players, who: string, act: Act): string | undefined {
  if (act === 'shows') return statusText(stage, who);
  const job = jobs.get(who) ?? newJob(stage, requestFor(who, (cast[who] ?? {}) as Looks));
  switch (act) {
    case 'comes':
    case 'looks':
      jobs.set(who, job);
      return restText(job, turn(stage, job));
    case 'returns': {
      const again = comesBack(stage, job, `${job.request.who.id}-again`);
      jobs.set(who, again);
      return restText(again, turn(stage, again));
    }
    case 'goes':
      leave(stage, job);
      return undefined;
    case 'dies':
      jobs.delete(who);
      return undefined;
    default: {
      const priority = Number(act.slice('priority '.length));
      const verbs = [{ verb: 'amend', id: job.request.who.id, priority, details: undefined }] as const;
      send(stage, job, look(stage), { hosts: [], verbs });
      return undefined;
    }
  }
}

function requestFor(who: string, looks: Looks): ReturnType<typeof requestOf> {
  const { version, priority, groups, kind, maxHoldMs, ...details } = looks;
  return requestOf(who, {
    owner: who,
    ...(version === undefined ? {} : { version }),
    ...(priority === undefined ? {} : { priority }),
    ...(groups === undefined ? {} : { groups }),
    ...(kind === undefined ? {} : { kind }),
    details: { job: who, heartbeatMs: 15_000, keeper: kind === undefined, ...details },
    settleMs: SETTLE,
    // nobody expires between two events
    waiterTtlMs: TTL,
    ttlMs: maxHoldMs ?? TTL,
    maxHoldMs: maxHoldMs ?? 2 * TTL,
  });
}

// ---- a bash job

interface BashJob {
  holds: boolean;
  /** Its waiting file, while it has one. */
  waiting: string | undefined;
}

function performBash({ stage, cast, bash }: Players, who: string, act: Act): string | undefined {
  const version = (cast[who] as BashLooks).bash;
  const job = bash.get(who) ?? { holds: false, waiting: undefined };
  bash.set(who, job);
  if (act === 'comes' || act === 'looks') {
    return job.holds ? checks(stage, version) : tries(stage, job, version);
  }
  if (act !== 'goes') throw new Error(`bash jobs do not know ${act}`);
  if (job.holds) stage.files = withoutLock(stage.files);
  if (job.waiting !== undefined) stage.files = withoutRequest(stage.files, job.waiting);
  bash.delete(who);
  return undefined;
}

/** Takes a lock that is free or old; gives it back where a higher version waits. */
function tries(stage: Stage, job: BashJob, version: string): string {
  const { wallNs } = clocksOf(stage);
  if (job.waiting === undefined) {
    job.waiting = `h1.lock.waiting.${wallNs}.${version}`;
    const file = requestFile(job.waiting, undefined, wallNs);
    stage.files = { ...stage.files, requests: new Map(stage.files.requests).set(job.waiting, file) };
  }
  const lock = stage.files.locks.get('h1');
  const isFree = lock === undefined || wallNs - BigInt(lock.text) >= BigInt(LOCK_TIMEOUT) * 1_000_000n;
  if (!isFree) return 'waits';
  const higher = highestWaiting(stage.files, version);
  if (higher !== undefined) return `waits for ${higher}`;
  const locks = new Map(stage.files.locks).set('h1', { text: String(wallNs), mtimeNs: wallNs });
  stage.files = withoutRequest({ ...stage.files, locks }, job.waiting);
  job.waiting = undefined;
  job.holds = true;
  return 'has h1';
}

function checks({ files }: Stage, version: string): string {
  const higher = highestWaiting(files, version);
  return higher === undefined ? 'carries on' : `leaves for ${higher}`;
}

/** The highest version of a waiting file, if it is higher: all that a bash job looks at. */
function highestWaiting({ requests }: Files, own: string): string | undefined {
  const minorOf = (version: string): number => Number(version.split('.')[1]);
  return [...requests.values()]
    .filter(({ name }) => name.host === 'h1' && !name.queued)
    .map(({ name }) => `${name.major}.${name.minor}`)
    .filter((version) => minorOf(version) > minorOf(own))
    .sort((a, b) => minorOf(b) - minorOf(a))[0];
}

function withoutLock(files: Files): Files {
  const locks = new Map(files.locks);
  locks.delete('h1');
  return { ...files, locks };
}

function withoutRequest(files: Files, name: string): Files {
  const requests = new Map(files.requests);
  requests.delete(name);
  return { ...files, requests };
}

// ---- words

function restText({ hosts }: VirtualJob, rest: Rest): string {
  switch (rest.kind) {
    case 'has':
      return `has ${hosts.join('+')}`;
    case 'waits':
      if (rest.settles) return 'settles';
      return rest.asks === undefined ? 'waits' : `waits, asks ${rest.asks}`;
    case 'told': {
      const { byJob, grace } = rest.told;
      return `leaves for ${byJob} by ${grace.startMs + grace.durationMs - BOOTED_MS}`;
    }
    case 'carries-on':
      return 'carries on';
    case 'lost':
    case 'busy':
    case 'cancelled':
      return rest.kind;
  }
}

function statusText(stage: Stage, host: string): string {
  const [status] = statusOf(look(stage), [host]).hosts;
  if (status === undefined) throw new Error(`no ${host}`);
  const { state, holder, waiting } = status;
  const how = [
    state,
    ...(holder?.unaware === true ? ['unaware'] : []),
    ...(holder?.told?.overdue === true ? ['overdue'] : []),
  ].join(', ');
  return [how, ...waiting.map(({ job }) => job)].join(' < ');
}
