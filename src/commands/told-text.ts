import { oneLine } from '../protocol/one-line';
import type { Told } from '../protocol/record';
import { clockText } from './duration-text';

/** That a job must leave, by when, and for whom; an eviction is for nobody's version. */
export function toldText({ byJob, byVersion, graceUntilMs }: Told): string {
  const who = oneLine(byJob);
  const why =
    byVersion === NO_VERSION ? `evicted by ${who}` : `${who} (${oneLine(byVersion)}) waits for this host`;
  return `by ${clockText(graceUntilMs, Date.now())}: ${why}`;
}

/** What an eviction has for the version of a job that asks. */
export const NO_VERSION = '-';
