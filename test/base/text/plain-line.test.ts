import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../src/base/text/plain-line.ts';

describe('words of others on one line', () => {
  it.each([
    ['two lines', 'one\r\ntwo\u2028three', 'one two three'],
    ['colours and titles of a terminal', '\u001B[31mred\u001B]0;title\u0007 end', 'red end'],
    ['a command in the middle of a line', 'a\u0000b\u0085c', 'a b c'],
    ['writing that turns round', 'user\u202Etxt.exe\u2066x', 'user txt.exe x'],
    ['what cannot be seen', 'a\u200Bb\uFEFFc\u{E0041}d', 'a b c d'],
    ['half of a pair', 'a\uD800b', 'a b'],
    ['what is good', 'Zoë 👋 日本', 'Zoë 👋 日本'],
  ])('shows %s as it is', (_, text, shown) => {
    expect(plainLine(text)).toBe(shown);
  });

  it('is cut by characters, and no character is cut in two', () => {
    expect(plainLine('👋👋👋👋', 3)).toBe('👋👋…');
    expect(plainLine('abc', 3)).toBe('abc');
    expect(plainLine('x'.repeat(50_000_000), 5)).toBe('xxxx…');
  });

  it('never holds a line feed or a control character, whatever is given', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 0x2fff }), fc.integer({ min: 0, max: 0x10ffff }))),
        (points) => {
          const text = String.fromCodePoint(...points);
          expect(plainLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });
});
