/** Jobs on the old functions and jobs on giveway's share a bastion, and one job may be half on each; see docs/migration.md. */
import { join, resolve } from 'node:path';
import { BashJob, FLAG, OLD, printed } from './equipment/bash-job';
import type { Pod, ProwLab } from './equipment/prow-lab';
import { loadRegistry, parameterValues, readFiles } from './equipment/registry';
import { withProwLab } from './equipment/with-prow-lab';

let lab: ProwLab;
withProwLab((one) => (lab = one));

let NEW: string;
beforeAll(() => {
  NEW = printed();
});

const keyOf = ({ profile }: ProwLab): Record<string, string> => ({
  GIVEWAY_PRIVATE_KEY_FILE: join(profile, 'ssh-key'),
  GIVEWAY_KNOWN_HOSTS: join(profile, 'known_hosts'),
});

describe('half on each', () => {
  it.each([
    ['the old functions', 'these', () => [OLD, NEW] as const],
    ['these', 'the old functions', () => [NEW, OLD] as const],
  ])('a job on %s gives way to a job on %s', async (_, __, functions) => {
    const [first, second] = functions();
    const older = new BashJob(lab, '4.21', first);
    expect(await older.run('acquire')).toMatchObject({ status: 0 });
    const newer = new BashJob(lab, '4.22', second);
    const acquiring = newer.start('acquire');
    await lab.isWanted('4.22');
    expect(await older.run('install')).toMatchObject({ status: 1 });
    expect(older.file('cluster_installation_progress_status.txt')).toBe('force_quit');
    await older.run('clean-up');
    expect(await acquiring.finished).toMatchObject({ status: 0 });
    await newer.run('clean-up');
    await lab.isEmpty();
  });

  it('a host taken by the old functions is checked and given back by these', async () => {
    const job = new BashJob(lab, '4.21', OLD);
    await job.run('acquire');
    job.functions = NEW;
    expect((await job.run('test')).stdout).toContain('tested');
    const peer = lab.peer('4.22');
    await lab.isWanted('4.22');
    expect(await job.run('install')).toMatchObject({ status: 1 });
    await job.run('clean-up');
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('a place taken by the old functions is given up by the clean-up on these', async () => {
    const peer = lab.peer('4.22');
    await lab.until(peer, 'locked');
    const job = new BashJob(lab, '4.21', OLD, { LOCK_ACQUIRE_ATTEMPTS: '1' });
    expect(await job.run('acquire')).toMatchObject({ status: 1 });
    expect(lab.waitingVersions('h1')).toEqual(['4.21']);
    job.functions = NEW;
    await job.run('clean-up');
    expect(lab.waitingVersions('h1')).toEqual([]);
    await peer.stop();
    await lab.isEmpty();
  });

  it('a host taken by these is checked by the old functions; their clean-up leaves the lease to giveway release', async () => {
    const job = new BashJob(lab, '4.21', NEW);
    await job.run('acquire');
    job.functions = OLD;
    const peer = lab.peer('4.22', { attempts: 1 });
    await lab.isWanted('4.22');
    expect(await job.run('install')).toMatchObject({ status: 1 });
    await peer.stop();
    await job.run('clean-up');
    // free for bash jobs; the record is there until its time is over, or until the step that the migration page adds first
    expect(lab.left()).toEqual([expect.stringMatching(/\.hb$/)]);
    expect(lab.state('h1')).toBe('held');
    await job.prow.run({ as: 'giveway-release', commands: 'exec giveway release', env: keyOf(lab) });
    await lab.isEmpty();
  });
});

describe('a job that moves step by step', () => {
  const { registry } = loadRegistry(readFiles(resolve(__dirname, '../../prow/step-registry')));
  const pod = (as: string): Pod => {
    const step = registry.refs.get(as)!;
    const given = { GIVEWAY_HOST: 'h1', GIVEWAY_POOL: lab.poolName, GIVEWAY_LOCKS: lab.locks };
    const env = { ...parameterValues(step, given), GIVEWAY_SETTLE: '1s' };
    return { as, commands: step.commands, env };
  };

  it.each([
    ['old functions', () => OLD],
    ['these functions', () => NEW],
  ])('has its host by the step registry, and its other steps on %s', async (_, functions) => {
    const job = new BashJob(lab, '4.21', functions());
    expect(await job.prow.run(pod('giveway-acquire'))).toMatchObject({ status: 0 });
    expect(await job.prow.run(pod('giveway-bash-files'))).toMatchObject({ status: 0 });
    expect(job.files()).toEqual({
      [FLAG]: 'yes',
      'ocp_version.txt': '4.21',
      'spoke_lock_filename.txt': `${lab.locks}/h1.lock`,
    });
    expect((await job.run('test')).stdout).toContain('tested');
    const peer = lab.peer('4.22');
    await lab.isWanted('4.22');
    expect(await job.run('install')).toMatchObject({ status: 1 });
    expect((await job.run('clean-up')).stdout).toContain('power off h1.lock');
    await job.prow.run(pod('giveway-release'));
    await lab.until(peer, 'locked');
    await peer.stop();
    await lab.isEmpty();
  });

  it('has its host by the old functions: no checkpoint of giveway’s knows it, and giveway-release leaves it alone', async () => {
    const job = new BashJob(lab, '4.21', OLD);
    await job.run('acquire');
    expect(await job.prow.run(pod('giveway-check-quit'))).toMatchObject({ status: 11 });
    expect((await job.prow.run(pod('giveway-release'))).stdout).toContain('"reason":"not-held"');
    expect(lab.left()).toEqual(['h1.lock']);
    await job.run('clean-up');
    await lab.isEmpty();
  });
});
