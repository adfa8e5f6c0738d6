/** The acquire action beside the command line, both over SSH to a free host; and what loading the bundle takes. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKeyValues } from '../__tests__/actions/equipment/step-files';
import { GIVEWAY, startBastion, timed, type Bastion } from './bastion';
import { compared, inTurn, type Report } from './measure';

const ACTIONS = join(__dirname, '..', 'dist', 'actions');

export async function actionReport(rounds: number): Promise<Report> {
  const bastion = await startBastion();
  try {
    const step = (name: string): string[] => [process.execPath, join(ACTIONS, `${name}.js`)];
    const ms = await inTurn(rounds, {
      nothing: () => timed([process.execPath, '-e', '0']),
      action: async () => {
        const job = jobOn(bastion);
        const took = await timed(step('acquire'), job.env);
        await timed(step('acquire-post'), { ...job.env, ...job.state() });
        return took;
      },
      commandLine: async () => {
        const took = await timed([process.execPath, GIVEWAY, 'acquire', '--host', 'h1'], bastion.env);
        await timed([process.execPath, GIVEWAY, 'release'], bastion.env);
        return took;
      },
      // loads all that a step on a folder does, finds that everything is missing, and fails
      loading: () => timed(step('acquire'), jobOn(bastion, false).env, [1]),
    });
    return {
      title: `The acquire action over SSH, ${rounds} rounds`,
      comparisons: [
        compared(['acquire: the action’s main', ms.action], ['giveway acquire', ms.commandLine], {
          atMost: 1.2,
        }),
      ],
      figures: [
        {
          name: 'loading the bundle, node’s own start taken off',
          value: ms.loading.median - ms.nothing.median,
          unit: 'ms',
          atMost: 150,
        },
      ],
    };
  } finally {
    await bastion.stop();
  }
}

/** What the runner gives a step of a job. */
function jobOn(
  bastion: Bastion,
  hasInputs = true,
): { readonly env: NodeJS.ProcessEnv; readonly state: () => NodeJS.ProcessEnv } {
  const temp = mkdtempSync(join(bastion.folder, '..', 'runner-'));
  const files = ['OUTPUT', 'STATE', 'ENV', 'PATH', 'STEP_SUMMARY'].map((name) => {
    const path = join(temp, name);
    writeFileSync(path, '');
    return [`GITHUB_${name}`, path] as const;
  });
  const inputs = {
    INPUT_POOL: bastion.pool,
    INPUT_HOST: 'h1',
    'INPUT_PRIVATE-KEY': readFileSync(bastion.env['GIVEWAY_PRIVATE_KEY_FILE'] ?? '', 'utf8'),
    'INPUT_KNOWN-HOSTS': bastion.access.knownHosts,
    'INPUT_PRODUCT-VERSION': '4.21',
  };
  return {
    env: {
      PATH: process.env['PATH'],
      HOME: temp,
      ...Object.fromEntries(files),
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'acme/bench',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'bench',
      RUNNER_TEMP: temp,
      RUNNER_TRACKING_ID: 'bench',
      ...(hasInputs ? inputs : {}),
    },
    state: () => {
      const saved = parseKeyValues(readFileSync(join(temp, 'STATE'), 'utf8'));
      return Object.fromEntries([...saved].map(([name, value]) => [`STATE_${name}`, value]));
    },
  };
}
