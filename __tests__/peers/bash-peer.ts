import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SCRIPT = join(__dirname, 'bash-peer.sh');
const POLL_MS = 5;
const CLEAN_UP_MS = 5_000;

export type BashPeerMode = 'graceful' | 'force';

export interface BashPeerOptions {
  /** The folder of the lock files. */
  dir: string;
  /** A list is a pool of hosts, tried in turn. */
  host: string | readonly string[];
  /** One step of a job, or (`hold`, the default) a whole job. */
  verb?: 'acquire' | 'check' | 'release' | 'hold';
  /** Of `check`, and of the checks of a `hold`; graceful by default. */
  mode?: BashPeerMode;
  /** How long a `hold` holds: by default 300, so for most tests until it is stopped. */
  holdS?: number;
  /** Between the checks of a `hold`; 50 by default. */
  checkMs?: number;
  /** The short way to a job name; 4.21 where neither is given. */
  version?: string;
  jobName?: string;
  /** Steps of one job share it. By default a new one. */
  sharedDir?: string;
  /** The name in `<step>_status.txt`. */
  step?: string;
  /** An hour by default; may have decimals. */
  lockTimeoutS?: number;
  /** By default enough for more than a minute. */
  attempts?: number;
  /** 20 by default, where real jobs wait a minute. */
  retryMs?: number;
  /** D: from testing the lock to writing it. */
  writeDelayMs?: number;
  /** A file on the bastion: D begins when it is there, so that a test knows what has happened by then. */
  writeGate?: string;
  /** R: from writing the lock to confirming it. */
  confirmDelayMs?: number;
  clockSkewNs?: bigint;
  /** false: makes no waiting file, as older jobs. */
  waitingFile?: boolean;
  /** true: looks at nobody's waiting files, as older jobs. */
  ignoreWaiters?: boolean;
  /** A command that runs its last argument on the bastion: `ssh -i key root@host`. */
  ssh?: string;
}

/** A line of the peer's log: `event` and `detail` are listed at the top of bash-peer.sh; the clock is the true one. */
export interface BashPeerEvent {
  atNs: bigint;
  event: string;
  detail: string;
}

export interface BashPeerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface BashPeer {
  child: ChildProcess;
  sharedDir: string;
  /** When the peer's own process ends; after a signal to it alone, what it had started on the bastion may go on. */
  exited: Promise<BashPeerExit>;
  /** What it has written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Those so far, in their order. */
  events: () => Promise<BashPeerEvent[]>;
  /** Resolves with the nth such event, also when it is already there; rejects at the deadline, or once the peer has
   * ended without it. */
  waitFor: (event: string, timeoutMs?: number, nth?: number) => Promise<BashPeerEvent>;
  /** Signals all its processes and resolves when the peer has ended. By SIGTERM (the default) a `hold` runs its
   * clean-up step, with SIGKILL after 5 s; by SIGKILL everything stays as it is. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<BashPeerExit>;
}

const started = new Map<BashPeer, string>();

/** For `afterEach`: kills every peer that still runs, without its clean-up step, and removes their own folders. */
export async function stopBashPeers(): Promise<void> {
  const peers = [...started];
  started.clear();
  await Promise.all(peers.map(([peer]) => peer.stop('SIGKILL')));
  for (const [, folder] of peers) rmSync(folder, { recursive: true, force: true });
}

export function startBashPeer(options: BashPeerOptions): BashPeer {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-bash-peer-'));
  const sharedDir = options.sharedDir ?? join(folder, 'shared');
  mkdirSync(sharedDir, { recursive: true });
  const log = join(folder, 'events');
  const output = { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr') };

  // Files, not pipes: a process on the bastion that outlives the peer would keep a pipe open.
  const files = [output.stdout, output.stderr, log].map((path) => openSync(path, 'a'));
  const child = spawn('bash', [SCRIPT, ...verbArguments(options)], {
    env: { ...process.env, ...environment(options), SHARED_DIR: sharedDir, PEER_LOG: log },
    stdio: ['ignore', files[0], files[1]],
    detached: true, // a process group of its own, so that one signal reaches all its processes
  });
  files.forEach((file) => closeSync(file));

  const exited = new Promise<BashPeerExit>((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', reject);
  });
  exited.catch(() => undefined); // bash could not be started: told to whoever awaits it
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

  const readEvents = () => parseEvents(readFileSync(log, 'utf8'));
  const peer: BashPeer = {
    child,
    sharedDir,
    exited,
    stdout: () => readFileSync(output.stdout, 'utf8'),
    stderr: () => readFileSync(output.stderr, 'utf8'),
    events: async () => readEvents(),

    waitFor: async (event, timeoutMs = 10_000, nth = 1) => {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const ended = hasEnded(); // before the log is read: the last event may be the one
        const events = readEvents();
        const found = events.filter((candidate) => candidate.event === event)[nth - 1];
        if (found) return found;
        if (ended || performance.now() >= deadline) {
          const why = ended
            ? `the peer has ended (${String(child.exitCode ?? child.signalCode)})`
            : 'timeout';
          const seen = events.map((seenEvent) => `  ${seenEvent.event} ${seenEvent.detail}`).join('\n');
          throw new Error(`no event '${event}' (${nth}): ${why}. Events:\n${seen}\n${peer.stderr()}`);
        }
        await sleep(POLL_MS);
      }
    },

    stop: async (signal = 'SIGTERM') => {
      if (!hasEnded()) {
        signalGroup(child, signal);
        const timer = new AbortController();
        const kill = sleep(CLEAN_UP_MS, undefined, { signal: timer.signal }).then(
          () => signalGroup(child, 'SIGKILL'),
          () => undefined,
        );
        await exited;
        timer.abort();
        await kill;
      }
      return exited;
    },
  };
  started.set(peer, folder);
  return peer;
}

function verbArguments({ verb = 'hold', mode = 'graceful', holdS = 300 }: BashPeerOptions): string[] {
  switch (verb) {
    case 'acquire':
    case 'release':
      return [verb];
    case 'check':
      return [verb, mode];
    case 'hold':
      return [verb, String(holdS)];
  }
}

function environment(options: BashPeerOptions): Record<string, string> {
  return {
    LOCK_DIR: options.dir,
    JOB_NAME: options.jobName ?? `periodic-ci-main-nightly-${options.version ?? '4.21'}-telcov10n`,
    LOCK_TIMEOUT: String(options.lockTimeoutS ?? 3600),
    LOCK_ACQUIRE_ATTEMPTS: String(options.attempts ?? 2_000),
    PEER_RETRY_SECONDS: seconds(options.retryMs ?? 20),
    PEER_CHECK_SECONDS: seconds(options.checkMs ?? 50),
    PEER_CHECK_MODE: options.mode ?? 'graceful',
    PEER_WRITE_DELAY_MS: String(options.writeDelayMs ?? 0),
    PEER_WRITE_GATE: options.writeGate ?? '',
    PEER_CONFIRM_DELAY_MS: String(options.confirmDelayMs ?? 0),
    PEER_CLOCK_SKEW_NS: String(options.clockSkewNs ?? 0n),
    PEER_NO_WAITING_FILE: options.waitingFile === false ? '1' : '',
    PEER_IGNORE_WAITERS: options.ignoreWaiters ? '1' : '',
    PEER_STEP: options.step ?? 'step',
    PEER_SSH: options.ssh ?? '',
    // Not both: what the surroundings set must not decide.
    LOCK_HOST: typeof options.host === 'string' ? options.host : '',
    LOCK_HOSTS: typeof options.host === 'string' ? '' : options.host.join(','),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** A last line without its newline is still being written. */
function parseEvents(log: string): BashPeerEvent[] {
  return log
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [at = '', event = '', ...detail] = line.split(' ');
      return { atNs: BigInt(at), event, detail: detail.join(' ') };
    });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended by itself meanwhile
  }
}
