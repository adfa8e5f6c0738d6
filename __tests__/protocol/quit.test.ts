import {
  decidePreemption,
  decideQuit,
  exemptUntilMs,
  findPreemptor,
  graceLeftMs,
  jobName,
  mayPreempt,
  outranks,
  type Preemption,
} from '../../src/protocol/quit';
import type { Told } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import {
  bashWaits,
  BOOT,
  freed,
  holds,
  HOUR_MS,
  legacy,
  NOW_MS,
  NOW_NS,
  OTHER_BOOT,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
  type WaiterLooks,
} from './pool-picture';

const OLD = '1700000000000000000';
const asks = (id: string, looks: WaiterLooks = {}): Part =>
  waits(id, ['h1'], { version: '4.22', target: 'h1', ...looks });
const kindFor = (holder: HolderLooks, ...parts: Part[]): string =>
  decideQuit(snapshotOf(holds('me', 'h1', holder), ...parts), 'me', ['h1']).kind;
const TOLD: Told = {
  byId: 'first',
  byJob: 'the first',
  byVersion: '4.22',
  atMs: 1,
  graceUntilMs: 2,
  grace: { startMs: NOW_MS - 1000, durationMs: 600_000, bootId: BOOT },
};

describe('a holder must leave for', () => {
  it.each<[string, HolderLooks, Part]>([
    ['a newer minor', {}, asks('a')],
    ['a newer major', { version: '4.99' }, asks('a', { version: '5.0' })],
    ['1.10, at 1.9', { version: '1.9' }, asks('a', { version: '1.10' })],
    ['a higher priority, even of an older version', {}, asks('a', { priority: 1, version: '4.1' })],
    ['priority 0, at -1', { priority: -1 }, asks('a', { version: '0.0' })],
    ['any version, at none', { version: '0.0' }, asks('a', { version: '0.1' })],
    ['a candidate of a newer minor', { version: '4.21.9' }, asks('a', { version: '4.22.0-rc.1' })],
    ['a bash job of a newer version', {}, bashWaits('h1', '4.22')],
    ['a waiter at its last ms', {}, asks('a', { beatAgeMs: 120_000 })],
    ['one that came before it', {}, asks('a', { arrivedAgoMs: HOUR_MS })],
    ['once exempt time has ended', { takenAgoMs: 60_000, details: { exemptMs: 60_000 } }, asks('a')],
  ])('%s', (_, holder, part) => {
    expect(kindFor(holder, legacy(3600), part)).toBe('quit');
  });
});

describe('a holder carries on for', () => {
  it.each<[string, HolderLooks, Part]>([
    ['the same version', {}, asks('a', { version: '4.21' })],
    ['the same version that came long before', {}, asks('a', { version: '4.21', arrivedAgoMs: 2 * HOUR_MS })],
    ['a newer patch', {}, asks('a', { version: '4.21.5' })],
    ['an older version', {}, asks('a', { version: '4.20' })],
    ['9.9 of a lower priority', {}, asks('a', { priority: -1, version: '9.9' })],
    ['a queue file', {}, waits('a', ['h1'], { version: '4.22' })],
    ['a waiting file at another host', {}, waits('a', ['h1', 'h2'], { version: '4.22', target: 'h2' })],
    ['a waiter that preempts nobody', {}, asks('a', { details: { preempts: false } })],
    ['a dead waiter', {}, asks('a', { version: '99.0', beatAgeMs: 120_001 })],
    ['a waiter without a heartbeat', {}, asks('a', { version: '99.0', beatAgeMs: 'none' })],
    ['a bash job of more than 12 h ago', {}, bashWaits('h1', '4.22', 12 * HOUR_MS + 1)],
    ['a bash job of its own version', {}, bashWaits('h1', '4.21')],
    ['a bash job, having a higher priority', { priority: 1 }, bashWaits('h1', '4.22')],
    ['its own file', {}, waits('me', ['h1'], { version: '4.22', target: 'h1' })],
    ['anyone, if it is not preemptible', { details: { preemptible: false } }, asks('a', { priority: 9 })],
    [
      'anyone, within exempt time',
      { takenAgoMs: 59_999, details: { exemptMs: 60_000 } },
      asks('a', { priority: 9 }),
    ],
    ['a newer version, having starved in the queue', { details: { starved: true } }, asks('a')],
    [
      'a starving waiter of an older version',
      {},
      asks('a', { version: '4.20', details: { starveAfterMs: 0 } }),
    ],
  ])('%s', (_, holder, part) => {
    expect(kindFor(holder, legacy(3600), part)).toBe('carry-on');
  });

  it('an empty queue, and a missing lock, which is only put back', () => {
    expect(kindFor({})).toBe('carry-on');
    expect(kindFor({ lock: 'none' })).toBe('carry-on');
  });

  it('anyone, if it is a hold', () => {
    expect(kindFor({ kind: 'hold', beatAgeMs: 'none' }, asks('a', { priority: 9 }))).toBe('carry-on');
  });

  it('a starving job of a newer version does preempt one that has starved itself only by priority', () => {
    const holder = { details: { starved: true, arrivalNs: '1' } };
    expect(kindFor(holder, asks('a', { details: { starveAfterMs: 0 } }))).toBe('carry-on');
    expect(kindFor(holder, asks('a', { priority: 1 }))).toBe('quit');
  });
});

describe('what it is told', () => {
  const told = (snapshot: Snapshot): Told => {
    const decision = decideQuit(snapshot, 'me', ['h1']);
    if (decision.kind !== 'quit') throw new Error(decision.kind);
    return decision.told;
  };

  it('by whom, when, and how long it may take', () => {
    const snapshot = snapshotOf(
      holds('me', 'h1', { details: { graceMs: 90_000 } }),
      asks('a', { version: '4.22.1', details: { job: 'nightly' } }),
    );
    const nowMs = Number(NOW_NS / 1_000_000n);
    expect(told(snapshot)).toEqual({
      byId: 'a',
      byJob: 'nightly',
      byVersion: '4.22.1',
      atMs: nowMs,
      graceUntilMs: nowMs + 90_000,
      grace: { startMs: NOW_MS, durationMs: 90_000, bootId: BOOT },
    });
  });

  it('a grace of 0 is one, and none given is the default', () => {
    const graceOf = (details: object): number =>
      told(snapshotOf(holds('me', 'h1', { details }), asks('a'))).grace.durationMs;
    expect(graceOf({ graceMs: 0 })).toBe(0);
    expect(graceOf({})).toBe(600_000);
  });

  it('the first in the queue, whatever the order of their files', () => {
    const snapshot = snapshotOf(
      holds('me', 'h1'),
      asks('a'),
      asks('b', { version: '4.23' }),
      asks('c', { version: '4.23', arrivedAgoMs: 20_000 }),
    );
    expect(told(snapshot).byId).toBe('c');
    expect(findPreemptor(snapshot, 'h1', snapshot.hosts.get('h1')!.record!)?.id).toBe('c');
  });

  it('is put into the record with the rest of its details, before the answer counts', () => {
    const snapshot = snapshotOf(holds('me', 'h1', { details: { url: 'u' } }), asks('a'));
    expect(decideQuit(snapshot, 'me', ['h1'])).toMatchObject({
      kind: 'quit',
      verbs: [
        { verb: 'tell', id: 'me', hosts: ['h1'], details: { job: 'job-me', url: 'u', told: { byId: 'a' } } },
      ],
    });
  });

  it('never moves: a waiter that leaves, or a higher one, changes nothing', () => {
    const quitting = holds('me', 'h1', { state: 'quitting', details: { told: TOLD } });
    for (const parts of [[], [asks('higher', { priority: 9 })], [asks('first', { beatAgeMs: 'none' })]]) {
      expect(decideQuit(snapshotOf(quitting, ...parts), 'me', ['h1'])).toEqual({
        kind: 'quit',
        told: TOLD,
        verbs: [],
      });
    }
  });

  it('a bash job by its version', () => {
    const snapshot = snapshotOf(legacy(), holds('me', 'h1'), bashWaits('h1', '4.22'));
    expect(told(snapshot)).toMatchObject({ byJob: 'a bash job', byVersion: '4.22' });
  });

  it('a job without a name by its owner', () => {
    const snapshot = snapshotOf(asks('a', { details: { job: 5 } as never }));
    expect(jobName(snapshot.waiters[0]!)).toBe('owner-of-a');
  });

  it('a holder of two hosts is told of both at once', () => {
    const snapshot = snapshotOf(
      holds('me', 'h1'),
      holds('me', 'h2'),
      waits('a', ['h2'], { version: '4.22', target: 'h2' }),
    );
    expect(decideQuit(snapshot, 'me', ['h1', 'h2'])).toMatchObject({
      kind: 'quit',
      verbs: [{ verb: 'tell', hosts: ['h1', 'h2'] }],
    });
  });

  it('a lease that settles again after its lock was put back is confirmed first, so that it can be told', () => {
    const snapshot = snapshotOf(legacy(60), holds('me', 'h1', { state: 'settling' }), asks('a'));
    expect(decideQuit(snapshot, 'me', ['h1'])).toMatchObject({
      kind: 'quit',
      verbs: [{ verb: 'held', id: 'me', hosts: ['h1'] }],
    });
  });
});

describe('a lease is lost', () => {
  it.each<[string, readonly Part[]]>([
    ['that another job has', [holds('other', 'h1')]],
    ['that was given back', [freed('h1', 0)]],
    ['of which there is no record', []],
    ['that is past its ttl, though nobody else has it', [holds('me', 'h1', { beatAgeMs: 120_001 })]],
    ['without a heartbeat', [holds('me', 'h1', { beatAgeMs: 'none' })]],
    ['that was lost before, and it never comes back', [legacy(), holds('me', 'h1', { state: 'lost' })]],
  ])('%s', (_, parts) => {
    expect(decideQuit(snapshotOf(...parts), 'me', ['h1'])).toEqual({ kind: 'lost', verbs: [] });
  });

  it('of which one host of two is gone', () => {
    const snapshot = snapshotOf(holds('me', 'h1'), holds('other', 'h2'));
    expect(decideQuit(snapshot, 'me', ['h1', 'h2'])).toEqual({ kind: 'lost', verbs: [] });
  });

  it("under another job's lock: that is committed first", () => {
    const snapshot = snapshotOf(legacy(60), holds('me', 'h1', { lock: OLD }), asks('a'));
    expect(decideQuit(snapshot, 'me', ['h1'])).toEqual({
      kind: 'lost',
      verbs: [{ verb: 'lose', host: 'h1' }],
    });
  });

  it('of no hosts nothing is', () => {
    expect(decideQuit(snapshotOf(), 'me', [])).toEqual({ kind: 'carry-on' });
  });
});

describe('the rule by which a waiter may make a holder leave, or may not', () => {
  it.each<[string, HolderLooks, Part, Preemption]>([
    ['newer', {}, asks('a'), { kind: 'may', rule: 'version' }],
    ['more urgent', {}, asks('a', { priority: 1, version: '4.1' }), { kind: 'may', rule: 'priority' }],
    ['less urgent', { priority: 1 }, asks('a', { version: '5.0' }), { kind: 'may-not', rule: 'priority' }],
    ['only a patch newer', {}, asks('a', { version: '4.21.9' }), { kind: 'may-not', rule: 'version' }],
    [
      'behind the place of one that had starved',
      { details: { starved: true } },
      asks('a'),
      { kind: 'may-not', rule: 'place' },
    ],
    ['before a hold', { kind: 'hold' }, asks('a', { priority: 9 }), { kind: 'may-not', rule: 'hold' }],
    [
      'before one that is not preemptible',
      { details: { preemptible: false, exemptMs: HOUR_MS } },
      asks('a', { priority: 9 }),
      { kind: 'may-not', rule: 'not-preemptible' },
    ],
    [
      'not to preempt',
      {},
      asks('a', { details: { preempts: false } }),
      { kind: 'may-not', rule: 'preempts-nobody' },
    ],
    [
      'a moment before the end of the exempt time',
      { takenAgoMs: 59_999, details: { exemptMs: 60_000 } },
      asks('a'),
      { kind: 'exempt', untilMs: NOW_MS + 1, rule: 'version' },
    ],
    [
      'at the end of the exempt time',
      { takenAgoMs: 60_000, details: { exemptMs: 60_000 } },
      asks('a'),
      { kind: 'may', rule: 'version' },
    ],
    [
      'not ahead, and the exempt time is no reason',
      { details: { exemptMs: HOUR_MS } },
      asks('a', { version: '4.21' }),
      { kind: 'may-not', rule: 'version' },
    ],
  ])('%s', (_, looks, part, expected) => {
    const snapshot = snapshotOf(holds('me', 'h1', looks), part);
    const [waiter, record] = [snapshot.waiters[0]!, snapshot.hosts.get('h1')!.record!];
    expect(decidePreemption(snapshot, waiter, record)).toEqual(expected);
    expect(mayPreempt(snapshot, waiter, record)).toBe(expected.kind === 'may');
    expect(outranks(snapshot, waiter, record)).toBe(expected.kind !== 'may-not');
  });

  it('a bash waiter that let the host pass', () => {
    const bash = bashWaits('h1', '4.22');
    const [{ id } = { id: '' }] = snapshotOf(legacy(60), bash).waiters;
    const snapshot = snapshotOf(legacy(60), holds('me', 'h1', { details: { passedOver: [id] } }), bash);
    expect(decidePreemption(snapshot, snapshot.waiters[0]!, snapshot.hosts.get('h1')!.record!)).toEqual({
      kind: 'may-not',
      rule: 'passed-over',
    });
  });
});

describe('on the clock of the bastion', () => {
  it('exempt time counts from the take, after a reboot from uptime 0', () => {
    const looks = { takenAgoMs: 1_000, details: { exemptMs: 60_000 } };
    const exempt = (more: HolderLooks): number => {
      const snapshot = snapshotOf(holds('me', 'h1', { ...looks, ...more }));
      return exemptUntilMs(snapshot, snapshot.hosts.get('h1')!.record!);
    };
    expect(exempt({})).toBe(NOW_MS + 59_000);
    expect(exempt({ boot: OTHER_BOOT })).toBe(60_000);
    expect(exempt({ details: {} })).toBe(NOW_MS - 1_000);
  });

  it('so does grace, which may be overdue', () => {
    expect(graceLeftMs(snapshotOf(), TOLD)).toBe(599_000);
    expect(graceLeftMs(snapshotOf(), { ...TOLD, grace: { ...TOLD.grace, durationMs: 0 } })).toBe(-1_000);
    const earlier = { ...TOLD, grace: { startMs: 9, durationMs: 600_000, bootId: OTHER_BOOT } };
    expect(graceLeftMs({ ...snapshotOf(), uptimeMs: 5 }, earlier)).toBe(599_995);
  });
});
