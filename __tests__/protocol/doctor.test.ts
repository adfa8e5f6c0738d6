import { diagnose, fixOf, type Finding, type ListedFile, type Listing } from '../../src/protocol/doctor';
import type { Snapshot } from '../../src/protocol/snapshot';
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
const DAY_MS = 24 * HOUR_MS;
// since the machine's start
const DEAD_MS = DAY_MS + 1000;

const FOLDERS: Listing['folders'] = [
  { where: 'pool', mode: 0o2775, uid: 1 },
  { where: 'inner', mode: 0o2775, uid: 1 },
];

function listingOf(more: Partial<Listing> = {}): Listing {
  return {
    uptimeMs: NOW_MS,
    wallMs: NOW,
    committedAtMs: NOW - 1000,
    isModeReadable: true,
    uid: 1,
    poolFilesystem: 'ext2/ext3',
    lockFilesystem: 'ext2/ext3',
    path: '/srv/lab',
    lockPath: '/srv/lab',
    folders: FOLDERS,
    files: [],
    ...more,
  };
}

function file(name: string, more: Partial<ListedFile> = {}): ListedFile {
  return {
    where: 'inner',
    mode: 0o664,
    uid: 1,
    size: 9,
    changedAtMs: NOW - 1000,
    name,
    type: 'regular file',
    ...more,
  };
}

const found = (parts: readonly Part[], listing: Partial<Listing> = {}): Finding[] =>
  diagnose(listingOf(listing), snapshotOf(...parts));
const kinds = (findings: readonly Finding[]): string[] => findings.map(({ what }) => what);

/** At least a day on from the boot, for what must lie there so long. */
const beat = (id: string, agoMs: number): Part =>
  lines(`${id}.hb:${String(NOW_MS - agoMs).padStart(15, '0')} ${BOOT} 1766568440841947242`);

test('where nothing is wrong nothing is found', () => {
  const parts = [
    legacy(3600),
    holds('a', 'h1'),
    holds('b', 'h2', { state: 'settling' }),
    holds('c', 'h3', { kind: 'hold', beatAgeMs: 'none' }),
    freed('h4', 1000),
    waits('w', ['h1', 'h4'], { target: 'h1' }),
    bashHolds('h5', 1000),
    bashWaits('h5', '4.22'),
    beat('new', 1000),
  ];
  const files = [
    ...['gen', 'journal', 'journal.1', 'legacy', 'redo', 'h1.lease', 'a.hb', 'a.ticket', '.tmp.1'].map(
      (name) => file(name),
    ),
    ...[
      'giveway.json',
      'h1.lock',
      'h1.lock.waiting.1.4.22',
      'h1.lock.waiting.1.4.22.queued',
      '.giveway-tmp.1',
    ].map((name) => file(name, { where: 'pool' })),
    file('lost+found', { where: 'pool', type: 'directory' }),
  ];
  expect(found(parts, { files })).toEqual([]);
});

describe('leftovers that are proven to be nobody’s', () => {
  test.each<[string, readonly Part[], Partial<Listing>, string, object]>([
    [
      'the place of a dead job',
      [waits('w', ['h1'], { beatAgeMs: 120_001 })],
      {},
      'dead-waiter',
      { host: 'h1', name: 'w' },
    ],
    [
      'places of one at several hosts',
      [waits('w', ['h1', 'h2'], { beatAgeMs: 'none' })],
      {},
      'dead-waiter',
      { host: null, name: 'w' },
    ],
    ['a lease that is over', [holds('a', 'h1', { beatAgeMs: 200_000 })], {}, 'expired-lease', { host: 'h1' }],
    [
      'a hold that is over',
      [holds('a', 'h1', { kind: 'hold', takenAgoMs: 2 * HOUR_MS, maxHoldMs: HOUR_MS })],
      {},
      'expired-lease',
      { host: 'h1' },
    ],
    [
      'a lock of a free host',
      [freed('h1', 1000, { stampNs: NOW_NS, lock: String(NOW_NS) })],
      {},
      'left-lock',
      { host: 'h1' },
    ],
    ['a heartbeat of nobody', [beat('x', DEAD_MS)], {}, 'lone-heartbeat', { name: 'x' }],
    [
      'a ticket that nobody has spent',
      [],
      { files: [file('a.ticket', { changedAtMs: NOW - DAY_MS })] },
      'old-ticket',
      { name: 'a' },
    ],
    [
      'a temporary file',
      [],
      { files: [file('.tmp.1', { changedAtMs: NOW - HOUR_MS })] },
      'temporary',
      { name: '.tmp.1' },
    ],
    [
      'one among the locks',
      [],
      { files: [file('.giveway-tmp.1', { where: 'pool', changedAtMs: NOW - HOUR_MS })] },
      'temporary',
      {},
    ],
  ])('%s: it is found, and mended by a commit', (_, parts, listing, what, more) => {
    const [finding, ...others] = found(parts, listing);
    expect(finding).toMatchObject({ what, isSafe: true, act: 'giveway doctor --fix', ...more });
    expect(others).toEqual([]);
    const { verbs } = fixOf(snapshotOf(...parts), finding!)!;
    expect(verbs.at(-1)).toMatchObject({ verb: 'fixed', what });
    expect(verbs.length).toBe(2);
  });

  test.each<[string, readonly Part[], Partial<Listing>]>([
    ['the place of a job that lives', [waits('w', ['h1'], { beatAgeMs: 120_000 })], {}],
    ['a lease that rests', [holds('a', 'h1', { beatAgeMs: 120_001 })], {}],
    ['a lease whose heartbeat cannot be read', [holds('a', 'h1', { beatAgeMs: 'unreadable' })], {}],
    ['a heartbeat of nobody, of less than a day', [beat('x', DAY_MS - 1)], {}],
    [
      'a heartbeat that a lease lives on',
      [holds('x', 'h1', { ttlMs: 9 * DAY_MS, maxHoldMs: 9 * DAY_MS, beatAgeMs: DEAD_MS })],
      {},
    ],
    ['a ticket of less than a day', [], { files: [file('a.ticket', { changedAtMs: NOW - DAY_MS + 1 })] }],
    [
      'a temporary file of less than an hour',
      [],
      { files: [file('.tmp.1', { changedAtMs: NOW - HOUR_MS + 1 })] },
    ],
  ])('but not %s', (_, parts, listing) => {
    expect(found(parts, listing)).toEqual([]);
  });
});

describe('what only a person can judge is said, with what to do', () => {
  const record = lines('lease h1', 'h1.lease:rubbish');
  test.each<[string, readonly Part[], Partial<Listing>, string, RegExp]>([
    [
      'an old lock of a bash job',
      [legacy(3600), bashHolds('h1', 2 * HOUR_MS + 1)],
      {},
      'bash-lock',
      /rm -- '\/srv\/lab\/h1\.lock'/,
    ],
    ['a lock that nobody knows, in a pool of ours alone', [bashHolds('h1', 1)], {}, 'unknown-lock', /rm -- /],
    [
      'an old waiting file of a bash job',
      [legacy(3600), bashWaits('h1', '4.22', 12 * HOUR_MS + 1)],
      {},
      'bash-waiter',
      /rm -- '\/srv\/lab\/h1\.lock\.waiting/,
    ],
    [
      'a record that cannot be read',
      [record],
      {},
      'broken-record',
      /mv -- '\/srv\/lab\/\.giveway\/h1\.lease'/,
    ],
    [
      'a place that cannot be read',
      [lines('waiting h1.lock.waiting.1.4.22.queued', '../h1.lock.waiting.1.4.22.queued:x')],
      {},
      'broken-request',
      /rm -- /,
    ],
    [
      'a stray file',
      [],
      { files: [file('notes.txt', { where: 'pool' })] },
      'stray',
      /mv -- '\/srv\/lab\/notes\.txt'/,
    ],
    ['a stray file in .giveway', [], { files: [file('core')] }, 'stray', /'\/srv\/lab\/\.giveway\/core'/],
    [
      'a folder in a lock’s place',
      [],
      { files: [file('h1.lock', { where: 'pool', type: 'directory' })] },
      'stray',
      /mv -- /,
    ],
    [
      'a link in a record’s place',
      [],
      { files: [file('h1.lease', { type: 'symbolic link' })] },
      'stray',
      /mv -- /,
    ],
    [
      'a name with a quote',
      [],
      { files: [file("a'b", { where: 'pool' })] },
      'stray',
      /'\/srv\/lab\/a'\\''b'/,
    ],
    [
      'a lock beside a pool that has its locks elsewhere',
      [],
      { lockPath: '/run/l', files: [file('h1.lock', { where: 'pool' })] },
      'stray',
      /mv -- /,
    ],
    [
      'a sticky folder',
      [],
      { folders: [{ where: 'pool', mode: 0o3775, uid: 1 }] },
      'permissions',
      /chmod -t -- '\/srv\/lab'/,
    ],
    [
      'a folder that everyone writes in',
      [],
      { folders: [{ where: 'pool', mode: 0o2777, uid: 1 }] },
      'permissions',
      /chmod o-w/,
    ],
    [
      '.giveway without setgid',
      [],
      { folders: [{ where: 'inner', mode: 0o775, uid: 1 }] },
      'permissions',
      /chmod g\+s -- '\/srv\/lab\/\.giveway'/,
    ],
    [
      'a heartbeat that other accounts cannot write',
      [],
      { files: [file('a.hb', { mode: 0o644, uid: 2 })] },
      'permissions',
      /chmod g\+w/,
    ],
    ['a tmpfs', [], { poolFilesystem: 'tmpfs', lockFilesystem: 'tmpfs' }, 'tmpfs', /giveway init/],
    ['NFS', [], { poolFilesystem: 'nfs' }, 'nfs', /giveway init/],
    [
      'a commit that stays in flight',
      [],
      { files: [file('redo', { changedAtMs: NOW - 60_000 })] },
      'redo',
      /room on the disk/,
    ],
    ['a mode that cannot be read', [], { isModeReadable: false }, 'broken-record', /giveway init/],
    ['a clock that was set back', [], { committedAtMs: NOW + 2000 }, 'clock', /NTP/],
    ['a file of the future', [], { files: [file('gen', { changedAtMs: NOW + 2000 })] }, 'clock', /NTP/],
    ['an uptime that went back', [holds('a', 'h1', { beatAgeMs: -2000 })], {}, 'clock', /\/proc\/uptime/],
    ['bash jobs without LOCK_TIMEOUT', [legacy()], {}, 'no-lock-timeout', /--lock-timeout/],
  ])('%s', (_, parts, listing, what, act) => {
    const findings = found(parts, listing);
    expect(kinds(findings)).toEqual([what]);
    expect(findings[0]).toMatchObject({ isSafe: false, act: expect.stringMatching(act) as string });
    expect(fixOf(snapshotOf(...parts), findings[0]!)).toBeUndefined();
  });

  test.each<[string, readonly Part[], Partial<Listing>, boolean]>([
    ['a pool on a tmpfs', [], { poolFilesystem: 'tmpfs' }, true],
    ['bash jobs without LOCK_TIMEOUT', [legacy()], {}, true],
    ['a file of nobody', [], { files: [file('notes.txt', { where: 'pool' })] }, true],
    ['one with an odd name', [], { files: [file('a? odd name', { type: 'odd name' })] }, true],
    [
      'a folder in a lock’s place',
      [],
      { files: [file('h1.lock', { where: 'pool', type: 'directory' })] },
      false,
    ],
    ['NFS', [], { poolFilesystem: 'nfs' }, false],
    ['an old lock of a bash job', [legacy(3600), bashHolds('h1', 2 * HOUR_MS + 1)], {}, false],
    ['a dead waiter', [waits('w', ['h1'], { beatAgeMs: DEAD_MS })], {}, false],
  ])('is advice, on which no timer fails, or is wrong: %s', (_, parts, listing, isAdvice) => {
    expect(found(parts, listing).map((finding) => finding.isAdvice)).toEqual([isAdvice]);
  });

  test('a lock of a bash job that counts is nothing wrong, nor a folder on NFS that was opted for', () => {
    expect(found([legacy(3600), bashHolds('h1', HOUR_MS - 1)])).toEqual([]);
    expect(diagnose(listingOf({ poolFilesystem: 'nfs' }), snapshotOf(), { allowNfs: true })).toEqual([]);
    expect(found([legacy(3600)], { lockPath: '/run/l', lockFilesystem: 'tmpfs' })).toEqual([]);
  });

  test('without a snapshot what the listing tells is there all the same', () => {
    const files = [file('core'), file('redo', { changedAtMs: NOW - HOUR_MS })];
    expect(kinds(diagnose(listingOf({ files }), undefined))).toEqual(['redo', 'stray']);
  });
});

test("others' texts are fit to print", () => {
  const evil = '\u001b[31mx\n::error::y';
  const snapshot: Snapshot = snapshotOf(
    waits('w', ['h1'], { beatAgeMs: 'none', details: { job: evil } }),
    holds('a', 'h2', { beatAgeMs: 'none', details: { job: evil } }),
  );
  const findings = diagnose(listingOf({ files: [file('\u001b[1mx', { where: 'pool' })] }), snapshot);
  expect(findings).toHaveLength(3);
  for (const finding of findings) expect(JSON.stringify(finding)).not.toMatch(/\\u001b|\\n/);
});
