/**
 * Was anything seen in a round that must never be? The letters are those of the invariants in docs/safety.md. What looks
 * like a fault of Giveway's and is due to something that it does not promise to stand is counted as excused, by its reason.
 */
import type { BashWrite, Event } from './events';
import type { Job } from './jobs';
import type { RoundPlan } from './plan';

export interface Evidence {
  readonly plan: RoundPlan;
  readonly events: readonly Event[];
  readonly jobs: readonly Job[];
  readonly bashWrites: readonly BashWrite[];
  /** When the machine gave a process no time, and for how long, in ms. */
  readonly stalls: readonly { readonly atMs: number; readonly lateMs: number }[];
  /** When the folder was emptied, in µs since the epoch. */
  readonly wipedAtUs: readonly number[];
}

export interface Judgement {
  readonly violations: string[];
  /** By reason. */
  readonly excused: Map<string, number>;
}

/** How long after something that Giveway does not promise to stand its consequences may show, in ms. */
const CONSEQUENCES_MS = 30_000;

export function judge(evidence: Evidence): Judgement {
  const violations: string[] = [];
  const excused = new Map<string, number>();
  const excuse = (reason: string): void => void excused.set(reason, (excused.get(reason) ?? 0) + 1);
  const { events } = evidence;
  for (const event of events) {
    const finding = findingOf(event);
    if (finding === undefined) continue;
    const reason = reasonFor(finding, event, evidence);
    if (reason === undefined) violations.push(`${finding.what} (at ${event.atMs})`);
    else excuse(reason);
  }
  return { violations: [...violations, ...tokenFaults(evidence), ...statusFaults(evidence)], excused };
}

interface Finding {
  readonly what: string;
  readonly host: string;
  readonly jobs: readonly string[];
  /** The lowest: of the lease that should have been over. */
  readonly token: number;
  /** Until when the one with it believed to hold the host, in ms of uptime. */
  readonly deadlineMs: number;
}

/** Two that are at one host, or one that the host refuses. */
function findingOf({ job, name, words }: Event): Finding | undefined {
  const [host = '', ...rest] = words;
  if (name === 'refused') {
    const [token, deadline] = rest;
    const what = `(b) ${host} refused ${job} with token ${token}, which held it`;
    return { what, host, jobs: [job], token: Number(token), deadlineMs: until(deadline) };
  }
  if (name !== 'meets') return undefined;
  const [token, deadline, other = '', otherToken, otherDeadline] = rest;
  const what = `(b) ${job} with token ${token} met ${other} with token ${otherToken} on ${host}`;
  const one = { token: Number(token), deadlineMs: until(deadline) };
  const two = { token: Number(otherToken), deadlineMs: until(otherDeadline) };
  // a bash job has no token: either of them may be the one that should not be there
  const isBash = one.token === 0 || two.token === 0;
  const older = isBash
    ? { token: Math.max(one.token, two.token), deadlineMs: Math.min(one.deadlineMs, two.deadlineMs) }
    : one.token < two.token
      ? one
      : two;
  return { what, host, jobs: [job, other], ...older };
}

function until(deadline: string | undefined): number {
  return deadline === 'never' || deadline === undefined ? Infinity : Number(deadline);
}

/** What excuses it, if anything does. */
function reasonFor(finding: Finding, { atMs }: Event, evidence: Evidence): string | undefined {
  const { plan, bashWrites, stalls, wipedAtUs } = evidence;
  const { timing } = plan;
  if (atMs > finding.deadlineMs) return 'the job knew that its lease was over, and came too late to leave';
  if (wipedAtUs.some((wipe) => finding.token < wipe))
    return 'the lease is from before the folder was emptied';
  const slackMs = timing.ttlMs / 8;
  const isStalled = stalls.some(
    (stall) => stall.atMs <= atMs + 1_000 && stall.atMs > atMs - 2 * timing.ttlMs && stall.lateMs > slackMs,
  );
  if (finding.deadlineMs === Infinity && isStalled) return 'the machine gave nobody time';
  const recent = bashWrites.filter(
    ({ host, testedAtMs }) =>
      host === finding.host && testedAtMs <= atMs && testedAtMs > atMs - CONSEQUENCES_MS,
  );
  if (recent.some((write) => isLate(write, plan))) return 'a bash job wrote or left too late';
  return undefined;
}

/** Did a bash job write later after its look than the settle time, or than others wait to confirm; or overstay? */
function isLate(write: BashWrite, { timing }: RoundPlan): boolean {
  const { testedAtMs, wroteAtMs, confirmedAtMs, removedAtMs } = write;
  // killed between its look and its write: what it has started on the bastion may still write, whenever that is
  if (wroteAtMs === undefined) return true;
  if (wroteAtMs - testedAtMs > Math.min(timing.settleMs, timing.confirmMs) * 0.75) return true;
  const lastMs = removedAtMs ?? confirmedAtMs ?? wroteAtMs;
  return lastMs - testedAtMs > timing.lockTimeoutMs * 0.75;
}

/** (a) (c): tokens rise with every lease of a host, and what the host takes is in their order. */
function tokenFaults({ events, jobs }: Evidence): string[] {
  const faults: string[] = [];
  const startedAtMs = new Map(jobs.map(({ name, startedAtMs: at }) => [name, at]));
  const last = new Map<string, number>();
  const owners = new Map<string, string>();
  const seen: { host: string; token: number; job: string; atMs: number }[] = [];
  for (const { atMs, job, name, words } of events) {
    const [host = '', text] = words;
    const token = Number(text);
    if (name === 'write') {
      if (token < (last.get(host) ?? 0))
        faults.push(`(c) ${host} took token ${token} of ${job} after ${last.get(host)}`);
      last.set(host, token);
    }
    if (name !== 'enter' || token === 0) continue;
    const owner = owners.get(`${host} ${token}`) ?? job;
    if (owner !== job) faults.push(`(a) ${job} and ${owner} have token ${token} of ${host}`);
    owners.set(`${host} ${token}`, job);
    // whoever came after another had entered has the higher token
    const began = startedAtMs.get(job) ?? 0;
    const older = seen.find(
      (one) => one.host === host && one.atMs < began && one.token >= token && one.job !== job,
    );
    if (older !== undefined)
      faults.push(`(a) ${job} has token ${token} of ${host}, after ${older.job} had ${older.token}`);
    seen.push({ host, token, job, atMs });
  }
  return faults;
}

/** As a command may end: done, quit, lost, no host, no pool, or by our signal. */
const STATUSES = new Set([0, 1, 10, 11, 12, 13, 128, 129, 130, 137, 143]);

function statusFaults({ jobs }: Evidence): string[] {
  return jobs.flatMap(({ name, kind, status, fate }) => {
    if (kind === 'bash' || status === undefined || STATUSES.has(status)) return [];
    return [`${name} (${kind}) ended with status ${status}${fate === undefined ? '' : `, ${fate}`}`];
  });
}
