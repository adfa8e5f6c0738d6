/** What an action.yml says of how it is run. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

/** What a runner has unpacked: this checkout, or another one that TEST_ACTIONS names. */
export const REPOSITORY = resolve(process.env['TEST_ACTIONS'] ?? join(__dirname, '../../..'));

export interface Action {
  readonly folder: string;
  readonly inputs: Readonly<Record<string, { readonly default?: string } | null>>;
  readonly outputs: Readonly<Record<string, { readonly value?: string } | null>>;
  readonly runs: NodeRuns | CompositeRuns;
}

interface NodeRuns {
  readonly using: 'node24';
  readonly main: string;
  readonly post?: string;
}

export interface CompositeRuns {
  readonly using: 'composite';
  readonly steps: readonly {
    readonly id: string;
    readonly shell: 'bash';
    readonly env: Readonly<Record<string, string>>;
    readonly run: string;
  }[];
}

/** `name`: the folder behind `uses: giveway-ci/giveway/`; a point for the repository itself. */
export function readAction(name: string, repository = REPOSITORY): Action {
  const folder = join(repository, name);
  const { inputs, outputs, runs } = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Omit<
    Action,
    'folder'
  >;
  const using: string = runs.using;
  if (using !== 'node24' && using !== 'composite') throw new Error(`${name}: using ${using}`);
  for (const file of runs.using === 'node24' ? [runs.main, runs.post ?? runs.main] : []) {
    if (!existsSync(join(folder, file))) throw new Error(`${name}: there is no ${file}`);
  }
  return { folder, inputs, outputs, runs };
}
