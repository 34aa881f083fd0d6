/**
 * The indicators of a case whose preset counts them (spec 000): its words from the transcript, the evidence as it was measured.
 *
 * @module
 */
import { chooseEvidence, countIndicators, lookAtEvidence } from '../../gates/indicators.ts';
import type { Signal } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { createPatternFinder } from '../signals/patterns/find-patterns.ts';
import type { ConformanceCase } from './case-schema.ts';
import { configOfCase } from './config-of-case.ts';

/** Nothing where the preset counts none. @param known - what is measured of tests and checks */
export const countCase = (
  { preset, transcript, metrics }: Pick<ConformanceCase, 'preset' | 'transcript' | 'metrics'>,
  signal: Signal,
  known: Metrics,
): Metrics => {
  const { exit_gate: gate } = configOfCase(preset);
  if (gate === null) return {};
  const finder = createPatternFinder(gate.patterns, '');
  // A turn that did not end well has said nothing (RULES 3.2).
  if (signal.reason !== 'agent_failed' && signal.reason !== 'agent_timed_out')
    for (const line of transcript.split('\n')) finder.see(line);
  const { criteria_passing: passing, criteria_count: count = 0 } = known;
  const isAddressed = passing === undefined ? metrics['criteria_passing'] !== null : passing >= count;
  return countIndicators({
    patterns: finder.found(),
    evidence: chooseEvidence(lookAtEvidence(known, isAddressed), gate.evidence_checks),
    threshold: gate.indicator_threshold,
  });
};
