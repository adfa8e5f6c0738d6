/** A bastion with a restricted key, a cluster that has Giveway's tasks and that key, and jobs of other systems beside it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import { GIVEWAY, Machine, type Ended } from '../../init/equipment/machine';
import { Cluster, podOf } from './cluster';
import { imageOf, type Image } from './containerfile';
import { ROOT } from './tools';

/** What the tasks take for Giveway's image if nobody says otherwise. */
export const GIVEWAY_IMAGE = 'registry.invalid/giveway:0.1.0';

/** Until a pod has come so far; machines are slow at times. */
const HOST_MS = 150_000;

/** The image of a job: this machine's programs, no Giveway; run as nobody in particular. */
const jobImage: Omit<Image, 'name'> = {
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
    await cluster.addImage({ ...jobImage, name: 'job' });
    // what the catalog's own tests and samples name
    await cluster.addImage({ ...jobImage, name: 'docker.io/library/busybox:1.37' });
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

  /** `giveway` from outside the cluster, with the same key; another job than all in there, or whoever --owner says. */
  async giveway(...args: string[]): Promise<Ended> {
    const env = {
      PATH: process.env['PATH'],
      HOME: this.machine.root,
      GIVEWAY_POOL: this.pool,
      GIVEWAY_PRIVATE_KEY_FILE: join(this.machine.root, 'job'),
      GIVEWAY_KNOWN_HOSTS: this.machine.knownHosts,
      GIVEWAY_STATE_DIR: mkdtempSync(join(this.machine.root, 'state-')),
    };
    const child = spawn(process.execPath, [GIVEWAY, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.push(child);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { status, stdout, stderr };
  }

  /** Another job takes a host. */
  async hold(host: string, version = '4.22'): Promise<void> {
    const flags = ['--host', host, '--product-version', version, '--owner', `other-${host}`];
    const { status, stderr } = await this.giveway('acquire', ...flags);
    if (status !== 0) throw new Error(stderr);
  }

  /** And gives it back. */
  async giveBack(host: string): Promise<void> {
    const { status, stderr } = await this.giveway('release', '--owner', `other-${host}`);
    if (status !== 0) throw new Error(stderr);
  }

  /** The state of a host, and who holds it and waits; free where nobody has ever had it. */
  async host(name: string): Promise<HostStatus> {
    return (
      (await this.#hosts()).find(({ host }) => host === name) ?? { host: name, state: 'free', waiting: [] }
    );
  }

  /** Resolves once the host is so. */
  async hostIs(name: string, isSo: (status: HostStatus) => boolean): Promise<void> {
    for (const deadline = performance.now() + HOST_MS; !isSo(await this.host(name));) {
      if (performance.now() > deadline) throw new Error(`${name} has not become so: ${isSo.toString()}`);
      await pause(100);
    }
  }

  /** Fails, with what the keeper of the run that is named after the host has said, unless nobody has the host or wants it. */
  async isFree(name: string): Promise<void> {
    const { state, waiting } = await this.host(name);
    if (state === 'free' && waiting.length === 0) return;
    const said = this.cluster.log(podOf(name), 'sidecar-keeper');
    throw new Error(`${name} is ${state}, with ${waiting.length} waiting; its keeper: ${said}`);
  }

  /** What jobs have left: locks, waiting and queue files, heartbeats, and hosts that are not free. */
  async leftovers(): Promise<string[]> {
    const files = this.machine.sh('cd /srv/lab && find . -name "*.lock*" -o -name "*.hb"');
    const held = (await this.#hosts()).filter(({ state, waiting }) => state !== 'free' || waiting.length > 0);
    return [...files.split('\n'), ...held.map(({ host, state }) => `${host} ${state}`)].filter(
      (line) => line !== '',
    );
  }

  async #hosts(): Promise<readonly HostStatus[]> {
    const { stdout, stderr } = await this.giveway('status', '--json');
    if (stdout === '') throw new Error(stderr);
    return (JSON.parse(stdout) as { hosts: readonly HostStatus[] }).hosts;
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
