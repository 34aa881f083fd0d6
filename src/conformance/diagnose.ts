/**
 * Why a case is answered as it is, in one word of a closed list; for people, and compared with nothing.
 *
 * @module
 */
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { TestsExpectation } from '../../gates/phase.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';
import { looksAt, type Unmet } from '../../gates/verdict.ts';

type Test = (unmet: Unmet, expected: TestsExpectation) => boolean;

const any =
  (...names: readonly string[]): Test =>
  (unmet) =>
    looksAt(unmet, names);

/** Looks at the first of them, and at nothing but them. */
const only =
  (...names: readonly [string, ...string[]]): Test =>
  (unmet) =>
    looksAt(unmet, [names[0]]) && unmet.metrics.every((name) => names.includes(name));

/** The clause of the floor that asks for one at least of what it counts (rule 1.5). */
const none =
  (name: string): Test =>
  (unmet) =>
    unmet.rule === '1.5' && looksAt(unmet, [name]);

const passes = any('tests_passing', 'tests_failing');

/** The possible defects of gate 1, in the order of the search: the name of each, and the clause that shows it. */
const MISSED = [
  ['stale_report', any('report_fresh')],
  ['interrupted', any('report_complete')],
  ['tree_changed', any('tree_stable')],
  ['tests_changed', any('tests_intact')],
  ['no_mutant_killed', any('mutants_killed')],
  ['zero_tests', none('tests_total')],
  ['zero_criteria', none('criteria_count')],
  ['unhandled_errors', any('unhandled_errors')],
  ['load_failure', any('suite_load_failures')],
  ['too_few_tests', only('tests_total', 'criteria_count')],
  ['existing_tests_worse', any('existing_total', 'existing_passing', 'existing_failing')],
  [
    'unexpected_pass',
    (unmet, expected) => expected === 'must_fail' && passes(unmet, expected) && !looksAt(unmet, ['tests_skipped']),
  ],
  ['tests_failing', only('tests_failing', 'tests_total')],
  ['tests_skipped', any('tests_passing', 'tests_skipped')],
  ['runner_exit_code', any('runner_exit_code')],
  ['refactor_not_done', any('refactoring_complete')],
  [
    'docs_incomplete',
    any('docs_generated', 'all_diagrams_valid', 'diagrams_total', 'diagrams_valid', 'has_c4_diagrams', 'has_adr'),
  ],
  ['not_stable', any('consecutive_green_runs')],
  ['completion_not_indicated', any('completion_indicated')],
  ['low_confidence', any('confidence')],
  ['indicators_missing', any('completion_indicators', 'evidence_indicators')],
  ['plans_remaining', any('plans_total', 'plans_remaining')],
  ['tasks_remaining', any('tasks_total', 'tasks_remaining')],
] as const satisfies readonly (readonly [string, Test])[];

const OTHERS = [
  'both_gates_agree',
  'forced_exit',
  'override_ignored',
  'max_iterations',
  'no_progress',
  'premature_signal',
  'silent_agent',
  'gate_1_not_satisfied',
  'gate_2_not_satisfied',
] as const;

/** The closed list: of a signal that does not say yes it is the reason for that. */
export type Diagnostic = (typeof OTHERS)[number] | (typeof MISSED)[number][0] | Exclude<SignalReason, 'explicit_true'>;

interface DiagnosticQuestion {
  readonly record: IterationRecord;
  readonly decision: Decision;
  /** The expected result of the tests of the phase. */
  readonly expected: TestsExpectation;
  readonly forced: boolean;
  /** The breaker is open after this iteration. */
  readonly halted: boolean;
}

/** The most significant first. */
export const diagnose = ({ record, decision, expected, forced, halted }: DiagnosticQuestion): Diagnostic => {
  const { gate_1, gate_2, can_exit, halt } = decision;
  const { signal } = record;
  if (can_exit) return 'both_gates_agree';
  if (forced) return 'forced_exit';
  if (halt?.code === 'premature_signal' || halt?.code === 'silent_agent' || halt?.code === 'max_iterations')
    return halt.code;
  if (halted && decision.next === 'hold') return 'no_progress';
  if (signal.value !== true) return signal.reason === 'explicit_true' ? 'gate_2_not_satisfied' : signal.reason;
  if (!gate_2.satisfied && gate_1.satisfied) return 'gate_2_not_satisfied';
  if (signal.told?.override === true) return 'override_ignored';
  const found = MISSED.find(([, shows]) => gate_1.unmet.some((unmet) => shows(unmet, expected)));
  return found?.[0] ?? 'gate_1_not_satisfied';
};
