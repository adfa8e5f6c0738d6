/** What a key that init has bound can do and what it can't, by a real sshd and real clients. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openPool } from '../../src/pool/open';
import type { Pool } from '../../src/pool/pool';
import { startBashPeer, stopBashPeers } from '../peers/bash-peer';
import { change, free, renew, take, wait } from '../pool/changes';
import { commit, mustCommit } from '../pool/test-bed';
import { Machine } from './equipment/machine';

const ODD = `/srv/it's "odd" $(touch /srv/canary) \`touch /srv/canary\` \\ %h &;|*`;
const KEYS = {
  job: [],
  other: ['--tenant', 'b'],
  read: ['--role', 'read'],
  admin: ['--role', 'admin'],
} as const;

let machine: Machine;
const pools: Pool[] = [];

beforeAll(async () => {
  machine = await Machine.start();
  for (const [name, args] of Object.entries(KEYS)) {
    machine.key(name, `it's "${name}" $(touch /srv/canary)`);
    const caps = ['--tenant', 'a', '--max-priority', '5', '--max-version', '4.30', '--max-hold', '24h'];
    const key = ['--add-key', machine.publicKey(name), ...(name === 'job' ? caps : []), ...args];
    const { status, stderr } = machine.init('/srv/lab', '--user', 'giveway', ...key);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  }
  machine.key('login');
  machine.sh(
    'mkdir -p -m 700 /home/root/.ssh && printf "%s\\n" "$1" >/home/root/.ssh/authorized_keys',
    machine.publicKey('login'),
  );
  await machine.startSshd();
});
afterEach(async () => {
  await stopBashPeers();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => machine.stop());

type Key = keyof typeof KEYS;
const keyFile = (name: string): string => `${machine.root}/${name}`;
const lab = (): string => machine.poolName('giveway', '/srv/lab');

function open(key: Key, name = lab()): Pool {
  const access = {
    privateKey: readFileSync(keyFile(key), 'utf8'),
    knownHosts: machine.knownHosts,
    home: machine.root,
  };
  const pool = openPool(name, { access });
  pools.push(pool);
  return pool;
}

/** Locks, waiting and queue files, records and heartbeats. */
const files = (): string =>
  machine.sh('cd /srv/lab && grep -r "" . | grep -v "^./.giveway/\\(gen\\|journal\\):" | sort');

describe.each(Object.keys(KEYS) as Key[])('the %s key', (key) => {
  it('does for giveway what its role may', async () => {
    const { caller } = await open(key).snapshot();
    expect(caller.role).toBe(key === 'other' ? 'job' : key);
    expect(caller.tenant).toBe({ job: 'a', other: 'b', read: '-', admin: '-' }[key]);
    const { status, stdout } = machine.giveway(keyFile(key), 'status', '--pool', lab());
    expect([status, stdout]).toEqual([0, expect.any(String)]);
  });

  it('runs no command', () => {
    const { status, stdout, stderr } = machine.openSsh(
      'ssh',
      keyFile(key),
      'giveway',
      [],
      'touch /srv/canary; id',
    );
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/this key is for giveway only, with the role/);
    const named = machine.openSsh('ssh', keyFile(key), 'giveway', [], 'touch /srv/canary # giveway');
    expect([named.status, named.stdout]).toEqual([
      0,
      expect.stringMatching(/^giveway-program \S+ \S+ \S+\n$/),
    ]);
  });

  it('gives no shell and no terminal', () => {
    const args = machine.sshArgs(keyFile(key), 'giveway');
    const typed = machine.here(['ssh', '-T', ...args], 'touch /srv/canary\n');
    expect([typed.status, typed.stdout]).toEqual([
      4,
      expect.stringMatching(/^giveway-program \S+ \S+ \S+\n$/),
    ]);
    const terminal = machine.here(['ssh', '-tt', ...args], 'touch /srv/canary\n');
    expect(terminal.stderr).toContain('PTY allocation request failed');
  });

  it('moves no file by sftp or scp', () => {
    writeFileSync(`${machine.root}/batch`, 'ls /\n');
    const sftp = machine.openSsh('sftp', keyFile(key), 'giveway', ['-b', `${machine.root}/batch`]);
    expect([sftp.status, sftp.stdout]).toEqual([255, expect.not.stringContaining('srv')]);
    const [, , ...options] = machine.sshArgs(keyFile(key), 'giveway', '-P');
    const to = `${options.pop() ?? ''}:/srv/canary`;
    for (const protocol of ['-s', '-O']) {
      const scp = machine.here(['scp', '-F', '/dev/null', protocol, ...options, `${machine.root}/batch`, to]);
      expect(scp.status).not.toBe(0);
    }
  });

  it('forwards no port, in neither direction, and no agent', () => {
    const forwardTo = `127.0.0.1:${machine.port}`;
    const forward = machine.openSsh('ssh', keyFile(key), 'giveway', ['-W', forwardTo]);
    expect([forward.status, forward.stdout]).toEqual([255, '']);
    const back = ['-N', '-o', 'ExitOnForwardFailure=yes', '-R', `0:${forwardTo}`];
    expect(machine.openSsh('ssh', keyFile(key), 'giveway', back).status).toBe(255);
  });

  it('brings no environment', () => {
    const { status, stdout } = machine.openSsh(
      'ssh',
      keyFile(key),
      'giveway',
      ['-o', 'SetEnv=SSH_ORIGINAL_COMMAND=giveway BASH_ENV=/srv/evil ENV=/srv/evil'],
      'id',
    );
    expect([status, stdout]).toEqual([3, '']);
  });

  afterAll(() => expect(machine.has('/srv/canary')).toBe(false));
});

describe('the role read', () => {
  it('sees status, and changes nothing', async () => {
    const job = open('job');
    const reader = open('read');
    await mustCommit(job, take('r1', ['h1'], { version: '4.21' }));
    await mustCommit(job, wait('r2', ['h1'], { version: '4.22' }));
    const before = files();
    const { status, stdout } = machine.giveway(keyFile('read'), 'status', '--pool', lab(), '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ hosts: [{ host: 'h1', state: 'held' }] });
    for (const verbs of [
      free('r1', ['h1']),
      renew('r1', ['h1']),
      wait('r3', ['h1']),
      take('r4', ['h2']),
      change([], { verb: 'unwait', id: 'r2', arrivalNs: undefined }),
      change([], { verb: 'legacy', lockTimeoutS: 60, folder: undefined }),
    ]) {
      await expect(commit(reader, verbs)).rejects.toThrow('needs the role job or admin');
    }
    await expect(reader.beat('r1', ['h1'])).rejects.toThrow('needs the role job or admin');
    const acquire = machine.giveway(keyFile('read'), 'acquire', '--pool', lab(), '--host', 'h2');
    expect([acquire.status, acquire.stderr]).toEqual([
      13,
      expect.stringContaining('needs the role job or admin'),
    ]);
    expect(files()).toBe(before);
    await mustCommit(job, free('r1', ['h1']));
    await mustCommit(job, change([], { verb: 'unwait', id: 'r2', arrivalNs: undefined }));
  });
});

describe('the role job', () => {
  it("can't do what only an admin may, and is told so", async () => {
    const legacy = change([], { verb: 'legacy', lockTimeoutS: 60, folder: undefined });
    await expect(commit(open('job'), legacy)).rejects.toThrow('needs the role admin');
  });

  it("can't release, take, cancel or keep alive what is another tenant's", async () => {
    const mine = open('job');
    const other = open('other');
    await mustCommit(mine, take('t1', ['h1']));
    await mustCommit(mine, wait('t2', ['h1']));
    const before = files();
    for (const verbs of [
      free('t1', ['h1']),
      renew('t1', ['h1']),
      change([], { verb: 'unwait', id: 't2', arrivalNs: undefined }),
      change([], { verb: 'target', id: 't2', host: 'h1' }),
      wait('t1', ['h9']),
      wait('t2', ['h9']),
    ]) {
      await expect(commit(other, verbs)).rejects.toThrow('belongs to tenant a');
    }
    await expect(other.beat('t1', ['h1'])).rejects.toThrow('belongs to tenant a');
    await expect(other.beat('t2', [])).rejects.toThrow('belongs to tenant a');
    // the owner's name is no secret, and no way in
    const who = { id: 't3', owner: 'owner-of-t1', attempt: 99 };
    expect((await commit(other, take('t3', ['h1'], { who }))).kind).toBe('conflict');
    expect(files()).toBe(before);
    const release = machine.giveway(keyFile('other'), 'release', '--pool', lab(), '--owner', 'owner-of-t1');
    expect([release.status, files()]).toEqual([expect.any(Number), before]);
    await mustCommit(open('admin'), free('t1', ['h1']));
    await mustCommit(open('admin'), change([], { verb: 'unwait', id: 't2', arrivalNs: undefined }));
  });

  it('is refused by name what is above its caps, and gets what is not', () => {
    const run = (...args: string[]) =>
      machine.giveway(keyFile('job'), 'run', '--pool', lab(), '--host', 'h5', ...args, '--', 'echo', 'ran');
    const version = run('--product-version', '99.0');
    expect([version.status, version.stdout]).toEqual([13, '']);
    for (const part of ['version 99.0', 'max-version, 4.30']) expect(version.stderr).toContain(part);
    const priority = run('--product-version', '4.22', '--priority', '6');
    expect([priority.status, priority.stdout]).toEqual([13, '']);
    for (const part of ['priority 6', 'max-priority, 5']) expect(priority.stderr).toContain(part);
    const hold = run('--product-version', '4.22', '--max-hold', '25h');
    expect([hold.status, hold.stdout]).toEqual([13, '']);
    for (const part of ['90000 s', 'max-hold, 86400 s', '--max-hold']) expect(hold.stderr).toContain(part);
    expect(run('--product-version', '4.30', '--priority', '5')).toMatchObject({ status: 0, stdout: 'ran\n' });
  });
});

describe('a folder with blanks, quotes and commands in its name', () => {
  it('is data all the way: in the key, on the bastion, in the name of the pool', () => {
    machine.key('odd');
    const { status, stderr, stdout } = machine.init(
      ODD,
      ...[
        '--user',
        'odd',
        '--host',
        'h1',
        '--add-key',
        machine.publicKey('odd'),
        '--known-hosts',
        machine.knownHosts,
      ],
    );
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(machine.read('/home/odd/.ssh/authorized_keys').split('\n')).toHaveLength(2);
    for (const shell of ['/bin/sh', '/bin/bash']) {
      machine.sh('usermod -s "$1" odd', shell);
      const pool = ['--pool', machine.poolName('odd', ODD), '--host', 'h1'];
      expect(machine.giveway(keyFile('odd'), 'run', ...pool, '--', 'echo', 'ran')).toMatchObject({
        status: 0,
        stdout: 'ran\n',
      });
    }
    expect(machine.sh('ls -A "$1"/.giveway', ODD)).toContain('h1.lease');
    expect(machine.sh('ls /srv')).not.toContain('canary');
    // what is to be pasted into a shell is one word there, too
    const [line = ''] = /^giveway run --pool .*$/m.exec(stdout) ?? [];
    const words = machine.sh(`giveway() { printf '%s\\n' "$@"; }; ${line}`).split('\n');
    expect(words[2]).toMatch(/^ssh:\/\/odd@/);
    expect(words[2]!.endsWith(ODD)).toBe(true);
    expect(words[4]).toBe(machine.knownHosts);
  });
});

describe('legacy mode by init', () => {
  it('shares hosts with bash jobs: the one waits while the other holds', async () => {
    machine.key('shared');
    const { status, stderr } = machine.init(
      ...['/srv/shared', '--user', 'shared', '--add-key', machine.publicKey('shared')],
      ...['--legacy', '--lock-timeout', '1h', '--locks', '/srv/bash-locks'],
    );
    expect([status, stderr]).toEqual([0, expect.stringContaining('LOCK_TIMEOUT 3600 s')]);
    const ssh = ['ssh', ...machine.sshArgs(keyFile('login'), 'root')].join(' ');
    const bash = startBashPeer({
      dir: '/srv/bash-locks',
      host: 'h1',
      ssh,
      version: '4.21',
      lockTimeoutS: 3600,
    });
    await bash.waitFor('locked', 20_000);
    const pool = ['--pool', machine.poolName('shared', '/srv/shared'), '--host', 'h1', '--settle', '1s'];
    const busy = machine.giveway(keyFile('shared'), 'acquire', ...pool, '--if-busy', 'skip');
    expect([busy.status, JSON.parse(busy.stdout)]).toMatchObject([0, { acquired: false, reason: 'busy' }]);
    await bash.stop();
    const run = machine.giveway(keyFile('shared'), 'run', ...pool, '--', 'echo', 'ran');
    expect(run).toMatchObject({ status: 0, stdout: 'ran\n' });
    expect(machine.sh('ls /srv/bash-locks')).toBe('');
  });
});

describe('init over SSH', () => {
  const init = (key: string, folder: string, ...args: string[]) =>
    machine.giveway(keyFile(key), 'init', machine.poolName('root', folder), ...args);

  it('does what it does on the machine, and prints the key that was verified', () => {
    machine.key('far');
    const args = [
      '--user',
      'far',
      '--group',
      'far-lab',
      '--host',
      'h1',
      '--add-key',
      machine.publicKey('far'),
    ];
    const first = init('login', ODD.replace('odd', 'far'), ...args);
    expect([first.status, first.stderr]).toEqual([0, expect.stringContaining('added the key')]);
    expect(first.stdout.split('\n')[1]).toBe(machine.knownHosts);
    expect(first.stdout).toContain(JSON.stringify(machine.poolName('far', ODD.replace('odd', 'far'))));
    const before = machine.state();
    const again = init('login', ODD.replace('odd', 'far'), ...args);
    expect([again.status, again.stderr]).toEqual([0, expect.stringContaining('nothing had to change')]);
    expect(machine.state()).toBe(before);
    expect(machine.sh('ls /srv')).not.toContain('canary');
    const pool = ['--pool', machine.poolName('far', ODD.replace('odd', 'far'))];
    expect(machine.giveway(keyFile('far'), 'run', ...pool, '--host', 'h1', '--', 'true').status).toBe(0);
  });

  it('says that a bound key is not the one to set a bastion up with', () => {
    const { status, stderr } = machine.giveway(
      keyFile('job'),
      'init',
      machine.poolName('giveway', '/srv/new'),
    );
    expect([status, stderr]).toEqual([13, expect.stringContaining("bound to the pool's program")]);
    expect(machine.has('/srv/new')).toBe(false);
  });

  it('prints without a connection', () => {
    const before = machine.state();
    const { status, stdout } = init('login', '/srv/new', '--print');
    expect([status, stdout]).toEqual([0, expect.stringContaining('set -- folder=/srv/new')]);
    expect(machine.state()).toBe(before);
  });
});

describe('a program of another version on the bastion', () => {
  const program = '/usr/local/lib/giveway/program.sh';
  const speak = (version: string): string =>
    machine.sh('sed -i "s/^protocol=.*/protocol=$1/" "$2" && grep "^protocol=" "$2"', version, program);
  afterAll(() => speak('1.0'));

  it('serves a client where only its minor is newer', () => {
    expect(speak('1.9')).toBe('protocol=1.9');
    const run = machine.giveway(keyFile('job'), 'run', '--pool', lab(), '--host', 'h7', '--', 'echo', 'ran');
    expect(run).toMatchObject({ status: 0, stdout: 'ran\n' });
  });

  it('is refused where its major is another, with both named', () => {
    speak('2.0');
    const run = machine.giveway(keyFile('job'), 'run', '--pool', lab(), '--host', 'h7', '--', 'echo', 'ran');
    expect([run.status, run.stdout]).toEqual([13, '']);
    expect(run.stderr).toMatch(/protocol 2\.0.*client 1.*update/);
  });
});
