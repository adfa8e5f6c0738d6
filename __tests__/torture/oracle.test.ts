/** The oracle of the torture sees what it is there to see: here two commands are at one host on purpose. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../evidence/torture/events';
import { endLabs, GIVEWAY, Lab, type Running, until } from '../cli/equipment/lab';

const INSIDE = join(__dirname, '../../evidence/torture/inside.bash');

let lab: Lab;
beforeEach(() => {
  lab = new Lab();
  for (const folder of ['inside', 'hosts', 'deadlines', 'work/one', 'work/two']) lab.folder(folder);
  writeFileSync(lab.path('fence'), execFileSync(process.execPath, [GIVEWAY, 'fence', '--print']));
  writeFileSync(lab.path('events'), '');
});
afterEach(endLabs);

function inside(job: string, token: number, kind = 'run', holdMs = 10_000): Running {
  return lab.start(['bash', INSIDE], {
    ...lab.env,
    ARENA: lab.root,
    JOB: job,
    KIND: kind,
    HOLD_MS: String(holdMs),
    GIVEWAY_HOST: 'h1',
    GIVEWAY_FENCING_TOKEN: String(token),
  });
}

const events = (): string[] =>
  readEvents(lab.path('events')).map(({ job, name, words }) => [job, name, ...words].join(' '));
const has = (line: string) => (): boolean => events().includes(line);

test('a job alone enters, writes and leaves', async () => {
  expect((await inside('one', 10, 'run', 0).ended).status).toBe(0);
  expect(events()).toEqual(['one enter h1 10', 'one write h1 10', 'one leave h1 10']);
});

test('whoever comes second sees who is there, and the host refuses the older of the two', async () => {
  const one = inside('one', 10);
  await until(has('one write h1 10'), 'the first is there');
  const two = inside('two', 20);
  expect((await one.ended).status).toBe(1);
  two.signal('SIGTERM');
  await two.ended;
  expect(events()).toEqual(
    expect.arrayContaining([
      'two meets h1 20 never one 10 never',
      'two write h1 20',
      'one refused h1 10 never',
    ]),
  );
});

test('of a job of several steps it is known until when it believes to hold the host', async () => {
  writeFileSync(lab.path('deadlines/one'), '4711\n');
  const one = inside('one', 10, 'steps');
  await until(has('one write h1 10'), 'the first is there');
  const two = inside('two', 20);
  await one.ended;
  two.signal('SIGTERM');
  await two.ended;
  expect(events()).toEqual(
    expect.arrayContaining(['two meets h1 20 never one 10 4711', 'one refused h1 10 4711']),
  );
});

test('one that was killed there is nobody any more', async () => {
  const one = inside('one', 10);
  await until(has('one write h1 10'), 'the first is there');
  one.signal('SIGKILL');
  await one.ended;
  expect((await inside('two', 20, 'run', 0).ended).status).toBe(0);
  expect(events().filter((line) => line.includes('meets'))).toEqual([]);
});
