import { readFileSync } from 'node:fs';
import type { Problem } from '../settings/inputs';
import type { Given } from './workflow';

/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
export function forkProblems(env: NodeJS.ProcessEnv, given: Given): Problem[] {
  const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
  const hasKey = given.has('private-key-file') || Boolean(env['GIVEWAY_PRIVATE_KEY'] ?? env['SSH_AUTH_SOCK']);
  if (!pool.startsWith('ssh://') || hasKey || !isOfFork(env)) return [];
  const expected =
    'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
  return [{ input: 'private-key', expected, got: '' }];
}

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
