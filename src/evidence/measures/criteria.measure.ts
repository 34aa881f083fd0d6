/** The acceptance criteria of the spec, and those with a test of their id. */
import { coverCriteria, coveringOf, findingsOfCoverage } from '../cover-criteria.ts';
import { type Measure } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const criteria = {
  after: 'tests',
  metrics: METRICS_OF.criteria,
  measure: ({ gate: { phase }, tests: { run, part }, run: known, found: { guards } }) => {
    const { criteria: found } = known;
    // A criterion that already holds asks for no test that fails.
    const metrics = { criteria_count: found.count - (guards?.holding ?? 0) };
    // A part of the suite says nothing of criteria whose tests it left out.
    if (part !== undefined) return { metrics };
    const coverage = coverCriteria(found.ids, run, coveringOf(known, phase.tests));
    return {
      metrics: {
        ...metrics,
        ...(found.ids.length === 0 ? {} : { criteria_with_id: found.ids.length }),
        ...coverage.metrics,
      },
      findings: findingsOfCoverage(coverage, phase.tests, run),
      found: { coverage },
    };
  },
} as const satisfies Measure;
