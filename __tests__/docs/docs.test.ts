import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseCommandLine } from '../../src/cli/command-line';
import { COMMANDS, type CommandName } from '../../src/settings/commands';
import { parseVersionPattern, versionFromJobName, versionFromRefName } from '../../src/protocol/job-version';
import { DEFAULTS } from '../../src/protocol/timing';
import { EXIT } from '../../src/settings/exit-codes';
import { INPUTS } from '../../src/settings/inputs';
import { parseDuration } from '../../src/settings/values';

const ROOT = join(__dirname, '../..');
const readme = read('README.md');
const protocol = read('docs/protocol.md');
const versions = read('docs/versions.md');
const program = read('src/pool/program.sh');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The rows of the table whose header begins with these cells, each cell without its code marks. */
function table(text: string, ...header: string[]): string[][] {
  const lines = text.split('\n');
  const cellsOf = (line: string): string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
  const from = lines.findIndex((line) => header.every((title, column) => cellsOf(line)[column] === title));
  if (from < 0) throw new Error(`no table with the header ${header.join(', ')}`);
  const rows = lines.slice(from + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end < 0 ? undefined : end).map(cellsOf);
}

function code(cell: string | undefined): string {
  return (cell ?? '').replaceAll('`', '');
}

describe('docs/protocol.md says what the code does', () => {
  test('every default is in its table, with its value', () => {
    const rows = table(protocol, 'name', 'default').map(([name, value = '']) => {
      const parsed = parseDuration(value);
      return [code(name), 'value' in parsed ? parsed.value : value];
    });
    expect(Object.fromEntries(rows)).toEqual(DEFAULTS);
  });

  test('every flag beside a default is one', () => {
    const flags = table(protocol, 'name', 'default').map(([, , flag]) => code(flag));
    expect(flags.filter((flag) => flag !== '' && !(flag.slice(2) in INPUTS))).toEqual([]);
  });

  test.each(['README.md', 'docs/protocol.md'])('the exit codes of %s are all there are', (path) => {
    const codes = table(read(path), 'exit', 'meaning').map(([exit]) => Number(exit));
    expect(codes).toEqual(Object.values(EXIT).sort((a, b) => a - b));
  });

  test('every verb of the program is in its table, with its arguments', () => {
    const documented = table(protocol, 'verb', 'what it does').map(([verb]) => code(verb));
    expect(documented.map((usage) => usage.split(' ')[0]).sort()).toEqual(dispatchedVerbs().sort());
    expect([...documented].sort()).toEqual(verbUsages().sort());
  });

  test('every request of the program is in its table', () => {
    const documented = table(protocol, 'request', 'reply').map(
      ([request]) => /^`([a-z]+)/.exec(request ?? '')?.[1],
    );
    expect(documented).toEqual(alternatives(functionText('main'), 'request').sort(bySameOrder(documented)));
  });

  test('every step of a commit in flight is in its table', () => {
    const documented = table(protocol, 'line of `redo`').map(([line]) => code(line).split(' ')[0]);
    expect([...documented].sort()).toEqual(alternatives(functionText('replay'), 'op').sort());
  });

  test('every error code of the program is named', () => {
    const codes = [...program.matchAll(/(?:outcome=["']?error|fail_start) ([a-z]+(?:-[a-z]+)*)/g)].map(
      (match) => match[1],
    );
    expect(codes).toContain('broken-record');
    expect(codes).toContain('no-folder');
    expect(codes.filter((each) => !protocol.includes(`\`${String(each)}\``))).toEqual([]);
  });

  test('every event of the journal is named', () => {
    const events = [...program.matchAll(/ event "([a-z-]+) /g)].map((match) => match[1]);
    expect(events).toContain('bash-taken-over');
    expect(events.filter((each) => !protocol.includes(`\`${String(each)}\``))).toEqual([]);
  });
});

/** The text of a function of the program. */
function functionText(name: string): string {
  const text = new RegExp(`^${name}\\(\\) \\{\\n([^]*?)^\\}$`, 'm').exec(program)?.[1];
  if (text === undefined) throw new Error(`the program has no function ${name}`);
  return text;
}

/** The words that a \`case $variable in\` knows. */
function alternatives(text: string, variable: string): string[] {
  const body = new RegExp(`case \\$${variable} in\\n([^]*?)\\n *esac`).exec(text)?.[1];
  if (body === undefined) throw new Error(`no case of $${variable}`);
  const indent = /^ */.exec(body)?.[0] ?? '';
  const heads = [...body.matchAll(new RegExp(`^${indent}([a-z][a-z| -]*)\\)`, 'gm'))];
  return heads.flatMap((head) => (head[1] ?? '').split('|').map((word) => word.trim()));
}

function dispatchedVerbs(): string[] {
  const verbs = alternatives(functionText('run_verbs'), 'verb');
  expect(verbs).toContain('take');
  return verbs;
}

/** What the comment before each verb's function begins with: the verb and its arguments. */
function verbUsages(): string[] {
  return dispatchedVerbs().map((verb) => {
    const comment = new RegExp(`^# (${verb} [^a-z\\n][^:\\n]*)[^]*?^v_${verb}\\(\\)`, 'm').exec(program)?.[1];
    if (comment === undefined) throw new Error(`no comment tells the arguments of ${verb}`);
    return comment;
  });
}

function bySameOrder(order: readonly unknown[]): (a: string, b: string) => number {
  return (a, b) => order.indexOf(a) - order.indexOf(b);
}

describe('docs/versions.md says what the rules do', () => {
  test.each(table(versions, 'job name', 'version', 'rule'))('job %s: %s', (name, version, rule) => {
    const found = versionFromJobName(code(name));
    expect([found.version ?? 'none', found.version === undefined ? '' : found.rule]).toEqual([version, rule]);
  });

  test.each(table(versions, 'branch or tag', 'version'))('branch %s: %s', (ref, version) => {
    expect(versionFromRefName(code(ref)).version ?? 'none').toBe(version);
  });

  test.each(table(versions, 'pattern', 'name', 'version'))(
    'pattern %s on %s: %s',
    (pattern, name, version) => {
      const isBad = 'problem' in parseVersionPattern(code(pattern));
      expect(isBad ? 'bad' : (versionFromJobName(code(name), code(pattern)).version ?? 'none')).toBe(version);
    },
  );

  test('every kind of rule has an example', () => {
    const rules = table(versions, 'job name', 'version', 'rule').map(([, , rule]) => rule);
    expect(new Set(rules)).toEqual(new Set(['product-word', 'whole-word', 'dashes', '']));
  });
});

describe('flags', () => {
  const help = (Object.keys(COMMANDS) as CommandName[]).map(helpOf).join('\n');
  const everything = [readme, protocol, versions, help].join('\n');

  test.each(Object.keys(INPUTS))('--%s is in the help text of a command, or in the docs', (name) => {
    expect(everything).toMatch(new RegExp(`--${name}(?![a-z-])`));
  });

  test.each(['README.md', 'docs/protocol.md', 'docs/versions.md'])(
    '%s names no flag that there is not',
    (path) => {
      const named = [...read(path).matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map((match) => match[1] ?? '');
      expect(named.filter((name) => !(name in INPUTS) && name !== 'help')).toEqual([]);
    },
  );
});

function helpOf(name: CommandName): string {
  const line = parseCommandLine([name, '--help']);
  if (line.kind !== 'text' || line.isError) throw new Error(`giveway ${name} --help gives no help`);
  return line.text;
}

describe('links', () => {
  const files = markdownFiles(ROOT);
  /** Written by hand after a measurement, so that it may be missing for a while. */
  const mayBeMissing = ['docs/performance.md'];

  test('README.md and the documents are looked at', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/protocol.md', 'docs/versions.md']));
  });

  test.each(files)('every link in %s leads to a file, and a heading that it has', (path) => {
    expect(relativeLinks(path).filter((link) => !isThere(path, link))).toEqual([]);
  });

  function isThere(from: string, link: string): boolean {
    const [target = '', heading] = link.split('#');
    const path = target === '' ? from : relative(ROOT, join(ROOT, dirname(from), decodeURI(target)));
    if (!existsSync(join(ROOT, path))) return mayBeMissing.includes(path);
    return heading === undefined || headingsOf(read(path)).includes(heading);
  }
});

/** Paths from the root. */
function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ['node_modules', 'dist', 'coverage', '.git'].includes(entry.name) ? [] : markdownFiles(path);
    }
    return entry.name.endsWith('.md') ? [relative(ROOT, path)] : [];
  });
}

function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, (span) => span.replaceAll(/[[\]()]/g, ''));
}

function relativeLinks(path: string): string[] {
  return [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of a document's headings, as GitHub makes them. */
function headingsOf(text: string): string[] {
  return [...text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
