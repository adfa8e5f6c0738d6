/** What speaks SSH: logs in over a connection that has been begun, and starts the program. Larger than all the rest. */
import type { Socket } from 'node:net';
import { NodeSSH } from 'node-ssh';
import type { Client, ClientChannel, ConnectConfig } from 'ssh2';
import { judgeHostKey, knownKeyTypes, type Verdict } from './known-hosts';
import { PoolUnavailable } from './pool';
import type { Channel, Ending } from './program-session';
import { programText } from './program-text';
import { credentialsOf, type Credentials } from './ssh-credentials';
import { classifySshError, isLoginRefused, loginRefused, tooSlow } from './ssh-errors';
import { nameOfHop, type Hop, type SshTarget } from './ssh-target';

export interface LoginOptions {
  /** The pool's name as the user wrote it. */
  readonly name: string;
  readonly allowNfs?: boolean;
  readonly timing?: Partial<SshTiming>;
  /** What runs there instead of the program (`giveway init`); it reads the folder, then the rest of its input. */
  readonly program?: string;
  /** Told of each login, the bastion's last. */
  readonly onLogin?: (login: Login) => void;
}

/** Where and as whom, and the key by which the host was verified. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly hostKey: Buffer;
}

/** In ms. */
export interface SshTiming {
  /** For each login; the first one's includes what is left of making the connection. */
  readonly readyMs: number;
  /** For opening the channel. */
  readonly channelMs: number;
  readonly keepaliveMs: number;
  /** After so many without an answer the connection is given up. */
  readonly keepalivesMissed: number;
}

const TIMING: SshTiming = { readyMs: 20_000, channelMs: 15_000, keepaliveMs: 10_000, keepalivesMissed: 3 };

/**
 * The command for a login shell of whatever kind. It asks for the program, reads all of it before anything of it runs,
 * and leaves the rest of its input to it. Where the key is bound to a program of its own, that one runs instead, and
 * never asks. The line begins anew, for what a shell's start-up file prints may have no end.
 */
function loaderCommand(length: number, nfs: boolean): string {
  const options = `role=admin${nfs ? ' nfs=allow' : ''}`;
  return `sh -c 'echo; echo giveway-loader; p=$(head -c ${length}) && exec sh -c "$p" giveway - ${options}'`;
}

/** The way to the bastion, as far as it is made. */
interface Way {
  /** The only one of ours: a hop further on runs within it, and ends with it. */
  readonly socket: Socket;
  readonly clients: Client[];
  /** What ssh2 said of it that goes wrong, for messages. */
  trouble: string;
}

/**
 * Logs in at each hop and starts the program. `socket` leads to the first hop: paused, for nothing that it says may be
 * lost, and connected, still connecting, or failed. It stays the caller's to destroy if this rejects, with PoolUnavailable
 * or PoolUnreachable. Keys are judged before anything is sent, and before anything is said of the connection.
 */
export async function logIn(
  socket: Socket,
  { hops, folder }: SshTarget,
  options: LoginOptions,
): Promise<Channel> {
  const timing = { ...TIMING, ...options.timing };
  const steps = hops.map((hop) => ({ hop, credentials: credentialsOf(hop) }));
  // ssh2 would take it for connected, and wait
  if (socket.errored !== null) throw classifySshError(nameOfHop(hops[0]), socket.errored);
  const way: Way = { socket, clients: [], trouble: '' };
  for (const { hop, credentials } of steps) {
    const [client] = way.clients;
    const through = client === undefined ? socket : await forward(client, hop, timing);
    const hostKey = await login(way, hop, credentials, through, timing);
    options.onLogin?.({ host: hop.host, port: hop.port, username: hop.username, hostKey });
  }
  const program = options.program ?? programText();
  const command = loaderCommand(Buffer.byteLength(program), options.allowNfs ?? false);
  return execute(way, options.name, { command, loaded: `${program}${folder}\n` }, timing);
}

/** Resolves with the host's key. */
async function login(
  way: Way,
  hop: Hop,
  credentials: Credentials,
  through: Socket | ClientChannel,
  timing: SshTiming,
): Promise<Buffer> {
  const where = nameOfHop(hop);
  let verdict: Verdict | undefined;
  let hostKey = Buffer.alloc(0);
  const ssh = new NodeSSH();
  const config: ConnectConfig = {
    host: hop.host,
    port: hop.port,
    sock: through,
    username: hop.username,
    authHandler: [...credentials.methods],
    readyTimeout: timing.readyMs,
    keepaliveInterval: timing.keepaliveMs,
    keepaliveCountMax: timing.keepalivesMissed,
    hostVerifier: (key: Buffer) => {
      verdict = judgeHostKey(hop.hostKeys, hop.host, hop.port, key);
      hostKey = Buffer.from(key);
      return verdict.kind === 'known';
    },
    algorithms: { serverHostKey: hostKeyAlgorithms(hop) } as NonNullable<ConnectConfig['algorithms']>,
  };
  try {
    // node-ssh takes its own narrower type; what it does not know it hands on
    const ready = ssh.connect(config as Parameters<NodeSSH['connect']>[0]);
    // Lasting, and from the start: ssh2 can emit a second error, and one that nobody listens for ends the process.
    ssh.connection?.on('error', (error) => (way.trouble = error.message));
    await ready;
  } catch (error) {
    if (verdict?.kind === 'refused') throw hostKeyError(where, verdict);
    if (isLoginRefused(error as Error)) throw loginRefused(where, credentials.describe(), error as Error);
    throw classifySshError(where, error as Error);
  }
  const client = ssh.connection;
  if (client === null) throw classifySshError(where, new Error(way.trouble || 'it was lost at once'));
  way.clients.unshift(client);
  return hostKey;
}

const HOST_KEY_ALGORITHMS: readonly (readonly [string, readonly string[]])[] = [
  ['ssh-ed25519', ['ssh-ed25519']],
  ['ecdsa-sha2-nistp256', ['ecdsa-sha2-nistp256']],
  ['ecdsa-sha2-nistp384', ['ecdsa-sha2-nistp384']],
  ['ecdsa-sha2-nistp521', ['ecdsa-sha2-nistp521']],
  // the signature by SHA-1 of old servers, `ssh-rsa`, is not asked for, as in OpenSSH
  ['ssh-rsa', ['rsa-sha2-512', 'rsa-sha2-256']],
];

/** As OpenSSH asks: for a key of a type that is known, then for any other, which is then refused with its fingerprint. */
function hostKeyAlgorithms(hop: Hop): string[] {
  const known = knownKeyTypes(hop.hostKeys, hop.host, hop.port);
  const isKnown = ([type]: (typeof HOST_KEY_ALGORITHMS)[number]): boolean => known.includes(type);
  const others = HOST_KEY_ALGORITHMS.filter((one) => !isKnown(one));
  return [...HOST_KEY_ALGORITHMS.filter(isKnown), ...others].flatMap(([, algorithms]) => algorithms);
}

function hostKeyError(where: string, verdict: Extract<Verdict, { kind: 'refused' }>): PoolUnavailable {
  const { why, offered, expected, hasAuthority } = verdict;
  const authority = hasAuthority
    ? ' A @cert-authority line speaks of it, but certificates are not supported: add its own key.'
    : '';
  switch (why) {
    case 'unknown-host':
      return new PoolUnavailable(
        'host-key',
        `the host key of ${where} is not known: it offers ${offered}.${authority} If that is right, add it to the known hosts (ssh-keyscan prints the line)`,
      );
    case 'other-key':
      return new PoolUnavailable(
        'host-key',
        `the host key of ${where} is another one: it offers ${offered}, expected ${expected.join(' or ')}.${authority} Somebody may be in between, or the host was set up anew`,
      );
    case 'revoked':
      return new PoolUnavailable(
        'host-key',
        `the host key of ${where}, ${offered}, is marked @revoked: nobody may use it any more`,
      );
  }
}

function forward(client: Client, hop: Hop, { channelMs }: SshTiming): Promise<ClientChannel> {
  const what = `${nameOfHop(hop)} behind the jump host`;
  return opened(what, channelMs, (callback) =>
    client.forwardOut('127.0.0.1', 0, hop.host, hop.port, callback),
  );
}

interface Execution {
  readonly command: string;
  /** What is sent when the far end asks for the program. */
  readonly loaded: string;
}

function execute(
  way: Way,
  name: string,
  { command, loaded }: Execution,
  { channelMs }: SshTiming,
): Promise<Channel> {
  const [client] = way.clients;
  if (client === undefined) throw new TypeError('a way without a hop');
  return opened(name, channelMs, (callback) =>
    client.exec(command, (error, stream) => {
      // Not behind an await: with what ends at once, its exit may come in the same packet, and is told before that.
      if (error === undefined) callback(undefined, channelOf(way, stream, loaded));
      else callback(error);
    }),
  );
}

/** A channel, with a timer of its own: ssh2 has none for one that is never answered. */
async function opened<T>(
  what: string,
  ms: number,
  open: (callback: (...result: [undefined, T] | [Error, T?]) => void) => unknown,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(tooSlow(`${what} opened no channel`, ms)), ms);
      open((...[error, channel]) => (error === undefined ? resolve(channel) : reject(error)));
    });
  } catch (error) {
    throw classifySshError(what, error as Error);
  } finally {
    clearTimeout(timer);
  }
}

function channelOf(way: Way, stream: ClientChannel, loaded: string): Channel {
  const { socket, clients } = way;
  let complaints = '';
  let ending: Ending = 'cut';
  stream.stderr.setEncoding('utf8');
  stream.stderr.on('data', (chunk: string) => (complaints = (complaints + chunk).slice(-2000)));
  stream.once('exit', () => (ending = 'ended'));
  stream.once('close', () => {
    for (const client of clients) client.end();
    // whatever the far end does now, nothing of ours waits for it
    socket.destroySoon();
  });
  return {
    input: stream,
    output: stream,
    complaints: () => [complaints.trim(), way.trouble].filter((text) => text !== '').join('; '),
    load: () => void stream.write(loaded),
    destroy: () => void socket.destroy(),
    // The program there sees the end of its input; to wait until that is known here would cost another round trip.
    hangUp: () => {
      stream.end();
      for (const client of clients) client.end();
      socket.destroySoon();
    },
    closed: new Promise((resolve) => {
      if (socket.destroyed) resolve(ending);
      else socket.once('close', () => resolve(ending));
    }),
  };
}
