/** The manifests by themselves: Tekton's validation and our rules, and what else they must agree with. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parse, parseDocument } from 'yaml';
import { version as packageVersion } from '../../package.json';
import { COMMANDS, type CommandName } from '../../src/settings/commands';
import { imageOf, readContainerfile } from './equipment/containerfile';
import { GIVEWAY_IMAGE, manifestPaths } from './equipment/lab';
import { BUILD_MS, ROOT, tool } from './equipment/tools';

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly default?: unknown;
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly params: readonly Named[];
    readonly results?: readonly Named[];
    readonly steps?: readonly { readonly name: string; readonly script?: string }[];
  };
}

const ours = [...manifestPaths('task'), ...manifestPaths('stepaction'), ...manifestPaths('pipeline')].map(
  (path) => relative(ROOT, path),
);
const all = yamlFiles('tekton');
const read = (path: string): Manifest => parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
const task = (name: string): string => `tekton/task/giveway-${name}/1.0/giveway-${name}.yaml`;
const stepAction = (name: string): string => `tekton/stepaction/giveway-${name}/1.0/giveway-${name}.yaml`;

function yamlFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => join(folder, path))
    .sort();
}

let folder: string;
beforeAll(() => {
  tool('validate');
  folder = mkdtempSync(join(tmpdir(), 'giveway-manifests-'));
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function validate(...paths: string[]): { readonly status: number | null; readonly faults: string } {
  const { status, stdout } = spawnSync(tool('validate'), paths, { encoding: 'utf8', cwd: ROOT });
  return { status, faults: stdout };
}

test('all manifests, samples and tests pass', () => {
  expect(all.length).toBeGreaterThan(20);
  expect(validate(...all)).toEqual({ status: 0, faults: `${all.length} manifests, 0 faults\n` });
});

test('nothing to validate is a fault, and so is a file that is not there', () => {
  expect(validate().status).toBe(1);
  expect(validate('tekton/nothing.yaml')).toMatchObject({
    status: 1,
    faults: expect.stringContaining('no such file') as string,
  });
});

type Path = readonly (string | number)[];
const first = ['spec', 'steps', 0] as const;

/** Each a mistake: what, in which file, at which path, what stands there, and why it is refused. */
const mistakes: readonly (readonly [what: string, file: string, path: Path, value: unknown, why: RegExp])[] =
  [
    [
      'a field that Tekton does not know',
      task('acquire'),
      [...first, 'imagePolicy'],
      'Always',
      /unknown field "imagePolicy"/,
    ],
    [
      'a field that a step action may not have',
      stepAction('acquire'),
      ['spec', 'timeout'],
      '5m',
      /unknown field "timeout"/,
    ],
    [
      'a param that is not declared',
      task('acquire'),
      [...first, 'env', 0, 'value'],
      '$(params.pol)',
      /non-existent variable.*params\.pol/,
    ],
    [
      'a param that is declared twice',
      task('acquire'),
      ['spec', 'params', 1, 'name'],
      'pool',
      /parameter appears more than once/,
    ],
    [
      'a param in a script',
      task('run'),
      ['spec', 'steps', 1, 'script'],
      'echo $(params.host)',
      /step script: \$\(params\.host\) in a script would be run/,
    ],
    [
      'a param in a script, the other way to write it',
      task('run'),
      ['spec', 'steps', 1, 'script'],
      'echo $(params["host"])',
      /\$\(params\["host"\]\) in a script would be run/,
    ],
    [
      'a workspace in a script',
      task('run'),
      ['spec', 'steps', 1, 'script'],
      'cd $(workspaces.source.path)',
      /\$\(workspaces\.source\.path\) in a script would be run/,
    ],
    [
      'a result of another step in a script',
      task('run'),
      ['spec', 'steps', 1, 'script'],
      'echo $(steps.acquire.results.host)',
      /only allowed in env, command and args/,
    ],
    [
      'a script beside a command',
      task('run'),
      ['spec', 'steps', 1, 'command'],
      ['sh'],
      /script cannot be used with command/,
    ],
    [
      'a param in the script of a step action',
      stepAction('acquire'),
      ['spec', 'script'],
      '$(params.host)',
      /param substitution in scripts is not allowed|script cannot be used with command/,
    ],
    [
      'a result that is not declared',
      task('acquire'),
      [...first, 'args', 0],
      '$(results.acquird.path)',
      /\$\(results\.acquird\.path\) names no result/,
    ],
    [
      'a result that nothing writes',
      task('acquire'),
      ['spec', 'results', 0, 'name'],
      'other',
      /result other is written by no step/,
    ],
    [
      'a result of a step action that is not declared',
      stepAction('acquire'),
      ['spec', 'args', 0],
      '$(step.results.acquird.path)',
      /names no result/,
    ],
    [
      'a workspace that is not declared',
      task('run'),
      ['spec', 'steps', 1, 'workspaces', 0, 'name'],
      'sources',
      /undefined workspace "sources"/,
    ],
    [
      'a key that the script would see',
      task('run'),
      ['spec', 'steps', 1, 'workspaces', 0, 'name'],
      'ssh-credentials',
      /step script runs another image, and sees the workspace ssh-credentials/,
    ],
    [
      'a key that can be written to',
      task('run'),
      ['spec', 'workspaces', 0, 'readOnly'],
      false,
      /workspace ssh-credentials is not read-only/,
    ],
    [
      'a privileged step',
      task('run'),
      ['spec', 'steps', 1, 'securityContext'],
      { privileged: true },
      /step script: is privileged/,
    ],
    [
      'root',
      task('acquire'),
      [...first, 'securityContext', 'runAsNonRoot'],
      false,
      /runAsNonRoot is not set/,
    ],
    [
      'a root that can be written to',
      task('run'),
      ['spec', 'sidecars', 0, 'securityContext'],
      {},
      /sidecar keeper: readOnlyRootFilesystem is not set/,
    ],
    [
      'more rights',
      task('acquire'),
      [...first, 'securityContext', 'allowPrivilegeEscalation'],
      true,
      /allowPrivilegeEscalation is not refused/,
    ],
    [
      'capabilities',
      task('acquire'),
      [...first, 'securityContext', 'capabilities'],
      { add: ['SYS_ADMIN'] },
      /capabilities are not dropped/,
    ],
    [
      'a step action without its rules',
      stepAction('release'),
      ['spec', 'securityContext'],
      undefined,
      /seccompProfile is not RuntimeDefault/,
    ],
    ['no image', task('acquire'), [...first, 'image'], undefined, /missing field.*Image/],
    [
      'two steps of one name',
      task('run'),
      ['spec', 'steps', 1, 'name'],
      'acquire',
      /expected exactly one, got both|name/,
    ],
    [
      'an API version that is over',
      task('acquire'),
      ['apiVersion'],
      'tekton.dev/v1alpha1',
      /no resource of Tekton's that we have/,
    ],
    [
      'a name that is none',
      task('acquire'),
      ['metadata', 'name'],
      'Giveway Acquire',
      /invalid resource name/,
    ],
    [
      'no version',
      task('acquire'),
      ['metadata', 'labels'],
      undefined,
      /label app\.kubernetes\.io\/version is missing/,
    ],
    [
      'no categories',
      task('acquire'),
      ['metadata', 'annotations', 'tekton.dev/categories'],
      undefined,
      /annotation tekton\.dev\/categories is missing/,
    ],
    [
      'a finally task that a result names',
      ours.at(-1)!,
      ['spec', 'finally', 0, 'runAfter'],
      ['acquire'],
      /no runAfter allowed/,
    ],
    [
      'a task of a pipeline that is not there',
      ours.at(-1)!,
      ['spec', 'tasks', 2, 'runAfter'],
      ['instal'],
      /instal/,
    ],
    [
      'a result of a pipeline task that is not there',
      ours.at(-1)!,
      ['spec', 'tasks', 3, 'when', 0, 'input'],
      '$(tasks.tets.results.quit)',
      /tets/,
    ],
    [
      'a script in a pipeline with a param',
      ours.at(-1)!,
      ['spec', 'tasks', 3, 'taskSpec', 'steps', 0],
      { name: 'report', image: 'x', script: '$(params.report)' },
      /task report: step report: \$\(params\.report\) in a script would be run/,
    ],
    [
      'a key that a pipeline’s own step sees',
      ours.at(-1)!,
      ['spec', 'tasks', 1, 'taskSpec', 'steps', 1, 'workspaces'],
      [{ name: 'ssh-credentials' }],
      /task install: step install runs another image, and sees/,
    ],
  ];

describe('a mistake is refused, for its reason', () => {
  const faults = new Map<string, string>();
  const mutantOf = (what: string): string => join(folder, `${what.replace(/\W+/g, '-')}.yaml`);

  beforeAll(() => {
    for (const [what, file, path, value] of mistakes) {
      const whole = parseDocument(readFileSync(join(ROOT, file), 'utf8')).toJS() as object;
      writeFileSync(mutantOf(what), JSON.stringify(withChange(whole, path, value)));
    }
    const found = validate(...mistakes.map(([what]) => mutantOf(what)));
    expect(found.status).toBe(1);
    for (const line of found.faults.split('\n')) {
      const [file = ''] = line.split(': ');
      faults.set(file, `${faults.get(file) ?? ''}${line}\n`);
    }
  });

  test.each(mistakes)('%s', (what, _file, _path, _value, why) => {
    expect(faults.get(mutantOf(what))).toMatch(why);
  });
});

/** A copy with another value at a path; undefined takes away what is there. */
function withChange(whole: object, path: Path, value: unknown): object {
  const copy = structuredClone(whole) as Record<string | number, unknown>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  const last = path.at(-1)!;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

describe('params are the flags', () => {
  /** Flags that have no param: what the workspaces give, and what makes no sense for steps of a pod. */
  const elsewhere = [
    'private-key-file',
    'known-hosts',
    'state-dir',
    'lease-file',
    'watch',
    'iteration',
    'every',
    'quit-signal',
    'result-file',
    'resume',
    'on-quit',
  ];
  /** Params that are no flags. */
  const besides: Record<string, readonly string[]> = {
    run: ['image', 'script', 'args', 'giveway-image'],
    release: ['tasks-status', 'giveway-image'],
  };

  test.each(['acquire', 'check-quit', 'release', 'run', 'status'] as const)('of giveway-%s', (name) => {
    const params = read(task(name)).spec.params.map((param) => param.name);
    const flags = COMMANDS[name satisfies CommandName].inputs.filter((flag) => !elsewhere.includes(flag));
    const adopted = name === 'acquire' ? ['lease'] : [];
    expect([...params].sort()).toEqual(
      [...flags.filter((flag) => !adopted.includes(flag)), ...(besides[name] ?? ['giveway-image'])].sort(),
    );
  });

  test.each(['acquire', 'check-quit', 'release'])(
    'giveway-%s has the same ones as task and as step action',
    (name) => {
      const asTask = read(task(name)).spec;
      const asStep = read(stepAction(name)).spec;
      expect(asStep.params.filter((param) => param.name !== 'ssh-credentials')).toEqual(asTask.params);
      expect(asStep.results).toEqual(asTask.results);
    },
  );

  test.each(ours)('%s: each is described, and reaches a container', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const param of read(path).spec.params) {
      expect(param.description).toMatch(/\.$/);
      expect(text).toContain(`$(params.${param.name}`);
    }
  });
});

describe('a README for each', () => {
  const cells = (row: string): string[] =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\', ''));
  const table = (text: string, head: string): string[][] => {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => cells(line)[0] === head);
    const end = lines.findIndex((line, index) => index > at && line === '');
    return at < 0 ? [] : lines.slice(at + 2, end < 0 ? undefined : end).map(cells);
  };

  test.each(ours)('%s: its params and results are all there are', (path) => {
    const { spec } = read(path);
    const text = readFileSync(join(ROOT, dirname(path), 'README.md'), 'utf8');
    expect(table(text, 'param')).toEqual(
      spec.params.map(({ name, description, default: byDefault }) => [
        name,
        description,
        byDefault === undefined ? 'required' : typeof byDefault === 'string' ? byDefault : '',
      ]),
    );
    expect(table(text, 'result')).toEqual(
      (spec.results ?? []).map(({ name, description }) => [name, description]),
    );
  });

  test.each(ours)('%s: a sample of the catalog’s layout', (path) => {
    const samples = readdirSync(join(ROOT, dirname(path), 'samples'));
    expect(samples.filter((name) => name.endsWith('.yaml'))).not.toEqual([]);
    expect(basename(dirname(dirname(path)))).toBe(read(path).metadata.name);
  });
});

describe('the image', () => {
  test('is what the tasks ask for, of the present version', () => {
    expect(GIVEWAY_IMAGE).toBe(`registry.invalid/giveway:${packageVersion}`);
    for (const path of ours) {
      const image = read(path).spec.params.find(({ name }) => name === 'giveway-image');
      expect(image?.default).toBe(GIVEWAY_IMAGE);
    }
    const labels = readContainerfile().find(({ name }) => name === 'LABEL')?.text;
    expect(labels).toContain(`org.opencontainers.image.version="${packageVersion}"`);
  });

  test('is built of what is committed, on a base that is named by its digest, and runs as nobody', () => {
    const image = imageOf('giveway');
    const base = readContainerfile()[0]!;
    expect(base.name).toBe('FROM');
    expect(base.text).toMatch(/^docker\.io\/library\/node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const tracked = spawnSync('git', ['ls-files', 'LICENSE', 'dist', 'tekton/image'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).stdout;
    for (const { source } of image.files.slice(1)) expect(tracked).toContain(relative(ROOT, source));
  });

  test('has every program that a manifest names', () => {
    const folders = new Map(imageOf('giveway').files.map(({ source, target }) => [target, source]));
    const programs = all.flatMap(
      (path) => readFileSync(join(ROOT, path), 'utf8').match(/\/opt\/giveway\/[\w./-]+/g) ?? [],
    );
    expect(new Set(programs).size).toBe(3);
    for (const program of programs) {
      expect(
        existsSync(join(folders.get('/opt/giveway/tekton') ?? '', relative('/opt/giveway/tekton', program))),
      ).toBe(true);
    }
  });
});

test('the script of giveway-run is clean for every shell', () => {
  const script = read(task('run')).spec.steps?.find(({ name }) => name === 'script')?.script ?? '';
  expect(script.split('\n').length).toBeGreaterThan(20);
  for (const shell of ['sh', 'dash', 'bash']) {
    const { status, stdout } = spawnSync('shellcheck', ['-s', shell, '-'], {
      input: script,
      encoding: 'utf8',
    });
    expect([shell, stdout, status]).toEqual([shell, '', 0]);
  }
});
