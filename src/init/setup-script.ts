/** The script that sets up a pool: one constant text, whose inputs are data beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programText } from '../pool/program-text';

/** What the script is to set up. Everything is one line; nothing of it is ever run. */
export interface SetupInputs {
  readonly folder: string;
  readonly user?: string | undefined;
  readonly group?: string | undefined;
  /** The hosts of giveway.json. */
  readonly hosts?: readonly string[] | undefined;
  readonly key?: KeyInputs | undefined;
  readonly legacy?: { readonly lockTimeoutS: number; readonly locks: string | undefined } | undefined;
  readonly allowNfs?: boolean | undefined;
}

export interface KeyInputs {
  /** As in a .pub file: type, base64, comment. */
  readonly publicKey: string;
  readonly role: 'job' | 'read' | 'admin';
  readonly tenant?: string | undefined;
  readonly maxPriority?: number | undefined;
  /** major.minor */
  readonly maxVersion?: string | undefined;
  readonly maxHoldS?: number | undefined;
}

/** The script, complete: the program that it installs is in it. */
export function setupScript(): string {
  const parts: Readonly<Record<string, string>> = {
    '@program.sh': programText().trimEnd(),
    '@add-key.sh': readFileSync(join(__dirname, 'add-key.sh'), 'utf8').trimEnd(),
  };
  return readFileSync(join(__dirname, 'init.sh'), 'utf8')
    .split('\n')
    .map((line) => parts[line] ?? line)
    .join('\n');
}

/** The inputs but the folder, as the script reads them. */
export function inputWords(inputs: SetupInputs): string[] {
  const { user, group, hosts, key, legacy, allowNfs } = inputs;
  const words = [
    ['user', user],
    ['group', group],
    ['settings', hosts === undefined ? undefined : JSON.stringify({ hosts })],
    ['key', key?.publicKey],
    ['role', key?.role],
    ['tenant', key?.tenant],
    ['max-priority', key?.maxPriority],
    ['max-version', key?.maxVersion],
    ['max-hold', key?.maxHoldS],
    ['lock-timeout', legacy?.lockTimeoutS],
    ['locks', legacy?.locks],
    ['nfs', allowNfs === true ? 'allow' : undefined],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  const bad = [inputs.folder, ...words].find((word) => /[\0\n\r]/.test(word));
  if (bad !== undefined) throw new TypeError(`not one line: ${JSON.stringify(bad)}`);
  return words;
}

/** The same script for a person to read, or to hand to any sh as its input: its parameters come first, quoted. */
export function printedScript(inputs: SetupInputs): string {
  const words = [`folder=${inputs.folder}`, ...inputWords(inputs)];
  return `set -- ${words.map(shellWord).join(' \\\n  ')}\n${setupScript()}`;
}

/** The text as one word of a POSIX shell's. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9/._=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
