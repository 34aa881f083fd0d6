import { textsOf } from '../findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { findBrokenLinks, findingsOfLinks } from '../../../src/evidence/documents/broken-links.ts';

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
