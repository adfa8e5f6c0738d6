import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellWord } from '../init/setup-script';
import { COMMANDS } from '../settings/commands';
import { EXIT } from '../settings/exit-codes';
import { environmentName, readInputs, type GivenInputs, type Problem } from '../settings/inputs';
import type { Session } from './session';
import { failOn } from './usage';

/** `giveway bash-functions`: prints what bash jobs source, with the settings that were given as its defaults. */
export function bashFunctionsCommand(
  session: Session,
  { given }: Pick<GivenInputs, 'given'>,
  problems: readonly Problem[],
): Promise<number> {
  const { values, problems: inputProblems } = readInputs(COMMANDS['bash-functions'].inputs, {
    given,
    env: session.env,
  });
  failOn(problems, inputProblems);
  const knownHosts = values['known-hosts'];
  const defaults = {
    pool: values.pool,
    // a file of this machine is not there where the text will be sourced
    'known-hosts':
      knownHosts !== undefined && existsSync(knownHosts) ? readFileSync(knownHosts, 'utf8') : knownHosts,
    locks: values.locks,
  };
  const lines = Object.entries(defaults).flatMap(([name, value]) =>
    value === undefined ? [] : [defaultLine(environmentName(name), value)],
  );
  const text = readFileSync(join(__dirname, 'bash-functions.bash'), 'utf8');
  session.print(text.replace('# @settings\n', () => lines.join('')));
  return Promise.resolve(EXIT.done);
}

/** What the job sets comes first; exported, for giveway itself reads it. */
function defaultLine(variable: string, value: string): string {
  return `if [[ -z \${${variable}-} ]]; then export ${variable}=${shellWord(value.trim())}; fi\n`;
}
