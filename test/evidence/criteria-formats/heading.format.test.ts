import { describe, expect, test } from 'vitest';
import { headingFormat } from '../../../src/evidence/criteria-formats/formats.ts';

const read = (...lines: readonly string[]) => headingFormat.read(lines.join('\n'));
const textsOf = (...lines: readonly string[]) => read(...lines)?.map(({ text }) => text) ?? null;

describe('a list below "Acceptance criteria"', () => {
  test('gives its items, with the ids that they have', () =>
    expect(
      read(
        '# Sum',
        '- no',
        '',
        '## Acceptance criteria',
        'All of:',
        '',
        '* AC-1: adds',
        '',
        '* subtracts',
        '## Notes',
        '- no',
      ),
    ).toEqual([
      { id: 'AC-1', text: 'adds', ticked: false, line: 7 },
      { id: null, text: 'subtracts', ticked: false, line: 9 },
    ]));

  test.each([
    '###### ACCEPTANCE CRITERIA',
    '## 3. Acceptance Criteria:',
    '# ✅ Acceptance criteria (draft)',
    'Acceptance Criteria\n---',
    '**Acceptance criteria**',
    '**Acceptance criteria:**',
    '__Acceptance Criteria__:',
    'Acceptance criteria:',
  ])('may be titled %j', (title) =>
    expect(textsOf(title, '', '1) adds', '2) subtracts')).toEqual(['adds', 'subtracts']),
  );

  test.each([
    '## Criteria',
    'Our acceptance criteria: see below',
    '- **Acceptance criteria**',
    '    # Acceptance criteria',
  ])('is not below %j', (title) => expect(textsOf(title, '- adds')).toBe(null));

  test('may be several, and in sections of their own', () =>
    expect(
      textsOf(
        '## A',
        '### Acceptance criteria',
        '- one',
        '#### More',
        '- two',
        '## B',
        '### Acceptance criteria',
        '- three',
      ),
    ).toEqual(['one', 'two', 'three']));

  test('joins nested items and continuation lines to their item', () =>
    expect(
      textsOf('# Acceptance criteria', '- a', 'lazy', '  - b', '    1. c', '', '  d', ' - e', '* * *', '- f'),
    ).toEqual(['a lazy b c d', 'e', 'f']));

  test('takes scenarios of Given, When and Then, in items or in paragraphs', () => {
    expect(textsOf('# Acceptance criteria', '- Given a', '- When b', '- Then c', '- When d, then e', '- f')).toEqual([
      'Given a When b Then c',
      'When d, then e',
      'f',
    ]);
    expect(
      textsOf(
        '# Acceptance criteria',
        'Scenario: one',
        'Given a',
        'When b',
        'Then c',
        '',
        'GIVEN d',
        '',
        'WHEN e',
        '',
        'THEN f',
      ),
    ).toEqual(['Given a When b Then c', 'GIVEN d WHEN e THEN f']);
  });

  test('takes each item of Kiro as one criterion', () =>
    expect(
      textsOf('#### Acceptance Criteria', '1. WHEN a THEN the system SHALL b', '2. IF c THEN d', '3. WHEN e THEN f'),
    ).toEqual(['WHEN a THEN the system SHALL b', 'IF c THEN d', 'WHEN e THEN f']));

  test('leaves a file to its checkboxes when one is below it, and only then', () => {
    expect(textsOf('# Acceptance criteria', '- adds', '- [ ] subtracts')).toBe(null);
    expect(textsOf('- [ ] write docs', '# Acceptance criteria', '- adds')).toEqual(['adds']);
  });

  test('finds nothing in fences, quotes and comments, and no prose', () =>
    expect(
      textsOf(
        '# Acceptance criteria',
        '```',
        '- a',
        '```',
        '> - b',
        '<!-- - c',
        '- d -->',
        'But note this.',
        '---',
        '***',
      ),
    ).toBe(null));

  test('is the same with any line ending', () =>
    expect(headingFormat.read('# Acceptance criteria\r\n- a\r- b\n')).toMatchObject([{ line: 2 }, { line: 3 }]));
});
