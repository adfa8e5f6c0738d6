/** What a bash job can do next: LEGACY's steps, each a call of its own to the bastion, and none of them under a guard. */
import { parseRequestName } from '../../src/protocol/names';
import { requestFile, type Files } from '../pool-model/files';
import type { Move } from './search';
import { clocksOf, LOCK_TIMEOUT_MS, spend, withBash, type BashJob, type World } from './world';

const HOST = 'h1';

export function bashMoves(world: World, bash: BashJob): Move<World>[] {
  const step = nextStep({ ...world, draws: world.draws + 1 }, bash);
  return [...step, ...dies(world, bash)];
}

/** At most one: a bash job has no choice. */
function nextStep(world: World, bash: BashJob): Move<World>[] {
  const name = `bash ${bash.index}`;
  const { files, nowMs } = world;
  const { wallNs } = clocksOf(world);
  const lock = files.locks.get(HOST);
  switch (bash.phase) {
    case 'new': {
      if (!bash.waits) return [{ name: `${name} begins`, to: withBash(world, { ...bash, phase: 'trying' }) }];
      const { major, minor } = bash.version;
      const waitingFile = `${HOST}.lock.waiting.${wallNs}.${major}.${minor}`;
      const requests = new Map(files.requests).set(waitingFile, requestFile(waitingFile, undefined, wallNs));
      const to = withBash(withFiles(world, { requests }), { ...bash, phase: 'trying', waitingFile });
      return [{ name: `${name} makes its waiting file`, to }];
    }
    case 'trying': {
      const ageNs = lock === undefined ? undefined : wallNs - BigInt(lock.text);
      if (ageNs !== undefined && ageNs < BigInt(LOCK_TIMEOUT_MS) * 1_000_000n) return [];
      return [{ name: `${name} finds no live lock`, to: withBash(world, { ...bash, phase: 'tested' }) }];
    }
    case 'tested': {
      const stamp = String(wallNs);
      const locks = new Map(files.locks).set(HOST, { text: stamp, mtimeNs: wallNs });
      const wrote: BashJob = { ...bash, phase: 'wrote', stamp, wroteAtMs: nowMs };
      return [{ name: `${name} writes its lock`, to: withBash(withFiles(world, { locks }), wrote) }];
    }
    case 'wrote': {
      if (world.options.bashConfirmsLate && nowMs === bash.wroteAtMs) return [];
      const isOwn = lock?.text === bash.stamp;
      const to = withBash(world, { ...bash, phase: isOwn ? 'confirmed' : 'trying' });
      return [{ name: isOwn ? `${name} confirms its lock` : `${name} finds another lock than its own`, to }];
    }
    case 'confirmed': {
      if (highestWaiting(files, bash) !== undefined) {
        return [
          { name: `${name} sees a higher waiter`, to: withBash(world, { ...bash, phase: 'yielding' }) },
        ];
      }
      const requests = new Map(files.requests);
      if (bash.waitingFile !== undefined) requests.delete(bash.waitingFile);
      const to = withBash(withFiles(world, { requests }), {
        ...bash,
        phase: 'holding',
        waitingFile: undefined,
      });
      return [{ name: `${name} has the host`, to }];
    }
    case 'yielding':
      return [{ name: `${name} gives its lock back`, to: withoutLock(world, { ...bash, phase: 'trying' }) }];
    case 'holding':
      return [{ name: `${name} ends its work`, to: withBash(world, { ...bash, phase: 'leaving' }) }];
    case 'leaving':
      // whoever owns it by then
      return [{ name: `${name} removes the lock`, to: withoutLock(world, { ...bash, phase: 'over' }) }];
    case 'over':
    case 'dead':
      return [];
  }
}

function withFiles(world: World, changed: Partial<Files>): World {
  return { ...world, files: { ...world.files, ...changed } };
}

function withoutLock(world: World, bash: BashJob): World {
  const locks = new Map(world.files.locks);
  locks.delete(HOST);
  return withBash(withFiles(world, { locks }), bash);
}

/** The highest version that waits, if it is above the job's own: as bash reads the names. */
function highestWaiting({ requests }: Files, { version }: BashJob): string | undefined {
  for (const text of requests.keys()) {
    const name = parseRequestName(text);
    if (name?.host !== HOST || name.queued) continue;
    if (name.major > version.major || (name.major === version.major && name.minor > version.minor))
      return text;
  }
  return undefined;
}

function dies(world: World, bash: BashJob): Move<World>[] {
  if (bash.phase === 'over' || bash.phase === 'dead') return [];
  const spent = spend(world, 'crashes');
  if (spent === undefined) return [];
  return [{ name: `bash ${bash.index} dies`, to: withBash(spent, { ...bash, phase: 'dead' }) }];
}

/** Between these steps no more time passes than a call to the bastion takes: a job that stops there is not promised anything. */
export function isInHaste({ options, nowMs }: World, { phase, wroteAtMs }: BashJob): boolean {
  if (phase === 'tested') return options.bashWritesSoon;
  if (phase === 'wrote') return nowMs > wroteAtMs;
  return phase === 'confirmed' || phase === 'yielding' || phase === 'leaving';
}
