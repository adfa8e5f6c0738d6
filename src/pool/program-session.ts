/**
 * One conversation with the program over a pair of streams: requests go one at a time, each with its own deadline. The
 * same for a program spawned here and for one at the other end of a connection.
 */
import type { Readable, Writable } from 'node:stream';
import { OutcomeUnknown, PoolUnavailable, PoolUnreachable } from './pool';
import { BadReply, PROTOCOL_MAJOR } from './wire';

/** How a program is reached; whoever makes one starts it and can end it. */
export interface Channel {
  readonly input: Writable;
  readonly output: Readable;
  /** Sends the program, where the far end has none of its own and asks for it. */
  readonly load?: () => void;
  /** What the program or its shell said to stderr, for messages. */
  readonly complaints: () => string;
  /** Ends the program at once. Idempotent. */
  destroy(): void;
  /** Lets an idle program end by itself, where its end is a journey away and nobody needs to see it. */
  readonly hangUp?: () => void;
  /** Resolves when nothing more can come. */
  readonly closed: Promise<Ending>;
}

/** The program has ended, by itself or killed; or only the way to it was cut, and it may still be at work. */
export type Ending = 'ended' | 'cut';

export interface Reply {
  readonly lines: readonly string[];
  readonly status: string;
}

export interface Caller {
  readonly role: string;
  readonly tenant: string;
}

export interface ProgramSession {
  /**
   * Resolves with what the program takes this caller for, once it has greeted; rejects if it does not start. Until then
   * what only reads may be sent, for it would travel for as long again if it waited.
   */
  readonly started: Promise<Caller>;
  /**
   * Sends one request and resolves with its reply. Rejects with OutcomeUnknown, BadReply or the signal's reason, at once;
   * but a change that has been sent has its `afterAbortMs` first, for a known outcome is worth more than that.
   */
  request(text: string, options?: RequestOptions): Promise<Reply>;
  readonly isOpen: () => boolean;
  /** Lets the program end by itself, and ends it if it doesn't. */
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Makes it a change: called when it is sent, for from then on it may have taken effect, whatever is heard of it. */
  readonly onSent?: () => void;
}

export interface SessionOptions {
  /** The pool's, for messages. */
  readonly name: string;
  /** For the greeting, and for each request, in ms. */
  readonly timeoutMs: number;
  /**
   * How long a reply may still take once its request's signal has aborted, in ms. The conversation is good for the
   * next request if it comes, and is ended if it doesn't.
   */
  readonly afterAbortMs: number;
}

interface Pending {
  readonly lines: string[];
  readonly sequence: number;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** What a start-up file prints may have no end of line, so it need not stand at the beginning of one. */
const GREETING = /giveway-(?:loader|program \d+\.\d+ .*|error [a-z-]+ .*)$/;
const CLOSE_MS = 1000;
const START_DELAY_MS = 500;

/**
 * Waits for the program's greeting, or until the program has been sent; what a shell prints before it is passed over.
 */
export async function openSession(
  channel: Channel,
  { name, timeoutMs, afterAbortMs }: SessionOptions,
  signal?: AbortSignal,
): Promise<ProgramSession> {
  let pending: Pending | undefined;
  let open = true;
  let sequence = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let greeted: (line: string | undefined) => void = () => undefined;
  const greeting = new Promise<string | undefined>((resolve) => (greeted = resolve));
  let loaded: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => (loaded = resolve));
  let isGreeted = false;
  // what a login shell prints: a reason, where it will not start anything
  let noise = '';

  const fail = (error: Error): void => {
    open = false;
    pending?.reject(error);
    pending = undefined;
  };
  const onLine = (line: string): void => {
    if (!isGreeted) {
      const word = GREETING.exec(line)?.[0];
      if (word === 'giveway-loader') {
        noise = '';
        channel.load?.();
        loaded();
      } else if (word === undefined) {
        noise = `${noise}${line}\n`.slice(-500);
      } else {
        isGreeted = true;
        greeted(word);
      }
      return;
    }
    if (pending === undefined) return;
    if (!line.startsWith('= ')) {
      pending.lines.push(line);
      return;
    }
    const { sequence: expected, lines } = pending;
    const answer = pending;
    const status = /^= (\d+) (.*)$/.exec(line);
    if (status === null || Number(status[1]) !== expected) {
      fail(new BadReply(`a reply out of turn: ${JSON.stringify(line.slice(0, 200))}`));
      channel.destroy();
      return;
    }
    pending = undefined;
    answer.resolve({ lines, status: status[2] ?? '' });
  };
  readLines(channel.output, onLine);
  // a program that is gone shows in `closed`; the stream's own errors would only repeat it
  channel.input.on('error', () => undefined);
  channel.output.on('error', () => undefined);
  let ending: Ending = 'ended';
  const wasCut = (): boolean => ending === 'cut';
  const ended = (): OutcomeUnknown =>
    new OutcomeUnknown(
      `${wasCut() ? 'the connection was lost' : 'the program ended'}${withReason(channel.complaints())}`,
      undefined,
    );
  void channel.closed.then((how) => {
    ending = how;
    if (!isGreeted) greeted(undefined);
    // one that has not started says why, and that is what its requests have to hear
    void started.then(
      () => fail(ended()),
      () => undefined,
    );
  });

  const send = (text: string, requestSignal: AbortSignal | undefined): Promise<Reply> => {
    sequence += 1;
    const own = sequence;
    const reply = new Promise<Reply>((resolve, reject) => {
      pending = { lines: [], sequence: own, resolve, reject };
      channel.input.write(`${own} ${text}\n`);
    });
    return bounded(reply, { timeoutMs, afterAbortMs }, requestSignal, (error) => {
      // the reply may still come: this conversation can't be used any more
      fail(error);
      channel.destroy();
    });
  };

  const start = async (): Promise<Caller> => {
    let line: string | undefined;
    try {
      line = await bounded(greeting, { timeoutMs, afterAbortMs: 0 }, signal, () => channel.destroy());
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      throw notStarted(`within ${timeoutMs / 1000} s`, error);
    }
    if (line === undefined) {
      const reason = withReason(`${noise}${channel.complaints()}`);
      if (wasCut()) throw notStarted(`before the connection was lost${reason}`);
      throw new PoolUnavailable('fault', `the program did not start${reason}`);
    }
    return readGreeting(line, channel);
  };
  const started = start().catch((error: unknown) => {
    throw error instanceof PoolUnavailable ? prefixed(name, error) : error;
  });
  started.catch((error: unknown) => fail(asError(error)));
  await Promise.race([started, loading]);
  return {
    started,
    isOpen: () => open,
    request(text, { signal: requestSignal, onSent } = {}) {
      let isChanging = false;
      const reply = queue.then(async () => {
        if (onSent !== undefined) await started;
        requestSignal?.throwIfAborted();
        if (!open) throw ended();
        isChanging = onSent !== undefined;
        onSent?.();
        return send(text, requestSignal);
      });
      queue = reply.catch(() => undefined);
      return unlessAborted(reply, requestSignal, () => !isChanging);
    },
    async close() {
      open = false;
      if (pending === undefined && channel.hangUp !== undefined) channel.hangUp();
      else channel.input.end();
      const timer = setTimeout(() => channel.destroy(), CLOSE_MS);
      await channel.closed;
      clearTimeout(timer);
    },
  };
}

/** Settles as the promise does, or rejects at a time-out or after the signal, whichever is first; then `onFailure` runs. */
async function bounded<T>(
  promise: Promise<T>,
  { timeoutMs, afterAbortMs }: Omit<SessionOptions, 'name'>,
  signal: AbortSignal | undefined,
  onFailure: (error: Error) => void,
): Promise<T> {
  let stop: () => void = () => undefined;
  const cut = new Promise<never>((_, reject) => {
    const giveUp = (error: Error): void => {
      onFailure(error);
      reject(error);
    };
    const timers = [
      setTimeout(
        () => giveUp(new OutcomeUnknown(`no reply within ${timeoutMs / 1000} s`, undefined)),
        timeoutMs,
      ),
    ];
    const onAbort = (): void => {
      const abandonIt = (): void => giveUp(asError(signal?.reason));
      if (afterAbortMs === 0) abandonIt();
      else timers.push(setTimeout(abandonIt, afterAbortMs));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    stop = () => {
      timers.forEach(clearTimeout);
      signal?.removeEventListener('abort', onAbort);
    };
    if (signal?.aborted === true) onAbort();
  });
  try {
    return await Promise.race([promise, cut]);
  } finally {
    stop();
  }
}

/** Settles as the promise does, or rejects at the signal, if it may by then. */
function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  mayReject: () => boolean,
): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      if (mayReject()) reject(asError(signal.reason));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}

/** Hands each line on as soon as it is complete; an unfinished last line is not a line. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    rest.push(first);
    for (const other of others) {
      const line = rest.join('');
      rest = [other];
      onLine(line);
    }
  });
}

function readGreeting(line: string, channel: Channel): Caller {
  const [word, first = '', ...others] = line.split(' ');
  if (word === 'giveway-error') {
    channel.destroy();
    throw startError(first, others.join(' '));
  }
  if (Number(first.split('.')[0]) !== PROTOCOL_MAJOR) {
    channel.destroy();
    throw new PoolUnavailable(
      'newer-format',
      `the program speaks protocol ${first}, this client ${PROTOCOL_MAJOR}: update the older of the two`,
    );
  }
  const [role = 'job', tenant = '-'] = others;
  return { role, tenant };
}

function withReason(text: string): string {
  return text.trim() === '' ? '' : `: ${text.trim()}`;
}

/** Nothing has been sent yet, so there is no outcome that could be unknown. */
function notStarted(when: string, cause?: Error): PoolUnreachable {
  return new PoolUnreachable(`the program did not start ${when}`, START_DELAY_MS, undefined, { cause });
}

/** What the program says before it takes requests. */
function startError(code: string, detail: string): PoolUnavailable {
  switch (code) {
    case 'no-folder':
      return new PoolUnavailable(
        'no-folder',
        `${detail}. Make it first, so that a misspelt name makes no second pool`,
      );
    case 'missing-tool':
      return new PoolUnavailable('missing-tool', `a tool is missing there: ${detail}. Install it`);
    case 'nfs':
      return new PoolUnavailable(
        'nfs',
        `${detail}. Move it to a local disk, or accept the risk with --allow-nfs`,
      );
    case 'write':
      return writeError(detail);
    case 'unreadable':
      return new PoolUnavailable('permission', detail);
    default:
      return new PoolUnavailable('fault', `${code}: ${detail}`);
  }
}

/** From the system's own words for a failed write. */
export function writeError(detail: string): PoolUnavailable {
  if (/no space|quota/i.test(detail)) {
    return new PoolUnavailable('no-space', `nothing was written (${detail}): free some space there`);
  }
  return new PoolUnavailable(
    'permission',
    `it can't be written (${detail}): check the folder's owner and mode`,
  );
}

/** Says which pool it was. */
export function prefixed(name: string, error: PoolUnavailable): PoolUnavailable {
  return new PoolUnavailable(error.reason, `the pool ${name}: ${error.message}`, { cause: error });
}
