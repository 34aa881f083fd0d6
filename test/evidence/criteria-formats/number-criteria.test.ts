import { describe, expect, test } from 'vitest';
import { readSpec } from '../../../src/evidence/criteria-formats/formats.ts';
import { numberCriteria } from '../../../src/evidence/criteria-formats/number-criteria.ts';

describe('the ids of criteria without one', () => {
  test('stand in front of their words, and every other byte stays', () => {
    expect(numberCriteria('# A\r\n\r\n- [ ] one\r\n  1. [x] **two** words\r\n\r\nEnd')).toEqual({
      text: '# A\r\n\r\n- [ ] AC-1: one\r\n  1. [x] AC-2: **two** words\r\n\r\nEnd',
      ids: ['AC-1', 'AC-2'],
    });
  });

  test('begin behind the highest one of the spec, in its own form, and behind those of the other specs of the run', () => {
    expect(numberCriteria('- [ ] REQ-4: one\n- [ ] two\n- [ ] REQ-9 three\n- [ ] four\n')).toMatchObject({
      ids: ['REQ-10', 'REQ-11'],
    });
    expect(numberCriteria('- [ ] one\n', ['AC-7'])).toEqual({ text: '- [ ] AC-8: one\n', ids: ['AC-8'] });
  });

  test.each([
    ['of a list', '## Acceptance criteria\n\n- one\n- two\n'],
    [
      'of OpenSpec',
      '### Requirement: Shout\n\n#### Scenario: Loud\n\n- **WHEN** a\n- **THEN** b\n\n### Requirement: Bare\n',
    ],
    ['of requirements', '## Functional Requirements\n\n- one\n- two\n'],
  ])('are written into a spec %s, which is read as before', (_form, text) => {
    const numbered = numberCriteria(text);
    const after = readSpec('text' in numbered ? numbered.text : '');
    expect(after.criteria.map(({ id }) => id)).toEqual(['AC-1', 'AC-2']);
    expect(after.format).toBe(readSpec(text).format);
  });

  test('are not touched where each criterion has one', () => {
    expect(numberCriteria('- [ ] AC-1: one\n')).toEqual({ text: '- [ ] AC-1: one\n', ids: [] });
    const scenarios = '### User Story 1\n\n**Acceptance Scenarios**:\n\n1. **Given** a\n';
    expect(numberCriteria(scenarios)).toEqual({ text: scenarios, ids: [] });
  });

  test('are refused in a form that has no place for them, and nothing is written', () => {
    expect(numberCriteria('- [ ] one\r- [ ] two\r')).toEqual({
      why: 'has a form in which dualgate cannot write ids: write them yourself',
    });
  });
});
