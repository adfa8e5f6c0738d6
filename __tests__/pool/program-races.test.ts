/** Many real programs in one folder, in every shell at once. */
import { spawn } from 'node:child_process';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { change, free, renew, take, wait } from './changes';
import { mustCommit, SHELLS, TestBed } from './test-bed';

// thousands of processes: a busy machine takes its time
jest.setTimeout(120_000);

describe('programs in one folder', () => {
  let bed: TestBed;
  let opened = 0;
  beforeEach(() => {
    bed = new TestBed(({ folder, settings }) =>
      directoryPool({
        folder,
        settings: [...settings, 'guard-wait=20'],
        shell: SHELLS[opened++ % SHELLS.length]![1],
      }),
    );
  });
  afterEach(() => bed.dispose());

  /** Commits until it is no longer in the way of others. */
  async function kindOf(pool: Pool, ...args: Parameters<Pool['commit']>): Promise<string> {
    for (;;) {
      const { kind } = await pool.commit(...args);
      if (kind !== 'busy') return kind;
    }
  }

  it('16 contenders for an expired lease: one takes it, in each of many rounds', async () => {
    const pools = Array.from({ length: 16 }, () => bed.open());
    await mustCommit(pools[0]!, take('first', ['h1', 'h2']));
    const until = Date.now() + 12_000;
    let rounds = 0;
    let token = 0;
    while (Date.now() < until) {
      bed.advance(135_010);
      // each judges from what it has seen itself
      const seen = await Promise.all(pools.map((pool) => pool.snapshot()));
      const kinds = await Promise.all(
        pools.map((pool, i) =>
          kindOf(pool, seen[i]!, take(`r${rounds}-${i}`, i % 2 === 0 ? ['h1', 'h2'] : ['h2', 'h1'])),
        ),
      );
      expect(kinds.filter((kind) => kind === 'committed')).toHaveLength(1);
      const { hosts } = await pools[rounds % 16]!.snapshot();
      const winner = `r${rounds}-${kinds.indexOf('committed')}`;
      for (const host of ['h1', 'h2']) {
        const { record, lockText } = hosts.get(host)!;
        expect(record).toMatchObject({ id: winner, state: 'held' });
        expect(lockText).toBe(String(record!.stampNs));
        expect(record!.token).toBeGreaterThan(token);
      }
      token = hosts.get('h1')!.record!.token;
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(10);
  });

  it('contenders for a free host: one takes it, and all places rise', async () => {
    const pools = Array.from({ length: 9 }, () => bed.open());
    for (let round = 0; round < 10; round += 1) {
      const ids = pools.map((_, i) => `r${round}-${i}`);
      await Promise.all(pools.map((pool, i) => mustCommit(pool, wait(ids[i]!, ['h1']))));
      const seen = await Promise.all(pools.map((pool) => pool.snapshot()));
      const arrivals = seen[0]!.waiters.map(({ arrivalNs }) => arrivalNs);
      expect(new Set(arrivals).size).toBe(9);
      const kinds = await Promise.all(
        pools.map((pool, i) => kindOf(pool, seen[i]!, take(ids[i]!, ['h1'], { from: 'waiting' }))),
      );
      expect(kinds.filter((kind) => kind === 'committed')).toHaveLength(1);
      const winner = ids[kinds.indexOf('committed')]!;
      await mustCommit(pools[0]!, free(winner, ['h1']));
      for (const id of ids) {
        await mustCommit(pools[1]!, change([], { verb: 'unwait', id, arrivalNs: undefined }));
      }
      expect(bed.visible()).toEqual([]);
    }
  });

  it('keep each lock file absent or exactly 19 digits and a newline, at every instant', async () => {
    const reader = spawn(process.execPath, ['-e', READER, bed.path('h1.lock'), bed.path('h2.lock')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let report = '';
    reader.stdout.on('data', (chunk: Buffer) => (report += chunk.toString()));
    const ended = new Promise((resolve) => reader.once('close', resolve));
    const pools = SHELLS.map(() => bed.open());
    const rounds = 60;
    for (let round = 0; round < rounds; round += 1) {
      const next = (step: number): Pool => pools[(round + step) % pools.length]!;
      const id = `r${round}`;
      await mustCommit(next(0), take(id, ['h1', 'h2']));
      await mustCommit(next(1), renew(id, ['h1', 'h2']));
      if (round % 3 === 0) bed.advance(135_010);
      else await mustCommit(next(2), free(id, ['h1', 'h2']));
    }
    reader.stdin.end();
    await ended;
    const { bad, absent, present, contents } = JSON.parse(report) as Record<string, number> & {
      bad: string[];
    };
    expect(bad).toEqual([]);
    expect(absent).toBeGreaterThan(100);
    expect(present).toBeGreaterThan(1000);
    // it saw most of what there was to see: two stamps in each round, at two hosts
    expect(contents).toBeGreaterThan(2 * rounds);
  });
});

const READER = `
const { readFileSync } = require('node:fs');
let open = true;
process.stdin.resume().on('end', () => (open = false));
const bad = new Set(), contents = new Set();
let absent = 0, present = 0;
(function look() {
  for (let i = 0; i < 200; i += 1) {
    for (const path of process.argv.slice(1)) {
      let text;
      try { text = readFileSync(path, 'latin1'); } catch (error) {
        if (error.code !== 'ENOENT') bad.add(error.code);
        absent += 1;
        continue;
      }
      present += 1;
      if (!/^\\d{19}\\n$/.test(text)) bad.add(text);
      else contents.add(path + text);
    }
  }
  if (open) setImmediate(look);
  else console.log(JSON.stringify({ bad: [...bad], absent, present, contents: contents.size }));
})();
`;
