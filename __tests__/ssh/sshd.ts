/** A real sshd on loopback with a configuration, host keys and users of its own; and a line to it that can be bad. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { utils } from 'ssh2';

export type HostKeyType = 'ed25519' | 'rsa' | 'ecdsa';

export interface SshdOptions {
  readonly hostKeys?: readonly HostKeyType[];
  /** Further lines of sshd_config; sshd takes the first of two of one keyword, so these win. */
  readonly config?: readonly string[];
}

export interface KeyPair {
  readonly privateKey: string;
  /** As authorized_keys has it. */
  readonly publicKey: string;
}

const SSHD = '/usr/sbin/sshd';

export class Sshd {
  readonly user = userInfo().username;
  readonly host = '127.0.0.1';
  #log = '';
  readonly #undo: (() => unknown)[] = [];

  private constructor(
    readonly folder: string,
    readonly port: number,
    /** The public halves, each `type base64`. */
    readonly hostKeys: ReadonlyMap<HostKeyType, string>,
    private readonly child: ChildProcess,
  ) {}

  static async start(options: SshdOptions = {}): Promise<Sshd> {
    const folder = mkdtempSync(join(tmpdir(), 'giveway-sshd-'));
    // sshd reads authorized_keys as the user who logs in
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'authorized'));
    const hostKeys = new Map<HostKeyType, string>();
    for (const type of options.hostKeys ?? ['ed25519']) hostKeys.set(type, makeHostKey(folder, type));
    if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
    for (;;) {
      const port = await freePort();
      const config = join(folder, 'sshd_config');
      writeFileSync(
        config,
        [
          ...(options.config ?? []),
          `ListenAddress 127.0.0.1:${port}`,
          ...[...hostKeys.keys()].map((type) => `HostKey ${folder}/host_${type}`),
          'PidFile none',
          'StrictModes no',
          'UsePAM no',
          'PasswordAuthentication no',
          'KbdInteractiveAuthentication no',
          'PermitRootLogin yes',
          'LogLevel VERBOSE',
          `AuthorizedKeysFile ${folder}/authorized/%u`,
        ].join('\n') + '\n',
      );
      const child = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
      const sshd = new Sshd(folder, port, hostKeys, child);
      if (await sshd.#isUp()) return sshd;
      // another process was quicker to take the port
      if (!sshd.log.includes('Address already in use')) throw new Error(`sshd did not start:\n${sshd.log}`);
    }
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('sshd was not started');
    return this.child.pid;
  }

  /** What it has said so far. */
  get log(): string {
    return this.#log;
  }

  /** What ssh-keyscan would print for this server. */
  knownHosts(types: readonly HostKeyType[] = [...this.hostKeys.keys()], port = this.port): string {
    return types.map((type) => `[${this.host}]:${port} ${this.hostKeys.get(type)!}\n`).join('');
  }

  /** Lets a new key in; `restriction` is what stands before it in authorized_keys. */
  authorize(restriction = '', user = this.user, key = makeKey()): KeyPair {
    const line = `${restriction} ${key.publicKey}\n`.trimStart();
    appendFileSync(join(this.folder, 'authorized', user), line);
    return key;
  }

  /** A user with this login shell and a home; gone with the server. */
  addUser(shell: string): { readonly name: string; readonly home: string } {
    if (userInfo().uid !== 0) throw new Error('this test makes users: run it as root');
    userCount += 1;
    const name = `gw-${process.pid}-${userCount}`;
    const home = join(this.folder, name);
    // `*` is a password that nobody has; `!` would be a locked account
    inPasswd('useradd', '--create-home', '--home-dir', home, '--shell', shell, '--password', '*', name);
    this.#undo.unshift(() => inPasswd('userdel', name));
    return { name, home };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      // not `close`: a session that is still open has its stderr too
      const ended = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGTERM');
      await ended;
    }
    for (const undo of this.#undo.splice(0)) undo();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Resolves when it listens, or has ended. */
  #isUp(): Promise<boolean> {
    const { child } = this;
    child.stderr!.setEncoding('utf8');
    return new Promise((resolve, reject) => {
      child.stderr!.on('data', (chunk: string) => {
        this.#log += chunk;
        if (this.#log.includes('Server listening')) resolve(true);
      });
      child.once('close', () => resolve(false));
      child.once('error', reject);
    });
  }
}

let userCount = 0;

/** The tools that change /etc/passwd lock each other out, and say so by their status. */
function inPasswd(command: string, ...args: string[]): void {
  const tries = 50;
  for (let left = tries; ; left -= 1) {
    try {
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      return;
    } catch (error) {
      const cannotLock = (error as { status?: number }).status === 1;
      if (!cannotLock || left === 0) throw error;
      execFileSync('sleep', ['0.1']);
    }
  }
}

/** A throwaway key, in the format that ssh-keygen writes. */
export function makeKey(passphrase?: string): KeyPair {
  const pair =
    passphrase === undefined
      ? utils.generateKeyPairSync('ed25519')
      : utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 16 });
  // ssh2 drops a zero at the beginning of the public half: one key of 256 is none
  if (utils.parseKey(pair.private, passphrase) instanceof Error) return makeKey(passphrase);
  return { privateKey: `${pair.private.trim()}\n`, publicKey: pair.public.trim() };
}

function makeHostKey(folder: string, type: HostKeyType): string {
  const path = join(folder, `host_${type}`);
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', path]);
  return readFileSync(`${path}.pub`, 'utf8').trim().split(' ').slice(0, 2).join(' ');
}

/** Nobody listens there now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

type Direction = 'up' | 'down';

/** A line to a port of this machine that can be slow, come in bursts, be cut and go silent. */
export class BadLine {
  /** How many connections there have been, and how many there are. */
  connections = 0;
  get open(): number {
    return this.#open.size / 2;
  }
  /** How often something went over it, to the server and back, on the latest connection. */
  readonly chunks = { up: 0, down: 0 };
  /** For each way, in ms. */
  delayMs = 0;
  /** What comes back is held until nothing more has come for so long, and then comes as one, in ms. */
  burstMs = 0;
  /** Cuts the connection when the nth chunk is to go over it, once. */
  cutAt: { readonly direction: Direction; readonly nth: number } | undefined;
  #isSilent = false;
  readonly #open = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async to(targetPort: number, port = 0): Promise<BadLine> {
    const server = createServer();
    const line = new BadLine(await listen(server, port), server);
    server.on('connection', (near) => line.#connect(near, targetPort));
    return line;
  }

  /** Ends every connection that is open now, without a farewell. */
  cut(): void {
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  /** From now on everything vanishes, while connections stay open: as behind a firewall that has forgotten them. */
  goSilent(): void {
    this.#isSilent = true;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #connect(near: Socket, targetPort: number): void {
    this.connections += 1;
    Object.assign(this.chunks, { up: 0, down: 0 });
    const far = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    near.setNoDelay(true);
    for (const socket of [near, far]) {
      this.#open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#open.delete(socket);
        if (!this.#isSilent) for (const other of [near, far]) other.destroy();
      });
    }
    this.#pass(near, far, 'up');
    this.#pass(far, near, 'down');
  }

  #pass(from: Socket, to: Socket, direction: Direction): void {
    let last: Promise<unknown> = Promise.resolve();
    const burst: Buffer[] = [];
    let burstTimer: NodeJS.Timeout | undefined;
    from.on('data', (chunk) => {
      if (this.#isSilent) return;
      this.chunks[direction] += 1;
      if (this.cutAt?.direction === direction && this.cutAt.nth === this.chunks[direction]) {
        this.cutAt = undefined;
        from.resetAndDestroy();
        to.resetAndDestroy();
        return;
      }
      if (direction === 'down' && this.burstMs > 0) {
        burst.push(chunk);
        clearTimeout(burstTimer);
        burstTimer = setTimeout(() => to.write(Buffer.concat(burst.splice(0))), this.burstMs);
      } else if (this.delayMs === 0) to.write(chunk);
      else last = Promise.all([last, pause(this.delayMs)]).then(() => to.write(chunk));
    });
  }
}
