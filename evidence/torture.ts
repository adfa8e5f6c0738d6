/**
 * `npm run torture -- [--minutes M] [--seed N] [--rounds R] [--pool folder|ssh] [--rage SECONDS] [--program FILE]`: Giveway
 * jobs and bash jobs as real processes, with everything going wrong that can be made to. Exits 1 on a violation, and keeps
 * the round. Each round has a seed of its own; faults strike for so long in it; another program is a mutant.
 *
 * It mounts, and starts an sshd on loopback: to be run as root. docs/safety.md says what it looks for.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeArenas } from './torture/arena';
import { planRound, type PoolKind } from './torture/plan';
import { runRound, type RoundResult } from './torture/round';
import { tableOf } from './torture/table';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    pool: { type: 'string' },
    rage: { type: 'string', default: '30' },
    program: { type: 'string' },
  },
});

function numberOf(name: 'minutes' | 'seed' | 'rounds' | 'rage'): number {
  const value = Number(values[name] ?? Infinity);
  if (Number.isNaN(value) || value < 0)
    throw new Error(`--${name}: expected a number, got ${String(values[name])}`);
  return value;
}

function poolKind(): PoolKind | undefined {
  const { pool } = values;
  if (pool !== undefined && pool !== 'folder' && pool !== 'ssh')
    throw new Error('--pool: expected folder or ssh');
  return pool;
}

async function main(): Promise<void> {
  const first = numberOf('seed');
  const rounds = numberOf('rounds');
  const end = performance.now() + (values.rounds === undefined ? numberOf('minutes') * 60_000 : Infinity);
  const program = values.program === undefined ? {} : { program: readFileSync(values.program, 'utf8') };
  const results: RoundResult[] = [];
  for (let seed = first; seed < first + rounds && performance.now() < end; seed += 1) {
    const plan = planRound(seed, poolKind());
    const started = performance.now();
    const result = await runRound(plan, { rageMs: numberOf('rage') * 1000, ...program });
    results.push(result);
    const took = Math.round((performance.now() - started) / 1000);
    process.stderr.write(
      `seed ${seed}: ${plan.theme} in a pool by ${plan.kind}, ${took} s: ${headline(result)}\n`,
    );
    for (const violation of result.violations) process.stderr.write(`  ${violation}\n`);
  }
  console.log(tableOf(results));
  const broken = results.filter(({ violations }) => violations.length > 0);
  for (const { plan, kept } of broken) {
    const again = [
      `--seed ${plan.seed} --rounds 1`,
      ...(values.pool === undefined ? [] : [`--pool ${values.pool}`]),
    ];
    console.log(
      `seed ${plan.seed}: journal and logs are in ${String(kept)}; again: npm run torture -- ${again.join(' ')}`,
    );
  }
  if (broken.length > 0) process.exitCode = 1;
}

function headline({ violations, faults, operations }: RoundResult): string {
  const total = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((a, b) => a + b, 0);
  return `${total(operations)} operations, ${total(faults)} faults, ${violations.length} violations`;
}

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => void closeArenas().finally(() => process.exit(name === 'SIGINT' ? 130 : 143)));
}
async function giveUp(error: unknown): Promise<void> {
  console.error(error);
  await closeArenas();
  process.exit(70);
}

process.once('uncaughtException', (error) => void giveUp(error));
void main().catch(giveUp);
