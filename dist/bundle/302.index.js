"use strict";
exports.id = 302;
exports.ids = [302];
exports.modules = {

/***/ 378:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   release: () => (/* binding */ release),
/* harmony export */   releasePost: () => (/* binding */ releasePost)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4575);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2664);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4874);




const STATE = 'released';
/** Gives the host back before the job ends. */
async function release() {
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_3__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_1__/* .COMMANDS */ .L.release.inputs, async (step) => {
        const kind = await (0,_give_back__WEBPACK_IMPORTED_MODULE_2__/* .giveBackStep */ .l)(step, { isPost: false });
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, true);
        if (kind === 'lost')
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(step.lastLine());
    });
}
/** A release that failed or was cancelled is tried once more, at the end of the job. */
async function releasePost() {
    if (_actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getState */ .Gu(STATE) === 'true')
        return;
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_3__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_1__/* .COMMANDS */ .L.release.inputs, async (step) => {
        await (0,_give_back__WEBPACK_IMPORTED_MODULE_2__/* .giveBackStep */ .l)(step, { isPost: true, mayComeLate: false });
    }, {
        isPost: true,
        result: () => undefined,
    });
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