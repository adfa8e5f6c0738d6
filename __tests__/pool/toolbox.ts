/** A PATH of the test's making: the program's tools, each behind a script that can do harm at the right moment. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the program needs, and what the tests' own scripts need. */
export const TOOLS = ['flock', 'mv', 'ln', 'rm', 'grep', 'date', 'stat', 'mkdir', 'tail', 'cat'];

export function toolPath(tool: string): string {
  return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', tool], { encoding: 'utf8' }).trim();
}

/** A folder with a link to each tool; resolves names as PATH does, and nothing else. */
export function linkTools(folder: string, tools: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (const tool of tools) symlinkSync(toolPath(tool), join(folder, tool));
  return folder;
}

export function putScript(folder: string, name: string, body: string): void {
  const path = join(folder, name);
  rmSync(path, { force: true });
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** When, in relation to the nth external command, the program is killed. */
export type KillAt = 'before' | 'after' | 'late';

/**
 * Tools that count their calls in `count` and kill the process in `pid` at the nth: before the command (which is then
 * not run), after it, or before it while it does its work all the same, `lateS` seconds later.
 */
export function makeKillers(
  folder: string,
  at: KillAt,
  lateS = 0.1,
): { readonly path: string; calls(): number; arm(nth: number): void } {
  mkdirSync(folder, { recursive: true });
  const state = (name: string): string => join(folder, `.${name}`);
  for (const tool of TOOLS) {
    const real = toolPath(tool);
    const kill = `read -r pid <'${state('pid')}'; kill -9 "$pid"`;
    const harm = {
      before: kill,
      after: `'${real}' "$@"; ${kill}`,
      // its streams closed, or the client would wait for it
      late: `${kill}; exec </dev/null >/dev/null 2>&1; sleep ${lateS}; exec '${real}' "$@"`,
    }[at];
    putScript(
      folder,
      tool,
      `read -r n <'${state('count')}'; n=$((n + 1)); echo "$n" >'${state('count')}'
read -r nth <'${state('nth')}'
if [ "$n" -eq "$nth" ]; then PATH=/usr/bin:/bin; ${harm}; exit 1; fi
exec '${real}' "$@"`,
    );
  }
  const arm = (nth: number): void => {
    writeFileSync(state('count'), '0\n');
    writeFileSync(state('nth'), `${nth}\n`);
  };
  arm(0);
  return { path: folder, arm, calls: () => Number(readFileSync(state('count'), 'utf8')) };
}

/** A shell that first writes its process id to where the killers look for it. */
export function killable(shell: readonly string[], killers: { readonly path: string }): string[] {
  return [
    '/bin/sh',
    '-c',
    `echo $$ >'${join(killers.path, '.pid')}'; exec "$@"`,
    'sh',
    ...shell.map(absolute),
  ];
}

function absolute(word: string, index: number): string {
  return index === 0 ? toolPath(word) : word;
}

/** Mounts something for one test, or fails saying what is missing: a test that needs it does not pass without. */
export function mount(at: string, ...args: string[]): () => void {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', [...args, at], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw new Error(
      `this test mounts a filesystem (mount ${args.join(' ')}): run it as root, with CAP_SYS_ADMIN`,
      {
        cause: error,
      },
    );
  }
  return () => void execFileSync('umount', ['-l', at]);
}
