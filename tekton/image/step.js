'use strict';

// node step.js COMMAND [FILE…]: `giveway COMMAND` as a step of Tekton's; it reads everything from GIVEWAY_… variables.
// Each file gets the field of the answer that it is named after.

const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { callGiveway, onSignal, runAsProgram, writeFields } = require('./call-giveway');
const { joinLine } = require('./line');

const QUIT_GRACEFUL = 10;
const TERMINATED = 143;

/** $(tasks.status) in giveway's words. */
const JOB_STATUS = { Failed: 'failure', Succeeded: 'success', Completed: 'success' };

/** Tekton says that a task has ended before its pod has: that has 30 s, from when the kubelet sees it. */
const PODS_END_MS = 35_000;
/** What a pod that is itself told to end can afford of them. */
const OWN_END_MS = 20_000;

async function main([command, ...files]) {
  const { GIVEWAY_SHARED: shared, GIVEWAY_TASKS_STATUS: tasksStatus } = process.env;
  const stop = new AbortController();
  let call = null;
  onSignal((name) => {
    stop.abort();
    call?.signal(name);
  });
  // as long as this process lives, the keeper of giveway-run knows that a lease may be about to come
  if (shared && !(await joinLine(join(shared, 'line'), stop.signal))) return TERMINATED;
  if (command === 'release') {
    process.env.GIVEWAY_JOB_STATUS ||= JOB_STATUS[tasksStatus] ?? '';
    if (tasksStatus === 'Failed') await podsEnd(stop.signal);
  } else if (stop.signal.aborted) {
    return TERMINATED;
  }
  call = callGiveway([command]);
  const { status, answer } = await call.ended;
  writeFields(answer, files);
  // to leave in good order is no failure: later tasks see it by the result
  return command === 'check-quit' && status === QUIT_GRACEFUL ? 0 : status;
}

async function podsEnd(signal) {
  console.error(
    `giveway: a task failed; its pod may run on, so the host is given back in ${PODS_END_MS / 1000} s`,
  );
  const since = Date.now();
  await pause(PODS_END_MS, undefined, { signal }).catch(() =>
    pause(Math.min(since + PODS_END_MS - Date.now(), OWN_END_MS)),
  );
}

runAsProgram(main);
