/** The programs in Go that check and run the manifests; see tekton/. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

export const ROOT = resolve(__dirname, '../../..');

/** A first build compiles all of Tekton. `npm run check` has built them before the tests start. */
export const BUILD_MS = 900_000;

let folder: string | undefined;

/** The path of a program, built if need be. Throws where Go is missing. */
export function tool(name: 'bundle-reader' | 'cluster' | 'entrypoint' | 'validate'): string {
  folder ??= build();
  return join(folder, name);
}

function build(): string {
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'scripts/tekton-tools'), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`scripts/tekton-tools ended with ${String(status)}: ${stderr}`);
  return stdout.trim();
}
