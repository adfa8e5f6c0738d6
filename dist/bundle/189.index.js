"use strict";
exports.id = 189;
exports.ids = [189];
exports.modules = {

/***/ 5189:
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

// EXTERNAL MODULE: ./src/commands/check-quit.ts
var check_quit = __webpack_require__(5732);
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
// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./src/protocol/expiry.ts
var expiry = __webpack_require__(4261);
// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/names.ts
var protocol_names = __webpack_require__(1644);
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/protocol/status.ts
var protocol_status = __webpack_require__(5144);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var timing = __webpack_require__(6104);
;// CONCATENATED MODULE: ./src/protocol/doctor.ts
/** What is wrong with a pool: leftovers, files that do not belong, a folder that is not as it must be. Pure. */






/** Every finding of these kinds is advice; a stray file is, unless it stands where one of ours must be. */
const ADVICE = ['no-lock-timeout', 'tmpfs'];
/** How long what nobody needs may lie there; the program has the same. */
const STALE_MS = 24 * 3_600_000;
/** A commit takes milliseconds. */
const REDO_STAYS_MS = 60_000;
const TEMPORARY_STAYS_MS = 3_600_000;
/** Less is what clocks that are kept in step do. */
const CLOCK_JUMP_MS = 2000;
const FIX = 'giveway doctor --fix';
/** Every finding; where a snapshot could not be had, those that the listing alone tells. */
function diagnose(listing, snapshot, { allowNfs = false } = {}) {
    const found = [
        ...(snapshot === undefined
            ? []
            : [
                ...deadWaiters(snapshot, listing),
                ...[...snapshot.hosts.values()].flatMap((view) => findingsOfHost(snapshot, listing, view)),
                ...brokenRequests(snapshot, listing),
                ...loneHeartbeats(snapshot, listing),
                ...unknownTimeout(snapshot),
                ...uptimeJump(snapshot),
            ]),
        ...brokenMode(listing),
        ...staleFiles(listing),
        ...strays(listing),
        ...permissions(listing),
        ...filesystems(listing, allowNfs),
        ...wallClock(listing),
    ];
    return found.map((each) => ({ ...each, isAdvice: each.isAdvice ?? ADVICE.includes(each.what) }));
}
/** The commit that mends it; undefined where that is a person's. */
function fixOf(snapshot, { what, host, name, isSafe }) {
    // a name that is no word can be no argument; the program would not know it either
    if (!isSafe || !/^[!-~]+$/.test(`${host ?? '-'}${name ?? '-'}`))
        return undefined;
    const hosts = host === null ? [] : [host];
    const fixed = { verb: 'fixed', what, name: fixedName({ what, host, name }), hosts };
    switch (what) {
        case 'dead-waiter': {
            const files = snapshot.waiters.find(({ id }) => id === name)?.files ?? [];
            const [file] = files;
            if (name === null || file === undefined)
                return undefined;
            const at = files.map((each) => each.host);
            return {
                hosts: [],
                verbs: [
                    { verb: 'clear', id: name, name: file.text },
                    { ...fixed, hosts: at },
                ],
            };
        }
        case 'expired-lease': {
            const record = host === null ? undefined : snapshot.hosts.get(host)?.record;
            if (host === null || record === undefined)
                return undefined;
            const details = { ...record.details, endedBy: 'expired' };
            return { hosts, verbs: [{ verb: 'expire', host, details }, fixed] };
        }
        case 'left-lock':
            return { hosts, verbs: [{ verb: 'mend', what: 'lock', name: host ?? '' }, fixed] };
        case 'lone-heartbeat':
            return { hosts, verbs: [{ verb: 'mend', what: 'beat', name: name ?? '' }, fixed] };
        case 'old-ticket':
            return { hosts, verbs: [{ verb: 'mend', what: 'ticket', name: name ?? '' }, fixed] };
        case 'temporary':
            return {
                hosts,
                verbs: [{ verb: 'mend', what: 'temporary', name: 'files' }, fixed],
            };
        case 'bash-lock':
        case 'bash-waiter':
        case 'unknown-lock':
        case 'no-lock-timeout':
        case 'broken-record':
        case 'broken-request':
        case 'stray':
        case 'permissions':
        case 'tmpfs':
        case 'nfs':
        case 'redo':
        case 'clock':
        case 'unusable':
            return undefined;
    }
}
/** What the journal's event has as its note. */
function fixedNote(finding) {
    return `${finding.what} ${fixedName(finding)}`;
}
/** All temporary files go at once, and their names are no words of a request. */
function fixedName({ what, host, name }) {
    return what === 'temporary' ? 'files' : (name ?? host ?? '');
}
// ---- waiters
function deadWaiters(snapshot, listing) {
    return snapshot.waiters
        .filter((waiter) => !(0,expiry/* isWaiterAlive */.au)(snapshot, waiter))
        .map((waiter) => waiter.record === undefined ? bashWaiter(waiter, listing) : deadWaiter(snapshot, waiter));
}
function deadWaiter(snapshot, waiter) {
    const who = (0,protocol_status/* jobLabel */.OP)({ job: (0,protocol_status/* waiterName */.Gc)(waiter), version: waiter.version.text });
    const ageMs = (0,expiry/* heartbeatAgeMs */.o6)(snapshot, waiter.id);
    const silent = ageMs === undefined ? 'has no heartbeat' : `has given no sign of life for ${agoText(ageMs)}`;
    const at = [...new Set(waiter.files.map(({ host }) => host))];
    return {
        what: 'dead-waiter',
        host: at.length === 1 ? (at[0] ?? null) : null,
        name: waiter.id,
        why: `${who} waits no more for ${at.join(', ')}: it ${silent}; bash jobs give way to its waiting file all the same`,
        act: FIX,
        isSafe: true,
    };
}
function bashWaiter({ files, version }, { lockPath }) {
    const [file] = files;
    const name = file?.text ?? '';
    return {
        what: 'bash-waiter',
        host: file?.host ?? null,
        name,
        why: `the waiting file of a bash job (${version.text}) is older than ${agoText(timing/* DEFAULTS */.zY.legacyWaiterTtlMs)}: bash jobs of older versions give way to it all the same`,
        act: `if that job is surely gone: rm -- ${quoted(`${lockPath}/${name}`)}`,
        isSafe: false,
    };
}
function brokenRequests(snapshot, { lockPath }) {
    const read = new Set(snapshot.waiters.flatMap(({ files }) => files.map(({ text }) => text)));
    return [...snapshot.hosts.values()].flatMap(({ host, names }) => names
        .filter((name) => !read.has(name))
        .filter((name) => snapshot.legacy === undefined || (0,protocol_names/* parseRequestName */.Sj)(name)?.queued === false)
        .map((name) => ({
        what: 'broken-request',
        host,
        name,
        why: 'a waiting or queue file whose content cannot be read: it counts as nobody, but bash jobs go by its name',
        act: `if no job waits by it: rm -- ${quoted(`${lockPath}/${name}`)}`,
        isSafe: false,
    })));
}
// ---- hosts
function findingsOfHost(snapshot, listing, view) {
    const { host, problem } = view;
    const lock = `${listing.lockPath}/${host}.lock`;
    const finding = (what, why, act, isSafe = false) => [
        { what, host, name: null, why, act, isSafe },
    ];
    if (problem !== undefined) {
        const path = `${listing.path}/.giveway/${host}.lease`;
        return finding('broken-record', `${(0,one_line/* oneLine */.T)(problem, 300)}; until it is mended nobody gets the host`, problem.includes('update giveway')
            ? 'update giveway here'
            : `make sure that nobody uses ${host}, then: mv -- ${quoted(path)} ${quoted(`${path}.broken`)}`);
    }
    const life = (0,expiry/* decideExpiry */.UK)(snapshot, host);
    switch ((0,expiry/* lockOwner */.Vm)(view)) {
        case 'foreign':
            return life.state === 'live' ? [] : bashLock();
        case 'ours':
        case 'none': {
            if (life.state === 'expired') {
                const { details, owner } = life.record;
                const who = (0,protocol_status/* printedName */.sw)(details.job ?? owner);
                return finding('expired-lease', `the lease of ${who} is over, and nobody has taken the host since: bash jobs see its lock`, FIX, true);
            }
            const isLeft = (0,expiry/* lockOwner */.Vm)(view) === 'ours' && (life.state === 'free' || life.state === 'lost');
            return isLeft ? finding('left-lock', 'a lock that its lease has left behind', FIX, true) : [];
        }
    }
    function bashLock() {
        const byHand = `if no job uses ${host}: rm -- ${quoted(lock)}`;
        if (snapshot.legacy === undefined) {
            return finding('unknown-lock', 'a lock that no record speaks of, in a pool without bash jobs', byHand);
        }
        const endsAtNs = (0,expiry/* bashLockEndsAtNs */.QX)(snapshot, view);
        const ageMs = Number((snapshot.wallNs - (view.lockMtimeNs ?? snapshot.wallNs)) / 1000000n);
        if (endsAtNs === undefined ? ageMs < STALE_MS : endsAtNs > snapshot.wallNs)
            return [];
        const older = endsAtNs === undefined
            ? 'nobody has said LOCK_TIMEOUT'
            : 'which is more than LOCK_TIMEOUT: whoever comes gets the host';
        return finding('bash-lock', `the lock of a bash job has stood for ${agoText(ageMs)}; ${older}`, byHand);
    }
}
// ---- files of nobody
/** As the program looks at it, but for locks and places that it reads anew. */
function loneHeartbeats(snapshot, { path }) {
    const needed = new Set([
        ...snapshot.waiters.map(({ id }) => id),
        ...[...snapshot.hosts.values()].flatMap(({ record }) => record === undefined || record.state === 'free' || record.state === 'lost' ? [] : [record.id]),
    ]);
    return [...snapshot.heartbeats].flatMap(([id, heartbeat]) => {
        if (needed.has(id))
            return [];
        const name = (0,one_line/* oneLine */.T)(id, 64);
        if (heartbeat === 'unreadable') {
            const why = 'a heartbeat that cannot be read, of no place and no lease';
            return [
                {
                    what: 'lone-heartbeat',
                    host: null,
                    name,
                    why,
                    act: `if no job gives that sign of life: rm -- ${quoted(`${path}/.giveway/${name}.hb`)}`,
                    isSafe: false,
                },
            ];
        }
        const ageMs = (0,expiry/* heartbeatAgeMs */.o6)(snapshot, id) ?? 0;
        if (ageMs < STALE_MS)
            return [];
        const why = `a heartbeat of ${agoText(ageMs)} ago, of no place and no lease`;
        return [{ what: 'lone-heartbeat', host: null, name, why, act: FIX, isSafe: true }];
    });
}
function staleFiles({ files, wallMs, path }) {
    return files.flatMap(({ name, where, changedAtMs }) => {
        const ageMs = wallMs - changedAtMs;
        if (where === 'inner' && name.endsWith('.ticket') && ageMs >= STALE_MS) {
            const why = `a ticket of ${agoText(ageMs)} ago: the job that gave way has not come back for its place`;
            const id = name.slice(0, -'.ticket'.length);
            return [{ what: 'old-ticket', host: null, name: id, why, act: FIX, isSafe: true }];
        }
        if (isTemporary(where, name) && ageMs >= TEMPORARY_STAYS_MS) {
            const why = `a temporary file of ${agoText(ageMs)} ago, of a program that was killed`;
            return [{ what: 'temporary', host: null, name, why, act: FIX, isSafe: true }];
        }
        if (where === 'inner' && name === 'redo' && ageMs >= REDO_STAYS_MS) {
            const why = `a commit has been in flight for ${agoText(ageMs)}, which takes milliseconds: nothing changes until it is finished`;
            const act = `free room on the disk, or give this account the right to write; whoever comes next finishes it. A person looks at ${quoted(`${path}/.giveway/redo`)}, and removes nothing`;
            return [{ what: 'redo', host: null, name, why, act, isSafe: false }];
        }
        return [];
    });
}
function isTemporary(where, name) {
    return where === 'inner' ? name.startsWith('.tmp.') : name.startsWith('.giveway-tmp.');
}
function strays(listing) {
    const isOwnFolder = listing.lockPath === listing.path;
    return listing.files.flatMap((file) => {
        const { where, name, type } = file;
        const known = where === 'inner' ? isInnerName(name) : isOuterName(name, where === 'lock' || isOwnFolder);
        const isFile = type.startsWith('regular');
        if (name === 'lost+found')
            return [];
        if (known && isFile)
            return [];
        const folder = { pool: listing.path, inner: `${listing.path}/.giveway`, lock: listing.lockPath }[where];
        const path = quoted(`${folder}/${(0,one_line/* oneLine */.T)(name)}`);
        const host = name.endsWith('.lock') && (0,protocol_host/* isHostName */.uy)(name.slice(0, -'.lock'.length))
            ? name.slice(0, -'.lock'.length)
            : null;
        if (type === 'odd name') {
            const why = "something that is nothing of Giveway's, in whose name are blanks or other odd characters";
            const act = `look what it is: ls -lab ${quoted(folder)}; then move it elsewhere`;
            return [{ what: 'stray', host, name: (0,one_line/* oneLine */.T)(name), why, act, isSafe: false, isAdvice: true }];
        }
        const why = known
            ? `stands where a file must be, but is no file (${(0,one_line/* oneLine */.T)(type, 40)}): the host cannot be had`
            : `something (${(0,one_line/* oneLine */.T)(type, 40)}) that is nothing of Giveway's`;
        const act = `look what it is, then move it elsewhere: mv -- ${path} /tmp/`;
        const stray = { what: 'stray', host, name: (0,one_line/* oneLine */.T)(name), why, act, isSafe: false };
        return [known ? stray : { ...stray, isAdvice: true }];
    });
}
function brokenMode({ isModeReadable, path }) {
    if (isModeReadable)
        return [];
    const file = `${path}/.giveway/legacy`;
    return [
        {
            what: 'broken-record',
            host: null,
            name: 'legacy',
            why: "it must say LOCK_TIMEOUT in seconds or -, then the folder of the locks, which is this pool's: until then nobody can use the pool",
            act: `write it anew: giveway init FOLDER --legacy --lock-timeout TIME, or by hand into ${quoted(file)}`,
            isSafe: false,
        },
    ];
}
function isInnerName(name) {
    return (['gen', 'redo', 'journal', 'journal.1', 'legacy'].includes(name) ||
        name.startsWith('.tmp.') ||
        /^[A-Za-z0-9][A-Za-z0-9._-]*\.(lease|hb|ticket)$/.test(name));
}
function isOuterName(name, hasLocks) {
    if (name === 'giveway.json' || name.startsWith('.giveway-tmp.'))
        return true;
    if (!hasLocks)
        return false;
    return (0,protocol_names/* parseRequestName */.Sj)(name) !== undefined || (name.endsWith('.lock') && (0,protocol_host/* isHostName */.uy)(name.slice(0, -5)));
}
// ---- the folder
const STICKY = 0o1000;
const SETGID = 0o2000;
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
function permissions(listing) {
    const paths = { pool: listing.path, inner: `${listing.path}/.giveway`, lock: listing.lockPath };
    const wrong = (path, why, change) => ({
        what: 'permissions',
        host: null,
        name: (0,one_line/* oneLine */.T)(path),
        why,
        act: `chmod ${change} -- ${quoted(path)}`,
        isSafe: false,
    });
    const inner = listing.files.filter(({ where }) => where === 'inner');
    const isShared = new Set([...inner, ...listing.folders].map(({ uid }) => uid)).size > 1;
    return [
        ...listing.folders.flatMap(({ where, mode }) => {
            const path = paths[where];
            return [
                ...((mode & STICKY) === 0
                    ? []
                    : [wrong(path, "it is sticky: jobs of other accounts cannot replace each other's files", '-t')]),
                ...((mode & OTHERS_WRITE) === 0
                    ? []
                    : [wrong(path, 'every account of the machine may write in it, past all rules', 'o-w')]),
                ...((where === 'inner' || (isShared && (mode & GROUP_WRITES) !== 0)) && (mode & SETGID) === 0
                    ? [wrong(path, 'its setgid bit is missing: new files get the group of whoever makes them', 'g+s')]
                    : []),
            ];
        }),
        // what is overwritten or appended to, where the rest is replaced by renames
        ...inner
            .filter(({ name, mode }) => isShared && isWrittenInPlace(name) && (mode & GROUP_WRITES) === 0)
            .map(({ name }) => wrong(`${paths.inner}/${name}`, 'other accounts of the group cannot write it', 'g+w')),
    ];
}
function isWrittenInPlace(name) {
    return name === 'gen' || name === 'journal' || name.endsWith('.hb');
}
function filesystems({ path, poolFilesystem, lockFilesystem }, allowNfs) {
    const at = (what, why, act) => [
        { what, host: null, name: (0,one_line/* oneLine */.T)(path), why, act, isSafe: false },
    ];
    if (poolFilesystem === 'tmpfs' || poolFilesystem === 'ramfs') {
        return at('tmpfs', 'the pool is on a tmpfs: a reboot forgets who held what, and tokens start again from the clock', 'make it on a disk: giveway init FOLDER; with bash jobs add --legacy --lock-timeout TIME --locks FOLDER, which may be a tmpfs');
    }
    if (!allowNfs && [poolFilesystem, lockFilesystem].some((name) => name.startsWith('nfs'))) {
        return at('nfs', 'the pool is on NFS, where locks cannot be trusted: there may be two holders', "make it on the bastion's own disk: giveway init FOLDER");
    }
    return [];
}
function unknownTimeout({ legacy }) {
    if (legacy === undefined || legacy.lockTimeoutMs !== undefined)
        return [];
    return [
        {
            what: 'no-lock-timeout',
            host: null,
            name: null,
            why: 'bash jobs use this pool, and nobody has said their LOCK_TIMEOUT: a lock that a dead one has left is never taken over',
            act: 'giveway init FOLDER --legacy --lock-timeout TIME, with the LOCK_TIMEOUT of the bash jobs',
            isSafe: false,
        },
    ];
}
// ---- clocks
const SET_CLOCK = 'let the machine keep its clock by NTP (timedatectl set-ntp true)';
function wallClock({ wallMs, committedAtMs, files }) {
    const behindMs = Math.max(committedAtMs, ...files.map(({ changedAtMs }) => changedAtMs)) - wallMs;
    if (behindMs < CLOCK_JUMP_MS)
        return [];
    const why = `the clock stands ${agoText(behindMs)} before what has happened already: it was set back; bash jobs see locks live longer`;
    return [{ what: 'clock', host: null, name: null, why, act: SET_CLOCK, isSafe: false }];
}
function uptimeJump({ heartbeats, uptimeMs, bootId }) {
    const ahead = [...heartbeats.values()].flatMap((heartbeat) => heartbeat !== 'unreadable' && heartbeat.bootId === bootId ? [heartbeat.uptimeMs - uptimeMs] : []);
    const mostMs = Math.max(0, ...ahead);
    if (mostMs < CLOCK_JUMP_MS)
        return [];
    const why = `a heartbeat is ${agoText(mostMs)} ahead of the machine's uptime, of the same boot: leases end that much later`;
    const act = 'ask who runs the machine: is it a container whose /proc/uptime is its own, or was it put back to a snapshot?';
    return [{ what: 'clock', host: null, name: null, why, act, isSafe: false }];
}
// ---- small things
function quoted(path) {
    return `'${path.replaceAll("'", "'\\''")}'`;
}
function agoText(ms) {
    if (ms < 120_000)
        return `${Math.floor(ms / 1000)} s`;
    return ms < 2 * 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`;
}

// EXTERNAL MODULE: ./src/protocol/record.ts
var record = __webpack_require__(567);
;// CONCATENATED MODULE: ./src/protocol/journal.ts
/** What has happened in a pool: lines of its journal, as the program writes them, to events that tell a story. Pure. */




/** May grow. */
const JOURNAL_EVENTS = (/* unused pure expression or super */ null && ([
    'requested',
    'acquired',
    'told',
    'released',
    'preempted',
    'expired',
    'lost',
    'superseded',
    'hold',
    'unhold',
    'evicted',
    'noted',
    'bumped',
    'cancelled',
    'left',
    'cleared',
    'put-back',
    'fixed',
    'bash-seen',
    'bash-taken-over',
    'legacy',
]));
function journalReader() {
    const known = new Map();
    let skipped = 0;
    let last = 0;
    function read(texts) {
        // where a process was killed while it wrote a line, the whole one stands behind the part
        const lines = new Map();
        for (const text of texts) {
            const line = parseLine(text);
            if (line === undefined)
                skipped += 1;
            else if (line.commit > last)
                lines.set(line.commit, line);
        }
        const events = [...lines.values()].flatMap((line) => eventsOf(line));
        last = Math.max(last, ...lines.keys());
        return events;
    }
    function eventsOf(line) {
        const events = [];
        for (const words of line.events) {
            const told = tell(line, words);
            if (told === 'unknown')
                skipped += 1;
            else if (told !== 'nothing')
                add(events, told);
        }
        return events;
    }
    function knownOf(id) {
        const found = known.get(id) ?? { id, details: {}, hosts: [] };
        known.set(id, found);
        return found;
    }
    function tell(line, [event = '', ...words]) {
        const { atMs } = line;
        const [id = '', second = '', third = '', fourth = ''] = words;
        const say = (name, about, more = {}) => ({
            commit: line.commit,
            atMs,
            event: name,
            ...describe(about),
            ...more,
        });
        switch (event) {
            case 'requested':
            case 'held':
            case 'settling': {
                const about = knownOf(id);
                if (words.length > 1)
                    learn(about, words);
                if (event === 'requested') {
                    about.requestedAtMs = atMs;
                    return say('requested', about);
                }
                if (event === 'settling' || about.heldAtMs !== undefined)
                    return 'nothing';
                about.heldAtMs = atMs;
                const isTakenForPerson = line.events.some(([name, of]) => name === 'hold' && of === id);
                if (isTakenForPerson)
                    return 'nothing'; // the event behind it says so
                // a take that no request came before had nothing to wait for
                const waitedMs = waited(about, atMs) ?? 0;
                return about.isHold
                    ? say('hold', about, { waitedMs, ...holdText(about) })
                    : say('acquired', about, { waitedMs });
            }
            case 'hold': {
                const about = knownOf(id);
                about.isHold = true;
                about.hosts = hostList(second);
                about.details = { ...about.details, ...detailsOf(third) };
                // one that settles is not had yet
                return about.heldAtMs === undefined
                    ? 'nothing'
                    : say('hold', about, { waitedMs: waited(about, atMs), ...holdText(about) });
            }
            case 'told': {
                const about = knownOf(id);
                about.details = { ...about.details, ...detailsOf(third) };
                const { told } = about.details;
                return say('told', about, {
                    hosts: hostList(second),
                    by: told === undefined ? null : label(told.byJob, told.byVersion),
                });
            }
            case 'evicted': {
                const about = knownOf(id);
                about.isEvicted = true;
                about.details = { ...about.details, ...detailsOf(third) };
                const { told } = about.details;
                return say('evicted', about, {
                    hosts: hostList(second),
                    by: told === undefined ? null : (0,protocol_status/* printedName */.sw)(told.byJob),
                    note: noteOf(about),
                });
            }
            case 'noted': {
                const about = knownOf(id);
                about.details = { ...about.details, ...detailsOf(third) };
                return say('noted', about, { hosts: hostList(second), note: noteOf(about) });
            }
            case 'amended': {
                const about = knownOf(id);
                const { cancelled } = detailsOf(third);
                if (cancelled === undefined)
                    return say('bumped', about, { note: `priority ${(0,one_line/* oneLine */.T)(second, 8)}` });
                return say('cancelled', about, {
                    waitedMs: waited(about, atMs),
                    outcome: 'cancelled',
                    by: (0,protocol_status/* printedName */.sw)(cancelled.by),
                    note: (0,one_line/* oneLine */.T)(cancelled.reason, LONGEST_NOTE),
                });
            }
            case 'released': {
                const about = knownOf(id);
                const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
                if (fourth === 'lost')
                    return 'nothing'; // told when it was lost
                if (fourth === 'settling' && about.heldAtMs === undefined) {
                    return say('released', about, { ...at, heldMs: null, outcome: 'given-back' });
                }
                if (about.isHold)
                    return say('unhold', about, { ...at, outcome: 'released' });
                if (about.isEvicted)
                    return say('preempted', about, { ...at, outcome: 'evicted' });
                return fourth === 'quitting'
                    ? say('preempted', about, { ...at, outcome: 'preempted' })
                    : say('released', about, { ...at, outcome: 'released' });
            }
            case 'expired': {
                const about = knownOf(id);
                const at = { hosts: hostList(second), heldMs: held(about, third, atMs) };
                if (about.isHold)
                    return say('unhold', about, { ...at, outcome: 'expired' });
                return say('expired', about, { ...at, outcome: about.isEvicted ? 'evicted' : 'expired' });
            }
            case 'superseded':
            case 'lost': {
                const about = knownOf(id);
                const heldMs = held(about, third, atMs);
                return say(event, about, { hosts: hostList(second), heldMs, outcome: event });
            }
            case 'left': {
                const about = knownOf(id);
                return say('left', about, { waitedMs: waited(about, atMs), outcome: 'left' });
            }
            case 'cleared': {
                const about = knownOf(id);
                about.owner ??= second;
                return say('cleared', about, { waitedMs: waited(about, atMs), outcome: 'dead' });
            }
            case 'put-back':
                return say('put-back', knownOf(id), { hosts: hostList(second) });
            case 'bash-seen':
                return say('bash-seen', undefined, { hosts: hostList(second), note: bashTrace(third) });
            case 'bash-taken-over':
                return say('bash-taken-over', undefined, { hosts: hostList(second) });
            case 'fixed':
                return say('fixed', undefined, {
                    hosts: hostList(third),
                    note: (0,one_line/* oneLine */.T)([id, second].filter((word) => word !== '-').join(' '), LONGEST_NOTE),
                });
            case 'legacy':
                return say('legacy', undefined, {
                    note: id === '-' ? 'LOCK_TIMEOUT unknown' : `LOCK_TIMEOUT ${(0,one_line/* oneLine */.T)(id, 20)} s`,
                });
            default:
                return 'unknown';
        }
    }
    return { read, skipped: () => skipped, lastCommit: () => last };
}
const LONGEST_NOTE = 400;
const LONGEST_URL = 2000;
function parseLine(text) {
    const match = /^(\d{1,15}) (\d{19})((?: .*;)?) *$/.exec(text);
    if (match === null)
        return undefined;
    const [, commit, ns = '', rest = ''] = match;
    // no blank is in a word, and behind each event stands one or the end
    const events = rest.split(/;(?= |$)/).flatMap((event) => {
        const words = event.split(' ').filter((word) => word !== '');
        return words.length === 0 ? [] : [words];
    });
    return { commit: Number(commit), atMs: Number(BigInt(ns) / 1000000n), events };
}
/** `ID OWNER VERSION TOKEN HOSTS TENANT JSON` */
function learn(about, [, owner, version, , hosts = '', tenant, json = '']) {
    about.details = { ...about.details, ...detailsOf(json) };
    about.hosts = hostList(hosts);
    if (owner !== undefined)
        about.owner = owner;
    if (version !== undefined)
        about.version = version;
    if (tenant !== undefined)
        about.tenant = tenant;
}
function describe(about) {
    const { job = about?.owner, url, project } = about?.details ?? {};
    const { version, tenant } = about ?? {};
    return {
        hosts: about?.hosts ?? [],
        id: about === undefined ? null : (0,one_line/* oneLine */.T)(about.id, 64),
        owner: about?.owner === undefined ? null : (0,one_line/* oneLine */.T)(about.owner, 512),
        job: job === undefined ? null : (0,protocol_status/* printedName */.sw)(job),
        url: url === undefined ? null : (0,one_line/* oneLine */.T)(url, LONGEST_URL),
        project: project === undefined ? null : (0,one_line/* oneLine */.T)(project),
        tenant: tenant === undefined ? null : (0,one_line/* oneLine */.T)(tenant, 64),
        version: version === undefined || about?.isHold === true ? null : (0,one_line/* oneLine */.T)(version),
        waitedMs: null,
        heldMs: null,
        outcome: null,
        by: null,
        note: null,
    };
}
/** One event for several hosts that a commit names one by one. */
function add(events, event) {
    const before = events.at(-1);
    const isSame = before?.event === event.event && before.id === event.id && event.id !== null;
    if (!isSame)
        events.push(event);
    else
        events[events.length - 1] = { ...before, hosts: [...new Set([...before.hosts, ...event.hosts])] };
}
function detailsOf(json) {
    return (0,record/* parseDetails */.md)(json) ?? {};
}
function hostList(text) {
    return text.split(',').filter(protocol_host/* isHostName */.uy);
}
/** Null where the journal does not reach back so far. */
function waited({ requestedAtMs, details: { arrivalNs } }, atMs) {
    const sinceMs = requestedAtMs ?? (arrivalNs === undefined ? undefined : Number(BigInt(arrivalNs) / 1000000n));
    return sinceMs === undefined ? null : Math.max(0, atMs - sinceMs);
}
/** The token is the instant of the take in µs, for where the journal does not reach back so far. */
function held({ heldAtMs }, token, atMs) {
    if (heldAtMs !== undefined)
        return Math.max(0, atMs - heldAtMs);
    return /^\d{13,16}$/.test(token) ? Math.max(0, atMs - Math.floor(Number(token) / 1000)) : null;
}
/** A person's hold: its job's name is who has it. */
function holdText(about) {
    const { job } = about.details;
    return { by: job === undefined ? null : (0,protocol_status/* printedName */.sw)(job), note: noteOf(about) };
}
function noteOf({ details: { note } }) {
    return note === undefined ? null : (0,one_line/* oneLine */.T)(note, LONGEST_NOTE);
}
/** Of a bash job nothing is known but its lock, or the name of its waiting file: `<arrival>.<major>.<minor>`. */
function bashTrace(text) {
    const version = /^\d+\.(\d+\.\d+)$/.exec(text)?.[1];
    return version === undefined ? 'a lock' : `waiting, ${version}`;
}
function label(job, version) {
    return version === '-' ? (0,protocol_status/* printedName */.sw)(job) : `${(0,protocol_status/* printedName */.sw)(job)} (${(0,one_line/* oneLine */.T)(version, 40)})`;
}
function isWanted(event, { hosts, job, project, sinceMs }) {
    const names = [event.job, event.owner].map((name) => (name ?? '').toLowerCase());
    return ((hosts === undefined || event.hosts.some((host) => hosts.includes(host))) &&
        (job === undefined || names.some((name) => name.includes(job.toLowerCase()))) &&
        (project === undefined || event.project === project) &&
        (sinceMs === undefined || event.atMs >= sinceMs));
}

;// CONCATENATED MODULE: ./src/lease/mend.ts
/** Mends of a pool what is proven safe: a loop of looking, deciding and committing. */




const BY_HAND = 'it cannot be mended by giveway, which does not understand what is there: a person must look, and remove it if nobody needs it';
/** Conflicts with jobs at work are decided anew; what is in their way for longer is left to the next run. */
const ROUNDS = 5;
/** Far more than others write meanwhile. */
const JOURNAL_LINES = 2000;
/** What is wrong, and with `fix` what was mended of it; the program judges each death once more, under its guard. */
async function mend(context, { fix, allowNfs }) {
    const failing = (0,flow/* patience */._L)(context);
    const fixed = new Map();
    /** Without a clear answer; others may have been faster. */
    const unclear = new Map();
    /** The program does not understand what is there. */
    const hopeless = new Set();
    let first;
    for (let round = 1;; round += 1) {
        const snapshot = await (0,flow/* look */.Op)(context, failing);
        first ??= snapshot;
        const left = diagnose(await context.pool.list(context.signal), snapshot, { allowNfs });
        const safe = fix && round <= ROUNDS
            ? left.filter((finding) => finding.isSafe && !hopeless.has(fixedNote(finding)))
            : [];
        if (safe.length === 0) {
            const told = unclear.size === 0 ? [] : await fixedSince(context, first);
            for (const [note, finding] of unclear)
                if (told.includes(note))
                    fixed.set(note, finding);
            return {
                fixed: [...fixed.values()],
                left: left.map((finding) => hopeless.has(fixedNote(finding)) ? { ...finding, isSafe: false, act: BY_HAND } : finding),
                snapshot,
            };
        }
        for (const finding of safe) {
            const note = fixedNote(finding);
            const change = fixOf(snapshot, finding);
            if (change === undefined) {
                hopeless.add(note);
                continue;
            }
            try {
                const { result } = await (0,flow/* advance */.np)(context, snapshot, change, failing);
                if (result === 'unknown')
                    unclear.set(note, finding);
                else if (result !== undefined)
                    fixed.set(note, finding);
            }
            catch (error) {
                if (!isHopeless(error))
                    throw error;
                hopeless.add(note);
            }
        }
    }
}
/** One file that nobody understands keeps nobody from mending the rest. */
function isHopeless(error) {
    const reasons = ['broken-record', 'newer-format', 'fault'];
    return error instanceof pool/* PoolUnavailable */.pP && reasons.includes(error.reason);
}
/** What the journal says was mended since a snapshot. */
async function fixedSince({ pool, signal }, { generation }) {
    return journalReader()
        .read(await pool.journal(JOURNAL_LINES, signal))
        .filter(({ event, commit }) => event === 'fixed' && commit > generation)
        .map(({ note }) => note ?? '');
}

// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
;// CONCATENATED MODULE: ./src/commands/doctor.ts












/** `giveway doctor`: what is wrong with a pool, why, and what to do; with --fix what is proven safe is done. Advice fails nothing. */
async function doctorCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.doctor.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['pool'], read);
    (0,usage/* failOn */.K)(problems, inputProblems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], { values: inputs, problems: inputProblems }));
    const options = { fix: inputs.fix === true, allowNfs: inputs['allow-nfs'] === true };
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const { fixed, left, nowMs } = await examine(context, options);
        if (inputs.json === true) {
            session.result({
                pool: context.pool.name,
                now: (0,duration_text/* isoText */.t_)(nowMs),
                fixed: fixed.map(findingJson),
                findings: left.map(findingJson),
            });
        }
        else {
            const lines = [
                ...fixed.map((finding) => `fixed: ${findingText(finding)}`),
                ...left.flatMap((finding) => [findingText(finding), `  do: ${actText(finding, context.pool.name)}`]),
            ];
            // quiet where there is nothing to say, for a timer
            if (lines.length > 0)
                session.print(`${lines.join('\n')}\n`);
        }
        return left.every(({ isAdvice }) => isAdvice) ? exit_codes/* EXIT */.d.done : exit_codes/* EXIT */.d.needsAttention;
    });
}
async function examine(context, options) {
    try {
        const { fixed, left, snapshot } = await mend(context, options);
        return { fixed, left, nowMs: Number(snapshot.wallNs / 1000000n) };
    }
    catch (error) {
        if (!(error instanceof pool/* PoolUnavailable */.pP) || ACTS[error.reason] === undefined)
            throw error;
        const unusable = {
            what: 'unusable',
            host: null,
            name: null,
            why: (0,one_line/* oneLine */.T)(error.message, 500),
            act: ACTS[error.reason] ?? '',
            isSafe: false,
            isAdvice: false,
        };
        const listed = await findingsOfListing(context, options.allowNfs);
        return { fixed: [], left: [unusable, ...listed], nowMs: Date.now() };
    }
}
/** What the listing alone tells, where it can be had. */
async function findingsOfListing(context, allowNfs) {
    try {
        return diagnose(await context.pool.list(context.signal), undefined, { allowNfs });
    }
    catch (error) {
        if (error instanceof pool/* PoolUnavailable */.pP)
            return [];
        await (0,flow/* patience */._L)(context).afterFailure(error);
        return [];
    }
}
/** What makes a pool unusable, and is a finding; the rest is no illness of the pool's. */
const ACTS = {
    permission: 'give the account of this key the right to read and write the folder: giveway init does',
    'no-space': 'make room on the disk of the pool',
    'missing-tool': 'install it on the machine that has the pool (util-linux has flock, coreutils the rest)',
    nfs: "make the pool on the bastion's own disk: giveway init FOLDER",
    'broken-record': 'make sure that nobody uses the host, then move the file that is named aside',
    'newer-format': 'update giveway here',
};
function findingText({ what, host, name, why, isAdvice }) {
    return `${isAdvice ? 'advice: ' : ''}${[what, host, name].filter((part) => part !== null).join(' ')}: ${why}`;
}
function actText({ act, isSafe }, pool) {
    return isSafe ? act.replace('doctor', `doctor --pool ${(0,one_line/* oneLine */.T)(pool, 500)}`) : act;
}
function findingJson({ isSafe, isAdvice, ...finding }) {
    return { ...finding, safe: isSafe, advice: isAdvice };
}

// EXTERNAL MODULE: ./src/protocol/availability.ts
var protocol_availability = __webpack_require__(3241);
// EXTERNAL MODULE: ./src/protocol/order.ts
var order = __webpack_require__(4864);
// EXTERNAL MODULE: ./src/protocol/queue.ts
var protocol_queue = __webpack_require__(3271);
// EXTERNAL MODULE: ./src/protocol/quit.ts
var quit = __webpack_require__(6209);
// EXTERNAL MODULE: ./src/protocol/snapshot.ts
var protocol_snapshot = __webpack_require__(2678);
// EXTERNAL MODULE: ./src/protocol/target.ts
var target = __webpack_require__(9635);
;// CONCATENATED MODULE: ./src/protocol/explain.ts
/** Who holds a host and why, who is next and why, and what would help: as values; the words are the caller's. */











/** What there is to say of a pool at this instant, by the decisions that jobs go by. */
function explain(snapshot, { hosts, who, known = new Map(), lately } = {}) {
    const own = who === undefined ? undefined : findOwn(snapshot, who);
    const status = (0,protocol_status/* statusOf */.c2)(snapshot, hosts ?? own?.hosts, [...known.keys()]);
    return {
        nowMs: status.nowMs,
        hosts: status.hosts.map((host) => hostExplanation(snapshot, host, known.get(host.host))),
        you: own === undefined ? null : ownExplanation(snapshot, own),
        lately: lately?.map(({ atMs, host, what }) => ({ atMs, host, what: (0,one_line/* oneLine */.T)(what, 500) })) ?? null,
    };
}
// ---- a host and its holder
function hostExplanation(snapshot, status, { contact, note } = {}) {
    const { host, state, holder: shown, restsUntilMs, problem } = status;
    // a lock of a bash job may stand over a record, which then tells nothing of the holder
    const record = shown === null || shown.legacy ? undefined : snapshot.hosts.get(host)?.record;
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    const inTheWay = availability.state === 'held' ? availability.holder : undefined;
    const holder = shown === null ? null : holderExplanation(snapshot, shown, record);
    const leaving = leavingOf(snapshot, status, inTheWay);
    const waiting = queueOf(snapshot, status, inTheWay);
    return {
        host,
        state,
        holder,
        ...(restsUntilMs === undefined ? {} : { restsUntilMs }),
        ...(problem === undefined ? {} : { problem }),
        lock: lockOf(snapshot, host),
        preemptible: inTheWay === undefined ? null : preemptibleOf(snapshot, inTheWay),
        leaving,
        waiting,
        advice: hostAdvice(status, {
            holder,
            leaving,
            waiting,
            pushableAbove: inTheWay === undefined ? undefined : pushableAbove(snapshot, host, inTheWay),
        }),
        contact: contact === undefined ? null : (0,one_line/* oneLine */.T)(contact),
        hostNote: note === undefined ? null : (0,one_line/* oneLine */.T)(note),
    };
}
function holderExplanation(snapshot, holder, record) {
    if (record === undefined) {
        return { ...holder, priority: null, atMostUntilMs: null, endsSoon: false, keeper: null, silent: false };
    }
    const { keeper = false, heartbeatMs = timing/* DEFAULTS */.zY.heartbeatMs } = record.details;
    const atMostMs = (0,protocol_snapshot/* spanEndMs */.q7)(snapshot, record.until);
    const endsAtMs = (0,expiry/* leaseEndsAtMs */.Gv)(snapshot, record);
    const ageMs = (0,expiry/* heartbeatAgeMs */.o6)(snapshot, record.id) ?? Infinity;
    return {
        ...holder,
        endsAtMs: endsAtMs === undefined ? null : (0,protocol_status/* atWallMs */.a)(snapshot, endsAtMs),
        priority: record.priority,
        atMostUntilMs: (0,protocol_status/* atWallMs */.a)(snapshot, atMostMs),
        endsSoon: atMostMs - snapshot.uptimeMs <= (0,timing/* evictionRestMs */.MI)(record.ttlMs),
        keeper: record.kind === 'hold' ? null : keeper,
        silent: record.kind !== 'hold' && keeper && ageMs >= 2 * heartbeatMs,
    };
}
function lockOf(snapshot, host) {
    const view = snapshot.hosts.get(host);
    const owner = (0,expiry/* lockOwner */.Vm)(view);
    const life = (0,expiry/* decideExpiry */.UK)(snapshot, host);
    const live = life.state === 'live' ? life.record : undefined;
    if (view === undefined || owner === 'none')
        return { kind: live === undefined ? 'none' : 'missing' };
    if (owner === 'ours') {
        if (live === undefined)
            return { kind: 'left' };
        return { kind: live.state === 'settling' ? 'settling' : 'own' };
    }
    const endsAtNs = (0,expiry/* bashLockEndsAtNs */.QX)(snapshot, view);
    return {
        kind: 'bash',
        endsAtMs: endsAtNs === undefined ? null : Number(endsAtNs / 1000000n),
        expired: endsAtNs !== undefined && endsAtNs <= snapshot.wallNs,
        lostBy: live === undefined ? null : (0,protocol_status/* printedName */.sw)(live.details.job ?? live.owner),
    };
}
/** By what a holder can be preempted: the rule itself is asked, for a job that has just come. */
function preemptibleOf(snapshot, record) {
    const { priority, version } = record;
    const ask = (claim) => {
        const waiter = { id: '', record: undefined, files: [], arrivalNs: snapshot.wallNs, ...claim };
        return (0,quit/* decidePreemption */.QY)(snapshot, waiter, record);
    };
    const urgent = ask({ priority: priority + 1, version });
    const newer = ask({ priority, version: newerThan(version) });
    const exempt = [urgent, newer].find((answer) => answer.kind === 'exempt');
    return {
        byPriorityAbove: urgent.kind === 'may-not' ? null : priority,
        byVersionAbove: newer.kind === 'may-not' ? null : version.text,
        fromMs: (0,protocol_status/* atWallMs */.a)(snapshot, exempt?.untilMs ?? snapshot.uptimeMs),
        because: newer.kind === 'may-not' ? newer.rule : null,
    };
}
/** The next minor, if numbers go so far. */
function newerThan(version) {
    const minor = version.minor + 1;
    if (!Number.isSafeInteger(minor))
        return version;
    return { major: version.major, minor, text: `${version.major}.${minor}` };
}
function leavingOf(snapshot, status, record) {
    const { host, state, holder, waiting } = status;
    if (holder === null || state === 'resting' || state === 'expired')
        return null;
    const asker = waiting.find(({ alive, asks }) => alive && asks);
    if (record === undefined) {
        return asker === undefined
            ? { kind: 'stays', because: 'nobody-waits' }
            : { kind: 'bash', byJob: asker.job, byVersion: asker.version };
    }
    const { told } = record.details;
    if (told !== undefined) {
        return {
            kind: 'told',
            byJob: (0,protocol_status/* printedName */.sw)(told.byJob),
            // a person has none
            byVersion: told.byVersion === '-' ? null : (0,one_line/* oneLine */.T)(told.byVersion) || null,
            atMs: told.atMs,
            graceUntilMs: told.graceUntilMs,
            overdue: (0,quit/* graceLeftMs */.a9)(snapshot, told) < 0,
        };
    }
    if (state === 'quitting')
        return { kind: 'told-by-nobody' };
    if (state === 'on-hold')
        return { kind: 'stays', because: 'hold' };
    if (state === 'settling')
        return { kind: 'stays', because: 'settling' };
    const preemptor = (0,quit/* findPreemptor */.Wy)(snapshot, host, record);
    if (preemptor !== undefined) {
        const preemption = (0,quit/* decidePreemption */.QY)(snapshot, preemptor, record);
        if (preemption.kind === 'may')
            return { kind: 'unaware', ...askerOf(preemptor), rule: preemption.rule };
    }
    for (const waiter of (0,protocol_queue/* waitersFor */.nA)(snapshot, host)) {
        const preemption = (0,quit/* decidePreemption */.QY)(snapshot, waiter, record);
        if (preemption.kind !== 'exempt' || asksNobody(snapshot, waiter) !== undefined)
            continue;
        const untilMs = (0,protocol_status/* atWallMs */.a)(snapshot, preemption.untilMs);
        return { kind: 'exempt', untilMs, ...askerOf(waiter), rule: preemption.rule };
    }
    if (record.details.preemptible === false)
        return { kind: 'stays', because: 'not-preemptible' };
    return { kind: 'stays', because: waiting.some(({ alive }) => alive) ? 'nobody-may' : 'nobody-waits' };
}
function askerOf(waiter) {
    return { byJob: (0,protocol_status/* waiterName */.Gc)(waiter), byVersion: waiter.version.text };
}
// ---- the queue
function queueOf(snapshot, status, record) {
    // as status has them: the live ones in this order, then the dead
    const live = (0,protocol_queue/* waitersFor */.nA)(snapshot, status.host);
    return status.waiting.map((shown, index) => {
        const waiter = live[index];
        if (waiter === undefined) {
            return { ...shown, priority: null, starvesAtMs: null, preemption: null, asksNot: null };
        }
        const preemption = record === undefined ? null : (0,quit/* decidePreemption */.QY)(snapshot, waiter, record);
        return {
            ...shown,
            priority: waiter.priority,
            starvesAtMs: starvesAtWallMs(snapshot, waiter),
            preemption: preemption?.kind === 'exempt'
                ? { ...preemption, untilMs: (0,protocol_status/* atWallMs */.a)(snapshot, preemption.untilMs) }
                : preemption,
            asksNot: shown.asks ? null : asksNotOf(snapshot, waiter, status, preemption),
        };
    });
}
function asksNotOf(snapshot, waiter, { host, holder, state }, preemption) {
    const isBash = holder?.legacy === true && state === 'held';
    if (!isBash && preemption?.kind !== 'may')
        return null;
    const nobody = asksNobody(snapshot, waiter);
    if (nobody !== undefined)
        return nobody;
    if (asksAt(waiter) !== undefined)
        return 'asks-elsewhere';
    return (0,target/* chooseTarget */.b)(snapshot, waiter, groupsOf(waiter)) === host ? 'asks-soon' : 'another-asks';
}
function asksNobody(snapshot, waiter) {
    return (0,target/* whyItAsksNobody */.$)(snapshot, waiter, groupsOf(waiter));
}
function asksAt(waiter) {
    return waiter.files.find(({ queued }) => !queued)?.host;
}
/** Of a bash job: the host of its file. */
function groupsOf({ record, files }) {
    return record?.details.groups ?? [files.map(({ host }) => host)];
}
function starvesAtWallMs(snapshot, waiter) {
    const atMs = (0,order/* starvesAtMs */.iG)(snapshot, waiter);
    return atMs === Infinity ? null : (0,protocol_status/* atWallMs */.a)(snapshot, atMs);
}
function hostAdvice({ state, restsUntilMs }, situation) {
    const { holder } = situation;
    const endsAtMs = holder?.endsAtMs ?? null;
    switch (state) {
        case 'free':
            return [];
        case 'broken':
            return [{ do: 'mend-record' }];
        case 'expired':
            return [{ do: 'nothing', because: 'expired' }];
        case 'resting':
            return [{ do: 'wait', for: 'rest', untilMs: restsUntilMs ?? null }];
        case 'settling':
            return [{ do: 'wait', for: 'settling', untilMs: null }];
        case 'on-hold':
            return [{ do: 'wait', for: 'hold', untilMs: endsAtMs }, { do: 'unhold' }];
        case 'held':
        case 'quitting': {
            if (holder?.legacy === true) {
                const wait = { do: 'wait', for: 'bash-lock', untilMs: endsAtMs };
                return endsAtMs === null ? [{ do: 'end-bash-job' }] : [wait];
            }
            const silence = holder?.silent === true ? [{ do: 'wait', for: 'silence', untilMs: endsAtMs }] : [];
            return [...silence, ...leavingAdvice(situation)];
        }
    }
}
function leavingAdvice({ holder, leaving, waiting, pushableAbove: above }) {
    switch (leaving?.kind) {
        case 'told':
            if (!leaving.overdue)
                return [{ do: 'wait', for: 'grace', untilMs: leaving.graceUntilMs }];
            // an eviction would not end it sooner
            return holder?.endsSoon === true
                ? [{ do: 'wait', for: 'lease-end', untilMs: holder.atMostUntilMs }]
                : [{ do: 'evict', because: 'overdue' }];
        case 'unaware': {
            if (holder?.silent === true)
                return [];
            const wait = { do: 'wait', for: 'checkpoint', untilMs: null };
            // a keeper looks all the time; what only checkpoints tell, a job that hangs never learns
            return holder?.keeper === true ? [wait] : [wait, { do: 'evict', because: 'unaware' }];
        }
        case 'exempt':
            return [{ do: 'wait', for: 'exempt-time', untilMs: leaving.untilMs }];
        case 'stays':
        case 'told-by-nobody':
            return [
                ...(above === undefined ? [] : [{ do: 'raise-priority', above }]),
                ...(waiting.some(({ alive }) => alive) ? [{ do: 'evict', because: 'stays' }] : []),
            ];
        case 'bash':
        case undefined:
            return [];
    }
}
function pushableAbove(snapshot, host, holder) {
    const isPushed = (0,protocol_queue/* waitersFor */.nA)(snapshot, host).some((waiter) => 
    // a bash job has no priority that could be raised
    waiter.record !== undefined &&
        (0,quit/* decidePreemption */.QY)(snapshot, waiter, holder).kind === 'may-not' &&
        wouldGiveWay(snapshot, waiter, holder));
    return isPushed ? holder.priority : undefined;
}
/** A lease that lives, else a place, of the caller's own tenant if it has one; the latest attempt of several. */
function findOwn(snapshot, who) {
    const isIt = (record) => 'id' in who ? record.id === who.id : record.owner === who.owner;
    const held = [...snapshot.hosts.keys()].flatMap((host) => {
        const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
        if (availability.state !== 'held' || !isIt(availability.holder))
            return [];
        return [{ record: availability.holder, waiter: undefined, hosts: [host] }];
    });
    const waiting = snapshot.waiters.flatMap((waiter) => {
        const { record } = waiter;
        if (record === undefined || !isIt(record))
            return [];
        return [{ record, waiter, hosts: (0,protocol_host/* hostsOf */.PP)([waiter.files.map(({ host }) => host)]) }];
    });
    const rank = ({ record, waiter }) => [
        Number(record.tenant !== snapshot.caller.tenant),
        Number(waiter !== undefined),
        Number(waiter !== undefined && !(0,expiry/* isInQueue */.L5)(snapshot, waiter)),
        -record.attempt,
    ];
    const [first] = [...held, ...waiting].sort((a, b) => compareNumbers(rank(a), rank(b)));
    if (first === undefined || first.waiter !== undefined)
        return first;
    const hosts = held.filter(({ record }) => record.id === first.record.id).flatMap((one) => one.hosts);
    return { ...first, hosts };
}
function compareNumbers(a, b) {
    return a.map((number, index) => number - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
function ownExplanation(snapshot, { record, waiter, hosts }) {
    const state = ownState(snapshot, waiter);
    const places = waiter !== undefined && state === 'waits' ? hosts.map((host) => ownPlace(snapshot, waiter, host)) : [];
    return {
        job: (0,protocol_status/* printedName */.sw)(record.details.job ?? record.owner),
        version: record.version.text,
        priority: record.priority,
        state,
        sinceMs: waiter === undefined ? Math.floor(record.token / 1000) : Number(waiter.arrivalNs / 1000000n),
        together: waiter !== undefined && groupsOf(waiter).length > 1,
        asksAt: (waiter === undefined ? undefined : asksAt(waiter)) ?? null,
        asksNobody: (waiter === undefined ? undefined : asksNobody(snapshot, waiter)) ?? null,
        starvesAtMs: waiter === undefined ? null : starvesAtWallMs(snapshot, waiter),
        places,
        holds: waiter === undefined ? hosts : [],
        advice: waiter !== undefined && state === 'waits' ? ownAdvice(snapshot, waiter, places) : [],
    };
}
function ownState(snapshot, waiter) {
    if (waiter === undefined)
        return 'holds';
    if ((0,expiry/* isInQueue */.L5)(snapshot, waiter))
        return 'waits';
    return (0,expiry/* isWaiterAlive */.au)(snapshot, waiter) ? 'cancelled' : 'gone';
}
function ownPlace(snapshot, waiter, host) {
    const queue = (0,protocol_queue/* waitersFor */.nA)(snapshot, host);
    const isHostFree = (0,protocol_availability/* isFree */.x)(snapshot, host);
    const ahead = (0,protocol_queue/* waitersAhead */.ZE)(snapshot, host, (0,order/* claimOfWaiter */.aw)(snapshot, waiter)).map(({ waiter: other, rule }) => ({
        job: (0,protocol_status/* waiterName */.Gc)(other),
        version: other.version.text,
        rule,
        goesFirst: !isHostFree || (0,protocol_queue/* couldTakeNow */.tZ)(snapshot, other, host, new Map()),
    }));
    const count = ahead.filter(({ goesFirst }) => goesFirst).length;
    const first = [
        ...holderSteps(snapshot, host),
        ...(count === 0 ? [] : [{ kind: 'others-go-first', count }]),
        ...otherHostsStep(snapshot, waiter, host),
    ];
    return { host, position: ahead.length + 1, of: Math.max(queue.length, ahead.length + 1), ahead, first };
}
function holderSteps(snapshot, host) {
    const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
    switch (availability.state) {
        case 'free':
            return [];
        case 'broken':
            return [{ kind: 'record-mended' }];
        case 'resting':
            return [{ kind: 'host-rests', untilMs: (0,protocol_status/* atWallMs */.a)(snapshot, availability.untilMs) }];
        case 'bash': {
            const { untilMs } = availability;
            return [
                { kind: 'bash-lock-ends', untilMs: untilMs === undefined ? null : (0,protocol_status/* atWallMs */.a)(snapshot, untilMs) },
            ];
        }
        case 'held': {
            const { holder } = availability;
            const { told } = holder.details;
            const endsAtMs = (0,protocol_status/* atWallMs */.a)(snapshot, (0,protocol_snapshot/* spanEndMs */.q7)(snapshot, holder.until));
            if (holder.kind === 'hold')
                return [{ kind: 'hold-ends', untilMs: endsAtMs }];
            return [{ kind: 'holder-leaves', untilMs: Math.min(told?.graceUntilMs ?? Infinity, endsAtMs) }];
        }
    }
}
/** With this host fixed for one of the groups: which of the others are taken, where that keeps the job from all. */
function otherHostsStep(snapshot, waiter, host) {
    const groups = groupsOf(waiter);
    if (groups.length < 2)
        return [];
    const others = groups.filter((group) => !group.includes(host));
    const isThere = (candidate) => candidate !== host && (0,protocol_availability/* isFree */.x)(snapshot, candidate);
    if ((0,protocol_host/* chooseHosts */.tj)(others, isThere) !== undefined)
        return [];
    return [{ kind: 'other-hosts-free', hosts: (0,protocol_host/* hostsOf */.PP)(others).filter((one) => !(0,protocol_availability/* isFree */.x)(snapshot, one)) }];
}
function ownAdvice(snapshot, waiter, places) {
    const isItsTurn = ({ first }) => first.length === 0;
    if (groupsOf(waiter).length > 1 ? places.every(isItsTurn) : places.some(isItsTurn))
        return [];
    const hosts = places.map(({ host }) => host);
    const ahead = hosts.flatMap((host) => (0,protocol_queue/* waitersAhead */.ZE)(snapshot, host, (0,order/* claimOfWaiter */.aw)(snapshot, waiter)));
    const startsAtMs = (0,order/* starvesAtMs */.iG)(snapshot, waiter);
    const isLater = startsAtMs > snapshot.uptimeMs && startsAtMs !== Infinity;
    const wouldGain = isLater && ahead.some(({ waiter: other }) => wouldPrecede(snapshot, waiter, other));
    const above = priorityToPass(snapshot, waiter, hosts);
    return [
        ...(wouldGain
            ? [{ do: 'wait', for: 'starve-after', untilMs: (0,protocol_status/* atWallMs */.a)(snapshot, startsAtMs) }]
            : []),
        ...(above === undefined ? [] : [{ do: 'raise-priority', above }]),
    ];
}
/** Above which priority it would be first at one of its hosts, or at all where it wants them together. */
function priorityToPass(snapshot, waiter, hosts) {
    const needs = hosts.map((host) => {
        const ahead = (0,protocol_queue/* waitersAhead */.ZE)(snapshot, host, (0,order/* claimOfWaiter */.aw)(snapshot, waiter)).map(({ waiter: { priority } }) => priority);
        const availability = (0,protocol_availability/* availabilityOf */.n)(snapshot, host);
        const holder = availability.state === 'held' ? availability.holder : undefined;
        // one that leaves already needs no push
        const stays = holder !== undefined &&
            holder.details.told === undefined &&
            (0,quit/* decidePreemption */.QY)(snapshot, waiter, holder).kind === 'may-not';
        const isPassed = holder !== undefined && stays && wouldGiveWay(snapshot, waiter, holder);
        const above = [...ahead, ...(isPassed ? [holder.priority] : [])];
        return { isFirst: ahead.length === 0 && !stays, above };
    });
    const isTogether = groupsOf(waiter).length > 1;
    if (!isTogether && needs.some(({ isFirst }) => isFirst))
        return undefined;
    const each = needs.filter(({ above }) => above.length > 0).map(({ above }) => Math.max(...above));
    if (each.length === 0)
        return undefined;
    return isTogether ? Math.max(...each) : Math.min(...each);
}
/** Would this holder leave for the same waiter of a higher priority? */
function wouldGiveWay(snapshot, waiter, holder) {
    const urgent = { ...waiter, priority: holder.priority + 1 };
    return (asksNobody(snapshot, urgent) === undefined &&
        (0,quit/* decidePreemption */.QY)(snapshot, urgent, holder).kind !== 'may-not');
}
/** Would it stand before this one once it starves? */
function wouldPrecede(snapshot, waiter, other) {
    const starved = { ...(0,order/* claimOfWaiter */.aw)(snapshot, waiter), starved: true };
    return (0,order/* compareClaims */.f1)(starved, (0,order/* claimOfWaiter */.aw)(snapshot, other)) < 0;
}

// EXTERNAL MODULE: ./src/settings/lab-settings.ts
var lab_settings = __webpack_require__(954);
// EXTERNAL MODULE: ./src/commands/wait-text.ts
var wait_text = __webpack_require__(2841);
;// CONCATENATED MODULE: ./src/commands/explain-text.ts



/** Lines, without a newline at the end. */
function explainText({ hosts, you, lately, nowMs }) {
    const parts = [
        ...(you === null ? [] : [ownLines(you, nowMs)]),
        ...hosts.map((host) => hostLines(host, nowMs)),
        ...(lately === null ? [] : [latelyLines(lately, nowMs)]),
    ];
    if (parts.length === 0)
        return 'Nobody has used this pool yet.';
    return parts.map((lines) => lines.join('\n')).join('\n\n');
}
/** What `explain --json` prints: one line, without a newline at its end; an instant `…Ms` is there as `…`, in ISO 8601. */
function explainJson({ nowMs, hosts, you, lately }, pool) {
    return JSON.stringify(withInstants({ pool, nowMs, hosts, you, lately }));
}
function withInstants(value) {
    if (Array.isArray(value))
        return value.map(withInstants);
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => key.endsWith('Ms')
        ? [key.slice(0, -'Ms'.length), typeof one === 'number' ? (0,duration_text/* isoText */.t_)(one) : null]
        : [key, withInstants(one)]));
}
// ---- a host
function hostLines(explained, now) {
    const { host, holder, leaving, preemptible, waiting, advice, contact, hostNote } = explained;
    const known = [
        ...(holder === null ? [] : holderLines(holder, explained, now)),
        ...(leaving === null ? [] : [leavingText(leaving, holder, now)]),
        ...(preemptible === null || isSaid(leaving) ? [] : [preemptibleText(preemptible, now)]),
        ...lockLines(explained.lock, now),
        ...(hostNote === null ? [] : [`Of the machine the lab says: ${hostNote}`]),
        ...(contact === null ? [] : [`Whom to ask about the machine: ${contact}`]),
    ];
    const helps = advice.map((one) => adviceText(one, now, host));
    return [
        `${host} ${stateText(explained, now)}.`,
        ...known.map((line) => `  ${line}.`),
        ...(waiting.length === 0 ? ['  Nobody waits for it.'] : ['  In the queue:']),
        ...waiting.map((place) => `    ${placeText(place, explained, now)}.`),
        ...helpLines(helps, '  '),
    ];
}
/** What its leaving says already of who could make it leave. */
function isSaid(leaving) {
    if (leaving?.kind !== 'stays')
        return leaving?.kind === 'told' || leaving?.kind === 'told-by-nobody';
    return leaving.because === 'hold' || leaving.because === 'not-preemptible';
}
function helpLines(helps, indent) {
    if (helps.length === 0)
        return [];
    return [`${indent}What helps:`, ...helps.map((text) => `${indent}- ${text}.`)];
}
function stateText({ state, holder, restsUntilMs = 0, problem }, now) {
    if (state === 'broken')
        return `cannot be judged: ${problem ?? 'its record cannot be read'}`;
    if (holder === null)
        return 'is free';
    const who = (0,protocol_status/* jobLabel */.OP)(holder);
    switch (state) {
        case 'free':
            return 'is free';
        case 'resting':
            return `rests until ${inText(restsUntilMs, now)}: ${(0,wait_text/* expiredText */.JC)(holder, now)}`;
        case 'expired': {
            const ended = holder.legacy || holder.endsAtMs === null ? '' : `, at ${atText(holder.endsAtMs, now)}`;
            return `may be had: ${(0,wait_text/* expiredText */.JC)(holder, now)}${ended}`;
        }
        case 'on-hold':
            return `is on hold by ${holder.job}${(0,wait_text/* sinceText */.I)(holder, now)}, until ${inText(holder.endsAtMs ?? now, now)}`;
        case 'settling':
            return `is just being taken by ${who}${priorityText(holder)}`;
        case 'held':
        case 'quitting': {
            const { atMostUntilMs } = holder;
            const since = (0,wait_text/* sinceText */.I)(holder, now);
            const end = atMostUntilMs === null ? '' : `, until ${(0,duration_text/* clockText */.Yi)(atMostUntilMs, now)} at most`;
            return `is held by ${who}${priorityText(holder)}${since === '' ? '' : `,${since}`}${end}`;
        }
    }
}
function priorityText({ priority }) {
    return priority === null ? '' : `, priority ${priority}`;
}
function holderLines(holder, { state }, now) {
    const { url, note, keeper, lastSignMs, silent, endsAtMs } = holder;
    const lines = [
        ...(url === null ? [] : [`Its job is at ${url}`]),
        ...(note === undefined ? [] : [`It says: ${note}`]),
    ];
    if (state !== 'held' && state !== 'quitting')
        return lines;
    if (holder.legacy) {
        lines.push('Of a bash job nothing is known but its lock: neither version nor whether it is alive');
    }
    else if (lastSignMs !== null) {
        const sign = (0,duration_text/* durationText */.S5)(now - lastSignMs);
        const end = endsAtMs === null ? '' : `; without another its lease ends at ${inText(endsAtMs, now)}`;
        if (silent)
            lines.push(`Its job has given no sign of life for ${sign}${end}`);
        else if (keeper === true)
            lines.push(`A process beats for it, last ${sign} ago`);
        else
            lines.push(`It looks, and beats, only at its checkpoints, last ${sign} ago${end}`);
    }
    return lines;
}
function leavingText(leaving, holder, now) {
    switch (leaving.kind) {
        case 'told': {
            const { atMs, graceUntilMs, overdue } = leaving;
            const told = `it was told at ${(0,duration_text/* clockText */.Yi)(atMs, now)}, for ${askerText(leaving)}`;
            return overdue
                ? `It is overdue: it should have left by ${(0,duration_text/* clockText */.Yi)(graceUntilMs, now)}, ${(0,duration_text/* durationText */.S5)(now - graceUntilMs)} ago; ${told}`
                : `It must leave by ${inText(graceUntilMs, now)}: ${told}`;
        }
        case 'told-by-nobody':
            return 'It must leave, but its record does not say for whom';
        case 'unaware': {
            const asked = `It is asked to leave for ${askerText(leaving)} (${wait_text/* RULES */.y0[leaving.rule]})`;
            if (holder?.keeper === true && !holder.silent)
                return `${asked}; its process looks all the time`;
            const sign = holder?.lastSignMs ?? null;
            const since = sign === null ? '' : ` for ${(0,duration_text/* durationText */.S5)(now - sign)}`;
            return `${asked}, but is unaware: it has not looked${since}`;
        }
        case 'exempt':
            return `It is exempt until ${inText(leaving.untilMs, now)}; then it will be asked to leave for ${askerText(leaving)} (${wait_text/* RULES */.y0[leaving.rule]})`;
        case 'bash':
            return `It is asked to leave for ${askerText(leaving)}, and does so at its next checkpoint if its own version is lower`;
        case 'stays':
            return STAYS[leaving.because];
    }
}
const STAYS = {
    hold: 'A person holds it: no job can make it leave',
    settling: 'It gives the host back at once if somebody who may preempt it waits',
    'not-preemptible': 'It is not preemptible: no job can make it leave',
    'nobody-waits': 'Nobody asks it to leave',
    'nobody-may': 'Nobody who waits makes it leave: the queue says why',
};
function askerText({ byJob, byVersion, }) {
    return (0,protocol_status/* jobLabel */.OP)({ job: byJob, version: byVersion });
}
function preemptibleText({ byPriorityAbove, byVersionAbove, fromMs, because }, now) {
    if (byPriorityAbove === null)
        return `It cannot be made to leave: ${BARS[because ?? 'not-preemptible']}`;
    const when = fromMs > now ? `From ${inText(fromMs, now)} on, it` : 'It';
    const urgent = `${when} can be made to leave by a priority above ${byPriorityAbove}`;
    return byVersionAbove === null
        ? `${urgent}, and by no version: ${BARS[because ?? 'version']}`
        : `${urgent}, or by priority ${byPriorityAbove} and a version above ${byVersionAbove}, by major.minor`;
}
const BARS = {
    hold: 'a person holds the host',
    'not-preemptible': 'the holder is not preemptible',
    'preempts-nobody': 'it was started with --preempts no',
    'passed-over': 'it had let the host pass before the holder took it',
    priority: 'its priority is lower',
    version: 'its version is no newer, by major.minor, and its priority the same',
    place: 'the holder had waited so long when it took the host that it stands before every version',
};
function lockLines(lock, now) {
    switch (lock.kind) {
        case 'none':
            return [];
        case 'own':
            return ['The lock on disk is its own'];
        case 'settling':
            return ['The lock on disk is its own, and must stand for a while before it counts'];
        case 'missing':
            return ['Somebody has removed its lock from the disk: its job puts it back'];
        case 'left':
            return ['The lock on disk is a remainder: whoever takes the host next takes it away'];
        case 'bash': {
            const lost = lock.lostBy === null ? '' : `, and stands over the lease of ${lock.lostBy}, which is lost`;
            const bash = `The lock on disk is no job's of this pool but a bash job's${lost}`;
            if (lock.endsAtMs === null)
                return [`${bash}; it stays, for the pool knows no LOCK_TIMEOUT`];
            const end = (0,duration_text/* clockText */.Yi)(lock.endsAtMs, now);
            return [lock.expired ? `${bash}; it expired at ${end}` : `${bash}; it expires at ${end}`];
        }
    }
}
// ---- the queue
function placeText(place, explained, now) {
    const { position, sinceMs, alive, rule, starvesAtMs } = place;
    const who = `${(0,protocol_status/* jobLabel */.OP)(place)}${priorityText(place)}`;
    const waited = `waits since ${(0,duration_text/* clockText */.Yi)(sinceMs, now)} (${(0,duration_text/* durationText */.S5)(now - sinceMs)})`;
    if (!alive || position === null)
        return `-  ${who}, dead: it gives no sign of life, and counts no more`;
    const starves = starvesAtMs === null
        ? ''
        : starvesAtMs <= now
            ? '; it precedes every version of its priority, for it has waited long'
            : `; from ${(0,duration_text/* clockText */.Yi)(starvesAtMs, now)} on it precedes every version of its priority`;
    const ahead = rule === null ? '' : `; before the next: ${wait_text/* RULES */.y0[rule]}`;
    const asks = askingText(place, explained, now);
    return `${position}. ${who}, ${waited}${ahead}${asks === '' ? '' : `; ${asks}`}${starves}`;
}
function askingText({ asks, asksNot, preemption }, { leaving }, now) {
    switch (preemption?.kind) {
        case undefined:
            // where nobody holds there is nobody to ask
            if (asksNot !== null)
                return `asks nobody here: ${NOT[asksNot]}`;
            return asks && leaving?.kind === 'bash' ? 'asks the bash job to leave' : '';
        case 'may':
            return asksNot === null
                ? `makes the holder leave: ${wait_text/* RULES */.y0[preemption.rule]}`
                : `could make the holder leave (${wait_text/* RULES */.y0[preemption.rule]}), but does not ask: ${NOT[asksNot]}`;
        case 'exempt':
            return `may make the holder leave from ${(0,duration_text/* clockText */.Yi)(preemption.untilMs, now)} on: ${wait_text/* RULES */.y0[preemption.rule]}`;
        case 'may-not':
            return `cannot make the holder leave: ${BARS[preemption.rule]}`;
    }
}
const NOT = {
    'several-hosts': 'it wants several hosts at the same time',
    'preempts-nobody': BARS['preempts-nobody'],
    'below-bash': 'a bash job would obey it, and its priority is below theirs',
    'asks-elsewhere': 'it asks at another host',
    'another-asks': 'another waiter asks already, or another host suits better',
    'asks-soon': 'it will when it next looks',
};
// ---- this job
function ownLines(you, now) {
    const who = `This job is ${(0,protocol_status/* jobLabel */.OP)(you)}, priority ${you.priority}`;
    const since = `${(0,duration_text/* clockText */.Yi)(you.sinceMs, now)} (${(0,duration_text/* durationText */.S5)(now - you.sinceMs)})`;
    switch (you.state) {
        case 'holds':
            return [`${who}; it holds ${you.holds.join(', ')} since ${since}.`];
        case 'cancelled':
            return [`${who}; a person has taken it out of the queue.`];
        case 'gone':
            return [`${who}; its process gives no sign of life, so it waits no more.`];
        case 'waits': {
            const starves = you.starvesAtMs !== null && you.starvesAtMs > now
                ? [`  From ${inText(you.starvesAtMs, now)} on it precedes every version of its priority.`]
                : [];
            return [
                `${who}; it waits since ${since}${you.together ? ', for all of its hosts at the same time' : ''}.`,
                ...(you.asksNobody === null ? [] : [`  It asks no holder to leave: ${NOT[you.asksNobody]}.`]),
                ...starves,
                ...you.places.flatMap((place) => ownPlaceLines(place, now)),
                ...helpLines(you.advice.map((one) => adviceText(one, now)), '  '),
            ];
        }
    }
}
function ownPlaceLines({ host, position, of, ahead, first }, now) {
    const others = ahead.map(({ rule, goesFirst, ...other }) => {
        const waits = goesFirst ? '' : ', but it cannot have the host now';
        return `${(0,protocol_status/* jobLabel */.OP)(other)} (${wait_text/* RULES */.y0[rule]}${waits})`;
    });
    const behind = others.length === 0 ? ', and nobody is ahead' : `, behind ${others.join(', ')}`;
    const turn = first.length === 0
        ? 'It is its turn: it takes the host when it next looks'
        : `Before its turn: ${first.map((step) => stepText(step, now)).join('; ')}`;
    return [`  ${host}: place ${position} of ${of}${behind}.`, `    ${turn}.`];
}
function stepText(step, now) {
    switch (step.kind) {
        case 'holder-leaves':
            return `the holder must leave${latestText(step.untilMs, now)}`;
        case 'hold-ends':
            return `the hold must end${latestText(step.untilMs, now)}`;
        case 'host-rests':
            return `the host must have rested${latestText(step.untilMs, now)}`;
        case 'bash-lock-ends':
            return `the lock of the bash job must go${latestText(step.untilMs, now)}`;
        case 'record-mended':
            return 'the record of the host must be mended';
        case 'others-go-first':
            return step.count === 1 ? 'the one ahead goes first' : `the ${step.count} ahead go first`;
        case 'other-hosts-free':
            return `${step.hosts.join(', ')} must be free at the same time`;
    }
}
function latestText(untilMs, now) {
    if (untilMs === null)
        return '';
    return untilMs < now ? ', and is overdue' : `, by ${inText(untilMs, now)} at the latest`;
}
// ---- what would help
/** Without a host it is for the job that asks. */
function adviceText(advice, now, host) {
    switch (advice.do) {
        case 'wait':
            return waitText(advice, now);
        case 'nothing':
            return `nothing to do: whoever asks for it gets it; ${explain_text_BY_HAND}`;
        case 'evict':
            return `${EVICT[advice.because]}: giveway evict --host ${host ?? 'HOST'} ${advice.because === 'overdue' ? '--now ' : ''}--reason … (admin); ${explain_text_BY_HAND}`;
        case 'unhold':
            return `giveway unhold --host ${host ?? 'HOST'} (admin), if its reason is gone`;
        case 'end-bash-job':
            return 'the bash job has to end; only if it is surely gone may somebody remove its lock';
        case 'mend-record':
            return `a person must look at .giveway/${host ?? 'HOST'}.lease: giveway doctor says how; until then nobody gets the host`;
        case 'raise-priority':
            return `a priority above ${advice.above} would ${host === undefined ? 'put this job first' : 'make it leave'}: --priority, or for a job that waits giveway bump (admin)`;
    }
}
const explain_text_BY_HAND = 'remove nothing by hand';
const EVICT = {
    overdue: 'it had its time to leave',
    unaware: 'if it hangs and never looks',
    stays: 'if it must leave all the same',
};
function waitText({ for: what, untilMs }, now) {
    const inTime = untilMs === null ? '' : (0,duration_text/* durationText */.S5)(untilMs - now);
    switch (what) {
        case 'checkpoint':
            return 'wait: it learns of it when it next looks, and then has its grace to leave';
        case 'grace':
            return `wait: it leaves in ${inTime} at the latest`;
        case 'lease-end':
            return `wait: its lease ends by itself in ${inTime}, whatever its job does; ${explain_text_BY_HAND}`;
        case 'exempt-time':
            return `wait: its exempt time ends in ${inTime}`;
        case 'silence':
            return `wait: unless it gives a sign of life, its lease ends by itself in ${inTime}; ${explain_text_BY_HAND}`;
        case 'rest':
            return `wait: it frees itself in ${inTime}; ${explain_text_BY_HAND}`;
        case 'settling':
            return 'wait: in some seconds it is held, or free';
        case 'hold':
            return `wait: the hold ends in ${inTime}`;
        case 'bash-lock':
            return `wait: the lock of the bash job expires in ${inTime}, if that job does not end before`;
        case 'starve-after':
            return `wait: in ${inTime} this job precedes every version of its priority`;
    }
}
// ---- lately
function latelyLines(lately, now) {
    if (lately.length === 0)
        return ['Lately: nothing that the journal tells.'];
    return [
        'Lately:',
        ...lately.map(({ atMs, host, what }) => `  ${(0,duration_text/* clockText */.Yi)(atMs, now)}  ${host === null ? '' : `${host}: `}${what}`),
    ];
}
// ---- instants
/** `11:24Z (in 9m)`. */
function inText(atMs, now) {
    return `${atText(atMs, now)} (in ${(0,duration_text/* durationText */.S5)(atMs - now)})`;
}
/** To the second where it is near. */
function atText(atMs, now) {
    return (0,duration_text/* clockText */.Yi)(atMs, now, Math.abs(atMs - now) < 120_000 ? 'seconds' : 'minutes');
}

// EXTERNAL MODULE: ./src/commands/fit-to-lab.ts
var fit_to_lab = __webpack_require__(1969);
// EXTERNAL MODULE: ./src/lease/run.ts
var run = __webpack_require__(1467);
;// CONCATENATED MODULE: ./src/commands/every-change.ts




const WATCH_MS = 1000;
/**
 * Calls `show` with each new snapshot. A signal, or the end of who reads stdout, is how it ends, and no failure: it resolves
 * with the exit code.
 */
async function onEveryChange(session, context, first, show) {
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
            await show(snapshot, watched);
        }
    }
    catch (error) {
        if (error instanceof run/* Interrupted */.j || error instanceof commands_session/* Unread */.I_)
            return exit_codes/* EXIT */.d.done;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/commands/history-text.ts


const HEADERS = ['When', 'Event', 'Host', 'Job', 'Version', 'Waited', 'Held', 'More'];
const LONGEST_JOB = 40;
const LONGEST_HOSTS = 40;
const LONGEST_MORE = 100;
/** So that what is added later stands below what is there. */
const LEAST_WIDTHS = [6, 9, 10, 16, 7, 6, 6, 0];
const GAP = '  ';
/** Times of another day than `nowMs` have their date. */
function historyTable(first, nowMs) {
    const rows = [HEADERS, ...first.map((event) => cellsOf(event, nowMs))];
    const widths = LEAST_WIDTHS.map((least, column) => Math.max(least, ...rows.map((row) => (0,one_line/* lengthOf */.Y)(row[column] ?? ''))));
    const lineOf = (cells) => cells
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - (0,one_line/* lengthOf */.Y)(cell))))
        .join(GAP)
        .trimEnd();
    return {
        head: rows.map(lineOf).join('\n'),
        lines: (events) => events.map((event) => lineOf(cellsOf(event, nowMs))),
    };
}
function cellsOf(event, nowMs) {
    const { hosts, job, version, waitedMs, heldMs } = event;
    return [
        (0,duration_text/* clockText */.Yi)(event.atMs, nowMs, 'seconds'),
        event.event,
        hosts.length === 0 ? '-' : (0,one_line/* oneLine */.T)(hosts.join(','), LONGEST_HOSTS),
        (0,one_line/* oneLine */.T)(job ?? '-', LONGEST_JOB),
        (0,one_line/* oneLine */.T)(version ?? '-', 16),
        waitedMs === null ? '-' : (0,duration_text/* durationText */.S5)(waitedMs),
        heldMs === null ? '-' : (0,duration_text/* durationText */.S5)(heldMs),
        (0,one_line/* oneLine */.T)(moreText(event), LONGEST_MORE),
    ];
}
/** By whom, why, and how it ended where the event does not say so. */
function moreText({ event, outcome, by, note }) {
    const parts = [
        ...(by === null ? [] : [`${event === 'told' ? 'for' : 'by'} ${by}`]),
        ...(note === null ? [] : [note]),
        ...(outcome === null || SAID[event] === outcome ? [] : [OUTCOMES[outcome]]),
    ];
    return parts.join(': ');
}
/** What the event's own name says of how it ended. */
const SAID = {
    released: 'released',
    preempted: 'preempted',
    expired: 'expired',
    lost: 'lost',
    superseded: 'superseded',
    left: 'left',
    cancelled: 'cancelled',
    unhold: 'released',
};
const OUTCOMES = {
    released: 'released',
    preempted: 'gave way',
    evicted: 'it had been evicted',
    expired: 'its time was up',
    lost: 'lost',
    superseded: 'superseded',
    'given-back': 'given back before it was held',
    left: 'left',
    dead: 'it gave no sign of life',
    cancelled: 'cancelled',
};
/** One line, without a newline at its end; an instant `…Ms` is there as `…`, in ISO 8601, a duration in seconds. */
function historyJson(event) {
    const { commit, atMs, waitedMs, heldMs, ...more } = event;
    return JSON.stringify({
        at: (0,duration_text/* isoText */.t_)(atMs),
        commit,
        ...more,
        waitedSeconds: waitedMs === null ? null : Math.round(waitedMs / 100) / 10,
        heldSeconds: heldMs === null ? null : Math.round(heldMs / 100) / 10,
    });
}
/** Without the hosts, which stand before it. */
function eventSentence(event) {
    const { job, version, waitedMs, heldMs, by, note, outcome } = event;
    const who = job === null ? 'somebody' : version === null ? job : `${job} (${version})`;
    const after = heldMs === null ? '' : ` after ${(0,duration_text/* durationText */.S5)(heldMs)}`;
    const why = note === null ? '' : `: ${note}`;
    const byWhom = by === null ? '' : ` by ${by}`;
    switch (event.event) {
        case 'requested':
            return `${who} came, and waits`;
        case 'acquired':
            return waitedMs === null || waitedMs < 1000
                ? `${who} got it`
                : `${who} got it after ${(0,duration_text/* durationText */.S5)(waitedMs)}`;
        case 'told':
            return `${who} was told to leave${by === null ? '' : ` for ${by}`}`;
        case 'released':
            return outcome === 'given-back'
                ? `${who} gave it back before it was held`
                : `${who} gave it back${after}`;
        case 'preempted':
            return outcome === 'evicted' ? `${who} left${after}, evicted` : `${who} gave way${after}`;
        case 'expired':
            return `the lease of ${who} expired${after}`;
        case 'lost':
            return `${who} lost it to another job's lock${after}`;
        case 'superseded':
            return `a later process of ${who} took it over${after}`;
        case 'hold':
            return `${by ?? who} has it on hold${why}`;
        case 'unhold':
            return `the hold of ${who} ended${after}`;
        case 'evicted':
            return `${who} was told to leave${byWhom}${why}`;
        case 'noted':
            return `a note on the lease of ${who}${why}`;
        case 'bumped':
            return `${who} got another place${why}`;
        case 'cancelled':
            return `${who} was taken out of the queue${byWhom}${why}`;
        case 'left':
            return `${who} left the queue`;
        case 'cleared':
            return `${who} was taken out of the queue: it gave no sign of life`;
        case 'put-back':
            return `somebody had removed the lock of ${who}, which put it back`;
        case 'fixed':
            return `giveway doctor mended${why}`;
        case 'bash-seen':
            return `a bash job was seen${why}`;
        case 'bash-taken-over':
            return 'the lock of a bash job had expired, and was taken over';
        case 'legacy':
            return `shared with bash jobs from now on${why}`;
    }
}

;// CONCATENATED MODULE: ./src/commands/history.ts













const SINCE_MS = 7 * 24 * 3_600_000;
/** More than both files of a journal can have. */
const ALL_LINES = 10_000_000;
/** How many are asked for at first when something has changed. */
const FEW_LINES = 100;
/** `giveway history`: what has happened, as the journal tells it. Changes nothing. */
async function historyCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.history.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['pool'], read);
    (0,usage/* failOn */.K)(problems, inputProblems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], { values: inputs, problems: inputProblems }));
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const snapshot = await (0,flow/* look */.Op)(context, (0,flow/* patience */._L)(context));
        const nowMs = Number(snapshot.wallNs / 1000000n);
        const lab = (0,fit_to_lab/* labSettings */.b)(session, snapshot);
        const hosts = inputs.host && (0,protocol_host/* hostsOf */.PP)(inputs.host).flatMap((name) => [name, nameOf(lab, name)]);
        const filter = {
            hosts,
            job: inputs.job,
            project: inputs.project,
            sinceMs: nowMs - (inputs.since ?? SINCE_MS),
        };
        const reader = journalReader();
        const all = reader.read(await context.pool.journal(ALL_LINES, context.signal));
        const first = all.filter((event) => isWanted(event, filter));
        const show = inputs.json === true ? jsonPrinter(session) : tablePrinter(session, nowMs, inputs.follow);
        show(first);
        if (reader.skipped() > 0)
            session.say.line(`${reader.skipped()} entries of the journal cannot be read`);
        if (inputs.follow !== true)
            return exit_codes/* EXIT */.d.done;
        return onEveryChange(session, context, snapshot, async (_, watched) => {
            const events = await newEvents(watched, reader);
            const wanted = events.filter((event) => isWanted(event, filter));
            if (wanted.length > 0)
                show(wanted);
        });
    });
}
function nameOf(lab, name) {
    const found = (0,lab_settings/* resolveHost */.p0)(lab, name);
    return 'host' in found ? found.host : name;
}
/** What the journal has behind the last commit that was read, however much that is. */
async function newEvents({ pool, signal }, reader) {
    for (let count = FEW_LINES;; count *= 8) {
        const lines = await pool.journal(count, signal);
        const oldest = Number(lines[0]?.split(' ')[0] ?? 0);
        if (lines.length < count || oldest <= reader.lastCommit() + 1)
            return reader.read(lines);
    }
}
/** The events of the last lines of a journal, for those who want but the latest. */
async function latestEvents({ pool, signal }) {
    return journalReader().read(await pool.journal(LATELY_LINES, signal));
}
const LATELY_LINES = 1000;
function jsonPrinter({ print }) {
    return (events) => {
        if (events.length > 0)
            print(`${events.map(historyJson).join('\n')}\n`);
    };
}
/** With what came first it settles how wide the columns are. */
function tablePrinter({ print }, nowMs, goesOn = false) {
    let table;
    return (events) => {
        if (table !== undefined) {
            print(`${table.lines(events).join('\n')}\n`);
            return;
        }
        table = historyTable(events, nowMs);
        print(events.length === 0 && !goesOn ? 'The journal has nothing of that.\n' : `${table.head}\n`);
    };
}

;// CONCATENATED MODULE: ./src/commands/explain.ts














/** `giveway explain`: who holds a host and why, who is next and why, and what would help. Changes nothing. */
async function explainCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.explain.inputs, { given, env });
    const { values: inputs, problems: inputProblems } = (0,job/* withProwAliases */.Rf)(env, ['pool'], read);
    (0,usage/* failOn */.K)(problems, inputProblems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], { values: inputs, problems: inputProblems }));
    const { lease, owner, json } = inputs;
    const who = lease === undefined ? { owner: (0,job/* identityOf */.cu)(env, inputs).owner } : { id: lease };
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const snapshot = await (0,flow/* look */.Op)(context, (0,flow/* patience */._L)(context));
        const lab = (0,fit_to_lab/* labSettings */.b)(session, snapshot);
        const hosts = inputs.host === undefined ? undefined : hostsIn(lab, snapshot, (0,protocol_host/* hostsOf */.PP)(inputs.host));
        const options = { hosts, who, known: lab.hosts };
        const shown = explain(snapshot, options).hosts.map(({ host }) => host);
        const lately = shown.length === 0 ? undefined : latelyOf(await latestEvents(context), shown);
        const explanation = explain(snapshot, { ...options, lately });
        // the environment of a job names its owner always
        const isAsked = given.has('lease') || given.has('owner');
        if (isAsked && explanation.you === null) {
            session.say.line(`nothing in the pool is of ${lease ?? owner ?? 'this job'}: it neither waits nor holds`);
        }
        const text = json === true ? explainJson(explanation, context.pool.name) : explainText(explanation);
        session.print(`${text}\n`);
        return exit_codes/* EXIT */.d.done;
    });
}
const LATELY = 10;
/** The last events of these hosts. */
function latelyOf(events, hosts) {
    return events
        .map((event) => ({ event, at: event.hosts.filter((host) => hosts.includes(host)) }))
        .filter(({ at }) => at.length > 0)
        .slice(-LATELY)
        .map(({ event, at }) => ({ atMs: event.atMs, host: at.join(', '), what: eventSentence(event) }));
}
/** By their own names. A name that neither the lab nor the pool knows throws UsageError. */
function hostsIn(lab, snapshot, names) {
    const problems = [];
    const hosts = names.map((name) => {
        const found = (0,lab_settings/* resolveHost */.p0)(lab, name);
        if ('host' in found)
            return found.host;
        if (!snapshot.hosts.has(name))
            problems.push({
                input: '--host',
                expected: `a host of this lab (nearest: ${found.nearest})`,
                got: name,
            });
        return name;
    });
    (0,usage/* failOn */.K)(problems);
    return hosts;
}

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

// EXTERNAL MODULE: ./src/pool/open.ts + 4 modules
var pool_open = __webpack_require__(9398);
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

// EXTERNAL MODULE: ./src/commands/interrupts.ts
var commands_interrupts = __webpack_require__(5912);
// EXTERNAL MODULE: ./src/commands/keep.ts
var keep = __webpack_require__(6385);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/lease/acquire.ts + 2 modules
var lease_acquire = __webpack_require__(2803);
;// CONCATENATED MODULE: ./src/lease/manage.ts


/** Decides and commits until the answer shows in a snapshot, so that a lost reply is no special case. */
async function untilAnswered(context, decide) {
    const failing = (0,flow/* patience */._L)(context);
    for (let next;;) {
        const snapshot = next ?? (await (0,flow/* look */.Op)(context));
        const step = decide(snapshot);
        if ('answer' in step)
            return step.answer;
        next = (await (0,flow/* advance */.np)(context, snapshot, step, failing)).next;
    }
}
/** The lease that lives on a host; undefined where there is none, or another job's lock. */
function leaseOn(snapshot, host) {
    const record = snapshot.hosts.get(host)?.record;
    return record === undefined ? undefined : (0,expiry/* liveRecord */.sy)(snapshot, host, record.id);
}
/** All hosts of the lease that a host is part of. */
function hostsOf(snapshot, { id }) {
    return [...snapshot.hosts.values()].filter(({ record }) => record?.id === id).map(({ host }) => host);
}
/**
 * Ends the lease that lives on a host: its job is told now, and has `graceMs`; after that and the time that its keeper needs
 * to notice, the lease is over, whatever the job does. All hosts of the lease go with it.
 */
function evict(context, host, request) {
    const { by, reason, graceMs } = request;
    const note = `evicted by ${by}: ${reason}`;
    let first;
    return untilAnswered(context, (snapshot) => {
        const record = leaseOn(snapshot, host);
        // somebody else's by now: that one is not to be evicted
        if (record === undefined || (first !== undefined && record.id !== first))
            return { answer: { kind: 'not-held' } };
        if (record.kind === 'hold')
            return { answer: { kind: 'on-hold' } };
        first = record.id;
        const hosts = hostsOf(snapshot, record);
        const { told } = record.details;
        if (record.details.note === note && told !== undefined)
            return { answer: { kind: 'evicted', record, hosts, told } };
        const details = { ...record.details, note, told: evictionOf(snapshot, record, request) };
        return { hosts, verbs: [{ verb: 'evict', id: record.id, hosts, graceMs, details }] };
    });
}
/** An earlier end of grace stays: the first answer never moves to a later one. */
function evictionOf(snapshot, record, { by, graceMs }) {
    const nowMs = Number(snapshot.wallNs / 1000000n);
    const before = record.details.told;
    if (before !== undefined && before.graceUntilMs <= nowMs + graceMs)
        return before;
    return {
        byId: '-',
        byJob: by,
        byVersion: before?.byVersion ?? '-',
        atMs: before?.atMs ?? nowMs,
        graceUntilMs: nowMs + graceMs,
        grace: { startMs: snapshot.uptimeMs, durationMs: graceMs, bootId: snapshot.bootId },
    };
}
/** Ends a person's hold; never a job's lease. */
function unhold(context, host) {
    let held;
    return untilAnswered(context, (snapshot) => {
        const record = leaseOn(snapshot, host);
        if (record?.kind !== 'hold' || (held !== undefined && record.id !== held.id)) {
            return { answer: held === undefined ? { kind: 'not-on-hold' } : { kind: 'released', record: held } };
        }
        held = record;
        const hosts = hostsOf(snapshot, record);
        return { hosts, verbs: [{ verb: 'free', id: record.id, hosts, leave: 'end', details: undefined }] };
    });
}
function waiterOf(snapshot, which) {
    return snapshot.waiters.find(({ id, record }) => record === undefined ? false : 'id' in which ? id === which.id : record.owner === which.owner);
}
/** Gives a waiter another priority; its job learns of it by its own next look. */
function bump(context, which, priority) {
    return untilAnswered(context, (snapshot) => {
        const waiter = waiterOf(snapshot, which);
        if (waiter === undefined)
            return { answer: { kind: 'not-waiting' } };
        if (waiter.priority === priority)
            return { answer: { kind: 'amended', waiter } };
        return { hosts: [], verbs: [{ verb: 'amend', id: waiter.id, priority, details: undefined }] };
    });
}
/** Takes a waiter out of the queue: its acquire ends, and says by whom and why. */
function cancel(context, which, cancelled) {
    return untilAnswered(context, (snapshot) => {
        const waiter = waiterOf(snapshot, which);
        if (waiter?.record === undefined)
            return { answer: { kind: 'not-waiting' } };
        const { details } = waiter.record;
        if (details.cancelled !== undefined)
            return { answer: { kind: 'amended', waiter } };
        const verb = {
            verb: 'amend',
            id: waiter.id,
            priority: undefined,
            details: { ...details, cancelled },
        };
        return { hosts: [], verbs: [verb] };
    });
}
/** Puts a note into the record of the lease on a host, or of the lease with an id. */
function note(context, which, text) {
    return untilAnswered(context, (snapshot) => {
        const host = 'host' in which
            ? which.host
            : [...snapshot.hosts.values()].find(({ record }) => record?.id === which.id)?.host;
        const record = host === undefined ? undefined : leaseOn(snapshot, host);
        if (record === undefined)
            return { answer: { kind: 'not-held' } };
        const hosts = hostsOf(snapshot, record);
        if (record.details.note === text)
            return { answer: { kind: 'noted', hosts } };
        return {
            hosts,
            verbs: [{ verb: 'note', id: record.id, hosts, details: { ...record.details, note: text } }],
        };
    });
}

// EXTERNAL MODULE: ./src/platform/shell.ts
var shell = __webpack_require__(4757);
// EXTERNAL MODULE: ./src/protocol/product-version.ts
var product_version = __webpack_require__(9618);
// EXTERNAL MODULE: ./src/commands/own-lease.ts
var own_lease = __webpack_require__(1693);
// EXTERNAL MODULE: ./src/commands/waiting-json.ts
var waiting_json = __webpack_require__(6940);
;// CONCATENATED MODULE: ./src/commands/manage.ts
/** What a person does with other jobs' leases and places: hold, unhold, evict, bump, cancel, note. */




















/** The priority of a person: before every job. */
const HOLD_PRIORITY = 1000;
const NEEDS_REASON = ['reason', 'why, for the others'];
const NEEDS_FOR = ['for', 'how long, such as 4h'];
async function holdCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.hold.inputs, { given, env: session.env });
    const { values: inputs } = read;
    const durationMs = inputs.for ?? 0;
    const tooLong = durationMs > timing/* DEFAULTS */.zY.maxHoldMs
        ? [
            {
                input: '--for',
                expected: `at most max-hold, ${(0,duration_text/* exactDurationText */.XO)(timing/* DEFAULTS */.zY.maxHoldMs)}`,
                got: (0,duration_text/* exactDurationText */.XO)(durationMs),
            },
        ]
        : [];
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR, NEEDS_FOR, NEEDS_REASON], read), tooLong);
    const by = whoSays(session.env, inputs);
    const reason = inputs.reason ?? '';
    const id = (0,external_node_crypto_.randomUUID)();
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        const ifBusy = inputs['if-busy'] ?? 'wait';
        const result = await (0,lease_acquire/* acquire */.X)(context, {
            who: { id, owner: `hold/${id}`, attempt: 1 },
            groups: inputs.host ?? [],
            priority: HOLD_PRIORITY,
            version: product_version/* NO_VERSION */.dG,
            waiterTtlMs: timing/* DEFAULTS */.zY.ttlMs,
            ttlMs: durationMs,
            maxHoldMs: durationMs,
            settleMs: inputs.settle ?? timing/* DEFAULTS */.zY.settleMs,
            ifBusy,
            kind: 'hold',
            // whoever is there leaves in its own time, or by evict
            details: {
                job: by,
                note: reason,
                preempts: false,
                preemptible: false,
                keeper: false,
            },
        }, { waitTimeoutMs: inputs['wait-timeout'] });
        if (result.kind !== 'acquired') {
            session.result((0,waiting_json/* waitingJson */.y)(result));
            session.say.line((0,acquire/* notAcquiredText */.bt)(result));
            return (0,acquire/* notAcquiredExit */.eB)(result, ifBusy);
        }
        const host = result.lease.hosts.join(',');
        const untilMs = Date.now() + durationMs;
        session.say.line(`${host} is on hold until ${(0,duration_text/* clockText */.Yi)(untilMs, Date.now())}; giveway unhold ends that`);
        session.result({
            hold: true,
            host,
            leaseId: id,
            until: new Date(untilMs).toISOString(),
            reason: (0,one_line/* oneLine */.T)(reason),
        });
        return exit_codes/* EXIT */.d.done;
    });
}
async function unholdCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.unhold.inputs, { given, env: session.env });
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR], read));
    return forEachHost(session, read.values, async (context, host) => {
        const { kind } = await unhold(context, host);
        session.say.line(kind === 'released' ? `${host} is not on hold any more` : `${host} is not on hold`);
        return [{ host, unheld: kind === 'released' }, kind === 'released'];
    });
}
async function evictCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.evict.inputs, { given, env: session.env });
    const { values: inputs } = read;
    const contradiction = inputs.now === true && inputs.grace !== undefined
        ? [{ input: '--grace', expected: 'nothing beside --now', got: (0,duration_text/* exactDurationText */.XO)(inputs.grace) }]
        : [];
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, job/* NEEDS_HOST */.PR, NEEDS_REASON], read), contradiction);
    const by = whoSays(session.env, inputs);
    const graceMs = inputs.now === true ? 0 : (inputs.grace ?? timing/* DEFAULTS */.zY.graceMs);
    return forEachHost(session, inputs, async (context, host) => {
        const result = await evict(context, host, { by, reason: inputs.reason ?? '', graceMs });
        if (result.kind !== 'evicted') {
            const why = result.kind === 'on-hold' ? 'on hold: giveway unhold ends that' : 'held by no job of Giveway';
            session.say.line(`${host} is ${why}`);
            return [{ host, evicted: false, reason: result.kind }, false];
        }
        const { record, told } = result;
        const endsAtMs = told.graceUntilMs + (0,timing/* evictionRestMs */.MI)(record.ttlMs);
        const who = (0,one_line/* oneLine */.T)(record.details.job ?? record.owner);
        const now = Date.now();
        session.say.line(`${who} has been told to leave ${result.hosts.join(', ')} by ${(0,duration_text/* clockText */.Yi)(told.graceUntilMs, now)}; its lease is over by ${(0,duration_text/* clockText */.Yi)(endsAtMs, now)}, whatever it does`);
        const instant = (ms) => new Date(ms).toISOString();
        const json = {
            host,
            evicted: true,
            job: who,
            graceUntil: instant(told.graceUntilMs),
            endsAt: instant(endsAtMs),
        };
        return [json, true];
    });
}
async function bumpCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.bump.inputs, { given, env: withoutOwnName(session.env) });
    const { values: inputs } = read;
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, ['priority', 'from -1000 to 1000']], read), whichProblems(inputs));
    const result = await (0,commands_session/* withPool */.Le)(session, inputs, (context) => bump(context, whichOf(inputs), inputs.priority ?? 0));
    return reportAmended(session, result, `has priority ${inputs.priority ?? 0} now`);
}
async function cancelCommand(session, { given }, problems) {
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.cancel.inputs, { given, env: withoutOwnName(session.env) });
    const { values: inputs } = read;
    (0,usage/* failOn */.K)(problems, read.problems, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu, NEEDS_REASON], read), whichProblems(inputs));
    const cancelled = { by: whoSays(session.env, inputs), reason: inputs.reason ?? '' };
    const result = await (0,commands_session/* withPool */.Le)(session, inputs, (context) => cancel(context, whichOf(inputs), cancelled));
    return reportAmended(session, result, 'is out of the queue');
}
async function noteCommand(session, { given }, problems) {
    const { env } = session;
    const read = (0,settings_inputs/* readInputs */.Ko)(commands/* COMMANDS */.L.note.inputs, { given, env });
    const { values: inputs } = read;
    const absent = (0,job/* missing */.LO)([['text', 'what others shall read']], read);
    const text = inputs.text ?? '';
    // a job's environment names its host: then the lease is its own
    if (inputs.host !== undefined && inputs['lease-file'] === undefined) {
        (0,usage/* failOn */.K)(problems, read.problems, absent, (0,job/* missing */.LO)([job/* NEEDS_POOL */.Nu], read));
        return forEachHost(session, inputs, async (context, host) => {
            const { kind } = await note(context, { host }, text);
            if (kind !== 'noted')
                session.say.line(`${host} is held by no job of Giveway`);
            return [{ host, noted: kind === 'noted' }, kind === 'noted'];
        });
    }
    const own = (0,own_lease/* ownLease */.XC)(session, { given, inputs }, [...problems, ...read.problems, ...absent]);
    return (0,commands_session/* withPool */.Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const lease = own.file ?? (0,own_lease/* findLease */.G0)(await (0,flow/* look */.Op)(context), own);
        const noted = lease !== undefined && (await note(context, { id: lease.id }, text)).kind === 'noted';
        if (!noted)
            session.say.line('there is no lease of this job to put a note on');
        session.result({ noted });
        return noted ? exit_codes/* EXIT */.d.done : exit_codes/* EXIT */.d.lost;
    });
}
function whoSays(env, { by }) {
    const { hostname } = (0,shell/* thisMachine */.g8)();
    return by ?? [env['USER'] ?? env['LOGNAME'], hostname].filter((part) => part).join('@');
}
/** One line of JSON for each host; not done if one of them was not as it had to be. */
async function forEachHost(session, inputs, act) {
    return (0,commands_session/* withPool */.Le)(session, inputs, async (context) => {
        let code = exit_codes/* EXIT */.d.done;
        for (const host of (0,protocol_host/* hostsOf */.PP)(inputs.host ?? [])) {
            const [json, isDone] = await act(context, host);
            session.result(json);
            if (!isDone)
                code = exit_codes/* EXIT */.d.notAcquired;
        }
        return code;
    });
}
/** Whom a person means is said, and never who this process happens to be. */
function withoutOwnName(env) {
    return Object.fromEntries(Object.entries(env).filter(([name]) => !['GIVEWAY_OWNER', 'GIVEWAY_LEASE'].includes(name)));
}
function whichProblems({ lease, owner }) {
    if (lease !== undefined || owner !== undefined)
        return [];
    return [
        { input: '--owner (or --lease)', expected: 'the waiting job, as status --json has it', got: undefined },
    ];
}
function whichOf({ lease, owner }) {
    return lease === undefined ? { owner: owner ?? '' } : { id: lease };
}
function reportAmended({ say, result }, amended, text) {
    if (amended.kind === 'not-waiting') {
        say.line('there is no such waiter');
        result({ amended: false, reason: 'not-waiting' });
        return exit_codes/* EXIT */.d.notAcquired;
    }
    const { waiter } = amended;
    const job = (0,one_line/* oneLine */.T)((0,quit/* jobName */.dZ)(waiter));
    say.line(`${job} ${text}`);
    result({ amended: true, id: waiter.id, job, priority: waiter.priority });
    return exit_codes/* EXIT */.d.done;
}

// EXTERNAL MODULE: ./src/commands/release.ts
var release = __webpack_require__(1391);
// EXTERNAL MODULE: ./src/commands/run.ts
var commands_run = __webpack_require__(4331);
// EXTERNAL MODULE: ./src/commands/say.ts
var commands_say = __webpack_require__(8729);
;// CONCATENATED MODULE: ./src/commands/status-text.ts


const status_text_HEADERS = ['Host', 'State', 'Holder', 'Version', 'Since', 'Waiting'];
const STATE = 1;
const HOLDER = 2;
const WAITING = 5;
const status_text_GAP = '  ';
const LONGEST_VERSION = 12;
const LEAST_ROOM = { holder: 12, waiting: 24 };
/** The table that `status` prints, without a newline at its end; below it, what is wrong with broken records. */
function statusTable(status, { nowMs, colours, columns = 100 }) {
    if (status.hosts.length === 0)
        return 'Nobody has used this pool yet.';
    const linesFor = (room) => [
        status_text_HEADERS,
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
        .join(status_text_GAP)
        .trimEnd());
    const problems = status.hosts.flatMap(({ host, problem }) => problem === undefined ? [] : [`${host}: ${problem}`]);
    return [...table, ...problems].join('\n');
}
function rowOf(host, nowMs, room) {
    const { holder } = host;
    return [
        host.host,
        status_text_stateText(host, nowMs),
        holder === null ? '-' : (0,one_line/* oneLine */.T)(holderText(holder), room.holder),
        holder?.version ? (0,one_line/* oneLine */.T)(holder.version, LONGEST_VERSION) : '-',
        sinceText(holder, nowMs),
        waitingText(host, room.waiting),
    ];
}
/** `nightly-4.21: installing` */
function holderText({ job, note }) {
    return note === undefined ? job : `${job}: ${note}`;
}
function widthsOf(lines) {
    return status_text_HEADERS.map((_, column) => Math.max(...lines.map((cells) => (0,one_line/* lengthOf */.Y)(cells[column] ?? ''))));
}
/** What the other columns leave, shared out: neither gets more than it can use while the other lacks it. */
function roomIn(columns, natural) {
    const [holder = 0, waiting = 0] = [natural[HOLDER], natural[WAITING]];
    const all = natural.reduce((sum, width) => sum + width, status_text_GAP.length * (natural.length - 1));
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
function status_text_stateText({ state, holder, restsUntilMs }, nowMs) {
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
function waitingText({ waiting, holder }, width) {
    const [first, ...others] = waiting.filter(({ alive }) => alive);
    const dead = waiting.filter(({ alive }) => !alive).length;
    const deadText = dead === 0 ? '' : `${dead} dead`;
    if (first === undefined)
        return deadText === '' ? '-' : deadText;
    const version = (0,one_line/* oneLine */.T)(first.version, LONGEST_VERSION);
    const behind = [
        // one that may not make the holder leave has asked in vain; of a bash job nobody knows
        first.asks && (first.preempts || holder?.legacy === true) ? ' (asked)' : '',
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
function waiterJson({ sinceMs, job, id, owner, url, version, position, ...more }) {
    return { job, id, owner, url, version, since: (0,duration_text/* isoText */.t_)(sinceMs), position, ...more };
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
        if (inputs.watch === true) {
            return onEveryChange(session, context, snapshot, (next) => show(session, context, next, inputs));
        }
        return inputs.check === true ? check(session, snapshot, inputs) : exit_codes/* EXIT */.d.done;
    });
}
function show(session, { pool }, snapshot, inputs) {
    const status = statusIn(session, snapshot, inputs);
    if (inputs.json === true) {
        session.print(`${statusJson(status, pool.name)}\n`);
        return;
    }
    const clear = inputs.watch === true && session.isTerminal ? '\u001b[H\u001b[2J' : '';
    const colours = session.isTerminal && session.env['NO_COLOR'] === undefined;
    session.print(`${clear}${statusTable(status, { nowMs: status.nowMs, colours })}\n`);
}
/** Of the hosts that were asked for, by name or alias, or of all: those of the lab's settings as well, idle or not. */
function statusIn(session, snapshot, { host }) {
    const lab = (0,fit_to_lab/* labSettings */.b)(session, snapshot);
    if (host === undefined)
        return (0,protocol_status/* statusOf */.c2)(snapshot, undefined, [...(lab.hosts?.keys() ?? [])]);
    const names = (0,protocol_host/* hostsOf */.PP)(host).map((name) => {
        const found = (0,lab_settings/* resolveHost */.p0)(lab, name);
        return 'host' in found ? found.host : name;
    });
    return (0,protocol_status/* statusOf */.c2)(snapshot, names);
}
function check(session, snapshot, inputs) {
    const { say } = session;
    const status = statusIn(session, snapshot, inputs);
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
            addOption(command, input, spec.meanings?.[input]);
        command.action(() => onCommand(name, givenOf(command, spec.inputs), command.args));
    }
    return program;
}
function addOption(command, name, meaning) {
    const { value } = settings_inputs/* INPUTS */.mc[name];
    const about = meaning ?? settings_inputs/* INPUTS */.mc[name].about;
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
    hold: holdCommand,
    unhold: unholdCommand,
    evict: evictCommand,
    bump: bumpCommand,
    cancel: cancelCommand,
    note: noteCommand,
    explain: explainCommand,
    history: historyCommand,
    doctor: doctorCommand,
    fence: fenceCommand,
    init: initCommand,
    'bash-functions': bashFunctionsCommand,
    demo: demoCommand,
};
/** Runs `giveway` with these arguments; resolves with the exit code. */
async function main(argv) {
    const { stderr, stdout } = process;
    const unread = new AbortController();
    (0,commands_say/* outliveOutput */.u)(() => unread.abort(new commands_session/* Unread */.I_()));
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

/***/ 5732:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ checkQuitCommand)
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

/***/ 6385:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   x: () => (/* binding */ keepCommand)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _lease_keep__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3169);
/* harmony import */ var _platform_process_id__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2642);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6104);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4575);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7428);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8438);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(1270);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(4203);
/* harmony import */ var _own_lease__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(1693);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(8118);













/** `giveway keep`: beats for a lease that an earlier step acquired. */
async function keepCommand(session, { given }, problems) {
    const { env, say } = session;
    const { values: inputs, problems: inputProblems } = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_6__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_4__/* .COMMANDS */ .L.keep.inputs, { given, env });
    const heartbeatMs = inputs.heartbeat ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.heartbeatMs;
    const ttlMs = inputs.ttl ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.ttlMs;
    const leaseTtlMs = inputs['lease-ttl'] ?? _protocol_timing__WEBPACK_IMPORTED_MODULE_3__/* .DEFAULTS */ .zY.leaseTtlMs;
    const own = (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .ownLease */ .XC)(session, { given, inputs }, [
        ...problems,
        ...inputProblems,
        ...(0,_job__WEBPACK_IMPORTED_MODULE_8__/* .heartbeatInputProblems */ .fZ)({ heartbeatMs, ttlMs }),
    ]);
    const quitFile = inputs['quit-file'];
    if (quitFile !== undefined)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(quitFile, { force: true });
    const tell = (value) => {
        if (quitFile !== undefined)
            (0,_quit_file__WEBPACK_IMPORTED_MODULE_11__/* .writeQuitFile */ .h8)(session, quitFile, value);
    };
    return (0,_session__WEBPACK_IMPORTED_MODULE_12__/* .withPool */ .Le)(session, { ...inputs, pool: own.pool }, async (context) => {
        const waitMs = inputs['wait-timeout'];
        const lease = waitMs === undefined || own.file !== undefined
            ? await (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .resolveLease */ .dZ)(context, own)
            : await (0,_own_lease__WEBPACK_IMPORTED_MODULE_10__/* .awaitLease */ .nb)(context, own, waitMs);
        if (lease === undefined) {
            say.line('there is no lease of this job to be kept');
            session.result({ kept: false, reason: 'not-held' });
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.notAcquired;
        }
        const named = inputs['lease-file'];
        (0,_lease_file__WEBPACK_IMPORTED_MODULE_9__/* .noteKeeper */ .H_)(own.folder, lease, (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_2__/* .processId */ .P)(), named);
        const onEnd = inputs['on-end'] === 'release'
            ? { kind: 'release' }
            : { kind: 'keep', leaseTtlMs };
        const result = await (0,_lease_keep__WEBPACK_IMPORTED_MODULE_1__/* .keep */ .a)(context, lease, {
            ttlMs,
            heartbeatMs,
            onEnd,
            onQuit: (told) => tell((0,_quit_file__WEBPACK_IMPORTED_MODULE_11__/* .quitJson */ .cD)(told)),
            onOverdue: () => {
                say.line('no heartbeat has come through for a while: the job must leave before the lease ends');
                tell(_quit_file__WEBPACK_IMPORTED_MODULE_11__/* .LOST_JSON */ .Qy);
            },
            onKept: ({ hosts }) => say.line(`keeping ${hosts.join(', ')}: a heartbeat every ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_7__/* .durationText */ .S5)(heartbeatMs)}`),
        });
        if (result.kind === 'lost')
            tell(_quit_file__WEBPACK_IMPORTED_MODULE_11__/* .LOST_JSON */ .Qy);
        // whoever has given the hosts back may have removed them just before this process wrote them
        if (result.kind === 'released')
            (0,_lease_file__WEBPACK_IMPORTED_MODULE_9__/* .removeLeaseFiles */ .Ky)(own.folder, lease, named);
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
    const code = { kept: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done, released: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.done, lost: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.lost, unknown: _settings_exit_codes__WEBPACK_IMPORTED_MODULE_5__/* .EXIT */ .d.poolUnavailable }[end];
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


/***/ }),

/***/ 4331:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ runCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_2___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_2__);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6760);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_3___default = /*#__PURE__*/__webpack_require__.n(node_path__WEBPACK_IMPORTED_MODULE_3__);
/* harmony import */ var _lease_run__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1467);
/* harmony import */ var _pool_pool__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8690);
/* harmony import */ var _platform_process_id__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2642);
/* harmony import */ var _platform_state_dir__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8492);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_26__ = __webpack_require__(4395);
/* harmony import */ var _protocol_request__WEBPACK_IMPORTED_MODULE_25__ = __webpack_require__(1513);
/* harmony import */ var _protocol_timing__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(6104);
/* harmony import */ var _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(7198);
/* harmony import */ var _settings_inputs__WEBPACK_IMPORTED_MODULE_10__ = __webpack_require__(7428);
/* harmony import */ var _acquire__WEBPACK_IMPORTED_MODULE_11__ = __webpack_require__(850);
/* harmony import */ var _acquired_text__WEBPACK_IMPORTED_MODULE_12__ = __webpack_require__(2782);
/* harmony import */ var _child__WEBPACK_IMPORTED_MODULE_13__ = __webpack_require__(6620);
/* harmony import */ var _settings_commands__WEBPACK_IMPORTED_MODULE_14__ = __webpack_require__(4575);
/* harmony import */ var _duration_text__WEBPACK_IMPORTED_MODULE_15__ = __webpack_require__(8438);
/* harmony import */ var _fit_to_lab__WEBPACK_IMPORTED_MODULE_16__ = __webpack_require__(1969);
/* harmony import */ var _held_already__WEBPACK_IMPORTED_MODULE_17__ = __webpack_require__(362);
/* harmony import */ var _job__WEBPACK_IMPORTED_MODULE_18__ = __webpack_require__(1270);
/* harmony import */ var _keeper_socket__WEBPACK_IMPORTED_MODULE_19__ = __webpack_require__(9142);
/* harmony import */ var _lease_file__WEBPACK_IMPORTED_MODULE_20__ = __webpack_require__(4203);
/* harmony import */ var _quit_file__WEBPACK_IMPORTED_MODULE_21__ = __webpack_require__(5286);
/* harmony import */ var _session__WEBPACK_IMPORTED_MODULE_22__ = __webpack_require__(8118);
/* harmony import */ var _usage__WEBPACK_IMPORTED_MODULE_23__ = __webpack_require__(625);
/* harmony import */ var _waiting_json__WEBPACK_IMPORTED_MODULE_24__ = __webpack_require__(6940);



























const MAX_GUARD_MS = 10_000;
/** `giveway run`: holds a host while a command runs. */
async function runCommand(session, { given }, problems, command, hooks = {}) {
    const { env, say } = session;
    const read = (0,_settings_inputs__WEBPACK_IMPORTED_MODULE_10__/* .readInputs */ .Ko)(_settings_commands__WEBPACK_IMPORTED_MODULE_14__/* .COMMANDS */ .L.run.inputs, { given, env });
    const aliased = (0,_job__WEBPACK_IMPORTED_MODULE_18__/* .withProwAliases */ .Rf)(env, ['pool', 'wait-timeout'], read);
    const inputs = aliased.values;
    const { request, versionNote, problems: jobProblems } = (0,_job__WEBPACK_IMPORTED_MODULE_18__/* .requestedJob */ .mJ)(env, aliased, true);
    const resultFile = inputs['result-file'];
    (0,_usage__WEBPACK_IMPORTED_MODULE_23__/* .failOn */ .K)(problems, aliased.problems, jobProblems, resultFileProblems(resultFile), (0,_lease_file__WEBPACK_IMPORTED_MODULE_20__/* .folderProblems */ .VG)({ input: 'TMPDIR', folder: (0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)() }));
    if (versionNote !== undefined)
        say.line(versionNote);
    hooks.onRequest?.({ pool: inputs.pool ?? '', id: request.who.id });
    const mode = inputs.mode ?? 'force';
    let scratch;
    let checks;
    const clearUp = () => {
        checks?.close();
        if (scratch !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(scratch, { recursive: true, force: true });
    };
    let waitedMs = 0;
    const tellResult = (outcome) => {
        writeResult(session, resultFile, outcome);
        hooks.onResult?.(outcome);
    };
    try {
        const requeues = inputs['on-quit'] === 'requeue';
        const hold = (context, latest) => (0,_lease_run__WEBPACK_IMPORTED_MODULE_4__/* .run */ .e)(context, latest, {
            waitTimeoutMs: inputs['wait-timeout'],
            fit: (asked, snapshot) => {
                const fitted = (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_16__/* .fitToLab */ .o)(asked, inputs, (0,_fit_to_lab__WEBPACK_IMPORTED_MODULE_16__/* .labSettings */ .b)(session, snapshot));
                (0,_held_already__WEBPACK_IMPORTED_MODULE_17__/* .failIfHeldAlready */ .t)(fitted, snapshot, { env, folder: (0,_platform_state_dir__WEBPACK_IMPORTED_MODULE_7__/* .stateDir */ .P)(env) });
                return fitted;
            },
            quitSignal: inputs['quit-signal'] ?? 'SIGTERM',
            onAcquired: (acquired) => {
                waitedMs = acquired.waitedMs;
                say.line((0,_acquired_text__WEBPACK_IMPORTED_MODULE_12__/* .acquiredText */ .E)(acquired));
            },
            onQuit: (told) => {
                if (scratch !== undefined)
                    (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .writeQuitFile */ .h8)(session, quitFile(scratch), (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .quitJson */ .cD)(told));
            },
            start: (lease) => {
                scratch = makeScratch();
                hooks.onStart?.(scratch);
                checks = (0,_keeper_socket__WEBPACK_IMPORTED_MODULE_19__/* .answerChecks */ .I)(context, lease, scratch);
                const quitSignal = inputs['quit-signal'] ?? 'SIGTERM';
                return startCommand(session, lease, { scratch, command, quitSignal, checks });
            },
            beforeRelease: hooks.beforeRelease,
        });
        const result = await (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .withPool */ .Le)(session, inputs, async (context) => {
            for (let latest = request;;) {
                const ended = await hold(context, latest);
                if (!requeues || ended.kind !== 'ran' || ended.because !== 'preempted')
                    return ended;
                clearUp();
                say.line('gave way, and waits again at the same place in the queue');
                latest = (0,_protocol_request__WEBPACK_IMPORTED_MODULE_25__/* .requestAgain */ .ES)(latest, (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)(), waitedMs);
                hooks.onRequest?.({ pool: inputs.pool ?? '', id: latest.who.id });
            }
        });
        tellResult(resultJson(result, waitedMs));
        if (result.kind === 'not-run') {
            say.line((0,_acquire__WEBPACK_IMPORTED_MODULE_11__/* .notAcquiredText */ .bt)(result.acquire));
            return (0,_acquire__WEBPACK_IMPORTED_MODULE_11__/* .notAcquiredExit */ .eB)(result.acquire, request.ifBusy);
        }
        return reportRan(session, result, mode);
    }
    catch (error) {
        tellResult(failureJson(error));
        throw error;
    }
    finally {
        clearUp();
    }
}
function makeScratch() {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.mkdtempSync)((0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)(), 'giveway-'));
    }
    catch (error) {
        throw new _lease_file__WEBPACK_IMPORTED_MODULE_20__/* .LeaseFileError */ .th(`can't make a folder in ${(0,node_os__WEBPACK_IMPORTED_MODULE_2__.tmpdir)()}: ${error.message}`, {
            cause: error,
        });
    }
}
function startCommand(session, lease, { scratch, command, quitSignal, checks }) {
    const leaseFile = (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(scratch, 'lease.json');
    (0,_lease_file__WEBPACK_IMPORTED_MODULE_20__/* .writeLeaseFile */ .MT)(leaseFile, { ...lease, acquiredAt: new Date().toISOString(), keptBy: (0,_platform_process_id__WEBPACK_IMPORTED_MODULE_6__/* .processId */ .P)() });
    const env = {
        ...session.env,
        GIVEWAY_POOL: lease.pool,
        GIVEWAY_HOST: lease.hosts.join(','),
        GIVEWAY_FENCING_TOKEN: String(lease.fencingToken),
        GIVEWAY_LEASE_FILE: leaseFile,
        GIVEWAY_QUIT_FILE: quitFile(scratch),
        GIVEWAY_KEEPER_SOCKET: checks.path,
    };
    for (const name of _session__WEBPACK_IMPORTED_MODULE_22__/* .SECRETS */ .cW)
        Reflect.deleteProperty(env, name);
    const child = (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .startChild */ .v)({
        command,
        env,
        quitSignal,
        folder: scratch,
        guardMs: Math.min(MAX_GUARD_MS, (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_8__/* .lockDelayMs */ .vv)(lease.ttlMs)),
        killMs: (0,_protocol_timing__WEBPACK_IMPORTED_MODULE_8__/* .commandDeadlines */ .Xe)(lease.ttlMs).killMs,
        onError: (message) => session.say.line(message),
    });
    session.interrupts.onFurther((name) => child.signal(name));
    return child;
}
function quitFile(scratch) {
    return (0,node_path__WEBPACK_IMPORTED_MODULE_3__.join)(scratch, 'quit');
}
function reportRan({ say }, result, mode) {
    const { because, exit, released } = result;
    if (released?.kind === 'released')
        say.line(`gave ${released.hosts.join(', ')} back after ${(0,_duration_text__WEBPACK_IMPORTED_MODULE_15__/* .durationText */ .S5)(released.heldMs)}`);
    switch (because) {
        case 'ended':
            if (released?.kind === 'lost') {
                say.line('the lease was lost while the command ended: the host may have been another job’s');
                return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.lost;
            }
            return (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .exitCodeOf */ .F)(exit);
        case 'interrupted':
            return (0,_child__WEBPACK_IMPORTED_MODULE_13__/* .exitCodeOf */ .F)(exit);
        case 'preempted':
            say.line(`gave way (${mode})`);
            return mode === 'force' ? _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.quitForced : _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.done;
        case 'lost':
            say.line('the lease was lost, and the command was stopped');
            return _settings_exit_codes__WEBPACK_IMPORTED_MODULE_9__/* .EXIT */ .d.lost;
    }
}
/** Removes the result of an earlier run, and finds out whether this one's can be written. */
function resultFileProblems(path) {
    if (path === undefined)
        return [];
    try {
        const isFile = (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.lstatSync)(path, { throwIfNoEntry: false })?.isFile() ?? true;
        if (!isFile)
            return [{ input: '--result-file', expected: 'a file, or a path where none is', got: path }];
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(path, { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.writeFileSync)(path, '', { flag: 'wx' });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.rmSync)(path);
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
        (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .writeWhole */ .f8)(path, result);
    }
    catch (error) {
        say.line(`warning: can't write the result file: ${error.message}`);
    }
}
/** It ended before there was a host, or in a way that is nobody's plan. */
function failureJson(error) {
    if (error instanceof _lease_run__WEBPACK_IMPORTED_MODULE_4__/* .Interrupted */ .j)
        return { outcome: 'interrupted', signal: error.signalName };
    const message = (0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_26__/* .oneLine */ .T)(error instanceof Error ? error.message : String(error), 1000);
    return { outcome: (0,_pool_pool__WEBPACK_IMPORTED_MODULE_5__/* .isPoolError */ .XG)(error) ? 'pool-unavailable' : 'fault', message };
}
function resultJson(result, waitedMs) {
    if (result.kind === 'not-run')
        return { outcome: 'not-acquired', ...(0,_waiting_json__WEBPACK_IMPORTED_MODULE_24__/* .waitingJson */ .y)(result.acquire) };
    const { because, exit, lease, told, released } = result;
    return {
        outcome: because,
        host: lease.hosts.join(','),
        hosts: lease.hosts,
        leaseId: lease.id,
        fencingToken: lease.fencingToken,
        version: lease.version,
        waitedSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .seconds */ .YA)(waitedMs),
        exitCode: exit.code,
        signal: exit.signal,
        ...(told === undefined ? {} : { quit: (0,_quit_file__WEBPACK_IMPORTED_MODULE_21__/* .quitJson */ .cD)(told) }),
        released: released?.kind === 'released',
        ...(released?.kind === 'released' ? { heldSeconds: (0,_session__WEBPACK_IMPORTED_MODULE_22__/* .seconds */ .YA)(released.heldMs) } : {}),
    };
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


/***/ })

};
;