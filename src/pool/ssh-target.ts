/** Where `ssh://…` leads: the user's ssh_config, identities and known hosts, as ssh users expect them. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseKnownHosts, type HostKeys } from './known-hosts';
import { PoolUnavailable } from './pool';
import { readSshConfig, type SshSettings } from './ssh-config-file';

/** What a user may say of the way to a bastion. Keys are texts: they stay in memory. */
export interface SshAccess {
  readonly privateKey?: string;
  readonly privateKeyFile?: string;
  readonly passphrase?: string;
  /** The socket of an agent. */
  readonly agent?: string;
  /** A file, or its text, or `SHA256:…` fingerprints; ~/.ssh/known_hosts otherwise. */
  readonly knownHosts?: string;
  /** `user@host:port`: a host to go through, verified like the bastion. */
  readonly jump?: string;
  /** Where `.ssh` is; the user's home. */
  readonly home?: string;
}

const SSH_PORT = 22;

export interface Identity {
  /** For messages: a file's path, or where the key came from. */
  readonly name: string;
  readonly key: string;
  /** Asked for by name: it must be usable. The others are passed over where they are not, as an agent may have them. */
  readonly isNamed: boolean;
}

export interface Hop {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly identities: readonly Identity[];
  readonly passphrase: string | undefined;
  readonly agent: string | undefined;
  /** Public keys, as authorized_keys has them, that alone of the agent's are to be used; undefined: all. */
  readonly agentKeys: readonly string[] | undefined;
  readonly hostKeys: HostKeys;
}

/** For messages. */
export function nameOfHop({ username, host, port }: Hop): string {
  return `${username}@${host}${port === SSH_PORT ? '' : `:${port}`}`;
}

export interface SshTarget {
  /** The jump host first, where there is one. */
  readonly hops: readonly [Hop, ...Hop[]];
  readonly folder: string;
}

/** What `ssh://[user@]host[:port]/dir` says. */
export interface SshPoolName {
  readonly user: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly folder: string;
}

const ADDRESS = /^(?:([A-Za-z0-9._-]+)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/;

/** Reads a pool's name; undefined if it is none that leads over SSH. */
export function parseSshPoolName(name: string): SshPoolName | undefined {
  const match = /^ssh:\/\/([^/]+)(\/.*)$/.exec(name);
  const address = match === null ? undefined : parseAddress(match[1] ?? '');
  const folder = match?.[2] ?? '';
  if (address === undefined || folder === '/' || /[\0\n\r]/.test(folder)) return undefined;
  return { ...address, folder };
}

function parseAddress(text: string): Omit<SshPoolName, 'folder'> | undefined {
  const match = ADDRESS.exec(text);
  if (match === null) return undefined;
  const [, user, host = '', port] = match;
  if (host.startsWith('-') || user?.startsWith('-') === true) return undefined;
  const number = port === undefined ? undefined : Number(port);
  if (number !== undefined && (number < 1 || number > 65535)) return undefined;
  return { user, host: host.replace(/^\[|\]$/g, ''), port: number };
}

const USUAL_IDENTITIES = ['~/.ssh/id_ed25519', '~/.ssh/id_ecdsa', '~/.ssh/id_rsa'];
const USUAL_KNOWN_HOSTS = [
  '~/.ssh/known_hosts',
  '~/.ssh/known_hosts2',
  '/etc/ssh/ssh_known_hosts',
  '/etc/ssh/ssh_known_hosts2',
];

/** Resolves the whole way, reading what files it needs. Throws PoolUnavailable where one can't be used. */
export function resolveTarget(name: SshPoolName, access: SshAccess): SshTarget {
  const home = homeOf(access);
  const config = readSshConfig(join(home, '.ssh', 'config'), home);
  const settings = config(name.host);
  const last = resolveHop(name, access, settings);
  const jump = access.jump ?? settings.one('proxyjump') ?? 'none';
  if (jump.toLowerCase() === 'none') {
    const command = settings.one('proxycommand') ?? 'none';
    if (command.toLowerCase() !== 'none') {
      throw new PoolUnavailable(
        'input',
        `~/.ssh/config has a ProxyCommand for ${name.host}, which is not supported: use ProxyJump, or --jump user@host (--jump none goes straight there)`,
      );
    }
    return { hops: [last], folder: name.folder };
  }
  const address = parseAddress(jump.replace(/^ssh:\/\//, ''));
  if (address === undefined) {
    throw new PoolUnavailable(
      'input',
      `the jump host ${JSON.stringify(jump)} does not read as user@host:port, and only one is supported`,
    );
  }
  return { hops: [resolveHop(address, access, config(address.host)), last], folder: name.folder };
}

function resolveHop(
  { user, host, port }: Omit<SshPoolName, 'folder'>,
  access: SshAccess,
  settings: SshSettings,
): Hop {
  const hostName = fillIn(settings.one('hostname') ?? '%h', { h: host });
  const hostPort = port ?? configuredPort(settings, host);
  const username = user ?? settings.one('user') ?? localUser(host);
  // what ssh_config's paths may contain
  const tokens = {
    h: hostName,
    n: host,
    p: String(hostPort),
    r: username,
    d: homeOf(access),
    u: localUserOrNone(),
  };
  const path = (text: string): string => expandHome(fillIn(text, tokens), access);
  const configured = settings.all('identityfile').map(path);
  const usesOwnKey = access.privateKey !== undefined || access.privateKeyFile !== undefined;
  return {
    host: hostName,
    port: hostPort,
    username,
    identities: identitiesOf(access, configured),
    passphrase: access.passphrase,
    agent: usesOwnKey ? undefined : agentOf(access, settings, path),
    agentKeys: settings.one('identitiesonly')?.toLowerCase() === 'yes' ? publicKeys(configured) : undefined,
    hostKeys: knownHostsOf(access, settings.all('userknownhostsfile').map(path)),
  };
}

function configuredPort(settings: SshSettings, host: string): number {
  const text = settings.one('port');
  if (text === undefined) return SSH_PORT;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new PoolUnavailable(
    'input',
    `~/.ssh/config has for ${host} a Port that is none: ${JSON.stringify(text)}`,
  );
}

function localUser(host: string): string {
  const name = localUserOrNone();
  if (name !== '') return name;
  throw new PoolUnavailable('input', `who is to log in at ${host}? Name the user: ssh://user@${host}/folder`);
}

/** A container may run under a number that has no name. */
function localUserOrNone(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function fillIn(text: string, tokens: Readonly<Record<string, string>>): string {
  return text.replace(/%(.)/g, (whole, token: string) => (token === '%' ? '%' : (tokens[token] ?? whole)));
}

function agentOf(
  access: SshAccess,
  settings: SshSettings,
  path: (text: string) => string,
): string | undefined {
  const configured = settings.one('identityagent');
  if (configured === undefined || configured === 'SSH_AUTH_SOCK') return access.agent;
  return configured.toLowerCase() === 'none' ? undefined : path(configured);
}

function identitiesOf(access: SshAccess, configured: readonly string[]): Identity[] {
  const { privateKey, privateKeyFile } = access;
  if (privateKey !== undefined) {
    return [
      {
        name: 'the private key given (private-key, GIVEWAY_PRIVATE_KEY)',
        key: normalizeKey(privateKey),
        isNamed: true,
      },
    ];
  }
  if (privateKeyFile !== undefined) {
    const path = expandHome(privateKeyFile, access);
    try {
      return [{ name: path, key: normalizeKey(readFileSync(path, 'utf8')), isNamed: true }];
    } catch (error) {
      throw new PoolUnavailable('input', `can't read the private key: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  const paths = configured.length > 0 ? configured : USUAL_IDENTITIES.map((path) => expandHome(path, access));
  return paths.flatMap((path) => {
    const key = readIfThere(path);
    return key === undefined ? [] : [{ name: path, key: normalizeKey(key), isNamed: false }];
  });
}

/** The public halves of these identities, where they lie beside them or are what was named. */
function publicKeys(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const text = readIfThere(path.endsWith('.pub') ? path : `${path}.pub`);
    return text === undefined ? [] : [text.trim()];
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Carriage returns are harmless, and a last newline is easily lost. */
function normalizeKey(text: string): string {
  return `${text.replace(/\r\n?/g, '\n').trim()}\n`;
}

function knownHostsOf(access: SshAccess, configured: readonly string[]): HostKeys {
  const given = access.knownHosts;
  if (given === undefined) {
    const paths =
      configured.length > 0 ? configured : USUAL_KNOWN_HOSTS.map((path) => expandHome(path, access));
    // what can't be read knows nobody, and so lets nobody in
    return parseKnownHosts(paths.map((path) => readIfThere(path) ?? '').join('\n'));
  }
  const text = isKnownHostsText(given) ? given : readKnownHosts(expandHome(given, access));
  const known = parseKnownHosts(text);
  if (known.hosts.length === 0 && known.pins.length === 0) {
    throw new PoolUnavailable(
      'input',
      `no host key can be read in what was given as known hosts: it takes a file or lines of ssh-keyscan, or SHA256:… fingerprints whole`,
    );
  }
  return known;
}

function readKnownHosts(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { message } = error as Error;
    throw new PoolUnavailable('input', `can't read the known hosts: ${message}`, { cause: error });
  }
}

/** A text has blanks between its fields, or is a fingerprint; a path rarely has either. */
function isKnownHostsText(given: string): boolean {
  return /^(?:SHA256|MD5):/.test(given) || given.includes('\n') || /\s(?:ssh|ecdsa|sk)-\S+\s/.test(given);
}

function homeOf({ home }: SshAccess): string {
  if (home !== undefined) return home;
  try {
    return homedir();
  } catch {
    return '/';
  }
}

function expandHome(path: string, access: SshAccess): string {
  return path === '~' || path.startsWith('~/') ? join(homeOf(access), path.slice(1)) : path;
}
