import { describe, expect, test } from 'vitest';
import { readCriteria } from '../../../src/evidence/criteria.ts';
import { readSpec } from '../../../src/evidence/criteria-formats/formats.ts';
import { readPlanFile } from '../../../src/evidence/criteria-formats/task-list.format.ts';
import { OPENSPEC, PRD, SPEC_KIT } from './samples.ts';

const tell = (text: string) => {
  const { format, criteria } = readSpec(text);
  return [format?.name ?? null, criteria.length];
};

describe('the format of a spec', () => {
  test.each([
    ['spec_kit', 6, SPEC_KIT],
    ['openspec', 3, OPENSPEC],
    ['task_list', 3, PRD],
    ['heading', 1, '# A\n## Acceptance criteria\n- one\n## Tasks\n- [ ] two\n'],
    ['checkboxes', 2, '# A\n## Acceptance criteria\n- [ ] one\n## Tasks\n- [ ] two\n'],
    ['checkboxes', 1, '- [ ] one\n- plain\n'],
    [null, 0, '# A\n\nprose\n- plain\n'],
    [null, 0, '{ "userStories": [] }'],
    [null, 0, ''],
  ])('is %s, with %i criteria', (format, count, text) => expect(tell(text)).toEqual([format, count]));

  test('does not change how checkboxes are read', () => {
    const text = '# A\n- [x] AC-1: one\n  - [ ] nested\n```\n- [ ] no\n```\n## Requirements\n1. [ ] **FR-001**: two\n';
    expect(readSpec(text).criteria).toEqual(readCriteria(text));
  });

  const LONG = 200_000;
  test.each([
    ['blanks after a label', `**Acceptance criteria**${' '.repeat(LONG)}x`],
    ['blanks in a title', `# Acceptance${' '.repeat(LONG)}criteria\n- a`],
    ['blanks in a scenario', `### Requirement: a${' '.repeat(LONG)}b\n#### Scenario: c${' '.repeat(LONG)}(`],
    ['signs of a rule', `# Acceptance criteria\n${'- '.repeat(LONG)}x`],
    ['stars', '*'.repeat(LONG)],
    ['titles', '# Acceptance criteria\n'.repeat(LONG / 20)],
    ['items', `# Acceptance criteria\n${'- Given a\n- Then b\n'.repeat(LONG / 20)}`],
    [
      'nested items',
      `# Acceptance criteria\n${Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}- a`).join('\n')}`,
    ],
    ['an id without an end', `# Acceptance criteria\n- A${'-1'.repeat(LONG)}x`],
    ['one line', `## Functional Requirements\n- **FR-001**: ${'when '.repeat(LONG)}`],
  ])('is found in time in a huge file of %s', { timeout: 20_000 }, (_what, text) => {
    const began = performance.now();
    readSpec(text);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});

describe('a plan beside a spec', () => {
  const SPEC_KIT_TASKS =
    '# Tasks: Albums\n\n## Phase 1\n\n- [ ] T001 Create project structure\n- [x] T002 [P] Add a linter\n';
  const planOf = (path: string, text: string, ...there: readonly string[]) =>
    readPlanFile(path, text, (each) => there.includes(each));

  test('is tasks.md, and names its spec', () => {
    expect(planOf('specs/003/tasks.md', SPEC_KIT_TASKS, 'specs/003/spec.md')).toEqual({ spec: 'specs/003/spec.md' });
    expect(planOf('specs/003/tasks.md', SPEC_KIT_TASKS)).toEqual({ spec: null });
    expect(planOf('tasks.md', '- [ ] a', 'spec.md')).toEqual({ spec: 'spec.md' });
    expect(planOf('.kiro/specs/a/tasks.md', '- [ ] 1. a', '.kiro/specs/a/requirements.md')).toEqual({
      spec: '.kiro/specs/a/requirements.md',
    });
    expect(
      planOf('openspec/changes/a/tasks.md', '- [ ] a', 'openspec/changes/a/proposal.md', 'openspec/changes/a/specs'),
    ).toEqual({ spec: 'openspec/changes/a/specs' });
  });

  test('is no other file of checkboxes', () => {
    expect(planOf('tasks.md', '- [ ] a')).toBe(null);
    expect(planOf('tasks.md', '- [ ] a', 'specs')).toBe(null);
    expect(planOf('specs/a.md', '# Tasks\n- [ ] AC-1: a\n', 'specs/spec.md')).toBe(null);
    expect(planOf('spec.md', '- [ ] a', 'spec.md')).toBe(null);
  });
});
