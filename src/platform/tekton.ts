import type { Environment, Identity, IdentityOptions } from './identity';
import { matrixForPeople, oneLine, ownerOf, read, versionOf } from './identity';

/**
 * The identity of a Tekton PipelineRun, or undefined where GIVEWAY_PIPELINE_RUN_UID is not set.
 *
 * Tekton sets no variables of its own. Our Tasks pass on what they are given as params:
 * - GIVEWAY_PIPELINE_RUN_UID: `$(context.pipelineRun.uid)`; it alone makes the owner, so that acquire and release find
 *   the same lease from different pods;
 * - GIVEWAY_PIPELINE_RUN and GIVEWAY_NAMESPACE: the run's name and namespace, for people;
 * - GIVEWAY_MATRIX: the params of a matrix as JSON, whose legs share the run's uid.
 *
 * The attempt is always 1: a retry counter belongs to one TaskRun, and the release of a retried acquire is another.
 */
export function tektonIdentity(env: Environment, options: IdentityOptions = {}): Identity | undefined {
  const uid = read(env, 'GIVEWAY_PIPELINE_RUN_UID');
  if (uid === undefined) return undefined;

  const namespace = read(env, 'GIVEWAY_NAMESPACE');
  const matrix = read(env, 'GIVEWAY_MATRIX');
  const title = [namespace, read(env, 'GIVEWAY_PIPELINE_RUN') ?? uid].filter((part) => part).join(' / ');
  return {
    platform: 'tekton',
    owner: ownerOf(['tekton', uid], matrix),
    attempt: 1,
    job: oneLine(title + matrixForPeople(matrix)),
    ...(namespace === undefined ? {} : { project: namespace }),
    ...versionOf(env, options),
  };
}
