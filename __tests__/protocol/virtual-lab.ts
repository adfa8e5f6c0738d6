/**
 * Jobs that share hosts in virtual time: the decisions of src/protocol, on the model of the program. A job's turn comes
 * every `stepMs`; it looks, decides and commits until nothing is left to do, as the flows of src/lease do, and beats. No
 * faults and no bash jobs: those are the explorer's and the torture's.
 */
import { emptyFiles, snapshotOf, type Clocks } from '../../evidence/pool-model/files';
import { beat, commit, commitRequest } from '../../evidence/pool-model/program';
import { partsOf } from '../../src/lease/leave';
import { decideAcquire, NO_MEMORY, remember, type AcquireMemory } from '../../src/protocol/acquire';
import { decideQuit, graceLeftMs } from '../../src/protocol/quit';
import type { AcquireRequest } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import { requestOf, type RequestLooks } from './pool-picture';

/** What a job wants, and what it does with it. */
export interface Plan extends Pick<RequestLooks, 'version' | 'priority' | 'groups' | 'details'> {
  readonly name: string;
  readonly arrivesAtMs: number;
  /** How long its work takes. It begins anew each time that the job has a host. */
  readonly worksMs: number;
  /** Its wait timeout; none unless given. */
  readonly waitsMs?: number;
  /** What it does when it has given way; exit unless told otherwise. */
  readonly onQuit?: 'exit' | 'requeue';
  /** Does it leave at once when it is told, or only when its grace is used up? */
  readonly lingers?: boolean;
}

export interface Story {
  readonly name: string;
  /** Each time that it has got a host. */
  readonly acquiredAtMs: number[];
  /** For whom it gave way, by name. */
  readonly gaveWayTo: string[];
  end: 'done' | 'gave-way' | 'timed-out' | undefined;
}

export interface Run {
  /** Until when; it ends earlier when every job has. */
  readonly untilMs: number;
  readonly stepMs?: number;
  /** Whose turn is first in each step: the order of arrival is the kind one for those that gave way, its reverse is not. */
  readonly turns?: 'as-arrived' | 'reversed';
  /** Nobody arrives while so many are there: a queue that neither runs dry nor grows. */
  readonly crowd?: number;
}

interface Job {
  readonly plan: Plan;
  readonly story: Story;
  request: AcquireRequest;
  memory: AcquireMemory;
  hosts: readonly string[];
  startedAtMs: number;
  waitsSinceMs: number;
}

/** More changes in one turn are an endless loop. */
const MOST_CHANGES = 20;
const BOOT = '00000000-0000-4000-8000-000000000001';
const EPOCH_NS = 1_766_568_440_000_000_000n;
const BOOTED_MS = 1_000_000;

/** Runs the plans, in the order of their arrivals. */
export function runLab(
  plans: readonly Plan[],
  { untilMs, stepMs = 15_000, turns = 'as-arrived', crowd = Infinity }: Run,
): Map<string, Story> {
  let files = emptyFiles();
  let nowMs = 0;
  let next = 0;
  let live: Job[] = [];
  const stories = new Map<string, Story>();

  for (; nowMs <= untilMs && (next < plans.length || live.length > 0); nowMs += stepMs) {
    for (let plan = plans[next]; plan !== undefined && plan.arrivesAtMs <= nowMs; plan = plans[next]) {
      if (live.length >= crowd) break;
      live.push(arrive(plan));
      next += 1;
    }
    for (const job of turns === 'reversed' ? [...live].reverse() : live) {
      ({ files } = beat(files, clocks(), job.request.who.id, job.hosts));
      for (let changes = 0; turn(job); changes += 1) {
        if (changes >= MOST_CHANGES) throw new Error(`${job.plan.name} never comes to rest`);
      }
    }
    live = live.filter(({ story }) => story.end === undefined);
  }
  return stories;

  function clocks(): Clocks {
    return { uptimeMs: BOOTED_MS + nowMs, bootId: BOOT, wallNs: EPOCH_NS + BigInt(nowMs) * 1_000_000n };
  }

  function arrive(plan: Plan): Job {
    const story: Story = { name: plan.name, acquiredAtMs: [], gaveWayTo: [], end: undefined };
    stories.set(plan.name, story);
    const { name, version = '4.21', priority = 0, groups = [['h1']], details } = plan;
    const request = requestOf(`${name}-1`, {
      owner: name,
      version,
      priority,
      groups,
      details: { job: name, heartbeatMs: stepMs, keeper: true, ...details },
      waiterTtlMs: 8 * stepMs,
      ttlMs: 8 * stepMs,
    });
    return { plan, story, request, memory: NO_MEMORY, hosts: [], startedAtMs: nowMs, waitsSinceMs: nowMs };
  }

  /** Has it changed something? Then it looks again. */
  function turn(job: Job): boolean {
    if (job.story.end !== undefined) return false;
    const snapshot = snapshotOf(files, clocks());
    return job.hosts.length === 0 ? acquire(job, snapshot) : hold(job, snapshot);
  }

  function send(job: Job, snapshot: Snapshot, change: Change): true {
    const { files: changed, answer } = commit(files, clocks(), commitRequest(snapshot, change, 10_000));
    // nobody else acts between a job's look and its commit
    if (answer.kind !== 'committed') throw new Error(`${job.plan.name}: ${JSON.stringify(answer)}`);
    files = changed;
    return true;
  }

  function acquire(job: Job, snapshot: Snapshot): boolean {
    job.memory = remember(snapshot, job.request, job.memory);
    const decision = decideAcquire(snapshot, job.request, job.memory);
    switch (decision.kind) {
      case 'acquired':
        job.hosts = [...decision.records.keys()];
        job.startedAtMs = nowMs;
        job.story.acquiredAtMs.push(nowMs);
        return true;
      case 'change':
        return send(job, snapshot, decision.change);
      case 'wait':
        if (nowMs - job.waitsSinceMs < (job.plan.waitsMs ?? Infinity)) return false;
        job.story.end = 'timed-out';
        return leave(job, snapshot);
      case 'busy':
      case 'broken':
      case 'superseded':
      case 'cancelled':
        throw new Error(`${job.plan.name}: ${decision.kind}`);
    }
  }

  function hold(job: Job, snapshot: Snapshot): boolean {
    const { plan, story, hosts } = job;
    if (nowMs - job.startedAtMs >= plan.worksMs) {
      story.end = 'done';
      return leave(job, snapshot);
    }
    const decision = decideQuit(snapshot, job.request.who.id, hosts);
    if (decision.kind === 'carry-on') return false;
    if (decision.kind === 'lost') throw new Error(`${plan.name} has lost ${hosts.join()}`);
    if (decision.verbs.length > 0) return send(job, snapshot, { hosts, verbs: decision.verbs });
    if (plan.lingers === true && graceLeftMs(snapshot, decision.told) > 0) return false;
    story.gaveWayTo.push(decision.told.byJob);
    leave(job, snapshot);
    if (plan.onQuit === 'requeue') requeue(job);
    else story.end = 'gave-way';
    return true;
  }

  function leave(job: Job, snapshot: Snapshot): true {
    const { verbs } = partsOf(snapshot, job.request.who.id);
    return verbs.length === 0 ? true : send(job, snapshot, { hosts: [], verbs });
  }

  /** Waits again at once, before anybody else's turn, by the place that it had. */
  function requeue(job: Job): void {
    const { id, owner, attempt } = job.request.who;
    const times = job.story.gaveWayTo.length + 1;
    job.request = {
      ...job.request,
      who: { id: `${job.plan.name}-${times}`, owner, attempt },
      resumes: id,
    };
    job.memory = NO_MEMORY;
    job.hosts = [];
    job.waitsSinceMs = nowMs;
  }
}
