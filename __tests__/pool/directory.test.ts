import { directoryPool } from '../../src/pool/directory';
import { describePool } from './conformance';
import { SHELLS } from './test-bed';

for (const [name, shell] of SHELLS) {
  describePool(`a folder, with the program in ${name}`, ({ folder, settings }) =>
    directoryPool({ folder, settings, shell }),
  );
}
