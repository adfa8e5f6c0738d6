/** A pool behind SSH: one connection, one channel, one constant command, and the same program at its other end. */
import { connect, type Socket } from 'node:net';
import type { Channel } from './program-session';
import type { LoginOptions } from './ssh-login';
import { resolveTarget, type Hop, type SshAccess, type SshPoolName } from './ssh-target';

export interface SshConnectOptions extends LoginOptions {
  readonly target: SshPoolName;
  readonly access: SshAccess;
}

/**
 * Logs in at the bastion, through its jump host if there is one, and starts the program. Rejects with PoolUnavailable,
 * PoolUnreachable or the signal's reason; then nothing is left open.
 */
export async function connectSsh(
  { target, access, ...options }: SshConnectOptions,
  signal: AbortSignal | undefined,
): Promise<Channel> {
  signal?.throwIfAborted();
  const way = resolveTarget(target, access);
  const socket = beginConnection(way.hops[0]);
  const destroy = (): void => void socket.destroy();
  signal?.addEventListener('abort', destroy, { once: true });
  try {
    await hasBegun(socket);
    signal?.throwIfAborted();
    // Loaded on the way, for it takes about as long as a packet there and back. Nothing else runs meanwhile.
    const { logIn } = await import('./ssh-login');
    signal?.throwIfAborted();
    return await logIn(socket, way, options);
  } catch (error) {
    destroy();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', destroy);
  }
}

/** For each address of a host but the last, in ms. Node's own 250 may have passed before loading lets it look. */
const ADDRESS_MS = 1000;

/**
 * A socket of our own, to be destroyed in whatever state ssh2 is. Paused: what the host says, be it a farewell, waits for
 * whoever is to hear it.
 */
function beginConnection({ host, port }: Hop): Socket {
  const socket = connect({
    host,
    port,
    // else every round trip, of the handshake too, waits for a delayed acknowledgement
    noDelay: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  });
  socket.pause();
  // it is in `errored` too, and one that nobody listens for ends the process
  socket.on('error', () => undefined);
  return socket;
}

/** How long loading waits for the first packet. Whoever logs in has a timer for all that comes after, in whatever state. */
const BEGIN_MS = 1000;

/** Resolves when the first packet is on its way, for its host's name had to be looked up; or none can be; or it is late. */
async function hasBegun(socket: Socket): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BEGIN_MS);
    // Node before 20.12 does not tell of an attempt
    for (const event of ['connectionAttempt', 'connect', 'close']) socket.once(event, () => resolve());
  });
  clearTimeout(timer);
}
