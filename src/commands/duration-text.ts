/** Durations and instants as people read them at a glance. */

const UNITS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'm', ms: 60_000 },
  { unit: 's', ms: 1000 },
] as const;

/** `45s`, `3m10s`, `1h12m`, `2d3h`: the two largest units, rounded down; what is negative counts as 0. */
export function durationText(ms: number): string {
  const first = UNITS.findIndex((unit) => ms >= unit.ms);
  if (first < 0) return '0s';
  let rest = ms;
  return UNITS.slice(first, first + 2)
    .map(({ unit, ms: size }, index) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 && index > 0 ? '' : `${count}${unit}`;
    })
    .join('');
}

/** As durations are given, with nothing rounded: `1h30m`, `2s500ms`; `0s`. */
export function exactDurationText(ms: number): string {
  if (ms === 0) return '0s';
  let rest = ms;
  return [...UNITS.slice(1), { unit: 'ms', ms: 1 }]
    .map(({ unit, ms: size }) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : `${count}${unit}`;
    })
    .join('');
}

/** `10:02Z`, with the date in front if it is another day's than `nowMs`; `10:02:45Z` for what is but seconds away. */
export function clockText(
  epochMs: number,
  nowMs: number,
  precision: 'minutes' | 'seconds' = 'minutes',
): string {
  const [day = '', time = ''] = isoText(epochMs).split('T');
  const [today] = isoText(nowMs).split('T');
  const clock = `${time.slice(0, precision === 'minutes' ? 5 : 8)}Z`;
  return day === today ? clock : `${day} ${clock}`;
}

const LAST_INSTANT = 8_640_000_000_000_000;

/** ISO 8601 with Z. An instant beyond what a date can be, as another job may have written it, is the last that can. */
export function isoText(epochMs: number): string {
  return new Date(Math.max(-LAST_INSTANT, Math.min(LAST_INSTANT, epochMs))).toISOString();
}
