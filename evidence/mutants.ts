/** `npm run mutants [-- NAME]`: which layer finds which fault of the program or of the decisions, and how soon. Prints a table. */
import { programText } from '../src/pool/program-text';
import { DECISION_MUTANTS, exploreWith } from './explorer/mutants';
import { withFault } from './fault';
import { findViolation } from './program/layers';
import { MUTANTS } from './program/mutants';
import { NUMBER_FAULTS, readNanoseconds } from './program/nanoseconds';
import { Violation } from './program/violation';

const MOST_SEEDS = 60;

interface Tried {
  readonly name: string;
  readonly layer: string;
  /** Resolves with how soon it was caught, and by what; undefined: it was not. */
  readonly attempt: () => Promise<readonly [soon: string, finding: string] | undefined>;
}

const ALL: readonly Tried[] = [
  ...MUTANTS.map((mutant) => ({
    ...mutant,
    attempt: async () => {
      const program = withFault(mutant, programText());
      const found = await findViolation(mutant.layer, program, { seeds: MOST_SEEDS });
      return found && ([`seed ${found.seed}`, found.finding] as const);
    },
  })),
  ...NUMBER_FAULTS.map((fault) => ({
    ...fault,
    layer: 'nanoseconds',
    attempt: () => Promise.resolve(misread(fault)),
  })),
  ...DECISION_MUTANTS.map((mutant) => ({
    ...mutant,
    layer: 'explorer',
    attempt: () => {
      const { found, states } = exploreWith(mutant, mutant.world);
      const soon = `${found?.trace.length} moves, ${states} states`;
      return Promise.resolve(found && ([soon, found.broken] as const));
    },
  })),
];

function misread(fault: (typeof NUMBER_FAULTS)[number]): readonly [string, string] | undefined {
  for (let seed = 1; seed <= MOST_SEEDS; seed += 1) {
    try {
      readNanoseconds(seed, fault);
    } catch (error) {
      if (error instanceof Violation) return [`seed ${seed}`, error.message];
      throw error;
    }
  }
  return undefined;
}

async function main(part = ''): Promise<void> {
  for (const { name, layer, attempt } of ALL) {
    if (!name.includes(part) && layer !== part) continue;
    const found = await attempt();
    if (found === undefined) process.exitCode = 1;
    const [soon, finding] = found ?? ['not caught', ''];
    console.log(`${name} | ${layer} | ${soon} | ${finding.split('\n')[0]?.slice(0, 160)}`);
  }
}

void main(process.argv[2]);
