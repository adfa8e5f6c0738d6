/** Breadth first through everything that can happen, so that the trace to the first fault is a shortest one. */

/** One thing that can happen in a state, and what it leads to. */
export interface Move<S> {
  readonly name: string;
  readonly to: S;
  /** What this move has broken, if anything. */
  readonly broken?: string | undefined;
}

export interface System<S> {
  readonly initial: S;
  /** In an order that depends on nothing but the state. */
  readonly moves: (state: S) => readonly Move<S>[];
  /** One text for all states from which the same can happen. */
  readonly canonical: (state: S) => string;
  /** What is wrong with a state, if anything. */
  readonly broken: (state: S) => string | undefined;
}

export interface Bounds {
  readonly maxStates?: number;
  readonly maxDepth?: number;
  /** Hears of each depth when all its states are known. */
  readonly onDepth?: (depth: number, states: number) => void;
}

export interface Found {
  readonly broken: string;
  /** The moves from the start, the last of which broke it. */
  readonly trace: readonly string[];
}

export interface SearchResult {
  readonly states: number;
  readonly moves: number;
  /** Of the deepest state. */
  readonly depth: number;
  /** Was every state that can be reached looked at? */
  readonly isExhausted: boolean;
  readonly found: Found | undefined;
}

/** States are told apart by 64 bits of hash: among ten million, the chance that two are taken for one is below 1 in 300,000. */
export function search<S>(system: System<S>, bounds: Bounds = {}): SearchResult {
  const { maxStates = Infinity, maxDepth = Infinity, onDepth } = bounds;
  const known = new Hashes();
  /** For each state, where it was reached from, and by the how manieth move. */
  const parents: number[] = [];
  const choices: number[] = [];
  let moves = 0;
  const result = (depth: number, isExhausted: boolean, found?: Found): SearchResult => ({
    states: parents.length,
    moves,
    depth,
    isExhausted,
    found,
  });

  known.add(system.canonical(system.initial));
  parents.push(-1);
  choices.push(-1);
  const atStart = system.broken(system.initial);
  if (atStart !== undefined) return result(0, false, { broken: atStart, trace: [] });
  let level: { readonly state: S; readonly index: number }[] = [{ state: system.initial, index: 0 }];
  for (let depth = 0; ; depth += 1) {
    onDepth?.(depth, parents.length);
    const next: typeof level = [];
    for (const { state, index } of level) {
      const all = system.moves(state);
      for (const [choice, move] of all.entries()) {
        moves += 1;
        const isNew = known.add(system.canonical(move.to));
        const broken = move.broken ?? (isNew ? system.broken(move.to) : undefined);
        if (broken !== undefined) {
          const trace = traceTo(system, parents, choices, index).concat(move.name);
          return result(depth + 1, false, { broken, trace });
        }
        if (!isNew) continue;
        next.push({ state: move.to, index: parents.length });
        parents.push(index);
        choices.push(choice);
      }
      if (parents.length >= maxStates) return result(depth + 1, false);
    }
    if (next.length === 0) return result(depth, true);
    if (depth + 1 >= maxDepth) return result(depth + 1, false);
    level = next;
  }
}

function traceTo<S>(
  { initial, moves }: System<S>,
  parents: readonly number[],
  choices: readonly number[],
  index: number,
): string[] {
  const path: number[] = [];
  for (let at = index; at > 0; at = parents[at] ?? 0) path.unshift(choices[at] ?? 0);
  const trace: string[] = [];
  let state = initial;
  for (const choice of path) {
    const move = moves(state)[choice];
    if (move === undefined) throw new Error('the moves of a state depend on more than the state');
    trace.push(move.name);
    state = move.to;
  }
  return trace;
}

// a global costs a look-up each time where a test runner makes its own
const { imul } = Math;

/** A set of 64-bit hashes of texts, in typed arrays: millions of texts in a Set would take gigabytes. */
class Hashes {
  #size = 0;
  #low = new Uint32Array(1 << 16);
  #high = new Uint32Array(1 << 16);

  /** Was it new? */
  add(text: string): boolean {
    let a = 0x811c9dc5;
    let b = 0x9e3779b9;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = imul(a ^ code, 0x01000193);
      b = imul((b ^ code) + at, 0x85ebca6b);
      b ^= b >>> 13;
    }
    // no slot is empty by chance
    return this.#insert(mixed(a ^ (b >>> 7)), mixed(b ^ (a << 9)) || 1);
  }

  #insert(low: number, high: number): boolean {
    if (this.#size * 2 > this.#low.length) this.#grow();
    const isNew = place(this.#low, this.#high, low, high);
    if (isNew) this.#size += 1;
    return isNew;
  }

  #grow(): void {
    const low = new Uint32Array(this.#low.length * 2);
    const high = new Uint32Array(this.#high.length * 2);
    for (const [at, one] of this.#high.entries()) if (one !== 0) place(low, high, this.#low[at] ?? 0, one);
    this.#low = low;
    this.#high = high;
  }
}

function place(lows: Uint32Array, highs: Uint32Array, low: number, high: number): boolean {
  const mask = lows.length - 1;
  for (let at = low & mask; ; at = (at + 1) & mask) {
    if (highs[at] === 0) {
      lows[at] = low;
      highs[at] = high;
      return true;
    }
    if (highs[at] === high && lows[at] === low) return false;
  }
}

/** Spreads every bit over all of them. */
function mixed(hash: number): number {
  let mixing = hash;
  mixing = imul(mixing ^ (mixing >>> 16), 0x7feb352d);
  mixing = imul(mixing ^ (mixing >>> 15), 0x846ca68b);
  return (mixing ^ (mixing >>> 16)) >>> 0;
}
