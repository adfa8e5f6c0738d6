/** What init does to authorized_keys. */
import { Machine } from './equipment/machine';

const FILE = '/home/giveway/.ssh/authorized_keys';
let machine: Machine;
beforeAll(async () => {
  machine = await Machine.start();
  machine.key('job');
  machine.key('other');
  machine.init('/srv/lab', '--user', 'giveway');
});
afterAll(() => machine.stop());
beforeEach(() =>
  machine.sh('rm -rf /home/giveway/.ssh && install -d -m 700 -o giveway -g giveway /home/giveway/.ssh'),
);

const add = (key: string, ...args: string[]) =>
  machine.init('/srv/lab', '--user', 'giveway', '--add-key', key, ...args);
const write = (text: string): string =>
  machine.sh('printf "%s" "$1" >"$2" && chown giveway: "$2" && chmod 640 "$2"', text, FILE);
const bound = (options: string, key: string): string =>
  `restrict,command="exec sh /usr/local/lib/giveway/program.sh /srv/lab ${options}" ${key}`;

describe('a key', () => {
  it.each(['job', 'read', 'admin'])('is bound to the pool with the role %s', (role) => {
    const key = machine.publicKey('job');
    expect(add(key, '--role', role).status).toBe(0);
    expect(machine.read(FILE)).toBe(`${bound(`role=${role}`, key)}\n`);
  });

  it('has the role job where none is given', () => {
    add(machine.publicKey('job'));
    expect(machine.read(FILE)).toBe(`${bound('role=job', machine.publicKey('job'))}\n`);
  });

  it('may come from a file', () => {
    expect(add(`${machine.root}/job.pub`).status).toBe(0);
    expect(machine.read(FILE)).toContain(machine.publicKey('job'));
  });

  it('is replaced where it stands, and not doubled; other lines stay to the byte, and so does the mode', () => {
    const job = machine.publicKey('job');
    const others = [
      '# giveway below',
      '',
      `  from="10.0.0.0/8,::1",command="echo \\"a b\\" ${job}" ${machine.publicKey('other')}`,
      'no-pty ssh-rsa AAAAB3NzaC1yc2E= tab\there \r',
      `#${job}`,
      'grüße \u0001 unreadable',
    ];
    const [first, ...rest] = others;
    const text = (line: string): string => `${[first, line, ...rest].join('\n')}\n`;
    write(text(bound('role=job', job)));
    const { status, stderr } = add(job, '--role', 'read', '--tenant', 'qa');
    expect([status, stderr]).toEqual([0, expect.stringContaining('replaced')]);
    expect(machine.read(FILE)).toBe(text(bound('role=read tenant=qa', job)));
    expect(machine.mode(FILE)).toBe('640 giveway:giveway');
  });

  it('is added behind a last line that has no end', () => {
    const other = machine.publicKey('other');
    write(other);
    add(machine.publicKey('job'));
    expect(machine.read(FILE)).toBe(`${other}\n${bound('role=job', machine.publicKey('job'))}\n`);
  });

  it('with another comment is the same key', () => {
    const [type, base64] = machine.publicKey('job').split(' ');
    add(`${type} ${base64} laptop`);
    add(`${type} ${base64} it's "quoted" $(touch /srv/canary) \\`);
    expect(machine.read(FILE)).toBe(
      `${bound('role=job', `${type} ${base64} it's "quoted" $(touch /srv/canary) \\`)}\n`,
    );
    expect(machine.has('/srv/canary')).toBe(false);
  });

  it('that is there twice is there once afterwards', () => {
    const job = machine.publicKey('job');
    write(`${bound('role=job', job)}\n${bound('role=admin', job)}\n`);
    add(job, '--role', 'read');
    expect(machine.read(FILE)).toBe(`${bound('role=read', job)}\n`);
  });

  it('is for one pool: bound to another, it leaves the first, and that is said', () => {
    add(machine.publicKey('job'));
    const { status, stderr } = machine.init(
      ...['/srv/second', '--user', 'giveway', '--add-key', machine.publicKey('job')],
    );
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/replaced .* which was: .* \/srv\/lab role=job/),
    ]);
    expect(machine.read(FILE)).toBe(
      `${bound('role=job', machine.publicKey('job')).replace('/srv/lab', '/srv/second')}\n`,
    );
  });

  it.each([
    ['a login', (key: string) => key],
    ["another's command", (key: string) => `command="backup \\"x\\"",no-pty ${key}`],
  ])('that is %s already is refused, and stays what it was', (_, line) => {
    const text = `# mine\n${line(machine.publicKey('job'))}\n`;
    write(text);
    const { status, stderr } = add(machine.publicKey('job'));
    expect([status, stderr]).toEqual([13, expect.stringContaining('line 2')]);
    expect(machine.read(FILE)).toBe(text);
  });

  it('goes through a link to where it leads, as the account and not as root', () => {
    machine.sh('install -d -o giveway /srv/keys && ln -s /srv/keys/giveway "$1"', FILE);
    expect(add(machine.publicKey('job')).status).toBe(0);
    expect(machine.sh('readlink "$1"', FILE)).toBe('/srv/keys/giveway');
    expect(machine.read('/srv/keys/giveway')).toContain('role=job');

    machine.sh('touch /etc/precious && ln -sf /etc/precious "$1"', FILE);
    expect(add(machine.publicKey('job')).status).toBe(13);
    expect(machine.read('/etc/precious')).toBe('');
  });

  it('comes with a word where sshd would not read the file', () => {
    machine.sh('chmod 775 /home/giveway/.ssh');
    expect(add(machine.publicKey('job')).stderr).toMatch(
      /note: \/home\/giveway\/\.ssh can be written by others/,
    );
  });
});
