/**
 * The answer to a case: both gates by the very function that the loop asks, the breaker by the one that it turns, and an
 * operator's forced exit, which passes for neither (rule 1.6).
 *
 * @module
 */
import { type CompiledGate, compileGates } from '../../gates/compile-gates.ts';
import { decide, type Decision } from '../../gates/decide.ts';
import { listUnmet, renderUnmet } from '../../gates/verdict.ts';
import { type Breaker, closedBreaker, turnBreaker } from '../../machines/index.ts';
import type { ConformanceCase } from './case-schema.ts';
import { type Diagnostic, diagnose } from './diagnose.ts';
import { configOfCase } from './config-of-case.ts';
import { AT, recordCase } from './record-case.ts';

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

/** Decides a case. Pure. */
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
