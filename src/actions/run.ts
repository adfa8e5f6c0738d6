import * as core from '@actions/core';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../commands/run';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { runBeforeRelease } from './before-release';
import { forkProblems } from './fork';
import { giveBackStep } from './give-back';
import { ranFailure, ranOutputs } from './ran';
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
      let failure = '';
      let state: RunState = { pool: '', id: '' };
      const save = (more: Partial<RunState>): void => core.saveState(STATE, (state = { ...state, ...more }));
      script = writeScript(env, core.getInput('run'));
      const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
      const code = await runCommand(session, { given }, forkProblems(env, given), command, {
        onRequest: save,
        onStart: (folder) => save({ folder }),
        onResult: (outcome) => {
          setOutputs(ranOutputs(outcome));
          failure = ranFailure(outcome);
        },
        beforeRelease: (lease, signal) =>
          runBeforeRelease(core.getInput('before-release'), lease, { env, signal }),
      });
      if (code !== EXIT.done) core.setFailed(failure);
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

/** What a main that was killed has left. */
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
      await giveBackStep({ ...step, given });
    },
    { isPost: true, result: () => undefined },
  );
}
