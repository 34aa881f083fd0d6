import { describe, expect, test } from 'vitest';
import { percentKilled, type TestedMutant } from '../../../src/evidence/mutation-check/mutation-report.ts';

const aMutant = (line: number, before: string, end: TestedMutant['end']): TestedMutant => ({
  path: 'a.js',
  line,
  kind: 'constant',
  before,
  after: '',
  end,
  why: null,
});

describe('the share of killed mutants', () => {
  test.each([
    [
      'counts a text with two surviving mutants once',
      [
        ['a', 'survived'],
        ['a', 'survived'],
        ['b', 'killed'],
      ],
      50,
    ],
    [
      'counts a text as killed if one of its mutants was',
      [
        ['a', 'survived'],
        ['a', 'killed'],
        ['b', 'survived'],
      ],
      50,
    ],
    [
      'counts texts of their own one by one',
      [
        ['a', 'survived'],
        ['b', 'survived'],
        ['c', 'killed'],
      ],
      33,
    ],
    [
      'leaves out what gave no answer',
      [
        ['a', 'not_applicable'],
        ['b', 'killed'],
      ],
      100,
    ],
    ['is whole where nothing was tested', [], 100],
  ] as const)('%s', (_, ends, percent) => {
    expect(percentKilled({ mutants: ends.map(([before, end]) => aMutant(1, before, end)) })).toBe(percent);
  });

  test('counts two kinds of the same text twice: another answer, and none', () => {
    const input = { ...aMutant(1, 'a', 'survived'), kind: 'input' as const };
    expect(percentKilled({ mutants: [aMutant(1, 'a', 'killed'), input] })).toBe(50);
  });

  test('counts the same text on two lines twice', () => {
    expect(percentKilled({ mutants: [aMutant(1, 'a', 'survived'), aMutant(2, 'a', 'killed')] })).toBe(50);
    expect(percentKilled({ mutants: [aMutant(1, 'a', 'survived'), aMutant(2, 'a', 'survived')] })).toBe(0);
  });
});
