/** A lease as its holder knows it: plain data, fit for a lease file. No key is in it. */
export interface Lease {
  readonly pool: string;
  readonly hosts: readonly string[];
  readonly id: string;
  readonly owner: string;
  readonly attempt: number;
  readonly fencingToken: number;
  readonly version: string;
  readonly ttlMs: number;
  readonly heartbeatMs: number;
  readonly settleMs: number;
  /** Does a process beat for it? */
  readonly keeper: boolean;
}
