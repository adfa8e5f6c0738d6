import { compare, parse } from 'semver';

/**
 * The version of the product that a job is for. `major` and `minor` decide who preempts whom and are what file names
 * carry; `text` is the whole version as given, and decides the order among equals.
 */
export interface ProductVersion {
  readonly major: number;
  readonly minor: number;
  /** One word of printable ASCII without spaces, at most 64 characters, so that it is a field of a record as it is. */
  readonly text: string;
}

/** The version of a job that names none: older than every product's. */
export const NO_VERSION: ProductVersion = { major: 0, minor: 0, text: '0.0' };

const longest = 64;

const part = '(?:0|[1-9][0-9]*)';
const suffix = '[0-9A-Za-z.-]+';
const shape = new RegExp(`^${part}\\.${part}(?:\\.${part}(?:-${suffix})?(?:\\+${suffix})?)?$`);

/**
 * Reads `4.22`, `4.22.3`, `4.22.0-rc.1`, `4.22.0+build.7`; anything else is undefined.
 *
 * Strict on purpose: a leading zero is octal to some readers of a file name and decimal to others, `v4.22` is another
 * word than `4.22`, and a number above 2^53 compares equal to its neighbours.
 */
export function parseProductVersion(text: string): ProductVersion | undefined {
  if (text.length > longest || !shape.test(text)) return undefined;
  const version = parse(asSemver(text));
  if (version === null) return undefined;
  const numbers = [version.major, version.minor, version.patch, ...version.prerelease.map(Number)];
  if (numbers.some((number) => number > Number.MAX_SAFE_INTEGER)) return undefined;
  return { major: version.major, minor: version.minor, text };
}

/**
 * Negative if `a` is older than `b`, positive if newer, 0 if neither: numeric major, numeric minor, then semver's order,
 * in which a missing patch is `.0`, a prerelease comes before its release, and build metadata does not count.
 */
export function compareProductVersions(a: ProductVersion, b: ProductVersion): number {
  return compare(asSemver(a.text), asSemver(b.text));
}

/** True if `a` has a higher major.minor than `b`. Patches and prereleases never make a version newer here. */
export function isNewerMinor(a: ProductVersion, b: ProductVersion): boolean {
  return a.major > b.major || (a.major === b.major && a.minor > b.minor);
}

/** `4.22` for 4.22, 4.22.3 and 4.22.0-rc.1: the form that file names carry. */
export function formatMajorMinor(version: Pick<ProductVersion, 'major' | 'minor'>): string {
  return `${version.major}.${version.minor}`;
}

function asSemver(text: string): string {
  return /^[0-9]+\.[0-9]+$/.test(text) ? `${text}.0` : text;
}
