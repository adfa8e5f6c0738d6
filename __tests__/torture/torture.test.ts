/** A short torture: real jobs, real kills, a real sshd behind a bad line. `npm run torture` does it for longer. */
import { planRound } from '../../evidence/torture/plan';
import { runRound } from '../../evidence/torture/round';

const RAGE_MS = 12_000;

// two seeds in a row: one in a folder, one over SSH, both with bash jobs
test.each([0, 1].map((seed) => ({ seed, kind: planRound(seed).kind })))(
  'jobs that share a pool by $kind with bash jobs, killed, stopped and cut off, never meet and leave nothing (seed $seed)',
  async ({ seed }) => {
    const result = await runRound(planRound(seed), { rageMs: RAGE_MS });
    expect(result.violations).toEqual([]);
    const total = (counts: ReadonlyMap<string, number>): number =>
      [...counts.values()].reduce((a, b) => a + b, 0);
    expect(total(result.faults)).toBeGreaterThan(5);
    expect(result.operations.get('writes that a host took')).toBeGreaterThan(10);
    expect(result.recoveryMs).toHaveLength(3);
  },
  300_000,
);
