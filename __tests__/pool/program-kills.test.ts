/** The program, killed with SIGKILL around every external command of a commit. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import { change, free, renew, take, wait } from './changes';
import { commit, mustCommit, processesIn, SHELLS, TestBed } from './test-bed';
import { killable, makeKillers, type KillAt } from './toolbox';

// thousands of processes: a busy machine takes its time
jest.setTimeout(120_000);

const HOSTS = ['h1', 'h2', 'h3'];
const B = { id: 'b', owner: 'other', attempt: 1 };
/** Commands of the program's start, which touch no pool: stat and date. */
const START_CALLS = 2;
let kills = 0;

/** Brings the files back, and keeps the folders, in which a program stands. */
function restore(from: string, to: string): void {
  for (const folder of [to, join(to, '.giveway')]) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) rmSync(join(folder, entry.name));
    }
  }
  cpSync(from, to, { recursive: true });
}

interface Scenario {
  readonly name: string;
  readonly prepare: (pool: Pool) => Promise<unknown>;
  readonly change: Change;
  /** Looks at what the kill has left, through a caller who comes next; says whether the commit took effect. */
  readonly check: (next: Pool, bed: TestBed, before: Snapshot) => Promise<boolean>;
}

/** The next caller takes all three hosts, or finds all three held by one. */
async function allOrNone(next: Pool): Promise<'free' | 'held'> {
  let result = await commit(next, take('b', HOSTS, { who: B }));
  // the dead one's last command may come in between: then the newer snapshot tells
  if (result.kind === 'conflict' && result.snapshot.hosts.get('h1')?.record?.state !== 'held') {
    result = await next.commit(result.snapshot, take('b', HOSTS, { who: B }));
  }
  if (result.kind === 'busy') throw new Error('the guard was not given back');
  const { hosts } = result.kind === 'conflict' ? result.snapshot : await next.snapshot();
  const view = HOSTS.map((host) => hosts.get(host));
  expect(view.map((each) => [each?.record?.id, each?.record?.state])).toEqual(
    Array(3).fill([result.kind === 'committed' ? 'b' : 'a', 'held']),
  );
  expect(view.map((each) => each?.lockText)).toEqual(view.map((each) => String(each?.record?.stampNs)));
  return result.kind === 'committed' ? 'free' : 'held';
}

const scenarios: readonly Scenario[] = [
  {
    name: 'a take of three hosts',
    prepare: (pool) => mustCommit(pool, wait('a', HOSTS, { target: 'h2' })),
    change: take('a', HOSTS, { from: 'waiting' }),
    async check(next, bed) {
      const taken = (await allOrNone(next)) === 'held';
      // its place goes with the take, and stays without it
      expect(bed.visible().filter((name) => name.includes('.waiting.'))).toHaveLength(taken ? 0 : 3);
      return taken;
    },
  },
  {
    name: 'a release of three hosts',
    prepare: (pool) => mustCommit(pool, take('a', HOSTS)),
    change: free('a', HOSTS),
    async check(next, bed) {
      const released = (await allOrNone(next)) === 'free';
      expect(bed.has('.giveway/a.hb')).toBe(!released);
      return released;
    },
  },
  {
    name: 'a renewal of three hosts',
    prepare: (pool) => mustCommit(pool, take('a', HOSTS)),
    change: renew('a', HOSTS, false),
    async check(next, _, before) {
      expect(await allOrNone(next)).toBe('held');
      const { hosts } = await next.snapshot();
      const renewed = HOSTS.map((host) => hosts.get(host)!.lockText !== before.hosts.get(host)!.lockText);
      expect(new Set(renewed).size).toBe(1);
      return renewed[0]!;
    },
  },
  {
    name: 'a move of the target',
    prepare: (pool) => mustCommit(pool, wait('a', HOSTS, { target: 'h1' })),
    change: change([], { verb: 'target', id: 'a', host: 'h3' }),
    async check(next) {
      await mustCommit(next, take('b', ['h9'], { who: B }));
      const [waiter] = (await next.snapshot()).waiters;
      expect(waiter!.files.map(({ host }) => host).sort()).toEqual(HOSTS);
      const targets = waiter!.files.filter(({ queued }) => !queued).map(({ host }) => host);
      expect(['h1', 'h3']).toContain(targets.join());
      return targets[0] === 'h3';
    },
  },
];

describe.each(SHELLS)('the program in %s, killed at each step', (_, shell) => {
  let bed: TestBed;
  beforeEach(() => {
    bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell }));
  });
  afterEach(() => bed.dispose());

  it.each(
    scenarios.flatMap((scenario) =>
      (['before', 'after', 'late'] as const).map((at) => ({ ...scenario, at })),
    ),
  )(
    'leaves all or nothing of $name: $at the command',
    async ({ prepare, change: wanted, check, at }: Scenario & { at: KillAt }) => {
      const preparing = bed.open();
      await prepare(preparing);
      const before = await preparing.snapshot();
      await preparing.close();
      const prepared = join(bed.root, 'prepared');
      cpSync(bed.folder, prepared, { recursive: true });

      const killers = makeKillers(join(bed.root, 'bin'), at);
      const run = async (nth: number): Promise<boolean> => {
        killers.arm(nth);
        const pool = directoryPool({
          folder: bed.folder,
          settings: bed.settings,
          shell: killable(shell, killers),
          env: { PATH: killers.path },
        });
        try {
          return (await pool.commit(before, wanted)).kind === 'committed';
        } catch {
          kills += 1;
          return false;
        } finally {
          await pool.close();
        }
      };

      expect(await run(0)).toBe(true);
      const calls = killers.calls();
      expect(calls).toBeGreaterThan(4);
      const effects: boolean[] = [];
      // it is there already, so that it comes before a dead program's last command
      const next = bed.open();
      await next.snapshot();
      for (let nth = START_CALLS + 1; nth <= calls; nth += 1) {
        restore(prepared, bed.folder);
        expect(await run(nth)).toBe(false);
        effects.push(await check(next, bed, before));
        // whatever the dead one's last command still did, it did before the next caller's commit
        const seen = bed.files();
        while (processesIn(bed.folder).length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
        expect(bed.files()).toEqual(seen);
        expect(Object.keys(seen).filter((name) => /tmp|redo|probe/.test(name))).toEqual([]);
      }
      // one step is the commit point: nothing before it, everything after it
      expect(effects).toEqual([...effects].sort());
      expect(new Set(effects).size).toBe(2);
    },
  );
});

it('was killed hundreds of times', () => {
  expect(kills).toBeGreaterThanOrEqual(300);
});
