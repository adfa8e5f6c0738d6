/**
 * `npm run simulate -- [--seconds N | --runs N] [--seed N] [--mutant WORDS]`: the real flows of eight jobs, and bash jobs
 * beside them, in virtual time, with everything going wrong that can. Each run has a seed of its own, which fixes all of it.
 * Exits 1 at the first violation, with what led there. docs/safety.md says what it looks for.
 */
import { parseArgs } from 'node:util';
import { MUTATIONS, type NamedMutation } from './simulation/mutation';
import { runRound } from './simulation/round';
import { tableOf, tally } from './simulation/table';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    mutant: { type: 'string' },
  },
});

function numberOf(name: 'seconds' | 'runs' | 'seed', otherwise: number): number {
  const value = Number(values[name] ?? otherwise);
  if (Number.isNaN(value) || value < 0)
    throw new Error(`--${name}: expected a number, got ${String(values[name])}`);
  return value;
}

/** A fault put in on purpose, by some words of its name. */
function chosen(): Partial<NamedMutation> {
  const { mutant } = values;
  if (mutant === undefined) return {};
  const found = MUTATIONS.find(({ name }) => name.includes(mutant));
  if (found === undefined) throw new Error(`--mutant: none has these words in its name: ${mutant}`);
  return found;
}

async function main(): Promise<void> {
  const first = numberOf('seed', 1);
  const isTimed = values.runs === undefined;
  const end = performance.now() + (isTimed ? numberOf('seconds', 60) * 1000 : Infinity);
  const runs = isTimed ? Infinity : numberOf('runs', 1);
  const { mutation, plan } = chosen();
  const sum = tally();
  for (let seed = first; seed < first + runs && performance.now() < end; seed += 1) {
    const result = await runRound(seed, mutation, plan);
    sum.add(result);
    if (process.stderr.isTTY) process.stderr.write(`\r  seed ${seed} `);
    if (result.violation === undefined) continue;
    console.log(result.trace.join('\n'));
    console.log(`\nseed ${seed}, after ${(result.virtualMs / 1000).toFixed(3)} s: ${result.violation}`);
    const words = values.mutant === undefined ? '' : ` --mutant '${values.mutant}'`;
    console.log(`again: npm run simulate -- --runs 1 --seed ${seed}${words}\n`);
    process.exitCode = 1;
    break;
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(tableOf(sum.total()));
}

void main();
