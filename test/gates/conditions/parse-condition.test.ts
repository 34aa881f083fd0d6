import { describe, expect, test } from 'vitest';
import { MAX_DEPTH, MAX_LENGTH } from '../../../gates/conditions/parse-condition.ts';
import { refused } from './refused.ts';

describe('texts that are not a condition', () => {
  test.each([
    ['', '1:1 it is empty. Write at least one clause, as in tests_total > 0.'],
    [' \n\t', '1:1 it is empty. Write at least one clause, as in tests_total > 0.'],
    ['# has_adr', '1:1 it is empty. Write at least one clause, as in tests_total > 0.'],
    ['()', '1:2 these parentheses are empty. Write a clause.'],
    ['(has_adr', '1:1 this ( has no closing parenthesis. Add a ).'],
    ['has_adr AND (has_adr OR (has_adr)', '1:13 this ( has no closing parenthesis. Add a ).'],
    ['has_adr)', '1:8 this ) has no opening parenthesis. Remove it.'],
    [')', '1:1 an operand is missing before this ). Write a metric or a number.'],
    ['(', '1:1 an operand is missing after (. Write a clause.'],
    ['has_adr AND', '1:9 an operand is missing after AND. Write a clause.'],
    ['not', '1:1 an operand is missing after not. Write a clause.'],
    ['iteration >=', '1:11 an operand is missing after >=. Write a metric or a number.'],
    ['AND has_adr', '1:1 an operand is missing before AND. Write a clause.'],
    ['has_adr OR OR has_adr', '1:12 an operand is missing before OR. Write a clause.'],
    ['has_adr AND )', '1:13 an operand is missing before this ). Write a clause.'],
    ['== 1', '1:1 an operand is missing before ==. Write a metric or a number.'],
    ['iteration == == 1', '1:14 an operand is missing before ==. Write a metric or a number.'],
    ['+ 1 > 0', '1:1 an operand is missing before +. Write a metric or a number.'],
    ['iteration > -1', '1:13 a number cannot be negative. Metrics are whole numbers of 0 or more.'],
    ['has_adr == NOT has_adr', '1:12 NOT cannot follow here. Put it and its clause in parentheses.'],
    ['0 < iteration < 5', '1:15 comparisons cannot be chained. Write a == b AND b == c.'],
    ['has_adr == has_c4_diagrams == true', '1:28 comparisons cannot be chained. Write a == b AND b == c.'],
    ['has_adr has_c4_diagrams', '1:9 has_c4_diagrams cannot follow here. Join clauses with AND or OR.'],
    ['(has_adr has_adr)', '1:10 has_adr cannot follow here. Join clauses with AND or OR.'],
    ['iteration == 1 ADN has_adr', '1:16 ADN cannot follow here. Join clauses with AND or OR.'],
    ['has_adr is true', '1:9 is cannot follow here. Join clauses with AND or OR.'],
    ['has_adr (has_adr)', '1:9 ( cannot follow here. Join clauses with AND or OR.'],
    ['has_adr NOT has_adr', '1:9 NOT cannot follow here. Join clauses with AND or OR.'],
  ])('%j', (source, problem) => expect(refused(source)).toBe(problem));

  test.each([
    ['has_adr\n  AND AND', '2:7 an operand is missing before AND. Write a clause.'],
    ['has_adr\r\nAND\r\n  = 1', '3:3 = is not an operator. Write ==.'],
    ['has_adr\rAND =', '2:5 = is not an operator. Write ==.'],
    ['\n\n has_adr OR', '3:10 an operand is missing after OR. Write a clause.'],
  ])('%j is refused at its place in the text', (source, problem) => expect(refused(source)).toBe(problem));
});

describe('texts that exceed a limit', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}has_adr${')'.repeat(depth)}`;
  const negated = (depth: number) => `${'NOT '.repeat(depth)}has_adr`;
  const tooDeep = `parentheses and NOT nest more than ${MAX_DEPTH} deep. Use fewer levels.`;

  test('parentheses and NOT nest to the limit and no further', () => {
    expect([nested(100), negated(100)].map((source) => refused(source))).toEqual(['it compiles', 'it compiles']);
    expect([nested(101), negated(101)].map((source) => refused(source))).toEqual([
      `1:101 ${tooDeep}`,
      `1:401 ${tooDeep}`,
    ]);
    expect(refused('NOT ('.repeat(2_000))).toBe(`1:251 ${tooDeep}`);
  });

  test('a text may have as many characters as the limit and no more', () => {
    const long = (length: number) => 'has_adr'.padEnd(length);
    expect(refused(long(MAX_LENGTH))).toBe('it compiles');
    expect(refused(long(MAX_LENGTH + 1))).toBe(
      '1:1 it is longer than 10000 characters (got 10001). Write fewer clauses.',
    );
  });

  test.each(['has_adr AND ', 'has_adr OR '])(
    'a chain of %sas long as a text may be does not overflow the stack',
    (link) => {
      const chain = `${link.repeat(Math.floor((MAX_LENGTH - 7) / link.length))}has_adr`;
      expect(refused(chain)).toBe('it compiles');
    },
  );
});
