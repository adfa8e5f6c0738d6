/** Numbers that look random and are the same in every run with one seed. */
export interface Seeded {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 to below this. */
  below(limit: number): number;
  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number;
  chance(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A source of its own, so that what is drawn from one does not move what is drawn from the other. */
  fork(): Seeded;
}

/** splitmix32: small, and good enough to choose faults by. */
export function seeded(seed: number): Seeded {
  let state = Math.imul(seed, 0x9e3779b1) ^ 0x85ebca6b;
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (first, last) => first + below(last - first + 1),
    chance: (of) => next() < of,
    pick: <T>(from: readonly T[]): T => {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[below(from.length)] as T;
    },
    fork: () => seeded(below(2 ** 32)),
  };
}
