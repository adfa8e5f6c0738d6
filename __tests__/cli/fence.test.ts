import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { endLabs, Lab, type Ended, type Job, type Running, until } from './equipment/lab';

const SHELLS = ['dash', 'bash', 'busybox ash'];
const POOL = 'ssh://giveway@bastion/srv/lab';
const [OLD, NEW] = ['1796035765097559', '1796035765097560'];

let lab: Lab;
let host: Job;
beforeEach(() => {
  lab = new Lab();
  host = lab.job('host');
});
afterEach(endLabs);

const file = (): string => lab.path('state', 'fence');

function start(args: readonly string[], ...command: string[]): Running {
  return host.start('fence', '--fence-file', file(), ...args, '--', ...command);
}

function fence(token: string, more: readonly string[] = [], ...command: string[]): Promise<Ended> {
  return start(['--token', token, '--pool', POOL, ...more], ...(command.length > 0 ? command : ['true']))
    .ended;
}

describe('a token', () => {
  test('that is the highest so far, or the same again, runs the command, with its status', async () => {
    expect((await fence(OLD, [], 'sh', '-c', 'exit 7')).status).toBe(7);
    expect((await fence(OLD)).status).toBe(0);
    expect((await fence(NEW)).status).toBe(0);
    expect(readFileSync(file(), 'utf8')).toBe(`${NEW} ssh://bastion/srv/lab\n`);
  });

  test('that is lower is refused: exit 11, and nothing runs', async () => {
    await fence(NEW);
    const ended = await fence(OLD, [], 'touch', lab.path('ran'));
    expect(ended.status).toBe(11);
    expect(ended.stderr).toMatch(/token 1796035765097559 is of an earlier lease/);
    expect(existsSync(lab.path('ran'))).toBe(false);
  });

  test('is compared as a number of any length up to 18 digits', async () => {
    expect((await fence('999999999999999')).status).toBe(0);
    expect((await fence('1000000000000000')).status).toBe(0);
    expect((await fence('999999999999999999')).status).toBe(0);
    expect((await fence('999999999999999998')).status).toBe(11);
  });

  test.each(['', '0', '-1', '12x', '1796035765097559123456', '$(touch x)'])(
    '%j is no token: exit 2',
    async (token) => {
      expect((await fence(token)).status).toBe(2);
      expect(existsSync(file())).toBe(false);
    },
  );
});

describe('a pool', () => {
  test('is the same whatever the account', async () => {
    await fence(NEW);
    expect(
      (await start(['--token', OLD, '--pool', 'ssh://other@bastion/srv/lab'], 'true').ended).status,
    ).toBe(11);
    expect(
      (await start(['--token', NEW, '--pool', 'ssh://other@bastion/srv/lab'], 'true').ended).status,
    ).toBe(0);
  });

  test('other than before is refused until it is adopted, with whatever token', async () => {
    await fence(NEW);
    const other = (...more: string[]): Promise<Ended> =>
      start(['--token', OLD, '--pool', '/srv/other', ...more], 'true').ended;
    expect(await other()).toMatchObject({
      status: 11,
      stderr: expect.stringMatching(/belongs to the pool/) as string,
    });
    expect((await other('--adopt')).status).toBe(0);
    expect((await fence(NEW)).status).toBe(11);
  });
});

test('the door stays shut while a command runs, also when its wrapper is killed', async () => {
  const script = 'echo in; while [ ! -e "$0" ]; do sleep 0.02; done; echo out';
  const first = start(['--token', OLD, '--pool', POOL], 'sh', '-c', script, lab.path('end'));
  await first.says(/^in$/m);
  first.signal('SIGKILL');
  const second = start(['--token', NEW, '--pool', POOL], 'touch', lab.path('second'));
  const third = start(['--token', OLD, '--pool', POOL], 'true');
  await until(() => lab.processes().filter(({ line }) => line.startsWith('flock')).length === 2, 'both wait');
  expect(existsSync(lab.path('second'))).toBe(false);
  writeFileSync(lab.path('end'), '');
  expect((await second.ended).status).toBe(0);
  await third.ended;
});

test('signals reach the command', async () => {
  const running = start(
    ['--token', OLD, '--pool', POOL],
    'sh',
    '-c',
    'trap "exit 5" TERM; echo in; while :; do sleep 0.02; done',
  );
  await running.says(/^in$/m);
  running.signal('SIGTERM');
  expect((await running.ended).status).toBe(5);
});

test('a file that is broken, or can not be written, lets nothing through: exit 13', async () => {
  await fence(NEW);
  writeFileSync(file(), 'x y\n');
  expect((await fence(NEW, [], 'touch', lab.path('ran'))).status).toBe(13);
  const nowhere = host.start(
    'fence',
    '--token',
    NEW,
    '--pool',
    POOL,
    '--fence-file',
    '/proc/fence',
    '--',
    'touch',
    lab.path('ran'),
  );
  expect((await nowhere.ended).status).toBe(13);
  expect(existsSync(lab.path('ran'))).toBe(false);
});

test('what is missing or unknown is named: exit 2', async () => {
  expect((await host.giveway('fence')).stderr).toMatch(/command is missing/);
  expect((await host.giveway('fence', '--', 'true')).stderr).toMatch(/--token is missing/);
  expect((await host.giveway('fence', '--token', NEW, '--', 'true')).stderr).toMatch(/--pool is missing/);
  expect((await host.giveway('fence', '--tokn', NEW, '--', 'true')).status).toBe(2);
});

describe.each(SHELLS)('printed, and run by %s', (shell) => {
  test('it is the same without Giveway, and `run` hands it what it needs', async () => {
    const printed = lab.write('giveway-fence', (await host.giveway('fence', '--print')).stdout, 0o755);
    const job = lab.job('nightly-4.21', { GIVEWAY_FENCE_FILE: file() });
    const command = [
      ...shell.split(' '),
      printed,
      '--',
      'sh',
      '-c',
      'echo "fenced by $GIVEWAY_FENCING_TOKEN"',
    ];
    const ended = await lab.run(job, [], ...command).ended;
    expect(ended).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^fenced by \d{16}\n$/) as string,
    });
    const late = lab.start(
      [
        ...shell.split(' '),
        printed,
        '--token',
        OLD,
        '--pool',
        lab.pool,
        '--fence-file',
        file(),
        '--',
        'true',
      ],
      host.env,
    );
    expect((await late.ended).status).toBe(11);
  });
});

test('the oldest of many at the same time never runs after a newer one', async () => {
  const tokens = Array.from({ length: 12 }, (_, index) => String(Number(OLD) + index));
  const log = lab.path('log');
  const all = tokens.map((token) => fence(token, [], 'sh', '-c', `echo ${token} >>"$0"`, log));
  const ended = await Promise.all(all);
  const ran = readFileSync(log, 'utf8').trim().split('\n');
  expect(ran).toEqual([...ran].sort());
  expect(ran.length).toBe(ended.filter(({ status }) => status === 0).length);
});
