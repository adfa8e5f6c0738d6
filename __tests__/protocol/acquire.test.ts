import { NO_MEMORY, remember, type AcquireDecision, type AcquireMemory } from '../../src/protocol/acquire';
import type { AcquireRequest } from '../../src/protocol/request';
import type { Verb } from '../../src/protocol/verbs';
import {
  bashHolds,
  bashWaits,
  decide,
  freed,
  holds,
  HOUR_MS,
  legacy,
  lines,
  NOW_MS,
  NOW_NS,
  ns,
  placeOf,
  requestOf,
  snapshotOf,
  waits,
  type HolderLooks,
  type Part,
  type RequestLooks,
  type WaiterLooks,
} from './pool-picture';

const OLD = '1700000000000000000';
const BASH = legacy(3600);

function verbsOf(decision: AcquireDecision): readonly Verb[] {
  if (decision.kind !== 'change') throw new Error(`not a change: ${decision.kind}`);
  return decision.change.verbs;
}

/** What the decision does, in a word for each verb. */
function gist(decision: AcquireDecision): string {
  if (decision.kind !== 'change') return decision.kind;
  return decision.change.verbs
    .map((verb) => {
      switch (verb.verb) {
        case 'take':
          return `take ${verb.hosts.join('+')} ${verb.state} ${verb.from}`;
        case 'wait':
          return `wait ${verb.hosts.join('+')}${verb.target === undefined ? '' : ` asking ${verb.target}`}`;
        case 'target':
          return `ask ${verb.host ?? 'nobody'}`;
        case 'free':
          return `free ${verb.hosts.join('+')} ${verb.leave}`;
        case 'held':
        case 'renew':
          return `${verb.verb} ${verb.hosts.join('+')}`;
        case 'lose':
        case 'expire':
          return `${verb.verb} ${verb.host}`;
        case 'clear':
          return `clear ${verb.id}`;
        case 'unwait':
        case 'tell':
        case 'keep':
        case 'legacy':
        case 'evict':
        case 'note':
        case 'amend':
        case 'fixed':
        case 'mend':
          return verb.verb;
      }
    })
    .join(', ');
}

const me = (looks: RequestLooks = {}): AcquireRequest => requestOf('me', looks);
const outcome = (parts: readonly Part[], looks: RequestLooks = {}, place?: WaiterLooks): string =>
  gist(decide(me(looks), place === undefined ? parts : [...parts, placeOf(me(looks), place)]));

describe('a free host', () => {
  it.each<[string, readonly Part[]]>([
    ['that nobody has ever had', []],
    ['that was given back', [freed('h1', 0)]],
    ['whose lease has expired and rested', [holds('x', 'h1', { beatAgeMs: 135_001 })]],
    ['for which only older versions wait', [waits('x', ['h1'], { version: '4.20' })]],
  ])('is taken at once, without a file: %s', (_, parts) => {
    expect(outcome(parts)).toBe('take h1 held new');
  });

  it('is taken by one that waits, and its files go with that', () => {
    expect(outcome([freed('h1', 0)], {}, { target: 'h1' })).toBe('take h1 held waiting');
  });

  it('the take names the host, so that it compares what was decided upon', () => {
    const decision = decide(me(), []);
    expect(decision.kind === 'change' && decision.change.hosts).toEqual(['h1']);
  });

  it('is not taken from an equal that came before, nor by one that has no place yet', () => {
    expect(outcome([waits('x', ['h1'])], {})).toBe('wait h1 asking h1');
    expect(outcome([waits('x', ['h1'], { arrivedAgoMs: 20_000 })], {}, { target: 'h1' })).toBe('wait');
  });

  it('goes to a newer version that has no place yet', () => {
    expect(outcome([waits('x', ['h1'])], { version: '4.22' })).toBe('take h1 held new');
  });

  it.each<[string, WaiterLooks, RequestLooks]>([
    ['a newer version', { version: '4.22', arrivedAgoMs: 0 }, {}],
    ['a higher priority', { priority: 1, version: '4.1', arrivedAgoMs: 0 }, {}],
    ['one that starves', { version: '4.1', details: { starveAfterMs: 10_000 } }, {}],
    ['one that asks nobody to leave', { version: '4.22', details: { preempts: false } }, {}],
    ['an older version above a lower priority', { version: '4.1' }, { priority: -1 }],
  ])('is left to %s, whose queue file counts like a waiting file', (_, ahead, looks) => {
    expect(outcome([waits('x', ['h1'], ahead)], looks, { target: 'h1' })).toBe('wait');
  });

  it('the victim that queues again at once stands behind the one it left for', () => {
    const preemptor = waits('newer', ['h1'], { version: '4.22', target: 'h1', arrivedAgoMs: 1_000 });
    expect(outcome([freed('h1', 0), preemptor], {}, { target: 'h1', arrivedAgoMs: 5_000 })).toBe('wait');
  });

  it('goes past a waiter that could not take it now, for want of its other host', () => {
    const all = { version: '4.22', details: { groups: [['h1'], ['h2']] } };
    expect(outcome([waits('x', ['h1', 'h2'], all), holds('y', 'h2')])).toBe('take h1 held new');
    expect(outcome([waits('x', ['h1', 'h2'], all)])).toBe('wait h1 asking h1');
  });

  it('keeps with it what the next job and the queue want to know', () => {
    const looks = { details: { job: 'nightly', url: 'u' } };
    const [verb] = verbsOf(
      decide(me(looks), [
        freed('h1', 5, { details: { job: 'old', endedBy: 'released' } }),
        placeOf(me(looks), { arrivedAgoMs: 10_000, details: { starveAfterMs: 1 } }),
      ]),
    );
    expect(verb).toMatchObject({
      details: {
        job: 'nightly',
        url: 'u',
        groups: [['h1']],
        arrivalNs: String(NOW_NS - ns(10_000)),
        starved: true,
        previous: { id: 'earlier', job: 'old', endedBy: 'released' },
      },
    });
  });

  it.each<[string, readonly Part[], string | undefined]>([
    ['never had', [], undefined],
    ['given back', [freed('h1', 5)], 'released'],
    ['expired', [holds('x', 'h1', { beatAgeMs: 'none' })], 'expired'],
    ['lost', [legacy(60), holds('x', 'h1', { state: 'lost' })], 'lost'],
    ["bash's, past LOCK_TIMEOUT", [legacy(60), bashHolds('h1', 60_000)], 'bash'],
  ])('tells how the one before ended: %s', (_, parts, endedBy) => {
    const request = me();
    const verbs = verbsOf(decide(request, [...parts, placeOf(request, { target: 'h1' })]));
    const take = verbs.find((verb) => verb.verb === 'take');
    expect(take?.details.previous?.endedBy).toBe(endedBy);
  });
});

describe('a host that is not free', () => {
  it.each<[string, Part]>([
    ['held', holds('x', 'h1')],
    ['settling', holds('x', 'h1', { state: 'settling' })],
    ['held with its lock missing', holds('x', 'h1', { lock: 'none' })],
    ['held, at the last ms of the ttl', holds('x', 'h1', { beatAgeMs: 120_000 })],
    ['resting', holds('x', 'h1', { beatAgeMs: 135_000 })],
    ['on hold', holds('x', 'h1', { kind: 'hold', beatAgeMs: 'none' })],
  ])('%s: a place in the queue first, then waiting', (_, part) => {
    expect(outcome([part])).toBe('wait h1 asking h1');
    expect(outcome([part], {}, { target: 'h1' })).toBe('wait');
  });

  it('a place compares nothing, so that registering never conflicts', () => {
    const decision = decide(me(), [holds('x', 'h1')]);
    expect(decision.kind === 'change' && decision.change.hosts).toEqual([]);
  });

  it.each<[string, readonly Part[], number | undefined]>([
    ['a lease ends', [holds('x', 'h1', { beatAgeMs: 20_000 })], NOW_MS + 100_001],
    ['a rest ends', [holds('x', 'h1', { beatAgeMs: 120_001 })], NOW_MS + 15_000],
    ['max-hold ends', [holds('x', 'h1', { maxHoldMs: 60_500, takenAgoMs: 60_000 })], NOW_MS + 501],
    ["a bash job's lock ends", [legacy(100), bashHolds('h1', 60_000)], NOW_MS + 40_001],
    ['never by itself, where nobody has said LOCK_TIMEOUT', [legacy(), bashHolds('h1')], undefined],
    [
      'a waiter ahead may have died',
      [waits('x', ['h1'], { version: '4.22', beatAgeMs: 30_000 })],
      NOW_MS + 90_001,
    ],
  ])('it wakes when %s', (_, parts, wakeAtMs) => {
    expect(decide(me(), [...parts, placeOf(me(), { target: 'h1' })])).toMatchObject({
      kind: 'wait',
      wakeAtMs,
    });
  });

  it('says who is ahead, by which rule, and whether that is nobody', () => {
    const alone = decide(me(), [holds('x', 'h1'), placeOf(me(), { target: 'h1' })]);
    expect(alone).toMatchObject({ kind: 'wait', aheadCount: 0, report: { ahead: [], target: 'h1' } });
    const second = decide(me(), [
      holds('x', 'h1'),
      waits('newer', ['h1'], { version: '4.22' }),
      placeOf(me(), { target: 'h1' }),
    ]);
    expect(second).toMatchObject({
      kind: 'wait',
      aheadCount: 1,
      report: {
        because: 'queue',
        ahead: [{ waiter: { id: 'newer' }, rule: 'version' }],
        hosts: [{ host: 'h1', availability: { state: 'held' } }],
      },
    });
  });
});

describe('a record that can not be read', () => {
  const broken = lines('lease h2', 'h2.lease:');
  it('is neither free nor held, so nothing is done', () => {
    const decision = decide(me({ groups: [['h2']] }), [broken]);
    expect(decision).toMatchObject({ kind: 'broken', problem: expect.stringContaining('h2') as string });
  });
  it('of one candidate stops the request, for the order there is not known', () => {
    expect(decide(me({ groups: [['h1', 'h2']] }), [broken]).kind).toBe('broken');
  });
  it('of a newer format is named as such', () => {
    const newer = lines('lease h1', 'h1.lease:2 whatever');
    expect(decide(me(), [newer])).toMatchObject({ problem: expect.stringContaining('format 2') as string });
  });
  it("of somebody else's host does not matter", () => {
    expect(outcome([broken])).toBe('take h1 held new');
  });
});

describe('several candidates', () => {
  const any = { groups: [['h1', 'h2', 'h3']] };
  it('the first that is free', () => {
    expect(outcome([holds('x', 'h1')], any)).toBe('take h2 held new');
  });
  it('files at each of them, one of them a waiting file', () => {
    const holders = [holds('x', 'h1'), holds('y', 'h2', { version: '4.20' }), holds('z', 'h3')];
    expect(outcome(holders, { ...any, version: '4.22' })).toBe('wait h1+h2+h3 asking h2');
  });
  it('a target that is not the best any more moves, and compares all of them', () => {
    const holders = [holds('x', 'h1'), holds('y', 'h2', { version: '4.20' }), holds('z', 'h3')];
    const request = me({ ...any, version: '4.22' });
    const decision = decide(request, [...holders, placeOf(request, { target: 'h3' })]);
    expect(gist(decision)).toBe('ask h2');
    expect(decision.kind === 'change' && decision.change.hosts).toEqual(['h1', 'h2', 'h3']);
  });
  it('a place that has lost a file is asked for again', () => {
    const request = me(any);
    const parts = [...['h1', 'h2', 'h3'].map((host) => holds('x', host)), waits('me', ['h1', 'h2'])];
    expect(gist(decide(request, parts))).toContain('wait h1+h2+h3');
  });
  it('one host named twice is one', () => {
    expect(outcome([holds('x', 'h1')], { groups: [['h1', 'h1']] })).toBe('wait h1');
  });
});

describe('all of several hosts, or none', () => {
  const all = { groups: [['h1'], ['h2']], version: '9.9' };
  it('all free: one take', () => {
    expect(outcome([], all)).toBe('take h1+h2 held new');
  });
  it('one held: queue files only, whatever its version', () => {
    expect(outcome([holds('x', 'h2')], all)).toBe('wait h1+h2');
    expect(outcome([holds('x', 'h2')], all, {})).toBe('wait');
  });
  it('one wanted by somebody ahead who could take it: it waits for both', () => {
    expect(outcome([waits('x', ['h2'], { version: '10.0' })], all, {})).toBe('wait');
  });
  it('one of each of two groups, so that both are served', () => {
    expect(
      outcome([holds('x', 'h3')], {
        groups: [
          ['h1', 'h2'],
          ['h1', 'h3'],
        ],
      }),
    ).toBe('take h2+h1 held new');
  });
  it('of two groups with one host left between them: nothing is taken', () => {
    expect(
      outcome([holds('x', 'h2')], {
        groups: [
          ['h1', 'h2'],
          ['h1', 'h2'],
        ],
      }),
    ).toBe('wait h1+h2');
  });
  it('only one of its hosts is ours: it goes back, the place stays', () => {
    expect(outcome([holds('me', 'h1')], all)).toBe('free h1 place');
  });
});

describe('if-busy', () => {
  it.each(['skip', 'fail'] as const)('%s: busy, without a file, without asking anybody', (ifBusy) => {
    expect(outcome([holds('x', 'h1')], { ifBusy, version: '9.9' })).toBe('busy');
    expect(outcome([legacy(3600), bashHolds('h1')], { ifBusy, version: '9.9' })).toBe('busy');
    expect(outcome([waits('x', ['h1'], { version: '4.22' })], { ifBusy })).toBe('busy');
  });
  it('a free host is taken', () => {
    expect(outcome([], { ifBusy: 'fail' })).toBe('take h1 held new');
  });
  it('where a place comes before a take, it is made at the free host only', () => {
    const any = { groups: [['h1', 'h2']], ifBusy: 'skip', version: '9.9' } as const;
    expect(outcome([BASH, holds('x', 'h1')], any)).toBe('wait h2 asking h2');
  });
  it('and a place at a host that was taken meanwhile asks nobody', () => {
    const request = me({ groups: [['h1', 'h2']], ifBusy: 'skip', version: '9.9' });
    const place = waits('me', ['h1'], { version: '9.9', target: 'h1', owner: 'owner-of-me' });
    expect(gist(decide(request, [BASH, holds('x', 'h1'), place]))).toBe('ask h2, wait h2 asking h2');
  });
});

describe('what must be tidied comes first', () => {
  it.each<[string, WaiterLooks]>([
    ['past its ttl', { version: '99.0', target: 'h1', beatAgeMs: 120_001 }],
    ['without a heartbeat', { version: '99.0', target: 'h1', beatAgeMs: 'none' }],
    ['with a queue file', { version: '99.0', beatAgeMs: 120_001 }],
  ])('a dead 99.0 waiter %s is cleared, so that bash jobs need not obey it', (_, looks) => {
    expect(outcome([waits('dead', ['h1'], looks)])).toBe('clear dead');
  });
  it('a live one, a dead one elsewhere, and an old bash waiter are left alone', () => {
    expect(outcome([waits('x', ['h1'], { version: '4.20', beatAgeMs: 120_000 })], {}, {})).toContain('take');
    expect(outcome([waits('x', ['h2'], { beatAgeMs: 'none' })])).toBe('take h1 held new');
    expect(outcome([BASH, bashWaits('h1', '9.9', 13 * HOUR_MS)], {}, { target: 'h1' })).toContain('take h1');
  });
  it("a lease under another job's lock is marked as lost", () => {
    expect(outcome([BASH, holds('x', 'h1', { lock: OLD })])).toBe('lose h1');
  });
});

describe('other processes of the same job', () => {
  const owner = 'owner-of-me';
  const lease = (looks: HolderLooks): Part => holds('earlier', 'h1', { owner, ...looks });

  it('a later attempt takes over at once, lease and place', () => {
    expect(outcome([lease({ attempt: 1 })], { attempt: 2 })).toBe('take h1 held new');
    const place = waits('earlier', ['h1'], { owner, version: '4.21', arrivedAgoMs: 60_000 });
    const verbs = verbsOf(decide(me({ attempt: 2 }), [holds('x', 'h1'), place]));
    expect(verbs).toMatchObject([{ verb: 'wait', supersedes: 'earlier' }]);
  });

  it('even past those who are ahead: the host was its own all the time', () => {
    expect(outcome([lease({}), waits('x', ['h1'], { version: '9.9' })], { attempt: 2 })).toContain('take h1');
  });

  it.each([
    [0, 'wait'],
    [29_999, 'wait'],
    [30_000, 'take h1 held waiting'],
    [30_001, 'take h1 held waiting'],
  ])(
    'the same attempt waits while the other beats, and takes over after two intervals: %p ms',
    (beatAgeMs, gisted) => {
      expect(outcome([lease({ beatAgeMs, details: { heartbeatMs: 15_000 } })], {}, { target: 'h1' })).toBe(
        gisted,
      );
    },
  );

  it('and says that it waits for itself, and when that ends', () => {
    const parts = [
      lease({ beatAgeMs: 10_000, details: { heartbeatMs: 15_000 } }),
      placeOf(me(), { target: 'h1' }),
    ];
    expect(decide(me(), parts)).toMatchObject({
      kind: 'wait',
      wakeAtMs: NOW_MS + 20_000,
      report: { because: 'earlier-attempt' },
    });
  });

  it('an earlier attempt never has it back', () => {
    expect(outcome([lease({ attempt: 2 })], { attempt: 1 })).toBe('superseded');
    expect(outcome([waits('later', ['h1'], { owner, attempt: 2 })], { attempt: 1 })).toBe('superseded');
  });

  it('one whose place another process has taken is superseded; one that was merely cleared is not', () => {
    const adopted = [holds('x', 'h1'), waits('later', ['h1'], { owner, attempt: 1 })];
    const registered = { ...NO_MEMORY, wasRegistered: true };
    expect(decide(me(), adopted, registered).kind).toBe('superseded');
    expect(gist(decide(me(), [holds('x', 'h1')], registered))).toBe('wait h1 asking h1');
  });

  it('two legs of one run are two owners', () => {
    const leg = holds('leg-a', 'h1', { owner: 'run-1/build/a' });
    expect(outcome([leg], { owner: 'run-1/build/b', attempt: 2 })).toBe('wait h1 asking h1');
  });

  it('an owner of another tenant is another job', () => {
    expect(outcome([lease({ tenant: 'other' })], { attempt: 2 })).toBe('wait h1 asking h1');
  });

  it('an earlier attempt that is a hold or is dead is no obstacle', () => {
    expect(outcome([lease({ beatAgeMs: 'none' })], { attempt: 1 })).toContain('take h1');
    expect(outcome([waits('old', ['h1'], { owner, attempt: 2, beatAgeMs: 'none' })])).toBe('clear old');
  });
});

describe('what is ours already', () => {
  it('a lost reply of the take is found by the own id', () => {
    const decision = decide(me(), [holds('me', 'h1')]);
    expect(decision.kind).toBe('acquired');
  });
  it('one that expired while this process was stopped goes back, and the place stays', () => {
    expect(outcome([holds('me', 'h1', { beatAgeMs: 120_001 })])).toBe('free h1 place');
  });
  it('after that it registers again, for its id has been used', () => {
    expect(
      outcome([freed('h1', 0), lines(`me.hb:${String(NOW_MS).padStart(15, '0')} ${'b'.repeat(36)} ${OLD}`)]),
    ).toBe('wait h1');
  });
  it('one that was lost is not ours: it waits, in its old place', () => {
    const lost = holds('me', 'h1', { state: 'lost', lock: OLD });
    expect(outcome([BASH, lost], {}, { target: 'h1' })).toBe('wait');
  });
});

describe('with bash jobs: a take settles', () => {
  const place = (looks: WaiterLooks = {}): Part => placeOf(me(), { target: 'h1', ...looks });
  const settling = (looks: HolderLooks = {}): Part => holds('me', 'h1', { state: 'settling', ...looks });
  const since = (agoMs: number): AcquireMemory => ({ ...NO_MEMORY, settlingSinceMs: NOW_MS - agoMs });

  it('it registers first, with a waiting file at the free host, then takes', () => {
    expect(outcome([BASH])).toBe('wait h1 asking h1');
    expect(gist(decide(me(), [BASH, place()]))).toBe('ask h1, take h1 settling waiting');
  });

  it('among several candidates the waiting file goes where it settles', () => {
    const request = me({ groups: [['h1', 'h2']], version: '4.22' });
    const parts = [BASH, holds('x', 'h1'), placeOf(request, { target: 'h1' })];
    expect(gist(decide(request, parts))).toBe('ask h2, take h2 settling waiting');
  });

  it.each([
    [undefined, 'wait'],
    [0, 'wait'],
    [9_999, 'wait'],
    [10_000, 'held h1'],
    [10_001, 'held h1'],
  ])('the settle time runs from the first snapshot that shows the own lock: %p ms', (agoMs, expected) => {
    const memory = agoMs === undefined ? NO_MEMORY : since(agoMs);
    const decision = decide(me(), [BASH, settling(), place()], memory);
    expect(gist(decision)).toBe(expected);
    if (decision.kind === 'wait') {
      expect(decision.report.because).toBe('settling');
      expect(decision.wakeAtMs).toBe(NOW_MS - (agoMs ?? 0) + 10_000);
    }
  });

  it('a settle time of 0 ends at once', () => {
    expect(outcome([BASH, settling()], { settleMs: 0 }, { target: 'h1' })).toBe('held h1');
  });

  it('a missing lock is put back, and it settles anew', () => {
    expect(gist(decide(me(), [BASH, settling({ lock: 'none' }), place()], since(10_000)))).toBe('renew h1');
    const snapshot = snapshotOf(BASH, settling({ lock: 'none' }), place());
    expect(remember(snapshot, me(), since(9_000)).settlingSinceMs).toBeUndefined();
  });

  it('a reboot does not make it settle for as long as the machine had been up', () => {
    const snapshot = snapshotOf(BASH, settling(), place());
    const before: AcquireMemory = { ...NO_MEMORY, settlingSinceMs: 90 * NOW_MS };
    expect(remember(snapshot, me(), before).settlingSinceMs).toBe(NOW_MS);
  });

  it('of two hosts, the time runs while both locks stand', () => {
    const request = me({ groups: [['h1'], ['h2']] });
    const both = (lock: object): AcquireMemory =>
      remember(
        snapshotOf(BASH, settling(), holds('me', 'h2', { state: 'settling', ...lock }), placeOf(request)),
        request,
        since(5_000),
      );
    expect(both({}).settlingSinceMs).toBe(NOW_MS - 5_000);
    expect(both({ lock: 'none' }).settlingSinceMs).toBeUndefined();
    expect(both({ lock: OLD }).settlingSinceMs).toBeUndefined();
  });

  it.each<[string, Part]>([
    ['a newer version', waits('x', ['h1'], { version: '4.22', target: 'h1' })],
    ['a bash job of a newer version', bashWaits('h1', '4.22')],
  ])('%s that came meanwhile gets it: back to the queue with the old place', (_, part) => {
    expect(gist(decide(me(), [BASH, settling(), place(), part], since(10_000)))).toBe('free h1 place');
  });

  it('exempt time is no shelter while it settles, for its job has not begun', () => {
    const exempt = settling({ takenAgoMs: 5, details: { exemptMs: HOUR_MS } });
    const newer = waits('x', ['h1'], { version: '4.22', target: 'h1' });
    expect(gist(decide(me(), [BASH, exempt, place(), newer]))).toBe('free h1 place');
  });

  it('lost to a late bash write: marked so, never written back', () => {
    expect(gist(decide(me(), [BASH, settling({ lock: OLD }), place()], since(10_000)))).toBe('lose h1');
    const lost = holds('me', 'h1', { state: 'lost', lock: OLD });
    expect(gist(decide(me(), [BASH, lost, place()], since(10_000)))).toBe('wait');
    const gone = holds('me', 'h1', { state: 'lost' });
    expect(gist(decide(me(), [BASH, gone, place()]))).toBe('ask h1, take h1 settling waiting');
  });

  it('lost on one host of two: the other goes back', () => {
    const request = me({ groups: [['h1'], ['h2']] });
    const parts = [BASH, settling({ state: 'lost', lock: OLD }), holds('me', 'h2', { state: 'settling' })];
    expect(gist(decide(request, [...parts, placeOf(request)]))).toBe('free h2 place');
  });

  it('a priority below that of bash jobs makes no waiting file even there', () => {
    expect(outcome([BASH], { priority: -1 })).toBe('wait h1');
    expect(outcome([BASH], { priority: -1 }, {})).toBe('ask nobody, take h1 settling waiting');
  });
});

describe('with bash jobs: their locks and files', () => {
  const place = placeOf(me(), { target: 'h1' });
  it.each<[string, readonly Part[], string]>([
    ['respected until LOCK_TIMEOUT', [legacy(60), bashHolds('h1', 59_999)], 'wait'],
    [
      'taken over after it, by settling',
      [legacy(60), bashHolds('h1', 60_000)],
      'ask h1, take h1 settling waiting',
    ],
    [
      'with a stamp ahead, respected so much longer',
      [legacy(60), bashHolds('h1', 60_000, String(NOW_NS))],
      'wait',
    ],
    [
      'with a stamp far ahead, no longer than twice',
      [legacy(60), bashHolds('h1', 120_000, '9000000000000000000')],
      'ask h1, take h1 settling waiting',
    ],
    ['a ms before that', [legacy(60), bashHolds('h1', 119_999, '9000000000000000000')], 'wait'],
    [
      'of odd content, by its mtime',
      [legacy(60), bashHolds('h1', 60_000, 'odd')],
      'ask h1, take h1 settling waiting',
    ],
    ['never, where nobody has said LOCK_TIMEOUT', [legacy(), bashHolds('h1', 1000 * HOUR_MS)], 'wait'],
  ])('a lock is %s', (_, parts, expected) => {
    expect(gist(decide(me(), [...parts, place]))).toBe(expected);
  });

  it('a waiter of a newer version goes first, until it has left the host free for 150 s', () => {
    const at = (agoMs: number): string =>
      gist(decide(me(), [BASH, freed('h1', agoMs), bashWaits('h1', '4.22', HOUR_MS), place]));
    expect(at(0)).toBe('wait');
    expect(at(149_999)).toBe('wait');
    expect(at(150_000)).toBe('ask h1, take h1 settling waiting');
  });

  it('one that was passed over so does not preempt the job that took the host', () => {
    const bash = bashWaits('h1', '4.22', HOUR_MS);
    const verbs = verbsOf(decide(me(), [BASH, freed('h1', 150_000), bash, place]));
    const take = verbs.find((verb) => verb.verb === 'take')!;
    expect(take.details.passedOver).toHaveLength(1);
    const settling = holds('me', 'h1', { state: 'settling', takenAgoMs: 10_000, details: take.details });
    const memory = { ...NO_MEMORY, settlingSinceMs: NOW_MS - 10_000 };
    expect(gist(decide(me(), [BASH, settling, place, bash], memory))).toBe('held h1');
    const another = bashWaits('h1', '4.22', 1_000);
    expect(gist(decide(me(), [BASH, settling, place, bash, another], memory))).toBe('free h1 place');
  });

  it('it wakes when that time is over', () => {
    const parts = [BASH, freed('h1', 100_000), bashWaits('h1', '4.22', HOUR_MS), place];
    expect(decide(me(), parts)).toMatchObject({ kind: 'wait', wakeAtMs: NOW_MS + 50_000 });
  });
});

describe('a host whose lease is over', () => {
  it('and that nobody may take at once is cleared, so that the bash job ahead can see it free', () => {
    const parts = [BASH, holds('dead', 'h1', { beatAgeMs: 200_000 }), bashWaits('h1', '4.22')];
    expect(outcome(parts, { version: '4.21' }, {})).toBe('expire h1');
  });

  it('is simply taken by whoever is next', () => {
    const parts = [BASH, holds('dead', 'h1', { beatAgeMs: 200_000 })];
    expect(outcome(parts, {}, { target: 'h1' })).toMatch(/take h1 settling waiting/);
  });
});
