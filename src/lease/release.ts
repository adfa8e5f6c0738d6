import type { Snapshot } from '../protocol/snapshot';
import { look, type FlowContext } from './flow';
import { leave } from './leave';

/** Whose lease: the request itself, or every request of a job, where no lease file was saved. */
export type Whose = { readonly id: string } | { readonly owner: string; readonly attempt: number };

export type ReleaseResult =
  | {
      readonly kind: 'released';
      readonly hosts: readonly string[];
      readonly heldMs: number;
      /** It gave way, and may come back to its place in the queue. */ readonly hasTicket: boolean;
    }
  | { readonly kind: 'not-held' }
  | { readonly kind: 'lost'; readonly hosts: readonly string[] };

export interface ReleaseOptions {
  /** What another process of the request had sent before it was killed may still take effect: wait until it can't. */
  readonly mayComeLate?: boolean;
}

/** A commit names a deadline on the bastion's clock, so long after it was made, beyond which the program does not begin it. */
const LATEST_MS = 11_000;

/**
 * Gives back what is this job's, and nothing else: its hosts, its lock by content, its files in the queue. To be called
 * as often as one likes: the second time there is nothing to give.
 */
export async function release(
  context: FlowContext,
  whose: Whose,
  { mayComeLate = false }: ReleaseOptions = {},
): Promise<ReleaseResult> {
  const underway = mayComeLate ? { unknownUntilMs: (await look(context)).uptimeMs + LATEST_MS } : {};
  const { freed, lost, hasTicket } = await leave(context, (snapshot) => idsOf(snapshot, whose), underway);
  if (freed.size > 0) {
    return { kind: 'released', hosts: [...freed.keys()], heldMs: Math.max(...freed.values()), hasTicket };
  }
  if (lost.length > 0) return { kind: 'lost', hosts: lost };
  return 'id' in whose && (await isTaken(context, whose.id))
    ? { kind: 'lost', hosts: [] }
    : { kind: 'not-held' };
}

/** The requests of a job: by id, or all that carry its owner and are of no later attempt. */
export function idsOf(snapshot: Snapshot, whose: Whose): string[] {
  if ('id' in whose) return [whose.id];
  const records = [
    ...[...snapshot.hosts.values()].flatMap(({ record }) => record ?? []),
    ...snapshot.waiters.flatMap(({ record }) => record ?? []),
  ];
  const own = records.filter(
    ({ owner, attempt, tenant, state }) =>
      owner === whose.owner &&
      attempt <= whose.attempt &&
      tenant === snapshot.caller.tenant &&
      state !== 'free',
  );
  return [...new Set(own.map(({ id }) => id))];
}

/** Did the host go to somebody else without a release? The next holder's record names whom it followed, and how. */
async function isTaken({ pool, signal }: FlowContext, id: string): Promise<boolean> {
  const snapshot = await pool.snapshot(signal);
  return [...snapshot.hosts.values()].some(({ record }) => {
    const previous = record?.details.previous;
    return previous?.id === id && previous.endedBy !== 'released';
  });
}
