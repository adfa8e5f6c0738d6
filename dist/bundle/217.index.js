"use strict";
exports.id = 217;
exports.ids = [217];
exports.modules = {

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

/***/ 2664:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ giveBackStep)
/* harmony export */ });
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3838);
/* harmony import */ var _commands_release__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1391);
/* harmony import */ var _before_release__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6852);
/* harmony import */ var _summary__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6295);




/** Gives a lease back in a step: first the user's command on the host, then the release, then the summary. */
async function giveBackStep({ session, given }, { isPost, ...options }) {
    let held;
    let result = { kind: 'not-held' };
    const { task, problems } = (0,_before_release__WEBPACK_IMPORTED_MODULE_2__/* .beforeReleaseInputs */ .A)();
    await (0,_commands_release__WEBPACK_IMPORTED_MODULE_1__.releaseCommand)(session, { given }, isPost ? [] : problems, {
        ...options,
        beforeRelease: async (found, signal) => {
            held = found;
            await (0,_before_release__WEBPACK_IMPORTED_MODULE_2__/* .runBeforeRelease */ .h)(task, found.lease, { env: session.env, signal });
        },
        onReleased: (released) => (result = released),
    });
    await summarize(held, result);
    return result.kind;
}
async function summarize(held, result) {
    if (held === undefined || result.kind !== 'released')
        return;
    const { lease, file, told } = held;
    const { heldMs } = result;
    await (0,_summary__WEBPACK_IMPORTED_MODULE_3__/* .summarizeHeld */ .fn)({
        ...lease,
        waitedMs: file?.waitedMs,
        heldMs,
        told,
        jobStatus: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .getInput */ .V4('job-status'),
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


/***/ }),

/***/ 1391:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   releaseCommand: () => (/* binding */ releaseCommand)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5436);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8276);
/* harmony import */ var _lease_hold_while__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4681);
/* harmony import */ var _lease_release__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8495);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7428);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4261);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4575);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3169);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(8438);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8118);













/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems, { beforeRelease, onReleased, ...options } = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_7__/* .COMMANDS */ .L.release.inputs, { given, env });
    const inputs = read.values;
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .ownLease */ .XC)(session, { given, inputs }, [...problems, ...read.problems], {
        mayBeGone: true,
        mayLackPool: true,
    });
    if (own.pool === undefined) {
        say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
        return reportReleased(session, { kind: 'not-held' });
    }
    const id = own.file?.id ?? own.id;
    const whose = id === undefined ? { owner: own.owner, attempt: own.attempt } : { id };
    const holdMs = inputs['if-failed'];
    const isHold = holdMs !== undefined && inputs['job-status'] === 'failed';
    const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
    const result = await (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const bounded = { ...context, signal };
        // who comes to look at the host wants it as the failure has left it
        if (beforeRelease !== undefined && !isHold) {
            const held = await findHeld(bounded, own);
            if (held !== undefined) {
                await (0,_lease_hold_while__WEBPACK_IMPORTED_MODULE_2__/* .holdWhile */ .d)(context, held.lease, (until) => beforeRelease(held, until));
            }
        }
        const kept = isHold ? await holdForOwner(bounded, own, holdMs) : undefined;
        if (kept !== undefined)
            return { kind: 'kept', hosts: kept };
        return (0,_lease_release__WEBPACK_IMPORTED_MODULE_3__/* .release */ ._)(bounded, whose, options);
    }).finally(end);
    if (result.kind === 'kept')
        return reportHeld(session, result.hosts, holdMs ?? 0);
    const ticket = own.file !== undefined && result.kind === 'released' && result.hasTicket;
    const resumeFile = ticket ? (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .keepForResume */ .WM)(own.folder, own.file) : undefined;
    if (own.file !== undefined)
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .removeLeaseFiles */ .Ky)(own.folder, own.file, inputs['lease-file']);
    onReleased?.(result);
    return reportReleased(session, result, resumeFile);
}
/** Keeps the host for its owner to look at; undefined where it is not this job's any more. */
async function holdForOwner(context, own, holdMs) {
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .findLease */ .G0)(await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context), own);
    if (lease === undefined)
        return undefined;
    const living = { keeper: false, ttlMs: holdMs, kind: 'hold', note: 'kept after a failure' };
    const { kind } = await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_8__/* .changeLiving */ .I)(context, lease, living);
    return kind === 'changed' ? lease.hosts : undefined;
}
function reportHeld({ say, result }, hosts, holdMs) {
    const until = Date.now() + holdMs;
    const host = hosts.join(',');
    say.line(`the job has failed: ${host} stays on hold until ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_9__/* .clockText */ .Yi)(until, Date.now())}; giveway unhold or release ends that`);
    result({ released: false, reason: 'on-hold', host, until: new Date(until).toISOString() });
    return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
}
/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context, own) {
    const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context);
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .findLease */ .G0)(snapshot, own);
    if (lease === undefined)
        return undefined;
    const records = lease.hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_6__/* .liveRecord */ .sy)(snapshot, host, lease.id));
    if (records.includes(undefined))
        return undefined;
    const told = records.find((record) => record?.details.told !== undefined)?.details.told;
    return { lease, file: own.file, told };
}
/** Aborts some time after another signal; `end` ends the wait. */
function delayed(signal, ms) {
    const controller = new AbortController();
    let timer;
    const onAbort = () => {
        timer = _lease_clock__WEBPACK_IMPORTED_MODULE_0__/* .systemClock */ .m.after(ms, () => controller.abort(signal.reason));
    };
    if (signal.aborted)
        onAbort();
    else
        signal.addEventListener('abort', onAbort, { once: true });
    return {
        signal: controller.signal,
        end: () => {
            signal.removeEventListener('abort', onAbort);
            timer?.cancel();
        },
    };
}
function reportReleased(session, result, resumeFile) {
    const { say } = session;
    switch (result.kind) {
        case 'released':
            say.line(`gave ${result.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_9__/* .durationText */ .S5)(result.heldMs)}`);
            session.result({
                released: true,
                heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .seconds */ .YA)(result.heldMs),
                ...(resumeFile === undefined ? {} : { resumeFile }),
            });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
        case 'not-held':
            say.line('nothing to give back');
            session.result({ released: false, reason: 'not-held' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease had been lost before: the host is, or was, another job’s meanwhile');
            session.result({ released: false, reason: 'lost' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.lost;
    }
}


/***/ })

};
;