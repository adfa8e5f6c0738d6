/** A fault put into a source on purpose, to see who finds it. */
export interface Fault {
  readonly name: string;
  /** Each of these texts stands in the source exactly once. */
  readonly substitutions: readonly (readonly [from: string, to: string])[];
}

/** A substitution that no longer applies is an error, for then nobody knows any more what would happen. */
export function withFault({ name, substitutions }: Fault, source: string): string {
  return substitutions.reduce((text, [from, to]) => {
    const times = text.split(from).length - 1;
    if (times !== 1) throw new Error(`${name}: its text stands ${times} times in the source: ${from}`);
    return text.replace(from, () => to);
  }, source);
}
