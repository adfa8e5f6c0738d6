"use strict";
exports.id = 638;
exports.ids = [638];
exports.modules = {

/***/ 9054:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ onEveryChange)
/* harmony export */ });
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8276);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1467);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7198);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8118);




const WATCH_MS = 1000;
/**
 * Calls `show` with each new snapshot. A signal, or the end of who reads stdout, is how it ends, and no failure: it resolves
 * with the exit code.
 */
async function onEveryChange(session, context, first, show) {
    const ending = new AbortController();
    const onUnread = () => ending.abort(session.unread.reason);
    const onInterrupt = () => ending.abort(context.signal.reason);
    session.unread.addEventListener('abort', onUnread, { once: true });
    context.signal.addEventListener('abort', onInterrupt, { once: true });
    if (session.unread.aborted)
        onUnread();
    if (context.signal.aborted)
        onInterrupt();
    const watched = { ...context, signal: ending.signal };
    const failing = (0,_lease_flow__WEBPACK_IMPORTED_MODULE_0__/* .patience */ ._L)(watched);
    try {
        for (let snapshot = first;;) {
            // a minute at most: how long somebody has held or waited changes by itself
            const untilUptimeMs = snapshot.uptimeMs + 60_000;
            await context.pool.watch(snapshot, { everyMs: WATCH_MS, untilUptimeMs }, ending.signal);
            snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_0__/* .look */ .Op)(watched, failing);
            await show(snapshot, watched);
        }
    }
    catch (error) {
        if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_1__/* .Interrupted */ .j || error instanceof _session__WEBPACK_IMPORTED_MODULE_3__/* .Unread */ .I_)
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.done;
        throw error;
    }
}


/***/ }),

/***/ 1969:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ labSettings),
/* harmony export */   o: () => (/* binding */ fitToLab)
/* harmony export */ });
/* harmony import */ var _protocol_product_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9618);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6104);
/* harmony import */ var _settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(954);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8438);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(625);





/** The lab's settings; those that can't be read are said, and count as none: a slip in a file must not stop the lab. */
function labSettings({ say }, snapshot) {
    const parsed = (0,_settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .parseLabSettings */ .qF)(snapshot.settingsText);
    if ('settings' in parsed)
        return parsed.settings;
    say.line(`warning: ${parsed.problem}; going on without it`);
    return _settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .NO_SETTINGS */ .Ac;
}
/**
 * The request as the lab has it: its hosts by their own names, its defaults where the job says nothing. A job may be
 * stricter than the lab's limits, not looser: that, and a host that the lab does not have, throws UsageError.
 */
function fitToLab(request, said, lab) {
    const problems = [];
    const groups = request.groups.map((group) => group.map((name) => {
        const found = (0,_settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .resolveHost */ .p0)(lab, name);
        if ('host' in found)
            return found.host;
        problems.push({
            input: '--host',
            expected: `a host of this lab (nearest: ${found.nearest})`,
            got: name,
        });
        return name;
    }));
    if (new Set(groups.flat()).size !== groups.flat().length) {
        problems.push({
            input: '--host',
            expected: 'every host once, by its name or an alias',
            got: request.groups.join(' '),
        });
    }
    const { limits, defaults } = lab;
    const within = (flag, given, usual, most, show = _duration_text__WEBPACK_IMPORTED_MODULE_3__/* .exactDurationText */ .XO) => {
        if (given === undefined)
            return Math.min(usual, most);
        if (given > most)
            problems.push({
                input: `--${flag}`,
                expected: `at most ${show(most)}, the lab's limit`,
                got: show(given),
            });
        return given;
    };
    const most = (limit) => limit ?? Infinity;
    const maxHoldMs = within('max-hold', said['max-hold'], defaults.maxHoldMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.maxHoldMs, most(limits.maxHoldMs));
    const graceMs = within('grace', said.grace, defaults.graceMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.graceMs, most(limits.graceMs));
    const exemptMs = within('exempt-time', said['exempt-time'], defaults.exemptMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.exemptMs, Math.min(most(limits.exemptMs), maxHoldMs));
    const priority = within('priority', said.priority, defaults.priority ?? 0, most(limits.priority), String);
    if (lab.requireVersion && request.version === _protocol_product_version__WEBPACK_IMPORTED_MODULE_0__/* .NO_VERSION */ .dG) {
        problems.push({
            input: '--product-version',
            expected: 'a version, which this lab requires',
            got: undefined,
        });
    }
    (0,_usage__WEBPACK_IMPORTED_MODULE_4__/* .failOn */ .K)(problems);
    const { details } = request;
    return {
        ...request,
        groups,
        priority,
        maxHoldMs,
        // a lease that nothing but check-quit renews is over with max-hold anyway
        ttlMs: Math.min(request.ttlMs, maxHoldMs),
        details: {
            ...details,
            ...(graceMs === _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.graceMs && said.grace === undefined ? {} : { graceMs }),
            ...(exemptMs === _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.exemptMs && said['exempt-time'] === undefined ? {} : { exemptMs }),
        },
    };
}


/***/ }),

/***/ 5047:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   WR: () => (/* binding */ eventSentence),
/* harmony export */   dU: () => (/* binding */ historyJson),
/* harmony export */   f1: () => (/* binding */ historyTable)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);


const HEADERS = ['When', 'Event', 'Host', 'Job', 'Version', 'Waited', 'Held', 'More'];
const LONGEST_JOB = 40;
const LONGEST_HOSTS = 40;
const LONGEST_MORE = 100;
/** So that what is added later stands below what is there. */
const LEAST_WIDTHS = [6, 9, 10, 16, 7, 6, 6, 0];
const GAP = '  ';
/** Times of another day than `nowMs` have their date. */
function historyTable(first, nowMs) {
    const rows = [HEADERS, ...first.map((event) => cellsOf(event, nowMs))];
    const widths = LEAST_WIDTHS.map((least, column) => Math.max(least, ...rows.map((row) => (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .lengthOf */ .Y)(row[column] ?? ''))));
    const lineOf = (cells) => cells
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .lengthOf */ .Y)(cell))))
        .join(GAP)
        .trimEnd();
    return {
        head: rows.map(lineOf).join('\n'),
        lines: (events) => events.map((event) => lineOf(cellsOf(event, nowMs))),
    };
}
function cellsOf(event, nowMs) {
    const { hosts, job, version, waitedMs, heldMs } = event;
    return [
        (0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .clockText */ .Yi)(event.atMs, nowMs, 'seconds'),
        event.event,
        hosts.length === 0 ? '-' : (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(hosts.join(','), LONGEST_HOSTS),
        (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(job ?? '-', LONGEST_JOB),
        (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(version ?? '-', 16),
        waitedMs === null ? '-' : (0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(waitedMs),
        heldMs === null ? '-' : (0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(heldMs),
        (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(moreText(event), LONGEST_MORE),
    ];
}
/** By whom, why, and how it ended where the event does not say so. */
function moreText({ event, outcome, by, note }) {
    const parts = [
        ...(by === null ? [] : [`${event === 'told' ? 'for' : 'by'} ${by}`]),
        ...(note === null ? [] : [note]),
        ...(outcome === null || SAID[event] === outcome ? [] : [OUTCOMES[outcome]]),
    ];
    return parts.join(': ');
}
/** What the event's own name says of how it ended. */
const SAID = {
    released: 'released',
    preempted: 'preempted',
    expired: 'expired',
    lost: 'lost',
    superseded: 'superseded',
    left: 'left',
    cancelled: 'cancelled',
    unhold: 'released',
};
const OUTCOMES = {
    released: 'released',
    preempted: 'gave way',
    evicted: 'it had been evicted',
    expired: 'its time was up',
    lost: 'lost',
    superseded: 'superseded',
    'given-back': 'given back before it was held',
    left: 'left',
    dead: 'it gave no sign of life',
    cancelled: 'cancelled',
};
/** One line, without a newline at its end; an instant `…Ms` is there as `…`, in ISO 8601, a duration in seconds. */
function historyJson(event) {
    const { commit, atMs, waitedMs, heldMs, ...more } = event;
    return JSON.stringify({
        at: (0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .isoText */ .t_)(atMs),
        commit,
        ...more,
        waitedSeconds: waitedMs === null ? null : Math.round(waitedMs / 100) / 10,
        heldSeconds: heldMs === null ? null : Math.round(heldMs / 100) / 10,
    });
}
/** Without the hosts, which stand before it. */
function eventSentence(event) {
    const { job, version, waitedMs, heldMs, by, note, outcome } = event;
    const who = job === null ? 'somebody' : version === null ? job : `${job} (${version})`;
    const after = heldMs === null ? '' : ` after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(heldMs)}`;
    const why = note === null ? '' : `: ${note}`;
    const byWhom = by === null ? '' : ` by ${by}`;
    switch (event.event) {
        case 'requested':
            return `${who} came, and waits`;
        case 'acquired':
            return waitedMs === null || waitedMs < 1000
                ? `${who} got it`
                : `${who} got it after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(waitedMs)}`;
        case 'told':
            return `${who} was told to leave${by === null ? '' : ` for ${by}`}`;
        case 'released':
            return outcome === 'given-back'
                ? `${who} gave it back before it was held`
                : `${who} gave it back${after}`;
        case 'preempted':
            return outcome === 'evicted' ? `${who} left${after}, evicted` : `${who} gave way${after}`;
        case 'expired':
            return `the lease of ${who} expired${after}`;
        case 'lost':
            return `${who} lost it to another job's lock${after}`;
        case 'superseded':
            return `a later process of ${who} took it over${after}`;
        case 'hold':
            return `${by ?? who} has it on hold${why}`;
        case 'unhold':
            return `the hold of ${who} ended${after}`;
        case 'evicted':
            return `${who} was told to leave${byWhom}${why}`;
        case 'noted':
            return `a note on the lease of ${who}${why}`;
        case 'bumped':
            return `${who} got another place${why}`;
        case 'cancelled':
            return `${who} was taken out of the queue${byWhom}${why}`;
        case 'left':
            return `${who} left the queue`;
        case 'cleared':
            return `${who} was taken out of the queue: it gave no sign of life`;
        case 'put-back':
            return `somebody had removed the lock of ${who}, which put it back`;
        case 'fixed':
            return `giveway doctor mended${why}`;
        case 'bash-seen':
            return `a bash job was seen${why}`;
        case 'bash-taken-over':
            return 'the lock of a bash job had expired, and was taken over';
        case 'legacy':
            return `shared with bash jobs from now on${why}`;
    }
}


/***/ }),

/***/ 2638:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   historyCommand: () => (/* binding */ historyCommand),
/* harmony export */   latestEvents: () => (/* binding */ latestEvents)
/* harmony export */ });
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8276);
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(1384);
/* harmony import */ var _protocol_journal__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4919);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7428);
/* harmony import */ var _settings_lab_settings__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(954);
/* harmony import */ var _every_change__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9054);
/* harmony import */ var _fit_to_lab__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1969);
/* harmony import */ var _history_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5047);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1270);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(625);













const SINCE_MS = 7 * 24 * 3_600_000;
/** More than both files of a journal can have. */
const ALL_LINES = 10_000_000;
/** How many are asked for at first when something has changed. */
const FEW_LINES = 100;
/** `giveway history`: what has happened, as the journal tells it. Changes nothing. */
async function historyCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_4__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_2__/* .COMMANDS */ .L.history.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .withProwAliases */ .Rf)(env, ['pool'], read);
    (0,_usage__WEBPACK_IMPORTED_MODULE_11__/* .failOn */ .K)(problems, inputProblems, (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .missing */ .LO)([_job__WEBPACK_IMPORTED_MODULE_9__/* .NEEDS_POOL */ .Nu], { values: inputs, problems: inputProblems }));
    return (0,_session__WEBPACK_IMPORTED_MODULE_10__/* .withPool */ .Le)(session, inputs, async (context) => {
        const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_0__/* .look */ .Op)(context, (0,_lease_flow__WEBPACK_IMPORTED_MODULE_0__/* .patience */ ._L)(context));
        const nowMs = Number(snapshot.wallNs / 1000000n);
        const lab = (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_7__/* .labSettings */ .b)(session, snapshot);
        const hosts = inputs.host && (0,_protocol_host__WEBPACK_IMPORTED_MODULE_12__/* .hostsOf */ .PP)(inputs.host).flatMap((name) => [name, nameOf(lab, name)]);
        const filter = {
            hosts,
            job: inputs.job,
            project: inputs.project,
            sinceMs: nowMs - (inputs.since ?? SINCE_MS),
        };
        const reader = (0,_protocol_journal__WEBPACK_IMPORTED_MODULE_1__/* .journalReader */ .Fl)();
        const all = reader.read(await context.pool.journal(ALL_LINES, context.signal));
        const first = all.filter((event) => (0,_protocol_journal__WEBPACK_IMPORTED_MODULE_1__/* .isWanted */ .Yu)(event, filter));
        const show = inputs.json === true ? jsonPrinter(session) : tablePrinter(session, nowMs, inputs.follow);
        show(first);
        if (reader.skipped() > 0)
            session.say.line(`${reader.skipped()} entries of the journal cannot be read`);
        if (inputs.follow !== true)
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__/* .EXIT */ .d.done;
        return (0,_every_change__WEBPACK_IMPORTED_MODULE_6__/* .onEveryChange */ .Z)(session, context, snapshot, async (_, watched) => {
            const events = await newEvents(watched, reader);
            const wanted = events.filter((event) => (0,_protocol_journal__WEBPACK_IMPORTED_MODULE_1__/* .isWanted */ .Yu)(event, filter));
            if (wanted.length > 0)
                show(wanted);
        });
    });
}
function nameOf(lab, name) {
    const found = (0,_settings_lab_settings__WEBPACK_IMPORTED_MODULE_5__/* .resolveHost */ .p0)(lab, name);
    return 'host' in found ? found.host : name;
}
/** What the journal has behind the last commit that was read, however much that is. */
async function newEvents({ pool, signal }, reader) {
    for (let count = FEW_LINES;; count *= 8) {
        const lines = await pool.journal(count, signal);
        const oldest = Number(lines[0]?.split(' ')[0] ?? 0);
        if (lines.length < count || oldest <= reader.lastCommit() + 1)
            return reader.read(lines);
    }
}
/** The events of the last lines of a journal, for those who want but the latest. */
async function latestEvents({ pool, signal }) {
    return (0,_protocol_journal__WEBPACK_IMPORTED_MODULE_1__/* .journalReader */ .Fl)().read(await pool.journal(LATELY_LINES, signal));
}
const LATELY_LINES = 1000;
function jsonPrinter({ print }) {
    return (events) => {
        if (events.length > 0)
            print(`${events.map(_history_text__WEBPACK_IMPORTED_MODULE_8__/* .historyJson */ .dU).join('\n')}\n`);
    };
}
/** With what came first it settles how wide the columns are. */
function tablePrinter({ print }, nowMs, goesOn = false) {
    let table;
    return (events) => {
        if (table !== undefined) {
            print(`${table.lines(events).join('\n')}\n`);
            return;
        }
        table = (0,_history_text__WEBPACK_IMPORTED_MODULE_8__/* .historyTable */ .f1)(events, nowMs);
        print(events.length === 0 && !goesOn ? 'The journal has nothing of that.\n' : `${table.head}\n`);
    };
}


/***/ }),

/***/ 4919:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fl: () => (/* binding */ journalReader),
/* harmony export */   Yu: () => (/* binding */ isWanted)
/* harmony export */ });
/* unused harmony export JOURNAL_EVENTS */
/* harmony import */ var _host__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1384);
/* harmony import */ var _one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4395);
/* harmony import */ var _record__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(567);
/* harmony import */ var _status__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5144);
/** What has happened in a pool: lines of its journal, as the program writes them, to events that tell a story. Pure. */




/** May grow. */
const JOURNAL_EVENTS = (/* unused pure expression or super */ null && ([
    'requested',
    'acquired',
    'told',
    'released',
    'preempted',
    'expired',
    'lost',
    'superseded',
    'hold',
    'unhold',
    'evicted',
    'noted',
    'bumped',
    'cancelled',
    'left',
    'cleared',
    'put-back',
    'fixed',
    'bash-seen',
    'bash-taken-over',
    'legacy',
]));
function journalReader() {
    const known = new Map();
    let skipped = 0;
    let last = 0;
    function read(texts) {
        // where a process was killed while it wrote a line, the whole one stands behind the part
        const lines = new Map();
        for (const text of texts) {
            const line = parseLine(text);
            if (line === undefined)
                skipped += 1;
            else if (line.commit > last)
                lines.set(line.commit, line);
        }
        const events = [...lines.values()].flatMap((line) => eventsOf(line));
        last = Math.max(last, ...lines.keys());
        return events;
    }
    function eventsOf(line) {
        const events = [];
        for (const words of line.events) {
            const told = tell(line, words);
            if (told === 'unknown')
                skipped += 1;
            else if (told !== 'nothing')
                add(events, told);
        }
        return events;
    }
    function knownOf(id) {
        const found = known.get(id) ?? { id, details: {}, hosts: [] };
        known.set(id, found);
        return found;
    }
    function tell(line, [event = '', ...words]) {
        const { atMs } = line;
        const [id = '', second = '', third = '', fourth = ''] = words;
        const say = (name, about, more = {}) => ({
            commit: line.commit,
            atMs,
            event: name,
            ...describe(about),
            ...more,
        });
        switch (event) {
            case 'requested':
            case 'held':
            case 'settling': {
                const about = knownOf(id);
                if (words.length > 1)
                    learn(about, words);
                if (event === 'requested') {
                    about.requestedAtMs = atMs;
                    return say('requested', about);
                }
                if (event === 'settling' || about.heldAtMs !== undefined)
                    return 'nothing';
                about.heldAtMs = atMs;
                const isTakenForPerson = line.events.some(([name, of]) => name === 'hold' && of === id);
                if (isTakenForPerson)
                    return 'nothing'; // the event behind it says so
                // a take that no request came before had nothing to wait for
                const waitedMs = waited(about, atMs) ?? 0;
                return about.isHold
                    ? say('hold', about, { waitedMs, ...holdText(about) })
                    : say('acquired', about, { waitedMs });
            }
            case 'hold': {
                const about = knownOf(id);
                about.isHold = true;
                about.hosts = hostList(second);
                about.details = { ...about.details, ...detailsOf(third) };
                // one that settles is not had yet
                return about.heldAtMs === undefined
                    ? 'nothing'
                    : say('hold', about, { waitedMs: waited(about, atMs), ...holdText(about) });
            }
            case 'told': {
                const about = knownOf(id);
                about.details = { ...about.details, ...detailsOf(third) };
                const { told } = about.details;
                return say('told', about, {
                    hosts: hostList(second),
                    by: told === undefined ? null : label(told.byJob, told.byVersion),
                });
            }
            case 'evicted': {
                const about = knownOf(id);
                about.isEvicted = true;
                about.details = { ...about.details, ...detailsOf(third) };
                const { told } = about.details;
                return say('evicted', about, {
                    hosts: hostList(second),
                    by: told === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(told.byJob),
                    note: noteOf(about),
                });
            }
            case 'noted': {
                const about = knownOf(id);
                about.details = { ...about.details, ...detailsOf(third) };
                return say('noted', about, { hosts: hostList(second), note: noteOf(about) });
            }
            case 'amended': {
                const about = knownOf(id);
                const { cancelled } = detailsOf(third);
                if (cancelled === undefined)
                    return say('bumped', about, { note: `priority ${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(second, 8)}` });
                return say('cancelled', about, {
                    waitedMs: waited(about, atMs),
                    outcome: 'cancelled',
                    by: (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(cancelled.by),
                    note: (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(cancelled.reason, LONGEST_NOTE),
                });
            }
            case 'released': {
                const about = knownOf(id);
                const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
                if (fourth === 'lost')
                    return 'nothing'; // told when it was lost
                if (fourth === 'settling' && about.heldAtMs === undefined) {
                    return say('released', about, { ...at, heldMs: null, outcome: 'given-back' });
                }
                if (about.isHold)
                    return say('unhold', about, { ...at, outcome: 'released' });
                if (about.isEvicted)
                    return say('preempted', about, { ...at, outcome: 'evicted' });
                return fourth === 'quitting'
                    ? say('preempted', about, { ...at, outcome: 'preempted' })
                    : say('released', about, { ...at, outcome: 'released' });
            }
            case 'expired': {
                const about = knownOf(id);
                const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
                if (about.isHold)
                    return say('unhold', about, { ...at, outcome: 'expired' });
                return say('expired', about, { ...at, outcome: about.isEvicted ? 'evicted' : 'expired' });
            }
            case 'superseded':
            case 'lost': {
                const about = knownOf(id);
                const heldMs = held(about, third, atMs);
                return say(event, about, { hosts: hostList(second), heldMs, outcome: event });
            }
            case 'left': {
                const about = knownOf(id);
                return say('left', about, { waitedMs: waited(about, atMs), outcome: 'left' });
            }
            case 'cleared': {
                const about = knownOf(id);
                about.owner ??= second;
                return say('cleared', about, { waitedMs: waited(about, atMs), outcome: 'dead' });
            }
            case 'put-back':
                return say('put-back', knownOf(id), { hosts: hostList(second) });
            case 'bash-seen':
                return say('bash-seen', undefined, { hosts: hostList(second), note: bashTrace(third) });
            case 'bash-taken-over':
                return say('bash-taken-over', undefined, { hosts: hostList(second) });
            case 'fixed':
                return say('fixed', undefined, {
                    hosts: hostList(third),
                    note: (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)([id, second].filter((word) => word !== '-').join(' '), LONGEST_NOTE),
                });
            case 'legacy':
                return say('legacy', undefined, {
                    note: id === '-' ? 'LOCK_TIMEOUT unknown' : `LOCK_TIMEOUT ${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(id, 20)} s`,
                });
            default:
                return 'unknown';
        }
    }
    return { read, skipped: () => skipped, lastCommit: () => last };
}
const LONGEST_NOTE = 400;
const LONGEST_URL = 2000;
function parseLine(text) {
    const match = /^(\d{1,15}) (\d{19})((?: .*;)?) *$/.exec(text);
    if (match === null)
        return undefined;
    const [, commit, ns = '', rest = ''] = match;
    // no blank is in a word, and behind each event stands one or the end
    const events = rest.split(/;(?= |$)/).flatMap((event) => {
        const words = event.split(' ').filter((word) => word !== '');
        return words.length === 0 ? [] : [words];
    });
    return { commit: Number(commit), atMs: Number(BigInt(ns) / 1000000n), events };
}
/** `ID OWNER VERSION TOKEN HOSTS TENANT JSON` */
function learn(about, [, owner, version, , hosts = '', tenant, json = '']) {
    about.details = { ...about.details, ...detailsOf(json) };
    about.hosts = hostList(hosts);
    if (owner !== undefined)
        about.owner = owner;
    if (version !== undefined)
        about.version = version;
    if (tenant !== undefined)
        about.tenant = tenant;
}
function describe(about) {
    const { job = about?.owner, url, project } = about?.details ?? {};
    const { version, tenant } = about ?? {};
    return {
        hosts: about?.hosts ?? [],
        id: about === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(about.id, 64),
        owner: about?.owner === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(about.owner, 512),
        job: job === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job),
        url: url === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(url, LONGEST_URL),
        project: project === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(project),
        tenant: tenant === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(tenant, 64),
        version: version === undefined || about?.isHold === true ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(version),
        waitedMs: null,
        heldMs: null,
        outcome: null,
        by: null,
        note: null,
    };
}
/** One event for several hosts that a commit names one by one. */
function add(events, event) {
    const before = events.at(-1);
    const isSame = before?.event === event.event && before.id === event.id && event.id !== null;
    if (!isSame)
        events.push(event);
    else
        events[events.length - 1] = { ...before, hosts: [...new Set([...before.hosts, ...event.hosts])] };
}
function detailsOf(json) {
    return (0,_record__WEBPACK_IMPORTED_MODULE_0__/* .parseDetails */ .md)(json) ?? {};
}
function hostList(text) {
    return text.split(',').filter(_host__WEBPACK_IMPORTED_MODULE_3__/* .isHostName */ .uy);
}
/** Null where the journal does not reach back so far. */
function waited({ requestedAtMs, details: { arrivalNs } }, atMs) {
    const sinceMs = requestedAtMs ?? (arrivalNs === undefined ? undefined : Number(BigInt(arrivalNs) / 1000000n));
    return sinceMs === undefined ? null : Math.max(0, atMs - sinceMs);
}
/** The token is the instant of the take in µs, for where the journal does not reach back so far. */
function held({ heldAtMs }, token, atMs) {
    if (heldAtMs !== undefined)
        return Math.max(0, atMs - heldAtMs);
    return /^\d{13,16}$/.test(token) ? Math.max(0, atMs - Math.floor(Number(token) / 1000)) : null;
}
/** A person's hold: its job's name is who has it. */
function holdText(about) {
    const { job } = about.details;
    return { by: job === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job), note: noteOf(about) };
}
function noteOf({ details: { note } }) {
    return note === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(note, LONGEST_NOTE);
}
/** Of a bash job nothing is known but its lock, or the name of its waiting file: `<arrival>.<major>.<minor>`. */
function bashTrace(text) {
    const version = /^\d+\.(\d+\.\d+)$/.exec(text)?.[1];
    return version === undefined ? 'a lock' : `waiting, ${version}`;
}
function label(job, version) {
    return version === '-' ? (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job) : `${(0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job)} (${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(version, 40)})`;
}
function isWanted(event, { hosts, job, project, sinceMs }) {
    const names = [event.job, event.owner].map((name) => (name ?? '').toLowerCase());
    return ((hosts === undefined || event.hosts.some((host) => hosts.includes(host))) &&
        (job === undefined || names.some((name) => name.includes(job.toLowerCase()))) &&
        (project === undefined || event.project === project) &&
        (sinceMs === undefined || event.atMs >= sinceMs));
}


/***/ }),

/***/ 954:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ac: () => (/* binding */ NO_SETTINGS),
/* harmony export */   p0: () => (/* binding */ resolveHost),
/* harmony export */   qF: () => (/* binding */ parseLabSettings)
/* harmony export */ });
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1916);
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1384);
/* harmony import */ var _values__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(535);
/** `giveway.json` in a pool: the lab's hosts, limits and defaults. */



const NO_SETTINGS = { hosts: undefined, limits: {}, defaults: {}, requireVersion: false };
/** Reads the file's text; undefined where there is none. A name that nobody knows is a problem: it would do nothing. */
function parseLabSettings(text) {
    if (text === undefined)
        return { settings: NO_SETTINGS };
    try {
        const json = JSON.parse(text);
        const fields = objectOf('giveway.json', json, ['hosts', 'limits', 'defaults', 'require-version']);
        const requireVersion = fields['require-version'] ?? false;
        if (typeof requireVersion !== 'boolean')
            throw new Problem('require-version: expected true or false');
        return {
            settings: {
                hosts: fields['hosts'] === undefined ? undefined : hostsOf(fields['hosts']),
                limits: timesOf('limits', fields['limits']),
                defaults: timesOf('defaults', fields['defaults']),
                requireVersion,
            },
        };
    }
    catch (error) {
        return { problem: `giveway.json can't be used: ${error.message}` };
    }
}
class Problem extends Error {
}
function objectOf(what, value, names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Problem(`${what}: expected an object`);
    }
    for (const name of Object.keys(value)) {
        if (names === undefined || names.includes(name))
            continue;
        throw new Problem(`${what}: ${JSON.stringify(name)} is unknown (nearest: ${(0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .kp)(name, names)})`);
    }
    return value;
}
/** A list of names, or an object of hosts by their names. */
function hostsOf(value) {
    const entries = Array.isArray(value)
        ? value.map((name) => [String(name), {}])
        : Object.entries(objectOf('hosts', value, undefined));
    const hosts = new Map();
    const used = new Set();
    for (const [name, host] of entries) {
        const { aliases = [], contact, note } = objectOf(name, host, ['aliases', 'contact', 'note']);
        if (!Array.isArray(aliases))
            throw new Problem(`${name}: aliases: expected a list`);
        const texts = aliases.map(String);
        for (const one of [name, ...texts]) {
            if (!(0,_protocol_host__WEBPACK_IMPORTED_MODULE_2__/* .isHostName */ .uy)(one))
                throw new Problem(`hosts: ${JSON.stringify(one)} is no host name`);
            if (used.has(one))
                throw new Problem(`hosts: ${one} is there twice`);
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
function textOf(host, key, value) {
    if (value === undefined)
        return {};
    if (typeof value !== 'string')
        throw new Problem(`${host}: ${key}: expected a text`);
    return { [key]: value };
}
function timesOf(what, value) {
    if (value === undefined)
        return {};
    const fields = objectOf(what, value, ['max-hold', 'grace', 'exempt-time', 'priority']);
    const duration = (name) => {
        const text = fields[name];
        if (text === undefined)
            return undefined;
        const parsed = typeof text === 'string' ? (0,_values__WEBPACK_IMPORTED_MODULE_1__/* .parseDuration */ .E9)(text) : { expected: 'a text such as "8h"' };
        if ('value' in parsed)
            return parsed.value;
        throw new Problem(`${what}: ${name}: expected ${parsed.expected}`);
    };
    const priority = fields['priority'];
    if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority) <= 1000)) {
        throw new Problem(`${what}: priority: expected a whole number from -1000 to 1000`);
    }
    const times = {
        maxHoldMs: duration('max-hold'),
        graceMs: duration('grace'),
        exemptMs: duration('exempt-time'),
        priority: priority,
    };
    return Object.fromEntries(Object.entries(times).filter(([, one]) => one !== undefined));
}
/** The host that a name or an alias stands for; where there is none, the nearest that there is. */
function resolveHost({ hosts }, name) {
    if (hosts === undefined || hosts.has(name))
        return { host: name };
    for (const [host, { aliases }] of hosts)
        if (aliases.includes(name))
            return { host };
    const names = [...hosts].flatMap(([host, { aliases }]) => [host, ...aliases]);
    return { nearest: names.length === 0 ? 'none' : (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .kp)(name, names) };
}


/***/ })

};
;