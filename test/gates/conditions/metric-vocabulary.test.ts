import { expect, test } from 'vitest';
import { METRIC_VOCABULARY } from '../../../gates/conditions/metric-vocabulary.ts';
import { METRICS } from '../../../gates/metrics.ts';

test('every metric can be asked for, with its own type, and nothing else can', () => {
  expect(Object.keys(METRIC_VOCABULARY)).toEqual(Object.keys(METRICS));
  expect(METRIC_VOCABULARY).toMatchObject({ tests_total: 'number', has_adr: 'boolean', tree_stable: 'boolean' });
});

test('the signal is not a metric: gate 1 cannot ask for the word of an agent', () =>
  expect(Object.hasOwn(METRIC_VOCABULARY, 'exit_signal')).toBe(false));
