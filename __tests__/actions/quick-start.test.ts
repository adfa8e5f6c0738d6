import { existsSync } from 'node:fs';
import { GIVEWAY } from '../cli/equipment/lab';
import { makeKey } from '../ssh/sshd';
import { Bench } from './equipment/bench';
import type { Inputs, Job, JobSetup, Step } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start('acme', 'other');
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const acquire = (job: Job, host: string, more: Inputs = {}): Promise<Step> =>
  job.uses('acquire', { ...bench.access(), host, ...more });

test('the quick start: acquire, two checkpoints, release; the posts find nothing left to do', async () => {
  const host = bench.host();
  const job = bench.job();
  const acquired = await acquire(job, host);
  expect(acquired.outcome).toBe('success');
  expect(acquired.outputs).toMatchObject({
    acquired: 'true',
    host,
    hosts: JSON.stringify([host]),
    version: '4.21',
    lease: bench.record(host)?.id,
  });
  for (const checkpoint of ['before the install', 'before the tests']) {
    const checked = await job.uses('check-quit', bench.access());
    expect([checkpoint, checked.outcome, checked.outputs]).toEqual([
      checkpoint,
      'success',
      { quit: 'false' },
    ]);
  }
  const seen = await job.run('echo "$GIVEWAY_POOL $GIVEWAY_HOST $GIVEWAY_FENCING_TOKEN $GIVEWAY_LEASE_FILE"');
  const { 'fencing-token': token, 'lease-file': leaseFile } = acquired.outputs;
  expect(seen.log).toBe(`${bench.pool} ${host} ${token} ${leaseFile}\n`);
  const released = await job.uses('release', bench.access());
  expect(released.outputs).toMatchObject({ released: 'true' });
  expect(released.summary).toContain(`<td>${host}</td><td>4.21</td>`);
  expect(bench.isFree(host)).toBe(true);
  const { posts, killed } = await job.end();
  expect(posts.map(({ name, outcome, annotations, log }) => [name, outcome, annotations, log])).toEqual([
    ['post of release', 'success', [], ''],
    ['post of acquire', 'success', [], 'giveway: nothing to give back\n'],
  ]);
  expect(killed).toEqual([]);
  expect(existsSync(leaseFile ?? '')).toBe(false);
});

test('a job without a release step gives the host back at its end, and no process of it is left to be killed', async () => {
  const host = bench.host();
  const job = bench.job();
  await acquire(job, host);
  const { posts, killed } = await job.end();
  expect(posts[0]?.log).toMatch(new RegExp(`gave ${host} back after`));
  expect(posts[0]?.summary).toMatch(/<td>nobody<\/td><td>success<\/td>/);
  expect([posts[0]?.annotations, killed]).toEqual([[], []]);
  expect(bench.isFree(host)).toBe(true);
});

test('later steps know the pool: they are given the key and nothing else', async () => {
  const host = bench.host();
  const job = bench.job();
  await acquire(job, host);
  const { 'private-key': privateKey = '', 'known-hosts': knownHosts = '' } = bench.access();
  const key = { 'private-key': privateKey, 'known-hosts': knownHosts };
  const env = { GIVEWAY_PRIVATE_KEY: privateKey, GIVEWAY_KNOWN_HOSTS: knownHosts };
  const status = await job.run(`'${process.execPath}' '${GIVEWAY}' status --json`, env);
  expect(JSON.parse(status.log)).toMatchObject({ pool: bench.pool, hosts: [{ host, state: 'held' }] });
  expect((await job.uses('check-quit', key)).outputs).toEqual({ quit: 'false' });
  expect((await job.uses('release', key)).outputs).toMatchObject({ released: 'true' });
  await job.end();
});

test('no line of the key shows in the log of a later step', async () => {
  const host = bench.host();
  const job = bench.job();
  await acquire(job, host);
  const lines = bench.key().trim().split('\n');
  const { log } = await job.run(lines.map((line) => `echo "a debug line: ${line} and more"`).join('\n'));
  expect(log).toBe('a debug line: *** and more\n'.repeat(lines.length));
  await job.end();
  job.steps.splice(1, 1); // it printed the key on purpose
});

test('a key with a passphrase', async () => {
  const host = bench.host();
  const { privateKey, publicKey } = makeKey('correct horse');
  bench.addKey('acme', publicKey, privateKey, 'locked');
  const job = bench.job({ secrets: ['correct horse'] });
  const access = bench.access('locked');
  const bad = await job.uses('acquire', { ...access, host, passphrase: 'wrong battery' });
  expect(bad.annotations).toMatchObject([
    { kind: 'error', message: expect.stringMatching(/passphrase/) as string },
  ]);
  const other = bench.job({ secrets: ['correct horse'] });
  const good = await other.uses('acquire', { ...access, host, passphrase: 'correct horse' });
  expect(good.outcome).toBe('success');
  const tracked = other.tracked();
  expect(tracked.filter(({ environment }) => environment.join().includes('correct horse'))).toEqual([]);
  await other.end();
  await job.end();
  for (const { unmasked } of [...job.steps, ...other.steps]) expect(unmasked).not.toContain('correct horse');
});

test('any one of several hosts, and all of several hosts', async () => {
  const [a, b, c] = [bench.host(), bench.host(), bench.host()];
  const holder = bench.job();
  await acquire(holder, a);
  const any = bench.job();
  expect((await acquire(any, `${a},${b},${c}`)).outputs['host']).toMatch(new RegExp(`^(${b}|${c})$`));
  await any.end();
  const all = bench.job();
  const acquired = await acquire(all, `${b} ${c}`);
  expect(acquired.outputs).toMatchObject({ host: `${b},${c}`, hosts: JSON.stringify([b, c]) });
  expect((await all.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await all.end();
  expect([bench.isFree(b), bench.isFree(c), bench.isFree(a)]).toEqual([true, true, false]);
  await holder.end();
});

test('two acquire steps in one job: each post gives its own host back', async () => {
  const [a, b] = [bench.host(), bench.host()];
  const job = bench.job();
  const leases = [(await acquire(job, a)).outputs['lease'], (await acquire(job, b)).outputs['lease']];
  for (const lease of leases) {
    const checked = await job.uses('check-quit', { ...bench.access(), lease: lease ?? '' });
    expect(checked.outputs).toEqual({ quit: 'false' });
  }
  await job.startPost().ended;
  expect([bench.isFree(a), bench.isFree(b)]).toEqual([false, true]);
  const { posts, killed } = await job.end();
  expect(posts.map(({ outcome, annotations }) => [outcome, annotations])).toEqual([['success', []]]);
  expect([bench.isFree(a), killed]).toEqual([true, []]);
});

test('two legs of a matrix are two jobs, of which one waits for the other', async () => {
  const host = bench.host();
  const run = { runId: '4711', job: 'install' };
  const [arm, amd] = [{ arch: 'arm64' }, { arch: 'amd64' }].map((matrix) => bench.job({ ...run, matrix }));
  if (arm === undefined || amd === undefined) throw new Error('no jobs');
  await acquire(arm, host);
  const waiting = amd.start('acquire', { ...bench.access(), host });
  await waiting.says(/: waiting [^]*arm64/);
  await arm.end();
  expect((await waiting.ended).outputs).toMatchObject({ acquired: 'true', host });
  await amd.end();
});

test('a second attempt of a run takes over at once what the first has left', async () => {
  const host = bench.host();
  const run = { runId: '4712', job: 'install' };
  const first = bench.job({ ...run, attempt: 1 });
  await acquire(first, host);
  await first.killWorker();
  const second = bench.job({ ...run, attempt: 2 });
  const acquired = await acquire(second, host, { 'wait-timeout': '20s' });
  expect(acquired.outputs).toMatchObject({ acquired: 'true', host });
  expect(Number(acquired.outputs['waited-seconds'])).toBeLessThan(10);
  await second.end();
});

test('jobs of two repositories meet on one pool, and neither can give the other’s host back', async () => {
  const host = bench.host();
  const mine = bench.job({ repository: 'acme/device' });
  const theirs = bench.job({ repository: 'other/board' });
  const { outputs } = await acquire(mine, host);
  const waiting = theirs.start('acquire', { ...bench.access('other'), host });
  await waiting.says(/acme\/device/);
  await theirs.cancel();
  const thief = bench.job({ repository: 'other/board' });
  const lease = outputs['lease'] ?? '';
  const released = await thief.uses('release', { ...bench.access('other'), lease });
  expect([released.outcome, bench.record(host)?.state]).toEqual(['failure', 'held']);
  expect(released.annotations[0]?.message).toMatch(/belongs to tenant acme/);
  const adopted = await thief.uses('acquire', { ...bench.access('other'), lease }, { always: true });
  expect([adopted.outcome, adopted.outputs['reason']]).toEqual(['failure', 'lost']);
  await thief.end();
  await theirs.end();
  expect((await mine.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await mine.end();
});

test('if-busy: skip succeeds without a host, and says who has it', async () => {
  const host = bench.host();
  const holder = bench.job();
  await acquire(holder, host);
  const job = bench.job({ workflow: 'weekly' });
  const skipped = await acquire(job, host, { 'if-busy': 'skip' });
  expect(skipped.outcome).toBe('success');
  expect(skipped.outputs).toMatchObject({ acquired: 'false', reason: 'busy' });
  expect(JSON.parse(skipped.outputs['holder'] ?? '')).toMatchObject({
    host,
    job: 'acme/device / nightly / test',
  });
  expect(skipped.summary).toContain('busy');
  expect((await job.uses('release', bench.access())).outputs).toEqual({
    released: 'false',
    reason: 'not-held',
  });
  const { posts } = await job.end();
  expect(posts.map(({ log }) => log)).toEqual(['', '']);
  await holder.end();
});

test.each([
  ['fail', { 'if-busy': 'fail' }, /busy/],
  ['the wait timeout', { 'wait-timeout': '1s' }, /wait timeout has passed/],
])('%s fails the step in its own words where the host is busy', async (_, inputs, words) => {
  const host = bench.host();
  const holder = bench.job();
  await acquire(holder, host);
  const job = bench.job({ workflow: 'weekly' });
  const failed = await acquire(job, host, inputs);
  expect([failed.outcome, failed.annotations]).toMatchObject([
    'failure',
    [{ kind: 'error', message: expect.stringMatching(words) as string }],
  ]);
  expect(failed.outputs['acquired']).toBe('false');
  await job.end();
  await holder.end();
});

describe('a pull request', () => {
  const event = (head: string | null): NonNullable<JobSetup['event']> => ({
    name: 'pull_request',
    payload: { pull_request: { head: { repo: head === null ? null : { full_name: head } } } },
  });

  test.each([['somebody/device'], [null]])(
    'from a fork (%s) gets no key, and is told so',
    async (repository) => {
      const job = bench.job({ event: event(repository), ref: '17/merge' });
      const failed = await acquire(job, bench.host(), { 'private-key': '', 'product-version': '4.21' });
      expect(failed.annotations).toMatchObject([
        { kind: 'error', message: expect.stringMatching(/private-key.*pull request from a fork/) as string },
      ]);
      const { posts } = await job.end();
      expect(posts.map(({ log }) => log)).toEqual(['']);
    },
  );

  test('from the repository itself is told of the missing key only', async () => {
    const job = bench.job({ event: event('acme/device'), ref: '17/merge' });
    const failed = await acquire(job, bench.host(), { 'private-key': '', 'product-version': '4.21' });
    expect(failed.annotations[0]?.message).toMatch(/no key/);
    expect(failed.annotations[0]?.message).not.toMatch(/fork/);
    await job.end();
  });

  test('from a fork goes by a key file that the runner has', async () => {
    const job = bench.job({ event: event('somebody/device'), ref: '17/merge' });
    const file = bench.lab.write('key', bench.key(), 0o600);
    const inputs = { 'private-key': '', 'private-key-file': file, 'product-version': '4.21' };
    expect((await acquire(job, bench.host(), inputs)).outcome).toBe('success');
    await job.end();
  });
});
