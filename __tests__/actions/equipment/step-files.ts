/** The files by which a step says something: GITHUB_OUTPUT, GITHUB_STATE, GITHUB_ENV. Read as strictly as the runner does. */

/** Lines of `NAME=value`, and blocks of `NAME<<DELIMITER` up to a line that is the delimiter and nothing else. */
export function parseKeyValues(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.pop() !== '') throw new Error(`the last line has no end: ${JSON.stringify(text)}`);
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    if (line === '') continue;
    const equals = line.indexOf('=');
    const heredoc = line.indexOf('<<');
    if (heredoc >= 0 && (equals < 0 || heredoc < equals)) {
      const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)];
      const end = lines.indexOf(delimiter);
      if (name === '' || delimiter === '') throw new Error(`no name or no delimiter: ${line}`);
      if (end < 0) throw new Error(`the delimiter ${delimiter} is not found`);
      values.set(name, lines.slice(0, end).join('\n'));
      lines.splice(0, end + 1);
    } else if (equals > 0) values.set(line.slice(0, equals), line.slice(equals + 1));
    else throw new Error(`not NAME=value: ${line}`);
  }
  return values;
}
