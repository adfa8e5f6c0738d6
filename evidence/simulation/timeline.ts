/** Virtual time: one queue of events for everybody. Nothing happens between two events but what the first has set going. */
export interface Timer {
  cancel(): void;
}

interface Entry {
  readonly atMs: number;
  /** Of two events at one instant the one that was planned first comes first. */
  readonly turn: number;
  deed: (() => void) | undefined;
}

export class Timeline {
  /** In ms from the start. */
  nowMs = 0;
  events = 0;
  #turns = 0;
  /** A binary heap. */
  readonly #heap: Entry[] = [];

  at(atMs: number, deed: () => void): Timer {
    const entry: Entry = { atMs: Math.max(atMs, this.nowMs), turn: this.#turns, deed };
    this.#turns += 1;
    this.#push(entry);
    return { cancel: () => void (entry.deed = undefined) };
  }

  /** Lets time pass until it is so, or until then. Resolves with whether it came about. */
  async passUntil(isSo: () => boolean, latestMs: number): Promise<boolean> {
    // what was begun before the first event goes as far as it can
    await quiescence();
    while (!isSo()) {
      const entry = this.#pop();
      if (entry === undefined || entry.atMs > latestMs) {
        if (entry !== undefined) this.#push(entry);
        this.nowMs = Math.max(this.nowMs, Math.min(latestMs, entry?.atMs ?? latestMs));
        return false;
      }
      if (entry.deed === undefined) continue;
      this.nowMs = entry.atMs;
      this.events += 1;
      entry.deed();
      await quiescence();
    }
    return true;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || isBefore(parent, entry)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = entry;
  }

  #pop(): Entry | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(last, child)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.turn < b.turn);
}

/** Node runs all that promises have set going before the next turn of its loop. */
function quiescence(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
