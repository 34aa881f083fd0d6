/** Facts of a run's events that tests of the whole loop need; and the reasons of decisions. */
import type { RunEvent } from '../../../src/records/run-events.ts';

type Events = readonly RunEvent[];

export const typed = <T extends RunEvent['type']>(events: Events, type: T) =>
  events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);
export const turnsOf = (events: Events) => typed(events, 'turn.ended').map(({ turn }) => turn);
export const reasonsOf = (events: Events) => typed(events, 'iteration.decided').map(({ decision }) => decision.reason);
export const leftBy = (events: Events) => typed(events, 'phase.exited').map(({ phase }) => phase);
export const signalsOf = (events: Events) => typed(events, 'signal.read').map(({ signal }) => signal.reason);

/** How a run ends that was to pause there. */
export const leftAt = (phase: string) => ({
  status: 'paused',
  why: `${phase} was exited, as --until requested`,
  exit_code: 0,
});

export const AGREED = 'Both gates agree in this iteration';
export const PREMATURE = 'Exit signal set but Gate 1 not satisfied';
export const MISSING = 'Gate 1 satisfied but no exit signal';
