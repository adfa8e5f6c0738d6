/** A lab whose jobs are workflows: nektos/act runs them on this machine, and they reach the pool through a real sshd. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { Lab, until, type Running } from '../../cli/equipment/lab';
import { PROGRAM } from '../../ssh/bastion';
import type { Sshd } from '../../ssh/sshd';
import { ROOT } from './examples';

/** What the workflows of this repository are called by. */
const ACTIONS = 'giveway-ci/giveway@v1';

/** How long a job may take to come to the step that a test waits for, on a machine with other work. */
const STEP_MS = 90_000;

export interface WorkflowRun {
  readonly text: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly branch?: string;
  readonly event?: string;
  /** Of a workflow that is dispatched. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** What `runs-on:` says. */
  readonly platform?: string;
}

export interface RunningWorkflow extends Running {
  /** The steps that have ended, in their order, each `Main NAME: success` or the like; without those that were skipped. */
  readonly steps: () => string[];
  /** The jobs that have ended, each `NAME: success` or the like. */
  readonly jobs: () => string[];
  /** As workflow commands. */
  readonly annotations: () => string[];
  /** What the steps have printed. */
  readonly log: () => string;
}

export class ActLab extends Lab {
  /** What a runner downloads for `uses:`. */
  readonly #actions = this.folder('actions');
  readonly #act: string;
  readonly privateKey: string;
  #runs = 0;

  constructor(
    act: string,
    readonly sshd: Sshd,
  ) {
    super();
    this.#act = act;
    copyCheckout(this.#actions);
    // as giveway init writes it
    const bound = `restrict,command="exec sh ${PROGRAM} ${this.pool} role=job tenant=ci max-version=4.99"`;
    this.privateKey = sshd.authorize(bound).privateKey;
  }

  /** Starts a workflow of a repository that has these scripts. */
  workflow({ text, scripts, ...run }: WorkflowRun): RunningWorkflow {
    return this.#start(run, (folder) => {
      for (const [name, script] of Object.entries(scripts)) {
        writeFileSync(join(folder, name), script, { mode: 0o755 });
      }
      mkdirSync(join(folder, '.github/workflows'), { recursive: true });
      writeFileSync(join(folder, '.github/workflows/lab.yml'), text);
    });
  }

  /** Starts a job of a workflow of this repository. */
  ownJob(workflow: string, job: string): RunningWorkflow {
    return this.#start({ platform: 'ubuntu-24.04' }, copyCheckout, [
      '--workflows',
      `.github/workflows/${workflow}`,
      '--job',
      job,
    ]);
  }

  #start(
    {
      branch = 'main',
      event = 'push',
      env = {},
      inputs = {},
      platform = 'ubuntu-latest',
    }: Omit<WorkflowRun, 'text' | 'scripts'>,
    fill: (folder: string) => void,
    more: readonly string[] = [],
  ): RunningWorkflow {
    this.#runs += 1;
    const runId = String(this.#runs);
    const home = this.folder(`runner-${runId}`);
    const file = (name: string, content: string): string =>
      this.write(`runner-${runId}/${name}`, content, 0o600);
    const repository = this.folder(`runner-${runId}`, 'repository');
    fill(repository);
    commitAll(repository, branch);
    const own = { GITHUB_RUN_ID: runId, GITHUB_REPOSITORY: 'lab/product', ...env };
    const args = [
      ...[event, '--eventpath', file('event.json', JSON.stringify({ ref: `refs/heads/${branch}`, inputs }))],
      // in a file, and not in the runner's environment, which every step inherits; YAML, for keys have many lines
      ...['--secret-file', file('secrets.yml', stringify({ GIVEWAY_PRIVATE_KEY: this.privateKey }))],
      ...['--var-file', file('variables.yml', stringify(this.#variables()))],
      ...['--platform', `${platform}=-self-hosted`, '--local-repository', `${ACTIONS}=${this.#actions}`],
      ...['--action-cache-path', join(home, 'cache'), '--no-cache-server', '--json'],
      ...Object.entries(own).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...more,
    ];
    const running = this.start([this.#act, ...args], { ...this.env, HOME: home, LAB: this.root }, repository);
    const log = (): LogLine[] => lines(running.stdout());
    return {
      ...running,
      steps: () =>
        log().flatMap(({ stage, step, stepResult: result }) =>
          stage === undefined || step === undefined || result === undefined || result === 'skipped'
            ? []
            : [`${stage} ${step.split('\n')[0] ?? ''}: ${result}`],
        ),
      jobs: () =>
        log().flatMap(({ jobID, jobResult }) =>
          jobID === undefined || jobResult === undefined ? [] : [`${jobID}: ${jobResult}`],
        ),
      annotations: () =>
        log().flatMap(({ msg = '' }) => /::(?:notice|warning|error)\b.*/.exec(msg)?.[0] ?? []),
      log: () => [...log().map(({ msg }) => msg), running.stderr()].join('\n'),
    };
  }

  /** What a repository is given when the bastion is set up. */
  #variables(): object {
    const { user, host, port } = this.sshd;
    return {
      GIVEWAY_POOL: `ssh://${user}@${host}:${port}${this.pool}`,
      GIVEWAY_KNOWN_HOSTS: this.sshd.knownHosts(),
    };
  }

  /** Waits until a version asks the holder of a host to leave. */
  async asks(host: string, version: string, job: RunningWorkflow): Promise<void> {
    const name = new RegExp(`^${host}\\.lock\\.waiting\\.\\d+\\.${version.replaceAll('.', '\\.')}$`);
    await this.#hasCome(
      () => this.traces().some((trace) => name.test(trace)),
      `${version} asks for ${host}`,
      job,
    );
  }

  /** Waits until a job has come so far that its script has made this file in the lab's folder. */
  async has(name: string, job: RunningWorkflow): Promise<void> {
    await this.#hasCome(() => existsSync(this.path(name)), `there is the file ${name}`, job);
  }

  /** Besides those that stand in the lab, the programs that jobs started on the bastion. */
  override processes(folder = this.root): { readonly pid: number; readonly line: string }[] {
    const programs = processesThatName(this.pool);
    return [...new Map([...super.processes(folder), ...programs].map((one) => [one.pid, one])).values()];
  }

  /** Fails as soon as the job has ended before. */
  async #hasCome(isSo: () => boolean, what: string, job: RunningWorkflow): Promise<void> {
    let hasEnded = false;
    void job.ended.finally(() => (hasEnded = true));
    await until(
      () => isSo() || hasEnded,
      () => `${what}: ${job.log()}`,
      STEP_MS,
    );
    if (!isSo()) throw new Error(`the job ended before ${what}: ${job.log()}`);
  }
}

interface LogLine {
  readonly msg?: string;
  readonly stage?: string;
  readonly step?: string;
  readonly stepResult?: string;
  readonly jobID?: string;
  readonly jobResult?: string;
}

function lines(text: string): LogLine[] {
  // the last line may not be whole yet
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

function processesThatName(path: string): { readonly pid: number; readonly line: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replace(/\0/g, ' ').trim();
      return line.includes(path) ? [{ pid: Number(name), line }] : [];
    } catch {
      return []; // ended meanwhile
    }
  });
}

/** The files of this repository as a checkout would have them if all were committed now. */
function copyCheckout(folder: string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(ROOT, name)));
  const tar = execFileSync('tar', ['--null', '-T', '-', '-c'], {
    cwd: ROOT,
    input: names.join('\0'),
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x'], { cwd: folder, input: tar });
}

function commitAll(folder: string, branch: string): void {
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=lab', '-c', 'user.email=lab@example.com'];
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  git('init', '--quiet', '--initial-branch', branch);
  git('add', '.');
  git('commit', '--quiet', '--message', 'the product');
}
