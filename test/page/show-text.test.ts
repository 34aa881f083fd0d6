import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showText } from '../../src/page/trim-value.ts';

describe('words of others on the page', () => {
  test.each([
    [
      'stand as they are',
      'naïve 你好 👩‍👧 می‌خواهم\n\tline two <script>',
      'naïve 你好 👩‍👧 می‌خواهم\n\tline two <script>',
    ],
    [
      'lose colours, titles and links of a terminal',
      '\u001B[31mred\u001B[0m \u001B]0;title\u0007a\u001B]8;;http://x\u001B\\b',
      'red ab',
    ],
    ['lose what a terminal would obey besides', 'a\u001Bcb\u001BP1$r\u001B\\c\u009B2Jd\u009D0;x\u009Ce', 'abcde'],
    ['show what turns the text around', 'user\u202Etxt.exe\u2066\u061C', 'user[U+202E]txt.exe[U+2066][U+061C]'],
    ['show what cannot be seen', 'a\u200Bb\u00ADc\uFEFFd\u{E0041}e', 'a[U+200B]b[U+00AD]c[U+FEFF]d[U+E0041]e'],
    ['show control characters', 'a\u0000b\u0008c\u007Fd\u0085e\rf', 'a\u2400b\u2408c\u2421d[U+0085]e\u240Df'],
    ['show line ends that are none', 'a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
    ['have the line ends of everybody', 'a\r\nb', 'a\nb'],
    ['show half a character', 'a\uD800b', 'a[U+D800]b'],
  ])('%s', (_, text, shown) => {
    expect(showText(text, 1_000)).toBe(shown);
  });

  test('say how much there was when they are cut, and are cut between characters', () => {
    expect(showText('x'.repeat(1_234), 10)).toBe('xxxxxxxxxx… (cut: 1,234 characters)');
    expect(showText('👍'.repeat(20), 5)).toBe('👍👍… (cut: 40 characters)');
  });

  test('of fifty megabytes in a line are done in no time', () => {
    for (const unit of ['x', '\u001B[31m', '\u001B]', '\u202E', '\u001B[']) {
      const shown = showText(unit.repeat(50_000_000 / unit.length), 1_000);
      expect(shown.length).toBeLessThan(1_100);
    }
  });

  test('never keep what is obeyed or unseen, whatever they are', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        'a',
        '\u001B',
        '[',
        ']',
        '3',
        '1',
        'm',
        '\u202E',
        '\u0007',
        '\r',
        '\n',
        '\u2028',
        '\u009B',
        '\uD800',
        '\uDC00',
      ),
    });
    fc.assert(
      fc.property(nasty, fc.integer({ min: 1, max: 40 }), (text, most) => {
        // oxlint-disable-next-line no-control-regex -- what must not be there
        expect(showText(text, most)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E]|\p{Cs}/u);
      }),
    );
  });
});
