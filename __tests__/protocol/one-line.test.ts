import fc from 'fast-check';
import { lengthOf, oneLine } from '../../src/protocol/one-line';

const ESC = '\u001b';

describe('what other jobs wrote is one line that nothing obeys', () => {
  test.each([
    ['nothing', '', ''],
    ['blanks only', ' \t\n ', ''],
    ['plain text', 'e2e (4.22, arm64)', 'e2e (4.22, arm64)'],
    ['other scripts', 'Prüfstand 試験 🚦', 'Prüfstand 試験 🚦'],
    ['a newline and a command', 'job\n::add-mask::host', 'job ::add-mask::host'],
    ['a carriage return and a command', 'job\r\n::error::bad', 'job ::error::bad'],
    ['a command at the start', '::error::bad', ': :error::bad'],
    ['a command behind what is cut away', '\n\u200b ::stop-commands::x', ': :stop-commands::x'],
    ['a command that is whole only once something has been cut out', ':\u200b:error::bad', ': :error::bad'],
    ['two colons elsewhere', 'a::b', 'a::b'],
    ['an old command anywhere', 'job ##[add-mask]host', 'job # #[add-mask]host'],
    ['an old command with one hash more', '###[error]x', '## #[error]x'],
    ["another system's command", 'job ##vso[task.complete]x', 'job # #vso[task.complete]x'],
    ['an old command once something has been cut out', '#\u200b#[error]x', '# #[error]x'],
    ['hashes elsewhere', 'C## #1', 'C## #1'],
    ['a colour', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['a colour of 24 bits', `${ESC}[38;2;255;0;0mred`, 'red'],
    ['a move of the cursor and an erasure', `a${ESC}[2K${ESC}[1Gb`, 'ab'],
    ['a sequence in 8 bits', 'a\u009b31mb', 'ab'],
    ['a sequence without an end', `a${ESC}[31`, 'a'],
    ['a title, ended by BEL', `a${ESC}]0;title\u0007b`, 'ab'],
    ['a title, ended by ST', `a${ESC}]0;title${ESC}\\b`, 'ab'],
    ['a title in 8 bits', 'a\u009d0;title\u009cb', 'ab'],
    ['a title over two lines', `a${ESC}]0;ti\ntle\u0007b`, 'ab'],
    ['a title without an end swallows nothing', `a${ESC}]0;title`, 'a0;title'],
    ['a link', `${ESC}]8;;https://x${ESC}\\here${ESC}]8;;${ESC}\\`, 'here'],
    ['a device control string', `a${ESC}Pq#0${ESC}\\b`, 'ab'],
    ['a reset', `a${ESC}cb`, 'ab'],
    ['a character set', `a${ESC}(0b`, 'ab'],
    ['two escapes', `a${ESC}${ESC}[31mb`, 'ab'],
    ['an escape with nothing behind', `a${ESC}`, 'a'],
    ['a sequence broken by a zero-width space', `a${ESC}\u200b[31mb`, 'a [31mb'],
    ['tabs and blanks', 'a\t\t b   c', 'a b c'],
    ['blanks of other kinds', 'a\u00a0\u3000b', 'a b'],
    ['a backspace', 'a\bb', 'a b'],
    ['NUL and DEL', 'a\0\u007fb', 'a b'],
    ['NEL', 'a\u0085b', 'a b'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a b c'],
    ['text turned round', 'a\u202egnp.exe\u2066x\u2069', 'agnp.exex'],
    ['what is not seen', 'a\u200bb\u00adc\ufeffd\u3164e\u{e0041}f', 'abcdef'],
    ['a half of a surrogate pair', 'a\ud83db\udea6', 'a\ufffdb\ufffd'],
    ['halves that would meet', 'a\udb40\u200b\udc01b', 'a\ufffd\ufffdb'],
  ])('%s', (_, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  test('whatever it is', () => {
    const fragments = ['::', '##', '[', ']', ESC, '\n', ' ', '\u200b', 'a', '31m', '\ud83d', '\udea6', '🚦'];
    const nasty = fc
      .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 3 })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const line = oneLine(text, max);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|^\s|\s\s|\s$|^::|##[a-z]*\[/iu);
        expect(lengthOf(line)).toBeLessThanOrEqual(max);
        expect(oneLine(line, max)).toBe(line);
      }),
    );
  });
});

describe('what is too long is cut, and shows it', () => {
  test.each([
    ['x'.repeat(200), undefined, 'x'.repeat(200)],
    ['x'.repeat(201), undefined, `${'x'.repeat(199)}…`],
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abc def', 5, 'abc…'],
    ['🚦🚦🚦', 3, '🚦🚦🚦'],
    ['🚦🚦🚦', 2, '🚦…'],
    ['a\n\n\n\nb', 3, 'a b'],
  ])('%j to %j', (text, max, expected) => {
    expect(oneLine(text, max)).toBe(expected);
  });

  test('in time that grows with the text only', () => {
    const text = `${ESC}]${ESC}[0;`.repeat(50_000);
    const startedAt = performance.now();
    oneLine(text);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});
