/** How each kind of value is written: a text goes in, a value comes out, or what was expected. */
import { isHostName, type HostGroups } from '../protocol/host';
import { parseVersionPattern } from '../protocol/job-version';
import { parseProductVersion, type ProductVersion } from '../protocol/product-version';

export type Parsed<T> = { readonly value: T } | { readonly expected: string };

export type Parser<T> = (text: string) => Parsed<T>;

const DURATION = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?(?:(\d{1,8})ms)?$/;

/** `90s`, `15m`, `2h`, `1h30m`, `500ms`, in ms. A bare number has no unit and is refused. */
export const parseDuration: Parser<number> = (text) => {
  const match = DURATION.exec(text);
  if (match === null || text === '') return { expected: 'a duration such as 90s, 15m, 2h or 1h30m' };
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return { value: ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms };
};

/** How a job has ended so far, as CI systems say it or as a shell's exit code: has it failed? One that was cancelled has not. */
export const parseJobStatus: Parser<'failed' | 'not-failed'> = (text) => {
  if (['failure', 'failed'].includes(text.toLowerCase())) return { value: 'failed' };
  if (['success', 'cancelled', 'skipped'].includes(text.toLowerCase())) return { value: 'not-failed' };
  if (/^\d{1,3}$/.test(text)) return { value: Number(text) === 0 ? 'not-failed' : 'failed' };
  return { expected: 'success, failure, cancelled, or an exit code' };
};

/** `hold:2h`, in ms. */
export const parseIfFailed: Parser<number> = (text) => {
  const parsed = text.startsWith('hold:') ? parseDuration(text.slice('hold:'.length)) : undefined;
  return parsed !== undefined && 'value' in parsed
    ? parsed
    : { expected: 'hold and a duration, such as hold:2h' };
};

/** `h1` or `h1,h2,h3` (any one of them), once for each host wanted at the same time. */
export function parseHostGroups(texts: readonly string[]): Parsed<HostGroups> {
  const groups = texts.map((text) => text.split(',').map((host) => host.replace(/^[ \t]+|[ \t]+$/g, '')));
  const expected =
    'a host, or several joined by commas: letters, digits, dots, dashes and underscores, at most 128, ' +
    'starting with a letter or digit, without .lock or .waiting';
  if (groups.length === 0 || !groups.flat().every(isHostName)) return { expected };
  const hosts = groups.flat();
  if (new Set(hosts).size !== hosts.length) return { expected: 'every host once' };
  return { value: groups };
}

export const parseVersion: Parser<ProductVersion> = (text) => {
  const version = parseProductVersion(text);
  return version === undefined ? { expected: 'a version such as 4.22 or 4.22.3' } : { value: version };
};

export const parseText: Parser<string> = (text) =>
  text.trim() === '' ? { expected: 'a text that is not blank' } : { value: text };

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): Parser<T> {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { expected: `one of ${words.join(', ')}` } : { value };
  };
}

export const parseYesNo: Parser<boolean> = (text) => {
  if (text === 'yes' || text === 'true') return { value: true };
  if (text === 'no' || text === 'false') return { value: false };
  return { expected: 'yes or no' };
};

/** A whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most
      ? { value }
      : { expected: `a whole number from ${least} to ${most}` };
  };
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'] as const;

export const parseSignal: Parser<(typeof SIGNALS)[number]> = (text) => {
  const upper = text.toUpperCase();
  return oneOf(...SIGNALS)(upper.startsWith('SIG') ? upper : `SIG${upper}`);
};

/** The source of a regular expression that gives a version. */
export const parsePattern: Parser<string> = (text) => {
  const parsed = parseVersionPattern(text);
  return 'problem' in parsed ? { expected: `a regular expression (${parsed.problem})` } : { value: text };
};

const OTHER_SCHEME = /^(?!ssh:)[a-z][a-z0-9+.-]*:\/\//i;
const SSH_SHAPE = /^ssh:\/\/(?:[^@/\s]+@)?[^@/\s]+\/\S/;

/** The path of a folder, or `ssh://[user@]host[:port]/folder`. */
export const parsePool: Parser<string> = (text) => {
  const expected = 'the path of a folder, or ssh://user@host[:port]/folder';
  const isSsh = text.startsWith('ssh://');
  if (text === '' || text.includes('\0') || OTHER_SCHEME.test(text) || (isSsh && !SSH_SHAPE.test(text)))
    return { expected };
  return { value: text };
};

/** The name of an account or a group. */
export const parseAccount: Parser<string> = (text) =>
  /^[A-Za-z_][A-Za-z0-9._-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'a name of letters, digits, dots, dashes and underscores that begins with a letter' };

/** As the program takes it. */
export const parseTenant: Parser<string> = (text) =>
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'letters, digits, dashes and underscores, at most 64, beginning with a letter or digit' };

export const parseMajorMinor: Parser<string> = (text) =>
  /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/.test(text)
    ? { value: text }
    : { expected: 'a major and a minor version such as 4.22' };

/** One word without a colon, which the program's request and its tools need. */
export const parseLockFolder: Parser<string> = (text) =>
  /^\/[!-9;-~]+$/.test(text)
    ? { value: text.replace(/\/+$/, '') }
    : { expected: 'a path that begins with /, without blanks and colons' };
