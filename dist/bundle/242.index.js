"use strict";
exports.id = 242;
exports.ids = [242];
exports.modules = {

/***/ 9242:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  start: () => (/* binding */ start)
});

// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/commands/acquire.ts
var acquire = __webpack_require__(850);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/pool/program-text.ts
var program_text = __webpack_require__(2968);
;// CONCATENATED MODULE: ./src/init/setup-script.ts
/** The script that sets up a pool: one constant text, whose inputs are data beside it. */



/** The script, complete: the program that it installs is in it. */
function setupScript() {
    const parts = {
        '@program.sh': (0,program_text/* programText */.Q)().trimEnd(),
        '@add-key.sh': (0,external_node_fs_.readFileSync)(__webpack_require__.ab + "add-key.sh", 'utf8').trimEnd(),
    };
    return (0,external_node_fs_.readFileSync)(__webpack_require__.ab + "init.sh", 'utf8')
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

// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
;// CONCATENATED MODULE: ./src/commands/bash-functions.ts







/** `giveway bash-functions`: prints what bash jobs source, with the settings that were given as its defaults. */
function bashFunctionsCommand(session, { given }, problems) {
    const { values, problems: inputProblems } = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L['bash-functions'].inputs, {
        given,
        env: session.env,
    });
    (0,usage/* failOn */.K)(problems, inputProblems);
    const knownHosts = values['known-hosts'];
    const defaults = {
        pool: values.pool,
        // a file of this machine is not there where the text will be sourced
        'known-hosts': knownHosts !== undefined && (0,external_node_fs_.existsSync)(knownHosts) ? (0,external_node_fs_.readFileSync)(knownHosts, 'utf8') : knownHosts,
        locks: values.locks,
    };
    const lines = Object.entries(defaults).flatMap(([name, value]) => value === undefined ? [] : [defaultLine((0,settings_inputs/* environmentName */.VE)(name), value)]);
    const text = (0,external_node_fs_.readFileSync)(__webpack_require__.ab + "bash-functions.bash", 'utf8');
    session.print(text.replace('# @settings\n', () => lines.join('')));
    return Promise.resolve(exit_codes/* EXIT */.d.done);
}
/** What the job sets comes first; exported, for giveway itself reads it. */
function defaultLine(variable, value) {
    return `if [[ -z \${${variable}-} ]]; then export ${variable}=${shellWord(value.trim())}; fi\n`;
}

// EXTERNAL MODULE: ./src/commands/check-quit.ts + 1 modules
var check_quit = __webpack_require__(8414);
// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(481);
;// CONCATENATED MODULE: ./src/commands/demo.ts
/** `giveway demo`: two jobs of real processes share a host in a temporary folder. */







const HOST = 'lab-host-1';
async function demoCommand(session, _inputs, problems) {
    (0,usage/* failOn */.K)(problems);
    const folder = (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'giveway-demo-'));
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
        (0,external_node_fs_.rmSync)(folder, { recursive: true, force: true });
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
    const left = (0,external_node_fs_.readdirSync)(pool).filter((name) => name.includes('.lock'));
    tell(left.length === 0 ? 'The pool holds no lock and no waiting file' : `Left in the pool: ${left.join(', ')}`);
    const isRight = [acquired, status, released, promoted, finished].every((code) => code === exit_codes/* EXIT */.d.done) &&
        checked === exit_codes/* EXIT */.d.quitGraceful &&
        left.length === 0;
    return isRight ? exit_codes/* EXIT */.d.done : exit_codes/* EXIT */.d.fault;
}
/** Starts steps of one job; what they print goes to stdout behind the job's name. */
function jobIn(session, pool, job, steps) {
    const env = {
        PATH: session.env['PATH'],
        GIVEWAY_OWNER: job,
        GIVEWAY_STATE_DIR: (0,external_node_fs_.mkdtempSync)((0,external_node_path_.join)(pool, `.state-${job}-`)),
        JOB_NAME: job,
    };
    return (...args) => {
        session.print(`[${job}] $ giveway ${args.join(' ')}\n`);
        const child = (0,external_node_child_process_.spawn)(process.execPath, [process.argv[1] ?? '', ...args], {
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
        });
        const seen = [];
        let onLine = () => undefined;
        for (const stream of [child.stdout, child.stderr]) {
            (0,external_node_readline_.createInterface)({ input: stream }).on('line', (line) => {
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
                resolve(code ?? exit_codes/* EXIT */.d.fault);
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

// EXTERNAL MODULE: ./src/commands/describe-error.ts
var describe_error = __webpack_require__(6958);
// EXTERNAL MODULE: ./src/lease/run.ts
var run = __webpack_require__(1467);
// EXTERNAL MODULE: ./src/commands/child.ts
var commands_child = __webpack_require__(6620);
;// CONCATENATED MODULE: ./src/commands/fence.ts









/** `giveway fence`: runs a command on a lab host, unless a later lease of the host has run one before. */
async function fenceCommand(session, { given }, problems, command) {
    const { env, interrupts } = session;
    const { values, problems: inputProblems } = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.fence.inputs, { given, env });
    (0,usage/* failOn */.K)(problems, inputProblems);
    const program = (0,external_node_fs_.readFileSync)(__webpack_require__.ab + "fence.sh", 'utf8');
    if (values.print === true) {
        session.print(program);
        return exit_codes/* EXIT */.d.done;
    }
    const flags = Object.entries({
        '--token': values.token,
        '--pool': values.pool,
        '--fence-file': values['fence-file'],
    }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
    const adopt = values.adopt === true ? ['--adopt'] : [];
    const args = ['-c', program, 'giveway-fence', ...flags, ...adopt, '--', ...command];
    const child = (0,external_node_child_process_.spawn)('/bin/sh', args, { stdio: 'inherit', env });
    const pass = () => {
        const { reason } = interrupts.signal;
        child.kill(reason instanceof run/* Interrupted */.j ? reason.signalName : 'SIGTERM');
    };
    interrupts.signal.addEventListener('abort', pass, { once: true });
    if (interrupts.signal.aborted)
        pass();
    interrupts.onFurther((name) => child.kill(name));
    const exit = await new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    return (0,commands_child/* exitCodeOf */.F)(exit);
}

;// CONCATENATED MODULE: ./src/init/paste-text.ts
/** What a person puts into a workflow once a bastion is set up. */

const SSH_PORT = 22;
/** The line by which a client knows the host. `key`: type and base64. */
function knownHostsLine(host, port, key) {
    return `${port === SSH_PORT ? host : `[${host}]:${port}`} ${key}`;
}
/** The key in the form that files have it: its type, then base64. */
function hostKeyText(key) {
    return `${key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')} ${key.toString('base64')}`;
}
function poolName({ user, host, port, folder }) {
    const address = host.includes(':') ? `[${host}]` : host;
    return `ssh://${user}@${address}${port === SSH_PORT ? '' : `:${port}`}${folder}`;
}
/** The lines to paste: for known_hosts, for a workflow, for a shell. */
function pasteText(bastion, host) {
    const pool = poolName(bastion);
    const { knownHosts } = bastion;
    const command = `--host ${host ?? 'HOST'} --product-version 4.22 -- make test`;
    const known = knownHosts ?? 'the line that ssh-keyscan prints of the bastion, once you have compared it';
    return `# The bastion's host key, as a line of known_hosts:
${known}

# A step of a workflow; the private half of the job's key is its secret GIVEWAY_PRIVATE_KEY:
env:
  GIVEWAY_POOL: ${JSON.stringify(pool)}
  GIVEWAY_KNOWN_HOSTS: ${JSON.stringify(known)}
  GIVEWAY_PRIVATE_KEY: \${{ secrets.GIVEWAY_PRIVATE_KEY }}
run: giveway run ${command}

# A shell, with the private key in a file:
giveway run --pool ${shellWord(pool)} --known-hosts ${shellWord(known)} --private-key-file KEY ${command}
`;
}

;// CONCATENATED MODULE: ./src/init/public-key.ts
/** A public key as it stands in a .pub file, for a line of authorized_keys. */
const KEY_TYPE = /^(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;
/** Does this look like a key's text, rather than the path of its file? */
function isKeyText(text) {
    return /^\s*(?:ssh-|ecdsa-|sk-)\S+\s/.test(text) || text.includes('-----BEGIN') || text.includes('\n');
}
/**
 * Reads the text of one key. Whatever else could stand in such a line is refused: options, which would be another's say
 * in what the key may do; a second line; control characters in the comment.
 */
function parsePublicKey(text) {
    const line = text.trim();
    if (line.includes('-----BEGIN')) {
        return { problem: 'the public half of a key (the file whose name ends in .pub); this is a private key' };
    }
    if (line === '' || /[\n\r]/.test(line))
        return { problem: 'one public key, in one line' };
    // blanks apart, what is not printed could hide something from whoever reads the file
    if (/[\u0000-\u001f\u007f]/.test(line.replaceAll('\t', ' '))) {
        return { problem: 'a public key without control characters' };
    }
    const [type = '', base64 = '', ...comment] = line.split(/[ \t]+/);
    if (!KEY_TYPE.test(type)) {
        return {
            problem: 'a public key that begins with its type, such as ssh-ed25519, without options in front',
        };
    }
    if (!holdsType(base64, type))
        return { problem: 'a whole public key: its base64 is damaged' };
    return { key: [type, base64, ...comment].join(' ') };
}
/** A key's base64 begins with the name of its type. */
function holdsType(base64, type) {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
        return false;
    const blob = Buffer.from(base64, 'base64');
    if (blob.length < 4 || blob.toString('base64') !== base64)
        return false;
    // a chain of fields, each behind its length: all there, and nothing behind
    let at = 0;
    while (at + 4 <= blob.length)
        at += 4 + blob.readUInt32BE(at);
    return at === blob.length && blob.subarray(4, 4 + blob.readUInt32BE(0)).toString('latin1') === type;
}

// EXTERNAL MODULE: ./src/pool/open.ts + 6 modules
var pool_open = __webpack_require__(2247);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
;// CONCATENATED MODULE: ./src/init/run-setup.ts
/** Runs the script here, or at the other end of an SSH connection, and reads what it says. */




/** Sets up a folder of this machine. Rejects with PoolUnavailable where a step failed. */
async function setUpHere(options) {
    const { inputs, signal } = options;
    const child = (0,external_node_child_process_.spawn)('sh', ['-c', setupScript(), 'giveway-init', `folder=${inputs.folder}`, ...inputWords(inputs)], {
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(signal === undefined ? {} : { signal }),
    });
    let complaints = '';
    child.stderr
        .setEncoding('utf8')
        .on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
    const closed = new Promise((resolve) => {
        child.once('close', () => resolve());
        child.once('error', (error) => {
            complaints += error.message;
            resolve();
        });
    });
    const report = readReport(options);
    readLines(child.stdout, report.line);
    await closed;
    signal?.throwIfAborted();
    return { ...report.end(complaints), login: undefined };
}
const SETUP_MS = 120_000;
/** The same at the bastion that the pool's name leads to. Rejects as a connection may, too. */
async function setUpThere(options) {
    const { name, access, inputs } = options;
    const timeout = AbortSignal.timeout(SETUP_MS);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    const { channel, login } = await (0,pool_open/* openBastion */.fE)(name, { access, program: setupScript() }, signal);
    const report = readReport(options);
    const stop = () => channel.destroy();
    signal.addEventListener('abort', stop, { once: true });
    const seen = { restricted: false };
    // the streams' own errors show in `closed`
    for (const stream of [channel.input, channel.output])
        stream.on('error', () => undefined);
    readLines(channel.output, (line) => {
        if (line === 'giveway-loader') {
            channel.load?.();
            channel.input.write([...inputWords(inputs), 'go', ''].join('\n'));
        }
        else if (/^giveway-(?:program|error) /.test(line)) {
            seen.restricted = true;
            channel.destroy();
        }
        else
            report.line(line);
    });
    await channel.closed;
    signal.removeEventListener('abort', stop);
    options.signal?.throwIfAborted();
    if (seen.restricted) {
        throw new pool/* PoolUnavailable */.pP('auth', `can't set up ${name}: the key that logged in is bound to the pool's program. Use a login that has a shell there`);
    }
    if (timeout.aborted && !report.hasEnded()) {
        throw new pool/* PoolUnavailable */.pP('fault', `setting up ${name} took longer than ${SETUP_MS / 1000} s`);
    }
    return { ...report.end(channel.complaints()), login };
}
/** Collects what the script says; lines that are not the script's, a shell's greeting say, are passed over. */
function readReport({ onStep }) {
    let user;
    const hostKeys = [];
    const count = { made: 0, kept: 0, left: 0, note: 0 };
    let failure;
    let ended = false;
    return {
        line(line) {
            const [, what, text = ''] = /^giveway-init ([a-z-]+) (.*)$/.exec(line) ?? [];
            switch (what) {
                case 'made':
                case 'kept':
                case 'left':
                case 'note':
                    count[what] += 1;
                    onStep(what, text);
                    break;
                case 'failed':
                    failure = text;
                    break;
                case 'user':
                    user = text;
                    break;
                case 'host-key':
                    hostKeys.push(text);
                    break;
                case 'end':
                    ended = true;
                    break;
                case undefined:
                default:
            }
        },
        hasEnded: () => ended,
        end(complaints) {
            if (failure !== undefined)
                throw new pool/* PoolUnavailable */.pP('fault', failure);
            if (!ended) {
                throw new pool/* PoolUnavailable */.pP('fault', `the set-up ended early: ${complaints.trim() || 'it said nothing'}`);
            }
            return { user, hostKeys, made: count.made, left: count.left };
        },
    };
}
function readLines(stream, onLine) {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(onLine);
    });
}

// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
;// CONCATENATED MODULE: ./src/commands/init.ts















/** `giveway init`: sets up a folder, here or on a bastion, and says what to paste where. */
async function initCommand(session, { given }, problems) {
    const { env, say, print } = session;
    const { values, problems: inputProblems } = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.init.inputs, { given, env });
    const { inputs, problems: setupProblems } = setupInputs(values);
    (0,usage/* failOn */.K)(problems, inputProblems, setupProblems);
    const { pool = '' } = values;
    if (values.print === true) {
        if (isRemote(pool))
            say.line(`to run it there: giveway init ${pool} … --print | ssh USER@HOST sh`);
        print(printedScript(inputs));
        return exit_codes/* EXIT */.d.done;
    }
    const { signal } = session.interrupts;
    const onStep = (kind, text) => say.line(`${STEP_WORDS[kind]}${(0,one_line/* oneLine */.T)(text, 2000)}`);
    const options = { inputs, onStep, signal };
    const setup = isRemote(pool)
        ? await setUpThere({ ...options, name: pool, access: (0,commands_session/* accessOf */.YK)(env, values) })
        : await setUpHere(options);
    say.line(summary(setup));
    if (setup.user === undefined)
        return exit_codes/* EXIT */.d.needsAttention;
    const { login } = setup;
    const { host, port } = login ?? { host: (0,external_node_os_.hostname)(), port: 22 };
    const key = login === undefined ? setup.hostKeys[0] : hostKeyText(login.hostKey);
    const givenHosts = login === undefined ? values['known-hosts'] : undefined;
    const knownHosts = givenHosts ?? (key === undefined ? undefined : knownHostsLine(host, port, key));
    if (login === undefined && givenHosts === undefined) {
        say.line(`where jobs reach this machine by another name than ${host}, write that one in what follows`);
    }
    print(pasteText({ user: setup.user, host, port, folder: inputs.folder, knownHosts }, inputs.hosts?.[0]));
    return setup.left > 0 ? exit_codes/* EXIT */.d.needsAttention : exit_codes/* EXIT */.d.done;
}
const STEP_WORDS = {
    made: 'done: ',
    kept: 'as it was: ',
    left: 'left to an admin: ',
    note: 'note: ',
};
function summary({ made, left }) {
    const done = made === 0 ? 'nothing had to change' : `${made} ${made === 1 ? 'change' : 'changes'}`;
    return left === 0 ? done : `${done}; ${left} left to an admin, see above`;
}
function isRemote(pool) {
    return pool.startsWith('ssh://');
}
/** What the script is to do; what does not go together is a problem. */
function setupInputs(values) {
    const { pool, user, group, host } = values;
    const problems = [];
    const problem = (input, expected, got) => void problems.push({ input, expected, got });
    if (pool === undefined)
        problem('the folder', 'giveway init DIR, or giveway init ssh://user@host/DIR');
    const folder = folderOf(pool ?? '/');
    if (folder === undefined)
        problem('the folder', 'ssh://user@host[:port]/DIR', pool);
    else if (/[\0\n\r]/.test(folder))
        problem('the folder', 'a path of one line', folder);
    const key = keyInputs(values, problem);
    const { 'lock-timeout': lockTimeoutMs, locks } = values;
    const isLegacy = values.legacy === true;
    if (isLegacy && lockTimeoutMs === undefined)
        problem('--lock-timeout', "the bash jobs' own LOCK_TIMEOUT, such as 10h");
    if (lockTimeoutMs !== undefined && (lockTimeoutMs < 1000 || lockTimeoutMs % 1000 !== 0)) {
        problem('--lock-timeout', 'whole seconds', `${lockTimeoutMs} ms`);
    }
    if (!isLegacy && (lockTimeoutMs ?? locks) !== undefined)
        problem('--legacy', 'beside --lock-timeout and --locks');
    return {
        inputs: {
            folder: folder ?? '',
            user,
            group,
            hosts: host === undefined ? undefined : (0,protocol_host/* hostsOf */.PP)(host),
            key,
            legacy: isLegacy && lockTimeoutMs !== undefined ? { lockTimeoutS: lockTimeoutMs / 1000, locks } : undefined,
            allowNfs: values['allow-nfs'],
        },
        problems,
    };
}
function folderOf(pool) {
    return isRemote(pool) ? (0,pool_open/* folderOnBastion */._8)(pool) : (0,external_node_path_.resolve)(pool);
}
function keyInputs(values, problem) {
    const { 'add-key': given, role = 'job', tenant } = values;
    const { 'max-priority': maxPriority, 'max-version': maxVersion } = values;
    if (given === undefined) {
        for (const input of ['role', 'tenant', 'max-priority', 'max-version']) {
            if (values[input] !== undefined)
                problem('--add-key', `a key for --${input} to hold for`);
        }
        return undefined;
    }
    if (!isKeyText(given) && !(0,external_node_fs_.existsSync)(given)) {
        problem('--add-key', 'the file of a public key, or its text', given);
        return undefined;
    }
    const parsed = parsePublicKey(isKeyText(given) ? given : (0,external_node_fs_.readFileSync)(given, 'utf8'));
    if ('problem' in parsed) {
        // a private key by mistake is not to end in a log
        problem('--add-key', parsed.problem, given.includes('PRIVATE KEY') ? '(not shown)' : given);
        return undefined;
    }
    return { publicKey: parsed.key, role, tenant, maxPriority, maxVersion };
}

// EXTERNAL MODULE: ./src/commands/interrupts.ts
var commands_interrupts = __webpack_require__(5912);
// EXTERNAL MODULE: ./src/commands/keep.ts
var keep = __webpack_require__(6385);
// EXTERNAL MODULE: ./src/commands/release.ts
var release = __webpack_require__(1391);
// EXTERNAL MODULE: ./src/commands/run.ts
var commands_run = __webpack_require__(4331);
// EXTERNAL MODULE: ./src/commands/say.ts + 1 modules
var commands_say = __webpack_require__(8156);
// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
// EXTERNAL MODULE: ./src/protocol/status.ts
var protocol_status = __webpack_require__(5144);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
;// CONCATENATED MODULE: ./src/commands/status-text.ts


const HEADERS = ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'];
const STATE = 1;
const HOLDER = 2;
const WAITING = 5;
const GAP = '  ';
const LONGEST_VERSION = 12;
const LEAST_ROOM = { holder: 12, waiting: 24 };
/** The table that `status` prints, without a newline at its end; below it, what is wrong with broken records. */
function statusTable(status, { nowMs, colours, columns = 100 }) {
    if (status.hosts.length === 0)
        return 'Nobody has used this pool yet.';
    const linesFor = (room) => [
        HEADERS,
        ...status.hosts.map((host) => rowOf(host, nowMs, room)),
    ];
    const room = roomIn(columns, widthsOf(linesFor({ holder: Infinity, waiting: Infinity })));
    const lines = linesFor(room);
    const widths = widthsOf(lines);
    const table = lines.map((cells, line) => cells
        .map((cell, column) => {
        const padding = column === WAITING ? '' : ' '.repeat((widths[column] ?? 0) - (0,one_line/* lengthOf */.Y)(cell));
        return (colours ? painted(cell, colourOf(column, status.hosts[line - 1])) : cell) + padding;
    })
        .join(GAP)
        .trimEnd());
    const problems = status.hosts.flatMap(({ host, problem }) => problem === undefined ? [] : [`${host}: ${problem}`]);
    return [...table, ...problems].join('\n');
}
function rowOf(host, nowMs, room) {
    const { holder } = host;
    return [
        host.host,
        stateText(host, nowMs),
        holder === null ? '-' : (0,one_line/* oneLine */.T)(holder.job, room.holder),
        holder?.version ? (0,one_line/* oneLine */.T)(holder.version, LONGEST_VERSION) : '-',
        sinceText(holder, nowMs),
        waitingText(host.waiting, room.waiting),
    ];
}
function widthsOf(lines) {
    return HEADERS.map((_, column) => Math.max(...lines.map((cells) => (0,one_line/* lengthOf */.Y)(cells[column] ?? ''))));
}
/** What the other columns leave, shared out: neither gets more than it can use while the other lacks it. */
function roomIn(columns, natural) {
    const [holder = 0, waiting = 0] = [natural[HOLDER], natural[WAITING]];
    const all = natural.reduce((sum, width) => sum + width, GAP.length * (natural.length - 1));
    const left = columns - (all - holder - waiting);
    const half = Math.min(Math.floor(left / 2), left - LEAST_ROOM.waiting);
    const forHolder = Math.min(holder, Math.max(LEAST_ROOM.holder, half, left - waiting));
    return { holder: forHolder, waiting: Math.max(LEAST_ROOM.waiting, left - forHolder) };
}
const COLOURS = {
    free: '32',
    held: '33',
    settling: '33',
    quitting: '35',
    expired: '31',
    resting: '36',
    'on-hold': '34',
    broken: '31',
};
/** The headers have no host. */
function colourOf(column, host) {
    if (host === undefined)
        return '1';
    return column === STATE ? COLOURS[host.state] : undefined;
}
function painted(cell, colour) {
    return colour === undefined ? cell : `\u001b[${colour}m${cell}\u001b[0m`;
}
/** With the time that is left, where it ends by itself. */
function stateText({ state, holder, restsUntilMs }, nowMs) {
    if (holder?.told !== undefined && state === 'quitting') {
        const { overdue, graceUntilMs } = holder.told;
        return overdue ? 'quitting (overdue)' : `quitting ${(0,duration_text/* durationText */.S5)(graceUntilMs - nowMs)}`;
    }
    if (holder?.unaware === true)
        return `${state} (unaware)`;
    if (restsUntilMs !== undefined)
        return `${state} ${(0,duration_text/* durationText */.S5)(restsUntilMs - nowMs)}`;
    return state;
}
function sinceText(holder, nowMs) {
    const { sinceMs = null } = holder ?? {};
    return sinceMs === null ? '-' : `${(0,duration_text/* clockText */.Yi)(sinceMs, nowMs)} (${(0,duration_text/* durationText */.S5)(nowMs - sinceMs)})`;
}
/** `4.22 my-job (asked), +2`: of the first waiter its job's name is cut, and nothing else. */
function waitingText(waiting, width) {
    const [first, ...others] = waiting.filter(({ alive }) => alive);
    const dead = waiting.filter(({ alive }) => !alive).length;
    const deadText = dead === 0 ? '' : `${dead} dead`;
    if (first === undefined)
        return deadText === '' ? '-' : deadText;
    const version = (0,one_line/* oneLine */.T)(first.version, LONGEST_VERSION);
    const behind = [
        first.asks ? ' (asked)' : '',
        others.length === 0 ? '' : `, +${others.length}`,
        deadText === '' ? '' : `, ${deadText}`,
    ].join('');
    const room = Math.max(4, width - (0,one_line/* lengthOf */.Y)(version) - 1 - (0,one_line/* lengthOf */.Y)(behind));
    return `${version} ${(0,one_line/* oneLine */.T)(first.job, room)}${behind}`;
}
/** What `status --json` prints: one line, without a newline at its end. */
function statusJson(status, pool) {
    return JSON.stringify({ pool, now: (0,duration_text/* isoText */.t_)(status.nowMs), hosts: status.hosts.map(hostJson) });
}
function hostJson({ host, state, holder, restsUntilMs, problem, waiting }) {
    return {
        host,
        state,
        holder: holder === null ? null : holderJson(holder),
        ...(restsUntilMs === undefined ? {} : { restsUntil: (0,duration_text/* isoText */.t_)(restsUntilMs) }),
        ...(problem === undefined ? {} : { problem }),
        waiting: waiting.map(waiterJson),
    };
}
function holderJson({ sinceMs, endsAtMs, lastSignMs, told, ...holder }) {
    const { job, url, version, fencingToken, legacy, ...more } = holder;
    return {
        job,
        url,
        version,
        since: orNull(sinceMs),
        fencingToken,
        legacy,
        endsAt: orNull(endsAtMs),
        lastSign: orNull(lastSignMs),
        ...more,
        ...(told === undefined ? {} : { told: toldJson(told) }),
    };
}
function toldJson({ graceUntilMs, overdue, ...told }) {
    return { ...told, graceUntil: (0,duration_text/* isoText */.t_)(graceUntilMs), overdue };
}
function waiterJson({ sinceMs, job, url, version, position, ...more }) {
    return { job, url, version, since: (0,duration_text/* isoText */.t_)(sinceMs), position, ...more };
}
function orNull(epochMs) {
    return epochMs === null ? null : (0,duration_text/* isoText */.t_)(epochMs);
}

;// CONCATENATED MODULE: ./src/commands/status.ts











/** `giveway status`: who holds what, and who waits. */
async function statusCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.status.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['pool'], read);
    (0,usage/* failOn */.K)(problems, inputProblems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], { values: inputs, problems: inputProblems }));
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const snapshot = await (0,flow/* look */.Op)(context, (0,flow/* patience */._L)(context));
        show(session, context, snapshot, inputs);
        if (inputs.watch === true)
            return watch(session, context, snapshot, inputs);
        return inputs.check === true ? check(session, snapshot, inputs) : exit_codes/* EXIT */.d.done;
    });
}
const WATCH_MS = 1000;
/** Shows it again whenever it changes; a signal, or the end of its reader, is how it ends, and no failure. */
async function watch(session, context, first, inputs) {
    const ending = new AbortController();
    const onUnread = () => ending.abort(session.unread.reason);
    const onInterrupt = () => ending.abort(context.signal.reason);
    session.unread.addEventListener('abort', onUnread, { once: true });
    context.signal.addEventListener('abort', onInterrupt, { once: true });
    if (session.unread.aborted)
        onUnread();
    if (context.signal.aborted)
        onInterrupt();
    const watched = { ...context, signal: ending.signal };
    const failing = (0,flow/* patience */._L)(watched);
    try {
        for (let snapshot = first;;) {
            // a minute at most: how long somebody has held or waited changes by itself
            const untilUptimeMs = snapshot.uptimeMs + 60_000;
            await context.pool.watch(snapshot, { everyMs: WATCH_MS, untilUptimeMs }, ending.signal);
            snapshot = await (0,flow/* look */.Op)(watched, failing);
            show(session, context, snapshot, inputs);
        }
    }
    catch (error) {
        if (error instanceof run/* Interrupted */.j || error instanceof commands_session/* Unread */.I_)
            return exit_codes/* EXIT */.d.done;
        throw error;
    }
}
function show(session, { pool }, snapshot, inputs) {
    const status = (0,protocol_status/* statusOf */.c2)(snapshot, inputs.host === undefined ? undefined : (0,protocol_host/* hostsOf */.PP)(inputs.host));
    if (inputs.json === true) {
        session.print(`${statusJson(status, pool.name)}\n`);
        return;
    }
    const clear = inputs.watch === true && session.isTerminal ? '\u001b[H\u001b[2J' : '';
    const colours = session.isTerminal && session.env['NO_COLOR'] === undefined;
    session.print(`${clear}${statusTable(status, { nowMs: status.nowMs, colours })}\n`);
}
function check({ say }, snapshot, inputs) {
    const status = (0,protocol_status/* statusOf */.c2)(snapshot, inputs.host === undefined ? undefined : (0,protocol_host/* hostsOf */.PP)(inputs.host));
    const maxHeldMs = inputs['max-held'];
    const found = (0,protocol_status/* statusProblems */.zg)(status, maxHeldMs === undefined ? {} : { maxHeldMs });
    for (const problem of found)
        say.line(problem);
    return found.length > 0 ? exit_codes/* EXIT */.d.needsAttention : exit_codes/* EXIT */.d.done;
}

// EXTERNAL MODULE: ./node_modules/commander/esm.mjs
var esm = __webpack_require__(8179);
// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(1916);
;// CONCATENATED MODULE: ./package.json
const package_namespaceObject = {"rE":"0.1.0"};
;// CONCATENATED MODULE: ./src/cli/command-line.ts
/** Flags and help; what was typed comes out as texts, which src/settings then reads. */





/** Reads the arguments behind `giveway`. Unknown flags and stray words come back as problems, beside all others. */
function parseCommandLine(argv) {
    const separator = argv.indexOf('--');
    const own = separator < 0 ? [...argv] : argv.slice(0, separator);
    const command = separator < 0 ? [] : argv.slice(separator + 1);
    let text = '';
    let found;
    const program = programOf((name, flags, words) => {
        const { given, stray } = withOperand(name, flags, words);
        const problems = [
            ...stray.flatMap((word, index) => strayProblem(word, stray[index - 1], name)),
            ...commandProblems(name, separator, command),
        ];
        found = { kind: 'command', name, given, command, problems };
    });
    const print = (chunk) => void (text += chunk);
    for (const one of [program, ...program.commands]) {
        one.exitOverride().configureOutput({ writeOut: print, writeErr: print });
    }
    try {
        program.parse(own, { from: 'user' });
    }
    catch (error) {
        const isHelp = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
        return { kind: 'text', text: text === '' ? program.helpInformation() : text, isError: !isHelp };
    }
    return found ?? { kind: 'text', text: program.helpInformation(), isError: true };
}
function programOf(onCommand) {
    const program = new esm/* Command */.uB('giveway')
        .description('Lab hosts shared between CI jobs, without a server: a job for a newer version goes first.')
        .version(package_namespaceObject.rE, '--version')
        .configureHelp({ styleTitle: (title) => title, sortSubcommands: false })
        .addHelpText('after', () => examplesText(commands/* COMMANDS */.L.run.examples) + PROGRAM_NOTES);
    for (const [name, spec] of Object.entries(commands/* COMMANDS */.L)) {
        const command = program
            .command(name)
            .description(spec.about)
            .usage(`${spec.operand === undefined ? '' : `${settings_inputs/* INPUTS */.mc[spec.operand].value} `}[options]${spec.takesCommand === true ? ' -- COMMAND…' : ''}`)
            .allowUnknownOption()
            .allowExcessArguments()
            .addHelpText('after', () => examplesText(spec.examples) + COMMAND_NOTES);
        for (const input of spec.inputs)
            addOption(command, input);
        command.action(() => onCommand(name, givenOf(command, spec.inputs), command.args));
    }
    return program;
}
function addOption(command, name) {
    const { value, about } = settings_inputs/* INPUTS */.mc[name];
    const collect = (text, before) => [...(before ?? []), text];
    if (value === undefined)
        command.option(`--${name}`, about);
    else
        command.option(`--${name} <${value}>`, about, collect);
}
function givenOf(command, names) {
    const options = command.opts();
    return new Map(names.flatMap((name) => {
        const value = options[name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())];
        if (value === undefined)
            return [];
        return [[name, value === true ? ['yes'] : value]];
    }));
}
/** The first word of its own stands for the input that a command may have without a flag. */
function withOperand(name, given, words) {
    const { operand } = commands/* COMMANDS */.L[name];
    const [first, ...stray] = words;
    if (operand === undefined || first === undefined || first.startsWith('-') || given.has(operand)) {
        return { given, stray: words };
    }
    return { given: new Map([...given, [operand, [first]]]), stray };
}
function strayProblem(word, before, name) {
    if (!word.startsWith('-')) {
        // the value of an unknown flag, which is named already
        if (before?.startsWith('-') === true && !before.includes('='))
            return [];
        return [{ input: 'arguments', expected: 'flags, and behind -- a command', got: word }];
    }
    const flags = commands/* COMMANDS */.L[name].inputs.map((input) => `--${input}`);
    const nearest = flags.length === 0 ? '--help' : (0,mod/* closest */.kp)(word.split('=')[0] ?? word, flags);
    return [{ input: word, expected: `a flag of giveway ${name} (nearest: ${nearest})`, got: word }];
}
function commandProblems(name, separator, command) {
    const { takesCommand = false, inputs } = commands/* COMMANDS */.L[name];
    if (!takesCommand && separator >= 0) {
        return [{ input: 'arguments', expected: 'nothing behind --', got: ['--', ...command].join(' ') }];
    }
    // one that prints instead has no use for a command
    const isNeeded = takesCommand && !inputs.includes('print');
    return isNeeded && command.length === 0
        ? [{ input: 'command', expected: 'a command behind --', got: undefined }]
        : [];
}
function examplesText(examples) {
    if (examples.length === 0)
        return '';
    return `\nExamples:\n${examples.map(([line, about]) => `  # ${about}\n  ${line}\n`).join('')}`;
}
const COMMAND_NOTES = `
Every flag has a twin in the environment: --wait-timeout is ${(0,settings_inputs/* environmentName */.VE)('wait-timeout')}.
Durations are 90s, 15m, 2h, 1h30m.
`;
const PROGRAM_NOTES = `
giveway COMMAND --help tells more of each.
`;

;// CONCATENATED MODULE: ./src/cli/main.ts
/** One call of the command line, from its arguments to its exit code. */

















const RUNNERS = {
    run: commands_run/* runCommand */.d,
    acquire: (session, inputs, problems) => (0,acquire/* acquireCommand */.EB)(session, inputs, problems),
    'check-quit': check_quit/* checkQuitCommand */.J,
    keep: keep/* keepCommand */.x,
    release: (session, inputs, problems) => (0,release/* releaseCommand */.P)(session, inputs, problems),
    status: statusCommand,
    fence: fenceCommand,
    init: initCommand,
    'bash-functions': bashFunctionsCommand,
    demo: demoCommand,
};
/** Runs `giveway` with these arguments; resolves with the exit code. */
async function main(argv) {
    const { stderr, stdout } = process;
    // whoever read them may be gone (`giveway … | head`): that ends neither a lease nor its clean-up
    const unread = new AbortController();
    stdout.on('error', () => unread.abort(new commands_session/* Unread */.I_()));
    stderr.on('error', () => undefined);
    const line = parseCommandLine(argv);
    if (line.kind === 'text') {
        (line.isError ? stderr : stdout).write(line.text);
        return line.isError ? exit_codes/* EXIT */.d.usage : exit_codes/* EXIT */.d.done;
    }
    const output = {
        write: (text) => void stderr.write(text),
        isTerminal: stderr.isTTY,
        // a window changes its size, and a pseudo-terminal may have none
        columns: () => stderr.columns || 80,
    };
    const say = (0,commands_say/* sayTo */.B)(output, () => performance.now());
    const interrupts = (0,commands_interrupts/* catchInterrupts */._)(process.env);
    const session = {
        env: process.env,
        result: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
        print: (text) => void stdout.write(text),
        say,
        interrupts,
        isTerminal: stdout.isTTY,
        unread: unread.signal,
    };
    try {
        return await RUNNERS[line.name](session, line, line.problems, line.command);
    }
    catch (error) {
        say.done();
        const { lines, code } = (0,describe_error/* describeError */.U)(error);
        for (const text of lines)
            say.line(text);
        if (error instanceof usage/* UsageError */.e)
            say.line(`giveway ${line.name} --help tells more`);
        return code;
    }
    finally {
        interrupts.end();
    }
}

;// CONCATENATED MODULE: ./src/cli/start.ts


/** This process is `giveway`, with its arguments, streams and exit code. */
async function start() {
    // Node's own code for this is 1, which has a meaning here.
    process.on('uncaughtException', (error) => {
        console.error(`giveway: a fault of giveway itself: ${error.stack ?? error.message}`);
        process.exit(exit_codes/* EXIT */.d.fault);
    });
    process.exitCode = await main(process.argv.slice(2));
}


/***/ }),

/***/ 850:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EB: () => (/* binding */ acquireCommand),
/* harmony export */   bt: () => (/* binding */ notAcquiredText),
/* harmony export */   eB: () => (/* binding */ notAcquiredExit)
/* harmony export */ });
/* harmony import */ var _lease_acquire__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9790);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3169);
/* harmony import */ var _lease_leave__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2329);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8492);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6104);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7428);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(2782);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(6940);















/** `giveway acquire`: waits for a host and leaves a lease file for later steps; or takes over what an earlier job left. */
async function acquireCommand(session, { given }, problems, hooks = { keeper: false }) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_7__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_5__/* .COMMANDS */ .L.acquire.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const folder = inputs['state-dir'] ?? (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_3__/* .stateDir */ .P)(env);
    const unwritable = (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .folderProblems */ .VG)({ input: '--state-dir', folder });
    if (inputs.lease !== undefined) {
        const named = { ...inputs, 'lease-file': undefined, lease: inputs.lease };
        return adopt(session, named, [...problems, ...aliased.problems, ...unwritable], hooks);
    }
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_9__/* .requestedJob */ .mJ)(env, aliased, hooks.keeper);
    (0,_usage__WEBPACK_IMPORTED_MODULE_13__/* .failOn */ .K)(problems, aliased.problems, jobProblems, unwritable);
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    return (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, inputs, async (context) => {
        const result = await (0,_lease_acquire__WEBPACK_IMPORTED_MODULE_0__/* .acquire */ .X)(context, request, { waitTimeoutMs: inputs['wait-timeout'] });
        if (result.kind !== 'acquired')
            return reportNotAcquired(session, result, request.ifBusy);
        const lease = { ...result.lease, acquiredAt: new Date().toISOString(), waitedMs: result.waitedMs };
        const leaseFile = await leaveFiles(context, folder, lease, hooks);
        say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .acquiredText */ .E)(result));
        const previous = (0,_acquired_text__WEBPACK_IMPORTED_MODULE_8__/* .previousJson */ .U)(result);
        session.result({ ...leaseJson(lease, leaseFile), ...(previous === undefined ? {} : { previous }) });
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    });
}
/** Makes a lease that an earlier job of the run kept this job's. */
async function adopt(session, inputs, problems, hooks) {
    const { heartbeat: heartbeatMs = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.heartbeatMs, ttl = _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.ttlMs } = inputs;
    const ttlMs = hooks.keeper ? ttl : (inputs['lease-ttl'] ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULTS */ .zY.leaseTtlMs);
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .ownLease */ .XC)(session, inputs, [...problems, ...(0,_job__WEBPACK_IMPORTED_MODULE_9__/* .heartbeatInputProblems */ .fZ)({ heartbeatMs, ttlMs })]);
    hooks.onRequest?.({ pool: own.pool ?? '', id: inputs.lease });
    return (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const found = await (0,_own_lease__WEBPACK_IMPORTED_MODULE_11__/* .resolveLease */ .dZ)(context, own);
        const living = { keeper: hooks.keeper, ttlMs, heartbeatMs };
        const changed = found === undefined ? undefined : await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_1__/* .changeLiving */ .I)(context, found, living);
        if (changed?.kind !== 'changed') {
            session.say.line(`there is no lease ${inputs.lease} any more: it was given back, or lost`);
            session.result({ acquired: false, reason: 'lost' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
        }
        const lease = { ...changed.lease, acquiredAt: acquiredAtOf(changed.lease) };
        const leaseFile = await leaveFiles(context, own.folder, lease, hooks);
        session.say.line(`took over ${lease.hosts.join(', ')} from an earlier job`);
        session.result(leaseJson({ ...lease, waitedMs: 0 }, leaseFile));
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
    });
}
/** Writes the lease files; whoever can't, or was told to stop meanwhile, gives the hosts back: later steps could not. */
async function leaveFiles(context, folder, lease, { onLease }) {
    try {
        const paths = (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .writeLeaseFiles */ .tg)(folder, lease);
        context.signal.throwIfAborted();
        onLease?.(lease, paths);
        return paths[0] ?? '';
    }
    catch (error) {
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_10__/* .removeLeaseFiles */ .Ky)(folder, lease);
        await (0,_lease_leave__WEBPACK_IMPORTED_MODULE_2__/* .abandon */ .e9)(context, lease.id, {});
        throw error;
    }
}
/** When the host was taken: a token is the time of its take, in microseconds, unless the clock had been ahead. */
function acquiredAtOf({ fencingToken }) {
    return new Date(Math.floor(fencingToken / 1000)).toISOString();
}
function leaseJson(lease, leaseFile) {
    return {
        acquired: true,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .seconds */ .YA)(lease.waitedMs),
        acquiredAt: lease.acquiredAt,
        leaseFile,
    };
}
/** Says why there is no host; the exit code. */
function reportNotAcquired(session, result, ifBusy) {
    session.result((0,_waiting_json__WEBPACK_IMPORTED_MODULE_14__/* .waitingJson */ .y)(result));
    session.say.line(notAcquiredText(result));
    return notAcquiredExit(result, ifBusy);
}
function notAcquiredText(result) {
    if (result.kind === 'superseded')
        return 'a later process of this same job has taken over its place';
    return result.reason === 'busy' ? 'not acquired: busy' : 'not acquired: the wait timeout has passed';
}
function notAcquiredExit(result, ifBusy) {
    if (result.kind === 'superseded')
        return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
    return result.reason === 'busy' && ifBusy === 'skip' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.notAcquired;
}


/***/ }),

/***/ 2782:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ acquiredText),
/* harmony export */   U: () => (/* binding */ previousJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8438);


/** That there is a host, and what became of the job before where it did not give it back. */
function acquiredText({ lease, waitedMs, previous }) {
    const after = waitedMs < 1000 ? '' : ` after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_0__/* .durationText */ .S5)(waitedMs)}`;
    const whose = previous?.endedBy === 'expired' ? `; the lease of ${(0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(previous.job)} had expired` : '';
    return `acquired ${lease.hosts.join(', ')} for ${lease.version}${after}${whose}`;
}
/** Who had the host, and how that ended. */
function previousJson({ previous }) {
    return previous === undefined ? undefined : { job: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(previous.job), endedBy: previous.endedBy };
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
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/own-lease.ts
var own_lease = __webpack_require__(1693);
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
            const { byVersion, byJob, graceUntilMs } = result.told;
            const until = (0,duration_text/* clockText */.Yi)(graceUntilMs, Date.now());
            say.line(`please leave by ${until}: ${(0,one_line/* oneLine */.T)(byJob)} (${(0,one_line/* oneLine */.T)(byVersion)}) waits for this host`);
            session.result({ quit: true, ...(0,quit_file/* quitJson */.cD)(result.told) });
            return mode === 'force' ? exit_codes/* EXIT */.d.quitForced : exit_codes/* EXIT */.d.quitGraceful;
        }
    }
}


/***/ }),

/***/ 6385:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ keepCommand)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3169);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6104);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7428);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8438);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(1270);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1693);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(8118);











/** `giveway keep`: beats for a lease that an earlier step acquired. */
async function keepCommand(session, { given }, problems) {
    const { env, say } = session;
    const { values: inputs, problems: inputProblems } = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_3__/* .COMMANDS */ .L.keep.inputs, { given, env });
    const heartbeatMs = inputs.heartbeat ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULTS */ .zY.heartbeatMs;
    const ttlMs = inputs.ttl ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULTS */ .zY.ttlMs;
    const leaseTtlMs = inputs['lease-ttl'] ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULTS */ .zY.leaseTtlMs;
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_8__/* .ownLease */ .XC)(session, inputs, [
        ...problems,
        ...inputProblems,
        ...(0,_job__WEBPACK_IMPORTED_MODULE_7__/* .heartbeatInputProblems */ .fZ)({ heartbeatMs, ttlMs }),
    ]);
    const quitFile = inputs['quit-file'];
    if (quitFile !== undefined)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(quitFile, { force: true });
    const tell = (value) => {
        if (quitFile !== undefined)
            (0,_quit_file__WEBPACK_IMPORTED_MODULE_9__/* .writeQuitFile */ .h8)(session, quitFile, value);
    };
    return (0,_session__WEBPACK_IMPORTED_MODULE_10__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const waitMs = inputs['wait-timeout'];
        const lease = waitMs === undefined || own.file !== undefined
            ? await (0,_own_lease__WEBPACK_IMPORTED_MODULE_8__/* .resolveLease */ .dZ)(context, own)
            : await (0,_own_lease__WEBPACK_IMPORTED_MODULE_8__/* .awaitLease */ .nb)(context, own, waitMs);
        if (lease === undefined) {
            say.line('there is no lease of this job to be kept');
            session.result({ kept: false, reason: 'not-held' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.notAcquired;
        }
        const onEnd = inputs['on-end'] === 'release'
            ? { kind: 'release' }
            : { kind: 'keep', leaseTtlMs };
        const result = await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_1__/* .keep */ .a)(context, lease, {
            ttlMs,
            heartbeatMs,
            onEnd,
            onQuit: (told) => tell((0,_quit_file__WEBPACK_IMPORTED_MODULE_9__/* .quitJson */ .cD)(told)),
            onOverdue: () => {
                say.line('no heartbeat has come through for a while: the job must leave before the lease ends');
                tell(_quit_file__WEBPACK_IMPORTED_MODULE_9__/* .LOST_JSON */ .Qy);
            },
            onKept: ({ hosts }) => say.line(`keeping ${hosts.join(', ')}: a heartbeat every ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_6__/* .durationText */ .S5)(heartbeatMs)}`),
        });
        if (result.kind === 'lost')
            tell(_quit_file__WEBPACK_IMPORTED_MODULE_9__/* .LOST_JSON */ .Qy);
        return report(session, lease, result);
    });
}
function report(session, { hosts, id }, result) {
    const host = hosts.join(', ');
    const end = result.kind === 'ended' ? result.left : result.kind;
    const text = {
        kept: `told to stop: the lease of ${host} lives on without heartbeats`,
        released: `${host} has been given back`,
        lost: `the lease of ${host} is lost: the host is, or may be, another job’s. Stop using it.`,
        unknown: `told to stop: what became of the lease of ${host} is not known`,
    }[end];
    const code = { kept: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done, released: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.done, lost: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.lost, unknown: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__/* .EXIT */ .d.poolUnavailable }[end];
    session.say.line(text);
    session.result({
        kept: end === 'kept' || end === 'released',
        host: hosts.join(','),
        leaseId: id,
        ended: end,
    });
    return code;
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

/***/ 1391:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ releaseCommand)
/* harmony export */ });
/* harmony import */ var _lease_clock__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5436);
/* harmony import */ var _lease_flow__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8276);
/* harmony import */ var _lease_hold_while__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4681);
/* harmony import */ var _lease_release__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8495);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7428);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4261);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(8438);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(1693);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(8118);












/** How long a release goes on once this process was told to stop: what it does is what is wanted then. */
const INTERRUPTED_MS = 4000;
/** `giveway release`: gives back what is this job's, whatever state it is in. */
async function releaseCommand(session, { given }, problems, { beforeRelease, onReleased, ...options } = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_5__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_7__/* .COMMANDS */ .L.release.inputs, { given, env });
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .ownLease */ .XC)(session, read.values, [...problems, ...read.problems], {
        mayBeGone: true,
        mayLackPool: true,
    });
    if (own.pool === undefined) {
        say.line(`there is no lease file in ${own.folder}, and no --pool to look for this job's lease`);
        return reportReleased(session, { kind: 'not-held' });
    }
    const id = own.file?.id ?? own.id;
    const whose = id === undefined ? { owner: own.owner, attempt: own.attempt } : { id };
    const { signal, end } = delayed(session.interrupts.signal, INTERRUPTED_MS);
    const result = await (0,_session__WEBPACK_IMPORTED_MODULE_11__/* .withPool */ .Le)(session, { ...read.values, pool: own.pool }, async (context) => {
        const bounded = { ...context, signal };
        if (beforeRelease !== undefined) {
            const held = await findHeld(bounded, own);
            if (held !== undefined) {
                await (0,_lease_hold_while__WEBPACK_IMPORTED_MODULE_2__/* .holdWhile */ .d)(context, held.lease, (until) => beforeRelease(held, until));
            }
        }
        return (0,_lease_release__WEBPACK_IMPORTED_MODULE_3__/* .release */ ._)(bounded, whose, options);
    }).finally(end);
    if (own.file !== undefined)
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_9__/* .removeLeaseFiles */ .Ky)(own.folder, own.file, read.values['lease-file']);
    onReleased?.(result);
    return reportReleased(session, result);
}
/** Only what is this job's at this moment: of a host that is another's by now nothing may be done. */
async function findHeld(context, own) {
    const snapshot = await (0,_lease_flow__WEBPACK_IMPORTED_MODULE_1__/* .look */ .Op)(context);
    const lease = own.file ?? (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .findLease */ .G0)(snapshot, own);
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
function reportReleased(session, result) {
    const { say } = session;
    switch (result.kind) {
        case 'released':
            say.line(`gave ${result.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_8__/* .durationText */ .S5)(result.heldMs)}`);
            session.result({ released: true, heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_11__/* .seconds */ .YA)(result.heldMs) });
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


/***/ }),

/***/ 4331:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ runCommand)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1467);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8690);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(4395);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6104);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(7428);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(850);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(2782);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(6620);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8438);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4203);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(6940);




















const MAX_GUARD_MS = 10_000;
/** `giveway run`: holds a host while a command runs. */
async function runCommand(session, { given }, problems, command, hooks = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_7__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_11__/* .COMMANDS */ .L.run.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_13__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_13__/* .requestedJob */ .mJ)(env, aliased, true);
    const resultFile = inputs['result-file'];
    (0,_usage__WEBPACK_IMPORTED_MODULE_17__/* .failOn */ .K)(problems, aliased.problems, jobProblems, resultFileProblems(resultFile), (0,_lease_file__WEBPACK_IMPORTED_MODULE_14__/* .folderProblems */ .VG)({ input: 'TMPDIR', folder: (0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)() }));
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    const mode = inputs.mode ?? 'force';
    let scratch;
    let waitedMs = 0;
    const tellResult = (outcome) => {
        writeResult(session, resultFile, outcome);
        hooks.onResult?.(outcome);
    };
    try {
        const result = await (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .withPool */ .Le)(session, inputs, (context) => (0,_lease_run__WEBPACK_IMPORTED_MODULE_3__/* .run */ .e)(context, request, {
            waitTimeoutMs: inputs['wait-timeout'],
            quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
            onAcquired: (acquired) => {
                waitedMs = acquired.waitedMs;
                say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_9__/* .acquiredText */ .E)(acquired));
            },
            onQuit: (told) => {
                if (scratch !== undefined)
                    (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .writeQuitFile */ .h8)(session, quitFile(scratch), (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .quitJson */ .cD)(told));
            },
            start: (lease) => {
                scratch = makeScratch();
                hooks.onStart?.(scratch);
                const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
                return startCommand(session, lease, { scratch, command, quitSignal });
            },
            beforeRelease: hooks.beforeRelease,
        }));
        tellResult(resultJson(result, waitedMs));
        if (result.kind === 'not-run') {
            say.line((0,_acquire__WEBPACK_IMPORTED_MODULE_8__/* .notAcquiredText */ .bt)(result.acquire));
            return (0,_acquire__WEBPACK_IMPORTED_MODULE_8__/* .notAcquiredExit */ .eB)(result.acquire, request.ifBusy);
        }
        return reportRan(session, result, mode);
    }
    catch (error) {
        tellResult(failureJson(error));
        throw error;
    }
    finally {
        if (scratch !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(scratch, { recursive: true, force: true });
    }
}
function makeScratch() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'giveway-'));
    }
    catch (error) {
        throw new _lease_file__WEBPACK_IMPORTED_MODULE_14__/* .LeaseFileError */ .th(`can't make a folder in ${(0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)()}: ${error.message}`, {
            cause: error,
        });
    }
}
function startCommand(session, lease, { scratch, command, quitSignal }) {
    const leaseFile = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(scratch, 'lease.json');
    (0,_lease_file__WEBPACK_IMPORTED_MODULE_14__/* .writeLeaseFile */ .MT)(leaseFile, { ...lease, acquiredAt: new Date().toISOString() });
    const env = {
        ...session.env,
        GIVEWAY_POOL: lease.pool,
        GIVEWAY_HOST: lease.hosts.join(','),
        GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
        GIVEWAY_LEASE_FILE: leaseFile,
        GIVEWAY_QUIT_FILE: quitFile(scratch),
    };
    for (const name of _session__WEBPACK_IMPORTED_MODULE_16__/* .SECRETS */ .cW)
        Reflect.deleteProperty(env, name);
    const child = (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .startChild */ .v)({
        command,
        env,
        quitSignal,
        folder: scratch,
        guardMs: Math.min(MAX_GUARD_MS, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .lockDelayMs */ .vv)(lease.ttlMs)),
        killMs: (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_5__/* .commandDeadlines */ .Xe)(lease.ttlMs).killMs,
        onError: (message) => session.say.line(message),
    });
    session.interrupts.onFurther((name) => child.signal(name));
    return child;
}
function quitFile(scratch) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(scratch, 'quit');
}
function reportRan({ say }, result, mode) {
    const { because, exit, released } = result;
    if (released?.kind === 'released')
        say.line(`gave ${released.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_12__/* .durationText */ .S5)(released.heldMs)}`);
    switch (because) {
        case 'ended':
            if (released?.kind === 'lost') {
                say.line('the lease was lost while the command ended: the host may have been another job’s');
                return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
            }
            return (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .exitCodeOf */ .F)(exit);
        case 'interrupted':
            return (0,_child__WEBPACK_IMPORTED_MODULE_10__/* .exitCodeOf */ .F)(exit);
        case 'preempted':
            say.line(`gave way (${mode})`);
            return mode === 'force' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.quitForced : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease was lost, and the command was stopped');
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_6__/* .EXIT */ .d.lost;
    }
}
/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path) {
    if (path === undefined)
        return [];
    try {
        const isFile = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.lstatSync)(path, { throwIfNoEntry: false })?.isFile() ?? true;
        if (!isFile)
            return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(path, '', { flag: 'wx' });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path);
        return [];
    }
    catch (error) {
        const expected = `a file that can be written (${error.code ?? 'unknown'})`;
        return [{ input: '--result-file', expected, got: path }];
    }
}
function writeResult({ say }, path, result) {
    if (path === undefined)
        return;
    try {
        (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .writeWhole */ .f8)(path, result);
    }
    catch (error) {
        say.line(`warning: can't write the result file: ${error.message}`);
    }
}
/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error) {
    if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_3__/* .Interrupted */ .j)
        return { outcome: 'interrupted', signal: error.signalName };
    const message = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_19__/* .oneLine */ .T)(error instanceof Error ? error.message : String(error), 1000);
    return { outcome: (0,_pool_pool__WEBPACK_IMPORTED_MODULE_4__/* .isPoolError */ .XG)(error) ? 'pool-unavailable' : 'fault', message };
}
function resultJson(result, waitedMs) {
    if (result.kind === 'not-run')
        return { outcome: 'not-acquired', ...(0,_waiting_json__WEBPACK_IMPORTED_MODULE_18__/* .waitingJson */ .y)(result.acquire) };
    const { because, exit, lease, told, released } = result;
    return {
        outcome: because,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .seconds */ .YA)(waitedMs),
        exitCode: exit.code,
        signal: exit.signal,
        ...(told === undefined ? {} : { quit: (0,_quit_file__WEBPACK_IMPORTED_MODULE_15__/* .quitJson */ .cD)(told) }),
        released: released?.kind === 'released',
        ...(released?.kind === 'released' ? { heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_16__/* .seconds */ .YA)(released.heldMs) } : {}),
    };
}


/***/ }),

/***/ 6940:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   y: () => (/* binding */ waitingJson)
/* harmony export */ });
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4395);
/* harmony import */ var _protocol_quit__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6209);


/** The result of an acquire that got nothing: who holds, and who was ahead. */
function waitingJson(result) {
    if (result.kind === 'superseded')
        return { acquired: false, reason: 'superseded' };
    const { reason, report } = result;
    const holders = (report?.hosts ?? []).flatMap(({ host, availability }) => {
        switch (availability.state) {
            case 'held':
            case 'resting': {
                const { details, owner, version, token } = availability.holder;
                const job = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(details.job ?? owner);
                const since = new Date(Math.floor(token / 1000)).toISOString();
                const url = details.url === undefined ? {} : { url: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)(details.url) };
                return [{ host, job, ...url, version: version.text, since, legacy: false }];
            }
            case 'bash':
                return [{ host, job: 'a bash job', legacy: true }];
            case 'free':
            case 'broken':
                return [];
        }
    });
    const ahead = (report?.ahead ?? []).map(({ waiter, rule }) => ({
        job: (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .T)((0,_protocol_quit__WEBPACK_IMPORTED_MODULE_0__/* .jobName */ .dZ)(waiter)),
        version: waiter.version.text,
        rule,
    }));
    return { acquired: false, reason, holder: holders[0], holders, ahead };
}


/***/ }),

/***/ 3169:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ changeLiving),
/* harmony export */   a: () => (/* binding */ keep)
/* harmony export */ });
/* harmony import */ var _protocol_given_back__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4537);
/* harmony import */ var _protocol_expiry__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4261);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6104);
/* harmony import */ var _clock__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5436);
/* harmony import */ var _flow__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8276);
/* harmony import */ var _hold__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6657);
/* harmony import */ var _release__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8495);
/** Handing a lease to a process that beats for it, and leaving it without one. */







/** Makes a lease live another way from now on. Doing it twice is doing it once, but for a new sign of life. */
async function changeLiving(context, lease, living) {
    const { id, hosts } = lease;
    const failing = (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .patience */ ._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .look */ .Op)(context));
        const records = hosts.map((host) => (0,_protocol_expiry__WEBPACK_IMPORTED_MODULE_0__/* .liveRecord */ .sy)(snapshot, host, id));
        const details = records[0]?.details;
        if (details === undefined || records.includes(undefined)) {
            return { kind: (0,_protocol_given_back__WEBPACK_IMPORTED_MODULE_6__/* .isGivenBack */ .H)(snapshot, id, hosts) ? 'released' : 'lost' };
        }
        const sentAtMs = context.clock.now();
        const verb = {
            verb: 'keep',
            id,
            hosts,
            ttlMs: living.ttlMs,
            keeper: living.keeper,
            details: detailsOf(details, living),
        };
        const step = await (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .advance */ .np)(context, snapshot, { hosts, verbs: [verb] }, failing);
        next = step.next;
        // of unknown outcome: the same again, for it does no harm twice
        if (step.result === undefined || step.result === 'unknown')
            continue;
        const { keeper, ttlMs, heartbeatMs = lease.heartbeatMs } = living;
        return { kind: 'changed', sentAtMs, lease: { ...lease, keeper, ttlMs, heartbeatMs } };
    }
}
function detailsOf(details, { keeper, heartbeatMs }) {
    return { ...details, keeper, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) };
}
/** How long the last act may take once the signal has come: whoever sent it kills soon. */
const LAST_ACT_MS = 4000;
/**
 * Beats for a lease that is there already, until it is given back or lost, or until the signal; then makes an orderly end.
 * It changes nothing but this lease.
 */
async function keep(context, lease, keeping) {
    const { signal } = context;
    const { ttlMs, heartbeatMs } = keeping;
    const overdue = alarm(context.clock, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_1__/* .commandDeadlines */ .Xe)(ttlMs).terminateMs, () => keeping.onOverdue?.());
    try {
        const changed = await changeLiving(context, lease, { keeper: true, ttlMs, heartbeatMs });
        if (changed.kind === 'released')
            return changed;
        if (changed.kind === 'lost')
            return { kind: 'lost', how: 'taken' };
        overdue.set(changed.sentAtMs);
        keeping.onKept(changed.lease);
        const how = await (0,_hold__WEBPACK_IMPORTED_MODULE_4__/* .hold */ ._)(context, changed.lease, {
            onQuit: keeping.onQuit,
            onBeat: overdue.set,
            sinceMs: changed.sentAtMs,
            ...(keeping.everyMs === undefined ? {} : { everyMs: keeping.everyMs }),
        });
        return how === 'released' ? { kind: 'released' } : { kind: 'lost', how };
    }
    catch (error) {
        if (!signal.aborted)
            throw error;
        return { kind: 'ended', left: await endOrderly(context, lease, keeping) };
    }
    finally {
        overdue.cancel();
    }
}
/** Calls back so long after the time that it was last set to; a call to the pool that hangs does not hold it up. */
function alarm(clock, afterMs, callback) {
    let timer;
    const cancel = () => timer?.cancel();
    const set = (fromMs) => {
        cancel();
        timer = clock.after(Math.max(0, fromMs + afterMs - clock.now()), callback);
    };
    return { set, cancel };
}
async function endOrderly(context, lease, { onEnd }) {
    const late = new Error(`the pool ${lease.pool} did not answer in time`);
    const { signal, cancel } = (0,_clock__WEBPACK_IMPORTED_MODULE_2__/* .deadlineSignal */ .R)(context.clock, LAST_ACT_MS, late);
    const last = { ...context, signal };
    try {
        if (onEnd.kind === 'release') {
            const { kind } = await (0,_release__WEBPACK_IMPORTED_MODULE_5__/* .release */ ._)(last, { id: lease.id });
            return kind === 'lost' ? 'lost' : 'released';
        }
        const { kind } = await changeLiving(last, lease, { keeper: false, ttlMs: onEnd.leaseTtlMs });
        return kind === 'changed' ? 'kept' : kind;
    }
    catch (error) {
        context.say({ type: 'left-behind', error: (0,_flow__WEBPACK_IMPORTED_MODULE_3__/* .asError */ .zR)(error) });
        return 'unknown';
    }
    finally {
        cancel();
    }
}


/***/ })

};
;