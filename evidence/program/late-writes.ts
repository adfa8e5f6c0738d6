/**
 * A bash job writes its lock at any moment while the program takes or gives back a host: the test of what is there and its
 * own write are two steps for it. Whatever stands in the lock by then is somebody's, and stays.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { change, free, take } from '../../__tests__/pool/changes';
import { mustCommit, TestBed } from '../../__tests__/pool/test-bed';
import { putScript, TOOLS, toolPath } from '../../__tests__/pool/toolbox';
import { directoryPool } from '../../src/pool/directory';
import { seeded } from '../seeded';
import { Violation } from './violation';

const WRITES = 6;

/** So many late writes, drawn from the seed; throws a Violation. */
export async function writeLate(seed: number, program: string, shell: readonly string[]): Promise<void> {
  const random = seeded(seed);
  const bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell, program }));
  try {
    const pool = bed.open();
    await mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: 3600, folder: undefined }));
    const tools = toolsThatWrite(bed);
    for (let nth = 0; nth < WRITES; nth += 1) {
      const id = `w${nth}`;
      const isTake = random.chance(0.6);
      const taking = take(id, ['h1', 'h2'], { state: 'settling' });
      if (!isTake) await mustCommit(pool, taking);
      const host = random.pick(['h1', 'h2']);
      const stamp = tools.arm(random.between(3, isTake ? 12 : 9), host);
      const watched = directoryPool({
        folder: bed.folder,
        settings: bed.settings,
        shell: [toolPath(shell[0] ?? 'sh'), ...shell.slice(1)],
        program,
        env: { PATH: tools.path },
      });
      const seen = await pool.snapshot();
      const answer = await watched.commit(seen, isTake ? taking : free(id, ['h1', 'h2']));
      await watched.close();
      const where = `at command ${tools.calls()} of ${isTake ? 'a take' : 'a release'} in ${shell.join(' ')}`;
      if (
        tools.hasWritten() && bed.has(`${host}.lock`)
          ? bed.read(`${host}.lock`) !== stamp
          : tools.hasWritten()
      ) {
        throw new Violation(`a bash job's lock is gone: written ${where}, which is ${answer.kind}`);
      }
      const { hosts } = await pool.snapshot();
      const left = ['h1', 'h2'].filter((one) => hosts.get(one)?.record?.id === id);
      if (left.length > 0) await mustCommit(pool, free(id, left));
      tools.clear();
    }
  } finally {
    await bed.dispose();
  }
}

/** A PATH whose tools count their calls; before the nth the lock is written. */
function toolsThatWrite(bed: TestBed): {
  readonly path: string;
  /** Returns what will be written. */
  arm(nth: number, host: string): string;
  calls(): number;
  hasWritten(): boolean;
  clear(): void;
} {
  const path = join(bed.root, 'tools');
  mkdirSync(path);
  const state = (name: string): string => join(path, `.${name}`);
  for (const tool of TOOLS) {
    putScript(
      path,
      tool,
      `read -r n <'${state('count')}'; n=$((n + 1)); echo "$n" >'${state('count')}'
read -r nth host stamp <'${state('write')}'
# between a look at a lock and its removal nobody can step in but by chance
case "$*" in *"$host.lock") nth=$((nth + 1)) ;; esac
[ "$n" -lt "$nth" ] || [ -e '${state('done')}' ] || { : >'${state('done')}'; echo "$stamp" >'${bed.folder}'/"$host.lock"; }
exec '${toolPath(tool)}' "$@"`,
    );
  }
  return {
    path,
    arm(nth, host) {
      const stamp = `${Date.now()}000000`;
      writeFileSync(state('count'), '0\n');
      writeFileSync(state('write'), `${nth} ${host} ${stamp}\n`);
      return `${stamp}\n`;
    },
    calls: () => Number(readFileSync(state('count'), 'utf8')),
    hasWritten: () => bed.has('../tools/.done'),
    clear() {
      for (const name of ['h1.lock', 'h2.lock', '../tools/.done']) rmSync(bed.path(name), { force: true });
    },
  };
}
