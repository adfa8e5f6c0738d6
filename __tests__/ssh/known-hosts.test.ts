import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint, judgeHostKey, knownKeyTypes, parseKnownHosts } from '../../src/pool/known-hosts';
import { sshPool } from './bastion';
import { makeKey, Sshd, type KeyPair } from './sshd';

const blobOf = (key: string): Buffer => Buffer.from(key.split(' ')[1]!, 'base64');
/** `type base64`, without a comment. */
const newKey = (): string => makeKey().publicKey.split(' ').slice(0, 2).join(' ');

describe('known hosts', () => {
  const key = newKey();
  const other = newKey();
  const judge = (text: string, host = 'bastion', port = 22) =>
    judgeHostKey(parseKnownHosts(text), host, port, blobOf(key));
  const print = fingerprint(blobOf(key));

  it.each<[string, string, string]>([
    ['a line', `bastion ${key}`, 'known'],
    ['a line with a comment, blanks and tabs', `  bastion\t${key}  somebody@somewhere `, 'known'],
    ['carriage returns', `# file\r\nbastion ${key}\r\n`, 'known'],
    ['one of two lines', `bastion ${other}\nbastion ${key}`, 'known'],
    ['one of several names', `other,bastion,10.0.0.1 ${key}`, 'known'],
    ['a name in capitals', `BASTION ${key}`, 'known'],
    ['a star', `* ${key}`, 'known'],
    ['a glob', `b?st*n ${key}`, 'known'],
    ['a star and a negation', `*,!bastion ${key}`, 'unknown-host'],
    ['a negation alone', `!elsewhere ${key}`, 'unknown-host'],
    ['a negation that does not match', `*,!elsewhere ${key}`, 'known'],
    ['a pinned fingerprint', print, 'known'],
    ['a pinned fingerprint with padding', `${print}=`, 'known'],
    ['one of two pinned fingerprints', `${fingerprint(blobOf(other))} ${print}`, 'known'],
    ['a pinned fingerprint of another key', fingerprint(blobOf(other)), 'other-key'],
    ['a pinned fingerprint and @revoked', `${print}\n@revoked * ${key}`, 'revoked'],
    ['another key', `bastion ${other}`, 'other-key'],
    ['another host', `elsewhere ${key}`, 'unknown-host'],
    ['a name that only begins so', `bastion.example ${key}`, 'unknown-host'],
    ['a point that stands for no other character', `b.stion ${key}`, 'unknown-host'],
    ['another port', `[bastion]:2222 ${key}`, 'unknown-host'],
    ['nothing', '', 'unknown-host'],
    ['a comment', `# bastion ${key}`, 'unknown-host'],
    ['@revoked', `@revoked bastion ${key}\nbastion ${key}`, 'revoked'],
    ['@revoked of another key', `@revoked * ${other}\nbastion ${key}`, 'known'],
    ['@cert-authority', `@cert-authority * ${key}`, 'unknown-host'],
    ['a marker that nobody knows', `@trusted bastion ${key}`, 'unknown-host'],
    ['a key type that is not the key’s', `bastion ${key.replace('ssh-ed25519', 'ssh-rsa')}`, 'unknown-host'],
    ['a key that is cut short', `bastion ${key.slice(0, 30)}`, 'unknown-host'],
    ['a key with a foreign character', `bastion ${key.slice(0, -2)}*=`, 'unknown-host'],
    ['no key', 'bastion ssh-ed25519', 'unknown-host'],
    ['a hash of another version', `|2|AAAA|AAAA ${key}`, 'unknown-host'],
    ['a hash that is none', `|1| ${key}`, 'unknown-host'],
  ])('with %s', (_, text, expected) => {
    const verdict = judge(text);
    expect(verdict.kind === 'known' ? 'known' : verdict.why).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['its port', `[bastion]:2222 ${key}`, 'known'],
    ['its name without a port', `bastion ${key}`, 'known'],
    ['another port', `[bastion]:22 ${key}`, 'unknown-host'],
    ['another key at its port', `[bastion]:2222 ${other}\nbastion ${key}`, 'other-key'],
    ['@revoked without a port', `bastion ${key}\n@revoked bastion ${key}`, 'revoked'],
    ['a glob of ports', `[bastion]:* ${key}`, 'known'],
  ])('at another port than 22 with %s', (_, text, expected) => {
    const verdict = judge(text, 'bastion', 2222);
    expect(verdict.kind === 'known' ? 'known' : verdict.why).toBe(expected);
  });

  it('a refusal has what was offered and what was expected', () => {
    expect(judge(`bastion ${other}\n@cert-authority * ${other}`)).toEqual({
      kind: 'refused',
      why: 'other-key',
      offered: `${print} (ssh-ed25519)`,
      expected: [`${fingerprint(blobOf(other))} (ssh-ed25519)`],
      hasAuthority: true,
    });
  });

  it('the types that are known of a host come in the order of the file, its port first', () => {
    const rsa = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==';
    const known = parseKnownHosts(`b ${rsa}\n[b]:2222 ${key}\n@cert-authority b ${key}\nc ${key}`);
    expect(knownKeyTypes(known, 'b', 2222)).toEqual(['ssh-ed25519', 'ssh-rsa']);
    expect(knownKeyTypes(known, 'b', 22)).toEqual(['ssh-rsa']);
    expect(knownKeyTypes(known, 'd', 22)).toEqual([]);
  });
});

describe('a server is let in or refused as OpenSSH does', () => {
  let sshd: Sshd;
  let key: KeyPair;
  let folder: string;
  beforeAll(async () => {
    sshd = await Sshd.start({ hostKeys: ['ed25519', 'ecdsa', 'rsa'], config: ['MaxStartups 100'] });
    key = sshd.authorize();
    folder = mkdtempSync(join(tmpdir(), 'giveway-known-hosts-'));
    writeFileSync(join(folder, 'key'), key.privateKey, { mode: 0o600 });
  });
  afterAll(async () => {
    await sshd.stop();
    rmSync(folder, { recursive: true });
  });

  /** As ssh-keygen hashes it. */
  function hashed(text: string): string {
    const path = join(folder, 'to-hash');
    writeFileSync(path, text);
    execFileSync('ssh-keygen', ['-H', '-f', path], { stdio: 'ignore' });
    return readFileSync(path, 'utf8');
  }

  function openSshLetsIn(knownHosts: string, host: string): Promise<boolean> {
    const options = {
      UserKnownHostsFile: knownHosts,
      GlobalKnownHostsFile: '/dev/null',
      StrictHostKeyChecking: 'yes',
      BatchMode: 'yes',
      IdentitiesOnly: 'yes',
      UpdateHostKeys: 'no',
    };
    const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    const args = ['-F', '/dev/null', ...flags, '-i', join(folder, 'key'), '-p', String(sshd.port)];
    const child = spawn('ssh', [...args, `${sshd.user}@${host}`, 'true'], { stdio: 'ignore' });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code === 0));
    });
  }

  async function weLetIn(knownHosts: string, host: string): Promise<boolean> {
    const pool = sshPool({
      name: `ssh://${sshd.user}@${host}:${sshd.port}${folder}`,
      access: { privateKey: key.privateKey, knownHosts },
    });
    try {
      await pool.snapshot();
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'PoolUnavailable', reason: 'host-key' });
      return false;
    } finally {
      await pool.close();
    }
  }

  const at = (names: string, type: 'ed25519' | 'ecdsa' | 'rsa' = 'ed25519') =>
    `${names.replaceAll('PORT', String(sshd.port))} ${sshd.hostKeys.get(type)!}\n`;
  const wrong = (names: string) => `${names.replaceAll('PORT', String(sshd.port))} ${newKey()}\n`;
  const revoked = (type: 'ed25519' | 'ecdsa' | 'rsa') => `@revoked * ${sshd.hostKeys.get(type)!}\n`;
  const HERE = '[127.0.0.1]:PORT';

  it.each<[string, () => string, boolean, string?]>([
    ['its key', () => at(HERE), true],
    ['its key, hashed', () => hashed(at(HERE)), true],
    ['its key by a name in capitals', () => at('[LocalHost]:PORT'), true, 'localhost'],
    ['the hash of another name', () => hashed(at('[127.0.0.2]:PORT')), false],
    ['another key', () => wrong(HERE), false],
    ['another key, hashed', () => hashed(wrong(HERE)), false],
    ['another key and its key', () => wrong(HERE) + at(HERE), true],
    ['its key under another name', () => at('[127.0.0.2]:PORT'), false],
    ['its key at another port', () => at('[127.0.0.1]:1'), false],
    ['its key without a port', () => at('127.0.0.1'), true],
    ['its key without a port, hashed', () => hashed(at('127.0.0.1')), true],
    ['its key without a port, another with it', () => at('127.0.0.1') + wrong(HERE), false],
    [
      'its key without a port, with it another of another type',
      () => at('127.0.0.1') + at(HERE, 'rsa'),
      true,
    ],
    ['only its rsa key', () => at(HERE, 'rsa'), true],
    ['only its ecdsa key', () => at(HERE, 'ecdsa'), true],
    ['another ed25519 key, and its rsa key', () => wrong(HERE) + at(HERE, 'rsa'), false],
    ['one of several names', () => at(`elsewhere,${HERE},10.0.0.1`), true],
    ['a glob', () => at('[127.0.*]:*'), true],
    ['a glob with a question mark', () => at('[127.0.0.?]:PORT'), true],
    ['a negation', () => at(`[127.*]:*,!${HERE}`), false],
    ['a negation of its port, where the plain name matches', () => at(`*,!${HERE}`), true],
    ['a negation of both', () => at(`*,!${HERE},!127.0.0.1`), false],
    ['a negation without the port', () => at('*,!127.0.0.1'), true],
    ['@revoked', () => at(HERE) + revoked('ed25519'), false],
    ['@revoked of a type that is not known', () => at(HERE) + revoked('rsa'), true],
    ['@cert-authority', () => `@cert-authority ${at('*')}`, false],
    ['a damaged line and a good one', () => `${HERE} ssh-ed25519 AAAA\n${at(HERE)}`, true],
    ['comments and blank lines', () => `# ${at(HERE)}\n\n \t\n${at(HERE)}`, true],
  ])('with %s', async (name, text, expected, host = '127.0.0.1') => {
    const path = join(folder, name.replace(/\W+/g, '-'));
    writeFileSync(path, text());
    const both = await Promise.all([openSshLetsIn(path, host), weLetIn(path, host)]);
    expect(both).toEqual([expected, expected]);
  });

  it.each([
    ['ed25519', true],
    ['rsa', false],
  ] as const)('a pinned fingerprint lets in the key that is offered, not another: %s', async (type, isIn) => {
    expect(await weLetIn(fingerprint(blobOf(sshd.hostKeys.get(type)!)), '127.0.0.1')).toBe(isIn);
  });

  it('a refusal says both fingerprints as ssh-keygen prints them', async () => {
    writeFileSync(join(folder, 'wrong'), wrong(HERE));
    const prints = ['wrong', join(sshd.folder, 'host_ed25519.pub')].map((file) => {
      const path = file === 'wrong' ? join(folder, file) : file;
      return execFileSync('ssh-keygen', ['-lf', path], { encoding: 'utf8' }).split(' ')[1]!;
    });
    const pool = sshPool({
      name: `ssh://${sshd.user}@127.0.0.1:${sshd.port}${folder}`,
      access: { privateKey: key.privateKey, knownHosts: join(folder, 'wrong') },
    });
    const error = await pool.snapshot().catch((thrown: unknown) => thrown as Error);
    await pool.close();
    for (const print of prints) expect((error as Error).message).toContain(print);
  });
});
