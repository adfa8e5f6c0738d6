import fc from 'fast-check';
import {
  BadReply,
  formatBeat,
  formatCommit,
  parseBeat,
  parseCommitted,
  parseSnapshot,
} from '../../src/pool/wire';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Verb } from '../../src/protocol/verbs';
import { change } from './changes';

const BOOT = '00000000-0000-4000-8000-000000000001';
const CALLER = { role: 'job', tenant: '-' };
const HEAD = `snapshot 12 5000 ${BOOT} 1766568440841947242 off`;
const record = (state: string, stamp: string, json = '{"job":"j"}') =>
  `1 a owner 1 - 0 4.22 lease ${state} 7 ${stamp} 0 120000 1+2@${BOOT} ${json}`;
const parse = (...body: string[]): Snapshot => parseSnapshot([HEAD, ...body], CALLER);
const empty = parse();

describe('a snapshot', () => {
  it('has the head as numbers, nanoseconds exactly', () => {
    expect(empty).toEqual({
      generation: 12,
      uptimeMs: 5000,
      bootId: BOOT,
      wallNs: 1766568440841947242n,
      legacy: undefined,
      caller: CALLER,
      hosts: new Map(),
      waiters: [],
      heartbeats: new Map(),
    });
  });

  it.each([
    [[]],
    [['']],
    [['snapshot']],
    [['snapshot 1 2']],
    [[`snapshot x 5000 ${BOOT} 1 off`]],
    [[`snapshot 1 -5 ${BOOT} 1 off`]],
    [[`snapshot 1 5000 ${BOOT} 1.5 off`]],
    [[`snapshot 1 5000 ${BOOT} 01 off`]],
    [[`snapshot 1 5000 ${BOOT} 1`]],
    [[`snapshot 1 5000 ${BOOT} 1 maybe`]],
    [[`look 1 - 5000 off`]],
  ])('without a proper head is no snapshot: %j', (lines) => {
    expect(() => parseSnapshot(lines, CALLER)).toThrow(BadReply);
  });

  it.each([
    ['off', undefined],
    ['-', { lockTimeoutMs: undefined }],
    ['0', { lockTimeoutMs: 0 }],
    ['600', { lockTimeoutMs: 600_000 }],
  ])('in mode %s', (mode, legacy) => {
    expect(parseSnapshot([HEAD.replace('off', mode)], CALLER).legacy).toEqual(legacy);
  });

  it('puts together what belongs to one host', () => {
    const name = 'h1.lock.waiting.1766568440841947242.4.22';
    const waiting = record('waiting', '1766568440841947242');
    const held = record('held', '1766568440841947243', '{"job":"x:y/z","n":"a:b"}');
    const view = parse(
      'lease h1',
      `waiting ${name}`,
      `h1.lease:${held}`,
      `a.hb:000000000004000 ${BOOT} 1766568440841947242`,
      `../${name}:${waiting}`,
      'lock h1 1766568440841947243',
    );
    expect(view.hosts.get('h1')).toMatchObject({
      recordText: held,
      lockText: '1766568440841947243',
      names: [name],
      problem: undefined,
      record: { stampNs: 1766568440841947243n, details: { job: 'x:y/z' } },
    });
    expect(view.waiters).toMatchObject([
      { id: 'a', arrivalNs: 1766568440841947242n, files: [{ text: name }] },
    ]);
    expect(view.heartbeats).toEqual(new Map([['a', { uptimeMs: 4000, bootId: BOOT }]]));
  });

  it('counts a record that is named and has no text as a problem, not as a free host', () => {
    expect(parse('lease h1').hosts.get('h1')).toMatchObject({ record: undefined, recordText: '' });
    expect(parse('lease h1').hosts.get('h1')!.problem).toContain('damaged');
    expect(parse('lease h1', 'h1.lease:2 what').hosts.get('h1')!.problem).toContain('format 2');
  });

  it.each([
    '',
    'x',
    `000000000004000 ${BOOT}`,
    `4000 ${BOOT} 1766568440841947242`,
    `00000000000400x ${BOOT} 1766568440841947242`,
  ])('counts a heartbeat that cannot be read as unreadable: %j', (text) =>
    expect(parse(`a.hb:${text}`).heartbeats.get('a')).toBe('unreadable'),
  );

  it.each([
    ['1796033679.886422454', 1796033679886422454n],
    ['1796033679', 1796033679000000000n],
    ['1796033679.5', 1796033679500000000n],
    ['0.000000001', 1n],
  ])('takes the mtime of bash files exactly: %s', (text, ns) => {
    const name = 'h1.lock.waiting.5.4.22';
    const view = parse('lock h1 odd', `empty ${name}`, `mtime ${name} ${text}`, `mtime h1.lock ${text}`);
    expect(view.waiters[0]).toMatchObject({ id: name, arrivalNs: ns, record: undefined, priority: 0 });
    expect(view.hosts.get('h1')).toMatchObject({ lockMtimeNs: ns, lockText: 'odd' });
  });

  it('lists names byte for byte in order, whether or not they read as a request', () => {
    const names = ['h1.lock.waiting.9.4.1', 'h1.lock.waiting.10.4.1.queued', 'h1.lock.waiting.1'];
    expect(parse(...names.map((name) => `empty ${name}`)).hosts.get('h1')!.names).toEqual([...names].sort());
  });

  it('does not see a bash waiter in a queue file, nor a waiter in another text', () => {
    expect(parse('empty h1.lock.waiting.9.4.1.queued').waiters).toEqual([]);
    const name = 'h1.lock.waiting.9.4.1';
    expect(parse(`waiting ${name}`, `${name}:${record('held', '9')}`).waiters).toEqual([]);
    expect(parse(`waiting ${name}`, `${name}:junk`).waiters).toEqual([]);
  });

  it('keeps every nanosecond through a reply', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 18n, max: 9n * 10n ** 18n - 1n }), (ns) => {
        const name = `h1.lock.waiting.${ns}.4.22`;
        const view = parseSnapshot(
          [
            `snapshot 1 1 ${BOOT} ${ns} off`,
            'lease h1',
            `h1.lease:${record('held', String(ns))}`,
            `waiting ${name}`,
            `${name}:${record('waiting', String(ns))}`,
          ],
          CALLER,
        );
        expect(view.wallNs).toBe(ns);
        expect(view.hosts.get('h1')!.record!.stampNs).toBe(ns);
        expect(view.waiters[0]!.arrivalNs).toBe(ns);
        expect(view.waiters[0]!.files[0]!.arrivalNs).toBe(ns);
      }),
    );
  });
});

describe('a commit', () => {
  const who = { id: 'a', owner: 'o', attempt: 2 };
  const request = {
    who,
    priority: -1,
    version: '4.22',
    ttlMs: 9,
    hosts: ['h1', 'h2'],
    details: { job: 'a b' },
  };
  it.each<[Verb, string]>([
    [
      { verb: 'wait', ...request, supersedes: undefined, target: 'h2' },
      'wait a o 2 -1 4.22 9 - h2 h1,h2 {"job":"a\\u0020b"}',
    ],
    [
      { verb: 'take', ...request, maxHoldMs: 5, keeper: false, state: 'held', from: 'new' },
      'take a o 2 -1 4.22 9 5 - held new h1,h2 {"job":"a\\u0020b"}',
    ],
    [{ verb: 'target', id: 'a', host: undefined }, 'target a -'],
    [{ verb: 'unwait', id: 'a', arrivalNs: 1766568440841947242n }, 'unwait a 1766568440841947242'],
    [{ verb: 'unwait', id: 'a', arrivalNs: undefined }, 'unwait a -'],
    [{ verb: 'held', id: 'a', hosts: ['h1'] }, 'held a h1 -'],
    [{ verb: 'renew', id: 'a', hosts: ['h1'], keeper: true }, 'renew a h1 k -'],
    [{ verb: 'tell', id: 'a', hosts: ['h1'], details: {} }, 'tell a h1 {}'],
    [
      { verb: 'keep', id: 'a', hosts: ['h1'], ttlMs: 5, keeper: false, details: undefined },
      'keep a h1 5 - -',
    ],
    [
      { verb: 'keep', id: 'a', hosts: ['h1'], ttlMs: 5, keeper: true, details: { job: 'j' } },
      'keep a h1 5 k {"job":"j"}',
    ],
    [{ verb: 'free', id: 'a', hosts: ['h1'], leave: 'end', details: undefined }, 'free a h1 end -'],
    [{ verb: 'free', id: 'a', hosts: ['h1'], leave: 'place', details: {} }, 'free a h1 place {}'],
    [{ verb: 'clear', id: 'a', name: 'h1.lock.waiting.1.4.22' }, 'clear a h1.lock.waiting.1.4.22'],
    [{ verb: 'lose', host: 'h1' }, 'lose h1 -'],
    [{ verb: 'legacy', lockTimeoutS: undefined, folder: undefined }, 'legacy - .'],
    [{ verb: 'legacy', lockTimeoutS: 600, folder: '/run/x' }, 'legacy 600 /run/x'],
  ])('has each verb on one line: %j', (verb, line) => {
    expect(formatCommit(empty, change([], verb), 77)).toBe(`commit 77\nverb ${line}\ngo`);
  });

  it('says what was seen of each host named, and of no other', () => {
    const seen = parse(
      'lease h1',
      'h1.lease:text',
      'lock h1 odd',
      'empty h1.lock.waiting.2',
      'empty h1.lock.waiting.1',
    );
    expect(formatCommit(seen, change(['h1', 'h2']), 1)).toBe(
      [
        'commit 1',
        'host h1',
        'record text',
        'lock odd',
        'names h1.lock.waiting.1 h1.lock.waiting.2',
        'host h2',
        'record -',
        'lock none',
        'names -',
        'go',
      ].join('\n'),
    );
  });

  it.each(['', 'a b', 'a\nverb free b h1 end -', 'a\tb', 'é', 'a\u0000'])(
    'is refused where a word is none: %j',
    (id) =>
      expect(() => formatCommit(empty, change([], { verb: 'target', id, host: 'h1' }), 1)).toThrow(TypeError),
  );

  it('is one line for each verb, whatever is in the details', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (job) => {
        const text = formatCommit(
          empty,
          change([], { verb: 'tell', id: 'a', hosts: ['h1'], details: { job } }),
          1,
        );
        const [, line, ...rest] = text.split('\n');
        expect(rest).toEqual(['go']);
        expect(line!.split(' ')).toHaveLength(5);
      }),
    );
  });
});

describe('an answer', () => {
  it.each([
    ['3 1766568440841947242 0', { token: 0 }],
    ['3 1766568440841947242 1766568440841947', { token: 1766568440841947 }],
    ['3 1 9 unlinked=h1 unlinked=h2', { token: 9, unlinked: ['h1', 'h2'] }],
    ['3 1 0 not-held=h1 lost=h2 put-back=h3 arrival 5', { notHeld: ['h1'], lost: ['h2'], putBack: ['h3'] }],
    ['3 1 0 lost=not-held', { lost: ['not-held'] }],
  ])('to a commit: %s', (text, expected) => {
    const none = { kind: 'committed', token: 0, unlinked: [], notHeld: [], lost: [], putBack: [] };
    expect(parseCommitted(text)).toEqual({ ...none, ...expected });
  });

  it.each(['', '3', '3 1', '3 1 x', '3 1 -'])('to a commit that is none: %j', (text) => {
    expect(() => parseCommitted(text)).toThrow(BadReply);
  });

  it.each([
    ['alive 5000', { kind: 'alive', missingLocks: [] }],
    ['alive 5000 h1 h2', { kind: 'alive', missingLocks: ['h1', 'h2'] }],
    ['gone', { kind: 'gone' }],
    ['expired h1', { kind: 'expired' }],
    ['lost h1', { kind: 'lost' }],
    ['busy', undefined],
    ['', undefined],
    ['alivex', undefined],
  ])('to a heartbeat: %j', (status, expected) => expect(parseBeat(status)).toEqual(expected));

  it('is asked for with the hosts, or none', () => {
    expect(formatBeat('a', [])).toBe('beat a -');
    expect(formatBeat('a', ['h1', 'h2'])).toBe('beat a h1,h2');
  });
});
