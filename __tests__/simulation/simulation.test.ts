/**
 * Eight jobs and bash jobs in virtual time: `npm run simulate` runs as many seeds as one likes. Here are a few, and those by
 * which faults that are put in on purpose are caught.
 */
import { MUTATIONS } from '../../evidence/simulation/mutation';
import { runRound, type RoundResult } from '../../evidence/simulation/round';

const SEEDS = [2, 3, 4, 7, 9, 16];

/** For each fault a seed at which it shows, and by which rule; none is further than 100 seeds away. */
const CAUGHT: Readonly<Record<string, readonly [seed: number, rule: RegExp]>> = {
  'no settle time beside bash jobs': [4, /^\(b\)/],
  'the ttl ignored': [1, /^\(d\)/],
  'a take that compares nothing': [1, /^\(h\)/],
  'tokens by the wall clock alone': [5, /^\(a\)/],
  'what a killed program began is forgotten': [12, /^\(f\)/],
  'a release that takes any lock away': [54, /^\(d\)/],
  'clients that do not see who waits': [2, /^\(h\)/],
  'a job that works on when its lease is over': [7, /^\(b\)/],
};

const rounds: RoundResult[] = [];
beforeAll(async () => {
  for (const seed of SEEDS) rounds.push(await runRound(seed));
}, 120_000);

test.each(SEEDS)('nothing that must not be comes of seed %i', (seed) => {
  const round = rounds.find((one) => one.seed === seed);
  expect(round).toMatchObject({ violation: undefined, trace: [] });
});

test('in these seeds everything goes wrong that can, and jobs are in the way of one another', () => {
  expect(rounds.flatMap(({ counts }) => [...counts.keys()])).toEqual(
    expect.arrayContaining([
      ...['leases', 'leases of several hosts', 'bash leases', 'preemptions', 'lost', 'resumed', 'cancelled'],
      'request: taken up after it was given up',
      'fault: pauses longer than the ttl',
      'fault: programs that are killed',
      'fault: programs that are stopped',
      'fault: reboots that empty the folder of the locks',
      'fault: clocks that are set',
      'excused: a machine stood still for too long',
    ]),
  );
});

test('a seed decides all of a round', async () => {
  expect(await runRound(3)).toEqual(await runRound(3));
});

test('every fault that can be put in is caught by the seed that stands here', () => {
  expect(Object.keys(CAUGHT).sort()).toEqual(MUTATIONS.map(({ name }) => name).sort());
});

test.each(MUTATIONS)('$name: it is seen', async ({ name, mutation, plan }) => {
  const [seed, rule] = CAUGHT[name] ?? [0, /never/];
  const { violation, trace } = await runRound(seed, mutation, plan);
  expect(violation).toMatch(rule);
  expect(trace.length).toBeGreaterThan(1);
});

test.each(MUTATIONS.filter(({ plan }) => plan !== undefined))(
  '$name: the same round without it is sound',
  async ({ name, plan }) => {
    expect((await runRound(CAUGHT[name]?.[0] ?? 0, {}, plan)).violation).toBeUndefined();
  },
);
