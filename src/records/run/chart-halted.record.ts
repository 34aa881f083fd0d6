/**
 * The work was halted for an operator.
 *
 * @module
 */
import type { Ending } from '../../../machines/index.ts';
import { haltFor } from '../fold/work-position.ts';
import type { RecordKind } from '../record.ts';

export interface ChartHalted {
  /** The phase in which the work was halted. */
  readonly phase: string;
  readonly why: string;
  /** The status that the run is about to end with: a kill may come before its `run.ended`. */
  readonly status: Ending['status'];
}

export const chartHalted: RecordKind<ChartHalted> = {
  meaning: 'the work was halted for an operator, and why',
  events: ({ why }) => [{ type: 'needs.human', why }],
  openEnds: (ends, { data: { why, status } }) => ({ ...ends, session: null, halt: { status, why } }),
  moves: ({ why }) => haltFor(why),
  chart: ({ why }) => ({ type: 'HALT', why }),
};
