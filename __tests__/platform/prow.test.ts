import { prowAliases, prowIdentity } from '../../src/platform/prow';

const job = 'periodic-ci-openshift-release-main-nightly-4.22-e2e-metal-ipi-ovn-bm';
const build = '1995068123456789504';
const prowJobId = 'd1a0c6f2-53c5-4c8e-9b1d-2f0e6f7a8b9c';

const storage = {
  bucket: 'test-platform-results',
  path_strategy: 'single',
  default_org: 'openshift',
  default_repo: 'origin',
};
const spec = {
  type: 'periodic',
  job,
  buildid: build,
  prowjobid: prowJobId,
  extra_refs: [{ org: 'openshift', repo: 'release', base_ref: 'main' }],
  decoration_config: { gcs_configuration: storage },
};
const env = {
  OPENSHIFT_CI: 'true',
  JOB_NAME: job,
  JOB_TYPE: 'periodic',
  BUILD_ID: build,
  PROW_JOB_ID: prowJobId,
  UNIQUE_HASH: 'a1b2c',
  NAMESPACE: 'ci-op-xyz',
  JOB_SPEC: JSON.stringify(spec),
};

test('a job has an owner, a name, a link, a project and a version', () => {
  expect(prowIdentity(env)).toEqual({
    platform: 'prow',
    owner: `prow/${prowJobId}/a1b2c`,
    attempt: 1,
    job,
    url: `https://prow.ci.openshift.org/view/gs/test-platform-results/logs/${job}/${build}`,
    project: 'openshift/release',
    version: { text: '4.22', source: 'JOB_NAME', rule: 'whole-word' },
  });
});

describe('the owner', () => {
  test.each([
    ['the ProwJob and the test', {}, `prow/${prowJobId}/a1b2c`],
    ['the ProwJob alone', { UNIQUE_HASH: undefined }, `prow/${prowJobId}`],
    ['the ProwJob in JOB_SPEC', { PROW_JOB_ID: undefined }, `prow/${prowJobId}/a1b2c`],
    ['the build', { PROW_JOB_ID: undefined, JOB_SPEC: undefined }, `prow/${build}/a1b2c`],
    ['the build, JOB_SPEC being broken', { PROW_JOB_ID: '', JOB_SPEC: '{' }, `prow/${build}/a1b2c`],
    [
      'nothing that differs between steps',
      { HOSTNAME: 'pod-2', JOB_NAME_SAFE: 'x' },
      `prow/${prowJobId}/a1b2c`,
    ],
    ['a leg, where one is given', { GIVEWAY_MATRIX: '{"a":"1"}' }, `prow/${prowJobId}/a1b2c/a=1`],
  ])('is made of %s', (_, more, expected) => {
    expect(prowIdentity({ ...env, ...more })?.owner).toBe(expected);
  });

  test.each([
    ['nothing', {}],
    ['what Jenkins sets', { JOB_NAME: 'e2e-4.22', BUILD_ID: '17', BUILD_NUMBER: '17' }],
    ['OPENSHIFT_CI without an id', { OPENSHIFT_CI: 'true', JOB_NAME: job }],
    ['an empty JOB_SPEC', { JOB_SPEC: '', BUILD_ID: '17' }],
    ['a JOB_SPEC that is none', { JOB_SPEC: '[1]', BUILD_ID: '17' }],
  ])('%s is no Prow job', (_, variables) => {
    expect(prowIdentity(variables)).toBeUndefined();
  });
});

describe('the link', () => {
  const pull = {
    ...spec,
    type: 'presubmit',
    refs: { org: 'openshift', repo: 'installer', pulls: [{ number: 42 }] },
  };
  const withStorage = (more: object): object => ({
    ...pull,
    decoration_config: { gcs_configuration: { ...storage, ...more } },
  });
  const view = 'https://prow.ci.openshift.org/view/gs/test-platform-results';

  test.each<[string, object, string | undefined]>([
    ['a periodic job', spec, `${view}/logs/${job}/${build}`],
    ['a postsubmit job', { ...spec, type: 'postsubmit' }, `${view}/logs/${job}/${build}`],
    ['a batch', { ...spec, type: 'batch' }, `${view}/pr-logs/pull/batch/${job}/${build}`],
    ['a pull request', pull, `${view}/pr-logs/pull/openshift_installer/42/${job}/${build}`],
    [
      'a pull request of the default repository',
      { ...pull, refs: { ...pull.refs, repo: 'origin' } },
      `${view}/pr-logs/pull/42/${job}/${build}`,
    ],
    [
      'repositories named in full',
      { ...withStorage({ path_strategy: 'explicit' }), refs: { ...pull.refs, repo: 'origin' } },
      `${view}/pr-logs/pull/openshift_origin/42/${job}/${build}`,
    ],
    [
      'repositories named the old way',
      withStorage({ path_strategy: 'legacy' }),
      `${view}/pr-logs/pull/installer/42/${job}/${build}`,
    ],
    [
      'a bucket with its provider',
      withStorage({ bucket: 's3://elsewhere' }),
      `https://prow.ci.openshift.org/view/s3/elsewhere/pr-logs/pull/openshift_installer/42/${job}/${build}`,
    ],
    [
      'another Prow',
      {
        ...spec,
        decoration_config: {
          gcs_configuration: { ...storage, job_url_prefix: 'https://prow.example/view/' },
        },
      },
      `https://prow.example/view/gs/test-platform-results/logs/${job}/${build}`,
    ],
    [
      'a folder in the bucket',
      { ...spec, decoration_config: { gcs_configuration: { ...storage, path_prefix: 'ci' } } },
      `${view}/ci/logs/${job}/${build}`,
    ],
    ['an unknown way to name repositories', withStorage({ path_strategy: 'new' }), undefined],
    ['a pull request without a number', { ...pull, refs: { ...pull.refs, pulls: [] } }, undefined],
    ['an unknown type', { ...spec, type: 'other' }, undefined],
    ['no bucket', { ...spec, decoration_config: {} }, undefined],
    ['no build', { ...spec, buildid: '' }, undefined],
    ['a name that no link can have', { ...spec, job: 'a b' }, undefined],
    ['nothing', {}, undefined],
  ])('of %s', (_, jobSpec, expected) => {
    expect(prowIdentity({ ...env, JOB_SPEC: JSON.stringify(jobSpec) })?.url).toBe(expected);
  });

  test.each([
    ['https://prow.example/view/1', 'https://prow.example/view/1'],
    ['javascript:alert(1)', `${view}/logs/${job}/${build}`],
    ['https://prow.example/a b', `${view}/logs/${job}/${build}`],
    ['', `${view}/logs/${job}/${build}`],
  ])('is JOB_URL if that is one: %j', (url, expected) => {
    expect(prowIdentity({ ...env, JOB_URL: url })?.url).toBe(expected);
  });

  test('is left out where no known Prow shows the bucket', () => {
    expect(prowIdentity({ ...env, OPENSHIFT_CI: undefined })).not.toHaveProperty('url');
  });
});

describe('the project is the repository', () => {
  test.each<[string, object, Record<string, string>, string | undefined]>([
    ['that is changed', { ...spec, refs: { org: 'o', repo: 'r' } }, {}, 'o/r'],
    ['that a periodic job is defined for', spec, {}, 'openshift/release'],
    [
      'and not one that only helps',
      {
        extra_refs: [
          { org: 'o', repo: 'helper', auxiliary: true },
          { org: 'o', repo: 'r' },
        ],
      },
      {},
      'o/r',
    ],
    ['by variables', {}, { REPO_OWNER: 'o', REPO_NAME: 'r' }, 'o/r'],
    ['or nothing', {}, {}, undefined],
    ['or nothing, where the types are wrong', { refs: 7, extra_refs: 'x' }, {}, undefined],
  ])('%s', (_, jobSpec, more, expected) => {
    expect(prowIdentity({ ...env, ...more, JOB_SPEC: JSON.stringify(jobSpec) })?.project).toBe(expected);
  });
});

describe("the bash jobs' variables have their equivalents", () => {
  const pool = 'ssh://root@bastion.lab/var/run/lock/ztp-baremetal-pool';

  test.each([
    [
      'all of them',
      {
        AUX_HOST: 'bastion.lab',
        LOCK_TIMEOUT: '10800',
        LOCK_ACQUIRE_ATTEMPTS: '120',
        QUIT_CHECK_INTERVAL: '3',
      },
      { pool, lockTimeoutMs: 10_800_000, waitTimeoutMs: 7_200_000, every: 3, problems: [] },
    ],
    ['none of them', {}, { problems: [] }],
    [
      'blank ones',
      { AUX_HOST: '', LOCK_TIMEOUT: ' ', LOCK_ACQUIRE_ATTEMPTS: '', QUIT_CHECK_INTERVAL: '' },
      { problems: [] },
    ],
    ['one attempt is one minute', { LOCK_ACQUIRE_ATTEMPTS: '1' }, { waitTimeoutMs: 60_000, problems: [] }],
    ['one second', { LOCK_TIMEOUT: '1' }, { lockTimeoutMs: 1_000, problems: [] }],
    [
      'an address',
      { AUX_HOST: '10.0.0.7' },
      { pool: 'ssh://root@10.0.0.7/var/run/lock/ztp-baremetal-pool', problems: [] },
    ],
    [
      'an address of IPv6',
      { AUX_HOST: 'fd00::7' },
      { pool: 'ssh://root@[fd00::7]/var/run/lock/ztp-baremetal-pool', problems: [] },
    ],
  ])('%s', (_, variables, expected) => {
    expect(prowAliases({ ...env, ...variables })).toEqual(expected);
  });

  test.each([
    ['AUX_HOST', 'a b'],
    ['AUX_HOST', '-oProxyCommand=x'],
    ['AUX_HOST', 'user@bastion'],
    ['AUX_HOST', 'bastion/dir'],
    ['LOCK_TIMEOUT', '3h'],
    ['LOCK_TIMEOUT', '0'],
    ['LOCK_ACQUIRE_ATTEMPTS', '-1'],
    ['LOCK_ACQUIRE_ATTEMPTS', '1.5'],
    ['LOCK_ACQUIRE_ATTEMPTS', '010'],
    ['QUIT_CHECK_INTERVAL', '1e3'],
    ['QUIT_CHECK_INTERVAL', '99999999999'],
  ])('%s=%s is a problem with its name and what was got', (name, got) => {
    expect(prowAliases({ ...env, [name]: got })).toEqual({
      problems: [{ name, expected: expect.any(String) as string, got }],
    });
  });

  test('every bad one is told at once', () => {
    const bad = { AUX_HOST: '/', LOCK_TIMEOUT: 'x', LOCK_ACQUIRE_ATTEMPTS: 'x', QUIT_CHECK_INTERVAL: 'x' };
    expect(prowAliases({ ...env, ...bad }).problems.map(({ name }) => name)).toEqual(Object.keys(bad));
  });

  test('outside of Prow they mean nothing', () => {
    expect(prowAliases({ AUX_HOST: 'bastion', LOCK_TIMEOUT: 'x', BUILD_ID: '17' })).toEqual({ problems: [] });
  });
});
