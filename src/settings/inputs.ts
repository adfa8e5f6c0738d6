/** Every input once: its flag, its twin in the environment, how it reads, and what it is for. */
import {
  oneOf,
  parseAccount,
  parseDuration,
  parseHostGroups,
  parseIfFailed,
  parseJobStatus,
  parseLockFolder,
  parseMajorMinor,
  parsePattern,
  parsePool,
  parseSignal,
  parseTenant,
  parseText,
  parseVersion,
  parseYesNo,
  wholeNumber,
  type Parsed,
  type Parser,
} from './values';

interface Input<T> {
  /** What stands for the value in a help text; undefined for a switch. */
  readonly value: string | undefined;
  readonly about: string;
  readonly parse: (texts: readonly string[]) => Parsed<T>;
  /** May be given several times. */
  readonly repeats?: boolean;
}

function single<T>(value: string, about: string, parse: Parser<T>): Input<T> {
  return { value, about, parse: (texts) => parse(texts.at(-1) ?? '') };
}

/** A switch: there or not; its twin in the environment is yes or no. */
function flag(about: string): Input<boolean> {
  return { value: undefined, about, parse: (texts) => parseYesNo(texts.at(-1) ?? '') };
}

const PRIORITY_MAX = 1000;

/** By the name of the flag, without its dashes. */
export const INPUTS = {
  pool: single('POOL', 'the folder that all jobs share, here or as ssh://user@bastion/folder', parsePool),
  host: {
    value: 'HOST[,HOST]',
    about: 'the host, or any one of several; again for another at the same time, all or none',
    parse: parseHostGroups,
    repeats: true,
  },
  'product-version': single('V', 'the product version that the job is for, such as 4.22', parseVersion),
  'version-pattern': single(
    'REGEX',
    "finds the version in the job's name, instead of the usual rules",
    parsePattern,
  ),
  priority: single('N', 'before every version comes priority; 0', wholeNumber(-PRIORITY_MAX, PRIORITY_MAX)),
  owner: single('NAME', "who the job is, the same in all its steps; the platform's identity", parseText),
  'job-url': single('URL', 'a link that others are shown', parseText),
  mode: single('MODE', 'graceful: leave with success; force: fail', oneOf('graceful', 'force')),
  'if-busy': single(
    'WHAT',
    'wait, skip (succeed without a host) or fail; wait',
    oneOf('wait', 'skip', 'fail'),
  ),
  'wait-timeout': single('TIME', 'give up after so long; never', parseDuration),
  ttl: single('TIME', 'how long a lease or a place lives without a heartbeat; 2m', parseDuration),
  heartbeat: single('TIME', 'how often a sign of life is given; 15s', parseDuration),
  'lease-ttl': single('TIME', 'how long a lease lives that nothing but check-quit renews; 6h', parseDuration),
  'max-hold': single('TIME', 'how long a host may be held at all; 24h', parseDuration),
  'exempt-time': single(
    'TIME',
    "how long after its start the job can't be asked to leave; 0s",
    parseDuration,
  ),
  grace: single('TIME', 'how long the job may take to leave once it has been asked; 10m', parseDuration),
  preempts: single('YES|NO', 'may this job ask a holder to leave? yes', parseYesNo),
  preemptible: single('YES|NO', 'may this job be asked to leave? yes', parseYesNo),
  'starve-after': single(
    'TIME',
    'precede every version of the same priority after waiting so long; never',
    parseDuration,
  ),
  settle: single('TIME', 'how long a lock must stand in a folder that bash jobs use; 10s', parseDuration),
  'quit-signal': single('SIGNAL', 'what asks the command to leave; SIGTERM', parseSignal),
  'on-quit': single(
    'WHAT',
    'exit, or requeue: wait again, at the same place in the queue, and run the command again; exit',
    oneOf('exit', 'requeue'),
  ),
  resume: single('FILE', 'the lease file of a run that gave way: its place in the queue is kept', parseText),
  for: single('TIME', 'how long, from when the host is had', parseDuration),
  reason: single('TEXT', 'why, for the others', parseText),
  by: single('NAME', 'who says so; you', parseText),
  now: flag('without grace'),
  text: single('TEXT', 'what others shall read, such as a phase of the job', parseText),
  'if-failed': single('hold:TIME', 'after a failure keep the host for its owner, for so long', parseIfFailed),
  'job-status': single(
    'STATUS',
    'success, failure, cancelled, or the exit code of the job so far',
    parseJobStatus,
  ),
  project: single('NAME', 'only of this project', parseText),
  job: single('TEXT', 'only of jobs with this in their names', parseText),
  since: single('TIME', 'only of so long ago, such as 24h; 7 days', parseDuration),
  follow: flag('go on as things happen, until interrupted'),
  fix: flag('do what is proven safe'),
  'result-file': single('FILE', 'where to write how it ended, as JSON', parseText),
  'lease-file': single(
    'FILE',
    'the lease to use; else the only one in the state folder, else by owner',
    parseText,
  ),
  lease: single('ID', 'the lease to use, by the id that acquire told', parseText),
  'state-dir': single(
    'FOLDER',
    'where lease files are; else $SHARED_DIR, $RUNNER_TEMP or the current folder',
    parseText,
  ),
  'quit-file': single('FILE', 'a file to write, as JSON, once the job is asked to leave', parseText),
  'on-end': single(
    'WHAT',
    'keep: the lease lives on by itself for --lease-ttl; release: give it back; keep',
    oneOf('keep', 'release'),
  ),
  token: single('N', 'the fencing token of the lease; $GIVEWAY_FENCING_TOKEN', parseText),
  adopt: flag('from now on this host belongs to the pool'),
  'fence-file': single('FILE', 'where the highest token is kept; /var/lib/giveway/fence', parseText),
  iteration: single('I', 'the turn of the loop that asks; only every Nth turn looks', wholeNumber(0, 1e9)),
  every: single('N', 'look on every Nth turn; 3', wholeNumber(1, 1e6)),
  'on-unreachable': single(
    'WHAT',
    "continue or fail when the pool can't be read; fail",
    oneOf('continue', 'fail'),
  ),
  'private-key-file': single(
    'FILE',
    'the key for the bastion; its text only by GIVEWAY_PRIVATE_KEY',
    parseText,
  ),
  'known-hosts': single('FILE|TEXT', 'host keys, or SHA256:… fingerprints; ~/.ssh/known_hosts', parseText),
  jump: single('USER@HOST', 'a host to go through, verified like the bastion', parseText),
  'allow-nfs': flag('use a folder on NFS, where locks may not hold'),
  user: single('NAME', 'the account that jobs log in as, made where missing; the present one', parseAccount),
  group: single(
    'NAME',
    "the group that may write in the folder, made where missing; the account's",
    parseAccount,
  ),
  'add-key': single('FILE|TEXT', 'a public key to be bound to the pool, and to nothing else', parseText),
  role: single('ROLE', 'what the key may do: job, read or admin; job', oneOf('job', 'read', 'admin')),
  tenant: single(
    'NAME',
    "whose jobs the key is for: another tenant's are out of its reach; none",
    parseTenant,
  ),
  'max-priority': single(
    'N',
    'the highest priority that the key may claim; any',
    wholeNumber(-PRIORITY_MAX, PRIORITY_MAX),
  ),
  'max-version': single('MAJOR.MINOR', 'the newest version that the key may claim; any', parseMajorMinor),
  legacy: flag('share the folder with bash jobs'),
  'lock-timeout': single('TIME', "with --legacy: the bash jobs' LOCK_TIMEOUT", parseDuration),
  locks: single(
    'FOLDER',
    'where the bash jobs have their locks, in a pool that is shared with them; the folder of the pool itself',
    parseLockFolder,
  ),
  print: flag('only print what would run, as a shell script'),
  json: flag('print JSON'),
  watch: flag('show it again whenever it changes, until interrupted'),
  check: flag('fail if something needs a person: an overdue holder, an expired lease'),
  'max-held': single('TIME', 'with --check: how long a host may be held', parseDuration),
} as const;

export type InputName = keyof typeof INPUTS;

type ValueOf<N extends InputName> = (typeof INPUTS)[N] extends {
  parse: (texts: readonly string[]) => Parsed<infer T>;
}
  ? T
  : never;

export type Inputs<N extends InputName> = { readonly [K in N]: ValueOf<K> | undefined };

/** A bad input: which, what was expected, what was got. */
export interface Problem {
  readonly input: string;
  readonly expected: string;
  readonly got: string | undefined;
}

/** The twin of a flag in the environment. */
export function environmentName(name: string): string {
  return `GIVEWAY_${name.toUpperCase().replaceAll('-', '_')}`;
}

export interface GivenInputs {
  /** By name; from flags, action inputs or params. Empty texts count as not given where a platform can't leave one out. */
  readonly given: ReadonlyMap<string, readonly string[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads these inputs, each from what is given, else from its twin in the environment. Every problem, not only the first. */
export function readInputs<const N extends InputName>(
  names: readonly N[],
  { given, env }: GivenInputs,
): { readonly values: Inputs<N>; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const values: Partial<Record<InputName, unknown>> = {};
  for (const name of names) {
    const twin = environmentName(name);
    const fromTwin = env[twin] === undefined || env[twin] === '' ? undefined : splitTwin(name, env[twin]);
    const texts = given.get(name) ?? fromTwin;
    if (texts === undefined) continue;
    const parsed = INPUTS[name].parse(texts);
    if ('value' in parsed) values[name] = parsed.value;
    else
      problems.push({
        input: given.has(name) ? `--${name}` : twin,
        expected: parsed.expected,
        got: texts.join(' '),
      });
  }
  return { values: values as Inputs<N>, problems };
}

/** In the environment, hosts wanted at the same time are separated by blanks. */
function splitTwin(name: InputName, text: string): string[] {
  return isRepeated(name) ? text.split(/\s+/).filter((word) => word !== '') : [text];
}

/** May it be given several times? Where it can't, as in the environment, blanks separate the values. */
export function isRepeated(name: InputName): boolean {
  const input: Input<unknown> = INPUTS[name];
  return input.repeats === true;
}

/** A line for each problem. */
export function describeProblem({ input, expected, got }: Problem): string {
  if (got === undefined) return `${input} is missing: expected ${expected}`;
  return `${input}: expected ${expected}, got ${JSON.stringify(got.length > 80 ? `${got.slice(0, 80)}…` : got)}`;
}
