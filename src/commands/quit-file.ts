/** The file that tells a job, as soon as it is so, that it must leave. */
import { renameSync, writeFileSync } from 'node:fs';
import type { Told } from '../protocol/record';
import { oneLine } from '../protocol/one-line';
import type { Session } from './session';

/** What a job is told at a quit request; `check-quit` answers the same. */
export function quitJson({ byVersion, byJob, graceUntilMs }: Told): object {
  return {
    reason: 'preempted',
    byVersion: oneLine(byVersion),
    byJob: oneLine(byJob),
    graceUntil: new Date(graceUntilMs).toISOString(),
  };
}

export const LOST_JSON = { reason: 'lost' };

/** Appears at once and whole. It is a notice and no more, so that a full disk only costs the file. */
export function writeQuitFile({ say }: Session, path: string, value: object): void {
  try {
    writeWhole(path, value);
  } catch (error) {
    say.line(`warning: can't write the quit file: ${(error as Error).message}`);
  }
}

export function writeWhole(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value)}\n`);
  renameSync(temporary, path);
}
