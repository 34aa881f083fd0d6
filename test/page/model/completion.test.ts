import { describe, expect, test } from 'vitest';
import { findDecided, listCompletion } from '../../../src/page/model/clauses.ts';
import { trimRecord } from '../../../src/page/render-page.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { anIterationOf } from '../a-run.ts';

/** As the page has it: through what is cut of a record. */
const shown = (record: Partial<IterationRecord>, completion?: Parameters<typeof listCompletion>[0]['completion']) => {
  const records = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, record });
  const decided = findDecided(records.map((each) => trimRecord(each)))?.data;
  if (decided === undefined) throw new Error('nothing was decided');
  return listCompletion({ ...decided, ...(completion === undefined ? {} : { completion }) });
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
