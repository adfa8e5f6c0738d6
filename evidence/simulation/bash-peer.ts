/** A bash job in virtual time: LEGACY's steps, each a call of its own to the bastion, and none of them under a guard. */
import { parseRequestName } from '../../src/protocol/names';
import { requestFile, type Files } from '../pool-model/files';
import type { Seeded } from '../seeded';
import { Actor } from './actor';
import type { Use } from './oracle';
import type { RoundPlan } from './plan';
import type { World } from './world';

const TRY_EVERY_MS = 60_000;

export interface BashPlan {
  readonly id: string;
  readonly host: string;
  readonly version: { readonly major: number; readonly minor: number };
  /** Older jobs make no waiting file. */
  readonly waits: boolean;
  readonly attempts: number;
  readonly holdMs: number;
  readonly lockTimeoutMs: number;
  /** How long after its look it writes at most: less than the settle time. */
  readonly writeMs: number;
  /** How far its pod's clock is ahead of the bastion's, in ms. */
  readonly aheadMs: number;
}

/**
 * What docs/safety.md asks of bash jobs: each writes within the settle time after its look, waits for longer than that before
 * it confirms, and holds a host for less than LOCK_TIMEOUT.
 */
export function drawBash(
  random: Seeded,
  id: string,
  { hosts, lockTimeoutMs = 0, bashWriteMs, bashMinors }: RoundPlan,
): BashPlan {
  return {
    id,
    host: random.pick(hosts),
    version: { major: 4, minor: random.between(...bashMinors) },
    waits: random.chance(0.8),
    attempts: random.between(5, 40),
    holdMs: Math.min(random.pick([0, 30_000, 120_000, 300_000]), lockTimeoutMs / 2),
    lockTimeoutMs,
    writeMs: bashWriteMs,
    aheadMs: random.between(-1000, 1000),
  };
}

export class BashPeer {
  readonly actor: Actor;
  isOver = false;
  #waitingFile: string | undefined;
  #stamp: string | undefined;
  #use: Use | undefined;

  constructor(
    private readonly world: World,
    readonly plan: BashPlan,
    private readonly random: Seeded,
    private readonly onEnd: (peer: BashPeer) => void,
  ) {
    this.actor = new Actor(world.timeline);
  }

  start(): void {
    this.world.count('bash jobs');
    this.world.note(
      `${this.plan.id} begins at ${this.plan.host}, ${this.plan.version.major}.${this.plan.version.minor}`,
    );
    this.#go().catch((error: unknown) => this.world.oracle.fault(error));
  }

  /** What it has begun on the bastion ends with it. */
  crash(): void {
    if (this.isOver) return;
    this.world.note(`${this.plan.id} crashes`);
    this.actor.die();
    this.#leave();
    this.#end();
  }

  async #go(): Promise<void> {
    const { host, version, waits, attempts } = this.plan;
    if (waits) {
      await this.#call();
      const { wallNs } = this.world.bastion.clocks;
      this.#waitingFile = `${host}.lock.waiting.${this.#nowNs()}.${version.major}.${version.minor}`;
      const file = requestFile(this.#waitingFile, undefined, wallNs);
      this.#change(({ requests }) => ({ requests: new Map(requests).set(file.name.text, file) }));
    }
    for (let left = attempts; left > 0; left -= 1) {
      if (await this.#tries()) {
        await this.#holds();
        break;
      }
      await this.#passes(TRY_EVERY_MS * (0.9 + 0.2 * this.random.next()));
    }
    await this.#call();
    this.#dropWaitingFile();
    this.#end();
  }

  /** Read, test and write are separate. */
  async #tries(): Promise<boolean> {
    const { host, lockTimeoutMs, writeMs } = this.plan;
    await this.#call();
    const nowNs = this.#nowNs();
    const lock = this.#files.locks.get(host);
    const ageNs = lock === undefined ? undefined : nowNs - BigInt(lock.text);
    if (ageNs !== undefined && ageNs < BigInt(lockTimeoutMs) * 1_000_000n) return false;
    await this.#passes(this.random.between(1, this.random.chance(0.6) ? writeMs : 200));
    const stamp = String(nowNs);
    const { wallNs } = this.world.bastion.clocks;
    this.#stamp = stamp;
    this.#change(({ locks }) => ({ locks: new Map(locks).set(host, { text: stamp, mtimeNs: wallNs }) }));
    this.world.note(`${this.plan.id} writes its lock at ${host}`);
    await this.#passes(1.2 * writeMs + this.random.between(100, 3_000));
    if (this.#files.locks.get(host)?.text !== stamp) {
      this.#stamp = undefined;
      return false;
    }
    this.world.oracle.bashConfirmed(stamp, this.plan.id, host);
    await this.#call();
    if (!this.#isHigherWaiting()) return true;
    await this.#call();
    this.#unlock();
    return false;
  }

  async #holds(): Promise<void> {
    const { host, id, holdMs } = this.plan;
    this.#dropWaitingFile();
    this.#use = { host, id, owner: id, token: 0, excuse: () => undefined };
    this.world.count('bash leases');
    this.world.oracle.enter(this.#use);
    // a checkpoint from time to time
    for (let leftMs = holdMs; leftMs > 0; leftMs -= 20_000) {
      await this.#passes(Math.min(20_000, leftMs));
      if (this.#isHigherWaiting()) break;
    }
    this.#leave();
    await this.#call();
    this.#unlock();
  }

  #leave(): void {
    if (this.#use !== undefined) this.world.oracle.leave(this.#use);
    this.#use = undefined;
  }

  /** Whoever owns it by then. */
  #unlock(): void {
    const { host } = this.plan;
    const { oracle } = this.world;
    if (this.#stamp !== undefined) oracle.bashLeft(this.#stamp);
    // its own is gone with a reboot, and this is another's
    if (this.#files.locks.get(host)?.text !== this.#stamp) oracle.rob(host);
    this.#stamp = undefined;
    this.#change(({ locks }) => {
      const left = new Map(locks);
      left.delete(host);
      return { locks: left };
    });
  }

  #dropWaitingFile(): void {
    const name = this.#waitingFile;
    this.#waitingFile = undefined;
    if (name === undefined) return;
    this.#change(({ requests }) => {
      const left = new Map(requests);
      left.delete(name);
      return { requests: left };
    });
  }

  #isHigherWaiting(): boolean {
    const { host, version } = this.plan;
    return [...this.#files.requests.keys()].some((text) => {
      const name = parseRequestName(text);
      if (name?.host !== host || name.queued) return false;
      return name.major > version.major || (name.major === version.major && name.minor > version.minor);
    });
  }

  #end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.world.note(`${this.plan.id} ends`);
    this.onEnd(this);
  }

  get #files(): Files {
    return this.world.bastion.files;
  }

  #change(how: (files: Files) => Partial<Files>): void {
    const { bastion } = this.world;
    bastion.change({ ...bastion.files, ...how(bastion.files) }, undefined);
  }

  /** By the clock of its pod. */
  #nowNs(): bigint {
    return this.world.bastion.clocks.wallNs + BigInt(this.plan.aheadMs) * 1_000_000n;
  }

  /** A call to the bastion, which is tried until it answers. */
  async #call(): Promise<void> {
    do await this.#passes(this.random.between(20, 500));
    while (this.world.bastion.isDown);
  }

  #passes(ms: number): Promise<void> {
    return new Promise((resolve) => this.actor.after(ms, resolve));
  }
}
