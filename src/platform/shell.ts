import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Environment, Identity, IdentityOptions } from './identity';
import { oneLine, ownerFromText, ownerOf, read, versionOf } from './identity';

/** A process, with the time of its start, since pids come again. */
export interface ProcessStart {
  readonly pid: number;
  readonly name: string;
  /** Opaque; differs between two processes of one pid, over reboots too. */
  readonly startedAt: string;
}

/** What a plain shell's identity is made of besides the environment. */
export interface Machine {
  readonly hostname: string;
  /** The process that all steps of the job have in common: see scriptProcess. */
  readonly script: () => ProcessStart;
}

/**
 * The identity of a job that no CI system runs. GIVEWAY_OWNER names it; else it is this machine and the script that
 * started us, so that every step which one script starts is of one job. Steps behind a wrapper (timeout, npx, a
 * subshell) or in different scripts are different jobs, and need GIVEWAY_OWNER or the lease file to find each other's
 * lease; two jobs started by one script at once are one, and need it too.
 */
export function shellIdentity(env: Environment, machine: Machine, options: IdentityOptions = {}): Identity {
  const given = read(env, 'GIVEWAY_OWNER');
  const version = versionOf(env, options);
  const jobName = read(env, 'JOB_NAME');
  if (given !== undefined) {
    return {
      platform: 'shell',
      owner: ownerFromText(given),
      attempt: 1,
      job: oneLine(jobName ?? given),
      ...version,
    };
  }
  const script = machine.script();
  return {
    platform: 'shell',
    owner: ownerOf(
      ['shell', machine.hostname, script.startedAt, String(script.pid)],
      read(env, 'GIVEWAY_MATRIX'),
    ),
    attempt: 1,
    job: oneLine(jobName ?? `${script.name} (${script.pid}) on ${machine.hostname}`),
    ...version,
  };
}

/** This machine, and this process's script. */
export function thisMachine(): Machine {
  return {
    hostname: hostname(),
    script: () =>
      scriptProcess({
        self: { pid: process.pid, startedAt: String(Math.round(performance.timeOrigin)) },
        parent: process.ppid,
        readText: readProc,
      }),
  };
}

const starters = new Set([
  'systemd',
  'init',
  'launchd',
  'tini',
  'dumb-init',
  'catatonit',
  'docker-init',
  'crond',
  'cron',
]);

/**
 * The parent process, which is the script that started us; but we ourselves where the parent starts many jobs (init), or
 * can't be seen (another pid namespace, no /proc). Then each step is a job of its own, which is safe: two jobs that
 * pass for one could take each other's host.
 */
export function scriptProcess({
  self,
  parent,
  readText,
}: {
  /** This process. */
  self: Pick<ProcessStart, 'pid' | 'startedAt'>;
  parent: number;
  /** A file's text, or undefined if it can't be read. */
  readText: (path: string) => string | undefined;
}): ProcessStart {
  const stat = readText(`/proc/${parent}/stat`);
  const script = stat === undefined ? undefined : parseStat(stat);
  if (script === undefined || starters.has(script.name)) return { name: 'giveway', ...self };
  // Ticks count from the boot, so that they need its id.
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? 'boot';
  return { pid: parent, name: script.name, startedAt: `${boot}.${script.ticks}` };
}

/**
 * Is this the owner of a plain shell's job whose script still runs on this machine, and did not start us? Then it is
 * another job, however near its files lie.
 */
export function isOtherScript(
  owner: string,
  { hostname: host, self, readText }: { hostname: string; self: number; readText: typeof readProc } = {
    hostname: hostname(),
    self: process.pid,
    readText: readProc,
  },
): boolean {
  const [platform, hostPart, startedAt, pid = ''] = owner.split('/');
  if (platform !== 'shell' || hostPart !== ownerOf([host]) || !/^[0-9]+$/.test(pid)) return false;
  const script = scriptProcess({ self: { pid: -1, startedAt: '' }, parent: Number(pid), readText });
  if (script.startedAt !== startedAt) return false;
  for (let ancestor = self; ancestor > 1;) {
    if (ancestor === Number(pid)) return false;
    ancestor = parseStat(readText(`/proc/${ancestor}/stat`) ?? '')?.parent ?? 0;
  }
  return true;
}

/** The name may hold spaces and brackets, so the fields count from the last bracket; the 4th is the parent, the 22nd the start. */
function parseStat(stat: string): { name: string; parent: number; ticks: string } | undefined {
  const match = /^[0-9]+ \((.*)\) (.*)$/s.exec(stat);
  const fields = match?.[2]?.split(' ');
  const ticks = fields?.[22 - 3];
  return match?.[1] !== undefined && ticks !== undefined && /^[0-9]+$/.test(ticks)
    ? { name: match[1], parent: Number(fields?.[4 - 3]), ticks }
    : undefined;
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
