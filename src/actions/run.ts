import * as core from '@actions/core';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand, type RunOutcome } from '../commands/run';
import { COMMANDS } from '../settings/commands';
import { beforeReleaseInputs, runBeforeRelease } from './before-release';
import { forkProblems } from './fork';
import { giveBackStep } from './give-back';
import { ranOutputs, reportRan, scriptProblems } from './ran';
import { runStep, setOutputs } from './workflow';

const STATE = 'run';

interface RunState {
  readonly pool: string;
  readonly id: string;
  /** There as long as anything of the command may live. */
  readonly folder?: string;
}

/** Holds a host while a script runs. */
export async function run(): Promise<void> {
  let script: string | undefined;
  try {
    await runStep(COMMANDS.run.inputs, async (step) => {
      const { session, given } = step;
      const { env } = session;
      const text = core.getInput('run', { trimWhitespace: false });
      const { task, problems } = beforeReleaseInputs();
      const all = [...scriptProblems(text), ...problems, ...forkProblems(env, given)];
      let outcome: RunOutcome | undefined;
      let state: RunState | undefined;
      const save = (more: Partial<RunState>): void => {
        state = { pool: '', id: '', ...state, ...more };
        core.saveState(STATE, state);
      };
      script = writeScript(env, text);
      const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
      try {
        const code = await runCommand(session, { given }, all, command, {
          // each turn of one that waits again has an id of its own
          onRequest: (request) => {
            state = undefined;
            save(request);
          },
          onStart: (folder) => save({ folder }),
          onResult: (result) => {
            outcome = result;
            setOutputs(ranOutputs(result));
          },
          beforeRelease: (lease, signal) => runBeforeRelease(task, lease, { env, signal }),
        });
        await reportRan(outcome, code);
      } finally {
        // nothing for the post
        if (!step.hasLeftBehind()) core.saveState(STATE, '');
      }
    });
  } finally {
    if (script !== undefined) rmSync(dirname(script), { recursive: true, force: true });
  }
}

/** In a file, as the platform's own `run` has it: a text of many lines is no argument. */
function writeScript(env: NodeJS.ProcessEnv, text: string): string {
  const folder = mkdtempSync(join(env['RUNNER_TEMP'] ?? '.', 'giveway-run-'));
  const file = join(folder, 'script.sh');
  writeFileSync(file, `${text}\n`, { mode: 0o700 });
  return file;
}

/** The guard of a run that was killed ends its command within so long. */
const GUARD_MS = 20_000;

/** What a main that was killed has left, or one that could not reach the pool any more. */
export async function runPost(): Promise<void> {
  const text = core.getState(STATE);
  if (text === '') return;
  const { pool, id, folder } = JSON.parse(text) as RunState;
  await runStep(
    COMMANDS.release.inputs,
    async (step) => {
      const deadline = performance.now() + GUARD_MS;
      while (folder !== undefined && existsSync(folder) && performance.now() < deadline) await sleep(100);
      const given = new Map([...step.given, ['pool', [pool]], ['lease', [id]]] as const);
      // once there was a command, the take had been answered
      await giveBackStep({ ...step, given }, { isPost: true, mayComeLate: folder === undefined });
    },
    { isPost: true, result: () => undefined },
  );
}
