/**
 * A job in virtual time: the decisions of src/protocol on the model of the program, in the loops of src/lease. Nobody else
 * acts between a job's look and its commit: what may come in between is the explorer's affair.
 */
import { snapshotOf, type Clocks, type Files } from '../../evidence/pool-model/files';
import { beat, commit, commitRequest } from '../../evidence/pool-model/program';
import { partsOf } from '../../src/lease/leave';
import { decideAcquire, NO_MEMORY, remember, type AcquireMemory } from '../../src/protocol/acquire';
import { decideQuit } from '../../src/protocol/quit';
import type { Told } from '../../src/protocol/record';
import { requestAgain, type AcquireRequest } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';

/** A pool, and how long it has been there, in ms. Whoever acts changes it. */
export interface Stage {
  files: Files;
  nowMs: number;
}

export interface VirtualJob {
  request: AcquireRequest;
  memory: AcquireMemory;
  /** What it holds. */
  hosts: readonly string[];
  cameAtMs: number;
  waitedMs: number;
}

/** What a job does until it looks again. */
export type Rest =
  | { readonly kind: 'has' }
  | { readonly kind: 'waits'; readonly settles: boolean; readonly asks: string | undefined }
  | { readonly kind: 'carries-on' }
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'lost' | 'busy' | 'cancelled' };

export const BOOTED_MS = 1_000_000;
export const EPOCH_NS = 1_766_568_440_000_000_000n;
const BOOT = '00000000-0000-4000-8000-000000000001';
/** More changes in one turn are an endless loop. */
const MOST_CHANGES = 20;
const DEADLINE_MS = 10_000;

export function clocksOf({ nowMs }: Stage): Clocks {
  return { uptimeMs: BOOTED_MS + nowMs, bootId: BOOT, wallNs: EPOCH_NS + BigInt(nowMs) * 1_000_000n };
}

export function look(stage: Stage): Snapshot {
  return snapshotOf(stage.files, clocksOf(stage));
}

export function newJob({ nowMs }: Stage, request: AcquireRequest): VirtualJob {
  return { request, memory: NO_MEMORY, hosts: [], cameAtMs: nowMs, waitedMs: 0 };
}

export function beats(stage: Stage, { request, hosts }: VirtualJob): void {
  stage.files = beat(stage.files, clocksOf(stage), request.who.id, hosts).files;
}

/** Looks, decides and commits until there is nothing left to do for now. */
export function turn(stage: Stage, job: VirtualJob): Rest {
  beats(stage, job);
  for (let changes = 0; changes < MOST_CHANGES; changes += 1) {
    const snapshot = look(stage);
    const next = job.hosts.length === 0 ? acquires(job, snapshot) : holds(job, snapshot);
    if ('kind' in next) {
      if (next.kind === 'has') job.waitedMs = stage.nowMs - job.cameAtMs;
      return next;
    }
    send(stage, job, snapshot, next);
  }
  throw new Error(`${job.request.who.id} never comes to rest`);
}

function acquires(job: VirtualJob, snapshot: Snapshot): Rest | Change {
  const { request } = job;
  job.memory = remember(snapshot, request, job.memory);
  const decision = decideAcquire(snapshot, request, job.memory);
  switch (decision.kind) {
    case 'acquired':
      job.hosts = [...decision.records.keys()];
      return { kind: 'has' };
    case 'change':
      return decision.change;
    case 'wait':
      return {
        kind: 'waits',
        settles: decision.report.because === 'settling',
        asks: decision.report.target,
      };
    case 'busy':
    case 'cancelled':
      return { kind: decision.kind };
    case 'broken':
    case 'superseded':
      throw new Error(`${request.who.id}: ${decision.kind}`);
  }
}

function holds({ request, hosts }: VirtualJob, snapshot: Snapshot): Rest | Change {
  const decision = decideQuit(snapshot, request.who.id, hosts);
  if (decision.kind !== 'carry-on' && decision.verbs.length > 0) return { hosts, verbs: decision.verbs };
  switch (decision.kind) {
    case 'carry-on':
      return { kind: 'carries-on' };
    case 'quit':
      return { kind: 'told', told: decision.told };
    case 'lost':
      return { kind: 'lost' };
  }
}

/** Leaves the queue, or gives its host back. */
export function leave(stage: Stage, job: VirtualJob): void {
  const snapshot = look(stage);
  const { verbs } = partsOf(snapshot, job.request.who.id);
  if (verbs.length > 0) send(stage, job, snapshot, { hosts: [], verbs });
  job.hosts = [];
}

/** The same job again, which asks for the place that its earlier request had. */
export function comesBack(stage: Stage, { request, waitedMs }: VirtualJob, id: string): VirtualJob {
  return newJob(stage, requestAgain(request, id, waitedMs));
}

/** A change that is refused is a fault: nobody has come in between. */
export function send(stage: Stage, job: VirtualJob, snapshot: Snapshot, change: Change): void {
  const { files, answer } = commit(
    stage.files,
    clocksOf(stage),
    commitRequest(snapshot, change, DEADLINE_MS),
  );
  if (answer.kind !== 'committed') throw new Error(`${job.request.who.id}: ${JSON.stringify(answer)}`);
  stage.files = files;
}
