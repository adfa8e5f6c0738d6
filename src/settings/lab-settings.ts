/** `giveway.json` in a pool: the lab's hosts, limits and defaults. */
import { closest } from 'fastest-levenshtein';
import { isHostName } from '../protocol/host';
import { parseDuration } from './values';

export interface LabHost {
  readonly aliases: readonly string[];
  readonly contact?: string;
  readonly note?: string;
}

/** What a job may ask for at most, or gets where it asks for nothing; durations in ms. */
export interface LabTimes {
  readonly maxHoldMs?: number;
  readonly graceMs?: number;
  readonly exemptMs?: number;
  readonly priority?: number;
}

export interface LabSettings {
  /** By name; undefined: any name is a host. */
  readonly hosts: ReadonlyMap<string, LabHost> | undefined;
  readonly limits: LabTimes;
  readonly defaults: LabTimes;
  /** Is a job without a product version refused? */
  readonly requireVersion: boolean;
}

export const NO_SETTINGS: LabSettings = { hosts: undefined, limits: {}, defaults: {}, requireVersion: false };

export type ParsedSettings = { readonly settings: LabSettings } | { readonly problem: string };

/** Reads the file's text; undefined where there is none. A name that nobody knows is a problem: it would do nothing. */
export function parseLabSettings(text: string | undefined): ParsedSettings {
  if (text === undefined) return { settings: NO_SETTINGS };
  try {
    const json: unknown = JSON.parse(text);
    const fields = objectOf('giveway.json', json, ['hosts', 'limits', 'defaults', 'require-version']);
    const requireVersion = fields['require-version'] ?? false;
    if (typeof requireVersion !== 'boolean') throw new Problem('require-version: expected true or false');
    return {
      settings: {
        hosts: fields['hosts'] === undefined ? undefined : hostsOf(fields['hosts']),
        limits: timesOf('limits', fields['limits']),
        defaults: timesOf('defaults', fields['defaults']),
        requireVersion,
      },
    };
  } catch (error) {
    return { problem: `giveway.json can't be used: ${(error as Error).message}` };
  }
}

class Problem extends Error {}

function objectOf(
  what: string,
  value: unknown,
  names: readonly string[] | undefined,
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(`${what}: expected an object`);
  }
  for (const name of Object.keys(value)) {
    if (names === undefined || names.includes(name)) continue;
    throw new Problem(`${what}: ${JSON.stringify(name)} is unknown (nearest: ${closest(name, names)})`);
  }
  return value as Record<string, unknown>;
}

/** A list of names, or an object of hosts by their names. */
function hostsOf(value: unknown): Map<string, LabHost> {
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((name) => [String(name), {}])
    : Object.entries(objectOf('hosts', value, undefined));
  const hosts = new Map<string, LabHost>();
  const used = new Set<string>();
  for (const [name, host] of entries) {
    const { aliases = [], contact, note } = objectOf(name, host, ['aliases', 'contact', 'note']);
    if (!Array.isArray(aliases)) throw new Problem(`${name}: aliases: expected a list`);
    const texts = aliases.map(String);
    for (const one of [name, ...texts]) {
      if (!isHostName(one)) throw new Problem(`hosts: ${JSON.stringify(one)} is no host name`);
      if (used.has(one)) throw new Problem(`hosts: ${one} is there twice`);
      used.add(one);
    }
    hosts.set(name, {
      aliases: texts,
      ...textOf(name, 'contact', contact),
      ...textOf(name, 'note', note),
    });
  }
  return hosts;
}

function textOf<K extends string>(host: string, key: K, value: unknown): { readonly [P in K]?: string } {
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new Problem(`${host}: ${key}: expected a text`);
  return { [key]: value } as { readonly [P in K]?: string };
}

function timesOf(what: string, value: unknown): LabTimes {
  if (value === undefined) return {};
  const fields = objectOf(what, value, ['max-hold', 'grace', 'exempt-time', 'priority']);
  const duration = (name: string): number | undefined => {
    const text = fields[name];
    if (text === undefined) return undefined;
    const parsed = typeof text === 'string' ? parseDuration(text) : { expected: 'a text such as "8h"' };
    if ('value' in parsed) return parsed.value;
    throw new Problem(`${what}: ${name}: expected ${parsed.expected}`);
  };
  const priority = fields['priority'];
  if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority as number) <= 1000)) {
    throw new Problem(`${what}: priority: expected a whole number from -1000 to 1000`);
  }
  const times = {
    maxHoldMs: duration('max-hold'),
    graceMs: duration('grace'),
    exemptMs: duration('exempt-time'),
    priority: priority as number | undefined,
  };
  return Object.fromEntries(Object.entries(times).filter(([, one]) => one !== undefined));
}

/** The host that a name or an alias stands for; where there is none, the nearest that there is. */
export function resolveHost(
  { hosts }: LabSettings,
  name: string,
): { readonly host: string } | { readonly nearest: string } {
  if (hosts === undefined || hosts.has(name)) return { host: name };
  for (const [host, { aliases }] of hosts) if (aliases.includes(name)) return { host };
  const names = [...hosts].flatMap(([host, { aliases }]) => [host, ...aliases]);
  return { nearest: names.length === 0 ? 'none' : closest(name, names) };
}
