/**
 * Which commit of the journal is whose: an order of all that was asked for, in which each thing takes effect at one instant
 * between its call and its answer, and which is that of the journal. After Wing and Gong: whatever comes next must not have
 * been asked for after something else had been acknowledged that is still to come.
 */
import type { Verb } from '../../src/protocol/verbs';
import { contradiction, type Contradiction } from './contradiction';
import type { Attempt, History, Look, Operation } from './history';
import { commitText, type Commit, type JournalEvent } from './journal';

/** By attempt, the number of its commit. One that changed nothing has none. */
export type Placement = ReadonlyMap<Attempt, number>;

/** By commit, the hosts that it did something to. */
type Touched = ReadonlyMap<number, ReadonlySet<string>>;

export function place({ operations, commits }: History, touched: Touched): Placement | Contradiction {
  const search = new Search(operations, commits, touched);
  return search.run() ?? search.explain();
}

/** How often a choice between equals may have been the wrong one, before the search is given up. */
const MOST_STEPS = 1_000_000;

/** What may come next: an attempt by the next commit, or without one. */
interface Next {
  readonly attempt: Attempt;
  readonly commit: Commit | undefined;
}

/** Where something else might have come. */
interface Choice {
  readonly done: number;
  readonly placed: number;
  readonly others: readonly Next[];
}

class Search {
  readonly #pending: Set<Attempt>;
  /** In order, each with the number of its commit; undefined: it changed nothing. */
  readonly #placed: { readonly attempt: Attempt; readonly number: number | undefined }[] = [];
  /** The most commits that have been explained, and what was still to come then. */
  #best: { readonly commits: number; readonly pending: readonly Attempt[]; readonly placed: Placement };

  readonly #attempts: readonly Attempt[];
  readonly #looks: readonly Look[];

  constructor(
    operations: readonly Operation[],
    private readonly commits: readonly Commit[],
    private readonly touched: Touched,
  ) {
    this.#attempts = operations.filter((one) => one.kind === 'commit');
    this.#looks = operations.filter((one) => one.kind === 'look');
    const possible = this.#attempts.filter(({ outcome }) => outcome !== 'fail');
    this.#pending = new Set(possible.sort((a, b) => a.invokedAtMs - b.invokedAtMs));
    this.#best = { commits: -1, pending: [], placed: new Map() };
  }

  run(): Placement | undefined {
    const choices: Choice[] = [];
    let done = 0;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      this.#note(done);
      const commit = this.commits[done];
      if (commit === undefined && this.#firstToEnd() === undefined) return this.#placement();
      const last = { done, placed: this.#placed.length, others: this.#nexts(commit) };
      const choice = last.others.length > 0 ? last : choices.pop();
      if (choice === undefined) return undefined;
      this.#takeBack(choice.placed);
      const [next, ...others] = choice.others;
      if (next === undefined) continue;
      if (others.length > 0) choices.push({ ...choice, others });
      this.#pending.delete(next.attempt);
      this.#placed.push({ attempt: next.attempt, number: next.commit?.number });
      done = choice.done + (next.commit === undefined ? 0 : 1);
    }
    throw new Error(`no order was found in ${MOST_STEPS} steps`);
  }

  /** Why there is no such order, by where the search came the furthest. */
  explain(): Contradiction {
    const { commits: done, pending, placed } = this.#best;
    const commit = this.commits[done];
    const first = pending.filter(isAcknowledged).sort((a, b) => a.endedAtMs - b.endedAtMs)[0];
    if (commit === undefined) {
      return contradiction(
        'acknowledged',
        `${attemptText(first)} was acknowledged, and is not in the journal`,
      );
    }
    const what = commitText(commit);
    const late = pending.find((attempt) => isOf(commit, attempt));
    if (late !== undefined && first !== undefined && late.invokedAtMs > first.endedAtMs) {
      const isInJournal = this.commits.slice(done).some((other) => isOf(other, first));
      return isInJournal
        ? contradiction(
            'real time',
            `${what} is ${attemptText(late)}, asked for after ${attemptText(first)} had been acknowledged, which comes later`,
          )
        : contradiction('acknowledged', `${attemptText(first)} was acknowledged, and is not in the journal`);
    }
    if (late !== undefined) {
      const { rule, what: why } =
        this.#obstacle(late, commit) ?? contradiction('real time', 'which fits nowhere');
      return contradiction(rule, `${what} is ${attemptText(late)}, ${why}`);
    }
    const refused = this.#attempts.find((attempt) => attempt.outcome === 'fail' && isOf(commit, attempt));
    if (refused !== undefined) {
      return contradiction(
        'refused',
        `${what} is ${attemptText(refused)}, which was told that nothing was done`,
      );
    }
    const twice = [...placed.keys()].find((attempt) => isOf(commit, attempt));
    if (twice !== undefined) {
      return contradiction(
        'at most once',
        `${what} is ${attemptText(twice)}, as commit ${placed.get(twice)} is`,
      );
    }
    const otherToken = this.#attempts.find((attempt) => isOf(commit, { ...attempt, token: undefined }));
    if (otherToken !== undefined) {
      return contradiction(
        'token',
        `${what} is ${attemptText(otherToken)}, which was given ${otherToken.token}`,
      );
    }
    return contradiction('nobody', `${what}: nobody has asked for it`);
  }

  /** Of what is still to come, the first that was acknowledged. */
  #firstToEnd(): Attempt | undefined {
    let first: Attempt | undefined;
    for (const attempt of this.#pending) {
      if (isAcknowledged(attempt) && attempt.endedAtMs < (first?.endedAtMs ?? Infinity)) first = attempt;
    }
    return first;
  }

  /**
   * What was acknowledged is tried first, for it has to be somewhere; the first of it that may have changed nothing before
   * what may never have come.
   */
  #nexts(commit: Commit | undefined): Next[] {
    const first = this.#firstToEnd();
    const silent =
      first !== undefined && mayChangeNothing(first) ? [{ attempt: first, commit: undefined }] : [];
    if (commit === undefined) return silent;
    const fitting: Attempt[] = [];
    for (const attempt of this.#pending) {
      if (attempt.invokedAtMs > (first?.endedAtMs ?? Infinity)) break;
      if (isOf(commit, attempt) && this.#obstacle(attempt, commit) === undefined) fitting.push(attempt);
    }
    const nexts = fitting.map((attempt) => ({ attempt, commit }));
    return [
      ...nexts.filter(({ attempt }) => isAcknowledged(attempt)),
      ...silent,
      ...nexts.filter(({ attempt }) => !isAcknowledged(attempt)),
    ];
  }

  /** Why this attempt can't be that commit, though it asks for just that. */
  #obstacle(
    { seen, change, invokedAtMs, endedAtMs }: Attempt,
    { number }: Commit,
  ): Contradiction | undefined {
    for (let between = seen.generation + 1; between < number; between += 1) {
      const touched = this.touched.get(between);
      const host = change.hosts.find((one) => touched?.has(one) === true);
      if (host === undefined) continue;
      return contradiction(
        'unchanged',
        `which had seen commit ${seen.generation}; commit ${between} changed ${host}`,
      );
    }
    const look = this.#looks.find(
      ({ snapshot: { generation }, ...look }) =>
        (look.invokedAtMs > endedAtMs && generation < number) ||
        (look.endedAtMs < invokedAtMs && generation >= number),
    );
    if (look === undefined) return undefined;
    const saw = `${look.process} saw commit ${look.snapshot.generation} at ${look.endedAtMs.toFixed(1)} ms`;
    return contradiction('real time', `acknowledged at ${endedAtMs.toFixed(1)} ms; ${saw}`);
  }

  #takeBack(to: number): void {
    if (to === this.#placed.length) return;
    const back = this.#placed.splice(to).map(({ attempt }) => attempt);
    const all = [...this.#pending, ...back].sort((a, b) => a.invokedAtMs - b.invokedAtMs);
    this.#pending.clear();
    for (const attempt of all) this.#pending.add(attempt);
  }

  #note(done: number): void {
    const { commits, pending } = this.#best;
    if (done < commits || (done === commits && this.#pending.size >= pending.length)) return;
    this.#best = { commits: done, pending: [...this.#pending], placed: this.#placement() };
  }

  #placement(): Placement {
    return new Map(
      this.#placed.flatMap(({ attempt, number }) => (number === undefined ? [] : [[attempt, number]])),
    );
  }
}

function isAcknowledged({ outcome }: Attempt): boolean {
  return outcome === 'ok';
}

export function attemptText(attempt: Attempt | undefined): string {
  if (attempt === undefined) return 'what nobody knows';
  const { process, change, invokedAtMs } = attempt;
  const verbs = change.verbs.map((verb) => `${verb.verb} ${idOf(verb) ?? ''}`.trim());
  return `"${verbs.join(' + ')}" of ${process} (asked for at ${invokedAtMs.toFixed(1)} ms)`;
}

function idOf(verb: Verb): string | undefined {
  if ('who' in verb) return verb.who.id;
  return 'id' in verb ? verb.id : undefined;
}

// ---- is this commit that change?

function isOf(commit: Commit, { change, seen, token }: Attempt): boolean {
  if (commit.number <= seen.generation) return false;
  const { events } = commit;
  if (token !== undefined && token !== 0 && !events.some((event) => isTakeOf(event, token))) return false;
  const { verbs } = change;
  if (events.length === 0 && !verbs.some((verb) => SILENT.includes(verb.verb))) return false;
  return (
    events.every((event) => verbs.some((verb) => isBy(event, verb))) &&
    verbs.every((verb) => !ALWAYS_TOLD.includes(verb.verb) || events.some((event) => isBy(event, verb)))
  );
}

function isTakeOf({ name, words }: JournalEvent, token: number): boolean {
  return (name === 'held' || name === 'settling') && words[3] === String(token);
}

/** What may change something without an event, what never does. */
const SILENT: readonly Verb['verb'][] = ['wait', 'target', 'renew', 'keep', 'free', 'clear', 'mend'];
const ALWAYS_TOLD: readonly Verb['verb'][] = [
  'take',
  'held',
  'tell',
  'evict',
  'note',
  'amend',
  'lose',
  'expire',
];

/** Could the journal have this event because of that verb? */
function isBy({ name, words }: JournalEvent, verb: Verb): boolean {
  const [id = '', second = ''] = words;
  // by whatever change met a bash job's file
  if (name === 'bash-seen') return true;
  switch (verb.verb) {
    case 'wait':
      return name === 'requested' && id === verb.who.id;
    case 'take':
      if (name === 'held' || name === 'settling') return words.length > 1 && id === verb.who.id;
      if (name === 'hold') return id === verb.who.id;
      return ['expired', 'superseded', 'bash-taken-over'].includes(name) && verb.hosts.includes(second);
    case 'held':
      return name === 'held' && words.length === 1 && id === verb.id;
    case 'renew':
      return name === 'put-back' && id === verb.id;
    case 'keep':
      return (name === 'put-back' || name === 'hold') && id === verb.id;
    case 'tell':
      return name === 'told' && id === verb.id;
    case 'evict':
      return name === 'evicted' && id === verb.id;
    case 'note':
      return name === 'noted' && id === verb.id;
    case 'amend':
      return name === 'amended' && id === verb.id;
    case 'free':
      return name === 'released' && id === verb.id && verb.hosts.includes(second);
    case 'unwait':
      return name === 'left' && id === verb.id;
    case 'clear':
      return name === 'cleared' && id === verb.id;
    case 'lose':
      return name === 'lost' && second === verb.host;
    case 'expire':
      return name === 'expired' && second === verb.host;
    case 'fixed':
      return name === 'fixed';
    case 'legacy':
      return name === 'legacy';
    case 'target':
    case 'mend':
      return false;
  }
}

/** It may find nothing to do: what it wants is so already. */
function mayChangeNothing({ change }: Attempt): boolean {
  return change.verbs.every(({ verb }) => !ALWAYS_TOLD.includes(verb));
}
