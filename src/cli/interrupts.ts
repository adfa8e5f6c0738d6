/** Signals to this process, and the loss of the process that started it. */
import { readFileSync } from 'node:fs';
import { Interrupted } from '../lease/run';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_MS = 500;

export interface Interrupts {
  /** Aborts at the first signal, with Interrupted as its reason. */
  readonly signal: AbortSignal;
  /** Hands on every signal behind the first. */
  readonly onFurther: (handler: (name: NodeJS.Signals) => void) => void;
  readonly end: () => void;
}

/**
 * From now on signals abort instead of killing. A wrapper that dies of a signal without passing it on (`bash -c`, a shell
 * script) orphans this process: that counts as SIGTERM, unless SIGHUP is ignored, as nohup has it, for then it is wanted.
 */
export function catchInterrupts(): Interrupts {
  const controller = new AbortController();
  let further: (name: NodeJS.Signals) => void = () => undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    if (controller.signal.aborted) further(name);
    else controller.abort(new Interrupted(name));
  };
  const handlesHangup = !isHangupIgnored();
  const signals = handlesHangup ? SIGNALS : SIGNALS.filter((name) => name !== 'SIGHUP');
  for (const name of signals) process.on(name, onSignal);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent && !controller.signal.aborted) controller.abort(new Interrupted('SIGTERM'));
  }, PARENT_MS);
  if (!handlesHangup) clearInterval(timer);
  timer.unref();
  return {
    signal: controller.signal,
    onFurther: (handler) => (further = handler),
    end: () => {
      clearInterval(timer);
      for (const name of signals) process.off(name, onSignal);
    },
  };
}

/** Bit 0 of SigIgn is SIGHUP. Where there is no /proc, nothing is known to be ignored. */
function isHangupIgnored(): boolean {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return mask !== undefined && (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
}
