/** Signals to this process, and the loss of the process that started it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Interrupted } from '../lease/run';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_MS = 500;

const ignore = (): void => undefined;

export interface Interrupts {
  /** Aborts at the first signal, with Interrupted as its reason. */
  readonly signal: AbortSignal;
  /** Hands on every signal behind the first. */
  readonly onFurther: (handler: (name: NodeJS.Signals) => void) => void;
  readonly end: () => void;
}

/**
 * From now on signals abort instead of killing. A wrapper that dies of a signal without passing it on (`bash -c`, a shell
 * script) orphans this process: that counts as SIGTERM, unless nohup started it, for then it is wanted.
 */
export function catchInterrupts(env: NodeJS.ProcessEnv): Interrupts {
  const controller = new AbortController();
  let further: (name: NodeJS.Signals) => void = () => undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) further(name);
    else controller.abort(new Interrupted(name));
  };
  const handlesHangup = !isUnderNohup(env);
  const signals = handlesHangup ? SIGNALS : SIGNALS.filter((name) => name !== 'SIGHUP');
  for (const name of signals) process.on(name, onSignal);
  if (!handlesHangup) process.on('SIGHUP', ignore);
  const wrappers = wrappersOf(process.pid);
  const timer = setInterval(() => {
    if (!controller.signal.aborted && wrappers.some(isOrphan)) controller.abort(new Interrupted('SIGTERM'));
  }, PARENT_MS);
  if (!handlesHangup) clearInterval(timer);
  timer.unref();
  return {
    signal: controller.signal,
    onFurther: (handler) => (further = handler),
    end: () => {
      clearInterval(timer);
      for (const name of signals) process.off(name, onSignal);
      process.off('SIGHUP', ignore);
    },
  };
}

interface Child {
  readonly pid: number;
  readonly parent: number;
}

/**
 * This process, and those above it that a wrapper started in turn, each with its parent: `npm run` starts a shell that
 * starts us. They are all of one process group; what is above that, such as the shell of a terminal, may go.
 */
function wrappersOf(self: number): readonly Child[] {
  const group = readProcess(self)?.group;
  const chain: Child[] = [{ pid: self, parent: process.ppid }];
  for (let pid = process.ppid; ;) {
    const { parent = 0, group: its } = readProcess(pid) ?? {};
    if (its !== group || readProcess(parent)?.group !== group) return chain;
    chain.push({ pid, parent });
    pid = parent;
  }
}

function isOrphan({ pid, parent }: Child): boolean {
  return (pid === process.pid ? process.ppid : readProcess(pid)?.parent) !== parent;
}

/** The name may hold spaces and brackets, so the fields count from the last one. Undefined where there is no /proc. */
function readProcess(pid: number): { readonly parent: number; readonly group: number } | undefined {
  try {
    const [, parent, group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(parent), group: Number(group) };
  } catch {
    return undefined;
  }
}

/**
 * That nohup has ignored SIGHUP can't be seen, for Node takes every signal back to its default as it starts. But bash
 * leaves the command that it ran in this variable, and nohup hands it on.
 */
function isUnderNohup(env: NodeJS.ProcessEnv): boolean {
  return basename(env['_'] ?? '') === 'nohup';
}
