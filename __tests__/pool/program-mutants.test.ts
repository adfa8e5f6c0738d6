/**
 * Each layer that holds the program to its promises finds nothing in it, and finds the faults that it is there for. The
 * table in docs/safety.md is that of `npm run mutants`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolation, type LayerName } from '../../evidence/program/layers';
import { applyMutant, MUTANTS } from '../../evidence/program/mutants';
import { NUMBER_FAULTS, readNanoseconds } from '../../evidence/program/nanoseconds';
import { Violation } from '../../evidence/program/violation';
import { programText } from '../../src/pool/program-text';

const safety = readFileSync(join(__dirname, '../../docs/safety.md'), 'utf8');

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
    const found = await findViolation(layer, applyMutant(mutant, programText()), {
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

test('docs/safety.md has each of them, with the layer and the seed at which it is caught', () => {
  const rows = safety.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const table = rows.filter(([, name]) => [...MUTANTS, ...NUMBER_FAULTS].some((one) => one.name === name));
  expect(table.map(([, ...cells]) => cells.slice(0, 3))).toEqual([
    ...MUTANTS.map(({ name, layer, seed }) => [name, layer, String(seed)]),
    ...NUMBER_FAULTS.map(({ name }) => [name, 'nanoseconds', '1']),
  ]);
});
