"use strict";
exports.id = 127;
exports.ids = [127];
exports.modules = {

/***/ 6535:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ forkProblems)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);


/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
function forkProblems(env, given) {
    const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
    if (!pool.startsWith('ssh://') || hasKey(env, given) || !isOfFork(env))
        return [];
    const expected = 'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
    return [{ input: 'private-key', expected, got: '' }];
}
/** Anything that a login could be tried with; a workflow's empty text is none. */
function hasKey(env, given) {
    const named = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PRIVATE_KEY_FILE', 'SSH_AUTH_SOCK'];
    const home = env['HOME'];
    return (given.has('private-key-file') ||
        named.some((name) => (env[name] ?? '').trim() !== '') ||
        (home !== undefined && USUAL_KEYS.some((name) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(home, '.ssh', name)))));
}
/** A runner of one's own may have one. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa', 'config'];
function isOfFork(env) {
    const path = env['GITHUB_EVENT_PATH'];
    // `pull_request_target` gets the secrets
    if (path === undefined || env['GITHUB_EVENT_NAME'] !== 'pull_request')
        return false;
    try {
        const { pull_request: pull } = JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8'));
        // a fork that was deleted has no repository any more
        return pull !== undefined && pull.head?.repo?.full_name !== env['GITHUB_REPOSITORY'];
    }
    catch {
        return false;
    }
}


/***/ }),

/***/ 4352:
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

/***/ 6295:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DO: () => (/* binding */ summarizeRan),
/* harmony export */   fn: () => (/* binding */ summarizeHeld),
/* harmony export */   lp: () => (/* binding */ summarizeNotAcquired)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8438);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4395);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4352);




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
/** The same of a step that held a host while a script ran. */
async function summarizeRan({ outcome, quit, ...fields }) {
    const { byJob, byVersion } = (quit ?? {});
    const duration = (field) => (typeof field === 'number' ? (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(field * 1000) : '-');
    await addTable([
        ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Outcome'],
        [
            String(fields['host']),
            String(fields['version']),
            duration(fields['waitedSeconds']),
            duration(fields['heldSeconds']),
            byJob === undefined ? 'nobody' : `${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(byJob)} (${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(byVersion ?? '')})`,
            outcome,
        ],
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

/***/ 4874:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PL: () => (/* binding */ yesNoInput),
/* harmony export */   eg: () => (/* binding */ runStep),
/* harmony export */   n0: () => (/* binding */ setOutputs)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_interrupts__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5912);
/* harmony import */ var _commands_describe_error__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6958);
/* harmony import */ var _commands_say__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8156);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8118);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7428);
/* harmony import */ var _settings_values__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(535);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4352);
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
        process.stdout.write((0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)(text));
    };
    let hasLeftBehind = false;
    const lines = (0,_commands_say__WEBPACK_IMPORTED_MODULE_3__/* .sayTo */ .B)({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
    const say = {
        ...lines,
        event: (event) => {
            hasLeftBehind ||= event.type === 'left-behind';
            lines.event(event);
        },
    };
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
            hasLeftBehind: () => hasLeftBehind,
            endWith: (code) => {
                if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done)
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1((0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)(last));
            },
        });
    }
    catch (error) {
        const text = (0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)((0,_commands_describe_error__WEBPACK_IMPORTED_MODULE_2__/* .describeError */ .U)(error).lines.map(withoutDashes).join('\n'));
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
/** An input of the action's own that is yes or no; empty is no, and so is what is neither. */
function yesNoInput(name) {
    const got = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name);
    const parsed = got === '' ? { value: false } : (0,_settings_values__WEBPACK_IMPORTED_MODULE_7__/* .parseYesNo */ ._O)(got);
    if ('value' in parsed)
        return { value: parsed.value, problems: [] };
    return { value: false, problems: [{ input: name, expected: parsed.expected, got }] };
}
/** The fields of a result as outputs, in kebab-case; what is no text is JSON, and nothing is empty. */
function setOutputs(value) {
    for (const [name, field] of Object.entries(value)) {
        const text = typeof field === 'string' ? field : JSON.stringify(field);
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH(outputName(name), field === null || field === undefined ? '' : text);
    }
}
function outputName(field) {
    if (field === 'leaseId')
        return 'lease';
    return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}


/***/ }),

/***/ 850:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EB: () => (/* binding */ acquireCommand),
/* harmony export */   bt: () => (/* binding */ notAcquiredText),
/* harmony export */   eB: () => (/* binding */ notAcquiredExit)
/* harmony export */ });
/* harmony import */ var _lease_acquire__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9790);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3169);
/* harmony import */ var _lease_leave__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2329);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8492);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6104);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7428);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2782);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(6940);















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

/***/ 2782:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ acquiredText),
/* harmony export */   U: () => (/* binding */ previousJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);


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

/***/ 6940:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ waitingJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6209);


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

/***/ 3169:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ changeLiving),
/* harmony export */   a: () => (/* binding */ keep)
/* harmony export */ });
/* harmony import */ var _protocol_given_back__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4537);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6104);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5436);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8276);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6657);
/* harmony import */ var _release__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8495);
/** Handing a lease to a process that beats for it, and leaving it without one. */







/** Makes a lease live another way from now on. Doing it twice is doing it once, but for a new sign of life. */
async function changeLiving(context, lease, living) {
    const { id, hosts } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .patience */ ._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .look */ .Op)(context));
        const records = hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_0__/* .liveRecord */ .sy)(snapshot, host, id));
        const details = records[0]?.details;
        if (details === undefined || records.includes(undefined)) {
            return { kind: (0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_6__/* .isGivenBack */ .H)(snapshot, id, hosts) ? 'released' : 'lost' };
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
        const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .advance */ .np)(context, snapshot, { hosts, verbs: [verb] }, failing);
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
    const overdue = alarm(context.clock, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .commandDeadlines */ .Xe)(ttlMs).terminateMs, () => keeping.onOverdue?.());
    try {
        const changed = await changeLiving(context, lease, { keeper: true, ttlMs, heartbeatMs });
        if (changed.kind === 'released')
            return changed;
        if (changed.kind === 'lost')
            return { kind: 'lost', how: 'taken' };
        overdue.set(changed.sentAtMs);
        keeping.onKept(changed.lease);
        const how = await (0,_hold__WEBPACK_IMPORTED_MODULE_4__/* .hold */ ._)(context, changed.lease, {
            onQuit: keeping.onQuit,
            onBeat: overdue.set,
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
    finally {
        overdue.cancel();
    }
}
/** Calls back so long after the time that it was last set to; a call to the pool that hangs does not hold it up. */
function alarm(clock, afterMs, callback) {
    let timer;
    const cancel = () => timer?.cancel();
    const set = (fromMs) => {
        cancel();
        timer = clock.after(Math.max(0, fromMs + afterMs - clock.now()), callback);
    };
    return { set, cancel };
}
async function endOrderly(context, lease, { onEnd }) {
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_2__/* .deadlineSignal */ .R)(context.clock, LAST_ACT_MS, late);
    const last = { ...context, signal };
    try {
        if (onEnd.kind === 'release') {
            const { kind } = await (0,_release__WEBPACK_IMPORTED_MODULE_5__/* .release */ ._)(last, { id: lease.id });
            return kind === 'lost' ? 'lost' : 'released';
        }
        const { kind } = await changeLiving(last, lease, { keeper: false, ttlMs: onEnd.leaseTtlMs });
        return kind === 'changed' ? 'kept' : kind;
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .asError */ .zR)(error) });
        return 'unknown';
    }
    finally {
        cancel();
    }
}


/***/ })

};
;