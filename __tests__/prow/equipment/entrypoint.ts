import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MODULE = resolve(__dirname, '../go');

/** Builds Prow's own entrypoint, which runs every step of a job. Go keeps what it built, so only the first time takes long. */
export function buildEntrypoint(): { readonly path: string; readonly remove: () => void } {
  if (spawnSync('go', ['version']).error !== undefined) {
    throw new Error("these tests run Prow's own entrypoint: install Go 1.22.3 or newer, and put it on PATH");
  }
  const folder = mkdtempSync(join(tmpdir(), 'giveway-prow-'));
  const path = join(folder, 'entrypoint');
  // one after the other: two builds at once would both make what Go keeps (go itself locks go.sum)
  const build = ['go', 'build', '-mod=readonly', '-o', path, 'sigs.k8s.io/prow/cmd/entrypoint'];
  execFileSync('flock', ['tools.go', ...build], { cwd: MODULE, stdio: ['ignore', 'inherit', 'inherit'] });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
