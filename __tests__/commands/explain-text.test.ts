import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainJson, explainText } from '../../src/commands/explain-text';
import { explain, type ExplainOptions } from '../../src/protocol/explain';
import type { Details } from '../../src/protocol/record';
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
  type HolderLooks,
  type Part,
  type WaiterLooks,
} from '../protocol/pool-picture';

/** 2025-12-24T09:27:20.841Z */
const NOW = Number(NOW_NS / 1_000_000n);
const MINUTE_MS = 60_000;
const page = readFileSync(join(__dirname, '../../docs/explain.md'), 'utf8');

const a = (looks: HolderLooks = {}): Part => holds('a', 'h1', looks);
const w = (looks: WaiterLooks = {}): Part => waits('w', ['h1'], { version: '4.22', target: 'h1', ...looks });
const toldAgo = (ms: number, byJob = 'job-w', byVersion = '4.22'): Details => ({
  told: {
    byId: 'w',
    byJob,
    byVersion,
    atMs: NOW - ms,
    graceUntilMs: NOW - ms + 10 * MINUTE_MS,
    grace: { startMs: NOW_MS - ms, durationMs: 10 * MINUTE_MS, bootId: BOOT },
  },
});
const pair: Details = { groups: [['h1'], ['h2']] };

function textOf(parts: readonly Part[], options: ExplainOptions = {}): string {
  return explainText(explain(snapshotOf(...parts), { hosts: ['h1'], ...options }));
}

/** The 4.22 run that wants a machine which a 4.19 run occupies. */
const OCCUPIED: readonly Part[] = [
  holds('n19', 'h1', {
    version: '4.19',
    takenAgoMs: 72 * MINUTE_MS,
    beatAgeMs: 20 * MINUTE_MS,
    ttlMs: 6 * HOUR_MS,
    details: { job: 'nightly-4.19', url: 'https://ci.example/19', note: 'installing' },
  }),
  waits('n22', ['h1'], {
    owner: 'nightly-4.22',
    version: '4.22',
    target: 'h1',
    arrivedAgoMs: 12 * MINUTE_MS,
    details: { job: 'nightly-4.22' },
  }),
  waits('fix', ['h1'], { version: '4.18', priority: 5, details: { job: 'urgent-fix', preempts: false } }),
];

const EXAMPLE = `This job is nightly-4.22 (4.22), priority 0; it waits since 09:15Z (12m).
  h1: place 2 of 2, behind urgent-fix (4.18) (higher priority).
    Before its turn: the holder must leave, by 2025-12-25 08:15Z (in 22h48m) at the latest; the one ahead goes first.
  What helps:
  - a priority above 5 would put this job first: --priority, or for a job that waits giveway bump (admin).

h1 is held by nightly-4.19 (4.19), priority 0, since 08:15Z (1h12m), until 2025-12-25 08:15Z at most.
  Its job is at https://ci.example/19.
  It says: installing.
  It looks, and beats, only at its checkpoints, last 20m ago; without another its lease ends at 15:07Z (in 5h40m).
  It is asked to leave for nightly-4.22 (4.22) (newer version), but is unaware: it has not looked for 20m.
  It can be made to leave by a priority above 0, or by priority 0 and a version above 4.19, by major.minor.
  The lock on disk is its own.
  In the queue:
    1. urgent-fix (4.18), priority 5, waits since 09:27Z (10s); before the next: higher priority; cannot make the holder leave: it was started with --preempts no.
    2. nightly-4.22 (4.22), priority 0, waits since 09:15Z (12m); makes the holder leave: newer version.
  What helps:
  - wait: it learns of it when it next looks, and then has its grace to leave.
  - if it hangs and never looks: giveway evict --host h1 --reason … (admin); remove nothing by hand.`;

test('a machine that an older run occupies, as docs/explain.md shows it', () => {
  expect(textOf(OCCUPIED, { hosts: undefined, who: { owner: 'nightly-4.22' } })).toBe(EXAMPLE);
  expect(page).toContain(`\n${EXAMPLE}\n`);
});

test('a pool that nobody has used says so', () => {
  expect(textOf([], { hosts: undefined })).toBe('Nobody has used this pool yet.');
});

const SITUATIONS: readonly (readonly [string, readonly Part[], readonly string[]])[] = [
  ['free', [freed('h1', 1000)], ['h1 is free.', '  Nobody waits for it.']],
  [
    'kept by a process',
    [a({ details: { keeper: true }, beatAgeMs: 5000 }), w()],
    [
      '  A process beats for it, last 5s ago.',
      '  It is asked to leave for job-w (4.22) (newer version); its process looks all the time.',
    ],
  ],
  [
    'silent',
    [a({ details: { keeper: true }, beatAgeMs: 90_000 }), w()],
    [
      '  Its job has given no sign of life for 1m30s; without another its lease ends at 09:27:50Z (in 30s).',
      '  - wait: unless it gives a sign of life, its lease ends by itself in 30s; remove nothing by hand.',
    ],
  ],
  [
    'told',
    [a({ state: 'quitting', details: toldAgo(MINUTE_MS) }), w()],
    [
      '  It must leave by 09:36Z (in 9m): it was told at 09:26Z, for job-w (4.22).',
      '  - wait: it leaves in 9m at the latest.',
    ],
  ],
  [
    'told by a person',
    [a({ details: toldAgo(MINUTE_MS, 'ann@lab', '-') })],
    ['  It must leave by 09:36Z (in 9m): it was told at 09:26Z, for ann@lab.'],
  ],
  [
    'overdue',
    [a({ state: 'quitting', details: toldAgo(11 * MINUTE_MS + 1) }), w()],
    [
      '  It is overdue: it should have left by 09:26Z, 1m ago; it was told at 09:16Z, for job-w (4.22).',
      '  - it had its time to leave: giveway evict --host h1 --now --reason … (admin); remove nothing by hand.',
    ],
  ],
  [
    'overdue and evicted',
    [a({ takenAgoMs: HOUR_MS, maxHoldMs: HOUR_MS + MINUTE_MS, details: toldAgo(11 * MINUTE_MS) }), w()],
    ['  - wait: its lease ends by itself in 1m, whatever its job does; remove nothing by hand.'],
  ],
  ['told by nobody', [a({ state: 'quitting' })], ['  It must leave, but its record does not say for whom.']],
  [
    'exempt',
    [a({ takenAgoMs: MINUTE_MS, details: { exemptMs: 13 * MINUTE_MS } }), w()],
    [
      '  It is exempt until 09:39Z (in 12m); then it will be asked to leave for job-w (4.22) (newer version).',
      '  From 09:39Z (in 12m) on, it can be made to leave by a priority above 0, or by priority 0 and a version above 4.21, by major.minor.',
      '    1. job-w (4.22), priority 0, waits since 09:27Z (10s); may make the holder leave from 09:39Z on: newer version.',
      '  - wait: its exempt time ends in 12m.',
    ],
  ],
  [
    'not preemptible',
    [a({ details: { preemptible: false } }), w()],
    [
      '  It is not preemptible: no job can make it leave.',
      '  - if it must leave all the same: giveway evict --host h1 --reason … (admin); remove nothing by hand.',
    ],
  ],
  [
    'taken by one that had starved',
    [a({ details: { starved: true } }), w()],
    [
      '  It can be made to leave by a priority above 0, and by no version: the holder had waited so long when it took the host that it stands before every version.',
      '  - a priority above 0 would make it leave: --priority, or for a job that waits giveway bump (admin).',
    ],
  ],
  [
    'on hold',
    [
      holds('p', 'h1', {
        kind: 'hold',
        maxHoldMs: 4 * HOUR_MS,
        beatAgeMs: 'none',
        details: { job: 'ann@lab', note: 'bad NIC' },
      }),
    ],
    [
      'h1 is on hold by ann@lab since 09:26Z (1m), until 13:26Z (in 3h59m).',
      '  It says: bad NIC.',
      '  A person holds it: no job can make it leave.',
      '  - wait: the hold ends in 3h59m.',
      '  - giveway unhold --host h1 (admin), if its reason is gone.',
    ],
  ],
  [
    'resting',
    [a({ beatAgeMs: 121_000 }), w()],
    [
      'h1 rests until 09:27:34Z (in 14s): the lease of job-a (4.21) expired: its job gave no sign of life for 2m1s.',
      '  The lock on disk is a remainder: whoever takes the host next takes it away.',
      '  - wait: it frees itself in 14s; remove nothing by hand.',
    ],
  ],
  [
    'expired',
    [a({ beatAgeMs: 150_000 })],
    [
      'h1 may be had: the lease of job-a (4.21) expired: its job gave no sign of life for 2m30s, at 09:26:50Z.',
      '  - nothing to do: whoever asks for it gets it; remove nothing by hand.',
    ],
  ],
  [
    "a bash job's",
    [legacy(7200), bashHolds('h1', HOUR_MS), w()],
    [
      'h1 is held by a bash job, since 08:27Z (1h).',
      '  It is asked to leave for job-w (4.22), and does so at its next checkpoint if its own version is lower.',
      "  The lock on disk is no job's of this pool but a bash job's; it expires at 10:27Z.",
      '    1. job-w (4.22), priority 0, waits since 09:27Z (10s); asks the bash job to leave.',
      '  - wait: the lock of the bash job expires in 1h, if that job does not end before.',
    ],
  ],
  [
    "a bash job's for ever",
    [legacy(), bashHolds('h1'), w({ priority: -1, target: 'h2' })],
    [
      "  The lock on disk is no job's of this pool but a bash job's; it stays, for the pool knows no LOCK_TIMEOUT.",
      '    1. job-w (4.22), priority -1, waits since 09:27Z (10s); asks nobody here: a bash job would obey it, and its priority is below theirs.',
      '  - the bash job has to end; only if it is surely gone may somebody remove its lock.',
    ],
  ],
  [
    "a bash job's that has left its lock",
    [legacy(60), bashHolds('h1', HOUR_MS)],
    ["  The lock on disk is no job's of this pool but a bash job's; it expired at 08:28Z."],
  ],
  [
    'lost to a bash job',
    [legacy(7200), a({ lock: '1700000000000000000' })],
    [
      "  The lock on disk is no job's of this pool but a bash job's, and stands over the lease of job-a, which is lost; it expires at 11:26Z.",
    ],
  ],
  [
    'without its lock',
    [a({ lock: 'none' })],
    ['  Somebody has removed its lock from the disk: its job puts it back.'],
  ],
  [
    'settling',
    [legacy(7200), a({ state: 'settling' }), w()],
    [
      'h1 is just being taken by job-a (4.21), priority 0.',
      '  It gives the host back at once if somebody who may preempt it waits.',
      '  - wait: in some seconds it is held, or free.',
    ],
  ],
  [
    'broken',
    [lines('lease h1', 'h1.lease:rubbish')],
    [
      "h1 cannot be judged: the record of h1 can't be read (no format version): .giveway/h1.lease is damaged.",
      '  - a person must look at .giveway/h1.lease: giveway doctor says how; until then nobody gets the host.',
    ],
  ],
  [
    'waited for by one that starves, one that will, one for several hosts, and a dead one',
    [
      a(),
      waits('s', ['h1'], { version: '4.20', arrivedAgoMs: 9000, details: { starveAfterMs: 9000 } }),
      waits('t', ['h1'], { version: '4.20', arrivedAgoMs: 8000, details: { starveAfterMs: HOUR_MS } }),
      waits('w', ['h1', 'h2'], { version: '4.22', details: pair }),
      waits('d', ['h1'], { beatAgeMs: 'none' }),
    ],
    [
      '    1. job-s (4.20), priority 0, waits since 09:27Z (9s); before the next: has waited long; cannot make the holder leave: its version is no newer, by major.minor, and its priority the same; it precedes every version of its priority, for it has waited long.',
      '    2. job-w (4.22), priority 0, waits since 09:27Z (10s); before the next: newer version; could make the holder leave (newer version), but does not ask: it wants several hosts at the same time.',
      '    3. job-t (4.20), priority 0, waits since 09:27Z (8s); cannot make the holder leave: its version is no newer, by major.minor, and its priority the same; from 10:27Z on it precedes every version of its priority.',
      '    -  job-d (4.21), dead: it gives no sign of life, and counts no more.',
    ],
  ],
];

test.each(SITUATIONS)('a host that is %s', (_, parts, expected) => {
  const text = textOf(parts).split('\n');
  for (const line of expected) expect(text).toContain(line);
});

const OWN: readonly (readonly [string, readonly Part[], readonly string[]])[] = [
  [
    'holds',
    [holds('w', 'h1'), holds('w', 'h2')],
    ['This job is job-w (4.21), priority 0; it holds h1, h2 since 09:26Z (1m).'],
  ],
  [
    'is gone',
    [w({ beatAgeMs: 'none' })],
    ['This job is job-w (4.22), priority 0; its process gives no sign of life, so it waits no more.'],
  ],
  [
    'was taken out of the queue',
    [w({ details: { cancelled: { by: 'ann', reason: 'x' } } })],
    ['This job is job-w (4.22), priority 0; a person has taken it out of the queue.'],
  ],
  [
    'is next',
    [freed('h1', 1000), w()],
    ['  h1: place 1 of 1, and nobody is ahead.', '    It is its turn: it takes the host when it next looks.'],
  ],
  [
    'wants two hosts at once',
    [
      a({ details: toldAgo(10 * MINUTE_MS + 1) }),
      freed('h2', 1),
      waits('w', ['h1', 'h2'], { details: pair }),
    ],
    [
      'This job is job-w (4.21), priority 0; it waits since 09:27Z (10s), for all of its hosts at the same time.',
      '  It asks no holder to leave: it wants several hosts at the same time.',
      '    Before its turn: the holder must leave, and is overdue.',
      '    Before its turn: h1 must be free at the same time.',
    ],
  ],
  [
    'waits behind one that lacks another host',
    [freed('h1', 1), holds('b', 'h2'), w(), waits('x', ['h1', 'h2'], { version: '4.23', details: pair })],
    [
      '  h1: place 2 of 2, behind job-x (4.23) (newer version, but it cannot have the host now).',
      '    It is its turn: it takes the host when it next looks.',
    ],
  ],
  [
    'will starve',
    [a(), w({ details: { starveAfterMs: HOUR_MS } }), waits('x', ['h1'], { version: '4.23' })],
    [
      '  From 10:27Z (in 59m50s) on it precedes every version of its priority.',
      '  h1: place 2 of 2, behind job-x (4.23) (newer version).',
      '  - wait: in 59m50s this job precedes every version of its priority.',
    ],
  ],
  ...(
    [
      [
        'a hold',
        [holds('p', 'h1', { kind: 'hold', takenAgoMs: 0, maxHoldMs: 90_000 })],
        'the hold must end, by 09:28:50Z (in 1m30s) at the latest',
      ],
      [
        'a rest',
        [a({ beatAgeMs: 125_000 })],
        'the host must have rested, by 09:27:30Z (in 10s) at the latest',
      ],
      ['a bash job', [legacy(), bashHolds('h1')], 'the lock of the bash job must go'],
      ['a broken record', [lines('lease h1', 'h1.lease:x')], 'the record of the host must be mended'],
      [
        'two at a free host',
        [freed('h1', 1), waits('x', ['h1'], { version: '4.23' }), waits('y', ['h1'], { version: '4.24' })],
        'the 2 ahead go first',
      ],
    ] as const
  ).map(
    ([what, parts, step]) =>
      [`waits behind ${what}`, [...parts, w()], [`    Before its turn: ${step}.`]] as const,
  ),
];

test.each(OWN)('a job that %s', (_, parts, expected) => {
  const text = textOf(parts, { who: { id: 'w' } }).split('\n');
  for (const line of expected) expect(text).toContain(line);
});

test("what the lab's settings say of the machine is told with it", () => {
  const known = new Map([['h1', { contact: 'ann@lab', note: 'slow NIC' }]]);
  expect(textOf([], { known }).split('\n')).toEqual([
    'h1 is free.',
    '  Of the machine the lab says: slow NIC.',
    '  Whom to ask about the machine: ann@lab.',
    '  Nobody waits for it.',
  ]);
});

test('what has happened lately is told where somebody has read it', () => {
  const lately = [
    { atMs: NOW - HOUR_MS, host: 'h1', what: 'job-a released it' },
    { atMs: NOW - 24 * HOUR_MS, host: null, what: 'the pool was shared with bash jobs' },
  ];
  expect(textOf([], { lately }).split('\n\n').at(-1)).toBe(
    [
      'Lately:',
      '  08:27Z  h1: job-a released it',
      '  2025-12-23 09:27Z  the pool was shared with bash jobs',
    ].join('\n'),
  );
  expect(textOf([], { lately: [] })).toMatch(/\n\nLately: nothing that the journal tells\.$/);
  expect(textOf([])).not.toMatch(/Lately/);
});

describe('as JSON', () => {
  test('it is one line, and instants are texts', () => {
    const explained = explain(snapshotOf(...OCCUPIED), {
      hosts: ['h1'],
      lately: [{ atMs: NOW, host: null, what: 'x' }],
    });
    const json = explainJson(explained, 'ssh://bastion/lab');
    expect(json).not.toMatch(/\n|Ms"/);
    expect(JSON.parse(json)).toMatchObject({
      pool: 'ssh://bastion/lab',
      now: '2025-12-24T09:27:20.841Z',
      hosts: [
        {
          host: 'h1',
          state: 'held',
          holder: {
            job: 'nightly-4.19',
            since: '2025-12-24T08:15:20.841Z',
            endsAt: '2025-12-24T15:07:20.841Z',
            atMostUntil: '2025-12-25T08:15:20.841Z',
          },
          leaving: { kind: 'unaware', byJob: 'nightly-4.22', byVersion: '4.22', rule: 'version' },
          preemptible: { byPriorityAbove: 0, byVersionAbove: '4.19', from: '2025-12-24T09:27:20.841Z' },
          waiting: [{ job: 'urgent-fix', starvesAt: null }, { job: 'nightly-4.22' }],
          advice: [
            { do: 'wait', for: 'checkpoint', until: null },
            { do: 'evict', because: 'unaware' },
          ],
        },
      ],
      you: null,
      lately: [{ at: '2025-12-24T09:27:20.841Z', host: null, what: 'x' }],
    });
  });

  test('every field that it adds, and every code, is in docs/explain.md', () => {
    const fields = new Set<string>();
    const codes = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, one] of Object.entries(value)) {
        if (!Array.isArray(value)) fields.add(key);
        if (CODED.includes(key) && typeof one === 'string') codes.add(one);
        collect(one);
      }
    };
    for (const [, parts] of [...SITUATIONS, ...OWN]) {
      const options = { hosts: ['h1', 'h2'], who: { id: 'w' }, lately: [{ atMs: 0, host: null, what: '' }] };
      collect(JSON.parse(explainJson(explain(snapshotOf(...parts, bashWaits('h9', '4.1')), options), 'p')));
    }
    const named = new Set(
      [...page.matchAll(/`(?:[a-z]+(?:\[\])?\.)*([A-Za-z-]+)(?:\[\])?`/g)].map((match) => match[1]),
    );
    expect([...fields].filter((field) => !named.has(field) && !OF_STATUS.includes(field))).toEqual([]);
    expect([...codes].filter((code) => !named.has(code) && !STATES.includes(code))).toEqual([]);
    expect(codes.size).toBeGreaterThan(30);
  });
});

const CODED = ['kind', 'do', 'for', 'because', 'rule', 'asksNot', 'asksNobody', 'state'];
/** Of a holder and a waiter, documented there. */
const OF_STATUS = [
  'url',
  'fencingToken',
  'legacy',
  'lastSign',
  'note',
  'told',
  'unaware',
  'expiredBy',
  'alive',
  'preempts',
  'asks',
];
const STATES = ['free', 'held', 'settling', 'quitting', 'expired', 'resting', 'on-hold', 'broken'];
