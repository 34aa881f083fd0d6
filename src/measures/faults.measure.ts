/**
 * What the fault probe showed (RULES 2.10): `src/loop/steps/mutation-check.ts` measures it, in a step of its own.
 *
 * @module
 */
import { type Measure, standard } from './measure.ts';

export const faults = {
  after: 'agreement',
  metrics: standard('faults_planted', 'faults_noticed'),
  missing: (_metric, { probe }, { tests }) => {
    if (probe === null) return 'remove probe: false';
    return tests === 'must_fail' ? 'the suite is not probed in a phase whose tests must fail' : null;
  },
} as const satisfies Measure;
