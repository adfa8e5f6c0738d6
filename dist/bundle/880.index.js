"use strict";
exports.id = 880;
exports.ids = [880];
exports.modules = {

/***/ 2134:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ runBeforeRelease)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _actions_exec__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7980);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7756);



/** All post steps of a job together get five minutes, and what comes after this needs some of them. */
const MOST_S = 240;
const KILL_AFTER_S = 5;
/** The exit code of `timeout` for a command that took too long. */
const TOO_LONG = [124, 137];
/**
 * Runs the user's command on a host that is about to be given back, such as one that powers it off. That it fails, or takes
 * too long, is reported and keeps no host. The command's text is the workflow's own; `env` has no key in it.
 */
async function runBeforeRelease(text, { hosts, fencingToken }, { env, signal }) {
    if (text === '')
        return;
    const host = hosts.join(',');
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh(`before-release on ${host}`);
    try {
        // the library that runs it can't end it
        const bounded = ['-k', String(KILL_AFTER_S), String(MOST_S), 'bash', '-e', '-c', text];
        const code = await Promise.race([
            (0,_actions_exec__WEBPACK_IMPORTED_MODULE_1__/* .exec */ .m)('timeout', bounded, { env: environmentFor(env, host, fencingToken), ignoreReturnCode: true }),
            interrupted(signal),
        ]);
        if (code === 0)
            return;
        const why = code === 'interrupted'
            ? 'was interrupted'
            : TOO_LONG.includes(code)
                ? `took longer than ${MOST_S / 60} minutes`
                : `failed with exit code ${code}`;
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release ${why}; ${host} is given back all the same`);
    }
    catch (error) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release could not run: ${error.message}; ${host} is given back all the same`);
    }
    finally {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4();
    }
}
function environmentFor(env, host, token) {
    const secrets = _commands_session__WEBPACK_IMPORTED_MODULE_2__/* .SECRETS */ .cW;
    const own = { ...env, GIVEWAY_HOST: host, GIVEWAY_FENCING_TOKEN: String(token) };
    const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
    return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
}
function interrupted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve('interrupted');
        signal.addEventListener('abort', () => resolve('interrupted'), { once: true });
    });
}


/***/ }),

/***/ 2193:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ forkProblems)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);

/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
function forkProblems(env, given) {
    const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
    const hasKey = given.has('private-key-file') || Boolean(env['GIVEWAY_PRIVATE_KEY'] ?? env['SSH_AUTH_SOCK']);
    if (!pool.startsWith('ssh://') || hasKey || !isOfFork(env))
        return [];
    const expected = 'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
    return [{ input: 'private-key', expected, got: '' }];
}
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

/***/ 1194:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ giveBackStep)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _commands_release__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8921);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2134);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1325);




/** Gives a lease back in a step: first the user's command on the host, then the release, then the summary. */
async function giveBackStep({ session, given }) {
    let held;
    let result = { kind: 'not-held' };
    await (0,_commands_release__WEBPACK_IMPORTED_MODULE_1__/* .releaseCommand */ .P)(session, { given }, [], {
        beforeRelease: async (found, signal) => {
            held = found;
            await (0,_before_release__WEBPACK_IMPORTED_MODULE_2__/* .runBeforeRelease */ .A)(_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release'), found.lease, { env: session.env, signal });
        },
        onReleased: (released) => (result = released),
    });
    await summarize(held, result);
    return result.kind;
}
async function summarize(held, result) {
    if (held === undefined || result.kind !== 'released')
        return;
    const { lease, file, told } = held;
    const { heldMs } = result;
    await (0,_summary__WEBPACK_IMPORTED_MODULE_3__/* .summarizeHeld */ .f)({
        ...lease,
        waitedMs: file?.waitedMs,
        heldMs,
        told,
        jobStatus: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('job-status'),
    });
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

/***/ 1615:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ ranOutputs),
/* harmony export */   c: () => (/* binding */ ranFailure)
/* harmony export */ });
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2078);

/** As outputs: `quit` is always there, with who asked beside it. */
function ranOutputs({ quit, outcome, ...fields }) {
    const told = typeof quit === 'object' && quit !== null ? quit : {};
    const reason = outcome === 'lost' ? { reason: 'lost' } : {};
    return { outcome, ...fields, ...told, ...reason, quit: outcome === 'preempted' || outcome === 'lost' };
}
/** In a sentence, for a step that fails for it. */
function ranFailure({ outcome, exitCode, signal, quit, message, reason }) {
    const { byJob, byVersion } = (quit ?? {});
    const text = {
        ended: typeof signal === 'string'
            ? `the command was ended by ${signal}`
            : `the command ended with exit code ${String(exitCode)}`,
        preempted: `the job gave way to ${byJob ?? 'another'} (${byVersion ?? 'newer'})`,
        lost: 'the lease was lost: the host may have been used by another job meanwhile',
        interrupted: 'the job was interrupted',
        'not-acquired': `no host: ${String(reason)}`,
        'pool-unavailable': String(message),
        fault: String(message),
    }[outcome];
    return (0,_harmless__WEBPACK_IMPORTED_MODULE_0__/* .harmless */ .I)(text);
}


/***/ }),

/***/ 9880:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run),
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7501);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(981);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5096);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2134);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2193);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1194);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1615);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(3048);












const STATE = 'run';
/** Holds a host while a script runs. */
async function run() {
    let script;
    try {
        await (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.run.inputs, async (step) => {
            const { session, given } = step;
            const { env } = session;
            let failure = '';
            let state = { pool: '', id: '' };
            const save = (more) => _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, (state = { ...state, ...more }));
            script = writeScript(env, _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('run'));
            const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
            const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_4__/* .runCommand */ .d)(session, { given }, (0,_fork__WEBPACK_IMPORTED_MODULE_8__/* .forkProblems */ .N)(env, given), command, {
                onRequest: save,
                onStart: (folder) => save({ folder }),
                onResult: (outcome) => {
                    (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .setOutputs */ .n0)((0,_ran__WEBPACK_IMPORTED_MODULE_11__/* .ranOutputs */ .Q)(outcome));
                    failure = (0,_ran__WEBPACK_IMPORTED_MODULE_11__/* .ranFailure */ .c)(outcome);
                },
                beforeRelease: (lease, signal) => (0,_before_release__WEBPACK_IMPORTED_MODULE_7__/* .runBeforeRelease */ .A)(_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release'), lease, { env, signal }),
            });
            if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done)
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(failure);
        });
    }
    finally {
        if (script !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(script), { recursive: true, force: true });
    }
}
/** In a file, as the platform's own `run` has it: a text of many lines is no argument. */
function writeScript(env, text) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(env['RUNNER_TEMP'] ?? '.', 'giveway-run-'));
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'script.sh');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(file, `${text}\n`, { mode: 0o700 });
    return file;
}
/** The guard of a run that was killed ends its command within so long. */
const GUARD_MS = 20_000;
/** What a main that was killed has left. */
async function runPost() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getState */ .Gu(STATE);
    if (text === '')
        return;
    const { pool, id, folder } = JSON.parse(text);
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.release.inputs, async (step) => {
        const deadline = performance.now() + GUARD_MS;
        while (folder !== undefined && (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(folder) && performance.now() < deadline)
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(100);
        const given = new Map([...step.given, ['pool', [pool]], ['lease', [id]]]);
        await (0,_give_back__WEBPACK_IMPORTED_MODULE_9__/* .giveBackStep */ .l)({ ...step, given });
    }, { isPost: true, result: () => undefined });
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

/***/ 8921:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ releaseCommand)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2486);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4238);
/* harmony import */ var _lease_release__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(169);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4426);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1395);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(981);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2716);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8497);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5751);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7756);











/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems, { beforeRelease, onReleased } = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_4__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_6__/* .COMMANDS */ .L.release.inputs, { given, env });
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_9__/* .ownLease */ .XC)(session, read.values, [...problems, ...read.problems], {
        mayBeGone: true,
        mayLackPool: true,
    });
    if (own.pool === undefined) {
        say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
        return reportReleased(session, { kind: 'not-held' });
    }
    const id = own.file?.id ?? own.id;
    const whose = id === undefined ? { owner: own.owner, attempt: own.attempt } : { id };
    const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
    const result = await (0,_session__WEBPACK_IMPORTED_MODULE_10__/* .withPool */ .Le)(session, { ...read.values, pool: own.pool }, async (context) => {
        const bounded = { ...context, signal };
        if (beforeRelease !== undefined) {
            const held = await findHeld(bounded, own);
            if (held !== undefined)
                await beforeRelease(held, session.interrupts.signal);
        }
        return (0,_lease_release__WEBPACK_IMPORTED_MODULE_2__/* .release */ ._)(bounded, whose);
    }).finally(end);
    if (own.file !== undefined)
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_8__/* .removeLeaseFiles */ .Ky)(own.folder, own.file, read.values['lease-file']);
    onReleased?.(result);
    return reportReleased(session, result);
}
/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context, own) {
    const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context);
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_9__/* .findLease */ .G0)(snapshot, own);
    if (lease === undefined)
        return undefined;
    const records = lease.hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_5__/* .liveRecord */ .sy)(snapshot, host, lease.id));
    if (records.includes(undefined))
        return undefined;
    const told = records.find((record) => record?.details.told !== undefined)?.details.told;
    return { lease, file: own.file, told };
}
/** Aborts some time after another signal; `end` ends the wait. */
function delayed(signal, ms) {
    const controller = new AbortController();
    let timer;
    const onAbort = () => {
        timer = _lease_clock__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m.after(ms, () => controller.abort(signal.reason));
    };
    if (signal.aborted)
        onAbort();
    else
        signal.addEventListener('abort', onAbort, { once: true });
    return {
        signal: controller.signal,
        end: () => {
            signal.removeEventListener('abort', onAbort);
            timer?.cancel();
        },
    };
}
function reportReleased(session, result) {
    const { say } = session;
    switch (result.kind) {
        case 'released':
            say.line(`gave ${result.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_7__/* .durationText */ .S5)(result.heldMs)}`);
            session.result({ released: true, heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_10__/* .seconds */ .YA)(result.heldMs) });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__/* .EXIT */ .d.done;
        case 'not-held':
            say.line('nothing to give back');
            session.result({ released: false, reason: 'not-held' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
            session.result({ released: false, reason: 'lost' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__/* .EXIT */ .d.lost;
    }
}


/***/ })

};
;