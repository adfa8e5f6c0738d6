/** What a runner downloads for `uses:`, before each job. */
import { execFileSync } from 'node:child_process';
import { ROOT } from './equipment/examples';

const git = (...args: string[]): Buffer => execFileSync('git', args, { cwd: ROOT, maxBuffer: 1 << 28 });

test('the repository as an archive is at most 2 MB', () => {
  expect(git('archive', '--format=tar.gz', 'HEAD').length).toBeLessThanOrEqual(2_000_000);
});

test('it has no program that is not text', () => {
  const names = git('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0');
  expect(names).toContain('dist/cli/index.js');
  expect(names.filter((name) => /\.(?:exe|node|dll|so|dylib|wasm)$/.test(name))).toEqual([]);
});
