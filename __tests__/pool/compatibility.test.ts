/** Programs and clients of one major version work together, whichever of the two is older: on one folder, at one time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquire } from '../../src/lease/acquire';
import { checkQuit } from '../../src/lease/check-quit';
import { systemClock } from '../../src/lease/clock';
import type { FlowContext } from '../../src/lease/flow';
import { release } from '../../src/lease/release';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { programText } from '../../src/pool/program-text';
import { QUICK, quickRequest, until } from '../lease/lab';
import { wait } from './changes';
import { mustCommit, TestBed } from './test-bed';

const FOLDER = join(__dirname, 'stored-programs');
const TODAYS = programText();
const STORED = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sh'))
  .map((name) => ({
    version: name.slice(0, -'.sh'.length),
    text: readFileSync(join(FOLDER, name), 'utf8'),
  }));

const speaking = (version: string): string => TODAYS.replace(/^protocol=.*$/m, `protocol=${version}`);
const versionOf = (program: string): string | undefined => /^protocol=(.*)$/m.exec(program)?.[1];

let bed: TestBed;
beforeEach(() => void (bed = new TestBed(({ folder }) => directoryPool({ folder }))));
afterEach(() => bed.dispose());

function open(program: string): Pool {
  const pool = directoryPool({ folder: bed.folder, settings: bed.settings, program });
  bed.undoLater(() => pool.close());
  return pool;
}

function jobOn(pool: Pool): FlowContext & { readonly isWaiting: () => boolean } {
  let isWaiting = false;
  return {
    pool,
    clock: systemClock,
    say: ({ type }) => void (isWaiting ||= type === 'waiting'),
    signal: new AbortController().signal,
    random: Math.random,
    isWaiting: () => isWaiting,
  };
}

describe.each([
  { who: 'of a later minor version', program: speaking('1.99') },
  ...STORED.map(({ version, text }) => ({ who: `as released with protocol ${version}`, program: text })),
])('a program $who', ({ program }) => {
  it.each([
    ["serves a job that gives way to one of today's", program, TODAYS],
    ["serves a job that makes one of today's give way", TODAYS, program],
  ])('%s', async (_, holders, waiters) => {
    const holder = jobOn(open(holders));
    const held = await acquire(holder, quickRequest('holder', { version: '4.21' }), QUICK);
    if (held.kind !== 'acquired') throw new Error(held.kind);
    expect(await checkQuit(holder, held.lease)).toEqual({ kind: 'carry-on' });

    const waiter = jobOn(open(waiters));
    const getting = acquire(waiter, quickRequest('waiter', { version: '4.22' }), QUICK);
    await until(waiter.isWaiting);
    expect(await checkQuit(holder, held.lease)).toMatchObject({ kind: 'quit', told: { byId: 'waiter' } });
    expect(await holder.pool.beat('holder', ['h1'])).toMatchObject({ kind: 'alive' });
    expect(await release(holder, { id: 'holder' })).toMatchObject({ kind: 'released' });

    const got = await getting;
    if (got.kind !== 'acquired') throw new Error(got.kind);
    expect(got.lease.fencingToken).toBeGreaterThan(held.lease.fencingToken);
    expect(got.previous).toMatchObject({ id: 'holder', endedBy: 'released' });
    expect(await release(waiter, { id: 'waiter' })).toMatchObject({ kind: 'released' });
    expect(bed.visible()).toEqual([]);
  });
});

it('a program that tells nothing of single files shows one that is blocked every change, and no more', async () => {
  const program = TODAYS.replace(/^ *look\) do_look .*$/m, "look) do_look '' ;;");
  expect(program).not.toBe(TODAYS);
  const pool = open(program);
  for (const id of ['first', 'second']) await mustCommit(pool, wait(id, ['h1']));
  const seen = await pool.snapshot();
  const by = seen.waiters.map(({ files }) => files[0]!.text);
  const options = { everyMs: 5, untilUptimeMs: undefined, blocked: { by, forMs: 60_000 } };
  const watch = pool.watch(seen, options, new AbortController().signal);
  expect(await Promise.race([watch, sleep(80, 'goes on')])).toBe('goes on');
  await mustCommit(open(TODAYS), wait('third', ['h2']));
  expect(await watch).toBe('changed');
});

it.each(['2.0', '0.9'])(
  'a program of another major version is refused by both numbers: %s',
  async (version) => {
    await expect(open(speaking(version)).snapshot()).rejects.toMatchObject({
      reason: 'newer-format',
      message: expect.stringMatching(
        new RegExp(`protocol ${version.replace('.', '\\.')}.*client 1`),
      ) as string,
    });
  },
);

describe('the stored programs', () => {
  /** `Protocol 1.1` under the heading of a release; `Protocol 1` is 1.0. */
  function released(changelog: string): string[] {
    const sections = changelog.split(/^## /m).slice(1);
    const texts = sections.filter((text) => !text.startsWith('Unreleased'));
    const named = texts.flatMap((text) => [...text.matchAll(/\bprotocol (\d+)(\.\d+)?/gi)]);
    return [...new Set(named.map(([, major, minor]) => `${major!}${minor ?? '.0'}`))];
  }

  it.each([
    ['## Unreleased\n\n- Protocol 1: the first\n', []],
    ['## Unreleased\n\n- Protocol 1.1\n\n## 0.2.0\n\n- Protocol 1.0\n', ['1.0']],
    ['## 0.3.0\n\n- Protocol 1.1, and protocol 1 as before\n\n## 0.2.0\n\n- Protocol 1\n', ['1.1', '1.0']],
  ])('are those that the changelog names as released: %j', (changelog, expected) => {
    expect(released(changelog)).toEqual(expected);
  });

  it('are all there', () => {
    const changelog = readFileSync(join(__dirname, '../../CHANGELOG.md'), 'utf8');
    const versions = STORED.map(({ version }) => version);
    expect(released(changelog).filter((version) => !versions.includes(version))).toEqual([]);
  });

  it('speak the protocol of their name', () => {
    expect(STORED.map(({ text }) => versionOf(text))).toEqual(STORED.map(({ version }) => version));
  });
});
