import type { Environment, Identity, IdentityOptions } from './identity';
import { oneLine, ownerOf, read, versionOf } from './identity';

/**
 * The identity of a Prow job, or undefined outside of one.
 *
 * The owner is the ProwJob's id, else the build's, and UNIQUE_HASH, which tells apart the tests that one ProwJob runs.
 * A retest is another ProwJob, so the attempt is always 1.
 */
export function prowIdentity(env: Environment, options: IdentityOptions = {}): Identity | undefined {
  const spec = jobSpecOf(env);
  const id = jobIdOf(env, spec);
  if (id === undefined) return undefined;

  const hash = read(env, 'UNIQUE_HASH');
  const url = urlOf(env, spec);
  const project = projectOf(env, spec);
  return {
    platform: 'prow',
    owner: ownerOf(['prow', id, ...(hash === undefined ? [] : [hash])], read(env, 'GIVEWAY_MATRIX')),
    attempt: 1,
    job: oneLine(read(env, 'JOB_NAME') ?? text(spec['job']) ?? id),
    ...(url === undefined ? {} : { url }),
    ...(project === undefined ? {} : { project }),
    ...versionOf(env, options),
  };
}

/** The settings that the bash jobs have as variables, under our names. */
export interface ProwAliases {
  /** AUX_HOST: the bastion. The user and the directory are those of the bash jobs. */
  readonly pool?: string;
  /** LOCK_TIMEOUT, which is in seconds: when a bash lock expires. */
  readonly lockTimeoutMs?: number;
  /** LOCK_ACQUIRE_ATTEMPTS, which come once a minute, so that their number is minutes. */
  readonly waitTimeoutMs?: number;
  /** QUIT_CHECK_INTERVAL: on every how many turns of its loop a job looks whether to quit. */
  readonly every?: number;
  /** What could not be read. */
  readonly problems: readonly { readonly name: string; readonly expected: string; readonly got: string }[];
}

/**
 * Reads the bash jobs' variables; outside of Prow, where their names may mean anything, there are none. `isProwLike`: the
 * caller knows that they mean the same here.
 */
export function prowAliases(env: Environment, isProwLike = false): ProwAliases {
  const problems: { name: string; expected: string; got: string }[] = [];
  if (!isProwLike && jobIdOf(env, jobSpecOf(env)) === undefined) return { problems };

  const positive = (name: string, expected: string, toMs: number): number | undefined => {
    const got = read(env, name);
    if (got === undefined) return undefined;
    const number = /^[1-9][0-9]{0,8}$/.test(got) ? Number(got) * toMs : undefined;
    if (number === undefined) problems.push({ name, expected, got });
    return number;
  };
  const pool = poolOf(read(env, 'AUX_HOST'));
  if (pool === null) {
    problems.push({
      name: 'AUX_HOST',
      expected: 'the name or address of the bastion',
      got: read(env, 'AUX_HOST') ?? '',
    });
  }
  const lockTimeoutMs = positive('LOCK_TIMEOUT', 'seconds, a whole number from 1', 1_000);
  const waitTimeoutMs = positive('LOCK_ACQUIRE_ATTEMPTS', 'attempts, a whole number from 1', 60_000);
  const every = positive('QUIT_CHECK_INTERVAL', 'turns of a loop, a whole number from 1', 1);
  return {
    ...(typeof pool === 'string' ? { pool } : {}),
    ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
    ...(waitTimeoutMs === undefined ? {} : { waitTimeoutMs }),
    ...(every === undefined ? {} : { every }),
    problems,
  };
}

function poolOf(host: string | undefined): string | null | undefined {
  if (host === undefined) return undefined;
  const isName = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host);
  const isAddress6 = /^[0-9A-Fa-f]*:[0-9A-Fa-f:.]+$/.test(host);
  if (!isName && !isAddress6) return null;
  return `ssh://root@${isAddress6 ? `[${host}]` : host}/var/run/lock/ztp-baremetal-pool`;
}

/** Other systems set JOB_NAME and BUILD_ID too (Jenkins does), so a build's id counts only where Prow shows otherwise. */
function jobIdOf(env: Environment, spec: JsonObject): string | undefined {
  const prowJobId = read(env, 'PROW_JOB_ID') ?? text(spec['prowjobid']);
  if (prowJobId !== undefined) return prowJobId;
  const isProw = read(env, 'OPENSHIFT_CI') === 'true' || text(spec['job']) !== undefined;
  return isProw ? (read(env, 'BUILD_ID') ?? text(spec['buildid'])) : undefined;
}

function projectOf(env: Environment, spec: JsonObject): string | undefined {
  // A periodic job tests no change: the repository that it is defined for is the first of the others.
  const extra = Array.isArray(spec['extra_refs']) ? spec['extra_refs'].map(object) : [];
  for (const refs of [object(spec['refs']), ...extra.filter((each) => each['auxiliary'] !== true)]) {
    const [org, repo] = [text(refs['org']), text(refs['repo'])];
    if (org !== undefined && repo !== undefined) return `${org}/${repo}`;
  }
  const [owner, name] = [read(env, 'REPO_OWNER'), read(env, 'REPO_NAME')];
  return owner !== undefined && name !== undefined ? `${owner}/${name}` : undefined;
}

/**
 * Where people see the job: JOB_URL, else what Prow itself makes of the storage in JOB_SPEC. Without these it stays
 * unknown, as a link that leads nowhere is worse than none.
 */
function urlOf(env: Environment, spec: JsonObject): string | undefined {
  const given = read(env, 'JOB_URL');
  if (given !== undefined && /^https?:\/\/[!-~]+$/.test(given)) return given;

  const storage = object(object(spec['decoration_config'])['gcs_configuration']);
  const prefix =
    text(storage['job_url_prefix']) ??
    (read(env, 'OPENSHIFT_CI') === 'true' ? 'https://prow.ci.openshift.org/view' : undefined);
  const bucket = text(storage['bucket']);
  const path = pathOf(spec, storage);
  if (prefix === undefined || bucket === undefined || path === undefined) return undefined;
  const [provider, name] = bucket.includes('://') ? bucket.split('://') : ['gs', bucket];
  const parts = [provider, name, text(storage['path_prefix']), ...path].filter((part) => part).join('/');
  const url = `${prefix.replace(/\/+$/, '')}/${parts}`;
  return /^https?:\/\/[!-~]+$/.test(url) ? url : undefined;
}

function pathOf(spec: JsonObject, storage: JsonObject): string[] | undefined {
  const [job, build] = [text(spec['job']), text(spec['buildid'])];
  if (job === undefined || build === undefined) return undefined;
  switch (text(spec['type']) ?? '') {
    case 'periodic':
    case 'postsubmit':
      return ['logs', job, build];
    case 'batch':
      return ['pr-logs', 'pull', 'batch', job, build];
    case 'presubmit': {
      const repository = repositoryFolder(object(spec['refs']), storage);
      const pulls = object(spec['refs'])['pulls'];
      const number = Array.isArray(pulls) ? object(pulls[0])['number'] : undefined;
      if (repository === undefined || typeof number !== 'number') return undefined;
      return ['pr-logs', 'pull', ...repository, String(number), job, build];
    }
    default:
      return undefined;
  }
}

/** Prow has three ways to name a repository's folder; two leave out what is the default. */
function repositoryFolder(refs: JsonObject, storage: JsonObject): string[] | undefined {
  const [org, repo] = [text(refs['org']), text(refs['repo'])];
  if (org === undefined || repo === undefined || org.includes('/')) return undefined;
  const isDefaultOrg = org === text(storage['default_org']);
  const isDefault = isDefaultOrg && repo === text(storage['default_repo']);
  const full = `${org}_${repo.replaceAll('/', '_')}`;
  switch (text(storage['path_strategy']) ?? '') {
    case 'explicit':
      return [full];
    case 'single':
      return isDefault ? [] : [full];
    case 'legacy':
      return isDefault ? [] : [isDefaultOrg ? repo : full];
    default:
      return undefined;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** JOB_SPEC, or an empty object where it is missing or broken: every use of it has another way out. */
function jobSpecOf(env: Environment): JsonObject {
  try {
    return object(JSON.parse(read(env, 'JOB_SPEC') ?? '{}'));
  } catch {
    return {};
  }
}

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
