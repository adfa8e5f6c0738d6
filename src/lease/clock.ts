/** Time as the flows see it: monotonic, in ms. Passed in, so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`, unless cancelled. */
  after(ms: number, callback: () => void): { cancel(): void };
}

/** The longest that a timer of Node can wait, 24.8 days; beyond it would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        timer.cancel();
        reject(signal.reason as Error);
      };
      const timer = systemClock.after(ms, () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
      signal.addEventListener('abort', onAbort, { once: true });
    }),
  after: (ms, callback) => {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number): void => {
      timer = setTimeout(
        () => (leftMs > LONGEST_TIMER_MS ? wait(leftMs - LONGEST_TIMER_MS) : callback()),
        Math.min(leftMs, LONGEST_TIMER_MS),
      );
    };
    wait(ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** A signal that aborts with `reason` after `ms`, or with its parent; `cancel` ends both bonds. */
export function deadlineSignal(
  clock: Clock,
  ms: number | undefined,
  reason: Error,
  parent?: AbortSignal,
): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  const onParent = (): void => controller.abort(parent?.reason);
  const timer = ms === undefined ? undefined : clock.after(ms, () => controller.abort(reason));
  if (parent?.aborted === true) onParent();
  else parent?.addEventListener('abort', onParent, { once: true });
  return {
    signal: controller.signal,
    cancel: () => {
      timer?.cancel();
      parent?.removeEventListener('abort', onParent);
    },
  };
}
