"use strict";
exports.id = 145;
exports.ids = [145];
exports.modules = {

/***/ 2633:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ saveAcquireState),
/* harmony export */   m: () => (/* binding */ acquireState)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/** What acquire's post step must know, saved as soon as it is known. */

const NAME = 'acquire';
function saveAcquireState(state) {
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(NAME, state);
}
/** Undefined: the step ended before there could be anything of it on the pool. */
function acquireState() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getState */ .Gu(NAME);
    return text === '' ? undefined : JSON.parse(text);
}


/***/ }),

/***/ 2078:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ harmless),
/* harmony export */   g: () => (/* binding */ summaryText)
/* harmony export */ });
/**
 * Text of other jobs in this job's log, which the runner reads for commands: `::…` at the start of a line, and the older
 * `##[…` anywhere in one. Lines keep their ends; no other control character gets through.
 */
function harmless(text) {
    return text
        .split('\n')
        .map((line) => line
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
        .replace(/##\[/g, '# #[')
        .replace(/^(\s*):(?=:)/, '$1: '))
        .join('\n');
}
/** Text of other jobs in a summary: whatever could be markup, of Markdown or of HTML, is there by its number. */
function summaryText(text) {
    return harmless(text).replace(/[^A-Za-z0-9 .,-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}


/***/ }),

/***/ 823:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FA: () => (/* binding */ startKeeper),
/* harmony export */   W_: () => (/* binding */ isRunning),
/* harmony export */   g0: () => (/* binding */ stopProcess),
/* harmony export */   gX: () => (/* binding */ workerProcess),
/* harmony export */   ix: () => (/* binding */ killProcess)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_3__);
/** The process that beats between the steps of a job: started by acquire, bound to the job. */




/**
 * Starts it apart from this step: the step does not wait for it, nor for its streams. It keeps RUNNER_TRACKING_ID, by which
 * the runner ends it at the end of the job.
 */
function startKeeper(task, { env, logFile }) {
    const log = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.openSync)(logFile, 'a', 0o600);
    try {
        const own = Object.fromEntries(Object.entries(env).filter(([name]) => !(name in task.secrets)));
        const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(process.argv[1] ?? ''), 'keeper.js')], {
            detached: true,
            stdio: ['pipe', log, log],
            env: own,
        });
        // that it could not start shows by the quiet of its log, and by the lease, which ends with its ttl
        child.on('error', () => undefined);
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(JSON.stringify(task));
        child.unref();
        return processId(child.pid ?? 0);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(log);
    }
}
/** The process that runs this step's job, if it can be watched from here. */
function workerProcess() {
    return process.ppid > 1 ? processId(process.ppid) : undefined;
}
function processId(pid) {
    return { pid, startedAt: startTime(pid) };
}
function isRunning({ pid, startedAt }) {
    if (startedAt !== undefined)
        return startTime(pid) === startedAt;
    try {
        process.kill(pid, 0);
        return true;
    }
    catch {
        return false;
    }
}
/** Ends a keeper whose lease is not to live on. */
function killProcess(id) {
    if (isRunning(id))
        signalProcess(id, 'SIGKILL');
}
/** Asks it to make an orderly end, and waits for that; kills it when its time is over. */
async function stopProcess(id, withinMs) {
    const deadline = performance.now() + withinMs;
    if (isRunning(id))
        signalProcess(id, 'SIGTERM');
    while (isRunning(id)) {
        if (performance.now() > deadline) {
            signalProcess(id, 'SIGKILL');
            return;
        }
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(20);
    }
}
function signalProcess({ pid }, name) {
    try {
        process.kill(pid, name);
    }
    catch {
        // it has ended meanwhile
    }
}
/** The 22nd field; the name before may hold blanks and brackets. A zombie has ended. Undefined: no such process. */
function startTime(pid) {
    try {
        const fields = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
        return fields[0] === 'Z' ? undefined : fields[19];
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 1325:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ summarizeHeld),
/* harmony export */   l: () => (/* binding */ summarizeNotAcquired)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2716);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4409);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2078);




/** A table in the job's summary: what was held, for how long, and who asked for it. */
async function summarizeHeld(summary) {
    const { hosts, version, waitedMs, heldMs, told, jobStatus } = summary;
    const waited = waitedMs === undefined ? '-' : (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(waitedMs);
    const asked = told === undefined ? 'nobody' : `${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(told.byJob)} (${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(told.byVersion)})`;
    await addTable([
        ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Job'],
        [hosts.join(', '), version, waited, (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(heldMs), asked, jobStatus || '-'],
    ]);
}
/** The same for a job that got no host. */
async function summarizeNotAcquired(host, why) {
    await addTable([
        ['Host', 'Not acquired'],
        [host, why],
    ]);
}
/** The summary may be missing or full: what it tells is in the log too. */
async function addTable([head = [], ...rows]) {
    const cell = (text) => (0,_harmless__WEBPACK_IMPORTED_MODULE_3__/* .summaryText */ .g)((0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(text, 300));
    try {
        await _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .summary */ .z
            .addHeading('Giveway', 3)
            .addTable([
            head.map((data) => ({ data, header: true })),
            ...rows.map((row) => row.map((text) => ({ data: cell(text) }))),
        ])
            .write();
    }
    catch (error) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq(`giveway: no summary could be written: ${error.message}`);
    }
}


/***/ }),

/***/ 3048:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JG: () => (/* binding */ isSwitchedOn),
/* harmony export */   eg: () => (/* binding */ runStep),
/* harmony export */   n0: () => (/* binding */ setOutputs)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _commands_interrupts__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2006);
/* harmony import */ var _commands_describe_error__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8236);
/* harmony import */ var _commands_say__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1630);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7756);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4426);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2078);
/** Between an action's step and the commands: inputs in; outputs, annotations and a failed step out. */








/**
 * Runs the body of an action's step. The inputs named are read as if they were flags; an empty one is not given, for a
 * workflow can't leave one out. What the body throws fails the step, or in a post step is a warning: a job must not fail
 * for its clean-up.
 */
async function runStep(inputs, body, { isPost = false, result } = {}) {
    const env = stepEnvironment();
    const interrupts = (0,_commands_interrupts__WEBPACK_IMPORTED_MODULE_1__/* .catchInterrupts */ ._)(env);
    let last = '';
    const write = (text) => {
        last = text.trim().replace(/^giveway: /, '');
        process.stdout.write((0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)(text));
    };
    const say = (0,_commands_say__WEBPACK_IMPORTED_MODULE_3__/* .sayTo */ .B)({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
    const session = {
        env,
        result: result ?? setOutputs,
        print: write,
        say,
        interrupts,
        isTerminal: false,
        unread: new AbortController().signal,
    };
    try {
        await body({
            session,
            given: givenInputs(inputs),
            lastLine: () => last,
            endWith: (code) => {
                if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done)
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1((0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)(last));
            },
        });
    }
    catch (error) {
        const text = (0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)((0,_commands_describe_error__WEBPACK_IMPORTED_MODULE_2__/* .describeError */ .U)(error).lines.map(withoutDashes).join('\n'));
        if (isPost)
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(text, { title: 'Giveway' });
        else
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(text);
    }
    finally {
        say.done();
        interrupts.end();
    }
}
/** An action's input has the flag's name without dashes. */
function withoutDashes(text) {
    return text.replace(/^--(?=[a-z])/, '');
}
/** The environment without the step's inputs, which hold the key; what is secret of them goes by its own name. */
function stepEnvironment() {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INPUT_')));
    const named = {
        GIVEWAY_PRIVATE_KEY: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('private-key', { trimWhitespace: false }),
        GIVEWAY_PASSPHRASE: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('passphrase', { trimWhitespace: false }),
        GIVEWAY_MATRIX: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('matrix'),
    };
    for (const [name, value] of Object.entries(named))
        if (value.trim() !== '')
            env[name] = value;
    for (const name of _commands_session__WEBPACK_IMPORTED_MODULE_4__/* .SECRETS */ .cW)
        mask(env[name] ?? '');
    return env;
}
/** The platform masks a secret as a whole; a log or an error may show a line of it. */
function mask(secret) {
    for (const line of secret.split(/\r?\n/))
        if (line.trim() !== '')
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setSecret */ .Pq(line.trim());
}
function givenInputs(names) {
    return new Map(names.flatMap((name) => {
        const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name);
        if (text === '')
            return [];
        return [[name, (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .isRepeated */ .B5)(name) ? text.split(/\s+/) : [text]]];
    }));
}
/** An input that is yes or no; empty is no. */
function isSwitchedOn(name) {
    return _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name) !== '' && _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getBooleanInput */ .Vt(name);
}
/** The fields of a result as outputs, in kebab-case; what is no text is JSON. */
function setOutputs(value) {
    for (const [name, field] of Object.entries(value)) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH(outputName(name), typeof field === 'string' ? field : JSON.stringify(field));
    }
}
function outputName(field) {
    if (field === 'leaseId')
        return 'lease';
    return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}


/***/ }),

/***/ 1228:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EB: () => (/* binding */ acquireCommand),
/* harmony export */   bt: () => (/* binding */ notAcquiredText),
/* harmony export */   eB: () => (/* binding */ notAcquiredExit)
/* harmony export */ });
/* harmony import */ var _lease_acquire__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5884);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5187);
/* harmony import */ var _lease_leave__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3543);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8570);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1714);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(981);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4426);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1944);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5868);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8497);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5751);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(7756);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(9603);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(6702);















/** `giveway acquire`: waits for a host and leaves a lease file for later steps; or takes over what an earlier job left. */
async function acquireCommand(session, { given }, problems, hooks = { keeper: false }) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_7__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.acquire.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const folder = inputs['state-dir'] ?? (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_3__/* .stateDir */ .P)(env);
    const unwritable = (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .folderProblems */ .VG)({ input: '--state-dir', folder });
    if (inputs.lease !== undefined) {
        const named = { ...inputs, 'lease-file': undefined, lease: inputs.lease };
        return adopt(session, named, [...problems, ...aliased.problems, ...unwritable], hooks);
    }
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .requestedJob */ .mJ)(env, aliased, hooks.keeper);
    (0,_usage__WEBPACK_IMPORTED_MODULE_13__/* .failOn */ .K)(problems, aliased.problems, jobProblems, unwritable);
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    return (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, inputs, async (context) => {
        const result = await (0,_lease_acquire__WEBPACK_IMPORTED_MODULE_0__/* .acquire */ .X)(context, request, { waitTimeoutMs: inputs['wait-timeout'] });
        if (result.kind !== 'acquired')
            return reportNotAcquired(session, result, request.ifBusy);
        const lease = { ...result.lease, acquiredAt: new Date().toISOString(), waitedMs: result.waitedMs };
        const leaseFile = await leaveFiles(context, folder, lease, hooks);
        say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .acquiredText */ .E)(result));
        const previous = (0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .previousJson */ .U)(result);
        session.result({ ...leaseJson(lease, leaseFile), ...(previous === undefined ? {} : { previous }) });
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    });
}
/** Makes a lease that an earlier job of the run kept this job's. */
async function adopt(session, inputs, problems, hooks) {
    const { heartbeat: heartbeatMs = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.heartbeatMs, ttl = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.ttlMs } = inputs;
    const ttlMs = hooks.keeper ? ttl : (inputs['lease-ttl'] ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.leaseTtlMs);
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .ownLease */ .XC)(session, inputs, [...problems, ...(0,_job__WEBPACK_IMPORTED_MODULE_9__/* .heartbeatInputProblems */ .fZ)({ heartbeatMs, ttlMs })]);
    hooks.onRequest?.({ pool: own.pool ?? '', id: inputs.lease });
    return (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const found = await (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .resolveLease */ .dZ)(context, own);
        const living = { keeper: hooks.keeper, ttlMs, heartbeatMs };
        const changed = found === undefined ? undefined : await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_1__/* .changeLiving */ .I)(context, found, living);
        if (changed?.kind !== 'changed') {
            session.say.line(`there is no lease ${inputs.lease} any more: it was given back, or lost`);
            session.result({ acquired: false, reason: 'lost' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
        }
        const lease = { ...changed.lease, acquiredAt: acquiredAtOf(changed.lease) };
        const leaseFile = await leaveFiles(context, own.folder, lease, hooks);
        session.say.line(`took over ${lease.hosts.join(', ')} from an earlier job`);
        session.result(leaseJson({ ...lease, waitedMs: 0 }, leaseFile));
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    });
}
/** Writes the lease files; whoever can't, or was told to stop meanwhile, gives the hosts back: later steps could not. */
async function leaveFiles(context, folder, lease, { onLease }) {
    try {
        const paths = (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .writeLeaseFiles */ .tg)(folder, lease);
        context.signal.throwIfAborted();
        onLease?.(lease, paths);
        return paths[0] ?? '';
    }
    catch (error) {
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .removeLeaseFiles */ .Ky)(folder, lease);
        await (0,_lease_leave__WEBPACK_IMPORTED_MODULE_2__/* .abandon */ .e9)(context, lease.id, {});
        throw error;
    }
}
/** When the host was taken: a token is the time of its take, in microseconds, unless the clock had been ahead. */
function acquiredAtOf({ fencingToken }) {
    return new Date(Math.floor(fencingToken / 1000)).toISOString();
}
function leaseJson(lease, leaseFile) {
    return {
        acquired: true,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .seconds */ .YA)(lease.waitedMs),
        acquiredAt: lease.acquiredAt,
        leaseFile,
    };
}
/** Says why there is no host; the exit code. */
function reportNotAcquired(session, result, ifBusy) {
    session.result((0,_waiting_json__WEBPACK_IMPORTED_MODULE_14__/* .waitingJson */ .y)(result));
    session.say.line(notAcquiredText(result));
    return notAcquiredExit(result, ifBusy);
}
function notAcquiredText(result) {
    if (result.kind === 'superseded')
        return 'a later process of this same job has taken over its place';
    return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}
function notAcquiredExit(result, ifBusy) {
    if (result.kind === 'superseded')
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
    return result.reason === 'busy' && ifBusy === 'skip' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.notAcquired;
}


/***/ }),

/***/ 1944:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ acquiredText),
/* harmony export */   U: () => (/* binding */ previousJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4409);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2716);


/** That there is a host, and what became of the job before where it did not give it back. */
function acquiredText({ lease, waitedMs, previous }) {
    const after = waitedMs < 1000 ? '' : ` after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(waitedMs)}`;
    const whose = previous?.endedBy === 'expired' ? `; the lease of ${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(previous.job)} had expired` : '';
    return `acquired ${lease.hosts.join(', ')} for ${lease.version}${after}${whose}`;
}
/** Who had the host, and how that ended. */
function previousJson({ previous }) {
    return previous === undefined ? undefined : { job: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(previous.job), endedBy: previous.endedBy };
}


/***/ }),

/***/ 6702:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ waitingJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4409);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6547);


/** The result of an acquire that got nothing: who holds, and who was ahead. */
function waitingJson(result) {
    if (result.kind === 'superseded')
        return { acquired: false, reason: 'superseded' };
    const { reason, report } = result;
    const holders = (report?.hosts ?? []).flatMap(({ host, availability }) => {
        switch (availability.state) {
            case 'held':
            case 'resting': {
                const { details, owner, version, token } = availability.holder;
                const job = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(details.job ?? owner);
                const since = new Date(Math.floor(token / 1000)).toISOString();
                const url = details.url === undefined ? {} : { url: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(details.url) };
                return [{ host, job, ...url, version: version.text, since, legacy: false }];
            }
            case 'bash':
                return [{ host, job: 'a bash job', legacy: true }];
            case 'free':
            case 'broken':
                return [];
        }
    });
    const ahead = (report?.ahead ?? []).map(({ waiter, rule }) => ({
        job: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)((0,_protocol_quit__WEBPACK_IMPORTED_MODULE_0__/* .jobName */ .dZ)(waiter)),
        version: waiter.version.text,
        rule,
    }));
    return { acquired: false, reason, holder: holders[0], holders, ahead };
}


/***/ }),

/***/ 5187:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ changeLiving),
/* harmony export */   a: () => (/* binding */ keep)
/* harmony export */ });
/* harmony import */ var _protocol_given_back__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2531);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1395);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2486);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4238);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(899);
/* harmony import */ var _release__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(169);
/** Handing a lease to a process that beats for it, and leaving it without one. */






/** Makes a lease live another way from now on. Doing it twice is doing it once, but for a new sign of life. */
async function changeLiving(context, lease, living) {
    const { id, hosts } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .patience */ ._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(context));
        const records = hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_0__/* .liveRecord */ .sy)(snapshot, host, id));
        const details = records[0]?.details;
        if (details === undefined || records.includes(undefined)) {
            return { kind: (0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_5__/* .isGivenBack */ .H)(snapshot, id, hosts) ? 'released' : 'lost' };
        }
        const sentAtMs = context.clock.now();
        const verb = {
            verb: 'keep',
            id,
            hosts,
            ttlMs: living.ttlMs,
            keeper: living.keeper,
            details: detailsOf(details, living),
        };
        const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .advance */ .np)(context, snapshot, { hosts, verbs: [verb] }, failing);
        next = step.next;
        // of unknown outcome: the same again, for it does no harm twice
        if (step.result === undefined || step.result === 'unknown')
            continue;
        const { keeper, ttlMs, heartbeatMs = lease.heartbeatMs } = living;
        return { kind: 'changed', sentAtMs, lease: { ...lease, keeper, ttlMs, heartbeatMs } };
    }
}
function detailsOf(details, { keeper, heartbeatMs }) {
    return { ...details, keeper, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) };
}
/** How long the last act may take once the signal has come: whoever sent it kills soon. */
const LAST_ACT_MS = 4000;
/**
 * Beats for a lease that is there already, until it is given back or lost, or until the signal; then makes an orderly end.
 * It changes nothing but this lease.
 */
async function keep(context, lease, keeping) {
    const { signal } = context;
    const { ttlMs, heartbeatMs } = keeping;
    try {
        const changed = await changeLiving(context, lease, { keeper: true, ttlMs, heartbeatMs });
        if (changed.kind === 'released')
            return changed;
        if (changed.kind === 'lost')
            return { kind: 'lost', how: 'taken' };
        keeping.onKept(changed.lease);
        const how = await (0,_hold__WEBPACK_IMPORTED_MODULE_3__/* .hold */ ._)(context, changed.lease, {
            onQuit: keeping.onQuit,
            onBeat: () => undefined,
            sinceMs: changed.sentAtMs,
            ...(keeping.everyMs === undefined ? {} : { everyMs: keeping.everyMs }),
        });
        return how === 'released' ? { kind: 'released' } : { kind: 'lost', how };
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        return { kind: 'ended', left: await endOrderly(context, lease, keeping) };
    }
}
async function endOrderly(context, lease, { onEnd }) {
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_1__/* .deadlineSignal */ .R)(context.clock, LAST_ACT_MS, late);
    const last = { ...context, signal };
    try {
        if (onEnd.kind === 'release') {
            const { kind } = await (0,_release__WEBPACK_IMPORTED_MODULE_4__/* .release */ ._)(last, { id: lease.id });
            return kind === 'lost' ? 'lost' : 'released';
        }
        const { kind } = await changeLiving(last, lease, { keeper: false, ttlMs: onEnd.leaseTtlMs });
        return kind === 'changed' ? 'kept' : kind;
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .asError */ .zR)(error) });
        return 'unknown';
    }
    finally {
        cancel();
    }
}


/***/ })

};
;