import { githubIdentity } from './github';
import type { Environment, Identity, IdentityOptions } from './identity';
import { ownerFromText, read } from './identity';
import { prowIdentity } from './prow';
import type { Machine } from './shell';
import { shellIdentity } from './shell';
import { tektonIdentity } from './tekton';

/**
 * Who this job is. Tekton comes first, as its variable is set on purpose and the others' may be inherited. GIVEWAY_OWNER
 * replaces the owner on every platform; it is the whole owner then, without the matrix.
 */
export function detectPlatform(env: Environment, machine: Machine, options: IdentityOptions = {}): Identity {
  const identity =
    tektonIdentity(env, options) ??
    githubIdentity(env, options) ??
    prowIdentity(env, options) ??
    shellIdentity(env, machine, options);
  const given = read(env, 'GIVEWAY_OWNER');
  return given === undefined ? identity : { ...identity, owner: ownerFromText(given) };
}
