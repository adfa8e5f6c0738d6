"use strict";
exports.id = 964;
exports.ids = [964];
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


/***/ })

};
;