/** A connection that is cut at every request and at every reply: the flow ends right, once, and leaves nothing. */
import { readFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { acquire, type AcquireResult } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import { release } from '../../src/lease/release';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import type { Channel } from '../../src/pool/program-session';
import { leaseOf, QUICK, quickRequest } from '../lease/lab';
import { change, free, take, wait } from '../pool/changes';
import { holdGuard, mustCommit, TestBed } from '../pool/test-bed';
import { jobOn, leftovers, sshPool, until } from './bastion';
import { BadLine, Sshd, type KeyPair } from './sshd';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);

let sshd: Sshd;
let key: KeyPair;
beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 200'] });
  key = sshd.authorize();
});
afterAll(() => sshd.stop());

/** Before the request is sent; when its reply comes, which is lost; in the middle of the reply. */
type When = 'before' | 'reply' | 'half a reply';
const WHENS: readonly When[] = ['before', 'reply', 'half a reply'];

interface Cut {
  /** Of the requests on all connections, counted from `countFrom` on. */
  readonly nth: number;
  readonly when: When;
}

/** A folder, the pool on it over a line that is cut, and a pool beside it that no fault meets. */
class Scene {
  readonly bed = new TestBed(({ folder }) => directoryPool({ folder }));
  readonly good: Pool;
  /** Over the line. */
  readonly pool: Pool;
  requests = 0;
  countFrom = 0;
  cuts = 0;

  private constructor(
    readonly line: BadLine,
    private readonly cut: Cut | undefined,
  ) {
    this.good = this.bed.open();
    this.pool = sshPool({
      name: `ssh://${sshd.user}@127.0.0.1:${line.port}${this.bed.folder}`,
      access: { privateKey: key.privateKey, knownHosts: sshd.knownHosts(undefined, line.port) },
      wrap: (channel) => this.#wrap(channel),
    });
  }

  static async with(cut?: Cut): Promise<Scene> {
    return new Scene(await BadLine.to(sshd.port), cut);
  }

  #wrap(channel: Channel): Channel {
    let isCut = false;
    const isDue = (when: When): boolean =>
      this.cuts === 0 && this.cut?.when === when && this.requests === this.countFrom + this.cut.nth;
    const cut = (): void => {
      isCut = true;
      this.cuts += 1;
      this.line.cut();
    };
    const input = new Writable({
      write: (chunk, _, done) => {
        this.requests += 1;
        if (isDue('before')) cut();
        else channel.input.write(chunk);
        done();
      },
      final: (done) => {
        channel.input.end();
        done();
      },
    });
    const output = new PassThrough();
    channel.output.on('end', () => output.end());
    channel.output.on('data', (chunk: Buffer) => {
      if (isCut) return;
      if (isDue('reply')) cut();
      else if (isDue('half a reply')) {
        output.write(chunk.subarray(0, chunk.length / 2));
        cut();
      } else output.write(chunk);
    });
    return { ...channel, input, output };
  }

  /** How often the journal has it, such as `held me`. */
  count(event: string): number {
    const events = readFileSync(this.bed.inner('journal'), 'utf8').split(/\n|;/);
    return events.filter((one) => `${one.replace(/^\d+ \d+/, '').trim()} `.startsWith(`${event} `)).length;
  }

  /** Waiting and queue files as they are, without what tells one kind from the other. */
  places(): string[] {
    const names = this.bed.visible().filter((name) => name.includes('.lock.waiting.'));
    return names.map((name) => name.replace(/\.queued$/, ''));
  }

  async end(): Promise<void> {
    await this.pool.close();
    await this.bed.dispose();
    await this.line.stop();
  }
}

type Flow = (scene: Scene) => Promise<void>;

/** Runs it once without a cut, to learn how many requests it makes, then with a cut at each of them, or of the first. */
async function atEach(when: When, flow: Flow, first?: number): Promise<void> {
  const runs = async (cut?: Cut): Promise<Scene> => {
    const scene = await Scene.with(cut);
    try {
      await flow(scene);
      expect(leftovers(scene.bed.folder)).toEqual([]);
      expect(scene.cuts).toBe(cut === undefined ? 0 : 1);
    } finally {
      await scene.end();
    }
    return scene;
  };
  const { requests } = await runs();
  expect(requests).toBeGreaterThan(1);
  await forEach(first ?? requests, (nth) => runs({ nth, when }));
}

/** Runs it for 1 to `last` at once; all have ended when it does. */
async function forEach(last: number, run: (nth: number) => Promise<unknown>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: last }, (_, index) => run(index + 1)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

const held = (result: AcquireResult) => {
  if (result.kind !== 'acquired') throw new Error(`not acquired: ${result.kind}`);
  return result.lease;
};
const beatOf = async (pool: Pool): Promise<number> => {
  const beat = (await pool.snapshot()).heartbeats.get('me');
  return beat === undefined || beat === 'unreadable' ? NaN : beat.uptimeMs;
};
const holderOf = async (pool: Pool) => (await pool.snapshot()).hosts.get('h1')?.record;

/** A lease that no process keeps: each check renews it. */
async function lent(scene: Scene): Promise<ReturnType<typeof leaseOf>> {
  await mustCommit(scene.good, take('me', ['h1'], { keeper: false }));
  return leaseOf(quickRequest('me', { details: { keeper: false } }));
}

describe.each(WHENS)('cut %s, at each request in turn', (when) => {
  it('an acquire gets the host, once', () =>
    atEach(when, async (scene) => {
      const lease = held(await acquire(jobOn(scene.pool), quickRequest('me'), QUICK));
      expect(await holderOf(scene.good)).toMatchObject({
        id: 'me',
        state: 'held',
        token: lease.fencingToken,
      });
      expect(scene.count('held me')).toBe(1);
      await mustCommit(scene.good, free('me', ['h1']));
    }));

  it('an acquire that waits keeps its place, and gets the host when it is free', () =>
    atEach(
      when,
      async (scene) => {
        await mustCommit(scene.good, take('holder', ['h1']));
        const acquiring = acquire(jobOn(scene.pool), quickRequest('me'), QUICK);
        await until(() => scene.places().length === 1);
        const [place] = scene.places();
        await mustCommit(scene.good, wait('later', ['h1']));
        await until(() => scene.requests > 8);
        expect(scene.places()).toHaveLength(2);
        expect(scene.places()).toContain(place);
        await mustCommit(scene.good, free('holder', ['h1']));
        expect(held(await acquiring).id).toBe('me');
        expect(scene.count('held me')).toBe(1);
        await mustCommit(scene.good, free('me', ['h1']));
        await mustCommit(scene.good, change([], { verb: 'unwait', id: 'later', arrivalNs: undefined }));
      },
      8,
    ));

  it('an acquire whose turn comes gets the host, once', () =>
    atEach(
      when,
      async (scene) => {
        scene.countFrom = Infinity;
        await mustCommit(scene.good, take('holder', ['h1']));
        const acquiring = acquire(jobOn(scene.pool), quickRequest('me'), QUICK);
        await until(() => scene.requests > 4);
        scene.countFrom = scene.requests;
        await mustCommit(scene.good, free('holder', ['h1']));
        expect(held(await acquiring).id).toBe('me');
        expect(scene.count('held me')).toBe(1);
        await mustCommit(scene.good, free('me', ['h1']));
      },
      3,
    ));

  it('a check lets the job carry on, and its lease is renewed', () =>
    atEach(when, async (scene) => {
      const lease = await lent(scene);
      const before = await beatOf(scene.good);
      await until(async () => (await scene.good.snapshot()).uptimeMs > before);
      expect(await checkQuit(jobOn(scene.pool), lease)).toEqual({ kind: 'carry-on' });
      expect(await beatOf(scene.good)).toBeGreaterThan(before);
      await mustCommit(scene.good, free('me', ['h1']));
    }));

  it('a check tells the job to leave, and the record has it once', () =>
    atEach(when, async (scene) => {
      const lease = await lent(scene);
      await mustCommit(scene.good, wait('newer', ['h1'], { version: '4.22', target: 'h1' }));
      expect(await checkQuit(jobOn(scene.pool), lease)).toMatchObject({
        kind: 'quit',
        told: { byVersion: '4.22' },
      });
      expect(await holderOf(scene.good)).toMatchObject({ id: 'me', state: 'quitting' });
      expect(scene.count('told me')).toBe(1);
      await mustCommit(scene.good, free('me', ['h1']));
      await mustCommit(scene.good, change([], { verb: 'unwait', id: 'newer', arrivalNs: undefined }));
    }));

  it('a release gives the host back, once', () =>
    atEach(when, async (scene) => {
      await lent(scene);
      expect(await release(jobOn(scene.pool), { id: 'me' })).toMatchObject({
        kind: 'released',
        hosts: ['h1'],
      });
      expect(scene.count('released me')).toBe(1);
      expect(await holderOf(scene.good)).toMatchObject({ id: 'me', state: 'free' });
    }));
});

it.each(['up', 'down'] as const)(
  'cut anywhere on the way %s, an acquire gets the host, once',
  async (direction) => {
    const runs = async (nth: number | undefined): Promise<number> => {
      const scene = await Scene.with();
      try {
        if (nth !== undefined) scene.line.cutAt = { direction, nth };
        const lease = held(await acquire(jobOn(scene.pool), quickRequest('me'), QUICK));
        expect(scene.count('held me')).toBe(1);
        const { chunks } = scene.line;
        const sent = chunks[direction];
        await mustCommit(scene.good, free(lease.id, ['h1']));
        expect(leftovers(scene.bed.folder)).toEqual([]);
        return sent;
      } finally {
        await scene.end();
      }
    };
    const chunks = await runs(undefined);
    expect(chunks).toBeGreaterThan(5);
    await forEach(chunks, runs);
  },
);

describe('in mid-wait', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await Scene.with();
  });
  afterEach(() => scene.end());

  it('a waiter that is cut off again and again keeps its place', async () => {
    await mustCommit(scene.good, take('holder', ['h1']));
    const acquiring = acquire(jobOn(scene.pool), quickRequest('me'), QUICK);
    await until(() => scene.places().length === 1);
    const places = scene.places();
    for (let connections = 1; connections <= 3; connections += 1) {
      await until(() => scene.line.connections === connections && scene.line.open === 1);
      const { requests } = scene;
      await until(() => scene.requests > requests);
      scene.line.cut();
    }
    await until(() => scene.line.connections === 4);
    expect(scene.places()).toEqual(places);
    await mustCommit(scene.good, free('holder', ['h1']));
    expect(held(await acquiring).id).toBe('me');
    expect(await holderOf(scene.good)).toMatchObject({ id: 'me', state: 'held' });
    expect(scene.places()).toEqual([]);
  });

  it('a job that is stopped leaves nothing, even where its last request comes late', async () => {
    await scene.good.snapshot();
    const giveBack = await holdGuard(scene.bed);
    const job = jobOn(scene.pool);
    const acquiring = acquire(job, quickRequest('me'), QUICK);
    // it has looked, and its commit is stuck behind the guard
    await until(() => scene.requests === 2);
    job.abort();
    await until(() => scene.line.connections === 2 && scene.requests > 2);
    await giveBack();
    await expect(acquiring).rejects.toThrow('stopped by the test');
    expect(scene.count('held me')).toBe(1);
    expect(leftovers(scene.bed.folder)).toEqual([]);
    expect(job.said.filter(({ type }) => type === 'left-behind')).toEqual([]);
  });
});
