import { setTimeout as pause } from 'node:timers/promises';
import { acquire, type AcquireOptions, type AcquireResult } from '../../src/lease/acquire';
import { release } from '../../src/lease/release';
import { systemClock } from '../../src/lease/clock';
import { PoolUnavailable, type Pool } from '../../src/pool/pool';
import type { AcquireRequest } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import { change, free, take } from '../pool/changes';
import { commit, mustCommit, processesIn } from '../pool/test-bed';
import {
  bashHolds,
  bashWaits,
  legacy,
  ns,
  placeOf,
  requestOf,
  snapshotOf,
  type Part,
} from '../protocol/pool-picture';
import {
  CLEAN_UP_MS,
  FINE,
  Lab,
  OwnTime,
  QUICK,
  quickRequest,
  signalPrograms,
  stopPrograms,
  Stopped,
  TimerByHand,
  until,
  type Job,
} from './lab';

let lab: Lab;
beforeEach(() => void (lab = new Lab()));
afterEach(() => lab.dispose());

type Acquired = Extract<AcquireResult, { kind: 'acquired' }>;

async function mustAcquire(
  job: Job,
  request: AcquireRequest,
  options: AcquireOptions = QUICK,
): Promise<Acquired> {
  const result = await acquire(job, request, options);
  if (result.kind !== 'acquired') throw new Error(`not acquired: ${result.kind}`);
  return result;
}

/** Files of requests, and what bash jobs would see besides. */
const visible = (): string[] => lab.bed.visible().sort();
const requests = (): string[] => visible().filter((name) => name.includes('.waiting.'));
const heartbeats = (): string[] =>
  Object.keys(lab.bed.files())
    .filter((name) => name.endsWith('.hb'))
    .map((name) => name.slice('.giveway/'.length, -'.hb'.length));

/** Somebody else has these hosts. */
async function occupy(...hosts: string[]): Promise<void> {
  await mustCommit(lab.pool(), take('holder', hosts));
}
/** The same, for a job in a time of its own. */
const occupyInOwnTime = async (): Promise<unknown> =>
  mustCommit(lab.bed.open(), take('holder', ['h1'], { ttlMs: 9_000_000 }));
/** In a time of its own, no job need look often. */
const PATIENT = { waitTimeoutMs: undefined, headMs: 1_000, queueMs: 3_000 } as const;
const vacate = async (...hosts: string[]): Promise<unknown> => mustCommit(lab.pool(), free('holder', hosts));

describe('a free host', () => {
  it('is taken by two requests to the pool', async () => {
    const job = lab.job(FINE);
    const asked: string[] = [];
    const { pool } = job;
    const counted: Job = {
      ...job,
      pool: {
        ...pool,
        snapshot: (...args) => (asked.push('snapshot'), pool.snapshot(...args)),
        commit: (...args) => (asked.push('commit'), pool.commit(...args)),
        beat: (...args) => (asked.push('beat'), pool.beat(...args)),
        watch: (...args) => (asked.push('watch'), pool.watch(...args)),
      },
    };
    const startedAt = performance.now();
    const { lease, waitedMs, previous } = await mustAcquire(counted, quickRequest('a'));
    expect(asked).toEqual(['snapshot', 'commit']);
    expect(lease).toMatchObject({ id: 'a', hosts: ['h1'], version: '4.21', ttlMs: 20_000, keeper: true });
    expect(Number.isSafeInteger(lease.fencingToken)).toBe(true);
    expect(lease.fencingToken).toBeGreaterThan(1_000_000_000_000_000);
    expect(waitedMs).toBeGreaterThanOrEqual(0);
    expect(waitedMs).toBeLessThanOrEqual(performance.now() - startedAt);
    expect(previous).toBeUndefined();
    expect(visible()).toEqual(['h1.lock']);
  });

  it('is taken after a conflict, and by the own id after a lost reply, with the token that the pool gave', async () => {
    const job = lab.job();
    const { lease } = await mustAcquire(job, quickRequest('a'));
    expect(job.pool.faults).toEqual(['conflicts', 'lostReplies']);
    expect(lease.fencingToken).toBe((await lab.pool().snapshot()).hosts.get('h1')!.record!.token);
    expect(visible()).toEqual(['h1.lock']);
    expect(job.said.map(({ type }) => type)).toEqual(['retrying']);
  });

  it('is taken after requests that never arrived', async () => {
    const job = lab.job({ ...FINE, lostRequests: 2 });
    await mustAcquire(job, quickRequest('a'));
    expect(job.pool.faults).toEqual(['lostRequests', 'lostRequests']);
  });

  it('is not taken twice by a request that comes late', async () => {
    const job = lab.job({ ...FINE, late: 1 });
    const { lease } = await mustAcquire(job, quickRequest('a'));
    expect((await job.pool.applyLate()).map(({ kind }) => kind)).toEqual(['conflict']);
    expect((await lab.pool().snapshot()).hosts.get('h1')!.record).toMatchObject({
      id: 'a',
      token: lease.fencingToken,
    });
  });

  it('has rising tokens, and tells of the job before', async () => {
    const first = await mustAcquire(lab.job(), quickRequest('a', { details: { job: 'first' } }));
    await release(lab.job(), { id: 'a' });
    const second = await mustAcquire(lab.job(), quickRequest('b'));
    expect(second.lease.fencingToken).toBeGreaterThan(first.lease.fencingToken);
    expect(second.previous).toEqual({ id: 'a', job: 'first', endedBy: 'released' });
  });

  it('of a job that died is taken after ttl and lock delay, and its end is told', async () => {
    const time = new OwnTime(lab.bed);
    await mustAcquire(lab.jobIn(time, FINE), requestOf('dead'));
    const { previous, waitedMs } = await mustAcquire(lab.jobIn(time), requestOf('next'), PATIENT);
    expect(previous).toMatchObject({ id: 'dead', endedBy: 'expired' });
    expect(waitedMs).toBeGreaterThanOrEqual(135_000);
    expect(waitedMs).toBeLessThan(140_000);
    expect(heartbeats()).toEqual(['next']);
  });
});

describe('a job that waits', () => {
  it('registers in spite of a conflict and a lost reply, and keeps that one place', async () => {
    await occupy('h1');
    const job = lab.job();
    const waiting = mustAcquire(job, quickRequest('a'));
    await until(() => job.said.some(({ type }) => type === 'waiting'));
    expect(job.pool.faults).toEqual(['conflicts', 'lostReplies']);
    expect(requests()).toEqual([expect.stringMatching(/^h1\.lock\.waiting\.\d{19}\.4\.21$/)]);
    await vacate('h1');
    const { waitedMs } = await waiting;
    expect(waitedMs).toBeGreaterThan(0);
    expect(visible()).toEqual(['h1.lock']);
  });

  it('keeps its place over a new connection', async () => {
    await occupy('h1');
    const job = lab.job(FINE);
    const waiting = mustAcquire(job, quickRequest('a'));
    await until(() => requests().length === 1);
    const [place] = requests();
    const killed = processesIn(lab.bed.folder);
    signalPrograms(lab.bed, 'SIGKILL');
    await until(() => processesIn(lab.bed.folder).some((pid) => !killed.includes(pid)));
    expect(requests()).toEqual([place]);
    await vacate('h1');
    await waiting;
  });

  it('beats for its place, in spite of a heartbeat whose reply is lost', async () => {
    await occupy('h1');
    const job = lab.job();
    const request = quickRequest('a', { waiterTtlMs: 400, details: { heartbeatMs: 40 } });
    const waiting = mustAcquire(job, request);
    // the last file that registering makes
    await until(() => heartbeats().includes('a'));
    const [place] = requests();
    const beatAtMs = (): number => Number(lab.bed.read('.giveway/a.hb').split(' ')[0]);
    const firstAtMs = beatAtMs();
    // without its beats it would have been dead twice
    await until(() => beatAtMs() > firstAtMs + 2 * request.waiterTtlMs);
    expect(requests()).toEqual([place]);
    expect(job.pool.faults).toContain('lostBeats');
    await vacate('h1');
    await waiting;
  });

  it('beats without looking at the whole pool again, and notices a change all the same', async () => {
    await occupy('h1');
    const job = lab.job(FINE);
    const counts = { looks: 0, beats: 0 };
    const pool: Job['pool'] = {
      ...job.pool,
      snapshot: (signal) => {
        counts.looks += 1;
        return job.pool.snapshot(signal);
      },
      beat: (id, hosts, signal) => {
        counts.beats += 1;
        return job.pool.beat(id, hosts, signal);
      },
    };
    const request = quickRequest('a', { waiterTtlMs: 20_000, details: { heartbeatMs: 20 } });
    const waiting = mustAcquire({ ...job, pool }, request);
    await until(() => counts.beats >= 20);
    // before and after it registers, and no more
    expect(counts.looks).toBeLessThanOrEqual(3);
    await vacate('h1');
    await waiting;
  });

  it('registers again when its place was cleared (etcd#11456)', async () => {
    await occupy('h1');
    const job = lab.job();
    const waiting = mustAcquire(job, quickRequest('a'));
    await until(() => requests().length === 1);
    const [place] = requests();
    await mustCommit(lab.pool(), change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
    await until(() => requests().length === 1 && requests()[0] !== place);
    await vacate('h1');
    await waiting;
    expect(requests()).toEqual([]);
  });

  it('takes nothing on the strength of a place that went between look and take', async () => {
    await occupy('h1');
    const job = lab.job(FINE);
    const gone: string[] = [];
    const { pool } = job;
    const clearing: Job = {
      ...job,
      pool: {
        ...pool,
        commit: async (seen, wanted, signal) => {
          if (gone.length === 0 && wanted.verbs.some(({ verb }) => verb === 'take')) {
            gone.push(...requests());
            await mustCommit(lab.pool(), change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
          }
          return pool.commit(seen, wanted, signal);
        },
      },
    };
    const waiting = mustAcquire(clearing, quickRequest('a'));
    await until(() => requests().length === 1);
    await vacate('h1');
    await waiting;
    expect(gone).toHaveLength(1);
    expect(visible()).toEqual(['h1.lock']);
  });

  it('says who holds the host and who is ahead', async () => {
    await occupy('h1');
    const ahead = lab.job();
    const first = mustAcquire(ahead, quickRequest('first', { version: '4.22' }));
    await until(() => requests().length === 1);
    const job = lab.job();
    const second = mustAcquire(job, quickRequest('second'));
    await until(() => job.said.some(({ type }) => type === 'waiting'));
    const said = job.said.find((event) => event.type === 'waiting')!;
    expect(said.report).toMatchObject({
      hosts: [{ host: 'h1', availability: { state: 'held', holder: { id: 'holder' } } }],
      ahead: [{ waiter: { id: 'first' }, rule: 'version' }],
    });
    await vacate('h1');
    await first;
    await release(ahead, { id: 'first' });
    await second;
  });
});

describe('a job that stops waiting', () => {
  it.each([
    ['on an ordinary bad day', {}],
    ['on a good one', FINE],
  ])('leaves no file when it is cancelled: %s', async (_, plan) => {
    await occupy('h1');
    const job = lab.job(plan);
    const waiting = acquire(job, quickRequest('a'), QUICK);
    waiting.catch(() => undefined);
    await until(() => job.said.some(({ type }) => type === 'waiting'));
    const askedAt = performance.now();
    job.abort();
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(performance.now() - askedAt).toBeLessThan(CLEAN_UP_MS);
    expect(requests()).toEqual([]);
    expect(heartbeats()).toEqual(['holder']);
  });

  it('cancelled before it began, it asks nothing', async () => {
    const job = lab.job(FINE);
    job.abort();
    await expect(acquire(job, quickRequest('a'), QUICK)).rejects.toBeInstanceOf(Stopped);
    expect(processesIn(lab.bed.folder)).toEqual([]);
  });

  it('gives back a host that it had just taken when it was cancelled', async () => {
    const job = lab.job(FINE);
    const { pool } = job;
    const late: Job = {
      ...job,
      pool: {
        ...pool,
        commit: async (seen, wanted, signal) => {
          await pool.commit(seen, wanted, signal);
          job.abort();
          signal?.throwIfAborted();
          throw new Error('not reached');
        },
      },
    };
    await expect(acquire(late, quickRequest('a'), QUICK)).rejects.toBeInstanceOf(Stopped);
    expect(visible()).toEqual([]);
    expect(heartbeats()).toEqual([]);
  });

  it('at its wait timeout only its own files go; the lock stays with its holder (abatilo/locks#10)', async () => {
    await occupy('h1');
    const lock = lab.bed.read('h1.lock');
    const other = lab.job(FINE);
    const staying = mustAcquire(other, quickRequest('other'));
    await until(() => requests().length === 1);
    const [stays] = requests();
    const clock = new TimerByHand(60_000);
    const job = { ...lab.job(), clock };
    const timedOut = acquire(job, quickRequest('a', { version: '4.22' }), {
      ...QUICK,
      waitTimeoutMs: clock.ms,
    });
    await until(() => job.said.some(({ type }) => type === 'waiting'));
    expect(requests()).toHaveLength(2);
    clock.runOut();
    expect(await timedOut).toMatchObject({
      kind: 'not-acquired',
      reason: 'timeout',
      report: { hosts: [{ availability: { state: 'held', holder: { id: 'holder' } } }] },
    });
    expect(requests()).toEqual([stays]);
    expect(lab.bed.read('h1.lock')).toBe(lock);
    expect(await release(lab.job(), { id: 'a' })).toEqual({ kind: 'not-held' });
    expect(lab.bed.read('h1.lock')).toBe(lock);
    await vacate('h1');
    await staying;
  });

  it('cancelled while it does not know whether it has registered, it takes away what comes late', async () => {
    await occupyInOwnTime();
    const time = new OwnTime(lab.bed);
    const job = lab.jobIn(time, { ...FINE, late: 1 });
    let came: string[] = [];
    const cancelling: Job = {
      ...job,
      say: ({ type }) => {
        if (type !== 'retrying') return;
        job.abort();
        time.after(2_000, async () => {
          await job.pool.applyLate();
          came = requests();
        });
      },
    };
    await expect(acquire(cancelling, requestOf('a'), PATIENT)).rejects.toBeInstanceOf(Stopped);
    expect(came).toHaveLength(1);
    expect(requests()).toEqual([]);
    expect(heartbeats()).toEqual(['holder']);
  });

  it('what it could not take away is said', async () => {
    await occupyInOwnTime();
    const job = lab.jobIn(new OwnTime(lab.bed), FINE);
    const broken: Job = {
      ...job,
      pool: {
        ...job.pool,
        watch: () => {
          job.abort();
          return Promise.resolve('changed');
        },
        snapshot: (signal) =>
          job.signal.aborted
            ? Promise.reject(new PoolUnavailable('permission', 'gone'))
            : job.pool.snapshot(signal),
      },
    };
    await expect(acquire(broken, requestOf('a'), PATIENT)).rejects.toBeInstanceOf(Stopped);
    expect(job.said.at(-1)).toMatchObject({ type: 'left-behind', error: { reason: 'permission' } });
  });
});

describe('if-busy', () => {
  it.each(['skip', 'fail'] as const)(
    '%s: nothing is written where the host is held, and nobody is asked',
    async (ifBusy) => {
      await occupy('h1');
      const before = lab.bed.files();
      const job = lab.job();
      const result = await acquire(job, quickRequest('a', { ifBusy, version: '9.9' }), QUICK);
      expect(result).toMatchObject({ kind: 'not-acquired', reason: 'busy' });
      expect(job.pool.faults).toEqual([]);
      expect(lab.bed.files()).toEqual(before);
    },
  );

  it('a free host is taken', async () => {
    expect((await mustAcquire(lab.job(), quickRequest('a', { ifBusy: 'fail' }))).lease.hosts).toEqual(['h1']);
  });

  it('a host that went meanwhile is busy, and nothing of the attempt stays', async () => {
    await lab.shareWithBash(60, lab.pool());
    const job = lab.job(FINE);
    const { pool } = job;
    let hasGone = false;
    const outrun: Job = {
      ...job,
      pool: {
        ...pool,
        commit: async (seen, wanted, signal) => {
          if (!hasGone && wanted.verbs.some(({ verb }) => verb === 'take')) {
            hasGone = true;
            await mustCommit(lab.pool(), take('holder', ['h1'], { state: 'settling' }));
          }
          return pool.commit(seen, wanted, signal);
        },
      },
    };
    const result = await acquire(outrun, quickRequest('a', { ifBusy: 'skip', version: '4.20' }), QUICK);
    expect(result).toMatchObject({ kind: 'not-acquired', reason: 'busy' });
    expect(visible()).toEqual(['h1.lock']);
    expect(heartbeats()).toEqual(['holder']);
  });
});

describe('processes of one job', () => {
  const owner = 'run-1/build';

  it.each([
    ['two intervals', false, 30_000],
    ['its command must be dead, where a process keeps it', true, 105_000],
  ])(
    'a step that is run again gets its own lease, once the earlier process has been silent until %s (pool-resource#26)',
    async (_, keeper, silentMs) => {
      const time = new OwnTime(lab.bed);
      const looks = { owner, details: { heartbeatMs: 15_000, keeper } };
      const first = await mustAcquire(lab.jobIn(time), requestOf('first', looks));
      const job = lab.jobIn(time);
      const second = await mustAcquire(job, requestOf('second', looks), PATIENT);
      expect(second.waitedMs).toBeGreaterThanOrEqual(silentMs - 1_000);
      expect(second.waitedMs).toBeLessThan(silentMs + 5_000);
      expect(second.previous).toMatchObject({ id: 'first', endedBy: 'superseded' });
      expect(second.lease.fencingToken).toBeGreaterThan(first.lease.fencingToken);
      expect(job.said.find((event) => event.type === 'waiting')!.report.because).toBe('earlier-attempt');
      expect(await release(lab.jobIn(time), { id: 'first' })).toEqual({ kind: 'lost', hosts: [] });
      expect(visible()).toEqual(['h1.lock']);
    },
  );

  it("a later attempt takes the earlier one's lease at once (turnstyle#29)", async () => {
    await mustAcquire(lab.job(), quickRequest('first', { owner, attempt: 1 }));
    const { previous } = await mustAcquire(lab.job(), quickRequest('second', { owner, attempt: 2 }));
    expect(previous).toMatchObject({ id: 'first', endedBy: 'superseded' });
  });

  it('a later attempt takes the place of an earlier one, which ends', async () => {
    await occupy('h1');
    const earlier = lab.job();
    const first = acquire(earlier, quickRequest('first', { owner, attempt: 1 }), QUICK);
    await until(() => earlier.said.some(({ type }) => type === 'waiting'));
    const [place] = requests();
    const second = mustAcquire(lab.job(), quickRequest('second', { owner, attempt: 2 }));
    expect(await first).toEqual({ kind: 'superseded' });
    await until(() => heartbeats().join() === 'holder,second');
    expect(requests()).toEqual([place]);
    await vacate('h1');
    await second;
  });

  it('two legs of one run, in the same instant, are two jobs (gh-action-mutex#32)', async () => {
    const legs = ['a', 'b'].map((leg) => ({
      job: lab.job(),
      request: quickRequest(leg, { owner: `${owner}/${leg}` }),
    }));
    const order: string[] = [];
    await Promise.all(
      legs.map(async ({ job, request }) => {
        const { lease } = await mustAcquire(job, request);
        order.push(`in ${lease.id}`);
        await pause(50);
        order.push(`out ${lease.id}`);
        await release(job, { id: lease.id });
      }),
    );
    expect(order.map((entry) => entry.split(' ')[0])).toEqual(['in', 'out', 'in', 'out']);
  });
});

describe('several hosts', () => {
  it('three jobs of three candidates get three different hosts (jenkins#123)', async () => {
    const hosts = ['h1', 'h2', 'h3'];
    const got = await Promise.all(
      ['a', 'b', 'c'].map((id) => mustAcquire(lab.job(), quickRequest(id, { groups: [hosts] }))),
    );
    expect(got.flatMap(({ lease }) => lease.hosts).sort()).toEqual(hosts);
    expect(requests()).toEqual([]);
  });

  it('two requests for all of two hosts, in opposite order, both come to an end (argo#14461)', async () => {
    await occupy('h1');
    const ask = async (id: string, groups: string[][]): Promise<string[]> => {
      const job = lab.job();
      const { lease } = await mustAcquire(job, quickRequest(id, { groups }));
      await pause(30);
      await release(job, { id });
      return [...lease.hosts];
    };
    const both = [ask('a', [['h1'], ['h2']]), ask('b', [['h2'], ['h1']])];
    await until(() => requests().length === 4);
    expect(requests().every((name) => name.endsWith('.queued'))).toBe(true);
    await vacate('h1');
    expect((await Promise.all(both)).map((hosts) => hosts.sort())).toEqual([
      ['h1', 'h2'],
      ['h1', 'h2'],
    ]);
    expect(visible()).toEqual([]);
  });

  it('one that waits for all of two keeps nobody from the one that is free', async () => {
    await occupy('h1');
    const all = mustAcquire(lab.job(), quickRequest('all', { version: '4.22', groups: [['h1'], ['h2']] }));
    await until(() => requests().length === 2);
    const job = lab.job();
    await mustAcquire(job, quickRequest('one', { groups: [['h2']] }));
    await vacate('h1');
    await pause(100);
    await release(job, { id: 'one' });
    expect((await all).lease.hosts).toEqual(['h1', 'h2']);
  });
});

describe('who is next when a host is given back', () => {
  it('the newer version, though a lower one polls far more often (kubernetes#54501)', async () => {
    const jobs = { low: lab.job(FINE), high: lab.job(FINE) };
    for (let round = 0; round < 5; round += 1) {
      await occupy('h1');
      const order: string[] = [];
      const wait = async (who: keyof typeof jobs, version: string, everyMs: number): Promise<void> => {
        const job = jobs[who];
        const id = `${who}${round}`;
        await mustAcquire(job, quickRequest(id, { version }), {
          ...QUICK,
          headMs: everyMs,
          queueMs: everyMs,
        });
        order.push(id);
        await release(job, { id });
      };
      const low = wait('low', '4.21', 1);
      const high = wait('high', '4.22', 150);
      await until(() => requests().length === 2);
      const said = Object.values(jobs).map((job) => [job, job.said.length] as const);
      await until(() => said.every(([job, count]) => job.said.length > count));
      await vacate('h1');
      await Promise.all([low, high]);
      expect(order).toEqual([`high${round}`, `low${round}`]);
    }
  });

  it('never the dead one ahead, whose file goes', async () => {
    const time = new OwnTime(lab.bed);
    await mustAcquire(lab.jobIn(time, FINE), requestOf('holder'));
    const dead = lab.jobIn(time, FINE);
    let isDead = false;
    const fails = (): Promise<never> => Promise.reject(new PoolUnavailable('fault', 'dead'));
    const dying: Job = {
      ...dead,
      pool: {
        ...dead.pool,
        watch: () => {
          isDead = true;
          return Promise.reject(new Stopped('it dies without a word'));
        },
        snapshot: (...args) => (isDead ? fails() : dead.pool.snapshot(...args)),
      },
    };
    await expect(acquire(dying, requestOf('dead', { version: '99.0' }), PATIENT)).rejects.toBeInstanceOf(
      Stopped,
    );
    expect(requests()).toHaveLength(1);
    await time.pass(100_000);
    expect(await commit(lab.bed.open(), free('holder', ['h1']))).toMatchObject({ kind: 'committed' });
    const { waitedMs } = await mustAcquire(lab.jobIn(time), requestOf('next'), { waitTimeoutMs: undefined });
    expect(waitedMs).toBeGreaterThanOrEqual(20_000);
    expect(waitedMs).toBeLessThan(25_000);
    expect(requests()).toEqual([]);
    expect(heartbeats()).toEqual(['next']);
  });
});

it('a host that a bash job has held all the time is left to a bash job ahead, as one that has just come free', async () => {
  let nowMs = 0;
  const later = (parts: readonly Part[]): Snapshot => {
    const snapshot = snapshotOf(legacy(36_000), ...parts);
    return { ...snapshot, uptimeMs: snapshot.uptimeMs + nowMs, wallNs: snapshot.wallNs + ns(nowMs) };
  };
  const request = requestOf('me', { details: { heartbeatMs: 3_600_000 }, waiterTtlMs: 9_000_000 });
  const place = placeOf(request, { target: 'h1', ttlMs: 9_000_000, beatAgeMs: 0 });
  const parts = [bashWaits('h1', '4.22', 200_000), place];
  const enough = new Stopped('it has decided twice');
  const controller = new AbortController();
  const unasked = (): Promise<never> => Promise.reject(new Error('nothing was to be asked'));
  const decided: string[] = [];
  const pool: Pool = {
    name: 'pictures',
    snapshot: () => Promise.resolve(later(nowMs < 165_000 ? [bashHolds('h1', 1_000), ...parts] : parts)),
    watch: () => {
      decided.push(`waits at ${nowMs}`);
      // nothing changes but that the lock goes in the end
      if (nowMs > 0) controller.abort(enough);
      nowMs = 165_000;
      return Promise.resolve('changed');
    },
    commit: (_, { verbs }) => {
      decided.push(`${verbs[0]?.verb ?? 'nothing'} at ${nowMs}`);
      controller.abort(enough);
      return Promise.reject(enough);
    },
    beat: unasked,
    journal: unasked,
    list: unasked,
    close: () => Promise.resolve(),
  };
  const clock = { ...systemClock, now: () => nowMs };
  const context = { pool, clock, say: () => undefined, signal: controller.signal, random: () => 0 };
  await expect(acquire(context, request, { waitTimeoutMs: undefined })).rejects.toBe(enough);
  expect(decided.slice(0, 2)).toEqual(['waits at 0', 'waits at 165000']);
});

describe('a pool that is far away', () => {
  it('is looked at no more often for it: what is due comes when it is due, however late an answer was', async () => {
    await occupy('h1');
    const job = lab.job(FINE);
    const { pool } = job;
    const calls = { watch: 0, beat: 0 };
    const far: Job = {
      ...job,
      pool: {
        ...pool,
        // what it says of its clock is old by then
        snapshot: async (signal) => {
          const snapshot = await pool.snapshot(signal);
          await pause(300);
          return snapshot;
        },
        watch: (...args) => ((calls.watch += 1), pool.watch(...args)),
        beat: (...args) => ((calls.beat += 1), pool.beat(...args)),
      },
    };
    const request = quickRequest('a', { details: { heartbeatMs: 100 } });
    const result = await acquire(far, request, { ...PATIENT, waitTimeoutMs: 2000 });
    expect(result).toMatchObject({ kind: 'not-acquired', reason: 'timeout' });
    expect(calls.beat).toBeGreaterThan(5);
    expect(calls.beat).toBeLessThanOrEqual(20);
    // each heartbeat ends one watch, or a few, for the pool's clock goes by hundredths of a second
    expect(calls.watch).toBeLessThanOrEqual(4 * calls.beat + 6);
  });
});

describe('a pool that does not answer', () => {
  it('a hung one: acquire ends at its wait timeout (turnstyle#146)', async () => {
    await occupy('h1');
    const clock = new TimerByHand(60_000);
    const job = lab.job(FINE);
    const { pool } = job;
    let isAsking = false;
    const hanging: Job = {
      ...job,
      clock,
      pool: {
        ...pool,
        watch: (...args) => {
          stopPrograms(lab.bed);
          isAsking = true;
          return pool.watch(...args);
        },
      },
    };
    const waiting = acquire(hanging, quickRequest('a'), { ...QUICK, waitTimeoutMs: clock.ms });
    await until(() => isAsking);
    const startedAt = performance.now();
    clock.runOut();
    expect(await waiting).toMatchObject({ kind: 'not-acquired', reason: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(CLEAN_UP_MS);
    expect(requests()).toEqual([]);
  });

  it('one that hangs from the start and for ever: the same, at once, for nothing can have been left', async () => {
    const job = lab.job(FINE);
    const hung = (_: unknown, signal?: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const nowhere: Job = { ...job, pool: { ...job.pool, snapshot: (signal) => hung(undefined, signal) } };
    const startedAt = performance.now();
    const result = await acquire(nowhere, quickRequest('a'), { ...QUICK, waitTimeoutMs: 200 });
    expect(result).toMatchObject({ kind: 'not-acquired', reason: 'timeout', report: undefined });
    expect(performance.now() - startedAt).toBeLessThan(CLEAN_UP_MS);
  });

  it('one that fails for good is an error, after a few tries that are said', async () => {
    const time = new OwnTime(lab.bed);
    const job = lab.jobIn(time, { ...FINE, lostRequests: 99 });
    await expect(acquire(job, requestOf('a'), PATIENT)).rejects.toBeInstanceOf(PoolUnavailable);
    expect(job.said.filter(({ type }) => type === 'retrying')).toHaveLength(5);
  });

  it('a broken record is an error at once, never a free host', async () => {
    const pool = lab.pool();
    await mustCommit(pool, take('x', ['h1']));
    await mustCommit(pool, free('x', ['h1']));
    lab.bed.write('.giveway/h1.lease', '');
    const job = lab.job();
    await expect(acquire(job, quickRequest('a'), QUICK)).rejects.toMatchObject({ reason: 'broken-record' });
    expect(job.pool.faults).toEqual([]);
    expect(visible()).toEqual([]);
  });
});

it('a lease that expired while its process was stopped is acquired anew, in spite of its used id', async () => {
  const time = new OwnTime(lab.bed);
  const job = lab.jobIn(time, { ...FINE, lostReplies: 1 });
  const { pool } = job;
  const stopped: Job = {
    ...job,
    pool: {
      ...pool,
      commit: async (...args) => {
        try {
          return await pool.commit(...args);
        } catch (error) {
          await time.pass(200_000);
          throw error;
        }
      },
    },
  };
  const { lease } = await mustAcquire(stopped, requestOf('a'));
  expect(lease).toMatchObject({ id: 'a', hosts: ['h1'] });
  expect(visible()).toEqual(['h1.lock']);
});
