"use strict";
exports.id = 413;
exports.ids = [413];
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

/***/ 8413:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  statusCommand: () => (/* binding */ statusCommand)
});

// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/status.ts
var protocol_status = __webpack_require__(5144);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/lab-settings.ts
var lab_settings = __webpack_require__(954);
// EXTERNAL MODULE: ./src/commands/fit-to-lab.ts
var fit_to_lab = __webpack_require__(1969);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/every-change.ts
var every_change = __webpack_require__(9054);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
;// CONCATENATED MODULE: ./src/commands/status-text.ts


const HEADERS = ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'];
const STATE = 1;
const HOLDER = 2;
const WAITING = 5;
const GAP = '  ';
const LONGEST_VERSION = 12;
const LEAST_ROOM = { holder: 12, waiting: 24 };
/** The table that `status` prints, without a newline at its end; below it, what is wrong with broken records. */
function statusTable(status, { nowMs, colours, columns = 100 }) {
    if (status.hosts.length === 0)
        return 'Nobody has used this pool yet.';
    const linesFor = (room) => [
        HEADERS,
        ...status.hosts.map((host) => rowOf(host, nowMs, room)),
    ];
    const room = roomIn(columns, widthsOf(linesFor({ holder: Infinity, waiting: Infinity })));
    const lines = linesFor(room);
    const widths = widthsOf(lines);
    const table = lines.map((cells, line) => cells
        .map((cell, column) => {
        const padding = column === WAITING ? '' : ' '.repeat((widths[column] ?? 0) - (0,one_line/* lengthOf */.Y)(cell));
        return (colours ? painted(cell, colourOf(column, status.hosts[line - 1])) : cell) + padding;
    })
        .join(GAP)
        .trimEnd());
    const problems = status.hosts.flatMap(({ host, problem }) => problem === undefined ? [] : [`${host}: ${problem}`]);
    return [...table, ...problems].join('\n');
}
function rowOf(host, nowMs, room) {
    const { holder } = host;
    return [
        host.host,
        stateText(host, nowMs),
        holder === null ? '-' : (0,one_line/* oneLine */.T)(holderText(holder), room.holder),
        holder?.version ? (0,one_line/* oneLine */.T)(holder.version, LONGEST_VERSION) : '-',
        sinceText(holder, nowMs),
        waitingText(host, room.waiting),
    ];
}
/** `nightly-4.21: installing` */
function holderText({ job, note }) {
    return note === undefined ? job : `${job}: ${note}`;
}
function widthsOf(lines) {
    return HEADERS.map((_, column) => Math.max(...lines.map((cells) => (0,one_line/* lengthOf */.Y)(cells[column] ?? ''))));
}
/** What the other columns leave, shared out: neither gets more than it can use while the other lacks it. */
function roomIn(columns, natural) {
    const [holder = 0, waiting = 0] = [natural[HOLDER], natural[WAITING]];
    const all = natural.reduce((sum, width) => sum + width, GAP.length * (natural.length - 1));
    const left = columns - (all - holder - waiting);
    const half = Math.min(Math.floor(left / 2), left - LEAST_ROOM.waiting);
    const forHolder = Math.min(holder, Math.max(LEAST_ROOM.holder, half, left - waiting));
    return { holder: forHolder, waiting: Math.max(LEAST_ROOM.waiting, left - forHolder) };
}
const COLOURS = {
    free: '32',
    held: '33',
    settling: '33',
    quitting: '35',
    expired: '31',
    resting: '36',
    'on-hold': '34',
    broken: '31',
};
/** The headers have no host. */
function colourOf(column, host) {
    if (host === undefined)
        return '1';
    return column === STATE ? COLOURS[host.state] : undefined;
}
function painted(cell, colour) {
    return colour === undefined ? cell : `\u001b[${colour}m${cell}\u001b[0m`;
}
/** With the time that is left, where it ends by itself. */
function stateText({ state, holder, restsUntilMs }, nowMs) {
    if (holder?.told !== undefined && state === 'quitting') {
        const { overdue, graceUntilMs } = holder.told;
        return overdue ? 'quitting (overdue)' : `quitting ${(0,duration_text/* durationText */.S5)(graceUntilMs - nowMs)}`;
    }
    if (holder?.unaware === true)
        return `${state} (unaware)`;
    if (restsUntilMs !== undefined)
        return `${state} ${(0,duration_text/* durationText */.S5)(restsUntilMs - nowMs)}`;
    return state;
}
function sinceText(holder, nowMs) {
    const { sinceMs = null } = holder ?? {};
    return sinceMs === null ? '-' : `${(0,duration_text/* clockText */.Yi)(sinceMs, nowMs)} (${(0,duration_text/* durationText */.S5)(nowMs - sinceMs)})`;
}
/** `4.22 my-job (asked), +2`: of the first waiter its job's name is cut, and nothing else. */
function waitingText({ waiting, holder }, width) {
    const [first, ...others] = waiting.filter(({ alive }) => alive);
    const dead = waiting.filter(({ alive }) => !alive).length;
    const deadText = dead === 0 ? '' : `${dead} dead`;
    if (first === undefined)
        return deadText === '' ? '-' : deadText;
    const version = (0,one_line/* oneLine */.T)(first.version, LONGEST_VERSION);
    const behind = [
        // one that may not make the holder leave has asked in vain; of a bash job nobody knows
        first.asks && (first.preempts || holder?.legacy === true) ? ' (asked)' : '',
        others.length === 0 ? '' : `, +${others.length}`,
        deadText === '' ? '' : `, ${deadText}`,
    ].join('');
    const room = Math.max(4, width - (0,one_line/* lengthOf */.Y)(version) - 1 - (0,one_line/* lengthOf */.Y)(behind));
    return `${version} ${(0,one_line/* oneLine */.T)(first.job, room)}${behind}`;
}
/** What `status --json` prints: one line, without a newline at its end. */
function statusJson(status, pool) {
    return JSON.stringify({ pool, now: (0,duration_text/* isoText */.t_)(status.nowMs), hosts: status.hosts.map(hostJson) });
}
function hostJson({ host, state, holder, restsUntilMs, problem, waiting }) {
    return {
        host,
        state,
        holder: holder === null ? null : holderJson(holder),
        ...(restsUntilMs === undefined ? {} : { restsUntil: (0,duration_text/* isoText */.t_)(restsUntilMs) }),
        ...(problem === undefined ? {} : { problem }),
        waiting: waiting.map(waiterJson),
    };
}
function holderJson({ sinceMs, endsAtMs, lastSignMs, told, ...holder }) {
    const { job, url, version, fencingToken, legacy, ...more } = holder;
    return {
        job,
        url,
        version,
        since: orNull(sinceMs),
        fencingToken,
        legacy,
        endsAt: orNull(endsAtMs),
        lastSign: orNull(lastSignMs),
        ...more,
        ...(told === undefined ? {} : { told: toldJson(told) }),
    };
}
function toldJson({ graceUntilMs, overdue, ...told }) {
    return { ...told, graceUntil: (0,duration_text/* isoText */.t_)(graceUntilMs), overdue };
}
function waiterJson({ sinceMs, job, id, owner, url, version, position, ...more }) {
    return { job, id, owner, url, version, since: (0,duration_text/* isoText */.t_)(sinceMs), position, ...more };
}
function orNull(epochMs) {
    return epochMs === null ? null : (0,duration_text/* isoText */.t_)(epochMs);
}

// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
;// CONCATENATED MODULE: ./src/commands/status.ts













/** `giveway status`: who holds what, and who waits. */
async function statusCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.status.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['pool'], read);
    (0,usage/* failOn */.K)(problems, inputProblems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], { values: inputs, problems: inputProblems }));
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const snapshot = await (0,flow/* look */.Op)(context, (0,flow/* patience */._L)(context));
        show(session, context, snapshot, inputs);
        if (inputs.watch === true) {
            return (0,every_change/* onEveryChange */.Z)(session, context, snapshot, (next) => show(session, context, next, inputs));
        }
        return inputs.check === true ? check(session, snapshot, inputs) : exit_codes/* EXIT */.d.done;
    });
}
function show(session, { pool }, snapshot, inputs) {
    const status = statusIn(session, snapshot, inputs);
    if (inputs.json === true) {
        session.print(`${statusJson(status, pool.name)}\n`);
        return;
    }
    const clear = inputs.watch === true && session.isTerminal ? '\u001b[H\u001b[2J' : '';
    const colours = session.isTerminal && session.env['NO_COLOR'] === undefined;
    session.print(`${clear}${statusTable(status, { nowMs: status.nowMs, colours })}\n`);
}
/** Of the hosts that were asked for, by name or alias, or of all: those of the lab's settings as well, idle or not. */
function statusIn(session, snapshot, { host }) {
    const lab = (0,fit_to_lab/* labSettings */.b)(session, snapshot);
    if (host === undefined)
        return (0,protocol_status/* statusOf */.c2)(snapshot, undefined, [...(lab.hosts?.keys() ?? [])]);
    const names = (0,protocol_host/* hostsOf */.PP)(host).map((name) => {
        const found = (0,lab_settings/* resolveHost */.p0)(lab, name);
        return 'host' in found ? found.host : name;
    });
    return (0,protocol_status/* statusOf */.c2)(snapshot, names);
}
function check(session, snapshot, inputs) {
    const { say } = session;
    const status = statusIn(session, snapshot, inputs);
    const maxHeldMs = inputs['max-held'];
    const found = (0,protocol_status/* statusProblems */.zg)(status, maxHeldMs === undefined ? {} : { maxHeldMs });
    for (const problem of found)
        say.line(problem);
    return found.length > 0 ? exit_codes/* EXIT */.d.needsAttention : exit_codes/* EXIT */.d.done;
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