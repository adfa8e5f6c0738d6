/** Each layer that holds the program to its promises finds nothing in it, and finds the faults that it is there for. */
import { withFault } from '../../evidence/fault';
import { findViolation, type LayerName } from '../../evidence/program/layers';
import { MUTANTS } from '../../evidence/program/mutants';
import { NUMBER_FAULTS, readNanoseconds } from '../../evidence/program/nanoseconds';
import { Violation } from '../../evidence/program/violation';
import { programText } from '../../src/pool/program-text';

/** Where real processes race, a fault may need a second chance to show. */
const TRIES = 4;
/** kills and hostile have tests of their own, with more seeds. */
const SEEDS: Readonly<Partial<Record<LayerName, number>>> = {
  meetings: 2,
  lives: 9,
  'late writes': 3,
  cuts: 20,
};

test.each(Object.entries(SEEDS))(
  'the program passes %s, %i seeds of it',
  async (layer, seeds) => {
    expect(await findViolation(layer as LayerName, programText(), { seeds })).toBeUndefined();
  },
  180_000,
);

test.each(MUTANTS.map((mutant) => [mutant.name, mutant.layer, mutant] as const))(
  '%s: caught by %s',
  async (_, layer, mutant) => {
    const found = await findViolation(layer, withFault(mutant, programText()), {
      first: mutant.seed,
      seeds: TRIES,
    });
    expect(found?.finding).toEqual(expect.any(String));
  },
  180_000,
);

test('nanoseconds keep every digit wherever they are read', () => {
  for (let seed = 1; seed <= 30; seed += 1) readNanoseconds(seed);
});

test.each(NUMBER_FAULTS.map((fault) => [fault.name, fault] as const))(
  '%s: caught by their property',
  (_, fault) => {
    expect(() => {
      for (let seed = 1; seed <= 3; seed += 1) readNanoseconds(seed, fault);
    }).toThrow(Violation);
  },
);
