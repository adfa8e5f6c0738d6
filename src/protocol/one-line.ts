/**
 * What a terminal obeys, each whole: control strings (titles, links) up to their end, control sequences (colours, moves),
 * other escapes. Of a string without an end only the start goes, so that it can't swallow what stands behind it.
 */
const ESCAPES =
  /(?:\x1b+[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|(?:\x1b+\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b+[ -/]*[0-~]/g;

/**
 * What other jobs wrote, made fit to print: one line of at most `max` (at least 1) characters, without anything that a
 * terminal obeys, that turns or hides text, or that a CI system's log reads as a command. Doing it twice changes nothing.
 */
export function oneLine(text: string, max = 200): string {
  const line = text
    .replace(/\p{Cs}/gu, '\ufffd') // first, for what goes from between two halves would join them
    .replace(ESCAPES, '')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/^::/, ': :') // GitHub reads ::command:: at the start of a line
    .replace(/##(?=[a-z]*\[)/gi, '# #'); // and ##[command] anywhere in it
  const characters = Array.from(line);
  if (characters.length <= max) return line;
  const kept = characters.slice(0, max - 1).join('');
  return `${kept.trimEnd()}…`;
}

/** How many characters a text has, halves of surrogates counted together. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
