"use strict";
exports.id = 267;
exports.ids = [267];
exports.modules = {

/***/ 9267:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  start: () => (/* binding */ start)
});

// EXTERNAL MODULE: ./src/settings/exit-codes.ts
var exit_codes = __webpack_require__(7198);
// EXTERNAL MODULE: ./src/commands/describe-error.ts
var describe_error = __webpack_require__(6958);
// EXTERNAL MODULE: ./src/commands/interrupts.ts
var commands_interrupts = __webpack_require__(5912);
// EXTERNAL MODULE: ./src/commands/say.ts
var commands_say = __webpack_require__(8729);
// EXTERNAL MODULE: ./src/commands/session.ts
var commands_session = __webpack_require__(8118);
// EXTERNAL MODULE: ./src/commands/usage.ts
var usage = __webpack_require__(625);
// EXTERNAL MODULE: ./node_modules/commander/esm.mjs
var esm = __webpack_require__(8179);
// EXTERNAL MODULE: ./node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(1916);
;// CONCATENATED MODULE: ./package.json
const package_namespaceObject = {"rE":"0.1.0"};
// EXTERNAL MODULE: ./src/settings/commands.ts
var commands = __webpack_require__(4575);
// EXTERNAL MODULE: ./src/settings/inputs.ts
var inputs = __webpack_require__(7428);
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
            .usage(`${spec.operand === undefined ? '' : `${inputs/* INPUTS */.mc[spec.operand].value} `}[options]${spec.takesCommand === true ? ' -- COMMAND…' : ''}`)
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
    const { value } = inputs/* INPUTS */.mc[name];
    const about = meaning ?? inputs/* INPUTS */.mc[name].about;
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
Every flag has a twin in the environment: --wait-timeout is ${(0,inputs/* environmentName */.VE)('wait-timeout')}.
Durations are 90s, 15m, 2h, 1h30m.
`;
const PROGRAM_NOTES = `
giveway COMMAND --help tells more of each.
`;

;// CONCATENATED MODULE: ./src/cli/main.ts
/** One call of the command line, from its arguments to its exit code. */







/** Each is loaded when it is called, for a connection is begun only after what has been loaded before it. */
const RUNNERS = {
    run: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(331)]).then(__webpack_require__.bind(__webpack_require__, 4331))).runCommand,
    acquire: async () => {
        const { acquireCommand } = await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850)]).then(__webpack_require__.bind(__webpack_require__, 850));
        return (session, inputs, problems) => acquireCommand(session, inputs, problems);
    },
    'check-quit': async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(732)]).then(__webpack_require__.bind(__webpack_require__, 5732))).checkQuitCommand,
    keep: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(385)]).then(__webpack_require__.bind(__webpack_require__, 6385))).keepCommand,
    release: async () => {
        const { releaseCommand } = await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(391)]).then(__webpack_require__.bind(__webpack_require__, 1391));
        return (session, inputs, problems) => releaseCommand(session, inputs, problems);
    },
    status: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 8413))).statusCommand,
    hold: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).holdCommand,
    unhold: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).unholdCommand,
    evict: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).evictCommand,
    bump: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).bumpCommand,
    cancel: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).cancelCommand,
    note: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(850), __webpack_require__.e(922)]).then(__webpack_require__.bind(__webpack_require__, 4922))).noteCommand,
    explain: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(638), __webpack_require__.e(702)]).then(__webpack_require__.bind(__webpack_require__, 6702))).explainCommand,
    history: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(638)]).then(__webpack_require__.bind(__webpack_require__, 2638))).historyCommand,
    doctor: async () => (await Promise.all(/* import() */[__webpack_require__.e(270), __webpack_require__.e(721)]).then(__webpack_require__.bind(__webpack_require__, 8721))).doctorCommand,
    fence: async () => (await __webpack_require__.e(/* import() */ 591).then(__webpack_require__.bind(__webpack_require__, 3591))).fenceCommand,
    init: async () => (await __webpack_require__.e(/* import() */ 606).then(__webpack_require__.bind(__webpack_require__, 2606))).initCommand,
    'bash-functions': async () => (await __webpack_require__.e(/* import() */ 298).then(__webpack_require__.bind(__webpack_require__, 4298))).bashFunctionsCommand,
    demo: async () => (await __webpack_require__.e(/* import() */ 663).then(__webpack_require__.bind(__webpack_require__, 8663))).demoCommand,
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
        const command = await RUNNERS[line.name]();
        return await command(session, line, line.problems, line.command);
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


/***/ })

};
;