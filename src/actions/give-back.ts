import * as core from '@actions/core';
import { releaseCommand, type HeldLease } from '../commands/release';
import type { ReleaseOptions, ReleaseResult } from '../lease/release';
import { beforeReleaseInputs, runBeforeRelease } from './before-release';
import { summarizeHeld } from './summary';
import type { Step } from './workflow';

export interface GiveBackOptions extends ReleaseOptions {
  /** In a post step, where nobody could mend them any more, inputs that can't be read are passed over. */
  readonly isPost: boolean;
}

/** Gives a lease back in a step: first the user's command on the host, then the release, then the summary. */
export async function giveBackStep(
  { session, given }: Step,
  { isPost, ...options }: GiveBackOptions,
): Promise<ReleaseResult['kind']> {
  let held: HeldLease | undefined;
  let result: ReleaseResult = { kind: 'not-held' };
  const { task, problems } = beforeReleaseInputs();
  await releaseCommand(session, { given }, isPost ? [] : problems, {
    ...options,
    beforeRelease: async (found, signal) => {
      held = found;
      await runBeforeRelease(task, found.lease, { env: session.env, signal });
    },
    onReleased: (released) => (result = released),
  });
  await summarize(held, result);
  return result.kind;
}

async function summarize(held: HeldLease | undefined, result: ReleaseResult): Promise<void> {
  if (held === undefined || result.kind !== 'released') return;
  const { lease, file, told } = held;
  const { heldMs } = result;
  await summarizeHeld({
    ...lease,
    waitedMs: file?.waitedMs,
    heldMs,
    told,
    jobStatus: core.getInput('job-status'),
  });
}
