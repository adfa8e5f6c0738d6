/** The examples of workflows in README.md and docs/, as complete workflows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMap, isSeq, parseDocument } from 'yaml';

export const ROOT = resolve(__dirname, '../../..');

export interface Example {
  /** Where it begins, such as `README.md:73`. */
  readonly where: string;
  /** As it stands there. */
  readonly text: string;
  /** What it becomes with what a fragment leaves out. */
  readonly workflow: string;
}

/** The texts that have examples, by their paths. */
export function documents(): ReadonlyMap<string, string> {
  const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  const paths = ['README.md', ...docs.map((name) => `docs/${name}`)];
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Every block of YAML that is about GitHub's workflows: all of the document about them, and whatever names an action. */
export function examplesIn(path: string, document: string): Example[] {
  const blocks = [...document.matchAll(/^( *)```ya?ml\n([^]*?)^ *```$/gm)];
  return blocks
    .map((match) => {
      const indent = match[1] ?? '';
      const line = document.slice(0, match.index).split('\n').length + 1;
      const text = (match[2] ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return { where: `${path}:${line}`, text };
    })
    .filter(({ text }) => path === 'docs/github-actions.md' || text.includes('giveway-ci/giveway'))
    .map(({ where, text }) => ({ where, text, workflow: completed(text, where) }));
}

/** What stands before the steps that a document shows alone. */
const BEFORE_STEPS = `on: push
env:
  GIVEWAY_KNOWN_HOSTS: \${{ vars.GIVEWAY_KNOWN_HOSTS }}
jobs:
  job:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
`;

function completed(text: string, where: string): string {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0) throw new Error(`${where}: ${errors.join('\n')}`);
  if (isSeq(contents)) return BEFORE_STEPS + indented(text, 6);
  if (isMap(contents) && contents.has('on') && contents.has('jobs')) return text;
  throw new Error(`${where}: neither a workflow nor its steps`);
}

function indented(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}
