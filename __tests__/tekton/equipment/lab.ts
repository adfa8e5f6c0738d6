/** A bastion with a restricted key, a cluster that has Giveway's tasks and that key, and jobs of other systems beside it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { GIVEWAY, Machine, type Ended } from '../../init/equipment/machine';
import { Cluster } from './cluster';
import { imageOf, type Image } from './containerfile';
import { ROOT } from './tools';

/** What the tasks take for Giveway's image if nobody says otherwise. */
export const GIVEWAY_IMAGE = 'registry.invalid/giveway:0.1.0';

/** The image of a job: this machine's programs, no Giveway; run as nobody in particular. */
const jobImage: Image = {
  name: 'job',
  files: [],
  env: ['PATH=/usr/bin:/bin'],
  user: '1234:1234',
  entrypoint: [],
  workingDir: '/',
};

export class Lab {
  readonly #running: ChildProcess[] = [];

  private constructor(
    readonly machine: Machine,
    readonly cluster: Cluster,
  ) {}

  static async start(): Promise<Lab> {
    const machine = await Machine.start();
    machine.key('job');
    const key = [
      '--user',
      'giveway',
      '--add-key',
      machine.publicKey('job'),
      '--role',
      'job',
      '--tenant',
      'ci',
    ];
    const { status, stderr } = machine.init('/srv/lab', ...key);
    if (status !== 0) throw new Error(stderr);
    await machine.startSshd();
    const cluster = new Cluster();
    await cluster.addImage(imageOf(GIVEWAY_IMAGE));
    await cluster.addImage(jobImage);
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'giveway-ssh' },
      type: 'kubernetes.io/ssh-auth',
      stringData: {
        'ssh-privatekey': readFileSync(join(machine.root, 'job'), 'utf8'),
        known_hosts: `${machine.knownHosts}\n`,
      },
    };
    await cluster.apply(
      stringify(secret),
      ...manifests('task'),
      ...manifests('stepaction'),
      ...manifests('pipeline'),
    );
    return new Lab(machine, cluster);
  }

  get pool(): string {
    return this.machine.poolName('giveway', '/srv/lab');
  }

  /** `giveway` from outside the cluster, with the same key; another job than all in there. */
  giveway(...args: string[]): Ended {
    return this.machine.giveway(join(this.machine.root, 'job'), ...args);
  }

  /** Starts `giveway` so and leaves it running; for a job that waits. */
  start(...args: string[]): Running {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.machine.root,
      GIVEWAY_PRIVATE_KEY_FILE: join(this.machine.root, 'job'),
      GIVEWAY_KNOWN_HOSTS: this.machine.knownHosts,
      GIVEWAY_STATE_DIR: this.machine.root,
    };
    const child = spawn(process.execPath, [GIVEWAY, ...args, '--pool', this.pool], {
      env,
      cwd: this.machine.root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    }
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    this.#running.push(child);
    return { text: () => text, ended, stop: () => child.kill('SIGTERM') };
  }

  /** The state of a host, and who holds it. */
  host(name: string): HostStatus | undefined {
    const { stdout } = this.giveway('status', '--pool', this.pool, '--json');
    const { hosts } = JSON.parse(stdout) as { hosts: readonly HostStatus[] };
    return hosts.find(({ host }) => host === name);
  }

  /** What jobs have left: locks, waiting and queue files, heartbeats, and hosts that are not free. */
  leftovers(): string[] {
    const { stdout } = this.giveway('status', '--pool', this.pool, '--json');
    const { hosts } = JSON.parse(stdout) as { hosts: readonly HostStatus[] };
    return [
      ...this.machine
        .sh('cd /srv/lab && ls | grep -v json || true; ls .giveway | grep "hb$" || true')
        .split('\n'),
      ...hosts.filter(({ state }) => state !== 'free').map(({ host, state }) => `${host} ${state}`),
    ].filter((line) => line !== '');
  }

  /** The record of a host in the pool, to see how long it was held. */
  journal(): string {
    return this.machine.sh('cat /srv/lab/.giveway/journal');
  }

  async end(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    await this.cluster.end();
    await this.machine.stop();
  }
}

export interface HostStatus {
  readonly host: string;
  readonly state: string;
  readonly holder?: { readonly job: string; readonly version: string };
  readonly waiting: readonly { readonly job: string }[];
}

export interface Running {
  /** What it has printed so far, on stdout and stderr. */
  readonly text: () => string;
  readonly ended: Promise<number | null>;
  readonly stop: () => void;
}

export type ManifestKind = 'task' | 'stepaction' | 'pipeline';

/** In the catalog's layout: KIND/NAME/VERSION/NAME.yaml. */
export function manifestPaths(kind: ManifestKind): string[] {
  const folder = join(ROOT, 'tekton', kind);
  return readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name))
      .map((version) => join(folder, name, version, `${name}.yaml`))
      .filter((path) => existsSync(path)),
  );
}

export function manifests(kind: ManifestKind): string[] {
  return manifestPaths(kind).map((path) => readFileSync(path, 'utf8'));
}

type Params = Readonly<Record<string, string | readonly string[]>>;

/** A run of a Task or Pipeline of ours, with the lab's pool and key. */
export function runOf(
  kind: 'TaskRun' | 'PipelineRun',
  name: string,
  { ref, params, spec = {} }: { readonly ref: string; readonly params: Params; readonly spec?: object },
): string {
  return stringify({
    apiVersion: 'tekton.dev/v1',
    kind,
    metadata: { name },
    spec: {
      [kind === 'TaskRun' ? 'taskRef' : 'pipelineRef']: { name: ref },
      params: Object.entries(params).map(([param, value]) => ({ name: param, value })),
      workspaces: [{ name: 'ssh-credentials', secret: { secretName: 'giveway-ssh' } }],
      ...spec,
    },
  });
}
