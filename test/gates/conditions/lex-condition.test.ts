import { describe, expect, test } from 'vitest';
import { refused } from './refused.ts';

describe('characters without a meaning in a condition', () => {
  test.each([
    ['has_adr = true', '1:9 = is not an operator. Write ==.'],
    ['has_adr === true', '1:9 === is not an operator. Write ==.'],
    ['has_adr !== true', '1:9 !== is not an operator. Write !=.'],
    ['iteration <> 1', '1:11 <> is not an operator. Write !=.'],
    ['iteration =< 1', '1:11 =< is not an operator. Write <=.'],
    ['iteration => 1', '1:11 => is not an operator. Write >=.'],
    ['has_adr && has_adr', '1:9 && is not an operator. Write AND.'],
    ['has_adr & has_adr', '1:9 & is not an operator. Write AND.'],
    ['has_adr || has_adr', '1:9 || is not an operator. Write OR.'],
    ['has_adr | has_adr', '1:9 | is not an operator. Write OR.'],
    ['!has_adr', '1:1 ! is not an operator. Write NOT.'],
    ['has_adr ==! true', '1:9 ==! is not an operator. Write one of == != < <= > >= + - AND OR NOT.'],
    ['iteration * 2 > 1', '1:11 * (U+002A) has no meaning in a condition. Remove it.'],
    ['iteration > 100%', '1:16 % (U+0025) has no meaning in a condition. Remove it.'],
    ['iteration >= 0.9', '1:14 0.9 is a fraction. Metrics are whole numbers of 0 or more.'],
    ['iteration >= .9', '1:14 .9 is a fraction. Metrics are whole numbers of 0 or more.'],
    ['iteration >= 1.', '1:14 1. is a fraction. Metrics are whole numbers of 0 or more.'],
    ['iteration >= 1e3', '1:14 1e3 is not a number. Write it in digits only.'],
    ['iteration >= 1_000', '1:14 1_000 is not a number. Write it in digits only.'],
    ['iteration >= 1.2.3', '1:14 1.2.3 is not a number. Write it in digits only.'],
    ['iteration >= 0x10', '1:14 0x10 is not a number. Write it in digits only.'],
    ['iteration >= 1234567890123', '1:14 1234567890123 is too large. Write at most 12 digits.'],
    ['phase == "RED"', '1:10 text in quotes cannot be compared. Metrics are whole numbers, or true or false.'],
    ["phase == 'RED'", '1:10 text in quotes cannot be compared. Metrics are whole numbers, or true or false.'],
    ['has_adr; true', '1:8 ; (U+003B) has no meaning in a condition. Remove it.'],
    ['has_adr 🙂', '1:9 🙂 (U+1F642) has no meaning in a condition. Remove it.'],
  ])('%s', (source, problem) => expect(refused(source)).toBe(problem));
});

describe('a text that does not read as it looks', () => {
  test('a look-alike letter is refused, not folded', () =>
    expect(refused('tests_t\u043Etal > 1')).toBe('1:8 \u043E (U+043E) has no meaning in a condition. Remove it.'));

  test.each(['\u00A0', '\u200B', '\uFEFF', '\u202E', '\u000B', '\u0000'])(
    'an invisible character is named by its number (%j)',
    (character) => {
      const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      expect(refused(`has_adr${character} OR has_adr`)).toBe(
        `1:8 the character U+${number} has no meaning in a condition. Remove it.`,
      );
    },
  );

  test.each(['\u2028', '\u2029', '\u0085', '\u000B', '\f'])(
    'a character that looks like the end of a line does not continue a comment (%j)',
    (lineEnd) => {
      const number = lineEnd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      expect(refused(`has_adr\n# see below${lineEnd}AND has_c4_diagrams`)).toBe(
        `2:12 the character U+${number} has no meaning in a condition. Remove it.`,
      );
    },
  );

  test.each([
    'tests_failing == 0 # none AND consecutive_green_runs >= 2',
    'tests_failing == 0 # none and has_adr\n',
    'tests_passing == tests_total # all - tests_skipped',
    '\n  has_adr #or has_c4_diagrams\n',
  ])("a comment removes no clause of a condition that YAML's > has folded into one line: %j", (source) =>
    expect(refused(source)).toContain(
      ' this comment would hide the rest of its line. Write the condition on several lines, under a |.',
    ),
  );

  test.each([
    'has_adr # the decision record',
    'has_adr\n# AND has_c4_diagrams',
    'has_adr # not yet: AND has_c4_diagrams\nAND has_adr',
  ])('a comment that hides nothing is skipped: %j', (source) => expect(refused(source)).toBe('it compiles'));
});
