import * as core from '@actions/core';
import { COMMANDS } from '../settings/commands';
import { giveBackStep } from './give-back';
import { runStep } from './workflow';

const STATE = 'released';

/** Gives the host back before the job ends. */
export async function release(): Promise<void> {
  await runStep(COMMANDS.release.inputs, async (step) => {
    const kind = await giveBackStep(step, { isPost: false });
    core.saveState(STATE, true);
    if (kind === 'lost') core.setFailed(step.lastLine());
  });
}

/** A release that failed or was cancelled is tried once more, at the end of the job. */
export async function releasePost(): Promise<void> {
  if (core.getState(STATE) === 'true') return;
  await runStep(
    COMMANDS.release.inputs,
    async (step) => {
      await giveBackStep(step, { isPost: true, mayComeLate: false });
    },
    {
      isPost: true,
      result: () => undefined,
    },
  );
}
