/** What every command works with: the streams, the environment, and, for those that use a pool, a flow's context. */
import type { FlowContext } from '../lease/flow';
import { systemClock } from '../lease/clock';
import { openPool } from '../pool/open';
import type { Pool } from '../pool/pool';
import type { Interrupts } from './interrupts';
import type { Say } from './say';

export interface Session {
  readonly env: NodeJS.ProcessEnv;
  /** The result, and nothing else. */
  readonly print: (text: string) => void;
  readonly say: Say;
  readonly interrupts: Interrupts;
  readonly isTerminal: boolean;
}

/** Opens a pool for as long as `use` runs. */
export async function withPool<T>(
  session: Session,
  name: string,
  allowNfs: boolean | undefined,
  use: (context: FlowContext) => Promise<T>,
): Promise<T> {
  const pool: Pool = openPool(name, allowNfs === undefined ? {} : { allowNfs });
  try {
    return await use({
      pool,
      clock: systemClock,
      say: (event) => session.say.event(event),
      signal: session.interrupts.signal,
      random: Math.random,
    });
  } finally {
    session.say.done();
    await pool.close();
  }
}

/** One line of JSON on stdout. */
export function printJson(session: Session, value: unknown): void {
  session.print(`${JSON.stringify(value)}\n`);
}

/** Seconds with one decimal, as results carry durations. */
export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
