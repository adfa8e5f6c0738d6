'use strict';

// node scripts/action-tables.cjs [--check]: writes the inputs and outputs of every action into docs/github-actions.md,
// between its marks, as its action.yml has them. With --check it writes nothing, and fails if the tables are not so.

const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const prettier = require('prettier');
const { parse } = require('yaml');

const ROOT = process.cwd();
const DOCUMENT = join(ROOT, 'docs/github-actions.md');
const MARKED = /(<!-- (inputs|outputs) of ([a-z./-]+): [^>]*-->\n)[^]*?(<!-- end -->)/g;

/** @param {'inputs' | 'outputs'} what @param {string} folder of the action */
function table(what, folder) {
  const action = parse(readFileSync(join(ROOT, folder, 'action.yml'), 'utf8'));
  const rows = Object.entries(action[what]).map(([name, entry]) => [`\`${name}\``, about(entry)]);
  return [[what.slice(0, -1), 'what it is'], ['---', '---'], ...rows].map(line).join('\n');
}

function about({ description, required = false, default: standard }) {
  // what an expression stands for says the description; who reads the table does not write one
  const isPlain = standard !== undefined && !String(standard).includes('${{');
  return `${required ? '**required**; ' : ''}${description}${isPlain ? `; ${standard}` : ''}`;
}

function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

async function main() {
  const before = readFileSync(DOCUMENT, 'utf8');
  const text = before.replace(
    MARKED,
    (_, start, what, folder, end) => `${start}\n${table(what, folder)}\n\n${end}`,
  );
  const options = await prettier.resolveConfig(DOCUMENT);
  const after = await prettier.format(text, { ...options, filepath: DOCUMENT });
  if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, after);
  else if (after !== before) {
    console.error(
      'docs/github-actions.md has not what the action.yml files say: run node scripts/action-tables.cjs',
    );
    process.exitCode = 1;
  }
}

void main();
