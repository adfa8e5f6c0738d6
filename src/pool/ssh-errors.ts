/** What ssh2 says when something goes wrong, and what it means for us. */
import { PoolUnavailable, PoolUnreachable, type Unavailable } from './pool';

const NETWORK_DELAY_MS = 200;
/** sshd's MaxStartups and PerSourcePenalties: a crowd that comes again at once would only be refused again. */
const OVERLOAD_DELAY_MS = 1000;
const BAD_NAME_TRIES = 3;

/** RFC 4254, 5.1: a channel that the server's settings forbid. */
const ADMINISTRATIVELY_PROHIBITED = 1;

interface Class {
  readonly pattern: RegExp;
  readonly toError: (where: string, said: string, cause: Error) => Error;
}

/** In this order: the first that matches counts. */
const CLASSES: readonly Class[] = [
  {
    pattern: /handshake failed|no matching|unsupported algorithm|protocol version/i,
    toError: (where, said, cause) =>
      unavailable(
        'fault',
        `no common language with the sshd of ${where} (${said}): it may be too old, or allow too little`,
        cause,
      ),
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|EAI_NONAME/,
    toError: (where, _, cause) =>
      unreachable(`can't reach ${where}: no such host. Is its name right?`, cause, {
        maxTries: BAD_NAME_TRIES,
      }),
  },
  {
    pattern:
      /connection lost before handshake|no response from server|channel open failure|no free channels|exceeded maxstartups/i,
    toError: (where, said, cause) =>
      unreachable(
        `${where} takes no more connections for now (${said}). Its sshd may limit them: MaxStartups, MaxSessions, PerSourcePenalties`,
        cause,
        { delayMs: OVERLOAD_DELAY_MS },
      ),
  },
  {
    pattern: /timed out while waiting for handshake/i,
    toError: (where, _, cause) =>
      unreachable(
        `can't reach ${where}: nothing that speaks SSH answered in time. Is it the right port, and not behind a firewall?`,
        cause,
      ),
  },
  {
    pattern: /E[A-Z]{4,}/,
    toError: (where, said, cause) => unreachable(`can't reach ${where}: ${said}`, cause),
  },
];

/** Every way to authenticate was refused, or more of them than the server allows, or the agent would not sign. */
export function isLoginRefused(error: Error): boolean {
  return (
    (error as { level?: unknown }).level === 'agent' ||
    /configured authentication methods failed|too many authentication failures/i.test(error.message)
  );
}

/** Never to be tried again: sshd keeps out for a while whoever fails to log in. `tried`: with what. */
export function loginRefused(where: string, tried: string, cause: Error): PoolUnavailable {
  const tooMany = /too many/i.test(cause.message)
    ? ' It was offered more keys than it takes (MaxAuthTries): name the one.'
    : '';
  return unavailable(
    'auth',
    `can't log in at ${where}: the key was refused (tried: ${tried}).${tooMany} Check the private key, the user's name, and that the key's public half is in authorized_keys there`,
    cause,
  );
}

/** Classes an error of connecting: to log in failed, or to open a channel. */
export function classifySshError(where: string, error: Error): Error {
  if (error instanceof PoolUnavailable || error instanceof PoolUnreachable) return error;
  const { code } = error as NodeJS.ErrnoException;
  // of several addresses tried, Node's error has a code only
  const said = error.message === '' ? String(code) : error.message;
  if ((error as { reason?: unknown }).reason === ADMINISTRATIVELY_PROHIBITED) {
    return unavailable(
      'refused',
      `${where} does not allow it (${said}): AllowTcpForwarding, PermitOpen, or the key's own options there`,
      error,
    );
  }
  const known = CLASSES.find(({ pattern }) => pattern.test(`${said} ${code ?? ''}`));
  return (
    known?.toError(where, said, error) ?? unreachable(`the connection to ${where} failed: ${said}`, error)
  );
}

/** Nothing came within a time of our own; ssh2 has none for it. */
export function tooSlow(what: string, ms: number): PoolUnreachable {
  return new PoolUnreachable(`${what} within ${ms / 1000} s`, NETWORK_DELAY_MS, undefined);
}

/** Why a text is no key that can be used; `said` is what ssh2 said of it. Nothing of the key is in the message. */
export function keyError(name: string, key: string, said: string): PoolUnavailable {
  return new PoolUnavailable('input', `${name} can't be used: ${whyNoKey(key, said)}`);
}

function whyNoKey(key: string, said: string): string {
  if (/no passphrase given/i.test(said)) {
    return 'it is encrypted, and no passphrase was given: give it (passphrase, GIVEWAY_PASSPHRASE)';
  }
  if (/bad passphrase|integrity check failed/i.test(said)) {
    return 'its passphrase is another one: check what was given (passphrase, GIVEWAY_PASSPHRASE)';
  }
  if (/key type: sk-/i.test(said)) return 'keys on a security key work only through an agent';
  if (/^\s*(?:ssh-|ecdsa-|sk-)\S+\s+AAAA/.test(key)) {
    return 'it is the public half; the private key is wanted, which begins with -----BEGIN';
  }
  if (key.trim() === '') return 'it is empty';
  if (key.includes('\\n')) {
    return 'it has the two characters \\n in it where line breaks belong: give it as it stands in its file';
  }
  if (/-----BEGIN/.test(key) && key.trim().split('\n').length < 3) {
    return 'its line breaks are lost: give it as it stands in its file';
  }
  if (!/-----BEGIN|^PuTTY/.test(key)) {
    return 'it is not a private key: that begins with -----BEGIN. Give the whole file';
  }
  return `it is not a whole private key (${said}): give it as it stands in its file`;
}

function unavailable(reason: Unavailable, message: string, cause: Error): PoolUnavailable {
  return new PoolUnavailable(reason, message, { cause });
}

function unreachable(
  message: string,
  cause: Error,
  { delayMs = NETWORK_DELAY_MS, maxTries }: { delayMs?: number; maxTries?: number } = {},
): PoolUnreachable {
  return new PoolUnreachable(message, delayMs, maxTries, { cause });
}
