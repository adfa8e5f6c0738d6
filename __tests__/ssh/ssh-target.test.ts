import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fingerprint } from '../../src/pool/known-hosts';
import { parseSshPoolName, resolveTarget, type SshAccess } from '../../src/pool/ssh-target';
import { makeKey } from './sshd';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'giveway-home-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function put(name: string, text: string): string {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const resolve = (name: string, access: SshAccess = {}) =>
  resolveTarget(parseSshPoolName(name)!, { home, ...access });
const hopsOf = (name: string, access: SshAccess = {}) =>
  resolve(name, access).hops.map(({ username, host, port }) => `${username}@${host}:${port}`);
const me = userInfo().username;

describe("a pool's name", () => {
  it.each([
    ['ssh://bastion/dir', { user: undefined, host: 'bastion', port: undefined, folder: '/dir' }],
    ['ssh://ci@bastion/dir', { user: 'ci', host: 'bastion', port: undefined, folder: '/dir' }],
    ['ssh://ci@bastion:2222/a/b c', { user: 'ci', host: 'bastion', port: 2222, folder: '/a/b c' }],
    ['ssh://ci@10.0.0.1:1/dir', { user: 'ci', host: '10.0.0.1', port: 1, folder: '/dir' }],
    ['ssh://ci@[::1]:22/dir', { user: 'ci', host: '::1', port: 22, folder: '/dir' }],
    ['ssh://[fe80::1]/dir', { user: undefined, host: 'fe80::1', port: undefined, folder: '/dir' }],
    ['ssh://a.b-c_d@e.f-g_h/dir', { user: 'a.b-c_d', host: 'e.f-g_h', port: undefined, folder: '/dir' }],
    ["ssh://h/$(x)'`;", { user: undefined, host: 'h', port: undefined, folder: "/$(x)'`;" }],
  ])('that leads over SSH: %s', (name, expected) => {
    expect(parseSshPoolName(name)).toEqual(expected);
  });

  it.each([
    '',
    '/dir',
    'ssh://',
    'ssh://bastion',
    'ssh://bastion/',
    'ssh:///dir',
    'ssh://@bastion/dir',
    'ssh://bastion:/dir',
    'ssh://bastion:0/dir',
    'ssh://bastion:65536/dir',
    'ssh://bastion:ssh/dir',
    'ssh://-oProxyCommand=x/dir',
    'ssh://-l@bastion/dir',
    'ssh://ci:secret@bastion/dir',
    'ssh://a b/dir',
    'ssh://h/a\nb',
    'ssh://h/a\0b',
  ])('that does not: %j', (name) => {
    expect(parseSshPoolName(name)).toBeUndefined();
  });
});

describe('~/.ssh/config', () => {
  const CONFIG = `
    # the lab
    host lab LAB2
      hostname 10.1.2.3
      PORT 2222
      User ci
      UserKnownHostsFile ~/.ssh/lab_hosts "/etc/lab hosts"
    Host named
      HostName %h.example.org
      IdentityFile ~/.ssh/%r-%h
      IdentityFile "~/.ssh/second key"
    Host behind
      HostName inner
      ProxyJump lab
    Host behind-named
      ProxyJump other@gate.example:2200
    Host straight
      ProxyJump none
    Host *.lab !x.lab
      User wild
    Host x.lab
      Port=99
    Host *
      User everybody
      Port 2022
  `;

  it.each([
    ['lab', ['ci@10.1.2.3:2222']],
    ['me@lab', ['me@10.1.2.3:2222']],
    ['lab:1', ['ci@10.1.2.3:1']],
    ['LAB2', ['ci@10.1.2.3:2222']],
    ['named', ['everybody@named.example.org:2022']],
    ['behind', ['ci@10.1.2.3:2222', 'everybody@inner:2022']],
    ['behind-named', ['other@gate.example:2200', 'everybody@behind-named:2022']],
    ['straight', ['everybody@straight:2022']],
    ['y.lab', ['wild@y.lab:2022']],
    ['x.lab', ['everybody@x.lab:99']],
    ['elsewhere', ['everybody@elsewhere:2022']],
  ])('leads where OpenSSH goes: %s', (address, expected) => {
    const path = put('.ssh/config', CONFIG);
    expect(hopsOf(`ssh://${address}/dir`)).toEqual(expected);
    const uri = `ssh://${address}`;
    const said = execFileSync('ssh', ['-G', '-F', path, uri], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const one = (keyword: string) => new RegExp(`^${keyword} (.*)$`, 'm').exec(said)?.[1];
    expect(`${one('user')}@${one('hostname')}:${one('port')}`).toBe(expected.at(-1));
  });

  it('is not needed', () => {
    expect(hopsOf('ssh://bastion/dir')).toEqual([`${me}@bastion:22`]);
    expect(resolve('ssh://bastion/dir').hops[0]).toMatchObject({
      identities: [],
      agent: undefined,
      hostKeys: { pins: [] },
    });
  });

  it('may include others, and goes on where it stood', () => {
    put('.ssh/config.d/1-lab', 'Host lab\n  Port 1\nHost other\n  Port 2\n');
    put('.ssh/config.d/2-lab', 'Host lab\n  User second\n');
    put('.ssh/config.d/.hidden', 'Host lab\n  HostName hidden\n');
    const whole = put('whole', 'Host lab\n  HostName whole\n');
    put('.ssh/config', `Include config.d/*\nInclude "${whole}" ~/nothing\nUser last\nHost x\n  Port 3\n`);
    expect(hopsOf('ssh://lab/dir')).toEqual(['second@whole:1']);
    expect(hopsOf('ssh://other/dir')).toEqual(['last@other:2']);
    expect(hopsOf('ssh://x/dir')).toEqual(['last@x:3']);
  });

  it.each([
    ['Host lab\n  Port x', 'Port'],
    ['Host lab\n  ProxyCommand nc %h %p', 'ProxyJump'],
    ['Host lab\n  ProxyJump a,b', 'jump'],
    ['Host lab\n  User "x', 'config'],
    ['Include config', 'config'],
  ])('that can not be followed is an error that names it: %s', (text, named) => {
    put('.ssh/config', text);
    const seen = {
      name: 'PoolUnavailable',
      reason: 'input',
      message: expect.stringContaining(named) as string,
    };
    expect(() => resolve('ssh://lab/dir')).toThrow(expect.objectContaining(seen) as Error);
  });
});

describe('the jump host', () => {
  it.each([
    ['gate', [`${me}@gate:22`, `${me}@b:22`]],
    ['ci@gate:2200', ['ci@gate:2200', `${me}@b:22`]],
    ['ssh://ci@[::1]:2200', ['ci@::1:2200', `${me}@b:22`]],
    ['none', [`${me}@b:22`]],
  ])('that is given counts: %s', (jump, expected) => {
    put('.ssh/config', 'Host b\n  ProxyJump another\n');
    expect(hopsOf('ssh://b/dir', { jump })).toEqual(expected);
  });

  it.each(['a,b', '-oProxyCommand=x', 'a b', ''])('is one user@host:port: %j', (jump) => {
    expect(() => resolve('ssh://b/dir', { jump })).toThrow(
      expect.objectContaining({ reason: 'input' }) as Error,
    );
  });
});

describe('the private key', () => {
  const { privateKey } = makeKey();
  const named = (name: string, access: SshAccess = {}) =>
    resolve(name, access).hops[0].identities.map((one) => [one.name, one.key, one.isNamed]);

  it('that is given as a text is the only one, and no agent is asked', () => {
    put('.ssh/id_ed25519', privateKey);
    const [hop] = resolve('ssh://b/dir', { privateKey, agent: '/agent' }).hops;
    expect(hop.identities).toMatchObject([{ key: privateKey, isNamed: true }]);
    expect(hop.agent).toBeUndefined();
  });

  it.each([
    ['with carriage returns', privateKey.replaceAll('\n', '\r\n')],
    ['without its last newline', privateKey.trimEnd()],
    ['with blanks around it', `\n  ${privateKey}\n\n`],
  ])('is the same %s', (_, text) => {
    expect(resolve('ssh://b/dir', { privateKey: text }).hops[0].identities[0]!.key).toBe(privateKey);
  });

  it('may be a file in the home', () => {
    const path = put('keys/k', privateKey);
    expect(named('ssh://b/dir', { privateKeyFile: '~/keys/k' })).toEqual([[path, privateKey, true]]);
  });

  it('is an error where its file can not be read', () => {
    expect(() => resolve('ssh://b/dir', { privateKeyFile: '~/nothing' })).toThrow(
      expect.objectContaining({
        reason: 'input',
        message: expect.stringContaining(join(home, 'nothing')) as string,
      }) as Error,
    );
  });

  it('is else what the config names, of them those that are there', () => {
    put(
      '.ssh/config',
      'Host b\n  IdentityFile ~/.ssh/%r-%h\n  IdentityFile "~/.ssh/a key"\n  IdentityFile no\n',
    );
    put('.ssh/id_ed25519', privateKey);
    const paths = [put('.ssh/ci-b', '1'), put('.ssh/a key', '2')];
    expect(named('ssh://ci@b/dir').map(([path, , isNamed]) => [path, isNamed])).toEqual(
      paths.map((path) => [path, false]),
    );
  });

  it('is else one of the usual ones, and the agent is asked too', () => {
    const paths = [put('.ssh/id_ed25519', '1'), put('.ssh/id_rsa', '2')];
    const [hop] = resolve('ssh://b/dir', { agent: '/agent' }).hops;
    expect(hop.identities.map(({ name }) => name)).toEqual(paths);
    expect(hop).toMatchObject({ agent: '/agent', agentKeys: undefined });
  });

  it('of the agent is one that the config names, where it says IdentitiesOnly', () => {
    put('.ssh/config', 'IdentitiesOnly yes\nIdentityFile ~/.ssh/k\nIdentityAgent ~/agent.sock\n');
    const { publicKey } = makeKey();
    put('.ssh/k.pub', `${publicKey}\n`);
    expect(resolve('ssh://b/dir', { agent: '/agent' }).hops[0]).toMatchObject({
      agent: join(home, 'agent.sock'),
      agentKeys: [publicKey],
    });
  });
});

describe('known hosts', () => {
  const lines = ['a', 'b', 'c'].map((host) => `${host} ${makeKey().publicKey}`);
  const [a = '', b = '', c = ''] = lines;
  const pin = fingerprint(Buffer.from(a.split(' ')[2]!, 'base64'));
  const hostsOf = (access: SshAccess) =>
    resolve('ssh://x/dir', access)
      .hops[0].hostKeys.hosts.map(({ patterns }) => patterns.join())
      .filter((host) => ['a', 'b', 'c'].includes(host));

  it('may be given as text, as a file, or as fingerprints', () => {
    put('hosts', `${a}\n${b}\n`);
    put('.ssh/known_hosts', c);
    expect(hostsOf({ knownHosts: a })).toEqual(['a']);
    expect(hostsOf({ knownHosts: `${a}\n${b}` })).toEqual(['a', 'b']);
    expect(hostsOf({ knownHosts: '~/hosts' })).toEqual(['a', 'b']);
    expect(resolve('ssh://x/dir', { knownHosts: `${pin} ${pin}` }).hops[0].hostKeys.pins).toEqual([pin, pin]);
  });

  it('are else those of the user, or what the config names', () => {
    put('.ssh/known_hosts', a);
    put('.ssh/known_hosts2', b);
    put('.ssh/lab hosts', c);
    expect(hostsOf({})).toEqual(['a', 'b']);
    put('.ssh/config', 'UserKnownHostsFile ~/nothing "~/.ssh/lab hosts"\n');
    expect(hostsOf({})).toEqual(['c']);
  });

  it('are nobody where a file of the user can not be read', () => {
    mkdirSync(join(home, '.ssh/known_hosts'), { recursive: true });
    expect(hostsOf({})).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['a file that is not there', () => join(home, 'nothing')],
    ['a folder', () => home],
    ['an empty file', () => put('empty', '')],
    ['a file without a key', () => put('none', '# nothing\nnonsense\n')],
    ['a fingerprint that is cut short', () => pin.slice(0, 20)],
    ['a fingerprint by MD5', () => 'MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48'],
    ['a text without a key', () => 'bastion ssh-ed25519 AAAA\n'],
  ])('that are given and tell nothing are an error: %s', (_, knownHosts) => {
    chmodSync(home, 0o755);
    expect(() => resolve('ssh://x/dir', { knownHosts: knownHosts() })).toThrow(
      expect.objectContaining({ name: 'PoolUnavailable', reason: 'input' }) as Error,
    );
  });
});
