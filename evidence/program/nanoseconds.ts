/** Nanoseconds of this century need 61 bits, and a JavaScript number has 53: what reads one has to keep every digit. */
import type { parseSnapshot } from '../../src/pool/wire';
import type { parseRequestName, requestName } from '../../src/protocol/names';
import type { parseRecord } from '../../src/protocol/record';
import { loadFaulty, type ModuleFault } from '../faulty-modules';
import { seeded, type Seeded } from '../seeded';
import { Violation } from './violation';

export const NUMBER_FAULTS: readonly ModuleFault[] = [
  {
    name: 'Number for nanoseconds in a file’s name',
    file: 'src/protocol/names.ts',
    substitutions: [['arrivalNs: BigInt(arrival)', 'arrivalNs: BigInt(Number(arrival))']],
  },
  {
    name: 'Number for nanoseconds in a record',
    file: 'src/protocol/record.ts',
    substitutions: [['stampNs: BigInt(stamp)', 'stampNs: BigInt(Number(stamp))']],
  },
  {
    name: 'Number for nanoseconds in the time of a file',
    file: 'src/pool/wire.ts',
    substitutions: [
      [
        `BigInt(match[1] ?? '0') * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'))`,
        `BigInt(Math.round(Number(match[1] ?? '0') * 1e9 + Number((match[2] ?? '').padEnd(9, '0'))))`,
      ],
    ],
  },
];

/** Reads numbers of 19 digits in all places where the code does; throws a Violation if one comes out changed. */
export function readNanoseconds(seed: number, fault?: ModuleFault): void {
  const random = seeded(seed);
  const ns = BigInt(`17${digits(random, 17)}`);
  const load = (file: string): unknown => loaded(file, fault);
  const same = (what: string, read: bigint | undefined): void => {
    if (read !== ns) throw new Violation(`${what}: ${String(ns)} is read as ${String(read)}`);
  };
  const names = load('src/protocol/names.ts') as {
    parseRequestName: typeof parseRequestName;
    requestName: typeof requestName;
  };
  const name = names.requestName({ host: 'h1', arrivalNs: ns, major: 4, minor: 21, queued: false });
  same('a name', names.parseRequestName(name)?.arrivalNs);
  const record = load('src/protocol/record.ts') as { parseRecord: typeof parseRecord };
  const line = `1 a o 1 - 0 4.21 lease waiting 0 ${String(ns)} 0 120000 1000+0@boot {}`;
  const parsed = record.parseRecord(line);
  same('a record', parsed.kind === 'record' ? parsed.record.stampNs : undefined);
  const wire = load('src/pool/wire.ts') as { parseSnapshot: typeof parseSnapshot };
  const seconds = `${String(ns).slice(0, -9)}.${String(ns).slice(-9)}`;
  const lines = [
    'snapshot 1 1000 boot 1790000000000000000 3600',
    `lock h1 ${String(ns)}`,
    `mtime h1.lock ${seconds}`,
  ];
  const view = wire.parseSnapshot(lines, { role: 'job', tenant: '-' }).hosts.get('h1');
  same('the time of a file', view?.lockMtimeNs);
}

function digits(random: Seeded, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}

/** The fault is in one of the files only. */
function loaded(file: string, fault: ModuleFault | undefined): unknown {
  const own = fault?.file === file ? fault : undefined;
  const key = `${file} ${own?.name ?? ''}`;
  if (!modules.has(key)) modules.set(key, loadFaulty(file, own));
  return modules.get(key);
}

const modules = new Map<string, unknown>();
