import { describe, expect, it } from 'vitest';
import { renderDuration } from '../../../../src/cli/render/text/duration.ts';

describe('renderDuration', () => {
  it.each([
    [0, '0.0 s'],
    [840, '0.8 s'],
    [9_949, '9.9 s'],
    [9_950, '10 s'],
    [59_499, '59 s'],
    [59_500, '1 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h 00 min'],
    [7_620_000, '2 h 07 min'],
    [90_000_000, '25 h 00 min'],
  ])('%i ms is %s', (ms, said) => {
    expect(renderDuration(ms)).toBe(said);
  });
});
