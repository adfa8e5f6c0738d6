/** The examples of the documents, word for word, as nektos/act runs them on this machine, through a real sshd. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, until } from '../cli/equipment/lab';
import { Sshd } from '../ssh/sshd';
import { ActLab, type RunningWorkflow } from './equipment/act-lab';
import { documents, examplesIn } from './equipment/examples';
import { BUILD_MS, goTool } from './equipment/go-tool';

/** On a machine with other work; on an idle one, seconds. */
jest.setTimeout(240_000);

let act: string;
let sshd: Sshd;
let lab: ActLab;
beforeAll(async () => {
  act = goTool('act');
  sshd = await Sshd.start({ config: ['MaxStartups 200'] });
}, BUILD_MS);
afterAll(() => sshd.stop());
beforeEach(() => {
  lab = new ActLab(act, sshd);
});
afterEach(endLabs);

/** The only example of a document that has this text. */
function example(path: string, mark: string): string {
  const found = examplesIn(path, documents().get(path) ?? '').filter(({ text }) => text.includes(mark));
  expect(found).toHaveLength(1);
  return found[0]!.workflow;
}

/** Uses the host: says so on the bench, where two at a time are one too many. `more` is what it does there. */
const onTheBench = (more = ''): string => `#!/bin/sh
set -e
mkdir "$LAB/in-use" || echo "met another" >>"$LAB/bench"
echo "$GITHUB_REF_NAME $0 $1" >>"$LAB/bench"
${more}
rmdir "$LAB/in-use"
`;
const untilLetGo = onTheBench(': >"$LAB/busy"; while ! [ -e "$LAB/go" ]; do sleep 0.1; done');
const linesOf = (name: string): string[] => readFileSync(lab.path(name), 'utf8').trim().split('\n');
const bench = (): string[] => linesOf('bench');

/** With all that it said, where it does not. */
async function succeeds(job: RunningWorkflow): Promise<void> {
  const { status } = await job.ended;
  if (status !== 0) throw new Error(`the workflow ended with ${status}: ${job.log()}`);
}

const SCRIPTS = {
  'provision.sh': onTheBench(),
  'install.sh': onTheBench(),
  'test.sh': onTheBench(),
  'report.sh': '#!/bin/sh\necho "$GITHUB_REF_NAME is reported"\n',
};

describe("README.md's quick start", () => {
  const HOST = 'lab-host-1';
  const text = example('README.md', 'giveway/acquire@v1');
  const WHOLE_JOB = [
    'Main actions/checkout@v6: success',
    'Main giveway-ci/giveway/acquire@v1: success',
    'Main ./provision.sh "$GIVEWAY_HOST": success',
    'Main giveway-ci/giveway/check-quit@v1: success',
    'Main ./install.sh "$GIVEWAY_HOST": success',
    'Main giveway-ci/giveway/check-quit@v1: success',
    'Main ./test.sh "$GIVEWAY_HOST": success',
    'Main giveway-ci/giveway/release@v1: success',
    'Main ./report.sh: success',
    'Post giveway-ci/giveway/release@v1: success',
    'Post giveway-ci/giveway/acquire@v1: success',
  ];
  const NEWER_ON_THE_BENCH = ['provision', 'install', 'test'].map(
    (name) => `release-4.22 ./${name}.sh ${HOST}`,
  );

  /** A job for 4.21 is busy in this script when one for 4.22 comes. */
  async function compete(script: keyof typeof SCRIPTS): Promise<{
    readonly older: RunningWorkflow;
    readonly newer: RunningWorkflow;
    readonly statuses: readonly number[];
  }> {
    const older = lab.workflow({
      text,
      branch: 'release-4.21',
      scripts: { ...SCRIPTS, [script]: untilLetGo },
    });
    await lab.has('busy', older);
    const newer = lab.workflow({ text, branch: 'release-4.22', scripts: SCRIPTS });
    await lab.asks(HOST, '4.22', newer);
    lab.write('go', '');
    const ended = await Promise.all([older.ended, newer.ended]);
    return { older, newer, statuses: ended.map(({ status }) => status) };
  }

  test('4.21 gives way to 4.22 before its tests, in good order', async () => {
    const { older, newer, statuses } = await compete('install.sh');
    expect([statuses, older.steps(), newer.steps()]).toEqual([
      [0, 0],
      WHOLE_JOB.filter((step) => !step.includes('test.sh')),
      WHOLE_JOB,
    ]);
    expect(bench()).toEqual([
      `release-4.21 ./provision.sh ${HOST}`,
      `release-4.21 ./install.sh ${HOST}`,
      ...NEWER_ON_THE_BENCH,
    ]);
    expect(older.annotations()).toEqual([
      expect.stringMatching(/^::notice title=Giving way::please leave by .* \(4\.22\) waits for this host$/),
    ]);
    expect(newer.annotations()).toEqual([]);
    await lab.isClean();
  });

  test('4.21 gives way to 4.22 while it installs, and fails', async () => {
    const { older, newer, statuses } = await compete('provision.sh');
    expect([statuses, older.steps(), newer.steps()]).toEqual([
      [1, 0],
      [...WHOLE_JOB.slice(0, 3), 'Main giveway-ci/giveway/check-quit@v1: failure', ...WHOLE_JOB.slice(-4)],
      WHOLE_JOB,
    ]);
    expect(bench()).toEqual([`release-4.21 ./provision.sh ${HOST}`, ...NEWER_ON_THE_BENCH]);
    expect(older.annotations()).toEqual([
      expect.stringMatching(/^::error.*::please leave by .* \(4\.22\) waits for this host$/),
    ]);
    expect(newer.annotations()).toEqual([]);
    await lab.isClean();
  });
});

describe('docs/github-actions.md', () => {
  const DOCUMENT = 'docs/github-actions.md';

  describe('several jobs, one host', () => {
    const text = example(DOCUMENT, 'needs: [install, test]');
    const HANDED_ON = ['main ./install.sh lab-host-1', 'main ./test.sh lab-host-1'];

    test('each has it from the one before, and the last one gives it back', async () => {
      const job = lab.workflow({ text, event: 'workflow_dispatch', scripts: SCRIPTS });
      await succeeds(job);
      expect(job.jobs()).toEqual(['install: success', 'test: success', 'give-back: success']);
      expect(bench()).toEqual(HANDED_ON);
      expect(job.annotations()).toEqual([]);
      expect(job.log()).toMatch(/gave lab-host-1 back/);
      await lab.isClean();
    });

    test('one that fails keeps nothing', async () => {
      const scripts = { ...SCRIPTS, 'test.sh': onTheBench('rmdir "$LAB/in-use"; exit 3') };
      const job = lab.workflow({ text, event: 'workflow_dispatch', scripts });
      const { status } = await job.ended;
      expect([status, job.jobs(), bench()]).toEqual([
        1,
        ['install: success', 'test: failure', 'give-back: success'],
        HANDED_ON,
      ]);
      expect(job.log()).toMatch(/gave lab-host-1 back[^]*nothing to give back/);
      await lab.isClean();
    });
  });

  describe('a job that gave way runs again', () => {
    /** Says what it was asked for, and that the run is over when it is asked for the second time. */
    const GH = `#!/bin/sh
printf '%s\\n' "$*" >>"$LAB/gh"
case $1 in
api) if mkdir "$LAB/asked" 2>/dev/null; then echo in_progress; else echo completed; fi ;;
esac
`;
    const SLEEP = '#!/bin/sh\n[ "$1" = 30 ] || exec /bin/sleep "$1"\n';
    const asked = (): string[] => (existsSync(lab.path('gh')) ? linesOf('gh') : []);
    let env: Record<string, string>;
    beforeEach(() => {
      const bin = lab.folder('bin');
      lab.write('bin/gh', GH, 0o755);
      lab.write('bin/sleep', SLEEP, 0o755);
      env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    });

    test('the job behind it starts another workflow', async () => {
      const text = example(DOCUMENT, 'gh workflow run');
      const scripts = { ...SCRIPTS, 'install.sh': untilLetGo };
      const older = lab.workflow({ text, branch: 'release-4.21', scripts, env });
      await lab.has('busy', older);
      const newer = lab.workflow({ text, branch: 'release-4.22', scripts: SCRIPTS, env });
      await lab.asks('lab-host-1', '4.22', newer);
      lab.write('go', '');
      await succeeds(newer);
      const { status } = await older.ended;
      expect([status, older.jobs(), newer.jobs()]).toEqual([
        1,
        ['lab: failure', 'again: success'],
        ['lab: success'],
      ]);
      expect(asked()).toEqual(['workflow run again.yml --field run=1']);
      await lab.isClean();
    });

    test('a job that failed for another reason does not', async () => {
      const text = example(DOCUMENT, 'gh workflow run');
      const scripts = { ...SCRIPTS, 'test.sh': '#!/bin/sh\nexit 1\n' };
      const job = lab.workflow({ text, branch: 'release-4.21', scripts, env });
      const { status } = await job.ended;
      expect([status, job.jobs(), asked()]).toEqual([1, ['lab: failure'], []]);
      await lab.isClean();
    });

    test('which waits for the end of the run, and runs again what failed', async () => {
      const text = example(DOCUMENT, 'gh run rerun');
      const run = lab.workflow({ text, event: 'workflow_dispatch', scripts: {}, inputs: { run: '77' }, env });
      await succeeds(run);
      const status = 'api repos/lab/product/actions/runs/77 --jq .status';
      expect(asked()).toEqual([status, status, 'run rerun 77 --failed']);
    });
  });

  test('one script: it is stopped, and the job succeeds', async () => {
    const text = example(DOCUMENT, 'giveway/run@v1');
    const scripts = { ...SCRIPTS, 'install.sh': onTheBench(': >"$LAB/busy"; sleep 100') };
    const collect = {
      'collect-logs.sh': '#!/bin/sh\necho "logs of $1" >>"$LAB/bench"; rmdir "$LAB/in-use"\n',
    };
    const older = lab.workflow({ text, branch: 'release-4.21', scripts: { ...scripts, ...collect } });
    await lab.has('busy', older);
    const newer = lab.workflow({ text, branch: 'release-4.22', scripts: SCRIPTS });
    const statuses = (await Promise.all([older.ended, newer.ended])).map(({ status }) => status);
    expect([statuses, older.steps().slice(2), newer.steps().slice(2)]).toEqual([
      [0, 0],
      ['Post giveway-ci/giveway/run@v1: success'],
      ['Main ./report.sh: success', 'Post giveway-ci/giveway/run@v1: success'],
    ]);
    expect(bench()).toEqual([
      'release-4.21 ./install.sh lab-host-1',
      'logs of lab-host-1',
      'release-4.22 ./install.sh lab-host-1',
      'release-4.22 ./test.sh lab-host-1',
    ]);
    await lab.isClean();
  });

  test('a Prow-like runner: bastion, key, version and folder are what Prow says', async () => {
    const text = example(DOCUMENT, 'giveway-ci/giveway@v1');
    const profile = lab.folder('cluster-profile');
    writeFileSync(join(profile, 'ssh-key'), lab.privateKey, { mode: 0o600 });
    // the bash jobs' bastion has no port in its name, and their folder is that of the key
    mkdirSync(lab.path('runner-1/.ssh'), { recursive: true });
    lab.write('runner-1/.ssh/config', `Host *\n  Port ${sshd.port}\n`);
    const job = lab.workflow({
      text,
      scripts: SCRIPTS,
      env: {
        JOB_NAME: 'periodic-ci-lab-nightly-4.22-bare-metal',
        AUX_HOST: sshd.host,
        CLUSTER_PROFILE_DIR: profile,
        SHARED_DIR: lab.folder('shared'),
      },
    });
    await succeeds(job);
    const host = 'spoke-baremetal-50-7c-6f-5c-47-8c';
    expect(bench()).toEqual([`main ./install.sh ${host}`, `main ./test.sh ${host}`]);
    expect(job.log()).toMatch(new RegExp(`acquired ${host} for 4\\.22`));
    await lab.isClean();
  });
});

test("the project's own CI uses every action as it is", async () => {
  const job = lab.ownJob('ci.yml', 'actions');
  await succeeds(job);
  for (const action of ['./acquire', './check-quit', './release', './run', './']) {
    expect(job.steps()).toContain(`Main ${action}: success`);
  }
  expect(job.annotations()).toEqual([]);
  await until(() => lab.processes().length === 0, 'all processes have ended');
});
