/** The GitLab recipe: its jobs, with a runner's variables, in a shell as a runner starts one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { endLabs, until, type Running } from '../cli/equipment/lab';
import { RecipeLab, RECIPES } from './equipment';

interface GitLabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly after_script?: readonly string[];
  readonly allow_failure?: { readonly exit_codes: readonly number[] };
}

const file = parse(readFileSync(join(RECIPES, 'gitlab/.gitlab-ci.yml'), 'utf8')) as Record<string, unknown>;
const jobOf = (name: string): GitLabJob => file[name] as GitLabJob;

let lab: RecipeLab;
beforeEach(() => {
  lab = new RecipeLab();
});
afterEach(endLabs);

/** As the runner does it: variables may name others; a script ends at its first mistake; after_script has its own shell. */
class Runner {
  readonly #variables: Record<string, string>;
  readonly #job: GitLabJob;

  constructor(name: string) {
    this.#job = jobOf(name);
    const predefined: Record<string, string> = {
      CI: 'true',
      CI_JOB_ID: '8123456789',
      CI_JOB_NAME: name,
      CI_JOB_URL: 'https://gitlab.example/lab/-/jobs/8123456789',
      CI_COMMIT_REF_NAME: 'release-4.22',
    };
    const all = { ...predefined, ...(file['variables'] as Record<string, string>), ...this.#job.variables };
    const expand = (text: string): string =>
      text.replace(/\$\{?([A-Z_]+)\}?/g, (_, variable: string) => expand(all[variable] ?? ''));
    this.#variables = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, expand(value)]));
    // of the test: a pool in a folder, and a host that others hold too
    Object.assign(this.#variables, { GIVEWAY_POOL: lab.pool, GIVEWAY_HOST: 'h1' });
  }

  start(): Running {
    return this.#shell(this.#job.script);
  }

  after(): Running {
    return this.#shell(this.#job.after_script ?? []);
  }

  /** The job's status, once after_script has run. */
  async status(running: Running): Promise<'success' | 'warning' | 'failed'> {
    const { status } = await running.ended;
    expect(await this.after().ended).toMatchObject({ status: 0 });
    if (status === 0) return 'success';
    return this.#job.allow_failure?.exit_codes.includes(status) === true ? 'warning' : 'failed';
  }

  #shell(lines: readonly string[]): Running {
    return lab.script(['bash', '-c', ['set -eo pipefail', ...lines].join('\n')], this.#variables);
  }
}

/** A runner signals the whole process group, and waits. */
function cancel(running: Running): void {
  process.kill(-running.pid, 'SIGTERM');
}

describe('several-steps', () => {
  beforeEach(() => {
    for (const name of ['install.sh', 'test.sh', 'more-tests.sh']) lab.command(name);
  });

  it('runs every command on the host, and gives it back', async () => {
    const runner = new Runner('several-steps');
    const running = runner.start();
    expect(await runner.status(running)).toBe('success');
    expect((await running.ended).stdout).toContain('"acquired":true,"host":"h1"');
    expect((await running.ended).stdout).toContain('"version":"4.22"');
    expect(lab.ran()).toEqual(['install.sh', 'test.sh', 'more-tests.sh']);
    await lab.isClean();
  });

  it('fails with a command that fails, and gives the host back', async () => {
    lab.command('test.sh', 'exit 3');
    const runner = new Runner('several-steps');
    expect(await runner.status(runner.start())).toBe('failed');
    await lab.isClean();
  });

  it.each([
    ['install.sh', 'failed', ['install.sh']],
    ['test.sh', 'warning', ['install.sh', 'test.sh']],
  ])('asked to leave in %s it ends as %s', async (name, status, ran) => {
    lab.command(name, 'until [ -e go ]; do sleep 0.1; done');
    const runner = new Runner('several-steps');
    const running = runner.start();
    await lab.runs(name);
    const waiter = await lab.waiter('4.23');
    lab.write('workspace/go', '');
    expect(await runner.status(running)).toBe(status);
    expect(lab.ran()).toEqual(ran);
    expect(await waiter.ended).toMatchObject({ status: 0 });
  });

  it('cancelled while it waits it leaves no place in the queue', async () => {
    const release = await lab.holder('4.23');
    const runner = new Runner('several-steps');
    const running = runner.start();
    await until(() => lab.traces().some((name) => name.includes('.waiting.')), 'it waits');
    cancel(running);
    expect(await runner.status(running)).toBe('failed');
    await release();
    await lab.isClean();
  });

  it('cancelled while it uses the host it gives it back', async () => {
    lab.command('test.sh', 'sleep 300');
    const runner = new Runner('several-steps');
    const running = runner.start();
    await lab.runs('test.sh');
    cancel(running);
    expect(await runner.status(running)).toBe('failed');
    await lab.isClean();
  });
});

describe('one-command', () => {
  it('holds the host as long as the command runs', async () => {
    lab.command('test.sh', 'echo "on $GIVEWAY_HOST"');
    const runner = new Runner('one-command');
    const running = runner.start();
    expect(await runner.status(running)).toBe('success');
    expect((await running.ended).stdout).toBe('on h1\n');
    await lab.isClean();
  });

  it('cancelled it ends the command and gives the host back', async () => {
    lab.command('test.sh', 'sleep 300');
    const running = new Runner('one-command').start();
    await lab.runs('test.sh');
    cancel(running);
    expect((await running.ended).status).not.toBe(0);
    await lab.isClean();
  });
});
