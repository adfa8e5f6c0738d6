/** The layers that hold the program to its promises, each a function of a seed. A Violation is what they look for. */
import { spawnSync } from 'node:child_process';
import { free, renew, take, wait } from '../../__tests__/pool/changes';
import { mustCommit, NotCommitted, SHELLS, TestBed } from '../../__tests__/pool/test-bed';
import { toolPath } from '../../__tests__/pool/toolbox';
import { directoryPool } from '../../src/pool/directory';
import { isPoolError } from '../../src/pool/pool';
import { inTurn } from '../in-turn';
import { seeded } from '../seeded';
import { sendHostile } from './hostile';
import { KillBench, SCENARIOS } from './kills';
import { writeLate } from './late-writes';
import { live } from './lives';
import { meet } from './meetings';
import { Violation } from './violation';

export type Layer = (seed: number, program: string) => Promise<unknown>;

/** Every third seed has the same shell. */
function shellOf(seed: number): readonly string[] {
  const [, shell] = inTurn(SHELLS, seed);
  return shell;
}

const STORIES = 3;

export const LAYERS = {
  /** Killed in the middle, and again while recovering. */
  kills: async (seed, program) => {
    const random = seeded(seed);
    const bench = await KillBench.of(inTurn(SCENARIOS, seed), shellOf(seed), program);
    try {
      for (const kill of [...bench.kills('write'), ...bench.kills('late')]) await bench.story([kill]);
      for (let story = 0; story < STORIES; story += 1) {
        await bench.story(Array.from({ length: random.pick([1, 1, 2, 3]) }, () => bench.draw(random)));
      }
    } finally {
      await bench.dispose();
    }
  },
  /** Several at one instant. */
  meetings: meet,
  /** Random changes with rules of what may change. */
  lives: (seed, program) => live(seed, program, shellOf(seed)),
  /** A bash job that writes in between. */
  'late writes': (seed, program) => writeLate(seed, program, shellOf(seed)),
  /** Requests that are none. */
  hostile: (seed, program) => sendHostile(seed, program, shellOf(seed)),
  /** The program itself cut short. */
  cuts: (seed, program) => {
    const [command = '', ...first] = shellOf(seed);
    const bed = new TestBed(directoryPool);
    const random = seeded(seed);
    const last = program.trimEnd().length - 1;
    // what is worst to lose is the end
    const at = random.chance(0.3) ? last - random.below(12) : random.between(1, last);
    const args = [...first, '-c', program.slice(0, at), 'giveway', bed.folder];
    const { stdout } = spawnSync(toolPath(command), args, {
      input: '1 snapshot\n',
      encoding: 'utf8',
      cwd: bed.root,
    });
    const isTouched = bed.visible().length > 0 || stdout !== '';
    return bed.dispose().then(() => {
      if (isTouched) throw new Violation(`cut at byte ${at} it does something: ${stdout}`);
    });
  },
} as const satisfies Record<string, Layer>;

export type LayerName = keyof typeof LAYERS;

export interface Catch {
  readonly seed: number;
  readonly finding: string;
}

/**
 * The first seed at which the layer finds something in the program, up to this many. A program that does not even work
 * while nothing goes wrong would be found by anything: that is thrown.
 */
export async function findViolation(
  layer: LayerName,
  program: string,
  { first = 1, seeds }: { readonly first?: number; readonly seeds: number },
): Promise<Catch | undefined> {
  await mustWork(program);
  for (let seed = first; seed < first + seeds; seed += 1) {
    try {
      await LAYERS[layer](seed, program);
    } catch (error) {
      const finding = findingOf(error);
      if (finding === undefined) throw error;
      return { seed, finding };
    }
  }
  return undefined;
}

/** A violation, or a request that was right and was not carried out. */
function findingOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // no program has said anything yet: a matter of the machine
  if (error.message.includes('did not start')) return undefined;
  const isFinding = error instanceof Violation || error instanceof NotCommitted || isPoolError(error);
  return isFinding ? error.message : undefined;
}

async function mustWork(program: string): Promise<void> {
  const bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, program }));
  try {
    const pool = bed.open();
    await mustCommit(pool, wait('a', ['h1'], { target: 'h1' }));
    await mustCommit(pool, take('a', ['h1'], { from: 'waiting' }));
    const { kind } = await pool.beat('a', ['h1']);
    await mustCommit(pool, renew('a', ['h1']));
    await mustCommit(pool, free('a', ['h1']));
    if (kind !== 'alive' || bed.visible().length > 0) throw new Error('it does not work at all');
  } finally {
    await bed.dispose();
  }
}
