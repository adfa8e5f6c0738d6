/** What real flows do at one time, in a folder with the real program, is a history that can be. */
import { checkHistory } from '../../evidence/history/check';
import { liveTogether } from '../../evidence/history/flows';
import { withFault } from '../../evidence/fault';
import { MUTANTS } from '../../evidence/program/mutants';
import { programText } from '../../src/pool/program-text';

// at one time, for most of it is waiting
test.concurrent.each([1, 2])(
  'jobs that share two hosts, lose requests and replies, and die: seed %i',
  async (seed) => {
    const history = await liveTogether(seed, programText());
    expect(checkHistory(history)).toBeUndefined();
    // a history in which nothing happens is no evidence
    const { operations, commits } = history;
    const names = commits.flatMap(({ events }) => events.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['requested', 'held', 'released', 'expired']));
    const unknown = operations.filter((one) => one.kind === 'commit' && one.outcome === 'unknown');
    expect(unknown.length).toBeGreaterThan(3);
  },
  90_000,
);

test.concurrent.each([
  'no comparison with what the decision saw',
  'no comparison of the names of those who wait',
])(
  'with this fault in the program it is none: %s',
  async (name) => {
    const program = withFault(
      MUTANTS.find((mutant) => mutant.name === name)!,
      programText(),
    );
    // how real processes meet is the machine's affair: not every time they meet badly
    let found = undefined;
    for (let seed = 1; seed <= 4 && found === undefined; seed += 1) {
      found = checkHistory(await liveTogether(seed, program));
    }
    expect(found?.rule).toBe('unchanged');
  },
  180_000,
);
