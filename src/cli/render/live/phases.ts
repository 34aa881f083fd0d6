/**
 * The phases of a run, and which are exited; pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { plain } from '../text/paint.ts';

export interface PhaseSeen {
  readonly phase: string;
  /** `forced`: exited by an operator command. */
  readonly is: 'ahead' | 'now' | 'exited' | 'forced';
}

type PhaseEvent = Extract<
  RunEvent,
  { readonly type: 'run.started' | 'phase.entered' | 'iteration.started' | 'phase.exited' | 'operator.rolled_back' }
>;

export const followPhases = (phases: readonly PhaseSeen[], event: PhaseEvent): readonly PhaseSeen[] => {
  const { phase } = event;
  switch (event.type) {
    case 'run.started': {
      const at = event.phases.indexOf(phase);
      return event.phases.map((each, i) => ({ phase: plain(each), is: i < at ? 'exited' : 'ahead' }));
    }
    case 'phase.entered':
    case 'iteration.started':
      return change(phases, phase, 'now');
    case 'phase.exited':
      return change(phases, phase, event.forced_exit ? 'forced' : 'exited');
    case 'operator.rolled_back': {
      const at = phases.findIndex((each) => each.phase === phase);
      return phases.map((each, i) => (i < at ? each : { ...each, is: 'ahead' }));
    }
  }
};

const change = (phases: readonly PhaseSeen[], phase: string, is: PhaseSeen['is']): readonly PhaseSeen[] =>
  phases.map((each) => (each.phase === phase ? { ...each, is } : each));
