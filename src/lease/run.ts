import type { Told } from '../protocol/record';
import type { AcquireRequest } from '../protocol/request';
import { commandDeadlines } from '../protocol/timing';
import { acquire, type AcquireOptions, type AcquireResult } from './acquire';
import { deadlineSignal, type Clock } from './clock';
import { asError, type FlowContext } from './flow';
import { hold } from './hold';
import { holdWhile } from './hold-while';
import type { Lease } from './lease';
import { release, type ReleaseResult } from './release';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A command that has been started in a process group of its own. */
export interface Command {
  readonly exited: Promise<Exit>;
  /** Signals the whole group; nothing happens once it is gone. */
  signal(name: NodeJS.Signals): void;
  /**
   * Hears after each good heartbeat when the command must be dead, in ms from now (Infinity: never): for whoever can see
   * to that even while this process is stopped.
   */
  readonly mustEndIn?: (killMs: number) => void;
}

export interface RunOptions extends AcquireOptions {
  readonly start: (lease: Lease) => Command;
  readonly quitSignal: NodeJS.Signals;
  /** Told as soon as the job is asked to leave. */
  readonly onQuit: (told: Told) => void;
  /**
   * Runs after the command has ended, while the lease is still kept, unless the command was interrupted, gave the host back
   * itself, or the lease was lost. It never rejects, and ends soon after the signal: then it must, see holdWhile.
   */
  readonly beforeRelease?: ((lease: Lease, signal: AbortSignal) => Promise<void>) | undefined;
  readonly onAcquired: (result: Extract<AcquireResult, { kind: 'acquired' }>) => void;
  /** How often a running job looks for a quit request, in ms. */
  readonly watchMs?: number;
  /** How long the command may take to leave after an interrupt, in ms, before it is killed. */
  readonly interruptMs?: number;
}

/** Thrown as the signal's reason when the process itself was told to stop. */
export class Interrupted extends Error {
  constructor(readonly signalName: NodeJS.Signals) {
    super(`interrupted by ${signalName}`);
    this.name = 'Interrupted';
  }
}

export type RunResult =
  | { readonly kind: 'not-run'; readonly acquire: Exclude<AcquireResult, { kind: 'acquired' }> }
  | {
      readonly kind: 'ran';
      readonly lease: Lease;
      readonly exit: Exit;
      /** Why it ended: by itself, or because it was stopped. */
      readonly because: 'ended' | 'preempted' | 'lost' | 'interrupted';
      readonly told: Told | undefined;
      readonly released: ReleaseResult | undefined;
    };

const INTERRUPT_MS = 3000;

/**
 * Holds the hosts while a command runs. The command ends before anyone else can hold a host: it is stopped when it must
 * leave, when the lease is lost, when heartbeats fail for most of the ttl, and when this process is interrupted. The
 * hosts are given back after it has ended.
 */
export async function run(
  context: FlowContext,
  request: AcquireRequest,
  options: RunOptions,
): Promise<RunResult> {
  const acquired = await acquire(context, request, options);
  if (acquired.kind !== 'acquired') return { kind: 'not-run', acquire: acquired };
  const { lease } = acquired;
  let ending: Ending;
  try {
    options.onAcquired(acquired);
    ending = await runHolding(context, acquired, options);
  } catch (error) {
    // it could not be started
    await giveBack(context, lease);
    throw error;
  }
  const released = await giveBack(context, lease);
  const { fault, ...ended } = ending;
  if (fault !== undefined) throw fault;
  return { kind: 'ran', lease, ...ended, released };
}

type Acquired = Extract<AcquireResult, { kind: 'acquired' }>;

type Ending = Pick<Extract<RunResult, { kind: 'ran' }>, 'exit' | 'because' | 'told'> & {
  readonly fault: Error | undefined;
};

async function runHolding(context: FlowContext, acquired: Acquired, options: RunOptions): Promise<Ending> {
  const { clock, signal } = context;
  const { lease, sentAtMs } = acquired;
  const command = startCommand(context, acquired, options);
  const stop = stopper(clock, command, options);
  const deadlines = leaseDeadlines(clock, acquired, {
    onDeadline: (kill) => stop.because('lost', kill ? 0 : Infinity),
    onRenewed: (killMs) => command.mustEndIn?.(killMs),
  });
  const finished = new AbortController();
  const seen = { commandEnd: false, givenBack: false };
  const holding = hold({ ...context, signal: finished.signal }, lease, {
    sinceMs: sentAtMs,
    onBeat: (beatAtMs) => {
      if (!seen.commandEnd) deadlines.renew(beatAtMs);
    },
    onQuit: (told) => {
      if (seen.commandEnd) return;
      options.onQuit(told);
      stop.told(told);
    },
    ...(options.watchMs === undefined ? {} : { everyMs: options.watchMs }),
  });
  const onInterrupt = (): void =>
    stop.because('interrupted', options.interruptMs ?? INTERRUPT_MS, interruptOf(signal));
  signal.addEventListener('abort', onInterrupt, { once: true });
  if (signal.aborted) onInterrupt();
  const watched = holding.then(
    (how) => {
      // a command that gave the host back itself is done with it, and ends by itself
      seen.givenBack = how === 'released';
      if (seen.givenBack) {
        deadlines.end();
        command.mustEndIn?.(Infinity);
      } else stop.because('lost', 0);
      return undefined;
    },
    (error: unknown) => {
      if (finished.signal.aborted) return undefined;
      // a fault of ours must not leave the command running without a keeper
      stop.because('lost', INTERRUPT_MS);
      return asError(error);
    },
  );
  const exit = await command.exited;
  // after a stop of this process its timers may come later than the command's end, which was due to them
  if (deadlines.arePast()) stop.because('lost', 0);
  stop.end();
  deadlines.end();
  signal.removeEventListener('abort', onInterrupt);
  seen.commandEnd = true;
  finished.abort(new Error('the command has ended'));
  const fault = await watched;
  const { beforeRelease } = options;
  const isOurs = !seen.givenBack && ['ended', 'preempted'].includes(stop.reason());
  if (beforeRelease !== undefined && isOurs) {
    await holdWhile(context, lease, (until) => beforeRelease(lease, until));
  }
  return { exit, because: stop.reason(), told: stop.toldBy(), fault };
}

/** Between the take and the start this process may have been interrupted, or stopped for too long: then nothing starts. */
function startCommand({ clock, signal }: FlowContext, acquired: Acquired, options: RunOptions): Command {
  const isLate = clock.now() >= terminateAt(acquired, acquired.sentAtMs);
  if (!signal.aborted && !isLate) return options.start(acquired.lease);
  return { exited: Promise.resolve({ code: null, signal: interruptOf(signal) }), signal: () => undefined };
}

/** When a command must be asked to end unless there is a heartbeat later than this one. */
function terminateAt({ lease: { ttlMs }, endsAtMs }: Acquired, beatSentAtMs: number): number {
  return Math.min(beatSentAtMs + ttlMs, endsAtMs) - ttlMs + commandDeadlines(ttlMs).terminateMs;
}

function interruptOf(signal: AbortSignal): NodeJS.Signals {
  return signal.reason instanceof Interrupted ? signal.reason.signalName : 'SIGTERM';
}

type Because = Ending['because'];

/** Stops a command: a signal first, SIGKILL when its time is over. The first reason is the one that counts. */
function stopper(
  clock: Clock,
  command: Command,
  { quitSignal }: RunOptions,
): {
  readonly because: (reason: Because, killAfterMs: number, first?: NodeJS.Signals) => void;
  readonly told: (told: Told) => void;
  readonly end: () => void;
  readonly reason: () => Because;
  readonly toldBy: () => Told | undefined;
} {
  let reason: Because = 'ended';
  let told: Told | undefined;
  let killAtMs = Infinity;
  let timer: { cancel(): void } | undefined;
  const because = (next: Because, killAfterMs: number, first: NodeJS.Signals = quitSignal): void => {
    if (reason === 'ended') reason = next;
    command.signal(first);
    if (clock.now() + killAfterMs >= killAtMs) return;
    killAtMs = clock.now() + killAfterMs;
    timer?.cancel();
    timer = clock.after(killAfterMs, () => command.signal('SIGKILL'));
  };
  return {
    because,
    told: (by) => {
      told = by;
      because('preempted', by.grace.durationMs);
    },
    end: () => {
      timer?.cancel();
      // what the command left in its group would go on using a host that is not ours any more
      if (reason !== 'ended') command.signal('SIGKILL');
    },
    reason: () => reason,
    toldBy: () => told,
  };
}

/**
 * Calls back when the command must be asked to end, and again when it must be killed, unless a heartbeat comes first; no
 * heartbeat leads beyond the end of max-hold.
 */
function leaseDeadlines(
  clock: Clock,
  acquired: Acquired,
  { onDeadline, onRenewed }: { onDeadline: (kill: boolean) => void; onRenewed: (killMs: number) => void },
): { readonly renew: (sentAtMs: number) => void; readonly arePast: () => boolean; readonly end: () => void } {
  const { terminateMs, killMs } = commandDeadlines(acquired.lease.ttlMs);
  let timers: { cancel(): void }[] = [];
  let terminateAtMs = Infinity;
  const end = (): void => {
    timers.forEach((timer) => timer.cancel());
    terminateAtMs = Infinity;
  };
  const renew = (fromMs: number): void => {
    end();
    terminateAtMs = terminateAt(acquired, fromMs);
    const left = (ms: number): number => Math.max(0, terminateAtMs - terminateMs + ms - clock.now());
    timers = [
      clock.after(left(terminateMs), () => onDeadline(false)),
      clock.after(left(killMs), () => onDeadline(true)),
    ];
    onRenewed(left(killMs));
  };
  renew(acquired.sentAtMs);
  return { renew, arePast: () => clock.now() >= terminateAtMs, end };
}

const RELEASE_MS = 60_000;
const INTERRUPTED_RELEASE_MS = 1500;

/** After an interrupt there is little time; else a pool that is out of reach gets a while to come back. */
async function giveBack(context: FlowContext, lease: Lease): Promise<ReleaseResult | undefined> {
  const budgetMs = context.signal.aborted ? INTERRUPTED_RELEASE_MS : RELEASE_MS;
  const late = new Error(`the pool ${lease.pool} did not answer in time`);
  const { signal, cancel } = deadlineSignal(context.clock, budgetMs, late);
  try {
    return await release({ ...context, signal }, { id: lease.id });
  } catch (error) {
    context.say({ type: 'left-behind', error: asError(error) });
    return undefined;
  } finally {
    cancel();
  }
}
