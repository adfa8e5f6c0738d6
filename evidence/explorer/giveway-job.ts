/**
 * What a job of ours can do next. Each step is one turn of the loops in src/lease/acquire.ts, hold.ts and leave.ts, driven by
 * the same decisions; where those wait for the pool, here anything else may happen first.
 */
import { arrives } from '../../src/lease/acquire';
import { partsOf } from '../../src/lease/leave';
import { decideAcquire, remember } from '../../src/protocol/acquire';
import { decideQuit } from '../../src/protocol/quit';
import type { Snapshot } from '../../src/protocol/snapshot';
import { settlingSince, upkeepVerbs } from '../../src/protocol/upkeep';
import type { Change } from '../../src/protocol/verbs';
import { beat, commitRequest } from '../pool-model/program';
import { submit } from './pool';
import { brokenByUse } from './rules';
import type { Move } from './search';
import { clocksOf, look, newJob, spend, withJob, type HoldState, type Job, type World } from './world';

/** How long after it was sent the pool still takes a change up. */
export const DEADLINE_MS = 10_000;

export function jobMoves(world: World, job: Job): Move<World>[] {
  if (world.inFlight !== undefined || job.phase === 'over') return [];
  if (job.phase === 'dead') return restart(world, job);
  if (job.sent !== undefined) return [...submit(world, job), ...givesUp(world, job), ...dies(world, job)];
  if (job.answer !== undefined) return [hears(world, job), ...missesReply(world, job), ...dies(world, job)];
  return [looks(world, job), ...beats(world, job), ...leaves(world, job), ...dies(world, job)];
}

// ---- looking and deciding

export function looks(world: World, job: Job): Move<World> {
  const snapshot = look(world);
  if (job.phase === 'hold') return checks(world, job, snapshot);
  if (job.phase === 'leave') return leavesOn(world, job, snapshot);
  return acquires(world, job, snapshot);
}

function acquires(world: World, before: Job, snapshot: Snapshot): Move<World> {
  const { request } = before;
  const memory = remember(snapshot, request, before.memory);
  const hasShown = before.arrivals === 1 && snapshot.heartbeats.has(request.who.id);
  const job = { ...before, memory, unknownUntilMs: hasShown ? undefined : before.unknownUntilMs };
  const name = request.who.id;
  const decision = decideAcquire(snapshot, request, memory);
  switch (decision.kind) {
    case 'acquired': {
      const [record] = decision.records.values();
      const hosts = [...decision.records.keys()];
      const hold = newHold(record?.token ?? 0, hosts, job.sentAtMs ?? world.nowMs);
      const to = withJob(world, { ...job, phase: 'hold', hold });
      return { name: `${name} looks: it has the host`, to, broken: brokenByUse(world, name, hosts) };
    }
    case 'change': {
      const arrivals = job.arrivals + (arrives(decision.change) ? 1 : 0);
      return sends(world, { ...job, isUntouched: false, arrivals }, snapshot, decision.change);
    }
    case 'wait':
      return { name: `${name} looks, and waits`, to: withJob(world, { ...job, isIdle: true }) };
    case 'busy':
    case 'superseded':
    case 'cancelled':
      return { name: `${name} looks: ${decision.kind}`, to: withJob(world, takesAway(job)) };
    case 'broken':
      return { name: `${name} looks`, to: world, broken: `a record can't be read: ${decision.problem}` };
  }
}

function newHold(token: number, hosts: readonly string[], goodAtMs: number): HoldState {
  return { token, hosts, goodAtMs, isTold: false, settlingSinceMs: undefined };
}

/** An acquire that has ended without a host: what it left is taken away. */
function takesAway(job: Job): Job {
  if (job.isUntouched) return { ...job, phase: 'over' };
  return { ...job, phase: 'leave', isOne: job.arrivals <= 1 };
}

function checks(world: World, job: Job, snapshot: Snapshot): Move<World> {
  const { id } = job.request.who;
  if (job.hold === undefined) throw new Error(`${id} holds nothing`);
  const { hosts } = job.hold;
  const settlingSinceMs = settlingSince(snapshot, id, hosts, job.hold.settlingSinceMs);
  const decision = decideQuit(snapshot, id, hosts);
  const { settleMs } = job.request;
  const upkeep =
    decision.kind === 'lost'
      ? []
      : upkeepVerbs(snapshot, id, hosts, { keeper: true, settleMs, settlingSinceMs });
  const due = decision.kind === 'carry-on' ? [] : decision.verbs;
  const verbs = upkeep.length > 0 ? upkeep : due;
  const hold = { ...job.hold, settlingSinceMs };
  if (verbs.length > 0) return sends(world, { ...job, hold }, snapshot, { hosts, verbs });
  switch (decision.kind) {
    case 'lost':
      return { name: `${id} looks: its lease is lost`, to: withJob(world, released(job)) };
    case 'quit':
      return {
        name: `${id} looks: it is to leave`,
        to: withJob(world, { ...job, isIdle: true, hold: { ...hold, isTold: true } }),
      };
    case 'carry-on': {
      const to = withJob(world, { ...job, isIdle: true, hold });
      return { name: `${id} looks, and carries on`, to, broken: brokenByUse(world, id, hosts) };
    }
  }
}

/** A holder whose work has ended: from here on it uses the host no more. */
export function released(job: Job): Job {
  return { ...job, phase: 'leave', hold: undefined, isOne: false, unknownUntilMs: undefined };
}

function leavesOn(world: World, before: Job, snapshot: Snapshot): Move<World> {
  const { id } = before.request.who;
  const { verbs } = partsOf(snapshot, id);
  const hasShown = before.isOne && verbs.length > 0;
  const job = hasShown ? { ...before, unknownUntilMs: undefined } : before;
  if (verbs.length > 0) return sends(world, job, snapshot, { hosts: [], verbs });
  const isOver = snapshot.uptimeMs > (job.unknownUntilMs ?? -Infinity);
  return {
    name: `${id} looks: nothing of it is left`,
    to: withJob(world, isOver ? { ...job, phase: 'over' } : job),
  };
}

function sends(world: World, job: Job, seen: Snapshot, change: Change): Move<World> {
  const deadlineMs = world.options.deadlines ? DEADLINE_MS : Infinity;
  const request = commitRequest(seen, change, deadlineMs);
  const sent = { seen, change, request, sentAtMs: world.nowMs };
  return {
    name: `${job.request.who.id} looks, and sends: ${describe(change)}`,
    to: withJob(world, { ...job, isIdle: false, sent }),
  };
}

export function describe({ verbs }: Change): string {
  return verbs
    .map((verb) => {
      const where = 'hosts' in verb ? verb.hosts.join(',') : 'host' in verb ? (verb.host ?? 'none') : '';
      const how =
        verb.verb === 'take' ? ` as ${verb.state}` : verb.verb === 'free' ? ` to the ${verb.leave}` : '';
      return `${verb.verb} ${where}${how}`.trim();
    })
    .join(' + ');
}

// ---- what becomes of a change

export function hears(world: World, job: Job): Move<World> {
  const { id } = job.request.who;
  const { answer, answered } = job;
  if (answer === undefined || answered === undefined) throw new Error(`${id} has nothing to hear`);
  const heard = { ...job, answer: undefined, answered: undefined };
  const name = `${id} hears: ${answer.kind}`;
  if (answer.kind !== 'committed') {
    const arrivals = job.phase === 'acquire' && arrives(answered.change) ? job.arrivals - 1 : job.arrivals;
    return { name, to: withJob(world, { ...heard, arrivals }) };
  }
  if (job.phase === 'acquire') {
    const taken = answered.change.verbs.find(({ verb }) => verb === 'take');
    const sentAtMs = answered.sentAtMs;
    if (taken?.verb === 'take' && taken.state === 'held' && answer.unlinked.length === 0) {
      const hold = newHold(answer.token, taken.hosts, sentAtMs);
      return {
        name: `${name}, and has the host`,
        to: withJob(world, { ...heard, phase: 'hold', hold, sentAtMs }),
      };
    }
    return { name, to: withJob(world, { ...heard, sentAtMs }) };
  }
  if (job.phase === 'leave') {
    const isAll = answered.change.verbs.every(({ verb }) => verb === 'free');
    const isOver = isAll && answered.seen.uptimeMs > (job.unknownUntilMs ?? -Infinity);
    return { name, to: withJob(world, isOver ? { ...heard, phase: 'over' } : heard) };
  }
  return { name, to: withJob(world, heard) };
}

/** The outcome is unknown; the next look tells. */
export function wonders(job: Job): Job {
  const sent = job.sent ?? job.answered;
  const wondering = { ...job, sent: undefined, answer: undefined, answered: undefined };
  if (sent === undefined || job.phase !== 'acquire') return wondering;
  const untilMs = sent.request.deadlineUptimeMs;
  return {
    ...wondering,
    sentAtMs: sent.sentAtMs,
    unknownUntilMs: arrives(sent.change) ? Math.max(job.unknownUntilMs ?? 0, untilMs) : job.unknownUntilMs,
  };
}

export function missesReply(world: World, job: Job): Move<World>[] {
  const spent = spend(world, 'lost');
  if (spent === undefined) return [];
  return [{ name: `the reply to ${job.request.who.id} gets lost`, to: withJob(spent, wonders(job)) }];
}

function givesUp(world: World, job: Job): Move<World>[] {
  const { sent } = job;
  if (sent === undefined) return [];
  const { id } = job.request.who;
  const moves: Move<World>[] = [];
  const lost = spend(world, 'lost');
  if (lost !== undefined) {
    moves.push({ name: `the request of ${id} gets lost`, to: withJob(lost, wonders(job)) });
  }
  const late = spend(world, 'late');
  if (late !== undefined) {
    const to = withJob({ ...late, late: [...late.late, { id, sent }] }, wonders(job));
    moves.push({ name: `${id} gives up a request that is still on its way`, to });
  }
  return moves;
}

// ---- heartbeats, the end

export function beats(world: World, job: Job): Move<World>[] {
  const { id } = job.request.who;
  if (job.phase === 'leave' || (job.phase === 'acquire' && !job.memory.wasRegistered)) return [];
  const hosts = job.hold?.hosts ?? [];
  const { files, answer } = beat(world.files, clocksOf(world), id, hosts);
  const moves: Move<World>[] = [];
  const late = spend(world, 'late');
  if (late !== undefined) {
    const to = { ...late, late: [...late.late, { id, hosts }] };
    moves.push({ name: `a heartbeat of ${id} is held up`, to });
  }
  const beaten = { ...world, files };
  if (answer.kind !== 'alive') {
    if (job.hold === undefined) return moves;
    return [...moves, { name: `${id} beats: ${answer.kind}`, to: withJob(beaten, released(job)) }];
  }
  const lost = spend(beaten, 'lost');
  if (lost !== undefined && job.hold !== undefined) {
    moves.push({ name: `${id} beats, and the reply gets lost`, to: lost });
  }
  const hold = job.hold && { ...job.hold, goodAtMs: world.nowMs };
  return [...moves, { name: `${id} beats`, to: withJob(beaten, { ...job, hold }) }];
}

function leaves(world: World, job: Job): Move<World>[] {
  const { id } = job.request.who;
  if (job.phase === 'hold') return [{ name: `${id} ends its work`, to: withJob(world, released(job)) }];
  if (job.phase === 'leave') return [];
  const spent = spend(world, 'givenUp');
  return spent === undefined ? [] : [{ name: `${id} wants no longer`, to: withJob(spent, takesAway(job)) }];
}

function dies(world: World, job: Job): Move<World>[] {
  const spent = spend(world, 'crashes');
  if (spent === undefined) return [];
  const { id } = job.request.who;
  const { sent } = job;
  const late = sent === undefined ? spent.late : [...spent.late, { id, sent }];
  const dead: Job = { ...newJob(job.index, job.request), phase: 'dead' };
  return [{ name: `${id} dies`, to: withJob({ ...spent, late }, dead) }];
}

function restart(world: World, job: Job): Move<World>[] {
  const spent = spend(world, 'restarts');
  if (spent === undefined) return [];
  const { owner, attempt } = job.request.who;
  const who = { id: `${owner}${attempt + 1}`, owner, attempt: attempt + 1 };
  return [{ name: `${who.id} begins`, to: withJob(spent, newJob(job.index, { ...job.request, who })) }];
}
