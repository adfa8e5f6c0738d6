'use strict';

// node keeper.js: the sidecar of giveway-run. It keeps the lease that the acquire step leaves alive, tells the job by files
// when it must leave, and gives the host back when the pod is told to end, but not before the job has ended.

const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { callGiveway, onSignal, runAsProgram } = require('./call-giveway');
const { LOOK_MS, openLine } = require('./line');

const leases = process.env.GIVEWAY_STATE_DIR;
const shared = process.env.GIVEWAY_SHARED;
const quitFile = join(shared, 'quit.json');

/** The script has ended, and its last step should have given the host back long ago: that step will not come. */
const ALONE_MS = 30_000;

const RETRY_MS = 1000;

async function main() {
  let isEnding = false;
  // before the line is there: then nobody acquires as long as a signal could be missed
  onSignal(() => (isEnding = true));
  const line = openLine(join(shared, 'line'));
  let leftAt = Infinity;
  const mayEnd = () => {
    if (line.isInUse()) leftAt = Infinity;
    else if (line.hasHeard()) leftAt = Math.min(leftAt, Date.now());
    return (isEnding && !line.isInUse()) || Date.now() - leftAt > ALONE_MS;
  };

  while (!hasLease() && !mayEnd()) await pause(LOOK_MS);
  if (!hasLease()) return 0; // nothing was acquired, and nothing can be any more

  const kept = callGiveway(['keep', '--quit-file', quitFile, '--on-end', 'release']);
  let ended;
  kept.ended.then((end) => (ended = end));
  while (ended === undefined && !mayEnd()) {
    tellWhenGraceIsOver();
    await pause(LOOK_MS);
  }
  if (ended === undefined) kept.signal('SIGTERM');
  let { status } = await kept.ended;
  // told to stop before it had found its feet, or too slow, it may have left the lease; tried until the pod's time is up
  while (hasLease()) {
    ({ status } = await callGiveway(['release']).ended);
    if (hasLease()) await pause(RETRY_MS);
  }
  return status;
}

function hasLease() {
  return readdirSync(leases).some((name) => name.endsWith('.lease.json'));
}

/** The job's image can't be asked to reckon with times, so a file tells it that its grace is over. */
function tellWhenGraceIsOver() {
  const path = join(shared, 'grace-over');
  if (!existsSync(quitFile) || existsSync(path)) return;
  const { graceUntil } = JSON.parse(readFileSync(quitFile, 'utf8'));
  if (graceUntil !== undefined && Date.now() >= Date.parse(graceUntil)) writeFileSync(path, '');
}

runAsProgram(main);
