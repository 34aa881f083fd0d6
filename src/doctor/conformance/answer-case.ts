/** The answer to a case: by the functions that the loop asks. An operator's forced exit passes for neither gate (rule 1.6). */
import { type Decision, decide } from '../../../gates/decide.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { TestsExpectation } from '../../../gates/phase.ts';
import type { SignalReason } from '../../../gates/signal-reasons.ts';
import { looksAt, type Unmet, listUnmet, renderUnmet } from '../../../gates/verdict.ts';
import { type CompiledGate, compileGates } from '../../../gates/compile-gates.ts';
import { type Breaker, closedBreaker, turnBreaker } from '../../../machines/index.ts';
import type { ConformanceCase } from './measure-case.ts';
import { configOfCase, AT, recordCase } from './record-case.ts';

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
type Diagnostic = (typeof OTHERS)[number] | (typeof MISSED)[number][0] | Exclude<SignalReason, 'explicit_true'>;

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

/** One line of the answer; names are those of the file. */
export interface Answer {
  readonly id: string;
  readonly gate_1: boolean;
  /** Exit signal of the agent; `null` when nothing readable was printed. */
  readonly gate_2: boolean | null;
  readonly can_exit: boolean;
  readonly next: Decision['next'];
  /** Only an operator's forced exit. */
  readonly forced: boolean;
  /** For people: what the answer comes from. */
  readonly diagnostic: Diagnostic;
}

/** An answer and the sentences behind it. */
export interface Answered {
  readonly answer: Answer;
  /** Clauses that are not met, each with its values. */
  readonly unmet: readonly string[];
}

export const answerCase = (asked: ConformanceCase): Answered => {
  const gate = gateOfCase(asked);
  const record = recordCase(asked, gate);
  const decision = decide(gate, record);
  const forced = isForced(asked);
  const halted = turnThrough(asked, decision).state === 'OPEN';
  const { can_exit, gate_1, gate_2 } = decision;
  const next = forced ? 'leave' : decision.next === 'hold' && halted ? 'stop' : decision.next;
  const answer: Answer = {
    id: asked.id,
    gate_1: gate_1.satisfied,
    gate_2: record.signal.value === true ? gate_2.satisfied : record.signal.value,
    can_exit: can_exit || forced,
    next,
    forced,
    diagnostic: diagnose({ record, decision, expected: gate.phase.tests, forced, halted }),
  };
  return { answer, unmet: listUnmet(decision).map(renderUnmet) };
};

/** Without a limit of its own a case has none. */
const gateOfCase = ({ phase, preset, context }: ConformanceCase): CompiledGate => {
  const gate = gatesOf(preset).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new RangeError(`there is no ${phase} in ${preset}`);
  const max_iterations = context.max_iterations ?? Number.POSITIVE_INFINITY;
  return { ...gate, phase: { ...gate.phase, limits: { ...gate.phase.limits, max_iterations } } };
};

const compiled = new Map<ConformanceCase['preset'], readonly CompiledGate[]>();

const gatesOf = (preset: ConformanceCase['preset']): readonly CompiledGate[] => {
  const known = compiled.get(preset) ?? compileGates(configOfCase(preset));
  compiled.set(preset, known);
  return known;
};

/** The operator and the reason: a forced exit without an operator is none (rule 1.6). */
const isForced = ({ context: { operator } }: ConformanceCase): boolean =>
  operator?.forced_exit === true && (operator.by ?? '').trim() !== '' && (operator.reason ?? '').trim() !== '';

/** The breaker after this iteration; where it was open before, this one was its trial. */
const turnThrough = ({ phase, context, history }: ConformanceCase, { can_exit }: Decision): Breaker => {
  const iterations = [
    ...history.map((each) => ({
      phase: each.phase ?? phase,
      progress: each.progress ?? true,
      failed: false,
      exited: each.can_exit ?? false,
    })),
    {
      phase,
      progress: context.progress ?? true,
      failed: context.timed_out === true || (context.agent_exit_code ?? 0) !== 0,
      exited: can_exit,
    },
  ];
  return iterations.reduce<Breaker>(
    (breaker, iteration) =>
      turnBreaker(turnBreaker(breaker, { type: 'COOLED' }), { type: 'ITERATION', at: AT, failing: null, ...iteration }),
    closedBreaker(),
  );
};
