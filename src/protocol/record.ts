import { parseProductVersion, type ProductVersion } from './product-version';

/** The newest record format that this code writes, and the only major that it reads. */
export const RECORD_FORMAT = '1';

export type RecordState = 'free' | 'settling' | 'held' | 'quitting' | 'lost' | 'waiting';

/**
 * A span on the bastion's uptime clock, in ms, with the boot that it counts on. On another boot it counts anew from
 * uptime 0.
 */
export interface Span {
  readonly startMs: number;
  readonly durationMs: number;
  readonly bootId: string;
}

/** Who has asked the holder to leave; kept in the record from the first answer on. */
export interface Told {
  readonly byId: string;
  readonly byJob: string;
  readonly byVersion: string;
  /** Wall clock, in ms since the epoch, for people. */
  readonly atMs: number;
  readonly graceUntilMs: number;
  readonly grace: Span;
}

/** How an earlier lease of the host ended. */
export interface Previous {
  readonly id: string;
  readonly job: string;
  readonly endedBy: 'released' | 'expired' | 'superseded' | 'lost' | 'bash';
}

/**
 * The part of a record that the program never reads. All of it is written by clients, so all of it is hearsay: a field
 * that is missing or of another shape counts as not given. Fields that this code does not know are kept in `unknown`.
 */
export interface Details {
  readonly job?: string;
  readonly url?: string;
  readonly project?: string;
  /** What the request wants. */
  readonly groups?: readonly (readonly string[])[];
  readonly heartbeatMs?: number;
  /** Does a process beat for this lease? Without one, every check-quit does. */
  readonly keeper?: boolean;
  readonly preempts?: boolean;
  readonly preemptible?: boolean;
  readonly exemptMs?: number;
  readonly graceMs?: number;
  readonly starveAfterMs?: number;
  /** How long earlier requests of this job had waited that got a host and gave way: it counts towards `starveAfterMs`. */
  readonly waitedBeforeMs?: number;
  /** The holder's place in the queue, frozen at its take. */
  readonly arrivalNs?: string;
  readonly starved?: boolean;
  /** Waiting files of bash jobs that stood ahead at the take, but had left the host free for so long that they count no more. */
  readonly passedOver?: readonly string[];
  readonly told?: Told;
  readonly previous?: Previous;
  readonly endedBy?: Previous['endedBy'];
  /** What a person or the job itself has to say: a reason, a phase such as `installing`. */
  readonly note?: string;
  /** Of a waiter: a person has taken it out of the queue. */
  readonly cancelled?: { readonly by: string; readonly reason: string };
  readonly unknown?: Readonly<Record<string, unknown>>;
}

/** A lease's record, or the content of a waiting or queue file (whose state is `waiting` and whose stamp is its arrival). */
export interface LeaseRecord {
  readonly format: string;
  readonly id: string;
  readonly owner: string;
  readonly attempt: number;
  readonly tenant: string;
  readonly priority: number;
  readonly version: ProductVersion;
  readonly kind: 'lease' | 'hold';
  readonly state: RecordState;
  /** Microseconds; exact as a JSON number. */
  readonly token: number;
  readonly stampNs: bigint;
  readonly previousStampNs: bigint;
  readonly ttlMs: number;
  /** From the take to max-hold; in a free record, since when the host is free. */
  readonly until: Span;
  readonly details: Details;
}

export type ParsedRecord =
  | { readonly kind: 'record'; readonly record: LeaseRecord }
  | { readonly kind: 'newer-format'; readonly format: string }
  | { readonly kind: 'broken'; readonly why: string };

const STATES: readonly string[] = [
  'free',
  'settling',
  'held',
  'quitting',
  'lost',
  'waiting',
] satisfies RecordState[];
const INTEGER = /^(0|[1-9]\d{0,18})$/;
const SPAN = /^(\d{1,15})\+(\d{1,15})@(\S+)$/;

/** Reads one line. A record that can't be read is never taken for a free host: it is `broken`, and says why. */
export function parseRecord(line: string): ParsedRecord {
  const json = line.indexOf('{');
  const fields = (json < 0 ? line : line.slice(0, json)).split(' ').filter((field) => field !== '');
  const [format = '', id, owner, attempt, tenant, priority, version, kind, state, ...numbers] = fields;
  const major = /^(\d+)(\.\d+)?$/.exec(format)?.[1];
  if (major === undefined) return broken('no format version');
  if (Number(major) > Number(RECORD_FORMAT)) return { kind: 'newer-format', format };
  const [token, stamp, previousStamp, ttl, until = ''] = numbers;
  if (id === undefined || owner === undefined || tenant === undefined || until === '' || json < 0) {
    return broken('fields are missing');
  }
  const productVersion = parseProductVersion(version ?? '');
  const span = parseSpan(until);
  if (!isInteger(attempt) || !/^-?\d{1,6}$/.test(priority ?? '')) return broken('attempt or priority');
  if (productVersion === undefined) return broken('version');
  if (kind !== 'lease' && kind !== 'hold') return broken('kind');
  if (state === undefined || !STATES.includes(state)) return broken('state');
  if (!isInteger(token) || !isInteger(stamp) || !isInteger(previousStamp) || !isInteger(ttl)) {
    return broken('token, stamps or ttl');
  }
  if (!Number.isSafeInteger(Number(token))) return broken('token');
  if (span === undefined) return broken('until');
  const details = parseDetails(line.slice(json));
  if (details === undefined) return broken('JSON');
  return {
    kind: 'record',
    record: {
      format,
      id,
      owner,
      attempt: Number(attempt),
      tenant,
      priority: Number(priority),
      version: productVersion,
      kind,
      state: state as RecordState,
      token: Number(token),
      stampNs: BigInt(stamp),
      previousStampNs: BigInt(previousStamp),
      ttlMs: Number(ttl),
      until: span,
      details,
    },
  };
}

/** One token of printable ASCII without a blank, as a record ends with it; nor a semicolon, as the journal has it between events. */
export function formatDetails(details: Details): string {
  const { unknown, ...known } = details;
  return JSON.stringify({ ...unknown, ...known }).replace(
    /[^!-:<-~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function parseSpan(text: string): Span | undefined {
  const match = SPAN.exec(text);
  if (match === null) return undefined;
  const [, start, duration, bootId = ''] = match;
  return { startMs: Number(start), durationMs: Number(duration), bootId };
}

function broken(why: string): ParsedRecord {
  return { kind: 'broken', why };
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && INTEGER.test(text);
}

/** Undefined for what is no JSON object. */
export function parseDetails(text: string): Details | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(json)) return undefined;
  const details: Record<string, unknown> = {};
  const unknown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(json)) {
    const isOfItsShape = SHAPES.get(key);
    if (isOfItsShape?.(value) === true) details[key] = value;
    else unknown[key] = value;
  }
  return Object.keys(unknown).length > 0 ? { ...details, unknown } : details;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 2000;
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGroups = (value: unknown): boolean =>
  Array.isArray(value) && value.every((group) => Array.isArray(group) && group.every(isText));
const isSpan = (value: unknown): boolean =>
  isObject(value) &&
  isDuration(value['startMs']) &&
  isDuration(value['durationMs']) &&
  isText(value['bootId']);
const hasTexts = (value: unknown, ...keys: string[]): value is Record<string, unknown> =>
  isObject(value) && keys.every((key) => isText(value[key]));

const SHAPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['job', isText],
  ['url', isText],
  ['project', isText],
  ['groups', isGroups],
  ['heartbeatMs', isDuration],
  ['keeper', isFlag],
  ['preempts', isFlag],
  ['preemptible', isFlag],
  ['exemptMs', isDuration],
  ['graceMs', isDuration],
  ['starveAfterMs', isDuration],
  ['waitedBeforeMs', isDuration],
  ['arrivalNs', (value: unknown) => typeof value === 'string' && INTEGER.test(value)],
  ['starved', isFlag],
  ['passedOver', (value: unknown) => Array.isArray(value) && value.every(isText)],
  [
    'told',
    (value: unknown) =>
      hasTexts(value, 'byId', 'byJob', 'byVersion') &&
      isDuration(value['atMs']) &&
      isDuration(value['graceUntilMs']) &&
      isSpan(value['grace']),
  ],
  ['previous', (value: unknown) => hasTexts(value, 'id', 'job', 'endedBy')],
  ['endedBy', isText],
  ['note', isText],
  ['cancelled', (value: unknown) => hasTexts(value, 'by', 'reason')],
]);
