import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const MODULE = resolve(__dirname, '../go');

const PACKAGES = {
  /** Runs workflows on this machine. */
  act: 'github.com/nektos/act',
  /** Checks workflows, and the scripts in them. */
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint',
} as const;

/** The first build of act compiles all that it stands on: a minute on two idle cores. */
export const BUILD_MS = 900_000;

/** The path of a program of the Go module beside this folder, built if need be. */
export function goTool(name: keyof typeof PACKAGES): string {
  if (spawnSync('go', ['version']).error !== undefined) {
    throw new Error(`Go is missing, which builds ${name}: install Go 1.25 or newer, and put it on PATH`);
  }
  const folder = join(ROOT, 'build/workflows');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  // without symbols it links faster
  const build = ['build', '-mod=readonly', '-ldflags=-s -w', '-o', path, PACKAGES[name]];
  const { status, stderr } = spawnSync('go', build, { cwd: MODULE, encoding: 'utf8' });
  if (status !== 0) throw new Error(`go ${build.join(' ')} ended with ${String(status)}: ${stderr}`);
  return path;
}
