import { describe, expect, test } from 'vitest';
import { findAnchors, findLinks } from '../../../src/evidence/documents/broken-links.ts';
import { readMarkdown } from '../../../src/evidence/markdown.ts';

const linksOf = (markdown: string) =>
  findLinks(readMarkdown(markdown).lines).map(({ line, target }) => `${line} ${target}`);
const anchorsOf = (markdown: string) => [...findAnchors(readMarkdown(markdown).lines)];

describe('the links of a document', () => {
  test.each([
    ['[a](b.md) and ![c](d.png "Title")', ['1 b.md', '1 d.png']],
    ['[![badge](x.svg)](y.md#z)', ['1 x.svg', '1 y.md#z']],
    ['[a](<b c.md>) [d](e_(f).md)', ['1 b c.md', '1 e_(f).md']],
    ['x\n\n[over\ntwo lines](b.md)', ['4 b.md']],
    ['[a][one] [two][] [three][none]\n\n[one]: b.md\n[Two]: <c.md> "T"', ['1 [none]', '3 b.md', '4 c.md']],
    ['<a href="b.md">x</a> <img alt="" src=\'c.png\'>', ['1 b.md', '1 c.png']],
    ['`[a](b.md)` and ``[a](`b.md)``', []],
    ['```\n[a](b.md)\n```\n<!-- [c](d.md) -->', []],
    ['a note[^1] and list[0][1] and [x][^1]\n\n[^1]: the note', []],
    ['- [ ] to do (soon)', []],
  ])('in %j are %j', (markdown, links) => expect(linksOf(markdown)).toEqual(links));
});

describe('the anchors of a document', () => {
  test.each([
    ['# What *it* is, `really`?', ['what-it-is-really']],
    ['# Größe & Maß', ['größe--maß']],
    ['# snake_case-and.dots', ['snake_case-anddots']],
    ['# [A link](x.md) here', ['a-link-here']],
    ['# Twice\n# Twice\n# Twice-1', ['twice', 'twice-1', 'twice-1-1']],
    ['Title\n=====\n\nOther\n---\n\ntext\n\n---\n', ['title', 'other']],
    ['# C#\n## Closed ##', ['c', 'closed']],
    ['<a id="Here"></a>\n<h2 name=there>', ['here', 'there']],
    ['# Named {#own-name}', ['own-name', 'named-own-name']],
    ['```\n# code\n```', []],
  ])('in %j are %j', (markdown, anchors) => expect(anchorsOf(markdown)).toEqual(anchors));
});
