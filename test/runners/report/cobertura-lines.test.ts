import { expect, test } from 'vitest';
import { readCoverage } from '../../../src/runners/report/read-coverage.ts';

/** Hits of each line, for each class. */
type Classes = readonly (readonly [file: string, ...hits: readonly number[]])[];

const line = (count: number, at: number): string => `<line number="${at + 1}" hits="${count}"/>`;
const report = (classes: Classes, covered: number, valid: number): string =>
  [
    '<?xml version="1.0"?>',
    `<coverage lines-covered="${covered}" lines-valid="${valid}">`,
    ...classes.map(
      ([file, ...hits]) =>
        `<class name="A" filename="${file}"><methods><method name="one"><lines>${line(9, 0)}</lines></method></methods><lines>${hits.map(line).join('')}</lines></class>`,
    ),
    '</coverage>',
    '',
  ].join('\n');
const countOf = (classes: Classes, covered: number, valid: number) =>
  readCoverage('coverage.xml', report(classes, covered, valid));

test('AC-1: the lines of a Cobertura report are counted, or its sum where that is lower', () => {
  expect(
    countOf(
      [
        ['a.py', 3, 0, 1],
        ['b.py', 0],
      ],
      4,
      4,
    ),
  ).toEqual({ covered: 2, total: 4 });
  // The sum in its head, where that is lower.
  expect(
    countOf(
      [
        ['a.py', 3, 0, 1],
        ['b.py', 0],
      ],
      1,
      4,
    ),
  ).toEqual({ covered: 1, total: 4 });
  expect(countOf([['a.py', 1, 1]], 3, 4)).toEqual({ covered: 3, total: 4 });
});

test('AC-2: a line of two classes of one file counts once, where that share is lower', () => {
  expect(
    countOf(
      [
        ['a.py', 1, 1],
        ['a.py', 1, 1],
        ['b.py', 1, 0, 0, 0],
      ],
      8,
      8,
    ),
  ).toEqual({ covered: 3, total: 6 });
  expect(
    countOf(
      [
        ['a.py', 4, 4, 0],
        ['a.py', 0, 0, 7],
      ],
      6,
      6,
    ),
  ).toEqual({ covered: 3, total: 6 });
});

test('AC-3: a Cobertura report without lines counts by its sum', () => {
  expect(countOf([], 37, 40)).toEqual({ covered: 37, total: 40 });
});
