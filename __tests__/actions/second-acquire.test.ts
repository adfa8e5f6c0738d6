/** A job that asks for a host which it has already. */
import { Bench, SHORT } from './equipment/bench';
import type { Inputs, Job, Step } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

const acquire = (job: Job, host: string, more: Inputs = {}): Promise<Step> =>
  job.uses('acquire', { ...bench.access(), host, ...more });

async function held(host: string, more: Inputs = {}): Promise<{ readonly job: Job; readonly lease: string }> {
  const job = bench.job();
  const { outcome, outputs } = await acquire(job, host, more);
  expect(outcome).toBe('success');
  return { job, lease: outputs['lease'] ?? '' };
}

test.each<[string, string, (host: string, other: string) => Inputs]>([
  ['acquire', 'one host', (host) => ({ host })],
  ['acquire', 'all of several hosts', (host, other) => ({ host: `${other} ${host}` })],
  ['run', 'one host', (host) => ({ host, run: 'echo never' })],
])(
  'a second %s of %s that the job holds fails at once, says what to do, and leaves the first lease alone',
  async (name, _, inputs) => {
    const [host, other] = [bench.host(), bench.host()];
    const { job, lease } = await held(host);
    const [keeper] = job.tracked();
    const again = await job.uses(name, { ...bench.access(), ...inputs(host, other) });
    expect([again.outcome, again.annotations.map(({ message }) => message)]).toEqual([
      'failure',
      [
        expect.stringMatching(
          `^host: expected a host that this job does not hold already: an earlier step acquired it .*giveway-${host}.lease.json.* its process ${keeper?.pid} keeps it.* release it first, or, if this is another job, give it another owner, got "${host}"$`,
        ) as string,
      ],
    ]);
    expect([bench.record(host)?.id, bench.waiting(host), bench.isFree(other)]).toEqual([lease, 0, true]);
    expect((await job.uses('check-quit', bench.access(), { always: true })).outputs).toEqual({
      quit: 'false',
    });
    const { posts } = await job.end();
    expect(posts.at(-1)?.log).toMatch(/gave .* back/);
  },
);

test('of any one of several hosts it gets another', async () => {
  const [host, other] = [bench.host(), bench.host()];
  const { job } = await held(host);
  expect((await acquire(job, `${host},${other}`)).outputs).toMatchObject({ acquired: 'true', host: other });
  await job.end();
});

test('if-busy: skip succeeds without a host, as at any busy host', async () => {
  const host = bench.host();
  const { job } = await held(host);
  const { outcome, outputs } = await acquire(job, host, { 'if-busy': 'skip' });
  expect([outcome, outputs]).toMatchObject(['success', { acquired: 'false', reason: 'busy' }]);
  await job.end();
});

test('behind a release it gets the host as any job does', async () => {
  const host = bench.host();
  const { job } = await held(host);
  await job.uses('release', bench.access());
  expect((await acquire(job, host)).outputs).toMatchObject({ acquired: 'true', host });
  await job.end();
});

test('a step behind one whose keeper was killed takes its lease over, once that one is silent', async () => {
  const host = bench.host();
  const { job, lease } = await held(host, SHORT);
  for (const { pid } of job.tracked()) process.kill(pid, 'SIGKILL');
  const again = await acquire(job, host, SHORT);
  expect(again.log).toMatch(/an earlier run of this job still holds it/);
  expect(again.outputs).toMatchObject({ acquired: 'true', host });
  expect(bench.record(host)?.id).not.toBe(lease);
  expect((await job.uses('check-quit', bench.access())).outputs).toEqual({ quit: 'false' });
  await job.end();
});
