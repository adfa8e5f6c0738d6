/** Every way in which a login can fail, each in its documented way and time; and those that must not. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look, patience } from '../../src/lease/flow';
import type { SshTiming } from '../../src/pool/ssh-login';
import type { SshAccess } from '../../src/pool/ssh-target';
import { free, take } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { jobOn, sshPool, until, type Job } from './bastion';
import { BadLine, freePort, makeKey, Sshd, type KeyPair } from './sshd';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);

let sshd: Sshd;
let key: KeyPair;
let root: string;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 200'] });
  key = sshd.authorize();
});
afterAll(() => sshd.stop());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'giveway-login-'));
  chmodSync(root, 0o755);
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  rmSync(root, { recursive: true, force: true });
});

async function started<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const it = await starting;
  undo.push(() => it.stop());
  return it;
}

interface Attempt {
  readonly access?: SshAccess;
  readonly port?: number;
  readonly host?: string;
  readonly user?: string;
  readonly folder?: string;
  readonly timing?: Partial<SshTiming>;
}

function poolOf({ access, port = sshd.port, host = '127.0.0.1', user = sshd.user, folder, timing }: Attempt) {
  const pool = sshPool({
    name: `ssh://${user}@${host}:${port}${folder ?? root}`,
    access: { knownHosts: sshd.knownHosts() + sshd.knownHosts(undefined, port), ...access },
    ...(timing === undefined ? {} : { timing }),
  });
  undo.push(() => pool.close());
  return pool;
}

interface Failure {
  readonly error: Error;
  readonly ms: number;
  /** How often a flow tried again. */
  readonly retries: number;
}

/** What a flow makes of it, with at most `reachMs` of patience. */
async function failureOf(attempt: Attempt, reachMs = 1000): Promise<Failure> {
  const job = jobOn(poolOf(attempt));
  const startMs = performance.now();
  const error = await look(job, patience(job, { reachMs })).then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown as Error,
  );
  const ms = performance.now() - startMs;
  const retries = job.said.filter(({ type }) => type === 'retrying').length;
  expectNoKey(attempt.access?.privateKey ?? '', error);
  return { error, ms, retries };
}

/** No line of the key, nor a part of it where lines are lost, is in anything that the error says. */
function expectNoKey(privateKey: string, error: unknown): void {
  const secrets = privateKey.match(/[A-Za-z0-9+/]{24,}/g) ?? [];
  const texts: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    texts.push(one.message, one.stack ?? '', JSON.stringify(one));
  }
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
}

const unavailable = (reason: string, ...parts: string[]) => ({
  name: 'PoolUnavailable',
  reason,
  message: expect.stringMatching(
    new RegExp(parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^]*')),
  ) as string,
});

/** A connection may have been begun before the keys were judged; it has been ended without a word. */
async function expectNothingSent(line: BadLine): Promise<void> {
  await until(() => line.connections === 1 && line.open === 0);
  expect(line.chunks.up).toBe(0);
}

/** Works from the first request to the last. */
async function expectUsable(attempt: Attempt): Promise<void> {
  const pool = poolOf(attempt);
  await mustCommit(pool, take('a', ['h1']));
  expect((await pool.beat('a', ['h1'])).kind).toBe('alive');
  await mustCommit(pool, free('a', ['h1']));
  await pool.close();
}

describe('a key', () => {
  it('that is authorized opens the pool', () => expectUsable({ access: key }));

  it('with carriage returns and without its last newline opens the pool', () =>
    expectUsable({ access: { privateKey: key.privateKey.trimEnd().replaceAll('\n', '\r\n') } }));

  it('in a file opens the pool', async () => {
    const privateKeyFile = join(root, 'key');
    writeFileSync(privateKeyFile, key.privateKey);
    await expectUsable({ access: { privateKeyFile }, folder: root });
  });

  it('that is encrypted opens the pool with its passphrase', () => {
    const { privateKey } = sshd.authorize('', sshd.user, makeKey('correct horse'));
    return expectUsable({ access: { privateKey, passphrase: 'correct horse' } });
  });

  it('of rsa opens the pool', () => {
    const path = join(root, 'rsa');
    execFileSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', path]);
    const publicKey = execFileSync('ssh-keygen', ['-y', '-f', path], { encoding: 'utf8' }).trim();
    sshd.authorize('', sshd.user, { privateKey: '', publicKey });
    return expectUsable({ access: { privateKeyFile: path } });
  });

  it('that is not authorized is refused at once, and never tried again', async () => {
    const line = await started(BadLine.to(sshd.port));
    const access = { privateKey: makeKey().privateKey };
    const { error, retries } = await failureOf({ access, port: line.port });
    expect(error).toMatchObject(unavailable('auth', 'private-key', 'authorized_keys'));
    expect([retries, line.connections]).toEqual([0, 1]);
    await until(() => line.open === 0);
  });

  it('of another user is refused', async () => {
    const { error } = await failureOf({ access: key, user: 'nobody' });
    expect(error).toMatchObject(unavailable('auth', 'nobody@127.0.0.1', "user's name"));
  });

  it('is not needed where there is an agent, and without both nothing is sent', async () => {
    const line = await started(BadLine.to(sshd.port));
    const { error, retries } = await failureOf({ access: {}, port: line.port });
    expect(error).toMatchObject(unavailable('auth', 'no key and no agent', 'GIVEWAY_PRIVATE_KEY'));
    expect(retries).toBe(0);
    await expectNothingSent(line);
  });

  const plain = makeKey();
  const encrypted = makeKey('secret');
  it.each<[string, SshAccess, string]>([
    ['encrypted, without a passphrase', { privateKey: encrypted.privateKey }, 'GIVEWAY_PASSPHRASE'],
    [
      'encrypted, with another passphrase',
      { privateKey: encrypted.privateKey, passphrase: 'another' },
      'GIVEWAY_PASSPHRASE',
    ],
    ['its newlines lost', { privateKey: plain.privateKey.replaceAll('\n', '') }, 'line breaks are lost'],
    [
      'its newlines made blanks',
      { privateKey: plain.privateKey.replaceAll('\n', ' ') },
      'line breaks are lost',
    ],
    ['its newlines as \\n', { privateKey: plain.privateKey.replaceAll('\n', '\\n') }, 'characters \\n'],
    ['the public half', { privateKey: plain.publicKey }, 'public half'],
    ['something else', { privateKey: 'a password' }, 'not a private key'],
    ['only blanks', { privateKey: ' \n' }, 'empty'],
    ['cut short', { privateKey: plain.privateKey.slice(0, 200) }, 'whole'],
    [
      'cut short in the middle',
      { privateKey: plain.privateKey.replace(/\n.*\n/, '\n') },
      'whole private key',
    ],
  ])('that can not be read is bad input, and says why: %s', async (_, access, why) => {
    const line = await started(BadLine.to(sshd.port));
    const { error, retries } = await failureOf({ access, port: line.port });
    expect(error).toMatchObject(unavailable('input', 'GIVEWAY_PRIVATE_KEY', why));
    expect(retries).toBe(0);
    await expectNothingSent(line);
  });
});

describe('an agent', () => {
  async function agentWith(...keys: KeyPair[]): Promise<string> {
    const socket = join(root, 'agent');
    const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => agent.once('close', resolve));
    undo.push(async () => {
      agent.kill();
      await ended;
    });
    await new Promise((resolve) => agent.stdout.once('data', resolve));
    for (const { privateKey } of keys) {
      const env = { ...process.env, SSH_AUTH_SOCK: socket };
      execFileSync('ssh-add', ['-q', '-'], { input: privateKey, env });
    }
    return socket;
  }
  function home(files: Record<string, string>): string {
    mkdirSync(join(root, 'home/.ssh'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'home/.ssh', name), text);
    return join(root, 'home');
  }

  it('with the key opens the pool', async () => expectUsable({ access: { agent: await agentWith(key) } }));

  it('with the key as one of several opens the pool', async () =>
    expectUsable({ access: { agent: await agentWith(makeKey(), makeKey(), key) } }));

  it('opens the pool where a usual key is encrypted', async () => {
    const usual = home({ id_ed25519: makeKey('secret').privateKey, id_rsa: makeKey().publicKey });
    await expectUsable({ access: { agent: await agentWith(key), home: usual } });
  });

  it('with many keys opens the pool where the config says which', async () => {
    const many = await agentWith(...Array.from({ length: 7 }, () => makeKey()), key);
    const access = { agent: many, home: home({}) };
    const tooMany = await failureOf({ access });
    expect(tooMany.error).toMatchObject(unavailable('auth', '8 keys', 'MaxAuthTries'));
    expect(tooMany.retries).toBe(0);
    home({ config: 'IdentitiesOnly yes\nIdentityFile ~/.ssh/lab\n', 'lab.pub': key.publicKey });
    await expectUsable({ access });
  });

  it('is not asked for a key that has been tried already', async () => {
    const { privateKey, publicKey } = makeKey();
    const agent = await agentWith({ privateKey, publicKey });
    const { error } = await failureOf({ access: { agent, home: home({ id_ed25519: privateKey }) } });
    expect(error).toMatchObject(unavailable('auth', 'id_ed25519, an agent with 0 keys'));
  });

  it('without a key, with another and encrypted keys beside it: all of that is said', async () => {
    const agent = await agentWith();
    const { error, retries } = await failureOf({
      access: {
        agent,
        home: home({ id_ed25519: makeKey('secret').privateKey, id_rsa: makeKey().privateKey }),
      },
    });
    expect(error).toMatchObject(
      unavailable('auth', 'id_rsa', 'an agent with 0 keys', 'id_ed25519', 'encrypted'),
    );
    expect(retries).toBe(0);
  });

  it('that is gone is no reason to try for ever, nor the first of two errors the last', async () => {
    const agent = join(root, 'no-agent');
    const alone = await failureOf({ access: { agent } });
    expect(alone.error).toMatchObject(unavailable('auth', 'an agent that does not answer'));
    const withKey = await failureOf({ access: { agent, home: home({ id_rsa: makeKey().privateKey }) } });
    expect(withKey.error).toMatchObject(unavailable('auth', 'id_rsa, an agent that does not answer'));
    expect([alone.retries, withKey.retries]).toEqual([0, 0]);
  });
});

describe('out of reach', () => {
  it('by its name: three tries, then an error', async () => {
    const { error, retries, ms } = await failureOf({ access: key, host: 'bastion.invalid' }, 60_000);
    expect(error).toMatchObject(unavailable('fault', 'bastion.invalid', 'name'));
    expect(retries).toBe(2);
    expect(ms).toBeLessThan(10_000);
  });

  it('by a closed port: tried again for as long as one has patience', async () => {
    const { error, retries } = await failureOf({ access: key, port: await freePort() }, 1000);
    expect(error).toMatchObject(unavailable('fault', 'ECONNREFUSED'));
    expect(error.cause).toMatchObject({ name: 'PoolUnreachable' });
    expect(retries).toBeGreaterThanOrEqual(2);
  });

  it('of several addresses: the error says why', async () => {
    const { error } = await failureOf({ access: key, host: 'localhost', port: await freePort() }, 0);
    expect(error).toMatchObject(unavailable('fault', 'ECONNREFUSED'));
  });

  it('and then there: the same call ends well', async () => {
    const port = await freePort();
    const job = jobOn(poolOf({ access: key, port }));
    const seen = look(job);
    await until(() => job.said.length > 0);
    await started(BadLine.to(sshd.port, port));
    expect((await seen).hosts.size).toBe(0);
  });

  /** A server that does this to whoever connects. */
  async function server(
    onConnection: (socket: Socket) => void,
  ): Promise<{ port: number; open: () => number }> {
    const sockets = new Set<Socket>();
    const listening = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
      socket.resume();
      onConnection(socket);
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    undo.push(() => {
      for (const socket of sockets) socket.destroy();
      listening.close();
    });
    return { port: (listening.address() as AddressInfo).port, open: () => sockets.size };
  }

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['says its name and nothing more', (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('behind a server that %s: an error after the time for a login', async (_, behave) => {
    const { port, open } = await server(behave);
    const { error, ms } = await failureOf({ access: key, port, timing: { readyMs: 300 } }, 0);
    expect(error.cause).toMatchObject({ name: 'PoolUnreachable' });
    expect(ms).toBeGreaterThan(290);
    expect(ms).toBeLessThan(2000);
    await until(() => open() === 0);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.end()],
    ['resets', (socket) => socket.resetAndDestroy()],
    ['says that it is full', (socket) => socket.end('Exceeded MaxStartups\r\n')],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['says nonsense after its name', (socket) => socket.write(`SSH-2.0-x\r\n${'\u0001'.repeat(5000)}`)],
    ['says its name and hangs up', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ])('behind a server that %s: an error that is tried again, and nothing stays open', async (_, behave) => {
    const { port, open } = await server(behave);
    const { error, ms, retries } = await failureOf({ access: key, port, timing: { readyMs: 3000 } }, 600);
    expect(error.cause).toMatchObject({ name: 'PoolUnreachable' });
    expect(retries).toBeGreaterThan(0);
    expect(ms).toBeLessThan(8000);
    await until(() => open() === 0);
  });

  it('is no reason to wait where the job is told to stop', async () => {
    const { port, open } = await server(() => undefined);
    const job = jobOn(poolOf({ access: key, port }));
    const seen = look(job);
    await until(() => open() === 1);
    const startMs = performance.now();
    job.abort(new Error('enough'));
    await expect(seen).rejects.toThrow('enough');
    expect(performance.now() - startMs).toBeLessThan(1000);
    await until(() => open() === 0);
  });

  it('for want of a common cipher: an error at once', async () => {
    const old = await started(Sshd.start({ config: ['Ciphers 3des-cbc'] }));
    const access = { ...old.authorize(), knownHosts: old.knownHosts() };
    const { error, retries } = await failureOf({ access, port: old.port });
    expect(error).toMatchObject(unavailable('fault', 'cipher'));
    expect(retries).toBe(0);
  });
});

describe('a line that goes silent', () => {
  it('in mid-request ends within the keepalives, with an unknown outcome', async () => {
    const line = await started(BadLine.to(sshd.port));
    const timing = { keepaliveMs: 1000, keepalivesMissed: 2 };
    const pool = poolOf({ access: key, port: line.port, timing });
    const seen = await pool.snapshot();
    line.goSilent();
    const startMs = performance.now();
    const error = await pool.commit(seen, take('a', ['h1'])).catch((thrown: unknown) => thrown);
    const ms = performance.now() - startMs;
    expect(error).toMatchObject({
      name: 'OutcomeUnknown',
      message: expect.stringContaining('Keepalive timeout') as string,
      deadlineUptimeMs: expect.any(Number) as number,
    });
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(5000);
  });

  it('does not keep a pool from being closed', async () => {
    const line = await started(BadLine.to(sshd.port));
    const pool = poolOf({ access: key, port: line.port });
    await pool.snapshot();
    line.goSilent();
    const startMs = performance.now();
    await pool.close();
    expect(performance.now() - startMs).toBeLessThan(2000);
  });
});

describe("the server's limits", () => {
  it('MaxStartups 3:100:3: all of many clients are served in the end', async () => {
    const small = await started(Sshd.start({ config: ['MaxStartups 3:100:3'] }));
    const access = { ...small.authorize(), knownHosts: small.knownHosts() };
    const jobs: Job[] = Array.from({ length: 15 }, () => ({
      ...jobOn(poolOf({ access, port: small.port })),
      random: Math.random,
    }));
    const seen = await Promise.all(jobs.map((job) => look(job)));
    expect(seen).toHaveLength(jobs.length);
    const said = jobs.flatMap((job) => job.said);
    expect(said.length).toBeGreaterThan(0);
    for (const event of said) {
      expect(event).toMatchObject({
        type: 'retrying',
        error: { name: 'PoolUnreachable', message: expect.stringContaining('MaxStartups') as string },
      });
      expect((event as { inMs: number }).inMs).toBeGreaterThanOrEqual(1000);
    }
  });

  it('MaxSessions: one is enough, none is an error that is tried again on a new connection', async () => {
    const one = await started(Sshd.start({ config: ['MaxSessions 1'] }));
    await expectUsable({ access: { ...one.authorize(), knownHosts: one.knownHosts() }, port: one.port });
    const none = await started(Sshd.start({ config: ['MaxSessions 0'] }));
    const line = await started(BadLine.to(none.port));
    const access = { ...none.authorize(), knownHosts: none.knownHosts(undefined, line.port) };
    const { error, retries } = await failureOf({ access, port: line.port }, 1500);
    expect(error).toMatchObject(unavailable('fault', 'MaxSessions'));
    expect(line.connections).toBe(retries + 1);
    await until(() => line.open === 0);
  });
});

describe('a login shell', () => {
  const NOISE = 'echo "Welcome to the lab"; echo giveway; echo "= 1 ok"; echo "oops" >&2; printf "no end"';

  it.each<[string, string, string, string]>([
    ['bash', '/bin/bash', '.bashrc', NOISE],
    ['dash', '/bin/dash', '.profile', NOISE],
    ['zsh', '/usr/bin/zsh', '.zshenv', NOISE],
    ['fish', '/usr/bin/fish', '.config/fish/config.fish', NOISE],
  ])('with a noisy start-up file works: %s', async (_, shell, startUp, noise) => {
    const server = await started(Sshd.start());
    const { name, home } = server.addUser(shell);
    mkdirSync(join(home, startUp, '..'), { recursive: true });
    writeFileSync(join(home, startUp), `${noise}\n`);
    const folder = join(home, 'pool');
    mkdirSync(folder);
    const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8' })),
    );
    chownSync(folder, uid, gid);
    const access = { ...server.authorize('', name), knownHosts: server.knownHosts() };
    await expectUsable({ access, port: server.port, user: name, folder });
    // the same with the program bound to the key
    const program = join(__dirname, '../../src/pool/program.sh');
    const bound = server.authorize(`command="sh ${program} ${folder} role=job"`, name);
    await expectUsable({ access: { ...access, ...bound }, port: server.port, user: name, folder });
  });

  it('that lets nobody in is an error with its own words', async () => {
    const server = await started(Sshd.start());
    const { name } = server.addUser('/usr/sbin/nologin');
    const access = { ...server.authorize('', name), knownHosts: server.knownHosts() };
    const { error, retries } = await failureOf({ access, port: server.port, user: name });
    expect(error).toMatchObject(unavailable('fault', 'not available'));
    expect(retries).toBe(0);
  });

  it('whose program ends at once, so that all comes in one packet, is an error at once', async () => {
    const line = await started(BadLine.to(sshd.port));
    line.burstMs = 400;
    const other = sshd.authorize('command="echo hello; exit 3"');
    const { error, retries } = await failureOf({ access: other, port: line.port });
    expect(error).toMatchObject(unavailable('fault', 'hello'));
    expect(retries).toBe(0);
  });

  it.each([
    ['another program', 'echo hello; exit 3', 'fault', 'hello'],
    ['a program of a later protocol', 'echo giveway-program 2.0 job -; sleep 60', 'newer-format', '2.0'],
    ['a program that will not start', 'echo giveway-error missing-tool flock', 'missing-tool', 'flock'],
  ] as const)('that starts %s is an error at once', async (_, command, reason, said) => {
    const other = sshd.authorize(`command="${command}"`);
    const { error, retries } = await failureOf({ access: other });
    expect(error).toMatchObject(unavailable(reason, said));
    expect(retries).toBe(0);
  });
});

describe('a pool behind a login', () => {
  it('that is not there is named', async () => {
    const { error, retries } = await failureOf({ access: key, folder: join(root, 'nothing') });
    expect(error).toMatchObject(unavailable('no-folder', `${root}/nothing`));
    expect(retries).toBe(0);
  });

  it.each(['a b', "it's", '$(touch canary)', '-n', 'ünï', '%s\\n'])('may have any name: %s', async (name) => {
    mkdirSync(join(root, name));
    await expectUsable({ access: key, folder: join(root, name) });
  });
});

describe('a jump host', () => {
  it('leads on to the bastion, which is verified like itself', async () => {
    const hop = await started(Sshd.start());
    const line = await started(BadLine.to(hop.port));
    const entry = hop.authorize('', hop.user, key);
    const jump = `${hop.user}@127.0.0.1:${line.port}`;
    const hopHosts = hop.knownHosts(undefined, line.port);
    const knownHosts = sshd.knownHosts() + hopHosts;
    await expectUsable({ access: { ...entry, jump, knownHosts } });
    await until(() => line.open === 0);

    const strangerHop = `${sshd.knownHosts()}[127.0.0.1]:${line.port} ${makeKey().publicKey}\n`;
    const strangerBastion = `${hopHosts}[127.0.0.1]:${sshd.port} ${makeKey().publicKey}\n`;
    for (const [hosts, port] of [
      [strangerHop, line.port],
      [strangerBastion, sshd.port],
      [hopHosts, sshd.port],
      [sshd.knownHosts(), line.port],
    ] as const) {
      const { error, retries } = await failureOf({ access: { ...entry, jump, knownHosts: hosts } });
      expect(error).toMatchObject(unavailable('host-key', `127.0.0.1:${port}`));
      expect(retries).toBe(0);
    }
    await until(() => line.open === 0);
  });

  it('that leads to nobody is tried again, and one that may not lead on is not', async () => {
    const hop = await started(Sshd.start());
    hop.authorize('', hop.user, key);
    const access = {
      ...key,
      jump: `${hop.user}@127.0.0.1:${hop.port}`,
      knownHosts: hop.knownHosts() + sshd.knownHosts(),
    };
    const nobody = await failureOf({ access, port: await freePort() }, 500);
    expect(nobody.error.cause).toMatchObject({ name: 'PoolUnreachable' });
    const strict = await started(Sshd.start({ config: ['AllowTcpForwarding no'] }));
    strict.authorize('', strict.user, key);
    const refused = await failureOf({
      access: {
        ...access,
        jump: `${strict.user}@127.0.0.1:${strict.port}`,
        knownHosts: strict.knownHosts() + sshd.knownHosts(),
      },
    });
    expect(refused.error).toMatchObject(unavailable('refused', 'AllowTcpForwarding'));
    expect(refused.retries).toBe(0);
  });

  it('that goes silent ends what goes through it', async () => {
    const hop = await started(Sshd.start());
    const line = await started(BadLine.to(hop.port));
    hop.authorize('', hop.user, key);
    const pool = poolOf({
      access: {
        ...key,
        jump: `${hop.user}@127.0.0.1:${line.port}`,
        knownHosts: hop.knownHosts(undefined, line.port) + sshd.knownHosts(),
      },
      timing: { keepaliveMs: 300, keepalivesMissed: 1 },
    });
    const seen = await pool.snapshot();
    line.goSilent();
    await expect(pool.commit(seen, take('a', ['h1']))).rejects.toMatchObject({ name: 'OutcomeUnknown' });
  });
});
