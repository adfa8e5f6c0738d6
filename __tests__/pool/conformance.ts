/**
 * What every kind of pool must do. A new kind runs this suite: `makePool` opens a pool on a folder that the test can
 * reach as well, with options of the program.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../../src/pool/pool';
import { formatDetails, type Details } from '../../src/protocol/record';
import { change, free, keep, renew, take, wait } from './changes';
import {
  BOOT,
  commit,
  holdGuard,
  mustCommit,
  NEXT_BOOT,
  processesIn,
  TestBed,
  type MakePool,
} from './test-bed';

const LOCK = /^\d{19}\n$/;
const TTL = 120_000;

export function describePool(name: string, makePool: MakePool): void {
  describe(`a pool: ${name}`, () => {
    let bed: TestBed;
    let pool: Pool;
    beforeEach(() => {
      bed = new TestBed(makePool);
      pool = bed.open();
    });
    afterEach(() => bed.dispose());

    const stateOf = async (host: string) => (await pool.snapshot()).hosts.get(host)?.record?.state;
    const holderOf = async (host: string) => (await pool.snapshot()).hosts.get(host)?.record?.id;

    async function expectConflict(result: ReturnType<Pool['commit']>): Promise<void> {
      const before = bed.files();
      expect((await result).kind).toBe('conflict');
      expect(bed.files()).toEqual(before);
    }

    async function expectRefused(result: Promise<unknown>): Promise<void> {
      const before = bed.files();
      await expect(result).rejects.toMatchObject({ name: 'PoolUnavailable', reason: 'refused' });
      expect(bed.files()).toEqual(before);
    }

    async function makeLegacy(timeoutS: number | undefined = 600, folder?: string): Promise<void> {
      await mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: timeoutS, folder }));
    }

    /** Took with settling, as in legacy mode. */
    const settle = (id: string, hosts: string[]) => take(id, hosts, { state: 'settling' });

    describe('a snapshot', () => {
      it('has each of a long queue once, in whatever portions it is read', async () => {
        const arrivals = Array.from({ length: 2500 }, (_, index) =>
          String(1_700_000_000_000_000_000n + BigInt(index)),
        );
        for (const arrival of arrivals) {
          const record = `1 w${arrival} o 1 - 0 4.21 lease waiting 0 ${arrival} 0 120000 0+0@${BOOT} {}`;
          bed.write(`h1.lock.waiting.${arrival}.4.21.queued`, `${record}\n`);
        }
        const { waiters, hosts } = await pool.snapshot();
        expect(waiters.map(({ arrivalNs }) => String(arrivalNs))).toEqual(arrivals);
        expect(hosts.get('h1')!.names).toHaveLength(arrivals.length);
      });

      it('of an empty pool has its clock and nothing else', async () => {
        const snapshot = await pool.snapshot();
        expect(snapshot).toMatchObject({
          generation: 0,
          uptimeMs: bed.uptimeMs,
          bootId: BOOT,
          legacy: undefined,
        });
        expect(snapshot.wallNs).toBeGreaterThan(1_700_000_000_000_000_000n);
        expect([snapshot.hosts.size, snapshot.waiters.length, snapshot.heartbeats.size]).toEqual([0, 0, 0]);
      });

      it('shows what another pool on the same folder has written', async () => {
        await mustCommit(bed.open(), take('a', ['h1']));
        const seen = await pool.snapshot();
        expect(seen.hosts.get('h1')).toMatchObject({
          record: { id: 'a', state: 'held', kind: 'lease', ttlMs: TTL, tenant: '-' },
          problem: undefined,
        });
        expect(seen.heartbeats.get('a')).toEqual({ uptimeMs: bed.uptimeMs, bootId: BOOT });
      });

      it('leaves the folder as it is', async () => {
        await pool.snapshot();
        const before = bed.files();
        await pool.snapshot();
        expect(bed.files()).toEqual(before);
      });

      it('finishes a commit that stays in flight', async () => {
        await pool.snapshot();
        bed.write('.giveway/.tmp.1', 'x\n');
        bed.write('.giveway/redo', 'commit 7 1800000000000000000 ..\nput .tmp.1 x.hb\njournal 1 test\nend\n');
        expect((await pool.snapshot()).generation).toBe(7);
        expect(bed.has('.giveway/redo')).toBe(false);
        expect(bed.read('.giveway/x.hb')).toBe('x\n');
      });

      it('finishes a commit whose lock another job keeps out', async () => {
        await pool.snapshot();
        bed.write('h1.lock', '1700000000000000000\n');
        bed.write('.giveway-tmp.1', '1800000000000000000\n');
        bed.write(
          '.giveway/redo',
          'commit 7 1800000000000000000 ..\nlink .giveway-tmp.1 h1 1800000000000000000\njournal 1 test\nend\n',
        );
        expect((await pool.snapshot()).generation).toBe(7);
        expect(bed.read('h1.lock')).toBe('1700000000000000000\n');
        expect(bed.visible()).toEqual(['h1.lock']);
      });
    });

    describe('waiting', () => {
      it('makes a queue file at each host, and a waiting file at the target', async () => {
        await mustCommit(pool, wait('a', ['h1', 'h2'], { target: 'h2', version: '4.22.3' }));
        const { waiters } = await pool.snapshot();
        const [waiter] = waiters;
        const ns = String(waiter!.arrivalNs);
        expect(bed.visible().sort()).toEqual([
          `h1.lock.waiting.${ns}.4.22.queued`,
          `h2.lock.waiting.${ns}.4.22`,
        ]);
        expect(waiter).toMatchObject({
          id: 'a',
          version: { text: '4.22.3' },
          record: { details: { job: 'a' } },
        });
      });

      it('is done once by one id, however often it is asked', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        const before = bed.visible();
        bed.advance(1000);
        await mustCommit(pool, wait('a', ['h1']));
        expect(bed.visible()).toEqual(before);
        await mustCommit(pool, wait('a', ['h1', 'h2']));
        const { waiters } = await pool.snapshot();
        expect(waiters).toHaveLength(1);
        expect(new Set(waiters[0]!.files.map((file) => file.arrivalNs)).size).toBe(1);
        expect(waiters[0]!.files.map((file) => file.host)).toEqual(['h1', 'h2']);
      });

      it('gives each request a later arrival than all before', async () => {
        const ids = Array.from({ length: 8 }, (_, index) => `w${index}`);
        for (const id of ids) await mustCommit(pool, wait(id, ['h1']));
        const arrivals = ids.map((id) => 0n + 0n * BigInt(id.length));
        const { waiters } = await pool.snapshot();
        for (const waiter of waiters) arrivals[ids.indexOf(waiter.id)] = waiter.arrivalNs;
        expect([...arrivals].sort()).toEqual(arrivals);
        expect(new Set(arrivals).size).toBe(ids.length);
      });

      it('compares nothing: a host that changed meanwhile is no conflict', async () => {
        const seen = await pool.snapshot();
        await mustCommit(pool, take('other', ['h1']));
        expect((await pool.commit(seen, wait('a', ['h1']))).kind).toBe('committed');
      });

      it('moves its target, and takes it back', async () => {
        await mustCommit(pool, wait('a', ['h1', 'h2'], { target: 'h1' }));
        const targets = async () =>
          (await pool.snapshot()).waiters[0]!.files.filter((file) => !file.queued).map((file) => file.host);
        expect(await targets()).toEqual(['h1']);
        await mustCommit(pool, change([], { verb: 'target', id: 'a', host: 'h2' }));
        expect(await targets()).toEqual(['h2']);
        await mustCommit(pool, change([], { verb: 'target', id: 'a', host: undefined }));
        expect(await targets()).toEqual([]);
        expect(bed.visible()).toHaveLength(2);
      });

      it('leaves nothing behind when it ends', async () => {
        await mustCommit(pool, wait('a', ['h1', 'h2'], { target: 'h1' }));
        await mustCommit(pool, change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
        expect(bed.visible()).toEqual([]);
        expect(bed.has('.giveway/a.hb')).toBe(false);
        const again = await mustCommit(pool, change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
        expect(again.kind).toBe('committed');
      });

      it('ends by its arrival too, where its heartbeat is gone', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        const arrivalNs = (await pool.snapshot()).waiters[0]!.arrivalNs;
        rmSync(bed.inner('a.hb'));
        await mustCommit(pool, change([], { verb: 'unwait', id: 'a', arrivalNs }));
        expect(bed.visible()).toEqual([]);
      });

      it('gets its old place back after its files have gone', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        const [name] = bed.visible();
        rmSync(bed.path(name!));
        await mustCommit(pool, wait('a', ['h1']));
        expect(bed.visible()).toEqual([name]);
      });

      it('takes the place of an earlier attempt of the same job, and of nobody else', async () => {
        const owner = 'run-7';
        await mustCommit(pool, wait('a1', ['h1'], { who: { id: 'a1', owner, attempt: 1 } }));
        const [first] = (await pool.snapshot()).waiters;
        await mustCommit(
          pool,
          wait('a2', ['h1'], { who: { id: 'a2', owner, attempt: 2 }, supersedes: 'a1' }),
        );
        const { waiters, heartbeats } = await pool.snapshot();
        expect(waiters.map(({ id, arrivalNs }) => ({ id, arrivalNs }))).toEqual([
          { id: 'a2', arrivalNs: first!.arrivalNs },
        ]);
        expect([...heartbeats.keys()]).toEqual(['a2']);
        await expectRefused(
          commit(pool, wait('b', ['h1'], { who: { id: 'b', owner: 'run-8', attempt: 9 }, supersedes: 'a2' })),
        );
      });
    });

    describe('a take', () => {
      it('holds a host: record, lock file, heartbeat', async () => {
        const { token } = await mustCommit(pool, take('a', ['h1']));
        expect(Number.isSafeInteger(token)).toBe(true);
        const view = (await pool.snapshot()).hosts.get('h1')!;
        expect(view.record).toMatchObject({ id: 'a', state: 'held', token });
        expect(bed.read('h1.lock')).toMatch(LOCK);
        expect(bed.read('h1.lock')).toBe(`${view.record!.stampNs}\n`);
        expect(bed.visible()).toEqual(['h1.lock']);
      });

      it('of a waiter removes its files and keeps its arrival', async () => {
        await mustCommit(pool, wait('a', ['h1', 'h2'], { target: 'h1' }));
        await mustCommit(pool, take('a', ['h1'], { from: 'waiting' }));
        expect(bed.visible()).toEqual(['h1.lock']);
        expect(await stateOf('h1')).toBe('held');
      });

      it('of a waiter whose place is gone is a conflict', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        for (const name of bed.visible()) rmSync(bed.path(name));
        await expectConflict(commit(pool, take('a', ['h1'], { from: 'waiting' })));
        await expectConflict(commit(pool, take('nobody', ['h1'], { from: 'waiting' })));
      });

      it('of a waiter at a host that it does not wait for is a conflict', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        await expectConflict(commit(pool, take('a', ['h2'], { from: 'waiting' })));
      });

      it('as new is refused to an id that has been used', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        await expectRefused(commit(pool, take('a', ['h1'])));
      });

      it('of several hosts takes all, or none where one is held', async () => {
        await mustCommit(pool, take('b', ['h2']));
        await expectConflict(commit(pool, take('a', ['h1', 'h2', 'h3'])));
        await mustCommit(pool, free('b', ['h2']));
        await mustCommit(pool, take('a', ['h1', 'h2', 'h3']));
        const { hosts } = await pool.snapshot();
        expect([...hosts.values()].map(({ record }) => [record!.id, record!.state])).toEqual(
          Array(3).fill(['a', 'held']),
        );
        expect(new Set([...hosts.values()].map(({ record }) => record!.token)).size).toBe(1);
      });

      it.each([
        ['at once', 0],
        ['within the ttl', TTL],
        ['while the host rests', TTL + 15_000],
      ])('of a held host is refused: %s', async (_, ageMs) => {
        await mustCommit(pool, take('a', ['h1']));
        bed.advance(ageMs);
        await expectConflict(commit(pool, take('b', ['h1'])));
        expect(await holderOf('h1')).toBe('a');
      });

      it.each([
        [TTL, 15_000],
        [40_000, 5_000],
        [8_000, 1_000],
      ])('of an expired lease with ttl %i waits for the lock delay of %i', async (ttlMs, delayMs) => {
        await mustCommit(pool, take('a', ['h1'], { ttlMs }));
        const first = bed.read('h1.lock');
        bed.advance(ttlMs + delayMs);
        await expectConflict(commit(pool, take('b', ['h1'])));
        bed.advance(10);
        await mustCommit(pool, take('b', ['h1']));
        expect(await holderOf('h1')).toBe('b');
        expect(bed.read('h1.lock')).not.toBe(first);
        expect(bed.has('.giveway/a.hb')).toBe(false);
      });

      it('of a lease past its max-hold needs no silence of the holder', async () => {
        await mustCommit(pool, take('a', ['h1'], { maxHoldMs: 50_000 }));
        bed.advance(50_000);
        expect(await pool.beat('a', ['h1'])).toMatchObject({ kind: 'alive' });
        bed.advance(10);
        expect(await pool.beat('a', ['h1'])).toMatchObject({ kind: 'expired' });
        await expectConflict(commit(pool, take('b', ['h1'])));
        bed.advance(15_000);
        await mustCommit(pool, take('b', ['h1']));
      });

      it.each([
        ['a higher attempt of the same owner', 'run', 2, 'committed'],
        ['the same attempt of the same owner', 'run', 1, 'committed'],
        ['a lower attempt of the same owner', 'run', 0, 'conflict'],
        ['the same attempt of another owner', 'other', 2, 'conflict'],
      ])('of a live lease by %s', async (_, owner, attempt, expected) => {
        await mustCommit(pool, take('a', ['h1'], { who: { id: 'a', owner: 'run', attempt: 1 } }));
        const result = await commit(pool, take('b', ['h1'], { who: { id: 'b', owner, attempt } }));
        expect(result.kind).toBe(expected);
        expect(await holderOf('h1')).toBe(expected === 'committed' ? 'b' : 'a');
        if (expected === 'committed') {
          expect((await pool.beat('a', ['h1'])).kind).toBe('gone');
          expect(bed.read('h1.lock')).toMatch(LOCK);
        }
      });

      it('gives strictly rising tokens over releases, expiry, a reboot and a clock set back', async () => {
        const tokens: number[] = [];
        const takeAs = async (id: string) => tokens.push((await mustCommit(pool, take(id, ['h1']))).token);
        await takeAs('a');
        await mustCommit(pool, free('a', ['h1']));
        await takeAs('b');
        bed.advance(TTL + 15_010);
        await takeAs('c');
        bed.setBoot(NEXT_BOOT);
        bed.setUptime(TTL + 15_010);
        await takeAs('d');
        await mustCommit(pool, free('d', ['h1']));
        // as if the wall clock had stood an hour ahead until now
        const record = bed.read('.giveway/h1.lease');
        const ahead = tokens.at(-1)! + 3_600_000_000;
        bed.write('.giveway/h1.lease', record.replace(` ${tokens.at(-1)!} `, ` ${ahead} `));
        tokens.push(ahead);
        await takeAs('e');
        for (let i = 1; i < tokens.length; i += 1) expect(tokens[i]).toBeGreaterThan(tokens[i - 1]!);
        expect(tokens.every(Number.isSafeInteger)).toBe(true);
      });

      it('of two pools at once has one winner', async () => {
        const pools = Array.from({ length: 4 }, () => bed.open());
        const seen = await pool.snapshot();
        const results = await Promise.all(pools.map((each, i) => each.commit(seen, take(`a${i}`, ['h1']))));
        expect(results.filter(({ kind }) => kind === 'committed')).toHaveLength(1);
      });
    });

    describe('a heartbeat', () => {
      it('renews a lease for its ttl', async () => {
        await mustCommit(pool, take('a', ['h1', 'h2']));
        for (let i = 0; i < 3; i += 1) {
          bed.advance(TTL);
          expect(await pool.beat('a', ['h1', 'h2'])).toEqual({ kind: 'alive', missingLocks: [] });
        }
        await expectConflict(commit(pool, take('b', ['h1'])));
      });

      it('changes nothing but its own file, which keeps its length', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const { '.giveway/a.hb': before, ...others } = bed.files();
        bed.advance(5000);
        await pool.beat('a', ['h1']);
        const { '.giveway/a.hb': after, ...othersAfter } = bed.files();
        expect(othersAfter).toEqual(others);
        expect(after).not.toBe(before);
        expect(after).toHaveLength(before!.length);
      });

      it.each([
        ['with its host', ['h1']],
        ['as if it waited', []],
      ])('comes too late after the ttl, %s', async (_, hosts) => {
        await mustCommit(pool, take('a', ['h1']));
        bed.advance(TTL + 10);
        const before = bed.files();
        expect((await pool.beat('a', hosts)).kind).toBe('expired');
        expect(bed.files()).toEqual(before);
      });

      it('never creates a file', async () => {
        await pool.snapshot();
        expect((await pool.beat('a', [])).kind).toBe('gone');
        expect((await pool.beat('a', ['h1'])).kind).toBe('gone');
        await mustCommit(pool, take('a', ['h1']));
        rmSync(bed.inner('a.hb'));
        expect((await pool.beat('a', ['h1'])).kind).toBe('gone');
        expect(readdirSync(bed.inner('')).filter((name) => name.endsWith('.hb'))).toEqual([]);
      });

      it('is lost where another holds the host, or nobody', async () => {
        await mustCommit(pool, wait('w', ['h1']));
        await mustCommit(pool, take('a', ['h1']));
        expect((await pool.beat('w', ['h1'])).kind).toBe('lost');
        expect((await pool.beat('w', ['h2'])).kind).toBe('lost');
        await mustCommit(pool, free('a', ['h1'], { leave: 'place' }));
        expect((await pool.beat('a', ['h1'])).kind).toBe('lost');
      });

      it("is lost where another job's lock stands", async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.write('h1.lock', '1700000000000000000\n');
        expect((await pool.beat('a', ['h1'])).kind).toBe('lost');
      });

      it('tells which locks are missing', async () => {
        await mustCommit(pool, take('a', ['h1', 'h2']));
        rmSync(bed.path('h2.lock'));
        expect(await pool.beat('a', ['h1', 'h2'])).toEqual({ kind: 'alive', missingLocks: ['h2'] });
      });

      it('of another boot counts as made at uptime 0', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.setBoot(NEXT_BOOT);
        bed.setUptime(TTL + 15_000);
        await expectConflict(commit(pool, take('b', ['h1'])));
        bed.advance(10);
        await mustCommit(pool, take('b', ['h1']));
      });

      it('of a waiter is never refused while its file is there', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        bed.advance(10 * TTL);
        expect((await pool.beat('a', [])).kind).toBe('alive');
      });

      it('that cannot be read counts as alive', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.write('.giveway/a.hb', 'garbage\n');
        bed.advance(10 * TTL);
        expect((await pool.snapshot()).heartbeats.get('a')).toBe('unreadable');
        await expectConflict(commit(pool, take('b', ['h1'])));
      });
    });

    describe('a lease', () => {
      it('is renewed with a new stamp for bash, by the renewed lock', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const before = bed.read('h1.lock');
        await mustCommit(pool, renew('a', ['h1']));
        expect(bed.read('h1.lock')).toMatch(LOCK);
        expect(bed.read('h1.lock')).not.toBe(before);
        const { record } = (await pool.snapshot()).hosts.get('h1')!;
        expect(bed.read('h1.lock')).toBe(`${record!.stampNs}\n`);
        expect(before).toBe(`${record!.previousStampNs}\n`);
      });

      it('puts a missing lock back', async () => {
        await mustCommit(pool, take('a', ['h1']));
        rmSync(bed.path('h1.lock'));
        const result = await mustCommit(pool, renew('a', ['h1']));
        expect(result.putBack).toEqual(['h1']);
        expect(await stateOf('h1')).toBe('held');
        expect(bed.read('h1.lock')).toMatch(LOCK);
      });

      it('that has expired is not renewed, kept or settled', async () => {
        await mustCommit(pool, settle('a', ['h1']));
        bed.advance(TTL + 10);
        await expectConflict(commit(pool, renew('a', ['h1'])));
        await expectConflict(commit(pool, change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] })));
        await expectConflict(commit(pool, keep('a', 1000)));
      });

      it('that has expired is not brought back by waiting under its id', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.advance(TTL + 10);
        await expectConflict(commit(pool, wait('a', ['h1'])));
        bed.advance(15_000);
        await mustCommit(pool, take('b', ['h1']));
      });

      it('of another id is not renewed, and the answer says so', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const { hosts } = await pool.snapshot();
        const result = await mustCommit(pool, renew('b', ['h1', 'h2']));
        expect(result.notHeld).toEqual(['h1', 'h2']);
        expect((await pool.snapshot()).hosts.get('h1')).toEqual(hosts.get('h1'));
      });

      it('is told once that it shall leave', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const details: Details = { job: 'a', graceMs: 5 };
        const tell = change(['h1'], { verb: 'tell', id: 'a', hosts: ['h1'], details });
        await mustCommit(pool, tell);
        expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ state: 'quitting', details });
        await expectConflict(commit(pool, tell));
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
      });

      it('lives on without a keeper, for another ttl', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.advance(60_000);
        await mustCommit(pool, keep('a', 3_600_000));
        bed.advance(3_600_000);
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
        expect((await pool.snapshot()).hosts.get('h1')!.record!.ttlMs).toBe(3_600_000);
      });

      it('gets a keeper, and lives from then on by its heartbeats', async () => {
        await mustCommit(pool, take('a', ['h1'], { keeper: false, ttlMs: 3_600_000 }));
        const details: Details = { job: 'a', keeper: true };
        await mustCommit(pool, keep('a', TTL, { keeper: true, details }));
        expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ ttlMs: TTL, details });
        bed.advance(TTL + 10);
        expect((await pool.beat('a', ['h1'])).kind).toBe('expired');
      });

      it('gets a keeper long after its last sign of life: the shorter ttl counts from then on', async () => {
        await mustCommit(pool, take('a', ['h1'], { keeper: false, ttlMs: 3_600_000 }));
        bed.advance(2 * TTL);
        await mustCommit(pool, keep('a', TTL, { keeper: true }));
        bed.advance(TTL);
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
      });

      it('is given back: the host is free, token and stamp stay, nothing else', async () => {
        const { token } = await mustCommit(pool, take('a', ['h1', 'h2']));
        bed.advance(1000);
        await mustCommit(pool, free('a', ['h1', 'h2'], { details: { job: 'a', endedBy: 'released' } }));
        expect(bed.visible()).toEqual([]);
        expect(bed.has('.giveway/a.hb')).toBe(false);
        expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({
          state: 'free',
          id: 'a',
          token,
          until: { startMs: bed.uptimeMs, bootId: BOOT },
          details: { endedBy: 'released' },
        });
      });

      it('is given back once: a second time says not held', async () => {
        await mustCommit(pool, take('a', ['h1']));
        await mustCommit(pool, free('a', ['h1']));
        await mustCommit(pool, take('b', ['h1']));
        const lock = bed.read('h1.lock');
        expect((await mustCommit(pool, free('a', ['h1']))).notHeld).toEqual(['h1']);
        expect(bed.read('h1.lock')).toBe(lock);
        expect(await holderOf('h1')).toBe('b');
        expect((await pool.beat('b', ['h1'])).kind).toBe('alive');
      });

      it('outlives what is given back beside it', async () => {
        await mustCommit(pool, take('a', ['h1', 'h2']));
        await mustCommit(pool, free('a', ['h2']));
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
        await expectConflict(commit(pool, take('b', ['h1'])));
        await mustCommit(pool, free('a', ['h1']));
        expect(bed.has('.giveway/a.hb')).toBe(false);
      });

      it('outlives an unwait, or a free of what it does not hold', async () => {
        await mustCommit(pool, take('a', ['h1']));
        await mustCommit(pool, change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
        await mustCommit(pool, free('a', ['h2']));
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
        await expectConflict(commit(pool, take('b', ['h1'])));
      });

      it('outlives a next attempt that takes the other host only', async () => {
        const who = { id: 'a', owner: 'run', attempt: 1 };
        await mustCommit(pool, take('a', ['h1', 'h2'], { who }));
        await mustCommit(pool, take('b', ['h1'], { who: { ...who, id: 'b', attempt: 2 } }));
        expect((await pool.beat('a', ['h2'])).kind).toBe('alive');
        await expectConflict(commit(pool, take('c', ['h2'])));
      });

      it('can be given back for a place in the queue', async () => {
        await makeLegacy();
        await mustCommit(pool, wait('a', ['h1'], { target: 'h1' }));
        const arrival = (await pool.snapshot()).waiters[0]!.arrivalNs;
        await mustCommit(pool, take('a', ['h1'], { from: 'waiting', state: 'settling' }));
        await mustCommit(pool, free('a', ['h1'], { leave: 'place' }));
        const { waiters, hosts } = await pool.snapshot();
        expect(waiters.map(({ id, arrivalNs }) => [id, arrivalNs])).toEqual([['a', arrival]]);
        expect(hosts.get('h1')).toMatchObject({ lockText: 'none', record: { state: 'free' } });
        expect((await pool.beat('a', [])).kind).toBe('alive');
      });

      it.each(['tmp', 'tmp.1', 'gen', 'redo', 'journal', 'a.lease', 'a.hb', 'h1-lock', 'x'.repeat(128)])(
        'is safe under the host name %s',
        async (host) => {
          await mustCommit(pool, take('tmp', [host]));
          await mustCommit(pool, take('redo', ['other']));
          expect((await pool.beat('tmp', [host])).kind).toBe('alive');
          await expectConflict(commit(pool, take('b', [host])));
          expect(await holderOf(host)).toBe('tmp');
        },
      );
    });

    describe('a dead waiter', () => {
      const clear = (name: string) => change([], { verb: 'clear', id: 'a', name });

      it('may be cleared by anyone, a live one by nobody', async () => {
        await mustCommit(pool, wait('a', ['h1', 'h2']));
        const [name] = bed.visible();
        bed.advance(TTL);
        await expectConflict(commit(pool, clear(name!)));
        bed.advance(10);
        await mustCommit(pool, clear(name!));
        expect(bed.visible()).toEqual([]);
        expect(bed.has('.giveway/a.hb')).toBe(false);
        await mustCommit(pool, clear(name!));
      });

      it('has no heartbeat at all: it may be cleared at once', async () => {
        await mustCommit(pool, wait('a', ['h1']));
        rmSync(bed.inner('a.hb'));
        await mustCommit(pool, clear(bed.visible()[0]!));
        expect(bed.visible()).toEqual([]);
      });

      it('takes no live lease of the same id with it', async () => {
        await makeLegacy();
        await mustCommit(pool, wait('a', ['h1'], { target: 'h1', ttlMs: 1000 }));
        const [name] = bed.visible();
        await mustCommit(pool, take('a', ['h1'], { from: 'waiting', state: 'settling' }));
        bed.advance(2000);
        await commit(pool, clear(name!));
        expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
      });
    });

    describe('a conflict', () => {
      it.each<[string, () => Promise<unknown>]>([
        ['record', () => mustCommit(bed.open(), renew('a', ['h1']))],
        ['lock that is gone', async () => rmSync(bed.path('h1.lock'))],
        ['lock of another', async () => bed.write('h1.lock', '1700000000000000000\n')],
        ['lock that is no lock', async () => bed.write('h1.lock', 'x\n')],
        ['new waiting file', () => mustCommit(bed.open(), wait('w', ['h1']))],
        ["new waiting file of bash's", async () => bed.write('h1.lock.waiting.1700000000000000000.4.22', '')],
      ])('is found for each difference, and shows it: %s', async (_, differ) => {
        await makeLegacy();
        await mustCommit(pool, settle('a', ['h1']));
        const seen = await pool.snapshot();
        await differ();
        const result = await pool.commit(seen, free('a', ['h1']));
        if (result.kind !== 'conflict') throw new Error(result.kind);
        expect(result.snapshot.hosts.get('h1')).not.toEqual(seen.hosts.get('h1'));
        expect(result.snapshot.hosts.get('h1')).toEqual((await pool.snapshot()).hosts.get('h1'));
        // and what it shows will do
        expect((await pool.commit(result.snapshot, free('a', ['h1']))).kind).toBe('committed');
      });

      it('is none where only a host differs that is not named', async () => {
        const seen = await pool.snapshot();
        await mustCommit(pool, take('a', ['h1']));
        expect((await pool.commit(seen, take('b', ['h2']))).kind).toBe('committed');
      });
    });

    describe('what comes late or in the way', () => {
      it('is busy while another has the guard', async () => {
        const seen = await pool.snapshot();
        const giveBack = await holdGuard(bed);
        expect(await pool.commit(seen, take('a', ['h1']))).toEqual({ kind: 'busy' });
        await giveBack();
        expect((await pool.commit(seen, take('a', ['h1']))).kind).toBe('committed');
      });

      it('does not begin a commit after its deadline', async () => {
        const seen = await pool.snapshot();
        const before = bed.files();
        bed.advance(15_000);
        expect(await pool.commit(seen, take('a', ['h1']))).toEqual({ kind: 'busy' });
        expect(bed.files()).toEqual(before);
      });

      it('rejects each call with the reason of its signal, and goes on with the next', async () => {
        const reason = new Error('enough');
        const seen = await pool.snapshot();
        const soon = (): AbortSignal => {
          const controller = new AbortController();
          setTimeout(() => controller.abort(reason), 30);
          return controller.signal;
        };
        const giveBack = await holdGuard(bed);
        // it is on its way, and over a connection it may still take effect
        await expect(pool.commit(seen, take('a', ['h1']), soon())).rejects.toMatchObject({
          name: 'OutcomeUnknown',
        });
        await expect(pool.beat('a', [], soon())).rejects.toBe(reason);
        await expect(pool.watch(seen, { everyMs: 10_000, untilUptimeMs: undefined }, soon())).rejects.toBe(
          reason,
        );
        bed.write('.giveway/redo', 'commit 3 1700000000000000000 ..\njournal 1 x\nend\n');
        await expect(pool.snapshot(soon())).rejects.toBe(reason);
        // one that waits for its turn behind another ends at its own signal
        const first = pool.snapshot();
        await expect(pool.beat('a', [], soon())).rejects.toBe(reason);
        await giveBack();
        await first;
        const aborted = AbortSignal.abort(reason);
        await expect(pool.commit(seen, take('a', ['h1']), aborted)).rejects.toBe(reason);
        await expect(pool.beat('a', [], aborted)).rejects.toBe(reason);
        await expect(pool.snapshot(aborted)).rejects.toBe(reason);
        await mustCommit(pool, take('b', ['h2']));
      });

      it('leaves no process when it is closed, whatever it is at', async () => {
        const others = [bed.open(), bed.open()];
        await Promise.all([pool.snapshot(), pool.snapshot(), pool.snapshot()]);
        await Promise.all(others.map((each) => each.snapshot()));
        expect(processesIn(bed.folder)).toHaveLength(3);
        const giveBack = await holdGuard(bed);
        const stuck = Promise.allSettled([
          others[0]!.beat('a', []),
          others[1]!.beat('a', [], AbortSignal.timeout(20)),
        ]);
        await stuck.then(() => undefined);
        await Promise.all([pool, ...others].map((each) => each.close()));
        await giveBack();
        expect(processesIn(bed.folder)).toEqual([]);
        await pool.close();
        await expect(pool.snapshot()).rejects.toThrow('closed');
      });
    });

    describe('watching', () => {
      const options = { everyMs: 5, untilUptimeMs: undefined };

      it('returns on a commit, not on a heartbeat', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const other = bed.open();
        const watch = other.watch(await other.snapshot(), options, new AbortController().signal);
        await pool.beat('a', ['h1']);
        expect(await goesOn(watch)).toBe(true);
        await mustCommit(pool, free('a', ['h1']));
        await watch;
      });

      it('returns at once where the commit came before it began', async () => {
        const seen = await pool.snapshot();
        await mustCommit(pool, take('a', ['h1']));
        await pool.watch(seen, { everyMs: 60_000, untilUptimeMs: undefined }, new AbortController().signal);
      });

      it('returns at the instant that was given', async () => {
        const seen = await pool.snapshot();
        bed.advance(1000);
        await pool.watch(
          seen,
          { everyMs: 60_000, untilUptimeMs: bed.uptimeMs },
          new AbortController().signal,
        );
      });

      it.each<[string, () => void]>([
        ['a lock that appears', () => bed.write('h2.lock', '1700000000000000000\n')],
        ['a lock that goes', () => rmSync(bed.path('h1.lock'))],
        ['a lock that is rewritten', () => bed.write('h1.lock', '1700000000000000009\n')],
        ['a waiting file', () => bed.write('h1.lock.waiting.1700000000000000000.4.22', '')],
      ])("returns in legacy mode on bash's files: %s", async (_, differ) => {
        await makeLegacy();
        bed.write('h1.lock', '1700000000000000001\n');
        const seen = await pool.snapshot();
        const watch = pool.watch(seen, options, new AbortController().signal);
        expect(await goesOn(watch)).toBe(true);
        differ();
        await watch;
        // nor is it missed when it comes before the first look
        const slow = { everyMs: 60_000, untilUptimeMs: undefined };
        await pool.watch(seen, slow, new AbortController().signal);
      });
    });

    describe('watching while others are ahead', () => {
      const CANCELLED = { job: 'first', cancelled: { by: 'ann', reason: 'wrong branch' } };
      const names = new Map<string, string>();
      /** Two wait at h1, and the second goes by both its own file and that of the first. */
      async function blocked() {
        await mustCommit(pool, take('x', ['h1']));
        return blockedByNames();
      }
      async function blockedByNames() {
        await mustCommit(pool, wait('first', ['h1']));
        await mustCommit(pool, wait('second', ['h1']));
        const seen = await pool.snapshot();
        for (const { id, files } of seen.waiters) names.set(id, files[0]!.text);
        const by = ['first', 'second'].map((id) => names.get(id)!);
        const watched = { everyMs: 5, untilUptimeMs: undefined, blocked: { by, forMs: 60_000 } };
        const watch = bed.open().watch(seen, watched, new AbortController().signal);
        // one that a test has left going ends with its pool
        watch.catch(() => undefined);
        return { seen, watch };
      }
      it('passes over what others do: come, leave, change hands', async () => {
        const { watch } = await blocked();
        await mustCommit(pool, wait('third', ['h1']));
        await mustCommit(pool, free('x', ['h1']));
        await mustCommit(pool, take('y', ['h2']));
        await mustCommit(pool, change([], { verb: 'unwait', id: 'third', arrivalNs: undefined }));
        expect(await goesOn(watch)).toBe(true);
        await mustCommit(pool, change([], { verb: 'unwait', id: 'first', arrivalNs: undefined }));
        expect(await watch).toBe('changed');
      });

      it.each<[string, () => unknown]>([
        ['the one ahead takes the host', () => mustCommit(pool, take('first', ['h1'], { from: 'waiting' }))],
        [
          'a person takes the one ahead out of the queue',
          () =>
            mustCommit(
              pool,
              change([], { verb: 'amend', id: 'first', priority: undefined, details: CANCELLED }),
            ),
        ],
        [
          'a person moves the watching one up',
          () =>
            mustCommit(pool, change([], { verb: 'amend', id: 'second', priority: 7, details: undefined })),
        ],
        ['somebody removes its own file by hand', () => rmSync(bed.path(names.get('second')!))],
      ])('returns when %s', async (_, differ) => {
        const { watch } = await blocked();
        // free again, whoever is to take it
        await mustCommit(pool, free('x', ['h1']));
        expect(await goesOn(watch)).toBe(true);
        await differ();
        expect(await watch).toBe('changed');
      });

      it('passes over what bash jobs do', async () => {
        await makeLegacy();
        const { watch } = await blockedByNames();
        bed.write('h2.lock', '1700000000000000000\n');
        bed.write('h1.lock.waiting.1700000000000000000.4.22', '');
        expect(await goesOn(watch)).toBe(true);
        rmSync(bed.path(names.get('first')!));
        expect(await watch).toBe('changed');
      });

      it.each<[string, (name: string) => void | Promise<void>]>([
        [
          'is not as the rest of its waiter’s files',
          async () => {
            rmSync(bed.path(names.get('first')!.replace('h1', 'h2')));
            bed.advance(50);
            await mustCommit(pool, wait('first', ['h1', 'h2']));
          },
        ],
        ['has no end of line', (name) => bed.write(name, bed.read(name).trimEnd())],
      ])('a file that %s stands all the same', async (_, differ) => {
        await mustCommit(pool, take('x', ['h1']));
        await mustCommit(pool, wait('first', ['h1', 'h2']));
        await mustCommit(pool, wait('second', ['h1', 'h2']));
        for (const { id, files } of (await pool.snapshot()).waiters) names.set(id, files[0]!.text);
        await differ(names.get('first')!);
        const seen = await pool.snapshot();
        const first = seen.waiters.find(({ id }) => id === 'first')!;
        for (const { text } of first.files) {
          const watched = { everyMs: 5, untilUptimeMs: undefined, blocked: { by: [text], forMs: 60_000 } };
          const watch = pool.watch(seen, watched, AbortSignal.timeout(500));
          watch.catch(() => undefined);
          expect(await goesOn(watch)).toBe(true);
        }
      });

      it('looks at all that has changed once in so long', async () => {
        const { seen } = await blocked();
        await mustCommit(pool, wait('third', ['h1']));
        const by = ['first', 'second'].map((id) => names.get(id)!);
        const startMs = performance.now();
        const watched = { everyMs: 20, untilUptimeMs: undefined, blocked: { by, forMs: 400 } };
        expect(await pool.watch(seen, watched, new AbortController().signal)).toBe('changed');
        expect(performance.now() - startMs).toBeGreaterThan(250);
      });
    });

    describe('with bash jobs', () => {
      it('turns into legacy mode at the first trace of bash, and stays so', async () => {
        await mustCommit(pool, take('a', ['h1']));
        bed.write('h2.lock.waiting.1700000000000000000.4.22', '');
        expect((await commit(pool, free('a', ['h1']))).kind).toBe('conflict');
        rmSync(bed.path('h2.lock.waiting.1700000000000000000.4.22'));
        expect((await pool.snapshot()).legacy).toEqual({ lockTimeoutMs: undefined });
        await mustCommit(pool, free('a', ['h1']));
        await expectConflict(commit(pool, take('b', ['h1'])));
        await mustCommit(pool, settle('c', ['h1']));
      });

      it('settles before it holds; the waiting file stays until then', async () => {
        await makeLegacy();
        await mustCommit(pool, wait('a', ['h1'], { target: 'h1' }));
        const [name] = bed.visible();
        await mustCommit(pool, take('a', ['h1'], { from: 'waiting', state: 'settling' }));
        expect(bed.visible().sort()).toEqual(['h1.lock', name]);
        await mustCommit(pool, change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] }));
        expect(bed.visible()).toEqual(['h1.lock']);
        expect(await stateOf('h1')).toBe('held');
        await expectConflict(commit(pool, change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] })));
      });

      it('settles again when a missing lock is put back', async () => {
        await makeLegacy();
        await mustCommit(pool, settle('a', ['h1']));
        await mustCommit(pool, change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] }));
        rmSync(bed.path('h1.lock'));
        expect((await mustCommit(pool, renew('a', ['h1']))).putBack).toEqual(['h1']);
        expect(await stateOf('h1')).toBe('settling');
      });

      it.each([
        ['young', -599, '1700000000000000000\n', 'conflict'],
        ['old', -601, '1700000000000000000\n', 'committed'],
        ['old, with a content in the future', -601, '1999999999999999999\n', 'conflict'],
        ['older than twice, with a content in the future', -1201, '1999999999999999999\n', 'committed'],
        ['old and no stamp', -601, 'x\n', 'committed'],
        ['old and empty', -601, '', 'committed'],
        ['young and empty', -10, '', 'conflict'],
        ['old, a command in an arithmetic word', -601, 'a[$(touch canary)]\n', 'committed'],
      ])("respects bash's lock until LOCK_TIMEOUT: %s", async (_, ageS, content, expected) => {
        await makeLegacy();
        bed.write('h1.lock', content);
        const at = Date.now() / 1000 + ageS;
        utimesSync(bed.path('h1.lock'), at, at);
        expect((await commit(pool, settle('a', ['h1']))).kind).toBe(expected);
        expect(bed.read('h1.lock')).toEqual(expected === 'committed' ? expect.stringMatching(LOCK) : content);
        expect(bed.has('canary') || bed.has('.giveway/canary')).toBe(false);
      });

      it("never takes bash's lock over where nobody has said LOCK_TIMEOUT", async () => {
        await makeLegacy(undefined);
        bed.write('h1.lock', '1700000000000000000\n');
        utimesSync(bed.path('h1.lock'), 0, 0);
        await expectConflict(commit(pool, settle('a', ['h1'])));
      });

      it('loses a lease to a foreign lock for good', async () => {
        await makeLegacy();
        await mustCommit(pool, settle('a', ['h1']));
        const lose = change(['h1'], { verb: 'lose', host: 'h1' });
        await expectConflict(commit(pool, lose));
        bed.write('h1.lock', '1700000000000000000\n');
        await mustCommit(pool, lose);
        expect(await stateOf('h1')).toBe('lost');
        for (const verb of [
          renew('a', ['h1']),
          change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] }),
          lose,
        ]) {
          await expectConflict(commit(pool, verb));
        }
        expect((await pool.beat('a', ['h1'])).kind).toBe('lost');
        const result = await mustCommit(pool, free('a', ['h1']));
        expect(result.lost).toEqual(['h1']);
        expect(bed.read('h1.lock')).toBe('1700000000000000000\n');
      });

      it('gives back without touching a foreign lock', async () => {
        await makeLegacy();
        await mustCommit(pool, settle('a', ['h1']));
        bed.write('h1.lock', '1700000000000000000\n');
        await mustCommit(pool, free('a', ['h1']));
        expect(bed.read('h1.lock')).toBe('1700000000000000000\n');
      });

      it("stamps a keeper's lock with now, another's with its end less LOCK_TIMEOUT", async () => {
        await makeLegacy(600);
        await mustCommit(pool, take('a', ['h1'], { state: 'settling', keeper: true }));
        await mustCommit(
          pool,
          take('b', ['h2'], { state: 'settling', keeper: false, ttlMs: 7_200_000, maxHoldMs: 3_600_000 }),
        );
        const { wallNs } = await pool.snapshot();
        const secondsAgo = (lock: string) => Number(wallNs - BigInt(bed.read(lock).trim())) / 1e9;
        expect(secondsAgo('h1.lock')).toBeGreaterThanOrEqual(0);
        expect(secondsAgo('h1.lock')).toBeLessThan(30);
        expect(secondsAgo('h2.lock')).toBeLessThan(30 + 600 - 3600);
        expect(secondsAgo('h2.lock')).toBeGreaterThanOrEqual(600 - 3600);
      });

      it('shows a bash waiter by the age of its file', async () => {
        await makeLegacy();
        bed.write('h1.lock.waiting.1999999999999999999.4.9', '');
        utimesSync(bed.path('h1.lock.waiting.1999999999999999999.4.9'), 1_700_000_000.5, 1_700_000_000.5);
        const { waiters, hosts } = await pool.snapshot();
        expect(waiters).toMatchObject([
          { record: undefined, version: { major: 4, minor: 9 }, arrivalNs: 1_700_000_000_500_000_000n },
        ]);
        expect(hosts.get('h1')).toMatchObject({ lockText: 'none', record: undefined });
      });

      it('keeps locks in a folder of their own, and survives its loss', async () => {
        const locks = join(bed.root, 'locks');
        await makeLegacy(600, locks);
        await mustCommit(pool, settle('a', ['h1']));
        await mustCommit(pool, wait('w', ['h1']));
        const arrival = (await pool.snapshot()).waiters[0]!.arrivalNs;
        expect(bed.visible()).toEqual([]);
        expect(readdirSync(locks).filter((name) => !name.startsWith('.'))).toHaveLength(2);
        for (const loss of [
          () => rmSync(locks, { recursive: true }),
          () => {
            rmSync(locks, { recursive: true });
            mkdirSync(locks); // bash made it anew before us
          },
        ]) {
          loss();
          const seen = await pool.snapshot();
          expect(seen.hosts.get('h1')).toMatchObject({
            lockText: 'none',
            record: { id: 'a', state: 'settling' },
          });
          expect(await pool.beat('a', ['h1'])).toEqual({ kind: 'alive', missingLocks: ['h1'] });
          await expectConflict(commit(pool, settle('b', ['h1'])));
          expect((await mustCommit(pool, renew('a', ['h1']))).putBack).toEqual(['h1']);
          await mustCommit(pool, wait('w', ['h1']));
          expect((await pool.snapshot()).waiters[0]!.arrivalNs).toBe(arrival);
        }
      });

      it('moves its lock folder only while nothing is held or wanted, and shares it with no other pool', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const move = change([], { verb: 'legacy', lockTimeoutS: 600, folder: join(bed.root, 'locks') });
        await expectRefused(commit(pool, move));
        await mustCommit(pool, free('a', ['h1']));
        mkdirSync(join(bed.root, 'locks'));
        writeFileSync(join(bed.root, 'locks/.giveway-owner'), '/another/pool\n');
        await expectRefused(commit(pool, move));
      });

      it('fails where the lock folder cannot be listed, instead of seeing nobody', async () => {
        const locks = join(bed.root, 'locks');
        await makeLegacy(600, locks);
        await mustCommit(pool, settle('a', ['h1']));
        renameSync(locks, `${locks}.away`);
        writeFileSync(locks, 'no folder\n');
        const seen = { name: 'PoolUnavailable' };
        await expect(pool.snapshot()).rejects.toMatchObject(seen);
        await expect(pool.beat('a', ['h1'])).rejects.toMatchObject(seen);
        rmSync(locks);
        renameSync(`${locks}.away`, locks);
        expect(await holderOf('h1')).toBe('a');
      });
    });

    describe('what stands in a file', () => {
      const hostile: Details = {
        job: `"quotes" 'single' $(touch canary) \`touch canary\` %s %n \\ \\n back\\slash`,
        url: 'line\nbreak\ttab\r\u0000\u001b[31m ünïcödé 🚦 \u2028 {}{ }',
        unknown: {
          future: { nested: ['$(touch canary)', null, 1.5, true, ' two  blanks '], '*': '?[a-z]*' },
          __proto_: '${IFS}; touch canary #',
        },
      };

      async function expectNothingRan(): Promise<void> {
        const found = [bed.folder, bed.inner(''), process.cwd()].filter((at) =>
          existsSync(join(at, 'canary')),
        );
        expect(found).toEqual([]);
      }

      it('survives byte for byte, through every verb, and runs nothing', async () => {
        const expected = formatDetails(hostile);
        await makeLegacy();
        const recordText = async () => (await pool.snapshot()).hosts.get('h1')!.recordText;
        const details = hostile;
        await mustCommit(pool, wait('a', ['h1'], { target: 'h1', details }));
        expect(bed.read(bed.visible()[0]!).endsWith(` ${expected}\n`)).toBe(true);
        expect((await pool.snapshot()).waiters[0]!.record!.details).toEqual(hostile);
        await mustCommit(pool, change([], { verb: 'target', id: 'a', host: undefined }));
        await mustCommit(pool, take('a', ['h1'], { from: 'waiting', state: 'settling', details }));
        for (const next of [
          change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] }),
          renew('a', ['h1']),
          keep('a', TTL),
          change(['h1'], { verb: 'tell', id: 'a', hosts: ['h1'], details }),
          free('a', ['h1']),
        ]) {
          await mustCommit(pool, next);
          expect((await recordText()).endsWith(` ${expected}`)).toBe(true);
        }
        expect((await pool.snapshot()).hosts.get('h1')!.record!.details).toEqual(hostile);
        await expectNothingRan();
      });

      it.each([
        'a[$(touch canary)]',
        '$(touch canary)',
        '1; touch canary',
        '-n',
        '99999999999999999999',
        '0x12',
      ])('runs nothing as the content of a lock: %s', async (content) => {
        await makeLegacy();
        bed.write('h1.lock', `${content}\n`);
        bed.write('h1.lock.waiting.1700000000000000000.4.22', `${content}\n`);
        const seen = await pool.snapshot();
        expect(seen.hosts.get('h1')!.lockText).toBe('odd');
        await expectConflict(commit(pool, settle('a', ['h1'])));
        await expectNothingRan();
      });

      it.each([
        ['a[$(touch canary)] x', 'broken'],
        ['', 'broken'],
        ['1', 'broken'],
        ['1 a o 1 - 0 4.21 lease held a[$(touch_canary)] 1 0 1 1+1@x {}', 'broken'],
        ['1 a o 1 - 0 4.21 lease held 1 1 0 1 a[$(touch_canary)]+1@x {}', 'broken'],
        ['1 a o 1 - 0 4.21 lease held 08 09 0 1 1+1@x {}', 'broken'],
        ['2 whatever this means', 'newer-format'],
        ['2.0 a o 1 - 0 4.21 lease free 1 1 0 1 1+1@x {}', 'newer-format'],
        ['10 a o 1 - 0 4.21 lease free 1 1 0 1 1+1@x {}', 'newer-format'],
      ])('is an error and never a free host, where it is no record: %s', async (text, reason) => {
        await mustCommit(pool, take('a', ['h1']));
        bed.write('.giveway/h1.lease', text === '' ? '' : `${text}\n`);
        const view = (await pool.snapshot()).hosts.get('h1')!;
        expect(view.record).toBeUndefined();
        expect(view.problem).toContain(reason === 'newer-format' ? 'update giveway' : 'damaged');
        const before = bed.files();
        const expected = { name: 'PoolUnavailable', reason: reason === 'broken' ? 'broken-record' : reason };
        await expect(commit(pool, take('b', ['h1']))).rejects.toMatchObject(expected);
        await expect(pool.beat('a', ['h1'])).rejects.toMatchObject(expected);
        expect(bed.files()).toEqual(before);
        // other hosts go on
        await mustCommit(pool, take('c', ['h2']));
        await expectNothingRan();
      });

      it('of format 1.x is kept with fields that this version does not know', async () => {
        await mustCommit(pool, take('a', ['h1']));
        const record = bed.read('.giveway/h1.lease');
        bed.write('.giveway/h1.lease', record.replace(/^1 /, '1.7 ').replace(' {', ' new-field x=1 {'));
        expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ format: '1.7', id: 'a' });
        await mustCommit(pool, renew('a', ['h1']));
        expect(bed.read('.giveway/h1.lease')).toMatch(/^1\.7 a .* new-field x=1 \{"job":"a"\}\n$/);
      });

      it('is a single word, or the request is no request', async () => {
        await expect(commit(pool, wait('a b', ['h1']))).rejects.toThrow();
        await expect(
          commit(pool, wait('a', ['h1'], { who: { id: 'a', owner: 'x\nverb free b h1 end -', attempt: 1 } })),
        ).rejects.toThrow();
        await expect(
          commit(pool, wait('a', ['h1'], { who: { id: 'a', owner: 'x{y', attempt: 1 } })),
        ).rejects.toThrow();
        for (const host of ['../x', 'h.lock2', 'h1,h2', '-x', '', 'x'.repeat(129), 'a.waiting', '*']) {
          await expect(commit(pool, take('a', [host]))).rejects.toThrow();
        }
        expect(bed.visible()).toEqual([]);
      });
    });

    describe('stray files', () => {
      const REQUEST = 'lock.waiting.1700000000000000000.4.22';

      it.each<[string, () => void]>([
        ['.gitkeep', () => bed.write('.gitkeep', '')],
        ['.nfs0001', () => bed.write('.nfs0001', '')],
        ['a temporary file', () => bed.write('.giveway-tmp.9', '1\n')],
        ['notes', () => bed.write('h1.lock.bak', '1700000000000000000\n')],
        ['a lock of no host', () => bed.write('-h.lock', '1700000000000000000\n')],
        ['a folder as a lock', () => mkdirSync(bed.path('h2.lock'))],
        ['a symlink as a lock', () => symlinkSync('/etc/passwd', bed.path('h2.lock'))],
        ['a pipe as a lock', () => execFileSync('mkfifo', [bed.path('h2.lock')])],
        ['a folder as a request', () => mkdirSync(bed.path(`h1.${REQUEST}`))],
        ['a symlink as a request', () => symlinkSync('/dev/null', bed.path(`h1.${REQUEST}`))],
        ['a pipe as a request', () => execFileSync('mkfifo', [bed.path(`h1.${REQUEST}`)])],
        ['a pipe as no request', () => execFileSync('mkfifo', [bed.path('h1.lock.waiting.x')])],
        ['a request without a version', () => bed.write('h1.lock.waiting.x', '')],
        ['a request of another kind', () => bed.write(`h1.${REQUEST}.queued.bak`, '')],
        ['a request with a point too many', () => bed.write('h1.lock.waiting..5.queued', 'x\n')],
        ['a request with a newline', () => bed.write(`x\nlock h1 1700000000000000000\ny.${REQUEST}`, 'x\n')],
        ['an option', () => bed.write(`--help.${REQUEST}`, 'x\n')],
        ['a request within another’s name', () => bed.write(`h1.${REQUEST}.lock.waiting.1.4.22`, '')],
        ['a request at no host', () => bed.write(`h1.lock2.${REQUEST}`, 'x\n')],
        ['a folder as a record', () => mkdirSync(bed.inner('h2.lease'))],
        ['a heartbeat of nobody', () => bed.write('.giveway/x.hb', 'x\n')],
      ])('never count: %s', async (_, plant) => {
        await pool.snapshot();
        plant();
        const seen = await pool.snapshot();
        expect(seen.waiters).toEqual([]);
        expect(
          [...seen.hosts.values()].filter(({ record, lockText }) => record ?? lockText !== 'none'),
        ).toEqual([]);
        expect((await pool.commit(seen, take('a', ['h1']))).kind).toBe('committed');
        expect((await pool.snapshot()).legacy).toBeUndefined();
        await mustCommit(pool, free('a', ['h1']));
      });

      it.each<[string, () => void]>([
        ['folder', () => mkdirSync(bed.path('h2.lock'))],
        ['symlink', () => symlinkSync('/etc/passwd', bed.path('h2.lock'))],
        ['pipe', () => execFileSync('mkfifo', [bed.path('h2.lock')])],
      ])('in the place of a lock are named, and keep nobody else out: %s', async (_, plant) => {
        await pool.snapshot();
        plant();
        await expect(commit(pool, take('a', ['h2']))).rejects.toThrow('h2.lock');
        await mustCommit(pool, take('a', ['h1']));
        rmSync(bed.path('h2.lock'), { recursive: true });
        await mustCommit(pool, take('b', ['h2']));
        expect(bed.read('h2.lock')).toMatch(LOCK);
      });

      it('of a name that only resembles a host stay apart from it', async () => {
        await mustCommit(pool, take('a', ['h']));
        await mustCommit(pool, wait('w', ['h-lock', 'h.1', 'hh'], { target: 'h.1' }));
        bed.write('h.lock2', '1700000000000000000\n');
        bed.write('h.lock2.lock', '1700000000000000000\n');
        const { hosts } = await pool.snapshot();
        expect([...hosts.keys()].sort()).toEqual(['h', 'h-lock', 'h.1', 'hh']);
        expect(hosts.get('h')!.names).toEqual([]);
        await mustCommit(pool, free('a', ['h']));
        expect(bed.has('h.lock2')).toBe(true);
      });
    });

    describe('a key', () => {
      it('with the role read changes nothing', async () => {
        await mustCommit(pool, take('a', ['h1']));
        await mustCommit(pool, wait('w', ['h1']));
        const reader = bed.open('role=read');
        expect((await reader.snapshot()).caller.role).toBe('read');
        bed.advance(1000);
        await expectRefused(commit(reader, free('a', ['h1'])));
        await expectRefused(commit(reader, wait('x', ['h1'])));
        await expectRefused(reader.beat('a', ['h1']));
        await expectRefused(reader.beat('w', []));
      });

      it('with the role job does not set the mode', async () => {
        const legacy = change([], { verb: 'legacy', lockTimeoutS: 600, folder: undefined } as const);
        await pool.snapshot();
        await expectRefused(commit(bed.open('role=job'), legacy));
      });

      it("of one tenant leaves another's leases and places alone", async () => {
        const mine = bed.open('role=job', 'tenant=mine');
        const yours = bed.open('role=job', 'tenant=yours');
        await mustCommit(mine, take('a', ['h1']));
        await mustCommit(mine, wait('w', ['h1', 'h3']));
        expect((await yours.snapshot()).caller).toEqual({ role: 'job', tenant: 'yours' });
        expect((await yours.snapshot()).hosts.get('h1')!.record!.tenant).toBe('mine');
        bed.advance(1000);
        for (const verb of [
          free('a', ['h1']),
          renew('a', ['h1']),
          keep('a', 1),
          change(['h1'], { verb: 'tell', id: 'a', hosts: ['h1'], details: {} }),
          change([], { verb: 'target', id: 'w', host: 'h1' }),
          change([], { verb: 'unwait', id: 'w', arrivalNs: undefined }),
          wait('w', ['h2']),
          take('w', ['h3'], { from: 'waiting' }),
          free('w', ['h2']),
        ]) {
          await expectRefused(commit(yours, verb));
        }
        await expectRefused(yours.beat('a', ['h1']));
        await expectRefused(yours.beat('w', []));
        await expectRefused(yours.beat('a', []));
        const sameOwner = { id: 'b', owner: 'owner-of-a', attempt: 9 };
        await expectConflict(commit(yours, take('b', ['h1'], { who: sameOwner })));
        // what would end a lease or a place from the side leaves it alive
        await mustCommit(yours, free('a', ['h2']));
        await mustCommit(yours, change([], { verb: 'unwait', id: 'a', arrivalNs: undefined }));
        expect((await mine.beat('a', ['h1'])).kind).toBe('alive');
        expect((await mine.beat('w', [])).kind).toBe('alive');
      });

      it('of one tenant may take an expired lease of another, and clear its dead waiter', async () => {
        const mine = bed.open('role=job', 'tenant=mine');
        const yours = bed.open('role=job', 'tenant=yours');
        await mustCommit(mine, take('a', ['h1']));
        await mustCommit(mine, wait('w', ['h2']));
        const [name] = bed.visible().filter((file) => file.startsWith('h2'));
        bed.advance(TTL + 15_010);
        await mustCommit(yours, take('b', ['h1']));
        await mustCommit(yours, change([], { verb: 'clear', id: 'w', name: name! }));
        expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ id: 'b', tenant: 'yours' });
      });
    });
  });
}

/** Is the watch still going after it has looked some times? */
async function goesOn(watch: Promise<unknown>): Promise<boolean> {
  const timer = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 80));
  return Promise.race([timer, watch.then(() => false)]);
}
