import { describe, expect, it } from 'vitest';
import { renderTests } from '../../../src/cli/render/tally.ts';

describe('renderTests', () => {
  it.each([
    [[4, 0, 0], '4 passing'],
    [[0, 3, 0], '3 failing'],
    [[1, 2, 3], '1 passing, 2 failing, 3 skipped'],
    [[0, 0, 0], 'no tests'],
  ] as const)('%j is %s', ([suite_passing, suite_failing, suite_skipped], said) => {
    expect(renderTests({ suite_passing, suite_failing, suite_skipped })).toBe(said);
  });
});
