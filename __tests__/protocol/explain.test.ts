import { explain, type Explanation, type HostExplanation, type Who } from '../../src/protocol/explain';
import type { Details } from '../../src/protocol/record';
import {
  bashHolds,
  bashWaits,
  BOOT,
  callerOf,
  freed,
  holds,
  HOUR_MS,
  legacy,
  lines,
  NOW_MS,
  NOW_NS,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
  type WaiterLooks,
} from './pool-picture';

const NOW = Number(NOW_NS / 1_000_000n);
const GRACE_MS = 600_000;

const h1 = (...parts: Part[]): HostExplanation => explain(snapshotOf(...parts), { hosts: ['h1'] }).hosts[0]!;
const a = (looks: HolderLooks = {}): Part => holds('a', 'h1', looks);
const w = (looks: WaiterLooks = {}): Part => waits('w', ['h1'], { version: '4.22', target: 'h1', ...looks });
/** Its grace began so long ago. */
const toldAgo = (ms: number): Details => ({
  told: {
    byId: 'w',
    byJob: 'job-w',
    byVersion: '4.22',
    atMs: NOW - ms,
    graceUntilMs: NOW - ms + GRACE_MS,
    grace: { startMs: NOW_MS - ms, durationMs: GRACE_MS, bootId: BOOT },
  },
});
const asker = { byJob: 'job-w', byVersion: '4.22' };
const kept: Details = { keeper: true };
const evict = (because: string): object => ({ do: 'evict', because });
const wait = (forWhat: string, untilMs: number | null): object => ({ do: 'wait', for: forWhat, untilMs });

describe('whether the holder must leave, and what would help', () => {
  test.each<[string, Part[], HostExplanation['leaving'] | object, object[]]>([
    ['nobody waits', [a()], { kind: 'stays', because: 'nobody-waits' }, []],
    [
      'it looks at checkpoints only, and has not since a newer version asks',
      [a(), w()],
      { kind: 'unaware', ...asker, rule: 'version' },
      [wait('checkpoint', null), evict('unaware')],
    ],
    [
      'a higher priority asks',
      [a({ version: '4.23' }), w({ priority: 1 })],
      { kind: 'unaware', ...asker, rule: 'priority' },
      [wait('checkpoint', null), evict('unaware')],
    ],
    [
      'its keeper looks, a moment before it counts as silent',
      [a({ details: kept, beatAgeMs: 29_999 }), w()],
      { kind: 'unaware', ...asker, rule: 'version' },
      [wait('checkpoint', null)],
    ],
    [
      'its keeper is silent',
      [a({ details: kept, beatAgeMs: 30_000 }), w()],
      { kind: 'unaware', ...asker, rule: 'version' },
      [wait('silence', NOW + 90_000)],
    ],
    [
      'its keeper is silent, and nobody waits',
      [a({ details: kept, beatAgeMs: 120_000 })],
      { kind: 'stays', because: 'nobody-waits' },
      [wait('silence', NOW)],
    ],
    [
      'it has been told, at the last moment of its grace',
      [a({ details: toldAgo(GRACE_MS) }), w()],
      { kind: 'told', ...asker, atMs: NOW - GRACE_MS, graceUntilMs: NOW, overdue: false },
      [wait('grace', NOW)],
    ],
    [
      'it is overdue',
      [a({ details: toldAgo(GRACE_MS + 1) }), w()],
      { kind: 'told', ...asker, atMs: NOW - GRACE_MS - 1, graceUntilMs: NOW - 1, overdue: true },
      [evict('overdue')],
    ],
    [
      'it is overdue, and its lease ends by itself as soon as by an eviction',
      [a({ details: toldAgo(GRACE_MS + 1), takenAgoMs: HOUR_MS, maxHoldMs: HOUR_MS + 120_000 }), w()],
      { kind: 'told', overdue: true },
      [wait('lease-end', NOW + 120_000)],
    ],
    [
      'it is overdue, and its lease ends by itself a moment later than that',
      [a({ details: toldAgo(GRACE_MS + 1), takenAgoMs: HOUR_MS, maxHoldMs: HOUR_MS + 120_001 }), w()],
      { kind: 'told', overdue: true },
      [evict('overdue')],
    ],
    [
      'a person has evicted it',
      [a({ details: { told: { ...toldAgo(0).told!, byId: '-', byJob: 'ann', byVersion: '-' } } })],
      { kind: 'told', byJob: 'ann', byVersion: null },
      [wait('grace', NOW + GRACE_MS)],
    ],
    ['its record says only that it leaves', [a({ state: 'quitting' })], { kind: 'told-by-nobody' }, []],
    [
      'a moment before the end of its exempt time',
      [a({ takenAgoMs: 59_999, details: { exemptMs: 60_000 } }), w()],
      { kind: 'exempt', untilMs: NOW + 1, ...asker, rule: 'version' },
      [wait('exempt-time', NOW + 1)],
    ],
    [
      'at the end of its exempt time',
      [a({ takenAgoMs: 60_000, details: { exemptMs: 60_000 } }), w()],
      { kind: 'unaware', ...asker, rule: 'version' },
      [wait('checkpoint', null), evict('unaware')],
    ],
    [
      'it is exempt, and who waits asks nobody',
      [
        a({ details: { exemptMs: HOUR_MS } }),
        waits('w', ['h1', 'h2'], { version: '4.22', details: { groups: [['h1'], ['h2']] } }),
      ],
      { kind: 'stays', because: 'nobody-may' },
      [evict('stays')],
    ],
    [
      'it is not preemptible',
      [a({ details: { preemptible: false } }), w()],
      { kind: 'stays', because: 'not-preemptible' },
      [evict('stays')],
    ],
    [
      'who waits is no newer',
      [a({ priority: 2 }), w({ priority: 2, version: '4.21.7' })],
      { kind: 'stays', because: 'nobody-may' },
      [{ do: 'raise-priority', above: 2 }, evict('stays')],
    ],
    [
      'who waits would ask nobody at any priority, for it wants several hosts at the same time',
      [
        a({ priority: 2 }),
        waits('w', ['h1', 'h2'], { version: '4.22', details: { groups: [['h1'], ['h2']] } }),
      ],
      { kind: 'stays', because: 'nobody-may' },
      [evict('stays')],
    ],
    [
      'a bash job waits, which has no priority',
      [legacy(3600), a({ priority: 2 }), bashWaits('h1', '4.22')],
      { kind: 'stays', because: 'nobody-may' },
      [evict('stays')],
    ],
    [
      'who waits may not preempt',
      [a(), w({ details: { preempts: false } })],
      { kind: 'stays', because: 'nobody-may' },
      [evict('stays')],
    ],
    [
      'a person holds it',
      [holds('p', 'h1', { kind: 'hold', takenAgoMs: 0, maxHoldMs: HOUR_MS, beatAgeMs: 'none' }), w()],
      { kind: 'stays', because: 'hold' },
      [wait('hold', NOW + HOUR_MS), { do: 'unhold' }],
    ],
    [
      'it settles',
      [legacy(3600), a({ state: 'settling' }), w()],
      { kind: 'stays', because: 'settling' },
      [wait('settling', null)],
    ],
    [
      'a bash job has it',
      [legacy(3600), bashHolds('h1', 0), w()],
      { kind: 'bash', ...asker },
      [wait('bash-lock', NOW + HOUR_MS)],
    ],
    [
      'a bash job has it, nobody knows LOCK_TIMEOUT, and nobody waits',
      [legacy(), bashHolds('h1')],
      { kind: 'stays', because: 'nobody-waits' },
      [{ do: 'end-bash-job' }],
    ],
  ])('%s', (_, parts, leaving, advice) => {
    const explained = h1(...parts);
    expect(explained.leaving).toMatchObject(leaving!);
    expect(explained.advice).toEqual(advice);
  });

  test.each<[string, Part[], object[]]>([
    ['is free', [freed('h1', 1000), w()], []],
    ['rests', [a({ beatAgeMs: 121_000 }), w()], [wait('rest', NOW + 14_000)]],
    ['rests for its last moment', [a({ beatAgeMs: 135_000 })], [wait('rest', NOW)]],
    ['has rested', [a({ beatAgeMs: 135_001 })], [{ do: 'nothing', because: 'expired' }]],
    ['has a broken record', [lines('lease h1', 'h1.lease:rubbish')], [{ do: 'mend-record' }]],
  ])('a host that %s has no holder to leave', (_, parts, advice) => {
    expect(h1(...parts)).toMatchObject({ leaving: null, preemptible: null, advice });
  });
});

describe('by what a holder can be made to leave, whoever waits', () => {
  const by = (
    priority: number | null,
    version: string | null,
    fromMs = NOW,
    because: string | null = null,
  ): object => ({
    byPriorityAbove: priority,
    byVersionAbove: version,
    fromMs,
    because,
  });
  test.each<[string, HolderLooks, object]>([
    ['a higher priority, or a newer version of the same', { priority: -3, version: '4.19' }, by(-3, '4.19')],
    [
      'not before the end of its exempt time',
      { takenAgoMs: 0, details: { exemptMs: 5 } },
      by(0, '4.21', NOW + 5),
    ],
    ['now that its exempt time is over', { takenAgoMs: 5, details: { exemptMs: 5 } }, by(0, '4.21')],
    ['by priority only, where it had starved', { details: { starved: true } }, by(0, null, NOW, 'place')],
    ['by nothing', { details: { preemptible: false } }, by(null, null, NOW, 'not-preemptible')],
    ['not by a hold', { kind: 'hold' }, by(null, null, NOW, 'hold')],
    [
      'by a major version, where no minor is left',
      { version: `4.${Number.MAX_SAFE_INTEGER}` },
      by(0, null, NOW, 'version'),
    ],
  ])('%s', (_, looks, expected) => {
    expect(h1(a(looks)).preemptible).toEqual(expected);
  });
});

describe('what the lock on disk says', () => {
  const odd = '1700000000000000000';
  test.each<[string, Part[], HostExplanation['lock']]>([
    ['nothing, of a host that nobody has used', [], { kind: 'none' }],
    ['nothing, of a free host', [freed('h1', 1)], { kind: 'none' }],
    ["the holder's own", [a()], { kind: 'own' }],
    ['its own, of one that settles', [legacy(60), a({ state: 'settling' })], { kind: 'settling' }],
    ['somebody has removed it', [a({ lock: 'none' })], { kind: 'missing' }],
    ['left by a lease that is over', [a({ beatAgeMs: 'none' })], { kind: 'left' }],
    [
      "a bash job's, a moment before it expires",
      [legacy(60), bashHolds('h1', 59_999)],
      { kind: 'bash', endsAtMs: NOW + 1, expired: false, lostBy: null },
    ],
    [
      "a bash job's, that has expired",
      [legacy(60), bashHolds('h1', 60_000)],
      { kind: 'bash', endsAtMs: NOW, expired: true, lostBy: null },
    ],
    [
      "a bash job's, and nobody knows LOCK_TIMEOUT",
      [legacy(), bashHolds('h1')],
      { kind: 'bash', endsAtMs: null, expired: false, lostBy: null },
    ],
    [
      "a bash job's over a lease, which is lost",
      [legacy(), a({ lock: odd })],
      { kind: 'bash', endsAtMs: null, expired: false, lostBy: 'job-a' },
    ],
  ])('%s', (_, parts, expected) => {
    expect(h1(...parts).lock).toEqual(expected);
  });
});

describe('the holder', () => {
  test('is told of in full: until when at most, its priority, how it lives', () => {
    const looks = { priority: 3, takenAgoMs: HOUR_MS, maxHoldMs: 2 * HOUR_MS, details: kept };
    expect(h1(a(looks)).holder).toMatchObject({
      job: 'job-a',
      sinceMs: NOW - HOUR_MS,
      endsAtMs: NOW + 120_000,
      atMostUntilMs: NOW + HOUR_MS,
      endsSoon: false,
      priority: 3,
      keeper: true,
      silent: false,
    });
  });

  test('that has expired is told of with the moment', () => {
    expect(h1(a({ beatAgeMs: 150_000 }))).toMatchObject({
      state: 'expired',
      holder: { endsAtMs: NOW - 30_000 },
    });
  });

  test('of bash has nothing of the record that its lock stands over', () => {
    const holder = { job: 'a bash job', priority: null, atMostUntilMs: null, keeper: null, silent: false };
    expect(h1(legacy(), a({ lock: '1700000000000000000' })).holder).toMatchObject(holder);
  });
});

describe('the queue', () => {
  test('tells of each the rule that puts it there, and what it may do', () => {
    const { waiting } = h1(
      a({ version: '4.21' }),
      waits('urgent', ['h1'], { priority: 5, version: '4.1', details: { preempts: false } }),
      waits('starved', ['h1'], { version: '4.18', arrivedAgoMs: 9000, details: { starveAfterMs: 9000 } }),
      waits('late', ['h1'], {
        version: '4.22',
        arrivedAgoMs: 1000,
        target: 'h1',
        details: { starveAfterMs: 1001 },
      }),
      waits('old', ['h1'], { version: '4.20', target: 'h1' }),
      waits('dead', ['h1'], { beatAgeMs: 'none' }),
    );
    expect(
      waiting.map(({ job, position, rule, priority, starvesAtMs, preemption }) => [
        job,
        position,
        rule,
        priority,
        starvesAtMs,
        preemption,
      ]),
    ).toEqual([
      ['job-urgent', 1, 'priority', 5, null, { kind: 'may-not', rule: 'preempts-nobody' }],
      ['job-starved', 2, 'starved', 0, NOW, { kind: 'may-not', rule: 'version' }],
      ['job-late', 3, 'version', 0, NOW + 1, { kind: 'may', rule: 'version' }],
      ['job-old', 4, null, 0, null, { kind: 'may-not', rule: 'version' }],
      ['job-dead', null, null, null, null, null],
    ]);
  });

  const both = { version: '4.22', details: { groups: [['h1'], ['h2']] } };
  test.each<[string, Part[], string | null]>([
    ['it asks', [a(), w()], null],
    ['it may not anyway', [a({ version: '4.22' }), w({ target: 'h2' })], null],
    ['it wants several hosts at once', [a(), waits('w', ['h1', 'h2'], both)], 'several-hosts'],
    [
      'it asks at another host',
      [a(), holds('b', 'h2'), waits('w', ['h1', 'h2'], { version: '4.22', target: 'h2' })],
      'asks-elsewhere',
    ],
    ['it has not got to it', [a(), waits('w', ['h1'], { version: '4.22' })], 'asks-soon'],
    [
      'one ahead asks',
      [
        a(),
        freed('h2', 1),
        waits('x', ['h1'], { version: '4.23', target: 'h1' }),
        waits('w', ['h1', 'h2'], { version: '4.22' }),
      ],
      'another-asks',
    ],
    [
      'bash jobs would obey it, whose priority is higher',
      [legacy(60), bashHolds('h1', 0), w({ priority: -1, target: 'h2' })],
      'below-bash',
    ],
    ['nobody holds the host', [freed('h1', 1), waits('w', ['h1'], { version: '4.22' })], null],
  ])('why one does not ask the holder to leave: %s', (_, parts, expected) => {
    expect(h1(...parts).waiting.find(({ job }) => job === 'job-w')?.asksNot).toBe(expected);
  });
});

describe('the job that asks', () => {
  const you = (who: Who, ...parts: Part[]): Explanation['you'] => explain(snapshotOf(...parts), { who }).you;
  const mine: Who = { id: 'w' };

  test.each<[string, Who, Part[], object | null]>([
    ['is nobody, if nothing is of it', { owner: 'x' }, [a(), w()], null],
    ['is found by its owner', { owner: 'owner-of-w' }, [w()], { job: 'job-w', state: 'waits', asksAt: 'h1' }],
    [
      'is found by its id, holding',
      { id: 'a' },
      [a(), holds('a', 'h2')],
      { state: 'holds', holds: ['h1', 'h2'], places: [] },
    ],
    [
      'rather holds than waits',
      { owner: 'me' },
      [a({ owner: 'me' }), w({ owner: 'me' })],
      { state: 'holds' },
    ],
    [
      'is its latest attempt',
      { owner: 'me' },
      [w({ owner: 'me' }), waits('w2', ['h1'], { owner: 'me', attempt: 2 })],
      { job: 'job-w2' },
    ],
    [
      "is of the caller's tenant first",
      { owner: 'me' },
      [callerOf('t'), a({ owner: 'me' }), waits('w', ['h2'], { owner: 'me', tenant: 't' })],
      { job: 'job-w' },
    ],
    ['may be silent', mine, [w({ beatAgeMs: 120_001 })], { state: 'gone', places: [], advice: [] }],
    [
      'may have been taken out of the queue',
      mine,
      [w({ details: { cancelled: { by: 'ann', reason: 'x' } } })],
      { state: 'cancelled', places: [] },
    ],
  ])('%s', (_, who, parts, expected) => {
    if (expected === null) expect(you(who, ...parts)).toBeNull();
    else expect(you(who, ...parts)).toMatchObject(expected);
  });

  test('is told who is ahead, by which rule', () => {
    const found = you(
      mine,
      a(),
      w(),
      waits('urgent', ['h1'], { priority: 1 }),
      waits('newer', ['h1'], { version: '4.23' }),
      waits('earlier', ['h1'], { version: '4.22', arrivedAgoMs: 11_000 }),
      waits('older', ['h1'], { version: '4.20' }),
    );
    expect(found?.places[0]).toMatchObject({ host: 'h1', position: 4, of: 5 });
    expect(found?.places[0]?.ahead.map(({ job, rule }) => [job, rule])).toEqual([
      ['job-urgent', 'priority'],
      ['job-newer', 'version'],
      ['job-earlier', 'arrival'],
    ]);
  });

  const pair = { details: { groups: [['h1'], ['h2']] } };
  test.each<[string, Part[], object[]]>([
    ['nothing: the host is free', [freed('h1', 1), w()], []],
    [
      'the holder leaves',
      [a({ takenAgoMs: 0 }), w()],
      [{ kind: 'holder-leaves', untilMs: NOW + 24 * HOUR_MS }],
    ],
    [
      'the holder leaves, which has been told',
      [a({ details: toldAgo(0) }), w()],
      [{ kind: 'holder-leaves', untilMs: NOW + GRACE_MS }],
    ],
    ['the host rests', [a({ beatAgeMs: 125_000 }), w()], [{ kind: 'host-rests', untilMs: NOW + 10_000 }]],
    [
      'a hold ends',
      [holds('p', 'h1', { kind: 'hold', takenAgoMs: 0, maxHoldMs: 1000 }), w()],
      [{ kind: 'hold-ends', untilMs: NOW + 1000 }],
    ],
    ['a lock of bash goes', [legacy(), bashHolds('h1'), w()], [{ kind: 'bash-lock-ends', untilMs: null }]],
    ['a record is mended', [lines('lease h1', 'h1.lease:rubbish'), w()], [{ kind: 'record-mended' }]],
    [
      'the one ahead takes the free host',
      [freed('h1', 1), w(), waits('x', ['h1'], { version: '4.23' })],
      [{ kind: 'others-go-first', count: 1 }],
    ],
    [
      'not one ahead that lacks another host',
      [freed('h1', 1), holds('b', 'h2'), w(), waits('x', ['h1', 'h2'], { version: '4.23', ...pair })],
      [],
    ],
    [
      'not a bash job that has let it pass',
      [legacy(60), freed('h1', 150_000), w(), bashWaits('h1', '4.23', 150_000)],
      [],
    ],
    [
      'its other host is free too',
      [freed('h1', 1), holds('b', 'h2'), waits('w', ['h1', 'h2'], pair)],
      [{ kind: 'other-hosts-free', hosts: ['h2'] }],
    ],
  ])('what must happen first: %s', (_, parts, expected) => {
    expect(you(mine, ...parts)?.places[0]?.first).toEqual(expected);
  });

  test.each<[string, Part[], object[]]>([
    ['nothing: it is first, and the holder will leave', [a(), w()], []],
    ['nothing, before a hold', [holds('p', 'h1', { kind: 'hold' }), w()], []],
    [
      'a priority above that of the holder',
      [a({ version: '4.22', priority: 1 }), w()],
      [{ do: 'raise-priority', above: 1 }],
    ],
    ['nothing, once that holder has been told', [a({ version: '4.22', details: toldAgo(0) }), w()], []],
    ['nothing, where the job asks nobody', [a({ version: '4.22' }), w({ details: { preempts: false } })], []],
    [
      'a priority above all that are ahead',
      [a(), w(), waits('x', ['h1'], { priority: 4 }), waits('y', ['h1'], { priority: 7, arrivedAgoMs: 1 })],
      [{ do: 'raise-priority', above: 7 }],
    ],
    [
      'of two hosts, the one where less is enough',
      [
        a(),
        holds('b', 'h2'),
        waits('w', ['h1', 'h2'], { version: '4.22' }),
        waits('x', ['h1'], { priority: 4 }),
        waits('y', ['h2'], { priority: 2 }),
      ],
      [{ do: 'raise-priority', above: 2 }],
    ],
    [
      'of two hosts at once, the one where more is needed',
      [
        a(),
        holds('b', 'h2'),
        waits('w', ['h1', 'h2'], pair),
        waits('x', ['h1'], { priority: 4, arrivedAgoMs: 1 }),
      ],
      [{ do: 'raise-priority', above: 4 }],
    ],
    [
      'nothing, while its turn is now, though others are ahead',
      [freed('h1', 1), holds('b', 'h2'), w(), waits('x', ['h1', 'h2'], { version: '4.23', ...pair })],
      [],
    ],
    [
      'to wait until it starves, behind a newer version',
      [a(), w({ details: { starveAfterMs: 10_001 } }), waits('x', ['h1'], { version: '4.23' })],
      [wait('starve-after', NOW + 1), { do: 'raise-priority', above: 0 }],
    ],
    [
      'not to wait until it starves, behind a higher priority',
      [a(), w({ details: { starveAfterMs: 10_001 } }), waits('x', ['h1'], { priority: 1 })],
      [{ do: 'raise-priority', above: 1 }],
    ],
  ])('what would help it: %s', (_, parts, expected) => {
    expect(you(mine, ...parts)?.advice).toEqual(expected);
  });
});

describe('the hosts', () => {
  const pool = [a(), holds('b', 'h2'), waits('w', ['h3'])];
  const shown = (options: Parameters<typeof explain>[1]): string[] =>
    explain(snapshotOf(...pool), options).hosts.map(({ host }) => host);
  test.each<[string, Parameters<typeof explain>[1], string[]]>([
    ['are those asked for', { hosts: ['h2', 'x'], who: { id: 'w' } }, ['h2', 'x']],
    ["else the job's", { who: { id: 'w' } }, ['h3']],
    ['else all', { who: { id: 'nobody' } }, ['h1', 'h2', 'h3']],
    [
      "and the lab's idle ones",
      {
        known: new Map([
          ['h0', {}],
          ['h2', {}],
        ]),
      },
      ['h0', 'h1', 'h2', 'h3'],
    ],
  ])('%s', (_, options, expected) => {
    expect(shown(options)).toEqual(expected);
  });
});

test("what the lab's settings say of a host is told with it, fit to print", () => {
  const known = new Map([['h1', { contact: 'ann\nlab', note: 'slow NIC' }]]);
  const [one, other] = explain(snapshotOf(a()), { hosts: ['h1', 'h2'], known }).hosts;
  expect(one).toMatchObject({ contact: 'ann lab', hostNote: 'slow NIC' });
  expect(other).toMatchObject({ contact: null, hostNote: null });
});

describe('what has happened lately', () => {
  test('is unknown unless somebody has read it', () => {
    expect(explain(snapshotOf()).lately).toBeNull();
    expect(explain(snapshotOf(), { lately: [] }).lately).toEqual([]);
  });

  test('is passed on', () => {
    const event = { atMs: NOW - 1, host: 'h1', what: 'job-a released it' };
    expect(explain(snapshotOf(), { lately: [event] }).lately).toEqual([event]);
  });
});

test('what other jobs wrote is fit to print wherever it shows', () => {
  const evil = '\u001b[31mx\n::add-mask::y\u202e ##[error]';
  const details: Details = { job: evil, url: evil, project: evil, note: evil };
  const told = { ...toldAgo(0).told!, byJob: evil, byVersion: evil };
  const parts = [
    legacy(),
    holds('a', 'h1', { details: { ...details, told } }),
    w({ details }),
    waits('x', ['h1', 'h2', 'h3'], { priority: 1, details: { job: evil } }),
    holds('b', 'h2', { details }),
    holds('c', 'h3', { details, lock: '1700000000000000000' }),
    holds('d', 'h4', { details: { ...details, exemptMs: HOUR_MS } }),
    waits('y', ['h4'], { version: '5.0', target: 'h4', details }),
  ];
  const all = explain(snapshotOf(...parts), {
    hosts: ['h1', 'h2', 'h3', 'h4'],
    who: { id: 'w' },
    lately: [{ atMs: 0, host: 'h1', what: evil }],
  });
  expect(all.hosts.map(({ leaving }) => leaving?.kind)).toEqual(['told', 'stays', 'stays', 'exempt']);
  expect(JSON.stringify(all)).toContain('x ::add-mask::y # #[error]');
  expect(JSON.stringify(all)).not.toMatch(/\\n|\\u001b|\u202e|##\[/);
});
