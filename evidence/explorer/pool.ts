/** The pool's side: a change arrives and is made, at once or, where bash jobs may come in between, step by step. */
import { beat, carryOut, plan, raiseGeneration, type Step } from '../pool-model/program';
import { describe, hears, missesReply } from './giveway-job';
import { brokenByChange, brokenByCommit, brokenLock } from './rules';
import type { Move } from './search';
import {
  clocksOf,
  withJob,
  type Answer,
  type InFlight,
  type Job,
  type Late,
  type Sent,
  type World,
} from './world';

/** The change that a job waits for is made. */
export function submit(world: World, job: Job): Move<World>[] {
  const { sent } = job;
  if (sent === undefined) return [];
  const name = `the pool takes up ${describe(sent.change)} of ${job.request.who.id}`;
  return delivered(arrives(world, name, sent, job.request.who.id, job), job.index);
}

/**
 * The reply is heard at once, or lost. To hear it later within the tick would change nothing but when a job begins its work;
 * only one that may stand still hears late.
 */
function delivered(move: Move<World>, index: number | undefined): Move<World>[] {
  const world = move.to;
  const job = index === undefined ? undefined : world.jobs[index];
  if (job?.answer === undefined || (world.options.pauses && isTake(job))) return [move];
  const heard = hears(world, job);
  return [
    { ...move, name: `${move.name}; ${heard.name}`, to: heard.to },
    ...missesReply(world, job).map(({ name, to }) => ({ ...move, name: `${move.name}; ${name}`, to })),
  ];
}

function isTake({ answer, answered }: Job): boolean {
  return answer?.kind === 'committed' && answered?.change.verbs.some(({ verb }) => verb === 'take') === true;
}

/** A change or a heartbeat that nobody waits for arrives. */
export function lateMoves(world: World): Move<World>[] {
  if (world.inFlight !== undefined) return [];
  return world.late.map((late) => {
    const without = { ...world, late: world.late.filter((other) => other !== late) };
    if (!('sent' in late)) return beatArrives(without, late);
    const name = `the pool takes up, late, ${describe(late.sent.change)} of ${late.id}`;
    return comesBack(without, late.id, arrives(without, name, late.sent, late.id));
  });
}

/**
 * A change that was given up may bring a job back into the pool that has ended since: acquire knows until when, but release
 * is not told. What it leaves then counts as a dead job's, which goes when it expires; unless the world is to be strict.
 */
function comesBack(before: World, id: string, move: Move<World>): Move<World> {
  const job = before.jobs.find(({ request }) => request.who.id === id);
  if (job?.phase !== 'over' || move.to.files.generation === before.files.generation) return move;
  const broken = before.options.strictEnds
    ? `(i) ${id} is over, and a late change brings it back`
    : move.broken;
  return { ...move, to: withJob(move.to, { ...job, phase: 'dead' }), broken };
}

function beatArrives(world: World, { id, hosts }: Exclude<Late, { sent: unknown }>): Move<World> {
  const { files } = beat(world.files, clocksOf(world), id, hosts);
  const broken = brokenByChange(world, files, id);
  return { name: `a late heartbeat of ${id} arrives`, to: { ...world, files }, broken };
}

function arrives(before: World, name: string, sent: Sent, by: string, job?: Job): Move<World> {
  const world = { ...before, draws: before.draws + 1 };
  const { files } = world;
  const clocks = clocksOf(world);
  const planned = plan(files, clocks, sent.request);
  switch (planned.kind) {
    case 'refused':
      return { name, to: world, broken: `the program refused what a flow asked for: ${planned.why}` };
    case 'late':
      return { name: `${name}: too late`, to: answered(world, job, { kind: 'busy' }) };
    case 'conflict': {
      const to = { ...world, files: carryOut(files, planned.steps).files };
      return { name: `${name}: conflict`, to: answered(to, job, { kind: 'conflict' }) };
    }
    case 'planned': {
      const { steps, atNs, answer } = planned;
      const broken = brokenByCommit(world, sent);
      if (steps.length === 0) return { name, to: answered(world, job, answer), broken };
      const inFlight: InFlight = { steps, isCompared: false, atNs, answer, job: job?.index };
      const started = { ...world, inFlight };
      // nobody but bash acts while the guard is held, and bash looks at locks and waiting files only
      const isWatched = world.bash.length > 0 && steps.some(({ op }) => LOCK_STEPS.includes(op));
      const to = isWatched ? beforeLockStep(started) : finish(started);
      return { name, to, broken: broken ?? brokenByChange(world, to.files, by) };
    }
  }
}

const LOCK_STEPS: readonly Step['op'][] = ['link', 'swap', 'drop-lock'];

function answered(world: World, job: Job | undefined, answer: Answer): World {
  const now = job && world.jobs[job.index];
  if (now?.sent === undefined) return world;
  return withJob(world, { ...now, sent: undefined, answered: now.sent, answer });
}

/** The steps up to the next that touches a lock: bash can't tell whether they were made one by one. */
function beforeLockStep(world: World): World {
  const { inFlight } = world;
  if (inFlight === undefined) return world;
  const next = inFlight.steps.findIndex(({ op }) => LOCK_STEPS.includes(op));
  if (next < 0) return finish(world);
  const { files } = carryOut(world.files, inFlight.steps.slice(0, next));
  return { ...world, files, inFlight: { ...inFlight, steps: inFlight.steps.slice(next), isCompared: false } };
}

function finish(world: World): World {
  const { inFlight } = world;
  if (inFlight === undefined) return world;
  const { files, unlinked } = carryOut(world.files, inFlight.steps);
  const answer = { ...inFlight.answer, unlinked: [...inFlight.answer.unlinked, ...unlinked] };
  const done = { ...world, files: raiseGeneration(files, inFlight.atNs), inFlight: undefined };
  return answered(done, inFlight.job === undefined ? undefined : world.jobs[inFlight.job], answer);
}

/** The commit in flight goes on by one step; comparing a lock and replacing it are two. */
export function carriesOn(world: World): Move<World>[] {
  const { inFlight } = world;
  const [step, ...steps] = inFlight?.steps ?? [];
  if (inFlight === undefined || step === undefined) return [];
  const needsCompare = step.op === 'swap' || step.op === 'drop-lock';
  if (needsCompare && !inFlight.isCompared) {
    const expected = step.op === 'swap' ? step.old : step.stamp;
    const isAsExpected = world.files.locks.get(step.host)?.text === expected;
    if (isAsExpected) {
      const to = { ...world, inFlight: { ...inFlight, isCompared: true } };
      return [{ name: `the commit finds the lock of ${step.host} as it was`, to }];
    }
  }
  const { files, unlinked } =
    needsCompare && inFlight.isCompared ? forced(world, step) : carryOut(world.files, [step]);
  const answer = { ...inFlight.answer, unlinked: [...inFlight.answer.unlinked, ...unlinked] };
  const to = beforeLockStep({ ...world, files, inFlight: { ...inFlight, steps, answer } });
  const move = { name: `the commit goes on: ${step.op}`, to, broken: brokenLock(world, to.files) };
  return to.inFlight === undefined ? delivered(move, inFlight.job) : [move];
}

/** mv and rm do not look again at what they replace or remove. */
function forced(
  { files }: World,
  step: Extract<Step, { op: 'swap' | 'drop-lock' }>,
): ReturnType<typeof carryOut> {
  const locks = new Map(files.locks);
  if (step.op === 'swap') locks.set(step.host, { text: step.stamp, mtimeNs: step.mtimeNs });
  else locks.delete(step.host);
  return { files: { ...files, locks }, unlinked: [] };
}
