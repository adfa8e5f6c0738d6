/** Lease files: how a later step of a job knows the lease of an earlier one. Mode 0600, and no key is in them. */
import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Lease } from '../lease/lease';
import { isRunning, type ProcessId } from '../platform/process-id';
import { isHostName } from '../protocol/host';
import type { Problem } from '../settings/inputs';

export interface LeaseFile extends Lease {
  readonly acquiredAt: string;
  /** For people; not known of a lease that was taken over from an earlier job. */
  readonly waitedMs?: number;
  /** What earlier requests had waited, where this one came back after giving way. */
  readonly waitedBeforeMs?: number;
  /** Which process beats for it, as far as one has said so. */
  readonly keptBy?: ProcessId;
}

const FORMAT = 1;

/** A lease file that can't be used: a message for people. */
export class LeaseFileError extends Error {}

/** Why nothing can be written to a folder: to be known before a host is waited for. */
export function folderProblems({
  input,
  folder,
}: {
  readonly input: string;
  readonly folder: string;
}): Problem[] {
  try {
    if (statSync(folder).isDirectory()) {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return [];
    }
  } catch {
    // not there, or not for us
  }
  return [{ input, expected: 'a folder that can be written to', got: folder }];
}

/** Writes one file for each host of the lease and returns their paths. */
export function writeLeaseFiles(folder: string, lease: LeaseFile): string[] {
  return lease.hosts.map((host) => {
    const path = resolve(folder, leaseFileName(host));
    writeLeaseFile(path, lease);
    return path;
  });
}

export function writeLeaseFile(path: string, lease: LeaseFile): void {
  const pool = absolutePool(lease.pool);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ format: FORMAT, ...lease, pool })}\n`, { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new LeaseFileError(`can't write the lease file ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A pool's name that holds in another folder too, where a later step may run. */
export function absolutePool(pool: string): string {
  return pool.includes('://') ? pool : resolve(pool);
}

export function leaseFileName(host: string): string {
  return `giveway-${host}.lease.json`;
}

export function readLeaseFile(path: string): LeaseFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new LeaseFileError(`can't read the lease file ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!isLeaseFile(json)) throw new LeaseFileError(`${path} is no lease file of this version`);
  return json;
}

/** The only lease in a folder that is wanted; undefined where there is none. Several are an error: which one is meant? */
export function findLeaseFile(
  folder: string,
  isWanted: (lease: LeaseFile) => boolean,
): LeaseFile | undefined {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^giveway-.+\.lease\.json$/.test(name));
  } catch {
    return undefined;
  }
  const leases = new Map(
    names
      .map((name) => readLeaseFile(join(folder, name)))
      .filter(isWanted)
      .map((lease) => [lease.id, lease]),
  );
  if (leases.size > 1) {
    throw new LeaseFileError(
      `there are several leases in ${folder} (${names.join(', ')}): name one with --lease-file, or its --owner`,
    );
  }
  return [...leases.values()][0];
}

/** Leaves what `--resume` needs of a lease that gave way, beside its file; the path. */
export function keepForResume(folder: string, lease: LeaseFile): string {
  const path = resolve(folder, leaseFileName(lease.hosts[0] ?? '').replace(/lease\.json$/, 'resume.json'));
  writeLeaseFile(path, lease);
  return path;
}

/** Removes the files of a lease that is over, in the folder and where it was named. */
export function removeLeaseFiles(folder: string, lease: Lease, named?: string): void {
  for (const { path } of filesOf(folder, lease, named)) rmSync(path, { force: true });
}

/** Says in the files of a lease which process beats for it, as well as that can be done: nothing rests on it. */
export function noteKeeper(folder: string, lease: Lease, keptBy: ProcessId, named?: string): void {
  for (const { path, file } of filesOf(folder, lease, named)) {
    try {
      writeLeaseFile(path, { ...file, keptBy });
    } catch (error) {
      if (!(error instanceof LeaseFileError)) throw error;
    }
  }
}

/** The process that keeps a lease, if it is certain that this one lives, here and now. */
export function liveKeeper({ keptBy }: LeaseFile): ProcessId | undefined {
  return keptBy?.startedAt !== undefined && isRunning(keptBy) ? keptBy : undefined;
}

/** What is gone already, or another's, is not among them. */
function filesOf(
  folder: string,
  { hosts, id }: Lease,
  named: string | undefined,
): { readonly path: string; readonly file: LeaseFile }[] {
  const paths = [
    ...hosts.map((host) => join(folder, leaseFileName(host))),
    ...(named === undefined ? [] : [named]),
  ];
  return paths.flatMap((path) => {
    try {
      const file = readLeaseFile(path);
      return file.id === id ? [{ path, file }] : [];
    } catch {
      return [];
    }
  });
}

function isLeaseFile(json: unknown): json is LeaseFile {
  if (typeof json !== 'object' || json === null) return false;
  const fields = json as Record<string, unknown>;
  const texts = ['pool', 'id', 'owner', 'version', 'acquiredAt'];
  const numbers = ['attempt', 'fencingToken', 'ttlMs', 'heartbeatMs', 'settleMs'];
  return (
    fields['format'] === FORMAT &&
    texts.every((key) => typeof fields[key] === 'string') &&
    numbers.every((key) => typeof fields[key] === 'number') &&
    typeof fields['keeper'] === 'boolean' &&
    Array.isArray(fields['hosts']) &&
    fields['hosts'].every((host) => typeof host === 'string' && isHostName(host)) &&
    (fields['keptBy'] === undefined || isProcessId(fields['keptBy']))
  );
}

function isProcessId(json: unknown): json is ProcessId {
  if (typeof json !== 'object' || json === null) return false;
  const { pid, startedAt } = json as Record<string, unknown>;
  return typeof pid === 'number' && (startedAt === undefined || typeof startedAt === 'string');
}
