/** A free host over SSH, near and far, beside what people would use instead. */
import { join } from 'node:path';
import { GIVEWAY, startBastion, timed } from './bastion';
import { compared, inTurn, type Report } from './measure';

const PEER = join(__dirname, '..', '__tests__', 'peers', 'bash-peer.sh');

export async function acquireReport(roundTripMs: number, rounds: number): Promise<Report> {
  const bastion = await startBastion({ roundTripMs });
  const { env, ssh, folder } = bastion;
  const giveway = (command: string, ...args: string[]): Promise<number> =>
    timed([process.execPath, GIVEWAY, command, ...args], env);
  const peerEnv = {
    ...env,
    PEER_SSH: ssh.join(' '),
    LOCK_DIR: join(folder, '..', 'bash-locks'),
    LOCK_HOST: 'h1',
    JOB_NAME: 'periodic-4.21',
    SHARED_DIR: join(folder, '..'),
    LOCK_TIMEOUT: '3600',
    LOCK_ACQUIRE_ATTEMPTS: '5',
  };
  const peer = (verb: string): Promise<number> => timed(['bash', PEER, verb], peerEnv);
  try {
    const ms = await inTurn(rounds, {
      acquire: () => giveway('acquire', '--host', 'h1'),
      release: () => giveway('release'),
      floor: () => timed([...ssh, 'true']),
      flock: () => timed([...ssh, `flock ${folder}/../flock true`]),
      bashAcquire: () => peer('acquire'),
      bashRelease: () => peer('release'),
    });
    const floor = ['ssh bastion true', ms.floor] as const;
    const isFar = roundTripMs >= 100;
    return {
      title: `A free host over SSH, ${roundTripMs} ms there and back, ${rounds} rounds`,
      comparisons: [
        compared(['giveway acquire', ms.acquire], floor, { atMost: isFar ? 1.2 : 1.3 }),
        compared(['giveway release', ms.release], floor),
        compared(['ssh bastion flock FILE true', ms.flock], floor),
        compared(
          ['the bash jobs’ acquire', ms.bashAcquire],
          ['giveway acquire', ms.acquire],
          isFar ? { atLeast: 4 } : {},
        ),
        compared(['the bash jobs’ release', ms.bashRelease], ['giveway release', ms.release]),
      ],
      figures: [],
    };
  } finally {
    await bastion.stop();
  }
}
