import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { floorOf } from '../../../gates/floor.ts';
import { METRICS, vocabularyOf } from '../../../gates/metrics.ts';
import { measuresOf } from '../../../src/evidence/measures/measures.ts';
import { BUILT_IN_METRICS } from '../../../src/evidence/measures/metrics-of-measures.ts';

const built = measuresOf({ measures: [] });
const own = { name: 'bundle', command: ['a'], measure: null, metrics: {}, timeout_ms: 1 };

describe('the list of measures', () => {
  test('measures every metric of the gates, and each metric once', () => {
    const names = built.flatMap(({ metrics }) => Object.keys(metrics));
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(expect.arrayContaining(Object.keys(METRICS)));
    expect(Object.keys(BUILT_IN_METRICS)).toEqual(names);
  });

  test('has commands of the config before all that looks at frozen things and at the tree', () => {
    const all = measuresOf({ measures: [own] });
    const at = (metric: string) => all.findIndex(({ metrics }) => Object.hasOwn(metrics, metric));
    const ofUser = all.findIndex((each) => !built.includes(each));
    expect(ofUser).toBeGreaterThan(at('build_ok'));
    expect(ofUser).toBeLessThan(Math.min(at('plans_total'), at('tests_intact'), at('tree_stable')));
  });
});

describe('the metrics of the gates', () => {
  test('are those that the floor and the default phases name, and no others', () => {
    const all = { ...vocabularyOf(), exit_signal: 'boolean' } as const;
    const questions = (['must_fail', 'must_pass'] as const).flatMap((tests) =>
      [1, 50].map((percent) =>
        floorOf({
          tests,
          turnsGreen: true,
          integrity: 'block',
          criteria_ids: 'require',
          mutation_check: { at_least: 1, percent },
          review: true,
        }),
      ),
    );
    const conditions = DEFAULT_PHASES.flatMap(({ gate_1, gate_2 }) => [gate_1, gate_2]).map(({ condition }) =>
      compileCondition(String(condition), all),
    );
    const named = [...questions.flat().map(({ condition }) => condition), ...conditions].flatMap(
      ({ metrics }) => metrics,
    );
    expect(new Set([...Object.keys(METRICS), 'exit_signal'])).toEqual(new Set(named));
  });
});
