import { describe, expect, test } from 'vitest';
import { expandIncludes } from '../../../src/evidence/documents/judge-diagrams.ts';

const includeOf = (text: string) => /^use (.+)$/.exec(text)?.[1] ?? null;
const expand = (files: Readonly<Record<string, string>>, path = 'docs/a') =>
  expandIncludes(files[path] ?? '', { path, includeOf, readSource: async (place) => files[place] ?? null });

describe('the source of a diagram', () => {
  test('has the files that it includes in their places, from where each of them lies', async () =>
    expect(
      await expand({ 'docs/a': 'one\nuse sub/b\nfour', 'docs/sub/b': 'two\nuse ../c', 'docs/c': 'three' }),
    ).toEqual({
      lines: [
        { line: 1, text: 'one' },
        { line: 2, text: 'two' },
        { line: 2, text: 'three' },
        { line: 3, text: 'four' },
      ],
      unread: '',
    }));

  test.each([
    [
      'lies at a host',
      { 'docs/a': 'x\nuse https://example.org/b' },
      'line 2 includes https://example.org/b, which is not fetched',
    ],
    ['is not there', { 'docs/a': 'use b' }, 'line 1 includes b, which is not a source of this workspace'],
    [
      'lies outside of the workspace',
      { 'docs/a': 'use ../../b' },
      'line 1 includes ../../b, which is not a source of this workspace',
    ],
    ['includes itself', { 'docs/a': 'use a' }, 'line 1: includes are nested more than 10 levels deep'],
  ])('is not read whole when what it includes %s', async (_, files, unread) =>
    expect((await expand(files)).unread).toBe(unread),
  );

  test('is not read whole when files that include each other twice make it grow for ever', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`docs/${at}`, `use ${at + 1}\n`.repeat(50)] as const),
    );
    const { lines, unread } = await expand({ ...files, 'docs/10': 'x' }, 'docs/0');
    expect([lines.length, unread]).toEqual([50_001, 'it has more than 50000 lines, including its includes']);
  });
});
