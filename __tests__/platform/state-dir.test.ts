import { stateDir } from '../../src/platform/state-dir';

test.each([
  [{ GIVEWAY_STATE_DIR: '/a', SHARED_DIR: '/b', RUNNER_TEMP: '/c' }, '/a'],
  [{ SHARED_DIR: '/b', RUNNER_TEMP: '/c' }, '/b'],
  [{ RUNNER_TEMP: '/c' }, '/c'],
  [{}, '.'],
  [{ GIVEWAY_STATE_DIR: '', SHARED_DIR: ' ', RUNNER_TEMP: '/c' }, '/c'],
  [{ GIVEWAY_STATE_DIR: '/with space/dir' }, '/with space/dir'],
])('%j: %s', (env, expected) => {
  expect(stateDir(env)).toBe(expected);
});
