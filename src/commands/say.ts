/** What people read: lines on stderr, each behind a prefix, so that nothing of another job's can pass for a line of its own. */
import { oneLine } from '../protocol/one-line';
import type { FlowEvent } from '../lease/flow';
import { laterBy } from '../protocol/snapshot';
import { durationText } from './duration-text';
import { toldText } from './told-text';
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

type Waiting = Extract<FlowEvent, { type: 'waiting' }>;

/** How often a log repeats what has not changed. */
const REPEAT_MS = 120_000;

/** How often a terminal's live line is told anew, for the seconds on it. */
const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';

/**
 * From now on an output that can't be written (`giveway … | head`, a runner that has died, a full disk) costs the words and no more: a
 * lease is kept, and files are taken away, whether or not anybody hears of it.
 */
export function outliveOutput(onUnread?: () => void): void {
  process.stdout.on('error', () => onUnread?.());
  process.stderr.on('error', () => undefined);
}

export function sayTo(output: Output, now: () => number): Say {
  let ticking: NodeJS.Timeout | undefined;
  let lastKey = '';
  let lastAtMs = -Infinity;
  const endLive = (): void => {
    if (ticking === undefined) return;
    clearInterval(ticking);
    ticking = undefined;
    output.write(CLEAR_LINE);
  };
  const line = (text: string): void => {
    endLive();
    output.write(`giveway: ${text}\n`);
  };
  const live = ({ report, snapshot, waitedMs }: Waiting): void => {
    const startedAtMs = now();
    const tell = (): void => {
      const passedMs = now() - startedAtMs;
      const later = laterBy(snapshot, passedMs);
      const headline = waitHeadline(report, later, waitedMs + passedMs, Math.max(20, output.columns() - 1));
      output.write(`${CLEAR_LINE}${headline}`);
    };
    clearInterval(ticking);
    ticking = setInterval(tell, TICK_MS);
    tell();
  };
  const waiting = (event: Waiting): void => {
    const { report, snapshot, waitedMs } = event;
    const key = waitKey(report);
    const isNew = key !== lastKey;
    if (isNew || (!output.isTerminal && now() - lastAtMs >= REPEAT_MS)) {
      lastKey = key;
      lastAtMs = now();
      for (const text of waitLines(report, snapshot, waitedMs)) line(text);
    }
    if (output.isTerminal) live(event);
  };
  return {
    line,
    done: endLive,
    event(event) {
      switch (event.type) {
        case 'waiting':
          waiting(event);
          return;
        case 'told':
          line(`asked to leave ${toldText(event.told)}`);
          return;
        case 'retrying':
          line(`${oneLine(event.error.message, 500)}; trying again in ${durationText(event.inMs)}`);
          return;
        case 'lock-put-back':
          line(`warning: the lock of ${event.hosts.join(', ')} had been removed by somebody; it is back`);
          return;
        case 'left-behind':
          line(
            `warning: what this job may have left in the pool goes when it expires: ${oneLine(event.error.message, 500)}`,
          );
          return;
      }
    },
  };
}
