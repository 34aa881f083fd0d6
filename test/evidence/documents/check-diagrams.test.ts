import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canCheckDiagrams, checkDiagrams } from '../../../src/evidence/documents/check-diagrams.ts';
import { aFolder } from '../a-repository.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

const SHIPPED = fileURLToPath(new URL('../../../src/evidence/documents/children/mermaid.mjs', import.meta.url));
const hasMermaid = await canCheckDiagrams();

/** A checking program with other contents, so that what goes wrong with a real process is tried with one. */
const aChecker = async (source: string): Promise<string> => {
  const path = join(await aFolder(), 'checker.mjs');
  await writeFile(path, source);
  return path;
};

const GOOD = {
  flowchart: 'flowchart LR\n A[Start] --> B[End]',
  'flowchart of subgraphs': 'flowchart LR\n subgraph one\n A\n end\n subgraph two\n B\n end\n one --> two',
  sequence: 'sequenceDiagram\n Ann->>Bob: hello\n Note over Ann: waits',
  class: 'classDiagram\n Animal <|-- Duck',
  state: 'stateDiagram-v2\n [*] --> red\n red --> green',
  'state inside a state': 'stateDiagram-v2\n state working {\n red --> green\n }',
  er: 'erDiagram\n ORDER ||--o{ ITEM : holds',
  requirement:
    'requirementDiagram\n requirement fast {\n id: 1\n text: fast\n }\n element loop {\n type: code\n }\n loop - satisfies -> fast',
  block: 'block-beta\n a --> b',
  architecture: 'architecture-beta\n service a(server)[A]\n service b(server)[B]\n a:R -- L:b',
  gantt: 'gantt\n section s\n task :a1, 2024-01-01, 3d',
  pie: 'pie\n "a" : 1',
  mindmap: 'mindmap\n root\n  leaf',
  gitGraph: 'gitGraph\n commit\n commit',
  journey: 'journey\n section s\n  walk: 3: Me',
  timeline: 'timeline\n 2020 : start',
  quadrantChart: 'quadrantChart\n A: [0.1, 0.2]',
  xychart: 'xychart-beta\n line [1, 2]',
  sankey: 'sankey-beta\n a,b,1',
  'with frontmatter and directive':
    '---\ntitle: x\n---\n%%{init: {"theme": "dark"}}%%\n%% note\nflowchart LR\n A --> B',
  'with CRLF': 'flowchart LR\r\n A --> B\r\n',
} as const;

const C4 = {
  C4Context: ' Person(a, "A")\n System(b, "B")\n Rel(a, b, "uses")',
  C4Container: ' Container_Boundary(q, "Q") {\n Container(a, "A")\n }\n Person(p, "P")\n Rel(p, q, "uses")',
  C4Component: ' Component(a, "A")\n Component(b, "B")\n Rel(a, b, "uses")',
  C4Dynamic: ' Container(a, "A")\n Container(b, "B")\n Rel(a, b, "uses")',
  C4Deployment: ' Deployment_Node(n, "N") {\n Container(a, "A")\n Container(b, "B")\n }\n Rel(a, b, "uses")',
} as const;

const NO_RELATION = 'it has no relation between two different elements';
const REFUSED: Readonly<Record<string, readonly [source: string, reason: unknown]>> = {
  'an empty text': ['', expect.stringMatching(/^No diagram type detected/)],
  'words in place of a diagram': ['hello world', expect.stringMatching(/^No diagram type detected/)],
  'a broken flowchart': ['flowchart LR\n A -->', expect.stringMatching(/^Parse error on line \d+/)],
  'an empty flowchart': ['flowchart LR', NO_RELATION],
  'boxes without an arrow': ['flowchart LR\n A\n B\n C', NO_RELATION],
  'an arrow from a box to itself': ['flowchart LR\n A --> A', NO_RELATION],
  'an arrow in a comment': ['flowchart LR\n A\n B\n %% A --> B', NO_RELATION],
  'actors who say nothing': ['sequenceDiagram\n participant A\n participant B\n Note over A,B: look', NO_RELATION],
  'a lone class with a note': ['classDiagram\n class A\n note for A "look"', NO_RELATION],
  'a lone entity': ['erDiagram\n A', NO_RELATION],
  'a C4 diagram of a title alone': ['C4Context\n title System', NO_RELATION],
  'C4 elements without a relation': ['C4Context\n Person(a, "A")\n System(b, "B")', NO_RELATION],
  'a C4 relation to nothing declared': [
    'C4Context\n Person(a, "A")\n System(b, "B")\n Rel(a, b, "uses")\n Rel(a, ghost, "uses")',
    'a relation names "ghost", which is not declared',
  ],
  'a C4 relation to the page itself': [
    'C4Context\n Person(a, "A")\n Rel(a, global, "uses")',
    'a relation names "global", which is not declared',
  ],
  'one C4 element declared twice': ['C4Context\n Person(a, "A")\n System(a, "B")\n Rel(a, a, "uses")', NO_RELATION],
  'a requirement nobody declared': [
    'requirementDiagram\n requirement r {\n id: 1\n text: x\n }\n ghost - satisfies -> r',
    'a relation names "ghost", which is not declared',
  ],
  'a pie without a slice': ['pie title x', 'it shows nothing'],
  'a plan without a task': ['gantt\n title x', 'it shows nothing'],
  'a plan with a date that is none': ['gantt\n section a\n t :a1, notadate, 3d', expect.stringMatching(/notadate/)],
  'a root without a leaf': ['mindmap\n root', 'it shows nothing'],
  'a history of one commit': ['gitGraph\n commit', 'it shows nothing'],
  'a timeline without an event': ['timeline', 'it shows nothing'],
};

describe.skipIf(!hasMermaid)('diagrams (needs mermaid)', () => {
  test('of every kind are valid when Mermaid takes them and they say something', async () => {
    const verdicts = await checkDiagrams(Object.values(GOOD));
    const bad = Object.keys(GOOD).flatMap((name, at) =>
      verdicts[at]?.verdict === 'valid' ? [] : [[name, verdicts[at]]],
    );
    expect(bad).toEqual([]);
    expect(verdicts.length).toBe(Object.keys(GOOD).length);
  });

  slow('of C4 are known by their kind', async () => {
    const verdicts = await checkDiagrams(Object.entries(C4).map(([kind, body]) => `${kind}\n title T\n${body}`));
    expect(verdicts).toEqual(Object.keys(C4).map((kind) => ({ verdict: 'valid', kind, reason: '' })));
  });

  test('that are broken or say nothing are refused, each with its reason', async () => {
    const verdicts = await checkDiagrams(Object.values(REFUSED).map(([source]) => source));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(Object.keys(REFUSED).map(() => 'invalid'));
    for (const [at, [, reason]] of Object.values(REFUSED).entries()) {
      expect(verdicts[at]?.reason).toEqual(reason);
    }
  });

  test('do not borrow from the diagram before them', async () => {
    const [, title] = await checkDiagrams([`C4Context\n${C4.C4Context}`, 'C4Context\n title T']);
    expect(title).toEqual({ verdict: 'invalid', kind: 'C4Context', reason: NO_RELATION });
  });

  slow('that hang Mermaid are named, and those around them are still checked', async () => {
    // Mermaid looks for its kind in each of these blanks anew.
    const evil = `flowchart LR${' '.repeat(49_900)}A-->B`;
    const verdicts = await checkDiagrams([GOOD.flowchart, evil, GOOD.sequence], { timeoutMs: 24_000 });
    const valid = (kind: string) => ({ verdict: 'valid', kind, reason: '' });
    expect(verdicts).toEqual([
      valid('flowchart-v2'),
      { verdict: 'unchecked', kind: null, reason: 'Mermaid did not answer within 12000 ms' },
      valid('sequence'),
    ]);
  });

  slow('that are larger than Mermaid draws are not valid', async () =>
    expect(await checkDiagrams([`flowchart LR\n A --> B\n${'%% x\n'.repeat(10_000)}`])).toEqual([
      { verdict: 'invalid', kind: null, reason: 'it has 50022 characters, and Mermaid draws none of more than 50000' },
    ]),
  );

  test('of a kind that cannot be read are unchecked', async () =>
    expect(await checkDiagrams(['info'])).toEqual([
      { verdict: 'unchecked', kind: 'info', reason: 'what a diagram of the kind info says cannot be read' },
    ]));
});

describe('the check of diagrams', () => {
  test('leaves all unchecked and says what to do where Mermaid is missing', async () => {
    const checker = join(await aFolder(), 'mermaid.mjs');
    await copyFile(SHIPPED, checker);
    const verdicts = await checkDiagrams([GOOD.flowchart, 'x'], { checker });
    const reason = 'Mermaid is not installed beside dualgate. Install it with `npm install mermaid`';
    expect(verdicts).toEqual([
      { verdict: 'unchecked', kind: null, reason },
      { verdict: 'unchecked', kind: null, reason },
    ]);
    expect(await canCheckDiagrams({ checker })).toBe(false);
  });

  slow('ends a parser that hangs', async () => {
    const checker = await aChecker('for (;;) {}');
    expect(await checkDiagrams(['x'], { checker, timeoutMs: 300 })).toEqual([
      { verdict: 'unchecked', kind: null, reason: 'Mermaid did not answer within 300 ms' },
    ]);
  });

  slow('names the diagram that kills its reader, and asks again without it', async () => {
    const checker = await aChecker(
      'const { diagrams } = JSON.parse(await new Response(process.stdin).text());' +
        'for (const one of diagrams) { if (one === "evil") process.exit(9);' +
        ' console.log(JSON.stringify({ verdict: "valid", kind: one, reason: "" })); }',
    );
    const valid = (kind: string) => ({ verdict: 'valid', kind, reason: '' });
    const killed = {
      verdict: 'unchecked',
      kind: null,
      reason: expect.stringMatching(/^the checking program failed: /),
    };
    expect(await checkDiagrams(['a', 'evil', 'b', 'evil', 'c'], { checker })).toEqual([
      valid('a'),
      killed,
      valid('b'),
      killed,
      valid('c'),
    ]);
  });

  slow('has one time limit, however many diagrams hang', async () => {
    const checker = await aChecker('for (;;) {}');
    const verdicts = await checkDiagrams(['a', 'b', 'c', 'd', 'e'], { checker, timeoutMs: 600 });
    const unchecked = (reason: unknown) => ({ verdict: 'unchecked', kind: null, reason });
    expect(verdicts).toEqual([
      unchecked('Mermaid did not answer within 300 ms'),
      ...Array.from({ length: 4 }, () => unchecked(expect.stringMatching(/did not answer within|no time remained/))),
    ]);
  });

  test('ends on request', async () => {
    const checker = await aChecker('for (;;) {}');
    expect(await checkDiagrams(['x'], { checker, signal: AbortSignal.timeout(100) })).toEqual([
      { verdict: 'unchecked', kind: null, reason: 'the check was cancelled' },
    ]);
  });

  test.each([
    ['dies', 'throw new Error("boom")', /^the checking program failed: .*boom/],
    [
      'answers and then dies',
      'console.log(\'{"verdict":"valid","kind":null,"reason":""}\'); process.exit(3)',
      /^the checking program failed: /,
    ],
    ['talks nonsense', 'console.log("yes, all valid")', /^the checking program gave an invalid answer$/],
    [
      'says another word',
      'console.log(\'{"verdict":"VALID","kind":null,"reason":""}\')',
      /^the checking program gave an invalid answer$/,
    ],
    ['answers nothing', '', /^the checking program gave an invalid answer$/],
    [
      'answers more than it was asked',
      'for (const one of [1, 2]) console.log(JSON.stringify({ verdict: "valid", kind: null, reason: "" }))',
      /^the checking program gave an invalid answer$/,
    ],
  ])('takes nothing from a program that %s', async (_, source, reason) => {
    expect(await checkDiagrams(['x'], { checker: await aChecker(source) })).toEqual([
      { verdict: 'unchecked', kind: null, reason: expect.stringMatching(reason) },
    ]);
  });

  test('is not made when there is nothing to check', async () =>
    expect(await checkDiagrams([], { checker: 'no such program' })).toEqual([]));

  test('is not possible with a program that calls everything valid', async () => {
    const checker = await aChecker(
      'for (const one of [1, 2]) console.log(JSON.stringify({ verdict: "valid", kind: null, reason: "" }))',
    );
    expect(await canCheckDiagrams({ checker })).toBe(false);
  });
});
