import { look, patience, type FlowContext } from '../lease/flow';
import { Interrupted } from '../lease/run';
import type { Snapshot } from '../protocol/snapshot';
import { EXIT } from '../settings/exit-codes';
import { Unread, type Session } from './session';

const WATCH_MS = 1000;

/**
 * Calls `show` with each new snapshot. A signal, or the end of who reads stdout, is how it ends, and no failure: it resolves
 * with the exit code.
 */
export async function onEveryChange(
  session: Session,
  context: FlowContext,
  first: Snapshot,
  show: (snapshot: Snapshot, context: FlowContext) => void | Promise<void>,
): Promise<number> {
  const ending = new AbortController();
  const onUnread = (): void => ending.abort(session.unread.reason);
  const onInterrupt = (): void => ending.abort(context.signal.reason);
  session.unread.addEventListener('abort', onUnread, { once: true });
  context.signal.addEventListener('abort', onInterrupt, { once: true });
  if (session.unread.aborted) onUnread();
  if (context.signal.aborted) onInterrupt();
  const watched = { ...context, signal: ending.signal };
  const failing = patience(watched);
  try {
    for (let snapshot = first; ;) {
      // a minute at most: how long somebody has held or waited changes by itself
      const untilUptimeMs = snapshot.uptimeMs + 60_000;
      await context.pool.watch(snapshot, { everyMs: WATCH_MS, untilUptimeMs }, ending.signal);
      snapshot = await look(watched, failing);
      await show(snapshot, watched);
    }
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Unread) return EXIT.done;
    throw error;
  }
}
