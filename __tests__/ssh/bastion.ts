/** The jobs that a test runs on pools over SSH, and what they leave. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/lease/clock';
import type { FlowContext, FlowEvent } from '../../src/lease/flow';
import type { Pool } from '../../src/pool/pool';
import { Stopped } from '../lease/lab';

export { until } from '../lease/lab';
export { connectOptions, PROGRAM, sshPool, type SshPoolToMake } from './ssh-pool';

export interface Job extends FlowContext {
  readonly said: FlowEvent[];
  readonly abort: (reason?: Error) => void;
}

/** Its retries come at their earliest, for a test waits for them. */
export function jobOn(pool: Pool): Job {
  const said: FlowEvent[] = [];
  const controller = new AbortController();
  return {
    pool,
    clock: systemClock,
    said,
    say: (event) => void said.push(event),
    signal: controller.signal,
    abort: (reason = new Stopped('stopped by the test')) => controller.abort(reason),
    random: () => 0,
  };
}

/** What a folder has of places, locks and heartbeats: nothing once all jobs have left. */
export function leftovers(folder: string): string[] {
  const inner = join(folder, '.giveway');
  return [
    ...readdirSync(folder).filter((name) => name !== '.giveway'),
    ...(existsSync(inner)
      ? readdirSync(inner).filter((name) => !/\.lease$|^(?:gen|journal)$/.test(name))
      : []),
  ];
}
