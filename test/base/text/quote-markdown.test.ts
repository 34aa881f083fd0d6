import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote, quoteInCell } from '../../../src/base/text/quote-text.ts';

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
