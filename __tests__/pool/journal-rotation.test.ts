/** The journal when it becomes too long: nothing is lost or doubled, whatever is killed, and it never exceeds 10 MB. */
import { appendFileSync, cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { journalReader } from '../../src/protocol/journal';
import { change, take } from './changes';
import { mustCommit, processesIn, SHELLS, TestBed } from './test-bed';
import { killable, makeKillers, type KillAt } from './toolbox';

const ALL = 1_000_000;
/** Commands of the program's start, which touch no pool. */
const START_CALLS = 2;
/** Before a commit of a number that 64 divides, the journal is looked at. */
const FULL_AT = 64 * 1000;
const OLD_LINES = 41_000;

function restore(from: string, to: string): void {
  for (const folder of [to, join(to, '.giveway')]) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) rmSync(join(folder, entry.name));
    }
  }
  cpSync(from, to, { recursive: true });
}

const numbers = async (pool: Pool): Promise<number[]> =>
  (await pool.journal(ALL)).map((line) => Number(line.split(' ')[0]));

/** The next commit finds more than 4 MB. */
async function fill(bed: TestBed, pool: Pool): Promise<void> {
  await pool.snapshot();
  const old = Array.from(
    { length: OLD_LINES },
    (_, at) => `${at + 1} 1796063315000000000 left ${'x'.repeat(64)}-${at};\n`,
  );
  writeFileSync(bed.inner('journal'), old.join(''));
  writeFileSync(bed.inner('journal.1'), '0 1796063315000000000 left oldest;\n');
  writeFileSync(bed.inner('gen'), `${String(FULL_AT - 1).padStart(15, '0')} 1796063315000000000\n`);
  expect(statSync(bed.inner('journal')).size).toBeGreaterThan(4_000_000);
}

describe.each(SHELLS)('the journal of the program in %s', (_, shell) => {
  let bed: TestBed;
  beforeEach(() => {
    bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell }));
  });
  afterEach(() => bed.dispose());

  const killedAt = (killers: ReturnType<typeof makeKillers>): Pool =>
    directoryPool({
      folder: bed.folder,
      settings: bed.settings,
      shell: killable(shell, killers),
      env: { PATH: killers.path },
    });

  it.each<KillAt>(['before', 'after', 'late'])(
    'loses and doubles no line in a rotation: killed %s each command',
    async (at) => {
      const first = bed.open();
      await fill(bed, first);
      const before = await first.snapshot();
      await first.close();
      const prepared = join(bed.root, 'prepared');
      cpSync(bed.folder, prepared, { recursive: true });
      const killers = makeKillers(join(bed.root, 'bin'), at);
      const run = async (nth: number): Promise<boolean> => {
        killers.arm(nth);
        const pool = killedAt(killers);
        try {
          return (await pool.commit(before, take('a', ['h1']))).kind === 'committed';
        } catch {
          return false;
        } finally {
          await pool.close();
        }
      };
      expect(await run(0)).toBe(true);
      const calls = killers.calls();
      const effects: boolean[] = [];
      const next = bed.open();
      await next.snapshot();
      for (let nth = START_CALLS + 1; nth <= calls; nth += 1) {
        restore(prepared, bed.folder);
        expect(await run(nth)).toBe(false);
        await mustCommit(next, take('b', ['h2']));
        while (processesIn(bed.folder).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
        const hasEffect = (await next.snapshot()).hosts.has('h1');
        effects.push(hasEffect);
        // with the rotation the oldest file goes
        const seen = (await numbers(next)).filter((number) => number > 0);
        const commits = hasEffect ? [FULL_AT, FULL_AT + 1] : [FULL_AT];
        expect(seen).toHaveLength(OLD_LINES + commits.length);
        expect(seen.slice(OLD_LINES)).toEqual(commits);
        expect(new Set(seen).size).toBe(seen.length);
        expect(statSync(bed.inner('journal')).size).toBeLessThan(10_000);
      }
      expect(new Set(effects)).toEqual(new Set([false, true]));
    },
    60_000,
  );

  it('has the whole line where a program was killed while it wrote it', async () => {
    const pool = bed.open();
    await mustCommit(pool, take('a', ['h1']));
    const before = await pool.snapshot();
    const killers = makeKillers(join(bed.root, 'bin'), 'after');
    for (let nth = START_CALLS + 1; !existsSync(bed.inner('redo')); nth += 1) {
      killers.arm(nth);
      const killed = killedAt(killers);
      await killed.commit(before, take('b', ['h2'])).catch(() => undefined);
      await killed.close();
    }
    appendFileSync(bed.inner('journal'), '2 1796063315000000000 held b own');
    const events = journalReader().read(await journalAfterRecovery());
    expect(events.map(({ event, id }) => [event, id])).toEqual([
      ['acquired', 'a'],
      ['acquired', 'b'],
      ['acquired', 'c'],
    ]);

    async function journalAfterRecovery(): Promise<readonly string[]> {
      await mustCommit(pool, take('c', ['h3']));
      return pool.journal(ALL);
    }
  });

  describe('never exceeds 10 MB', () => {
    const sizeOf = (name: string): number => statSync(bed.inner(name)).size;
    const noteOf = (length: number) => {
      const details = { job: 'a', note: 'x'.repeat(length) };
      return change(['h1'], { verb: 'note', id: 'a', hosts: ['h1'], details });
    };
    /** Just looked at, and by a hair not too long; with an older file of the same kind. */
    async function almostFull(): Promise<Pool> {
      const pool = bed.open();
      await mustCommit(pool, take('a', ['h1']));
      const line = `1 1796063315000000000 left ${'x'.repeat(1971)};\n`;
      writeFileSync(bed.inner('journal'), line.repeat(1999));
      writeFileSync(bed.inner('gen'), `${String(FULL_AT).padStart(15, '0')} 1796063315000000000\n`);
      expect(sizeOf('journal')).toBeGreaterThan(3_990_000);
      expect(sizeOf('journal')).toBeLessThan(4_000_000);
      return pool;
    }

    it('with lines as long as they may be without a look at its size', async () => {
      const pool = await almostFull();
      for (let count = 0; count < 63; count += 1) await mustCommit(pool, noteOf(7800));
      const most = sizeOf('journal');
      expect(most).toBeGreaterThan(4_480_000);
      expect(most).toBeLessThan(4_600_000);
      await mustCommit(pool, noteOf(7800));
      expect([sizeOf('journal.1'), sizeOf('journal') < 9000]).toEqual([most, true]);
      // as it is before the next rotation
      expect(2 * most).toBeLessThan(10_000_000);
    }, 60_000);

    it('with a line that is longer: its size is looked at before', async () => {
      const pool = await almostFull();
      await mustCommit(pool, noteOf(20_000));
      expect(sizeOf('journal.1')).toBeLessThan(4_000_000);
      expect(sizeOf('journal')).toBeLessThan(21_000);
      expect((await numbers(pool)).at(-1)).toBe(FULL_AT + 1);
    });
  });
});
