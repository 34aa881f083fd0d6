/**
 * A measurement after something else ran: the sources and the frozen files are checked once more, and what was found
 * goes into the same record (rule 2.4).
 *
 * @module
 */
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { adviseOn, findTampering } from '../../measures/integrity.measure.ts';
import { freezeEdit } from '../../records/fold/reopened-tests.ts';
import type { MeasuredRun } from '../../measures/measure.ts';
import type { Measured } from '../iteration.ts';
import { lookAgain } from '../look-at-sources.ts';
import type { RunContext } from '../run-context.ts';
import { frozenReader } from '../turn/kept-exit.ts';

/** @param found - of what ran since, and is added */
export const measureAgain = async (
  context: RunContext,
  measured: Measured,
  { run, after: before }: Pick<MeasuredRun, 'run' | 'after'>,
  found: { readonly metrics: Metrics; readonly findings: readonly Finding[] },
): Promise<Measured> => {
  const { config, journal } = context;
  const { record } = measured;
  const { last, seen, tree_stable, findings: moved } = await lookAgain(context, record, before);
  const known = freezeEdit(journal.state(), measured.reopened);
  const readFrozen = frozenReader(config, known, record.phase);
  const { findings: tampering } = await findTampering(config.folder, { ...known, readFrozen }, run, last.files);
  const { metrics, findings } = record;
  const again: IterationRecord = Object.freeze({
    ...record,
    ...seen,
    metrics: Object.freeze({
      ...metrics,
      ...found.metrics,
      tree_stable,
      tests_intact: metrics.tests_intact === true && tampering.length === 0,
    }),
    findings: withoutRepeats([...findings, ...tampering, ...adviseOn(tampering, config), ...moved, ...found.findings]),
  });
  return { ...measured, record: again, last };
};

/** Frozen files are checked more than once, and each breach is reported once. */
const withoutRepeats = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(findings.map((each) => [each.text, each])).values(),
];
