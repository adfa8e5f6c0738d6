/**
 * Runs a job as the platform's runner does, by what action.yml says: a worker process that starts the steps, inputs by the
 * environment, files for outputs, state, environment and summary, commands and masks in the log, posts in reverse order,
 * the signals of a cancelled job, and the clean-up at its end.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../../cli/equipment/lab';
import { readAction, type Action, type CompositeRuns } from './action-file';
import { evaluate } from './expressions';
import { parseKeyValues } from './step-files';
import { LINE_END, parseCommand, type WorkflowCommand } from './workflow-commands';

/** How long the runner lets an entry process live after each signal, and how long it waits for streams that stay open. */
const SIGINT_MS = 7500;
const SIGTERM_MS = 2500;
const STREAMS_MS = 5000;

export type JobStatus = 'success' | 'failure' | 'cancelled';
export type Inputs = Readonly<Record<string, string>>;

export interface JobSetup {
  readonly repository?: string;
  readonly runId?: string;
  readonly attempt?: number;
  /** Its id in the workflow. */
  readonly job?: string;
  readonly workflow?: string;
  /** GITHUB_REF_NAME. */
  readonly ref?: string;
  readonly matrix?: Readonly<Record<string, unknown>>;
  /** The workflow's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly event?: { readonly name: string; readonly payload: object };
}

export interface RunnerMachine {
  readonly home: string;
  readonly tmp: string;
  /** Where the actions are. */
  readonly unpacked: string | undefined;
}

export interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** A step that is over. */
export interface Step {
  readonly name: string;
  readonly outcome: JobStatus;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly outputs: Readonly<Record<string, string>>;
  /** As people read it, masked. */
  readonly log: string;
  /** The same without masks: what would be on every screen if nothing were masked, but for the masks' own commands. */
  readonly unmasked: string;
  readonly commands: readonly WorkflowCommand[];
  readonly annotations: readonly Annotation[];
  readonly summary: string;
  readonly ms: number;
  /** A process that the step left behind has its streams, which cost the step some seconds. */
  readonly isHeldUp: boolean;
}

export interface RunningStep {
  /** Of the entry process. */
  readonly pid: Promise<number>;
  /** Resolves once a line of the log matches; rejects when the step ends without. */
  readonly says: (pattern: RegExp) => Promise<void>;
  readonly log: () => string;
  readonly ended: Promise<Step>;
}

interface Post {
  readonly name: string;
  readonly action: Action;
  readonly inputs: Inputs;
  readonly state: ReadonlyMap<string, string>;
}

interface Entry {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isPost?: boolean;
}

export class Masker {
  readonly #secrets = new Set<string>();

  /** The runner masks a text as a whole, and each of its lines. */
  add(secret: string): void {
    for (const text of [secret, ...secret.split(/[\r\n]+/)]) if (text.trim() !== '') this.#secrets.add(text);
  }

  mask(text: string): string {
    const longestFirst = [...this.#secrets].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
  }
}

/** What the worker is told besides what it is to start, and answers in the same words. */
const STOP_READING = 'stop reading';

let jobCount = 0;

export class Job {
  status: JobStatus = 'success';
  /** All that were run, posts among them. */
  readonly steps: Step[] = [];
  readonly temp: string;
  readonly workspace: string;
  readonly #folder: string;
  readonly #masker = new Masker();
  readonly #worker: ChildProcess;
  readonly #messages = new Map<number | typeof STOP_READING, (message: WorkerMessage) => void>();
  readonly #trackingId = `github_${randomUUID()}`;
  readonly #env = new Map<string, string>();
  readonly #path: string[] = [];
  readonly #posts: Post[] = [];
  #running: { readonly entry: Entry; interrupt(): Promise<void> } | undefined;
  #isShutDown = false;
  #isEnded = false;
  #stepCount = 0;

  constructor(
    private readonly machine: RunnerMachine,
    private readonly setup: JobSetup = {},
  ) {
    const { home, tmp } = machine;
    jobCount += 1;
    this.#folder = join(home, `job-${jobCount}`);
    this.temp = join(this.#folder, '_temp');
    this.workspace = join(this.#folder, 'workspace');
    for (const path of [this.temp, this.workspace]) mkdirSync(path, { recursive: true });
    for (const secret of setup.secrets ?? []) this.#masker.add(secret);
    const own = { PATH: process.env['PATH'], HOME: home, TMPDIR: tmp };
    for (const [name, value] of Object.entries({ ...own, ...this.#jobEnvironment() })) {
      if (value !== undefined) this.#env.set(name, value);
    }
    this.#worker = fork(join(__dirname, 'worker.cjs'), {
      detached: true,
      execArgv: [],
      cwd: this.#folder,
      env: own,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#worker.on('message', (message: WorkerMessage) => this.#messages.get(message.id)?.(message));
  }

  get isOver(): boolean {
    return this.#isEnded;
  }

  /** Starts an action's main. A step that is to run after a failure or a cancel says so, as `if: always()` does. */
  start(name: string, inputs: Inputs = {}, { always = false } = {}): RunningStep {
    if (this.status !== 'success' && !always) throw new Error(`${name}: the job is over: ${this.status}`);
    const action = readAction(name, this.machine.unpacked);
    for (const input of Object.keys(inputs)) {
      if (!(input in action.inputs)) throw new Error(`${name} has no input ${input}`);
    }
    const { runs } = action;
    if (runs.using === 'composite') return this.#startComposite(name, { action, runs, inputs });
    const state = new Map<string, string>();
    // registered before main runs, so that it follows whatever main's end is
    if (runs.post !== undefined) this.#posts.push({ name: `post of ${name}`, action, inputs, state });
    return this.#startEntry(
      {
        name,
        file: process.execPath,
        args: [join(action.folder, runs.main)],
        env: this.#inputs(action, inputs),
      },
      { state },
    );
  }

  /** The same, to its end. */
  uses(name: string, inputs?: Inputs, options?: { always?: boolean }): Promise<Step> {
    return this.start(name, inputs, options).ended;
  }

  /** A step of the workflow's own. */
  startScript(text: string, env: Inputs = {}): RunningStep {
    return this.#startEntry(this.#bash('run', text, env), {});
  }

  run(text: string, env?: Inputs): Promise<Step> {
    return this.startScript(text, env).ended;
  }

  /** A person cancels the run, or its time is over: a step that is running is told to end, but no post. */
  async cancel(): Promise<void> {
    this.status = 'cancelled';
    if (this.#running?.entry.isPost !== true) await this.#running?.interrupt();
  }

  /** The runner's service is stopped: whatever is running is told to end, and no post follows. */
  async shutDown(): Promise<void> {
    this.status = 'cancelled';
    this.#isShutDown = true;
    await this.#running?.interrupt();
  }

  /** As in the moment between a worker's end and a step's notice of it: what the step that runs says now is read by nobody. */
  async stopReading(): Promise<void> {
    const done = new Promise<void>((resolve) => this.#messages.set(STOP_READING, () => resolve()));
    this.#worker.send({ id: STOP_READING });
    await done;
  }

  /** As when the machine runs out of memory: no step hears of it, and no post follows. */
  async killWorker(): Promise<void> {
    this.#isEnded = true;
    const gone = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.kill('SIGKILL');
    await gone;
  }

  /** The posts, and the clean-up. Answers the posts, and the command lines of the processes that had to be killed. */
  async end(): Promise<{ readonly posts: readonly Step[]; readonly killed: readonly string[] }> {
    const posts: Step[] = [];
    for (let post = this.#posts.pop(); post !== undefined; post = this.#posts.pop()) {
      if (this.#isShutDown) break;
      const started = this.startPost(post);
      posts.push(await started.ended);
    }
    const killed = this.#killTracked();
    this.#isEnded = true;
    this.#worker.disconnect();
    return { posts, killed };
  }

  /** Starts the next post only, for a test that does something meanwhile. */
  startPost(post = this.#posts.pop()): RunningStep {
    if (post?.action.runs.using !== 'node24') throw new Error('there is no post');
    const { name, action, inputs, state } = post;
    const saved: Inputs = Object.fromEntries([...state].map(([key, value]) => [`STATE_${key}`, value]));
    const env = { ...this.#inputs(action, inputs), ...saved };
    const args = [join(action.folder, post.action.runs.post ?? '')];
    return this.#startEntry({ name, file: process.execPath, args, env, isPost: true }, {});
  }

  /** What a later job of the run gets of this one's outputs: none with a secret in it. */
  handOver(outputs: Inputs): Inputs {
    return Object.fromEntries(
      Object.entries(outputs).filter(([, value]) => this.#masker.mask(value) === value),
    );
  }

  /** The processes that the clean-up would find. */
  tracked(): { readonly pid: number; readonly line: string; readonly environment: readonly string[] }[] {
    return readdirSync('/proc').flatMap((pid) => {
      if (!/^\d+$/.test(pid)) return [];
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        if (!environment.includes(`RUNNER_TRACKING_ID=${this.#trackingId}`)) return [];
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(pid), line, environment }];
      } catch {
        return []; // ended meanwhile
      }
    });
  }

  #killTracked(): string[] {
    return this.tracked().map(({ pid, line }) => {
      signalProcess(pid, 'SIGKILL');
      return line;
    });
  }

  #startComposite(
    name: string,
    { action, runs, inputs }: { action: Action; runs: CompositeRuns; inputs: Inputs },
  ): RunningStep {
    const [step, ...more] = runs.steps;
    if (step === undefined || more.length > 0)
      throw new Error('a composite of one step is all that is run here');
    const given = this.#inputValues(action, inputs);
    const env: Inputs = Object.fromEntries(
      Object.entries(step.env).map(([key, text]) => [key, evaluate(text, { inputs: given })]),
    );
    const entry = this.#bash(name, step.run, { ...env, GITHUB_ACTION_PATH: action.folder });
    const outputs = (own: Inputs): Inputs =>
      Object.fromEntries(
        Object.entries(action.outputs).map(([output, about]) => [
          output,
          evaluate(about?.value ?? '', { steps: { [step.id]: own } }),
        ]),
      );
    return this.#startEntry(entry, { outputs });
  }

  #bash(name: string, text: string, env: Inputs): Entry {
    const script = join(this.temp, `${randomUUID()}.sh`);
    writeFileSync(script, text);
    return { name, file: 'bash', args: ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], env };
  }

  /** Every declared input is there, if only as an empty text. */
  #inputValues(action: Action, inputs: Inputs): Record<string, string> {
    const context = { matrix: this.setup.matrix, jobStatus: this.status };
    const defaults = Object.entries(action.inputs).map(([name, about]) => [
      name,
      evaluate(about?.default ?? '', context),
    ]);
    return { ...(Object.fromEntries(defaults) as Record<string, string>), ...inputs };
  }

  #inputs(action: Action, inputs: Inputs): NodeJS.ProcessEnv {
    const values = Object.entries(this.#inputValues(action, inputs));
    return Object.fromEntries(
      values.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
    );
  }

  #startEntry(
    entry: Entry,
    {
      state,
      outputs: mapOutputs = (own) => own,
    }: { state?: Map<string, string>; outputs?: (own: Inputs) => Inputs },
  ): RunningStep {
    if (this.#running !== undefined) throw new Error(`${this.#running.entry.name} is still running`);
    this.#stepCount += 1;
    const id = this.#stepCount;
    const files = this.#stepFiles(id);
    const log = new StepLog(this.#masker);
    const running = this.#spawn(id, { ...entry, env: this.#environment(entry, files) }, log);
    let isCancelled = false;
    this.#running = {
      entry,
      interrupt: async () => {
        isCancelled = true;
        await interrupt(await running.pid, running.exited);
      },
    };
    const ended = running.closed.then(({ code, signal, ms, isHeldUp }): Step => {
      this.#running = undefined;
      const outputs = mapOutputs(Object.fromEntries(readValues(files['GITHUB_OUTPUT'])));
      for (const [key, value] of readValues(files['GITHUB_STATE'])) state?.set(key, value);
      for (const [key, value] of readValues(files['GITHUB_ENV'])) this.#env.set(key, value);
      this.#path.unshift(...readText(files['GITHUB_PATH']).split('\n').filter(Boolean).reverse());
      const outcome = isCancelled ? 'cancelled' : code === 0 ? 'success' : 'failure';
      if (this.status === 'success' || outcome === 'cancelled') this.status = outcome;
      const step: Step = {
        name: entry.name,
        outcome,
        exitCode: code,
        signal,
        outputs,
        log: log.masked,
        unmasked: log.unmasked,
        commands: log.commands,
        annotations: log.annotations(),
        summary: this.#masker.mask(readText(files['GITHUB_STEP_SUMMARY'])),
        ms,
        isHeldUp,
      };
      this.steps.push(step);
      return step;
    });
    ended.catch(() => undefined);
    const says = async (pattern: RegExp): Promise<void> => {
      const what = (): string => `${entry.name} did not say ${String(pattern)}, but:\n${log.masked}`;
      const silent = ended.then(() =>
        pattern.test(log.masked) ? undefined : Promise.reject(new Error(what())),
      );
      await within(Promise.race([log.matches(pattern), silent]), 20_000, what);
    };
    return { pid: running.pid, says, log: () => log.masked, ended };
  }

  #spawn(
    id: number,
    { file, args, env }: Entry,
    log: StepLog,
  ): { pid: Promise<number>; exited: Promise<unknown>; closed: Promise<Ended> } {
    const startMs = performance.now();
    let onSpawn: (pid: number) => void;
    let onExit: (exit: Pick<Ended, 'code' | 'signal'>) => void;
    let onClose: () => void;
    let onError: (error: Error) => void;
    const failed = new Promise<never>((_, reject) => (onError = reject));
    const pid = new Promise<number>((resolve) => (onSpawn = resolve));
    const exit = new Promise<Pick<Ended, 'code' | 'signal'>>((resolve) => (onExit = resolve));
    const close = new Promise<void>((resolve) => (onClose = resolve));
    failed.catch(() => undefined);
    this.#messages.set(id, (message) => {
      if (message.type === 'spawn') onSpawn(message.pid);
      else if (message.type === 'output') log.add(message.stream, message.text);
      else if (message.type === 'exit') onExit(message);
      else if (message.type === 'close') onClose();
      else onError(new Error(message.message));
    });
    this.#worker.once('exit', () => onError(new Error('the worker is gone')));
    this.#worker.send({ id, file, args, env, cwd: this.workspace });
    const closed = (async (): Promise<Ended> => {
      const { code, signal } = await Promise.race([exit, failed]);
      const isHeldUp = (await Promise.race([close, sleep(STREAMS_MS, 'late', { ref: false })])) === 'late';
      log.end();
      return { code, signal, isHeldUp, ms: performance.now() - startMs };
    })();
    closed.catch(() => undefined);
    return { pid: Promise.race([pid, failed]), exited: exit, closed };
  }

  #environment(entry: Entry, files: Inputs): NodeJS.ProcessEnv {
    const env = Object.fromEntries(this.#env);
    const path = [...this.#path, env['PATH']].join(':');
    return { ...env, ...entry.env, ...files, PATH: path };
  }

  #stepFiles(id: number): Record<FileName, string> {
    const folder = join(this.#folder, 'commands', String(id));
    mkdirSync(folder, { recursive: true });
    const paths = FILES.map((name) => [name, join(folder, name)] as const);
    for (const [, path] of paths) writeFileSync(path, '');
    return Object.fromEntries(paths) as Record<FileName, string>;
  }

  #jobEnvironment(): Record<string, string> {
    const {
      repository = 'acme/device',
      runId = String(7000 + jobCount),
      attempt = 1,
      job = 'test',
      workflow = 'nightly',
      ref = 'release-4.21',
      event = { name: 'push', payload: {} },
      env = {},
    } = this.setup;
    const eventPath = join(this.#folder, 'event.json');
    writeFileSync(eventPath, JSON.stringify(event.payload));
    return {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: repository,
      GITHUB_RUN_ID: runId,
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_JOB: job,
      GITHUB_WORKFLOW: workflow,
      GITHUB_REF_NAME: ref,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_WORKSPACE: this.workspace,
      RUNNER_OS: 'Linux',
      RUNNER_TEMP: this.temp,
      RUNNER_TRACKING_ID: this.#trackingId,
      ...env,
    };
  }
}

const FILES = [
  ...(['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const),
];
type FileName = (typeof FILES)[number];

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly isHeldUp: boolean;
  readonly ms: number;
}

type WorkerMessage = { readonly id: number } & (
  | { readonly type: 'spawn'; readonly pid: number }
  | { readonly type: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly type: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly type: 'close' }
  | { readonly type: 'error'; readonly message: string }
);

/** What a step prints, line by line, as the runner takes it. */
class StepLog {
  masked = '';
  unmasked = '';
  readonly commands: WorkflowCommand[] = [];
  readonly #open = { stdout: '', stderr: '' };
  readonly #listeners = new Set<() => void>();

  constructor(private readonly masker: Masker) {}

  add(stream: 'stdout' | 'stderr', text: string): void {
    const lines = (this.#open[stream] + text).split(LINE_END);
    this.#open[stream] = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    for (const listener of this.#listeners) listener();
  }

  end(): void {
    for (const stream of ['stdout', 'stderr'] as const) {
      if (this.#open[stream] !== '') this.add(stream, '\n');
    }
  }

  matches(pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      const listener = (): void => {
        if (!pattern.test(this.masked)) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
      listener();
    });
  }

  annotations(): Annotation[] {
    return this.commands.flatMap(({ name, properties, data }) =>
      name === 'error' || name === 'warning' || name === 'notice'
        ? [{ kind: name, title: properties['title'] ?? '', message: this.masker.mask(data) }]
        : [],
    );
  }

  #line(line: string): void {
    const command = parseCommand(line);
    let text = line;
    if (command !== undefined) {
      this.commands.push(command);
      if (command.name === 'add-mask') {
        this.masker.add(command.data);
        return;
      }
      text = `[${command.name}] ${command.data}`;
    }
    this.unmasked += `${text}\n`;
    this.masked += `${this.masker.mask(text)}\n`;
  }
}

/** To the entry process only, and not to its group. */
async function interrupt(pid: number, exited: Promise<unknown>): Promise<void> {
  const ladder = [
    ['SIGINT', SIGINT_MS],
    ['SIGTERM', SIGTERM_MS],
  ] as const;
  for (const [signal, ms] of ladder) {
    signalProcess(pid, signal);
    if ((await Promise.race([exited, sleep(ms, 'late', { ref: false })])) !== 'late') return;
  }
  signalProcess(pid, 'SIGKILL');
  await exited;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended meanwhile
  }
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function readValues(path: string): ReadonlyMap<string, string> {
  const text = readText(path);
  return text === '' ? new Map() : parseKeyValues(text);
}
