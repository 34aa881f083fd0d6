/**
 * What the agent claims in its block beside what was measured. The claim decides nothing (RULES 1.6, 2.1); that it is wrong
 * is worth knowing.
 *
 * @module
 */
import { countIn, type Metrics } from '../../gates/metrics.ts';
import type { Signal } from '../../gates/iteration.ts';
import { countTests } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

/**
 * One sentence for each claim that differs from what was measured; what was not measured is not judged.
 *
 * @param ignored - ids of tests that no count looks at: an agent may count them all the same
 */
export const describeClaims = (
  { claims = {} }: Pick<Signal, 'claims'>,
  metrics: Metrics,
  run: TestRun,
  ignored: ReadonlySet<string>,
): readonly string[] => {
  const others: readonly object[] = [countTests(run, ignored), countTests(run, new Set()), ...countFiles(metrics)];
  return Object.entries(claims).flatMap(([name, claim]) => {
    const measured: unknown = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (
      measured === undefined ||
      measured === claim ||
      others.some((counts) => Reflect.get(counts, name.replace(/^tests_/, 'suite_')) === claim)
    )
      return [];
    return [`The agent says ${name} ${claim}; measured was ${JSON.stringify(measured)}.`];
  });
};

/** Some blocks have one count of files for all that was done to them (specs 000 and 002). */
const countFiles = (metrics: Metrics): readonly object[] => {
  if (metrics['files_modified'] === undefined) return [];
  const written = countIn(metrics, 'files_created') + countIn(metrics, 'files_modified');
  return [{ files_modified: written }, { files_modified: written + countIn(metrics, 'files_deleted') }];
};
