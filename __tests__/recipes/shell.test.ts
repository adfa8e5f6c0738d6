import { join } from 'node:path';
import { endLabs, until, type Running } from '../cli/equipment/lab';
import { RecipeLab, RECIPES } from './equipment';

let lab: RecipeLab;
beforeEach(() => {
  lab = new RecipeLab();
});
afterEach(endLabs);

const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  GIVEWAY_POOL: lab.pool,
  GIVEWAY_HOST: 'h1',
  GIVEWAY_PRODUCT_VERSION: '4.22',
  INSTALL: './install.sh',
  TEST: './test.sh',
  ...more,
});
const recipe = (name: string): string => join(RECIPES, 'shell', name);

describe('run.sh', () => {
  const run = (...command: string[]): Running => lab.script(['sh', recipe('run.sh'), ...command], env());

  it('passes the command’s status on, and gives the host back', async () => {
    lab.command('test.sh', 'echo "on $GIVEWAY_HOST"; exit 7');
    expect(await run('./test.sh').ended).toMatchObject({ status: 7, stdout: 'on h1\n' });
    await lab.isClean();
  });

  it('passes a signal on, and gives the host back', async () => {
    lab.command('test.sh', 'sleep 300');
    const running = run('./test.sh');
    await lab.runs('test.sh');
    running.signal('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 143 });
    await lab.isClean();
  });
});

describe('steps.sh', () => {
  const steps = (shell: readonly string[] = ['sh'], more: NodeJS.ProcessEnv = {}): Running =>
    lab.script([...shell, recipe('steps.sh')], env(more));

  it.each([[['dash']], [['bash']], [['busybox', 'sh']]])(
    'runs its steps on the host, in %j',
    async (shell) => {
      const status = `giveway status --pool ${lab.pool} --json | grep -q '"state":"held"'`;
      lab.command('install.sh', status);
      lab.command('test.sh', status);
      expect(await steps(shell).ended).toMatchObject({ status: 0 });
      expect(lab.ran()).toEqual(['install.sh', 'test.sh']);
      await lab.isClean();
    },
  );

  it('ends with the status of a step that fails, and gives the host back', async () => {
    lab.command('install.sh', 'exit 5');
    expect(await steps().ended).toMatchObject({ status: 5 });
    expect(lab.ran()).toEqual(['install.sh']);
    await lab.isClean();
  });

  it('ends at its checkpoint when a job for a newer version waits, which gets the host', async () => {
    lab.command('install.sh', 'until [ -e go ]; do sleep 0.1; done');
    const running = steps();
    await lab.runs('install.sh');
    const waiter = await lab.waiter('4.23');
    lab.write('workspace/go', '');
    expect(await running.ended).toMatchObject({ status: 1 });
    expect(lab.ran()).toEqual(['install.sh']);
    expect(await waiter.ended).toMatchObject({ status: 0 });
  });

  it.each([[['dash']], [['bash']], [['busybox', 'sh']]])(
    'leaves no place behind when it is cancelled while it waits, in %j',
    async (shell) => {
      const release = await lab.holder('4.23');
      const running = steps(shell);
      await until(() => lab.traces().some((name) => name.includes('.waiting.')), 'it waits');
      running.signal('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 143 });
      await release();
      await lab.isClean();
      expect(lab.ran()).toEqual([]);
    },
  );

  it.each([[['dash']], [['bash']], [['busybox', 'sh']]])(
    'ends its step and all that it started when it is cancelled, and then gives the host back, in %j',
    async (shell) => {
      lab.command('install.sh', 'sleep 300 & sleep 300');
      const running = steps(shell);
      await lab.runs('install.sh');
      running.signal('SIGTERM');
      expect(await running.ended).toMatchObject({ status: 143 });
      await lab.isClean();
    },
  );
});
