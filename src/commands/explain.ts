import { look, patience } from '../lease/flow';
import { explain, type Who } from '../protocol/explain';
import { hostsOf } from '../protocol/host';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import { explainJson, explainText } from './explain-text';
import { identityOf, missing, NEEDS_POOL, withProwAliases } from './job';
import { withPool, type Session } from './session';
import { failOn } from './usage';

/** `giveway explain`: who holds a host and why, who is next and why, and what would help. Changes nothing. */
export async function explainCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { env } = session;
  const read = readInputs(COMMANDS.explain.inputs, { given, env });
  const { values: inputs, problems: inputProblems } = withProwAliases(env, ['pool'], read);
  failOn(problems, inputProblems, missing([NEEDS_POOL], { values: inputs, problems: inputProblems }));
  const { lease, owner, json } = inputs;
  const who: Who = lease === undefined ? { owner: identityOf(env, inputs).owner } : { id: lease };
  return withPool(session, inputs, async (context) => {
    const snapshot = await look(context, patience(context));
    const hosts = inputs.host === undefined ? undefined : hostsOf(inputs.host);
    const explanation = explain(snapshot, { hosts, who });
    const isNamed = lease !== undefined || owner !== undefined;
    if (isNamed && explanation.you === null) {
      session.say.line(
        `nothing in the pool is of ${lease ?? owner ?? 'this job'}: it neither waits nor holds`,
      );
    }
    const text = json === true ? explainJson(explanation, context.pool.name) : explainText(explanation);
    session.print(`${text}\n`);
    return EXIT.done;
  });
}
