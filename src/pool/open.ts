/** The one place that knows the kinds of pool. */
import { directoryPool } from './directory';
import { PoolUnavailable, type Pool } from './pool';
import { programPool } from './program-pool';
import type { Channel } from './program-session';
import { connectSsh } from './ssh';
import type { Login } from './ssh-login';
import { parseSshPoolName, type SshAccess } from './ssh-target';

export interface PoolOptions {
  readonly allowNfs?: boolean;
  /** For one request, in ms. */
  readonly operationMs?: number;
  readonly access?: SshAccess;
}

/** Opens a pool by its name: the path of a folder, or `ssh://…`. Touches nothing until the first call. */
export function openPool(name: string, options: PoolOptions = {}): Pool {
  const { access = {}, ...others } = options;
  if (!isSshName(name)) return directoryPool({ folder: name, ...others });
  const target = parseSshPoolName(name);
  if (target === undefined) throw new PoolUnavailable('input', `not ssh://user@host[:port]/folder: ${name}`);
  const { allowNfs = false, ...limits } = others;
  return programPool({
    name,
    ...limits,
    connect: (signal) => connectSsh({ name, target, access, allowNfs }, signal),
  });
}

export type { Login };

/** The folder that `ssh://…` names; undefined if it is no such name. */
export function folderOnBastion(name: string): string | undefined {
  return parseSshPoolName(name)?.folder;
}

/** Logs in at a pool's bastion and starts another program there than the pool's; it is sent the folder first. */
export async function openBastion(
  name: string,
  { access, program }: { readonly access: SshAccess; readonly program: string },
  signal?: AbortSignal,
): Promise<{ readonly channel: Channel; readonly login: Login }> {
  const target = parseSshPoolName(name);
  if (target === undefined) throw new PoolUnavailable('input', `not ssh://user@host[:port]/folder: ${name}`);
  let login: Login | undefined;
  const onLogin = (latest: Login): void => void (login = latest);
  const channel = await connectSsh({ name, target, access, program, onLogin }, signal);
  if (login === undefined) throw new TypeError('a connection without a login');
  return { channel, login };
}

function isSshName(name: string): boolean {
  return name.startsWith('ssh://');
}
