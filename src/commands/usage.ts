import type { Problem } from '../settings/inputs';

/** Bad inputs, all at once. */
export class UsageError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super('bad input');
    this.name = 'UsageError';
  }
}

/** Throws if there is any. */
export function failOn(...problems: readonly (readonly Problem[])[]): void {
  const all = problems.flat();
  if (all.length > 0) throw new UsageError(all);
}
