import { directoryPool } from '../../src/pool/directory';
import { describePool } from './conformance';
import { describeUpkeep } from './conformance-doctor';
import { describePeopleVerbs } from './conformance-people';
import { SHELLS, type MakePool } from './test-bed';

for (const [name, shell] of SHELLS) {
  const makePool: MakePool = ({ folder, settings }) => directoryPool({ folder, settings, shell });
  describePool(`a folder, with the program in ${name}`, makePool);
  describePeopleVerbs(`a folder, with the program in ${name}`, makePool);
  describeUpkeep(`a folder, with the program in ${name}`, makePool);
}
