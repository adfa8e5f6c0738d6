/** A job that is told to stop while a request of it is on its way: it ends in its time, and leaves as little as can be. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { acquire } from '../../src/lease/acquire';
import type { Pool } from '../../src/pool/pool';
import type { Channel } from '../../src/pool/program-session';
import { CLEAN_UP_MS, QUICK, quickRequest, TimerByHand } from '../lease/lab';
import { take } from '../pool/changes';
import { mustCommit, processesIn, TestBed } from '../pool/test-bed';
import { linkTools, putScript, toolPath, TOOLS } from '../pool/toolbox';
import { jobOn, leftovers, PROGRAM, sshPool, until, type Job, type SshPoolToMake } from './bastion';
import { BadLine, Sshd } from './sshd';

// a login takes a quarter of a second, and seconds on a busy machine
jest.setTimeout(90_000);

let sshd: Sshd;
let bed: TestBed;
let line: BadLine;
/** Without the line in between. */
let good: Pool;
/** The requests that have been sent, by their first word. */
let sent: string[];
/** Called with each, when it has just been sent. */
let onSent: (request: string) => void;

beforeAll(async () => {
  sshd = await Sshd.start({ config: ['MaxStartups 200'] });
});
afterAll(() => sshd.stop());

beforeEach(async () => {
  sent = [];
  onSent = () => undefined;
  line = await BadLine.to(sshd.port);
  bed = new TestBed(({ settings }) => poolOf({ port: sshd.port, settings }));
  good = bed.open();
});
afterEach(async () => {
  await line.stop();
  await bed.dispose();
});

interface PoolBehind {
  /** The port where sshd is, or what leads there. */
  readonly port: number;
  readonly settings: readonly string[];
  /** Where the program finds its tools. */
  readonly path?: string;
}

function poolOf({ port, settings, path }: PoolBehind, more: Partial<SshPoolToMake> = {}): Pool {
  const { folder } = bed;
  const env = path === undefined ? [] : [`PATH=${path}`];
  const command = [...env, 'sh', PROGRAM, folder, 'role=admin', ...settings].join(' ');
  const { privateKey } = sshd.authorize(`restrict,command="${command}"`);
  const pool = sshPool({
    name: `ssh://${sshd.user}@127.0.0.1:${port}${folder}`,
    access: { privateKey, knownHosts: sshd.knownHosts(undefined, port) },
    ...more,
  });
  bed.undoLater(() => pool.close());
  return pool;
}

/** A job behind the line, whose requests are noted. */
function jobOnLine(afterAbortMs?: number): Job {
  const wrap = (channel: Channel): Channel => ({
    ...channel,
    input: new Writable({
      write: (chunk: Buffer, _, done) => {
        channel.input.write(chunk);
        const request = chunk.toString().split(/\s/)[1]!;
        sent.push(request);
        onSent(request);
        done();
      },
      final: (done) => {
        channel.input.end();
        done();
      },
    }),
  });
  const options = afterAbortMs === undefined ? { wrap } : { wrap, afterAbortMs };
  return jobOn(poolOf({ port: line.port, settings: bed.settings }, options));
}

/** How often the journal has it. */
const counted = (event: string): number =>
  readFileSync(bed.inner('journal'), 'utf8').split(new RegExp(`\\b${event}\\b`)).length - 1;

/** Processes in the folder that are stopped. */
const stopped = (): string[] =>
  processesIn(bed.folder).filter((pid) => {
    try {
      return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false; // ended meanwhile
    }
  });

describe('told to stop while a reply is on its way', () => {
  // however slow this machine is
  const LONG_MS = 20_000;

  it('a commit: its outcome is known all the same', async () => {
    const { pool, signal, abort } = jobOnLine(LONG_MS);
    const seen = await pool.snapshot();
    onSent = () => abort();
    expect(await pool.commit(seen, take('me', ['h1']), signal)).toMatchObject({ kind: 'committed' });
    // and the connection is as good as before
    expect((await pool.snapshot()).hosts.get('h1')!.record).toMatchObject({ id: 'me', state: 'held' });
    expect(line.connections).toBe(1);
  });

  it('the commit by which a job registers: it is waited for, and the place is given up on the same connection', async () => {
    await mustCommit(good, take('holder', ['h1']));
    const job = jobOnLine(LONG_MS);
    onSent = (request) => request === 'commit' && job.abort();
    await expect(acquire(job, quickRequest('me'), QUICK)).rejects.toThrow('stopped by the test');
    expect(sent.slice(0, 4)).toEqual(['snapshot', 'commit', 'snapshot', 'commit']);
    expect(line.connections).toBe(1);
    expect([counted('requested me'), counted('left me')]).toEqual([1, 1]);
    expect(leftovers(bed.folder).sort()).toEqual(['h1.lock', 'holder.hb']);
  });

  it('a look: nobody waits for it, and the place is given up on the same connection', async () => {
    await mustCommit(good, take('holder', ['h1']));
    const job = jobOnLine(LONG_MS);
    onSent = (request) => request === 'look' && job.abort();
    await expect(acquire(job, quickRequest('me'), QUICK)).rejects.toThrow('stopped by the test');
    expect(sent.slice(0, 6)).toEqual(['snapshot', 'commit', 'snapshot', 'look', 'snapshot', 'commit']);
    expect(line.connections).toBe(1);
    expect(leftovers(bed.folder).sort()).toEqual(['h1.lock', 'holder.hb']);
  });
});

/**
 * It ends when its time for leaving is over, and nothing else holds it up, nor the end of its connection: else this takes
 * the 30 s of an operation or of the keepalives, or the 10 s that a program waits for the guard.
 */
async function endsInItsTime(job: Job, acquiring: Promise<unknown>, leaving: TimerByHand): Promise<void> {
  acquiring.catch(() => undefined);
  // it has given up the first connection, and leaves by another
  await until(() => leaving.isRunning && line.connections === 2);
  const startedAt = performance.now();
  leaving.runOut();
  await expect(acquiring).rejects.toThrow('stopped by the test');
  await job.pool.close();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(job.said.at(-1)).toMatchObject({ type: 'left-behind' });
}

describe('told to stop while nothing comes any more', () => {
  it.each(['commit', 'look'])('since a %s was sent: it ends in its time', async (last) => {
    await mustCommit(good, take('holder', ['h1']));
    const clock = new TimerByHand(CLEAN_UP_MS);
    const job = { ...jobOnLine(), clock };
    onSent = (request) => {
      if (request !== last) return;
      line.goSilent();
      job.abort();
    };
    await endsInItsTime(job, acquire(job, quickRequest('me'), QUICK), clock);
    expect(sent.at(-1)).toBe(last);
  });
});

describe('told to stop while its program is stopped in the midst of a commit', () => {
  /** A PATH whose mv stops the program and itself at the commit point. */
  function stoppingTools(when: 'before' | 'after'): string {
    const folder = linkTools(join(bed.root, 'tools'), [...TOOLS, 'sh', 'id']);
    const stop = 'echo stopped >"$0.stopped"; kill -STOP "$PPID" "$$"';
    const move = `'${toolPath('mv')}' "$@"`;
    const once = '[ "$3" = redo ] && [ ! -e "$0.stopped" ]';
    putScript(
      folder,
      'mv',
      when === 'before'
        ? `if ${once}; then ${stop}; fi; exec ${move}`
        : `${move}; if ${once}; then ${stop}; fi`,
    );
    return folder;
  }

  it.each(['before', 'after'] as const)(
    '%s its commit point: it ends in its time, and what comes late has no heartbeat',
    async (when) => {
      await good.snapshot();
      // with the product's own wait for the guard
      const settings = [...bed.settings, 'guard-wait=10'];
      const clock = new TimerByHand(CLEAN_UP_MS);
      const job = { ...jobOn(poolOf({ port: line.port, settings, path: stoppingTools(when) })), clock };
      bed.undoLater(() => stopped().forEach((pid) => process.kill(Number(pid), 'SIGKILL')));

      const acquiring = acquire(job, quickRequest('me'), QUICK);
      await until(() => stopped().length === 2);
      job.abort();
      await endsInItsTime(job, acquiring, clock);

      // no signal of ours reaches it there; it goes as soon as it goes on
      expect(stopped()).toHaveLength(2);
      for (const pid of stopped()) process.kill(Number(pid), 'SIGCONT');
      await until(() => processesIn(bed.folder).length === 1);
      expect(counted('held me')).toBe(1);
      // nobody keeps what came late: it expires
      bed.advance(20_000 + 2_500 + 10);
      await mustCommit(good, take('next', ['h1']));
    },
  );
});
