import { systemClock } from '../lease/clock';
import { look, type FlowContext } from '../lease/flow';
import { holdWhile } from '../lease/hold-while';
import type { Lease } from '../lease/lease';
import { release, type ReleaseOptions, type ReleaseResult } from '../lease/release';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { liveRecord } from '../protocol/expiry';
import type { Told } from '../protocol/record';
import { COMMANDS } from '../settings/commands';
import { changeLiving } from '../lease/keep';
import { clockText, durationText } from './duration-text';
import { keepForResume, removeLeaseFiles, type LeaseFile } from './lease-file';
import { findLease, ownLease, type OwnLease } from './own-lease';
import { seconds, withPool, type Session } from './session';

/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;

/** A lease that is about to be given back. */
export interface HeldLease {
  readonly lease: Lease;
  /** Undefined: no file was saved here. */
  readonly file: LeaseFile | undefined;
  /** Who asked for the host. */
  readonly told: Told | undefined;
}

/** What a caller does besides, around the same release. */
export interface ReleaseHooks extends ReleaseOptions {
  /**
   * Runs first, if there is a lease of this job that lives, while heartbeats go on; it never rejects. Its signal aborts as
   * that of holdWhile does.
   */
  readonly beforeRelease?: (held: HeldLease, signal: AbortSignal) => Promise<void>;
  readonly onReleased?: (result: ReleaseResult) => void;
}

/** `giveway release`: gives back what is this job's, whatever state it is in. */
export async function releaseCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  { beforeRelease, onReleased, ...options }: ReleaseHooks = {},
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.release.inputs, { given, env });
  const inputs = read.values;
  const own = ownLease(session, { given, inputs }, [...problems, ...read.problems], {
    mayBeGone: true,
    mayLackPool: true,
  });
  if (own.pool === undefined) {
    say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
    return reportReleased(session, { kind: 'not-held' });
  }
  const id = own.file?.id ?? own.id;
  const whose = id === undefined ? { owner: own.owner, attempt: own.attempt } : { id };
  const holdMs = inputs['if-failed'];
  const isHold = holdMs !== undefined && inputs['job-status'] === 'failed';
  const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
  const result = await withPool(session, { ...inputs, pool: own.pool }, async (context) => {
    const bounded = { ...context, signal };
    // who comes to look at the host wants it as the failure has left it
    if (beforeRelease !== undefined && !isHold) {
      const held = await findHeld(bounded, own);
      if (held !== undefined) {
        await holdWhile(context, held.lease, (until) => beforeRelease(held, until));
      }
    }
    const kept = isHold ? await holdForOwner(bounded, own, holdMs) : undefined;
    if (kept !== undefined) return { kind: 'kept' as const, hosts: kept };
    return release(bounded, whose, options);
  }).finally(end);
  if (result.kind === 'kept') return reportHeld(session, result.hosts, holdMs ?? 0);
  const ticket = own.file !== undefined && result.kind === 'released' && result.hasTicket;
  const resumeFile = ticket ? keepForResume(own.folder, own.file) : undefined;
  if (own.file !== undefined) removeLeaseFiles(own.folder, own.file, inputs['lease-file']);
  onReleased?.(result);
  return reportReleased(session, result, resumeFile);
}

/** Keeps the host for its owner to look at; undefined where it is not this job's any more. */
async function holdForOwner(
  context: FlowContext,
  own: OwnLease,
  holdMs: number,
): Promise<readonly string[] | undefined> {
  const lease = own.file ?? findLease(await look(context), own);
  if (lease === undefined) return undefined;
  const living = { keeper: false, ttlMs: holdMs, kind: 'hold', note: 'kept after a failure' } as const;
  const { kind } = await changeLiving(context, lease, living);
  return kind === 'changed' ? lease.hosts : undefined;
}

function reportHeld({ say, result }: Session, hosts: readonly string[], holdMs: number): number {
  const until = Date.now() + holdMs;
  const host = hosts.join(',');
  say.line(
    `the job has failed: ${host} stays on hold until ${clockText(until, Date.now())}; giveway unhold or release ends that`,
  );
  result({ released: false, reason: 'on-hold', host, until: new Date(until).toISOString() });
  return EXIT.done;
}

/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context: FlowContext, own: OwnLease): Promise<HeldLease | undefined> {
  const snapshot = await look(context);
  const lease = own.file ?? findLease(snapshot, own);
  if (lease === undefined) return undefined;
  const records = lease.hosts.map((host) => liveRecord(snapshot, host, lease.id));
  if (records.includes(undefined)) return undefined;
  const told = records.find((record) => record?.details.told !== undefined)?.details.told;
  return { lease, file: own.file, told };
}

/** Aborts some time after another signal; `end` ends the wait. */
function delayed(
  signal: AbortSignal,
  ms: number,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  let timer: { cancel(): void } | undefined;
  const onAbort = (): void => {
    timer = systemClock.after(ms, () => controller.abort(signal.reason));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      signal.removeEventListener('abort', onAbort);
      timer?.cancel();
    },
  };
}

function reportReleased(session: Session, result: ReleaseResult, resumeFile?: string): number {
  const { say } = session;
  switch (result.kind) {
    case 'released':
      say.line(`gave ${result.hosts.join(', ')} back after ${durationText(result.heldMs)}`);
      session.result({
        released: true,
        heldSeconds: seconds(result.heldMs),
        ...(resumeFile === undefined ? {} : { resumeFile }),
      });
      return EXIT.done;
    case 'not-held':
      say.line('nothing to give back');
      session.result({ released: false, reason: 'not-held' });
      return EXIT.done;
    case 'lost':
      say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
      session.result({ released: false, reason: 'lost' });
      return EXIT.lost;
  }
}
