import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type BashPeer,
  type BashPeerEvent,
  type BashPeerMode,
  type BashPeerOptions,
  startBashPeer,
  stopBashPeers,
} from './bash-peer';

const NS = 1_000_000_000n;
const HIGHER_WAITER = 'h1.lock.waiting.1766568440841947242.4.23';

let root: string;
let dir: string; // the root, or a folder in it
const pathOf = (name: string) => join(dir, name);
const contentOf = (name: string) => readFileSync(pathOf(name), 'utf8');
const put = (name: string, content = '') => writeFileSync(pathOf(name), content);
const remove = (name: string) => rmSync(pathOf(name));
const names = () => readdirSync(dir).sort();
const waitingFiles = () => names().filter((name) => name.includes('.waiting.'));
const nowNs = () => BigInt(Date.now()) * 1_000_000n;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'giveway-bash-pool-'));
  dir = root;
});
afterEach(async () => {
  await stopBashPeers();
  rmSync(root, { recursive: true, force: true });
});

type PeerSettings = Partial<BashPeerOptions>;

function start(options: PeerSettings): BashPeer {
  return startBashPeer({ dir, host: 'h1', version: '4.22', ...options });
}

/** Runs a peer to its end. */
async function run(options: PeerSettings) {
  const peer = start(options);
  const { code } = await peer.exited;
  const shared = (name: string) => {
    const path = join(peer.sharedDir, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  return { code, stdout: peer.stdout(), events: await peer.events(), sharedDir: peer.sharedDir, shared };
}

const acquireOnce = (options: PeerSettings = {}) => run({ ...options, verb: 'acquire', attempts: 1 });
const check = (sharedDir: string, mode: BashPeerMode = 'graceful', step = 'install') =>
  run({ verb: 'check', mode, step, sharedDir });
const release = (sharedDir: string) => run({ verb: 'release', sharedDir });

const eventNames = (events: BashPeerEvent[]) => events.map(({ event }) => event);
const detailsOf = (events: BashPeerEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ detail }) => detail);

describe('acquire', () => {
  it('writes a lock of exactly 19 digits and a newline, and leaves no waiting file', async () => {
    const { code, stdout, events } = await acquireOnce();

    expect(code).toBe(0);
    expect(names()).toEqual(['h1.lock']);
    expect(contentOf('h1.lock')).toMatch(/^\d{19}\n$/);
    expect(stdout).toBe(`locked ${pathOf('h1.lock')} ${contentOf('h1.lock')}`);
    expect(eventNames(events)).toEqual([
      'attempt',
      'waiting',
      'tested',
      'wrote',
      'confirmed',
      'waiting-removed',
      'locked',
    ]);
  });

  it('keeps for the later steps what they read', async () => {
    const { shared } = await acquireOnce();

    expect(shared('ocp_version.txt')).toBe('4.22');
    expect(shared('spoke_lock_filename.txt')).toBe(pathOf('h1.lock'));
    expect(shared('do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt')).toBe('yes');
    expect(shared('own_waiting_file.txt')).toBeNull();
  });

  it.each([
    ['rehearse-72894-periodic-ci-main-nightly-4.22-telcov10n-metal', '4.22'],
    ['periodic-4.9-to-5.0', '4.9'],
    ['release-14.20', '4.20'],
    ['e2e-5.1', '5.1'],
  ])('reads the version of %s as %s', async (jobName, version) => {
    const { shared } = await acquireOnce({ jobName });
    expect(shared('ocp_version.txt')).toBe(version);
  });

  it('refuses a job name without a version', async () => {
    const { code } = await acquireOnce({ jobName: 'periodic-3.11-nightly' });
    expect(code).toBe(2);
    expect(names()).toEqual([]);
  });

  it('waits by one empty file over all its attempts, and gives up with it still there', async () => {
    const live = `${nowNs()}\n`;
    put('h1.lock', live);
    const { code, events, shared } = await run({ verb: 'acquire', attempts: 3 });

    expect(code).toBe(1);
    expect(detailsOf(events, 'attempt')).toEqual(['1', '2', '3']);
    expect(detailsOf(events, 'tested')).toEqual(Array(3).fill(`${pathOf('h1.lock')} busy`));
    expect(waitingFiles()).toEqual([expect.stringMatching(/^h1\.lock\.waiting\.\d{19}\.4\.22$/)]);
    expect(statSync(pathOf(waitingFiles()[0]!)).size).toBe(0);
    expect(shared('own_waiting_file.txt')).toBe(pathOf(waitingFiles()[0]!));
    expect(shared('do_you_hold_the_lock_for_the_sno_spoke_cluster_server.txt')).toBe('no');
    expect(contentOf('h1.lock')).toBe(live);
  });

  it('takes the host at the first attempt after it is freed', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const peer = start({ verb: 'acquire' });
    await peer.waitFor('unconfirmed', 10_000, 2);
    remove('h1.lock');
    const { detail } = await peer.waitFor('locked');

    expect(await peer.exited).toEqual({ code: 0, signal: null });
    expect(`${detail}\n`).toBe(`${pathOf('h1.lock')} ${contentOf('h1.lock')}`);
  });

  it('makes no waiting file where the folder is still missing, and makes the folder by its attempt', async () => {
    rmSync(dir, { recursive: true });
    const { code, events } = await acquireOnce();

    expect(code).toBe(0);
    expect(eventNames(events)).toContain('waiting-failed');
    expect(names()).toEqual(['h1.lock']);
  });

  it('makes no waiting file as an older job', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { code } = await acquireOnce({ waitingFile: false });
    expect(code).toBe(1);
    expect(names()).toEqual(['h1.lock']);
  });

  it('writes the time of its own clock', async () => {
    await acquireOnce({ clockSkewNs: 7200n * NS });
    const aheadNs = BigInt(contentOf('h1.lock').trim()) - nowNs();
    expect(aheadNs).toBeGreaterThan(7100n * NS);
    expect(aheadNs).toBeLessThan(7300n * NS);
  });

  it('tries each host of a pool in turn, with a waiting file at the first only', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { code, events, shared } = await acquireOnce({ host: ['h1', 'h2'], confirmDelayMs: 20 });

    expect(code).toBe(0);
    expect(detailsOf(events, 'tested')).toEqual([`${pathOf('h1.lock')} busy`, `${pathOf('h2.lock')} free`]);
    expect(detailsOf(events, 'waiting')).toEqual([expect.stringContaining('h1.lock.waiting.')]);
    expect(shared('spoke_lock_filename.txt')).toBe(pathOf('h2.lock'));
    expect(names()).toEqual(['h1.lock', 'h2.lock']);
  });

  it('reaches the bastion by the command of PEER_SSH, whatever the names hold', async () => {
    dir = join(root, `it's "a" $(pool) & more`);
    mkdirSync(dir);
    // Stands for the OpenSSH client: it gives its last argument to a login shell.
    const { code } = await acquireOnce({ ssh: 'env VIA=ssh sh -c' });
    expect(code).toBe(0);
    expect(names()).toEqual(['h1.lock']);

    const unreachable = await acquireOnce({ ssh: 'false', host: 'h2' });
    expect(unreachable.code).toBe(1);
    expect(names()).toEqual(['h1.lock']);
  });
});

describe('what a lock file holds, read with a LOCK_TIMEOUT of 60 s', () => {
  const agedNs = (seconds: bigint) => nowNs() - seconds * NS;

  it.each<[string, () => string, 'busy' | 'expired' | 'error']>([
    ['a fresh timestamp', () => `${agedNs(5n)}\n`, 'busy'],
    ['a timestamp just below the timeout', () => `${agedNs(50n)}\n`, 'busy'],
    ['a timestamp at the timeout', () => `${agedNs(60n)}\n`, 'expired'],
    ['an old timestamp', () => `${agedNs(600n)}\n`, 'expired'],
    ['a fresh timestamp and several newlines', () => `${agedNs(5n)}\n\n\n`, 'busy'],
    ['a fresh timestamp and a space', () => `${agedNs(5n)} \n`, 'busy'],
    ['a timestamp in the future', () => `${agedNs(-600n)}\n`, 'busy'],
    ['nothing', () => '', 'expired'],
    ['a newline', () => '\n', 'expired'],
    ['a fresh time in seconds', () => `${nowNs() / NS}\n`, 'expired'],
    ['half a timestamp', () => String(agedNs(5n)).slice(0, 10), 'expired'],
    ['CRLF', () => `${agedNs(600n)}\r\n`, 'error'],
    ['a second line', () => `${agedNs(600n)}\n1\n`, 'error'],
    ['a second word', () => `${agedNs(600n)} h1\n`, 'error'],
    ['a comment', () => `# ${agedNs(600n)}\n`, 'error'],
    ['a leading 0', () => `0${agedNs(600n)}\n`, 'error'],
  ])('%s', async (_, content, expected) => {
    const before = content();
    put('h1.lock', before);
    const { code, events } = await acquireOnce({ lockTimeoutS: 60 });

    expect(detailsOf(events, 'tested')).toEqual(
      expected === 'error' ? [] : [`${pathOf('h1.lock')} ${expected}`],
    );
    expect(code).toBe(expected === 'expired' ? 0 : 1);
    expect(contentOf('h1.lock')).toEqual(
      expected === 'expired' ? expect.stringMatching(/^\d{19}\n$/) : before,
    );
  });

  it('a command, which is run', async () => {
    put('h1.lock', `a[$(touch ${pathOf('canary')})]\n`);
    await acquireOnce({ lockTimeoutS: 60 });
    expect(names()).toContain('canary');
  });

  it('a folder by that name is never locked', async () => {
    mkdirSync(pathOf('h1.lock'));
    const { code, events } = await acquireOnce();
    expect(code).toBe(1);
    expect(detailsOf(events, 'wrote')).toEqual([]);
  });

  it('in the future, has age 0: expired only where LOCK_TIMEOUT is 0', async () => {
    put('h1.lock', `${agedNs(-600n)}\n`);
    expect((await acquireOnce({ lockTimeoutS: 0 })).code).toBe(0);
  });

  it('expires after a LOCK_TIMEOUT below a second', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { code, events } = await run({ verb: 'acquire', lockTimeoutS: 0.3 });
    expect(code).toBe(0);
    expect(detailsOf(events, 'tested')[0]).toBe(`${pathOf('h1.lock')} busy`);
    expect(detailsOf(events, 'tested').at(-1)).toBe(`${pathOf('h1.lock')} expired`);
  });

  it.each(['', ' ', '0'])(
    'only the own timestamp, exactly, confirms it (with %j behind it)',
    async (behind) => {
      const peer = start({ verb: 'acquire', attempts: 1, confirmDelayMs: 500 });
      await peer.waitFor('wrote');
      put('h1.lock', `${contentOf('h1.lock').trim()}${behind}\n`);
      expect((await peer.exited).code).toBe(behind === '' ? 0 : 1);
    },
  );
});

describe('a higher waiter', () => {
  it('makes it give the lock back and keep its waiting file', async () => {
    put(HIGHER_WAITER);
    const { code, events, shared } = await acquireOnce();

    expect(code).toBe(1);
    expect(detailsOf(events, 'gave-back')).toEqual([`${pathOf('h1.lock')} 4.23`]);
    expect(waitingFiles()).toHaveLength(2);
    expect(shared('own_waiting_file.txt')).toMatch(/h1\.lock\.waiting\.\d{19}\.4\.22$/);
    expect(shared('spoke_lock_filename.txt')).toBeNull();
    expect(existsSync(pathOf('h1.lock'))).toBe(false);
  });

  it('that leaves lets it take the host, with the same waiting file as before', async () => {
    put(HIGHER_WAITER);
    const peer = start({ verb: 'acquire' });
    await peer.waitFor('gave-back', 10_000, 2);
    expect(waitingFiles()).toHaveLength(2);
    remove(HIGHER_WAITER);

    expect((await peer.exited).code).toBe(0);
    expect(eventNames(await peer.events()).filter((event) => event === 'waiting')).toHaveLength(1);
    expect(names()).toEqual(['h1.lock']);
  });

  it('at one host of a pool sends it to the next', async () => {
    put(HIGHER_WAITER);
    const { code, shared } = await acquireOnce({ host: ['h1', 'h2'] });
    expect(code).toBe(0);
    expect(shared('spoke_lock_filename.txt')).toBe(pathOf('h2.lock'));
    expect(names()).toEqual([HIGHER_WAITER, 'h2.lock'].sort());
  });

  it('is nothing to a job that does not look', async () => {
    put(HIGHER_WAITER);
    const { code, sharedDir } = await acquireOnce({ ignoreWaiters: true });
    expect(code).toBe(0);
    const looked = await run({
      verb: 'check',
      mode: 'force',
      sharedDir,
      ignoreWaiters: true,
    });
    expect(looked.stdout).toBe('carry-on\n');
  });
});

describe('the quit check', () => {
  it('carries on when nobody higher waits, and writes nothing', async () => {
    const { sharedDir, shared } = await acquireOnce();
    const { code, stdout } = await check(sharedDir, 'force');

    expect(code).toBe(0);
    expect(stdout).toBe('carry-on\n');
    expect(shared('install_status.txt')).toBeNull();
    expect(shared('graceful_quit_requested')).toBeNull();
  });

  it('carries on in a job that locked nothing', async () => {
    put(HIGHER_WAITER);
    const { code, stdout } = await run({ verb: 'check', mode: 'force' });
    expect(code).toBe(0);
    expect(stdout).toBe('carry-on\n');
  });

  it.each<[BashPeerMode, number]>([
    ['graceful', 0],
    ['force', 1],
  ])('in %s mode quits with %i for a higher waiter', async (mode, status) => {
    const { sharedDir, shared } = await acquireOnce();
    put(HIGHER_WAITER);
    const { code, stdout } = await check(sharedDir, mode);

    expect(code).toBe(status);
    expect(stdout).toBe('quit 4.23\n');
    expect(shared('install_status.txt')).toBe(`${mode}_quit`);
    expect(shared('graceful_quit_requested')).toBe('higher_ocp_version=4.23\ncurrent_ocp_version=4.22\n');
    expect(names()).toEqual(['h1.lock', HIGHER_WAITER]);
  });

  it('stays with quit after the higher waiter has left', async () => {
    const { sharedDir, shared } = await acquireOnce();
    put(HIGHER_WAITER);
    await check(sharedDir);
    remove(HIGHER_WAITER);
    const { code, stdout } = await check(sharedDir, 'force', 'test');

    expect(code).toBe(1);
    expect(stdout).toBe('quit 4.23\n');
    expect(shared('test_status.txt')).toBe('force_quit');
  });

  it.each([
    ['h1.lock.waiting.1766568440841947242.4.23', 'quit 4.23'],
    ['h1.lock.waiting.17.5.0', 'quit 5.0'],
    ['h1.lock.waiting.17.10.0', 'quit 10.0'],
    ['h1.lock.waiting.17.4.100', 'quit 4.100'],
    ['h1.lock.waiting..4.23', 'quit 4.23'],
    ['h1.lock.waiting.17.4.22', 'carry-on'],
    ['h1.lock.waiting.17.4.9', 'carry-on'],
    ['h1.lock.waiting.17.3.99', 'carry-on'],
    ['h1.lock.waiting.17.4.23.queued', 'carry-on'],
    ['h1.lock.waiting.17.4.23.1', 'carry-on'],
    ['h1.lock.waiting.17.4.23-rc.1', 'carry-on'],
    ['h1.lock.waiting.17.4', 'carry-on'],
    ['h1.lock.waiting.17', 'carry-on'],
    ['h1.lock.waiting.4.23', 'carry-on'],
    ['h1.lock.waiting.x.4.23', 'carry-on'],
    ['h1.lock.waiting', 'carry-on'],
    ['h1.lock.17.4.23', 'carry-on'],
    ['h1.lock2.waiting.17.4.23', 'carry-on'],
    ['h11.lock.waiting.17.4.23', 'carry-on'],
    ['.h1.lock.waiting.17.4.23', 'carry-on'],
  ])('of a 4.22 job reads %s as %s', async (name, answer) => {
    const { sharedDir } = await acquireOnce();
    put(name);
    expect((await check(sharedDir)).stdout).toBe(`${answer}\n`);
  });

  it('names the highest of several waiters', async () => {
    const { sharedDir } = await acquireOnce();
    for (const version of ['4.9', '4.24', '4.100', '4.23', '3.200']) put(`h1.lock.waiting.17.${version}`);
    expect((await check(sharedDir)).stdout).toBe('quit 4.100\n');
  });
});

describe('the clean-up step', () => {
  it('removes the own lock and no waiting file of others', async () => {
    const { sharedDir } = await acquireOnce();
    put(HIGHER_WAITER);
    const { code, events } = await release(sharedDir);

    expect(code).toBe(0);
    expect(eventNames(events)).toEqual(['power-off', 'releasing', 'released']);
    expect(names()).toEqual([HIGHER_WAITER]);
  });

  it('of a job that only waited removes its waiting file and leaves the lock', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { sharedDir } = await acquireOnce();
    expect(waitingFiles()).toHaveLength(1);
    const { code, events } = await release(sharedDir);

    expect(code).toBe(0);
    expect(eventNames(events)).toEqual(['waiting-removed']);
    expect(names()).toEqual(['h1.lock']);
  });

  it('of a job that did nothing does nothing', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { code, events } = await run({ verb: 'release' });
    expect(code).toBe(0);
    expect(events).toEqual([]);
    expect(names()).toEqual(['h1.lock']);
  });

  it('removes the lock of somebody else too, which is a known fault', async () => {
    const first = await acquireOnce();
    const second = await acquireOnce({ lockTimeoutS: 0 });
    expect(second.code).toBe(0);

    await release(first.sharedDir);
    expect(names()).toEqual([]);
  });
});

describe('a whole job', () => {
  it('acquires, checks, and releases', async () => {
    const { code, events } = await run({ holdS: 0.5, checkMs: 50 });
    expect(code).toBe(0);
    expect(new Set(eventNames(events).slice(7, -3))).toEqual(new Set(['carry-on']));
    expect(eventNames(events).slice(-3)).toEqual(['power-off', 'releasing', 'released']);
    expect(names()).toEqual([]);
  });

  it.each<[BashPeerMode, number]>([
    ['graceful', 0],
    ['force', 1],
  ])('asked to quit in %s mode leaves before its time, with %i', async (mode, status) => {
    const peer = start({ mode });
    await peer.waitFor('locked');
    put(HIGHER_WAITER);

    expect((await peer.exited).code).toBe(status);
    expect(detailsOf(await peer.events(), 'quit')).toEqual([`${mode} 4.23`]);
    expect(names()).toEqual([HIGHER_WAITER]);
  });

  it('gets no host, leaves nothing, and fails', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { code } = await run({ attempts: 2 });
    expect(code).toBe(1);
    expect(names()).toEqual(['h1.lock']);
  });

  it.each<['locked' | 'unconfirmed', string[]]>([
    ['locked', []],
    ['unconfirmed', ['h1.lock']],
  ])('cancelled when %s runs its clean-up step', async (event, left) => {
    if (event === 'unconfirmed') put('h1.lock', `${nowNs()}\n`);
    const peer = start({});
    await peer.waitFor(event);
    expect(await peer.stop()).toEqual({ code: 143, signal: null });
    expect(names()).toEqual(left);
  });

  it('killed leaves its lock', async () => {
    const peer = start({});
    await peer.waitFor('locked');
    expect(await peer.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(names()).toEqual(['h1.lock']);
  });
});

describe('the wrapper', () => {
  it('says what happened instead when an event does not come', async () => {
    const peer = start({ verb: 'acquire' });
    await expect(peer.waitFor('gave-up')).rejects.toThrow(/gave-up.*the peer has ended \(0\)[^]* {2}locked /);

    const holder = start({ host: 'h2' });
    await expect(holder.waitFor('released', 100)).rejects.toThrow(/released.*timeout/);
  });

  it('counts events', async () => {
    put('h1.lock', `${nowNs()}\n`);
    const { detail } = await start({}).waitFor('attempt', 10_000, 3);
    expect(detail).toBe('3');
  });

  it('leaves no peer and no folder behind', async () => {
    const peer = start({});
    await peer.waitFor('locked');
    await stopBashPeers();
    expect(await peer.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(existsSync(peer.sharedDir)).toBe(false);
  });
});

describe('two peers', () => {
  it('both hold when one writes late (R < D): its write replaces a lock that was confirmed meanwhile', async () => {
    const late = start({ verb: 'acquire', writeDelayMs: 2_000 });
    await late.waitFor('tested');
    const prompt = await acquireOnce();
    expect(prompt.code).toBe(0);
    const lockOfPrompt = contentOf('h1.lock');

    expect((await late.exited).code).toBe(0);
    expect(contentOf('h1.lock')).not.toBe(lockOfPrompt);
  });

  it('one killed after its test still writes', async () => {
    const killed = start({ verb: 'acquire', writeDelayMs: 500 });
    await killed.waitFor('tested');
    killed.child.kill('SIGKILL'); // the job alone: what it started on the bastion goes on
    await killed.exited;
    expect(existsSync(pathOf('h1.lock'))).toBe(false);

    const next = start({ verb: 'acquire', confirmDelayMs: 2_000, attempts: 1 });
    expect((await next.exited).code).toBe(1);
    expect(contentOf('h1.lock')).toMatch(/^\d{19}\n$/);
  });

  // With R < D they may overlap, or not: that is chance, and nothing is said about it here.
  it('never overlap when R > D', async () => {
    const ROUNDS_EACH = 10;
    const TIMING = { holdS: 0.02, retryMs: 10, writeDelayMs: 20, confirmDelayMs: 350 };
    const jobsOfOne = async () => {
      const holds: { fromNs: bigint; toNs: bigint }[] = [];
      for (let round = 0; round < ROUNDS_EACH; round++) {
        const { code, events } = await run(TIMING);
        expect(code).toBe(0);
        const at = (name: string) => events.find(({ event }) => event === name)!;
        holds.push({ fromNs: at('confirmed').atNs, toNs: at('releasing').atNs });
      }
      return holds;
    };
    const holds = (await Promise.all([jobsOfOne(), jobsOfOne()])).flat();
    holds.sort((a, b) => (a.fromNs < b.fromNs ? -1 : 1));

    expect(holds).toHaveLength(2 * ROUNDS_EACH);
    const overlaps = holds.filter((hold, i) => i > 0 && hold.fromNs < holds[i - 1]!.toNs);
    expect(overlaps).toEqual([]);
  }, 60_000);
});
