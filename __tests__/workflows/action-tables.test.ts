/** The tables of docs/github-actions.md are made from the action.yml files. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './equipment/examples';
import { ACTIONS } from './equipment/validate';

const DOCUMENT = 'docs/github-actions.md';

function actionTables(
  folder: string,
  ...args: string[]
): { readonly status: number | null; readonly stderr: string } {
  const script = join(ROOT, 'scripts/action-tables.cjs');
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** The parts of this repository that the tables are made of, elsewhere. */
function withCopy(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-tables-'));
  try {
    for (const action of ACTIONS.keys()) {
      mkdirSync(join(folder, action), { recursive: true });
      cpSync(join(ROOT, action, 'action.yml'), join(folder, action, 'action.yml'));
    }
    mkdirSync(join(folder, 'docs'));
    cpSync(join(ROOT, DOCUMENT), join(folder, DOCUMENT));
    cpSync(join(ROOT, '.prettierrc.json'), join(folder, '.prettierrc.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('they are as they should be', () => {
  expect(actionTables(ROOT, '--check')).toEqual({ status: 0, stderr: '' });
});

test('every action has both', () => {
  const text = readFileSync(join(ROOT, DOCUMENT), 'utf8');
  const marks = [...text.matchAll(/<!-- (inputs|outputs) of ([^:]+):/g)].map(
    (match) => `${match[1]} of ${match[2]}`,
  );
  expect(marks).toEqual(
    ['acquire', 'check-quit', 'release', 'run', '.'].flatMap((name) => [
      `inputs of ${name}`,
      `outputs of ${name}`,
    ]),
  );
});

test('an input that is new is missed, and put in', () => {
  withCopy((folder) => {
    for (const action of ACTIONS.keys()) {
      const path = join(folder, action, 'action.yml');
      const more = "inputs:\n  colour:\n    description: 'a | b'\n    default: 'red'\n";
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^inputs:\n/m, more));
    }
    const { status, stderr } = actionTables(folder, '--check');
    expect(status).toBe(1);
    expect(stderr).toContain(DOCUMENT);
    expect(actionTables(folder)).toEqual({ status: 0, stderr: '' });
    const rows = readFileSync(join(folder, DOCUMENT), 'utf8').match(/^\| `colour` +\| a \\\| b; red +\|$/gm);
    expect(rows).toHaveLength(ACTIONS.size);
    expect(actionTables(folder, '--check')).toEqual({ status: 0, stderr: '' });
  });
});

test('a table that somebody has edited is missed', () => {
  withCopy((folder) => {
    const path = join(folder, DOCUMENT);
    writeFileSync(path, readFileSync(path, 'utf8').replace('| `keep` ', '| `kept` '));
    expect(actionTables(folder, '--check').status).toBe(1);
  });
});
