"use strict";
exports.id = 918;
exports.ids = [918];
exports.modules = {

/***/ 3436:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  acquirePost: () => (/* binding */ acquirePost)
});

// EXTERNAL MODULE: ./node_modules/@actions/core/lib/core.js + 7 modules
var core = __webpack_require__(3838);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./src/lease/keep.ts
var keep = __webpack_require__(3169);
// EXTERNAL MODULE: ./src/platform/state-dir.ts
var state_dir = __webpack_require__(8492);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var timing = __webpack_require__(6104);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/commands/lease-file.ts
var lease_file = __webpack_require__(4203);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
;// CONCATENATED MODULE: ./src/commands/leave-lease.ts









/** Leaves a lease of this job to a later one, which names it by its id: it lives on by itself, and has no file here. */
async function leaveLease(session, { given }, lease) {
    const { env, say } = session;
    const { values: inputs, problems } = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.acquire.inputs, { given, env });
    (0,usage/* failOn */.K)(problems);
    const ttlMs = inputs['lease-ttl'] ?? timing/* DEFAULTS */.zY.leaseTtlMs;
    const { kind } = await (0,commands_session/* withPool */.Le)(session, { ...inputs, pool: lease.pool }, (context) => (0,keep/* changeLiving */.I)(context, lease, { keeper: false, ttlMs }));
    (0,lease_file/* removeLeaseFiles */.Ky)(inputs['state-dir'] ?? (0,state_dir/* stateDir */.P)(env), lease);
    const host = lease.hosts.join(', ');
    switch (kind) {
        case 'changed':
            say.line(`${host} is left to a later job of this run, for ${(0,duration_text/* durationText */.S5)(ttlMs)}: lease ${lease.id}`);
            break;
        case 'released':
            say.line('nothing is left to a later job: the host was given back');
            break;
        case 'lost':
            say.line('nothing is left to a later job: the lease is lost, and the host is, or was, another job’s');
            break;
    }
    return kind;
}

// EXTERNAL MODULE: ./src/platform/process-id.ts
var process_id = __webpack_require__(2642);
// EXTERNAL MODULE: ./src/actions/acquire-state.ts
var acquire_state = __webpack_require__(3911);
// EXTERNAL MODULE: ./src/actions/give-back.ts
var give_back = __webpack_require__(2664);
// EXTERNAL MODULE: ./src/actions/harmless.ts
var harmless = __webpack_require__(4352);
// EXTERNAL MODULE: ./src/actions/keeper-process.ts
var keeper_process = __webpack_require__(2297);
// EXTERNAL MODULE: ./src/actions/workflow.ts
var workflow = __webpack_require__(4874);
;// CONCATENATED MODULE: ./src/actions/acquire-post.ts










/** How long the keeper may take for its orderly end. */
const KEEPER_MS = 6000;
/** Takes away whatever this job has on the pool, however it ended, unless it leaves its lease to a later job. */
async function acquirePost() {
    const state = (0,acquire_state/* acquireState */.m4)();
    if (state === undefined || hasNothing(state))
        return;
    await (0,workflow/* runStep */.eg)([...commands/* COMMANDS */.L.acquire.inputs, ...acquire_state/* FOR_POST */.ld], async (step) => {
        const given = new Map([...step.given, ['pool', [state.pool]], ['lease', [state.id]]]);
        const { lease } = state;
        if (lease !== undefined && isLeftToLaterJob())
            await leaveToLaterJob({ ...step, given }, state, lease);
        else
            await giveBack({ ...step, given }, state);
    }, { isPost: true, result: () => undefined });
    for (const file of [state.logFile, state.quitFile])
        if (file !== undefined)
            (0,external_node_fs_.rmSync)(file, { force: true });
}
/** Main got no host and has taken its own files away. */
function hasNothing({ isOver, isAdoption, lease }) {
    return isOver && !isAdoption && lease === undefined;
}
/** A job that failed or was cancelled has no later job that would use the host: it would stand idle for `lease-ttl`. */
function isLeftToLaterJob() {
    return (0,workflow/* yesNoInput */.PL)('keep').value && ['success', ''].includes(core/* getInput */.V4('job-status'));
}
async function giveBack(step, state) {
    const { keeper, lease, isOver, isAdoption } = state;
    const mayComeLate = !isOver && !isAdoption && lease === undefined;
    const wasKept = keeper === undefined || (0,process_id/* isRunning */.W)(keeper);
    try {
        const result = await (0,give_back/* giveBackStep */.l)(step, { isPost: true, mayComeLate });
        if (result === 'lost')
            core/* warning */.$e((0,harmless/* harmless */.I)(step.lastLine()), { title: 'Giveway' });
        if (result === 'lost' || (result === 'released' && !wasKept))
            showLog(state);
    }
    finally {
        // an orderly end would let a lease live on that could not be given back; so it expires
        if (keeper !== undefined)
            (0,keeper_process/* killProcess */.ix)(keeper);
    }
}
/** From here on the lease lives by itself, until a later job takes it over or gives it back. */
async function leaveToLaterJob(step, state, lease) {
    if (state.keeper !== undefined)
        await (0,keeper_process/* stopProcess */.g0)(state.keeper, KEEPER_MS);
    // once more, for a keeper that had ended before could not do it
    const kind = await leaveLease(step.session, step, lease);
    if (kind !== 'lost')
        return;
    core/* warning */.$e((0,harmless/* harmless */.I)(step.lastLine()), { title: 'Giveway' });
    showLog(state);
}
function showLog({ logFile }) {
    if (logFile === undefined)
        return;
    core/* startGroup */.Oh('what the keeper said');
    try {
        core/* info */.pq((0,harmless/* harmless */.I)((0,external_node_fs_.readFileSync)(logFile, 'utf8').slice(-20_000)));
    }
    catch (error) {
        core/* info */.pq(`no log: ${error.message}`);
    }
    core/* endGroup */.N4();
}


/***/ }),

/***/ 3911:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   fv: () => (/* binding */ saveAcquireState),
/* harmony export */   ld: () => (/* binding */ FOR_POST),
/* harmony export */   m4: () => (/* binding */ acquireState)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/** What acquire's post step must know, saved as soon as it is known. */

/** The inputs that the post alone goes by: main looks at them too, for nobody could mend them later. */
const FOR_POST = ['if-failed', 'job-status'];
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

/***/ 2297:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FA: () => (/* binding */ startKeeper),
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
/* harmony import */ var _platform_process_id__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2642);
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
        return (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_4__/* .processId */ .P)(child.pid);
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
    return process.ppid > 1 ? (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_4__/* .processId */ .P)(process.ppid) : undefined;
}
/** Ends a keeper whose lease is not to live on. */
function killProcess(id) {
    if ((0,_platform_process_id__WEBPACK_IMPORTED_MODULE_4__/* .isRunning */ .W)(id))
        signalProcess(id, 'SIGKILL');
}
/** Asks it to make an orderly end, and waits for that; kills it when its time is over. */
async function stopProcess(id, withinMs) {
    const deadline = performance.now() + withinMs;
    if ((0,_platform_process_id__WEBPACK_IMPORTED_MODULE_4__/* .isRunning */ .W)(id))
        signalProcess(id, 'SIGTERM');
    while ((0,_platform_process_id__WEBPACK_IMPORTED_MODULE_4__/* .isRunning */ .W)(id)) {
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


/***/ }),

/***/ 1693:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G0: () => (/* binding */ findLease),
/* harmony export */   XC: () => (/* binding */ ownLease),
/* harmony export */   dZ: () => (/* binding */ resolveLease),
/* harmony export */   nb: () => (/* binding */ awaitLease)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5436);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8276);
/* harmony import */ var _platform_shell__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4757);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8492);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6104);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4203);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(625);
/** How a later step finds the lease of its job. */









/**
 * By --lease-file, else the only file in the state folder that fits --lease and the job's owner, else by these on the pool.
 * Its pool is what --pool says, else the file, else the environment, which may speak of another lease. Throws UsageError.
 * `mayBeGone`: a file that was named and is not there is no problem; `mayLackPool`: nor is it that nothing tells where the
 * pool is.
 */
function ownLease({ env, say }, { given, inputs }, problems, { mayBeGone = false, mayLackPool = false, } = {}) {
    const folder = inputs['state-dir'] ?? (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_4__/* .stateDir */ .P)(env);
    const named = inputs['lease-file'];
    const identity = (0,_job__WEBPACK_IMPORTED_MODULE_6__/* .identityOf */ .cu)(env, inputs);
    const { owner, attempt } = identity;
    const isOwn = (lease) => {
        if (inputs.lease !== undefined)
            return lease.id === inputs.lease;
        const whose = whoseElse(lease, identity, inputs.owner !== undefined);
        // an owner that was given is asked for by name: the folder may hold another job's lease
        if (whose !== undefined && inputs.owner === undefined) {
            say.line(`the lease of ${lease.hosts.join(', ')} in ${folder} is ${whose} (${lease.owner}): it is left alone`);
        }
        return whose === undefined;
    };
    const fileProblems = [];
    let file;
    try {
        const isById = inputs.lease !== undefined;
        if (named !== undefined && ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(named) || !(mayBeGone || isById)))
            file = (0,_lease_file__WEBPACK_IMPORTED_MODULE_7__/* .readLeaseFile */ .ZF)(named);
        // a lease that was asked for by its id may be another than that of the file in the environment
        if (isById && file?.id !== inputs.lease)
            file = undefined;
        const isReplaced = !isById && file !== undefined && wasReplaced(file, env, identity);
        if (isReplaced) {
            say.line(`${named ?? ''} tells of another job's lease by now (${file?.owner ?? ''}), which is left alone`);
            file = undefined;
        }
        if (file === undefined && (named === undefined || isById || isReplaced))
            file = (0,_lease_file__WEBPACK_IMPORTED_MODULE_7__/* .findLeaseFile */ .yd)(folder, isOwn);
    }
    catch (error) {
        if (!(error instanceof _lease_file__WEBPACK_IMPORTED_MODULE_7__/* .LeaseFileError */ .th))
            throw error;
        fileProblems.push({
            input: '--lease-file',
            expected: `a lease that can be used (${error.message})`,
            got: named ?? folder,
        });
    }
    const flag = given.has('pool') ? inputs.pool : undefined;
    const pool = { pool: flag ?? file?.pool ?? inputs.pool };
    const { values, problems: poolProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_6__/* .withProwAliases */ .Rf)(env, ['pool'], { values: pool, problems });
    const absent = mayLackPool || fileProblems.length > 0
        ? []
        : (0,_job__WEBPACK_IMPORTED_MODULE_6__/* .missing */ .LO)([needsPool(folder)], { values, problems: poolProblems });
    (0,_usage__WEBPACK_IMPORTED_MODULE_8__/* .failOn */ .K)(poolProblems, fileProblems, absent);
    return { pool: values.pool, folder, file, id: inputs.lease, owner, attempt };
}
/** Whose a lease is that lies where this job looks for its own; undefined: it may be this job's. */
function whoseElse(lease, { platform, owner, attempt }, isOwnerGiven) {
    const [maker] = /^(github|tekton|prow|shell)(?=\/)/.exec(lease.owner) ?? [];
    // by a name that a person gave, which a task or a script that has the folder need not know; a runner's jobs have one folder
    if (!isOwnerGiven && maker === undefined && platform !== 'github')
        return undefined;
    // a script's steps may be started by other scripts of its own
    if (!isOwnerGiven && maker === 'shell' && platform === 'shell') {
        return (0,_platform_shell__WEBPACK_IMPORTED_MODULE_3__/* .isOtherScript */ .kg)(lease.owner) ? "another script's, which is still running" : undefined;
    }
    if (lease.owner !== owner)
        return "another job's";
    return lease.attempt > attempt ? "a later attempt's of this job" : undefined;
}
/**
 * Has another job of this machine written its lease to the very file that an earlier step had put into the environment? Its
 * owner alone does not tell: a later step may have been given none. By the fencing token, which was put there with it.
 */
function wasReplaced({ owner, attempt, fencingToken }, env, identity) {
    const token = env['GIVEWAY_FENCING_TOKEN'];
    const isOther = owner !== identity.owner || attempt > identity.attempt;
    return token !== undefined && token !== String(fencingToken) && isOther;
}
function needsPool(folder) {
    return [_job__WEBPACK_IMPORTED_MODULE_6__/* .NEEDS_POOL */ .Nu[0], `${_job__WEBPACK_IMPORTED_MODULE_6__/* .NEEDS_POOL */ .Nu[1]}, for there is no lease file in ${folder}`];
}
/** The lease itself; undefined where the pool has none of this job. */
async function resolveLease(context, own) {
    if (own.file !== undefined)
        return own.file;
    return findLease(await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(context), own);
}
/** The same, once it is there: an earlier step may still be waiting for it. Undefined: it did not come in time. */
async function awaitLease(context, own, waitTimeoutMs) {
    const late = new Error('the wait timeout has passed');
    const { signal, cancel } = (0,_lease_clock__WEBPACK_IMPORTED_MODULE_1__/* .deadlineSignal */ .R)(context.clock, waitTimeoutMs, late, context.signal);
    const bounded = { ...context, signal };
    const failing = (0,_lease_flow__WEBPACK_IMPORTED_MODULE_2__/* .patience */ ._L)(bounded, { reachMs: waitTimeoutMs });
    try {
        for (;;) {
            const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(bounded, failing);
            const lease = findLease(snapshot, own);
            if (lease !== undefined)
                return lease;
            const watched = context.pool.watch(snapshot, { everyMs: LOOK_MS, untilUptimeMs: undefined }, signal);
            await watched.catch((error) => failing.afterFailure(error));
        }
    }
    catch (error) {
        if (signal.reason === late)
            return undefined;
        throw error;
    }
    finally {
        cancel();
    }
}
const LOOK_MS = 3000;
/** The lease that a snapshot shows of this job, by its id or its owner. */
function findLease(snapshot, { pool = '', id, owner, attempt }) {
    const isNamed = (record) => id === undefined ? record.owner === owner && record.attempt <= attempt : record.id === id;
    const held = [...snapshot.hosts.values()].flatMap(({ host, record }) => record !== undefined &&
        isNamed(record) &&
        record.tenant === snapshot.caller.tenant &&
        ['held', 'quitting', 'settling', 'lost'].includes(record.state)
        ? [[host, record]]
        : []);
    const first = held[0]?.[1];
    if (first === undefined)
        return undefined;
    return {
        pool,
        hosts: held.filter(([, record]) => record.id === first.id).map(([host]) => host),
        id: first.id,
        owner: first.owner,
        attempt: first.attempt,
        fencingToken: first.token,
        version: first.version.text,
        ttlMs: first.ttlMs,
        heartbeatMs: first.details.heartbeatMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .DEFAULTS */ .zY.heartbeatMs,
        settleMs: _protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .DEFAULTS */ .zY.settleMs,
        keeper: first.details.keeper ?? false,
    };
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
            kind: living.kind,
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
function detailsOf(details, { keeper, heartbeatMs, note }) {
    return {
        ...details,
        keeper,
        ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
        ...(note === undefined ? {} : { note }),
    };
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


/***/ }),

/***/ 8492:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ stateDir)
/* harmony export */ });
/* harmony import */ var _identity__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2825);

/**
 * The directory of the lease files: GIVEWAY_STATE_DIR, else SHARED_DIR (Prow), else RUNNER_TEMP (GitHub), else the
 * current one. It is neither made nor looked at here.
 */
function stateDir(env) {
    return (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'GIVEWAY_STATE_DIR') ?? (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'SHARED_DIR') ?? (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'RUNNER_TEMP') ?? '.';
}


/***/ })

};
;