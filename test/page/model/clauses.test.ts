import { describe, expect, test } from 'vitest';
import {
  findDecided,
  listCompletion,
  lackOf,
  lackOfFile,
  listSignal,
  viewGates,
} from '../../../src/page/model/clauses.ts';
import { trimRecord } from '../../../src/page/render-page.ts';
import type { IterationRecord, Signal } from '../../../gates/iteration.ts';
import { anIterationOf } from '../a-run.ts';

/** As the page has it: through what is cut of a record. */
const shown = (record: Partial<IterationRecord>, completion?: Parameters<typeof listCompletion>[0]['completion']) => {
  const records = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, record });
  const decided = findDecided(records.map((each) => trimRecord(each)))?.data;
  if (decided === undefined) throw new Error('nothing was decided');
  const rows = listCompletion({ ...decided, ...(completion === undefined ? {} : { completion }) });
  return rows.filter(([, text]) => text !== null);
};

const PARTS = { block: 30, phase_complete: 20, files_modified: 15, task_done: 0, keywords: 10, tests_status: 0 };

describe('what spoke for completion', () => {
  test('is nothing where a phase counts and scores nothing', () => {
    expect(shown({})).toEqual([]);
  });

  test('is the indicators of spec 000: what was found in its words, and each piece of evidence', () => {
    const evidence = { tests: true, acceptance_criteria: false };
    expect(shown({ indicators: { patterns: ['ready for review'], evidence, threshold: 2 } })).toEqual([
      ['indicators', '2 of 2'],
      ['patterns found', 'ready for review'],
      ['evidence', 'tests yes · acceptance_criteria no'],
    ]);
    expect(shown({ indicators: { patterns: [], evidence: {}, threshold: 5, lifted: true } })).toEqual([
      ['indicators', '0 of 5, lifted by EXIT_OVERRIDE'],
      ['patterns found', 'none'],
    ]);
  });

  test('is the score of spec 002 with its points, the words that gave theirs, and what decided', () => {
    const confidence = {
      score: 75,
      threshold: 70,
      parts: PARTS,
      keywords: ['\\bdone\\b'],
      basis: 'block',
      low_claims: 0,
    };
    expect(shown({ confidence: { ...confidence, basis: 'block' } }, { outcome: 'held', decided_by: 'floor' })).toEqual([
      ['confidence', '75 of 70 required, decided by the floor'],
      ['points', 'block 30 · phase complete 20 · files modified 15 · keywords 10'],
      ['keywords', '\\bdone\\b'],
    ]);
    const none = { block: 0, phase_complete: 0, files_modified: 0, task_done: 0, keywords: 0, tests_status: 0 };
    expect(shown({ confidence: { ...confidence, score: 0, parts: none, keywords: [], basis: 'keywords' } })).toEqual([
      ['confidence', '0 of 70 required'],
      ['points', 'none'],
    ]);
  });
});

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

const rowsOf = (word: boolean | null, changes: Partial<Signal> = {}) => {
  const records = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word });
  const signal = findDecided(records)?.data?.record.signal;
  if (signal === undefined) throw new Error('nothing was decided');
  return Object.fromEntries(listSignal({ ...signal, ...changes }, records).filter(([, text]) => text !== null));
};

describe('the exit signal on the page', () => {
  test('is what was said, how it was read, and by what', () => {
    expect(rowsOf(true)).toMatchObject({ said: 'yes', 'read as': 'the agent said yes' });
    expect(rowsOf(false)).toMatchObject({ said: 'no' });
    expect(rowsOf(null)).toMatchObject({
      said: 'not readable',
      'read as': 'no status block with a signal was found',
    });
  });

  test('has the other reported fields: progress, confidence, requests, its own tests, remaining work, blockers', () => {
    const told = {
      progress_percent: 40,
      confidence: 'high',
      override: true,
      tests_status: 'pass',
      remaining_work: ['the papers'],
      because: 'nearly there',
    } as const;
    expect(rowsOf(true, { told, blockers: ['no key'], claims: { files_modified: 2 } })).toMatchObject({
      progress: '40 %',
      confidence: 'high',
      requests: 'lifting the threshold (EXIT_OVERRIDE)',
      tests: 'pass',
      remaining: 'the papers',
      because: 'nearly there',
      blockers: 'no key',
      claims: 'files_modified 2',
    });
    expect(Object.keys(rowsOf(true, { told: { override: false } }))).not.toContain('requests');
  });
});

test('of a phase that the config no longer has, the unmet clauses are shown, and none without words', () => {
  const records = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: true });
  const decided = findDecided(records)?.data;
  if (decided === undefined) throw new Error('nothing was decided');
  const { gate_1, gate_2 } = viewGates(decided, []);
  expect(gate_1.clauses.map(({ clause }) => clause)).toEqual(decided.decision.gate_1.unmet.map(({ clause }) => clause));
  expect(gate_2.clauses.map(({ clause }) => clause)).toEqual(['exit_signal == true']);
});
