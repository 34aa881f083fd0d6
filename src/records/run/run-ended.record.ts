/**
 * The run ended.
 *
 * @module
 */
import type { RunEnded } from '../fold/work-state.ts';
import type { RecordKind } from '../record.ts';

export const runEnded: RecordKind<RunEnded> = {
  meaning: 'the run ended: its status and exit code',
  events: (ended) => [{ type: 'run.ended', ...ended }],
  fold: (state, { data }) => ({ ...state, ending: data }),
  openEnds: (ends, { data: { status, why } }) => ({
    ...ends,
    halt: status === 'stuck' || status === 'needs_human' ? { status, why } : null,
  }),
};
