import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { acquire } from '../../src/lease/acquire';
import { release } from '../../src/lease/release';
import { QUICK, quickRequest } from '../lease/lab';
import { jobOn, leftovers, sshPool } from './bastion';
import { Sshd } from './sshd';

const CROWD = 60;
const HOSTS = 12;

it('60 clients that come at once to an sshd as it is by default are all served, without an error', async () => {
  const sshd = await Sshd.start();
  const folder = mkdtempSync(join(tmpdir(), 'giveway-crowd-'));
  const access = { ...sshd.authorize(), knownHosts: sshd.knownHosts() };
  const hosts = Array.from({ length: HOSTS }, (_, index) => `h${index + 1}`);
  const held = new Set<string>();

  /** Gets one of the hosts, gives it back, and goes. */
  async function work(id: string): Promise<void> {
    const pool = sshPool({ name: `ssh://${sshd.user}@${sshd.host}:${sshd.port}${folder}`, access });
    const job = { ...jobOn(pool), random: Math.random };
    const result = await acquire(job, quickRequest(id, { groups: [hosts] }), QUICK);
    if (result.kind !== 'acquired') throw new Error(`${id}: ${result.kind}`);
    const [host = ''] = result.lease.hosts;
    expect([...held]).not.toContain(host);
    held.add(host);
    await pause(20);
    held.delete(host);
    expect((await release(job, { id })).kind).toBe('released');
    await pool.close();
    // what it had to say was of a server that was full, and of nothing else
    for (const event of job.said) {
      if (event.type === 'waiting') continue;
      expect(event).toMatchObject({ type: 'retrying', error: { name: 'PoolUnreachable' } });
    }
  }

  try {
    await Promise.all(Array.from({ length: CROWD }, (_, index) => work(`job-${index + 1}`)));
    expect(leftovers(folder)).toEqual([]);
    // else the default would not have been met
    expect(sshd.log).toContain('MaxStartups');
  } finally {
    await sshd.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
