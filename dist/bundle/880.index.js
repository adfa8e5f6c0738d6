"use strict";
exports.id = 880;
exports.ids = [880];
exports.modules = {

/***/ 2134:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ beforeReleaseInputs),
/* harmony export */   h: () => (/* binding */ runBeforeRelease)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _actions_exec__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7980);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_4__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_5__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2716);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7756);
/* harmony import */ var _settings_values__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3957);









/** All post steps of a job together get five minutes once it was cancelled, and what comes after this needs some of them. */
const MOST_MS = 240_000;
/** How long it may take to end once it has been told to. */
const KILL_AFTER_MS = 2000;
/** How long something outside of its group may have its streams. */
const STREAMS_MS = 1000;
/** What the step's inputs say of it. */
function beforeReleaseInputs() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release', { trimWhitespace: false });
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
async function runBeforeRelease(task, { hosts, fencingToken }, { env, signal }) {
    if (task.text.trim() === '')
        return;
    const host = hosts.join(',');
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh(`before-release on ${host}`);
    try {
        const why = signal.aborted
            ? `was not run (${signal.reason.message})`
            : await runBounded(task, commandEnvironment(env, host, fencingToken), signal);
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
 * Runs the text in a process group of its own, whose id goes to a file: the library that runs this can end nothing. What is
 * left of the group goes with the text's end.
 */
const WRAPPER = `set -m
bash --noprofile --norc -e "$1/script.sh" &
set +m
echo "$!" >"$1/group.new" && mv -f "$1/group.new" "$1/group"
wait "$!"
status=$?
kill -KILL -- "-$!" 2>/dev/null
exit "$status"
`;
/** What went wrong; undefined: nothing. */
async function runBounded({ text, limitMs }, env, signal) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_3__.tmpdir)(), 'giveway-'));
    const wrapper = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'before-release.sh');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.writeFileSync)(wrapper, WRAPPER, { mode: 0o600 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'script.sh'), `${text}\n`, { mode: 0o600 });
    const groupFile = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'group');
    const late = AbortSignal.timeout(limitMs);
    const ended = new AbortController();
    const options = { env, ignoreReturnCode: true, input: Buffer.alloc(0), delay: STREAMS_MS };
    try {
        const running = (0,_actions_exec__WEBPACK_IMPORTED_MODULE_1__/* .exec */ .m)('bash', [wrapper, folder], options);
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
function commandEnvironment(env, host, token) {
    const secrets = _commands_session__WEBPACK_IMPORTED_MODULE_7__/* .SECRETS */ .cW;
    const own = { ...env, GIVEWAY_HOST: host, GIVEWAY_FENCING_TOKEN: String(token) };
    const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
    return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
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
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2134);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2193);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1194);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1615);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(3048);











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

/***/ 8921:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ releaseCommand)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2486);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4238);
/* harmony import */ var _lease_hold_while__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2231);
/* harmony import */ var _lease_release__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(169);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4426);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1395);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(981);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(5187);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2716);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8497);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5751);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(7756);













/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems, { beforeRelease, onReleased, ...options } = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_7__/* .COMMANDS */ .L.release.inputs, { given, env });
    const inputs = read.values;
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .ownLease */ .XC)(session, inputs, [...problems, ...read.problems], {
        mayBeGone: true,
        mayLackPool: true,
    });
    if (own.pool === undefined) {
        say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
        return reportReleased(session, { kind: 'not-held' });
    }
    const id = own.file?.id ?? own.id;
    const whose = id === undefined ? { owner: own.owner, attempt: own.attempt } : { id };
    const holdMs = inputs['if-failed'];
    const isHold = holdMs !== undefined && inputs['job-status'] === 'failed';
    const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
    const result = await (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const bounded = { ...context, signal };
        if (beforeRelease !== undefined) {
            const held = await findHeld(bounded, own);
            if (held !== undefined) {
                await (0,_lease_hold_while__WEBPACK_IMPORTED_MODULE_2__/* .holdWhile */ .d)(context, held.lease, (until) => beforeRelease(held, until));
            }
        }
        const kept = isHold ? await holdForOwner(bounded, own, holdMs) : undefined;
        if (kept !== undefined)
            return { kind: 'kept', hosts: kept };
        return (0,_lease_release__WEBPACK_IMPORTED_MODULE_3__/* .release */ ._)(bounded, whose, options);
    }).finally(end);
    if (result.kind === 'kept')
        return reportHeld(session, result.hosts, holdMs ?? 0);
    const ticket = own.file !== undefined && result.kind === 'released' && result.hasTicket;
    const resumeFile = ticket ? (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .keepForResume */ .WM)(own.folder, own.file) : undefined;
    if (own.file !== undefined)
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .removeLeaseFiles */ .Ky)(own.folder, own.file, inputs['lease-file']);
    onReleased?.(result);
    return reportReleased(session, result, resumeFile);
}
/** Keeps the host for its owner to look at; undefined where it is not this job's any more. */
async function holdForOwner(context, own, holdMs) {
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .findLease */ .G0)(await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context), own);
    if (lease === undefined)
        return undefined;
    const living = { keeper: false, ttlMs: holdMs, kind: 'hold', note: 'kept after a failure' };
    const { kind } = await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_8__/* .changeLiving */ .I)(context, lease, living);
    return kind === 'changed' ? lease.hosts : undefined;
}
function reportHeld({ say, result }, hosts, holdMs) {
    const until = Date.now() + holdMs;
    const host = hosts.join(',');
    say.line(`the job has failed: ${host} stays on hold until ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_9__/* .clockText */ .Yi)(until, Date.now())}; giveway unhold or release ends that`);
    result({ released: false, reason: 'on-hold', host, until: new Date(until).toISOString() });
    return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
}
/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context, own) {
    const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context);
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .findLease */ .G0)(snapshot, own);
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
function reportReleased(session, result, resumeFile) {
    const { say } = session;
    switch (result.kind) {
        case 'released':
            say.line(`gave ${result.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_9__/* .durationText */ .S5)(result.heldMs)}`);
            session.result({
                released: true,
                heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .seconds */ .YA)(result.heldMs),
                ...(resumeFile === undefined ? {} : { resumeFile }),
            });
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


/***/ })

};
;