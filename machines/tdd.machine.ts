/** The chart of the work has no context: it knows only the data of an ITERATION event. Ends of a run are not its states. */
import type { AnyStateMachine, StateValue, StateMachine } from 'xstate';
import { PhaseError } from '../gates/errors.ts';
import type { TddConfig } from '../gates/compile-gates.ts';
import { checkPhases, describeCondition, type Phase } from '../gates/phase.ts';
import { tdd, type TddEvent, type TddOutput, type TddStateValue } from './tdd.setup.ts';

// XState falls back to the first phase in silence where a history names a state that is gone; here it is refused.

interface Saved {
  readonly value?: StateValue;
  readonly historyValue?: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

/** Refuses a snapshot that stands in a phase that `machine` does not have. @throws {PhaseError} at a restore, to the actor */
const refuseForeignSnapshots = <M extends AnyStateMachine>(machine: M, keys: readonly string[]): M => {
  const restoreSnapshot = machine.restoreSnapshot.bind(machine);
  const provide = machine.provide.bind(machine);
  machine.restoreSnapshot = (saved, scope) => {
    const strange = phasesOf(saved as Saved).find((phase) => !keys.includes(phase));
    if (strange !== undefined) throw new PhaseError(refusal(strange, keys));
    return restoreSnapshot(saved, scope);
  };
  machine.provide = (implementations) => refuseForeignSnapshots(provide(implementations), keys);
  return machine;
};

const phasesOf = ({ value, historyValue = {} }: Saved): readonly string[] => {
  const working = typeof value === 'object' ? value['working'] : undefined;
  const halted = Object.values(historyValue).flatMap((states) => states.map(({ id }) => id.split('.').at(-1) ?? id));
  return typeof working === 'string' ? [working, ...halted] : halted;
};

const refusal = (strange: string, keys: readonly string[]): string =>
  `Cannot restore the chart: the snapshot was saved in the phase "${strange}", and the phases are ${keys.join(', ')}. Restore it with the phases that it was saved under, or start a new chart and skip the phases that are done.`;

/** The key of a phase's state: `REFACTOR` is `working.refactor`. */
export const stateKey = (phase: string): string => phase.toLowerCase();

/**
 * The chart of `config.phases`, in their order. Its guard is never satisfied until `.provide(bindGates(config))` binds it.
 * @throws {PhaseError} when no chart can be built from the phases
 */
export const createTddMachine = (config: Pick<TddConfig, 'phases'>) => {
  const phases = checkPhases(config.phases);
  const after = (next: Phase | undefined) => (next === undefined ? '#completed' : stateKey(next.phase));
  const states = Object.fromEntries(
    phases.map((phase, i) => [stateKey(phase.phase), phaseState(phase, after(phases[i + 1]))]),
  );

  const machine = tdd.createMachine({
    id: 'tdd',
    initial: 'working',
    output: ({ event }) => event.output as TddOutput,
    on: { ABORT: '.aborted' },
    states: {
      working: {
        tags: 'working',
        initial: stateKey(phases[0].phase),
        on: { HALT: '#needsHuman' },
        states: { ...states, where: { type: 'history' } },
      },
      needsHuman: {
        id: 'needsHuman',
        tags: 'needsOperator',
        description: 'Halted until an operator resumes, skips the phase, or aborts.',
        entry: tdd.emit(({ event }) => ({ type: 'needs.human', why: event.type === 'HALT' ? event.why : 'halted' })),
        on: {
          RESUME: 'working.where',
          // Back to the phase that was active, which then handles the skip itself.
          SKIP: { target: 'working.where', actions: tdd.raise(({ event }) => event) },
          ITERATION: { actions: tdd.emit({ type: 'iteration.refused', why: HALTED }) },
        },
      },
      completed: {
        id: 'completed',
        type: 'final',
        tags: 'ended',
        entry: tdd.emit({ type: 'work.completed' }),
        output: { status: 'completed' } satisfies TddOutput,
      },
      aborted: {
        type: 'final',
        tags: 'ended',
        entry: tdd.emit(({ event }) => ({ type: 'work.aborted', ...operatorOf(event) })),
        output: ({ event }: { readonly event: TddEvent }): TddOutput => ({ status: 'aborted', ...operatorOf(event) }),
      },
    },
  });
  // The names of the phases are data, so the states of the machine have no names in its type.
  return refuseForeignSnapshots(machine, Object.keys(states)) as WithStateValue<typeof machine, TddStateValue>;
};

const HALTED = 'the work is halted, and nothing is decided until an operator sends RESUME, SKIP or ABORT';

const phaseState = (definition: Phase, next: string) => {
  const { phase, purpose } = definition;
  const gates = { gate_1: describeCondition(definition.gate_1), gate_2: describeCondition(definition.gate_2) };
  return tdd.createStateConfig({
    description: purpose,
    meta: { phase, purpose, ...gates },
    entry: tdd.emit({ type: 'phase.entered', phase }),
    on: {
      ITERATION: [
        {
          guard: { type: 'gatesAgree', params: ({ event }) => ({ phase, record: event.record }) },
          target: next,
          actions: { type: 'emitExit', params: ({ event }) => ({ phase, record: event.record }) },
        },
        { actions: { type: 'emitHold', params: ({ event }) => ({ phase, record: event.record }) } },
      ],
      SKIP: {
        target: next,
        actions: tdd.emit(({ event }) => ({ type: 'phase.exited', phase, forced_exit: true, ...operatorOf(event) })),
      },
    },
  });
};

const operatorOf = (event: TddEvent): { readonly by: string; readonly reason: string } =>
  event.type === 'SKIP' || event.type === 'ABORT'
    ? { by: event.by, reason: event.reason }
    : { by: 'nobody', reason: 'none given' };

type WithStateValue<Machine, Value extends StateValue> =
  Machine extends StateMachine<
    infer Context,
    infer Event,
    infer Children,
    infer Actor,
    infer Action,
    infer Guard,
    infer Delay,
    infer _Values,
    infer Tag,
    infer Input,
    infer Output,
    infer Emitted,
    infer Meta,
    infer Schema
  >
    ? StateMachine<
        Context,
        Event,
        Children,
        Actor,
        Action,
        Guard,
        Delay,
        Value,
        Tag,
        Input,
        Output,
        Emitted,
        Meta,
        Schema
      >
    : never;

export type TddMachine = ReturnType<typeof createTddMachine>;
