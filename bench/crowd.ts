/** Many clients that come in one instant to an sshd as it is by default, which lets ten log in at a time. */
import { requestOf } from '../__tests__/protocol/pool-picture';
import { acquire } from '../src/lease/acquire';
import { systemClock } from '../src/lease/clock';
import { release } from '../src/lease/release';
import { openPool } from '../src/pool/open';
import { startBastion } from './bastion';
import { summary, type Report } from './measure';

/** Each gets one of ten hosts, gives it back, and goes. */
export async function crowdReport(clients: number): Promise<Report> {
  const bastion = await startBastion();
  const hosts = Array.from({ length: 10 }, (_, index) => `h${index}`);
  let turnedAway = 0;
  const served: number[] = [];
  const errors: unknown[] = [];
  const startMs = performance.now();
  const work = async (id: string): Promise<void> => {
    const context = {
      pool: openPool(bastion.pool, { access: bastion.access }),
      clock: systemClock,
      say: ({ type }: { readonly type: string }): void => {
        if (type === 'retrying') turnedAway += 1;
      },
      signal: new AbortController().signal,
      random: Math.random,
    };
    const result = await acquire(context, requestOf(id, { groups: [hosts] }), { waitTimeoutMs: undefined });
    if (result.kind !== 'acquired') throw new Error(`${id}: ${result.kind}`);
    served.push(performance.now() - startMs);
    await release(context, { id });
    await context.pool.close();
  };
  try {
    const ids = Array.from({ length: clients }, (_, index) => `client-${index}`);
    await Promise.all(ids.map((id) => work(id).catch((error: unknown) => errors.push(error))));
    const { median, p95, max } = summary(served);
    return {
      title: `${clients} clients at once, sshd’s default MaxStartups 10:30:100`,
      comparisons: [],
      figures: [
        { name: 'clients that ended with an error', value: errors.length, unit: 'of all', atMost: 0 },
        { name: 'clients that were not served', value: clients - served.length, unit: 'of all', atMost: 0 },
        { name: 'logins that sshd turned away, tried again', value: turnedAway, unit: 'in all' },
        { name: 'until the median one had its host', value: median, unit: 'ms' },
        { name: 'until 95 of 100 had', value: p95, unit: 'ms' },
        { name: 'until the last one had', value: max, unit: 'ms' },
      ],
    };
  } finally {
    await bastion.stop();
  }
}
