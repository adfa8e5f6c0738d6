/** What `explain` says: one sentence a line, and as JSON. */
import type {
  Advice,
  AsksNot,
  Explanation,
  HolderExplanation,
  HostExplanation,
  Leaving,
  Lock,
  OwnExplanation,
  OwnPlace,
  QueuePlace,
  Step,
} from '../protocol/explain';
import type { PreemptionBar } from '../protocol/quit';
import { jobLabel } from '../protocol/status';
import { clockText, durationText, isoText } from './duration-text';
import { expiredText, RULES, sinceText } from './wait-text';

/** Lines, without a newline at the end. */
export function explainText({ hosts, you, lately, nowMs }: Explanation): string {
  const parts = [
    ...(you === null ? [] : [ownLines(you, nowMs)]),
    ...hosts.map((host) => hostLines(host, nowMs)),
    ...(lately === null ? [] : [latelyLines(lately, nowMs)]),
  ];
  if (parts.length === 0) return 'Nobody has used this pool yet.';
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

/** What `explain --json` prints: one line, without a newline at its end; an instant `…Ms` is there as `…`, in ISO 8601. */
export function explainJson({ nowMs, hosts, you, lately }: Explanation, pool: string): string {
  return JSON.stringify(withInstants({ pool, nowMs, hosts, you, lately }));
}

function withInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withInstants);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) =>
      key.endsWith('Ms')
        ? [key.slice(0, -'Ms'.length), typeof one === 'number' ? isoText(one) : null]
        : [key, withInstants(one)],
    ),
  );
}

// ---- a host

function hostLines(explained: HostExplanation, now: number): string[] {
  const { host, holder, leaving, preemptible, waiting, advice, contact, hostNote } = explained;
  const known = [
    ...(holder === null ? [] : holderLines(holder, explained, now)),
    ...(leaving === null ? [] : [leavingText(leaving, holder, now)]),
    ...(preemptible === null || isSaid(leaving) ? [] : [preemptibleText(preemptible, now)]),
    ...lockLines(explained.lock, now),
    ...(hostNote === null ? [] : [`Of the machine the lab says: ${hostNote}`]),
    ...(contact === null ? [] : [`Whom to ask about the machine: ${contact}`]),
  ];
  const helps = advice.map((one) => adviceText(one, now, host));
  return [
    `${host} ${stateText(explained, now)}.`,
    ...known.map((line) => `  ${line}.`),
    ...(waiting.length === 0 ? ['  Nobody waits for it.'] : ['  In the queue:']),
    ...waiting.map((place) => `    ${placeText(place, explained, now)}.`),
    ...helpLines(helps, '  '),
  ];
}

/** What its leaving says already of who could make it leave. */
function isSaid(leaving: Leaving | null): boolean {
  if (leaving?.kind !== 'stays') return leaving?.kind === 'told' || leaving?.kind === 'told-by-nobody';
  return leaving.because === 'hold' || leaving.because === 'not-preemptible';
}

function helpLines(helps: readonly string[], indent: string): string[] {
  if (helps.length === 0) return [];
  return [`${indent}What helps:`, ...helps.map((text) => `${indent}- ${text}.`)];
}

function stateText({ state, holder, restsUntilMs = 0, problem }: HostExplanation, now: number): string {
  if (state === 'broken') return `cannot be judged: ${problem ?? 'its record cannot be read'}`;
  if (holder === null) return 'is free';
  const who = jobLabel(holder);
  switch (state) {
    case 'free':
      return 'is free';
    case 'resting':
      return `rests until ${inText(restsUntilMs, now)}: ${expiredText(holder, now)}`;
    case 'expired': {
      const ended = holder.legacy || holder.endsAtMs === null ? '' : `, at ${atText(holder.endsAtMs, now)}`;
      return `may be had: ${expiredText(holder, now)}${ended}`;
    }
    case 'on-hold':
      return `is on hold by ${holder.job}${sinceText(holder, now)}, until ${inText(holder.endsAtMs ?? now, now)}`;
    case 'settling':
      return `is just being taken by ${who}${priorityText(holder)}`;
    case 'held':
    case 'quitting': {
      const { atMostUntilMs } = holder;
      const since = sinceText(holder, now);
      const end = atMostUntilMs === null ? '' : `, until ${clockText(atMostUntilMs, now)} at most`;
      return `is held by ${who}${priorityText(holder)}${since === '' ? '' : `,${since}`}${end}`;
    }
  }
}

function priorityText({ priority }: { readonly priority: number | null }): string {
  return priority === null ? '' : `, priority ${priority}`;
}

function holderLines(holder: HolderExplanation, { state }: HostExplanation, now: number): string[] {
  const { url, note, keeper, lastSignMs, silent, endsAtMs } = holder;
  const lines = [
    ...(url === null ? [] : [`Its job is at ${url}`]),
    ...(note === undefined ? [] : [`It says: ${note}`]),
  ];
  if (state !== 'held' && state !== 'quitting') return lines;
  if (holder.legacy) {
    lines.push('Of a bash job nothing is known but its lock: neither version nor whether it is alive');
  } else if (lastSignMs !== null) {
    const sign = durationText(now - lastSignMs);
    const end = endsAtMs === null ? '' : `; without another its lease ends at ${inText(endsAtMs, now)}`;
    if (silent) lines.push(`Its job has given no sign of life for ${sign}${end}`);
    else if (keeper === true) lines.push(`A process beats for it, last ${sign} ago`);
    else lines.push(`It looks, and beats, only at its checkpoints, last ${sign} ago${end}`);
  }
  return lines;
}

function leavingText(leaving: Leaving, holder: HolderExplanation | null, now: number): string {
  switch (leaving.kind) {
    case 'told': {
      const { atMs, graceUntilMs, overdue } = leaving;
      const told = `it was told at ${clockText(atMs, now)}, for ${askerText(leaving)}`;
      return overdue
        ? `It is overdue: it should have left by ${clockText(graceUntilMs, now)}, ${durationText(now - graceUntilMs)} ago; ${told}`
        : `It must leave by ${inText(graceUntilMs, now)}: ${told}`;
    }
    case 'told-by-nobody':
      return 'It must leave, but its record does not say for whom';
    case 'unaware': {
      const asked = `It is asked to leave for ${askerText(leaving)} (${RULES[leaving.rule]})`;
      if (holder?.keeper === true && !holder.silent) return `${asked}; its process looks all the time`;
      const sign = holder?.lastSignMs ?? null;
      const since = sign === null ? '' : ` for ${durationText(now - sign)}`;
      return `${asked}, but is unaware: it has not looked${since}`;
    }
    case 'exempt':
      return `It is exempt until ${inText(leaving.untilMs, now)}; then it will be asked to leave for ${askerText(leaving)} (${RULES[leaving.rule]})`;
    case 'bash':
      return `It is asked to leave for ${askerText(leaving)}, and does so at its next checkpoint if its own version is lower`;
    case 'stays':
      return STAYS[leaving.because];
  }
}

const STAYS: Readonly<Record<Extract<Leaving, { kind: 'stays' }>['because'], string>> = {
  hold: 'A person holds it: no job can make it leave',
  settling: 'It gives the host back at once if somebody who may preempt it waits',
  'not-preemptible': 'It is not preemptible: no job can make it leave',
  'nobody-waits': 'Nobody asks it to leave',
  'nobody-may': 'Nobody who waits makes it leave: the queue says why',
};

function askerText({
  byJob,
  byVersion,
}: {
  readonly byJob: string;
  readonly byVersion: string | null;
}): string {
  return jobLabel({ job: byJob, version: byVersion });
}

function preemptibleText(
  { byPriorityAbove, byVersionAbove, fromMs, because }: NonNullable<HostExplanation['preemptible']>,
  now: number,
): string {
  if (byPriorityAbove === null) return `It cannot be made to leave: ${BARS[because ?? 'not-preemptible']}`;
  const when = fromMs > now ? `From ${inText(fromMs, now)} on, it` : 'It';
  const urgent = `${when} can be made to leave by a priority above ${byPriorityAbove}`;
  return byVersionAbove === null
    ? `${urgent}, and by no version: ${BARS[because ?? 'version']}`
    : `${urgent}, or by priority ${byPriorityAbove} and a version above ${byVersionAbove}, by major.minor`;
}

const BARS: Readonly<Record<PreemptionBar, string>> = {
  hold: 'a person holds the host',
  'not-preemptible': 'the holder is not preemptible',
  'preempts-nobody': 'it was started with --preempts no',
  'passed-over': 'it had let the host pass before the holder took it',
  priority: 'its priority is lower',
  version: 'its version is no newer, by major.minor, and its priority the same',
  place: 'the holder had waited so long when it took the host that it stands before every version',
};

function lockLines(lock: Lock, now: number): string[] {
  switch (lock.kind) {
    case 'none':
      return [];
    case 'own':
      return ['The lock on disk is its own'];
    case 'settling':
      return ['The lock on disk is its own, and must stand for a while before it counts'];
    case 'missing':
      return ['Somebody has removed its lock from the disk: its job puts it back'];
    case 'left':
      return ['The lock on disk is a remainder: whoever takes the host next takes it away'];
    case 'bash': {
      const lost = lock.lostBy === null ? '' : `, and stands over the lease of ${lock.lostBy}, which is lost`;
      const bash = `The lock on disk is no job's of this pool but a bash job's${lost}`;
      if (lock.endsAtMs === null) return [`${bash}; it stays, for the pool knows no LOCK_TIMEOUT`];
      const end = clockText(lock.endsAtMs, now);
      return [lock.expired ? `${bash}; it expired at ${end}` : `${bash}; it expires at ${end}`];
    }
  }
}

// ---- the queue

function placeText(place: QueuePlace, explained: HostExplanation, now: number): string {
  const { position, sinceMs, alive, rule, starvesAtMs } = place;
  const who = `${jobLabel(place)}${priorityText(place)}`;
  const waited = `waits since ${clockText(sinceMs, now)} (${durationText(now - sinceMs)})`;
  if (!alive || position === null) return `-  ${who}, dead: it gives no sign of life, and counts no more`;
  const starves =
    starvesAtMs === null
      ? ''
      : starvesAtMs <= now
        ? '; it precedes every version of its priority, for it has waited long'
        : `; from ${clockText(starvesAtMs, now)} on it precedes every version of its priority`;
  const ahead = rule === null ? '' : `; before the next: ${RULES[rule]}`;
  const asks = askingText(place, explained, now);
  return `${position}. ${who}, ${waited}${ahead}${asks === '' ? '' : `; ${asks}`}${starves}`;
}

function askingText(
  { asks, asksNot, preemption }: QueuePlace,
  { leaving }: HostExplanation,
  now: number,
): string {
  switch (preemption?.kind) {
    case undefined:
      // where nobody holds there is nobody to ask
      if (asksNot !== null) return `asks nobody here: ${NOT[asksNot]}`;
      return asks && leaving?.kind === 'bash' ? 'asks the bash job to leave' : '';
    case 'may':
      return asksNot === null
        ? `makes the holder leave: ${RULES[preemption.rule]}`
        : `could make the holder leave (${RULES[preemption.rule]}), but does not ask: ${NOT[asksNot]}`;
    case 'exempt':
      return `may make the holder leave from ${clockText(preemption.untilMs, now)} on: ${RULES[preemption.rule]}`;
    case 'may-not':
      return `cannot make the holder leave: ${BARS[preemption.rule]}`;
  }
}

const NOT: Readonly<Record<AsksNot, string>> = {
  'several-hosts': 'it wants several hosts at the same time',
  'preempts-nobody': BARS['preempts-nobody'],
  'below-bash': 'a bash job would obey it, and its priority is below theirs',
  'asks-elsewhere': 'it asks at another host',
  'another-asks': 'another waiter asks already, or another host suits better',
  'asks-soon': 'it will when it next looks',
};

// ---- this job

function ownLines(you: OwnExplanation, now: number): string[] {
  const who = `This job is ${jobLabel(you)}, priority ${you.priority}`;
  const since = `${clockText(you.sinceMs, now)} (${durationText(now - you.sinceMs)})`;
  switch (you.state) {
    case 'holds':
      return [`${who}; it holds ${you.holds.join(', ')} since ${since}.`];
    case 'cancelled':
      return [`${who}; a person has taken it out of the queue.`];
    case 'gone':
      return [`${who}; its process gives no sign of life, so it waits no more.`];
    case 'waits': {
      const starves =
        you.starvesAtMs !== null && you.starvesAtMs > now
          ? [`  From ${inText(you.starvesAtMs, now)} on it precedes every version of its priority.`]
          : [];
      return [
        `${who}; it waits since ${since}${you.together ? ', for all of its hosts at the same time' : ''}.`,
        ...(you.asksNobody === null ? [] : [`  It asks no holder to leave: ${NOT[you.asksNobody]}.`]),
        ...starves,
        ...you.places.flatMap((place) => ownPlaceLines(place, now)),
        ...helpLines(
          you.advice.map((one) => adviceText(one, now)),
          '  ',
        ),
      ];
    }
  }
}

function ownPlaceLines({ host, position, of, ahead, first }: OwnPlace, now: number): string[] {
  const others = ahead.map(({ rule, goesFirst, ...other }) => {
    const waits = goesFirst ? '' : ', but it cannot have the host now';
    return `${jobLabel(other)} (${RULES[rule]}${waits})`;
  });
  const behind = others.length === 0 ? ', and nobody is ahead' : `, behind ${others.join(', ')}`;
  const turn =
    first.length === 0
      ? 'It is its turn: it takes the host when it next looks'
      : `Before its turn: ${first.map((step) => stepText(step, now)).join('; ')}`;
  return [`  ${host}: place ${position} of ${of}${behind}.`, `    ${turn}.`];
}

function stepText(step: Step, now: number): string {
  switch (step.kind) {
    case 'holder-leaves':
      return `the holder must leave${latestText(step.untilMs, now)}`;
    case 'hold-ends':
      return `the hold must end${latestText(step.untilMs, now)}`;
    case 'host-rests':
      return `the host must have rested${latestText(step.untilMs, now)}`;
    case 'bash-lock-ends':
      return `the lock of the bash job must go${latestText(step.untilMs, now)}`;
    case 'record-mended':
      return 'the record of the host must be mended';
    case 'others-go-first':
      return step.count === 1 ? 'the one ahead goes first' : `the ${step.count} ahead go first`;
    case 'other-hosts-free':
      return `${step.hosts.join(', ')} must be free at the same time`;
  }
}

function latestText(untilMs: number | null, now: number): string {
  if (untilMs === null) return '';
  return untilMs < now ? ', and is overdue' : `, by ${inText(untilMs, now)} at the latest`;
}

// ---- what would help

/** Without a host it is for the job that asks. */
function adviceText(advice: Advice, now: number, host?: string): string {
  switch (advice.do) {
    case 'wait':
      return waitText(advice, now);
    case 'nothing':
      return `nothing to do: whoever asks for it gets it; ${BY_HAND}`;
    case 'evict':
      return `${EVICT[advice.because]}: giveway evict --host ${host ?? 'HOST'} ${advice.because === 'overdue' ? '--now ' : ''}--reason … (admin); ${BY_HAND}`;
    case 'unhold':
      return `giveway unhold --host ${host ?? 'HOST'} (admin), if its reason is gone`;
    case 'end-bash-job':
      return 'the bash job has to end; only if it is surely gone may somebody remove its lock';
    case 'mend-record':
      return `a person must look at .giveway/${host ?? 'HOST'}.lease: giveway doctor says how; until then nobody gets the host`;
    case 'raise-priority':
      return `a priority above ${advice.above} would ${host === undefined ? 'put this job first' : 'make it leave'}: --priority, or for a job that waits giveway bump (admin)`;
  }
}

const BY_HAND = 'remove nothing by hand';

const EVICT: Readonly<Record<Extract<Advice, { do: 'evict' }>['because'], string>> = {
  overdue: 'it had its time to leave',
  unaware: 'if it hangs and never looks',
  stays: 'if it must leave all the same',
};

function waitText({ for: what, untilMs }: Extract<Advice, { do: 'wait' }>, now: number): string {
  const inTime = untilMs === null ? '' : durationText(untilMs - now);
  switch (what) {
    case 'checkpoint':
      return 'wait: it learns of it when it next looks, and then has its grace to leave';
    case 'grace':
      return `wait: it leaves in ${inTime} at the latest`;
    case 'lease-end':
      return `wait: its lease ends by itself in ${inTime}, whatever its job does; ${BY_HAND}`;
    case 'exempt-time':
      return `wait: its exempt time ends in ${inTime}`;
    case 'silence':
      return `wait: unless it gives a sign of life, its lease ends by itself in ${inTime}; ${BY_HAND}`;
    case 'rest':
      return `wait: it frees itself in ${inTime}; ${BY_HAND}`;
    case 'settling':
      return 'wait: in some seconds it is held, or free';
    case 'hold':
      return `wait: the hold ends in ${inTime}`;
    case 'bash-lock':
      return `wait: the lock of the bash job expires in ${inTime}, if that job does not end before`;
    case 'starve-after':
      return `wait: in ${inTime} this job precedes every version of its priority`;
  }
}

// ---- lately

function latelyLines(lately: NonNullable<Explanation['lately']>, now: number): string[] {
  if (lately.length === 0) return ['Lately: nothing that the journal tells.'];
  return [
    'Lately:',
    ...lately.map(
      ({ atMs, host, what }) => `  ${clockText(atMs, now)}  ${host === null ? '' : `${host}: `}${what}`,
    ),
  ];
}

// ---- instants

/** `11:24Z (in 9m)`. */
function inText(atMs: number, now: number): string {
  return `${atText(atMs, now)} (in ${durationText(atMs - now)})`;
}

/** To the second where it is near. */
function atText(atMs: number, now: number): string {
  return clockText(atMs, now, Math.abs(atMs - now) < 120_000 ? 'seconds' : 'minutes');
}
