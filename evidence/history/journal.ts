/** The commits of a pool, in their order, as its journal has them. */

export interface Commit {
  readonly number: number;
  /** On the wall clock of the pool's machine. */
  readonly atNs: bigint;
  readonly events: readonly JournalEvent[];
}

/** docs/protocol.md has the events and their words. */
export interface JournalEvent {
  readonly name: string;
  readonly words: readonly string[];
}

/**
 * A commit without an event has blanks behind its time. Where a process was killed while it wrote a line, a part of it stands before the whole one, and does
 * not count.
 */
export function readCommits(lines: readonly string[]): Commit[] {
  const commits = new Map<number, Commit>();
  for (const line of lines) {
    const [, number, ns = '', rest = ''] = /^(\d{1,15}) (\d{19})((?: .*;)?) *$/.exec(line) ?? [];
    if (number === undefined) continue;
    const events = rest.split(/;(?= |$)/).flatMap((text): JournalEvent[] => {
      const [name, ...words] = text.split(' ').filter((word) => word !== '');
      return name === undefined ? [] : [{ name, words }];
    });
    commits.set(Number(number), { number: Number(number), atNs: BigInt(ns), events });
  }
  return [...commits.values()].sort((a, b) => a.number - b.number);
}

/** Without the JSON, for people. */
export function commitText({ number, events }: Pick<Commit, 'number' | 'events'>): string {
  const said = events.map(({ name, words }) =>
    [name, ...words.filter((word) => !word.startsWith('{'))].join(' '),
  );
  return `commit ${number} (${said.join('; ') || 'without an event'})`;
}
