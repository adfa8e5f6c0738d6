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
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _commands_duration_text__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2716);
/* harmony import */ var _commands_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7501);
/* harmony import */ var _platform_prow__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1849);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5096);
/* harmony import */ var _fork__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2193);
/* harmony import */ var _ran__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1615);
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
        let failure = '';
        const code = await (0,_commands_run__WEBPACK_IMPORTED_MODULE_4__/* .runCommand */ .d)({ ...session, env }, inputs, [...problems, ...(0,_fork__WEBPACK_IMPORTED_MODULE_7__/* .forkProblems */ .N)(env, inputs.given)], command, {
            onResult: (outcome) => {
                (0,_workflow__WEBPACK_IMPORTED_MODULE_8__/* .setOutputs */ .n0)((0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .ranOutputs */ .Q)(outcome));
                failure = (0,_ran__WEBPACK_IMPORTED_MODULE_9__/* .ranFailure */ .c)(outcome);
            },
        });
        if (code === _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done)
            return;
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1(failure);
        process.exitCode = code;
    });
}
/** What Prow-like runners set, where no input says otherwise: the bastion, how long to wait, the key. */
function withProwDefaults(env) {
    const aliases = (0,_platform_prow__WEBPACK_IMPORTED_MODULE_5__/* .prowAliases */ .p)(env, true);
    const profile = env['CLUSTER_PROFILE_DIR'];
    const key = profile === undefined ? undefined : (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(profile, 'ssh-key');
    const defaults = {
        GIVEWAY_POOL: aliases.pool,
        GIVEWAY_WAIT_TIMEOUT: aliases.waitTimeoutMs === undefined ? undefined : (0,_commands_duration_text__WEBPACK_IMPORTED_MODULE_3__/* .exactDurationText */ .XO)(aliases.waitTimeoutMs),
        GIVEWAY_PRIVATE_KEY_FILE: env['GIVEWAY_PRIVATE_KEY'] === undefined && key !== undefined && (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(key) ? key : undefined,
    };
    const missing = Object.entries(defaults).filter(([name, value]) => value !== undefined && (env[name] ?? '') === '');
    const problems = aliases.problems
        .filter(({ name }) => !(name === 'AUX_HOST' && (env['GIVEWAY_POOL'] ?? '') !== ''))
        .map(({ name, expected, got }) => ({ input: name, expected, got }));
    return { env: { ...env, ...Object.fromEntries(missing) }, problems };
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


/***/ }),

/***/ 2078:
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

/***/ 1615:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ ranOutputs),
/* harmony export */   c: () => (/* binding */ ranFailure)
/* harmony export */ });
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2078);

/** As outputs: `quit` is always there, with who asked beside it. */
function ranOutputs({ quit, outcome, ...fields }) {
    const told = typeof quit === 'object' && quit !== null ? quit : {};
    const reason = outcome === 'lost' ? { reason: 'lost' } : {};
    return { outcome, ...fields, ...told, ...reason, quit: outcome === 'preempted' || outcome === 'lost' };
}
/** In a sentence, for a step that fails for it. */
function ranFailure({ outcome, exitCode, signal, quit, message, reason }) {
    const { byJob, byVersion } = (quit ?? {});
    const text = {
        ended: typeof signal === 'string'
            ? `the command was ended by ${signal}`
            : `the command ended with exit code ${String(exitCode)}`,
        preempted: `the job gave way to ${byJob ?? 'another'} (${byVersion ?? 'newer'})`,
        lost: 'the lease was lost: the host may have been used by another job meanwhile',
        interrupted: 'the job was interrupted',
        'not-acquired': `no host: ${String(reason)}`,
        'pool-unavailable': String(message),
        fault: String(message),
    }[outcome];
    return (0,_harmless__WEBPACK_IMPORTED_MODULE_0__/* .harmless */ .I)(text);
}


/***/ }),

/***/ 3048:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JG: () => (/* binding */ isSwitchedOn),
/* harmony export */   eg: () => (/* binding */ runStep),
/* harmony export */   n0: () => (/* binding */ setOutputs)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4846);
/* harmony import */ var _commands_interrupts__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2006);
/* harmony import */ var _commands_describe_error__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8236);
/* harmony import */ var _commands_say__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1630);
/* harmony import */ var _commands_session__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7756);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5096);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4426);
/* harmony import */ var _harmless__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2078);
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
        process.stdout.write((0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)(text));
    };
    const say = (0,_commands_say__WEBPACK_IMPORTED_MODULE_3__/* .sayTo */ .B)({ write, isTerminal: false, columns: () => 120 }, () => performance.now());
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
            given: givenInputs(inputs),
            lastLine: () => last,
            endWith: (code) => {
                if (code !== _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done)
                    _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1((0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)(last));
            },
        });
    }
    catch (error) {
        const text = (0,_harmless__WEBPACK_IMPORTED_MODULE_7__/* .harmless */ .I)((0,_commands_describe_error__WEBPACK_IMPORTED_MODULE_2__/* .describeError */ .U)(error).lines.map(withoutDashes).join('\n'));
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
/** An input that is yes or no; empty is no. */
function isSwitchedOn(name) {
    return _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4(name) !== '' && _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getBooleanInput */ .Vt(name);
}
/** The fields of a result as outputs, in kebab-case; what is no text is JSON. */
function setOutputs(value) {
    for (const [name, field] of Object.entries(value)) {
        _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH(outputName(name), typeof field === 'string' ? field : JSON.stringify(field));
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