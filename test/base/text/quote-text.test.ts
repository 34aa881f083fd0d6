import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { expect, test, describe, it } from 'vitest';
import { stripSequences, quote, quoteInCell } from '../../../src/base/text/quote-text.ts';

const E = '\u001B';

test.each([
  [`${E}[1;31mred${E}[0m`, 'red'],
  [`${E}[2K${E}[1Gline`, 'line'],
  [`${E}[38;2;1;2;3mtrue colour${E}[m`, 'true colour'],
  [`${E}[?25lhidden cursor${E}[?25h`, 'hidden cursor'],
  [`\u009B1mone byte\u009B0m`, 'one byte'],
  [`${E}]8;;https://example.org/${E}\\link${E}]8;;${E}\\`, 'link'],
  [`${E}]0;a title\u0007text`, 'text'],
  [`${E}(Bcharset${E}7${E}8`, 'charset'],
  ['EXIT_SIGNAL: true', 'EXIT_SIGNAL: true'],
  ['a [0m b', 'a [0m b'],
])('%j is %j', (text, plain) => expect(stripSequences(text)).toBe(plain));

test('colours and links are removed as Node removes them', () => {
  const part = fc.oneof(
    fc.constantFrom(`${E}[0m`, `${E}[1m`, `${E}[31;1m`, `${E}[2K`, `${E}[10;20H`, `${E}]8;;https://a.example/${E}\\`),
    fc.stringMatching(/^[\w :.-]{0,12}$/),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      expect(stripSequences(text)).toBe(stripVTControlCharacters(text));
    }),
  );
});

describe('words of others in Markdown', () => {
  it.each([
    ['a heading', '# big', '`# big`'],
    ['a link and HTML', '[a](http://x) <img src=x>', '`[a](http://x) <img src=x>`'],
    ['ticks in the midst', 'a `b` c', '``a `b` c``'],
    ['ticks at an edge', '`b`', '`` `b` ``'],
    ['more ticks than a fence', '```js', '```` ```js ````'],
    ['nothing', ' \n ', ''],
  ])('%s is a code span', (_, text, shown) => {
    expect(quote(text)).toBe(shown);
  });

  it('do not end a cell of a table', () => {
    expect(quoteInCell('a | b')).toBe('`a \\| b`');
  });

  it('are on one line, between fences that they do not hold, whatever they are', () => {
    const strange = fc.string({ unit: fc.constantFrom('`', '\n', '\u2029', '|', 'a', ' ', '\u202E', '\\') });
    fc.assert(
      fc.property(strange, (text) => {
        const quoted = quote(text);
        if (quoted === '') return;
        const fence = /^`+/.exec(quoted)?.[0] ?? '';
        expect(quoted.endsWith(fence)).toBe(true);
        const inside = quoted.slice(fence.length, -fence.length);
        expect([...inside.matchAll(/`+/g)].map(([ticks]) => ticks)).not.toContain(fence);
        expect(quoted).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });
});
