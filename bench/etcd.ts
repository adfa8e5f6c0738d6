/** For scale: a lock of etcd, a server of its own, on this machine. Its programs are not ours to install: Debian has them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../__tests__/ssh/sshd';
import { GIVEWAY, timed } from './bastion';
import { compared, inTurn, type Report } from './measure';
import { filledPool, removePool } from './program';

/** Undefined where etcd is not installed. */
export async function etcdReport(rounds: number): Promise<Report | undefined> {
  if (spawnSync('sh', ['-c', 'command -v etcd && command -v etcdctl']).status !== 0) return undefined;
  const data = mkdtempSync(join(tmpdir(), 'giveway-bench-etcd-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const server = spawn(
    'etcd',
    [
      ...['--data-dir', data, '--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
      ...['--initial-cluster', `default=${peerUrl}`],
    ],
    { stdio: 'ignore' },
  );
  const env = { ...process.env, ETCDCTL_API: '3' };
  const etcdctl = (...args: string[]): string[] => ['etcdctl', '--endpoints', url, ...args];
  const folder = filledPool(0);
  try {
    while (
      spawnSync(etcdctl('endpoint', 'health')[0] ?? '', etcdctl('endpoint', 'health').slice(1), { env })
        .status !== 0
    )
      await pause(100);
    const ms = await inTurn(rounds, {
      etcd: () => timed(etcdctl('lock', 'h1', 'true'), env),
      giveway: () =>
        timed([
          process.execPath,
          GIVEWAY,
          'run',
          '--pool',
          folder,
          '--host',
          'h1',
          '--owner',
          'bench',
          '--',
          'true',
        ]),
      node: () => timed([process.execPath, '-e', '0']),
      etcdctl: () => timed(etcdctl('version'), env),
    });
    const version = /\d+\.\d+\.\d+/.exec(execFileSync('etcd', ['--version'], { encoding: 'utf8' }))?.[0];
    return {
      title: `etcd ${version ?? ''} on this machine, for scale, ${rounds} rounds`,
      comparisons: [
        compared(['giveway run … -- true, in a folder', ms.giveway], ['etcdctl lock h1 true', ms.etcd]),
        compared(['node -e 0', ms.node], ['etcdctl version', ms.etcdctl]),
      ],
      figures: [],
    };
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    rmSync(data, { recursive: true, force: true });
    removePool(folder);
  }
}
