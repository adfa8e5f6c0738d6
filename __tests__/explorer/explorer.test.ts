/** The explorer finds nothing in small worlds as they are, and finds each fault of the decisions that it is there for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orWithWhatComesOfIt } from '../../evidence/explorer/calm';
import { DECISION_MUTANTS, exploreWith } from '../../evidence/explorer/mutants';
import { search } from '../../evidence/explorer/search';
import { systemOf } from '../../evidence/explorer/system';
import { WORLDS } from '../../evidence/explorer/worlds';

/** `npm run explore` goes through all of them; these are exhausted at once. */
const SMALL = [
  'one of two hosts beside both of them',
  'a folder shared with bash, and a reboot that leaves the locks',
];
/** Of the others the beginning. */
const MOST_STATES = 1_500;
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

test('without settling, a bash job that wrote late is on the host together with the holder, by the trace in docs/safety.md', () => {
  const { options } = WORLDS.find(({ name }) => name === 'an older bash job')!;
  const { found } = search(systemOf({ ...options, settleMs: 0 }));
  const trace = found?.trace.map((move, index) => `  ${index + 1}. ${move}\n`).join('');
  const safety = readFileSync(join(__dirname, '../../docs/safety.md'), 'utf8');
  expect(safety).toContain(`${trace}  broken: ${found?.broken}\n`);
});
