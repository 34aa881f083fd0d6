/**
 * The checks that run right before an exit, only where both gates agree on everything else: they cost the most, and what
 * they find can only hold.
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import type { MetricName, Metrics } from '../../../gates/metrics.ts';
import { listUnmet, looksAt } from '../../../gates/verdict.ts';
import type { Finding, IterationRecord } from '../../../gates/iteration.ts';
import { adviseOn, findTampering } from '../../measures/integrity.measure.ts';
import { freezeEdit } from '../../records/fold/reopened-tests.ts';
import type { MeasuredRun } from '../../measures/measure.ts';
import type { Measured } from '../iteration.ts';
import { lookAgain } from '../look-at-sources.ts';
import type { RunContext } from '../run-context.ts';
import { frozenReader } from '../turn/kept-exit.ts';

export interface Check {
  /** As in docs/architecture.md. */
  readonly name: string;
  /** The metrics that it brings. */
  readonly metrics: readonly MetricName[];
  /** Whether this phase of this run has it. */
  readonly isAsked: (context: RunContext, gate: CompiledGate) => boolean;
  readonly run: (context: RunContext, at: CheckedAt, signal: AbortSignal) => Promise<Measured>;
  /** In its place, where the phase is held for another reason. @default the same record */
  readonly without?: (gate: CompiledGate, record: IterationRecord) => IterationRecord;
}

interface CheckedAt {
  readonly gate: CompiledGate;
  readonly measured: Measured;
  /** The test run that counts. */
  readonly tests: MeasuredRun;
}

/**
 * Whether both gates agree on this record but for these metrics: each clause that is not met is about one of them, and
 * cannot be met before they are measured. A person is asked after that.
 */
export const agreeBut = (gate: CompiledGate, record: IterationRecord, unmeasured: readonly MetricName[]): boolean => {
  const { gate_1, gate_2 } = decide(gate, record);
  return listUnmet({ gate_1, gate_2 }).every((clause) => looksAt(clause, unmeasured));
};

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
