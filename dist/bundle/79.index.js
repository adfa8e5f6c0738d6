"use strict";
exports.id = 79;
exports.ids = [79];
exports.modules = {

/***/ 1079:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   checkQuit: () => (/* binding */ checkQuit)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_check_quit__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8414);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7198);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4352);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4874);






/** A checkpoint: the step succeeds with `quit=true` and a notice, or in force mode fails. */
async function checkQuit() {
    await (0,_workflow__WEBPACK_IMPORTED_MODULE_4__/* .runStep */ .eg)(_settings_commands__WEBPACK_IMPORTED_MODULE_2__/* .COMMANDS */ .L['check-quit'].inputs, async (step) => {
        const code = await (0,_commands_check_quit__WEBPACK_IMPORTED_MODULE_1__/* .checkQuitCommand */ .J)(step.session, { given: step.given }, []);
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

/***/ 8414:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  J: () => (/* binding */ checkQuitCommand)
});

// EXTERNAL MODULE: ./src/protocol/quit.ts
var quit = __webpack_require__(6209);
// EXTERNAL MODULE: ./src/protocol/upkeep.ts
var protocol_upkeep = __webpack_require__(8686);
// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
;// CONCATENATED MODULE: ./src/lease/check-quit.ts



/**
 * The question at a checkpoint: must this job leave? A quit is in the record before it is answered, so it never moves. A
 * lease without a keeper is renewed by the way.
 */
async function checkQuit(context, lease) {
    const { id, hosts, keeper, settleMs } = lease;
    const failing = (0,flow/* patience */._L)(context);
    const isAlive = keeper || (await beat(context, lease, failing));
    let hasRenewed = false;
    let hasSettled;
    for (let next;;) {
        const snapshot = next ?? (await (0,flow/* look */.Op)(context));
        next = undefined;
        // a lock that an earlier check put back has stood since; where a keeper is, it confirms
        hasSettled ??= !keeper && (0,protocol_upkeep/* isSettling */.dw)(snapshot, id, hosts);
        const decision = (0,quit/* decideQuit */.Sp)(snapshot, id, hosts);
        // the beat saw it first; all that is left to do is to say so in the record
        if (!isAlive && (decision.kind !== 'lost' || decision.verbs.length === 0))
            return { kind: 'lost' };
        // once, for each renewal changes what the next look shows
        const upkeep = hasRenewed || decision.kind === 'lost'
            ? []
            : (0,protocol_upkeep/* upkeepVerbs */.Zg)(snapshot, id, hosts, {
                keeper,
                settleMs,
                settlingSinceMs: hasSettled ? snapshot.uptimeMs - settleMs : undefined,
            });
        const due = decision.kind === 'carry-on' ? [] : decision.verbs;
        const verbs = upkeep.length > 0 ? upkeep : due;
        if (verbs.length > 0) {
            const step = await (0,flow/* advance */.np)(context, snapshot, { hosts, verbs }, failing);
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

// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/own-lease.ts
var own_lease = __webpack_require__(1693);
// EXTERNAL MODULE: ./src/commands/told-text.ts
var told_text = __webpack_require__(1845);
// EXTERNAL MODULE: ./src/commands/quit-file.ts
var quit_file = __webpack_require__(5286);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
;// CONCATENATED MODULE: ./src/commands/check-quit.ts










const EVERY = 3;
/** `giveway check-quit`: at a checkpoint, must this job leave? */
async function checkQuitCommand(session, { given }, problems) {
    const { env, say } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L['check-quit'].inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['every'], read);
    const own = (0,own_lease/* ownLease */.XC)(session, inputs, [...problems, ...inputProblems]);
    const { iteration } = inputs;
    if (iteration !== undefined && iteration % (inputs.every ?? EVERY) !== 0) {
        session.result({ quit: false });
        return exit_codes/* EXIT */.d.done;
    }
    try {
        return await (0,commands_session/* withPool */.Le)(session, { ...inputs, pool: own.pool }, async (context) => {
            const lease = await (0,own_lease/* resolveLease */.dZ)(context, own);
            const result = lease === undefined ? { kind: 'lost' } : await checkQuit(context, lease);
            return reportCheck(session, result, inputs.mode ?? 'graceful');
        });
    }
    catch (error) {
        if (!(0,pool/* isPoolError */.XG)(error) || inputs['on-unreachable'] !== 'continue')
            throw error;
        say.line(`carrying on although nobody could be asked: ${error.message}`);
        session.result({ quit: false, unreachable: true });
        return exit_codes/* EXIT */.d.done;
    }
}
function reportCheck(session, result, mode) {
    const { say } = session;
    switch (result.kind) {
        case 'carry-on':
            session.result({ quit: false });
            return exit_codes/* EXIT */.d.done;
        case 'lost':
            say.line('the lease is lost: the host is, or may be, another job’s. Stop using it.');
            session.result({ quit: true, ...quit_file/* LOST_JSON */.Qy });
            return exit_codes/* EXIT */.d.lost;
        case 'quit': {
            say.line(`please leave ${(0,told_text/* toldText */.l)(result.told)}`);
            session.result({ quit: true, ...(0,quit_file/* quitJson */.cD)(result.told) });
            return mode === 'force' ? exit_codes/* EXIT */.d.quitForced : exit_codes/* EXIT */.d.quitGraceful;
        }
    }
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


/***/ })

};
;