/** How a run ended, as a step tells it. */
import type { RunOutcome } from '../commands/run';
import { harmless } from './harmless';

/** As outputs: `quit` is always there, with who asked beside it. */
export function ranOutputs({ quit, outcome, ...fields }: RunOutcome): object {
  const told = typeof quit === 'object' && quit !== null ? quit : {};
  const reason = outcome === 'lost' ? { reason: 'lost' } : {};
  return { outcome, ...fields, ...told, ...reason, quit: outcome === 'preempted' || outcome === 'lost' };
}

/** In a sentence, for a step that fails for it. */
export function ranFailure({ outcome, exitCode, signal, quit, message, reason }: RunOutcome): string {
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
