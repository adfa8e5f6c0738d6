/** giveway doctor on a pool with leftovers, and beside jobs at work. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startBashPeer, stopBashPeers } from '../peers/bash-peer';
import { endLabs, jsonOf, Lab, SHORT, until, type Ended, type Job } from './equipment/lab';

let lab: Lab;
let person: Job;
beforeEach(() => {
  lab = new Lab();
  person = lab.job('person');
});
afterEach(async () => {
  await stopBashPeers();
  await endLabs();
});

interface FindingJson {
  readonly what: string;
  readonly host: string | null;
  readonly name: string | null;
  readonly why: string;
  readonly act: string;
  readonly safe: boolean;
  readonly advice: boolean;
}

const doctor = (...more: string[]): Promise<Ended> => person.giveway('doctor', '--pool', lab.pool, ...more);
const findingsOf = (ended: Ended, field: 'findings' | 'fixed' = 'findings'): FindingJson[] =>
  jsonOf(ended)[field] as FindingJson[];
const kinds = (findings: readonly FindingJson[]): string[] => findings.map(({ what }) => what).sort();
const inner = (name: string): string => join(lab.pool, '.giveway', name);

/** A second ago, a day ago: what tests need not wait for. */
function age(path: string, hours: number): void {
  const then = Date.now() / 1000 - hours * 3600 - 60;
  utimesSync(path, then, then);
}

/** Leaves a place in the queue, and a lease, whose processes are gone. */
async function leaveDeadJobs(): Promise<void> {
  await lab
    .job('holder')
    .giveway('acquire', '--pool', lab.pool, '--host', 'h1', '--lease-ttl', '2s', ...SHORT);
  await lab.job('keeper').giveway('acquire', '--pool', lab.pool, '--host', 'h2');
  const waiter = lab.job('waiter').start('acquire', '--pool', lab.pool, '--host', 'h2', ...SHORT);
  await waiter.says(/held by/);
  waiter.signal('SIGKILL');
  await waiter.ended;
}

test('nothing is wrong: it says nothing, and exits 0, with --fix too', async () => {
  await lab.job('a').giveway('acquire', '--pool', lab.pool, '--host', 'h1');
  expect(await doctor()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(await doctor('--fix')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(jsonOf(await doctor('--json'))).toMatchObject({ pool: lab.pool, fixed: [], findings: [] });
});

test('leftovers of every kind are found; what is safe is mended, told by the journal, and the rest is left', async () => {
  await leaveDeadJobs();
  const gone = lab.job('gone');
  await gone.giveway('acquire', '--pool', lab.pool, '--host', 'h3');
  const lock = readFileSync(join(lab.pool, 'h3.lock'));
  await gone.giveway('release');
  writeFileSync(join(lab.pool, 'h3.lock'), lock);
  for (const name of ['old.ticket', '.tmp.7']) {
    writeFileSync(inner(name), 'x');
    age(inner(name), 24);
  }
  writeFileSync(inner('h4.lease'), 'rubbish\n');
  writeFileSync(join(lab.pool, 'notes.txt'), '');
  mkdirSync(join(lab.pool, 'h5.lock'));
  chmodSync(lab.pool, 0o1755);
  const safe = ['dead-waiter', 'expired-lease', 'left-lock', 'old-ticket', 'temporary'];
  const left = ['broken-record', 'permissions', 'stray', 'stray'];
  // until both are dead
  let found = findingsOf(await doctor('--json'));
  for (
    let tries = 0;
    tries < 40 && found.filter(({ safe: isSafe }) => isSafe).length < safe.length;
    tries += 1
  ) {
    found = findingsOf(await doctor('--json'));
  }
  expect(kinds(found)).toEqual([...left, ...safe].sort());
  for (const { why, act } of found) expect([why, act].every((text) => text.length > 10)).toBe(true);

  chmodSync(lab.pool, 0o755);
  const fixed = await doctor('--fix', '--json');
  expect(fixed.status).toBe(14);
  expect(kinds(findingsOf(fixed, 'fixed'))).toEqual(safe);
  expect(kinds(findingsOf(fixed))).toEqual(['broken-record', 'stray', 'stray']);
  expect(['h1.lock', 'h3.lock'].filter((name) => existsSync(join(lab.pool, name)))).toEqual([]);
  expect(existsSync(join(lab.pool, 'notes.txt'))).toBe(true);
  expect(lab.lock('h2')).toMatch(/^\d{19}$/);

  const again = await doctor('--fix');
  expect(again.status).toBe(14);
  expect(again.stdout).not.toMatch(/^fixed/m);
  expect(again.stdout).toMatch(/^broken-record h4: .*\n {2}do: make sure that nobody uses h4, then: mv -- /m);
  const { stdout } = await person.giveway('history', '--pool', lab.pool, '--json');
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.filter((event) => event === 'fixed')).toHaveLength(safe.length);
}, 60_000);

test('advice is told each time, and fails no timer; what is wrong beside it does', async () => {
  await person.giveway('status', '--pool', lab.pool);
  writeFileSync(inner('legacy'), '- .\n');
  writeFileSync(join(lab.pool, 'notes.txt'), '');
  const told = await doctor('--fix');
  expect(told.status).toBe(0);
  expect(told.stdout).toMatch(/^advice: stray notes\.txt: .*\n {2}do: /m);
  expect(told.stdout).toMatch(/^advice: no-lock-timeout: .*\n {2}do: giveway init /m);
  mkdirSync(join(lab.pool, 'h5.lock'));
  const wrong = await doctor('--json');
  expect(wrong.status).toBe(14);
  expect(findingsOf(wrong).map(({ what, advice }) => [what, advice])).toEqual(
    expect.arrayContaining([
      ['stray', true],
      ['stray', false],
      ['no-lock-timeout', true],
    ]),
  );
});

test('a pool that cannot be used is a finding, and what its folders tell is there all the same', async () => {
  await lab.job('a').giveway('acquire', '--pool', lab.pool, '--host', 'h1');
  writeFileSync(inner('redo'), 'commit 9\n');
  age(inner('redo'), 0.1);
  const ended = await doctor('--json');
  expect(ended.status).toBe(14);
  expect(kinds(findingsOf(ended))).toEqual(['redo', 'unusable']);
});

test('a pool that is not there is no finding, but exit 13', async () => {
  expect((await person.giveway('doctor', '--pool', lab.path('nowhere'))).status).toBe(13);
});

const SECONDS = Number(process.env['DOCTOR_CONTENTION_SECONDS'] ?? 10);

test(
  'mending, again and again beside jobs of Giveway and bash at work, harms none of them',
  async () => {
    await person.giveway('status', '--pool', lab.pool);
    writeFileSync(inner('legacy'), '3600 .\n');
    const end = Date.now() + SECONDS * 1000;
    const isOver = (): boolean => Date.now() >= end;
    const uses = lab.path('uses');
    // who is on a host, by whatever protocol: a folder is made by one at a time
    const script =
      'mkdir "$0-$GIVEWAY_HOST" || exit 98; sleep 0.2; rmdir "$0-$GIVEWAY_HOST"; echo done >>"$0"';
    const calm = ['--ttl', '10s', '--heartbeat', '1s', '--settle', '1s', '--product-version', '4.21'];

    async function jobs(name: string, hosts: string): Promise<number> {
      for (let done = 0; ; done += 1) {
        const args = ['run', '--pool', lab.pool, '--host', hosts, ...calm, '--', 'sh', '-c', script, uses];
        const { status, stderr } = await lab.job(`${name}-${done}`).giveway(...args);
        expect({ status, stderr }).toMatchObject({ status: 0 });
        expect(stderr).not.toMatch(/lost|put back|expired/);
        if (isOver()) return done + 1;
      }
    }

    async function bashJobs(host: string): Promise<number> {
      for (let done = 0; ; done += 1) {
        const peer = startBashPeer({ dir: lab.pool, host, version: '4.21', holdS: 0.2, retryMs: 50 });
        await peer.waitFor('locked', 60_000);
        mkdirSync(`${uses}-${host}`);
        await peer.waitFor('power-off', 60_000);
        rmdirSync(`${uses}-${host}`);
        expect(await peer.exited).toMatchObject({ code: 0 });
        if (isOver()) return done + 1;
      }
    }

    async function deaths(): Promise<number> {
      for (let done = 0; ; done += 1) {
        const dying = ['--ttl', '1s', '--heartbeat', '200ms', '--settle', '1s', '--product-version', '4.20'];
        const waiter = lab.job(`dies-${done}`).start('acquire', '--pool', lab.pool, '--host', 'h1', ...dying);
        await until(() => lab.traces().some((name) => /\.4\.20(\.queued)?$/.test(name)), 'a place');
        waiter.signal('SIGKILL');
        await waiter.ended;
        const holder = lab.job(`ends-${done}`);
        await holder.giveway('acquire', '--pool', lab.pool, '--host', 'h3', ...dying, '--lease-ttl', '1s');
        if (isOver()) return done + 1;
      }
    }

    async function doctors(): Promise<string[]> {
      const fixed: string[] = [];
      do {
        const ended = await doctor('--fix', '--json');
        expect(ended).toMatchObject({ stderr: '' });
        fixed.push(...kinds(findingsOf(ended, 'fixed')));
        // one may die while it looks, and is left to the next look
        expect(findingsOf(ended).filter(({ safe }) => !safe)).toEqual([]);
      } while (!isOver());
      return fixed;
    }

    const [runs, more, bash, died, fixed] = await Promise.all([
      jobs('one', 'h1'),
      jobs('two', 'h1,h2'),
      bashJobs('h2'),
      deaths(),
      doctors(),
    ]);
    expect(Math.min(runs, more, bash, died)).toBeGreaterThan(0);
    expect(readFileSync(uses, 'utf8').match(/done/g)).toHaveLength(runs + more);
    await until(() => !lab.processes().some(({ line }) => line.includes('acquire')), 'the dying are dead');
    const last = await untilQuiet();
    expect([...fixed, ...last].filter((what) => what === 'expired-lease').length).toBeGreaterThan(0);
    await lab.isClean();
  },
  (SECONDS + 60) * 1000,
);

/** The last ones have died; whoever comes now mends what they left, and then nothing is wrong. */
async function untilQuiet(): Promise<string[]> {
  const fixed: string[] = [];
  for (;;) {
    fixed.push(...kinds(findingsOf(await doctor('--fix', '--json'), 'fixed')));
    if (lab.traces().length === 0) break;
  }
  expect(await doctor('--fix')).toMatchObject({ status: 0, stdout: '' });
  return fixed;
}
