import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { endLabs, jsonOf, Lab, SHORT, SHORT_TTL_MS, type Job, type Running, until } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

const acquire = async (): Promise<string> =>
  String(jsonOf(await job.giveway('acquire', '--pool', lab.pool, '--host', 'h1'))['leaseId']);

async function kept(...more: string[]): Promise<Running> {
  const running = job.start('keep', ...SHORT, ...more);
  await running.says(/keeping h1/);
  return running;
}

const json = (name: string): unknown => JSON.parse(readFileSync(lab.path(name), 'utf8'));

test('the lease lives by its heartbeats, until another step gives the host back', async () => {
  await acquire();
  const keeping = await kept();
  await sleep(2 * SHORT_TTL_MS);
  expect((await job.giveway('check-quit')).status).toBe(0);
  expect(jsonOf(await job.giveway('release'))).toMatchObject({ released: true });
  const ended = await keeping.ended;
  expect(ended.status).toBe(0);
  expect(jsonOf(ended)).toMatchObject({ kept: true, host: 'h1', ended: 'released' });
  await lab.isClean();
});

test('a lease whose last sign of life is older than the keeper’s ttl is kept all the same', async () => {
  await acquire();
  await sleep(SHORT_TTL_MS + 500);
  const keeping = await kept();
  expect((await job.giveway('check-quit')).status).toBe(0);
  await job.giveway('release');
  expect((await keeping.ended).status).toBe(0);
  await lab.isClean();
});

test('killed, it leaves a lease that is over after the ttl', async () => {
  await acquire();
  (await kept()).signal('SIGKILL');
  const next = await lab
    .job('nightly-4.20')
    .giveway('acquire', '--pool', lab.pool, '--host', 'h1', '--wait-timeout', '20s');
  expect(jsonOf(next)).toMatchObject({ acquired: true, previous: { endedBy: 'expired' } });
  const seconds = Number(jsonOf(next)['waitedSeconds']);
  expect(seconds).toBeGreaterThan(1);
  expect((await job.giveway('check-quit')).status).toBe(11);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'told to stop by %s, it leaves a lease that lives on',
  async (name) => {
    await acquire();
    const keeping = await kept('--lease-ttl', '1h');
    keeping.signal(name);
    const ended = await keeping.ended;
    expect(ended.status).toBe(0);
    expect(jsonOf(ended)).toMatchObject({ kept: true, ended: 'kept' });
    await sleep(SHORT_TTL_MS + 1000);
    expect(jsonOf(await job.giveway('check-quit'))).toEqual({ quit: false });
    await job.giveway('release');
    await lab.isClean();
  },
);

test('with --on-end release it gives the host back when it is told to stop', async () => {
  await acquire();
  const keeping = await kept('--on-end', 'release');
  keeping.signal('SIGTERM');
  expect(jsonOf(await keeping.ended)).toMatchObject({ ended: 'released' });
  expect(lab.traces()).toEqual([]);
});

test('the quit file appears when the job is asked to leave, and an old one goes first', async () => {
  writeFileSync(lab.path('quit'), 'of an earlier run');
  await acquire();
  const keeping = await kept('--quit-file', lab.path('quit'));
  expect(existsSync(lab.path('quit'))).toBe(false);
  const newer = lab.run(lab.job('nightly-4.22'), [], 'true');
  await until(() => existsSync(lab.path('quit')), 'the quit file');
  expect(json('quit')).toMatchObject({ reason: 'preempted', byVersion: '4.22', byJob: 'nightly-4.22' });
  expect((await job.giveway('check-quit')).status).toBe(10);
  await job.giveway('release');
  expect((await newer.ended).status).toBe(0);
  expect((await keeping.ended).status).toBe(0);
});

test('a lease that is lost is said by the quit file and exit 11', async () => {
  await acquire();
  const keeping = await kept('--quit-file', lab.path('quit'));
  keeping.signal('SIGSTOP');
  const next = lab.job('nightly-4.20');
  await next.giveway('acquire', '--pool', lab.pool, '--host', 'h1', '--wait-timeout', '20s');
  keeping.signal('SIGCONT');
  const ended = await keeping.ended;
  expect(ended.status).toBe(11);
  expect(jsonOf(ended)).toMatchObject({ kept: false, ended: 'lost' });
  expect(json('quit')).toEqual({ reason: 'lost' });
  expect(lab.traces()).toContain('h1.lock');
});

describe('the lease is found', () => {
  test('by owner, and waited for', async () => {
    const keeping = job.start(
      'keep',
      ...SHORT,
      '--pool',
      lab.pool,
      '--state-dir',
      lab.folder('other'),
      '--wait-timeout',
      '30s',
    );
    await acquire();
    await keeping.says(/keeping h1/);
    await job.giveway('release');
    expect((await keeping.ended).status).toBe(0);
  });

  test('by its id, whoever asks: check-quit, keep, release', async () => {
    const id = await acquire();
    const later = lab.job('another-job-4.21');
    const named = ['--pool', lab.pool, '--lease', id];
    expect(jsonOf(await later.giveway('check-quit', ...named))).toEqual({ quit: false });
    const keeping = later.start('keep', ...SHORT, ...named);
    await keeping.says(/keeping h1/);
    expect(jsonOf(await later.giveway('release', ...named))).toMatchObject({ released: true });
    expect((await keeping.ended).status).toBe(0);
    await lab.isClean();
  });

  test('or not: exit 12 after the wait timeout, and at once without one', async () => {
    for (const more of [[], ['--wait-timeout', '1s']]) {
      const ended = await job.giveway('keep', '--pool', lab.pool, ...more);
      expect(ended.status).toBe(12);
      expect(jsonOf(ended)).toEqual({ kept: false, reason: 'not-held' });
    }
  });

  test('unless nothing tells where to look: exit 2', async () => {
    const ended = await job.giveway('keep', '--ttl', '10s');
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/--pool .* is missing/);
    expect(ended.stderr).toMatch(/--ttl: expected at least 3 heartbeats/);
  });
});
