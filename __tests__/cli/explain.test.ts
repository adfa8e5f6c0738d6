import { endLabs, jsonOf, Lab, type Job } from './equipment/lab';

let lab: Lab;
let holder: Job;
let waiter: Job;
beforeEach(() => {
  lab = new Lab();
  holder = lab.job('nightly-4.19');
  waiter = lab.job('nightly-4.22');
});
afterEach(endLabs);

const explain = (of: Job, ...more: string[]): ReturnType<Job['giveway']> =>
  of.giveway('explain', '--pool', lab.pool, ...more);

async function occupied(): Promise<void> {
  await holder.giveway('acquire', '--pool', lab.pool, '--host', 'h1');
  await waiter.start('acquire', '--pool', lab.pool, '--host', 'h1').says(/held by/);
}

describe('explain', () => {
  test('of a pool that nobody has used says so', async () => {
    expect(await explain(waiter)).toMatchObject({
      status: 0,
      stdout: 'Nobody has used this pool yet.\n',
      stderr: '',
    });
  });

  test('tells the job that waits what must happen, and whoever asks why', async () => {
    await occupied();
    const { status, stdout, stderr } = await explain(waiter);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^This job is nightly-4\.22 \(4\.22\), priority 0; it waits since /);
    expect(lines).toContain('  h1: place 1 of 1, and nobody is ahead.');
    expect(stdout).toMatch(/^h1 is held by nightly-4\.19 \(4\.19\), priority 0, since /m);
    expect(stdout).toMatch(
      /^ {2}It is asked to leave for nightly-4\.22 \(4\.22\) \(newer version\), but is unaware/m,
    );
    await holder.giveway('check-quit');
    expect((await explain(waiter, '--host', 'h1')).stdout).toMatch(
      /^ {2}It must leave by .*: it was told at .*, for nightly-4\.22 \(4\.22\)\.$/m,
    );
  });

  test('as JSON it is one line, for another job by its owner or the id of its request', async () => {
    await occupied();
    const person = lab.job('person');
    const byOwner = jsonOf(await explain(person, '--owner', 'nightly-4.22', '--json'));
    expect(byOwner).toMatchObject({
      pool: lab.pool,
      hosts: [{ host: 'h1', leaving: { kind: 'unaware', byJob: 'nightly-4.22', rule: 'version' } }],
      you: { job: 'nightly-4.22', state: 'waits', asksAt: 'h1', places: [{ host: 'h1', position: 1 }] },
      lately: [
        { host: 'h1', what: 'nightly-4.19 (4.19) got it' },
        { host: 'h1', what: 'nightly-4.22 (4.22) came, and waits' },
      ],
    });
    const json = jsonOf(await explain(person, '--host', 'h9', '--json'));
    expect(json).toMatchObject({ hosts: [{ host: 'h9', state: 'free', waiting: [] }], you: null });
  });

  test('says so where nothing is of the job that was named', async () => {
    await occupied();
    for (const flags of [
      ['--owner', 'nobody'],
      ['--lease', 'no-such-id'],
    ]) {
      const ended = await explain(waiter, ...flags);
      expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^h1 is held/) as string });
      expect(ended.stderr).toMatch(new RegExp(`nothing in the pool is of ${flags[1]}`));
    }
  });

  test("knows the lab's hosts by name and alias, and names the nearest to one that it does not have", async () => {
    await occupied();
    const hosts = { h1: { aliases: ['lab-one'], contact: 'ann@lab' }, h2: {} };
    lab.write('pool/giveway.json', JSON.stringify({ hosts }));
    const person = lab.job('person');
    const { stdout } = await explain(person, '--host', 'lab-one');
    expect(stdout).toMatch(/^h1 is held by nightly-4\.19/);
    expect(stdout).toMatch(/ann@lab/);
    expect((await explain(person)).stdout).toMatch(/^h2 is free\.$/m);
    const bad = await explain(person, '--host', 'lab-on');
    expect(bad).toMatchObject({ status: 2, stdout: '' });
    expect(bad.stderr).toMatch(/--host: expected a host of this lab \(nearest: lab-one\), got "lab-on"/);
  });

  test('changes nothing in the pool', async () => {
    await occupied();
    const before = lab.traces();
    await explain(waiter);
    expect(lab.traces()).toEqual(before);
  });

  test('needs a pool', async () => {
    const ended = await waiter.giveway('explain');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/--pool .* is missing/);
  });
});
