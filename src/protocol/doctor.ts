/** What is wrong with a pool: leftovers, files that do not belong, a folder that is not as it must be. Pure. */
import { bashLockEndsAtNs, decideExpiry, heartbeatAgeMs, isWaiterAlive, lockOwner } from './expiry';
import { isHostName } from './host';
import { parseRequestName } from './names';
import { oneLine } from './one-line';
import type { HostView, Snapshot, Waiter } from './snapshot';
import { jobLabel, printedName, waiterName } from './status';
import { DEFAULTS } from './timing';
import type { Change } from './verbs';

/** D, `.giveway` in it, or the folder of the locks, where that is another. */
export type Place = 'pool' | 'inner' | 'lock';

/** What lies in a pool's folders, with the clocks of the machine that has them; instants in ms since the epoch. */
export interface Listing {
  readonly uptimeMs: number;
  readonly wallMs: number;
  /** The time of the last commit; 0 if it cannot be read. */
  readonly committedAtMs: number;
  /** Does `.giveway/legacy` say what it must? */
  readonly isModeReadable: boolean;
  /** Whom the program runs as. */
  readonly uid: number;
  readonly poolFilesystem: string;
  readonly lockFilesystem: string;
  /** Of D and L. */
  readonly path: string;
  readonly lockPath: string;
  readonly folders: readonly { readonly where: Place; readonly mode: number; readonly uid: number }[];
  readonly files: readonly ListedFile[];
}

export interface ListedFile {
  readonly where: Place;
  readonly mode: number;
  readonly uid: number;
  readonly size: number;
  readonly changedAtMs: number;
  readonly name: string;
  /** As stat has it: `regular file`, `directory`. */
  readonly type: string;
}

/** May grow. */
export type FindingKind =
  | 'dead-waiter'
  | 'expired-lease'
  | 'left-lock'
  | 'lone-heartbeat'
  | 'old-ticket'
  | 'temporary'
  | 'bash-lock'
  | 'bash-waiter'
  | 'unknown-lock'
  | 'no-lock-timeout'
  | 'broken-record'
  | 'broken-request'
  | 'stray'
  | 'permissions'
  | 'tmpfs'
  | 'nfs'
  | 'redo'
  | 'clock'
  | 'unusable';

/** All texts are fit to print. */
export interface Finding {
  readonly what: FindingKind;
  readonly host: string | null;
  /** Of the file, or the id of the request. */
  readonly name: string | null;
  readonly why: string;
  /** What to do; a command, where there is one. */
  readonly act: string;
  /** Is it proven that nobody is harmed? Then `fixOf` has it. */
  readonly isSafe: boolean;
  /**
   * It harms nobody now and stays until somebody decides otherwise: a timer that failed on it would fail each time, and hide
   * what is wrong.
   */
  readonly isAdvice: boolean;
}

/** Every finding of these kinds is advice; a stray file is, unless it stands where one of ours must be. */
const ADVICE: readonly FindingKind[] = ['no-lock-timeout', 'tmpfs'];

/** What a look has found, before it is told whether that is wrong. */
type Found = Omit<Finding, 'isAdvice'> & { readonly isAdvice?: true };

/** How long what nobody needs may lie there; the program has the same. */
const STALE_MS = 24 * 3_600_000;
/** A commit takes milliseconds. */
const REDO_STAYS_MS = 60_000;
const TEMPORARY_STAYS_MS = 3_600_000;
/** Less is what clocks that are kept in step do. */
const CLOCK_JUMP_MS = 2000;

const FIX = 'giveway doctor --fix';

/** Every finding; where a snapshot could not be had, those that the listing alone tells. */
export function diagnose(
  listing: Listing,
  snapshot: Snapshot | undefined,
  { allowNfs = false }: { readonly allowNfs?: boolean } = {},
): Finding[] {
  const found: Found[] = [
    ...(snapshot === undefined
      ? []
      : [
          ...deadWaiters(snapshot, listing),
          ...[...snapshot.hosts.values()].flatMap((view) => findingsOfHost(snapshot, listing, view)),
          ...brokenRequests(snapshot, listing),
          ...loneHeartbeats(snapshot, listing),
          ...unknownTimeout(snapshot),
          ...uptimeJump(snapshot),
        ]),
    ...brokenMode(listing),
    ...staleFiles(listing),
    ...strays(listing),
    ...permissions(listing),
    ...filesystems(listing, allowNfs),
    ...wallClock(listing),
  ];
  return found.map((each) => ({ ...each, isAdvice: each.isAdvice ?? ADVICE.includes(each.what) }));
}

/** The commit that mends it; undefined where that is a person's. */
export function fixOf(snapshot: Snapshot, { what, host, name, isSafe }: Finding): Change | undefined {
  // a name that is no word can be no argument; the program would not know it either
  if (!isSafe || !/^[!-~]+$/.test(`${host ?? '-'}${name ?? '-'}`)) return undefined;
  const hosts = host === null ? [] : [host];
  const fixed = { verb: 'fixed', what, name: fixedName({ what, host, name }), hosts } as const;
  switch (what) {
    case 'dead-waiter': {
      const files = snapshot.waiters.find(({ id }) => id === name)?.files ?? [];
      const [file] = files;
      if (name === null || file === undefined) return undefined;
      const at = files.map((each) => each.host);
      return {
        hosts: [],
        verbs: [
          { verb: 'clear', id: name, name: file.text },
          { ...fixed, hosts: at },
        ],
      };
    }
    case 'expired-lease': {
      const record = host === null ? undefined : snapshot.hosts.get(host)?.record;
      if (host === null || record === undefined) return undefined;
      const details = { ...record.details, endedBy: 'expired' } as const;
      return { hosts, verbs: [{ verb: 'expire', host, details }, fixed] };
    }
    case 'left-lock':
      return { hosts, verbs: [{ verb: 'mend', what: 'lock', name: host ?? '' }, fixed] };
    case 'lone-heartbeat':
      return { hosts, verbs: [{ verb: 'mend', what: 'beat', name: name ?? '' }, fixed] };
    case 'old-ticket':
      return { hosts, verbs: [{ verb: 'mend', what: 'ticket', name: name ?? '' }, fixed] };
    case 'temporary':
      return {
        hosts,
        verbs: [{ verb: 'mend', what: 'temporary', name: 'files' }, fixed],
      };
    case 'bash-lock':
    case 'bash-waiter':
    case 'unknown-lock':
    case 'no-lock-timeout':
    case 'broken-record':
    case 'broken-request':
    case 'stray':
    case 'permissions':
    case 'tmpfs':
    case 'nfs':
    case 'redo':
    case 'clock':
    case 'unusable':
      return undefined;
  }
}

/** What the journal's event has as its note. */
export function fixedNote(finding: Pick<Finding, 'what' | 'host' | 'name'>): string {
  return `${finding.what} ${fixedName(finding)}`;
}

/** All temporary files go at once, and their names are no words of a request. */
function fixedName({ what, host, name }: Pick<Finding, 'what' | 'host' | 'name'>): string {
  return what === 'temporary' ? 'files' : (name ?? host ?? '');
}

// ---- waiters

function deadWaiters(snapshot: Snapshot, listing: Listing): Found[] {
  return snapshot.waiters
    .filter((waiter) => !isWaiterAlive(snapshot, waiter))
    .map((waiter) =>
      waiter.record === undefined ? bashWaiter(waiter, listing) : deadWaiter(snapshot, waiter),
    );
}

function deadWaiter(snapshot: Snapshot, waiter: Waiter): Found {
  const who = jobLabel({ job: waiterName(waiter), version: waiter.version.text });
  const ageMs = heartbeatAgeMs(snapshot, waiter.id);
  const silent = ageMs === undefined ? 'has no heartbeat' : `has given no sign of life for ${agoText(ageMs)}`;
  const at = [...new Set(waiter.files.map(({ host }) => host))];
  return {
    what: 'dead-waiter',
    host: at.length === 1 ? (at[0] ?? null) : null,
    name: waiter.id,
    why: `${who} waits no more for ${at.join(', ')}: it ${silent}; bash jobs give way to its waiting file all the same`,
    act: FIX,
    isSafe: true,
  };
}

function bashWaiter({ files, version }: Waiter, { lockPath }: Listing): Found {
  const [file] = files;
  const name = file?.text ?? '';
  return {
    what: 'bash-waiter',
    host: file?.host ?? null,
    name,
    why: `the waiting file of a bash job (${version.text}) is older than ${agoText(DEFAULTS.legacyWaiterTtlMs)}: bash jobs of older versions give way to it all the same`,
    act: `if that job is surely gone: rm -- ${quoted(`${lockPath}/${name}`)}`,
    isSafe: false,
  };
}

function brokenRequests(snapshot: Snapshot, { lockPath }: Listing): Found[] {
  const read = new Set(snapshot.waiters.flatMap(({ files }) => files.map(({ text }) => text)));
  return [...snapshot.hosts.values()].flatMap(({ host, names }) =>
    names
      .filter((name) => !read.has(name))
      .filter((name) => snapshot.legacy === undefined || parseRequestName(name)?.queued === false)
      .map((name) => ({
        what: 'broken-request' as const,
        host,
        name,
        why: 'a waiting or queue file whose content cannot be read: it counts as nobody, but bash jobs go by its name',
        act: `if no job waits by it: rm -- ${quoted(`${lockPath}/${name}`)}`,
        isSafe: false,
      })),
  );
}

// ---- hosts

function findingsOfHost(snapshot: Snapshot, listing: Listing, view: HostView): Found[] {
  const { host, problem } = view;
  const lock = `${listing.lockPath}/${host}.lock`;
  const finding = (what: FindingKind, why: string, act: string, isSafe = false): Found[] => [
    { what, host, name: null, why, act, isSafe },
  ];
  if (problem !== undefined) {
    const path = `${listing.path}/.giveway/${host}.lease`;
    return finding(
      'broken-record',
      `${oneLine(problem, 300)}; until it is mended nobody gets the host`,
      problem.includes('update giveway')
        ? 'update giveway here'
        : `make sure that nobody uses ${host}, then: mv -- ${quoted(path)} ${quoted(`${path}.broken`)}`,
    );
  }
  const life = decideExpiry(snapshot, host);
  switch (lockOwner(view)) {
    case 'foreign':
      return life.state === 'live' ? [] : bashLock();
    case 'ours':
    case 'none': {
      if (life.state === 'expired') {
        const { details, owner } = life.record;
        const who = printedName(details.job ?? owner);
        return finding(
          'expired-lease',
          `the lease of ${who} is over, and nobody has taken the host since: bash jobs see its lock`,
          FIX,
          true,
        );
      }
      const isLeft = lockOwner(view) === 'ours' && (life.state === 'free' || life.state === 'lost');
      return isLeft ? finding('left-lock', 'a lock that its lease has left behind', FIX, true) : [];
    }
  }

  function bashLock(): Found[] {
    const byHand = `if no job uses ${host}: rm -- ${quoted(lock)}`;
    if (snapshot.legacy === undefined) {
      return finding('unknown-lock', 'a lock that no record speaks of, in a pool without bash jobs', byHand);
    }
    const endsAtNs = bashLockEndsAtNs(snapshot, view);
    const ageMs = Number((snapshot.wallNs - (view.lockMtimeNs ?? snapshot.wallNs)) / 1_000_000n);
    if (endsAtNs === undefined ? ageMs < STALE_MS : endsAtNs > snapshot.wallNs) return [];
    const older =
      endsAtNs === undefined
        ? 'nobody has said LOCK_TIMEOUT'
        : 'which is more than LOCK_TIMEOUT: whoever comes gets the host';
    return finding('bash-lock', `the lock of a bash job has stood for ${agoText(ageMs)}; ${older}`, byHand);
  }
}

// ---- files of nobody

/** As the program looks at it, but for locks and places that it reads anew. */
function loneHeartbeats(snapshot: Snapshot, { path }: Listing): Found[] {
  const needed = new Set([
    ...snapshot.waiters.map(({ id }) => id),
    ...[...snapshot.hosts.values()].flatMap(({ record }) =>
      record === undefined || record.state === 'free' || record.state === 'lost' ? [] : [record.id],
    ),
  ]);
  return [...snapshot.heartbeats].flatMap(([id, heartbeat]): Found[] => {
    if (needed.has(id)) return [];
    const name = oneLine(id, 64);
    if (heartbeat === 'unreadable') {
      const why = 'a heartbeat that cannot be read, of no place and no lease';
      return [
        {
          what: 'lone-heartbeat',
          host: null,
          name,
          why,
          act: `if no job gives that sign of life: rm -- ${quoted(`${path}/.giveway/${name}.hb`)}`,
          isSafe: false,
        },
      ];
    }
    const ageMs = heartbeatAgeMs(snapshot, id) ?? 0;
    if (ageMs < STALE_MS) return [];
    const why = `a heartbeat of ${agoText(ageMs)} ago, of no place and no lease`;
    return [{ what: 'lone-heartbeat', host: null, name, why, act: FIX, isSafe: true }];
  });
}

function staleFiles({ files, wallMs, path }: Listing): Found[] {
  return files.flatMap(({ name, where, changedAtMs }): Found[] => {
    const ageMs = wallMs - changedAtMs;
    if (where === 'inner' && name.endsWith('.ticket') && ageMs >= STALE_MS) {
      const why = `a ticket of ${agoText(ageMs)} ago: the job that gave way has not come back for its place`;
      const id = name.slice(0, -'.ticket'.length);
      return [{ what: 'old-ticket', host: null, name: id, why, act: FIX, isSafe: true }];
    }
    if (isTemporary(where, name) && ageMs >= TEMPORARY_STAYS_MS) {
      const why = `a temporary file of ${agoText(ageMs)} ago, of a program that was killed`;
      return [{ what: 'temporary', host: null, name, why, act: FIX, isSafe: true }];
    }
    if (where === 'inner' && name === 'redo' && ageMs >= REDO_STAYS_MS) {
      const why = `a commit has been in flight for ${agoText(ageMs)}, which takes milliseconds: nothing changes until it is finished`;
      const act = `free room on the disk, or give this account the right to write; whoever comes next finishes it. A person looks at ${quoted(`${path}/.giveway/redo`)}, and removes nothing`;
      return [{ what: 'redo', host: null, name, why, act, isSafe: false }];
    }
    return [];
  });
}

function isTemporary(where: Place, name: string): boolean {
  return where === 'inner' ? name.startsWith('.tmp.') : name.startsWith('.giveway-tmp.');
}

function strays(listing: Listing): Found[] {
  const isOwnFolder = listing.lockPath === listing.path;
  return listing.files.flatMap((file): Found[] => {
    const { where, name, type } = file;
    const known = where === 'inner' ? isInnerName(name) : isOuterName(name, where === 'lock' || isOwnFolder);
    const isFile = type.startsWith('regular');
    if (name === 'lost+found') return [];
    if (known && isFile) return [];
    const folder = { pool: listing.path, inner: `${listing.path}/.giveway`, lock: listing.lockPath }[where];
    const path = quoted(`${folder}/${oneLine(name)}`);
    const host =
      name.endsWith('.lock') && isHostName(name.slice(0, -'.lock'.length))
        ? name.slice(0, -'.lock'.length)
        : null;
    if (type === 'odd name') {
      const why = "something that is nothing of Giveway's, in whose name are blanks or other odd characters";
      const act = `look what it is: ls -lab ${quoted(folder)}; then move it elsewhere`;
      return [{ what: 'stray', host, name: oneLine(name), why, act, isSafe: false, isAdvice: true }];
    }
    const why = known
      ? `stands where a file must be, but is no file (${oneLine(type, 40)}): the host cannot be had`
      : `something (${oneLine(type, 40)}) that is nothing of Giveway's`;
    const act = `look what it is, then move it elsewhere: mv -- ${path} /tmp/`;
    const stray: Found = { what: 'stray', host, name: oneLine(name), why, act, isSafe: false };
    return [known ? stray : { ...stray, isAdvice: true }];
  });
}

function brokenMode({ isModeReadable, path }: Listing): Found[] {
  if (isModeReadable) return [];
  const file = `${path}/.giveway/legacy`;
  return [
    {
      what: 'broken-record',
      host: null,
      name: 'legacy',
      why: "it must say LOCK_TIMEOUT in seconds or -, then the folder of the locks, which is this pool's: until then nobody can use the pool",
      act: `write it anew: giveway init FOLDER --legacy --lock-timeout TIME, or by hand into ${quoted(file)}`,
      isSafe: false,
    },
  ];
}

function isInnerName(name: string): boolean {
  return (
    ['gen', 'redo', 'journal', 'journal.1', 'legacy'].includes(name) ||
    name.startsWith('.tmp.') ||
    /^[A-Za-z0-9][A-Za-z0-9._-]*\.(lease|hb|ticket)$/.test(name)
  );
}

function isOuterName(name: string, hasLocks: boolean): boolean {
  if (name === 'giveway.json' || name.startsWith('.giveway-tmp.')) return true;
  if (!hasLocks) return false;
  return parseRequestName(name) !== undefined || (name.endsWith('.lock') && isHostName(name.slice(0, -5)));
}

// ---- the folder

const STICKY = 0o1000;
const SETGID = 0o2000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;

function permissions(listing: Listing): Found[] {
  const paths = { pool: listing.path, inner: `${listing.path}/.giveway`, lock: listing.lockPath };
  const wrong = (path: string, why: string, change: string): Found => ({
    what: 'permissions',
    host: null,
    name: oneLine(path),
    why,
    act: `chmod ${change} -- ${quoted(path)}`,
    isSafe: false,
  });
  const inner = listing.files.filter(({ where }) => where === 'inner');
  const isShared = new Set([...inner, ...listing.folders].map(({ uid }) => uid)).size > 1;
  return [
    ...listing.folders.flatMap(({ where, mode }) => {
      const path = paths[where];
      return [
        ...((mode & STICKY) === 0
          ? []
          : [wrong(path, "it is sticky: jobs of other accounts cannot replace each other's files", '-t')]),
        ...((mode & OTHERS_WRITE) === 0
          ? []
          : [wrong(path, 'every account of the machine may write in it, past all rules', 'o-w')]),
        ...((where === 'inner' || (isShared && (mode & GROUP_WRITES) !== 0)) && (mode & SETGID) === 0
          ? [wrong(path, 'its setgid bit is missing: new files get the group of whoever makes them', 'g+s')]
          : []),
      ];
    }),
    // what is overwritten or appended to, where the rest is replaced by renames
    ...inner
      .filter(({ name, mode }) => isShared && isWrittenInPlace(name) && (mode & GROUP_WRITES) === 0)
      .map(({ name }) =>
        wrong(`${paths.inner}/${name}`, 'other accounts of the group cannot write it', 'g+w'),
      ),
  ];
}

function isWrittenInPlace(name: string): boolean {
  return name === 'gen' || name === 'journal' || name.endsWith('.hb');
}

function filesystems({ path, poolFilesystem, lockFilesystem }: Listing, allowNfs: boolean): Found[] {
  const at = (what: FindingKind, why: string, act: string): Found[] => [
    { what, host: null, name: oneLine(path), why, act, isSafe: false },
  ];
  if (poolFilesystem === 'tmpfs' || poolFilesystem === 'ramfs') {
    return at(
      'tmpfs',
      'the pool is on a tmpfs: a reboot forgets who held what, and tokens start again from the clock',
      'make it on a disk: giveway init FOLDER; with bash jobs add --legacy --lock-timeout TIME --locks FOLDER, which may be a tmpfs',
    );
  }
  if (!allowNfs && [poolFilesystem, lockFilesystem].some((name) => name.startsWith('nfs'))) {
    return at(
      'nfs',
      'the pool is on NFS, where locks cannot be trusted: there may be two holders',
      "make it on the bastion's own disk: giveway init FOLDER",
    );
  }
  return [];
}

function unknownTimeout({ legacy }: Snapshot): Found[] {
  if (legacy === undefined || legacy.lockTimeoutMs !== undefined) return [];
  return [
    {
      what: 'no-lock-timeout',
      host: null,
      name: null,
      why: 'bash jobs use this pool, and nobody has said their LOCK_TIMEOUT: a lock that a dead one has left is never taken over',
      act: 'giveway init FOLDER --legacy --lock-timeout TIME, with the LOCK_TIMEOUT of the bash jobs',
      isSafe: false,
    },
  ];
}

// ---- clocks

const SET_CLOCK = 'let the machine keep its clock by NTP (timedatectl set-ntp true)';

function wallClock({ wallMs, committedAtMs, files }: Listing): Found[] {
  const behindMs = Math.max(committedAtMs, ...files.map(({ changedAtMs }) => changedAtMs)) - wallMs;
  if (behindMs < CLOCK_JUMP_MS) return [];
  const why = `the clock stands ${agoText(behindMs)} before what has happened already: it was set back; bash jobs see locks live longer`;
  return [{ what: 'clock', host: null, name: null, why, act: SET_CLOCK, isSafe: false }];
}

function uptimeJump({ heartbeats, uptimeMs, bootId }: Snapshot): Found[] {
  const ahead = [...heartbeats.values()].flatMap((heartbeat) =>
    heartbeat !== 'unreadable' && heartbeat.bootId === bootId ? [heartbeat.uptimeMs - uptimeMs] : [],
  );
  const mostMs = Math.max(0, ...ahead);
  if (mostMs < CLOCK_JUMP_MS) return [];
  const why = `a heartbeat is ${agoText(mostMs)} ahead of the machine's uptime, of the same boot: leases end that much later`;
  const act =
    'ask who runs the machine: is it a container whose /proc/uptime is its own, or was it put back to a snapshot?';
  return [{ what: 'clock', host: null, name: null, why, act, isSafe: false }];
}

// ---- small things

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

function agoText(ms: number): string {
  if (ms < 120_000) return `${Math.floor(ms / 1000)} s`;
  return ms < 2 * 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`;
}
