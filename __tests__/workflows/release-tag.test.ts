/** Which tags may be released, and which of them take the major tag along; in repositories of git's own making. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './equipment/examples';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'giveway-release-'));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(ROOT, 'scripts/release-tag'), join(folder, 'scripts/release-tag'));
  git('init', '--quiet', '--initial-branch', 'main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=lab', '-c', 'user.email=lab@example.com'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** A commit with this version, which is tagged with it. */
function tagged(version: string): void {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  git('add', '.');
  git('commit', '--quiet', '--message', version);
  git('tag', `v${version}`);
}

/** As a checkout of the workflow has it. */
function onMain(): void {
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

function releaseTag(
  tag: string,
  created = 'true',
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(join(folder, 'scripts/release-tag'), [tag, created], {
    encoding: 'utf8',
  });
  return { status, said: status === 0 ? stdout : stderr };
}

function refusal({ status, said }: ReturnType<typeof releaseTag>): string {
  expect(status).toBe(1);
  return said;
}

test.each([
  ['1.0.0', [], 'v1', true],
  ['0.1.0', [], 'v0', true],
  ['1.10.0', ['1.9.0'], 'v1', true],
  ['1.2.1', ['1.2.0', '1.10.0'], 'v1', false],
  ['1.2.1', ['1.2.0', '2.0.0'], 'v1', true],
  ['2.0.0-rc.1', ['1.0.0'], 'v2', false],
  ['2.0.0', ['2.0.0-rc.1'], 'v2', true],
  ['10.0.0', ['1.0.0'], 'v10', true],
])('%s after %j: the major tag %s moves: %s', (version, before, major, moves) => {
  for (const one of before) tagged(one);
  tagged(version);
  onMain();
  expect(releaseTag(`v${version}`)).toEqual({
    status: 0,
    said: `version=${version}\nmajor=${major}\nmoves=${moves}\n`,
  });
});

test('a tag that was moved is refused', () => {
  tagged('1.0.0');
  onMain();
  expect(refusal(releaseTag('v1.0.0', 'false'))).toContain('was moved');
});

test('a tag on a commit that is not on main is refused', () => {
  tagged('1.0.0');
  onMain();
  tagged('1.0.1');
  expect(refusal(releaseTag('v1.0.1'))).toContain('no commit of main');
});

test('a tag that says another version than the package is refused', () => {
  tagged('1.0.0');
  git('tag', 'v1.0.1');
  onMain();
  expect(refusal(releaseTag('v1.0.1'))).toContain('package.json says 1.0.0');
});

test.each(['v1', '1.0.0', 'v1.0', 'v1.0.0.0', 'v1.0.0\nmoves=true'])('%j is no version', (tag) => {
  tagged('1.0.0');
  onMain();
  expect(refusal(releaseTag(tag))).toContain('is no version');
});

test('a tag that is not there is refused', () => {
  tagged('1.0.0');
  onMain();
  git('tag', '--delete', 'v1.0.0');
  expect(refusal(releaseTag('v1.0.0'))).toContain('there is no tag');
});
