"use strict";
exports.id = 298;
exports.ids = [298];
exports.modules = {

/***/ 4298:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bashFunctionsCommand: () => (/* binding */ bashFunctionsCommand)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _init_setup_script__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(775);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7428);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(625);







/** `giveway bash-functions`: prints what bash jobs source, with the settings that were given as its defaults. */
function bashFunctionsCommand(session, { given }, problems) {
    const { values, problems: inputProblems } = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_3__/* .COMMANDS */ .L['bash-functions'].inputs, {
        given,
        env: session.env,
    });
    (0,_usage__WEBPACK_IMPORTED_MODULE_6__/* .failOn */ .K)(problems, inputProblems);
    const knownHosts = values['known-hosts'];
    const defaults = {
        pool: values.pool,
        // a file of this machine is not there where the text will be sourced
        'known-hosts': knownHosts !== undefined && (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(knownHosts) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(knownHosts, 'utf8') : knownHosts,
        locks: values.locks,
    };
    const lines = Object.entries(defaults).flatMap(([name, value]) => value === undefined ? [] : [defaultLine((0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .environmentName */ .VE)(name), value)]);
    const text = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(__webpack_require__.ab + "bash-functions.bash", 'utf8');
    session.print(text.replace('# @settings\n', () => lines.join('')));
    return Promise.resolve(_settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done);
}
/** What the job sets comes first; exported, for giveway itself reads it. */
function defaultLine(variable, value) {
    return `if [[ -z \${${variable}-} ]]; then export ${variable}=${(0,_init_setup_script__WEBPACK_IMPORTED_MODULE_2__/* .shellWord */ .r7)(value.trim())}; fi\n`;
}


/***/ }),

/***/ 775:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UU: () => (/* binding */ printedScript),
/* harmony export */   XL: () => (/* binding */ setupScript),
/* harmony export */   cJ: () => (/* binding */ inputWords),
/* harmony export */   r7: () => (/* binding */ shellWord)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _pool_program_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2968);
/** The script that sets up a pool: one constant text, whose inputs are data beside it. */



/** The script, complete: the program that it installs is in it. */
function setupScript() {
    const parts = {
        '@program.sh': (0,_pool_program_text__WEBPACK_IMPORTED_MODULE_2__/* .programText */ .Q)().trimEnd(),
        '@add-key.sh': (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(__webpack_require__.ab + "add-key.sh", 'utf8').trimEnd(),
    };
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(__webpack_require__.ab + "init.sh", 'utf8')
        .split('\n')
        .map((line) => parts[line] ?? line)
        .join('\n');
}
/** The inputs but the folder, as the script reads them. */
function inputWords(inputs) {
    const { user, group, hosts, key, legacy, allowNfs } = inputs;
    const words = [
        ['user', user],
        ['group', group],
        ['settings', hosts === undefined ? undefined : JSON.stringify({ hosts })],
        ['key', key?.publicKey],
        ['role', key?.role],
        ['tenant', key?.tenant],
        ['max-priority', key?.maxPriority],
        ['max-version', key?.maxVersion],
        ['max-hold', key?.maxHoldS],
        ['lock-timeout', legacy?.lockTimeoutS],
        ['locks', legacy?.locks],
        ['nfs', allowNfs === true ? 'allow' : undefined],
    ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const bad = [inputs.folder, ...words].find((word) => /[\0\n\r]/.test(word));
    if (bad !== undefined)
        throw new TypeError(`not one line: ${JSON.stringify(bad)}`);
    return words;
}
/** The same script for a person to read, or to hand to any sh as its input: its parameters come first, quoted. */
function printedScript(inputs) {
    const words = [`folder=${inputs.folder}`, ...inputWords(inputs)];
    return `set -- ${words.map(shellWord).join(' \\\n  ')}\n${setupScript()}`;
}
/** The text as one word of a POSIX shell's. */
function shellWord(text) {
    return /^[A-Za-z0-9/._=:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}


/***/ })

};
;