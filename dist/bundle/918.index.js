"use strict";
exports.id = 918;
exports.ids = [918];
exports.modules = {

/***/ 1918:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   composite: () => (/* binding */ composite)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2716);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7501);
/* harmony import */ var _platform_prow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1849);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5096);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2193);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1615);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3048);









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


/***/ })

};
;