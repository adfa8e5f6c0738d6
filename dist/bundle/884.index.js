"use strict";
exports.id = 884;
exports.ids = [884];
exports.modules = {

/***/ 8884:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  logIn: () => (/* binding */ logIn)
});

// EXTERNAL MODULE: ./node_modules/node-ssh/lib/esm/index.mjs + 2 modules
var esm = __webpack_require__(9487);
// EXTERNAL MODULE: ./src/pool/known-hosts.ts
var known_hosts = __webpack_require__(6475);
// EXTERNAL MODULE: ./src/pool/pool.ts
var pool = __webpack_require__(8690);
// EXTERNAL MODULE: ./src/pool/program-text.ts
var program_text = __webpack_require__(2968);
// EXTERNAL MODULE: ./node_modules/ssh2/lib/index.js
var lib = __webpack_require__(5472);
;// CONCATENATED MODULE: ./src/pool/ssh-errors.ts
/** What ssh2 says when something goes wrong, and what it means for us. */

const NETWORK_DELAY_MS = 200;
/** sshd's MaxStartups and PerSourcePenalties: a crowd that comes again at once would only be refused again. */
const OVERLOAD_DELAY_MS = 1000;
const BAD_NAME_TRIES = 3;
/** RFC 4254, 5.1: a channel that the server's settings forbid. */
const ADMINISTRATIVELY_PROHIBITED = 1;
/** In this order: the first that matches counts. */
const CLASSES = [
    {
        pattern: /handshake failed|no matching|unsupported algorithm|protocol version/i,
        toError: (where, said, cause) => unavailable('fault', `no common language with the sshd of ${where} (${said}): it may be too old, or allow too little`, cause),
    },
    {
        pattern: /ENOTFOUND|EAI_AGAIN|EAI_NONAME/,
        toError: (where, _, cause) => unreachable(`can't reach ${where}: no such host. Is its name right?`, cause, {
            maxTries: BAD_NAME_TRIES,
        }),
    },
    {
        pattern: /connection lost before handshake|no response from server|channel open failure|no free channels|exceeded maxstartups/i,
        toError: (where, said, cause) => unreachable(`${where} takes no more connections for now (${said}). Its sshd may limit them: MaxStartups, MaxSessions, PerSourcePenalties`, cause, { delayMs: OVERLOAD_DELAY_MS }),
    },
    {
        pattern: /timed out while waiting for handshake/i,
        toError: (where, _, cause) => unreachable(`can't reach ${where}: nothing that speaks SSH answered in time. Is it the right port, and not behind a firewall?`, cause),
    },
    {
        pattern: /E[A-Z]{4,}/,
        toError: (where, said, cause) => unreachable(`can't reach ${where}: ${said}`, cause),
    },
];
/** Every way to authenticate was refused, or more of them than the server allows, or the agent would not sign. */
function isLoginRefused(error) {
    return (error.level === 'agent' ||
        /configured authentication methods failed|too many authentication failures/i.test(error.message));
}
/** Never to be tried again: sshd keeps out for a while whoever fails to log in. `tried`: with what. */
function loginRefused(where, tried, cause) {
    const tooMany = /too many/i.test(cause.message)
        ? ' It was offered more keys than it takes (MaxAuthTries): name the one.'
        : '';
    return unavailable('auth', `can't log in at ${where}: the key was refused (tried: ${tried}).${tooMany} Check the private key, the user's name, and that the key's public half is in authorized_keys there`, cause);
}
/** Classes an error of connecting: to log in failed, or to open a channel. */
function classifySshError(where, error) {
    if (error instanceof pool/* PoolUnavailable */.pP || error instanceof pool/* PoolUnreachable */.tT)
        return error;
    const { code } = error;
    // of several addresses tried, Node's error has a code only
    const said = error.message === '' ? String(code) : error.message;
    if (error.reason === ADMINISTRATIVELY_PROHIBITED) {
        return unavailable('refused', `${where} does not allow it (${said}): AllowTcpForwarding, PermitOpen, or the key's own options there`, error);
    }
    const known = CLASSES.find(({ pattern }) => pattern.test(`${said} ${code ?? ''}`));
    return (known?.toError(where, said, error) ?? unreachable(`the connection to ${where} failed: ${said}`, error));
}
/** Nothing came within a time of our own; ssh2 has none for it. */
function tooSlow(what, ms) {
    return new pool/* PoolUnreachable */.tT(`${what} within ${ms / 1000} s`, NETWORK_DELAY_MS, undefined);
}
/** Why a text is no key that can be used; `said` is what ssh2 said of it. Nothing of the key is in the message. */
function keyError(name, key, said) {
    return new pool/* PoolUnavailable */.pP('input', `${name} can't be used: ${whyNoKey(key, said)}`);
}
function whyNoKey(key, said) {
    if (/no passphrase given/i.test(said)) {
        return 'it is encrypted, and no passphrase was given: give it (passphrase, GIVEWAY_PASSPHRASE)';
    }
    if (/bad passphrase|integrity check failed/i.test(said)) {
        return 'its passphrase is another one: check what was given (passphrase, GIVEWAY_PASSPHRASE)';
    }
    if (/key type: sk-/i.test(said))
        return 'keys on a security key work only through an agent';
    if (/^\s*(?:ssh-|ecdsa-|sk-)\S+\s+AAAA/.test(key)) {
        return 'it is the public half; the private key is wanted, which begins with -----BEGIN';
    }
    if (key.trim() === '')
        return 'it is empty';
    if (key.includes('\\n')) {
        return 'it has the two characters \\n in it where line breaks belong: give it as it stands in its file';
    }
    if (/-----BEGIN/.test(key) && key.trim().split('\n').length < 3) {
        return 'its line breaks are lost: give it as it stands in its file';
    }
    if (!/-----BEGIN|^PuTTY/.test(key)) {
        return 'it is not a private key: that begins with -----BEGIN. Give the whole file';
    }
    return `it is not a whole private key (${said}): give it as it stands in its file`;
}
function unavailable(reason, message, cause) {
    return new pool/* PoolUnavailable */.pP(reason, message, { cause });
}
function unreachable(message, cause, { delayMs = NETWORK_DELAY_MS, maxTries } = {}) {
    return new pool/* PoolUnreachable */.tT(message, delayMs, maxTries, { cause });
}

// EXTERNAL MODULE: ./src/pool/ssh-target.ts + 1 modules
var ssh_target = __webpack_require__(67);
;// CONCATENATED MODULE: ./src/pool/ssh-credentials.ts
/** With what a login is tried: the keys first, then the agent's. */




/** Throws PoolUnavailable where a key that was named can't be used, and where there is nothing to try. */
function credentialsOf(hop) {
    const { username, passphrase, identities } = hop;
    const methods = [];
    const tried = [];
    const passedOver = [];
    const tryKeys = new Set();
    for (const { name, key, isNamed } of identities) {
        const parsed = lib.utils.parseKey(key, passphrase);
        const problem = parsed instanceof Error ? parsed.message : parsed.isPrivateKey() ? undefined : 'a public key';
        if (problem === undefined && !(parsed instanceof Error)) {
            methods.push({ type: 'publickey', username, key: parsed });
            tried.push(name);
            tryKeys.add(parsed.getPublicSSH().toString('base64'));
            continue;
        }
        const error = keyError(name, key, problem ?? '');
        if (isNamed)
            throw error;
        passedOver.push(error.message);
    }
    const agent = hop.agent === undefined ? undefined : agentOf(hop.agent, hop, tryKeys);
    if (agent !== undefined)
        methods.push({ type: 'agent', username, agent });
    const besides = passedOver.map((problem) => `; ${problem}`).join('');
    if (methods.length === 0) {
        throw new pool/* PoolUnavailable */.pP('auth', `can't log in at ${(0,ssh_target/* nameOfHop */.ab)(hop)}: there is no key and no agent${besides}. Give a key (--private-key-file, GIVEWAY_PRIVATE_KEY)`);
    }
    return {
        methods,
        describe: () => [...tried, ...(agent === undefined ? [] : [agent.describe()])].join(', ') + besides,
    };
}
function agentOf(socket, { agentKeys }, tryKeys) {
    const wanted = agentKeys?.map((line) => line.split(/\s+/)[1] ?? '');
    return new QuietAgent((0,lib.createAgent)(socket), (key) => {
        const text = key.getPublicSSH().toString('base64');
        // each refusal counts (MaxAuthTries), so none is asked for twice
        return !tryKeys.has(text) && (wanted === undefined || wanted.includes(text));
    });
}
/** An agent that can't be reached has no keys: it is no reason to stop, and others have been tried before. */
class QuietAgent extends lib.BaseAgent {
    agent;
    isWanted;
    #state = 'an agent that was not asked';
    constructor(agent, isWanted) {
        super();
        this.agent = agent;
        this.isWanted = isWanted;
    }
    describe() {
        return this.#state;
    }
    getIdentities(callback) {
        this.agent.getIdentities((error, keys) => {
            const wanted = (keys ?? []).filter((key) => this.isWanted(key));
            this.#state = error
                ? 'an agent that does not answer'
                : `an agent with ${wanted.length === 1 ? '1 key' : `${wanted.length} keys`}`;
            callback(undefined, wanted);
        });
    }
    sign(key, data, options, callback) {
        if (typeof options === 'function')
            this.agent.sign(key, data, options);
        else
            this.agent.sign(key, data, options, callback);
    }
}

;// CONCATENATED MODULE: ./src/pool/ssh-login.ts







const TIMING = { readyMs: 20_000, channelMs: 15_000, keepaliveMs: 10_000, keepalivesMissed: 3 };
/**
 * The command for a login shell of whatever kind. It asks for the program, reads all of it before anything of it runs,
 * and leaves the rest of its input to it. Where the key is bound to a program of its own, that one runs instead, and
 * never asks. The line begins anew, for what a shell's start-up file prints may have no end.
 */
function loaderCommand(length, nfs) {
    const options = `role=admin${nfs ? ' nfs=allow' : ''}`;
    return `sh -c 'echo; echo giveway-loader; p=$(head -c ${length}) && exec sh -c "$p" giveway - ${options}'`;
}
/**
 * Logs in at each hop and starts the program. `socket` leads to the first hop: paused, for nothing that it says may be
 * lost, and connected, still connecting, or failed. It stays the caller's to destroy if this rejects, with PoolUnavailable
 * or PoolUnreachable. Keys are judged before anything is sent, and before anything is said of the connection.
 */
async function logIn(socket, { hops, folder }, options) {
    const timing = { ...TIMING, ...options.timing };
    const steps = hops.map((hop) => ({ hop, credentials: credentialsOf(hop) }));
    // ssh2 would take it for connected, and wait
    if (socket.errored !== null)
        throw classifySshError((0,ssh_target/* nameOfHop */.ab)(hops[0]), socket.errored);
    const way = { socket, clients: [], trouble: '' };
    for (const { hop, credentials } of steps) {
        const [client] = way.clients;
        const through = client === undefined ? socket : await forward(client, hop, timing);
        const hostKey = await login(way, hop, credentials, through, timing);
        options.onLogin?.({ host: hop.host, port: hop.port, username: hop.username, hostKey });
    }
    const program = options.program ?? (0,program_text/* programText */.Q)();
    const command = loaderCommand(Buffer.byteLength(program), options.allowNfs ?? false);
    return execute(way, options.name, { command, loaded: `${program}${folder}\n` }, timing);
}
/** Resolves with the host's key. */
async function login(way, hop, credentials, through, timing) {
    const where = (0,ssh_target/* nameOfHop */.ab)(hop);
    let verdict;
    let hostKey = Buffer.alloc(0);
    const ssh = new esm/* NodeSSH */.H();
    const config = {
        host: hop.host,
        port: hop.port,
        sock: through,
        username: hop.username,
        authHandler: [...credentials.methods],
        readyTimeout: timing.readyMs,
        keepaliveInterval: timing.keepaliveMs,
        keepaliveCountMax: timing.keepalivesMissed,
        hostVerifier: (key) => {
            verdict = (0,known_hosts/* judgeHostKey */.Tx)(hop.hostKeys, hop.host, hop.port, key);
            hostKey = Buffer.from(key);
            return verdict.kind === 'known';
        },
        algorithms: { serverHostKey: hostKeyAlgorithms(hop) },
    };
    try {
        // node-ssh takes its own narrower type; what it does not know it hands on
        const ready = ssh.connect(config);
        // Lasting, and from the start: ssh2 can emit a second error, and one that nobody listens for ends the process.
        ssh.connection?.on('error', (error) => (way.trouble = error.message));
        await ready;
    }
    catch (error) {
        if (verdict?.kind === 'refused')
            throw hostKeyError(where, verdict);
        if (isLoginRefused(error))
            throw loginRefused(where, credentials.describe(), error);
        throw classifySshError(where, error);
    }
    const client = ssh.connection;
    if (client === null)
        throw classifySshError(where, new Error(way.trouble || 'it was lost at once'));
    way.clients.unshift(client);
    return hostKey;
}
const HOST_KEY_ALGORITHMS = [
    ['ssh-ed25519', ['ssh-ed25519']],
    ['ecdsa-sha2-nistp256', ['ecdsa-sha2-nistp256']],
    ['ecdsa-sha2-nistp384', ['ecdsa-sha2-nistp384']],
    ['ecdsa-sha2-nistp521', ['ecdsa-sha2-nistp521']],
    // the signature by SHA-1 of old servers, `ssh-rsa`, is not asked for, as in OpenSSH
    ['ssh-rsa', ['rsa-sha2-512', 'rsa-sha2-256']],
];
/** As OpenSSH asks: for a key of a type that is known, then for any other, which is then refused with its fingerprint. */
function hostKeyAlgorithms(hop) {
    const known = (0,known_hosts/* knownKeyTypes */.C2)(hop.hostKeys, hop.host, hop.port);
    const isKnown = ([type]) => known.includes(type);
    const others = HOST_KEY_ALGORITHMS.filter((one) => !isKnown(one));
    return [...HOST_KEY_ALGORITHMS.filter(isKnown), ...others].flatMap(([, algorithms]) => algorithms);
}
function hostKeyError(where, verdict) {
    const { why, offered, expected, hasAuthority } = verdict;
    const authority = hasAuthority
        ? ' A @cert-authority line speaks of it, but certificates are not supported: add its own key.'
        : '';
    switch (why) {
        case 'unknown-host':
            return new pool/* PoolUnavailable */.pP('host-key', `the host key of ${where} is not known: it offers ${offered}.${authority} If that is right, add it to the known hosts (ssh-keyscan prints the line)`);
        case 'other-key':
            return new pool/* PoolUnavailable */.pP('host-key', `the host key of ${where} is another one: it offers ${offered}, expected ${expected.join(' or ')}.${authority} Somebody may be in between, or the host was set up anew`);
        case 'revoked':
            return new pool/* PoolUnavailable */.pP('host-key', `the host key of ${where}, ${offered}, is marked @revoked: nobody may use it any more`);
    }
}
function forward(client, hop, { channelMs }) {
    const what = `${(0,ssh_target/* nameOfHop */.ab)(hop)} behind the jump host`;
    return opened(what, channelMs, (callback) => client.forwardOut('127.0.0.1', 0, hop.host, hop.port, callback));
}
function execute(way, name, { command, loaded }, { channelMs }) {
    const [client] = way.clients;
    if (client === undefined)
        throw new TypeError('a way without a hop');
    return opened(name, channelMs, (callback) => client.exec(command, (error, stream) => {
        // Not behind an await: with what ends at once, its exit may come in the same packet, and is told before that.
        if (error === undefined)
            callback(undefined, channelOf(way, stream, loaded));
        else
            callback(error);
    }));
}
/** A channel, with a timer of its own: ssh2 has none for one that is never answered. */
async function opened(what, ms, open) {
    let timer;
    try {
        return await new Promise((resolve, reject) => {
            timer = setTimeout(() => reject(tooSlow(`${what} opened no channel`, ms)), ms);
            open((...[error, channel]) => (error === undefined ? resolve(channel) : reject(error)));
        });
    }
    catch (error) {
        throw classifySshError(what, error);
    }
    finally {
        clearTimeout(timer);
    }
}
function channelOf(way, stream, loaded) {
    const { socket, clients } = way;
    let complaints = '';
    let ending = 'cut';
    stream.stderr.setEncoding('utf8');
    stream.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
    stream.once('exit', () => (ending = 'ended'));
    stream.once('close', () => {
        for (const client of clients)
            client.end();
        // whatever the far end does now, nothing of ours waits for it
        socket.destroySoon();
    });
    return {
        input: stream,
        output: stream,
        complaints: () => [complaints.trim(), way.trouble].filter((text) => text !== '').join('; '),
        load: () => void stream.write(loaded),
        destroy: () => void socket.destroy(),
        // The program there sees the end of its input; to wait until that is known here would cost another round trip.
        hangUp: () => {
            stream.end();
            for (const client of clients)
                client.end();
            socket.destroySoon();
        },
        closed: new Promise((resolve) => {
            if (socket.destroyed)
                resolve(ending);
            else
                socket.once('close', () => resolve(ending));
        }),
    };
}


/***/ })

};
;