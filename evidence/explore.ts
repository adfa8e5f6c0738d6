/**
 * `npm run explore [-- --deep] [--world WORDS] [--max-states N] [--settle off] [--calm N]`: goes through everything that can
 * happen in small worlds, and stops at the first fault with a shortest trace to it. From every Nth state on it also sees to
 * what comes of it once nothing goes wrong any more (100; 0 is never). docs/evidence.md says what is in a world.
 */
import { parseArgs } from 'node:util';
import { orWithWhatComesOfIt } from './explorer/calm';
import { search, type SearchResult } from './explorer/search';
import { systemOf } from './explorer/system';
import { DEEP_WORLDS, WORLDS, type NamedWorld } from './explorer/worlds';

const { values } = parseArgs({
  options: {
    deep: { type: 'boolean', default: false },
    world: { type: 'string' },
    'max-states': { type: 'string', default: '2000000' },
    settle: { type: 'string', default: 'on' },
    calm: { type: 'string', default: '100' },
  },
});

function chosen(): readonly NamedWorld[] {
  const all = values.deep ? DEEP_WORLDS : WORLDS;
  const { world } = values;
  const named =
    world === undefined ? all : [...WORLDS, ...DEEP_WORLDS].filter(({ name }) => name.includes(world));
  if (named.length === 0) throw new Error(`--world: no world has these words in its name: ${String(world)}`);
  const settling = values.settle === 'off' ? { settleMs: 0 } : {};
  return named.map(({ name, options }) => ({ name, options: { ...options, ...settling } }));
}

function explore({ name, options }: NamedWorld): SearchResult {
  const startedAtMs = performance.now();
  const system = systemOf(options);
  const broken = orWithWhatComesOfIt(system.broken, Number(values.calm));
  const result = search(
    { ...system, broken },
    {
      maxStates: Number(values['max-states']),
      onDepth: (depth, states) => {
        if (process.stderr.isTTY) process.stderr.write(`\r  depth ${depth}, ${states} states `);
      },
    },
  );
  const { states, moves, depth, isExhausted, found } = result;
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const end = isExhausted ? 'exhausted' : found === undefined ? 'not exhausted' : 'stopped';
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(`${name}: ${states} states, ${moves} moves, depth ${depth}, ${end}, ${seconds} s`);
  if (found !== undefined) {
    found.trace.forEach((move, index) => console.log(`  ${index + 1}. ${move}`));
    console.log(`  broken: ${found.broken}`);
  }
  return result;
}

const results = chosen().map(explore);
const states = results.reduce((sum, result) => sum + result.states, 0);
const faults = results.filter(({ found }) => found !== undefined).length;
console.log(`${results.length} worlds, ${states} states, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
