/** What goes wrong in a round, one at a time. */
import type { Seeded } from '../seeded';
import type { Job } from './job';
import type { Round } from './round';

/** Answers what it was, if there was anybody whom it could befall. */
type Fault = (round: Round, random: Seeded) => string | undefined;

/** The more often, the more common it is. */
const FAULTS: readonly (readonly [weight: number, fault: Fault])[] = [
  [4, (round, random) => pause(round, random, random.between(100, 12_000), 'pauses of seconds')],
  [
    2,
    (round, random) => pause(round, random, random.between(12_000, 100_000), 'pauses shorter than the ttl'),
  ],
  [
    2,
    (round, random) => pause(round, random, random.between(130_000, 900_000), 'pauses longer than the ttl'),
  ],
  [3, (round, random) => crash(round, random, false)],
  [2, (round, random) => crash(round, random, true)],
  [3, cut],
  [3, outage],
  [1, outageOfAll],
  [1, reboot],
  [2, setClock],
  [2, killProgram],
  [2, stopProgram],
  [1, crashBash],
];
const DRAWN_FROM = FAULTS.flatMap(([weight, fault]) => Array<Fault>(weight).fill(fault));

export function nextFault(round: Round, random: Seeded): void {
  const kind = random.pick(DRAWN_FROM)(round, random);
  if (kind !== undefined) round.count(`fault: ${kind}`);
}

function anyJob({ jobs }: Round, random: Seeded): Job | undefined {
  return jobs.size === 0 ? undefined : random.pick([...jobs]);
}

function pause(round: Round, random: Seeded, ms: number, kind: string): string | undefined {
  const job = anyJob(round, random);
  job?.freeze(ms, random.chance(0.5));
  return job && kind;
}

function crash(round: Round, random: Seeded, isMachine: boolean): string | undefined {
  const job = anyJob(round, random);
  job?.crash(isMachine);
  return job && (isMachine ? 'machines that crash' : 'processes that are killed');
}

function crashBash({ peers }: Round, random: Seeded): string | undefined {
  if (peers.size === 0) return undefined;
  random.pick([...peers]).crash();
  return 'bash jobs that crash';
}

function cut(round: Round, random: Seeded): string | undefined {
  const job = anyJob(round, random);
  job?.line.cut();
  return job && 'connections that are cut';
}

function outage(round: Round, random: Seeded): string | undefined {
  const job = anyJob(round, random);
  const ms = random.between(5_000, 300_000);
  if (job !== undefined) round.note(`${job.who.id} is cut off for ${Math.round(ms / 1000)} s`);
  job?.line.goDown(ms);
  return job && 'jobs that are cut off';
}

function outageOfAll(round: Round, random: Seeded): string {
  const ms = random.between(5_000, 90_000);
  round.note(`- all are cut off for ${Math.round(ms / 1000)} s`);
  for (const { line } of round.jobs) line.goDown(ms);
  return 'outages for all';
}

function reboot(round: Round, random: Seeded): string {
  const { bastion, plan, jobs, oracle } = round;
  const losesLocks = plan.isTmpfs && random.chance(0.5);
  round.note(`- the bastion reboots${losesLocks ? ', and the locks are gone' : ''}`);
  if (losesLocks) {
    round.hasLostLocks = true;
    for (const host of plan.hosts) oracle.rob(host, bastion.files.records.get(host)?.record.id);
  }
  bastion.reboot(random.between(5_000, 120_000), losesLocks);
  for (const { line } of jobs) line.cut();
  return losesLocks ? 'reboots that empty the folder of the locks' : 'reboots';
}

/** Beside bash jobs, which go by the wall clock, by a second at most. */
function setClock({ bastion, plan, note }: Round, random: Seeded): string {
  const mostMs = plan.lockTimeoutMs === undefined ? 86_400_000 : 1_000;
  const ms = random.between(-mostMs, mostMs);
  note(`- the wall clock is set by ${ms} ms`);
  bastion.setWallBy(ms);
  return 'clocks that are set';
}

function killProgram({ bastion }: Round): string {
  bastion.killsNext = true;
  return 'programs that are killed';
}

function stopProgram({ bastion }: Round, random: Seeded): string {
  bastion.stopsNextForMs = random.between(500, 40_000);
  return 'programs that are stopped';
}
