/** Many jobs at one instant on one host (pool-resource#72): the ones that lose the race wait, and nobody errs. */
import { setMaxListeners } from 'node:events';
import { acquire, type AcquireOptions } from '../../src/lease/acquire';
import { release } from '../../src/lease/release';
import type { Pool, WatchOptions } from '../../src/pool/pool';
import type { AcquireRequest } from '../../src/protocol/request';
import { CLEAN_UP_MS, FINE, Lab, quickRequest, Stopped, TimerByHand, until, type Job } from './lab';
import { IS_OVER_SSH } from './pool-kind';

const JOBS = 20;
/** Over SSH fewer: it is the same program that they race in, and only the way to it costs more. */
const ROUNDS = IS_OVER_SSH ? 15 : 100;
/** In every so manieth round all of them get the host, one after the other; in the others the first is enough. */
const WHOLE = IS_OVER_SSH ? 5 : 25;
/** Over SSH only those that are connected anyway. */
const WAITERS = IS_OVER_SSH ? JOBS : 50;
const POLLING: AcquireOptions = { waitTimeoutMs: undefined, headMs: 5, queueMs: 60 };
const SITTING = { ...POLLING, headMs: 500, queueMs: 500 };

let lab: Lab;
let pools: Job[];
let observer: Pool;
/**
 * However slow the machine is, whoever is told to stop hears first what became of its last commit, behind those of all the
 * others, and does not give up leaving: what is left behind would be in the way of the next round.
 */
const clock = new TimerByHand(CLEAN_UP_MS);
const LAST_WORD_MS = 60_000;
beforeAll(async () => {
  lab = new Lab({ afterAbortMs: LAST_WORD_MS });
  pools = await Promise.all(
    Array.from({ length: JOBS }, async () => ({ ...(await lab.connectedJob(FINE)), clock })),
  );
  observer = lab.pool();
}, 120_000);
afterAll(() => lab.dispose());

interface Use {
  readonly id: string;
  readonly token: number;
  readonly arrivalNs: bigint;
}

/** Each job has the host for a moment and sees to it that nobody else has; resolves with who had it, in order. */
async function race(round: number, requests: readonly AcquireRequest[], handovers: number): Promise<Use[]> {
  const uses: Use[] = [];
  let holder: string | undefined;
  const stopping = requests.map(() => new AbortController());
  const stopOthers = (): void => stopping.forEach((one) => one.abort(new Stopped('enough of this round')));
  await Promise.all(
    requests.map(async (request, index) => {
      const { id } = request.who;
      const job: Job = { ...pools[index]!, signal: stopping[index]!.signal };
      let result;
      try {
        result = await acquire(job, request, handovers < JOBS ? SITTING : POLLING);
      } catch (error) {
        // told to stop while it waited: the only way not to get the host
        expect(error).toBeInstanceOf(Stopped);
        return;
      }
      if (result.kind !== 'acquired') throw new Error(`round ${round}, ${id}: ${result.kind}`);
      expect(holder).toBeUndefined();
      holder = id;
      const record = (await observer.snapshot()).hosts.get('h1')!.record!;
      expect(record).toMatchObject({ id, state: 'held', token: result.lease.fencingToken });
      const arrivalNs = BigInt(record.details.arrivalNs ?? `${record.token}000`);
      uses.push({ id, token: record.token, arrivalNs });
      expect(holder).toBe(id);
      holder = undefined;
      if (uses.length >= handovers) stopOthers();
      await release(pools[index]!, { id });
    }),
  );
  return uses;
}

const rising = (numbers: readonly (number | bigint)[]): boolean =>
  numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);

it(`${JOBS} at one instant, ${ROUNDS} rounds: one holder each time, nobody errs, and equals go in the order of arrival`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const handovers = round % WHOLE === WHOLE - 1 ? JOBS : 1;
    const requests = Array.from({ length: JOBS }, (_, index) => quickRequest(`r${round}j${index}`));
    const uses = await race(round, requests, handovers);
    expect(uses).toHaveLength(handovers);
    expect(rising(uses.map(({ token }) => token))).toBe(true);
    expect(rising(uses.map(({ arrivalNs }) => arrivalNs))).toBe(true);
    expect(lab.bed.visible()).toEqual([]);
  }
}, 300_000);

it('of many versions at one instant, all that have a place are served from the newest to the oldest', async () => {
  const requests = Array.from({ length: JOBS }, (_, index) =>
    quickRequest(`v${index}`, { version: `4.${(index * 7) % JOBS}`, details: { preempts: false } }),
  );
  // the host is held until all have their place
  const keeper = lab.job(FINE);
  const first = await acquire(keeper, quickRequest('first', { version: '5.0' }), POLLING);
  expect(first.kind).toBe('acquired');
  const racing = race(0, requests, JOBS);
  await until(() => lab.bed.visible().length === JOBS + 1);
  await release(keeper, { id: 'first' });
  const minors = (await racing).map(({ id }) => requests.find(({ who }) => who.id === id)!.version.minor);
  expect(minors).toEqual(Array.from({ length: JOBS }, (_, index) => JOBS - 1 - index));
}, 60_000);

it(`of ${WAITERS} that wait, one looks often, each other one goes by those before it, and only the first tries to take the host when it is free`, async () => {
  const watching = new Map<string, WatchOptions>();
  const takes: string[] = [];
  const counted = (job: Job, id: string): Job => ({
    ...job,
    pool: {
      ...job.pool,
      watch: (seen, options, signal) => {
        watching.set(id, options);
        return job.pool.watch(seen, options, signal);
      },
      commit: (seen, change, signal) => {
        if (change.verbs.some(({ verb }) => verb === 'take')) takes.push(id);
        return job.pool.commit(seen, change, signal);
      },
    },
  });
  const holder = lab.job(FINE);
  await acquire(holder, quickRequest('holder'), POLLING);
  const stop = new AbortController();
  // one signal for all of them is a test's way, and no leak
  setMaxListeners(0, stop.signal);
  const waiting = Array.from({ length: WAITERS }, (_, index) => {
    const job: Job = { ...counted(pools[index] ?? lab.job(FINE), `w${index}`), signal: stop.signal };
    return acquire(job, quickRequest(`w${index}`), { waitTimeoutMs: undefined });
  });
  const ended = Promise.allSettled(waiting);
  await until(() => lab.bed.visible().length === WAITERS + 1 && watching.size === WAITERS);
  // those that came while others registered have looked again since
  const paces = Array.from({ length: WAITERS }, (_, ahead) =>
    ahead === 0 ? 100 : Math.min(15_000, 250 * ahead),
  );
  const inOrder = (): WatchOptions[] => [...watching.values()].sort((a, b) => a.everyMs - b.everyMs);
  await until(
    () =>
      inOrder()
        .map(({ everyMs }) => everyMs)
        .join() === paces.join(),
  );
  const places = (await observer.snapshot()).waiters.map(({ files }) => files[0]!.text).sort();
  const blocked = inOrder().map((options) => options.blocked?.by);
  // those that look equally rarely are in no order here
  const sorted = (by: readonly (readonly string[] | undefined)[]): string[] => by.map(String).sort();
  expect(sorted(blocked)).toEqual(
    sorted(
      places.map((own, ahead) => {
        const watched = new Set([Math.floor((ahead - 1) / 2), ahead - 1]);
        return ahead === 0 ? undefined : [...[...watched].map((index) => places[index]!), own];
      }),
    ),
  );
  await release(holder, { id: 'holder' });
  const next = await Promise.race(waiting);
  expect(next).toMatchObject({ kind: 'acquired' });
  expect(new Set(takes)).toEqual(new Set(next.kind === 'acquired' ? [next.lease.id] : []));
  stop.abort(new Stopped('enough'));
  await ended;
}, 60_000);
