import { describe, expect, test } from 'vitest';
import { createLastLines } from '../../src/base/cut-lines.ts';

const linesOf = (...chunks: readonly string[]): readonly string[] => {
  const last = createLastLines();
  for (const chunk of chunks) last.push(Buffer.from(chunk));
  return last.lines();
};

describe('the last lines of a program', () => {
  test('are the same however they are cut, without colours, blank lines and what npm adds', () => {
    const text = 'a\r\n\n  \u001b[31mb\u001b[0m  \nnpm error code 1\nc';
    expect(linesOf(text)).toEqual(['a', '  b', 'c']);
    expect(linesOf(...text.split(''))).toEqual(['a', '  b', 'c']);
  });

  test('are twenty at the most, and bounded in their width, whatever is printed', () => {
    const lines = linesOf(`${'x'.repeat(1_000_000)}\n`, ...Array.from({ length: 100 }, (_each, i) => `line ${i}\n`));
    expect(lines).toEqual(Array.from({ length: 20 }, (_each, i) => `line ${i + 80}`));
    expect(linesOf('y'.repeat(1_000))).toEqual(['y'.repeat(300)]);
  });

  test('are without what is left out, however much of it there is', () => {
    const last = createLastLines();
    last.push(Buffer.from(`Error: boom\n${'    at run (a.js:1:1)\n'.repeat(100)}`));
    expect(last.lines(/^\s+at /)).toEqual(['Error: boom']);
  });

  test('are none of a program that says nothing', () => {
    expect(linesOf()).toEqual([]);
  });
});
