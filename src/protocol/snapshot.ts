import type { RequestName } from './names';
import type { LeaseRecord, Span } from './record';

/** A pool at one instant: all that a decision may look at. */
export interface Snapshot {
  readonly generation: number;
  /** The bastion's uptime in ms and its boot: the clock of all liveness. */
  readonly uptimeMs: number;
  readonly bootId: string;
  /** The bastion's wall clock: for names, stamps, bash's locks and people. */
  readonly wallNs: bigint;
  /** Is the pool shared with bash jobs? LOCK_TIMEOUT is undefined where nobody has said it. */
  readonly legacy: { readonly lockTimeoutMs: number | undefined } | undefined;
  /** The lab's settings as they stand in the pool; undefined where there are none. */
  readonly settingsText?: string | undefined;
  /** What the program takes this caller for. */
  readonly caller: { readonly role: string; readonly tenant: string };
  /** Every host that has a record, a lock or a request; a host that is missing here is free. */
  readonly hosts: ReadonlyMap<string, HostView>;
  readonly waiters: readonly Waiter[];
  readonly heartbeats: ReadonlyMap<string, Heartbeat>;
}

/** One host's files. The texts are what a commit compares byte for byte. */
export interface HostView {
  readonly host: string;
  readonly record: LeaseRecord | undefined;
  /** Why the record can't be read, where it can't: such a host is neither free nor held. */
  readonly problem: string | undefined;
  readonly recordText: string;
  /** `none`, the 19 digits, or `odd` for anything else. */
  readonly lockText: string;
  /** Known in legacy mode. */
  readonly lockMtimeNs: bigint | undefined;
  /** Names of waiting and queue files, sorted by byte. */
  readonly names: readonly string[];
}

/** `unreadable` counts as alive: only what can be read can be old. */
export type Heartbeat = { readonly uptimeMs: number; readonly bootId: string } | 'unreadable';

/** A waiting or queue file. The files of one waiter are written at different times, so their records may differ in when. */
export interface RequestFile extends RequestName {
  /** Its name. */
  readonly text: string;
  /** Undefined for a bash job's. */
  readonly record: LeaseRecord | undefined;
}

/** A job that wants hosts: one of ours with its record, or a bash job, of which only the file's name and age are known. */
export interface Waiter {
  readonly id: string;
  readonly record: LeaseRecord | undefined;
  readonly files: readonly RequestFile[];
  readonly version: LeaseRecord['version'];
  readonly priority: number;
  readonly arrivalNs: bigint;
}

/** Bash jobs know no priority: they stand at this one. */
export const BASH_PRIORITY = 0;

/** The same pool so much later, where nothing has changed but the time. */
export function laterBy(snapshot: Snapshot, ms: number): Snapshot {
  return {
    ...snapshot,
    uptimeMs: snapshot.uptimeMs + ms,
    wallNs: snapshot.wallNs + BigInt(Math.round(ms)) * 1_000_000n,
  };
}

/** How long ago a span began, in ms; from uptime 0 on another boot. */
export function spanAgeMs(snapshot: Snapshot, span: Span): number {
  return snapshot.uptimeMs - spanStartMs(snapshot, span);
}

/** When a span ends, in ms of uptime. */
export function spanEndMs(snapshot: Snapshot, span: Span): number {
  return spanStartMs(snapshot, span) + span.durationMs;
}

function spanStartMs(snapshot: Snapshot, span: Span): number {
  return span.bootId === snapshot.bootId ? span.startMs : 0;
}
