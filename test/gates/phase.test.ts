import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { compileGates } from '../../gates/compile-gates.ts';
import { checkPhases, describeCondition, type Phase } from '../../gates/phase.ts';

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

describe('a config of a program without types', () => {
  const red = DEFAULT_PHASES[0];
  test.each([
    [
      'a misspelled key',
      undefined,
      'Cannot build a chart: the config has no list of phases. Give { phases: [...] }, or a config of readConfig.',
    ],
    ['a phase that is none', [null], 'Cannot build a chart: phases[0] has no name. Set its key phase to a text.'],
    [
      'a phase without tests',
      [red, { ...red, phase: 'QA', tests: undefined }],
      'Cannot build a chart: the phase QA has no tests. Set it to must_fail or must_pass.',
    ],
    [
      'a phase without gate_2',
      [{ ...red, gate_2: undefined }],
      'Cannot build a chart: the phase RED has no gate_2. Set gate_2.condition to a condition or a function.',
    ],
    [
      'a gate without a condition',
      [{ ...red, gate_1: { name: 'x' } }],
      'Cannot build a chart: the phase RED has no gate_1. Set gate_1.condition to a condition or a function.',
    ],
    [
      'a phase without limits',
      [{ ...red, limits: undefined }],
      'Cannot build a chart: the phase RED has no limits. Set limits.max_iterations to a whole number.',
    ],
  ])('with %s is refused in words', (_what, phases, message) => {
    const given = phases as unknown as readonly Phase[];
    expect(() => checkPhases(given)).toThrow(expect.objectContaining({ name: 'PhaseError', message }));
    expect(() => compileGates({ phases: given })).toThrow(expect.objectContaining({ name: 'PhaseError', message }));
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
