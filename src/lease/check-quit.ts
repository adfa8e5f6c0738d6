import { decideQuit } from '../protocol/quit';
import type { Told } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { upkeepVerbs } from '../protocol/upkeep';
import type { Verb } from '../protocol/verbs';
import { advance, look, patience, type FlowContext } from './flow';
import type { Lease } from './lease';

export type CheckResult =
  { readonly kind: 'carry-on' } | { readonly kind: 'quit'; readonly told: Told } | { readonly kind: 'lost' };

/**
 * The question at a checkpoint: must this job leave? A quit is in the record before it is answered, so it never moves. A
 * lease without a keeper is renewed by the way.
 */
export async function checkQuit(context: FlowContext, lease: Lease): Promise<CheckResult> {
  const { id, hosts, keeper, settleMs } = lease;
  const failing = patience(context);
  if (!keeper && !(await beat(context, lease, failing))) return { kind: 'lost' };
  let hasKeptUp = false;
  for (let next: Snapshot | undefined; ;) {
    const snapshot: Snapshot = next ?? (await look(context, failing));
    next = undefined;
    const decision = decideQuit(snapshot, id, hosts);
    // its own upkeep, for a lease that nobody keeps; once, for each renewal changes what the next look shows
    const upkeep: readonly Verb[] =
      keeper || hasKeptUp || decision.kind === 'lost'
        ? []
        : upkeepVerbs(snapshot, id, hosts, {
            keeper,
            settleMs,
            settlingSinceMs: snapshot.uptimeMs - settleMs,
          });
    const verbs: readonly Verb[] =
      decision.kind !== 'carry-on' && decision.verbs.length > 0 ? decision.verbs : upkeep;
    if (verbs.length > 0) {
      const step = await advance(context, snapshot, { hosts, verbs }, failing);
      next = step.next;
      hasKeptUp ||= verbs === upkeep && step.result !== undefined && step.result !== 'unknown';
      if (step.result !== undefined && step.result !== 'unknown' && step.result.putBack.length > 0) {
        context.say({ type: 'lock-put-back', hosts: step.result.putBack });
      }
      continue;
    }
    switch (decision.kind) {
      case 'carry-on':
        return { kind: 'carry-on' };
      case 'quit':
        return { kind: 'quit', told: decision.told };
      case 'lost':
        return { kind: 'lost' };
    }
  }
}

async function beat(
  { pool, signal }: FlowContext,
  { id, hosts }: Lease,
  failing: ReturnType<typeof patience>,
): Promise<boolean> {
  for (;;) {
    try {
      return (await pool.beat(id, hosts, signal)).kind === 'alive';
    } catch (error) {
      await failing.afterFailure(error);
    }
  }
}
