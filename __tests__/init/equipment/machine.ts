/**
 * A machine to be set up: a mount namespace with accounts, homes, /etc, /usr/local/lib, /srv and a tmpfs /run of its own,
 * so that init does there what it does on a bastion, as root, and this machine stays as it is.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What users run: the bundle, as it is committed. */
export const GIVEWAY = resolve(__dirname, '../../../dist/cli/index.js');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const RUN_MS = 20_000;

/** Runs a command to its end. */
export function runHere(
  [file = '', ...args]: readonly string[],
  options: { readonly input?: string; readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Ended {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    input: options.input ?? '',
    env: options.env,
    cwd: options.cwd,
    timeout: RUN_MS,
    killSignal: 'SIGKILL',
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

/** Makes the machine, says so, and stays until its input ends: with the test's process, whatever ends that. */
const MAKE = `
set -e
cd "$1"
mkdir home srv lib run
cp -a /etc etc
rm -f etc/ssh/ssh_host_* etc/tmpfiles.d/giveway-*
mkdir -p etc/ssh etc/tmpfiles.d
ssh-keygen -q -t ed25519 -N '' -C machine -f etc/ssh/ssh_host_ed25519_key
sed -i 's,^\\(root:[^:]*:[^:]*:[^:]*:[^:]*\\):[^:]*:,\\1:/home/root:,' etc/passwd
mkdir -m 700 home/root
mount --bind etc /etc
mount --bind home /home
mount --bind srv /srv
mount --bind lib /usr/local/lib
mount -t tmpfs tmpfs /run
mkdir -m 755 /run/sshd
echo ready
exec cat >/dev/null
`;

export class Machine {
  /** Of this machine and not of the other: for keys and the like. */
  readonly root: string;
  port = 0;
  readonly #children: ChildProcess[] = [];

  private constructor(
    root: string,
    private readonly base: ChildProcess,
  ) {
    this.root = root;
    this.#children.push(base);
  }

  static async start(): Promise<Machine> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'giveway-init-')));
    mkdirSync(join(root, 'machine'), { mode: 0o755 });
    spawnSync('chmod', ['755', root]);
    const base = spawn(
      'unshare',
      ['-m', '--propagation', 'private', 'sh', '-c', MAKE, 'sh', join(root, 'machine')],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    let complaints = '';
    base.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    await new Promise<void>((done, fail) => {
      base.stdout.once('data', () => done());
      base.once('exit', () =>
        fail(new Error(`this test mounts filesystems: run it as root, with CAP_SYS_ADMIN (${complaints})`)),
      );
    });
    return new Machine(root, base);
  }

  /** Ends what was started, by its process ids, and removes all files. */
  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
    }
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The command as it is run on the machine, as root or as another account. */
  command(words: readonly string[], user?: string): string[] {
    const as = user === undefined ? [] : ['runuser', '-u', user, '--'];
    return ['nsenter', '-t', String(this.base.pid), '-m', '--', ...as, ...words];
  }

  run(words: readonly string[], options: { readonly user?: string; readonly input?: string } = {}): Ended {
    const { user, input = '' } = options;
    return runHere(this.command(words, user), { input, env: this.env(user), cwd: '/' });
  }

  sh(script: string, ...args: string[]): string {
    const { status, stdout, stderr } = this.run(['sh', '-c', script, 'sh', ...args]);
    if (status !== 0) throw new Error(`${script}: ${status} ${stderr}`);
    return stdout.trimEnd();
  }

  /** `giveway init` on the machine. */
  init(...args: string[]): Ended {
    return this.run([process.execPath, GIVEWAY, 'init', ...args]);
  }

  private env(user: string | undefined): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], HOME: `/home/${user ?? 'root'}`, TMPDIR: '/tmp' };
  }

  /** The path from here of a file of the machine's. */
  path(file: string): string {
    const [, top = '', ...rest] = file.split('/');
    const name = file.startsWith('/usr/local/lib') ? ['lib', ...rest.slice(2)] : [top, ...rest];
    return join(this.root, 'machine', ...name);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  mode(file: string): string {
    return this.sh('stat -c "%a %U:%G" -- "$1"', file);
  }

  /** Every file's name, mode, owner and content, but what a pool's program writes; to see that nothing has changed. */
  state(): string {
    return this.sh(
      'find /etc /home /srv /usr/local/lib /run -xdev \\( -type f -o -type d \\) -exec stat -c "%n %a %U:%G %Y %i" -- {} + | sort',
    );
  }

  /** A throwaway key; resolves with its private half's path, its public half behind `.pub`. */
  key(name: string, comment = name): string {
    const path = join(this.root, name);
    const { status } = runHere(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', path]);
    if (status !== 0) throw new Error('no key');
    return path;
  }

  publicKey(name: string): string {
    return readFileSync(join(this.root, `${name}.pub`), 'utf8').trim();
  }

  /** Starts the machine's sshd on a free port of the loopback interface. */
  async startSshd(...settings: string[]): Promise<void> {
    this.port = await freePort();
    const config = [
      `Port ${this.port}`,
      'ListenAddress 127.0.0.1',
      'HostKey /etc/ssh/ssh_host_ed25519_key',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
      'Subsystem sftp internal-sftp',
      ...settings,
    ];
    writeFileSync(this.path('/etc/ssh/sshd_config'), `${config.join('\n')}\n`);
    const [file = '', ...args] = this.command(['/usr/sbin/sshd', '-D', '-e', '-f', '/etc/ssh/sshd_config']);
    const sshd = spawn(file, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: this.env(undefined),
      cwd: '/',
    });
    this.#children.push(sshd);
    let said = '';
    sshd.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    for (let tries = 0; !(await answers(this.port)); tries += 1) {
      if (tries > 100 || sshd.exitCode !== null) throw new Error(`sshd did not start: ${said}`);
      await sleep(50);
    }
  }

  get knownHosts(): string {
    const [type = '', key = ''] = this.read('/etc/ssh/ssh_host_ed25519_key.pub').split(' ');
    return `[127.0.0.1]:${this.port} ${type} ${key}`;
  }

  poolName(user: string, folder: string): string {
    return `ssh://${user}@127.0.0.1:${this.port}${folder}`;
  }

  /** OpenSSH's own client, as somebody would use it who has this key. */
  openSsh(
    tool: 'ssh' | 'sftp',
    key: string,
    user: string,
    before: readonly string[],
    ...behind: string[]
  ): Ended {
    return this.here([tool, ...before, ...this.sshArgs(key, user, tool === 'ssh' ? '-p' : '-P'), ...behind]);
  }

  sshArgs(key: string, user: string, port = '-p'): string[] {
    const known = join(this.root, 'known_hosts');
    writeFileSync(known, `${this.knownHosts}\n`);
    const options = [`UserKnownHostsFile=${known}`, 'BatchMode=yes', 'IdentitiesOnly=yes', 'LogLevel=ERROR'];
    return [
      ...['-F', '/dev/null', port, String(this.port), '-i', key],
      ...options.flatMap((option) => ['-o', option]),
      `${user}@127.0.0.1`,
    ];
  }

  /** A command on this machine. */
  here(words: readonly string[], input = ''): Ended {
    return runHere(words, { input, env: { PATH: process.env['PATH'], HOME: this.root } });
  }

  /** `giveway` on this machine, with a key for the other. */
  giveway(key: string, ...args: string[]): Ended {
    return runHere([process.execPath, GIVEWAY, ...args], {
      cwd: this.root,
      env: {
        PATH: process.env['PATH'],
        HOME: this.root,
        GIVEWAY_PRIVATE_KEY: readFileSync(key, 'utf8'),
        GIVEWAY_KNOWN_HOSTS: this.knownHosts,
        GIVEWAY_STATE_DIR: this.root,
      },
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
