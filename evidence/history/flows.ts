/** Jobs that share two hosts at one time, by the real flows and the real program, and a history of what they have done. */
import { flakyPool } from '../../__tests__/pool/flaky-pool';
import { quickRequest, QUICK, leaseOf } from '../../__tests__/lease/lab';
import { TestBed } from '../../__tests__/pool/test-bed';
import { acquire } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import { systemClock } from '../../src/lease/clock';
import type { FlowContext } from '../../src/lease/flow';
import { release } from '../../src/lease/release';
import { directoryPool } from '../../src/pool/directory';
import { seeded, type Seeded } from '../seeded';
import type { History, Operation } from './history';
import { readCommits } from './journal';
import { recordedPool } from './recorded-pool';

const JOBS = 6;
const ROUNDS = 6;
/** The others wait for a dead job's lease to expire. */
const TTL_MS = 600;
const REAL_TIME = ['clock=/proc/uptime', 'boot=/proc/sys/kernel/random/boot_id', 'guard-wait=10'];

/** Requests and replies get lost, and jobs die with their hosts; drawn from the seed, as far as the machine has no say. */
export async function liveTogether(seed: number, program: string): Promise<History> {
  const bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, program }));
  try {
    const random = seeded(seed);
    const operations: Operation[] = [];
    const note = (operation: Operation): void => void operations.push(operation);
    const jobs = Array.from({ length: JOBS }, (_, slot) => work(bed, `j${slot}`, random.fork(), note));
    await Promise.all(jobs);
    return { operations, commits: readCommits(await bed.open().journal(100_000)) };
  } finally {
    await bed.dispose();
  }
}

/** One job after the other: each gets what it wants, has it for some checkpoints, and gives it back or is nobody any more. */
async function work(
  bed: TestBed,
  slot: string,
  random: Seeded,
  note: (operation: Operation) => void,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `${slot}r${round}`;
    const job = jobOf(bed, id, random, note);
    const version = random.pick(['4.20', '4.21', '4.22']);
    const groups = random.pick([[['h1']], [['h1', 'h2']], [['h1'], ['h2']]]);
    const request = quickRequest(id, { version, groups, ttlMs: TTL_MS, priority: random.pick([0, 0, 1]) });
    const result = await acquire(job, request, { ...QUICK, waitTimeoutMs: 20_000 });
    if (result.kind !== 'acquired') continue;
    const lease = leaseOf(request, [...result.lease.hosts]);
    for (let checks = random.below(4); checks > 0; checks -= 1) {
      const told = await checkQuit(job, lease);
      if (told.kind !== 'carry-on') break;
      await job.clock.sleep(random.below(30), job.signal);
    }
    if (random.chance(0.2)) continue;
    await release(job, { id });
  }
}

/** With a connection and faults of its own; it is noted what the job knows of. */
function jobOf(bed: TestBed, id: string, random: Seeded, note: (operation: Operation) => void): FlowContext {
  const faults = {
    conflicts: random.below(2),
    lostReplies: random.below(3),
    lostRequests: random.below(2),
    lostBeats: 0,
  };
  return {
    pool: recordedPool(id, flakyPool(bed.open(...REAL_TIME), faults), note),
    clock: systemClock,
    say: () => undefined,
    signal: new AbortController().signal,
    random: () => random.next(),
  };
}
