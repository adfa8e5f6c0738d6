/**
 * The machine that has the pool, in virtual time: its clocks, its files, and the program under its guard. Files change by
 * the model of the program (evidence/pool-model), where bash jobs look step by step; a program may be stopped or killed
 * between any two steps, and a reboot comes whenever it likes.
 */
import type { BeatResult, CommitResult } from '../../src/pool/pool';
import type { Snapshot } from '../../src/protocol/snapshot';
import { emptyFiles, recordFile, snapshotOf, type Clocks, type Files } from '../pool-model/files';
import { beat, carryOut, plan, raiseGeneration, type CommitRequest, type Step } from '../pool-model/program';
import type { Seeded } from '../seeded';
import type { Mutation } from './mutation';
import type { Timeline, Timer } from './timeline';

/** A change as it arrives, with all that the oracle wants to know of it. */
export interface Arrival {
  readonly by: string;
  readonly request: CommitRequest;
  /** What the decision saw. */
  readonly seen: Snapshot;
}

export type ProgramAnswer =
  | Exclude<CommitResult, { kind: 'conflict' }>
  | { readonly kind: 'conflict'; readonly snapshot: Snapshot }
  /** The program was killed: the connection breaks. */
  | { readonly kind: 'broken' };

/** Whoever watches over the pool; what it throws ends the round. */
export interface Watcher {
  /** Just before a change is made that the program has agreed to, and that shall make `after` of `before`. */
  onAgreed(arrival: Arrival, before: Files, after: Files, clocks: Clocks): void;
  /** After each change of files: of a commit as a whole, or of one of its steps; `by` undefined: a bash job, or nature. */
  onChanged(before: Files, after: Files, by: Arrival | undefined, clocks: Clocks): void;
  /** After a commit is complete, whoever completed it. */
  onComplete(files: Files, clocks: Clocks): void;
  onBeat(id: string, before: Files, after: Files, answer: BeatResult, clocks: Clocks): void;
  /** Something has befallen the program that works for whoever it is. */
  onHit(what: string, by: string): void;
  onRefused(arrival: Arrival, why: string): void;
}

export interface BastionOptions {
  readonly legacy: Snapshot['legacy'];
  readonly watcher: Watcher;
  readonly mutation: Mutation;
  readonly random: Seeded;
}

/** The commit in flight, as `redo` has it. */
interface Redo {
  readonly arrival: Arrival;
  readonly steps: readonly Step[];
  readonly atNs: bigint;
}

const BASE_NS = 1_796_000_000_000_000_000n;
const GUARD_WAIT_MS = 10_000;
const LOCK_STEPS: readonly Step['op'][] = ['link', 'swap', 'drop-lock'];

export class Bastion {
  files: Files;
  /** What becomes of the next commits, set by whoever makes things go wrong. */
  killsNext = false;
  stopsNextForMs = 0;
  isDown = false;
  /** Told after each change that a watching client can see, and at a reboot. */
  readonly onVisible = new Set<() => void>();
  boots = 1;
  #bootedAtMs = -1_000_000;
  #wallAheadNs = 0n;
  #redo: Redo | undefined;
  #guard: symbol | undefined;
  readonly #queue: { readonly start: () => void; readonly timer: Timer }[] = [];

  constructor(
    readonly timeline: Timeline,
    private readonly options: BastionOptions,
  ) {
    this.files = emptyFiles(options.legacy);
  }

  get clocks(): Clocks {
    const { nowMs } = this.timeline;
    return {
      uptimeMs: Math.floor(nowMs - this.#bootedAtMs),
      bootId: `00000000-0000-4000-8000-${String(this.boots).padStart(12, '0')}`,
      wallNs: BASE_NS + BigInt(Math.floor(nowMs * 1e6)) + this.#wallAheadNs,
    };
  }

  get isRedoPending(): boolean {
    return this.#redo !== undefined;
  }

  setWallBy(ms: number): void {
    this.#wallAheadNs += BigInt(ms) * 1_000_000n;
  }

  /** All programs end, and what was on its way to them; `losesLocks`: the folder of the locks is on a tmpfs. */
  reboot(downMs: number, losesLocks: boolean): void {
    this.#guard = undefined;
    for (const { timer } of this.#queue.splice(0)) timer.cancel();
    this.isDown = true;
    this.boots += 1;
    this.#bootedAtMs = this.timeline.nowMs + downMs;
    if (losesLocks) {
      this.change({ ...this.files, locks: new Map(), requests: new Map() }, undefined);
      // their temporary files are gone
      const isLeft = ({ op }: Step): boolean => op !== 'put-request' && op !== 'link' && op !== 'swap';
      if (this.#redo !== undefined) this.#redo = { ...this.#redo, steps: this.#redo.steps.filter(isLeft) };
    }
    this.timeline.at(this.#bootedAtMs, () => (this.isDown = false));
    this.#tellWatchers();
  }

  /** What a bash job does, and what nature does, under no guard. */
  change(after: Files, by: Arrival | undefined): void {
    const before = this.files;
    this.files = after;
    this.options.watcher.onChanged(before, after, by, this.clocks);
    this.#tellWatchers();
  }

  look(reply: (snapshot: Snapshot | undefined) => void): void {
    const read = (): Snapshot => snapshotOf(this.#aged(this.files), this.clocks);
    if (this.#redo === undefined) reply(read());
    else
      this.#enter(
        () => {
          this.#recover();
          reply(read());
          this.#leave();
        },
        () => reply(undefined),
      );
  }

  beat(id: string, hosts: readonly string[], reply: (answer: BeatResult | undefined) => void): void {
    this.#enter(
      () => {
        this.#recover();
        const before = this.files;
        const { files, answer } = beat(this.#aged(before), this.clocks, id, hosts);
        if (answer.kind === 'alive') {
          const own = files.beats.get(id);
          if (own !== undefined) this.files = { ...before, beats: new Map(before.beats).set(id, own) };
        }
        this.options.watcher.onBeat(id, before, this.files, answer, this.clocks);
        reply(answer);
        this.#leave();
      },
      () => reply(undefined),
    );
  }

  commit(arrival: Arrival, reply: (answer: ProgramAnswer) => void): void {
    this.#enter(
      () => this.#commit(arrival, reply),
      () => reply({ kind: 'busy' }),
    );
  }

  #commit(arrival: Arrival, reply: (answer: ProgramAnswer) => void): void {
    this.#recover();
    const { watcher, mutation } = this.options;
    const { clocks } = this;
    const request = mutation.comparesNothing ? { ...arrival.request, seen: [] } : arrival.request;
    const planned = plan(this.#aged(this.files), clocks, request);
    switch (planned.kind) {
      case 'late':
        reply({ kind: 'busy' });
        {
          this.#leave();
          return;
        }
      case 'refused':
        watcher.onRefused(arrival, planned.why);
        {
          this.#leave();
          return;
        }
      case 'conflict':
        if (planned.steps.length > 0) this.change(carryOut(this.files, planned.steps).files, arrival);
        reply({ kind: 'conflict', snapshot: snapshotOf(this.#aged(this.files), this.clocks) });
        {
          this.#leave();
          return;
        }
      case 'planned': {
        const { atNs, answer } = planned;
        const freed = arrival.request.verbs.flatMap((verb) => (verb.verb === 'free' ? verb.hosts : []));
        const steps = [
          ...planned.steps.map((step) =>
            mutation.tokensByClock ? byClock(step, clocks, answer.token) : step,
          ),
          ...(mutation.freesAnyLock ? freed.flatMap((host) => this.#dropLock(host)) : []),
        ];
        watcher.onAgreed(arrival, this.files, carryOut(this.files, steps).files, clocks);
        if (steps.length === 0) {
          reply(answer);
          this.#leave();
          return;
        }
        const token = mutation.tokensByClock && answer.token > 0 ? tokenByClock(clocks) : answer.token;
        this.#redo = { arrival, steps, atNs };
        this.#carryOn((unlinked) => reply({ ...answer, token, unlinked }), reply);
        return;
      }
    }
  }

  /** Step by step where bash jobs look, or where something befalls the program; else as nobody can tell from at once. */
  #carryOn(done: (unlinked: readonly string[]) => void, reply: (answer: ProgramAnswer) => void): void {
    const { random, watcher } = this.options;
    const mine = this.#guard;
    const by = this.#redo?.arrival.by ?? '-';
    const isHit = this.killsNext || this.stopsNextForMs > 0;
    const isWatched = this.files.legacy !== undefined;
    if (!isHit && !(isWatched && this.#redo?.steps.some(({ op }) => LOCK_STEPS.includes(op)) === true)) {
      done(this.#finishRedo());
      this.#leave();
      return;
    }
    const count = this.#redo?.steps.length ?? 0;
    const killedAt = this.killsNext ? random.below(count + 1) : Infinity;
    const stoppedAt = this.stopsNextForMs > 0 ? random.below(count + 1) : Infinity;
    const stopMs = this.stopsNextForMs;
    this.killsNext = false;
    this.stopsNextForMs = 0;
    const next = (index: number, soFar: readonly string[]): void => {
      // the machine has been rebooted meanwhile
      if (this.#guard !== mine) return;
      if (index === killedAt) {
        watcher.onHit(`killed after ${index} of ${count} steps`, by);
        reply({ kind: 'broken' });
        this.#leave();
        return;
      }
      const go = (): void => {
        if (this.#guard !== mine) return;
        const [step, ...rest] = this.#redo?.steps ?? [];
        if (this.#redo === undefined || step === undefined) {
          this.#finishRedo();
          done(soFar);
          this.#leave();
          return;
        }
        const { files, unlinked: more } = carryOut(this.files, [step]);
        const { arrival } = this.#redo;
        this.#redo = { ...this.#redo, steps: rest };
        this.change(files, arrival);
        this.timeline.at(this.timeline.nowMs + 1 + 4 * random.next(), () =>
          next(index + 1, [...soFar, ...more]),
        );
      };
      if (index === stoppedAt) watcher.onHit(`stopped for ${stopMs} ms`, by);
      if (index === stoppedAt) this.timeline.at(this.timeline.nowMs + stopMs, go);
      else go();
    };
    next(0, []);
  }

  /** Whoever comes next under the guard finishes what a killed program began. */
  #recover(): void {
    if (this.options.mutation.forgetsRedo === true) this.#redo = undefined;
    else this.#finishRedo();
  }

  #finishRedo(): readonly string[] {
    const redo = this.#redo;
    if (redo === undefined) return [];
    this.#redo = undefined;
    const { files, unlinked } = carryOut(this.files, redo.steps);
    this.change(raiseGeneration(files, redo.atNs), redo.arrival);
    this.options.watcher.onComplete(this.files, this.clocks);
    return unlinked;
  }

  #enter(start: () => void, onBusy: () => void): void {
    if (this.#guard === undefined) {
      this.#guard = Symbol('guard');
      start();
      return;
    }
    const waiting = {
      start,
      timer: this.timeline.at(this.timeline.nowMs + GUARD_WAIT_MS, () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        onBusy();
      }),
    };
    this.#queue.push(waiting);
  }

  #leave(): void {
    this.#guard = undefined;
    const next = this.#queue.shift();
    if (next === undefined) return;
    next.timer.cancel();
    this.#guard = Symbol('guard');
    next.start();
  }

  #tellWatchers(): void {
    for (const tell of [...this.onVisible]) tell();
  }

  // ---- faults put in on purpose

  #aged(files: Files): Files {
    const { agesBeatsMs } = this.options.mutation;
    if (agesBeatsMs === undefined) return files;
    const beats = [...files.beats].map(
      ([id, one]) => [id, { ...one, uptimeMs: one.uptimeMs - agesBeatsMs }] as const,
    );
    return { ...files, beats: new Map(beats) };
  }

  #dropLock(host: string): Step[] {
    const stamp = this.files.locks.get(host)?.text;
    return stamp === undefined ? [] : [{ op: 'drop-lock', host, stamp }];
  }
}

function tokenByClock({ wallNs }: Clocks): number {
  return Number(wallNs / 1000n);
}

function byClock(step: Step, clocks: Clocks, taken: number): Step {
  if (step.op !== 'put' || step.file.record.token !== taken) return step;
  return { ...step, file: recordFile({ ...step.file.record, token: tokenByClock(clocks) }) };
}
