/** `giveway init` on a folder of a machine: as root, as an account without rights, printed, and again. */
import { join } from 'node:path';
import { Machine } from './equipment/machine';

let machine: Machine;
beforeAll(async () => {
  machine = await Machine.start();
  machine.key('job');
  machine.sh(
    'useradd --create-home --shell /bin/sh plain && useradd --create-home --shell /usr/sbin/nologin noshell',
  );
});
afterAll(() => machine.stop());

const ALL = (folder: string, user: string): string[] => [
  folder,
  ...['--user', user, '--group', `${user}-lab`, '--host', 'h1,h2', '--host', 'h3'],
  ...['--legacy', '--lock-timeout', '10h', '--locks', `/run/${user}/locks`],
  ...['--add-key', machine.publicKey('job'), '--role', 'job', '--tenant', 'ci', '--max-priority', '5'],
  ...['--max-version', '4.30', '--max-hold', '12h'],
];

describe('init as root', () => {
  it('makes account, group, folders, program, settings, mode and key', () => {
    const { status, stdout, stderr } = machine.init(...ALL('/srv/all', 'full'));
    expect([status, stderr]).toEqual([0, expect.stringContaining('11 changes')]);
    expect(machine.mode('/srv/all')).toBe('2775 root:full-lab');
    expect(machine.mode('/run/full/locks')).toBe('2775 root:full-lab');
    expect(machine.sh('id -Gn full')).toContain('full-lab');
    expect(machine.mode('/usr/local/lib/giveway/program.sh')).toBe('644 root:root');
    expect(machine.mode('/usr/local/lib/giveway')).toBe('755 root:root');
    expect(JSON.parse(machine.read('/srv/all/giveway.json'))).toEqual({ hosts: ['h1', 'h2', 'h3'] });
    expect(machine.read('/srv/all/.giveway/legacy')).toBe('36000 /run/full/locks\n');
    expect(machine.sh('cat /etc/tmpfiles.d/giveway-*')).toBe('d "/run/full/locks" 2775 root full-lab -');
    expect(machine.read('/home/full/.ssh/authorized_keys')).toBe(
      'restrict,command="exec sh /usr/local/lib/giveway/program.sh /srv/all role=job tenant=ci max-priority=5 ' +
        `max-version=4.30 max-hold=43200" ${machine.publicKey('job')}\n`,
    );
    expect(machine.mode('/home/full/.ssh')).toBe('700 full:full');
    expect(machine.mode('/home/full/.ssh/authorized_keys')).toBe('600 full:full');
    // no password opens it, and it is not locked, which sshd without PAM refuses
    expect(machine.sh('grep ^full: /etc/shadow')).toMatch(/^full:\*:/);
    expect(stdout).toContain('ssh-ed25519 ');
  });

  it('prints the host key and what to paste', () => {
    const { stdout } = machine.init(
      '/srv/all',
      '--user',
      'full',
      '--known-hosts',
      'bastion.lab ssh-ed25519 AAAA',
    );
    expect(stdout).toContain('\nbastion.lab ssh-ed25519 AAAA\n');
    expect(stdout).toContain('  GIVEWAY_KNOWN_HOSTS: "bastion.lab ssh-ed25519 AAAA"\n');
    const own = machine.init('/srv/all', '--user', 'full').stdout;
    const [type, key] = machine.read('/etc/ssh/ssh_host_ed25519_key.pub').split(' ');
    expect(own).toContain(` ${type} ${key}\n`);
    expect(own).toMatch(/ {2}GIVEWAY_POOL: "ssh:\/\/full@[^/"]+\/srv\/all"\n/);
    expect(own).toContain('  GIVEWAY_PRIVATE_KEY: ${{ secrets.GIVEWAY_PRIVATE_KEY }}\n');
  });

  it('changes nothing when it is run again, and says so', () => {
    machine.init(...ALL('/srv/twice', 'twice'));
    const before = machine.state();
    const { status, stderr } = machine.init(...ALL('/srv/twice', 'twice'));
    expect([status, stderr]).toEqual([0, expect.stringContaining('nothing had to change')]);
    expect(stderr).not.toContain('done: ');
    expect(machine.state()).toBe(before);
  });

  it('only prints with --print: the state is as before, and no folder is made', () => {
    const before = machine.state();
    const { status, stdout } = machine.init(...ALL('/srv/printed', 'printed'), '--print');
    expect(status).toBe(0);
    expect(stdout).toContain('folder=/srv/printed');
    expect(machine.state()).toBe(before);
  });

  it.each([
    ['dash', ['dash']],
    ['bash', ['bash']],
    ['busybox ash', ['busybox', 'sh']],
  ])('does in %s by the printed script what it does by itself', (_, shell) => {
    const user = `by-${shell[0]!}`;
    const folder = `/srv/it's ${user} $(touch /srv/canary)`;
    const { stdout } = machine.init(...ALL(folder, user), '--print');
    const first = machine.run(shell, { input: stdout });
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^giveway-init end complete$/m);
    const before = machine.state();
    const { status, stderr } = machine.init(...ALL(folder, user));
    expect([status, stderr]).toEqual([0, expect.stringContaining('nothing had to change')]);
    expect(machine.state()).toBe(before);
    expect(machine.has('/srv/canary')).toBe(false);
  });

  it('leaves a wider or narrower mode for others alone', () => {
    machine.sh('mkdir /srv/private && chmod 2770 /srv/private && chgrp plain /srv/private');
    expect(machine.init('/srv/private', '--user', 'plain').status).toBe(0);
    expect(machine.mode('/srv/private')).toBe('2770 root:plain');
  });

  it('gives an existing empty folder what it lacks', () => {
    machine.sh('mkdir -m 700 /srv/bare');
    expect(machine.init('/srv/bare', '--user', 'plain', '--group', 'plain').status).toBe(0);
    expect(machine.mode('/srv/bare')).toBe('2770 root:plain');
  });

  it.each([
    [
      "a folder with other's files",
      'mkdir /srv/others && touch /srv/others/notes',
      '/srv/others',
      'not a pool',
    ],
    ['a sticky folder', 'mkdir -m 1777 /srv/sticky', '/srv/sticky', 'sticky'],
    ['a file', 'touch /srv/file', '/srv/file', 'no folder'],
  ])('refuses %s, and changes nothing', (_, make, folder, why) => {
    machine.sh(make);
    const before = machine.state();
    const { status, stderr, stdout } = machine.init(folder, '--group', 'plain');
    expect([status, stderr, stdout]).toEqual([13, expect.stringContaining(why), '']);
    expect(machine.state()).toBe(before);
  });

  it('says which folder the account cannot enter', () => {
    machine.sh('mkdir -m 700 /srv/closed');
    const { status, stderr } = machine.init('/srv/closed/lab', '--user', 'plain');
    expect([status, stderr]).toEqual([13, expect.stringMatching(/cannot use \/srv\/closed\/lab as plain/)]);
  });

  it('says that an account without a shell needs one', () => {
    const { status, stderr } = machine.init(
      '/srv/noshell',
      '--user',
      'noshell',
      '--add-key',
      machine.publicKey('job'),
    );
    expect([status, stderr]).toEqual([14, expect.stringContaining('usermod -s /bin/sh noshell')]);
  });

  it('replaces a program that differs, and keeps one that does not', () => {
    machine.init('/srv/all', '--user', 'full');
    const program = machine.read('/usr/local/lib/giveway/program.sh');
    machine.sh('echo "# older" >>/usr/local/lib/giveway/program.sh');
    expect(machine.init('/srv/all', '--user', 'full').stderr).toContain('replaced the program');
    expect(machine.read('/usr/local/lib/giveway/program.sh')).toBe(program);
  });

  it("replaces its own hosts in giveway.json, and leaves somebody's own work to them", () => {
    machine.init('/srv/hosts', '--user', 'plain', '--host', 'h1');
    machine.init('/srv/hosts', '--user', 'plain', '--host', 'h2');
    expect(JSON.parse(machine.read('/srv/hosts/giveway.json'))).toEqual({ hosts: ['h2'] });
    const own = '{"hosts":["h2"],"limits":{"max-hold":"8h"}}';
    machine.sh('printf "%s\\n" "$1" >/srv/hosts/giveway.json', own);
    const { status, stderr } = machine.init('/srv/hosts', '--user', 'plain', '--host', 'h3');
    expect([status, stderr]).toEqual([14, expect.stringContaining('by hand')]);
    expect(machine.read('/srv/hosts/giveway.json')).toBe(`${own}\n`);
  });

  it('writes settings as the account, so a link in the folder leads root nowhere', () => {
    machine.init('/srv/links', '--user', 'plain');
    machine.sh('touch /etc/precious && ln -s /etc/precious /srv/links/giveway.json.new');
    const { status } = machine.init('/srv/links', '--user', 'plain', '--host', 'h1');
    expect(status).toBe(13);
    expect(machine.read('/etc/precious')).toBe('');
  });

  it('has a folder on a tmpfs made again at boot, and warns of what a reboot takes', () => {
    const { status, stderr } = machine.init('/run/a "b" 100%', '--user', 'plain');
    expect([status, stderr]).toEqual([0, expect.stringContaining('is on a tmpfs: a reboot takes')]);
    expect(machine.sh('grep -h 100 /etc/tmpfiles.d/giveway-*')).toBe(
      'd "/run/a \\"b\\" 100%%" 2775 root plain -',
    );
  });

  it('prints the line for the boot where there is no /etc/tmpfiles.d', () => {
    machine.sh('mv /etc/tmpfiles.d /etc/tmpfiles.away');
    const { status, stderr } = machine.init('/run/without', '--user', 'plain');
    machine.sh('mv /etc/tmpfiles.away /etc/tmpfiles.d');
    expect([status, stderr]).toEqual([14, expect.stringContaining('d "/run/without" 2775 root plain -')]);
  });

  it('does not change the mode of a pool that bash jobs use but by --legacy', () => {
    machine.init(
      '/srv/mode',
      '--user',
      'plain',
      '--legacy',
      '--lock-timeout',
      '2h',
      '--locks',
      '/srv/mode-locks',
    );
    machine.init('/srv/mode', '--user', 'plain');
    expect(machine.read('/srv/mode/.giveway/legacy')).toBe('7200 /srv/mode-locks\n');
    machine.init('/srv/mode', '--user', 'plain', '--legacy', '--lock-timeout', '3h');
    expect(machine.read('/srv/mode/.giveway/legacy')).toBe('10800 /srv/mode-locks\n');
  });

  it("refuses another pool's lock folder", () => {
    machine.init(
      '/srv/one',
      '--user',
      'plain',
      '--legacy',
      '--lock-timeout',
      '2h',
      '--locks',
      '/srv/shared-locks',
    );
    const two = [
      '/srv/two',
      '--user',
      'plain',
      '--legacy',
      '--lock-timeout',
      '2h',
      '--locks',
      '/srv/shared-locks',
    ];
    const { status, stderr } = machine.init(...two);
    expect([status, stderr]).toEqual([13, expect.stringContaining('belongs to the pool /srv/one')]);
    expect(machine.has('/srv/two/.giveway/legacy')).toBe(false);
  });
});

describe('init as an account without rights', () => {
  const init = (...args: string[]) =>
    machine.run([process.execPath, join(__dirname, '../../dist/cli/index.js'), 'init', ...args], {
      user: 'plain',
    });

  it('sets up a folder of its own, with the program in its home', () => {
    const { status, stderr } = init('/home/plain/lab', '--add-key', machine.publicKey('job'));
    expect([status, stderr]).toEqual([0, expect.stringContaining('4 changes')]);
    expect(machine.mode('/home/plain/lab')).toBe('2775 plain:plain');
    expect(machine.mode('/home/plain/.local/lib/giveway/program.sh')).toBe('644 plain:plain');
    expect(machine.read('/home/plain/.ssh/authorized_keys')).toContain(
      'sh /home/plain/.local/lib/giveway/program.sh ',
    );
    expect(init('/home/plain/lab', '--add-key', machine.publicKey('job')).stderr).toContain(
      'nothing had to change',
    );
  });

  it.each([
    ['an account', ['/home/plain/a', '--user', 'nobody-yet'], 'useradd'],
    ['a group', ['/home/plain/b', '--group', 'nogroup-yet'], 'groupadd --system nogroup-yet'],
    ['a folder where it may not write', ['/srv/d'], 'mkdir -p /srv/d'],
    [
      "another's key",
      ['/home/plain/e', '--user', 'noshell', '--add-key', 'KEY'],
      'add the key as noshell or root',
    ],
  ])('leaves %s to an admin, and says how', (_, args, how) => {
    const { status, stderr } = init(...args.map((arg) => (arg === 'KEY' ? machine.publicKey('job') : arg)));
    expect([status, stderr]).toEqual([14, expect.stringMatching(/left to an admin: /)]);
    expect(stderr).toContain(how);
  });
});

describe('init', () => {
  it.each([
    ['without a folder', []],
    ['a line break in the folder', ['/srv/a\nb']],
    ['a user with a blank', ['/srv/x', '--user', 'a b']],
    ['a user like a flag', ['/srv/x', '--user', '-r']],
    ['a tenant with a quote', ['/srv/x', '--tenant', 'a"b', '--add-key', 'KEY']],
    ['a role that is none', ['/srv/x', '--role', 'root', '--add-key', 'KEY']],
    ['a cap that is no version', ['/srv/x', '--max-version', '4', '--add-key', 'KEY']],
    ['a cap of half a second', ['/srv/x', '--max-hold', '500ms', '--add-key', 'KEY']],
    ['a cap without a key', ['/srv/x', '--max-hold', '12h']],
    ['a role without a key', ['/srv/x', '--role', 'job']],
    ['a key file that is missing', ['/srv/x', '--add-key', '/nowhere.pub']],
    ['a key with options', ['/srv/x', '--add-key', 'command="sh" KEY']],
    ['two keys', ['/srv/x', '--add-key', 'KEY\nKEY']],
    ['--legacy without LOCK_TIMEOUT', ['/srv/x', '--legacy']],
    ['LOCK_TIMEOUT without --legacy', ['/srv/x', '--lock-timeout', '1h']],
    ['half a second', ['/srv/x', '--legacy', '--lock-timeout', '500ms']],
    ['a lock folder with a blank', ['/srv/x', '--legacy', '--lock-timeout', '1h', '--locks', '/run/a b']],
    ['a second folder', ['/srv/x', '/srv/y']],
    ['a command', ['/srv/x', '--', 'true']],
  ])('is refused %s, with exit 2 and nothing done', (_, args) => {
    const { status, stdout } = machine.init(
      ...args.map((arg) => arg.replaceAll('KEY', machine.publicKey('job'))),
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(machine.has('/srv/x')).toBe(false);
  });

  it('shows nothing of a private key that was given by mistake', () => {
    const secret = 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE';
    const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}\n-----END OPENSSH PRIVATE KEY-----`;
    const { status, stderr } = machine.init('/srv/x', '--add-key', text);
    expect([status, stderr]).toEqual([2, expect.stringContaining('private key')]);
    expect(stderr).not.toContain(secret);
  });
});
