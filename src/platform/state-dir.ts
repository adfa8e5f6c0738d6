import type { Environment } from './identity';
import { read } from './identity';

/**
 * The directory of the lease files: GIVEWAY_STATE_DIR, else SHARED_DIR (Prow), else RUNNER_TEMP (GitHub), else the
 * current one. It is neither made nor looked at here.
 */
export function stateDir(env: Environment): string {
  return read(env, 'GIVEWAY_STATE_DIR') ?? read(env, 'SHARED_DIR') ?? read(env, 'RUNNER_TEMP') ?? '.';
}
