import * as core from '@actions/core';
import { checkQuitCommand } from '../commands/check-quit';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { harmless } from './harmless';
import { runStep } from './workflow';

/** A checkpoint: the step succeeds with `quit=true` and a notice, or in force mode fails. */
export async function checkQuit(): Promise<void> {
  await runStep(COMMANDS['check-quit'].inputs, async (step) => {
    const code = await checkQuitCommand(step.session, { given: step.given }, []);
    if (code === EXIT.quitGraceful) {
      core.notice(harmless(step.lastLine()), { title: 'Giving way' });
    } else step.endWith(code);
  });
}
