/** Runs the script here, or at the other end of an SSH connection, and reads what it says. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { openBastion, type Login } from '../pool/open';
import { PoolUnavailable } from '../pool/pool';
import type { SshAccess } from '../pool/ssh-target';
import { inputWords, setupScript, type SetupInputs } from './setup-script';

/** `made`, `kept`: it is right now, it was right already; `left`: an admin has to do it. */
export type StepKind = 'made' | 'kept' | 'left' | 'note';

export interface Setup {
  /** Whom the keys log in as. */
  readonly user: string | undefined;
  /** Of the machine that the script ran on, by its own files: type and base64, the best first. */
  readonly hostKeys: readonly string[];
  /** How many steps changed something, and how many need an admin. */
  readonly made: number;
  readonly left: number;
  /** Of the bastion, where the way led over SSH. */
  readonly login: Login | undefined;
}

export interface SetupOptions {
  readonly inputs: SetupInputs;
  /** Told of each step as it is done. */
  readonly onStep: (kind: StepKind, text: string) => void;
  readonly signal?: AbortSignal;
}

/** Sets up a folder of this machine. Rejects with PoolUnavailable where a step failed. */
export async function setUpHere(options: SetupOptions): Promise<Setup> {
  const { inputs, signal } = options;
  const child = spawn(
    'sh',
    ['-c', setupScript(), 'giveway-init', `folder=${inputs.folder}`, ...inputWords(inputs)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    },
  );
  let complaints = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (chunk: string) => (complaints = (complaints + chunk).slice(-2000)));
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      complaints += error.message;
      resolve();
    });
  });
  const report = readReport(options);
  readLines(child.stdout, report.line);
  await closed;
  signal?.throwIfAborted();
  return { ...report.end(complaints), login: undefined };
}

export interface RemoteSetupOptions extends SetupOptions {
  /** `ssh://…` */
  readonly name: string;
  readonly access: SshAccess;
}

const SETUP_MS = 120_000;

/** The same at the bastion that the pool's name leads to. Rejects as a connection may, too. */
export async function setUpThere(options: RemoteSetupOptions): Promise<Setup> {
  const { name, access, inputs } = options;
  const timeout = AbortSignal.timeout(SETUP_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  const { channel, login } = await openBastion(name, { access, program: setupScript() }, signal);
  const report = readReport(options);
  const stop = (): void => channel.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const seen = { restricted: false };
  // the streams' own errors show in `closed`
  for (const stream of [channel.input, channel.output]) stream.on('error', () => undefined);
  readLines(channel.output, (line) => {
    if (line === 'giveway-loader') {
      channel.load?.();
      channel.input.write([...inputWords(inputs), 'go', ''].join('\n'));
    } else if (/^giveway-(?:program|error) /.test(line)) {
      seen.restricted = true;
      channel.destroy();
    } else report.line(line);
  });
  await channel.closed;
  signal.removeEventListener('abort', stop);
  options.signal?.throwIfAborted();
  if (seen.restricted) {
    throw new PoolUnavailable(
      'auth',
      `can't set up ${name}: the key that logged in is bound to the pool's program. Use a login that has a shell there`,
    );
  }
  if (timeout.aborted && !report.hasEnded()) {
    throw new PoolUnavailable('fault', `setting up ${name} took longer than ${SETUP_MS / 1000} s`);
  }
  return { ...report.end(channel.complaints()), login };
}

/** Collects what the script says; lines that are not the script's, a shell's greeting say, are passed over. */
function readReport({ onStep }: SetupOptions): {
  line: (line: string) => void;
  hasEnded: () => boolean;
  end: (complaints: string) => Omit<Setup, 'login'>;
} {
  let user: string | undefined;
  const hostKeys: string[] = [];
  const count = { made: 0, kept: 0, left: 0, note: 0 };
  let failure: string | undefined;
  let ended = false;
  return {
    line(line) {
      const [, what, text = ''] = /^giveway-init ([a-z-]+) (.*)$/.exec(line) ?? [];
      switch (what) {
        case 'made':
        case 'kept':
        case 'left':
        case 'note':
          count[what] += 1;
          onStep(what, text);
          break;
        case 'failed':
          failure = text;
          break;
        case 'user':
          user = text;
          break;
        case 'host-key':
          hostKeys.push(text);
          break;
        case 'end':
          ended = true;
          break;
        case undefined:
        default:
      }
    },
    hasEnded: () => ended,
    end(complaints) {
      if (failure !== undefined) throw new PoolUnavailable('fault', failure);
      if (!ended) {
        throw new PoolUnavailable(
          'fault',
          `the set-up ended early: ${complaints.trim() || 'it said nothing'}`,
        );
      }
      return { user, hostKeys, made: count.made, left: count.left };
    },
  };
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  });
}
