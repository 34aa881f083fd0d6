import { describe, expect, test } from 'vitest';
import { hasMoved, nameWork, NOTHING_SEEN, remember } from '../../../src/records/fold/progress.ts';
import { BUILT_IN_METRICS } from '../../../src/evidence/measures/metrics-of-measures.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const { metrics } = anIteration('GREEN');
type Measured = Parameters<typeof remember>[1];
const at = (after: string, spoil: Partial<Measured> = {}): Measured => ({
  tree: { before: 'x', after, head: 'h' },
  metrics,
  work: nameWork(spoil.metrics ?? metrics, (name) => BUILT_IN_METRICS[name]?.progress === true),
  ...spoil,
});
const seen = (...measured: readonly Measured[]) => measured.reduce(remember, NOTHING_SEEN);

describe('progress', () => {
  test('of a record that names no work is the same', () => {
    const { work: _work, ...older } = at('b');
    expect(remember(NOTHING_SEEN, older)).toEqual(remember(NOTHING_SEEN, at('b')));
  });

  test('is none when neither sources nor HEAD nor metrics moved', () =>
    expect(hasMoved(seen(at('b')), 'a', at('b'))).toBe(false));
  test.each([
    ['the sources changed', at('c')],
    ['HEAD moved, as when the agent commits', at('b', { tree: { before: 'b', after: 'b', head: 'i' } })],
    ['a metric moved', at('b', { metrics: { ...metrics, tests_passing: 9 } })],
  ])('is there when %s', (_what, now) => expect(hasMoved(seen(at('b')), 'a', now)).toBe(true));
  test('is not position, claims or edits that were undone', () => {
    const words = { iteration: 7, refactoring_complete: true, files_modified: 5, no_improvements_found: true };
    expect(hasMoved(seen(at('b')), 'a', at('b', { metrics: { ...metrics, ...words } }))).toBe(false);
  });
  test('is not other words, nor counted words; measured evidence is', () => {
    const said = { completion_indicators: 3, indicator_threshold: 0, confidence: 80, completion_indicated: true };
    expect(hasMoved(seen(at('b')), 'a', at('b', { metrics: { ...metrics, ...said } }))).toBe(false);
    expect(hasMoved(seen(at('b')), 'a', at('b', { metrics: { ...metrics, evidence_indicators: 2 } }))).toBe(true);
  });
  test('is not a file that is flipped back and forth', () => {
    const before = seen(at('b'), at('c'));
    expect([hasMoved(before, 'a', at('b')), hasMoved(remember(before, at('b')), 'a', at('c'))]).toEqual([false, false]);
  });
  test('is not a test that fails every other time', () => {
    const flaky = at('b', { metrics: { ...metrics, tests_failing: 1 } });
    expect([flaky, at('b')].map((now) => hasMoved(seen(at('b'), flaky), 'a', now))).toEqual([false, false]);
  });
  test('is not determined from metrics where only one of two measurements is of the whole suite', () => {
    const part = (failing: number) => at('b', { metrics: { tests_failing: failing }, measured: 'criteria' });
    expect([hasMoved(seen(at('b')), 'a', part(1)), hasMoved(seen(part(1)), 'a', at('b'))]).toEqual([false, false]);
    expect(hasMoved(seen(part(1)), 'a', part(2))).toBe(true);
  });
  test('is counted from the tree with which the phase began', () =>
    expect([hasMoved(NOTHING_SEEN, 'b', at('b')), hasMoved(NOTHING_SEEN, 'a', at('b'))]).toEqual([false, true]));
  test('is remembered in bounded space', () => {
    const { trees, metrics: kinds } = seen(
      ...Array.from({ length: 500 }, (_, i) => at(`t${i}`, { metrics: { iteration: i, tests_total: i } })),
    );
    expect([trees.length, kinds.length]).toEqual([32, 32]);
  });
});
