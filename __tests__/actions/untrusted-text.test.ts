/** What other jobs are called, and where they link to, in this job's log, annotations, outputs and summary. */
import { openPool } from '../../src/pool/open';
import type { Pool } from '../../src/pool/pool';
import { free, take, wait, change } from '../pool/changes';
import { mustCommit } from '../pool/test-bed';
import { Bench } from './equipment/bench';
import type { Step } from './equipment/runner';
import { LINE_END, parseCommand } from './equipment/workflow-commands';

let bench: Bench;
let hostile: Pool;
beforeAll(async () => {
  bench = await Bench.start('acme', 'hostile');
  const {
    pool = '',
    'private-key': privateKey = '',
    'known-hosts': knownHosts = '',
  } = bench.access('hostile');
  hostile = openPool(pool, { access: { privateKey, knownHosts, home: '/nonexistent' } });
});
afterEach(() => bench.afterTest());
afterAll(async () => {
  await hostile.close();
  await bench.stop();
});

const NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a mask', 'x\n::add-mask::e'],
  ['a mask behind blanks', 'x\n \t ::add-mask::e'],
  ['a mask behind a carriage return', 'x\r::add-mask::e\r'],
  ['an error', '::error title=Broken::the bench is on fire'],
  ['an older error', 'x ##[error]the bench is on fire'],
  ['an older output', 'nightly##[set-output name=quit;]true'],
  ['older commands that make up each other', '####[error][error]x #\u200b#[error]x'],
  ['an output', '\n::set-output name=acquired::true'],
  ['commands off', '\n::stop-commands::pause'],
  ['a group, capital', '\n::GROUP::x\n::EndGroup::'],
  ['a delimiter of outputs', '\nghadelimiter_x\nquit<<E\nfalse\nE\n'],
  ['an escaped line break', 'x%0A::add-mask::e%0D%0A::error::y'],
  ['next line and separators', 'x\u0085::add-mask::e\u2028::add-mask::e\u2029::add-mask::e'],
  ['colours and a title', '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b31m \u001b[2J\u001b[1A'],
  ['text that turns or hides', 'abc\u202egnp.exe\u2066 \u200b\ufeffx'],
  [
    'Markdown',
    '[click](https://evil.example) **bold** `code` | a | b |\n# Title\n![x](https://evil.example/x.png)',
  ],
  [
    'HTML',
    '</td></table><img src=x onerror=alert(1)><script>alert(1)</script><a href="https://evil.example">x</a> &lt;b&gt;',
  ],
  ['a mention', '@acme/everybody #1 GH-1 <!-- x'],
  ['very long', 'long '.repeat(600)],
];

/** Nothing of a step is what a text of others could have made. */
function expectHarmless(step: Step, expected: readonly string[]): void {
  const own = bench.key().trim().split('\n');
  const masks = step.commands.filter(({ name }) => name === 'add-mask').map(({ data }) => data);
  expect(masks.filter((data) => !own.includes(data))).toEqual([]);
  const others = step.commands.map(({ name }) => name).filter((name) => name !== 'add-mask');
  expect(others).toEqual(expected);
  const texts = [step.unmasked, ...step.annotations.map(({ message, title }) => title + message)];
  for (const text of [...texts, ...Object.values(step.outputs)]) {
    expect(text).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]/,
    );
  }
  expect(Math.max(...step.log.split('\n').map(({ length }) => length))).toBeLessThan(1500);
  for (const text of Object.values(step.outputs)) {
    // a later step may print it
    expect(text.split(LINE_END).map(parseCommand)).toEqual(text.split(LINE_END).map(() => undefined));
  }
  expectPlain(step.summary);
}

/** A summary has our own table, and in its cells no character that Markdown or HTML would make something of. */
function expectPlain(summary: string): void {
  const cells = summary.replace(/<\/?(?:h3|table|tr|th|td)>/g, '\n');
  expect(cells).not.toMatch(/[<>[\]()*_`~|!@\\"':/]/);
  expect(cells.replace(/&#\d+;/g, '')).not.toMatch(/[&#;]/);
}

const named = (name: string): { job: string; url: string; project: string } => ({
  job: name,
  url: name,
  project: name,
});

test('as names and links of holders they do nothing to a job that waits for one of their hosts', async () => {
  const holders = NAMES.map(([, name], index) => ({ name, host: bench.host(), id: `holder-${index}` }));
  const takes = holders.flatMap(({ name, host, id }) => take(id, [host], { details: named(name) }).verbs);
  const hosts = holders.map(({ host }) => host);
  await mustCommit(hostile, change(hosts, ...takes));
  const job = bench.job({ env: { GIVEWAY_PRODUCT_VERSION: '4.21' } });
  const step = await job.uses('acquire', { ...bench.access(), host: hosts.join(','), 'wait-timeout': '3s' });
  expect([step.outcome, step.outputs['acquired']]).toEqual(['failure', 'false']);
  expect(hosts.filter((host) => !step.log.includes(`${host}: held by `))).toEqual([]);
  expect(JSON.parse(step.outputs['holders'] ?? '')).toHaveLength(hosts.length);
  expectHarmless(step, ['error']);
  await job.end();
  await mustCommit(hostile, change(hosts, ...holders.flatMap(({ host, id }) => free(id, [host]).verbs)));
});

test('as names of waiters they do nothing to a job behind them', async () => {
  const host = bench.host();
  const waiters = NAMES.map(([, name], index) => ({ name, id: `waiter-${index}` }));
  for (const { name, id } of waiters) {
    await mustCommit(hostile, wait(id, [host], { version: '4.99', details: named(name) }));
  }
  const job = bench.job({ env: { GIVEWAY_PRODUCT_VERSION: '4.21' } });
  const step = await job.uses('acquire', { ...bench.access(), host, 'wait-timeout': '3s' });
  expect(JSON.parse(step.outputs['ahead'] ?? '')).toHaveLength(waiters.length);
  expectHarmless(step, ['error']);
  await job.end();
  for (const { id } of waiters) {
    await mustCommit(hostile, change([], { verb: 'unwait', id, arrivalNs: undefined }));
  }
});

const SOME = ['a mask', 'an older error', 'colours and a title', 'Markdown', 'HTML', 'very long'];

test.each(NAMES.filter(([what]) => SOME.includes(what)))(
  '%s as the name of the job before, and of the one that asks to leave, does nothing to any step',
  async (_, name) => {
    const host = bench.host();
    const [before, after] = [`before-${host}`, `after-${host}`];
    await mustCommit(hostile, take(before, [host], { details: named(name) }));
    await mustCommit(hostile, free(before, [host]));
    const job = bench.job();
    const acquired = await job.uses('acquire', { ...bench.access(), host });
    expect(JSON.parse(acquired.outputs['previous'] ?? '')).toMatchObject({ endedBy: 'released' });
    expectHarmless(acquired, []);
    const asks = { version: '4.99', target: host, details: named(name) };
    await mustCommit(hostile, wait(after, [host], asks));
    const checked = await job.uses('check-quit', bench.access());
    expect(checked.outputs).toMatchObject({ quit: 'true', 'by-version': '4.99' });
    expectHarmless(checked, ['notice']);
    for (const { pid } of job.tracked()) process.kill(pid, 'SIGKILL');
    const { posts } = await job.end();
    expect(posts[0]?.summary).toContain('<td>4.21</td>');
    for (const post of posts) expectHarmless(post, ['group', 'endgroup']);
    await mustCommit(hostile, change([], { verb: 'unwait', id: after, arrivalNs: undefined }));
  },
);

test('the table is hostile: printed as they are, these texts are commands, escapes or markup', () => {
  const isCommand = (name: string): boolean =>
    name.split(LINE_END).some((line) => parseCommand(line) !== undefined);
  const isOther = (name: string): boolean =>
    /[\u001b\u0085\u202e<`@]|%0A|ghadelimiter/.test(name) || name.length > 2000;
  expect(NAMES.filter(([, name]) => !isCommand(name) && !isOther(name))).toEqual([]);
});
