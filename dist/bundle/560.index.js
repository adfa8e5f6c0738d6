"use strict";
exports.id = 560;
exports.ids = [560];
exports.modules = {

/***/ 6560:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   composite: () => (/* binding */ composite)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8438);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4331);
/* harmony import */ var _platform_prow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3683);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6535);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4318);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4874);









/**
 * The one step of the composite action, whose inputs come by the environment; the text to run as GIVEWAY_RUN. The step
 * ends with the exit code of `giveway run`, which passes the command's own on.
 */
async function composite() {
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .runStep */ .eg)([], async ({ session }) => {
        const { GIVEWAY_RUN: text = '', ...given } = session.env;
        const { env, problems } = withProwDefaults(given);
        const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', text];
        const inputs = { given: new Map() };
        const all = [...problems, ...(0,_ran__WEBPACK_IMPORTED_MODULE_7__/* .scriptProblems */ .sC)(text), ...(0,_fork__WEBPACK_IMPORTED_MODULE_6__/* .forkProblems */ .N)(env, inputs.given)];
        let outcome;
        const onResult = (result) => {
            outcome = result;
            (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .setOutputs */ .n0)((0,_ran__WEBPACK_IMPORTED_MODULE_7__/* .ranOutputs */ .QB)(result));
        };
        const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_3__/* .runCommand */ .d)({ ...session, env }, inputs, all, command, { onResult });
        await (0,_ran__WEBPACK_IMPORTED_MODULE_7__/* .reportRan */ .yu)(outcome, code);
        if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done)
            process.exitCode = code;
    });
}
/** What Prow-like runners set, where no input says otherwise: the bastion, how long to wait, the key. */
function withProwDefaults(env) {
    const isGiven = (name) => (env[name] ?? '').trim() !== '';
    const aliases = (0,_platform_prow__WEBPACK_IMPORTED_MODULE_4__/* .prowAliases */ .p)(env, true);
    const profile = env['CLUSTER_PROFILE_DIR'] ?? '';
    const key = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(profile, 'ssh-key');
    const hasProfileKey = profile !== '' && !isGiven('GIVEWAY_PRIVATE_KEY') && (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(key);
    const { pool, waitTimeoutMs } = aliases;
    const defaults = [
        { name: 'GIVEWAY_POOL', value: pool, from: 'AUX_HOST' },
        {
            name: 'GIVEWAY_WAIT_TIMEOUT',
            value: waitTimeoutMs === undefined ? undefined : (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_2__/* .exactDurationText */ .XO)(waitTimeoutMs),
            from: 'LOCK_ACQUIRE_ATTEMPTS',
        },
        { name: 'GIVEWAY_PRIVATE_KEY_FILE', value: hasProfileKey ? key : undefined, from: '' },
    ].filter(({ name }) => !isGiven(name));
    // what is not used may mean anything
    const problems = aliases.problems.filter(({ name }) => defaults.some(({ from }) => from === name));
    return {
        env: {
            ...env,
            ...Object.fromEntries(defaults.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
        },
        problems: problems.map(({ name, expected, got }) => ({ input: name, expected, got })),
    };
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