import type { Told } from '../../src/protocol/record';
import { chooseTarget } from '../../src/protocol/target';
import {
  bashHolds,
  BOOT,
  freed,
  holds,
  legacy,
  NOW_MS,
  snapshotOf,
  waits,
  type Part,
  type WaiterLooks,
} from './pool-picture';

const THREE = ['h1', 'h2', 'h3'];
const newer = (id: string, looks: WaiterLooks = {}, hosts: readonly string[] = THREE): Part =>
  waits(id, hosts, { version: '4.22', ...looks });
const toldFor = (byId: string): { told: Told } => ({
  told: {
    byId,
    byJob: byId,
    byVersion: '4.22',
    atMs: 0,
    graceUntilMs: 0,
    grace: { startMs: NOW_MS, durationMs: 600_000, bootId: BOOT },
  },
});
const targetOf = (id: string, parts: readonly Part[], groups: readonly (readonly string[])[] = [THREE]) => {
  const snapshot = snapshotOf(...parts);
  return chooseTarget(
    snapshot,
    snapshot.waiters.find((waiter) => waiter.id === id)!,
    groups,
  );
};

describe('the one holder that a waiter with several candidates asks', () => {
  it.each<[string, readonly Part[], string | undefined]>([
    [
      'the lowest version',
      [
        holds('x', 'h1', { version: '4.21' }),
        holds('y', 'h2', { version: '4.19' }),
        holds('z', 'h3', { version: '4.20' }),
      ],
      'h2',
    ],
    [
      'the lowest priority, before the lowest version',
      [holds('x', 'h1', { version: '4.1' }), holds('y', 'h2', { priority: -1 }), holds('z', 'h3')],
      'h2',
    ],
    [
      'the latest of equals',
      [
        holds('x', 'h1', { details: { arrivalNs: '1' } }),
        holds('y', 'h2', { details: { arrivalNs: '3' } }),
        holds('z', 'h3', { details: { arrivalNs: '2' } }),
      ],
      'h2',
    ],
    [
      'never a hold',
      [holds('x', 'h1', { kind: 'hold' }), holds('y', 'h2'), holds('z', 'h3', { kind: 'hold' })],
      'h2',
    ],
    [
      'never one within exempt time',
      [holds('x', 'h1', { version: '4.1', takenAgoMs: 9, details: { exemptMs: 10 } }), holds('y', 'h2')],
      'h2',
    ],
    [
      'one whose exempt time has just ended',
      [holds('x', 'h1', { version: '4.1', takenAgoMs: 10, details: { exemptMs: 10 } }), holds('y', 'h2')],
      'h1',
    ],
    ['never one of its own version', [holds('x', 'h1', { version: '4.22' }), holds('y', 'h2')], 'h2'],
    [
      'nobody, where nobody may be preempted',
      [holds('x', 'h1', { version: '4.22' }), holds('y', 'h2', { version: '5.0' })],
      undefined,
    ],
    ['nobody, where all is free', [], undefined],
    ['nobody whose lease is over', [holds('x', 'h1', { beatAgeMs: 120_001 }), freed('h2', 5)], undefined],
    ['bash holders last', [legacy(3600), bashHolds('h1'), bashHolds('h2'), holds('x', 'h3')], 'h3'],
    [
      'a bash holder, where there is none else',
      [legacy(3600), bashHolds('h2'), holds('x', 'h3', { version: '4.22' })],
      'h2',
    ],
    [
      'no bash holder whose lock has expired',
      [legacy(60), bashHolds('h1', 60_000), bashHolds('h2', 59_999)],
      'h2',
    ],
  ])('%s', (_, parts, target) => {
    expect(targetOf('me', [...parts, newer('me')])).toBe(target);
  });

  it('its only candidate, whatever happens there', () => {
    for (const part of [
      holds('x', 'h1', { version: '5.0' }),
      holds('x', 'h1', { kind: 'hold' }),
      freed('h1', 0),
    ]) {
      expect(targetOf('me', [part, newer('me', {}, ['h1'])], [['h1']])).toBe('h1');
    }
  });
});

describe('who asks nobody', () => {
  const holders = [holds('x', 'h1'), holds('y', 'h2')];
  it('a request for all of several hosts', () => {
    expect(targetOf('me', [...holders, newer('me', { priority: 9 })], [['h1'], ['h2']])).toBeUndefined();
  });
  it('one that says so', () => {
    const quiet = { details: { preempts: false } };
    expect(targetOf('me', [...holders, newer('me', quiet)])).toBeUndefined();
    expect(targetOf('me', [...holders, newer('me', quiet, ['h1'])], [['h1']])).toBeUndefined();
  });
  it.each([
    [-1, undefined],
    [0, 'h1'],
    [1, 'h1'],
  ])(
    "one below bash's priority, for bash reads the version in a name and no priority: %p",
    (priority, target) => {
      const parts = [legacy(60), holds('x', 'h1', { priority: -2 }), newer('me', { priority })];
      expect(targetOf('me', parts)).toBe(target);
    },
  );
  it('without bash jobs, a low priority asks as others do', () => {
    expect(targetOf('me', [holds('x', 'h1', { priority: -2 }), newer('me', { priority: -1 })])).toBe('h1');
  });
  it('one that wants nothing', () => {
    expect(targetOf('me', [newer('me')], [])).toBeUndefined();
    expect(targetOf('me', [newer('me')], [[]])).toBeUndefined();
  });
});

describe('two waiters never ask one holder', () => {
  const holders = [
    holds('x', 'h1', { version: '4.19' }),
    holds('y', 'h2', { version: '4.20' }),
    holds('z', 'h3'),
  ];

  it('two of the same version ask two different ones', () => {
    const first = newer('first', { arrivedAgoMs: 20_000, target: 'h1' });
    expect(targetOf('me', [...holders, first, newer('me')])).toBe('h2');
    const second = newer('second', { arrivedAgoMs: 15_000, target: 'h2' });
    expect(targetOf('me', [...holders, first, second, newer('me')])).toBe('h3');
  });

  it('the one ahead does not move for the one behind', () => {
    expect(
      targetOf('me', [
        ...holders,
        newer('me', { target: 'h1' }),
        newer('later', { arrivedAgoMs: 0, target: 'h1' }),
      ]),
    ).toBe('h1');
  });

  it('nobody is left to ask', () => {
    const first = newer('first', { arrivedAgoMs: 20_000, target: 'h1' });
    expect(targetOf('me', [holders[0]!, first, newer('me')])).toBeUndefined();
  });

  it('a dead waiter asks nobody, so its holder may be asked', () => {
    const dead = newer('dead', { arrivedAgoMs: 20_000, target: 'h1', beatAgeMs: 120_001 });
    expect(targetOf('me', [...holders, dead, newer('me')])).toBe('h1');
  });

  it('a holder that leaves for one behind is not asked again', () => {
    const told = holds('x', 'h1', { version: '4.19', state: 'quitting', details: toldFor('behind') });
    const behind = newer('behind', { arrivedAgoMs: 0, target: 'h1' });
    expect(targetOf('me', [told, holders[1]!, behind, newer('me')])).toBe('h2');
  });

  it('a holder that leaves for one that has gone is the one to wait for: nobody else need leave', () => {
    const told = holds('x', 'h2', { version: '4.20', state: 'quitting', details: toldFor('gone') });
    expect(targetOf('me', [holders[0]!, told, newer('me')])).toBe('h2');
  });

  it('of two with files at one bash holder, the second asks the other', () => {
    const first = newer('first', { arrivedAgoMs: 20_000, target: 'h1' });
    expect(targetOf('me', [legacy(3600), bashHolds('h1'), bashHolds('h2'), first, newer('me')])).toBe('h2');
  });
});

describe('a target stays', () => {
  it('once its holder has been told, whoever may be lower now', () => {
    const told = holds('x', 'h1', { state: 'quitting', details: toldFor('me') });
    const lower = holds('y', 'h2', { version: '4.1' });
    expect(targetOf('me', [told, lower, newer('me', { target: 'h1' })])).toBe('h1');
  });

  it('at a bash holder, which reads the name itself and so counts as told at once', () => {
    const parts = [
      legacy(3600),
      bashHolds('h2'),
      bashHolds('h1'),
      holds('x', 'h3'),
      newer('me', { target: 'h2' }),
    ];
    expect(targetOf('me', parts)).toBe('h2');
  });

  it('but moves to a lower holder as long as nobody was told', () => {
    const parts = [holds('x', 'h1'), holds('y', 'h2', { version: '4.1' }), newer('me', { target: 'h1' })];
    expect(targetOf('me', parts)).toBe('h2');
  });

  it('and is given up where the holder may not be preempted any more', () => {
    const parts = [holds('x', 'h1', { version: '4.22' }), newer('me', { target: 'h1' })];
    expect(targetOf('me', parts)).toBeUndefined();
  });

  it('between two hosts of one holder', () => {
    const parts = [holds('x', 'h1'), holds('x', 'h2'), newer('me', { target: 'h2' })];
    expect(targetOf('me', parts)).toBe('h2');
  });
});
