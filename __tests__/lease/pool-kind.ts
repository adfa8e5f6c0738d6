/** The kind of pool that the flows are tested on: a folder, or with TEST_POOL=ssh a folder behind a real sshd. */
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import type { MakePool, PoolToMake } from '../pool/test-bed';
import type { KeyPair, Sshd } from '../ssh/sshd';

const kind = process.env['TEST_POOL'] ?? 'directory';
if (!['directory', 'ssh'].includes(kind)) throw new Error(`TEST_POOL is ssh, or is not set: ${kind}`);
export const IS_OVER_SSH = kind === 'ssh';

let make: MakePool | undefined = IS_OVER_SSH ? undefined : directoryPool;

if (IS_OVER_SSH) {
  // each request costs more, and some tests make a thousand
  jest.setTimeout(90_000);
  let sshd: Sshd;
  beforeAll(async () => {
    // loaded here, for it would cost every other run a moment
    const { Sshd } = await import('../ssh/sshd');
    const { PROGRAM, sshPool } = await import('../ssh/ssh-pool');
    sshd = await Sshd.start({ config: ['MaxStartups 200', 'MaxSessions 1'] });
    /** One for each set of the program's options, which are the key's. */
    const keys = new Map<string, KeyPair>();
    make = ({ folder, settings, ...limits }) => {
      const command = ['sh', PROGRAM, folder, 'role=admin', ...settings].join(' ');
      const key = keys.get(command) ?? sshd.authorize(`restrict,command="${command}"`);
      keys.set(command, key);
      return sshPool({
        name: `ssh://${sshd.user}@${sshd.host}:${sshd.port}${folder}`,
        access: { privateKey: key.privateKey, knownHosts: sshd.knownHosts() },
        ...limits,
      });
    };
  });
  afterAll(() => sshd.stop());
}

export function makePool(options: PoolToMake): Pool {
  if (make === undefined) throw new Error('a pool over SSH is opened in a hook or a test');
  return make(options);
}
