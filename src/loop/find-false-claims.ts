/**
 * What the agent claims in its block beside what was measured. The claim decides nothing (RULES 1.6, 2.1); that it is wrong
 * is worth knowing.
 *
 * @module
 */
import { countIn, type Metrics } from '../../gates/metrics.ts';
import type { Finding, Signal } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { countTests } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

/**
 * The claims that differ from what was measured; what was not measured is not judged.
 *
 * @param ignored - ids of tests that no count looks at: an agent may count them all the same
 */
export const findFalseClaims = (
  { claims = {} }: Pick<Signal, 'claims'>,
  metrics: Metrics,
  run: TestRun,
  ignored: ReadonlySet<string>,
): readonly Finding[] => {
  const others: readonly object[] = [countTests(run, ignored), countTests(run, new Set()), ...countFiles(metrics)];
  return Object.entries(claims).flatMap(([name, claim]) => {
    const measured: unknown = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (
      !isValue(measured) ||
      measured === claim ||
      others.some((counts) => Reflect.get(counts, name.replace(/^tests_/, 'suite_')) === claim)
    )
      return [];
    return [finding('claim.differs', { metric: name, said: claim, measured })];
  });
};

const isValue = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';

/** Some blocks have one count of files for all that was done to them (specs 000 and 002). */
const countFiles = (metrics: Metrics): readonly object[] => {
  if (metrics['files_modified'] === undefined) return [];
  const written = countIn(metrics, 'files_created') + countIn(metrics, 'files_modified');
  return [{ files_modified: written }, { files_modified: written + countIn(metrics, 'files_deleted') }];
};
