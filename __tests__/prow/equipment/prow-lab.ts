/**
 * A lab with a bastion, which jobs share that run as ci-operator runs them: each step in a pod of its own, under Prow's
 * entrypoint, with flat files of SHARED_DIR handed from one to the next.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  copyFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { GIVEWAY, Lab, until, type Ended, type Running } from '../../cli/equipment/lab';
import { startBashPeer, type BashPeer, type BashPeerOptions } from '../../peers/bash-peer';
import type { Sshd } from '../../ssh/sshd';
import type { Bastion } from './bastion';

const PATIENCE_MS = 45_000;

/** What ci-operator puts before every step's commands. */
const PREFIX = '#!/bin/bash\nset -eu\n';

export interface Pod {
  /** The step's name. */
  readonly as: string;
  /** A script, as it stands in the registry. */
  readonly commands: string;
  readonly env?: Readonly<Record<string, string>>;
  /** By default as long as a test may run, and what Prow has. */
  readonly timeoutMs?: number;
  readonly graceMs?: number;
  readonly isObserver?: boolean;
}

export interface RunningPod extends Running {
  /** Where its artifacts are. */
  readonly artifacts: string;
  /** ci-operator wants it to end: the kubelet's SIGTERM. */
  readonly abort: () => void;
  /** The node is gone: nothing runs any more, and nothing is saved. */
  readonly vanish: () => Promise<void>;
  /** As Prow sees it: 127 for a timeout, 130 for an abort, else the commands' own. */
  readonly finished: Promise<Ended>;
}

/** A pool whose records are on the bastion's disk, and whose locks are in a folder that bash jobs use. */
export class ProwLab extends Lab {
  readonly locks = this.folder('locks');
  readonly profile = this.folder('cluster-profile');
  readonly bin = this.folder('bin');
  readonly #entrypoint: string;
  readonly #sshd: Sshd;

  constructor(entrypoint: string, { sshd, privateKey, sharedConnection }: Omit<Bastion, 'stop'>) {
    super();
    this.#entrypoint = entrypoint;
    this.#sshd = sshd;
    mkdirSync(join(this.pool, '.giveway'));
    writeFileSync(join(this.pool, '.giveway/legacy'), `3600 ${this.locks}\n`);
    writeFileSync(join(this.profile, 'ssh-key'), privateKey, { mode: 0o600 });
    writeFileSync(join(this.profile, 'known_hosts'), sshd.knownHosts());
    // the port that a test's sshd has is in no step's script
    this.folder('.ssh');
    const config = this.write(
      '.ssh/config',
      `Host *\n  Port ${sshd.port}\n  ControlPath ${sharedConnection}\n`,
    );
    this.#command('ssh', `exec /usr/bin/ssh -F ${config} "$@"`);
    this.#command('giveway', `exec ${process.execPath} ${GIVEWAY} "$@"`);
  }

  get poolName(): string {
    return `ssh://root@${this.#sshd.host}:${this.#sshd.port}${this.pool}`;
  }

  get entrypoint(): string {
    return this.#entrypoint;
  }

  get bastion(): string {
    return this.#sshd.host;
  }

  get port(): number {
    return this.#sshd.port;
  }

  /** A bash job that knows nothing of Giveway: wants h1, holds it, looks whether it must quit, and leaves. */
  peer(version: string, more: Partial<BashPeerOptions> = {}): BashPeer {
    const flags = ['-o StrictHostKeyChecking=yes', `-o UserKnownHostsFile=${this.profile}/known_hosts`];
    const ssh = `${this.bin}/ssh -i ${this.profile}/ssh-key ${flags.join(' ')} root@${this.bastion}`;
    return startBashPeer({ dir: this.locks, host: 'h1', version, ssh, checkMs: 250, retryMs: 250, ...more });
  }

  /** Until the peer has come so far; each of its looks is a call of the bastion, which a busy machine makes slow. */
  async until(peer: BashPeer, event: 'waiting' | 'locked'): Promise<void> {
    await peer.waitFor(event, PATIENCE_MS);
  }

  /** Until a job of this version asks the holder of h1 to leave. */
  isWanted(version: string): Promise<void> {
    return until(
      () => this.waitingVersions('h1').includes(version),
      `a job of ${version} waits`,
      PATIENCE_MS,
    );
  }

  prowJob(name: string, env: Readonly<Record<string, string>> = {}): ProwJob {
    return new ProwJob(this, name, env);
  }

  /** What is left of all jobs: locks, waiting and queue files, heartbeats. */
  left(): string[] {
    return [
      ...readdirSync(this.locks).filter((name) => name !== '.giveway-owner'),
      ...readdirSync(join(this.pool, '.giveway')).filter((name) => /\.hb$|tmp|redo/.test(name)),
    ];
  }

  /** Waits until the pool holds nothing of any job, and no process of one is left. */
  async isEmpty(): Promise<void> {
    await until(
      () => this.left().length === 0 && this.processes().length === 0,
      () => JSON.stringify([...this.left(), ...this.processes().map(({ line }) => line.slice(0, 120))]),
      PATIENCE_MS,
    );
  }

  /** The state that the pool's record of a host has. */
  state(host: string): string | undefined {
    try {
      return readFileSync(join(this.pool, '.giveway', `${host}.lease`), 'utf8').split(' ')[8];
    } catch {
      return undefined;
    }
  }

  waitingVersions(host: string): string[] {
    const pattern = new RegExp(`^${host}\\.lock\\.waiting\\.\\d+\\.(\\d+\\.\\d+)$`);
    return readdirSync(this.locks).flatMap((name) => pattern.exec(name)?.[1] ?? []);
  }

  #command(name: string, text: string): void {
    const path = join(this.bin, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  }
}

let jobCount = 0;

export class ProwJob {
  /** What SHARED_DIR is between the steps. */
  readonly shared: string;
  readonly id: string;
  #pods = 0;

  constructor(
    private readonly lab: ProwLab,
    readonly name: string,
    private readonly given: Readonly<Record<string, string>>,
  ) {
    jobCount += 1;
    this.id = `00000000-0000-4000-8000-${String(jobCount).padStart(12, '0')}`;
    this.shared = lab.folder('secrets', this.id);
  }

  /** Starts a pod of this job. */
  start(pod: Pod): RunningPod {
    this.#pods += 1;
    const folder = this.lab.folder(`pod-${this.id.slice(-4)}-${this.#pods}-${pod.as}`);
    const shared = join(folder, 'shared');
    const artifacts = join(folder, 'artifacts');
    copyFiles(this.shared, shared);
    const running = this.lab.start(
      [this.lab.entrypoint],
      this.#env(pod, { folder, shared, artifacts }),
      folder,
    );
    let isGone = false;
    const finished = running.ended.then(async (ended) => {
      await this.#endProcesses(folder);
      // ci-operator saves them whatever became of the commands; an observer's never
      if (!isGone && pod.isObserver !== true) {
        rmSync(this.shared, { recursive: true });
        copyFiles(shared, this.shared);
      }
      return ended;
    });
    finished.catch(() => undefined);
    return {
      ...running,
      artifacts,
      abort: () => running.signal('SIGTERM'),
      vanish: async () => {
        isGone = true;
        running.signal('SIGKILL');
        await this.#endProcesses(folder);
        await finished;
      },
      finished,
    };
  }

  /** The same, to its end. */
  run(pod: Pod): Promise<Ended> {
    return this.start(pod).finished;
  }

  sharedFile(name: string): string | undefined {
    return readdirSync(this.shared).includes(name)
      ? readFileSync(join(this.shared, name), 'utf8')
      : undefined;
  }

  #env(
    { commands, env = {}, timeoutMs = 120_000, graceMs = 15_000 }: Pod,
    {
      folder,
      shared,
      artifacts,
    }: { readonly folder: string; readonly shared: string; readonly artifacts: string },
  ): NodeJS.ProcessEnv {
    const options = {
      timeout: timeoutMs * 1_000_000,
      grace_period: graceMs * 1_000_000,
      artifact_dir: artifacts,
      args: ['/bin/bash', '-c', PREFIX + commands],
      container_name: 'test',
      process_log: join(folder, 'process-log.txt'),
      marker_file: join(folder, 'marker-file.txt'),
    };
    const spec = { type: 'periodic', job: this.name, buildid: this.id.slice(-6), prowjobid: this.id };
    return {
      ...this.lab.env,
      PATH: `${this.lab.bin}:${process.env['PATH'] ?? ''}`,
      CI: 'true',
      OPENSHIFT_CI: 'true',
      JOB_NAME: this.name,
      JOB_NAME_SAFE: 'lab',
      JOB_NAME_HASH: '5e8c9',
      UNIQUE_HASH: '5e8c9',
      JOB_TYPE: 'periodic',
      JOB_SPEC: JSON.stringify(spec),
      BUILD_ID: spec.buildid,
      PROW_JOB_ID: this.id,
      NAMESPACE: `ci-op-${this.id.slice(-6)}`,
      CLUSTER_PROFILE_NAME: 'lab',
      CLUSTER_TYPE: 'lab',
      CLUSTER_PROFILE_DIR: this.lab.profile,
      SHARED_DIR: shared,
      ARTIFACT_DIR: artifacts,
      ENTRYPOINT_OPTIONS: JSON.stringify(options),
      ...this.given,
      ...env,
    };
  }

  /** As a container's end does. */
  async #endProcesses(folder: string): Promise<void> {
    await until(() => {
      const left = this.lab.processes(folder);
      for (const { pid } of left) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // ended meanwhile
        }
      }
      return left.length === 0;
    }, `the processes of ${folder} end`);
  }
}

/** Flat files, as a secret has them. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (statSync(join(from, name)).isFile()) copyFileSync(join(from, name), join(to, name));
  }
}
