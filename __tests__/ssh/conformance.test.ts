/** The suite of every pool, over SSH. A key of its own for each pool brings the program's options, as a forced command. */
import { describePool } from '../pool/conformance';
import { describeUpkeep } from '../pool/conformance-doctor';
import { describePeopleVerbs } from '../pool/conformance-people';
import type { MakePool } from '../pool/test-bed';
import { PROGRAM, sshPool } from './bastion';
import { Sshd } from './sshd';

let sshd: Sshd;
beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 100', 'MaxSessions 1'] });
});
afterAll(() => sshd.stop());

const makePool: MakePool = ({ folder, settings }) => {
  const command = ['sh', PROGRAM, folder, 'role=admin', ...settings].join(' ');
  const { privateKey } = sshd.authorize(`restrict,command="${command}"`);
  return sshPool({
    name: `ssh://${sshd.user}@${sshd.host}:${sshd.port}${folder}`,
    access: { privateKey, knownHosts: sshd.knownHosts() },
  });
};

describePool('over SSH, with a key that is bound to the program', makePool);
describePeopleVerbs('over SSH, with a key that is bound to the program', makePool);
describeUpkeep('over SSH, with a key that is bound to the program', makePool);
