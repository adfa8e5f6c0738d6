'use strict';

// One call of giveway from a container of Tekton's: what the container is told in Tekton's way becomes what giveway
// reads, and what giveway answers becomes Tekton's results.

const { spawn } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { constants } = require('node:os');
const { basename, join } = require('node:path');

const GIVEWAY = join(__dirname, '../dist/cli/index.js');
const FAULT = 70;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Names that a key has in Secrets: that of kubernetes.io/ssh-auth, and those that ssh itself uses. */
const KEY_FILES = ['ssh-privatekey', 'id_ed25519', 'id_ecdsa', 'id_rsa'];

/**
 * The environment that giveway is called with.
 *
 * - GIVEWAY_SSH_CREDENTIALS is the folder of the workspace: a key, `known_hosts`, and `passphrase` if the key has one.
 * - A TaskRun outside of a PipelineRun is a job of its own.
 */
function environment(env) {
  const credentials = env.GIVEWAY_SSH_CREDENTIALS || '';
  const inCredentials = (names) =>
    credentials === ''
      ? undefined
      : names.map((name) => join(credentials, name)).find((path) => existsSync(path));
  const passphrase = inCredentials(['passphrase']);
  const found = {
    GIVEWAY_PRIVATE_KEY_FILE: inCredentials(KEY_FILES),
    GIVEWAY_KNOWN_HOSTS: inCredentials(['known_hosts']),
    GIVEWAY_PASSPHRASE: passphrase && readFileSync(passphrase, 'utf8').replace(/\r?\n$/, ''),
    GIVEWAY_PIPELINE_RUN_UID: env.GIVEWAY_PIPELINE_RUN_UID || env.GIVEWAY_TASK_RUN_UID,
    GIVEWAY_PIPELINE_RUN: env.GIVEWAY_PIPELINE_RUN || env.GIVEWAY_TASK_RUN,
  };
  return { ...env, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value)) };
}

/**
 * Starts giveway. Resolves when it has ended, with its status as a shell has it and its answer, if that was JSON; what it
 * prints is printed.
 *
 * Tekton's entrypoint signals a step's whole process group, while a sidecar gets its signal alone; in a group of its own
 * giveway gets each signal once, from here, either way.
 */
function callGiveway(args, env = environment(process.env)) {
  const child = spawn(process.execPath, [GIVEWAY, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ status: code ?? statusOf(signal), answer: answerIn(text) }),
    );
  });
  return { ended, signal: (name) => child.kill(name) };
}

function statusOf(signal) {
  return 128 + constants.signals[signal];
}

function answerIn(text) {
  try {
    const answer = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** From now on signals are handed on and no longer end this process, which ends with what it waits for. */
function onSignal(handler) {
  for (const name of SIGNALS) process.on(name, () => handler(name));
}

/**
 * Writes fields of an answer to files: `…/fencing-token` gets `fencingToken`. A result that is missing fails a pipeline
 * that refers to it, so an absent one is empty.
 */
function writeFields(answer, paths) {
  for (const path of paths) {
    const field = basename(path).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
    const value = answer?.[field];
    writeFileSync(path, value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** Runs the main function of a program; what it throws is a fault of ours. */
function runAsProgram(main) {
  main(process.argv.slice(2)).then(
    // not by the exit code alone: a pipe that is still open would keep the process
    (status) => process.exit(status),
    (error) => {
      console.error(`giveway: ${error.message}`);
      process.exit(FAULT);
    },
  );
}

module.exports = { callGiveway, onSignal, runAsProgram, writeFields };
