/** The whole command line over SSH, as it is shipped: what it prints, what it exits with, and what it keeps to itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, GIVEWAY, jsonOf, Lab, type Ended, type Job } from '../cli/equipment/lab';
import { BadLine, freePort, makeKey, Sshd, type KeyPair } from './sshd';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);

let sshd: Sshd;
let key: KeyPair;
let lab: Lab;
beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 200'] });
  key = sshd.authorize('', sshd.user, makeKey('correct horse'));
});
afterAll(() => sshd.stop());
beforeEach(() => {
  lab = new Lab();
});
afterEach(endLabs);

const logins = (): number => sshd.log.split('Accepted publickey').length - 1;
const poolName = (port = sshd.port): string => `ssh://${sshd.user}@${sshd.host}:${port}${lab.pool}`;
const job = (env: NodeJS.ProcessEnv = {}): Job =>
  lab.job('nightly-4.21', {
    GIVEWAY_PRIVATE_KEY: key.privateKey,
    GIVEWAY_PASSPHRASE: 'correct horse',
    GIVEWAY_KNOWN_HOSTS: sshd.knownHosts(),
    ...env,
  });

/** Neither what it said nor what it left holds a part of the key, or the passphrase. */
function expectSecret({ stdout, stderr }: Ended, { state }: Job): void {
  const secrets = [...(key.privateKey.match(/[A-Za-z0-9+/]{24,}/g) ?? []), 'correct horse'];
  const texts = [
    stdout,
    stderr,
    ...readdirSync(state).map((name) => readFileSync(join(state, name), 'utf8')),
  ];
  for (const name of readdirSync(lab.pool, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.giveway')) texts.push(readFileSync(join(lab.pool, name), 'utf8'));
  }
  expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
}

it('acquire, check-quit and release work over SSH, each by a process of its own', async () => {
  const one = job();
  const acquired = await one.giveway('acquire', '--pool', poolName(), '--host', 'h1');
  expect(acquired).toMatchObject({ status: 0 });
  expect(jsonOf(acquired)).toMatchObject({ acquired: true, host: 'h1' });
  expectSecret(acquired, one);
  const checked = await one.giveway('check-quit');
  expect([checked.status, jsonOf(checked)]).toEqual([0, { quit: false }]);
  const released = await one.giveway('release');
  expect([released.status, jsonOf(released)['released']]).toEqual([0, true]);
  expect(lab.traces()).toEqual([]);
});

it('run gives the command neither key nor passphrase, and leaves nothing', async () => {
  const one = job();
  const ran = await one.giveway('run', '--pool', poolName(), '--host', 'h1', '--', 'env');
  expect(ran.status).toBe(0);
  expect(ran.stdout).toContain('GIVEWAY_HOST=h1');
  expect(ran.stdout).not.toContain('GIVEWAY_PRIVATE_KEY');
  expectSecret(ran, one);
  expect(lab.traces()).toEqual([]);
});

it('a checkpoint within run asks over the connection that run has, and needs no key for it', async () => {
  const before = logins();
  const host = ['--pool', poolName(), '--host', 'h1'];
  const ask = `"${process.execPath}" "${GIVEWAY}" check-quit; echo "status $?"`;
  // the signal by which run asks its command to leave is not what this is about: one that node leaves alone, too
  const quiet = ['--quit-signal', 'SIGUSR2'];
  const script = `trap '' USR2; ${ask}; read -r line; ${ask}`;
  const running = job().start('run', ...host, '--mode', 'graceful', ...quiet, '--', 'sh', '-c', script);
  await running.says(/^\{"quit":false\}\nstatus 0$/m);
  const newer = job({ JOB_NAME: 'nightly-4.22', GIVEWAY_OWNER: 'newer' }).start('acquire', ...host);
  await newer.says(/place 1/);
  running.write('go on\n');
  await running.says(/^\{"quit":true,"reason":"preempted","byVersion":"4.22".*\}\nstatus 10$/m);
  expect((await running.ended).status).toBe(0);
  expect((await newer.ended).status).toBe(0);
  expect(logins() - before).toBe(2);
});

it('a checkpoint within run goes to the pool by itself where run does not answer', async () => {
  const file = join(sshd.folder, 'key-without-passphrase');
  writeFileSync(file, sshd.authorize().privateKey, { mode: 0o600 });
  const one = job({ GIVEWAY_PRIVATE_KEY: undefined, GIVEWAY_PRIVATE_KEY_FILE: file });
  const before = logins();
  const ask = `GIVEWAY_KEEPER_SOCKET=/nonexistent "${process.execPath}" "${GIVEWAY}" check-quit`;
  const ran = await one.giveway('run', '--pool', poolName(), '--host', 'h1', '--', 'sh', '-c', ask);
  expect(ran).toMatchObject({ status: 0, stdout: '{"quit":false}\n' });
  expect(logins() - before).toBe(2);
});

it.each<[string, number, () => NodeJS.ProcessEnv, RegExp]>([
  ['a key that is not let in', 13, () => ({ GIVEWAY_PRIVATE_KEY: makeKey().privateKey }), /authorized_keys/],
  [
    'a host key that is not known',
    13,
    () => ({ GIVEWAY_KNOWN_HOSTS: `x ${makeKey().publicKey}` }),
    /SHA256:/,
  ],
  ['another passphrase', 2, () => ({ GIVEWAY_PASSPHRASE: 'wrong battery' }), /GIVEWAY_PASSPHRASE/],
  ['no passphrase', 2, () => ({ GIVEWAY_PASSPHRASE: '' }), /GIVEWAY_PASSPHRASE/],
  [
    'a key with \\n for its line breaks',
    2,
    () => ({ GIVEWAY_PRIVATE_KEY: key.privateKey.replaceAll('\n', '\\n') }),
    /characters \\n/,
  ],
  ['known hosts that tell nothing', 2, () => ({ GIVEWAY_KNOWN_HOSTS: 'SHA256:abc' }), /known hosts/],
])('%s: exit code %i, and a line that says what to do', async (_, status, env, says) => {
  const one = job(env());
  const flags = ['--pool', poolName(), '--host', 'h1', '--product-version', '4.21'];
  const ended = await one.giveway('acquire', ...flags);
  expect(ended).toMatchObject({ status, stdout: '' });
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expectSecret(ended, one);
});

it('a command that is stopped while nothing answers ends at once', async () => {
  const line = await BadLine.to(sshd.port, await freePort());
  line.goSilent();
  const running = job().start('acquire', '--pool', poolName(line.port), '--host', 'h1');
  while (line.open === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const startMs = performance.now();
  running.signal('SIGTERM');
  expect((await running.ended).status).toBe(143);
  expect(performance.now() - startMs).toBeLessThan(2000);
  await line.stop();
});
