/** What every command works with: the streams, the environment, and, for those that use a pool, a flow's context. */
import type { FlowContext } from '../lease/flow';
import { systemClock } from '../lease/clock';
import { openPool } from '../pool/open';
import type { Pool } from '../pool/pool';
import type { SshAccess } from '../pool/ssh-target';
import type { Inputs } from '../settings/inputs';
import type { Interrupts } from './interrupts';
import type { Say } from './say';

/** Nobody reads stdout any more. */
export class Unread extends Error {}

/** What comes by the environment only, and goes no further: no command of the user's must see it. */
export const SECRETS = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PASSPHRASE'] as const;

export interface Session {
  readonly env: NodeJS.ProcessEnv;
  /** What a script reads of it: one object, whose fields docs/ lists. */
  readonly result: (value: object) => void;
  /** What else people and scripts asked for: a table, a script. */
  readonly print: (text: string) => void;
  readonly say: Say;
  readonly interrupts: Interrupts;
  readonly isTerminal: boolean;
  /** Aborts when nobody reads stdout any more. */
  readonly unread: AbortSignal;
}

export type PoolInputs = Inputs<'pool' | 'private-key-file' | 'known-hosts' | 'jump' | 'allow-nfs'>;

/** Opens a pool for as long as `use` runs. */
export async function withPool<T>(
  session: Session,
  inputs: PoolInputs,
  use: (context: FlowContext) => Promise<T>,
): Promise<T> {
  const pool: Pool = openPool(inputs.pool ?? '', {
    allowNfs: inputs['allow-nfs'] ?? false,
    access: accessOf(session.env, inputs),
  });
  try {
    return await use({
      pool,
      clock: systemClock,
      say: (event) => session.say.event(event),
      signal: session.interrupts.signal,
      random: Math.random,
    });
  } finally {
    session.say.done();
    await pool.close();
  }
}

/** The way to a bastion. The key's text comes by the environment only, and an empty variable is none. */
export function accessOf(env: NodeJS.ProcessEnv, inputs: Omit<PoolInputs, 'pool' | 'allow-nfs'>): SshAccess {
  const access = {
    privateKey: env['GIVEWAY_PRIVATE_KEY'],
    privateKeyFile: inputs['private-key-file'],
    passphrase: env['GIVEWAY_PASSPHRASE'],
    agent: env['SSH_AUTH_SOCK'],
    knownHosts: inputs['known-hosts'],
    jump: inputs.jump,
    home: env['HOME'],
  };
  return Object.fromEntries(
    Object.entries(access).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Seconds with one decimal, as results carry durations. */
export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
