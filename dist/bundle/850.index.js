"use strict";
exports.id = 850;
exports.ids = [850];
exports.modules = {

/***/ 850:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   acquireCommand: () => (/* binding */ acquireCommand),
/* harmony export */   b: () => (/* binding */ notAcquiredText),
/* harmony export */   e: () => (/* binding */ notAcquiredExit)
/* harmony export */ });
/* harmony import */ var _lease_acquire__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6940);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3169);
/* harmony import */ var _lease_leave__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2329);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8492);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(4395);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6104);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7428);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2782);
/* harmony import */ var _fit_to_lab__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1969);
/* harmony import */ var _held_already__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(362);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(4559);


















/** `giveway acquire`: waits for a host and leaves a lease file for later steps; or takes over what an earlier job left. */
async function acquireCommand(session, { given }, problems, hooks = { keeper: false }) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_7__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.acquire.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_11__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const folder = inputs['state-dir'] ?? (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_3__/* .stateDir */ .P)(env);
    const unwritable = (0,_lease_file__WEBPACK_IMPORTED_MODULE_12__/* .folderProblems */ .VG)({ input: '--state-dir', folder });
    if (inputs.lease !== undefined) {
        const named = { ...inputs, 'lease-file': undefined, lease: inputs.lease };
        return adopt(session, { given, inputs: named }, [...problems, ...aliased.problems, ...unwritable], hooks);
    }
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_11__/* .requestedJob */ .mJ)(env, aliased, hooks.keeper);
    (0,_usage__WEBPACK_IMPORTED_MODULE_15__/* .failOn */ .K)(problems, aliased.problems, jobProblems, unwritable);
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    return (0,_session__WEBPACK_IMPORTED_MODULE_14__/* .withPool */ .Le)(session, inputs, async (context) => {
        const result = await (0,_lease_acquire__WEBPACK_IMPORTED_MODULE_0__/* .acquire */ .X)(context, request, {
            waitTimeoutMs: inputs['wait-timeout'],
            fit: (asked, snapshot) => {
                const fitted = (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_9__/* .fitToLab */ .o)(asked, inputs, (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_9__/* .labSettings */ .b)(session, snapshot));
                (0,_held_already__WEBPACK_IMPORTED_MODULE_10__/* .failIfHeldAlready */ .t)(fitted, snapshot, { env, folder });
                return fitted;
            },
        });
        if (result.kind !== 'acquired')
            return reportNotAcquired(session, result, request.ifBusy);
        const { waitedBeforeMs } = request.details;
        const lease = {
            ...result.lease,
            acquiredAt: new Date().toISOString(),
            waitedMs: result.waitedMs,
            ...(waitedBeforeMs === undefined ? {} : { waitedBeforeMs }),
        };
        const leaseFile = await leaveFiles(context, folder, lease, hooks);
        say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .acquiredText */ .E)(result));
        const previous = (0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .previousJson */ .U)(result);
        session.result({ ...leaseJson(lease, leaseFile), ...(previous === undefined ? {} : { previous }) });
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    });
}
/** Makes a lease that an earlier job of the run kept this job's. */
async function adopt(session, { given, inputs }, problems, hooks) {
    const { heartbeat: heartbeatMs = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.heartbeatMs, ttl = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.ttlMs } = inputs;
    const ttlMs = hooks.keeper ? ttl : (inputs['lease-ttl'] ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.leaseTtlMs);
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_13__/* .ownLease */ .XC)(session, { given, inputs }, [
        ...problems,
        ...(0,_job__WEBPACK_IMPORTED_MODULE_11__/* .heartbeatInputProblems */ .fZ)({ heartbeatMs, ttlMs }),
    ]);
    hooks.onRequest?.({ pool: own.pool ?? '', id: inputs.lease });
    return (0,_session__WEBPACK_IMPORTED_MODULE_14__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const found = await (0,_own_lease__WEBPACK_IMPORTED_MODULE_13__/* .resolveLease */ .dZ)(context, own);
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
        const paths = (0,_lease_file__WEBPACK_IMPORTED_MODULE_12__/* .writeLeaseFiles */ .tg)(folder, lease);
        context.signal.throwIfAborted();
        onLease?.(lease, paths);
        return paths[0] ?? '';
    }
    catch (error) {
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_12__/* .removeLeaseFiles */ .Ky)(folder, lease);
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
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_14__/* .seconds */ .YA)(lease.waitedMs),
        acquiredAt: lease.acquiredAt,
        leaseFile,
    };
}
/** Says why there is no host; the exit code. */
function reportNotAcquired(session, result, ifBusy) {
    session.result((0,_waiting_json__WEBPACK_IMPORTED_MODULE_16__/* .waitingJson */ .y)(result));
    session.say.line(notAcquiredText(result));
    return notAcquiredExit(result, ifBusy);
}
function notAcquiredText(result) {
    if (result.kind === 'superseded')
        return 'a later process of this same job has taken over its place';
    if (result.kind === 'cancelled') {
        return `taken out of the queue by ${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_17__/* .oneLine */ .T)(result.by)}: ${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_17__/* .oneLine */ .T)(result.reason)}`;
    }
    return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}
function notAcquiredExit(result, ifBusy) {
    if (result.kind === 'superseded')
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
    if (result.kind === 'cancelled')
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.notAcquired;
    return result.reason === 'busy' && ifBusy === 'skip' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.notAcquired;
}


/***/ }),

/***/ 2782:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ acquiredText),
/* harmony export */   U: () => (/* binding */ previousJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);


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

/***/ 1969:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ labSettings),
/* harmony export */   o: () => (/* binding */ fitToLab)
/* harmony export */ });
/* harmony import */ var _protocol_product_version__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9618);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6104);
/* harmony import */ var _settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(954);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8438);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(625);





/** The lab's settings; those that can't be read are said, and count as none: a slip in a file must not stop the lab. */
function labSettings({ say }, snapshot) {
    const parsed = (0,_settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .parseLabSettings */ .qF)(snapshot.settingsText);
    if ('settings' in parsed)
        return parsed.settings;
    say.line(`warning: ${parsed.problem}; going on without it`);
    return _settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .NO_SETTINGS */ .Ac;
}
/**
 * The request as the lab has it: its hosts by their own names, its defaults where the job says nothing. A job may be
 * stricter than the lab's limits, not looser: that, and a host that the lab does not have, throws UsageError.
 */
function fitToLab(request, said, lab) {
    const problems = [];
    const groups = request.groups.map((group) => group.map((name) => {
        const found = (0,_settings_lab_settings__WEBPACK_IMPORTED_MODULE_2__/* .resolveHost */ .p0)(lab, name);
        if ('host' in found)
            return found.host;
        problems.push({
            input: '--host',
            expected: `a host of this lab (nearest: ${found.nearest})`,
            got: name,
        });
        return name;
    }));
    if (new Set(groups.flat()).size !== groups.flat().length) {
        problems.push({
            input: '--host',
            expected: 'every host once, by its name or an alias',
            got: request.groups.join(' '),
        });
    }
    const { limits, defaults } = lab;
    const within = (flag, given, usual, most, show = _duration_text__WEBPACK_IMPORTED_MODULE_3__/* .exactDurationText */ .XO) => {
        if (given === undefined)
            return Math.min(usual, most);
        if (given > most)
            problems.push({
                input: `--${flag}`,
                expected: `at most ${show(most)}, the lab's limit`,
                got: show(given),
            });
        return given;
    };
    const most = (limit) => limit ?? Infinity;
    const maxHoldMs = within('max-hold', said['max-hold'], defaults.maxHoldMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.maxHoldMs, most(limits.maxHoldMs));
    const graceMs = within('grace', said.grace, defaults.graceMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.graceMs, most(limits.graceMs));
    const exemptMs = within('exempt-time', said['exempt-time'], defaults.exemptMs ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.exemptMs, Math.min(most(limits.exemptMs), maxHoldMs));
    const priority = within('priority', said.priority, defaults.priority ?? 0, most(limits.priority), String);
    if (lab.requireVersion && request.version === _protocol_product_version__WEBPACK_IMPORTED_MODULE_0__/* .NO_VERSION */ .dG) {
        problems.push({
            input: '--product-version',
            expected: 'a version, which this lab requires',
            got: undefined,
        });
    }
    (0,_usage__WEBPACK_IMPORTED_MODULE_4__/* .failOn */ .K)(problems);
    const { details } = request;
    return {
        ...request,
        groups,
        priority,
        maxHoldMs,
        // a lease that nothing but check-quit renews is over with max-hold anyway
        ttlMs: Math.min(request.ttlMs, maxHoldMs),
        details: {
            ...details,
            ...(graceMs === _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.graceMs && said.grace === undefined ? {} : { graceMs }),
            ...(exemptMs === _protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .DEFAULTS */ .zY.exemptMs && said['exempt-time'] === undefined ? {} : { exemptMs }),
        },
    };
}


/***/ }),

/***/ 362:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   t: () => (/* binding */ failIfHeldAlready)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4261);
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1384);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8438);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4203);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(625);






/**
 * Throws UsageError for a job that would wait for itself: an earlier step of it holds the host, and the process that beats for
 * that lease is alive. Only where both are certain, by a lease file in the folder or in the environment: what can't be seen
 * from here may be a step that was killed, and this one takes its lease over in time.
 */
function failIfHeldAlready({ who, groups, ifBusy }, snapshot, { env, folder }) {
    if (ifBusy !== 'wait')
        return;
    const paths = [
        env['GIVEWAY_LEASE_FILE'] ?? '',
        ...(0,_protocol_host__WEBPACK_IMPORTED_MODULE_5__/* .hostsOf */ .PP)(groups).map((host) => (0,node_path__WEBPACK_IMPORTED_MODULE_0__.join)(folder, (0,_lease_file__WEBPACK_IMPORTED_MODULE_3__/* .leaseFileName */ .Se)(host))),
    ];
    const kept = paths.flatMap((path) => {
        const file = readable(path);
        const keeper = file === undefined ? undefined : (0,_lease_file__WEBPACK_IMPORTED_MODULE_3__/* .liveKeeper */ .jJ)(file);
        const isOwn = file?.owner === who.owner && file.attempt === who.attempt;
        return file !== undefined && keeper !== undefined && isOwn ? [{ path, file, keeper }] : [];
    });
    const keptAt = (host) => kept.find(({ file }) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_1__/* .liveRecord */ .sy)(snapshot, host, file.id) !== undefined);
    const group = groups.find((hosts) => hosts.every((host) => keptAt(host) !== undefined)) ?? [];
    const own = keptAt(group[0] ?? '');
    if (own === undefined)
        return;
    const since = (0,_duration_text__WEBPACK_IMPORTED_MODULE_2__/* .clockText */ .Yi)(Date.parse(own.file.acquiredAt), Date.now());
    (0,_usage__WEBPACK_IMPORTED_MODULE_4__/* .failOn */ .K)([
        {
            input: '--host',
            expected: `a host that this job does not hold already: an earlier step acquired it at ${since} (${own.path}), and its process ${own.keeper.pid} keeps it, so this step would wait for itself; release it first, or, if this is another job, give it another owner`,
            got: group.join(','),
        },
    ]);
}
function readable(path) {
    try {
        return (0,_lease_file__WEBPACK_IMPORTED_MODULE_3__/* .readLeaseFile */ .ZF)(path);
    }
    catch {
        return undefined;
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

/***/ 4559:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ waitingJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6209);


/** The result of an acquire that got nothing: who holds, and who was ahead. */
function waitingJson(result) {
    if (result.kind === 'superseded')
        return { acquired: false, reason: 'superseded' };
    if (result.kind === 'cancelled') {
        return { acquired: false, reason: 'cancelled', by: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(result.by), why: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(result.reason) };
    }
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


/***/ }),

/***/ 954:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ac: () => (/* binding */ NO_SETTINGS),
/* harmony export */   p0: () => (/* binding */ resolveHost),
/* harmony export */   qF: () => (/* binding */ parseLabSettings)
/* harmony export */ });
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1916);
/* harmony import */ var _protocol_host__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1384);
/* harmony import */ var _values__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(535);
/** `giveway.json` in a pool: the lab's hosts, limits and defaults. */



const NO_SETTINGS = { hosts: undefined, limits: {}, defaults: {}, requireVersion: false };
/** Reads the file's text; undefined where there is none. A name that nobody knows is a problem: it would do nothing. */
function parseLabSettings(text) {
    if (text === undefined)
        return { settings: NO_SETTINGS };
    try {
        const json = JSON.parse(text);
        const fields = objectOf('giveway.json', json, ['hosts', 'limits', 'defaults', 'require-version']);
        const requireVersion = fields['require-version'] ?? false;
        if (typeof requireVersion !== 'boolean')
            throw new Problem('require-version: expected true or false');
        return {
            settings: {
                hosts: fields['hosts'] === undefined ? undefined : hostsOf(fields['hosts']),
                limits: timesOf('limits', fields['limits']),
                defaults: timesOf('defaults', fields['defaults']),
                requireVersion,
            },
        };
    }
    catch (error) {
        return { problem: `giveway.json can't be used: ${error.message}` };
    }
}
class Problem extends Error {
}
function objectOf(what, value, names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new Problem(`${what}: expected an object`);
    }
    for (const name of Object.keys(value)) {
        if (names === undefined || names.includes(name))
            continue;
        throw new Problem(`${what}: ${JSON.stringify(name)} is unknown (nearest: ${(0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .kp)(name, names)})`);
    }
    return value;
}
/** A list of names, or an object of hosts by their names. */
function hostsOf(value) {
    const entries = Array.isArray(value)
        ? value.map((name) => [String(name), {}])
        : Object.entries(objectOf('hosts', value, undefined));
    const hosts = new Map();
    const used = new Set();
    for (const [name, host] of entries) {
        const { aliases = [], contact, note } = objectOf(name, host, ['aliases', 'contact', 'note']);
        if (!Array.isArray(aliases))
            throw new Problem(`${name}: aliases: expected a list`);
        const texts = aliases.map(String);
        for (const one of [name, ...texts]) {
            if (!(0,_protocol_host__WEBPACK_IMPORTED_MODULE_2__/* .isHostName */ .uy)(one))
                throw new Problem(`hosts: ${JSON.stringify(one)} is no host name`);
            if (used.has(one))
                throw new Problem(`hosts: ${one} is there twice`);
            used.add(one);
        }
        hosts.set(name, {
            aliases: texts,
            ...textOf(name, 'contact', contact),
            ...textOf(name, 'note', note),
        });
    }
    return hosts;
}
function textOf(host, key, value) {
    if (value === undefined)
        return {};
    if (typeof value !== 'string')
        throw new Problem(`${host}: ${key}: expected a text`);
    return { [key]: value };
}
function timesOf(what, value) {
    if (value === undefined)
        return {};
    const fields = objectOf(what, value, ['max-hold', 'grace', 'exempt-time', 'priority']);
    const duration = (name) => {
        const text = fields[name];
        if (text === undefined)
            return undefined;
        const parsed = typeof text === 'string' ? (0,_values__WEBPACK_IMPORTED_MODULE_1__/* .parseDuration */ .E9)(text) : { expected: 'a text such as "8h"' };
        if ('value' in parsed)
            return parsed.value;
        throw new Problem(`${what}: ${name}: expected ${parsed.expected}`);
    };
    const priority = fields['priority'];
    if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority) <= 1000)) {
        throw new Problem(`${what}: priority: expected a whole number from -1000 to 1000`);
    }
    const times = {
        maxHoldMs: duration('max-hold'),
        graceMs: duration('grace'),
        exemptMs: duration('exempt-time'),
        priority: priority,
    };
    return Object.fromEntries(Object.entries(times).filter(([, one]) => one !== undefined));
}
/** The host that a name or an alias stands for; where there is none, the nearest that there is. */
function resolveHost({ hosts }, name) {
    if (hosts === undefined || hosts.has(name))
        return { host: name };
    for (const [host, { aliases }] of hosts)
        if (aliases.includes(name))
            return { host };
    const names = [...hosts].flatMap(([host, { aliases }]) => [host, ...aliases]);
    return { nearest: names.length === 0 ? 'none' : (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .kp)(name, names) };
}


/***/ })

};
;