/** Looks at the pool all the while, as one more job would, and judges each picture by itself. */
import { setTimeout as pause } from 'node:timers/promises';
import type { LeaseRecord } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import { lockOwner } from '../../src/protocol/expiry';
import type { Arena } from './arena';

const EVERY_MS = 200;

export class Observer {
  readonly violations = new Set<string>();
  /** Pictures that differ in more than their times. */
  readonly states = new Set<string>();
  looks = 0;
  readonly #tokens = new Map<string, { readonly token: number; readonly id: string }>();
  readonly #over = new AbortController();
  readonly #running: Promise<void>;

  constructor(private readonly arena: Arena) {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      try {
        this.#look(await this.arena.observer.snapshot(signal));
        this.looks += 1;
      } catch {
        // a reboot, a folder that is gone: the next look is a new one
      }
      await pause(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #look(seen: Snapshot): void {
    const records = [...seen.hosts.values()].flatMap(({ host, record }) =>
      record === undefined ? [] : [{ host, record }],
    );
    for (const { host, record } of records) this.#judgeToken(host, record);
    for (const { record } of records) this.#judgeParts(record, records);
    for (const { host, problem } of seen.hosts.values()) {
      if (problem !== undefined) this.violations.add(`(f) the record of ${host} is broken: ${problem}`);
    }
    this.states.add(pictureOf(seen));
  }

  /** (a) tokens never fall, and are never shared. */
  #judgeToken(host: string, { id, token }: LeaseRecord): void {
    const last = this.#tokens.get(host);
    if (last !== undefined && token < last.token) {
      this.violations.add(`(a) the token of ${host} falls from ${last.token} to ${token}`);
    }
    if (last?.token === token && last.id !== id) {
      this.violations.add(`(a) ${id} and ${last.id} have token ${token} of ${host}`);
    }
    this.#tokens.set(host, { token, id });
  }

  /** (j) a lease of several hosts is of all of them, but for those that were taken from it later. */
  #judgeParts(
    { id, token, state, details }: LeaseRecord,
    all: readonly { host: string; record: LeaseRecord }[],
  ): void {
    const groups = details.groups ?? [];
    if (groups.length < 2 || !['held', 'settling', 'quitting'].includes(state)) return;
    for (const host of groups.flat()) {
      const other = all.find((one) => one.host === host)?.record;
      if (other === undefined || other.token < token)
        this.violations.add(`(j) ${id} has some of its hosts, and not ${host}`);
    }
  }
}

function pictureOf(seen: Snapshot): string {
  const hosts = [...seen.hosts.values()].sort((a, b) => (a.host < b.host ? -1 : 1));
  const waiting = seen.waiters
    .map(({ record, version, files }) => [
      record === undefined ? 'bash' : record.priority,
      version.text,
      files.map(({ host, queued }) => `${host}${queued ? 'q' : ''}`).sort(),
    ])
    .map((one) => JSON.stringify(one));
  return JSON.stringify([
    hosts.map((view) => [view.host, view.record?.state, view.record?.version.text, lockOwner(view)]),
    waiting.sort(),
  ]);
}
