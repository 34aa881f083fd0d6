/**
 * The frozen files at the exit of a phase, and the work rolled back to it: as if nothing had been done since, except
 * for operator commands and usage, which are kept forever.
 *
 * @module
 */
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import { NOTHING_SEEN } from './progress.ts';
import { closeOpen, undoAfter } from './reopened-tests.ts';
import { withNewLimits } from './fold-operator-command.ts';
import type { WorkRecord } from '../catalogue/records.ts';
import type { ExitState, WorkState } from './work-state.ts';

export const NO_VOIDS = { discarded: 0, limits: 0, untested: 0 } as const;

/** The start of a phase. */
export const AT_START = {
  iteration: 0,
  ...NO_VOIDS,
  session: null,
  iterationsUsed: 0,
  deadlocks: NO_DEADLOCKS,
  seen: NOTHING_SEEN,
  last: null,
  held: null,
  gone: [],
  declared: [],
} as const;

export const exitStateOf = (state: WorkState): ExitState => {
  const { frozen, tests, failing, guards, phaseTree, baseline, criteria, changed } = state;
  return { frozen, tests, failing, guards, phaseTree, baseline, criteria, changed };
};

/** A rollback removes the exits after its own; keys are in the order of the phases. */
export const upTo = <T>(exits: Readonly<Record<string, T>>, phase: string): Readonly<Record<string, T>> => {
  const entries = Object.entries(exits);
  return Object.fromEntries(entries.slice(0, entries.findIndex(([name]) => name === phase) + 1));
};

/** Pure. */
export const foldRollback = (
  state: WorkState,
  { at, data }: WorkRecord & { readonly type: 'operator.rolled_back' },
): WorkState => {
  const { phase, by, reason, commit } = data;
  const { branch } = state;
  return {
    ...state,
    ...state.exits[phase],
    exits: upTo(state.exits, phase),
    ...AT_START,
    ...withNewLimits(state, at),
    branch: branch === null ? null : { ...branch, tip: commit, exits: upTo(branch.exits, phase) },
    reopened: closeOpen(undoAfter(state.reopened, Object.keys(upTo(state.exits, phase)))),
    rollbacks: [...state.rollbacks, { phase, by, reason, commit, at }],
  };
};
