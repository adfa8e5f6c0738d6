"use strict";
exports.id = 754;
exports.ids = [754];
exports.modules = {

/***/ 6560:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   composite: () => (/* binding */ composite)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8438);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4331);
/* harmony import */ var _platform_prow__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3683);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6535);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4318);
/* harmony import */ var _workflow__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4874);









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
        const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_3__.runCommand)({ ...session, env }, inputs, all, command, { onResult });
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