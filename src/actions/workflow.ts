/** Between an action's step and the commands: inputs in; outputs, annotations and a failed step out. */
import * as core from '@actions/core';
import { catchInterrupts } from '../commands/interrupts';
import { describeError } from '../commands/describe-error';
import { outliveOutput, sayTo, type Say } from '../commands/say';
import { SECRETS, type Session } from '../commands/session';
import { EXIT } from '../settings/exit-codes';
import { describeProblem, isRepeated, readInputs, type InputName, type Problem } from '../settings/inputs';
import { parseYesNo } from '../settings/values';
import { harmless } from './harmless';

/** The inputs of a step, as commands read them. */
export type Given = ReadonlyMap<string, readonly string[]>;

/** What a step is, for the body of an action. */
export interface Step {
  readonly session: Session;
  readonly given: Given;
  /** What people read last, such as why a step failed. */
  readonly lastLine: () => string;
  /** Something that this process had sent may still be on the pool, or come to be, because nobody could be reached. */
  readonly hasLeftBehind: () => boolean;
  /** Fails the step in its own words, if a command ended with such an exit code. */
  readonly endWith: (code: number) => void;
}

/**
 * Runs the body of an action's step. The inputs named are read as if they were flags; an empty one is not given, for a
 * workflow can't leave one out. What the body throws fails the step, or in a post step is a warning: a job must not fail
 * for its clean-up.
 */
export async function runStep(
  inputs: readonly InputName[],
  body: (step: Step) => Promise<void>,
  { isPost = false, result }: { readonly isPost?: boolean; readonly result?: (value: object) => void } = {},
): Promise<void> {
  const env = stepEnvironment();
  const interrupts = catchInterrupts(env);
  outliveOutput();
  let last = '';
  const write = (text: string): void => {
    last = text.trim().replace(/^giveway: /, '');
    process.stdout.write(harmless(text));
  };
  let hasLeftBehind = false;
  const lines = sayTo({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
  const say: Say = {
    ...lines,
    event: (event) => {
      hasLeftBehind ||= event.type === 'left-behind';
      lines.event(event);
    },
  };
  const session: Session = {
    env,
    result: result ?? setOutputs,
    print: write,
    say,
    interrupts,
    isTerminal: false,
    unread: new AbortController().signal,
  };
  try {
    await body({
      session,
      given: isPost ? readableInputs(inputs, say) : givenInputs(inputs),
      lastLine: () => last,
      hasLeftBehind: () => hasLeftBehind,
      endWith: (code) => {
        if (code !== EXIT.done) core.setFailed(harmless(last));
      },
    });
  } catch (error) {
    const text = harmless(describeError(error).lines.map(withoutDashes).join('\n'));
    if (isPost) core.warning(text, { title: 'Giveway' });
    else core.setFailed(text);
  } finally {
    say.done();
    interrupts.end();
  }
}

/** An action's input has the flag's name without dashes. */
function withoutDashes(text: string): string {
  return text.replace(/^--(?=[a-z])/, '');
}

/** The environment without the step's inputs, which hold the key; what is secret of them goes by its own name. */
function stepEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('INPUT_')),
  );
  const named = {
    GIVEWAY_PRIVATE_KEY: core.getInput('private-key', { trimWhitespace: false }),
    GIVEWAY_PASSPHRASE: core.getInput('passphrase', { trimWhitespace: false }),
    GIVEWAY_MATRIX: core.getInput('matrix'),
  };
  for (const [name, value] of Object.entries(named)) if (value.trim() !== '') env[name] = value;
  for (const name of SECRETS) mask(env[name] ?? '');
  return env;
}

/** The platform masks a secret as a whole; a log or an error may show a line of it. */
function mask(secret: string): void {
  for (const line of secret.split(/\r?\n/)) if (line.trim() !== '') core.setSecret(line.trim());
}

function givenInputs(names: readonly InputName[]): Given {
  return new Map(
    names.flatMap((name) => {
      const text = core.getInput(name);
      if (text === '') return [];
      return [[name, isRepeated(name) ? text.split(/\s+/) : [text]] as const];
    }),
  );
}

/** What is wrong with inputs that a later part of the action goes by. */
export function problemsOf(names: readonly InputName[]): readonly Problem[] {
  return readInputs(names, { given: givenInputs(names), env: {} }).problems;
}

/** In a post step nobody could mend an input any more: without it there is a default, or what main had saved. */
function readableInputs(names: readonly InputName[], say: Say): Given {
  const problems = new Map(problemsOf(names).map((problem) => [problem.input, describeProblem(problem)]));
  for (const text of problems.values()) say.line(`passed over: ${withoutDashes(text)}`);
  return new Map([...givenInputs(names)].filter(([name]) => !problems.has(`--${name}`)));
}

/** An input of the action's own that is yes or no; empty is no, and so is what is neither. */
export function yesNoInput(name: string): { readonly value: boolean; readonly problems: readonly Problem[] } {
  const got = core.getInput(name);
  const parsed = got === '' ? { value: false } : parseYesNo(got);
  if ('value' in parsed) return { value: parsed.value, problems: [] };
  return { value: false, problems: [{ input: name, expected: parsed.expected, got }] };
}

/** The fields of a result as outputs, in kebab-case; what is no text is JSON, and nothing is empty. */
export function setOutputs(value: object): void {
  for (const [name, field] of Object.entries(value) as [string, unknown][]) {
    const text = typeof field === 'string' ? field : JSON.stringify(field);
    core.setOutput(outputName(name), field === null || field === undefined ? '' : text);
  }
}

function outputName(field: string): string {
  if (field === 'leaseId') return 'lease';
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
