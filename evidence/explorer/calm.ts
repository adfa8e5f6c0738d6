/**
 * (e) What comes of a world once nothing goes wrong any more: everybody does what there is to do, in turn, and nobody works for
 * longer than a tick. Somebody must get the host soon, and in the end everybody must have had it.
 */
import { bashMoves } from './bash-job';
import { beats, DEADLINE_MS, jobMoves, looks, released } from './giveway-job';
import { mayTick, tick } from './nature';
import { carriesOn, lateMoves } from './pool';
import { brokenState } from './rules';
import type { Move } from './search';
import { clocksOf, withBash, withJob, type Job, type World } from './world';

export interface Calm {
  /** Ticks until somebody had a host; undefined: nobody wanted one, or somebody had one already. */
  readonly firstTicks: number | undefined;
  /** Ticks until every job of ours had ended. */
  readonly allTicks: number;
  readonly broken: string | undefined;
}

const NOTHING = { lost: 0, late: 0, crashes: 0, restarts: 0, givenUp: 0, reboots: 0, clockJumps: 0 };
/** Whoever does more within one tick is going round in circles. */
const MOST_STEPS = 500;

export function calm(start: World, mostTicks: number): Calm {
  let world: World = { ...start, left: NOTHING };
  const wants = isWanted(world) && !isUsed(world);
  let firstTicks: number | undefined;
  for (let ticks = 0; ; ticks += 1) {
    const tried = new Set<number>();
    const settled = untilQuiet(world, tried);
    if (typeof settled === 'string') return { firstTicks, allTicks: ticks, broken: settled };
    world = settled;
    if (wants && firstTicks === undefined && isUsed(world)) firstTicks = ticks;
    // a dead job's waiting file keeps bash jobs of lower versions out until one of ours clears it: that is no promise
    if (world.jobs.every((job) => hasEnded(world, job))) {
      return { firstTicks, allTicks: ticks, broken: undefined };
    }
    if (ticks >= mostTicks) {
      return { firstTicks, allTicks: ticks, broken: `(e) not everybody has had a host after ${ticks} ticks` };
    }
    world = endOfWork(world);
    const quiet = untilQuiet(world, tried);
    if (typeof quiet === 'string') return { firstTicks, allTicks: ticks, broken: quiet };
    if (!mayTick(quiet)) return { firstTicks, allTicks: ticks, broken: '(e) somebody never comes to an end' };
    world = heartbeats(tick(quiet));
  }
}

/** A lease and its rest are over after three ticks, a bash job's lock after four; and whoever waits has to see so. */
const MOST_TICKS_TO_FIRST = 5;
const MOST_TICKS_TO_ALL = 30;

/** What is wrong with a state or, for every nth that is asked about, with what comes of it once all is well; 0: for none. */
export function orWithWhatComesOfIt(
  broken: (world: World) => string | undefined,
  everyNth: number,
): (world: World) => string | undefined {
  let asked = 0;
  return (world) => {
    const found = broken(world);
    if (found !== undefined || everyNth === 0 || asked++ % everyNth !== 0) return found;
    const { firstTicks = 0, broken: later } = calm(world, MOST_TICKS_TO_ALL);
    if (later !== undefined || firstTicks <= MOST_TICKS_TO_FIRST) return later;
    return `(e) nobody has had a host before ${firstTicks} ticks had passed`;
  };
}

/**
 * Whoever leaves, and waits for an instant of an earlier boot until which a change of its own might have come, gives up by its
 * own clock: a budget of seconds in src/lease/leave.ts, which is not in the model.
 */
function hasEnded(world: World, { phase, unknownUntilMs = -Infinity }: Job): boolean {
  const isOfEarlierBoot = unknownUntilMs > clocksOf(world).uptimeMs + DEADLINE_MS;
  return phase === 'over' || phase === 'dead' || (phase === 'leave' && isOfEarlierBoot);
}

function isWanted({ jobs }: World): boolean {
  return jobs.some(({ phase }) => phase === 'acquire');
}

function isUsed({ jobs, bash }: World): boolean {
  return jobs.some(({ phase }) => phase === 'hold') || bash.some(({ phase }) => phase === 'holding');
}

/** Everybody in turn, until nobody has anything to do before time passes; or what is wrong. */
function untilQuiet(start: World, tried: Set<number>): World | string {
  let world = start;
  const turns: ((now: World) => Move<World> | undefined)[] = [
    (now) => carriesOn(now)[0],
    (now) => lateMoves(now)[0],
    ...start.jobs.map((_, index) => (now: World) => stepOf(now, index)),
    ...start.bash.map((_, index) => (now: World) => bashStep(now, index, tried)),
  ];
  for (let steps = 0; steps < MOST_STEPS;) {
    const before = world;
    for (const turn of turns) {
      const made = turn(world);
      if (made === undefined) continue;
      steps += 1;
      const broken = made.broken ?? brokenState(made.to);
      if (broken !== undefined) return broken;
      world = made.to;
    }
    if (world === before) return world;
  }
  return `(e) after ${MOST_STEPS} steps there is still something to do at once`;
}

function stepOf(world: World, index: number): Move<World> | undefined {
  const job = world.jobs[index];
  if (job === undefined || world.inFlight !== undefined || job.phase === 'over' || job.phase === 'dead')
    return undefined;
  if (job.sent !== undefined || job.answer !== undefined) return jobMoves(world, job)[0];
  const move = looks(world, job);
  const after = move.to.jobs[index];
  const isNothing =
    after?.sent === undefined &&
    after?.phase === job.phase &&
    after.isIdle === job.isIdle &&
    after.hold?.isTold === job.hold?.isTold;
  return isNothing ? undefined : move;
}

/** Bash tries once a minute: not again in the tick in which it has tried, or has given up a try. */
function bashStep(world: World, index: number, tried: Set<number>): Move<World> | undefined {
  const bash = world.bash[index];
  if (bash === undefined || bash.phase === 'holding') return undefined;
  if (bash.phase === 'trying' && tried.has(index)) return undefined;
  if (bash.phase !== 'new') tried.add(index);
  return bashMoves(world, bash)[0];
}

function endOfWork(start: World): World {
  let world = start;
  for (const job of start.jobs) if (job.phase === 'hold') world = withJob(world, released(job));
  for (const bash of start.bash)
    if (bash.phase === 'holding') world = withBash(world, { ...bash, phase: 'leaving' });
  return world;
}

function heartbeats(start: World): World {
  let world = start;
  for (const { index } of start.jobs) {
    const job = world.jobs[index];
    const alive =
      job !== undefined && (job.phase === 'acquire' || job.phase === 'hold') && job.answer === undefined;
    const beat = alive ? beats(world, job).at(-1) : undefined;
    if (beat !== undefined) world = beat.to;
  }
  return world;
}
