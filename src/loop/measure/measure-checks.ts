/**
 * The checks within an iteration: whether they are run at all, and everything that they add to its record.
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { CheckResult } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { Prepared } from '../../../machines/index.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import { checkMetrics, describeChecks, describeWaiting, describeWriting, testsAreThere } from './describe-checks.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { runChecks } from './run-checks.ts';
import type { RunSite } from '../run-site.ts';

export interface ChecksMeasured {
  readonly metrics: Metrics;
  /** The sources after each of them. */
  readonly looks: readonly Fingerprint[];
  readonly notes: readonly string[];
  /** For the record; nothing where none is configured. */
  readonly results: { readonly checks?: readonly CheckResult[] };
}

/**
 * Runs the checks once, when the tests are as the phase wants them.
 *
 * @param known - what the tests showed
 * @param before - the sources after the last test run
 */
export const measureChecks = async (
  site: RunSite,
  { prepared, gate, known, before, signal = new AbortController().signal }: ChecksQuestion,
): Promise<ChecksMeasured> => {
  const { checks } = site.config;
  if (checks.length === 0) return { metrics: {}, looks: [], notes: [], results: {} };
  if (!testsAreThere(gate, known))
    return { metrics: {}, looks: [], notes: describeWaiting(checks, gate, site.config), results: { checks: [] } };
  const { phase, iteration } = prepared;
  const measured = await runChecks(
    site,
    { phase, iteration },
    () => lookAtSources(site.config, site.journal.state()),
    signal,
  );
  return {
    metrics: checkMetrics(measured),
    looks: measured.map(({ after }) => after),
    notes: [...describeChecks(measured, gate, site.config), ...describeWriting(before, measured)],
    results: { checks: measured.map(({ result }) => result) },
  };
};

interface ChecksQuestion {
  readonly prepared: Prepared;
  readonly gate: CompiledGate;
  readonly known: Metrics;
  readonly before: Fingerprint;
  readonly signal?: AbortSignal | undefined;
}
