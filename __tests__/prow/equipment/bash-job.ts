/** Bash jobs of the test double in bash-job/, whose steps source one file of functions: the old ones, or giveway's. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GIVEWAY, type Ended } from '../../cli/equipment/lab';
import type { Pod, ProwJob, ProwLab, RunningPod } from './prow-lab';

const NAME = 'common-telcov10n-bash-functions.sh';
const stepText = (name: string): string =>
  readFileSync(join(__dirname, '../bash-job', `${name}.bash`), 'utf8');
export const OLD = stepText('functions');
export const printed = (...args: string[]): string =>
  execFileSync(process.execPath, [GIVEWAY, 'bash-functions', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });

export const FLAG = 'do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt';

type StepName = 'acquire' | 'install' | 'test' | 'clean-up';

/** A bash job, whose steps source what `functions` says at that time. */
export class BashJob {
  readonly prow: ProwJob;
  constructor(
    private readonly lab: ProwLab,
    version: string,
    public functions: string,
    private readonly given: Readonly<Record<string, string>> = {},
  ) {
    this.prow = lab.prowJob(`rehearse-72894-periodic-ci-nightly-${version}-telcov10n`, {
      AUX_HOST: lab.bastion,
      HOSTS: 'h1',
      LOCK_FOLDER: lab.locks,
      LOCK_TIMEOUT: '3600',
      LOCK_ACQUIRE_ATTEMPTS: '60',
      RETRY_SECONDS: '1',
      TURNS: '3',
      TURN_SECONDS: '0.1',
      GIVEWAY_LOCKS: lab.locks,
      GIVEWAY_POOL: lab.poolName,
      GIVEWAY_SETTLE: '1s',
      GIVEWAY_LOOK_SECONDS: '2',
    });
  }

  start(step: StepName, more: Partial<Pod> = {}): RunningPod {
    writeFileSync(join(this.prow.shared, NAME), this.functions);
    return this.prow.start({ as: step, commands: stepText(step), env: this.given, ...more });
  }

  run(step: StepName, more: Partial<Pod> = {}): Promise<Ended> {
    return this.start(step, more).finished;
  }

  file(name: string): string | undefined {
    return this.prow.sharedFile(name);
  }

  /** What steps leave for each other, without what changes from run to run. */
  files(): Record<string, string> {
    const names = readdirSync(this.prow.shared).filter(
      (name) => name !== NAME && !name.startsWith('giveway-'),
    );
    return Object.fromEntries(
      names.sort().map((name) => [name, (this.file(name) ?? '').replace(/\d{19}/, '<ns>')]),
    );
  }
}
