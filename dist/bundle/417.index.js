"use strict";
exports.id = 417;
exports.ids = [417];
exports.modules = {

/***/ 417:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   acquire: () => (/* binding */ acquire)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _commands_acquire__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1228);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7756);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(981);
/* harmony import */ var _acquire_state__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2633);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2193);
/* harmony import */ var _keeper_process__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(823);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1325);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3048);









/** Waits for a host, and leaves a keeper that beats for it between the steps of the job. */
async function acquire() {
    let isAcquired = false;
    const result = (value) => {
        isAcquired = value.acquired === true;
        (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .setOutputs */ .n0)(value);
    };
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_3__/* .COMMANDS */ .L.acquire.inputs, async (step) => {
        const { session, given } = step;
        let state = { pool: '', id: '' };
        const save = (more) => (0,_acquire_state__WEBPACK_IMPORTED_MODULE_4__/* .saveAcquireState */ .f)((state = { ...state, ...more }));
        const code = await (0,_commands_acquire__WEBPACK_IMPORTED_MODULE_1__/* .acquireCommand */ .EB)(session, { given }, (0,_fork__WEBPACK_IMPORTED_MODULE_5__/* .forkProblems */ .N)(session.env, given), {
            keeper: true,
            onRequest: save,
            onLease: (lease, [leaseFile = '']) => {
                const files = {
                    logFile: beside(leaseFile, 'keeper.log'),
                    quitFile: beside(leaseFile, 'quit.json'),
                };
                save({ lease, ...files });
                save({ keeper: startFor(step, { leaseFile, ...files }) });
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_HOST', lease.hosts.join(','));
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_FENCING_TOKEN', lease.fencingToken);
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_LEASE_FILE', leaseFile);
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_QUIT_FILE', files.quitFile);
            },
        });
        if (isAcquired)
            return;
        await (0,_summary__WEBPACK_IMPORTED_MODULE_7__/* .summarizeNotAcquired */ .l)(given.get('host')?.join(' and ') ?? 'the lease', step.lastLine());
        step.endWith(code);
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
function startFor({ session, given }, { leaseFile, logFile, quitFile }) {
    const { env } = session;
    const own = new Map([
        ...[...given].filter(([name]) => FOR_KEEPER.some((one) => one === name)),
        ['lease-file', [leaseFile]],
        ['quit-file', [quitFile]],
    ]);
    const secrets = Object.fromEntries(_commands_session__WEBPACK_IMPORTED_MODULE_2__/* .SECRETS */ .cW.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
    return (0,_keeper_process__WEBPACK_IMPORTED_MODULE_6__/* .startKeeper */ .FA)({ given: [...own], secrets, worker: (0,_keeper_process__WEBPACK_IMPORTED_MODULE_6__/* .workerProcess */ .gX)() }, { env, logFile });
}
function beside(leaseFile, what) {
    return leaseFile.replace(/lease\.json$/, what);
}


/***/ }),

/***/ 2193:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ forkProblems)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);

/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
function forkProblems(env, given) {
    const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
    const hasKey = given.has('private-key-file') || Boolean(env['GIVEWAY_PRIVATE_KEY'] ?? env['SSH_AUTH_SOCK']);
    if (!pool.startsWith('ssh://') || hasKey || !isOfFork(env))
        return [];
    const expected = 'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
    return [{ input: 'private-key', expected, got: '' }];
}
function isOfFork(env) {
    const path = env['GITHUB_EVENT_PATH'];
    // `pull_request_target` gets the secrets
    if (path === undefined || env['GITHUB_EVENT_NAME'] !== 'pull_request')
        return false;
    try {
        const { pull_request: pull } = JSON.parse((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8'));
        // a fork that was deleted has no repository any more
        return pull !== undefined && pull.head?.repo?.full_name !== env['GITHUB_REPOSITORY'];
    }
    catch {
        return false;
    }
}


/***/ })

};
;