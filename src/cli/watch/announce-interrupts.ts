/**
 * What the signals of a terminal and of a machine do to a run (RULES 4.8), and that whoever sent one sees that it was heard.
 *
 * @module
 */
import type { ListEvent } from '../../work/list-events.ts';
import type { Run } from '../../run/create-run.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { StopSignal } from '../terminal/io.ts';

export interface Interrupts {
  /** Follows what the run is at, so that what is said is true of it. */
  readonly follow: (event: Pick<RunEvent | ListEvent, 'type'>) => void;
  readonly hear: (signal: StopSignal) => void;
  readonly hearSuspend: () => void;
  /** From here on nothing is said or done. */
  readonly end: () => void;
}

type At = 'the beginning' | 'an iteration' | 'a wait';

const FIRST: Readonly<Record<At, string>> = {
  'the beginning': 'Interrupted: no iteration has begun; the run ends.',
  'an iteration': 'Interrupted: this iteration is finished and recorded first. Ctrl+C again ends it at once.',
  'a wait': 'Interrupted: the wait is over; the run ends.',
};

/**
 * The first Ctrl+C, and a closed terminal, let the iteration finish. The second Ctrl+C, SIGTERM and SIGQUIT (Ctrl+\) end
 * everything at once: who stops a machine or a container waits ten seconds, not for a turn. A third asks nobody any more.
 */
export const announceInterrupts = (run: Pick<Run, 'interrupt'>, say: (line: string) => void): Interrupts => {
  let at: At = 'the beginning';
  let interrupts = 0;
  let isOver = false;
  const interrupt = (isLast = true) => {
    interrupts += 1;
    if (interrupts === 1 && isLast) say(FIRST[at]);
    if (interrupts === 2) say('Ending the agent and everything that it started.');
    if (interrupts === 3) say('Killing what is left of it.');
    run.interrupt();
  };
  return {
    follow: ({ type }) => {
      if (type === 'inventory.started') at = 'the beginning';
      if (type === 'iteration.started') at = 'an iteration';
      if (type === 'waiting') at = 'a wait';
    },
    hear: (signal) => {
      if (isOver) return;
      // Of one closed terminal the system and the shell both tell.
      if (signal === 'SIGHUP' && interrupts > 0) return;
      if (signal === 'SIGTERM' || signal === 'SIGQUIT') {
        if (interrupts === 0) interrupt(false);
        if (interrupts === 1) interrupt();
        return;
      }
      interrupt();
    },
    hearSuspend: () => {
      if (!isOver) say('Not suspended: the agent would work on with nobody beside it. Ctrl+C ends the run.');
    },
    end: () => {
      isOver = true;
    },
  };
};
