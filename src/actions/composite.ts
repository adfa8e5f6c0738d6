import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exactDurationText } from '../commands/duration-text';
import { runCommand, type RunOutcome } from '../commands/run';
import { prowAliases } from '../platform/prow';
import { EXIT } from '../settings/exit-codes';
import type { Problem } from '../settings/inputs';
import { forkProblems } from './fork';
import { ranOutputs, reportRan, scriptProblems } from './ran';
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
    const all = [...problems, ...scriptProblems(text), ...forkProblems(env, inputs.given)];
    let outcome: RunOutcome | undefined;
    const onResult = (result: RunOutcome): void => {
      outcome = result;
      setOutputs(ranOutputs(result));
    };
    const code = await runCommand({ ...session, env }, inputs, all, command, { onResult });
    await reportRan(outcome, code);
    if (code !== EXIT.done) process.exitCode = code;
  });
}

/** What Prow-like runners set, where no input says otherwise: the bastion, how long to wait, the key. */
function withProwDefaults(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly problems: readonly Problem[];
} {
  const isGiven = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const aliases = prowAliases(env, true);
  const profile = env['CLUSTER_PROFILE_DIR'] ?? '';
  const key = join(profile, 'ssh-key');
  const hasProfileKey = profile !== '' && !isGiven('GIVEWAY_PRIVATE_KEY') && existsSync(key);
  const { pool, waitTimeoutMs } = aliases;
  const defaults = [
    { name: 'GIVEWAY_POOL', value: pool, from: 'AUX_HOST' },
    {
      name: 'GIVEWAY_WAIT_TIMEOUT',
      value: waitTimeoutMs === undefined ? undefined : exactDurationText(waitTimeoutMs),
      from: 'LOCK_ACQUIRE_ATTEMPTS',
    },
    { name: 'GIVEWAY_PRIVATE_KEY_FILE', value: hasProfileKey ? key : undefined, from: '' },
  ].filter(({ name }) => !isGiven(name));
  // what is not used may mean anything
  const problems = aliases.problems.filter(({ name }) => defaults.some(({ from }) => from === name));
  return {
    env: {
      ...env,
      ...Object.fromEntries(
        defaults.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
      ),
    },
    problems: problems.map(({ name, expected, got }) => ({ input: name, expected, got })),
  };
}
