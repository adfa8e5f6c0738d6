/** What acquire's post step must know, saved as soon as it is known. */
import * as core from '@actions/core';
import type { LeaseFile } from '../commands/lease-file';
import type { ProcessId } from '../platform/process-id';

export interface AcquireState {
  readonly pool: string;
  /** Of the request, and of the lease that it gets. */
  readonly id: string;
  /** Main has ended by itself, so that nothing that it had sent can still come about. */
  readonly isOver: boolean;
  /** It was to take over what an earlier job had left. */
  readonly isAdoption: boolean;
  readonly lease?: LeaseFile;
  readonly keeper?: ProcessId;
  readonly logFile?: string;
  readonly quitFile?: string;
}

/** The inputs that the post alone goes by: main looks at them too, for nobody could mend them later. */
export const FOR_POST = ['if-failed', 'job-status'] as const;

const NAME = 'acquire';

export function saveAcquireState(state: AcquireState): void {
  core.saveState(NAME, state);
}

/** Undefined: the step ended before there could be anything of it on the pool. */
export function acquireState(): AcquireState | undefined {
  const text = core.getState(NAME);
  return text === '' ? undefined : (JSON.parse(text) as AcquireState);
}
