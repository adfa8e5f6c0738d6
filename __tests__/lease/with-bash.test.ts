/** Giveway jobs and bash jobs in one folder: each gives way to the other, and none ever meets another on a host. */
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { acquire } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import { hold } from '../../src/lease/hold';
import type { Lease } from '../../src/lease/lease';
import { release } from '../../src/lease/release';
import type { Pool } from '../../src/pool/pool';
import type { LeaseRecord, Previous, Told } from '../../src/protocol/record';
import { startBashPeer, stopBashPeers, type BashPeer, type BashPeerOptions } from '../peers/bash-peer';
import type { RequestLooks } from '../protocol/pool-picture';
import { FINE, Lab, QUICK, quickRequest, Stopped, until, type Job } from './lab';

let lab: Lab;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  pool = lab.pool();
});
afterEach(async () => {
  await stopBashPeers();
  await lab.dispose();
});

const bash = (options: Partial<BashPeerOptions> = {}): BashPeer =>
  startBashPeer({ dir: lab.bed.folder, host: 'h1', ...options });
const waitingFiles = (): string[] =>
  lab.bed.visible().filter((name) => /\.lock\.waiting\.\d+\.\d+\.\d+$/.test(name));
const lockOf = (host = 'h1'): string => (lab.bed.has(`${host}.lock`) ? lab.bed.read(`${host}.lock`) : 'none');
const recordOf = async (host = 'h1'): Promise<LeaseRecord> =>
  (await pool.snapshot()).hosts.get(host)!.record!;
const hasQuit = async (peer: BashPeer): Promise<boolean> =>
  (await peer.events()).some(({ event }) => event === 'quit');

interface Held {
  readonly job: Job;
  readonly lease: Lease;
  readonly previous: Previous | undefined;
  readonly waitedMs: number;
}

async function get(id: string, looks: RequestLooks = {}, job = lab.job(FINE)): Promise<Held> {
  const result = await acquire(job, quickRequest(id, looks), QUICK);
  if (result.kind !== 'acquired') throw new Error(`${id}: ${result.kind}`);
  return { job, lease: result.lease, previous: result.previous, waitedMs: result.waitedMs };
}

/** Keeps a lease until the job is asked to leave, and leaves at once; resolves with what it was told. */
async function keepUntilAsked({ job, lease }: Held): Promise<Told> {
  let told: Told | undefined;
  const holding = hold(job, lease, {
    sinceMs: job.clock.now(),
    onBeat: () => undefined,
    onQuit: (by) => {
      told = by;
      job.abort();
    },
    everyMs: 20,
  });
  await holding.catch(() => undefined);
  if (told === undefined) throw new Error(`${lease.id} was not asked to leave`);
  await release(lab.job(FINE), { id: lease.id });
  return told;
}

describe('giving way', () => {
  it('a waiting bash 4.22 makes a Giveway 4.21 leave, and gets the host', async () => {
    const leaving = get('me').then(keepUntilAsked);
    await until(async () => (await pool.snapshot()).hosts.get('h1')?.record?.state === 'held');
    const peer = bash({ version: '4.22' });
    expect(await leaving).toMatchObject({ byJob: 'a bash job', byVersion: '4.22' });
    await peer.waitFor('locked');
    await peer.stop();
    expect(lab.bed.visible()).toEqual([]);
  });

  it('a check-quit is told the same', async () => {
    await lab.shareWithBash(3600, pool);
    const { lease } = await get('me', { details: { keeper: false } });
    expect(await checkQuit(lab.job(), lease)).toEqual({ kind: 'carry-on' });
    const peer = bash({ version: '4.22' });
    await peer.waitFor('waiting');
    expect(await checkQuit(lab.job(), lease)).toMatchObject({ kind: 'quit', told: { byVersion: '4.22' } });
    await release(lab.job(), { id: 'me' });
    await peer.waitFor('locked');
  });

  it('a waiting Giveway 4.22 makes a bash 4.21 leave, and gets the host', async () => {
    const peer = bash({ version: '4.21' });
    await peer.waitFor('locked');
    const { lease } = await get('me', { version: '4.22' }, lab.job());
    expect((await peer.events()).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['quit', 'power-off', 'released']),
    );
    expect(await peer.exited).toEqual({ code: 0, signal: null });
    expect(lockOf()).toBe(`${(await recordOf()).stampNs}\n`);
    expect(lease.hosts).toEqual(['h1']);
  });

  /** A holder, and what lets it look again whether it must leave; rejects if it must. */
  type Holder = () => Promise<void>;
  const bashHolder = async (version: string): Promise<Holder> => {
    const peer = bash({ version, checkMs: 20 });
    await peer.waitFor('locked');
    return async () => {
      const carriedOn = async (): Promise<number> =>
        (await peer.events()).filter(({ event }) => event === 'carry-on').length;
      const before = await carriedOn();
      // the first of the two may have begun before
      await until(async () => (await hasQuit(peer)) || (await carriedOn()) >= before + 2);
      expect(await hasQuit(peer)).toBe(false);
    };
  };
  const giveWayHolder = async (version: string): Promise<Holder> => {
    const { lease } = await get('holder', { version });
    return async () => expect(await checkQuit(lab.job(FINE), lease)).toEqual({ kind: 'carry-on' });
  };

  it.each<[string, (version: string) => Promise<Holder>, string, RequestLooks, number]>([
    ['a bash job by one of its version', bashHolder, '4.22', { version: '4.22' }, 1],
    ['a Giveway job by one of its version', giveWayHolder, '4.22', { version: '4.22' }, 1],
    // a waiting file would speak of 9.9, and bash jobs know no priority
    ['a bash job by one of lower priority', bashHolder, '4.21', { version: '9.9', priority: -1 }, 0],
  ])('nobody has to leave for an equal or a lesser one: %s', async (_, occupy, version, looks, files) => {
    await lab.shareWithBash(3600, pool);
    const looksAgain = await occupy(version);
    const lock = lockOf();
    const job = lab.job(FINE);
    const waiting = acquire(job, quickRequest('me', looks), QUICK);
    waiting.catch(() => undefined);
    await until(() => job.said.some(({ type }) => type === 'waiting'));
    expect(waitingFiles()).toHaveLength(files);
    await looksAgain();
    expect(lockOf()).toBe(lock);
    job.abort();
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(waitingFiles()).toEqual([]);
  });
});

describe('a waiter with three candidates makes one holder leave, not three', () => {
  const HOSTS = ['h1', 'h2', 'h3'];

  it('of three bash jobs', async () => {
    const peers = HOSTS.map((host) => bash({ host, version: '4.21', checkMs: 20 }));
    await Promise.all(peers.map((peer) => peer.waitFor('locked')));
    await get('me', { version: '4.22', groups: [HOSTS] });
    await pause(300);
    const quits = await Promise.all(peers.map(hasQuit));
    expect(quits.filter(Boolean)).toHaveLength(1);
    expect(waitingFiles()).toEqual([]);
  });

  it('of one Giveway job among bash jobs: the Giveway job', async () => {
    const peers = ['h1', 'h3'].map((host) => bash({ host, version: '4.20', checkMs: 20 }));
    await Promise.all(peers.map((peer) => peer.waitFor('locked')));
    const leaving = keepUntilAsked(await get('holder', { groups: [['h2']] }));
    const { lease } = await get('me', { version: '4.22', groups: [HOSTS] });
    expect(lease.hosts).toEqual(['h2']);
    expect(await leaving).toMatchObject({ byId: 'me' });
    await pause(300);
    expect(await Promise.all(peers.map(hasQuit))).toEqual([false, false]);
  });

  it('two waiters with the same three candidates: two', async () => {
    const peers = HOSTS.map((host) => bash({ host, version: '4.21', checkMs: 20 }));
    await Promise.all(peers.map((peer) => peer.waitFor('locked')));
    const both = ['a', 'b'].map((id) => get(id, { version: '4.22', groups: [HOSTS] }));
    await Promise.all(both);
    await pause(300);
    const quits = await Promise.all(peers.map(hasQuit));
    expect(quits.filter(Boolean)).toHaveLength(2);
  });
});

describe("a bash job's lock", () => {
  it('is respected until LOCK_TIMEOUT, then taken over, which settles', async () => {
    const TIMEOUT_S = 2;
    await lab.shareWithBash(TIMEOUT_S, pool);
    const peer = bash({ version: '4.22', lockTimeoutS: TIMEOUT_S });
    await peer.waitFor('locked');
    await peer.stop('SIGKILL');
    const { mtimeMs } = statSync(lab.bed.path('h1.lock'));
    const lock = lockOf();
    const taking = get('me', { settleMs: 400 });
    while (Date.now() < mtimeMs + TIMEOUT_S * 1_000 - 50) {
      expect(lockOf()).toBe(lock);
      await pause(20);
    }
    const { previous } = await taking;
    expect(Date.now()).toBeGreaterThanOrEqual(mtimeMs + TIMEOUT_S * 1_000 + 400);
    expect(previous).toEqual({ id: '-', job: 'a bash job', endedBy: 'bash' });
    expect(lockOf()).toBe(`${(await recordOf()).stampNs}\n`);
    expect(lab.bed.read('.giveway/journal')).toContain('bash-taken-over - h1');
  });

  it('is never taken over where nobody has said LOCK_TIMEOUT', async () => {
    const peer = bash({ version: '4.21' });
    await peer.waitFor('locked');
    await peer.stop('SIGKILL');
    utimesSync(lab.bed.path('h1.lock'), 1_000_000_000, 1_000_000_000);
    const job = lab.job(FINE);
    const waiting = acquire(job, quickRequest('me', { version: '9.9' }), QUICK);
    waiting.catch(() => undefined);
    const looks = (): number => job.said.filter(({ type }) => type === 'waiting').length;
    await until(() => looks() > 0);
    const first = looks();
    // the second beat of its place comes to pass: it has looked all the time
    await until(() => looks() > first);
    job.abort();
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
    expect(lab.bed.visible()).toEqual(['h1.lock']);
  });

  it('that a kept lease has is never expired to a bash job, for its stamp is renewed', async () => {
    const TIMEOUT_S = 1.5;
    await lab.shareWithBash(Math.ceil(TIMEOUT_S), pool);
    const { job, lease } = await get('me');
    const holding = hold(job, lease, {
      sinceMs: job.clock.now(),
      onBeat: () => undefined,
      onQuit: () => undefined,
      everyMs: 50,
    });
    const peer = bash({ version: '4.21', lockTimeoutS: Math.ceil(TIMEOUT_S) });
    await pause(4_000);
    const tested = (await peer.events()).filter(({ event }) => event === 'tested');
    expect(tested.length).toBeGreaterThan(10);
    expect(new Set(tested.map(({ detail }) => detail.split(' ')[1]))).toEqual(new Set(['busy']));
    job.abort();
    await expect(holding).rejects.toThrow();
    await release(lab.job(FINE), { id: 'me' });
    await peer.waitFor('locked');
  });
});

describe('a late bash write', () => {
  it('while the lock settles: lost, the place stays, and it is never written back', async () => {
    await lab.shareWithBash(3600, pool);
    // it finds the host free, and writes when it is let, whatever has happened in between
    const writeGate = join(lab.bed.root, 'gate');
    // an older one, which shows nobody that it is coming
    const peer = bash({ version: '4.21', writeGate, waitingFile: false });
    await peer.waitFor('tested');
    const taking = get('me', { settleMs: 3_000 });
    await until(async () => (await pool.snapshot()).hosts.get('h1')?.record?.state === 'settling');
    const own = (await pool.snapshot()).waiters.find(({ id }) => id === 'me')!.files[0]!.text;
    writeFileSync(writeGate, '');
    const { detail } = await peer.waitFor('wrote');
    const bashStamp = detail.split(' ')[1]!;
    await until(async () => (await recordOf()).state === 'lost');
    expect(waitingFiles()).toContain(own);
    // one that is stopped before it has confirmed its lock leaves it behind
    await peer.waitFor('locked');
    expect(lockOf()).toBe(`${bashStamp}\n`);
    // until the bash job has ended, the lock is its own
    const seen = new Set([bashStamp]);
    const over = new AbortController();
    void taking.then(() => over.abort());
    const stopping = peer.stop();
    while (!over.signal.aborted) {
      seen.add(lockOf().trim());
      await pause(2);
    }
    await stopping;
    const { lease } = await taking;
    const stamps = [...seen].filter((text) => text !== 'none');
    // one lock of bash, one of ours, and none ever came back
    expect(stamps).toEqual([bashStamp, lockOf().trim()]);
    expect(lease.id).toBe('me');
    expect(waitingFiles()).not.toContain(own);
    expect(lab.bed.read('.giveway/journal')).toContain('lost me h1');
  });

  it('after its rm of a lock that is not its own: put back, with a warning', async () => {
    await lab.shareWithBash(3600, pool);
    const { job, lease } = await get('me');
    const holding = hold(job, lease, {
      sinceMs: job.clock.now(),
      onBeat: () => undefined,
      onQuit: () => undefined,
      everyMs: 20,
    });
    lab.remove('h1.lock');
    await until(async () => lockOf() === `${(await recordOf()).stampNs}\n`);
    await until(async () => (await recordOf()).state === 'held');
    job.abort();
    await expect(holding).rejects.toThrow();
    expect(job.said.map(({ type }) => type)).toContain('lock-put-back');
  });
});

it('a settle time longer than the delay of bash jobs: in a real run nobody ever meets anybody', async () => {
  const WRITE_DELAY_MS = 60;
  await lab.shareWithBash(3600, pool);
  const uses: { who: string; fromNs: bigint; toNs: bigint }[] = [];
  const nowNs = (): bigint => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));

  const bashJobs = async (name: string, waitingFile: boolean): Promise<void> => {
    for (let turn = 0; turn < 6; turn += 1) {
      const peer = bash({
        version: '4.21',
        writeDelayMs: WRITE_DELAY_MS,
        confirmDelayMs: 2 * WRITE_DELAY_MS,
        retryMs: 30,
        holdS: 0.08,
        // an older job shows nobody that it is coming
        waitingFile,
      });
      const { atNs: fromNs } = await peer.waitFor('locked', 40_000);
      const { atNs: toNs } = await peer.waitFor('power-off', 40_000);
      await peer.exited;
      uses.push({ who: `${name}.${turn}`, fromNs, toNs });
    }
  };
  const ourJobs = async (name: string): Promise<void> => {
    const job = lab.job(FINE);
    for (let turn = 0; turn < 8; turn += 1) {
      const id = `${name}-${turn}`;
      await get(id, { settleMs: 3 * WRITE_DELAY_MS }, job);
      const fromNs = nowNs();
      // longer than a bash job takes to be sure of a host, so that one which came in between would be met
      await pause(250);
      const toNs = nowNs();
      await release(job, { id });
      uses.push({ who: id, fromNs, toNs });
    }
  };
  await Promise.all([bashJobs('bash', true), bashJobs('older', false), ourJobs('ours1'), ourJobs('ours2')]);

  expect(uses).toHaveLength(28);
  const inOrder = uses.sort((a, b) => (a.fromNs < b.fromNs ? -1 : 1));
  const meetings = inOrder.filter((use, index) => index > 0 && use.fromNs < inOrder[index - 1]!.toNs);
  expect(meetings).toEqual([]);
  expect(lab.bed.visible()).toEqual([]);
}, 90_000);
