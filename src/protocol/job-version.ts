import { formatMajorMinor, parseProductVersion } from './product-version';

/** How a version was found; more may be added. */
export type VersionRule = 'product-word' | 'whole-word' | 'dashes' | 'branch' | 'pattern';

export type FoundVersion =
  | { readonly version: string; readonly rule: VersionRule }
  | {
      readonly version: undefined;
      /** More may be added. */
      readonly reason: 'none' | 'too-long' | 'bad-pattern';
      /** A clause for people: what was looked for, or whose version it is that was seen. */
      readonly why: string;
    };

/**
 * Longest name that is looked at, and longest pattern. It bounds the cost of the rules; a pattern that backtracks
 * exponentially can still burn its own job's time, and nobody else's, since a job reads only its own name.
 */
const longest = 256;

// Names are read in lower case with one dash between words, whatever stood there; dots stay within words. `start` and
// `end` make a match whole words: neither v4.22.1abc nor 10.4.22.1 has 4.22 in it.
const start = '(?<=^|-)';
const end = '(?=-|$)';
const major = '(?<major>[345])';
const minor = '(?<minor>0|[1-9][0-9]?)';
const patch = '(?:\\.[0-9]{1,3})?';

const productWord = new RegExp(`${start}(?:ocp|okd|openshift)-?v?${major}[.-]?${minor}${patch}${end}`, 'g');
const wholeWord = new RegExp(`${start}${major}\\.${minor}${patch}${end}`, 'g');
const dashes = new RegExp(`${start}${major}-${minor}${end}`, 'g');

/** 3.11 was the last 3.x: a 3.12 is somebody else's. */
const lastMinorOf3 = 11;

/** Words that say how far a release has come, or that a branch is one. */
const stages = /^(?:candidate|ci|ec|eus|fast|nightly|prerelease|rc|release|stable)$/;

/** What stands between the versions of an upgrade, which are of one product. */
const upgradeStep = /^-(?:[a-z]+-)*(?:to|from)-(?:[a-z]+-)?$/;

/**
 * Products in OpenShift's job names whose versions look like OpenShift's own, with the majors where they do. Others, such
 * as oadp 1.4 or cri-o 1.31, need no line here: OpenShift has no such major.
 */
const otherProducts: ReadonlyMap<string, string> = new Map([
  ['acs', '34'],
  ['clair', '4'],
  ['devspaces', '3'],
  ['dss', '34'], // a standard: pci-dss-4-0
  ['elasticsearch', '5'],
  ['etcd', '3'],
  ['gatekeeper', '3'],
  ['helm', '3'],
  ['kafka', '34'],
  ['kernel', '345'],
  ['logging', '5'],
  ['loki', '35'],
  ['mesh', '3'],
  ['openvswitch', '3'],
  ['ovs', '3'],
  ['python', '3'],
  ['quay', '3'],
  ['rhacs', '34'],
  ['rhoai', '3'],
  ['stackrox', '34'],
  ['viaq', '5'], // logging again
]);

/** A version in a name, `from` and `to` being its place. */
interface Claim {
  readonly rule: VersionRule;
  readonly major: number;
  readonly minor: number;
  readonly from: number;
  readonly to: number;
}

/** A claim and the product that it speaks of: undefined if the name does not say. */
interface Attributed extends Claim {
  readonly product: string | undefined;
}

const openShift = 'OpenShift';

/**
 * The version of OpenShift in the name of a job, as major.minor. Every rule prefers none to a wrong one: a job without a
 * version waits behind the others and says so, while a job with another product's version may send away one that has
 * more right to the host.
 *
 * The first rule that finds something decides. Of several versions it takes the highest, which is what an upgrade goes
 * to, whichever end its name begins with.
 *
 * 1. `product-word`: the product's name and a version, however spelt: ocp4.17, ocp-4.17, ocp417, ocp-417, ocp-4-17; okd
 *    and openshift likewise.
 * 2. `whole-word`: a word that is a version from 3.0 to 3.11, 4.x or 5.x, perhaps with a patch, which is dropped. A
 *    letter at either side makes it another word (oadp1.4, v4.14, 4.y).
 * 3. `dashes`: a dash for the dot, right behind a stage (nightly-4-22, stable-4-9), or with two digits behind the dash at
 *    the end of the name or before a stage (assisted-4-15); never in a row of numbers, which is a date or a counter.
 *
 * Rules 2 and 3 leave out another product's version: behind its name (quay-3.10), or as the release branch of its
 * repository (cluster-logging-operator-release-5.0). What an upgrade goes to or comes from is of the same product as the
 * version before it.
 *
 * With a `pattern`, the source of a regular expression, that alone decides: at its first match its groups named major
 * and minor, else its first group, must give a version.
 */
export function versionFromJobName(name: string, pattern?: string): FoundVersion {
  if (name.length > longest) return tooLong(name);
  if (pattern !== undefined) return versionByPattern(name, pattern);

  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
  const claims = attribute(plain, claimsIn(plain));
  const candidates = claims.filter(({ product }) => product === undefined);
  const highest =
    highestOf(claims.filter(({ product }) => product === openShift)) ??
    highestOf(candidates.filter(({ rule }) => rule === 'whole-word')) ??
    highestOf(candidates);
  if (highest === undefined) return { version: undefined, reason: 'none', why: whyNone(plain, claims) };
  return {
    version: formatMajorMinor(highest),
    rule: highest.product === openShift ? 'product-word' : highest.rule,
  };
}

/**
 * The version that a branch or tag is for, as it is written there: `release-4.22`, `release/4.22`, `4.22`, `v4.22.3`. The
 * whole name must be of that form, so that `fix-for-4.22` and `dependabot/npm/lodash-4.17.21` give none. A `pattern` is
 * used as in versionFromJobName.
 */
export function versionFromRefName(ref: string, pattern?: string): FoundVersion {
  if (ref.length > longest) return tooLong(ref);
  if (pattern !== undefined) return versionByPattern(ref, pattern);
  const text = /^(?:(?:release|releases|rel|stable|enterprise|openshift|ocp|okd)[-/])?v?([0-9].*)$/.exec(
    ref,
  )?.[1];
  if (text !== undefined && parseProductVersion(text) !== undefined) return { version: text, rule: 'branch' };
  return { version: undefined, reason: 'none', why: 'it is not of the form release-4.22, 4.22 or v4.22.3' };
}

/**
 * Reads what `--version-pattern` gives, or says what is wrong with it, so that a bad one is told where it was given and
 * not where a name is read. It must have a group; of the groups major and minor both or neither.
 */
export function parseVersionPattern(source: string): { pattern: RegExp } | { problem: string } {
  if (source === '') return { problem: 'it is empty' };
  if (source.length > longest) return { problem: `it has more than ${longest} characters` };
  let pattern: RegExp;
  try {
    pattern = new RegExp(source);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it is no regular expression' };
  }
  // With an empty alternative any pattern matches the empty text, and the match has a place for every group.
  const groups = new RegExp(`(?:${source})|`).exec('');
  const names = Object.keys(groups?.groups ?? {});
  if (names.includes('major') !== names.includes('minor')) {
    return { problem: 'of the groups (?<major>…) and (?<minor>…) it has only one' };
  }
  if (groups === null || groups.length < 2) {
    return { problem: 'it has no group: put the version in brackets, as in release-([0-9]+\\.[0-9]+)' };
  }
  return { pattern };
}

function versionByPattern(name: string, source: string): FoundVersion {
  const parsed = parseVersionPattern(source);
  if ('problem' in parsed) {
    return {
      version: undefined,
      reason: 'bad-pattern',
      why: `the version pattern cannot be used: ${parsed.problem}`,
    };
  }
  const match = parsed.pattern.exec(name);
  if (match === null)
    return { version: undefined, reason: 'none', why: 'the version pattern does not match it' };
  const named = match.groups ?? {};
  const text =
    'major' in named
      ? [named['major'], named['minor']].map((part) => part ?? '').join('.')
      : (match[1] ?? '');
  if (parseProductVersion(text) !== undefined) return { version: text, rule: 'pattern' };
  return {
    version: undefined,
    reason: 'none',
    why: `the version pattern gives ${JSON.stringify(text)}, which is not a version such as 4.22`,
  };
}

function tooLong(name: string): FoundVersion {
  return {
    version: undefined,
    reason: 'too-long',
    why: `it has ${name.length} characters, and at most ${longest} are read`,
  };
}

/** All that looks like a version, from left to right, each only once. */
function claimsIn(plain: string): Claim[] {
  const all = [
    ...matches(plain, 'product-word', productWord),
    ...matches(plain, 'whole-word', wholeWord),
    ...matches(plain, 'dashes', dashes).filter((claim) => areDashesDots(plain, claim)),
  ].sort((a, b) => a.to - b.to || a.from - b.from);
  // Behind the product's name a version is found twice; the longer match knows more.
  return all.filter((claim, index) => claim.to !== all[index - 1]?.to);
}

function matches(plain: string, rule: VersionRule, pattern: RegExp): Claim[] {
  return [...plain.matchAll(pattern)]
    .map((match) => ({
      rule,
      major: Number(match.groups?.['major']),
      minor: Number(match.groups?.['minor']),
      from: match.index,
      to: match.index + match[0].length,
    }))
    .filter((claim) => claim.major !== 3 || claim.minor <= lastMinorOf3);
}

function areDashesDots(plain: string, claim: Claim): boolean {
  const before = wordsBefore(plain, claim).at(-1) ?? '';
  const after = plain.slice(claim.to).split('-')[1] ?? '';
  if (/^[0-9.]+$/.test(before) || /^[0-9.]+$/.test(after)) return false;
  return stages.test(before) || (claim.minor >= 10 && (after === '' || stages.test(after)));
}

function attribute(plain: string, claims: readonly Claim[]): Attributed[] {
  const result: Attributed[] = [];
  for (const claim of claims) {
    const previous = result.at(-1);
    const isSameUpgrade = previous !== undefined && upgradeStep.test(plain.slice(previous.to, claim.from));
    const product =
      claim.rule === 'product-word'
        ? openShift
        : (otherProductBefore(plain, claim) ?? (isSameUpgrade ? previous.product : undefined));
    result.push({ ...claim, product });
  }
  return result;
}

function otherProductBefore(plain: string, claim: Claim): string | undefined {
  const words = wordsBefore(plain, claim);
  const last = words.at(-1);
  // Behind `release`, or `redhat` as some repositories have it, all the words before are the repository's.
  const names = last === 'release' || last === 'redhat' ? words : words.slice(-1);
  return names.find((word) => otherProducts.get(word)?.includes(String(claim.major)));
}

function wordsBefore(plain: string, claim: Claim): string[] {
  return plain.slice(0, Math.max(0, claim.from - 1)).split('-');
}

function highestOf(claims: readonly Attributed[]): Attributed | undefined {
  return [...claims].sort((a, b) => b.major - a.major || b.minor - a.minor)[0];
}

function whyNone(plain: string, claims: readonly Attributed[]): string {
  if (plain === '') return 'it is empty';
  const claim = claims[0];
  if (claim?.product !== undefined) {
    return `${formatMajorMinor(claim)} in it is a version of ${claim.product}, not of ${openShift}`;
  }
  const word = plain.split('-').find((each) => /[0-9]\.[0-9]/.test(each));
  if (word !== undefined) {
    return `${word} in it is no version of ${openShift} that stands alone (3.0 to 3.11, 4.x, 5.x)`;
  }
  return 'it has no word such as 4.22, ocp422 or nightly-4-22';
}
