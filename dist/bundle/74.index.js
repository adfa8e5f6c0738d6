"use strict";
exports.id = 74;
exports.ids = [74];
exports.modules = {

/***/ 6852:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ beforeReleaseInputs),
/* harmony export */   h: () => (/* binding */ runBeforeRelease)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _actions_exec__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1260);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_4__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_5__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8438);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8118);
/* harmony import */ var _settings_values__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(535);









/** All post steps of a job together get five minutes once it was cancelled, and what comes after this needs some of them. */
const MOST_MS = 240_000;
/** How long it may take to end once it has been told to. */
const KILL_AFTER_MS = 2000;
/** How long something outside of its group may have its streams. */
const STREAMS_MS = 1000;
/** What the step's inputs say of it. */
function beforeReleaseInputs() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release');
    const limit = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release-timeout');
    const parsed = limit === '' ? { value: MOST_MS } : (0,_settings_values__WEBPACK_IMPORTED_MODULE_8__/* .parseDuration */ .E9)(limit);
    if ('value' in parsed)
        return { task: { text, limitMs: parsed.value }, problems: [] };
    const problem = { input: 'before-release-timeout', expected: parsed.expected, got: limit };
    return { task: { text, limitMs: MOST_MS }, problems: [problem] };
}
/**
 * Runs the user's command on a host that is about to be given back, such as one that powers it off. That it fails, or takes
 * too long, is reported and keeps no host. When this resolves nothing of it runs any more, for the host may be another
 * job's then. `env` is what the command gets, but for the key.
 */
async function runBeforeRelease({ text, limitMs }, { hosts, fencingToken }, { env, signal }) {
    if (text === '')
        return;
    const host = hosts.join(',');
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh(`before-release on ${host}`);
    try {
        const why = signal.aborted
            ? `was not run (${signal.reason.message})`
            : await runBounded(commandEnvironment(env, { host, fencingToken, text }), limitMs, signal);
        if (why !== undefined)
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release ${why}; ${host} is given back all the same`);
    }
    catch (error) {
        const why = error.message;
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release could not be run: ${why}; ${host} is given back all the same`);
    }
    finally {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4();
    }
}
/**
 * The text in a process group of its own, whose id goes to a file: the library that runs this can end nothing. What is left
 * of the group goes with the text's end.
 */
const WRAPPER = `set -m
bash -e -c "$GIVEWAY_BEFORE_RELEASE" &
echo "$!" >"$1.new" && mv -f "$1.new" "$1"
wait "$!"
status=$?
kill -KILL -- "-$!" 2>/dev/null
exit "$status"`;
/** What went wrong; undefined: nothing. */
async function runBounded(env, limitMs, signal) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_3__.tmpdir)(), 'giveway-'));
    const groupFile = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'group');
    const late = AbortSignal.timeout(limitMs);
    const ended = new AbortController();
    const options = { env, ignoreReturnCode: true, input: Buffer.alloc(0), delay: STREAMS_MS };
    try {
        const running = (0,_actions_exec__WEBPACK_IMPORTED_MODULE_1__/* .exec */ .m)('bash', ['-c', WRAPPER, 'giveway-before-release', groupFile], options);
        const stopping = endGroupOn(AbortSignal.any([signal, late]), groupFile, ended.signal);
        const code = await running.finally(() => ended.abort());
        const wasStopped = await stopping;
        if (!wasStopped)
            return code === 0 ? undefined : `failed with exit code ${code}`;
        return signal.aborted
            ? `was ended (${signal.reason.message})`
            : `was ended, for it took longer than ${(0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .exactDurationText */ .XO)(limitMs)}`;
    }
    finally {
        ended.abort();
        (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.rmSync)(folder, { recursive: true, force: true });
    }
}
/** Resolves with true once the group has been ended, with false if it ended by itself. */
async function endGroupOn(stop, groupFile, ended) {
    await aborted(AbortSignal.any([stop, ended]));
    let wasStopped = false;
    for (const name of ['SIGTERM', 'SIGKILL']) {
        // it may be just about to start
        while (!ended.aborted && !(0,node_fs__WEBPACK_IMPORTED_MODULE_2__.existsSync)(groupFile))
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_5__.setTimeout)(20);
        if (ended.aborted)
            break;
        wasStopped = true;
        signalGroup(Number((0,node_fs__WEBPACK_IMPORTED_MODULE_2__.readFileSync)(groupFile, 'utf8')), name);
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_5__.setTimeout)(KILL_AFTER_MS, undefined, { signal: ended }).catch(() => undefined);
    }
    return wasStopped;
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve();
        else
            signal.addEventListener('abort', () => resolve(), { once: true });
    });
}
function signalGroup(group, name) {
    try {
        process.kill(-group, name);
    }
    catch {
        // it has ended meanwhile
    }
}
function commandEnvironment(env, { host, fencingToken, text, }) {
    const secrets = _commands_session__WEBPACK_IMPORTED_MODULE_7__/* .SECRETS */ .cW;
    const own = {
        ...env,
        GIVEWAY_HOST: host,
        GIVEWAY_FENCING_TOKEN: String(fencingToken),
        GIVEWAY_BEFORE_RELEASE: text,
    };
    const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
    return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
}


/***/ }),

/***/ 2664:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ giveBackStep)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_release__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1391);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6852);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6295);




/** Gives a lease back in a step: first the user's command on the host, then the release, then the summary. */
async function giveBackStep({ session, given }, { isPost, ...options }) {
    let held;
    let result = { kind: 'not-held' };
    const { task, problems } = (0,_before_release__WEBPACK_IMPORTED_MODULE_2__/* .beforeReleaseInputs */ .A)();
    await (0,_commands_release__WEBPACK_IMPORTED_MODULE_1__/* .releaseCommand */ .P)(session, { given }, isPost ? [] : problems, {
        ...options,
        beforeRelease: async (found, signal) => {
            held = found;
            await (0,_before_release__WEBPACK_IMPORTED_MODULE_2__/* .runBeforeRelease */ .h)(task, found.lease, { env: session.env, signal });
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
    await (0,_summary__WEBPACK_IMPORTED_MODULE_3__/* .summarizeHeld */ .fn)({
        ...lease,
        waitedMs: file?.waitedMs,
        heldMs,
        told,
        jobStatus: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('job-status'),
    });
}


/***/ }),

/***/ 4318:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   QB: () => (/* binding */ ranOutputs),
/* harmony export */   sC: () => (/* binding */ scriptProblems),
/* harmony export */   yu: () => (/* binding */ reportRan)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7198);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4352);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6295);
/** How a run ended, as a step tells it. */




/** A workflow that leaves it out, or has a typing mistake in an expression there, would wait for a host and do nothing. */
function scriptProblems(text) {
    return text.trim() === ''
        ? [{ input: 'run', expected: 'the script that runs while the host is held', got: undefined }]
        : [];
}
/** As outputs: `quit` is always there, with who asked beside it. */
function ranOutputs({ quit, outcome, ...fields }) {
    const told = typeof quit === 'object' && quit !== null ? quit : {};
    const reason = outcome === 'lost' ? { reason: 'lost' } : {};
    return { outcome, ...fields, ...told, ...reason, quit: outcome === 'preempted' || outcome === 'lost' };
}
/** Fails the step in its own words, or says that it gave way; and writes the summary. */
async function reportRan(result, code) {
    if (result === undefined)
        return;
    const { outcome } = result;
    const text = endText(result);
    if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_1__/* .EXIT */ .d.done)
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(text);
    else if (outcome === 'preempted')
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .notice */ .lm(text, { title: 'Giving way' });
    if (outcome === 'not-acquired')
        await (0,_summary__WEBPACK_IMPORTED_MODULE_2__/* .summarizeNotAcquired */ .lp)('the host', text);
    else if ('host' in result)
        await (0,_summary__WEBPACK_IMPORTED_MODULE_2__/* .summarizeRan */ .DO)(result);
}
function endText({ outcome, exitCode, signal, quit, message, reason }) {
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
    return (0,_harmless__WEBPACK_IMPORTED_MODULE_3__/* .harmless */ .I)(text);
}


/***/ }),

/***/ 2074:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run),
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4331);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6852);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6535);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2664);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4318);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4874);











const STATE = 'run';
/** Holds a host while a script runs. */
async function run() {
    let script;
    try {
        await (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.run.inputs, async (step) => {
            const { session, given } = step;
            const { env } = session;
            const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('run', { trimWhitespace: false });
            const { task, problems } = (0,_before_release__WEBPACK_IMPORTED_MODULE_6__/* .beforeReleaseInputs */ .A)();
            const all = [...(0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .scriptProblems */ .sC)(text), ...problems, ...(0,_fork__WEBPACK_IMPORTED_MODULE_7__/* .forkProblems */ .N)(env, given)];
            let outcome;
            let state;
            const save = (more) => {
                state = { pool: '', id: '', ...state, ...more };
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, state);
            };
            script = writeScript(env, text);
            const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
            try {
                const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_4__/* .runCommand */ .d)(session, { given }, all, command, {
                    onRequest: save,
                    onStart: (folder) => save({ folder }),
                    onResult: (result) => {
                        outcome = result;
                        (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .setOutputs */ .n0)((0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .ranOutputs */ .QB)(result));
                    },
                    beforeRelease: (lease, signal) => (0,_before_release__WEBPACK_IMPORTED_MODULE_6__/* .runBeforeRelease */ .h)(task, lease, { env, signal }),
                });
                await (0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .reportRan */ .yu)(outcome, code);
            }
            finally {
                // nothing for the post
                if (!step.hasLeftBehind())
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, '');
            }
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
/** What a main that was killed has left, or one that could not reach the pool any more. */
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
        // once there was a command, the take had been answered
        await (0,_give_back__WEBPACK_IMPORTED_MODULE_8__/* .giveBackStep */ .l)({ ...step, given }, { isPost: true, mayComeLate: folder === undefined });
    }, { isPost: true, result: () => undefined });
}


/***/ }),

/***/ 5286:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qy: () => (/* binding */ LOST_JSON),
/* harmony export */   cD: () => (/* binding */ quitJson),
/* harmony export */   f8: () => (/* binding */ writeWhole),
/* harmony export */   h8: () => (/* binding */ writeQuitFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/** The file that tells a job, as soon as it is so, that it must leave. */


/** What a job is told at a quit request; `check-quit` answers the same. */
function quitJson({ byVersion, byJob, graceUntilMs }) {
    return {
        reason: 'preempted',
        byVersion: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(byVersion),
        byJob: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(byJob),
        graceUntil: new Date(graceUntilMs).toISOString(),
    };
}
const LOST_JSON = { reason: 'lost' };
/** Appears at once and whole. It is a notice and no more, so that a full disk only costs the file. */
function writeQuitFile({ say }, path, value) {
    try {
        writeWhole(path, value);
    }
    catch (error) {
        say.line(`warning: can't write the quit file: ${error.message}`);
    }
}
function writeWhole(path, value) {
    const temporary = `${path}.${process.pid}.tmp`;
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(temporary, `${JSON.stringify(value)}\n`);
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(temporary, path);
}


/***/ }),

/***/ 1391:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ releaseCommand)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5436);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8276);
/* harmony import */ var _lease_hold_while__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4681);
/* harmony import */ var _lease_release__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8495);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7428);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4261);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8438);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(8118);












/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems, { beforeRelease, onReleased, ...options } = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_7__/* .COMMANDS */ .L.release.inputs, { given, env });
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .ownLease */ .XC)(session, read.values, [...problems, ...read.problems], {
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
    const result = await (0,_session__WEBPACK_IMPORTED_MODULE_11__/* .withPool */ .Le)(session, { ...read.values, pool: own.pool }, async (context) => {
        const bounded = { ...context, signal };
        if (beforeRelease !== undefined) {
            const held = await findHeld(bounded, own);
            if (held !== undefined) {
                await (0,_lease_hold_while__WEBPACK_IMPORTED_MODULE_2__/* .holdWhile */ .d)(context, held.lease, (until) => beforeRelease(held, until));
            }
        }
        return (0,_lease_release__WEBPACK_IMPORTED_MODULE_3__/* .release */ ._)(bounded, whose, options);
    }).finally(end);
    if (own.file !== undefined)
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_9__/* .removeLeaseFiles */ .Ky)(own.folder, own.file, read.values['lease-file']);
    onReleased?.(result);
    return reportReleased(session, result);
}
/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context, own) {
    const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context);
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .findLease */ .G0)(snapshot, own);
    if (lease === undefined)
        return undefined;
    const records = lease.hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_6__/* .liveRecord */ .sy)(snapshot, host, lease.id));
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
            say.line(`gave ${result.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_8__/* .durationText */ .S5)(result.heldMs)}`);
            session.result({ released: true, heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_11__/* .seconds */ .YA)(result.heldMs) });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
        case 'not-held':
            say.line('nothing to give back');
            session.result({ released: false, reason: 'not-held' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
            session.result({ released: false, reason: 'lost' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.lost;
    }
}


/***/ }),

/***/ 4331:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ runCommand)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1467);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8690);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(4395);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6104);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7428);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(850);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2782);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6620);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8438);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4203);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(6940);




















const MAX_GUARD_MS = 10_000;
/** `giveway run`: holds a host while a command runs. */
async function runCommand(session, { given }, problems, command, hooks = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_7__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_11__/* .COMMANDS */ .L.run.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_13__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_13__/* .requestedJob */ .mJ)(env, aliased, true);
    const resultFile = inputs['result-file'];
    (0,_usage__WEBPACK_IMPORTED_MODULE_17__/* .failOn */ .K)(problems, aliased.problems, jobProblems, resultFileProblems(resultFile), (0,_lease_file__WEBPACK_IMPORTED_MODULE_14__/* .folderProblems */ .VG)({ input: 'TMPDIR', folder: (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)() }));
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    const mode = inputs.mode ?? 'force';
    let scratch;
    let waitedMs = 0;
    const tellResult = (outcome) => {
        writeResult(session, resultFile, outcome);
        hooks.onResult?.(outcome);
    };
    try {
        const result = await (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .withPool */ .Le)(session, inputs, (context) => (0,_lease_run__WEBPACK_IMPORTED_MODULE_3__/* .run */ .e)(context, request, {
            waitTimeoutMs: inputs['wait-timeout'],
            quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
            onAcquired: (acquired) => {
                waitedMs = acquired.waitedMs;
                say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_9__/* .acquiredText */ .E)(acquired));
            },
            onQuit: (told) => {
                if (scratch !== undefined)
                    (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .writeQuitFile */ .h8)(session, quitFile(scratch), (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .quitJson */ .cD)(told));
            },
            start: (lease) => {
                scratch = makeScratch();
                hooks.onStart?.(scratch);
                const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
                return startCommand(session, lease, { scratch, command, quitSignal });
            },
            beforeRelease: hooks.beforeRelease,
        }));
        tellResult(resultJson(result, waitedMs));
        if (result.kind === 'not-run') {
            say.line((0,_acquire__WEBPACK_IMPORTED_MODULE_8__/* .notAcquiredText */ .bt)(result.acquire));
            return (0,_acquire__WEBPACK_IMPORTED_MODULE_8__/* .notAcquiredExit */ .eB)(result.acquire, request.ifBusy);
        }
        return reportRan(session, result, mode);
    }
    catch (error) {
        tellResult(failureJson(error));
        throw error;
    }
    finally {
        if (scratch !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(scratch, { recursive: true, force: true });
    }
}
function makeScratch() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'giveway-'));
    }
    catch (error) {
        throw new _lease_file__WEBPACK_IMPORTED_MODULE_14__/* .LeaseFileError */ .th(`can't make a folder in ${(0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)()}: ${error.message}`, {
            cause: error,
        });
    }
}
function startCommand(session, lease, { scratch, command, quitSignal }) {
    const leaseFile = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(scratch, 'lease.json');
    (0,_lease_file__WEBPACK_IMPORTED_MODULE_14__/* .writeLeaseFile */ .MT)(leaseFile, { ...lease, acquiredAt: new Date().toISOString() });
    const env = {
        ...session.env,
        GIVEWAY_POOL: lease.pool,
        GIVEWAY_HOST: lease.hosts.join(','),
        GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
        GIVEWAY_LEASE_FILE: leaseFile,
        GIVEWAY_QUIT_FILE: quitFile(scratch),
    };
    for (const name of _session__WEBPACK_IMPORTED_MODULE_16__/* .SECRETS */ .cW)
        Reflect.deleteProperty(env, name);
    const child = (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .startChild */ .v)({
        command,
        env,
        quitSignal,
        folder: scratch,
        guardMs: Math.min(MAX_GUARD_MS, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .lockDelayMs */ .vv)(lease.ttlMs)),
        killMs: (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .commandDeadlines */ .Xe)(lease.ttlMs).killMs,
        onError: (message) => session.say.line(message),
    });
    session.interrupts.onFurther((name) => child.signal(name));
    return child;
}
function quitFile(scratch) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(scratch, 'quit');
}
function reportRan({ say }, result, mode) {
    const { because, exit, released } = result;
    if (released?.kind === 'released')
        say.line(`gave ${released.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_12__/* .durationText */ .S5)(released.heldMs)}`);
    switch (because) {
        case 'ended':
            if (released?.kind === 'lost') {
                say.line('the lease was lost while the command ended: the host may have been another job’s');
                return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
            }
            return (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .exitCodeOf */ .F)(exit);
        case 'interrupted':
            return (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .exitCodeOf */ .F)(exit);
        case 'preempted':
            say.line(`gave way (${mode})`);
            return mode === 'force' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.quitForced : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease was lost, and the command was stopped');
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
    }
}
/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path) {
    if (path === undefined)
        return [];
    try {
        const isFile = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false })?.isFile() ?? true;
        if (!isFile)
            return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(path, '', { flag: 'wx' });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path);
        return [];
    }
    catch (error) {
        const expected = `a file that can be written (${error.code ?? 'unknown'})`;
        return [{ input: '--result-file', expected, got: path }];
    }
}
function writeResult({ say }, path, result) {
    if (path === undefined)
        return;
    try {
        (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .writeWhole */ .f8)(path, result);
    }
    catch (error) {
        say.line(`warning: can't write the result file: ${error.message}`);
    }
}
/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error) {
    if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_3__/* .Interrupted */ .j)
        return { outcome: 'interrupted', signal: error.signalName };
    const message = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_19__/* .oneLine */ .T)(error instanceof Error ? error.message : String(error), 1000);
    return { outcome: (0,_pool_pool__WEBPACK_IMPORTED_MODULE_4__/* .isPoolError */ .XG)(error) ? 'pool-unavailable' : 'fault', message };
}
function resultJson(result, waitedMs) {
    if (result.kind === 'not-run')
        return { outcome: 'not-acquired', ...(0,_waiting_json__WEBPACK_IMPORTED_MODULE_18__/* .waitingJson */ .y)(result.acquire) };
    const { because, exit, lease, told, released } = result;
    return {
        outcome: because,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .seconds */ .YA)(waitedMs),
        exitCode: exit.code,
        signal: exit.signal,
        ...(told === undefined ? {} : { quit: (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .quitJson */ .cD)(told) }),
        released: released?.kind === 'released',
        ...(released?.kind === 'released' ? { heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .seconds */ .YA)(released.heldMs) } : {}),
    };
}


/***/ })

};
;