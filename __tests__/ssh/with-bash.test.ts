/** Giveway jobs and bash jobs, all of them over SSH: the peers by the OpenSSH client, in the same folder on one bastion. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquire } from '../../src/lease/acquire';
import { hold } from '../../src/lease/hold';
import { release } from '../../src/lease/release';
import type { Pool } from '../../src/pool/pool';
import type { Told } from '../../src/protocol/record';
import { QUICK, quickRequest } from '../lease/lab';
import { startBashPeer, stopBashPeers, type BashPeer } from '../peers/bash-peer';
import { TestBed } from '../pool/test-bed';
import { jobOn, leftovers, sshPool, until } from './bastion';
import { Sshd } from './sshd';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);
/** For a bash job, which logs in for every step. */
const LOGINS_MS = 60_000;

let sshd: Sshd;
let bed: TestBed;
let pool: Pool;
let ssh: string;
beforeAll(async () => {
  sshd = await Sshd.start();
  const { privateKey } = sshd.authorize();
  writeFileSync(join(sshd.folder, 'key'), privateKey, { mode: 0o600 });
  writeFileSync(join(sshd.folder, 'known_hosts'), sshd.knownHosts());
  const options = {
    UserKnownHostsFile: join(sshd.folder, 'known_hosts'),
    StrictHostKeyChecking: 'yes',
    BatchMode: 'yes',
  };
  const flags = Object.entries(options).map(([name, value]) => `-o ${name}=${value}`);
  ssh = `ssh -F /dev/null -i ${sshd.folder}/key -p ${sshd.port} ${flags.join(' ')} ${sshd.user}@${sshd.host}`;
});
afterAll(() => sshd.stop());
beforeEach(() => {
  const access = { privateKeyFile: join(sshd.folder, 'key'), knownHosts: sshd.knownHosts() };
  bed = new TestBed(({ folder }) =>
    sshPool({ name: `ssh://${sshd.user}@${sshd.host}:${sshd.port}${folder}`, access }),
  );
  pool = bed.open();
});
afterEach(async () => {
  await stopBashPeers();
  await bed.dispose();
});

const bash = (version: string): BashPeer => startBashPeer({ dir: bed.folder, host: 'h1', version, ssh });
/** Of whichever program the traces of bash came first to. */
const traces = () => leftovers(bed.folder).filter((name) => name !== 'legacy');

it('a waiting bash 4.22 makes a Giveway 4.21 leave, and gets the host', async () => {
  const job = jobOn(pool);
  const request = quickRequest('me', { version: '4.21' });
  const acquired = await acquire(job, request, QUICK);
  if (acquired.kind !== 'acquired') throw new Error(acquired.kind);
  const peer = bash('4.22');
  let told: Told | undefined;
  const holding = hold(job, acquired.lease, {
    sinceMs: job.clock.now(),
    onBeat: () => undefined,
    onQuit: (by) => {
      told = by;
      job.abort();
    },
    everyMs: 20,
  });
  await holding.catch(() => undefined);
  expect(told).toMatchObject({ byJob: 'a bash job', byVersion: '4.22' });
  await release(jobOn(pool), { id: 'me' });
  await peer.waitFor('locked', LOGINS_MS);
  await peer.stop();
  // a job that gave way may come back to its place
  expect(traces()).toEqual(['me.ticket']);
});

it('a waiting Giveway 4.22 makes a bash 4.21 leave, and gets the host', async () => {
  const peer = bash('4.21');
  await peer.waitFor('locked', LOGINS_MS);
  const acquiring = acquire(jobOn(pool), quickRequest('me', { version: '4.22' }), QUICK);
  await until(() => bed.visible().some((name) => /\.lock\.waiting\.\d+\.4\.22$/.test(name)));
  const acquired = await acquiring;
  expect(acquired).toMatchObject({ kind: 'acquired', lease: { hosts: ['h1'] } });
  expect(await peer.exited).toEqual({ code: 0, signal: null });
  const events = (await peer.events()).map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['quit', 'power-off', 'released']));
  const { record } = (await pool.snapshot()).hosts.get('h1')!;
  expect(bed.read('h1.lock')).toBe(`${record!.stampNs}\n`);
  expect((await release(jobOn(pool), { id: 'me' })).kind).toBe('released');
  expect(traces()).toEqual([]);
});
