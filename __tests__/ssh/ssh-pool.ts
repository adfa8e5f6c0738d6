/** Pools over SSH, as a test opens them. */
import { join } from 'node:path';
import type { Pool } from '../../src/pool/pool';
import { programPool, type ProgramPoolOptions } from '../../src/pool/program-pool';
import type { Channel } from '../../src/pool/program-session';
import { connectSsh, type SshConnectOptions } from '../../src/pool/ssh';
import type { SshTiming } from '../../src/pool/ssh-login';
import { parseSshPoolName, type SshAccess } from '../../src/pool/ssh-target';

export const PROGRAM = join(__dirname, '../../src/pool/program.sh');

export interface SshPoolToMake extends Omit<ProgramPoolOptions, 'connect' | 'name'> {
  readonly name: string;
  readonly access: SshAccess;
  readonly timing?: Partial<SshTiming>;
  /** Puts something between client and channel. */
  readonly wrap?: (channel: Channel) => Channel;
}

export function sshPool({ name, access, timing, wrap, ...limits }: SshPoolToMake): Pool {
  const options = connectOptions(name, access, timing);
  const connect = async (signal?: AbortSignal): Promise<Channel> => {
    const channel = await connectSsh(options, signal);
    return wrap === undefined ? channel : wrap(channel);
  };
  return programPool({ name, connect, ...limits });
}

/** Nothing is read but what the test gives: there is no home. */
export function connectOptions(
  name: string,
  access: SshAccess,
  timing: Partial<SshTiming> = {},
): SshConnectOptions {
  const target = parseSshPoolName(name);
  if (target === undefined) throw new Error(`not a pool's name: ${name}`);
  return { name, target, access: { home: '/nonexistent', ...access }, timing };
}
