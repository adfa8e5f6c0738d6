/** The user's `~/.ssh/config`, as OpenSSH reads it. `/etc/ssh/ssh_config` is the machine's and does not count. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SSHConfig from 'ssh-config';
import { PoolUnavailable } from './pool';

/** What a config says of one host; keywords in lower case. */
export interface SshSettings {
  one(keyword: string): string | undefined;
  all(keyword: string): readonly string[];
}

/** Reads a config, if it is there; throws PoolUnavailable where it can't be used. The answer is by a host's alias. */
export function readSshConfig(path: string, home: string): (alias: string) => SshSettings {
  try {
    const config = SSHConfig.parse(readWithIncludes(path, home));
    return (alias) => settingsOf(config.compute(alias, { ignoreCase: true }));
  } catch (error) {
    throw new PoolUnavailable('input', `can't read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function settingsOf(computed: Readonly<Record<string, string | readonly string[]>>): SshSettings {
  const all = (keyword: string): readonly string[] => {
    const value = computed[keyword];
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  };
  return { all, one: (keyword) => all(keyword)[0] };
}

const MOST_INCLUDES = 16;

/** The text with what it includes in its place. After an include the section goes on in which it stands. */
function readWithIncludes(path: string, home: string, depth = 0): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  if (depth >= MOST_INCLUDES) throw new Error(`includes within includes: ${path}`);
  let section = 'Host *';
  return text
    .split(/\r?\n/)
    .flatMap((line) => {
      if (/^\s*(?:host|match)[\s=]/i.test(line)) section = line;
      const included = /^\s*include(?:\s+|\s*=\s*)(.+)$/i.exec(line)?.[1];
      if (included === undefined) return [line];
      const paths = words(included).flatMap((pattern) => expandPattern(pattern, home));
      return [...paths.map((one) => readWithIncludes(one, home, depth + 1)), section];
    })
    .join('\n');
}

function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** `*` and `?` may stand in the last part of a path; a relative one begins in `~/.ssh`. */
function expandPattern(pattern: string, home: string): string[] {
  const path = pattern.startsWith('~/')
    ? join(home, pattern.slice(2))
    : pattern.startsWith('/')
      ? pattern
      : join(home, '.ssh', pattern);
  if (!/[*?]/.test(basename(path))) return [path];
  const source = basename(path)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  const isMatch = new RegExp(`^${source}$`);
  try {
    const names = readdirSync(dirname(path), { withFileTypes: true });
    return names
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isMatch.test(entry.name))
      .map(({ name }) => join(dirname(path), name))
      .sort();
  } catch {
    return [];
  }
}
