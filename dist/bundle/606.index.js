"use strict";
exports.id = 606;
exports.ids = [606];
exports.modules = {

/***/ 2606:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  initCommand: () => (/* binding */ initCommand)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/init/setup-script.ts
var setup_script = __webpack_require__(775);
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
giveway run --pool ${(0,setup_script/* shellWord */.r7)(pool)} --known-hosts ${(0,setup_script/* shellWord */.r7)(known)} --private-key-file KEY ${command}
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

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: ./src/pool/open.ts + 5 modules
var pool_open = __webpack_require__(1713);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
;// CONCATENATED MODULE: ./src/init/run-setup.ts
/** Runs the script here, or at the other end of an SSH connection, and reads what it says. */




/** Sets up a folder of this machine. Rejects with PoolUnavailable where a step failed. */
async function setUpHere(options) {
    const { inputs, signal } = options;
    const child = (0,external_node_child_process_.spawn)('sh', ['-c', (0,setup_script/* setupScript */.XL)(), 'giveway-init', `folder=${inputs.folder}`, ...(0,setup_script/* inputWords */.cJ)(inputs)], {
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
    const { channel, login } = await (0,pool_open/* openBastion */.fE)(name, { access, program: (0,setup_script/* setupScript */.XL)() }, signal);
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
            channel.input.write([...(0,setup_script/* inputWords */.cJ)(inputs), 'go', ''].join('\n'));
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
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
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
        print((0,setup_script/* printedScript */.UU)(inputs));
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
    const { 'max-priority': maxPriority, 'max-version': maxVersion, 'max-hold': maxHoldMs } = values;
    if (given === undefined) {
        for (const input of ['role', 'tenant', 'max-priority', 'max-version', 'max-hold']) {
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
    if (maxHoldMs !== undefined && (maxHoldMs < 1000 || maxHoldMs % 1000 !== 0)) {
        problem('--max-hold', 'whole seconds', `${maxHoldMs} ms`);
    }
    const maxHoldS = maxHoldMs === undefined ? undefined : maxHoldMs / 1000;
    return { publicKey: parsed.key, role, tenant, maxPriority, maxVersion, maxHoldS };
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