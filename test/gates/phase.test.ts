import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { checkPhases, describeCondition } from '../../gates/phase.ts';

const named = (phase: string) => ({ ...DEFAULT_PHASES[0], phase });

describe('a list of phases', () => {
  test('is returned unchanged when it makes a chart', () =>
    expect(checkPhases(DEFAULT_PHASES)).toEqual(DEFAULT_PHASES));
  test.each([
    ['none', [], 'Cannot build a chart without phases: name at least one.'],
    ['the same name twice', ['QA', 'qa'], 'Cannot use the phase name qa twice: names must differ in more than case.'],
    [
      'a name with a dot',
      ['a.b'],
      'Cannot use the phase name "a.b": it must be a letter, then letters, digits, "_" or "-".',
    ],
    ['an empty name', [''], 'Cannot use the phase name "": it must be a letter, then letters, digits, "_" or "-".'],
    [
      'the name of the history state',
      ['Where'],
      'Cannot use the phase name Where: the chart reserves it. Choose another.',
    ],
  ])('with %s is refused', (_what, names, message) => {
    expect(() => checkPhases(names.map(named))).toThrow(
      expect.objectContaining({ name: 'PhaseError', code: 'E_PHASE', message }),
    );
  });
});

describe('a condition for people', () => {
  test('is its text', () => expect(describeCondition({ name: 'n', condition: ' a == 1\n' })).toBe('a == 1'));
  test('is the name of a function', () => {
    const noBlankPages = () => ({ satisfied: true, unmet: [] });
    expect(describeCondition({ name: 'n', condition: noBlankPages })).toBe('[function noBlankPages]');
  });
  test('is the name of the gate where the function has none', () => {
    const [anonymous] = [() => ({ satisfied: true, unmet: [] })];
    if (anonymous === undefined) throw new Error('no function');
    expect(describeCondition({ name: 'QA passed', condition: anonymous })).toBe('[function QA passed]');
  });
});
