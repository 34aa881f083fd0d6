import { describe, expect, test } from 'vitest';
import { specKitFormat } from '../../../src/evidence/criteria-formats/spec-kit.format.ts';
import { SPEC_KIT } from './samples.ts';

const read = (...lines: readonly string[]) => specKitFormat.read(lines.join('\n'));
const idsOf = (...lines: readonly string[]) => read(...lines)?.map(({ id }) => id) ?? null;

describe('spec.md of Spec Kit', () => {
  test('gives its acceptance scenarios and functional requirements, and nothing else', () => {
    expect(specKitFormat.read(SPEC_KIT)).toEqual([
      {
        id: 'US1-AS1',
        text: 'Given no album, When a person creates one, Then it is empty',
        ticked: false,
        line: 20,
      },
      {
        id: 'US1-AS2',
        text: 'Given an album, When its name is taken, Then an error is shown',
        ticked: false,
        line: 21,
      },
      { id: 'US2-AS1', text: 'Given an album, When it is deleted, Then its photos remain', ticked: false, line: 31 },
      { id: 'FR-001', text: 'System MUST store albums', ticked: false, line: 41 },
      { id: 'FR-002', text: 'Users MUST be able to rename an album also an empty one', ticked: false, line: 42 },
      {
        id: 'FR-003a',
        text: 'System MUST sort by [NEEDS CLARIFICATION: date or name?]',
        ticked: false,
        line: 44,
      },
    ]);
  });

  test('is the same with CRLF and a BOM', () =>
    expect(specKitFormat.read(`\uFEFF${SPEC_KIT.replaceAll('\n', '\r\n')}`)).toEqual(specKitFormat.read(SPEC_KIT)));

  test('numbers scenarios outside of a story, and keeps an id of their own', () =>
    expect(
      idsOf(
        '# Feature Specification: A',
        '### Acceptance Scenarios',
        '1. **Given** a, **When** b, **Then** c',
        '1. **AC-9**: **Given** d, **When** e, **Then** f',
        '1. **Given** g, **When** h, **Then** i',
      ),
    ).toEqual(['AS-1', 'AC-9', 'AS-3']));

  test('joins steps in items of their own to one scenario', () =>
    expect(
      read(
        '**Acceptance Scenarios**:',
        '- **Given** a',
        '- **When** b',
        '- **Then** c',
        '- **And** d',
        '- **Given** e',
      ),
    ).toMatchObject([{ text: 'Given a When b Then c And d' }, { text: 'Given e' }]));

  test('counts scenarios of one story on after text between them', () =>
    expect(
      idsOf('### User Story 4 - A', '**Acceptance Scenarios**:', '1. Given a', '', 'More of them:', '', '1. Given b'),
    ).toEqual(['US4-AS1', 'US4-AS2']));

  test('needs no marks around an id, and takes groups of requirements', () =>
    expect(idsOf('## Requirements', '#### Login', '- FR-001: a', '#### Other', '- **FR-AUTH-2:** b')).toEqual([
      'FR-001',
      'FR-AUTH-2',
    ]));

  test('knows a requirement that is ticked off', () =>
    expect(read('# Feature Specification: A', '## Requirements', '- [x] **FR-001**: a', '- [ ] **FR-002**: b')).toEqual(
      [
        { id: 'FR-001', text: 'a', ticked: true, line: 3 },
        { id: 'FR-002', text: 'b', ticked: false, line: 4 },
      ],
    ));

  test('takes requirements without ids below their own title alone', () => {
    expect(idsOf('## Functional Requirements', '- it adds', '- it subtracts')).toEqual([null, null]);
    expect(idsOf('## Requirements', '- Node 20')).toBe(null);
  });

  test('finds nothing in fences, quotes and comments', () =>
    expect(
      idsOf(
        '## Functional Requirements',
        '```',
        '- **FR-001**: a',
        '```',
        '> - **FR-002**: b',
        '<!-- - **FR-003**: c -->',
      ),
    ).toBe(null));

  test.each([
    ['a title', '# Feature Specification: A'],
    ['its first section', '## User Scenarios & Testing'],
  ])('is known beside checkboxes by %s', (_what, mark) => {
    const rest = ['## Functional Requirements', '- **FR-001**: a', '## Checklist', '- [ ] clear'];
    expect(idsOf(mark, ...rest)).toEqual(['FR-001']);
    expect(idsOf(...rest)).toBe(null);
  });

  test('is not a file that only names such ids elsewhere', () =>
    expect(idsOf('# Plan', '- **FR-001**: done', '## Notes', '1. **Given** a')).toBe(null));
});
