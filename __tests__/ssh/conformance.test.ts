/** The suite of every pool, over SSH. A key of its own for each pool brings the program's options, as a forced command. */
import { describePool } from '../pool/conformance';
import { PROGRAM, sshPool } from './bastion';
import { Sshd } from './sshd';

let sshd: Sshd;
beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 100', 'MaxSessions 1'] });
});
afterAll(() => sshd.stop());

describePool('over SSH, with a key that is bound to the program', ({ folder, settings }) => {
  const command = ['sh', PROGRAM, folder, 'role=admin', ...settings].join(' ');
  const { privateKey } = sshd.authorize(`restrict,command="${command}"`);
  return sshPool({
    name: `ssh://${sshd.user}@${sshd.host}:${sshd.port}${folder}`,
    access: { privateKey, knownHosts: sshd.knownHosts() },
  });
});
