"use strict";
exports.id = 79;
exports.ids = [79,732];
exports.modules = {

/***/ 1079:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkQuit: () => (/* binding */ checkQuit)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_check_quit__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5732);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7198);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4352);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4874);






/** A checkpoint: the step succeeds with `quit=true` and a notice, or in force mode fails. */
async function checkQuit() {
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_4__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_2__/* .COMMANDS */ .L['check-quit'].inputs, async (step) => {
        const code = await (0,_commands_check_quit__WEBPACK_IMPORTED_MODULE_1__.checkQuitCommand)(step.session, { given: step.given }, []);
        if (code === _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__/* .EXIT */ .d.quitGraceful) {
            _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .notice */ .lm((0,_harmless__WEBPACK_IMPORTED_MODULE_5__/* .harmless */ .I)(step.lastLine()), { title: 'Giving way' });
        }
        else
            step.endWith(code);
    });
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


/***/ }),

/***/ 5732:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkQuitCommand: () => (/* binding */ checkQuitCommand)
/* harmony export */ });
/* harmony import */ var _lease_check_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2036);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8690);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7428);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4575);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1270);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1693);
/* harmony import */ var _keeper_socket__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9142);
/* harmony import */ var _told_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1845);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8118);











const EVERY = 3;
/** `giveway check-quit`: at a checkpoint, must this job leave? */
async function checkQuitCommand(session, { given }, problems) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_3__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_4__/* .COMMANDS */ .L['check-quit'].inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_5__/* .withProwAliases */ .Rf)(env, ['every'], read);
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_6__/* .ownLease */ .XC)(session, { given, inputs }, [...problems, ...inputProblems]);
    const { iteration } = inputs;
    if (iteration !== undefined && iteration % (inputs.every ?? EVERY) !== 0) {
        session.result({ quit: false });
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.done;
    }
    const { file } = own;
    const socket = env['GIVEWAY_KEEPER_SOCKET'];
    const mode = inputs.mode ?? 'graceful';
    if (socket !== undefined && file !== undefined) {
        const result = await (0,_keeper_socket__WEBPACK_IMPORTED_MODULE_7__/* .askKeeper */ ._)(socket, file.id, session.interrupts.signal);
        if (result !== undefined)
            return reportCheck(session, result, mode);
    }
    try {
        return await (0,_session__WEBPACK_IMPORTED_MODULE_10__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
            const lease = await (0,_own_lease__WEBPACK_IMPORTED_MODULE_6__/* .resolveLease */ .dZ)(context, own);
            const result = lease === undefined ? { kind: 'lost' } : await (0,_lease_check_quit__WEBPACK_IMPORTED_MODULE_0__/* .checkQuit */ .M)(context, lease);
            return reportCheck(session, result, mode);
        });
    }
    catch (error) {
        if (!(0,_pool_pool__WEBPACK_IMPORTED_MODULE_1__/* .isPoolError */ .XG)(error) || inputs['on-unreachable'] !== 'continue')
            throw error;
        say.line(`carrying on although nobody could be asked: ${error.message}`);
        session.result({ quit: false, unreachable: true });
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.done;
    }
}
function reportCheck(session, result, mode) {
    const { say } = session;
    switch (result.kind) {
        case 'carry-on':
            session.result({ quit: false });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease is lost: the host is, or may be, another job’s. Stop using it.');
            session.result({ quit: true, ..._quit_file__WEBPACK_IMPORTED_MODULE_9__/* .LOST_JSON */ .Qy });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.lost;
        case 'quit': {
            say.line(`please leave ${(0,_told_text__WEBPACK_IMPORTED_MODULE_8__/* .toldText */ .l)(result.told)}`);
            session.result({ quit: true, ...(0,_quit_file__WEBPACK_IMPORTED_MODULE_9__/* .quitJson */ .cD)(result.told) });
            return mode === 'force' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.quitForced : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_2__/* .EXIT */ .d.quitGraceful;
        }
    }
}


/***/ }),

/***/ 9142:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ answerChecks),
/* harmony export */   _: () => (/* binding */ askKeeper)
/* harmony export */ });
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7030);
/* harmony import */ var node_net__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_net__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(481);
/* harmony import */ var node_readline__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_readline__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _lease_check_quit__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2036);
/**
 * How a checkpoint within `run` asks: over a local socket, and so over the connection that `run` has already. Only this one
 * question goes over it, for the command is not given the key, nor what the key may do.
 */




/** Whoever asks goes to the pool itself after so long, in ms. */
const ANSWER_MS = 10_000;
/** Answers for this lease in a private folder, until it is closed. Where there can be no socket, nobody answers. */
function answerChecks(context, lease, folder) {
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, 'keeper');
    const open = new Set();
    const server = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.createServer)((socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        void answer(context, lease, socket);
    });
    // a folder whose name is too long for a socket: whoever asks goes to the pool itself
    server.on('error', () => undefined);
    server.listen(path);
    return {
        path,
        close: () => {
            server.close();
            for (const socket of open)
                socket.destroy();
        },
    };
}
async function answer(context, lease, socket) {
    try {
        if ((await firstLine(socket)) !== lease.id)
            throw new Error('of another lease');
        socket.end(`${JSON.stringify(await (0,_lease_check_quit__WEBPACK_IMPORTED_MODULE_3__/* .checkQuit */ .M)(context, lease))}\n`);
    }
    catch {
        // nobody could be asked: whoever waits here finds out why by itself
        socket.destroy();
    }
}
/** Undefined: nobody answers there, or not for this lease. */
async function askKeeper(path, id, signal) {
    const socket = (0,node_net__WEBPACK_IMPORTED_MODULE_0__.connect)(path);
    const end = () => void socket.destroy();
    const timer = setTimeout(end, ANSWER_MS);
    signal.addEventListener('abort', end, { once: true });
    socket.write(`${id}\n`);
    try {
        const line = await firstLine(socket);
        signal.throwIfAborted();
        return line === undefined ? undefined : parseResult(line);
    }
    finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        end();
    }
}
/** Undefined: the other end closed without one, or is not there. */
function firstLine(socket) {
    return new Promise((resolve) => {
        const lines = (0,node_readline__WEBPACK_IMPORTED_MODULE_2__.createInterface)({ input: socket });
        lines.once('line', resolve);
        // it hands on the socket's own, which shows in its end
        lines.on('error', () => undefined);
        socket.once('close', () => resolve(undefined));
    });
}
function parseResult(line) {
    const result = JSON.parse(line);
    return ['carry-on', 'quit', 'lost'].includes(result.kind) ? result : undefined;
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

/***/ 2036:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ checkQuit)
/* harmony export */ });
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6209);
/* harmony import */ var _protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8686);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8276);



/**
 * The question at a checkpoint: must this job leave? A quit is in the record before it is answered, so it never moves. A
 * lease without a keeper is renewed by the way.
 */
async function checkQuit(context, lease) {
    const { id, hosts, keeper, settleMs } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .patience */ ._L)(context);
    const isAlive = keeper || (await beat(context, lease, failing));
    let hasRenewed = false;
    let hasSettled;
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .look */ .Op)(context));
        next = undefined;
        // a lock that an earlier check put back has stood since; where a keeper is, it confirms
        hasSettled ??= !keeper && (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__/* .isSettling */ .dw)(snapshot, id, hosts);
        const decision = (0,_protocol_quit__WEBPACK_IMPORTED_MODULE_0__/* .decideQuit */ .Sp)(snapshot, id, hosts);
        // the beat saw it first; all that is left to do is to say so in the record
        if (!isAlive && (decision.kind !== 'lost' || decision.verbs.length === 0))
            return { kind: 'lost' };
        // once, for each renewal changes what the next look shows
        const upkeep = hasRenewed || decision.kind === 'lost'
            ? []
            : (0,_protocol_upkeep__WEBPACK_IMPORTED_MODULE_1__/* .upkeepVerbs */ .Zg)(snapshot, id, hosts, {
                keeper,
                settleMs,
                settlingSinceMs: hasSettled ? snapshot.uptimeMs - settleMs : undefined,
            });
        const due = decision.kind === 'carry-on' ? [] : decision.verbs;
        const verbs = upkeep.length > 0 ? upkeep : due;
        if (verbs.length > 0) {
            const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_2__/* .advance */ .np)(context, snapshot, { hosts, verbs }, failing);
            next = step.next;
            const isDone = step.result !== undefined && step.result !== 'unknown';
            hasRenewed ||= isDone && verbs.some(({ verb }) => verb === 'renew');
            if (step.result !== undefined && step.result !== 'unknown' && step.result.putBack.length > 0) {
                context.say({ type: 'lock-put-back', hosts: step.result.putBack });
            }
            continue;
        }
        switch (decision.kind) {
            case 'carry-on':
                return { kind: 'carry-on' };
            case 'quit':
                return { kind: 'quit', told: decision.told };
            case 'lost':
                return { kind: 'lost' };
        }
    }
}
async function beat({ pool, signal }, { id, hosts }, failing) {
    for (;;) {
        try {
            return (await pool.beat(id, hosts, signal)).kind === 'alive';
        }
        catch (error) {
            await failing.afterFailure(error);
        }
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


/***/ })

};
;