import { commandDeadlines } from '../protocol/timing';
import { asError, patience, type FlowContext } from './flow';
import { hold } from './hold';
import type { Lease } from './lease';

/**
 * Keeps a lease while something is done on its hosts. Resolves when that is done. Its signal aborts when it must end: with
 * the flow's own, as soon as the lease is lost, and so early that what ends soon after is over before the lease is. It has
 * aborted before the work begins where not even the first heartbeat succeeds.
 */
export async function holdWhile(
  context: FlowContext,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { clock, signal } = context;
  const stop = new AbortController();
  const finished = new AbortController();
  const { terminateMs } = commandDeadlines(lease.ttlMs);
  let timer: { cancel(): void } | undefined;
  const renew = (beatAtMs: number): void => {
    timer?.cancel();
    timer = clock.after(Math.max(0, beatAtMs + terminateMs - clock.now()), () =>
      stop.abort(new Error('heartbeats have failed for too long')),
    );
  };
  const keeping = async (sinceMs: number): Promise<void> => {
    try {
      const holding = { ...context, signal: finished.signal };
      await hold(holding, lease, { sinceMs, onBeat: renew, onQuit: () => undefined });
      stop.abort(new Error('the lease is lost'));
    } catch (error) {
      if (!finished.signal.aborted) stop.abort(asError(error));
    }
  };
  let kept: Promise<void> | undefined;
  try {
    const sinceMs = await firstBeat(context, lease);
    renew(sinceMs);
    kept = keeping(sinceMs);
  } catch (error) {
    stop.abort(asError(error));
  }
  try {
    await work(AbortSignal.any([signal, stop.signal]));
  } finally {
    timer?.cancel();
    finished.abort(new Error('the work is done'));
    await kept;
  }
}

/** Just before the heartbeat was sent that found the lease alive. */
async function firstBeat(context: FlowContext, { id, hosts }: Lease): Promise<number> {
  const { pool, clock, signal } = context;
  const failing = patience(context);
  for (;;) {
    const sentAtMs = clock.now();
    try {
      const { kind } = await pool.beat(id, hosts, signal);
      if (kind === 'alive') return sentAtMs;
      throw new Error('the lease is lost');
    } catch (error) {
      await failing.afterFailure(error);
    }
  }
}
