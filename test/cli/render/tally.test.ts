import { describe, expect, it } from 'vitest';
import { renderTests } from '../../../src/cli/render/tally.ts';

describe('renderTests', () => {
  it('says new tests and earlier ones apart where some existed before the run', () => {
    const existing = { suite_passing: 40, suite_failing: 0, suite_skipped: 1 };
    expect(renderTests({ suite_passing: 40, suite_failing: 2, suite_skipped: 1, existing })).toBe(
      '2 new fail, 40 earlier pass, 1 earlier skipped',
    );
    expect(
      renderTests({
        suite_passing: 1,
        suite_failing: 1,
        suite_skipped: 0,
        existing: { ...existing, suite_passing: 1, suite_skipped: 0 },
      }),
    ).toBe('1 new fails, 1 earlier passes');
  });

  it.each([
    [[4, 0, 0], '4 passing'],
    [[0, 3, 0], '3 failing'],
    [[1, 2, 3], '1 passing, 2 failing, 3 skipped'],
    [[0, 0, 0], 'no tests'],
  ] as const)('%j is %s', ([suite_passing, suite_failing, suite_skipped], said) => {
    expect(renderTests({ suite_passing, suite_failing, suite_skipped })).toBe(said);
  });
});
