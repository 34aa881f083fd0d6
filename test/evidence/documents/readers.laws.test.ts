import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeC4Plantuml, judgeWorkspace } from '../../../src/evidence/documents/judge-c4.ts';

const DSL = ['workspace {', 'user = person "User"', 'gate = softwareSystem "Gate"', 'user -> gate "asks"', '}'];
const PUML = [
  '@startuml',
  '!include <C4/C4_Context>',
  'Person(a, "A")',
  'System(b, "B")',
  'Rel(a, b, "asks")',
  '@enduml',
];

const numbered = (lines: readonly string[]) => lines.map((text, at) => ({ line: at + 1, text }));
const READERS = [
  {
    name: 'Structurizr DSL',
    whole: DSL,
    frame: [],
    judge: (lines: readonly string[]) => judgeWorkspace(numbered(lines)),
  },
  // In a fence both markers may be absent, and one alone may not.
  {
    name: 'C4-PlantUML',
    whole: PUML,
    frame: ['@startuml', '@enduml'],
    judge: (lines: readonly string[]) => judgeC4Plantuml(numbered(lines)),
  },
] as const;

test.each(READERS)('$name: the least diagram is valid, and no line of it can be missed', ({ whole, judge }) => {
  expect(judge(whole)).toBe(null);
  for (const [at] of whole.entries()) {
    expect([at, judge(whole.filter((_, other) => other !== at))]).not.toEqual([at, null]);
  }
});

test.each(READERS)(
  '$name: whatever the lines are, there is an answer, and only the whole is valid',
  ({ whole, frame, judge }: (typeof READERS)[number]) => {
    const framed: readonly string[] = frame;
    expect(judge(whole.filter((line) => !framed.includes(line)))).toBe(null);
    const wrong: (readonly string[])[] = [];
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...whole),
            fc.string(),
            fc.constantFrom('{', '}', '"', '->', 'this -> this', '/*', "/'"),
          ),
        ),
        (lines) => {
          const isBare = !framed.some((line) => lines.includes(line));
          const missing = whole.filter((line) => !lines.includes(line) && !(isBare && framed.includes(line)));
          if (judge(lines) === null && missing.length > 0) wrong.push(lines);
        },
      ),
      { numRuns: 500 },
    );
    expect(wrong).toEqual([]);
  },
);
