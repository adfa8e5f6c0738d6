/** A job's way to the pool in virtual time: slow, lossy, cut, and late. It does to each request what a bad network does. */
import { isDeepStrictEqual } from 'node:util';
import {
  OutcomeUnknown,
  PoolUnreachable,
  type BeatResult,
  type CommitResult,
  type Pool,
  type Watched,
  type WatchOptions,
} from '../../src/pool/pool';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import { commitRequest } from '../pool-model/program';
import type { Seeded } from '../seeded';
import type { Actor } from './actor';
import type { Arrival, Bastion } from './bastion';
import type { Mutation } from './mutation';

/** How bad a network is: each as a part of 1, of all requests. */
export interface Weather {
  readonly lostRequests: number;
  readonly lostReplies: number;
  /** Seconds on the way. */
  readonly slow: number;
  /** So long that it comes after its deadline, and after its client has given it up. */
  readonly verySlow: number;
}

export const FAIR_WEATHER: Weather = { lostRequests: 0, lostReplies: 0, slow: 0, verySlow: 0 };

export interface LineOptions {
  /** The request whose process has this line. */
  readonly id: string;
  readonly bastion: Bastion;
  readonly random: Seeded;
  /** As it is now: it clears up one day. */
  readonly weather: () => Weather;
  readonly mutation: Mutation;
  readonly count: (what: string) => void;
}

const OPERATION_MS = 30_000;
const DEADLINE_MS = 10_000;
const AFTER_ABORT_MS = 250;

interface Call {
  readonly fail: (error: Error) => void;
  readonly unclear: () => Error;
}

interface Asking<T> {
  readonly signal: AbortSignal | undefined;
  /** The request has arrived: does it, and replies; undefined: no clear answer. */
  readonly perform: (reply: (answer: T | undefined) => void) => void;
  readonly unclear: () => Error;
  /** What has been sent may be answered for a moment after the signal; a read is broken off at once. */
  readonly patienceMs: number;
}

export class Line implements Pool {
  readonly name = 'pool';
  isDown = false;
  readonly #calls = new Set<Call>();
  readonly #receivedAtMs = new WeakMap<Snapshot, number>();
  readonly #lookedAroundAtMs = new WeakMap<Snapshot, number>();
  /** Requests that have been sent and have neither arrived nor been lost. */
  underWay = 0;

  constructor(
    private readonly actor: Actor,
    private readonly options: LineOptions,
  ) {}

  /** Whatever waits for an answer hears that the connection is gone. */
  cut(): void {
    for (const { fail, unclear } of [...this.#calls])
      this.actor.after(this.#between(1, 50), () => fail(unclear()));
  }

  snapshot(signal?: AbortSignal): Promise<Snapshot> {
    const { bastion } = this.options;
    return this.#ask<Snapshot>({
      signal,
      perform: (reply) => bastion.look(reply),
      unclear: () => new OutcomeUnknown('a look had no answer', undefined),
      patienceMs: 0,
    }).then((snapshot) => this.#received(snapshot));
  }

  async commit(seen: Snapshot, change: Change, signal?: AbortSignal): Promise<CommitResult> {
    const { bastion, count } = this.options;
    const elapsedMs = Math.round(
      this.actor.clock.now() - (this.#receivedAtMs.get(seen) ?? this.actor.clock.now()),
    );
    const request = commitRequest(seen, change, DEADLINE_MS + elapsedMs);
    const arrival: Arrival = { by: this.options.id, request, seen };
    const answer = await this.#ask<CommitResult>({
      signal,
      perform: (reply) =>
        bastion.commit(arrival, (given) => {
          if (given.kind === 'broken') this.cut();
          else reply(given);
        }),
      unclear: () => {
        count('unknown outcomes');
        return new OutcomeUnknown('a commit had no clear answer', request.deadlineUptimeMs);
      },
      patienceMs: AFTER_ABORT_MS,
    });
    return answer.kind === 'conflict' ? { ...answer, snapshot: this.#received(answer.snapshot) } : answer;
  }

  beat(id: string, hosts: readonly string[], signal?: AbortSignal): Promise<BeatResult> {
    const { bastion } = this.options;
    return this.#ask<BeatResult>({
      signal,
      perform: (reply) => bastion.beat(id, hosts, reply),
      unclear: () => new OutcomeUnknown('a heartbeat had no answer', undefined),
      patienceMs: 0,
    });
  }

  /**
   * Looks every `everyMs`, as the real one does; but the looks that would see nothing new are left out, for nobody can tell.
   */
  watch(
    seen: Snapshot,
    { everyMs, untilUptimeMs, blocked }: WatchOptions,
    signal: AbortSignal,
  ): Promise<Watched> {
    const { bastion, random } = this.options;
    const { actor } = this;
    return new Promise((resolve, reject) => {
      const startMs = actor.timeline.nowMs + this.#between(2, 20);
      let timer: { cancel(): void } | undefined;
      let nextMs = Infinity;
      const end = (how: () => void): void => {
        timer?.cancel();
        bastion.onVisible.delete(onVisible);
        signal.removeEventListener('abort', onAbort);
        how();
      };
      const lookAt = (atMs: number): void => {
        if (atMs >= nextMs) return;
        timer?.cancel();
        nextMs = atMs;
        timer = actor.after(Math.max(0, atMs - actor.timeline.nowMs), look);
      };
      const look = (): void => {
        nextMs = Infinity;
        if (this.#isOut() || random.chance(this.options.weather().lostReplies)) {
          end(() =>
            reject(
              this.#isOut() ? this.#unreachable() : new OutcomeUnknown('a look had no answer', undefined),
            ),
          );
          return;
        }
        const { uptimeMs, bootId } = bastion.clocks;
        const isOver = untilUptimeMs !== undefined && uptimeMs >= untilUptimeMs;
        const isOtherBoot = bootId !== seen.bootId;
        const hasNews = bastion.isRedoPending || isNew(seen, bastion);
        const isBlocked =
          blocked !== undefined &&
          !this.#mayLookAround(seen, blocked.forMs) &&
          blocked.by.every((name) => standsAsSeen(name, seen, bastion));
        if (isOver || isOtherBoot || (hasNews && !isBlocked)) {
          end(() => resolve(isOver ? 'due' : 'changed'));
          return;
        }
        if (hasNews) lookAt(actor.timeline.nowMs + everyMs);
        if (untilUptimeMs !== undefined) lookAt(actor.timeline.nowMs + Math.max(1, untilUptimeMs - uptimeMs));
      };
      const onVisible = (): void => {
        if (actor.isDead) return void bastion.onVisible.delete(onVisible);
        const turns = Math.ceil((actor.timeline.nowMs - startMs) / everyMs);
        lookAt(startMs + Math.max(0, turns) * everyMs);
      };
      const onAbort = (): void => end(() => reject(signal.reason as Error));
      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      bastion.onVisible.add(onVisible);
      lookAt(startMs);
    });
  }

  /** It lets those who watch notice that they are cut off. */
  goDown(ms: number): void {
    this.isDown = true;
    this.cut();
    this.actor.timeline.at(this.actor.timeline.nowMs + ms, () => (this.isDown = false));
  }

  journal(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  list(): Promise<never> {
    return Promise.reject(new Error('no flow of the simulation lists a pool'));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #ask<T>({ signal, perform, unclear, patienceMs }: Asking<T>): Promise<T> {
    const { actor } = this;
    const { bastion, random, count } = this.options;
    const { timeline } = actor;
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      let isSettled = false;
      let timeout: { cancel(): void } | undefined;
      const settle = (how: () => void): void => {
        if (isSettled) return;
        isSettled = true;
        timeout?.cancel();
        this.#calls.delete(call);
        signal?.removeEventListener('abort', onAbort);
        how();
      };
      const call: Call = { fail: (error) => settle(() => reject(error)), unclear };
      const onAbort = (): void => {
        if (patienceMs === 0) settle(() => reject(signal?.reason as Error));
        else actor.after(patienceMs, () => settle(() => reject(unclear())));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      if (this.#isOut()) {
        count('request: pool out of reach');
        timeout = actor.after(this.#between(5, 3000), () => settle(() => reject(this.#unreachable())));
        return;
      }
      this.#calls.add(call);
      timeout = actor.after(OPERATION_MS, () => settle(() => reject(unclear())));
      const weather = this.options.weather();
      if (random.chance(weather.lostRequests)) {
        count('request: lost on the way');
        actor.after(this.#between(100, OPERATION_MS), () => call.fail(unclear()));
        return;
      }
      const { boots } = bastion;
      this.underWay += 1;
      timeline.at(timeline.nowMs + this.#delayMs(weather), () => {
        this.underWay -= 1;
        // a reboot has ended what would have taken it
        if (bastion.boots !== boots) return;
        if (isSettled) count('request: taken up after it was given up');
        perform((answer) => {
          if (random.chance(weather.lostReplies)) {
            count('request: reply lost');
            return;
          }
          const backMs = this.#delayMs({ ...weather, verySlow: 0 });
          actor.after(backMs, () =>
            settle(() => (answer === undefined ? reject(unclear()) : resolve(answer))),
          );
        });
      });
    });
  }

  #received(snapshot: Snapshot): Snapshot {
    this.#receivedAtMs.set(snapshot, this.actor.clock.now());
    if (this.options.mutation.seesNoWaiters !== true) return snapshot;
    const own = { ...snapshot, waiters: snapshot.waiters.filter(({ id }) => id === this.options.id) };
    this.#receivedAtMs.set(own, this.actor.clock.now());
    return own;
  }

  /** Once in `forMs` one that is blocked looks at all there is. */
  #mayLookAround(seen: Snapshot, forMs: number): boolean {
    const nowMs = this.actor.clock.now();
    const lastMs = this.#lookedAroundAtMs.get(seen) ?? this.#receivedAtMs.get(seen) ?? -Infinity;
    if (nowMs - lastMs < forMs) return false;
    this.#lookedAroundAtMs.set(seen, nowMs);
    return true;
  }

  #isOut(): boolean {
    return this.isDown || this.options.bastion.isDown;
  }

  #unreachable(): PoolUnreachable {
    return new PoolUnreachable('the pool is out of reach', 500, undefined);
  }

  #delayMs({ slow, verySlow }: Weather): number {
    const { random } = this.options;
    if (random.chance(verySlow)) return this.#between(5_000, 60_000);
    if (random.chance(slow)) return this.#between(200, 4_000);
    return this.#between(2, 60);
  }

  #between(first: number, last: number): number {
    return first + this.options.random.next() * (last - first);
  }
}

function standsAsSeen(name: string, { waiters }: Snapshot, { files }: Bastion): boolean {
  const record = files.requests.get(name)?.record;
  const seen = waiters.flatMap((waiter) => waiter.files).find(({ text }) => text === name);
  return record !== undefined && isDeepStrictEqual(record, seen?.record);
}

/** What the request `look` tells: generation and mode, and in a pool shared with bash jobs locks and names. */
function isNew(seen: Snapshot, { files }: Bastion): boolean {
  if (files.generation !== seen.generation) return true;
  if (files.legacy?.lockTimeoutMs !== seen.legacy?.lockTimeoutMs) return true;
  if (files.legacy === undefined) return false;
  const names = [...seen.hosts.values()].flatMap((view) => view.names);
  const locks = [...seen.hosts.values()].filter(({ lockText }) => lockText !== 'none');
  return (
    names.length !== files.requests.size ||
    names.some((name) => !files.requests.has(name)) ||
    locks.length !== files.locks.size ||
    locks.some(({ host, lockText }) => files.locks.get(host)?.text !== lockText)
  );
}
