/**
 * The acceptance criteria of the spec, and those with a test of their id.
 *
 * @module
 */
import { count } from '../../gates/metrics.ts';
import { coverCriteria, findingsOfCoverage } from '../evidence/cover-criteria.ts';
import { type Measure, standard } from './measure.ts';

export const criteria = {
  after: 'tests',
  metrics: {
    ...standard('criteria_count'),
    criteria_covered: count('criteria with a test that has their id'),
    criteria_passing: count('criteria with a passing test that has their id'),
  },
  measure: ({ gate: { phase }, tests: { run, part }, run: { criteria: found } }) => {
    const metrics = { criteria_count: found.count };
    // A part of the suite says nothing of criteria whose tests it left out.
    if (part !== undefined) return { metrics };
    const coverage = coverCriteria(found.ids, run);
    return {
      metrics: { ...metrics, ...coverage.metrics },
      findings: findingsOfCoverage(coverage, phase.tests),
      found: { coverage },
    };
  },
} as const satisfies Measure;
