/** The action of the repository itself: one step for runners that are like Prow's. */
import { Bench } from './equipment/bench';
import type { Inputs } from './equipment/runner';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(() => bench.afterTest());
afterAll(() => bench.stop());

test('what the workflow gives goes through the environment: no text of it is ever a command of the step', async () => {
  const host = bench.host();
  const job = bench.job();
  const canary = bench.lab.path('canary');
  const script = `printf '%s\\n' "double \\"quotes\\"" 'single $(touch ${canary})' "it's \`echo fine\`"
# a comment, ends with a backslash \\
cat <<'END'
\${{ not.an.expression }} \${HOME:+x}
END
echo "$GIVEWAY_HOST"`;
  const step = await job.uses('.', {
    ...bench.access(),
    host,
    run: script,
    'job-url': `https://example.com/"; touch ${canary}; #$(touch ${canary})`,
  });
  expect(step.log).toContain(
    `double "quotes"\nsingle $(touch ${canary})\nit's fine\n\${{ not.an.expression }} \${HOME:+x}\n${host}\n`,
  );
  expect((await job.run(`test ! -e '${canary}'`)).outcome).toBe('success');
  expect([step.outcome, step.outputs]).toEqual([
    'success',
    { quit: 'false', reason: '', 'by-version': '', host },
  ]);
  expect(step.summary).toContain(`<td>${host}</td>`);
  await job.end();
});

test('it ends with the script’s own exit code', async () => {
  const host = bench.host();
  const job = bench.job();
  const step = await job.uses('.', { ...bench.access(), host, run: 'exit 42' });
  expect([step.exitCode, step.annotations[0]?.message]).toEqual([42, 'the command ended with exit code 42']);
  await job.end();
});

test('it gives way: quit, reason and by-version are outputs', async () => {
  const host = bench.host();
  const job = bench.job();
  const run = `trap 'exit 0' TERM; echo begun; while :; do sleep 0.1; done`;
  const step = job.start('.', { ...bench.access(), host, run, mode: 'graceful' });
  await step.says(/^begun/m);
  const newer = bench.job({ ref: 'release-4.22', workflow: 'newer' });
  const waiting = newer.start('acquire', { ...bench.access(), host });
  const ended = await step.ended;
  expect([ended.outcome, ended.outputs]).toEqual([
    'success',
    { quit: 'true', reason: 'preempted', 'by-version': '4.22', host },
  ]);
  expect(ended.annotations).toMatchObject([{ kind: 'notice', title: 'Giving way' }]);
  expect((await waiting.ended).outputs['acquired']).toBe('true');
  await newer.end();
  await job.end();
});

test('cancelled, the signal arrives at the script, through the shell of the step', async () => {
  const host = bench.host();
  const job = bench.job();
  const run = `trap 'echo interrupted; exit 1' INT; echo begun; while :; do sleep 0.1; done`;
  const step = job.start('.', { ...bench.access(), host, run });
  await step.says(/^begun/m);
  await job.cancel();
  const { signal, log } = await step.ended;
  expect([signal, log]).toEqual([null, expect.stringMatching(/^interrupted$/m) as string]);
  expect(bench.isFree(host)).toBe(true);
  await job.end();
});

test('without a script nothing is waited for', async () => {
  const job = bench.job();
  const step = await job.uses('.', { ...bench.access(), host: bench.host(), run: '' });
  expect([step.exitCode, step.annotations[0]?.message]).toEqual([
    1,
    expect.stringMatching(/^run is missing/) as string,
  ]);
  await job.end();
});

describe('on a runner that is set up as Prow’s', () => {
  /** Where the bash jobs have their locks, on the machine that AUX_HOST names. */
  const folder = '/var/run/lock/ztp-baremetal-pool';

  beforeAll(() => {
    const { machine } = bench;
    machine.key('prow');
    const key = ['--add-key', machine.publicKey('prow')];
    machine.sh('mkdir -p /run/lock');
    const { status, stderr } = machine.init(folder, '--legacy', '--lock-timeout', '1h', ...key);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  /** The test's sshd is on a port of its own, which no variable of Prow's tells. */
  function environment(more: Inputs = {}): Inputs {
    const { lab, machine } = bench;
    lab.folder('.ssh');
    lab.write('.ssh/config', `Host 127.0.0.1\n  Port ${machine.port}\n`);
    const profile = lab.folder('profile');
    lab.write('profile/ssh-key', machine.here(['cat', `${machine.root}/prow`]).stdout, 0o600);
    return {
      AUX_HOST: '127.0.0.1',
      JOB_NAME: 'periodic-ci-acme-main-nightly-4.20-install',
      SHARED_DIR: lab.folder('shared'),
      CLUSTER_PROFILE_DIR: profile,
      ...more,
    };
  }

  const inputs = (): Inputs => ({
    host: 'spoke-baremetal-50-7c-6f-5c-47-8c',
    'known-hosts': bench.machine.knownHosts,
    settle: '1s',
  });
  const locks = (): string => bench.machine.sh(`ls ${folder}`);

  test('pool, key and version come from its variables', async () => {
    const job = bench.job({ env: environment() });
    const run = 'echo "$GIVEWAY_HOST"; env | grep "^GIVEWAY_PRIVATE_KEY=" || echo no key';
    const step = await job.uses('.', { ...inputs(), run });
    expect([step.outcome, step.log]).toEqual(['success', expect.stringMatching(/no key/) as string]);
    expect(step.log).toMatch(/version 4\.20, from JOB_NAME/);
    expect(step.outputs).toMatchObject({ quit: 'false', host: inputs()['host'] });
    expect(locks()).toBe('');
    await job.end();
  });

  test('an input comes before a variable, and what is not used need not make sense', async () => {
    const env = environment({ AUX_HOST: 'no such host!', LOCK_ACQUIRE_ATTEMPTS: 'many', LOCK_TIMEOUT: '?' });
    const job = bench.job({ env });
    const step = await job.uses('.', {
      ...bench.access(),
      host: bench.host(),
      'wait-timeout': '1m',
      'product-version': '4.23',
      run: 'echo ran',
    });
    expect([step.outcome, step.annotations]).toEqual(['success', []]);
    await job.end();
  });

  test('a variable that is used and can’t be read is named', async () => {
    const job = bench.job({ env: environment({ AUX_HOST: 'no such host!', LOCK_ACQUIRE_ATTEMPTS: 'many' }) });
    const step = await job.uses('.', { ...inputs(), run: 'echo never' });
    expect(step.annotations[0]?.message).toMatch(/AUX_HOST: expected/);
    expect(step.annotations[0]?.message).toMatch(/LOCK_ACQUIRE_ATTEMPTS: expected/);
    await job.end();
  });
});
