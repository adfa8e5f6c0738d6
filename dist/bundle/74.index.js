"use strict";
exports.id = 74;
exports.ids = [74];
exports.modules = {

/***/ 2074:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   run: () => (/* binding */ run),
/* harmony export */   runPost: () => (/* binding */ runPost)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8500);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_timers_promises__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4331);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6852);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6535);
/* harmony import */ var _give_back__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2664);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4318);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4874);











const STATE = 'run';
/** Holds a host while a script runs. */
async function run() {
    let script;
    try {
        await (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.run.inputs, async (step) => {
            const { session, given } = step;
            const { env } = session;
            const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('run', { trimWhitespace: false });
            const { task, problems } = (0,_before_release__WEBPACK_IMPORTED_MODULE_6__/* .beforeReleaseInputs */ .A)();
            const all = [...(0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .scriptProblems */ .sC)(text), ...problems, ...(0,_fork__WEBPACK_IMPORTED_MODULE_7__/* .forkProblems */ .N)(env, given)];
            let outcome;
            let state;
            const save = (more) => {
                state = { pool: '', id: '', ...state, ...more };
                _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, state);
            };
            script = writeScript(env, text);
            const command = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script];
            try {
                const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_4__.runCommand)(session, { given }, all, command, {
                    // each turn of one that waits again has an id of its own
                    onRequest: (request) => {
                        state = undefined;
                        save(request);
                    },
                    onStart: (folder) => save({ folder }),
                    onResult: (result) => {
                        outcome = result;
                        (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .setOutputs */ .n0)((0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .ranOutputs */ .QB)(result));
                    },
                    beforeRelease: (lease, signal) => (0,_before_release__WEBPACK_IMPORTED_MODULE_6__/* .runBeforeRelease */ .h)(task, lease, { env, signal }),
                });
                await (0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .reportRan */ .yu)(outcome, code);
            }
            finally {
                // nothing for the post
                if (!step.hasLeftBehind())
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .saveState */ .LZ(STATE, '');
            }
        });
    }
    finally {
        if (script !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.dirname)(script), { recursive: true, force: true });
    }
}
/** In a file, as the platform's own `run` has it: a text of many lines is no argument. */
function writeScript(env, text) {
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(env['RUNNER_TEMP'] ?? '.', 'giveway-run-'));
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(folder, 'script.sh');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(file, `${text}\n`, { mode: 0o700 });
    return file;
}
/** The guard of a run that was killed ends its command within so long. */
const GUARD_MS = 20_000;
/** What a main that was killed has left, or one that could not reach the pool any more. */
async function runPost() {
    const text = _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getState */ .Gu(STATE);
    if (text === '')
        return;
    const { pool, id, folder } = JSON.parse(text);
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_10__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.release.inputs, async (step) => {
        const deadline = performance.now() + GUARD_MS;
        while (folder !== undefined && (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(folder) && performance.now() < deadline)
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_3__.setTimeout)(100);
        const given = new Map([...step.given, ['pool', [pool]], ['lease', [id]]]);
        // once there was a command, the take had been answered
        await (0,_give_back__WEBPACK_IMPORTED_MODULE_8__/* .giveBackStep */ .l)({ ...step, given }, { isPost: true, mayComeLate: folder === undefined });
    }, { isPost: true, result: () => undefined });
}


/***/ })

};
;