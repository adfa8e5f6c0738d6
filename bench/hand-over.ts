/** From a release to the next "acquired", and what those who wait cost the bastion meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '../__tests__/protocol/pool-picture';
import { acquire, type AcquireResult } from '../src/lease/acquire';
import { systemClock } from '../src/lease/clock';
import type { FlowContext } from '../src/lease/flow';
import { release } from '../src/lease/release';
import { openPool } from '../src/pool/open';
import { startBastion, type Bastion } from './bastion';
import { costOf } from './cost';
import { summary, type Figure, type Report, type Summary } from './measure';

/** Of one host, all of them flows in this process, each with a connection of its own. */
interface Queue {
  readonly handOver: Summary;
  /** While nothing happens, and while the host goes from one to the next: shares of one core. */
  readonly idleLoad: number;
  readonly busyLoad: number;
  readonly megabytesEach: number;
  readonly processesEach: number;
}

export interface HandOverOptions {
  readonly counts: readonly number[];
  readonly handOvers: number;
  readonly idleS: number;
}

export async function handOverReport({ counts, handOvers, idleS }: HandOverOptions): Promise<Report> {
  // those of one run come from one address, all within seconds: sshd's default would turn most of them away at first
  const bastion = await startBastion({ config: ['MaxStartups 400:30:500'] });
  const figures: Figure[] = [];
  const p95 = new Map<number, number>();
  try {
    for (const count of counts) {
      const queue = await measure(bastion, `h${count}`, { count, handOvers, idleS });
      p95.set(count, queue.handOver.p95);
      figures.push(...figuresOf(count, queue, handOvers, idleS));
    }
  } finally {
    await bastion.stop();
  }
  const [few, many] = [p95.get(10), p95.get(300)];
  if (few !== undefined && many !== undefined) {
    figures.push({ name: 'hand-over p95, 300 waiting beside 10', value: many / few, unit: '×', atMost: 2 });
  }
  return { title: 'Hand-over over SSH, and what waiters cost', comparisons: [], figures };
}

function figuresOf(count: number, queue: Queue, handOvers: number, idleS: number): Figure[] {
  const name = `${count} waiting`;
  const { handOver } = queue;
  return [
    { name: `hand-over, ${name}, median of ${handOvers}`, value: handOver.median, unit: 'ms' },
    {
      name: `hand-over, ${name}, p95`,
      value: handOver.p95,
      unit: 'ms',
      ...(count === 100 ? { atMost: 200 } : {}),
    },
    {
      name: `${name}, idle for ${idleS} s: the bastion’s load`,
      value: 100 * queue.idleLoad,
      unit: '% of a core',
      ...(count === 300 ? { atMost: 25 } : {}),
    },
    {
      name: `${name}, a hand-over every second: its load`,
      value: 100 * queue.busyLoad,
      unit: '% of a core',
    },
    { name: `${name}: memory there (Pss)`, value: queue.megabytesEach, unit: 'MiB each' },
    { name: `${name}: processes there`, value: queue.processesEach, unit: 'each' },
  ];
}

async function measure(
  bastion: Bastion,
  host: string,
  { count, handOvers, idleS }: { readonly count: number; readonly handOvers: number; readonly idleS: number },
): Promise<Queue> {
  const controllers: AbortController[] = [];
  const open: FlowContext[] = [];
  const enter = (): { readonly context: FlowContext; readonly queued: Promise<void> } => {
    let onQueued: () => void = () => undefined;
    const queued = new Promise<void>((resolve) => (onQueued = resolve));
    const controller = new AbortController();
    controllers.push(controller);
    const context = {
      pool: openPool(bastion.pool, { access: bastion.access }),
      clock: systemClock,
      say: ({ type }: { readonly type: string }): void => {
        if (type === 'waiting') onQueued();
      },
      signal: controller.signal,
      random: Math.random,
    };
    open.push(context);
    return { context, queued };
  };
  const ask = (context: FlowContext, id: string): Promise<AcquireResult> =>
    // nobody beats here for a lease: it is to live for as long as this takes
    acquire(context, requestOf(id, { groups: [[host]], ttlMs: 3_600_000 }), { waitTimeoutMs: undefined });

  const first = enter();
  let holder = { id: `${host}-0`, context: first.context };
  await ask(holder.context, holder.id);

  // each tells when it has the host
  let onAcquired: (id: string, context: FlowContext, atMs: number) => void = () => undefined;
  const ends: Promise<unknown>[] = [];
  for (let from = 1; from <= count; from += 25) {
    const ids = Array.from(
      { length: Math.min(25, count + 1 - from) },
      (_, index) => `${host}-${from + index}`,
    );
    await Promise.all(
      ids.map((id) => {
        const { context, queued } = enter();
        const end = ask(context, id).then(
          () => onAcquired(id, context, performance.now()),
          () => undefined,
        );
        ends.push(end);
        return queued;
      }),
    );
  }
  // all have the pace of their place
  await pause(5000);
  const idle = await loadDuring(bastion, () => pause(idleS * 1000));

  const samples: number[] = [];
  const busy = await loadDuring(bastion, async () => {
    for (let turn = 0; turn < handOvers && turn < count; turn += 1) {
      const nextAcquired = new Promise<{ id: string; context: FlowContext; atMs: number }>((resolve) => {
        onAcquired = (id, context, atMs) => resolve({ id, context, atMs });
      });
      await release(holder.context, { id: holder.id });
      const releasedAtMs = performance.now();
      const next = await nextAcquired;
      samples.push(next.atMs - releasedAtMs);
      holder = next;
      await pause(1000);
    }
  });
  const { megabytes, processes } = costOf(bastion.sshd.pid);
  for (const controller of controllers) controller.abort(new Error('measured'));
  await Promise.all(ends);
  await Promise.all(open.map(({ pool }) => pool.close()));
  return {
    handOver: summary(samples),
    idleLoad: idle,
    busyLoad: busy,
    megabytesEach: megabytes / count,
    processesEach: processes / count,
  };
}

/** The share of one core that sshd and all below it used. */
async function loadDuring(bastion: Bastion, action: () => Promise<unknown>): Promise<number> {
  const [before, fromMs] = [costOf(bastion.sshd.pid).cpuS, performance.now()];
  await action();
  return ((costOf(bastion.sshd.pid).cpuS - before) * 1000) / (performance.now() - fromMs);
}
