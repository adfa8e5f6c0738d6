/** A job that asks for a host which it has already would wait for itself: it is told so, where that is certain. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, jsonOf, Lab, SHORT, type Ended, type Job, type Running } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

const args = (...more: string[]): string[] => [
  'acquire',
  '--pool',
  lab.pool,
  '--host',
  'h1',
  ...SHORT,
  ...more,
];
const leaseFile = (): string => join(job.state, 'giveway-h1.lease.json');
const read = (): Record<string, unknown> =>
  JSON.parse(readFileSync(leaseFile(), 'utf8')) as Record<string, unknown>;

async function kept(): Promise<Running> {
  await job.giveway(...args());
  const keeping = job.start('keep', ...SHORT);
  await keeping.says(/keeping h1/);
  return keeping;
}

function isRefused(ended: Ended, keeper: number): void {
  expect([ended.status, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(
    new RegExp(
      `^giveway: --host: expected a host that this job does not hold already: .*its process ${keeper} keeps it.*release it first, or, if this is another job, give it another owner, got "h1"$`,
      'm',
    ),
  );
}

test('while giveway keep beats for it, acquire and run are refused at once, and the lease is left alone', async () => {
  const keeping = await kept();
  const { id } = read();
  isRefused(await job.giveway(...args()), keeping.pid);
  isRefused(await lab.run(job, [], 'true').ended, keeping.pid);
  expect(read()).toMatchObject({ id, keptBy: { pid: keeping.pid } });
  expect((await job.giveway('check-quit')).status).toBe(0);
  expect(jsonOf(await job.giveway('release'))).toMatchObject({ released: true });
  expect((await keeping.ended).status).toBe(0);
  await lab.isClean();
});

test('a command that run holds the host for can’t acquire it once more', async () => {
  const again = `"$NODE" "$GIVEWAY" acquire --pool "$GIVEWAY_POOL" --host h1; echo "exit $?"`;
  const env = { NODE: process.execPath, GIVEWAY: join(__dirname, '../../dist/cli/index.js') };
  const running = lab.run(lab.job('nightly-4.21', env), [], 'sh', '-c', again);
  const { status, stdout, stderr } = await running.ended;
  expect([status, stdout]).toEqual([0, 'exit 2\n']);
  expect(stderr).toMatch(new RegExp(`its process ${running.pid} keeps it`));
  await lab.isClean();
});

test('another owner waits for it as any job does', async () => {
  const keeping = await kept();
  const other = lab.job('other-4.21', { GIVEWAY_STATE_DIR: job.state });
  const waits = other.start(...args());
  await waits.says(/held by nightly-4.21/);
  waits.signal('SIGTERM');
  await waits.ended;
  keeping.signal('SIGTERM');
  await keeping.ended;
});

test.each<[string, (pid: number) => object]>([
  ['was killed', (pid) => ({ pid, startedAt: '1a2b3c4d.99' })],
  ['ran on another machine', () => ({ pid: process.pid, startedAt: '1a2b3c4d.99' })],
  ['can’t be told from another that has its pid by now', () => ({ pid: process.pid })],
])(
  'a keeper that %s is waited for until it is silent, and then its lease is taken over',
  async (_, keptBy) => {
    const keeping = await kept();
    keeping.signal('SIGKILL');
    await keeping.ended;
    writeFileSync(leaseFile(), JSON.stringify({ ...read(), keptBy: keptBy(keeping.pid) }));
    const again = await job.giveway(...args('--wait-timeout', '25s'));
    expect(again.stderr).toMatch(/an earlier run of this job still holds it/);
    expect(jsonOf(again)).toMatchObject({ acquired: true });
    await job.giveway('release');
    await lab.isClean();
  },
);

test('a keeper that stops in order is no keeper any more', async () => {
  const keeping = await kept();
  keeping.signal('SIGTERM');
  await keeping.ended;
  expect(jsonOf(await job.giveway(...args()))).toMatchObject({ acquired: true });
});
