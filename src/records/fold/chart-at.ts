/**
 * The chart of the work at a position that was folded from the records, for a live actor and for drawings.
 *
 * @module
 */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { stateKey, type TddEvent, type TddMachine } from '../../../machines/index.ts';
import type { Position } from './work-position.ts';

type Chart = SnapshotFrom<TddMachine>;

/** A phase that the chart does not have: where the chart begins. Pure. */
export const chartAt = (machine: TddMachine, { phase, state, why }: Position): Chart => {
  if (state === 'completed') return machine.resolveState({ value: 'completed' });
  const begun = initialTransition(machine)[0];
  const key = phase === null ? null : stateKey(phase);
  const isKnown = key !== null && Object.hasOwn(machine.states['working']?.states ?? {}, key);
  const working = isKnown ? machine.resolveState({ value: { working: key } }) : begun;
  const ended: TddEvent | null =
    state === 'halted' ? { type: 'HALT', why } : state === 'aborted' ? { type: 'ABORT', by: '', reason: '' } : null;
  return ended === null ? working : transition(machine, working, ended)[0];
};

/** The active phase, or the phase in which the work was halted; null when the work is over. Pure. */
export const phaseOfChart = (machine: TddMachine, chart: Chart, phases: readonly string[]): string | null => {
  const working = chart.matches('needsHuman') ? transition(machine, chart, { type: 'RESUME' })[0] : chart;
  const { value } = working;
  const key = typeof value === 'object' && 'working' in value ? value['working'] : null;
  return phases.find((phase) => stateKey(phase) === key) ?? null;
};
