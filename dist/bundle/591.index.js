"use strict";
exports.id = 591;
exports.ids = [591];
exports.modules = {

/***/ 3591:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   fenceCommand: () => (/* binding */ fenceCommand)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1467);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7428);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(6620);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(625);









/** `giveway fence`: runs a command on a lab host, unless a later lease of the host has run one before. */
async function fenceCommand(session, { given }, problems, command) {
    const { env, interrupts } = session;
    const { values, problems: inputProblems } = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_4__/* .COMMANDS */ .L.fence.inputs, { given, env });
    (0,_usage__WEBPACK_IMPORTED_MODULE_8__/* .failOn */ .K)(problems, inputProblems);
    const program = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readFileSync)(__webpack_require__.ab + "fence.sh", 'utf8');
    if (values.print === true) {
        session.print(program);
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done;
    }
    const flags = Object.entries({
        '--token': values.token,
        '--pool': values.pool,
        '--fence-file': values['fence-file'],
    }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
    const adopt = values.adopt === true ? ['--adopt'] : [];
    const args = ['-c', program, 'giveway-fence', ...flags, ...adopt, '--', ...command];
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('/bin/sh', args, { stdio: 'inherit', env });
    const pass = () => {
        const { reason } = interrupts.signal;
        child.kill(reason instanceof _lease_run__WEBPACK_IMPORTED_MODULE_3__/* .Interrupted */ .j ? reason.signalName : 'SIGTERM');
    };
    interrupts.signal.addEventListener('abort', pass, { once: true });
    if (interrupts.signal.aborted)
        pass();
    interrupts.onFurther((name) => child.kill(name));
    const exit = await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    return (0,_child__WEBPACK_IMPORTED_MODULE_7__/* .exitCodeOf */ .F)(exit);
}


/***/ })

};
;