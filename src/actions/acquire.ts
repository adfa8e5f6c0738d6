import * as core from '@actions/core';
import { acquireCommand } from '../commands/acquire';
import { SECRETS } from '../commands/session';
import { COMMANDS } from '../settings/commands';
import type { InputName } from '../settings/inputs';
import { saveAcquireState, type AcquireState } from './acquire-state';
import { forkProblems } from './fork';
import { startKeeper, workerProcess, type ProcessId } from './keeper-process';
import { summarizeNotAcquired } from './summary';
import { runStep, setOutputs, type Given, type Step } from './workflow';

/** Waits for a host, and leaves a keeper that beats for it between the steps of the job. */
export async function acquire(): Promise<void> {
  let isAcquired = false;
  const result = (value: { readonly acquired?: boolean }): void => {
    isAcquired = value.acquired === true;
    setOutputs(value);
  };
  await runStep(
    COMMANDS.acquire.inputs,
    async (step) => {
      const { session, given } = step;
      let state: AcquireState = { pool: '', id: '' };
      const save = (more: Partial<AcquireState>): void => saveAcquireState((state = { ...state, ...more }));
      const code = await acquireCommand(session, { given }, forkProblems(session.env, given), {
        keeper: true,
        onRequest: save,
        onLease: (lease, [leaseFile = '']) => {
          const files = {
            logFile: beside(leaseFile, 'keeper.log'),
            quitFile: beside(leaseFile, 'quit.json'),
          };
          save({ lease, ...files });
          save({ keeper: startFor(step, { leaseFile, ...files }) });
          core.exportVariable('GIVEWAY_HOST', lease.hosts.join(','));
          core.exportVariable('GIVEWAY_FENCING_TOKEN', lease.fencingToken);
          core.exportVariable('GIVEWAY_LEASE_FILE', leaseFile);
          core.exportVariable('GIVEWAY_QUIT_FILE', files.quitFile);
        },
      });
      if (isAcquired) return;
      await summarizeNotAcquired(given.get('host')?.join(' and ') ?? 'the lease', step.lastLine());
      step.endWith(code);
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
  readonly leaseFile: string;
  readonly logFile: string;
  readonly quitFile: string;
}

function startFor({ session, given }: Step, { leaseFile, logFile, quitFile }: KeeperFiles): ProcessId {
  const { env } = session;
  const own: Given = new Map([
    ...[...given].filter(([name]) => FOR_KEEPER.some((one) => one === name)),
    ['lease-file', [leaseFile]],
    ['quit-file', [quitFile]],
  ]);
  const secrets = Object.fromEntries(
    SECRETS.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return startKeeper({ given: [...own], secrets, worker: workerProcess() }, { env, logFile });
}

function beside(leaseFile: string, what: string): string {
  return leaseFile.replace(/lease\.json$/, what);
}
