/**
 * The result of the mutation check (rule 2.10): `src/loop/steps/mutation-check.ts` measures it, in its own step.
 *
 * @module
 */
import { type Measure, standard } from './measure.ts';

export const mutants = {
  after: 'agreement',
  metrics: standard('mutants_tested', 'mutants_killed'),
  missing: (_metric, { mutation_check }, { tests }) => {
    if (mutation_check === null) return 'remove mutation_check: false';
    return tests === 'must_fail' ? 'there is no mutation check in a phase whose tests must fail' : null;
  },
} as const satisfies Measure;
