import { describe, expect, test } from 'vitest';
import {
  findAnchors,
  findLinks,
  findBrokenLinks,
  findingsOfLinks,
} from '../../../src/evidence/documents/broken-links.ts';
import { readMarkdown } from '../../../src/evidence/markdown.ts';
import { textsOf } from '../findings/a-finding.ts';

const SOURCES = [
  'README.md',
  'docs/a.md',
  'docs/sub/b.md',
  'docs/pic one.png',
  'src/index.ts',
  'vendor/lib',
  '.github/ci.yml',
];
const ANCHORS = new Map([['docs/a.md', new Set(['top', 'größe'])]]);

const reasonOf = async (target: string): Promise<string | undefined> => {
  const broken = await findBrokenLinks([{ path: 'docs/a.md', links: [{ line: 3, target }] }], {
    sources: new Set(SOURCES),
    anchorsOf: async (path) => ANCHORS.get(path) ?? null,
  });
  return broken[0]?.reason;
};

describe('a link', () => {
  test.each([
    'sub/b.md',
    './sub/b.md#line',
    '../README.md',
    '../src/index.ts#L10',
    '../src',
    '../src/',
    '..',
    'pic%20one.png?raw=true',
    '#top',
    '#TOP',
    'a.md#gr%C3%B6%C3%9Fe',
    '../vendor/lib/README.md',
    'https://example.org/none',
    'mailto:a@example.org',
    '//example.org/x',
    '/from/the/root.md',
    '../../outside.md',
    '#',
  ])('to %s leads somewhere, or is not looked at', async (target) => expect(await reasonOf(target)).toBe(undefined));

  test.each([
    ['none.md', 'docs/none.md is not a source of this workspace'],
    ['../docs/A.md', 'docs/A.md is not a source of this workspace'],
    ['#nowhere', 'docs/a.md has no heading #nowhere'],
    ['./a.md#nowhere', 'docs/a.md has no heading #nowhere'],
    ['[ref]', 'this reference is not defined'],
    ['', 'its target is empty'],
    ['%E0%A4%A', 'docs/%E0%A4%A is not a source of this workspace'],
    ['a/'.repeat(3000), 'it is too long for a path'],
  ])('to %.20j is broken: %s', async (target, reason) => expect(await reasonOf(target)).toBe(reason));
});

test('findings of broken links are bounded', () => {
  const one = { path: 'a.md', line: 1, target: 'x', reason: 'x is not a source of this workspace' };
  const reported = textsOf(findingsOfLinks(Array.from({ length: 12 }, () => one)));
  expect(reported.slice(9)).toEqual([
    'a.md:1: the link x is broken: x is not a source of this workspace',
    'And 2 more links are broken.',
  ]);
});

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
