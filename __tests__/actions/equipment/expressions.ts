/** As much of the platform's expressions as our action.yml files use; anything else fails the test. */

/** What an expression may speak of. */
export interface Context {
  readonly matrix?: Readonly<Record<string, unknown>> | undefined;
  readonly jobStatus?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** The outputs of steps, by their ids. */
  readonly steps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Replaces every `${{ … }}` in a text. */
export function evaluate(text: string, context: Context): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/gs, (_, expression: string) => valueOf(expression, context));
}

function valueOf(expression: string, { matrix, jobStatus, inputs, steps }: Context): string {
  if (expression === 'toJSON(matrix)') return JSON.stringify(matrix ?? null, null, 2);
  if (expression === 'job.status' && jobStatus !== undefined) return jobStatus;
  const input = /^inputs\.([a-z-]+)$/.exec(expression)?.[1];
  if (input !== undefined && inputs !== undefined && input in inputs) return inputs[input] ?? '';
  const [, step = '', output = ''] = /^steps\.([a-z]+)\.outputs\.([a-z-]+)$/.exec(expression) ?? [];
  const outputs = steps?.[step];
  if (outputs !== undefined) return outputs[output] ?? '';
  throw new Error(`no such thing here: \${{ ${expression} }}`);
}
