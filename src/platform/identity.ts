import { createHash } from 'node:crypto';
import type { VersionRule } from '../protocol/job-version';
import { versionFromJobName, versionFromRefName } from '../protocol/job-version';
import { oneLine } from '../protocol/one-line';

export { oneLine };

/** The environment variables, passed in. A blank one counts as unset, as CI systems leave some of theirs empty. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Who a job is, by what its CI system tells it. */
export interface Identity {
  readonly platform: 'github' | 'tekton' | 'prow' | 'shell';
  /**
   * The same in every step of one job and in its later attempts, another in any other job: at most 200 characters of
   * ASCII without spaces.
   */
  readonly owner: string;
  /** From 1. A higher attempt of the same owner takes over what a lower one left. */
  readonly attempt: number;
  /** For people; one line. */
  readonly job: string;
  readonly url?: string;
  /** What the job's use of a host may be counted for: a repository, a namespace. */
  readonly project?: string;
  readonly version:
    { readonly text: string; readonly source: string; readonly rule: VersionRule } | undefined;
  /** Where there is no version: for the log, what was looked at and why it gave none. */
  readonly whyNoVersion?: string;
}

/** What every platform's reader is told besides the environment. */
export interface IdentityOptions {
  /** `--version-pattern`, the source of a regular expression; what is wrong with it shows in `whyNoVersion`. */
  readonly versionPattern?: string;
}

/** The variable's value without blanks around it, or undefined if nothing is left. */
export function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** The product version by JOB_NAME, else by GITHUB_REF_NAME, else by GITHUB_BASE_REF. */
export function versionOf(
  env: Environment,
  options: IdentityOptions,
): Pick<Identity, 'version' | 'whyNoVersion'> {
  const reasons: string[] = [];
  for (const [source, find] of [
    ['JOB_NAME', versionFromJobName],
    ['GITHUB_REF_NAME', versionFromRefName], // in a pull request 123/merge, so that the base decides
    ['GITHUB_BASE_REF', versionFromRefName],
  ] as const) {
    const name = read(env, source);
    if (name === undefined) continue;
    const found = find(name, options.versionPattern);
    if (found.version !== undefined) {
      return { version: { text: found.version, source, rule: found.rule } };
    }
    reasons.push(`${source} ${JSON.stringify(oneLine(name))}: ${found.why}`);
  }
  return {
    version: undefined,
    whyNoVersion: reasons.join('; ') || 'none of JOB_NAME, GITHUB_REF_NAME, GITHUB_BASE_REF is set',
  };
}

const longestOwner = 200;

/**
 * Joins the parts of an identity to an owner, by slashes. Different parts give different owners: whatever could be taken
 * for a separator is percent-encoded, and of a long owner only the head stays readable, before a SHA-256 of the whole.
 *
 * @param matrix the `matrix` of a GitHub or Tekton job as JSON; legs of one matrix have nothing else apart.
 */
export function ownerOf(parts: readonly string[], matrix?: string): string {
  const key = matrix === undefined ? undefined : matrixKey(matrix);
  return shorten([...parts.map(percentEncode), ...(key === undefined ? [] : [key])].join('/'));
}

/**
 * An owner that a person gave, as it is if it can be one, so that an owner read from an output names the same job when it
 * is given back; else percent-encoded.
 */
export function ownerFromText(text: string): string {
  const isOwner = /^[A-Za-z0-9._@+:=,%/~-]+$/.test(text);
  return shorten(isOwner ? text : text.split('/').map(percentEncode).join('/'));
}

/** The values of a matrix as GitHub shows them behind a job's name: ` (4.22, arm64)`, or nothing. */
export function matrixForPeople(matrix: string | undefined): string {
  const values = Object.values(matrixObject(matrix) ?? {});
  if (values.length === 0) return '';
  return ` (${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')})`;
}

function matrixKey(matrix: string): string | undefined {
  const object = matrixObject(matrix);
  if (object === undefined) return percentEncode(matrix);
  const pairs = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  // A colon marks what is no text, so that 20 and "20" differ.
  const pair = ([name, value]: [string, unknown]): string =>
    `${percentEncode(name)}=${typeof value === 'string' ? percentEncode(value) : `:${percentEncode(sortedJson(value))}`}`;
  return pairs.length === 0 ? undefined : pairs.map(pair).join(',');
}

/** Empty where there is no matrix (GitHub writes `null`); undefined if the text is no JSON object. */
function matrixObject(matrix: string | undefined): Record<string, unknown> | undefined {
  if (matrix === undefined || matrix.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(matrix);
    if (value === null) return {};
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** JSON in which the order of keys makes no difference. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function percentEncode(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte);
    encoded += /[A-Za-z0-9._@+-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

function shorten(owner: string): string {
  if (owner.length <= longestOwner) return owner;
  const hash = createHash('sha256').update(owner).digest('hex');
  const head = owner.slice(0, longestOwner - 1 - hash.length).replace(/%[0-9A-F]?$/, '');
  return `${head}~${hash}`;
}
