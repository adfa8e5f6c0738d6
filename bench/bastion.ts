/** A real sshd on loopback with throwaway keys, at the end of a line as long as one likes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sshd } from '../__tests__/ssh/sshd';
import type { SshAccess } from '../src/pool/ssh-target';
import { milliseconds } from './measure';

export const GIVEWAY = join(__dirname, '..', 'dist', 'cli', 'index.js');

export interface Bastion {
  readonly sshd: Sshd;
  /** Of the pool, there. */
  readonly folder: string;
  /** The pool's name. */
  readonly pool: string;
  readonly access: SshAccess;
  /** For `giveway` as a process. */
  readonly env: NodeJS.ProcessEnv;
  /** `ssh` with all it needs, but for the remote command. */
  readonly ssh: readonly string[];
  stop(): Promise<void>;
}

export interface BastionOptions {
  /** There and back, in ms. */
  readonly roundTripMs?: number;
  readonly config?: readonly string[];
}

export async function startBastion({ roundTripMs = 0, config = [] }: BastionOptions = {}): Promise<Bastion> {
  const sshd = await Sshd.start({ config });
  const { privateKey } = sshd.authorize();
  const root = mkdtempSync(join(tmpdir(), 'giveway-bench-'));
  const line = roundTripMs === 0 ? undefined : await longLine(sshd.port, roundTripMs);
  const port = line?.port ?? sshd.port;
  const privateKeyFile = join(root, 'key');
  const knownHosts = join(root, 'known_hosts');
  writeFileSync(privateKeyFile, privateKey, { mode: 0o600 });
  writeFileSync(knownHosts, sshd.knownHosts(undefined, port));
  const folder = mkdtempSync(join(root, 'pool-'));
  const pool = `ssh://${sshd.user}@${sshd.host}:${port}${folder}`;
  const options = [`UserKnownHostsFile=${knownHosts}`, 'StrictHostKeyChecking=yes', 'IdentitiesOnly=yes'];
  return {
    sshd,
    folder,
    pool,
    access: { privateKeyFile, knownHosts: sshd.knownHosts(undefined, port), home: root },
    env: {
      ...process.env,
      GIVEWAY_POOL: pool,
      GIVEWAY_PRIVATE_KEY_FILE: privateKeyFile,
      GIVEWAY_KNOWN_HOSTS: knownHosts,
      GIVEWAY_STATE_DIR: root,
      GIVEWAY_PRODUCT_VERSION: '4.21',
      GIVEWAY_OWNER: 'bench',
    },
    ssh: [
      ...['ssh', '-F', '/dev/null', '-i', privateKeyFile, '-p', String(port)],
      ...options.flatMap((option) => ['-o', option]),
      `${sshd.user}@${sshd.host}`,
    ],
    async stop() {
      line?.stop();
      await sshd.stop();
      // what hung up may still be leaving
      rmSync(root, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

/** How long a command takes, in ms; rejects if it ends with any other status than these. */
export function timed(
  command: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  statuses: readonly number[] = [0],
): Promise<number> {
  return milliseconds(() => run(command, env, statuses));
}

/** Resolves with what it wrote to standard output. */
export function run(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  statuses: readonly number[] = [0],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (status) => {
      if (status !== null && statuses.includes(status)) resolve(said.stdout);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${String(status)}: ${said.stderr}`));
    });
  });
}

/**
 * A line to a port of this machine on which everything takes half of `roundTripMs` each way; a connection is made after
 * one and a half, as where the kernel has to send its three packets that far.
 */
async function longLine(
  port: number,
  roundTripMs: number,
): Promise<{ readonly port: number; readonly stop: () => void }> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  };
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    const early: Buffer[] = [];
    near.on('data', (chunk: Buffer) => early.push(chunk));
    setTimeout(() => {
      const far = connect({ port, host: '127.0.0.1', noDelay: true });
      keep(far);
      near.removeAllListeners('data');
      for (const chunk of early) far.write(chunk);
      pass(near, far, roundTripMs / 2);
      pass(far, near, roundTripMs / 2);
    }, 1.5 * roundTripMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Timers of one length fire in their order, so what goes over the line keeps its own. */
function pass(from: Socket, to: Socket, ms: number): void {
  from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), ms));
  from.once('close', () => setTimeout(() => to.end(), ms));
  from.once('end', () => setTimeout(() => to.end(), ms));
}
