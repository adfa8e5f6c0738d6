"use strict";
exports.id = 542;
exports.ids = [542];
exports.modules = {

/***/ 1916:
/***/ ((__unused_webpack_module, exports) => {

var __webpack_unused_export__;

__webpack_unused_export__ = true;
__webpack_unused_export__ = exports.kp = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
__webpack_unused_export__ = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
exports.kp = closest;


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

/***/ 9627:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   acquire: () => (/* binding */ acquire)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _commands_acquire__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(850);
/* harmony import */ var _commands_lease_file__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4203);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8118);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _acquire_state__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(3911);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6852);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6535);
/* harmony import */ var _keeper_process__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2297);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6295);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(4874);












/** Waits for a host, and leaves a keeper that beats for it between the steps of the job. */
async function acquire() {
    const worker = (0,_keeper_process__WEBPACK_IMPORTED_MODULE_9__/* .workerProcess */ .gX)();
    let isAcquired = false;
    const result = (value) => {
        isAcquired = value.acquired === true;
        (0,_workflow__WEBPACK_IMPORTED_MODULE_11__/* .setOutputs */ .n0)(value);
    };
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_11__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.acquire.inputs, async (step) => {
        const { session, given } = step;
        const isAdoption = (given.get('lease')?.[0] ?? session.env['GIVEWAY_LEASE'] ?? '') !== '';
        let state;
        const save = (more) => {
            state = { pool: '', id: '', isOver: false, isAdoption, ...state, ...more };
            (0,_acquire_state__WEBPACK_IMPORTED_MODULE_6__/* .saveAcquireState */ .fv)(state);
        };
        const problems = [
            ...(0,_fork__WEBPACK_IMPORTED_MODULE_8__/* .forkProblems */ .N)(session.env, given),
            ...(0,_workflow__WEBPACK_IMPORTED_MODULE_11__/* .yesNoInput */ .PL)('keep').problems,
            ...(0,_before_release__WEBPACK_IMPORTED_MODULE_7__/* .beforeReleaseInputs */ .A)().problems,
            ...(0,_workflow__WEBPACK_IMPORTED_MODULE_11__/* .problemsOf */ .GW)(_acquire_state__WEBPACK_IMPORTED_MODULE_6__/* .FOR_POST */ .ld),
        ];
        try {
            const code = await (0,_commands_acquire__WEBPACK_IMPORTED_MODULE_2__.acquireCommand)(session, { given }, problems, {
                keeper: true,
                onRequest: save,
                onLease: (lease, [leaseFile = '']) => {
                    // by its id: another job of this machine may have its files in the same folder
                    const files = {
                        logFile: beside(leaseFile, `${lease.id}.keeper.log`),
                        quitFile: beside(leaseFile, `${lease.id}.quit.json`),
                    };
                    save({ lease, ...files });
                    const keeper = startFor(step, { pool: lease.pool, leaseFile, ...files }, worker);
                    save({ keeper });
                    (0,_commands_lease_file__WEBPACK_IMPORTED_MODULE_3__/* .noteKeeper */ .H_)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(leaseFile), lease, keeper);
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_POOL', (0,_commands_lease_file__WEBPACK_IMPORTED_MODULE_3__/* .absolutePool */ ._J)(lease.pool));
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_HOST', lease.hosts.join(','));
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_FENCING_TOKEN', lease.fencingToken);
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_LEASE_FILE', leaseFile);
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .exportVariable */ .dN('GIVEWAY_QUIT_FILE', files.quitFile);
                },
            });
            if (isAcquired)
                return;
            await (0,_summary__WEBPACK_IMPORTED_MODULE_10__/* .summarizeNotAcquired */ .lp)(given.get('host')?.join(' and ') ?? 'the lease', step.lastLine());
            step.endWith(code);
        }
        finally {
            if (state !== undefined && !step.hasLeftBehind())
                save({ isOver: true });
        }
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
function startFor({ session, given }, { pool, leaseFile, logFile, quitFile }, worker) {
    const { env } = session;
    const own = new Map([
        ...[...given].filter(([name]) => FOR_KEEPER.some((one) => one === name)),
        // whatever else the environment names
        ['pool', [pool]],
        ['lease-file', [leaseFile]],
        ['quit-file', [quitFile]],
    ]);
    const secrets = Object.fromEntries(_commands_session__WEBPACK_IMPORTED_MODULE_4__/* .SECRETS */ .cW.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
    return (0,_keeper_process__WEBPACK_IMPORTED_MODULE_9__/* .startKeeper */ .FA)({ given: [...own], secrets, worker }, { env, logFile });
}
function beside(leaseFile, what) {
    return leaseFile.replace(/lease\.json$/, what);
}


/***/ }),

/***/ 6852:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ beforeReleaseInputs),
/* harmony export */   h: () => (/* binding */ runBeforeRelease)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _actions_exec__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1260);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_4___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_4__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_5___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_5__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8438);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8118);
/* harmony import */ var _settings_values__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(535);









/** All post steps of a job together get five minutes once it was cancelled, and what comes after this needs some of them. */
const MOST_MS = 240_000;
/** How long it may take to end once it has been told to. */
const KILL_AFTER_MS = 2000;
/** What the step's inputs say of it. */
function beforeReleaseInputs() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release', { trimWhitespace: false });
    const limit = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('before-release-timeout');
    const parsed = limit === '' ? { value: MOST_MS } : (0,_settings_values__WEBPACK_IMPORTED_MODULE_8__/* .parseDuration */ .E9)(limit);
    if ('value' in parsed)
        return { task: { text, limitMs: parsed.value }, problems: [] };
    const problem = { input: 'before-release-timeout', expected: parsed.expected, got: limit };
    return { task: { text, limitMs: MOST_MS }, problems: [problem] };
}
/**
 * Runs the user's command on a host that is about to be given back, such as one that powers it off. That it fails, or takes
 * too long, is reported and keeps no host. When this resolves nothing of it runs any more, for the host may be another
 * job's then. `env` is what the command gets, but for the key.
 */
async function runBeforeRelease(task, { hosts, fencingToken }, { env, signal }) {
    if (task.text.trim() === '')
        return;
    const host = hosts.join(',');
    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .startGroup */ .Oh(`before-release on ${host}`);
    try {
        const why = signal.aborted
            ? `was not run (${signal.reason.message})`
            : await runBounded(task, commandEnvironment(env, host, fencingToken), signal);
        if (why !== undefined)
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release ${why}; ${host} is given back all the same`);
    }
    catch (error) {
        const why = error.message;
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(`before-release could not be run: ${why}; ${host} is given back all the same`);
    }
    finally {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .endGroup */ .N4();
    }
}
/**
 * Runs the text in a process group of its own, whose id goes to a file: the library that runs this can end nothing. What is
 * left of the group goes with the text's end. What has left the group may keep its streams for as long as it likes: they are
 * not this step's, which would wait for them, but those of `cat`, and what comes a second later is not shown.
 */
const WRAPPER = `mkfifo -m 600 "$1/output" || exit
cat "$1/output" &
relay=$!
set -m
bash --noprofile --norc -e "$1/script.sh" >"$1/output" 2>&1 &
set +m
echo "$!" >"$1/group.new" && mv -f "$1/group.new" "$1/group"
wait "$!"
status=$?
kill -KILL -- "-$!" 2>/dev/null
for _ in {1..20}; do
  kill -0 "$relay" 2>/dev/null || break
  sleep 0.05
done
kill -KILL "$relay" 2>/dev/null
exit "$status"
`;
/** What went wrong; undefined: nothing. */
async function runBounded({ text, limitMs }, env, signal) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_3__.tmpdir)(), 'giveway-'));
    const wrapper = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'before-release.sh');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.writeFileSync)(wrapper, WRAPPER, { mode: 0o600 });
    (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'script.sh'), `${text}\n`, { mode: 0o600 });
    const groupFile = (0,node_path__WEBPACK_IMPORTED_MODULE_4__.join)(folder, 'group');
    const late = AbortSignal.timeout(limitMs);
    const ended = new AbortController();
    const options = { env, ignoreReturnCode: true, input: Buffer.alloc(0) };
    try {
        const running = (0,_actions_exec__WEBPACK_IMPORTED_MODULE_1__/* .exec */ .m)('bash', [wrapper, folder], options);
        const stopping = endGroupOn(AbortSignal.any([signal, late]), groupFile, ended.signal);
        const code = await running.finally(() => ended.abort());
        const wasStopped = await stopping;
        if (!wasStopped)
            return code === 0 ? undefined : `failed with exit code ${code}`;
        return signal.aborted
            ? `was ended (${signal.reason.message})`
            : `was ended, for it took longer than ${(0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .exactDurationText */ .XO)(limitMs)}`;
    }
    finally {
        ended.abort();
        (0,node_fs__WEBPACK_IMPORTED_MODULE_2__.rmSync)(folder, { recursive: true, force: true });
    }
}
/** Resolves with true once the group has been ended, with false if it ended by itself. */
async function endGroupOn(stop, groupFile, ended) {
    await aborted(AbortSignal.any([stop, ended]));
    let wasStopped = false;
    for (const name of ['SIGTERM', 'SIGKILL']) {
        // it may be just about to start
        while (!ended.aborted && !(0,node_fs__WEBPACK_IMPORTED_MODULE_2__.existsSync)(groupFile))
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_5__.setTimeout)(20);
        if (ended.aborted)
            break;
        wasStopped = true;
        signalGroup(Number((0,node_fs__WEBPACK_IMPORTED_MODULE_2__.readFileSync)(groupFile, 'utf8')), name);
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_5__.setTimeout)(KILL_AFTER_MS, undefined, { signal: ended }).catch(() => undefined);
    }
    return wasStopped;
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve();
        else
            signal.addEventListener('abort', () => resolve(), { once: true });
    });
}
function signalGroup(group, name) {
    try {
        process.kill(-group, name);
    }
    catch {
        // it has ended meanwhile
    }
}
function commandEnvironment(env, host, token) {
    const secrets = _commands_session__WEBPACK_IMPORTED_MODULE_7__/* .SECRETS */ .cW;
    const own = { ...env, GIVEWAY_HOST: host, GIVEWAY_FENCING_TOKEN: String(token) };
    const open = Object.entries(own).filter(([name]) => !secrets.includes(name));
    return Object.fromEntries(open.map(([name, value]) => [name, value ?? '']));
}


/***/ }),

/***/ 6535:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ forkProblems)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);


/** A workflow of a fork's pull request gets no secrets: an empty key is that, and no mistake in the workflow. */
function forkProblems(env, given) {
    const pool = given.get('pool')?.[0] ?? env['GIVEWAY_POOL'] ?? '';
    if (!pool.startsWith('ssh://') || hasKey(env, given) || !isOfFork(env))
        return [];
    const expected = 'a key, but this is a pull request from a fork, whose workflows get no secrets: let such jobs run without the bench, or by somebody who may';
    return [{ input: 'private-key', expected, got: '' }];
}
/** Anything that a login could be tried with; a workflow's empty text is none. */
function hasKey(env, given) {
    const named = ['GIVEWAY_PRIVATE_KEY', 'GIVEWAY_PRIVATE_KEY_FILE', 'SSH_AUTH_SOCK'];
    const home = env['HOME'];
    return (given.has('private-key-file') ||
        named.some((name) => (env[name] ?? '').trim() !== '') ||
        (home !== undefined && USUAL_KEYS.some((name) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(home, '.ssh', name)))));
}
/** A runner of one's own may have one. */
const USUAL_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa', 'config'];
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


/***/ }),

/***/ 4352:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ harmless),
/* harmony export */   g: () => (/* binding */ summaryText)
/* harmony export */ });
/**
 * Text of other jobs in this job's log, which the runner reads for commands: `::…` at the start of a line, and the older
 * `##[…` anywhere in one. Lines keep their ends; no other control character gets through.
 */
function harmless(text) {
    return text
        .split('\n')
        .map((line) => line
        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
        .replace(/##\[/g, '# #[')
        .replace(/^(\s*):(?=:)/, '$1: '))
        .join('\n');
}
/** Text of other jobs in a summary: whatever could be markup, of Markdown or of HTML, is there by its number. */
function summaryText(text) {
    return harmless(text).replace(/[^A-Za-z0-9 .,-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
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

/***/ 6295:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DO: () => (/* binding */ summarizeRan),
/* harmony export */   fn: () => (/* binding */ summarizeHeld),
/* harmony export */   lp: () => (/* binding */ summarizeNotAcquired)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8438);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4395);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4352);




/** A table in the job's summary: what was held, for how long, and who asked for it. */
async function summarizeHeld(summary) {
    const { hosts, version, waitedMs, heldMs, told, jobStatus } = summary;
    const waited = waitedMs === undefined ? '-' : (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(waitedMs);
    const asked = told === undefined ? 'nobody' : `${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(told.byJob)} (${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(told.byVersion)})`;
    await addTable([
        ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Job'],
        [hosts.join(', '), version, waited, (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(heldMs), asked, jobStatus || '-'],
    ]);
}
/** The same of a step that held a host while a script ran. */
async function summarizeRan({ outcome, quit, ...fields }) {
    const { byJob, byVersion } = (quit ?? {});
    const duration = (field) => (typeof field === 'number' ? (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_1__/* .durationText */ .S5)(field * 1000) : '-');
    await addTable([
        ['Host', 'Version', 'Waited', 'Held', 'Asked to leave by', 'Outcome'],
        [
            String(fields['host']),
            String(fields['version']),
            duration(fields['waitedSeconds']),
            duration(fields['heldSeconds']),
            byJob === undefined ? 'nobody' : `${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(byJob)} (${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(byVersion ?? '')})`,
            outcome,
        ],
    ]);
}
/** The same for a job that got no host. */
async function summarizeNotAcquired(host, why) {
    await addTable([
        ['Host', 'Not acquired'],
        [host, why],
    ]);
}
/** The summary may be missing or full: what it tells is in the log too. */
async function addTable([head = [], ...rows]) {
    const cell = (text) => (0,_harmless__WEBPACK_IMPORTED_MODULE_3__/* .summaryText */ .g)((0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(text, 300));
    try {
        await _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .summary */ .z
            .addHeading('Giveway', 3)
            .addTable([
            head.map((data) => ({ data, header: true })),
            ...rows.map((row) => row.map((text) => ({ data: cell(text) }))),
        ])
            .write();
    }
    catch (error) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq(`giveway: no summary could be written: ${error.message}`);
    }
}


/***/ }),

/***/ 4874:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GW: () => (/* binding */ problemsOf),
/* harmony export */   PL: () => (/* binding */ yesNoInput),
/* harmony export */   eg: () => (/* binding */ runStep),
/* harmony export */   n0: () => (/* binding */ setOutputs)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_interrupts__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5912);
/* harmony import */ var _commands_describe_error__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6958);
/* harmony import */ var _commands_say__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8729);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8118);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7428);
/* harmony import */ var _settings_values__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(535);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4352);
/** Between an action's step and the commands: inputs in; outputs, annotations and a failed step out. */









/**
 * Runs the body of an action's step. The inputs named are read as if they were flags; an empty one is not given, for a
 * workflow can't leave one out. What the body throws fails the step, or in a post step is a warning: a job must not fail
 * for its clean-up.
 */
async function runStep(inputs, body, { isPost = false, result } = {}) {
    const env = stepEnvironment();
    const interrupts = (0,_commands_interrupts__WEBPACK_IMPORTED_MODULE_1__/* .catchInterrupts */ ._)(env);
    (0,_commands_say__WEBPACK_IMPORTED_MODULE_3__/* .outliveOutput */ .u)();
    let last = '';
    const write = (text) => {
        last = text.trim().replace(/^giveway: /, '');
        process.stdout.write((0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)(text));
    };
    let hasLeftBehind = false;
    const lines = (0,_commands_say__WEBPACK_IMPORTED_MODULE_3__/* .sayTo */ .B)({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
    const say = {
        ...lines,
        event: (event) => {
            hasLeftBehind ||= event.type === 'left-behind';
            lines.event(event);
        },
    };
    const session = {
        env,
        result: result ?? setOutputs,
        print: write,
        say,
        interrupts,
        isTerminal: false,
        unread: new AbortController().signal,
    };
    try {
        await body({
            session,
            given: isPost ? readableInputs(inputs, say) : givenInputs(inputs),
            lastLine: () => last,
            hasLeftBehind: () => hasLeftBehind,
            endWith: (code) => {
                if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done)
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1((0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)(last));
            },
        });
    }
    catch (error) {
        const text = (0,_harmless__WEBPACK_IMPORTED_MODULE_8__/* .harmless */ .I)((0,_commands_describe_error__WEBPACK_IMPORTED_MODULE_2__/* .describeError */ .U)(error).lines.map(withoutDashes).join('\n'));
        if (isPost)
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e(text, { title: 'Giveway' });
        else
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(text);
    }
    finally {
        say.done();
        interrupts.end();
    }
}
/** An action's input has the flag's name without dashes. */
function withoutDashes(text) {
    return text.replace(/^--(?=[a-z])/, '');
}
/** The environment without the step's inputs, which hold the key; what is secret of them goes by its own name. */
function stepEnvironment() {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('INPUT_')));
    const named = {
        GIVEWAY_PRIVATE_KEY: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('private-key', { trimWhitespace: false }),
        GIVEWAY_PASSPHRASE: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('passphrase', { trimWhitespace: false }),
        GIVEWAY_MATRIX: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('matrix'),
    };
    for (const [name, value] of Object.entries(named))
        if (value.trim() !== '')
            env[name] = value;
    for (const name of _commands_session__WEBPACK_IMPORTED_MODULE_4__/* .SECRETS */ .cW)
        mask(env[name] ?? '');
    return env;
}
/** The platform masks a secret as a whole; a log or an error may show a line of it. */
function mask(secret) {
    for (const line of secret.split(/\r?\n/))
        if (line.trim() !== '')
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setSecret */ .Pq(line.trim());
}
function givenInputs(names) {
    return new Map(names.flatMap((name) => {
        const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name);
        if (text === '')
            return [];
        return [[name, (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .isRepeated */ .B5)(name) ? text.split(/\s+/) : [text]]];
    }));
}
/** What is wrong with inputs that a later part of the action goes by. */
function problemsOf(names) {
    return (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .readInputs */ .Ko)(names, { given: givenInputs(names), env: {} }).problems;
}
/** In a post step nobody could mend an input any more: without it there is a default, or what main had saved. */
function readableInputs(names, say) {
    const problems = new Map(problemsOf(names).map((problem) => [problem.input, (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .describeProblem */ .BJ)(problem)]));
    for (const text of problems.values())
        say.line(`passed over: ${withoutDashes(text)}`);
    return new Map([...givenInputs(names)].filter(([name]) => !problems.has(`--${name}`)));
}
/** An input of the action's own that is yes or no; empty is no, and so is what is neither. */
function yesNoInput(name) {
    const got = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name);
    const parsed = got === '' ? { value: false } : (0,_settings_values__WEBPACK_IMPORTED_MODULE_7__/* .parseYesNo */ ._O)(got);
    if ('value' in parsed)
        return { value: parsed.value, problems: [] };
    return { value: false, problems: [{ input: name, expected: parsed.expected, got }] };
}
/** The fields of a result as outputs, in kebab-case; what is no text is JSON, and nothing is empty. */
function setOutputs(value) {
    for (const [name, field] of Object.entries(value)) {
        const text = typeof field === 'string' ? field : JSON.stringify(field);
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH(outputName(name), field === null || field === undefined ? '' : text);
    }
}
function outputName(field) {
    if (field === 'leaseId')
        return 'lease';
    return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}


/***/ })

};
;