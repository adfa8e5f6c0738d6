/** Requests that no client would send, in every shell: an error or an end, and never half of what was asked. */
import { sendHostile } from '../../evidence/program/hostile';
import { programText } from '../../src/pool/program-text';
import { SHELLS } from './test-bed';

const SEEDS = 6;

test.each(SHELLS)(
  `the program in %s runs nothing of what it reads, and does nothing by halves, in ${SEEDS} series of spoilt requests`,
  async (name, shell) => {
    const first = 1000 * SHELLS.findIndex(([one]) => one === name);
    const answers = new Map<string, number>();
    for (let seed = first + 1; seed <= first + SEEDS; seed += 1) {
      for (const [answer, times] of await sendHostile(seed, programText(), shell)) {
        answers.set(answer, (answers.get(answer) ?? 0) + times);
      }
    }
    // some of them were still right
    expect([...answers.keys()]).toEqual(
      expect.arrayContaining(['error', 'refused', 'conflict', 'committed', 'ok']),
    );
    expect(answers.get('error')).toBeGreaterThan(40);
  },
  120_000,
);
