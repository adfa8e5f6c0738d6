/** A pool's files as values. Whoever changes them makes new ones and shares what stays. */
import { parseRequestName, type RequestName } from '../../src/protocol/names';
import { formatDetails, type LeaseRecord, type Span } from '../../src/protocol/record';
import {
  BASH_PRIORITY,
  type Heartbeat,
  type HostView,
  type Snapshot,
  type Waiter,
} from '../../src/protocol/snapshot';

/** The clocks of the machine that has the pool. */
export interface Clocks {
  readonly uptimeMs: number;
  readonly bootId: string;
  readonly wallNs: bigint;
}

export interface RecordFile {
  readonly record: LeaseRecord;
  /** As it stands in the file: what a commit compares. */
  readonly text: string;
}

export interface Lock {
  readonly text: string;
  readonly mtimeNs: bigint;
}

/** A waiting or queue file; without a record it is a bash job's. */
export interface RequestFile {
  readonly name: RequestName & { readonly text: string };
  readonly record: LeaseRecord | undefined;
  readonly mtimeNs: bigint;
}

export interface Beat {
  readonly uptimeMs: number;
  readonly bootId: string;
  readonly arrivalNs: bigint;
}

/** The seniority of a job that gave way, for the same job to have again. */
export interface Ticket {
  readonly owner: string;
  readonly attempt: number;
  readonly arrivalNs: bigint;
}

/** Everything in `.giveway` and in the folder of the locks, but the journal. */
export interface Files {
  readonly legacy: Snapshot['legacy'];
  /** Number and time of the last commit. */
  readonly generation: number;
  readonly committedAtNs: bigint;
  readonly records: ReadonlyMap<string, RecordFile>;
  readonly locks: ReadonlyMap<string, Lock>;
  readonly requests: ReadonlyMap<string, RequestFile>;
  readonly beats: ReadonlyMap<string, Beat>;
  readonly tickets: ReadonlyMap<string, Ticket>;
}

/** A pool that has just been made. */
export function emptyFiles(legacy?: Snapshot['legacy']): Files {
  return {
    legacy,
    generation: 0,
    committedAtNs: 1_000_000_000_000_000_000n,
    records: new Map(),
    locks: new Map(),
    requests: new Map(),
    beats: new Map(),
    tickets: new Map(),
  };
}

/** What a client reads from the program's reply. */
export function snapshotOf(files: Files, { uptimeMs, bootId, wallNs }: Clocks): Snapshot {
  const { legacy, generation, beats } = files;
  const heartbeats = new Map<string, Heartbeat>();
  for (const [id, beat] of beats) heartbeats.set(id, { uptimeMs: beat.uptimeMs, bootId: beat.bootId });
  return {
    generation,
    uptimeMs,
    bootId,
    wallNs,
    legacy,
    caller: { role: 'job', tenant: '-' },
    hosts: hostViews(files),
    waiters: waiters(files),
    heartbeats,
  };
}

function hostViews({ records, locks, requests, legacy }: Files): Map<string, HostView> {
  const views = new Map<string, HostView>();
  const names = new Map<string, string[]>();
  for (const [text, { name }] of requests) names.set(name.host, [...(names.get(name.host) ?? []), text]);
  for (const host of new Set([...records.keys(), ...locks.keys(), ...names.keys()])) {
    const file = records.get(host);
    const lock = locks.get(host);
    views.set(host, {
      host,
      record: file?.record,
      problem: undefined,
      recordText: file?.text ?? '-',
      lockText: lock?.text ?? 'none',
      lockMtimeNs: legacy === undefined ? undefined : lock?.mtimeNs,
      names: (names.get(host) ?? []).sort(),
    });
  }
  return views;
}

function waiters({ requests, legacy }: Files): Waiter[] {
  const ours = new Map<string, { readonly record: LeaseRecord; readonly files: Waiter['files'][number][] }>();
  const bash: Waiter[] = [];
  for (const [, { name, record, mtimeNs }] of [...requests].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (record !== undefined) {
      const known = ours.get(record.id);
      const file = { ...name, record };
      if (known === undefined) ours.set(record.id, { record, files: [file] });
      else known.files.push(file);
    } else if (!name.queued) {
      bash.push(bashWaiter(name, legacy === undefined ? name.arrivalNs : mtimeNs));
    }
  }
  return [...[...ours].map(([id, { record, files }]) => ourWaiter(id, record, files)), ...bash];
}

function ourWaiter(id: string, record: LeaseRecord, files: Waiter['files']): Waiter {
  const { version, priority, stampNs } = record;
  return { id, record, files, version, priority, arrivalNs: stampNs };
}

function bashWaiter(name: RequestFile['name'], arrivalNs: bigint): Waiter {
  const { major, minor, text } = name;
  const version = { major, minor, text: `${major}.${minor}` };
  return {
    id: text,
    record: undefined,
    files: [{ ...name, record: undefined }],
    version,
    priority: BASH_PRIORITY,
    arrivalNs,
  };
}

/** A record with the line that the program writes for it. */
export function recordFile(record: LeaseRecord): RecordFile {
  const { format, id, owner, attempt, tenant, priority, version, kind, state, token } = record;
  const { stampNs, previousStampNs, ttlMs, until, details } = record;
  const text =
    `${format} ${id} ${owner} ${attempt} ${tenant} ${priority} ${version.text} ${kind} ${state} ${token} ` +
    `${stampNs} ${previousStampNs} ${ttlMs} ${spanText(until)} ${formatDetails(details)}`;
  return { record, text };
}

function spanText({ startMs, durationMs, bootId }: Span): string {
  return `${startMs}+${durationMs}@${bootId}`;
}

/** A waiting or queue file of that name. */
export function requestFile(text: string, record: LeaseRecord | undefined, mtimeNs: bigint): RequestFile {
  const name = parseRequestName(text);
  if (name === undefined) throw new Error(`no name of a request: ${text}`);
  return { name: { ...name, text }, record, mtimeNs };
}
