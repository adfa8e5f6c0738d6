"use strict";
exports.id = 627;
exports.ids = [627];
exports.modules = {

/***/ 3911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ saveAcquireState),
/* harmony export */   m: () => (/* binding */ acquireState)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
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

/***/ 9627:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   acquire: () => (/* binding */ acquire)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_acquire__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(850);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8118);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4575);
/* harmony import */ var _acquire_state__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3911);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6852);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6535);
/* harmony import */ var _keeper_process__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2297);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6295);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4874);










/** Waits for a host, and leaves a keeper that beats for it between the steps of the job. */
async function acquire() {
    const worker = (0,_keeper_process__WEBPACK_IMPORTED_MODULE_7__/* .workerProcess */ .gX)();
    let isAcquired = false;
    const result = (value) => {
        isAcquired = value.acquired === true;
        (0,_workflow__WEBPACK_IMPORTED_MODULE_9__/* .setOutputs */ .n0)(value);
    };
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_9__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_3__/* .COMMANDS */ .L.acquire.inputs, async (step) => {
        const { session, given } = step;
        const isAdoption = (given.get('lease')?.[0] ?? session.env['GIVEWAY_LEASE'] ?? '') !== '';
        let state;
        const save = (more) => {
            state = { pool: '', id: '', isOver: false, isAdoption, ...state, ...more };
            (0,_acquire_state__WEBPACK_IMPORTED_MODULE_4__/* .saveAcquireState */ .f)(state);
        };
        const problems = [
            ...(0,_fork__WEBPACK_IMPORTED_MODULE_6__/* .forkProblems */ .N)(session.env, given),
            ...(0,_workflow__WEBPACK_IMPORTED_MODULE_9__/* .yesNoInput */ .PL)('keep').problems,
            ...(0,_before_release__WEBPACK_IMPORTED_MODULE_5__/* .beforeReleaseInputs */ .A)().problems,
        ];
        try {
            const code = await (0,_commands_acquire__WEBPACK_IMPORTED_MODULE_1__/* .acquireCommand */ .EB)(session, { given }, problems, {
                keeper: true,
                onRequest: save,
                onLease: (lease, [leaseFile = '']) => {
                    const files = {
                        logFile: beside(leaseFile, 'keeper.log'),
                        quitFile: beside(leaseFile, 'quit.json'),
                    };
                    save({ lease, ...files });
                    save({ keeper: startFor(step, { pool: lease.pool, leaseFile, ...files }, worker) });
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_HOST', lease.hosts.join(','));
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_FENCING_TOKEN', lease.fencingToken);
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_LEASE_FILE', leaseFile);
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_QUIT_FILE', files.quitFile);
                },
            });
            if (isAcquired)
                return;
            await (0,_summary__WEBPACK_IMPORTED_MODULE_8__/* .summarizeNotAcquired */ .lp)(given.get('host')?.join(' and ') ?? 'the lease', step.lastLine());
            step.endWith(code);
        }
        finally {
            if (state !== undefined && !step.hasLeftBehind())
                save({ isOver: true });
        }
    }, { result });
}
/** The inputs that a keeper needs as well: the way to the pool, and how the lease lives. */
const FOR_KEEPER = [
    'private-key-file',
    'known-hosts',
    'jump',
    'allow-nfs',
    'ttl',
    'heartbeat',
    'lease-ttl',
];
function startFor({ session, given }, { pool, leaseFile, logFile, quitFile }, worker) {
    const { env } = session;
    const own = new Map([
        ...[...given].filter(([name]) => FOR_KEEPER.some((one) => one === name)),
        // whatever else the environment names
        ['pool', [pool]],
        ['lease-file', [leaseFile]],
        ['quit-file', [quitFile]],
    ]);
    const secrets = Object.fromEntries(_commands_session__WEBPACK_IMPORTED_MODULE_2__/* .SECRETS */ .cW.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
    return (0,_keeper_process__WEBPACK_IMPORTED_MODULE_7__/* .startKeeper */ .FA)({ given: [...own], secrets, worker }, { env, logFile });
}
function beside(leaseFile, what) {
    return leaseFile.replace(/lease\.json$/, what);
}


/***/ }),

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

/***/ 2297:
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
 * the runner ends it at the end of the job. Throws where there can be no process.
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
        child.on('error', () => undefined);
        if (child.pid === undefined)
            throw new Error(`no process could be started for ${process.execPath}`);
        // that it ended at once shows in its log, and by the lease, which ends with its ttl
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(JSON.stringify(task));
        child.unref();
        return processId(child.pid);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.closeSync)(log);
    }
}
/**
 * The process that runs this step's job, if it can be watched from here. To be asked for as the step begins: who has lost
 * it meanwhile would take its heir for it.
 */
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


/***/ })

};
;