/** Mends of a pool what is proven safe: a loop of looking, deciding and committing. */
import { PoolUnavailable } from '../pool/pool';
import { diagnose, fixedNote, fixOf, type Finding } from '../protocol/doctor';
import { journalReader } from '../protocol/journal';
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

const BY_HAND =
  'it cannot be mended by giveway, which does not understand what is there: a person must look, and remove it if nobody needs it';

/** Conflicts with jobs at work are decided anew; what is in their way for longer is left to the next run. */
const ROUNDS = 5;
/** Far more than others write meanwhile. */
const JOURNAL_LINES = 2000;

/** What is wrong, and with `fix` what was mended of it; the program judges each death once more, under its guard. */
export async function mend(context: FlowContext, { fix, allowNfs }: DiagnoseOptions): Promise<Mended> {
  const failing = patience(context);
  const fixed = new Map<string, Finding>();
  /** Without a clear answer; others may have been faster. */
  const unclear = new Map<string, Finding>();
  /** The program does not understand what is there. */
  const hopeless = new Set<string>();
  let first: Snapshot | undefined;
  for (let round = 1; ; round += 1) {
    const snapshot = await look(context, failing);
    first ??= snapshot;
    const left = diagnose(await context.pool.list(context.signal), snapshot, { allowNfs });
    const safe =
      fix && round <= ROUNDS
        ? left.filter((finding) => finding.isSafe && !hopeless.has(fixedNote(finding)))
        : [];
    if (safe.length === 0) {
      const told = unclear.size === 0 ? [] : await fixedSince(context, first);
      for (const [note, finding] of unclear) if (told.includes(note)) fixed.set(note, finding);
      return {
        fixed: [...fixed.values()],
        left: left.map((finding) =>
          hopeless.has(fixedNote(finding)) ? { ...finding, isSafe: false, act: BY_HAND } : finding,
        ),
        snapshot,
      };
    }
    for (const finding of safe) {
      const note = fixedNote(finding);
      const change = fixOf(snapshot, finding);
      if (change === undefined) {
        hopeless.add(note);
        continue;
      }
      try {
        const { result } = await advance(context, snapshot, change, failing);
        if (result === 'unknown') unclear.set(note, finding);
        else if (result !== undefined) fixed.set(note, finding);
      } catch (error) {
        if (!isHopeless(error)) throw error;
        hopeless.add(note);
      }
    }
  }
}

/** One file that nobody understands keeps nobody from mending the rest. */
function isHopeless(error: unknown): boolean {
  const reasons: readonly string[] = ['broken-record', 'newer-format', 'fault'];
  return error instanceof PoolUnavailable && reasons.includes(error.reason);
}

/** What the journal says was mended since a snapshot. */
async function fixedSince({ pool, signal }: FlowContext, { generation }: Snapshot): Promise<string[]> {
  return journalReader()
    .read(await pool.journal(JOURNAL_LINES, signal))
    .filter(({ event, commit }) => event === 'fixed' && commit > generation)
    .map(({ note }) => note ?? '');
}
