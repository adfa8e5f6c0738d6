import type { Details } from './record';

/** Who a request is made for; the same in every step of one job. */
export interface Identity {
  readonly id: string;
  readonly owner: string;
  readonly attempt: number;
}

/** What is asked of the program. It takes verbs, never file changes, so that it can refuse what a caller may not do. */
export type Verb =
  | {
      readonly verb: 'wait';
      readonly who: Identity;
      readonly priority: number;
      readonly version: string;
      readonly ttlMs: number;
      /** The id of an earlier attempt of the same job, whose place is kept. */
      readonly supersedes: string | undefined;
      readonly target: string | undefined;
      readonly hosts: readonly string[];
      readonly details: Details;
    }
  | { readonly verb: 'target'; readonly id: string; readonly host: string | undefined }
  | { readonly verb: 'unwait'; readonly id: string; readonly arrivalNs: bigint | undefined }
  | {
      readonly verb: 'take';
      readonly who: Identity;
      readonly priority: number;
      readonly version: string;
      readonly ttlMs: number;
      readonly maxHoldMs: number;
      readonly keeper: boolean;
      /** A person's: lives until max-hold without heartbeats, and gives way to nobody. Undefined: a lease. */
      readonly kind?: 'hold' | undefined;
      readonly state: 'held' | 'settling';
      /** `new`: without a file of its own; `waiting`: its own files must still be there. */
      readonly from: 'new' | 'waiting';
      readonly hosts: readonly string[];
      readonly details: Details;
    }
  | { readonly verb: 'held'; readonly id: string; readonly hosts: readonly string[] }
  | {
      readonly verb: 'renew';
      readonly id: string;
      readonly hosts: readonly string[];
      readonly keeper: boolean;
    }
  | {
      readonly verb: 'tell';
      readonly id: string;
      readonly hosts: readonly string[];
      readonly details: Details;
    }
  /**
   * From now on the lease lives so long without a sign of life, with or without a keeper; as a hold it ends so long from
   * now, however it is, and gives way to nobody.
   */
  | {
      readonly verb: 'keep';
      readonly id: string;
      readonly hosts: readonly string[];
      readonly ttlMs: number;
      readonly keeper: boolean;
      readonly kind?: 'hold' | undefined;
      readonly details: Details | undefined;
    }
  /** Ends a lease that lives: told now, over after the grace and the time that its keeper needs to notice. For admins. */
  | {
      readonly verb: 'evict';
      readonly id: string;
      readonly hosts: readonly string[];
      readonly graceMs: number;
      readonly details: Details;
    }
  /** What people shall know of a lease. */
  | {
      readonly verb: 'note';
      readonly id: string;
      readonly hosts: readonly string[];
      readonly details: Details;
    }
  /** Changes what the files of a waiter say. For admins. */
  | {
      readonly verb: 'amend';
      readonly id: string;
      readonly priority: number | undefined;
      readonly details: Details | undefined;
    }
  | {
      readonly verb: 'free';
      readonly id: string;
      readonly hosts: readonly string[];
      /** `place` gives the host back and stays in the queue; `ticket` lets the same job have its seniority again. */
      readonly leave: 'end' | 'place' | 'ticket';
      readonly details: Details | undefined;
    }
  | { readonly verb: 'clear'; readonly id: string; readonly name: string }
  | { readonly verb: 'lose'; readonly host: string }
  /** Ends a lease that is past its ttl and rest, and takes its lock away. */
  | { readonly verb: 'expire'; readonly host: string; readonly details: Details }
  /** Takes away what nobody needs any more; the program looks itself whether that is so. */
  | {
      readonly verb: 'mend';
      readonly what: 'beat' | 'ticket' | 'lock' | 'temporary';
      readonly name: string;
    }
  /** The journal says that the other verbs of the commit mended something. */
  | {
      readonly verb: 'fixed';
      readonly what: string;
      readonly name: string;
      readonly hosts: readonly string[];
    }
  | {
      readonly verb: 'legacy';
      readonly lockTimeoutS: number | undefined;
      readonly folder: string | undefined;
    };

/** Verbs that take effect together or not at all, and the hosts that must still be as the decision saw them. */
export interface Change {
  readonly hosts: readonly string[];
  readonly verbs: readonly Verb[];
}
