/** A pool that notes what it is asked, when, and what it answers: as whoever asks can know it. */
import { OutcomeUnknown, type Pool } from '../../src/pool/pool';
import type { Attempt, Beat, Operation } from './history';

/** Each operation goes to `note` when it has ended. Waiting for a change is none. */
export function recordedPool(who: string, pool: Pool, note: (operation: Operation) => void): Pool {
  return {
    ...pool,
    async snapshot(signal) {
      const invokedAtMs = monotonicMs();
      const snapshot = await pool.snapshot(signal);
      note({ kind: 'look', process: who, invokedAtMs, endedAtMs: monotonicMs(), snapshot });
      return snapshot;
    },
    async commit(seen, change, signal) {
      const invokedAtMs = monotonicMs();
      const ended = (outcome: Attempt['outcome'], token?: number): void =>
        note({ kind: 'commit', process: who, invokedAtMs, ...endOf(outcome), seen, change, outcome, token });
      try {
        const result = await pool.commit(seen, change, signal);
        ended(
          result.kind === 'committed' ? 'ok' : 'fail',
          result.kind === 'committed' ? result.token : undefined,
        );
        if (result.kind === 'conflict') {
          const { snapshot } = result;
          note({ kind: 'look', process: who, invokedAtMs, endedAtMs: monotonicMs(), snapshot });
        }
        return result;
      } catch (error) {
        ended(outcomeOf(error));
        throw error;
      }
    },
    async beat(id, hosts, signal) {
      const invokedAtMs = monotonicMs();
      const ended = (outcome: Beat['outcome'], answer?: Beat['answer']): void =>
        note({ kind: 'beat', process: who, invokedAtMs, ...endOf(outcome), id, hosts, outcome, answer });
      try {
        const result = await pool.beat(id, hosts, signal);
        ended('ok', result.kind);
        return result;
      } catch (error) {
        ended(outcomeOf(error));
        throw error;
      }
    },
  };
}

/** What is neither answered nor of unknown outcome was not done. */
function outcomeOf(error: unknown): 'unknown' | 'fail' {
  return error instanceof OutcomeUnknown ? 'unknown' : 'fail';
}

function endOf(outcome: 'ok' | 'fail' | 'unknown'): { readonly endedAtMs: number } {
  return { endedAtMs: outcome === 'unknown' ? Infinity : monotonicMs() };
}

/** The same for all processes of a machine. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
