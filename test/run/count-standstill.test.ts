import { describe, expect, test } from 'vitest';
import { countStandstill } from '../../src/run/count-standstill.ts';
import { anIteration } from '../gates/an-iteration.ts';

const { metrics, turn } = anIteration('GREEN');
const before = { phaseTree: 'a', withoutProgress: 1, last: { tree: 'b', head: 'h', metrics } };
const count = (
  now: Partial<Parameters<typeof countStandstill>[1]>,
  state: Parameters<typeof countStandstill>[0] = before,
) => countStandstill(state, { turn, tree: { before: 'b', after: 'b', head: 'h' }, metrics, ...now });

describe('iterations without progress', () => {
  test('add up when neither sources nor HEAD nor metrics moved', () => expect(count({})).toBe(2));
  test.each([
    ['the sources changed', { tree: { before: 'b', after: 'c', head: 'h' } }],
    ['HEAD moved, as when the agent commits', { tree: { before: 'b', after: 'b', head: 'i' } }],
    ['a metric moved', { metrics: { ...metrics, tests_passing: 9 } }],
  ])('begin again at 0 when %s', (_what, now) => expect(count(now)).toBe(0));
  test('do not take position, claims or edits that were undone for progress', () => {
    const words = { iteration: 7, refactoring_complete: true, files_modified: 5, no_improvements_found: true };
    expect(count({ metrics: { ...metrics, ...words } })).toBe(2);
  });
  test('do not take other metrics for progress where only one of two measurements is of the whole suite', () => {
    const fewer = { tests_failing: 1 };
    const ofPart = { ...before, last: { ...before.last, metrics: fewer, measured: 'criteria' as const } };
    expect([count({ metrics: fewer, measured: 'criteria' }), count({}, ofPart)]).toEqual([2, 2]);
    expect(count({ metrics: { tests_failing: 2 }, measured: 'criteria' }, ofPart)).toBe(0);
  });
  test('are not added to by a turn that did not go well', () =>
    expect(count({ turn: { ...turn, outcome: 'timed_out' } })).toBe(1));
  test('are counted from the tree with which the phase began', () => {
    const first = { phaseTree: 'b', withoutProgress: 0, last: null };
    expect([count({}, first), count({}, { ...first, phaseTree: 'a' })]).toEqual([1, 0]);
  });
});
