/** What happens to everybody: time, a reboot of the pool's machine, a clock that is set. */
import { commandDeadlines } from '../../src/protocol/timing';
import { isInHaste } from './bash-job';
import { released, wonders } from './giveway-job';
import type { Move } from './search';
import { hasLease, LOCK_TIMEOUT_MS, spend, TICK_MS, type Job, type World } from './world';

export function natureMoves(world: World): Move<World>[] {
  if (world.inFlight !== undefined) return [];
  return [...ticks(world), ...reboots(world), ...jumps(world)];
}

function ticks(before: World): Move<World>[] {
  if (!mayTick(before)) return [];
  return [{ name: 'time passes', to: tick(before) }];
}

/**
 * Time does not pass while somebody is about to do what it does at once: a bash job between two of its steps, a request on its
 * way (if it is lost, that counts as a fault), a job with a lease that has not yet seen that there is nothing to do for it.
 */
export function mayTick(world: World): boolean {
  if (world.bash.some((bash) => isInHaste(world, bash))) return false;
  if (world.jobs.some(({ sent }) => sent !== undefined)) return false;
  return world.options.pauses || world.jobs.every((job) => job.isIdle || !hasLease(world, job));
}

export function tick(before: World): World {
  const nowMs = before.nowMs + TICK_MS;
  const world = { ...before, nowMs };
  const uptimeMs = nowMs - world.bootedAtMs;
  const late = world.late.filter((one) => !('sent' in one) || uptimeMs <= one.sent.request.deadlineUptimeMs);
  return {
    ...world,
    late,
    jobs: world.jobs.map((job) => atTick(world, job)),
    bash: world.bash.map((bash) => {
      // bash holds no host for longer than LOCK_TIMEOUT, or it is misconfigured
      const isAtEnd = bash.phase === 'holding' && nowMs + TICK_MS >= bash.wroteAtMs + LOCK_TIMEOUT_MS;
      return isAtEnd ? { ...bash, phase: 'leaving' } : bash;
    }),
  };
}

function atTick({ options, nowMs }: World, job: Job): Job {
  if (options.pauses) return job;
  const { killMs } = commandDeadlines(job.request.ttlMs);
  // its command is stopped where the lease was not renewed in time
  if (job.hold !== undefined && nowMs >= job.hold.goodAtMs + killMs) return released(job);
  return { ...job, isIdle: false };
}

function reboots(before: World): Move<World>[] {
  const world = spend(before, 'reboots');
  if (world === undefined) return [];
  const { files, nowMs } = world;
  const to: World = {
    ...world,
    bootedAtMs: nowMs,
    boots: world.boots + 1,
    files: world.options.tmpfs ? { ...files, locks: new Map(), requests: new Map() } : files,
    jobs: world.jobs.map((job) => (job.sent === undefined && job.answer === undefined ? job : wonders(job))),
    late: [],
  };
  return [
    { name: world.options.tmpfs ? 'the machine reboots, and the locks are gone' : 'the machine reboots', to },
  ];
}

const HOUR_MS = 3_600_000;

function jumps(before: World): Move<World>[] {
  const world = spend(before, 'clockJumps');
  if (world === undefined) return [];
  return [-HOUR_MS, HOUR_MS].map((byMs) => ({
    name: `the wall clock is set by ${byMs / HOUR_MS} h`,
    to: { ...world, wallAheadMs: world.wallAheadMs + byMs },
  }));
}
