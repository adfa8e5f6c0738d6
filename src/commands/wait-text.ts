/** What a waiting job says: who has the hosts it wants, until when, and who is ahead of it by which rule. */
import { oneLine } from '../protocol/one-line';
import { claimOfWaiter, compareClaims, type OrderRule } from '../protocol/order';
import { waitersFor, type Ahead } from '../protocol/queue';
import { exemptUntilMs, findPreemptor, outranks } from '../protocol/quit';
import type { LeaseRecord } from '../protocol/record';
import { silentAtMs } from '../protocol/same-job';
import type { Snapshot, Waiter } from '../protocol/snapshot';
import { jobLabel, statusOf, waiterName, type HolderStatus, type HostStatus } from '../protocol/status';
import { DEFAULTS } from '../protocol/timing';
import type { WaitReport } from '../protocol/wait-report';
import { clockText, durationText } from './duration-text';

export const RULES: Readonly<Record<OrderRule, string>> = {
  priority: 'higher priority',
  starved: 'has waited long',
  version: 'newer version',
  arrival: 'came earlier',
};

/** How many of those ahead are named. */
const NAMED = 3;

/** Lines without a prefix, the headline first. */
export function waitLines(report: WaitReport, snapshot: Snapshot, waitedMs: number): string[] {
  const headline = waitHeadline(report, snapshot, waitedMs);
  switch (report.because) {
    case 'settling':
      return [
        headline,
        'the lock is in place; the host counts as taken once the lock has stood long enough for every bash job to see it',
      ];
    case 'earlier-attempt':
      return [headline, ...earlierAttemptLines(report, snapshot), ...hostLines(report, snapshot)];
    case 'queue':
      return [headline, ...hostLines(report, snapshot), placeLine(report, snapshot)];
  }
}

/** The whole wait in one line of at most `columns` characters; what may be long and cut, a job's name, stands last. */
export function waitHeadline(report: WaitReport, snapshot: Snapshot, waitedMs: number, columns = 79): string {
  const names = report.hosts.map(({ host }) => host);
  const waited = waitedMs < 1000 ? 'waiting' : `waiting ${durationText(waitedMs)}`;
  const wanted = names.length === 1 ? names.join() : `${names.length} hosts`;
  switch (report.because) {
    case 'settling':
      return oneLine(
        `got ${settlingHosts(report)}, settling: making sure that no bash job took it as well`,
        columns,
      );
    case 'earlier-attempt':
      return oneLine(`${waited} for ${wanted}: an earlier run of this job may still be alive`, columns);
    case 'queue': {
      const { hosts } = statusOf(snapshot, names);
      const [host, ...others] = hosts;
      const state =
        host === undefined || others.length > 0 ? countsOf(hosts) : shortState(report, snapshot, host);
      return oneLine(`${waited} for ${wanted}, ${placeText(report, snapshot)}: ${state}`, columns);
    }
  }
}

/** Who has each of the hosts, since when, and until when: a line or more for each. Of use also where nobody waits. */
export function hostLines(report: WaitReport, snapshot: Snapshot): string[] {
  return report.hosts.flatMap(({ host, availability }) => {
    const [status] = statusOf(snapshot, [host]).hosts;
    if (status === undefined) return [];
    const record = availability.state === 'held' ? availability.holder : undefined;
    const lines = [
      stateLine(report, snapshot, status),
      ...(record === undefined ? bashLeaveLines(status) : leaveLines(snapshot, status, record)),
    ];
    return lines.map((line) => `${host}: ${line}`);
  });
}

/** Changes exactly when there is something new to say: not with heartbeats, and not with the passing seconds. */
export function waitKey(report: WaitReport): string {
  return JSON.stringify([
    report.because,
    report.target ?? null,
    report.hosts.map(({ host, availability }) => {
      switch (availability.state) {
        case 'held': {
          const { id, state, details } = availability.holder;
          return [host, 'held', id, state, details.told?.byId ?? null];
        }
        case 'resting':
          return [host, 'resting', availability.holder.id];
        case 'broken':
          return [host, 'broken', availability.problem];
        case 'free':
        case 'bash':
          return [host, availability.state];
      }
    }),
    report.ahead.map(({ waiter, rule }) => [waiter.id, rule]),
  ]);
}

// ---- hosts

function stateLine(report: WaitReport, snapshot: Snapshot, status: HostStatus): string {
  const { state, holder, restsUntilMs, problem } = status;
  const now = nowMs(snapshot);
  if (state === 'broken') return problem ?? 'its record cannot be read';
  if (state === 'free' || holder === null) return freeText(report, snapshot, status);
  const who = jobLabel(holder);
  if (state === 'resting') {
    const until = clockText(restsUntilMs ?? now, now, 'seconds');
    return `${expiredText(holder, now)}; the host rests until ${until}, in case that job is still at work there`;
  }
  if (state === 'expired') return `${expiredText(holder, now)}; ${freeText(report, snapshot, status)}`;
  const since = sinceText(holder, now);
  const link = holder.url === null ? '' : `: ${holder.url}`;
  if (holder.legacy) return `held by ${who}${since}; ${bashEndText(holder, now)}`;
  if (state === 'settling') return `just being taken by ${who}${link}`;
  if (state === 'on-hold') {
    const until = holder.endsAtMs === null ? '' : ` until ${clockText(holder.endsAtMs, now)}`;
    return `on hold by ${holder.job}${until}${link}`;
  }
  return `held by ${who}${since}${link}`;
}

/** What is known of the holder's leaving. */
function leaveLines(snapshot: Snapshot, { host, state, holder }: HostStatus, record: LeaseRecord): string[] {
  if (holder === null || state === 'on-hold' || state === 'settling') return [];
  const now = nowMs(snapshot);
  const lines = [];
  const preemptor = findPreemptor(snapshot, host, record);
  if (holder.told !== undefined) {
    const { byJob, byVersion, graceUntilMs, overdue } = holder.told;
    const asked = `asked to leave for ${jobLabel({ job: byJob, version: byVersion })}`;
    const until = clockText(graceUntilMs, now);
    lines.push(
      overdue
        ? `${asked}; it should have been gone by ${until}, ${durationText(now - graceUntilMs)} ago`
        : `${asked}; it must be gone by ${until}`,
    );
  } else if (preemptor !== undefined) {
    lines.push(`${labelOf(preemptor)} asks it to leave; it will be told when it next looks`);
  } else if (isExempt(snapshot, host, record)) {
    const until = clockText(now + exemptUntilMs(snapshot, record) - snapshot.uptimeMs, now);
    lines.push(`it can't be asked to leave before ${until}, the end of its exempt time`);
  }
  const { keeper = false, heartbeatMs = DEFAULTS.heartbeatMs } = record.details;
  const silentMs = keeper && holder.lastSignMs !== null ? now - holder.lastSignMs : 0;
  if (silentMs >= 2 * heartbeatMs && holder.endsAtMs !== null) {
    const silent = durationText(silentMs);
    const end = clockText(holder.endsAtMs, now, 'seconds');
    lines.push(`its job has given no sign of life for ${silent}; without one its lease ends at ${end}`);
  }
  return lines;
}

/** Bash jobs look at the names of waiting files; what they make of them depends on a version that nobody else knows. */
function bashLeaveLines({ state, holder, waiting }: HostStatus): string[] {
  const asker = waiting.find(({ alive, asks }) => alive && asks);
  if (state !== 'held' || holder?.legacy !== true || asker === undefined) return [];
  return [
    `asked to leave for ${jobLabel(asker)}; it does at its next checkpoint if its own version is lower`,
  ];
}

/** Is the exempt time all that keeps somebody from asking it to leave? */
function isExempt(snapshot: Snapshot, host: string, record: LeaseRecord): boolean {
  return (
    exemptUntilMs(snapshot, record) > snapshot.uptimeMs &&
    waitersFor(snapshot, host).some((waiter) => outranks(snapshot, waiter, record))
  );
}

export function expiredText(holder: HolderStatus, now: number): string {
  const who = jobLabel(holder);
  if (holder.legacy) return `the lock of ${who}${sinceText(holder, now)} is older than LOCK_TIMEOUT`;
  if (holder.expiredBy === 'max-hold') return `the lease of ${who} expired: its time was up`;
  const silent = holder.lastSignMs === null ? '' : ` for ${durationText(now - holder.lastSignMs)}`;
  return `the lease of ${who} expired: its job gave no sign of life${silent}`;
}

function bashEndText({ endsAtMs }: HolderStatus, now: number): string {
  return endsAtMs === null
    ? 'its lock stays until that job removes it, for the pool knows no LOCK_TIMEOUT'
    : `its lock expires at ${clockText(endsAtMs, now)} unless that job removes it before`;
}

function freeText(report: WaitReport, snapshot: Snapshot, { host }: HostStatus): string {
  const first = firstAhead(report, snapshot, host);
  if (first === undefined) {
    return report.hosts.length === 1 ? 'free' : 'free, but not all that this job needs at the same time is';
  }
  const label = labelOf(first.waiter);
  return first.waiter.record === undefined
    ? `free, and left for a while to ${label}, which is ahead and asks once a minute`
    : `free, but ${label} is ahead`;
}

export function sinceText({ sinceMs }: HolderStatus, now: number): string {
  return sinceMs === null ? '' : ` since ${clockText(sinceMs, now)} (${durationText(now - sinceMs)})`;
}

// ---- the headline

function shortState(
  report: WaitReport,
  snapshot: Snapshot,
  { host, state, holder, restsUntilMs }: HostStatus,
): string {
  const now = nowMs(snapshot);
  const { job = 'another job', version = null, sinceMs = null, told } = holder ?? {};
  const who = version === null ? job : `${version} ${job}`;
  switch (state) {
    case 'held':
    case 'quitting': {
      const held = sinceMs === null ? 'held' : `held ${durationText(now - sinceMs)}`;
      if (told === undefined) return `${held} by ${who}`;
      const leaves = told.overdue ? 'overdue to leave' : `leaves by ${clockText(told.graceUntilMs, now)}`;
      return `${leaves}, ${held} by ${who}`;
    }
    case 'settling':
      return `being taken by ${who}`;
    case 'on-hold':
      return `on hold by ${job}`;
    case 'resting':
      return `rests until ${clockText(restsUntilMs ?? now, now, 'seconds')} after ${who}`;
    case 'expired':
    case 'free': {
      const waiter = firstAhead(report, snapshot, host)?.waiter;
      return waiter === undefined ? 'free' : `free, but behind ${waiter.version.text} ${waiterName(waiter)}`;
    }
    case 'broken':
      return 'its record cannot be read';
  }
}

function countsOf(hosts: readonly HostStatus[]): string {
  const counts = new Map<string, number>();
  for (const { state } of hosts) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

/** The report does not say which of several hosts that settle are one's own. */
function settlingHosts({ hosts }: WaitReport): string {
  const settling = hosts.flatMap(({ host, availability }) =>
    availability.state === 'held' && availability.holder.state === 'settling'
      ? [{ host, id: availability.holder.id }]
      : [],
  );
  const isOne = new Set(settling.map(({ id }) => id)).size === 1;
  return isOne ? settling.map(({ host }) => host).join(', ') : 'a host';
}

// ---- the queue

function placeLine(report: WaitReport, snapshot: Snapshot): string {
  const ahead = sortedAhead(report, snapshot);
  if (ahead.length === 0) return `${placeText(report, snapshot)}: nobody is ahead`;
  const named = ahead
    .slice(0, NAMED)
    .map(({ waiter, rule }) => `${waiterName(waiter)} (${waiter.version.text}, ${RULES[rule]})`);
  const more = ahead.length > NAMED ? ` and ${ahead.length - NAMED} more` : '';
  return `${placeText(report, snapshot)}, behind ${named.join(', ')}${more}`;
}

/** Among all that want any of the hosts. */
function placeText(report: WaitReport, snapshot: Snapshot): string {
  const place = report.ahead.length + 1;
  const all = new Set(report.hosts.flatMap(({ host }) => waitersFor(snapshot, host).map(({ id }) => id)));
  return `place ${place} of ${Math.max(place, all.size)}`;
}

function sortedAhead({ ahead }: WaitReport, snapshot: Snapshot): Ahead[] {
  return [...ahead].sort((a, b) =>
    compareClaims(claimOfWaiter(snapshot, a.waiter), claimOfWaiter(snapshot, b.waiter)),
  );
}

function firstAhead(report: WaitReport, snapshot: Snapshot, host: string): Ahead | undefined {
  return sortedAhead(report, snapshot).find(({ waiter }) => waiter.files.some((file) => file.host === host));
}

function labelOf(waiter: Waiter): string {
  return jobLabel({ job: waiterName(waiter), version: waiter.version.text });
}

// ---- an earlier attempt

function earlierAttemptLines(report: WaitReport, snapshot: Snapshot): string[] {
  const held = report.hosts.flatMap(({ availability }) =>
    availability.state === 'held' ? [availability.holder] : [],
  );
  const [holder, ...others] = held;
  const isOne = holder !== undefined && others.length === 0;
  const inMs = isOne ? silentAtMs(snapshot, holder) - snapshot.uptimeMs : undefined;
  const when = inMs === undefined || !(inMs > 0) ? '' : `, in ${durationText(inMs)} at the earliest`;
  return [
    `an earlier run of this job still holds ${isOne ? 'it' : 'one of them'}; this run takes over once that one is silent${when}`,
  ];
}

function nowMs(snapshot: Snapshot): number {
  return Number(snapshot.wallNs / 1_000_000n);
}
