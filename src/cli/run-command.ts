import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcquireResult } from '../lease/acquire';
import type { Lease } from '../lease/lease';
import { run, type Command, type RunResult } from '../lease/run';
import { oneLine } from '../protocol/one-line';
import type { Told } from '../protocol/record';
import { lockDelayMs } from '../protocol/timing';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { notAcquiredExit, notAcquiredText } from './acquire-command';
import { exitCodeOf, startChild } from './child';
import { COMMANDS } from './command-line';
import { durationText } from './duration-text';
import { identityOf, jobOf, missing, NEEDS_HOST, NEEDS_POOL, versionOf, withProwAliases } from './job';
import { writeLeaseFile } from './lease-file';
import { seconds, withPool, type Session } from './session';
import { failOn } from './usage';
import { waitingJson } from './waiting-json';

/** What the command must not see. */
const SECRETS = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PASSPHRASE'];
const MAX_GUARD_MS = 10_000;

/** `giveway run`: holds a host while a command runs. */
export async function runCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
  command: readonly string[],
): Promise<number> {
  const { env, say } = session;
  const read = readInputs(COMMANDS.run.inputs, { given, env });
  const inputs = withProwAliases(env, read.values);
  const identity = identityOf(env, inputs);
  const { version, note } = versionOf(inputs, identity);
  const job = jobOf(inputs, identity, version, true);
  const absent = missing([NEEDS_POOL, NEEDS_HOST], { values: inputs, problems: read.problems });
  failOn(problems, read.problems, absent, 'problems' in job ? job.problems : []);
  if ('problems' in job) return EXIT.usage;
  if (note !== undefined) say.line(note);

  const { request } = job;
  const mode = inputs.mode ?? 'force';
  const scratch = mkdtempSync(join(tmpdir(), 'giveway-'));
  let waitedMs = 0;
  try {
    const result = await withPool(session, inputs.pool ?? '', inputs['allow-nfs'], (context) =>
      run(context, request, {
        waitTimeoutMs: inputs['wait-timeout'],
        quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
        onAcquired: (acquired) => {
          waitedMs = acquired.waitedMs;
          say.line(acquiredText(acquired));
        },
        onQuit: (told) => writeFileSync(quitFile(scratch), `${JSON.stringify(toldJson(told))}\n`),
        start: (lease) => startCommand(session, lease, scratch, command),
      }),
    );
    writeResult(inputs['result-file'], result, waitedMs);
    if (result.kind === 'not-run') {
      say.line(notAcquiredText(result.acquire));
      return notAcquiredExit(result.acquire, request.ifBusy);
    }
    return reportRan(session, result, mode);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function startCommand(session: Session, lease: Lease, scratch: string, command: readonly string[]): Command {
  const leaseFile = join(scratch, 'lease.json');
  writeLeaseFile(leaseFile, { ...lease, acquiredAt: new Date().toISOString() });
  const env: NodeJS.ProcessEnv = {
    ...session.env,
    GIVEWAY_HOST: lease.hosts.join(','),
    GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
    GIVEWAY_LEASE_FILE: leaseFile,
    GIVEWAY_QUIT_FILE: quitFile(scratch),
  };
  for (const name of SECRETS) Reflect.deleteProperty(env, name);
  const child = startChild({
    command,
    env,
    guardMs: Math.min(MAX_GUARD_MS, lockDelayMs(lease.ttlMs)),
    onError: (message) => session.say.line(message),
  });
  session.interrupts.onFurther((name) => child.signal(name));
  return child;
}

function quitFile(scratch: string): string {
  return join(scratch, 'quit');
}

function acquiredText({ lease, waitedMs, previous }: Extract<AcquireResult, { kind: 'acquired' }>): string {
  const after = waitedMs < 1000 ? '' : ` after ${durationText(waitedMs)}`;
  const whose = previous?.endedBy === 'expired' ? `; the lease of ${oneLine(previous.job)} had expired` : '';
  return `acquired ${lease.hosts.join(', ')} for ${lease.version}${after}${whose}`;
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

function toldJson({ byVersion, byJob, graceUntilMs }: Told): unknown {
  return { reason: 'preempted', byVersion, byJob, graceUntil: new Date(graceUntilMs).toISOString() };
}

/** How it ended, without the ambiguity of an exit code. */
function writeResult(path: string | undefined, result: RunResult, waitedMs: number): void {
  if (path === undefined) return;
  writeFileSync(path, `${JSON.stringify(resultJson(result, waitedMs))}\n`);
}

function resultJson(result: RunResult, waitedMs: number): unknown {
  if (result.kind === 'not-run')
    return { outcome: 'not-acquired', ...(waitingJson(result.acquire) as object) };
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
    ...(told === undefined ? {} : { quit: toldJson(told) }),
    released: released?.kind === 'released',
    ...(released?.kind === 'released' ? { heldSeconds: seconds(released.heldMs) } : {}),
  };
}
