/**
 * The effects of the signals of a terminal and of the system on a run (rule 4.8), with a message for each.
 *
 * @module
 */
import type { ListEvent } from '../../work/list-events.ts';
import type { Run } from '../../run/create-run.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { StopSignal } from '../terminal/io.ts';

export interface Interrupts {
  /** Follows the step of the run, which the message depends on. */
  readonly follow: (event: Pick<RunEvent | ListEvent, 'type'>) => void;
  readonly receive: (signal: StopSignal) => void;
  readonly receiveSuspend: () => void;
  /** Ignores later signals. */
  readonly end: () => void;
}

type At = 'the beginning' | 'an iteration' | 'a wait';

const FIRST: Readonly<Record<At, string>> = {
  'the beginning': 'Interrupted. No iteration has started; the run ends.',
  'an iteration': 'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.',
  'a wait': 'Interrupted. The wait is cancelled; the run ends.',
};

/**
 * The first Ctrl+C, or a closed terminal, lets the iteration finish. The second Ctrl+C, SIGTERM and SIGQUIT (Ctrl+\) end
 * everything at once: a system that stops waits ten seconds, not for a turn. The third kills.
 */
export const emitInterrupts = (run: Pick<Run, 'interrupt'>, say: (line: string) => void): Interrupts => {
  let at: At = 'the beginning';
  let interrupts = 0;
  let isOver = false;
  const interrupt = (isLast = true) => {
    interrupts += 1;
    if (interrupts === 1 && isLast) say(FIRST[at]);
    if (interrupts === 2) say('Ending the agent and its processes.');
    if (interrupts === 3) say('Killing the remaining processes.');
    run.interrupt();
  };
  return {
    follow: ({ type }) => {
      if (type === 'baseline.started') at = 'the beginning';
      if (type === 'iteration.started') at = 'an iteration';
      if (type === 'waiting') at = 'a wait';
    },
    receive: (signal) => {
      if (isOver) return;
      // The system and the shell both send a signal when a terminal is closed.
      if (signal === 'SIGHUP' && interrupts > 0) return;
      if (signal === 'SIGTERM' || signal === 'SIGQUIT') {
        if (interrupts === 0) interrupt(false);
        if (interrupts === 1) interrupt();
        return;
      }
      interrupt();
    },
    receiveSuspend: () => {
      if (!isOver) say('Not suspended: the agent would continue without supervision. Ctrl+C ends the run.');
    },
    end: () => {
      isOver = true;
    },
  };
};
