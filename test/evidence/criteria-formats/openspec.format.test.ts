import { describe, expect, test } from 'vitest';
import { openSpecFormat } from '../../../src/evidence/criteria-formats/formats.ts';
import { OPENSPEC } from './samples.ts';

const read = (...lines: readonly string[]) => openSpecFormat.read(lines.join('\n'));
const textsOf = (...lines: readonly string[]) => read(...lines)?.map(({ text }) => text) ?? null;

describe('a spec of OpenSpec', () => {
  test('gives each scenario, and a requirement that has none', () => {
    expect(openSpecFormat.read(OPENSPEC)).toEqual([
      {
        id: null,
        text: 'Login: Known user: WHEN the password is right THEN the session starts AND the time is noted',
        ticked: false,
        line: 11,
      },
      {
        id: 'AC-7',
        text: 'Login: Unknown user: WHEN nobody has this name THEN the answer is 401',
        ticked: false,
        line: 17,
      },
      { id: null, text: 'Logout', ticked: false, line: 21 },
    ]);
  });

  test('is the same with CRLF', () =>
    expect(openSpecFormat.read(OPENSPEC.replaceAll('\n', '\r\n'))).toEqual(openSpecFormat.read(OPENSPEC)));

  test('gives what a change adds and modifies, and not what it removes or renames', () =>
    expect(
      textsOf(
        '## ADDED Requirements',
        '### Requirement: A',
        '#### Scenario: One (ADDED)',
        '#### Scenario: Two (REMOVED)',
        '## MODIFIED Requirements',
        '### Requirement: B',
        '#### Scenario: Three (MODIFIED)',
        '## REMOVED Requirements',
        '### Requirement: C',
        '#### Scenario: Four',
        '## RENAMED Requirements',
        '### Requirement: D',
      ),
    ).toEqual(['A: One', 'B: Three']));

  test('ends a requirement at the next section', () =>
    expect(textsOf('### Requirement: A', '- one', '## Why', '#### Scenario: no')).toEqual(['A: one']));

  test('leaves a file without a scenario to its checkboxes', () => {
    const lines = ['### Requirement: A', '- [ ] one', '- [ ] two'];
    expect(read(...lines)).toBe(null);
    expect(textsOf(...lines, '#### Scenario: B')).toEqual(['A: B']);
  });

  test('takes no label, fence, quote or comment for a requirement', () =>
    expect(
      textsOf(
        '**Requirement: A**',
        '```',
        '### Requirement: B',
        '```',
        '> ### Requirement: C',
        '<!--',
        '### Requirement: D',
        '-->',
      ),
    ).toBe(null));
});
