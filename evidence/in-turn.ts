/** The nth of these, from the first again after the last. */
export function inTurn<T>(all: readonly T[], nth: number): T {
  if (all.length === 0) throw new RangeError('nothing to take in turn');
  return all[nth % all.length] as T;
}
