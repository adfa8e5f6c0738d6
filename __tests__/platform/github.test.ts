import { githubIdentity } from '../../src/platform/github';

const env = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'lab/firmware',
  GITHUB_RUN_ID: '7001',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_JOB: 'e2e',
  GITHUB_WORKFLOW: 'Nightly tests',
  GITHUB_REF_NAME: 'release-4.22',
  GIVEWAY_MATRIX: '{\n  "host": "h1",\n  "fips": true\n}',
};

test('a job has an owner, an attempt, a name, a link, a project and a version', () => {
  expect(githubIdentity(env)).toEqual({
    platform: 'github',
    owner: 'github/lab/firmware/7001/e2e/fips=:true,host=h1',
    attempt: 2,
    job: 'lab/firmware / Nightly tests / e2e (h1, true)',
    url: 'https://github.com/lab/firmware/actions/runs/7001/attempts/2',
    project: 'lab/firmware',
    version: { text: '4.22', source: 'GITHUB_REF_NAME', rule: 'branch' },
  });
});

describe('the owner', () => {
  const ownerWith = (more: Record<string, string>): string | undefined =>
    githubIdentity({ ...env, ...more })?.owner;

  test.each([
    [
      'a step with other variables',
      { GITHUB_ACTION: '__run_2', GITHUB_STEP_SUMMARY: '/x', RUNNER_NAME: 'r2' },
    ],
    ['another attempt', { GITHUB_RUN_ATTEMPT: '3' }],
    ['another branch', { GITHUB_REF_NAME: 'main' }],
    ['another name for the workflow', { GITHUB_WORKFLOW: 'Other' }],
    ['another slash behind the server', { GITHUB_SERVER_URL: 'https://github.com/' }],
  ])('is the same in %s', (_, more) => {
    expect(ownerWith(more)).toBe(ownerWith({}));
  });

  test.each([
    ['repository', { GITHUB_REPOSITORY: 'lab/other' }],
    ['run', { GITHUB_RUN_ID: '7002' }],
    ['job', { GITHUB_JOB: 'install' }],
    ['leg', { GIVEWAY_MATRIX: '{"host":"h2","fips":true}' }],
    ['matrix', { GIVEWAY_MATRIX: '' }],
    ['server', { GITHUB_SERVER_URL: 'https://git.example.com' }],
  ])('differs in another %s', (_, more) => {
    expect(ownerWith(more)).not.toBe(ownerWith({}));
  });
});

test.each([
  [undefined, 1],
  ['', 1],
  ['1', 1],
  ['17', 17],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['x', 1],
])('attempt %j is %i', (text, expected) => {
  expect(githubIdentity({ ...env, GITHUB_RUN_ATTEMPT: text })?.attempt).toBe(expected);
});

test('a job of another server links there', () => {
  expect(githubIdentity({ ...env, GITHUB_SERVER_URL: 'https://git.example.com/' })).toMatchObject({
    owner: 'github/git.example.com/lab/firmware/7001/e2e/fips=:true,host=h1',
    url: 'https://git.example.com/lab/firmware/actions/runs/7001/attempts/2',
  });
});

test('a pull request has the version of the branch that it is for', () => {
  const pull = {
    ...env,
    GITHUB_REF_NAME: '12/merge',
    GITHUB_BASE_REF: 'release-4.20',
    GITHUB_HEAD_REF: '9.9',
  };
  expect(githubIdentity(pull)?.version).toEqual({ text: '4.20', source: 'GITHUB_BASE_REF', rule: 'branch' });
});

test('without a version it says why', () => {
  expect(githubIdentity({ ...env, GITHUB_REF_NAME: 'main' })).toMatchObject({
    version: undefined,
    whyNoVersion: expect.stringContaining('main') as string,
  });
});

test.each([
  ['GITHUB_ACTIONS', undefined],
  ['GITHUB_ACTIONS', 'false'],
  ['GITHUB_REPOSITORY', undefined],
  ['GITHUB_RUN_ID', ''],
])('with %s = %j it is no GitHub job', (name, value) => {
  expect(githubIdentity({ ...env, [name]: value })).toBeUndefined();
});

test('a name with a workflow command in it stays on its line', () => {
  expect(githubIdentity({ ...env, GITHUB_WORKFLOW: 'x\n::error::y' })?.job).not.toContain('\n');
});
