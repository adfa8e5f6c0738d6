"use strict";
exports.id = 702;
exports.ids = [702];
exports.modules = {

/***/ 6702:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  explainCommand: () => (/* binding */ explainCommand)
});

// EXTERNAL MODULE: ./src/lease/flow.ts
var flow = __webpack_require__(8276);
// EXTERNAL MODULE: ./src/protocol/availability.ts
var protocol_availability = __webpack_require__(3241);
// EXTERNAL MODULE: ./src/protocol/expiry.ts
var expiry = __webpack_require__(4261);
// EXTERNAL MODULE: ./src/protocol/host.ts
var protocol_host = __webpack_require__(1384);
// EXTERNAL MODULE: ./src/protocol/one-line.ts
var one_line = __webpack_require__(4395);
// EXTERNAL MODULE: ./src/protocol/order.ts
var order = __webpack_require__(4864);
// EXTERNAL MODULE: ./src/protocol/queue.ts
var protocol_queue = __webpack_require__(3271);
// EXTERNAL MODULE: ./src/protocol/quit.ts
var quit = __webpack_require__(6209);
// EXTERNAL MODULE: ./src/protocol/snapshot.ts
var protocol_snapshot = __webpack_require__(2678);
// EXTERNAL MODULE: ./src/protocol/status.ts
var protocol_status = __webpack_require__(5144);
// EXTERNAL MODULE: ./src/protocol/target.ts
var target = __webpack_require__(9635);
// EXTERNAL MODULE: ./src/protocol/timing.ts
var timing = __webpack_require__(6104);
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

// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var settings_inputs = __webpack_require__(7428);
// EXTERNAL MODULE: ./src/settings/lab-settings.ts
var lab_settings = __webpack_require__(954);
// EXTERNAL MODULE: ./src/commands/duration-text.ts
var duration_text = __webpack_require__(8438);
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
            return `nothing to do: whoever asks for it gets it; ${BY_HAND}`;
        case 'evict':
            return `${EVICT[advice.because]}: giveway evict --host ${host ?? 'HOST'} ${advice.because === 'overdue' ? '--now ' : ''}--reason … (admin); ${BY_HAND}`;
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
const BY_HAND = 'remove nothing by hand';
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
            return `wait: its lease ends by itself in ${inTime}, whatever its job does; ${BY_HAND}`;
        case 'exempt-time':
            return `wait: its exempt time ends in ${inTime}`;
        case 'silence':
            return `wait: unless it gives a sign of life, its lease ends by itself in ${inTime}; ${BY_HAND}`;
        case 'rest':
            return `wait: it frees itself in ${inTime}; ${BY_HAND}`;
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
// EXTERNAL MODULE: ./src/commands/history.ts
var commands_history = __webpack_require__(2638);
// EXTERNAL MODULE: ./src/commands/history-text.ts
var history_text = __webpack_require__(5047);
// EXTERNAL MODULE: ./src/commands/job.ts + 3 modules
var job = __webpack_require__(1270);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
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
        const lately = shown.length === 0 ? undefined : latelyOf(await (0,commands_history.latestEvents)(context), shown);
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
        .map(({ event, at }) => ({ atMs: event.atMs, host: at.join(', '), what: (0,history_text/* eventSentence */.WR)(event) }));
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


/***/ })

};
;