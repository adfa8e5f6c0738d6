/** The one place that knows the kinds of pool. */
import { directoryPool } from './directory';
import type { Pool } from './pool';

export interface PoolOptions {
  readonly allowNfs?: boolean;
  /** For one request, in ms. */
  readonly operationMs?: number;
}

/** Opens a pool by its name: the path of a folder. Touches nothing until the first call. */
export function openPool(name: string, options: PoolOptions = {}): Pool {
  return directoryPool({ folder: name, ...options });
}
