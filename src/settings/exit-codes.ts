/** The exit codes of the command line: a contract. */
export const EXIT = {
  done: 0,
  /** `check-quit --mode force` and `run` in force mode: a quit was requested. Nothing else exits so. */
  quitForced: 1,
  usage: 2,
  /** `check-quit --mode graceful`: a quit was requested. */
  quitGraceful: 10,
  lost: 11,
  notAcquired: 12,
  poolUnavailable: 13,
  /** `status --check`: something needs a person. */
  needsAttention: 14,
  fault: 70,
} as const;
