import { decideQuit } from '../protocol/quit';
import type { Told } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import { isSettling, upkeepVerbs } from '../protocol/upkeep';
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
  const isAlive = keeper || (await beat(context, lease, failing));
  let hasRenewed = false;
  let hasSettled: boolean | undefined;
  for (let next: Snapshot | undefined; ;) {
    const snapshot: Snapshot = next ?? (await look(context));
    next = undefined;
    // a lock that an earlier check put back has stood since; where a keeper is, it confirms
    hasSettled ??= !keeper && isSettling(snapshot, id, hosts);
    const decision = decideQuit(snapshot, id, hosts);
    // the beat saw it first; all that is left to do is to say so in the record
    if (!isAlive && (decision.kind !== 'lost' || decision.verbs.length === 0)) return { kind: 'lost' };
    // once, for each renewal changes what the next look shows
    const upkeep: readonly Verb[] =
      hasRenewed || decision.kind === 'lost'
        ? []
        : upkeepVerbs(snapshot, id, hosts, {
            keeper,
            settleMs,
            settlingSinceMs: hasSettled ? snapshot.uptimeMs - settleMs : undefined,
          });
    const due = decision.kind === 'carry-on' ? [] : decision.verbs;
    const verbs = upkeep.length > 0 ? upkeep : due;
    if (verbs.length > 0) {
      const step = await advance(context, snapshot, { hosts, verbs }, failing);
      next = step.next;
      const isDone = step.result !== undefined && step.result !== 'unknown';
      hasRenewed ||= isDone && verbs.some(({ verb }) => verb === 'renew');
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
