/** A connection that ends anywhere: what the program has read so far is a request only if it is a whole one. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { programText } from '../../src/pool/program-text';
import { directoryPool } from '../../src/pool/directory';
import { formatBeat, formatCommit } from '../../src/pool/wire';
import type { Snapshot } from '../../src/protocol/snapshot';
import { change, free, take, wait } from './changes';
import { mustCommit, SHELLS, TestBed } from './test-bed';

/** How many programs at once. */
const AT_ONCE = 3;

/** A request of each kind, as far as there is anything in it to be cut. */
const REQUESTS: Readonly<Record<string, (seen: Snapshot) => string>> = {
  'a take': (seen) => formatCommit(seen, take('w', ['h3'], { from: 'waiting', details: {} }), LATER),
  'a release with another verb': (seen) => {
    const [released] = free('a', ['h1', 'h2']).verbs;
    return formatCommit(
      seen,
      change([], released!, { verb: 'unwait', id: 'w', arrivalNs: undefined }),
      LATER,
    );
  },
  'a heartbeat': () => formatBeat('a', ['h1', 'h2']),
};
const LATER = 9_999_999;

describe.each(SHELLS)('the program in %s', (_, [command = '', ...first]) => {
  let bed: TestBed;
  beforeEach(() => {
    bed = new TestBed(({ folder, settings }) =>
      directoryPool({ folder, settings, shell: [command, ...first] }),
    );
  });
  afterEach(() => bed.dispose());

  /** Runs the program on this input to its end. */
  async function feed(input: string, folder = bed.folder): Promise<string> {
    const args = [...first, '-c', programText(), 'giveway', folder, 'guard-wait=20', ...bed.settings];
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], cwd: bed.root });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    return said;
  }

  /** Feeds every beginning of the text but the whole of it; resolves with what was said to them, each once. */
  async function cutAtEveryByte(text: string, folder?: string): Promise<string[]> {
    const said = new Set<string>();
    let at = text.length;
    const worker = async (): Promise<void> => {
      while (at > 0) said.add(await feed(text.slice(0, (at -= 1)), folder));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return [...said];
  }

  it.each(Object.keys(REQUESTS))(
    'answers nothing and does nothing of %s that is cut, at whichever byte',
    async (name) => {
      const pool = bed.open();
      await mustCommit(pool, take('a', ['h1', 'h2'], { details: {} }));
      await mustCommit(pool, wait('w', ['h3'], { details: {} }));
      const text = `1 ${REQUESTS[name]!(await pool.snapshot())}\n`;
      await pool.close();
      const before = bed.files();
      bed.advance(1000);
      expect(await cutAtEveryByte(text)).toEqual(['giveway-program 1.0 job -\n']);
      expect(bed.files()).toEqual(before);
      expect(await feed(text)).toMatch(/^= 1 (?:committed|alive) /m);
      expect(bed.files()).not.toEqual(before);
    },
    120_000,
  );

  it('makes no pool in a folder whose name is cut, at whichever byte', async () => {
    const folder = bed.path('lab/hosts');
    mkdirSync(folder, { recursive: true });
    const said = await cutAtEveryByte(`${folder}\n1 look\n`, '-');
    // a name without its end of line is none; behind the whole name a request may be cut
    expect(said.sort()).toEqual(['giveway-error usage a folder is needed\n', 'giveway-program 1.0 job -\n']);
    const made = readdirSync(bed.root, { recursive: true }).filter((path) =>
      /giveway|gen/.test(String(path)),
    );
    expect(made.sort()).toEqual(['pool/lab/hosts/.giveway', 'pool/lab/hosts/.giveway/gen']);
  });
});
