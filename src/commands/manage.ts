/** What a person does with other jobs' leases and places: hold, unhold, evict, bump, cancel, note. */
import { randomUUID } from 'node:crypto';
import { acquire } from '../lease/acquire';
import type { FlowContext } from '../lease/flow';
import { bump, cancel, evict, note, unhold, type Amended, type WhichWaiter } from '../lease/manage';
import type { Environment } from '../platform/identity';
import { thisMachine } from '../platform/shell';
import { hostsOf } from '../protocol/host';
import { oneLine } from '../protocol/one-line';
import { NO_VERSION } from '../protocol/product-version';
import { jobName } from '../protocol/quit';
import { DEFAULTS, evictionRestMs } from '../protocol/timing';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Inputs, type Problem } from '../settings/inputs';
import { notAcquiredExit, notAcquiredText } from './acquire';
import { clockText, exactDurationText } from './duration-text';
import { missing, NEEDS_HOST, NEEDS_POOL } from './job';
import { findLease, ownLease } from './own-lease';
import { withPool, type Session } from './session';
import { failOn } from './usage';
import { waitingJson } from './waiting-json';
import { look } from '../lease/flow';

type Given = Pick<GivenInputs, 'given'>;
type Problems = readonly Problem[];

/** The priority of a person: before every job. */
const HOLD_PRIORITY = 1000;

const NEEDS_REASON = ['reason', 'why, for the others'] as const;
const NEEDS_FOR = ['for', 'how long, such as 4h'] as const;

export async function holdCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const read = readInputs(COMMANDS.hold.inputs, { given, env: session.env });
  const { values: inputs } = read;
  const durationMs = inputs.for ?? 0;
  const tooLong: Problem[] =
    durationMs > DEFAULTS.maxHoldMs
      ? [
          {
            input: '--for',
            expected: `at most max-hold, ${exactDurationText(DEFAULTS.maxHoldMs)}`,
            got: exactDurationText(durationMs),
          },
        ]
      : [];
  failOn(problems, read.problems, missing([NEEDS_POOL, NEEDS_HOST, NEEDS_FOR, NEEDS_REASON], read), tooLong);
  const by = whoSays(session.env, inputs);
  const reason = inputs.reason ?? '';
  const id = randomUUID();
  return withPool(session, inputs, async (context) => {
    const ifBusy = inputs['if-busy'] ?? 'wait';
    const result = await acquire(
      context,
      {
        who: { id, owner: `hold/${id}`, attempt: 1 },
        groups: inputs.host ?? [],
        priority: HOLD_PRIORITY,
        version: NO_VERSION,
        waiterTtlMs: DEFAULTS.ttlMs,
        ttlMs: durationMs,
        maxHoldMs: durationMs,
        settleMs: inputs.settle ?? DEFAULTS.settleMs,
        ifBusy,
        kind: 'hold',
        // whoever is there leaves in its own time, or by evict
        details: {
          job: by,
          note: reason,
          preempts: false,
          preemptible: false,
          keeper: false,
        },
      },
      { waitTimeoutMs: inputs['wait-timeout'] },
    );
    if (result.kind !== 'acquired') {
      session.result(waitingJson(result));
      session.say.line(notAcquiredText(result));
      return notAcquiredExit(result, ifBusy);
    }
    const host = result.lease.hosts.join(',');
    const untilMs = Date.now() + durationMs;
    session.say.line(`${host} is on hold until ${clockText(untilMs, Date.now())}; giveway unhold ends that`);
    session.result({
      hold: true,
      host,
      leaseId: id,
      until: new Date(untilMs).toISOString(),
      reason: oneLine(reason),
    });
    return EXIT.done;
  });
}

export async function unholdCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const read = readInputs(COMMANDS.unhold.inputs, { given, env: session.env });
  failOn(problems, read.problems, missing([NEEDS_POOL, NEEDS_HOST], read));
  return forEachHost(session, read.values, async (context, host) => {
    const { kind } = await unhold(context, host);
    session.say.line(kind === 'released' ? `${host} is not on hold any more` : `${host} is not on hold`);
    return [{ host, unheld: kind === 'released' }, kind === 'released'];
  });
}

export async function evictCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const read = readInputs(COMMANDS.evict.inputs, { given, env: session.env });
  const { values: inputs } = read;
  const contradiction: Problem[] =
    inputs.now === true && inputs.grace !== undefined
      ? [{ input: '--grace', expected: 'nothing beside --now', got: exactDurationText(inputs.grace) }]
      : [];
  failOn(problems, read.problems, missing([NEEDS_POOL, NEEDS_HOST, NEEDS_REASON], read), contradiction);
  const by = whoSays(session.env, inputs);
  const graceMs = inputs.now === true ? 0 : (inputs.grace ?? DEFAULTS.graceMs);
  return forEachHost(session, inputs, async (context, host) => {
    const result = await evict(context, host, { by, reason: inputs.reason ?? '', graceMs });
    if (result.kind !== 'evicted') {
      const why =
        result.kind === 'on-hold' ? 'on hold: giveway unhold ends that' : 'held by no job of Giveway';
      session.say.line(`${host} is ${why}`);
      return [{ host, evicted: false, reason: result.kind }, false];
    }
    const { record, told } = result;
    const endsAtMs = told.graceUntilMs + evictionRestMs(record.ttlMs);
    const who = oneLine(record.details.job ?? record.owner);
    const now = Date.now();
    session.say.line(
      `${who} has been told to leave ${result.hosts.join(', ')} by ${clockText(told.graceUntilMs, now)}; its lease is over by ${clockText(endsAtMs, now)}, whatever it does`,
    );
    const instant = (ms: number): string => new Date(ms).toISOString();
    const json = {
      host,
      evicted: true,
      job: who,
      graceUntil: instant(told.graceUntilMs),
      endsAt: instant(endsAtMs),
    };
    return [json, true];
  });
}

export async function bumpCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const read = readInputs(COMMANDS.bump.inputs, { given, env: withoutOwnName(session.env) });
  const { values: inputs } = read;
  failOn(
    problems,
    read.problems,
    missing([NEEDS_POOL, ['priority', 'from -1000 to 1000']], read),
    whichProblems(inputs),
  );
  const result = await withPool(session, inputs, (context) =>
    bump(context, whichOf(inputs), inputs.priority ?? 0),
  );
  return reportAmended(session, result, `has priority ${inputs.priority ?? 0} now`);
}

export async function cancelCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const read = readInputs(COMMANDS.cancel.inputs, { given, env: withoutOwnName(session.env) });
  const { values: inputs } = read;
  failOn(problems, read.problems, missing([NEEDS_POOL, NEEDS_REASON], read), whichProblems(inputs));
  const cancelled = { by: whoSays(session.env, inputs), reason: inputs.reason ?? '' };
  const result = await withPool(session, inputs, (context) => cancel(context, whichOf(inputs), cancelled));
  return reportAmended(session, result, 'is out of the queue');
}

export async function noteCommand(session: Session, { given }: Given, problems: Problems): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.note.inputs, { given, env });
  const { values: inputs } = read;
  const absent = missing([['text', 'what others shall read']], read);
  const text = inputs.text ?? '';
  // a job's environment names its host: then the lease is its own
  if (inputs.host !== undefined && inputs['lease-file'] === undefined) {
    failOn(problems, read.problems, absent, missing([NEEDS_POOL], read));
    return forEachHost(session, inputs, async (context, host) => {
      const { kind } = await note(context, { host }, text);
      if (kind !== 'noted') session.say.line(`${host} is held by no job of Giveway`);
      return [{ host, noted: kind === 'noted' }, kind === 'noted'];
    });
  }
  const own = ownLease(session, { given, inputs }, [...problems, ...read.problems, ...absent]);
  return withPool(session, { ...inputs, pool: own.pool }, async (context) => {
    const lease = own.file ?? findLease(await look(context), own);
    const noted = lease !== undefined && (await note(context, { id: lease.id }, text)).kind === 'noted';
    if (!noted) session.say.line('there is no lease of this job to put a note on');
    session.result({ noted });
    return noted ? EXIT.done : EXIT.lost;
  });
}

function whoSays(env: Environment, { by }: Inputs<'by'>): string {
  const { hostname } = thisMachine();
  return by ?? [env['USER'] ?? env['LOGNAME'], hostname].filter((part) => part).join('@');
}

/** One line of JSON for each host; not done if one of them was not as it had to be. */
async function forEachHost(
  session: Session,
  inputs: Parameters<typeof withPool>[1] & Inputs<'host'>,
  act: (context: FlowContext, host: string) => Promise<[json: object, isDone: boolean]>,
): Promise<number> {
  return withPool(session, inputs, async (context) => {
    let code: number = EXIT.done;
    for (const host of hostsOf(inputs.host ?? [])) {
      const [json, isDone] = await act(context, host);
      session.result(json);
      if (!isDone) code = EXIT.notAcquired;
    }
    return code;
  });
}

/** Whom a person means is said, and never who this process happens to be. */
function withoutOwnName(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !['GIVEWAY_OWNER', 'GIVEWAY_LEASE'].includes(name)),
  );
}

function whichProblems({ lease, owner }: Inputs<'lease' | 'owner'>): Problem[] {
  if (lease !== undefined || owner !== undefined) return [];
  return [
    { input: '--owner (or --lease)', expected: 'the waiting job, as status --json has it', got: undefined },
  ];
}

function whichOf({ lease, owner }: Inputs<'lease' | 'owner'>): WhichWaiter {
  return lease === undefined ? { owner: owner ?? '' } : { id: lease };
}

function reportAmended({ say, result }: Session, amended: Amended, text: string): number {
  if (amended.kind === 'not-waiting') {
    say.line('there is no such waiter');
    result({ amended: false, reason: 'not-waiting' });
    return EXIT.notAcquired;
  }
  const { waiter } = amended;
  const job = oneLine(jobName(waiter));
  say.line(`${job} ${text}`);
  result({ amended: true, id: waiter.id, job, priority: waiter.priority });
  return EXIT.done;
}
