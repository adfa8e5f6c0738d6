/** What everybody in a round shares. */
import type { Seeded } from '../seeded';
import type { Bastion } from './bastion';
import type { Weather } from './line';
import type { Mutation } from './mutation';
import type { Oracle } from './oracle';
import type { Timeline } from './timeline';

export interface World {
  readonly timeline: Timeline;
  readonly bastion: Bastion;
  readonly oracle: Oracle;
  readonly mutation: Mutation;
  readonly random: Seeded;
  readonly weather: () => Weather;
  readonly count: (what: string) => void;
  /** For the trace that a violation is shown with. */
  readonly note: (text: string) => void;
}
