import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, Lab, type Ended, type Job } from './equipment/lab';

let lab: Lab;
let job: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
});
afterEach(endLabs);

const history = (...more: string[]): Promise<Ended> => job.giveway('history', '--pool', lab.pool, ...more);
const journal = (name = 'journal'): string => join(lab.pool, '.giveway', name);
const acquire = (of: Job, host: string): Promise<Ended> =>
  of.giveway('acquire', '--pool', lab.pool, '--host', host);
const eventsOf = ({ stdout }: Ended): { event: string; hosts: string[]; job: string }[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { event: string; hosts: string[]; job: string });
const shown = (ended: Ended): string[] =>
  eventsOf(ended).map(({ event, hosts, job: who }) => `${event} ${hosts.join()} ${who}`);

async function someHistory(): Promise<void> {
  await acquire(job, 'h1');
  await job.giveway('note', '--text', 'installing');
  await job.giveway('release');
  await acquire(lab.job('weekly-4.20'), 'h2');
}

describe('history', () => {
  test('of a pool that nobody has used says so', async () => {
    expect(await history()).toMatchObject({
      status: 0,
      stdout: 'The journal has nothing of that.\n',
      stderr: '',
    });
    expect(await history('--json')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test('is a table: when, what, where, who, how long', async () => {
    await someHistory();
    const { stdout, status, stderr } = await history();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const cells = stdout
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .replace(/\d\d:\d\d:\d\dZ/, 'NOW')
          .replace(/ \d+s/g, ' SOON')
          .split(/ {2,}/),
      );
    expect(cells).toEqual([
      ['When', 'Event', 'Host', 'Job', 'Version', 'Waited', 'Held', 'More'],
      ['NOW', 'acquired', 'h1', 'nightly-4.21', '4.21', 'SOON', '-'],
      ['NOW', 'noted', 'h1', 'nightly-4.21', '4.21', '-', '-', 'installing'],
      ['NOW', 'released', 'h1', 'nightly-4.21', '4.21', '-', 'SOON'],
      ['NOW', 'acquired', 'h2', 'weekly-4.20', '4.20', 'SOON', '-'],
    ]);
  });

  test('as JSON is a line an event', async () => {
    await someHistory();
    const [first] = eventsOf(await history('--json'));
    expect(first).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      commit: 1,
      event: 'acquired',
      hosts: ['h1'],
      id: expect.any(String) as string,
      owner: 'nightly-4.21',
      job: 'nightly-4.21',
      url: null,
      project: null,
      tenant: '-',
      version: '4.21',
      outcome: null,
      by: null,
      note: null,
      waitedSeconds: 0,
      heldSeconds: null,
    });
  });

  test.each([
    [['--host', 'h2'], ['acquired h2 weekly-4.20']],
    [['--job', 'NIGHTLY', '--host', 'h2'], []],
    [['--job', 'weekly'], ['acquired h2 weekly-4.20']],
    [['--project', 'none'], []],
    [
      ['--since', '1h', '--host', 'h1'],
      ['acquired h1 nightly-4.21', 'noted h1 nightly-4.21', 'released h1 nightly-4.21'],
    ],
    [['--since', '0s'], []],
  ])('%j', async (flags, expected) => {
    await someHistory();
    expect(shown(await history('--json', ...flags))).toEqual(expected);
  });

  test('goes back into the older file, and knows who a lease of then was', async () => {
    await acquire(job, 'h1');
    writeFileSync(journal('journal.1'), readFileSync(journal()));
    writeFileSync(journal(), '');
    await job.giveway('release');
    expect(shown(await history('--json'))).toEqual(['acquired h1 nightly-4.21', 'released h1 nightly-4.21']);
  });

  test('says how much cannot be read, and shows the rest', async () => {
    await acquire(job, 'h1');
    appendFileSync(journal(), '2 1796063315000000000 left\n2 17960');
    const ended = await history('--json');
    expect(shown(ended)).toEqual(['acquired h1 nightly-4.21']);
    expect(ended.stderr).toMatch(/2 entries of the journal cannot be read/);
  });

  test('--follow goes on as things happen, over a rotation, and ends with 0 at a signal', async () => {
    await acquire(job, 'h1');
    const following = job.start('history', '--pool', lab.pool, '--json', '--follow');
    await following.says(/"acquired"/);
    await job.giveway('release');
    await following.says(/"released"/);
    writeFileSync(journal('journal.1'), readFileSync(journal()));
    writeFileSync(journal(), '');
    await acquire(lab.job('weekly-4.20'), 'h2');
    await following.says(/weekly/);
    following.signal('SIGTERM');
    const ended = await following.ended;
    expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: '' });
    expect(shown(ended)).toEqual([
      'acquired h1 nightly-4.21',
      'released h1 nightly-4.21',
      'acquired h2 weekly-4.20',
    ]);
  });

  test('--follow ends when nobody reads it any more', async () => {
    const following = job.start('history', '--pool', lab.pool, '--follow');
    await following.says(/When/);
    following.hangUp();
    await acquire(job, 'h1');
    expect((await following.ended).status).toBe(0);
  });
});
