/**
 * Text of other jobs in this job's log, which the runner reads for commands: `::…` at the start of a line, and the older
 * `##[…` anywhere in one. Lines keep their ends; no other control character gets through.
 */
export function harmless(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line

        .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
        .replace(/##\[/g, '# #[')
        .replace(/^(\s*):(?=:)/, '$1: '),
    )
    .join('\n');
}

/** Text of other jobs in a summary: whatever could be markup, of Markdown or of HTML, is there by its number. */
export function summaryText(text: string): string {
  return harmless(text).replace(/[^A-Za-z0-9 .,-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
