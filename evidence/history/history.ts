/** What processes have asked of a pool, and what they were answered. */
import type { BeatResult } from '../../src/pool/pool';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import type { Commit } from './journal';

interface Asked {
  readonly process: string;
  /** On the monotonic clock of the machine that all these processes are on, in ms. */
  readonly invokedAtMs: number;
  /** When the answer was there; Infinity: none came, and it may take effect at any time, or never. */
  readonly endedAtMs: number;
}

export interface Look extends Asked {
  readonly kind: 'look';
  readonly snapshot: Snapshot;
}

export interface Attempt extends Asked {
  readonly kind: 'commit';
  readonly seen: Snapshot;
  readonly change: Change;
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** Of a take that is ok. */
  readonly token: number | undefined;
}

export interface Beat extends Asked {
  readonly kind: 'beat';
  readonly id: string;
  readonly hosts: readonly string[];
  readonly outcome: 'ok' | 'fail' | 'unknown';
  readonly answer: BeatResult['kind'] | undefined;
}

export type Operation = Look | Attempt | Beat;

export interface History {
  readonly operations: readonly Operation[];
  /** All of the pool's, from the first. */
  readonly commits: readonly Commit[];
}
