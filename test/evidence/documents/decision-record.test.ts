import { describe, expect, test } from 'vitest';
import { liesAmongRecords } from '../../../src/evidence/documents/decision-record.ts';
import { readDocument } from '../../../src/evidence/documents/read-document.ts';

const lacks = (content: string, path = 'docs/adr/0001-x.md') => readDocument(path, content).adrLacks;

const NO_STATUS = 'a status (or considered options, or consequences)';
const NO_CONTEXT = 'a heading "Context" with text below it';
const NO_DECISION = 'a heading "Decision" with text below it';

const NYGARD = `# 1. Use git

## Status

Accepted

## Context

Names are needed.

## Decision

We use git.

## Consequences

Everybody has to learn it.
`;

describe('a place of decision records', () => {
  test.each([
    'docs/adr/use-git.md',
    'docs/adrs/use-git.md',
    'doc/adr/0001-use-git.md',
    'docs/decisions/use-git.md',
    'docs/architecture/decisions/use-git.md',
    'docs/architecture-decisions/use-git.md',
    'adr/use-git.md',
    'rfcs/use-git.md',
    'docs/0001-use-git.md',
    'docs/ADR-001.md',
    'docs/adr_0001_use_git.adoc',
    'docs/adr-use-git.md',
    'docs/20260131-use-git.md',
    'docs/2026-01-31-use-git.md',
    'docs/architecture-decisions.md',
  ])('is %s', (path) => expect(liesAmongRecords(path)).toBe(true));

  test.each([
    'docs/use-git.md',
    'README.md',
    'docs/01-introduction.md',
    'docs/adr/template.md',
    'docs/adr/0000-adr-template.md',
    'docs/decisions/adr-template-minimal.md',
    'docs/quadrant.md',
    'docs/indecision.md',
  ])('is not %s', (path) => expect(liesAmongRecords(path)).toBe(false));
});

describe('a decision record', () => {
  test.each([
    ['of Nygard', NYGARD],
    [
      'with underlined titles',
      NYGARD.replace(/^## (.*)$/gm, (_, title: string) => `${title}\n${'-'.repeat(title.length)}`),
    ],
    [
      'with numbered titles',
      NYGARD.replace('## Context', '## 2. Context').replace('## Decision', '## 3) **Decision**'),
    ],
    [
      'of MADR 4',
      '---\nstatus: accepted\n---\n# Git\n\n## Context and Problem Statement\n\nWhich names?\n\n## Considered Options\n\n* git\n\n## Decision Outcome\n\nChosen option: git, since it is known.\n',
    ],
    [
      'of MADR, bare',
      '# Git\n\n## Context and Problem Statement\n\nWhich names?\n\n## Considered Options\n\n* git, or hg\n\n## Decision Outcome\n\nChosen option: git.\n',
    ],
    [
      'of MADR 2',
      '# Git\n\n* Status: accepted\n* Date: today\n\n## Context and Problem Statement\n\nWhich names?\n\n## Decision Outcome\n\nWe chose git.\n',
    ],
    [
      'of MADR whose context is below a heading of its own',
      '# Git\n\nStatus: accepted\n\n## Context\n\n### Background\n\nNames are needed.\n\n## Decision Outcome\n\n### Chosen\n\nWe chose git.\n',
    ],
    [
      'of Tyree and Akerman, as a table',
      '# Git\n\n| Issue | Names are needed |\n|---|---|\n| **Decision** | We use git |\n| Status | Approved |\n| Implications | All learn it |\n',
    ],
    [
      'of Tyree and Akerman, as labels',
      '# Git\n\n**Issue:** Names are needed\n\n**Decision**: We use git\n\n* **Positions:** git or none\n',
    ],
    [
      'in the manner of Alexander',
      '# Git\n\n## Discussion\n\nNames are needed.\n\n## Solution\n\nWe use git.\n\n## Consequences\n\nAll learn it.\n',
    ],
    [
      'of a business case',
      '# Git\n\n## Background\n\nNames are needed.\n\n## Candidates to consider\n\ngit, hg\n\n## Recommendation\n\nWe use git.\n',
    ],
    [
      'in one sentence',
      '# Git\n\nIn the context of *the loop*, facing the need for names,\nwe decided for git and against hg, to achieve names that last, accepting that all have to learn it.\n',
    ],
  ])('is one %s', (_, content) => expect(lacks(content)).toEqual([]));

  test('is one in AsciiDoc', () =>
    expect(
      lacks(
        NYGARD.replace(/^(#+) /gm, (_, signs: string) => `${'='.repeat(signs.length)} `),
        'docs/adr/a.adoc',
      ),
    ).toEqual([]));

  test.each([
    ['is empty', '', [NO_STATUS, NO_CONTEXT, NO_DECISION]],
    ['is headings alone', NYGARD.replace(/^[^#\n].*$/gm, ''), [NO_STATUS, NO_CONTEXT, NO_DECISION]],
    [
      'has a context and a decision alone',
      NYGARD.replace(/## Status[\s\S]*?(?=## Context)/, '').replace(/## Consequences[\s\S]*/, ''),
      [NO_STATUS],
    ],
    ['has no context', NYGARD.replace('## Context', '## Story'), [NO_CONTEXT]],
    ['has no decision', NYGARD.replace('## Decision', '## Decision Drivers'), [NO_DECISION]],
    ['decides with one word', NYGARD.replace('We use git.', 'Yes.'), [NO_DECISION]],
    ['decides in a comment', NYGARD.replace('We use git.', '<!-- We use git. -->'), [NO_DECISION]],
    ['decides in code', NYGARD.replace('We use git.', '```\nWe use git.\n```'), [NO_DECISION]],
    ['will decide one day', NYGARD.replace('We use git.', 'TODO: what do we use?'), [NO_DECISION]],
    ['will decide later', NYGARD.replace('We use git.', 'To be decided.'), [NO_DECISION]],
    [
      'is the form of Nygard',
      "# {title}\n\n## Status\n\nWhat is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?\n\n## Context\n\nWhat is the issue that we’re seeing that is motivating this decision or change?\n\n## Decision\n\nWhat is the change that we're proposing and/or doing?\n\n## Consequences\n\nWhat becomes easier or more difficult to do because of this change?\n",
      [NO_STATUS, NO_CONTEXT, NO_DECISION],
    ],
    [
      'is the form of MADR',
      '---\nstatus: "{proposed | rejected | accepted}"\n---\n# {short title}\n\n## Context and Problem Statement\n\n{Describe the context and problem statement.}\n\n## Considered Options\n\n* {title of option 1}\n* …\n\n## Decision Outcome\n\n{title of option 1}\n\n### Consequences\n\n* {…}\n',
      [NO_STATUS, NO_CONTEXT, NO_DECISION],
    ],
    [
      'leaves its status open',
      NYGARD.replace('Accepted', 'Proposed | Accepted | Rejected').replace(/## Consequences[\s\S]*/, ''),
      [NO_STATUS],
    ],
    [
      'is a sentence with nothing in its places',
      'In the context of <use case>, facing <concern>, we decided for <option>, to achieve <quality>, accepting <downside>.',
      [NO_STATUS, NO_CONTEXT, NO_DECISION],
    ],
  ])('is none that %s', (_, content, missing) => expect(lacks(content)).toEqual(missing));
});
