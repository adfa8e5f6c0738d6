/** Nanoseconds of this century need 61 bits, and a JavaScript number has 53: what reads one has to keep every digit. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import type { parseSnapshot } from '../../src/pool/wire';
import type { parseRequestName, requestName } from '../../src/protocol/names';
import type { parseRecord } from '../../src/protocol/record';
import { seeded, type Seeded } from '../seeded';
import { Violation } from './violation';

const SRC = resolve(__dirname, '../../src');

/** A fault in one file of src. */
export interface Fault {
  readonly name: string;
  readonly file: string;
  readonly substitution: readonly [from: string, to: string];
}

export const NUMBER_FAULTS: readonly Fault[] = [
  {
    name: 'Number for nanoseconds in a file’s name',
    file: 'protocol/names.ts',
    substitution: ['arrivalNs: BigInt(arrival)', 'arrivalNs: BigInt(Number(arrival))'],
  },
  {
    name: 'Number for nanoseconds in a record',
    file: 'protocol/record.ts',
    substitution: ['stampNs: BigInt(stamp)', 'stampNs: BigInt(Number(stamp))'],
  },
  {
    name: 'Number for nanoseconds in the time of a file',
    file: 'pool/wire.ts',
    substitution: [
      `BigInt(match[1] ?? '0') * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'))`,
      `BigInt(Math.round(Number(match[1] ?? '0') * 1e9 + Number((match[2] ?? '').padEnd(9, '0'))))`,
    ],
  },
];

/** Reads numbers of 19 digits in all places where the code does; throws a Violation if one comes out changed. */
export function readNanoseconds(seed: number, fault?: Fault): void {
  const random = seeded(seed);
  const ns = BigInt(`17${digits(random, 17)}`);
  const load = (file: string): unknown => loadSource(file, fault);
  const same = (what: string, read: bigint | undefined): void => {
    if (read !== ns) throw new Violation(`${what}: ${String(ns)} is read as ${String(read)}`);
  };
  const names = load('protocol/names.ts') as {
    parseRequestName: typeof parseRequestName;
    requestName: typeof requestName;
  };
  const name = names.requestName({ host: 'h1', arrivalNs: ns, major: 4, minor: 21, queued: false });
  same('a name', names.parseRequestName(name)?.arrivalNs);
  const record = load('protocol/record.ts') as { parseRecord: typeof parseRecord };
  const line = `1 a o 1 - 0 4.21 lease waiting 0 ${String(ns)} 0 120000 1000+0@boot {}`;
  const parsed = record.parseRecord(line);
  same('a record', parsed.kind === 'record' ? parsed.record.stampNs : undefined);
  const wire = load('pool/wire.ts') as { parseSnapshot: typeof parseSnapshot };
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

/** One file of src as a module of its own, with the fault if it is in that file. */
function loadSource(file: string, fault: Fault | undefined): unknown {
  const own = fault?.file === file ? fault : undefined;
  const key = `${file} ${own?.name ?? ''}`;
  if (!loaded.has(key)) loaded.set(key, evaluate(join(SRC, file), own));
  return loaded.get(key);
}

const loaded = new Map<string, unknown>();

function evaluate(path: string, fault: Fault | undefined): unknown {
  let text = readFileSync(path, 'utf8');
  if (fault !== undefined) {
    const [from, to] = fault.substitution;
    if (text.split(from).length !== 2) throw new Error(`${fault.name}: not once in ${path}: ${from}`);
    text = text.replace(from, () => to);
  }
  const { outputText } = transpileModule(text, {
    compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true },
  });
  const exports = {};
  const load = createRequire(path);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a module, as node makes one of a file
  (new Function('exports', 'require', '__dirname', outputText) as (...parts: unknown[]) => void)(
    exports,
    load,
    dirname(path),
  );
  return exports;
}
