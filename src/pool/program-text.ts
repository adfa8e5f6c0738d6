import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let text: string | undefined;

/** The program's text, as it stands beside this code. */
export function programText(): string {
  // no `??=`: the bundler does not see a file's name behind one, and would leave the file out
  if (text === undefined) text = readFileSync(join(__dirname, 'program.sh'), 'utf8');
  return text;
}
