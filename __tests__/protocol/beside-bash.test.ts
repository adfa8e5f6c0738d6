/**
 * What each safeguard comes to beside bash jobs, which know of locks and waiting files only: a scenario for each row of the
 * table in docs/protocol.md, and more where a row says more. That no two have the host is looked at after every event.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from './pool-picture';
import { GRACE, hold, MIN, SETTLE, tells, type Cast, type Event, type Scenario } from './scenario';

const old = { version: '4.21' };
const holder: Event[] = [
  [0, 'old', 'comes', 'settles'],
  [SETTLE, 'old', 'looks', 'has h1'],
];
const bash421: Cast[string] = { bash: '4.21' };
const bash422: Cast[string] = { bash: '4.22' };

const ROWS: Readonly<Record<string, readonly Scenario[]>> = {
  'exempt time': [
    [
      'our holder keeps it against a bash waiter too, to the ms',
      { old: { ...old, exemptMs: 30 * MIN }, bash: bash422 },
      [
        ...holder,
        [MIN, 'bash', 'comes', 'waits'],
        [30 * MIN - 1, 'old', 'looks', 'carries on'],
        [30 * MIN, 'old', 'looks', `leaves for a bash job by ${30 * MIN + GRACE}`],
      ],
    ],
    [
      'but not while it settles: it goes back before its job has begun',
      { old: { ...old, exemptMs: 30 * MIN }, bash: bash422 },
      [
        [0, 'old', 'comes', 'settles'],
        [1, 'bash', 'comes', 'waits'],
        [SETTLE, 'old', 'looks', 'waits, asks h1'],
        [SETTLE, 'bash', 'looks', 'has h1'],
      ],
    ],
    [
      'a bash holder has none: it is asked at once',
      { bash: bash421, new: { version: '4.22' } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [1, 'new', 'comes', 'waits, asks h1'],
        [1, 'bash', 'looks', 'leaves for 4.22'],
      ],
    ],
  ],
  grace: [
    [
      'our holder has it for a bash waiter as for any, and is overdue after it; the bash job only tries again',
      { old: { ...old, graceMs: 5 * MIN }, bash: bash422 },
      [
        ...holder,
        [MIN, 'bash', 'comes', 'waits'],
        [MIN, 'old', 'looks', `leaves for a bash job by ${6 * MIN}`],
        [6 * MIN, 'h1', 'shows', 'quitting < a bash job'],
        [6 * MIN + 1, 'h1', 'shows', 'quitting, overdue < a bash job'],
        [7 * MIN, 'bash', 'looks', 'waits'],
        [8 * MIN, 'old', 'goes'],
        [8 * MIN, 'bash', 'looks', 'has h1'],
      ],
    ],
    [
      'a bash holder has none, and is never overdue: it leaves at its next checkpoint, or does not',
      { bash: bash421, new: { version: '4.22' } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [1, 'new', 'comes', 'waits, asks h1'],
        [9 * HOUR_MS, 'h1', 'shows', 'held < new'],
        [9 * HOUR_MS, 'new', 'looks', 'waits, asks h1'],
      ],
    ],
  ],
  preempts: [
    [
      '--preempts no: a queue file, which no bash job heeds, neither one that has the host nor one that comes',
      { bash: bash421, next: bash421, new: { version: '4.22', preempts: false } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [1, 'new', 'comes', 'waits'],
        [1, 'bash', 'looks', 'carries on'],
        [MIN, 'bash', 'goes'],
        [MIN, 'next', 'comes', 'has h1'],
        [MIN, 'new', 'looks', 'waits'],
      ],
    ],
  ],
  preemptible: [
    [
      '--preemptible no: our holder stays whatever bash job waits, and other bash jobs give way to its file',
      { old: { ...old, preemptible: false }, bash: bash422, lower: bash421 },
      [
        ...holder,
        [MIN, 'bash', 'comes', 'waits'],
        [9 * HOUR_MS, 'old', 'looks', 'carries on'],
        [9 * HOUR_MS, 'old', 'goes'],
        [9 * HOUR_MS, 'lower', 'comes', 'waits for 4.22'],
        [9 * HOUR_MS, 'bash', 'looks', 'has h1'],
      ],
    ],
  ],
  'starve-after': [
    [
      'one that starves is before a newer bash waiter among ours, and not made to leave by it',
      { bash: bash422, waits: bash422, old: { ...old, starveAfterMs: HOUR_MS } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [1, 'waits', 'comes', 'waits'],
        [HOUR_MS - 1, 'h1', 'shows', 'held < a bash job < old'],
        [HOUR_MS, 'h1', 'shows', 'held < old < a bash job'],
        [HOUR_MS, 'bash', 'goes'],
        [HOUR_MS, 'old', 'looks', 'settles'],
        [HOUR_MS + SETTLE, 'old', 'looks', 'has h1'],
        [2 * HOUR_MS, 'waits', 'looks', 'waits'],
        [2 * HOUR_MS, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'but a bash job that looks first has the host, whoever starves',
      { bash: bash422, waits: bash422, old: { ...old, starveAfterMs: HOUR_MS } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [2 * HOUR_MS, 'bash', 'goes'],
        [2 * HOUR_MS, 'waits', 'comes', 'has h1'],
        [2 * HOUR_MS, 'old', 'looks', 'waits, asks h1'],
      ],
    ],
  ],
  priority: [
    [
      'above 0: no bash waiter makes our holder leave',
      { old: { ...old, priority: 1 }, bash: bash422 },
      [...holder, [MIN, 'bash', 'comes', 'waits'], [9 * HOUR_MS, 'old', 'looks', 'carries on']],
    ],
    [
      'above 0: a bash holder leaves for a newer version all the same, and for no priority',
      { bash: bash421, old: { version: '4.20', priority: 1000 } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [1, 'old', 'comes', 'waits, asks h1'],
        [1, 'bash', 'looks', 'carries on'],
      ],
    ],
    [
      'below 0: queue files only, so that no bash job leaves for it, and any bash waiter makes it leave',
      { bash: bash421, low: { version: '4.22', priority: -1 }, lower: { bash: '4.20' } },
      [
        [0, 'bash', 'comes', 'has h1'],
        [1, 'low', 'comes', 'waits'],
        [1, 'bash', 'looks', 'carries on'],
        [MIN, 'bash', 'goes'],
        [MIN, 'low', 'looks', 'settles'],
        [MIN + SETTLE, 'low', 'looks', 'has h1'],
        [2 * MIN, 'lower', 'comes', 'waits'],
        [2 * MIN, 'low', 'looks', `leaves for a bash job by ${2 * MIN + GRACE}`],
      ],
    ],
  ],
  resume: [
    [
      'the place is kept among ours; a bash job may have the host in between',
      { old, bash: bash422, peer: old, next: bash421 },
      [
        ...holder,
        [MIN, 'peer', 'comes', 'waits, asks h1'],
        [MIN, 'bash', 'comes', 'waits'],
        [MIN, 'old', 'looks', `leaves for a bash job by ${MIN + GRACE}`],
        [2 * MIN, 'old', 'goes'],
        [2 * MIN, 'old', 'returns', 'waits, asks h1'],
        [2 * MIN, 'bash', 'looks', 'has h1'],
        [3 * MIN, 'h1', 'shows', 'held < old < peer'],
        [4 * MIN, 'bash', 'goes'],
        [4 * MIN, 'next', 'comes', 'has h1'],
        [4 * MIN, 'old', 'looks', 'waits, asks h1'],
      ],
    ],
  ],
  hold: [
    [
      'bash jobs see a lock until its end, and it settles like any',
      { ann: hold(4 * HOUR_MS), bash: bash422 },
      [
        [0, 'ann', 'comes', 'settles'],
        [SETTLE, 'ann', 'looks', 'has h1'],
        [SETTLE, 'ann', 'dies'],
        [4 * HOUR_MS, 'bash', 'comes', 'waits'],
        [4 * HOUR_MS + 1, 'bash', 'looks', 'has h1'],
      ],
    ],
    [
      'one that waits has a queue file: a bash job that looks first has the host before it',
      { ann: hold(4 * HOUR_MS), old, bash: bash421 },
      [
        ...holder,
        [MIN, 'ann', 'comes', 'waits'],
        [MIN, 'old', 'goes'],
        [MIN, 'bash', 'comes', 'has h1'],
        [MIN, 'ann', 'looks', 'waits'],
      ],
    ],
  ],
};

describe.each(Object.entries(ROWS))('beside bash jobs: %s', (_, scenarios) => {
  tells(scenarios);
});

test('each row of the table in docs/protocol.md has its scenarios', () => {
  const page = readFileSync(join(__dirname, '../../docs/protocol.md'), 'utf8');
  const [, table = ''] = /\n\| safeguard +\|.*\n\|.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = table.split('\n').flatMap((line) => (line === '' ? [] : [(line.split('|')[1] ?? '').trim()]));
  expect(rows.map((row) => row.replaceAll('`', '').replace(/^--/, ''))).toEqual(Object.keys(ROWS));
});
