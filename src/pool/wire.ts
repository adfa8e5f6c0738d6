/** The text that client and program exchange: docs/protocol.md has it as a table. Pure. */
import { isHostName } from '../protocol/host';
import type { Listing, Place } from '../protocol/doctor';
import { parseRequestName } from '../protocol/names';
import { formatDetails, parseRecord, type LeaseRecord } from '../protocol/record';
import type { Heartbeat, HostView, RequestFile, Snapshot, Waiter } from '../protocol/snapshot';
import { BASH_PRIORITY } from '../protocol/snapshot';
import type { Change, Verb } from '../protocol/verbs';
import type { BeatResult, CommitResult } from './pool';

/** The protocol that this client speaks; a program of another major is refused. */
export const PROTOCOL_MAJOR = 1;

/** A reply that doesn't read as the protocol has it: nothing in it counts. */
export class BadReply extends Error {}

export function formatBeat(id: string, hosts: readonly string[]): string {
  return `beat ${id} ${hosts.length === 0 ? '-' : hosts.join(',')}`;
}

/** Lines of one commit. The deadline is the bastion's uptime after which the program must not begin it. */
export function formatCommit(seen: Snapshot, change: Change, deadlineUptimeMs: number): string {
  const compared = change.hosts.flatMap((host) => {
    const view = seen.hosts.get(host);
    const names = view?.names ?? [];
    return [
      `host ${host}`,
      `record ${view?.recordText ?? '-'}`,
      `lock ${view?.lockText ?? 'none'}`,
      `names ${names.length === 0 ? '-' : names.join(' ')}`,
    ];
  });
  const verbs = change.verbs.map((verb) => `verb ${formatVerb(verb)}`);
  return [`commit ${deadlineUptimeMs}`, ...compared, ...verbs, 'go'].join('\n');
}

function formatVerb(verb: Verb): string {
  switch (verb.verb) {
    case 'wait':
      return words('wait', ...who(verb), verb.ttlMs, verb.supersedes, verb.target, ...wanted(verb));
    case 'take':
      return words(
        'take',
        ...who(verb),
        verb.ttlMs,
        verb.maxHoldMs,
        living(verb),
        verb.state,
        verb.from,
        ...wanted(verb),
      );
    case 'target':
      return words('target', verb.id, verb.host);
    case 'unwait':
      return words('unwait', verb.id, verb.arrivalNs?.toString());
    case 'held':
      return words('held', verb.id, verb.hosts.join(','), undefined);
    case 'renew':
      return words('renew', verb.id, verb.hosts.join(','), living(verb), undefined);
    case 'tell':
      return words('tell', verb.id, verb.hosts.join(','), formatDetails(verb.details));
    case 'keep':
      return words(
        'keep',
        verb.id,
        verb.hosts.join(','),
        verb.ttlMs,
        living(verb),
        verb.details && formatDetails(verb.details),
      );
    case 'evict':
      return words('evict', verb.id, verb.hosts.join(','), verb.graceMs, formatDetails(verb.details));
    case 'note':
      return words('note', verb.id, verb.hosts.join(','), formatDetails(verb.details));
    case 'amend':
      return words('amend', verb.id, verb.priority, verb.details && formatDetails(verb.details));
    case 'free':
      return words(
        'free',
        verb.id,
        verb.hosts.join(','),
        verb.leave,
        verb.details && formatDetails(verb.details),
      );
    case 'clear':
      return words('clear', verb.id, verb.name);
    case 'expire':
      return words('expire', verb.host, formatDetails(verb.details));
    case 'lose':
      return words('lose', verb.host, undefined);
    case 'mend':
      return words('mend', verb.what, verb.name);
    case 'fixed':
      return words('fixed', verb.what, verb.name, verb.hosts.length === 0 ? undefined : verb.hosts.join(','));
    case 'legacy':
      return words('legacy', verb.lockTimeoutS, verb.folder ?? '.');
  }
}

function who(verb: Extract<Verb, { who: unknown }>): (string | number)[] {
  return [verb.who.id, verb.who.owner, verb.who.attempt, verb.priority, verb.version];
}

function wanted(verb: Extract<Verb, { who: unknown }>): string[] {
  return [verb.hosts.join(','), formatDetails(verb.details)];
}

function living({ keeper, kind }: { readonly keeper: boolean; readonly kind?: 'hold' | undefined }): string {
  if (kind === 'hold') return 'h';
  return keeper ? 'k' : '-';
}

/** One line; `-` for what isn't given. A blank or a newline within a word would change the request: a fault of ours. */
function words(...parts: (string | number | undefined)[]): string {
  const texts = parts.map((part) => (part === undefined ? '-' : String(part)));
  const bad = texts.find((text) => !/^[!-~]+$/.test(text));
  if (bad !== undefined) throw new TypeError(`not one printable word: ${JSON.stringify(bad)}`);
  return texts.join(' ');
}

/** Reads the body of a snapshot. */
export function parseSnapshot(lines: readonly string[], caller: Snapshot['caller']): Snapshot {
  const [head = '', ...body] = lines;
  const [word, generation, uptime, bootId, wall, legacy] = head.split(' ');
  if (
    word !== 'snapshot' ||
    !isNumber(generation) ||
    !isNumber(uptime) ||
    !isNumber(wall) ||
    bootId === undefined
  ) {
    throw new BadReply(`not a snapshot: ${JSON.stringify(head.slice(0, 200))}`);
  }
  const files = collectFiles(body);
  return {
    generation: Number(generation),
    uptimeMs: Number(uptime),
    bootId,
    wallNs: BigInt(wall),
    legacy: parseLegacy(legacy),
    settingsText: settingsText(body),
    caller,
    hosts: hostViews(files),
    waiters: waiters(files),
    heartbeats: files.heartbeats,
  };
}

/** `giveway.json` as it stands there; undefined where there is none. */
function settingsText(body: readonly string[]): string | undefined {
  const lines = body.filter((line) => line.startsWith(SETTINGS)).map((line) => line.slice(SETTINGS.length));
  return lines.length === 0 ? undefined : lines.join('\n');
}

const SETTINGS = 'settings ';

function parseLegacy(text: string | undefined): Snapshot['legacy'] {
  if (text === 'off') return undefined;
  if (text === '-') return { lockTimeoutMs: undefined };
  if (isNumber(text)) return { lockTimeoutMs: Number(text) * 1000 };
  throw new BadReply(`not a mode: ${JSON.stringify(text)}`);
}

interface Files {
  readonly records: Map<string, string>;
  readonly locks: Map<string, string>;
  readonly mtimes: Map<string, bigint>;
  readonly requests: Map<string, string>;
  readonly bashRequests: string[];
  readonly heartbeats: Map<string, Heartbeat>;
}

/** Sorts the lines by what they speak of. */
function collectFiles(body: readonly string[]): Files {
  const names: { leases: string[]; requests: string[] } = { leases: [], requests: [] };
  const texts = new Map<string, string>();
  const files: Files = {
    records: new Map(),
    locks: new Map(),
    mtimes: new Map(),
    requests: new Map(),
    bashRequests: [],
    heartbeats: new Map(),
  };
  for (const line of body) {
    const [word, name = '', value = ''] = line.split(' ', 3);
    const text =
      /^(?:[^:]*\/)?([A-Za-z0-9][A-Za-z0-9._-]*\.(?:lease|hb|lock\.waiting\.[0-9.]+(?:\.queued)?)):(.*)$/.exec(
        line,
      );
    if (text !== null) {
      const [, file = '', content = ''] = text;
      if (!texts.has(file)) texts.set(file, content);
    } else if (word === 'lease') names.leases.push(name);
    else if (word === 'waiting') names.requests.push(name);
    else if (word === 'empty') files.bashRequests.push(name);
    else if (word === 'lock') files.locks.set(name, value);
    else if (word === 'mtime') files.mtimes.set(name, secondsToNs(value));
  }
  for (const [file, content] of texts) {
    if (file.endsWith('.hb')) files.heartbeats.set(file.slice(0, -'.hb'.length), parseHeartbeat(content));
  }
  // a file that is named but has no text: empty, binary, or gone since the listing
  for (const host of names.leases) files.records.set(host, texts.get(`${host}.lease`) ?? '');
  for (const name of names.requests) files.requests.set(name, texts.get(name) ?? '');
  return files;
}

function parseHeartbeat(text: string): Heartbeat {
  const match = /^(\d{15}) (\S{36}) \d{19}$/.exec(text);
  if (match === null) return 'unreadable';
  const [, uptime, bootId = ''] = match;
  return { uptimeMs: Number(uptime), bootId };
}

/** The host of a waiting or queue file as the program lists them. */
export function hostOfRequest(name: string): string {
  return name.slice(0, name.indexOf('.lock.waiting.'));
}

function hostViews(files: Files): Map<string, HostView> {
  const names = new Map<string, string[]>();
  for (const name of [...files.requests.keys(), ...files.bashRequests]) {
    // compared as the program lists them, whether or not they read as a request
    const host = hostOfRequest(name);
    names.set(host, [...(names.get(host) ?? []), name]);
  }
  const views = new Map<string, HostView>();
  for (const host of new Set([...files.records.keys(), ...files.locks.keys(), ...names.keys()])) {
    if (!isHostName(host)) continue;
    const recordText = files.records.get(host);
    const parsed = recordText === undefined ? undefined : parseRecord(recordText);
    views.set(host, {
      host,
      record: parsed?.kind === 'record' ? parsed.record : undefined,
      problem: parsed === undefined ? undefined : problemOf(parsed, host),
      recordText: recordText ?? '-',
      lockText: files.locks.get(host) ?? 'none',
      lockMtimeNs: files.mtimes.get(`${host}.lock`),
      names: (names.get(host) ?? []).sort(),
    });
  }
  return views;
}

function problemOf(parsed: ReturnType<typeof parseRecord>, host: string): string | undefined {
  switch (parsed.kind) {
    case 'record':
      return undefined;
    case 'newer-format':
      return `the record of ${host} has format ${parsed.format}, which this version does not read: update giveway`;
    case 'broken':
      return `the record of ${host} can't be read (${parsed.why}): .giveway/${host}.lease is damaged`;
  }
}

function waiters(files: Files): Waiter[] {
  const byId = new Map<string, { record: LeaseRecord; files: RequestFile[] }>();
  for (const [text, content] of files.requests) {
    const name = parseRequestName(text);
    const parsed = parseRecord(content);
    // what can't be read asks nobody and is ahead of nobody; only its name is compared
    if (name === undefined || parsed.kind !== 'record' || parsed.record.state !== 'waiting') continue;
    const known = byId.get(parsed.record.id) ?? { record: parsed.record, files: [] };
    known.files.push({ ...name, text, record: parsed.record });
    byId.set(parsed.record.id, known);
  }
  const ours = [...byId].map(([id, { record, files }]) => ({
    id,
    record,
    files,
    version: record.version,
    priority: record.priority,
    arrivalNs: record.stampNs,
  }));
  return [...ours, ...bashWaiters(files)];
}

function bashWaiters(files: Files): Waiter[] {
  return files.bashRequests.flatMap((text) => {
    const name = parseRequestName(text);
    if (name === undefined || name.queued) return [];
    return [bashWaiter({ ...name, text, record: undefined }, files.mtimes.get(text))];
  });
}

/** A bash job: its pod's clock is in the name, so its arrival is the file's mtime. */
function bashWaiter(file: RequestFile, mtimeNs: bigint | undefined): Waiter {
  const { major, minor } = file;
  return {
    id: file.text,
    record: undefined,
    files: [file],
    version: { major, minor, text: `${major}.${minor}` },
    priority: BASH_PRIORITY,
    arrivalNs: mtimeNs ?? file.arrivalNs,
  };
}

/** `1796033679.886422454` as stat prints it. */
function secondsToNs(text: string): bigint {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?/.exec(text);
  if (match === null) throw new BadReply(`not a time: ${JSON.stringify(text)}`);
  return BigInt(match[1] ?? '0') * 1_000_000_000n + BigInt((match[2] ?? '').padEnd(9, '0'));
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^(0|[1-9]\d{0,18})$/.test(text);
}

/** Reads the reply to `list`. */
export function parseListing(lines: readonly string[]): Listing {
  const [head = '', ...body] = lines;
  const [word, uptime, wall, generationNs, mode, uid, poolFilesystem = '', lockFilesystem = ''] =
    head.split(' ');
  if (word !== 'list' || !isNumber(uptime) || !isNumber(wall) || !isNumber(generationNs) || !isNumber(uid)) {
    throw new BadReply(`not a listing: ${JSON.stringify(head.slice(0, 200))}`);
  }
  const pathOf = (name: string): string | undefined =>
    body.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const path = pathOf('where') ?? '';
  return {
    uptimeMs: Number(uptime),
    wallMs: nsToMs(wall),
    committedAtMs: nsToMs(generationNs),
    isModeReadable: mode !== 'broken',
    uid: Number(uid),
    poolFilesystem,
    lockFilesystem,
    path,
    lockPath: pathOf('locks') ?? path,
    folders: body.flatMap((line) => {
      const match = /^folder (pool|inner|lock) ([0-7]+) (\d+)$/.exec(line);
      return match === null
        ? []
        : [{ where: match[1] as Place, mode: parseInt(match[2] ?? '', 8), uid: Number(match[3]) }];
    }),
    files: body.flatMap((line) => {
      const match = /^file (pool|inner|lock) ([0-7]+) (\d+) (\d+) (\d+) (\S+) (.+)$/.exec(line);
      if (match === null) return [];
      const [, where, mode = '', owner, size, mtime, name = '', type = ''] = match;
      return [
        {
          where: where as Place,
          mode: parseInt(mode, 8),
          uid: Number(owner),
          size: Number(size),
          changedAtMs: Number(mtime) * 1000,
          name,
          type,
        },
      ];
    }),
  };
}

function nsToMs(text: string): number {
  return Number(BigInt(text) / 1_000_000n);
}

/** Reads what follows `committed`. */
export function parseCommitted(text: string): CommitResult {
  const [, , token, ...notes] = text.split(' ');
  if (!isNumber(token)) throw new BadReply(`not a commit's reply: ${JSON.stringify(text.slice(0, 200))}`);
  const noted = (note: string): string[] =>
    notes.flatMap((word) => (word.startsWith(`${note}=`) ? [word.slice(note.length + 1)] : []));
  return {
    kind: 'committed',
    token: Number(token),
    unlinked: noted('unlinked'),
    notHeld: noted('not-held'),
    lost: noted('lost'),
    putBack: noted('put-back'),
  };
}

/** Reads a heartbeat's status; undefined if it is another answer. */
export function parseBeat(status: string): BeatResult | undefined {
  const [word, , ...missingLocks] = status.split(' ');
  if (word === 'alive') return { kind: 'alive', missingLocks };
  if (word === 'gone' || word === 'expired' || word === 'lost') return { kind: word };
  return undefined;
}
