/** Binds the gates to the chart: the only place that joins gates and XState. */
import { enqueueActions } from 'xstate';
import { type CompiledGate, compileGates, type TddConfig } from '../gates/compile-gates.ts';
import { decide, type Decision } from '../gates/decide.ts';
import { PREMATURE_SIGNAL, warnOfMissing } from '../gates/gate-warnings.ts';
import { listUnmet, renderUnmet } from '../gates/verdict.ts';
import type { TddMachine } from './tdd.machine.ts';
import type { GateQuestion } from './tdd.setup.ts';

/**
 * The implementations for the guard of `createTddMachine(config)`, to pass to its `provide`.
 * @throws {ConditionError} when a condition does not compile
 * @throws {PhaseError} when no chart can be built from the phases
 */
export const bindGates = (config: TddConfig): Parameters<TddMachine['provide']>[0] => {
  const gates = compileGates(config);
  return {
    guards: {
      gatesAgree: (_args, question) => canExit(ask(gates, question)),
    },
    actions: {
      emitExit: enqueueActions(({ enqueue }, question) => {
        const decision = ask(gates, question);
        if (typeof decision !== 'string')
          enqueue.emit({ type: 'phase.exited', phase: question.phase, forced_exit: false, decision });
      }),
      emitHold: enqueueActions(({ enqueue }, question) => {
        const { phase } = question;
        const decided = ask(gates, question);
        if (typeof decided === 'string') {
          enqueue.emit({ type: 'phase.held', phase, unmet: [decided], decision: null });
          return;
        }
        enqueue.emit({ type: 'phase.held', phase, unmet: listUnmet(decided).map(renderUnmet), decision: decided });
        if (decided.reason === PREMATURE_SIGNAL)
          enqueue.emit({ type: 'signal.premature', phase, warning: PREMATURE_SIGNAL });
        const warning = warnOfMissing(decided.reason);
        if (warning !== null) enqueue.emit({ type: 'signal.missing', phase, warning });
      }),
    },
  };
};

/** A guard that throws would stop the chart for good. A gate that cannot be judged says why in a text, and a text holds. */
const ask = (gates: readonly CompiledGate[], { phase, record }: GateQuestion): Decision | string => {
  const gate = gates.find((each) => each.phase.phase === phase);
  if (gate === undefined) {
    const names = gates.map((each) => each.phase.phase).join(', ');
    return `the gates are bound to another config, which has ${names} and no ${phase}: pass the config of createTddMachine to bindGates`;
  }
  try {
    return decide(gate, record);
  } catch {
    return 'the record of the iteration could not be read: create it with createIteration';
  }
};

const canExit = (decision: Decision | string): boolean => typeof decision !== 'string' && decision.can_exit;
