"use strict";
exports.id = 190;
exports.ids = [190];
exports.modules = {

/***/ 6620:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ exitCodeOf),
/* harmony export */   v: () => (/* binding */ startChild)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/** The user's command as a process group of its own, and a guard that ends it where this process can't. */




const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
let guardText;
/** The guard's text, as it stands beside this code. */
function guardProgram() {
    // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
    if (guardText === undefined)
        guardText = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(__webpack_require__.ab + "guard.sh", 'utf8');
    return guardText;
}
/** Starts the command; a command that can't be started has exited with the status that a shell would give. */
function startChild(options) {
    const { command, env, guardMs, onError } = options;
    const [file = '', ...args] = command;
    const guard = startGuard(options);
    const failed = (error) => {
        onError(`can't start ${JSON.stringify(file)}: ${error.message}`);
        return { code: error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE, signal: null };
    };
    let child;
    try {
        child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(file, args, { stdio: 'inherit', env, detached: true });
    }
    catch (error) {
        // what the system refuses at once, such as too long a list of arguments
        guard.tell('done');
        return { exited: Promise.resolve(failed(error)), signal: () => undefined };
    }
    const { pid } = child;
    if (pid !== undefined)
        guard.tell(String(pid));
    const exited = new Promise((resolve) => {
        child.once('exit', (code, signal) => resolve({ code, signal }));
        child.once('error', (error) => resolve(failed(error)));
    });
    void exited.then(() => guard.end());
    return {
        exited,
        signal: (name) => {
            if (pid !== undefined)
                signalGroup(pid, name, onError);
        },
        mustEndIn: (killMs) => guard.tell(limitOf(killMs, guardMs)),
    };
}
/** In seconds, until the guard sends its first signal; 0 or nothing would be no limit. */
function limitOf(killMs, guardMs) {
    if (killMs === Infinity)
        return '';
    return String(Math.max(1, Math.round(killMs - guardMs)) / 1000);
}
/** In a session of its own, so that what kills this process's group leaves it alone. */
function startGuard({ env, guardMs, killMs, quitSignal, folder }) {
    const args = [quitSignal.replace(/^SIG/, ''), String(guardMs / 1000), folder, limitOf(killMs, guardMs)];
    const guard = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('/bin/sh', ['-c', guardProgram(), 'giveway-guard', ...args], {
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
        env: { PATH: env['PATH'] },
    });
    guard.on('error', () => undefined);
    guard.stdin.on('error', () => undefined);
    guard.unref();
    return {
        tell: (line) => void guard.stdin.write(`${line}\n`),
        end: () => void guard.stdin.end('done\n'),
    };
}
function signalGroup(group, name, onError) {
    try {
        process.kill(-group, name);
    }
    catch (error) {
        // what runs as another user can't be signalled: then the command must end by itself
        if (error.code === 'ESRCH')
            return;
        onError(`can't send ${name} to the command: ${error.message}`);
    }
}
/** The exit code that a shell would give. */
function exitCodeOf({ code, signal }) {
    if (signal !== null)
        return 128 + node_os__WEBPACK_IMPORTED_MODULE_2__.constants.signals[signal];
    return code ?? 1;
}


/***/ }),

/***/ 6958:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ describeError)
/* harmony export */ });
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1467);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8690);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4395);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7428);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6620);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4203);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(625);








/** One table from what a command threw to what people read and what the exit code is. */
function describeError(error) {
    if (error instanceof _usage__WEBPACK_IMPORTED_MODULE_6__/* .UsageError */ .e)
        return { lines: error.problems.map(_settings_inputs__WEBPACK_IMPORTED_MODULE_3__/* .describeProblem */ .BJ), code: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.usage };
    if (error instanceof _lease_file__WEBPACK_IMPORTED_MODULE_5__/* .LeaseFileError */ .th)
        return { lines: [(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_7__/* .oneLine */ .T)(error.message, 500)], code: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.usage };
    if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_0__/* .Interrupted */ .j) {
        return { lines: [error.message], code: (0,_child__WEBPACK_IMPORTED_MODULE_4__/* .exitCodeOf */ .F)({ code: null, signal: error.signalName }) };
    }
    if ((0,_pool_pool__WEBPACK_IMPORTED_MODULE_1__/* .isPoolError */ .XG)(error)) {
        const isInput = error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_1__/* .PoolUnavailable */ .pP && error.reason === 'input';
        return { lines: [(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_7__/* .oneLine */ .T)(error.message, 1000)], code: isInput ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.usage : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.poolUnavailable };
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { lines: [`a fault of giveway itself: ${text}`], code: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.fault };
}


/***/ }),

/***/ 8438:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S5: () => (/* binding */ durationText),
/* harmony export */   XO: () => (/* binding */ exactDurationText),
/* harmony export */   Yi: () => (/* binding */ clockText),
/* harmony export */   t_: () => (/* binding */ isoText)
/* harmony export */ });
/** Durations and instants as people read them at a glance. */
const UNITS = [
    { unit: 'd', ms: 86_400_000 },
    { unit: 'h', ms: 3_600_000 },
    { unit: 'm', ms: 60_000 },
    { unit: 's', ms: 1000 },
];
/** `45s`, `3m10s`, `1h12m`, `2d3h`: the two largest units, rounded down; what is negative counts as 0. */
function durationText(ms) {
    const first = UNITS.findIndex((unit) => ms >= unit.ms);
    if (first < 0)
        return '0s';
    let rest = ms;
    return UNITS.slice(first, first + 2)
        .map(({ unit, ms: size }, index) => {
        const count = Math.floor(rest / size);
        rest -= count * size;
        return count === 0 && index > 0 ? '' : `${count}${unit}`;
    })
        .join('');
}
/** As durations are given, with nothing rounded: `1h30m`, `2s500ms`; `0s`. */
function exactDurationText(ms) {
    if (ms === 0)
        return '0s';
    let rest = ms;
    return [...UNITS.slice(1), { unit: 'ms', ms: 1 }]
        .map(({ unit, ms: size }) => {
        const count = Math.floor(rest / size);
        rest -= count * size;
        return count === 0 ? '' : `${count}${unit}`;
    })
        .join('');
}
/** `10:02Z`, with the date in front if it is another day's than `nowMs`; `10:02:45Z` for what is but seconds away. */
function clockText(epochMs, nowMs, precision = 'minutes') {
    const [day = '', time = ''] = isoText(epochMs).split('T');
    const [today] = isoText(nowMs).split('T');
    const clock = `${time.slice(0, precision === 'minutes' ? 5 : 8)}Z`;
    return day === today ? clock : `${day} ${clock}`;
}
const LAST_INSTANT = 8_640_000_000_000_000;
/** ISO 8601 with Z. An instant beyond what a date can be, as another job may have written it, is the last that can. */
function isoText(epochMs) {
    return new Date(Math.max(-LAST_INSTANT, Math.min(LAST_INSTANT, epochMs))).toISOString();
}


/***/ }),

/***/ 5912:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ catchInterrupts),
/* harmony export */   h: () => (/* binding */ catchSignals)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1467);
/** Signals to this process, and the loss of the process that started it. */



const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_MS = 500;
const ignore = () => undefined;
/**
 * From now on signals abort instead of killing. A wrapper that dies of a signal without passing it on (`bash -c`, a shell
 * script) orphans this process: that counts as SIGTERM, unless nohup started it, for then it is wanted.
 */
function catchInterrupts(env) {
    const handlesHangup = !isUnderNohup(env);
    const caught = catchSignals(handlesHangup ? SIGNALS : SIGNALS.filter((name) => name !== 'SIGHUP'));
    if (!handlesHangup) {
        process.on('SIGHUP', ignore);
        return {
            ...caught,
            end: () => {
                caught.end();
                process.off('SIGHUP', ignore);
            },
        };
    }
    const wrappers = wrappersOf(process.pid);
    const timer = setInterval(() => {
        if (wrappers.some(isOrphan))
            caught.interrupt('SIGTERM');
    }, PARENT_MS);
    timer.unref();
    return {
        ...caught,
        end: () => {
            clearInterval(timer);
            caught.end();
        },
    };
}
/** From now on these signals abort instead of killing, and nothing else does. */
function catchSignals(signals = SIGNALS) {
    const controller = new AbortController();
    let further = () => undefined;
    const interrupt = (name) => {
        if (!controller.signal.aborted)
            controller.abort(new _lease_run__WEBPACK_IMPORTED_MODULE_2__/* .Interrupted */ .j(name));
    };
    const onSignal = (name) => {
        if (controller.signal.aborted)
            further(name);
        else
            interrupt(name);
    };
    for (const name of signals)
        process.on(name, onSignal);
    return {
        signal: controller.signal,
        onFurther: (handler) => (further = handler),
        interrupt,
        end: () => {
            for (const name of signals)
                process.off(name, onSignal);
        },
    };
}
/**
 * This process, and those above it that a wrapper started in turn, each with its parent: `npm run` starts a shell that
 * starts us. They are all of one process group; what is above that, such as the shell of a terminal, may go.
 */
function wrappersOf(self) {
    const group = readProcess(self)?.group;
    const chain = [{ pid: self, parent: process.ppid }];
    for (let pid = process.ppid;;) {
        const { parent = 0, group: its } = readProcess(pid) ?? {};
        if (its !== group || readProcess(parent)?.group !== group)
            return chain;
        chain.push({ pid, parent });
        pid = parent;
    }
}
function isOrphan({ pid, parent }) {
    return (pid === process.pid ? process.ppid : readProcess(pid)?.parent) !== parent;
}
/** The name may hold spaces and brackets, so the fields count from the last one. Undefined where there is no /proc. */
function readProcess(pid) {
    try {
        const [, parent, group] = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
        return { parent: Number(parent), group: Number(group) };
    }
    catch {
        return undefined;
    }
}
/**
 * That nohup has ignored SIGHUP can't be seen, for Node takes every signal back to its default as it starts. But bash
 * leaves the command that it ran in this variable, and nohup hands it on.
 */
function isUnderNohup(env) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(env['_'] ?? '') === 'nohup';
}


/***/ }),

/***/ 4203:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H_: () => (/* binding */ noteKeeper),
/* harmony export */   Ky: () => (/* binding */ removeLeaseFiles),
/* harmony export */   MT: () => (/* binding */ writeLeaseFile),
/* harmony export */   Se: () => (/* binding */ leaseFileName),
/* harmony export */   VG: () => (/* binding */ folderProblems),
/* harmony export */   WM: () => (/* binding */ keepForResume),
/* harmony export */   ZF: () => (/* binding */ readLeaseFile),
/* harmony export */   _J: () => (/* binding */ absolutePool),
/* harmony export */   jJ: () => (/* binding */ liveKeeper),
/* harmony export */   tg: () => (/* binding */ writeLeaseFiles),
/* harmony export */   th: () => (/* binding */ LeaseFileError),
/* harmony export */   yd: () => (/* binding */ findLeaseFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _platform_process_id__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2642);
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1384);
/** Lease files: how a later step of a job knows the lease of an earlier one. Mode 0600, and no key is in them. */




const FORMAT = 1;
/** A lease file that can't be used: a message for people. */
class LeaseFileError extends Error {
}
/** Why nothing can be written to a folder: to be known before a host is waited for. */
function folderProblems({ input, folder, }) {
    try {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(folder).isDirectory()) {
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.accessSync)(folder, node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.W_OK | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.X_OK);
            return [];
        }
    }
    catch {
        // not there, or not for us
    }
    return [{ input, expected: 'a folder that can be written to', got: folder }];
}
/** Writes one file for each host of the lease and returns their paths. */
function writeLeaseFiles(folder, lease) {
    return lease.hosts.map((host) => {
        const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(folder, leaseFileName(host));
        writeLeaseFile(path, lease);
        return path;
    });
}
function writeLeaseFile(path, lease) {
    const pool = absolutePool(lease.pool);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(temporary, `${JSON.stringify({ format: FORMAT, ...lease, pool })}\n`, { mode: 0o600 });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(temporary, path);
    }
    catch (error) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(temporary, { force: true });
        throw new LeaseFileError(`can't write the lease file ${path}: ${error.message}`, {
            cause: error,
        });
    }
}
/** A pool's name that holds in another folder too, where a later step may run. */
function absolutePool(pool) {
    return pool.includes('://') ? pool : (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(pool);
}
function leaseFileName(host) {
    return `giveway-${host}.lease.json`;
}
function readLeaseFile(path) {
    let json;
    try {
        json = JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8'));
    }
    catch (error) {
        throw new LeaseFileError(`can't read the lease file ${path}: ${error.message}`, {
            cause: error,
        });
    }
    if (!isLeaseFile(json))
        throw new LeaseFileError(`${path} is no lease file of this version`);
    return json;
}
/** The only lease in a folder that is wanted; undefined where there is none. Several are an error: which one is meant? */
function findLeaseFile(folder, isWanted) {
    let names;
    try {
        names = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(folder).filter((name) => /^giveway-.+\.lease\.json$/.test(name));
    }
    catch {
        return undefined;
    }
    const leases = new Map(names
        .map((name) => readLeaseFile((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name)))
        .filter(isWanted)
        .map((lease) => [lease.id, lease]));
    if (leases.size > 1) {
        throw new LeaseFileError(`there are several leases in ${folder} (${names.join(', ')}): name one with --lease-file, or its --owner`);
    }
    return [...leases.values()][0];
}
/** Leaves what `--resume` needs of a lease that gave way, beside its file; the path. */
function keepForResume(folder, lease) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(folder, leaseFileName(lease.hosts[0] ?? '').replace(/lease\.json$/, 'resume.json'));
    writeLeaseFile(path, lease);
    return path;
}
/** Removes the files of a lease that is over, in the folder and where it was named. */
function removeLeaseFiles(folder, lease, named) {
    for (const { path } of filesOf(folder, lease, named))
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
}
/** Says in the files of a lease which process beats for it, as well as that can be done: nothing rests on it. */
function noteKeeper(folder, lease, keptBy, named) {
    for (const { path, file } of filesOf(folder, lease, named)) {
        try {
            writeLeaseFile(path, { ...file, keptBy });
        }
        catch (error) {
            if (!(error instanceof LeaseFileError))
                throw error;
        }
    }
}
/** The process that keeps a lease, if it is certain that this one lives, here and now. */
function liveKeeper({ keptBy }) {
    return keptBy?.startedAt !== undefined && (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_2__/* .isRunning */ .W)(keptBy) ? keptBy : undefined;
}
/** What is gone already, or another's, is not among them. */
function filesOf(folder, { hosts, id }, named) {
    const paths = [
        ...hosts.map((host) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, leaseFileName(host))),
        ...(named === undefined ? [] : [named]),
    ];
    return paths.flatMap((path) => {
        try {
            const file = readLeaseFile(path);
            return file.id === id ? [{ path, file }] : [];
        }
        catch {
            return [];
        }
    });
}
function isLeaseFile(json) {
    if (typeof json !== 'object' || json === null)
        return false;
    const fields = json;
    const texts = ['pool', 'id', 'owner', 'version', 'acquiredAt'];
    const numbers = ['attempt', 'fencingToken', 'ttlMs', 'heartbeatMs', 'settleMs'];
    return (fields['format'] === FORMAT &&
        texts.every((key) => typeof fields[key] === 'string') &&
        numbers.every((key) => typeof fields[key] === 'number') &&
        typeof fields['keeper'] === 'boolean' &&
        Array.isArray(fields['hosts']) &&
        fields['hosts'].every((host) => typeof host === 'string' && (0,_protocol_host__WEBPACK_IMPORTED_MODULE_3__/* .isHostName */ .uy)(host)) &&
        (fields['keptBy'] === undefined || isProcessId(fields['keptBy'])));
}
function isProcessId(json) {
    if (typeof json !== 'object' || json === null)
        return false;
    const { pid, startedAt } = json;
    return typeof pid === 'number' && (startedAt === undefined || typeof startedAt === 'string');
}


/***/ }),

/***/ 8729:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B: () => (/* binding */ sayTo),
/* harmony export */   u: () => (/* binding */ outliveOutput)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4395);
/* harmony import */ var _protocol_snapshot__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2678);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);
/* harmony import */ var _told_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1845);
/* harmony import */ var _wait_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2841);
/** What people read: lines on stderr, each behind a prefix, so that nothing of another job's can pass for a line of its own. */





/** How often a log repeats what has not changed. */
const REPEAT_MS = 120_000;
/** How often a terminal's live line is told anew, for the seconds on it. */
const TICK_MS = 1000;
const CLEAR_LINE = '\r\u001b[K';
/**
 * From now on an output that can't be written (`giveway … | head`, a runner that has died, a full disk) costs the words and no more: a
 * lease is kept, and files are taken away, whether or not anybody hears of it.
 */
function outliveOutput(onUnread) {
    process.stdout.on('error', () => onUnread?.());
    process.stderr.on('error', () => undefined);
}
function sayTo(output, now) {
    let ticking;
    let lastKey = '';
    let lastAtMs = -Infinity;
    const endLive = () => {
        if (ticking === undefined)
            return;
        clearInterval(ticking);
        ticking = undefined;
        output.write(CLEAR_LINE);
    };
    const line = (text) => {
        endLive();
        output.write(`giveway: ${text}\n`);
    };
    const live = ({ report, snapshot, waitedMs }) => {
        const startedAtMs = now();
        const tell = () => {
            const passedMs = now() - startedAtMs;
            const later = (0,_protocol_snapshot__WEBPACK_IMPORTED_MODULE_3__/* .laterBy */ .CQ)(snapshot, passedMs);
            const headline = (0,_wait_text__WEBPACK_IMPORTED_MODULE_2__/* .waitHeadline */ .sL)(report, later, waitedMs + passedMs, Math.max(20, output.columns() - 1));
            output.write(`${CLEAR_LINE}${headline}`);
        };
        clearInterval(ticking);
        ticking = setInterval(tell, TICK_MS);
        tell();
    };
    const waiting = (event) => {
        const { report, snapshot, waitedMs } = event;
        const key = (0,_wait_text__WEBPACK_IMPORTED_MODULE_2__/* .waitKey */ .b6)(report);
        const isNew = key !== lastKey;
        if (isNew || (!output.isTerminal && now() - lastAtMs >= REPEAT_MS)) {
            lastKey = key;
            lastAtMs = now();
            for (const text of (0,_wait_text__WEBPACK_IMPORTED_MODULE_2__/* .waitLines */ .Zf)(report, snapshot, waitedMs))
                line(text);
        }
        if (output.isTerminal)
            live(event);
    };
    return {
        line,
        done: endLive,
        event(event) {
            switch (event.type) {
                case 'waiting':
                    waiting(event);
                    return;
                case 'told':
                    line(`asked to leave ${(0,_told_text__WEBPACK_IMPORTED_MODULE_1__/* .toldText */ .l)(event.told)}`);
                    return;
                case 'retrying':
                    line(`${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_4__/* .oneLine */ .T)(event.error.message, 500)}; trying again in ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(event.inMs)}`);
                    return;
                case 'lock-put-back':
                    line(`warning: the lock of ${event.hosts.join(', ')} had been removed by somebody; it is back`);
                    return;
                case 'left-behind':
                    line(`warning: what this job may have left in the pool goes when it expires: ${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_4__/* .oneLine */ .T)(event.error.message, 500)}`);
                    return;
            }
        },
    };
}


/***/ }),

/***/ 8118:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I_: () => (/* binding */ Unread),
/* harmony export */   Le: () => (/* binding */ withPool),
/* harmony export */   YA: () => (/* binding */ seconds),
/* harmony export */   YK: () => (/* binding */ accessOf),
/* harmony export */   cW: () => (/* binding */ SECRETS)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5436);
/* harmony import */ var _pool_open__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1713);


/** Nobody reads stdout any more. */
class Unread extends Error {
}
/** What comes by the environment only, and goes no further: no command of the user's must see it. */
const SECRETS = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PASSPHRASE'];
/** Opens a pool for as long as `use` runs. */
async function withPool(session, inputs, use) {
    const pool = (0,_pool_open__WEBPACK_IMPORTED_MODULE_1__/* .openPool */ .x5)(inputs.pool ?? '', {
        allowNfs: inputs['allow-nfs'] ?? false,
        access: accessOf(session.env, inputs),
    });
    try {
        return await use({
            pool,
            clock: _lease_clock__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m,
            say: (event) => session.say.event(event),
            signal: session.interrupts.signal,
            random: Math.random,
        });
    }
    finally {
        session.say.done();
        await pool.close();
    }
}
/** The way to a bastion. The key's text comes by the environment only, and an empty variable is none. */
function accessOf(env, inputs) {
    const access = {
        privateKey: env['GIVEWAY_PRIVATE_KEY'],
        privateKeyFile: inputs['private-key-file'],
        passphrase: env['GIVEWAY_PASSPHRASE'],
        agent: env['SSH_AUTH_SOCK'],
        knownHosts: inputs['known-hosts'],
        jump: inputs.jump,
        home: env['HOME'],
    };
    return Object.fromEntries(Object.entries(access).filter(([, value]) => value !== undefined && value !== ''));
}
/** Seconds with one decimal, as results carry durations. */
function seconds(ms) {
    return Math.round(ms / 100) / 10;
}


/***/ }),

/***/ 1845:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ toldText)
/* harmony export */ });
/* unused harmony export NO_VERSION */
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);


/** That a job must leave, by when, and for whom; an eviction is for nobody's version. */
function toldText({ byJob, byVersion, graceUntilMs }) {
    const who = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(byJob);
    const why = byVersion === NO_VERSION ? `evicted by ${who}` : `${who} (${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(byVersion)}) waits for this host`;
    return `by ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .clockText */ .Yi)(graceUntilMs, Date.now())}: ${why}`;
}
/** What an eviction has for the version of a job that asks. */
const NO_VERSION = '-';


/***/ }),

/***/ 625:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ failOn),
/* harmony export */   e: () => (/* binding */ UsageError)
/* harmony export */ });
/** Bad inputs, all at once. */
class UsageError extends Error {
    problems;
    constructor(problems) {
        super('bad input');
        this.problems = problems;
        this.name = 'UsageError';
    }
}
/** Throws if there is any. */
function failOn(...problems) {
    const all = problems.flat();
    if (all.length > 0)
        throw new UsageError(all);
}


/***/ }),

/***/ 2841:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ sinceText),
/* harmony export */   JC: () => (/* binding */ expiredText),
/* harmony export */   Zf: () => (/* binding */ waitLines),
/* harmony export */   b6: () => (/* binding */ waitKey),
/* harmony export */   sL: () => (/* binding */ waitHeadline),
/* harmony export */   y0: () => (/* binding */ RULES)
/* harmony export */ });
/* unused harmony export hostLines */
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4395);
/* harmony import */ var _protocol_order__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4864);
/* harmony import */ var _protocol_queue__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3271);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6209);
/* harmony import */ var _protocol_same_job__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6158);
/* harmony import */ var _protocol_status__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5144);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6104);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8438);
/** What a waiting job says: who has the hosts it wants, until when, and who is ahead of it by which rule. */








const RULES = {
    priority: 'higher priority',
    starved: 'has waited long',
    version: 'newer version',
    arrival: 'came earlier',
};
/** How many of those ahead are named. */
const NAMED = 3;
/** Lines without a prefix, the headline first. */
function waitLines(report, snapshot, waitedMs) {
    const headline = waitHeadline(report, snapshot, waitedMs);
    switch (report.because) {
        case 'settling':
            return [
                headline,
                'the lock is in place; the host counts as taken once the lock has stood long enough for every bash job to see it',
            ];
        case 'earlier-attempt':
            return [headline, ...earlierAttemptLines(report, snapshot), ...hostLines(report, snapshot)];
        case 'queue':
            return [headline, ...hostLines(report, snapshot), placeLine(report, snapshot)];
    }
}
/** The whole wait in one line of at most `columns` characters; what may be long and cut, a job's name, stands last. */
function waitHeadline(report, snapshot, waitedMs, columns = 79) {
    const names = report.hosts.map(({ host }) => host);
    const waited = waitedMs < 1000 ? 'waiting' : `waiting ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(waitedMs)}`;
    const wanted = names.length === 1 ? names.join() : `${names.length} hosts`;
    switch (report.because) {
        case 'settling':
            return (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_7__/* .oneLine */ .T)(`got ${settlingHosts(report)}, settling: making sure that no bash job took it as well`, columns);
        case 'earlier-attempt':
            return (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_7__/* .oneLine */ .T)(`${waited} for ${wanted}: an earlier run of this job may still be alive`, columns);
        case 'queue': {
            const { hosts } = (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .statusOf */ .c2)(snapshot, names);
            const [host, ...others] = hosts;
            const state = host === undefined || others.length > 0 ? countsOf(hosts) : shortState(report, snapshot, host);
            return (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_7__/* .oneLine */ .T)(`${waited} for ${wanted}, ${placeText(report, snapshot)}: ${state}`, columns);
        }
    }
}
/** Who has each of the hosts, since when, and until when: a line or more for each. Of use also where nobody waits. */
function hostLines(report, snapshot) {
    return report.hosts.flatMap(({ host, availability }) => {
        const [status] = (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .statusOf */ .c2)(snapshot, [host]).hosts;
        if (status === undefined)
            return [];
        const record = availability.state === 'held' ? availability.holder : undefined;
        const lines = [
            stateLine(report, snapshot, status),
            ...(record === undefined ? bashLeaveLines(status) : leaveLines(snapshot, status, record)),
        ];
        return lines.map((line) => `${host}: ${line}`);
    });
}
/** Changes exactly when there is something new to say: not with heartbeats, and not with the passing seconds. */
function waitKey(report) {
    return JSON.stringify([
        report.because,
        report.target ?? null,
        report.hosts.map(({ host, availability }) => {
            switch (availability.state) {
                case 'held': {
                    const { id, state, details } = availability.holder;
                    return [host, 'held', id, state, details.told?.byId ?? null];
                }
                case 'resting':
                    return [host, 'resting', availability.holder.id];
                case 'broken':
                    return [host, 'broken', availability.problem];
                case 'free':
                case 'bash':
                    return [host, availability.state];
            }
        }),
        report.ahead.map(({ waiter, rule }) => [waiter.id, rule]),
    ]);
}
// ---- hosts
function stateLine(report, snapshot, status) {
    const { state, holder, restsUntilMs, problem } = status;
    const now = nowMs(snapshot);
    if (state === 'broken')
        return problem ?? 'its record cannot be read';
    if (state === 'free' || holder === null)
        return freeText(report, snapshot, status);
    const who = (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .jobLabel */ .OP)(holder);
    if (state === 'resting') {
        const until = (0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(restsUntilMs ?? now, now, 'seconds');
        return `${expiredText(holder, now)}; the host rests until ${until}, in case that job is still at work there`;
    }
    if (state === 'expired')
        return `${expiredText(holder, now)}; ${freeText(report, snapshot, status)}`;
    const since = sinceText(holder, now);
    const link = holder.url === null ? '' : `: ${holder.url}`;
    if (holder.legacy)
        return `held by ${who}${since}; ${bashEndText(holder, now)}`;
    if (state === 'settling')
        return `just being taken by ${who}${link}`;
    if (state === 'on-hold') {
        const until = holder.endsAtMs === null ? '' : ` until ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(holder.endsAtMs, now)}`;
        return `on hold by ${holder.job}${until}${link}`;
    }
    return `held by ${who}${since}${link}`;
}
/** What is known of the holder's leaving. */
function leaveLines(snapshot, { host, state, holder }, record) {
    if (holder === null || state === 'on-hold' || state === 'settling')
        return [];
    const now = nowMs(snapshot);
    const lines = [];
    const preemptor = (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_2__/* .findPreemptor */ .Wy)(snapshot, host, record);
    if (holder.told !== undefined) {
        const { byJob, byVersion, graceUntilMs, overdue } = holder.told;
        const asked = `asked to leave for ${(0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .jobLabel */ .OP)({ job: byJob, version: byVersion })}`;
        const until = (0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(graceUntilMs, now);
        lines.push(overdue
            ? `${asked}; it should have been gone by ${until}, ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(now - graceUntilMs)} ago`
            : `${asked}; it must be gone by ${until}`);
    }
    else if (preemptor !== undefined) {
        lines.push(`${labelOf(preemptor)} asks it to leave; it will be told when it next looks`);
    }
    else if (isExempt(snapshot, host, record)) {
        const until = (0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(now + (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_2__/* .exemptUntilMs */ .KV)(snapshot, record) - snapshot.uptimeMs, now);
        lines.push(`it can't be asked to leave before ${until}, the end of its exempt time`);
    }
    const { keeper = false, heartbeatMs = _protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .DEFAULTS */ .zY.heartbeatMs } = record.details;
    const silentMs = keeper && holder.lastSignMs !== null ? now - holder.lastSignMs : 0;
    if (silentMs >= 2 * heartbeatMs && holder.endsAtMs !== null) {
        const silent = (0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(silentMs);
        const end = (0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(holder.endsAtMs, now, 'seconds');
        lines.push(`its job has given no sign of life for ${silent}; without one its lease ends at ${end}`);
    }
    return lines;
}
/** Bash jobs look at the names of waiting files; what they make of them depends on a version that nobody else knows. */
function bashLeaveLines({ state, holder, waiting }) {
    const asker = waiting.find(({ alive, asks }) => alive && asks);
    if (state !== 'held' || holder?.legacy !== true || asker === undefined)
        return [];
    return [
        `asked to leave for ${(0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .jobLabel */ .OP)(asker)}; it does at its next checkpoint if its own version is lower`,
    ];
}
/** Is the exempt time all that keeps somebody from asking it to leave? */
function isExempt(snapshot, host, record) {
    return ((0,_protocol_quit__WEBPACK_IMPORTED_MODULE_2__/* .exemptUntilMs */ .KV)(snapshot, record) > snapshot.uptimeMs &&
        (0,_protocol_queue__WEBPACK_IMPORTED_MODULE_1__/* .waitersFor */ .nA)(snapshot, host).some((waiter) => (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_2__/* .outranks */ .w0)(snapshot, waiter, record)));
}
function expiredText(holder, now) {
    const who = (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .jobLabel */ .OP)(holder);
    if (holder.legacy)
        return `the lock of ${who}${sinceText(holder, now)} is older than LOCK_TIMEOUT`;
    if (holder.expiredBy === 'max-hold')
        return `the lease of ${who} expired: its time was up`;
    const silent = holder.lastSignMs === null ? '' : ` for ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(now - holder.lastSignMs)}`;
    return `the lease of ${who} expired: its job gave no sign of life${silent}`;
}
function bashEndText({ endsAtMs }, now) {
    return endsAtMs === null
        ? 'its lock stays until that job removes it, for the pool knows no LOCK_TIMEOUT'
        : `its lock expires at ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(endsAtMs, now)} unless that job removes it before`;
}
function freeText(report, snapshot, { host }) {
    const first = firstAhead(report, snapshot, host);
    if (first === undefined) {
        return report.hosts.length === 1 ? 'free' : 'free, but not all that this job needs at the same time is';
    }
    const label = labelOf(first.waiter);
    return first.waiter.record === undefined
        ? `free, and left for a while to ${label}, which is ahead and asks once a minute`
        : `free, but ${label} is ahead`;
}
function sinceText({ sinceMs }, now) {
    return sinceMs === null ? '' : ` since ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(sinceMs, now)} (${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(now - sinceMs)})`;
}
// ---- the headline
function shortState(report, snapshot, { host, state, holder, restsUntilMs }) {
    const now = nowMs(snapshot);
    const { job = 'another job', version = null, sinceMs = null, told } = holder ?? {};
    const who = version === null ? job : `${version} ${job}`;
    switch (state) {
        case 'held':
        case 'quitting': {
            const held = sinceMs === null ? 'held' : `held ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(now - sinceMs)}`;
            if (told === undefined)
                return `${held} by ${who}`;
            const leaves = told.overdue ? 'overdue to leave' : `leaves by ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(told.graceUntilMs, now)}`;
            return `${leaves}, ${held} by ${who}`;
        }
        case 'settling':
            return `being taken by ${who}`;
        case 'on-hold':
            return `on hold by ${job}`;
        case 'resting':
            return `rests until ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .clockText */ .Yi)(restsUntilMs ?? now, now, 'seconds')} after ${who}`;
        case 'expired':
        case 'free': {
            const waiter = firstAhead(report, snapshot, host)?.waiter;
            return waiter === undefined ? 'free' : `free, but behind ${waiter.version.text} ${(0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .waiterName */ .Gc)(waiter)}`;
        }
        case 'broken':
            return 'its record cannot be read';
    }
}
function countsOf(hosts) {
    const counts = new Map();
    for (const { state } of hosts)
        counts.set(state, (counts.get(state) ?? 0) + 1);
    return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
/** The report does not say which of several hosts that settle are one's own. */
function settlingHosts({ hosts }) {
    const settling = hosts.flatMap(({ host, availability }) => availability.state === 'held' && availability.holder.state === 'settling'
        ? [{ host, id: availability.holder.id }]
        : []);
    const isOne = new Set(settling.map(({ id }) => id)).size === 1;
    return isOne ? settling.map(({ host }) => host).join(', ') : 'a host';
}
// ---- the queue
function placeLine(report, snapshot) {
    const ahead = sortedAhead(report, snapshot);
    if (ahead.length === 0)
        return `${placeText(report, snapshot)}: nobody is ahead`;
    const named = ahead
        .slice(0, NAMED)
        .map(({ waiter, rule }) => `${(0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .waiterName */ .Gc)(waiter)} (${waiter.version.text}, ${RULES[rule]})`);
    const more = ahead.length > NAMED ? ` and ${ahead.length - NAMED} more` : '';
    return `${placeText(report, snapshot)}, behind ${named.join(', ')}${more}`;
}
/** Among all that want any of the hosts. */
function placeText(report, snapshot) {
    const place = report.ahead.length + 1;
    const all = new Set(report.hosts.flatMap(({ host }) => (0,_protocol_queue__WEBPACK_IMPORTED_MODULE_1__/* .waitersFor */ .nA)(snapshot, host).map(({ id }) => id)));
    return `place ${place} of ${Math.max(place, all.size)}`;
}
function sortedAhead({ ahead }, snapshot) {
    return [...ahead].sort((a, b) => (0,_protocol_order__WEBPACK_IMPORTED_MODULE_0__/* .compareClaims */ .f1)((0,_protocol_order__WEBPACK_IMPORTED_MODULE_0__/* .claimOfWaiter */ .aw)(snapshot, a.waiter), (0,_protocol_order__WEBPACK_IMPORTED_MODULE_0__/* .claimOfWaiter */ .aw)(snapshot, b.waiter)));
}
function firstAhead(report, snapshot, host) {
    return sortedAhead(report, snapshot).find(({ waiter }) => waiter.files.some((file) => file.host === host));
}
function labelOf(waiter) {
    return (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .jobLabel */ .OP)({ job: (0,_protocol_status__WEBPACK_IMPORTED_MODULE_4__/* .waiterName */ .Gc)(waiter), version: waiter.version.text });
}
// ---- an earlier attempt
function earlierAttemptLines(report, snapshot) {
    const held = report.hosts.flatMap(({ availability }) => availability.state === 'held' ? [availability.holder] : []);
    const [holder, ...others] = held;
    const isOne = holder !== undefined && others.length === 0;
    const inMs = isOne ? (0,_protocol_same_job__WEBPACK_IMPORTED_MODULE_3__/* .silentAtMs */ .vx)(snapshot, holder) - snapshot.uptimeMs : undefined;
    const when = inMs === undefined || !(inMs > 0) ? '' : `, in ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(inMs)} at the earliest`;
    return [
        `an earlier run of this job still holds ${isOne ? 'it' : 'one of them'}; this run takes over once that one is silent${when}`,
    ];
}
function nowMs(snapshot) {
    return Number(snapshot.wallNs / 1000000n);
}


/***/ }),

/***/ 6940:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  X: () => (/* binding */ acquire)
});

// UNUSED EXPORTS: arrives

// EXTERNAL MODULE: ./src/pool/pool.ts
var pool_pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./src/protocol/availability.ts
var protocol_availability = __webpack_require__(3241);
// EXTERNAL MODULE: ./src/protocol/expiry.ts
var expiry = __webpack_require__(4261);
// EXTERNAL MODULE: ./src/protocol/queue.ts
var queue = __webpack_require__(3271);
// EXTERNAL MODULE: ./src/protocol/request.ts
var protocol_request = __webpack_require__(1513);
// EXTERNAL MODULE: ./src/protocol/same-job.ts
var same_job = __webpack_require__(6158);
;// CONCATENATED MODULE: ./src/protocol/blocked.ts
/**
 * Who keeps a request from every host that it wants: until one of them leaves, it can't take any. What else may concern it,
 * such as which holder it is to ask, it hears of a little later, for it looks at the whole pool from time to time.
 */





/**
 * Those ahead who take a host as soon as it is free, whatever else is: they want one host, and no more with it. The last is
 * the one that stands directly ahead. There are none at a host that an earlier attempt of this job has, for it need not
 * wait for its turn there.
 */
function blockersAt(snapshot, request, host, claim) {
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    const hasHolder = availability.state === 'held' || availability.state === 'resting';
    if (hasHolder && (0,same_job/* isSameJob */.c_)(snapshot, request, availability.holder))
        return [];
    return (0,queue/* waitersAhead */.ZE)(snapshot, host, claim)
        .map(({ waiter }) => waiter)
        .filter(({ record }) => {
        if (record === undefined || (0,same_job/* isSameJob */.c_)(snapshot, request, record))
            return false;
        const { groups = [[host]] } = record.details;
        return groups.length === 1 && groups.flat().includes(host);
    });
}
/** When the last of them has died, if none of them gives a sign of life again; in ms of uptime. */
function blockersEndAtMs(snapshot, blockers) {
    return Math.max(...blockers.map((waiter) => (0,expiry/* waiterEndsAtMs */.yE)(snapshot, waiter) + 1));
}
/**
 * Files of the queue that keep a request where it is for as long as they stand as they are: at each host that of the waiter
 * directly ahead; that of the one half-way to it, whose going tells that its turn comes nearer; and one of its own, which a
 * person may change. So one that leaves wakes a few others, and the first of them at once, as in the lock recipe of
 * ZooKeeper. Undefined where something else may change its lot.
 */
function blockedBy(snapshot, request, hosts, claim) {
    const own = (0,protocol_request/* ownWaiter */.Z)(snapshot, request)?.files[0]?.text;
    const ahead = hosts.map((host) => {
        const blockers = blockersAt(snapshot, request, host, claim);
        const watched = [blockers[Math.floor((blockers.length - 1) / 2)], blockers.at(-1)];
        return watched.flatMap((waiter) => waiter?.files.find((file) => file.host === host)?.text ?? []);
    });
    if (own === undefined || ahead.some((names) => names.length === 0))
        return undefined;
    return [...new Set([...ahead.flat(), own])];
}

// EXTERNAL MODULE: ./src/protocol/host.ts
var host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/order.ts
var order = __webpack_require__(4864);
// EXTERNAL MODULE: ./src/protocol/quit.ts
var quit = __webpack_require__(6209);
// EXTERNAL MODULE: ./src/protocol/target.ts
var protocol_target = __webpack_require__(9635);
// EXTERNAL MODULE: ./src/protocol/tidy.ts
var tidy = __webpack_require__(5958);
// EXTERNAL MODULE: ./src/protocol/upkeep.ts
var upkeep = __webpack_require__(8686);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var timing = __webpack_require__(6104);
;// CONCATENATED MODULE: ./src/protocol/wait-report.ts










/** Who has the hosts that a request wants, and who is ahead. */
function reportOf(snapshot, request, claim) {
    const hosts = (0,host/* hostsOf */.PP)(request.groups).map((host) => ({
        host,
        availability: (0,protocol_availability/* availabilityOf */.n)(snapshot, host),
    }));
    const isEarlierAttempt = hosts.some(({ availability }) => availability.state === 'held' && (0,same_job/* isSameJob */.c_)(snapshot, request, availability.holder));
    const ahead = claim === undefined ? [] : hosts.flatMap(({ host }) => (0,queue/* waitersAhead */.ZE)(snapshot, host, claim));
    return {
        hosts,
        ahead: [...new Map(ahead.map((one) => [one.waiter.id, one])).values()],
        because: isEarlierAttempt ? 'earlier-attempt' : 'queue',
        target: (0,protocol_request/* ownWaiter */.Z)(snapshot, request)?.files.find((file) => !file.queued)?.host,
    };
}
/**
 * The next instant at which time alone changes something: an expiry, an end of rest, an earlier attempt fallen silent, the
 * own starving, the end of an exempt time. Where others are ahead in any case, only that the last of them has died.
 */
function nextChangeMs(snapshot, request, seen, hosts, claim) {
    const instants = hosts.flatMap((host) => {
        const blockers = blockersAt(snapshot, request, host, claim);
        if (blockers.length > 0)
            return [blockersEndAtMs(snapshot, blockers)];
        const ahead = (0,queue/* waitersAhead */.ZE)(snapshot, host, claim).map(({ waiter }) => waiter.record === undefined && (0,protocol_availability/* isFree */.x)(snapshot, host)
            ? snapshot.uptimeMs + timing/* DEFAULTS */.zY.bashPatienceMs - (0,queue/* freeForMs */.UY)(snapshot, waiter, host, seen)
            : (0,expiry/* waiterEndsAtMs */.yE)(snapshot, waiter) + 1);
        return [...ahead, ...holderInstants(snapshot, request, host)];
    });
    const own = (0,protocol_request/* ownWaiter */.Z)(snapshot, request);
    if (own !== undefined) {
        instants.push((0,order/* starvesAtMs */.iG)(snapshot, own), ...hosts.flatMap((host) => exemptInstants(snapshot, own, host)));
    }
    const future = instants.filter((at) => at > snapshot.uptimeMs);
    const nextMs = Math.min(...future);
    return nextMs === Infinity ? undefined : nextMs;
}
/** One that may ask one of several holders asks none before its exempt time is over. */
function exemptInstants(snapshot, own, host) {
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    if (availability.state !== 'held')
        return [];
    const preemption = (0,quit/* decidePreemption */.QY)(snapshot, own, availability.holder);
    return preemption.kind === 'exempt' ? [preemption.untilMs] : [];
}
function holderInstants(snapshot, request, host) {
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    switch (availability.state) {
        case 'held': {
            const { holder, endsAtMs } = availability;
            return (0,same_job/* isSameJob */.c_)(snapshot, request, holder)
                ? [endsAtMs + 1, (0,same_job/* silentAtMs */.vx)(snapshot, holder)]
                : [endsAtMs + 1];
        }
        case 'resting':
            return [availability.untilMs + 1];
        case 'bash':
            return availability.untilMs === undefined ? [] : [availability.untilMs];
        case 'free':
        case 'broken':
            return [];
    }
}

;// CONCATENATED MODULE: ./src/protocol/acquire.ts













const NO_MEMORY = { seen: new Map(), settlingSinceMs: undefined, wasRegistered: false };
/** Notes what only the passing of snapshots tells. To be called with each snapshot before it is decided upon. */
function remember(snapshot, request, memory) {
    const hosts = (0,protocol_request/* ownRecords */.Bd)(snapshot, request).map(([host]) => host);
    return {
        seen: (0,queue/* noteTaken */.Mx)(snapshot, memory.seen),
        settlingSinceMs: (0,upkeep/* settlingSince */.dY)(snapshot, request.who.id, hosts, memory.settlingSinceMs),
        wasRegistered: memory.wasRegistered || (0,protocol_request/* ownWaiter */.Z)(snapshot, request) !== undefined,
    };
}
/**
 * The rule of sharing. In this order: what is ours already; a later attempt of this job; what must be tidied first; a
 * free host, if nobody ahead could take it; a place in the queue, and the one holder to ask.
 */
function decideAcquire(snapshot, request, memory) {
    const own = (0,protocol_request/* ownRecords */.Bd)(snapshot, request);
    if (own.length > 0)
        return decideOwn(snapshot, request, memory, own);
    if ((0,same_job/* isSuperseded */.pe)(snapshot, request, memory.wasRegistered))
        return { kind: 'superseded' };
    const cancelled = (0,protocol_request/* ownWaiter */.Z)(snapshot, request)?.record?.details.cancelled;
    if (cancelled !== undefined)
        return { kind: 'cancelled', ...cancelled };
    const hosts = (0,host/* hostsOf */.PP)(request.groups);
    const problem = hosts.map((host) => snapshot.hosts.get(host)?.problem).find((text) => text !== undefined);
    if (problem !== undefined)
        return { kind: 'broken', problem };
    const tidying = [...(0,tidy/* loseVerbs */.cQ)(snapshot, hosts), ...(0,tidy/* clearVerbs */.Kg)(snapshot, hosts, request.who.id)];
    if (tidying.length > 0)
        return { kind: 'change', change: { hosts: [], verbs: tidying } };
    const waiter = (0,protocol_request/* ownWaiter */.Z)(snapshot, request);
    const claim = waiter === undefined ? newClaim(snapshot, request) : (0,order/* claimOfWaiter */.aw)(snapshot, waiter);
    const chosen = (0,host/* chooseHosts */.tj)(request.groups, (host) => mayTake(snapshot, request, memory, host, claim));
    if (chosen !== undefined)
        return take(snapshot, request, memory, waiter, claim, chosen);
    if (request.ifBusy !== 'wait')
        return { kind: 'busy', report: reportOf(snapshot, request, claim) };
    const expired = (0,tidy/* expireVerbs */.wl)(snapshot, hosts);
    if (expired.length > 0)
        return { kind: 'change', change: { hosts: [], verbs: expired } };
    const target = (0,protocol_target/* chooseTarget */.b)(snapshot, waiter ?? (0,protocol_request/* asWaiter */.TG)(snapshot, request, claim), request.groups);
    if (waiter === undefined || !hasAllFiles(waiter, hosts))
        return register(snapshot, request, target, hosts);
    if (target !== waiter.files.find((file) => !file.queued)?.host) {
        return {
            kind: 'change',
            change: { hosts, verbs: [{ verb: 'target', id: request.who.id, host: target }] },
        };
    }
    return waiting(snapshot, request, memory, claim);
}
// ---- what is ours already
function decideOwn(snapshot, request, memory, own) {
    const { id } = request.who;
    const hosts = own.map(([host]) => host);
    const lost = (0,tidy/* loseVerbs */.cQ)(snapshot, hosts);
    // lost while settling: the other hosts go back as well, the place stays
    if (lost.length > 0)
        return { kind: 'change', change: { hosts, verbs: lost } };
    // partly ours, or expired while this process was stopped: back to the queue
    const isWhole = own.length === request.groups.length;
    if (!isWhole || !hosts.every((host) => (0,expiry/* decideExpiry */.UK)(snapshot, host).state === 'live')) {
        return giveBack(request, hosts);
    }
    if (own.every(([, record]) => record.state !== 'settling'))
        return { kind: 'acquired', records: new Map(own) };
    const missing = hosts.filter((host) => (0,expiry/* lockOwner */.Vm)(snapshot.hosts.get(host)) === 'none');
    if (missing.length > 0) {
        const keeper = request.details.keeper ?? false;
        return { kind: 'change', change: { hosts, verbs: [{ verb: 'renew', id, hosts: missing, keeper }] } };
    }
    const preempted = own.some(([host, record]) => (0,quit/* findPreemptor */.Wy)(snapshot, host, { ...record, details: notExempt(record) }));
    if (preempted)
        return giveBack(request, hosts);
    const settledAtMs = (memory.settlingSinceMs ?? snapshot.uptimeMs) + request.settleMs;
    if (snapshot.uptimeMs >= settledAtMs)
        return { kind: 'change', change: { hosts, verbs: [{ verb: 'held', id, hosts }] } };
    const report = { ...reportOf(snapshot, request, undefined), because: 'settling' };
    return { kind: 'wait', report, aheadCount: 0, blockedBy: undefined, wakeAtMs: settledAtMs };
}
/** A host that is only settling is given back at once: its job has not started. */
function notExempt(record) {
    return { ...record.details, exemptMs: 0 };
}
function giveBack(request, hosts) {
    const verb = { verb: 'free', id: request.who.id, hosts, leave: 'place', details: undefined };
    return { kind: 'change', change: { hosts, verbs: [verb] } };
}
// ---- taking
function hasAllFiles(waiter, hosts) {
    return hosts.every((host) => waiter.files.some((file) => file.host === host));
}
/** Where a job would stand that has no place yet: behind everybody who has. */
function newClaim(snapshot, request) {
    const { who, priority, version } = request;
    return {
        id: who.id,
        priority,
        starved: false,
        version,
        arrivalNs: snapshot.wallNs + 1000000000000000n,
    };
}
/** Is the host free, or an earlier attempt's of this job, and could nobody ahead take it now? */
function mayTake(snapshot, request, memory, host, claim) {
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    if (availability.state === 'held' || availability.state === 'resting') {
        return (0,same_job/* mayTakeOver */.rw)(snapshot, request, availability.holder);
    }
    if (availability.state !== 'free')
        return false;
    return (0,queue/* waitersAhead */.ZE)(snapshot, host, claim)
        .filter(({ waiter }) => waiter.record === undefined || !(0,same_job/* mayTakeOver */.rw)(snapshot, request, waiter.record))
        .every(({ waiter }) => !(0,queue/* couldTakeNow */.tZ)(snapshot, waiter, host, memory.seen));
}
function take(snapshot, request, memory, waiter, claim, hosts) {
    const { who, version, ttlMs, maxHoldMs, details } = request;
    // a person may have changed it
    const { priority } = claim;
    const isLegacy = snapshot.legacy !== undefined;
    const needsPlace = waiter === undefined || !hasAllFiles(waiter, hosts);
    // a place comes first where bash jobs look, and where this job had one, or an earlier process of it
    const hadPlace = waiter !== undefined || snapshot.heartbeats.has(who.id);
    if (needsPlace && (isLegacy || hadPlace || (0,same_job/* earlierPlace */.OT)(snapshot, request) !== undefined)) {
        const target = isLegacy ? settleTarget(snapshot, request, hosts) : undefined;
        return register(snapshot, request, target, request.ifBusy === 'wait' ? (0,host/* hostsOf */.PP)(request.groups) : hosts);
    }
    const previous = previousOf(snapshot, request, hosts[0] ?? '');
    const passedOver = hosts.flatMap((host) => passedOverAt(snapshot, memory, host, claim));
    const verb = {
        verb: 'take',
        who,
        priority,
        version: version.text,
        ttlMs,
        maxHoldMs,
        keeper: details.keeper ?? false,
        kind: request.kind,
        state: isLegacy ? 'settling' : 'held',
        from: waiter === undefined ? 'new' : 'waiting',
        hosts,
        details: {
            ...details,
            groups: request.groups,
            ...(waiter === undefined ? {} : { arrivalNs: String(waiter.arrivalNs) }),
            ...(claim.starved ? { starved: true } : {}),
            ...(passedOver.length === 0 ? {} : { passedOver }),
            ...(previous === undefined ? {} : { previous }),
        },
    };
    const target = isLegacy
        ? [{ verb: 'target', id: who.id, host: settleTarget(snapshot, request, hosts) }]
        : [];
    return { kind: 'change', change: { hosts, verbs: [...target, verb] } };
}
/** Bash waiters ahead that have left the host free for so long that it goes to this job: they don't preempt it either. */
function passedOverAt(snapshot, memory, host, claim) {
    return (0,queue/* waitersAhead */.ZE)(snapshot, host, claim)
        .filter(({ waiter }) => waiter.record === undefined && !(0,queue/* couldTakeNow */.tZ)(snapshot, waiter, host, memory.seen))
        .map(({ waiter }) => waiter.id);
}
/** Where the waiting file stands while a host settles: there, so that bash jobs of lower versions keep off. */
function settleTarget(snapshot, request, hosts) {
    const [host, ...others] = hosts;
    if (host === undefined || others.length > 0)
        return undefined;
    return (0,protocol_target/* chooseTarget */.b)(snapshot, (0,protocol_request/* asWaiter */.TG)(snapshot, request, newClaim(snapshot, request)), [[host]]);
}
function previousOf(snapshot, request, host) {
    const view = snapshot.hosts.get(host);
    if ((0,expiry/* lockOwner */.Vm)(view) === 'foreign')
        return { id: '-', job: 'a bash job', endedBy: 'bash' };
    const record = view?.record;
    return record === undefined
        ? undefined
        : { id: record.id, job: record.details.job ?? record.owner, endedBy: endOf(snapshot, request, record) };
}
/** How the lease ended that this take follows. */
function endOf(snapshot, request, record) {
    if (record.state === 'free')
        return record.details.endedBy ?? 'released';
    if (record.state === 'lost')
        return 'lost';
    return (0,same_job/* isSameJob */.c_)(snapshot, request, record) ? 'superseded' : 'expired';
}
// ---- the queue
function register(snapshot, request, target, hosts) {
    const { who, priority, version, waiterTtlMs, details, groups } = request;
    const verb = {
        verb: 'wait',
        who,
        priority,
        version: version.text,
        ttlMs: waiterTtlMs,
        supersedes: (0,same_job/* earlierPlace */.OT)(snapshot, request)?.id ?? request.resumes,
        target,
        hosts,
        details: { ...details, groups },
    };
    // a file that it has elsewhere asks nobody any more
    const elsewhere = (0,protocol_request/* ownWaiter */.Z)(snapshot, request) === undefined ? [] : [{ verb: 'target', id: who.id, host: target }];
    return { kind: 'change', change: { hosts: [], verbs: [...elsewhere, verb] } };
}
// ---- waiting
function waiting(snapshot, request, memory, claim) {
    const report = reportOf(snapshot, request, claim);
    const hosts = (0,host/* hostsOf */.PP)(request.groups);
    const aheadCount = Math.min(...hosts.map((host) => (0,queue/* waitersAhead */.ZE)(snapshot, host, claim).length));
    return {
        kind: 'wait',
        report,
        aheadCount,
        blockedBy: blockedBy(snapshot, request, hosts, claim),
        wakeAtMs: nextChangeMs(snapshot, request, memory.seen, hosts, claim),
    };
}

// EXTERNAL MODULE: ./src/protocol/snapshot.ts
var protocol_snapshot = __webpack_require__(2678);
// EXTERNAL MODULE: ./src/lease/clock.ts
var lease_clock = __webpack_require__(5436);
// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
// EXTERNAL MODULE: ./src/lease/leave.ts
var leave = __webpack_require__(2329);
;// CONCATENATED MODULE: ./src/lease/acquire.ts







/** How long a pool may be out of reach of a job that waits without a time-out. */
const REACH_MS = 600_000;
class WaitTimeout extends Error {
}
/**
 * Gets the hosts that the request wants, or its place in the queue until it does. Resolves when the lease was ours at the
 * moment of the commit; it may have been lost since. Every other end takes the request's own files away first.
 */
async function acquire(context, request, options) {
    const { clock } = context;
    const attempt = {
        isUntouched: true,
        unknownUntilMs: undefined,
        arrivals: 0,
        report: undefined,
        snapshot: undefined,
    };
    const timeout = new WaitTimeout('the wait timeout has passed');
    const { signal, cancel } = (0,lease_clock/* deadlineSignal */.R)(clock, options.waitTimeoutMs, timeout, context.signal);
    const bounded = { ...context, signal };
    try {
        const result = await attemptAcquire(bounded, request, options, attempt);
        if (result.kind !== 'acquired')
            await takeAway(context, request, attempt);
        return result;
    }
    catch (error) {
        await takeAway(context, request, attempt);
        if (signal.reason !== timeout)
            throw error;
        return { kind: 'not-acquired', reason: 'timeout', report: attempt.report, snapshot: attempt.snapshot };
    }
    finally {
        cancel();
    }
}
async function takeAway(context, request, attempt) {
    if (attempt.isUntouched)
        return;
    await (0,leave/* abandon */.e9)(context, request.who.id, {
        unknownUntilMs: attempt.unknownUntilMs,
        isOne: attempt.arrivals <= 1,
    });
}
async function attemptAcquire(context, asked, { headMs = 100, queueMs = 15_000, waitTimeoutMs, fit = (request) => request }, attempt) {
    const { pool, clock, signal } = context;
    signal.throwIfAborted();
    const startedAtMs = clock.now();
    // who waits for hours has time for a bastion that is restarted
    const reach = { reachMs: waitTimeoutMs ?? REACH_MS };
    const failing = (0,flow/* patience */._L)(context, reach);
    let request = asked;
    let isFitted = false;
    const beats = placeBeats(context, asked, failing);
    let memory = NO_MEMORY;
    let sentAtMs = clock.now();
    let takeSentAtMs;
    const ends = () => ({
        sentAtMs,
        endsAtMs: (takeSentAtMs ?? startedAtMs) + request.maxHoldMs,
    });
    for (let next;;) {
        const snapshot = next ?? (await (0,flow/* look */.Op)(context, (0,flow/* patience */._L)(context, reach)));
        next = undefined;
        if (!isFitted)
            request = fit(asked, snapshot);
        isFitted = true;
        memory = remember(snapshot, request, memory);
        const decision = decideAcquire(snapshot, request, memory);
        attempt.snapshot = snapshot;
        // the one that was sent is there: nothing is on its way any more
        if (attempt.arrivals === 1 && snapshot.heartbeats.has(request.who.id))
            attempt.unknownUntilMs = undefined;
        const waitedMs = clock.now() - startedAtMs;
        switch (decision.kind) {
            case 'acquired':
                return { ...acquired(context, request, decision, waitedMs), ...ends() };
            case 'superseded':
                return { kind: 'superseded' };
            case 'cancelled':
                attempt.isUntouched = false;
                return decision;
            case 'broken':
                throw new pool_pool/* PoolUnavailable */.pP('broken-record', `the pool ${pool.name} can't be used: ${decision.problem}`);
            case 'busy':
                return { kind: 'not-acquired', reason: 'busy', report: decision.report, snapshot };
            case 'change': {
                const sendingAtMs = clock.now();
                attempt.isUntouched = false;
                const mayArrive = arrives(decision.change);
                if (mayArrive)
                    attempt.arrivals += 1;
                const step = await (0,flow/* advance */.np)(context, snapshot, decision.change, failing, (untilMs) => {
                    if (mayArrive)
                        attempt.unknownUntilMs = latest(attempt.unknownUntilMs, untilMs);
                });
                next = step.next;
                if (step.result === undefined && mayArrive)
                    attempt.arrivals -= 1;
                const taken = decision.change.verbs.find((verb) => verb.verb === 'take');
                if (step.result !== undefined)
                    sentAtMs = sendingAtMs;
                if (step.result !== undefined && taken !== undefined)
                    takeSentAtMs ??= sendingAtMs;
                if (step.result === undefined || step.result === 'unknown')
                    break;
                if (decision.change.verbs.some(({ verb }) => BEATING.includes(verb)))
                    beats.made();
                // the answer tells all that a new look would
                if (taken?.state === 'held' && step.result.unlinked.length === 0) {
                    const lease = leaseOf(pool.name, request, taken.hosts, step.result.token);
                    return { kind: 'acquired', lease, waitedMs, previous: taken.details.previous, ...ends() };
                }
                break;
            }
            case 'wait': {
                attempt.report = decision.report;
                if (decision.report.because !== 'settling')
                    takeSentAtMs = undefined;
                const say = () => {
                    const waitedMs = clock.now() - startedAtMs;
                    context.say({ type: 'waiting', report: decision.report, snapshot, waitedMs });
                };
                const everyMs = lookEveryMs(decision, headMs, queueMs);
                const sameForMs = await untilNews(context, snapshot, { decision, everyMs, say, beats, failing });
                // who is blocked does not look at locks
                if (decision.blockedBy === undefined && sameForMs > 0) {
                    memory = { ...memory, seen: (0,queue/* noteTaken */.Mx)((0,protocol_snapshot/* laterBy */.CQ)(snapshot, sameForMs), memory.seen) };
                }
                break;
            }
        }
        if (signal.aborted)
            throw signal.reason;
    }
}
/**
 * Beats for a place until there may be something new to decide upon. Resolves with how long, in ms, the pool has been as
 * the snapshot shows it, as far as that is certain.
 */
async function untilNews({ pool, clock, signal }, snapshot, { decision: { wakeAtMs = Infinity, blockedBy }, everyMs, say, beats, failing }) {
    const blocked = blockedBy && { by: blockedBy, forMs: LOOKS_PER_REFRESH * everyMs };
    const lookedAtMs = clock.now();
    // what the pool's clock is ahead of the snapshot's answer, which took its time
    let aheadMs = 0;
    const uptimeMs = () => snapshot.uptimeMs + (clock.now() - lookedAtMs) + aheadMs;
    // a heartbeat alone needs no new snapshot, which costs the more the more are waiting
    while (uptimeMs() < wakeAtMs) {
        say();
        if (beats.dueInMs() === 0 && !(await beats.make()))
            return 0;
        const untilUptimeMs = Math.min(wakeAtMs, uptimeMs() + beats.dueInMs());
        let watched;
        try {
            watched = await pool.watch(snapshot, { everyMs, untilUptimeMs, blocked }, signal);
            failing.reset();
        }
        catch (error) {
            await failing.afterFailure(error);
            return 0;
        }
        if (watched === 'changed')
            break;
        aheadMs += Math.max(0, untilUptimeMs - uptimeMs());
    }
    // the last look but one
    return Math.max(0, clock.now() - lookedAtMs - SURE_LOOKS * everyMs);
}
/** Would it bring the request into the pool, even late? The other verbs need what is there already. */
function arrives({ verbs }) {
    return verbs.some((verb) => verb.verb === 'wait' || (verb.verb === 'take' && verb.from === 'new'));
}
/** Verbs that renew the heartbeat of a request by the way. */
const BEATING = ['wait', 'take', 'held'];
/**
 * The head of the queue looks often, the others the more rarely the more are ahead of them, down to `queueMs`. Those that
 * are blocked look twice as often as the rest, for they look at less.
 */
function lookEveryMs({ aheadCount, blockedBy }, headMs, queueMs) {
    const perWaiterMs = (blockedBy === undefined ? 5 : 2.5) * headMs;
    return aheadCount === 0 ? headMs : Math.min(queueMs, perWaiterMs * aheadCount);
}
/** Every so manieth look of one that is blocked is at more than what blocks it: what it says of the rest is no older. */
const LOOKS_PER_REFRESH = 8;
/** In so many looks' time one has come through for certain. */
const SURE_LOOKS = 3;
/** Keeps a place in the queue alive while its process waits. */
function placeBeats({ pool, clock, signal }, request, failing) {
    const everyMs = request.details.heartbeatMs ?? request.waiterTtlMs / 8;
    let lastMs = clock.now();
    const dueInMs = () => Math.max(0, lastMs + everyMs - clock.now());
    return {
        made: () => void (lastMs = clock.now()),
        dueInMs,
        async make() {
            lastMs = clock.now();
            try {
                return (await pool.beat(request.who.id, [], signal)).kind === 'alive';
            }
            catch (error) {
                await failing.afterFailure(error);
                return false;
            }
        },
    };
}
function acquired({ pool }, request, { records }, waitedMs) {
    const [record] = records.values();
    const lease = leaseOf(pool.name, request, [...records.keys()], record?.token ?? 0);
    return { kind: 'acquired', lease, waitedMs, previous: record?.details.previous };
}
function leaseOf(pool, request, hosts, token) {
    const { who, version, ttlMs, settleMs, details } = request;
    return {
        pool,
        hosts,
        ...who,
        fencingToken: token,
        version: version.text,
        ttlMs,
        heartbeatMs: details.heartbeatMs ?? ttlMs / 8,
        settleMs,
        keeper: details.keeper ?? false,
    };
}
function latest(a, b) {
    return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}


/***/ }),

/***/ 5436:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ deadlineSignal),
/* harmony export */   m: () => (/* binding */ systemClock)
/* harmony export */ });
/** The longest that a timer of Node can wait, 24.8 days; beyond it would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const systemClock = {
    now: () => performance.now(),
    sleep: (ms, signal) => new Promise((resolve, reject) => {
        if (signal.aborted) {
            reject(signal.reason);
            return;
        }
        const onAbort = () => {
            timer.cancel();
            reject(signal.reason);
        };
        const timer = systemClock.after(ms, () => {
            signal.removeEventListener('abort', onAbort);
            resolve();
        });
        signal.addEventListener('abort', onAbort, { once: true });
    }),
    after: (ms, callback) => {
        let timer;
        const wait = (leftMs) => {
            timer = setTimeout(() => (leftMs > LONGEST_TIMER_MS ? wait(leftMs - LONGEST_TIMER_MS) : callback()), Math.min(leftMs, LONGEST_TIMER_MS));
        };
        wait(ms);
        return { cancel: () => clearTimeout(timer) };
    },
};
/** A signal that aborts with `reason` after `ms`, or with its parent; `cancel` ends both bonds. */
function deadlineSignal(clock, ms, reason, parent) {
    const controller = new AbortController();
    const onParent = () => controller.abort(parent?.reason);
    const timer = ms === undefined ? undefined : clock.after(ms, () => controller.abort(reason));
    if (parent?.aborted === true)
        onParent();
    else
        parent?.addEventListener('abort', onParent, { once: true });
    return {
        signal: controller.signal,
        cancel: () => {
            timer?.cancel();
            parent?.removeEventListener('abort', onParent);
        },
    };
}


/***/ }),

/***/ 8276:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Op: () => (/* binding */ look),
/* harmony export */   _L: () => (/* binding */ patience),
/* harmony export */   np: () => (/* binding */ advance),
/* harmony export */   zR: () => (/* binding */ asError)
/* harmony export */ });
/* unused harmony export MAX_FAILURES */
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8690);
/** What every flow is given, and the one step that all of them share: commit, and see what came of it. */

/** How often a pool may fail in a row before a flow gives up; a success starts the count again. */
const MAX_FAILURES = 6;
const REACH_MS = 60_000;
const MAX_DELAY_MS = 30_000;
const MAX_UNKNOWN_DELAY_MS = 5000;
function patience({ clock, say, signal, random }, { maxFailures = MAX_FAILURES, reachMs = REACH_MS, isPassing = isBadLuck } = {}) {
    let failures = 0;
    let sinceMs;
    return {
        async afterFailure(error) {
            signal.throwIfAborted();
            if (!(error instanceof Error) || !isPassing(error))
                throw error;
            failures += 1;
            sinceMs ??= clock.now();
            const isOver = error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .PoolUnreachable */ .tT
                ? failures >= (error.maxTries ?? Infinity) || clock.now() - sinceMs >= reachMs
                : failures >= maxFailures;
            if (isOver) {
                throw new _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .PoolUnavailable */ .pP('fault', `${error.message} (${failures} times in a row)`, { cause: error });
            }
            // out of reach for all alike: who comes again at once would only be one of a crowd
            const mostMs = error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .PoolUnreachable */ .tT ? MAX_DELAY_MS : MAX_UNKNOWN_DELAY_MS;
            const leastMs = error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .PoolUnreachable */ .tT ? error.delayMs : 100;
            const inMs = Math.round((0.5 + random()) * Math.min(mostMs, leastMs * 2 ** Math.min(failures, 8)));
            say({ type: 'retrying', error, inMs });
            await clock.sleep(inMs, signal);
        },
        reset() {
            failures = 0;
            sinceMs = undefined;
        },
    };
}
function isBadLuck(error) {
    return error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .OutcomeUnknown */ .Jr || error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .PoolUnreachable */ .tT;
}
/**
 * A snapshot, in spite of a pool that fails for a while. It counts by itself unless told otherwise: a pool that can be
 * read, but takes no commit, is to be given up all the same.
 */
async function look(context, failing = patience(context)) {
    for (;;) {
        try {
            const snapshot = await context.pool.snapshot(context.signal);
            failing.reset();
            return snapshot;
        }
        catch (error) {
            await failing.afterFailure(error);
        }
    }
}
/**
 * Commits once. Whatever comes of it, the caller decides anew from what it then sees. `onUnknown` hears until when an
 * unknown outcome may still take effect, in ms of the bastion's uptime, and before anything can break the flow off.
 */
async function advance(context, seen, change, failing, onUnknown) {
    const { pool, clock, signal, random } = context;
    try {
        const result = await pool.commit(seen, change, signal);
        switch (result.kind) {
            case 'committed':
                failing.reset();
                return { result, next: undefined };
            case 'conflict':
                failing.reset();
                return { result: undefined, next: result.snapshot };
            case 'busy':
                await clock.sleep(20 + random() * 200, signal);
                return { result: undefined, next: undefined };
        }
    }
    catch (error) {
        if (error instanceof _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .OutcomeUnknown */ .Jr)
            onUnknown?.(error.deadlineUptimeMs);
        await failing.afterFailure(error);
        return { result: 'unknown', next: undefined };
    }
}
function asError(thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
}


/***/ }),

/***/ 4681:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ holdWhile)
/* harmony export */ });
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6104);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8276);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6657);



/**
 * Keeps a lease while something is done on its hosts. Resolves when that is done. Its signal aborts when it must end: with
 * the flow's own, as soon as the lease is lost, and so early that what ends soon after is over before the lease is. It has
 * aborted before the work begins where not even the first heartbeat succeeds.
 */
async function holdWhile(context, lease, work) {
    const { clock, signal } = context;
    const stop = new AbortController();
    const finished = new AbortController();
    const { terminateMs } = (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_0__/* .commandDeadlines */ .Xe)(lease.ttlMs);
    let timer;
    const renew = (beatAtMs) => {
        timer?.cancel();
        timer = clock.after(Math.max(0, beatAtMs + terminateMs - clock.now()), () => stop.abort(new Error('heartbeats have failed for too long')));
    };
    const keeping = async (sinceMs) => {
        try {
            const holding = { ...context, signal: finished.signal };
            await (0,_hold__WEBPACK_IMPORTED_MODULE_2__/* .hold */ ._)(holding, lease, { sinceMs, onBeat: renew, onQuit: () => undefined });
            stop.abort(new Error('the lease is lost'));
        }
        catch (error) {
            if (!finished.signal.aborted)
                stop.abort((0,_flow__WEBPACK_IMPORTED_MODULE_1__/* .asError */ .zR)(error));
        }
    };
    let kept;
    try {
        const sinceMs = await firstBeat(context, lease);
        renew(sinceMs);
        kept = keeping(sinceMs);
    }
    catch (error) {
        stop.abort((0,_flow__WEBPACK_IMPORTED_MODULE_1__/* .asError */ .zR)(error));
    }
    try {
        await work(AbortSignal.any([signal, stop.signal]));
    }
    finally {
        timer?.cancel();
        finished.abort(new Error('the work is done'));
        await kept;
    }
}
/** Just before the heartbeat was sent that found the lease alive. */
async function firstBeat(context, { id, hosts }) {
    const { pool, clock, signal } = context;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_1__/* .patience */ ._L)(context);
    for (;;) {
        const sentAtMs = clock.now();
        try {
            const { kind } = await pool.beat(id, hosts, signal);
            if (kind === 'alive')
                return sentAtMs;
            throw new Error('the lease is lost');
        }
        catch (error) {
            await failing.afterFailure(error);
        }
    }
}


/***/ }),

/***/ 6657:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ hold)
/* harmony export */ });
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8690);
/* harmony import */ var _protocol_given_back__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4537);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6209);
/* harmony import */ var _protocol_upkeep__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8686);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8276);





/**
 * Keeps a lease: beats, hands a quit request on, and keeps the lock as bash must see it. Resolves when the lease is lost;
 * rejects with the signal's reason. One heartbeat that fails is not fatal, the ttl's worth of them is.
 */
async function hold(context, lease, holding) {
    const { pool, clock, say, signal } = context;
    const { id, hosts, ttlMs, heartbeatMs } = lease;
    let goodAtMs = holding.sinceMs;
    let dueAtMs = goodAtMs + heartbeatMs;
    let told;
    let settlingSinceMs;
    let isOver = false;
    // bounded by the ttl, not by a count: a pool that is out of reach may come back, and so may room on a full disk
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .patience */ ._L)(context, { maxFailures: Infinity, reachMs: Infinity, isPassing: _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .isPoolError */ .XG });
    for (let next;;) {
        signal.throwIfAborted();
        if (clock.now() >= goodAtMs + ttlMs)
            return 'expired';
        try {
            if (clock.now() >= dueAtMs) {
                const sentAtMs = clock.now();
                const { kind } = await pool.beat(id, hosts, signal);
                if (kind === 'expired')
                    return 'expired';
                if (kind === 'alive') {
                    goodAtMs = sentAtMs;
                    holding.onBeat(sentAtMs);
                }
                // what became of a lease that has no heartbeat any more shows in the records
                isOver = kind !== 'alive';
                dueAtMs = sentAtMs + heartbeatMs;
            }
            const snapshot = next ?? (await pool.snapshot(signal));
            next = undefined;
            if (isOver)
                return (0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_4__/* .isGivenBack */ .H)(snapshot, id, hosts) ? 'released' : 'taken';
            const seenAtMs = clock.now();
            settlingSinceMs = (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_2__/* .settlingSince */ .dY)(snapshot, id, hosts, settlingSinceMs);
            const decision = (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_1__/* .decideQuit */ .Sp)(snapshot, id, hosts);
            const options = { keeper: lease.keeper, settleMs: lease.settleMs, settlingSinceMs };
            const upkeep = decision.kind === 'lost' ? [] : (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_2__/* .upkeepVerbs */ .Zg)(snapshot, id, hosts, options);
            // a missing lock is put back before anything can be written into the record
            const due = decision.kind === 'carry-on' ? [] : decision.verbs;
            const verbs = upkeep.length > 0 ? upkeep : due;
            if (verbs.length > 0) {
                next = await keepUp(context, snapshot, { hosts, verbs }, failing);
                continue;
            }
            if (decision.kind === 'lost')
                return endOf(snapshot, lease);
            if (decision.kind === 'quit' && told === undefined) {
                told = decision.told;
                say({ type: 'told', told });
                holding.onQuit(told);
            }
            failing.reset();
            const beatAtMs = snapshot.uptimeMs + Math.max(0, dueAtMs - seenAtMs);
            const untilUptimeMs = Math.min(beatAtMs, (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_2__/* .nextUpkeepAtMs */ .lW)(snapshot, id, hosts, options));
            const watched = await pool.watch(snapshot, { everyMs: holding.everyMs ?? 3000, untilUptimeMs }, signal);
            // by the pool's clock, which is ahead of what is known of it here by as long as its answer took
            if (watched === 'due' && untilUptimeMs === beatAtMs)
                dueAtMs = clock.now();
        }
        catch (error) {
            signal.throwIfAborted();
            await failing.afterFailure(error);
        }
    }
}
async function keepUp(context, snapshot, change, failing) {
    const { result, next } = await (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .advance */ .np)(context, snapshot, change, failing);
    if (result !== undefined && result !== 'unknown' && result.putBack.length > 0) {
        context.say({ type: 'lock-put-back', hosts: result.putBack });
    }
    return next;
}
function endOf(snapshot, { id, hosts }) {
    if ((0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_4__/* .isGivenBack */ .H)(snapshot, id, hosts))
        return 'released';
    // do all records still carry the lease? Then it ended by itself, and nobody has taken it
    const records = hosts.map((host) => snapshot.hosts.get(host)?.record);
    const isOurs = records.every((record) => record?.id === id && record.state !== 'lost' && record.state !== 'free');
    return isOurs ? 'expired' : 'taken';
}


/***/ }),

/***/ 2329:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e9: () => (/* binding */ abandon),
/* harmony export */   qG: () => (/* binding */ leave)
/* harmony export */ });
/* unused harmony export partsOf */
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8690);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4261);
/* harmony import */ var _protocol_snapshot__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2678);
/* harmony import */ var _protocol_tidy__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5958);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5436);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8276);
/** Taking away what a request has left in a pool: its place, its lease. */






/** A deadline that is further off is of an uptime before a reboot, and with that all has gone that was under way. */
const MOST_UNDERWAY_MS = 2 * _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .COMMIT_DEADLINE_MS */ .ge;
/**
 * Removes every file of these requests and gives their hosts back, in one commit each; looks again until nothing is there.
 * Idempotent: what is gone already is simply not in the answer.
 *
 * Nothing counts as gone while an earlier commit may still take effect.
 */
async function leave(context, findIds, { unknownUntilMs: unknownMs = -Infinity, isOne = false } = {}) {
    let unknownUntilMs = unknownMs;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_4__/* .patience */ ._L)(context);
    const freed = new Map();
    const lost = new Set();
    let hasTicket = false;
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_4__/* .look */ .Op)(context));
        next = undefined;
        if (unknownUntilMs - snapshot.uptimeMs > MOST_UNDERWAY_MS)
            unknownUntilMs = -Infinity;
        const parts = findIds(snapshot).map((id) => partsOf(snapshot, id));
        if (isOne && parts.some((part) => part.verbs.length > 0))
            unknownUntilMs = -Infinity;
        for (const part of parts) {
            for (const [host, heldMs] of part.held)
                freed.set(host, heldMs);
            for (const host of part.lost)
                lost.add(host);
        }
        const verbs = parts.flatMap((part) => part.verbs);
        hasTicket ||= verbs.some((verb) => verb.verb === 'free' && verb.leave === 'ticket');
        if (verbs.length > 0) {
            // of unknown outcome is as good: what still shows is given back again, and what comes late finds nothing of this id
            const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_4__/* .advance */ .np)(context, snapshot, { hosts: [], verbs }, failing);
            next = step.next;
            if (step.result === 'unknown' || step.result === undefined)
                continue;
            for (const host of step.result.lost)
                lost.add(host);
            for (const host of [...step.result.notHeld, ...step.result.lost])
                freed.delete(host);
            // only a lease ends for good at once: a take of its own may have come between the look and the end of a place
            const isAll = verbs.every(({ verb }) => verb === 'free');
            if (isAll && snapshot.uptimeMs > unknownUntilMs)
                return { freed, lost: [...lost], hasTicket };
            continue;
        }
        if (snapshot.uptimeMs > unknownUntilMs)
            return { freed, lost: [...lost], hasTicket };
        await context.clock.sleep(Math.min(500, unknownUntilMs - snapshot.uptimeMs + 10), context.signal);
    }
}
/** Pure, so that whatever drives a job in a time of its own can leave as this flow does. */
function partsOf(snapshot, id) {
    const held = new Map();
    const lost = [];
    for (const view of snapshot.hosts.values()) {
        const { host, record } = view;
        if (record?.id !== id || record.state === 'free')
            continue;
        if (record.state === 'lost' || (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_1__/* .lockOwner */ .Vm)(view) === 'foreign')
            lost.push(host);
        else
            held.set(host, (0,_protocol_snapshot__WEBPACK_IMPORTED_MODULE_5__/* .spanAgeMs */ .CK)(snapshot, record.until));
    }
    // that another job's lock stands there is to be seen in the record and the journal before the lease goes
    const losing = (0,_protocol_tidy__WEBPACK_IMPORTED_MODULE_2__/* .loseVerbs */ .cQ)(snapshot, lost);
    if (losing.length > 0)
        return { held: new Map(), lost, verbs: losing };
    const hosts = [...held.keys(), ...lost];
    const waiter = snapshot.waiters.find((one) => one.id === id);
    if (hosts.length > 0) {
        // who gave way may come back to the place that it had
        const wasTold = hosts.some((host) => snapshot.hosts.get(host)?.record?.details.told !== undefined);
        const leave = wasTold ? 'ticket' : 'end';
        return { held, lost, verbs: [{ verb: 'free', id, hosts, leave, details: undefined }] };
    }
    const isThere = waiter !== undefined || snapshot.heartbeats.has(id);
    return { held, lost, verbs: isThere ? [{ verb: 'unwait', id, arrivalNs: waiter?.arrivalNs }] : [] };
}
/**
 * Takes away what a request that was given up has left, within `budgetMs`, whatever made it end. Says so where it can't:
 * then the files go when they expire.
 */
async function abandon(context, id, underway, budgetMs = 4000) {
    const late = new _pool_pool__WEBPACK_IMPORTED_MODULE_0__/* .OutcomeUnknown */ .Jr(`the pool ${context.pool.name} did not answer in time`, undefined);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_3__/* .deadlineSignal */ .R)(context.clock, budgetMs, late);
    try {
        await leave({ ...context, signal }, () => [id], underway);
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_4__/* .asError */ .zR)(error) });
    }
    finally {
        cancel();
    }
}


/***/ }),

/***/ 8495:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _: () => (/* binding */ release)
/* harmony export */ });
/* unused harmony export idsOf */
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8276);
/* harmony import */ var _leave__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2329);


/** A commit names a deadline on the bastion's clock, so long after it was made, beyond which the program does not begin it. */
const LATEST_MS = 11_000;
/**
 * Gives back what is this job's, and nothing else: its hosts, its lock by content, its files in the queue. To be called
 * as often as one likes: the second time there is nothing to give.
 */
async function release(context, whose, { mayComeLate = false } = {}) {
    const underway = mayComeLate ? { unknownUntilMs: (await (0,_flow__WEBPACK_IMPORTED_MODULE_0__/* .look */ .Op)(context)).uptimeMs + LATEST_MS } : {};
    const { freed, lost, hasTicket } = await (0,_leave__WEBPACK_IMPORTED_MODULE_1__/* .leave */ .qG)(context, (snapshot) => idsOf(snapshot, whose), underway);
    if (freed.size > 0) {
        return { kind: 'released', hosts: [...freed.keys()], heldMs: Math.max(...freed.values()), hasTicket };
    }
    if (lost.length > 0)
        return { kind: 'lost', hosts: lost };
    return 'id' in whose && (await isTaken(context, whose.id))
        ? { kind: 'lost', hosts: [] }
        : { kind: 'not-held' };
}
/** The requests of a job: by id, or all that carry its owner and are of no later attempt. */
function idsOf(snapshot, whose) {
    if ('id' in whose)
        return [whose.id];
    const records = [
        ...[...snapshot.hosts.values()].flatMap(({ record }) => record ?? []),
        ...snapshot.waiters.flatMap(({ record }) => record ?? []),
    ];
    const own = records.filter(({ owner, attempt, tenant, state }) => owner === whose.owner &&
        attempt <= whose.attempt &&
        tenant === snapshot.caller.tenant &&
        state !== 'free');
    return [...new Set(own.map(({ id }) => id))];
}
/** Did the host go to somebody else without a release? The next holder's record names whom it followed, and how. */
async function isTaken({ pool, signal }, id) {
    const snapshot = await pool.snapshot(signal);
    return [...snapshot.hosts.values()].some(({ record }) => {
        const previous = record?.details.previous;
        return previous?.id === id && previous.endedBy !== 'released';
    });
}


/***/ }),

/***/ 1467:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ run),
/* harmony export */   j: () => (/* binding */ Interrupted)
/* harmony export */ });
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6104);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6940);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5436);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8276);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6657);
/* harmony import */ var _hold_while__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4681);
/* harmony import */ var _release__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8495);







/** Thrown as the signal's reason when the process itself was told to stop. */
class Interrupted extends Error {
    signalName;
    constructor(signalName) {
        super(`interrupted by ${signalName}`);
        this.signalName = signalName;
        this.name = 'Interrupted';
    }
}
const INTERRUPT_MS = 3000;
/**
 * Holds the hosts while a command runs. The command ends before anyone else can hold a host: it is stopped when it must
 * leave, when the lease is lost, when heartbeats fail for most of the ttl, and when this process is interrupted. The
 * hosts are given back after it has ended.
 */
async function run(context, request, options) {
    const acquired = await (0,_acquire__WEBPACK_IMPORTED_MODULE_1__/* .acquire */ .X)(context, request, options);
    if (acquired.kind !== 'acquired')
        return { kind: 'not-run', acquire: acquired };
    const { lease } = acquired;
    let ending;
    try {
        options.onAcquired(acquired);
        ending = await runHolding(context, acquired, options);
    }
    catch (error) {
        // it could not be started
        await giveBack(context, lease);
        throw error;
    }
    const released = await giveBack(context, lease);
    const { fault, ...ended } = ending;
    if (fault !== undefined)
        throw fault;
    return { kind: 'ran', lease, ...ended, released };
}
async function runHolding(context, acquired, options) {
    const { clock, signal } = context;
    const { lease, sentAtMs } = acquired;
    const command = startCommand(context, acquired, options);
    const stop = stopper(clock, command, options);
    const deadlines = leaseDeadlines(clock, acquired, {
        onDeadline: (kill) => stop.because('lost', kill ? 0 : Infinity),
        onRenewed: (killMs) => command.mustEndIn?.(killMs),
    });
    const finished = new AbortController();
    const seen = { commandEnd: false, givenBack: false };
    const holding = (0,_hold__WEBPACK_IMPORTED_MODULE_4__/* .hold */ ._)({ ...context, signal: finished.signal }, lease, {
        sinceMs: sentAtMs,
        onBeat: (beatAtMs) => {
            if (!seen.commandEnd)
                deadlines.renew(beatAtMs);
        },
        onQuit: (told) => {
            if (seen.commandEnd)
                return;
            options.onQuit(told);
            stop.told(told);
        },
        ...(options.watchMs === undefined ? {} : { everyMs: options.watchMs }),
    });
    const onInterrupt = () => stop.because('interrupted', options.interruptMs ?? INTERRUPT_MS, interruptOf(signal));
    signal.addEventListener('abort', onInterrupt, { once: true });
    if (signal.aborted)
        onInterrupt();
    const watched = holding.then((how) => {
        // a command that gave the host back itself is done with it, and ends by itself
        seen.givenBack = how === 'released';
        if (seen.givenBack) {
            deadlines.end();
            command.mustEndIn?.(Infinity);
        }
        else
            stop.because('lost', 0);
        return undefined;
    }, (error) => {
        if (finished.signal.aborted)
            return undefined;
        // a fault of ours must not leave the command running without a keeper
        stop.because('lost', INTERRUPT_MS);
        return (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .asError */ .zR)(error);
    });
    const exit = await command.exited;
    // after a stop of this process its timers may come later than the command's end, which was due to them
    if (deadlines.arePast())
        stop.because('lost', 0);
    stop.end();
    deadlines.end();
    signal.removeEventListener('abort', onInterrupt);
    seen.commandEnd = true;
    finished.abort(new Error('the command has ended'));
    const fault = await watched;
    const { beforeRelease } = options;
    const isOurs = !seen.givenBack && ['ended', 'preempted'].includes(stop.reason());
    if (beforeRelease !== undefined && isOurs) {
        await (0,_hold_while__WEBPACK_IMPORTED_MODULE_5__/* .holdWhile */ .d)(context, lease, (until) => beforeRelease(lease, until));
    }
    return { exit, because: stop.reason(), told: stop.toldBy(), fault };
}
/** Between the take and the start this process may have been interrupted, or stopped for too long: then nothing starts. */
function startCommand({ clock, signal }, acquired, options) {
    const isLate = clock.now() >= terminateAt(acquired, acquired.sentAtMs);
    if (!signal.aborted && !isLate)
        return options.start(acquired.lease);
    return { exited: Promise.resolve({ code: null, signal: interruptOf(signal) }), signal: () => undefined };
}
/** When a command must be asked to end unless there is a heartbeat later than this one. */
function terminateAt({ lease: { ttlMs }, endsAtMs }, beatSentAtMs) {
    return Math.min(beatSentAtMs + ttlMs, endsAtMs) - ttlMs + (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_0__/* .commandDeadlines */ .Xe)(ttlMs).terminateMs;
}
function interruptOf(signal) {
    return signal.reason instanceof Interrupted ? signal.reason.signalName : 'SIGTERM';
}
/** Stops a command: a signal first, SIGKILL when its time is over. The first reason is the one that counts. */
function stopper(clock, command, { quitSignal }) {
    let reason = 'ended';
    let told;
    let killAtMs = Infinity;
    let timer;
    const because = (next, killAfterMs, first = quitSignal) => {
        if (reason === 'ended')
            reason = next;
        command.signal(first);
        if (clock.now() + killAfterMs >= killAtMs)
            return;
        killAtMs = clock.now() + killAfterMs;
        timer?.cancel();
        timer = clock.after(killAfterMs, () => command.signal('SIGKILL'));
    };
    return {
        because,
        told: (by) => {
            told = by;
            because('preempted', by.grace.durationMs);
        },
        end: () => {
            timer?.cancel();
            // what the command left in its group would go on using a host that is not ours any more
            if (reason !== 'ended')
                command.signal('SIGKILL');
        },
        reason: () => reason,
        toldBy: () => told,
    };
}
/**
 * Calls back when the command must be asked to end, and again when it must be killed, unless a heartbeat comes first; no
 * heartbeat leads beyond the end of max-hold.
 */
function leaseDeadlines(clock, acquired, { onDeadline, onRenewed }) {
    const { terminateMs, killMs } = (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_0__/* .commandDeadlines */ .Xe)(acquired.lease.ttlMs);
    let timers = [];
    let terminateAtMs = Infinity;
    const end = () => {
        timers.forEach((timer) => timer.cancel());
        terminateAtMs = Infinity;
    };
    const renew = (fromMs) => {
        end();
        terminateAtMs = terminateAt(acquired, fromMs);
        const left = (ms) => Math.max(0, terminateAtMs - terminateMs + ms - clock.now());
        timers = [
            clock.after(left(terminateMs), () => onDeadline(false)),
            clock.after(left(killMs), () => onDeadline(true)),
        ];
        onRenewed(left(killMs));
    };
    renew(acquired.sentAtMs);
    return { renew, arePast: () => clock.now() >= terminateAtMs, end };
}
const RELEASE_MS = 60_000;
const INTERRUPTED_RELEASE_MS = 1500;
/** After an interrupt there is little time; else a pool that is out of reach gets a while to come back. */
async function giveBack(context, lease) {
    const budgetMs = context.signal.aborted ? INTERRUPTED_RELEASE_MS : RELEASE_MS;
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_2__/* .deadlineSignal */ .R)(context.clock, budgetMs, late);
    try {
        return await (0,_release__WEBPACK_IMPORTED_MODULE_6__/* .release */ ._)({ ...context, signal }, { id: lease.id });
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .asError */ .zR)(error) });
        return undefined;
    }
    finally {
        cancel();
    }
}


/***/ }),

/***/ 2642:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ processId),
/* harmony export */   W: () => (/* binding */ isRunning)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/** Processes of this machine, told apart although pids come again. */

function processId(pid = process.pid) {
    return { pid, startedAt: startTime(pid) };
}
/** Where there is no /proc, a process that has the pid by now passes for the one that had it. */
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
/** The 22nd field; the name before may hold blanks and brackets. A zombie has ended. Undefined: no such process. */
function startTime(pid) {
    try {
        const fields = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ');
        const boot = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8);
        return fields[0] === 'Z' || fields[19] === undefined ? undefined : `${boot}.${fields[19]}`;
    }
    catch {
        return undefined;
    }
}


/***/ }),

/***/ 6475:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C2: () => (/* binding */ knownKeyTypes),
/* harmony export */   Tx: () => (/* binding */ judgeHostKey),
/* harmony export */   uJ: () => (/* binding */ parseKnownHosts)
/* harmony export */ });
/* unused harmony export fingerprint */
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/**
 * Is this the bastion that we know? Reads OpenSSH's known_hosts (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT): hashed names,
 * `[host]:port`, globs, negation, `@revoked`; and pinned `SHA256:…` fingerprints. Pure, but for the hash functions.
 */

/** Reads a file's text. Lines that can't be read don't count, as OpenSSH has it. */
function parseKnownHosts(text) {
    const hosts = [];
    const pins = [];
    for (const line of text.split(/\r?\n/)) {
        const words = line.trim().split(/\s+/);
        const [first = ''] = words;
        if (first === '' || first.startsWith('#'))
            continue;
        if (words.every((word) => /^SHA256:[A-Za-z0-9+/]{43}=?$/.test(word))) {
            pins.push(...words.map((word) => word.replace(/=$/, '')));
            continue;
        }
        const marker = first === '@revoked' ? 'revoked' : first === '@cert-authority' ? 'cert-authority' : undefined;
        if (first.startsWith('@') && marker === undefined)
            continue;
        const [patterns, keyType, key] = marker === undefined ? words : words.slice(1);
        if (patterns === undefined || keyType === undefined || !isKeyOf(keyType, key))
            continue;
        hosts.push({ marker, patterns: patterns.split(','), keyType, key });
    }
    return { hosts, pins };
}
function isKeyOf(keyType, key) {
    return (key !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(key) && typeOf(Buffer.from(key, 'base64')) === keyType);
}
/**
 * Judges the key that a server offers. A host at another port than 22 is looked for as `[host]:port`; where no key of the
 * type is known of it, as OpenSSH has it, its plain name is good enough for a match.
 */
function judgeHostKey(known, host, port, offered) {
    const key = offered.toString('base64');
    const type = typeOf(offered);
    const exact = known.hosts.filter(({ patterns }) => matchesHost(patterns, host, port));
    const isTypeKnown = exact.some(({ marker, keyType }) => marker === undefined && keyType === type);
    const lines = isTypeKnown || port === SSH_PORT
        ? exact
        : [...exact, ...known.hosts.filter(({ patterns }) => matchesHost(patterns, host, SSH_PORT))];
    const plain = lines.filter(({ marker }) => marker === undefined);
    const isRevoked = lines.some((line) => line.marker === 'revoked' && line.key === key);
    const isKnown = known.pins.includes(fingerprint(offered)) || plain.some((line) => line.key === key);
    if (isKnown && !isRevoked)
        return { kind: 'known' };
    const expected = [...new Set([...known.pins, ...plain.map((line) => describeKey(keyBytes(line)))])];
    return {
        kind: 'refused',
        why: isRevoked ? 'revoked' : expected.length === 0 ? 'unknown-host' : 'other-key',
        offered: describeKey(offered),
        expected,
        hasAuthority: lines.some(({ marker }) => marker === 'cert-authority'),
    };
}
/** The types of the keys that are known of a host, in the order of the file. */
function knownKeyTypes(known, host, port) {
    const typesAt = (at) => known.hosts
        .filter(({ marker, patterns }) => marker === undefined && matchesHost(patterns, host, at))
        .map(({ keyType }) => keyType);
    return [...new Set([...typesAt(port), ...typesAt(SSH_PORT)])];
}
function keyBytes({ key }) {
    return Buffer.from(key, 'base64');
}
/** A key begins with the name of its type. */
function typeOf(key) {
    const length = key.length >= 4 ? key.readUInt32BE(0) : 0;
    return key.subarray(4, 4 + length).toString('latin1');
}
function describeKey(key) {
    return `${fingerprint(key)} (${typeOf(key)})`;
}
/** As ssh-keygen prints it. */
function fingerprint(key) {
    return `SHA256:${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}
const SSH_PORT = 22;
function matchesHost(patterns, host, port) {
    const name = port === SSH_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
    let matches = false;
    for (const pattern of patterns) {
        if (pattern.startsWith('|')) {
            matches ||= matchesHash(pattern, name);
        }
        else if (pattern.startsWith('!')) {
            // a negated pattern that matches ends it, whatever else does
            if (globToRegExp(pattern.slice(1)).test(name))
                return false;
        }
        else {
            matches ||= globToRegExp(pattern).test(name);
        }
    }
    return matches;
}
/** `|1|salt|hash`: HMAC-SHA1 of the name. */
function matchesHash(pattern, name) {
    const [, version, salt, hash] = pattern.split('|');
    if (version !== '1' || salt === undefined || hash === undefined)
        return false;
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha1', Buffer.from(salt, 'base64')).update(name).digest('base64') === hash;
}
function globToRegExp(glob) {
    const source = glob
        .toLowerCase()
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*+/g, '.*')
        .replace(/\?/g, '.');
    return new RegExp(`^${source}$`);
}


/***/ }),

/***/ 1713:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  _8: () => (/* binding */ folderOnBastion),
  fE: () => (/* binding */ openBastion),
  x5: () => (/* binding */ openPool)
});

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/record.ts
var record = __webpack_require__(567);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./src/protocol/names.ts
var names = __webpack_require__(1644);
// EXTERNAL MODULE: ./src/protocol/snapshot.ts
var snapshot = __webpack_require__(2678);
;// CONCATENATED MODULE: ./src/pool/wire.ts
/** The text that client and program exchange: docs/protocol.md has it as a table. Pure. */




/** The protocol that this client speaks; a program of another major is refused. */
const PROTOCOL_MAJOR = 1;
/** A reply that doesn't read as the protocol has it: nothing in it counts. */
class BadReply extends Error {
}
function formatBeat(id, hosts) {
    return `beat ${id} ${hosts.length === 0 ? '-' : hosts.join(',')}`;
}
/** Lines of one commit. The deadline is the bastion's uptime after which the program must not begin it. */
function formatCommit(seen, change, deadlineUptimeMs) {
    const compared = change.hosts.flatMap((host) => {
        const view = seen.hosts.get(host);
        const names = view?.names ?? [];
        return [
            `host ${host}`,
            `record ${view?.recordText ?? '-'}`,
            `lock ${view?.lockText ?? 'none'}`,
            `names ${names.length === 0 ? '-' : names.join(' ')}`,
        ];
    });
    const verbs = change.verbs.map((verb) => `verb ${formatVerb(verb)}`);
    return [`commit ${deadlineUptimeMs}`, ...compared, ...verbs, 'go'].join('\n');
}
function formatVerb(verb) {
    switch (verb.verb) {
        case 'wait':
            return words('wait', ...who(verb), verb.ttlMs, verb.supersedes, verb.target, ...wanted(verb));
        case 'take':
            return words('take', ...who(verb), verb.ttlMs, verb.maxHoldMs, living(verb), verb.state, verb.from, ...wanted(verb));
        case 'target':
            return words('target', verb.id, verb.host);
        case 'unwait':
            return words('unwait', verb.id, verb.arrivalNs?.toString());
        case 'held':
            return words('held', verb.id, verb.hosts.join(','), undefined);
        case 'renew':
            return words('renew', verb.id, verb.hosts.join(','), living(verb), undefined);
        case 'tell':
            return words('tell', verb.id, verb.hosts.join(','), (0,record/* formatDetails */.SE)(verb.details));
        case 'keep':
            return words('keep', verb.id, verb.hosts.join(','), verb.ttlMs, living(verb), verb.details && (0,record/* formatDetails */.SE)(verb.details));
        case 'evict':
            return words('evict', verb.id, verb.hosts.join(','), verb.graceMs, (0,record/* formatDetails */.SE)(verb.details));
        case 'note':
            return words('note', verb.id, verb.hosts.join(','), (0,record/* formatDetails */.SE)(verb.details));
        case 'amend':
            return words('amend', verb.id, verb.priority, verb.details && (0,record/* formatDetails */.SE)(verb.details));
        case 'free':
            return words('free', verb.id, verb.hosts.join(','), verb.leave, verb.details && (0,record/* formatDetails */.SE)(verb.details));
        case 'clear':
            return words('clear', verb.id, verb.name);
        case 'expire':
            return words('expire', verb.host, (0,record/* formatDetails */.SE)(verb.details));
        case 'lose':
            return words('lose', verb.host, undefined);
        case 'mend':
            return words('mend', verb.what, verb.name);
        case 'fixed':
            return words('fixed', verb.what, verb.name, verb.hosts.length === 0 ? undefined : verb.hosts.join(','));
        case 'legacy':
            return words('legacy', verb.lockTimeoutS, verb.folder ?? '.');
    }
}
function who(verb) {
    return [verb.who.id, verb.who.owner, verb.who.attempt, verb.priority, verb.version];
}
function wanted(verb) {
    return [verb.hosts.join(','), (0,record/* formatDetails */.SE)(verb.details)];
}
function living({ keeper, kind }) {
    if (kind === 'hold')
        return 'h';
    return keeper ? 'k' : '-';
}
/** One line; `-` for what isn't given. A blank or a newline within a word would change the request: a fault of ours. */
function words(...parts) {
    const texts = parts.map((part) => (part === undefined ? '-' : String(part)));
    const bad = texts.find((text) => !/^[!-~]+$/.test(text));
    if (bad !== undefined)
        throw new TypeError(`not one printable word: ${JSON.stringify(bad)}`);
    return texts.join(' ');
}
/** Reads the body of a snapshot. */
function parseSnapshot(lines, caller) {
    const [head = '', ...body] = lines;
    const [word, generation, uptime, bootId, wall, legacy] = head.split(' ');
    if (word !== 'snapshot' ||
        !isNumber(generation) ||
        !isNumber(uptime) ||
        !isNumber(wall) ||
        bootId === undefined) {
        throw new BadReply(`not a snapshot: ${JSON.stringify(head.slice(0, 200))}`);
    }
    const files = collectFiles(body);
    return {
        generation: Number(generation),
        uptimeMs: Number(uptime),
        bootId,
        wallNs: BigInt(wall),
        legacy: parseLegacy(legacy),
        settingsText: settingsText(body),
        caller,
        hosts: hostViews(files),
        waiters: waiters(files),
        heartbeats: files.heartbeats,
    };
}
/** `giveway.json` as it stands there; undefined where there is none. */
function settingsText(body) {
    const lines = body.filter((line) => line.startsWith(SETTINGS)).map((line) => line.slice(SETTINGS.length));
    return lines.length === 0 ? undefined : lines.join('\n');
}
const SETTINGS = 'settings ';
function parseLegacy(text) {
    if (text === 'off')
        return undefined;
    if (text === '-')
        return { lockTimeoutMs: undefined };
    if (isNumber(text))
        return { lockTimeoutMs: Number(text) * 1000 };
    throw new BadReply(`not a mode: ${JSON.stringify(text)}`);
}
/** Sorts the lines by what they speak of. */
function collectFiles(body) {
    const names = { leases: [], requests: [] };
    const texts = new Map();
    const files = {
        records: new Map(),
        locks: new Map(),
        mtimes: new Map(),
        requests: new Map(),
        bashRequests: [],
        heartbeats: new Map(),
    };
    for (const line of body) {
        const [word, name = '', value = ''] = line.split(' ', 3);
        const text = /^(?:[^:]*\/)?([A-Za-z0-9][A-Za-z0-9._-]*\.(?:lease|hb|lock\.waiting\.[0-9.]+(?:\.queued)?)):(.*)$/.exec(line);
        if (text !== null) {
            const [, file = '', content = ''] = text;
            if (!texts.has(file))
                texts.set(file, content);
        }
        else if (word === 'lease')
            names.leases.push(name);
        else if (word === 'waiting')
            names.requests.push(name);
        else if (word === 'empty')
            files.bashRequests.push(name);
        else if (word === 'lock')
            files.locks.set(name, value);
        else if (word === 'mtime')
            files.mtimes.set(name, secondsToNs(value));
    }
    for (const [file, content] of texts) {
        if (file.endsWith('.hb'))
            files.heartbeats.set(file.slice(0, -'.hb'.length), parseHeartbeat(content));
    }
    // a file that is named but has no text: empty, binary, or gone since the listing
    for (const host of names.leases)
        files.records.set(host, texts.get(`${host}.lease`) ?? '');
    for (const name of names.requests)
        files.requests.set(name, texts.get(name) ?? '');
    return files;
}
function parseHeartbeat(text) {
    const match = /^(\d{15}) (\S{36}) \d{19}$/.exec(text);
    if (match === null)
        return 'unreadable';
    const [, uptime, bootId = ''] = match;
    return { uptimeMs: Number(uptime), bootId };
}
/** The host of a waiting or queue file as the program lists them. */
function hostOfRequest(name) {
    return name.slice(0, name.indexOf('.lock.waiting.'));
}
function hostViews(files) {
    const names = new Map();
    for (const name of [...files.requests.keys(), ...files.bashRequests]) {
        // compared as the program lists them, whether or not they read as a request
        const host = hostOfRequest(name);
        names.set(host, [...(names.get(host) ?? []), name]);
    }
    const views = new Map();
    for (const host of new Set([...files.records.keys(), ...files.locks.keys(), ...names.keys()])) {
        if (!(0,protocol_host/* isHostName */.uy)(host))
            continue;
        const recordText = files.records.get(host);
        const parsed = recordText === undefined ? undefined : (0,record/* parseRecord */.Hh)(recordText);
        views.set(host, {
            host,
            record: parsed?.kind === 'record' ? parsed.record : undefined,
            problem: parsed === undefined ? undefined : problemOf(parsed, host),
            recordText: recordText ?? '-',
            lockText: files.locks.get(host) ?? 'none',
            lockMtimeNs: files.mtimes.get(`${host}.lock`),
            names: (names.get(host) ?? []).sort(),
        });
    }
    return views;
}
function problemOf(parsed, host) {
    switch (parsed.kind) {
        case 'record':
            return undefined;
        case 'newer-format':
            return `the record of ${host} has format ${parsed.format}, which this version does not read: update giveway`;
        case 'broken':
            return `the record of ${host} can't be read (${parsed.why}): .giveway/${host}.lease is damaged`;
    }
}
function waiters(files) {
    const byId = new Map();
    for (const [text, content] of files.requests) {
        const name = (0,names/* parseRequestName */.Sj)(text);
        const parsed = (0,record/* parseRecord */.Hh)(content);
        // what can't be read asks nobody and is ahead of nobody; only its name is compared
        if (name === undefined || parsed.kind !== 'record' || parsed.record.state !== 'waiting')
            continue;
        const known = byId.get(parsed.record.id) ?? { record: parsed.record, files: [] };
        known.files.push({ ...name, text, record: parsed.record });
        byId.set(parsed.record.id, known);
    }
    const ours = [...byId].map(([id, { record, files }]) => ({
        id,
        record,
        files,
        version: record.version,
        priority: record.priority,
        arrivalNs: record.stampNs,
    }));
    return [...ours, ...bashWaiters(files)];
}
function bashWaiters(files) {
    return files.bashRequests.flatMap((text) => {
        const name = (0,names/* parseRequestName */.Sj)(text);
        if (name === undefined || name.queued)
            return [];
        return [bashWaiter({ ...name, text, record: undefined }, files.mtimes.get(text))];
    });
}
/** A bash job: its pod's clock is in the name, so its arrival is the file's mtime. */
function bashWaiter(file, mtimeNs) {
    const { major, minor } = file;
    return {
        id: file.text,
        record: undefined,
        files: [file],
        version: { major, minor, text: `${major}.${minor}` },
        priority: snapshot/* BASH_PRIORITY */.GK,
        arrivalNs: mtimeNs ?? file.arrivalNs,
    };
}
/** `1796033679.886422454` as stat prints it. */
function secondsToNs(text) {
    const match = /^(\d{1,10})(?:\.(\d{1,9}))?/.exec(text);
    if (match === null)
        throw new BadReply(`not a time: ${JSON.stringify(text)}`);
    return BigInt(match[1] ?? '0') * 1000000000n + BigInt((match[2] ?? '').padEnd(9, '0'));
}
function isNumber(text) {
    return text !== undefined && /^(0|[1-9]\d{0,18})$/.test(text);
}
/** Reads the reply to `list`. */
function parseListing(lines) {
    const [head = '', ...body] = lines;
    const [word, uptime, wall, generationNs, mode, uid, poolFilesystem = '', lockFilesystem = ''] = head.split(' ');
    if (word !== 'list' || !isNumber(uptime) || !isNumber(wall) || !isNumber(generationNs) || !isNumber(uid)) {
        throw new BadReply(`not a listing: ${JSON.stringify(head.slice(0, 200))}`);
    }
    const pathOf = (name) => body.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
    const path = pathOf('where') ?? '';
    return {
        uptimeMs: Number(uptime),
        wallMs: nsToMs(wall),
        committedAtMs: nsToMs(generationNs),
        isModeReadable: mode !== 'broken',
        uid: Number(uid),
        poolFilesystem,
        lockFilesystem,
        path,
        lockPath: pathOf('locks') ?? path,
        folders: body.flatMap((line) => {
            const match = /^folder (pool|inner|lock) ([0-7]+) (\d+)$/.exec(line);
            return match === null
                ? []
                : [{ where: match[1], mode: parseInt(match[2] ?? '', 8), uid: Number(match[3]) }];
        }),
        files: body.flatMap((line) => {
            const match = /^file (pool|inner|lock) ([0-7]+) (\d+) (\d+) (\d+) (\S+) (.+)$/.exec(line);
            if (match === null)
                return [];
            const [, where, mode = '', owner, size, mtime, name = '', type = ''] = match;
            return [
                {
                    where: where,
                    mode: parseInt(mode, 8),
                    uid: Number(owner),
                    size: Number(size),
                    changedAtMs: Number(mtime) * 1000,
                    name,
                    type,
                },
            ];
        }),
    };
}
function nsToMs(text) {
    return Number(BigInt(text) / 1000000n);
}
/** Reads what follows `committed`. */
function parseCommitted(text) {
    const [, , token, ...notes] = text.split(' ');
    if (!isNumber(token))
        throw new BadReply(`not a commit's reply: ${JSON.stringify(text.slice(0, 200))}`);
    const noted = (note) => notes.flatMap((word) => (word.startsWith(`${note}=`) ? [word.slice(note.length + 1)] : []));
    return {
        kind: 'committed',
        token: Number(token),
        unlinked: noted('unlinked'),
        notHeld: noted('not-held'),
        lost: noted('lost'),
        putBack: noted('put-back'),
    };
}
/** Reads a heartbeat's status; undefined if it is another answer. */
function parseBeat(status) {
    const [word, , ...missingLocks] = status.split(' ');
    if (word === 'alive')
        return { kind: 'alive', missingLocks };
    if (word === 'gone' || word === 'expired' || word === 'lost')
        return { kind: word };
    return undefined;
}

;// CONCATENATED MODULE: ./src/pool/program-session.ts


/** What a start-up file prints may have no end of line, so it need not stand at the beginning of one. */
const GREETING = /giveway-(?:loader|program \d+\.\d+ .*|error [a-z-]+ .*)$/;
const CLOSE_MS = 1000;
const START_DELAY_MS = 500;
/**
 * Waits for the program's greeting, or until the program has been sent; what a shell prints before it is passed over.
 */
async function openSession(channel, { name, timeoutMs, afterAbortMs }, signal) {
    let pending;
    let open = true;
    let sequence = 0;
    let queue = Promise.resolve();
    let greeted = () => undefined;
    const greeting = new Promise((resolve) => (greeted = resolve));
    let loaded = () => undefined;
    const loading = new Promise((resolve) => (loaded = resolve));
    let isGreeted = false;
    // what a login shell prints: a reason, where it will not start anything
    let noise = '';
    const fail = (error) => {
        open = false;
        pending?.reject(error);
        pending = undefined;
    };
    const onLine = (line) => {
        if (!isGreeted) {
            const word = GREETING.exec(line)?.[0];
            if (word === 'giveway-loader') {
                noise = '';
                channel.load?.();
                loaded();
            }
            else if (word === undefined) {
                noise = `${noise}${line}\n`.slice(-500);
            }
            else {
                isGreeted = true;
                greeted(word);
            }
            return;
        }
        if (pending === undefined)
            return;
        if (!line.startsWith('= ')) {
            pending.lines.push(line);
            return;
        }
        const { sequence: expected, lines } = pending;
        const answer = pending;
        const status = /^= (\d+) (.*)$/.exec(line);
        if (status === null || Number(status[1]) !== expected) {
            fail(new BadReply(`a reply out of turn: ${JSON.stringify(line.slice(0, 200))}`));
            channel.destroy();
            return;
        }
        pending = undefined;
        answer.resolve({ lines, status: status[2] ?? '' });
    };
    readLines(channel.output, onLine);
    // a program that is gone shows in `closed`; the stream's own errors would only repeat it
    channel.input.on('error', () => undefined);
    channel.output.on('error', () => undefined);
    let ending = 'ended';
    const wasCut = () => ending === 'cut';
    const ended = () => new pool/* OutcomeUnknown */.Jr(`${wasCut() ? 'the connection was lost' : 'the program ended'}${withReason(channel.complaints())}`, undefined);
    void channel.closed.then((how) => {
        ending = how;
        if (!isGreeted)
            greeted(undefined);
        // one that has not started says why, and that is what its requests have to hear
        void started.then(() => fail(ended()), () => undefined);
    });
    const send = (text, requestSignal) => {
        sequence += 1;
        const own = sequence;
        const reply = new Promise((resolve, reject) => {
            pending = { lines: [], sequence: own, resolve, reject };
            channel.input.write(`${own} ${text}\n`);
        });
        return bounded(reply, { timeoutMs, afterAbortMs }, requestSignal, (error) => {
            // the reply may still come: this conversation can't be used any more
            fail(error);
            channel.destroy();
        });
    };
    const start = async () => {
        let line;
        try {
            line = await bounded(greeting, { timeoutMs, afterAbortMs: 0 }, signal, () => channel.destroy());
        }
        catch (error) {
            if (!(error instanceof pool/* OutcomeUnknown */.Jr))
                throw error;
            throw notStarted(`within ${timeoutMs / 1000} s`, error);
        }
        if (line === undefined) {
            const reason = withReason(`${noise}${channel.complaints()}`);
            if (wasCut())
                throw notStarted(`before the connection was lost${reason}`);
            throw new pool/* PoolUnavailable */.pP('fault', `the program did not start${reason}`);
        }
        return readGreeting(line, channel);
    };
    const started = start().catch((error) => {
        throw error instanceof pool/* PoolUnavailable */.pP ? prefixed(name, error) : error;
    });
    started.catch((error) => fail(asError(error)));
    await Promise.race([started, loading]);
    return {
        started,
        isOpen: () => open,
        request(text, { signal: requestSignal, onSent } = {}) {
            let isChanging = false;
            const reply = queue.then(async () => {
                if (onSent !== undefined)
                    await started;
                requestSignal?.throwIfAborted();
                if (!open)
                    throw ended();
                isChanging = onSent !== undefined;
                onSent?.();
                return send(text, requestSignal);
            });
            queue = reply.catch(() => undefined);
            return unlessAborted(reply, requestSignal, () => !isChanging);
        },
        async close() {
            open = false;
            if (pending === undefined && channel.hangUp !== undefined)
                channel.hangUp();
            else
                channel.input.end();
            const timer = setTimeout(() => channel.destroy(), CLOSE_MS);
            await channel.closed;
            clearTimeout(timer);
        },
    };
}
/** Settles as the promise does, or rejects at a time-out or after the signal, whichever is first; then `onFailure` runs. */
async function bounded(promise, { timeoutMs, afterAbortMs }, signal, onFailure) {
    let stop = () => undefined;
    const cut = new Promise((_, reject) => {
        const giveUp = (error) => {
            onFailure(error);
            reject(error);
        };
        const timers = [
            setTimeout(() => giveUp(new pool/* OutcomeUnknown */.Jr(`no reply within ${timeoutMs / 1000} s`, undefined)), timeoutMs),
        ];
        const onAbort = () => {
            const abandonIt = () => giveUp(asError(signal?.reason));
            if (afterAbortMs === 0)
                abandonIt();
            else
                timers.push(setTimeout(abandonIt, afterAbortMs));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        stop = () => {
            timers.forEach(clearTimeout);
            signal?.removeEventListener('abort', onAbort);
        };
        if (signal?.aborted === true)
            onAbort();
    });
    try {
        return await Promise.race([promise, cut]);
    }
    finally {
        stop();
    }
}
/** Settles as the promise does, or rejects at the signal, if it may by then. */
function unlessAborted(promise, signal, mayReject) {
    if (signal === undefined)
        return promise;
    return new Promise((resolve, reject) => {
        const onAbort = () => {
            if (mayReject())
                reject(asError(signal.reason));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        if (signal.aborted)
            onAbort();
        void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
}
function asError(reason) {
    return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
/** Hands each line on as soon as it is complete; an unfinished last line is not a line. */
function readLines(stream, onLine) {
    let rest = [];
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
        const [first = '', ...others] = chunk.split('\n');
        rest.push(first);
        for (const other of others) {
            const line = rest.join('');
            rest = [other];
            onLine(line);
        }
    });
}
function readGreeting(line, channel) {
    const [word, first = '', ...others] = line.split(' ');
    if (word === 'giveway-error') {
        channel.destroy();
        throw startError(first, others.join(' '));
    }
    if (Number(first.split('.')[0]) !== PROTOCOL_MAJOR) {
        channel.destroy();
        throw new pool/* PoolUnavailable */.pP('newer-format', `the program speaks protocol ${first}, this client ${PROTOCOL_MAJOR}: update the older of the two`);
    }
    const [role = 'job', tenant = '-'] = others;
    return { role, tenant };
}
function withReason(text) {
    return text.trim() === '' ? '' : `: ${text.trim()}`;
}
/** Nothing has been sent yet, so there is no outcome that could be unknown. */
function notStarted(when, cause) {
    return new pool/* PoolUnreachable */.tT(`the program did not start ${when}`, START_DELAY_MS, undefined, { cause });
}
/** What the program says before it takes requests. */
function startError(code, detail) {
    switch (code) {
        case 'no-folder':
            return new pool/* PoolUnavailable */.pP('no-folder', `${detail}. Make it first, so that a misspelt name makes no second pool`);
        case 'missing-tool':
            return new pool/* PoolUnavailable */.pP('missing-tool', `a tool is missing there: ${detail}. Install it`);
        case 'nfs':
            return new pool/* PoolUnavailable */.pP('nfs', `${detail}. Move it to a local disk, or accept the risk with --allow-nfs`);
        case 'write':
            return writeError(detail);
        case 'unreadable':
            return new pool/* PoolUnavailable */.pP('permission', detail);
        default:
            return new pool/* PoolUnavailable */.pP('fault', `${code}: ${detail}`);
    }
}
/** From the system's own words for a failed write. */
function writeError(detail) {
    if (/no space|quota/i.test(detail)) {
        return new pool/* PoolUnavailable */.pP('no-space', `nothing was written (${detail}): free some space there`);
    }
    return new pool/* PoolUnavailable */.pP('permission', `it can't be written (${detail}): check the folder's owner and mode`);
}
/** Says which pool it was. */
function prefixed(name, error) {
    return new pool/* PoolUnavailable */.pP(error.reason, `the pool ${name}: ${error.message}`, { cause: error });
}

;// CONCATENATED MODULE: ./src/pool/program-pool.ts
/** A pool whose files are behind a program: what every kind of pool shares, whatever way leads to the program. */







const READ_TRIES = 3;
/** Most replies need less, also from far away; and whoever was told to stop must be done within seconds. */
const AFTER_ABORT_MS = 250;
function programPool(options) {
    const { name, connect, isLocal = false } = options;
    const { operationMs = 30_000, afterAbortMs = AFTER_ABORT_MS, deadlineMs = pool/* COMMIT_DEADLINE_MS */.ge } = options;
    let session;
    let closed = false;
    const isClosed = () => closed;
    async function start(signal) {
        const channel = await connect(signal);
        return openSession(channel, { name, timeoutMs: operationMs, afterAbortMs }, signal);
    }
    async function connected(signal) {
        for (;;) {
            if (isClosed())
                throw new pool/* PoolUnavailable */.pP('fault', `the pool ${name} has been closed`);
            const latest = session;
            const current = await latest?.catch(() => undefined);
            if (current?.isOpen() === true)
                return current;
            // another call may have connected meanwhile, or closed the pool
            if (session !== latest || isClosed())
                continue;
            session = start(signal);
            return session;
        }
    }
    async function request(text, options) {
        const active = await connected(options.signal);
        const { lines, status } = await active.request(text, options);
        const [word, code = '', ...words] = status.split(' ');
        const detail = words.join(' ');
        if (word === 'error')
            throw failure(name, code, detail);
        if (word === 'refused')
            throw new pool/* PoolUnavailable */.pP('refused', `the pool ${name} refused ${code}: ${detail}`);
        return { lines, status, caller: await active.started };
    }
    /** A read changes nothing, so what went wrong on the way is simply tried again. */
    async function read(text, signal) {
        for (let tries = 1;; tries += 1) {
            try {
                return await request(text, { signal });
            }
            catch (error) {
                if (tries >= READ_TRIES || signal?.aborted === true || wasNotSent(error))
                    throw error;
            }
        }
    }
    async function lines(text, signal) {
        const reply = await read(text, signal);
        if (reply.status === 'ok')
            return reply.lines;
        throw new pool/* OutcomeUnknown */.Jr(`the pool ${name} gave no answer to ${text}: ${reply.status}`, undefined);
    }
    async function snapshot(signal) {
        let reply = await read('snapshot', signal);
        // it needs the guard where commits come too fast for a look without it
        for (let tries = 1; reply.status === 'busy' && tries < READ_TRIES; tries += 1) {
            reply = await read('snapshot', signal);
        }
        const { lines, caller, status } = reply;
        if (status !== 'ok')
            throw new pool/* OutcomeUnknown */.Jr(`the pool ${name} gave no snapshot: ${status}`, undefined);
        return parseSnapshot(lines, caller);
    }
    async function commit(seen, change, signal) {
        const deadline = seen.uptimeMs + elapsedSince(seen) + deadlineMs;
        const text = formatCommit(seen, change, deadline);
        const sending = { isSent: false };
        try {
            const { lines, status, caller } = await request(text, {
                signal,
                onSent: () => (sending.isSent = true),
            });
            if (status.startsWith('committed '))
                return parseCommitted(status.slice('committed '.length));
            if (status.startsWith('conflict')) {
                return { kind: 'conflict', snapshot: received(parseSnapshot(lines, caller)) };
            }
            if (status === 'busy' || status === 'late')
                return { kind: 'busy' };
            throw new BadReply(`not a commit's reply: ${status}`);
        }
        catch (error) {
            const isAborted = signal?.aborted === true;
            if (wasNotSent(error) || (isAborted && !sending.isSent))
                throw error;
            const why = error instanceof Error ? error.message : String(error);
            const mayComeLate = sending.isSent && !(isAborted && isLocal);
            const until = mayComeLate ? deadline : undefined;
            throw new pool/* OutcomeUnknown */.Jr(`a commit to the pool ${name} had no clear answer: ${why}`, until, {
                cause: error,
            });
        }
    }
    // when each snapshot came in, so that a deadline on the bastion's clock can be told from ours
    const receivedAt = new WeakMap();
    function received(snapshot) {
        receivedAt.set(snapshot, performance.now());
        return snapshot;
    }
    // when those who are blocked last looked at more than what blocks them
    const lookedAround = new WeakMap();
    function elapsedSince(seen) {
        const at = receivedAt.get(seen);
        return at === undefined ? 0 : Math.round(performance.now() - at);
    }
    return {
        name,
        snapshot: async (signal) => received(await snapshot(signal)),
        commit,
        async beat(id, hosts, signal) {
            const { status } = await request(formatBeat(id, hosts), { signal });
            const result = parseBeat(status);
            if (result === undefined)
                throw new pool/* OutcomeUnknown */.Jr(`a heartbeat had no clear answer: ${status}`, undefined);
            return result;
        },
        async watch(seen, { everyMs, untilUptimeMs, blocked }, signal) {
            // bash's files change without a commit, maybe before the first look
            const known = filesSeen(seen);
            let lookedAroundAt = lookedAround.get(seen) ?? receivedAt.get(seen) ?? performance.now();
            for (;;) {
                const isDue = blocked !== undefined && performance.now() - lookedAroundAt >= blocked.forMs;
                if (isDue)
                    lookedAroundAt = performance.now();
                lookedAround.set(seen, lookedAroundAt);
                const names = blocked === undefined || isDue ? [] : blocked.by;
                const { lines } = await read(['look', ...names].join(' '), signal);
                const look = lookAt(lines);
                // that clock has started again
                if (look.uptimeMs < seen.uptimeMs)
                    return 'changed';
                const isNew = look.generation !== seen.generation || look.inFlight || look.files !== known;
                // an older program tells nothing of single files
                const isBlocked = look.requests.size === 0 ? !isNew : names.every((name) => standsAsSeen(name, look, seen));
                if (!isBlocked)
                    return 'changed';
                const leftMs = untilUptimeMs === undefined ? everyMs : untilUptimeMs - look.uptimeMs;
                if (leftMs <= 0)
                    return 'due';
                await pause(Math.min(everyMs, leftMs), signal);
            }
        },
        journal: (count, signal) => lines(`journal ${count}`, signal),
        list: async (signal) => parseListing(await lines('list', signal)),
        async close() {
            closed = true;
            await (await session?.catch(() => undefined))?.close();
        },
    };
}
function lookAt(lines) {
    const [head = '', ...rest] = lines;
    const [word, generation, redo, uptime, legacy] = head.split(' ');
    if (word !== 'look')
        throw new BadReply(`not a look: ${JSON.stringify(head.slice(0, 200))}`);
    return {
        generation: Number(generation),
        inFlight: redo === 'redo',
        uptimeMs: Number(uptime),
        requests: new Map(rest.flatMap((line) => {
            const [, word, name = '', text] = /^(file|gone) (\S+)(?: (.*))?$/.exec(line) ?? [];
            return word === undefined ? [] : [[name, word === 'file' ? text : undefined]];
        })),
        files: filesText(legacy, rest.flatMap((line) => {
            const [word, ...words] = line.split(' ');
            if (word === 'lock')
                return [words.join(' ')];
            return word === 'names' ? words.filter((name) => (0,protocol_host/* isHostName */.uy)(hostOfRequest(name))) : [];
        })),
    };
}
/** Is a waiting or queue file there as it was seen, with the same record in it? */
function standsAsSeen(name, { requests }, { waiters }) {
    const parsed = (0,record/* parseRecord */.Hh)(requests.get(name) ?? '');
    const seen = waiters.flatMap(({ files }) => files).find(({ text }) => text === name);
    return parsed.kind === 'record' && (0,external_node_util_.isDeepStrictEqual)(parsed.record, seen?.record);
}
function filesSeen({ legacy, hosts }) {
    if (legacy === undefined)
        return filesText('off', []);
    const { lockTimeoutMs } = legacy;
    return filesText(lockTimeoutMs === undefined ? '-' : String(lockTimeoutMs / 1000), [...hosts.values()].flatMap((view) => [...view.names, `${view.host} ${view.lockText}`]));
}
/** One text for one state: without order, and without locks that are not there. */
function filesText(mode, files) {
    const present = files.filter((file) => file !== '' && !file.endsWith(' none'));
    return [mode, ...present.sort()].join('\n');
}
/** Resolves after `ms`; rejects with the signal's reason. */
async function pause(ms, signal) {
    try {
        await (0,promises_.setTimeout)(ms, undefined, { signal });
    }
    catch {
        // what it rejects with is a word of its own
        signal.throwIfAborted();
    }
}
/** Did the pool refuse it, or not even get it? Then it has no outcome that could be unknown. */
function wasNotSent(error) {
    return error instanceof pool/* PoolUnavailable */.pP || error instanceof pool/* PoolUnreachable */.tT;
}
/** The program's own words for what it could not do. */
function failure(name, code, detail) {
    switch (code) {
        case 'write':
            return prefixed(name, writeError(detail));
        case 'broken-record':
            return new pool/* PoolUnavailable */.pP('broken-record', `the pool ${name} has a record that can't be read: ${detail}`);
        case 'newer-format':
            return new pool/* PoolUnavailable */.pP('newer-format', `the pool ${name} has a record of a newer format, which this version does not read (${detail}): update giveway`);
        case 'gone':
            return new pool/* OutcomeUnknown */.Jr(`the pool ${name}: ${detail}`, undefined);
        case 'missing-tool':
            return new pool/* PoolUnavailable */.pP('missing-tool', `the pool ${name}: a tool is missing there: ${detail}`);
        case 'stray':
        case 'unreadable':
        case 'guard':
        case 'redo':
            return new pool/* PoolUnavailable */.pP('permission', `the pool ${name} can't be used: ${detail}`);
        default:
            return new pool/* PoolUnavailable */.pP('fault', `the pool ${name}: ${code} ${detail}`);
    }
}

// EXTERNAL MODULE: ./src/pool/program-text.ts
var program_text = __webpack_require__(2968);
;// CONCATENATED MODULE: ./src/pool/directory.ts
/** A pool in a folder of this machine: the program is spawned here. */



function directoryPool(options) {
    const { folder, allowNfs = false, shell = ['sh'], settings = [], env, program, ...limits } = options;
    const args = ['role=admin', ...(allowNfs ? ['nfs=allow'] : []), ...settings];
    return programPool({
        name: folder,
        isLocal: true,
        ...limits,
        connect: () => Promise.resolve(startProgram(shell, [folder, ...args], program ?? (0,program_text/* programText */.Q)(), env)),
    });
}
/** Starts the program in a session of its own, so that a terminal's Ctrl-C reaches the client, and it alone. */
function startProgram([command = 'sh', ...first], args, program, env) {
    const child = (0,external_node_child_process_.spawn)(command, [...first, '-c', program, 'giveway', ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
        ...(env === undefined ? {} : { env }),
    });
    let complaints = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
    const closed = new Promise((resolve) => {
        child.once('close', () => resolve('ended'));
        child.once('error', (error) => {
            complaints += error.message;
            resolve('ended');
        });
    });
    return {
        input: child.stdin,
        output: child.stdout,
        complaints: () => complaints,
        destroy: () => killGroup(child.pid),
        closed,
    };
}
/** The program with whatever it waits for: an orphaned flock would hold the streams open until it has the guard. */
function killGroup(pid) {
    if (pid === undefined)
        return;
    try {
        process.kill(-pid, 'SIGKILL');
    }
    catch {
        // gone already
    }
}

// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(7030);
// EXTERNAL MODULE: ./src/pool/ssh-target.ts + 1 modules
var ssh_target = __webpack_require__(67);
;// CONCATENATED MODULE: ./src/pool/ssh.ts
/** A pool behind SSH: one connection, one channel, one constant command, and the same program at its other end. */


/**
 * Logs in at the bastion, through its jump host if there is one, and starts the program. Rejects with PoolUnavailable,
 * PoolUnreachable or the signal's reason; then nothing is left open.
 */
async function connectSsh({ target, access, ...options }, signal) {
    signal?.throwIfAborted();
    const way = (0,ssh_target/* resolveTarget */.u1)(target, access);
    const socket = beginConnection(way.hops[0]);
    const destroy = () => void socket.destroy();
    signal?.addEventListener('abort', destroy, { once: true });
    try {
        await hasBegun(socket);
        signal?.throwIfAborted();
        // Loaded on the way, for it takes about as long as a packet there and back. Nothing else runs meanwhile.
        const { logIn } = await Promise.all(/* import() */[__webpack_require__.e(487), __webpack_require__.e(884)]).then(__webpack_require__.bind(__webpack_require__, 8884));
        signal?.throwIfAborted();
        return await logIn(socket, way, options);
    }
    catch (error) {
        destroy();
        signal?.throwIfAborted();
        throw error;
    }
    finally {
        signal?.removeEventListener('abort', destroy);
    }
}
/** For each address of a host but the last, in ms. Node's own 250 may have passed before loading lets it look. */
const ADDRESS_MS = 1000;
/**
 * A socket of our own, to be destroyed in whatever state ssh2 is. Paused: what the host says, be it a farewell, waits for
 * whoever is to hear it.
 */
function beginConnection({ host, port }) {
    const socket = (0,external_node_net_.connect)({
        host,
        port,
        // else every round trip, of the handshake too, waits for a delayed acknowledgement
        noDelay: true,
        autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    });
    socket.pause();
    // it is in `errored` too, and one that nobody listens for ends the process
    socket.on('error', () => undefined);
    return socket;
}
/** How long loading waits for the first packet. Whoever logs in has a timer for all that comes after, in whatever state. */
const BEGIN_MS = 1000;
/** Resolves when the first packet is on its way, for its host's name had to be looked up; or none can be; or it is late. */
async function hasBegun(socket) {
    let timer;
    await new Promise((resolve) => {
        timer = setTimeout(resolve, BEGIN_MS);
        // Node before 20.12 does not tell of an attempt
        for (const event of ['connectionAttempt', 'connect', 'close'])
            socket.once(event, () => resolve());
    });
    clearTimeout(timer);
}

;// CONCATENATED MODULE: ./src/pool/open.ts
/** The one place that knows the kinds of pool. */





/** Opens a pool by its name: the path of a folder, or `ssh://…`. Touches nothing until the first call. */
function openPool(name, options = {}) {
    const { access = {}, ...others } = options;
    if (!isSshName(name))
        return directoryPool({ folder: name, ...others });
    const target = (0,ssh_target/* parseSshPoolName */.Hw)(name);
    if (target === undefined)
        throw new pool/* PoolUnavailable */.pP('input', `not ssh://user@host[:port]/folder: ${name}`);
    const { allowNfs = false, ...limits } = others;
    return programPool({
        name,
        ...limits,
        connect: (signal) => connectSsh({ name, target, access, allowNfs }, signal),
    });
}
/** The folder that `ssh://…` names; undefined if it is no such name. */
function folderOnBastion(name) {
    return (0,ssh_target/* parseSshPoolName */.Hw)(name)?.folder;
}
/** Logs in at a pool's bastion and starts another program there than the pool's; it is sent the folder first. */
async function openBastion(name, { access, program }, signal) {
    const target = (0,ssh_target/* parseSshPoolName */.Hw)(name);
    if (target === undefined)
        throw new pool/* PoolUnavailable */.pP('input', `not ssh://user@host[:port]/folder: ${name}`);
    let login;
    const onLogin = (latest) => void (login = latest);
    const channel = await connectSsh({ name, target, access, program, onLogin }, signal);
    if (login === undefined)
        throw new TypeError('a connection without a login');
    return { channel, login };
}
function isSshName(name) {
    return name.startsWith('ssh://');
}


/***/ }),

/***/ 8690:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jr: () => (/* binding */ OutcomeUnknown),
/* harmony export */   XG: () => (/* binding */ isPoolError),
/* harmony export */   ge: () => (/* binding */ COMMIT_DEADLINE_MS),
/* harmony export */   pP: () => (/* binding */ PoolUnavailable),
/* harmony export */   tT: () => (/* binding */ PoolUnreachable)
/* harmony export */ });
/** How long after being sent a commit may still begin, in ms; the program refuses it later. */
const COMMIT_DEADLINE_MS = 10_000;
/** Nothing was changed, and trying again at once will not help. */
class PoolUnavailable extends Error {
    reason;
    constructor(reason, message, options) {
        super(message, options);
        this.reason = reason;
        this.name = 'PoolUnavailable';
    }
}
/** Nothing was sent: the pool is out of reach for now, and may be back soon. */
class PoolUnreachable extends Error {
    delayMs;
    maxTries;
    constructor(message, 
    /** Not before so long should it be tried again, in ms. */
    delayMs, 
    /** After so many tries there is no use in another; undefined: as long as one has time. */
    maxTries, options) {
        super(message, options);
        this.delayMs = delayMs;
        this.maxTries = maxTries;
        this.name = 'PoolUnreachable';
    }
}
/**
 * The request may or may not have taken effect, now or later, up to `deadlineUptimeMs` on the bastion's clock: look for
 * the own id before trying again.
 */
class OutcomeUnknown extends Error {
    deadlineUptimeMs;
    constructor(message, deadlineUptimeMs, options) {
        super(message, options);
        this.deadlineUptimeMs = deadlineUptimeMs;
        this.name = 'OutcomeUnknown';
    }
}
/** Is it the pool that is to blame, whatever the reason? */
function isPoolError(error) {
    return [PoolUnavailable, PoolUnreachable, OutcomeUnknown].some((kind) => error instanceof kind);
}


/***/ }),

/***/ 2968:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ programText)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);


let text;
/** The program's text, as it stands beside this code. */
function programText() {
    // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
    if (text === undefined)
        text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(__webpack_require__.ab + "program.sh", 'utf8');
    return text;
}


/***/ }),

/***/ 67:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  ab: () => (/* binding */ nameOfHop),
  Hw: () => (/* binding */ parseSshPoolName),
  u1: () => (/* binding */ resolveTarget)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/pool/known-hosts.ts
var known_hosts = __webpack_require__(6475);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./node_modules/ssh-config/lib/ssh-config.js + 1 modules
var ssh_config = __webpack_require__(699);
;// CONCATENATED MODULE: ./src/pool/ssh-config-file.ts
/** The user's `~/.ssh/config`, as OpenSSH reads it. `/etc/ssh/ssh_config` is the machine's and does not count. */




/** Reads a config, if it is there; throws PoolUnavailable where it can't be used. The answer is by a host's alias. */
function readSshConfig(path, home) {
    try {
        const config = ssh_config/* default.parse */.Ay.parse(readWithIncludes(path, home));
        return (alias) => settingsOf(config.compute(alias, { ignoreCase: true }));
    }
    catch (error) {
        throw new pool/* PoolUnavailable */.pP('input', `can't read ${path}: ${error.message}`, { cause: error });
    }
}
function settingsOf(computed) {
    const all = (keyword) => {
        const value = computed[keyword];
        return value === undefined ? [] : typeof value === 'string' ? [value] : value;
    };
    return { all, one: (keyword) => all(keyword)[0] };
}
const MOST_INCLUDES = 16;
/** The text with what it includes in its place. After an include the section goes on in which it stands. */
function readWithIncludes(path, home, depth = 0) {
    let text;
    try {
        text = (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch (error) {
        if (error.code === 'ENOENT')
            return '';
        throw error;
    }
    if (depth >= MOST_INCLUDES)
        throw new Error(`includes within includes: ${path}`);
    let section = 'Host *';
    return text
        .split(/\r?\n/)
        .flatMap((line) => {
        if (/^\s*(?:host|match)[\s=]/i.test(line))
            section = line;
        const included = /^\s*include(?:\s+|\s*=\s*)(.+)$/i.exec(line)?.[1];
        if (included === undefined)
            return [line];
        const paths = words(included).flatMap((pattern) => expandPattern(pattern, home));
        return [...paths.map((one) => readWithIncludes(one, home, depth + 1)), section];
    })
        .join('\n');
}
function words(text) {
    return [...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
/** `*` and `?` may stand in the last part of a path; a relative one begins in `~/.ssh`. */
function expandPattern(pattern, home) {
    const path = pattern.startsWith('~/')
        ? (0,external_node_path_.join)(home, pattern.slice(2))
        : pattern.startsWith('/')
            ? pattern
            : (0,external_node_path_.join)(home, '.ssh', pattern);
    if (!/[*?]/.test((0,external_node_path_.basename)(path)))
        return [path];
    const source = (0,external_node_path_.basename)(path)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*/g, '.*')
        .replace(/\?/g, '.');
    const isMatch = new RegExp(`^${source}$`);
    try {
        const names = (0,external_node_fs_.readdirSync)((0,external_node_path_.dirname)(path), { withFileTypes: true });
        return names
            .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && isMatch.test(entry.name))
            .map(({ name }) => (0,external_node_path_.join)((0,external_node_path_.dirname)(path), name))
            .sort();
    }
    catch {
        return [];
    }
}

;// CONCATENATED MODULE: ./src/pool/ssh-target.ts
/** Where `ssh://…` leads: the user's ssh_config, identities and known hosts, as ssh users expect them. */






const SSH_PORT = 22;
/** For messages. */
function nameOfHop({ username, host, port }) {
    return `${username}@${host}${port === SSH_PORT ? '' : `:${port}`}`;
}
const ADDRESS = /^(?:([A-Za-z0-9._-]+)@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/;
/** Reads a pool's name; undefined if it is none that leads over SSH. */
function parseSshPoolName(name) {
    const match = /^ssh:\/\/([^/]+)(\/.*)$/.exec(name);
    const address = match === null ? undefined : parseAddress(match[1] ?? '');
    const folder = match?.[2] ?? '';
    if (address === undefined || folder === '/' || /[\0\n\r]/.test(folder))
        return undefined;
    return { ...address, folder };
}
function parseAddress(text) {
    const match = ADDRESS.exec(text);
    if (match === null)
        return undefined;
    const [, user, host = '', port] = match;
    if (host.startsWith('-') || user?.startsWith('-') === true)
        return undefined;
    const number = port === undefined ? undefined : Number(port);
    if (number !== undefined && (number < 1 || number > 65535))
        return undefined;
    return { user, host: host.replace(/^\[|\]$/g, ''), port: number };
}
const USUAL_IDENTITIES = ['~/.ssh/id_ed25519', '~/.ssh/id_ecdsa', '~/.ssh/id_rsa'];
const USUAL_KNOWN_HOSTS = [
    '~/.ssh/known_hosts',
    '~/.ssh/known_hosts2',
    '/etc/ssh/ssh_known_hosts',
    '/etc/ssh/ssh_known_hosts2',
];
/** Resolves the whole way, reading what files it needs. Throws PoolUnavailable where one can't be used. */
function resolveTarget(name, access) {
    const home = homeOf(access);
    const config = readSshConfig((0,external_node_path_.join)(home, '.ssh', 'config'), home);
    const settings = config(name.host);
    const last = resolveHop(name, access, settings);
    const jump = access.jump ?? settings.one('proxyjump') ?? 'none';
    if (jump.toLowerCase() === 'none') {
        const command = settings.one('proxycommand') ?? 'none';
        if (command.toLowerCase() !== 'none') {
            throw new pool/* PoolUnavailable */.pP('input', `~/.ssh/config has a ProxyCommand for ${name.host}, which is not supported: use ProxyJump, or --jump user@host (--jump none goes straight there)`);
        }
        return { hops: [last], folder: name.folder };
    }
    const address = parseAddress(jump.replace(/^ssh:\/\//, ''));
    if (address === undefined) {
        throw new pool/* PoolUnavailable */.pP('input', `the jump host ${JSON.stringify(jump)} does not read as user@host:port, and only one is supported`);
    }
    return { hops: [resolveHop(address, access, config(address.host)), last], folder: name.folder };
}
function resolveHop({ user, host, port }, access, settings) {
    const hostName = fillIn(settings.one('hostname') ?? '%h', { h: host });
    const hostPort = port ?? configuredPort(settings, host);
    const username = user ?? settings.one('user') ?? localUser(host);
    // what ssh_config's paths may contain
    const tokens = {
        h: hostName,
        n: host,
        p: String(hostPort),
        r: username,
        d: homeOf(access),
        u: localUserOrNone(),
    };
    const path = (text) => expandHome(fillIn(text, tokens), access);
    const configured = settings.all('identityfile').map(path);
    const usesOwnKey = access.privateKey !== undefined || access.privateKeyFile !== undefined;
    return {
        host: hostName,
        port: hostPort,
        username,
        identities: identitiesOf(access, configured),
        passphrase: access.passphrase,
        agent: usesOwnKey ? undefined : agentOf(access, settings, path),
        agentKeys: settings.one('identitiesonly')?.toLowerCase() === 'yes' ? publicKeys(configured) : undefined,
        hostKeys: knownHostsOf(access, settings.all('userknownhostsfile').map(path)),
    };
}
function configuredPort(settings, host) {
    const text = settings.one('port');
    if (text === undefined)
        return SSH_PORT;
    const port = Number(text);
    if (Number.isInteger(port) && port >= 1 && port <= 65535)
        return port;
    throw new pool/* PoolUnavailable */.pP('input', `~/.ssh/config has for ${host} a Port that is none: ${JSON.stringify(text)}`);
}
function localUser(host) {
    const name = localUserOrNone();
    if (name !== '')
        return name;
    throw new pool/* PoolUnavailable */.pP('input', `who is to log in at ${host}? Name the user: ssh://user@${host}/folder`);
}
/** A container may run under a number that has no name. */
function localUserOrNone() {
    try {
        return (0,external_node_os_.userInfo)().username;
    }
    catch {
        return '';
    }
}
function fillIn(text, tokens) {
    return text.replace(/%(.)/g, (whole, token) => (token === '%' ? '%' : (tokens[token] ?? whole)));
}
function agentOf(access, settings, path) {
    const configured = settings.one('identityagent');
    if (configured === undefined || configured === 'SSH_AUTH_SOCK')
        return access.agent;
    return configured.toLowerCase() === 'none' ? undefined : path(configured);
}
function identitiesOf(access, configured) {
    const { privateKey, privateKeyFile } = access;
    if (privateKey !== undefined) {
        return [
            {
                name: 'the private key given (private-key, GIVEWAY_PRIVATE_KEY)',
                key: normalizeKey(privateKey),
                isNamed: true,
            },
        ];
    }
    if (privateKeyFile !== undefined) {
        const path = expandHome(privateKeyFile, access);
        try {
            return [{ name: path, key: normalizeKey((0,external_node_fs_.readFileSync)(path, 'utf8')), isNamed: true }];
        }
        catch (error) {
            throw new pool/* PoolUnavailable */.pP('input', `can't read the private key: ${error.message}`, {
                cause: error,
            });
        }
    }
    const paths = configured.length > 0 ? configured : USUAL_IDENTITIES.map((path) => expandHome(path, access));
    return paths.flatMap((path) => {
        const key = readIfThere(path);
        return key === undefined ? [] : [{ name: path, key: normalizeKey(key), isNamed: false }];
    });
}
/** The public halves of these identities, where they lie beside them or are what was named. */
function publicKeys(paths) {
    return paths.flatMap((path) => {
        const text = readIfThere(path.endsWith('.pub') ? path : `${path}.pub`);
        return text === undefined ? [] : [text.trim()];
    });
}
function readIfThere(path) {
    try {
        return (0,external_node_fs_.existsSync)(path) ? (0,external_node_fs_.readFileSync)(path, 'utf8') : undefined;
    }
    catch {
        return undefined;
    }
}
/** Carriage returns are harmless, and a last newline is easily lost. */
function normalizeKey(text) {
    return `${text.replace(/\r\n?/g, '\n').trim()}\n`;
}
function knownHostsOf(access, configured) {
    const given = access.knownHosts;
    if (given === undefined) {
        const paths = configured.length > 0 ? configured : USUAL_KNOWN_HOSTS.map((path) => expandHome(path, access));
        // what can't be read knows nobody, and so lets nobody in
        return (0,known_hosts/* parseKnownHosts */.uJ)(paths.map((path) => readIfThere(path) ?? '').join('\n'));
    }
    const text = isKnownHostsText(given) ? given : readKnownHosts(expandHome(given, access));
    const known = (0,known_hosts/* parseKnownHosts */.uJ)(text);
    if (known.hosts.length === 0 && known.pins.length === 0) {
        throw new pool/* PoolUnavailable */.pP('input', `no host key can be read in what was given as known hosts: it takes a file or lines of ssh-keyscan, or SHA256:… fingerprints whole`);
    }
    return known;
}
function readKnownHosts(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, 'utf8');
    }
    catch (error) {
        const { message } = error;
        throw new pool/* PoolUnavailable */.pP('input', `can't read the known hosts: ${message}`, { cause: error });
    }
}
/** A text has blanks between its fields, or is a fingerprint; a path rarely has either. */
function isKnownHostsText(given) {
    return /^(?:SHA256|MD5):/.test(given) || given.includes('\n') || /\s(?:ssh|ecdsa|sk)-\S+\s/.test(given);
}
function homeOf({ home }) {
    if (home !== undefined)
        return home;
    try {
        return (0,external_node_os_.homedir)();
    }
    catch {
        return '/';
    }
}
function expandHome(path, access) {
    return path === '~' || path.startsWith('~/') ? (0,external_node_path_.join)(homeOf(access), path.slice(1)) : path;
}


/***/ }),

/***/ 3241:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ availabilityOf),
/* harmony export */   x: () => (/* binding */ isFree)
/* harmony export */ });
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);

/** May a host be taken now, as far as its own files tell? Who is next is another question. */
function availabilityOf(snapshot, host) {
    const view = snapshot.hosts.get(host);
    if (view === undefined)
        return { state: 'free', previous: undefined };
    if (view.problem !== undefined)
        return { state: 'broken', problem: view.problem };
    if ((0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(view) === 'foreign') {
        const endsAtNs = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .bashLockEndsAtNs */ .QX)(snapshot, view);
        if (endsAtNs === undefined)
            return { state: 'bash', untilMs: undefined };
        const leftMs = Number((endsAtNs - snapshot.wallNs) / 1000000n);
        if (endsAtNs > snapshot.wallNs)
            return { state: 'bash', untilMs: snapshot.uptimeMs + leftMs + 1 };
    }
    const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host);
    switch (life.state) {
        case 'free':
        case 'lost':
            return { state: 'free', previous: view.record };
        case 'expired':
            return { state: 'free', previous: life.record };
        case 'live':
            return { state: 'held', holder: life.record, endsAtMs: life.endsAtMs };
        case 'resting':
            return { state: 'resting', holder: life.record, untilMs: life.untilMs };
    }
}
function isFree(snapshot, host) {
    return availabilityOf(snapshot, host).state === 'free';
}


/***/ }),

/***/ 4261:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gv: () => (/* binding */ leaseEndsAtMs),
/* harmony export */   L5: () => (/* binding */ isInQueue),
/* harmony export */   QX: () => (/* binding */ bashLockEndsAtNs),
/* harmony export */   UK: () => (/* binding */ decideExpiry),
/* harmony export */   Vm: () => (/* binding */ lockOwner),
/* harmony export */   au: () => (/* binding */ isWaiterAlive),
/* harmony export */   o6: () => (/* binding */ heartbeatAgeMs),
/* harmony export */   sy: () => (/* binding */ liveRecord),
/* harmony export */   yE: () => (/* binding */ waiterEndsAtMs)
/* harmony export */ });
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2678);
/* harmony import */ var _timing__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6104);


/** Is the lease of a host alive? By heartbeat and ttl, and by `until`, on the bastion's uptime. */
function decideExpiry(snapshot, host) {
    const record = snapshot.hosts.get(host)?.record;
    if (record === undefined || record.state === 'free')
        return { state: 'free' };
    if (record.state === 'lost')
        return { state: 'lost' };
    const endsAtMs = leaseEndsAtMs(snapshot, record);
    if (endsAtMs === undefined)
        return { state: 'expired', record };
    if (snapshot.uptimeMs <= endsAtMs)
        return { state: 'live', record, endsAtMs };
    const untilMs = endsAtMs + (0,_timing__WEBPACK_IMPORTED_MODULE_0__/* .lockDelayMs */ .vv)(record.ttlMs);
    return snapshot.uptimeMs <= untilMs ? { state: 'resting', record, untilMs } : { state: 'expired', record };
}
/** The record of a host where the lease of this id lives, and the lock is no other job's. */
function liveRecord(snapshot, host, id) {
    const life = decideExpiry(snapshot, host);
    if (life.state !== 'live' || life.record.id !== id)
        return undefined;
    return lockOwner(snapshot.hosts.get(host)) === 'foreign' ? undefined : life.record;
}
/** The last instant at which a lease is live unless it is renewed; undefined where its heartbeat is gone. */
function leaseEndsAtMs(snapshot, record) {
    const untilMs = (0,_snapshot__WEBPACK_IMPORTED_MODULE_1__/* .spanEndMs */ .q7)(snapshot, record.until);
    if (record.kind === 'hold')
        return untilMs;
    const ageMs = heartbeatAgeMs(snapshot, record.id);
    return ageMs === undefined ? undefined : Math.min(untilMs, snapshot.uptimeMs - ageMs + record.ttlMs);
}
/**
 * How long ago a request's process gave a sign of life, in ms; undefined where there is no heartbeat: it is dead. One that
 * can't be read counts as made just now, and one of another boot as made at uptime 0.
 */
function heartbeatAgeMs(snapshot, id) {
    const heartbeat = snapshot.heartbeats.get(id);
    if (heartbeat === undefined)
        return undefined;
    if (heartbeat === 'unreadable')
        return 0;
    const madeAtMs = heartbeat.bootId === snapshot.bootId ? heartbeat.uptimeMs : 0;
    return Math.max(0, snapshot.uptimeMs - madeAtMs);
}
/** Until when a waiter counts unless it gives a sign of life, in ms of uptime; bash jobs by the age of their file. */
function waiterEndsAtMs(snapshot, waiter) {
    if (waiter.record === undefined) {
        const ageMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1000000n);
        return snapshot.uptimeMs - ageMs + _timing__WEBPACK_IMPORTED_MODULE_0__/* .DEFAULTS */ .zY.legacyWaiterTtlMs;
    }
    const ageMs = heartbeatAgeMs(snapshot, waiter.id);
    return ageMs === undefined ? -1 : snapshot.uptimeMs - ageMs + waiter.record.ttlMs;
}
function isWaiterAlive(snapshot, waiter) {
    return snapshot.uptimeMs <= waiterEndsAtMs(snapshot, waiter);
}
/** Is it in the queue: alive, and not taken out of it by a person? */
function isInQueue(snapshot, waiter) {
    return waiter.record?.details.cancelled === undefined && isWaiterAlive(snapshot, waiter);
}
/** Whose lock file stands there: a lock whose content is a stamp of the record is ours, live or not. */
function lockOwner(view) {
    if (view === undefined || view.lockText === 'none')
        return 'none';
    const stamps = [view.record?.stampNs, view.record?.previousStampNs].map(String);
    return stamps.includes(view.lockText) ? 'ours' : 'foreign';
}
/**
 * When a bash job's lock expires, on the wall clock: LOCK_TIMEOUT after the later of its mtime and its content, the
 * content capped at mtime + LOCK_TIMEOUT. Undefined: never, for nobody has said LOCK_TIMEOUT.
 */
function bashLockEndsAtNs(snapshot, view) {
    const timeoutMs = snapshot.legacy?.lockTimeoutMs;
    if (timeoutMs === undefined || view.lockMtimeNs === undefined)
        return undefined;
    const timeoutNs = BigInt(timeoutMs) * 1000000n;
    const latestNs = view.lockMtimeNs + timeoutNs;
    const contentNs = /^\d{19}$/.test(view.lockText) ? BigInt(view.lockText) : 0n;
    const cappedNs = contentNs < latestNs ? contentNs : latestNs;
    return (cappedNs > view.lockMtimeNs ? cappedNs : view.lockMtimeNs) + timeoutNs;
}


/***/ }),

/***/ 4537:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ isGivenBack)
/* harmony export */ });
/**
 * Was the lease given back on all these hosts, by its own job, and not taken away? Seen in its record, or in what the next
 * holder's record says of it; of what came before that nothing is known.
 */
function isGivenBack(snapshot, id, hosts) {
    return hosts.every((host) => {
        const record = snapshot.hosts.get(host)?.record;
        if (record === undefined)
            return false;
        if (record.id === id)
            return record.state === 'free' && (record.details.endedBy ?? 'released') === 'released';
        const { previous } = record.details;
        return previous?.id === id && previous.endedBy === 'released';
    });
}


/***/ }),

/***/ 1384:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PP: () => (/* binding */ hostsOf),
/* harmony export */   tj: () => (/* binding */ chooseHosts),
/* harmony export */   uy: () => (/* binding */ isHostName)
/* harmony export */ });
/** What a host is called: also the stem of its files, so nothing that a shell or a glob could read otherwise. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** A host name as DESIGN has it; `.lock` and `.waiting` in it would make one host's files look like another's. */
function isHostName(text) {
    return HOST.test(text) && !text.includes('.lock') && !text.includes('.waiting');
}
/** Every host that the groups name, once, in the order given. */
function hostsOf(groups) {
    return [...new Set(groups.flat())];
}
/**
 * One host of each group, all different, or undefined where the groups can't be served from what is available. Hosts
 * that stand first in a group are preferred; a group gives its first choice up where another could not be served.
 */
function chooseHosts(groups, isAvailable) {
    const choose = (index, taken) => {
        const group = groups[index];
        if (group === undefined)
            return [...taken];
        for (const host of group) {
            if (taken.includes(host) || !isAvailable(host))
                continue;
            const chosen = choose(index + 1, [...taken, host]);
            if (chosen !== undefined)
                return chosen;
        }
        return undefined;
    };
    return choose(0, []);
}


/***/ }),

/***/ 8778:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dK: () => (/* binding */ versionFromJobName),
/* harmony export */   eh: () => (/* binding */ parseVersionPattern),
/* harmony export */   zo: () => (/* binding */ versionFromRefName)
/* harmony export */ });
/* harmony import */ var _product_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9618);

/**
 * Longest name that is looked at, and longest pattern. It bounds the cost of the rules; a pattern that backtracks
 * exponentially can still burn its own job's time, and nobody else's, since a job reads only its own name.
 */
const longest = 256;
// Names are read in lower case with one dash between words, whatever stood there; dots stay within words. `start` and
// `end` make a match whole words: neither v4.22.1abc nor 10.4.22.1 has 4.22 in it.
const start = '(?<=^|-)';
const end = '(?=-|$)';
const major = '(?<major>[345])';
const minor = '(?<minor>0|[1-9][0-9]?)';
const patch = '(?:\\.[0-9]{1,3})?';
const productWord = new RegExp(`${start}(?:ocp|okd|openshift)-?v?${major}[.-]?${minor}${patch}${end}`, 'g');
const wholeWord = new RegExp(`${start}${major}\\.${minor}${patch}${end}`, 'g');
const dashes = new RegExp(`${start}${major}-${minor}${end}`, 'g');
/** 3.11 was the last 3.x: a 3.12 is somebody else's. */
const lastMinorOf3 = 11;
/** Words that say how far a release has come, or that a branch is one. */
const stages = /^(?:candidate|ci|ec|eus|fast|nightly|prerelease|rc|release|stable)$/;
/** What stands between the versions of an upgrade, which are of one product. */
const upgradeStep = /^-(?:[a-z]+-)*(?:to|from)-(?:[a-z]+-)?$/;
/**
 * Products in OpenShift's job names whose versions look like OpenShift's own, with the majors where they do. Others, such
 * as oadp 1.4 or cri-o 1.31, need no line here: OpenShift has no such major.
 */
const otherProducts = new Map([
    ['acs', '34'],
    ['clair', '4'],
    ['devspaces', '3'],
    ['dss', '34'], // a standard: pci-dss-4-0
    ['elasticsearch', '5'],
    ['etcd', '3'],
    ['gatekeeper', '3'],
    ['helm', '3'],
    ['kafka', '34'],
    ['kernel', '345'],
    ['logging', '5'],
    ['loki', '35'],
    ['mesh', '3'],
    ['openvswitch', '3'],
    ['ovs', '3'],
    ['python', '3'],
    ['quay', '3'],
    ['rhacs', '34'],
    ['rhoai', '3'],
    ['stackrox', '34'],
    ['viaq', '5'], // logging again
]);
const openShift = 'OpenShift';
/**
 * The version of OpenShift in the name of a job, as major.minor. Every rule prefers none to a wrong one: a job without a
 * version waits behind the others and says so, while a job with another product's version may send away one that has
 * more right to the host.
 *
 * The first rule that finds something decides. Of several versions it takes the highest, which is what an upgrade goes
 * to, whichever end its name begins with.
 *
 * 1. `product-word`: the product's name and a version, however spelt: ocp4.17, ocp-4.17, ocp417, ocp-417, ocp-4-17; okd
 *    and openshift likewise.
 * 2. `whole-word`: a word that is a version from 3.0 to 3.11, 4.x or 5.x, perhaps with a patch, which is dropped. A
 *    letter at either side makes it another word (oadp1.4, v4.14, 4.y).
 * 3. `dashes`: a dash for the dot, right behind a stage (nightly-4-22, stable-4-9), or with two digits behind the dash at
 *    the end of the name or before a stage (assisted-4-15); never in a row of numbers, which is a date or a counter.
 *
 * Rules 2 and 3 leave out another product's version: behind its name (quay-3.10), or as the release branch of its
 * repository (cluster-logging-operator-release-5.0). What an upgrade goes to or comes from is of the same product as the
 * version before it.
 *
 * With a `pattern`, the source of a regular expression, that alone decides: at its first match its groups named major
 * and minor, else its first group, must give a version.
 */
function versionFromJobName(name, pattern) {
    if (name.length > longest)
        return tooLong(name);
    if (pattern !== undefined)
        return versionByPattern(name, pattern);
    const plain = name
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, '-')
        .replace(/^-|-$/g, '');
    const claims = attribute(plain, claimsIn(plain));
    const candidates = claims.filter(({ product }) => product === undefined);
    const highest = highestOf(claims.filter(({ product }) => product === openShift)) ??
        highestOf(candidates.filter(({ rule }) => rule === 'whole-word')) ??
        highestOf(candidates);
    if (highest === undefined)
        return { version: undefined, reason: 'none', why: whyNone(plain, claims) };
    return {
        version: (0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .formatMajorMinor */ .eU)(highest),
        rule: highest.product === openShift ? 'product-word' : highest.rule,
    };
}
/**
 * The version that a branch or tag is for, as it is written there: `release-4.22`, `release/4.22`, `4.22`, `v4.22.3`. The
 * whole name must be of that form, so that `fix-for-4.22` and `dependabot/npm/lodash-4.17.21` give none. A `pattern` is
 * used as in versionFromJobName.
 */
function versionFromRefName(ref, pattern) {
    if (ref.length > longest)
        return tooLong(ref);
    if (pattern !== undefined)
        return versionByPattern(ref, pattern);
    const text = /^(?:(?:release|releases|rel|stable|enterprise|openshift|ocp|okd)[-/])?v?([0-9].*)$/.exec(ref)?.[1];
    if (text !== undefined && (0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .parseProductVersion */ .Jo)(text) !== undefined)
        return { version: text, rule: 'branch' };
    return { version: undefined, reason: 'none', why: 'it is not of the form release-4.22, 4.22 or v4.22.3' };
}
/**
 * Reads what `--version-pattern` gives, or says what is wrong with it, so that a bad one is told where it was given and
 * not where a name is read. It must have a group; of the groups major and minor both or neither.
 */
function parseVersionPattern(source) {
    if (source === '')
        return { problem: 'it is empty' };
    if (source.length > longest)
        return { problem: `it has more than ${longest} characters` };
    let pattern;
    try {
        pattern = new RegExp(source);
    }
    catch (error) {
        return { problem: error instanceof Error ? error.message : 'it is no regular expression' };
    }
    // With an empty alternative any pattern matches the empty text, and the match has a place for every group.
    const groups = new RegExp(`(?:${source})|`).exec('');
    const names = Object.keys(groups?.groups ?? {});
    if (names.includes('major') !== names.includes('minor')) {
        return { problem: 'of the groups (?<major>…) and (?<minor>…) it has only one' };
    }
    if (groups === null || groups.length < 2) {
        return { problem: 'it has no group: put the version in brackets, as in release-([0-9]+\\.[0-9]+)' };
    }
    return { pattern };
}
function versionByPattern(name, source) {
    const parsed = parseVersionPattern(source);
    if ('problem' in parsed) {
        return {
            version: undefined,
            reason: 'bad-pattern',
            why: `the version pattern cannot be used: ${parsed.problem}`,
        };
    }
    const match = parsed.pattern.exec(name);
    if (match === null)
        return { version: undefined, reason: 'none', why: 'the version pattern does not match it' };
    const named = match.groups ?? {};
    const text = 'major' in named
        ? [named['major'], named['minor']].map((part) => part ?? '').join('.')
        : (match[1] ?? '');
    if ((0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .parseProductVersion */ .Jo)(text) !== undefined)
        return { version: text, rule: 'pattern' };
    return {
        version: undefined,
        reason: 'none',
        why: `the version pattern gives ${JSON.stringify(text)}, which is not a version such as 4.22`,
    };
}
function tooLong(name) {
    return {
        version: undefined,
        reason: 'too-long',
        why: `it has ${name.length} characters, and at most ${longest} are read`,
    };
}
/** All that looks like a version, from left to right, each only once. */
function claimsIn(plain) {
    const all = [
        ...matches(plain, 'product-word', productWord),
        ...matches(plain, 'whole-word', wholeWord),
        ...matches(plain, 'dashes', dashes).filter((claim) => areDashesDots(plain, claim)),
    ].sort((a, b) => a.to - b.to || a.from - b.from);
    // Behind the product's name a version is found twice; the longer match knows more.
    return all.filter((claim, index) => claim.to !== all[index - 1]?.to);
}
function matches(plain, rule, pattern) {
    return [...plain.matchAll(pattern)]
        .map((match) => ({
        rule,
        major: Number(match.groups?.['major']),
        minor: Number(match.groups?.['minor']),
        from: match.index,
        to: match.index + match[0].length,
    }))
        .filter((claim) => claim.major !== 3 || claim.minor <= lastMinorOf3);
}
function areDashesDots(plain, claim) {
    const before = wordsBefore(plain, claim).at(-1) ?? '';
    const after = plain.slice(claim.to).split('-')[1] ?? '';
    if (/^[0-9.]+$/.test(before) || /^[0-9.]+$/.test(after))
        return false;
    return stages.test(before) || (claim.minor >= 10 && (after === '' || stages.test(after)));
}
function attribute(plain, claims) {
    const result = [];
    for (const claim of claims) {
        const previous = result.at(-1);
        const isSameUpgrade = previous !== undefined && upgradeStep.test(plain.slice(previous.to, claim.from));
        const product = claim.rule === 'product-word'
            ? openShift
            : (otherProductBefore(plain, claim) ?? (isSameUpgrade ? previous.product : undefined));
        result.push({ ...claim, product });
    }
    return result;
}
function otherProductBefore(plain, claim) {
    const words = wordsBefore(plain, claim);
    const last = words.at(-1);
    // Behind `release`, or `redhat` as some repositories have it, all the words before are the repository's.
    const names = last === 'release' || last === 'redhat' ? words : words.slice(-1);
    return names.find((word) => otherProducts.get(word)?.includes(String(claim.major)));
}
function wordsBefore(plain, claim) {
    return plain.slice(0, Math.max(0, claim.from - 1)).split('-');
}
function highestOf(claims) {
    return [...claims].sort((a, b) => b.major - a.major || b.minor - a.minor)[0];
}
function whyNone(plain, claims) {
    if (plain === '')
        return 'it is empty';
    const claim = claims[0];
    if (claim?.product !== undefined) {
        return `${(0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .formatMajorMinor */ .eU)(claim)} in it is a version of ${claim.product}, not of ${openShift}`;
    }
    const word = plain.split('-').find((each) => /[0-9]\.[0-9]/.test(each));
    if (word !== undefined) {
        return `${word} in it is no version of ${openShift} that stands alone (3.0 to 3.11, 4.x, 5.x)`;
    }
    return 'it has no word such as 4.22, ocp422 or nightly-4-22';
}


/***/ }),

/***/ 1644:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sj: () => (/* binding */ parseRequestName)
/* harmony export */ });
/* unused harmony exports lockName, requestName */
/* harmony import */ var _host__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1384);

const REQUEST = /^(.+)\.lock\.waiting\.(\d{1,19})\.(\d{1,16})\.(\d{1,16})(\.queued)?$/;
/** The name of a host's lock file. */
function lockName(host) {
    return `${host}.lock`;
}
/** The name of a request's file at one host, as bash jobs name theirs. */
function requestName(name) {
    const { host, arrivalNs, major, minor, queued } = name;
    return `${lockName(host)}.waiting.${arrivalNs}.${major}.${minor}${queued ? '.queued' : ''}`;
}
/** Reads a file's name; undefined for everything that is no request, whatever it resembles. */
function parseRequestName(name) {
    const match = REQUEST.exec(name);
    if (match === null)
        return undefined;
    const [, host = '', arrival = '', major = '', minor = '', queued] = match;
    if (!(0,_host__WEBPACK_IMPORTED_MODULE_0__/* .isHostName */ .uy)(host))
        return undefined;
    return {
        host,
        arrivalNs: BigInt(arrival),
        major: Number(major),
        minor: Number(minor),
        queued: queued !== undefined,
    };
}


/***/ }),

/***/ 4395:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ oneLine),
/* harmony export */   Y: () => (/* binding */ lengthOf)
/* harmony export */ });
/**
 * What a terminal obeys, each whole: control strings (titles, links) up to their end, control sequences (colours, moves),
 * other escapes. Of a string without an end only the start goes, so that it can't swallow what stands behind it.
 */
const ESCAPES = /(?:\x1b+[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|(?:\x1b+\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b+[ -/]*[0-~]/g;
/**
 * What other jobs wrote, made fit to print: one line of at most `max` (at least 1) characters, without anything that a
 * terminal obeys, that turns or hides text, or that a CI system's log reads as a command. Doing it twice changes nothing.
 */
function oneLine(text, max = 200) {
    const line = text
        .replace(/\p{Cs}/gu, '\ufffd') // first, for what goes from between two halves would join them
        .replace(ESCAPES, '')
        .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
        .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
        .trim()
        .replace(/^::/, ': :') // GitHub reads ::command:: at the start of a line
        .replace(/##(?=[a-z]*\[)/gi, '# #'); // and ##[command] anywhere in it
    const characters = Array.from(line);
    if (characters.length <= max)
        return line;
    const kept = characters.slice(0, max - 1).join('');
    return `${kept.trimEnd()}…`;
}
/** How many characters a text has, halves of surrogates counted together. */
function lengthOf(text) {
    return Array.from(text).length;
}


/***/ }),

/***/ 4864:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   aw: () => (/* binding */ claimOfWaiter),
/* harmony export */   ew: () => (/* binding */ claimOfHolder),
/* harmony export */   f1: () => (/* binding */ compareClaims),
/* harmony export */   iG: () => (/* binding */ starvesAtMs),
/* harmony export */   uA: () => (/* binding */ ruleAhead)
/* harmony export */ });
/* harmony import */ var _product_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9618);
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2678);


/** The order of the queue, first difference first; each is negative if `a` goes before `b`. */
const RULES = [
    { rule: 'priority', compare: (a, b) => b.priority - a.priority },
    { rule: 'starved', compare: (a, b) => Number(b.starved) - Number(a.starved) },
    { rule: 'version', compare: (a, b) => (a.starved ? 0 : (0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .compareProductVersions */ .Cx)(b.version, a.version)) },
    { rule: 'arrival', compare: (a, b) => compareAscending(a.arrivalNs, b.arrivalNs) },
    { rule: 'arrival', compare: (a, b) => compareAscending(a.id, b.id) },
];
/** Priority, those that starve, version, arrival, id: negative if `a` goes before `b`, 0 only for the same claim. */
function compareClaims(a, b) {
    return firstDifference(a, b)?.sign ?? 0;
}
/** The rule by which `a` is ahead of `b`; undefined if it isn't. */
function ruleAhead(a, b) {
    const difference = firstDifference(a, b);
    return difference !== undefined && difference.sign < 0 ? difference.rule : undefined;
}
function firstDifference(a, b) {
    for (const { rule, compare } of RULES) {
        const sign = compare(a, b);
        if (sign !== 0)
            return { rule, sign };
    }
    return undefined;
}
function compareAscending(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
/** Where a waiter stands. */
function claimOfWaiter(snapshot, waiter) {
    const { id, priority, version, arrivalNs } = waiter;
    const starved = snapshot.uptimeMs >= starvesAtMs(snapshot, waiter);
    return { id, priority, starved, version, arrivalNs };
}
/** From when on a waiter precedes every version of its priority, in ms of uptime; Infinity: it never does. */
function starvesAtMs(snapshot, { record }) {
    if (record?.details.starveAfterMs === undefined)
        return Infinity;
    const { starveAfterMs, waitedBeforeMs = 0 } = record.details;
    return snapshot.uptimeMs - (0,_snapshot__WEBPACK_IMPORTED_MODULE_1__/* .spanAgeMs */ .CK)(snapshot, record.until) + starveAfterMs - waitedBeforeMs;
}
/** The place that a holder had when it took the host. */
function claimOfHolder(record) {
    const { id, priority, version, details, token } = record;
    const arrivalNs = details.arrivalNs === undefined ? BigInt(token) * 1000n : BigInt(details.arrivalNs);
    return { id, priority, starved: details.starved ?? false, version, arrivalNs };
}


/***/ }),

/***/ 9618:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cx: () => (/* binding */ compareProductVersions),
/* harmony export */   Jo: () => (/* binding */ parseProductVersion),
/* harmony export */   dG: () => (/* binding */ NO_VERSION),
/* harmony export */   eU: () => (/* binding */ formatMajorMinor),
/* harmony export */   jO: () => (/* binding */ isNewerMinor)
/* harmony export */ });
/* harmony import */ var semver__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2088);
/* harmony import */ var semver__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(semver__WEBPACK_IMPORTED_MODULE_0__);

/** The version of a job that names none: older than every product's. */
const NO_VERSION = { major: 0, minor: 0, text: '0.0' };
const longest = 64;
const part = '(?:0|[1-9][0-9]*)';
const suffix = '[0-9A-Za-z.-]+';
const shape = new RegExp(`^${part}\\.${part}(?:\\.${part}(?:-${suffix})?(?:\\+${suffix})?)?$`);
/**
 * Reads `4.22`, `4.22.3`, `4.22.0-rc.1`, `4.22.0+build.7`; anything else is undefined.
 *
 * Strict on purpose: a leading zero is octal to some readers of a file name and decimal to others, `v4.22` is another
 * word than `4.22`, and a number above 2^53 compares equal to its neighbours.
 */
function parseProductVersion(text) {
    if (text.length > longest || !shape.test(text))
        return undefined;
    const version = (0,semver__WEBPACK_IMPORTED_MODULE_0__.parse)(asSemver(text));
    if (version === null)
        return undefined;
    const numbers = [version.major, version.minor, version.patch, ...version.prerelease.map(Number)];
    if (numbers.some((number) => number > Number.MAX_SAFE_INTEGER))
        return undefined;
    return { major: version.major, minor: version.minor, text };
}
/**
 * Negative if `a` is older than `b`, positive if newer, 0 if neither: numeric major, numeric minor, then semver's order,
 * in which a missing patch is `.0`, a prerelease comes before its release, and build metadata does not count.
 */
function compareProductVersions(a, b) {
    return (0,semver__WEBPACK_IMPORTED_MODULE_0__.compare)(asSemver(a.text), asSemver(b.text));
}
/** True if `a` has a higher major.minor than `b`. Patches and prereleases never make a version newer here. */
function isNewerMinor(a, b) {
    return a.major > b.major || (a.major === b.major && a.minor > b.minor);
}
/** `4.22` for 4.22, 4.22.3 and 4.22.0-rc.1: the form that file names carry. */
function formatMajorMinor(version) {
    return `${version.major}.${version.minor}`;
}
function asSemver(text) {
    return /^[0-9]+\.[0-9]+$/.test(text) ? `${text}.0` : text;
}


/***/ }),

/***/ 3271:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mx: () => (/* binding */ noteTaken),
/* harmony export */   UY: () => (/* binding */ freeForMs),
/* harmony export */   ZE: () => (/* binding */ waitersAhead),
/* harmony export */   nA: () => (/* binding */ waitersFor),
/* harmony export */   tZ: () => (/* binding */ couldTakeNow)
/* harmony export */ });
/* harmony import */ var _availability__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3241);
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4261);
/* harmony import */ var _host__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1384);
/* harmony import */ var _order__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4864);
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2678);
/* harmony import */ var _timing__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6104);






/** The live waiters for a host, in the order of the queue; a job that is just taking a host waits for no other. */
function waitersFor(snapshot, host) {
    const holders = liveHolderIds(snapshot);
    return snapshot.waiters
        .filter((waiter) => waiter.files.some((file) => file.host === host))
        .filter((waiter) => !holders.has(waiter.id) && (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .isInQueue */ .L5)(snapshot, waiter))
        .sort((a, b) => (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .compareClaims */ .f1)((0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, a), (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, b)));
}
/** Who is ahead of a claim for a host. */
function waitersAhead(snapshot, host, claim) {
    return waitersFor(snapshot, host).flatMap((waiter) => {
        if (waiter.id === claim.id)
            return [];
        const rule = (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .ruleAhead */ .uA)((0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, waiter), claim);
        return rule === undefined ? [] : [{ waiter, rule }];
    });
}
/** Could this waiter take this host now, by what is free? A free host goes to the first that could. */
function couldTakeNow(snapshot, waiter, host, seen) {
    if (waiter.record === undefined)
        return !hasLeftItFree(snapshot, waiter, host, seen);
    const groups = waiter.record.details.groups ?? [waiter.files.map((file) => file.host)];
    const groupOfHost = groups.findIndex((group) => group.includes(host));
    // with this host fixed for one of its groups, can the others be served as well?
    const others = groups.map((group, index) => (index === groupOfHost ? [host] : group));
    return (0,_host__WEBPACK_IMPORTED_MODULE_4__/* .chooseHosts */ .tj)(others, (candidate) => (0,_availability__WEBPACK_IMPORTED_MODULE_0__/* .isFree */ .x)(snapshot, candidate)) !== undefined;
}
/** Bash asks once a minute: one that has let a free host pass for 150 s is not there, or is no longer interested. */
function hasLeftItFree(snapshot, waiter, host, seen) {
    return freeForMs(snapshot, waiter, host, seen) >= _timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.bashPatienceMs;
}
/** How long a host has been free under a bash waiter's eyes, in ms, as far as this client can know. */
function freeForMs(snapshot, waiter, host, seen) {
    const waitedMs = Number((snapshot.wallNs - waiter.arrivalNs) / 1000000n);
    const record = snapshot.hosts.get(host)?.record;
    const freedForMs = record?.state === 'free' ? (0,_snapshot__WEBPACK_IMPORTED_MODULE_5__/* .spanAgeMs */ .CK)(snapshot, record.until) : Infinity;
    const sinceSeenMs = snapshot.uptimeMs - (seen.get(host) ?? -Infinity);
    return Math.min(waitedMs, freedForMs, sinceSeenMs);
}
/** Remembers which hosts are taken now. What was seen before a reboot counts from the first look after it. */
function noteTaken(snapshot, seen) {
    const { uptimeMs } = snapshot;
    const before = [...seen].map(([host, atMs]) => [host, Math.min(atMs, uptimeMs)]);
    const taken = [...snapshot.hosts.keys()].filter((host) => !(0,_availability__WEBPACK_IMPORTED_MODULE_0__/* .isFree */ .x)(snapshot, host) && !isTried(snapshot, host));
    return new Map([...before, ...taken.map((host) => [host, uptimeMs])]);
}
/** Longer than a bash job takes from its write to having the host, or to giving it back because somebody higher waits. */
const BASH_TRY_MS = 30_000;
/**
 * A bash job of a lower version writes its lock each minute, and takes it away again because of that very waiter. That is no
 * use of the host: it would keep a dead waiter ahead for as long as the other tries. Nor is a lock that settles, which such a
 * write may end.
 */
function isTried(snapshot, host) {
    const view = snapshot.hosts.get(host);
    if ((0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .lockOwner */ .Vm)(view) === 'ours')
        return view?.record?.state === 'settling';
    if ((0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .lockOwner */ .Vm)(view) !== 'foreign' || view?.lockMtimeNs === undefined)
        return false;
    const ageMs = Number((snapshot.wallNs - view.lockMtimeNs) / 1000000n);
    return ageMs >= 0 && ageMs < BASH_TRY_MS;
}
function liveHolderIds(snapshot) {
    const ids = new Set();
    for (const view of snapshot.hosts.values()) {
        const state = view.record?.state;
        if (view.record === undefined || state === 'free' || state === 'lost' || (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .lockOwner */ .Vm)(view) === 'foreign')
            continue;
        ids.add(view.record.id);
    }
    return ids;
}


/***/ }),

/***/ 6209:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KV: () => (/* binding */ exemptUntilMs),
/* harmony export */   QY: () => (/* binding */ decidePreemption),
/* harmony export */   Sp: () => (/* binding */ decideQuit),
/* harmony export */   Wy: () => (/* binding */ findPreemptor),
/* harmony export */   a9: () => (/* binding */ graceLeftMs),
/* harmony export */   dZ: () => (/* binding */ jobName),
/* harmony export */   vZ: () => (/* binding */ mayPreempt),
/* harmony export */   w0: () => (/* binding */ outranks)
/* harmony export */ });
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/* harmony import */ var _order__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4864);
/* harmony import */ var _product_version__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9618);
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2678);
/* harmony import */ var _timing__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6104);





/** Must the holder of these hosts leave? `verbs` are what has to be committed before the answer counts. */
function decideQuit(snapshot, id, hosts) {
    const records = [];
    for (const host of hosts) {
        const record = snapshot.hosts.get(host)?.record;
        const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host);
        if (record?.id !== id || life.state !== 'live')
            return { kind: 'lost', verbs: [] };
        if ((0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'foreign')
            return { kind: 'lost', verbs: [{ verb: 'lose', host }] };
        records.push(record);
    }
    const told = records.find((record) => record.details.told !== undefined)?.details.told;
    if (told !== undefined)
        return { kind: 'quit', told, verbs: [] };
    for (const [index, record] of records.entries()) {
        const preemptor = findPreemptor(snapshot, hosts[index] ?? '', record);
        if (preemptor === undefined)
            continue;
        const told = tellingOf(snapshot, record, preemptor);
        return { kind: 'quit', told, verbs: tellVerbs(snapshot, id, hosts, { ...record.details, told }) };
    }
    return { kind: 'carry-on' };
}
/**
 * Only a lease that stands can be told. One that settles again, because its lock had been missing, is confirmed first:
 * its job leaves anyway. Empty while a lock is missing: that is put back first.
 */
function tellVerbs(snapshot, id, hosts, details) {
    const views = hosts.map((host) => snapshot.hosts.get(host));
    if (views.some((view) => (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(view) !== 'ours'))
        return [];
    const settling = hosts.filter((_, index) => views[index]?.record?.state === 'settling');
    if (settling.length > 0)
        return [{ verb: 'held', id, hosts: settling }];
    return [{ verb: 'tell', id, hosts, details }];
}
/** The first in the queue of those that ask this holder to leave and may. */
function findPreemptor(snapshot, host, record) {
    return snapshot.waiters
        .filter((waiter) => waiter.files.some((file) => file.host === host && !file.queued))
        .filter((waiter) => waiter.id !== record.id && (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .isInQueue */ .L5)(snapshot, waiter))
        .filter((waiter) => mayPreempt(snapshot, waiter, record))
        .sort((a, b) => (0,_order__WEBPACK_IMPORTED_MODULE_1__/* .compareClaims */ .f1)((0,_order__WEBPACK_IMPORTED_MODULE_1__/* .claimOfWaiter */ .aw)(snapshot, a), (0,_order__WEBPACK_IMPORTED_MODULE_1__/* .claimOfWaiter */ .aw)(snapshot, b)))[0];
}
/**
 * A waiter preempts a holder if its priority is higher, or equal with a newer major.minor, and it stands ahead of the
 * holder's frozen place; never a hold, never one that is not preemptible, never within its exempt time. A bash waiter
 * that let the host pass before this holder took it is no longer ahead of it.
 */
function decidePreemption(snapshot, waiter, record) {
    const rule = waiter.priority === record.priority ? 'version' : 'priority';
    const bar = preemptionBar(snapshot, waiter, record, rule);
    if (bar !== undefined)
        return { kind: 'may-not', rule: bar };
    const untilMs = exemptUntilMs(snapshot, record);
    return untilMs <= snapshot.uptimeMs ? { kind: 'may', rule } : { kind: 'exempt', untilMs, rule };
}
function mayPreempt(snapshot, waiter, record) {
    return decidePreemption(snapshot, waiter, record).kind === 'may';
}
/** As mayPreempt, but for the exempt time, which ends. */
function outranks(snapshot, waiter, record) {
    return decidePreemption(snapshot, waiter, record).kind !== 'may-not';
}
function preemptionBar(snapshot, waiter, record, rule) {
    if (record.kind === 'hold')
        return 'hold';
    if (record.details.preemptible === false)
        return 'not-preemptible';
    if (waiter.record?.details.preempts === false)
        return 'preempts-nobody';
    if (waiter.record === undefined && record.details.passedOver?.includes(waiter.id) === true)
        return 'passed-over';
    const isMore = rule === 'priority' ? waiter.priority > record.priority : (0,_product_version__WEBPACK_IMPORTED_MODULE_2__/* .isNewerMinor */ .jO)(waiter.version, record.version);
    if (!isMore)
        return rule;
    return (0,_order__WEBPACK_IMPORTED_MODULE_1__/* .compareClaims */ .f1)((0,_order__WEBPACK_IMPORTED_MODULE_1__/* .claimOfWaiter */ .aw)(snapshot, waiter), (0,_order__WEBPACK_IMPORTED_MODULE_1__/* .claimOfHolder */ .ew)(record)) < 0 ? undefined : 'place';
}
/** Until when a lease can't be preempted, in ms of uptime. */
function exemptUntilMs(snapshot, record) {
    return (snapshot.uptimeMs - (0,_snapshot__WEBPACK_IMPORTED_MODULE_4__/* .spanAgeMs */ .CK)(snapshot, record.until) + (record.details.exemptMs ?? _timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.exemptMs));
}
/** How long a holder that has been told may still stay, in ms; negative once it is overdue. */
function graceLeftMs(snapshot, told) {
    return (0,_snapshot__WEBPACK_IMPORTED_MODULE_4__/* .spanEndMs */ .q7)(snapshot, told.grace) - snapshot.uptimeMs;
}
/** What a job is called in what others read: its name, its id, or that it is a bash job. */
function jobName(waiter) {
    return waiter.record === undefined ? 'a bash job' : (waiter.record.details.job ?? waiter.record.owner);
}
function tellingOf(snapshot, record, preemptor) {
    const graceMs = record.details.graceMs ?? _timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.graceMs;
    const nowMs = Number(snapshot.wallNs / 1000000n);
    return {
        byId: preemptor.id,
        byJob: jobName(preemptor),
        byVersion: preemptor.version.text,
        atMs: nowMs,
        graceUntilMs: nowMs + graceMs,
        grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
    };
}


/***/ }),

/***/ 567:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Hh: () => (/* binding */ parseRecord),
/* harmony export */   SE: () => (/* binding */ formatDetails),
/* harmony export */   md: () => (/* binding */ parseDetails)
/* harmony export */ });
/* unused harmony export RECORD_FORMAT */
/* harmony import */ var _product_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9618);

/** The newest record format that this code writes, and the only major that it reads. */
const RECORD_FORMAT = '1';
const STATES = [
    'free',
    'settling',
    'held',
    'quitting',
    'lost',
    'waiting',
];
const INTEGER = /^(0|[1-9]\d{0,18})$/;
const SPAN = /^(\d{1,15})\+(\d{1,15})@(\S+)$/;
/** Reads one line. A record that can't be read is never taken for a free host: it is `broken`, and says why. */
function parseRecord(line) {
    const json = line.indexOf('{');
    const fields = (json < 0 ? line : line.slice(0, json)).split(' ').filter((field) => field !== '');
    const [format = '', id, owner, attempt, tenant, priority, version, kind, state, ...numbers] = fields;
    const major = /^(\d+)(\.\d+)?$/.exec(format)?.[1];
    if (major === undefined)
        return broken('no format version');
    if (Number(major) > Number(RECORD_FORMAT))
        return { kind: 'newer-format', format };
    const [token, stamp, previousStamp, ttl, until = ''] = numbers;
    if (id === undefined || owner === undefined || tenant === undefined || until === '' || json < 0) {
        return broken('fields are missing');
    }
    const productVersion = (0,_product_version__WEBPACK_IMPORTED_MODULE_0__/* .parseProductVersion */ .Jo)(version ?? '');
    const span = parseSpan(until);
    if (!isInteger(attempt) || !/^-?\d{1,6}$/.test(priority ?? ''))
        return broken('attempt or priority');
    if (productVersion === undefined)
        return broken('version');
    if (kind !== 'lease' && kind !== 'hold')
        return broken('kind');
    if (state === undefined || !STATES.includes(state))
        return broken('state');
    if (!isInteger(token) || !isInteger(stamp) || !isInteger(previousStamp) || !isInteger(ttl)) {
        return broken('token, stamps or ttl');
    }
    if (!Number.isSafeInteger(Number(token)))
        return broken('token');
    if (span === undefined)
        return broken('until');
    const details = parseDetails(line.slice(json));
    if (details === undefined)
        return broken('JSON');
    return {
        kind: 'record',
        record: {
            format,
            id,
            owner,
            attempt: Number(attempt),
            tenant,
            priority: Number(priority),
            version: productVersion,
            kind,
            state: state,
            token: Number(token),
            stampNs: BigInt(stamp),
            previousStampNs: BigInt(previousStamp),
            ttlMs: Number(ttl),
            until: span,
            details,
        },
    };
}
/** One token of printable ASCII without a blank, as a record ends with it; nor a semicolon, as the journal has it between events. */
function formatDetails(details) {
    const { unknown, ...known } = details;
    return JSON.stringify({ ...unknown, ...known }).replace(/[^!-:<-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
function parseSpan(text) {
    const match = SPAN.exec(text);
    if (match === null)
        return undefined;
    const [, start, duration, bootId = ''] = match;
    return { startMs: Number(start), durationMs: Number(duration), bootId };
}
function broken(why) {
    return { kind: 'broken', why };
}
function isInteger(text) {
    return text !== undefined && INTEGER.test(text);
}
/** Undefined for what is no JSON object. */
function parseDetails(text) {
    let json;
    try {
        json = JSON.parse(text);
    }
    catch {
        return undefined;
    }
    if (!isObject(json))
        return undefined;
    const details = {};
    const unknown = {};
    for (const [key, value] of Object.entries(json)) {
        const isOfItsShape = SHAPES.get(key);
        if (isOfItsShape?.(value) === true)
            details[key] = value;
        else
            unknown[key] = value;
    }
    return Object.keys(unknown).length > 0 ? { ...details, unknown } : details;
}
const isText = (value) => typeof value === 'string' && value.length <= 2000;
const isFlag = (value) => typeof value === 'boolean';
const isDuration = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isGroups = (value) => Array.isArray(value) && value.every((group) => Array.isArray(group) && group.every(isText));
const isSpan = (value) => isObject(value) &&
    isDuration(value['startMs']) &&
    isDuration(value['durationMs']) &&
    isText(value['bootId']);
const hasTexts = (value, ...keys) => isObject(value) && keys.every((key) => isText(value[key]));
const SHAPES = new Map([
    ['job', isText],
    ['url', isText],
    ['project', isText],
    ['groups', isGroups],
    ['heartbeatMs', isDuration],
    ['keeper', isFlag],
    ['preempts', isFlag],
    ['preemptible', isFlag],
    ['exemptMs', isDuration],
    ['graceMs', isDuration],
    ['starveAfterMs', isDuration],
    ['waitedBeforeMs', isDuration],
    ['arrivalNs', (value) => typeof value === 'string' && INTEGER.test(value)],
    ['starved', isFlag],
    ['passedOver', (value) => Array.isArray(value) && value.every(isText)],
    [
        'told',
        (value) => hasTexts(value, 'byId', 'byJob', 'byVersion') &&
            isDuration(value['atMs']) &&
            isDuration(value['graceUntilMs']) &&
            isSpan(value['grace']),
    ],
    ['previous', (value) => hasTexts(value, 'id', 'job', 'endedBy')],
    ['endedBy', isText],
    ['note', isText],
    ['cancelled', (value) => hasTexts(value, 'by', 'reason')],
]);


/***/ }),

/***/ 1513:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bd: () => (/* binding */ ownRecords),
/* harmony export */   ES: () => (/* binding */ requestAgain),
/* harmony export */   TG: () => (/* binding */ asWaiter),
/* harmony export */   Z: () => (/* binding */ ownWaiter)
/* harmony export */ });
/**
 * What a job asks for that gave way, and comes back for the place that it had. The time that it has waited counts on, so that
 * newer jobs that come again and again do not keep it from starving.
 */
function requestAgain(request, id, waitedMs) {
    const { who, details } = request;
    const waitedBeforeMs = (details.waitedBeforeMs ?? 0) + Math.round(waitedMs);
    return { ...request, who: { ...who, id }, resumes: who.id, details: { ...details, waitedBeforeMs } };
}
/** The leases that a request has already, by host. */
function ownRecords(snapshot, request) {
    return [...snapshot.hosts.values()].flatMap(({ host, record }) => record?.id === request.who.id && ['settling', 'held', 'quitting'].includes(record.state)
        ? [[host, record]]
        : []);
}
/** The place that a request has in the queue. */
function ownWaiter(snapshot, request) {
    return snapshot.waiters.find(({ id }) => id === request.who.id);
}
/** A request that has no file yet, as it will look once it has. */
function asWaiter(snapshot, request, claim) {
    const { id, priority, version, arrivalNs } = claim;
    const { who, waiterTtlMs, details, groups } = request;
    const record = {
        format: '1',
        id,
        owner: who.owner,
        attempt: who.attempt,
        tenant: snapshot.caller.tenant,
        priority,
        version,
        kind: 'lease',
        state: 'waiting',
        token: 0,
        stampNs: arrivalNs,
        previousStampNs: 0n,
        ttlMs: waiterTtlMs,
        until: { startMs: snapshot.uptimeMs, durationMs: 0, bootId: snapshot.bootId },
        details: { ...details, groups },
    };
    return { id, record, files: [], version, priority, arrivalNs };
}


/***/ }),

/***/ 6158:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   OT: () => (/* binding */ earlierPlace),
/* harmony export */   c_: () => (/* binding */ isSameJob),
/* harmony export */   pe: () => (/* binding */ isSuperseded),
/* harmony export */   rw: () => (/* binding */ mayTakeOver),
/* harmony export */   vx: () => (/* binding */ silentAtMs)
/* harmony export */ });
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/* harmony import */ var _host__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1384);
/* harmony import */ var _request__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1513);
/* harmony import */ var _timing__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6104);
/** Other processes of the same job: a step that is run again, a later attempt of a workflow. */




/** The same owner may run again, in a step that is repeated or a later attempt: it takes its own lease over. */
function isSameJob(snapshot, request, record) {
    const { id, owner } = request.who;
    return record.id !== id && record.owner === owner && record.tenant === snapshot.caller.tenant;
}
/** May this process have what an earlier one of the same job left? Not while that one has just given a sign of life. */
function mayTakeOver(snapshot, request, record) {
    if (!isSameJob(snapshot, request, record) || record.attempt > request.who.attempt)
        return false;
    return record.attempt < request.who.attempt || snapshot.uptimeMs >= silentAtMs(snapshot, record);
}
/**
 * From when on a process of this job counts as silent, in ms of uptime: two intervals after its last sign of life; but one
 * that keeps a lease while a command runs may be cut off from the pool only, so its command must be dead by its own
 * deadline first.
 */
function silentAtMs(snapshot, record) {
    const ageMs = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .heartbeatAgeMs */ .o6)(snapshot, record.id) ?? Infinity;
    const { heartbeatMs = _timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.heartbeatMs, keeper = false } = record.details;
    const isKept = keeper && record.state !== 'waiting';
    const silenceMs = isKept
        ? Math.max(2 * heartbeatMs, (0,_timing__WEBPACK_IMPORTED_MODULE_1__/* .commandDeadlines */ .Xe)(record.ttlMs).killMs)
        : 2 * heartbeatMs;
    return snapshot.uptimeMs - ageMs + silenceMs;
}
/** Has a later process of this job taken over what this one had, or a later attempt begun? */
function isSuperseded(snapshot, request, wasRegistered) {
    const hosts = (0,_host__WEBPACK_IMPORTED_MODULE_2__/* .hostsOf */ .PP)(request.groups);
    const others = [
        ...hosts.flatMap((host) => {
            const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host);
            return life.state === 'live' ? [life.record] : [];
        }),
        ...snapshot.waiters
            .filter((waiter) => waiter.files.some((file) => hosts.includes(file.host)) && (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .isInQueue */ .L5)(snapshot, waiter))
            .flatMap((waiter) => waiter.record ?? []),
    ].filter((record) => isSameJob(snapshot, request, record));
    if (others.some((record) => record.attempt > request.who.attempt))
        return true;
    const isGone = (0,_request__WEBPACK_IMPORTED_MODULE_3__/* .ownWaiter */ .Z)(snapshot, request) === undefined && !snapshot.heartbeats.has(request.who.id);
    return wasRegistered && isGone && others.some((record) => record.attempt === request.who.attempt);
}
/** The place of an earlier process of this job, which this one may have. */
function earlierPlace(snapshot, request) {
    const hosts = (0,_host__WEBPACK_IMPORTED_MODULE_2__/* .hostsOf */ .PP)(request.groups);
    return snapshot.waiters.find(({ record, files }) => record !== undefined &&
        mayTakeOver(snapshot, request, record) &&
        files.some((file) => hosts.includes(file.host)));
}


/***/ }),

/***/ 2678:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CK: () => (/* binding */ spanAgeMs),
/* harmony export */   CQ: () => (/* binding */ laterBy),
/* harmony export */   GK: () => (/* binding */ BASH_PRIORITY),
/* harmony export */   q7: () => (/* binding */ spanEndMs)
/* harmony export */ });
/** Bash jobs know no priority: they stand at this one. */
const BASH_PRIORITY = 0;
/** The same pool so much later, where nothing has changed but the time. */
function laterBy(snapshot, ms) {
    return {
        ...snapshot,
        uptimeMs: snapshot.uptimeMs + ms,
        wallNs: snapshot.wallNs + BigInt(Math.round(ms)) * 1000000n,
    };
}
/** How long ago a span began, in ms; from uptime 0 on another boot. */
function spanAgeMs(snapshot, span) {
    return snapshot.uptimeMs - spanStartMs(snapshot, span);
}
/** When a span ends, in ms of uptime. */
function spanEndMs(snapshot, span) {
    return spanStartMs(snapshot, span) + span.durationMs;
}
function spanStartMs(snapshot, span) {
    return span.bootId === snapshot.bootId ? span.startMs : 0;
}


/***/ }),

/***/ 5144:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gc: () => (/* binding */ waiterName),
/* harmony export */   OP: () => (/* binding */ jobLabel),
/* harmony export */   a: () => (/* binding */ atWallMs),
/* harmony export */   c2: () => (/* binding */ statusOf),
/* harmony export */   sw: () => (/* binding */ printedName),
/* harmony export */   zg: () => (/* binding */ statusProblems)
/* harmony export */ });
/* harmony import */ var _availability__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3241);
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4261);
/* harmony import */ var _one_line__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4395);
/* harmony import */ var _order__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4864);
/* harmony import */ var _queue__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3271);
/* harmony import */ var _quit__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6209);
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2678);
/* harmony import */ var _timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6104);
/** What a pool looks like to a person: every host, who holds it, who waits. */








const LONGEST_URL = 2000;
/** As the program has it. */
const LONGEST_OWNER = 512;
/** The hosts given, those without any file as free; or all that the pool has files of, and `known` ones. */
function statusOf(snapshot, hosts, known = []) {
    const all = [...new Set([...snapshot.hosts.keys(), ...known])].sort(compareHosts);
    const shown = hosts === undefined ? all : [...new Set(hosts)];
    return { nowMs: nowMs(snapshot), hosts: shown.map((host) => hostStatus(snapshot, host)) };
}
/** What `status --check` fails on, each a sentence. */
function statusProblems(status, { maxHeldMs } = {}) {
    return status.hosts.flatMap(({ host, state, holder, problem }) => {
        if (problem !== undefined)
            return [`${host}: ${problem}`];
        if (holder === null)
            return [];
        const who = jobLabel(holder);
        const { told, sinceMs, legacy, expiredBy } = holder;
        const sentences = [];
        if (state === 'expired') {
            const why = expiredBy === 'max-hold' ? 'its time was up' : 'its job gives no sign of life';
            sentences.push(legacy
                ? `${host}: the lock of ${who} is older than LOCK_TIMEOUT`
                : `${host}: the lease of ${who} has expired, ${why}`);
        }
        if (told?.overdue === true) {
            const asker = jobLabel({ job: told.byJob, version: told.byVersion });
            sentences.push(`${host}: ${who} was asked to leave for ${asker} and has used up its grace`);
        }
        const isHeld = state === 'held' || state === 'settling' || state === 'quitting';
        const heldMs = status.nowMs - (sinceMs ?? Infinity);
        if (isHeld && maxHeldMs !== undefined && heldMs > maxHeldMs) {
            sentences.push(`${host}: ${who} has held it for ${roughly(heldMs)}, which is more than ${roughly(maxHeldMs)}`);
        }
        return sentences;
    });
}
/** `job (4.22)`; without a version where it is unknown. */
function jobLabel({ job, version, }) {
    return version === null ? job : `${job} (${version})`;
}
/** What a waiter is called, fit to print. */
function waiterName(waiter) {
    return printedName((0,_quit__WEBPACK_IMPORTED_MODULE_4__/* .jobName */ .dZ)(waiter));
}
/** A name may consist of nothing that can be printed. */
function printedName(name) {
    return (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(name) || '(no name)';
}
/** By name, numbers in it by their value: h2 before h10. */
function compareHosts(a, b) {
    const key = (host) => host.replace(/\d+/g, (digits) => digits.padStart(20, '0'));
    return key(a) < key(b) ? -1 : 1;
}
// ---- one host
function hostStatus(snapshot, host) {
    const availability = (0,_availability__WEBPACK_IMPORTED_MODULE_0__/* .availabilityOf */ .n)(snapshot, host);
    return {
        host,
        ...stateOf(snapshot, host, availability),
        waiting: waiting(snapshot, host, availability),
    };
}
function stateOf(snapshot, host, availability) {
    switch (availability.state) {
        case 'broken':
            return { state: 'broken', holder: null, problem: (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(availability.problem, 400) };
        case 'bash':
            return { state: 'held', holder: bashHolder(snapshot, host) };
        case 'held': {
            const { holder, endsAtMs } = availability;
            const state = stateOfHeld(holder);
            const isUnaware = state === 'held' && (0,_quit__WEBPACK_IMPORTED_MODULE_4__/* .findPreemptor */ .Wy)(snapshot, host, holder) !== undefined;
            return {
                state,
                holder: {
                    ...holderOf(snapshot, holder, endsAtMs),
                    ...toldOf(snapshot, holder),
                    ...(isUnaware ? { unaware: true } : {}),
                },
            };
        }
        case 'resting': {
            const { holder, untilMs } = availability;
            return {
                state: 'resting',
                holder: {
                    ...holderOf(snapshot, holder, untilMs - (0,_timing__WEBPACK_IMPORTED_MODULE_5__/* .lockDelayMs */ .vv)(holder.ttlMs)),
                    expiredBy: expiredBy(snapshot, holder),
                },
                restsUntilMs: atWallMs(snapshot, untilMs),
            };
        }
        case 'free':
            return leftBehind(snapshot, host);
    }
}
/** Whoever comes may have it, but the one before has not given it back. */
function leftBehind(snapshot, host) {
    if ((0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'foreign') {
        return { state: 'expired', holder: bashHolder(snapshot, host) };
    }
    const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .decideExpiry */ .UK)(snapshot, host);
    if (life.state !== 'expired')
        return { state: 'free', holder: null };
    const { record } = life;
    return {
        state: 'expired',
        holder: { ...holderOf(snapshot, record, undefined), expiredBy: expiredBy(snapshot, record) },
    };
}
function stateOfHeld(record) {
    if (record.kind === 'hold')
        return 'on-hold';
    if (record.state === 'settling')
        return 'settling';
    return record.state === 'quitting' || record.details.told !== undefined ? 'quitting' : 'held';
}
function holderOf(snapshot, record, endsAtMs) {
    const { job, url, project, note } = record.details;
    const ageMs = record.kind === 'hold' ? undefined : (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .heartbeatAgeMs */ .o6)(snapshot, record.id);
    return {
        job: printedName(job ?? record.owner),
        url: linkOf(url),
        ...(project === undefined ? {} : { project: (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(project) }),
        version: record.kind === 'hold' ? null : record.version.text,
        sinceMs: Math.floor(record.token / 1000), // a token is the instant of the take in µs
        fencingToken: record.token,
        legacy: false,
        ...(note === undefined ? {} : { note: printedName(note) }),
        endsAtMs: endsAtMs === undefined ? null : atWallMs(snapshot, endsAtMs),
        lastSignMs: ageMs === undefined ? null : nowMs(snapshot) - ageMs,
    };
}
function bashHolder(snapshot, host) {
    const view = snapshot.hosts.get(host);
    const endsAtNs = view === undefined ? undefined : (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .bashLockEndsAtNs */ .QX)(snapshot, view);
    return {
        job: 'a bash job',
        url: null,
        version: null,
        sinceMs: bashSinceMs(view),
        fencingToken: null,
        legacy: true,
        endsAtMs: endsAtNs === undefined ? null : asMs(endsAtNs),
        lastSignMs: null,
    };
}
/** By the file's mtime; the content carries the clock of the job's pod. */
function bashSinceMs(view) {
    if (view === undefined)
        return null;
    if (view.lockMtimeNs !== undefined)
        return asMs(view.lockMtimeNs);
    return /^\d{19}$/.test(view.lockText) ? asMs(BigInt(view.lockText)) : null;
}
function toldOf(snapshot, { details: { told } }) {
    if (told === undefined)
        return {};
    return {
        told: {
            byJob: printedName(told.byJob),
            byVersion: (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(told.byVersion),
            graceUntilMs: told.graceUntilMs,
            overdue: (0,_quit__WEBPACK_IMPORTED_MODULE_4__/* .graceLeftMs */ .a9)(snapshot, told) < 0,
        },
    };
}
function expiredBy(snapshot, record) {
    if (record.kind === 'hold')
        return 'max-hold';
    const ageMs = (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .heartbeatAgeMs */ .o6)(snapshot, record.id);
    if (ageMs === undefined)
        return 'silence';
    const silentSinceMs = snapshot.uptimeMs - ageMs + record.ttlMs;
    return (0,_snapshot__WEBPACK_IMPORTED_MODULE_7__/* .spanEndMs */ .q7)(snapshot, record.until) < silentSinceMs ? 'max-hold' : 'silence';
}
// ---- who waits
function waiting(snapshot, host, availability) {
    const statusOfWaiter = (waiter, place) => ({
        job: waiterName(waiter),
        id: waiter.record?.id ?? null,
        owner: waiter.record === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(waiter.record.owner, LONGEST_OWNER),
        url: linkOf(waiter.record?.details.url),
        version: waiter.version.text,
        sinceMs: asMs(waiter.arrivalNs),
        alive: place.position !== null,
        preempts: place.position !== null &&
            availability.state === 'held' &&
            (0,_quit__WEBPACK_IMPORTED_MODULE_4__/* .mayPreempt */ .vZ)(snapshot, waiter, availability.holder),
        legacy: waiter.record === undefined,
        asks: waiter.files.some((file) => file.host === host && !file.queued),
        ...place,
    });
    const live = (0,_queue__WEBPACK_IMPORTED_MODULE_3__/* .waitersFor */ .nA)(snapshot, host);
    const holderId = snapshot.hosts.get(host)?.record?.id;
    const dead = snapshot.waiters.filter((waiter) => waiter.id !== holderId &&
        waiter.files.some((file) => file.host === host) &&
        !(0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .isWaiterAlive */ .au)(snapshot, waiter));
    return [
        ...live.map((waiter, index) => {
            const next = live[index + 1];
            const rule = next && (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .ruleAhead */ .uA)((0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, waiter), (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, next));
            return statusOfWaiter(waiter, { position: index + 1, rule: rule ?? null });
        }),
        ...dead.map((waiter) => statusOfWaiter(waiter, { position: null, rule: null })),
    ];
}
// ---- small things
function linkOf(url) {
    return url === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_6__/* .oneLine */ .T)(url, LONGEST_URL);
}
function nowMs(snapshot) {
    return asMs(snapshot.wallNs);
}
/** An instant of uptime on the wall clock. */
function atWallMs(snapshot, uptimeMs) {
    return nowMs(snapshot) + uptimeMs - snapshot.uptimeMs;
}
function asMs(ns) {
    return Number(ns / 1000000n);
}
function roughly(ms) {
    return ms < 2 * 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 360_000) / 10} h`;
}


/***/ }),

/***/ 9635:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ whyItAsksNobody),
/* harmony export */   b: () => (/* binding */ chooseTarget)
/* harmony export */ });
/* harmony import */ var _availability__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3241);
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4261);
/* harmony import */ var _order__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4864);
/* harmony import */ var _quit__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6209);
/* harmony import */ var _snapshot__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2678);





/**
 * The one host at which a waiter has a waiting file, so that one holder leaves and not one at each candidate: the
 * lowest-ranked holder that it may preempt and that no waiter ahead of it asks already, bash holders last; its only
 * candidate; or none. Once a holder has been told on its behalf, the target stays.
 *
 * A bash holder counts as told at once, for bash reads the name itself.
 */
function chooseTarget(snapshot, waiter, groups) {
    const [candidates] = groups;
    if (candidates === undefined || whyItAsksNobody(snapshot, waiter, groups) !== undefined)
        return undefined;
    if (candidates.length === 1)
        return candidates[0];
    const current = waiter.files.find((file) => !file.queued)?.host;
    if (current !== undefined && isToldFor(snapshot, waiter, current))
        return current;
    const asked = hostsAskedByOthers(snapshot, waiter);
    const ranked = candidates
        .filter((host) => !asked.has(host))
        .flatMap((host) => preemptibleHolder(snapshot, waiter, host))
        .sort((a, b) => a.rank - b.rank || compareHolders(b, a));
    const best = ranked[0];
    if (best === undefined)
        return undefined;
    // as good as the best: no reason to move
    const stays = ranked.find(({ host }) => host === current);
    return stays !== undefined && stays.rank === best.rank && compareHolders(stays, best) === 0
        ? current
        : best.host;
}
function whyItAsksNobody(snapshot, waiter, groups) {
    // it would empty one host while it waits for the other
    if (groups.length > 1)
        return 'several-hosts';
    if (waiter.record?.details.preempts === false)
        return 'preempts-nobody';
    // a waiting file of a higher version makes bash jobs leave, whatever the priority: below theirs, a job has none
    return snapshot.legacy === undefined || waiter.priority >= _snapshot__WEBPACK_IMPORTED_MODULE_4__/* .BASH_PRIORITY */ .GK ? undefined : 'below-bash';
}
function isToldFor(snapshot, waiter, host) {
    const availability = (0,_availability__WEBPACK_IMPORTED_MODULE_0__/* .availabilityOf */ .n)(snapshot, host);
    if (availability.state === 'bash')
        return true;
    return availability.state === 'held' && availability.holder.details.told?.byId === waiter.id;
}
function preemptibleHolder(snapshot, waiter, host) {
    const availability = (0,_availability__WEBPACK_IMPORTED_MODULE_0__/* .availabilityOf */ .n)(snapshot, host);
    if (availability.state === 'bash')
        return [{ host, rank: 2, claim: undefined }];
    if (availability.state !== 'held' || !(0,_quit__WEBPACK_IMPORTED_MODULE_3__/* .mayPreempt */ .vZ)(snapshot, waiter, availability.holder))
        return [];
    const rank = availability.holder.details.told === undefined ? 1 : 0;
    return [{ host, rank, claim: (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfHolder */ .ew)(availability.holder) }];
}
function compareHolders(a, b) {
    return a.claim === undefined || b.claim === undefined ? 0 : (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .compareClaims */ .f1)(a.claim, b.claim);
}
/** Hosts whose holders others ask to leave: those ahead in the queue, and those whose holder has been told. */
function hostsAskedByOthers(snapshot, waiter) {
    const own = (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, waiter);
    const others = snapshot.waiters.filter((other) => other.id !== waiter.id && (0,_expiry__WEBPACK_IMPORTED_MODULE_1__/* .isWaiterAlive */ .au)(snapshot, other));
    return new Set(others.flatMap((other) => {
        const isAhead = (0,_order__WEBPACK_IMPORTED_MODULE_2__/* .compareClaims */ .f1)((0,_order__WEBPACK_IMPORTED_MODULE_2__/* .claimOfWaiter */ .aw)(snapshot, other), own) < 0;
        return other.files
            .filter((file) => !file.queued && (isAhead || isToldFor(snapshot, other, file.host)))
            .map((file) => file.host);
    }));
}


/***/ }),

/***/ 5958:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kg: () => (/* binding */ clearVerbs),
/* harmony export */   cQ: () => (/* binding */ loseVerbs),
/* harmony export */   wl: () => (/* binding */ expireVerbs)
/* harmony export */ });
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/** What anyone may commit who comes by, and everyone profits from. */

/** Leases whose lock another job has overwritten. */
function loseVerbs(snapshot, hosts) {
    return hosts
        .filter((host) => (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'foreign')
        .filter((host) => (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host).state === 'live')
        .map((host) => ({ verb: 'lose', host }));
}
/** The files of waiters that are dead; without them bash jobs would give way to nobody. */
function clearVerbs(snapshot, hosts, ownId) {
    return snapshot.waiters
        .filter((waiter) => waiter.record !== undefined && waiter.id !== ownId && !(0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .isWaiterAlive */ .au)(snapshot, waiter))
        .flatMap((waiter) => {
        const file = waiter.files.find(({ host }) => hosts.includes(host));
        return file === undefined ? [] : [{ verb: 'clear', id: waiter.id, name: file.text }];
    });
}
/** Leases that are over, whose locks would keep bash jobs out; for when nobody takes such a host at once. */
function expireVerbs(snapshot, hosts) {
    return hosts.flatMap((host) => {
        const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host);
        if (life.state !== 'expired' || (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'foreign')
            return [];
        return [{ verb: 'expire', host, details: { ...life.record.details, endedBy: 'expired' } }];
    });
}


/***/ }),

/***/ 6104:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MI: () => (/* binding */ evictionRestMs),
/* harmony export */   Vb: () => (/* binding */ timingProblems),
/* harmony export */   Xe: () => (/* binding */ commandDeadlines),
/* harmony export */   f: () => (/* binding */ heartbeatProblems),
/* harmony export */   vv: () => (/* binding */ lockDelayMs),
/* harmony export */   zY: () => (/* binding */ DEFAULTS)
/* harmony export */ });
/* unused harmony export MIN_HEARTBEATS_PER_TTL */
/** Every default of DESIGN's table, once. All in ms. */
const DEFAULTS = {
    heartbeatMs: 15_000,
    /** How long a lease lives without a heartbeat while a process keeps it. */
    ttlMs: 120_000,
    /** How long it lives without one: every check-quit renews it. */
    leaseTtlMs: 6 * 3_600_000,
    /** How long a holder may take to leave once it has been told. */
    graceMs: 600_000,
    /** How long after its start a lease can't be preempted. */
    exemptMs: 0,
    /** In legacy mode: how long a new lock must stand before it counts, longer than any bash job's check-to-write delay. */
    settleMs: 10_000,
    /** How long a bash job's waiting file counts. */
    legacyWaiterTtlMs: 12 * 3_600_000,
    /** How long a bash waiter may leave a host free before others go ahead: bash asks once a minute. */
    bashPatienceMs: 150_000,
    maxHoldMs: 24 * 3_600_000,
    /** For one request to a pool. */
    operationMs: 30_000,
};
/** Less would give up the protection of all that share a folder with bash jobs. */
const LEAST_SETTLE_MS = 1000;
/** Heartbeats that may fail before a lease expires; fewer would make one slow request fatal. */
const MIN_HEARTBEATS_PER_TTL = 3;
/**
 * How long a host rests after its lease expired, so that the last acts of a job that is just dying meet nobody. The
 * program computes the same.
 */
function lockDelayMs(ttlMs) {
    return Math.min(15_000, Math.floor(ttlMs / 8));
}
/**
 * When a command must end whose lease is not renewed, counted from the moment before the last good heartbeat was sent:
 * asked at 5/8 of the ttl and killed at 7/8, so that it is dead before anyone else can hold the host.
 */
function commandDeadlines(ttlMs) {
    return { terminateMs: (ttlMs * 5) / 8, killMs: (ttlMs * 7) / 8 };
}
/** What doesn't fit together, each by the flag to change, what was expected, and what was got, in ms. */
/** How long an evicted lease still lives after its grace, so that whoever beats for it has noticed, in ms; as the program has it. */
function evictionRestMs(ttlMs) {
    return Math.min(ttlMs, 120_000);
}
/** Empty if all fits. */
function timingProblems(timing) {
    const { leaseTtlMs, exemptMs, maxHoldMs, settleMs } = timing;
    return [
        ...heartbeatProblems(timing),
        ...broken([
            {
                flag: 'max-hold',
                expected: `at least the ttl of the lease, ${leaseTtlMs / 1000}s`,
                got: maxHoldMs,
                holds: maxHoldMs >= leaseTtlMs,
            },
            {
                flag: 'exempt-time',
                expected: `at most max-hold, ${maxHoldMs / 1000}s`,
                got: exemptMs,
                holds: exemptMs <= maxHoldMs,
            },
            {
                flag: 'settle',
                expected: `at least ${LEAST_SETTLE_MS / 1000}s, longer than any bash job takes from its check to its write`,
                got: settleMs,
                holds: settleMs >= LEAST_SETTLE_MS,
            },
        ]),
    ];
}
/** What is wrong with how often a lease gets a heartbeat, and how long it lives without. */
function heartbeatProblems({ heartbeatMs, ttlMs, }) {
    return broken([
        { flag: 'heartbeat', expected: 'at least 100ms', got: heartbeatMs, holds: heartbeatMs >= 100 },
        {
            flag: 'ttl',
            expected: `at least ${MIN_HEARTBEATS_PER_TTL} heartbeats, which are ${heartbeatMs / 1000}s apart`,
            got: ttlMs,
            holds: ttlMs >= MIN_HEARTBEATS_PER_TTL * heartbeatMs,
        },
    ]);
}
function broken(rules) {
    return rules.filter(({ holds }) => !holds).map(({ flag, expected, got }) => ({ flag, expected, got }));
}


/***/ }),

/***/ 8686:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Zg: () => (/* binding */ upkeepVerbs),
/* harmony export */   dY: () => (/* binding */ settlingSince),
/* harmony export */   dw: () => (/* binding */ isSettling),
/* harmony export */   lW: () => (/* binding */ nextUpkeepAtMs)
/* harmony export */ });
/* harmony import */ var _expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/* harmony import */ var _tidy__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5958);


/**
 * What a holder does for its lease besides beating: put back a lock that is missing, confirm one that has settled again,
 * give bash a new stamp before the old one looks expired, and clear the files of dead waiters, which bash would obey.
 */
function upkeepVerbs(snapshot, id, hosts, options) {
    const own = hosts.flatMap((host) => {
        const life = (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .decideExpiry */ .UK)(snapshot, host);
        return life.state === 'live' && life.record.id === id ? [[host, life.record]] : [];
    });
    const confirmed = settledHosts(snapshot, own, options);
    const renewed = own
        .filter(([host, record]) => (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'none' || isStampOld(snapshot, record, options))
        .map(([host]) => host)
        // one commit changes a record once
        .filter((host) => !confirmed.includes(host));
    const renew = renewed.length === 0 ? [] : [{ verb: 'renew', id, hosts: renewed, keeper: options.keeper }];
    const confirm = confirmed.length === 0 ? [] : [{ verb: 'held', id, hosts: confirmed }];
    return [...renew, ...confirm, ...(0,_tidy__WEBPACK_IMPORTED_MODULE_1__/* .clearVerbs */ .Kg)(snapshot, hosts, id)];
}
/** Is a lease of the id settling, with every one of its locks in place? Only then does the settle time run. */
function isSettling(snapshot, id, hosts) {
    const views = hosts.flatMap((host) => snapshot.hosts.get(host) ?? []);
    const own = views.filter(({ record }) => record?.id === id);
    return (own.some(({ record }) => record?.state === 'settling') && own.every((view) => (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(view) === 'ours'));
}
/**
 * Since when a lease of the id settles, as far as whoever remembers `beforeMs` has seen, in ms of uptime. An instant that is
 * still to come was of an earlier boot: it would settle for as long as that had lasted.
 */
function settlingSince(snapshot, id, hosts, beforeMs) {
    if (!isSettling(snapshot, id, hosts))
        return undefined;
    return Math.min(beforeMs ?? snapshot.uptimeMs, snapshot.uptimeMs);
}
/** Half of LOCK_TIMEOUT has passed, or nobody but this check renews the stamp. */
function isStampOld(snapshot, record, { keeper }) {
    if (snapshot.legacy === undefined)
        return false;
    if (!keeper)
        return true;
    return stampDueInMs(snapshot, record) <= 0;
}
/** In how many ms a keeper must give bash jobs a new stamp; Infinity where they never see this one expire. */
function stampDueInMs(snapshot, record) {
    const lockTimeoutMs = snapshot.legacy?.lockTimeoutMs;
    if (lockTimeoutMs === undefined)
        return Infinity;
    return lockTimeoutMs / 2 - Number(snapshot.wallNs - record.stampNs) / 1_000_000;
}
/** When a keeper has something to do for its lease besides beating, in ms of uptime; Infinity if nothing is to come. */
function nextUpkeepAtMs(snapshot, id, hosts, { settleMs, settlingSinceMs = Infinity }) {
    const own = hosts.flatMap((host) => snapshot.hosts.get(host)?.record ?? []).filter((one) => one.id === id);
    const dueInMs = own.map((record) => Math.max(0, stampDueInMs(snapshot, record)));
    return Math.min(settlingSinceMs + settleMs, ...dueInMs.map((ms) => snapshot.uptimeMs + Math.ceil(ms)));
}
function settledHosts(snapshot, own, { settleMs, settlingSinceMs }) {
    if (settlingSinceMs === undefined || snapshot.uptimeMs < settlingSinceMs + settleMs)
        return [];
    return own
        .filter(([host, record]) => record.state === 'settling' && (0,_expiry__WEBPACK_IMPORTED_MODULE_0__/* .lockOwner */ .Vm)(snapshot.hosts.get(host)) === 'ours')
        .map(([host]) => host);
}


/***/ }),

/***/ 4575:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ COMMANDS)
/* harmony export */ });
const WHO = ['product-version', 'version-pattern', 'owner', 'job-url'];
const LEASE = [
    'priority',
    'if-busy',
    'wait-timeout',
    'ttl',
    'heartbeat',
    'max-hold',
    'exempt-time',
    'grace',
    'preempts',
    'preemptible',
    'starve-after',
    'settle',
];
const POOL = ['pool', 'private-key-file', 'known-hosts', 'jump', 'allow-nfs'];
const OWN_LEASE = ['lease-file', 'lease', 'state-dir', 'owner'];
const COMMANDS = {
    run: {
        about: 'Hold a host while a command runs. The command is stopped when it must give way.',
        inputs: [...POOL, 'host', ...WHO, ...LEASE, 'resume', 'mode', 'on-quit', 'quit-signal', 'result-file'],
        takesCommand: true,
        examples: [
            ['giveway run --pool /srv/lab --host h1 --product-version 4.22 -- make test', 'hold h1 for 4.22'],
            ['giveway run --pool /srv/lab --host h1,h2,h3 -- ./install.sh', 'whichever is free first'],
            ['giveway run --pool /srv/lab --host h1 --host h2 -- ./pair.sh', 'both at the same time'],
        ],
    },
    acquire: {
        about: 'Wait for a host and keep it for later steps, until `giveway release`.',
        inputs: [...POOL, 'host', ...WHO, ...LEASE, 'lease-ttl', 'state-dir', 'lease', 'resume'],
        examples: [
            ['giveway acquire --pool /srv/lab --host h1 --wait-timeout 2h', 'wait for two hours at most'],
            ['giveway acquire --pool /srv/lab --host h1 --if-busy skip', 'succeed without it if it is busy'],
            ['giveway acquire --pool /srv/lab --lease "$LEASE_ID"', 'have what an earlier job acquired, by its id'],
        ],
    },
    'check-quit': {
        about: 'At a checkpoint: must this job leave? Also keeps the lease alive.',
        inputs: [...POOL, ...OWN_LEASE, 'mode', 'iteration', 'every', 'on-unreachable'],
        examples: [
            ['giveway check-quit', 'exit 10 if a newer job waits'],
            ['giveway check-quit --mode force', 'exit 1 if a newer job waits'],
            ['giveway check-quit --iteration "$i" --every 3', 'look on every third turn of a loop'],
        ],
    },
    keep: {
        about: 'Beat for a lease that an earlier step acquired, for as long as this process runs.',
        inputs: [...POOL, ...OWN_LEASE, 'wait-timeout', 'ttl', 'heartbeat', 'lease-ttl', 'quit-file', 'on-end'],
        examples: [
            ['giveway keep --quit-file /tmp/quit &', 'the host is free 2 minutes after this machine has died'],
            [
                'giveway keep --pool /srv/lab --owner "$BUILD_ID" --wait-timeout 2h --on-end release',
                'beside the steps of a job, from before one of them acquires',
            ],
        ],
    },
    release: {
        about: 'Give the host back. Safe to call in every case, as often as you like.',
        inputs: [...POOL, ...OWN_LEASE, 'if-failed', 'job-status'],
        examples: [
            ['giveway release', 'the lease in the state folder'],
            [
                'giveway release --if-failed hold:2h --job-status "$?"',
                'keep the machine to look at it, after a failure',
            ],
            ['giveway release --pool /srv/lab --owner "$BUILD_ID"', 'no lease file was saved'],
        ],
    },
    status: {
        about: 'Who holds which host, since when, and who waits.',
        inputs: [...POOL, 'host', 'json', 'watch', 'check', 'max-held'],
        examples: [
            ['giveway status --pool /srv/lab', 'a table'],
            [
                'giveway status --pool /srv/lab --check --max-held 12h',
                'for monitoring: exit 14 if a person is needed',
            ],
        ],
    },
    hold: {
        about: 'Have a host for a person: jobs wait, bash jobs too, and it ends by itself. Needs an admin key.',
        inputs: [...POOL, 'host', 'for', 'reason', 'by', 'if-busy', 'wait-timeout', 'settle'],
        examples: [
            ['giveway hold --pool /srv/lab --host h1 --for 4h --reason "bad NIC"', 'as soon as its job is done'],
            ['giveway evict --pool /srv/lab --host h1 --reason "bad NIC"', 'and its job is asked to leave'],
        ],
    },
    unhold: {
        about: "End a person's hold early. Needs an admin key.",
        inputs: [...POOL, 'host', 'by'],
        examples: [['giveway unhold --pool /srv/lab --host h1', 'jobs go on']],
    },
    evict: {
        about: 'Make the job on a host leave, whatever it does: told now, over after its grace. Needs an admin key.',
        inputs: [...POOL, 'host', 'reason', 'by', 'grace', 'now'],
        examples: [
            ['giveway evict --pool /srv/lab --host h1 --reason "release needs it"', 'ten minutes to leave'],
            ['giveway evict --pool /srv/lab --host h1 --reason "it hangs" --now', 'no grace: over in 2 minutes'],
        ],
    },
    bump: {
        about: 'Give a waiting job another priority. Needs an admin key.',
        inputs: [...POOL, 'lease', 'owner', 'priority'],
        examples: [['giveway bump --pool /srv/lab --owner "$OWNER" --priority 10', 'before all of lower ones']],
    },
    cancel: {
        about: 'Take a waiting job out of the queue: its acquire ends. Needs an admin key.',
        inputs: [...POOL, 'lease', 'owner', 'reason', 'by'],
        examples: [['giveway cancel --pool /srv/lab --owner "$OWNER" --reason "wrong branch"', 'it exits 12']],
    },
    note: {
        about: 'Say something about a lease to whoever looks: a phase, a reason.',
        inputs: [...POOL, ...OWN_LEASE, 'host', 'text'],
        examples: [
            ['giveway note --text installing', 'by the job that has the lease'],
            ['giveway note --pool /srv/lab --host h1 --text "ask Ann first"', 'by an admin'],
        ],
    },
    explain: {
        about: 'Why: who holds a host by which rule, who is next, when it may be free, and what would help.',
        inputs: [...POOL, 'host', 'owner', 'lease', 'json'],
        examples: [
            ['giveway explain --pool /srv/lab --host h1', 'who holds h1, may it be asked to leave, who is next'],
            ['giveway explain --pool /srv/lab --owner "$BUILD_ID"', 'why does this job wait, and for what'],
            ['giveway explain --pool /srv/lab --json', 'the same as values, for a chat bot or a page'],
        ],
    },
    history: {
        about: 'What has happened: who waited, held, gave way or was evicted, when and for how long.',
        inputs: [...POOL, 'host', 'job', 'project', 'since', 'json', 'follow'],
        examples: [
            ['giveway history --pool /srv/lab --host h1 --since 24h', 'a table'],
            ['giveway history --pool /srv/lab --json --follow', 'a line of JSON for each event, as they happen'],
        ],
    },
    doctor: {
        about: 'What is wrong with a pool: leftovers and whatever does not belong; each with the reason and what to do.',
        inputs: [...POOL, 'fix', 'json'],
        examples: [
            [
                'giveway doctor --pool /srv/lab',
                'looks only; exit 14 if something is wrong, 0 if there is advice at most',
            ],
            ['giveway doctor --pool /srv/lab --fix', 'for a timer: says nothing where nothing is wrong'],
        ],
    },
    fence: {
        about: 'On a lab host: run a command unless a later lease of the host has run one before.',
        inputs: ['pool', 'token', 'fence-file', 'adopt', 'print'],
        takesCommand: true,
        examples: [
            ['giveway fence --token "$GIVEWAY_FENCING_TOKEN" --pool "$GIVEWAY_POOL" -- ./flash.sh', 'on the host'],
            ['giveway fence --print >giveway-fence', 'the same as a file that needs only sh and flock'],
        ],
    },
    init: {
        about: 'Set up a folder, here or on a bastion: account, program, settings, and a restricted key.',
        inputs: [
            ...POOL,
            'user',
            'group',
            'host',
            'add-key',
            'role',
            'tenant',
            'max-priority',
            'max-version',
            'max-hold',
            'legacy',
            'lock-timeout',
            'locks',
            'print',
        ],
        operand: 'pool',
        meanings: { 'max-hold': 'the longest that a lease of this key may live; none' },
        examples: [
            ['giveway init /srv/lab --group lab', 'a folder of this machine, for a group'],
            [
                'giveway init ssh://root@bastion/srv/lab --user giveway --add-key job.pub --role job --tenant ci',
                'a bastion, with an account and a key that jobs use',
            ],
            [
                'giveway init /srv/lab --legacy --lock-timeout 10h --locks /var/run/lock/pool',
                'share it with bash jobs; safe to run again, as all of these',
            ],
            ['giveway init /srv/lab --print | ssh root@bastion sh', 'read it before it runs, or run it elsewhere'],
        ],
    },
    'bash-functions': {
        about: "Print the bash jobs' functions on Giveway: one file to source instead of theirs.",
        inputs: ['pool', 'known-hosts', 'locks'],
        examples: [
            [
                'giveway bash-functions --known-hosts known_hosts >>"$SHARED_DIR/functions.sh"',
                'behind the text of the functions that it replaces',
            ],
        ],
    },
    demo: {
        about: '4.21 holds a host, 4.22 arrives, 4.21 gives way: in a temporary folder, no set-up.',
        inputs: [],
        examples: [],
    },
};


/***/ }),

/***/ 7198:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ EXIT)
/* harmony export */ });
/** The exit codes of the command line: a contract. */
const EXIT = {
    done: 0,
    /** `check-quit --mode force` and `run` in force mode: a quit was requested. Nothing else exits so. */
    quitForced: 1,
    usage: 2,
    /** `check-quit --mode graceful`: a quit was requested. */
    quitGraceful: 10,
    lost: 11,
    notAcquired: 12,
    poolUnavailable: 13,
    /** `status --check`: something needs a person. */
    needsAttention: 14,
    fault: 70,
};


/***/ }),

/***/ 7428:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B5: () => (/* binding */ isRepeated),
/* harmony export */   BJ: () => (/* binding */ describeProblem),
/* harmony export */   Ko: () => (/* binding */ readInputs),
/* harmony export */   VE: () => (/* binding */ environmentName),
/* harmony export */   mc: () => (/* binding */ INPUTS)
/* harmony export */ });
/* harmony import */ var _values__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(535);
/** Every input once: its flag, its twin in the environment, how it reads, and what it is for. */

function single(value, about, parse) {
    return { value, about, parse: (texts) => parse(texts.at(-1) ?? '') };
}
/** A switch: there or not; its twin in the environment is yes or no. */
function flag(about) {
    return { value: undefined, about, parse: (texts) => (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .parseYesNo */ ._O)(texts.at(-1) ?? '') };
}
const PRIORITY_MAX = 1000;
/** By the name of the flag, without its dashes. */
const INPUTS = {
    pool: single('POOL', 'the folder that all jobs share, here or as ssh://user@bastion/folder', _values__WEBPACK_IMPORTED_MODULE_0__/* .parsePool */ .qr),
    host: {
        value: 'HOST[,HOST]',
        about: 'the host, or any one of several; again for another at the same time, all or none',
        parse: _values__WEBPACK_IMPORTED_MODULE_0__/* .parseHostGroups */ .QK,
        repeats: true,
    },
    'product-version': single('V', 'the product version that the job is for, such as 4.22', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseVersion */ .ot),
    'version-pattern': single('REGEX', "finds the version in the job's name, instead of the usual rules", _values__WEBPACK_IMPORTED_MODULE_0__/* .parsePattern */ .EY),
    priority: single('N', 'before every version comes priority; 0', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(-PRIORITY_MAX, PRIORITY_MAX)),
    owner: single('NAME', "who the job is, the same in all its steps; the platform's identity", _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'job-url': single('URL', 'a link that others are shown', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    mode: single('MODE', 'graceful: leave with success; force: fail', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('graceful', 'force')),
    'if-busy': single('WHAT', 'wait, skip (succeed without a host) or fail; wait', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('wait', 'skip', 'fail')),
    'wait-timeout': single('TIME', 'give up after so long; never', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    ttl: single('TIME', 'how long a lease or a place lives without a heartbeat; 2m', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    heartbeat: single('TIME', 'how often a sign of life is given; 15s', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    'lease-ttl': single('TIME', 'how long a lease lives that nothing but check-quit renews; 6h', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    'max-hold': single('TIME', 'how long a host may be held at all; 24h', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    'exempt-time': single('TIME', "how long after its start the job can't be asked to leave; 0s", _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    grace: single('TIME', 'how long the job may take to leave once it has been asked; 10m', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    preempts: single('YES|NO', 'may this job ask a holder to leave? yes', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseYesNo */ ._O),
    preemptible: single('YES|NO', 'may this job be asked to leave? yes', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseYesNo */ ._O),
    'starve-after': single('TIME', 'precede every version of the same priority after waiting so long; never', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    settle: single('TIME', 'how long a lock must stand in a folder that bash jobs use; 10s', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    'quit-signal': single('SIGNAL', 'what asks the command to leave; SIGTERM', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseSignal */ ._w),
    'on-quit': single('WHAT', 'exit, or requeue: wait again, at the same place in the queue, and run the command again; exit', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('exit', 'requeue')),
    resume: single('FILE', 'the lease file of a run that gave way: its place in the queue is kept', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    for: single('TIME', 'how long, from when the host is had', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    reason: single('TEXT', 'why, for the others', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    by: single('NAME', 'who says so; you', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    now: flag('without grace'),
    text: single('TEXT', 'what others shall read, such as a phase of the job', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'if-failed': single('hold:TIME', 'after a failure keep the host for its owner, for so long', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseIfFailed */ .CH),
    'job-status': single('STATUS', 'success, failure, cancelled, or the exit code of the job so far', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseJobStatus */ .TL),
    project: single('NAME', 'only of this project', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    job: single('TEXT', 'only of jobs with this in their names', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    since: single('TIME', 'only of so long ago, such as 24h; 7 days', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    follow: flag('go on as things happen, until interrupted'),
    fix: flag('do what is proven safe'),
    'result-file': single('FILE', 'where to write how it ended, as JSON', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'lease-file': single('FILE', 'the lease to use; else the only one in the state folder, else by owner', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    lease: single('ID', 'the lease to use, by the id that acquire told', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'state-dir': single('FOLDER', 'where lease files are; else $SHARED_DIR, $RUNNER_TEMP or the current folder', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'quit-file': single('FILE', 'a file to write, as JSON, once the job is asked to leave', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'on-end': single('WHAT', 'keep: the lease lives on by itself for --lease-ttl; release: give it back; keep', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('keep', 'release')),
    token: single('N', 'the fencing token of the lease; $GIVEWAY_FENCING_TOKEN', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    adopt: flag('from now on this host belongs to the pool'),
    'fence-file': single('FILE', 'where the highest token is kept; /var/lib/giveway/fence', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    iteration: single('I', 'the turn of the loop that asks; only every Nth turn looks', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(0, 1e9)),
    every: single('N', 'look on every Nth turn; 3', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(1, 1e6)),
    'on-unreachable': single('WHAT', "continue or fail when the pool can't be read; fail", (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('continue', 'fail')),
    'private-key-file': single('FILE', 'the key for the bastion; its text only by GIVEWAY_PRIVATE_KEY', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'known-hosts': single('FILE|TEXT', 'host keys, or SHA256:… fingerprints; ~/.ssh/known_hosts', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    jump: single('USER@HOST', 'a host to go through, verified like the bastion', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    'allow-nfs': flag('use a folder on NFS, where locks may not hold'),
    user: single('NAME', 'the account that jobs log in as, made where missing; the present one', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseAccount */ .J5),
    group: single('NAME', "the group that may write in the folder, made where missing; the account's", _values__WEBPACK_IMPORTED_MODULE_0__/* .parseAccount */ .J5),
    'add-key': single('FILE|TEXT', 'a public key to be bound to the pool, and to nothing else', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseText */ .r4),
    role: single('ROLE', 'what the key may do: job, read or admin; job', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .oneOf */ .yL)('job', 'read', 'admin')),
    tenant: single('NAME', "whose jobs the key is for: another tenant's are out of its reach; none", _values__WEBPACK_IMPORTED_MODULE_0__/* .parseTenant */ .sl),
    'max-priority': single('N', 'the highest priority that the key may claim; any', (0,_values__WEBPACK_IMPORTED_MODULE_0__/* .wholeNumber */ .rD)(-PRIORITY_MAX, PRIORITY_MAX)),
    'max-version': single('MAJOR.MINOR', 'the newest version that the key may claim; any', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseMajorMinor */ .kI),
    legacy: flag('share the folder with bash jobs'),
    'lock-timeout': single('TIME', "with --legacy: the bash jobs' LOCK_TIMEOUT", _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
    locks: single('FOLDER', 'where the bash jobs have their locks, in a pool that is shared with them; the folder of the pool itself', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseLockFolder */ .hv),
    print: flag('only print what would run, as a shell script'),
    json: flag('print JSON'),
    watch: flag('show it again whenever it changes, until interrupted'),
    check: flag('fail if something needs a person: an overdue holder, an expired lease'),
    'max-held': single('TIME', 'with --check: how long a host may be held', _values__WEBPACK_IMPORTED_MODULE_0__/* .parseDuration */ .E9),
};
/** The twin of a flag in the environment. */
function environmentName(name) {
    return `GIVEWAY_${name.toUpperCase().replaceAll('-', '_')}`;
}
/** Reads these inputs, each from what is given, else from its twin in the environment. Every problem, not only the first. */
function readInputs(names, { given, env }) {
    const problems = [];
    const values = {};
    for (const name of names) {
        const twin = environmentName(name);
        const fromTwin = env[twin] === undefined || env[twin] === '' ? undefined : splitTwin(name, env[twin]);
        const texts = given.get(name) ?? fromTwin;
        if (texts === undefined)
            continue;
        const parsed = INPUTS[name].parse(texts);
        if ('value' in parsed)
            values[name] = parsed.value;
        else
            problems.push({
                input: given.has(name) ? `--${name}` : twin,
                expected: parsed.expected,
                got: texts.join(' '),
            });
    }
    return { values: values, problems };
}
/** In the environment, hosts wanted at the same time are separated by blanks. */
function splitTwin(name, text) {
    return isRepeated(name) ? text.split(/\s+/).filter((word) => word !== '') : [text];
}
/** May it be given several times? Where it can't, as in the environment, blanks separate the values. */
function isRepeated(name) {
    const input = INPUTS[name];
    return input.repeats === true;
}
/** A line for each problem. */
function describeProblem({ input, expected, got }) {
    if (got === undefined)
        return `${input} is missing: expected ${expected}`;
    return `${input}: expected ${expected}, got ${JSON.stringify(got.length > 80 ? `${got.slice(0, 80)}…` : got)}`;
}


/***/ }),

/***/ 535:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CH: () => (/* binding */ parseIfFailed),
/* harmony export */   E9: () => (/* binding */ parseDuration),
/* harmony export */   EY: () => (/* binding */ parsePattern),
/* harmony export */   J5: () => (/* binding */ parseAccount),
/* harmony export */   QK: () => (/* binding */ parseHostGroups),
/* harmony export */   TL: () => (/* binding */ parseJobStatus),
/* harmony export */   _O: () => (/* binding */ parseYesNo),
/* harmony export */   _w: () => (/* binding */ parseSignal),
/* harmony export */   hv: () => (/* binding */ parseLockFolder),
/* harmony export */   kI: () => (/* binding */ parseMajorMinor),
/* harmony export */   ot: () => (/* binding */ parseVersion),
/* harmony export */   qr: () => (/* binding */ parsePool),
/* harmony export */   r4: () => (/* binding */ parseText),
/* harmony export */   rD: () => (/* binding */ wholeNumber),
/* harmony export */   sl: () => (/* binding */ parseTenant),
/* harmony export */   yL: () => (/* binding */ oneOf)
/* harmony export */ });
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1384);
/* harmony import */ var _protocol_job_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8778);
/* harmony import */ var _protocol_product_version__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9618);
/** How each kind of value is written: a text goes in, a value comes out, or what was expected. */



const DURATION = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?(?:(\d{1,8})ms)?$/;
/** `90s`, `15m`, `2h`, `1h30m`, `500ms`, in ms. A bare number has no unit and is refused. */
const parseDuration = (text) => {
    const match = DURATION.exec(text);
    if (match === null || text === '')
        return { expected: 'a duration such as 90s, 15m, 2h or 1h30m' };
    const [hours = 0, minutes = 0, seconds = 0, ms = 0] = match
        .slice(1)
        .map((part) => Number(part ?? 0));
    return { value: ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms };
};
/** How a job has ended so far, as CI systems say it or as a shell's exit code: has it failed? One that was cancelled has not. */
const parseJobStatus = (text) => {
    if (['failure', 'failed'].includes(text.toLowerCase()))
        return { value: 'failed' };
    if (['success', 'cancelled', 'skipped'].includes(text.toLowerCase()))
        return { value: 'not-failed' };
    if (/^\d{1,3}$/.test(text))
        return { value: Number(text) === 0 ? 'not-failed' : 'failed' };
    return { expected: 'success, failure, cancelled, or an exit code' };
};
/** `hold:2h`, in ms. */
const parseIfFailed = (text) => {
    const parsed = text.startsWith('hold:') ? parseDuration(text.slice('hold:'.length)) : undefined;
    return parsed !== undefined && 'value' in parsed
        ? parsed
        : { expected: 'hold and a duration, such as hold:2h' };
};
/** `h1` or `h1,h2,h3` (any one of them), once for each host wanted at the same time. */
function parseHostGroups(texts) {
    const groups = texts.map((text) => text.split(',').map((host) => host.replace(/^[ \t]+|[ \t]+$/g, '')));
    const expected = 'a host, or several joined by commas: letters, digits, dots, dashes and underscores, at most 128, ' +
        'starting with a letter or digit, without .lock or .waiting';
    if (groups.length === 0 || !groups.flat().every(_protocol_host__WEBPACK_IMPORTED_MODULE_2__/* .isHostName */ .uy))
        return { expected };
    const hosts = groups.flat();
    if (new Set(hosts).size !== hosts.length)
        return { expected: 'every host once' };
    return { value: groups };
}
const parseVersion = (text) => {
    const version = (0,_protocol_product_version__WEBPACK_IMPORTED_MODULE_1__/* .parseProductVersion */ .Jo)(text);
    return version === undefined ? { expected: 'a version such as 4.22 or 4.22.3' } : { value: version };
};
const parseText = (text) => text.trim() === '' ? { expected: 'a text that is not blank' } : { value: text };
/** One of a few words. */
function oneOf(...words) {
    return (text) => {
        const value = words.find((word) => word === text);
        return value === undefined ? { expected: `one of ${words.join(', ')}` } : { value };
    };
}
const parseYesNo = (text) => {
    if (text === 'yes' || text === 'true')
        return { value: true };
    if (text === 'no' || text === 'false')
        return { value: false };
    return { expected: 'yes or no' };
};
/** A whole number within bounds, both included. */
function wholeNumber(least, most) {
    return (text) => {
        const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
        return value >= least && value <= most
            ? { value }
            : { expected: `a whole number from ${least} to ${most}` };
    };
}
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT'];
const parseSignal = (text) => {
    const upper = text.toUpperCase();
    return oneOf(...SIGNALS)(upper.startsWith('SIG') ? upper : `SIG${upper}`);
};
/** The source of a regular expression that gives a version. */
const parsePattern = (text) => {
    const parsed = (0,_protocol_job_version__WEBPACK_IMPORTED_MODULE_0__/* .parseVersionPattern */ .eh)(text);
    return 'problem' in parsed ? { expected: `a regular expression (${parsed.problem})` } : { value: text };
};
const OTHER_SCHEME = /^(?!ssh:)[a-z][a-z0-9+.-]*:\/\//i;
const SSH_SHAPE = /^ssh:\/\/(?:[^@/\s]+@)?[^@/\s]+\/\S/;
/** The path of a folder, or `ssh://[user@]host[:port]/folder`. */
const parsePool = (text) => {
    const expected = 'the path of a folder, or ssh://user@host[:port]/folder';
    const isSsh = text.startsWith('ssh://');
    if (text === '' || text.includes('\0') || OTHER_SCHEME.test(text) || (isSsh && !SSH_SHAPE.test(text)))
        return { expected };
    return { value: text };
};
/** The name of an account or a group. */
const parseAccount = (text) => /^[A-Za-z_][A-Za-z0-9._-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'a name of letters, digits, dots, dashes and underscores that begins with a letter' };
/** As the program takes it. */
const parseTenant = (text) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(text)
    ? { value: text }
    : { expected: 'letters, digits, dashes and underscores, at most 64, beginning with a letter or digit' };
const parseMajorMinor = (text) => /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})$/.test(text)
    ? { value: text }
    : { expected: 'a major and a minor version such as 4.22' };
/** One word without a colon, which the program's request and its tools need. */
const parseLockFolder = (text) => /^\/[!-9;-~]+$/.test(text)
    ? { value: text.replace(/\/+$/, '') }
    : { expected: 'a path that begins with /, without blanks and colons' };


/***/ })

};
;