import { expect, test } from 'vitest';
import { readAsciidoc } from '../../../src/evidence/documents/read-document.ts';

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
