"use strict";
exports.id = 663;
exports.ids = [663];
exports.modules = {

/***/ 8663:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   demoCommand: () => (/* binding */ demoCommand)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_child_process__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(481);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_4___default = /*#__PURE__*/__webpack_require__.n(node_readline__WEBPACK_IMPORTED_MODULE_4__);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(625);
/** `giveway demo`: two jobs of real processes share a host in a temporary folder. */







const HOST = 'lab-host-1';
async function demoCommand(session, _inputs, problems) {
    (0,_usage__WEBPACK_IMPORTED_MODULE_6__/* .failOn */ .K)(problems);
    const folder = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'giveway-demo-'));
    const steps = new Set();
    try {
        return await playDemo(session, folder, steps);
    }
    catch (error) {
        session.interrupts.signal.throwIfAborted();
        throw error;
    }
    finally {
        await Promise.all(steps);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(folder, { recursive: true, force: true });
    }
}
async function playDemo(session, pool, steps) {
    const tell = (text) => {
        session.interrupts.signal.throwIfAborted();
        session.print(`\n# ${text}\n`);
    };
    const older = jobIn(session, pool, 'nightly-4.21', steps);
    const newer = jobIn(session, pool, 'nightly-4.22', steps);
    tell(`A job for 4.21 acquires ${HOST}, in the folder ${pool}`);
    const acquired = await older('acquire', '--pool', pool, '--host', HOST, '--product-version', '4.21').ended;
    tell('A job for 4.22 arrives, and has to wait');
    const waiting = newer('acquire', '--pool', pool, '--host', HOST, '--product-version', '4.22');
    await waiting.says(/asked to leave|place 1|held by/);
    const status = await older('status', '--pool', pool).ended;
    tell('4.21 comes to its next checkpoint, and is told to give way');
    const checked = await older('check-quit').ended;
    tell('It leaves in good order; 4.22, which waits, gets the host');
    const released = await older('release').ended;
    const promoted = await waiting.ended;
    tell('4.22 has done its work');
    const finished = await newer('release').ended;
    const left = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.readdirSync)(pool).filter((name) => name.includes('.lock'));
    tell(left.length === 0 ? 'The pool holds no lock and no waiting file' : `Left in the pool: ${left.join(', ')}`);
    const isRight = [acquired, status, released, promoted, finished].every((code) => code === _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done) &&
        checked === _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.quitGraceful &&
        left.length === 0;
    return isRight ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.fault;
}
/** Starts steps of one job; what they print goes to stdout behind the job's name. */
function jobIn(session, pool, job, steps) {
    const env = {
        PATH: session.env['PATH'],
        GIVEWAY_OWNER: job,
        GIVEWAY_STATE_DIR: (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(pool, `.state-${job}-`)),
        JOB_NAME: job,
    };
    return (...args) => {
        session.print(`[${job}] $ giveway ${args.join(' ')}\n`);
        const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)(process.execPath, [process.argv[1] ?? '', ...args], {
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        const seen = [];
        let onLine = () => undefined;
        for (const stream of [child.stdout, child.stderr]) {
            (0,node_readline__WEBPACK_IMPORTED_MODULE_4__.createInterface)({ input: stream }).on('line', (line) => {
                session.print(`[${job}] ${line}\n`);
                seen.push(line);
                onLine(line);
            });
        }
        const stop = () => void child.kill('SIGTERM');
        session.interrupts.signal.addEventListener('abort', stop, { once: true });
        const ended = new Promise((resolve) => {
            child.once('close', (code) => {
                session.interrupts.signal.removeEventListener('abort', stop);
                resolve(code ?? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.fault);
            });
        });
        steps.add(ended);
        const says = (pattern) => new Promise((resolve, reject) => {
            onLine = (line) => {
                if (pattern.test(line))
                    resolve();
            };
            seen.forEach((line) => onLine(line));
            void ended.then((code) => reject(new Error(`giveway ${args.join(' ')} ended with ${code}`)));
        });
        return { ended, says };
    };
}


/***/ })

};
;