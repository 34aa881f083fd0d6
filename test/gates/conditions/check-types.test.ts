import { describe, expect, test } from 'vitest';
import { refused } from './refused.ts';

describe('an unknown metric', () => {
  test.each([
    ['tests_pasing == 1', '1:1 tests_pasing is not a metric. Did you mean tests_passing?'],
    ['has_adr AND Tests_Total > 1', '1:13 Tests_Total is not a metric. Did you mean tests_total?'],
    ['consecutive_runs >= 2', '1:1 consecutive_runs is not a metric. Did you mean consecutive_green_runs?'],
    ['coverage >= 80', '1:1 coverage is not a metric. docs/reference/conditions.md lists them all.'],
    ['exit_signal == true', '1:1 exit_signal is not a metric. docs/reference/conditions.md lists them all.'],
    ['__proto__', '1:1 __proto__ is not a metric. docs/reference/conditions.md lists them all.'],
    ['constructor == toString', '1:1 constructor is not a metric. docs/reference/conditions.md lists them all.'],
    [
      `${'x'.repeat(9_000)} == 1`,
      `1:1 ${'x'.repeat(9_000)} is not a metric. docs/reference/conditions.md lists them all.`,
    ],
  ])('%.40s', (source, problem) => expect(refused(source)).toBe(problem));

  test('where few are known, all of them are named', () =>
    expect(refused('tests_total > 1', { gate_1: 'boolean', gate_2: 'boolean' })).toBe(
      '1:1 tests_total is not a metric that can be used here. Use one of: gate_1, gate_2.',
    ));
});

describe('types that do not fit', () => {
  test.each([
    [
      'has_adr == 1',
      '1:1 has_adr is true or false and 1 is a number. Compare numbers with numbers, and true or false with true or false.',
    ],
    [
      'has_adr AND\n tests_total != true',
      '2:2 tests_total is a number and true is true or false. Compare numbers with numbers, and true or false with true or false.',
    ],
    ['has_adr < has_c4_diagrams', '1:1 has_adr is true or false, and < needs numbers. Write == or !=.'],
    ['(tests_total > 1) >= has_adr', '1:1 tests_total > 1 is true or false, and >= needs numbers. Write == or !=.'],
    ['has_adr + 1 == 2', '1:1 has_adr is true or false, and + and - need numbers. Join clauses with AND or OR.'],
    ['1 - true == 0', '1:5 true is true or false, and + and - need numbers. Join clauses with AND or OR.'],
    ['tests_total', '1:1 tests_total is a number, not a clause. Write tests_total > 0.'],
    [
      'has_adr OR tests_passing  +  1',
      '1:12 tests_passing + 1 is a number, not a clause. Write tests_passing + 1 > 0.',
    ],
    ['NOT tests_total', '1:5 tests_total is a number, not a clause. Write tests_total > 0.'],
    ['1', '1:1 1 is a number, not a clause. Compare it, as in tests_total >= 1.'],
  ])('%j', (source, problem) => expect(refused(source)).toBe(problem));

  test('the whole message says where, what and the way out', () =>
    expect(refused('tests_total')).toBe('1:1 tests_total is a number, not a clause. Write tests_total > 0.'));
});
