/** How a run ended, as a step tells it. */
import * as core from '@actions/core';
import type { RunOutcome } from '../commands/run';
import { EXIT } from '../settings/exit-codes';
import type { Problem } from '../settings/inputs';
import { harmless } from './harmless';
import { summarizeNotAcquired, summarizeRan } from './summary';

/** A workflow that leaves it out, or has a typing mistake in an expression there, would wait for a host and do nothing. */
export function scriptProblems(text: string): Problem[] {
  return text.trim() === ''
    ? [{ input: 'run', expected: 'the script that runs while the host is held', got: undefined }]
    : [];
}

/** As outputs: `quit` is always there, with who asked beside it. */
export function ranOutputs({ quit, outcome, ...fields }: RunOutcome): object {
  const told = typeof quit === 'object' && quit !== null ? quit : {};
  const reason = outcome === 'lost' ? { reason: 'lost' } : {};
  return { outcome, ...fields, ...told, ...reason, quit: outcome === 'preempted' || outcome === 'lost' };
}

/** Fails the step in its own words, or says that it gave way; and writes the summary. */
export async function reportRan(result: RunOutcome | undefined, code: number): Promise<void> {
  if (result === undefined) return;
  const { outcome } = result;
  const text = endText(result);
  if (code !== EXIT.done) core.setFailed(text);
  else if (outcome === 'preempted') core.notice(text, { title: 'Giving way' });
  if (outcome === 'not-acquired') await summarizeNotAcquired('the host', text);
  else if ('host' in result) await summarizeRan(result);
}

function endText({ outcome, exitCode, signal, quit, message, reason }: RunOutcome): string {
  const { byJob, byVersion } = (quit ?? {}) as { readonly byJob?: string; readonly byVersion?: string };
  const text = {
    ended:
      typeof signal === 'string'
        ? `the command was ended by ${signal}`
        : `the command ended with exit code ${String(exitCode)}`,
    preempted: `the job gave way to ${byJob ?? 'another'} (${byVersion ?? 'newer'})`,
    lost: 'the lease was lost: the host may have been used by another job meanwhile',
    interrupted: 'the job was interrupted',
    'not-acquired': `no host: ${String(reason)}`,
    'pool-unavailable': String(message),
    fault: String(message),
  }[outcome];
  return harmless(text);
}
