import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import {
  GIVEWAY,
  endLabs,
  Lab,
  SHORT,
  SHORT_BEAT_MS,
  SHORT_DELAY_MS,
  SHORT_TTL_MS,
  type Job,
  type Running,
  until,
} from './equipment/lab';

let lab: Lab;
let job: Job;
let next: Job;
beforeEach(() => {
  lab = new Lab();
  job = lab.job('nightly-4.21');
  next = lab.job('nightly-4.20');
});
afterEach(endLabs);

/**
 * A command that nothing but SIGKILL ends, and a child of it likewise. While either of them lives, both hold the file
 * lock `host`: who can't get it has met another user of the host.
 */
function stubborn(): string[] {
  const inside = `trap '' TERM INT HUP; sh -c 'while :; do sleep 0.02; done' & echo up; wait; while :; do sleep 0.02; done`;
  return ['flock', '-n', '-E', '99', '-F', lab.path('host'), 'sh', '-c', inside];
}

/** Uses the host for a moment, or exits 99 if somebody else still does. */
function use(): string[] {
  return ['flock', '-n', '-E', '99', lab.path('host'), 'true'];
}

async function holds(flags: readonly string[] = []): Promise<Running> {
  const running = lab.run(job, flags, ...stubborn());
  await running.says(/^up$/m);
  return running;
}

/** When the latest heartbeat was made, and by whom: the own file's time. */
function lastBeatAt(): number {
  const beats = readdirSync(`${lab.pool}/.giveway`).filter((name) => name.endsWith('.hb'));
  return Math.max(...beats.map((name) => statSync(`${lab.pool}/.giveway/${name}`).mtimeMs));
}

function isUp(): boolean {
  return lab.processes().some(({ line }) => line.startsWith('sh -c') && line.includes('sleep 0.02'));
}

describe('a run that is killed', () => {
  test('its command is dead before the next job has the host, after ttl and lock delay, which says so', async () => {
    const running = await holds();
    const waiting = lab.run(next, [], ...use());
    await waiting.says(/held by nightly-4.21/);
    running.signal('SIGKILL');
    await running.ended;
    const beatAt = lastBeatAt();
    await until(() => !isUp(), 'the command has ended');
    expect(lab.lock('h1')).toMatch(/^\d{19}$/);
    await waiting.says(/acquired h1/);
    const expiredMs = Date.now() - beatAt;
    const ended = await waiting.ended;
    expect(ended.status).toBe(0);
    expect(ended.stderr).toMatch(/the lease of nightly-4.21 \(4.21\) expired: .*; the host rests until/);
    expect(ended.stderr).toMatch(/acquired h1 for 4.20 after \ds; the lease of nightly-4.21 had expired/);
    // the waiter's own heartbeats may be the latest that were seen
    expect(expiredMs).toBeGreaterThan(SHORT_TTL_MS + SHORT_DELAY_MS - SHORT_BEAT_MS - 100);
    expect(expiredMs).toBeLessThan(SHORT_TTL_MS + SHORT_DELAY_MS + 1500);
    await lab.isClean();
  });

  test('its command gets SIGTERM first, in its whole group', async () => {
    const child = `trap 'echo child >>"$0"; exit' TERM; echo up; while :; do sleep 0.02; done`;
    const parent = `trap 'echo parent >>"$0"; exit' TERM; sh -c "$1" "$0" & wait`;
    const running = lab.run(job, [], 'sh', '-c', parent, lab.path('log'), child);
    await running.says(/^up$/m);
    running.signal('SIGKILL');
    await until(
      () => lab.processes().length === 0,
      () => JSON.stringify(lab.processes()),
    );
    expect(readFileSync(lab.path('log'), 'utf8').trim().split('\n').sort()).toEqual(['child', 'parent']);
  });

  test('while it waits leaves its place until the ttl is over; the next waiter takes it away', async () => {
    const holder = lab.run(lab.job('holder'), ['--preemptible', 'no'], 'sleep', '60');
    await holder.says(/acquired/);
    const dead = lab.run(job, [], 'true');
    await dead.says(/held by holder/);
    dead.signal('SIGKILL');
    await dead.ended;
    const waiting = (name: string): string[] =>
      lab.traces().filter((file) => file.includes('.waiting.') && file.includes(name));
    expect(waiting('.4.21')).toHaveLength(1);
    const later = lab.run(next, [], 'true');
    await later.says(/behind nightly-4.21 \(4.21, newer version\)/);
    await later.says(/place 1 of 1: nobody is ahead/);
    await until(
      () => waiting('.4.21').length === 0,
      () => JSON.stringify(lab.traces()),
    );
    expect(waiting('.4.20')).toHaveLength(1);
    holder.signal('SIGTERM');
    expect((await later.ended).status).toBe(0);
    await lab.isClean();
  });

  test('right after its start leaves no command behind', async () => {
    const args = (host: string): string[] => ['run', '--pool', lab.pool, '--host', host, ...SHORT, '--'];
    const all = Array.from({ length: 8 }, async (_, at) => {
      const running = job.start(...args(`host-${at}`), 'sh', '-c', 'echo up; exec sleep 60');
      await running.says(at % 2 === 0 ? /acquired/ : /^up$/m);
      running.signal('SIGKILL');
      await running.ended;
    });
    await Promise.all(all);
    await until(
      () => lab.processes().length === 0,
      () => JSON.stringify(lab.processes()),
    );
  });
});

describe('a run that is stopped for longer than its ttl', () => {
  test('has its command killed meanwhile, exits 11 when it goes on, and leaves the new holder alone', async () => {
    const running = await holds(['--result-file', lab.path('result.json')]);
    running.signal('SIGSTOP');
    const oracle = [...use().slice(0, -1), 'sh', '-c', 'echo in; while [ ! -e "$0" ]; do sleep 0.02; done'];
    const after = lab.run(next, [], ...oracle, lab.path('end'));
    await after.says(/acquired h1 .* had expired/);
    await after.says(/^in$/m);
    const lock = lab.lock('h1');
    running.signal('SIGCONT');
    const ended = await running.ended;
    expect(ended.status).toBe(11);
    expect(ended.stderr).toMatch(/the lease was lost/);
    expect(JSON.parse(readFileSync(lab.path('result.json'), 'utf8'))).toMatchObject({
      outcome: 'lost',
      released: false,
    });
    expect(lab.lock('h1')).toBe(lock);
    writeFileSync(lab.path('end'), '');
    expect((await after.ended).status).toBe(0);
    await lab.isClean();
  });

  test('exits 11 too where nobody has taken the host, which it then gives back', async () => {
    const running = await holds();
    running.signal('SIGSTOP');
    await until(() => !isUp(), 'the command has been killed');
    running.signal('SIGCONT');
    expect((await running.ended).status).toBe(11);
    await lab.isClean();
  });
});

test('a run whose guard is killed goes on, and ends its command as ever', async () => {
  const running = await holds();
  for (const { pid, line } of lab.processes())
    if (line.includes('giveway-guard')) process.kill(pid, 'SIGKILL');
  const waiting = lab.run(lab.job('nightly-4.22'), [], ...use());
  await waiting.says(/held by nightly-4.21/);
  running.signal('SIGTERM');
  expect((await running.ended).status).toBe(137);
  expect((await waiting.ended).status).toBe(0);
  await lab.isClean();
});

test('a command that leaves in time is not touched by the guard, nor is what it leaves running', async () => {
  const script = `(while [ ! -e "$0" ]; do sleep 0.02; done; touch "$0.seen") >/dev/null 2>&1 & exit 3`;
  expect((await lab.run(job, [...SHORT], 'sh', '-c', script, lab.path('end')).ended).status).toBe(3);
  expect(lab.traces()).toEqual([]);
  writeFileSync(lab.path('end'), '');
  await until(() => existsSync(lab.path('end.seen')), 'the background process has gone on');
});

test('a command that gave the host back itself is left alone, also after the ttl', async () => {
  const script = `node "$0" release >&2; sleep 5; echo done`;
  const ended = await lab.run(job, [...SHORT], 'sh', '-c', script, GIVEWAY).ended;
  expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/done\n$/) as string });
  await lab.isClean();
});
