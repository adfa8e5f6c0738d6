/**
 * Is this the bastion that we know? Reads OpenSSH's known_hosts (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT): hashed names,
 * `[host]:port`, globs, negation, `@revoked`; and pinned `SHA256:…` fingerprints. Pure, but for the hash functions.
 */
import { createHash, createHmac } from 'node:crypto';

export interface KnownHost {
  readonly marker: 'revoked' | 'cert-authority' | undefined;
  readonly patterns: readonly string[];
  readonly keyType: string;
  /** The key as the server sends it, in base64. */
  readonly key: string;
}

export interface HostKeys {
  readonly hosts: readonly KnownHost[];
  /** Fingerprints that hold for whatever host is asked for, as `SHA256:…` without padding. */
  readonly pins: readonly string[];
}

export type Verdict =
  | { readonly kind: 'known' }
  /** Keys as fingerprint and type. `expected`: those that would have been right; none where the host is not known at all. */
  | {
      readonly kind: 'refused';
      readonly why: 'unknown-host' | 'other-key' | 'revoked';
      readonly offered: string;
      readonly expected: readonly string[];
      /** A line `@cert-authority` speaks of this host; certificates are not supported, and it never counts as a match. */
      readonly hasAuthority: boolean;
    };

/** Reads a file's text. Lines that can't be read don't count, as OpenSSH has it. */
export function parseKnownHosts(text: string): HostKeys {
  const hosts: KnownHost[] = [];
  const pins: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim().split(/\s+/);
    const [first = ''] = words;
    if (first === '' || first.startsWith('#')) continue;
    if (words.every((word) => /^SHA256:[A-Za-z0-9+/]{43}=?$/.test(word))) {
      pins.push(...words.map((word) => word.replace(/=$/, '')));
      continue;
    }
    const marker =
      first === '@revoked' ? 'revoked' : first === '@cert-authority' ? 'cert-authority' : undefined;
    if (first.startsWith('@') && marker === undefined) continue;
    const [patterns, keyType, key] = marker === undefined ? words : words.slice(1);
    if (patterns === undefined || keyType === undefined || !isKeyOf(keyType, key)) continue;
    hosts.push({ marker, patterns: patterns.split(','), keyType, key });
  }
  return { hosts, pins };
}

function isKeyOf(keyType: string, key: string | undefined): key is string {
  return (
    key !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(key) && typeOf(Buffer.from(key, 'base64')) === keyType
  );
}

/**
 * Judges the key that a server offers. A host at another port than 22 is looked for as `[host]:port`; where no key of the
 * type is known of it, as OpenSSH has it, its plain name is good enough for a match.
 */
export function judgeHostKey(known: HostKeys, host: string, port: number, offered: Buffer): Verdict {
  const key = offered.toString('base64');
  const type = typeOf(offered);
  const exact = known.hosts.filter(({ patterns }) => matchesHost(patterns, host, port));
  const isTypeKnown = exact.some(({ marker, keyType }) => marker === undefined && keyType === type);
  const lines =
    isTypeKnown || port === SSH_PORT
      ? exact
      : [...exact, ...known.hosts.filter(({ patterns }) => matchesHost(patterns, host, SSH_PORT))];
  const plain = lines.filter(({ marker }) => marker === undefined);
  const isRevoked = lines.some((line) => line.marker === 'revoked' && line.key === key);
  const isKnown = known.pins.includes(fingerprint(offered)) || plain.some((line) => line.key === key);
  if (isKnown && !isRevoked) return { kind: 'known' };
  const expected = [...new Set([...known.pins, ...plain.map((line) => describeKey(keyBytes(line)))])];
  return {
    kind: 'refused',
    why: isRevoked ? 'revoked' : expected.length === 0 ? 'unknown-host' : 'other-key',
    offered: describeKey(offered),
    expected,
    hasAuthority: lines.some(({ marker }) => marker === 'cert-authority'),
  };
}

/** The types of the keys that are known of a host, in the order of the file. */
export function knownKeyTypes(known: HostKeys, host: string, port: number): string[] {
  const typesAt = (at: number): string[] =>
    known.hosts
      .filter(({ marker, patterns }) => marker === undefined && matchesHost(patterns, host, at))
      .map(({ keyType }) => keyType);
  return [...new Set([...typesAt(port), ...typesAt(SSH_PORT)])];
}

function keyBytes({ key }: KnownHost): Buffer {
  return Buffer.from(key, 'base64');
}

/** A key begins with the name of its type. */
function typeOf(key: Buffer): string {
  const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
  return key.subarray(4, 4 + length).toString('latin1');
}

function describeKey(key: Buffer): string {
  return `${fingerprint(key)} (${typeOf(key)})`;
}

/** As ssh-keygen prints it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

const SSH_PORT = 22;

function matchesHost(patterns: readonly string[], host: string, port: number): boolean {
  const name = port === SSH_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
  let matches = false;
  for (const pattern of patterns) {
    if (pattern.startsWith('|')) {
      matches ||= matchesHash(pattern, name);
    } else if (pattern.startsWith('!')) {
      // a negated pattern that matches ends it, whatever else does
      if (globToRegExp(pattern.slice(1)).test(name)) return false;
    } else {
      matches ||= globToRegExp(pattern).test(name);
    }
  }
  return matches;
}

/** `|1|salt|hash`: HMAC-SHA1 of the name. */
function matchesHash(pattern: string, name: string): boolean {
  const [, version, salt, hash] = pattern.split('|');
  if (version !== '1' || salt === undefined || hash === undefined) return false;
  return createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}

function globToRegExp(glob: string): RegExp {
  const source = glob
    .toLowerCase()
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`);
}
