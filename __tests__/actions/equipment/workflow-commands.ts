/** What the runner reads in a step's log: `::name key=value::text` at the start of a line, and the older `##[name]text` anywhere. */

export interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The names that it knows; lines with others are text. */
const NAMES = [
  ...['add-mask', 'add-matcher', 'remove-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error'],
  ...['group', 'internal-set-repo-path', 'notice', 'save-state', 'set-env', 'set-output', 'stop-commands'],
  'warning',
];

/** Undefined: the line is text. */
export function parseCommand(line: string): WorkflowCommand | undefined {
  return parseColons(line) ?? parseBrackets(line);
}

/** A line of .NET's: it ends at a carriage return too. */
export const LINE_END = /\r\n|\r|\n/;

function parseColons(line: string): WorkflowCommand | undefined {
  const text = line.replace(/^[\s\u0085]+/, '');
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const [name = '', ...rest] = text.slice(2, end).split(' ');
  return command(name, rest.join(' ').split(','), text.slice(end + 2), { ':': '%3A', ',': '%2C' });
}

function parseBrackets(line: string): WorkflowCommand | undefined {
  const start = line.indexOf('##[');
  const end = line.indexOf(']', start);
  if (start < 0 || end < 0) return undefined;
  const [name = '', ...rest] = line.slice(start + 3, end).split(' ');
  return command(name, rest.join(' ').split(';'), line.slice(end + 1), { ';': '%3B', ']': '%5D' });
}

function command(
  word: string,
  pairs: readonly string[],
  data: string,
  escapes: Readonly<Record<string, string>>,
): WorkflowCommand | undefined {
  const name = word.toLowerCase();
  if (!NAMES.includes(name)) return undefined;
  const properties = pairs.flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [] : [[pair.slice(0, equals).trim(), unescape(pair.slice(equals + 1), escapes)]];
  });
  return { name, properties: Object.fromEntries(properties) as Record<string, string>, data: unescape(data) };
}

function unescape(text: string, more: Readonly<Record<string, string>> = {}): string {
  const escapes = { '\r': '%0D', '\n': '%0A', ...more, '%': '%25' };
  return Object.entries(escapes).reduce((done, [plain, code]) => done.replaceAll(code, plain), text);
}
