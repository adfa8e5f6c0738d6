"use strict";
exports.id = 721;
exports.ids = [721];
exports.modules = {

/***/ 8721:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  doctorCommand: () => (/* binding */ doctorCommand)
});

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

// EXTERNAL MODULE: ./src/protocol/journal.ts
var journal = __webpack_require__(4919);
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
    return (0,journal/* journalReader */.Fl)()
        .read(await pool.journal(JOURNAL_LINES, signal))
        .filter(({ event, commit }) => event === 'fixed' && commit > generation)
        .map(({ note }) => note ?? '');
}

// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
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


/***/ }),

/***/ 4919:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fl: () => (/* binding */ journalReader),
/* harmony export */   Yu: () => (/* binding */ isWanted)
/* harmony export */ });
/* unused harmony export JOURNAL_EVENTS */
/* harmony import */ var _host__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1384);
/* harmony import */ var _one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4395);
/* harmony import */ var _record__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(567);
/* harmony import */ var _status__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5144);
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
                    by: told === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(told.byJob),
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
                    return say('bumped', about, { note: `priority ${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(second, 8)}` });
                return say('cancelled', about, {
                    waitedMs: waited(about, atMs),
                    outcome: 'cancelled',
                    by: (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(cancelled.by),
                    note: (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(cancelled.reason, LONGEST_NOTE),
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
                    note: (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)([id, second].filter((word) => word !== '-').join(' '), LONGEST_NOTE),
                });
            case 'legacy':
                return say('legacy', undefined, {
                    note: id === '-' ? 'LOCK_TIMEOUT unknown' : `LOCK_TIMEOUT ${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(id, 20)} s`,
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
        id: about === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(about.id, 64),
        owner: about?.owner === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(about.owner, 512),
        job: job === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job),
        url: url === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(url, LONGEST_URL),
        project: project === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(project),
        tenant: tenant === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(tenant, 64),
        version: version === undefined || about?.isHold === true ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(version),
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
    return (0,_record__WEBPACK_IMPORTED_MODULE_0__/* .parseDetails */ .md)(json) ?? {};
}
function hostList(text) {
    return text.split(',').filter(_host__WEBPACK_IMPORTED_MODULE_3__/* .isHostName */ .uy);
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
    return { by: job === undefined ? null : (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job), note: noteOf(about) };
}
function noteOf({ details: { note } }) {
    return note === undefined ? null : (0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(note, LONGEST_NOTE);
}
/** Of a bash job nothing is known but its lock, or the name of its waiting file: `<arrival>.<major>.<minor>`. */
function bashTrace(text) {
    const version = /^\d+\.(\d+\.\d+)$/.exec(text)?.[1];
    return version === undefined ? 'a lock' : `waiting, ${version}`;
}
function label(job, version) {
    return version === '-' ? (0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job) : `${(0,_status__WEBPACK_IMPORTED_MODULE_1__/* .printedName */ .sw)(job)} (${(0,_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(version, 40)})`;
}
function isWanted(event, { hosts, job, project, sinceMs }) {
    const names = [event.job, event.owner].map((name) => (name ?? '').toLowerCase());
    return ((hosts === undefined || event.hosts.some((host) => hosts.includes(host))) &&
        (job === undefined || names.some((name) => name.includes(job.toLowerCase()))) &&
        (project === undefined || event.project === project) &&
        (sinceMs === undefined || event.atMs >= sinceMs));
}


/***/ })

};
;