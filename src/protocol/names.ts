import { isHostName } from './host';

/** What the name of a waiting or queue file says. Nanoseconds exceed a JavaScript number, hence bigint. */
export interface RequestName {
  readonly host: string;
  readonly arrivalNs: bigint;
  readonly major: number;
  readonly minor: number;
  /** A queue file asks nobody to leave; bash jobs skip such a name. */
  readonly queued: boolean;
}

const REQUEST = /^(.+)\.lock\.waiting\.(\d{1,19})\.(\d{1,16})\.(\d{1,16})(\.queued)?$/;

/** The name of a host's lock file. */
export function lockName(host: string): string {
  return `${host}.lock`;
}

/** The name of a request's file at one host, as bash jobs name theirs. */
export function requestName(name: RequestName): string {
  const { host, arrivalNs, major, minor, queued } = name;
  return `${lockName(host)}.waiting.${arrivalNs}.${major}.${minor}${queued ? '.queued' : ''}`;
}

/** Reads a file's name; undefined for everything that is no request, whatever it resembles. */
export function parseRequestName(name: string): RequestName | undefined {
  const match = REQUEST.exec(name);
  if (match === null) return undefined;
  const [, host = '', arrival = '', major = '', minor = '', queued] = match;
  if (!isHostName(host)) return undefined;
  return {
    host,
    arrivalNs: BigInt(arrival),
    major: Number(major),
    minor: Number(minor),
    queued: queued !== undefined,
  };
}
