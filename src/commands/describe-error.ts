import { Interrupted } from '../lease/run';
import { isPoolError, PoolUnavailable } from '../pool/pool';
import { oneLine } from '../protocol/one-line';
import { EXIT } from '../settings/exit-codes';
import { describeProblem } from '../settings/inputs';
import { exitCodeOf } from './child';
import { LeaseFileError } from './lease-file';
import { UsageError } from './usage';

/** One table from what a command threw to what people read and what the exit code is. */
export function describeError(error: unknown): { readonly lines: readonly string[]; readonly code: number } {
  if (error instanceof UsageError) return { lines: error.problems.map(describeProblem), code: EXIT.usage };
  if (error instanceof LeaseFileError) return { lines: [oneLine(error.message, 500)], code: EXIT.usage };
  if (error instanceof Interrupted) {
    return { lines: [error.message], code: exitCodeOf({ code: null, signal: error.signalName }) };
  }
  if (isPoolError(error)) {
    const isInput = error instanceof PoolUnavailable && error.reason === 'input';
    return { lines: [oneLine(error.message, 1000)], code: isInput ? EXIT.usage : EXIT.poolUnavailable };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { lines: [`a fault of giveway itself: ${text}`], code: EXIT.fault };
}
