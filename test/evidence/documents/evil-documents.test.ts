import { describe, expect, test } from 'vitest';
import { judgeDiagrams } from '../../../src/evidence/documents/judge-diagrams.ts';
import { readAnchors, readDocument } from '../../../src/evidence/documents/read-document.ts';
import { pickSome, SEED } from '../../pick-some.ts';

/**
 * As large as a document may be: an algorithm that takes the square of it takes hours, far over the time limit of any test; one that
 * reads it once takes seconds.
 */
const full = (part: string): string => part.repeat(Math.floor(1_000_000 / part.length));

const EVIL: Readonly<Record<string, string>> = {
  'pictures that never close': full('!['),
  'links that never close': full(']('),
  'a link of blanks': `](${full(' ')}`,
  'tags that never close': full('<a '),
  'braces that never close': full('{'),
  'references that never close': full('[a]['),
  'backticks of growing length': Array.from({ length: 1400 }, (_, at) => '`'.repeat(at)).join(' '),
  'comments within backticks': full('`<!--'),
  'comments on one line': full('<!---->'),
  'a heading of signs': `# a ${full('# ')}x`,
  'headings of one name': full('# a\n'),
  'an underline that is none': `${full('-')}x`,
  'blank lines': full('\n'),
  'bold labels': full('**a:** '),
  'rows of bars': full('|'),
  'a status of blanks': `status: proposed${full(' ')}`,
  'fences that open': full('```mermaid\n~~~\n').replaceAll('~~~', ''),
  'one long word': full('a'),
  'links without end': full('[a](b) '),
};

describe(`a document of a million signs is read in one go (${SEED})`, () => {
  test.each(pickSome(Object.entries(EVIL), ([name]) => name, 3))('with %s', (_, content) => {
    const lacks = ['md', 'adoc'].map((type) => readDocument(`docs/adr/0001-evil.${type}`, content).adrLacks);
    expect(lacks.map((one) => one?.length === 0)).toEqual([false, false]);
    readAnchors(content);
  });

  const nothing = async () => null;
  const diagrams = [
    ['braces', 'structurizr', `workspace {\n${full('{\n')}`],
    ['strings that never close', 'structurizr', `workspace {\n${full('"\\')}`],
    ['one long line of strings', 'structurizr', `workspace {\n${full('"a" ')}`],
    [
      'relations',
      'structurizr',
      `workspace {\nmodel {\na = person "A"\nb = person "B"\n${full('a -> b\n').slice(0, 300_000)}`,
    ],
    ['line breaks', 'structurizr', `${full('\n')}workspace`],
    ['parentheses', 'plantuml', `@startuml\n!include <C4/C4_Context>\nRel(${full(')')}x\n@enduml`],
    ['commas', 'plantuml', `@startuml\n!include <C4/C4_Context>\nRel(${full(',')})\n@enduml`],
    [
      'legends',
      'plantuml',
      `@startuml\n!include <C4/C4_Context>\n${full('legend\nend legend\n').slice(0, 600_000)}\n@enduml`,
    ],
    ['beginnings', 'plantuml', full('@startuml\n')],
  ] as const;
  test.each(pickSome(diagrams, ([name]) => name, 3))(
    'and so is a diagram with %s, which is not valid',
    async (_, language, source) => {
      const document = readDocument(language === 'plantuml' ? 'a.puml' : 'a.dsl', source);
      expect(document.words).toEqual([]);
      const [verdict] = await judgeDiagrams([{ path: 'a', line: 1, language, source }], { readSource: nothing });
      expect(verdict?.verdict).toMatch(/^(?:invalid|unchecked)$/);
    },
  );
});
