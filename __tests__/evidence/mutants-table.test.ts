/** docs/safety.md has each mutant, with the layer that catches it and how soon: the table of `npm run mutants`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECISION_MUTANTS } from '../../evidence/explorer/mutants';
import { MUTANTS } from '../../evidence/program/mutants';
import { NUMBER_FAULTS } from '../../evidence/program/nanoseconds';

const safety = readFileSync(join(__dirname, '../../docs/safety.md'), 'utf8');

test('the table in docs/safety.md is that of the mutants', () => {
  const all = [...MUTANTS, ...NUMBER_FAULTS, ...DECISION_MUTANTS].map(({ name }) => name);
  const rows = safety.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const table = rows.filter(([, name = '']) => all.includes(name));
  expect(table.map(([, ...cells]) => cells.slice(0, 3))).toEqual([
    ...MUTANTS.map(({ name, layer, seed }) => [name, layer, `seed ${seed}`]),
    ...NUMBER_FAULTS.map(({ name }) => [name, 'nanoseconds', 'seed 1']),
    ...DECISION_MUTANTS.map(({ name, depth }) => [name, 'explorer', `${depth} moves`]),
  ]);
});
