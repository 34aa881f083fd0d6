import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaint, joinPlain, plain } from '../../../src/cli/render/paint.ts';

describe('createPaint', () => {
  it('paints where colours may be used, and ends each colour', () => {
    const { good, bad, warn, faint, strong } = createPaint(true);
    expect([good('a'), bad('a'), warn('a'), faint('a'), strong('a')]).toEqual([
      '\u001B[32ma\u001B[39m',
      '\u001B[31ma\u001B[39m',
      '\u001B[33ma\u001B[39m',
      '\u001B[2ma\u001B[22m',
      '\u001B[1ma\u001B[22m',
    ]);
  });

  it('paints nothing without colours', () => {
    const { good, bad, warn, faint, strong } = createPaint(false);
    expect([good('a'), bad('a'), warn('a'), faint('a'), strong('a')]).toEqual(['a', 'a', 'a', 'a', 'a']);
  });
});

describe('plain', () => {
  it.each([
    ['a colour', '\u001B[31mred\u001B[0m', 'red'],
    ['a cursor that goes up and erases', 'ok\u001B[1A\u001B[2Kheld', 'okheld'],
    ['a title of the terminal', '\u001B]0;owned\u0007x', ']0;owned x'],
    ['a carriage return that would paint over the line', 'held\rleft', 'held left'],
    ['line feeds', 'a\n✓ GREEN\nb', 'a ✓ GREEN b'],
    ['text that is turned round', 'a\u202Eneerg\u202C b\u2066c\u2069', 'a neerg  b c'],
    ['an Arabic letter mark and other marks of direction', 'a\u061Cb\u200Ec\u200Fd', 'a b c d'],
    ['C1 controls', 'a\u009B2Jb\u0085c', 'a 2Jb c'],
    ['a separator of lines', 'a\u2028b\u2029c', 'a b c'],
    ['letters of any language, and signs', ' grün 緑 ✓ ', 'grün 緑 ✓'],
  ])('disarms %s', (_what, text, said) => {
    expect(plain(text)).toBe(said);
  });

  it('removes every control sequence from any text', () => {
    const unit = fc.constantFrom('\u001B', '[', '2', 'J', ';', '\r', '\n', '\u009B', '\u202E', ']', '\u0007', 'a', '?');
    fc.assert(
      fc.property(
        fc.array(unit).map((units) => units.join('')),
        (text) => {
          // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
          expect(plain(text)).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
        },
      ),
    );
  });
});

describe('joinPlain', () => {
  it('keeps indentation, one line for each text', () => {
    expect(joinPlain(['  a\nb', '', '    c\u001B[2J'])).toBe('  a b\n\n    c');
  });
});
