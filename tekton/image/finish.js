'use strict';

// node finish.js EXIT-CODE-FILE [FILE…]: the last step of giveway-run. It gives the host back and says how the job ended, by
// its exit status and by results.

const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { callGiveway, onSignal, runAsProgram, writeFields } = require('./call-giveway');

const KILLED = 137;
const LOST = 11;

async function main([exitCodeFile, ...files]) {
  const shared = process.env.GIVEWAY_SHARED;
  const isAcquired = readFileSync(join(shared, 'acquired'), 'utf8') === 'true';
  const quit = existsSync(join(shared, 'quit.json'))
    ? JSON.parse(readFileSync(join(shared, 'quit.json'), 'utf8'))
    : undefined;

  const { ended, signal } = callGiveway(['release']);
  onSignal(signal);
  const released = await ended;

  const job = jobStatus(exitCodeFile);
  const isForced = process.env.GIVEWAY_MODE !== 'graceful';
  const outcome = outcomeOf({ isAcquired, quit, job, isForced, released: released.status });
  writeFields(
    {
      ...released.answer,
      quit: quit !== undefined,
      reason: quit?.reason,
      exitCode: job,
      outcome: outcome.name,
    },
    files,
  );
  console.error(`giveway: ${outcome.text}`);
  return outcome.status;
}

/** -1 is what Tekton makes of a signal; the only one that its step gets from us is SIGKILL. */
function jobStatus(file) {
  const status = existsSync(file) ? Number(readFileSync(file, 'utf8')) : KILLED;
  return status < 0 ? KILLED : status;
}

function outcomeOf({ isAcquired, quit, job, isForced, released }) {
  if (!isAcquired)
    return { name: 'skipped', status: 0, text: 'no host was acquired, and the script did not run' };
  if (quit?.reason === 'lost' || released === LOST) {
    return {
      name: 'lost',
      status: LOST,
      text: 'the lease was lost: another job may have had the host meanwhile',
    };
  }
  if (quit !== undefined) {
    const status = isForced ? 1 : 0;
    return { name: 'preempted', status, text: `the script was asked to leave, and ended with ${job}` };
  }
  if (released !== 0) return { name: 'ended', status: released, text: 'the host could not be given back' };
  return { name: 'ended', status: job, text: `the script ended with ${job}` };
}

runAsProgram(main);
