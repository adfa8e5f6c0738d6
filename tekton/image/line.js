'use strict';

// The line: a named pipe between the containers of giveway-run. Whoever uses the host, or may be about to have it, has the
// pipe open for writing; the keeper has it open for reading. So the kernel tells the keeper that the last user is gone, in
// whatever way it went, and tells a user that the keeper is gone. A pipe that nobody reads can't be opened: without a
// keeper nothing begins.

const { execFileSync } = require('node:child_process');
const { constants, existsSync, openSync, readSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');

const LOOK_MS = 100;
const KEEPER_MS = 60_000;

/** The keeper's end. Anybody may write into the pipe, whatever user a container runs as. */
function openLine(path) {
  // a native sidecar is started again once it has ended
  if (!existsSync(path)) execFileSync('mkfifo', ['-m', '666', path]);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(4096);
  let hasHeard = false;
  return {
    /** Is somebody on the line? Also empties it. */
    isInUse() {
      try {
        while (readSync(fd, buffer, 0, buffer.length, null) > 0) hasHeard = true;
        return false;
      } catch (error) {
        if (error.code === 'EAGAIN') return true;
        throw error;
      }
    },
    /** Has the script been on the line? It writes now and then, and nobody else does. */
    hasHeard: () => hasHeard,
  };
}

/**
 * Joins the line until this process ends; waits for the keeper, which may still be starting. False: the signal has aborted
 * meanwhile; the keeper may have gone for the same reason.
 */
async function joinLine(path, signal) {
  for (const deadline = Date.now() + KEEPER_MS; ;) {
    try {
      openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return true;
    } catch (error) {
      if (!['ENOENT', 'ENXIO'].includes(error.code)) throw error;
      if (Date.now() > deadline)
        throw new Error('the keeper, a sidecar of this task, is not there', { cause: error });
    }
    if (signal.aborted) return false;
    await pause(LOOK_MS);
  }
}

module.exports = { LOOK_MS, joinLine, openLine };
