/** The two terminals of docs/preemption.md, with real processes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endLabs, GIVEWAY, Lab, type Running } from './equipment/lab';

const PAGE = readFileSync(join(__dirname, '../../docs/preemption.md'), 'utf8');

let lab: Lab;
beforeEach(() => void (lab = new Lab()));
afterEach(endLabs);

/** What the page shows of a terminal. */
function terminal(name: string): string {
  const block = new RegExp(`<!-- scene: ${name} -->\\s+\`\`\`console\\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (block === undefined) throw new Error(`no scene ${name}`);
  return block;
}

/** Types the commands of a terminal one after the other, and shows them as a terminal does. */
function type(text: string): Running {
  const commands = text.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
  const script = [
    'exec 2>&1',
    `giveway() { "${process.execPath}" "$CLI" "$@"; }`,
    // the status of the command before stays to be asked for
    ...commands.flatMap((command) => [`status=$?; printf '$ %s\\n' '${command}'; (exit $status)`, command]),
  ];
  return lab.start(['bash', '-c', script.join('\n')], { ...lab.env, POOL: lab.pool, CLI: GIVEWAY });
}

/** Instants and spans apart. */
const shapeOf = (text: string): string =>
  text
    .replace(/(\d{4}-\d\d-\d\d )?\d\d:\d\dZ/g, 'HH:MMZ')
    .replace(/ \(\d+[hms]\w*\)/g, ' (AGE)')
    .replace(/held \d\w* by/g, 'held AGE by')
    // less than a second is not said
    .replace(/waiting \d\w* for/g, 'waiting for')
    .replace(/ after \d\w*$/gm, '')
    .trim();

test('a job is asked to leave, knows by when, and goes; the one that waits knows that it does', async () => {
  const go = lab.path('work', 'go');
  const script = (name: string, ...lines: string[]): void =>
    writeFileSync(join(lab.folder('work'), name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  script(
    'install.sh',
    "trap 'echo finishing the step; until [ -e go ]; do sleep 0.1; done; exit 0' TERM",
    'echo installing',
    // where the shell would tell of a sleep that the signal has ended
    'exec 2>/dev/null',
    'while :; do sleep 0.1; done',
  );
  script('test.sh', 'echo tests passed');

  const holder = type(terminal('holder'));
  await holder.says(/^installing$/m);
  // it is not to look before the other has said that it has not
  const keeper = lab.processes().find(({ line }) => line.includes(`${GIVEWAY} run`));
  process.kill(keeper!.pid, 'SIGSTOP');
  const waiter = type(terminal('waiter'));
  await waiter.says(/will be told when it next looks\n.*place 1 of 1/);
  process.kill(keeper!.pid, 'SIGCONT');
  await holder.says(/^finishing the step$/m);
  await waiter.says(/must be gone by .*\n.*place 1 of 1/);
  writeFileSync(go, '');

  const [held, waited] = await Promise.all([holder.ended, waiter.ended]);
  expect(shapeOf(held.stdout)).toBe(shapeOf(terminal('holder')));
  expect(shapeOf(waited.stdout)).toBe(shapeOf(terminal('waiter')));
  await lab.isClean();
});
