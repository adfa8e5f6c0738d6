import { clockText, durationText, isoText } from '../../src/commands/duration-text';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

test.each([
  [0, '0s'],
  [999, '0s'],
  [-5 * S, '0s'],
  [S, '1s'],
  [45 * S, '45s'],
  [M - 1, '59s'],
  [M, '1m'],
  [3 * M + 10 * S, '3m10s'],
  [10 * M + 5 * S, '10m5s'],
  [H - 1, '59m59s'],
  [H, '1h'],
  [H + 59 * S, '1h'],
  [H + 12 * M + 30 * S, '1h12m'],
  [D - 1, '23h59m'],
  [D, '1d'],
  [2 * D + 3 * H + 59 * M, '2d3h'],
  [400 * D, '400d'],
])('%d ms are %s', (ms, expected) => {
  expect(durationText(ms)).toBe(expected);
});

const NOW = Date.parse('2026-03-01T10:02:45.678Z');

test.each([
  ['now', NOW, 'minutes', '10:02Z'],
  ['with seconds', NOW, 'seconds', '10:02:45Z'],
  ['midnight today', Date.parse('2026-03-01T00:00:00Z'), 'minutes', '00:00Z'],
  ['a moment before midnight', Date.parse('2026-03-01T00:00:00Z') - 1, 'minutes', '2026-02-28 23:59Z'],
  ['tomorrow, with seconds', Date.parse('2026-03-02T00:00:00Z'), 'seconds', '2026-03-02 00:00:00Z'],
  ['the epoch', 0, 'minutes', '1970-01-01 00:00Z'],
] as const)('%s', (_, epochMs, precision, expected) => {
  expect(clockText(epochMs, NOW, precision)).toBe(expected);
});

test('an instant that is no date stops nobody', () => {
  expect(isoText(Number.MAX_SAFE_INTEGER)).toBe('+275760-09-13T00:00:00.000Z');
  expect(clockText(Number.MAX_SAFE_INTEGER, NOW)).toBe('+275760-09-13 00:00Z');
  expect(isoText(-Infinity)).toMatch(/^-/);
});
