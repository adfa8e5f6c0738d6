"use strict";
exports.id = 560;
exports.ids = [560];
exports.modules = {

/***/ 4560:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   acquirePost: () => (/* binding */ acquirePost)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _commands_acquire__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1228);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(981);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5096);
/* harmony import */ var _acquire_state__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2633);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1194);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2078);
/* harmony import */ var _keeper_process__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(823);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3048);










/** How long the keeper may take for its orderly end. */
const KEEPER_MS = 6000;
/** Takes away whatever this job has on the pool, however it ended, unless it leaves its lease to a later job. */
async function acquirePost() {
    const state = (0,_acquire_state__WEBPACK_IMPORTED_MODULE_5__/* .acquireState */ .m)();
    if (state === undefined)
        return;
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_3__/* .COMMANDS */ .L.acquire.inputs, async (step) => {
        const given = new Map([...step.given, ['pool', [state.pool]], ['lease', [state.id]]]);
        if (isLeftToLaterJob(state))
            await leaveToLaterJob({ ...step, given }, state);
        else
            await giveBack({ ...step, given }, state);
    }, { isPost: true, result: () => undefined });
    for (const file of [state.logFile, state.quitFile])
        if (file !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(file, { force: true });
}
/** A run that was cancelled has no later job. */
function isLeftToLaterJob({ lease }) {
    return lease !== undefined && (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .isSwitchedOn */ .JG)('keep') && _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('job-status') !== 'cancelled';
}
async function giveBack(step, state) {
    const { keeper } = state;
    const wasKept = keeper === undefined || (0,_keeper_process__WEBPACK_IMPORTED_MODULE_7__/* .isRunning */ .W_)(keeper);
    try {
        const result = await (0,_give_back__WEBPACK_IMPORTED_MODULE_6__/* .giveBackStep */ .l)(step);
        if (result === 'lost' || (result === 'released' && !wasKept))
            showLog(state);
    }
    finally {
        // an orderly end would let a lease live on that could not be given back; so it expires
        if (keeper !== undefined)
            (0,_keeper_process__WEBPACK_IMPORTED_MODULE_7__/* .killProcess */ .ix)(keeper);
    }
}
/** From here on the lease lives by itself, until a later job takes it over or gives it back. */
async function leaveToLaterJob({ session, given }, state) {
    if (state.keeper !== undefined)
        await (0,_keeper_process__WEBPACK_IMPORTED_MODULE_7__/* .stopProcess */ .g0)(state.keeper, KEEPER_MS);
    // once more, for a keeper that had ended before could not do it
    const code = await (0,_commands_acquire__WEBPACK_IMPORTED_MODULE_2__/* .acquireCommand */ .EB)(session, { given }, []);
    if (code === _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done)
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq(`giveway: left to a later job of this run: lease ${state.id}`);
    else
        showLog(state);
}
function showLog({ logFile }) {
    if (logFile === undefined)
        return;
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh('what the keeper said');
    try {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq((0,_harmless__WEBPACK_IMPORTED_MODULE_9__/* .harmless */ .I)((0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(logFile, 'utf8').slice(-20_000)));
    }
    catch (error) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq(`no log: ${error.message}`);
    }
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4();
}


/***/ }),

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