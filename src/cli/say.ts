/** What people read: lines on stderr, each behind a prefix, so that nothing of another job's can pass for a line of its own. */
import { oneLine } from '../protocol/one-line';
import type { FlowEvent } from '../lease/flow';
import { clockText, durationText } from './duration-text';
import { waitHeadline, waitKey, waitLines } from './wait-text';

export interface Say {
  line(text: string): void;
  event(event: FlowEvent): void;
  /** Ends a live line, if there is one. */
  done(): void;
}

export interface Output {
  readonly write: (text: string) => void;
  /** A terminal gets one live line while waiting; a log gets lines at a sensible pace. */
  readonly isTerminal: boolean;
  readonly columns: () => number;
}

/** How often a log repeats what has not changed. */
const REPEAT_MS = 120_000;

export function sayTo(output: Output, now: () => number): Say {
  let live = false;
  let lastKey = '';
  let lastAtMs = -Infinity;
  const endLive = (): void => {
    if (live) output.write('\n');
    live = false;
  };
  const line = (text: string): void => {
    endLive();
    output.write(`giveway: ${text}\n`);
  };
  const waiting = ({ report, snapshot, waitedMs }: Extract<FlowEvent, { type: 'waiting' }>): void => {
    const key = waitKey(report);
    const isNew = key !== lastKey;
    if (isNew || (!output.isTerminal && now() - lastAtMs >= REPEAT_MS)) {
      lastKey = key;
      lastAtMs = now();
      for (const text of waitLines(report, snapshot, waitedMs)) line(text);
    }
    if (!output.isTerminal) return;
    output.write(`\r\u001b[K${waitHeadline(report, snapshot, waitedMs, Math.max(20, output.columns() - 1))}`);
    live = true;
  };
  return {
    line,
    done: endLive,
    event(event) {
      switch (event.type) {
        case 'waiting':
          waiting(event);
          return;
        case 'told': {
          const { byJob, byVersion, graceUntilMs } = event.told;
          const until = clockText(graceUntilMs, Date.now());
          line(`asked to leave by ${until}: ${oneLine(byJob)} (${oneLine(byVersion)}) waits for this host`);
          return;
        }
        case 'retrying':
          line(`${oneLine(event.error.message, 500)}; trying again in ${durationText(event.inMs)}`);
          return;
        case 'lock-put-back':
          line(`warning: the lock of ${event.hosts.join(', ')} had been removed by somebody; it is back`);
          return;
        case 'left-behind':
          line(
            `warning: what this job left in the pool will go when it expires: ${oneLine(event.error.message, 500)}`,
          );
          return;
      }
    },
  };
}
