/** Nothing goes on for ever: no preempt-and-return, and with starve-after no wait. On the real decisions, in virtual time. */
import fc from 'fast-check';
import { runLab, type Plan, type Run, type Story } from './virtual-lab';

const STEP_MS = 15_000;
const MINUTE_MS = 60_000;

// ---- an old version behind an endless stream of newer jobs

const STREAM = 10_000;
const WORKS_MS = STEP_MS;

/** As soon as one is done the next comes: whenever the host gets free, one of them waits for it. */
const stream: Plan[] = Array.from({ length: STREAM }, (_, index) => ({
  name: `new-${index}`,
  version: '4.22',
  arrivesAtMs: 0,
  worksMs: WORKS_MS,
}));

function behindTheStream(old: Partial<Plan>): { readonly old: Story; readonly others: readonly Story[] } {
  const plan: Plan = { name: 'old', version: '4.21', arrivesAtMs: 0, worksMs: 10 * MINUTE_MS, ...old };
  const stories = runLab([...stream.slice(0, 2), plan, ...stream.slice(2)], { untilMs: Infinity, crowd: 4 });
  const others = [...stories.values()].filter(({ name }) => name !== 'old');
  return { old: stories.get('old')!, others };
}

const STARVE_AFTER_MS = 60 * MINUTE_MS;

/** It has its turn when it has starved and the holder of that moment is done, and then it is left in peace. */
function getsItsTurn(old: Story): void {
  expect(old.acquiredAtMs).toHaveLength(1);
  expect(old.acquiredAtMs[0]).toBeGreaterThanOrEqual(STARVE_AFTER_MS);
  expect(old.acquiredAtMs[0]).toBeLessThanOrEqual(STARVE_AFTER_MS + WORKS_MS + STEP_MS);
  expect(old.gaveWayTo).toEqual([]);
  expect(old.end).toBe('done');
}

describe(`an old version behind an endless stream of newer jobs, ${STREAM} of them`, () => {
  it('gets its turn with starve-after, is not made to leave again, and has made nobody leave', () => {
    const { old, others } = behindTheStream({ details: { starveAfterMs: STARVE_AFTER_MS } });
    getsItsTurn(old);
    expect(others).toHaveLength(STREAM);
    expect(others.filter(({ end }) => end !== 'done')).toEqual([]);
  });

  it('without starve-after it waits until the stream ends, and this very test fails', () => {
    const { old, others } = behindTheStream({});
    expect(() => getsItsTurn(old)).toThrow();
    const lastOfThem = Math.max(...others.flatMap(({ acquiredAtMs }) => acquiredAtMs));
    expect(others.filter(({ end }) => end === 'done')).toHaveLength(STREAM);
    expect(old.acquiredAtMs[0]).toBeGreaterThan(lastOfThem);
  });
});

describe('an old version that gets on between two newer jobs, and comes back each time that one makes it leave', () => {
  const NEWER = 200;
  // there for a quarter of the time; the old one needs longer than they leave it
  const newer: Plan[] = Array.from({ length: NEWER }, (_, index) => ({
    name: `new-${index}`,
    version: '4.22',
    arrivesAtMs: (index + 1) * 4 * STEP_MS,
    worksMs: STEP_MS,
  }));
  const between = (details: Plan['details'] = {}): Story =>
    runLab(
      [
        { name: 'old', version: '4.21', arrivesAtMs: 0, worksMs: 8 * STEP_MS, onQuit: 'requeue', details },
        ...newer,
      ],
      { untilMs: Infinity },
    ).get('old')!;

  it('has starved once all its waits together are as long as starve-after, and then is left in peace', () => {
    const { gaveWayTo, acquiredAtMs, end } = between({ starveAfterMs: 20 * STEP_MS });
    expect(end).toBe('done');
    expect(gaveWayTo.length).toBeGreaterThan(5);
    expect(gaveWayTo.length).toBeLessThanOrEqual(20);
    expect(acquiredAtMs).toHaveLength(gaveWayTo.length + 1);
  });

  it('without starve-after it gives way to each of them, until no more come', () => {
    expect(between().gaveWayTo).toHaveLength(NEWER);
  });

  it('with an exempt time as long as its work it gives way to none', () => {
    expect(between({ exemptMs: 8 * STEP_MS }).gaveWayTo).toEqual([]);
  });
});

// ---- preempt and return

/** What a job may be set to, one of each. */
const SETTINGS = {
  preempts: [true, false],
  preemptible: [true, false],
  exemptMs: [0, MINUTE_MS],
  starveAfterMs: [undefined, 0, MINUTE_MS],
} as const;

type Setting = { readonly [K in 'preempts' | 'preemptible']: boolean } & {
  readonly exemptMs: number;
  readonly starveAfterMs: number | undefined;
};

function everySetting(): Setting[] {
  const { preempts, preemptible, exemptMs, starveAfterMs } = SETTINGS;
  return preempts.flatMap((asks) =>
    preemptible.flatMap((goes) =>
      exemptMs.flatMap((exempt) =>
        starveAfterMs.map((starve) => ({
          preempts: asks,
          preemptible: goes,
          exemptMs: exempt,
          starveAfterMs: starve,
        })),
      ),
    ),
  );
}

function detailsOf({ starveAfterMs, ...rest }: Setting, graceMs: number): NonNullable<Plan['details']> {
  return { ...rest, graceMs, ...(starveAfterMs === undefined ? {} : { starveAfterMs }) };
}

/** How often each job gave way to each other one: `victim>preemptor` to a number. */
function preemptions(stories: ReadonlyMap<string, Story>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, gaveWayTo } of stories.values()) {
    for (const other of gaveWayTo) counts.set(`${name}>${other}`, (counts.get(`${name}>${other}`) ?? 0) + 1);
  }
  return counts;
}

/** All come to their end; of two jobs one at most makes the other leave, and that not more often than there are jobs above. */
function comesToAnEnd(plans: readonly Plan[], run: Omit<Run, 'untilMs'> = {}): Map<string, number> {
  // each job's work in turn, as often as it may be made to leave
  const untilMs = plans.length * plans.length * 20 * MINUTE_MS;
  const stories = runLab(plans, { ...run, untilMs });
  const unfinished = [...stories.values()].filter(({ end }) => end !== 'done' && end !== 'timed-out');
  expect(unfinished).toEqual([]);
  const counts = preemptions(stories);
  for (const [pair, count] of counts) {
    const [victim = '', preemptor = ''] = pair.split('>');
    expect(counts.get(`${preemptor}>${victim}`) ?? 0).toBe(0);
    expect(count).toBeLessThan(plans.length);
  }
  return counts;
}

describe('two jobs that queue again as soon as they have given way', () => {
  const all = everySetting();
  const pairs = all.flatMap((older) => all.map((newer) => [older, newer] as const));
  const plansOf = ([older, newer]: (typeof pairs)[number], priority: number, graceMs: number): Plan[] => [
    {
      name: 'older',
      version: '4.21',
      priority,
      arrivesAtMs: 0,
      worksMs: 3 * MINUTE_MS,
      onQuit: 'requeue',
      lingers: true,
      details: detailsOf(older, graceMs),
    },
    {
      name: 'newer',
      version: '4.22',
      arrivesAtMs: 2 * STEP_MS,
      worksMs: 3 * MINUTE_MS,
      onQuit: 'requeue',
      details: detailsOf(newer, graceMs),
    },
  ];

  it.each<[string, number, number]>([
    ['of one priority', 0, 0],
    ['of one priority, with a grace that is used up', 0, MINUTE_MS],
    ['where the older version has the higher priority', 1, 0],
    ['where the newer version has the higher priority', -1, MINUTE_MS],
  ])('one gives way once at most, whatever their settings: %s', (_, priority, graceMs) => {
    let most = 0;
    for (const pair of pairs) {
      for (const turns of ['as-arrived', 'reversed'] as const) {
        const counts = comesToAnEnd(plansOf(pair, priority, graceMs), { stepMs: 30_000, turns });
        most = Math.max(most, ...counts.values());
      }
    }
    // some did, or the table would show nothing
    expect(most).toBe(priority > 0 ? 0 : 1);
  });
});

describe('several jobs on several hosts, each set as it likes', () => {
  const mostly = (usual: boolean): fc.Arbitrary<boolean> => fc.constantFrom(usual, usual, usual, !usual);
  const setting = fc.record({
    preempts: mostly(true),
    preemptible: mostly(true),
    exemptMs: fc.constantFrom(0, 0, MINUTE_MS, 10 * MINUTE_MS),
    graceMs: fc.constantFrom(0, MINUTE_MS),
    starveAfterMs: fc.constantFrom(undefined, 0, MINUTE_MS, 5 * MINUTE_MS),
  });
  const plan = fc.record({
    version: fc.constantFrom('4.19', '4.20', '4.21', '4.21.3', '4.22'),
    priority: fc.constantFrom(0, 0, 0, 1, -1),
    groups: fc.constantFrom([['h1']], [['h1', 'h2']], [['h2', 'h1']], [['h1'], ['h2']]),
    arrivesAtMs: fc.nat(10).map((steps) => steps * 30_000),
    worksMs: fc.integer({ min: 3, max: 9 }).map((steps) => steps * 30_000),
    waitsMs: fc.constantFrom(undefined, undefined, undefined, 2 * MINUTE_MS),
    lingers: fc.boolean(),
    setting,
  });
  const lab = fc.record({
    plans: fc.array(plan, { minLength: 2, maxLength: 6 }),
    turns: fc.constantFrom('as-arrived' as const, 'reversed' as const),
  });

  it('all come to their end, and no two make each other leave', () => {
    let gaveWay = 0;
    fc.assert(
      fc.property(lab, ({ plans, turns }) => {
        const jobs = plans
          .map(({ setting: { graceMs, ...rest }, waitsMs, ...looks }, index): Plan => {
            const details = detailsOf(rest, graceMs);
            const timeout = waitsMs === undefined ? {} : { waitsMs };
            return { name: `job-${index}`, onQuit: 'requeue', details, ...timeout, ...looks };
          })
          .sort((a, b) => a.arrivesAtMs - b.arrivesAtMs);
        gaveWay += comesToAnEnd(jobs, { stepMs: 30_000, turns }).size;
      }),
      { numRuns: 400 },
    );
    expect(gaveWay).toBeGreaterThan(30);
  });
});
