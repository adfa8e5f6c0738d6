import { patience, type FlowContext } from '../lease/flow';
import { mend, type Mended } from '../lease/mend';
import { PoolUnavailable, type Unavailable } from '../pool/pool';
import { diagnose, type Finding } from '../protocol/doctor';
import { oneLine } from '../protocol/one-line';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { isoText } from './duration-text';
import { missing, NEEDS_POOL, withProwAliases } from './job';
import { withPool, type Session } from './session';
import { failOn } from './usage';

/** `giveway doctor`: what is wrong with a pool, why, and what to do; with --fix what is proven safe is done. Advice fails nothing. */
export async function doctorCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.doctor.inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
  failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
  const options = { fix: inputs.fix === true, allowNfs: inputs['allow-nfs'] === true };
  return withPool(session, inputs, async (context) => {
    const { fixed, left, nowMs } = await examine(context, options);
    if (inputs.json === true) {
      session.result({
        pool: context.pool.name,
        now: isoText(nowMs),
        fixed: fixed.map(findingJson),
        findings: left.map(findingJson),
      });
    } else {
      const lines = [
        ...fixed.map((finding) => `fixed: ${findingText(finding)}`),
        ...left.flatMap((finding) => [findingText(finding), `  do: ${actText(finding, context.pool.name)}`]),
      ];
      // quiet where there is nothing to say, for a timer
      if (lines.length > 0) session.print(`${lines.join('\n')}\n`);
    }
    return left.every(({ isAdvice }) => isAdvice) ? EXIT.done : EXIT.needsAttention;
  });
}

interface Examined extends Pick<Mended, 'fixed' | 'left'> {
  readonly nowMs: number;
}

async function examine(context: FlowContext, options: Parameters<typeof mend>[1]): Promise<Examined> {
  try {
    const { fixed, left, snapshot } = await mend(context, options);
    return { fixed, left, nowMs: Number(snapshot.wallNs / 1_000_000n) };
  } catch (error) {
    if (!(error instanceof PoolUnavailable) || ACTS[error.reason] === undefined) throw error;
    const unusable: Finding = {
      what: 'unusable',
      host: null,
      name: null,
      why: oneLine(error.message, 500),
      act: ACTS[error.reason] ?? '',
      isSafe: false,
      isAdvice: false,
    };
    const listed = await findingsOfListing(context, options.allowNfs);
    return { fixed: [], left: [unusable, ...listed], nowMs: Date.now() };
  }
}

/** What the listing alone tells, where it can be had. */
async function findingsOfListing(context: FlowContext, allowNfs: boolean): Promise<Finding[]> {
  try {
    return diagnose(await context.pool.list(context.signal), undefined, { allowNfs });
  } catch (error) {
    if (error instanceof PoolUnavailable) return [];
    await patience(context).afterFailure(error);
    return [];
  }
}

/** What makes a pool unusable, and is a finding; the rest is no illness of the pool's. */
const ACTS: Readonly<Partial<Record<Unavailable, string>>> = {
  permission: 'give the account of this key the right to read and write the folder: giveway init does',
  'no-space': 'make room on the disk of the pool',
  'missing-tool': 'install it on the machine that has the pool (util-linux has flock, coreutils the rest)',
  nfs: "make the pool on the bastion's own disk: giveway init FOLDER",
  'broken-record': 'make sure that nobody uses the host, then move the file that is named aside',
  'newer-format': 'update giveway here',
};

function findingText({ what, host, name, why, isAdvice }: Finding): string {
  return `${isAdvice ? 'advice: ' : ''}${[what, host, name].filter((part) => part !== null).join(' ')}: ${why}`;
}

function actText({ act, isSafe }: Finding, pool: string): string {
  return isSafe ? act.replace('doctor', `doctor --pool ${oneLine(pool, 500)}`) : act;
}

function findingJson({ isSafe, isAdvice, ...finding }: Finding): object {
  return { ...finding, safe: isSafe, advice: isAdvice };
}
