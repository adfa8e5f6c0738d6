/** Several programs of different shells meet at one instant with one picture of the pool: one of them gets what all want. */
import { change, free, take, wait } from '../../__tests__/pool/changes';
import { holdGuard, mustCommit, SHELLS, TestBed } from '../../__tests__/pool/test-bed';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import type { Change } from '../../src/protocol/verbs';
import { inTurn } from '../in-turn';
import { seeded } from '../seeded';
import { Violation } from './violation';

const CONTENDERS = 5;
const MEETINGS = 4;

/** So many meetings, drawn from the seed, and one with a program that stands still; throws a Violation. */
export async function meet(seed: number, program: string): Promise<void> {
  const random = seeded(seed);
  let opened = random.below(SHELLS.length);
  const bed = new TestBed(({ folder, settings }) => {
    const [, shell] = inTurn(SHELLS, (opened += 1));
    return directoryPool({ folder, settings: [...settings, 'guard-wait=20'], shell, program });
  });
  try {
    const pools = Array.from({ length: CONTENDERS }, () => bed.open());
    const observer = bed.open();
    await Promise.all(pools.map((pool) => pool.snapshot()));
    for (let nth = 0; nth < MEETINGS; nth += 1) {
      const ids = pools.map((_, index) => `m${nth}-${index}`);
      const isFromPlace = random.chance(0.5);
      if (isFromPlace)
        await Promise.all(
          pools.map((pool, index) => mustCommit(pool, wait(inTurn(ids, index), ['h1', 'h2']))),
        );
      const hosts = random.pick([['h1'], ['h1', 'h2'], ['h2', 'h1']]);
      const wanted = ids.map((id) => take(id, hosts, { from: isFromPlace ? 'waiting' : 'new' }));
      const winner = await race(bed, pools, wanted, ids);
      const { hosts: seen } = await observer.snapshot();
      for (const host of hosts) {
        const view = seen.get(host);
        if (view?.record?.id !== winner || view.lockText !== String(view.record.stampNs)) {
          throw new Violation(
            `${winner} was given ${host}, which ${view?.record?.id} has, with the lock ${view?.lockText}`,
          );
        }
      }
      await mustCommit(observer, free(winner, hosts));
      for (const id of ids) {
        await mustCommit(observer, change([], { verb: 'unwait', id, arrivalNs: undefined }));
      }
      const left = Object.keys(bed.files()).filter((name) => /\.lock|\.hb|tmp|redo/.test(name));
      if (left.length > 0) throw new Violation(`left after a meeting: ${left.join(' ')}`);
    }
    await holdGuard(bed);
    // this one waits for a second only
    const impatient = directoryPool({ folder: bed.folder, settings: bed.settings, program });
    const { kind } = await impatient.commit(await observer.snapshot(), take('impatient', ['h1']));
    await impatient.close();
    if (kind !== 'busy') throw new Violation(`somebody else has the guard, and a take is ${kind}`);
  } finally {
    await bed.dispose();
  }
}

/** Resolves with the one that got it. */
async function race(
  bed: TestBed,
  pools: readonly Pool[],
  wanted: readonly Change[],
  ids: readonly string[],
): Promise<string> {
  // each judges from what it has seen itself
  const seen = await Promise.all(pools.map((pool) => pool.snapshot()));
  const tokens = new Map<string, number>();
  await Promise.all(
    pools.map(async (pool, index) => {
      for (;;) {
        const result = await pool.commit(inTurn(seen, index), inTurn(wanted, index));
        if (result.kind === 'committed') tokens.set(inTurn(ids, index), result.token);
        if (result.kind !== 'busy') return;
      }
    }),
  );
  const [winner] = tokens.keys();
  if (tokens.size !== 1 || winner === undefined) {
    throw new Violation(
      `of ${pools.length} that take a host at one instant ${tokens.size} get it: ${[...tokens].join(' ')} (${bed.visible().length} files)`,
    );
  }
  return winner;
}
