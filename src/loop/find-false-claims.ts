/**
 * Compares the agent's claims in its block with the measurement. A claim decides nothing (rules 1.6, 2.1), but a
 * wrong one is worth knowing.
 *
 * @module
 */
import { countIn, type Metrics } from '../../gates/metrics.ts';
import type { Finding, Signal } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { countTests } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

/**
 * The claims that differ from the measurement. Claims without a measurement are not judged.
 *
 * @param ignored - ids of tests that no count includes: an agent may count them anyway
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

/** Some blocks have one count for all changed files (specs 000 and 002). */
const countFiles = (metrics: Metrics): readonly object[] => {
  if (metrics['files_modified'] === undefined) return [];
  const written = countIn(metrics, 'files_created') + countIn(metrics, 'files_modified');
  return [{ files_modified: written }, { files_modified: written + countIn(metrics, 'files_deleted') }];
};
