import { availabilityOf, isFree, type Availability } from '../../src/protocol/availability';
import {
  bashHolds,
  bashWaits,
  freed,
  holds,
  HOUR_MS,
  legacy,
  lines,
  NOW_MS,
  snapshotOf,
  waits,
  type Part,
} from './pool-picture';

const OLD = '1700000000000000000';

describe('what a host is to somebody who wants it', () => {
  test.each<[string, readonly Part[], Availability['state']]>([
    ['unknown to the pool', [], 'free'],
    ['only wanted', [waits('a', ['h1'])], 'free'],
    ['given back', [freed('h1', 0)], 'free'],
    ['given back, its own lock still there', [freed('h1', 0, { stampNs: 5n, lock: '5' })], 'free'],
    ['held', [holds('a', 'h1')], 'held'],
    ['held, its lock missing', [holds('a', 'h1', { lock: 'none' })], 'held'],
    ['settling', [holds('a', 'h1', { state: 'settling' })], 'held'],
    ['quitting', [holds('a', 'h1', { state: 'quitting' })], 'held'],
    ['on hold', [holds('a', 'h1', { kind: 'hold', beatAgeMs: 'none' })], 'held'],
    ['resting', [holds('a', 'h1', { beatAgeMs: 120_001 })], 'resting'],
    ['expired', [holds('a', 'h1', { beatAgeMs: 135_001 })], 'free'],
    ['lost, and the other lock gone', [legacy(), holds('a', 'h1', { state: 'lost' })], 'free'],
    ["lost, under the other job's lock", [legacy(), holds('a', 'h1', { state: 'lost', lock: OLD })], 'bash'],
    ["bash's", [legacy(3600), bashHolds('h1')], 'bash'],
    ["bash's, though the mode does not say so yet", [bashHolds('h1', 1000 * HOUR_MS)], 'bash'],
    ["bash's, at LOCK_TIMEOUT - 1 ms", [legacy(60), bashHolds('h1', 59_999)], 'bash'],
    ["bash's, at LOCK_TIMEOUT", [legacy(60), bashHolds('h1', 60_000)], 'free'],
    ["bash's, old, without a LOCK_TIMEOUT", [legacy(), bashHolds('h1', 1000 * HOUR_MS)], 'bash'],
    ["bash's over a dead lease", [legacy(3600), holds('a', 'h1', { beatAgeMs: 'none', lock: OLD })], 'bash'],
    ["bash's of odd content", [legacy(3600), bashHolds('h1', 60_000, 'odd')], 'bash'],
    ['wanted by bash only', [legacy(), bashWaits('h1', '4.22')], 'free'],
  ])('%s', (_, parts, state) => {
    const snapshot = snapshotOf(...parts);
    expect(availabilityOf(snapshot, 'h1').state).toBe(state);
    expect(isFree(snapshot, 'h1')).toBe(state === 'free');
  });
});

describe('a record that can not be read is neither free nor held', () => {
  const RECORD = `1 a o 1 - 0 4.21 lease held 7 ${OLD} 0 120000 0+1@b {}`;
  test.each([
    ['empty', ''],
    ['cut short', RECORD.slice(0, 40)],
    ['of a newer format', RECORD.replace('1', '2')],
    ['of a newer format whose rest looks strange', '2.0 {}'],
    ['without a format', RECORD.slice(2)],
    ['of a state that is none', RECORD.replace('held', 'maybe')],
    ['of a kind that is none', RECORD.replace('lease', 'loan')],
    ['of a token beyond exact numbers', RECORD.replace(' 7 ', ' 9007199254740993 ')],
    ['of a negative ttl', RECORD.replace('120000', '-1')],
    ['of broken JSON', RECORD.replace('{}', '{')],
    ['zeros, as a lost block leaves them', '\0'.repeat(80)],
  ])('%s', (_, text) => {
    const snapshot = snapshotOf(lines('lease h1', `h1.lease:${text}`));
    expect(availabilityOf(snapshot, 'h1').state).toBe('broken');
    expect(isFree(snapshot, 'h1')).toBe(false);
  });

  it('one that is there but could not be printed is broken too', () => {
    expect(availabilityOf(snapshotOf(lines('lease h1')), 'h1').state).toBe('broken');
  });

  it('a newer minor of the format is read', () => {
    const text = RECORD.replace('1', '1.7').replace('{}', '{"later":true}');
    expect(availabilityOf(snapshotOf(lines('lease h1', `h1.lease:${text}`)), 'h1').state).not.toBe('broken');
  });
});

it('says when that may change', () => {
  const at = (...parts: readonly Part[]): unknown => availabilityOf(snapshotOf(...parts), 'h1');
  expect(at(holds('a', 'h1', { beatAgeMs: 20_000 }))).toMatchObject({ endsAtMs: NOW_MS + 100_000 });
  expect(at(holds('a', 'h1', { beatAgeMs: 120_001 }))).toMatchObject({ untilMs: NOW_MS + 14_999 });
  expect(at(legacy(60), bashHolds('h1', 50_000))).toMatchObject({ untilMs: NOW_MS + 10_001 });
  expect(at(legacy(), bashHolds('h1', 50_000))).toMatchObject({ untilMs: undefined });
});
