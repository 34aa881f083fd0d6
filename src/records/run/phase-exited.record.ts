/**
 * A phase was exited.
 *
 * @module
 */
import type { PhaseExited } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';

export const phaseExited: RecordKind<PhaseExited> = {
  meaning: 'a phase was exited, by both gates or by a recorded forced exit',
  events: ({ phase, iteration, forced_exit }) => [{ type: 'phase.exited', phase, iteration, forced_exit }],
  openEnds: (ends) => ({ ...ends, session: null, pendingExit: null }),
};
