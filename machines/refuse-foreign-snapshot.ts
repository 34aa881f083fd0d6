/**
 * A saved chart belongs to its phases. XState falls back to the first phase where a history names a state that is gone, in
 * silence; here a snapshot of other phases is refused by name.
 *
 * @module
 */
import type { AnyStateMachine, StateValue } from 'xstate';
import { PhaseError } from '../gates/errors.ts';

/** The parts of a persisted snapshot that name phases. */
interface Saved {
  readonly value?: StateValue;
  readonly historyValue?: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

/**
 * Makes `machine`, and each machine that its `provide` returns, refuse a snapshot that stands in a phase that it does not have,
 * or was halted there.
 *
 * @param keys - the keys of the phases' states
 * @returns the same machine; restoring throws a `PhaseError`, which XState hands to the actor's error listeners
 */
export const refuseForeignSnapshots = <M extends AnyStateMachine>(machine: M, keys: readonly string[]): M => {
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
