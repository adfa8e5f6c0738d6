"use strict";
exports.id = 270;
exports.ids = [270];
exports.modules = {

/***/ 1270:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  PR: () => (/* binding */ NEEDS_HOST),
  Nu: () => (/* binding */ NEEDS_POOL),
  fZ: () => (/* binding */ heartbeatInputProblems),
  cu: () => (/* binding */ identityOf),
  LO: () => (/* binding */ missing),
  mJ: () => (/* binding */ requestedJob),
  Rf: () => (/* binding */ withProwAliases)
});

// UNUSED EXPORTS: versionOf

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/platform/identity.ts
var platform_identity = __webpack_require__(2825);
;// CONCATENATED MODULE: ./src/platform/github.ts

/**
 * The identity of a GitHub Actions job, or undefined outside of one.
 *
 * The owner is server, repository, run, job and matrix leg; the run's attempt is kept apart, so that a re-run takes over
 * what the attempt before it left. Nothing in the environment tells the legs of a matrix apart: GIVEWAY_MATRIX carries
 * `${{ toJSON(matrix) }}`. Nor does anything tell apart two calls of one reusable workflow within a run, in which the
 * jobs have the same ids: such jobs must be given an owner.
 */
function githubIdentity(env, options = {}) {
    const repository = (0,platform_identity/* read */.LF)(env, 'GITHUB_REPOSITORY');
    const runId = (0,platform_identity/* read */.LF)(env, 'GITHUB_RUN_ID');
    if ((0,platform_identity/* read */.LF)(env, 'GITHUB_ACTIONS') !== 'true' || repository === undefined || runId === undefined)
        return undefined;
    const server = (0,platform_identity/* read */.LF)(env, 'GITHUB_SERVER_URL') ?? 'https://github.com';
    const attempt = attemptOf((0,platform_identity/* read */.LF)(env, 'GITHUB_RUN_ATTEMPT'));
    const jobId = (0,platform_identity/* read */.LF)(env, 'GITHUB_JOB') ?? '';
    const matrix = (0,platform_identity/* read */.LF)(env, 'GIVEWAY_MATRIX');
    const title = [repository, (0,platform_identity/* read */.LF)(env, 'GITHUB_WORKFLOW'), jobId].filter((part) => part).join(' / ');
    return {
        platform: 'github',
        owner: (0,platform_identity/* ownerOf */.bf)(['github', ...serverParts(server), ...repository.split('/'), runId, jobId], matrix),
        attempt,
        job: (0,platform_identity/* oneLine */.TN)(title + (0,platform_identity/* matrixForPeople */.wZ)(matrix)),
        url: `${server.replace(/\/+$/, '')}/${repository}/actions/runs/${runId}/attempts/${attempt}`,
        project: repository,
        ...(0,platform_identity/* versionOf */.E4)(env, options),
    };
}
/** Run ids are unique on one server only. */
function serverParts(server) {
    const host = server.replace(/^[a-z]+:\/\//, '').replace(/\/+$/, '');
    return host === 'github.com' ? [] : [host];
}
function attemptOf(text) {
    const attempt = Number(text);
    return Number.isSafeInteger(attempt) && attempt >= 1 ? attempt : 1;
}

// EXTERNAL MODULE: ./src/platform/prow.ts
var prow = __webpack_require__(3683);
// EXTERNAL MODULE: ./src/platform/shell.ts
var shell = __webpack_require__(4757);
;// CONCATENATED MODULE: ./src/platform/tekton.ts

/**
 * The identity of a Tekton PipelineRun, or undefined where GIVEWAY_PIPELINE_RUN_UID is not set.
 *
 * Tekton sets no variables of its own. Our Tasks pass on what they are given as params:
 * - GIVEWAY_PIPELINE_RUN_UID: `$(context.pipelineRun.uid)`; it alone makes the owner, so that acquire and release find
 *   the same lease from different pods;
 * - GIVEWAY_PIPELINE_RUN and GIVEWAY_NAMESPACE: the run's name and namespace, for people;
 * - GIVEWAY_MATRIX: the params of a matrix as JSON, whose legs share the run's uid.
 *
 * The attempt is always 1: a retry counter belongs to one TaskRun, and the release of a retried acquire is another.
 */
function tektonIdentity(env, options = {}) {
    const uid = (0,platform_identity/* read */.LF)(env, 'GIVEWAY_PIPELINE_RUN_UID');
    if (uid === undefined)
        return undefined;
    const namespace = (0,platform_identity/* read */.LF)(env, 'GIVEWAY_NAMESPACE');
    const matrix = (0,platform_identity/* read */.LF)(env, 'GIVEWAY_MATRIX');
    const title = [namespace, (0,platform_identity/* read */.LF)(env, 'GIVEWAY_PIPELINE_RUN') ?? uid].filter((part) => part).join(' / ');
    return {
        platform: 'tekton',
        owner: (0,platform_identity/* ownerOf */.bf)(['tekton', uid], matrix),
        attempt: 1,
        job: (0,platform_identity/* oneLine */.TN)(title + (0,platform_identity/* matrixForPeople */.wZ)(matrix)),
        ...(namespace === undefined ? {} : { project: namespace }),
        ...(0,platform_identity/* versionOf */.E4)(env, options),
    };
}

;// CONCATENATED MODULE: ./src/platform/detect.ts





/**
 * Who this job is. Tekton comes first, as its variable is set on purpose and the others' may be inherited. GIVEWAY_OWNER
 * replaces the owner on every platform; it is the whole owner then, without the matrix.
 */
function detectPlatform(env, machine, options = {}) {
    const identity = tektonIdentity(env, options) ??
        githubIdentity(env, options) ??
        (0,prow/* prowIdentity */.D)(env, options) ??
        (0,shell/* shellIdentity */.ZN)(env, machine, options);
    const given = (0,platform_identity/* read */.LF)(env, 'GIVEWAY_OWNER');
    return given === undefined ? identity : { ...identity, owner: (0,platform_identity/* ownerFromText */.Rj)(given) };
}

// EXTERNAL MODULE: ./src/protocol/product-version.ts
var product_version = __webpack_require__(9618);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var protocol_timing = __webpack_require__(6104);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/settings/values.ts
var settings_values = __webpack_require__(535);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
// EXTERNAL MODULE: ./src/commands/lease-file.ts
var lease_file = __webpack_require__(4203);
;// CONCATENATED MODULE: ./src/commands/job.ts
/** From inputs and the platform's identity to what a flow needs. */











/** Who this job is; `--owner` comes before what the platform says. */
function identityOf(env, inputs) {
    const { owner } = inputs;
    const pattern = inputs['version-pattern'];
    return detectPlatform(owner === undefined ? env : { ...env, GIVEWAY_OWNER: owner }, (0,shell/* thisMachine */.g8)(), pattern === undefined ? {} : { versionPattern: pattern });
}
/** The bash jobs' variables, by the input that each stands for. */
const PROW_NAMES = {
    pool: 'AUX_HOST',
    'wait-timeout': 'LOCK_ACQUIRE_ATTEMPTS',
    every: 'QUIT_CHECK_INTERVAL',
};
/** Adds what the bash jobs' variables say of these inputs where they are not given, and what of it can't be read. */
function withProwAliases(env, names, read) {
    const aliases = (0,prow/* prowAliases */.p)(env);
    const found = {
        pool: aliases.pool,
        'wait-timeout': aliases.waitTimeoutMs,
        every: aliases.every,
    };
    const values = { ...read.values };
    const problems = [...read.problems];
    for (const name of names.filter((one) => !isGiven(one, read))) {
        const variable = PROW_NAMES[name];
        const got = env[variable];
        const bad = aliases.problems.find((problem) => problem.name === variable);
        const pool = name === 'pool' && found.pool !== undefined ? (0,settings_values/* parsePool */.qr)(found.pool) : undefined;
        if (bad !== undefined)
            problems.push({ input: variable, expected: bad.expected, got: bad.got });
        else if (pool !== undefined && 'expected' in pool)
            problems.push({ input: variable, expected: pool.expected, got });
        else
            Object.assign(values, { [name]: found[name] });
    }
    return { values, problems };
}
/** Given well, or badly: then there is a problem of its name. */
function isGiven(name, { values, problems, }) {
    const names = [
        `--${name}`,
        (0,inputs/* environmentName */.VE)(name),
        ...(name in PROW_NAMES ? [PROW_NAMES[name]] : []),
    ];
    return values[name] !== undefined || problems.some(({ input }) => names.includes(input));
}
/** The version that a job is for, and a line that says why it has none. */
function versionOf(inputs, identity) {
    const given = inputs['product-version'];
    if (given !== undefined)
        return { version: given, note: undefined };
    const found = identity.version === undefined ? undefined : (0,product_version/* parseProductVersion */.Jo)(identity.version.text);
    if (found === undefined) {
        const why = identity.whyNoVersion ?? 'nothing names one';
        return {
            version: product_version/* NO_VERSION */.dG,
            note: `no product version (${why}): 0.0, behind every other; give --product-version`,
        };
    }
    return { version: found, note: `version ${found.text}, from ${identity.version?.source ?? 'the job'}` };
}
/** From what was read; `keeper`: does this process stay and beat for the lease? */
function requestedJob(env, { values: inputs, problems: inputProblems, }, keeper) {
    const identity = identityOf(env, inputs);
    const { version, note } = versionOf(inputs, identity);
    const heartbeatMs = inputs.heartbeat ?? protocol_timing/* DEFAULTS */.zY.heartbeatMs;
    const waiterTtlMs = inputs.ttl ?? protocol_timing/* DEFAULTS */.zY.ttlMs;
    const ttlMs = keeper ? waiterTtlMs : (inputs['lease-ttl'] ?? protocol_timing/* DEFAULTS */.zY.leaseTtlMs);
    const maxHoldMs = inputs['max-hold'] ?? protocol_timing/* DEFAULTS */.zY.maxHoldMs;
    const exemptMs = inputs['exempt-time'] ?? protocol_timing/* DEFAULTS */.zY.exemptMs;
    const settleMs = inputs.settle ?? protocol_timing/* DEFAULTS */.zY.settleMs;
    const badTimes = (0,protocol_timing/* timingProblems */.Vb)({
        heartbeatMs,
        ttlMs: waiterTtlMs,
        leaseTtlMs: ttlMs,
        exemptMs,
        maxHoldMs,
        settleMs,
    }).map(asInputProblem);
    const resumed = resumedLease(inputs.resume, identity.owner);
    const absent = missing([NEEDS_POOL, NEEDS_HOST], { values: inputs, problems: inputProblems });
    const details = {
        job: identity.job,
        ...given('url', inputs['job-url'] ?? identity.url),
        ...given('project', identity.project),
        heartbeatMs,
        keeper,
        ...given('preempts', inputs.preempts),
        ...given('preemptible', inputs.preemptible),
        ...given('exemptMs', inputs['exempt-time']),
        ...given('graceMs', inputs.grace),
        ...given('starveAfterMs', inputs['starve-after']),
        ...given('waitedBeforeMs', resumed.lease && waitedFor(resumed.lease)),
    };
    return {
        versionNote: note,
        problems: [...absent, ...badTimes, ...resumed.problems],
        request: {
            who: { id: (0,external_node_crypto_.randomUUID)(), owner: identity.owner, attempt: identity.attempt },
            groups: inputs.host ?? [],
            priority: inputs.priority ?? 0,
            version,
            waiterTtlMs,
            ttlMs,
            maxHoldMs,
            settleMs,
            ifBusy: inputs['if-busy'] ?? 'wait',
            ...given('resumes', resumed.lease?.id),
            details,
        },
    };
}
/** The lease that a job gave way with, by its file; none where the file is gone, for then there is nothing to come back to. */
function resumedLease(path, owner) {
    if (path === undefined || !(0,external_node_fs_.existsSync)(path))
        return { lease: undefined, problems: [] };
    try {
        const file = (0,lease_file/* readLeaseFile */.ZF)(path);
        if (file.owner === owner)
            return { lease: file, problems: [] };
        const expected = `a lease of this job, ${owner}: another's place is not to be had`;
        return { lease: undefined, problems: [{ input: '--resume', expected, got: file.owner }] };
    }
    catch (error) {
        if (!(error instanceof lease_file/* LeaseFileError */.th))
            throw error;
        const problem = { input: '--resume', expected: `a lease file (${error.message})`, got: path };
        return { lease: undefined, problems: [problem] };
    }
}
/** In ms: for this lease, and in earlier requests that gave way. */
function waitedFor({ waitedMs = 0, waitedBeforeMs = 0 }) {
    return Math.round(waitedMs + waitedBeforeMs);
}
/** What is wrong with how often a lease gets a heartbeat, and how long it lives without. */
function heartbeatInputProblems(timing) {
    return (0,protocol_timing/* heartbeatProblems */.f)(timing).map(asInputProblem);
}
function asInputProblem({ flag, expected, got }) {
    return { input: `--${flag}`, expected, got: (0,duration_text/* exactDurationText */.XO)(got) };
}
/** What most commands can't do without. */
const NEEDS_POOL = ['pool', 'the folder that all jobs share'];
const NEEDS_HOST = ['host', 'the host that is wanted'];
/** What must be given and isn't; what was given badly has its own problem already. */
function missing(expectations, { values, problems }) {
    return expectations
        .filter(([name]) => !isGiven(name, { values, problems }))
        .map(([name, expected]) => ({
        input: `--${name} (or ${(0,inputs/* environmentName */.VE)(name)})`,
        expected,
        got: undefined,
    }));
}
function given(key, value) {
    return value === undefined ? {} : { [key]: value };
}


/***/ }),

/***/ 2825:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   E4: () => (/* binding */ versionOf),
/* harmony export */   LF: () => (/* binding */ read),
/* harmony export */   Rj: () => (/* binding */ ownerFromText),
/* harmony export */   TN: () => (/* reexport safe */ _protocol_one_line__WEBPACK_IMPORTED_MODULE_2__.T),
/* harmony export */   bf: () => (/* binding */ ownerOf),
/* harmony export */   wZ: () => (/* binding */ matrixForPeople)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_crypto__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var _protocol_job_version__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8778);
/* harmony import */ var _protocol_one_line__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4395);




/** The variable's value without blanks around it, or undefined if nothing is left. */
function read(env, name) {
    return env[name]?.trim() || undefined;
}
/** The product version by JOB_NAME, else by GITHUB_REF_NAME, else by GITHUB_BASE_REF. */
function versionOf(env, options) {
    const reasons = [];
    for (const [source, find] of [
        ['JOB_NAME', _protocol_job_version__WEBPACK_IMPORTED_MODULE_1__/* .versionFromJobName */ .dK],
        ['GITHUB_REF_NAME', _protocol_job_version__WEBPACK_IMPORTED_MODULE_1__/* .versionFromRefName */ .zo], // in a pull request 123/merge, so that the base decides
        ['GITHUB_BASE_REF', _protocol_job_version__WEBPACK_IMPORTED_MODULE_1__/* .versionFromRefName */ .zo],
    ]) {
        const name = read(env, source);
        if (name === undefined)
            continue;
        const found = find(name, options.versionPattern);
        if (found.version !== undefined) {
            return { version: { text: found.version, source, rule: found.rule } };
        }
        reasons.push(`${source} ${JSON.stringify((0,_protocol_one_line__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .T)(name))}: ${found.why}`);
    }
    return {
        version: undefined,
        whyNoVersion: reasons.join('; ') || 'none of JOB_NAME, GITHUB_REF_NAME, GITHUB_BASE_REF is set',
    };
}
const longestOwner = 200;
/**
 * Joins the parts of an identity to an owner, by slashes. Different parts give different owners: whatever could be taken
 * for a separator is percent-encoded, and of a long owner only the head stays readable, before a SHA-256 of the whole.
 *
 * @param matrix the `matrix` of a GitHub or Tekton job as JSON; legs of one matrix have nothing else apart.
 */
function ownerOf(parts, matrix) {
    const key = matrix === undefined ? undefined : matrixKey(matrix);
    return shorten([...parts.map(percentEncode), ...(key === undefined ? [] : [key])].join('/'));
}
/**
 * An owner that a person gave, as it is if it can be one, so that an owner read from an output names the same job when it
 * is given back; else percent-encoded.
 */
function ownerFromText(text) {
    const isOwner = /^[A-Za-z0-9._@+:=,%/~-]+$/.test(text);
    return shorten(isOwner ? text : text.split('/').map(percentEncode).join('/'));
}
/** The values of a matrix as GitHub shows them behind a job's name: ` (4.22, arm64)`, or nothing. */
function matrixForPeople(matrix) {
    const values = Object.values(matrixObject(matrix) ?? {});
    if (values.length === 0)
        return '';
    return ` (${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')})`;
}
function matrixKey(matrix) {
    const object = matrixObject(matrix);
    if (object === undefined)
        return percentEncode(matrix);
    const pairs = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
    // A colon marks what is no text, so that 20 and "20" differ.
    const pair = ([name, value]) => `${percentEncode(name)}=${typeof value === 'string' ? percentEncode(value) : `:${percentEncode(sortedJson(value))}`}`;
    return pairs.length === 0 ? undefined : pairs.map(pair).join(',');
}
/** Empty where there is no matrix (GitHub writes `null`); undefined if the text is no JSON object. */
function matrixObject(matrix) {
    if (matrix === undefined || matrix.trim() === '')
        return {};
    try {
        const value = JSON.parse(matrix);
        if (value === null)
            return {};
        return typeof value === 'object' && !Array.isArray(value)
            ? value
            : undefined;
    }
    catch {
        return undefined;
    }
}
/** JSON in which the order of keys makes no difference. */
function sortedJson(value) {
    return JSON.stringify(value, (_, inner) => typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner);
}
function percentEncode(text) {
    let encoded = '';
    for (const byte of Buffer.from(text, 'utf8')) {
        const character = String.fromCharCode(byte);
        encoded += /[A-Za-z0-9._@+-]/.test(character)
            ? character
            : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return encoded;
}
function shorten(owner) {
    if (owner.length <= longestOwner)
        return owner;
    const hash = (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256').update(owner).digest('hex');
    const head = owner.slice(0, longestOwner - 1 - hash.length).replace(/%[0-9A-F]?$/, '');
    return `${head}~${hash}`;
}


/***/ }),

/***/ 3683:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ prowIdentity),
/* harmony export */   p: () => (/* binding */ prowAliases)
/* harmony export */ });
/* harmony import */ var _identity__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2825);

/**
 * The identity of a Prow job, or undefined outside of one.
 *
 * The owner is the ProwJob's id, else the build's, and UNIQUE_HASH, which tells apart the tests that one ProwJob runs.
 * A retest is another ProwJob, so the attempt is always 1.
 */
function prowIdentity(env, options = {}) {
    const spec = jobSpecOf(env);
    const id = jobIdOf(env, spec);
    if (id === undefined)
        return undefined;
    const hash = (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'UNIQUE_HASH');
    const url = urlOf(env, spec);
    const project = projectOf(env, spec);
    return {
        platform: 'prow',
        owner: (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .ownerOf */ .bf)(['prow', id, ...(hash === undefined ? [] : [hash])], (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'GIVEWAY_MATRIX')),
        attempt: 1,
        job: (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)((0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'JOB_NAME') ?? text(spec['job']) ?? id),
        ...(url === undefined ? {} : { url }),
        ...(project === undefined ? {} : { project }),
        ...(0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .versionOf */ .E4)(env, options),
    };
}
/**
 * Reads the bash jobs' variables; outside of Prow, where their names may mean anything, there are none. `isProwLike`: the
 * caller knows that they mean the same here.
 */
function prowAliases(env, isProwLike = false) {
    const problems = [];
    if (!isProwLike && jobIdOf(env, jobSpecOf(env)) === undefined)
        return { problems };
    const positive = (name, expected, toMs) => {
        const got = (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, name);
        if (got === undefined)
            return undefined;
        const number = /^[1-9][0-9]{0,8}$/.test(got) ? Number(got) * toMs : undefined;
        if (number === undefined)
            problems.push({ name, expected, got });
        return number;
    };
    const pool = poolOf((0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'AUX_HOST'));
    if (pool === null) {
        problems.push({
            name: 'AUX_HOST',
            expected: 'the name or address of the bastion',
            got: (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'AUX_HOST') ?? '',
        });
    }
    const lockTimeoutMs = positive('LOCK_TIMEOUT', 'seconds, a whole number from 1', 1_000);
    const waitTimeoutMs = positive('LOCK_ACQUIRE_ATTEMPTS', 'attempts, a whole number from 1', 60_000);
    const every = positive('QUIT_CHECK_INTERVAL', 'turns of a loop, a whole number from 1', 1);
    return {
        ...(typeof pool === 'string' ? { pool } : {}),
        ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
        ...(waitTimeoutMs === undefined ? {} : { waitTimeoutMs }),
        ...(every === undefined ? {} : { every }),
        problems,
    };
}
function poolOf(host) {
    if (host === undefined)
        return undefined;
    const isName = /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host);
    const isAddress6 = /^[0-9A-Fa-f]*:[0-9A-Fa-f:.]+$/.test(host);
    if (!isName && !isAddress6)
        return null;
    return `ssh://root@${isAddress6 ? `[${host}]` : host}/var/run/lock/ztp-baremetal-pool`;
}
/** Other systems set JOB_NAME and BUILD_ID too (Jenkins does), so a build's id counts only where Prow shows otherwise. */
function jobIdOf(env, spec) {
    const prowJobId = (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'PROW_JOB_ID') ?? text(spec['prowjobid']);
    if (prowJobId !== undefined)
        return prowJobId;
    const isProw = (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'OPENSHIFT_CI') === 'true' || text(spec['job']) !== undefined;
    return isProw ? ((0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'BUILD_ID') ?? text(spec['buildid'])) : undefined;
}
function projectOf(env, spec) {
    // A periodic job tests no change: the repository that it is defined for is the first of the others.
    const extra = Array.isArray(spec['extra_refs']) ? spec['extra_refs'].map(object) : [];
    for (const refs of [object(spec['refs']), ...extra.filter((each) => each['auxiliary'] !== true)]) {
        const [org, repo] = [text(refs['org']), text(refs['repo'])];
        if (org !== undefined && repo !== undefined)
            return `${org}/${repo}`;
    }
    const [owner, name] = [(0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'REPO_OWNER'), (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'REPO_NAME')];
    return owner !== undefined && name !== undefined ? `${owner}/${name}` : undefined;
}
/**
 * Where people see the job: JOB_URL, else what Prow itself makes of the storage in JOB_SPEC. Without these it stays
 * unknown, as a link that leads nowhere is worse than none.
 */
function urlOf(env, spec) {
    const given = (0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'JOB_URL');
    if (given !== undefined && /^https?:\/\/[!-~]+$/.test(given))
        return given;
    const storage = object(object(spec['decoration_config'])['gcs_configuration']);
    const prefix = text(storage['job_url_prefix']) ??
        ((0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'OPENSHIFT_CI') === 'true' ? 'https://prow.ci.openshift.org/view' : undefined);
    const bucket = text(storage['bucket']);
    const path = pathOf(spec, storage);
    if (prefix === undefined || bucket === undefined || path === undefined)
        return undefined;
    const [provider, name] = bucket.includes('://') ? bucket.split('://') : ['gs', bucket];
    const parts = [provider, name, text(storage['path_prefix']), ...path].filter((part) => part).join('/');
    const url = `${prefix.replace(/\/+$/, '')}/${parts}`;
    return /^https?:\/\/[!-~]+$/.test(url) ? url : undefined;
}
function pathOf(spec, storage) {
    const [job, build] = [text(spec['job']), text(spec['buildid'])];
    if (job === undefined || build === undefined)
        return undefined;
    switch (text(spec['type']) ?? '') {
        case 'periodic':
        case 'postsubmit':
            return ['logs', job, build];
        case 'batch':
            return ['pr-logs', 'pull', 'batch', job, build];
        case 'presubmit': {
            const repository = repositoryFolder(object(spec['refs']), storage);
            const pulls = object(spec['refs'])['pulls'];
            const number = Array.isArray(pulls) ? object(pulls[0])['number'] : undefined;
            if (repository === undefined || typeof number !== 'number')
                return undefined;
            return ['pr-logs', 'pull', ...repository, String(number), job, build];
        }
        default:
            return undefined;
    }
}
/** Prow has three ways to name a repository's folder; two leave out what is the default. */
function repositoryFolder(refs, storage) {
    const [org, repo] = [text(refs['org']), text(refs['repo'])];
    if (org === undefined || repo === undefined || org.includes('/'))
        return undefined;
    const isDefaultOrg = org === text(storage['default_org']);
    const isDefault = isDefaultOrg && repo === text(storage['default_repo']);
    const full = `${org}_${repo.replaceAll('/', '_')}`;
    switch (text(storage['path_strategy']) ?? '') {
        case 'explicit':
            return [full];
        case 'single':
            return isDefault ? [] : [full];
        case 'legacy':
            return isDefault ? [] : [isDefaultOrg ? repo : full];
        default:
            return undefined;
    }
}
/** JOB_SPEC, or an empty object where it is missing or broken: every use of it has another way out. */
function jobSpecOf(env) {
    try {
        return object(JSON.parse((0,_identity__WEBPACK_IMPORTED_MODULE_0__/* .read */ .LF)(env, 'JOB_SPEC') ?? '{}'));
    }
    catch {
        return {};
    }
}
function object(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
function text(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}


/***/ }),

/***/ 4757:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ZN: () => (/* binding */ shellIdentity),
/* harmony export */   g8: () => (/* binding */ thisMachine),
/* harmony export */   kg: () => (/* binding */ isOtherScript)
/* harmony export */ });
/* unused harmony export scriptProcess */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0___default = /*#__PURE__*/__webpack_require__.n(node_fs__WEBPACK_IMPORTED_MODULE_0__);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1___default = /*#__PURE__*/__webpack_require__.n(node_os__WEBPACK_IMPORTED_MODULE_1__);
/* harmony import */ var _identity__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2825);



/**
 * The identity of a job that no CI system runs. GIVEWAY_OWNER names it; else it is this machine and the script that
 * started us, so that every step which one script starts is of one job. Steps behind a wrapper (timeout, npx, a
 * subshell) or in different scripts are different jobs, and need GIVEWAY_OWNER or the lease file to find each other's
 * lease; two jobs started by one script at once are one, and need it too.
 */
function shellIdentity(env, machine, options = {}) {
    const given = (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .read */ .LF)(env, 'GIVEWAY_OWNER');
    const version = (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .versionOf */ .E4)(env, options);
    const jobName = (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .read */ .LF)(env, 'JOB_NAME');
    if (given !== undefined) {
        return {
            platform: 'shell',
            owner: (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .ownerFromText */ .Rj)(given),
            attempt: 1,
            job: (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(jobName ?? given),
            ...version,
        };
    }
    const script = machine.script();
    return {
        platform: 'shell',
        owner: (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .ownerOf */ .bf)(['shell', machine.hostname, script.startedAt, String(script.pid)], (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .read */ .LF)(env, 'GIVEWAY_MATRIX')),
        attempt: 1,
        job: (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .oneLine */ .TN)(jobName ?? `${script.name} (${script.pid}) on ${machine.hostname}`),
        ...version,
    };
}
/** This machine, and this process's script. */
function thisMachine() {
    return {
        hostname: (0,node_os__WEBPACK_IMPORTED_MODULE_1__.hostname)(),
        script: () => scriptProcess({
            self: { pid: process.pid, startedAt: String(Math.round(performance.timeOrigin)) },
            parent: process.ppid,
            readText: readProc,
        }),
    };
}
const starters = new Set([
    'systemd',
    'init',
    'launchd',
    'tini',
    'dumb-init',
    'catatonit',
    'docker-init',
    'crond',
    'cron',
]);
/**
 * The parent process, which is the script that started us; but we ourselves where the parent starts many jobs (init), or
 * can't be seen (another pid namespace, no /proc). Then each step is a job of its own, which is safe: two jobs that
 * pass for one could take each other's host.
 */
function scriptProcess({ self, parent, readText, }) {
    const stat = readText(`/proc/${parent}/stat`);
    const script = stat === undefined ? undefined : parseStat(stat);
    if (script === undefined || starters.has(script.name))
        return { name: 'giveway', ...self };
    // Ticks count from the boot, so that they need its id.
    const boot = readText('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8) ?? 'boot';
    return { pid: parent, name: script.name, startedAt: `${boot}.${script.ticks}` };
}
/**
 * Is this the owner of a plain shell's job whose script still runs on this machine, and did not start us? Then it is
 * another job, however near its files lie.
 */
function isOtherScript(owner, { hostname: host, self, readText } = {
    hostname: (0,node_os__WEBPACK_IMPORTED_MODULE_1__.hostname)(),
    self: process.pid,
    readText: readProc,
}) {
    const [platform, hostPart, startedAt, pid = ''] = owner.split('/');
    if (platform !== 'shell' || hostPart !== (0,_identity__WEBPACK_IMPORTED_MODULE_2__/* .ownerOf */ .bf)([host]) || !/^[0-9]+$/.test(pid))
        return false;
    const script = scriptProcess({ self: { pid: -1, startedAt: '' }, parent: Number(pid), readText });
    if (script.startedAt !== startedAt)
        return false;
    for (let ancestor = self; ancestor > 1;) {
        if (ancestor === Number(pid))
            return false;
        ancestor = parseStat(readText(`/proc/${ancestor}/stat`) ?? '')?.parent ?? 0;
    }
    return true;
}
/** The name may hold spaces and brackets, so the fields count from the last bracket; the 4th is the parent, the 22nd the start. */
function parseStat(stat) {
    const match = /^[0-9]+ \((.*)\) (.*)$/s.exec(stat);
    const fields = match?.[2]?.split(' ');
    const ticks = fields?.[22 - 3];
    return match?.[1] !== undefined && ticks !== undefined && /^[0-9]+$/.test(ticks)
        ? { name: match[1], parent: Number(fields?.[4 - 3]), ticks }
        : undefined;
}
function readProc(path) {
    try {
        return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8');
    }
    catch {
        return undefined;
    }
}


/***/ })

};
;