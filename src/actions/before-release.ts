import * as core from '@actions/core';
import { exec } from '@actions/exec';
import { SECRETS } from '../commands/session';
import type { Lease } from '../lease/lease';

/** All post steps of a job together get five minutes, and what comes after this needs some of them. */
const MOST_S = 240;
const KILL_AFTER_S = 5;
/** The exit code of `timeout` for a command that took too long. */
const TOO_LONG = [124, 137];

/**
 * Runs the user's command on a host that is about to be given back, such as one that powers it off. That it fails, or takes
 * too long, is reported and keeps no host. The command's text is the workflow's own; `env` has no key in it.
 */
export async function runBeforeRelease(
  text: string,
  { hosts, fencingToken }: Pick<Lease, 'hosts' | 'fencingToken'>,
  { env, signal }: { readonly env: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<void> {
  if (text === '') return;
  const host = hosts.join(',');
  core.startGroup(`before-release on ${host}`);
  try {
    // the library that runs it can't end it
    const bounded = ['-k', String(KILL_AFTER_S), String(MOST_S), 'bash', '-e', '-c', text];
    const code = await Promise.race([
      exec('timeout', bounded, { env: environmentFor(env, host, fencingToken), ignoreReturnCode: true }),
      interrupted(signal),
    ]);
    if (code === 0) return;
    const why =
      code === 'interrupted'
        ? 'was interrupted'
        : TOO_LONG.includes(code)
          ? `took longer than ${MOST_S / 60} minutes`
          : `failed with exit code ${code}`;
    core.warning(`before-release ${why}; ${host} is given back all the same`);
  } catch (error) {
    core.warning(
      `before-release could not run: ${(error as Error).message}; ${host} is given back all the same`,
    );
  } finally {
    core.endGroup();
  }
}

function environmentFor(env: NodeJS.ProcessEnv, host: string, token: number): Record<string, string> {
  const secrets: readonly string[] = SECRETS;
  const own: NodeJS.ProcessEnv = { ...env, GIVEWAY_HOST: host, GIVEWAY_FENCING_TOKEN: String(token) };
  const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
  return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
}

function interrupted(signal: AbortSignal): Promise<'interrupted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('interrupted');
    signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
  });
}
