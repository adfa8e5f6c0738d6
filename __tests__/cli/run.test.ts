import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { endLabs, GIVEWAY, Lab, type Ended, type Job, until } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

function resultOf(name = 'result.json'): Record<string, unknown> {
  return JSON.parse(readFileSync(lab.path(name), 'utf8')) as Record<string, unknown>;
}

describe('the status of run', () => {
  test.each([
    ['exit 0', 0],
    ['exit 3', 3],
    ['exit 13', 13],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
  ])('is that of its command: %s is %i', async (script, status) => {
    const ended = await lab.run(job, [], 'sh', '-c', script).ended;
    expect(ended).toMatchObject({ status, stdout: '' });
    await lab.isClean();
  });

  test('is 127 where there is no such command, and 126 where it is not executable', async () => {
    expect(await lab.run(job, [], 'no-such-command').ended).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('can\'t start "no-such-command"') as string,
    });
    const notExecutable = lab.write('text', 'no program');
    expect(await lab.run(job, [], notExecutable).ended).toMatchObject({ status: 126 });
    expect(await lab.run(job, [], '').ended).toMatchObject({ status: 126 });
    await lab.isClean();
  });
});

describe('the command of run', () => {
  test('reads stdin and writes to stdout as if nothing were in between', async () => {
    const running = lab.run(job, [], 'sh', '-c', 'read -r line; echo "got $line"; echo oh >&2');
    running.write('some words\n');
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'got some words\n' });
    expect(stderr).toMatch(/^oh$/m);
  });

  test('is told its host, token, lease file, quit file and where to ask, and no secret', async () => {
    const secret = { GIVEWAY_PRIVATE_KEY: 'the key', GIVEWAY_PASSPHRASE: 'the phrase' };
    const ended = await lab.run(
      lab.job('nightly-4.21', secret),
      [],
      'sh',
      '-c',
      'env; cat "$GIVEWAY_LEASE_FILE"',
    ).ended;
    const env = new Map(ended.stdout.split('\n').map((line) => line.split(/=(.*)/s, 2) as [string, string]));
    const lease = JSON.parse(ended.stdout.split('\n').find((line) => line.startsWith('{'))!) as object;
    expect(env.get('GIVEWAY_HOST')).toBe('h1');
    expect(env.get('GIVEWAY_FENCING_TOKEN')).toMatch(/^\d{16}$/);
    expect(lease).toMatchObject({
      hosts: ['h1'],
      fencingToken: Number(env.get('GIVEWAY_FENCING_TOKEN')),
      pool: lab.pool,
    });
    expect(env.get('GIVEWAY_QUIT_FILE')).toMatch(/./);
    expect(env.get('GIVEWAY_KEEPER_SOCKET')).toMatch(/./);
    expect(ended.stdout).not.toMatch(/the key|the phrase/);
    expect(ended.stderr).not.toMatch(/the key|the phrase/);
    await lab.isClean();
  });

  test('gets one of several hosts, or all that are wanted at the same time', async () => {
    const args = ['run', '--pool', lab.pool];
    const echo = ['--', 'sh', '-c', 'echo "$GIVEWAY_HOST"; ls "$0"', lab.pool];
    expect((await job.giveway(...args, '--host', 'h1,h2', ...echo)).stdout).toMatch(/^h[12]\nh[12]\.lock\n$/);
    expect((await job.giveway(...args, '--host', 'h1', '--host', 'h2', ...echo)).stdout).toBe(
      'h1,h2\nh1.lock\nh2.lock\n',
    );
  });

  test('may give the host back itself, and what it starts may ask for the lease', async () => {
    const script = `node "$0" check-quit && node "$0" release`;
    const ended = await lab.run(job, [], 'sh', '-c', script, GIVEWAY).ended;
    expect(ended.stdout).toMatch(/^\{"quit":false\}\n\{"released":true,"heldSeconds":[\d.]+\}\n$/);
    await lab.isClean();
  });

  test('gives the host back if it can not be started after all', async () => {
    const holder = lab.run(lab.job('other'), [], 'sleep', '60');
    await holder.says(/acquired/);
    const waiting = lab.run(job, [], 'touch', lab.path('started'));
    await waiting.says(/held by other/);
    // somebody cleans up
    rmSync(lab.tmp, { recursive: true });
    holder.signal('SIGTERM');
    expect(await waiting.ended).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("can't make a folder in") as string,
    });
    lab.folder('tmp');
    expect(existsSync(lab.path('started'))).toBe(false);
    await lab.isClean();
  });

  test('is not started once the job has been told to stop', async () => {
    const waiting = lab.run(lab.job('other'), [], 'sleep', '60');
    await waiting.says(/acquired/);
    const late = lab.run(job, [], 'touch', lab.path('started'));
    await late.says(/held by other/);
    late.signal('SIGTERM');
    expect((await late.ended).status).toBe(143);
    expect(existsSync(lab.path('started'))).toBe(false);
  });
});

describe('a job that is asked to leave', () => {
  const newer = async (): Promise<Ended> => lab.run(lab.job('nightly-4.22'), [], 'true').ended;

  test.each([
    ['force', 1],
    ['graceful', 0],
  ])('in %s mode exits %i, whatever its command did', async (mode, status) => {
    const flags = ['--mode', mode, '--result-file', lab.path('result.json')];
    const running = lab.run(
      job,
      flags,
      'sh',
      '-c',
      'trap "exit 5" TERM; echo up; while :; do sleep 0.05; done',
    );
    await running.says(/^up$/m);
    const after = newer();
    const ended = await running.ended;
    expect(ended.status).toBe(status);
    expect(ended.stderr).toMatch(/asked to leave by \d\d:\d\dZ: nightly-4\.22 \(4\.22\) waits for this host/);
    expect(resultOf()).toMatchObject({
      outcome: 'preempted',
      exitCode: 5,
      signal: null,
      released: true,
      quit: { reason: 'preempted', byJob: 'nightly-4.22', byVersion: '4.22' },
    });
    expect((await after).status).toBe(0);
    await lab.isClean();
  });

  test('exits 1 by default', async () => {
    const running = lab.run(job, [], 'sleep', '60');
    await running.says(/acquired/);
    const after = newer();
    expect((await running.ended).status).toBe(1);
    expect((await after).status).toBe(0);
  });

  test('gets its quit signal in every process of the group, and the quit file whole', async () => {
    const child = `trap 'echo child >>"$0"; exit' USR1; echo ready; while :; do sleep 0.05; done`;
    const parent = `
      trap 'echo parent >>"$0"; cat "$GIVEWAY_QUIT_FILE" >>"$0"' USR1
      sh -c "$1" "$0" &
      wait; wait`;
    const running = lab.run(job, ['--quit-signal', 'usr1'], 'sh', '-c', parent, lab.path('log'), child);
    await running.says(/^ready$/m);
    const after = newer();
    await running.ended;
    await after;
    const log = readFileSync(lab.path('log'), 'utf8').trim().split('\n');
    expect(log).toEqual(expect.arrayContaining(['parent', 'child']));
    expect(JSON.parse(log.find((line) => line.startsWith('{'))!)).toEqual({
      reason: 'preempted',
      byVersion: '4.22',
      byJob: 'nightly-4.22',
      graceUntil: expect.stringMatching(/Z$/) as string,
    });
    await lab.isClean();
  });

  test('is killed with its whole group when the grace has passed', async () => {
    const stubborn = `trap '' TERM; sh -c 'trap "" TERM; echo up; while :; do sleep 0.05; done'`;
    const flags = ['--grace', '700ms', '--result-file', lab.path('result.json')];
    const running = lab.run(job, flags, 'sh', '-c', stubborn);
    await running.says(/^up$/m);
    const after = newer();
    await running.says(/asked to leave/);
    const askedAt = performance.now();
    expect((await running.ended).status).toBe(1);
    expect(performance.now() - askedAt).toBeGreaterThan(500);
    expect(resultOf()).toMatchObject({ outcome: 'preempted', exitCode: null, signal: 'SIGKILL' });
    expect((await after).status).toBe(0);
    await lab.isClean();
  });

  test('is not asked within its exempt time, nor if it is not preemptible', async () => {
    for (const flags of [
      ['--exempt-time', '1h'],
      ['--preemptible', 'no'],
    ]) {
      const running = lab.run(job, flags, 'sleep', '60');
      await running.says(/acquired/);
      const waits = lab.run(lab.job('nightly-4.22'), ['--wait-timeout', '1500ms'], 'true');
      expect((await waits.ended).status).toBe(12);
      expect(running.stderr()).not.toMatch(/asked to leave/);
      running.signal('SIGTERM');
      await running.ended;
    }
  });
});

describe('the result file', () => {
  const flags = (): string[] => ['--result-file', lab.path('result.json')];

  test('tells how a command ended by itself', async () => {
    await lab.run(job, flags(), 'sh', '-c', 'exit 1').ended;
    expect(resultOf()).toEqual({
      outcome: 'ended',
      host: 'h1',
      hosts: ['h1'],
      leaseId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      fencingToken: expect.any(Number) as number,
      version: '4.21',
      waitedSeconds: expect.any(Number) as number,
      exitCode: 1,
      signal: null,
      released: true,
      heldSeconds: expect.any(Number) as number,
    });
  });

  test('tells that there was no host, why, and who had it', async () => {
    const holder = lab.run(lab.job('nightly-4.22'), [], 'sleep', '60');
    await holder.says(/acquired/);
    const notAcquired = {
      outcome: 'not-acquired',
      acquired: false,
      holder: { host: 'h1', job: 'nightly-4.22' },
    };
    for (const [more, status, reason] of [
      [['--if-busy', 'skip'], 0, 'busy'],
      [['--if-busy', 'fail'], 12, 'busy'],
      [['--wait-timeout', '300ms'], 12, 'timeout'],
    ] as const) {
      const ended = await lab.run(job, [...flags(), ...more], 'touch', lab.path('started')).ended;
      expect(ended.status).toBe(status);
      expect(resultOf()).toMatchObject({ ...notAcquired, reason });
    }
    expect(existsSync(lab.path('started'))).toBe(false);
    holder.signal('SIGTERM');
    await holder.ended;
    await lab.isClean();
  });

  test('tells of an interrupt, while waiting and while holding', async () => {
    const holding = lab.run(job, flags(), 'sleep', '60');
    await holding.says(/acquired/);
    const waits = ['--result-file', lab.path('waiting.json')];
    const waiting = lab.run(lab.job('nightly-4.20'), waits, 'true');
    await waiting.says(/held by/);
    waiting.signal('SIGINT');
    await waiting.ended;
    expect(resultOf('waiting.json')).toEqual({ outcome: 'interrupted', signal: 'SIGINT' });
    holding.signal('SIGTERM');
    await holding.ended;
    expect(resultOf()).toMatchObject({ outcome: 'interrupted', signal: 'SIGTERM', released: true });
  });

  test('of an earlier run is gone at once, and stays away if this run is killed', async () => {
    writeFileSync(lab.path('result.json'), '{"outcome":"ended"}\n');
    const running = lab.run(job, flags(), 'sleep', '60');
    await running.says(/acquired/);
    expect(existsSync(lab.path('result.json'))).toBe(false);
    running.signal('SIGKILL');
    await running.ended;
    expect(existsSync(lab.path('result.json'))).toBe(false);
  });

  test('tells of a pool that cannot be used', async () => {
    const result = lab.path('result.json');
    await job.giveway(
      'run',
      '--pool',
      lab.path('nowhere'),
      '--host',
      'h1',
      '--result-file',
      result,
      '--',
      'true',
    );
    expect(resultOf()).toEqual({
      outcome: 'pool-unavailable',
      message: expect.stringContaining('no such folder') as string,
    });
  });

  test('that cannot be written is bad input, before anything is done', async () => {
    mkdirSync(lab.path('folder'));
    for (const path of [lab.path('nowhere/result.json'), lab.path('folder'), '/dev/null']) {
      const ended = await lab.run(job, ['--result-file', path], 'true').ended;
      expect(ended).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(`^giveway: --result-file: expected .*got "${path}"\n`) as string,
      });
    }
    expect(existsSync('/dev/null')).toBe(true);
    expect(lab.traces()).toEqual([]);
  });
});

describe('a lease that is lost', () => {
  test('ends the command, exits 11, and leaves the new holder alone', async () => {
    const flags = ['--result-file', lab.path('result.json')];
    const running = lab.run(job, flags, 'sh', '-c', 'trap "" TERM; echo up; while :; do sleep 0.05; done');
    await running.says(/^up$/m);
    // a later attempt of the same job takes over at once
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '2',
    };
    const later = lab.run(
      lab.job(job.name, env),
      [],
      'sh',
      '-c',
      'echo in; while [ ! -e "$0" ]; do sleep 0.05; done',
      lab.path('end'),
    );
    await later.says(/^in$/m);
    expect((await running.ended).status).toBe(11);
    expect(resultOf()).toMatchObject({ outcome: 'lost', released: false });
    expect(lab.lock('h1')).toMatch(/^\d{19}$/);
    writeFileSync(lab.path('end'), '');
    expect((await later.ended).status).toBe(0);
    await lab.isClean();
  });

  test('because its pool does not answer ends the command before the ttl has passed', async () => {
    const running = lab.run(job, [], 'sh', '-c', 'echo up; exec sleep 61');
    await running.says(/^up$/m);
    const guard = lab.start(
      ['flock', '-F', `${lab.pool}/.giveway`, 'sh', '-c', 'echo taken; exec sleep 60'],
      lab.env,
    );
    await guard.says(/^taken$/m);
    const takenAt = performance.now();
    await until(() => !lab.processes().some(({ line }) => line === 'sleep 61'), 'the command has ended');
    expect(performance.now() - takenAt).toBeLessThan(3000);
    guard.signal('SIGKILL');
    expect((await running.ended).status).toBe(11);
  });
});
