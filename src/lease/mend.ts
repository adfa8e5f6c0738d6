/** Mends of a pool what is proven safe: a loop of looking, deciding and committing. */
import { diagnose, fixOf, type Finding } from '../protocol/doctor';
import type { Snapshot } from '../protocol/snapshot';
import { advance, look, patience, type FlowContext } from './flow';

export interface Mended {
  readonly fixed: readonly Finding[];
  readonly left: readonly Finding[];
  readonly snapshot: Snapshot;
}

export interface DiagnoseOptions {
  readonly allowNfs: boolean;
  /** Does it mend as well, or only look? */
  readonly fix: boolean;
}

/** Conflicts with jobs at work are decided anew; who is in their way longer than that leaves the rest to the next run. */
const ROUNDS = 5;

/** What is wrong, and with `fix` what was mended of it; the program judges each death once more, under its guard. */
export async function mend(context: FlowContext, { fix, allowNfs }: DiagnoseOptions): Promise<Mended> {
  const failing = patience(context);
  const fixed = new Map<string, Finding>();
  for (let round = 1; ; round += 1) {
    const snapshot = await look(context, failing);
    const listing = await context.pool.list(context.signal);
    const found = diagnose(listing, snapshot, { allowNfs });
    const safe = fix && round <= ROUNDS ? found.filter(({ isSafe }) => isSafe) : [];
    if (safe.length === 0) return { fixed: [...fixed.values()], left: found, snapshot };
    for (const finding of safe) {
      const change = fixOf(snapshot, finding);
      if (change === undefined) continue;
      const { result } = await advance(context, snapshot, change, failing);
      if (result !== undefined) fixed.set(`${finding.what} ${finding.host} ${finding.name}`, finding);
    }
  }
}
