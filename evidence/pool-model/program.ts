/**
 * What src/pool/program.sh does with a request, as a function from files to files. The names are the program's, so that the
 * two can be read side by side; `__tests__/explorer/pool-model.test.ts` holds the one against the other.
 *
 * Left out: roles, tenants and caps of keys, broken and unreadable files, full disks. A commit here is the plan of the
 * whole change and its steps, so that whoever explores may let others act between two of them.
 */
import type { BeatResult, CommitResult } from '../../src/pool/pool';
import { formatMajorMinor, parseProductVersion } from '../../src/protocol/product-version';
import type { LeaseRecord, Span } from '../../src/protocol/record';
import type { HostView, Snapshot } from '../../src/protocol/snapshot';
import { lockDelayMs } from '../../src/protocol/timing';
import type { Change, Identity, Verb } from '../../src/protocol/verbs';
import {
  recordFile,
  requestFile,
  type Beat,
  type Clocks,
  type Files,
  type RecordFile,
  type RequestFile,
  type Ticket,
} from './files';

/** A change as it is on its way to the program: what the decision saw of the hosts named, and what it wants. */
export interface CommitRequest {
  readonly seen: readonly Pick<HostView, 'host' | 'recordText' | 'lockText' | 'names'>[];
  readonly verbs: readonly Verb[];
  readonly deadlineUptimeMs: number;
}

/** A line of `redo`. */
export type Step =
  | { readonly op: 'put'; readonly host: string; readonly file: RecordFile }
  | { readonly op: 'put-request'; readonly file: RequestFile }
  | { readonly op: 'rename'; readonly from: string; readonly to: string }
  | { readonly op: 'drop-request'; readonly name: string }
  | { readonly op: 'beat'; readonly id: string; readonly beat: Beat }
  | { readonly op: 'drop'; readonly id: string }
  | { readonly op: 'link'; readonly host: string; readonly stamp: string; readonly mtimeNs: bigint }
  | {
      readonly op: 'swap';
      readonly host: string;
      readonly stamp: string;
      readonly old: string;
      readonly mtimeNs: bigint;
    }
  | { readonly op: 'drop-lock'; readonly host: string; readonly stamp: string }
  | { readonly op: 'put-ticket'; readonly id: string; readonly ticket: Ticket }
  | { readonly op: 'drop-ticket'; readonly id: string }
  | { readonly op: 'legacy'; readonly mode: NonNullable<Snapshot['legacy']> };

type Committed = Extract<CommitResult, { kind: 'committed' }>;

/** What the program has decided under the guard, before it changes a file. */
export type Planned =
  | {
      readonly kind: 'planned';
      readonly steps: readonly Step[];
      readonly atNs: bigint;
      readonly answer: Committed;
    }
  /** The client gets a new snapshot. Finding a bash job's trace makes the pool a legacy one by the way. */
  | { readonly kind: 'conflict'; readonly steps: readonly Step[] }
  | { readonly kind: 'late' }
  /** No client that keeps to the protocol asks for such a thing. */
  | { readonly kind: 'refused'; readonly why: string };

type Refusal = Exclude<Planned, { kind: 'planned' }>;

const CONFLICT: Refusal = { kind: 'conflict', steps: [] };

/** What a client sends for a change that it has decided on. */
export function commitRequest(seen: Snapshot, change: Change, deadlineMs: number): CommitRequest {
  return {
    seen: change.hosts.map((host) => {
      const view = seen.hosts.get(host);
      const { recordText = '-', lockText = 'none', names = [] } = view ?? {};
      return { host, recordText, lockText, names };
    }),
    verbs: change.verbs,
    deadlineUptimeMs: seen.uptimeMs + deadlineMs,
  };
}

/** Compares, then plans every verb; whatever one of them may not do, the whole change does not do. */
export function plan(files: Files, clocks: Clocks, request: CommitRequest): Planned {
  if (clocks.uptimeMs > request.deadlineUptimeMs) return { kind: 'late' };
  if (!request.seen.every((seen) => isUnchanged(files, seen))) return CONFLICT;
  if (files.legacy === undefined && hasBashTrace(files)) {
    return { kind: 'conflict', steps: [{ op: 'legacy', mode: { lockTimeoutMs: undefined } }] };
  }
  const draft = newDraft(files, clocks);
  for (const verb of request.verbs) {
    const refusal = planVerb(draft, verb);
    if (refusal !== undefined) return refusal;
  }
  const { steps, atNs, token, notHeld, lost, putBack } = draft;
  return {
    kind: 'planned',
    steps,
    atNs,
    answer: { kind: 'committed', token, unlinked: [], notHeld, lost, putBack },
  };
}

/** The whole of a commit at once: new files, and what the client is told. */
export function commit(
  files: Files,
  clocks: Clocks,
  request: CommitRequest,
): { readonly files: Files; readonly answer: Committed | Refusal } {
  const planned = plan(files, clocks, request);
  if (planned.kind !== 'planned') {
    const steps = planned.kind === 'conflict' ? planned.steps : [];
    return { files: carryOut(files, steps).files, answer: planned };
  }
  const { steps, atNs, answer } = planned;
  if (steps.length === 0) return { files, answer };
  const { files: changed, unlinked } = carryOut(files, steps);
  return { files: raiseGeneration(changed, atNs), answer: { ...answer, unlinked } };
}

/** Carries steps out, in order. */
export function carryOut(
  files: Files,
  steps: readonly Step[],
): { readonly files: Files; readonly unlinked: readonly string[] } {
  const unlinked: string[] = [];
  const changed = new ChangedFiles(files);
  for (const step of steps) carryOutOne(changed, step, unlinked);
  return { files: changed.files(), unlinked };
}

/** The last of a commit. */
export function raiseGeneration(files: Files, atNs: bigint): Files {
  return { ...files, generation: files.generation + 1, committedAtNs: atNs };
}

/** A heartbeat: of the leases on `hosts`, or with none of whatever the id holds or waits for. */
export function beat(
  files: Files,
  clocks: Clocks,
  id: string,
  hosts: readonly string[],
): { readonly files: Files; readonly answer: BeatResult } {
  const own = files.beats.get(id);
  if (own === undefined) return { files, answer: { kind: 'gone' } };
  const missingLocks: string[] = [];
  for (const host of hosts.length === 0 ? heldBy(files, id) : hosts) {
    const record = files.records.get(host)?.record;
    if (record?.id !== id || !isActive(record)) return { files, answer: { kind: 'lost' } };
    if (isOver(files, clocks, record, 0)) return { files, answer: { kind: 'expired' } };
    const lock = lockText(files, host);
    if (lock === 'none') missingLocks.push(host);
    else if (!isStampOf(record, lock)) return { files, answer: { kind: 'lost' } };
  }
  const { uptimeMs, bootId } = clocks;
  const beats = new Map(files.beats).set(id, { uptimeMs, bootId, arrivalNs: own.arrivalNs });
  return { files: { ...files, beats }, answer: { kind: 'alive', missingLocks } };
}

// ---- reading files

function isUnchanged(files: Files, seen: CommitRequest['seen'][number]): boolean {
  return (
    (files.records.get(seen.host)?.text ?? '-') === seen.recordText &&
    lockText(files, seen.host) === seen.lockText &&
    namesAt(files, seen.host).join(' ') === seen.names.join(' ')
  );
}

function lockText({ locks }: Files, host: string): string {
  return locks.get(host)?.text ?? 'none';
}

function namesAt({ requests }: Files, host: string): string[] {
  return [...requests.values()].flatMap(({ name }) => (name.host === host ? [name.text] : [])).sort();
}

function isActive({ state }: LeaseRecord): boolean {
  return state === 'settling' || state === 'held' || state === 'quitting';
}

function isStampOf(record: LeaseRecord | undefined, lock: string): boolean {
  return lock === String(record?.stampNs) || lock === String(record?.previousStampNs);
}

/** Has bash been here? Its waiting files are empty, its locks carry no stamp of ours. */
function hasBashTrace({ requests, records, locks }: Files): boolean {
  for (const { name, record } of requests.values()) if (record === undefined && !name.queued) return true;
  for (const [host, { text }] of locks) if (!isStampOf(records.get(host)?.record, text)) return true;
  return false;
}

/** In ms; undefined where there is no heartbeat: dead. */
function beatAgeMs({ beats }: Files, { uptimeMs, bootId }: Clocks, id: string): number | undefined {
  const own = beats.get(id);
  if (own === undefined) return undefined;
  return Math.max(0, uptimeMs - (own.bootId === bootId ? own.uptimeMs : 0));
}

function spanEndMs({ bootId }: Clocks, span: Span): number {
  return (span.bootId === bootId ? span.startMs : 0) + span.durationMs;
}

/** Is a lease past its ttl, or its until, by at least so long? */
function isOver(files: Files, clocks: Clocks, record: LeaseRecord, byMs: number): boolean {
  if (clocks.uptimeMs > spanEndMs(clocks, record.until) + byMs) return true;
  if (record.kind !== 'lease') return false;
  const ageMs = beatAgeMs(files, clocks, record.id);
  return ageMs === undefined || ageMs > record.ttlMs + byMs;
}

/** The names of the request `id` that arrived then. */
function namesOf({ requests }: Files, id: string, arrivalNs: bigint): string[] {
  const own = [...requests.values()].filter(
    ({ name, record }) => record?.id === id && name.arrivalNs === arrivalNs,
  );
  return own.map(({ name }) => name.text).sort();
}

/** The hosts that the id has a lease on, less those that this commit ends. */
function heldBy({ records }: Files, id: string, ended: readonly string[] = []): string[] {
  return [...records]
    .filter(([host, { record }]) => record.id === id && isActive(record) && !ended.includes(host))
    .map(([host]) => host);
}

/** The lock of a bash job that has expired: LOCK_TIMEOUT after its mtime, or its content, capped there. */
function isForeignExpired({ legacy, locks }: Files, host: string, wallNs: bigint): boolean {
  const lock = locks.get(host);
  if (legacy?.lockTimeoutMs === undefined || lock === undefined) return false;
  const timeoutNs = nsOf(legacy.lockTimeoutMs);
  const contentNs = isStamp(lock.text) ? BigInt(lock.text) : 0n;
  const cappedNs = least(contentNs, lock.mtimeNs + timeoutNs);
  return wallNs >= (cappedNs > lock.mtimeNs ? cappedNs : lock.mtimeNs) + timeoutNs;
}

/** 19 digits that a shell can calculate with. */
export function isStamp(text: string): boolean {
  return /^[1-8]\d{18}$/.test(text);
}

function nsOf(ms: number): bigint {
  return BigInt(ms) * 1_000_000n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

// ---- carrying out

/** Files to be changed in place, copied at the first change of their kind. */
class ChangedFiles {
  #records: Map<string, RecordFile> | undefined;
  #locks: Map<string, { readonly text: string; readonly mtimeNs: bigint }> | undefined;
  #requests: Map<string, RequestFile> | undefined;
  #beats: Map<string, Beat> | undefined;
  #tickets: Map<string, Ticket> | undefined;
  #legacy: Snapshot['legacy'];

  constructor(private readonly before: Files) {
    this.#legacy = before.legacy;
  }

  get records(): Map<string, RecordFile> {
    return (this.#records ??= new Map(this.before.records));
  }
  get locks(): Map<string, { readonly text: string; readonly mtimeNs: bigint }> {
    return (this.#locks ??= new Map(this.before.locks));
  }
  get requests(): Map<string, RequestFile> {
    return (this.#requests ??= new Map(this.before.requests));
  }
  get beats(): Map<string, Beat> {
    return (this.#beats ??= new Map(this.before.beats));
  }
  get tickets(): Map<string, Ticket> {
    return (this.#tickets ??= new Map(this.before.tickets));
  }
  set legacy(mode: Snapshot['legacy']) {
    this.#legacy = mode;
  }

  files(): Files {
    const { before } = this;
    return {
      legacy: this.#legacy,
      generation: before.generation,
      committedAtNs: before.committedAtNs,
      records: this.#records ?? before.records,
      locks: this.#locks ?? before.locks,
      requests: this.#requests ?? before.requests,
      beats: this.#beats ?? before.beats,
      tickets: this.#tickets ?? before.tickets,
    };
  }
}

function carryOutOne(files: ChangedFiles, step: Step, unlinked: string[]): void {
  switch (step.op) {
    case 'put':
      files.records.set(step.host, step.file);
      return;
    case 'put-request':
      files.requests.set(step.file.name.text, step.file);
      return;
    case 'rename': {
      const file = files.requests.get(step.from);
      if (file === undefined) return;
      files.requests.delete(step.from);
      files.requests.set(step.to, requestFile(step.to, file.record, file.mtimeNs));
      return;
    }
    case 'drop-request':
      files.requests.delete(step.name);
      return;
    case 'beat':
      files.beats.set(step.id, step.beat);
      return;
    case 'drop':
      files.beats.delete(step.id);
      return;
    case 'link': {
      // never by force
      const there = files.locks.get(step.host)?.text;
      if (there === undefined) files.locks.set(step.host, { text: step.stamp, mtimeNs: step.mtimeNs });
      else if (there !== step.stamp) unlinked.push(step.host);
      return;
    }
    case 'swap':
      if (files.locks.get(step.host)?.text === step.old) {
        files.locks.set(step.host, { text: step.stamp, mtimeNs: step.mtimeNs });
      } else unlinked.push(step.host);
      return;
    case 'drop-lock':
      if (files.locks.get(step.host)?.text === step.stamp) files.locks.delete(step.host);
      return;
    case 'put-ticket':
      files.tickets.set(step.id, step.ticket);
      return;
    case 'drop-ticket':
      files.tickets.delete(step.id);
      return;
    case 'legacy':
      files.legacy = step.mode;
      return;
  }
}

// ---- planning

/** A plan in the making. Verbs look at the files as they were, and at nothing of the plan but the hosts that it ends. */
interface Draft {
  readonly files: Files;
  readonly clocks: Clocks;
  /** Later than every commit before, whatever the wall clock does. */
  readonly atNs: bigint;
  readonly steps: Step[];
  readonly touched: Set<string>;
  readonly ended: string[];
  readonly notHeld: string[];
  readonly lost: string[];
  readonly putBack: string[];
  token: number;
}

function newDraft(files: Files, clocks: Clocks): Draft {
  const { wallNs } = clocks;
  const atNs = wallNs > files.committedAtNs ? wallNs : files.committedAtNs + 1n;
  const steps: Step[] = [];
  const none = { notHeld: [], lost: [], putBack: [] };
  return { files, clocks, atNs, steps, touched: new Set(), ended: [], ...none, token: 0 };
}

function planVerb(draft: Draft, verb: Verb): Refusal | undefined {
  switch (verb.verb) {
    case 'wait':
      return planWait(draft, verb);
    case 'target':
      return planTarget(draft, verb);
    case 'unwait':
      planUnwait(draft, verb);
      return undefined;
    case 'take':
      return planTake(draft, verb);
    case 'held':
      return planHeld(draft, verb);
    case 'renew':
      return eachHeld(draft, verb, (held) => renewOne(draft, held, verb.keeper));
    case 'tell':
      return eachHeld(draft, verb, ({ host, record, lock }) => {
        if (!isStampOf(record, lock) || record.state !== 'held') return CONFLICT;
        save(draft, host, { ...record, state: 'quitting', details: verb.details });
        return undefined;
      });
    case 'keep':
      return planKeep(draft, verb);
    case 'evict':
      return planEvict(draft, verb);
    case 'note':
      return eachHeld(draft, verb, ({ host, record }) => {
        if (isOver(draft.files, draft.clocks, record, 0)) return stale();
        save(draft, host, { ...record, details: verb.details });
        return undefined;
      });
    case 'amend':
      return planAmend(draft, verb);
    case 'free':
      return planFree(draft, verb);
    case 'clear':
      return planClear(draft, verb);
    case 'expire':
      return planExpire(draft, verb);
    case 'lose':
      return planLose(draft, verb);
    case 'mend':
      return planMend(draft, verb);
    case 'fixed':
      // for the journal, which the model has not
      return undefined;
    case 'legacy':
      return planLegacy(draft, verb);
    case 'evict':
    case 'note':
    case 'amend':
      return refused(`the model has no people: ${verb.verb}`);
  }
}

function stale(): Refusal {
  return CONFLICT;
}

function refused(why: string): Refusal {
  return { kind: 'refused', why };
}

/** One commit may change a host's record once. */
function touch({ touched }: Draft, host: string): Refusal | undefined {
  if (touched.has(host)) return refused(`${host} is changed twice`);
  touched.add(host);
  return undefined;
}

function save({ steps }: Draft, host: string, record: LeaseRecord): void {
  steps.push({ op: 'put', host, file: recordFile(record) });
}

/** Puts the record's stamp into the lock, which holds `lock` now. */
function planLock({ steps, clocks }: Draft, host: string, record: LeaseRecord, lock: string): void {
  const stamp = String(record.stampNs);
  const mtimeNs = clocks.wallNs;
  if (lock === 'none') steps.push({ op: 'link', host, stamp, mtimeNs });
  else steps.push({ op: 'swap', host, stamp, old: lock, mtimeNs });
}

/** Renews a heartbeat; but not for a lease that has expired. */
function planBeat(draft: Draft, id: string, arrivalNs: bigint): Refusal | undefined {
  const { files, clocks, steps, ended } = draft;
  for (const host of heldBy(files, id, ended)) {
    const file = files.records.get(host);
    if (file !== undefined && isOver(files, clocks, file.record, 0)) return stale();
  }
  const { uptimeMs, bootId } = clocks;
  steps.push({ op: 'beat', id, beat: { uptimeMs, bootId, arrivalNs } });
  return undefined;
}

/** Removes a heartbeat, unless a lease elsewhere lives on it. */
function dropBeat({ files, steps, ended }: Draft, id: string): void {
  if (heldBy(files, id, ended).length === 0) steps.push({ op: 'drop', id });
}

function dropRequests({ files, steps }: Draft, id: string, arrivalNs: bigint): void {
  for (const name of namesOf(files, id, arrivalNs)) steps.push({ op: 'drop-request', name });
}

function arrivalOf({ files }: Draft, id: string): bigint {
  return files.beats.get(id)?.arrivalNs ?? 0n;
}

function isSameJob(earlier: Pick<LeaseRecord, 'owner' | 'attempt'>, { owner, attempt }: Identity): boolean {
  return earlier.owner === owner && earlier.attempt <= attempt;
}

/** Ends a lease so long from now at the latest; its start stays. */
function endWithin({ clocks }: Draft, record: LeaseRecord, ms: number): LeaseRecord {
  const endsAtMs = clocks.uptimeMs + ms;
  if (endsAtMs >= spanEndMs(clocks, record.until)) return record;
  const startMs = record.until.bootId === clocks.bootId ? record.until.startMs : 0;
  return { ...record, until: { startMs, durationMs: endsAtMs - startMs, bootId: clocks.bootId } };
}

/** The stamp that bash shall see: docs/protocol.md, "Stamps". */
function nextStamp({ files, clocks, atNs }: Draft, record: LeaseRecord, keeper: boolean): bigint {
  const leftMs = spanEndMs(clocks, record.until) - clocks.uptimeMs;
  const livesMs = Math.max(0, keeper ? leftMs : Math.min(leftMs, record.ttlMs));
  const lockTimeoutMs = files.legacy?.lockTimeoutMs;
  if (lockTimeoutMs === undefined) return atNs + nsOf(livesMs);
  return keeper ? atNs : atNs + nsOf(livesMs) - nsOf(lockTimeoutMs);
}

function planWait(draft: Draft, verb: Extract<Verb, { verb: 'wait' }>): Refusal | undefined {
  const { files, clocks, atNs, steps } = draft;
  const { who, priority, ttlMs, hosts, target, details } = verb;
  const version = parseProductVersion(verb.version);
  if (version === undefined) return refused('version');
  let arrivalNs = arrivalOf(draft, who.id);
  if (!files.beats.has(who.id)) {
    arrivalNs = atNs;
    const old = verb.supersedes;
    const names = old === undefined ? [] : namesOf(files, old, arrivalOf(draft, old));
    const ticket = old === undefined || names.length > 0 ? undefined : files.tickets.get(old);
    if (old !== undefined && ticket !== undefined) {
      if (!isSameJob(ticket, who)) return refused(`${old} is another job`);
      arrivalNs = ticket.arrivalNs;
      steps.push({ op: 'drop-ticket', id: old });
    }
    if (old !== undefined && names.length > 0) {
      for (const name of names) {
        const record = files.requests.get(name)?.record;
        if (record === undefined || !isSameJob(record, who)) return refused(`${old} is another job`);
        steps.push({ op: 'drop-request', name });
      }
      dropBeat(draft, old);
      arrivalNs = arrivalOf(draft, old);
    }
  }
  const own = namesOf(files, who.id, arrivalNs);
  for (const host of hosts) {
    const name = `${host}.lock.waiting.${arrivalNs}.${formatMajorMinor(version)}`;
    if (own.includes(name) || own.includes(`${name}.queued`)) continue;
    const record: LeaseRecord = {
      format: '1',
      ...who,
      tenant: '-',
      priority,
      version,
      kind: 'lease',
      state: 'waiting',
      token: 0,
      stampNs: arrivalNs,
      previousStampNs: 0n,
      ttlMs,
      until: { startMs: clocks.uptimeMs, durationMs: 0, bootId: clocks.bootId },
      details,
    };
    const file = requestFile(host === target ? name : `${name}.queued`, record, clocks.wallNs);
    steps.push({ op: 'put-request', file });
  }
  return planBeat(draft, who.id, arrivalNs);
}

function planTarget(draft: Draft, verb: Extract<Verb, { verb: 'target' }>): Refusal | undefined {
  const { files, steps } = draft;
  for (const from of namesOf(files, verb.id, arrivalOf(draft, verb.id))) {
    const name = files.requests.get(from)?.name;
    if (name === undefined) continue;
    const queued = name.host !== verb.host;
    if (queued === name.queued) continue;
    steps.push({ op: 'rename', from, to: queued ? `${from}.queued` : from.slice(0, -'.queued'.length) });
  }
  return undefined;
}

function planUnwait(draft: Draft, verb: Extract<Verb, { verb: 'unwait' }>): void {
  const { files, steps } = draft;
  const hasBeat = files.beats.has(verb.id);
  const own = namesOf(files, verb.id, hasBeat ? arrivalOf(draft, verb.id) : (verb.arrivalNs ?? 0n));
  if (!hasBeat && own.length === 0) return;
  // a lease without a place is ended by free
  if (own.length === 0 && heldBy(files, verb.id, draft.ended).length > 0) return;
  for (const name of own) steps.push({ op: 'drop-request', name });
  dropBeat(draft, verb.id);
}

function planTake(draft: Draft, verb: Extract<Verb, { verb: 'take' }>): Refusal | undefined {
  const { files, clocks, atNs, steps } = draft;
  const { who, hosts, state, from } = verb;
  const version = parseProductVersion(verb.version);
  if (version === undefined) return refused('version');
  if (state === 'held' && files.legacy !== undefined) return CONFLICT;
  const hasBeat = files.beats.has(who.id);
  if (from === 'new' && hasBeat) return refused(`${who.id} has been used`);
  if (from === 'waiting' && !hasBeat) return stale();
  const arrivalNs = from === 'new' ? atNs : arrivalOf(draft, who.id);
  const own = from === 'new' ? [] : namesOf(files, who.id, arrivalNs);
  const lastTokens = hosts.map((host) => files.records.get(host)?.record.token ?? 0);
  const token = Math.max(Number(atNs / 1000n), ...lastTokens.map((last) => last + 1));
  for (const host of hosts) {
    const before = files.records.get(host)?.record;
    const lock = lockText(files, host);
    const refusal =
      touch(draft, host) ??
      // the place may have been cleared as dead, or gone with a tmpfs
      (from === 'waiting' && !own.some((name) => name.startsWith(`${host}.lock.waiting.`))
        ? stale()
        : undefined) ??
      mayTake(draft, host, before, lock, verb);
    if (refusal !== undefined) return refusal;
    const until = { startMs: clocks.uptimeMs, durationMs: verb.maxHoldMs, bootId: clocks.bootId };
    const taken: LeaseRecord = {
      format: '1',
      ...who,
      tenant: '-',
      priority: verb.priority,
      version,
      kind: verb.kind ?? 'lease',
      state,
      token,
      stampNs: 0n,
      previousStampNs: 0n,
      ttlMs: verb.ttlMs,
      until,
      details: verb.details,
    };
    const stampNs = nextStamp(draft, taken, verb.keeper && verb.kind === undefined);
    const record = { ...taken, stampNs: stampNs === before?.stampNs ? stampNs + 1n : stampNs };
    save(draft, host, record);
    planLock(draft, host, record, lock);
  }
  draft.token = token;
  if (verb.kind === 'hold' && state === 'held') {
    // a hold lives without heartbeats
    if (hasBeat) steps.push({ op: 'drop', id: who.id });
  } else {
    const refusal = planBeat(draft, who.id, arrivalNs);
    if (refusal !== undefined) return refusal;
  }
  if (state === 'held') for (const name of own) steps.push({ op: 'drop-request', name });
  return undefined;
}

/** Is the host free for this job? Drops what an earlier holder left. */
function mayTake(
  draft: Draft,
  host: string,
  before: LeaseRecord | undefined,
  lock: string,
  { who, state }: Extract<Verb, { verb: 'take' }>,
): Refusal | undefined {
  const { files, clocks, ended, atNs } = draft;
  if (before !== undefined && isActive(before)) {
    const isOwn = before.kind === 'lease' && isSameJob(before, who);
    if (!isOwn && !isOver(files, clocks, before, lockDelayMs(before.ttlMs))) return stale();
    ended.push(host);
    if (before.id !== who.id) {
      dropRequests(draft, before.id, arrivalOf(draft, before.id));
      dropBeat(draft, before.id);
    }
  }
  if (lock === 'none' || isStampOf(before, lock)) return undefined;
  if (state === 'settling' && isForeignExpired(files, host, atNs)) return undefined;
  return stale();
}

interface Held {
  readonly host: string;
  readonly record: LeaseRecord;
  readonly lock: string;
}

/** Does something for each host that the lease holds, lost or not; a host that is not its own is told as not held. */
function eachHeld(
  draft: Draft,
  { id, hosts }: { readonly id: string; readonly hosts: readonly string[] },
  action: (held: Held) => Refusal | undefined,
): Refusal | undefined {
  const { files, notHeld } = draft;
  for (const host of hosts) {
    const twice = touch(draft, host);
    if (twice !== undefined) return twice;
    const record = files.records.get(host)?.record;
    if (record?.id !== id || (!isActive(record) && record.state !== 'lost')) {
      notHeld.push(host);
      continue;
    }
    const refusal = action({ host, record, lock: lockText(files, host) });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function planHeld(draft: Draft, verb: Extract<Verb, { verb: 'held' }>): Refusal | undefined {
  const { files, clocks, notHeld, steps } = draft;
  const holds: boolean[] = [];
  const refusal = eachHeld(draft, verb, ({ host, record, lock }) => {
    holds.push(record.kind === 'hold');
    if (record.state !== 'settling' || !isStampOf(record, lock) || isOver(files, clocks, record, 0)) {
      return CONFLICT;
    }
    save(draft, host, { ...record, state: 'held' });
    return undefined;
  });
  if (refusal !== undefined) return refusal;
  if (notHeld.length > 0) return CONFLICT;
  const arrivalNs = arrivalOf(draft, verb.id);
  dropRequests(draft, verb.id, arrivalNs);
  if (!holds.includes(true)) return planBeat(draft, verb.id, arrivalNs);
  if (files.beats.has(verb.id)) steps.push({ op: 'drop', id: verb.id });
  return undefined;
}

function renewOne(draft: Draft, held: Held, keeper: boolean): Refusal | undefined {
  const { files, clocks } = draft;
  const { record } = held;
  if (record.state !== 'lost' && isOver(files, clocks, record, 0)) return stale();
  return renewLiving(draft, held, keeper);
}

function renewLiving(draft: Draft, { host, record, lock }: Held, keeper: boolean): Refusal | undefined {
  const { files, putBack } = draft;
  if (record.state === 'lost') return CONFLICT;
  const isMissing = lock === 'none';
  if (!isMissing && !isStampOf(record, lock)) return CONFLICT;
  const settlesAgain = isMissing && files.legacy !== undefined && record.state !== 'quitting';
  if (isMissing) putBack.push(host);
  const isPrevious = lock === String(record.previousStampNs);
  const renewed: LeaseRecord = {
    ...record,
    state: settlesAgain ? 'settling' : record.state,
    stampNs: nextStamp(draft, record, keeper),
    previousStampNs: isMissing ? 0n : isPrevious ? record.previousStampNs : record.stampNs,
  };
  save(draft, host, renewed);
  planLock(draft, host, renewed, lock);
  return undefined;
}

function planKeep(draft: Draft, verb: Extract<Verb, { verb: 'keep' }>): Refusal | undefined {
  const { files, clocks, notHeld, steps } = draft;
  const { id, ttlMs, details } = verb;
  const isHold = verb.kind === 'hold';
  const refusal = eachHeld(draft, verb, (held) => {
    if (isOver(files, clocks, held.record, 0)) return stale();
    const kept = { ...held.record, ttlMs, details: details ?? held.record.details };
    if (!isHold) return renewLiving(draft, { ...held, record: kept }, verb.keeper);
    if (kept.state === 'settling') return CONFLICT;
    const record = endWithin(draft, { ...kept, kind: 'hold', state: 'held' }, ttlMs);
    return renewLiving(draft, { ...held, record }, false);
  });
  if (refusal !== undefined || !files.beats.has(id)) return refusal;
  if (!isHold) return planBeat(draft, id, arrivalOf(draft, id));
  if (notHeld.length === 0) steps.push({ op: 'drop', id });
  return undefined;
}

/** How long an evicted lease lives on at most after its grace, so that whoever beats for it notices. */
const EVICTION_REST_MS = 120_000;

function planEvict(draft: Draft, verb: Extract<Verb, { verb: 'evict' }>): Refusal | undefined {
  const { files, clocks } = draft;
  return eachHeld(draft, verb, ({ host, record, lock }) => {
    const isLive = record.state !== 'lost' && isStampOf(record, lock) && !isOver(files, clocks, record, 0);
    if (!isLive || record.kind !== 'lease') return CONFLICT;
    const told: LeaseRecord = { ...record, state: 'quitting', details: verb.details };
    save(draft, host, endWithin(draft, told, verb.graceMs + Math.min(record.ttlMs, EVICTION_REST_MS)));
    return undefined;
  });
}

function planAmend(draft: Draft, verb: Extract<Verb, { verb: 'amend' }>): Refusal | undefined {
  const { files, clocks, steps } = draft;
  const own = namesOf(files, verb.id, arrivalOf(draft, verb.id));
  if (own.length === 0) return stale();
  for (const name of own) {
    const before = files.requests.get(name)?.record;
    if (before === undefined) continue;
    const { priority = before.priority, details = before.details } = verb;
    steps.push({
      op: 'put-request',
      file: requestFile(name, { ...before, priority, details }, clocks.wallNs),
    });
  }
  return undefined;
}

function planFree(draft: Draft, verb: Extract<Verb, { verb: 'free' }>): Refusal | undefined {
  const { files, lost, steps } = draft;
  const { id, leave } = verb;
  let freed: LeaseRecord | undefined;
  const refusal = eachHeld(draft, verb, ({ host, record, lock }) => {
    if (record.state === 'lost') lost.push(host);
    freed = record;
    freeOne(draft, host, { ...record, details: verb.details ?? record.details }, lock);
    return undefined;
  });
  if (refusal !== undefined || leave === 'place') return refusal;
  const arrivalNs = arrivalOf(draft, id);
  if (leave === 'ticket' && freed !== undefined && arrivalNs !== 0n) {
    const { owner, attempt }: LeaseRecord = freed;
    steps.push({ op: 'put-ticket', id, ticket: { owner, attempt, arrivalNs } });
  }
  dropRequests(draft, id, arrivalNs);
  if (files.beats.has(id)) dropBeat(draft, id);
  return undefined;
}

function freeOne(draft: Draft, host: string, record: LeaseRecord, lock: string): void {
  const { clocks, ended, steps } = draft;
  ended.push(host);
  // since when the host is free
  const until = { startMs: clocks.uptimeMs, durationMs: 0, bootId: clocks.bootId };
  save(draft, host, { ...record, state: 'free', until });
  if (isStampOf(record, lock)) steps.push({ op: 'drop-lock', host, stamp: lock });
}

function planClear(draft: Draft, verb: Extract<Verb, { verb: 'clear' }>): Refusal | undefined {
  const { files, clocks } = draft;
  const file = files.requests.get(verb.name);
  if (file === undefined) return undefined;
  const { record } = file;
  if (record === undefined || record.id !== verb.id) return CONFLICT;
  const ageMs = beatAgeMs(files, clocks, verb.id);
  if (ageMs !== undefined && ageMs <= record.ttlMs) return stale();
  dropRequests(draft, verb.id, record.stampNs);
  dropBeat(draft, verb.id);
  return undefined;
}

function planExpire(draft: Draft, verb: Extract<Verb, { verb: 'expire' }>): Refusal | undefined {
  const { files, clocks, ended } = draft;
  const { host, details } = verb;
  const twice = touch(draft, host);
  if (twice !== undefined) return twice;
  const record = files.records.get(host)?.record;
  if (record === undefined || !isActive(record)) return CONFLICT;
  if (!isOver(files, clocks, record, lockDelayMs(record.ttlMs))) return stale();
  ended.push(host);
  dropRequests(draft, record.id, arrivalOf(draft, record.id));
  dropBeat(draft, record.id);
  freeOne(draft, host, { ...record, details }, lockText(files, host));
  return undefined;
}

function planLose(draft: Draft, { host }: Extract<Verb, { verb: 'lose' }>): Refusal | undefined {
  const { files } = draft;
  const twice = touch(draft, host);
  if (twice !== undefined) return twice;
  const record = files.records.get(host)?.record;
  const lock = lockText(files, host);
  if (record === undefined || !isActive(record) || lock === 'none' || isStampOf(record, lock))
    return CONFLICT;
  save(draft, host, { ...record, state: 'lost' });
  return undefined;
}

const DAY_MS = 86_400_000;

function planMend(draft: Draft, { what, name }: Extract<Verb, { verb: 'mend' }>): Refusal | undefined {
  const { files, clocks, steps } = draft;
  switch (what) {
    case 'beat': {
      const ageMs = beatAgeMs(files, clocks, name);
      if (ageMs === undefined) return undefined;
      const isNeeded =
        namesOf(files, name, arrivalOf(draft, name)).length > 0 ||
        heldBy(files, name, draft.ended).length > 0;
      if (isNeeded || ageMs < DAY_MS) return stale();
      steps.push({ op: 'drop', id: name });
      return undefined;
    }
    case 'lock': {
      const twice = touch(draft, name);
      if (twice !== undefined) return twice;
      const record = files.records.get(name)?.record;
      const lock = lockText(files, name);
      if (lock === 'none') return undefined;
      if (record === undefined || isActive(record) || !isStampOf(record, lock)) return CONFLICT;
      steps.push({ op: 'drop-lock', host: name, stamp: lock });
      return undefined;
    }
    case 'ticket':
    case 'temporary':
      return refused(`the model does not know how old a ${what} is`);
  }
}

function planLegacy(draft: Draft, verb: Extract<Verb, { verb: 'legacy' }>): Refusal | undefined {
  if (verb.folder !== undefined) return refused('the model has one folder');
  const { lockTimeoutS } = verb;
  const lockTimeoutMs = lockTimeoutS === undefined ? undefined : lockTimeoutS * 1000;
  draft.steps.push({ op: 'legacy', mode: { lockTimeoutMs } });
  return undefined;
}
