/** What a program, a disk, a machine can do wrong, and what must not come of it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { directoryPool, type DirectoryPoolOptions } from '../../src/pool/directory';
import { OutcomeUnknown, PoolUnavailable, type Pool } from '../../src/pool/pool';
import { programText } from '../../src/pool/program-text';
import { formatCommit } from '../../src/pool/wire';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change } from '../../src/protocol/verbs';
import { change, free, renew, take, wait } from './changes';
import { flakyPool } from './flaky-pool';
import { commit, holdGuard, mustCommit, NEXT_BOOT, SHELLS, TestBed } from './test-bed';
import { killable, linkTools, mount, putScript, toolPath, TOOLS } from './toolbox';

// thousands of processes: a busy machine takes its time
jest.setTimeout(120_000);

const TTL = 120_000;
const HOSTS = ['h1', 'h2', 'h3'];

async function until(isTrue: () => boolean, what: string): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 5) {
    if (waitedMs > 10_000) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe.each(SHELLS)('the program in %s', (_, shell) => {
  const absoluteShell = [toolPath(shell[0]!), ...shell.slice(1)];
  let bed: TestBed;
  let pool: Pool;
  beforeEach(() => {
    bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell }));
    pool = bed.open();
  });
  afterEach(() => bed.dispose());

  /** A pool on the same folder in other circumstances; closed with the test. */
  function openIn(options: Partial<DirectoryPoolOptions>, ...settings: string[]): Pool {
    const special = directoryPool({
      folder: bed.folder,
      shell: absoluteShell,
      ...options,
      settings: [...bed.settings, ...settings],
    });
    bed.undoLater(() => special.close());
    return special;
  }

  /** PATH with real tools and the scripts given. */
  function pathWith(scripts: Record<string, string>, tools: readonly string[] = TOOLS): { PATH: string } {
    const bin = linkTools(join(bed.root, 'bin'), tools);
    for (const [name, body] of Object.entries(scripts)) putScript(bin, name, body);
    return { PATH: bin };
  }

  /** Starts the program as a process of the test's own; it lives on without its client. */
  function startRaw(...settings: string[]): ChildProcess {
    const [command = '', ...first] = shell;
    const child = spawn(
      command,
      [...first, '-c', programText(), 'giveway', bed.folder, 'role=admin', ...bed.settings, ...settings],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    bed.undoLater(() => void child.kill('SIGKILL'));
    return child;
  }

  /** Runs the program on this input, to its end. */
  function feed(
    input: string,
    program = programText(),
  ): { readonly status: number | null; readonly stdout: string } {
    const [command = '', ...first] = shell;
    return spawnSync(command, [...first, '-c', program, 'giveway', bed.folder, ...bed.settings], {
      input,
      encoding: 'utf8',
      cwd: bed.root,
    });
  }

  const request = (seen: Snapshot, wanted: Change): string =>
    `1 ${formatCommit(seen, wanted, bed.uptimeMs + 10_000)}\n`;

  describe('cut short', () => {
    it('runs nothing and answers nothing, wherever it is cut', async () => {
      await mustCommit(pool, take('a', ['h1']));
      await pool.close();
      const whole = programText().trimEnd();
      const cuts = new Set<number>();
      const isThorough = shell[0] === 'dash';
      const random = lcg(whole.length);
      while (cuts.size < (isThorough ? 500 : 150)) cuts.add(random(whole.length));
      for (let at = whole.indexOf('\n'), line = 0; at >= 0; at = whole.indexOf('\n', at + 1), line += 1) {
        if (isThorough || line % 8 === 0 || whole[at + 1] !== ' ') cuts.add(at).add(at + 1);
      }
      for (let at = whole.length - 12; at < whole.length; at += 1) cuts.add(at);
      const before = bed.files();
      const said: [number, string][] = [];
      const [command = '', ...first] = absoluteShell;
      await eachOf([...cuts], 3, async (at) => {
        const child = spawn(
          command,
          [...first, '-c', whole.slice(0, at), 'giveway', bed.folder, ...bed.settings],
          {
            stdio: ['pipe', 'pipe', 'ignore'],
            env: { PATH: '/nowhere' },
            cwd: bed.root,
          },
        );
        child.stdin.on('error', () => undefined);
        child.stdin.end('1 snapshot\n');
        let stdout = '';
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
        await new Promise((resolve) => child.once('close', resolve));
        if (stdout !== '') said.push([at, stdout]);
      });
      expect(said).toEqual([]);
      expect(bed.files()).toEqual(before);
      // thousands of shells
    }, 120_000);

    it('does nothing of a request that is cut short, wherever it is cut', async () => {
      await mustCommit(pool, wait('a', ['h1', 'h2']));
      const text = request(await pool.snapshot(), take('a', ['h1'], { from: 'waiting' }));
      await pool.close();
      const before = bed.files();
      const step = shell[0] === 'dash' ? 2 : 11;
      for (let at = text.length - 1; at > 0; at -= at > text.length - 8 ? 1 : step) {
        const { stdout } = feed(text.slice(0, at));
        expect(stdout).not.toContain('committed');
      }
      expect(bed.files()).toEqual(before);
      expect(feed(text).stdout).toContain('committed');
    });

    it('runs nothing of what it reads as data', async () => {
      await pool.snapshot();
      await pool.close();
      const evil = '$(touch canary) `touch canary`; touch canary';
      const lines = [
        `1 ${evil}`,
        `2 beat ${evil}`,
        `3 beat a h1,${evil}`,
        `4 commit 99999999`,
        `host h1`,
        `record ${evil}`,
        `lock ${evil}`,
        `names ${evil}`,
        `verb ${evil}`,
        `verb `,
        `go`,
        `5 commit a[$(touch canary)]`,
        `verb free a h1 end -`,
        `go`,
        `6 commit 99999999999`,
        `verb take a o a[$(touch\${IFS}canary)] 0 4.21 1 1 k held new h1 {}`,
        `go`,
        `7 commit 99999999999`,
        `verb `,
        `go`,
        `8 commit 99999999999`,
        `verb`,
        `go`,
        `9 look`,
      ];
      const { stdout } = feed(`${lines.join('\n')}\n`);
      expect(stdout.match(/^= \d+ \w+/gm)).toEqual([
        '= 1 error',
        '= 2 error',
        '= 3 gone',
        '= 4 conflict',
        '= 5 error',
        '= 6 error',
        '= 7 refused',
        '= 8 error',
        '= 9 ok',
      ]);
      for (const folder of [bed.root, bed.folder, bed.inner('')]) {
        expect(readdirSync(folder)).not.toContain('canary');
      }
    });
  });

  describe('late', () => {
    it('stopped between its look at the deadline and its commit point, it makes no second holder', async () => {
      const go = join(bed.root, 'go');
      const stopped = join(bed.root, 'stopped');
      const env = pathWith(
        {
          mv: `case $* in
  *.tmp.redo*)
    read -r pid <'${join(bed.root, 'bin/.pid')}'
    kill -STOP "$pid"
    : >'${stopped}'
    while [ ! -e '${go}' ]; do sleep 0.01; done
    kill -CONT "$pid" ;;
esac
exec '${toolPath('mv')}' "$@"`,
        },
        [...TOOLS, 'sleep'],
      );
      const slow = openIn({ env, shell: killable(shell, { path: env.PATH }) });
      const seen = await pool.snapshot();
      const slowCommit = slow.commit(seen, take('a', ['h1']));
      await until(() => existsSync(stopped), 'the program stops');
      bed.advance(3 * TTL);
      const meanwhile = await commit(pool, take('b', ['h1']));
      expect(meanwhile).toEqual({ kind: 'busy' });
      writeFileSync(go, '');
      expect((await slowCommit).kind).toBe('committed');
      expect((await commit(pool, take('b', ['h1']))).kind).toBe('committed');
      expect((await slow.beat('a', ['h1'])).kind).toBe('gone');
    });

    it('whose client has died while it waited for the guard, it does what was asked once', async () => {
      const seen = await pool.snapshot();
      const giveBack = await holdGuard(bed);
      const orphan = startRaw('guard-wait=10');
      orphan.stdin!.write(request(seen, take('a', ['h1'])));
      await until(() => waitsForGuard(orphan.pid!), 'the program waits for the guard');
      orphan.stdout!.destroy();
      orphan.stdin!.destroy();
      await giveBack();
      await new Promise((resolve) => orphan.once('close', resolve));
      const { hosts } = await pool.snapshot();
      expect(hosts.get('h1')!.record).toMatchObject({ id: 'a', state: 'held' });
      expect((await pool.commit(seen, take('b', ['h1']))).kind).toBe('conflict');
    });

    it('asked again after a reply that was lost, it does nothing twice', async () => {
      await mustCommit(pool, take('held', ['h2']));
      for (const [wanted, then] of [
        [take('a', ['h1']), 'conflict'],
        [renew('held', ['h2']), 'conflict'],
        [free('a', ['h1']), 'conflict'],
        [free('held', ['h2']), 'conflict'],
        [wait('w', ['h3']), 'committed'],
        [change(['h3'], { verb: 'unwait', id: 'w', arrivalNs: undefined }), 'conflict'],
      ] as const) {
        const lossy = flakyPool(pool, { conflicts: 0, lostReplies: 1 });
        const seen = await pool.snapshot();
        await expect(lossy.commit(seen, wanted)).rejects.toBeInstanceOf(OutcomeUnknown);
        const once = bed.files();
        expect((await lossy.commit(seen, wanted)).kind).toBe(then);
        expect({ ...bed.files(), '.giveway/gen': '', '.giveway/journal': '' }).toEqual({
          ...once,
          '.giveway/gen': '',
          '.giveway/journal': '',
        });
      }
    });

    it('killed in the middle of a snapshot, its reply is no reply', async () => {
      await mustCommit(pool, take('a', ['h1']));
      const env = pathWith({
        grep: `'${toolPath('grep')}' "$@"; read -r pid <'${join(bed.root, 'bin/.pid')}'; kill -9 "$pid"`,
      });
      const dying = openIn({ env, shell: killable(shell, { path: env.PATH }) });
      await expect(dying.snapshot()).rejects.toBeInstanceOf(OutcomeUnknown);
    });

    it.each([
      ['is killed', 'kill -9 $$'],
      ['prints half and is killed', 'echo h1.lease:1; kill -9 $$'],
      ['cannot be started', 'exit 127'],
    ])('whose grep %s, it gives no snapshot rather than an empty one', async (__, body) => {
      await mustCommit(pool, take('a', ['h1']));
      const broken = openIn({ env: pathWith({ grep: body }) });
      await expect(broken.snapshot()).rejects.toMatchObject({ name: 'PoolUnavailable' });
    });
  });

  describe('on a bad folder', () => {
    it('that was removed under it, it fails, and nobody becomes a second holder', async () => {
      await mustCommit(pool, take('a', ['h1']));
      const seen = await pool.snapshot();
      rmSync(bed.inner(''), { recursive: true });
      await expect(pool.beat('a', ['h1'])).rejects.toThrow();
      await expect(pool.commit(seen, renew('a', ['h1']))).rejects.toThrow();
      await expect(pool.snapshot()).rejects.toThrow();
      const fresh = bed.open();
      for (const state of ['held', 'settling'] as const) {
        expect((await commit(fresh, take('b', ['h1'], { state }))).kind).toBe('conflict');
      }
      await expect(pool.commit(seen, renew('a', ['h1']))).rejects.toThrow();
      expect(bed.read('h1.lock')).toBe(`${seen.hosts.get('h1')!.record!.stampNs}\n`);
    });

    it('that is full, it writes nothing by halves and says so', async () => {
      const folder = join(bed.root, 'small');
      bed.undoLater(mount(folder, '-t', 'tmpfs', '-o', 'size=64k', 'giveway-test'));
      const small = openIn({ folder });
      await small.snapshot();
      const free4k = (): number => Math.floor((statfsSync(folder).bfree * statfsSync(folder).bsize) / 4096);
      const filler = join(folder, 'filler');
      const outcomes = new Set<string>();
      for (let room = 0; room <= 10; room += 1) {
        rmSync(filler, { force: true });
        writeFileSync(filler, Buffer.alloc(4096 * Math.max(0, free4k() - room)));
        const before = poolFiles(folder);
        const seen = await small.snapshot();
        const id = `a${room}`;
        const outcome = await small.commit(seen, take(id, HOSTS)).then(
          ({ kind }) => kind,
          (error: unknown) => (error instanceof PoolUnavailable ? error.reason : 'other'),
        );
        outcomes.add(outcome);
        if (outcome === 'no-space') {
          expect(poolFiles(folder)).toEqual(before);
          continue;
        }
        expect(outcome).toBe('committed');
        // a heartbeat and a release need no more room than there is
        expect((await small.beat(id, HOSTS)).kind).toBe('alive');
        rmSync(filler);
        expect((await commit(small, free(id, HOSTS))).kind).toBe('committed');
      }
      expect([...outcomes]).toEqual(['no-space', 'committed']);
      await small.close();
    });

    it('that is read-only, it says so, whether the pool is old or new', async () => {
      await mustCommit(pool, take('a', ['h1']));
      mkdirSync(join(bed.root, 'new'));
      const folder = join(bed.root, 'ro');
      bed.undoLater(mount(folder, '--bind', bed.root));
      mount(folder, '-o', 'remount,ro,bind');
      const denied = {
        name: 'PoolUnavailable',
        reason: 'permission',
        message: expect.stringMatching(/read-only/i) as string,
      };
      const before = bed.files();
      const old = openIn({ folder: join(folder, 'pool') });
      const seen = await old.snapshot();
      expect(seen.hosts.get('h1')!.record!.id).toBe('a');
      await expect(old.commit(seen, free('a', ['h1']))).rejects.toMatchObject(denied);
      await expect(old.beat('a', ['h1'])).rejects.toMatchObject(denied);
      await expect(openIn({ folder: join(folder, 'new') }).snapshot()).rejects.toMatchObject(denied);
      expect(bed.files()).toEqual(before);
      await old.close();
    });

    it('that is not there, or is no folder, it makes none', async () => {
      const missing = join(bed.root, 'missing');
      await expect(openIn({ folder: missing }).snapshot()).rejects.toMatchObject({ reason: 'no-folder' });
      expect(existsSync(missing)).toBe(false);
      writeFileSync(missing, '');
      await expect(openIn({ folder: missing }).snapshot()).rejects.toMatchObject({ reason: 'permission' });
    });

    it.each(['nfs', 'nfs4'])('on %s, it works only where that is allowed', async (type) => {
      const env = pathWith({
        stat: `case $1 in -f) echo ${type} ;; *) exec '${toolPath('stat')}' "$@" ;; esac`,
      });
      await expect(openIn({ env }).snapshot()).rejects.toMatchObject({ reason: 'nfs' });
      expect(bed.has('.giveway')).toBe(false);
      await mustCommit(openIn({ env, allowNfs: true }), take('a', ['h1']));
    });
  });

  describe('on a bad machine', () => {
    it('without one of its tools, it names the tool', async () => {
      for (const missing of TOOLS) {
        const bin = linkTools(
          join(bed.root, `without-${missing}`),
          TOOLS.filter((tool) => tool !== missing),
        );
        await expect(openIn({ env: { PATH: bin } }).snapshot()).rejects.toMatchObject({
          reason: 'missing-tool',
          message: expect.stringContaining(`: ${missing}.`) as string,
        });
      }
      expect(bed.has('.giveway')).toBe(false);
    });

    it('with a date that knows no nanoseconds, it says what it needs', async () => {
      const env = pathWith({ date: `echo 1766568440%N` });
      await expect(openIn({ env }).snapshot()).rejects.toMatchObject({
        reason: 'missing-tool',
        message: expect.stringContaining('%N') as string,
      });
    });

    it('whose wall clock jumps by an hour, no lease expires, and tokens still rise', async () => {
      const library = readdirSync('/usr/lib')
        .map((arch) => `/usr/lib/${arch}/faketime/libfaketime.so.1`)
        .find(existsSync);
      if (library === undefined) throw new Error('this test needs libfaketime: install faketime');
      const shifted = (offset: string): Pool =>
        openIn({
          env: {
            PATH: process.env['PATH'],
            LD_PRELOAD: library,
            FAKETIME: offset,
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        });
      const ahead = shifted('+1h');
      const behind = shifted('-1h');
      const tokens = [(await mustCommit(pool, take('a', ['h1']))).token];
      const wallOf = async (each: Pool) => Number((await each.snapshot()).wallNs / 1_000_000_000n);
      const now = await wallOf(pool);
      expect((await wallOf(ahead)) - now).toBeGreaterThan(3500);
      expect((await wallOf(behind)) - now).toBeLessThan(-3500);
      for (const [index, each] of [ahead, behind, pool].entries()) {
        const id = index === 0 ? 'a' : `t${index - 1}`;
        expect((await each.beat(id, ['h1'])).kind).toBe('alive');
        expect((await commit(each, take('thief', ['h1']))).kind).toBe('conflict');
        await mustCommit(each, free(id, ['h1']));
        tokens.push((await mustCommit(each, take(`t${index}`, ['h1']))).token);
      }
      expect([...tokens].sort((a, b) => a - b)).toEqual(tokens);
      expect(new Set(tokens).size).toBe(tokens.length);
    });

    it('that reboots and loses its locks, leases and places live on', async () => {
      const locks = join(bed.root, 'locks');
      mkdirSync(locks);
      const unmount = mount(locks, '-t', 'tmpfs', 'giveway-test');
      let isMounted = true;
      bed.undoLater(() => isMounted && unmount());
      await mustCommit(pool, change([], { verb: 'legacy', lockTimeoutS: 600, folder: locks }));
      await mustCommit(pool, take('a', ['h1'], { state: 'settling' }));
      await mustCommit(pool, change(['h1'], { verb: 'held', id: 'a', hosts: ['h1'] }));
      await mustCommit(pool, wait('w', ['h1', 'h2'], { target: 'h1' }));
      const place = (await pool.snapshot()).waiters[0]!.arrivalNs;
      await pool.close();
      unmount();
      isMounted = false;
      rmSync(locks, { recursive: true });
      bed.setBoot(NEXT_BOOT);
      bed.setUptime(20_000);

      const next = bed.open();
      const seen = await next.snapshot();
      expect(seen.hosts.get('h1')).toMatchObject({ lockText: 'none', record: { id: 'a', state: 'held' } });
      expect(seen.waiters).toEqual([]);
      expect((await commit(next, take('b', ['h1'], { state: 'settling' }))).kind).toBe('conflict');
      expect(await next.beat('a', ['h1'])).toEqual({ kind: 'alive', missingLocks: ['h1'] });
      expect((await mustCommit(next, renew('a', ['h1']))).putBack).toEqual(['h1']);
      expect((await next.beat('w', [])).kind).toBe('alive');
      await mustCommit(next, wait('w', ['h1', 'h2'], { target: 'h1' }));
      const again = await next.snapshot();
      expect(again.waiters.map(({ id, arrivalNs }) => [id, arrivalNs])).toEqual([['w', place]]);
      expect(again.hosts.get('h1')!.record!.state).toBe('settling');
    });
  });

  describe('for two users', () => {
    const GROUP = 4242;
    const asNobody = ['setpriv', '--reuid=65534', '--regid=65534'];

    function sharedFolder(mode: number): void {
      if (process.getuid?.() !== 0) throw new Error('this test works as two users: run it as root');
      chmodSync(bed.root, 0o755);
      chownSync(bed.folder, 0, GROUP);
      chmodSync(bed.folder, mode);
    }

    it('in a setgid folder of their group, each goes on with what the other has left', async () => {
      sharedFolder(0o2775);
      const other = openIn({ shell: [...asNobody, `--groups=${GROUP}`, ...shell] });
      await mustCommit(pool, take('a', ['h1']));
      await mustCommit(other, wait('w', ['h1', 'h2'], { target: 'h1' }));
      await mustCommit(pool, wait('v', ['h1']));
      expect((await other.beat('a', ['h1'])).kind).toBe('alive');
      await mustCommit(other, renew('a', ['h1']));
      await mustCommit(other, free('a', ['h1']));
      await mustCommit(pool, take('w', ['h1'], { from: 'waiting' }));
      bed.advance(TTL + 15_010);
      await mustCommit(other, take('c', ['h1']));
      await mustCommit(other, change([], { verb: 'unwait', id: 'v', arrivalNs: undefined }));
      await mustCommit(pool, free('c', ['h1']));
      expect(bed.visible()).toEqual([]);
    });

    it('in a sticky folder, only its owner changes anything, and others are told why', async () => {
      sharedFolder(0o3777);
      const other = openIn({ shell: [...asNobody, `--groups=${GROUP}`, ...shell] });
      await mustCommit(pool, take('a', ['h1']));
      const before = bed.files();
      await expect(commit(other, renew('a', ['h1']))).rejects.toMatchObject({
        reason: 'permission',
        message: expect.stringContaining('sticky') as string,
      });
      expect(bed.files()).toEqual(before);
      await mustCommit(pool, free('a', ['h1']));
    });

    it('without a common group, the other is told that it may not write', async () => {
      sharedFolder(0o2775);
      await mustCommit(pool, take('a', ['h1']));
      const other = openIn({ shell: [...asNobody, '--clear-groups', ...shell] });
      const before = bed.files();
      const denied = {
        reason: 'permission',
        message: expect.stringContaining('Permission denied') as string,
      };
      await expect(commit(other, free('a', ['h1']))).rejects.toMatchObject(denied);
      await expect(other.beat('a', ['h1'])).rejects.toMatchObject(denied);
      expect(bed.files()).toEqual(before);
    });
  });

  describe('in numbers', () => {
    it('forks nothing but flock for a heartbeat', async () => {
      await mustCommit(pool, take('a', ['h1', 'h2']));
      await mustCommit(pool, wait('w', ['h1']));
      const trace = join(bed.root, 'trace');
      const traced = openIn({
        shell: ['strace', '-f', '-qq', '-e', 'trace=fork,vfork,clone,clone3,execve', '-o', trace, ...shell],
      });
      const calls = (name: RegExp) =>
        readFileSync(trace, 'utf8')
          .split('\n')
          .filter((line) => name.test(line) && !line.includes('resumed>')).length;
      await traced.beat('a', ['h1', 'h2']);
      const [forks, programs] = [calls(/fork\(|clone/), calls(/execve\(.* = 0|execve\(.*<unfinished/)];
      for (let i = 0; i < 5; i += 1) {
        expect((await traced.beat('a', ['h1', 'h2'])).kind).toBe('alive');
        expect((await traced.beat('w', [])).kind).toBe('alive');
      }
      expect(calls(/fork\(|clone/) - forks).toBe(10);
      expect(calls(/execve\(.* = 0|execve\(.*<unfinished/) - programs).toBe(10);
      expect(calls(/execve\("[^"]*\/flock"/)).toBe(11);
      await traced.close();
    });

    it('takes a free host in two requests', async () => {
      const said = join(bed.root, 'said');
      const heard = openIn({ shell: ['sh', '-c', `tee '${said}' | "$@"`, 'sh', ...shell] });
      await mustCommit(heard, take('a', ['h1']));
      expect(readFileSync(said, 'utf8').match(/^\d+ \w+/gm)).toEqual(['1 snapshot', '2 commit']);
    });
  });
});

/** Names and content of a folder and its `.giveway`, without what the test itself put there. */
function poolFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    ['', '.giveway']
      .flatMap((sub) => readdirSync(join(folder, sub), { withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'filler')
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  );
}

/** Is a flock among the children of the process? */
function waitsForGuard(pid: number): boolean {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .some((child) => child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'flock');
}

/** The same numbers in every run. */
function lcg(seed: number): (below: number) => number {
  let state = BigInt(seed);
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(below));
  };
}

async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
