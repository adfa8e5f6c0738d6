import { hostLines, waitHeadline, waitKey, waitLines } from '../../src/commands/wait-text';
import { lengthOf } from '../../src/protocol/one-line';
import { claimOfWaiter } from '../../src/protocol/order';
import type { Details, Told } from '../../src/protocol/record';
import { ownWaiter } from '../../src/protocol/request';
import type { Snapshot } from '../../src/protocol/snapshot';
import { reportOf, type WaitReport } from '../../src/protocol/wait-report';
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
  placeOf,
  requestOf,
  snapshotOf,
  waits,
  type Part,
  type RequestLooks,
  type WaiterLooks,
} from '../protocol/pool-picture';

// 2025-12-24T09:27:20.841Z
const NOW = Number(NOW_NS / 1_000_000n);
const MINUTE_MS = 60_000;

interface Wait {
  readonly report: WaitReport;
  readonly snapshot: Snapshot;
}

/** What the job `me` sees, which waits with 4.21 for h1 unless told otherwise. */
function waitOf(parts: readonly Part[], looks: RequestLooks = {}, place: WaiterLooks = {}): Wait {
  const request = requestOf('me', looks);
  const snapshot = snapshotOf(...parts, placeOf(request, place));
  return {
    snapshot,
    report: reportOf(snapshot, request, claimOfWaiter(snapshot, ownWaiter(snapshot, request)!)),
  };
}

function linesOf({ report, snapshot }: Wait, waitedMs = 190_000): string[] {
  return waitLines(report, snapshot, waitedMs);
}

function headlineOf({ report, snapshot }: Wait, waitedMs = 190_000): string {
  return waitHeadline(report, snapshot, waitedMs);
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

const hourAgo = { takenAgoMs: HOUR_MS + 12 * MINUTE_MS };
const held = holds('a', 'h1', hourAgo);
const newer = waits('w', ['h1'], { version: '4.22', target: 'h1' });

describe('what a waiting job says', () => {
  test.each<[string, Part[], string[]]>([
    [
      'of a holder: who, and since when',
      [held],
      [
        'waiting 3m10s for h1, place 1 of 1: held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a holder with a link',
      [holds('a', 'h1', { ...hourAgo, details: { url: 'https://ci/1' } })],
      [
        'waiting 3m10s for h1, place 1 of 1: held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m): https://ci/1',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a holder that has been asked to leave: for whom and until when',
      [holds('a', 'h1', { ...hourAgo, details: told() }), newer],
      [
        'waiting 3m10s for h1, place 2 of 2: leaves by 09:36Z, held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        'h1: asked to leave for job-w (4.22); it must be gone by 09:36Z',
        'place 2 of 2, behind job-w (4.22, newer version)',
      ],
    ],
    [
      'of a holder that should have left',
      [holds('a', 'h1', { ...hourAgo, details: overdue })],
      [
        'waiting 3m10s for h1, place 1 of 1: overdue to leave, held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        'h1: asked to leave for job-w (4.22); it should have been gone by 09:26Z, 1m ago',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a holder that has not looked yet',
      [held, newer],
      [
        'waiting 3m10s for h1, place 2 of 2: held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        'h1: job-w (4.22) asks it to leave; it will be told when it next looks',
        'place 2 of 2, behind job-w (4.22, newer version)',
      ],
    ],
    [
      'of a holder in its exempt time',
      [holds('a', 'h1', { ...hourAgo, details: { exemptMs: 2 * HOUR_MS } }), newer],
      [
        'waiting 3m10s for h1, place 2 of 2: held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        "h1: it can't be asked to leave before 10:15Z, the end of its exempt time",
        'place 2 of 2, behind job-w (4.22, newer version)',
      ],
    ],
    [
      'of a holder that has fallen silent: when its lease ends',
      [holds('a', 'h1', { ...hourAgo, beatAgeMs: 45_000, details: { keeper: true, heartbeatMs: 15_000 } })],
      [
        'waiting 3m10s for h1, place 1 of 1: held 1h12m by 4.21 job-a',
        'h1: held by job-a (4.21) since 08:15Z (1h12m)',
        'h1: its job has given no sign of life for 45s; without one its lease ends at 09:28:35Z',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of an expired lease: why, and until when the host rests',
      [holds('a', 'h1', { beatAgeMs: 125_000 })],
      [
        'waiting 3m10s for h1, place 1 of 1: rests until 09:27:30Z after 4.21 job-a',
        'h1: the lease of job-a (4.21) expired: its job gave no sign of life for 2m5s; the host rests until 09:27:30Z, in case that job is still at work there',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a lease that ended by max-hold',
      [holds('a', 'h1', { ...hourAgo, maxHoldMs: HOUR_MS + 12 * MINUTE_MS - 5000 })],
      [
        'waiting 3m10s for h1, place 1 of 1: rests until 09:27:30Z after 4.21 job-a',
        'h1: the lease of job-a (4.21) expired: its time was up; the host rests until 09:27:30Z, in case that job is still at work there',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a host that is free again, with somebody ahead',
      [holds('a', 'h1', { beatAgeMs: 300_000 }), newer],
      [
        'waiting 3m10s for h1, place 2 of 2: free, but behind 4.22 job-w',
        'h1: the lease of job-a (4.21) expired: its job gave no sign of life for 5m; free, but job-w (4.22) is ahead',
        'place 2 of 2, behind job-w (4.22, newer version)',
      ],
    ],
    [
      'of a host left to a bash job',
      [legacy(3600), freed('h1', 5000), bashWaits('h1', '4.22')],
      [
        'waiting 3m10s for h1, place 2 of 2: free, but behind 4.22 a bash job',
        'h1: free, and left for a while to a bash job (4.22), which is ahead and asks once a minute',
        'place 2 of 2, behind a bash job (4.22, newer version)',
      ],
    ],
    [
      'of a bash job',
      [legacy(7200), bashHolds('h1', HOUR_MS)],
      [
        'waiting 3m10s for h1, place 1 of 1: held 1h by a bash job',
        'h1: held by a bash job since 08:27Z (1h); its lock expires at 10:27Z unless that job removes it before',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a bash job where LOCK_TIMEOUT is unknown',
      [legacy(), bashHolds('h1', HOUR_MS), bashWaits('h1', '4.22')],
      [
        'waiting 3m10s for h1, place 2 of 2: held 1h by a bash job',
        'h1: held by a bash job since 08:27Z (1h); its lock stays until that job removes it, for the pool knows no LOCK_TIMEOUT',
        'h1: asked to leave for a bash job (4.22); it does at its next checkpoint if its own version is lower',
        'place 2 of 2, behind a bash job (4.22, newer version)',
      ],
    ],
    [
      'of a job that is just taking the host',
      [legacy(3600), holds('a', 'h1', { state: 'settling' })],
      [
        'waiting 3m10s for h1, place 1 of 1: being taken by 4.21 job-a',
        'h1: just being taken by job-a (4.21)',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a person who keeps the host',
      [
        holds('p', 'h1', {
          kind: 'hold',
          takenAgoMs: HOUR_MS,
          maxHoldMs: 2 * HOUR_MS,
          details: { job: 'alice' },
        }),
      ],
      [
        'waiting 3m10s for h1, place 1 of 1: on hold by alice',
        'h1: on hold by alice until 10:27Z',
        'place 1 of 1: nobody is ahead',
      ],
    ],
    [
      'of a broken record',
      [lines('lease h1', 'h1.lease:rubbish')],
      [
        'waiting 3m10s for h1, place 1 of 1: its record cannot be read',
        "h1: the record of h1 can't be read (no format version): .giveway/h1.lease is damaged",
        'place 1 of 1: nobody is ahead',
      ],
    ],
  ])('%s', (_, parts, expected) => {
    expect(linesOf(waitOf(parts))).toEqual(expected);
  });

  test('of its place: who is ahead, by which rule, and how many there are', () => {
    const wait = waitOf([
      held,
      waits('urgent', ['h1'], { version: '4.19', priority: 1 }),
      waits('patient', ['h1'], {
        version: '4.18',
        arrivedAgoMs: HOUR_MS,
        details: { starveAfterMs: HOUR_MS },
      }),
      waits('new', ['h1'], { version: '4.22' }),
      waits('behind', ['h1'], { version: '4.20' }),
    ]);
    expect(linesOf(wait).at(-1)).toBe(
      'place 4 of 5, behind job-urgent (4.19, higher priority), job-patient (4.18, has waited long), job-new (4.22, newer version)',
    );
    const crowd = [1, 2, 3, 4, 5].map((n) => waits(`w${n}`, ['h1'], { arrivedAgoMs: HOUR_MS - n }));
    expect(linesOf(waitOf(crowd)).at(-1)).toBe(
      'place 6 of 6, behind job-w1 (4.21, came earlier), job-w2 (4.21, came earlier), job-w3 (4.21, came earlier) and 2 more',
    );
  });

  test('of several hosts: each, and its place among all that want any of them', () => {
    const parts = [
      held,
      holds('b', 'h2', { beatAgeMs: 125_000 }),
      waits('x', ['h3'], { version: '4.22', beatAgeMs: 'none' }),
      waits('w', ['h1', 'h2'], { version: '4.22' }),
      waits('z', ['h3'], { version: '4.20' }),
    ];
    expect(linesOf(waitOf(parts, { groups: [['h1'], ['h2'], ['h3']] }))).toEqual([
      'waiting 3m10s for 3 hosts, place 2 of 3: 1 held, 1 resting, 1 free',
      'h1: held by job-a (4.21) since 08:15Z (1h12m)',
      expect.stringMatching(/^h2: the lease of job-b/),
      'h3: free, but not all that this job needs at the same time is',
      'place 2 of 3, behind job-w (4.22, newer version)',
    ]);
  });

  test('while its host settles', () => {
    const request = requestOf('me');
    const snapshot = snapshotOf(legacy(3600), holds('me', 'h1', { state: 'settling' }), holds('b', 'h2'));
    const wait: Wait = {
      snapshot,
      report: { ...reportOf(snapshot, request, undefined), because: 'settling' },
    };
    expect(linesOf(wait)).toEqual([
      'got h1, settling: making sure that no bash job took it as well',
      expect.stringMatching(/^the lock is in place/),
    ]);
  });

  test('while one of several hosts settles, another perhaps for another job', () => {
    const request = requestOf('me', { groups: [['h1', 'h2']] });
    const snapshot = snapshotOf(
      legacy(3600),
      holds('me', 'h1', { state: 'settling' }),
      holds('b', 'h2', { state: 'settling' }),
    );
    const wait: Wait = {
      snapshot,
      report: { ...reportOf(snapshot, request, undefined), because: 'settling' },
    };
    expect(headlineOf(wait)).toMatch(/^got a host, settling/);
  });

  test('while an earlier run of itself may still be alive', () => {
    const details = { keeper: true, heartbeatMs: 15_000 };
    const earlier = holds('first', 'h1', { ...hourAgo, owner: 'owner-of-me', beatAgeMs: 5000, details });
    expect(linesOf(waitOf([earlier]))).toEqual([
      'waiting 3m10s for h1: an earlier run of this job may still be alive',
      'an earlier run of this job still holds it; this run takes over once that one is silent, in 1m40s at the earliest',
      'h1: held by job-first (4.21) since 08:15Z (1h12m)',
    ]);
    expect(linesOf(waitOf([earlier, holds('b', 'h2')], { groups: [['h1', 'h2']] }))[1]).toBe(
      'an earlier run of this job still holds one of them; this run takes over once that one is silent',
    );
  });

  test('at once: nothing of how long', () => {
    expect(headlineOf(waitOf([held]), 0)).toBe('waiting for h1, place 1 of 1: held 1h12m by 4.21 job-a');
  });
});

test('where nobody waits, the lines of the hosts still tell who has them', () => {
  const snapshot = snapshotOf(held, freed('h2', 1000));
  const request = requestOf('me', { groups: [['h1', 'h2']], ifBusy: 'skip' });
  expect(hostLines(reportOf(snapshot, request, undefined), snapshot)).toEqual([
    'h1: held by job-a (4.21) since 08:15Z (1h12m)',
    expect.stringMatching(/^h2: free/),
  ]);
});

describe('what other jobs wrote', () => {
  const evil = '\u001b[31mx\n::add-mask::y\u202e ##[error]z';
  const details = { job: evil, url: evil, ...told({ byJob: evil, byVersion: evil }) };

  test('cannot pass for a line of its own, a command or a colour', () => {
    const wait = waitOf([
      holds('a', 'h1', { details }),
      waits('w', ['h1'], { version: '4.22', details: { job: evil } }),
    ]);
    for (const line of linesOf(wait)) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]|^\s*::|##\[/u);
    expect(linesOf(wait).join('\n')).toContain('x ::add-mask::y');
  });

  test('never makes the headline longer than a line', () => {
    const long = 'x'.repeat(2000);
    for (const wait of [
      waitOf([holds('a', 'h1', { details: { job: long } })]),
      waitOf([holds('a', 'h1', { details: { job: long, ...told() } })]),
      waitOf([freed('h1', 1), waits('w', ['h1'], { version: '4.22', details: { job: long } })]),
      waitOf([holds('a', `h${'1'.repeat(127)}`)], { groups: [[`h${'1'.repeat(127)}`]] }),
    ]) {
      expect(lengthOf(headlineOf(wait))).toBeLessThanOrEqual(79);
      expect(lengthOf(waitHeadline(wait.report, wait.snapshot, 1000, 40))).toBeLessThanOrEqual(40);
    }
  });
});

describe('there is something new to say', () => {
  const base: Part[] = [held, waits('w', ['h1'], { version: '4.22' })];
  const keyOf = (parts: readonly Part[], looks?: RequestLooks, place?: WaiterLooks): string =>
    waitKey(waitOf(parts, looks, place).report);

  test.each<[string, Part[]]>([
    ['the holder has been told', [holds('a', 'h1', { ...hourAgo, details: told() }), base[1]!]],
    ['another job holds the host', [holds('b', 'h1', hourAgo), base[1]!]],
    ['the host is free', [freed('h1', 1000), base[1]!]],
    ['the host rests', [holds('a', 'h1', { ...hourAgo, beatAgeMs: 125_000 }), base[1]!]],
    ['the host settles', [holds('a', 'h1', { ...hourAgo, state: 'settling' }), base[1]!]],
    ['a bash job has it', [legacy(3600), bashHolds('h1'), base[1]!]],
    ['its record is damaged', [lines('lease h1', 'h1.lease:rubbish'), base[1]!]],
    ['the one ahead has gone', [held]],
    ['somebody else is ahead', [held, waits('v', ['h1'], { version: '4.22' })]],
    ['it is ahead by another rule', [held, waits('w', ['h1'], { version: '4.22', priority: 1 })]],
    ['one more is ahead', [...base, waits('v', ['h1'], { version: '4.23' })]],
    [
      'an earlier run of this job holds the host',
      [holds('a', 'h1', { ...hourAgo, owner: 'owner-of-me' }), base[1]!],
    ],
  ])('once %s', (_, parts) => {
    expect(keyOf(parts)).not.toBe(keyOf(base));
  });

  test('once this job asks a holder to leave', () => {
    expect(keyOf(base, {}, { target: 'h1' })).not.toBe(keyOf(base));
  });

  test.each<[string, Part[]]>([
    ['time has passed', [holds('a', 'h1', { takenAgoMs: 2 * HOUR_MS }), base[1]!]],
    ['the holder has given a sign of life', [holds('a', 'h1', { ...hourAgo, beatAgeMs: 60_000 }), base[1]!]],
    ['its lock has a new stamp', [holds('a', 'h1', { ...hourAgo, stampNs: NOW_NS - 1n }), base[1]!]],
    ['somebody has come behind', [...base, waits('v', ['h1'], { version: '4.20' })]],
  ])('not once %s', (_, parts) => {
    expect(keyOf(parts)).toBe(keyOf(base));
  });

  test('not while a bash lock grows older', () => {
    const wait = (agoMs: number): string => keyOf([legacy(7200), bashHolds('h1', agoMs)]);
    expect(wait(MINUTE_MS)).toBe(wait(HOUR_MS + 7));
  });
});
