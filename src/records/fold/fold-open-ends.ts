/**
 * What a killed loop leaves open, as the ledger tells it: a turn without a decision, a session or an exit of which only the
 * word is missing, work that an operator completes by force, a halt that was not said, and how often in a row the loop did
 * not come to an end of its own.
 *
 * @module
 */
import type { Settlement } from '../../../machines/index.ts';
import { findEndedSession } from '../session-completed.ts';
import type { LedgerData, WorkRecord } from '../catalogue/records.ts';
import { NOTHING_OPEN, type OpenEnds, type WorkState } from './work-state.ts';

/** The open ends after a record; pure. `state` is the one before it. */
export const foldOpenEnds = (
  state: Pick<WorkState, 'openEnds' | 'iteration' | 'settled'>,
  record: WorkRecord,
): OpenEnds => {
  const { openEnds: ends } = state;
  switch (record.type) {
    case 'run.started':
      return NOTHING_OPEN;
    case 'turn.begun': {
      const { phase, iteration, attempt } = record.data;
      // An order that broke off was answered so; the loop went on.
      return { ...ends, session: null, forcing: null, begun: { phase, iteration, attempt } };
    }
    case 'attempt.void':
      return { ...ends, begun: null };
    case 'iteration.decided':
      return {
        ...NOTHING_OPEN,
        session: findEndedSession(record.data.record, record.data.decision),
        leaving: leavingOf(record.data),
        halt: haltOf(record.data),
      };
    case 'phase.left':
      return { ...ends, session: null, leaving: null };
    case 'chart.halted': {
      const { why, status = 'needs_human' } = record.data;
      return { ...ends, session: null, halt: { status, why } };
    }
    case 'run.settled':
      return { ...ends, halt: isHalt(record.data) ? { status: record.data.status, why: record.data.why } : null };
    case 'run.resumed':
      return { ...ends, halt: null, kills: state.settled === null ? ends.kills + 1 : 0 };
    case 'operator.skipped': {
      const { phase, by, reason, whole } = record.data;
      return {
        ...ends,
        halt: null,
        leaving: { phase, iteration: state.iteration, forced_exit: true, by, reason },
        forcing: whole === true ? { by, reason } : null,
      };
    }
    case 'operator.resumed':
    case 'operator.reset':
    case 'operator.aborted':
    case 'operator.rolled_back':
      return { ...ends, halt: null, forcing: null };
    case 'session.completed':
      return { ...ends, session: null };
    case 'turn.ended':
    case 'tests.ended':
    case 'breaker.changed':
    case 'work.committed':
    case 'work.rolled_back':
    case 'operator.accepted':
    case 'operator.guided':
      return ends;
  }
};

type Decided = LedgerData['iteration.decided'];

const leavingOf = ({ decision, record: { phase, iteration } }: Decided): OpenEnds['leaving'] =>
  decision.can_exit ? { phase, iteration, forced_exit: false } : null;

const haltOf = ({ decision: { halt, next } }: Decided): Settlement | null =>
  halt === undefined ? null : { status: next === 'needs_human' ? 'needs_human' : 'stuck', why: halt.says };

/** Ends after which nobody but a person lets the work go on. */
const isHalt = ({ status }: Settlement): boolean => status === 'stuck' || status === 'needs_human';
