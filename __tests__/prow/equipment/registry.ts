/**
 * A step registry as ci-operator reads it: its files, the rules that they must keep, and what a workflow comes to. The
 * rules are those by which openshift/ci-tools loads and validates a registry, and a few of our own.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';

/** By its path below the registry's folder. */
export type Files = ReadonlyMap<string, string>;

export function readFiles(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

export interface Parameter {
  readonly name: string;
  readonly default?: string;
  readonly documentation?: string;
}

/** A ref or an observer. */
export interface Step {
  readonly as: string;
  readonly commands: string;
  readonly from?: string;
  readonly from_image?: Readonly<Record<string, string>>;
  readonly resources?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly timeout?: string;
  readonly grace_period?: string;
  readonly best_effort?: boolean;
  readonly env: readonly Parameter[];
}

type Use = Readonly<Record<string, unknown>>;

interface Chain {
  readonly as: string;
  readonly steps: readonly Use[];
  readonly env: readonly Parameter[];
}

interface Workflow {
  readonly as: string;
  readonly steps: Readonly<Record<string, unknown>>;
}

export interface Registry {
  readonly refs: ReadonlyMap<string, Step>;
  readonly chains: ReadonlyMap<string, Chain>;
  readonly workflows: ReadonlyMap<string, Workflow>;
  readonly observers: ReadonlyMap<string, Step>;
}

/** What a workflow comes to: the steps of each phase, with the defaults of their parameters. */
export interface Resolved {
  readonly pre: readonly Step[];
  readonly test: readonly Step[];
  readonly post: readonly Step[];
  readonly observers: readonly Step[];
  readonly bestEffort: boolean;
}

const KINDS = ['ref', 'chain', 'workflow', 'observer'] as const;
type Kind = (typeof KINDS)[number];

const STEP_FIELDS = [
  ...['as', 'from', 'from_image', 'commands', 'resources', 'timeout', 'grace_period', 'credentials', 'env'],
  ...['dependencies', 'dnsConfig', 'leases', 'optional_on_success', 'best_effort', 'no_kubeconfig', 'cli'],
  ...['observers', 'run_as_script', 'node_architecture', 'documentation'],
];
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  ref: STEP_FIELDS,
  observer: [
    ...['name', 'from', 'from_image', 'commands', 'resources', 'timeout', 'grace_period', 'env'],
    'documentation',
  ],
  chain: ['as', 'steps', 'documentation', 'env', 'leases'],
  workflow: ['as', 'steps', 'documentation'],
};
const WORKFLOW_STEPS = [
  ...['cluster_profile', 'pre', 'test', 'post', 'env', 'dependencies', 'dnsConfig', 'leases', 'observers'],
  ...['allow_skip_on_success', 'allow_best_effort_post_steps', 'dependency_overrides'],
];

const DURATION = /^(?=\d)(?:\d+h)?(?:\d+m)?(?:\d+s)?$/;
const QUANTITY = /^\d+(?:\.\d+)?(?:m|k|M|G|Ki|Mi|Gi)?$/;

/** Reads a registry; whatever does not keep the rules is a line in `problems`. */
export function loadRegistry(files: Files): { readonly registry: Registry; readonly problems: string[] } {
  const problems: string[] = [];
  const found: Record<Kind, Map<string, Use>> = {
    ref: new Map(),
    chain: new Map(),
    workflow: new Map(),
    observer: new Map(),
  };
  for (const [path, text] of files) {
    const parts = path.split('/');
    const file = parts.pop() ?? '';
    const name = parts.join('-');
    if (file === 'OWNERS') {
      if (!isListOfNames(object(parse(text))['approvers'])) problems.push(`${path}: approvers are missing`);
      continue;
    }
    if (file.endsWith('.md')) continue;
    if (!file.startsWith(name)) {
      problems.push(`${path}: the name must begin with ${name}`);
      continue;
    }
    const kind = KINDS.find((one) => file.endsWith(`-${one}.yaml`));
    if (kind === undefined) {
      if (!/-commands(?:\.[a-z]+)?$|\.metadata\.json$/.test(file))
        problems.push(`${path}: no such kind of file`);
      else if (file.includes('-commands') && file.replace(/\..*/, '') !== `${name}-commands`)
        problems.push(`${path}: no step of this name`);
      continue;
    }
    const outer = object(parse(text));
    const inner = object(outer[kind]);
    const own = inner[kind === 'observer' ? 'name' : 'as'];
    if (Object.keys(outer).join() !== kind) problems.push(`${path}: ${kind} must be all there is`);
    for (const field of Object.keys(inner).filter((one) => !FIELDS[kind].includes(one)))
      problems.push(`${path}: unknown field ${field}`);
    if (own !== name || file !== `${name}-${kind}.yaml`)
      problems.push(`${path}: name and file name must be ${name}`);
    if (textOf(inner['documentation']) === '') problems.push(`${path}: documentation is missing`);
    if (!files.has([...parts, 'OWNERS'].join('/'))) problems.push(`${path}: no OWNERS beside it`);
    for (const parameter of parametersOf(inner)) {
      if (!/^[A-Z][A-Z0-9_]*$/.test(parameter.name)) problems.push(`${path}: env ${parameter.name}: no name`);
      if (textOf(parameter.documentation) === '')
        problems.push(`${path}: env ${parameter.name}: documentation is missing`);
    }
    if (kind === 'ref' || kind === 'observer') {
      const commands = `${name}-commands.sh`;
      if (inner['commands'] !== commands) problems.push(`${path}: commands must be ${commands}`);
      const script = files.get([...parts, commands].join('/'));
      if (script === undefined) problems.push(`${path}: ${commands} is missing`);
      problems.push(...stepProblems(inner, script ?? '').map((problem) => `${path}: ${problem}`));
      found[kind].set(name, { ...inner, as: name, commands: script ?? '' });
    } else {
      found[kind].set(name, inner);
    }
  }
  const registry: Registry = {
    refs: steps(found.ref),
    observers: steps(found.observer),
    chains: new Map([...found.chain].map(([name, one]) => [name, chainOf(name, one)])),
    workflows: new Map(
      [...found.workflow].map(([name, one]) => [name, { as: name, steps: object(one['steps']) }]),
    ),
  };
  problems.push(...referenceProblems(registry));
  return { registry, problems };
}

function stepProblems(step: Use, script: string): string[] {
  const problems: string[] = [];
  const image = object(step['from_image']);
  const hasImage = step['from_image'] !== undefined;
  if ((step['from'] !== undefined) === hasImage) problems.push('one of from and from_image is required');
  if (hasImage && ['namespace', 'name', 'tag'].some((key) => textOf(image[key]) === ''))
    problems.push('from_image needs namespace, name and tag');
  if (script.trim() === '') problems.push('commands are required');
  const requests = Object.entries(object(object(step['resources'])['requests']));
  if (requests.length === 0) problems.push('resources.requests are required');
  for (const [name, quantity] of requests)
    if (!QUANTITY.test(textOf(quantity))) problems.push(`resources.requests.${name} is no quantity`);
  for (const field of ['timeout', 'grace_period'])
    if (step[field] !== undefined && !DURATION.test(textOf(step[field])))
      problems.push(`${field} is no duration`);
  if (step['best_effort'] === true && step['timeout'] === undefined)
    problems.push('best_effort needs a timeout');
  if (/^\s*trap\s/m.test(script) && step['grace_period'] === undefined)
    problems.push('trap needs a grace_period');
  for (const credential of list(step['credentials'])) {
    const lacking = ['namespace', 'name', 'mount_path'].filter(
      (key) => textOf(object(credential)[key]) === '',
    );
    if (lacking.length > 0) problems.push(`a credential needs ${lacking.join(', ')}`);
  }
  const names = parametersOf(step).map(({ name }) => name);
  for (const name of names.filter((one, index) => names.indexOf(one) !== index))
    problems.push(`env ${name} is there twice`);
  return [...problems, ...scriptProblems(script, names)];
}

/** Set by ci-operator in every step. */
const CI_OPERATOR = [
  ...[
    'JOB_NAME',
    'JOB_TYPE',
    'JOB_SPEC',
    'BUILD_ID',
    'PROW_JOB_ID',
    'NAMESPACE',
    'UNIQUE_HASH',
    'OPENSHIFT_CI',
  ],
  ...['SHARED_DIR', 'ARTIFACT_DIR'],
];

/** Rules of our own: a step that ends at the first mistake, and reads nothing that nobody sets. */
function scriptProblems(script: string, declared: readonly string[]): string[] {
  const problems: string[] = [];
  if (!script.startsWith('#!/bin/bash\n')) problems.push('commands must begin with #!/bin/bash');
  if (!/^set -o errexit -o nounset -o pipefail$/m.test(script))
    problems.push('commands must end at a mistake');
  const code = script.replace(/^\s*#.*$/gm, '');
  const read = [...code.matchAll(/\$\{?([A-Z][A-Z0-9_]*)(?![A-Z0-9_:-])/g)].map((match) => match[1] ?? '');
  for (const name of new Set(read)) {
    if (name === 'BASH_REMATCH' || CI_OPERATOR.includes(name) || declared.includes(name)) continue;
    problems.push(`${name} is read and not in env`);
  }
  return problems;
}

function referenceProblems(registry: Registry): string[] {
  const problems: string[] = [];
  for (const { as, steps } of registry.chains.values()) {
    if (steps.length === 0) problems.push(`chain ${as}: no steps`);
    for (const use of steps) problems.push(...useProblems(registry, `chain ${as}`, use, [as]));
  }
  for (const { as, steps } of registry.workflows.values()) {
    for (const field of Object.keys(steps).filter((one) => !WORKFLOW_STEPS.includes(one)))
      problems.push(`workflow ${as}: unknown field ${field}`);
    const uses = ['pre', 'test', 'post'].flatMap((phase) => list(steps[phase]).map(object));
    for (const use of uses) problems.push(...useProblems(registry, `workflow ${as}`, use, []));
    for (const name of list(object(steps['observers'])['enable']).map(textOf))
      if (!registry.observers.has(name)) problems.push(`workflow ${as}: no observer ${name}`);
    const names = uses.flatMap((use) => refsOf(registry, use, []).map((step) => step.as));
    for (const name of names.filter((one, index) => names.indexOf(one) !== index))
      problems.push(`workflow ${as}: ${name} is there twice`);
    const isDeclared = (variable: string): boolean =>
      names.some((name) => registry.refs.get(name)?.env.some((parameter) => parameter.name === variable));
    for (const variable of Object.keys(object(steps['env'])).filter((one) => !isDeclared(one)))
      problems.push(`workflow ${as}: no step has the env ${variable}`);
  }
  return problems;
}

function useProblems(registry: Registry, where: string, use: Use, above: readonly string[]): string[] {
  const { ref, chain } = use;
  if ((ref === undefined) === (chain === undefined)) return [`${where}: one of ref and chain is required`];
  if (ref !== undefined) return registry.refs.has(textOf(ref)) ? [] : [`${where}: no ref ${textOf(ref)}`];
  const name = textOf(chain);
  const found = registry.chains.get(name);
  if (found === undefined) return [`${where}: no chain ${name}`];
  if (above.includes(name)) return [`${where}: ${name} leads back to itself`];
  return found.steps.flatMap((one) => useProblems(registry, where, one, [...above, name]));
}

/** The steps of a use, each with the defaults that the chains above it have for its parameters. */
function refsOf(registry: Registry, use: Use, above: readonly Chain[]): Step[] {
  const chain = registry.chains.get(textOf(use['chain']));
  if (chain !== undefined && above.includes(chain)) return [];
  if (chain !== undefined) return chain.steps.flatMap((one) => refsOf(registry, one, [...above, chain]));
  const ref = registry.refs.get(textOf(use['ref']));
  if (ref === undefined) return [];
  const env = ref.env.map((parameter) => {
    const outer = above.flatMap((one) => one.env).find(({ name }) => name === parameter.name);
    return outer?.default === undefined ? parameter : { ...parameter, default: outer.default };
  });
  return [{ ...ref, env }];
}

export function resolveWorkflow(registry: Registry, name: string): Resolved {
  const workflow = registry.workflows.get(name);
  if (workflow === undefined) throw new Error(`no workflow ${name}`);
  const phase = (of: string): Step[] =>
    list(workflow.steps[of]).flatMap((use) => refsOf(registry, object(use), []));
  return {
    pre: phase('pre'),
    test: phase('test'),
    post: phase('post'),
    observers: list(object(workflow.steps['observers'])['enable']).flatMap(
      (one) => registry.observers.get(textOf(one)) ?? [],
    ),
    bestEffort: workflow.steps['allow_best_effort_post_steps'] === true,
  };
}

/** The environment that a step's parameters come to; throws on one that nobody sets. */
export function parameterValues(step: Step, given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    step.env.map((parameter) => {
      const value = given[parameter.name] ?? parameter.default;
      if (value === undefined) throw new Error(`${step.as}: unresolved parameter ${parameter.name}`);
      return [parameter.name, value];
    }),
  );
}

function steps(uses: ReadonlyMap<string, Use>): Map<string, Step> {
  return new Map(
    [...uses].map(([name, one]) => [name, { ...one, env: parametersOf(one) } as unknown as Step]),
  );
}

function chainOf(as: string, inner: Use): Chain {
  return { as, steps: list(inner['steps']).map(object), env: parametersOf(inner) };
}

function parametersOf(inner: Use): Parameter[] {
  return list(inner['env']).map((one) => object(one) as unknown as Parameter);
}

function isListOfNames(value: unknown): boolean {
  return list(value).length > 0 && list(value).every((one) => typeof one === 'string');
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
