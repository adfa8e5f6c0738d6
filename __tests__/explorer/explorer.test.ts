/** The explorer finds nothing in small worlds as they are, and finds each fault of the decisions that it is there for. */
import { orWithWhatComesOfIt } from '../../evidence/explorer/calm';
import { DECISION_MUTANTS, exploreWith } from '../../evidence/explorer/mutants';
import { search } from '../../evidence/explorer/search';
import { systemOf } from '../../evidence/explorer/system';
import { WORLDS } from '../../evidence/explorer/worlds';

/** `npm run explore` goes through all of them; these are exhausted at once. */
const SMALL = ['two of one minor version', 'one of two hosts beside both of them'];
/** Of the others the beginning. */
const MOST_STATES = 3_000;
/** From so many states on it is also seen what comes of them. */
const CALM_EVERY = 100;

test.each(WORLDS.map(({ name, options }) => ({ name, options })))(
  'nothing is broken in: $name',
  ({ name, options }) => {
    const isSmall = SMALL.includes(name);
    const system = systemOf(options);
    const { found, isExhausted, states } = search(
      { ...system, broken: orWithWhatComesOfIt(system.broken, CALM_EVERY) },
      isSmall ? {} : { maxStates: MOST_STATES },
    );
    expect(found).toBeUndefined();
    if (isSmall) expect(isExhausted).toBe(true);
    else expect(states).toBeGreaterThan(1_000);
  },
  60_000,
);

test.each(DECISION_MUTANTS.map((mutant) => ({ ...mutant, mutant })))(
  '$name: found in $world',
  ({ mutant, depth }) => {
    const { found } = exploreWith(mutant, mutant.world);
    expect(found?.broken).toMatch(/^\([a-l]\) /);
    expect(found?.trace).toHaveLength(depth);
  },
  60_000,
);

test('the same decisions without a fault, loaded in the same way, are found to break nothing', () => {
  expect(
    exploreWith(undefined, 'a folder shared with bash, and a reboot that leaves the locks'),
  ).toMatchObject({
    isExhausted: true,
    found: undefined,
  });
});

test('without settling, a bash job that wrote late is on the host together with the holder: by a shortest trace', () => {
  const { options } = WORLDS.find(({ name }) => name === 'an older bash job')!;
  const { found } = search(systemOf({ ...options, settleMs: 0 }));
  expect(found?.broken).toBe('(b) a1 and a bash job hold h1');
  expect(found?.trace).toHaveLength(15);
});
