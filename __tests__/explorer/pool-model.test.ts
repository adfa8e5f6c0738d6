/** The model of the pool does what the program does: the same requests in the same order leave the same files. */
import { rmSync, statSync, utimesSync } from 'node:fs';
import fc from 'fast-check';
import {
  emptyFiles,
  requestFile,
  snapshotOf,
  type Clocks,
  type Files,
} from '../../evidence/pool-model/files';
import { beat, commit, commitRequest } from '../../evidence/pool-model/program';
import { directoryPool } from '../../src/pool/directory';
import { PoolUnavailable, type Pool } from '../../src/pool/pool';
import { lockOwner } from '../../src/protocol/expiry';
import { formatDetails, type Details } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change, Verb } from '../../src/protocol/verbs';
import { BOOT, NEXT_BOOT, TestBed } from '../pool/test-bed';

const RUNS = 20;
const DEADLINE_MS = 10_000;
const HOSTS = ['h1', 'h2'];
/** Two attempts of one job, and another job. */
const WHO: Record<string, { owner: string; attempt: number; version: string }> = {
  a1: { owner: 'a', attempt: 1, version: '4.21' },
  a2: { owner: 'a', attempt: 2, version: '4.22' },
  b1: { owner: 'b', attempt: 1, version: '4.21.3' },
};

// ---- what happens

type Doing =
  | { readonly do: 'pass'; readonly ms: number }
  | {
      readonly do: 'commit';
      readonly wish: Wish;
      readonly names: readonly string[];
      readonly looksBack: number;
    }
  | { readonly do: 'beat'; readonly id: string; readonly hosts: readonly string[] }
  | { readonly do: 'bash-lock'; readonly host: string; readonly agoS: number; readonly mtimeAgoS: number }
  | { readonly do: 'bash-remove'; readonly host: string }
  | { readonly do: 'bash-wait'; readonly host: string }
  | { readonly do: 'reboot'; readonly wipes: boolean };

/** A change, but for what a client would know from its snapshot. */
type Wish = readonly (
  | {
      readonly verb: Exclude<Verb['verb'], 'legacy' | 'fixed'>;
      readonly id: string;
      readonly hosts: readonly string[];
      readonly flag: boolean;
      /** Asks for what no client would: a place that is not there, a state of the other mode. */
      readonly isOdd: boolean;
    }
  | { readonly verb: 'legacy'; readonly seconds: number | undefined }
)[];

const host = fc.constantFrom(...HOSTS);
const hosts = fc.constantFrom(['h1'], ['h1'], ['h2'], ['h1', 'h2']);
const id = fc.constantFrom(...Object.keys(WHO));
const oneVerb = fc.record({
  verb: fc.constantFrom(
    ...(['wait', 'wait', 'take', 'take', 'take', 'held', 'held', 'renew', 'tell', 'keep', 'free'] as const),
    ...(['free', 'target', 'unwait', 'clear', 'lose', 'expire', 'evict', 'note', 'amend', 'mend'] as const),
  ),
  id,
  hosts,
  flag: fc.boolean(),
  isOdd: fc.nat(9).map((n) => n === 0),
});
const aVerb = fc.oneof(
  { weight: 25, arbitrary: oneVerb },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('legacy' as const),
      seconds: fc.constantFrom(undefined, 3600, 100_000),
    }),
  },
);
/** A `wait` forgets what an earlier verb of its commit had to note; no client sends such a commit. */
const notWait = aVerb.filter(({ verb }) => verb !== 'wait');
const doing: fc.Arbitrary<Doing> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      wish: fc.oneof(
        { weight: 5, arbitrary: fc.tuple(aVerb) },
        { weight: 1, arbitrary: fc.tuple(aVerb, notWait) },
      ),
      names: fc.constantFrom([], ['h1'], HOSTS),
      looksBack: fc.constantFrom(0, 0, 0, 0, 1, 2, 5),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(10, 9_000, 60_000, 110_000, 120_010, 134_990, 140_000, 90_000_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('beat' as const), id, hosts: fc.oneof(hosts, fc.constant([])) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bash-lock' as const),
      host,
      agoS: fc.constantFrom(-500, 60, 5_000),
      mtimeAgoS: fc.constantFrom(0, 1_800, 5_000, 9_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bash-remove' as const), host }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bash-wait' as const), host }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reboot' as const), wipes: fc.boolean() }) },
);

// ---- both side by side

class Pair {
  readonly bed = new TestBed(directoryPool);
  readonly pool: Pool = this.bed.open('role=admin');
  files: Files = emptyFiles();
  #boot = BOOT;
  /** Every look so far, at both. */
  readonly looks: { readonly real: Snapshot; readonly model: Snapshot }[] = [];

  get clocks(): Clocks {
    const wallNs = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;
    return { uptimeMs: this.bed.uptimeMs, bootId: this.#boot, wallNs };
  }

  async look(): Promise<void> {
    const real = await this.pool.snapshot();
    this.looks.push({ real, model: snapshotOf(this.files, this.clocks) });
  }

  /** What the program answers, and what the model does. */
  async both(what: Doing): Promise<readonly [unknown, unknown]> {
    switch (what.do) {
      case 'pass':
        this.bed.advance(what.ms);
        return [0, 0];
      case 'commit': {
        const seen = this.looks[Math.max(0, this.looks.length - 1 - what.looksBack)]!;
        const latest = this.looks.at(-1)!;
        // names and arrivals are each side's own
        const changeFor = (by: Snapshot): Change => ({
          hosts: what.names,
          verbs: what.wish.map((one) => verbOf(one, by)),
        });
        const real = this.pool.commit(seen.real, changeFor(latest.real));
        const request = commitRequest(seen.model, changeFor(latest.model), DEADLINE_MS);
        const { files, answer } = commit(this.files, this.clocks, request);
        this.files = files;
        return [await real.then(withoutTimes, refusal), withoutTimes(answer)];
      }
      case 'beat': {
        const real = await this.pool.beat(what.id, what.hosts);
        const { files, answer } = beat(this.files, this.clocks, what.id, what.hosts);
        this.files = files;
        return [real, answer];
      }
      case 'bash-lock':
      case 'bash-remove':
      case 'bash-wait':
      case 'reboot':
        this.disturb(what);
        return [0, 0];
    }
  }

  /** What others do to the folder. */
  disturb(what: Exclude<Doing, { do: 'pass' | 'commit' | 'beat' }>): void {
    const { wallNs } = this.clocks;
    switch (what.do) {
      case 'bash-lock': {
        const text = String(wallNs - seconds(what.agoS));
        const mtimeNs = wallNs - seconds(what.mtimeAgoS);
        this.bed.write(`${what.host}.lock`, `${text}\n`);
        utimesSync(this.bed.path(`${what.host}.lock`), Number(mtimeNs) / 1e9, Number(mtimeNs) / 1e9);
        this.files = { ...this.files, locks: new Map(this.files.locks).set(what.host, { text, mtimeNs }) };
        return;
      }
      case 'bash-remove': {
        rmSync(this.bed.path(`${what.host}.lock`), { force: true });
        const locks = new Map(this.files.locks);
        locks.delete(what.host);
        this.files = { ...this.files, locks };
        return;
      }
      case 'bash-wait': {
        const name = `${what.host}.lock.waiting.${wallNs}.4.22`;
        this.bed.write(name, '');
        // the kernel's clock for files is a coarse one: two files of one instant may be of one time
        const { mtimeNs } = statSync(this.bed.path(name), { bigint: true });
        const requests = new Map(this.files.requests).set(name, requestFile(name, undefined, mtimeNs));
        this.files = { ...this.files, requests };
        return;
      }
      case 'reboot':
        this.#boot = this.#boot === BOOT ? NEXT_BOOT : BOOT;
        this.bed.setBoot(this.#boot);
        this.bed.setUptime(30_000);
        if (!what.wipes) return;
        for (const name of this.bed.visible()) rmSync(this.bed.path(name));
        this.files = { ...this.files, locks: new Map(), requests: new Map() };
    }
  }

  /** Heartbeats and tickets with their arrivals, which a snapshot does not show. */
  arrivals(): Record<string, unknown> {
    const { beats, tickets } = this.files;
    return Object.fromEntries([
      ...[...beats].map(([id, beat]) => [`${id}.hb`, beat.arrivalNs] as const),
      ...[...tickets].map(([id, ticket]) => [`${id}.ticket`, ticket.arrivalNs] as const),
    ]);
  }

  realArrivals(): Record<string, unknown> {
    const names = Object.keys(this.bed.files()).filter((name) => /\.(hb|ticket)$/.test(name));
    const arrival = (name: string): bigint => BigInt(/(\d{19})\n$/.exec(this.bed.read(name))![1]!);
    return Object.fromEntries(names.map((name) => [name.slice('.giveway/'.length), arrival(name)]));
  }
}

function verbOf(wish: Wish[number], seen: Snapshot): Verb {
  if (wish.verb === 'legacy') return { verb: 'legacy', lockTimeoutS: wish.seconds, folder: undefined };
  const { verb, id, hosts, flag, isOdd } = wish;
  const { version, ...who } = { id, ...WHO[id]! };
  const details: Details = { job: id, keeper: flag };
  const isShared = seen.legacy !== undefined;
  const common = { who, priority: 0, version, ttlMs: 120_000, hosts, details };
  const first = hosts[0]!;
  switch (verb) {
    case 'wait':
      return {
        verb,
        ...common,
        supersedes: id === 'a2' ? 'a1' : undefined,
        target: flag ? first : undefined,
      };
    case 'take':
      return {
        verb,
        ...common,
        maxHoldMs: 3_600_000,
        keeper: flag,
        ...(flag && isOdd ? { kind: 'hold' as const } : {}),
        state: isShared !== isOdd ? 'settling' : 'held',
        from: seen.heartbeats.has(id) !== isOdd ? 'waiting' : 'new',
      };
    case 'held':
      return { verb, id, hosts };
    case 'renew':
      return { verb, id, hosts, keeper: flag };
    case 'tell':
      return { verb, id, hosts, details };
    case 'keep': {
      const kind = isOdd ? ('hold' as const) : undefined;
      return { verb, id, hosts, ttlMs: 300_000, keeper: flag, kind, details: flag ? details : undefined };
    }
    case 'evict':
      return { verb, id, hosts, graceMs: flag ? 0 : 60_000, details };
    case 'note':
      return { verb, id, hosts, details: { ...details, note: 'installing' } };
    case 'amend':
      return { verb, id, priority: flag ? 5 : undefined, details: isOdd ? details : undefined };
    case 'free':
      return { verb, id, hosts, leave: leavingOf(flag, isOdd), details: isOdd ? details : undefined };
    case 'target':
      return { verb, id, host: flag ? first : undefined };
    case 'unwait':
      return { verb, id, arrivalNs: seen.waiters.find((waiter) => waiter.id === id)?.arrivalNs };
    case 'clear': {
      const file = seen.waiters.find((waiter) => waiter.id === id)?.files[0];
      return { verb, id, name: file?.text ?? `h1.lock.waiting.1.4.21` };
    }
    case 'mend':
      return flag ? { verb, what: 'lock', name: first } : { verb, what: 'beat', name: id };
    case 'lose':
      return { verb, host: first };
    case 'expire':
      return { verb, host: first, details };
  }
}

function leavingOf(flag: boolean, isOdd: boolean): 'end' | 'place' | 'ticket' {
  if (isOdd) return 'ticket';
  return flag ? 'end' : 'place';
}

function refusal(error: unknown): unknown {
  if (error instanceof PoolUnavailable) return { kind: 'refused' };
  throw error;
}

function withoutTimes(answer: { readonly kind: string }): unknown {
  switch (answer.kind) {
    case 'committed':
      return { ...answer, token: undefined };
    case 'late':
      return { kind: 'busy' };
    case 'conflict':
    case 'refused':
      return { kind: answer.kind };
    default:
      return answer;
  }
}

// ---- the same, but for times

/** The numbers by their order, so that two series are equal if they are ordered alike. */
function ranks(numbers: readonly bigint[]): (of: bigint) => number {
  const sorted = [...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1));
  return (of) => sorted.indexOf(of);
}

/** A snapshot as values that both must agree on. `agoS` are times on the wall clock, in whole 10 s before the look. */
function view(snapshot: Snapshot, arrivals: Record<string, unknown>): unknown {
  const records = [...snapshot.hosts.values()].flatMap(({ record }) => record ?? []);
  const byArrival = ranks([
    ...snapshot.waiters.map(({ arrivalNs }) => arrivalNs),
    ...(Object.values(arrivals) as bigint[]),
  ]);
  const byToken = ranks(records.map(({ token }) => BigInt(token)));
  const agoS = (ns: bigint | undefined): number | undefined =>
    ns === undefined || ns === 0n
      ? undefined
      : Math.round(Number((snapshot.wallNs - ns) / 1_000_000n) / 10_000);
  const record = (one: (typeof records)[number] | undefined) =>
    one && {
      ...one,
      token: byToken(BigInt(one.token)),
      stampNs: agoS(one.stampNs),
      previousStampNs: agoS(one.previousStampNs),
      details: formatDetails(one.details),
    };
  return {
    legacy: snapshot.legacy,
    hosts: [...snapshot.hosts.values()]
      .map((one) => ({
        host: one.host,
        record: record(one.record),
        lock: lockOwner(one),
        isLockPrevious: one.lockText === String(one.record?.previousStampNs),
        lockAgoS: one.lockText === 'none' ? undefined : agoS(BigInt(one.lockText)),
        mtimeAgoS: agoS(one.lockMtimeNs),
        names: one.names.map((name) => name.replace(/\d{19}/, '')),
      }))
      .sort((a, b) => (a.host < b.host ? -1 : 1)),
    waiters: snapshot.waiters.map((waiter) => ({
      id: waiter.id.replace(/\d{19}/, ''),
      arrival: byArrival(waiter.arrivalNs),
      version: waiter.version,
      record: record(waiter.record),
      files: waiter.files.map(({ text, queued }) => [text.replace(/\d{19}/, ''), queued]),
    })),
    heartbeats: Object.keys(arrivals)
      .sort()
      .map((name) => [
        name,
        snapshot.heartbeats.get(name.replace(/\.hb$/, '')),
        byArrival(arrivals[name] as bigint),
      ]),
  };
}

const seconds = (s: number): bigint => BigInt(s) * 1_000_000_000n;

const one = (verb: Wish[number]['verb'], id = 'a1', flag = true, hosts = ['h1']): Doing => ({
  do: 'commit',
  wish: [verb === 'legacy' ? { verb, seconds: 3600 } : { verb, id, hosts, flag, isOdd: false }],
  names: ['h1'],
  looksBack: 0,
});
const pass = (ms: number): Doing => ({ do: 'pass', ms });
const beats = (id = 'a1'): Doing => ({ do: 'beat', id, hosts: ['h1'] });

const odd = (verb: Exclude<Wish[number]['verb'], 'legacy'>): Doing => ({
  do: 'commit',
  wish: [{ verb, id: 'a1', hosts: ['h1'], flag: true, isOdd: true }],
  names: ['h1'],
  looksBack: 0,
});

/** Lives in which every verb takes effect and every answer is given. */
const LIVES: readonly Doing[][] = [
  [
    beats(),
    one('wait'),
    one('target', 'a1', false),
    one('take'),
    beats(),
    beats('b1'),
    one('tell'),
    one('free'),
  ],
  [one('wait'), one('unwait'), one('take'), pass(60_000), one('keep'), one('renew'), pass(140_000)],
  [
    one('take'),
    pass(120_010),
    beats(),
    pass(15_000),
    one('expire'),
    one('wait', 'b1'),
    pass(140_000),
    one('clear', 'b1'),
  ],
  [
    ...[one('legacy'), one('wait'), one('take'), one('held'), { do: 'bash-remove', host: 'h1' } as const],
    ...[one('renew'), one('held'), { do: 'bash-lock', host: 'h1', agoS: 60, mtimeAgoS: 0 } as const, beats()],
    ...[one('lose'), one('free'), one('wait', 'b1'), one('take', 'b1'), pass(10)],
  ],
  [
    one('wait'),
    one('wait', 'a2'),
    one('take', 'a2'),
    { do: 'reboot', wipes: false },
    beats('a2'),
    one('free', 'a2', false),
  ],
  [one('wait'), one('amend'), odd('take'), one('take'), one('note'), one('evict', 'a1', false), one('free')],
];

it(`leaves the same files as the program after every request, in ${RUNS} random series`, async () => {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const series = fc.asyncProperty(fc.array(doing, { minLength: 5, maxLength: 28 }), async (all) => {
    const pair = new Pair();
    try {
      await pair.look();
      for (const what of all) {
        const before = pair.files;
        const [real, model] = await pair.both(what);
        expect(model).toEqual(real);
        await pair.look();
        const last = pair.looks.at(-1)!;
        expect(view(last.model, pair.arrivals())).toEqual(view(last.real, pair.realArrivals()));
        if (what.do === 'commit') {
          count((real as { kind: string }).kind);
          if (what.wish.length === 1 && pair.files !== before) count(what.wish[0]!.verb);
        } else if (what.do === 'beat') count((real as { kind: string }).kind);
      }
    } finally {
      await pair.bed.dispose();
    }
  });
  await fc.assert(series, { numRuns: RUNS, examples: LIVES.map((life) => [life]) });
  // a comparison of nothing but refusals would compare little
  const answers = ['committed', 'conflict', 'refused', 'alive', 'gone', 'expired', 'lost'];
  const verbs = ['wait', 'target', 'unwait', 'take', 'held', 'renew', 'tell', 'keep', 'free'];
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining([
      ...answers,
      ...verbs,
      'clear',
      'expire',
      'lose',
      'evict',
      'note',
      'amend',
      'legacy',
    ]),
  );
}, 120_000);
