import type { Environment, Identity, IdentityOptions } from './identity';
import { matrixForPeople, oneLine, ownerOf, read, versionOf } from './identity';

/**
 * The identity of a GitHub Actions job, or undefined outside of one.
 *
 * The owner is server, repository, run, job and matrix leg; the run's attempt is kept apart, so that a re-run takes over
 * what the attempt before it left. Nothing in the environment tells the legs of a matrix apart: GIVEWAY_MATRIX carries
 * `${{ toJSON(matrix) }}`. Nor does anything tell apart two calls of one reusable workflow within a run, in which the
 * jobs have the same ids: such jobs must be given an owner.
 */
export function githubIdentity(env: Environment, options: IdentityOptions = {}): Identity | undefined {
  const repository = read(env, 'GITHUB_REPOSITORY');
  const runId = read(env, 'GITHUB_RUN_ID');
  if (read(env, 'GITHUB_ACTIONS') !== 'true' || repository === undefined || runId === undefined)
    return undefined;

  const server = read(env, 'GITHUB_SERVER_URL') ?? 'https://github.com';
  const attempt = attemptOf(read(env, 'GITHUB_RUN_ATTEMPT'));
  const jobId = read(env, 'GITHUB_JOB') ?? '';
  const matrix = read(env, 'GIVEWAY_MATRIX');
  const title = [repository, read(env, 'GITHUB_WORKFLOW'), jobId].filter((part) => part).join(' / ');
  return {
    platform: 'github',
    owner: ownerOf(['github', ...serverParts(server), ...repository.split('/'), runId, jobId], matrix),
    attempt,
    job: oneLine(title + matrixForPeople(matrix)),
    url: `${server.replace(/\/+$/, '')}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
    project: repository,
    ...versionOf(env, options),
  };
}

/** Run ids are unique on one server only. */
function serverParts(server: string): string[] {
  const host = server.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '');
  return host === 'github.com' ? [] : [host];
}

function attemptOf(text: string | undefined): number {
  const attempt = Number(text);
  return Number.isSafeInteger(attempt) && attempt >= 1 ? attempt : 1;
}
