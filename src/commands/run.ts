import { randomUUID } from 'node:crypto';
import { lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowContext } from '../lease/flow';
import type { Lease } from '../lease/lease';
import { Interrupted, run, type Command, type RunResult } from '../lease/run';
import { isPoolError } from '../pool/pool';
import { processId } from '../platform/process-id';
import { stateDir } from '../platform/state-dir';
import { oneLine } from '../protocol/one-line';
import { requestAgain, type AcquireRequest } from '../protocol/request';
import { commandDeadlines, lockDelayMs } from '../protocol/timing';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { notAcquiredExit, notAcquiredText } from './acquire';
import { acquiredText } from './acquired-text';
import { exitCodeOf, startChild } from './child';
import { COMMANDS } from '../settings/commands';
import { durationText } from './duration-text';
import { fitToLab, labSettings } from './fit-to-lab';
import { failIfHeldAlready } from './held-already';
import { requestedJob, withProwAliases } from './job';
import { answerChecks, type KeeperSocket } from './keeper-socket';
import { folderProblems, LeaseFileError, writeLeaseFile } from './lease-file';
import { quitJson, writeQuitFile, writeWhole } from './quit-file';
import { seconds, SECRETS, withPool, type Session } from './session';
import { failOn } from './usage';
import { waitingJson } from './waiting-json';

const MAX_GUARD_MS = 10_000;

/** What a caller does besides, around the same run. */
export interface RunHooks {
  /** Hears the id of the request before anything of it is in the pool. */
  readonly onRequest?: (request: { readonly pool: string; readonly id: string }) => void;
  /** Hears of a folder that is there for as long as the command, or anything that it left in its group, may live. */
  readonly onStart?: (folder: string) => void;
  /** What the result file has too. */
  readonly onResult?: (result: RunOutcome) => void;
  /** Runs after the command and before the host is given back, while heartbeats go on. */
  readonly beforeRelease?: (lease: Lease, signal: AbortSignal) => Promise<void>;
}

/** `giveway run`: holds a host while a command runs. */
export async function runCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  command: readonly string[],
  hooks: RunHooks = {},
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.run.inputs, { given, env });
  const aliased = withProwAliases(env, ['pool', 'wait-timeout'], read);
  const inputs = aliased.values;
  const { request, versionNote, problems: jobProblems } = requestedJob(env, aliased, true);
  const resultFile = inputs['result-file'];
  failOn(
    problems,
    aliased.problems,
    jobProblems,
    resultFileProblems(resultFile),
    folderProblems({ input: 'TMPDIR', folder: tmpdir() }),
  );
  if (versionNote !== undefined) say.line(versionNote);
  hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });

  const mode = inputs.mode ?? 'force';
  let scratch: string | undefined;
  let checks: KeeperSocket | undefined;
  const clearUp = (): void => {
    checks?.close();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  };
  let waitedMs = 0;
  const tellResult = (outcome: RunOutcome): void => {
    writeResult(session, resultFile, outcome);
    hooks.onResult?.(outcome);
  };
  try {
    const requeues = inputs['on-quit'] === 'requeue';
    const hold = (context: FlowContext, latest: AcquireRequest): Promise<RunResult> =>
      run(context, latest, {
        waitTimeoutMs: inputs['wait-timeout'],
        fit: (asked, snapshot) => {
          const fitted = fitToLab(asked, inputs, labSettings(session, snapshot));
          failIfHeldAlready(fitted, snapshot, { env, folder: stateDir(env) });
          return fitted;
        },
        quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
        onAcquired: (acquired) => {
          waitedMs = acquired.waitedMs;
          say.line(acquiredText(acquired));
        },
        onQuit: (told) => {
          if (scratch !== undefined) writeQuitFile(session, quitFile(scratch), quitJson(told));
        },
        start: (lease) => {
          scratch = makeScratch();
          hooks.onStart?.(scratch);
          checks = answerChecks(context, lease, scratch);
          const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
          return startCommand(session, lease, { scratch, command, quitSignal, checks });
        },
        beforeRelease: hooks.beforeRelease,
      });
    const result = await withPool(session, inputs, async (context) => {
      for (let latest = request; ;) {
        const ended = await hold(context, latest);
        if (!requeues || ended.kind !== 'ran' || ended.because !== 'preempted') return ended;
        clearUp();
        say.line('gave way, and waits again at the same place in the queue');
        latest = requestAgain(latest, randomUUID(), waitedMs);
        hooks.onRequest?.({ pool: inputs.pool ?? '', id: latest.who.id });
      }
    });
    tellResult(resultJson(result, waitedMs));
    if (result.kind === 'not-run') {
      say.line(notAcquiredText(result.acquire));
      return notAcquiredExit(result.acquire, request.ifBusy);
    }
    return reportRan(session, result, mode);
  } catch (error) {
    tellResult(failureJson(error));
    throw error;
  } finally {
    clearUp();
  }
}

function makeScratch(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'giveway-'));
  } catch (error) {
    throw new LeaseFileError(`can't make a folder in ${tmpdir()}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

interface Start {
  /** A folder for what the command is told in files. */
  readonly scratch: string;
  readonly command: readonly string[];
  readonly quitSignal: NodeJS.Signals;
  readonly checks: KeeperSocket;
}

function startCommand(
  session: Session,
  lease: Lease,
  { scratch, command, quitSignal, checks }: Start,
): Command {
  const leaseFile = join(scratch, 'lease.json');
  writeLeaseFile(leaseFile, { ...lease, acquiredAt: new Date().toISOString(), keptBy: processId() });
  const env: NodeJS.ProcessEnv = {
    ...session.env,
    GIVEWAY_POOL: lease.pool,
    GIVEWAY_HOST: lease.hosts.join(','),
    GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
    GIVEWAY_LEASE_FILE: leaseFile,
    GIVEWAY_QUIT_FILE: quitFile(scratch),
    GIVEWAY_KEEPER_SOCKET: checks.path,
  };
  for (const name of SECRETS) Reflect.deleteProperty(env, name);
  const child = startChild({
    command,
    env,
    quitSignal,
    folder: scratch,
    guardMs: Math.min(MAX_GUARD_MS, lockDelayMs(lease.ttlMs)),
    killMs: commandDeadlines(lease.ttlMs).killMs,
    onError: (message) => session.say.line(message),
  });
  session.interrupts.onFurther((name) => child.signal(name));
  return child;
}

function quitFile(scratch: string): string {
  return join(scratch, 'quit');
}

function reportRan(
  { say }: Session,
  result: Extract<RunResult, { kind: 'ran' }>,
  mode: 'graceful' | 'force',
): number {
  const { because, exit, released } = result;
  if (released?.kind === 'released')
    say.line(`gave ${released.hosts.join(', ')} back after ${durationText(released.heldMs)}`);
  switch (because) {
    case 'ended':
      if (released?.kind === 'lost') {
        say.line('the lease was lost while the command ended: the host may have been another job’s');
        return EXIT.lost;
      }
      return exitCodeOf(exit);
    case 'interrupted':
      return exitCodeOf(exit);
    case 'preempted':
      say.line(`gave way (${mode})`);
      return mode === 'force' ? EXIT.quitForced : EXIT.done;
    case 'lost':
      say.line('the lease was lost, and the command was stopped');
      return EXIT.lost;
  }
}

/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path: string | undefined): Problem[] {
  if (path === undefined) return [];
  try {
    const isFile = lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
    if (!isFile) return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
    rmSync(path, { force: true });
    writeFileSync(path, '', { flag: 'wx' });
    rmSync(path);
    return [];
  } catch (error) {
    const expected = `a file that can be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
    return [{ input: '--result-file', expected, got: path }];
  }
}

/** How a run ended, without the ambiguity of an exit code. `quit` is there if the job was asked to leave. */
export interface RunOutcome {
  readonly outcome: RunEnd | 'interrupted' | 'not-acquired' | 'pool-unavailable' | 'fault';
  readonly [field: string]: unknown;
}

type RunEnd = Extract<RunResult, { kind: 'ran' }>['because'];

function writeResult({ say }: Session, path: string | undefined, result: unknown): void {
  if (path === undefined) return;
  try {
    writeWhole(path, result);
  } catch (error) {
    say.line(`warning: can't write the result file: ${(error as Error).message}`);
  }
}

/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error: unknown): RunOutcome {
  if (error instanceof Interrupted) return { outcome: 'interrupted', signal: error.signalName };
  const message = oneLine(error instanceof Error ? error.message : String(error), 1000);
  return { outcome: isPoolError(error) ? 'pool-unavailable' : 'fault', message };
}

function resultJson(result: RunResult, waitedMs: number): RunOutcome {
  if (result.kind === 'not-run') return { outcome: 'not-acquired', ...waitingJson(result.acquire) };
  const { because, exit, lease, told, released } = result;
  return {
    outcome: because,
    host: lease.hosts.join(','),
    hosts: lease.hosts,
    leaseId: lease.id,
    fencingToken: lease.fencingToken,
    version: lease.version,
    waitedSeconds: seconds(waitedMs),
    exitCode: exit.code,
    signal: exit.signal,
    ...(told === undefined ? {} : { quit: quitJson(told) }),
    released: released?.kind === 'released',
    ...(released?.kind === 'released' ? { heldSeconds: seconds(released.heldMs) } : {}),
  };
}
