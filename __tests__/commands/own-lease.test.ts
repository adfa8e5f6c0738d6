/** Which lease a later step takes for its job's, by what lies in its folder and what its environment says. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLeaseFile, type LeaseFile } from '../../src/commands/lease-file';
import { ownLease, type OwnLease } from '../../src/commands/own-lease';
import type { Session } from '../../src/commands/session';
import { readInputs } from '../../src/settings/inputs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-lease-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const GITHUB = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/device',
  GITHUB_RUN_ID: '7',
  GITHUB_JOB: 'test',
};
const ON_GITHUB = 'github/acme/device/7/test';
const PROW = { PROW_JOB_ID: 'abc' };
const TEKTON = { GIVEWAY_PIPELINE_RUN_UID: 'uid-1' };
const FILE = { id: 'lease-1', owner: ON_GITHUB, attempt: 1, pool: '/srv/lab', fencingToken: 1700 } as const;

function write(name: string, more: Partial<LeaseFile> = {}): string {
  const path = join(folder, name);
  writeLeaseFile(path, {
    ...{ ...FILE, hosts: ['h1'], version: '4.21', acquiredAt: '2026-01-01T00:00:00.000Z' },
    ...{ ttlMs: 120_000, heartbeatMs: 15_000, settleMs: 10_000, keeper: true, ...more },
  });
  return path;
}

function own(
  env: NodeJS.ProcessEnv,
  flags: Readonly<Record<string, string>> = {},
): { readonly lease: OwnLease; readonly said: readonly string[] } {
  const said: string[] = [];
  const say = { line: (text: string) => void said.push(text), event: () => undefined, done: () => undefined };
  const given = new Map(Object.entries(flags).map(([name, text]) => [name, [text]] as const));
  const full = { GIVEWAY_STATE_DIR: folder, ...env };
  const { values, problems } = readInputs(['pool', 'lease-file', 'lease', 'state-dir', 'owner'], {
    given,
    env: full,
  });
  const lease = ownLease({ env: full, say } as unknown as Session, { given, inputs: values }, problems, {
    mayLackPool: true,
  });
  return { lease, said };
}

test.each<[string, NodeJS.ProcessEnv, Partial<LeaseFile>, boolean]>([
  ['of this very job', GITHUB, {}, true],
  ['of another job', GITHUB, { owner: 'github/acme/device/8/test' }, false],
  [
    'of another leg of the matrix',
    { ...GITHUB, GIVEWAY_MATRIX: '{"a":"1"}' },
    { owner: `${ON_GITHUB}/a=2` },
    false,
  ],
  ['of an earlier attempt', { ...GITHUB, GITHUB_RUN_ATTEMPT: '2' }, {}, true],
  ['of a later attempt', GITHUB, { attempt: 2 }, false],
  ['of a job on another platform', PROW, {}, false],
  ['of this ProwJob', PROW, { owner: 'prow/abc' }, true],
  ['of another ProwJob', PROW, { owner: 'prow/def' }, false],
  ['of another PipelineRun', TEKTON, { owner: 'tekton/uid-2' }, false],
  ['of an owner that somebody named, for a task that was not told', TEKTON, { owner: 'nightly' }, true],
  ['of an owner that somebody named, for a runner’s job', GITHUB, { owner: 'nightly' }, false],
  ['of a script, for a runner’s job', GITHUB, { owner: 'shell/lab9/1a2b3c4d.99/4711' }, false],
  ['of a runner’s job, for a plain shell', {}, {}, false],
  ['of a Prow job, for a plain shell', {}, { owner: 'prow/abc' }, false],
  ['of a script on another machine, for a plain shell', {}, { owner: 'shell/lab9/1a2b3c4d.99/4711' }, true],
  ['of an owner that somebody named, for a plain shell', {}, { owner: 'nightly' }, true],
  ['of an owner that is not the one named', { GIVEWAY_OWNER: 'weekly' }, { owner: 'nightly' }, false],
  ['of the owner that is named', { ...GITHUB, GIVEWAY_OWNER: 'nightly' }, { owner: 'nightly' }, true],
])('a file in the folder %s', (_, env, looks, isOwn) => {
  write('giveway-h1.lease.json', looks);
  expect(own(env).lease.file?.id).toBe(isOwn ? 'lease-1' : undefined);
});

test('whose it is that is left alone is said, unless it was asked for by an owner', () => {
  write('giveway-h1.lease.json', { owner: 'prow/abc' });
  expect(own(GITHUB).said).toEqual([
    `the lease of h1 in ${folder} is another job's (prow/abc): it is left alone`,
  ]);
  expect(own({ ...GITHUB, GIVEWAY_OWNER: 'me' }).said).toEqual([]);
});

test('of several files the job’s own is found', () => {
  write('giveway-h2.lease.json', { id: 'lease-2', owner: 'prow/abc', hosts: ['h2'] });
  write('giveway-h1.lease.json');
  expect(own(GITHUB).lease.file?.id).toBe('lease-1');
  expect(own(PROW).lease.file?.id).toBe('lease-2');
});

describe('a file that the environment names', () => {
  test.each<[string, string | undefined, Partial<LeaseFile>, boolean]>([
    ['with the token that stands there too', '1700', {}, true],
    ['without a token', undefined, { owner: 'prow/abc' }, true],
    ['that an owner of another name has, with its token', '1700', { owner: 'given' }, true],
    ['that this job has by another step, with that one’s token', '1800', {}, true],
    ['that another job has written since', '1600', { owner: 'github/acme/device/8/test' }, false],
    ['that a later attempt has written since', '1600', { attempt: 2 }, false],
  ])('%s', (_, token, looks, isOwn) => {
    const env = { ...GITHUB, GIVEWAY_LEASE_FILE: write('named.json', looks), GIVEWAY_FENCING_TOKEN: token };
    const { lease, said } = own(env);
    expect(lease.file?.id).toBe(isOwn ? 'lease-1' : undefined);
    expect(said).toEqual(
      isOwn ? [] : [expect.stringMatching(/named\.json tells of another job's lease by now/)],
    );
  });

  test('is not asked for its owner where a person names it', () => {
    const path = write('named.json', { owner: 'prow/abc' });
    expect(own({}, { 'lease-file': path }).lease.file?.id).toBe('lease-1');
  });
});

test.each<[string, NodeJS.ProcessEnv, Readonly<Record<string, string>>, string]>([
  ['the file’s, whatever the environment names', { GIVEWAY_POOL: '/srv/other' }, {}, '/srv/lab'],
  ['the flag’s, before the file’s', {}, { pool: '/mnt/lab' }, '/mnt/lab'],
])('the pool is %s', (_, env, flags, pool) => {
  write('giveway-h1.lease.json');
  expect(own({ ...GITHUB, ...env }, flags).lease.pool).toBe(pool);
});

test('where there is no file, the pool is the environment’s', () => {
  mkdirSync(join(folder, 'empty'));
  const env = { ...GITHUB, GIVEWAY_STATE_DIR: join(folder, 'empty'), GIVEWAY_POOL: '/srv/other' };
  expect(own(env).lease).toMatchObject({ pool: '/srv/other', file: undefined });
});
