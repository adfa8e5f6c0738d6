/** Pools over SSH, and the jobs that a test runs on them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../src/lease/clock';
import type { FlowContext, FlowEvent } from '../../src/lease/flow';
import type { Pool } from '../../src/pool/pool';
import { programPool, type ProgramPoolOptions } from '../../src/pool/program-pool';
import type { Channel } from '../../src/pool/program-session';
import { connectSsh, type SshConnectOptions, type SshTiming } from '../../src/pool/ssh';
import { parseSshPoolName, type SshAccess } from '../../src/pool/ssh-target';
import { Stopped } from '../lease/lab';

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

export interface Job extends FlowContext {
  readonly said: FlowEvent[];
  readonly abort: (reason?: Error) => void;
}

/** Its retries come at their earliest, for a test waits for them. */
export function jobOn(pool: Pool): Job {
  const said: FlowEvent[] = [];
  const controller = new AbortController();
  return {
    pool,
    clock: systemClock,
    said,
    say: (event) => void said.push(event),
    signal: controller.signal,
    abort: (reason = new Stopped('stopped by the test')) => controller.abort(reason),
    random: () => 0,
  };
}

/** What a folder has of places, locks and heartbeats: nothing once all jobs have left. */
export function leftovers(folder: string): string[] {
  const inner = join(folder, '.giveway');
  return [
    ...readdirSync(folder).filter((name) => name !== '.giveway'),
    ...(existsSync(inner)
      ? readdirSync(inner).filter((name) => !/\.lease$|^(?:gen|journal)$/.test(name))
      : []),
  ];
}

const UNTIL_MS = 15_000;

/** Resolves once it is so; rejects after a time, for a job that waits in vain would outlive its test. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + UNTIL_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about: ${isSo.toString()}`);
    await pause(2);
  }
}
