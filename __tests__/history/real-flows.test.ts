/** What real flows do at one time, in a folder with the real program, is a history that can be. */
import { checkHistory } from '../../evidence/history/check';
import type { History, Operation } from '../../evidence/history/history';
import { readCommits } from '../../evidence/history/journal';
import { recordedPool } from '../../evidence/history/recorded-pool';
import { seeded, type Seeded } from '../../evidence/seeded';
import { acquire } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import { release } from '../../src/lease/release';
import { Lab, leaseOf, QUICK, quickRequest, type Job } from '../lease/lab';

const JOBS = 6;
const ROUNDS = 6;

/** A job with its own faults, whose client is watched from outside them. */
function watched(lab: Lab, name: string, random: Seeded, note: (operation: Operation) => void): Job {
  const plan = { conflicts: random.below(2), lostReplies: random.below(3), lostRequests: random.below(2) };
  const job = lab.job(plan);
  const pool = recordedPool(name, job.pool, note);
  return { ...job, pool: { ...job.pool, ...pool } };
}

/** Gets a host, has it for some checkpoints, and gives it back; or is nobody any more in the middle of it. */
async function work(
  lab: Lab,
  name: string,
  random: Seeded,
  note: (operation: Operation) => void,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `${name}r${round}`;
    const job = watched(lab, id, random, note);
    const version = random.pick(['4.20', '4.21', '4.22']);
    const groups = random.pick([[['h1']], [['h1', 'h2']], [['h1'], ['h2']]]);
    const ttlMs = 600;
    const request = quickRequest(id, { version, groups, ttlMs, priority: random.pick([0, 0, 1]) });
    const result = await acquire(job, request, { ...QUICK, waitTimeoutMs: 20_000 });
    if (result.kind !== 'acquired') continue;
    const { hosts } = result.lease;
    for (let checks = random.below(4); checks > 0; checks -= 1) {
      const told = await checkQuit(job, leaseOf(request, [...hosts]));
      if (told.kind !== 'carry-on') break;
      await job.clock.sleep(random.below(30), job.signal);
    }
    // now and then one dies with its host: the others have to wait until its lease has expired
    if (random.chance(0.2)) continue;
    await release(job, { id });
  }
}

async function history(seed: number): Promise<History> {
  const lab = new Lab();
  try {
    const random = seeded(seed);
    const operations: Operation[] = [];
    const note = (operation: Operation): void => void operations.push(operation);
    const jobs = Array.from({ length: JOBS }, (_, index) => work(lab, `j${index}`, random.fork(), note));
    await Promise.all(jobs);
    return { operations, commits: readCommits(await lab.pool().journal(100_000)) };
  } finally {
    await lab.dispose();
  }
}

// at one time, for most of it is waiting
test.concurrent.each([1, 2, 3])(
  'jobs that share two hosts, lose replies and die: seed %i',
  async (seed) => {
    const { operations, commits } = await history(seed);
    expect(checkHistory({ operations, commits })).toBeUndefined();
    // a history in which nothing happens is no evidence
    const names = commits.flatMap(({ events }) => events.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['requested', 'held', 'released', 'expired']));
    const unknown = operations.filter((one) => one.kind === 'commit' && one.outcome === 'unknown');
    expect(unknown.length).toBeGreaterThan(3);
  },
  90_000,
);
