/** Asks those who know whether actions and workflows are right: GitHub's language service, and actionlint. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './examples';
import type { Answer, Question } from './language-service';

/** A folder of an action, from the root, and what `uses:` calls it by. */
export const ACTIONS = new Map([
  ['.', 'giveway-ci/giveway'],
  ...['acquire', 'check-quit', 'release', 'run'].map((name) => [name, `giveway-ci/giveway/${name}`] as const),
]);

/** Others' actions that examples and workflows may name. */
const OTHERS = ['actions/attest', 'actions/checkout', 'actions/setup-node', 'actions/upload-artifact'];

export interface ActionEntry {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string;
}

export interface ActionFile {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, ActionEntry>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value?: string }>>;
  readonly runs: Readonly<Record<string, unknown>>;
}

export function actionText(folder: string): string {
  return readFileSync(join(ROOT, folder, 'action.yml'), 'utf8');
}

export function readAction(folder: string): ActionFile {
  return parse(actionText(folder)) as ActionFile;
}

export interface Document {
  readonly path: string;
  readonly text: string;
}

/** GitHub's language service; made once, for it is a bundle to be built. */
export class LanguageService {
  readonly #folder = mkdtempSync(join(tmpdir(), 'giveway-language-service-'));

  constructor() {
    const source = relative(ROOT, join(__dirname, 'language-service.ts'));
    execFileSync(process.execPath, ['scripts/bundle.cjs', source, this.#folder], { cwd: ROOT });
  }

  /** What is wrong with each of them. */
  check(documents: readonly Document[]): Answer {
    const own = [...ACTIONS].map(([folder, name]) => [name, readAction(folder)] as const);
    const others = OTHERS.map((name) => [name, { name, description: '' }] as const);
    const actions = Object.fromEntries<Question['actions'][string]>([...own, ...others]);
    const question: Question = { documents, actions };
    const input = JSON.stringify(question);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(this.#folder, 'index.js')], {
      input,
      encoding: 'utf8',
    });
    // it prints errors of its own, and goes on
    if (status !== 0 || stderr !== '') throw new Error(`the language service: ${stderr}`);
    return JSON.parse(stdout) as Answer;
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What actionlint finds in each workflow, scripts in it included; it knows our actions by their files. */
export function actionlint(program: string, workflows: readonly Document[]): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'giveway-actionlint-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    // it looks only into actions of the same repository
    mkdirSync(join(folder, '.git'));
    for (const directory of ACTIONS.keys()) write(join(directory, 'action.yml'), actionText(directory));
    for (const path of [
      'acquire',
      'acquire-post',
      'check-quit',
      'release',
      'release-post',
      'run',
      'run-post',
    ]) {
      write(`dist/actions/${path}.js`, '');
    }
    // examples are of no file; workflows know each other by their names
    const paths = workflows.map(({ path }, index) =>
      path.startsWith('.github/') ? path : `.github/workflows/${index}.yml`,
    );
    workflows.forEach(({ text }, index) =>
      write(paths[index]!, text.replaceAll(/giveway-ci\/giveway(\/[a-z-]+)?@v1/g, '.$1/')),
    );
    const { status, stdout, stderr } = spawnSync(program, ['-format', '{{json .}}', ...paths], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0 && status !== 1) throw new Error(`actionlint: ${stderr}`);
    const found = JSON.parse(stdout) as { filepath: string; line: number; message: string }[];
    return paths.map((path) =>
      found.filter(({ filepath }) => filepath === path).map(({ line, message }) => `${line}: ${message}`),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
