import { expect, test } from 'vitest';
import { lackOf, lackOfFile } from '../../../src/page/model/clauses.ts';

const ROW = { phase: 'GREEN', iteration: 12, records: 5 };

test('nothing is said of an iteration that is whole', () => {
  expect([lackOf('r', ROW, 5, null), lackOf('r', ROW, 5, '')]).toEqual([null, null]);
});

test('a file says what it has not, and the command that shows it', () => {
  const command = 'dualgate explain GREEN 12 --run r';
  expect(lackOf('r', ROW, 0, null)).toEqual({
    says: 'The records of this iteration are not in this file. To see them as text:',
    command,
  });
  expect(lackOf('r', { ...ROW, phase: "it's", records: 1_200 }, 1_000, null)).toEqual({
    says: '200 of the 1200 records of this iteration are not in this file. To see them as text:',
    command: String.raw`dualgate explain 'it'\''s' 12 --run r`,
  });
  expect(lackOfFile('r', 1)).toBeNull();
  expect(lackOfFile('r', 201)).toEqual({
    says: 'For iterations up to 200 this file has one line each, without details. To see one as text:',
    command: 'dualgate explain PHASE N --run r',
  });
});

test('a live page says that it waits for the rest, or why that did not come', () => {
  expect(lackOf('r', undefined, 0, '')).toEqual({ says: 'Loading this iteration …', command: null });
  expect(lackOf('r', undefined, 0, 'The server has ended.')).toEqual({ says: 'The server has ended.', command: null });
  expect(lackOf('r', ROW, 2, '')).toEqual({ says: 'Loading this iteration …', command: null });
  expect(lackOf('r', ROW, 2, 'The server has ended.')?.says).toBe(
    '3 of the 5 records of this iteration are not shown here. The server has ended. To see them as text:',
  );
});
