import * as core from '@actions/core';
import { readFileSync, rmSync } from 'node:fs';
import { leaveLease } from '../commands/leave-lease';
import type { LeaseFile } from '../commands/lease-file';
import { isRunning } from '../platform/process-id';
import { COMMANDS } from '../settings/commands';
import { acquireState, FOR_POST, type AcquireState } from './acquire-state';
import { giveBackStep } from './give-back';
import { harmless } from './harmless';
import { killProcess, stopProcess } from './keeper-process';
import { runStep, yesNoInput, type Step } from './workflow';

/** How long the keeper may take for its orderly end. */
const KEEPER_MS = 6000;

/** Takes away whatever this job has on the pool, however it ended, unless it leaves its lease to a later job. */
export async function acquirePost(): Promise<void> {
  const state = acquireState();
  if (state === undefined || hasNothing(state)) return;
  await runStep(
    [...COMMANDS.acquire.inputs, ...FOR_POST],
    async (step) => {
      const given = new Map([...step.given, ['pool', [state.pool]], ['lease', [state.id]]] as const);
      const { lease } = state;
      if (lease !== undefined && isLeftToLaterJob()) await leaveToLaterJob({ ...step, given }, state, lease);
      else await giveBack({ ...step, given }, state);
    },
    { isPost: true, result: () => undefined },
  );
  for (const file of [state.logFile, state.quitFile]) if (file !== undefined) rmSync(file, { force: true });
}

/** Main got no host and has taken its own files away. */
function hasNothing({ isOver, isAdoption, lease }: AcquireState): boolean {
  return isOver && !isAdoption && lease === undefined;
}

/** A job that failed or was cancelled has no later job that would use the host: it would stand idle for `lease-ttl`. */
function isLeftToLaterJob(): boolean {
  return yesNoInput('keep').value && ['success', ''].includes(core.getInput('job-status'));
}

async function giveBack(step: Step, state: AcquireState): Promise<void> {
  const { keeper, lease, isOver, isAdoption } = state;
  const mayComeLate = !isOver && !isAdoption && lease === undefined;
  const wasKept = keeper === undefined || isRunning(keeper);
  try {
    const result = await giveBackStep(step, { isPost: true, mayComeLate });
    if (result === 'lost') core.warning(harmless(step.lastLine()), { title: 'Giveway' });
    if (result === 'lost' || (result === 'released' && !wasKept)) showLog(state);
  } finally {
    // an orderly end would let a lease live on that could not be given back; so it expires
    if (keeper !== undefined) killProcess(keeper);
  }
}

/** From here on the lease lives by itself, until a later job takes it over or gives it back. */
async function leaveToLaterJob(step: Step, state: AcquireState, lease: LeaseFile): Promise<void> {
  if (state.keeper !== undefined) await stopProcess(state.keeper, KEEPER_MS);
  // once more, for a keeper that had ended before could not do it
  const kind = await leaveLease(step.session, step, lease);
  if (kind !== 'lost') return;
  core.warning(harmless(step.lastLine()), { title: 'Giveway' });
  showLog(state);
}

function showLog({ logFile }: AcquireState): void {
  if (logFile === undefined) return;
  core.startGroup('what the keeper said');
  try {
    core.info(harmless(readFileSync(logFile, 'utf8').slice(-20_000)));
  } catch (error) {
    core.info(`no log: ${(error as Error).message}`);
  }
  core.endGroup();
}
