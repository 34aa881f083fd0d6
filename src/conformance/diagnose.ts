/**
 * Why a case is answered as it is, in one word of a closed list; for people, and compared with nothing.
 *
 * @module
 */
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { SignalReason } from '../../gates/signal-reasons.ts';

/** What gate 1 misses, in the order in which it is looked for: what a clause names → the word for it. */
const MISSED = [
  ['report_fresh', 'stale_report'],
  ['report_complete', 'interrupted'],
  ['tree_stable', 'tree_changed'],
  ['tests_intact', 'tests_changed'],
  ['faults_noticed', 'no_fault_noticed'],
  ['tests_total >= 1', 'zero_tests'],
  ['criteria_count >= 1', 'zero_criteria'],
  ['unhandled_errors', 'unhandled_errors'],
  ['suite_load_failures', 'load_failure'],
  ['tests_total >= criteria_count', 'too_few_tests'],
  ['existing_', 'existing_tests_worse'],
  ['tests_failing == tests_total', 'unexpected_pass'],
  ['tests_passing == 0', 'unexpected_pass'],
  ['tests_failing == 0', 'tests_failing'],
  ['tests_passing', 'tests_skipped'],
  ['runner_exit_code', 'runner_exit_code'],
  ['refactoring_complete', 'refactor_not_done'],
  ['docs_generated', 'docs_incomplete'],
  ['diagrams', 'docs_incomplete'],
  ['has_adr', 'docs_incomplete'],
  ['consecutive_green_runs', 'not_stable'],
  ['completion_indicated', 'completion_not_indicated'],
  ['confidence', 'low_confidence'],
  ['completion_indicators', 'indicators_missing'],
  ['evidence_indicators', 'indicators_missing'],
  ['plans_', 'plans_remaining'],
  ['tasks_', 'tasks_remaining'],
] as const;

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
export type Diagnostic = (typeof OTHERS)[number] | (typeof MISSED)[number][1] | Exclude<SignalReason, 'explicit_true'>;

export interface DiagnosticQuestion {
  readonly record: IterationRecord;
  readonly decision: Decision;
  readonly forced: boolean;
  /** The breaker is open after this iteration. */
  readonly halted: boolean;
}

/** What is most telling comes first. */
export const diagnose = ({ record, decision, forced, halted }: DiagnosticQuestion): Diagnostic => {
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
  const clauses = gate_1.unmet.map(({ clause }) => clause);
  return MISSED.find(([named]) => clauses.some((clause) => clause.includes(named)))?.[1] ?? 'gate_1_not_satisfied';
};
