/**
 * Requests as nobody should send them: hostile bytes, lines without end, too few and too many words, verbs that do not
 * belong together. The program answers with an error, or ends; it does nothing by halves, and runs nothing of it.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { change, free, keep, renew, take, wait } from '../../__tests__/pool/changes';
import { mustCommit, TestBed } from '../../__tests__/pool/test-bed';
import { directoryPool } from '../../src/pool/directory';
import type { Pool } from '../../src/pool/pool';
import { formatCommit } from '../../src/pool/wire';
import { parseRecord } from '../../src/protocol/record';
import type { Snapshot } from '../../src/protocol/snapshot';
import type { Change, Verb } from '../../src/protocol/verbs';
import { seeded, type Seeded } from '../seeded';
import { Violation } from './violation';

// ---- what is sent

/** `$(…)`, in forms for a shell that evaluates, splits, globs, or reckons with it. */
const COMMANDS = [
  '$(touch${IFS}canary)',
  '`touch${IFS}canary`',
  ';touch${IFS}canary;',
  "';touch${IFS}canary;'",
  'a[$(touch${IFS}canary)]',
  'x|touch${IFS}canary',
  '\\$(touch${IFS}canary)',
  '{$(touch${IFS}canary)}',
];
const ODD_WORDS = [
  ...COMMANDS,
  ...[
    '',
    '-',
    '--',
    '-n',
    '-e',
    '*',
    '?',
    '[',
    '[a-z]*',
    '!',
    '(',
    ')',
    '=',
    '\\',
    '\\n',
    '%s%n',
    '~',
    '#',
    '&',
  ],
  ...[
    '..',
    '/',
    '/etc/passwd',
    '../canary',
    'h1/../canary',
    '.giveway',
    'gen',
    'redo',
    'h1.lock',
    'h1.lease',
  ],
  ...['h1,', ',h1', 'h1,h1', 'h1,,h2', 'h1.lock.waiting.1', 'h1.lock.waiting.1790000000000000000.4.21'],
  ...[
    '0',
    '-0',
    '00',
    '08',
    '0x10',
    '1e9',
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999',
  ],
  ...['-1', '+1', '1.5', '4', '4.', '.4', '4.22.', '4.22$', '4.-1', '4.08', '99999999999.1'],
  ...['held', 'lost', 'free', 'new', 'waiting', 'waitingx', 'newx', 'k', 'kk', 'end', 'place', 'ende'],
  ...['{}', '{', '}', '{"a":1', '{"a":"\u00e9"}', '{x}', '{"a":"\u001b[2J"}'],
  ...['\r', '\t', '\u0007', '\u001b[31m', '\u007f', '\u00ff', '\u0001', 'a\u0000b'],
];

function longWord(random: Seeded): string {
  const size = random.pick([65, 129, 513, 5_000, 70_000]);
  return random.pick(['a', '9', '-', '.', '{', 'h1,', '\\', '"', '$(']).repeat(size).slice(0, size);
}

function oddWord(random: Seeded): string {
  if (random.chance(0.1)) return longWord(random);
  if (random.chance(0.2)) {
    return Array.from({ length: random.between(1, 12) }, () => String.fromCharCode(random.below(256)))
      .join('')
      .replaceAll('\n', ' ');
  }
  return random.pick(ODD_WORDS);
}

/** Almost the word that was right. */
function nearly(random: Seeded, word: string): string {
  return random.pick([
    `${word}x`,
    `${word}${word}`,
    word.slice(0, -1),
    word.slice(1),
    `0${word}`,
    `-${word}`,
    `${word},`,
  ]);
}

/** One fault in a line that was right. */
function spoilLine(random: Seeded, line: string): string {
  const words = line.split(' ');
  const at = random.below(words.length);
  switch (random.below(12)) {
    case 0:
      words.splice(at, 1);
      break;
    case 5:
    case 6:
    case 7:
    case 8:
      words[at] = nearly(random, words[at] ?? '');
      break;
    case 1:
      words.splice(at, 0, oddWord(random));
      break;
    case 2:
      words[at] = `${words[at] ?? ''}${oddWord(random)}`;
      break;
    case 3:
      words.push(oddWord(random));
      break;
    case 4:
      words.splice(at, words.length - at);
      break;
    default:
      words[at] = oddWord(random);
  }
  return words.join(' ');
}

/** A request that was right before it got faults, one or two in most cases. */
function hostileRequest(random: Seeded, seen: Snapshot): string {
  const lines = goodRequest(random, seen).split('\n');
  if (random.chance(0.1)) return Array.from({ length: 3 }, () => oddWord(random)).join(' ');
  for (let faults = random.pick([0, 1, 1, 1, 1, 2, 5]); faults > 0; faults -= 1) {
    const at = random.below(lines.length);
    // most of what can be wrong is in the verbs
    const verb = lines.findIndex((line) => line.startsWith('verb '));
    const target = verb >= 0 && random.chance(0.6) ? verb + random.below(lines.length - verb) : at;
    switch (random.below(9)) {
      case 0:
        lines.splice(target, 1);
        break;
      case 1:
        lines.splice(target, 0, lines[random.below(lines.length)] ?? '');
        break;
      case 2:
        lines.splice(
          target,
          0,
          `${random.pick(['verb', 'host', 'record', 'lock', 'names', 'go', 'what', ''])} ${oddWord(random)}`,
        );
        break;
      default:
        lines[target] = spoilLine(random, lines[target] ?? '');
    }
  }
  return lines.join('\n');
}

const HOSTS = ['h1', 'h2', 'h3'];

function goodRequest(random: Seeded, seen: Snapshot): string {
  switch (random.below(14)) {
    case 0:
      return random.pick(['snapshot', 'look', 'list', 'journal 5']);
    case 1:
      return `beat ${random.pick(['a', 'w', 'nobody'])} ${random.pick(['-', 'h1', 'h1,h2'])}`;
    default: {
      const verbs = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => goodVerb(random, seen));
      const hosts = random.pick([[], [], ['h1'], HOSTS]);
      return formatCommit(seen, { hosts, verbs }, random.pick([seen.uptimeMs + 10_000, 999_999_999_999]));
    }
  }
}

function goodVerb(random: Seeded, seen: Snapshot): Verb {
  const hosts = random.pick([['h1'], ['h3'], ['h1', 'h2'], ['h3', 'h4']]);
  const id = random.pick(['a', 'w', 'x']);
  const [name] = seen.waiters[0]?.files ?? [];
  const changes: readonly Change[] = [
    wait(id, hosts, { target: hosts[0] }),
    take(id, hosts, { from: random.pick(['new', 'waiting'] as const) }),
    take('y', ['h3']),
    take('w', ['h3'], { from: 'waiting' }),
    free('a', ['h1', 'h2'], { leave: random.pick(['end', 'place'] as const), details: { job: 'a' } }),
    renew('a', ['h1', 'h2'], random.chance(0.5)),
    keep('a', 60_000, { details: { job: 'a' } }),
    change([], { verb: 'target', id: 'w', host: random.pick([undefined, 'h1', 'h3']) }),
    change([], { verb: 'unwait', id: 'w', arrivalNs: name?.arrivalNs }),
    change([], { verb: 'held', id: 'a', hosts: ['h1'] }),
    change([], { verb: 'tell', id: 'a', hosts: ['h1'], details: { job: 'a' } }),
    change([], { verb: 'clear', id: 'w', name: name?.text ?? 'h1.lock.waiting.1790000000000000000.4.21' }),
    change([], { verb: 'expire', host: 'h1', details: { job: 'a' } }),
    change([], { verb: 'lose', host: 'h1' }),
    change([], { verb: 'evict', id: 'a', hosts: ['h1', 'h2'], graceMs: 60_000, details: { job: 'a' } }),
    change([], { verb: 'note', id: 'a', hosts: ['h2'], details: { job: 'a' } }),
    change([], { verb: 'amend', id: 'w', priority: random.pick([undefined, 10]), details: { job: 'w' } }),
  ];
  return random.pick(changes).verbs[0] as Verb;
}

// ---- what a verb may look like, as docs/protocol.md has it

const NAME = '[A-Za-z0-9][A-Za-z0-9_-]{0,63}';
const HOST = '[A-Za-z0-9][A-Za-z0-9._-]{0,127}';
const NUMBER = '(?:0|[1-9]\\d{0,18})';
const WHO = `${NAME} [!-z|}~]{1,512} ${NUMBER} -?${NUMBER} ${NUMBER}\\.${NUMBER}[A-Za-z0-9.+-]*`;
const LIST = `${HOST}(?:,${HOST})*`;
const JSON_WORD = '\\{\\S*\\}';
const MAYBE_JSON = `(?:-|${JSON_WORD})`;
const VERBS: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    wait: `${WHO} ${NUMBER} (?:-|${NAME}) (?:-|${HOST}) ${LIST} ${JSON_WORD}`,
    target: `${NAME} (?:-|${HOST})`,
    unwait: `${NAME} (?:-|${NUMBER})`,
    take: `${WHO} ${NUMBER} ${NUMBER} [kh-] (?:held|settling) (?:new|waiting) ${LIST} ${JSON_WORD}`,
    held: `${NAME} ${LIST} ${MAYBE_JSON}`,
    renew: `${NAME} ${LIST} [k-] ${MAYBE_JSON}`,
    tell: `${NAME} ${LIST} ${JSON_WORD}`,
    keep: `${NAME} ${LIST} ${NUMBER} [kh-] ${MAYBE_JSON}`,
    free: `${NAME} ${LIST} (?:end|place|ticket) ${MAYBE_JSON}`,
    clear: `${NAME} ${HOST}`,
    expire: `${HOST} ${MAYBE_JSON}`,
    lose: `${HOST} ${MAYBE_JSON}`,
    evict: `${NAME} ${LIST} ${NUMBER} ${JSON_WORD}`,
    note: `${NAME} ${LIST} ${JSON_WORD}`,
    amend: `${NAME} (?:-|-?${NUMBER}) ${MAYBE_JSON}`,
  }).map(([verb, words]) => [verb, new RegExp(`^${words}$`)]),
);

/** The first verb of these lines that is no verb of the protocol. */
function wrongVerb(text: string): string | undefined {
  const verbs = text.split('\n').filter((line) => line.startsWith('verb '));
  return verbs.find((line) => {
    // blanks and tabs separate, however many
    const [verb = '', ...words] = line
      .slice('verb '.length)
      .split(/[ \t]+/)
      .filter((word) => word !== '');
    return VERBS[verb]?.test(words.join(' ')) !== true;
  });
}

// ---- how it is taken

/** So many requests to one program, drawn from the seed; throws a Violation. Resolves with how they were answered. */
export async function sendHostile(
  seed: number,
  program: string,
  shell: readonly string[],
  requests = 30,
): Promise<ReadonlyMap<string, number>> {
  const random = seeded(seed);
  const bench = new HostileBench(shell, program, random.pick(['job', 'admin']));
  try {
    await bench.prepare();
    for (let sent = 0; sent < requests; sent += 1) {
      await bench.send(hostileRequest(random, await bench.snapshot()));
    }
    return bench.answers;
  } finally {
    await bench.dispose();
  }
}

/** A pool with a holder of two hosts and a waiter, and a program that is sent what it should not be. */
class HostileBench {
  readonly bed: TestBed;
  readonly #pool: Pool;
  #program: ChildProcessWithoutNullStreams | undefined;
  #said = '';
  #ended: Promise<unknown> = Promise.resolve();
  /** Statuses, by their first word; `ended` where the program ended. */
  readonly answers = new Map<string, number>();

  constructor(
    private readonly shell: readonly string[],
    private readonly program: string,
    private readonly role: 'job' | 'admin',
  ) {
    this.bed = new TestBed(({ folder, settings }) => directoryPool({ folder, settings, shell, program }));
    this.#pool = this.bed.open();
  }

  async prepare(): Promise<void> {
    await mustCommit(this.#pool, take('a', ['h1', 'h2']));
    await mustCommit(this.#pool, wait('w', ['h1', 'h3'], { target: 'h1' }));
  }

  snapshot(): Promise<Snapshot> {
    return this.#pool.snapshot();
  }

  async dispose(): Promise<void> {
    await this.#stop();
    await this.bed.dispose();
  }

  /** Sends the bytes of this text, of which each character is one, and judges what comes of it. */
  async send(request: string): Promise<void> {
    const before = this.#files();
    const text = `7 ${request}\n`;
    const isCommit = /^7[ \t]+commit(?:[ \t]|\n)/.test(text);
    // whatever it has made of that: a commit that still waits for more is ended, and a look is answered
    const reply = await this.#ask(`${text}${isCommit ? 'go\n' : ''}8 look\n`);
    const after = this.#files();
    const where = (what: string): Violation =>
      new Violation(`${what}: ${this.shell.join(' ')} was sent ${JSON.stringify(request.slice(0, 1500))}`);
    this.#lookForCanary(where);
    const statuses = [...reply.matchAll(/^= (\d+) (\S*)(.*)$/gm)];
    if (statuses.length === 0) this.#count('ended');
    for (const [, , word = ''] of statuses) {
      this.#count(word);
      if (!KNOWN.has(word)) throw where(`answers ${JSON.stringify(word)}`);
    }
    const commits = statuses.filter(([, , word]) => word === 'committed').length;
    if (commits > 0 && !isCommit) throw where('commits');
    const generation = (files: Record<string, string>): number =>
      Number(files['.giveway/gen']?.split(' ')[0]);
    const steps = generation(after) - generation(before);
    if (!(steps >= 0 && steps <= commits)) throw where(`the generation moves by ${steps}`);
    if (steps === 0 && JSON.stringify(lasting(after)) !== JSON.stringify(lasting(before))) {
      throw where(`it answers ${JSON.stringify(reply)}, and changes files`);
    }
    if (steps > 0) {
      const wrong = wrongVerb(request);
      if (wrong !== undefined) throw where(`takes a verb that is none, ${JSON.stringify(wrong)}`);
    }
    const odd = oddFile(after);
    if (odd !== undefined) throw where(odd);
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  /** What it says until it has answered the look, or has ended. */
  async #ask(text: string): Promise<string> {
    const program = this.#program ?? this.#start();
    this.#said = '';
    const answered = new Promise<void>((resolve) => {
      const listen = (): void => {
        if (!/^= 8 .*\n/m.test(this.#said)) return;
        program.stdout.off('data', listen);
        resolve();
      };
      program.stdout.on('data', listen);
    });
    program.stdin.write(Buffer.from(text, 'latin1'));
    const how = await Promise.race([answered, this.#ended]);
    if (how === 'ended') this.#program = undefined;
    // one that has answered may be ended by what follows: the next request must not be lost with it
    else if (/^= 7 /m.test(this.#said) && text.includes('\ngo\n')) await this.#stop();
    return this.#said;
  }

  #start(): ChildProcessWithoutNullStreams {
    const [command = '', ...first] = this.shell;
    const args = [
      ...first,
      '-c',
      this.program,
      'giveway',
      this.bed.folder,
      `role=${this.role}`,
      ...this.bed.settings,
    ];
    const program = spawn(command, args, { cwd: this.bed.root });
    program.stdin.on('error', () => undefined);
    program.stderr.resume();
    program.stdout.setEncoding('latin1').on('data', (chunk: string) => (this.#said += chunk));
    this.#ended = new Promise((resolve) => program.once('close', () => resolve('ended')));
    this.#program = program;
    return program;
  }

  async #stop(): Promise<void> {
    this.#program?.stdin.end();
    await (this.#program && this.#ended);
    this.#program = undefined;
  }

  #files(): Record<string, string> {
    return this.bed.files();
  }

  #lookForCanary(where: (what: string) => Violation): void {
    const { root, folder } = this.bed;
    const found = [root, folder, join(folder, '.giveway')].flatMap((path) =>
      readdirSync(path).filter((name) => name.includes('canary')),
    );
    if (found.length > 0) throw where(`it ran what it read (${found.join(' ')})`);
  }
}

const KNOWN = new Set([
  ...['ok', 'alive', 'gone', 'expired', 'lost', 'busy', 'committed', 'conflict', 'late', 'refused', 'error'],
]);

/** Files without what a heartbeat overwrites. */
function lasting(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => !name.endsWith('.hb'))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What no sequence of requests may leave. */
function oddFile(files: Record<string, string>): string | undefined {
  for (const [path, text] of Object.entries(files)) {
    const name = path.replace('.giveway/', '');
    if (/tmp|redo|probe/.test(name)) return `leaves ${path}`;
    if (name.endsWith('.lock')) {
      const record = parseRecord((files[`.giveway/${name.slice(0, -'.lock'.length)}.lease`] ?? '').trimEnd());
      if (!/^\d{19}\n$/.test(text)) return `leaves ${path} with ${JSON.stringify(text)}`;
      if (record.kind !== 'record' || !['held', 'settling', 'quitting'].includes(record.record.state)) {
        return `leaves a lock without a lease, ${path}`;
      }
      if (text !== `${String(record.record.stampNs)}\n`)
        return `leaves a lock that is not its lease's, ${path}`;
    }
    if (name.endsWith('.hb') && !/^\d{15} \S{36} \d{19}\n$/.test(text)) return `leaves the heartbeat ${path}`;
    if (/\.lease$|\.waiting\./.test(name) && !/^1 [^\n]*\}\n$/.test(text)) return `leaves a broken ${path}`;
  }
  return undefined;
}
