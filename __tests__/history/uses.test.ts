/** A journal is held against what the jobs of a torture have noted: who used which host, with which token, when. */
import { readCommits } from '../../evidence/history/journal';
import { checkUses, type Uses } from '../../evidence/history/uses';

const line = (number: number, ...events: string[]): string =>
  `${number} 1766568440000000000 ${events.map((event) => `${event};`).join(' ')}`;

/** a has h1 and gives it back, b takes it then; in legacy mode, where it settles first. */
const LINES = [
  line(1, 'held a1 a 4.21 10 h1 - {}'),
  line(2, 'released a1 h1 10 held'),
  line(3, 'settling b1 b 4.22 20 h1 - {}'),
  line(4, 'held b1'),
];
const USES = [
  { owner: 'a', host: 'h1', token: 10, atMs: 100 },
  { owner: 'b', host: 'h1', token: 20, atMs: 200 },
];

function rules(more: Partial<Uses> = {}, lines: readonly string[] = LINES): string[] {
  const startedAtMs = new Map([
    ['a', 50],
    ['b', 150],
  ]);
  const all = { commits: readCommits(lines), isWhole: true, uses: USES, startedAtMs, ...more };
  return checkUses(all).map(({ rule }) => rule);
}

test('jobs that used what the journal gave them contradict nothing', () => {
  expect(rules()).toEqual([]);
});

test('the first part of a line that a killed process left does not count', () => {
  expect(rules({}, [...LINES.slice(0, 3), LINES[3]!.slice(0, -3), LINES[3]!])).toEqual([]);
});

test('a token that the journal does not have was made up', () => {
  expect(rules({ uses: [{ owner: 'a', host: 'h2', token: 10, atMs: 100 }] })).toEqual(['acknowledged']);
});

test('a token of another job is not the own', () => {
  expect(rules({ uses: [{ owner: 'c', host: 'h1', token: 10, atMs: 100 }] })).toEqual(['own lease']);
});

test('a host that is only settling is not to be used', () => {
  expect(rules({}, LINES.slice(0, 3))).toEqual(['own lease']);
});

test('a job that was started after another used a host comes later in the journal', () => {
  const startedAtMs = new Map([
    ['a', 250],
    ['b', 150],
  ]);
  expect(rules({ startedAtMs })).toEqual(['real time']);
});

test('a host that is taken from one that has it is a contradiction of the journal with itself', () => {
  expect(rules({}, [LINES[0]!, line(2, ''), ...LINES.slice(2)])).toEqual(['free host']);
  expect(rules({}, [...LINES.slice(0, 2), line(3, 'settling b1 b 4.22 9 h1 - {}'), LINES[3]!])).toContain(
    'token',
  );
});

test('of what a full disk did not take, nothing is concluded', () => {
  expect(rules({ isWhole: false }, [LINES[0]!, ...LINES.slice(2)])).toEqual([]);
  expect(rules({}, [LINES[0]!, ...LINES.slice(2)])).toEqual(['numbers']);
});
