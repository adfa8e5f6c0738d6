import type { AcquireResult } from '../lease/acquire';
import { oneLine } from '../protocol/one-line';
import { jobName } from '../protocol/quit';

interface HolderJson {
  readonly host: string;
  readonly job: string;
  readonly url?: string;
  readonly version?: string;
  readonly since?: string;
  readonly legacy: boolean;
}

/** The result of an acquire that got nothing: who holds, and who was ahead. */
export function waitingJson(result: Exclude<AcquireResult, { kind: 'acquired' }>): object {
  if (result.kind === 'superseded') return { acquired: false, reason: 'superseded' };
  if (result.kind === 'cancelled') {
    return { acquired: false, reason: 'cancelled', by: oneLine(result.by), why: oneLine(result.reason) };
  }
  const { reason, report } = result;
  const holders = (report?.hosts ?? []).flatMap(({ host, availability }): HolderJson[] => {
    switch (availability.state) {
      case 'held':
      case 'resting': {
        const { details, owner, version, token } = availability.holder;
        const job = oneLine(details.job ?? owner);
        const since = new Date(Math.floor(token / 1000)).toISOString();
        const url = details.url === undefined ? {} : { url: oneLine(details.url) };
        return [{ host, job, ...url, version: version.text, since, legacy: false }];
      }
      case 'bash':
        return [{ host, job: 'a bash job', legacy: true }];
      case 'free':
      case 'broken':
        return [];
    }
  });
  const ahead = (report?.ahead ?? []).map(({ waiter, rule }) => ({
    job: oneLine(jobName(waiter)),
    version: waiter.version.text,
    rule,
  }));
  return { acquired: false, reason, holder: holders[0], holders, ahead };
}
