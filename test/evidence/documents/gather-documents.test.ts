import { textsOf } from '../findings/a-finding.ts';
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canCheckDiagrams } from '../../../src/evidence/documents/check-diagrams.ts';
import { gatherDocuments } from '../../../src/evidence/documents/gather-documents.ts';
import { aFolder, write } from '../a-repository.ts';

const hasMermaid = await canCheckDiagrams();

const PROSE =
  'The gate reads one record for each iteration and compares every measured number with what the phase asks for, then writes its reasons down.';
const GUIDE =
  'Whoever starts a run sees one line for each test; a second terminal may stop it between two turns, and nothing that was written is lost.';
const REASONS =
  'Two witnesses disagree now and then: somebody says yes while three checks are red, or nobody speaks although every check passed long ago.';
const OTHER =
  'Frozen files keep their content from the moment in which their phase was left; an operator may accept one change, which is kept with name and hour.';
const C4 = '```mermaid\nC4Context\n Person(a, "A")\n System(b, "B")\n Rel(a, b, "uses")\n```\n';
const ADR = `# 1. Gate\n\n## Status\n\nAccepted\n\n## Context\n\n${REASONS}\n\n## Decision\n\nWe gate.\n`;
const READY = {
  'docs/architecture.md': `# Architecture\n\n${PROSE}\n\n${C4}`,
  'docs/guide.md': `# Guide\n\n${GUIDE}\n`,
  'docs/adr/0001-gate.md': ADR,
  'docs/flow.mmd': 'flowchart LR\n A --> B\n',
  'src/readme.md': PROSE,
} as const;

/** Gathers over documents that are ready by default; a test shows only what spoils them. */
const gather = async (spoil: Readonly<Record<string, string>> = {}, options: { readonly checker?: string } = {}) => {
  const folder = await aFolder();
  const files = { ...READY, ...spoil };
  await write(folder, files);
  const evidence = await gatherDocuments(folder, { globs: ['docs/**'], files: Object.keys(files), ...options });
  return { ...evidence, findings: textsOf(evidence.findings) };
};

const READY_EVIDENCE = {
  docs_generated: 4,
  empty_documents: 0,
  broken_links: 0,
  diagrams_total: 2,
  diagrams_valid: 2,
  all_diagrams_valid: true,
  has_adr: true,
  has_c4_diagrams: true,
  findings: [],
};

test('documents are found in any letter case of their names and folders', async () => {
  const folder = await aFolder();
  const files = { 'Readme.md': PROSE, 'Docs/GUIDE.MD': GUIDE, 'architecture.md': REASONS, 'src/other.md': OTHER };
  await write(folder, files);
  const globs = ['{docs,doc}/**/*.{md,adoc}', 'README.md', 'ARCHITECTURE.md'];
  const found = await gatherDocuments(folder, { globs, files: Object.keys(files) });
  expect(found).toMatchObject({ docs_generated: 3, findings: [] });
});

describe.skipIf(!hasMermaid)('the documents of a workspace (needs mermaid)', () => {
  test('are counted by the globs, with their diagrams and records', async () =>
    expect(await gather()).toEqual(READY_EVIDENCE));

  test('are not all valid when one diagram is not', async () =>
    expect(await gather({ 'docs/bad.md': `# Bad\n\n\`\`\`mermaid\nflowchart LR\n\`\`\`\n\n${OTHER}` })).toEqual({
      ...READY_EVIDENCE,
      docs_generated: 5,
      diagrams_total: 3,
      all_diagrams_valid: false,
      findings: [
        'docs/bad.md:3: the diagram (flowchart-v2) is not valid: it has no relation between two different elements',
      ],
    }));

  test('show no C4 with a C4 diagram that says nothing', async () =>
    expect(await gather({ 'docs/architecture.md': '```mermaid\nC4Context\n title T\n```' })).toEqual({
      ...READY_EVIDENCE,
      docs_generated: 3,
      diagrams_valid: 1,
      all_diagrams_valid: false,
      has_c4_diagrams: false,
      findings: [
        'docs/architecture.md:1: the diagram (C4Context) is not valid: it has no relation between two different elements',
        'docs/architecture.md: does not count as a document: it has 0 words of prose (0 different ones) and no valid diagram; 20 words, 10 of them different, are required',
      ],
    }));

  test('have no valid diagrams when there are none', async () => {
    const { all_diagrams_valid, diagrams_total } = await gather({ 'docs/architecture.md': PROSE, 'docs/flow.mmd': '' });
    expect({ all_diagrams_valid, diagrams_total }).toEqual({ all_diagrams_valid: false, diagrams_total: 1 });
    const folder = await aFolder();
    expect(await gatherDocuments(folder, { globs: ['docs/**'], files: [] })).toEqual({
      docs_generated: 0,
      empty_documents: 0,
      broken_links: 0,
      diagrams_total: 0,
      diagrams_valid: 0,
      all_diagrams_valid: false,
      has_adr: false,
      has_c4_diagrams: false,
      findings: [],
    });
  });

  test('do not count with nothing but headings, one word over and over, code, a comment or a quote', async () => {
    const heading =
      '# And many more words in headings than anybody would ever read, twenty of them at the least, really and truly so';
    const hollow = {
      'docs/x1.md': '',
      'docs/x2.md': heading,
      'docs/x3.md': 'word '.repeat(100),
      'docs/x4.md': `\`\`\`\n${PROSE}\n\`\`\``,
      'docs/x5.md': `<!-- ${PROSE} -->`,
      'docs/x6.md': `> ${PROSE}`,
    };
    const complaint = (path: string, words: string) =>
      `${path}: does not count as a document: it has ${words} and no valid diagram; 20 words, 10 of them different, are required`;
    expect(await gather(hollow)).toEqual({
      ...READY_EVIDENCE,
      empty_documents: 5,
      findings: Object.keys(hollow).map((path) =>
        complaint(
          path,
          path === 'docs/x3.md' ? '100 words of prose (1 different ones)' : '0 words of prose (0 different ones)',
        ),
      ),
    });
  });

  test('count once, however often they are copied', async () =>
    expect(
      await gather({
        'docs/guide2.md': `# Other\n\n${READY['docs/guide.md']}`,
        'docs/flow2.mmd': 'flowchart LR\n\n  A --> B',
      }),
    ).toEqual({
      ...READY_EVIDENCE,
      diagrams_total: 3,
      diagrams_valid: 3,
      findings: [
        'docs/flow2.mmd: does not count as a document: it has the same content as another document',
        'docs/guide2.md: does not count as a document: it has the same content as another document',
      ],
    }));

  test('hold no record that does not count', async () =>
    expect((await gather({ 'docs/adr/0001-gate.md': ADR.replace(REASONS, 'Short.') })).has_adr).toBe(false));

  test('name what a decision record lacks, as long as there is no other', async () => {
    const unformed = `# 1. Gate\n\nStatus: accepted\n\nContext: ${OTHER}\n\nDecision: we gate.\n`;
    expect(await gather({ 'docs/adr/0001-gate.md': unformed })).toEqual({
      ...READY_EVIDENCE,
      has_adr: false,
      findings: [
        'docs/adr/0001-gate.md: does not count as a decision record: it lacks a heading "Context" with text below it, a heading "Decision" with text below it',
      ],
    });
    expect(await gather({ 'docs/adr/index.md': `Of all: ${OTHER}` })).toMatchObject({ has_adr: true, findings: [] });
  });

  test('are not read through links, and are not missed when they went away', async () => {
    const folder = await aFolder();
    await write(folder, { 'src/a.md': PROSE, 'docs/b.md': ADR });
    await symlink('../src/a.md', join(folder, 'docs/a.md'));
    const evidence = await gatherDocuments(folder, {
      globs: ['docs/**'],
      files: ['docs/gone.md', 'docs/a.md', 'docs/b.md'],
    });
    expect([evidence.docs_generated, textsOf(evidence.findings)]).toEqual([
      1,
      [
        'docs/a.md: does not count as a document: it must be a regular file of at most 1,000,000 bytes',
        'docs/gone.md: does not count as a document: it must be a regular file of at most 1,000,000 bytes',
      ],
    ]);
  });
});

const DSL = `workspace {
  model {
    user = person "User"
    gate = softwareSystem "Gate"
    user -> gate "asks"
  }
  views {
    systemContext gate {
      include *
    }
  }
}
`;
const PUML = '@startuml\n!include <C4/C4_Context>\nPerson(a, "A")\nSystem(b, "B")\nRel(a, b, "asks")\n@enduml\n';

/** Gathers over files without a diagram in Mermaid, which is quick. */
const gatherFiles = async (files: Readonly<Record<string, string>>) => {
  const folder = await aFolder();
  await write(folder, files);
  return gatherDocuments(folder, { globs: ['docs/**'], files: Object.keys(files) });
};

describe('diagrams that are not in Mermaid', () => {
  test.each([
    ['a file in Structurizr DSL', { 'docs/a.dsl': DSL }],
    ['a file in C4-PlantUML', { 'docs/a.puml': PUML }],
    ['a fence in Structurizr DSL', { 'docs/a.md': `\`\`\`structurizr\n${DSL}\`\`\`` }],
    ['a fence in C4-PlantUML', { 'docs/a.md': `\`\`\`plantuml\n${PUML}\`\`\`` }],
    ['a block of AsciiDoc', { 'docs/a.adoc': `[plantuml]\n----\n${PUML}----\n` }],
  ])('are C4 when they are valid: %s', async (_, files) =>
    expect(await gatherFiles(files)).toEqual({
      docs_generated: 1,
      empty_documents: 0,
      broken_links: 0,
      diagrams_total: 1,
      diagrams_valid: 1,
      all_diagrams_valid: true,
      has_adr: false,
      has_c4_diagrams: true,
      findings: [],
    }),
  );

  test.each([
    [
      { 'docs/a.dsl': DSL.replace('user -> gate', 'user -> ghost') },
      'docs/a.dsl:1: the diagram (Structurizr DSL) is not valid: line 5: a relation uses "ghost", which is not declared',
    ],
    [
      { 'docs/a.md': `# A\n\n\`\`\`puml\n${PUML.replace('(a, b,', '(a, ghost,')}\`\`\`` },
      'docs/a.md:3: the diagram (C4-PlantUML) is not valid: line 5: a relation uses "ghost", which is not declared',
    ],
    [
      { 'docs/a.puml': '@startuml\nAnn -> Bob\n@enduml' },
      'docs/a.puml:1: the diagram (PlantUML) could not be checked: only C4 diagrams are supported in PlantUML, and it does not include C4-PlantUML',
    ],
    [
      { 'docs/a.dsl': `!include ../lib/none.dsl\n${DSL}` },
      'docs/a.dsl:1: the diagram (Structurizr DSL) could not be checked: line 1 includes ../lib/none.dsl, which is not a source of this workspace',
    ],
  ])('are named when they are not: %j', async (files, note) => {
    const { findings, diagrams_valid, has_c4_diagrams } = await gatherFiles(files);
    expect({ first: findings[0]?.text, diagrams_valid, has_c4_diagrams }).toEqual({
      first: note,
      diagrams_valid: 0,
      has_c4_diagrams: false,
    });
  });

  test('are read with what they include from the workspace, and a part is no diagram', async () => {
    const evidence = await gatherFiles({
      'docs/a.dsl': DSL.replace('user = person "User"', '!include parts/people.dsl'),
      'docs/parts/people.dsl': 'user = person "User"\n',
      'docs/b.puml': PUML.replace('Person(a, "A")', '!include people.iuml'),
      'docs/people.iuml': '@startuml\nPerson(a, "A")\n@enduml\n',
    });
    const { diagrams_total, diagrams_valid, docs_generated, empty_documents, findings } = evidence;
    // A part that is framed as a diagram is held to be one.
    expect({ diagrams_total, diagrams_valid, docs_generated, empty_documents }).toEqual({
      diagrams_total: 3,
      diagrams_valid: 2,
      docs_generated: 2,
      empty_documents: 0,
    });
    expect(findings[0]?.text).toBe(
      'docs/parts/people.dsl: only a part of a diagram: begin PlantUML with @startuml, and Structurizr DSL with a workspace',
    );
  });

  test('include nothing through a link out of the workspace', async () => {
    const outside = await aFolder();
    await write(outside, { 'people.dsl': 'user = person "User"\n' });
    const folder = await aFolder();
    await write(folder, { 'docs/a.dsl': DSL.replace('user = person "User"', '!include people.dsl') });
    await symlink(join(outside, 'people.dsl'), join(folder, 'docs/people.dsl'));
    const { findings } = await gatherDocuments(folder, {
      globs: ['docs/a.dsl'],
      files: ['docs/a.dsl', 'docs/people.dsl'],
    });
    expect(findings[0]?.text).toBe(
      'docs/a.dsl:1: the diagram (Structurizr DSL) could not be checked: line 3 includes people.dsl, which is not a source of this workspace',
    );
  });
});

describe('whoever wants to be counted for less than a document', () => {
  test('gets nothing for a diagram in a comment, in another fence, in a quote or in raw HTML', async () => {
    const fence = `\`\`\`plantuml\n${PUML}\`\`\``;
    const evidence = await gatherFiles({
      'docs/a.md': `<!--\n${fence}\n-->`,
      'docs/b.md': `\`\`\`\`md\n${fence}\n\`\`\`\``,
      'docs/c.md': fence.replace(/^/gm, '> '),
      'docs/d.md': `<pre>\n${fence}\n</pre>`,
    });
    expect([evidence.diagrams_total, evidence.docs_generated, evidence.empty_documents]).toEqual([0, 0, 4]);
  });

  test('gets one document for three copies, and for copies with a word changed', async () => {
    const { docs_generated, findings } = await gatherFiles({
      'docs/a.md': `# A\n\n${PROSE}`,
      'docs/b.md': `# B\n\n${PROSE}`,
      'docs/c.md': `# C\n\n${PROSE.replace('record', 'leaf').replace('reasons', 'grounds')}`,
      'docs/d.md': `# D\n\n${PROSE} And one more sentence, for the count.`,
    });
    expect([docs_generated, textsOf(findings)]).toEqual([
      1,
      ['b', 'c', 'd'].map(
        (name) => `docs/${name}.md: does not count as a document: it has the same content as another document`,
      ),
    ]);
  });

  test('gets nothing for what a template leaves open', async () => {
    const { docs_generated, empty_documents } = await gatherFiles({
      'docs/a.md': `TODO: ${PROSE}\n\n{${GUIDE}}\n\nLorem ipsum ${OTHER}`,
    });
    expect([docs_generated, empty_documents]).toEqual([0, 1]);
  });

  test('gets nothing for a document outside of the globs, or for one of fifty megabytes', async () => {
    const { docs_generated, findings } = await gatherFiles({
      'notes/a.md': PROSE,
      'docs/huge.md': `${PROSE}\n`.repeat(360_000),
    });
    expect([docs_generated, textsOf(findings)]).toEqual([
      0,
      ['docs/huge.md: does not count as a document: it must be a regular file of at most 1,000,000 bytes'],
    ]);
  });

  test('finds the rest of a document in the diagram whose fence is not closed', async () => {
    const { diagrams_valid, findings } = await gatherFiles({ 'docs/a.md': `\`\`\`plantuml\n${PUML}\n${PROSE}\n` });
    expect([diagrams_valid, findings[0]?.text]).toEqual([
      0,
      'docs/a.md:1: the diagram (C4-PlantUML) is not valid: it is not between @startuml and @enduml',
    ]);
  });
});

describe('the links of documents', () => {
  test('are named with file and line when they lead nowhere, and hold nothing else', async () => {
    const evidence = await gatherFiles({
      'docs/a.md': `# A\n\n${PROSE}\n\n[one](b.md#part) [two](b.md#gone) ![three](none.png) [four](https://example.org)\n\`[five](none.md)\`\n`,
      'docs/b.md': `# B\n\n## Part\n\n${GUIDE} [back](a.md#a)\n`,
      'src/a.md': '[not looked at](none.md)',
    });
    expect([evidence.docs_generated, evidence.broken_links, textsOf(evidence.findings)]).toEqual([
      2,
      2,
      [
        'docs/a.md:5: the link b.md#gone is broken: docs/b.md has no heading #gone',
        'docs/a.md:5: the link none.png is broken: docs/none.png is not a source of this workspace',
      ],
    ]);
  });
});

describe('documents where Mermaid is missing', () => {
  test('have unchecked diagrams, which are not valid, and a note with the way out', async () => {
    const checker = join(await aFolder(), 'mermaid.mjs');
    await copyFile(
      fileURLToPath(new URL('../../../src/evidence/documents/children/mermaid.mjs', import.meta.url)),
      checker,
    );
    const { findings, ...evidence } = await gather({}, { checker });
    expect(evidence).toEqual({
      docs_generated: 3,
      empty_documents: 0,
      broken_links: 0,
      diagrams_total: 2,
      diagrams_valid: 0,
      all_diagrams_valid: false,
      has_adr: true,
      has_c4_diagrams: false,
    });
    expect(findings.slice(0, 2)).toEqual([
      expect.stringMatching(
        /^docs\/architecture\.md:5: the diagram could not be checked: Mermaid is not installed .*npm install mermaid`$/,
      ),
      expect.stringMatching(
        /^docs\/flow\.mmd:1: the diagram could not be checked: Mermaid is not installed .*npm install mermaid`$/,
      ),
    ]);
  });
});
