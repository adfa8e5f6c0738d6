import { tektonIdentity } from '../../src/platform/tekton';

const uid = '0b6a5c0e-6b0d-4b1e-9d0e-1f2a3b4c5d6e';

test.each([
  [
    'all that a Task passes on',
    {
      GIVEWAY_PIPELINE_RUN_UID: uid,
      GIVEWAY_PIPELINE_RUN: 'e2e-x7k2p',
      GIVEWAY_NAMESPACE: 'lab',
      JOB_NAME: 'e2e-4.22',
    },
    {
      platform: 'tekton',
      owner: `tekton/${uid}`,
      attempt: 1,
      job: 'lab / e2e-x7k2p',
      project: 'lab',
      version: { text: '4.22', source: 'JOB_NAME', rule: 'whole-word' },
    },
  ],
  [
    'the uid alone',
    { GIVEWAY_PIPELINE_RUN_UID: uid },
    {
      platform: 'tekton',
      owner: `tekton/${uid}`,
      attempt: 1,
      job: uid,
      version: undefined,
      whyNoVersion: expect.any(String) as string,
    },
  ],
])('an identity from %s', (_, env, expected) => {
  expect(tektonIdentity(env)).toEqual(expected);
});

test('the pods of one run have one owner, whatever their own names', () => {
  const acquire = { GIVEWAY_PIPELINE_RUN_UID: uid, HOSTNAME: 'run-acquire-pod', GIVEWAY_PIPELINE_RUN: 'run' };
  const release = { GIVEWAY_PIPELINE_RUN_UID: uid, HOSTNAME: 'run-release-pod' };
  expect(tektonIdentity(acquire)?.owner).toBe(tektonIdentity(release)?.owner);
});

test('two runs, and two legs of a matrix, have different owners', () => {
  const owner = (runUid: string, matrix: string): string | undefined =>
    tektonIdentity({ GIVEWAY_PIPELINE_RUN_UID: runUid, GIVEWAY_MATRIX: matrix })?.owner;
  expect(
    new Set([owner('a', ''), owner('b', ''), owner('a', '{"v":"1"}'), owner('a', '{"v":"2"}')]).size,
  ).toBe(4);
});

test.each([[undefined], [''], [' ']])('with the uid %j it is no Tekton run', (value) => {
  expect(tektonIdentity({ GIVEWAY_PIPELINE_RUN_UID: value, GIVEWAY_NAMESPACE: 'lab' })).toBeUndefined();
});
