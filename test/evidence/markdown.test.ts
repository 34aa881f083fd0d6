import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { blankCode, readMarkdown } from '../../src/evidence/markdown.ts';

describe('a Markdown document', () => {
  test('has lines of its own and fences with language, line and body', () =>
    expect(readMarkdown('a\n```Mermaid title="x"\nflowchart\n  x\n```\n\n> quote\nb <!-- c -->\n~~~\nend')).toEqual({
      lines: [
        { number: 1, text: 'a' },
        { number: 6, text: '' },
        { number: 8, text: 'b ' },
      ],
      fences: [
        { language: 'mermaid', line: 2, body: 'flowchart\n  x' },
        { language: '', line: 9, body: 'end' },
      ],
    }));

  test('has no fence inside a longer fence or a comment', () =>
    expect(readMarkdown('````md\n```mermaid\nx\n```\n````\n<!--\n```mermaid\nx\n```\n-->').fences).toEqual([
      { language: 'md', line: 1, body: '```mermaid\nx\n```' },
    ]));

  test('takes inline code of three backticks for no fence', () =>
    expect(readMarkdown('```js inline```\n- [ ] a').lines.length).toBe(2));

  test('numbers every line it has as the file does, whatever is in it', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '```', '~~~', '<!--', '-->', '> q', '', '`<!--`', '- x')), (parts) => {
        const { lines, fences } = readMarkdown(parts.join('\n'));
        for (const { number, text } of lines) expect(parts[number - 1] ?? '').toContain(text);
        for (const { line } of fences) expect(parts[line - 1]).toMatch(/^(?:```|~~~)$/);
      }),
    ));
});

describe('inline code', () => {
  test.each([
    ['a `b` c', 'a     c'],
    ['`` a ` b `` c', '            c'],
    ['a ` b', 'a ` b'],
    ['`a`` b `c`', '        c`'],
    ['``a` [x](y)', '``a` [x](y)'],
    ['', ''],
  ])('of %j is put out: %j', (text, blank) => expect(blankCode(text)).toBe(blank));

  test('is read in one go, whatever opens and never closes', () => {
    const runs = Array.from({ length: 1500 }, (_, at) => '`'.repeat(at + 1)).join(' ');
    expect(blankCode(runs)).toBe(runs);
  });
});
