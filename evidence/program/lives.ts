/**
 * Lives of a pool: random changes by a few jobs, from pictures that may be old, with time passing, a wall clock that is
 * set, and bash jobs in between. Rules of which files may change under what circumstances are held against every step.
 */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { change, free, keep, renew, take, wait } from '../../__tests__/pool/changes';
import { BOOT, NEXT_BOOT, TestBed } from '../../__tests__/pool/test-bed';
import { putScript, toolPath } from '../../__tests__/pool/toolbox';
import { directoryPool } from '../../src/pool/directory';
import { OutcomeUnknown, PoolUnavailable, type Pool } from '../../src/pool/pool';
import type { LeaseRecord } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change, Verb } from '../../src/protocol/verbs';
import { inTurn } from '../in-turn';
import { seeded, type Seeded } from '../seeded';
import { Violation } from './violation';

const HOSTS = ['h1', 'h2'];
const TTL_MS = 120_000;
const REST_MS = 15_000;
const LOCK_TIMEOUT_S = 4 * 3_600;
/** How far the programs' wall clocks are from this one's at most. */
const CLOCKS_S = 3_600;
/** c2 is a later attempt of c; each may come again under further ids, such as c2-7. */
const WHO: ReadonlyMap<string, { readonly owner: string; readonly attempt: number }> = new Map([
  ['a', { owner: 'one', attempt: 1 }],
  ['b', { owner: 'two', attempt: 1 }],
  ['c', { owner: 'three', attempt: 1 }],
  ['c2', { owner: 'three', attempt: 2 }],
]);

function whoIs(id: string): { readonly id: string; readonly owner: string; readonly attempt: number } {
  const who = WHO.get(id.split('-')[0] ?? '');
  if (who === undefined) throw new TypeError(`nobody: ${id}`);
  return { id, ...who };
}

const IDS = [...WHO.keys()];

/** So many steps, drawn from the seed; throws a Violation. Resolves with how the changes were answered. */
export async function live(
  seed: number,
  program: string,
  shell: readonly string[],
  steps = 40,
): Promise<ReadonlyMap<string, number>> {
  const life = new Life(seed, program, shell);
  try {
    await life.begin();
    for (let step = 0; step < steps; step += 1) await life.step();
    return life.answers;
  } finally {
    await life.end();
  }
}

class Life {
  readonly answers = new Map<string, number>();
  readonly #random: Seeded;
  readonly #bed: TestBed;
  readonly #pools: Pool[] = [];
  readonly #pictures: Snapshot[] = [];
  readonly #tokens = new Map<string, number>();
  readonly #story: string[] = [];
  #ids = 0;
  #boot = BOOT;

  constructor(
    private readonly seed: number,
    program: string,
    private readonly shell: readonly string[],
  ) {
    this.#random = seeded(seed);
    let opened = 0;
    this.#bed = new TestBed(({ folder, settings }) => {
      // the second one's wall clock is an hour ahead, the third's behind
      const hours = [0, 1, -1][opened % 3] ?? 0;
      opened += 1;
      return directoryPool({
        folder,
        settings: [...settings, 'guard-wait=20'],
        shell,
        program,
        env: { PATH: this.#pathWith(hours) },
      });
    });
  }

  /** The program asks `date` for the wall clock, and nothing else. */
  #pathWith(hours: number): string {
    const folder = join(this.#bed.root, `clock${hours}`);
    mkdirSync(folder);
    putScript(folder, 'date', `exec '${toolPath('date')}' -d '${hours} hours' "$@"`);
    return `${folder}:${process.env['PATH'] ?? ''}`;
  }

  async begin(): Promise<void> {
    this.#pools.push(this.#bed.open(), this.#bed.open(), this.#bed.open());
    if (this.#random.chance(0.5)) {
      const verb = { verb: 'legacy', lockTimeoutS: LOCK_TIMEOUT_S, folder: undefined } as const;
      await this.#pool.commit(await this.#pool.snapshot(), { hosts: [], verbs: [verb] });
    }
    this.#pictures.push(await this.#pool.snapshot());
  }

  end(): Promise<void> {
    return this.#bed.dispose();
  }

  get #pool(): Pool {
    return inTurn(this.#pools, 0);
  }

  async step(): Promise<void> {
    const random = this.#random;
    const before = await this.#pool.snapshot();
    this.#pictures.push(before);
    switch (random.below(before.legacy === undefined ? 10 : 12)) {
      case 0:
        this.#bed.advance(
          random.pick([1_000, 60_000, TTL_MS - 1_000, TTL_MS + 5_000, TTL_MS + REST_MS + 1_000]),
        );
        return;
      case 1:
        if (random.chance(0.2)) this.#reboot();
        return;
      case 2:
      case 3:
        await this.#beat(before);
        return;
      case 10:
        this.#bashWrites(before);
        return;
      case 11:
        rmSync(this.#bed.path(`${random.pick(HOSTS)}.lock`), { force: true });
        return;
      default:
        await this.#commit(before);
    }
  }

  #reboot(): void {
    this.#boot = this.#boot === BOOT ? NEXT_BOOT : BOOT;
    this.#bed.setBoot(this.#boot);
    this.#bed.setUptime(30_000);
  }

  /** A bash job overwrites whatever lock is there, as a late one does. */
  #bashWrites(before: Snapshot): void {
    const path = this.#bed.path(`${this.#random.pick(HOSTS)}.lock`);
    const ageS = this.#random.pick([0, 60, 2 * LOCK_TIMEOUT_S]);
    const atNs = before.wallNs - BigInt(ageS) * 1_000_000_000n;
    writeFileSync(path, `${String(atNs)}\n`);
    const at = Number(atNs) / 1e9;
    utimesSync(path, at, at);
  }

  async #beat(before: Snapshot): Promise<void> {
    const id = this.#random.pick(this.#present(before));
    const held = heldBy(before, id);
    const { kind } = await this.#any().beat(id, held);
    this.#story.push(`beat ${id} ${held.join(',')}: ${kind}`);
    this.#count(kind);
    const records = held.flatMap((host) => before.hosts.get(host)?.record ?? []);
    const isOver = records.some((record) => isPast(before, record, 0));
    if (kind === 'alive' && isOver)
      throw this.#violation(`a heartbeat of ${id}, whose lease has expired, was taken`);
    if (kind === 'expired' && !isOver) throw this.#violation(`${id} was called expired, and is not`);
    this.#judge(before, await this.#pool.snapshot(), id, []);
  }

  async #commit(before: Snapshot): Promise<void> {
    const random = this.#random;
    const id = random.pick(this.#present(before));
    const seen = random.chance(0.25) ? random.pick(this.#pictures.slice(-4)) : before;
    const wanted = this.#change(before, id);
    const [verb] = wanted.verbs;
    // what is not done by the one whose files they are
    const by =
      verb === undefined || verb.verb === 'clear'
        ? id
        : 'who' in verb
          ? verb.who.id
          : 'id' in verb
            ? verb.id
            : id;
    this.#story.push(
      JSON.stringify(wanted, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
    const answer = await this.#any()
      .commit(seen, wanted)
      .then(
        ({ kind }) => kind,
        (error: unknown) => {
          if (error instanceof PoolUnavailable || error instanceof OutcomeUnknown) return error.message;
          throw error;
        },
      );
    this.#story.push(`  ${answer}`);
    this.#count(answer.split(' ')[0] ?? '');
    const after = await this.#pool.snapshot();
    if (answer !== 'committed' && textOf(after) !== textOf(before)) {
      throw this.#violation(`answered by ${answer}, and changed`);
    }
    const stale = wanted.hosts.find((host) => viewText(seen, host) !== viewText(before, host));
    if (answer === 'committed' && stale !== undefined) {
      throw this.#violation(`${stale} was decided upon from an old picture, and changed`);
    }
    this.#judge(before, after, by, wanted.verbs);
    if (verb?.verb === 'take' && seen === before && answer !== 'committed' && this.#mayTake(before, verb)) {
      throw this.#violation(`a host that may be taken was not: ${answer}`);
    }
  }

  /** Any host of it is free, or its lease is over, and no bash job's lock stands there. */
  #mayTake(before: Snapshot, verb: Extract<Verb, { verb: 'take' }>): boolean {
    const isRight = verb.state === (before.legacy === undefined ? 'held' : 'settling') && verb.from === 'new';
    return (
      isRight &&
      !before.heartbeats.has(verb.who.id) &&
      verb.hosts.every((host) => {
        const view = before.hosts.get(host);
        const record = view?.record;
        const lock = view?.lockText ?? 'none';
        const isOurs = lock === 'none' || (record !== undefined && isStampOf(record, lock));
        return isOurs && (record === undefined || !isLive(record) || isPast(before, record, REST_MS));
      })
    );
  }

  /** What changed, and may it? */
  #judge(before: Snapshot, after: Snapshot, by: string, verbs: readonly Verb[]): void {
    for (const host of HOSTS) {
      const [old, now] = [before.hosts.get(host), after.hosts.get(host)];
      const [oldRecord, newRecord] = [old?.record, now?.record];
      const [oldLock, newLock] = [old?.lockText ?? 'none', now?.lockText ?? 'none'];
      if (now?.problem !== undefined) throw this.#violation(`${host}: ${now.problem}`);
      if (old?.recordText !== now?.recordText && newRecord !== undefined) {
        this.#judgeRecord(before, host, oldRecord, newRecord, by, verbs);
      }
      if (oldLock === newLock) continue;
      const isOurs = oldLock === 'none' || (oldRecord !== undefined && isStampOf(oldRecord, oldLock));
      if (!isOurs && !this.#isBashOver(before, host))
        throw this.#violation(`the lock of ${host} was a bash job's`);
      if (newLock !== 'none' && newLock !== String(newRecord?.stampNs)) {
        throw this.#violation(`${host} has the lock ${newLock}, which is no lease's`);
      }
    }
    for (const waiter of before.waiters) {
      if (waiter.record === undefined || waiter.id === by) continue;
      const isThere = after.waiters.some(
        ({ id, files }) => id === waiter.id && files.length === waiter.files.length,
      );
      const { record } = waiter;
      const isDead = beatAgeMs(before, waiter.id) > record.ttlMs;
      const kept = heldBy(after, waiter.id);
      const hadLease = heldBy(before, waiter.id).some((host) => !kept.includes(host));
      if (!isThere && !isDead && !hadLease && record.owner !== whoIs(by).owner) {
        throw this.#violation(`${by} removed the place of ${waiter.id}, which is alive`);
      }
    }
  }

  #judgeRecord(
    before: Snapshot,
    host: string,
    old: LeaseRecord | undefined,
    now: LeaseRecord,
    by: string,
    verbs: readonly Verb[],
  ): void {
    const highest = this.#tokens.get(host) ?? 0;
    const isNew = now.id !== old?.id || now.token !== old.token;
    if (isNew ? now.token <= highest : now.token < highest) {
      throw this.#violation(`${host} has token ${now.token} after ${highest}`);
    }
    this.#tokens.set(host, now.token);
    if (old === undefined || !isLive(old) || old.id === by) return;
    const losing = verbs.some((verb) => verb.verb === 'lose' && verb.host === host);
    const lock = before.hosts.get(host)?.lockText ?? 'none';
    if (losing && now.state === 'lost' && lock !== 'none' && !isStampOf(old, lock)) return;
    const isSameJob = old.owner === whoIs(by).owner && old.attempt <= whoIs(by).attempt;
    if (isSameJob || isPast(before, old, REST_MS)) return;
    throw this.#violation(`${by} ended the lease of ${old.id} on ${host}, which is alive`);
  }

  #isBashOver(before: Snapshot, host: string): boolean {
    const view = before.hosts.get(host);
    if (view?.lockMtimeNs === undefined) return false;
    const ageNs = before.wallNs - view.lockMtimeNs;
    return ageNs >= BigInt(LOCK_TIMEOUT_S - CLOCKS_S) * 1_000_000_000n;
  }

  #change(before: Snapshot, id: string): Change {
    const random = this.#random;
    const hosts = random.pick([['h1'], ['h1'], ['h2'], ['h1', 'h2']]);
    const held = heldBy(before, id);
    const state = before.legacy === undefined ? 'held' : 'settling';
    const from = before.heartbeats.has(id) ? 'waiting' : 'new';
    const who = whoIs(id);
    const waiter = before.waiters.find((one) => one.record !== undefined && one.id !== id);
    switch (random.below(held.length > 0 ? 14 : 7)) {
      case 0:
      case 1:
        return wait(id, hosts, { who, target: random.pick([undefined, ...hosts]) });
      case 2:
        return change([], { verb: 'unwait', id, arrivalNs: undefined });
      case 3:
        return waiter === undefined
          ? change([], { verb: 'target', id, host: random.pick([undefined, ...HOSTS]) })
          : change([], { verb: 'clear', id: waiter.id, name: waiter.files[0]?.text ?? '' });
      case 4:
      case 5:
      case 6: {
        // in most cases with a name of its own, for one that has been used takes nothing
        const fresh = random.chance(0.6)
          ? { ...who, id: `${id.split('-')[0] ?? id}-${(this.#ids += 1)}` }
          : who;
        return take(fresh.id, hosts, { who: fresh, state, from: fresh === who ? from : 'new' });
      }
      case 7:
      case 8:
        return free(id, held, { leave: random.pick(['end', 'end', 'place'] as const) });
      case 9:
        return renew(id, held);
      case 10:
        return keep(id, 300_000, {}, held);
      case 11:
        return change(held, { verb: 'held', id, hosts: held });
      case 12:
        return change([], { verb: 'lose', host: random.pick(HOSTS) });
      default:
        return change(held, { verb: 'expire', host: random.pick(HOSTS), details: {} });
    }
  }

  /** Ids that are in the pool, and those that could come. */
  #present(before: Snapshot): string[] {
    const holders = [...before.hosts.values()].flatMap(({ record }) =>
      record !== undefined && isLive(record) ? [record.id, record.id] : [],
    );
    return [...IDS, ...holders];
  }

  #any(): Pool {
    return this.#random.pick(this.#pools);
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  #violation(what: string): Violation {
    return new Violation(
      `${what} (seed ${this.seed}, ${this.shell.join(' ')})\n${this.#story.slice(-14).join('\n')}`,
    );
  }
}

function isLive({ state }: LeaseRecord): boolean {
  return state === 'held' || state === 'settling' || state === 'quitting';
}

function isStampOf(record: LeaseRecord, lock: string): boolean {
  return lock === String(record.stampNs) || lock === String(record.previousStampNs);
}

function heldBy({ hosts }: Snapshot, id: string): string[] {
  return HOSTS.filter((host) => {
    const record = hosts.get(host)?.record;
    return record?.id === id && isLive(record);
  });
}

/** Infinity where there is none. */
function beatAgeMs({ heartbeats, uptimeMs, bootId }: Snapshot, id: string): number {
  const beat = heartbeats.get(id);
  if (beat === undefined || beat === 'unreadable') return Infinity;
  return uptimeMs - (beat.bootId === bootId ? beat.uptimeMs : 0);
}

function isPast(seen: Snapshot, { id, ttlMs, until }: LeaseRecord, moreMs: number): boolean {
  const restMs = moreMs === 0 ? 0 : Math.min(moreMs, ttlMs / 8);
  const startMs = until.bootId === seen.bootId ? until.startMs : 0;
  return beatAgeMs(seen, id) > ttlMs + restMs || seen.uptimeMs > startMs + until.durationMs + restMs;
}

function viewText({ hosts }: Snapshot, host: string): string {
  const view = hosts.get(host);
  return `${view?.recordText ?? '-'}\n${view?.lockText ?? 'none'}\n${(view?.names ?? []).join(' ')}`;
}

/** Everything but heartbeats and clocks. */
function textOf(seen: Snapshot): string {
  return [...seen.hosts.keys()]
    .sort()
    .map((host) => viewText(seen, host))
    .join('\n');
}
