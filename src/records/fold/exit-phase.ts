/**
 * Where counts and frozen files begin anew: at the exit of a phase, by both gates or by an operator, and where an
 * operator resets them. A rollback returns to an exit; operator commands and usage are kept forever.
 */
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import type { RunMove } from '../run-branch.ts';
import type { ExitState, WorkState, Decided } from './work-state.ts';
import { NO_DEADLOCKS } from '../../../gates/deadlocks.ts';
import { NOTHING_SEEN } from './progress.ts';
import { closeOpen, type PhaseExit } from './reopened-tests.ts';

// A run on another machine: another clone has its branch, other files around it are frozen, and no agent session is there.

/** Whether a frozen name is about the machine: an absolute path, or an answer of git. */
export const isOfMachine = (name: string): boolean => /^(?:\/|[A-Za-z]:\/|\.git#)/.test(name);

export const moveRun = (
  { branch, frozen, exits }: Pick<WorkState, 'branch' | 'frozen' | 'exits'>,
  { frozen: there, ...place }: RunMove,
): Partial<WorkState> => {
  const refreeze = (before: Freeze): Freeze => ({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !isOfMachine(name))),
    ...there,
  });
  const moveExit = (exit: ExitState): ExitState => ({ ...exit, frozen: refreeze(exit.frozen) });
  return {
    branch: branch === null ? null : { ...branch, ...place },
    frozen: refreeze(frozen),
    exits: Object.fromEntries(Object.entries(exits).map(([phase, exit]) => [phase, moveExit(exit)])),
    session: null,
  };
};

export const NO_VOIDS = { discarded: 0, limits: 0, untested: 0 } as const;

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

const exitStateOf = (state: WorkState): ExitState => {
  const { frozen, tests, failing, guards, phaseTree, baseline, criteria, changed } = state;
  return { frozen, tests, failing, guards, phaseTree, baseline, criteria, changed };
};

/** A rollback removes the exits after its own; keys are in the order of the phases. */
export const upTo = <T>(exits: Readonly<Record<string, T>>, phase: string): Readonly<Record<string, T>> => {
  const entries = Object.entries(exits);
  return Object.fromEntries(entries.slice(0, entries.findIndex(([name]) => name === phase) + 1));
};

/** The counts that halt the work, at 0; the number of turns of an iteration is not one of them. */
export const withNewLimits = ({ spending }: Pick<WorkState, 'spending'>, at: string) =>
  ({
    limits: 0,
    untested: 0,
    iterationsUsed: 0,
    runIterationsUsed: 0,
    deadlocks: NO_DEADLOCKS,
    // The start times of turns are kept: the limit per hour still applies.
    spending: { ...spending, cost: 0, tokens: 0 },
    since: at,
    phaseSince: at,
  }) as const;

/** The state of the work behind the exit. @param at - ISO 8601 */
export const exitPhase = (
  state: WorkState,
  { phase, exit, decided }: { readonly phase: string; readonly exit: PhaseExit; readonly decided: Decided | null },
  at: string,
): WorkState => {
  const left: WorkState = {
    ...foldChanged(state, exit.changed),
    frozen: { ...state.frozen, ...exit.frozen },
    tests: exit.tests,
    failing: exit.failing,
    guards: decided?.record.guards ?? state.guards,
    phaseTree: exit.tree,
    phaseSince: at,
    lastExit: { phase, decided },
    reopened: closeOpen(state.reopened),
    ...AT_START,
  };
  return { ...left, exits: { ...state.exits, [phase]: exitStateOf(left) } };
};

/** A test that a criterion changed is no test of before any more. */
export const foldChanged = <T extends Pick<WorkState, 'tests' | 'baseline' | 'changed'>>(
  state: T,
  changed: readonly ChangedTest[] = [],
): T => {
  if (changed.length === 0) return state;
  const named = new Set(changed.map(({ test }) => test));
  const removed = new Set(changed.flatMap(({ test, what }) => (what === 'removed' ? [test] : [])));
  return {
    ...state,
    tests: state.tests.filter((id) => !removed.has(id)),
    baseline: { ...state.baseline, passing: state.baseline.passing.filter((id) => !named.has(id)) },
    changed: [...state.changed.filter(({ test }) => !named.has(test)), ...changed],
  };
};
