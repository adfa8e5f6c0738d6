/** A world as the search sees it. */
import { bashMoves } from './bash-job';
import { canonical } from './canonical';
import { jobMoves } from './giveway-job';
import { natureMoves } from './nature';
import { carriesOn, lateMoves } from './pool';
import { brokenState } from './rules';
import type { System } from './search';
import { newWorld, type World, type WorldOptions } from './world';

export function systemOf(options: WorldOptions): System<World> {
  return {
    initial: newWorld(options),
    moves: (world) => [
      ...carriesOn(world),
      ...world.jobs.flatMap((job) => jobMoves(world, job)),
      ...world.bash.flatMap((bash) => bashMoves(world, bash)),
      ...lateMoves(world),
      ...natureMoves(world),
    ],
    canonical,
    broken: brokenState,
  };
}
