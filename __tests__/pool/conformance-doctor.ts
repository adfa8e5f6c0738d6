/** What every kind of pool must do for those who look after it: the journal, the listing, and what mends leftovers. */
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { Pool } from '../../src/pool/pool';
import { journalReader } from '../../src/protocol/journal';
import { change, free, take, wait } from './changes';
import { commit, mustCommit, TestBed, type MakePool } from './test-bed';

const DAY = 86_400_000;

export function describeUpkeep(name: string, makePool: MakePool): void {
  describe(`upkeep of a pool: ${name}`, () => {
    let bed: TestBed;
    let pool: Pool;
    let job: Pool;
    beforeEach(() => {
      bed = new TestBed(makePool);
      pool = bed.open();
      job = bed.open('role=job');
    });
    afterEach(() => bed.dispose());

    const mend = (what: 'beat' | 'ticket' | 'lock' | 'temporary', name: string, hosts: string[] = []) =>
      change(hosts, { verb: 'mend', what, name }, { verb: 'fixed', what: 'x', name, hosts });
    const conflict = async (result: ReturnType<typeof commit>) =>
      expect((await result).kind).toBe('conflict');
    const events = async (lines = 1000) =>
      journalReader()
        .read(await pool.journal(lines))
        .map(({ event }) => event);

    describe('the journal', () => {
      it('is empty before the first commit, and then has a line for each', async () => {
        await pool.snapshot();
        expect(await pool.journal(10)).toEqual([]);
        await mustCommit(job, wait('a', ['h1', 'h2']));
        await mustCommit(job, take('a', ['h1'], { from: 'waiting' }));
        await mustCommit(job, free('a', ['h1']));
        expect(await events()).toEqual(['requested', 'acquired', 'released']);
        expect(await events(1)).toEqual(['released']);
        expect(await pool.journal(0)).toEqual([]);
      });

      it('goes over both of its files, and shows nothing of what no commit wrote', async () => {
        await mustCommit(job, wait('a', ['h1']));
        writeFileSync(bed.inner('journal.1'), readFileSync(bed.inner('journal')));
        writeFileSync(bed.inner('journal'), '= 3 ok\n\nrubbish\n2 1796063315000000000 left a;');
        expect(await events()).toEqual(['requested', 'left']);
        rmSync(bed.inner('journal'));
        expect(await events()).toEqual(['requested']);
      });

      describe('of bash jobs', () => {
        const LOCK = '1766568440841947242';
        const seen = async () =>
          journalReader()
            .read(await pool.journal(1000))
            .flatMap(({ event, hosts, note }) => (event === 'bash-seen' ? [`${hosts.join()}: ${note}`] : []));
        beforeEach(async () => {
          await mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: 600, folder: undefined }));
          bed.write('h1.lock', `${LOCK}\n`);
        });

        it('tells what the first commit meets at its hosts, a lock and a waiting file, and that once', async () => {
          await mustCommit(job, wait('a', ['h2']));
          expect(await seen()).toEqual([]);
          await mustCommit(job, wait('b', ['h1', 'h2']));
          await mustCommit(job, wait('c', ['h1']));
          await mustCommit(job, change(['h1'], { verb: 'target', id: 'c', host: 'h1' }));
          expect(await seen()).toEqual(['h1: a lock']);
          bed.write('h1.lock.waiting.1766568440841947243.4.22', '');
          await mustCommit(job, change([], { verb: 'unwait', id: 'c', arrivalNs: undefined }));
          await mustCommit(job, wait('d', ['h1']));
          await mustCommit(job, wait('e', ['h1']));
          expect(await seen()).toEqual(['h1: a lock', 'h1: waiting, 4.22']);
        });

        it('tells of another one of the same host, and of the same one at a host of a like name', async () => {
          await mustCommit(job, wait('a', ['h1']));
          bed.write('h1.lock', '1766568440841947299\n');
          await mustCommit(job, wait('b', ['h1']));
          bed.write('lab-1.lock', `${LOCK}\n`);
          bed.write('lab.1.lock', `${LOCK}\n`);
          await mustCommit(job, wait('c', ['lab-1']));
          await mustCommit(job, wait('d', ['lab.1']));
          expect(await seen()).toEqual(['h1: a lock', 'h1: a lock', 'lab-1: a lock', 'lab.1: a lock']);
        });

        it('tells nothing of files of ours, and again what the journal has lost', async () => {
          await mustCommit(job, take('a', ['h2'], { state: 'settling' }));
          await mustCommit(job, wait('b', ['h2'], { target: 'h2' }));
          await mustCommit(job, change(['h2'], { verb: 'held', id: 'a', hosts: ['h2'] }));
          await mustCommit(job, free('a', ['h2']));
          expect(await seen()).toEqual([]);
          await mustCommit(job, wait('c', ['h1']));
          writeFileSync(bed.inner('journal.1'), readFileSync(bed.inner('journal')));
          rmSync(bed.inner('journal'));
          await mustCommit(job, wait('d', ['h1']));
          expect(await seen()).toEqual(['h1: a lock']);
          rmSync(bed.inner('journal.1'));
          rmSync(bed.inner('journal'));
          await mustCommit(job, wait('e', ['h1']));
          expect(await seen()).toEqual(['h1: a lock']);
        });

        it('a commit that is refused, or changes nothing, tells nothing', async () => {
          await conflict(commit(job, take('a', ['h1'], { state: 'settling' })));
          await mustCommit(job, change(['h1'], { verb: 'unwait', id: 'nobody', arrivalNs: undefined }));
          expect(await seen()).toEqual([]);
        });
      });

      it('tells that something was mended', async () => {
        await mustCommit(job, wait('a', ['h1']));
        bed.advance(DAY);
        const [file] = (await pool.snapshot()).waiters[0]!.files;
        const clear = { verb: 'clear', id: 'a', name: file!.text } as const;
        await mustCommit(
          job,
          change([], clear, { verb: 'fixed', what: 'dead-waiter', name: 'a', hosts: ['h1'] }),
        );
        expect(await events()).toEqual(['requested', 'cleared', 'fixed']);
        // alone it is nothing
        await mustCommit(job, change([], { verb: 'fixed', what: 'dead-waiter', name: 'a', hosts: [] }));
        expect(await events()).toHaveLength(3);
      });
    });

    describe('the listing', () => {
      it('has every file with its place, mode, size and age, and the clocks', async () => {
        await mustCommit(job, take('a', ['h1']));
        writeFileSync(bed.path('stray'), 'x'.repeat(7));
        chmodSync(bed.path('stray'), 0o640);
        utimesSync(bed.path('stray'), 1000, 2000);
        mkdirSync(bed.path('h2.lock'));
        symlinkSync('/nowhere', bed.inner('link'));
        const listing = await pool.list();
        expect(listing).toMatchObject({
          uptimeMs: bed.uptimeMs,
          path: bed.folder,
          lockPath: bed.folder,
          isModeReadable: true,
        });
        expect(listing.committedAtMs).toBeGreaterThan(0);
        expect(Math.abs(listing.wallMs - Date.now())).toBeLessThan(60_000);
        const shown = listing.files.map(({ where, name, type }) => [where, name, type]);
        expect(shown).toEqual(
          expect.arrayContaining([
            ['pool', 'h1.lock', 'regular file'],
            ['pool', 'h2.lock', 'directory'],
            ['inner', 'h1.lease', 'regular file'],
            ['inner', 'a.hb', 'regular file'],
            ['inner', 'link', 'symbolic link'],
          ]),
        );
        const stray = listing.files.find(({ name }) => name === 'stray');
        expect(stray).toMatchObject({ mode: 0o640, size: 7, changedAtMs: 2_000_000 });
        expect(listing.folders.map(({ where }) => where).sort()).toEqual(['inner', 'pool']);
        expect(listing.folders.find(({ where }) => where === 'inner')!.mode & 0o2000).toBe(0o2000);
      });

      it('is not led astray by names', async () => {
        for (const name of ['a\n= 3 ok', '-rf', 'b c', '$(id)', '%n', 'é']) bed.write(name, '');
        const names = (await pool.list()).files
          .filter(({ where }) => where === 'pool')
          .map(({ name }) => name);
        expect(names.sort()).toEqual(['$(id)', '%n', '-rf', '?', 'a?', 'b?'].sort());
      });

      it('is there for keys that only read, and where the mode cannot be read', async () => {
        await mustCommit(job, take('a', ['h1']));
        bed.write('.giveway/legacy', 'soon\n');
        const listing = await bed.open('role=read').list();
        expect(listing.isModeReadable).toBe(false);
        expect(listing.files.map(({ name }) => name)).toContain('h1.lease');
      });

      it('has the folder of the locks where that is another', async () => {
        const locks = `${bed.root}/locks`;
        await mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: 600, folder: locks }));
        writeFileSync(`${locks}/h1.lock`, '1');
        const listing = await pool.list();
        expect(listing.lockPath).toBe(locks);
        expect(listing.files).toContainEqual(expect.objectContaining({ where: 'lock', name: 'h1.lock' }));
      });
    });

    describe('mending', () => {
      it('takes the heartbeat of nobody away after a day, and of nobody else', async () => {
        await mustCommit(job, take('a', ['h1'], { ttlMs: 9 * DAY, maxHoldMs: 9 * DAY }));
        await mustCommit(job, wait('w', ['h1']));
        await mustCommit(job, wait('gone', ['h2']));
        rmSync(bed.path(bed.visible().find((file) => file.startsWith('h2'))!));
        await conflict(commit(job, mend('beat', 'gone')));
        bed.advance(DAY);
        await conflict(commit(job, mend('beat', 'a')));
        await conflict(commit(job, mend('beat', 'w')));
        for (let twice = 0; twice < 2; twice += 1) await mustCommit(job, mend('beat', 'gone'));
        const left = ['a', 'w', 'gone'].filter((id) => bed.has(`.giveway/${id}.hb`));
        expect(left).toEqual(['a', 'w']);
        expect((await events()).filter((event) => event === 'fixed')).toHaveLength(1);
      });

      it('never takes a heartbeat away that cannot be read', async () => {
        await pool.snapshot();
        bed.write('.giveway/x.hb', 'rubbish\n');
        bed.advance(DAY);
        await conflict(commit(job, mend('beat', 'x')));
      });

      it('takes a ticket away that is a day old', async () => {
        await mustCommit(job, wait('a', ['h1']));
        await mustCommit(job, take('a', ['h1'], { from: 'waiting' }));
        await mustCommit(job, free('a', ['h1'], { leave: 'ticket' }));
        await conflict(commit(job, mend('ticket', 'a')));
        const old = Date.now() / 1000 - 86_500;
        utimesSync(bed.inner('a.ticket'), old, old);
        for (let twice = 0; twice < 2; twice += 1) await mustCommit(job, mend('ticket', 'a'));
        expect(bed.has('.giveway/a.ticket')).toBe(false);
      });

      it('takes a lock away that its lease has left, and no other', async () => {
        await mustCommit(job, take('a', ['h1']));
        const text = bed.read('h1.lock');
        await conflict(commit(job, mend('lock', 'h1', ['h1'])));
        await mustCommit(job, free('a', ['h1']));
        bed.write('h1.lock', text);
        for (let twice = 0; twice < 2; twice += 1) await mustCommit(job, mend('lock', 'h1', ['h1']));
        expect(bed.has('h1.lock')).toBe(false);
        bed.write('h1.lock', '1111111111111111111\n');
        await commit(job, mend('lock', 'h1', ['h1']));
        await conflict(commit(job, mend('lock', 'h1', ['h1'])));
        expect(bed.read('h1.lock')).toBe('1111111111111111111\n');
      });

      it('takes temporary files away', async () => {
        await mustCommit(job, take('a', ['h1']));
        bed.write('.giveway/.tmp.9', 'x');
        bed.write('.giveway-tmp.9', 'x');
        await mustCommit(job, mend('temporary', 'files'));
        expect([bed.has('.giveway/.tmp.9'), bed.has('.giveway-tmp.9')]).toEqual([false, false]);
        expect((await events()).at(-1)).toBe('fixed');
      });

      it('is no business of a key that only reads', async () => {
        await pool.snapshot();
        await expect(commit(bed.open('role=read'), mend('temporary', 'files'))).rejects.toMatchObject({
          reason: 'refused',
        });
      });
    });
  });
}
