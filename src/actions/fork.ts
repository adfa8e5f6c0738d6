import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../settings/inputs';
import type { Given } from './workflow';

/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
export function forkProblems(env: NodeJS.ProcessEnv, given: Given): Problem[] {
  const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
  if (!pool.startsWith('ssh://') || hasKey(env, given) || !isOfFork(env)) return [];
  const expected =
    'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
  return [{ input: 'private-key', expected, got: '' }];
}

/** Anything that a login could be tried with; a workflow's empty text is none. */
function hasKey(env: NodeJS.ProcessEnv, given: Given): boolean {
  const named = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PRIVATE_KEY_FILE', 'SSH_AUTH_SOCK'];
  const home = env['HOME'];
  return (
    given.has('private-key-file') ||
    named.some((name) => (env[name] ?? '').trim() !== '') ||
    (home !== undefined && USUAL_KEYS.some((name) => existsSync(join(home, '.ssh', name))))
  );
}

/** A runner of one's own may have one. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa', 'config'];

interface PullRequestEvent {
  readonly pull_request?: { readonly head?: { readonly repo?: { readonly full_name?: string } | null } };
}

function isOfFork(env: NodeJS.ProcessEnv): boolean {
  const path = env['GITHUB_EVENT_PATH'];
  // `pull_request_target` gets the secrets
  if (path === undefined || env['GITHUB_EVENT_NAME'] !== 'pull_request') return false;
  try {
    const { pull_request: pull } = JSON.parse(readFileSync(path, 'utf8')) as PullRequestEvent;
    // a fork that was deleted has no repository any more
    return pull !== undefined && pull.head?.repo?.full_name !== env['GITHUB_REPOSITORY'];
  } catch {
    return false;
  }
}
