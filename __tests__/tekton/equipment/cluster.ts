/** A Kubernetes with Tekton for one test file: tekton/cluster, its events, and what a test waits for. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Image } from './containerfile';
import { tool } from './tools';

interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

interface Named {
  readonly name: string;
  readonly value: unknown;
}

/** A TaskRun or PipelineRun, as far as tests look at it. */
export interface Run {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly podName?: string;
    readonly results?: readonly Named[];
    readonly steps?: readonly {
      readonly name: string;
      readonly terminated?: { readonly exitCode: number };
    }[];
    readonly skippedTasks?: readonly { readonly name: string; readonly reason: string }[];
  };
}

export interface ClusterEvent {
  readonly id?: number;
  readonly error?: string;
  readonly event?: string;
  readonly pod?: string;
  readonly container?: string;
  readonly exitCode?: number;
  readonly pid?: number;
  readonly names?: readonly string[];
  readonly text?: string;
  readonly object?: Run;
  /** When it was read here. */
  readonly atMs: number;
}

type Kind = 'TaskRun' | 'PipelineRun';

/** Long, as a pod has half a minute for its end, and machines are slow at times. */
const WAIT_MS = 170_000;

export class Cluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'giveway-tekton-'));
  readonly events: ClusterEvent[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #lastId = 0;

  constructor() {
    mkdirSync(join(this.folder, 'pods'));
    const args = ['-folder', this.folder, '-entrypoint', tool('entrypoint')];
    this.#child = spawn(tool('cluster'), args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.events.push({ ...(JSON.parse(line) as object), atMs: performance.now() });
    });
  }

  async addImage(image: Image): Promise<void> {
    await this.#ask({ verb: 'image', image });
  }

  /** Creates what the documents say, after Tekton's defaults and validation. Resolves with the names. */
  async apply(...manifests: readonly string[]): Promise<readonly string[]> {
    const names: string[] = [];
    for (const manifest of manifests) {
      names.push(...((await this.#ask({ verb: 'apply', manifest })).names ?? []));
    }
    return names;
  }

  /** Sets a run's spec.status, as `tkn … cancel` does. */
  async stop(kind: Kind, name: string, status: string): Promise<void> {
    await this.#ask({ verb: 'stop', kind, name, status });
  }

  /** The latest that was told of a run. */
  run(kind: Kind, name: string): Run | undefined {
    const event = kind === 'TaskRun' ? 'task-run' : 'pipeline-run';
    const told = this.events.filter((each) => each.event === event && each.object?.metadata.name === name);
    return told.at(-1)?.object;
  }

  /** Resolves with the run once it is over. */
  async done(kind: Kind, name: string): Promise<Run> {
    const isDone = (): boolean => condition(this.run(kind, name)) !== 'Unknown';
    await this.until(isDone, `${kind} ${name} is over`, podOf(name));
    return this.run(kind, name)!;
  }

  /** Resolves with the event once it has happened. */
  async happens(event: string, pod: string, container?: string): Promise<ClusterEvent> {
    const find = (): ClusterEvent | undefined => this.#find(event, pod, container);
    await this.until(() => find() !== undefined, `${event} of ${pod} ${container ?? ''}`, pod);
    return find()!;
  }

  #find(event: string, pod: string, container?: string): ClusterEvent | undefined {
    return this.events.find(
      (each) =>
        each.event === event && each.pod === pod && (container === undefined || each.container === container),
    );
  }

  /** What a container has printed so far. */
  log(pod: string, container: string): string {
    const path = join(this.folder, 'pods', pod, `${container}.log`);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }

  /** Where a file of this name is in a pod's volumes. */
  files(pod: string, name: string): string[] {
    const all = readdirSync(join(this.folder, 'pods', pod, 'volumes'), { recursive: true, encoding: 'utf8' });
    return all.filter((path) => basename(path) === name);
  }

  /** Resolves once the container has printed it. */
  async says(pod: string, container: string, pattern: RegExp): Promise<void> {
    const hasSaid = (): boolean => pattern.test(this.log(pod, container));
    await this.until(hasSaid, `${container} says ${String(pattern)}`, pod);
  }

  /** Polls, as files and events have no one way to be waited for. Fails with a fault of the pod, or with what all have said. */
  async until(isSo: () => boolean, what: string, pod?: string): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    while (!isSo()) {
      const fault = this.events.find((each) => each.event === 'fault' && each.pod === pod);
      if (fault !== undefined) throw new Error(`${pod ?? ''}: ${fault.text ?? ''}`);
      if (this.#child.exitCode !== null) throw new Error(`the cluster ended with ${this.#child.exitCode}`);
      if (performance.now() > deadline) throw new Error(`not within ${WAIT_MS} ms: ${what}\n${this.story()}`);
      await pause(50);
    }
  }

  async end(): Promise<void> {
    this.#child.stdin!.end();
    await this.#ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #ask(request: object): Promise<ClusterEvent> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#child.stdin!.write(`${JSON.stringify({ ...request, id })}\n`);
    const find = (): ClusterEvent | undefined => this.events.find((each) => each.id === id);
    await this.until(() => find() !== undefined, JSON.stringify(request).slice(0, 100));
    const answer = find()!;
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  /** What has happened, and what all containers have said; for the message of a test that fails. */
  story(): string {
    const lines = this.events
      .filter(({ event }) => event !== 'task-run' && event !== 'pipeline-run')
      .map(({ event, pod, container, exitCode, id }) =>
        [event ?? `answer ${String(id)}`, pod, container, exitCode].join(' '),
      );
    const logs = this.events
      .filter(({ event }) => event === 'container-started')
      .map(({ pod = '', container = '' }) => `--- ${pod} ${container}\n${this.log(pod, container)}`);
    return [...lines, ...logs].join('\n');
  }
}

/** The name of a TaskRun's pod. */
export function podOf(taskRun: string): string {
  return `${taskRun}-pod`;
}

/** Unknown as long as it runs. */
export function condition(run: Run | undefined): Condition['status'] {
  return run?.status?.conditions?.find(({ type }) => type === 'Succeeded')?.status ?? 'Unknown';
}

export function reason(run: Run): string {
  return run.status?.conditions?.find(({ type }) => type === 'Succeeded')?.reason ?? '';
}

export function results(run: Run): Record<string, unknown> {
  return Object.fromEntries((run.status?.results ?? []).map(({ name, value }) => [name, value]));
}
