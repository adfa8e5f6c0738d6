/**
 * What protects a job from others, as scenarios: at which instant who does what, and what the decisions say to that. One of
 * each safeguard at its boundary instants, then the pairs of them that meet.
 */
import { HOUR_MS } from './pool-picture';
import { GRACE, hold, MIN, tells, TTL, type Event } from './scenario';

// ---- each safeguard alone

describe('exempt time: a lease cannot be preempted before', () => {
  const cast = { old: { version: '4.21', exemptMs: 30 * MIN }, new: { version: '4.22' } };
  tells([
    [
      'its last ms, and can from its end on, whoever asked before',
      cast,
      [
        [0, 'old', 'comes', 'has h1'],
        [1, 'new', 'comes', 'waits, asks h1'],
        [30 * MIN - 1, 'old', 'looks', 'carries on'],
        [30 * MIN - 1, 'h1', 'shows', 'held < new'],
        [30 * MIN, 'h1', 'shows', 'held, unaware < new'],
        [30 * MIN, 'old', 'looks', `leaves for new by ${30 * MIN + GRACE}`],
      ],
    ],
    [
      'it counts from the take, not from when it came',
      cast,
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [5 * MIN, 'x', 'goes'],
        [5 * MIN, 'old', 'looks', 'has h1'],
        [5 * MIN, 'new', 'comes', 'waits, asks h1'],
        [35 * MIN - 1, 'old', 'looks', 'carries on'],
        [35 * MIN, 'old', 'looks', `leaves for new by ${35 * MIN + GRACE}`],
      ],
    ],
    [
      'a priority does not shorten it',
      { ...cast, new: { version: '4.22', priority: 9 } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [30 * MIN - 1, 'old', 'looks', 'carries on'],
        [30 * MIN, 'old', 'looks', `leaves for new by ${30 * MIN + GRACE}`],
      ],
    ],
    [
      'none: at the very instant of its take',
      { ...cast, old: { version: '4.21', exemptMs: 0 } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [0, 'old', 'looks', `leaves for new by ${GRACE}`],
      ],
    ],
  ]);
});

describe('grace: what a holder may still stay', () => {
  const cast = {
    old: { version: '4.21', graceMs: 5 * MIN },
    new: { version: '4.22' },
    newest: { version: '4.23' },
  };
  const told: Event[] = [
    [0, 'old', 'comes', 'has h1'],
    [0, 'new', 'comes', 'waits, asks h1'],
    [MIN, 'old', 'looks', `leaves for new by ${6 * MIN}`],
  ];
  tells([
    [
      'it counts from when it has been told, and it is overdue a ms after its end',
      cast,
      [
        ...told,
        [6 * MIN - 1, 'h1', 'shows', 'quitting < new'],
        [6 * MIN, 'h1', 'shows', 'quitting < new'],
        [6 * MIN + 1, 'h1', 'shows', 'quitting, overdue < new'],
        [7 * MIN, 'old', 'looks', `leaves for new by ${6 * MIN}`],
        [7 * MIN, 'new', 'looks', 'waits, asks h1'],
      ],
    ],
    [
      'it never moves: a waiter that comes later, or the first one gone, changes nothing',
      cast,
      [
        ...told,
        [2 * MIN, 'newest', 'comes', 'waits, asks h1'],
        [2 * MIN, 'old', 'looks', `leaves for new by ${6 * MIN}`],
        [3 * MIN, 'new', 'goes'],
        [3 * MIN, 'newest', 'goes'],
        [3 * MIN, 'old', 'looks', `leaves for new by ${6 * MIN}`],
      ],
    ],
    [
      'a waiter that leaves before the holder has looked has asked for nothing',
      cast,
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [MIN, 'new', 'goes'],
        [MIN, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'none: it is over at once, and overdue a ms later',
      { ...cast, old: { version: '4.21', graceMs: 0 } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [MIN, 'old', 'looks', `leaves for new by ${MIN}`],
        [MIN, 'h1', 'shows', 'quitting < new'],
        [MIN + 1, 'h1', 'shows', 'quitting, overdue < new'],
      ],
    ],
  ]);
});

describe('preempts and preemptible', () => {
  tells([
    [
      '--preempts no: asks nobody to leave, and is first in the queue all the same',
      {
        old: { version: '4.21' },
        new: { version: '4.22', priority: 9, preempts: false },
        peer: { version: '4.21' },
      },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'peer', 'comes', 'waits, asks h1'],
        [1, 'new', 'comes', 'waits'],
        [HOUR_MS, 'old', 'looks', 'carries on'],
        [HOUR_MS, 'h1', 'shows', 'held < new < peer'],
        [HOUR_MS, 'old', 'goes'],
        [HOUR_MS, 'peer', 'looks', 'waits, asks h1'],
        [HOUR_MS, 'new', 'looks', 'has h1'],
      ],
    ],
    [
      '--preempts yes is what is usual',
      { old: { version: '4.21' }, new: { version: '4.22', preempts: true } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [0, 'old', 'looks', `leaves for new by ${GRACE}`],
      ],
    ],
    [
      '--preemptible no: leaves for no version and no priority',
      { old: { version: '4.21', preemptible: false }, new: { version: '5.0', priority: 999 } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [23 * HOUR_MS, 'old', 'looks', 'carries on'],
        [23 * HOUR_MS, 'h1', 'shows', 'held < new'],
      ],
    ],
    [
      '--preemptible no holds for what it has, not for its place',
      { x: {}, old: { version: '4.21', preemptible: false }, new: { version: '4.22' } },
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [1, 'new', 'comes', 'waits, asks h1'],
        [2, 'x', 'goes'],
        [2, 'old', 'looks', 'waits, asks h1'],
        [2, 'new', 'looks', 'has h1'],
      ],
    ],
    [
      'of two candidates it asks the one that can be made to leave',
      {
        fast: { version: '4.20', preemptible: false },
        old: { version: '4.21', groups: [['h2']] },
        new: { version: '4.22', groups: [['h1', 'h2']] },
      },
      [
        [0, 'fast', 'comes', 'has h1'],
        [0, 'old', 'comes', 'has h2'],
        [0, 'new', 'comes', 'waits, asks h2'],
      ],
    ],
  ]);
});

describe('starve-after: a waiter that has waited so long', () => {
  const cast = {
    x: { version: '4.23' },
    old: { version: '4.20', starveAfterMs: HOUR_MS },
    new: { version: '4.22' },
    higher: { version: '4.1', priority: 1 },
  };
  const queue: Event[] = [
    [0, 'x', 'comes', 'has h1'],
    [0, 'old', 'comes', 'waits, asks h1'],
    [0, 'new', 'comes', 'waits, asks h1'],
  ];
  tells([
    [
      'is behind every newer version until then',
      cast,
      [
        ...queue,
        [HOUR_MS - 1, 'x', 'goes'],
        [HOUR_MS - 1, 'old', 'looks', 'waits, asks h1'],
        [HOUR_MS - 1, 'new', 'looks', 'has h1'],
      ],
    ],
    [
      'precedes every version of its priority from then on',
      cast,
      [
        ...queue,
        [HOUR_MS - 1, 'h1', 'shows', 'held < new < old'],
        [HOUR_MS, 'h1', 'shows', 'held < old < new'],
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'new', 'looks', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
      ],
    ],
    [
      'stands behind a higher priority for ever',
      cast,
      [
        ...queue,
        [0, 'higher', 'comes', 'waits, asks h1'],
        [10 * HOUR_MS, 'h1', 'shows', 'held, unaware < higher < old < new'],
      ],
    ],
    [
      'of two the one that came first goes first, whatever their versions',
      { ...cast, new: { version: '4.22', starveAfterMs: HOUR_MS } },
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [1, 'new', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'h1', 'shows', 'held < old < new'],
        [HOUR_MS + 1, 'h1', 'shows', 'held < old < new'],
      ],
    ],
    [
      'where it is 0 a place is enough',
      { ...cast, old: { version: '4.20', starveAfterMs: 0 } },
      [...queue, [0, 'h1', 'shows', 'held < old < new']],
    ],
  ]);
});

describe('resume: a job that gave way', () => {
  const cast = {
    old: { version: '4.21' },
    new: { version: '4.22' },
    peer: { version: '4.21' },
    other: { version: '4.21' },
  };
  const gaveWay: Event[] = [
    [0, 'old', 'comes', 'has h1'],
    [MIN, 'peer', 'comes', 'waits, asks h1'],
    [MIN, 'new', 'comes', 'waits, asks h1'],
    [2 * MIN, 'old', 'looks', `leaves for new by ${2 * MIN + GRACE}`],
    [3 * MIN, 'old', 'goes'],
  ];
  tells([
    [
      'comes back to the place that it had, before equals that came since',
      cast,
      [
        ...gaveWay,
        [3 * MIN, 'new', 'looks', 'has h1'],
        [4 * MIN, 'old', 'returns', 'waits, asks h1'],
        [4 * MIN, 'h1', 'shows', 'held < old < peer'],
      ],
    ],
    [
      'but behind the one that it left for, even if it is back before that one looks',
      cast,
      [
        ...gaveWay,
        [3 * MIN, 'old', 'returns', 'waits, asks h1'],
        [3 * MIN, 'h1', 'shows', 'free < new < old < peer'],
        [3 * MIN, 'peer', 'looks', 'waits, asks h1'],
        [3 * MIN, 'new', 'looks', 'has h1'],
      ],
    ],
    [
      'has it once: who leaves the queue then has no place to come back to',
      cast,
      [
        ...gaveWay,
        [3 * MIN, 'new', 'looks', 'has h1'],
        [4 * MIN, 'old', 'returns', 'waits, asks h1'],
        [5 * MIN, 'old', 'goes'],
        [6 * MIN, 'old', 'returns', 'waits, asks h1'],
        [6 * MIN, 'h1', 'shows', 'held < peer < old'],
      ],
    ],
    [
      'one that was not asked leaves no place behind',
      cast,
      [
        [0, 'old', 'comes', 'has h1'],
        [MIN, 'peer', 'comes', 'waits, asks h1'],
        [2 * MIN, 'old', 'goes'],
        [2 * MIN, 'peer', 'looks', 'has h1'],
        [3 * MIN, 'other', 'comes', 'waits, asks h1'],
        [4 * MIN, 'old', 'returns', 'waits, asks h1'],
        [4 * MIN, 'h1', 'shows', 'held < other < old'],
      ],
    ],
  ]);
});

describe("a person's hold", () => {
  const cast = { ann: hold(4 * HOUR_MS), old: { version: '4.21' }, new: { version: '4.22', priority: 999 } };
  tells([
    [
      'makes nobody leave, and goes before every job when the host gets free',
      cast,
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [1, 'ann', 'comes', 'waits'],
        [1, 'h1', 'shows', 'held, unaware < ann < new'],
        [2, 'old', 'goes'],
        [2, 'new', 'looks', 'waits, asks h1'],
        [2, 'ann', 'looks', 'has h1'],
      ],
    ],
    [
      'needs no sign of life, gives way to nobody, and ends by itself',
      cast,
      [
        [0, 'ann', 'comes', 'has h1'],
        [0, 'ann', 'dies'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [4 * HOUR_MS, 'h1', 'shows', 'on-hold < new'],
        [4 * HOUR_MS, 'new', 'looks', 'waits, asks h1'],
        [4 * HOUR_MS + 1, 'h1', 'shows', 'resting < new'],
        [4 * HOUR_MS + 15_000, 'new', 'looks', 'waits, asks h1'],
        [4 * HOUR_MS + 15_001, 'new', 'looks', 'has h1'],
      ],
    ],
    [
      'of a job that has failed gives way to nobody either, though its record says what the job had been set to',
      {
        old: { kind: 'hold', version: '4.21', maxHoldMs: HOUR_MS, preemptible: true },
        new: { version: '4.22' },
      },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', 'carries on'],
        [HOUR_MS, 'h1', 'shows', 'on-hold < new'],
      ],
    ],
    [
      'is ended by unhold at once, and the host does not rest',
      cast,
      [
        [0, 'ann', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [MIN, 'ann', 'goes'],
        [MIN, 'new', 'looks', 'has h1'],
      ],
    ],
  ]);
});

// ---- pairs that meet

describe('starve-after and preemption', () => {
  const cast = {
    x: { version: '4.23' },
    old: { version: '4.20', starveAfterMs: HOUR_MS },
    new: { version: '4.22' },
    higher: { version: '4.1', priority: 1 },
  };
  const starved: Event[] = [
    [0, 'x', 'comes', 'has h1'],
    [0, 'old', 'comes', 'waits, asks h1'],
  ];
  tells([
    [
      'one that starves gains a place, not the power to make a newer version leave',
      cast,
      [...starved, [10 * HOUR_MS, 'x', 'looks', 'carries on'], [10 * HOUR_MS, 'h1', 'shows', 'held < old']],
    ],
    [
      'one that had starved when it took the host leaves for no version',
      cast,
      [
        ...starved,
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [20 * HOUR_MS, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'a ms earlier it has not starved, and its place is frozen so: it leaves for a newer version, whenever that asks',
      cast,
      [
        ...starved,
        [HOUR_MS - 1, 'x', 'goes'],
        [HOUR_MS - 1, 'old', 'looks', 'has h1'],
        [2 * HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [2 * HOUR_MS, 'old', 'looks', `leaves for new by ${2 * HOUR_MS + GRACE}`],
      ],
    ],
    [
      'but it leaves for a higher priority all the same',
      cast,
      [
        ...starved,
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'higher', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', `leaves for higher by ${HOUR_MS + GRACE}`],
      ],
    ],
    [
      'a newer version that starves as well came later: it does not make it leave',
      { ...cast, new: { version: '4.22', starveAfterMs: 0 } },
      [
        ...starved,
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [3 * HOUR_MS, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'one that starves behind a newer waiter goes before it when the holder that the newer one asked has left',
      { ...cast, x: { version: '4.21' } },
      [
        ...starved,
        [0, 'new', 'comes', 'waits, asks h1'],
        [HOUR_MS - 1, 'x', 'looks', `leaves for new by ${HOUR_MS - 1 + GRACE}`],
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'new', 'looks', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
      ],
    ],
  ]);
});

describe('resume and order', () => {
  const cast = {
    old: { version: '4.21', starveAfterMs: HOUR_MS },
    new: { version: '4.22' },
    peer: { version: '4.21' },
    higher: { version: '4.1', priority: 1 },
  };
  const back: Event[] = [
    [0, 'old', 'comes', 'has h1'],
    [MIN, 'peer', 'comes', 'waits, asks h1'],
    [MIN, 'new', 'comes', 'waits, asks h1'],
    [2 * MIN, 'old', 'looks', `leaves for new by ${2 * MIN + GRACE}`],
    [3 * MIN, 'old', 'goes'],
    [3 * MIN, 'new', 'looks', 'has h1'],
    [4 * MIN, 'old', 'returns', 'waits, asks h1'],
  ];
  tells([
    [
      'seniority counts among equals only: a higher priority and a newer version stay ahead',
      { ...cast, newer: { version: '4.21.1' } },
      [
        ...back,
        [5 * MIN, 'higher', 'comes', 'waits, asks h1'],
        [5 * MIN, 'newer', 'comes', 'waits, asks h1'],
        [5 * MIN, 'h1', 'shows', 'held, unaware < higher < newer < old < peer'],
      ],
    ],
    [
      'it does not make its successor leave: seniority is no newer version',
      cast,
      [...back, [5 * MIN, 'new', 'looks', 'carries on']],
    ],
    [
      'the time after which it starves counts from its return, where it had not waited before',
      { ...cast, newer: { version: '4.21.1' } },
      [
        ...back,
        [5 * MIN, 'newer', 'comes', 'waits, asks h1'],
        [4 * MIN + HOUR_MS - 1, 'h1', 'shows', 'held < newer < old < peer'],
        [4 * MIN + HOUR_MS, 'h1', 'shows', 'held < old < newer < peer'],
      ],
    ],
    [
      'and what it had waited before counts with it, to the ms; what it held does not',
      { x: { version: '4.23' }, ...cast },
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [40 * MIN, 'x', 'goes'],
        [40 * MIN, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [2 * HOUR_MS, 'old', 'looks', `leaves for new by ${2 * HOUR_MS + GRACE}`],
        [2 * HOUR_MS, 'old', 'goes'],
        [2 * HOUR_MS, 'old', 'returns', 'waits, asks h1'],
        [140 * MIN - 1, 'h1', 'shows', 'free < new < old'],
        [140 * MIN, 'h1', 'shows', 'free < old < new'],
      ],
    ],
    [
      'one that had starved, and gave way to a higher priority, is back before every version',
      { x: { version: '4.23' }, ...cast },
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'higher', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', `leaves for higher by ${HOUR_MS + GRACE}`],
        [HOUR_MS, 'old', 'goes'],
        [HOUR_MS, 'old', 'returns', 'waits, asks h1'],
        [HOUR_MS, 'h1', 'shows', 'free < higher < old < new'],
      ],
    ],
    [
      'one that gave way twice has its first place still',
      cast,
      [
        ...back,
        [5 * MIN, 'new', 'goes'],
        [5 * MIN, 'peer', 'looks', 'waits, asks h1'],
        [5 * MIN, 'old', 'looks', 'has h1'],
        [6 * MIN, 'higher', 'comes', 'waits, asks h1'],
        [6 * MIN, 'old', 'looks', `leaves for higher by ${6 * MIN + GRACE}`],
        [6 * MIN, 'old', 'goes'],
        [6 * MIN, 'old', 'returns', 'waits, asks h1'],
        [6 * MIN, 'h1', 'shows', 'free < higher < old < peer'],
      ],
    ],
  ]);
});

describe('exempt time and grace', () => {
  const cast = {
    old: { version: '4.21', exemptMs: 30 * MIN, graceMs: 20 * MIN },
    new: { version: '4.22' },
    newest: { version: '4.23' },
  };
  const exempt: Event[] = [
    [0, 'old', 'comes', 'has h1'],
    [MIN, 'new', 'comes', 'waits, asks h1'],
  ];
  tells([
    [
      'grace begins when it is told, however long it has been asked within its exempt time',
      cast,
      [
        ...exempt,
        [30 * MIN - 1, 'old', 'looks', 'carries on'],
        [30 * MIN, 'old', 'looks', `leaves for new by ${50 * MIN}`],
        [50 * MIN, 'h1', 'shows', 'quitting < new'],
        [50 * MIN + 1, 'h1', 'shows', 'quitting, overdue < new'],
      ],
    ],
    [
      'one that looks late is told late, and has its whole grace',
      cast,
      [
        ...exempt,
        [HOUR_MS, 'h1', 'shows', 'held, unaware < new'],
        [HOUR_MS, 'old', 'looks', `leaves for new by ${80 * MIN}`],
      ],
    ],
    [
      'whoever is gone before the exempt time ends has asked for nothing',
      cast,
      [...exempt, [30 * MIN - 1, 'new', 'goes'], [30 * MIN, 'old', 'looks', 'carries on']],
    ],
    [
      'it leaves for the first in the queue at that instant, not for the first that asked',
      cast,
      [
        ...exempt,
        [2 * MIN, 'newest', 'comes', 'waits, asks h1'],
        [30 * MIN, 'old', 'looks', `leaves for newest by ${50 * MIN}`],
      ],
    ],
    [
      'of two candidates it asks the holder whose exempt time is over',
      {
        ...cast,
        second: { version: '4.21', groups: [['h2']] },
        new: { version: '4.22', groups: [['h1', 'h2']] },
      },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'second', 'comes', 'has h2'],
        [30 * MIN - 1, 'new', 'comes', 'waits, asks h2'],
      ],
    ],
  ]);
});

describe('a hold and all others', () => {
  const ann = hold(4 * HOUR_MS);
  const held: Event[] = [[0, 'ann', 'comes', 'has h1']];
  tells([
    [
      'exempt time: counts from the take, not from the wait behind the hold',
      { ann, old: { version: '4.21', exemptMs: 30 * MIN }, new: { version: '4.22' } },
      [
        ...held,
        [0, 'old', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'ann', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [90 * MIN - 1, 'old', 'looks', 'carries on'],
        [90 * MIN, 'old', 'looks', `leaves for new by ${90 * MIN + GRACE}`],
      ],
    ],
    [
      'exempt time: does not keep a hold off, which waits for its end like for any',
      { ann, old: { version: '4.21', exemptMs: 30 * MIN } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'ann', 'comes', 'waits'],
        [30 * MIN, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'grace: a holder that has been told for a job leaves, and the hold has the host before that job',
      { ann, old: { version: '4.21', graceMs: 5 * MIN }, new: { version: '4.22' } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [0, 'old', 'looks', `leaves for new by ${5 * MIN}`],
        [MIN, 'ann', 'comes', 'waits'],
        [MIN, 'old', 'looks', `leaves for new by ${5 * MIN}`],
        [2 * MIN, 'old', 'goes'],
        [2 * MIN, 'new', 'looks', 'waits, asks h1'],
        [2 * MIN, 'ann', 'looks', 'has h1'],
      ],
    ],
    [
      'preempts: no job makes a hold leave, of two candidates it asks the other holder',
      {
        ann,
        old: { version: '4.21', groups: [['h2']] },
        new: { version: '9.9', priority: 1000, groups: [['h1', 'h2']] },
      },
      [
        ...held,
        [0, 'old', 'comes', 'has h2'],
        [0, 'new', 'comes', 'waits, asks h2'],
        [0, 'old', 'looks', `leaves for new by ${GRACE}`],
        [0, 'h1', 'shows', 'on-hold < new'],
      ],
    ],
    [
      'preemptible: such a holder is not even moved by a hold',
      { ann, old: { version: '4.21', preemptible: false } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'ann', 'comes', 'waits'],
        [HOUR_MS, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      'starve-after: the time behind a hold counts, and a hold goes before one that starves',
      { ann, bob: ann, old: { version: '4.20', starveAfterMs: HOUR_MS }, new: { version: '4.22' } },
      [
        ...held,
        [0, 'old', 'comes', 'waits, asks h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [2 * HOUR_MS, 'bob', 'comes', 'waits'],
        [2 * HOUR_MS, 'h1', 'shows', 'on-hold < bob < old < new'],
        [2 * HOUR_MS, 'bob', 'goes'],
        [2 * HOUR_MS, 'ann', 'goes'],
        [2 * HOUR_MS, 'new', 'looks', 'waits, asks h1'],
        [2 * HOUR_MS, 'old', 'looks', 'has h1'],
      ],
    ],
    [
      'resume: a hold that came in between goes first, and the place is kept behind it',
      { ann, old: { version: '4.21' }, new: { version: '4.22' }, peer: { version: '4.21' } },
      [
        [0, 'old', 'comes', 'has h1'],
        [MIN, 'peer', 'comes', 'waits, asks h1'],
        [MIN, 'new', 'comes', 'waits, asks h1'],
        [MIN, 'old', 'looks', `leaves for new by ${MIN + GRACE}`],
        [2 * MIN, 'ann', 'comes', 'waits'],
        [2 * MIN, 'old', 'goes'],
        [2 * MIN, 'old', 'returns', 'waits, asks h1'],
        [2 * MIN, 'ann', 'looks', 'has h1'],
        [3 * MIN, 'h1', 'shows', 'on-hold < new < old < peer'],
      ],
    ],
    [
      'priority: a job that a person moves up stays behind a hold, and goes before the rest',
      { ann, old: { version: '4.21' }, new: { version: '4.22' } },
      [
        ...held,
        [0, 'new', 'comes', 'waits, asks h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [MIN, 'old', 'priority 10'],
        [MIN, 'h1', 'shows', 'on-hold < old < new'],
        [MIN, 'old', 'looks', 'waits, asks h1'],
        [MIN, 'ann', 'goes'],
        [MIN, 'old', 'looks', 'has h1'],
      ],
    ],
  ]);
});

describe('other pairs', () => {
  tells([
    [
      '--preemptible no and starve-after: it keeps what it has, and starves like any while it waits',
      {
        x: { version: '4.23' },
        old: { version: '4.20', preemptible: false, starveAfterMs: HOUR_MS },
        new: { version: '4.22', priority: 5 },
      },
      [
        [0, 'x', 'comes', 'has h1'],
        [0, 'old', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'x', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'new', 'comes', 'waits, asks h1'],
        [HOUR_MS, 'old', 'looks', 'carries on'],
      ],
    ],
    [
      '--preempts no and resume: one that asks nobody gives way like any, and has its place again',
      { old: { version: '4.21', preempts: false }, new: { version: '4.22' }, peer: { version: '4.21' } },
      [
        [0, 'old', 'comes', 'has h1'],
        [MIN, 'peer', 'comes', 'waits, asks h1'],
        [MIN, 'new', 'comes', 'waits, asks h1'],
        [MIN, 'old', 'looks', `leaves for new by ${MIN + GRACE}`],
        [MIN, 'old', 'goes'],
        [MIN, 'old', 'returns', 'waits'],
        [MIN, 'h1', 'shows', 'free < new < old < peer'],
      ],
    ],
    [
      'exempt time and resume: it begins anew with each take',
      { old: { version: '4.21', exemptMs: 30 * MIN }, new: { version: '4.22' }, newest: { version: '4.23' } },
      [
        [0, 'old', 'comes', 'has h1'],
        [30 * MIN, 'new', 'comes', 'waits, asks h1'],
        [30 * MIN, 'old', 'looks', `leaves for new by ${30 * MIN + GRACE}`],
        [30 * MIN, 'old', 'goes'],
        [30 * MIN, 'new', 'looks', 'has h1'],
        [30 * MIN, 'old', 'returns', 'waits, asks h1'],
        [HOUR_MS, 'new', 'goes'],
        [HOUR_MS, 'old', 'looks', 'has h1'],
        [HOUR_MS, 'newest', 'comes', 'waits, asks h1'],
        [90 * MIN - 1, 'old', 'looks', 'carries on'],
        [90 * MIN, 'old', 'looks', `leaves for newest by ${90 * MIN + GRACE}`],
      ],
    ],
    [
      'a dead waiter asks for nothing, whatever its priority',
      { old: { version: '4.21' }, new: { version: '4.22', priority: 9 } },
      [
        [0, 'old', 'comes', 'has h1'],
        [0, 'new', 'comes', 'waits, asks h1'],
        [0, 'new', 'dies'],
        [TTL, 'h1', 'shows', 'held, unaware < new'],
        [TTL + 1, 'old', 'looks', 'carries on'],
      ],
    ],
  ]);
});
