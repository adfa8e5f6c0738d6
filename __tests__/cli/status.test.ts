import { existsSync, readdirSync, rmSync } from 'node:fs';
import { endLabs, jsonOf, Lab, type Job } from './equipment/lab';

let lab: Lab;
let job: Job;
let newer: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
  newer = lab.job('nightly-4.22');
});
afterEach(endLabs);

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const acquire = (of: Job, ...more: string[]): ReturnType<Job['start']> =>
  of.start('acquire', '--pool', lab.pool, '--host', 'h1', ...more);
const status = (...more: string[]): ReturnType<Job['giveway']> =>
  job.giveway('status', '--pool', lab.pool, ...more);

describe('status', () => {
  test('of a pool that nobody has used says so', async () => {
    expect(await status()).toMatchObject({
      status: 0,
      stdout: 'Nobody has used this pool yet.\n',
      stderr: '',
    });
    expect(jsonOf(await status('--json'))).toEqual({ pool: lab.pool, now: instant, hosts: [] });
  });

  test('is a table of hosts: state, holder, version, since when, and who waits', async () => {
    await acquire(job).ended;
    await job.giveway('acquire', '--pool', lab.pool, '--host', 'h2');
    await job.giveway('release', '--lease-file', `${job.state}/giveway-h2.lease.json`);
    await acquire(newer).says(/held by/);
    const { stdout } = await status();
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/\d\d:\d\dZ \(\d+s\)/, 'NOW').split(/ {2,}/)),
    ).toEqual([
      ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'],
      // it has not looked since
      ['h1', 'held (unaware)', 'nightly-4.21', '4.21', 'NOW', '4.22 nightly-4.22 (asked)'],
      ['h2', 'free', '-', '-', '-', '-'],
    ]);
    await job.giveway('check-quit', '--lease-file', `${job.state}/giveway-h1.lease.json`);
    expect((await status('--host', 'h1')).stdout).toMatch(/^h1 +quitting 9m\d\ds {2}nightly-4\.21/m);
    expect((await status('--host', 'h2')).stdout).not.toMatch(/^h1/m);
  });

  test('as JSON has the fields of the contract', async () => {
    await acquire(job, '--job-url', 'https://ci/1').ended;
    await acquire(newer).says(/held by/);
    const json = jsonOf(await status('--json'));
    expect(json).toEqual({
      pool: lab.pool,
      now: instant,
      hosts: [
        expect.objectContaining({
          host: 'h1',
          state: 'held',
          holder: expect.objectContaining({
            job: 'nightly-4.21',
            url: 'https://ci/1',
            version: '4.21',
            since: instant,
            fencingToken: expect.any(Number) as number,
            legacy: false,
          }) as object,
          waiting: [
            expect.objectContaining({
              job: 'nightly-4.22',
              version: '4.22',
              since: instant,
              position: 1,
              alive: true,
              preempts: true,
              legacy: false,
            }) as object,
          ],
        }),
      ],
    });
  });

  test('--check exits 14 and says what needs a person, else 0', async () => {
    await acquire(job).ended;
    expect(await status('--check')).toMatchObject({ status: 0, stderr: '' });
    expect(await status('--check', '--max-held', '1h')).toMatchObject({ status: 0 });
    const held = await status('--check', '--max-held', '1ms');
    expect(held).toMatchObject({ status: 14, stderr: expect.stringMatching(/h1.*nightly-4\.21/) as string });
  });

  test('--watch prints again when something changes, and exits 0 by SIGINT', async () => {
    const watching = job.start('status', '--pool', lab.pool, '--watch', '--json');
    await watching.says(/"hosts":\[\]/);
    await acquire(newer).ended;
    await watching.says(/"state":"held"/);
    await newer.giveway('release');
    await watching.says(/"state":"free"/);
    watching.signal('SIGINT');
    const ended = await watching.ended;
    expect(ended.status).toBe(0);
    expect(ended.stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  test('--watch ends when nobody reads it any more', async () => {
    const watching = job.start('status', '--pool', lab.pool, '--watch');
    await watching.says(/Nobody/);
    watching.hangUp();
    await acquire(newer).ended;
    const { status: code } = await watching.ended;
    expect(code).toBe(0);
  });

  test('changes nothing in the pool that others have made', async () => {
    await acquire(job).ended;
    const before = lab.traces();
    await status();
    expect(lab.traces()).toEqual(before);
  });
});

describe('demo', () => {
  test('shows 4.21 giving way to 4.22, and leaves nothing', async () => {
    const ended = await job.giveway('demo');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    const beats = [
      /^\[nightly-4\.21\] \{"acquired":true,"host":"lab-host-1"/m,
      /^\[nightly-4\.22\] giveway: waiting for lab-host-1/m,
      /^\[nightly-4\.21\] \{"quit":true,"reason":"preempted","byVersion":"4\.22"/m,
      /^\[nightly-4\.21\] \{"released":true/m,
      /^\[nightly-4\.22\] \{"acquired":true.*"previous":\{"job":"nightly-4\.21","endedBy":"released"\}/m,
      /^\[nightly-4\.22\] \{"released":true/m,
      /^# The pool holds no lock and no waiting file$/m,
    ];
    const at = beats.map((beat) => ended.stdout.search(beat));
    expect(at).not.toContain(-1);
    await lab.isClean();
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('ends at %s, and leaves nothing', async (name) => {
    const demo = job.start('demo');
    await demo.says(/\[nightly-4\.22\] giveway: waiting/);
    demo.signal(name);
    const { status: code, stderr } = await demo.ended;
    expect([130, 143]).toContain(code);
    expect(stderr).not.toMatch(/fault/);
    await lab.isClean();
  });

  test('takes no notice of what is set for real jobs', async () => {
    const env = {
      GIVEWAY_POOL: '/no/where',
      GIVEWAY_HOST: '../x',
      GIVEWAY_TTL: '1',
      SHARED_DIR: '/no/where',
    };
    expect((await lab.job('demo', env).giveway('demo')).status).toBe(0);
  });
});

describe('what a waiting job says', () => {
  const held = async (...more: string[]): Promise<void> => {
    await acquire(newer, '--preemptible', 'no', ...more).ended;
  };

  test('comes at once: who holds, since when, its own place, and who is ahead by which rule', async () => {
    await held('--job-url', 'https://ci/1');
    await acquire(lab.job('nightly-4.23')).says(/held by/);
    await acquire(lab.job('urgent-4.1'), '--priority', '5').says(/held by/);
    await acquire(lab.job('also-4.21')).says(/held by/);
    const waits = acquire(job);
    await waits.says(/place 4 of 4, behind.*\n/);
    expect(waits.stderr().trimEnd().split('\n')).toEqual([
      'giveway: version 4.21, from JOB_NAME',
      expect.stringMatching(
        /^giveway: waiting for h1, place 4 of 4: held \d+s by 4\.22 nightly-4\.22$/,
      ) as string,
      expect.stringMatching(
        /^giveway: h1: held by nightly-4\.22 \(4\.22\) since \d\d:\d\dZ \(\d+s\): https:\/\/ci\/1$/,
      ) as string,
      'giveway: place 4 of 4, behind urgent-4.1 (4.1, higher priority), nightly-4.23 (4.23, newer version), also-4.21 (4.21, came earlier)',
    ]);
    expect(waits.stdout()).toBe('');
  });

  test('is said again only when it changes', async () => {
    await held();
    const waits = acquire(job, '--heartbeat', '100ms', '--ttl', '1s');
    await waits.says(/nobody is ahead\n/);
    const before = waits.stderr();
    // a dozen heartbeats
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(waits.stderr()).toBe(before);
    const first = acquire(lab.job('nightly-4.23'));
    await waits.says(/place 2 of 2, behind nightly-4\.23/);
    first.signal('SIGTERM');
    await first.ended;
    await newer.giveway('release');
    expect(await waits.ended).toMatchObject({ status: 0 });
  });

  test('can not be forged by the name or link of another job', async () => {
    const evil = 'evil-4.22\n::error::forged\r\x1b[2Kgiveway: acquired h9 \u202e##[error]forged';
    const forger = lab.job('forger', { JOB_NAME: evil });
    await acquire(forger, '--preemptible', 'no', '--job-url', `https://x/\n::add-mask::${evil}`).ended;
    const ahead = lab.job('ahead', { JOB_NAME: evil });
    await acquire(ahead, '--priority', '9').says(/place 1 of 1/);
    const waits = acquire(job, '--wait-timeout', '1s');
    const ended = await waits.ended;
    const table = await status();
    for (const text of [ended.stderr, ended.stdout, table.stdout, (await status('--json')).stdout]) {
      expect(text).toMatch(/evil-4\.22/);
      expect(text).not.toMatch(/^(::|##\[)|^giveway: acquired|[\x00-\x09\x0b-\x1f\u202e]|##\[/m);
    }
    for (const line of ended.stderr.trimEnd().split('\n')) expect(line).toMatch(/^giveway: /);
    // and what an asked holder is told
    const victim = lab.job('victim-4.21');
    await victim.giveway('acquire', '--pool', lab.pool, '--host', 'h2');
    await ahead
      .start('acquire', '--pool', lab.pool, '--host', 'h2', '--product-version', '9.9')
      .says(/held by/);
    const told = await victim.giveway('check-quit');
    expect(told.status).toBe(10);
    for (const line of told.stderr.trimEnd().split('\n')) expect(line).toMatch(/^giveway: /);
    expect(`${told.stderr}${told.stdout}`).not.toMatch(/^(::|##\[)|[\x00-\x09\x0b-\x1f\u202e]|##\[/m);
  });
});

test('a folder that is removed under a waiting job is an error, and no new one is made', async () => {
  await acquire(newer, '--preemptible', 'no').ended;
  const waits = acquire(job);
  await waits.says(/held by/);
  rmSync(lab.pool, { recursive: true });
  expect((await waits.ended).status).toBe(13);
  expect(existsSync(lab.pool)).toBe(false);
  expect(readdirSync(job.state)).toEqual([]);
});
