/**
 * `npm run bench [-- --quick] [--json] [--only WORDS]`: what things cost, each beside something known in the same run.
 * docs/performance.md has the figures. Exit 1 if one is over its limit.
 */
import { parseArgs } from 'node:util';
import { acquireReport } from './acquire';
import { actionReport } from './action';
import { checkpointReport } from './checkpoint';
import { crowdReport } from './crowd';
import { etcdReport } from './etcd';
import { commitsReport, folderReport, queueReport } from './folder';
import { handOverReport } from './hand-over';
import { exceeded, machineLine, printReport, type Report } from './measure';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const isQuick = values.quick;
const rounds = isQuick ? 3 : 7;

/** Undefined: it can't be measured here. */
type Part = () => Promise<Report | undefined>;

const parts: readonly (readonly [name: string, run: Part])[] = [
  ['folder', () => folderReport(rounds)],
  ['queue', () => queueReport(isQuick ? [1, 1000] : [1, 100, 1000, 10_000], rounds)],
  ['commits', () => commitsReport(isQuick ? 50 : 200, isQuick ? 3 : 10)],
  ...(isQuick ? [0, 100] : [0, 20, 100]).map(
    (ms) => [`acquire ${ms} ms`, () => acquireReport(ms, rounds)] as const,
  ),
  ['action', () => actionReport(rounds)],
  ['checkpoint', () => checkpointReport(rounds)],
  [
    'hand-over',
    () =>
      handOverReport(
        isQuick
          ? { counts: [10], handOvers: 10, idleS: 5 }
          : { counts: [1, 10, 100, 300], handOvers: 20, idleS: 20 },
      ),
  ],
  ['crowd', () => crowdReport(isQuick ? 30 : 100)],
  ['etcd', () => etcdReport(rounds)],
];

async function main(): Promise<void> {
  const reports: Report[] = [];
  if (!values.json) console.log(machineLine());
  for (const [name, run] of parts.filter(([name]) => name.includes(values.only))) {
    const report = await run();
    if (report === undefined) {
      console.error(`not measured, for its programs are not installed: ${name}`);
      continue;
    }
    reports.push(report);
    if (!values.json) printReport(report);
  }
  if (values.json) console.log(JSON.stringify({ machine: machineLine(), reports }, null, 2));
  const over = reports.flatMap(exceeded);
  for (const name of over) console.error(`over its limit: ${name}`);
  process.exitCode = over.length > 0 ? 1 : 0;
}

void main();
