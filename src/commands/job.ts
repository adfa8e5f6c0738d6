/** From inputs and the platform's identity to what a flow needs. */
import { randomUUID } from 'node:crypto';
import { detectPlatform } from '../platform/detect';
import { prowAliases } from '../platform/prow';
import type { Environment, Identity } from '../platform/identity';
import { thisMachine } from '../platform/shell';
import { NO_VERSION, parseProductVersion, type ProductVersion } from '../protocol/product-version';
import type { AcquireRequest } from '../protocol/request';
import { DEFAULTS, heartbeatProblems, timingProblems, type TimingProblem } from '../protocol/timing';
import { environmentName, type InputName, type Inputs, type Problem } from '../settings/inputs';
import { parsePool } from '../settings/values';
import { existsSync } from 'node:fs';
import { exactDurationText } from './duration-text';
import { LeaseFileError, readLeaseFile, type LeaseFile } from './lease-file';

type RequestInputs = Inputs<
  | 'pool'
  | 'host'
  | 'product-version'
  | 'version-pattern'
  | 'owner'
  | 'job-url'
  | 'priority'
  | 'if-busy'
  | 'ttl'
  | 'heartbeat'
  | 'max-hold'
  | 'exempt-time'
  | 'grace'
  | 'preempts'
  | 'preemptible'
  | 'starve-after'
  | 'settle'
  | 'resume'
> &
  Partial<Inputs<'lease-ttl'>>;

/** Who this job is; `--owner` comes before what the platform says. */
export function identityOf(
  env: Environment,
  inputs: Inputs<'owner'> & Partial<Inputs<'version-pattern'>>,
): Identity {
  const { owner } = inputs;
  const pattern = inputs['version-pattern'];
  return detectPlatform(
    owner === undefined ? env : { ...env, GIVEWAY_OWNER: owner },
    thisMachine(),
    pattern === undefined ? {} : { versionPattern: pattern },
  );
}

type ProwInput = 'pool' | 'wait-timeout' | 'every';

/** The bash jobs' variables, by the input that each stands for. */
const PROW_NAMES: Readonly<Record<ProwInput, string>> = {
  pool: 'AUX_HOST',
  'wait-timeout': 'LOCK_ACQUIRE_ATTEMPTS',
  every: 'QUIT_CHECK_INTERVAL',
};

/** Adds what the bash jobs' variables say of these inputs where they are not given, and what of it can't be read. */
export function withProwAliases<T extends Partial<Inputs<ProwInput>>>(
  env: Environment,
  names: readonly (ProwInput & keyof T)[],
  read: { readonly values: T; readonly problems: readonly Problem[] },
): { readonly values: T; readonly problems: readonly Problem[] } {
  const aliases = prowAliases(env);
  const found: Partial<Inputs<ProwInput>> = {
    pool: aliases.pool,
    'wait-timeout': aliases.waitTimeoutMs,
    every: aliases.every,
  };
  const values = { ...read.values };
  const problems = [...read.problems];
  for (const name of names.filter((one) => !isGiven(one, read))) {
    const variable = PROW_NAMES[name];
    const got = env[variable];
    const bad = aliases.problems.find((problem) => problem.name === variable);
    const pool = name === 'pool' && found.pool !== undefined ? parsePool(found.pool) : undefined;
    if (bad !== undefined) problems.push({ input: variable, expected: bad.expected, got: bad.got });
    else if (pool !== undefined && 'expected' in pool)
      problems.push({ input: variable, expected: pool.expected, got });
    else Object.assign(values, { [name]: found[name] });
  }
  return { values, problems };
}

/** Given well, or badly: then there is a problem of its name. */
function isGiven(
  name: InputName,
  {
    values,
    problems,
  }: { readonly values: Partial<Inputs<InputName>>; readonly problems: readonly Problem[] },
): boolean {
  const names = [
    `--${name}`,
    environmentName(name),
    ...(name in PROW_NAMES ? [PROW_NAMES[name as ProwInput]] : []),
  ];
  return values[name] !== undefined || problems.some(({ input }) => names.includes(input));
}

/** The version that a job is for, and a line that says why it has none. */
export function versionOf(
  inputs: Inputs<'product-version'>,
  identity: Identity,
): { readonly version: ProductVersion; readonly note: string | undefined } {
  const given = inputs['product-version'];
  if (given !== undefined) return { version: given, note: undefined };
  const found = identity.version === undefined ? undefined : parseProductVersion(identity.version.text);
  if (found === undefined) {
    const why = identity.whyNoVersion ?? 'nothing names one';
    return {
      version: NO_VERSION,
      note: `no product version (${why}): 0.0, behind every other; give --product-version`,
    };
  }
  return { version: found, note: `version ${found.text}, from ${identity.version?.source ?? 'the job'}` };
}

/** What a job asks for, and what is wrong with it; a request with problems is not to be used. */
export interface RequestedJob {
  readonly request: AcquireRequest;
  /** Which version was found, and where; undefined where it was given. */
  readonly versionNote: string | undefined;
  readonly problems: readonly Problem[];
}

/** From what was read; `keeper`: does this process stay and beat for the lease? */
export function requestedJob(
  env: Environment,
  {
    values: inputs,
    problems: inputProblems,
  }: { readonly values: RequestInputs; readonly problems: readonly Problem[] },
  keeper: boolean,
): RequestedJob {
  const identity = identityOf(env, inputs);
  const { version, note } = versionOf(inputs, identity);
  const heartbeatMs = inputs.heartbeat ?? DEFAULTS.heartbeatMs;
  const waiterTtlMs = inputs.ttl ?? DEFAULTS.ttlMs;
  const ttlMs = keeper ? waiterTtlMs : (inputs['lease-ttl'] ?? DEFAULTS.leaseTtlMs);
  const maxHoldMs = inputs['max-hold'] ?? DEFAULTS.maxHoldMs;
  const exemptMs = inputs['exempt-time'] ?? DEFAULTS.exemptMs;
  const settleMs = inputs.settle ?? DEFAULTS.settleMs;
  const badTimes = timingProblems({
    heartbeatMs,
    ttlMs: waiterTtlMs,
    leaseTtlMs: ttlMs,
    exemptMs,
    maxHoldMs,
    settleMs,
  }).map(asInputProblem);
  const resumed = resumedLease(inputs.resume, identity.owner);
  const absent = missing([NEEDS_POOL, NEEDS_HOST], { values: inputs, problems: inputProblems });
  const details = {
    job: identity.job,
    ...given('url', inputs['job-url'] ?? identity.url),
    ...given('project', identity.project),
    heartbeatMs,
    keeper,
    ...given('preempts', inputs.preempts),
    ...given('preemptible', inputs.preemptible),
    ...given('exemptMs', inputs['exempt-time']),
    ...given('graceMs', inputs.grace),
    ...given('starveAfterMs', inputs['starve-after']),
    ...given('waitedBeforeMs', resumed.lease && waitedFor(resumed.lease)),
  };
  return {
    versionNote: note,
    problems: [...absent, ...badTimes, ...resumed.problems],
    request: {
      who: { id: randomUUID(), owner: identity.owner, attempt: identity.attempt },
      groups: inputs.host ?? [],
      priority: inputs.priority ?? 0,
      version,
      waiterTtlMs,
      ttlMs,
      maxHoldMs,
      settleMs,
      ifBusy: inputs['if-busy'] ?? 'wait',
      ...given('resumes', resumed.lease?.id),
      details,
    },
  };
}

/** The lease that a job gave way with, by its file; none where the file is gone, for then there is nothing to come back to. */
function resumedLease(
  path: string | undefined,
  owner: string,
): { readonly lease: LeaseFile | undefined; readonly problems: readonly Problem[] } {
  if (path === undefined || !existsSync(path)) return { lease: undefined, problems: [] };
  try {
    const file = readLeaseFile(path);
    if (file.owner === owner) return { lease: file, problems: [] };
    const expected = `a lease of this job, ${owner}: another's place is not to be had`;
    return { lease: undefined, problems: [{ input: '--resume', expected, got: file.owner }] };
  } catch (error) {
    if (!(error instanceof LeaseFileError)) throw error;
    const problem = { input: '--resume', expected: `a lease file (${error.message})`, got: path };
    return { lease: undefined, problems: [problem] };
  }
}

/** In ms: for this lease, and in earlier requests that gave way. */
function waitedFor({ waitedMs = 0, waitedBeforeMs = 0 }: LeaseFile): number {
  return Math.round(waitedMs + waitedBeforeMs);
}

/** What is wrong with how often a lease gets a heartbeat, and how long it lives without. */
export function heartbeatInputProblems(timing: Parameters<typeof heartbeatProblems>[0]): Problem[] {
  return heartbeatProblems(timing).map(asInputProblem);
}

function asInputProblem({ flag, expected, got }: TimingProblem): Problem {
  return { input: `--${flag}`, expected, got: exactDurationText(got) };
}

/** What most commands can't do without. */
export const NEEDS_POOL = ['pool', 'the folder that all jobs share'] as const;
export const NEEDS_HOST = ['host', 'the host that is wanted'] as const;

/** What must be given and isn't; what was given badly has its own problem already. */
export function missing<N extends InputName>(
  expectations: readonly (readonly [N, string])[],
  { values, problems }: { readonly values: Partial<Inputs<N>>; readonly problems: readonly Problem[] },
): Problem[] {
  return expectations
    .filter(([name]) => !isGiven(name, { values, problems }))
    .map(([name, expected]) => ({
      input: `--${name} (or ${environmentName(name)})`,
      expected,
      got: undefined,
    }));
}

function given<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
