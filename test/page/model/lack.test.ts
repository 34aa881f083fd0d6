import { expect, test } from 'vitest';
import { lackOf, lackOfFile } from '../../../src/page/model/lack.ts';

const ROW = { phase: 'GREEN', iteration: 12, records: 5 };

test('nothing is said of an iteration that is whole', () => {
  expect([lackOf('r', ROW, 5, null), lackOf('r', ROW, 5, '')]).toEqual([null, null]);
});

test('a file says what it has not, and the command that shows it', () => {
  const command = 'dualgate explain 12 --phase GREEN --run r';
  expect(lackOf('r', ROW, 0, null)).toEqual({
    says: 'The records of this iteration are not in this file. In words:',
    command,
  });
  expect(lackOf('r', { ...ROW, phase: "it's", records: 1_200 }, 1_000, null)).toEqual({
    says: '200 of the 1200 records of this iteration are not in this file. In words:',
    command: String.raw`dualgate explain 12 --phase 'it'\''s' --run r`,
  });
  expect(lackOfFile('r', 1)).toBeNull();
  expect(lackOfFile('r', 201)).toEqual({
    says: 'Of the iterations up to 200 this file has a line each and no details. Those of one, in words:',
    command: 'dualgate explain N --phase PHASE --run r',
  });
});

test('a live page says that it waits for the rest, or why that did not come', () => {
  expect(lackOf('r', undefined, 0, '')).toEqual({ says: 'This iteration is being read …', command: null });
  expect(lackOf('r', undefined, 0, 'The server has ended.')).toEqual({ says: 'The server has ended.', command: null });
  expect(lackOf('r', ROW, 2, '')).toEqual({ says: 'This iteration is being read …', command: null });
  expect(lackOf('r', ROW, 2, 'The server has ended.')?.says).toBe(
    '3 of the 5 records of this iteration are not shown here. The server has ended. In words:',
  );
});
