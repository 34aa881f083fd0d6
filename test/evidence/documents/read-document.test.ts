import { expect, test, describe } from 'vitest';
import { readAsciidoc, readDocument } from '../../../src/evidence/documents/read-document.ts';

const wordsOf = (content: string) => readDocument('docs/a.md', content).words.join(' ');
const isAdr = (path: string, content: string) => readDocument(path, content).adrLacks?.length === 0;

const NYGARD =
  '# 1. Use git\n\n## Status\n\nAccepted\n\n## Context\n\nWe need names.\n\n## Decision\n\nGit gives them.\n';
const MADR =
  '---\nstatus: accepted\n---\n# Use git\n\n## Context and Problem Statement\n\nWhich names?\n\n## Decision Outcome\n\nChosen: git.\n';
const MADR_2 = NYGARD.replace('## Status\n\nAccepted', '* Status: accepted');

describe('the words of a document', () => {
  test.each([
    ['# Heading\n\nOne two', 'one two'],
    ['[![build](https://x/y.svg)](https://x) ![img][ref]', ''],
    ['[the guide](https://example.org/a-b) says', 'the guide says'],
    ['[ref]: https://example.org "Title"', ''],
    ['<p align="center">hi</p>', 'hi'],
    ['see https://example.org/words/in/path', 'see'],
    ['```\ncode code\n```\n<!-- hidden words -->', ''],
    ['> quoted by somebody', ''],
    ['---\ntitle: not prose\n---\nprose', 'prose'],
    ['| a | b |\n|---|---|\n| c | d |', 'a b c d'],
  ])('of %j are %j', (content, words) => expect(wordsOf(content)).toBe(words));

  test('are counted where a language has no blanks', () =>
    expect(readDocument('docs/a.md', '我们需要一个决定').words.length).toBeGreaterThan(2));
});

describe('the diagrams of a document', () => {
  test('are its mermaid fences, with their lines', () =>
    expect(readDocument('a.md', 'x\n```mermaid\nA\n```\n```js\nB\n```\n~~~ Mermaid\nC\n~~~').diagrams).toEqual([
      { line: 2, language: 'mermaid', source: 'A' },
      { line: 8, language: 'mermaid', source: 'C' },
    ]));

  test.each(['a.mmd', 'a.mermaid', 'a.MMD'])('are all of %s', (path) =>
    expect(readDocument(path, 'A-->B')).toEqual({
      path,
      words: [],
      diagrams: [{ line: 1, language: 'mermaid', source: 'A-->B' }],
      adrLacks: null,
      isPart: false,
      links: [],
    }),
  );
});

describe('a decision record', () => {
  test.each([
    ['docs/adr/use-git.md', NYGARD],
    ['docs/ADRs/x/use-git.md', NYGARD],
    ['docs/decisions/0001-use-git.md', MADR],
    ['notes/0001-use-git.md', MADR_2],
  ])('is %s', (path, content) => expect(isAdr(path, content)).toBe(true));

  test.each([
    ['stands elsewhere', 'docs/use-git.md', NYGARD],
    ['is a template', 'docs/adr/0000-template.md', NYGARD],
    ['has no status', 'docs/adr/a.md', NYGARD.replace('## Status\n\nAccepted\n', '')],
    ['has no context', 'docs/adr/a.md', NYGARD.replace('## Context', '## Story')],
    ['has no decision', 'docs/adr/a.md', NYGARD.replace('## Decision', '## Options')],
    ['is headings alone', 'docs/adr/a.md', '# A\n\n## Status\n\n## Context\n\n## Decision\n'],
    ['has its sections in a fence', 'docs/adr/a.md', `\`\`\`\`md\n${NYGARD}\`\`\`\``],
    ['has its sections in a comment', 'docs/adr/a.md', `<!--\n${NYGARD}-->`],
    ['decides in a comment', 'docs/adr/a.md', NYGARD.replace('Git gives them.', '<!-- to do -->')],
    ['has only decision drivers', 'docs/adr/a.md', NYGARD.replace('## Decision', '## Decision Drivers')],
  ])('is none that %s', (_, path, content) => expect(isAdr(path, content)).toBe(false));
});

test('AsciiDoc is read in the shape of Markdown', () =>
  expect(
    readAsciidoc(
      '= Title\n:status: accepted\n\n== Part\ntext\n[source,Mermaid]\n----\nA --> B\n----\n// remark\n////\n= hidden\n////\n[plantuml, target=x]\n....\nC\n....\n```mermaid\nD\n```\n----\nopen',
    ),
  ).toEqual({
    lines: [
      { number: 1, text: '# Title' },
      { number: 2, text: ':status: accepted' },
      { number: 3, text: '' },
      { number: 4, text: '## Part' },
      { number: 5, text: 'text' },
    ],
    fences: [
      { language: 'mermaid', line: 7, body: 'A --> B' },
      { language: '', line: 11, body: '= hidden' },
      { language: 'plantuml', line: 15, body: 'C' },
      { language: 'mermaid', line: 18, body: 'D' },
      { language: '', line: 21, body: 'open' },
    ],
  }));
