import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLEAN_UP_MS, endLabs, GIVEWAY, Lab, type Job, type Running, until, within } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

type Signals = readonly NodeJS.Signals[];

/** The command of a job: itself and a child write what signals they get; it leaves at the first. */
function recorder(log: string): string[] {
  const record = (who: string): string =>
    ['INT', 'TERM', 'HUP'].map((name) => `trap 'echo ${who} ${name} >>"$0"; exit 9' ${name}`).join('; ');
  // in the background a shell ignores SIGINT, which it can't take back: so the child is in the foreground
  const child = `${record('child')}; echo ready >>"$0"; while :; do sleep 0.02; done`;
  return ['sh', '-c', `${record('parent')}; sh -c "$1" "$0"; exit 9`, log, child];
}

function recorded(): string[] {
  const log = lab.path('log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
}

/** How people and CI systems start it. */
const WRAPPERS: Readonly<Record<string, (args: readonly string[]) => Running>> = {
  nothing: (args) => job.start(...args),
  'bash -c': (args) => wrapped('bash', '-c', quoted(args)),
  'bash -c with more behind it': (args) => wrapped('bash', '-c', `${quoted(args)}; true`),
  'sh -c with more behind it': (args) => wrapped('sh', '-c', `${quoted(args)}; true`),
  'a script': (args) => {
    const script = lab.write('job.sh', `#!/bin/bash\nset -e\n${quoted(args)}\necho done\n`, 0o755);
    return wrapped(script);
  },
  'npm run': (args) => {
    const scripts = { hold: quoted(args) };
    writeFileSync(
      join(lab.folder('work'), 'package.json'),
      JSON.stringify({ name: 'x', private: true, scripts }),
    );
    return wrapped('npm', 'run', '--silent', 'hold');
  },
  npx: (args) => {
    mkdirSync(join(lab.folder('work'), 'node_modules/.bin'), { recursive: true });
    symlinkSync(GIVEWAY, join(lab.folder('work'), 'node_modules/.bin/giveway'));
    return wrapped('npx', '--no-install', 'giveway', ...args);
  },
};

function wrapped(...command: string[]): Running {
  return lab.start(command, {
    ...job.env,
    npm_config_update_notifier: 'false',
    npm_config_cache: lab.path('npm'),
  });
}

function quoted(args: readonly string[]): string {
  return [process.execPath, GIVEWAY, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

async function holds(wrapper: string): Promise<Running> {
  const running = WRAPPERS[wrapper]!(lab.runArgs([], ...recorder(lab.path('log'))));
  await until(
    () => recorded().includes('ready'),
    () => `the command runs: ${running.stderr()}`,
  );
  expect(lab.lock('h1')).toMatch(/^\d{19}$/);
  return running;
}

async function waits(wrapper: string): Promise<Running> {
  const holder = lab.run(lab.job('holder'), ['--preemptible', 'no'], 'sleep', '60');
  await holder.says(/acquired/);
  const running = WRAPPERS[wrapper]!(lab.runArgs([], 'touch', lab.path('log')));
  await running.says(/held by holder/);
  expect(lab.traces().filter((name) => name.includes('.lock.waiting.'))).toHaveLength(1);
  return running;
}

/** From the last signal on: the files are gone, then all processes. */
async function leavesInTime(running: Running): Promise<void> {
  await lab.isClean();
  await within(running.ended, CLEAN_UP_MS, () => 'the wrapper has ended');
}

const EACH: readonly Signals[] = [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGTERM'], ['SIGHUP']];

describe('a job that is told to stop', () => {
  test.each(EACH)(
    'while it holds gives the host back, and its whole group got the signal: %s %s',
    async (...signals) => {
      const names = (signals as (NodeJS.Signals | undefined)[]).filter((name) => name !== undefined);
      const running = await holds('nothing');
      running.signal(...names);
      await leavesInTime(running);
      const [first] = names.map((name) => name.slice(3));
      expect((await running.ended).status).toBe(9);
      // both at once may come in either order
      const either = names.length > 1 ? '(INT|TERM)' : first!;
      expect(recorded().join('\n')).toMatch(new RegExp(`^parent ${either}$`, 'm'));
      expect(recorded().join('\n')).toMatch(new RegExp(`^child ${either}$`, 'm'));
    },
  );

  test.each(EACH)('while it waits takes its place away, and starts nothing: %s %s', async (...signals) => {
    const names = (signals as (NodeJS.Signals | undefined)[]).filter((name) => name !== undefined);
    const running = await waits('nothing');
    running.signal(...names);
    const { status, stdout, stderr } = await within(running.ended, CLEAN_UP_MS, () => running.stderr());
    const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
    // both at once may come in either order
    expect(names.map((name) => 128 + numbers[name as keyof typeof numbers])).toContain(status);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/interrupted by SIG/);
    expect(lab.traces().filter((name) => name.includes('.waiting.'))).toEqual([]);
    expect(lab.traces().filter((name) => name.endsWith('.hb'))).toHaveLength(1);
    expect(recorded()).toEqual([]);
  });

  test('while it waits with acquire prints no result, and leaves no lease file', async () => {
    const holder = lab.run(lab.job('holder'), [], 'sleep', '60');
    await holder.says(/acquired/);
    const running = job.start('acquire', '--pool', lab.pool, '--host', 'h1');
    await running.says(/held by holder/);
    running.signal('SIGINT', 'SIGTERM');
    expect(await running.ended).toMatchObject({ stdout: '' });
    expect(existsSync(join(job.state, 'giveway-h1.lease.json'))).toBe(false);
    holder.signal('SIGTERM');
    await lab.isClean();
  });

  test('is gone within 5 s although its command ignores every signal', async () => {
    const stubborn = `trap '' INT TERM HUP; echo up; while :; do sleep 0.05; done`;
    const running = lab.run(job, [], 'sh', '-c', stubborn);
    await running.says(/^up$/m);
    running.signal('SIGINT');
    await leavesInTime(running);
    expect((await running.ended).status).toBe(137);
  });

  test('hands further signals on to its command', async () => {
    const script = `trap 'echo int' INT; trap 'echo term; exit 4' TERM; echo up; while :; do sleep 0.02; done`;
    const running = lab.run(job, [], 'sh', '-c', script);
    await running.says(/^up$/m);
    running.signal('SIGINT');
    await running.says(/^int$/m);
    running.signal('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 4, stdout: 'up\nint\nterm\n' });
    await lab.isClean();
  });

  test('by the end of whoever reads its output carries on, for the host is still in use', async () => {
    const running = lab.run(job, [], 'sh', '-c', 'while [ ! -e "$0" ]; do sleep 0.02; done', lab.path('end'));
    await running.says(/acquired/);
    running.hangUp();
    const waiting = lab.run(lab.job('nightly-4.20'), [], 'true');
    await waiting.says(/held by nightly-4.21/);
    writeFileSync(lab.path('end'), '');
    expect((await running.ended).status).toBe(0);
    expect(await waiting.ended).toMatchObject({
      status: 0,
      stderr: expect.not.stringMatching(/expired/) as string,
    });
    await lab.isClean();
  });

  test('by nohup lives on after the hangup', async () => {
    const args = lab.runArgs([], 'sh', '-c', 'while [ ! -e "$0" ]; do sleep 0.02; done', lab.path('end'));
    const running = lab.start(['nohup', process.execPath, GIVEWAY, ...args], {
      ...job.env,
      _: '/usr/bin/nohup',
    });
    await running.says(/acquired/);
    running.signal('SIGHUP');
    const waiting = lab.run(lab.job('nightly-4.20'), [], 'true');
    await waiting.says(/held by nightly-4.21/);
    writeFileSync(lab.path('end'), '');
    expect((await running.ended).status).toBe(0);
    await waiting.ended;
  });
});

describe('through a wrapper that alone gets the signal', () => {
  // shells let SIGINT pass that only they get, and go on waiting: CI systems send SIGTERM after it
  const told = (wrapper: string): readonly Signals[] =>
    /more behind|script|npm run|npx/.test(wrapper)
      ? [['SIGTERM'], ['SIGINT', 'SIGTERM'], ['SIGHUP'], ['SIGKILL']]
      : [['SIGINT'], ['SIGTERM'], ['SIGINT', 'SIGTERM']];
  const cases = Object.keys(WRAPPERS)
    .slice(1)
    .flatMap((wrapper) => told(wrapper).map((signals) => [wrapper, signals.join(' and '), signals] as const));

  test.each(cases)(
    '%s: at %s a job that holds gives the host back, and its command is gone',
    async (wrapper, _, signals) => {
      const running = await holds(wrapper);
      running.signal(...signals);
      await leavesInTime(running);
      expect(recorded().join('\n')).toMatch(/^parent (INT|TERM|HUP)$/m);
      expect(recorded().join('\n')).toMatch(/^child (INT|TERM|HUP)$/m);
    },
  );

  test.each(Object.keys(WRAPPERS).slice(1))(
    '%s: at SIGTERM a job that waits takes its place away',
    async (wrapper) => {
      const running = await waits(wrapper);
      running.signal('SIGTERM');
      await until(
        () => !lab.traces().some((name) => name.includes('.waiting.')),
        'its place is gone',
        CLEAN_UP_MS,
      );
      await within(running.ended, CLEAN_UP_MS, () => 'the wrapper has ended');
      expect(recorded()).toEqual([]);
    },
  );
});

describe('on a terminal', () => {
  /** A pseudo-terminal, whose keys are our writes. */
  const terminal = (args: readonly string[]): Running =>
    lab.start(['script', '-qefc', `exec ${quoted(args)}`, '/dev/null'], {
      ...job.env,
      TERM: 'xterm',
      SHELL: '/bin/sh',
    });

  test('Ctrl-C reaches the command once, and gives the host back', async () => {
    const running = terminal(lab.runArgs([], ...recorder(lab.path('log'))));
    await until(
      () => recorded().includes('ready'),
      () => running.stdout(),
    );
    running.write('\x03');
    await leavesInTime(running);
    expect((await running.ended).status).toBe(9);
    expect(recorded().filter((line) => line === 'parent INT')).toHaveLength(1);
    expect(recorded().filter((line) => line === 'child INT')).toHaveLength(1);
  });

  test('Ctrl-C ends the wait', async () => {
    const holder = lab.run(lab.job('holder'), ['--preemptible', 'no'], 'sleep', '60');
    await holder.says(/acquired/);
    const running = terminal(lab.runArgs([], 'true'));
    await running.says(/held by holder/);
    running.write('\x03');
    expect((await within(running.ended, CLEAN_UP_MS, () => running.stdout())).status).toBe(130);
    expect(lab.traces().filter((name) => name.includes('.waiting.'))).toEqual([]);
  });

  test('that is closed ends the job as a hangup does', async () => {
    const running = terminal(lab.runArgs([], ...recorder(lab.path('log'))));
    await until(
      () => recorded().includes('ready'),
      () => running.stdout(),
    );
    running.signal('SIGKILL');
    await lab.isClean();
    expect(recorded().join('\n')).toMatch(/^child (HUP|TERM)$/m);
  });

  test('the command reads from it', async () => {
    const running = terminal(lab.runArgs([], 'sh', '-c', 'echo ready; read -r line; echo "got $line"'));
    await running.says(/^ready\r$/m);
    running.write('some words\n');
    await running.says(/^got some words\r$/m);
    expect((await running.ended).status).toBe(0);
  });

  test('a waiting job has one live line, which is redrawn in place and leaves no trace', async () => {
    const holder = lab.run(lab.job('holder'), ['--preemptible', 'no'], 'sleep', '60');
    await holder.says(/acquired/);
    const running = terminal(lab.runArgs([], 'true'));
    await running.says(/(\r\x1b\[Kwaiting [^\n]*){2}/);
    // its seconds go on by themselves
    await running.says(/\r\x1b\[Kwaiting [1-9]\d*s for h1/);
    expect(running.stdout().match(/held by holder \(0\.0\)/g)).toHaveLength(1);
    holder.signal('SIGTERM');
    // and it makes room for what stays
    await running.says(/\r\x1b\[Kgiveway: acquired h1/);
    expect((await running.ended).status).toBe(0);
  });
});
