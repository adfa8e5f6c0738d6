/** Somebody whose events can be held back: a process, or a machine with all that runs there. */
import type { Clock } from '../../src/lease/clock';
import type { Timeline, Timer } from './timeline';

export class Actor {
  #state: 'on' | 'frozen' | 'dead' = 'on';
  readonly #heldBack: (() => void)[] = [];
  #thaw: Timer | undefined;
  /** From when to when it last stood still, in ms. */
  lastPause = { fromMs: -Infinity, toMs: -Infinity };

  constructor(
    readonly timeline: Timeline,
    /** On its own clock, which nobody sets. */
    readonly aheadMs = 0,
  ) {}

  get isDead(): boolean {
    return this.#state === 'dead';
  }

  get isFrozen(): boolean {
    return this.#state === 'frozen';
  }

  /** Does it unless dead; later if frozen, in the order in which it was due. */
  does(deed: () => void): void {
    if (this.#state === 'dead') return;
    if (this.#state === 'frozen') this.#heldBack.push(deed);
    else deed();
  }

  after(ms: number, deed: () => void): Timer {
    let isCancelled = false;
    const timer = this.timeline.at(this.timeline.nowMs + ms, () =>
      this.does(() => {
        if (!isCancelled) deed();
      }),
    );
    return {
      cancel: () => {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  freeze(ms: number): void {
    if (this.#state !== 'on') return;
    this.#state = 'frozen';
    const fromMs = this.timeline.nowMs;
    this.lastPause = { fromMs, toMs: fromMs + ms };
    this.#thaw = this.timeline.at(fromMs + ms, () => this.thaw());
  }

  thaw(): void {
    if (this.#state !== 'frozen') return;
    this.#thaw?.cancel();
    this.#state = 'on';
    const { nowMs } = this.timeline;
    this.lastPause = { ...this.lastPause, toMs: nowMs };
    // each as an event of its own, so that what one sets going has come to rest before the next
    for (const deed of this.#heldBack.splice(0)) this.timeline.at(nowMs, () => this.does(deed));
  }

  die(): void {
    this.#state = 'dead';
    this.#heldBack.length = 0;
  }

  /** As the flows see time. */
  readonly clock: Clock = {
    now: () => this.timeline.nowMs + this.aheadMs,
    after: (ms, callback) => this.after(ms, callback),
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
        const timer = this.after(ms, () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        });
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
