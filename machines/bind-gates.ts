/**
 * Binds the gates to the chart: the only place that joins gates and XState.
 *
 * @module
 */
import { enqueueActions } from 'xstate';
import { type CompiledGate, compileGates, type TddConfig } from '../gates/compile-gates.ts';
import { decide, type Decision } from '../gates/decide.ts';
import { MISSING_SIGNAL, PREMATURE_SIGNAL } from '../gates/gate-warnings.ts';
import { listUnmet, renderUnmet } from '../gates/verdict.ts';
import type { TddMachine } from './tdd.machine.ts';
import type { GateQuestion } from './tdd.setup.ts';

/**
 * The implementations for the guard of `createTddMachine(config)`, to pass to its `provide`.
 *
 * @throws {ConditionError} when a condition does not compile
 * @throws {PhaseError} when no chart can be built from the phases
 */
export const bindGates = (config: TddConfig): Parameters<TddMachine['provide']>[0] => {
  const gates = compileGates(config);
  return {
    guards: {
      gatesAgree: (_args, question) => ask(gates, question)?.can_exit === true,
    },
    actions: {
      emitExit: enqueueActions(({ enqueue }, question) => {
        const decision = ask(gates, question);
        if (decision !== null)
          enqueue.emit({ type: 'phase.exited', phase: question.phase, forced_exit: false, decision });
      }),
      emitHold: enqueueActions(({ enqueue }, question) => {
        const { phase } = question;
        const decision = ask(gates, question);
        enqueue.emit({ type: 'phase.held', phase, unmet: unmetOf(decision), decision });
        if (decision?.reason === PREMATURE_SIGNAL)
          enqueue.emit({ type: 'signal.premature', phase, warning: PREMATURE_SIGNAL });
        if (decision?.reason === MISSING_SIGNAL)
          enqueue.emit({ type: 'signal.missing', phase, warning: MISSING_SIGNAL });
      }),
    },
  };
};

/** A guard that throws would stop the chart for good. A gate that cannot be judged is null, and null holds. */
const ask = (gates: readonly CompiledGate[], { phase, record }: GateQuestion): Decision | null => {
  const gate = gates.find((each) => each.phase.phase === phase);
  if (gate === undefined) return null;
  try {
    return decide(gate, record);
  } catch {
    return null;
  }
};

const unmetOf = (decision: Decision | null): readonly string[] =>
  decision === null ? ['the record of the iteration could not be read'] : listUnmet(decision).map(renderUnmet);
