import type { RoundPlan } from './plan';

/** Faults put in on purpose: what the oracle is worth shows in whether it sees them. */
export interface Mutation {
  /** Jobs beside bash jobs don't let a lock settle. */
  readonly settlesNever?: boolean;
  /** Pool and clients take every lease for as much older as this, in ms: the ttl is ignored. */
  readonly agesBeatsMs?: number;
  /** The program compares nothing with what the decision saw. */
  readonly comparesNothing?: boolean;
  /** Tokens go by the wall clock alone. */
  readonly tokensByClock?: boolean;
  /** What a killed program has begun nobody finishes. */
  readonly forgetsRedo?: boolean;
  /** A release takes away whatever lock stands there. */
  readonly freesAnyLock?: boolean;
  /** Clients don't see who else waits. */
  readonly seesNoWaiters?: boolean;
  /** A job works on when its lease is lost, or may be over. */
  readonly worksOnWhenLost?: boolean;
}

export interface NamedMutation {
  readonly name: string;
  readonly mutation: Mutation;
  /** Rounds in which it shows sooner than in those that are drawn. */
  readonly plan?: Partial<RoundPlan>;
}

/** One host, which is often free, and many bash jobs that write late, and for which nobody leaves it free. */
const BASH_RACES: Partial<RoundPlan> = {
  hosts: ['h1'],
  bashJobs: 8,
  lockTimeoutMs: 600_000,
  bashWriteMs: 8_000,
  bashMinors: [16, 18],
  kinds: ['steps'],
  idleMs: 600_000,
  calmMs: 90_000,
};

export const MUTATIONS: readonly NamedMutation[] = [
  { name: 'no settle time beside bash jobs', mutation: { settlesNever: true }, plan: BASH_RACES },
  { name: 'the ttl ignored', mutation: { agesBeatsMs: 140_000 } },
  { name: 'a take that compares nothing', mutation: { comparesNothing: true } },
  { name: 'tokens by the wall clock alone', mutation: { tokensByClock: true } },
  { name: 'what a killed program began is forgotten', mutation: { forgetsRedo: true } },
  { name: 'a release that takes any lock away', mutation: { freesAnyLock: true } },
  { name: 'clients that do not see who waits', mutation: { seesNoWaiters: true } },
  { name: 'a job that works on when its lease is over', mutation: { worksOnWhenLost: true } },
];
