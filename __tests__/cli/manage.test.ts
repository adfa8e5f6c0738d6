import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, jsonOf, Lab, SHORT, type Ended, type Job, type Running, until } from './equipment/lab';

let lab: Lab;
let job: Job;
let ann: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
  ann = lab.job('ann');
});
afterEach(endLabs);

const person = (command: string, ...args: string[]): Promise<Ended> =>
  ann.giveway(command, '--pool', lab.pool, ...args);
const acquire = (of: Job, ...more: string[]): Promise<Ended> =>
  of.giveway('acquire', '--pool', lab.pool, '--host', 'h1', ...more);
const waits = async (of: Job, ...more: string[]): Promise<Running> => {
  const running = of.start('acquire', '--pool', lab.pool, '--host', 'h1', '--wait-timeout', '30s', ...more);
  await running.says(/waiting for h1/);
  return running;
};
const status = async (): Promise<Record<string, unknown>> => {
  const { hosts } = jsonOf(await person('status', '--json')) as { hosts: Record<string, unknown>[] };
  return hosts[0] ?? {};
};
const ids = (): string[] =>
  readdirSync(join(lab.pool, '.giveway')).filter((name) => name.endsWith('.ticket'));

describe('a hold', () => {
  test('keeps jobs out without a heartbeat, says who and why, and ends by unhold', async () => {
    const held = await person('hold', '--host', 'h1', '--for', '4h', '--reason', 'bad NIC', '--by', 'ann');
    expect(held.status).toBe(0);
    expect(jsonOf(held)).toMatchObject({ hold: true, host: 'h1', reason: 'bad NIC' });
    expect(lab.lock('h1')).toMatch(/^\d{19}$/);
    expect(lab.traces()).toEqual(['h1.lock']);
    expect(await status()).toMatchObject({
      state: 'on-hold',
      holder: { job: 'ann', note: 'bad NIC', version: null },
    });
    const next = await waits(lab.job('nightly-4.22'), '--priority', '999');
    expect(jsonOf(await person('unhold', '--host', 'h1'))).toEqual({ host: 'h1', unheld: true });
    expect(jsonOf(await next.ended)).toMatchObject({ acquired: true });
    expect((await person('unhold', '--host', 'h1')).status).toBe(12);
  });

  test('ends by itself', async () => {
    await person('hold', '--host', 'h1', '--for', '1s', '--reason', 'a look');
    expect(jsonOf(await acquire(job, '--wait-timeout', '20s'))).toMatchObject({
      previous: { endedBy: 'expired' },
    });
  });

  test('waits for a job that has the host, before every job', async () => {
    await acquire(job);
    const newer = await waits(lab.job('nightly-4.20'));
    const hold = ann.start('hold', '--pool', lab.pool, '--host', 'h1', '--for', '1h', '--reason', 'next');
    await hold.says(/waiting for h1/);
    expect(jsonOf(await job.giveway('check-quit'))).toEqual({ quit: false });
    await job.giveway('release');
    expect((await hold.ended).status).toBe(0);
    await person('unhold', '--host', 'h1');
    expect((await newer.ended).status).toBe(0);
  });

  test('beyond max-hold, or without a reason, is refused: exit 2', async () => {
    const ended = await person('hold', '--host', 'h1', '--for', '25h');
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/--for: expected at most max-hold, 24h/);
    expect(ended.stderr).toMatch(/--reason .* is missing/);
    expect(existsSync(join(lab.pool, 'h1.lock'))).toBe(false);
  });
});

describe('an eviction', () => {
  test('asks the job to leave, in its grace, and says who and why', async () => {
    await acquire(job);
    const evicted = await person(
      'evict',
      '--host',
      'h1',
      '--reason',
      'release needs it',
      '--grace',
      '5m',
      '--by',
      'ann',
    );
    expect(jsonOf(evicted)).toMatchObject({ host: 'h1', evicted: true, job: 'nightly-4.21' });
    expect(await status()).toMatchObject({
      state: 'quitting',
      holder: { note: 'evicted by ann: release needs it' },
    });
    const check = await job.giveway('check-quit');
    expect(check.status).toBe(10);
    expect(check.stderr).toMatch(/please leave by .*: evicted by ann/);
    expect(jsonOf(await job.giveway('release'))).toMatchObject({ released: true });
    await lab.isClean();
  });

  test('ends the lease of a job that never looks, after grace and ttl; what it does then is refused', async () => {
    await acquire(job, '--lease-ttl', '2s', '--ttl', '2s', '--heartbeat', '500ms');
    await person('evict', '--host', 'h1', '--reason', 'it hangs', '--now');
    const next = await acquire(lab.job('nightly-4.20'), '--wait-timeout', '20s');
    expect(jsonOf(next)).toMatchObject({ acquired: true });
    expect((await job.giveway('check-quit')).status).toBe(11);
    expect((await job.giveway('release')).status).toBe(11);
    expect(lab.lock('h1')).toMatch(/^\d{19}$/);
  });

  test('of a run that hangs ends its command before anyone else has the host', async () => {
    const running = lab.run(
      job,
      ['--grace', '1h'],
      'sh',
      '-c',
      'trap "" TERM; echo in; while :; do sleep 0.05; done',
    );
    await running.says(/^in$/m);
    await person('evict', '--host', 'h1', '--reason', 'it hangs', '--now');
    const next = lab.run(lab.job('nightly-4.20'), [], 'sh', '-c', 'echo mine');
    await next.says(/^mine$/m);
    expect((await running.ended).status).toBe(1);
    expect((await next.ended).status).toBe(0);
    await lab.isClean();
  });

  test('never moves the end of grace to a later time', async () => {
    await acquire(job);
    const first = jsonOf(await person('evict', '--host', 'h1', '--reason', 'a', '--grace', '1m'));
    const later = jsonOf(await person('evict', '--host', 'h1', '--reason', 'b', '--grace', '30m'));
    expect(later['graceUntil']).toBe(first['graceUntil']);
    const sooner = jsonOf(await person('evict', '--host', 'h1', '--reason', 'c', '--now'));
    expect(Date.parse(String(sooner['graceUntil']))).toBeLessThan(Date.parse(String(first['graceUntil'])));
  });

  test('of a host that nobody has, or that is on hold, says so: exit 12', async () => {
    expect(jsonOf(await person('evict', '--host', 'h1', '--reason', 'x'))).toMatchObject({
      evicted: false,
      reason: 'not-held',
    });
    await person('hold', '--host', 'h1', '--for', '1h', '--reason', 'x');
    const ended = await person('evict', '--host', 'h1', '--reason', 'x');
    expect(ended.status).toBe(12);
    expect(jsonOf(ended)).toMatchObject({ evicted: false, reason: 'on-hold' });
  });

  test('with --now and a grace contradicts itself: exit 2', async () => {
    expect((await person('evict', '--host', 'h1', '--reason', 'x', '--now', '--grace', '1m')).status).toBe(2);
  });
});

describe('a waiter', () => {
  test('that is bumped goes first, and may preempt by its priority', async () => {
    await acquire(job);
    const first = await waits(lab.job('nightly-4.20'));
    const bumped = await waits(lab.job('night-4.19'));
    expect((await job.giveway('check-quit')).status).toBe(0);
    expect(jsonOf(await person('bump', '--owner', 'night-4.19', '--priority', '5'))).toMatchObject({
      amended: true,
      priority: 5,
    });
    await until(() => existsSync(join(lab.pool, 'h1.lock')), 'the lock');
    await bumped.says(/place 1 of 2|asks/);
    await job.giveway('release');
    expect(jsonOf(await bumped.ended)).toMatchObject({ acquired: true, version: '4.19' });
    await lab.job('night-4.19').giveway('release');
    expect((await first.ended).status).toBe(0);
  });

  test('that is cancelled ends, says by whom and why, and leaves nothing', async () => {
    await acquire(job);
    const waiting = await waits(lab.job('nightly-4.22'));
    await person('cancel', '--owner', 'nightly-4.22', '--reason', 'wrong branch', '--by', 'ann');
    const ended = await waiting.ended;
    expect(ended.status).toBe(12);
    expect(jsonOf(ended)).toEqual({ acquired: false, reason: 'cancelled', by: 'ann', why: 'wrong branch' });
    expect(ended.stderr).toMatch(/taken out of the queue by ann: wrong branch/);
    await job.giveway('release');
    await lab.isClean();
  });

  test('that is not there is said: exit 12; one that is not named, exit 2', async () => {
    expect((await person('bump', '--owner', 'x', '--priority', '5')).status).toBe(12);
    expect((await person('cancel', '--owner', 'x', '--reason', 'y')).status).toBe(12);
    expect((await person('cancel', '--reason', 'y')).status).toBe(2);
  });
});

describe('a note', () => {
  test('of the job itself shows in status', async () => {
    await acquire(job);
    expect(jsonOf(await job.giveway('note', '--text', 'installing'))).toEqual({ noted: true });
    expect(await status()).toMatchObject({ holder: { note: 'installing' } });
    expect((await person('status')).stdout).toMatch(/nightly-4\.21: installing/);
  });

  test('of somebody else names the host, and is gone with the lease', async () => {
    await acquire(job);
    await person('note', '--host', 'h1', '--text', 'ask ann first');
    expect(await status()).toMatchObject({ holder: { note: 'ask ann first' } });
    await job.giveway('release');
    expect((await person('note', '--host', 'h1', '--text', 'x')).status).toBe(12);
  });

  test('of hostile text is one harmless line', async () => {
    await acquire(job);
    await job.giveway('note', '--text', 'a\n::error::b\u001b[31m; c');
    const { stdout } = await person('status');
    expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(2);
    expect(stdout).not.toMatch(/\u001b\[31m/);
  });
});

describe('a job that gave way', () => {
  const giveWay = async (): Promise<string> => {
    await acquire(job);
    const newer = await waits(lab.job('nightly-4.22'));
    expect((await job.giveway('check-quit')).status).toBe(10);
    const released = jsonOf(await job.giveway('release'));
    expect((await newer.ended).status).toBe(0);
    return String(released['resumeFile']);
  };

  test('comes back to the place that it had, once', async () => {
    const file = await giveWay();
    expect(ids()).toHaveLength(1);
    const later = await waits(lab.job('other-4.21'));
    const back = await waits(job, '--resume', file);
    expect(ids()).toEqual([]);
    await lab.job('nightly-4.22').giveway('release');
    expect(jsonOf(await back.ended)).toMatchObject({ acquired: true });
    await job.giveway('release');
    expect((await later.ended).status).toBe(0);
  });

  /** What its place says of earlier waits, in ms. */
  const waitedBefore = (): number => {
    const places = readdirSync(lab.pool).filter((name) => name.includes('.lock.waiting.'));
    const own = places
      .map((name) => readFileSync(join(lab.pool, name), 'utf8'))
      .filter((text) => text.includes('4.21'));
    return Number(/"waitedBeforeMs":(\d+)/.exec(own.join())?.[1]);
  };

  test('has its waits counted together, over every --resume', async () => {
    const file = await giveWay();
    const lease = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...lease, waitedMs: 5000.4, waitedBeforeMs: 60_000 }));
    const back = await waits(job, '--resume', file);
    expect(waitedBefore()).toBe(65_000);
    await lab.job('nightly-4.22').giveway('release');
    const { leaseFile } = jsonOf(await back.ended);
    expect(JSON.parse(readFileSync(String(leaseFile), 'utf8'))).toMatchObject({ waitedBeforeMs: 65_000 });
  });

  test('without --resume stands behind whoever came meanwhile', async () => {
    await giveWay();
    const later = await waits(lab.job('other-4.21'));
    const back = await waits(job);
    await lab.job('nightly-4.22').giveway('release');
    expect((await later.ended).status).toBe(0);
    await lab.job('other-4.21').giveway('release');
    expect((await back.ended).status).toBe(0);
  });

  test("can't be another: exit 2; and a file that is gone is no error", async () => {
    const file = await giveWay();
    const ended = await acquire(lab.job('thief'), '--resume', file);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/--resume: expected a lease of this job/);
    await lab.job('nightly-4.22').giveway('release');
    expect((await acquire(job, '--resume', lab.path('gone'))).status).toBe(0);
  });

  test('with run --on-quit requeue waits again and runs its command again', async () => {
    const log = lab.path('log');
    await acquire(lab.job('first-4.23'));
    const script = `echo run >>"$0"; [ "$(wc -l <"$0")" -gt 1 ] || { echo in; while :; do sleep 0.02; done; }`;
    const running = lab.run(job, ['--on-quit', 'requeue'], 'sh', '-c', script, log);
    await running.says(/waiting for h1/);
    await lab.job('first-4.23').giveway('release');
    await running.says(/^in$/m);
    const newer = lab.run(lab.job('nightly-4.22'), [], 'head', '-n', '1');
    await running.says(/waits again[^]*waiting for h1/);
    // it had waited while the first one was asked to leave
    expect(waitedBefore()).toBeGreaterThan(0);
    newer.write('go\n');
    expect((await newer.ended).status).toBe(0);
    expect((await running.ended).status).toBe(0);
    expect(readFileSync(log, 'utf8')).toBe('run\nrun\n');
    expect(ids()).toEqual([]);
    await lab.isClean();
  });
});

describe('after a failure', () => {
  const release = (state: string): Promise<Ended> =>
    job.giveway('release', '--if-failed', 'hold:2h', '--job-status', state);

  test.each(['failure', '1'])('(%s) the host stays its owner’s, until released again', async (state) => {
    await acquire(job);
    expect(jsonOf(await release(state))).toMatchObject({ released: false, reason: 'on-hold', host: 'h1' });
    expect(await status()).toMatchObject({ state: 'on-hold', holder: { note: 'kept after a failure' } });
    expect((await acquire(lab.job('nightly-4.22'), '--if-busy', 'fail')).status).toBe(12);
    expect(jsonOf(await job.giveway('release', '--pool', lab.pool))).toMatchObject({ released: true });
    await lab.isClean();
  });

  test.each(['success', '0', 'cancelled'])('and only then: %s releases', async (state) => {
    await acquire(job);
    expect(jsonOf(await release(state))).toMatchObject({ released: true });
    await lab.isClean();
  });

  test('a hold never outlives max-hold', async () => {
    await acquire(job, '--max-hold', '8h', '--lease-ttl', '6h');
    await job.giveway('release', '--if-failed', 'hold:20h', '--job-status', '1');
    const { holder } = (await status()) as { holder: { endsAt: string } };
    expect(Date.parse(holder.endsAt)).toBeLessThan(Date.now() + 8 * 3_600_000);
  });
});

describe('giveway.json', () => {
  const settings = (json: unknown): void =>
    writeFileSync(join(lab.pool, 'giveway.json'), JSON.stringify(json));

  test('names the hosts: aliases work, unknown ones fail with the nearest, idle ones show', async () => {
    settings({ hosts: { h1: { aliases: ['bench-1'] }, h2: {} } });
    expect(jsonOf(await job.giveway('acquire', '--pool', lab.pool, '--host', 'bench-1'))).toMatchObject({
      host: 'h1',
    });
    const unknown = await lab.job('other-4.22').giveway('acquire', '--pool', lab.pool, '--host', 'bench-2');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toMatch(/--host: expected a host of this lab \(nearest: bench-1\)/);
    expect((await person('status')).stdout).toMatch(/^h1 +held .*\nh2 +free/m);
  });

  test('limits a job, which may be stricter but not looser', async () => {
    settings({ limits: { 'max-hold': '8h', grace: '5m', 'exempt-time': '1h', priority: 10 } });
    const looser = await acquire(
      job,
      '--max-hold',
      '9h',
      '--grace',
      '6m',
      '--exempt-time',
      '2h',
      '--priority',
      '11',
    );
    expect(looser.status).toBe(2);
    for (const flag of ['max-hold', 'grace', 'exempt-time', 'priority'])
      expect(looser.stderr).toMatch(`--${flag}: expected at most`);
    expect(lab.traces()).toEqual(['giveway.json']);
    expect((await acquire(job, '--max-hold', '7h', '--grace', '1m')).status).toBe(0);
    const { holder } = (await status()) as { holder: { endsAt: string } };
    expect(Date.parse(holder.endsAt)).toBeLessThan(Date.now() + 7 * 3_600_000);
  });

  test('gives defaults, and bounds those of Giveway', async () => {
    settings({ limits: { grace: '5m' }, defaults: { 'max-hold': '3h' } });
    await acquire(job);
    const evictedBy = await waits(lab.job('nightly-4.22'));
    const told = jsonOf(await job.giveway('check-quit'));
    expect(Date.parse(String(told['graceUntil']))).toBeLessThan(Date.now() + 5 * 60_000 + 1000);
    const { holder } = (await status()) as { holder: { endsAt: string } };
    expect(Date.parse(holder.endsAt)).toBeLessThan(Date.now() + 3 * 3_600_000);
    await job.giveway('release');
    await evictedBy.ended;
  });

  test('can require a version', async () => {
    settings({ 'require-version': true });
    expect((await acquire(lab.job('no-version-here'))).stderr).toMatch(
      /--product-version is missing: expected a version, which this lab requires/,
    );
    expect((await acquire(job)).status).toBe(0);
  });

  test('that is broken is said, and stops nobody', async () => {
    writeFileSync(join(lab.pool, 'giveway.json'), '{"hots":[]}');
    const ended = await acquire(job);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toMatch(
      /giveway\.json can't be used: giveway\.json: "hots" is unknown \(nearest: hosts\)/,
    );
  });
});

test('a run is told of an eviction as of any quit request', async () => {
  const running = lab.run(
    job,
    [...SHORT, '--mode', 'graceful'],
    'sh',
    '-c',
    'trap "exit 0" TERM; echo in; while :; do sleep 0.02; done',
  );
  await running.says(/^in$/m);
  await person('evict', '--host', 'h1', '--reason', 'x', '--by', 'ann');
  expect((await running.ended).status).toBe(0);
  expect(running.stderr()).toMatch(/asked to leave by .*: evicted by ann/);
  await lab.isClean();
});
