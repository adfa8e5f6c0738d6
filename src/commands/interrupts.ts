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
  const handlesHangup = !isUnderNohup(env);
  const caught = catchSignals(handlesHangup ? SIGNALS : SIGNALS.filter((name) => name !== 'SIGHUP'));
  if (!handlesHangup) {
    process.on('SIGHUP', ignore);
    return {
      ...caught,
      end: () => {
        caught.end();
        process.off('SIGHUP', ignore);
      },
    };
  }
  const wrappers = wrappersOf(process.pid);
  const timer = setInterval(() => {
    if (wrappers.some(isOrphan)) caught.interrupt('SIGTERM');
  }, PARENT_MS);
  timer.unref();
  return {
    ...caught,
    end: () => {
      clearInterval(timer);
      caught.end();
    },
  };
}

/** From now on these signals abort instead of killing, and nothing else does. */
export function catchSignals(signals: readonly NodeJS.Signals[] = SIGNALS): Interrupts & {
  /** As if this signal had come first. */ readonly interrupt: (name: NodeJS.Signals) => void;
} {
  const controller = new AbortController();
  let further: (name: NodeJS.Signals) => void = () => undefined;
  const interrupt = (name: NodeJS.Signals): void => {
    if (!controller.signal.aborted) controller.abort(new Interrupted(name));
  };
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) further(name);
    else interrupt(name);
  };
  for (const name of signals) process.on(name, onSignal);
  return {
    signal: controller.signal,
    onFurther: (handler) => (further = handler),
    interrupt,
    end: () => {
      for (const name of signals) process.off(name, onSignal);
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
