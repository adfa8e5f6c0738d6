import * as core from '@actions/core';
import { exec } from '@actions/exec';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exactDurationText } from '../commands/duration-text';
import { SECRETS } from '../commands/session';
import type { Lease } from '../lease/lease';
import type { Problem } from '../settings/inputs';
import { parseDuration } from '../settings/values';

/** All post steps of a job together get five minutes once it was cancelled, and what comes after this needs some of them. */
const MOST_MS = 240_000;
/** How long it may take to end once it has been told to. */
const KILL_AFTER_MS = 2000;

export interface BeforeRelease {
  /** For bash; it is the workflow's own. Empty: there is nothing to do. */
  readonly text: string;
  readonly limitMs: number;
}

/** What the step's inputs say of it. */
export function beforeReleaseInputs(): {
  readonly task: BeforeRelease;
  readonly problems: readonly Problem[];
} {
  const text = core.getInput('before-release', { trimWhitespace: false });
  const limit = core.getInput('before-release-timeout');
  const parsed = limit === '' ? { value: MOST_MS } : parseDuration(limit);
  if ('value' in parsed) return { task: { text, limitMs: parsed.value }, problems: [] };
  const problem = { input: 'before-release-timeout', expected: parsed.expected, got: limit };
  return { task: { text, limitMs: MOST_MS }, problems: [problem] };
}

/**
 * Runs the user's command on a host that is about to be given back, such as one that powers it off. That it fails, or takes
 * too long, is reported and keeps no host. When this resolves nothing of it runs any more, for the host may be another
 * job's then. `env` is what the command gets, but for the key.
 */
export async function runBeforeRelease(
  task: BeforeRelease,
  { hosts, fencingToken }: Pick<Lease, 'hosts' | 'fencingToken'>,
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  if (task.text.trim() === '') return;
  const host = hosts.join(',');
  core.startGroup(`before-release on ${host}`);
  try {
    const why = signal.aborted
      ? `was not run (${(signal.reason as Error).message})`
      : await runBounded(task, commandEnvironment(env, host, fencingToken), signal);
    if (why !== undefined) core.warning(`before-release ${why}; ${host} is given back all the same`);
  } catch (error) {
    const why = (error as Error).message;
    core.warning(`before-release could not be run: ${why}; ${host} is given back all the same`);
  } finally {
    core.endGroup();
  }
}

/**
 * Runs the text in a process group of its own, whose id goes to a file: the library that runs this can end nothing. What is
 * left of the group goes with the text's end. What has left the group may keep its streams for as long as it likes: they are
 * not this step's, which would wait for them, but those of `cat`, and what comes a second later is not shown.
 */
const WRAPPER = `mkfifo -m 600 "$1/output" || exit
cat "$1/output" &
relay=$!
set -m
bash --noprofile --norc -e "$1/script.sh" >"$1/output" 2>&1 &
set +m
echo "$!" >"$1/group.new" && mv -f "$1/group.new" "$1/group"
wait "$!"
status=$?
kill -KILL -- "-$!" 2>/dev/null
for _ in {1..20}; do
  kill -0 "$relay" 2>/dev/null || break
  sleep 0.05
done
kill -KILL "$relay" 2>/dev/null
exit "$status"
`;

/** What went wrong; undefined: nothing. */
async function runBounded(
  { text, limitMs }: BeforeRelease,
  env: Record<string, string>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-'));
  const wrapper = join(folder, 'before-release.sh');
  writeFileSync(wrapper, WRAPPER, { mode: 0o600 });
  writeFileSync(join(folder, 'script.sh'), `${text}\n`, { mode: 0o600 });
  const groupFile = join(folder, 'group');
  const late = AbortSignal.timeout(limitMs);
  const ended = new AbortController();
  const options = { env, ignoreReturnCode: true, input: Buffer.alloc(0) };
  try {
    const running = exec('bash', [wrapper, folder], options);
    const stopping = endGroupOn(AbortSignal.any([signal, late]), groupFile, ended.signal);
    const code = await running.finally(() => ended.abort());
    const wasStopped = await stopping;
    if (!wasStopped) return code === 0 ? undefined : `failed with exit code ${code}`;
    return signal.aborted
      ? `was ended (${(signal.reason as Error).message})`
      : `was ended, for it took longer than ${exactDurationText(limitMs)}`;
  } finally {
    ended.abort();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves with true once the group has been ended, with false if it ended by itself. */
async function endGroupOn(stop: AbortSignal, groupFile: string, ended: AbortSignal): Promise<boolean> {
  await aborted(AbortSignal.any([stop, ended]));
  let wasStopped = false;
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    // it may be just about to start
    while (!ended.aborted && !existsSync(groupFile)) await sleep(20);
    if (ended.aborted) break;
    wasStopped = true;
    signalGroup(Number(readFileSync(groupFile, 'utf8')), name);
    await sleep(KILL_AFTER_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  return wasStopped;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function signalGroup(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // it has ended meanwhile
  }
}

function commandEnvironment(env: NodeJS.ProcessEnv, host: string, token: number): Record<string, string> {
  const secrets: readonly string[] = SECRETS;
  const own: NodeJS.ProcessEnv = { ...env, GIVEWAY_HOST: host, GIVEWAY_FENCING_TOKEN: String(token) };
  const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
  return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
}
