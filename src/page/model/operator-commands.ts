/** The operator commands that make sense now. The receiver decides; this only hides those that would be refused. */
import type { StatusName } from '../../view/status-name.ts';
import type { PageCommand } from '../page-data.ts';
import type { Position } from '../../records/fold/work-position.ts';

export interface CommandOffer {
  readonly command: PageCommand['command'];
  readonly title: string;
  /** The lasting effect, shown before the confirmation. */
  readonly meaning: string;
  readonly asks: string;
  readonly isGrave: boolean;
  /** The only phase that the command may force. */
  readonly phase?: string;
}

export const listCommands = (
  { state, phase }: Pick<Position, 'state' | 'phase'>,
  status: StatusName,
): readonly CommandOffer[] => {
  if (phase === null || state === 'completed' || state === 'aborted' || status === 'aborted') return [];
  const skip: CommandOffer = {
    command: 'skip',
    title: `Skip ${phase}`,
    meaning: `The run exits ${phase} without its gates. Every report of this run will show it, with your name and your reason.`,
    asks: 'Why do you force the exit?',
    isGrave: true,
    phase,
  };
  const resume: CommandOffer = {
    command: 'resume',
    title: 'Resume',
    meaning: `The work continues with ${phase}, with new limits. No result of a gate is carried over.`,
    asks: 'Why do you resume it?',
    isGrave: false,
  };
  // A run that crashed, or was interrupted or paused, is not halted, but not active either.
  return [...(state === 'halted' || status !== 'running' ? [resume] : []), GUIDE, RESET, skip, ABORT];
};

const ABORT: CommandOffer = {
  command: 'abort',
  title: 'Abort the work',
  meaning: 'The run ends permanently. It cannot be resumed.',
  asks: 'Why do you abort it?',
  isGrave: true,
};
const RESET: CommandOffer = {
  command: 'reset',
  title: 'Reset the breaker',
  meaning: 'The counts that halt the work start at 0 again, and halted work continues.',
  asks: 'Why do you reset it?',
  isGrave: false,
};
const GUIDE: CommandOffer = {
  command: 'guide',
  title: 'Guide the agent',
  meaning: 'Your text is added to the prompts of the agent for the rest of the phase.',
  asks: 'What should the agent know?',
  isGrave: false,
};
