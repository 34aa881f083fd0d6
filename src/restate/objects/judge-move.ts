/**
 * Compares the worker's decision with the move of the chart, whose guard decided again on the same record. Pure.
 *
 * @module
 */
import { stateKey, type TddEvent } from '../../../machines/index.ts';
import type { EndStatus } from '../reported-event.ts';

/** @returns how they disagree, in a sentence; `null` when they agree */
export const judgeMove = (
  { event, can_exit }: { readonly event: TddEvent; readonly can_exit: boolean | null },
  before: unknown,
  after: unknown,
): string | null => {
  if (event.type !== 'ITERATION') return null;
  const { phase, iteration } = event.record;
  const at = `${phase}, iteration ${iteration}`;
  const key = workingIn(before);
  if (key !== stateKey(phase))
    return `The worker decided ${at}, but the chart of the engine is in ${JSON.stringify(before)}.`;
  const moved = workingIn(after) !== key;
  if (moved === can_exit) return null;
  return `The worker and the engine decided ${at} differently: the worker ${nameExit(can_exit === true)}, the engine ${nameExit(moved)}.`;
};

/** The same for the end of a run. */
export const judgeEnd = (status: EndStatus, value: unknown): string | null => {
  const isOver = value === 'completed' || value === 'aborted';
  const fits = status === 'completed' || status === 'aborted' ? value === status : !isOver;
  return fits ? null : `The worker says ${status}, but the chart of the engine is in ${JSON.stringify(value)}.`;
};

const nameExit = (exits: boolean): string => (exits ? 'exited the phase' : 'held it');

/** The key of the phase in which work is done; `null` in every other state. */
const workingIn = (value: unknown): string | null => {
  const key: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'working') : null;
  return typeof key === 'string' ? key : null;
};
