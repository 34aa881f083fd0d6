/**
 * A run that continues on another machine: its branch is in another clone, and what is frozen around the workspace is
 * that of the new machine. No session of the agent is there.
 *
 * @module
 */
import type { Freeze } from '../../integrity/freeze.ts';
import type { RunMove } from '../run-branch.ts';
import type { ExitState, WorkState } from './work-state.ts';

/** Whether a frozen name is about the machine: an absolute path, or an answer of git. */
export const isOfMachine = (name: string): boolean => /^(?:\/|[A-Za-z]:\/|\.git#)/.test(name);

/** Pure. */
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
