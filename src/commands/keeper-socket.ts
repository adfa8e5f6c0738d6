/**
 * How a checkpoint within `run` asks: over a local socket, and so over the connection that `run` has already. Only this one
 * question goes over it, for the command is not given the key, nor what the key may do.
 */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { checkQuit, type CheckResult } from '../lease/check-quit';
import type { FlowContext } from '../lease/flow';
import type { Lease } from '../lease/lease';

export interface KeeperSocket {
  readonly path: string;
  close(): void;
}

/** Whoever asks goes to the pool itself after so long, in ms. */
const ANSWER_MS = 10_000;

/** Answers for this lease in a private folder, until it is closed. Where there can be no socket, nobody answers. */
export function answerChecks(context: FlowContext, lease: Lease, folder: string): KeeperSocket {
  const path = join(folder, 'keeper');
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    void answer(context, lease, socket);
  });
  // a folder whose name is too long for a socket: whoever asks goes to the pool itself
  server.on('error', () => undefined);
  server.listen(path);
  return {
    path,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function answer(context: FlowContext, lease: Lease, socket: Socket): Promise<void> {
  try {
    if ((await firstLine(socket)) !== lease.id) throw new Error('of another lease');
    socket.end(`${JSON.stringify(await checkQuit(context, lease))}\n`);
  } catch {
    // nobody could be asked: whoever waits here finds out why by itself
    socket.destroy();
  }
}

/** Undefined: nobody answers there, or not for this lease. */
export async function askKeeper(
  path: string,
  id: string,
  signal: AbortSignal,
): Promise<CheckResult | undefined> {
  const socket = connect(path);
  const end = (): void => void socket.destroy();
  const timer = setTimeout(end, ANSWER_MS);
  signal.addEventListener('abort', end, { once: true });
  socket.write(`${id}\n`);
  try {
    const line = await firstLine(socket);
    signal.throwIfAborted();
    return line === undefined ? undefined : parseResult(line);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    end();
  }
}

/** Undefined: the other end closed without one, or is not there. */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: socket });
    lines.once('line', resolve);
    // it hands on the socket's own, which shows in its end
    lines.on('error', () => undefined);
    socket.once('close', () => resolve(undefined));
  });
}

function parseResult(line: string): CheckResult | undefined {
  const result = JSON.parse(line) as CheckResult;
  return ['carry-on', 'quit', 'lost'].includes(result.kind) ? result : undefined;
}
