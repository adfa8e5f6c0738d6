/** Faults in the decisions, each with the small world in which the explorer finds it. */
import { loadFaulty, type ModuleFault } from '../faulty-modules';
import type { orWithWhatComesOfIt } from './calm';
import type { search, SearchResult } from './search';
import type { systemOf } from './system';
import type { WorldOptions } from './world';
import { WORLDS } from './worlds';

export interface DecisionMutant extends ModuleFault {
  /** By its name. */
  readonly world: string;
  /** The moves of the shortest trace to what it breaks, or to where it never comes to an end. */
  readonly depth: number;
  /** Nothing is wrong at any instant, but it never comes to an end. */
  readonly isSeenInCalm?: boolean;
}

/** A world by its name, with the decisions as they are or as they would be. */
export function exploreWith(
  fault: (ModuleFault & { readonly isSeenInCalm?: boolean }) | undefined,
  world: string,
): SearchResult {
  const explorer = loadFaulty('evidence/explorer/system.ts', fault) as { systemOf: typeof systemOf };
  const searching = loadFaulty('evidence/explorer/search.ts', undefined) as { search: typeof search };
  const calm = loadFaulty('evidence/explorer/calm.ts', fault) as {
    orWithWhatComesOfIt: typeof orWithWhatComesOfIt;
  };
  const system = explorer.systemOf(optionsOf(world));
  const broken = calm.orWithWhatComesOfIt(system.broken, fault?.isSeenInCalm === true ? 1 : 0);
  return searching.search({ ...system, broken });
}

function optionsOf(world: string): WorldOptions {
  const found = WORLDS.find(({ name }) => name === world);
  if (found === undefined) throw new Error(`no such world: ${world}`);
  return found.options;
}

export const DECISION_MUTANTS: readonly DecisionMutant[] = [
  {
    name: 'no settle',
    file: 'src/protocol/acquire.ts',
    substitutions: [['(memory.settlingSinceMs ?? snapshot.uptimeMs) + request.settleMs', '0']],
    world: 'an older bash job',
    depth: 15,
  },
  {
    name: '>= for > in the order: a version that is no newer makes a holder leave',
    file: 'src/protocol/product-version.ts',
    substitutions: [['a.minor > b.minor', 'a.minor >= b.minor']],
    world: 'two of one minor version',
    depth: 6,
  },
  {
    name: 'a waiting file at every candidate',
    file: 'src/protocol/acquire.ts',
    substitutions: [
      [
        'verbs: [...elsewhere, verb] }',
        'verbs: hosts.map((host): Verb => ({ ...verb, target: host, hosts: [host] })) }',
      ],
    ],
    world: 'two holders, and one that asks one of them to leave',
    depth: 6,
  },
  {
    name: 'a holder leaves for anybody who asks',
    file: 'src/protocol/quit.ts',
    substitutions: [
      [
        "  if (!isMore) return rule;\n  return compareClaims(claimOfWaiter(snapshot, waiter), claimOfHolder(record)) < 0 ? undefined : 'place';",
        '  return isMore ? undefined : undefined;',
      ],
    ],
    world: 'two jobs',
    depth: 6,
  },
  {
    name: 'a holder that is told has no grace',
    file: 'src/protocol/quit.ts',
    substitutions: [['const graceMs = record.details.graceMs ?? DEFAULTS.graceMs', 'const graceMs = 0']],
    world: 'two jobs',
    depth: 6,
  },
  {
    name: 'no lock delay after an expiry',
    file: 'src/protocol/timing.ts',
    substitutions: [['return Math.min(15_000, Math.floor(ttlMs / 8))', 'return ttlMs * 0']],
    world: 'two jobs',
    depth: 7,
  },
  {
    name: 'a free host goes to whoever looks first',
    file: 'src/protocol/acquire.ts',
    substitutions: [
      ['.every(({ waiter }) => !couldTakeNow(snapshot, waiter, host, memory.seen))', '.every(() => true)'],
    ],
    world: 'three jobs, and nothing goes wrong',
    depth: 9,
  },
  {
    name: 'the older version goes first',
    file: 'src/protocol/order.ts',
    substitutions: [
      ['compareProductVersions(b.version, a.version)', 'compareProductVersions(a.version, b.version)'],
    ],
    world: 'three jobs, and nothing goes wrong',
    depth: 9,
  },
  {
    name: 'who came last goes first',
    file: 'src/protocol/order.ts',
    substitutions: [
      ['compareAscending(a.arrivalNs, b.arrivalNs)', 'compareAscending(b.arrivalNs, a.arrivalNs)'],
    ],
    world: 'three jobs, and nothing goes wrong',
    depth: 9,
  },
  {
    name: 'a lease that is somebody else’s by now counts as the own',
    file: 'src/protocol/quit.ts',
    substitutions: [
      [
        "if (record?.id !== id || life.state !== 'live') return",
        "if (record === undefined || life.state !== 'live') return",
      ],
    ],
    world: 'jobs that stand still',
    depth: 9,
  },
  {
    name: 'an expired lease still counts as the own',
    file: 'src/protocol/acquire.ts',
    substitutions: [
      ["!hosts.every((host) => decideExpiry(snapshot, host).state === 'live')", 'hosts.length === 0'],
    ],
    world: 'jobs that stand still',
    depth: 6,
  },
  {
    name: 'a host that rests counts as free',
    file: 'src/protocol/expiry.ts',
    substitutions: [
      ["snapshot.uptimeMs <= untilMs ? { state: 'resting'", "snapshot.uptimeMs <= 0 ? { state: 'resting'"],
    ],
    world: 'two jobs',
    depth: 2,
    isSeenInCalm: true,
  },
  {
    name: 'a live waiter is to be cleared',
    file: 'src/protocol/tidy.ts',
    substitutions: [['&& !isWaiterAlive(snapshot, waiter)', '&& isWaiterAlive(snapshot, waiter)']],
    world: 'two jobs',
    depth: 0,
    isSeenInCalm: true,
  },
  {
    name: 'a lock that was overwritten counts as the own',
    file: 'src/protocol/expiry.ts',
    substitutions: [
      [
        "stamps.includes(view.lockText) ? 'ours' : 'foreign'",
        "stamps.includes(view.lockText) ? 'ours' : 'ours'",
      ],
    ],
    world: 'a newer bash job',
    depth: 0,
    isSeenInCalm: true,
  },
  {
    name: 'an expired lease is waited for',
    file: 'src/protocol/expiry.ts',
    substitutions: [
      [
        "? { state: 'resting', record, untilMs } : { state: 'expired', record }",
        "? { state: 'resting', record, untilMs } : { state: 'live', record, endsAtMs }",
      ],
    ],
    world: 'two jobs',
    depth: 2,
    isSeenInCalm: true,
  },
];
