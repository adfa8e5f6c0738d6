import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, GIVEWAY, jsonOf, Lab, SHORT, type Job, until } from './equipment/lab';

let lab: Lab;
let job: Job;
let other: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
  other = lab.job('nightly-4.22');
});
afterEach(endLabs);

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const number = expect.any(Number) as number;

function acquireArgs(...more: string[]): string[] {
  return ['acquire', '--pool', lab.pool, '--host', 'h1', ...more];
}

function leaseFile(of: Job, host = 'h1'): string {
  return join(of.state, `giveway-${host}.lease.json`);
}

describe('acquire', () => {
  test('prints one line of JSON and leaves a lease file that only its user can read', async () => {
    const ended = await job.giveway(...acquireArgs());
    expect(ended.status).toBe(0);
    expect(jsonOf(ended)).toEqual({
      acquired: true,
      host: 'h1',
      hosts: ['h1'],
      leaseId: uuid,
      fencingToken: number,
      version: '4.21',
      waitedSeconds: number,
      acquiredAt: instant,
      leaseFile: leaseFile(job),
    });
    expect(statSync(leaseFile(job)).mode & 0o777).toBe(0o600);
    expect(readdirSync(job.state)).toEqual(['giveway-h1.lease.json']);
    expect(ended.stderr).toMatch(/^giveway: acquired h1 for 4\.21$/m);
  });

  test('keeps key and passphrase out of the lease file', async () => {
    const secret = { GIVEWAY_PRIVATE_KEY: 'the key', GIVEWAY_PASSPHRASE: 'the phrase' };
    const keyed = lab.job('nightly-4.21', secret);
    await keyed.giveway(...acquireArgs());
    expect(readFileSync(leaseFile(keyed), 'utf8')).not.toMatch(/the key|the phrase/);
  });

  test('tells who had the host before, and how that ended', async () => {
    await job.giveway(...acquireArgs());
    await job.giveway('release');
    const next = await other.giveway(...acquireArgs());
    expect(jsonOf(next)).toMatchObject({ previous: { job: 'nightly-4.21', endedBy: 'released' } });
    expect(next.stderr).not.toMatch(/expired/);
  });

  test('says that the lease before had expired', async () => {
    await job.giveway(...acquireArgs(...SHORT, '--lease-ttl', '2s'));
    const next = await other.giveway(...acquireArgs());
    expect(jsonOf(next)).toMatchObject({ previous: { job: 'nightly-4.21', endedBy: 'expired' } });
    expect(next.stderr).toMatch(/acquired h1 for 4.22 after \ds; the lease of nightly-4.21 had expired/);
    expect(await job.giveway('check-quit')).toMatchObject({
      status: 11,
      stdout: '{"quit":true,"reason":"lost"}\n',
    });
    expect(await job.giveway('release')).toMatchObject({
      status: 11,
      stdout: '{"released":false,"reason":"lost"}\n',
    });
    expect(await other.giveway('check-quit')).toMatchObject({ status: 0 });
  });

  test('of several hosts at the same time writes a lease file for each, which one release ends', async () => {
    const ended = await job.giveway('acquire', '--pool', lab.pool, '--host', 'h1', '--host', 'h2,h3');
    expect(jsonOf(ended)).toMatchObject({ host: 'h1,h2', hosts: ['h1', 'h2'] });
    expect(readdirSync(job.state).sort()).toEqual(['giveway-h1.lease.json', 'giveway-h2.lease.json']);
    expect(await job.giveway('check-quit')).toMatchObject({ status: 0 });
    expect(jsonOf(await job.giveway('release'))).toEqual({ released: true, heldSeconds: number });
    expect(readdirSync(job.state)).toEqual([]);
    await lab.isClean();
  });

  test.each([
    ['skip', 0, 'busy'],
    ['fail', 12, 'busy'],
  ])(
    'with --if-busy %s exits %i at a busy host, asks nobody to leave, and says who has it',
    async (what, status, reason) => {
      await job.giveway(...acquireArgs());
      const ended = await other.giveway(...acquireArgs('--if-busy', what));
      expect(ended.status).toBe(status);
      expect(jsonOf(ended)).toEqual({
        acquired: false,
        reason,
        holder: { host: 'h1', job: 'nightly-4.21', version: '4.21', since: instant, legacy: false },
        holders: [{ host: 'h1', job: 'nightly-4.21', version: '4.21', since: instant, legacy: false }],
        ahead: [],
      });
      expect(await job.giveway('check-quit')).toMatchObject({ status: 0 });
      expect(existsSync(leaseFile(other))).toBe(false);
    },
  );

  test('exits 12 at the wait timeout, takes its place away, and its release leaves the holder alone', async () => {
    await other.giveway(...acquireArgs());
    const lock = lab.lock('h1');
    const first = other.start('acquire', '--pool', lab.pool, '--host', 'h2');
    await first.ended;
    const waits = lab.job('nightly-4.23').start(...acquireArgs('--preempts', 'no'));
    await waits.says(/held by nightly-4.22/);
    const ended = await job.giveway(...acquireArgs('--wait-timeout', '500ms'));
    expect(ended.status).toBe(12);
    expect(jsonOf(ended)).toMatchObject({
      acquired: false,
      reason: 'timeout',
      holder: { job: 'nightly-4.22' },
      ahead: [{ job: 'nightly-4.23', version: '4.23', rule: 'version' }],
    });
    expect(lab.traces().filter((name) => name.includes('.4.21'))).toEqual([]);
    const released = await job.giveway('release', '--pool', lab.pool);
    expect(released).toMatchObject({ status: 0, stdout: '{"released":false,"reason":"not-held"}\n' });
    expect(lab.lock('h1')).toBe(lock);
  });

  test('waits as long as it is told, months too', async () => {
    await other.giveway(...acquireArgs());
    const waits = job.start(...acquireArgs('--wait-timeout', '1000h', '--heartbeat', '500ms'));
    await waits.says(/held by nightly-4.22/);
    await other.giveway('release');
    expect((await waits.ended).status).toBe(0);
    // beyond 24.8 days a timer of Node would fire at once
    const long = ['--ttl', '1000h', '--heartbeat', '1h', '--max-hold', '2000h', '--grace', '1000h'];
    await job.giveway('release');
    expect(await lab.run(job, long, 'sh', '-c', 'sleep 0.5; exit 4').ended).toMatchObject({ status: 4 });
  });

  test('with a host that it can not write a lease file for holds none', async () => {
    const ended = await job.giveway(...acquireArgs('--state-dir', lab.path('nowhere')));
    expect(ended).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('--state-dir: expected a folder that can be written to') as string,
    });
    expect(lab.traces()).toEqual([]);
    // found out late: a folder stands where the file belongs
    lab.folder('state-nightly-4.21', 'giveway-h1.lease.json', 'x');
    expect(await job.giveway(...acquireArgs())).toMatchObject({ status: 2, stdout: '' });
    await lab.isClean();
  });

  test('again in the same job takes its own lease over, once the earlier one is silent', async () => {
    await job.giveway(...acquireArgs(...SHORT));
    const again = await job.giveway(...acquireArgs(...SHORT));
    expect(again.status).toBe(0);
    expect(again.stderr).toMatch(/an earlier run of this job still holds it/);
    expect(jsonOf(await job.giveway('release'))).toMatchObject({ released: true });
    await lab.isClean();
  });

  test('reads the flags from the environment, and a flag comes first', async () => {
    const env = { GIVEWAY_POOL: lab.path('nowhere'), GIVEWAY_HOST: 'h1 h2', GIVEWAY_PRODUCT_VERSION: '9.9' };
    const ended = await lab.job('env', env).giveway('acquire', '--pool', lab.pool);
    expect(jsonOf(ended)).toMatchObject({ hosts: ['h1', 'h2'], version: '9.9' });
  });

  test('without a version says so, and stands behind all others', async () => {
    const ended = await lab.job('no-version', { JOB_NAME: '' }).giveway(...acquireArgs());
    expect(ended.stderr).toMatch(
      /no product version \(none of JOB_NAME.*\): 0\.0, behind every other; give --product-version/,
    );
    expect(jsonOf(ended)).toMatchObject({ version: '0.0' });
  });
});

describe('check-quit', () => {
  const asked = async (): Promise<void> => {
    const waits = other.start(...acquireArgs());
    await waits.says(/held by nightly-4.21/);
  };

  test('exits 0 while nobody waits, and 10 or 1 by its mode once a newer job does', async () => {
    await job.giveway(...acquireArgs());
    expect(await job.giveway('check-quit')).toMatchObject({
      status: 0,
      stdout: '{"quit":false}\n',
      stderr: '',
    });
    await asked();
    const quit = {
      quit: true,
      reason: 'preempted',
      byVersion: '4.22',
      byJob: 'nightly-4.22',
      graceUntil: instant,
    };
    const graceful = await job.giveway('check-quit');
    expect(graceful.status).toBe(10);
    expect(jsonOf(graceful)).toEqual(quit);
    expect(graceful.stderr).toMatch(
      /^giveway: please leave by \d\d:\d\dZ: nightly-4.22 \(4.22\) waits for this host$/m,
    );
    const force = await job.giveway('check-quit', '--mode', 'force');
    expect(force.status).toBe(1);
    // what was said does not move
    expect(jsonOf(force)).toEqual(jsonOf(graceful));
  });

  test('is not asked by an older or an equal version', async () => {
    await other.giveway(...acquireArgs());
    const waits = [job, lab.job('also-4.22')].map((each) => each.start(...acquireArgs()));
    for (const each of waits) await each.says(/held by nightly-4.22/);
    expect(await other.giveway('check-quit')).toMatchObject({ status: 0 });
  });

  test('looks on every third turn of a loop, or as often as --every says', async () => {
    await job.giveway(...acquireArgs());
    await asked();
    const statuses = async (...more: string[]): Promise<number[]> =>
      Promise.all(
        ['0', '1', '2', '3', '4'].map(
          async (turn) => (await job.giveway('check-quit', '--iteration', turn, ...more)).status,
        ),
      );
    expect(await statuses()).toEqual([10, 0, 0, 10, 0]);
    expect(await statuses('--every', '2')).toEqual([10, 0, 10, 0, 10]);
    expect(
      (
        await lab
          .job(job.name, { OPENSHIFT_CI: 'true', BUILD_ID: '1', QUIT_CHECK_INTERVAL: '4' })
          .giveway('check-quit', '--iteration', '3')
      ).status,
    ).toBe(0);
  });

  test('with a pool out of reach fails, or carries on if that is wanted', async () => {
    await job.giveway(...acquireArgs());
    rmSync(lab.pool, { recursive: true });
    expect(await job.giveway('check-quit')).toMatchObject({ status: 13, stdout: '' });
    expect(await job.giveway('check-quit', '--on-unreachable', 'continue')).toMatchObject({
      status: 0,
      stdout: '{"quit":false,"unreachable":true}\n',
      stderr: expect.stringMatching(/carrying on although nobody could be asked: .*no such folder/) as string,
    });
  });

  test('exits 11 where the lease is not there any more', async () => {
    await job.giveway(...acquireArgs());
    const file = readFileSync(leaseFile(job));
    await job.giveway('release');
    writeFileSync(leaseFile(job), file);
    expect(await job.giveway('check-quit', '--mode', 'force')).toMatchObject({ status: 11 });
    rmSync(leaseFile(job));
    expect(await job.giveway('check-quit', '--pool', lab.pool)).toMatchObject({ status: 11 });
  });

  test('renews the lease, which nothing else does', async () => {
    await job.giveway(...acquireArgs(...SHORT, '--lease-ttl', '2s'));
    for (let round = 0; round < 4; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 800));
      expect(await job.giveway('check-quit')).toMatchObject({ status: 0 });
    }
  });
});

describe('release', () => {
  test('gives the host back once, and says so every further time', async () => {
    await job.giveway(...acquireArgs());
    const ended = await job.giveway('release');
    expect(jsonOf(ended)).toEqual({ released: true, heldSeconds: number });
    expect(ended.stderr).toMatch(/^giveway: gave h1 back after \d+s$/m);
    expect(readdirSync(job.state)).toEqual([]);
    await lab.isClean();
    for (const args of [[], ['--pool', lab.pool], ['--lease-file', leaseFile(job)]]) {
      expect(await job.giveway('release', ...args)).toMatchObject({
        status: 0,
        stdout: '{"released":false,"reason":"not-held"}\n',
      });
    }
  });

  test('without a lease file finds the lease by its owner, and no one else’s', async () => {
    await job.giveway(...acquireArgs());
    rmSync(leaseFile(job));
    expect(await other.giveway('release', '--pool', lab.pool)).toMatchObject({
      stdout: '{"released":false,"reason":"not-held"}\n',
    });
    expect(await other.giveway('release', '--pool', lab.pool, '--owner', 'nightly-4.21')).toMatchObject({
      stdout: expect.stringContaining('"released":true') as string,
    });
    await lab.isClean();
  });

  test('without a lease file finds what an acquire that was killed has left: its place in the queue too', async () => {
    await other.giveway(...acquireArgs());
    const waits = job.start(...acquireArgs());
    await waits.says(/held by nightly-4.22/);
    waits.signal('SIGKILL');
    await waits.ended;
    expect(lab.traces().filter((name) => name.includes('.4.21'))).toHaveLength(1);
    expect((await job.giveway('release', '--pool', lab.pool)).status).toBe(0);
    expect(lab.traces().filter((name) => name.includes('.4.21'))).toEqual([]);
  });

  test('goes on when it is told to stop, for then it is wanted most', async () => {
    await job.giveway(...acquireArgs());
    const guard = lab.start(
      ['flock', '-F', `${lab.pool}/.giveway`, 'sh', '-c', 'echo taken; exec sleep 60'],
      lab.env,
    );
    await guard.says(/^taken$/m);
    const releases = job.start('release');
    await until(
      () => lab.processes().some(({ line }) => line.startsWith('flock -w')),
      'it waits for the guard',
    );
    releases.signal('SIGINT', 'SIGTERM');
    const freeAt = performance.now();
    guard.signal('SIGKILL');
    expect(await releases.ended).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('true') as string,
    });
    expect(performance.now() - freeAt).toBeLessThan(2000);
    await lab.isClean();
  });

  test('keeps the lease file where the pool is out of reach, for the next try', async () => {
    await job.giveway(...acquireArgs());
    const away = lab.path('away');
    renameSync(lab.pool, away);
    expect(await job.giveway('release')).toMatchObject({ status: 13, stdout: '' });
    renameSync(away, lab.pool);
    expect(jsonOf(await job.giveway('release'))).toMatchObject({ released: true });
  });
});

describe('lease files', () => {
  test('of two jobs in one folder are a named error, which --lease-file or --owner resolves', async () => {
    const shared = { GIVEWAY_STATE_DIR: lab.folder('shared') };
    const one = lab.job('one-4.21', shared);
    await one.giveway(...acquireArgs());
    await lab.job('two-4.21', shared).giveway('acquire', '--pool', lab.pool, '--host', 'h2');
    const anyone = lab.job('anyone', { ...shared, GIVEWAY_OWNER: undefined });
    for (const command of ['check-quit', 'release']) {
      expect(await anyone.giveway(command)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^giveway: --lease-file: expected .*several leases in \S+ \(giveway-h1\.lease\.json, giveway-h2\.lease\.json\)/,
        ) as string,
      });
    }
    const file = join(shared.GIVEWAY_STATE_DIR, 'giveway-h2.lease.json');
    expect(jsonOf(await anyone.giveway('release', '--lease-file', file))).toMatchObject({ released: true });
    expect(existsSync(file)).toBe(false);
    expect(lab.lock('h1')).toBeDefined();
    expect(jsonOf(await anyone.giveway('release', '--owner', 'one-4.21'))).toMatchObject({ released: true });
  });

  test('are found in $SHARED_DIR, then $RUNNER_TEMP, then the current folder', async () => {
    const folders = { SHARED_DIR: lab.folder('shared'), RUNNER_TEMP: lab.folder('runner') };
    for (const [env, folder] of [
      [folders, folders.SHARED_DIR],
      [{ RUNNER_TEMP: folders.RUNNER_TEMP }, folders.RUNNER_TEMP],
      [{}, lab.folder('work')],
    ] as const) {
      const found = lab.job('found-4.21', { GIVEWAY_STATE_DIR: undefined, ...env });
      const ended = await found.giveway(...acquireArgs());
      expect(jsonOf(ended)).toMatchObject({ leaseFile: join(folder, 'giveway-h1.lease.json') });
      expect((await found.giveway('check-quit')).status).toBe(0);
      expect(jsonOf(await found.giveway('release'))).toMatchObject({ released: true });
    }
  });

  test('name the pool so that a step in another folder finds it', async () => {
    const acquire = [process.execPath, GIVEWAY, 'acquire', '--pool', 'pool', '--host', 'h1'];
    await lab.start(acquire, job.env, lab.root).ended;
    expect((await job.giveway('check-quit')).status).toBe(0);
  });

  test.each([
    ['no JSON', 'oops'],
    ['another format', '{"format":2}'],
    ['a host that is none', '{"format":1,"hosts":["../x"]}'],
  ])('that hold %s are bad input', async (_, text) => {
    writeFileSync(leaseFile(job), text);
    for (const args of [[], ['--lease-file', leaseFile(job)]]) {
      const ended = await job.giveway('check-quit', ...args);
      expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(leaseFile(job)) as string });
    }
  });

  test('of another script that still runs are left alone, for the folder may be anybody’s', async () => {
    const env = { ...lab.env, JOB_NAME: 'nightly-4.21' };
    const command = (args: string): string => `'${process.execPath}' '${GIVEWAY}' ${args}`;
    const first = `${command(`acquire --pool '${lab.pool}' --host h1`)}; ${command('check-quit')}; echo go; read -r end; ${command('release')}`;
    const one = lab.start(['sh', '-c', first], env);
    await one.says(/^go$/m);
    expect(one.stdout()).toMatch(/\{"quit":false\}\ngo\n$/);
    const second = await lab.start(['sh', '-c', `${command('release')}; true`], env).ended;
    expect(second.stdout).toBe('{"released":false,"reason":"not-held"}\n');
    expect(second.stderr).toMatch(/the lease of h1 in \. is another script's, which is still running/);
    expect(lab.lock('h1')).toBeDefined();
    one.write('\n');
    expect((await one.ended).stdout).toMatch(/"released":true/);
  });
});
