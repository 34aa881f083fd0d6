import { describe, expect, test } from 'vitest';
import { describeEnd, describeOpen, type SessionEnd } from '../../../src/loop/session/sentences.ts';

const COMPLETED: SessionEnd = {
  ending: { status: 'completed', why: 'Every phase was exited by both of its gates' },
  lastExit: { decided: { record: { metrics: { tests_passing: 12 } } } },
  criteria: { count: 3 },
  forced: [],
  branch: { name: 'dualgate/login' },
};
const WITHOUT_COUNTS =
  'dualgate: the run has ended (completed). Every phase was exited by both of its gates. dualgate status lists what to do next.';

describe('the sentence for the person at the end of a session', () => {
  test('has the measured counts, and the command that proves them again', () => {
    expect(describeEnd(COMPLETED)).toBe(
      'dualgate: the run has completed: 12 tests, 3 criteria, measured in each phase. Prove it again from its commits: dualgate prove',
    );
  });

  test('names no proof where there are no commits', () => {
    expect(describeEnd({ ...COMPLETED, criteria: { count: 1 }, branch: null })).toBe(
      'dualgate: the run has completed: 12 tests, 1 criterion, measured in each phase. Look at its record again: dualgate session verify',
    );
  });

  test('claims nothing where a person forced a phase, or nothing was measured', () => {
    expect(describeEnd({ ...COMPLETED, forced: [{ phase: 'RED' }] })).toBe(WITHOUT_COUNTS);
    expect(describeEnd({ ...COMPLETED, lastExit: null })).toBe(WITHOUT_COUNTS);
  });

  test('says how it ended, or that dualgate broke', () => {
    expect(describeEnd({ ...COMPLETED, ending: { status: 'needs_human', why: 'It is blocked' } })).toBe(
      'dualgate: the run has ended (needs human input). It is blocked. dualgate status lists what to do next.',
    );
    expect(describeEnd({ ...COMPLETED, ending: null })).toBe(describeEnd(null));
  });
});

test('a helper that ends its work reads each condition that is not met', () => {
  expect(
    describeOpen('GREEN', ['tests_failing == 0: got 1, expected 0', 'tests_total >= 1: got 0']).split('\n'),
  ).toEqual([
    'Phase GREEN is held, and no source has changed since it was measured:',
    '- tests_failing == 0: got 1, expected 0',
    '- tests_total >= 1: got 0',
    'Change what is missing, or report that it is open. Only the exit signal of the session itself counts.',
  ]);
});
