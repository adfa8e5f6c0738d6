/** The connection is begun before what speaks SSH is loaded. What befalls it meanwhile is told, and nothing stays open. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel } from '../../src/pool/program-session';
import type { logIn } from '../../src/pool/ssh-login';
import type { SshAccess } from '../../src/pool/ssh-target';
import { until } from './bastion';
import { BadLine, freePort, makeKey, Sshd, type KeyPair } from './sshd';
import { connectOptions } from './ssh-pool';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);

const PART = '../../src/pool/ssh-login';

let sshd: Sshd;
let key: KeyPair;
beforeAll(async () => {
  sshd = await Sshd.start();
  key = sshd.authorize();
});
afterAll(() => sshd.stop());

/** Hears of each socket that is made here by connecting. */
const MADE = 'net.client.socket';
const sockets: Socket[] = [];
let attempts = 0;
const onSocket = (message: unknown): void => {
  const { socket } = message as { readonly socket: Socket };
  sockets.push(socket);
  socket.on('connectionAttempt', () => (attempts += 1));
};

const undo: (() => unknown)[] = [];
beforeEach(() => {
  attempts = 0;
  subscribe(MADE, onSocket);
});
afterEach(async () => {
  unsubscribe(MADE, onSocket);
  for (const step of undo.splice(0).reverse()) await step();
  for (const socket of sockets.splice(0)) socket.destroy();
  jest.restoreAllMocks();
});

interface Attempt {
  readonly port: number;
  readonly host?: string;
  readonly access?: SshAccess;
  readonly signal?: AbortSignal;
  /** Runs while the part is loaded, as if it were part of it. */
  readonly loading?: () => void;
  /** Goes on after that, before the part is called. */
  readonly thereafter?: () => Promise<void>;
}

/** Connects with the part not yet loaded, whatever has been loaded before. */
async function connectAnew(attempt: Attempt): Promise<Channel> {
  const { port, host = '127.0.0.1', access, signal, loading, thereafter } = attempt;
  jest.resetModules();
  jest.doMock(PART, () => {
    loading?.();
    const actual = jest.requireActual<{ readonly logIn: typeof logIn }>(PART);
    return {
      logIn: async (...args: Parameters<typeof logIn>) => {
        await thereafter?.();
        return actual.logIn(...args);
      },
    };
  });
  const { connectSsh } = await import('../../src/pool/ssh');
  const options = connectOptions(
    `ssh://${sshd.user}@${host}:${port}/pool`,
    { knownHosts: sshd.knownHosts(undefined, port).replaceAll('127.0.0.1', host), ...key, ...access },
    { readyMs: 5000 },
  );
  return connectSsh(options, signal);
}

async function expectLogin(attempt: Attempt): Promise<void> {
  const opened = await connectAnew(attempt);
  opened.destroy();
  await opened.closed;
}

const areClosed = (): boolean => sockets.every(({ destroyed }) => destroyed);

async function lineTo(port: number): Promise<BadLine> {
  const line = await BadLine.to(port);
  undo.push(() => line.stop());
  return line;
}

it.each(['127.0.0.1', 'localhost'])(
  'its first packet to %s is on its way before the part is loaded',
  async (host) => {
    let before = 0;
    await expectLogin({ port: sshd.port, host, loading: () => (before = attempts) });
    expect(before).toBe(1);
  },
);

it('what the host says meanwhile is heard, and nothing has been said to it', async () => {
  const line = await lineTo(sshd.port);
  await expectLogin({
    port: line.port,
    thereafter: async () => {
      await until(() => line.chunks.down > 0);
      expect(line.chunks.up).toBe(0);
    },
  });
});

it('a host that refuses meanwhile is out of reach, as ever', async () => {
  const port = await freePort();
  await expect(connectAnew({ port, thereafter: () => until(areClosed) })).rejects.toMatchObject({
    name: 'PoolUnreachable',
    message: expect.stringContaining(`127.0.0.1:${port}: connect ECONNREFUSED`) as string,
  });
});

it('a host that hangs up meanwhile takes no more connections', async () => {
  let hungUp = false;
  const server = createServer((socket) => socket.resume().end(() => (hungUp = true)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const thereafter = async (): Promise<void> => {
    await until(() => hungUp);
    // whoever looked too early would see it now
    await pause(50);
  };
  await expect(connectAnew({ port, thereafter })).rejects.toMatchObject({
    name: 'PoolUnreachable',
    message: expect.stringContaining('takes no more connections') as string,
  });
  await until(areClosed);
});

describe('a key that can not be used', () => {
  const access = { privateKey: makeKey('secret').privateKey };
  const expected = {
    name: 'PoolUnavailable',
    reason: 'input',
    message: expect.stringContaining('GIVEWAY_PASSPHRASE') as string,
  };

  it('is told before the host is told anything', async () => {
    const line = await lineTo(sshd.port);
    const connecting = connectAnew({
      port: line.port,
      access,
      thereafter: () => until(() => line.chunks.down > 0),
    });
    await expect(connecting).rejects.toMatchObject(expected);
    await until(() => line.open === 0);
    expect([line.connections, line.chunks.up]).toEqual([1, 0]);
  });

  it('is told where the host is out of reach as well', async () => {
    const connecting = connectAnew({ port: await freePort(), access, thereafter: () => until(areClosed) });
    await expect(connecting).rejects.toMatchObject(expected);
  });
});

describe('nothing stays open', () => {
  const reason = new Error('enough');

  it('where the call is ended before the first packet', async () => {
    const controller = new AbortController();
    let isLoaded = false;
    const loading = (): void => void (isLoaded = true);
    subscribe(MADE, abort);
    undo.push(() => unsubscribe(MADE, abort));
    function abort(): void {
      process.nextTick(() => controller.abort(reason));
    }
    const connecting = connectAnew({
      port: sshd.port,
      host: 'localhost',
      loading,
      signal: controller.signal,
    });
    await expect(connecting).rejects.toBe(reason);
    expect([sockets.length, attempts, areClosed(), isLoaded]).toEqual([1, 0, true, false]);
  });

  it('where it is ended while the part is loaded', async () => {
    const controller = new AbortController();
    let isCalled = false;
    const connecting = connectAnew({
      port: sshd.port,
      signal: controller.signal,
      loading: () => controller.abort(reason),
      thereafter: () => Promise.resolve(void (isCalled = true)),
    });
    await expect(connecting).rejects.toBe(reason);
    expect([sockets.length, areClosed(), isCalled]).toEqual([1, true, false]);
  });

  it('where the part can not be loaded', async () => {
    const loading = (): void => {
      throw reason;
    };
    await expect(connectAnew({ port: sshd.port, loading })).rejects.toBe(reason);
    expect([sockets.length, areClosed()]).toEqual([1, true]);
  });
});

it('an address is not given up because loading kept it waiting', async () => {
  const line = await lineTo(sshd.port);
  // nobody listens at the second
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  jest
    .spyOn(dns, 'lookup')
    .mockImplementation(((_: string, __: unknown, found: (...all: unknown[]) => void) =>
      process.nextTick(found, null, addresses)) as typeof dns.lookup);
  const wait = new Int32Array(new SharedArrayBuffer(4));
  await expectLogin({
    port: line.port,
    host: 'bastion.example',
    loading: () => void Atomics.wait(wait, 0, 0, 400),
  });
});

it('a host whose name is not found out is given up in the time that a login has', async () => {
  jest.spyOn(dns, 'lookup').mockImplementation(() => undefined);
  const startMs = performance.now();
  const connecting = connectAnew({ port: sshd.port, host: 'bastion.example' });
  await expect(connecting).rejects.toMatchObject({ name: 'PoolUnreachable' });
  // 5 s for the login, and loading before it
  expect(performance.now() - startMs).toBeLessThan(12_000);
  expect(areClosed()).toBe(true);
});
