/** `npm run mutants [-- NAME]`: which layer finds which fault of the program, and after how many seeds. Prints a table. */
import { programText } from '../src/pool/program-text';
import { findViolation } from './program/layers';
import { applyMutant, MUTANTS } from './program/mutants';

const MOST_SEEDS = 60;

async function main(part = ''): Promise<void> {
  for (const mutant of MUTANTS.filter(({ name, layer }) => name.includes(part) || layer === part)) {
    const found = await findViolation(mutant.layer, applyMutant(mutant, programText()), {
      seeds: MOST_SEEDS,
    });
    if (found === undefined) process.exitCode = 1;
    const how = found === undefined ? `not within ${MOST_SEEDS} seeds` : `seed ${found.seed}`;
    console.log(
      `${mutant.name} | ${mutant.layer} | ${how} | ${found?.finding.split('\n')[0]?.slice(0, 160) ?? ''}`,
    );
  }
}

void main(process.argv[2]);
