import { detectPlatform } from '../../src/platform/detect';

const machine = { hostname: 'lab1', script: () => ({ pid: 4711, name: 'nightly.sh', startedAt: 'b.99' }) };
const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'lab/firmware',
  GITHUB_RUN_ID: '7001',
  GITHUB_JOB: 'e2e',
};
const prow = { PROW_JOB_ID: 'd1a0', JOB_NAME: 'nightly-4.22-e2e' };
const tekton = { GIVEWAY_PIPELINE_RUN_UID: '0b6a' };

test.each([
  ['GitHub', github, 'github', 'github/lab/firmware/7001/e2e'],
  ['Prow', prow, 'prow', 'prow/d1a0'],
  ['Tekton', tekton, 'tekton', 'tekton/0b6a'],
  ['a plain shell', {}, 'shell', 'shell/lab1/b.99/4711'],
  ['a shell in Jenkins', { JOB_NAME: 'x', BUILD_ID: '7' }, 'shell', 'shell/lab1/b.99/4711'],
  ['GitHub before Prow', { ...github, ...prow }, 'github', 'github/lab/firmware/7001/e2e'],
  ['Tekton, set on purpose, before all', { ...github, ...prow, ...tekton }, 'tekton', 'tekton/0b6a'],
  ['GitHub with nothing to tell jobs apart', { GITHUB_ACTIONS: 'true' }, 'shell', 'shell/lab1/b.99/4711'],
])('%s', (_, env, platform, owner) => {
  expect(detectPlatform(env, machine)).toMatchObject({ platform, owner });
});

test.each([
  ['GitHub', github],
  ['Prow', prow],
  ['Tekton', tekton],
  ['a plain shell', {}],
])('GIVEWAY_OWNER is the whole owner on %s', (_, env) => {
  const given = { ...env, GIVEWAY_OWNER: 'team-a/7', GIVEWAY_MATRIX: '{"a":"1"}' };
  expect(detectPlatform(given, machine).owner).toBe('team-a/7');
});

test('the platform is the same with a given owner as without', () => {
  expect(detectPlatform({ ...github, GIVEWAY_OWNER: 'x' }, machine).platform).toBe('github');
});

test.each([
  [prow, undefined, '4.22'],
  [prow, 'nightly-(?<major>[0-9])[.](?<minor>[0-9])', '4.2'],
  [{ ...github, GITHUB_REF_NAME: 'app-7.3' }, 'app-([0-9.]+)', '7.3'],
  [{ JOB_NAME: 'app-7.3' }, 'app-([0-9.]+)', '7.3'],
  [{ JOB_NAME: 'app-7.3', ...tekton }, 'app-([0-9.]+)', '7.3'],
])('the version of %j by the pattern %s is %s', (env, versionPattern, expected) => {
  const options = versionPattern === undefined ? {} : { versionPattern };
  expect(detectPlatform(env, machine, options).version?.text).toBe(expected);
});
