/**
 * The chart of the work: phase after phase, each left when both its gates agree on the iteration at hand,
 * or when an operator forces it. It has no context: what an ITERATION event does not bring is not known here.
 *
 * stuck and interrupted are not states of the work; they are how a run of it ends. The work can go on.
 *
 * @module
 */
import type { TddConfig } from '../gates/compile-gates.ts';
import { checkPhases, describeCondition, type Phase } from '../gates/phase.ts';
import { tdd, type TddEvent } from './tdd.setup.ts';

/** The key of a phase's state: `REFACTOR` is `working.refactor`. */
export const stateKey = (phase: string): string => phase.toLowerCase();

/**
 * The chart of `config.phases`, in their order. Its guard is shut: `.provide(bindGates(config))` opens it.
 *
 * @throws {PhaseError} when no chart can be built from the phases
 * @example
 * const chart = createTddMachine(config).provide(bindGates(config));
 */
export const createTddMachine = (config: Pick<TddConfig, 'phases'>) => {
  const phases = checkPhases(config.phases);
  const after = (next: Phase | undefined) => (next === undefined ? '#completed' : stateKey(next.phase));
  const states = Object.fromEntries(
    phases.map((phase, i) => [stateKey(phase.phase), phaseState(phase, after(phases[i + 1]))]),
  );

  return tdd.createMachine({
    id: 'tdd',
    initial: 'working',
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
          // Back to the phase that was left, which then takes the skip itself.
          SKIP: { target: 'working.where', actions: tdd.raise(({ event }) => event) },
        },
      },
      completed: { id: 'completed', type: 'final', tags: 'ended', entry: tdd.emit({ type: 'work.completed' }) },
      aborted: {
        type: 'final',
        tags: 'ended',
        entry: tdd.emit(({ event }) => ({ type: 'work.aborted', ...operatorOf(event) })),
      },
    },
  });
};

/** Everything that can happen in one phase. */
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
          actions: { type: 'announceLeave', params: ({ event }) => ({ phase, record: event.record }) },
        },
        { actions: { type: 'announceHold', params: ({ event }) => ({ phase, record: event.record }) } },
      ],
      SKIP: {
        target: next,
        actions: tdd.emit(({ event }) => ({ type: 'phase.left', phase, forced_exit: true, ...operatorOf(event) })),
      },
    },
  });
};

const operatorOf = (event: TddEvent): { readonly by: string; readonly reason: string } =>
  event.type === 'SKIP' || event.type === 'ABORT'
    ? { by: event.by, reason: event.reason }
    : { by: 'nobody', reason: 'none given' };

export type TddMachine = ReturnType<typeof createTddMachine>;
