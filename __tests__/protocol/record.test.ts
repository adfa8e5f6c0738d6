import fc from 'fast-check';
import { formatDetails, parseRecord, type Details, type LeaseRecord } from '../../src/protocol/record';

const BOOT = '00000000-0000-4000-8000-000000000001';
const LINE = `1 id-1 owner 2 - -3 4.22.1 lease held 1766568440841947 1766568440841947242 1766568440841947241 120000 5+6@${BOOT} {"job":"j"}`;

function read(line: string): LeaseRecord {
  const parsed = parseRecord(line);
  if (parsed.kind !== 'record') throw new Error(parsed.kind);
  return parsed.record;
}

describe('a record', () => {
  it('reads field by field, nanoseconds exactly', () => {
    expect(read(LINE)).toEqual({
      format: '1',
      id: 'id-1',
      owner: 'owner',
      attempt: 2,
      tenant: '-',
      priority: -3,
      version: { major: 4, minor: 22, text: '4.22.1' },
      kind: 'lease',
      state: 'held',
      token: 1766568440841947,
      stampNs: 1766568440841947242n,
      previousStampNs: 1766568440841947241n,
      ttlMs: 120000,
      until: { startMs: 5, durationMs: 6, bootId: BOOT },
      details: { job: 'j' },
    });
  });

  it.each([
    ['empty', ''],
    ['a blank', ' '],
    ['no format', LINE.slice(2)],
    ['format 1 with a tail', LINE.replace('1', '1x')],
    ['cut short', LINE.slice(0, 60)],
    ['no JSON', LINE.slice(0, LINE.indexOf('{'))],
    ['half of the JSON', LINE.slice(0, -1)],
    ['JSON that is a list', LINE.replace('{"job":"j"}', '[]')],
    ['attempt', LINE.replace(' 2 ', ' two ')],
    ['priority', LINE.replace(' -3 ', ' high ')],
    ['version', LINE.replace('4.22.1', 'v4')],
    ['kind', LINE.replace(' lease ', ' loan ')],
    ['state', LINE.replace(' held ', ' hold ')],
    ['leading zero', LINE.replace(' 120000 ', ' 0120000 ')],
    ['a negative ttl', LINE.replace(' 120000 ', ' -1 ')],
    ['a fraction', LINE.replace(' 120000 ', ' 1.5 ')],
    ['a token beyond exact numbers', LINE.replace(' 1766568440841947 ', ' 9007199254740993 ')],
    ['a stamp of 20 digits', LINE.replace('1766568440841947242', '17665684408419472420')],
    ['until', LINE.replace('5+6@', '5-6@')],
    ['a command for a number', LINE.replace(' 120000 ', ' a[$(touch_x)] ')],
  ])('that is broken says so and is nothing else: %s', (_, line) => {
    expect(parseRecord(line)).toMatchObject({ kind: 'broken' });
  });

  it.each([
    ['2 and whatever else', '2'],
    ['10', '10'],
    [LINE.replace('1 ', '2.1 '), '2.1'],
  ])('of a newer major is a clear answer: %s', (line, format) => {
    expect(parseRecord(line)).toEqual({ kind: 'newer-format', format });
  });

  it('of a newer minor reads, with more fields before the JSON', () => {
    expect(read(LINE.replace('1 ', '1.9 ').replace(' {', ' x=1 y {'))).toMatchObject({
      format: '1.9',
      id: 'id-1',
      until: { durationMs: 6 },
    });
  });

  it('keeps every nanosecond and every microsecond', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }),
        fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        (ns, token) => {
          const record = read(
            LINE.replace('1766568440841947242', String(ns)).replace(' 1766568440841947 ', ` ${token} `),
          );
          expect(record.stampNs).toBe(ns);
          expect(record.token).toBe(token);
        },
      ),
    );
  });
});

describe('the details', () => {
  const parse = (details: Details): Details =>
    read(LINE.replace('{"job":"j"}', () => formatDetails(details))).details;

  it('are one word of printable ASCII, whatever they hold, and read back the same', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            job: fc.string({ unit: 'binary', maxLength: 200 }),
            url: fc.string({ unit: 'grapheme', maxLength: 200 }),
            keeper: fc.boolean(),
            graceMs: fc.nat(),
            groups: fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 20 }))),
            arrivalNs: fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }).map(String),
          },
          { requiredKeys: [] },
        ),
        (details) => {
          expect(formatDetails(details)).toMatch(/^\{[!-~]*\}$/);
          expect(parse(details)).toEqual(details);
        },
      ),
    );
  });

  it('keep what this version does not know, and what has another shape', () => {
    const unknown = { future: { deep: [1, null, 'x y'] }, keeper: 'yes', graceMs: -1, arrivalNs: 5 };
    const details = parse({ unknown });
    expect(details).toEqual({ unknown });
    expect(parse(details)).toEqual({ unknown });
  });

  it.each([
    ['job', 5],
    ['job', 'x'.repeat(2001)],
    ['groups', 'h1'],
    ['groups', [['h1'], [2]]],
    ['keeper', 1],
    ['graceMs', 1.5],
    ['graceMs', '5'],
    ['arrivalNs', '05'],
    ['told', { byId: 'x' }],
    ['previous', { id: 'x', job: 'y' }],
    ['endedBy', null],
  ])('count as not given where their shape is wrong: %s = %j', (key, value) => {
    const line = LINE.replace('{"job":"j"}', () => JSON.stringify({ [key]: value }));
    expect(read(line).details).toEqual({ unknown: { [key]: value } });
  });
});
