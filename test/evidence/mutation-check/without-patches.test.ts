import { expect, test } from 'vitest';
import { withoutPatches } from '../../../src/evidence/mutation-check/find-mutants.ts';

const keptOf = (...text: readonly string[]): readonly number[] => [
  ...withoutPatches(text.join('\n'), new Set(text.map((_, i) => i + 1))),
];

test.each([
  ["import { chai } from 'vitest';"],
  ['assert.equal = () => {};'],
  ['process.exit(0);'],
  ["process.on('exit', () => { process.exitCode = 0; });"],
  ['    os._exit(0)'],
  ['unittest.TestCase.assertEqual = lambda *given: None'],
  ['  valueOf() { return this; }'],
])('a line that manipulates the tests is excluded: %s', (line) => {
  expect(keptOf('const a = 1;', line)).toEqual([1]);
});

test('an overloaded comparison is excluded completely, and the lines after it are not', () => {
  expect(
    keptOf(
      'class Same:',
      '    def __eq__(self, other):',
      '        same = True',
      '        return same',
      '    def shout(self):',
      '        return 1',
    ),
  ).toEqual([1, 5, 6]);
});

test('work that only sounds alike is kept', () => {
  expect(keptOf('const asserted = expected + 1;', 'processing.exit = 1;')).toEqual([1, 2]);
});
