import * as core from '@actions/core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exactDurationText } from '../commands/duration-text';
import { runCommand } from '../commands/run';
import { prowAliases } from '../platform/prow';
import { EXIT } from '../settings/exit-codes';
import type { Problem } from '../settings/inputs';
import { forkProblems } from './fork';
import { ranFailure, ranOutputs } from './ran';
import { runStep, setOutputs } from './workflow';

/**
 * The one step of the composite action, whose inputs come by the environment; the text to run as GIVEWAY_RUN. The step
 * ends with the exit code of `giveway run`, which passes the command's own on.
 */
export async function composite(): Promise<void> {
  await runStep([], async ({ session }) => {
    const { GIVEWAY_RUN: text = '', ...given } = session.env;
    const { env, problems } = withProwDefaults(given);
    const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', text];
    const inputs = { given: new Map<string, readonly string[]>() };
    let failure = '';
    const code = await runCommand(
      { ...session, env },
      inputs,
      [...problems, ...forkProblems(env, inputs.given)],
      command,
      {
        onResult: (outcome) => {
          setOutputs(ranOutputs(outcome));
          failure = ranFailure(outcome);
        },
      },
    );
    if (code === EXIT.done) return;
    core.setFailed(failure);
    process.exitCode = code;
  });
}

/** What Prow-like runners set, where no input says otherwise: the bastion, how long to wait, the key. */
function withProwDefaults(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly problems: readonly Problem[];
} {
  const aliases = prowAliases(env, true);
  const profile = env['CLUSTER_PROFILE_DIR'];
  const key = profile === undefined ? undefined : join(profile, 'ssh-key');
  const defaults = {
    GIVEWAY_POOL: aliases.pool,
    GIVEWAY_WAIT_TIMEOUT:
      aliases.waitTimeoutMs === undefined ? undefined : exactDurationText(aliases.waitTimeoutMs),
    GIVEWAY_PRIVATE_KEY_FILE:
      env['GIVEWAY_PRIVATE_KEY'] === undefined && key !== undefined && existsSync(key) ? key : undefined,
  };
  const missing = Object.entries(defaults).filter(
    ([name, value]) => value !== undefined && (env[name] ?? '') === '',
  );
  const problems = aliases.problems
    .filter(({ name }) => !(name === 'AUX_HOST' && (env['GIVEWAY_POOL'] ?? '') !== ''))
    .map(({ name, expected, got }) => ({ input: name, expected, got }));
  return { env: { ...env, ...Object.fromEntries(missing) }, problems };
}
