/** The bastion of a file of tests: a real sshd, which root may log in to with a key. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../cli/equipment/lab';
import { Sshd } from '../../ssh/sshd';

export interface Bastion {
  readonly sshd: Sshd;
  readonly privateKey: string;
  /**
   * The socket of a connection that the OpenSSH client shares: a bash job makes a call for everything, and a login costs a
   * hundred times what the call does. What giveway does never goes over it.
   */
  readonly sharedConnection: string;
  readonly stop: () => Promise<void>;
}

export async function startBastion(): Promise<Bastion> {
  const sshd = await Sshd.start({ config: ['MaxSessions 50'] });
  if (sshd.user !== 'root') throw new Error('bash jobs log in as root: run this test as root');
  const { privateKey } = sshd.authorize();
  const path = (name: string): string => join(sshd.folder, name);
  writeFileSync(path('key'), privateKey, { mode: 0o600 });
  writeFileSync(path('known_hosts'), sshd.knownHosts());
  const sharedConnection = path('shared');
  const options = [`UserKnownHostsFile=${path('known_hosts')}`, 'StrictHostKeyChecking=yes', 'BatchMode=yes'];
  const master = spawn(
    '/usr/bin/ssh',
    [
      ...['-F', '/dev/null', '-N', '-M', '-S', sharedConnection, '-i', path('key'), '-p', String(sshd.port)],
      ...options.flatMap((option) => ['-o', option]),
      `${sshd.user}@${sshd.host}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => master.once('exit', resolve));
  await until(() => existsSync(sharedConnection), 'the shared connection');
  return {
    sshd,
    privateKey,
    sharedConnection,
    stop: async () => {
      master.kill();
      await ended;
      await sshd.stop();
    },
  };
}
