"use strict";
exports.id = 922;
exports.ids = [922];
exports.modules = {

/***/ 4922:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  bumpCommand: () => (/* binding */ bumpCommand),
  cancelCommand: () => (/* binding */ cancelCommand),
  evictCommand: () => (/* binding */ evictCommand),
  holdCommand: () => (/* binding */ holdCommand),
  noteCommand: () => (/* binding */ noteCommand),
  unholdCommand: () => (/* binding */ unholdCommand)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/lease/acquire.ts + 3 modules
var acquire = __webpack_require__(6940);
// EXTERNAL MODULE: ./src/protocol/expiry.ts
var expiry = __webpack_require__(4261);
// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
;// CONCATENATED MODULE: ./src/lease/manage.ts


/** Decides and commits until the answer shows in a snapshot, so that a lost reply is no special case. */
async function untilAnswered(context, decide) {
    const failing = (0,flow/* patience */._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,flow/* look */.Op)(context));
        const step = decide(snapshot);
        if ('answer' in step)
            return step.answer;
        next = (await (0,flow/* advance */.np)(context, snapshot, step, failing)).next;
    }
}
/** The lease that lives on a host; undefined where there is none, or another job's lock. */
function leaseOn(snapshot, host) {
    const record = snapshot.hosts.get(host)?.record;
    return record === undefined ? undefined : (0,expiry/* liveRecord */.sy)(snapshot, host, record.id);
}
/** All hosts of the lease that a host is part of. */
function hostsOf(snapshot, { id }) {
    return [...snapshot.hosts.values()].filter(({ record }) => record?.id === id).map(({ host }) => host);
}
/**
 * Ends the lease that lives on a host: its job is told now, and has `graceMs`; after that and the time that its keeper needs
 * to notice, the lease is over, whatever the job does. All hosts of the lease go with it.
 */
function evict(context, host, request) {
    const { by, reason, graceMs } = request;
    const note = `evicted by ${by}: ${reason}`;
    let first;
    return untilAnswered(context, (snapshot) => {
        const record = leaseOn(snapshot, host);
        // somebody else's by now: that one is not to be evicted
        if (record === undefined || (first !== undefined && record.id !== first))
            return { answer: { kind: 'not-held' } };
        if (record.kind === 'hold')
            return { answer: { kind: 'on-hold' } };
        first = record.id;
        const hosts = hostsOf(snapshot, record);
        const { told } = record.details;
        if (record.details.note === note && told !== undefined)
            return { answer: { kind: 'evicted', record, hosts, told } };
        const details = { ...record.details, note, told: evictionOf(snapshot, record, request) };
        return { hosts, verbs: [{ verb: 'evict', id: record.id, hosts, graceMs, details }] };
    });
}
/** An earlier end of grace stays: the first answer never moves to a later one. */
function evictionOf(snapshot, record, { by, graceMs }) {
    const nowMs = Number(snapshot.wallNs / 1000000n);
    const before = record.details.told;
    if (before !== undefined && before.graceUntilMs <= nowMs + graceMs)
        return before;
    return {
        byId: '-',
        byJob: by,
        byVersion: before?.byVersion ?? '-',
        atMs: before?.atMs ?? nowMs,
        graceUntilMs: nowMs + graceMs,
        grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
    };
}
/** Ends a person's hold; never a job's lease. */
function unhold(context, host) {
    let held;
    return untilAnswered(context, (snapshot) => {
        const record = leaseOn(snapshot, host);
        if (record?.kind !== 'hold' || (held !== undefined && record.id !== held.id)) {
            return { answer: held === undefined ? { kind: 'not-on-hold' } : { kind: 'released', record: held } };
        }
        held = record;
        const hosts = hostsOf(snapshot, record);
        return { hosts, verbs: [{ verb: 'free', id: record.id, hosts, leave: 'end', details: undefined }] };
    });
}
function waiterOf(snapshot, which) {
    return snapshot.waiters.find(({ id, record }) => record === undefined ? false : 'id' in which ? id === which.id : record.owner === which.owner);
}
/** Gives a waiter another priority; its job learns of it by its own next look. */
function bump(context, which, priority) {
    return untilAnswered(context, (snapshot) => {
        const waiter = waiterOf(snapshot, which);
        if (waiter === undefined)
            return { answer: { kind: 'not-waiting' } };
        if (waiter.priority === priority)
            return { answer: { kind: 'amended', waiter } };
        return { hosts: [], verbs: [{ verb: 'amend', id: waiter.id, priority, details: undefined }] };
    });
}
/** Takes a waiter out of the queue: its acquire ends, and says by whom and why. */
function cancel(context, which, cancelled) {
    return untilAnswered(context, (snapshot) => {
        const waiter = waiterOf(snapshot, which);
        if (waiter?.record === undefined)
            return { answer: { kind: 'not-waiting' } };
        const { details } = waiter.record;
        if (details.cancelled !== undefined)
            return { answer: { kind: 'amended', waiter } };
        const verb = {
            verb: 'amend',
            id: waiter.id,
            priority: undefined,
            details: { ...details, cancelled },
        };
        return { hosts: [], verbs: [verb] };
    });
}
/** Puts a note into the record of the lease on a host, or of the lease with an id. */
function note(context, which, text) {
    return untilAnswered(context, (snapshot) => {
        const host = 'host' in which
            ? which.host
            : [...snapshot.hosts.values()].find(({ record }) => record?.id === which.id)?.host;
        const record = host === undefined ? undefined : leaseOn(snapshot, host);
        if (record === undefined)
            return { answer: { kind: 'not-held' } };
        const hosts = hostsOf(snapshot, record);
        if (record.details.note === text)
            return { answer: { kind: 'noted', hosts } };
        return {
            hosts,
            verbs: [{ verb: 'note', id: record.id, hosts, details: { ...record.details, note: text } }],
        };
    });
}

// EXTERNAL MODULE: ./src/platform/shell.ts
var shell = __webpack_require__(4757);
// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/protocol/product-version.ts
var product_version = __webpack_require__(9618);
// EXTERNAL MODULE: ./src/protocol/quit.ts
var quit = __webpack_require__(6209);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var timing = __webpack_require__(6104);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/commands/acquire.ts
var commands_acquire = __webpack_require__(850);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/own-lease.ts
var own_lease = __webpack_require__(1693);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
// EXTERNAL MODULE: ./src/commands/waiting-json.ts
var waiting_json = __webpack_require__(4559);
;// CONCATENATED MODULE: ./src/commands/manage.ts
/** What a person does with other jobs' leases and places: hold, unhold, evict, bump, cancel, note. */




















/** The priority of a person: before every job. */
const HOLD_PRIORITY = 1000;
const NEEDS_REASON = ['reason', 'why, for the others'];
const NEEDS_FOR = ['for', 'how long, such as 4h'];
async function holdCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.hold.inputs, { given, env: session.env });
    const { values: inputs } = read;
    const durationMs = inputs.for ?? 0;
    const tooLong = durationMs > timing/* DEFAULTS */.zY.maxHoldMs
        ? [
            {
                input: '--for',
                expected: `at most max-hold, ${(0,duration_text/* exactDurationText */.XO)(timing/* DEFAULTS */.zY.maxHoldMs)}`,
                got: (0,duration_text/* exactDurationText */.XO)(durationMs),
            },
        ]
        : [];
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR, NEEDS_FOR, NEEDS_REASON], read), tooLong);
    const by = whoSays(session.env, inputs);
    const reason = inputs.reason ?? '';
    const id = (0,external_node_crypto_.randomUUID)();
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const ifBusy = inputs['if-busy'] ?? 'wait';
        const result = await (0,acquire/* acquire */.X)(context, {
            who: { id, owner: `hold/${id}`, attempt: 1 },
            groups: inputs.host ?? [],
            priority: HOLD_PRIORITY,
            version: product_version/* NO_VERSION */.dG,
            waiterTtlMs: timing/* DEFAULTS */.zY.ttlMs,
            ttlMs: durationMs,
            maxHoldMs: durationMs,
            settleMs: inputs.settle ?? timing/* DEFAULTS */.zY.settleMs,
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
        }, { waitTimeoutMs: inputs['wait-timeout'] });
        if (result.kind !== 'acquired') {
            session.result((0,waiting_json/* waitingJson */.y)(result));
            session.say.line((0,commands_acquire/* notAcquiredText */.b)(result));
            return (0,commands_acquire/* notAcquiredExit */.e)(result, ifBusy);
        }
        const host = result.lease.hosts.join(',');
        const untilMs = Date.now() + durationMs;
        session.say.line(`${host} is on hold until ${(0,duration_text/* clockText */.Yi)(untilMs, Date.now())}; giveway unhold ends that`);
        session.result({
            hold: true,
            host,
            leaseId: id,
            until: new Date(untilMs).toISOString(),
            reason: (0,one_line/* oneLine */.T)(reason),
        });
        return exit_codes/* EXIT */.d.done;
    });
}
async function unholdCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.unhold.inputs, { given, env: session.env });
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR], read));
    return forEachHost(session, read.values, async (context, host) => {
        const { kind } = await unhold(context, host);
        session.say.line(kind === 'released' ? `${host} is not on hold any more` : `${host} is not on hold`);
        return [{ host, unheld: kind === 'released' }, kind === 'released'];
    });
}
async function evictCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.evict.inputs, { given, env: session.env });
    const { values: inputs } = read;
    const contradiction = inputs.now === true && inputs.grace !== undefined
        ? [{ input: '--grace', expected: 'nothing beside --now', got: (0,duration_text/* exactDurationText */.XO)(inputs.grace) }]
        : [];
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR, NEEDS_REASON], read), contradiction);
    const by = whoSays(session.env, inputs);
    const graceMs = inputs.now === true ? 0 : (inputs.grace ?? timing/* DEFAULTS */.zY.graceMs);
    return forEachHost(session, inputs, async (context, host) => {
        const result = await evict(context, host, { by, reason: inputs.reason ?? '', graceMs });
        if (result.kind !== 'evicted') {
            const why = result.kind === 'on-hold' ? 'on hold: giveway unhold ends that' : 'held by no job of Giveway';
            session.say.line(`${host} is ${why}`);
            return [{ host, evicted: false, reason: result.kind }, false];
        }
        const { record, told } = result;
        const endsAtMs = told.graceUntilMs + (0,timing/* evictionRestMs */.MI)(record.ttlMs);
        const who = (0,one_line/* oneLine */.T)(record.details.job ?? record.owner);
        const now = Date.now();
        session.say.line(`${who} has been told to leave ${result.hosts.join(', ')} by ${(0,duration_text/* clockText */.Yi)(told.graceUntilMs, now)}; its lease is over by ${(0,duration_text/* clockText */.Yi)(endsAtMs, now)}, whatever it does`);
        const instant = (ms) => new Date(ms).toISOString();
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
async function bumpCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.bump.inputs, { given, env: withoutOwnName(session.env) });
    const { values: inputs } = read;
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, ['priority', 'from -1000 to 1000']], read), whichProblems(inputs));
    const result = await (0,commands_session/* withPool */.Le)(session, inputs, (context) => bump(context, whichOf(inputs), inputs.priority ?? 0));
    return reportAmended(session, result, `has priority ${inputs.priority ?? 0} now`);
}
async function cancelCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.cancel.inputs, { given, env: withoutOwnName(session.env) });
    const { values: inputs } = read;
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, NEEDS_REASON], read), whichProblems(inputs));
    const cancelled = { by: whoSays(session.env, inputs), reason: inputs.reason ?? '' };
    const result = await (0,commands_session/* withPool */.Le)(session, inputs, (context) => cancel(context, whichOf(inputs), cancelled));
    return reportAmended(session, result, 'is out of the queue');
}
async function noteCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.note.inputs, { given, env });
    const { values: inputs } = read;
    const absent = (0,job/* missing */.LO)([['text', 'what others shall read']], read);
    const text = inputs.text ?? '';
    // a job's environment names its host: then the lease is its own
    if (inputs.host !== undefined && inputs['lease-file'] === undefined) {
        (0,usage/* failOn */.K)(problems, read.problems, absent, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], read));
        return forEachHost(session, inputs, async (context, host) => {
            const { kind } = await note(context, { host }, text);
            if (kind !== 'noted')
                session.say.line(`${host} is held by no job of Giveway`);
            return [{ host, noted: kind === 'noted' }, kind === 'noted'];
        });
    }
    const own = (0,own_lease/* ownLease */.XC)(session, { given, inputs }, [...problems, ...read.problems, ...absent]);
    return (0,commands_session/* withPool */.Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const lease = own.file ?? (0,own_lease/* findLease */.G0)(await (0,flow/* look */.Op)(context), own);
        const noted = lease !== undefined && (await note(context, { id: lease.id }, text)).kind === 'noted';
        if (!noted)
            session.say.line('there is no lease of this job to put a note on');
        session.result({ noted });
        return noted ? exit_codes/* EXIT */.d.done : exit_codes/* EXIT */.d.lost;
    });
}
function whoSays(env, { by }) {
    const { hostname } = (0,shell/* thisMachine */.g8)();
    return by ?? [env['USER'] ?? env['LOGNAME'], hostname].filter((part) => part).join('@');
}
/** One line of JSON for each host; not done if one of them was not as it had to be. */
async function forEachHost(session, inputs, act) {
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        let code = exit_codes/* EXIT */.d.done;
        for (const host of (0,protocol_host/* hostsOf */.PP)(inputs.host ?? [])) {
            const [json, isDone] = await act(context, host);
            session.result(json);
            if (!isDone)
                code = exit_codes/* EXIT */.d.notAcquired;
        }
        return code;
    });
}
/** Whom a person means is said, and never who this process happens to be. */
function withoutOwnName(env) {
    return Object.fromEntries(Object.entries(env).filter(([name]) => !['GIVEWAY_OWNER', 'GIVEWAY_LEASE'].includes(name)));
}
function whichProblems({ lease, owner }) {
    if (lease !== undefined || owner !== undefined)
        return [];
    return [
        { input: '--owner (or --lease)', expected: 'the waiting job, as status --json has it', got: undefined },
    ];
}
function whichOf({ lease, owner }) {
    return lease === undefined ? { owner: owner ?? '' } : { id: lease };
}
function reportAmended({ say, result }, amended, text) {
    if (amended.kind === 'not-waiting') {
        say.line('there is no such waiter');
        result({ amended: false, reason: 'not-waiting' });
        return exit_codes/* EXIT */.d.notAcquired;
    }
    const { waiter } = amended;
    const job = (0,one_line/* oneLine */.T)((0,quit/* jobName */.dZ)(waiter));
    say.line(`${job} ${text}`);
    result({ amended: true, id: waiter.id, job, priority: waiter.priority });
    return exit_codes/* EXIT */.d.done;
}


/***/ })

};
;