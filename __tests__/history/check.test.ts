/** The checker of histories lets one pass that can be, and names the rule that a wrong one breaks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkHistory } from '../../evidence/history/check';
import { RULES, type Rule } from '../../evidence/history/contradiction';
import type { Attempt, History, Operation } from '../../evidence/history/history';
import { readCommits } from '../../evidence/history/journal';
import { emptyFiles, snapshotOf, type Clocks } from '../../evidence/pool-model/files';
import { beat, commit, commitRequest } from '../../evidence/pool-model/program';
import type { Told } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Verb } from '../../src/protocol/verbs';

const BOOT = '00000000-0000-4000-8000-000000000001';
const TTL_MS = 80_000;

/** A history in the making: what jobs do one after the other, carried out by the model of the pool. */
class Story {
  readonly operations: Operation[] = [];
  /** As they stand in the journal. */
  readonly lines: string[] = [];
  #files = emptyFiles();
  #uptimeMs = 1_000_000;
  #monotonicMs = 0;

  get #clocks(): Clocks {
    const wallNs = 1_766_568_440_000_000_000n + BigInt(this.#uptimeMs) * 1_000_000n;
    return { uptimeMs: this.#uptimeMs, bootId: BOOT, wallNs };
  }

  /** On the pool's clock alone. */
  passes(ms: number): void {
    this.#uptimeMs += ms;
  }

  #times(): { invokedAtMs: number; endedAtMs: number } {
    this.#uptimeMs += 10;
    this.#monotonicMs += 10;
    return { invokedAtMs: this.#monotonicMs, endedAtMs: this.#monotonicMs + 5 };
  }

  looks(process: string): Snapshot {
    const snapshot = snapshotOf(this.#files, this.#clocks);
    this.operations.push({ kind: 'look', process, ...this.#times(), snapshot });
    return snapshot;
  }

  /** Looks and commits; `events` are what the program notes, with TOKEN for that of a take. */
  does(process: string, verb: Verb, events: string, seen = this.looks(process)): number {
    const times = this.#times();
    const hosts = 'hosts' in verb ? verb.hosts : [];
    const change = { hosts, verbs: [verb] };
    const { files, answer } = commit(this.#files, this.#clocks, {
      ...commitRequest(seen, change, 1e9),
      seen: [],
    });
    if (answer.kind !== 'committed') throw new Error(`${process}: ${answer.kind}`);
    this.#files = files;
    const { token } = answer;
    this.lines.push(`${files.generation} ${files.committedAtNs} ${events.replace('TOKEN', String(token))}`);
    this.operations.push({ kind: 'commit', process, ...times, seen, change, outcome: 'ok', token });
    return token;
  }

  beats(id: string): void {
    const { files, answer } = beat(this.#files, this.#clocks, id, ['h1']);
    this.#files = files;
    const told = {
      kind: 'beat',
      process: id,
      id,
      hosts: ['h1'],
      outcome: 'ok',
      answer: answer.kind,
    } as const;
    this.operations.push({ ...told, ...this.#times() });
  }

  get history(): History {
    return { operations: this.operations, commits: readCommits(this.lines) };
  }
}

// ---- what jobs do; of each job the id is also its owner

const request = (id: string, version: string, hosts: readonly string[]) => ({
  ...{ who: { id, owner: id, attempt: 1 }, priority: 0, version, ttlMs: TTL_MS, hosts },
  details: { groups: [hosts] },
});
const wait = (id: string, version: string): Verb => ({
  ...{ verb: 'wait', ...request(id, version, ['h1']), supersedes: undefined, target: 'h1' },
});
const take = (id: string, version: string, from: 'new' | 'waiting', host = 'h1'): Verb => ({
  ...{ verb: 'take', ...request(id, version, [host]), maxHoldMs: 1e9, keeper: true, state: 'held', from },
});
const tell = (id: string, byId: string): Verb => {
  const grace = { startMs: 0, durationMs: 600_000, bootId: BOOT };
  const told: Told = { byId, byJob: byId, byVersion: '4.22', atMs: 0, graceUntilMs: 0, grace };
  return { verb: 'tell', id, hosts: ['h1'], details: { told } };
};
const free = (id: string): Verb => ({ verb: 'free', id, hosts: ['h1'], leave: 'end', details: undefined });

const requested = (id: string): string => `requested ${id} ${id} 4.22 0 h1 - {};`;
const held = (id: string, host = 'h1'): string => `held ${id} ${id} 4.22 TOKEN ${host} - {};`;

/** a holds h1, b arrives with a newer version, a is told, and leaves; b has it then. */
function handOver(): Story {
  const story = new Story();
  const token = story.does('a', take('a', '4.21', 'new'), held('a'));
  story.does('b', wait('b', '4.22'), requested('b'));
  story.does('a', tell('a', 'b'), 'told a h1 {};');
  story.beats('a');
  story.does('a', free('a'), `released a h1 ${token} quitting;`);
  story.does('b', take('b', '4.22', 'waiting'), held('b'));
  story.beats('b');
  return story;
}

/** The attempt behind the commit of that number. */
function attemptOf({ operations }: Story, number: number): Attempt {
  const attempt = operations.filter((one) => one.kind === 'commit')[number - 1];
  if (attempt === undefined) throw new Error(`no commit ${number}`);
  return attempt;
}

/** The story, but for one operation. */
function instead(story: Story, old: Operation, changed: Partial<Operation>): History {
  const operations = story.operations.map((one) =>
    one === old ? ({ ...one, ...changed } as Operation) : one,
  );
  return { ...story.history, operations };
}

/** The story, but for one line of the journal. */
function withLine(story: Story, number: number, line: string | undefined): History {
  const lines = story.lines.flatMap((old, index) => (index === number - 1 ? (line ?? []) : old));
  return { ...story.history, commits: readCommits(lines) };
}

const lineOf = (story: Story, number: number): string => story.lines[number - 1]!;

test('a host that is handed over as it should be is a history that can be', () => {
  expect(checkHistory(handOver().history)).toBeUndefined();
});

test('of what nobody knows the outcome of, anything may have come, but not twice', () => {
  const story = handOver();
  const unknown = { outcome: 'unknown', endedAtMs: Infinity, token: undefined } as const;
  expect(checkHistory(instead(story, attemptOf(story, 5), unknown))).toBeUndefined();
  const never = {
    ...attemptOf(story, 1),
    ...unknown,
    process: 'c',
    change: { hosts: ['h1'], verbs: [take('c', '4.21', 'new')] },
  };
  expect(checkHistory({ ...story.history, operations: [...story.operations, never] })).toBeUndefined();
});

/** Each breaks one rule, and where it may the first that is looked at. */
const WRONG: Readonly<Record<Rule, readonly (() => History)[]>> = {
  numbers: [() => withLine(handOver(), 3, undefined)],
  token: [
    () => {
      const story = handOver();
      return withLine(story, 5, lineOf(story, 5).replace(/ 4\.22 \d+ /, ' 4.22 1 '));
    },
    () => {
      const story = handOver();
      const attempt = attemptOf(story, 5);
      return instead(story, attempt, { token: attempt.token! + 1 });
    },
  ],
  'free host': [
    () => {
      const story = handOver();
      return withLine(story, 4, lineOf(story, 4).replace(/released.*/, ''));
    },
    // it had seen the host held, and went on as if it were free
    () => {
      const story = new Story();
      story.does('a', take('a', '4.21', 'new'), held('a'));
      const seen = story.looks('b');
      story.passes(TTL_MS * 2);
      const { token } = attemptOf(story, 1);
      story.does('b', take('b', '4.21', 'new'), `expired a h1 ${token}; ${held('b')}`, seen);
      return story.history;
    },
  ],
  'own lease': [
    () => {
      const story = handOver();
      return withLine(story, 4, lineOf(story, 4).replace('released a', 'released b'));
    },
    () => {
      const story = handOver();
      return withLine(story, 3, lineOf(story, 3).replace('told a', 'told b'));
    },
  ],
  acknowledged: [
    () => {
      const story = handOver();
      const last = story.looks('c');
      const change = { hosts: ['h2'], verbs: [take('c', '4.21', 'new', 'h2')] };
      const lost: Attempt = { ...attemptOf(story, 5), process: 'c', seen: last, change, token: 7 };
      return {
        ...story.history,
        operations: [...story.operations, { ...lost, invokedAtMs: 1e6, endedAtMs: 1e6 }],
      };
    },
  ],
  refused: [
    () => {
      const story = handOver();
      return instead(story, attemptOf(story, 2), { outcome: 'fail' });
    },
  ],
  'at most once': [
    () => {
      const story = handOver();
      const again = readCommits([...story.lines, lineOf(story, 2).replace(/^2 /, '6 ')]);
      return { ...story.history, commits: again };
    },
  ],
  nobody: [
    () => {
      const story = handOver();
      return {
        ...story.history,
        commits: readCommits([...story.lines, lineOf(story, 5).replace(/^5 (\d+) .*/, '6 $1 left z;')]),
      };
    },
  ],
  'real time': [
    // two takes of two hosts, by the same picture: the later one comes first
    () => {
      const story = new Story();
      const seen = story.looks('a');
      story.does('a', take('a', '4.21', 'new'), held('a'), seen);
      story.does('b', take('b', '4.21', 'new', 'h2'), held('b', 'h2'), seen);
      const [first, second] = story.operations.filter((one) => one.kind === 'commit');
      const { invokedAtMs, endedAtMs } = first!;
      return {
        ...story.history,
        operations: story.operations.map((one) =>
          one === first
            ? { ...one, invokedAtMs: second!.endedAtMs + 1, endedAtMs: second!.endedAtMs + 2 }
            : one === second
              ? { ...one, invokedAtMs, endedAtMs }
              : one,
        ),
      };
    },
    // a look that does not see what had been acknowledged
    () => {
      const story = handOver();
      const old = story.operations.find((one) => one.kind === 'look')!;
      return {
        ...story.history,
        operations: [...story.operations, { ...old, invokedAtMs: 1e6, endedAtMs: 1e6 }],
      };
    },
    // a look that sees what nobody had asked for yet
    () => {
      const story = handOver();
      const last = story.looks('c');
      return {
        ...story.history,
        operations: [
          ...story.operations,
          { kind: 'look', process: 'c', invokedAtMs: 1, endedAtMs: 2, snapshot: last },
        ],
      };
    },
  ],
  unchanged: [
    () => {
      const story = handOver();
      const { seen } = attemptOf(story, 3);
      return instead(story, attemptOf(story, 5), { seen });
    },
  ],
  look: [
    () => {
      const story = handOver();
      const snapshot = story.looks('c');
      const view = snapshot.hosts.get('h1')!;
      const hosts = new Map(snapshot.hosts).set('h1', { ...view, record: { ...view.record!, id: 'c' } });
      return instead(story, story.operations.at(-1)!, { snapshot: { ...snapshot, hosts } });
    },
  ],
  order: [
    () => {
      const story = new Story();
      const token = story.does('a', take('a', '4.21', 'new'), held('a'));
      story.does('b', wait('b', '4.22'), requested('b'));
      story.does('c', wait('c', '4.21'), requested('c'));
      story.does('a', free('a'), `released a h1 ${token} held;`);
      story.does('c', take('c', '4.21', 'waiting'), held('c'));
      return story.history;
    },
  ],
  told: [
    () => {
      const story = new Story();
      story.does('a', take('a', '4.21', 'new'), held('a'));
      story.does('b', wait('b', '4.21'), requested('b'));
      story.does('a', tell('a', 'b'), 'told a h1 {};');
      return story.history;
    },
  ],
  expiry: [
    // by the jobs' own clocks its last heartbeat was a moment ago
    () => {
      const story = new Story();
      const token = story.does('a', take('a', '4.21', 'new'), held('a'));
      story.beats('a');
      story.passes(TTL_MS * 2);
      story.does('b', take('b', '4.21', 'new'), `expired a h1 ${token}; ${held('b')}`);
      return story.history;
    },
    () => {
      const story = new Story();
      story.does('a', take('a', '4.21', 'new'), held('a'));
      story.does('b', wait('b', '4.21'), requested('b'));
      const seen = story.looks('a');
      const name = seen.waiters[0]!.files[0]!.text;
      story.passes(TTL_MS * 2);
      story.does('a', { verb: 'clear', id: 'b', name }, 'cleared b b;', seen);
      return story.history;
    },
  ],
  heartbeat: [
    () => {
      const story = handOver();
      const beat = story.operations.find((one) => one.kind === 'beat')!;
      return {
        ...story.history,
        operations: [...story.operations, { ...beat, invokedAtMs: 1e6, endedAtMs: 1e6 }],
      };
    },
  ],
};

test.each(RULES.flatMap((rule) => WRONG[rule].map((make, index) => [rule, index + 1, make] as const)))(
  'a history that breaks the rule "%s" is refused by its name (%i)',
  (rule, _, make) => {
    expect(checkHistory(make())?.rule).toBe(rule);
  },
);

test('docs/evidence.md has each rule', () => {
  const text = readFileSync(join(__dirname, '../../docs/evidence.md'), 'utf8');
  const cells = text.split('\n').map((line) => line.split('|')[1]?.trim());
  expect(cells).toEqual(expect.arrayContaining([...RULES]));
});
