import * as core from '@actions/core';
import { dirname } from 'node:path';
import { acquireCommand } from '../commands/acquire';
import { absolutePool, noteKeeper } from '../commands/lease-file';
import { SECRETS } from '../commands/session';
import type { ProcessId } from '../platform/process-id';
import { COMMANDS } from '../settings/commands';
import type { InputName } from '../settings/inputs';
import { FOR_POST, saveAcquireState, type AcquireState } from './acquire-state';
import { beforeReleaseInputs } from './before-release';
import { forkProblems } from './fork';
import { startKeeper, workerProcess } from './keeper-process';
import { summarizeNotAcquired } from './summary';
import { problemsOf, runStep, setOutputs, yesNoInput, type Given, type Step } from './workflow';

/** Waits for a host, and leaves a keeper that beats for it between the steps of the job. */
export async function acquire(): Promise<void> {
  const worker = workerProcess();
  let isAcquired = false;
  const result = (value: { readonly acquired?: boolean }): void => {
    isAcquired = value.acquired === true;
    setOutputs(value);
  };
  await runStep(
    COMMANDS.acquire.inputs,
    async (step) => {
      const { session, given } = step;
      const isAdoption = (given.get('lease')?.[0] ?? session.env['GIVEWAY_LEASE'] ?? '') !== '';
      let state: AcquireState | undefined;
      const save = (more: Partial<AcquireState>): void => {
        state = { pool: '', id: '', isOver: false, isAdoption, ...state, ...more };
        saveAcquireState(state);
      };
      const problems = [
        ...forkProblems(session.env, given),
        ...yesNoInput('keep').problems,
        ...beforeReleaseInputs().problems,
        ...problemsOf(FOR_POST),
      ];
      try {
        const code = await acquireCommand(session, { given }, problems, {
          keeper: true,
          onRequest: save,
          onLease: (lease, [leaseFile = '']) => {
            // by its id: another job of this machine may have its files in the same folder
            const files = {
              logFile: beside(leaseFile, `${lease.id}.keeper.log`),
              quitFile: beside(leaseFile, `${lease.id}.quit.json`),
            };
            save({ lease, ...files });
            const keeper = startFor(step, { pool: lease.pool, leaseFile, ...files }, worker);
            save({ keeper });
            noteKeeper(dirname(leaseFile), lease, keeper);
            core.exportVariable('GIVEWAY_POOL', absolutePool(lease.pool));
            core.exportVariable('GIVEWAY_HOST', lease.hosts.join(','));
            core.exportVariable('GIVEWAY_FENCING_TOKEN', lease.fencingToken);
            core.exportVariable('GIVEWAY_LEASE_FILE', leaseFile);
            core.exportVariable('GIVEWAY_QUIT_FILE', files.quitFile);
          },
        });
        if (isAcquired) return;
        await summarizeNotAcquired(given.get('host')?.join(' and ') ?? 'the lease', step.lastLine());
        step.endWith(code);
      } finally {
        if (state !== undefined && !step.hasLeftBehind()) save({ isOver: true });
      }
    },
    { result },
  );
}

/** The inputs that a keeper needs as well: the way to the pool, and how the lease lives. */
const FOR_KEEPER: readonly InputName[] = [
  'private-key-file',
  'known-hosts',
  'jump',
  'allow-nfs',
  'ttl',
  'heartbeat',
  'lease-ttl',
];

interface KeeperFiles {
  readonly pool: string;
  readonly leaseFile: string;
  readonly logFile: string;
  readonly quitFile: string;
}

function startFor(
  { session, given }: Step,
  { pool, leaseFile, logFile, quitFile }: KeeperFiles,
  worker: ProcessId | undefined,
): ProcessId {
  const { env } = session;
  const own: Given = new Map([
    ...[...given].filter(([name]) => FOR_KEEPER.some((one) => one === name)),
    // whatever else the environment names
    ['pool', [pool]],
    ['lease-file', [leaseFile]],
    ['quit-file', [quitFile]],
  ]);
  const secrets = Object.fromEntries(
    SECRETS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return startKeeper({ given: [...own], secrets, worker }, { env, logFile });
}

function beside(leaseFile: string, what: string): string {
  return leaseFile.replace(/lease\.json$/, what);
}
