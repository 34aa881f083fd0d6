/** Metrics that need a key of the config: a condition over such a metric could never be true without that key (rule 2.6). */
import type { ConfigProblem } from '../project/config/find-config.ts';
import type { Config } from '../project/config/config.ts';
import type { Place } from '../project/config/read-yaml.ts';
import { compileCondition } from '../../gates/conditions/compile-condition.ts';
import { vocabularyOf } from '../../gates/metrics.ts';
import { findMissing } from '../evidence/measures/missing-keys.ts';
import type { PlacedPhase } from '../project/config/read-phases.ts';

/** The conditions over metrics that nothing measures, each at the place of the metric's name. */
export const checkMeasured = (config: Config, phases: readonly PlacedPhase[]): readonly ConfigProblem[] => {
  const vocabulary = { ...vocabularyOf(config.metrics), exit_signal: 'boolean' } as const;
  return phases.flatMap((placed) =>
    (['gate_1', 'gate_2'] as const).flatMap((gate) => {
      const { condition } = placed.phase[gate];
      if (typeof condition !== 'string') return [];
      return compileCondition(condition, vocabulary).metrics.flatMap((metric) => {
        const missing = findMissing(metric, config, placed.phase);
        if (missing === null) return [];
        const { line, column } = placed.placeIn(gate, findName(condition, metric));
        return [{ path: placed.path, line, column, message: `nothing measures ${metric}: ${missing}` }];
      });
    }),
  );
};

/** Counted from 1. Comments may name it too. */
const findName = (condition: string, metric: string): Place => {
  const code = condition.replaceAll(/#.*/g, (comment) => ' '.repeat(comment.length));
  const before = code.slice(0, Math.max(0, code.search(new RegExp(`\\b${metric}\\b`)))).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
};
