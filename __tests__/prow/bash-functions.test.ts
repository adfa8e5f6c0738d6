/**
 * The functions that `giveway bash-functions` prints, under steps of bash jobs that know nothing of giveway: the steps of
 * bash-job/, which are a test double, run unchanged on the old functions and on these.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../cli/equipment/lab';
import { BashJob, FLAG, OLD, printed } from './equipment/bash-job';
import type { ProwLab } from './equipment/prow-lab';
import { withProwLab } from './equipment/with-prow-lab';

let lab: ProwLab;
withProwLab((one) => (lab = one));

let NEW: string;
beforeAll(() => {
  NEW = printed();
});

const EXIT_ABORTED = 130;

describe('a job whose file has been swapped', () => {
  it('runs to its end, with the same exits and files as before', async () => {
    const runs = [];
    for (const functions of [OLD, NEW]) {
      const job = new BashJob(lab, '4.22', functions);
      const steps = [];
      for (const step of ['acquire', 'install', 'test', 'clean-up'] as const) {
        const { status } = await job.run(step);
        steps.push({ step, status, files: job.files() });
      }
      runs.push(steps);
      await lab.isEmpty();
    }
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[1]?.at(-1)).toMatchObject({
      status: 0,
      files: { [FLAG]: 'yes', 'ocp_version.txt': '4.22', 'spoke_lock_filename.txt': `${lab.locks}/h1.lock` },
    });
  });

  it('holds the host by a lease that lives as long as a lock of LOCK_TIMEOUT', async () => {
    const job = new BashJob(lab, '4.22', NEW, { LOCK_TIMEOUT: '7200' });
    await job.run('acquire');
    const [, , , , , , version, , state, , , , ttl] = readFileSync(
      join(lab.pool, '.giveway/h1.lease'),
      'utf8',
    ).split(' ');
    expect({ version, state, ttl }).toEqual({ version: '4.22', state: 'held', ttl: '7200000' });
    await job.run('clean-up');
    await lab.isEmpty();
  });

  it('is asked to leave while it installs, and fails; the bash job that asked gets the host', async () => {
    const job = new BashJob(lab, '4.21', NEW, { TURNS: '300' });
    await job.run('acquire');
    const installing = job.start('install');
    await installing.says(/turn 2/);
    const peer = lab.peer('4.22');
    expect(await installing.finished).toMatchObject({ status: 1 });
    expect(job.file('cluster_installation_progress_status.txt')).toBe('force_quit');
    expect(job.file('graceful_quit_requested')).toBe('higher_ocp_version=4.22\ncurrent_ocp_version=4.21\n');
    const cleaned = await job.run('clean-up');
    expect(cleaned.stdout).toContain('power off h1.lock');
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('is asked to leave before its tests, and ends them with success; it is not asked again', async () => {
    const job = new BashJob(lab, '4.21', NEW);
    await job.run('acquire');
    const peer = lab.peer('4.22');
    await lab.isWanted('4.22');
    const tests = await job.run('test');
    expect(tests).toMatchObject({ status: 0 });
    expect(tests.stdout).not.toContain('tested');
    expect(job.file('functional_tests_status.txt')).toBe('graceful_quit');
    await peer.stop();
    // nobody waits any more, and the decision stands, without a look at the bastion
    const again = await job.run('test', { env: { GIVEWAY: '/nowhere' } });
    expect(again).toMatchObject({ status: 0 });
    expect(again.stdout).not.toContain('tested');
    await job.run('clean-up');
    await lab.isEmpty();
  });

  it('makes a bash job of an older version leave', async () => {
    const peer = lab.peer('4.21');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.22', NEW);
    expect(await job.run('acquire')).toMatchObject({ status: 0 });
    expect(await peer.exited).toEqual({ code: 0, signal: null });
    await job.run('clean-up');
    await lab.isEmpty();
  });

  it('takes whichever of several hosts is free', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW, { HOSTS: 'h1,h2,h3' });
    const acquired = await job.run('acquire');
    expect(acquired).toMatchObject({ status: 0 });
    expect(acquired.stdout).toMatch(/^has h2$/m);
    expect(job.file('spoke_lock_filename.txt')).toBe(`${lab.locks}/h2.lock`);
    await job.run('clean-up');
    await peer.stop();
    await lab.isEmpty();
  });

  it('keeps its place in the queue between its attempts, and gets the host when it is free', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW);
    const acquiring = job.start('acquire');
    await lab.isWanted('4.21');
    const [place] = readdirSync(lab.locks).filter((name) => name.includes('.waiting.'));
    await acquiring.says(/attempt 3/);
    expect(readdirSync(lab.locks).filter((name) => name.includes('.waiting.'))).toEqual([place]);
    await peer.stop();
    expect(await acquiring.finished).toMatchObject({ status: 0 });
    expect(job.file('own_waiting_file.txt')).toBeUndefined();
    await job.run('clean-up');
    await lab.isEmpty();
  });

  it('fails when its attempts are used up, and leaves nothing', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW, { LOCK_ACQUIRE_ATTEMPTS: '2' });
    expect(await job.run('acquire')).toMatchObject({ status: 1 });
    expect(job.file(FLAG)).toBe('no');
    // its last process has left the queue before the pod ended
    expect(lab.waitingVersions('h1')).toEqual([]);
    const cleaned = await job.run('clean-up');
    expect(cleaned).toMatchObject({ status: 0 });
    expect(cleaned.stdout).not.toContain('power off');
    await peer.stop();
    await lab.isEmpty();
  });

  it('leaves nothing when it is aborted while it waits', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW);
    const acquiring = job.start('acquire');
    await lab.isWanted('4.21');
    acquiring.abort();
    expect(await acquiring.finished).toMatchObject({ status: EXIT_ABORTED });
    expect(lab.waitingVersions('h1')).toEqual([]);
    await job.run('clean-up');
    await peer.stop();
    await lab.isEmpty();
  });

  it('leaves nothing when it is aborted before it has seen that it got the host', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW, { RETRY_SECONDS: '300' });
    const acquiring = job.start('acquire', { graceMs: 1000 });
    await acquiring.says(/attempt 1/);
    await lab.isWanted('4.21');
    await peer.stop();
    await until(() => lab.state('h1') === 'held', 'it has the host');
    acquiring.abort();
    await acquiring.finished;
    const cleaned = await job.run('clean-up');
    expect(cleaned.stdout).not.toContain('power off');
    await lab.isEmpty();
  });

  it('leaves nothing when its pod vanishes while it waits: the clean-up step takes it out of the queue', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', NEW);
    const acquiring = job.start('acquire');
    await lab.isWanted('4.21');
    await acquiring.vanish();
    expect(lab.waitingVersions('h1')).toEqual(['4.21']);
    writeFileSync(
      join(job.prow.shared, 'own_waiting_file.txt'),
      `${lab.locks}/h1.lock.waiting.1766568440841947242.4.21`,
    );
    await job.run('clean-up');
    expect(lab.waitingVersions('h1')).toEqual([]);
    await peer.stop();
    await lab.isEmpty();
  });

  it('that has lost its host fails, and its clean-up neither powers off nor unlocks what is another job’s', async () => {
    const job = new BashJob(lab, '4.21', NEW);
    await job.run('acquire');
    const other = '1766568440841947242\n';
    writeFileSync(join(lab.locks, 'h1.lock'), other);
    expect(await job.run('test')).toMatchObject({ status: 1 });
    expect(job.file('functional_tests_status.txt')).toBe('force_quit');
    expect(job.file(FLAG)).toBe('no');
    const cleaned = await job.run('clean-up');
    expect(cleaned.stdout).not.toContain('power off');
    expect(readFileSync(join(lab.locks, 'h1.lock'), 'utf8')).toBe(other);
  });

  it('that is overtaken after its last look does not unlock the next holder', async () => {
    const job = new BashJob(lab, '4.21', NEW);
    await job.run('acquire');
    const other = '1766568440841947242\n';
    writeFileSync(join(lab.locks, 'h1.lock'), other);
    expect(await job.run('clean-up')).toMatchObject({ status: 0 });
    expect(readFileSync(join(lab.locks, 'h1.lock'), 'utf8')).toBe(other);
  });

  it('carries on at a checkpoint whose bastion is out of reach, as bash jobs do', async () => {
    const job = new BashJob(lab, '4.21', NEW);
    await job.run('acquire');
    const tests = await job.run('test', { env: { GIVEWAY_KNOWN_HOSTS: `SHA256:${'A'.repeat(43)}` } });
    expect(tests).toMatchObject({ status: 0 });
    expect(tests.stdout).toContain('tested');
    await job.run('clean-up');
    await lab.isEmpty();
  });

  it('needs nothing but AUX_HOST to find the pool in the folder of the bash jobs', async () => {
    const job = new BashJob(lab, '4.22', NEW, { GIVEWAY_POOL: '' });
    expect(await job.run('acquire')).toMatchObject({ status: 0 });
    expect(readdirSync(join(lab.locks, '.giveway'))).toContain('h1.lease');
    await job.run('clean-up');
    expect(lab.left().filter((name) => name !== '.giveway')).toEqual([]);
  });

  it('says what is missing where there is no giveway, and fails at once', async () => {
    const acquired = await new BashJob(lab, '4.22', NEW, { GIVEWAY: '/opt/nowhere/giveway' }).run('acquire');
    expect(acquired).toMatchObject({ status: 1 });
    expect(acquired.stdout).toContain(
      "giveway is not on PATH, and GIVEWAY does not name it (GIVEWAY='/opt/nowhere/giveway')",
    );
    expect(acquired.stdout).not.toContain('attempt 2');
  });

  it('says what is wrong with a setting, and fails at once', async () => {
    const acquired = await new BashJob(lab, '4.22', NEW, { GIVEWAY_PRIORITY: 'high' }).run('acquire');
    expect(acquired).toMatchObject({ status: 1 });
    expect(acquired.stdout).toContain('GIVEWAY_PRIORITY');
    expect(acquired.stdout).not.toContain('attempt 2');
  });
});

describe('the text', () => {
  it('behind the functions that it replaces leaves locks of other folders to them', async () => {
    const job = new BashJob(lab, '4.22', `${OLD}\n${NEW}`, { LOCK_FOLDER: lab.folder('other-locks') });
    expect(await job.run('acquire')).toMatchObject({ status: 0 });
    expect(readFileSync(join(lab.root, 'other-locks/h1.lock'), 'utf8')).toMatch(/^\d{19}\n$/);
    await job.run('clean-up');
    expect(readdirSync(join(lab.root, 'other-locks'))).toEqual([]);
    await lab.isEmpty();
  });

  it('alone refuses them', async () => {
    const job = new BashJob(lab, '4.22', NEW, { LOCK_FOLDER: lab.folder('other-locks') });
    const acquired = await job.run('acquire', { timeoutMs: 2000, graceMs: 500 });
    expect(acquired.stdout).toContain('is not in the pool');
    await lab.isEmpty();
  });

  it('carries the settings that it was printed with; the job’s own come first', async () => {
    const file = lab.write('known_hosts', 'b ssh-ed25519 AAAA\n');
    const text = printed('--pool', "ssh://root@b/it's", '--known-hosts', file, '--locks', '/locks');
    const values = (env: Record<string, string>): string =>
      spawnSync('bash', ['-uec', `${text}\nenv | grep ^GIVEWAY_ | sort`], {
        env: { PATH: process.env['PATH'], ...env },
      }).stdout.toString();
    expect(values({})).toBe(
      "GIVEWAY_KNOWN_HOSTS=b ssh-ed25519 AAAA\nGIVEWAY_LOCKS=/locks\nGIVEWAY_POOL=ssh://root@b/it's\n",
    );
    expect(values({ GIVEWAY_LOCKS: '/mine' })).toContain('GIVEWAY_LOCKS=/mine\n');
  });

  it('has every function that the jobs use', () => {
    const names = spawnSync('bash', ['-uec', `${NEW}\ndeclare -F`], { encoding: 'utf8' }).stdout;
    const old = spawnSync('bash', ['-uec', `${OLD}\ndeclare -F`], { encoding: 'utf8' }).stdout;
    const own = (text: string): string[] => text.split('\n').map((line) => line.replace('declare -f ', ''));
    expect(own(names)).toEqual(expect.arrayContaining(own(old).filter((name) => name !== 'on_bastion')));
  });

  it.each([
    ['4.22', '4.21', 'higher'],
    ['4.9', '4.21', 'lower'],
    ['5.0', '4.99', 'higher'],
    ['4.10', '4.10', 'equal'],
    ['4.08', '4.9', 'lower'],
  ])('compares %s with %s as %s', (a, b, expected) => {
    expect(call(`compare_ocp_versions ${a} ${b}`)).toMatchObject({ status: 0, stdout: `${expected}\n` });
  });

  it.each([
    ['rehearse-72894-periodic-ci-main-nightly-4.22-telcov10n-x', 0, '4.22\n'],
    ['periodic-5.1-upgrade-from-4.22', 0, '5.1\n'],
    ['periodic-ci-main', 1, '\n'],
    ['', 1, '\n'],
  ])('finds the version of %j', (name, status, stdout) => {
    expect(call('extract_ocp_version', { JOB_NAME: name })).toMatchObject({ status, stdout });
  });
});

function call(command: string, env: Record<string, string> = {}): { status: number | null; stdout: string } {
  return spawnSync('bash', ['-uec', `${NEW}\n${command}`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
}
