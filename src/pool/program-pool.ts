/** A pool whose files are behind a program: what every kind of pool shares, whatever way leads to the program. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isHostName } from '../protocol/host';
import { parseRecord } from '../protocol/record';
import type { Snapshot } from '../protocol/snapshot';
import type { Change } from '../protocol/verbs';
import {
  COMMIT_DEADLINE_MS,
  OutcomeUnknown,
  PoolUnavailable,
  PoolUnreachable,
  type CommitResult,
  type Pool,
  type WatchOptions,
} from './pool';
import {
  openSession,
  prefixed,
  writeError,
  type Caller,
  type Channel,
  type ProgramSession,
  type Reply,
  type RequestOptions,
} from './program-session';
import {
  BadReply,
  formatBeat,
  formatCommit,
  hostOfRequest,
  parseBeat,
  parseCommitted,
  parseListing,
  parseSnapshot,
} from './wire';

export interface ProgramPoolOptions {
  readonly name: string;
  /** Starts the program; called again after a conversation has broken. */
  readonly connect: (signal?: AbortSignal) => Promise<Channel>;
  /** For one request, in ms. */
  readonly operationMs?: number;
  /** How long a reply that is on its way may still take once its signal has aborted, in ms. */
  readonly afterAbortMs?: number;
  /** How long after being sent a commit may still begin, in ms. */
  readonly deadlineMs?: number;
  /** Does a program end for certain with its conversation? Else what it was sent may take effect later. */
  readonly isLocal?: boolean;
}

const READ_TRIES = 3;
/** Most replies need less, also from far away; and whoever was told to stop must be done within seconds. */
const AFTER_ABORT_MS = 250;

export function programPool(options: ProgramPoolOptions): Pool {
  const { name, connect, isLocal = false } = options;
  const { operationMs = 30_000, afterAbortMs = AFTER_ABORT_MS, deadlineMs = COMMIT_DEADLINE_MS } = options;
  let session: Promise<ProgramSession> | undefined;
  let closed = false;
  const isClosed = (): boolean => closed;

  async function start(signal?: AbortSignal): Promise<ProgramSession> {
    const channel = await connect(signal);
    return openSession(channel, { name, timeoutMs: operationMs, afterAbortMs }, signal);
  }

  async function connected(signal?: AbortSignal): Promise<ProgramSession> {
    for (;;) {
      if (isClosed()) throw new PoolUnavailable('fault', `the pool ${name} has been closed`);
      const latest = session;
      const current = await latest?.catch(() => undefined);
      if (current?.isOpen() === true) return current;
      // another call may have connected meanwhile, or closed the pool
      if (session !== latest || isClosed()) continue;
      session = start(signal);
      return session;
    }
  }

  async function request(
    text: string,
    options: RequestOptions,
  ): Promise<Reply & { readonly caller: Caller }> {
    const active = await connected(options.signal);
    const { lines, status } = await active.request(text, options);
    const [word, code = '', ...words] = status.split(' ');
    const detail = words.join(' ');
    if (word === 'error') throw failure(name, code, detail);
    if (word === 'refused')
      throw new PoolUnavailable('refused', `the pool ${name} refused ${code}: ${detail}`);
    return { lines, status, caller: await active.started };
  }

  /** A read changes nothing, so what went wrong on the way is simply tried again. */
  async function read(text: string, signal?: AbortSignal): Promise<Awaited<ReturnType<typeof request>>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await request(text, { signal });
      } catch (error) {
        if (tries >= READ_TRIES || signal?.aborted === true || wasNotSent(error)) throw error;
      }
    }
  }

  async function lines(text: string, signal?: AbortSignal): Promise<readonly string[]> {
    const reply = await read(text, signal);
    if (reply.status === 'ok') return reply.lines;
    throw new OutcomeUnknown(`the pool ${name} gave no answer to ${text}: ${reply.status}`, undefined);
  }

  async function snapshot(signal?: AbortSignal): Promise<Snapshot> {
    let reply = await read('snapshot', signal);
    // it needs the guard where commits come too fast for a look without it
    for (let tries = 1; reply.status === 'busy' && tries < READ_TRIES; tries += 1) {
      reply = await read('snapshot', signal);
    }
    const { lines, caller, status } = reply;
    if (status !== 'ok') throw new OutcomeUnknown(`the pool ${name} gave no snapshot: ${status}`, undefined);
    return parseSnapshot(lines, caller);
  }

  async function commit(seen: Snapshot, change: Change, signal?: AbortSignal): Promise<CommitResult> {
    const deadline = seen.uptimeMs + elapsedSince(seen) + deadlineMs;
    const text = formatCommit(seen, change, deadline);
    const sending = { isSent: false };
    try {
      const { lines, status, caller } = await request(text, {
        signal,
        onSent: () => (sending.isSent = true),
      });
      if (status.startsWith('committed ')) return parseCommitted(status.slice('committed '.length));
      if (status.startsWith('conflict')) {
        return { kind: 'conflict', snapshot: received(parseSnapshot(lines, caller)) };
      }
      if (status === 'busy' || status === 'late') return { kind: 'busy' };
      throw new BadReply(`not a commit's reply: ${status}`);
    } catch (error) {
      const isAborted = signal?.aborted === true;
      if (wasNotSent(error) || (isAborted && !sending.isSent)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      const mayComeLate = sending.isSent && !(isAborted && isLocal);
      const until = mayComeLate ? deadline : undefined;
      throw new OutcomeUnknown(`a commit to the pool ${name} had no clear answer: ${why}`, until, {
        cause: error,
      });
    }
  }

  // when each snapshot came in, so that a deadline on the bastion's clock can be told from ours
  const receivedAt = new WeakMap<Snapshot, number>();
  function received(snapshot: Snapshot): Snapshot {
    receivedAt.set(snapshot, performance.now());
    return snapshot;
  }
  // when those who are blocked last looked at more than what blocks them
  const lookedAround = new WeakMap<Snapshot, number>();
  function elapsedSince(seen: Snapshot): number {
    const at = receivedAt.get(seen);
    return at === undefined ? 0 : Math.round(performance.now() - at);
  }

  return {
    name,
    snapshot: async (signal) => received(await snapshot(signal)),
    commit,
    async beat(id, hosts, signal) {
      const { status } = await request(formatBeat(id, hosts), { signal });
      const result = parseBeat(status);
      if (result === undefined)
        throw new OutcomeUnknown(`a heartbeat had no clear answer: ${status}`, undefined);
      return result;
    },
    async watch(seen, { everyMs, untilUptimeMs, blocked }: WatchOptions, signal) {
      // bash's files change without a commit, maybe before the first look
      const known = filesSeen(seen);
      let lookedAroundAt = lookedAround.get(seen) ?? receivedAt.get(seen) ?? performance.now();
      for (;;) {
        const isDue = blocked !== undefined && performance.now() - lookedAroundAt >= blocked.forMs;
        if (isDue) lookedAroundAt = performance.now();
        lookedAround.set(seen, lookedAroundAt);
        const names = blocked === undefined || isDue ? [] : blocked.by;
        const { lines } = await read(['look', ...names].join(' '), signal);
        const look = lookAt(lines);
        // that clock has started again
        if (look.uptimeMs < seen.uptimeMs) return 'changed';
        const isNew = look.generation !== seen.generation || look.inFlight || look.files !== known;
        // an older program tells nothing of single files
        const isBlocked =
          look.requests.size === 0 ? !isNew : names.every((name) => standsAsSeen(name, look, seen));
        if (!isBlocked) return 'changed';
        const leftMs = untilUptimeMs === undefined ? everyMs : untilUptimeMs - look.uptimeMs;
        if (leftMs <= 0) return 'due';
        await pause(Math.min(everyMs, leftMs), signal);
      }
    },
    journal: (count, signal) => lines(`journal ${count}`, signal),
    list: async (signal) => parseListing(await lines('list', signal)),
    async close() {
      closed = true;
      await (await session?.catch(() => undefined))?.close();
    },
  };
}

interface Look {
  readonly generation: number;
  readonly inFlight: boolean;
  readonly uptimeMs: number;
  /** The mode and, in legacy mode, locks and names; as filesSeen has them. */
  readonly files: string;
  /** The records in the waiting and queue files that were asked for; undefined: it is not there. */
  readonly requests: ReadonlyMap<string, string | undefined>;
}

function lookAt(lines: readonly string[]): Look {
  const [head = '', ...rest] = lines;
  const [word, generation, redo, uptime, legacy] = head.split(' ');
  if (word !== 'look') throw new BadReply(`not a look: ${JSON.stringify(head.slice(0, 200))}`);
  return {
    generation: Number(generation),
    inFlight: redo === 'redo',
    uptimeMs: Number(uptime),
    requests: new Map(
      rest.flatMap((line): [string, string | undefined][] => {
        const [, word, name = '', text] = /^(file|gone) (\S+)(?: (.*))?$/.exec(line) ?? [];
        return word === undefined ? [] : [[name, word === 'file' ? text : undefined]];
      }),
    ),
    files: filesText(
      legacy,
      rest.flatMap((line) => {
        const [word, ...words] = line.split(' ');
        if (word === 'lock') return [words.join(' ')];
        return word === 'names' ? words.filter((name) => isHostName(hostOfRequest(name))) : [];
      }),
    ),
  };
}

/** Is a waiting or queue file there as it was seen, with the same record in it? */
function standsAsSeen(name: string, { requests }: Look, { waiters }: Snapshot): boolean {
  const parsed = parseRecord(requests.get(name) ?? '');
  const seen = waiters.flatMap(({ files }) => files).find(({ text }) => text === name);
  return parsed.kind === 'record' && isDeepStrictEqual(parsed.record, seen?.record);
}

function filesSeen({ legacy, hosts }: Snapshot): string {
  if (legacy === undefined) return filesText('off', []);
  const { lockTimeoutMs } = legacy;
  return filesText(
    lockTimeoutMs === undefined ? '-' : String(lockTimeoutMs / 1000),
    [...hosts.values()].flatMap((view) => [...view.names, `${view.host} ${view.lockText}`]),
  );
}

/** One text for one state: without order, and without locks that are not there. */
function filesText(mode: string | undefined, files: readonly string[]): string {
  const present = files.filter((file) => file !== '' && !file.endsWith(' none'));
  return [mode, ...present.sort()].join('\n');
}

/** Resolves after `ms`; rejects with the signal's reason. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // what it rejects with is a word of its own
    signal.throwIfAborted();
  }
}

/** Did the pool refuse it, or not even get it? Then it has no outcome that could be unknown. */
function wasNotSent(error: unknown): boolean {
  return error instanceof PoolUnavailable || error instanceof PoolUnreachable;
}

/** The program's own words for what it could not do. */
function failure(name: string, code: string, detail: string): Error {
  switch (code) {
    case 'write':
      return prefixed(name, writeError(detail));
    case 'broken-record':
      return new PoolUnavailable(
        'broken-record',
        `the pool ${name} has a record that can't be read: ${detail}`,
      );
    case 'newer-format':
      return new PoolUnavailable(
        'newer-format',
        `the pool ${name} has a record of a newer format, which this version does not read (${detail}): update giveway`,
      );
    case 'gone':
      return new OutcomeUnknown(`the pool ${name}: ${detail}`, undefined);
    case 'missing-tool':
      return new PoolUnavailable('missing-tool', `the pool ${name}: a tool is missing there: ${detail}`);
    case 'stray':
    case 'unreadable':
    case 'guard':
    case 'redo':
      return new PoolUnavailable('permission', `the pool ${name} can't be used: ${detail}`);
    default:
      return new PoolUnavailable('fault', `the pool ${name}: ${code} ${detail}`);
  }
}
