import { isWanted, journalReader, type JournalEvent } from '../../src/protocol/journal';
import { formatDetails } from '../../src/protocol/record';

const T0 = 1_796_063_315_000;
/** A line of the journal `s` seconds after the first. */
const line = (commit: number, s: number, ...events: string[]): string =>
  [`${commit} ${T0 + s * 1000}000000`, ...events.map((event) => `${event};`)].join(' ');
const json = (details: object): string => formatDetails(details);
const ASKED = 'requested a owner-a 4.21 0 h1,h2 ci {"job":"nightly","project":"p","url":"https://ci/1"}';
const TAKEN = `held a owner-a 4.21 ${T0 * 1000 + 60_000_000} h1 ci {"job":"nightly","project":"p"}`;

const read = (...lines: string[]): readonly JournalEvent[] => journalReader().read(lines);
const seen = (...lines: string[]): (string | null)[][] =>
  read(...lines).map(({ event, hosts, outcome }) => [event, hosts.join(), outcome]);

test('a job from its request to its release: who, how long it waited and held', () => {
  const events = read(line(1, 0, ASKED), line(2, 60, TAKEN), line(3, 90, 'released a h1 1 held'));
  const about = {
    id: 'a',
    owner: 'owner-a',
    job: 'nightly',
    url: 'https://ci/1',
    project: 'p',
    tenant: 'ci',
    version: '4.21',
    by: null,
    note: null,
  };
  expect(events).toEqual([
    {
      ...about,
      commit: 1,
      atMs: T0,
      event: 'requested',
      hosts: ['h1', 'h2'],
      waitedMs: null,
      heldMs: null,
      outcome: null,
    },
    {
      ...about,
      commit: 2,
      atMs: T0 + 60_000,
      event: 'acquired',
      hosts: ['h1'],
      waitedMs: 60_000,
      heldMs: null,
      outcome: null,
    },
    {
      ...about,
      commit: 3,
      atMs: T0 + 90_000,
      event: 'released',
      hosts: ['h1'],
      waitedMs: null,
      heldMs: 30_000,
      outcome: 'released',
    },
  ]);
});

describe('a lease ends', () => {
  const told = `told a h1 ${json({ told: { byId: 'b', byJob: 'newer', byVersion: '4.22', atMs: 1, graceUntilMs: 2, grace: { startMs: 0, durationMs: 1, bootId: 'x' } } })}`;
  const evicted = `evicted a h1 ${json({ note: 'it hangs' })}`;
  test.each([
    ['given back', [], 'released a h1 1 held', 'released', 'released'],
    ['told to leave before', [told], 'released a h1 1 quitting', 'preempted', 'preempted'],
    ['evicted before', [evicted], 'released a h1 1 quitting', 'preempted', 'evicted'],
    ['evicted, and it never looked', [evicted], 'expired a h1 1', 'expired', 'evicted'],
    ['past its time', [], 'expired a h1 1', 'expired', 'expired'],
    ['by a later process of the job', [], 'superseded a h1 1', 'superseded', 'superseded'],
    ["by another job's lock", [], 'lost a h1 1', 'lost', 'lost'],
    ['as a hold, early', ['hold a h1 -'], 'released a h1 1 held', 'unhold', 'released'],
    ['as a hold, by itself', ['hold a h1 -'], 'expired a h1 1', 'unhold', 'expired'],
  ])('%s', (_, before, end, event, outcome) => {
    const lines = [
      line(1, 0, ASKED),
      line(2, 60, TAKEN),
      ...before.map((each) => line(3, 61, each)),
      line(4, 70, end),
    ];
    expect(read(...lines).at(-1)).toMatchObject({ event, outcome, heldMs: 10_000 });
  });

  test('lost, and is told once, though its job gives it back later', () => {
    expect(seen(line(1, 0, TAKEN), line(2, 1, 'lost a h1 1'), line(3, 2, 'released a h1 1 lost'))).toEqual([
      ['acquired', 'h1', null],
      ['lost', 'h1', 'lost'],
    ]);
  });

  test('at several hosts at once, and is one event', () => {
    expect(seen(line(1, 0, 'released a h1 1 held', 'released a h2 1 held', 'released b h3 1 held'))).toEqual([
      ['released', 'h1,h2', 'released'],
      ['released', 'h3', 'released'],
    ]);
  });

  test('that began before the journal does: its token tells for how long', () => {
    const [event] = read(line(9, 60, `released a h1 ${T0 * 1000} held`));
    expect(event).toMatchObject({ heldMs: 60_000, job: null, waitedMs: null });
  });
});

describe('in legacy mode', () => {
  const settling = TAKEN.replace(/^held/, 'settling');
  test('a lease is acquired once it has settled, and not again when a lock was put back', () => {
    const lines = [
      line(1, 0, settling),
      line(2, 10, 'held a'),
      line(3, 20, 'put-back a h1'),
      line(4, 30, 'held a'),
    ];
    expect(seen(...lines)).toEqual([
      ['acquired', 'h1', null],
      ['put-back', 'h1', null],
    ]);
  });

  test('one given back while it settled never was held', () => {
    expect(seen(line(1, 0, settling), line(2, 1, 'released a h1 1 settling')).at(-1)).toEqual([
      'released',
      'h1',
      'given-back',
    ]);
  });

  test('a hold is one once it has settled', () => {
    const lines = [line(1, 0, settling, 'hold a h1 -'), line(2, 10, 'held a')];
    expect(seen(...lines)).toEqual([['hold', 'h1', null]]);
  });
});

test("a person's hold says who and why, and is no lease", () => {
  const details = json({ job: 'ann@desk', note: 'bad NIC' });
  const [hold, ...more] = read(line(1, 0, `held p hold/p 0.0 1 h1 - ${details}`, 'hold p h1 -'));
  expect(hold).toMatchObject({
    event: 'hold',
    by: 'ann@desk',
    note: 'bad NIC',
    version: null,
    hosts: ['h1'],
  });
  expect(more).toEqual([]);
});

test.each([
  ['left a', { event: 'left', outcome: 'left', waitedMs: 5000, job: 'nightly' }],
  ['cleared a owner-a', { event: 'cleared', outcome: 'dead', waitedMs: 5000 }],
  ['amended a 7 -', { event: 'bumped', note: 'priority 7' }],
  [
    `amended a - ${json({ cancelled: { by: 'ann', reason: 'wrong branch' } })}`,
    { event: 'cancelled', by: 'ann', note: 'wrong branch' },
  ],
  [`noted a h1 ${json({ note: 'installing; step 2' })}`, { event: 'noted', note: 'installing; step 2' }],
  ['bash-seen - h1 1766568440841947242', { event: 'bash-seen', hosts: ['h1'], note: 'a lock', id: null }],
  ['bash-seen - h1 odd', { event: 'bash-seen', note: 'a lock' }],
  ['bash-seen - h1 1766568440841947242.4.22', { event: 'bash-seen', note: 'waiting, 4.22' }],
  ['bash-taken-over - h1', { event: 'bash-taken-over', hosts: ['h1'], id: null }],
  ['fixed dead-waiter a h1', { event: 'fixed', hosts: ['h1'], note: 'dead-waiter a' }],
  ['legacy -', { event: 'legacy', note: 'LOCK_TIMEOUT unknown' }],
])('the event %s', (event, expected) => {
  expect(read(line(1, 0, ASKED), line(2, 5, event)).at(-1)).toMatchObject(expected);
});

describe('what cannot be read is left out and counted', () => {
  test.each([
    ['torn within an event', `2 ${T0}000000 released a h1 1 hel`],
    ['torn within its time', '2 17960633'],
    ['empty', ''],
    ['two lines run together', `2 ${T0}000000 relea3 ${T0}000000 left a`],
    ['of words that a newer program writes', line(2, 0, 'hummed a h1')],
  ])('%s', (_, bad) => {
    const reader = journalReader();
    expect(reader.read([line(1, 0, ASKED), bad, line(4, 1, 'left a')]).map(({ event }) => event)).toEqual([
      'requested',
      'left',
    ]);
    expect(reader.skipped()).toBe(1);
  });

  test('of a part of a line and the whole one behind it, the whole one counts', () => {
    const part = line(2, 0, 'released a h1 1 held');
    expect(seen(part, line(2, 0, 'released a h1 1 held', 'left b')).map(([event]) => event)).toEqual([
      'released',
      'left',
    ]);
  });
});

test('a line that comes twice, in one piece or in two, counts once', () => {
  const reader = journalReader();
  const lines = [line(1, 0, ASKED), line(2, 1, TAKEN)];
  expect(reader.read([...lines, ...lines])).toHaveLength(2);
  expect(reader.read([...lines, line(3, 5, 'released a h1 1 held')])).toMatchObject([
    { event: 'released', job: 'nightly' },
  ]);
  expect(reader.lastCommit()).toBe(3);
});

// the program ends the line of such a commit with two blanks
test.each(['', '  '])('a commit without events is no event, and can be read: %j behind its time', (end) => {
  const reader = journalReader();
  expect([reader.read([line(5, 0) + end]), reader.skipped(), reader.lastCommit()]).toEqual([[], 0, 5]);
});

test("others' texts are one line, without anything that a terminal or a log obeys", () => {
  const evil = '\u001b[31mx\n::error::y';
  const details = json({ job: evil, project: evil, url: evil, note: evil });
  const events = read(
    line(1, 0, `requested a own 4.21 0 h1 - ${details}`),
    line(2, 1, `noted a h1 ${details}`, `amended a - ${json({ cancelled: { by: evil, reason: evil } })}`),
  );
  for (const event of events) expect(JSON.stringify(event)).not.toMatch(/\\u001b|\\n|"::/);
});

test('no text of a job makes an event of its own', () => {
  const details = json({ job: 'x; released b h1 1 held;\n9 left c;' });
  expect(seen(line(1, 0, `requested a x;left 4.21 0 h1 - ${details}`))).toEqual([['requested', 'h1', null]]);
});

describe('what is wanted', () => {
  const [event] = read(line(1, 100, ASKED));
  test.each([
    [{}, true],
    [{ hosts: ['h2'] }, true],
    [{ hosts: ['h3'] }, false],
    [{ job: 'NIGHT' }, true],
    [{ job: 'owner-a' }, true],
    [{ job: 'weekly' }, false],
    [{ project: 'p' }, true],
    [{ project: 'P' }, false],
    [{ sinceMs: T0 + 100_000 }, true],
    [{ sinceMs: T0 + 100_001 }, false],
    [{ hosts: ['h1'], job: 'nightly', project: 'q' }, false],
  ])('%j: %s', (filter, wanted) => {
    expect(isWanted(event!, filter)).toBe(wanted);
  });
});
