import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { mount, TOOLS, toolPath } from '../pool/toolbox';
import { endLabs, GIVEWAY, Lab, type Job } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

const COMMANDS = ['run', 'acquire', 'check-quit', 'release', 'status', 'demo'];

describe('help', () => {
  test.each(COMMANDS.slice(0, -1))('of %s goes to stdout, has examples, and exits 0', async (command) => {
    const ended = await job.giveway(command, '--help');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(new RegExp(`^Usage: giveway ${command} \\[options\\]`));
    expect(ended.stdout).toMatch(new RegExp(`^Examples:\n  # .*\n  giveway ${command}`, 'm'));
  });

  test('says what a flag means for this command: a cap of a key is no default of a job', async () => {
    const meaning = async (command: string): Promise<string> =>
      /^ *--max-hold <TIME> +(.*(?:\n {10,}.*)*)/m.exec((await job.giveway(command, '--help')).stdout)?.[1] ??
      '';
    expect(await meaning('init')).toMatch(/of this key/);
    expect(await meaning('acquire')).toMatch(/24h/);
  });

  test('of giveway names every command; without any it goes to stderr, and exits 2', async () => {
    const asked = await job.giveway('--help');
    expect(asked).toMatchObject({ status: 0, stderr: '' });
    for (const command of COMMANDS) expect(asked.stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(asked.stdout).toMatch(/^Examples:$/m);
    const alone = await job.giveway();
    expect(alone).toMatchObject({ status: 2, stdout: '' });
    expect(alone.stderr).toMatch(/^Usage: giveway/);
    expect((await job.giveway('demo', '--help')).status).toBe(0);
    expect(await job.giveway('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });
});

const HOST = 'a host, or several joined by commas';
const DURATION = 'a duration such as 90s, 15m, 2h or 1h30m';
const LONG = 'h'.repeat(300);

/** Flags behind a good `acquire --pool … --host h1`, and the line that names the problem. */
const BAD: readonly (readonly [problem: string, flags: readonly string[], line: string])[] = [
  ['a host outside the pool', ['--host', '../x'], `--host: expected ${HOST}`],
  ['a host with a blank', ['--host', 'a b'], `--host: expected ${HOST}`],
  ['a host like a flag', ['--host=-x'], `--host: expected ${HOST}`],
  ['a host with a newline', ['--host', 'h1\nh2'], `--host: expected ${HOST}`],
  ['a host with a newline at its end', ['--host', 'h1\n'], `--host: expected ${HOST}`],
  ['a host of 300 characters', ['--host', LONG], `"h1 ${'h'.repeat(77)}…"`],
  ['a host like a lock', ['--host', 'h.lock2'], `got "h1 h.lock2"`],
  [
    'a host like a waiting file',
    ['--host', 'h.waiting.1'],
    'without .lock or .waiting, got "h1 h.waiting.1"',
  ],
  ['an empty host', ['--host', ''], `--host: expected ${HOST}`],
  ['a list with an empty host', ['--host', 'h2,'], `got "h1 h2,"`],
  ['a host twice', ['--host', 'h1'], '--host: expected every host once, got "h1 h1"'],
  ['a bare number as a duration', ['--wait-timeout', '60'], `--wait-timeout: expected ${DURATION}, got "60"`],
  ['an unknown unit', ['--grace', '5d'], `--grace: expected ${DURATION}, got "5d"`],
  ['an empty duration', ['--grace', ''], `--grace: expected ${DURATION}, got ""`],
  ['a negative duration', ['--grace=-5m'], `--grace: expected ${DURATION}, got "-5m"`],
  [
    'a ttl below three heartbeats',
    ['--ttl', '1s500ms', '--heartbeat', '501ms'],
    '--ttl: expected at least 3 heartbeats, which are 0.501s apart, got "1s500ms"',
  ],
  ['too short a heartbeat', ['--heartbeat', '50ms'], '--heartbeat: expected at least 100ms, got "50ms"'],
  [
    'a hold that ends before the ttl',
    ['--max-hold', '1h'],
    '--max-hold: expected at least the ttl of the lease',
  ],
  [
    'a long exempt time',
    ['--exempt-time', '25h'],
    '--exempt-time: expected at most max-hold, 86400s, got "25h"',
  ],
  [
    'a version that is none',
    ['--product-version', 'main'],
    '--product-version: expected a version such as 4.22',
  ],
  ['an empty version', ['--product-version', ''], 'expected a version such as 4.22 or 4.22.3, got ""'],
  ['a pattern that is none', ['--version-pattern', '('], '--version-pattern: expected a regular expression'],
  ['a priority beyond the bounds', ['--priority', '1001'], 'a whole number from -1000 to 1000, got "1001"'],
  ['a priority that is no number', ['--priority', 'high'], 'got "high"'],
  ['an odd word', ['--if-busy', 'ask'], '--if-busy: expected one of wait, skip, fail, got "ask"'],
  ['neither yes nor no', ['--preempts', 'maybe'], '--preempts: expected yes or no, got "maybe"'],
  ['a blank owner', ['--owner', ' '], '--owner: expected a text that is not blank, got " "'],
  ['a pool of an unknown kind', ['--pool', 'http://x/y'], '--pool: expected the path of a folder'],
  ['an empty pool', ['--pool', ''], '--pool: expected the path of a folder'],
  [
    'an unknown flag',
    ['--hots', 'h1'],
    '--hots: expected a flag of giveway acquire (nearest: --host), got "--hots"',
  ],
  ['an unknown flag with =', ['--time=5'], '--time=5: expected a flag of giveway acquire (nearest: --'],
  [
    'a flag of another command',
    ['--quit-signal', 'INT'],
    '--quit-signal: expected a flag of giveway acquire',
  ],
  ['a stray word', ['now'], 'arguments: expected flags, and behind -- a command, got "now"'],
  ['a command where none belongs', ['--', 'make'], 'arguments: expected nothing behind --, got "-- make"'],
  ['a state folder that is not there', ['--state-dir', '/no/where'], '--state-dir: expected a folder that'],
];

describe('bad input exits 2, names the input, what was expected and what was got', () => {
  test.each(BAD)('%s', async (_, flags, line) => {
    const ended = await job.giveway('acquire', '--pool', lab.pool, '--host', 'h1', ...flags);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    const said = ended.stderr.trimEnd().split('\n');
    expect(said).toHaveLength(2);
    expect(said[0]).toContain(line);
    expect(said[1]).toBe('giveway: giveway acquire --help tells more');
    expect(readdirSync(lab.pool)).toEqual([]);
  });

  test.each<[string, string[], string]>([
    [
      'run without a command',
      ['run', '--pool', 'P', '--host', 'h1'],
      'command is missing: expected a command behind --',
    ],
    ['run with an empty command line', ['run', '--pool', 'P', '--host', 'h1', '--'], 'command is missing'],
    [
      'run with an odd signal',
      ['run', '--pool', 'P', '--host', 'h1', '--quit-signal', 'STOP', '--', 'x'],
      'one of SIGTERM,',
    ],
    [
      'run in an odd mode',
      ['run', '--pool', 'P', '--host', 'h1', '--mode', 'soft', '--', 'x'],
      'one of graceful, force',
    ],
    ['acquire without anything', ['acquire'], '--pool (or GIVEWAY_POOL) is missing: expected the folder'],
    [
      'acquire without a host',
      ['acquire', '--pool', 'P'],
      '--host (or GIVEWAY_HOST) is missing: expected the host',
    ],
    [
      'check-quit without lease and pool',
      ['check-quit'],
      '--pool (or GIVEWAY_POOL) is missing: expected the folder',
    ],
    [
      'check-quit with no file where one is named',
      ['check-quit', '--lease-file', '/no/where'],
      'got "/no/where"',
    ],
    ['check-quit on an odd turn', ['check-quit', '--iteration', 'x'], '--iteration: expected a whole number'],
    ['check-quit every 0th turn', ['check-quit', '--every', '0'], '--every: expected a whole number from 1'],
    ['status without a pool', ['status'], '--pool (or GIVEWAY_POOL) is missing'],
    ['status of an odd host', ['status', '--pool', 'P', '--host', '*'], '--host: expected a host'],
  ])('%s', async (_, args, line) => {
    const ended = await job.giveway(...args);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain(line);
  });

  test('all of it at once, in flags and in the environment', async () => {
    const odd = lab.job('nightly-4.21', {
      GIVEWAY_HOST: '../x',
      GIVEWAY_GRACE: '10',
      GIVEWAY_ALLOW_NFS: 'perhaps',
    });
    const ended = await odd.giveway('run', '--ttl', '1s', '--prioritty', '7', '--mode', 'x');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(
      ended.stderr
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/ expected.*/, '')),
    ).toEqual([
      'giveway: --prioritty:',
      'giveway: command is missing:',
      'giveway: GIVEWAY_ALLOW_NFS:',
      'giveway: GIVEWAY_HOST:',
      'giveway: GIVEWAY_GRACE:',
      'giveway: --mode:',
      'giveway: --pool (or GIVEWAY_POOL) is missing:',
      'giveway: --ttl:',
      'giveway: giveway run --help tells more',
    ]);
  });

  test('in the variables of the bash jobs too, where they stand for an input', async () => {
    const prow = { OPENSHIFT_CI: 'true', BUILD_ID: '1', LOCK_ACQUIRE_ATTEMPTS: 'many', AUX_HOST: 'a b' };
    const ended = await lab.job('nightly-4.21', prow).giveway('acquire', '--host', 'h1');
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/^giveway: LOCK_ACQUIRE_ATTEMPTS: expected attempts, .*got "many"$/m);
    expect(ended.stderr).toMatch(
      /^giveway: AUX_HOST: expected the name or address of the bastion, got "a b"$/m,
    );
    expect(ended.stderr).not.toMatch(/missing/);
    const given = ['--pool', lab.pool, '--wait-timeout', '1m'];
    expect((await lab.job('nightly-4.21', prow).giveway('acquire', '--host', 'h1', ...given)).status).toBe(0);
  });

  test('a folder for temporary files that is not there', async () => {
    const ended = await lab.run(lab.job('nightly-4.21', { TMPDIR: '/no/where' }), [], 'true').ended;
    expect(ended).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('TMPDIR: expected a folder') as string,
    });
    expect(readdirSync(lab.pool)).toEqual([]);
  });

  test('an unknown command, with the nearest that there is', async () => {
    const ended = await job.giveway('aquire', '--pool', lab.pool);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/unknown command 'aquire'/);
    expect(ended.stderr).toMatch(/acquire\?/);
  });

  test('a flag whose value is missing', async () => {
    const ended = await job.giveway('acquire', '--pool', lab.pool, '--host');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--host/);
    expect(readdirSync(lab.pool)).toEqual([]);
  });
});

describe('a pool that can not be used exits 13, names the cause, and stays as it is', () => {
  const each = async (pool: string, cause: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> => {
    const one = lab.job('nightly-4.21', env);
    for (const args of [
      ['acquire', '--host', 'h1'],
      ['run', '--host', 'h1', '--', 'touch', lab.path('started')],
      ['status'],
    ]) {
      const [command = '', ...more] = args;
      const ended = await one.giveway(command, '--pool', pool, ...more);
      expect(ended).toMatchObject({ status: 13, stdout: '', stderr: expect.stringMatching(cause) as string });
      expect(ended.stderr).toContain(pool);
      expect(ended.stderr.trimEnd().split('\n')).toHaveLength(command === 'status' ? 1 : 2);
    }
    expect(readdirSync(lab.root)).not.toContain('started');
    expect(readdirSync(one.state)).toEqual([]);
    expect(lab.processes()).toEqual([]);
  };

  test('no folder: none is made', async () => {
    await each(lab.path('nowhere'), /there is no such folder\. Make it first/);
    expect(readdirSync(lab.root)).not.toContain('nowhere');
  });

  test('a file', async () => {
    await each(lab.write('file', ''), /it is no folder, or may not be entered/);
  });

  test('a folder that can not be written', async () => {
    const folder = lab.path('ro');
    lab.undoLater(mount(folder, '--bind', lab.pool));
    mount(folder, '-o', 'remount,ro,bind');
    await each(folder, /it can't be written \(Read-only file system\): check the folder's owner and mode/);
    expect(readdirSync(lab.pool)).toEqual([]);
  });

  test('a missing tool', async () => {
    const bin = lab.folder('bin');
    for (const tool of ['sh', ...TOOLS.filter((tool) => tool !== 'flock')])
      symlinkSync(toolPath(tool), join(bin, tool));
    await each(lab.pool, /a tool is missing there: flock\. Install it/, { PATH: bin });
    expect(readdirSync(lab.pool)).toEqual([]);
  });

  test('a full disk', async () => {
    const folder = lab.path('full');
    lab.undoLater(mount(folder, '-t', 'tmpfs', '-o', 'size=64k', 'giveway-test'));
    await job.giveway('status', '--pool', folder);
    const { bfree, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filler'), Buffer.alloc(bfree * bsize));
    const before = readdirSync(join(folder, '.giveway')).sort();
    const ended = await job.giveway('acquire', '--pool', folder, '--host', 'h1');
    expect(ended).toMatchObject({ status: 13, stdout: '' });
    expect(ended.stderr).toMatch(/nothing was written \(No space left on device\): free some space there/);
    expect(readdirSync(join(folder, '.giveway')).sort()).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['.giveway', 'filler']);
    rmSync(join(folder, 'filler'));
    expect((await job.giveway('acquire', '--pool', folder, '--host', 'h1')).status).toBe(0);
  });

  test.each([
    [
      'of a newer format',
      '2 ',
      /the record of h1 has format 2, which this version does not read: update giveway/,
    ],
    ['that is broken', 'x ', /the record of h1/],
  ])('a record %s', async (_, start, cause) => {
    await job.giveway('acquire', '--pool', lab.pool, '--host', 'h1');
    await job.giveway('release');
    const record = join(lab.pool, '.giveway/h1.lease');
    writeFileSync(record, readFileSync(record, 'utf8').replace(/^1 /, start));
    const before = readFileSync(record, 'utf8');
    for (const args of [['acquire'], ['run', '--', 'touch', lab.path('started')]]) {
      const [command = '', ...more] = args;
      const ended = await job.giveway(command, '--pool', lab.pool, '--host', 'h1', ...more);
      expect(ended).toMatchObject({ status: 13, stdout: '', stderr: expect.stringMatching(cause) as string });
    }
    expect(readFileSync(record, 'utf8')).toBe(before);
    expect(lab.traces()).toEqual([]);
  });
});

test('the bundle runs as it is: by its own name, through a link, on a machine without node_modules', async () => {
  const bin = lab.folder('bin');
  symlinkSync(GIVEWAY, join(bin, 'giveway'));
  const copy = lab.path('copy');
  mkdirSync(copy);
  execFileSync('cp', ['-R', join(GIVEWAY, '../..'), join(copy, 'dist')]);
  const env = { ...job.env, PATH: `${bin}:${job.env['PATH'] ?? ''}` };
  expect((await lab.start(['giveway', '--version'], env).ended).status).toBe(0);
  const demo = await lab.start([process.execPath, join(copy, 'dist/cli/index.js'), 'demo'], env, copy).ended;
  expect(demo).toMatchObject({ status: 0, stderr: '' });
});
