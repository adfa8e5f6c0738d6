import { scriptProcess, shellIdentity, thisMachine } from '../../src/platform/shell';

const machine = {
  hostname: 'lab1',
  script: () => ({ pid: 4711, name: 'nightly.sh', startedAt: '1a2b3c4d.99' }),
};
const noScript = {
  hostname: 'lab1',
  script: () => {
    throw new Error('the script was asked for');
  },
};

test('a script on a machine is a job', () => {
  expect(shellIdentity({}, machine)).toEqual({
    platform: 'shell',
    owner: 'shell/lab1/1a2b3c4d.99/4711',
    attempt: 1,
    job: 'nightly.sh (4711) on lab1',
    version: undefined,
    whyNoVersion: expect.any(String) as string,
  });
});

test('GIVEWAY_OWNER names the job, and the script is not looked for', () => {
  expect(shellIdentity({ GIVEWAY_OWNER: 'team-a/nightly 7' }, noScript)).toMatchObject({
    owner: 'team-a/nightly%207',
    job: 'team-a/nightly 7',
  });
});

test.each([
  ['nothing', {}, 'nightly.sh (4711) on lab1', undefined],
  ['JOB_NAME', { JOB_NAME: 'e2e-4.22' }, 'e2e-4.22', '4.22'],
  ['JOB_NAME and an owner', { JOB_NAME: 'e2e-4.22', GIVEWAY_OWNER: 'x' }, 'e2e-4.22', '4.22'],
])('with %s the name is for people', (_, env, job, version) => {
  const identity = shellIdentity(env, machine);
  expect(identity.job).toBe(job);
  expect(identity.version?.text).toBe(version);
});

describe('the owner differs', () => {
  const owner = (start: object, hostname = 'lab1', env = {}): string =>
    shellIdentity(env, { hostname, script: () => ({ ...machine.script(), ...start }) }).owner;

  test.each([
    ['on another machine', owner({}, 'lab2')],
    ['in another script', owner({ pid: 4712 })],
    ['in a later script with the same pid', owner({ startedAt: '1a2b3c4d.100' })],
    ['after a reboot', owner({ startedAt: '5e6f7a8b.99' })],
    ['in another leg', owner({}, 'lab1', { GIVEWAY_MATRIX: '{"a":"1"}' })],
  ])('%s', (_, other) => {
    expect(other).not.toBe(owner({}));
  });

  test('but not by the name of the script, which a script can change', () => {
    expect(owner({ name: 'other' })).toBe(owner({}));
  });
});

describe('the script is the parent process', () => {
  const boot = '1a2b3c4d-0000-4000-8000-000000000000\n';
  const stat = (pid: number, name: string, ticks: string): string =>
    `${pid} (${name}) S 1 4711 4711 0 -1 4194304 123 0 0 0 1 2 3 4 20 0 1 0 ${ticks} 1234 99 1844 1 1 0\n`;
  const self = { pid: 5000, startedAt: 'now' };
  const proc =
    (files: Record<string, string>) =>
    (path: string): string | undefined =>
      ({ '/proc/sys/kernel/random/boot_id': boot, ...files })[path];

  test.each([
    ['a script', stat(4711, 'nightly.sh', '99'), { pid: 4711, name: 'nightly.sh', startedAt: '1a2b3c4d.99' }],
    [
      'a name with a space',
      stat(4711, 'my job', '99'),
      { pid: 4711, name: 'my job', startedAt: '1a2b3c4d.99' },
    ],
    [
      'a name with brackets',
      stat(4711, 'a) S 1 (b', '7'),
      { pid: 4711, name: 'a) S 1 (b', startedAt: '1a2b3c4d.7' },
    ],
    ['a name with a newline', stat(4711, 'a\nb', '7'), { pid: 4711, name: 'a\nb', startedAt: '1a2b3c4d.7' }],
  ])('%s', (_, text, expected) => {
    expect(scriptProcess({ self, parent: 4711, readText: proc({ '/proc/4711/stat': text }) })).toEqual(
      expected,
    );
  });

  test.each([
    ['cannot be seen', {}],
    ['starts many jobs', { '/proc/4711/stat': stat(4711, 'systemd', '1') }],
    ['is unreadable', { '/proc/4711/stat': '' }],
    ['is cut off', { '/proc/4711/stat': '4711 (x) S 1 4711' }],
  ])('a parent that %s makes each step a job of its own', (_, files) => {
    expect(scriptProcess({ self, parent: 4711, readText: proc(files) })).toEqual({
      ...self,
      name: 'giveway',
    });
  });

  test('a shell that is process 1 of a container is a script', () => {
    const readText = proc({ '/proc/1/stat': stat(1, 'bash', '5') });
    expect(scriptProcess({ self, parent: 1, readText }).pid).toBe(1);
  });

  test('here it is found, and the same each time', () => {
    const found = thisMachine().script();
    expect(found).toEqual(thisMachine().script());
    expect([process.ppid, process.pid]).toContain(found.pid);
    expect(shellIdentity({}, thisMachine()).owner).toMatch(/^shell\/[!-~]+\/[0-9]+$/);
  });
});
