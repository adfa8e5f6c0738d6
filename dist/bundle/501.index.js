"use strict";
exports.id = 501;
exports.ids = [501];
exports.modules = {

/***/ 1228:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EB: () => (/* binding */ acquireCommand),
/* harmony export */   bt: () => (/* binding */ notAcquiredText),
/* harmony export */   eB: () => (/* binding */ notAcquiredExit)
/* harmony export */ });
/* harmony import */ var _lease_acquire__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5884);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5187);
/* harmony import */ var _lease_leave__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3543);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8570);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1714);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(981);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4426);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1944);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5868);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8497);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5751);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(7756);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(9603);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(6702);















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

/***/ 1944:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ acquiredText),
/* harmony export */   U: () => (/* binding */ previousJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4409);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2716);


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

/***/ 9484:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qy: () => (/* binding */ LOST_JSON),
/* harmony export */   cD: () => (/* binding */ quitJson),
/* harmony export */   f8: () => (/* binding */ writeWhole),
/* harmony export */   h8: () => (/* binding */ writeQuitFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4409);
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

/***/ 7501:
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
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9741);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4160);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(4409);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1714);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4426);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1228);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1944);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4010);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(981);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2716);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(5868);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(8497);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(9484);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(7756);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(9603);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(6702);




















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


/***/ }),

/***/ 6702:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ waitingJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4409);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6547);


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

/***/ 5187:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ changeLiving),
/* harmony export */   a: () => (/* binding */ keep)
/* harmony export */ });
/* harmony import */ var _protocol_given_back__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2531);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1395);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2486);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4238);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(899);
/* harmony import */ var _release__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(169);
/** Handing a lease to a process that beats for it, and leaving it without one. */






/** Makes a lease live another way from now on. Doing it twice is doing it once, but for a new sign of life. */
async function changeLiving(context, lease, living) {
    const { id, hosts } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .patience */ ._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(context));
        const records = hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_0__/* .liveRecord */ .sy)(snapshot, host, id));
        const details = records[0]?.details;
        if (details === undefined || records.includes(undefined)) {
            return { kind: (0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_5__/* .isGivenBack */ .H)(snapshot, id, hosts) ? 'released' : 'lost' };
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
        const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .advance */ .np)(context, snapshot, { hosts, verbs: [verb] }, failing);
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
    try {
        const changed = await changeLiving(context, lease, { keeper: true, ttlMs, heartbeatMs });
        if (changed.kind === 'released')
            return changed;
        if (changed.kind === 'lost')
            return { kind: 'lost', how: 'taken' };
        keeping.onKept(changed.lease);
        const how = await (0,_hold__WEBPACK_IMPORTED_MODULE_3__/* .hold */ ._)(context, changed.lease, {
            onQuit: keeping.onQuit,
            onBeat: () => undefined,
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
}
async function endOrderly(context, lease, { onEnd }) {
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_1__/* .deadlineSignal */ .R)(context.clock, LAST_ACT_MS, late);
    const last = { ...context, signal };
    try {
        if (onEnd.kind === 'release') {
            const { kind } = await (0,_release__WEBPACK_IMPORTED_MODULE_4__/* .release */ ._)(last, { id: lease.id });
            return kind === 'lost' ? 'lost' : 'released';
        }
        const { kind } = await changeLiving(last, lease, { keeper: false, ttlMs: onEnd.leaseTtlMs });
        return kind === 'changed' ? 'kept' : kind;
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .asError */ .zR)(error) });
        return 'unknown';
    }
    finally {
        cancel();
    }
}


/***/ })

};
;