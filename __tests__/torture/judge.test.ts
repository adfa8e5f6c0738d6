/** What the torture counts as a violation, and what it excuses. */
import type { BashWrite, Event } from '../../evidence/torture/events';
import { judge, type Evidence } from '../../evidence/torture/judge';
import type { Job } from '../../evidence/torture/jobs';
import { planRound } from '../../evidence/torture/plan';

const plan = planRound(0);

/** At 1000 ms of uptime, if nothing else is said. */
function event(line: string, atMs = 1_000): Event {
  const [job = '', name = '', ...words] = line.split(' ');
  return { atMs, job, name, words };
}

function job(name: string, more: Partial<Job> = {}): Job {
  return {
    name,
    kind: 'run',
    pid: 1,
    folder: '/nowhere',
    startedAtMs: 0,
    ended: Promise.resolve(0),
    status: 0,
    endedAtMs: 2_000,
    fate: undefined,
    ...more,
  };
}

function judged(
  events: readonly Event[],
  more: Partial<Evidence> = {},
): { violations: number; excused: string[] } {
  const jobs = [job('j1'), job('j2')];
  const { violations, excused } = judge({
    plan,
    events,
    jobs,
    bashWrites: [],
    stalls: [],
    wipedAtUs: [],
    ...more,
  });
  return { violations: violations.length, excused: [...excused.keys()] };
}

const CLEAN = { violations: 0, excused: [] };
const BROKEN = { violations: 1, excused: [] };
const LATE = { violations: 0, excused: ['the job knew that its lease was over, and came too late to leave'] };

describe('two at one host', () => {
  test('are a violation', () => {
    expect(judged([event('j2 meets h1 20 never j1 10 never')])).toEqual(BROKEN);
    expect(judged([event('j2 meets h1 10 never j1 20 never')])).toEqual(BROKEN);
  });

  test('are none where the older lease was over for the one that had it', () => {
    expect(judged([event('j2 meets h1 20 never j1 10 999')])).toEqual(LATE);
    expect(judged([event('j2 meets h1 10 999 j1 20 never')])).toEqual(LATE);
  });

  test('are one where only the newer lease was over', () => {
    expect(judged([event('j2 meets h1 20 999 j1 10 never')])).toEqual(BROKEN);
    expect(judged([event('j2 meets h1 20 999 j1 10 1001')])).toEqual(BROKEN);
  });
});

describe('a host that refuses a write', () => {
  test('is right where the lease was over, and wrong where it was not', () => {
    expect(judged([event('j1 refused h1 10 999')])).toEqual(LATE);
    expect(judged([event('j1 refused h1 10 1001')])).toEqual(BROKEN);
    expect(judged([event('j1 refused h1 10 never')])).toEqual(BROKEN);
  });

  test('is excused where the lease is from before the folder was emptied, and only then', () => {
    const refused = [event('j1 refused h1 10 never')];
    expect(judged(refused, { wipedAtUs: [11] })).toMatchObject({ violations: 0 });
    expect(judged(refused, { wipedAtUs: [9] })).toEqual(BROKEN);
  });

  test('is excused where the machine stood still for so long that nothing could stop the command in time', () => {
    const refused = [event('j1 refused h1 10 never')];
    const slackMs = plan.timing.ttlMs / 8;
    expect(judged(refused, { stalls: [{ atMs: 900, lateMs: slackMs + 1 }] })).toMatchObject({
      violations: 0,
    });
    expect(judged(refused, { stalls: [{ atMs: 900, lateMs: slackMs }] })).toEqual(BROKEN);
    expect(judged([event('j1 refused h1 10 1001')], { stalls: [{ atMs: 900, lateMs: 9_999 }] })).toEqual(
      BROKEN,
    );
  });
});

describe('a bash job', () => {
  const met = event('b0 meets h1 0 never j1 10 never');
  const write: BashWrite = {
    host: 'h1',
    testedAtMs: 500,
    wroteAtMs: 550,
    confirmedAtMs: undefined,
    removedAtMs: undefined,
  };

  test('that writes in time must not meet anybody', () => {
    expect(judged([met], { bashWrites: [write] })).toEqual(BROKEN);
  });

  test.each([
    ['writes long after its look', { wroteAtMs: 500 + plan.timing.settleMs }],
    ['was killed before it was known whether it has written', { wroteAtMs: undefined }],
    ['stays for longer than its lock lives', { removedAtMs: 500 + plan.timing.lockTimeoutMs }],
  ])('that %s is not for Giveway to mend', (_, more) => {
    expect(judged([met], { bashWrites: [{ ...write, ...more }] })).toMatchObject({ violations: 0 });
    expect(judged([met], { bashWrites: [{ ...write, ...more, host: 'h2' }] })).toEqual(BROKEN);
  });
});

describe('tokens', () => {
  test('of one host are of one job each', () => {
    expect(judged([event('j1 enter h1 10'), event('j2 enter h2 10')])).toEqual(CLEAN);
    expect(judged([event('j1 enter h1 10'), event('j2 enter h1 10')])).toEqual(BROKEN);
  });

  test('are higher for a job that came after another had entered', () => {
    const events = [event('j1 enter h1 10', 1_000), event('j2 enter h1 9', 1_500)];
    expect(judged(events)).toEqual(CLEAN);
    expect(judged(events, { jobs: [job('j1'), job('j2', { startedAtMs: 1_200 })] })).toEqual(BROKEN);
  });

  test('of writes never fall', () => {
    expect(judged([event('j1 write h1 10'), event('j2 write h2 9'), event('j1 write h1 10')])).toEqual(CLEAN);
    expect(judged([event('j1 write h1 10'), event('j2 write h1 9')])).toEqual(BROKEN);
  });
});

test.each([
  [0, CLEAN],
  [11, CLEAN],
  [13, CLEAN],
  [2, BROKEN],
  [70, BROKEN],
])('a job that ends with status %i', (status, expected) => {
  expect(judged([], { jobs: [job('j1', { status })] })).toEqual(expected);
});
