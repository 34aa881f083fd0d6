import { expect, test } from 'vitest';
import { foldStrings } from '../../../../src/evidence/integrity/helpers/fold-strings.ts';

test.each([
  ["['A', 'B'].join('_')", "'A_B'"],
  ["'_'.join(['A', 'B'])", "'A_B'"],
  ['\'A\' + "B" + `C`', "'ABC'"],
  ["'A'.concat('B', 'C')", "'ABC'"],
  ["'CBA'.split('').reverse().join('')", "'ABC'"],
  ["'CBA'[::-1]", "'ABC'"],
  ["'abc'.toUpperCase()", "'ABC'"],
  ["'AXC'.replace('X', 'B')", "'ABC'"],
  ["atob('QUJD')", "'ABC'"],
  ['String.fromCharCode(65, 66, 67)', "'ABC'"],
  ["`A${'B'}C`", "'ABC'"],
])('%s is the word that it comes to', (text, word) => {
  expect(foldStrings(text, text)).toBe(word);
});

test('constants of the file are known where strings are put together, and nowhere else', () => {
  const whole = "const ONE = 'A';\nconst TWO = 'B';\n";
  expect(foldStrings('say(ONE + TWO, `${ONE}-${TWO}`, ONE)', whole)).toBe("say('AB', 'A-B', ONE)");
});

test('what is no text alone stays, and each line where it is', () => {
  expect(foldStrings("`${a}B`, 'A' + a", '')).toBe("`${a}B`, 'A' + a");
  expect(foldStrings("'A' +\n'B';\nend", '').split('\n')[2]).toBe('end');
});
