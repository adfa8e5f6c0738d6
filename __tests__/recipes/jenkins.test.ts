/** The Jenkins recipe: its pipeline read as far as it is declarative, and its shell steps run as an agent runs them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, until, type Ended, type Running } from '../cli/equipment/lab';
import { RecipeLab, RECIPES } from './equipment';

const text = readFileSync(join(RECIPES, 'jenkins/Jenkinsfile'), 'utf8').replace(/^\s*\/\/.*$/gm, '');

/** What stands between the braces behind this head, the first time from an offset on. */
function block(head: RegExp, within: string): string {
  const start = head.exec(within);
  if (start === null) throw new Error(`no ${String(head)} in the Jenkinsfile`);
  let depth = 1;
  const from = start.index + start[0].length;
  for (let at = from; at < within.length; at += 1) {
    depth += { '{': 1, '}': -1 }[within[at] ?? ''] ?? 0;
    if (depth === 0) return within.slice(from, at);
  }
  throw new Error(`${String(head)} has no end`);
}

const pipeline = block(/^pipeline \{/m, text);
const stages = [...block(/^ {2}stages \{/m, pipeline).matchAll(/stage\('([^']+)'\)/g)].map(
  ([, name = '']) => {
    const stage = block(new RegExp(`stage\\('${name}'\\) \\{`), pipeline);
    return {
      name,
      steps: commandsOf(block(/steps \{/, stage)),
      mayBeLeftOut: /when \{\s*expression \{ mayStay\(\) \}/.test(stage),
    };
  },
);
const always = commandsOf(block(/always \{/, block(/^ {2}post \{/m, pipeline)));
const mayStay = block(/^boolean mayStay\(\) \{/m, text);

function commandsOf(steps: string): string[] {
  return [...steps.matchAll(/^\s*sh '([^']+)'$/gm)].map(([, command = '']) => command);
}

/** Given back, or lost before. */
const RELEASED = [0, 11];

let lab: RecipeLab;
beforeEach(() => {
  lab = new RecipeLab();
  for (const name of ['install.sh', 'test.sh', 'report.sh']) lab.command(name);
});
afterEach(endLabs);

/** A build: one stage after the other until one fails, then what always runs. */
class Build {
  readonly #env: NodeJS.ProcessEnv;
  #current: Running | undefined;
  #isAborted = false;
  readonly stagesRun: string[] = [];

  constructor(private readonly before: (stage: string) => Promise<void> = async () => undefined) {
    const given: Record<string, string> = {
      JOB_NAME: 'lab/nightly-4.22',
      BUILD_NUMBER: '17',
      BUILD_ID: '17',
      BUILD_TAG: 'jenkins-lab-nightly-4.22-17',
      BUILD_URL: 'https://jenkins.example/job/lab/17/',
      WORKSPACE: lab.workspace,
    };
    const own = [
      ...block(/^ {2}environment \{/m, pipeline).matchAll(/^\s*([A-Z_]+) = (?:'([^']*)'|"([^"]*)")$/gm),
    ].map(([, name = '', plain, quoted = '']): [string, string] => [
      name,
      plain ?? quoted.replace(/\$\{env\.([A-Z_]+)\}/g, (_, variable: string) => given[variable] ?? 'null'),
    ]);
    // of the test: a pool in a folder, and a host that others hold too
    this.#env = { ...given, ...Object.fromEntries(own), GIVEWAY_POOL: lab.pool, GIVEWAY_HOST: 'h1' };
  }

  async run(): Promise<'SUCCESS' | 'FAILURE' | 'ABORTED'> {
    const isSuccess = await this.#stages();
    for (const command of always) expect(RELEASED).toContain((await this.#shell(command)).status);
    if (this.#isAborted) return 'ABORTED';
    return isSuccess ? 'SUCCESS' : 'FAILURE';
  }

  /** As Jenkins does it: every process of the step gets SIGTERM, and no further step but those of post runs. */
  abort(): void {
    this.#isAborted = true;
    if (this.#current !== undefined) process.kill(-this.#current.pid, 'SIGTERM');
  }

  async #stages(): Promise<boolean> {
    for (const { name, steps, mayBeLeftOut } of stages) {
      await this.before(name);
      if (mayBeLeftOut) {
        const answer = await this.#mayStay();
        if (answer === 'failed') return false;
        if (answer === 'no') continue;
      }
      this.stagesRun.push(name);
      for (const command of steps) {
        if ((await this.#shell(command)).status !== 0 || this.#isAborted) return false;
      }
    }
    return true;
  }

  async #mayStay(): Promise<'yes' | 'no' | 'failed'> {
    const [, command = ''] = /sh\(returnStatus: true, script: '([^']+)'\)/.exec(mayStay) ?? [];
    const [, accepted = ''] = /if \(status != 0 && status != (\d+)\) \{/.exec(mayStay) ?? [];
    expect(mayStay).toMatch(/return status == 0\s*$/);
    const { status } = await this.#shell(command);
    if (status === 0) return 'yes';
    return status === Number(accepted) ? 'no' : 'failed';
  }

  async #shell(command: string): Promise<Ended> {
    this.#current = lab.script(['sh', '-xec', command], this.#env);
    try {
      return await this.#current.ended;
    } finally {
      this.#current = undefined;
    }
  }
}

it('the recipe is read whole', () => {
  expect(stages.map(({ name }) => name)).toEqual(['Acquire', 'Install', 'Test', 'Report']);
  expect(stages.map(({ mayBeLeftOut }) => mayBeLeftOut)).toEqual([false, false, true, false]);
  const found = [...stages.flatMap(({ steps }) => steps), ...always];
  expect(found).toHaveLength([...text.matchAll(/^\s*sh '/gm)].length);
  expect(always).toEqual(['giveway release']);
});

it('a build runs every stage on the host, and gives it back', async () => {
  const build = new Build();
  expect(await build.run()).toBe('SUCCESS');
  expect(lab.ran()).toEqual(['install.sh', 'test.sh', 'report.sh']);
  await lab.isClean();
});

it('a build that fails gives the host back', async () => {
  lab.command('install.sh', 'exit 4');
  const build = new Build();
  expect(await build.run()).toBe('FAILURE');
  expect(build.stagesRun).toEqual(['Acquire', 'Install']);
  await lab.isClean();
});

it('a build that is asked to leave while it installs fails', async () => {
  lab.command('install.sh', 'until [ -e go ]; do sleep 0.1; done');
  const build = new Build();
  const result = build.run();
  await lab.runs('install.sh');
  const waiter = await lab.waiter('4.23');
  lab.write('workspace/go', '');
  expect(await result).toBe('FAILURE');
  expect(lab.ran()).toEqual(['install.sh']);
  expect(await waiter.ended).toMatchObject({ status: 0 });
});

it('a build that is asked to leave before its tests leaves them out, and still reports', async () => {
  const waiters: Running[] = [];
  const build = new Build(async (stage) => {
    if (stage === 'Test') waiters.push(await lab.waiter('4.23'));
  });
  expect(await build.run()).toBe('SUCCESS');
  expect(build.stagesRun).toEqual(['Acquire', 'Install', 'Report']);
  expect(lab.ran()).toEqual(['install.sh', 'report.sh']);
  expect(await waiters[0]?.ended).toMatchObject({ status: 0 });
});

it('a build that has lost its host fails before its tests', async () => {
  const build = new Build(async (stage) => {
    if (stage === 'Test') lab.write('pool/h1.lock', '1766568440841947242\n');
  });
  expect(await build.run()).toBe('FAILURE');
  expect(build.stagesRun).toEqual(['Acquire', 'Install']);
});

it('a build that is aborted while it waits leaves no place in the queue', async () => {
  const release = await lab.holder('4.23');
  const build = new Build();
  const result = build.run();
  await until(() => lab.traces().some((name) => name.includes('.waiting.')), 'it waits');
  build.abort();
  expect(await result).toBe('ABORTED');
  await release();
  await lab.isClean();
});

it('a build that is aborted while it uses the host gives it back', async () => {
  lab.command('test.sh', 'sleep 300');
  const build = new Build();
  const result = build.run();
  await lab.runs('test.sh');
  build.abort();
  expect(await result).toBe('ABORTED');
  expect(build.stagesRun).toEqual(['Acquire', 'Install', 'Test']);
  await lab.isClean();
});
