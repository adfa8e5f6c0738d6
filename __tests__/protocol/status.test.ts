import type { Details, Told } from '../../src/protocol/record';
import { statusOf, statusProblems, type HostStatus } from '../../src/protocol/status';
import {
  bashHolds,
  bashWaits,
  BOOT,
  freed,
  holds,
  HOUR_MS,
  legacy,
  lines,
  NOW_MS,
  NOW_NS,
  snapshotOf,
  waits,
  type Part,
} from './pool-picture';

const NOW = Number(NOW_NS / 1_000_000n);
const MINUTE_MS = 60_000;

/** The one host of a pool that has no other. */
function statusOfH1(...parts: Part[]): HostStatus {
  const { hosts } = statusOf(snapshotOf(...parts), ['h1']);
  expect(hosts).toHaveLength(1);
  return hosts[0]!;
}

function told(more: Partial<Told> = {}): Details {
  return {
    told: {
      byId: 'w',
      byJob: 'job-w',
      byVersion: '4.22',
      atMs: NOW - MINUTE_MS,
      graceUntilMs: NOW + 9 * MINUTE_MS,
      grace: { startMs: NOW_MS - MINUTE_MS, durationMs: 10 * MINUTE_MS, bootId: BOOT },
      ...more,
    },
  };
}

const overdue = told({
  graceUntilMs: NOW - MINUTE_MS,
  grace: { startMs: NOW_MS - 11 * MINUTE_MS, durationMs: 10 * MINUTE_MS, bootId: BOOT },
});

describe('the state of a host', () => {
  const broken = lines('lease h1', 'h1.lease:rubbish');
  test.each<[string, Part[], HostStatus['state']]>([
    ['nothing is known of it', [], 'free'],
    ['it was released', [freed('h1', 1000)], 'free'],
    ['its lease was lost, and the lock has gone since', [holds('a', 'h1', { state: 'lost' })], 'free'],
    ['somebody holds it', [holds('a', 'h1')], 'held'],
    ['its holder is settling', [legacy(3600), holds('a', 'h1', { state: 'settling' })], 'settling'],
    ['its holder has been told', [holds('a', 'h1', { details: told() })], 'quitting'],
    ['its record says so', [holds('a', 'h1', { state: 'quitting' })], 'quitting'],
    ['a person keeps it', [holds('p', 'h1', { kind: 'hold', beatAgeMs: 'none' })], 'on-hold'],
    ['its holder was silent for the ttl', [holds('a', 'h1', { beatAgeMs: 120_000 })], 'held'],
    ['and a moment longer', [holds('a', 'h1', { beatAgeMs: 120_001 })], 'resting'],
    ['to the end of the lock delay', [holds('a', 'h1', { beatAgeMs: 135_000 })], 'resting'],
    ['and longer', [holds('a', 'h1', { beatAgeMs: 135_001 })], 'expired'],
    ['its holder left no heartbeat', [holds('a', 'h1', { beatAgeMs: 'none' })], 'expired'],
    ['its record is damaged', [broken], 'broken'],
    ['a bash job has it', [legacy(3600), bashHolds('h1')], 'held'],
    ['a bash job has it, and LOCK_TIMEOUT is unknown', [legacy(), bashHolds('h1', 90 * HOUR_MS)], 'held'],
    ['a bash job left its lock', [legacy(3600), bashHolds('h1', HOUR_MS + 1)], 'expired'],
    [
      'a bash lock stands over a free record',
      [legacy(3600), freed('h1', 1000, { lock: String(NOW_NS) })],
      'held',
    ],
  ])('%s: it is %s', (_, parts, expected) => {
    expect(statusOfH1(...parts).state).toBe(expected);
  });
});

describe('the holder', () => {
  test('is told of in full', () => {
    const details = { job: 'e2e', url: 'https://ci/1', project: 'org/repo' };
    expect(statusOfH1(holds('a', 'h1', { details, takenAgoMs: HOUR_MS, beatAgeMs: 5000 })).holder).toEqual({
      job: 'e2e',
      url: 'https://ci/1',
      project: 'org/repo',
      version: '4.21',
      sinceMs: NOW - HOUR_MS,
      fencingToken: Math.floor(Number(NOW_NS / 1000n)) - HOUR_MS * 1000,
      legacy: false,
      endsAtMs: NOW + 115_000,
      lastSignMs: NOW - 5000,
    });
  });

  test('of bash is known by its lock only', () => {
    expect(statusOfH1(legacy(7200), bashHolds('h1', HOUR_MS)).holder).toEqual({
      job: 'a bash job',
      url: null,
      version: null,
      sinceMs: NOW - HOUR_MS,
      fencingToken: null,
      legacy: true,
      endsAtMs: NOW + HOUR_MS,
      lastSignMs: null,
    });
  });

  test.each([
    ['by its content where the mtime is unknown', ['lock h1 1766568440841947242'], NOW],
    ['not at all where its content is odd as well', ['lock h1 odd'], null],
  ])('of bash: since when is known %s', (_, texts, expected) => {
    expect(statusOfH1(lines(...texts)).holder).toMatchObject({ sinceMs: expected, endsAtMs: null });
  });

  test('that rests or has expired is the one before, with the reason', () => {
    expect(statusOfH1(holds('a', 'h1', { beatAgeMs: 125_000 }))).toMatchObject({
      holder: { job: 'job-a', expiredBy: 'silence', endsAtMs: NOW - 5000, lastSignMs: NOW - 125_000 },
      restsUntilMs: NOW + 10_000,
    });
    expect(
      statusOfH1(holds('a', 'h1', { takenAgoMs: HOUR_MS, maxHoldMs: HOUR_MS - 5000, beatAgeMs: 6000 })),
    ).toMatchObject({ state: 'resting', holder: { expiredBy: 'max-hold' }, restsUntilMs: NOW + 10_000 });
    expect(
      statusOfH1(holds('p', 'h1', { kind: 'hold', takenAgoMs: HOUR_MS, maxHoldMs: 1000, beatAgeMs: 'none' })),
    ).toMatchObject({ state: 'expired', holder: { expiredBy: 'max-hold' } });
    expect(statusOfH1(holds('a', 'h1', { beatAgeMs: 'none' }))).toMatchObject({
      state: 'expired',
      holder: { expiredBy: 'silence', lastSignMs: null, endsAtMs: null },
    });
  });

  test('that has been told is so for whom and until when', () => {
    expect(statusOfH1(holds('a', 'h1', { details: told() })).holder?.told).toEqual({
      byJob: 'job-w',
      byVersion: '4.22',
      graceUntilMs: NOW + 9 * MINUTE_MS,
      overdue: false,
    });
    expect(statusOfH1(holds('a', 'h1', { details: overdue })).holder?.told?.overdue).toBe(true);
  });

  const newer = waits('w', ['h1'], { version: '4.22', target: 'h1' });
  test.each<[string, Part[], true | undefined]>([
    ['a newer waiter asks', [holds('a', 'h1'), newer], true],
    ['nobody waits', [holds('a', 'h1')], undefined],
    ['the waiter asks elsewhere', [holds('a', 'h1'), waits('w', ['h1'], { version: '4.22' })], undefined],
    ['the waiter is not newer', [holds('a', 'h1'), waits('w', ['h1'], { target: 'h1' })], undefined],
    ['it has been told', [holds('a', 'h1', { details: told() }), newer], undefined],
    ['it is exempt', [holds('a', 'h1', { details: { exemptMs: HOUR_MS } }), newer], undefined],
    [
      'the waiter is dead',
      [holds('a', 'h1'), waits('w', ['h1'], { version: '4.22', target: 'h1', beatAgeMs: 'none' })],
      undefined,
    ],
    ['it is a hold', [holds('p', 'h1', { kind: 'hold' }), newer], undefined],
    ['it is a bash job, which looks for itself', [legacy(3600), bashHolds('h1'), newer], undefined],
  ])('%s: unaware is %s', (_, parts, expected) => {
    expect(statusOfH1(...parts).holder?.unaware).toBe(expected);
  });
});

describe('those who wait', () => {
  test('are in the order of the queue, each with the rule that puts it before the next', () => {
    const { waiting } = statusOfH1(
      holds('a', 'h1', { version: '4.21' }),
      waits('late', ['h1'], { version: '4.22', arrivedAgoMs: 1000 }),
      waits('early', ['h1'], { version: '4.22', arrivedAgoMs: 2000, target: 'h1' }),
      waits('old', ['h1'], { version: '4.20', arrivedAgoMs: 9000, details: { starveAfterMs: HOUR_MS } }),
      waits('urgent', ['h1'], { version: '4.19', priority: 5, arrivedAgoMs: 500 }),
      waits('starved', ['h1'], { version: '4.18', arrivedAgoMs: 9000, details: { starveAfterMs: 9000 } }),
    );
    expect(
      waiting.map(({ job, position, preempts, asks, rule }) => [job, position, preempts, asks, rule]),
    ).toEqual([
      ['job-urgent', 1, true, false, 'priority'],
      ['job-starved', 2, false, false, 'starved'],
      ['job-early', 3, true, true, 'arrival'],
      ['job-late', 4, true, false, 'version'],
      ['job-old', 5, false, false, null],
    ]);
  });

  test('are told of in full, bash jobs too', () => {
    const { waiting } = statusOfH1(
      legacy(3600),
      holds('a', 'h1'),
      waits('w', ['h1'], { version: '4.22.1', arrivedAgoMs: 5000, details: { url: 'https://ci/2' } }),
      bashWaits('h1', '4.23', 7000),
    );
    expect(waiting).toEqual([
      {
        job: 'a bash job',
        id: null,
        owner: null,
        url: null,
        version: '4.23',
        sinceMs: NOW - 7000,
        position: 1,
        alive: true,
        preempts: true,
        legacy: true,
        asks: true,
        rule: 'version',
      },
      {
        job: 'job-w',
        id: 'w',
        owner: 'owner-of-w',
        url: 'https://ci/2',
        version: '4.22.1',
        sinceMs: NOW - 5000,
        position: 2,
        alive: true,
        preempts: true,
        legacy: false,
        asks: false,
        rule: null,
      },
    ]);
  });

  test('and are dead stand last, without a place', () => {
    const { waiting } = statusOfH1(
      legacy(3600),
      holds('a', 'h1'),
      waits('dead', ['h1'], { version: '4.22', beatAgeMs: 120_001, target: 'h1' }),
      bashWaits('h1', '4.23', 12 * HOUR_MS + 1),
      waits('w', ['h1']),
    );
    expect(waiting.map(({ job, position, alive, preempts }) => [job, position, alive, preempts])).toEqual([
      ['job-w', 1, true, false],
      ['job-dead', null, false, false],
      ['a bash job', null, false, false],
    ]);
  });

  test('do not include a job that is just taking the host', () => {
    const snapshot = snapshotOf(
      legacy(3600),
      holds('a', 'h1', { state: 'settling' }),
      waits('a', ['h1', 'h2'], { target: 'h1' }),
    );
    expect(statusOf(snapshot).hosts.map(({ host, waiting }) => [host, waiting.length])).toEqual([
      ['h1', 0],
      ['h2', 0],
    ]);
  });

  test('at a host that is free preempt nobody', () => {
    const status = statusOfH1(waits('w', ['h1'], { version: '4.22', target: 'h1' }));
    expect(status).toMatchObject({ state: 'free', holder: null, waiting: [{ preempts: false, asks: true }] });
  });
});

describe('the hosts shown', () => {
  const pool = [holds('a', 'h10'), freed('h2', 1000), waits('w', ['h9'])];
  test.each([
    ['all of the pool, by name and number', undefined, ['h2', 'h9', 'h10']],
    ['those asked for, in that order, once', ['x', 'h10', 'x'], ['x', 'h10']],
    ['none, if none is asked for', [], []],
  ])('%s', (_, hosts, expected) => {
    expect(statusOf(snapshotOf(...pool), hosts).hosts.map(({ host }) => host)).toEqual(expected);
  });

  test('an empty pool has none', () => {
    expect(statusOf(snapshotOf())).toEqual({ nowMs: NOW, hosts: [] });
  });
});

test('what other jobs wrote is fit to print wherever it shows', () => {
  const evil = '\u001b[31mx\n::add-mask::y\u202e ##[error]';
  const status = statusOf(
    snapshotOf(
      holds('a', 'h1', {
        details: { job: evil, url: evil, project: evil, ...told({ byJob: evil, byVersion: evil }) },
      }),
      waits('w', ['h1'], { details: { job: evil, url: evil } }),
      holds('b', 'h2', { details: { job: '\n' } }),
    ),
  );
  expect(JSON.stringify(status)).not.toMatch(/\\n|\\u001b|\u202e|##\[/);
  expect(status.hosts[0]?.holder).toMatchObject({ job: 'x ::add-mask::y # #[error]' });
  expect(status.hosts[1]?.holder?.job).toBe('(no name)');
});

describe('status --check', () => {
  const held = holds('a', 'h1', { takenAgoMs: 13 * HOUR_MS });
  test.each<[string, Part[], number | undefined, RegExp[]]>([
    ['passes a host that is free', [freed('h1', 1000)], undefined, []],
    ['passes a host that is held', [held], undefined, []],
    ['passes a host that rests', [holds('a', 'h1', { beatAgeMs: 125_000 })], undefined, []],
    ['passes a holder that has been told', [holds('a', 'h1', { details: told() })], undefined, []],
    [
      'fails on a holder that is overdue',
      [holds('a', 'h1', { details: overdue })],
      undefined,
      [/^h1: job-a \(4\.21\) .*job-w \(4\.22\).*grace/],
    ],
    [
      'fails on an expired lease',
      [holds('a', 'h1', { beatAgeMs: 'none' })],
      undefined,
      [/^h1: .*job-a \(4\.21\) has expired/],
    ],
    [
      'fails on the lock that a bash job left',
      [legacy(3600), bashHolds('h1', 2 * HOUR_MS)],
      undefined,
      [/^h1: .*a bash job.*LOCK_TIMEOUT/],
    ],
    ['fails on a broken record', [lines('lease h1', 'h1.lease:9 x')], undefined, [/^h1: .*format 9/]],
    ['passes a host held for max-held', [held], 13 * HOUR_MS, []],
    ['fails on one held for longer', [held], 13 * HOUR_MS - 1, [/^h1: job-a \(4\.21\) has held it for 13 h/]],
    ['fails on any with max-held 0', [holds('a', 'h1', { takenAgoMs: 1 })], 0, [/0 min/]],
    [
      'fails on a bash job that held for longer',
      [legacy(86_400), bashHolds('h1', 13 * HOUR_MS)],
      12 * HOUR_MS,
      [/a bash job .* 13 h, .* 12 h/],
    ],
    [
      'passes a hold, which has an end of its own',
      [holds('p', 'h1', { kind: 'hold', takenAgoMs: 13 * HOUR_MS })],
      HOUR_MS,
      [],
    ],
    [
      'tells of one holder all that is wrong',
      [holds('a', 'h1', { details: overdue, takenAgoMs: 13 * HOUR_MS })],
      HOUR_MS,
      [/grace/, /13 h/],
    ],
    [
      'tells of all hosts',
      [holds('a', 'h1', { beatAgeMs: 'none' }), holds('b', 'h2', { beatAgeMs: 'none' })],
      undefined,
      [/^h1/, /^h2/],
    ],
  ])('%s', (_, parts, maxHeldMs, expected) => {
    const status = statusOf(snapshotOf(...parts));
    const problems = statusProblems(status, maxHeldMs === undefined ? {} : { maxHeldMs });
    expect(problems).toEqual(expected.map((pattern) => expect.stringMatching(pattern) as string));
  });
});
