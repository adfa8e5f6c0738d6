/** On a pool that conflicts once and loses a reply: what is safe is mended, once, and the rest is told. */
import { existsSync, writeFileSync } from 'node:fs';
import { mend } from '../../src/lease/mend';
import type { Pool } from '../../src/pool/pool';
import type { Finding } from '../../src/protocol/doctor';
import { journalReader } from '../../src/protocol/journal';
import { free, take, wait } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { Lab, OwnTime } from './lab';

const DAY_MS = 86_400_000;
const FIX = { fix: true, allowNfs: false };

let lab: Lab;
let time: OwnTime;
let pool: Pool;
beforeEach(() => {
  lab = new Lab();
  time = new OwnTime(lab.bed);
  pool = lab.bed.open();
});
afterEach(() => lab.dispose());

const kinds = (findings: readonly Finding[]): string[] => findings.map(({ what }) => what).sort();
const events = async (): Promise<string[]> =>
  journalReader()
    .read(await pool.journal(1000))
    .map(({ event }) => event);

/** Of each kind that is safe, but those that only the wall clock makes old. */
async function leaveAll(): Promise<void> {
  await mustCommit(pool, take('dead', ['h1']));
  await mustCommit(pool, wait('gone', ['h1', 'h2']));
  await mustCommit(pool, take('left', ['h3']));
  const lock = lab.bed.read('h3.lock');
  await mustCommit(pool, free('left', ['h3']));
  lab.bed.write('h3.lock', lock);
  const { bootId } = await pool.snapshot();
  writeFileSync(
    lab.bed.inner('lone.hb'),
    `${String(lab.bed.uptimeMs).padStart(15, '0')} ${bootId} 1796063315000000000\n`,
  );
  await time.pass(DAY_MS);
}

it('only looks, unless it is to mend', async () => {
  await leaveAll();
  const before = lab.bed.files();
  const { fixed, left } = await mend(lab.jobIn(time), { ...FIX, fix: false });
  expect([kinds(fixed), kinds(left)]).toEqual([
    [],
    ['dead-waiter', 'expired-lease', 'left-lock', 'lone-heartbeat'],
  ]);
  expect(lab.bed.files()).toEqual(before);
});

it('mends all that is safe, and says so once in the journal', async () => {
  await leaveAll();
  lab.bed.write('notes.txt', '');
  const { fixed, left } = await mend(lab.jobIn(time), FIX);
  expect(kinds(fixed)).toEqual(['dead-waiter', 'expired-lease', 'left-lock', 'lone-heartbeat']);
  expect(kinds(left)).toEqual(['stray']);
  expect(lab.bed.visible()).toEqual(['notes.txt']);
  expect((await events()).filter((event) => event === 'fixed')).toHaveLength(4);
  const again = await mend(lab.jobIn(time), FIX);
  expect([kinds(again.fixed), kinds(again.left)]).toEqual([[], ['stray']]);
});

it('leaves alone what has come to life between the look and the commit', async () => {
  await mustCommit(pool, wait('slow', ['h1']));
  await mustCommit(pool, take('mine', ['h2']));
  await time.pass(DAY_MS / 2);
  const job = lab.jobIn(time);
  const commit = job.pool.commit.bind(job.pool);
  job.pool.commit = async (...args) => {
    // a place is never refused a sign of life; a lease that is over is somebody else's by now
    await pool.beat('slow', []);
    if ((await pool.snapshot()).hosts.get('h2')?.record?.id === 'mine')
      await mustCommit(pool, take('next', ['h2']));
    return commit(...args);
  };
  const { fixed, left } = await mend(job, FIX);
  expect([kinds(fixed), kinds(left)]).toEqual([[], []]);
  expect(existsSync(lab.bed.inner('slow.hb'))).toBe(true);
  expect((await pool.snapshot()).hosts.get('h2')!.record).toMatchObject({ id: 'next', state: 'held' });
});

it('does not let what the program cannot understand keep it from the rest', async () => {
  await leaveAll();
  const odd = '1 no.name\u0007 own 1 - 0 4.21 lease waiting 0 1796063315000000000 0 1 1+0@x {}';
  lab.bed.write('h5.lock.waiting.1796063315000000000.4.21', `${odd}\n`);
  lab.bed.write('h6.lock.waiting.1796063315000000001.4.21', `${odd.replace('\u0007', '')}\n`);
  const { fixed, left } = await mend(lab.jobIn(time), FIX);
  expect(kinds(fixed)).toEqual(['dead-waiter', 'expired-lease', 'left-lock', 'lone-heartbeat']);
  expect(kinds(left)).toEqual(['dead-waiter', 'dead-waiter']);
  for (const finding of left)
    expect(finding).toMatchObject({ isSafe: false, act: expect.stringMatching(/a person/) as string });
});
