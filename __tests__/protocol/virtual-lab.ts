/**
 * A lab in virtual time: jobs that come, wait, work and give way. The turn of each comes every `stepMs`. No faults and no
 * bash jobs: those are the explorer's and the torture's.
 */
import { emptyFiles } from '../../evidence/pool-model/files';
import { graceLeftMs } from '../../src/protocol/quit';
import { requestOf, type RequestLooks } from './pool-picture';
import { comesBack, leave, look, newJob, turn, type Stage, type VirtualJob } from './virtual-job';

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

interface Guest {
  readonly plan: Plan;
  readonly story: Story;
  job: VirtualJob;
}

/** Runs the plans, in the order of their arrivals. */
export function runLab(
  plans: readonly Plan[],
  { untilMs, stepMs = 15_000, turns = 'as-arrived', crowd = Infinity }: Run,
): Map<string, Story> {
  const stage: Stage = { files: emptyFiles(), nowMs: 0 };
  const stories = new Map<string, Story>();
  let next = 0;
  let live: Guest[] = [];
  for (; stage.nowMs <= untilMs && (next < plans.length || live.length > 0); stage.nowMs += stepMs) {
    for (let plan = plans[next]; plan !== undefined && plan.arrivesAtMs <= stage.nowMs; plan = plans[next]) {
      if (live.length >= crowd) break;
      const guest = arrive(plan, stage, stepMs);
      stories.set(plan.name, guest.story);
      live.push(guest);
      next += 1;
    }
    for (const guest of turns === 'reversed' ? [...live].reverse() : live) act(stage, guest);
    live = live.filter(({ story }) => story.end === undefined);
  }
  return stories;
}

function arrive(plan: Plan, stage: Stage, stepMs: number): Guest {
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
  const story: Story = { name, acquiredAtMs: [], gaveWayTo: [], end: undefined };
  return { plan, story, job: newJob(stage, request) };
}

function act(stage: Stage, guest: Guest): void {
  const { plan, story, job } = guest;
  const { nowMs } = stage;
  const startedAtMs = story.acquiredAtMs.at(-1) ?? 0;
  if (job.hosts.length > 0 && nowMs - startedAtMs >= plan.worksMs) {
    end(stage, guest, 'done');
    return;
  }
  const rest = turn(stage, job);
  switch (rest.kind) {
    case 'has':
      story.acquiredAtMs.push(nowMs);
      return;
    case 'waits':
      if (nowMs - job.cameAtMs >= (plan.waitsMs ?? Infinity)) end(stage, guest, 'timed-out');
      return;
    case 'carries-on':
      return;
    case 'told':
      if (plan.lingers === true && graceLeftMs(look(stage), rest.told) > 0) return;
      story.gaveWayTo.push(rest.told.byJob);
      if (plan.onQuit !== 'requeue') {
        end(stage, guest, 'gave-way');
        return;
      }
      // before anybody else's turn
      leave(stage, job);
      guest.job = comesBack(stage, job, `${plan.name}-${story.gaveWayTo.length + 1}`);
      act(stage, guest);
      return;
    case 'lost':
    case 'busy':
    case 'cancelled':
      throw new Error(`${plan.name}: ${rest.kind}`);
  }
}

function end(stage: Stage, { story, job }: Guest, how: NonNullable<Story['end']>): void {
  leave(stage, job);
  story.end = how;
}
