/** The program, killed inside every kind of request, also at system calls of its own, and killed again while it recovers. */
import { KillBench, SCENARIOS } from '../../evidence/program/kills';
import { inTurn } from '../../evidence/in-turn';
import { seeded } from '../../evidence/seeded';
import { programText } from '../../src/pool/program-text';
import { SHELLS } from './test-bed';

/** Each series of kills is one more seed. */
const SERIES = 1;
const WAYS = ['before', 'write'] as const;
let kills = 0;

describe.each(SHELLS)('the program in %s', (_, shell) => {
  it.each(SCENARIOS.map((scenario, index) => ({ scenario, index, name: scenario.name })))(
    'killed again and again, leaves all or nothing of $name',
    async ({ scenario, index }) => {
      const bench = await KillBench.of(scenario, shell, programText());
      try {
        expect((await bench.story([])).killed).toBe(0);
        for (let seed = 1; seed <= SERIES; seed += 1) {
          const random = seeded(seed * 100 + index);
          const series = Array.from({ length: random.between(2, 3) }, () => bench.draw(random));
          kills += (await bench.story(series)).killed;
        }
      } finally {
        await bench.dispose();
      }
    },
    120_000,
  );
});

// each request in one of the shells, and each shell with a third of them
it.each(
  SCENARIOS.map((scenario, index) => {
    const [name, shell] = inTurn(SHELLS, index);
    return { scenario, shell, name: `${scenario.name} in ${name}` };
  }),
)(
  'killed at each step, and before each write of its own, leaves all or nothing of $name',
  async ({ scenario, shell }) => {
    const bench = await KillBench.of(scenario, shell, programText());
    try {
      for (const at of WAYS) {
        const effects: boolean[] = [];
        for (const kill of bench.kills(at)) {
          const { isApplied, killed } = await bench.story([kill]);
          effects.push(isApplied);
          kills += killed;
        }
        // one step is the commit point: nothing before it, everything after it
        expect(effects).toEqual([...effects].sort());
        if (!('beat' in scenario.wanted)) expect(new Set(effects).size).toBe(2);
      }
    } finally {
      await bench.dispose();
    }
  },
  120_000,
);

it('was killed hundreds of times', () => {
  expect(kills).toBeGreaterThanOrEqual(180);
});
