/** Time as the flows see it: monotonic, in ms. Passed in, so that tests need not wait. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`, unless cancelled. */
  after(ms: number, callback: () => void): { cancel(): void };
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal.addEventListener('abort', onAbort, { once: true });
    }),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
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
