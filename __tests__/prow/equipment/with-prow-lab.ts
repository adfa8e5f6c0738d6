import { endLabs } from '../../cli/equipment/lab';
import { stopBashPeers } from '../../peers/bash-peer';
import { startBastion, type Bastion } from './bastion';
import { buildEntrypoint } from './entrypoint';
import { ProwLab } from './prow-lab';

/** One bastion for a file of tests, and for each test a lab of its own. */
export function withProwLab(use: (lab: ProwLab) => void): void {
  jest.setTimeout(120_000);
  let entrypoint: ReturnType<typeof buildEntrypoint>;
  let bastion: Bastion;
  beforeAll(async () => {
    entrypoint = buildEntrypoint();
    bastion = await startBastion();
  }, 300_000);
  afterAll(async () => {
    await bastion.stop();
    entrypoint.remove();
  });
  beforeEach(() => use(new ProwLab(entrypoint.path, bastion)));
  afterEach(async () => {
    await stopBashPeers();
    await endLabs();
  });
}
