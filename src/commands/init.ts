import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { hostKeyText, knownHostsLine, pasteText } from '../init/paste-text';
import { isKeyText, parsePublicKey } from '../init/public-key';
import { setUpHere, setUpThere, type StepKind } from '../init/run-setup';
import { printedScript, type KeyInputs, type SetupInputs } from '../init/setup-script';
import { folderOnBastion } from '../pool/open';
import { hostsOf } from '../protocol/host';
import { oneLine } from '../protocol/one-line';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Inputs, type Problem } from '../settings/inputs';
import { COMMANDS } from '../settings/commands';
import { accessOf, type Session } from './session';
import { failOn } from './usage';

type InitInputs = Inputs<(typeof COMMANDS.init.inputs)[number]>;

/** `giveway init`: sets up a folder, here or on a bastion, and says what to paste where. */
export async function initCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env, say, print } = session;
  const { values, problems: inputProblems } = readInputs(COMMANDS.init.inputs, { given, env });
  const { inputs, problems: setupProblems } = setupInputs(values);
  failOn(problems, inputProblems, setupProblems);
  const { pool = '' } = values;
  if (values.print === true) {
    if (isRemote(pool)) say.line(`to run it there: giveway init ${pool} … --print | ssh USER@HOST sh`);
    print(printedScript(inputs));
    return EXIT.done;
  }
  const { signal } = session.interrupts;
  const onStep = (kind: StepKind, text: string): void =>
    say.line(`${STEP_WORDS[kind]}${oneLine(text, 2000)}`);
  const options = { inputs, onStep, signal };
  const setup = isRemote(pool)
    ? await setUpThere({ ...options, name: pool, access: accessOf(env, values) })
    : await setUpHere(options);
  say.line(summary(setup));
  if (setup.user === undefined) return EXIT.needsAttention;
  const { login } = setup;
  const { host, port } = login ?? { host: hostname(), port: 22 };
  const key = login === undefined ? setup.hostKeys[0] : hostKeyText(login.hostKey);
  const givenHosts = login === undefined ? values['known-hosts'] : undefined;
  const knownHosts = givenHosts ?? (key === undefined ? undefined : knownHostsLine(host, port, key));
  if (login === undefined && givenHosts === undefined) {
    say.line(`where jobs reach this machine by another name than ${host}, write that one in what follows`);
  }
  print(pasteText({ user: setup.user, host, port, folder: inputs.folder, knownHosts }, inputs.hosts?.[0]));
  return setup.left > 0 ? EXIT.needsAttention : EXIT.done;
}

const STEP_WORDS: Readonly<Record<StepKind, string>> = {
  made: 'done: ',
  kept: 'as it was: ',
  left: 'left to an admin: ',
  note: 'note: ',
};

function summary({ made, left }: { readonly made: number; readonly left: number }): string {
  const done = made === 0 ? 'nothing had to change' : `${made} ${made === 1 ? 'change' : 'changes'}`;
  return left === 0 ? done : `${done}; ${left} left to an admin, see above`;
}

function isRemote(pool: string): boolean {
  return pool.startsWith('ssh://');
}

/** What the script is to do; what does not go together is a problem. */
function setupInputs(values: InitInputs): {
  readonly inputs: SetupInputs;
  readonly problems: readonly Problem[];
} {
  const { pool, user, group, host } = values;
  const problems: Problem[] = [];
  const problem = (input: string, expected: string, got?: string): void =>
    void problems.push({ input, expected, got });
  if (pool === undefined) problem('the folder', 'giveway init DIR, or giveway init ssh://user@host/DIR');
  const folder = folderOf(pool ?? '/');
  if (folder === undefined) problem('the folder', 'ssh://user@host[:port]/DIR', pool);
  else if (/[\0\n\r]/.test(folder)) problem('the folder', 'a path of one line', folder);
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
      hosts: host === undefined ? undefined : hostsOf(host),
      key,
      legacy:
        isLegacy && lockTimeoutMs !== undefined ? { lockTimeoutS: lockTimeoutMs / 1000, locks } : undefined,
      allowNfs: values['allow-nfs'],
    },
    problems,
  };
}

function folderOf(pool: string): string | undefined {
  return isRemote(pool) ? folderOnBastion(pool) : resolve(pool);
}

type OnProblem = (input: string, expected: string, got?: string) => void;

function keyInputs(values: InitInputs, problem: OnProblem): KeyInputs | undefined {
  const { 'add-key': given, role = 'job', tenant } = values;
  const { 'max-priority': maxPriority, 'max-version': maxVersion, 'max-hold': maxHoldMs } = values;
  if (given === undefined) {
    for (const input of ['role', 'tenant', 'max-priority', 'max-version', 'max-hold'] as const) {
      if (values[input] !== undefined) problem('--add-key', `a key for --${input} to hold for`);
    }
    return undefined;
  }
  if (!isKeyText(given) && !existsSync(given)) {
    problem('--add-key', 'the file of a public key, or its text', given);
    return undefined;
  }
  const parsed = parsePublicKey(isKeyText(given) ? given : readFileSync(given, 'utf8'));
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
