"use strict";
exports.id = 331;
exports.ids = [331];
exports.modules = {

/***/ 9142:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ answerChecks),
/* harmony export */   _: () => (/* binding */ askKeeper)
/* harmony export */ });
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7030);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_net__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(481);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_readline__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _lease_check_quit__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2036);
/**
 * How a checkpoint within `run` asks: over a local socket, and so over the connection that `run` has already. Only this one
 * question goes over it, for the command is not given the key, nor what the key may do.
 */




/** Whoever asks goes to the pool itself after so long, in ms. */
const ANSWER_MS = 10_000;
/** Answers for this lease in a private folder, until it is closed. Where there can be no socket, nobody answers. */
function answerChecks(context, lease, folder) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, 'keeper');
    const open = new Set();
    const server = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.createServer)((socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        void answer(context, lease, socket);
    });
    // a folder whose name is too long for a socket: whoever asks goes to the pool itself
    server.on('error', () => undefined);
    server.listen(path);
    return {
        path,
        close: () => {
            server.close();
            for (const socket of open)
                socket.destroy();
        },
    };
}
async function answer(context, lease, socket) {
    try {
        if ((await firstLine(socket)) !== lease.id)
            throw new Error('of another lease');
        socket.end(`${JSON.stringify(await (0,_lease_check_quit__WEBPACK_IMPORTED_MODULE_3__/* .checkQuit */ .M)(context, lease))}\n`);
    }
    catch {
        // nobody could be asked: whoever waits here finds out why by itself
        socket.destroy();
    }
}
/** Undefined: nobody answers there, or not for this lease. */
async function askKeeper(path, id, signal) {
    const socket = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.connect)(path);
    const end = () => void socket.destroy();
    const timer = setTimeout(end, ANSWER_MS);
    signal.addEventListener('abort', end, { once: true });
    socket.write(`${id}\n`);
    try {
        const line = await firstLine(socket);
        signal.throwIfAborted();
        return line === undefined ? undefined : parseResult(line);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        end();
    }
}
/** Undefined: the other end closed without one, or is not there. */
function firstLine(socket) {
    return new Promise((resolve) => {
        const lines = (0,node_readline__WEBPACK_IMPORTED_MODULE_2__.createInterface)({ input: socket });
        lines.once('line', resolve);
        // it hands on the socket's own, which shows in its end
        lines.on('error', () => undefined);
        socket.once('close', () => resolve(undefined));
    });
}
function parseResult(line) {
    const result = JSON.parse(line);
    return ['carry-on', 'quit', 'lost'].includes(result.kind) ? result : undefined;
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

/***/ 4331:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   runCommand: () => (/* binding */ runCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1467);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8690);
/* harmony import */ var _platform_process_id__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2642);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8492);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_26__ = __webpack_require__(4395);
/* harmony import */ var _protocol_request__WEBPACK_IMPORTED_MODULE_25__ = __webpack_require__(1513);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6104);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7428);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(850);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2782);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(6620);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(8438);
/* harmony import */ var _fit_to_lab__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(1969);
/* harmony import */ var _held_already__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(362);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(1270);
/* harmony import */ var _keeper_socket__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(9142);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(4203);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(4559);



























const MAX_GUARD_MS = 10_000;
/** `giveway run`: holds a host while a command runs. */
async function runCommand(session, { given }, problems, command, hooks = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_10__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_14__/* .COMMANDS */ .L.run.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_18__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_18__/* .requestedJob */ .mJ)(env, aliased, true);
    const resultFile = inputs['result-file'];
    (0,_usage__WEBPACK_IMPORTED_MODULE_23__/* .failOn */ .K)(problems, aliased.problems, jobProblems, resultFileProblems(resultFile), (0,_lease_file__WEBPACK_IMPORTED_MODULE_20__/* .folderProblems */ .VG)({ input: 'TMPDIR', folder: (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)() }));
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    const mode = inputs.mode ?? 'force';
    let scratch;
    let checks;
    const clearUp = () => {
        checks?.close();
        if (scratch !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(scratch, { recursive: true, force: true });
    };
    let waitedMs = 0;
    const tellResult = (outcome) => {
        writeResult(session, resultFile, outcome);
        hooks.onResult?.(outcome);
    };
    try {
        const requeues = inputs['on-quit'] === 'requeue';
        const hold = (context, latest) => (0,_lease_run__WEBPACK_IMPORTED_MODULE_4__/* .run */ .e)(context, latest, {
            waitTimeoutMs: inputs['wait-timeout'],
            fit: (asked, snapshot) => {
                const fitted = (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_16__/* .fitToLab */ .o)(asked, inputs, (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_16__/* .labSettings */ .b)(session, snapshot));
                (0,_held_already__WEBPACK_IMPORTED_MODULE_17__/* .failIfHeldAlready */ .t)(fitted, snapshot, { env, folder: (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_7__/* .stateDir */ .P)(env) });
                return fitted;
            },
            quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
            onAcquired: (acquired) => {
                waitedMs = acquired.waitedMs;
                say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_12__/* .acquiredText */ .E)(acquired));
            },
            onQuit: (told) => {
                if (scratch !== undefined)
                    (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .writeQuitFile */ .h8)(session, quitFile(scratch), (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .quitJson */ .cD)(told));
            },
            start: (lease) => {
                scratch = makeScratch();
                hooks.onStart?.(scratch);
                checks = (0,_keeper_socket__WEBPACK_IMPORTED_MODULE_19__/* .answerChecks */ .I)(context, lease, scratch);
                const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
                return startCommand(session, lease, { scratch, command, quitSignal, checks });
            },
            beforeRelease: hooks.beforeRelease,
        });
        const result = await (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .withPool */ .Le)(session, inputs, async (context) => {
            for (let latest = request;;) {
                const ended = await hold(context, latest);
                if (!requeues || ended.kind !== 'ran' || ended.because !== 'preempted')
                    return ended;
                clearUp();
                say.line('gave way, and waits again at the same place in the queue');
                latest = (0,_protocol_request__WEBPACK_IMPORTED_MODULE_25__/* .requestAgain */ .ES)(latest, (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)(), waitedMs);
                hooks.onRequest?.({ pool: inputs.pool ?? '', id: latest.who.id });
            }
        });
        tellResult(resultJson(result, waitedMs));
        if (result.kind === 'not-run') {
            say.line((0,_acquire__WEBPACK_IMPORTED_MODULE_11__/* .notAcquiredText */ .b)(result.acquire));
            return (0,_acquire__WEBPACK_IMPORTED_MODULE_11__/* .notAcquiredExit */ .e)(result.acquire, request.ifBusy);
        }
        return reportRan(session, result, mode);
    }
    catch (error) {
        tellResult(failureJson(error));
        throw error;
    }
    finally {
        clearUp();
    }
}
function makeScratch() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'giveway-'));
    }
    catch (error) {
        throw new _lease_file__WEBPACK_IMPORTED_MODULE_20__/* .LeaseFileError */ .th(`can't make a folder in ${(0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)()}: ${error.message}`, {
            cause: error,
        });
    }
}
function startCommand(session, lease, { scratch, command, quitSignal, checks }) {
    const leaseFile = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(scratch, 'lease.json');
    (0,_lease_file__WEBPACK_IMPORTED_MODULE_20__/* .writeLeaseFile */ .MT)(leaseFile, { ...lease, acquiredAt: new Date().toISOString(), keptBy: (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_6__/* .processId */ .P)() });
    const env = {
        ...session.env,
        GIVEWAY_POOL: lease.pool,
        GIVEWAY_HOST: lease.hosts.join(','),
        GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
        GIVEWAY_LEASE_FILE: leaseFile,
        GIVEWAY_QUIT_FILE: quitFile(scratch),
        GIVEWAY_KEEPER_SOCKET: checks.path,
    };
    for (const name of _session__WEBPACK_IMPORTED_MODULE_22__/* .SECRETS */ .cW)
        Reflect.deleteProperty(env, name);
    const child = (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .startChild */ .v)({
        command,
        env,
        quitSignal,
        folder: scratch,
        guardMs: Math.min(MAX_GUARD_MS, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_8__/* .lockDelayMs */ .vv)(lease.ttlMs)),
        killMs: (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_8__/* .commandDeadlines */ .Xe)(lease.ttlMs).killMs,
        onError: (message) => session.say.line(message),
    });
    session.interrupts.onFurther((name) => child.signal(name));
    return child;
}
function quitFile(scratch) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(scratch, 'quit');
}
function reportRan({ say }, result, mode) {
    const { because, exit, released } = result;
    if (released?.kind === 'released')
        say.line(`gave ${released.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_15__/* .durationText */ .S5)(released.heldMs)}`);
    switch (because) {
        case 'ended':
            if (released?.kind === 'lost') {
                say.line('the lease was lost while the command ended: the host may have been another job’s');
                return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.lost;
            }
            return (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .exitCodeOf */ .F)(exit);
        case 'interrupted':
            return (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .exitCodeOf */ .F)(exit);
        case 'preempted':
            say.line(`gave way (${mode})`);
            return mode === 'force' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.quitForced : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease was lost, and the command was stopped');
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.lost;
    }
}
/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path) {
    if (path === undefined)
        return [];
    try {
        const isFile = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.lstatSync)(path, { throwIfNoEntry: false })?.isFile() ?? true;
        if (!isFile)
            return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(path, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, '', { flag: 'wx' });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(path);
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
        (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .writeWhole */ .f8)(path, result);
    }
    catch (error) {
        say.line(`warning: can't write the result file: ${error.message}`);
    }
}
/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error) {
    if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_4__/* .Interrupted */ .j)
        return { outcome: 'interrupted', signal: error.signalName };
    const message = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_26__/* .oneLine */ .T)(error instanceof Error ? error.message : String(error), 1000);
    return { outcome: (0,_pool_pool__WEBPACK_IMPORTED_MODULE_5__/* .isPoolError */ .XG)(error) ? 'pool-unavailable' : 'fault', message };
}
function resultJson(result, waitedMs) {
    if (result.kind === 'not-run')
        return { outcome: 'not-acquired', ...(0,_waiting_json__WEBPACK_IMPORTED_MODULE_24__/* .waitingJson */ .y)(result.acquire) };
    const { because, exit, lease, told, released } = result;
    return {
        outcome: because,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .seconds */ .YA)(waitedMs),
        exitCode: exit.code,
        signal: exit.signal,
        ...(told === undefined ? {} : { quit: (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .quitJson */ .cD)(told) }),
        released: released?.kind === 'released',
        ...(released?.kind === 'released' ? { heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .seconds */ .YA)(released.heldMs) } : {}),
    };
}


/***/ }),

/***/ 2036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ checkQuit)
/* harmony export */ });
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6209);
/* harmony import */ var _protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8686);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8276);



/**
 * The question at a checkpoint: must this job leave? A quit is in the record before it is answered, so it never moves. A
 * lease without a keeper is renewed by the way.
 */
async function checkQuit(context, lease) {
    const { id, hosts, keeper, settleMs } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .patience */ ._L)(context);
    const isAlive = keeper || (await beat(context, lease, failing));
    let hasRenewed = false;
    let hasSettled;
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(context));
        next = undefined;
        // a lock that an earlier check put back has stood since; where a keeper is, it confirms
        hasSettled ??= !keeper && (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__/* .isSettling */ .dw)(snapshot, id, hosts);
        const decision = (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_0__/* .decideQuit */ .Sp)(snapshot, id, hosts);
        // the beat saw it first; all that is left to do is to say so in the record
        if (!isAlive && (decision.kind !== 'lost' || decision.verbs.length === 0))
            return { kind: 'lost' };
        // once, for each renewal changes what the next look shows
        const upkeep = hasRenewed || decision.kind === 'lost'
            ? []
            : (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__/* .upkeepVerbs */ .Zg)(snapshot, id, hosts, {
                keeper,
                settleMs,
                settlingSinceMs: hasSettled ? snapshot.uptimeMs - settleMs : undefined,
            });
        const due = decision.kind === 'carry-on' ? [] : decision.verbs;
        const verbs = upkeep.length > 0 ? upkeep : due;
        if (verbs.length > 0) {
            const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .advance */ .np)(context, snapshot, { hosts, verbs }, failing);
            next = step.next;
            const isDone = step.result !== undefined && step.result !== 'unknown';
            hasRenewed ||= isDone && verbs.some(({ verb }) => verb === 'renew');
            if (step.result !== undefined && step.result !== 'unknown' && step.result.putBack.length > 0) {
                context.say({ type: 'lock-put-back', hosts: step.result.putBack });
            }
            continue;
        }
        switch (decision.kind) {
            case 'carry-on':
                return { kind: 'carry-on' };
            case 'quit':
                return { kind: 'quit', told: decision.told };
            case 'lost':
                return { kind: 'lost' };
        }
    }
}
async function beat({ pool, signal }, { id, hosts }, failing) {
    for (;;) {
        try {
            return (await pool.beat(id, hosts, signal)).kind === 'alive';
        }
        catch (error) {
            await failing.afterFailure(error);
        }
    }
}


/***/ })

};
;