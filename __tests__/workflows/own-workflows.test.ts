/** The rules that this repository's own workflows keep. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './equipment/examples';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly 'runs-on'?: string;
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(ROOT, '.github/workflows');
const names = readdirSync(folder);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const jobs = names.flatMap((name) =>
  Object.entries((parse(textOf(name)) as Workflow).jobs).map(([id, job]) => [`${name}: ${id}`, job] as const),
);

test('there are the workflows that the tests speak of', () => {
  expect(names.sort()).toEqual(['ci.yml', 'release.yml']);
});

test.each(names)('%s names every action of others by its commit, with the version beside it', (name) => {
  const uses = [...textOf(name).matchAll(/^ *(?:- )?uses: (.*)$/gm)].map((match) => match[1] ?? '');
  const others = uses.filter((one) => !one.startsWith('./'));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((one) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
});

test('every action has one version in all of them', () => {
  const uses = names.flatMap((name) => [...textOf(name).matchAll(/uses: ([\w-]+\/[\w./-]+)@(.*)$/gm)]);
  const versions = new Map<string, Set<string>>();
  for (const [, action = '', version = ''] of uses) {
    versions.set(action, (versions.get(action) ?? new Set()).add(version));
  }
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
});

test.each(names)('%s gives no job a right that it does not ask for', (name) => {
  expect((parse(textOf(name)) as Workflow).permissions).toEqual({});
});

/** Beyond reading the sources, and what a job publishes to. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'release.yml: image': ['packages', 'id-token', 'attestations'],
  'release.yml: push-bundle': ['packages', 'id-token', 'attestations'],
  'release.yml: publish': ['contents', 'id-token', 'attestations'],
};

test.each(jobs)('%s may write only what it publishes', (name, job) => {
  const write = Object.entries(job.permissions ?? {}).flatMap(([right, may]) =>
    may === 'write' ? [right] : [],
  );
  expect(write.sort()).toEqual([...(RIGHTS[name] ?? [])].sort());
});

test.each(jobs.filter(([, { permissions = {} }]) => Object.values(permissions).includes('write')))(
  '%s may write, so it runs nothing that comes from a registry of packages',
  (_, { steps = [] }) => {
    const scripts = steps.map(({ run = '' }) => run).join('\n');
    expect(scripts).not.toMatch(/\b(?:npm|npx|go|pip|cargo|apt-get) /);
  },
);

test.each(jobs.filter(([, { uses }]) => uses === undefined))(
  '%s ends in time, on a runner of a known kind',
  (_, job) => {
    expect(job['timeout-minutes']).toBeGreaterThan(0);
    expect(job['runs-on']).not.toMatch(/latest/);
  },
);

test.each(jobs)('%s puts no expression into a script, where it would be part of it', (_, { steps = [] }) => {
  expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
});

test.each(jobs)('%s leaves no token behind in a checkout', (_, { steps = [] }) => {
  const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
  expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
});
