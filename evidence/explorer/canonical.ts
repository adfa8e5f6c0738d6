/**
 * One text for all worlds from which the same can happen. What nobody can tell apart is left out:
 * - instants count by their age in whole ticks, up to an age from which on nothing changes any more;
 * - arrivals and tokens count by their order, stamps by which of them are equal and how old they are;
 * - jobs that want the same count as one another: they are put in an order of their own states, and named by it. No decision
 *   looks at an id but where two arrivals are equal, and no two are.
 */
import { arrives } from '../../src/lease/acquire';
import type { LeaseRecord, Span } from '../../src/protocol/record';
import type { AcquireRequest } from '../../src/protocol/request';
import type { HostView, Snapshot } from '../../src/protocol/snapshot';
import type { Verb } from '../../src/protocol/verbs';
import { clocksOf, hasLease, TICK_MS, type BashJob, type Job, type Sent, type World } from './world';

/** From so many ticks on it does not matter how old it is: a stamp (LOCK_TIMEOUT twice), */
const OLDEST_STAMP = 9;
/** a host that has been left free, for as long as bash jobs have patience, */
const OLDEST_FREE = 4;
/** a sign of life: a lease and its rest. */
const OLDEST_BEAT = 3;

export function canonical(world: World): string {
  const text = new Text(world);
  const order = inOrder(world);
  order.forEach((job, position) => text.nameIds(job, `${position}`));
  text.add(budgetText(world));
  addFiles(text, world);
  for (const job of order) addJob(text, world, job);
  for (const bash of world.bash) addBash(text, world, bash);
  addInFlight(text, world);
  for (const late of lateInOrder(text, world)) late();
  return text.text();
}

// ---- the text in the making

/** Collects pieces; orders and equalities are filled in at the end, when all of them are known. */
class Text {
  readonly #pieces: string[] = [];
  readonly #ordered: { readonly at: number; readonly value: number }[] = [];
  readonly #ids = new Map<string, string>();
  readonly #stamps = new Map<string, string>();
  readonly #wallNs: bigint;

  /** With bash jobs: nobody else reads stamps, and nobody else has patience. */
  readonly isShared: boolean;

  constructor(private readonly world: World) {
    this.#wallNs = clocksOf(world).wallNs;
    this.isShared = world.options.isShared;
  }

  nameIds({ request }: Job, name: string): void {
    const { owner } = request.who;
    this.#ids.set(owner, name);
  }

  /** `b2` is the second process of job b. */
  id(id: string): string {
    return `${this.#ids.get(id.slice(0, 1)) ?? '?'}${id.slice(1)}`;
  }

  add(...pieces: readonly (string | number | undefined)[]): void {
    for (const piece of pieces) this.#pieces.push(String(piece ?? '-'), ' ');
  }

  /** An arrival or a token: only whether it is before or after others matters. */
  ordered(ns: bigint | undefined): void {
    if (ns === undefined || ns === 0n) {
      this.add('-');
      return;
    }
    // exact: within hours of one another
    this.#ordered.push({ at: this.#pieces.length, value: Number(ns - 1_766_568_000_000_000_000n) });
    this.add('');
  }

  /** What a lock holds: only whether it is another's, and how old it is. */
  stamp(text: string): void {
    if (text === 'none' || text === '0') {
      this.add(text);
      return;
    }
    const age = this.isShared ? this.ageNs(BigInt(text)) : '';
    const known = this.#stamps.get(text) ?? `s${this.#stamps.size}:${age}`;
    this.#stamps.set(text, known);
    this.add(known);
  }

  /** Ticks since an instant of true time. */
  ageMs(atMs: number, oldest = OLDEST_BEAT): number {
    return ticks(this.world.nowMs - atMs, oldest);
  }

  ageNs(atNs: bigint): number {
    return ticks(Number((this.#wallNs - atNs) / 1_000_000n), OLDEST_STAMP);
  }

  /** Ticks since an instant of uptime; of another boot: since this one began. */
  age({ startMs, bootId }: Pick<Span, 'startMs' | 'bootId'>, oldest: number): string {
    const clocks = clocksOf(this.world);
    return bootId === clocks.bootId
      ? String(ticks(clocks.uptimeMs - startMs, oldest))
      : `b${ticks(clocks.uptimeMs, oldest)}`;
  }

  text(): string {
    const values = [...new Set(this.#ordered.map(({ value }) => value))].sort((a, b) => a - b);
    for (const { at, value } of this.#ordered) this.#pieces[at] = `o${values.indexOf(value)}`;
    return this.#pieces.join('');
  }
}

function ticks(ms: number, oldest: number): number {
  return Math.max(-oldest, Math.min(oldest, Math.floor(ms / TICK_MS)));
}

function budgetText({ left }: World): string {
  const { lost, late, crashes, restarts, givenUp, reboots, clockJumps } = left;
  return `${lost} ${late} ${crashes} ${restarts} ${givenUp} ${reboots} ${clockJumps}`;
}

// ---- the pool

function addFiles(text: Text, world: World): void {
  const { files } = world;
  // commits go on from the last one's time where the clock has been set back
  if (files.committedAtNs > clocksOf(world).wallNs) text.add(`set back ${text.ageNs(files.committedAtNs)}`);
  const mayBeSet = world.wallAheadMs !== 0 || world.left.clockJumps > 0;
  text.ordered(mayBeSet ? files.committedAtNs : undefined);
  text.ordered(mayBeSet ? clocksOf(world).wallNs : undefined);
  text.add(files.legacy === undefined ? 'off' : `legacy${files.legacy.lockTimeoutMs ?? '-'}`);
  for (const host of [...files.records.keys()].sort()) {
    text.add(host);
    addRecord(text, files.records.get(host)?.record);
  }
  for (const host of [...files.locks.keys()].sort()) {
    const lock = files.locks.get(host);
    if (lock === undefined) continue;
    text.add(`lock ${host}`);
    text.stamp(lock.text);
    if (text.isShared) text.add(text.ageNs(lock.mtimeNs));
  }
  for (const { name, record, mtimeNs } of sortedRequests(text, world)) {
    text.add(name.host, name.queued ? 'queued' : 'asks');
    if (record === undefined) {
      text.add('bash', name.major, name.minor);
      text.ordered(mtimeNs);
      text.add(text.ageNs(mtimeNs));
    } else {
      text.add(text.id(record.id));
      text.ordered(record.stampNs);
    }
  }
  const beats = [...files.beats].map(([id, beat]) => ({ id: text.id(id), beat }));
  for (const { id, beat } of beats.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    text.add('hb', id, text.age({ startMs: beat.uptimeMs, bootId: beat.bootId }, OLDEST_BEAT));
    text.ordered(beat.arrivalNs);
  }
  for (const [id, { arrivalNs }] of files.tickets) {
    text.add('ticket', text.id(id));
    text.ordered(arrivalNs);
  }
}

function sortedRequests(text: Text, { files }: World) {
  const keyOf = (id: string | undefined, host: string): string =>
    `${host} ${id === undefined ? '~' : text.id(id)}`;
  return [...files.requests.values()].sort((a, b) => {
    const [left, right] = [keyOf(a.record?.id, a.name.host), keyOf(b.record?.id, b.name.host)];
    if (left !== right) return left < right ? -1 : 1;
    return a.name.text < b.name.text ? -1 : 1;
  });
}

function addRecord(text: Text, record: LeaseRecord | undefined): void {
  if (record === undefined) return;
  const { id, state, token, stampNs, previousStampNs, until, ttlMs, details } = record;
  text.add(text.id(id), state);
  if (state === 'free' && text.isShared) text.add(text.age(until, OLDEST_FREE));
  text.ordered(BigInt(token) * 1000n);
  text.stamp(String(stampNs));
  text.stamp(String(previousStampNs));
  if (state === 'free' || state === 'lost') return;
  text.add(
    ttlMs,
    details.told?.byId === undefined ? '' : text.id(details.told.byId),
    details.passedOver?.length,
  );
  text.ordered(details.arrivalNs === undefined ? undefined : BigInt(details.arrivalNs));
}

// ---- the jobs

/** Jobs of one kind by their own states, so that it does not matter which of them is which. */
function inOrder(world: World): readonly Job[] {
  const kinds = world.jobs.map(kindOf);
  if (new Set(kinds).size === kinds.length) return world.jobs;
  return world.jobs
    .map((job, index) => ({ job, key: `${kinds[index]} ${signature(world, job)}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ job }) => job);
}

const kinds = new WeakMap<AcquireRequest, string>();

function kindOf({ request }: Job): string {
  const known = kinds.get(request);
  if (known !== undefined) return known;
  const { version, groups, priority, details, ifBusy } = request;
  const kind = `${version.text} ${JSON.stringify(groups)} ${priority} ${details.keeper} ${ifBusy}`;
  kinds.set(request, kind);
  return kind;
}

/** Enough to tell most jobs apart; where it does not, worlds that are alike may count as two. */
function signature({ files, nowMs, late }: World, job: Job): string {
  const { id, attempt } = job.request.who;
  const requests = [...files.requests.values()].filter(({ record }) => record?.id === id);
  const records = [...files.records.values()].filter(({ record }) => record.id === id);
  const beat = files.beats.get(id);
  return [
    job.phase,
    attempt,
    job.phase === 'acquire' ? arrivalsBefore(job) : '',
    job.sent?.change.verbs.map(({ verb }) => verb).join(),
    job.answer?.kind,
    job.answered?.change.verbs.map(({ verb }) => verb).join(),
    requests.map(({ name }) => `${name.host}${name.queued}`).join(),
    requests[0]?.record?.stampNs,
    records.map(({ record }) => `${record.state}${record.token}`).join(),
    beat?.uptimeMs,
    job.hold === undefined ? '' : nowMs - job.hold.goodAtMs,
    late.filter((one) => one.id === id).length,
  ].join(' ');
}

function addJob(text: Text, world: World, job: Job): void {
  const { request, phase, memory, hold } = job;
  text.add('job', request.who.attempt, phase);
  if (phase === 'over' || phase === 'dead') return;
  if (phase === 'acquire') {
    text.add(
      memory.wasRegistered ? 'r' : '',
      job.isUntouched ? 'u' : '',
      arrivalsBefore(job),
      job.sentAtMs === undefined ? '' : text.ageMs(job.sentAtMs),
    );
    text.add(memory.settlingSinceMs === undefined ? '' : settled(world, memory.settlingSinceMs));
    // bash jobs alone make it matter when a host was last seen taken
    if (text.isShared)
      for (const [host, atMs] of memory.seen) text.add(host, sinceUptime(world, atMs, OLDEST_FREE));
  }
  text.add(job.isIdle || world.options.pauses || !hasLease(world, job) ? '' : 'to look');
  text.add(job.isOne ? 'one' : '', isPast(world, job.unknownUntilMs) ? '' : 'unknown');
  if (hold !== undefined) {
    text.add(hold.hosts.join(), text.ageMs(hold.goodAtMs), hold.isTold ? 'told' : '');
    text.add(hold.settlingSinceMs === undefined ? '' : settled(world, hold.settlingSinceMs));
    text.ordered(BigInt(hold.token) * 1000n);
  }
  if (job.sent !== undefined) {
    addSent(text, world, job.sent);
    if (phase === 'leave') text.add(isLastLook(job, job.sent) ? 'last' : '');
  }
  if (job.answer !== undefined) {
    text.add('hears', job.answer.kind);
    if (job.answer.kind === 'committed') {
      const { token, unlinked, lost, notHeld } = job.answer;
      text.ordered(BigInt(token) * 1000n);
      text.add(unlinked.join(), lost.join(), notHeld.join());
    }
    if (job.answered !== undefined) {
      const { change, sentAtMs } = job.answered;
      text.add(change.verbs.map(({ verb }) => verb).join(), text.ageMs(sentAtMs));
      if (phase === 'leave') text.add(isLastLook(job, job.answered) ? 'last' : '');
    }
  }
}

function settled(world: World, sinceMs: number): string {
  return `settling${sinceUptime(world, sinceMs, 1)}`;
}

/** Without what is on its way, which may yet be taken back: two are as good as more. */
function arrivalsBefore({ arrivals, sent, answered }: Job): number {
  const latest = sent ?? answered;
  return Math.min(2, arrivals - (latest !== undefined && arrives(latest.change) ? 1 : 0));
}

/** Nothing that was sent earlier can come after it. */
function isLastLook({ unknownUntilMs = -Infinity }: Job, { seen }: Sent): boolean {
  return seen.uptimeMs > unknownUntilMs;
}

function isPast(world: World, untilMs: number | undefined): boolean {
  return untilMs === undefined || clocksOf(world).uptimeMs > untilMs;
}

/** Ticks since an instant of some boot's uptime, as whoever remembers it would count them. */
function sinceUptime(world: World, atMs: number, oldest: number): number {
  return ticks(clocksOf(world).uptimeMs - atMs, oldest);
}

function addSent(text: Text, world: World, { seen, change, sentAtMs }: Sent): void {
  text.add('sent', text.ageMs(sentAtMs));
  for (const host of change.hosts) addSeen(text, world, host, seen.hosts.get(host));
  for (const verb of change.verbs) addVerb(text, verb, seen);
}

/** A record that has changed never becomes the same again, so the change will find a conflict, whatever else it saw. */
function addSeen(text: Text, { files }: World, host: string, view: HostView | undefined): void {
  const isSame = (files.records.get(host)?.text ?? '-') === (view?.recordText ?? '-');
  text.add(host, isSame ? 'same' : 'stale');
  if (!isSame) return;
  text.stamp(view?.lockText ?? 'none');
  for (const name of view?.names ?? []) {
    const [, ns = '0', queued] = /\.waiting\.(\d+)\.[\d.]*?(\.?queued)?$/.exec(name) ?? [];
    text.ordered(BigInt(ns));
    text.add(queued === undefined ? 'asks' : 'queued');
  }
}

function addVerb(text: Text, verb: Verb, seen: Snapshot): void {
  text.add(verb.verb);
  switch (verb.verb) {
    case 'take': {
      const { from, state, hosts, details } = verb;
      text.add(text.id(verb.who.id), from, state, hosts.join(), details.passedOver?.length);
      text.ordered(details.arrivalNs === undefined ? undefined : BigInt(details.arrivalNs));
      return;
    }
    case 'wait':
      text.add(text.id(verb.who.id), verb.target, verb.hosts.join());
      text.add(verb.supersedes === undefined ? '' : text.id(verb.supersedes));
      return;
    case 'target':
      text.add(text.id(verb.id), verb.host);
      return;
    case 'unwait':
      text.add(text.id(verb.id));
      text.ordered(verb.arrivalNs);
      return;
    case 'clear':
      text.add(text.id(verb.id));
      text.ordered(seen.waiters.find(({ id }) => id === verb.id)?.arrivalNs);
      return;
    case 'lose':
    case 'expire':
      text.add(verb.host);
      return;
    case 'free':
      text.add(text.id(verb.id), verb.hosts.join(), verb.leave);
      return;
    case 'tell':
      text.add(text.id(verb.id), verb.hosts.join(), verb.details.told && text.id(verb.details.told.byId));
      return;
    case 'held':
    case 'renew':
    case 'keep':
    case 'evict':
    case 'note':
      text.add(text.id(verb.id), verb.hosts.join());
      return;
    case 'amend':
      text.add(text.id(verb.id));
      return;
    case 'mend':
    case 'fixed':
    case 'legacy':
      return;
  }
}

function addBash(text: Text, world: World, bash: BashJob): void {
  text.add('bash', bash.phase);
  if (bash.waitingFile !== undefined) text.ordered(world.files.requests.get(bash.waitingFile)?.mtimeNs);
  if (bash.phase === 'wrote' || bash.phase === 'holding') text.add(text.ageMs(bash.wroteAtMs));
  if (bash.phase === 'wrote' && bash.stamp !== undefined) text.stamp(bash.stamp);
}

// ---- on their way

function addInFlight(text: Text, world: World): void {
  const { inFlight } = world;
  if (inFlight === undefined) return;
  text.add(
    'in flight',
    inFlight.job === undefined ? '' : text.id(world.jobs[inFlight.job]?.request.who.id ?? ''),
  );
  text.add(inFlight.isCompared ? 'c' : '', inFlight.answer.unlinked.join(), inFlight.answer.lost.join());
  text.ordered(BigInt(inFlight.answer.token) * 1000n);
  for (const step of inFlight.steps) {
    text.add(step.op);
    switch (step.op) {
      case 'put':
        text.add(step.host);
        addRecord(text, step.file.record);
        break;
      case 'link':
      case 'drop-lock':
        text.add(step.host);
        text.stamp(step.stamp);
        break;
      case 'swap':
        text.add(step.host);
        text.stamp(step.stamp);
        text.stamp(step.old);
        break;
      case 'beat':
      case 'drop':
        text.add(text.id(step.id));
        break;
      case 'put-request':
      case 'rename':
      case 'drop-request':
      case 'put-ticket':
      case 'drop-ticket':
      case 'legacy':
        break;
    }
  }
}

/** What is late, in an order that does not tell when it became so. */
function lateInOrder(text: Text, world: World): (() => void)[] {
  return world.late
    .map((late) => {
      const verbs = 'sent' in late ? late.sent.change.verbs.map(({ verb }) => verb).join() : 'beat';
      const key = `${text.id(late.id)} ${verbs} ${'sent' in late ? late.sent.sentAtMs : 0}`;
      const add = (): void => {
        text.add('late', text.id(late.id), verbs);
        if ('sent' in late) addSent(text, world, late.sent);
        else text.add(late.hosts.join());
      };
      return { key, add };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ add }) => add);
}
